"""The boards on which the solver is compared with game engines and with earlier revisions."""

from __future__ import annotations

import random
from collections.abc import Callable

import families
from reuse import commander

from mtglayers.model.board.board import Board
from mtglayers.model.cards.search import find, names

PERMANENT_TYPES = {"Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker"}


def moons(lands: int = 30) -> Board:
    """Return effects that change the types of lands, and nonbasic lands under them."""
    board = Board(("Ana", "Ben"))
    for name in ("Urborg, Tomb of Yawgmoth", "Blood Moon", "Magus of the Moon", "Yavimaya, Cradle of Growth",
                 "Dryad of the Ilysian Grove", "Prismatic Omen", "Life and Limb"):  # fmt: skip
        board.enters(name)
    found = ("Command Tower", "Taiga", "Mishra's Factory", "Forest", "Mutavault", "Island")
    for place in range(lands):
        board.enters(found[place % len(found)], controller=("Ana", "Ben")[place % 2])
    return board


def humility(others: int = 18) -> Board:
    """Return Humility and Opalescence with a number of creatures and enchantments."""
    board = Board(("Ana", "Ben"))
    found = ("Grizzly Bears", "Glorious Anthem", "Serra Angel", "Goblin King", "Fervor", "Wall of Omens")
    for name in ("Opalescence", *(found[place % len(found)] for place in range(others)), "Humility"):
        board.enters(name)
    return board


def distinct(count: int) -> Board:
    """Return a board of different permanents, drawn from the catalogue by a fixed seed."""
    drawn = list(names())
    random.Random(613).shuffle(drawn)
    board = Board(("Ana", "Ben"))
    for name in drawn:
        card = find(name)
        if card.layout == "normal" and not card.token and PERMANENT_TYPES.intersection(card.faces[0].types):
            board.enters(card, controller=("Ana", "Ben")[len(board.objects) % 2])
            if len(board.objects) == count:
                break
    return board


ENGINE_BOARDS: dict[str, Callable[[], Board]] = {
    "lords 40": lambda: families.lords(40),
    "anthems 100": lambda: families.anthems(100),
    "a game of four": commander,
    "moons, 30 lands": moons,
    "Ashaya, Bell, Urborg, 26": lambda: families.ashaya(13),
    "Humility, Opalescence, 20": humility,
    "1,000 tokens, 50 effects": lambda: families.tokens(1_000),
    "10,000 tokens, 50 effects": lambda: families.tokens(10_000),
    "loop 16": lambda: families.loop(16),
    "confiscates 80": lambda: families.confiscates(80),
    "dense 40": lambda: families.dense(40),
}
"""Name -> builder."""
