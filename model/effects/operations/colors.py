"""The operations of layer 5, which set and add colors (613.1e)."""

from __future__ import annotations

from typing import ClassVar

from ...rules.vocabulary import color_words
from ..language import Kind, Only, Operation
from ..phrase import Wording
from ..view import ANY, Columns, Context, Draft, Mask, View, columns


class _ColorOperation(Operation, frozen=True):
    kind: ClassVar[Kind] = "color"
    WRITES: ClassVar[Columns] = columns(("color", ANY))
    colors: tuple[str, ...] = ()
    chosen: bool = False

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        return ((type(self)(view.choices(context).color) if self.chosen else self, scope),)

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        for color in self.colors:
            draft.put("color", color, mask)

    def defines(self) -> bool:
        return True


class SetColors(_ColorOperation, frozen=True):
    """Replaces an object's colors with the given colors or with the chosen color (105.3)."""

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        draft.clear("color", mask)
        super().apply(draft, mask, context)

    def describe(self, wording: Wording) -> str:
        return f"sets the color to {color_words(self.colors)}" if self.colors else "removes all colors"


class AddColors(_ColorOperation, frozen=True):
    """Adds colors, as in "in addition to its other colors" (105.3)."""

    ONLY: ClassVar[Only] = "gives"

    def writes(self) -> Columns:
        return self.WRITES if self.chosen else columns(*(("color", color) for color in self.colors))

    def describe(self, wording: Wording) -> str:
        return f"adds {color_words(self.colors)}"
