"""The rulebook as data: editions and vocabulary."""
