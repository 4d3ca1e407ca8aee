"""Effects that go on without their ability (613.6), or begin to exist inside a layer."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING, Literal

import msgspec

from ..engine.footprint import Footprint, footprint, present
from ..engine.state import State
from .causes import changes_seen, minimal_changes
from .changes import changes_made
from .names import Names
from .needed_effects import existence_columns

if TYPE_CHECKING:
    from ..engine.effect import Effect
    from ..result.result import Result
    from ..result.steps import LayerResult, Step


class LateStart(msgspec.Struct, frozen=True):
    """How an effect began to exist inside the layer in which it applies.

    Attributes:
        step: number of the step after which it existed.
        by: name of the effect applied in that step, or "" where it is not to be named.
        lacked: what it lacked before: its ability, or that its condition held.
        words: how it came to exist, as a sentence without its full stop.
    """

    step: int
    by: str
    lacked: Literal["ability", "condition"]
    words: str


class Continuation(msgspec.Struct, frozen=True):
    """Why an effect goes on without its ability: it had started (613.6).

    Attributes:
        started: the layer in which it started.
        by: name of the effect that took the ability; "" where it is not known or not to be named.
        at: layer and step of that application.
        words: that it goes on and why, as a sentence without its full stop.
    """

    started: str
    by: str
    at: tuple[str, int]
    words: str


def late_start(step: Step, layer: LayerResult, names: Names, named: Container[str]) -> LateStart | None:
    """Return how a step's effect began to exist in its layer, or None.

    Args:
        step: the step.
        layer: its layer.
        names: what effects and objects are called.
        named: the effects that may be named.
    """
    effect, last = step.applied, step.begun_after
    if last is None:
        return None
    by = last.effect if last.effect in named else ""
    called = names.effect(last.effect, layer.name) if by else "that"
    if effect.held is not None and present(effect, last.before) is None:
        source = names.object(step.source or "")
        words = f"it began to exist after step {last.number}, as {called} gave {source} its ability"
        return LateStart(last.number, by, "ability", words)
    changes = last.after.changes()
    seen = changes_seen(existence_columns(effect, clauses=True), changes)
    needed = minimal_changes(last.before, seen, 0, lambda state: _at(step, state).exists)
    did = changes_made(last, needed, names) if needed else "changed what its condition asks for"
    return LateStart(
        last.number, by, "condition",
        f"it began to exist after step {last.number}, as {called} {did}, so that its condition holds",
    )  # fmt: skip


def last_step_without(step: Step) -> Step | None:
    """Return the last step of the layer before which a step's effect did not exist."""
    earlier = reversed(step.result.layer(step.layer).steps[: step.number - 1])
    effect = step.applied
    return next(
        (other for other in earlier if _could_begin(effect, other) and not _at(step, other.before).exists), None
    )


def _at(step: Step, state: State) -> Footprint:
    return footprint(step.applied, step.layer, state, step.locks)


def _could_begin(effect: Effect, by: Step) -> bool:
    held, changes = effect.held, by.after.changes()
    columns = existence_columns(effect, clauses=True)
    families = {family for family, _ in columns if family != "ability"} | {"controller"}
    conditions = columns - {("ability", held)}
    if any(family in families for family, _ in changes) or any(family == "ability" for family, _ in conditions):
        return True
    # Its own ability, or the same with other words (612.1); what others hold is no matter of its own.
    copiable = held is not None and held.origin == "copiable"
    mine = {value for family, value in existence_columns(effect) if family == "ability"}
    return any(
        family == "ability" and (value in mine or (copiable and getattr(value, "origin", "") == "copiable"))
        for family, value in changes
    )


def continuation(step: Step, result: Result, names: Names, named: Container[str]) -> Continuation | None:
    """Return why a step's effect goes on without its ability, or None.

    Args:
        step: the step.
        result: the result that it is of.
        names: what effects and objects are called.
        named: the effects that may be named.
    """
    if not step.going_on:
        return None
    held, source = step.applied.held, step.applied.source or 0
    started, rule = result.trace.started_in(step.effect), result.edition.rule("started")
    column = ("ability", held)
    taken = [
        other
        for other in result.steps[: step.serial - 1]
        if column in (changes := other.after.changes())
        and changes[column] >> source & 1
        and not other.after.column("ability").get(held, 0) >> source & 1
    ]
    last = taken[-1] if taken else None
    by = last.effect if last is not None and last.effect in named else ""
    at = (last.layer, last.number) if last is not None else ("", 0)
    where = f" in layer {started}" if started != at[0] else ""
    if by == step.effect:
        said = f"it took its own ability in layer {at[0]}, but had started{where} and goes on ({rule})"
    elif by:
        called = names.effect(by, at[0])
        said = f"{called} took its ability in layer {at[0]}, but it had started{where} and goes on ({rule})"
    else:
        said = f"its ability no longer exists, but it had started in layer {started} and goes on ({rule})"
    return Continuation(started, by, at, said)
