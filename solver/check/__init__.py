"""Comparison of results with the expectations in puzzles."""
