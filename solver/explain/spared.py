"""Effects that do not apply to an object: effects that have ended, and effects that apply only to other objects."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.amounts.counting import CountersOn
from mtglayers.model.effects.conditions import AllOf, Compare
from mtglayers.model.effects.filters.characteristics import NoAbilities, With, WithNumber
from mtglayers.model.effects.filters.combinators import Non
from mtglayers.model.effects.filters.comparisons import WithBase
from mtglayers.model.effects.filters.status import Status, WithCounter
from mtglayers.model.effects.filters.whereabouts import ControlledBy
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Clause
from mtglayers.model.effects.selectors import Attached, Group, Itself, Target
from mtglayers.model.effects.view import union
from mtglayers.model.support.progress import checkpoint
from mtglayers.model.support.records import Record

from ..engine.effect import plan, selector_of, static_plan
from ..engine.footprint import present
from ..engine.state import numbers
from ..result.characteristics import ability_order
from ..wording import is_unsaid, possessive, sentence
from .existence import lost_ability
from .names import Names
from .needed_effects import unmet_conditions
from .phrases import applies_to, groups_of, is_of_permanents, now, phrase

if TYPE_CHECKING:
    from mtglayers.model.effects.language import Condition
    from mtglayers.model.effects.view import Context, Held, Mask
    from mtglayers.model.objects.gameobject import ResolvedEffect
    from mtglayers.model.rules.edition import Edition

    from ..engine.effect import Effect
    from ..engine.state import State
    from ..result.result import Result

MAX_OTHERS: Final = 5
"""Maximum number of objects about which it is said that one qualifier is why an ability does not apply to them."""

MAX_SPARED: Final = 3
"""Maximum number of sentences about effects that do not apply to an object."""

_MISSED: Final = (ControlledBy, NoAbilities, Non, Status, With, WithBase, WithCounter, WithNumber)
"""Qualifiers of a group that an object can lack although it seems to belong to the group."""

_ENDS: Final = {
    "end of turn": ("lasted until end of turn", "514.2"),
    "this turn": ("lasted until end of turn", "514.2"),
    "end of combat": ("lasted until end of combat", "511.3"),
}
"""What a sentence says about each duration, and its rule."""


def over_or_missed(number: int, result: Result, names: Names) -> Iterator[str]:
    """Yield a sentence, without a period, for each effect that has ended, outlasts its source or came too early."""
    yield from ended_effects(number, result, names)
    yield from lasting_effects(number, result)
    yield from limited_effects(number, result, names)
    yield from missed_effects(number, result, names)


def ended_effects(number: int, result: Result, names: Names) -> Iterator[str]:
    """Yield a sentence, without a period, for each effect on an object that has ended (611.2a)."""
    state = result.trace.start
    for name, effect in result.sources.resolved.items():
        context = effect.context
        over = effect.clauses if effect.ended else tuple(effect.clauses[place] for place in effect.over)
        each = msgspec.structs.replace(context, each=number)  # "for as long as it has an awakening counter on it"
        failed = [clause for clause in effect.clauses if clause.until and not clause.until.holds(state, each)]
        timed = [clause for clause in effect.clauses if clause.until]
        silent = bool(timed) and not over and not failed and all(step.effect != name for step in result.steps)
        over = over or tuple(failed) or (tuple(timed) if silent else ())
        if not over:
            continue
        itself = context.source == number and any(isinstance(clause.selector, Itself) for clause in over)
        older = state.world.objects[number].stamp < effect.stamp
        groups = (clause.selector for clause in over if isinstance(clause.selector, Group))
        reached = any(group.select(state, context) >> number & 1 for group in groups)
        if number in context.targets or itself or (older and reached):
            lasted, rule = _ENDS.get(next((clause.duration for clause in over), ""), ("has ended", "611.2a"))
            known = rule if result.edition.until is None else "611.2a"
            if failed or silent:
                condition = _until((failed or timed)[0], effect, number, result, names)
                lasted, known = f"lasts only as long as {condition or 'its condition holds'}", "611.2b"
            if silent:
                lasted = f"{lasted}, which has not always been so since it resolved"
            applies = "does not apply" if silent else "no longer applies"
            yield f"{names.effect(name, '')} {applies}: it {lasted} ({known})"
            if any(operation.kind == "control" for clause in over for operation in clause.operations):
                id = state.world.objects[number].id
                yield f"{result[id].controller} controls {names.object(id)}"


def lasting_effects(number: int, result: Result) -> Iterator[str]:
    """Yield a sentence, without a period, for each effect on an object that continues although its source has left."""
    there = result.trace.start.world.objects
    for name, effect in result.sources.resolved.items():
        source = effect.context.source
        gone = source is not None and source not in there and effect.source_name
        if gone and _applies(name, number, result):
            ends = next((clause.duration for clause in effect.clauses if clause.duration), "")
            until = "" if ends in ("", "while") else f" until {ends.replace('this turn', 'end of turn')}"
            rule = " (611.2a)" if result.edition.until is None and not effect.lingers else ""
            phased = any(each.number == source for each in result.as_solved().phased_out)
            how = "phased out" if phased else "left"
            yield f"{effect.source_name} has {how}, but its effect continues{until}{rule}"
        elif (
            source is not None
            and source in there
            and _applies(name, number, result)
            and _was_of_the_host(effect, number)
        ):
            host = there[source].attached_to
            if host != number:
                rule = " (611.2c)" if result.edition.until is None else ""
                it = result.names.object(there[number].id)
                yield f"{effect.source_name} is no longer attached to {it}, but its effect on {it} continues{rule}"


def _was_of_the_host(effect: ResolvedEffect, number: int) -> bool:
    # Whether an effect that applies to an object can do so only because its source was attached to the object as it
    # resolved: no other clause than one about "equipped creature" can mean the object.
    selectors = {selector_of(effect.clauses, place) for place in range(len(effect.clauses))}
    others = [selector for selector in selectors if not isinstance(selector, Attached)]
    means = [
        (selector.among(effect.context.targets) if isinstance(selector, Target) else (effect.context.source,))
        for selector in others
        if isinstance(selector, Target | Itself)
    ]
    return len(means) == len(others) < len(selectors) and not any(number in meant for meant in means)


def limited_effects(number: int, result: Result, names: Names) -> Iterator[str]:
    """Yield a sentence, without a period, for each resolved effect on an object that a condition will end (611.2b)."""
    rule = " (611.2b)" if result.edition.until is None else ""
    for name, effect in result.sources.resolved.items():
        timed = next((clause for clause in effect.clauses if clause.until), None)
        if timed is None or not _applies(name, number, result):
            continue
        if condition := _until(timed, effect, number, result, names):
            lost = rule and lost_ability(effect, result) is not None
            also = f"; that {effect.source_name} has lost the ability does not matter (113.7a)" if lost else ""
            yield f"{names.effect(name, '')} applies only as long as {condition}{rule}{also}"


def _applies(effect: str, number: int, result: Result) -> bool:
    return any(step.effect == effect and step.footprint.touched >> number & 1 for step in result.steps)


def _until(clause: Clause, effect: ResolvedEffect, number: int, result: Result, names: Names) -> str:
    # The condition that ends a clause, with the name of the object that "it" means.
    if clause.until is None:
        return ""
    state = result.trace.start
    words = phrase(clause.until, effect.context, state, names, effect.source_name)
    return re.sub(r"^it\b", names.object(state.world.objects[number].id), words)


def targeting(player: int, result: Result, names: Names) -> Iterator[tuple[str, bool]]:
    """Yield what each effect that targets a player applies to, as a sentence without a period, and whether it does."""
    name = result.trace.start.world.players[player]
    for effect, resolved in result.sources.resolved.items():
        if player not in resolved.context.target_players or resolved.ended or not resolved.clauses:
            continue
        touched = union(step.footprint.touched for step in result.steps if step.effect == effect)
        ids = [result.trace.start.world.objects[number].id for number in numbers(touched)]
        yield f"{names.effect(effect, '')} targets {name} and applies to {names.objects(ids)}", bool(ids)


def missed_effects(number: int, result: Result, names: Names) -> Iterator[str]:
    """Yield a sentence, without a period, for each effect that resolved before an object entered (611.2c).

    Only effects that would apply to the object if they resolved now, and change characteristics, are named.
    """
    state, edition = result.trace.state, result.edition
    found, after = state.world.objects[number], {layer.name for layer in edition.after}
    for name, effect in result.sources.resolved.items():
        if effect.ended or effect.lingers or effect.event >= found.entered:
            continue
        for place, clause in enumerate(effect.clauses):
            acts = not set(plan((clause,), False, edition, "resolved").parts) <= after
            group = clause.selector
            if place in effect.over or not acts or not isinstance(group, Group):
                continue
            if group.select(state, effect.context) >> number & 1:
                rule = " (611.2c)" if edition.until is None else ""
                it = names.object(found.id)
                yield f"{names.effect(name, '')} does not apply, because {it} entered after it resolved{rule}"
                break


def spared_words(number: int, excluded: Iterable[Exclusion], result: Result, names: Names) -> Iterator[str]:
    """Yield sentences, without periods, about abilities and effects that do not apply to an unchanged object.

    The sentences name the condition that fails, and the objects to which an ability applies: if there are any, only of
    the abilities in `excluded`. If there are none, they name abilities that change no characteristics (613.11), of
    which it is not known what they concern. At most `MAX_SPARED` sentences are yielded.
    """
    near, others, rules = list(excluded_words(number, excluded, (), result, names)), list[str](), list[str]()
    acted = {(step.applied.held, step.applied.source): None for step in result.steps}  # also those lost by now
    lost = [(held, source) for held, source in acted if held is not None and source is not None]
    for held, source in dict.fromkeys((*lost, *in_force(result))):
        if isinstance(held.ability, TextAbility):
            if source != number or result.trace.state.world.objects[number].attached_to is None:
                rules.append(_of_rule(held, source, result, names))
        elif words := _of_static(effect := result.sources.effect(held, source), number, result, names):
            (near if unmet_conditions(effect, result.trace.state) else others).append(words)
    near += _of_resolved(number, result, names)
    yield from list(dict.fromkeys(near or others or rules))[:MAX_SPARED]


def _of_resolved(number: int, result: Result, names: Names) -> Iterator[str]:
    # The resolved effects on groups of objects to which the object does not belong (611.2c).
    state = result.trace.state
    for name, effect in result.sources.resolved.items():
        groups = _groups(effect.clauses)
        if effect.ended or not groups or any(each.select(state, effect.context) >> number & 1 for each in groups):
            continue
        if words := _applies_only(groups, effect.context, number, result, names, effect.source_name):
            yield f"{names.effect(name, '')} {words}"


def unmet_of_their_own(result: Result) -> Iterator[str]:
    """Yield the ids of the objects with an ability about themselves of which a condition fails, such as a God's."""
    state = result.trace.state
    for held, source in in_force(result):
        if not isinstance(held.ability, TextAbility):
            effect = result.sources.effect(held, source)
            itself = any(isinstance(clause.selector, Itself) for clause in effect.plan.clauses)
            if itself and unmet_conditions(effect, state):
                yield state.world.objects[source].id


