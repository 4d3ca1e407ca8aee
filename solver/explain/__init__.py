"""Explanations of results, as data and as sentences."""
