"""Effects that change players or the rules of the game (613.10, 613.11)."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from ..language import Ability, Amount, Inert, Kind
from ..phrase import Wording


class RuleText(Inert, frozen=True):
    """A part of a sentence that changes no characteristic, as in "can't attack or block" (613.11)."""

    kind: ClassVar[Kind] = "rule"
    TEXT_FIELDS: ClassVar[frozenset[str]] = frozenset({"text"})
    text: str

    @property
    def is_about_targets(self) -> bool:
        """Whether the words say what can be a target, as in "can't be the target of black spells" (101.2, 609.4)."""
        return self.text.startswith(("can't be the target", "can be the target"))

    @property
    def is_about_attachments(self) -> bool:
        """Whether the words say what can be attached, as in "can't be equipped" (303.4, 301.5)."""
        return self.text.startswith(("can't be enchanted", "can't be equipped")) or self == ONLY_HOST

    def describe(self, wording: Wording) -> str:
        return f"says “{self.text}”"


ONLY_HOST: Final = RuleText("alone can have ~ attached")
"""The rule of an Equipment about its hosts, as in "can be attached only to a legendary creature"."""


class CountsAs(Inert, frozen=True):
    """Makes effects from spells with a name count the card as one with this name (Diligent Farmhand)."""

    kind: ClassVar[Kind] = "rule"  # 613.11
    name: str

    def describe(self, wording: Wording) -> str:
        return f"counts as a card named {self.name} for effects from spells with this name"


class PlayerGains(Inert, frozen=True):
    """Gives abilities to players, as in "you have hexproof" (702.11c)."""

    kind: ClassVar[Kind] = "player"
    abilities: tuple[Ability, ...]
    word: str = "has"
    style: str = ""

    def describe(self, wording: Wording) -> str:
        return f"gives {wording.abilities(self.abilities)}"


class MaxHandSize(Inert, frozen=True):
    """Sets, changes or removes a maximum hand size, as in "you have no maximum hand size" (402.2)."""

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
    """Allows more land plays, as in "you may play an additional land on each of your turns" (305.2).

    Attributes:
        amount: the number of additional lands; None means any number.
        word: a word in the text of the card: "during" if the text refers to each turn, "up to" if it limits the number
            for this turn.
        x: whether the number is X.
    """

    kind: ClassVar[Kind] = "rule"  # 613.11
    amount: int | None = 1
    word: str = ""
    x: bool = False

    def describe(self, wording: Wording) -> str:
        if self.x:
            return "allows X more land plays"
        if self.amount is None:
            return "allows any number of land plays"
        return f"allows {self.amount} more land play{'' if self.amount == 1 else 's'}"
