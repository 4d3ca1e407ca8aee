"""The board and its timeline, with undo and replay."""
