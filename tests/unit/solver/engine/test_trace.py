"""The page of rule 613, and the trace as a value: what follows changes nothing that was."""

from __future__ import annotations

from importlib.resources import files

from mtglayers import solve
from mtglayers.solver.engine.choose import choose
from mtglayers.solver.engine.layers import apply_layer, apply_layers
from mtglayers.solver.engine.trace import Trace

from ....support.boards import HUMILITY, LIMB, MOON, SAPROLING, TOMB, board


def test_the_page_is_a_page() -> None:
    page = files("mtglayers.solver.engine") / "layers.py"

    assert len(page.read_text(encoding="utf-8").splitlines()) <= 120


def test_what_follows_changes_no_earlier_trace() -> None:
    result = solve(board(MOON, LIMB, SAPROLING, TOMB, HUMILITY))
    edition, start = result.edition, result.trace.start
    trace = Trace(edition, result.readings, start)
    traces, seen = [trace], [(0, {}, ())]
    for layer in (*edition.layers, *edition.after):
        trace = apply_layers(trace, [layer], result.sources, choose, apply_layer)
        traces.append(trace)
        seen.append(
            (trace.length, {name: trace.locks_of(name) for name in trace.started}, trace.layers[-1].applications)
        )

    assert trace.state == result.trace.state
    for each, (length, locks, made) in zip(traces, seen, strict=True):
        assert each.length == length
        assert {name: each.locks_of(name) for name in each.started} == locks
        assert not length or each.layers[-1].applications == made


def test_a_trace_can_go_on_twice() -> None:
    result = solve(board(MOON, LIMB, SAPROLING, TOMB))
    fourth, rest = result.layer("4"), [layer for layer in result.edition.layers if layer.name > "4"]
    before = result.trace.at("4", 1)
    one, other = (apply_layers(result.trace.at("4"), rest, result.sources, choose, apply_layer) for _ in range(2))

    assert [each.taken.effect.name for each in one.applications] == [step.effect for step in result.steps]
    assert one.state == other.state
    assert before.length == fourth.steps[0].serial
    assert [each.serial for each in before.applications] == [1]


def test_the_record_of_a_step_is_made_only_once() -> None:
    trace = solve(board(MOON, LIMB, SAPROLING, TOMB, HUMILITY)).trace
    made = trace.applications

    assert made
    assert trace.applications == made == tuple(each for layer in trace.layers for each in layer.applications)
