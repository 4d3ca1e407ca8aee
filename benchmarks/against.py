"""Compare the speed of this checkout with that of an earlier revision, in one run.

Run from the checkout: ``python benchmarks/against.py REVISION``. Two processes, one for each revision, take turns at
the same boards. The least processor time of each counts, and only the ratios are meaningful. *Solve* is one call of
`solve`; *read* also reads the characteristics of every object. ``--write`` puts the table into the README. The program
stops if the two revisions give different characteristics.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 8
"""How often the two processes take turns at each board."""

SECONDS = 0.05
"""How long each turn lasts at least."""

FIRST = "first solve of 1,000 permanents"


def boards() -> dict[str, Callable[[], Any]]:
    """Return the builders of the measured boards."""
    from engine_boards import ENGINE_BOARDS, distinct  # builds boards of the measured revision

    return {**ENGINE_BOARDS, FIRST: lambda: distinct(1_000)}


def read(result: Any) -> tuple[Any, ...]:
    """Return the characteristics of all objects of a result."""
    return tuple(result.objects.values())


def serve() -> None:
    """Answer the requests of the comparing process, one a line: the name of a board and what to measure."""
    from mtglayers.solver.solve import solve  # the measured revision

    made: dict[str, Any] = {}
    known = boards()
    for line in sys.stdin:
        name, what = json.loads(line)
        board = made[name] if name in made else made.setdefault(name, known[name]())
        work: dict[str, Callable[[], Any]] = {
            "solve": lambda board=board: solve(board),
            "read": lambda board=board: read(solve(board)),
        }
        if what == "digest":
            # Revisions can list the words of a type line in different orders.
            values = [[getattr(found, field) for field in FIELDS] for found in read(solve(board))]
            text = repr([[sorted(each) if isinstance(each, tuple) else each for each in found] for found in values])
            print(json.dumps(sha256(text.encode()).hexdigest()), flush=True)
        else:
            print(json.dumps(least(work[what], name == FIRST)), flush=True)


FIELDS = ("id", "name", "colors", "types", "subtypes", "power", "toughness", "controller")
"""The characteristics that both revisions must agree on."""


def least(call: Callable[[], Any], once: bool) -> float:
    """Return the least processor time of one call in seconds."""
    best, end = float("inf"), time.process_time() + SECONDS
    while True:
        began = time.process_time()
        call()
        now = time.process_time()
        best = min(best, now - began)
        if once or now > end:
            return best


class Measured:
    """A process that measures one revision."""

    def __init__(self, tree: Path) -> None:
        path = os.pathsep.join([str(tree), str(ROOT / "benchmarks")])
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"}, cwd=tree,
        )  # fmt: skip

    def ask(self, *request: str) -> Any:
        """Send a request and return the answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(request), file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def extracted(revision: str, folder: str) -> Path:
    """Put the files of a revision into a folder and return it."""
    archive = subprocess.run(["git", "-C", str(ROOT), "archive", revision], check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as found:
        found.extractall(folder, filter="tar")
    return Path(folder)


def rows(trees: tuple[Path, Path], before: str, now: str = "") -> Iterator[str]:
    """Yield the lines of the table that compares two trees with the packages, which the words describe."""
    columns = [f"{what}{before}, ms | {what}{now}, ms | times as fast" for what in ("solve", "read")]
    yield f"| board | {' | '.join(columns)} |"
    yield "|---" + "|---:" * 6 + "|"
    pair = [Measured(tree) for tree in trees]
    for name in boards():
        if name == FIRST:
            continue
        if len({each.ask(name, "digest") for each in pair}) > 1:
            raise SystemExit(f"the two give different characteristics for {name}")
        cells = [name]
        for what in ("solve", "read"):
            cells += compared([min(turns) for turns in zip(*alternating(pair, name, what), strict=True)])
        yield f"| {' | '.join(cells)} |"
    for each in pair:
        each.close()
    pair = [Measured(tree) for tree in trees]
    yield f"| {FIRST} | {' | '.join(compared([each.ask(FIRST, 'solve') for each in pair]))} | | | |"
    for each in pair:
        each.close()


def alternating(pair: list[Measured], name: str, what: str) -> Iterator[list[float]]:
    """Yield the times of both revisions for each round, in seconds."""
    for _ in range(ROUNDS):
        yield [each.ask(name, what) for each in pair]


def compared(times: list[float]) -> list[str]:
    """Return the cells for the times before and now, in seconds."""
    before, now = times
    return [f"{before * 1000:.2f}", f"{now * 1000:.2f}", f"{before / now:.1f}"]


def main() -> None:
    """Print the table, and with `--write` write it into the README."""
    from readme import put

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revision", help="the earlier revision, as git names it")
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        lines = []
        for line in rows((extracted(arguments.revision, folder), ROOT), " before"):
            print(line, flush=True)
            lines.append(line)
    if arguments.write:
        put("against", "\n".join(lines))


if __name__ == "__main__":
    serve() if sys.argv[1:] == ["--serve"] else main()
