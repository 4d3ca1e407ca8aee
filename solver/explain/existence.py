"""Effects that begin to exist, continue, or stop applying within a layer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.operations.abilities import Gain
from mtglayers.model.effects.view import ANY

from ..engine.footprint import footprint, present
from ..engine.state import State
from ..wording import joined
from .causes import changes_seen, columns_read, minimal_changes
from .changes import changes_made
from .choices import DECIDED
from .names import Names
from .needed_effects import existence_columns
from .phrases import applies_to, groups_of, is_of_permanents, phrase

if TYPE_CHECKING:
    from mtglayers.model.effects.view import Held
    from mtglayers.model.objects.gameobject import ResolvedEffect

    from ..engine.effect import Effect
    from ..result.result import Result
    from ..result.steps import LayerResult, Step


class NoLongerApplies(msgspec.Struct, frozen=True):
    """An effect that no longer applies to an object.

    Attributes:
        effect: the name of the effect.
        step: the number of the step in which the effect applied.
        words: a sentence about the effect, without a period.
    """

    effect: str
    step: int
    words: str


class LateStart(msgspec.Struct, frozen=True):
    """The start of an effect's existence within the layer in which it applies.

    Attributes:
        step: the number of the step after which the effect existed.
        by: the name of the effect applied in that step, or "" if the name should be omitted.
        lacked: "ability" if its ability did not exist before that step, "condition" if its condition was not met.
        words: a sentence about the start of its existence, without a period.
    """

    step: int
    by: str
    lacked: Literal["ability", "condition"]
    words: str


class Continuation(msgspec.Struct, frozen=True):
    """An effect that continues after losing its ability (613.6).

    Attributes:
        started: the layer in which the effect started.
        by: the name of the effect that removed the ability, or "" if it is unknown or should be omitted.
        at: the layer and the step in which the ability was removed.
        because: a sentence about the continuation, up to its layer.
        layer: the layer in which it continues.
        rule: the number of the rule about that.
    """

    started: str
    by: str
    at: tuple[str, int]
    because: str
    layer: str
    rule: str

    @property
    def words(self) -> str:
        """The sentence, without a period."""
        return self.within([self.layer])

    def within(self, layers: Sequence[str]) -> str:
        """Return the sentence with all layers in which the effect continues."""
        return f"{self.because} layer{'s' if layers[1:] else ''} {joined(layers)} ({self.rule})"


class LaterLoss(msgspec.Struct, frozen=True):
    """The removal of an ability in a layer after the one in which its effect applied (613.6).

    Attributes:
        by: the name of the effect that removed the ability.
        at: the layer and the step in which the ability was removed.
        words: a sentence about the removal, without a period.
    """

    by: str
    at: tuple[str, int]
    words: str


def late_start(step: Step, layer: LayerResult, names: Names, named: Container[str]) -> LateStart | None:
    """Return when an effect began to exist within its layer, or None if it existed before.

    The sentence mentions only those effects that are in `named`.
    """
    effect, last = step.applied, step.begun_after
    if last is None:
        return None
    by = last.effect if last.effect in named else ""
    called = names.effect(last.effect, layer.name) if by else "another effect"
    if effect.held is not None and present(effect, last.before) is None:
        source = names.object(step.source or "")
        words = f"it begins to exist only after {called} has given {source} its ability"
        return LateStart(last.number, by, "ability", words)
    did = decisive_changes(last, effect, lambda state: _exists(step, state), names)
    words = f"after {called} {did or 'changed a value that its condition depends on'}, so that its condition holds"
    return LateStart(last.number, by, "condition", f"it begins to exist only {words}")


def decisive_changes(step: Step, effect: Effect, shows: Callable[[State], bool], names: Names) -> str:
    """Return a phrase for a step's changes that affected an effect's existence, or "".

    The phrase describes a minimal set of changes for which `shows` is true.
    """
    seen = changes_seen(existence_columns(effect, clauses=True), step.after.changes())
    needed = minimal_changes(step.before, seen, 0, shows)
    return changes_made(step, needed, names) if needed else ""


def last_step_without(step: Step) -> Step | None:
    """Return the last step before which the effect did not exist."""
    earlier = reversed(step.result.layer(step.layer).steps[: step.number - 1])
    effect = step.applied
    return next((each for each in earlier if _could_begin(effect, each) and not _exists(step, each.before)), None)


def _exists(step: Step, state: State) -> bool:
    return footprint(step.applied, step.layer, state, step.locks).exists


def _could_begin(effect: Effect, by: Step) -> bool:
    held, changes = effect.held, by.after.changes()
    columns = existence_columns(effect, clauses=True)
    families = {family for family, _ in columns if family != "ability"} | {"controller"}
    conditions = columns - {("ability", held)}
    if any(family in families for family, _ in changes) or any(family == "ability" for family, _ in conditions):
        return True
    # Its own ability, or the same ability with changed text (612.1).
    copiable = held is not None and held.origin == "copiable"
    mine = {value for family, value in existence_columns(effect) if family == "ability"}
    return any(
        family == "ability" and (value in mine or (copiable and getattr(value, "origin", "") == "copiable"))
        for family, value in changes
    )


def continuation(step: Step, result: Result, names: Names, named: Container[str]) -> Continuation | None:
    """Return a `Continuation` if a step's effect had lost its ability, else None.

    The sentence mentions only those effects that are in `named`.
    """
    if not step.going_on:
        return None
    started, rule = result.trace.started_in(step.effect), result.edition.rule("started")
    last = _loss(step, result.steps[: step.serial - 1])
    by = last.effect if last is not None and last.effect in named else ""
    at = (last.layer, last.number) if last is not None else ("", 0)
    where = f" in layer {started}" if started != at[0] else ""
    goes_on = f"it had started to apply{where}, so it continues in"
    if by == step.effect:
        said = f"it took its own ability in layer {at[0]}, but {goes_on}"
    elif by:
        said = f"{names.effect(by, at[0])} took its ability in layer {at[0]}, but {goes_on}"
    else:
        said = f"its ability no longer exists, but {goes_on}"
    return Continuation(started, by, at, said, step.layer, rule)


def later_loss(step: Step, result: Result, names: Names) -> LaterLoss | None:
    """Return the removal of a step's ability in a later layer, or None if there is none or it also applied later."""
    held, source = step.applied.held, step.applied.source
    later = [each for each in result.steps[step.serial :] if each.layer != step.layer]
    if held is None or source is None or any(each.effect == step.effect and each.going_on for each in later):
        return None
    last = _loss(step, later)
    if last is None or result.trace.state.column("ability").get(held, 0) >> source & 1:
        return None
    called, by = names.effect(step.effect, step.layer), names.effect(last.effect, last.layer)
    took = f"{by} takes its own ability" if last.effect == step.effect else f"{by} takes the ability of {called}"
    after = f"only in layer {last.layer}, after that ability has applied in layer {step.layer}"
    rule = f" ({result.edition.rule('started')})" if result.edition.same_set else ""
    return LaterLoss(last.effect, (last.layer, last.number), f"{took} {after}{rule}")


