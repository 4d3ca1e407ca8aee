"""Why an effect was chosen, and which effects never applied."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from mtglayers.model.effects.view import Context, Held

from ..engine.effect import condition_of, static_plan
from ..engine.gather import static_key, static_name
from ..wording import joined
from .dependencies import Dependency, dependency_words
from .names import Names

if TYPE_CHECKING:
    from ..engine.trace import Trace
    from ..result.result import Result
    from ..result.steps import Step


class ChoiceReason(msgspec.Struct, frozen=True):
    """Why an effect applied at its step.

    Attributes:
        why: "alone", "oldest", "waited", "loop", "released", as `Choice.why`.
        rule: the number of the rule that says so.
        dependencies: those that decided the choice: of the older effects that had to wait, and inside its loop.
        because: the reason as a sentence, without capital and full stop.
        details: the dependencies as sentences.
    """

    why: str
    rule: str
    dependencies: tuple[Dependency, ...]
    because: str
    details: tuple[str, ...]


class Unapplied(msgspec.Struct, frozen=True):
    """An effect that never applied in a layer, as it ceased to exist before (613.8a).

    Attributes:
        layer: the layer in which it never applied.
        effect, source: its name, and the id of its source.
        by: the effect that took the ability, or made its condition fail.
        at: layer and step of that application.
        gone: what it lacks.
    """

    layer: str
    effect: str
    source: str
    by: str
    at: tuple[str, int]
    gone: str


def choice_reason(step: Step, trace: Trace, names: Names) -> ChoiceReason:
    """Return why `step` was the next one."""
    choice, layer, edition = step.choice, step.layer, trace.edition
    players = trace.start.world.players
    found: list[Dependency] = []
    loop = set(choice.loop)
    for waiting in choice.waiting:
        found += step.dependencies(waiting)
    literal = trace.readings.loop == "literal"  # there, what the one chosen depends on outside its loop is passed over
    for member in choice.loop:
        if member not in choice.waiting:
            whole = literal and member == choice.effect
            found += [edge for edge in step.dependencies(member) if whole or edge.on in loop]
    details = tuple(dependency_words(edge, names, layer, edition.rule("dependency"), players) for edge in found)
    return ChoiceReason(choice.why, step.rule, tuple(found), _because(step, trace, names), details)


def _because(step: Step, trace: Trace, names: Names) -> str:
    choice, layer = step.choice, step.layer
    rule = step.rule
    older = names.effects(choice.waiting, layer)
    if choice.loop:
        others = names.effects((name for name in choice.loop if name != choice.effect), layer)
        first = choice.loop[0] == choice.effect
        tied = any(_tied(step, name) for name in choice.loop if name != choice.effect)
        age = "is the oldest" if first else f"is older than {_younger(step, names)}"
        age = "comes first" if tied else age
        said = f"it is in a dependency loop with {others}, where timestamps decide, and {age} ({rule})"
        if trace.readings.loop == "literal" and set(step.graph.successors(choice.effect)) - set(choice.loop):
            said += "; inside a loop no effect waits, not even for one outside of it (reading `literal`)"
        waits = [name for name in choice.waiting if name not in choice.loop]
        inside = [name for name in choice.waiting if name in choice.loop]
        if inside:
            said = (
                f"it is in a dependency loop with {others}, and {names.effects(inside, layer)} "
                f"still {_waits(inside)} for an effect outside the loop ({rule})"
            )
        return f"{said}; {names.effects(waits, layer)} {_waits(waits)}" if waits else said
    if choice.why == "released":
        before = f", so it goes before {older}" if choice.waiting else ""
        return f"what it waited for has just been applied{before} ({rule})"
    if choice.why == "waited":
        one = len(choice.waiting) == 1
        tied = any(_tied(step, name) for name in choice.waiting)
        came = ("comes" if one else "come") + " before it" if tied else f"{'is' if one else 'are'} older"
        how = f"{came}, but {'has' if one else 'have'} to wait"
        return f"it waits for nothing; {older} {how} ({rule}){judged_words(step)}"
    if step.ahead:
        return f"it is characteristic-defining, so it comes before the rest of the layer ({rule})"
    if choice.why == "oldest":
        rival = next((name for name in step.candidates if name != step.effect and _tied(step, name)), None)
        if rival is None:
            return f"it waits for nothing and is the oldest ({rule}){judged_words(step)}"
        return f"it waits for nothing; it {older_words(step, rival, names)} ({rule}){judged_words(step)}"
    in_layer = len(step.result.layer(layer).steps)
    return "the only effect in this layer" if in_layer == 1 else "the only effect left in this layer"


def judged_words(step: Step) -> str:
    """Return that dependencies were not judged again before a step (B6), or nothing."""
    if step.trace.readings.judged == "each step" or step.number == 1:
        return ""
    return ", by dependencies as they were when the layer began (reading `no-re-evaluation`)"


def older_words(step: Step, other: str, names: Names) -> str:
    """Return that a step's effect precedes another by timestamp, without a subject."""
    called = names.effect(other, step.layer)
    if not _tied(step, other):
        return f"is older than {called}"
    one, two = step.applied, step.candidate(other)
    same = f"has the same timestamp as {called}"
    reading = " (reading `ties-reversed`)" if step.trace.readings.ties == "reversed" else ""
    if one.source != two.source or one.held is None or two.held is None or one.held.origin != two.held.origin:
        return f"{same} and comes first{reading}"
    before = "before" if one.held.place < two.held.place else "after"
    return f"{same}, with its ability printed {before} that one{reading}"


