"""Families of boards of growing size, built from trees and shipped cards so that no text is read."""

from __future__ import annotations

from collections.abc import Callable

from mtglayers.model.board.board import Board
from mtglayers.model.cards.card import Card, Face
from mtglayers.model.effects.ability import Static
from mtglayers.model.effects.amounts.base import Number
from mtglayers.model.effects.amounts.counting import Count, Total
from mtglayers.model.effects.filters.characteristics import OfSubtype, OfType
from mtglayers.model.effects.filters.combinators import Non, Other
from mtglayers.model.effects.filters.whereabouts import ControlledBy, IsToken
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability, Clause, Selector
from mtglayers.model.effects.operations.abilities import Gain
from mtglayers.model.effects.operations.becomes import Becomes
from mtglayers.model.effects.operations.control import GainControl
from mtglayers.model.effects.operations.power_toughness import ModifyPT, SetPT
from mtglayers.model.effects.selectors import Attached, Group, Itself

CREATURES_YOU_CONTROL = Group((OfType("Creature"), ControlledBy("you")))
LAND_TYPES = ("Plains", "Island", "Swamp", "Mountain", "Forest", "Cave", "Desert", "Gate", "Lair", "Locus", "Mine",
              "Sphere", "Tower", "Town", "Urza's", "Power-Plant")  # fmt: skip


def card(
    name: str, types: tuple[str, ...], *abilities: Ability, subtypes: tuple[str, ...] = (), size: str | None = None,
    supertypes: tuple[str, ...] = (), token: bool = False, cost: str = "{2}",
) -> Card:  # fmt: skip
    """Return a card with one face; `size` is its power and its toughness."""
    face = Face(name, "" if token else cost, supertypes, types, subtypes, None, size, size, abilities=abilities)
    return Card(name, (face,), token=token)


def static(selector: Selector, *operations: object) -> Static:
    """Return a static ability of one clause."""
    return Static((Clause(selector, operations),))  # type: ignore[arg-type]


BEAR = card("Bear", ("Creature",), subtypes=("Bear",), size="2")
TOKEN = card("Soldier", ("Creature",), subtypes=("Soldier",), size="1", token=True)


def lords(n: int, creatures: int = 20) -> Board:
    """Return n independent lords ("other creatures you control get +1/+1 and have flying") over creatures."""
    board = Board()
    others = Group((Other(), OfType("Creature"), ControlledBy("you")))
    bonus = static(others, ModifyPT(Number(1), Number(1)), Gain((Keyword("Flying"),)))
    board.enters(BEAR, count=creatures)
    for place in range(n):
        board.enters(card(f"Lord {place}", ("Creature",), bonus, subtypes=("Soldier",), size="2"))
    return board


def anthems(n: int) -> Board:
    """Return n different enchantments, each with a bonus of its own, over twenty creatures."""
    board = Board()
    board.enters(BEAR, count=20)
    for place in range(n):
        bonus = static(CREATURES_YOU_CONTROL, ModifyPT(Number(place % 7), Number(1)))
        board.enters(card(f"Anthem {place}", ("Enchantment",), bonus))
    return board


def type_changers(n: int) -> Board:
    """Return n effects in layer 4 of which each reads what the one before it writes, youngest first."""
    board = Board()
    for place in reversed(range(n)):
        old, new = LAND_TYPES[place % len(LAND_TYPES)], LAND_TYPES[(place + 1) % len(LAND_TYPES)]
        change = static(Group((OfSubtype(old),)), Becomes(subtypes=(new,), keeps="types"))
        board.enters(card(f"Changer {place}", ("Enchantment",), change))
    board.enters(card("Land", ("Land",), subtypes=(LAND_TYPES[0],)))
    return board


def loop(n: int) -> Board:
    """Return one dependency loop of n effects: each turns lands of one type into lands of the next."""
    board = Board()
    words = LAND_TYPES[:n]
    for place, word in enumerate(words):
        change = static(Group((OfSubtype(word),)), Becomes(subtypes=(words[(place + 1) % n],)))
        board.enters(card(f"Turner {place}", ("Enchantment",), change))
    for word in words:
        board.enters(card(word, ("Land",), subtypes=(word,)))
    return board


