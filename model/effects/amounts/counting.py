"""Amounts that count objects or read their characteristics."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import islice
from typing import ClassVar, Literal

from msgspec.structs import replace

from ...rules.vocabulary import BASIC_LAND_TYPES, EVERY_MARKERS, PERMANENT_TYPES, devotion, subtypes_of
from ..filters.comparisons import Sharing
from ..filters.whereabouts import CardNoun, InZone
from ..language import Amount, Selector
from ..node import marked
from ..players import ControllerOf
from ..selectors import Group
from ..view import (
    ABILITIES,
    ANY,
    CONTROLLERS,
    Columns,
    Context,
    Mask,
    View,
    Who,
    base_column,
    columns,
    creatures,
    number_columns,
    numbered,
    players,
    positive,
    subtype_columns,
    union,
)
from .base import OfEach


class Count(Amount, frozen=True):
    """The number of objects in a group, as in "the number of creatures you control"."""

    of: Selector
    apart: bool = False  # whether an object does not count itself: "for each other creature you control"

    def facts(self) -> frozenset[str]:
        asked = cards_in(self.of)
        return frozenset() if asked is None else frozenset({asked.zone})

    def value(self, view: View, context: Context) -> int:
        asked = cards_in(self.of)
        if asked is None:
            return self.of.select(view, context).bit_count()
        whose = (0, *view.opponents(0)) if asked.whose is None else players(view, context, asked.whose)
        return sum(view.player_fact(player, asked.zone) for player in whose)

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        if marked(self, "of_each"):
            each = ((bit, self.of.select(view, replace(context, each=bit))) for bit in positive(scope))
            return numbered((mask.bit_count() - (self.apart and mask >> bit & 1), 1 << bit) for bit, mask in each)
        if not self.apart:
            return {self.value(view, context): scope} if scope else {}
        fitting = self.of.select(view, context)
        number = fitting.bit_count()
        return numbered([(number - 1, scope & fitting), (number, scope & ~fitting)])


@lru_cache(maxsize=4096)
def cards_in(of: Selector) -> InZone | None:
    """Return the zone if a group consists of all cards in a zone such as a graveyard, or None.

    The timeline can record the number of cards in such a zone.
    """
    if isinstance(of, Group) and len(of.filters) == 2 and isinstance(of.filters[0], CardNoun):
        zone = of.filters[1]
        if isinstance(zone, InZone) and not zone.negated and zone.zone in ("hand", "library", "graveyard", "exile"):
            return zone
    return None


class Total(Amount, frozen=True):
    """The total, greatest or least power, toughness or mana value among objects, as in "the total power of ..."."""

    of: Selector
    what: Literal["power", "toughness", "mana_value"] = "power"
    how: Literal["total", "greatest", "least"] = "total"

    def value(self, view: View, context: Context) -> int:
        scope = self.of.select(view, context)
        if self.what != "mana_value":
            scope &= creatures(view)
        found = {n: (having & scope).bit_count() for n, having in view.column(self.what).items() if having & scope}
        if not found:
            return 0
        if self.how == "total":
            return sum(number * times for number, times in found.items())
        extreme: int = max(found) if self.how == "greatest" else min(found)
        return extreme

    def reads(self) -> Columns:
        return super().reads() | columns((self.what, ANY), ("type", "Creature"))


class Its(OfEach, frozen=True):
    """A numeric characteristic of each object, as in "its mana value", "its power" or "its base power" (208.4b)."""

    what: Literal["power", "toughness", "mana_value", "base_power", "base_toughness"] = "mana_value"
    word: str = "its"

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        # 208.3: on the battlefield, only creatures have power and toughness, even if an effect set them.
        able = scope if self.what == "mana_value" else scope & creatures(view)
        # 208.5, 202.3: a missing value counts as 0.
        base = self.what.removeprefix("base_")
        column = view.column(self.what) if base == self.what else base_column(view, base)
        return numbered(column.items(), scope, able)

    def reads(self) -> Columns:
        return number_columns(self.what)


class NumberOf(Amount, frozen=True):
    """A numeric characteristic of another object, as in "enchanted creature's mana value".

    Attributes:
        of: the object.
        what: the characteristic.
        word: "of" if the text says "the power of ...".
    """

    of: Selector
    what: Literal["power", "toughness", "mana_value", "base_power", "base_toughness"] = "power"
    word: str = ""

    def value(self, view: View, context: Context) -> int:
        return next(iter(Its(self.what).values(view, context, self.of.select(view, context))), 0)

    def reads(self) -> Columns:
        return super().reads() | number_columns(self.what)


class PlayerCount(Amount, frozen=True):
    """The sum of a number, such as life or cards in hand, over the given players."""

    READS: ClassVar[Columns] = CONTROLLERS
    STYLE_FIELDS: ClassVar[frozenset[str]] = Amount.STYLE_FIELDS | {"word"}
    what: str = "hand"  # hand, library, life, poison ...
    who: Who | ControllerOf = "you"
    word: str = ""  # "{E}" if the text says "the amount of {E} you have"

    def facts(self) -> frozenset[str]:
        return frozenset({self.what})

    def value(self, view: View, context: Context) -> int:
        return sum(view.player_fact(player, self.what) for player in players(view, context, self.who))


class Devotion(Amount, frozen=True):
    """The number of mana symbols of the given colors in the mana costs of a player's permanents (700.5)."""

    READS: ClassVar[Columns] = columns(("mana_cost", ANY), ("controller", ANY))
    colors: tuple[str, ...]
    who: Who | ControllerOf = "you"

    def value(self, view: View, context: Context) -> int:
        mine = view.still("zone", "battlefield") & union(
            view.having("controller", player) for player in players(view, context, self.who)
        )
        costs = view.column("mana_cost")
        return sum([number * (costs[cost] & mine).bit_count() for cost, number in _devoted(tuple(costs), self.colors)])


