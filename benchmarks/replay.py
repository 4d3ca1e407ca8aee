"""Replay: the effects of a solved board applied in the order already known, with no dependency analysis at all."""

from __future__ import annotations

from mtglayers.model.board.board import Board
from mtglayers.model.effects.view import Mask
from mtglayers.solver.engine.dependency import Counts, apply
from mtglayers.solver.engine.footprint import footprint
from mtglayers.solver.engine.gather import Sources
from mtglayers.solver.engine.state import State, initial
from mtglayers.solver.engine.trace import Trace
from mtglayers.solver.history.resolved import resolve_history
from mtglayers.solver.result.result import Result
from mtglayers.solver.solve import with_sizes


def replay(board: Board, result: Result) -> State:
    """Return the final state of `board`, applying in each layer what `result` says was applied, in that order.

    Everything a solve does is done, from the board's tables on, except choosing who is next: no trial, no
    footprint of anything but the effect applied, no caches, no reasons.
    """
    known = result.walk
    facts = initial(board)  # no static copies among the families
    sources = Sources(board, facts.world, known.readings, resolve_history(board, known.edition, known.readings))
    walk = Trace(known.edition, known.readings, sources, Counts(), facts)
    locks: dict[str, dict[int, Mask]] = {}
    for layer in known.layers:
        if layer.name == "7a":
            walk.facts = with_sizes(walk.facts)
        effects = {effect.name: effect for effect in walk.sources.gather(walk, layer.name)}
        for step in layer.steps:
            if step.effect not in effects:  # its ability was granted in this layer
                effects |= {effect.name: effect for effect in walk.sources.gather(walk, layer.name)}
            effect = effects[step.effect]
            found = footprint(effect, layer.name, walk.facts, locks.get(effect.name))
            fixed = locks.setdefault(effect.name, {})
            for clause, scope in found.scopes:
                fixed.setdefault(clause, scope)
            walk.started.setdefault(effect.name, effect)
            walk.facts = apply(found, walk.facts, effect.context)
    return walk.facts