def sources_in_force(result: Result) -> Iterator[str]:
    """Yield the ids of the objects with an ability in force that can concern other objects or the rules."""
    for held, source in in_force(result):
        clauses = () if isinstance(held.ability, TextAbility) else result.sources.effect(held, source).plan.clauses
        if not clauses or any(not isinstance(clause.selector, Itself) for clause in clauses):
            yield result.trace.start.world.objects[source].id


def attached_rules(number: int, result: Result, names: Names) -> Iterator[str]:
    """Yield a sentence, without a period, for each attachment of an object with an ability about rules (613.11)."""
    objects = result.trace.state.world.objects
    for held, source in in_force(result):
        if isinstance(held.ability, TextAbility) and objects[source].attached_to == number:
            yield _of_rule(held, source, result, names)


def rules_beside(said: str, result: Result, names: Names) -> str:
    """Return a sentence about the permanents with abilities about rules (613.11), or "".

    Those of which `said` says so, those that are changed or have an effect, and attachments of objects are omitted.
    """
    objects = result.trace.state.world.objects
    known = " ".join(text for text in said.split(". ") if _EVENTS_OR_RULES in text)
    acting = {step.source for step in result.steps}
    after = {layer.name for layer in result.edition.after}
    abilities = result.trace.state.column("ability").items()
    rules = union(mask for held, mask in abilities if _is_rule(held, after, result.edition))
    there = [objects[source] for source in numbers(rules & result.trace.state.still("zone", "battlefield"))]
    ids = [found.id for found in there if found.attached_to is None]
    unnamed = [
        id for id in ids
        if id not in acting and not result.explainer.is_changed(id) and names.object(id) not in known
    ]  # fmt: skip
    have = f"have abilities that affect {_EVENTS_OR_RULES}" if unnamed[1:] else f"has an ability {_ABOUT_RULES}"
    return sentence(f"{names.objects(unnamed)} {have} ({result.edition.place('rule')})") if unnamed else ""