@lru_cache(maxsize=1024)
def _devoted(costs: tuple[str, ...], colors: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    # The mana costs that contribute to the devotion to some colors, each with its contribution.
    return tuple((cost, number) for cost in costs if (number := devotion(cost, colors)))


class Domain(Amount, frozen=True):
    """The number of basic land types among objects, as in "basic land types among lands you control"."""

    READS: ClassVar[Columns] = columns(("subtype", ANY))
    of: Selector

    def value(self, view: View, context: Context) -> int:
        scope = self.of.select(view, context)
        return sum(1 for word in BASIC_LAND_TYPES if view.having("subtype", word) & scope)


class AttacksMade(OfEach, frozen=True):
    """The number of times that each creature attacked this turn, as in "for each time it has attacked this turn".

    If no number is recorded, a creature that attacked this turn attacked once.
    """

    FACTS: ClassVar[frozenset[str]] = frozenset({"attacked_this_turn", "attacks_this_turn"})

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        known = [(number, having & scope) for number, having in view.still_values("attacks_this_turn").items()]
        once = view.still("attacked_this_turn", True) & scope & ~union(having for _, having in known)
        return numbered([*known, (1, once)], scope)


class ChosenBefore(OfEach, frozen=True):
    """The number of objects chosen before each object, as in "for each creature chosen before it".

    An event names the chosen objects in order (`Choices.object`).
    """

    FACTS: ClassVar[frozenset[str]] = frozenset({"choices"})

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        order = enumerate(view.choices(context).object)
        return numbered(((place, view.still("id", id) & scope) for place, id in order), scope)


class NameStickers(Amount, frozen=True):
    """The number of name stickers on an object, as in "for each name sticker on it" (123.6).

    Attributes:
        of: the object; without it, the stickers on each object are counted separately.
        letters: the number of letters to which the words are compared, or None.
        more: whether the words have at least this number of letters, and not at most.
    """

    FACTS: ClassVar[frozenset[str]] = frozenset({"name stickers"})
    of: Selector | None = None
    letters: int | None = None
    more: bool = True

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        if self.of is not None:
            return super().values(view, context, scope)
        return numbered((self._on(view, 1 << bit), 1 << bit) for bit in positive(scope))

    def value(self, view: View, context: Context) -> int:
        return self._on(view, _counted(self.of, view, context))

    def _on(self, view: View, mask: Mask) -> int:
        named = [(names, having & mask) for names, having in view.still_values("name stickers").items()]
        return sum(self._fits(words) * having.bit_count() for names, having in named for words in names)

    def _fits(self, words: str) -> bool:
        number = sum(sign.isalpha() for sign in words)
        return self.letters is None or (number >= self.letters if self.more else number <= self.letters)


class DoorsAmong(Amount, frozen=True):
    """The number of unlocked doors of Rooms, as in "unlocked doors among Rooms you control" (709.5)."""

    FACTS: ClassVar[frozenset[str]] = frozenset({"doors"})
    of: Selector

    def value(self, view: View, context: Context) -> int:
        scope = self.of.select(view, context)
        return sum(number * (having & scope).bit_count() for number, having in view.still_values("doors").items())


class KindsAmong(Amount, frozen=True):
    """The number of different values among objects, as in "card types among cards in all graveyards"."""

    of: Selector
    family: Literal["type", "permanent_type", "creature_type", "land_type", "color", "name", "mana_value", "power"] = (
        "type"
    )
    word: str = ""  # "different" if the text says so

    def value(self, view: View, context: Context) -> int:
        scope = self.of.select(view, context)
        if self.family == "power":
            scope &= creatures(view)  # 208.3
        if self.family == "permanent_type":  # 110.4
            return sum(1 for type, having in view.column("type").items() if having & scope and type in PERMANENT_TYPES)
        if self.family.endswith("_type"):  # 205.3i, 205.3m
            family = self.family.removesuffix("_type")
            kinds = subtypes_of(family)
            if view.having("subtype", EVERY_MARKERS[family]) & scope:
                return len(kinds)
            return sum(1 for value, having in view.column("subtype").items() if having & scope and value in kinds)
        column = view.column(self.family)
        return sum(1 for value, having in column.items() if having & scope and value != "")  # 201.2: no name

    def reads(self) -> Columns:
        column = Sharing.COLUMN.get(self.family, self.family)
        return super().reads() | columns((column, ANY), ("type", "Creature"))


class MostAlike(Amount, frozen=True):
    """The greatest number of objects that have one value in common, as in "three or more creatures share a name"."""

    of: Selector
    family: Literal["name", "creature_type", "card_type", "color", "mana_value", "power", "toughness"]

    def value(self, view: View, context: Context) -> int:
        scope = self.of.select(view, context)
        if self.family in ("power", "toughness"):
            scope &= creatures(view)  # 208.3
        column = view.column(Sharing.COLUMN.get(self.family, self.family))
        if self.family != "creature_type":  # 201.2a: objects without a name do not share one
            return max(((having & scope).bit_count() for value, having in column.items() if value != ""), default=0)
        every = view.having("subtype", EVERY_MARKERS["creature"])  # 205.3m
        kinds = subtypes_of("creature")
        sharing = [every, *(having | every for value, having in column.items() if value in kinds)]
        return max((having & scope).bit_count() for having in sharing)

    def reads(self) -> Columns:
        return super().reads() | columns((Sharing.COLUMN.get(self.family, self.family), ANY), ("type", "Creature"))


def _counted(of: Selector | None, view: View, context: Context) -> Mask:
    return context.itself if of is None else of.select(view, context)


class CountersOn(Amount, frozen=True):
    """The number of counters of one kind on objects, as in "for each +1/+1 counter on it".

    If `of` is omitted, the counters on each object are counted separately.
    """

    FACTS: ClassVar[frozenset[str]] = frozenset({"counter"})
    counter: str = ""
    of: Selector | None = None
    word: str = "it"  # "them" if the text refers to several objects

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        if self.of is not None:
            return super().values(view, context, scope)
        return numbered((self._on(view, 1 << bit), 1 << bit) for bit in positive(scope))

    def value(self, view: View, context: Context) -> int:
        return self._on(view, _counted(self.of, view, context))

    def _on(self, view: View, mask: Mask) -> int:
        kinds = (self.counter,) if self.counter else tuple(view.still_values("counter"))
        return sum(
            number * (having & mask).bit_count()
            for kind in kinds
            for number, having in view.still_values(f"counter {kind}").items()
        )


class ColorsOf(Amount, frozen=True):
    """The number of colors among objects, as in "for each of its colors" (105.2).

    If `of` is omitted, the colors of each object are counted separately.
    """

    READS: ClassVar[Columns] = columns(("color", ANY))
    of: Selector | None = None
    word: str = "its"

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        if self.of is not None:
            return super().values(view, context, scope)
        found = numbered([(0, scope)])
        for having in view.column("color").values():
            more = [(number + 1, mask & having) for number, mask in found.items()]
            found = numbered([*more, *((number, mask & ~having) for number, mask in found.items())])
        return found

    def value(self, view: View, context: Context) -> int:
        mask = _counted(self.of, view, context)
        return sum(1 for having in view.column("color").values() if having & mask)


class Symbols(Amount, frozen=True):
    """The number of mana symbols of a color in mana costs (chroma).

    If `of` is omitted, the symbols of each object are counted separately.
    """

    READS: ClassVar[Columns] = columns(("mana_cost", ANY))
    color: str
    of: Selector | None = None

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        if self.of is not None:
            return super().values(view, context, scope)
        costs = [(cost, having & scope) for cost, having in view.column("mana_cost").items() if having & scope]
        return numbered(((devotion(cost, self.color), having) for cost, having in costs), scope)

    def value(self, view: View, context: Context) -> int:
        mask = _counted(self.of, view, context)
        costs = view.column("mana_cost").items()
        return sum(devotion(cost, self.color) * (having & mask).bit_count() for cost, having in costs)


class NameWords(OfEach, frozen=True):
    """The number of words in the name of each object; a hyphenated word is one word."""

    READS: ClassVar[Columns] = columns(("name", ANY))

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        names = [(name, having & scope) for name, having in view.column("name").items() if having & scope]
        return numbered(((len(str(name).split()), having) for name, having in names), scope)


class KeywordsHeld(OfEach, frozen=True):
    """The number of listed keywords that each object has, as in "+1/+1 if it has flying, ... and so on for"."""

    READS: ClassVar[Columns] = ABILITIES
    keywords: tuple[str, ...]

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        having = [union(mask for _, mask in view.keywords(name)) for name in dict.fromkeys(self.keywords)]
        each = ((sum(mask >> bit & 1 for mask in having), 1 << bit) for bit in positive(scope))
        return numbered(each)


class KeywordPoints(OfEach, frozen=True):
    """The sum of the numbers after a keyword of each object, as in "for each point of bushido it has" (702.45b)."""

    READS: ClassVar[Columns] = ABILITIES
    keyword: str

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        held = [
            (int(held.ability.parameter or 0), having & scope)
            for held, having in view.keywords(self.keyword)
            if str(held.ability.parameter or 0).isdigit()
        ]
        found = numbered([(0, scope)])
        for points, mask in held:
            more = [(number + points, those & mask) for number, those in found.items()]
            found = numbered([*more, *((number, those & ~mask) for number, those in found.items())])
        return found


PARTY = ("Cleric", "Rogue", "Warrior", "Wizard")


class Party(Amount, frozen=True):
    """The number of creatures in a party: up to one each of Cleric, Rogue, Warrior and Wizard (700.8).

    Attributes:
        who: the player.
    """

    READS: ClassVar[Columns] = columns(("controller", ANY), ("type", "Creature")).union(*map(subtype_columns, PARTY))
    who: Literal["you", "they"] = "you"

    def value(self, view: View, context: Context) -> int:
        there = view.still("zone", "battlefield") & view.having("type", "Creature")
        mine = there & union(view.having("controller", player) for player in players(view, context, self.who))
        return _matched(tuple(view.having("subtype", word) & mine for word in PARTY))


@lru_cache(maxsize=4096)
def _matched(roles: tuple[Mask, ...]) -> int:
    # 700.8a: the number of roles that different creatures can fill simultaneously
    if not roles:
        return 0
    first, rest = roles[0], roles[1:]
    best = _matched(rest)
    for bit in islice(positive(first), len(roles)):  # additional creatures cannot fill more roles
        best = max(best, 1 + _matched(tuple(role & ~(1 << bit) for role in rest)))
    return best


class CounterKinds(Amount, frozen=True):
    """The number of different kinds of counters on objects."""

    FACTS: ClassVar[frozenset[str]] = frozenset({"counter"})
    of: Selector
    word: str = ""  # "kind" in "for each kind of counter on it"

    def value(self, view: View, context: Context) -> int:
        scope = self.of.select(view, context)
        return sum(1 for having in view.still_values("counter").values() if having & scope)
