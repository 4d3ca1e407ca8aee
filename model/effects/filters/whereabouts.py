"""Filters that select objects by zone, controller, owner or attachment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from ..language import Filter, Qualifier, Selector
from ..phrase import Phrase, said
from ..players import AttackedBy, ControllerOf
from ..view import (
    CONTROLLERS,
    Columns,
    Context,
    Mask,
    View,
    Who,
    Zone,
    player_facts,
    players,
    positive,
    subtype_columns,
    union,
)


class IsToken(Filter, frozen=True):
    """Tokens (111.1)."""

    BY_ITSELF: ClassVar[bool] = True
    phrases: ClassVar[tuple[Phrase, ...]] = (said("[token|tokens]"),)

    def select(self, view: View, context: Context) -> Mask:
        return view.still("token", True)


class Permanent(Filter, frozen=True):
    """Objects on the battlefield, as described by the noun "permanent" (110.1)."""

    BY_ITSELF: ClassVar[bool] = True
    phrases: ClassVar[tuple[Phrase, ...]] = (said("[permanent|permanents]"),)
    zoned: ClassVar[bool] = True

    def select(self, view: View, context: Context) -> Mask:
        return view.still("zone", "battlefield")


class CardNoun(Filter, frozen=True):
    """Cards (not tokens or copies) outside the battlefield and the stack, as described by "card" (109.2a)."""

    BY_ITSELF: ClassVar[bool] = True
    phrases: ClassVar[tuple[Phrase, ...]] = (said("[card|cards]"),)
    zoned: ClassVar[bool] = True

    def select(self, view: View, context: Context) -> Mask:
        away = view.still("zone", "battlefield") | view.still("zone", "stack") | view.still("token", True)
        return view.everything & ~away


class Spell(Filter, frozen=True):
    """Cards and copies on the stack, as described by the noun "spell" (112.1)."""

    BY_ITSELF: ClassVar[bool] = True
    phrases: ClassVar[tuple[Phrase, ...]] = (said("[spell|spells]"),)
    zoned: ClassVar[bool] = True

    def select(self, view: View, context: Context) -> Mask:
        return view.still("zone", "stack")


def _owned(view: View, context: Context, who: Who | ControllerOf) -> Mask:
    return union(view.still("owner", player) for player in players(view, context, who))


class ControlledBy(Qualifier, frozen=True):
    """Objects that a player controls, as in "you control" or "your opponents control"."""

    BY_ITSELF: ClassVar[bool] = True
    READS: ClassVar[Columns] = CONTROLLERS
    who: Who | ControllerOf | AttackedBy
    negated: bool = False  # true for "you don't control"
    word: str = "control"  # "cast" for spells

    def facts(self) -> frozenset[str]:
        return player_facts(self.who)

    def select(self, view: View, context: Context) -> Mask:
        found = players(view, context, self.who)
        if len(found) == 1:
            mask = view.having("controller", found[0])
        else:
            mask = union(view.having("controller", player) for player in found)
        return view.everything & ~mask if self.negated else mask


class OwnedBy(Qualifier, frozen=True):
    """Objects that a player owns, as in "you own"."""

    BY_ITSELF: ClassVar[bool] = True
    READS: ClassVar[Columns] = CONTROLLERS
    who: Who | ControllerOf
    negated: bool = False

    def facts(self) -> frozenset[str]:
        return player_facts(self.who)

    def select(self, view: View, context: Context) -> Mask:
        mask = _owned(view, context, self.who)
        return view.everything & ~mask if self.negated else mask


class InZone(Qualifier, frozen=True):
    """Objects in a given zone, as in "in your graveyard", "in graveyards" or "that aren't on the battlefield"."""

    BY_ITSELF: ClassVar[bool] = True
    zoned: ClassVar[bool] = True
    zone: Zone
    whose: Who | ControllerOf | None = None
    negated: bool = False
    word: str = ""  # "all", in "in all graveyards"; "that", in "in that player's graveyard"

    def facts(self) -> frozenset[str]:
        return player_facts(self.whose)

    def select(self, view: View, context: Context) -> Mask:
        mask = view.still("zone", self.zone)
        if self.whose is not None:
            mask &= _owned(view, context, self.whose)
        return view.everything & ~mask if self.negated else mask

    def reads(self) -> Columns:
        return frozenset() if self.whose is None else super().reads() | CONTROLLERS


class AttachedTo(Qualifier, frozen=True):
    """Objects attached to selected objects, as in "attached to this creature"; `Wearing` is the inverse."""

    FACTS: ClassVar[frozenset[str]] = frozenset({"attached"})
    phrases: ClassVar[tuple[Phrase, ...]] = (said("attached to {to}"),)
    to: Selector

    def select(self, view: View, context: Context) -> Mask:
        wanted = self.to.select(view, context)
        return union(1 << bit for bit in positive(view.still("attached", True)) if view.attached_to(bit) & wanted)


class WearingAnother(Qualifier, frozen=True):
    """Objects to which an object other than the source is attached, as in "with another Aura attached to it"."""

    FACTS: ClassVar[frozenset[str]] = frozenset({"attached"})
    phrases: ClassVar[tuple[Phrase, ...]] = (said("with another {subtype} attached to [it|them]"),)
    patterns: ClassVar[Mapping[str, str]] = {"subtype": "Aura|Equipment"}
    subtype: str

    def reads(self) -> Columns:
        return subtype_columns(self.subtype)

    def select(self, view: View, context: Context) -> Mask:
        worn = view.having("subtype", self.subtype) & view.still("attached", True) & ~context.itself
        return union(view.attached_to(bit) for bit in positive(worn))


class Exiled(Filter, frozen=True):
    """Cards in exile, regardless of how they were exiled, as described by "exiled" (406.1)."""

    BY_ITSELF: ClassVar[bool] = True
    phrases: ClassVar[tuple[Phrase, ...]] = (said("exiled"),)
    zoned: ClassVar[bool] = True

    def select(self, view: View, context: Context) -> Mask:
        return view.still("zone", "exile")


class ExiledWith(Qualifier, frozen=True):
    """Objects that the source of the effect exiled, as in "the exiled cards" (607.2a)."""

    BY_ITSELF: ClassVar[bool] = True
    FACTS: ClassVar[frozenset[str]] = frozenset({"exiled_with"})
    zoned: ClassVar[bool] = True
    word: str = "exiled with it"

    def select(self, view: View, context: Context) -> Mask:
        return 0 if context.source is None else view.still("exiled_with", context.source)


class HasAdventure(Qualifier, frozen=True):
    """Cards and permanents that have an Adventure, even if they do not use its characteristics now (715.2c)."""

    BY_ITSELF: ClassVar[bool] = True
    FACTS: ClassVar[frozenset[str]] = frozenset({"adventure"})
    phrases: ClassVar[tuple[Phrase, ...]] = (said("that [has|have] an Adventure"),)

    def select(self, view: View, context: Context) -> Mask:
        return view.still("adventure", True)


class CastFrom(Qualifier, frozen=True):
    """Objects cast from a given zone, as in "spells you cast from exile", "that was cast from exile" (601.2a)."""

    BY_ITSELF: ClassVar[bool] = True
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("from {zone}"),
        said("from anywhere other than your hand", zone="hand", negated=True),
        said("that [was|were] cast from {zone}", word="was"),
        said("that [was|were] cast from a graveyard", zone="graveyard", word="was a"),
        said("that [was|were] cast from anywhere other than your hand", zone="hand", negated=True, word="was"),
    )
    wording: ClassVar[Mapping[str, str]] = {"hand": "your hand", "graveyard": "your graveyard"}
    zone: Literal["hand", "exile", "graveyard"]
    negated: bool = False
    word: str = ""

    def facts(self) -> frozenset[str]:
        return frozenset({"cast", f"cast_from_{self.zone}"})

    def select(self, view: View, context: Context) -> Mask:
        mask = view.still(f"cast_from_{self.zone}", True)
        return view.still("cast", True) & ~mask if self.negated else mask


class InZones(Qualifier, frozen=True):
    """Objects in one of several zones, as in "in exile and in your graveyard".

    `shared` is true if the text names the player once, as in "in your hand, graveyard, and library".
    """

    BY_ITSELF: ClassVar[bool] = True
    zoned: ClassVar[bool] = True
    zones: tuple[InZone, ...]
    word: str = "and"
    shared: bool = False

    def select(self, view: View, context: Context) -> Mask:
        return union(zone.select(view, context) for zone in self.zones)
