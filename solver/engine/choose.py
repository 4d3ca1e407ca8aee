"""The choice of the next effect, based on dependencies and timestamps (613.7, 613.8)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from mtglayers.model.errors import AmbiguousTimestampError
from mtglayers.model.rules.edition import Edition
from mtglayers.model.support.records import Record

from ..readings import LoopReading, ReadingError, Readings
from .dependency import Graph, PendingGraph
from .effect import Effect
from .explored import Explored
from .footprint import apply, footprint
from .keys import kept_before
from .state import State
from .trace import Choice

Choose = Callable[[PendingGraph], Choice | None]
"""A function that returns the choice of the next effect, or None if no effect is left."""


def loop_reading(readings: Readings, edition: Edition) -> LoopReading:
    """Return the reading for dependency loops, whose default depends on the edition."""
    if readings.loop == "default" and edition.independent_first:
        return "ready-first"
    return readings.loop


def choose(layer: PendingGraph) -> Choice | None:
    """Return the next effect to apply (613.7, 613.8b), or None if no remaining effect exists."""
    readings = layer.readings
    oldest = layer.oldest
    if oldest is None:
        return None
    ordinary = readings.is_ordinary
    # The oldest effect goes first if it depends on nothing.
    if layer.free or (ordinary and (layer.apart or not layer.depends(oldest))):
        choice = Choice(oldest.name, "alone" if len(layer.effects) == 1 else "oldest")
    else:
        existing = [effect for effect in layer.candidates if layer.exists(effect)]
        if readings.judged == "once":
            choice = _judged_once(layer, existing, loop_reading(readings, layer.state.edition))
        else:
            released = _released(layer, existing) if readings.after == "advance" else []
            if released:
                older = tuple(effect.name for effect in existing[: existing.index(released[0])])
                choice = Choice(released[0].name, "released", older)
            else:
                choice = _CHOOSERS[loop_reading(readings, layer.state.edition)](layer, existing)
    return _checked(layer, choice)


def may_be_next(layer: PendingGraph) -> tuple[list[Effect], Mapping[str, set[str]]]:
    """Return the effects whose order only timestamps decide, oldest first, and their loops.

    Call `choose` first, because it determines the effects that each effect waits for.
    """
    existing = [effect for effect in layer.candidates if layer.exists(effect)]
    if layer.free:
        return existing, {}
    reading = loop_reading(layer.readings, layer.state.edition)
    if layer.readings.judged == "once":
        return _ready_once(layer, existing, reading), {e.name: set(layer.judged[e.name][1]) for e in existing}
    graph = layer.waits_for(existing)
    loops_of = components(graph)
    released = _released(layer, existing) if layer.readings.after == "advance" else []
    if released:
        return released, {}
    return ready(graph, existing, loops_of, reading), loops_of


def ready(
    graph: Graph, effects: Sequence[Effect], loops_of: Mapping[str, set[str]], reading: LoopReading
) -> list[Effect]:
    """Return the effects that wait for nothing under a reading for dependency loops (613.8b)."""
    if reading == "ready-first":
        free = [effect for effect in effects if not graph[effect.name]]
        if free:
            return free
    may_go = {"component": _is_component_ready, "literal": _is_literally_ready}.get(reading, _is_ready)
    return [effect for effect in effects if may_go(graph, effect.name, loops_of[effect.name])]


def _released(layer: PendingGraph, effects: Sequence[Effect]) -> list[Effect]:
    # B4
    graph = layer.waits_for(effects)
    loops_of = components(graph)
    found: list[Effect] = []
    for effect in effects:
        outside = graph[effect.name] - loops_of[effect.name]
        if outside:
            layer.waits[effect.name] = outside
        elif effect.name in layer.waits and layer.waits[effect.name] <= layer.applied:
            found.append(effect)
        else:
            layer.waits.pop(effect.name, None)  # it no longer depends on an effect that has not applied
    return found


def _judged_once(layer: PendingGraph, effects: Sequence[Effect], reading: LoopReading) -> Choice:
    # B6, B12
    fresh = [effect for effect in effects if effect.name not in layer.judged]
    if fresh:
        graph = layer.waits_for(effects)
        loops_of = components(graph)
        for effect in effects:
            loop = loops_of[effect.name]
            outside = graph[effect.name] - loop
            if effect in fresh:
                if reading == "component":
                    outside = frozenset().union(*(graph[member] for member in loop)) - loop
                waits_for = frozenset() if reading == "literal" and len(loop) > 1 else outside
                layer.judged[effect.name] = (frozenset(waits_for), by_time(layer, loop))
            else:
                known, members = layer.judged[effect.name]
                layer.judged[effect.name] = (known | {other.name for other in fresh} & outside, members)
    first, *_ = among = _ready_once(layer, effects, reading)
    members = layer.judged[first.name][1]
    left = {effect.name for effect in effects}
    loop_left = tuple(name for name in members if name in left)
    if layer.judged[first.name][0] & left:
        return Choice(first.name, "loop", (), by_time(layer, left))  # new effects closed a cycle
    if len(loop_left) > 1:  # 418.5d: in a loop, characteristic-defining abilities have no precedence
        first = min((e for e in among if e.name in members), key=lambda effect: (effect.key, effect.name))
    waiting = tuple(effect.name for effect in effects[: effects.index(first)] if effect not in among)
    if len(loop_left) > 1:
        return Choice(first.name, "loop", waiting, loop_left)
    return Choice(first.name, "waited" if waiting else "oldest", waiting)


def _ready_once(layer: PendingGraph, effects: Sequence[Effect], reading: LoopReading) -> list[Effect]:
    # The effects that wait for nothing by the dependencies that were determined as the layer began.
    left = {effect.name for effect in effects}
    found = [effect for effect in effects if not layer.judged[effect.name][0] & left] or list(effects)
    outsiders = [effect for effect in found if len(layer.judged[effect.name][1]) == 1]
    return outsiders or found if reading == "ready-first" else found


def _default(layer: PendingGraph, effects: Sequence[Effect]) -> Choice:
    # Dependencies inside a component are ignored. Newer effects are explored only if older effects depend on them.
    waiting: list[str] = []
    explored = Explored(layer, len(effects))
    for effect in effects:
        if effect.name not in explored.loops_of:  # no older effect depends on this one
            explored.explore(effect.name)
        if explored.is_ready(effect.name):
            return _choice(layer, effect, explored.loops_of[effect.name], waiting, explored.is_ready)
        waiting.append(effect.name)
    raise AssertionError("some component depends on nothing outside itself")


MayGo = Callable[[Graph, str, set[str]], bool]
"""A function that returns whether an effect in a component can apply next."""


def _is_ready(graph: Graph, name: str, loop: set[str]) -> bool:
    return graph[name] <= loop


def _is_component_ready(graph: Graph, _name: str, loop: set[str]) -> bool:
    return all(_is_ready(graph, member, loop) for member in loop)


def _is_literally_ready(graph: Graph, name: str, loop: set[str]) -> bool:
    return len(loop) > 1 or not graph[name]


def components(graph: Graph) -> dict[str, set[str]]:
    """Return a map from each node to its strongly connected component."""
    waits = {name: len(on) for name, on in graph.items()}
    dependents: dict[str, list[str]] = {}
    for name, on in graph.items():
        for each in on:
            dependents.setdefault(each, []).append(name)
    free = [name for name, count in waits.items() if not count]
    for name in free:  # the list grows; what only waits for effects outside loops is in no loop
        for other in dependents.get(name, ()):
            waits[other] -= 1
            if not waits[other]:
                free.append(other)
    found = {name: {name} for name in free}
    if len(found) < len(graph):
        import networkx as nx  # slow to import, and most boards have no loops

        left = nx.DiGraph([(name, other) for name, on in graph.items() for other in on if name not in found])
        found |= {name: members for members in nx.strongly_connected_components(left) for name in members}
    return found


def _may_go(may_go: MayGo, graph: Graph, loop: set[str], name: str) -> bool:
    return may_go(graph, name, loop)


def _oldest(layer: PendingGraph, effects: Sequence[Effect], may_go: MayGo) -> Choice:
    graph, waiting = layer.waits_for(effects), list[str]()
    loops_of = components(graph)
    for effect in effects:
        loop = loops_of[effect.name]
        if may_go(graph, effect.name, loop):
            return _choice(layer, effect, loop, waiting, partial(_may_go, may_go, graph, loop))
        waiting.append(effect.name)
    raise AssertionError("every finite graph has a component that depends on nothing outside itself")


def _ready_first(layer: PendingGraph, effects: Sequence[Effect]) -> Choice:
    graph = layer.waits_for(effects)
    free = [effect for effect in effects if not graph[effect.name]]
    if not free:
        return _default(layer, effects)
    older = tuple(effect.name for effect in effects[: effects.index(free[0])])
    return Choice(free[0].name, "waited" if older else "oldest", older)


_CHOOSERS: Final[Mapping[str, Callable[[PendingGraph, Sequence[Effect]], Choice]]] = {
    "default": _default,
    "component": partial(_oldest, may_go=_is_component_ready),
    "ready-first": _ready_first,
    "literal": partial(_oldest, may_go=_is_literally_ready),
}


def _choice(
    layer: PendingGraph, effect: Effect, loop: Collection[str], waiting: Sequence[str], ready: Callable[[str], bool]
) -> Choice:
    if len(loop) > 1:
        # Inside a loop, only timestamps decide, even for characteristic-defining abilities (418.5d).
        members = by_time(layer, loop)
        first = next((name for name in members if ready(name)), effect.name)
        return Choice(first, "loop", tuple(name for name in waiting if name != first), members)
    return Choice(effect.name, "waited" if waiting else "oldest", tuple(waiting))


def by_time(layer: PendingGraph, names: Iterable[str]) -> tuple[str, ...]:
    """Return the given names of effects, oldest first."""
    return tuple(sorted(names, key=lambda name: (layer.effects[name].key, name)))


def loops(layer: PendingGraph, graph: Graph) -> tuple[tuple[str, ...], ...]:
    """Return the dependency loops of a graph, sorted by their oldest members.

    Within each loop, the members are sorted oldest first.
    """
    found = {by_time(layer, members) for members in components(graph).values() if len(members) > 1}
    return tuple(sorted(found, key=lambda members: layer.effects[members[0]].order))


def _checked(layer: PendingGraph, choice: Choice) -> Choice:
    # 613.7m
    chosen = layer.effects[choice.effect]
    if layer.readings.tied and chosen.source is not None:
        source = layer.state.world.objects.get(chosen.source)  # None if it has left and the effect continues
        if source is not None and any(kept_before(rival, chosen, source) for rival in may_be_next(layer)[0]):
            raise TieError(f"rule 613.7a does not allow `{chosen.name}` to come first in `{layer.readings.ties}`")
    together = layer.unordered(chosen)
    if together:
        for rival in layer.candidates:
            rivals = rival is not chosen and rival.source in together and rival.name not in choice.waiting
            free = rival.name in choice.loop or (rivals and not layer.edges(rival))
            if rivals and free and layer.exists(rival) and _meet(layer, chosen, rival):
                raise AmbiguousTimestampError(sorted((chosen.name, rival.name)))
    return choice


def _meet(layer: PendingGraph, one: Effect, other: Effect) -> bool:
    # Whether the order of the two effects makes a difference.
    def after(state: State, effect: Effect) -> State:
        found = footprint(effect, layer.name, state, layer.locks_of(effect))
        return apply(found, state, effect.context)

    first, second = after(after(layer.state, one), other), after(after(layer.state, other), one)
    return first.families != second.families


class TieError(ReadingError):
    """An order that a rule does not allow was given for effects with the same timestamp."""


class TimestampOrder(Record, frozen=True):
    """The timestamps to use, and the effects to leave out.

    Attributes:
        stamps: a map from timestamps on the board to their replacements.
        chooser: the function that chooses the next effect.
        past: the function that chooses the next effect on the boards of past events.
        without: the names of the effects to leave out.
    """

    stamps: Mapping[int, int] = {}
    chooser: Choose = choose
    past: Choose = choose
    without: frozenset[str] = frozenset()


BOARD_ORDER: Final = TimestampOrder()
