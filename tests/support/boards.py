"""Short ways to put boards together for tests: cards spelled out in one line each."""

from __future__ import annotations

from typing import Any

from mtglayers.model.board.board import Board
from mtglayers.solver.solve import solve

CARDS: dict[str, dict[str, Any]] = {}


def card(name: str, type_line: str, text: str = "", size: str = "", cost: str = "{2}", **more: Any) -> dict[str, Any]:
    """Return a card definition with Scryfall's field names; `size` is "2/3"."""
    found: dict[str, Any] = {"name": name, "type_line": type_line, "oracle_text": text, **more}
    if "Land" not in type_line and "Token" not in type_line:
        found["mana_cost"] = cost
    if size:
        found["power"], found["toughness"] = size.split("/")
    return found


def illegal(board: Board) -> list[tuple[str, str]]:
    """Return what is not legal on a board: the objects or players, with the rules."""
    return [(each.object, each.rule) for each in solve(board).illegal]


MOON = card("Blood Moon", "Enchantment", "Nonbasic lands are Mountains.", cost="{2}{R}")
LIMB = card(
    "Life and Limb", "Enchantment",
    "All Forests and all Saprolings are 1/1 green Saproling creatures and Forest lands in addition to their other "
    "types.", cost="{3}{G}",
)  # fmt: skip
SAPROLING = card("Saproling", "Token Creature — Saproling", size="1/1", colors=["G"])
TOMB = card("Overgrown Tomb", "Land — Swamp Forest")
BEAR = card("Grizzly Bears", "Creature — Bear", size="2/2", cost="{1}{G}")
HUMILITY = card(
    "Humility", "Enchantment", "All creatures lose all abilities and have base power and toughness 1/1.",
    cost="{2}{W}{W}",
)  # fmt: skip
URBORG = card("Urborg", "Legendary Land", "Each land is a Swamp in addition to its other land types.")
FOREST = card("Forest", "Basic Land — Forest")


def board(*cards: dict[str, Any], players: tuple[str, ...] = ("A", "B")) -> Board:
    """Return a board on which these cards have entered, in this order, under the first player's control."""
    made = Board(players)
    for entering in cards:
        made.enters(entering)
    return made
