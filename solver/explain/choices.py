"""The reasons for the choice of an effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from .dependencies import Dependency, dependency_words
from .names import Names

if TYPE_CHECKING:
    from ..engine.trace import Trace
    from ..result.steps import Step

DECIDED = ("waited", "loop", "released")
"""Values of `ChoiceReason.why` that mean that a dependency determined the choice."""


class ChoiceReason(msgspec.Struct, frozen=True):
    """The reason for the choice of an effect.

    Attributes:
        why: "alone", "oldest", "waited", "loop" or "released", as in `Choice.why`.
        rule: the number of the rule that states this reason.
        dependencies: the dependencies of the older effects that had to wait, and those inside the loop.
        because: the reason as a sentence, without an initial capital letter or a period.
        details: the dependencies as sentences.
    """

    why: str
    rule: str
    dependencies: tuple[Dependency, ...]
    because: str
    details: tuple[str, ...]


def choice_reason(step: Step, trace: Trace, names: Names) -> ChoiceReason:
    """Return the reason why a step's effect was chosen."""
    choice, layer, edition = step.choice, step.layer, trace.edition
    found: list[Dependency] = []
    loop = set(choice.loop)
    for waiting in choice.waiting:
        found += step.dependencies(waiting)
    literal = trace.readings.loop == "literal"  # the chosen effect does not have to wait
    for member in choice.loop:
        if member not in choice.waiting:
            whole = literal and member == choice.effect
            found += [edge for edge in step.dependencies(member) if whole or edge.on in loop]
    details = tuple(dependency_words(edge, names, layer, edition.rule("dependency"), kinds=False) for edge in found)
    return ChoiceReason(choice.why, step.rule, tuple(found), _because(step, trace, names), details)


def _because(step: Step, trace: Trace, names: Names) -> str:
    choice, layer, rule = step.choice, step.layer, step.rule
    older = names.effects(choice.waiting, layer)
    if choice.loop:
        others = names.effects((name for name in choice.loop if name != choice.effect), layer)
        first = choice.loop[0] == choice.effect
        tied = any(_tied(step, name) for name in choice.loop if name != choice.effect)
        younger = choice.loop[choice.loop.index(choice.effect) + 1 :]
        alone = len(choice.loop) == 2  # the sentence has just named the other one
        age = ("is older" if alone else "is the oldest") if first else f"is older than {names.effects(younger, layer)}"
        age = "comes first" if tied else age
        said = f"it is in a dependency loop with {others}, in which timestamps decide, and {age} ({rule})"
        if trace.readings.loop == "literal" and step.waits_for[choice.effect] - set(choice.loop):
            said += "; inside a loop no effect waits, not even for an effect outside it (reading `literal`)"
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
        return f"the effect that it waited for has just applied{before} ({rule})"
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
            rivals = [name for name in step.candidates if name != step.effect]
            age = older_words(step, rivals[0], names) if len(rivals) == 1 else "is the oldest"
            return f"it waits for nothing and {age} ({rule}){judged_words(step)}"
        return f"it waits for nothing; it {older_words(step, rival, names)} ({rule}){judged_words(step)}"
    in_layer = len(step.result.layer(layer).steps)
    return "the only effect in this layer" if in_layer == 1 else "the only effect left in this layer"


def judged_words(step: Step) -> str:
    """Return a phrase if dependencies were determined only once (B6), else ""."""
    if step.trace.readings.judged == "each step" or step.number == 1:
        return ""
    return ", by dependencies as they were when the layer began (reading `no-re-evaluation`)"


def older_words(step: Step, other: str, names: Names) -> str:
    """Return a clause that compares two timestamps, such as "is older than Blood Moon"."""
    called = names.effect(other, step.layer)
    if not _tied(step, other):
        return f"is older than {called}"
    one, two = step.applied, step.candidate(other)
    same = f"has the same timestamp as {called}"
    reading = next((f" (reading `{name}`)" for name in step.trace.readings.names() if name.startswith("ties")), "")
    if one.source != two.source or one.held is None or two.held is None or one.held.origin != two.held.origin:
        return f"{same} and comes first{reading}"
    before = "before" if one.held.place < two.held.place else "after"
    return f"{same}, with its ability printed {before} that one{reading}"


def order_words(step: Step, later: Step, called: str, names: Names) -> str:
    """Return a clause about a step that precedes a later step because of timestamps (613.7).

    `called` names its effect: "it" in a sentence of its own.
    """
    older, edition = f"{called} {older_words(step, later.effect, names)}", step.trace.edition
    comma, rule = "," if called == "it" else "", edition.rule("timestamp")
    if step.edge(step.effect, later.effect) is not None:  # determined once, before the dependency existed
        return f"{older} ({rule}){judged_words(step)}"
    if step.edge(later.effect, step.effect) is None:
        if _has_phased_in(step) or _has_phased_in(later):
            older += f", as phasing in gives no new timestamp{' (702.26d)' if edition.until is None else ''}"
            comma = ","
        return f"{older}{comma} and neither depends on the other ({rule})"
    depends = f"{names.effect(later.effect, step.layer)} depends on {called} ({edition.rule('dependency')})"
    if _tied(step, later.effect):
        return f"{depends}, and {older} ({rule})"
    return f"{depends}, {'and it' if called == 'it' else 'which'} is also older ({rule})"


def _has_phased_in(step: Step) -> bool:
    # Whether the source of an effect, or what it is attached to, has phased in.
    there, source = step.before.world.objects, step.applied.source
    found = None if source is None else there.get(source)
    host = None if found is None or found.attached_to is None else there.get(found.attached_to)
    return any(each is not None and each.id in step.result.explainer.phased_in for each in (found, host))


def _tied(step: Step, other: str) -> bool:
    return step.candidate(other).key[0] == step.applied.key[0]


def _waits(names: list[str]) -> str:
    return "waits" if len(names) == 1 else "wait"
