"""Filters that the basic ones do not cover: batches, links, what only the course of the game can tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal, Self

import msgspec

from ...rules.vocabulary import EVERY_MARKERS, PERMANENT_TYPES, subtypes_of
from ..amounts.counting import positive
from ..phrase import Phrase, said
from ..rewording import reworded
from ..selectors import (
    ControlledBy,
    Filter,
    InZone,
    OfSubtype,
    OfSupertype,
    OfType,
    OwnedBy,
    Selector,
    Status,
    With,
    WithCounter,
    subtype_columns,
)
from ..view import ANY, Column, Context, Mask, View, columns, creatures


class Batch(Filter, frozen=True):
    """Objects that a word of the game gathers: "historic" (700.6), "outlaw" (700.12), "commander" (903.3)."""

    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("historic", word="historic"),
        said("[outlaw|outlaws]", word="outlaw"),
        said("[commander|commanders]", word="commander"),
    )
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
    phrases: ClassVar[tuple[Phrase, ...]] = (said("other than {than}"),)
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


class Marked(Filter, frozen=True):
    """Objects by what the timeline told of this turn: "that attacked this turn", "that was dealt damage this turn"."""

    place: ClassVar[Literal["before", "after"]] = "after"
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("that attacked this turn", fact="attacked_this_turn"),
        said("that blocked this turn", fact="blocked_this_turn"),
        said("that entered this turn", fact="entered_this_turn"),
        said("that [was|were] dealt damage this turn", fact="damaged_this_turn"),
    )
    fact: Literal["attacked_this_turn", "blocked_this_turn", "damaged_this_turn", "entered_this_turn"]

    def select(self, view: View, context: Context) -> Mask:
        return view.still(self.fact, True)


class Modified(Filter, frozen=True):
    """Permanents with counters, with Equipment or with an Aura of their own controller on them: "modified" (700.9)."""

    phrases: ClassVar[tuple[Phrase, ...]] = (said("modified"),)

    def select(self, view: View, context: Context) -> Mask:
        mask = WithCounter().select(view, context)
        equipment, auras = view.having("subtype", "Equipment"), view.having("subtype", "Aura")
        for bit in positive(view.still("attached", True) & (equipment | auras)):
            host = view.attached_to(bit)
            theirs = 0
            for having in view.column("controller").values():
                theirs |= host & having if having >> bit & 1 else 0
            mask |= host if equipment >> bit & 1 else theirs
        return mask & view.still("zone", "battlefield")

    def reads(self) -> frozenset[Column]:
        return subtype_columns("Equipment") | subtype_columns("Aura") | columns(("controller", ANY))


class Wearing(Filter, frozen=True):
    """Objects that something of `by` is attached to: "enchanted by an Aura you control" (303.4, 301.5)."""

    place: ClassVar[Literal["before", "after"]] = "after"
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("enchanted by {by}"),
        said("equipped by {by}", word="equipped"),
    )
    by: Selector
    word: Literal["enchanted", "equipped"] = "enchanted"

    def select(self, view: View, context: Context) -> Mask:
        mask = 0
        for bit in positive(self.by.select(view, context) & view.still("attached", True)):
            mask |= view.attached_to(bit)
        return mask

    def reads(self) -> frozenset[Column]:
        return self.by.reads()


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


class Fighting(Filter, frozen=True):
    """Creatures that block, or are blocked by, others: "blocking it", "blocked by target creature" (509.1g-h)."""

    place: ClassVar[Literal["before", "after"]] = "after"
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("blocking {of}", how="blocking"),
        said("blocked by {of}", how="blocked"),
        said("blocking or blocked by {of}", how="either"),
    )
    how: Literal["blocking", "blocked", "either"]
    of: Selector

    def select(self, view: View, context: Context) -> Mask:
        theirs = self.of.select(view, context)
        mask = 0
        for attacker, blocked in view.still_values("blocking_which").items():
            blockers = blocked & view.still("blocking", True)  # a creature stops blocking as combat ends (511.3)
            if self.how != "blocked" and theirs >> attacker & 1:
                mask |= blockers
            if self.how != "blocking" and theirs & blockers:
                mask |= 1 << attacker
        return mask & view.everything

    def reads(self) -> frozenset[Column]:
        return self.of.reads()


class Alike(Filter, frozen=True):
    """Targets that have something in common with each other: "two target permanents that share a card type".

    It says what may be targeted, which the timeline has obeyed; of any other group it would say nothing.
    """

    place: ClassVar[Literal["before", "after"]] = "after"
    phrases: ClassVar[tuple[Phrase, ...]] = (said("that share a {family}"),)
    family: Literal["color", "creature_type", "land_type", "card_type", "permanent_type"]

    def select(self, view: View, context: Context) -> Mask:
        return view.everything


class CastFrom(Filter, frozen=True):
    """Spells by where they were cast from: "spells you cast from exile" (601.2a)."""

    place: ClassVar[Literal["before", "after"]] = "after"
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("from {zone}"),
        said("from anywhere other than your hand", zone="hand", negated=True),
    )
    wording: ClassVar[Mapping[str, str]] = {"hand": "your hand", "graveyard": "your graveyard"}
    zone: Literal["hand", "exile", "graveyard"]
    negated: bool = False

    def select(self, view: View, context: Context) -> Mask:
        mask = view.still(f"cast_from_{self.zone}", True)
        return view.still("cast", True) & ~mask if self.negated else mask


class InZones(Filter, frozen=True):
    """Objects in one of several zones: "in exile and in your graveyard"."""

    place: ClassVar[Literal["before", "after"]] = "after"
    zoned: ClassVar[bool] = True
    zones: tuple[InZone, ...]
    word: str = "and"

    def select(self, view: View, context: Context) -> Mask:
        mask = 0
        for zone in self.zones:
            mask |= zone.select(view, context)
        return mask

    def reads(self) -> frozenset[Column]:
        return frozenset().union(*(zone.reads() for zone in self.zones))


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


class CanBePermanent(Filter, frozen=True):
    """The word "permanent" of a card or a spell: it can be one, by its card types (110.4b-c)."""

    def select(self, view: View, context: Context) -> Mask:
        mask = 0
        for type in PERMANENT_TYPES:
            mask |= view.having("type", type)
        return mask

    def reads(self) -> frozenset[Column]:
        return columns(*(("type", type) for type in PERMANENT_TYPES))
