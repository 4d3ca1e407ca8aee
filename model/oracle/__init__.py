"""Reading and printing Oracle text."""
