"""The operations of name stickers and of power and toughness stickers (123)."""

from __future__ import annotations

from typing import ClassVar

from ..amounts.base import Number
from ..language import Kind, Operation
from ..phrase import Wording
from ..view import ANY, Columns, Context, Draft, Mask, View, columns
from .power_toughness import POWER_TOUGHNESS, SetPT


class AddNameWord(Operation, frozen=True):
    """Inserts the words on a name sticker after the given number of words in the name (123.6c, 612.9)."""

    kind: ClassVar[Kind] = "text"
    WRITES: ClassVar[Columns] = columns(("name", ANY))
    CONSULTS: ClassVar[Columns] = columns(("name", ANY))
    words: str
    before: int = 0

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        draft.change("name", mask, lambda name: " // ".join(map(self.added, name.split(" // "))))

    def added(self, name: str) -> str:
        """Return the name with the sticker's words inserted, or appended if it has fewer than `before` words."""
        found: list[str] = []
        passed = 0
        left = name.split()
        while left and passed < self.before:
            passed += bool(left[0].strip("_"))  # 123.6a: a blank line is not a word
            found.append(left.pop(0))
        return " ".join((*found, self.words, *left))

    def describe(self, wording: Wording) -> str:
        return f"adds {self.words} to the name"


class SetStickerPT(Operation, frozen=True):
    """Sets power and toughness as a sticker on a creature, creature card or Vehicle card specifies (123.8, 613.4b).

    Evaluation replaces the operation with `SetPT`.
    """

    kind: ClassVar[Kind] = "set"
    READS: ClassVar[Columns] = columns(("type", "Creature"), ("subtype", "Vehicle"))
    WRITES: ClassVar[Columns] = POWER_TOUGHNESS
    power: int
    toughness: int

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        vehicles = view.having("subtype", "Vehicle") & ~view.still("zone", "battlefield")
        mask = scope & (view.having("type", "Creature") | vehicles)
        return ((SetPT(Number(self.power), Number(self.toughness)), mask),) if mask else ()
