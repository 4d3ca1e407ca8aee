"""Filters that select objects by status, counters, combat or game events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, Literal

from msgspec.structs import replace

from ..amounts.base import Number, compare
from ..language import Amount, Condition, Filter, Qualifier, Selector
from ..phrase import Phrase, said
from ..tapped import tapped_among
from ..view import (
    CONTROLLERS,
    Columns,
    Comparison,
    Context,
    Mask,
    View,
    columns,
    players,
    positive,
    subtype_columns,
    union,
)
from .characteristics import OfSubtype, OfSupertype, OfType

OPPOSITES: Final = {"untapped": "tapped", "face-up": "face-down"}
"""Word -> the recorded fact that it negates."""

WORN: Final = {"enchanted": "Aura", "equipped": "Equipment", "fortified": "Fortification"}
"""Word -> the subtype of the attached objects (301.5, 301.6, 303.4), which bestow or a copy effect can give."""


class Status(Filter, frozen=True):
    """Objects for which a fact is recorded, such as "tapped", "attacking" or "face-down".

    `word` is the name under which ``marks`` records the fact; "untapped" and "face-up" negate "tapped" and "face-down".
    An object is "enchanted", "equipped" or "fortified" if an Aura, Equipment or Fortification is attached to it.
    """

    BY_ITSELF: ClassVar[bool] = True
    phrases: ClassVar[tuple[Phrase, ...]] = tuple(
        said(word, word=word)
        for word in (
            "tapped", "untapped", "attacking", "blocking", "blocked", "unblocked", "face-down", "face-up", "enchanted",
            "equipped", "fortified", "monstrous", "suspected", "renowned", "goaded", "saddled", "crewed", "paired",
            "transformed", "exerted", "harnessed", "solved", "prepared", "stickered", "foretold",
        )
    )  # fmt: skip
    STYLE_FIELDS: ClassVar[frozenset[str]] = frozenset()  # the word changes the meaning
    word: str

    def facts(self) -> frozenset[str]:
        return frozenset({"attached" if self.word in WORN else OPPOSITES.get(self.word, self.word)})

    def by_itself(self) -> bool:
        return self.word not in WORN

    def reads(self) -> Columns:
        return subtype_columns(WORN[self.word]) if self.word in WORN else frozenset()

    def select(self, view: View, context: Context) -> Mask:
        if self.word in WORN:
            worn = view.having("subtype", WORN[self.word]) & view.still("attached", True)
            return union(view.attached_to(bit) for bit in positive(worn))
        opposite = OPPOSITES.get(self.word)
        return view.still(self.word, True) if opposite is None else view.everything & ~view.still(opposite, True)

    def within(self, mask: Mask, view: View, context: Context) -> Mask:
        """Return the objects in `mask` that fit."""
        if self.word not in ("tapped", "untapped"):
            return mask & self.select(view, context)
        tapped = tapped_among(view.still_values("tapped"), mask)
        return tapped if self.word == "tapped" else mask & ~tapped


class WithCounter(Qualifier, frozen=True):
    """Objects with counters on them, as in "with a +1/+1 counter on it".

    An empty `counter` means counters of any kind.
    """

    BY_ITSELF: ClassVar[bool] = True
    FACTS: ClassVar[frozenset[str]] = frozenset({"counter"})
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("with counters on [it|them]", word="counters"),
        said("with {counter} counters on [it|them]", word="counters"),
        said("without a {counter} counter on [it|them]", amount=Number(0), comparison="exactly", word="without"),
        said("without {counter} counters on [it|them]", amount=Number(0), comparison="exactly", word="without any"),
        said("without counters on [it|them]", amount=Number(0), comparison="exactly", word="without any"),
    )
    patterns: ClassVar[Mapping[str, str]] = {
        "counter": r"[+-]\d/[+-]\d|(?!(?:no|one|two|three|four|five|six|seven|eight|nine|ten|X)\b)[a-z]+(?: strike)?",
    }
    counter: str = ""
    amount: Amount = Number(1)
    comparison: Comparison = "or greater"
    word: str = ""  # "him" for a planeswalker

    def select(self, view: View, context: Context) -> Mask:
        bound = self.amount.value(view, context)
        counts: dict[int, int] = {}  # object -> number of counters of these kinds
        kinds = (self.counter,) if self.counter else tuple(view.still_values("counter"))
        for kind in kinds:
            for number, having in view.still_values(f"counter {kind}").items():
                for bit in positive(having):
                    counts[bit] = counts.get(bit, 0) + number
        mask = sum(1 << bit for bit, number in counts.items() if compare(number, self.comparison, bound))
        if compare(0, self.comparison, bound):
            mask |= view.everything & ~sum(1 << bit for bit in counts)
        return mask


class Assailing(Qualifier, frozen=True):
    """Creatures that attack a player, or the source, as in "attacking you" or "attacking this battle" (508.1b).

    ``marks`` records what a creature ``attacks``. If nothing is recorded in a two-player game, the creature attacks
    the player who does not control it (506.2).

    Attributes:
        whom: the player; the source of the effect if this is one of `ITSELF`.
        planeswalkers: whether creatures that attack the player's planeswalkers are included.
        part: the condition that the player must meet, in which "they" is the player, or None.
        said: the wording for that condition, such as "who controls an artifact".
    """

    ITSELF: ClassVar = frozenset({"it", "this Siege", "this battle", "this planeswalker", "this permanent"})
    FACTS: ClassVar[frozenset[str]] = frozenset({"attacking", "attacks", "attacks_nothing", "attacks_player"})
    READS: ClassVar[Columns] = CONTROLLERS
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("attacking {whom} and/or planeswalkers they control", planeswalkers=True),
        said("attacking {whom}"),
    )
    wording: ClassVar[Mapping[str, str]] = {"opponents": "your opponents"}
    whom: Literal[
        "you", "opponents", "an opponent", "one of your opponents", "enchanted player", "the last chosen player",
        "a player", "it", "this Siege", "this battle", "this planeswalker", "this permanent",
    ]  # fmt: skip
    planeswalkers: bool = False
    part: Condition | None = None
    said: str = ""

    def select(self, view: View, context: Context) -> Mask:
        attacking = view.still("attacking", True)
        if self.whom in self.ITSELF:
            attacks = view.still_values("attacks").items()
            return attacking & union(having for bit, having in attacks if context.itself >> bit & 1)
        # 506.4c: if a planeswalker left combat, the creature that attacked it attacks nothing.
        recorded = (view.still_values(family) for family in ("attacks", "attacks_nothing", "attacks_player"))
        known = union(having for values in recorded for having in values.values())
        mask = 0
        for player in self._whom(view, context):
            if self.part is not None and not self.part.holds(view, replace(context, player=player)):
                continue
            others = tuple(view.opponents(player))
            mask |= view.still("attacks_player", player) & attacking
            if len(others) == 1:
                mask |= attacking & view.having("controller", others[0]) & ~known
            if self.planeswalkers:
                theirs = view.having("type", "Planeswalker") & view.having("controller", player)
                mask |= attacking & union(
                    having for bit, having in view.still_values("attacks").items() if theirs >> bit & 1
                )
        return mask

    def reads(self) -> Columns:
        return super().reads() | (columns(("type", "Planeswalker")) if self.planeswalkers else frozenset())

    def _whom(self, view: View, context: Context) -> tuple[int, ...]:
        match self.whom:
            case "one of your opponents" | "an opponent":
                return players(view, context, "opponents")
            case "a player":
                return tuple(sorted((0, *view.opponents(0))))
            case "the last chosen player":
                return players(view, context, "the chosen player")[-1:]
            case "you" | "opponents" | "enchanted player" as who:
                return players(view, context, who)
            case _:
                return ()


class AttackingAlone(Qualifier, frozen=True):
    """The only attacking creature, as in "as long as it's attacking alone" (506.5)."""

    BY_ITSELF: ClassVar[bool] = False
    FACTS: ClassVar[frozenset[str]] = frozenset({"attacking"})
    phrases: ClassVar[tuple[Phrase, ...]] = (said("attacking alone"),)

    def select(self, view: View, context: Context) -> Mask:
        attacking = view.still("attacking", True)
        return attacking if attacking.bit_count() == 1 else 0


class Batch(Filter, frozen=True):
    """Objects that a rules term describes: "historic" (700.6), "outlaw" (700.12) or "commander" (903.3)."""

    BY_ITSELF: ClassVar[bool] = True
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("historic", word="historic"),
        said("[outlaw|outlaws]", word="outlaw"),
        said("[commander|commanders]", word="commander"),
    )
    STYLE_FIELDS: ClassVar[frozenset[str]] = frozenset()  # the word changes the meaning
    word: Literal["historic", "outlaw", "commander"]

    OPTIONS: ClassVar[dict[str, tuple[Filter, ...]]] = {
        "historic": (OfType("Artifact"), OfSupertype("Legendary"), OfSubtype("Saga")),
        "outlaw": tuple(OfSubtype(name) for name in ("Assassin", "Mercenary", "Pirate", "Rogue", "Warlock")),
        "commander": (Status("commander"),),
    }

    def facts(self) -> frozenset[str]:
        return frozenset().union(*(option.facts() for option in self.OPTIONS[self.word]))

    def select(self, view: View, context: Context) -> Mask:
        return union(option.select(view, context) for option in self.OPTIONS[self.word])

    def reads(self) -> Columns:
        return frozenset().union(*(option.reads() for option in self.OPTIONS[self.word]))


class YourCommanders(Filter, frozen=True):
    """The commanders that you own, in every zone, as in "among your commanders" or "with your commander" (903.3)."""

    zoned: ClassVar[bool] = True
    FACTS: ClassVar[frozenset[str]] = frozenset({"commander", "owner"})
    READS: ClassVar[Columns] = CONTROLLERS
    phrases: ClassVar[tuple[Phrase, ...]] = (said("your commanders"), said("your commander", one=True))
    one: bool = False

    def select(self, view: View, context: Context) -> Mask:
        you = view.you(context)
        return 0 if you is None else view.still("commander", True) & view.still("owner", you)


class RingBearer(Filter, frozen=True):
    """Your Ring-bearer: the creature with this designation, while you control it (701.54a)."""

    FACTS: ClassVar[frozenset[str]] = frozenset({"ring_bearer"})
    READS: ClassVar[Columns] = CONTROLLERS
    phrases: ClassVar[tuple[Phrase, ...]] = (said("your Ring-bearer"),)

    def select(self, view: View, context: Context) -> Mask:
        you = view.you(context)
        return 0 if you is None else view.still("ring_bearer", True) & view.having("controller", you)


class FullyUnlocked(Filter, frozen=True):
    """Rooms both of whose doors are unlocked: "fully unlocked" (709.5)."""

    BY_ITSELF: ClassVar[bool] = True
    FACTS: ClassVar[frozenset[str]] = frozenset({"doors"})
    phrases: ClassVar[tuple[Phrase, ...]] = (said("fully unlocked"),)

    def select(self, view: View, context: Context) -> Mask:
        return view.still("doors", 2)


class Restriction(Qualifier, frozen=True):
    """A restriction that the targets in a timeline are assumed to meet, as in "that attacked this turn"."""

    BY_ITSELF: ClassVar[bool] = True
    TEXT_FIELDS: ClassVar[frozenset[str]] = frozenset({"text"})
    text: str

    def select(self, view: View, context: Context) -> Mask:
        return view.everything


class Marked(Qualifier, frozen=True):
    """Objects for which a fact about the current turn is recorded, as in "that attacked this turn"."""

    BY_ITSELF: ClassVar[bool] = True
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("that attacked this turn", fact="attacked_this_turn"),
        said("that blocked this turn", fact="blocked_this_turn"),
        said("that entered this turn", fact="entered_this_turn"),
        said("that [was|were] dealt damage this turn", fact="damaged_this_turn"),
        said("that dealt damage this turn", fact="dealt_damage_this_turn"),
    )
    fact: Literal[
        "attacked_this_turn", "blocked_this_turn", "damaged_this_turn", "dealt_damage_this_turn", "entered_this_turn"
    ]

    def facts(self) -> frozenset[str]:
        return frozenset({self.fact})

    def select(self, view: View, context: Context) -> Mask:
        return view.still(self.fact, True)


class RecordedAs(Qualifier, frozen=True):
    """Objects for which an earlier event is recorded in words, as in "mana from an artifact was spent to cast it".

    ``marks`` lists the wording under ``told``.
    """

    BY_ITSELF: ClassVar[bool] = True
    TEXT_FIELDS: ClassVar[frozenset[str]] = frozenset({"text"})
    text: str

    def facts(self) -> frozenset[str]:
        return frozenset({f"told:{self.text}"})

    def select(self, view: View, context: Context) -> Mask:
        return view.still(f"told:{self.text}", True)


class Modified(Filter, frozen=True):
    """Permanents with counters, Equipment, or an Aura controlled by their controller: "modified" (700.9)."""

    FACTS: ClassVar[frozenset[str]] = frozenset({"counter", "attached"})
    READS: ClassVar[Columns] = subtype_columns("Equipment") | subtype_columns("Aura") | CONTROLLERS
    phrases: ClassVar[tuple[Phrase, ...]] = (said("modified"),)

    def select(self, view: View, context: Context) -> Mask:
        mask = WithCounter().select(view, context)
        equipment, auras = view.having("subtype", "Equipment"), view.having("subtype", "Aura")
        for bit in positive(view.still("attached", True) & (equipment | auras)):
            host = view.attached_to(bit)
            theirs = union(having for having in view.column("controller").values() if having >> bit & 1)
            mask |= host if equipment >> bit & 1 else host & theirs
        return mask & view.still("zone", "battlefield")


class Wearing(Qualifier, frozen=True):
    """Objects to which a selected object is attached, as in "enchanted by an Aura you control" (303.4, 301.5)."""

    FACTS: ClassVar[frozenset[str]] = frozenset({"attached"})
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("enchanted by {by}"),
        said("equipped by {by}", word="equipped"),
    )
    by: Selector
    word: Literal["enchanted", "equipped", "attached"] = "enchanted"  # "attached": "with a Role attached to it"

    def select(self, view: View, context: Context) -> Mask:
        worn = self.by.select(view, context) & view.still("attached", True)
        return union(view.attached_to(bit) for bit in positive(worn))


class Fighting(Qualifier, frozen=True):
    """Creatures that block or are blocked, as in "blocking it" or "blocked by target creature" (509.1g-h)."""

    FACTS: ClassVar[frozenset[str]] = frozenset({"blocking", "blocking_which"})
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
