"""Stickers on objects: their effects and timestamps (123)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

import msgspec

from ..effects.language import Ability, Operation
from ..effects.operations.abilities import Gain
from ..effects.operations.stickers import AddNameWord, SetStickerPT


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
        """Return its effect on the object."""
        if self.kind == "name":
            return AddNameWord(self.words, self.before)
        if self.kind == "ability":
            return Gain(self.abilities)
        return SetStickerPT(self.power, self.toughness)


def sticker_effects(stickers: Iterable[Sticker]) -> list[tuple[str, int, Operation]]:
    """Return the effects of an object's stickers: suffix of the object's id, timestamp, operation."""
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
