"""Results of solves."""
