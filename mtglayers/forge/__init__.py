"""Forge's game states and puzzle files (`*.pzl`), read as boards and written back."""
