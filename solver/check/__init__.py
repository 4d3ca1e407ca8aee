"""Puzzles checked against results."""
