"""The board, a timeline with a method for each verb, undo and replay."""
