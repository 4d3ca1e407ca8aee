"""A small run of the protocol's fuzzer, and what it holds the server to."""

from __future__ import annotations

import json

import pytest

from mtglayers import LayersError
from mtglayers.server.methods import METHODS, call
from mtglayers.server.session import Session

from ..generators.requests import FIRST, boards, right_params
from ..reference.protocol import Due, due, wrong
from .inputs import Draw, source, tally
from .protocol import ENTRIES, LIMITS, LINES

DONE = b'{"jsonrpc":"2.0","id":1,"result":{}}'
REQUEST = b'{"jsonrpc":"2.0","id":1,"method":"initialize"}'


@pytest.mark.parametrize("name", ENTRIES)
def test_hostile_conversations_come_to_no_harm(name):
    assert tally(ENTRIES[name], range(8)).faults == ()


@pytest.mark.parametrize("name", ENTRIES)
def test_the_same_number_is_the_same_conversation(name):
    said = ENTRIES[name].draw(source(ENTRIES[name], 5))

    assert said == ENTRIES[name].draw(source(ENTRIES[name], 5))
    assert name == "line" or len(said) == LINES


@pytest.mark.parametrize("method", METHODS)
def test_parameters_that_are_drawn_are_taken(method):
    """Who adds a method draws its parameters in `right_params`: else it is refused every time."""
    draw, session = Draw(613), Session(LIMITS)
    known = [draw.choice(boards()) for _ in range(FIRST)]
    for board in known:
        call(session, "board.new", board.data)

    assert any(is_answered(session, method, right_params(draw, method, known)) for _ in range(20))


def is_answered(session, method, params):
    try:
        call(session, method, params)
    except LayersError:
        return False
    return True


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"", Due(())),
        (b" \r", Due(())),
        (REQUEST, Due(("1",))),
        (b'{"jsonrpc":"2.0","id":null,"method":"initialize"}', Due(("null",))),
        (b'{"jsonrpc":"2.0","method":"initialize"}', Due(())),
        (b'{"jsonrpc":"2.0","method":1}', Due(("null",), (-32600,), sure=False)),
        (b"[]", Due(("null",), (-32600,))),
        (b"[1]", Due(("null",), batch=True)),
        (b"[" + REQUEST + b"," + REQUEST.replace(b":1", b':"a"') + b"]", Due(("1", '"a"'), batch=True)),
        (b'{"jsonrpc"', Due(("null",), (-32700,))),
        (b"\xef\xbb\xbf" + REQUEST, Due(("1",), sure=False)),
        (b'{"a":NaN}', Due(("null",), (-32700,))),
        (b'{"a":"\xff"}', Due(("null",), (-32700,))),
    ],
)
def test_what_is_due_to_a_line(line, expected):
    assert due(line) == expected


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ([DONE], ""),
        ([], "no answer"),
        ([DONE, DONE], "2 answers"),
        ([DONE[:-1]], "an answer that is not valid JSON"),
        ([DONE.replace(b"2.0", b"1.0")], "no answer as JSON-RPC has them"),
        ([DONE.replace(b'"id":1', b'"id":"1"')], 'answers to "1" where 1 waits'),
        ([DONE.replace(b'"result"', b'"error"')], "an error without a code or a message"),
        ([b"[" + DONE + b"]"], "a list for one"),
    ],
)
def test_a_wrong_answer_is_noticed(answers, words):
    assert wrong(REQUEST, answers).startswith(words)
    assert bool(wrong(REQUEST, answers)) is bool(words)


def test_an_internal_error_is_a_fault():
    error = {"code": -32603, "message": "internal error", "data": {"type": "InternalError"}}
    answer = json.dumps({"jsonrpc": "2.0", "id": 1, "error": error}).encode()

    assert wrong(REQUEST, [answer]) == "an internal error: internal error"
