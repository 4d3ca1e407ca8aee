"""Mutated lines of notation: each board is read, or refused in one sentence; a board that is read is solved.

Run from the checkout: ``python -m tests.fuzz.notation 20000 --seed 1``; ``--entry written`` for one entry point.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache

from mtglayers import Board, LayersError, solve
from mtglayers.server.methods import call
from mtglayers.server.session import Session

from ..support.paths import ROOT
from ..support.puzzles import last_board
from .inputs import TEXTS, Draw, Entry, main, mutated_text

BY_HAND = (
    "players: Ann, Ben", "Ann: Tarmogoyf with two +1/+1 counters", "Ben: Darksteel Mutation -> Tarmogoyf",
    "Ben casts Giant Growth on Tarmogoyf", "Mutavault animated", "Control Magic -> Grizzly Bears", "end of turn",
    "Alpine Moon choosing Urborg, Tomb of Yawgmoth", "20x Saproling token", "Grizzly Bears becomes tapped",
    '"Target creature gains flying until end of turn." -> Grizzly Bears', "Ann has 3 cards in hand",
)  # fmt: skip
WORDS = (*BY_HAND, *TEXTS, "->", ":", "x", "with", "as", "choosing")


@cache
def lines() -> tuple[tuple[str, ...], ...]:
    """Return the lines of boards: some by hand, and those of puzzles that lines can describe."""
    found: list[tuple[str, ...]] = [BY_HAND] * 5
    for path in sorted((ROOT / "puzzles").glob("*.toml"))[::8]:
        try:
            found.append(tuple(last_board(path).to_lines()))
        except LayersError:
            continue
    return tuple(found)


def _drawn(draw: Draw) -> str:
    found = [line for line in draw.choice(lines()) if draw.random() < 0.9]
    if draw.random() < 0.3:
        found.insert(draw.randint(0, len(found)), draw.choice(draw.choice(lines())))
    for _ in range(draw.choice((0, 1, 1, 2))):
        if found:
            place = draw.randrange(len(found))
            found[place] = mutated_text(draw, found[place], WORDS)
    return "\n".join(found)


def read(text: str) -> None:
    """Read lines and solve their board."""
    solve(Board.of(text))


def there_and_back(text: str) -> None:
    """Read lines, write them, and read them again: the result is the same."""
    board = Board.of(text)
    again = Board.of(*board.to_lines(), players=board.players)
    first, second = solve(board), solve(again)
    assert {id: first[id] for id in first} == {id: second[id] for id in second}


def served(text: str) -> None:
    """Let the server read the lines, and continue the board with them."""
    session = Session()
    board = call(session, "notation.read", {"text": text}).board
    call(session, "notation.read", {"text": text, "board": {"players": list(board.players)}})


ENTRIES: Mapping[str, Entry] = {
    "read": Entry("notation", _drawn, read),
    "written": Entry("notation there and back", _drawn, there_and_back),
    "served": Entry("notation served", _drawn, served),
}
"""The entry points, by what the command line calls them."""

if __name__ == "__main__":
    sys.exit(main(ENTRIES, __doc__ or ""))
