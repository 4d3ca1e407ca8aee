"""The methods that answer questions about boards."""

from __future__ import annotations

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.data.admission import validate
from mtglayers.model.data.record import abbreviated
from mtglayers.model.errors import UnknownStepError
from mtglayers.model.events.base import read_event
from mtglayers.solver.result.result import Result
from mtglayers.solver.solve import solve
from mtglayers.wire import ResultData
from mtglayers.wire.base import encoded
from mtglayers.wire.results import SECTIONS

from .boards import asked_about
from .errors import ParamsError
from .params import Compare, Data, Draw, Drawn, Editions, Explain, Orders, Solve, Verdict, Walked, WhatIf
from .session import Session, SessionBoard


def solve_board(session: Session, params: Solve) -> ResultData:
    """Solve a board and return the requested sections of the result."""
    sections = tuple(SECTIONS) if "all" in params.include else params.include
    with asked_about(session, params.board) as (board, held):
        result = solved(session, board, params, held)
        if params.strict:
            result.expect_legal()
        data = ResultData.of(result, board, include=sections, objects=params.objects)
        if params.since is None:
            return data
        if held is None:
            raise ParamsError("`since` needs a board that is stored in this session", "since")
        asked = msgspec.structs.replace(params, board="", since=None)
        return held.versions.answer(data, encoded(asked), params.since)


def explain(session: Session, params: Explain) -> Data:
    """Explain the characteristics of an object, as data and as text."""
    from mtglayers.wire.answers import explanation_data

    with asked_about(session, params.board) as (board, held):
        found = solved(session, board, params, held).explain(params.object)
        return {**explanation_data(found), "text": found.text(params.width, params.register)}


def orders(session: Session, params: Orders) -> Data:
    """Solve a board for every order of its timestamps, and compare the results."""
    from mtglayers.solver.questions.orders.orders import orders as all_orders
    from mtglayers.wire.answers import orders_data

    if isinstance(params.vary, tuple):
        _once("vary", params.vary)
    with asked_about(session, params.board) as (board, _):
        ids = tuple(name if name in board.players else board.find(name).id for name in params.objects)
        found = all_orders(
            board, params.vary, edition=params.edition, readings=params.readings or None, presence=params.presence,
            limit=params.limit,
        )  # fmt: skip
        return orders_data(found, ids)


def what_if(session: Session, params: WhatIf) -> Data:
    """Solve a board on which objects never existed, leave or are added, and compare the results."""
    from mtglayers.solver.questions.whatif import what_if as changed
    from mtglayers.wire.answers import what_if_data

    events = []
    for place, event in enumerate(params.events):
        validate(event, ("events", place))
        events.append(read_event(event, ("events", place)))
    with asked_about(session, params.board) as (board, _):
        return what_if_data(changed(
            board, params.without, events, leaves=params.leaves, edition=params.edition,
            readings=params.readings or None,
        ))  # fmt: skip


def verdict(session: Session, params: Verdict) -> Data:
    """Solve a board under all readings that its edition admits, and compare the results."""
    from mtglayers.solver.questions.verdict import verdict as under_all_readings
    from mtglayers.wire.answers import verdict_data

    with asked_about(session, params.board) as (board, _):
        return verdict_data(under_all_readings(board, edition=params.edition))


def editions(session: Session, params: Editions) -> Data:
    """Solve a board under every edition, with the clauses that made the difference."""
    from mtglayers.solver.questions.editions import eras
    from mtglayers.wire.answers import eras_data

    with asked_about(session, params.board) as (board, _):
        return eras_data(eras(board))


def compare(session: Session, params: Compare) -> Data:
    """Compare the results of two boards, or of one board under different rules."""
    from mtglayers.solver.questions.compare import difference
    from mtglayers.wire.answers import difference_data

    results = []
    for side in (params.one, params.other):  # one after the other: two boards are never locked at once
        with asked_about(session, side.board) as (board, _):
            results.append(solve(board.copy(), edition=side.edition, readings=side.readings or None))
    return difference_data(difference(*results))


def draw(session: Session, params: Draw) -> Drawn:
    """Draw the dependencies before a step, or the changes to an object."""
    from mtglayers.drawing import draw_graph, draw_walk

    with asked_about(session, params.board) as (board, held):
        result = solved(session, board, params, held)
        if params.object is not None:
            return Drawn(svg=str(draw_walk(result, params.object, theme=params.theme)))
        layer = None if params.layer is None else result.layer(params.layer)
        if params.step is not None and layer is None:
            raise ParamsError("`step` needs a `layer`", "step")
        if layer is None or params.step is None:
            return Drawn(svg=str(draw_graph(layer or result, theme=params.theme)))
        if params.step > len(layer.steps):
            raise UnknownStepError(f"layer {params.layer}", len(layer.steps), params.step)
        return Drawn(svg=str(draw_graph(layer.steps[params.step - 1], theme=params.theme)))


# --- Shared functions ---


def solved(session: Session, board: Board, params: Walked, held: SessionBoard | None) -> Result:
    """Solve a board and return the result; results for stored boards are stored and reused."""
    _once("order", params.order or ())
    readings = (params.readings,) if isinstance(params.readings, str) else params.readings
    asked = (params.edition, readings, params.until, params.order, params.without)
    same, last = (session.given.result(board, asked), None) if held is None else session.kept(held, asked)
    if same is not None:
        return same
    result = solve(
        board, edition=params.edition, readings=params.readings or None, until=params.until, order=params.order,
        without=params.without, last=last,
    )  # fmt: skip
    if held is None:
        session.given.keep_result(board, asked, result)
    else:
        session.keep(held, asked, result)
    return result


def _once(parameter: str, names: tuple[str, ...]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ParamsError(f"`{abbreviated(name)}` appears twice in `{parameter}`", parameter)
        seen.add(name)
