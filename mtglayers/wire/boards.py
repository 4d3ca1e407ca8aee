"""Boards, cards and puzzles as types: what programs send."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from mtglayers.model.board.board import Board
from mtglayers.model.puzzles.puzzle import Puzzle, read_puzzle

from .base import Data, Names

Color = Literal["W", "U", "B", "R", "G"]


class _PrintedData(Data, frozen=True, kw_only=True):
    """What is printed on a card or a face; null is "none".

    Attributes:
        mana_cost: "{1}{R}".
        oracle_text: the rules text, a line for each ability.
        power, toughness, loyalty, defense: as printed: "2", "*", "1+*".
        colors: the colours; by default those of the mana cost (202.2).
        color_indicator: the colours of its colour indicator (204).
    """

    mana_cost: str | UnsetType | None = UNSET
    oracle_text: str | UnsetType | None = UNSET
    power: str | UnsetType | None = UNSET
    toughness: str | UnsetType | None = UNSET
    loyalty: str | UnsetType | None = UNSET
    defense: str | UnsetType | None = UNSET
    colors: tuple[Color, ...] | UnsetType | None = UNSET
    color_indicator: tuple[Color, ...] | UnsetType | None = UNSET


class FaceData(_PrintedData, frozen=True, kw_only=True):
    """One face or half of a card, with Scryfall's field names.

    Attributes:
        name: the name of this face.
        type_line: "Legendary Creature — Human Wizard".
    """

    name: str
    type_line: str


class CardData(_PrintedData, frozen=True, kw_only=True):
    """A card with Scryfall's field names; a token's type line begins with "Token", an emblem's with "Emblem".

    Attributes:
        name: the full name.
        type_line: "Legendary Creature — Human Wizard"; it may be absent where there are faces.
        layout: Scryfall's word for how the faces go together: "normal", "transform", "split" ...
        card_faces: the faces, where there are two.
    """

    name: str
    type_line: str | UnsetType | None = UNSET
    layout: str | UnsetType | None = UNSET
    card_faces: tuple[FaceData, ...] | UnsetType | None = UNSET


Card = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Card"})]
"""A card: Scryfall's fields (`CardData`), or a tree (`kind` is "Card")."""

Event = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Event"})]
"""An event: a table with one verb; what it takes is said by `mtglayers.model.events.base.Event.VERBS`."""


class BoardData(Data, frozen=True, kw_only=True):
    """A board: a timeline of events, with the players, the rules and the cards that it needs.

    Attributes:
        players: names in turn order; the first is the active player.
        edition: a day ("2011-09-30": the rules in force then) or a key ("E11"); null: the newest.
        cards: its own cards, which take precedence over the catalogue.
        timeline: the events, oldest first.
    """

    players: Names = ("A", "B")
    edition: str | None = None
    cards: tuple[Card, ...] = ()
    timeline: tuple[Event, ...] = ()

    @classmethod
    def of(cls, board: Board) -> BoardData:
        data = board.to_data()
        return cls(
            players=board.players, edition=data["edition"], cards=tuple(data["cards"]), timeline=tuple(data["timeline"])
        )

    def board(self) -> Board:
        """Return the board on which all this has happened.

        Raises:
            BoardDataError: a card or an event of another shape.
            LayersError: an event that is not allowed, or that speaks of what is not there.
        """
        return Board.from_data(msgspec.to_builtins(self))


Entry = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Entry"})]
"""An entry of a puzzle's timeline: an event, or what is expected there."""


class PuzzleData(Data, frozen=True, kw_only=True):
    """A puzzle: a timeline and what is expected of it.

    Attributes:
        title: what it is called.
        notes, source, tags: what its author says of it.
        edition: a day ("2011-09-30": the rules in force then) or a key ("E11"); by default the newest.
        readings: names of readings; or a table whose keys are their names.
        players: names in turn order; the first is the active player.
        cards: its own cards, which take precedence over the catalogue.
        timeline: events and expectations, in order.
    """

    title: str
    notes: str | UnsetType = UNSET
    source: str | UnsetType = UNSET
    tags: Names | UnsetType = UNSET
    edition: str | UnsetType = UNSET
    readings: dict[str, str | bool | int] | Names | str | UnsetType = UNSET
    players: Names | UnsetType = UNSET
    cards: tuple[Card, ...] | UnsetType = UNSET
    timeline: tuple[Entry, ...] | UnsetType = UNSET

    def puzzle(self) -> Puzzle:
        """Return the puzzle.

        Raises:
            PuzzleError: it is none.
        """
        return read_puzzle(msgspec.to_builtins(self))


__all__ = ["BoardData", "Card", "CardData", "Color", "Entry", "Event", "FaceData", "PuzzleData"]
