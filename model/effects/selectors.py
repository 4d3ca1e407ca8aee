"""Selectors: which objects a part of an effect applies to (611.3a, 613.8a "what it applies to")."""

from __future__ import annotations

from functools import lru_cache

from ..rules.vocabulary import CARD_TYPE_FAMILY, CARD_TYPES
from .filters.basic import (
    Anything,
    AttachedTo,
    Card,
    CardNoun,
    Chosen,
    ColorCount,
    ControlledBy,
    Each,
    Either,
    Filter,
    InZone,
    IsToken,
    Named,
    NoAbilities,
    Non,
    OfColor,
    OfSubtype,
    OfSupertype,
    OfType,
    Other,
    OwnedBy,
    Permanent,
    Spell,
    Status,
    ThatIs,
    With,
    WithCounter,
    WithNumber,
    subtype_columns,
)
from .node import Node
from .view import Column, Context, Mask, View, columns, creatures, players


class Selector(Node, frozen=True):
    """What a clause applies to."""

    def select(self, view: View, context: Context) -> Mask:
        """Return the objects it applies to on this board."""
        raise NotImplementedError

    def reads(self) -> frozenset[Column]:
        """Return the columns that decide which objects those are."""
        return frozenset()


@lru_cache(maxsize=4096)
def _zoned(filters: tuple[Filter, ...]) -> bool:
    inside = (Non, ThatIs, Either, Each)
    return any(
        filter.zoned
        or (isinstance(filter, inside) and _zoned(tuple(c for c in filter.children() if isinstance(c, Filter))))
        for filter in filters
    )


class Group(Selector, frozen=True):
    """All objects that fit every filter, the filters in the order in which English has them.

    Without a noun that says where ("permanent", "card", "spell") permanents are meant (109.2).
    """

    filters: tuple[Filter, ...]
    quantifier: str = ""  # "all", "each" or nothing

    def select(self, view: View, context: Context) -> Mask:
        mask = view.everything if _zoned(self.filters) else view.still("zone", "battlefield")
        for filter in self.filters:
            mask &= filter.select(view, context)
        return mask

    def reads(self) -> frozenset[Column]:
        return frozenset().union(*(filter.reads() for filter in self.filters))


class Itself(Selector, frozen=True):
    """The object the effect comes from: "this creature", its name, "it"."""

    word: str = "~"

    def select(self, view: View, context: Context) -> Mask:
        return 0 if context.source is None else 1 << context.source


class Attached(Selector, frozen=True):
    """What the source is attached to: "enchanted creature", whatever its types are (303.4m, 301.5f).

    Attributes:
        word: how the text says it.
        must_fit: whether it is nothing unless the word fits it, as was ruled for a while.
    """

    word: str = "enchanted creature"
    must_fit: bool = False

    def select(self, view: View, context: Context) -> Mask:
        if context.source is None:
            return 0
        fitting = view.having("type", self._type) if self._type else view.everything
        return view.attached_to(context.source) & fitting

    @property
    def _type(self) -> str:
        """The card type that it has to have, if any."""
        word = self.word.rpartition(" ")[2].capitalize()
        return word if self.must_fit and word in CARD_TYPES else ""

    def reads(self) -> frozenset[Column]:
        return columns(("type", self._type)) if self._type else frozenset()


class Target(Selector, frozen=True):
    """A target of the spell or ability, counted from 0; `group` says what may be targeted (115.1)."""

    index: int = 0
    group: Group | None = None
    count: str = "target"  # "up to one target", "any number of target", "two target"
    many: bool = False  # from `index` on, all of them
    word: str = ""  # "it", "that creature": how the text refers back to it

    def select(self, view: View, context: Context) -> Mask:
        chosen = context.targets[self.index :] if self.many else context.targets[self.index : self.index + 1]
        mask = 0
        for number in chosen:
            mask |= 1 << number
        return mask & view.everything


class Same(Selector, frozen=True):
    """What the clause before it applies to: "it", "they", "those creatures". It shares that clause's scope."""

    word: str = "it"


class Together(Selector, frozen=True):
    """Several selectors at once: "all Forests and all Saprolings"."""

    parts: tuple[Selector, ...]
    word: str = "and"

    def select(self, view: View, context: Context) -> Mask:
        mask = 0
        for part in self.parts:
            mask |= part.select(view, context)
        return mask

    def reads(self) -> frozenset[Column]:
        return frozenset().union(*(part.reads() for part in self.parts))


class Fixed(Selector, frozen=True):
    """The objects that a resolved effect was fixed on when it began (611.2c)."""

    objects: tuple[str, ...] = ()  # ids, for people
    numbers: tuple[int, ...] = ()

    def select(self, view: View, context: Context) -> Mask:
        mask = 0
        for number in self.numbers:
            mask |= 1 << number
        return mask & view.everything


__all__ = [
    "CARD_TYPE_FAMILY", "Anything", "Attached", "AttachedTo", "Card", "CardNoun", "Chosen", "ColorCount",
    "ControlledBy", "Each", "Either", "Filter", "Fixed", "Group", "InZone", "IsToken", "Itself", "Named",
    "NoAbilities", "Non", "OfColor", "OfSubtype", "OfSupertype", "OfType", "Other", "OwnedBy", "Permanent",
    "Same", "Selector", "Spell", "Status", "Target", "ThatIs", "Together", "With", "WithCounter",
    "WithNumber", "creatures", "players", "subtype_columns",
]  # fmt: skip
