"""Functions that compare results with the expectations in puzzles."""