def ashaya(k: int) -> Board:
    """Return Ashaya with Kormus Bell, k creatures and k lands: creatures that are lands that are creatures."""
    board = Board()
    size = Count(Group((OfType("Land"), ControlledBy("you"))))
    animated = Group((Non(IsToken()), OfType("Creature"), ControlledBy("you")))
    board.enters(card(
        "Ashaya", ("Creature",),
        static(Itself(), SetPT(size, size)),
        static(animated, Becomes(subtypes=("Forest",), types=("Land",), keeps="types")),
        subtypes=("Elemental",), size="*", supertypes=("Legendary",),
    ))  # fmt: skip
    swamps = static(
        Group((OfSubtype("Swamp"),), "all"),
        Becomes(colors=("B",), types=("Creature",), power=Number(1), toughness=Number(1), keeps="still"),
    )
    board.enters(card("Kormus Bell", ("Artifact",), swamps))
    every = Becomes(subtypes=("Swamp",), keeps="land types")
    board.enters(card("Urborg", ("Land",), static(Group((OfType("Land"),), "each"), every), supertypes=("Legendary",)))
    board.enters(BEAR, count=k)
    board.enters(card("Swamp", ("Land",), subtypes=("Swamp",), supertypes=("Basic",), cost=""), count=k)
    return board


def tokens(n: int, effects: int = 50) -> Board:
    """Return n creature tokens under a number of effects in layers 4 to 7c."""
    board = Board()
    makers: list[Callable[[int], tuple[object, ...]]] = [
        lambda place: (ModifyPT(Number(1), Number(place % 3)),),
        lambda place: (Gain((Keyword(("Flying", "Haste", "Trample", "Vigilance", "Reach")[place % 5]),)),),
        lambda place: (Becomes(subtypes=(("Goblin", "Elf", "Sliver", "Ally")[place % 4],), keeps="types"),),
        lambda place: (Becomes(colors=(("W", "U", "B", "R", "G")[place % 5],), keeps="colors"),),
        lambda place: (SetPT(Number(place % 4 + 1), Number(place % 4 + 1)),),
    ]
    for place in range(effects):
        operations = makers[place % len(makers)](place)
        board.enters(card(f"Effect {place}", ("Enchantment",), static(CREATURES_YOU_CONTROL, *operations)))
    board.enters(TOKEN, count=n)
    return board


def moons(n: int) -> Board:
    """Return Blood Moon, Magus of the Moon, Urborg, Yavimaya and Dryad of the Ilysian Grove with n lands."""
    board = Board()
    for name in ("Blood Moon", "Magus of the Moon", "Urborg, Tomb of Yawgmoth", "Yavimaya, Cradle of Growth",
                 "Dryad of the Ilysian Grove"):  # fmt: skip
        board.enters(name)
    for place in range(n):
        board.enters(("Forest", "Island", "Command Tower", "Temple Garden", "Ancient Tomb", "Mountain")[place % 6])
    return board


def humility(n: int) -> Board:
    """Return Opalescence and Humility with n creatures and enchantments."""
    board = Board()
    board.enters("Opalescence")
    board.enters("Humility")
    for place in range(n):
        board.enters(("Glorious Anthem", "Grizzly Bears", "Serra Angel", "Goblin King")[place % 4])
    return board


def confiscates(n: int) -> Board:
    """Return a creature and n Auras of two players, each of which takes control of the one before it."""
    board = Board(players=("Ana", "Ben"))
    taken = board.enters(BEAR, controller="Ana")
    aura = card("Confiscate", ("Enchantment",), static(Attached("enchanted permanent"), GainControl()),
                subtypes=("Aura",))  # fmt: skip
    for place in range(n):
        taken = board.enters(aura, controller="Ben" if place % 2 else "Ana", attached_to=taken)
    return board


def dense(n: int) -> Board:
    """Return n creatures with "gets +X/+0, where X is the total power of creatures": each depends on every other."""
    board = Board()
    grows = static(Itself(), ModifyPT(Total(Group((OfType("Creature"),))), Number(0)))
    for place in range(n):
        board.enters(card(f"Grower {place}", ("Creature",), grows, size="1"))
    return board


FAMILIES: dict[str, tuple[Callable[[int], Board], tuple[int, ...]]] = {
    "lords": (lords, (10, 20, 40, 80, 160)),
    "anthems": (anthems, (10, 20, 40, 80, 160)),
    "type changers": (type_changers, (2, 4, 8, 15)),
    "loop": (loop, (2, 4, 8, 16)),
    "ashaya": (ashaya, (5, 13, 50, 200)),
    "tokens": (tokens, (100, 1_000, 10_000)),
    "moons": (moons, (10, 30, 100)),
    "humility": (humility, (5, 20, 80)),
    "confiscates": (confiscates, (10, 20, 40, 80)),
    "dense": (dense, (5, 10, 20, 40)),
}
"""Name -> (builder of a board of a given size, measured sizes)."""
