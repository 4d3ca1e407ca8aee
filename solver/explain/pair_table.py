"""The table of dependencies before a step, and the choice of the effect (613.8)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

import msgspec

from ..engine.dependency import PendingGraph
from ..engine.effect import Effect
from ..wording import sentence
from .choices import ChoiceReason
from .dependencies import Dependency, dependency_words
from .names import Names
from .paragraphs import Line, Printable

if TYPE_CHECKING:
    from ..result.result import Result
    from ..result.steps import Step

MAX_LISTED = 4
"""Maximum number of effects in a table whose text also lists independent pairs."""

MAX_KEPT = 40
"""Maximum number of effects in a table that also stores independent pairs."""


class DependencyRow(msgspec.Struct, frozen=True):
    """An ordered pair of effects, and whether the first depended on the second.

    Attributes:
        effect, on: the names of the two effects.
        dependency: the dependency of `effect` on `on`, or None if it does not depend on it.
        words: a sentence about the dependency or independence, without a period.
    """

    effect: str
    on: str
    dependency: Dependency | None
    words: str


class PairTable(Printable, msgspec.Struct, frozen=True):
    """The dependency table of a step, and the choice of its effect.

    Attributes:
        layer: the name of the layer.
        step: the number of the step in the layer.
        title: the title of the layer.
        effects: the names of the effects that existed and had not yet applied, oldest first.
        called: their names in sentences, in the same order.
        pairs: the ordered pairs, sorted by first and second effect; only pairs with a dependency if there are more
            than 40 effects.
        loops: the dependency loops, the oldest member of each first (613.8b).
        chosen: the effect that applied next.
        reason: the reason for the choice.
        rule: the number of the rule that defines dependencies.
    """

    layer: str
    step: int
    title: str
    effects: tuple[str, ...]
    called: tuple[str, ...]
    pairs: tuple[DependencyRow, ...]
    loops: tuple[tuple[str, ...], ...]
    chosen: str
    reason: ChoiceReason
    rule: str

    @property
    def dependent(self) -> tuple[DependencyRow, ...]:
        """The dependent pairs."""
        return tuple(pair for pair in self.pairs if pair.dependency is not None)

    @property
    def independent(self) -> int:
        """The number of ordered pairs whose first effect does not depend on the second."""
        return len(self.effects) * (len(self.effects) - 1) - len(self.dependent)

    @property
    def decisive(self) -> frozenset[str]:
        """The chosen effect, and the effects whose dependencies determined the choice."""
        return frozenset({self.chosen}.union(*({each.effect, each.on} for each in self.reason.dependencies)))

    def pair(self, effect: str, on: str) -> DependencyRow | None:
        """Return the pair of the two effects, or None if the table does not have it."""
        return next((pair for pair in self.pairs if (pair.effect, pair.on) == (effect, on)), None)

    def listed(self, only: Collection[str] | None = None) -> tuple[DependencyRow, ...]:
        """Return the pairs to list, omitting independent pairs if there are many effects.

        Args:
            only: the effects whose pairs are listed, by default all.
        """
        kept = [pair for pair in self.pairs if only is None or (pair.effect in only and pair.on in only)]
        few = sum(1 for effect in self.effects if only is None or effect in only) <= MAX_LISTED
        return tuple(pair for pair in kept if few or pair.dependency is not None)

    def lines(self, only: Collection[str] | None = None, *, choice: bool = True) -> tuple[Line, ...]:
        """Return paragraphs that list the table's pairs and the choice.

        Args:
            only: the effects whose pairs are listed, by default all; other pairs are only counted.
            choice: whether to include the choice.
        """
        found = [Line("table", f"Step {self.step}, dependencies ({self.rule}):")]
        listed = self.listed(only)
        found += [Line("pair", sentence(pair.words), 2, 2) for pair in listed]
        rest = len(self.effects) * (len(self.effects) - 1) - len(listed)
        if rest:
            independent = len(self.dependent) == sum(1 for pair in listed if pair.dependency is not None)
            found.append(Line("pair", _others(rest, any_listed=bool(listed), independent=independent), 2, 2))
        if choice:
            found.append(Line("why", sentence(f"{self.name(self.chosen)} applies: {self.reason.because}")))
        return tuple(found)

    def name(self, effect: str) -> str:
        """Return the name used for an effect in sentences."""
        return self.called[self.effects.index(effect)] if effect in self.effects else f"`{effect}`"


def _others(number: int, *, any_listed: bool, independent: bool) -> str:
    what = "are independent" if independent else "decide nothing here"
    if not any_listed:
        return "No effect depends on another." if independent else f"All {number} pairs {what}."
    one = what.replace("are", "is").replace("decide", "decides")
    return f"The other pair {one}." if number == 1 else f"The other {number} pairs {what}."


def table(step: Step, result: Result, reason: ChoiceReason, names: Names) -> PairTable:
    """Return the table of dependencies before a step."""
    effects = step.candidates
    return PairTable(
        step.layer,
        step.number,
        result.layer(step.layer).title,
        effects,
        tuple(names.effect(effect, step.layer) for effect in effects),
        tuple(_pairs(step, result, names)),
        step.loops,
        step.effect,
        reason,
        result.edition.rule("dependency"),
    )


def _pairs(step: Step, result: Result, names: Names) -> Iterator[DependencyRow]:
    rule = result.edition.rule("dependency")
    few = len(step.candidates) <= MAX_KEPT
    for effect in step.candidates:
        on = {found.on: found for found in step.dependencies(effect)}
        for other in step.candidates if few else on:
            found = on.get(other)
            if found is not None:
                words = dependency_words(found, names, step.layer, rule)
                yield DependencyRow(effect, other, found, words)
            elif other != effect:
                yield DependencyRow(effect, other, None, _independent(step, effect, other, result, names))


def _independent(step: Step, name: str, other: str, result: Result, names: Names) -> str:
    layer = step.undecided
    effect, on = layer.effects[name], layer.effects[other]
    called, by = names.effect(name, step.layer), names.effect(other, step.layer)
    return f"{called} does not depend on {by}: {_why_not(layer, effect, on, by, result)}"


def _why_not(layer: PendingGraph, effect: Effect, on: Effect, by: str, result: Result) -> str:
    if not layer.meet:
        return (
            f"no effect of a characteristic-defining ability depends on another ({result.edition.rule('dependency')})"
        )
    if not layer.trial(on)[1]:
        return "applying that now would change nothing"
    if {place for place, _ in layer.part(effect).steps} <= set(layer.locks_of(effect) or ()):
        rule, started = result.edition.rule("started"), result.trace.started_in(effect.name)
        return f"it started in layer {started}, so its objects are fixed ({rule}), and it would do the same to them"
    if not layer.could_touch(effect, on):
        return f"it reads nothing that {by} changes"
    return "applying that would change neither its text or existence, nor what it applies to, nor what it does"
