"""Puzzle and query files."""
