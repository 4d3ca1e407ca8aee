"""Effects that existed but never applied."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from mtglayers.model.effects.operations.abilities import Gain
from mtglayers.model.effects.selectors import Itself
from mtglayers.model.effects.view import Held, union

from ..engine.effect import condition_of, selector_of, static_plan
from ..engine.footprint import footprint, present
from ..engine.keys import static_context
from ..engine.state import numbers
from ..result.characteristics import ability_order
from ..result.players import affected_players
from ..wording import joined, possessive
from .dependencies import dependency_words
from .existence import decisive_changes
from .needed_effects import existence_columns, unmet_conditions
from .paragraphs import ranges
from .phrases import phrase

if TYPE_CHECKING:
    from mtglayers.model.effects.language import Ability
    from mtglayers.model.effects.view import Mask
    from mtglayers.model.rules.edition import Edition

    from ..engine.effect import Effect
    from ..engine.state import State
    from ..result.result import Result
    from ..result.steps import LayerResult, Step
    from .names import Names

MAX_GIVEN = 100
"""Maximum length of the words for the abilities that an effect would give, in characters."""

MAX_DESCRIBED = 2
"""Maximum number of unchanged objects that a sentence describes, instead of giving their sizes."""


class Unapplied(msgspec.Struct, frozen=True):
    """An effect that ceased to exist before it applied (613.8a).

    Attributes:
        layer: the layer in which it never applied.
        effect: the name of the effect.
        source: the id of its source.
        by: the effect that removed the ability or made its condition fail.
        at: the layer and the step in which this happened.
        gone: "ability" if the ability was removed, "condition" if its condition failed.
    """

    layer: str
    effect: str
    source: str
    by: str
    at: tuple[str, int]
    gone: str


def unapplied(result: Result) -> tuple[Unapplied, ...]:
    """Return the effects that existed in a layer but never applied, in layer order."""
    places = {layer.name: place for place, layer in enumerate(result.layers)}
    done = [layer for layer in result.layers if layer.name != result.trace.unfinished]
    applied = {layer.name: set(layer.order) for layer in done}
    found: dict[tuple[str, str], Unapplied] = {}
    for step in result.steps:
        for effect, source, layers in _lost(step, result):
            for layer in layers:
                if layer in applied and effect not in applied[layer] and places[layer] >= places[step.layer]:
                    at = step.layer, step.number
                    found.setdefault((layer, effect), Unapplied(layer, effect, source, step.effect, at, "ability"))
    for each in done:
        last = {effect: step for step in each.steps for effect in step.candidates if effect not in applied[each.name]}
        for effect, step in last.items():
            source, at = effect.partition("#")[0].partition("<")[0], (step.layer, step.number)
            lost = Unapplied(each.name, effect, source, step.effect, at, "condition")
            found.setdefault((each.name, effect), lost)
    everything = (*found.values(), *_failed_conditions(result, found))
    return tuple(sorted(everything, key=lambda lost: places[lost.layer]))


def unapplied_to_player(player: int, result: Result) -> Iterator[Unapplied]:
    """Yield the effects on a player whose abilities were removed before the effects on players applied (613.10)."""
    after = {layer.name for layer in result.edition.after}
    applied = {step.effect for step in result.steps if step.layer in after}
    for step in result.steps:
        for name, source, layers in _lost(step, result, after):
            effect = result.sources.known(name)
            if effect is not None and name not in applied and player in affected_players(effect, result.trace.state):
                yield Unapplied(layers[0], name, source, step.effect, (step.layer, step.number), "ability")


def _lost(step: Step, result: Result, among: Container[str] = ()) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    # (effect, id of its source, layers in which it would act) for the abilities that a step removed; of all layers,
    # or only of those in `among`
    kinds = {operation.kind for _, operation, _ in step.footprint.operations}
    if kinds and kinds <= {"copy", "face down"}:
        return  # the replaced abilities are not expected to act
    after_layers = {layer.name for layer in result.edition.after}
    changes = step.after.changes().items()
    changed = [(held, mask) for (family, held), mask in changes if family == "ability" and isinstance(held, Held)]
    for held, mask in sorted(changed, key=lambda change: (change[1], ability_order(change[0]))):
        gone = mask & ~step.after.column("ability").get(held, 0)
        planned = static_plan(held, result.edition) if gone else None
        layers = (
            tuple(layer for layer in planned.parts if (layer in among if among else layer not in after_layers))
            if planned
            else ()
        )
        if not layers:
            continue
        zones, condition = held.ability.functions_in(result.edition), condition_of(held, result.edition)
        for number, source in step.before.world.objects.items():
            if not gone >> number & 1 or (zones and source.base.zone not in zones):
                continue
            context = static_context(source, held, result.edition)
            unstarted = context.effect not in result.trace.started
            if condition is not None and unstarted and not condition.holds(step.before, context):
                continue
            if not any(
                other.origin == held.origin and other.place == held.place and other.granter == held.granter
                for other in step.after.abilities(number)  # 612: an ability with changed text continues to exist
            ):
                result.sources.effect(held, number)  # the ability may have been lost before its layer
                yield context.effect, source.id, layers


def _failed_conditions(result: Result, known: Container[tuple[str, str]]) -> Iterator[Unapplied]:
    # Effects whose condition failed before the layer in which they act.
    trace = result.trace
    applied = {step.effect for step in result.steps}
    after = {layer.name for layer in result.edition.after}
    done = [layer for layer in result.layers if layer.name not in after and layer.name != trace.unfinished]
    for held, mask in sorted(trace.start.column("ability").items(), key=lambda item: (item[1], item[0].place)):
        planned = static_plan(held, result.edition)
        if planned is None:
            continue
        if condition_of(held, result.edition) is None and all(clause.condition is None for clause in planned.clauses):
            continue
        for number in numbers(mask):
            effect = result.sources.effect(held, number)
            if effect in result.sources.idle:  # 113.6
                continue
            for layer in done:
                if layer.name not in effect.plan.parts or effect.name in applied or (layer.name, effect.name) in known:
                    continue
                step = _end(effect, layer, result)
                if step is not None:
                    source = trace.start.world.objects[number].id
                    at = step.layer, step.number
                    yield Unapplied(layer.name, effect.name, source, step.effect, at, "condition")


def _end(effect: Effect, layer: LayerResult, result: Result) -> Step | None:
    # The step in an earlier layer that made the condition of an effect fail.
    def there(state: State) -> bool:
        return footprint(effect, layer.name, state, None).exists

    if any(there(step.before) for step in layer.steps):
        return None
    families = {family for family, _ in existence_columns(effect, clauses=True)}
    earlier = result.layers[: result.layers.index(layer)]
    for step in reversed([step for each in earlier for step in each.steps]):
        if families.isdisjoint(family for family, _ in step.after.changes()):
            continue
        if there(step.after):
            return None
        if there(step.before):
            return step if present(effect, step.after) is not None else None
    return None


def _condition_ended_by(lost: Unapplied, result: Result, names: Names) -> str:
    effect, step = result.sources.known(lost.effect), result.layer(lost.at[0]).steps[lost.at[1] - 1]
    if effect is None:
        return ""
    return decisive_changes(step, effect, lambda state: not footprint(effect, lost.layer, state, None).exists, names)


def affected_objects(lost: Unapplied, result: Result) -> Mask:
    """Return the objects that an effect would have applied to."""
    effect, layer = result.sources.known(lost.effect), result.layer(lost.layer)
    part = None if effect is None else effect.plan.parts.get(lost.layer)
    if effect is None or part is None:
        return 0
    first = layer.steps[lost.at[1] - 1].before if lost.at[0] == lost.layer else layer.before
    clauses, found = effect.plan.clauses, 0
    for state in (first, layer.after):
        for place in dict.fromkeys(place for place, _ in part.steps):
            asked = [each for each in (effect.condition, clauses[place].condition) if each is not None]
            if lost.gone == "condition" or all(each.holds(state, effect.context) for each in asked):
                found |= selector_of(clauses, place).select(state, effect.context)
        for clause in (clause for gain in _given(lost, result) for each in gain.abilities for clause in each.clauses()):
            found |= clause.selector.select(state, effect.context)
    return found


def unapplied_words(found: Unapplied, names: Names, result: Result) -> str:
    """Return a sentence about an unapplied effect, without a period."""
    return _words((found,), (found.layer,), names, result)


def all_words(found: Sequence[Unapplied], names: Names, result: Result) -> tuple[str, ...]:
    """Return sentences about unapplied effects; one sentence covers effects with equal causes."""
    called: dict[str, str] = {}  # effect -> its name in the first layer
    layers: dict[tuple[str, str, str, tuple[str, int], str], list[Unapplied]] = {}
    for lost in found:
        name = called.setdefault(lost.effect, names.effect(lost.effect, lost.layer))
        layers.setdefault((name, lost.source, lost.by, lost.at, lost.gone), []).append(lost)
    similar: dict[tuple[object, ...], list[Unapplied]] = {}
    for each in layers.values():
        acting = tuple(dict.fromkeys(lost.layer for lost in each))
        apart = each[0].effect if each[0].gone == "condition" else ""
        similar.setdefault((acting, each[0].by, each[0].at, apart), []).append(each[0])
    return tuple(_words(each, acting, names, result) for (acting, *_), each in similar.items())  # type: ignore[arg-type]


def _words(found: Sequence[Unapplied], layers: Sequence[str], names: Names, result: Result) -> str:
    one, many = found[0], len(found) > 1
    called = joined(ranges([_called(lost, names, result) for lost in found]))
    by = names.effect(one.by, one.at[0])
    rule = result.edition.rule("gone")
    acts = "do" if many else "does"
    given = "" if many else _given_words(one, names, result)
    start = f"{called}{f', which {given},' if given else ''} {acts} not apply"
    if layers[0] not in {layer.name for layer in result.edition.after}:
        start += f" in layer{'s' if layers[1:] else ''} {joined(layers)}"
    if one.gone == "condition":
        return f"{start}, because {_failing(one, by, layers, names, result)}"
    is_ability = not many and called.endswith(" ability")
    lost, they, s = ("their abilities", "they", "") if many else ("it away" if is_ability else "its ability", "it", "s")
    started, where = result.edition.rule("started"), f" in layer {one.at[0]}" if one.at[0] not in layers else ""
    if one.at[0] in layers and _had_to_wait(found, result):  # 613.8a applies inside one layer
        waits = f"{they} depend{s} on {by} ({rule}) and so {'have' if many else 'has'} to wait"
        kept = f" ({started})" if result.edition.same_set else ""
        order = result.edition.rule("order")
        return f"{start}, because {waits} ({order}), and {by} takes {lost} before {they} start{s} to apply{kept}"
    takes = f"it takes {'itself away' if is_ability else 'its own ability'}"
    said = f"{start}, because {takes if not many and one.by == one.effect else f'{by} takes {lost}'}{where}"
    if result.edition.same_set:
        said += f"{',' if where else ''} before {they} start{s} to apply"
    if one.at[0] in layers:
        said = f"{said} ({rule})"
    if result.edition.same_set:
        return said if one.at[0] in layers else f"{said} ({started})"
    began = any(step.effect == lost.effect for lost in found for step in result.steps)
    return f"{said}, and under those rules no effect continues without its ability ({started})" if began else said


def _given(lost: Unapplied, result: Result) -> list[Gain]:
    # What an effect would give its own source, if that is an ability with an effect on other objects.
    effect = result.sources.known(lost.effect)
    part = None if effect is None else effect.plan.parts.get(lost.layer)
    if effect is None or part is None:
        return []
    own = [each for place, each in part.steps if isinstance(selector_of(effect.plan.clauses, place), Itself)]
    return [each for each in own if isinstance(each, Gain) and any(map(_acts_on_others, each.abilities))]


def _given_words(lost: Unapplied, names: Names, result: Result) -> str:
    called, card = names.object(lost.source), names.printed(lost.source)
    said = joined(names.operation(each, called, card) for each in _given(lost, result))
    return said if len(said) <= MAX_GIVEN else ""


def _acts_on_others(ability: Ability) -> bool:
    return any(not isinstance(clause.selector, Itself) for clause in ability.clauses())


def _called(lost: Unapplied, names: Names, result: Result) -> str:
    # The name of an effect; the only one of an object that changes nothing but itself is its ability.
    called, effect = names.effect(lost.effect, lost.layer), result.sources.known(lost.effect)
    if called != names.object(lost.source) or effect is None:
        return called
    own = all(isinstance(clause.selector, Itself) for clause in effect.plan.clauses)
    alone = all(each.effect == lost.effect for each in result.explainer.unapplied if each.source == lost.source)
    return f"{possessive(called)} ability" if own and alone else called


def _failing(lost: Unapplied, by: str, layers: Sequence[str], names: Names, result: Result) -> str:
    did = _condition_ended_by(lost, result, names)
    where, cited = f" in layer {lost.at[0]}", ""
    if lost.at[0] in layers:
        where, cited = "", f" ({result.edition.rule('gone')})"
    effect = result.sources.known(lost.effect)
    state = result.trace.state
    unmet = [] if effect is None else unmet_conditions(effect, state)
    condition = phrase(unmet[0], effect.context, state, names) if effect is not None and unmet else ""
    what = f"its condition{f' (as long as {condition})' if condition else ''} fails"
    return f"{by} {did}{where}, and {what}{cited}" if did else f"{what} after {by}{where}{cited}"


def left_words(ids: Sequence[str], described: Callable[[str], str], names: Names) -> str:
    """Return a clause about the unchanged objects to which effects would have applied: ", so Taiga stays ..."."""
    if len(ids) > MAX_DESCRIBED:
        return f", so {names.sized(ids)} stay as they are"
    said = [f"{names.object(id)} {'' if place else 'stays '}{described(id)}" for place, id in enumerate(ids)]
    return f", so {', and '.join(said)}" if said else ""


def fruitless_words(
    id: str, steps: Iterable[tuple[Step, Step, Sequence[str]]], edition: Edition, names: Names
) -> Iterator[str]:
    """Yield a sentence, without a period, for each effect that did nothing to an object because of a dependency.

    The effect applies to the object, but after the effect on which it depends it no longer changes it (613.8a).
    `steps` are those that `fruitless` yields.
    """
    for step, earlier, ids in steps:
        waited, called = step.effect in earlier.choice.waiting, names.effect(earlier.effect, step.layer)
        order = edition.rule("order" if waited else "timestamp")
        why = f"so {called} applies first ({order})" if waited else f"and {called} is also older ({order})"
        for found in earlier.dependencies(step.effect) if id in ids else ():
            if found.on == earlier.effect and found.names(id):
                words = dependency_words(found, names, step.layer, edition.rule("dependency"), kinds=False)
                yield f"{words}, {why}"


def fruitless(result: Result) -> Iterator[tuple[Step, Step, tuple[str, ...]]]:
    """Yield each step that did nothing because of a dependency, the step that it depends on, and the objects' ids.

    The step applied to the objects, the dependency concerns them, and the step did not change them.
    """
    there = result.trace.start.world.objects
    for step in result.steps:
        objects = step.footprint.scope & ~union(step.after.changes().values())
        for earlier in result.layer(step.layer).steps[: step.number - 1] if objects else ():
            if earlier.edge(step.effect, earlier.effect) is not None:
                edges = [found for found in earlier.dependencies(step.effect) if found.on == earlier.effect]
                ids = (there[number].id for number in numbers(objects))
                yield step, earlier, tuple(id for id in ids if any(found.names(id) for found in edges))


def had_to_wait(lost: Unapplied, result: Result) -> bool:
    """Return whether an effect did not apply because it had to wait for the one that removed its ability (613.8b)."""
    return lost.gone == "ability" and lost.at[0] == lost.layer and _had_to_wait((lost,), result)


def _had_to_wait(found: Sequence[Unapplied], result: Result) -> bool:
    # Whether a dependency, and no loop, put the effect that removed the abilities first (613.8b).
    step = result.layer(found[0].at[0]).steps[found[0].at[1] - 1]
    waited = {lost.effect for lost in found}
    if not waited <= set(step.candidates) or waited & set(step.choice.loop):
        return False
    return all(any(edge.on == step.effect for edge in step.dependencies(name)) for name in waited)
