"""Types of boards, cards and puzzles as JSON."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from mtglayers.model.board.board import Board
from mtglayers.model.puzzles.puzzle import Puzzle, read_puzzle

from .base import Data, Names

Color = Literal["W", "U", "B", "R", "G"]


class _PrintedData(Data, frozen=True, kw_only=True):
    """The printed values of a card or a face; null means that it has none.

    Attributes:
        mana_cost: the mana cost, such as "{1}{R}".
        oracle_text: the rules text, with one line for each ability.
        power, toughness, loyalty, defense: the printed value, such as "2", "*" or "1+*".
        colors: the colors; default: the colors of the mana cost (202.2).
        color_indicator: the colors of its color indicator (204).
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
        name: the name of the face.
        type_line: the type line, such as "Legendary Creature — Human Wizard".
    """

    name: str
    type_line: str


class CardData(_PrintedData, frozen=True, kw_only=True):
    """A card with Scryfall's field names; the type line of a token begins with "Token", of an emblem with "Emblem".

    Attributes:
        name: the full name.
        type_line: the type line, such as "Legendary Creature — Human Wizard"; optional for a card with two faces.
        layout: Scryfall's layout of the faces, such as "normal", "transform" or "split".
        card_faces: the faces of a card with two faces.
    """

    name: str
    type_line: str | UnsetType | None = UNSET
    layout: str | UnsetType | None = UNSET
    card_faces: tuple[FaceData, ...] | UnsetType | None = UNSET


Card = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Card"})]
"""A card with Scryfall's fields (`CardData`), or as a tree whose `kind` is "Card"."""

Event = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Event"})]
"""An event: a table with one of the verbs in `mtglayers.model.events.base.Event.VERBS`."""


class BoardData(Data, frozen=True, kw_only=True):
    """A board: a timeline of events, with the players, the edition of the rules and the board's own cards.

    Attributes:
        players: names in turn order; the first is the active player.
        edition: a date such as "2011-09-30" or a key such as "E11"; null: the newest edition.
        cards: the board's own cards, which take precedence over the catalogue.
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
        """Return the board after the timeline.

        Raises:
            BoardDataError: the data of a card or an event is invalid.
            LayersError: an event is refused, or names an unknown object.
        """
        return Board.from_data(msgspec.to_builtins(self))


Entry = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Entry"})]
"""An entry of a puzzle's timeline: an event or expectations."""


class PuzzleData(Data, frozen=True, kw_only=True):
    """A puzzle: a timeline with expectations.

    Attributes:
        title: the title.
        notes: remarks of the author.
        source: the source of the puzzle.
        tags: words to search for.
        edition: a date such as "2011-09-30" or a key such as "E11"; default: the newest edition.
        readings: names of readings, or a table whose keys are these names.
        players: names in turn order; the first is the active player.
        cards: the puzzle's own cards, which take precedence over the catalogue.
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
            PuzzleError: the data is not a valid puzzle.
        """
        return read_puzzle(msgspec.to_builtins(self))


__all__ = ["BoardData", "Card", "CardData", "Color", "Entry", "Event", "FaceData", "PuzzleData"]
