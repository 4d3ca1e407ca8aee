"""Filters that select objects by type, color, ability, number or name (109.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import ClassVar, Literal

from ...rules.vocabulary import KEYWORDS, PERMANENT_TYPES
from ..amounts.base import compare
from ..language import Ability, Amount, Filter, Qualifier
from ..phrase import Phrase, said
from ..view import (
    ABILITIES,
    ANY,
    Columns,
    Comparison,
    Context,
    Mask,
    View,
    columns,
    creatures,
    number_columns,
    subtype_columns,
    union,
)


class _OfWord(Filter, frozen=True):
    BY_ITSELF: ClassVar[bool] = True
    FAMILY: ClassVar[str]  # also the name of the field that contains the word

    def select(self, view: View, context: Context) -> Mask:
        return view.having(self.FAMILY, getattr(self, self.FAMILY))

    def reads(self) -> Columns:
        return columns((self.FAMILY, getattr(self, self.FAMILY)))


class OfType(_OfWord, frozen=True):
    """Objects with a given card type, as in "creature"."""

    FAMILY: ClassVar[str] = "type"
    type: str


class OfSubtype(_OfWord, frozen=True):
    """Objects with a given subtype, as in "Forest"."""

    FAMILY: ClassVar[str] = "subtype"
    subtype: str

    def reads(self) -> Columns:
        return subtype_columns(self.subtype)


class OfSupertype(_OfWord, frozen=True):
    """Objects with a given supertype, as in "basic" or "legendary"."""

    FAMILY: ClassVar[str] = "supertype"
    supertype: str


class OfColor(_OfWord, frozen=True):
    """Objects with a given color (W, U, B, R or G), as in "white"."""

    FAMILY: ClassVar[str] = "color"
    color: str


class ColorCount(Filter, frozen=True):
    """Objects with a certain number of colors, as in "colorless", "monocolored" or "multicolored" (105.2)."""

    BY_ITSELF: ClassVar[bool] = True
    READS: ClassVar[Columns] = columns(("color", ANY))
    phrases: ClassVar[tuple[Phrase, ...]] = tuple(
        said(word, word=word) for word in ("colorless", "monocolored", "multicolored", "colored")
    )
    STYLE_FIELDS: ClassVar[frozenset[str]] = frozenset()  # the word changes the meaning
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


class Chosen(Qualifier, frozen=True):
    """Objects that have the chosen color, creature type, card type or name, as in "of the chosen type"."""

    FACTS: ClassVar[frozenset[str]] = frozenset({"choices"})
    BY_ITSELF: ClassVar[bool] = True
    phrases: ClassVar[tuple[Phrase, ...]] = (said("of the {what} of your choice", word="your choice"),)
    what: Literal["color", "creature_type", "land_type", "basic_land_type", "card_type", "card_name"]
    which: int = 0  # 0: all chosen words; n: the n-th ("the first chosen type")
    word: str = ""  # "your choice" if the choice is made on resolution

    FAMILY: ClassVar[dict[str, str]] = {
        "color": "color", "creature_type": "subtype", "land_type": "subtype", "basic_land_type": "subtype",
        "card_type": "type", "card_name": "name",
    }  # fmt: skip

    def select(self, view: View, context: Context) -> Mask:
        words = view.choices(context).of(self.what)
        chosen = words[self.which - 1 : self.which] if self.which else words
        return union(view.having(self.FAMILY[self.what], word) for word in chosen)

    def reads(self) -> Columns:
        return columns((self.FAMILY[self.what], ANY))


class With(Qualifier, frozen=True):
    """Objects that have or lack a keyword ability, regardless of its parameter, as in "without flying"."""

    BY_ITSELF: ClassVar[bool] = True
    READS: ClassVar[Columns] = ABILITIES
    keyword: str
    negated: bool = False
    subtype: str = ""  # the land type in "islandwalk"

    def select(self, view: View, context: Context) -> Mask:
        those = (each for name in _with_variants(self.keyword) for each in view.keywords(name))
        mask = union(having for held, having in those if self.subtype in ("", held.ability.subtype))
        return view.everything & ~mask if self.negated else mask


@cache
def _with_variants(keyword: str) -> tuple[str, ...]:
    # The keyword and its variants, which are meant, too: "with cycling" includes typecycling (702.29e, 702.37b).
    return (keyword, *(name for name, entry in KEYWORDS.items() if entry.variant_of == keyword))


class NoAbilities(Qualifier, frozen=True):
    """Objects with no abilities (113.12)."""

    BY_ITSELF: ClassVar[bool] = True
    READS: ClassVar[Columns] = ABILITIES
    phrases: ClassVar[tuple[Phrase, ...]] = (said("with no abilities"),)

    def select(self, view: View, context: Context) -> Mask:
        return view.everything & ~union(view.column("ability").values())


class WithAbility(Qualifier, frozen=True):
    """Objects that have an ability of a given kind, as in "with a mana ability" (605.1) or "with a morph ability"."""

    BY_ITSELF: ClassVar[bool] = True
    READS: ClassVar[Columns] = ABILITIES
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("with a {form} ability"),
        said("with {form} abilities", word="several"),
    )
    form: Literal["mana", "morph"]
    word: Literal["", "several"] = ""

    def select(self, view: View, context: Context) -> Mask:
        if self.form == "morph":
            return With("Morph").select(view, context)
        abilities = view.column("ability").items()
        return union(having for held, having in abilities if getattr(held.ability, "form", "") == self.form)


class HasAbility(Qualifier, frozen=True):
    """Objects that have a quoted ability, as in 'if it doesn't have "Whenever this creature attacks, ..."'."""

    BY_ITSELF: ClassVar[bool] = True
    READS: ClassVar[Columns] = ABILITIES
    ability: Ability

    def select(self, view: View, context: Context) -> Mask:
        abilities = view.column("ability").items()
        return union(having for held, having in abilities if held.ability == self.ability)


