"""Assignments of values to unknowns under constraints: the one place that knows the library python-constraint2."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple

from mtglayers.model.errors import LayersError

Values = Mapping[str, Any]
"""Unknown -> value."""


TRIES = 200_000
"""So often rules are asked at most: the work that finds nothing must end, too."""


class TooManyTriesError(LayersError, RuntimeError):
    """The bound on questions to rules was reached before every assignment was known."""


class Rule(NamedTuple):
    """What must hold between some unknowns.

    Attributes:
        names: the unknowns.
        holds: asked with their values, in that order.
        least, most: where all are true or false: so many are true, at least and at most; so that it is known before
            all have a value.
    """

    names: tuple[str, ...]
    holds: Callable[..., bool]
    least: int | None = None
    most: int | None = None


def assignments(domains: Mapping[str, Sequence[Any]], rules: Sequence[Rule]) -> Iterator[dict[str, Any]]:
    """Yield every assignment that all rules admit, each once and in the same order on every run.

    Args:
        domains: unknown -> its values.
        rules: what must hold; a rule about nothing is asked once.

    Raises:
        TooManyTriesError: rules were asked too often.

    >>> rules = [Rule(("a", "b"), lambda a, b: a != b)]
    >>> list(assignments({"a": "xy", "b": "xy"}, rules))
    [{'a': 'x', 'b': 'y'}, {'a': 'y', 'b': 'x'}]
    """
    from constraint import BacktrackingSolver, FunctionConstraint, MaxSumConstraint, MinSumConstraint, Problem

    if not all(rule.holds() for rule in rules if not rule.names) or not all(len(found) for found in domains.values()):
        return
    if not domains:
        yield {}
        return
    problem = Problem(BacktrackingSolver())
    for name, values in domains.items():
        # Places, as values may be of any kind; the library takes the last one first.
        problem.addVariable(name, list(reversed(range(len(values)))))
    tries = count(1)
    for rule in rules:
        counts = bool(rule.names) and all(_is_flag(domains[name]) for name in rule.names)
        if counts and rule.most is not None:
            problem.addConstraint(MaxSumConstraint(max(rule.most, -1)), list(rule.names))
        if counts and rule.least is not None:
            if rule.least > len(rule.names):
                return
            problem.addConstraint(MinSumConstraint(rule.least), list(rule.names))
        if rule.names:
            problem.addConstraint(FunctionConstraint(_by_place(rule, domains, tries)), list(rule.names))
    for found in problem.getSolutionIter():
        yield {name: values[found[name]] for name, values in domains.items()}


def _is_flag(values: Sequence[Any]) -> bool:
    """Return whether places and values are the same number: false is 0, true is 1."""
    return tuple(values) == (False, True)


def _by_place(rule: Rule, domains: Mapping[str, Sequence[Any]], tries: Iterator[int]) -> Callable[..., bool]:
    values = [domains[name] for name in rule.names]

    def holds(*places: int) -> bool:
        if next(tries) > TRIES:
            raise TooManyTriesError(f"constraints were asked more than {TRIES} times")
        return rule.holds(*(found[place] for found, place in zip(values, places, strict=True)))

    return holds


__all__ = ["TRIES", "Rule", "TooManyTriesError", "Values", "assignments"]
