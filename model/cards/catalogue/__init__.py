"""The catalogue of cards that ships with the library."""
