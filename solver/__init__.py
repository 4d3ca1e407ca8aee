"""The solver, which computes and explains the results of boards."""
