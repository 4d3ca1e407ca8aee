"""Whole numbers written 2.0: JSON has one kind of number, so they are taken; TOML has two, so they are not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mtglayers import Board, LayersError, LimitError, PuzzleError
from mtglayers.model.data.admission import validate
from mtglayers.model.data.record import WrongTypeError, integral
from mtglayers.model.effects.node import to_data
from mtglayers.model.effects.registry import from_data
from mtglayers.model.events.base import read_event
from mtglayers.model.puzzles.puzzle import puzzle_of_text
from mtglayers.server.errors import ParamsError
from mtglayers.server.jsonrpc import read_data
from mtglayers.server.limits import ServerLimits
from mtglayers.server.methods import call
from mtglayers.server.session import Session
from mtglayers.server.stdio import StdioServer

EVENTS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"enters": "Forest", "count": 2.0}, {"enters": "Forest", "count": 2}),
    ({"enters": "Forest", "counters": {"charge": 3.0}}, {"enters": "Forest", "counters": {"charge": 3}}),
    ({"enters": "Forest", "x": -0.0}, {"enters": "Forest", "x": 0}),
    ({"enters": "Forest", "chosen": {"number": 4.0}}, {"enters": "Forest", "chosen": {"number": 4}}),
    ({"player": "A", "set": {"life": 1e3, "monarch": 1.0}}, {"player": "A", "set": {"life": 1000, "monarch": 1}}),
    ({"marks": "a", "set": {"level": 2.0}}, {"marks": "a", "set": {"level": 2}}),
    ({"resolves": {"ability_of": "a", "index": 1.0}}, {"resolves": {"ability_of": "a", "index": 1}}),
    ({"resolves": "Opt", "mode": [1.0, 2]}, {"resolves": "Opt", "mode": [1, 2]}),
]  # fmt: skip


@pytest.mark.parametrize(("given", "meant"), EVENTS)
def test_events(given: dict[str, Any], meant: dict[str, Any]) -> None:
    found = read_event(given)
    assert found == read_event(meant)
    assert json.dumps(found.to_data()) == json.dumps(read_event(meant).to_data())
    assert read_event(read_data(json.dumps(given).encode(), ServerLimits())) == found


@pytest.mark.parametrize("number", [2.5, 1e16, -1e300, True, "2", float("nan")])
def test_what_is_no_whole_number(number: Any) -> None:
    for event in ({"enters": "Forest", "count": number}, {"player": "A", "set": {"life": number}}):
        with pytest.raises((WrongTypeError, LimitError)):
            read_event(event)


def test_the_digits_of_one_with_a_point_are_counted() -> None:
    for number in (1e9, 123456789012.0, 1e308, -1e9):
        with pytest.raises(LimitError, match="at most 9 digits in a number are allowed") as caught:
            validate({"a": [number]})
        assert caught.value.path == ("a", 0)
    validate([999_999_999.0, -999_999_999.5])


def test_trees() -> None:
    tree = from_data({"kind": "Number", "number": 3.0})
    assert json.dumps(to_data(tree)) == '{"kind": "Number", "number": 3}'
    with pytest.raises(LayersError, match=r"`3\.5` is not a valid value for `Number\.number` at \$"):
        from_data({"kind": "Number", "number": 3.5})
    kept = {"kind": "Kept", "form": "activated", "number": 123_456_789_012.0}
    validate(kept)


def test_puzzles() -> None:
    entry = '{"enters": "Forest", "count": 2.0}, {"expect": {"objects": {"forest": {"power": "none"}}}}'
    found = puzzle_of_text(f'{{"title": "x", "timeline": [{entry}]}}')
    assert found.timeline[0].event == read_event({"enters": "Forest", "count": 2})
    expected = '{"expect": {"objects": {"bear-cub": {"power": 2.0, "ability_counts": {"Flying": 1.0}}}}}'
    found = puzzle_of_text(f'{{"title": "x", "timeline": [{{"enters": "Bear Cub"}}, {expected}]}}')
    assert "2.0" not in json.dumps(found.to_data())
    for line in ("count = 2.0", "counters = { charge = 2.0 }", "x = 1e0"):
        with pytest.raises(PuzzleError, match="must be a whole number, not"):
            puzzle_of_text(f'title = "x"\n[[timeline]]\nenters = "Forest"\n{line}\n')
    with pytest.raises(PuzzleError, match=r"`life` must be a whole number, not `2\.0`"):
        puzzle_of_text('title = "x"\n[[timeline]]\nplayer = "A"\nset = { life = 2.0 }\n')
    with pytest.raises(PuzzleError, match=r"`power` must be a whole number or .none., not `2\.0`"):
        puzzle_of_text('title = "x"\n[[timeline]]\n[timeline.expect]\nobjects = { a = { power = 2.0 } }\n')
    with pytest.raises(PuzzleError, match="is not a valid value"):
        puzzle_of_text('title = "x"\n[[timeline]]\nenters = { kind = "Card", name = "a", faces = [1.0] }\n')


def test_boards() -> None:
    data = {"timeline": [event for event, _ in EVENTS[:2]]}
    assert json.dumps(Board.from_data(data).to_data()["timeline"]) == json.dumps([event for _, event in EVENTS[:2]])


def asked(method: str, params: str) -> Any:
    session = Session()
    call(session, "board.new", {"timeline": [{"enters": "Forest"}, {"enters": "Island"}]})
    return call(session, method, read_data(params.encode(), ServerLimits()))


def test_parameters() -> None:
    assert asked("board.pop", '{"board": "b1", "count": 1.0}').events == 1
    assert asked("board.pop", '{"board": "b1", "count": 20e-1}').events == 0
    assert asked("board.new", '{"timeline": [{"enters": "Forest", "count": 2.0}]}').made == (("forest", "forest-2"),)
    assert asked("orders", '{"board": "b1", "limit": 5.0}')["total"] == 1
    for count in ("1.5", "1e17", "true"):
        with pytest.raises(ParamsError, match="`count` must be a whole number, not"):
            asked("board.pop", f'{{"board": "b1", "count": {count}}}')


def test_the_id_of_a_request_is_given_back_as_it_was() -> None:
    """JSON-RPC: the same value; an engine may compare the texts."""
    line = b'{"jsonrpc": "2.0", "id": 1000000000.0, "method": "board.new", "params": {}}'
    assert StdioServer(Session(), [].append).answered(line).startswith(b'{"jsonrpc":"2.0","id":1000000000.0,"result"')


def test_what_stays_as_it_is() -> None:
    assert [repr(integral(value)) for value in (2, 2.0, 2.5, True, "2.0", None, -0.0, 2.0**53, float("inf"))] == [
        "2", "2", "2.5", "True", "'2.0'", "None", "0", "9007199254740992.0", "inf",
    ]  # fmt: skip
