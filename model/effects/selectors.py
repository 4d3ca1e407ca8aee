"""Selectors: which objects a part of an effect applies to (611.3a, 613.8a "what it applies to")."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar, Literal, Self

import msgspec

from ..rules.vocabulary import CARD_TYPES
from .filters.combinators import Each, Either, Non, ThatIs
from .language import Filter, Selector
from .rewording import reworded
from .view import ANY, Column, Context, Mask, View, columns


class PairedCreatures(Selector, frozen=True):
    """The source and the creature it is paired with: "both creatures" (702.95)."""

    word: str = "both creatures"

    def select(self, view: View, context: Context) -> Mask:
        if context.source is None:
            return 0
        return 1 << context.source | view.still("paired_with", context.source)


class TopCard(Selector, frozen=True):
    """The top card of your graveyard (404.2) or of your library, which ``marks`` records (401.2).

    Attributes:
        zone: which of the two.
        word: "that card", where the text refers back to it.
    """

    zone: Literal["graveyard", "library"] = "graveyard"
    word: str = ""

    def select(self, view: View, context: Context) -> Mask:
        you = view.you(context)
        if you is not None and self.zone == "library":
            return view.still("top_of_library", True) & view.still("zone", "library") & view.still("owner", you)
        return 0 if you is None else view.still("top of graveyard", you)

    def reads(self) -> frozenset[Column]:
        return columns(("controller", ANY))


class ChosenObject(Selector, frozen=True):
    """The object chosen without being targeted: "the sacrificed land"."""

    STYLE_FIELDS: ClassVar[frozenset[str]] = frozenset()  # it says which choice is meant
    word: str = "the sacrificed land"

    def select(self, view: View, context: Context) -> Mask:
        mask = 0
        for id in view.choices(context).object:
            mask |= view.still("id", id)
        return mask


class ChosenFrom(Selector, frozen=True):
    """One object of a group, chosen as the text resolves: "a copy of any creature on the battlefield" (608.2d).

    Attributes:
        group: the objects to choose from; the event gives the one chosen (`Choices.object`).
        word: the article, as the text has it.
    """

    group: Group
    word: str = "a"

    def select(self, view: View, context: Context) -> Mask:
        mask = 0
        for id in view.choices(context).object:
            mask |= view.still("id", id)
        return mask & self.group.select(view, context)

    def reads(self) -> frozenset[Column]:
        return self.group.reads()


class TheOnly(Selector, frozen=True):
    """The one object of a group: "as long as you control exactly one creature, that creature gets +2/+0"."""

    of: Group
    word: str = "that creature"

    def select(self, view: View, context: Context) -> Mask:
        return self.of.select(view, context)

    def reads(self) -> frozenset[Column]:
        return self.of.reads()


class InOrder(Selector, frozen=True):
    """One spell of a turn by its place among those that are cast: "the first historic spell you cast each turn".

    The timeline records which spell that is: ``marks`` with these words, without the article.

    Attributes:
        of: what kinds of spells are counted.
        text: the words.
    """

    of: Group
    text: str

    def with_words(self, swap: Mapping[str, str]) -> Self:
        return msgspec.structs.replace(self, of=self.of.with_words(swap), text=reworded(self.text, swap))

    def select(self, view: View, context: Context) -> Mask:
        return self.of.select(view, context) & view.still(f"told:{self.text}", True)

    def reads(self) -> frozenset[Column]:
        return self.of.reads()


class PlayerGroup(Selector, frozen=True):
    """Players, as what an effect applies to (613.10): no objects."""

    who: str = "you"  # as the text has it: "you", "players", "your opponents", "each player"

    def select(self, view: View, context: Context) -> Mask:
        del view, context
        return 0

    def reads(self) -> frozenset[Column]:
        return columns(("controller", ANY))


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

    STYLE_FIELDS: ClassVar[frozenset[str]] = frozenset({"quantifier"})
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

    STYLE_FIELDS: ClassVar[frozenset[str]] = frozenset()  # with `must_fit`, the word decides
    word: str = "enchanted creature"
    must_fit: bool = False

    def select(self, view: View, context: Context) -> Mask:
        if context.source is None:
            return 0
        fitting = view.having("type", self._type) if self._type else view.everything
        return view.attached_to(context.source) & fitting

    @property
    def _type(self) -> str:
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
    """What the clause before it applies to: "it", "they", "those creatures". It shares that clause's scope.

    Inside an amount it is each object that the amount is worked out for.
    """

    of_each: ClassVar[bool] = True
    word: str = "it"

    def select(self, view: View, context: Context) -> Mask:
        if context.each is None:
            raise NotImplementedError
        return 1 << context.each & view.everything


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


__all__ = ["Attached", "Fixed", "Group", "Itself", "Same", "Target", "Together"]
