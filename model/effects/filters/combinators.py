"""Filters that combine other filters, such as "non", "or", "other" or "that is"."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from ..language import Condition, Filter, Qualifier, Selector
from ..phrase import Phrase, said
from ..view import CONTROLLERS, Columns, Context, Mask, View, union
from .status import Status


class Other(Filter, frozen=True):
    """Objects other than the source or the selected objects, as in "other" or "each other"."""

    BY_ITSELF: ClassVar[bool] = True
    phrases: ClassVar[tuple[Phrase, ...]] = (said("other"),)
    than: Selector | None = None

    def select(self, view: View, context: Context) -> Mask:
        return view.everything & ~(context.itself if self.than is None else self.than.select(view, context))


class Anything(Filter, frozen=True):
    """Every object, described by a noun such as "one" or "those"."""

    BY_ITSELF: ClassVar[bool] = True

    def select(self, view: View, context: Context) -> Mask:
        return view.everything


class Non(Filter, frozen=True):
    """Objects that do not fit a filter, as in "nonbasic" or "non-Aura"."""

    BY_ITSELF: ClassVar[bool] = True
    filter: Filter

    def select(self, view: View, context: Context) -> Mask:
        return view.everything & ~self.filter.select(view, context)


class Either(Filter, frozen=True):
    """Objects that fit one of several descriptions, as in "artifact or creature" or "Elf and Goblin"."""

    BY_ITSELF: ClassVar[bool] = True
    options: tuple[Filter, ...]
    word: str = "or"

    def select(self, view: View, context: Context) -> Mask:
        return union(option.select(view, context) for option in self.options)


class Each(Filter, frozen=True):
    """Objects that fit every filter in a list, as in "artifact creature" or "(that's) tapped and attacking"."""

    BY_ITSELF: ClassVar[bool] = True
    filters: tuple[Filter, ...]
    word: str = ""  # the conjunction between the filters, such as "and" or "and a"

    def select(self, view: View, context: Context) -> Mask:
        return fitting(self.filters, view.everything, view, context)


class ThatIs(Qualifier, frozen=True):
    """Objects described by a relative clause, as in "that's a Wolf or a Werewolf" or "that isn't a Human"."""

    BY_ITSELF: ClassVar[bool] = True
    filter: Filter
    negated: bool = False
    style: str = ""  # "'s not" if the card says "that's not" instead of "that isn't", "both" for "that's both"

    def select(self, view: View, context: Context) -> Mask:
        mask = self.filter.select(view, context)
        return view.everything & ~mask if self.negated else mask


class AnyOfThese(Qualifier, frozen=True):
    """Objects that fit one of several relative clauses, as in "that are instant cards and/or have an Adventure".

    Attributes:
        options: the filters of each clause.
        verbs: the verb of each clause, or "" if the text repeats none.
        word: the conjunction.
    """

    BY_ITSELF: ClassVar[bool] = True
    options: tuple[Each, ...]
    verbs: tuple[str, ...]
    word: str = "and/or"

    def select(self, view: View, context: Context) -> Mask:
        return union(option.select(view, context) for option in self.options)


class OtherThan(Qualifier, frozen=True):
    """Objects other than selected objects, as in "other than this creature"."""

    BY_ITSELF: ClassVar[bool] = True
    phrases: ClassVar[tuple[Phrase, ...]] = (said("other than {than}"),)
    than: Selector

    def select(self, view: View, context: Context) -> Mask:
        return view.everything & ~self.than.select(view, context)


class Provided(Qualifier, frozen=True):
    """Objects that each meet a condition, as in "each land gets +2/+2 as long as it's a creature".

    The condition is at the end of the clause and refers to each object as "it".
    """

    BY_ITSELF: ClassVar[bool] = True
    filters: tuple[Filter, ...]
    negated: bool = False
    word: str = "it"
    style: str = ""  # "'s not" if the card says "it's not" instead of "it isn't"

    def select(self, view: View, context: Context) -> Mask:
        mask = fitting(self.filters, view.everything, view, context)
        return view.everything & ~mask if self.negated else mask


class OfPlayerWho(Qualifier, frozen=True):
    """Objects whose controller meets a condition, as in "as long as that player controls three or fewer lands".

    The condition is at the end of the clause; "they" in it is the controller of each object.
    """

    BY_ITSELF: ClassVar[bool] = True
    READS: ClassVar[Columns] = CONTROLLERS
    part: Condition
    word: str = "that player"

    def select(self, view: View, context: Context) -> Mask:
        holders = view.column("controller").items()
        return union(having for player, having in holders if self.part.holds(view, replace(context, player=player)))


def fitting(filters: tuple[Filter, ...], mask: Mask, view: View, context: Context) -> Mask:
    """Return the objects in `mask` that fit every filter."""
    late: list[Status] = []
    for filter in filters:
        if not mask:
            break
        if isinstance(filter, Status):
            late.append(filter)  # what is tapped is asked for few objects
        else:
            mask &= filter.select(view, context)
    for status in late:
        mask = status.within(mask, view, context)
    return mask
