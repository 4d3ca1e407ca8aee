"""Filters by status, counters, combat and the course of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal, Self

import msgspec

from ..amounts.base import Number, compare
from ..language import Amount, Filter, Selector
from ..phrase import Phrase, said
from ..rewording import reworded
from ..view import ANY, Column, Comparison, Context, Mask, View, columns, players, positive, subtype_columns
from .characteristics import OfSubtype, OfSupertype, OfType


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
    STYLE_FIELDS: ClassVar[frozenset[str]] = frozenset()  # the word decides
    word: str

    def select(self, view: View, context: Context) -> Mask:
        if self.word == "untapped":
            return view.everything & ~view.still("tapped", True)
        if self.word == "face-up":
            return view.everything & ~view.still("face-down", True)
        return view.still(self.word, True)


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


class Assailing(Filter, frozen=True):
    """Creatures by the player whom they attack: "attacking you", not a planeswalker or battle (508.1b).

    ``marks`` records whom a creature ``attacks``; with two players and nothing recorded it is the one who does not
    control it (506.2).
    """

    place: ClassVar[Literal["before", "after"]] = "after"
    phrases: ClassVar[tuple[Phrase, ...]] = (said("attacking {whom}"),)
    wording: ClassVar[Mapping[str, str]] = {"opponents": "your opponents"}
    whom: Literal["you", "opponents", "one of your opponents", "enchanted player", "the last chosen player"]

    def select(self, view: View, context: Context) -> Mask:
        attacking = view.still("attacking", True)
        known = 0
        for having in (*view.still_values("attacks").values(), *view.still_values("attacks_player").values()):
            known |= having
        mask = 0
        for player in self._whom(view, context):
            others = tuple(view.opponents(player))
            mask |= view.still("attacks_player", player) & attacking
            if len(others) == 1:
                mask |= attacking & view.having("controller", others[0]) & ~known
        return mask

    def _whom(self, view: View, context: Context) -> tuple[int, ...]:
        match self.whom:
            case "one of your opponents":
                return players(view, context, "opponents")
            case "the last chosen player":
                return players(view, context, "the chosen player")[-1:]
            case who:
                return players(view, context, who)

    def reads(self) -> frozenset[Column]:
        return columns(("controller", ANY))


class Batch(Filter, frozen=True):
    """Objects that a word of the game gathers: "historic" (700.6), "outlaw" (700.12), "commander" (903.3)."""

    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("historic", word="historic"),
        said("[outlaw|outlaws]", word="outlaw"),
        said("[commander|commanders]", word="commander"),
    )
    STYLE_FIELDS: ClassVar[frozenset[str]] = frozenset()  # the word decides
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


class Restriction(Filter, frozen=True):
    """A restriction of targets that the timeline has obeyed: "that attacked this turn"."""

    place: ClassVar[Literal["before", "after"]] = "after"
    text: str

    def with_words(self, swap: Mapping[str, str]) -> Self:
        return msgspec.structs.replace(self, text=reworded(self.text, swap))

    def select(self, view: View, context: Context) -> Mask:
        return view.everything


class Marked(Filter, frozen=True):
    """Objects by facts recorded for this turn: "that attacked this turn", "that was dealt damage this turn"."""

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
