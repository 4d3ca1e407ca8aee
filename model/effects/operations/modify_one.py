"""A size changed in one of the ways that an effect offers: "gets +1/-1 or -1/+1"."""

from __future__ import annotations

from typing import ClassVar

from ..amounts.counting import Amount
from ..view import ANY, Column, Context, Mask, View, columns
from .power_toughness import Kind, ModifyPT, Operation


class ModifyOne(Operation, frozen=True):
    """ "Gets +1/-1 or -1/+1": one of several changes, the one that `Choices.option` says."""

    kind: ClassVar[Kind] = "modify"
    powers: tuple[Amount, ...]
    toughnesses: tuple[Amount, ...]
    word: str = "gets"

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        return tuple(
            done
            for place in view.choices(context).option[:1]
            if 0 < place <= len(self.powers)
            for done in ModifyPT(self.powers[place - 1], self.toughnesses[place - 1]).evaluate(view, context, scope)
        )

    def reads(self) -> frozenset[Column]:
        return frozenset().union(*(amount.reads() for amount in (*self.powers, *self.toughnesses)))

    def writes(self) -> frozenset[Column]:
        return columns(("power", ANY), ("toughness", ANY))