def _is_rule(held: Held, after: Container[str], edition: Edition) -> bool:
    # Whether an ability changes no characteristics, but events, costs or other rules.
    if isinstance(held.ability, TextAbility):
        return held.ability.form == "rule"
    acts = static_plan(held, edition)
    return acts is not None and all(layer in after for layer in acts.parts)


def unmet_words(number: int, mentioned: Container[str], result: Result, names: Names) -> Iterator[str]:
    """Yield a sentence, without a period, for each printed ability of an object about itself whose condition fails.

    Effects that apply, and those in `mentioned`, are omitted.
    """
    applied = {step.effect for step in result.steps}
    for held in sorted(result.trace.after_copying().abilities(number), key=ability_order):
        if static_plan(held, result.edition) is None:
            continue
        effect = result.sources.effect(held, number)
        itself = any(isinstance(clause.selector, Itself) for clause in effect.plan.clauses)
        if not itself or effect.name in applied or effect.name in mentioned:
            continue
        first = next((layer for layer in result.trace.layer_names if layer in effect.plan.parts), "")
        if first and present(effect, result.trace.at(first, 0).state) is None:
            continue  # it was lost before
        if any(_has_passed(each, effect.context, result) for each in unmet_conditions(effect, result.trace.state)):
            continue
        if words := _of_static(effect, number, result, names):
            yield words


