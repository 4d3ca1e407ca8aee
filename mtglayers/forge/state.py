"""Forge game states, and the parts of them that cannot be carried over."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.puzzles.puzzle import Puzzle


class NotCarried(msgspec.Struct, frozen=True):
    """Part of a board or file that the other format cannot represent.

    Attributes:
        what: the text in the file, such as `ExecuteScript:DBEffect`, or the property of the board.
        why: the reason why this part cannot be carried over.
        where: the key in the file and the card, or the object on the board.
        line: the line number in the file, or None if no line contains this part.
        matters: whether an effect can depend on this part; for example, no effect depends on a card's printing.
    """

    what: str
    why: str
    where: str = ""
    line: int | None = None
    matters: bool = True

    def __str__(self) -> str:
        place = f"line {self.line}" if self.line else ""
        before = ", ".join(part for part in (place, self.where) if part)
        return f"{before}: {self.what}: {self.why}" if before else f"{self.what}: {self.why}"


class ForgeState(msgspec.Struct, frozen=True):
    """A game state that was read from a Forge file.

    Attributes:
        puzzle: a puzzle with the file's title and description, whose timeline produces the game state.
        not_carried: the parts of the file that are missing from the puzzle, in file order.
        ids: Forge's `Id:` -> the object's id, for each object that has an `Id:`, in file order.
        listed: the ids of all objects, by zone (battlefields first) and then by player.
        lists: the number of a player, a zone and the ids of the objects that the file lists there, in file order; an
            object that is missing from the puzzle has the id "".
    """

    puzzle: Puzzle
    not_carried: tuple[NotCarried, ...] = ()
    ids: tuple[tuple[int, str], ...] = ()
    listed: tuple[str, ...] = ()
    lists: tuple[tuple[int, str, tuple[str, ...]], ...] = ()

    @property
    def title(self) -> str:
        """The title of the puzzle."""
        return self.puzzle.title

    def board(self) -> Board:
        """Return a new board in this game state."""
        board = self.puzzle.board()
        for entry in self.puzzle.timeline:
            if entry.event is not None:
                board.push(entry.event)
        return board


def state_data(state: ForgeState) -> dict[str, Any]:
    """Return a game state as JSON data for `mtglayers forge read --json`."""
    puzzle = state.puzzle.to_data()
    board = {"players": puzzle["players"], "edition": None, "cards": puzzle["cards"], "timeline": puzzle["timeline"]}
    return {
        "title": state.title,
        "board": board,
        "not_carried": _notes_data(state.not_carried),
        "ids": {str(number): id for number, id in state.ids},
        "listed": list(state.listed),
    }


def text_data(text: str, lost: Iterable[NotCarried]) -> dict[str, Any]:
    """Return a Forge file, and the parts of the board missing from it, as JSON data."""
    return {"text": text, "not_carried": _notes_data(lost)}


def _notes_data(notes: Iterable[NotCarried]) -> list[dict[str, Any]]:
    return [msgspec.to_builtins(note) for note in notes]
