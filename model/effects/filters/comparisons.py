"""Filters that compare objects or numbers: sharing, greatest, odd or even."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from ...rules.vocabulary import EVERY_MARKERS, PERMANENT_TYPES, subtypes_of
from ..language import Filter, Selector
from ..phrase import Phrase, said
from ..view import ANY, Column, Context, Mask, View, columns, creatures
from .characteristics import With
from .whereabouts import ControlledBy, OwnedBy

_NUMBERS: tuple[str, ...] = ("", "one", "two", "three", "four", "five")


class ColorsNumbered(Filter, frozen=True):
    """Objects by the number of their colors: "that's exactly two colors", "that's one or more colors" (105.2)."""

    place: ClassVar[Literal["before", "after"]] = "after"
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("[that's|that are] exactly {number} colors"),
        said("[that's|that are] {number} or more colors", least=True),
    )
    number: Literal["one", "two", "three", "four", "five"]
    least: bool = False

    def select(self, view: View, context: Context) -> Mask:
        wanted = _NUMBERS.index(self.number)
        reached = [view.everything] + [0] * (wanted + 1)  # by index: what has so many colors, or more
        for having in view.column("color").values():
            for number in range(wanted + 1, 0, -1):
                reached[number] |= reached[number - 1] & having
        return reached[wanted] if self.least else reached[wanted] & ~reached[wanted + 1]

    def reads(self) -> frozenset[Column]:
        return columns(("color", ANY))


class Lacking(Filter, frozen=True):
    """Objects without a keyword ability: "that doesn't have cumulative upkeep"."""

    place: ClassVar[Literal["before", "after"]] = "after"
    keyword: str

    def select(self, view: View, context: Context) -> Mask:
        return With(self.keyword, negated=True).select(view, context)

    def reads(self) -> frozenset[Column]:
        return With(self.keyword).reads()


class Sharing(Filter, frozen=True):
    """Objects that have a value of a characteristic in common with others: "that share a creature type with it"."""

    place: ClassVar[Literal["before", "after"]] = "after"
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("that [shares|share] a {family} with {of}"),
        said("that [shares|share] at least one {family} with {of}", word="at least one"),
        said("that [doesn't|don't] share a {family} with {of}", negated=True),
        said("with the same {family} as {of}", word="same"),
        said("that [has|have] the same {family} as {of}", word="has"),
        said("that [doesn't|don't] have the same {family} as {of}", word="has", negated=True),
    )
    family: Literal[
        "color", "creature_type", "land_type", "card_type", "permanent_type", "name", "power", "toughness", "mana_value"
    ]
    of: Selector
    negated: bool = False
    word: Literal["", "at least one", "same", "has"] = ""

    COLUMN: ClassVar[Mapping[str, str]] = {
        "creature_type": "subtype", "land_type": "subtype", "card_type": "type", "permanent_type": "type",
    }  # fmt: skip

    def select(self, view: View, context: Context) -> Mask:
        theirs = self.of.select(view, context)
        able = creatures(view) if self.family in ("power", "toughness") else view.everything  # 208.3
        family = self.family.removesuffix("_type")
        marker = EVERY_MARKERS.get(family, "")
        values = PERMANENT_TYPES if self.family == "permanent_type" else subtypes_of(family)  # 205.3d, 110.4
        mask = both = 0
        for value, having in view.column(self.COLUMN.get(self.family, self.family)).items():
            if value == "" or (values and value != marker and value not in values):
                continue  # 201.2a: what has no name shares none
            both |= having
            if having & theirs & able:
                mask |= having
        if marker:  # what has every creature type shares one with whatever has any
            every = view.having("subtype", marker)
            mask |= (both if every & theirs else 0) | (every if both & theirs else 0)
        mask &= able
        return view.everything & ~mask if self.negated else mask

    def reads(self) -> frozenset[Column]:
        return self.of.reads() | columns((self.COLUMN.get(self.family, self.family), ANY), ("type", "Creature"))


class Extreme(Filter, frozen=True):
    """Objects with the greatest or least number among others: "with the greatest power among creatures you control"."""

    place: ClassVar[Literal["before", "after"]] = "after"
    phrases: ClassVar[tuple[Phrase, ...]] = (said("with the {how} {what} among {of}"),)
    how: Literal["greatest", "highest", "least", "lowest"]
    what: Literal["power", "toughness", "mana_value"]
    of: Selector

    def select(self, view: View, context: Context) -> Mask:
        scope = self.of.select(view, context)
        if self.what != "mana_value":
            scope &= creatures(view)
        found = {number: having & scope for number, having in view.column(self.what).items() if having & scope}
        if not found:
            return 0
        best: int = max(found) if self.how in ("greatest", "highest") else min(found)
        return found[best]

    def reads(self) -> frozenset[Column]:
        return self.of.reads() | columns((self.what, ANY), ("type", "Creature"))


class Parted(Filter, frozen=True):
    """Objects whose owner and controller differ, one of them you: "you control but don't own"."""

    place: ClassVar[Literal["before", "after"]] = "after"
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("you control but don't own", controls=True),
        said("you own but don't control", controls=False),
    )
    controls: bool

    def select(self, view: View, context: Context) -> Mask:
        mine, own = ControlledBy("you").select(view, context), OwnedBy("you").select(view, context)
        return mine & ~own if self.controls else own & ~mine

    def reads(self) -> frozenset[Column]:
        return columns(("controller", ANY))


class Sized(Filter, frozen=True):
    """Creatures of one size: "1/1 creature"."""

    power: int
    toughness: int

    def select(self, view: View, context: Context) -> Mask:
        return view.having("power", self.power) & view.having("toughness", self.toughness) & creatures(view)

    def reads(self) -> frozenset[Column]:
        return columns(("power", self.power), ("toughness", self.toughness), ("type", "Creature"))


class CostsX(Filter, frozen=True):
    """Objects with {X} among the symbols of their mana cost (107.3)."""

    place: ClassVar[Literal["before", "after"]] = "after"
    phrases: ClassVar[tuple[Phrase, ...]] = (said("with {symbol} in [its mana cost|their mana costs]"),)
    patterns: ClassVar[Mapping[str, str]] = {"symbol": r"\{X\}"}
    symbol: str = "{X}"

    def select(self, view: View, context: Context) -> Mask:
        mask = 0
        for cost, having in view.column("mana_cost").items():
            if self.symbol in cost:
                mask |= having
        return mask

    def reads(self) -> frozenset[Column]:
        return columns(("mana_cost", ANY))


class Parity(Filter, frozen=True):
    """Objects whose number is odd or even: "with an odd mana value"; zero is even."""

    place: ClassVar[Literal["before", "after"]] = "after"
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("with [an odd|odd] {what}[|s]", odd=True),
        said("with [an even|even] {what}[|s]", odd=False),
    )
    what: Literal["power", "toughness", "mana_value"]
    odd: bool

    def select(self, view: View, context: Context) -> Mask:
        mask = view.everything if not self.odd else 0
        for number, having in view.column(self.what).items():
            mask = mask | having if number % 2 == self.odd else mask & ~having
        return mask if self.what == "mana_value" else mask & creatures(view)

    def reads(self) -> frozenset[Column]:
        return columns((self.what, ANY), ("type", "Creature"))


class Alike(Filter, frozen=True):
    """Targets that have something in common with each other: "two target permanents that share a card type".

    It says what may be targeted, which the timeline has obeyed; of any other group it would say nothing.
    """

    place: ClassVar[Literal["before", "after"]] = "after"
    phrases: ClassVar[tuple[Phrase, ...]] = (said("that share a {family}"),)
    family: Literal["color", "creature_type", "land_type", "card_type", "permanent_type"]

    def select(self, view: View, context: Context) -> Mask:
        return view.everything
