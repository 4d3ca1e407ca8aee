"""Fuzzing guided by coverage: programs that need the extra `fuzz`, and Linux."""
