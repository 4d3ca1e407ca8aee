"""The state of a board: objects, tables and the undo journal."""
