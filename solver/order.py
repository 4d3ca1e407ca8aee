"""Who is next: components of the dependency graph, readings of 613.8b, timestamps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

from mtglayers.model.errors import AmbiguousTimestampError, LayersError

from .dependency import Layer, apply
from .effects import Effect
from .facts import Facts
from .footprint import footprint

if TYPE_CHECKING:
    import networkx as nx

LoopReading = Literal["default", "component", "ready-first", "literal"]


class Readings(msgspec.Struct, frozen=True):
    """Choices where the text of the rules leaves room.

    Attributes:
        loop: what the members of a loop wait for (613.8b, B2): "default": only for effects outside
            the loop that they depend on themselves; "component": all of them wait for what any of
            them depends on outside; "ready-first": for every effect that depends on nothing;
            "literal": for nothing.
    """

    loop: LoopReading = "default"

    def __post_init__(self) -> None:
        if self.loop not in READINGS:
            raise ReadingError(f"unknown reading `{self.loop}`; there are {', '.join(f'`{r}`' for r in READINGS)}")

    @classmethod
    def named(cls, name: str) -> Readings:
        """Return the reading that puzzles call `name`.

        Raises:
            ReadingError: no such reading.
        """
        return cls(name)  # type: ignore[arg-type]


class ReadingError(LayersError, LookupError):
    """No reading of that name."""


READINGS: tuple[LoopReading, ...] = ("default", "component", "ready-first", "literal")
"""The readings there are, the default first."""

Why = Literal["alone", "oldest", "waited", "loop"]


class Choice(msgspec.Struct, frozen=True):
    """The effect that applies next, and why.

    Attributes:
        effect: its name.
        why: "alone": no other is in the layer any more; "oldest": it depends on nothing and is the oldest such;
            "waited": so it is, but an older effect has to wait; "loop": it is in a loop.
        waiting: names of older effects that have to wait, oldest first.
        loop: the members of its loop, oldest first, or ().
    """

    effect: str
    why: Why
    waiting: tuple[str, ...] = ()
    loop: tuple[str, ...] = ()


def choose(layer: Layer, readings: Readings) -> Choice | None:
    """Return who applies next (613.7, 613.8b), or None when no effect is left.

    Args:
        layer: the effects that have not applied, the state, and what is known of dependencies.
        readings: how loops are read.
    """
    candidates = layer.candidates
    oldest = next((effect for effect in candidates if layer.exists(effect)), None)
    if oldest is None:
        return None
    # Whatever the reading: the oldest effect goes first if it depends on nothing.
    if layer.free or not layer.edges(oldest):
        choice = Choice(oldest.name, "alone" if len(candidates) == 1 else "oldest")
    else:
        choice = _CHOOSERS[readings.loop](layer, [e for e in candidates if layer.exists(e)])
    return _checked(layer, choice)


def _default(layer: Layer, effects: Sequence[Effect]) -> Choice:
    """Edges inside a component do not count; only what can be reached from older effects is explored."""
    import networkx as nx

    waiting: list[str] = []
    graph: nx.DiGraph[str] = nx.DiGraph()
    loops_of: dict[str, set[str]] = {}
    for effect in effects:
        if effect.name not in loops_of:  # nothing older led to it
            _explore(layer, effect, graph)
            loops_of = components(graph)
        loop = loops_of[effect.name]
        if set(graph.successors(effect.name)) <= loop:
            return _choice(layer, effect, loop, waiting)
        waiting.append(effect.name)
    raise AssertionError("some component depends on nothing outside itself")


def _explore(layer: Layer, effect: Effect, graph: nx.DiGraph[str]) -> None:
    """Add to `graph` everything that can be reached from `effect` along dependencies."""
    pending = [effect.name]
    while pending:
        name = pending.pop()
        if graph.nodes.get(name, {}).get("done"):
            continue
        graph.add_node(name, done=True)
        for edge in layer.edges(layer.effects[name]):
            graph.add_edge(name, edge.on)
            pending.append(edge.on)


def components(graph: nx.DiGraph[str]) -> dict[str, set[str]]:
    """Return each node's strongly connected component, itself included."""
    import networkx as nx  # slow to import, and most boards need no graph

    return {name: members for members in nx.strongly_connected_components(graph) for name in members}


