"""Boards with a wanted outcome."""
