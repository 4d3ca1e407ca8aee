"""A board under another edition: what is not replayed is the same as if it were."""

from __future__ import annotations

import contextlib
from itertools import pairwise
from pathlib import Path

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.errors import LayersError
from mtglayers.model.rules.edition import NEWEST, TEXTS

from ....support.puzzles import last_board
from .test_undo import everything


def test_events_that_editions_play_identically_are_not_replayed(puzzles: Path):
    same = 0
    for path in sorted(puzzles.glob("*.toml"))[::4]:
        board = last_board(path)
        for text, later in pairwise(TEXTS):
            if text.plays_as(later):
                with contextlib.suppress(LayersError):  # an event is not possible under the first one
                    played = board.under(text, board.events)
                    same += 1
                    twin = played.under(later)
                    assert twin.edition == later
                    assert everything(twin) == everything(played.under(later, board.events)), (path.stem, later.name)
    assert same > 1000


@pytest.mark.parametrize("day", ["2003-07-01", "2011-09-30"])
def test_each_of_two_boards_goes_on_by_itself(day: str):
    board = Board(edition=day)
    board.enters("Grizzly Bears")
    twin = board.under(TEXTS[TEXTS.index(board.edition) + 1])
    twin.enters("Forest")
    board.pop()

    assert (list(board), list(twin)) == ([], ["grizzly-bears", "forest"])


def test_an_edition_that_does_not_know_a_concept_does_not_play_identically():
    assert TEXTS[0].plays_as(TEXTS[1])
    assert not NEWEST.plays_as(TEXTS[0])
