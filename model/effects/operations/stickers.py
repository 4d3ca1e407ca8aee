"""Stickers: markers that add words to an object's name, give it abilities, or set its power and toughness (123)."""

from __future__ import annotations

from typing import ClassVar

from ..amounts.base import Number
from ..language import Kind, Operation
from ..phrase import Wording
from ..view import ANY, Column, Context, Draft, Mask, View, columns
from .power_toughness import SetPT


class AddNameWord(Operation, frozen=True):
    """The words of a name sticker, added to the name after as many words as stood before them (123.6c, 612.9)."""

    kind: ClassVar[Kind] = "text"
    words: str
    before: int = 0

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        names = [(name, having & mask) for name, having in draft.column("name").items() if having & mask]
        for name, having in names:
            draft.drop("name", name, having)
        for name, having in names:
            draft.put("name", " // ".join(map(self.added, name.split(" // "))), having)

    def added(self, name: str) -> str:
        """Return a name with the words in it; where it has fewer words than stood before them, at its end."""
        found: list[str] = []
        passed = 0
        left = name.split()
        while left and passed < self.before:
            passed += bool(left[0].strip("_"))  # 123.6a: a blank line is no word
            found.append(left.pop(0))
        return " ".join((*found, self.words, *left))

    def writes(self) -> frozenset[Column]:
        return columns(("name", ANY))

    def consults(self) -> frozenset[Column]:
        return columns(("name", ANY))

    def describe(self, wording: Wording) -> str:
        return f"adds {self.words} to the name"


class SetStickerPT(Operation, frozen=True):
    """The numbers of a power and toughness sticker, on a creature or on a creature or Vehicle card (123.8, 613.4b)."""

    kind: ClassVar[Kind] = "set"
    power: int
    toughness: int

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        vehicles = view.having("subtype", "Vehicle") & ~view.still("zone", "battlefield")
        mask = scope & (view.having("type", "Creature") | vehicles)
        return ((SetPT(Number(self.power), Number(self.toughness)), mask),) if mask else ()

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        """Do nothing: `SetPT` stands in its place once evaluated."""

    def reads(self) -> frozenset[Column]:
        return columns(("type", "Creature"), ("subtype", "Vehicle"))

    def writes(self) -> frozenset[Column]:
        return columns(("power", ANY), ("toughness", ANY))
