"""Differences between the layers of two results, which can have different editions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from mtglayers.model.rules.edition import counterparts

from ..engine.footprint import Reason
from ..explain.paragraphs import Line, marked
from ..result.result import Result
from ..result.steps import LayerResult
from ..wording import joined


class Relation(msgspec.Struct, frozen=True):
    """A dependency that only one result has.

    Attributes:
        effect, on: names of the two effects, of which the first depends on the second.
        reasons: the reasons in the order text, existence, scope, result.
        witness: ids of the objects that demonstrated the dependency when it first appeared.
        step: number of the step before which the dependency first appeared.
    """

    effect: str
    on: str
    reasons: tuple[Reason, ...]
    witness: tuple[str, ...]
    step: int


class Side(msgspec.Struct, frozen=True):
    """A layer in one of the two results.

    Attributes:
        name: the layer's name, or several names ("5, 6") if they correspond to one layer in the other edition; ""
            if the edition has no corresponding layer or the result ends before this layer.
        order: the effects in the order in which they applied.
        dependencies: the dependencies that do not exist in the other result.
        loops: the dependency loops that do not exist in the other result; the order of their effects does not
            matter.
    """

    name: str
    order: tuple[str, ...] = ()
    dependencies: tuple[Relation, ...] = ()
    loops: tuple[tuple[str, ...], ...] = ()


class LayerDifference(msgspec.Struct, frozen=True):
    """The difference between two results in one layer.

    Layers of two editions correspond if the same effects apply in them.

    Attributes:
        title: the layer's title.
        after: whether its effects apply after the layers (613.10, 613.11).
        one, other: the layer in each result.
        called: pairs (name of an effect, name that sentences use for it) for all effects mentioned in the
            difference.
        witnesses: pairs (id, name that sentences use) for the objects that demonstrate the dependencies.
    """

    title: str
    after: bool
    one: Side
    other: Side
    called: tuple[tuple[str, str], ...] = ()
    witnesses: tuple[tuple[str, str], ...] = ()


def layer_differences(one: Result, other: Result) -> Iterator[LayerDifference]:
    """Yield the layers that differ, in the order of the second result's layers."""
    after = {layer.title for result in (one, other) for layer in result.edition.after}
    for first, second in _beside(one, other):
        sides = _side(first, second), _side(second, first)
        if not _same_order(first, second) or any(side.dependencies or side.loops for side in sides):
            title = _title(first, second)
            names = _names(sides, ((first, one), (second, other)))
            yield LayerDifference(title, title in after, *sides, *names)


Layers = tuple[LayerResult, ...]


def _beside(one: Result, other: Result) -> Iterator[tuple[Layers, Layers]]:
    # A side has several layers if its edition splits a layer of the other.
    mine, theirs = ({layer.name: layer for layer in result.layers} for result in (one, other))
    for first, second in counterparts(one.edition, other.edition):
        yield tuple(mine[n] for n in first if n in mine), tuple(theirs[n] for n in second if n in theirs)


def _same_order(first: Layers, second: Layers) -> bool:
    if {name for each in first for name in each.order} != {name for each in second for name in each.order}:
        return False
    return all(
        [name for name in a.order if name in b.order] == [name for name in b.order if name in a.order]
        for a in first
        for b in second
    )


def _title(first: Layers, second: Layers) -> str:
    layers = first if first and (not second or len(first) < len(second)) else second
    return "; ".join(layer.title for layer in layers)


def ended(one: Result, other: Result) -> str:
    """Return the first result's last layer if the second result has later layers, else ""."""
    end, last = one.layers[-1].name, (*one.edition.layers, *one.edition.after)[-1].name
    return end if end != last and any(second and not first for first, second in _beside(one, other)) else ""


def _side(layers: Layers, others: Layers) -> Side:
    known, loops = _relations(others), {frozenset(loop) for other in others for loop in other.loops}
    relations = tuple(each for key, each in _relations(layers).items() if key not in known)
    found = tuple(loop for layer in layers for loop in layer.loops if frozenset(loop) not in loops)
    order = tuple(dict.fromkeys(name for layer in layers for name in layer.order))
    return Side(", ".join(layer.name for layer in layers), order, relations, found)


def _relations(layers: Layers) -> dict[tuple[object, ...], Relation]:
    found: dict[tuple[object, ...], Relation] = {}
    for step in (step for layer in layers for step in layer.steps):
        for (effect, on), arrow in step.arrows.items():
            relation = Relation(effect, on, arrow.reasons, arrow.witness, step.number)
            found.setdefault((effect, on, relation.reasons), relation)
    return found


Called = tuple[tuple[str, str], ...]


def _names(sides: tuple[Side, Side], results: Iterable[tuple[Layers, Result]]) -> tuple[Called, Called]:
    effects: dict[str, str] = {}
    witnesses: dict[str, str] = {}
    for side, (layers, result) in zip(sides, results, strict=True):
        names = result.explainer.names
        for effect in (*side.order, *(name for each in side.dependencies for name in (each.effect, each.on))):
            for layer in layers:
                called = names.effect(effect, layer.name)
                effects[effect] = max(effects.get(effect, ""), called, key=len)  # the longer name is more specific
        for id in (id for each in side.dependencies for id in each.witness):
            witnesses[id] = max(witnesses.get(id, ""), names.object(id), key=len)
    return tuple(effects.items()), tuple(witnesses.items())


def layer_lines(found: LayerDifference) -> Iterator[Line]:
    """Yield a layer's order, dependencies and loops as paragraphs."""
    effects, witnesses = dict(found.called), dict(found.witnesses)
    one, other = found.one, found.other
    names = dict.fromkeys(name for name in (one.name, other.name) if name)
    layer = "After the layers" if found.after else f"Layer {'/'.join(names)}"
    yield Line("layer", f"{layer}: {found.title}")
    if one.order != other.order:
        for mark, side in (("-", one), ("+", other)):
            nothing = "no effect applies" if side.name else "not compared"
            yield marked(mark, ", then ".join(effects[name] for name in side.order) or nothing)
    for mark, side in (("-", one), ("+", other)):
        for edge in side.dependencies:
            where = joined(witnesses[id] for id in edge.witness)
            reasons = f"{joined(edge.reasons)}: {where}" if where else joined(edge.reasons)
            yield marked(mark, f"{effects[edge.effect]} depends on {effects[edge.on]} ({reasons})")
        for members in side.loops:
            yield marked(mark, f"a dependency loop: {joined(effects[name] for name in members)}")
