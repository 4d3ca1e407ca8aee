"""What comes of reading a state of Forge's, or of writing one: a puzzle, and what could not be carried over."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.puzzles.puzzle import Puzzle


class NotCarried(msgspec.Struct, frozen=True):
    """Something that one side tells and the other cannot hold.

    Attributes:
        what: as it is written: `ExecuteScript:DBEffect`; or what it is, of a board.
        why: the reason, as the end of a sentence.
        where: the key of the file and the card, or the object of the board.
        line: the line of the file, or None.
        matters: whether an effect could ask for it; a card's printing, say, never does.
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
    """A game state or puzzle of Forge's, read.

    Attributes:
        puzzle: the timeline that leads to the state, with the file's title and description.
        not_carried: what the puzzle lacks, in the order of the file.
        ids: Forge's `Id:` -> the id of our object, in the order of the file.
        listed: the ids of all objects as they are listed: zone by zone, battlefields first, player by player.
    """

    puzzle: Puzzle
    not_carried: tuple[NotCarried, ...] = ()
    ids: tuple[tuple[int, str], ...] = ()
    listed: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """What the file is called."""
        return self.puzzle.title

    def board(self) -> Board:
        """Return a new board in that state."""
        board = self.puzzle.board()
        for entry in self.puzzle.timeline:
            if entry.event is not None:
                board.push(entry.event)
        return board


def state_data(state: ForgeState) -> dict[str, Any]:
    """Return a state as JSON data, as `mtglayers forge read --json` and the method `forge.read` tell it."""
    puzzle = state.puzzle.to_data()
    return {
        "title": state.title,
        "board": {
            "players": puzzle["players"],
            "edition": None,
            "cards": puzzle["cards"],
            "timeline": puzzle["timeline"],
        },
        "not_carried": notes_data(state.not_carried),
        "ids": {str(number): id for number, id in state.ids},
        "listed": list(state.listed),
    }


def text_data(text: str, lost: Iterable[NotCarried]) -> dict[str, Any]:
    """Return a text and what it lacks as JSON data, as `mtglayers forge write --json` and `forge.write` tell it."""
    return {"text": text, "not_carried": notes_data(lost)}


def notes_data(notes: Iterable[NotCarried]) -> list[dict[str, Any]]:
    """Return what was not carried over as JSON data."""
    return [msgspec.to_builtins(note) for note in notes]


__all__ = ["ForgeState", "NotCarried", "notes_data", "state_data", "text_data"]
