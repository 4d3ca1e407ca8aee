"""The cards that ship, packed."""
