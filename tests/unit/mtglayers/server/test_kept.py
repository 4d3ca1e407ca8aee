"""The results that a session stores have a limit in bytes, which explanations count toward."""

from __future__ import annotations

import gc
import tracemalloc
from typing import Any

from mtglayers import Board, solve
from mtglayers.server.kept import estimated_bytes
from mtglayers.server.limits import ServerLimits
from mtglayers.server.methods import call
from mtglayers.server.session import Session
from mtglayers.wire.answers import result_data


def loops(pairs: int) -> list[dict[str, Any]]:
    """Return events that lead to one dependency loop with all the effects."""
    names = ("Blood Moon", "Life and Limb", "Overgrown Tomb")
    return [{"enters": "Saproling"}, *({"enters": name} for _ in range(pairs) for name in names)]


def session_of(boards: int, limit: int, pairs: int = 3) -> Session:
    session = Session(ServerLimits(results=1000, boards=1000, result_bytes=limit))
    for _ in range(boards):
        call(session, "board.new", {"timeline": loops(pairs)})
    return session


def test_the_estimate_is_close_to_the_memory_of_a_result() -> None:
    board = Board.from_data({"timeline": loops(8)})
    sections = ("objects", "players", "steps", "unapplied")
    result_data(solve(board), include=sections)  # fills the caches that results share
    gc.collect()
    tracemalloc.start()
    result = solve(board)
    bare, bare_estimate = tracemalloc.get_traced_memory()[0], estimated_bytes(result)
    result_data(result, include=sections)
    gc.collect()
    explained, explained_estimate = tracemalloc.get_traced_memory()[0], estimated_bytes(result)
    tracemalloc.stop()
    assert explained > 3 * bare
    assert 0.4 < bare_estimate / bare < 2.5
    assert 0.4 < explained_estimate / explained < 2.5


def test_as_many_results_are_stored_as_have_room() -> None:
    session = session_of(30, 2_000_000)
    for number in range(1, 31):
        call(session, "solve", {"board": f"b{number}", "include": ["objects", "steps"]})
        assert session._results.used <= 2_000_000
    assert 1 < len(session._results) < 15
    assert [*session._results][-1][0] == "b30"


def test_an_explanation_counts_when_it_is_requested() -> None:
    session = session_of(10, 1_000_000)
    for number in range(1, 11):
        call(session, "solve", {"board": f"b{number}", "include": ["objects"]})
    assert len(session._results) == 10
    for number in range(1, 11):
        call(session, "solve", {"board": f"b{number}", "include": ["steps"]})
        assert session._results.used <= 1_000_000
    assert len(session._results) < 10


def test_a_result_without_room_is_not_stored() -> None:
    session = session_of(1, 50_000)
    first = call(session, "solve", {"board": "b1", "include": ["steps"]})
    assert len(session._results) == session._results.used == 0
    assert call(session, "solve", {"board": "b1", "include": ["steps"]}) == first


def test_dropped_boards_need_no_room() -> None:
    session = session_of(2, 10_000_000)
    for id in ("b1", "b2"):
        call(session, "solve", {"board": id, "include": ["steps"]})
    call(session, "board.snapshot", {"board": "b1"})
    assert len(session._results) == 3
    for id in ("b1", "b2", "b3"):
        call(session, "board.drop", {"board": id})
    assert session._results.used == len(session._results) == 0
