"""Utilities that do not depend on the rules of the game."""
