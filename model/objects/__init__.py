"""The state of a board: objects, tables, the undo journal."""
