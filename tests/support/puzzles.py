"""Boards of puzzle files."""

from __future__ import annotations

from pathlib import Path

from mtglayers.model.board.board import Board
from mtglayers.model.puzzles.puzzle import read_puzzle


def last_board(path: Path) -> Board:
    """Return the board at the end of a puzzle."""
    puzzle = read_puzzle(path)
    board = puzzle.board()
    for place in range(len(puzzle.timeline)):
        puzzle.play(board, place)
    return board
