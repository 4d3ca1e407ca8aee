"""Answers with `since`, whatever a client says: the changes and the earlier answer are together the complete answer.

Run from the checkout: ``python -m tests.fuzz.changes 20000 --seed 1``.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from mtglayers.model.errors import LayersError
from mtglayers.server.methods import call
from mtglayers.server.session import Session

from ..generators.events import happening
from ..support.changes import assert_complete, merged, solved
from .inputs import TEXTS, Draw, Entry, main, odd_value

CARDS = ("Blood Moon", "Goblin King", "Glorious Anthem", "Mountain", "Saproling", "Clone", "Rancor", "Mutavault")
QUESTIONS: tuple[dict[str, Any], ...] = (
    {}, {"include": ["all"]}, {"include": ["objects"]}, {"include": ["objects", "players", "layers"]},
)  # fmt: skip


Said = tuple[Draw, tuple[tuple[dict[str, Any], Any], ...]]
"""Draws what happens on the board; for each step, the parameters of `solve` and what stands in `since`."""


def _said(draw: Draw) -> Said:
    return Draw(draw.random()), tuple((draw.choice(QUESTIONS), _since(draw)) for _ in range(8))


def _since(draw: Draw) -> Any:
    match draw.randrange(6):
        case 0:
            return odd_value(draw, TEXTS)
        case 1:
            return f"v{draw.choice((-1, 0, 1, 2, 3, 4, 5, 10**20))}"
        case _:
            return None  # the version of the last answer


def ask(said: Said) -> None:
    """Change a board and ask what changed, step by step.

    Raises:
        AssertionError: what the client has put together is not the complete answer.
    """
    draw, steps = Draw(), said[1]
    draw.setstate(said[0].getstate())
    session, last = Session(), ""
    known: dict[str, dict[str, Any]] = {}
    call(session, "board.new", {"timeline": [{"enters": name} for name in draw.sample(CARDS, 3)]})
    for params, since in steps:
        change(draw, session)
        try:
            new = solved(session, **params, since=last if since is None else since)
        except LayersError:
            assert not isinstance(since, str)
            continue
        last = new["version"]
        known[last] = merged(known.get(new.get("since"), {}), new)
        assert_complete(known[last], solved(session, **params))


def change(draw: Draw, session: Session) -> None:
    """Let something happen on the first board, or undo what happened last."""
    try:
        if draw.randrange(3):
            with session.board("b1") as held:
                _, event = happening(draw, held.board)
                getattr(held.board, event.method)(*event.arguments, **dict(event.keywords))
        else:
            call(session, "board.pop", {"board": "b1"})
    except (LayersError, IndexError):  # it cannot happen now
        return


ENTRIES: Mapping[str, Entry] = {"since": Entry("answers with since", _said, ask)}
"""The entry points, by what the command line calls them."""

if __name__ == "__main__":
    sys.exit(main(ENTRIES, __doc__ or ""))
