"""What a layer asks of the board is noted and compared: boards that come out wrong where it is not."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.view import View
from mtglayers.solver.engine.state import State
from mtglayers.solver.reuse import reuse
from mtglayers.solver.reuse.noting import Noting
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
    ways = {name for kind in (State, View) for name in vars(kind) if not name.startswith("_")}
    assert ways - NO_QUESTIONS == {name for name in vars(Noting) if not name.startswith("_")} - {"notes", "draft"}


# --- What is asked is compared ---


def parts_of(code: type | Callable[..., Any]) -> Iterator[ast.AST]:
    """Yield the parts of the source of a class or function."""
    return ast.walk(ast.parse(textwrap.dedent(inspect.getsource(code))))


def kinds_in(code: type | Callable[..., Any]) -> set[str]:
    """Return the kinds of questions that stand in code: the texts that tuples begin with."""
    tuples = (node.elts[0] for node in parts_of(code) if isinstance(node, ast.Tuple) and node.elts)
    return {str(first.value) for first in tuples if isinstance(first, ast.Constant)}


def test_what_is_noted_is_compared() -> None:
    """A kind of question that no difference can answer: every layer would be taken over, whatever is asked."""
    compared = {kind for kind, _ in reuse._ABOUT} | {"controller of", "abilities of"}  # those of `column_differences`
    for code in (reuse.column_differences, reuse.still_differences, reuse._object_differences):
        compared |= kinds_in(code)

    assert kinds_in(Noting) - set(Noting.__slots__) <= compared


def families_told_apart(code: Callable[..., Any]) -> set[str]:
    """Return the families for which a function does something else."""
    return {
        str(right.value)
        for node in parts_of(code)
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Name) and node.left.id == "family"
        for right in node.comparators
        if isinstance(right, ast.Constant)
    }


def test_facts_made_of_others_are_noted_as_those() -> None:
    """What stands still and is in no table is noted as what it is made of."""
    assert families_told_apart(State.still) == families_told_apart(Noting.still) == {"id", "top of graveyard"}


# --- What stands apart ---

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
def test_effects_that_meet_stand_not_apart(cards: tuple[str | dict[str, Any], ...], comes: str) -> None:
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
