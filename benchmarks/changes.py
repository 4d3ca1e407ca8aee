"""The loop of an engine, in each language with a binding: a state in, a thousand small changes, what changed out.

Run from the checkout: ``python benchmarks/changes.py``; ``--write`` puts the table into `benchmarks/README.md`.
A language whose tools are not installed is left out.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from readme import run

ROOT = Path(__file__).resolve().parent.parent
CHANGES = 1_000
NAMES = [
    "Glorious Anthem", "Blood Moon", "Goblin King", "Levitation", "Life and Limb", "Bad Moon",
    *["Mountain", "Forest", "Grizzly Bears", "Merfolk of the Pearl Trident", "Goblin Piker", "Llanowar Elves"] * 7,
]  # fmt: skip
LANGUAGES = {
    "JavaScript": ("javascript", ("node", "examples/changes.mjs", "{file}")),
    "Java": (
        "java",
        (
            "mvn",
            "--quiet",
            "--batch-mode",
            "-Dstyle.color=never",
            "test-compile",
            "org.codehaus.mojo:exec-maven-plugin:3.5.0:java",
            "-Dexec.classpathScope=test",
            "-Dexec.mainClass=org.mtglayers.client.Changes",
            "-Dexec.args={file}",
        ),
    ),
    "Rust": ("rust", ("cargo", "run", "--quiet", "--release", "--example", "changes", "{file}")),
}
"""Language -> its folder in `bindings`, and the command that plays a file."""


def board() -> dict[str, Any]:
    """Return a board that begins with a state of 48 permanents."""
    objects = [
        {"id": f"o{place}", "card": name, "controller": ("Ana", "Ben")[place % 2], "timestamp": place + 1}
        for place, name in enumerate(NAMES)
    ]
    return {"state": {"players": ["Ana", "Ben"], "objects": objects}}


def events() -> list[dict[str, Any]]:
    """Return the changes: a permanent is tapped or untapped, a creature gets a counter, a player's life changes."""
    found: list[dict[str, Any]] = []
    creatures = [place for place, name in enumerate(NAMES) if name == "Grizzly Bears"]
    for turn in range(CHANGES):
        place = 6 + turn // 4 % (len(NAMES) - 6)
        found.append((
            {"marks": f"o{place}", "set": {"tapped": True}},
            {"counters": f"o{creatures[turn // 4 % len(creatures)]}", "put": {"+1/+1": 1}},
            {"player": "Ana", "set": {"life": 20 - turn % 19}},
            {"marks": f"o{place}", "set": {"tapped": False}},
        )[turn % 4])  # fmt: skip
    return found


class Server:
    """A server, and the bytes of its answers."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mtglayers", "serve", "--stdio"], cwd=ROOT, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )  # fmt: skip
        self.bytes = 0

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Return the answer to a request."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        request = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        self.process.stdin.write(request.encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        self.bytes += len(line)
        answer = json.loads(line)
        if "error" in answer:
            raise SystemExit(f"{request}: {answer['error']['message']}")
        return answer["result"]  # type: ignore[no-any-return]


def play(server: Server, changes_only: bool) -> tuple[float, float, dict[str, Any]]:
    """Play all events; return the milliseconds and bytes for each, and the objects at the end."""
    id = server.ask("board.new", **board())["board"]
    asked: dict[str, Any] = {"board": id, "include": ["objects"], **({"since": ""} if changes_only else {})}
    objects: dict[str, Any] = {}

    def solve() -> None:
        answer = server.ask("solve", **asked)
        if "since" not in answer:
            objects.clear()  # the answer is complete
        for gone in answer.get("gone", ()):
            del objects[gone]
        objects.update((each["id"], each) for each in answer["objects"])
        if changes_only:
            asked["since"] = answer["version"]

    solve()
    began, server.bytes = time.perf_counter(), 0
    for event in events():
        server.ask("board.push", board=id, event=event)
        solve()
    return (time.perf_counter() - began) * 1000 / CHANGES, server.bytes / CHANGES, objects


def rows() -> Iterator[str]:
    """Yield the lines of the table."""
    server = Server()
    full, full_bytes, complete = play(server, changes_only=False)
    short, short_bytes, kept = play(server, changes_only=True)
    assert server.process.stdin is not None
    server.process.stdin.close()
    server.process.wait(60)
    if kept != complete:
        raise SystemExit("the changes do not add up to the complete answer")
    yield "| language | all objects: bytes | ms | only changes: bytes | ms |"
    yield "|---|---:|---:|---:|---:|"
    yield f"| Python | {full_bytes:,.0f} | {full:.1f} | {short_bytes:,.0f} | {short:.1f} |"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "changes.json")
        file.write_text(json.dumps({"board": board(), "events": events()}), encoding="utf-8")
        for language, (place, command) in LANGUAGES.items():
            if shutil.which(command[0]) is None:
                continue
            copy = Path(folder, place)
            shutil.copytree(ROOT / "bindings" / place, copy, ignore=shutil.ignore_patterns("target"))
            told = subprocess.run(
                [word.replace("{file}", str(file)) for word in command],
                check=True, capture_output=True, text=True, cwd=copy,
                env={**os.environ, "MTGLAYERS": f"{sys.executable} -m mtglayers", "PYTHONPATH": str(ROOT)},
            )  # fmt: skip
            full, short = map(float, re.findall(r"\d+\.\d+", told.stdout))  # Maven adds escape sequences
            yield f"| {language} | {full_bytes:,.0f} | {full:.1f} | {short_bytes:,.0f} | {short:.1f} |"


if __name__ == "__main__":
    run("changes", __doc__, rows)
