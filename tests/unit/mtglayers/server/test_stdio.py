"""The server on standard input and output: JSON-RPC 2.0, on streams of bytes."""

from __future__ import annotations

import io
import json
from threading import Event as Signal
from threading import Thread
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtglayers.model.data.admission import check_depth
from mtglayers.model.errors import LimitError
from mtglayers.server.limits import ServerLimits
from mtglayers.server.session import Session
from mtglayers.server.stdio import Overlong, StdioServer, lines

from ....support.rpc_messages import notification, request, shortly, text


def spoken(*messages: Any, limits: ServerLimits | None = None) -> list[Any]:
    """Return what a server answers to messages."""
    answers = io.BytesIO()
    StdioServer(Session(limits or ServerLimits()), log=pytest.fail).run(io.BytesIO(text(*messages)).read, answers.write)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


NEW = {"board": "b1", "events": 0, "made": []}


# --- What JSON-RPC says ---


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        # ids of every legal kind
        (request("a", "board.new"), ("a", NEW)),
        (request(-7, "board.new"), (-7, NEW)),
        (request(1.5, "board.new"), (1.5, NEW)),
        (request(10**30, "board.new"), (10**30, NEW)),
        (request(None, "board.new"), (None, NEW)),
        (request("\0", "board.new"), ("\0", NEW)),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "board.new"}\r\n', (1, NEW)),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "board.new", "params": []}\n', (1, NEW)),
        (b'\xef\xbb\xbf{"jsonrpc": "2.0", "id": 1, "method": "board.new"}\n', (1, NEW)),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "board.new"}', (1, NEW)),  # the end, without an end of the line
        # no JSON
        (b"{\n", (None, -32700)),
        (b'{"jsonrpc": "2.0", "id": 1, "meth', (None, -32700)),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "initialize"} {}\n', (None, -32700)),
        (b'{"jsonrpc": "2.0", "id": "\xff", "method": "initialize"}\n', (None, -32700)),
        (b'{"jsonrpc": "2.0", "id": "\x00", "method": "initialize"}\n', (None, -32700)),
        (b'{"jsonrpc": "2.0", "id": "\\ud800", "method": "initialize"}\n', (None, -32700)),
        (b'{"jsonrpc": "2.0", "id": NaN, "method": "initialize"}\n', (None, -32700)),
        (b'{"jsonrpc": "2.0", "id": 1e999, "method": "initialize"}\n', (None, -32700)),
        (b'{"jsonrpc": "2.0", "id": 1, "id": 2, "method": "initialize"}\n', (None, -32700)),
        (b"\xff\xfe{\x00}\x00\n", (None, -32700)),
        # limits of reading
        (b'{"jsonrpc": "2.0", "id": ' + b"9" * 5000 + b', "method": "initialize"}\n', (None, -32016)),
        (b"[" * 100_000 + b"\n", (None, -32016)),
        (request(1, "solve", board={"cards": eval("[" * 70 + "]" * 70)}), (1, -32016)),  # noqa: S307
        (b"[" * 61 + b"]" * 61 + b"\n", (None, -32016)),
        # no request
        (b"1\n", (None, -32600)),
        (b"null\n", (None, -32600)),
        (b'"initialize"\n', (None, -32600)),
        (b"{}\n", (None, -32600)),
        (b"[]\n", (None, -32600)),
        ({"id": 1, "method": "initialize"}, (1, -32600)),
        ({"jsonrpc": 2.0, "id": 1, "method": "initialize"}, (1, -32600)),
        ({"jsonrpc": "1.0", "id": 1, "method": "initialize"}, (1, -32600)),
        ({"jsonrpc": "2.0", "id": 1}, (1, -32600)),
        ({"jsonrpc": "2.0", "method": 1, "params": "bar"}, (None, -32600)),
        ({"jsonrpc": "2.0", "id": 1, "method": None}, (1, -32600)),
        ({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": None}, (1, -32600)),
        ({"jsonrpc": "2.0", "id": 1, "method": "initialize", "parms": {}}, (1, -32600)),
        ({"jsonrpc": "2.0", "id": True, "method": "initialize"}, (None, -32600)),
        ({"jsonrpc": "2.0", "id": [1], "method": "initialize"}, (None, -32600)),
        ({"jsonrpc": "2.0", "id": 1, "result": {}}, (1, -32600)),
        # methods and parameters
        (request(1, "boards.new"), (1, -32601)),
        (request(1, ""), (1, -32601)),
        (request(1, "solve"), (1, -32602)),
        (request(1, "board.new", player=[]), (1, -32602)),
        ({"jsonrpc": "2.0", "id": 1, "method": "board.drop", "params": ["b1"]}, (1, -32602)),
        (request(1, "board.drop", board="b1"), (1, -32017)),
        (request(1, "$/cancelRequest"), (1, -32602)),
        (request(1, "$/cancelRequest", id=7), (1, {})),
        # batches
        (b"[1, []]\n", [(None, -32600), (None, -32600)]),
        ([request(1, "board.new"), notification("board.drop", board="b1"), request(2, "board.drop", board="b1")],
         [(1, NEW), (2, -32017)]),
    ],
)  # fmt: skip
def test_one_answer_to_one_line(line: Any, expected: Any) -> None:
    assert [shortly(answer) for answer in spoken(line)] == [expected]


