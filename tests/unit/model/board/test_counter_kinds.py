"""Events with misspelled kinds of counters are refused: such counters would have no effect."""

from __future__ import annotations

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.errors import IllegalEventError


@pytest.mark.parametrize(
    ("kind", "hint"),
    [
        ("P1P1", "; did you mean `+1/+1`?"), ("-1-1", "; did you mean `-1/-1`?"), ("1/2", "; did you mean `+1/+2`?"),
        ("+1/+1 counters", "; did you mean `+1/+1`?"), (" +1/+1", "; did you mean `+1/+1`?"), ("stage 3", ""),
        ("first_strike", "; did you mean `first strike`?"), ("flyng", "; did you mean `flying`?"),
    ],
)  # fmt: skip
def test_misspelled_counters_are_refused(kind: str, hint: str) -> None:
    board = Board()
    board.enters("Grizzly Bears")
    for change in (
        lambda: board.counters("grizzly-bears", put={kind: 1}),
        lambda: board.enters("Grizzly Bears", counters={kind: 1}),
    ):
        with pytest.raises(IllegalEventError) as caught:
            change()
        assert caught.value.reason == f"unknown kind of counter `{kind}`{hint}"
    assert len(board.events) == 1


@pytest.mark.parametrize("kind", ["charge", "Flying", "First Strike", "+1/+1", "-0/-2", "loyalty", "page"])
def test_other_counters_are_put(kind: str) -> None:
    board = Board()
    board.enters("Grizzly Bears", counters={kind: 2})
    board.counters("grizzly-bears", put={kind: 1})
    assert [(each.kind, each.count) for each in board.object("grizzly-bears").counters] == [(kind, 3)]