def _component(layer: Layer, effects: Sequence[Effect]) -> Choice:
    def may_go(graph: nx.DiGraph[str], _name: str, loop: set[str]) -> bool:
        return all(set(graph.successors(member)) <= loop for member in loop)

    return _oldest(layer, effects, may_go)


def _literal(layer: Layer, effects: Sequence[Effect]) -> Choice:
    def may_go(graph: nx.DiGraph[str], name: str, loop: set[str]) -> bool:
        return len(loop) > 1 or not graph.out_degree(name)

    return _oldest(layer, effects, may_go)


def _oldest(
    layer: Layer, effects: Sequence[Effect], may_go: Callable[[nx.DiGraph[str], str, set[str]], bool]
) -> Choice:
    """Choose the oldest effect that may go, seen on the whole graph."""
    graph, waiting = layer.graph(effects), list[str]()
    loops_of = components(graph)
    for effect in effects:
        loop = loops_of[effect.name]
        if may_go(graph, effect.name, loop):
            return _choice(layer, effect, loop, waiting)
        waiting.append(effect.name)
    raise AssertionError("every finite graph has a component that depends on nothing outside itself")


def _ready_first(layer: Layer, effects: Sequence[Effect]) -> Choice:
    graph = layer.graph(effects)
    free = [effect for effect in effects if not graph.out_degree(effect.name)]
    if not free:
        return _default(layer, effects)
    older = effects[: effects.index(free[0])]
    return Choice(free[0].name, "waited", tuple(effect.name for effect in older))


_CHOOSERS = {"default": _default, "component": _component, "ready-first": _ready_first, "literal": _literal}


def _choice(layer: Layer, effect: Effect, loop: set[str], waiting: Sequence[str]) -> Choice:
    if len(loop) > 1:
        return Choice(effect.name, "loop", tuple(waiting), by_time(layer, loop))
    return Choice(effect.name, "waited" if waiting else "oldest", tuple(waiting))


def by_time(layer: Layer, names: Iterable[str]) -> tuple[str, ...]:
    """Return names of effects, oldest first."""
    return tuple(sorted(names, key=lambda name: layer.effects[name].order))


def loops(layer: Layer, graph: nx.DiGraph[str]) -> tuple[tuple[str, ...], ...]:
    """Return the components of two or more effects, each oldest first, in the order of their oldest."""
    import networkx as nx

    found = [by_time(layer, members) for members in nx.strongly_connected_components(graph) if len(members) > 1]
    return tuple(sorted(found, key=lambda members: layer.effects[members[0]].order))


def _checked(layer: Layer, choice: Choice) -> Choice:
    """Refuse a choice that rests on an order nobody gave (613.7m)."""
    chosen = layer.effects[choice.effect]
    together = layer.unordered(chosen)
    if together:
        for rival in layer.candidates:
            rivals = rival is not chosen and rival.source in together and rival.name not in choice.waiting
            free = rival.name in choice.loop or (rivals and not layer.edges(rival))
            if rivals and free and layer.exists(rival) and _meet(layer, chosen, rival):
                raise AmbiguousTimestampError(sorted((chosen.name, rival.name)))
    return choice


def _meet(layer: Layer, one: Effect, other: Effect) -> bool:
    """Return whether it makes a difference which of two effects goes first."""

    def after(facts: Facts, effect: Effect) -> Facts:
        found = footprint(effect, layer.name, facts, layer.locks.get(effect.name))
        return apply(found, facts, effect.context)

    first, second = after(after(layer.facts, one), other), after(after(layer.facts, other), one)
    return first.families != second.families