class WithNumber(Qualifier, frozen=True):
    """Objects with a certain power, toughness or mana value, as in "with power 2 or less" (208.3)."""

    BY_ITSELF: ClassVar[bool] = True
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("with {what} less than or equal to {amount}", comparison="or less"),
        said("with {what} greater than or equal to {amount}", comparison="or greater"),
        said("with {what} less than {amount}", comparison="less than"),
        said("with {what} greater than {amount}", comparison="greater than"),
        said("with {what} equal to {amount}", comparison="exactly"),
    )
    what: Literal["power", "toughness", "mana_value", "power or toughness", "total power and toughness"]
    amount: Amount
    comparison: Comparison = "exactly"

    def select(self, view: View, context: Context) -> Mask:
        mask = 0
        for bound, scope in self.amount.values(view, context, view.everything).items():
            for number, having in self._numbers(view):
                if having & scope and compare(number, self.comparison, bound):
                    mask |= having & scope
        return mask if self.what == "mana_value" else mask & creatures(view)

    def _numbers(self, view: View) -> Iterator[tuple[int, Mask]]:
        if self.what == "total power and toughness":
            for toughness, those in view.column("toughness").items():
                yield from ((power + toughness, having & those) for power, having in view.column("power").items())
        else:
            for family in self.what.split(" or "):
                yield from view.column(family).items()

    def reads(self) -> Columns:
        families = ("power", "toughness") if " " in self.what else (self.what,)
        return super().reads().union(*map(number_columns, families))


class Named(Qualifier, frozen=True):
    """Objects with a given name, as in "named Forest"."""

    BY_ITSELF: ClassVar[bool] = True
    phrases: ClassVar[tuple[Phrase, ...]] = (said("not named {name}", negated=True),)
    patterns: ClassVar[Mapping[str, str]] = {"name": r"~|[A-Z][\w'-]+(?:,? (?:[A-Z][\w'-]*|of|the))*"}
    name: str
    negated: bool = False

    def select(self, view: View, context: Context) -> Mask:
        mask = view.having("name", self.name)
        if context.source is None:  # an effect of a spell
            abilities = view.column("ability").items()
            counted = union(having for held, having in abilities if held.ability.counted_as() == self.name)
            mask |= counted & view.still("zone", "graveyard")
        return view.everything & ~mask if self.negated else mask

    def reads(self) -> Columns:
        return columns(("name", self.name))


class CanBePermanent(Filter, frozen=True):
    """Objects with a permanent type, as in "permanent card" or "permanent spell" (110.4b-c)."""

    BY_ITSELF: ClassVar[bool] = True
    READS: ClassVar[Columns] = columns(*(("type", type) for type in PERMANENT_TYPES))

    def select(self, view: View, context: Context) -> Mask:
        return union(view.having("type", type) for type in PERMANENT_TYPES)
