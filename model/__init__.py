"""Boards, cards, effects, events, puzzles and editions of the rules."""
