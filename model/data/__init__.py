"""Strict reading of data from outside: JSON and TOML, positions, limits, records."""
