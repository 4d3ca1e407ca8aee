"""Hostile conversations over HTTP, in this process: ``python -m tests.fuzz.connection 1000 --jobs 2``.

So many conversations for each of the entry points: `requests`, each a whole request to the application, answered as the
library answers when it is called; `workers`, the same to a service with two worker processes; `bytes`, requests mutated
to the byte, in any pieces, to a connection of the service; `bytes-to-workers`, the same with two worker processes;
`heads`, a single short request each.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sys
from collections.abc import Sequence
from functools import cache
from typing import Any

import h11
import msgspec
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from mtglayers.model.errors import LayersError
from mtglayers.server.errors import InvalidRequestError, failure_of, status_of
from mtglayers.server.http.app import Service
from mtglayers.server.http.openapi import ERRORS, path_of
from mtglayers.server.http.shared import SharedService
from mtglayers.server.jsonrpc import read_data
from mtglayers.server.limits import HttpLimits
from mtglayers.server.methods import METHODS, call
from mtglayers.server.session import Session

from ..generators.requests import conversation
from ..support.http_client import LOOP, Client
from . import inputs as fuzzing
from .inputs import TEXTS, Draw, Entry, mutated_bytes, mutated_text, wrong_words
from .protocol import LIMITS as OF_BOARDS

REQUESTS = 10
"""Requests in a conversation."""
HANGS = 60.0
"""Seconds of the clock after which a conversation is taken to hang."""
TICKS = 20_000_000
"""Ticks of work in a whole conversation."""
LIMITS = HttpLimits(**{**msgspec.structs.asdict(OF_BOARDS), "queue": 100})
JSON = "application/json"
TOKENS = (
    "GET ", "POST ", "HEAD ", "OPTIONS ", "/v1/solve", "/health", " HTTP/1.1", " HTTP/1.0", " HTTP/9.9", "%00", "..",
    "\r\n", "\n", "\r", "\r\n\r\n", ": ", "0\r\n\r\n", "5\r\n", "ffffffffff\r\n", "Host: localhost\r\n",
    "Content-Length: 0\r\n", "Content-Length: 99999\r\n", "Content-Length: -1\r\n", "Origin: null\r\n",
    "Transfer-Encoding: chunked\r\n", "Transfer-Encoding: gzip\r\n", "Expect: 100-continue\r\n",
    "Connection: close\r\n", "Connection: keep-alive\r\n", "Connection: Upgrade\r\nUpgrade: websocket\r\n",
    "Content-Type: application/json\r\n", "Content-Encoding: gzip\r\n", "X: " + "x" * 20_000,
)  # fmt: skip


def asked(draw: Draw) -> list[tuple[str, Any]]:
    """Return requests: method and parameters."""
    found: list[tuple[str, Any]] = []
    for line in conversation(draw, REQUESTS):
        try:
            message = json.loads(line)
        except RecursionError:
            continue
        found += [
            (each["method"], each.get("params", {}))
            for each in (message if isinstance(message, list) else [message])
            if isinstance(each, dict) and str(each.get("method")) in METHODS
        ]
    return found


# --- Whole requests ---


def ask(said: Sequence[tuple[str, Any]]) -> None:
    """Ask over HTTP, and the library itself.

    Raises:
        AssertionError: the answers differ.
    """
    session, client = Session(LIMITS), Client(Service(LIMITS, hosts=("localhost",)))
    client.service.session = Session(LIMITS)
    for method, params in said:
        body = json.dumps(params).encode()
        status, expected = told(session, method, body)
        answer = client.post(path_of(method), content=body, headers={"content-type": JSON})
        found = (answer.status_code, answer.content)
        assert found == (status, expected), f"{found} and not {(status, expected)}: {method} {params}"


def ask_workers(said: Sequence[tuple[str, Any]]) -> None:
    """Ask a service with two workers, and the library itself.

    Raises:
        AssertionError: the answers differ.
    """
    service, _ = served_by_workers(3600)
    client, given = Client(service), list[str]()
    session = Session(LIMITS, lambda: given[-1])  # boards have the ids that the service gives them
    before = service.boards
    try:
        for method, drawn in said:
            params = drawn
            if isinstance(params, dict):
                params = {key: value for key, value in params.items() if key != "since"}  # each worker counts versions
            body = renamed(json.dumps(params), given).encode()
            answer = client.post(path_of(method), content=body, headers={"content-type": JSON})
            if method in {"board.new", "board.snapshot"} and answer.status_code == 200:
                given.append(answer.json()["board"])
            status, expected = told(session, method, body)
            found = (answer.status_code, answer.content)
            assert found == (status, expected), f"{found} and not {(status, expected)}: {method} {params}"
            assert service.boards - before == len(session), f"{service.boards} boards: {method} {params}"
    finally:
        for id in given:
            client.post("/v1/board/drop", json={"board": id})
    assert service.boards == before


def renamed(body: str, ids: Sequence[str]) -> str:
    """Return JSON in which the names b1, b2 and so on are replaced by ids.

    >>> renamed('{"board": "b2", "object": "b9"}', ["1-ab", "2-cd"])
    '{"board": "2-cd", "object": "b9"}'
    """
    names = {f'"b{place}"': f'"{id}"' for place, id in enumerate(ids, 1)}
    return re.sub(r'"b\d+"', lambda name: names.get(name[0], name[0]), body)


def told(session: Session, method: str, body: bytes) -> tuple[int, bytes]:
    """Return the status and the body that an answer should have."""
    refused: LayersError
    try:
        params = read_data(body, LIMITS)
        if isinstance(params, dict):
            return 200, msgspec.json.encode(call(session, method, params))
        refused = InvalidRequestError("the body must be a JSON object with the parameters")
    except LayersError as error:
        refused = error
    assert not (words := wrong_words(refused)), words
    return status_of(refused), msgspec.json.encode({"error": failure_of(refused)})


# --- Bytes ---


def stream(draw: Draw) -> list[bytes]:
    """Return what a client sends, in pieces: requests, of which most are not what they were."""
    parts = []
    for method, params in asked(draw):
        body = json.dumps(params).encode()
        kind = draw.choice((JSON, JSON, JSON, JSON, "text/plain", "application/json; charset=utf-8"))
        head = [f"POST {path_of(method)} HTTP/1.1", "Host: localhost", f"Content-Type: {kind}"]
        if draw.random() < 0.2:
            size = max(1, len(body) // 3)
            chunks = [body[place : place + size] for place in range(0, len(body), size)]
            body = b"".join(b"%x\r\n%b\r\n" % (len(chunk), chunk) for chunk in chunks) + b"0\r\n\r\n"
            head.append("Transfer-Encoding: chunked")
        else:
            head.append(f"Content-Length: {len(body) + draw.choice((0, 0, 0, 0, 0, -1, 1))}")
        parts.append("\r\n".join((*head, "", "")).encode() + body)
        if draw.random() < 0.1:
            parts.append(draw.choice((b"GET /health", b"OPTIONS /v1/solve", b"HEAD /openapi.json")))
            parts[-1] += b" HTTP/1.1\r\nHost: localhost\r\n\r\n"
    for place, part in enumerate(parts):
        if draw.random() < 0.4:
            text = mutated_text(draw, part.decode("utf-8", "replace"), TEXTS, TOKENS)
            parts[place] = text.encode("utf-8", "surrogatepass")
        if draw.random() < 0.15:
            parts[place] = mutated_bytes(draw, parts[place])
    whole = b"".join(parts)
    cuts = sorted(draw.randint(0, len(whole)) for _ in range(draw.choice((0, 1, 3, 20))))
    pieces = [whole[start:end] for start, end in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    return [piece for piece in pieces if piece]  # none is the end


HEADS = tuple(
    f"{line} HTTP/1.1\r\nHost: localhost\r\n{more}\r\n{body}"
    for line in ("GET /health", "HEAD /v1/schemas/board", "OPTIONS /v1/solve", "POST /v1/board/new", "POST /v1/x")
    for more, body in (
        ("", ""), ("Content-Type: application/json\r\nContent-Length: 2\r\n", "{}"),
        ("Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n", "2\r\n{}\r\n0\r\n\r\n"),
        ("Origin: http://localhost\r\nAccess-Control-Request-Method: POST\r\nConnection: close\r\n", ""),
    )
)  # fmt: skip


def head(draw: Draw) -> list[bytes]:
    """Return a short request, mutated, in one piece or two."""
    text = mutated_text(draw, draw.choice(HEADS), HEADS, TOKENS)
    data = text.encode("utf-8", "surrogatepass")
    if draw.random() < 0.3:
        data = mutated_bytes(draw, data)
    cut = draw.randint(0, len(data)) if draw.random() < 0.3 else 0
    return [piece for piece in (data[:cut], data[cut:]) if piece]


class Wire(asyncio.Transport):
    """The other side of a connection: it keeps what is written."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self.loop = loop
        self.written = b""
        self.closing = self.paused = False
        self.protocol: H11Protocol | None = None

    def write(self, data: Any) -> None:
        if not self.closing:
            self.written += bytes(data)

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        if not self.closing:
            self.closing = True
            assert self.protocol is not None
            self.loop.call_soon(self.protocol.connection_lost, None)

    abort = close

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False