def _has_passed(condition: Condition, context: Context, result: Result) -> bool:
    # Whether an object has more counters than a level asks for, and so the abilities of a higher level (711.2a).
    match condition:
        case AllOf((Compare(CountersOn(), "or greater") as least, Compare(CountersOn(), "or less"))):
            return least.holds(result.trace.state, context)
        case _:
            return False


class Exclusion(Record, frozen=True):
    """A static ability that does not apply to objects to which it nearly applies.

    Attributes:
        effect: its effect.
        group: the group to which it applies.
        objects: the objects to which it would apply as printed, after layer 1 or after a characteristic-defining
            ability, or with its printed text, and does not apply at the end of the layers.
        almost: the other objects that one qualifier keeps from the group, such as their controller, a number or status.
    """

    effect: Effect
    group: Group
    objects: Mask
    almost: Mask


def exclusions(result: Result) -> Iterator[Exclusion]:
    """Yield the static abilities that do not apply to objects to which they nearly apply."""
    state, defined = result.trace.state, (step.after for step in result.steps if step.cda)
    earlier = (result.trace.start, result.trace.after_copying(), *defined)
    for held, source in in_force(result):
        if isinstance(held.ability, TextAbility):
            continue
        effect = result.sources.effect(held, source)
        if unmet_conditions(effect, state):
            continue
        printed = _groups(result.sources.effect(_as_printed(held, source, result), source).plan.clauses)
        for place, group in enumerate(groups := _groups(effect.plan.clauses)):
            if group not in groups[:place]:
                texts = (group, *printed[place : place + 1])
                out = union(text.select(each, effect.context) for each in earlier for text in texts)
                almost = _almost(group, state, effect.context) & ~(1 << source)
                if (out := out & ~group.select(state, effect.context)) | almost:
                    yield Exclusion(effect, group, out, almost & ~out)


def _almost(group: Group, state: State, context: Context) -> Mask:
    # The objects that one qualifier of a common kind keeps from a group, such as their controller or power, if they are
    # few.
    inside, found = group.select(state, context), 0
    for place, each in enumerate(group.filters):
        if isinstance(each, _MISSED) and len(group.filters) > 1:
            rest = (*group.filters[:place], *group.filters[place + 1 :])
            out = Group(rest).select(state, context) & ~inside
            found |= out if out.bit_count() <= MAX_OTHERS else 0
    return found


