"""A small run of the fuzzer of connections, and connections that break off in the middle."""

from __future__ import annotations

import pytest

from .connection import ENTRIES, talk
from .inputs import tally


@pytest.mark.parametrize(
    ("name", "count"), [("requests", 2), ("workers", 2), ("bytes", 40), ("bytes-to-workers", 10), ("heads", 400)]
)
def test_hostile_conversations_come_to_no_harm(name: str, count: int) -> None:
    assert tally(ENTRIES[name], range(count)).faults == ()


@pytest.mark.parametrize(
    "rest", [b"zz\r\n", b"5\r\nhello", b"", b"ffffffffffffffffffffff\r\n", b"5\r\nhelloGET / HTTP/1.1"]
)
@pytest.mark.parametrize("kind", [b"application/json", b"text/plain"])
def test_a_body_that_breaks_off(rest: bytes, kind: bytes) -> None:
    """It may be no HTTP any more while the application already waits for it, which ends all the same."""
    head = b"POST /v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: "

    talk([head + kind + b"\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n", *([rest] if rest else [])])