@pytest.mark.parametrize(
    "line",
    [
        b"", b"\n", b"  \r\n\n", b"\xef\xbb\xbf",
        notification("initialize"), notification("no.such.method"), notification("solve"),
        notification("$/cancelRequest", id=1), notification("$/cancelRequest", id=[1]), notification("$/cancelRequest"),
        [notification("initialize"), notification("foo")],
    ],
)  # fmt: skip
def test_nothing_is_answered_to(line: Any) -> None:
    assert spoken(line) == []


def test_answers_come_in_the_order_of_requests() -> None:
    asked = [request(number, "board.new") for number in range(300)]

    answers = spoken(*asked, limits=ServerLimits(boards=400, queue=5))
    assert [(answer["id"], answer["result"]["board"]) for answer in answers] == [(n, f"b{n + 1}") for n in range(300)]


def test_a_notification_is_heeded() -> None:
    said = spoken(
        request(1, "board.new"), notification("board.push", board="b1", event={"enters": "Mountain"}),
        request(2, "board.pop", board="b1"),
    )  # fmt: skip

    assert shortly(said[1]) == (2, {"events": 0, "popped": [{"enters": "Mountain"}]})


def test_limits_of_messages_are_named() -> None:
    limits = ServerLimits(message=300, batch=2, answer=400)
    said = spoken(
        b'"' + b"x" * 1_000_000 + b'"\n', request(1, "board.new"), request(2, "initialize"),
        [request(3, "board.drop", board="b1")] * 3, limits=limits,
    )  # fmt: skip

    assert [shortly(answer) for answer in said] == [(None, -32016), (1, NEW), (2, -32016), (None, -32016)]
    named = [answer["error"]["data"] for answer in said if "error" in answer]
    assert [(each["type"], each["limit"], each["allowed"]) for each in named] == [
        ("LimitError", "bytes in a request", 300),
        ("LimitError", "bytes in an answer", 400),
        ("LimitError", "requests in a batch", 2),
    ]
    assert named[0]["given"] == 1_000_002


@pytest.mark.parametrize("key", ["x" * 1_000_000, "\u00e9" * 300_000])
def test_what_is_very_long_is_refused_at_once(key: str) -> None:
    twice = "{" + ", ".join(f'"{number}": 1' for number in range(200_000)) + ', "7": 2}'
    said = spoken(
        request(1, "board.new", **{key: 1}), request(2, key), request(3, "board.drop", board=key),
        request(4, "board.new", timeline=[{"enters": key[:900]}]), twice.encode() + b"\n",
        request(5, "board.new", timeline=[{key: 1}]), {"jsonrpc": "2.0", "id": 6, key: 1},
    )  # fmt: skip

    assert [shortly(answer) for answer in said] == [
        (1, -32602), (2, -32601), (3, -32017), (4, -32001), (None, -32700), (5, -32016), (6, -32600),
    ]  # fmt: skip
    assert all(len(answer["error"]["message"]) < 1500 for answer in said)


def test_answers_of_a_batch_share_a_limit() -> None:
    asked = [request(n, "solve", board={"timeline": [{"enters": "Forest"}]}, include=["players"]) for n in range(3)]
    alone = len(text(spoken([asked[0]])[0][0])) - 1
    said = spoken(asked, limits=ServerLimits(answer=2 * alone + 10))

    assert ["result" in answer for answer in said[0]] == [True, True, False]
    assert shortly(said[0][2]) == (2, -32016)


