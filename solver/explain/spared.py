"""Effects that do not apply to an object: effects that have ended, and effects that apply only to other objects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.selectors import Group, Itself

from ..engine.effect import condition_of, static_plan
from ..wording import is_unsaid
from .names import Names
from .phrases import applies_to, phrase

if TYPE_CHECKING:
    from mtglayers.model.effects.view import Held

    from ..engine.effect import Effect
    from ..result.result import Result

MAX_SPARED: Final = 3
"""Maximum number of sentences about effects that do not apply to an object."""

_ENDS: Final = {
    "end of turn": ("lasted until end of turn", "514.2"),
    "this turn": ("lasted until end of turn", "514.2"),
    "end of combat": ("lasted until end of combat", "511.3"),
}
"""What a sentence says about each duration, and its rule."""


def ended_effects(number: int, result: Result, names: Names) -> Iterator[str]:
    """Yield a sentence, without a period, for each effect on an object that has ended (611.2a)."""
    state = result.trace.start
    for name, effect in result.sources.resolved.items():
        context = effect.context
        over = effect.clauses if effect.ended else tuple(effect.clauses[place] for place in effect.over)
        failed = [clause for clause in effect.clauses if clause.until and not clause.until.holds(state, context)]
        over = over or tuple(failed)
        if not over:
            continue
        itself = context.source == number and any(isinstance(clause.selector, Itself) for clause in over)
        older = state.world.objects[number].stamp < effect.stamp
        groups = (clause.selector for clause in over if isinstance(clause.selector, Group))
        reached = any(group.select(state, context) >> number & 1 for group in groups)
        if number in context.targets or itself or (older and reached):
            lasted, rule = _ENDS.get(next((clause.duration for clause in over), ""), ("has ended", "611.2a"))
            known = rule if result.edition.until is None else "611.2a"
            if failed:
                condition = (
                    phrase(failed[0].until, context, state, names, effect.source_name) if failed[0].until else ""
                )
                lasted, known = f"lasts only as long as {condition or 'its condition holds'}", "611.2b"
            yield f"{names.effect(name, '')} no longer applies: it {lasted} ({known})"


def spared_words(number: int, result: Result, names: Names) -> Iterator[str]:
    """Yield sentences, without periods, about static abilities that do not apply to an unchanged object.

    The sentences name the objects to which an ability applies, the condition that fails, or an ability that changes no
    characteristics (613.11). At most `MAX_SPARED` sentences are yielded.
    """
    found = dict.fromkeys(_spared(number, result, names))
    last = [words for words in found if words.endswith(f"({result.edition.place('rule')})")]  # these say the least
    yield from [*(words for words in found if words not in last), *last][:MAX_SPARED]


def _spared(number: int, result: Result, names: Names) -> Iterator[str]:
    state, edition = result.trace.state, result.edition
    after = {layer.name for layer in edition.after}
    for held, mask in sorted(state.column("ability").items(), key=lambda item: (item[1], item[0].place)):
        for source, found in state.world.objects.items():
            zones = held.ability.functions_in(edition)
            if not mask >> source & 1 or (zones and found.base.zone not in zones):
                continue
            if isinstance(held.ability, TextAbility):
                if held.ability.form == "rule" and found.base.zone == "battlefield":
                    yield _of_rule(held, source, result, names)
                continue
            laid = static_plan(held, edition)
            if laid is None or set(laid.parts) <= after:
                continue
            if words := _of_static(result.sources.effect(held, source), number, result, names):
                yield words


def _of_rule(held: Held, source: int, result: Result, names: Names) -> str:
    id, rule = result.trace.state.world.objects[source].id, result.edition.place("rule")
    text = held.ability
    what = names.object(id) if is_unsaid(text) else f"{names.object(id)} ({names.ability(text, names.printed(id))})"
    return f"{what} has an ability that changes the rules of the game, not characteristics ({rule})"


def _of_static(effect: Effect, number: int, result: Result, names: Names) -> str:
    state, called = result.trace.state, names.effect(effect.name, "")
    conditions = [condition_of(effect.held, result.edition)] if effect.held is not None else []
    conditions += [clause.condition for clause in effect.plan.clauses]
    for condition in conditions:
        if condition is not None and not condition.holds(state, effect.context):
            words = phrase(condition, effect.context, state, names)
            own = any(isinstance(clause.selector, Itself) for clause in effect.plan.clauses)
            said = f"{called} applies only as long as {words}"
            return said if words and (effect.source == number or not own) else ""
    others = [
        clause.selector
        for clause in effect.plan.clauses
        if isinstance(clause.selector, Group) and not clause.selector.select(state, effect.context) >> number & 1
    ]
    words = phrase(others[0], effect.context, state, names) if others else ""
    return f"{called} {applies_to(words)}" if words else ""
