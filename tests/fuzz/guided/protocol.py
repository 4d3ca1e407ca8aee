"""Lines for the server, guided by what of it they reach: each is answered as it is due (`tests/reference/protocol.py`).

Run from the checkout: ``python -m tests.fuzz.guided.protocol 100000 [OPTION OF LIBFUZZER...]``: so many inputs. Each is
lines of bytes; those to begin with are the conversations of `tests/fuzz/protocol.py`.
"""

from __future__ import annotations

import io
import json
import random
import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["mtglayers.server"]):
    from mtglayers.server.session import Session
    from mtglayers.server.stdio import Overlong, StdioServer, lines

from ...generators.requests import conversation, line_of
from ...reference.protocol import wrong
from ..protocol import LAST, LIMITS, LINES, check_last

SEEDS = 300


def one(data: bytes) -> None:
    """Let a server answer lines."""
    log: list[str] = []
    server = StdioServer(Session(LIMITS), log.append)
    for line in [*lines(io.BytesIO(data).read, LIMITS.message)][:LINES]:
        assert not isinstance(line, Overlong)
        answers = [answer for answer in server.answered(line).split(b"\n") if answer]
        assert not (words := wrong(line, answers)), f"{words}: {line!r} -> {answers!r}"
    assert not log, log
    if len(data) % 16 == 0:  # now and then: it takes longer than all before it
        check_last([json.loads(server.answered(line_of(each))) for each in LAST])


def main() -> None:
    """Run libFuzzer; it ends the process."""
    count = sys.argv[1] if len(sys.argv) > 1 else "10000"
    with tempfile.TemporaryDirectory() as folder:
        for number in range(SEEDS):
            said = conversation(random.Random(number), LINES)
            (Path(folder) / f"{number}").write_bytes(b"\n".join(said[: 3 + number % 4]))
        options = ["-max_len=8000", "-timeout=30", "-rss_limit_mb=4000", "-print_final_stats=1", *sys.argv[2:]]
        atheris.Setup([sys.argv[0], f"-atheris_runs={count}", *options, folder], one)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
