"""What is on a board: objects, abilities, effects, events, timestamps and editions; it orders nothing."""
