"""The server on standard input and output, as a process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event as Signal
from threading import Timer
from typing import Any

import pytest

from ..support.paths import ROOT
from ..support.rpc_messages import notification, request, shortly, text

COMMAND = (sys.executable, "-m", "mtglayers", "serve", "--stdio")
LONG = {"timeline": [{"enters": name} for name in (
    "Blood Moon", "Life and Limb", "Conversion", "Urborg, Tomb of Yawgmoth", "Yavimaya, Cradle of Growth",
    "Opalescence", "Humility", "Enchanted Evening", "Dryad Arbor", "Magus of the Moon", "March of the Machines",
    "Mycosynth Lattice",
)]}  # fmt: skip
"""A board whose orders take many seconds to explore."""
NEW = {"board": "b1", "events": 0, "made": []}


class Process:
    """A server of its own, spoken to line by line."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
        )

    def send(self, *messages: Any) -> None:
        assert self.process.stdin
        self.process.stdin.write(text(*messages))
        self.process.stdin.flush()

    def answer(self) -> Any:
        assert self.process.stdout
        return shortly(json.loads(self.process.stdout.readline()))

    def end(self) -> tuple[int, bytes, bytes]:
        """Close its input; return its exit code, and what it still wrote."""
        rest, errors = self.process.communicate(timeout=20)
        return self.process.returncode, rest, errors


@contextmanager
def process(*options: str) -> Iterator[Process]:
    """Start a server that ends with the block, at the latest after a while, so that no test waits for ever."""
    found = Process(*options)
    end = Timer(60, found.process.kill)
    end.start()
    try:
        yield found
    finally:
        end.cancel()
        found.process.kill()
        found.process.communicate()


def test_a_process_speaks_in_lines_until_its_input_ends() -> None:
    with process() as server:
        server.send(request(1, "board.new", timeline=[{"enters": "Lim-Dûl's Vault", "zone": "hand"}]))
        assert server.answer() == (1, {"board": "b1", "events": 1, "made": [["lim-duls-vault"]]})
        server.send(b"\xff\n", b"\r\n", request(2, "board.drop", board="b1"))
        assert server.answer() == (None, -32700)
        assert server.answer() == (2, {})
        server.send(b'{"jsonrpc": "2.0", "id": 3, "method": "board.new"}')
        assert server.end() == (0, b'{"jsonrpc":"2.0","id":3,"result":{"board":"b2","events":0,"made":[]}}\n', b"")


def test_work_is_cancelled_and_has_an_end() -> None:
    with process("--limit", "seconds=2") as server:
        server.send(request(1, "board.new", **LONG), request(2, "orders", board="b1", presence=True, limit=10**6))
        assert server.answer()[0] == 1
        server.send(notification("$/cancelRequest", id=2))
        assert server.answer() == (2, -32800)
        server.send(request(3, "orders", board="b1", presence=True, limit=10**6), request(4, "board.pop", board="b1"))
        assert server.answer() == (3, -32016)
        assert server.answer()[1]["events"] == len(LONG["timeline"]) - 1
        assert server.end() == (0, b"", b"")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM for a process to heed")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_signal_ends_it_and_whoever_waits_is_told(number: signal.Signals, code: int) -> None:
    with process() as server:
        long = request(1, "orders", board="b1", presence=True, limit=10**6)
        server.send(request(0, "board.new", **LONG), [long, request(2, "board.new")])
        assert server.answer()[0] == 0
        Signal().wait(0.3)
        server.process.send_signal(number)
        assert server.answer() == [(1, -32800), (2, -32800)]
        assert server.process.wait(timeout=20) == code
        assert server.end() == (code, b"", b"")


def test_a_signal_ends_it_while_it_waits() -> None:
    with process() as server:
        server.send(request(1, "board.new"))
        assert server.answer() == (1, NEW)
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(timeout=20) == 0
        assert server.end() == (0, b"", b"")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM for a process to heed")
def test_a_signal_ends_it_though_nobody_reads() -> None:
    with process() as server:
        server.send(request(0, "board.new"))
        assert server.answer() == (0, NEW)
        server.send(*(request(number, "initialize") for number in range(1, 100)))  # more than a pipe holds
        Signal().wait(0.3)
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(timeout=20) == 0
        assert server.process.stderr
        assert server.process.stderr.read() == b""


def test_nobody_reads_the_answers() -> None:
    with process() as server:
        server.send(request(1, "board.new"))
        assert server.answer() == (1, NEW)
        assert server.process.stdout
        server.process.stdout.close()
        server.send(*(request(number, "initialize") for number in range(100)))
        assert server.process.wait(timeout=20) == 141
        assert server.process.stderr
        assert server.process.stderr.read() == b""


def test_only_answers_go_to_standard_output() -> None:
    program = (
        "import os, sys, warnings; from mtglayers.server import questions; from mtglayers.cli.main import main\n"
        "def solve(*_, **__):\n"
        "    print('stray'); os.write(1, b'astray\\n'); warnings.warn('a warning'); os.system('echo from outside')\n"
        "    sys.stdin.read(); return 1 // 0\n"
        "questions.solve = solve; main(['serve', '--stdio'])"
    )
    asked = text(request(1, "solve", board={}), request(2, "board.new"))
    found = subprocess.run([sys.executable, "-c", program], input=asked, capture_output=True, cwd=ROOT, check=True)

    assert [shortly(json.loads(line)) for line in found.stdout.splitlines()] == [(1, -32603), (2, NEW)]
    assert found.stderr.count(b"Traceback") == 0
    assert all(each in found.stderr for each in (b"stray", b"astray", b"a warning", b"from outside", b"incident 1: "))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_log_that_cannot_be_written() -> None:
    program = (
        "from mtglayers.server import questions; from mtglayers.cli.main import main\n"
        "questions.solve = lambda *_, **__: 1 // 0; main(['serve', '--stdio'])"
    )
    asked = text(request(1, "solve", board={}), request(2, "board.new"))
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-c", program]
        found = subprocess.run(command, input=asked, stdout=subprocess.PIPE, stderr=full, cwd=ROOT, check=False)

    assert [shortly(json.loads(line)) for line in found.stdout.splitlines()] == [(1, -32603), (2, NEW)]


@pytest.mark.skipif(os.name == "nt", reason="it takes a shell of Unix")
def test_without_input_it_ends() -> None:
    empty = subprocess.run(COMMAND, stdin=subprocess.DEVNULL, capture_output=True, cwd=ROOT, check=True)
    shell = f"exec '{sys.executable}' -m mtglayers serve --stdio <&-"
    closed = subprocess.run(["/bin/sh", "-c", shell], capture_output=True, cwd=ROOT, check=True)

    assert (empty.stdout, empty.stderr, closed.stdout, closed.stderr) == (b"", b"", b"", b"")
