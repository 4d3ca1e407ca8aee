"""Random conversations with a server: each answer is what the library says when it is asked directly."""

from __future__ import annotations

import io
import json
from random import Random
from typing import Any

import msgspec
import pytest

from mtglayers import Board, LayersError, orders, orders_data, result_data, solve, what_if
from mtglayers.model.events.base import read_event
from mtglayers.server.errors import failure_of
from mtglayers.server.methods import METHODS
from mtglayers.server.session import Session
from mtglayers.server.stdio import StdioServer
from mtglayers.wire.answers import explanation_data, what_if_data
from mtglayers.wire.results import SECTIONS

CARDS = (
    "Blood Moon", "Life and Limb", "Humility", "Opalescence", "Glorious Anthem", "Urborg, Tomb of Yawgmoth",
    "Conversion", "Dryad Arbor", "Saproling", "Overgrown Tomb", "Grizzly Bears", "Forest", "Bad Moon", "Crusade",
    "Lord of Atlantis", "Control Magic", "Mystery Card",
)  # fmt: skip
PLAYERS = ("Ana", "Ben")
LENGTH = 35
ALONE = {
    "initialize", "board.drop", "cards.dependencies", "cards.search", "cards.read", "check", "compare", "draw",
    "editions", "forge.read", "forge.write", "notation.read", "notation.write", "puzzle.read", "puzzle.write",
    "report", "state.write", "verdict",
}  # fmt: skip
"""Methods that `Library` does not answer: they neither change a board nor say what comes of one that has changed."""


class Library:
    """What the server should answer, by asking the library."""

    def __init__(self) -> None:
        self.boards: dict[str, Board] = {}
        self.made = 0

    def keep(self, board: Board) -> str:
        self.made += 1
        self.boards[f"b{self.made}"] = board
        return f"b{self.made}"

    def answer(self, method: str, params: dict[str, Any]) -> Any:
        board = self.boards.get(params.get("board", ""), Board(PLAYERS))
        match method:
            case "board.new":
                return {"board": self.keep(Board(PLAYERS)), "events": 0, "made": []}
            case "board.push":
                twin = board.copy()
                made = [twin.push(read_event(event)) for event in params["events"]]  # all or none
                self.boards[params["board"]] = twin
                return {"events": len(twin.events), "made": made}
            case "board.pop":
                popped = [board.pop().to_data() for _ in range(params["count"])]
                return {"events": len(board.events), "popped": popped}
            case "board.snapshot":
                return {"board": self.keep(board.copy()), "events": len(board.events)}
            case "solve":
                return result_data(
                    solve(board, edition=params.get("edition"), readings=params.get("readings")), board,
                    include=params["include"],
                )  # fmt: skip
            case "explain":
                found = solve(board).explain(params["object"])
                return {**explanation_data(found), "text": found.text()}
            case "whatif":
                return what_if_data(what_if(board, leaves=params["leaves"]))
            case _:
                return orders_data(orders(board, "choices"))


def conversation(draw: Random, library: Library) -> tuple[list[Any], list[Any]]:
    """Return messages and the answers to them."""
    asked, answers = [], []
    for id in range(LENGTH):
        method, params = _drawn(draw, library) if id else ("board.new", {"players": PLAYERS})
        asked.append({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        try:
            answers.append({"id": id, "result": library.answer(method, params)})
        except LayersError as error:
            answers.append({"id": id, "error": failure_of(error).code})
    return asked, json.loads(msgspec.json.encode(answers))


def _drawn(draw: Random, library: Library) -> tuple[str, dict[str, Any]]:
    id = draw.choice(list(library.boards))
    board = library.boards[id]
    ids = [*board.objects, "nobody"]
    match draw.choice(
        ("push", "push", "push", "pop", "solve", "solve", "solve", "explain", "orders", "whatif", "new", "snapshot")
    ):
        case "push":
            return "board.push", {"board": id, "events": [_event(draw, ids) for _ in range(draw.choice((1, 1, 1, 2)))]}
        case "pop" if board.events:
            return "board.pop", {"board": id, "count": draw.randint(0, min(3, len(board.events)))}
        case "explain":
            return "explain", {"board": id, "object": draw.choice(ids)}
        case "whatif":
            return "whatif", {"board": id, "leaves": [draw.choice(ids)]}
        case "orders" if len(ids) < 8:
            return "orders", {"board": id, "vary": "choices"}
        case "snapshot":
            return "board.snapshot", {"board": id}
        case "new":
            return "board.new", {"players": PLAYERS}
        case _:
            include = draw.choice((["objects", "players"], ["layers", "loops"], ["statistics"], [*SECTIONS]))
            rules = draw.choice(({}, {}, {}, {"edition": "2006-07-01"}, {"readings": "component"}, {"edition": "E99"}))
            return "solve", {"board": id, "include": include, **rules}


def _event(draw: Random, ids: list[str]) -> dict[str, Any]:
    return draw.choice((
        {"enters": draw.choice(CARDS), "controller": draw.choice(PLAYERS)},
        {"enters": draw.choice(CARDS), "controller": draw.choice(PLAYERS)},
        {"leaves": draw.choice(ids)},
        {"counters": draw.choice(ids), "put": {"+1/+1": 1}},
        {"marks": draw.choice(ids), "set": {"tapped": True}},
        {"player": draw.choice(PLAYERS), "set": {"life": draw.randint(1, 40)}},
        {"turn": draw.choice(PLAYERS)},
    ))  # fmt: skip


def plain(answer: Any) -> Any:
    """Return an answer without what may differ: how much of it was taken over, and what an error says besides."""
    if "error" in answer:
        return {
            "id": answer["id"],
            "error": answer["error"]["code"] if isinstance(answer["error"], dict) else answer["error"],
        }
    if isinstance(statistics := answer["result"].get("statistics"), dict):
        statistics.pop("reused")
    return {"id": answer["id"], "result": answer["result"]}


@pytest.mark.parametrize("seed", range(12))
def test_the_server_says_what_the_library_says(seed: int) -> None:
    asked, expected = conversation(Random(seed), Library())
    answers = io.BytesIO()
    StdioServer(Session(), log=pytest.fail).run(
        io.BytesIO(b"".join(json.dumps(each).encode() + b"\n" for each in asked)).read, answers.write
    )

    found = [json.loads(line) for line in answers.getvalue().splitlines()]
    for each, there, request in zip(found, expected, asked, strict=True):
        assert plain(each) == plain(there), request


def test_conversations_are_rich() -> None:
    answered: dict[str, int] = {}
    refused: set[int] = set()
    for seed in range(12):
        asked, expected = conversation(Random(seed), Library())
        for request, answer in zip(asked, expected, strict=True):
            if "error" in answer:
                refused.add(answer["error"])
            else:
                answered[request["method"]] = answered.get(request["method"], 0) + 1

    assert set(METHODS) - ALONE == set(answered)
    assert min(answered.values()) >= 5
    assert {-32001, -32006, -32007} <= refused
