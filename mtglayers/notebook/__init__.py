"""The display of boards and results in notebooks."""