def test_what_was_made_is_told_however_long_it_is() -> None:
    """Otherwise an event would be played although the answer is an error, and an unknown board would exist."""
    forests = {"enters": "Forest", "count": 300}
    said = spoken(
        request(1, "board.new", timeline=[forests]), request(2, "board.push", board="b1", event=forests),
        request(3, "board.snapshot", board="b1", data=True), request(4, "solve", board="b1"),
        limits=ServerLimits(answer=500),
    )  # fmt: skip

    assert [len(said[0]["result"]["made"][0]), len(said[1]["result"]["made"][0])] == [300, 300]
    assert (said[2]["result"]["board"], shortly(said[3])) == ("b2", (4, -32016))


def test_what_should_not_happen_is_told_by_number(monkeypatch: pytest.MonkeyPatch) -> None:
    log: list[str] = []
    answers = io.BytesIO()
    monkeypatch.setattr("mtglayers.server.questions.solve", lambda *_, **__: 1 // 0)
    asked = text(request(1, "solve", board={}), notification("solve", board={}), request(2, "board.new"))
    StdioServer(log=log.append).run(io.BytesIO(asked).read, answers.write)

    failed, fine = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert failed["error"] == {
        "code": -32603, "message": "internal error; see incident 1 in the server's log",
        "data": {"type": "InternalError", "incident": "1"},
    }  # fmt: skip
    assert shortly(fine) == (2, NEW)
    assert log[0].startswith("incident 1: solve: ZeroDivisionError: integer division or modulo by zero (")
    assert "test_stdio.py:" in log[0]
    assert log[1].startswith("incident 2: solve: ")


def test_what_cannot_be_told_is_an_incident(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers of more digits than Python writes: nothing ends the server."""
    log: list[str] = []
    answers = io.BytesIO()
    monkeypatch.setattr("mtglayers.server.boards.NewBoard", lambda **_: {"board": 10**5000})
    asked = text(request(1, "board.new"), request(2, "board.drop", board="b1"))
    StdioServer(log=log.append).run(io.BytesIO(asked).read, answers.write)

    assert [shortly(json.loads(line)) for line in answers.getvalue().splitlines()] == [(1, -32603), (2, {})]
    assert log[0].startswith("incident 1: board.new: ")


# --- Lines ---


@given(st.lists(st.binary(max_size=9)), st.integers(1, 9), st.integers(0, 8))
def test_lines_are_the_same_however_they_come(parts: list[bytes], size: int, limit: int) -> None:
    data = b"\n".join(part.replace(b"\n", b"") for part in parts)
    stream = io.BytesIO(data)

    expected = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    if not expected[-1]:
        expected.pop()
    if data[:2] == b"\xef\xbb" and size < 3:
        return  # a mark that comes in pieces is no mark
    assert list(lines(lambda _: stream.read(size), limit)) == [
        line if len(line) <= limit else Overlong(len(line)) for line in expected
    ]


@given(
    st.recursive(
        st.integers(), lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=2)
    )
)
def test_depth(data: Any) -> None:
    def depth(value: Any) -> int:
        inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
        return 0 if inside is None else 1 + max(map(depth, inside), default=0)

    check_depth(data, depth(data))
    with pytest.raises(LimitError):
        check_depth([data], depth(data))


# --- Waiting and cancelling, in process ---


def test_no_more_is_read_than_may_wait() -> None:
    """The first answer is not taken; meanwhile at most `queue` requests are read besides."""
    asked = [text(request(number, "initialize")) for number in range(100)]
    read, begun, go = [], Signal(), Signal()

    def reading(_: int) -> bytes:
        read.append(1)
        return asked.pop(0) if asked else b""

    def writing(_: bytes) -> None:
        begun.set()
        go.wait(10)

    server = StdioServer(Session(ServerLimits(queue=5)))
    worker = Thread(target=server.run, args=(reading, writing), daemon=True)
    worker.start()
    begun.wait(10)
    for _ in range(200):
        if len(read) >= 7:
            break
        Signal().wait(0.01)
    assert len(read) <= 8
    go.set()
    worker.join(20)
    assert (len(read), worker.is_alive()) == (101, False)


def test_a_request_that_waits_is_cancelled() -> None:
    asked = [text(request(1, "initialize")), text(request("x", "board.new"), request(2, "board.new"),
                                                  notification("$/cancelRequest", id="x"))]  # fmt: skip
    answers: list[bytes] = []
    all_read = Signal()

    def reading(_: int) -> bytes:
        if asked:
            return asked.pop(0)
        all_read.set()
        return b""

    def writing(answer: bytes) -> None:
        all_read.wait(10)  # with the first answer
        answers.append(answer)

    StdioServer().run(reading, writing)
    assert [shortly(json.loads(answer)) for answer in answers][1:] == [("x", -32800), (2, NEW)]
