"""Boards, cards and puzzles as types: what programs send."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from mtglayers.model.board import Board

from .base import Data, Names

Color = Literal["W", "U", "B", "R", "G"]


class FaceData(Data, frozen=True, kw_only=True):
    """One face or half of a card, with Scryfall's field names.

    Attributes:
        name: the name of this face.
        type_line: "Legendary Creature — Human Wizard".
        mana_cost: "{1}{R}".
        oracle_text: the rules text, a line for each ability.
        power, toughness, loyalty, defense: as printed: "2", "*", "1+*".
        colors: the colours; by default those of the mana cost (202.2).
        color_indicator: the colours of its colour indicator (204).
    """

    name: str
    type_line: str | UnsetType | None = UNSET
    mana_cost: str | UnsetType | None = UNSET
    oracle_text: str | UnsetType | None = UNSET
    power: str | UnsetType | None = UNSET
    toughness: str | UnsetType | None = UNSET
    loyalty: str | UnsetType | None = UNSET
    defense: str | UnsetType | None = UNSET
    colors: tuple[Color, ...] | UnsetType | None = UNSET
    color_indicator: tuple[Color, ...] | UnsetType | None = UNSET


class CardData(FaceData, frozen=True, kw_only=True):
    """A card with Scryfall's field names; a token's type line begins with "Token", an emblem's with "Emblem".

    Attributes:
        layout: Scryfall's word for how the faces go together: "normal", "transform", "split" ...
        card_faces: the faces, where there are two; they then have the type lines.
    """

    layout: str | UnsetType | None = UNSET
    card_faces: tuple[FaceData, ...] | UnsetType | None = UNSET


Card = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Card"})]
"""A card: Scryfall's fields (`CardData`), or a tree (`kind` is "Card")."""

Event = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Event"})]
"""An event: a table with one verb; what it takes is said by `mtglayers.model.event.Event.VERBS`."""


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

    def board(self) -> Board:
        """Return the board on which all this has happened.

        Raises:
            BoardDataError: a card or an event of another shape.
            LayersError: an event that is not allowed, or that speaks of what is not there.
        """
        return Board.from_data(msgspec.to_builtins(self))


__all__ = ["BoardData", "Card", "CardData", "Color", "Event", "FaceData"]
