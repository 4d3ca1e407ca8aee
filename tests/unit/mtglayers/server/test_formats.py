"""A board with other faces and phased-out permanents, written in every format and read again: the same result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from mtglayers import Board, solve
from mtglayers.server.methods import call
from mtglayers.server.session import Session

TIMELINE = [
    {"enters": "Delver of Secrets"}, {"transforms": "delver-of-secrets"},
    {"enters": "Fable of the Mirror-Breaker", "transformed": True}, {"enters": "Tibalt, Cosmic Impostor"},
    {"enters": "Glorious Anthem"}, {"phases": "glorious-anthem", "direction": "out"},
    {"enters": "Grizzly Bears", "face_down": True}, {"enters": "Rancor", "attached_to": "grizzly-bears"},
    {"enters": "Bonecrusher Giant"}, {"phases": "bonecrusher-giant", "direction": "out"},
    {"enters": "Akki Lavarunner"}, {"flips": "akki-lavarunner"},
    {"enters": "Dusk // Dawn", "zone": "graveyard"},
]  # fmt: skip


def ask(method: str, **params: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(call(Session(), method, params)))


FORMATS: dict[str, Callable[[Any], Any]] = {
    "puzzle as TOML": lambda board: ask("puzzle.read", puzzle=ask("puzzle.write", board=board)["toml"])["board"],
    "puzzle as data": lambda board: ask("puzzle.read", puzzle=ask("puzzle.write", board=board)["puzzle"])["board"],
    "notation": lambda board: ask(
        "notation.read", text="\n".join(ask("notation.write", board=board)["lines"]), players=["A", "B"]
    )["board"],
    "state": lambda board: {"state": ask("state.write", board=board)},
    "forge": lambda board: ask("forge.read", text=ask("forge.write", board=board)["text"])["board"],
}


@pytest.mark.parametrize("format", FORMATS)
def test_there_and_back(format: str) -> None:
    board = Board.from_data({"timeline": TIMELINE})
    before = solve(board)
    after = solve(Board.from_data(FORMATS[format](board.to_data())))

    assert {id: after[id] for id in after} == {id: before[id] for id in before}
    assert [before[id].name for id in ("delver-of-secrets", "akki-lavarunner")] == [
        "Insectile Aberration", "Tok-Tok, Volcano Born",
    ]  # fmt: skip


def test_the_report_shows_the_faces_that_are_up() -> None:
    html = ask("report", board={"timeline": TIMELINE})["html"]
    assert "Insectile Aberration" in html
    assert "Tibalt, Cosmic Impostor" in html
