"""Designations that change a permanent's characteristics: suspected (701.60) and Ring-bearer (701.54)."""

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
    """A designation that changes a permanent's characteristics but is not copiable.

    Attributes:
        word: the name of the designation.
        concept: the name of the concept in `Edition.known`.
        rule: the rule that defines the effect.
        operations: the operations of the effect.
    """

    word: str
    concept: str
    rule: str
    operations: tuple[Operation, ...]

    @property
    def suffix(self) -> str:
        """The part of the effect's name that follows the object's id."""
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
"""The designations, keyed by the fact that ``marks`` records."""

ENTERED_WITH: Final = "<entered with>"
"""The part that follows the object's id in the name of the effect that gives what the object entered with (614.1c)."""
