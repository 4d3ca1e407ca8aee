"""Filters made of filters: "non", "or", "other", "that is"."""

from __future__ import annotations

from typing import ClassVar, Literal

from ..language import Filter, Selector
from ..phrase import Phrase, said
from ..view import Column, Context, Mask, View


class Other(Filter, frozen=True):
    """Objects other than the source of the effect, or than what `than` means: "other", "each other"."""

    phrases: ClassVar[tuple[Phrase, ...]] = (said("other"),)
    than: Selector | None = None

    def select(self, view: View, context: Context) -> Mask:
        if self.than is not None:
            return view.everything & ~self.than.select(view, context)
        return view.everything if context.source is None else view.everything & ~(1 << context.source)

    def reads(self) -> frozenset[Column]:
        return frozenset() if self.than is None else self.than.reads()


class Anything(Filter, frozen=True):
    """The nouns that name no quality: "one", "those"."""

    def select(self, view: View, context: Context) -> Mask:
        return view.everything


class Non(Filter, frozen=True):
    """Everything that `filter` does not fit: "nonbasic", "non-Aura"."""

    filter: Filter

    def select(self, view: View, context: Context) -> Mask:
        return view.everything & ~self.filter.select(view, context)

    def reads(self) -> frozenset[Column]:
        return self.filter.reads()


class Either(Filter, frozen=True):
    """Objects that one of several descriptions fits: "artifact or creature", "Elf and Goblin"."""

    options: tuple[Filter, ...]
    word: str = "or"

    def select(self, view: View, context: Context) -> Mask:
        mask = 0
        for option in self.options:
            mask |= option.select(view, context)
        return mask

    def reads(self) -> frozenset[Column]:
        return frozenset().union(*(option.reads() for option in self.options))


class Each(Filter, frozen=True):
    """Objects that every one of several descriptions fits, as one option of `Either`: "artifact creature"."""

    filters: tuple[Filter, ...]

    def select(self, view: View, context: Context) -> Mask:
        mask = view.everything
        for filter in self.filters:
            mask &= filter.select(view, context)
        return mask

    def reads(self) -> frozenset[Column]:
        return frozenset().union(*(filter.reads() for filter in self.filters))


class ThatIs(Filter, frozen=True):
    """A relative clause: "that's a Wolf or a Werewolf", "that isn't a Human"."""

    place: ClassVar[Literal["before", "after"]] = "after"
    filter: Filter
    negated: bool = False

    def select(self, view: View, context: Context) -> Mask:
        mask = self.filter.select(view, context)
        return view.everything & ~mask if self.negated else mask

    def reads(self) -> frozenset[Column]:
        return self.filter.reads()


class OtherThan(Filter, frozen=True):
    """Objects other than what `than` means: "other than this creature"."""

    place: ClassVar[Literal["before", "after"]] = "after"
    phrases: ClassVar[tuple[Phrase, ...]] = (said("other than {than}"),)
    than: Selector

    def select(self, view: View, context: Context) -> Mask:
        return view.everything & ~self.than.select(view, context)

    def reads(self) -> frozenset[Column]:
        return self.than.reads()


class Provided(Filter, frozen=True):
    """Objects as long as something is true of each: "each land gets +2/+2 as long as it's a creature".

    The text says it of "it" at the end of the clause; which objects the clause applies to is the same.
    """

    place: ClassVar[Literal["before", "after"]] = "after"
    filters: tuple[Filter, ...]
    negated: bool = False
    word: str = "it"

    def select(self, view: View, context: Context) -> Mask:
        mask = view.everything
        for filter in self.filters:
            mask &= filter.select(view, context)
        return view.everything & ~mask if self.negated else mask

    def reads(self) -> frozenset[Column]:
        return frozenset().union(*(filter.reads() for filter in self.filters))
