"""Dependencies between effects, and the outcomes of their trial applications (613.8a)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from mtglayers.model.effects.language import Operation
from mtglayers.model.effects.view import Mask
from mtglayers.model.support.progress import checkpoint

from ..engine.dependency import PendingGraph
from ..engine.footprint import Footprint, Reason, present
from ..engine.state import numbers
from ..engine.trials import Edge
from ..wording import joined
from .causes import Cause, caused, causes
from .names import Names

if TYPE_CHECKING:
    from ..result.steps import Step


class Dependency(msgspec.Struct, frozen=True):
    """A dependency with its reasons and causes.

    Attributes:
        effect: the name of the dependent effect.
        on: the name of the effect that it depends on.
        reasons: the reasons for the dependency, in the order text, existence, scope, result.
        witness: the ids of the objects that `effect` would treat differently, or the id of its source if `effect`
            would cease to exist.
        reaches: the ids of the objects that `effect` would newly apply to.
        releases: the ids of the objects that `effect` would no longer apply to.
        alone: whether `effect` would apply to no objects if the other effect did not apply first.
        now, then: pairs (id, operation) before and after the other effect applies, for objects on which the
            operations differ.
        gone: "ability" if `effect` would cease to exist because it would lose its ability, "condition" if it would
            cease to exist because its condition would fail, or "" if it would still exist.
        causes: a minimal set of changes by the other effect that causes the dependency.
    """

    effect: str
    on: str
    reasons: tuple[Reason, ...]
    witness: tuple[str, ...]
    reaches: tuple[str, ...] = ()
    releases: tuple[str, ...] = ()
    alone: bool = False
    now: tuple[tuple[str, Operation], ...] = ()
    then: tuple[tuple[str, Operation], ...] = ()
    gone: Literal["", "ability", "condition"] = ""
    causes: tuple[Cause, ...] = ()

    def names(self, id: str) -> bool:
        """Return whether the dependency concerns what an effect does to the given object."""
        changed = (each for each, _ in (*self.now, *self.then))
        return id in (*self.witness, *self.reaches, *self.releases, *changed)


def spell_out(layer: PendingGraph, edge: Edge, witness: tuple[str, ...], names: Names) -> Dependency:
    """Return the dependency that an edge represents, with the outcome of its trial application."""
    effect, on = layer.effects[edge.effect], layer.effects[edge.on]
    before = layer.footprint(effect)
    later, _ = layer.trial(on)
    after = layer.footprint_on(effect, later)
    objects = layer.state.world.objects

    def ids(mask: Mask) -> tuple[str, ...]:
        return tuple(objects[number].id for number in numbers(mask))

    gone: Literal["", "ability", "condition"] = ""
    if not after.exists or not after.generated:
        gone = "ability" if effect.held is not None and present(effect, later) is None else "condition"
    now, then = _operations_on(before, after), _operations_on(after, before)
    return Dependency(
        edge.effect,
        edge.on,
        edge.reasons,
        witness,
        ids(after.scope & ~before.scope) if after.exists else (),
        ids(before.scope & ~after.scope) if after.exists else (),
        not before.scope,
        tuple((objects[number].id, operation) for number, operation in now if (number, operation) not in then),
        tuple((objects[number].id, operation) for number, operation in then if (number, operation) not in now),
        gone,
        causes(layer, edge, names),
    )


def _operations_on(found: Footprint, other: Footprint) -> dict[tuple[int, Operation], None]:
    both = found.scope & other.scope
    pairs: dict[tuple[int, Operation], None] = {}
    for _, operation, mask in found.operations:
        checkpoint("sentence")
        pairs |= dict.fromkeys((number, operation) for number in numbers(mask & both))
    return pairs


def dependencies_of(step: Step, name: str) -> tuple[Dependency, ...]:
    """Return the dependencies of an effect before a step, oldest first."""
    layer = step.undecided
    effect = layer.effects.get(name)
    if effect is None or not layer.exists(effect):
        return ()
    names = step.result.names
    return tuple(spell_out(layer, edge, step.witness(effect, edge.witness), names) for edge in layer.edges(effect))


def dependency_words(found: Dependency, names: Names, layer: str, rule: str, *, kinds: bool = True) -> str:
    """Return a sentence about a dependency, without a period: the cause, what would follow, and the dependency.

    `kinds` adds what would change (613.8a).
    """
    effect, on = names.effect(found.effect, layer), names.effect(found.on, layer)
    cited = f"{rule}, {joined(found.reasons)}" if kinds else rule
    source = found.on.partition("#")[0]
    itself = source if names.object(source) == on else None
    done = caused(found.causes, names, itself) if found.causes and found.causes[0].family != "text" else ""
    then = _outcome(found, effect, names, stated=bool(done))
    said = [f"{on} would {done}" if done else f"after {on}", *([then] if then else [])]
    return f"{(', and ' if done else ', ').join(said)}: {effect} depends on {on} ({cited})"


def _outcome(found: Dependency, effect: str, names: Names, *, stated: bool) -> str:
    # What would follow from the cause; "" if a stated cause is the loss of the ability itself.
    would = "would then" if stated else "would"
    if found.gone == "condition":
        return f"the condition of {effect} {would} fail"
    if found.gone:
        return "" if stated else f"the effect of {effect} {would} not exist"
    said = []
    for reason in found.reasons:
        match reason:
            case "text":
                said.append(_text_words(found))
            case "scope":
                said.append(_scope_words(found, names))
            case "result":
                said.append(_result_words(found, names))
    return f"{effect} {would} {joined(dict.fromkeys(said))}"


def _text_words(found: Dependency) -> str:
    read = next((cause.after for cause in found.causes if cause.family == "text"), "")
    return f"read {read}" if read else "have different text"


def _scope_words(found: Dependency, names: Names) -> str:
    changed = {cause.object for cause in found.causes}

    def called(ids: tuple[str, ...]) -> str:  # the cause has just named the objects that it changes
        return names.objects(ids) if set(ids) != changed else "them" if ids[1:] else "it"

    said = []
    if found.reaches:
        said.append(f"{'' if found.alone else 'also '}apply to {called(found.reaches)}")
    if found.releases:
        said.append(f"no longer apply to {called(found.releases)}")
    return joined(said) or f"apply differently to {names.objects(found.witness)}"


def _result_words(found: Dependency, names: Names) -> str:
    ids = tuple(dict.fromkeys(id for id, _ in (*found.then, *found.now)))
    if not ids:
        return f"do something else to {names.objects(found.witness)}"
    first = ids[0]
    then = joined(_bare(names.operation(op)) for id, op in found.then if id == first) or "do nothing"
    now = joined(_bare(names.operation(op)) for id, op in found.now if id == first) or "do nothing"
    more = f", and act differently on {names.objects(ids[1:])}, too" if ids[1:] else ""
    own = found.effect.partition("#")[0] == first and not ids[1:]  # what it does to its own source
    if own:
        return f"{then} rather than {_rest(now, then)}{more}"
    on = names.object(first)
    if then.startswith("give control to ") and now.startswith("give control to "):
        return f"give control of {on} to {then.removeprefix('give control to ')} rather than {_rest(now, then)}{more}"
    return f"{then} rather than {_rest(now, then)} {'to' if then.startswith(('give', 'add')) else 'for'} {on}{more}"


def _rest(phrase: str, beside: str) -> str:
    words, others = phrase.split(), beside.split()
    shared = next((n for n, (one, two) in enumerate(zip(words, others, strict=False)) if one != two), 0)
    return " ".join(words[shared:])


def _bare(phrase: str) -> str:
    verb, _, rest = phrase.partition(" ")
    stem = verb[:-2] if verb.endswith(("tches", "shes")) else verb.removesuffix("s")
    return f"{'copy' if stem == 'copie' else stem} {rest}".rstrip()
