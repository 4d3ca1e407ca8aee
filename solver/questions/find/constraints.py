"""Assignments of values to unknowns that meet constraints, found with python-constraint2."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple

from mtglayers.model.errors import LayersError
from mtglayers.model.support.progress import checkpoint

Values = Mapping[str, Any]
"""Unknown -> value."""

TRIES = 200_000
"""Maximum number of rule evaluations."""


class TooManyTriesError(LayersError, RuntimeError):
    """The limit on rule evaluations was reached before every assignment was found."""


class Rule(NamedTuple):
    """A condition on the values of some unknowns.

    Attributes:
        names: the unknowns.
        holds: the condition as a function of the values of these unknowns, in the order of `names`.
        least, most: bounds on the number of true values if the condition depends only on that number.
    """

    names: tuple[str, ...]
    holds: Callable[..., bool]
    least: int | None = None
    most: int | None = None


def assignments(domains: Mapping[str, Sequence[Any]], rules: Sequence[Rule]) -> Iterator[dict[str, Any]]:
    """Yield every assignment that meets all rules, in a fixed order.

    Args:
        domains: unknown -> its values.
        rules: the rules; a rule that names no unknowns is evaluated once.

    Raises:
        TooManyTriesError: the limit on rule evaluations was reached.

    >>> rules = [Rule(("a", "b"), lambda a, b: a != b)]
    >>> list(assignments({"a": "xy", "b": "xy"}, rules))
    [{'a': 'x', 'b': 'y'}, {'a': 'y', 'b': 'x'}]
    """
    from constraint import BacktrackingSolver, FunctionConstraint, Problem

    left = {name: _fitting(name, values, rules) for name, values in domains.items()}
    if not all(rule.holds() for rule in rules if not rule.names) or not all(left.values()):
        return
    if not left:
        yield {}
        return
    problem = Problem(BacktrackingSolver())
    for name, values in left.items():
        # Indices, because values can have any type; the library tries the last one first.
        problem.addVariable(name, list(reversed(range(len(values)))))
    tries = count(1)
    for rule in rules:
        if len(rule.names) > 1:
            holds = FunctionConstraint(_by_place(rule, left, tries))
            problem.addConstraint(_counting(rule, left, tries) or holds, list(rule.names))
    for found in problem.getSolutionIter():
        yield {name: values[found[name]] for name, values in left.items()}


def _fitting(name: str, values: Sequence[Any], rules: Sequence[Rule]) -> tuple[Any, ...]:
    alone = [rule for rule in rules if rule.names == (name,)]
    return tuple(value for value in values if all(rule.holds(value) for rule in alone))


def _counting(rule: Rule, domains: Mapping[str, Sequence[Any]], tries: Iterator[int]) -> Any:
    # Return a constraint that fails as soon as the bounds can no longer be met.
    if rule.least is None and rule.most is None:
        return None
    from constraint import Constraint

    least, most = rule.least or 0, len(rule.names) if rule.most is None else rule.most

    class Counting(Constraint):  # type: ignore[misc]
        def __call__(
            self, variables: Any, _domains: Any, assignments: Mapping[str, int], _forwardcheck: Any = False,
            _unassigned: Any = None,
        ) -> Any:  # fmt: skip
            known = [domains[name][assignments[name]] for name in variables if name in assignments]
            _tick(tries)
            return bool(sum(known) <= most and sum(known) + len(variables) - len(known) >= least)

    return Counting()


def _by_place(rule: Rule, domains: Mapping[str, Sequence[Any]], tries: Iterator[int]) -> Callable[..., bool]:
    values = [domains[name] for name in rule.names]

    def holds(*places: int) -> bool:
        _tick(tries)
        return rule.holds(*(found[place] for found, place in zip(values, places, strict=True)))

    return holds


def _tick(tries: Iterator[int]) -> None:
    checkpoint("candidate")
    if next(tries) > TRIES:
        raise TooManyTriesError(f"more than {TRIES:,} constraint evaluations are needed")