def _groups(clauses: Iterable[Clause]) -> list[Group]:
    return [group for clause in clauses for group in groups_of(clause.selector)]


def _as_printed(held: Held, source: int, result: Result) -> Held:
    # The ability before its text was changed (612.1).
    if held.origin != "copiable":
        return held
    printed = (each for each in result.trace.after_copying().abilities(source) if each.origin == "copiable")
    return next((each for each in printed if each.place == held.place), held)


def excluded_words(
    number: int, found: Iterable[Exclusion], mentioned: Container[str], result: Result, names: Names
) -> Iterator[str]:
    """Yield sentences, without periods, about static abilities that do not apply to an object, but nearly do.

    Effects in `mentioned` are omitted, and those of a source that has an effect on the object.
    """
    acting = {step.applied.source for step in result.steps if step.footprint.scope >> number & 1}
    for each in found:
        effect = each.effect
        if not (each.objects | each.almost) >> number & 1 or effect.name in mentioned or effect.source in acting:
            continue
        groups = _groups(effect.plan.clauses) or [each.group]
        if words := _applies_only(groups, effect.context, number, result, names):
            yield f"{names.effect(effect.name, '')} {words}"


def in_force(result: Result) -> Iterator[tuple[Held, int]]:
    """Yield the abilities at the end of the layers that can concern objects, with their sources.

    These are static abilities that act in the layers, and abilities of permanents that change rules.
    """
    state, edition = result.trace.state, result.edition
    after = {layer.name for layer in edition.after}
    for held, mask in sorted(state.column("ability").items(), key=lambda item: (item[1], item[0].place)):
        checkpoint("object")
        if isinstance(held.ability, TextAbility):
            acts = held.ability.form == "rule"
        else:
            acts = (plan := static_plan(held, edition)) is not None and not set(plan.parts) <= after
        zones = ("battlefield",) if isinstance(held.ability, TextAbility) else held.ability.functions_in(edition)
        for source in numbers(mask) if acts else ():
            if not zones or state.world.objects[source].base.zone in zones:
                yield held, source


def _of_rule(held: Held, source: int, result: Result, names: Names) -> str:
    id, text = result.trace.state.world.objects[source].id, held.ability
    what = names.object(id) if is_unsaid(text) else f"{names.object(id)} ({names.ability(text, names.printed(id))})"
    return f"{what} has an ability {_ABOUT_RULES} ({result.edition.place('rule')})"


_EVENTS_OR_RULES: Final = "events or the rules of the game, not characteristics"
_ABOUT_RULES: Final = f"that affects {_EVENTS_OR_RULES}"


def _of_static(effect: Effect, number: int, result: Result, names: Names) -> str:
    state, called = result.trace.state, names.effect(effect.name, "")
    if effect.held is not None and isinstance(effect.held.ability, Keyword):
        called = f"the {effect.held.ability.name.lower()} ability of {called}"
    if unmet := unmet_conditions(effect, state):
        words = phrase(unmet[0], effect.context, state, names)
        own = any(isinstance(clause.selector, Itself) for clause in effect.plan.clauses)
        alone = own and called == names.object(state.world.objects[number].id)
        whose = f"{possessive(called)} ability" if alone else called
        said = f"{whose} applies only as long as {words}{now(unmet[0], effect.context, state)}"
        return said if words and (effect.source == number or not own) else ""
    groups = _groups(effect.plan.clauses)
    if any(group.select(state, effect.context) >> number & 1 for group in groups):
        return ""
    words = _applies_only(groups, effect.context, number, result, names)
    return f"{called} {words}" if words else ""


def _applies_only(
    groups: Sequence[Group], context: Context, number: int, result: Result, names: Names, source: str = ""
) -> str:  # fmt: skip
    # A predicate with the groups to which an effect applies, if there are words for all of them. Of a permanent, it
    # names only groups of permanents, if there are any (109.2).
    state = result.trace.state
    of_permanents = list(filter(is_of_permanents, groups))
    here = state.still("zone", "battlefield") >> number & 1
    said = of_permanents if here and of_permanents else groups
    words = [phrase(group, context, state, names, source) for group in said]
    where = "" if here or len(of_permanents) < len(groups) else " on the battlefield"
    return f"{applies_to(*words)}{where}" if words and all(words) else ""
