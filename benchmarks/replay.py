"""Replay: the effects of a solved board, applied in the known order without dependency analysis."""

from __future__ import annotations

from mtglayers.model.board.board import Board
from mtglayers.solver.engine.footprint import footprint
from mtglayers.solver.engine.gather import Given, Sources
from mtglayers.solver.engine.layers import with_bases, with_sizes
from mtglayers.solver.engine.state import State, initial
from mtglayers.solver.engine.trace import Choice, Taken, Trace
from mtglayers.solver.result.result import Result
from mtglayers.solver.solve import history_of


def replay(board: Board, result: Result) -> State:
    """Return the final state of `board`, applying in each layer what `result` says was applied, in that order.

    Everything a solve does is done, from the board's tables on, except choosing who is next: no trial, no
    footprint of anything but the effect applied, no caches, no reasons.
    """
    known = result.trace
    start = initial(board)  # no static copies among the families
    sources = Sources(Given.of(board, start.world, known.readings, history_of(board, known.edition, known.readings)))
    trace = Trace(known.edition, known.readings, start)
    for layer in known.layers:
        if layer.name == "7a":
            trace = trace.on(with_sizes(trace.state))
        elif layer.name == "7c":
            trace = trace.on(with_bases(trace.state))
        trace = trace.entering(layer.rule)
        effects = {effect.name: effect for effect in sources.gather(trace, layer.name)}
        for made in layer.applications:
            name = made.taken.effect.name
            if name not in effects:  # its ability was granted in this layer
                effects |= {effect.name: effect for effect in sources.gather(trace, layer.name)}
            found = footprint(effects[name], layer.name, trace.state, trace.locks_of(name))
            trace = trace.applied(Taken(effects[name], found, (), (0, 0)), Choice(name, "oldest"))
    return trace.state
