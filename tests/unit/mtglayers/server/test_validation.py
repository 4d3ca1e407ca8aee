"""The path of an error leads somewhere: to a place in the parameters, or in the board that they spell out."""

from __future__ import annotations

from typing import Any

import pytest

from mtglayers.model.errors import LayersError, LimitError
from mtglayers.server.errors import ParamsError
from mtglayers.server.examples import EXAMPLES
from mtglayers.server.limits import ServerLimits
from mtglayers.server.methods import METHODS, call
from mtglayers.server.session import Session
from mtglayers.server.validation import read_params

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


ODD: tuple[Any, ...] = (
    None, True, 0, -1, 10**30, 1.5, "", "x", "x" * 2_000_000, [], [None], [[]], ["x", 1], [{}], {}, {"x": 1},
    {"board": None}, {"timeline": [{}, 7]}, {"players": ["A", {}]}, {"cards": "x"}, {"board": {"edition": []}},
)  # fmt: skip


@pytest.mark.parametrize("method", METHODS)
def test_wrong_values_of_every_parameter_are_described(method: str) -> None:
    """Whatever the library that reads parameters refuses, the message is ours and names the parameter."""
    kind = METHODS[method].params
    right = dict(next(iter(EXAMPLES[method].values())))
    for field in kind.__struct_fields__:
        errors = [error for odd in ODD if (error := error_of({**right, field: odd}, kind)) is not None]
        assert all(error.parameter.startswith(field) for error in errors)
        assert all("cannot be read" not in str(error) and len(str(error)) < 400 for error in errors)


def error_of(params: dict[str, Any], kind: type[Any]) -> ParamsError | None:
    try:
        read_params(params, kind)
    except ParamsError as error:
        return error
    return None


@pytest.mark.parametrize(
    ("method", "params", "said"),
    [
        ("report", {"board": "b1", "title": "x" * 1001}, "`title` can have at most 1000 characters, not 1001"),
        ("explain", {"board": "b1", "object": "x", "width": 5}, "`width` must be at least 20"),
        ("orders", {"board": "b1", "vary": "x"}, "`vary` must be `all` or `choices` or `players` or a list, not `x`"),
        ("orders", {"board": "b1", "vary": [1]}, "`vary[0]` must be a string, not a whole number"),
        ("compare", {"one": {}, "other": 7}, "`board` is missing"),
        ("draw", {"board": "b1", "step": "1"}, "`step` must be a whole number or null, not a string"),
    ],
)
def test_of_a_parameter(method: str, params: dict[str, Any], said: str) -> None:
    assert str(refused(method, params)) == said


@pytest.mark.parametrize(("method", "parameter"), [("solve", "order"), ("orders", "vary")])
def test_a_long_list_of_names_is_read_once(method: str, parameter: str) -> None:
    """Looking through the list for each of its names would take minutes, in which nothing can stop the request."""
    names = [f"o{place}" for place in range(200_000)]
    with pytest.raises(LayersError, match="`o0`"):
        call(Session(), method, {"board": {}, parameter: names})
    assert str(refused(method, {"board": {}, parameter: [*names, "o7"]})) == f"`o7` appears twice in `{parameter}`"


def test_an_unpaired_surrogate_in_the_place_of_data_is_refused():
    with pytest.raises(ParamsError, match="strings must not contain unpaired surrogates"):
        read_params({"state": "\udfff"}, METHODS["board.new"].params)
