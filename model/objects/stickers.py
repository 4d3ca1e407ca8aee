"""Stickers on objects (123)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

import msgspec

from ..effects.language import Ability, Operation
from ..effects.operations.abilities import Gain
from ..effects.operations.stickers import AddNameWord, SetStickerPT
from ..support.records import Leaf


class Sticker(Leaf, frozen=True):
    """A sticker on an object.

    Attributes:
        kind: the kind of sticker; "size" means power and toughness.
        stamp: the timestamp (613.7k).
        words: the words on a name sticker.
        before: the number of words that precede the sticker in the object's name (123.6b).
        abilities: the abilities on an ability sticker.
        power, toughness: the numbers on a power and toughness sticker.
    """

    kind: Literal["name", "ability", "size"]
    stamp: int
    words: str = ""
    before: int = 0
    abilities: tuple[Ability, ...] = ()
    power: int = 0
    toughness: int = 0

    def operation(self) -> Operation:
        """Return the operation that the sticker applies to its object."""
        if self.kind == "name":
            return AddNameWord(self.words, self.before)
        if self.kind == "ability":
            return Gain(self.abilities)
        return SetStickerPT(self.power, self.toughness)


def sticker_effects(stickers: Iterable[Sticker]) -> list[tuple[str, int, Operation]]:
    """Return an (effect name suffix, timestamp, operation) tuple for each sticker."""
    effects: list[tuple[str, int, Operation]] = []
    placed: dict[str, int] = {}
    for sticker in stickers:
        place = placed[sticker.kind] = placed.get(sticker.kind, 0) + 1
        suffix = f"<{sticker.kind} sticker>" + (f"#{place}" if place > 1 else "")
        effects.append((suffix, sticker.stamp, sticker.operation()))
    return effects


def restamped(stickers: tuple[Sticker, ...], next_stamp: Callable[[], int]) -> tuple[Sticker, ...]:
    """Return stickers with new timestamps in the same order (613.7k)."""
    return tuple(msgspec.structs.replace(sticker, stamp=next_stamp()) for sticker in stickers)
