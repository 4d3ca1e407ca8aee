"""Likely causes of a difference, such as a missing dependency or a wrong layer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import UNSET

from mtglayers.model.board.board import Board
from mtglayers.solver.engine.choose import BOARD_ORDER, TimestampOrder
from mtglayers.solver.engine.dependency import PendingGraph
from mtglayers.solver.engine.trace import Choice
from mtglayers.solver.readings import read
from mtglayers.solver.result.result import Result
from mtglayers.solver.solve import history_of, solve_resolved
from mtglayers.wire.steps import EdgeData
from mtglayers.wire.vectors import AnswerLayerData, ExpectedLayerData, ExpectedStepData, VectorData


def step_hints(
    vector: VectorData, layer: ExpectedLayerData, place: int, theirs: str, given: Mapping[str, AnswerLayerData]
) -> Iterator[str]:
    """Yield hints about `theirs`, the effect that an answer applies instead of our effect.

    `theirs` is "" if the answer applies no effect.
    """
    step = layer.steps[place] if place < len(layer.steps) else None
    if theirs and theirs not in layer.order:
        yield from _out_of_place(vector, layer, theirs)
    elif step is not None and theirs and theirs not in layer.order[:place]:
        yield from _out_of_turn(vector, layer, step, theirs)
    elif theirs:
        yield f"{theirs} has already applied in layer {layer.name}; an effect applies only once per layer"
    elif step is not None:
        elsewhere = [name for name, each in given.items() if name != layer.name and step.effect in order_of(each)]
        ours = [each.name for each in vector.expect.layers if step.effect in each.order]
        for name in elsewhere:
            if name not in ours:
                yield f"the answer applies {step.effect} in layer {name} instead of layer {layer.name}"


def order_of(layer: AnswerLayerData) -> list[str]:
    """Return the effects of a layer in an answer, in order of application."""
    if layer.order is not UNSET:
        return list(layer.order)
    return [] if layer.steps is UNSET else [step.effect for step in layer.steps]


def _out_of_place(vector: VectorData, layer: ExpectedLayerData, theirs: str) -> Iterator[str]:
    lost = next((x for x in vector.expect.unapplied if (x.layer, x.effect) == (layer.name, theirs)), None)
    ours = [each.name for each in vector.expect.layers if theirs in each.order]
    if lost is not None:
        yield lost.words
    elif ours:
        rules = {each.name: each.rule for each in (*vector.edition.layers, *vector.edition.after)}
        places = ", ".join(f"{name} ({rules[name]})" for name in ours)
        yield f"{theirs} does nothing in layer {layer.name}; it belongs in layer {places}"


def _out_of_turn(vector: VectorData, layer: ExpectedLayerData, step: ExpectedStepData, theirs: str) -> Iterator[str]:
    if theirs in step.waiting:
        on = [edge for edge in step.edges if edge.effect == theirs]
        yield from map(edge_words, on)
        others = " or ".join(edge.on for edge in on)
        # 613.8b: without its own dependencies, the effect would be the oldest one that depends on nothing.
        if on and not vector.readings and not vector.edition.switches["independent_first"]:
            yield f"the answer would be right if {theirs} did not depend on {others}"
    elif theirs in step.loop:
        yield f"timestamps determine the order in a loop, and {step.effect} is older than {theirs}"
    elif not any(edge.effect == step.effect for edge in step.edges):
        stamp = next((each.timestamp for each in layer.steps if each.effect == theirs), None)
        if stamp is not None and stamp > step.timestamp:
            yield f"{step.effect} (timestamp {step.timestamp}) is older than {theirs} ({stamp}) and depends on nothing"


def edge_words(edge: EdgeData) -> str:
    """Describe a dependency, such as "a depends on b (scope: saproling)"."""
    shows = f": {', '.join(edge.witness)}" if edge.witness else ""
    return f"{edge.effect} depends on {edge.on} ({', '.join(edge.reasons)}{shows})"


def outcome_hints(vector: VectorData, id: str, what: str, theirs: Any) -> Iterator[str]:
    """Yield hints about a characteristic that differs."""
    if what == "abilities":
        return
    plain = _by_time(msgspec.json.encode(vector.board), vector.readings)
    found, ours = (getattr(each[id], what) for each in plain)
    alike = set(theirs) == set(found) if isinstance(found, tuple) else theirs == found
    if alike and found != ours:
        rule = vector.edition.rules["dependency"]
        yield f"the answer is the result of ignoring dependencies and applying effects in timestamp order ({rule})"


@lru_cache(maxsize=4)
def _by_time(board: bytes, readings: tuple[str, ...]) -> tuple[Result, Result]:
    rules = read(readings)
    original = Board.from_data(msgspec.json.decode(board))
    made = original.under(rules.of(original.edition))
    resolved = history_of(made, made.edition, rules)
    alone, ours = (
        solve_resolved(made, made.edition, rules, resolved, how=how)
        for how in (TimestampOrder(chooser=_oldest), BOARD_ORDER)
    )
    return alone, ours


def _oldest(layer: PendingGraph) -> Choice | None:
    first = next((effect for effect in layer.candidates if layer.exists(effect)), None)
    return None if first is None else Choice(first.name, "oldest")