def lost_source(step: Step, result: Result, names: Names) -> LaterLoss | None:
    """Return the removal of the ability that a resolved effect came from, or None if its source has the ability."""
    effect = result.sources.resolved.get(step.effect)
    lost = None if effect is None else lost_ability(effect, result)
    if effect is None or lost is None:
        return None
    held, source = lost
    column, state = ("ability", held), result.trace.start
    taken = (other for other in result.steps if other.after.changes().get(column, 0) >> source & 1)
    last = next((other for other in taken if other.timestamp < effect.stamp), None)
    if last is None:
        return None
    object, by = names.object(state.world.objects[source].id), names.effect(last.effect, last.layer)
    words = f"{object} has lost that ability to {by}, so it can no longer be activated or trigger"
    words += ", but once it is on the stack it resolves (113.7a)"
    return LaterLoss(last.effect, (last.layer, last.number), words)


def lost_ability(effect: ResolvedEffect, result: Result) -> tuple[Held, int] | None:
    """Return the ability that a resolved effect came from and its source, if the source no longer has it, or None."""
    source, state = effect.context.source, result.trace.start
    if not effect.ability or source is None or source not in state.world.objects:
        return None
    held = next((each for each in state.abilities(source) if each.place == effect.ability), None)
    if held is None or result.trace.state.column("ability").get(held, 0) >> source & 1:
        return None
    return held, source


def _loss(step: Step, among: Sequence[Step]) -> Step | None:
    # The last step in `among` that removed the ability of a step's effect.
    column, source = ("ability", step.applied.held), step.applied.source or 0
    taken = (
        other
        for other in reversed(among)
        if column in (changes := other.after.changes())
        and changes[column] >> source & 1
        and not other.after.column("ability").get(step.applied.held, 0) >> source & 1
    )
    return next(taken, None)


# --- Effects on later steps ---


def prevented_words(step: Step, number: int, steps: Sequence[Step], names: Names) -> tuple[str, ...]:
    """Return sentences about later effects that would grant a prevented ability (113.11).

    After `step`, the object can't have these abilities; `steps` contains all steps of the layer.
    """
    found = []
    for keyword in _prevented_keywords(step, number):
        for other in steps[step.number :]:
            for gain in _gains(other, number, keyword):
                called, rule = names.effect(other.effect, other.layer), step.trace.edition.rule("cant have")
                found.append(
                    f"{called} still gives it {keyword.lower()}: the rule did not yet apply to counters"
                    if gain.unbarred
                    else f"so {called} does not give it {keyword.lower()} ({rule})"
                )
    return tuple(dict.fromkeys(found))


