"""What a layer asks of the board is noted: for each way to ask, a board that comes out wrong where it is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

from mtglayers.model.ability import Keyword
from mtglayers.model.board import Board
from mtglayers.model.view import View
from mtglayers.solver import solve
from mtglayers.solver.facts import Facts
from mtglayers.solver.noting import Noting

from .random_reuse import unlike


def own(name: str, text: str, line: str = "Creature — Bear") -> dict[str, Any]:
    size = {"power": "2", "toughness": "2"} if "Creature" in line else {}
    return {"name": name, "type_line": line, "oracle_text": text, **size}


def with_cards(*cards: str | dict[str, Any]) -> Board:
    board = Board(("Ana", "Ben"), cards=[card for card in cards if not isinstance(card, str)])
    for card in cards:
        board.enters(card if isinstance(card, str) else card["name"], controller="Ana")
    return board


def resolves(board: Board, text: str, target: str, controller: str = "Ana") -> None:
    board.resolves({"text": text}, as_="spell", controller=controller, targets=[target])


def banner() -> Board:
    text = "As long as you control an Island, creatures you control have flying."
    return with_cards(own("Banner", text, "Artifact"), "Grizzly Bears", "Forest")


def proud() -> Board:
    text = "As long as you control a creature with power 4 or greater, Proud gets +3/+3."
    return with_cards(own("Proud", text), "Grizzly Bears")


def lignified() -> Board:
    board = with_cards("Grizzly Bears")
    board.enters("Lignify", controller="Ben", attached_to="grizzly-bears")
    return board


def cursed() -> Board:
    board = with_cards("Grizzly Bears")
    board.enters("Curse of Death's Hold", controller="Ben", attached_to="Ana", as_="curse")
    return board


def servant() -> Board:
    board = Board(("Ana", "Ben"))
    board.enters("Painter's Servant", controller="Ana", chosen={"color": "R"}, as_="servant")
    board.enters("Grizzly Bears", controller="Ben")
    return board


CHANGES: Final = {
    "having": (
        banner,
        lambda board: resolves(board, "Target land becomes an Island until end of turn.", "forest"),
        lambda result: Keyword("Flying") in result["grizzly-bears"].abilities,
    ),
    "column": (
        proud,
        lambda board: resolves(
            board, "Target creature has base power and toughness 5/5 until end of turn.", "grizzly-bears"
        ),
        lambda result: result["proud"].power == 5,
    ),
    "controller": (
        lambda: with_cards(own("Early", "As long as it's your turn, Early has first strike.")),
        lambda board: resolves(board, "Gain control of target creature.", "early", "Ben"),
        lambda result: Keyword("First strike") not in result["early"].abilities,
    ),
    "attached_to": (
        lignified,
        lambda board: board.detaches("lignify"),
        lambda result: result["grizzly-bears"].subtypes == ("Bear",),
    ),
    "attached_player": (
        cursed,
        lambda board: board.detaches("curse"),
        lambda result: result["grizzly-bears"].power == 2,
    ),
    "choices": (
        servant,
        lambda board: board.chooses("servant", color="U"),
        lambda result: "U" in result["grizzly-bears"].colors,
    ),
}  # fmt: skip
"""Way to ask -> a board, what happens to it, and what must hold then."""


@pytest.mark.parametrize("way", CHANGES)
def test_what_is_asked_in_this_way_is_noted(way: str) -> None:
    make: Callable[[], Board]
    make, happens, holds = CHANGES[way]
    board = make()
    first = solve(board, last=solve(board))
    assert not holds(first)
    happens(board)
    again = solve(board, last=first)
    assert holds(again)
    assert not unlike(again, solve(board))


@pytest.mark.parametrize("card", ["Glorious Anthem", "Humility", "Blood Moon"])
def test_what_enters_is_asked_about(card: str) -> None:
    """614.12: looking ahead at a permanent, others of its effects than those on itself are left out."""
    board = with_cards("Grizzly Bears", "Tundra")
    ahead, there = board.preview(card), board.copy()
    there.enters(card)
    for one, other in ((ahead, there), (there, ahead)):
        again = solve(other, last=solve(one, last=solve(one)))
        assert not unlike(again, solve(other))


NO_QUESTIONS: Final = {
    "draft", "put", "drop", "clear", "assign", "changes", "on", "replaced",  # they write, or make another state
    "edition", "families", "world", "opponents", "player_number",  # alike for all that is compared (`comparable`)
    "you",  # asks `controller` and `owner`
}  # fmt: skip


def test_every_way_to_ask_is_noted() -> None:
    """Who adds a question to a state adds it to the state that notes, or says here why it is none."""
    ways = {name for kind in (Facts, View) for name in vars(kind) if not name.startswith("_")}
    assert ways - NO_QUESTIONS == {name for name in vars(Noting) if not name.startswith("_")} - {"notes", "draft"}
