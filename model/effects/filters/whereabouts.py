"""Filters by zone, controller, owner and what an object is attached to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from ..amounts.base import of_players
from ..language import Filter, Selector
from ..phrase import Phrase, said
from ..players import ControllerOf
from ..view import Column, Context, Mask, View, Who, Zone, players, positive


class IsToken(Filter, frozen=True):
    """Tokens (111.1)."""

    phrases: ClassVar[tuple[Phrase, ...]] = (said("[token|tokens]"),)

    def select(self, view: View, context: Context) -> Mask:
        return view.still("token", True)


class Permanent(Filter, frozen=True):
    """The noun "permanent": any object on the battlefield (110.1)."""

    phrases: ClassVar[tuple[Phrase, ...]] = (said("[permanent|permanents]"),)
    zoned: ClassVar[bool] = True

    def select(self, view: View, context: Context) -> Mask:
        return view.still("zone", "battlefield")


class CardNoun(Filter, frozen=True):
    """The noun "card": a card (not a token or a copy) that is not on the battlefield or the stack (109.2a)."""

    phrases: ClassVar[tuple[Phrase, ...]] = (said("[card|cards]"),)
    zoned: ClassVar[bool] = True

    def select(self, view: View, context: Context) -> Mask:
        away = view.still("zone", "battlefield") | view.still("zone", "stack") | view.still("token", True)
        return view.everything & ~away


class Spell(Filter, frozen=True):
    """The noun "spell": a card or copy on the stack (112.1)."""

    phrases: ClassVar[tuple[Phrase, ...]] = (said("[spell|spells]"),)
    zoned: ClassVar[bool] = True

    def select(self, view: View, context: Context) -> Mask:
        return view.still("zone", "stack")


class ControlledBy(Filter, frozen=True):
    """Objects that a player controls: "you control", "your opponents control"."""

    place: ClassVar[Literal["before", "after"]] = "after"
    who: Who | ControllerOf
    negated: bool = False  # "you don't control"
    word: str = "control"  # "cast", of spells

    def select(self, view: View, context: Context) -> Mask:
        mask = 0
        for player in players(view, context, self.who):
            mask |= view.having("controller", player)
        return view.everything & ~mask if self.negated else mask

    def reads(self) -> frozenset[Column]:
        return of_players(self.who)


class OwnedBy(Filter, frozen=True):
    """Objects that a player owns: "you own"."""

    place: ClassVar[Literal["before", "after"]] = "after"
    who: Who | ControllerOf
    negated: bool = False

    def select(self, view: View, context: Context) -> Mask:
        mask = 0
        for player in players(view, context, self.who):
            mask |= view.still("owner", player)
        return view.everything & ~mask if self.negated else mask

    def reads(self) -> frozenset[Column]:
        return of_players(self.who)


class InZone(Filter, frozen=True):
    """Objects in a zone: "in your graveyard", "in graveyards", "that aren't on the battlefield"."""

    place: ClassVar[Literal["before", "after"]] = "after"
    zoned: ClassVar[bool] = True
    zone: Zone
    whose: Who | ControllerOf | None = None
    negated: bool = False
    word: str = ""  # "all", in "in all graveyards"

    def select(self, view: View, context: Context) -> Mask:
        mask = view.still("zone", self.zone)
        if self.whose is not None:
            theirs = 0
            for player in players(view, context, self.whose):
                theirs |= view.still("owner", player)
            mask &= theirs
        return view.everything & ~mask if self.negated else mask

    def reads(self) -> frozenset[Column]:
        return frozenset() if self.whose is None else of_players(self.whose)


class AttachedTo(Filter, frozen=True):
    """Objects attached to what `to` means: "attached to this creature"; `Wearing` is the other way."""

    place: ClassVar[Literal["before", "after"]] = "after"
    phrases: ClassVar[tuple[Phrase, ...]] = (said("attached to {to}"),)
    to: Selector

    def select(self, view: View, context: Context) -> Mask:
        wanted = self.to.select(view, context)
        mask = 0
        for bit in positive(view.still("attached", True)):
            if view.attached_to(bit) & wanted:
                mask |= 1 << bit
        return mask

    def reads(self) -> frozenset[Column]:
        return self.to.reads()


class Exiled(Filter, frozen=True):
    """The word "exiled" of a card: in exile, whatever put it there (406.1)."""

    phrases: ClassVar[tuple[Phrase, ...]] = (said("exiled"),)
    zoned: ClassVar[bool] = True

    def select(self, view: View, context: Context) -> Mask:
        return view.still("zone", "exile")


class ExiledWith(Filter, frozen=True):
    """Objects that the source of the effect exiled: "the exiled cards" (607.2a)."""

    place: ClassVar[Literal["before", "after"]] = "after"
    zoned: ClassVar[bool] = True
    word: str = "exiled with it"

    def select(self, view: View, context: Context) -> Mask:
        return 0 if context.source is None else view.still("exiled_with", context.source)


class CastFrom(Filter, frozen=True):
    """Spells by where they were cast from: "spells you cast from exile" (601.2a)."""

    place: ClassVar[Literal["before", "after"]] = "after"
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("from {zone}"),
        said("from anywhere other than your hand", zone="hand", negated=True),
    )
    wording: ClassVar[Mapping[str, str]] = {"hand": "your hand", "graveyard": "your graveyard"}
    zone: Literal["hand", "exile", "graveyard"]
    negated: bool = False

    def select(self, view: View, context: Context) -> Mask:
        mask = view.still(f"cast_from_{self.zone}", True)
        return view.still("cast", True) & ~mask if self.negated else mask


class InZones(Filter, frozen=True):
    """Objects in one of several zones: "in exile and in your graveyard"."""

    place: ClassVar[Literal["before", "after"]] = "after"
    zoned: ClassVar[bool] = True
    zones: tuple[InZone, ...]
    word: str = "and"

    def select(self, view: View, context: Context) -> Mask:
        mask = 0
        for zone in self.zones:
            mask |= zone.select(view, context)
        return mask

    def reads(self) -> frozenset[Column]:
        return frozenset().union(*(zone.reads() for zone in self.zones))
