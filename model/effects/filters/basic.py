"""Filters: the words and phrases that narrow a group of objects (109.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Literal

from ...rules.vocabulary import EVERY_MARKERS, families
from ..amounts.counting import Amount, Number, compare, of_players, positive
from ..node import Node
from ..phrase import Phrase, said
from ..view import ANY, Column, Comparison, Context, Mask, View, Who, Zone, columns, creatures, players

if TYPE_CHECKING:
    from ..players import ControllerOf
    from ..selectors import Selector


def subtype_columns(word: str) -> frozenset[Column]:
    """Return the columns that decide whether an object has subtype `word`."""
    return columns(("subtype", word), *(("subtype", EVERY_MARKERS[f]) for f in families(word) if f in EVERY_MARKERS))


class Filter(Node, frozen=True):
    """One word or phrase that narrows a group: an adjective, the noun or what follows it."""

    # Where the phrase stands: before the noun or as the noun, or after it.
    place: ClassVar[Literal["before", "after"]] = "before"
    # Whether it says in which zones to look; without any such filter a group means permanents (109.2).
    zoned: ClassVar[bool] = False
    # How cards say it; the reader and the printer of the Oracle compiler know these phrases from here.
    phrases: ClassVar[tuple[Phrase, ...]] = ()
    # Values of a field -> how they are said, where that is not the value itself.
    wording: ClassVar[Mapping[str, str]] = {}
    # Fields that hold a text -> what that text may be, as a regular expression.
    patterns: ClassVar[Mapping[str, str]] = {}

    def select(self, view: View, context: Context) -> Mask:
        """Return the objects that fit."""
        raise NotImplementedError

    def reads(self) -> frozenset[Column]:
        """Return the columns that decide which objects fit."""
        return frozenset()


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
    """Objects of a colour, W U B R or G: "white"."""

    color: str

    def select(self, view: View, context: Context) -> Mask:
        return view.having("color", self.color)

    def reads(self) -> frozenset[Column]:
        return columns(("color", self.color))


class ColorCount(Filter, frozen=True):
    """Objects by how many colours they have: "colorless", "monocolored", "multicolored" (105.2)."""

    phrases: ClassVar[tuple[Phrase, ...]] = tuple(
        said(word, word=word) for word in ("colorless", "monocolored", "multicolored", "colored")
    )
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


class IsToken(Filter, frozen=True):
    """Tokens (111.1)."""

    phrases: ClassVar[tuple[Phrase, ...]] = (said("[token|tokens]"),)

    def select(self, view: View, context: Context) -> Mask:
        return view.still("token", True)


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


class Status(Filter, frozen=True):
    """Objects by a fact the timeline tells: "tapped", "attacking", "face-down", "enchanted" ...

    `word` is the name of the fact as `marks` sets it; "untapped" and "face-up" are the opposites of theirs.
    """

    phrases: ClassVar[tuple[Phrase, ...]] = tuple(
        said(word, word=word)
        for word in (
            "tapped", "untapped", "attacking", "blocking", "blocked", "unblocked", "face-down", "face-up", "enchanted",
            "equipped", "fortified", "monstrous", "suspected", "renowned", "goaded", "saddled", "crewed", "paired",
            "transformed", "exerted", "harnessed", "solved", "prepared", "stickered", "foretold",
        )
    )  # fmt: skip
    word: str

    def select(self, view: View, context: Context) -> Mask:
        if self.word == "untapped":
            return view.everything & ~view.still("tapped", True)
        if self.word == "face-up":
            return view.everything & ~view.still("face-down", True)
        return view.still(self.word, True)


class Permanent(Filter, frozen=True):
    """The noun "permanent": any object on the battlefield (110.1)."""

    phrases: ClassVar[tuple[Phrase, ...]] = (said("[permanent|permanents]"),)
    zoned: ClassVar[bool] = True

    def select(self, view: View, context: Context) -> Mask:
        return view.still("zone", "battlefield")


class CardNoun(Filter, frozen=True):
    """The noun "card": a card (not a token or a copy) that is not on the battlefield or the stack (109.2a)."""

    phrases: ClassVar[tuple[Phrase, ...]] = (said("[card|cards]"),)
    zoned: ClassVar[bool] = True

    def select(self, view: View, context: Context) -> Mask:
        away = view.still("zone", "battlefield") | view.still("zone", "stack") | view.still("token", True)
        return view.everything & ~away


Card = CardNoun


class Spell(Filter, frozen=True):
    """The noun "spell": a card or copy on the stack (112.1)."""

    phrases: ClassVar[tuple[Phrase, ...]] = (said("[spell|spells]"),)
    zoned: ClassVar[bool] = True

    def select(self, view: View, context: Context) -> Mask:
        return view.still("zone", "stack")


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


class Chosen(Filter, frozen=True):
    """Objects of the chosen colour, creature type, card type or name: "of the chosen type"."""

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


class ControlledBy(Filter, frozen=True):
    """Objects that a player controls: "you control", "your opponents control"."""

    place: ClassVar[Literal["before", "after"]] = "after"
    who: Who | ControllerOf
    negated: bool = False  # "you don't control"
    word: str = "control"  # "cast", of spells

    def select(self, view: View, context: Context) -> Mask:
        mask = 0
        for player in players(view, context, self.who):
            mask |= view.having("controller", player)
        return view.everything & ~mask if self.negated else mask

    def reads(self) -> frozenset[Column]:
        return of_players(self.who)


class OwnedBy(Filter, frozen=True):
    """Objects that a player owns: "you own"."""

    place: ClassVar[Literal["before", "after"]] = "after"
    who: Who | ControllerOf
    negated: bool = False

    def select(self, view: View, context: Context) -> Mask:
        mask = 0
        for player in players(view, context, self.who):
            mask |= view.still("owner", player)
        return view.everything & ~mask if self.negated else mask

    def reads(self) -> frozenset[Column]:
        return of_players(self.who)


class InZone(Filter, frozen=True):
    """Objects in a zone: "in your graveyard", "in graveyards", "that aren't on the battlefield"."""

    place: ClassVar[Literal["before", "after"]] = "after"
    zoned: ClassVar[bool] = True
    zone: Zone
    whose: Who | ControllerOf | None = None
    negated: bool = False
    word: str = ""  # "all", in "in all graveyards"

    def select(self, view: View, context: Context) -> Mask:
        mask = view.still("zone", self.zone)
        if self.whose is not None:
            theirs = 0
            for player in players(view, context, self.whose):
                theirs |= view.still("owner", player)
            mask &= theirs
        return view.everything & ~mask if self.negated else mask

    def reads(self) -> frozenset[Column]:
        return frozenset() if self.whose is None else of_players(self.whose)


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


class WithCounter(Filter, frozen=True):
    """Objects with counters on them: "with a +1/+1 counter on it"; an empty kind means any."""

    place: ClassVar[Literal["before", "after"]] = "after"
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("with counters on [it|them]", word="counters"),
        said("with {counter} counters on [it|them]", word="counters"),
        said("without a {counter} counter on [it|them]", amount=Number(0), comparison="exactly", word="without"),
    )
    patterns: ClassVar[Mapping[str, str]] = {
        "counter": r"[+-]\d/[+-]\d|(?!(?:no|one|two|three|four|five|six|seven|eight|nine|ten|X)\b)[a-z]+(?: strike)?",
    }
    counter: str = ""
    amount: Amount = Number(1)
    comparison: Comparison = "or greater"
    word: str = ""  # "him", of a planeswalker

    def select(self, view: View, context: Context) -> Mask:
        bound = self.amount.value(view, context)
        counts: dict[int, int] = {}  # object -> counters of the kinds asked for
        kinds = (self.counter,) if self.counter else tuple(view.still_values("counter"))
        for kind in kinds:
            for number, having in view.still_values(f"counter {kind}").items():
                for bit in positive(having):
                    counts[bit] = counts.get(bit, 0) + number
        mask = sum(1 << bit for bit, number in counts.items() if compare(number, self.comparison, bound))
        if compare(0, self.comparison, bound):
            mask |= view.everything & ~sum(1 << bit for bit in counts)
        return mask

    def reads(self) -> frozenset[Column]:
        return self.amount.reads()


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


class AttachedTo(Filter, frozen=True):
    """Objects attached to what `to` means: "attached to this creature"; `Wearing` is the other way."""

    place: ClassVar[Literal["before", "after"]] = "after"
    phrases: ClassVar[tuple[Phrase, ...]] = (said("attached to {to}"),)
    to: Selector

    def select(self, view: View, context: Context) -> Mask:
        wanted = self.to.select(view, context)
        mask = 0
        for bit in positive(view.still("attached", True)):
            if view.attached_to(bit) & wanted:
                mask |= 1 << bit
        return mask

    def reads(self) -> frozenset[Column]:
        return self.to.reads()
