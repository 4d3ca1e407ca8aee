"""Hostile conversations with the server on standard input and output: each request has its one answer, in bounds.

Run from the checkout: ``python -m tests.fuzz.protocol 1000 --jobs 2``: so many conversations of 50 lines for each of
the entry points: `methods`, asked without lines; `requests`, right and nearly right; `lines`, mutated to the byte; and
so many lines alone, mutated to the byte: `line`. `tests/reference/protocol.py` says what is due to a line. After
each line comes a request that is nothing but a mark, so that it is known what the line was answered with; at the end a
board is made and solved as if nothing had happened.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Sequence
from functools import cache
from threading import Thread
from typing import Any

import msgspec

from mtglayers.model.errors import LayersError
from mtglayers.server.errors import failure_of
from mtglayers.server.limits import ServerLimits
from mtglayers.server.methods import call
from mtglayers.server.session import Session
from mtglayers.server.stdio import StdioServer

from ..generators.requests import conversation, line_of, mutated_conversation, request
from ..reference.protocol import wrong
from . import inputs as fuzzing
from .inputs import Draw, Entry, mutated_bytes, wrong_words

LINES = 50
"""Lines in a conversation."""
LIMITS = ServerLimits(boards=8, objects=400, events=200, message=200_000, batch=20, results=8, queue=16, seconds=5.0)
HANGS = 60.0
"""Seconds of the clock after which a conversation is taken to hang."""
LAST = (
    request("last-1", "board.new", {"timeline": [{"enters": "Saproling"}, {"enters": "Life and Limb"}]}),
    request("last-2", "solve", {"board": {"timeline": [{"enters": "Saproling"}, {"enters": "Life and Limb"}]}}),
)
"""What works after everything else."""


def answered(session: Session, said: Sequence[bytes]) -> list[list[bytes]]:
    """Return the answers of a server to each line.

    Raises:
        AssertionError: it hangs, logs something, or does not answer a mark.
    """
    marks = [line_of(request(f"mark-{place}", "mark")) for place in range(len(said))]
    given = b"".join(line + b"\n" + mark + b"\n" for line, mark in zip(said, marks, strict=True))
    taken, log = io.BytesIO(), []
    server = StdioServer(session, log.append)
    thread = Thread(target=server.run, args=(io.BytesIO(given).read, taken.write), daemon=True)
    thread.start()
    thread.join(HANGS)
    assert not thread.is_alive(), "it hangs"
    assert not log, log
    found: list[list[bytes]] = [[]]
    for answer in taken.getvalue().removesuffix(b"\n").split(b"\n"):
        if answer.startswith(b'{"jsonrpc":"2.0","id":"mark-'):
            assert f'"mark-{len(found) - 1}"'.encode() in answer, "marks out of order"
            found.append([])
        else:
            found[-1].append(answer)
    assert len(found) == len(said) + 1, "a mark without an answer"
    assert not found.pop(), "answers after the last mark"
    return found


def talk(said: Sequence[bytes]) -> None:
    """Have a conversation.

    Raises:
        AssertionError: a line was not answered as it is due, or a board is not what its timeline gives.
    """
    lines = [*said, *(line_of(each) for each in LAST)]
    session = Session(LIMITS)
    found = answered(session, lines)
    for line, answers in zip(lines, found, strict=True):
        # A line with ends of lines in it is as many lines.
        parts = line.split(b"\n")
        if len(parts) == 1:
            assert not (words := wrong(line, answers)), f"{words}: {line!r} -> {answers!r}"
        else:
            assert len(answers) <= len(parts), f"{len(answers)} answers: {line!r} -> {answers!r}"
    check_boards(session)
    check_last([json.loads(answers[0]) for answers in found[-len(LAST) :]])


def check_boards(session: Session) -> None:
    """Check that a session's answers about its boards equal those about new boards with the same timelines.

    It takes as long as the rest of the conversation, so only some boards are checked.
    """
    for id, held in list(session._boards.items()):
        if len(held.board.events) % 4:
            continue
        asked = {"include": ["objects", "players", "unsupported", "layers"]}
        found = _told(session, {"board": id, **asked})
        again = _told(Session(LIMITS), {"board": held.board.to_data(), **asked})
        assert found == again, f"{id} is {found!r}, and as a new board {again!r}"


def _told(session: Session, params: dict[str, Any]) -> bytes:
    return msgspec.json.encode(_answer(session, "solve", params))


def check_last(answers: Sequence[dict[str, Any]]) -> None:
    """Check that the server works as if nothing had happened."""
    made, solved = answers
    assert "result" in made or made["error"]["data"].get("limit") == "boards in a session", made
    token = next(found for found in solved["result"]["objects"] if found["id"] == "saproling")
    assert token["subtypes"] == ["Saproling", "Forest"], solved


def ask(said: Sequence[bytes]) -> None:
    """Run the requests in lines on a separate session, without the lines.

    Raises:
        AssertionError: a board is not what its timeline gives.
        Exception: an error that is not one of ours, or that cannot be written as data.
    """
    session = Session(LIMITS)
    for line in said:
        try:
            message = msgspec.json.decode(line)
        except (ValueError, RecursionError):
            continue
        for each in message if isinstance(message, list) else [message]:
            if isinstance(each, dict) and isinstance(each.get("method"), str):
                msgspec.json.encode(_answer(session, each["method"], each.get("params")))
    check_boards(session)


def _answer(session: Session, method: str, params: Any) -> Any:
    try:
        return call(session, method, params)
    except LayersError as error:
        refused = error
    assert not (words := wrong_words(refused)), f"{words}: {method} {params}"
    return failure_of(refused)


def ask_once(line: bytes) -> None:
    """Have one line answered by a server that has heard nothing before.

    Raises:
        AssertionError: it was not answered as it is due, or something was logged.
    """
    log: list[str] = []
    server = StdioServer(Session(LIMITS), log.append)
    for part in line.split(b"\n"):
        answers = server.answered(part).splitlines()
        assert not (words := wrong(part, answers)), f"{words}: {part!r} -> {answers!r}"
    assert not log, log


@cache
def _lines() -> tuple[bytes, ...]:
    """Return what lines alone are mutated from."""
    return tuple(line for seed in range(20) for line in conversation(Draw(seed), LINES))


def _line(draw: Draw) -> bytes:
    return mutated_bytes(draw, draw.choice(_lines()))


def _said(draw: Draw) -> list[bytes]:
    return conversation(draw, LINES)


def _mutated(draw: Draw) -> list[bytes]:
    return mutated_conversation(draw, LINES)


ENTRIES = {
    "methods": Entry("methods", _said, ask, errors=()),
    "requests": Entry("requests", _said, talk, errors=()),
    "lines": Entry("lines", _mutated, talk, errors=()),
    "line": Entry("line", _line, ask_once, errors=()),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print every fault, and how many there were."""
    return fuzzing.main(ENTRIES, __doc__ or "", arguments)


if __name__ == "__main__":
    sys.exit(main())
