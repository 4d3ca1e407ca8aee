"""Designations that say something of the object that has them: suspected (701.60), Ring-bearer (701.54)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

import msgspec

from .ability import TextAbility
from .keywords import Keyword
from .language import Operation
from .operations.abilities import Gain
from .operations.players_and_rules import RuleText
from .operations.types import AddSupertypes


class Designation(msgspec.Struct, frozen=True):
    """A mark of a permanent that changes characteristics; not an ability, and not copied.

    Attributes:
        word: what the mark is called.
        concept: what an edition that knows of it knows.
        rule: the rule that says what follows from it.
        operations: what follows from it.
    """

    word: str
    concept: str
    rule: str
    operations: tuple[Operation, ...]

    @property
    def suffix(self) -> str:
        """What its effect is called, after the object's id."""
        return f"<{self.word}>"


SUSPECTED: Final = Designation(
    "suspected", "suspected permanents", "701.60c",
    (Gain((Keyword("Menace"), TextAbility("rule", "This creature can't block."))),),
)  # fmt: skip
RING_BEARER: Final = Designation(
    "Ring-bearer", "Ring-bearers", "701.54c",
    (AddSupertypes(("Legendary",)), RuleText("can't be blocked by creatures with greater power")),
)  # fmt: skip

DESIGNATIONS: Final = MappingProxyType({"suspected": SUSPECTED, "ring_bearer": RING_BEARER})
"""Fact that `marks` sets -> the designation that it is."""