def _tied(step: Step, other: str) -> bool:
    return step.candidate(other).key[0] == step.applied.key[0]


def _waits(names: list[str]) -> str:
    return "waits" if len(names) == 1 else "wait"


def _younger(step: Step, names: Names) -> str:
    loop = step.choice.loop
    return joined(names.effect(name, step.layer) for name in loop[loop.index(step.effect) + 1 :])


def unapplied(result: Result) -> tuple[Unapplied, ...]:
    """Return the effects that ceased to exist before they applied, in that order."""
    found: dict[tuple[str, str], Unapplied] = {}
    order = [layer.name for layer in result.layers]
    done = [layer for layer in result.layers if layer.name != result.trace.unfinished]
    applied = {layer.name: set(layer.order) for layer in done}
    for step in result.steps:
        for effect, source, layers in _lost(step, result):
            for layer in layers:
                if layer in applied and effect not in applied[layer] and order.index(layer) >= order.index(step.layer):
                    at = (step.layer, step.number)
                    found.setdefault((layer, effect), Unapplied(layer, effect, source, step.effect, at, "ability"))
    for layer_result in done:
        for step in layer_result.steps:
            for effect in step.candidates:
                if effect not in applied[layer_result.name] and (layer_result.name, effect) not in found:
                    source, last = _last_seen(layer_result.steps, effect)
                    at = (last.layer, last.number)
                    found[layer_result.name, effect] = Unapplied(
                        layer_result.name, effect, source, last.effect, at, "condition"
                    )
    return tuple(found.values())


def _lost(step: Step, result: Result) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield (effect, source's id, layers it would act in) for the abilities that a step took."""
    kinds = {operation.kind for _, operation, _ in step.footprint.operations}
    if kinds and kinds <= {"copy", "face down"}:
        return  # other values replace the printed ones, which are not expected to act
    after_layers = {layer.name for layer in result.edition.after}
    for (family, held), mask in step.after.changes().items():
        if family != "ability" or not isinstance(held, Held):
            continue
        gone = mask & ~step.after.column("ability").get(held, 0)
        laid = static_plan(held, result.edition) if gone else None
        layers = tuple(layer for layer in laid.parts if layer not in after_layers) if laid else ()
        if not layers:
            continue
        zones, condition = held.ability.functions_in(result.edition), condition_of(held, result.edition)
        for number, source in step.before.world.objects.items():
            if not gone >> number & 1 or (zones and source.base.zone not in zones):
                continue
            name = static_name(source, held)
            if condition is not None and name not in result.trace.started:
                context = Context(effect=name, source=number, stamp=static_key(source, held, result.edition))
                if not condition.holds(step.before, context):
                    continue
            reads_on = any(
                other.origin == held.origin and other.place == held.place and other.granter == held.granter
                for other in step.after.abilities(number)
            )
            if not reads_on:  # 612: an ability whose words changed is still there
                result.sources.effect(held, number)  # it may have been lost before its layer
                yield name, source.id, layers


def _last_seen(steps: tuple[Step, ...], effect: str) -> tuple[str, Step]:
    last = next(step for step in reversed(steps) if effect in step.candidates)
    id = effect.partition("#")[0].partition("<")[0]
    return id, last
