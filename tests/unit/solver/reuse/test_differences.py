"""Differences that change what a layer does: an earlier result must not hide them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.effects.keywords import Keyword
from mtglayers.solver.solve import solve

from ....generators.reuse import unlike


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
"""Method of `View` -> a board, an event, and what must be true after it."""


@pytest.mark.parametrize("way", CHANGES)
def test_a_difference_that_is_read_changes_the_result(way: str) -> None:
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
def test_a_permanent_that_enters_is_compared(card: str) -> None:
    """614.12: looking ahead at a permanent, others of its effects than those on itself are left out."""
    board = with_cards("Grizzly Bears", "Tundra")
    ahead, there = board.preview(card), board.copy()
    there.enters(card)
    for one, other in ((ahead, there), (there, ahead)):
        again = solve(other, last=solve(one, last=solve(one)))
        assert not unlike(again, solve(other))


# --- Effects that meet ---

GATED = "As long as you control an artifact, lands you control are 2/2 creatures that are still lands."
ADDED = "Lands you control are artifacts in addition to their other types."
LATE = (
    "Lands you control are 2/2 creatures that are still lands as long as you control an artifact. Creatures you control"
    " get +1/+1."
)


@pytest.mark.parametrize(
    ("cards", "comes"),
    [
        (("Mycosynth Lattice", "March of the Machines", "Grizzly Bears"), "Forest"),
        ((own("Gate", GATED, "Enchantment"), own("Gift", ADDED, "Enchantment"), "Forest"), "Sisay's Ring"),
        ((own("Gate", GATED, "Enchantment"), own("Gift", ADDED, "Enchantment")), "Forest"),
        ((own("Late", LATE, "Enchantment"), own("Gift", ADDED, "Enchantment"), "Forest"), "Sisay's Ring"),
    ],
)  # fmt: skip
def test_effects_that_meet_are_applied_again(cards: tuple[str | dict[str, Any], ...], comes: str) -> None:
    """One writes what another asks for, or asks for what another writes, or exists by it, or has a condition of it."""
    board = with_cards(*cards)
    first = solve(board, last=solve(board))
    board.enters(comes, controller="Ana")

    assert not unlike(solve(board, last=first), solve(board))


def test_readings_are_compared() -> None:
    """A loop within a loop, which the reading by components begins elsewhere."""
    board = with_cards("Life and Limb", "Blood Moon", "Taiga")
    board.enters("Saproling", controller="Ana")
    board.enters("Spreading Seas", controller="Ana", attached_to="taiga")
    orders = [solve(board, readings=readings).layer("4").order for readings in ((), ("component",))]
    again = solve(board, readings=["component"], last=solve(board, last=solve(board)))

    assert orders[0] != orders[1]
    assert not unlike(again, solve(board, readings=["component"]))