def _prevented_keywords(step: Step, number: int) -> Iterator[str]:
    found = (
        keyword
        for (family, keyword), mask in step.after.changes().items()
        if family == "cant_have" and isinstance(keyword, str) and mask >> number & 1 and keyword != ANY
    )
    yield from sorted(found)


def _gains(step: Step, number: int, keyword: str) -> Iterator[Gain]:
    for _, operation, mask in step.footprint.operations:
        if not isinstance(operation, Gain) or not mask >> number & 1:
            continue
        if any(isinstance(each, Keyword) and each.name == keyword for each in operation.abilities):
            yield operation


def no_longer_applying(
    step: Step, number: int, changing: Collection[str], result: Result, names: Names
) -> Iterator[NoLongerApplies]:
    """Yield the effects that a step prevents from applying to an object (613.8a).

    Effects in `changing`, which change the object later in the layer, are omitted.
    """
    started = result.edition.rule("started")
    for other in result.layer(step.layer).steps[step.number :]:
        if other.effect in changing or other.footprint.scope >> number & 1 or other.effect not in step.candidates:
            continue
        scope = step.undecided.footprint(step.candidate(other.effect)).scope
        if not scope >> number & 1 or step.edge(other.effect, step.effect) is None:
            continue
        called = names.effect(other.effect, step.layer)
        reach = _reach(other, names)
        if step.choice.why in DECIDED:  # the dependency has a sentence of its own
            words = f"after that, {called}{reach} no longer applies to it"
        else:
            by, it = names.effect(step.effect, step.layer), names.object(step.before.world.objects[number].id)
            depends = f"depends on {by} ({result.edition.rule('dependency')})"
            words = f"{called}{reach} {depends}, so it no longer applies to {it}"
        later = [each for each in result.steps if each.effect == other.effect and each.serial > other.serial]
        spared = not any(each.footprint.scope >> number & 1 for each in later)
        if len(other.applied.plan.parts) > 1 and result.edition.same_set and spared:
            words += f", nor in later layers ({started})"
        yield NoLongerApplies(other.effect, other.number, words)


def early_effects(step: Step, number: int, result: Result, names: Names) -> Iterator[tuple[str, str]]:
    """Yield the effects that applied too early in a layer to apply to an object, which they would after a step.

    Each is yielded as (the name of the effect, a sentence without a period).
    """
    changed = step.after.changes()
    for other in result.layer(step.layer).steps[: step.number - 1]:
        seen = changes_seen(columns_read(other.applied, other.layer), changed)
        if not seen or other.effect == step.effect or other.footprint.touched >> number & 1:
            continue

        def reached(state: State, other: Step = other) -> bool:
            return bool(footprint(other.applied, other.layer, state, other.locks).touched >> number & 1)

        if reached(step.before) or not reached(step.after):
            continue
        needed = minimal_changes(step.before, seen, 1 << number, reached)
        did = changes_made(step, needed, names) or "changed what that depends on"
        early, late = (names.effect(each.effect, each.layer) for each in (other, step))
        yield other.effect, f"{late} {did} only after {early} had applied, so {early} does not apply to it"


def _reach(step: Step, names: Names) -> str:
    # ", which applies only to noncreature artifacts," for an effect whose text says so.
    part, clauses = step.applied.plan.parts[step.layer], step.applied.plan.clauses
    groups = list(groups_of(clauses[part.steps[0][0]].selector))
    those = [phrase(each, step.applied.context, step.before, names) for each in filter(is_of_permanents, groups)]
    return f", which {applies_to(*those)}," if those and all(those) else ""


def no_longer_waiting(
    step: Step, layer: LayerResult, shown: Collection[int], result: Result, names: Names
) -> Iterator[str]:
    """Yield sentences about effects that a step's effect no longer waits for.

    Only the steps in `shown` are considered.
    """
    done = set(layer.order[: step.number - 1])
    seen: set[str] = set()
    for earlier in layer.steps[: step.number - 1]:
        if earlier.number not in shown or step.effect not in (*earlier.choice.waiting, *earlier.choice.loop):
            continue
        for found in earlier.dependencies(step.effect):
            if found.on in done or found.on in seen or step.edge(step.effect, found.on) is not None:
                continue
            seen.add(found.on)
            since = layer.steps[earlier.number : step.number]
            free = next(each for each in since if each.edge(step.effect, found.on) is None)
            last = layer.steps[free.number - 2]
            by, on = names.effect(last.effect, layer.name), names.effect(found.on, layer.name)
            there = "" if found.on in free.candidates else ", which no longer exists"
            rule = result.edition.rule("again")
            yield f"after {by} it no longer depends on {on}{there} ({rule})"
