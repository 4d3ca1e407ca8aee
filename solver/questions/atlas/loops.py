"""Whether two or three cards are in a dependency loop at once (613.8b): a small board that has it, or none found."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product
from typing import Any

import msgspec

from mtglayers.model.rules.edition import Edition

from ...result.result import Result
from ...result.steps import Step
from ...wording import joined
from ..dependence.layouts import is_of
from .decide import puzzle_of
from .layouts import Layout, layouts, sides_of
from .trials import Trials


class Ring(msgspec.Struct, frozen=True):
    """A dependency loop on a board.

    Attributes:
        layer, step: the layer, and the step before which the loop exists.
        members: the names of the effects.
        witness: the ids of the objects for which the dependencies exist.
    """

    layer: str
    step: int
    members: tuple[str, ...]
    witness: tuple[str, ...]


class LoopDecision(msgspec.Struct, frozen=True):
    """Whether cards are in a loop on one board.

    Attributes:
        cards: the names of the cards.
        layers: the layers in which they were tried.
        boards: the number of boards solved.
        ring: the loop, or None if no board that was tried has one.
        layout: the board that has it, with as few plain objects as possible, or None.
        smallest: whether no board with fewer plain objects has it, out of all boards like this one.
    """

    cards: tuple[str, ...]
    layers: tuple[str, ...]
    boards: int
    ring: Ring | None = None
    layout: Layout | None = None
    smallest: bool = False

    def puzzle(self, edition: Edition) -> dict[str, Any] | None:
        """Return the board as a puzzle that expects the loop, or None if there is none."""
        if self.layout is None or self.ring is None:
            return None
        loop = {"layer": self.ring.layer, "members": list(self.ring.members), "step": self.ring.step}
        return puzzle_of(f"{joined(self.cards)} in a loop", self.layout, edition, {"loops": [loop]})


def decide_loop(cards: Sequence[str], layers: Sequence[str], edition: Edition) -> LoopDecision:
    """Return whether an effect of each card is in one dependency loop on one board (613.8b), with such a board.

    Args:
        cards: the names of two or three cards.
        layers: the names of the layers in which there may be a loop, in the order of application.
        edition: the edition of the rules.
    """
    trials = Trials(edition, layers[-1], lambda result: _ring(result, len(cards), layers))
    for sides in product(*(sides_of(name, edition) for name in cards)):
        found = trials.first(layouts(sides, rings=True))
        if found is not None:
            return LoopDecision(tuple(cards), tuple(layers), trials.boards, found[1], found[0], found[2])
    return LoopDecision(tuple(cards), tuple(layers), trials.boards)


def _ring(result: Result, cards: int, layers: Sequence[str]) -> Ring | None:
    for layer in result.layers:
        for step in layer.steps if layer.name in layers else ():
            for members in step.loops:
                if all(any(is_of(name, card) for name in members) for card in range(cards)):
                    return Ring(step.layer, step.number, members, _witness(step, members))
    return None


def _witness(step: Step, members: Sequence[str]) -> tuple[str, ...]:
    found: list[str] = []
    for effect, on in permutations(members, 2):
        edge = step.edge(effect, on)
        if edge is not None:
            found += step.witness(step.candidate(effect), edge.witness)
    return tuple(dict.fromkeys(found))
