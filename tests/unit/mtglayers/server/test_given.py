"""Boards given as data: the browser's engine keeps them, and answers as if it had not."""

from __future__ import annotations

import json
from typing import Any

from mtglayers.server.browser import BrowserEngine

BOARD: dict[str, Any] = {
    "players": ["Ann", "Ben"], "timeline": [{"enters": "Blood Moon"}, {"enters": "Tropical Island"}],
}  # fmt: skip
ASKED = (
    ("solve", {"board": BOARD, "include": ["all"]}),
    ("solve", {"board": BOARD, "include": ["rulings"], "objects": ["tropical-island"]}),
    ("solve", {"board": BOARD, "until": "4", "include": ["objects"]}),
    ("solve", {"board": BOARD, "edition": "2003-07-01", "include": ["all"]}),
    ("explain", {"board": BOARD, "object": "tropical-island"}),
    ("whatif", {"board": BOARD, "leaves": ["blood-moon"]}),
    ("solve", {"board": BOARD, "include": ["all"]}),
    ("solve", {"board": BOARD, "since": ""}),
    ("notation.read", {"board": BOARD, "text": "blood-moon leaves"}),
    ("solve", {"board": BOARD, "include": ["all"]}),
)


def answered(engine: BrowserEngine, method: str, params: object) -> str:
    return engine.answer(method, json.dumps(params))


def test_a_board_that_was_given_before_is_answered_as_a_new_one() -> None:
    engine = BrowserEngine()

    for method, params in ASKED:
        assert answered(engine, method, params) == answered(BrowserEngine(), method, params), (method, params)


def test_a_board_that_was_read_is_answered_as_one_that_is_played() -> None:
    engine = BrowserEngine()
    text = "Ann: Clone as a copy of Tropical Island\nBen: 2x Grizzly Bears with a +1/+1 counter\nAnn: Humility"
    read = json.loads(answered(engine, "notation.read", {"board": BOARD, "text": text}))["board"]
    question = ("solve", {"board": read, "include": ["all"]})

    assert len(engine.session.given) == 2
    assert answered(engine, *question) == answered(BrowserEngine(), *question)
    assert len(engine.session.given) == 2  # it was not played


def test_a_board_that_is_refused_is_refused_again() -> None:
    engine = BrowserEngine()
    wrong = {**BOARD, "timeline": [*BOARD["timeline"], {"leaves": "nobody"}]}

    first, second = (answered(engine, "solve", {"board": wrong}) for _ in range(2))
    assert first == second
    assert "error" in json.loads(first)


def test_only_the_latest_boards_and_results_are_kept() -> None:
    engine = BrowserEngine()
    given = engine.session.given
    for number in range(given.number + 3):
        answered(engine, "solve", {"board": {"players": [f"P{number}"]}})
    assert len(given) == given.number

    for layer in ("1", "2", "3", "4", "5", "6"):
        answered(engine, "solve", {"board": BOARD, "until": layer})
    assert max(len(results) for _, results in given.values()) == 4
