"""Filters by characteristics: types, colors, abilities, numbers, names (109.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from ...rules.vocabulary import PERMANENT_TYPES
from ..amounts.base import compare
from ..language import Amount, Filter
from ..phrase import Phrase, said
from ..view import ANY, Column, Comparison, Context, Mask, View, columns, creatures, subtype_columns


class OfType(Filter, frozen=True):
    """Objects of a card type: "creature"."""

    type: str

    def select(self, view: View, context: Context) -> Mask:
        return view.having("type", self.type)

    def reads(self) -> frozenset[Column]:
        return columns(("type", self.type))


class OfSubtype(Filter, frozen=True):
    """Objects of a subtype: "Forest"."""

    subtype: str

    def select(self, view: View, context: Context) -> Mask:
        return view.having("subtype", self.subtype)

    def reads(self) -> frozenset[Column]:
        return subtype_columns(self.subtype)


class OfSupertype(Filter, frozen=True):
    """Objects of a supertype: "basic", "legendary"."""

    supertype: str

    def select(self, view: View, context: Context) -> Mask:
        return view.having("supertype", self.supertype)

    def reads(self) -> frozenset[Column]:
        return columns(("supertype", self.supertype))


class OfColor(Filter, frozen=True):
    """Objects of a color, W U B R or G: "white"."""

    color: str

    def select(self, view: View, context: Context) -> Mask:
        return view.having("color", self.color)

    def reads(self) -> frozenset[Column]:
        return columns(("color", self.color))


class ColorCount(Filter, frozen=True):
    """Objects by how many colors they have: "colorless", "monocolored", "multicolored" (105.2)."""

    phrases: ClassVar[tuple[Phrase, ...]] = tuple(
        said(word, word=word) for word in ("colorless", "monocolored", "multicolored", "colored")
    )
    STYLE_FIELDS: ClassVar[frozenset[str]] = frozenset()  # the word decides
    word: Literal["colorless", "monocolored", "multicolored", "colored"]

    def select(self, view: View, context: Context) -> Mask:
        once = twice = 0
        for mask in view.column("color").values():
            twice |= once & mask
            once |= mask
        masks = {
            "colorless": view.everything & ~once, "monocolored": once & ~twice,
            "multicolored": twice, "colored": once,
        }  # fmt: skip
        return masks[self.word]

    def reads(self) -> frozenset[Column]:
        return columns(("color", ANY))


class Chosen(Filter, frozen=True):
    """Objects of the chosen color, creature type, card type or name: "of the chosen type"."""

    place: ClassVar[Literal["before", "after"]] = "after"
    phrases: ClassVar[tuple[Phrase, ...]] = (said("of the {what} of your choice", word="your choice"),)
    what: Literal["color", "creature_type", "land_type", "basic_land_type", "card_type", "card_name"]
    which: int = 0  # 0: all that were chosen; n: the n-th ("the first chosen type")
    word: str = ""  # "your choice", where the text has you choose as it resolves

    FAMILY: ClassVar[dict[str, str]] = {
        "color": "color", "creature_type": "subtype", "land_type": "subtype", "basic_land_type": "subtype",
        "card_type": "type", "card_name": "name",
    }  # fmt: skip

    def select(self, view: View, context: Context) -> Mask:
        words: tuple[str, ...] = getattr(view.choices(context), self.what)
        chosen = words[self.which - 1 : self.which] if self.which else words
        mask = 0
        for word in chosen:
            mask |= view.having(self.FAMILY[self.what], word)
        return mask

    def reads(self) -> frozenset[Column]:
        return columns((self.FAMILY[self.what], ANY))


class With(Filter, frozen=True):
    """Objects with a keyword ability: "with flying", "without flying"; any parameter fits a bare keyword."""

    place: ClassVar[Literal["before", "after"]] = "after"
    keyword: str
    negated: bool = False
    subtype: str = ""  # of "islandwalk"

    def select(self, view: View, context: Context) -> Mask:
        mask = 0
        for held, having in view.column("ability").items():
            if getattr(held.ability, "name", None) == self.keyword and self.subtype in ("", held.ability.subtype):
                mask |= having
        return view.everything & ~mask if self.negated else mask

    def reads(self) -> frozenset[Column]:
        return columns(("ability", ANY))


class NoAbilities(Filter, frozen=True):
    """Objects with no abilities at all (113.12)."""

    place: ClassVar[Literal["before", "after"]] = "after"
    phrases: ClassVar[tuple[Phrase, ...]] = (said("with no abilities"),)

    def select(self, view: View, context: Context) -> Mask:
        mask = 0
        for having in view.column("ability").values():
            mask |= having
        return view.everything & ~mask

    def reads(self) -> frozenset[Column]:
        return columns(("ability", ANY))


class WithNumber(Filter, frozen=True):
    """Objects by power, toughness or mana value: "with power 2 or less"; "its" means each of them."""

    place: ClassVar[Literal["before", "after"]] = "after"
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("with {what} less than or equal to {amount}", comparison="or less"),
        said("with {what} greater than or equal to {amount}", comparison="or greater"),
        said("with {what} less than {amount}", comparison="less than"),
        said("with {what} greater than {amount}", comparison="greater than"),
        said("with {what} equal to {amount}", comparison="exactly"),
    )
    what: Literal["power", "toughness", "mana_value"]
    amount: Amount
    comparison: Comparison = "exactly"

    def select(self, view: View, context: Context) -> Mask:
        mask = 0
        for bound, scope in self.amount.values(view, context, view.everything).items():
            for number, having in view.column(self.what).items():
                if having & scope and compare(number, self.comparison, bound):
                    mask |= having & scope
        return mask if self.what == "mana_value" else mask & creatures(view)

    def reads(self) -> frozenset[Column]:
        own = (
            columns((self.what, ANY)) if self.what == "mana_value" else columns((self.what, ANY), ("type", "Creature"))
        )
        return own | self.amount.reads()


class Named(Filter, frozen=True):
    """Objects with a name: "named Forest"."""

    place: ClassVar[Literal["before", "after"]] = "after"
    phrases: ClassVar[tuple[Phrase, ...]] = (said("not named {name}", negated=True),)
    patterns: ClassVar[Mapping[str, str]] = {"name": r"~|[A-Z][\w'-]+(?:,? (?:[A-Z][\w'-]*|of|the))*"}
    name: str
    negated: bool = False

    def select(self, view: View, context: Context) -> Mask:
        mask = view.having("name", self.name)
        return view.everything & ~mask if self.negated else mask

    def reads(self) -> frozenset[Column]:
        return columns(("name", self.name))


class CanBePermanent(Filter, frozen=True):
    """The word "permanent" of a card or a spell: it can be one, by its card types (110.4b-c)."""

    def select(self, view: View, context: Context) -> Mask:
        mask = 0
        for type in PERMANENT_TYPES:
            mask |= view.having("type", type)
        return mask

    def reads(self) -> frozenset[Column]:
        return columns(*(("type", type) for type in PERMANENT_TYPES))
