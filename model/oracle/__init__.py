"""Reading and printing of Oracle text."""
