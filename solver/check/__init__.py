"""Comparison of results with the expectations of puzzles."""
