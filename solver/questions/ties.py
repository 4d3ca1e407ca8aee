"""Orders for effects whose timestamps tie (B13)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.support.progress import checkpoint

from ..engine.choose import Choose, TieError, choose, may_be_next
from ..engine.dependency import PendingGraph
from ..engine.effect import Effect
from ..engine.keys import kept_before
from ..engine.trace import Choice
from ..readings import READINGS, Reading, Readings, tie_reading
from ..result.result import Result
from ..result.signature import signature
from ..solve import solve_as
from .orders.partial_order import OlderThan, Poset, TooManyOrdersError
from .same_choices import Decided, SameChoices

Solve = Callable[[Readings, Choose], Result]
"""A function that solves a board, given readings and a function that chooses the next effect."""

LIMIT: Final = 1000
"""Maximum number of solver runs for the orders of tied effects."""

LIMIT_OF_RESULT: Final = 100
"""Maximum number of solver runs to test whether the order of tied effects changes a result."""


class TieOrder(msgspec.Struct, frozen=True):
    """A set of orders of tied effects that are solved in the same way.

    Attributes:
        readings: readings with one of these orders.
        result: the result.
    """

    readings: Readings
    result: Result


class TieRecorder:
    """Chooses a layer's next effect like `choose`, and records which tied effects could have been next instead.

    Attributes:
        same_choices: which other readings lead to the same choices, or None.
        tied: the names of all effects that had the timestamp of another effect in a layer, in the order of first sight.
        kept: pairs (older, younger) of tied effects that a rule orders (613.7a).
        asked: the names of an effect that was next and of the tied effects that could have been.
    """

    def __init__(self, same_choices: SameChoices | None = None) -> None:
        self.same_choices = same_choices
        if same_choices is not None:
            same_choices.begin()
        self.tied: dict[str, None] = {}
        self.kept: set[tuple[str, str]] = set()
        self.asked: list[tuple[str, ...]] = []

    def __call__(self, layer: PendingGraph) -> Choice | None:
        """Return the choice of the next effect, or None if no effect is left."""
        tied = _has_ties(layer)
        if tied:
            for one, other in combinations(layer.candidates, 2):
                if one.key[0] == other.key[0]:
                    self._note(layer, one, other)
        decide = _choice_and_rivals if tied else _only_choice
        if self.same_choices is None:
            choice, asked = decide(layer)
        else:
            choice, asked = self.same_choices.decided(layer, decide)
        self.asked += asked
        return choice

    def _note(self, layer: PendingGraph, one: Effect, other: Effect) -> None:
        self.tied.update({one.name: None, other.name: None})
        source = None if one.source is None else layer.state.world.objects.get(one.source)
        if source is not None:
            self.kept |= {
                (old.name, young.name) for old, young in ((one, other), (other, one)) if kept_before(old, young, source)
            }


def _has_ties(layer: PendingGraph) -> bool:
    return len({effect.key[0] for effect in layer.candidates}) < len(layer.candidates)


def _only_choice(layer: PendingGraph) -> Decided:
    return choose(layer), ()


def _choice_and_rivals(layer: PendingGraph) -> Decided:
    choice = choose(layer)
    return choice, () if choice is None else tuple(_rivals(layer, layer.effects[choice.effect]))


def _rivals(layer: PendingGraph, chosen: Effect) -> Iterator[tuple[str, ...]]:
    # The names of an effect that was next and of the tied effects that could have been.
    among, loops_of = may_be_next(layer)
    first = among[0]
    rivals = [effect for effect in _tied_with(first, among) if effect.order[0] == first.order[0]]
    loop = loops_of.get(first.name, set())
    inside = _tied_with(chosen, (effect for effect in among if effect.name in loop))
    if not rivals and not inside:
        return
    from .orders.open_order import Meetings, classes

    near = next(group for group in classes(layer, Meetings(layer)) if first in group)
    if first is chosen:
        rivals = list(dict.fromkeys((*rivals, *inside)))
    else:  # 418.5d: in a loop, characteristic-defining abilities have no precedence
        yield from _asked(chosen, inside, near)
    yield from _asked(first, rivals, near)


def _asked(first: Effect, rivals: Iterable[Effect], near: Iterable[Effect]) -> Iterator[tuple[str, ...]]:
    names = [effect.name for effect in rivals if effect in near]
    if names:
        yield (first.name, *names)


def _tied_with(one: Effect, effects: Iterable[Effect]) -> list[Effect]:
    return [effect for effect in effects if effect is not one and effect.key[0] == one.key[0]]


def tie_orders(
    solve: Solve, readings: Readings, limit: int = LIMIT, same_choices: SameChoices | None = None
) -> Iterator[TieOrder]:
    """Solve a board in every order of its tied effects, starting with the order of `readings`.

    Only orders that no rule decides are tried. Orders that the solver cannot distinguish are solved together.
    `same_choices` finds the readings that lead to the same solves.

    Raises:
        TooManyOrdersError: the limit was reached.
    """
    names: dict[str, int] = {}
    kept: dict[OlderThan, None] = {}
    left: list[frozenset[OlderThan]] = [frozenset()]
    runs = 0
    while left:
        checkpoint("walk")
        decided = left.pop()
        runs += 1
        if runs > limit:
            raise TooManyOrdersError(f"the effects with equal timestamps have more than {limit} orders")
        known = Poset(names.values(), kept)
        if not known.admits(decided):
            continue  # found to be against the rules after it was put off
        asked_for = readings
        if decided:
            label = list(names)
            order = known.extended(decided).extension()
            asked_for = msgspec.structs.replace(readings, ties="|".join(label[place] for place in order))
        recorder, result = TieRecorder(same_choices), None
        try:
            result = solve(asked_for, recorder)
        except TieError:
            if not decided:
                raise
        for name in recorder.tied:
            names.setdefault(name, len(names))
        fresh = {(names[old], names[young]) for old, young in recorder.kept} - kept.keys()
        for pair in sorted(fresh):
            if Poset(names.values(), kept).admits((pair,)):
                kept[pair] = None
        if result is None:
            left += [decided] if fresh else []  # a rule orders effects that only this order brought about
            continue
        yield TieOrder(asked_for, result)
        known = Poset(names.values(), kept).extended(decided)
        taken = set(decided)
        for asked in recorder.asked:
            first, *others = _ways([names[name] for name in asked])
            left += [frozenset(taken | set(way)) for way in others if known.admits(way)]
            if known.admits(first):  # or else a rule decides it in another layer
                taken |= set(first)
                known = known.extended(first)


def _ways(places: list[int]) -> Iterator[tuple[OlderThan, ...]]:
    for first in places:
        yield tuple((first, other) for other in places if other != first)


def turning_ties(result: Result, board: Board) -> Iterator[Reading]:
    """Yield a reading with an order of tied effects that changes a result, if there is one.

    If there are too many orders to try, yield the reading "ties-reversed", as the result may depend on them.
    """
    mine = signature(result)

    def solved(readings: Readings, chooser: Choose) -> Result:
        return solve_as(result, board, readings, chooser)

    reversed_ = READINGS["ties-reversed"]
    try:
        for place, order in enumerate(tie_orders(solved, result.readings, LIMIT_OF_RESULT)):
            if place == 1 and signature(solve_as(result, board, result.readings.other(reversed_))) != mine:
                yield reversed_
                return
            if place and signature(order.result) != mine:
                yield tie_reading(order.readings.ties)
                return
    except TooManyOrdersError:
        yield reversed_


__all__ = ["LIMIT", "TieOrder", "TieRecorder", "tie_orders", "turning_ties"]
