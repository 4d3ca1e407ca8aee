"""Trial applications of every pair of effects on a board, without the test of declared columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mtglayers.model.effects.language import Ability
from mtglayers.solver.engine.effect import Effect
from mtglayers.solver.engine.footprint import Reason, apply, compare
from mtglayers.solver.engine.state import State
from mtglayers.solver.questions.atlas.columns import abilities_of, any_words
from mtglayers.solver.result.result import Result
from mtglayers.solver.result.steps import Step


class Trial(NamedTuple):
    """One trial application: the layer, the two effects, and the reasons for a dependency, if any."""

    layer: str
    effect: Effect
    on: Effect
    reasons: tuple[Reason, ...]


def all_trials(result: Result, *, every_step: bool = False) -> Iterator[Trial]:
    """Yield a trial for each ordered pair of effects of a layer, at its first step or at every step."""
    for layer in result.layers:
        groups: set[bool | None] = set()
        for step in layer.steps:
            if every_step or step.cda not in groups:
                groups.add(step.cda)
                yield from _at(step)


def _at(step: Step) -> Iterator[Trial]:
    graph, state = step.undecided, step.before
    assert isinstance(state, State)
    if not graph.meet:
        return
    there = [effect for effect in graph.candidates if graph.exists(effect)]
    for on in there:
        later = apply(graph.footprint(on), state, on.context)
        for effect in there:
            if effect is not on:
                reasons, _ = compare(graph.footprint(effect), graph.footprint_on(effect, later))
                yield Trial(step.layer, effect, on, reasons)


def owners(result: Result, effect: Effect) -> list[str]:
    """Return the names of the cards on the board whose text has the static ability of an effect.

    The words of the ability may have been changed; the list is empty if the ability comes from no card's text.
    """
    if effect.held is None:
        return []
    wanted = any_words(effect.held.ability)
    cards = {found.card.name: found.card for found in result.trace.start.world.objects.values()}
    return [name for name, card in cards.items() if wanted in _texts(card)]


def _texts(card: object) -> set[Ability]:
    return {any_words(ability) for ability, _ in abilities_of(card)}  # type: ignore[arg-type]
