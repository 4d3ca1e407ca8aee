"""Strict readers for JSON and TOML data."""
