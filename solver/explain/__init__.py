"""Why, as values and as sentences."""
