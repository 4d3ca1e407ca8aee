"""Puzzles of random real cards: no undocumented exception, and the same results after writing and reading."""

from __future__ import annotations

from collections import Counter

import pytest

from mtglayers.model.events.base import Event

from ..generators.cards import DENSE, EXPORTS, QUESTIONS, SEEDS, run, runs, timeline_of

CASES = 240
PLAYED = 700  # at most so many have each kind of event
CHUNK = 80


@pytest.mark.parametrize("start", [*range(0, CASES, CHUNK), DENSE])
def test_boards_of_real_cards(start: int):
    tally = run((range(start, start + CHUNK), True))

    assert tally.faults == []
    assert tally.counts["plain solver: agree"] > CHUNK / 2


def test_results_are_the_same_under_other_hash_seeds():
    digests = [
        {number: digest for tally in runs(range(24), 1, seed, checks=False) for number, digest in tally.digests.items()}
        for seed in SEEDS[:2]
    ]

    assert digests[0] == digests[1]
    assert len(set(digests[0].values())) == 24


def test_every_verb_is_played():
    verbs: Counter[str] = Counter()
    for number in range(PLAYED):
        verbs.update(event.VERB for event in timeline_of(number).board.events)
        if number >= 100 and len(verbs) == len(Event.VERBS):
            break

    assert sorted(verbs) == sorted(Event.VERBS)
    assert verbs["resolves"] > number / 4


def test_what_is_compared_can_fail(monkeypatch: pytest.MonkeyPatch):
    """A restored board with a different result is a fault, and so is an exception."""

    def fails(_: object) -> str:
        raise KeyError("inside")

    monkeypatch.setitem(EXPORTS, "data", lambda board: type(board)(board.players))
    monkeypatch.setitem(QUESTIONS, "vector", fails)
    tally = run((range(1), True))

    assert {fault.partition(" (")[0] for _, fault in tally.faults} == {
        "data: the restored board has a different result", "vector: KeyError: 'inside'",
    }  # fmt: skip
