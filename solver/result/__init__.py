"""The result of solving a board."""