class Heard(logging.Handler):
    """Keeps what uvicorn logs of errors, but not that it has refused a request before the application answers it."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info is None or record.exc_info[0] is not h11.LocalProtocolError:
            self.records.append(self.format(record))


HEARD = Heard()
logging.getLogger("uvicorn.error").addHandler(HEARD)


def talk(pieces: Sequence[bytes]) -> None:
    """Send bytes over a connection.

    Raises:
        AssertionError: it hangs, or something is answered that may not be.
    """
    service, config = served()
    service.session = Session(LIMITS)
    talk_to(service, config, pieces)


def talk_to_workers(pieces: Sequence[bytes]) -> None:
    """Send bytes over a connection of a service with two workers.

    Raises:
        AssertionError: it hangs, or something is answered that may not be.
    """
    service, config = served_by_workers(1)
    talk_to(service, config, pieces)


def talk_to(service: Service, config: uvicorn.Config, pieces: Sequence[bytes]) -> None:
    """Send bytes over a connection of a service."""
    HEARD.records.clear()
    written = LOOP.run(asyncio.wait_for(_talk(pieces, service, config), HANGS))
    assert not HEARD.records, " ".join(HEARD.records)[-300:]
    statuses = [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) [A-Z]", written)]
    assert set(statuses) <= {100, 200, 204, *ERRORS} - {500}, statuses
    assert len([status for status in statuses if status != 100]) <= b"".join(pieces).count(b"\n") + 1, statuses


@cache
def served() -> tuple[Service, uvicorn.Config]:
    """Return a service, and how it is served."""
    service = Service(LIMITS, hosts=("localhost",))
    return service, config_of(service)


@cache
def served_by_workers(idle_board_seconds: int) -> tuple[SharedService, uvicorn.Config]:
    """Return a service with two workers, and how it is served."""
    limits = msgspec.structs.replace(LIMITS, idle_board_seconds=idle_board_seconds)
    service = SharedService(2, limits, hosts=("localhost",))
    LOOP.run(service.start())
    return service, config_of(service)


def config_of(service: Service) -> uvicorn.Config:
    """Return how a service is served."""
    return uvicorn.Config(
        service.app, http="h11", ws="none", lifespan="off", log_config=None, log_level="error",
        h11_max_incomplete_event_size=16_384, proxy_headers=False,
    )  # fmt: skip


async def _talk(pieces: Sequence[bytes], service: Service, config: uvicorn.Config) -> bytes:
    state, wire = ServerState(), Wire(asyncio.get_running_loop())
    wire.protocol = H11Protocol(config, state, {})
    wire.protocol.connection_made(wire)
    for piece in pieces:
        await _until(lambda: not wire.paused or wire.closing)
        if wire.closing:
            break
        try:
            wire.protocol.data_received(piece)
        except h11.LocalProtocolError:  # uvicorn refuses it, but has begun to answer: asyncio closes the connection
            wire.close()
    wire.paused = False
    await _until(lambda: wire.closing or all(_waits_for_more(wire.protocol) for _ in state.tasks))
    wire.close()
    await _until(lambda: not state.tasks and not state.connections)
    assert (service.admitted, service.threads.borrowed_tokens, service.bytes) == (0, 0, 0)
    return wire.written


def _waits_for_more(protocol: H11Protocol | None) -> bool:
    """Return whether a request is not complete, so that nothing more can come of it."""
    return protocol is not None and protocol.conn.their_state is h11.SEND_BODY


async def _until(holds: Any) -> None:
    while not holds():  # noqa: ASYNC110
        await asyncio.sleep(0)


ENTRIES = {
    "requests": Entry("requests", asked, ask, errors=(), ticks=TICKS),
    "workers": Entry("workers", asked, ask_workers, errors=(), ticks=TICKS),
    "bytes": Entry("bytes", stream, talk, errors=(), ticks=TICKS),
    "bytes-to-workers": Entry("bytes to workers", stream, talk_to_workers, errors=(), ticks=TICKS),
    "heads": Entry("heads", head, talk, errors=(), ticks=TICKS),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print every fault, and how many there were."""
    return fuzzing.main(ENTRIES, __doc__ or "", arguments)


if __name__ == "__main__":
    sys.exit(main())
