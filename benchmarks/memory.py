"""Memory of a session over many boards: ``--write`` puts the tables into `benchmarks/README.md`.

Run from the checkout: ``python benchmarks/memory.py`` (Linux; about ten minutes).
"""

from __future__ import annotations

import random
import resource
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from readme import run

from mtglayers.model.cards.search import names
from mtglayers.model.errors import LayersError
from mtglayers.server.limits import ServerLimits
from mtglayers.server.methods import call
from mtglayers.server.session import Session

BOARDS, LOOPS, PAIRS = 50_000, 300, 20
SECTIONS = ["objects", "steps", "unapplied"]
HEAD = ["| boards | results stored | their estimated memory, MB | memory of the process, MB |", "|---:" * 4 + "|"]


def megabytes() -> int:
    """Return the memory of this process."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() // 1_000_000


def row(done: int, session: Session) -> str:
    """Return a line of a table."""
    kept = session._results  # noqa: SLF001
    return f"| {done:,} | {len(kept)} | {kept.used // 1_000_000} | {megabytes()} |"


def loops() -> list[dict[str, Any]]:
    """Return the events of a board whose effects form one dependency loop."""
    each = ("Blood Moon", "Life and Limb", "Overgrown Tomb")
    return [{"enters": "Saproling"}, *({"enters": name} for _ in range(PAIRS) for name in each)]


def of_loops() -> Iterator[str]:
    """Solve and explain boards that all stay in the session."""
    session = Session(ServerLimits(results=1_000, boards=1_000))
    for done in range(1, LOOPS + 1):
        board = call(session, "board.new", {"timeline": loops()}).board
        call(session, "solve", {"board": board, "include": SECTIONS})
        if done % (LOOPS // 6) == 0:
            yield row(done, session)


def of_cards() -> Iterator[str]:
    """Solve and explain boards of two random cards, of which the last two hundred stay in the session."""
    rng, cards, session = random.Random(1), [*names()], Session(ServerLimits(results=256))
    held: list[str] = []
    done = 0
    while done < BOARDS:
        try:
            made = call(session, "board.new", {"timeline": [{"enters": name} for name in rng.sample(cards, 2)]})
        except LayersError:  # not a permanent
            continue
        held.append(made.board)
        call(session, "solve", {"board": made.board, "include": SECTIONS[:2]})
        if len(held) > 200:
            call(session, "board.drop", {"board": held.pop(0)})
        done += 1
        if done % (BOARDS // 5) == 0:
            yield row(done, session)


def rows() -> Iterator[str]:
    """Return the lines of both tables."""
    yield from ["Boards of one loop with forty effects:", "", *HEAD, *of_loops()]
    yield from ["", "Boards of two random cards:", "", *HEAD, *of_cards()]


if __name__ == "__main__":
    run("memory", __doc__, rows)
