"""Effects that change players or the rules of the game (613.10, 613.11)."""

from __future__ import annotations

from typing import ClassVar, Literal

from ..language import Ability, Amount, Inert, Kind
from ..phrase import Wording


class RuleText(Inert, frozen=True):
    """A part of a sentence that changes no characteristic: "can't attack or block" (613.11)."""

    kind: ClassVar[Kind] = "rule"
    TEXT_FIELDS: ClassVar[frozenset[str]] = frozenset({"text"})
    text: str

    def describe(self, wording: Wording) -> str:
        return f"says “{self.text}”"


class PlayerGains(Inert, frozen=True):
    """ "You have hexproof": gives abilities to players (702.11c)."""

    kind: ClassVar[Kind] = "player"
    abilities: tuple[Ability, ...]
    word: str = "has"
    style: str = ""

    def describe(self, wording: Wording) -> str:
        return f"gives {wording.abilities(self.abilities)}"


class MaxHandSize(Inert, frozen=True):
    """ "Your maximum hand size is two", "is increased by two", or "you have no maximum hand size" (402.2)."""

    kind: ClassVar[Kind] = "rule"  # 613.11
    amount: int | None = None  # None for no maximum
    how: Literal["set", "add"] = "set"
    equal: Amount | None = None  # the amount in "is equal to ..."

    def describe(self, wording: Wording) -> str:
        if self.equal is not None:
            return "sets the maximum hand size to a number"
        if self.amount is None:
            return "removes the maximum hand size"
        if self.how == "add":
            return f"changes the maximum hand size by {self.amount:+d}"
        return f"sets the maximum hand size to {self.amount}"


class LandPlays(Inert, frozen=True):
    """ "You may play an additional land on each of your turns" (305.2).

    Attributes:
        amount: the number of additional lands; None for any number.
        word: the wording on the card: "during" for each turn, "up to" for a number this turn.
    """

    kind: ClassVar[Kind] = "rule"  # 613.11
    amount: int | None = 1
    word: str = ""

    def describe(self, wording: Wording) -> str:
        if self.amount is None:
            return "allows any number of land plays"
        return f"allows {self.amount} more land play{'' if self.amount == 1 else 's'}"
