"""Filters that compare objects or numbers, such as "sharing", "greatest" or "odd"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar, Literal

from msgspec.structs import replace

from ...data.numbers import NUMBERS
from ...rules.vocabulary import EVERY_MARKERS, PERMANENT_TYPES, subtypes_of
from ..amounts.base import compare
from ..language import Filter, Qualifier, Selector
from ..phrase import Phrase, said
from ..view import (
    ANY,
    CONTROLLERS,
    Columns,
    Comparison,
    Context,
    Mask,
    View,
    base_column,
    columns,
    creatures,
    positive,
    union,
)
from .characteristics import With
from .combinators import Other, fitting
from .whereabouts import ControlledBy, OwnedBy


class ColorsNumbered(Qualifier, frozen=True):
    """Objects with a certain number of colors, as in "that's exactly two colors" (105.2)."""

    BY_ITSELF: ClassVar[bool] = True
    READS: ClassVar[Columns] = columns(("color", ANY))
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("[that's|that are] exactly one color", number="one"),
        said("[that's|that are] exactly {number} colors"),
        said("[that's|that are] {number} or more colors", least=True),
        said("with exactly one color", number="one", word="with"),
        said("with exactly {number} colors", word="with"),
        said("with {number} or more colors", least=True, word="with"),
    )
    number: Literal["one", "two", "three", "four", "five"]
    least: bool = False
    word: str = ""

    def select(self, view: View, context: Context) -> Mask:
        wanted = NUMBERS[self.number]
        reached = [view.everything] + [0] * (wanted + 1)  # index -> objects with at least that many colors
        for having in view.column("color").values():
            for number in range(wanted + 1, 0, -1):
                reached[number] |= reached[number - 1] & having
        return reached[wanted] if self.least else reached[wanted] & ~reached[wanted + 1]


class Lacking(Qualifier, frozen=True):
    """Objects without a keyword ability, as in "that doesn't have cumulative upkeep"."""

    BY_ITSELF: ClassVar[bool] = True
    READS: ClassVar[Columns] = With.READS
    keyword: str

    def select(self, view: View, context: Context) -> Mask:
        return With(self.keyword, negated=True).select(view, context)


class Sharing(Qualifier, frozen=True):
    """Objects that share a characteristic with other objects, as in "that share a creature type with it"."""

    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("that [shares|share] a {family} with {of}"),
        said("that [shares|share] at least one {family} with {of}", word="at least one"),
        said("that [doesn't|don't] share a {family} with {of}", negated=True),
        said("with the same {family} as {of}", word="same"),
        said("with a different {family} than {of}", word="different", negated=True),
        said("that [has|have] the same {family} as {of}", word="has"),
        said("that [doesn't|don't] have the same {family} as {of}", word="has", negated=True),
    )
    family: Literal[
        "color", "creature_type", "land_type", "card_type", "permanent_type", "name", "power", "toughness", "mana_value"
    ]
    of: Selector
    negated: bool = False
    word: Literal["", "at least one", "same", "different", "has", "alone"] = ""  # "alone": without `of`

    COLUMN: ClassVar[Mapping[str, str]] = {
        "creature_type": "subtype", "land_type": "subtype", "card_type": "type", "permanent_type": "type",
    }  # fmt: skip

    def select(self, view: View, context: Context) -> Mask:
        if not self._asks_each:
            return self._sharing(view, context)
        each = (bit for bit in positive(view.everything) if self._sharing(view, replace(context, each=bit)) >> bit & 1)
        return union(1 << bit for bit in each)

    @property
    def _asks_each(self) -> bool:
        # "with the same name as another creature": other than the creature that is compared
        return any(isinstance(filter, Other) and filter.than is not None for filter in getattr(self.of, "filters", ()))

    def _sharing(self, view: View, context: Context) -> Mask:
        theirs = self.of.select(view, context)
        able = creatures(view) if self.family in ("power", "toughness") else view.everything | theirs  # 208.3
        family = self.family.removesuffix("_type")
        marker = EVERY_MARKERS.get(family, "")
        values = _values(self.family)
        column, those = view.column(self.COLUMN.get(self.family, self.family)).items(), theirs & able
        shared = [(value, having) for value, having in column if having & those]
        mask = union(having for value, having in shared if _counts(value, values, marker))
        if marker:  # an object with every type shares a type with each object that has one
            both = union(having for value, having in column if _counts(value, values, marker))
            every = view.having("subtype", marker)
            mask |= (both if every & theirs else 0) | (every if both & theirs else 0)
        mask &= able
        return view.everything & ~mask if self.negated else mask

    def reads(self) -> Columns:
        return super().reads() | columns((self.COLUMN.get(self.family, self.family), ANY), ("type", "Creature"))


def _counts(value: object, values: frozenset[str], marker: str) -> bool:
    # Whether objects with a value share it (201.2a: objects without a name do not share one).
    return value != "" and (not values or value == marker or value in values)


@lru_cache
def _values(family: str) -> frozenset[str]:
    # The values of a family that shares its column with others, or an empty set (205.3d, 110.4).
    return frozenset(PERMANENT_TYPES if family == "permanent_type" else subtypes_of(family.removesuffix("_type")))


def greatest(view: View, scope: Mask, how: str, what: str) -> Mask:
    """Return the objects in `scope` with the greatest or least number; only creatures have power and toughness."""
    if what != "mana_value":  # 208.3
        scope &= creatures(view)
    found = {number: having & scope for number, having in view.column(what).items() if having & scope}
    if not found:
        return 0
    return found[max(found) if how in ("greatest", "highest") else min(found)]


class Extreme(Qualifier, frozen=True):
    """Objects with the greatest or least number in a group, as in "with the greatest power among Elves"."""

    phrases: ClassVar[tuple[Phrase, ...]] = (said("with the {how} {what} among {of}"),)
    how: Literal["greatest", "highest", "least", "lowest"]
    what: Literal["power", "toughness", "mana_value"]
    of: Selector

    def select(self, view: View, context: Context) -> Mask:
        return greatest(view, self.of.select(view, context), self.how, self.what)

    def reads(self) -> Columns:
        return super().reads() | columns((self.what, ANY), ("type", "Creature"))


class ExtremeOfAll(Qualifier, frozen=True):
    """Permanents with the greatest or least number in their group, as in "creature with the greatest mana value".

    Attributes:
        how: the kind of extreme.
        what: the number.
        among: the other filters of the group, which describe the permanents to compare.
    """

    phrases: ClassVar[tuple[Phrase, ...]] = (said("with the {how} {what}"),)
    how: Literal["greatest", "highest", "least", "lowest"]
    what: Literal["power", "toughness", "mana_value"]
    among: tuple[Filter, ...] = ()

    def select(self, view: View, context: Context) -> Mask:
        scope = fitting(self.among, view.still("zone", "battlefield"), view, context)
        return greatest(view, scope, self.how, self.what)

    def reads(self) -> Columns:
        return super().reads() | columns((self.what, ANY), ("type", "Creature"))


class Parted(Qualifier, frozen=True):
    """Objects that you either own or control, but not both, as in "you control but don't own"."""

    BY_ITSELF: ClassVar[bool] = True
    READS: ClassVar[Columns] = CONTROLLERS
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("you control but don't own", controls=True),
        said("you own but don't control", controls=False),
    )
    controls: bool

    def select(self, view: View, context: Context) -> Mask:
        mine, own = ControlledBy("you").select(view, context), OwnedBy("you").select(view, context)
        return mine & ~own if self.controls else own & ~mine


class Sized(Filter, frozen=True):
    """Creatures with a given power and toughness, as in "1/1 creature"."""

    BY_ITSELF: ClassVar[bool] = True
    power: int
    toughness: int

    def select(self, view: View, context: Context) -> Mask:
        return view.having("power", self.power) & view.having("toughness", self.toughness) & creatures(view)

    def reads(self) -> Columns:
        return columns(("power", self.power), ("toughness", self.toughness), ("type", "Creature"))


class WithBase(Qualifier, frozen=True):
    """Creatures with a certain base power or toughness, as in "with base power 1" (208.4b).

    Attributes:
        what: the numbers; "power and toughness" are both given, as in "1/1".
        power: the power, or the number for the only characteristic that is asked.
        toughness: the toughness in "1/1".
        comparison: the kind of comparison.
    """

    BY_ITSELF: ClassVar[bool] = True
    what: Literal["power", "toughness", "power or toughness", "power and toughness"]
    power: int
    toughness: int = 0
    comparison: Comparison = "exactly"

    def select(self, view: View, context: Context) -> Mask:
        if self.what == "power and toughness":
            return self._having(view, "power", self.power) & self._having(view, "toughness", self.toughness)
        return union(self._having(view, family, self.power) for family in self.what.split(" or "))

    def _having(self, view: View, family: str, bound: int) -> Mask:
        numbers = base_column(view, family).items()
        fitting = (having for number, having in numbers if compare(number, self.comparison, bound))
        return union(fitting) & creatures(view)

    def reads(self) -> Columns:
        families = re.split(" or | and ", self.what)
        bases = ((f"base_{family}", ANY) for family in families)
        return columns(*bases, *((family, ANY) for family in families), ("type", "Creature"))


class CostsX(Qualifier, frozen=True):
    """Objects with {X} in their mana cost (107.3)."""

    BY_ITSELF: ClassVar[bool] = True
    READS: ClassVar[Columns] = columns(("mana_cost", ANY))
    phrases: ClassVar[tuple[Phrase, ...]] = (said("with {symbol} in [its mana cost|their mana costs]"),)
    patterns: ClassVar[Mapping[str, str]] = {"symbol": r"\{X\}"}
    symbol: str = "{X}"

    def select(self, view: View, context: Context) -> Mask:
        return union(having for cost, having in view.column("mana_cost").items() if self.symbol in cost)


class Parity(Qualifier, frozen=True):
    """Objects for which a number is odd or even, as in "with an odd mana value".

    Zero is even.
    """

    BY_ITSELF: ClassVar[bool] = True
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("with odd {what}", odd=True, word="bare"),
        said("with [an odd|odd] {what}[|s]", odd=True),
        said("with even {what}", odd=False, word="bare"),
        said("with [an even|even] {what}[|s]", odd=False),
    )
    what: Literal["power", "toughness", "mana_value"]
    odd: bool
    word: Literal["", "bare"] = ""  # without an article

    def select(self, view: View, context: Context) -> Mask:
        mask = view.everything if not self.odd else 0
        for number, having in view.column(self.what).items():
            mask = mask | having if number % 2 == self.odd else mask & ~having
        return mask if self.what == "mana_value" else mask & creatures(view)

    def reads(self) -> Columns:
        return columns((self.what, ANY), ("type", "Creature"))


class ChosenParity(Qualifier, frozen=True):
    """Objects for which a number is odd or even as chosen, as in "with mana value of the chosen quality".

    ``option`` is 1 for odd and 2 for even.
    """

    chosen: ClassVar[str] = "option"
    phrases: ClassVar[tuple[Phrase, ...]] = (said("with {what} of the chosen quality"),)
    what: Literal["power", "toughness", "mana_value"]

    def select(self, view: View, context: Context) -> Mask:
        chosen = view.choices(context).option[-1:]
        return union(Parity(self.what, odd=option == 1).select(view, context) for option in chosen)

    def reads(self) -> Columns:
        return columns((self.what, ANY), ("type", "Creature"))


class Alike(Qualifier, frozen=True):
    """Targets that share a characteristic, as in "two target permanents that share a card type".

    Because the timeline names only legal targets, the filter selects every object.
    """

    BY_ITSELF: ClassVar[bool] = True
    phrases: ClassVar[tuple[Phrase, ...]] = (said("that share a {family}"),)
    family: Literal["color", "creature_type", "land_type", "card_type", "permanent_type"]

    def select(self, view: View, context: Context) -> Mask:
        return view.everything
