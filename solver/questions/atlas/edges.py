"""Dependencies between the effects of two cards on a board."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from ...engine.footprint import Reason
from ...result.result import Result
from ...result.steps import Step
from ..dependence.layouts import is_of


class Shown(msgspec.Struct, frozen=True):
    """A dependency on a board.

    Attributes:
        layer, step: the layer, and the step before which the dependency exists.
        effect, on: the names of the two effects.
        reasons: the reasons for the dependency.
        loop: whether the other effect depends on the first, too.
        witness: the ids of the objects for which it exists.
    """

    layer: str
    step: int
    effect: str
    on: str
    reasons: tuple[Reason, ...]
    loop: bool
    witness: tuple[str, ...]


def edges_between(result: Result, one: int, other: int, layers: Collection[str] | None = None) -> Iterator[Shown]:
    """Yield the dependencies of the effects of one card on those of another, step by step.

    Args:
        result: the result for a board of a `Layout`.
        one: the number of the card that depends on the other.
        other: the number of the other card.
        layers: the names of the only layers to consider; by default, all.
    """
    for layer in result.layers:
        if layers is None or layer.name in layers:
            for step in layer.steps:
                yield from _at(step, one, other)


def _at(step: Step, one: int, other: int) -> Iterator[Shown]:
    mine, theirs = ([name for name in step.pending if is_of(name, card)] for card in (one, other))
    for effect in mine:
        for on in theirs:
            edge = step.edge(effect, on)
            if edge is not None:
                witness = step.witness(step.candidate(effect), edge.witness)
                loop = step.edge(on, effect) is not None
                yield Shown(step.layer, step.number, effect, on, edge.reasons, loop, witness)
