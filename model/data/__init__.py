"""Strict readers for external data: JSON and TOML, positions, limits and records."""
