"""Rule 613: layers, and effects ordered by dependency and timestamp."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from mtglayers.model.effects.view import union
from mtglayers.model.rules.edition import Edition, Layer

from .choose import Choose
from .dependency import PendingGraph
from .effect import Effect
from .gather import Sources
from .state import State
from .trace import Trace

Run = Callable[[Trace, Layer, Sources, Choose], Trace]
"""A function that applies one layer, such as `apply_layer`."""


def apply_layers(trace: Trace, layers: Iterable[Layer], sources: Sources, choose: Choose, run: Run) -> Trace:
    """Return the trace after applying the given layers (613.1, 613.10, 613.11).

    Args:
        trace: the trace before the first layer.
        layers: the layers, in order.
        sources: the sources of continuous effects.
        choose: the function that chooses the next effect in a layer.
        run: the function that applies one layer.
    """
    sizes, words, sets = map(trace.edition.place, ("define", "text", "set"))
    for layer in layers:
        if layer.name == sizes:
            trace = trace.on(with_sizes(trace.state))  # 208.5
        trace = run(trace, layer, sources, choose)
        if layer.name == words:
            trace = trace.rewording(sources.reworded(trace))  # 612.1: started effects continue with their new text
        if layer.name == sets != trace.edition.place("modify", "resolved"):
            trace = trace.on(with_bases(trace.state))  # 208.4b
    return trace


def apply_layer(trace: Trace, layer: Layer, sources: Sources, choose: Choose) -> Trace:
    """Return the trace after one layer."""
    trace = trace.entering(layer)
    for cda in groups_of(layer, trace.edition):  # 613.3: characteristic-defining abilities first
        effects = sources.gather(trace, layer.name, cda)  # 611: the effects that exist now
        if effects:
            trace = apply_group(trace, layer, cda, effects, sources, choose)
    return trace


def apply_group(
    trace: Trace, layer: Layer, cda: bool | None, effects: tuple[Effect, ...], sources: Sources, choose: Choose
) -> Trace:  # fmt: skip
    """Return the trace after the effects of one group of a layer."""
    graph = PendingGraph(trace, layer.name, effects, cda)
    while choice := choose(graph):  # 613.8: dependencies by trial application, loops, timestamps (613.7)
        tried = graph.tried(choice)
        trace = trace.applied(graph.take(choice), choice, tried)  # 613.6: it locks its objects; 613.9: it may override
        graph.update(trace, partial(sources.gather, trace, layer.name, cda))  # 613.8c: check again
    return trace


def groups_of(layer: Layer, edition: Edition) -> tuple[bool | None, ...]:
    """Return the groups of effects in a layer (613.3).

    A group is True for characteristic-defining abilities, False for other effects, and None for all effects.
    """
    return (True, False) if layer.cda_first and edition.cda_dependency != "any" else (None,)


def with_sizes(state: State) -> State:
    """Return the state in which a creature without power and toughness is 0/0 (208.5)."""
    creatures = state.having("type", "Creature")
    draft = state.draft()
    for family in ("power", "toughness"):
        draft.put(family, 0, creatures & ~union(state.column(family).values()))
    return draft


def with_bases(state: State) -> State:
    """Return the state with the base power and toughness that "base power" means from now on (208.4b)."""
    return state.replaced({f"base_{family}": state.column(family) for family in ("power", "toughness")})
