"""Effects on players and on the rules of the game (613.10, 613.11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal, Self

import msgspec

from ..language import Ability, Amount, Kind, Operation
from ..phrase import Wording
from ..rewording import reworded
from ..view import Column, Context, Draft, Mask


class RuleText(Operation, frozen=True):
    """A part of a sentence that changes no characteristic: "can't attack or block" (613.11)."""

    kind: ClassVar[Kind] = "rule"
    text: str

    def with_words(self, swap: Mapping[str, str]) -> Self:
        return msgspec.structs.replace(self, text=reworded(self.text, swap))

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        del draft, mask, context

    def writes(self) -> frozenset[Column]:
        return frozenset()

    def describe(self, wording: Wording) -> str:
        return f"says “{self.text}”"


class _PlayerOperation(Operation, frozen=True):
    kind: ClassVar[Kind] = "player"

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        del draft, mask, context

    def writes(self) -> frozenset[Column]:
        return frozenset()


class PlayerGains(_PlayerOperation, frozen=True):
    """ "You have hexproof": abilities of players (702.11c)."""

    abilities: tuple[Ability, ...]
    word: str = "has"
    style: str = ""

    def describe(self, wording: Wording) -> str:
        return f"gives {wording.abilities(self.abilities)}"


class MaxHandSize(_PlayerOperation, frozen=True):
    """ "Your maximum hand size is two", "is increased by two"; no amount: there is none (402.2)."""

    kind: ClassVar[Kind] = "rule"  # 613.11
    amount: int | None = None
    how: Literal["set", "add"] = "set"
    equal: Amount | None = None  # "is equal to ..."

    def describe(self, wording: Wording) -> str:
        if self.equal is not None:
            return "sets the maximum hand size to a number"
        if self.amount is None:
            return "takes away the maximum hand size"
        if self.how == "add":
            return f"changes the maximum hand size by {self.amount:+d}"
        return f"sets the maximum hand size to {self.amount}"


class LandPlays(_PlayerOperation, frozen=True):
    """ "You may play an additional land on each of your turns" (305.2); no amount: any number.

    Attributes:
        amount: how many more; None for any number.
        word: how the text has it: "during" each turn, "up to" so many this turn.
    """

    kind: ClassVar[Kind] = "rule"  # 613.11
    amount: int | None = 1
    word: str = ""

    def describe(self, wording: Wording) -> str:
        if self.amount is None:
            return "allows any number of land plays"
        return f"allows {self.amount} more land play{'' if self.amount == 1 else 's'}"
