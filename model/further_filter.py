"""Filters that the basic ones do not cover: batches, links, what only the course of the game can tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal, Self

import msgspec

from .rewording import reworded
from .selector import Filter, OfSubtype, OfSupertype, OfType, Selector, Status, With
from .view import Column, Context, Mask, View


class Batch(Filter, frozen=True):
    """Objects that a word of the game gathers: "historic" (700.6), "outlaw" (700.12), "commander" (903.3)."""

    word: Literal["historic", "outlaw", "commander"]

    OPTIONS: ClassVar[dict[str, tuple[Filter, ...]]] = {
        "historic": (OfType("Artifact"), OfSupertype("Legendary"), OfSubtype("Saga")),
        "outlaw": tuple(OfSubtype(name) for name in ("Assassin", "Mercenary", "Pirate", "Rogue", "Warlock")),
        "commander": (Status("commander"),),
    }

    def select(self, view: View, context: Context) -> Mask:
        mask = 0
        for option in self.OPTIONS[self.word]:
            mask |= option.select(view, context)
        return mask

    def reads(self) -> frozenset[Column]:
        return frozenset().union(*(option.reads() for option in self.OPTIONS[self.word]))


class OtherThan(Filter, frozen=True):
    """Objects other than what `than` means: "other than this creature"."""

    place: ClassVar[Literal["before", "after"]] = "after"
    than: Selector

    def select(self, view: View, context: Context) -> Mask:
        return view.everything & ~self.than.select(view, context)

    def reads(self) -> frozenset[Column]:
        return self.than.reads()


class ExiledWith(Filter, frozen=True):
    """Objects that the source of the effect exiled: "the exiled cards" (607.2a)."""

    place: ClassVar[Literal["before", "after"]] = "after"
    zoned: ClassVar[bool] = True
    word: str = "exiled with it"

    def select(self, view: View, context: Context) -> Mask:
        return 0 if context.source is None else view.still("exiled_with", context.source)


class Lacking(Filter, frozen=True):
    """Objects without a keyword ability: "that doesn't have cumulative upkeep"."""

    place: ClassVar[Literal["before", "after"]] = "after"
    keyword: str

    def select(self, view: View, context: Context) -> Mask:
        return With(self.keyword, negated=True).select(view, context)

    def reads(self) -> frozenset[Column]:
        return With(self.keyword).reads()


class Restriction(Filter, frozen=True):
    """What may be targeted by the course of the game, which a timeline has obeyed: "that attacked this turn"."""

    place: ClassVar[Literal["before", "after"]] = "after"
    text: str

    def with_words(self, swap: Mapping[str, str]) -> Self:
        return msgspec.structs.replace(self, text=reworded(self.text, swap))

    def select(self, view: View, context: Context) -> Mask:
        return view.everything
