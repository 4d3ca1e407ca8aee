"""Stickers: markers that add words to an object's name, give it abilities, or set its power and toughness (123)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Literal

import msgspec

from ..ability import Ability
from ..amounts.counting import Number
from ..view import ANY, Column, Context, Draft, Mask, View, columns
from .power_toughness import Gain, Kind, Operation, SetPT

if TYPE_CHECKING:
    from ...objects.gameobject import GameObject


class Sticker(msgspec.Struct, frozen=True):
    """A sticker on an object.

    Attributes:
        kind: what it has printed on it: words, abilities, or power and toughness.
        stamp: its timestamp (613.7k).
        words: what a name sticker adds to the name.
        before: how many words of the name stand before them (123.6b).
        abilities: what an ability sticker gives.
        power, toughness: what a power and toughness sticker sets.
    """

    kind: Literal["name", "ability", "size"]
    stamp: int
    words: str = ""
    before: int = 0
    abilities: tuple[Ability, ...] = ()
    power: int = 0
    toughness: int = 0

    def operation(self) -> Operation:
        """Return what the sticker does."""
        if self.kind == "name":
            return AddNameWord(self.words, self.before)
        if self.kind == "ability":
            return Gain(self.abilities)
        return SetStickerPT(self.power, self.toughness)


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


def sticker_effects(found: GameObject) -> list[tuple[str, int, Operation]]:
    """Return the effects of the stickers on an object: how each is called after the object's id, stamp, operation."""
    effects: list[tuple[str, int, Operation]] = []
    placed: dict[str, int] = {}
    for sticker in found.stickers:
        place = placed[sticker.kind] = placed.get(sticker.kind, 0) + 1
        suffix = f"<{sticker.kind} sticker>" + (f"#{place}" if place > 1 else "")
        effects.append((suffix, sticker.stamp, sticker.operation()))
    return effects


def restamped(stickers: tuple[Sticker, ...], next_stamp: Callable[[], int]) -> tuple[Sticker, ...]:
    """Return stickers with new timestamps, in the order that they had (613.7k)."""
    return tuple(msgspec.structs.replace(sticker, stamp=next_stamp()) for sticker in stickers)
