"""The operations of layer 5: colors set and added (613.1e)."""

from __future__ import annotations

from typing import ClassVar

from ...rules.vocabulary import color_words
from ..language import Kind, Operation
from ..phrase import Wording
from ..view import ANY, Column, Context, Draft, Mask, View, columns


class SetColors(Operation, frozen=True):
    """Colors in place of all others (105.3); none of them means colorless, `chosen` the chosen color."""

    kind: ClassVar[Kind] = "color"
    colors: tuple[str, ...] = ()
    chosen: bool = False

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        return ((SetColors(view.choices(context).color) if self.chosen else self, scope),)

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        draft.clear("color", mask)
        for color in self.colors:
            draft.put("color", color, mask)

    def writes(self) -> frozenset[Column]:
        return columns(("color", ANY))

    def defines(self) -> bool:
        return True

    def describe(self, wording: Wording) -> str:
        return f"sets the colour to {color_words(self.colors)}" if self.colors else "takes all colours"


class AddColors(Operation, frozen=True):
    """Colors "in addition to its other colors" (105.3)."""

    kind: ClassVar[Kind] = "color"
    colors: tuple[str, ...] = ()
    chosen: bool = False

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        return ((AddColors(view.choices(context).color) if self.chosen else self, scope),)

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        for color in self.colors:
            draft.put("color", color, mask)

    def writes(self) -> frozenset[Column]:
        return columns(("color", ANY)) if self.chosen else columns(*(("color", color) for color in self.colors))

    def defines(self) -> bool:
        return True

    def describe(self, wording: Wording) -> str:
        return f"adds {color_words(self.colors)}"
