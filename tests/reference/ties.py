"""All orders of effects whose timestamps are equal (B13), by brute force with the plain solver."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, permutations, product
from math import factorial, prod
from typing import Any

from mtglayers.model.board.board import Board

from .answers import Answers
from .result import PlainObject, PlainResult
from .rules import rules_of
from .solver import plain_solve

Pair = tuple[str, str]
Outcome = tuple[tuple[Any, ...], ...]


class TooManyTiesError(Exception):
    """Raised if there are too many orders to try."""


def outcomes_by_force(board: Board, answers: Answers, most: int) -> dict[Outcome, tuple[str, ...]]:
    """Return a mapping from each possible outcome of a board to an order of tied effects that causes it.

    If timestamps are equal and no rule specifies an order (613.7), all orders are possible. Every order is tried, even
    if it makes no difference.

    Raises:
        TooManyTiesError: there are more than `most`.
    """
    ties: set[frozenset[str]] = set()  # effects that waited at the same time and have equal timestamps
    kept: set[Pair] = set()
    while True:  # until no order causes a new tie
        known = len(ties), len(kept)
        found: dict[Outcome, tuple[str, ...]] = {}
        for order in list(_orders(ties, kept, most)):
            result = plain_solve(board, rules=replace(rules_of(board), answers=replace(answers, ties=order)))
            if _look_at(result, ties, kept, order):
                found.setdefault(outcome(result), order)
        if known == (len(ties), len(kept)):
            return found


def _look_at(result: PlainResult, ties: set[frozenset[str]], kept: set[Pair], order: Sequence[str]) -> bool:
    """Record which effects were tied; return whether the rules allow their order."""
    allowed = True
    for step in chain(result.past, *(layer.steps for layer in result.layers.values())):
        stamps: dict[object, set[str]] = {}
        for name, key in step.keys.items():
            stamps.setdefault(key[0], set()).add(name)
        ties |= {frozenset(names) for names in stamps.values() if len(names) > 1}
        kept |= set(step.kept)
        allowed &= all(_is_before(old, young, order) for old, young in step.kept)
    return allowed


def _is_before(old: str, young: str, order: Sequence[str]) -> bool:
    # Effects that are not named come last, in their usual order.
    return old in order and order.index(old) < order.index(young) if young in order else True


def _orders(ties: set[frozenset[str]], kept: set[Pair], most: int) -> Iterator[tuple[str, ...]]:
    """Yield the orders of tied effects; the order of effects that no ties connect does not matter."""
    groups = sorted(map(sorted, _connected(ties)))
    if prod(factorial(len(group)) for group in groups) > most:
        raise TooManyTiesError
    for orders in product(*map(permutations, groups)):
        order = tuple(chain.from_iterable(orders))
        if all(_is_before(old, young, order) for old, young in kept):
            yield order


def _connected(ties: set[frozenset[str]]) -> list[set[str]]:
    groups: list[set[str]] = []
    for names in sorted(map(sorted, ties)):
        near = [group for group in groups if group & set(names)]
        groups = [group for group in groups if group not in near] + [set(names).union(*near)]
    return groups


def outcome(result: PlainResult) -> Outcome:
    """Return the characteristics of all objects."""
    return told({id: _object(each) for id, each in result.objects.items()})


def _object(it: PlainObject) -> tuple[Any, ...]:
    abilities = [ability for ability, _ in it.abilities]
    sets = (it.colors, it.types, it.subtypes, it.supertypes, map(repr, abilities))
    return (it.name, it.power, it.toughness, it.controller, *(tuple(sorted(each)) for each in sets))


def told(objects: Mapping[str, tuple[Any, ...]]) -> Outcome:
    """Return the objects sorted by id."""
    return tuple((id, *objects[id]) for id in sorted(objects))
