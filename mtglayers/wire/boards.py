"""JSON types for boards, cards and puzzles."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from mtglayers.model.board.board import Board
from mtglayers.model.board.saved import DEFAULT_PLAYERS
from mtglayers.model.puzzles.puzzle import Puzzle, read_puzzle

from .base import Data, Names

Color = Literal["W", "U", "B", "R", "G"]


class _PrintedData(Data, frozen=True, kw_only=True):
    """The printed values of a card or face; null means that the card or face has no such value.

    Attributes:
        mana_cost: the mana cost, such as "{1}{R}".
        oracle_text: the rules text, with one line per ability.
        power, toughness, loyalty, defense: the printed value, such as "2", "*" or "1+*".
        colors: the colors; by default, the colors of the mana cost (202.2).
        color_indicator: the colors of the color indicator (204).
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
    """A card with Scryfall's field names.

    Attributes:
        name: the full name of the card.
        type_line: the type line, such as "Legendary Creature — Human Wizard", which starts with "Token" for a token and
            with "Emblem" for an emblem; optional for a card with two faces.
        layout: Scryfall's name for the layout of the faces, such as "normal", "transform" or "split".
        card_faces: the faces of a card with two faces.
    """

    name: str
    type_line: str | UnsetType | None = UNSET
    layout: str | UnsetType | None = UNSET
    card_faces: tuple[FaceData, ...] | UnsetType | None = UNSET


Card = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Card"})]
"""A card, either with Scryfall's field names (`CardData`) or as a tree whose `kind` is "Card"."""

Event = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Event"})]
"""An event, which is a JSON object with one of the verbs in `mtglayers.model.events.base.Event.VERBS`."""


State = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": "#/$defs/BoardState"})]
"""A state: objects and effects just before layer 1 (`mtglayers.model.board.given.BoardState`)."""


class BoardData(Data, frozen=True, kw_only=True):
    """A board, which consists of players, an edition of the rules, cards and a timeline.

    Attributes:
        players: the names of the players in turn order, starting with the active player.
        edition: a date such as "2011-09-30" or a key such as "E11"; null means the newest edition.
        cards: the board's own cards, which take precedence over the catalogue.
        state: the state from which the timeline begins; by default, an empty board. If it names `players`, leave out
            those of the board; if it names none, its players are those of the board.
        timeline: the events, oldest first.
    """

    players: Names = DEFAULT_PLAYERS
    edition: str | None = None
    cards: tuple[Card, ...] = ()
    state: State | UnsetType = UNSET
    timeline: tuple[Event, ...] = ()

    @classmethod
    def of(cls, board: Board) -> BoardData:
        data = board.to_data()
        return cls(
            players=board.players, edition=data["edition"], cards=tuple(data["cards"]), state=data.get("state", UNSET),
            timeline=tuple(data["timeline"]),
        )  # fmt: skip

    def board(self) -> Board:
        """Play the timeline and return the resulting board.

        Raises:
            BoardDataError: the data of a card or an event is invalid.
            LayersError: an event is refused or names an unknown object.
        """
        return Board.from_data(msgspec.to_builtins(self))


Entry = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Entry"})]
"""An entry of a puzzle's timeline, which is an event or a set of expectations."""


class PuzzleData(Data, frozen=True, kw_only=True):
    """A puzzle, which is a timeline with expectations.

    Attributes:
        title: the title of the puzzle.
        notes: the author's remarks.
        source: the source of the puzzle.
        tags: search terms.
        edition: a date such as "2011-09-30" or a key such as "E11"; by default, the newest edition.
        readings: names of readings, or a JSON object whose keys are names of readings.
        strict: whether targets, copies and attachments that are not legal are refused; by default, false.
        players: the names of the players in turn order, starting with the active player.
        cards: the puzzle's own cards, which take precedence over the catalogue.
        timeline: the events and expectations, in order.
    """

    title: str
    notes: str | UnsetType = UNSET
    source: str | UnsetType = UNSET
    tags: Names | UnsetType = UNSET
    edition: str | UnsetType = UNSET
    readings: dict[str, str | bool | int] | Names | str | UnsetType = UNSET
    strict: bool | UnsetType = UNSET
    players: Names | UnsetType = UNSET
    cards: tuple[Card, ...] | UnsetType = UNSET
    timeline: tuple[Entry, ...] | UnsetType = UNSET

    def puzzle(self) -> Puzzle:
        """Convert the data to a puzzle.

        Raises:
            PuzzleError: the data is not a valid puzzle.
        """
        return read_puzzle(msgspec.to_builtins(self))


__all__ = ["BoardData", "Card", "CardData", "Color", "Entry", "Event", "FaceData", "PuzzleData"]
