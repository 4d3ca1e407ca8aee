"""A service over HTTP in a process of its own, and what is sent to it byte for byte."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx

from .paths import ROOT

PATIENCE = 20
"""Seconds after which a test that waits for something fails."""

ENDLESS: dict[str, Any] = {
    "board": {
        "timeline": [
            {
                "enters": [
                    "Blood Moon", "Life and Limb", "Overgrown Tomb", "Humility", "Opalescence", "Conversion",
                    "Urborg, Tomb of Yawgmoth", "Yavimaya, Cradle of Growth", "Mycosynth Lattice",
                    "March of the Machines", "Ashaya, Soul of the Wild", "Dryad Arbor", "Kormus Bell",
                    "Magus of the Moon", "Song of the Dryads", "Living Plane", "Nature's Revolt",
                ]
            }
        ]
    },
    "limit": 1_000_000,
}  # fmt: skip
"""Parameters of `orders` that take much longer than any test."""


class Process:
    """A service that runs."""

    def __init__(self, *arguments: str, start_new_session: bool = False) -> None:
        self.run = subprocess.Popen(
            [sys.executable, "-m", "mtglayers", "serve", "--http", "--port", "0", *arguments],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
            env={**os.environ, "PYTHONUNBUFFERED": ""}, start_new_session=start_new_session,
        )  # fmt: skip
        assert self.run.stdout is not None
        self.url = self.run.stdout.readline().strip()
        parts = urlsplit(self.url)
        self.address = (parts.hostname, parts.port)

    def connect(self) -> socket.socket:
        return socket.create_connection(self.address, timeout=PATIENCE)  # type: ignore[arg-type]

    def health(self) -> dict[str, int]:
        found: dict[str, int] = httpx.get(f"{self.url}/health", timeout=PATIENCE).json()
        return found

    def wait_for(self, **health: int) -> None:
        """Wait until the service says so of itself."""
        end = time.monotonic() + PATIENCE
        while not health.items() <= self.health().items():
            assert time.monotonic() < end, (health, self.health())
            time.sleep(0.01)

    def end(self, number: int = signal.SIGTERM) -> tuple[int, str, str]:
        """Tell it to end; return its exit code, and what it said after where it is."""
        self.run.send_signal(number)
        return self.ended()

    def ended(self) -> tuple[int, str, str]:
        out, err = self.run.communicate(timeout=PATIENCE)
        return self.run.returncode, out, err


@contextmanager
def process(*arguments: str, start_new_session: bool = False) -> Iterator[Process]:
    """Run a service; end it in any case."""
    found = Process(*arguments, start_new_session=start_new_session)
    try:
        yield found
    finally:
        if found.run.poll() is None:
            found.run.kill()
            found.run.communicate()


def limits(**values: float) -> list[str]:
    """Return options that set limits."""
    return [word for name, value in values.items() for word in ("--limit", f"{name}={value}")]


def request(path: str, body: bytes = b"", *headers: str) -> bytes:
    """Return a POST as it goes over the wire."""
    lines = (f"POST {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json", *headers)
    return "\r\n".join((*lines, f"Content-Length: {len(body)}", "", "")).encode() + body


def received(connection: socket.socket) -> bytes:
    """Return all that comes until the other side closes."""
    found = b""
    while chunk := connection.recv(65536):
        found += chunk
    return found


__all__ = ["ENDLESS", "PATIENCE", "Process", "limits", "process", "received", "request"]
