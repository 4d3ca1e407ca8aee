"""The path of an error leads somewhere: to a place in the parameters, or in the board that they spell out."""

from __future__ import annotations

from typing import Any

import pytest

from mtglayers.model.errors import LayersError, LimitError
from mtglayers.server.limits import ServerLimits
from mtglayers.server.methods import call
from mtglayers.server.session import Session

MANY = ["Forest"] * 6


def refused(method: str, params: dict[str, Any]) -> Any:
    session = Session(ServerLimits(objects=5))
    call(session, "board.new", {})
    with pytest.raises(LayersError) as caught:
        call(session, method, params)
    return caught.value


@pytest.mark.parametrize(
    ("event", "path"),
    [
        ({"enters": MANY}, ("enters",)),
        ({"enters": "Forest", "count": 6}, ("count",)),
        ({"enters": ["Forest", "Island"], "count": 3}, ("count",)),
        ({"enters": "Forest", "as": "x" * 301}, ("as",)),
        ({"enters": "Forest", "counters": {"+9999999999/+1": 1}}, ("counters", "+9999999999/+1")),
        ({"enters": {"name": "X", "type_line": "Land", "oracle_text": "a" * 5001}}, ("enters", "oracle_text")),
        ({"player": "A", "set": {"life": 10**9}}, ("set", "life")),
    ],
)
def test_of_a_limit(event: dict[str, Any], path: tuple[str, ...]) -> None:
    for method, params, where in (
        ("board.push", {"board": "b1", "event": event}, ("event",)),
        ("board.push", {"board": "b1", "events": [{"ends": "turn"}, event]}, ("events", 1)),
        ("board.new", {"timeline": [event]}, ("timeline", 0)),
        ("solve", {"board": {"timeline": [event]}}, ("timeline", 0)),
    ):
        error = refused(method, params)
        assert isinstance(error, LimitError)
        assert error.path == (*where, *path)
        place: Any = params["board"] if isinstance(params.get("board"), dict) else params
        for key in error.path:
            place = place[key]


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        (f"[state]\nhumanbattlefield={';'.join(MANY)}", "objects in one event"),
        ("[state]\nhumanlife=9999999999", "digits in a number"),
        ("[state]\nhumanbattlefield=Runeclaw Bear|Counters:P9999999999P1=1", "digits in a number"),
    ],
)
def test_of_a_state_of_forges(text: str, limit: str) -> None:
    error = refused("forge.read", {"text": text})
    assert (error.limit, error.path) == (limit, ("text",))
