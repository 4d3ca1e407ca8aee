"""Functions that read and print Oracle text."""
