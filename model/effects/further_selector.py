"""Selectors that the basic ones do not cover: pairs, the top card of a graveyard, what was chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Self

import msgspec

from .rewording import reworded
from .selectors import Group, Selector
from .view import ANY, Column, Context, Mask, View, columns


class Pair(Selector, frozen=True):
    """The source and the creature it is paired with: "both creatures" (702.95)."""

    word: str = "both creatures"

    def select(self, view: View, context: Context) -> Mask:
        if context.source is None:
            return 0
        return 1 << context.source | view.still("paired_with", context.source)


class TopCard(Selector, frozen=True):
    """The top card of your graveyard (404.2) or of your library, which ``marks`` tells (401.2).

    Attributes:
        zone: which of the two.
        word: "that card", where the text refers back to it.
    """

    zone: Literal["graveyard", "library"] = "graveyard"
    word: str = ""

    def select(self, view: View, context: Context) -> Mask:
        you = view.you(context)
        if you is not None and self.zone == "library":
            return view.still("top_of_library", True) & view.still("zone", "library") & view.still("owner", you)
        return 0 if you is None else view.still("top of graveyard", you)

    def reads(self) -> frozenset[Column]:
        return columns(("controller", ANY))


class ChosenObject(Selector, frozen=True):
    """The object chosen without being targeted: "the sacrificed land"."""

    word: str = "the sacrificed land"

    def select(self, view: View, context: Context) -> Mask:
        mask = 0
        for id in view.choices(context).object:
            mask |= view.still("id", id)
        return mask


class ChosenFrom(Selector, frozen=True):
    """One object of a group, chosen as the text resolves: "a copy of any creature on the battlefield" (608.2d).

    Attributes:
        group: of which the event tells one, by `Choices.object`.
        word: the article, as the text has it.
    """

    group: Group
    word: str = "a"

    def select(self, view: View, context: Context) -> Mask:
        mask = 0
        for id in view.choices(context).object:
            mask |= view.still("id", id)
        return mask & self.group.select(view, context)

    def reads(self) -> frozenset[Column]:
        return self.group.reads()


class TheOnly(Selector, frozen=True):
    """The one object of a group: "as long as you control exactly one creature, that creature gets +2/+0"."""

    of: Group
    word: str = "that creature"

    def select(self, view: View, context: Context) -> Mask:
        return self.of.select(view, context)

    def reads(self) -> frozenset[Column]:
        return self.of.reads()


class InOrder(Selector, frozen=True):
    """One spell of a turn by its place among those that are cast: "the first historic spell you cast each turn".

    The timeline tells which spell that is: ``marks`` tells the spell these words, without the article.

    Attributes:
        of: what kinds of spells are counted.
        text: the words.
    """

    of: Group
    text: str

    def with_words(self, swap: Mapping[str, str]) -> Self:
        return msgspec.structs.replace(self, of=self.of.with_words(swap), text=reworded(self.text, swap))

    def select(self, view: View, context: Context) -> Mask:
        return self.of.select(view, context) & view.still(f"told:{self.text}", True)

    def reads(self) -> frozenset[Column]:
        return self.of.reads()
