"""Functions and classes that display boards and results in notebooks."""
