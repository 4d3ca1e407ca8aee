"""Random boards: small, of few words, so that their effects meet.

Everything is drawn from one `random.Random`: `random_recipe` for seeded runs, `recipes` for hypothesis, which
drives the same generator and shrinks what it draws. A recipe is the list of calls that builds the board; it
prints as code that can be pasted.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

import hypothesis.strategies as st
import msgspec

from mtglayers.model import selector
from mtglayers.model.ability import Ability, Clause, Kept, Resolution
from mtglayers.model.board import Board
from mtglayers.model.card import Card, Face
from mtglayers.model.copying import BecomeCopy, Copiable, TakeValues
from mtglayers.model.operation import (
    Gain,
    Operation,
    SetPT,
)
from mtglayers.model.selector import (
    Itself,
    Target,
)

from .random_abilities import (
    BOTH,
    COLORS,
    CREATURE_TYPES,
    LAND_TYPES,
    LAYERS,
    OPERATIONS,
    defining,
    granted,
    keyword,
    some,
    static,
)

PLAYERS = ("Ana", "Ben", "Cora")


# --- Recipes ----------------------------------------------------------------------------------------------


class Call(NamedTuple):
    """One call of a method of the board."""

    method: str
    arguments: tuple[Any, ...]
    keywords: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        words = [code(argument) for argument in self.arguments]
        words += [f"{name}={code(value)}" for name, value in self.keywords]
        return f"board.{self.method}({', '.join(words)})"


class Recipe(NamedTuple):
    """How to build a board."""

    players: tuple[str, ...]
    spells: tuple[Card, ...]
    calls: tuple[Call, ...]

    def build(self) -> Board:
        """Return the board."""
        board = Board(players=self.players, cards=self.spells)
        for call in self.calls:
            getattr(board, call.method)(*call.arguments, **dict(call.keywords))
        return board

    def __str__(self) -> str:
        first = f"board = Board(players={self.players!r}, cards={code(self.spells)})"
        return "\n".join((first, *map(str, self.calls)))

    __repr__ = __str__


def code(value: Any) -> str:
    """Return a value as code, without the fields that hold their defaults."""
    if isinstance(value, tuple):
        return f"({', '.join(map(code, value))}{',' * (len(value) == 1)})"
    if not isinstance(value, msgspec.Struct):
        return repr(value)
    names, defaults = value.__struct_fields__, value.__struct_defaults__
    required = len(names) - len(defaults)
    words = [code(getattr(value, name)) for name in names[:required]]
    for name, default in zip(names[required:], defaults, strict=True):
        if getattr(value, name) != default:
            words.append(f"{name}={code(getattr(value, name))}")
    name = "selector.Card" if isinstance(value, selector.Card) else type(value).__name__
    return f"{name}({', '.join(words)})"


# --- Objects ----------------------------------------------------------------------------------------------


def choices(rng: Random, words: Sequence[str]) -> dict[str, str]:
    word_from, word_to = rng.sample(words, 2)
    return {
        "color": rng.choice(COLORS),
        "creature_type": rng.choice(CREATURE_TYPES),
        "basic_land_type": rng.choice(LAND_TYPES),
        "word_from": word_from,
        "word_to": word_to,
    }


def face(rng: Random, name: str, kind: str, abilities: tuple[Ability, ...]) -> Face:
    """Return a face of one of a few kinds: creature, land, artifact, vehicle, enchantment, aura."""
    types, subtypes, supertypes = [kind.capitalize()], [], []
    if kind == "creature":
        subtypes = [rng.choice(CREATURE_TYPES)]
        types += rng.choice(((), (), (), (), ("Artifact",), ("Enchantment",), ("Land",)))
    elif kind == "land":
        subtypes = rng.sample(LAND_TYPES, rng.choice((0, 1, 1, 1, 2)))
        supertypes = rng.choice(([], [], ["Basic"]))
    elif kind in ("aura", "vehicle"):
        types, subtypes = ["Enchantment" if kind == "aura" else "Artifact"], [kind.capitalize()]
    if not rng.randrange(8):
        supertypes = [*supertypes, "Legendary"]
    sized = kind in ("creature", "vehicle")
    return Face(
        name=name,
        mana_cost="" if kind == "land" else rng.choice(("{1}", "{R}", "{1}{G}", "{W}{W}", "")),
        supertypes=tuple(supertypes),
        types=tuple(types),
        subtypes=tuple(subtypes),
        colors=rng.choice((None, (rng.choice(COLORS),), ())),
        power=str(rng.randrange(4)) if sized else None,
        toughness=str(rng.randrange(1, 4)) if sized else None,
        abilities=abilities,
    )


KINDS = ((6, "creature"), (6, "land"), (3, "enchantment"), (2, "aura"), (2, "artifact"), (1, "vehicle"))
KINDS_OF = {
    "2": ((4, "creature"), (1, "land"), (1, "enchantment"), (4, "aura"), (1, "artifact")),
    "3": ((2, "creature"), (2, "land"), (2, "enchantment")),
    "4": ((2, "creature"), (6, "land"), (4, "enchantment"), (1, "artifact"), (1, "aura")),
    "4 land": ((5, "land"), (4, "enchantment")),
    "7a": ((8, "creature"), (1, "vehicle"), (1, "enchantment")),
    "7c": ((8, "creature"), (1, "land"), (1, "vehicle"), (2, "enchantment"), (1, "aura")),
}


class _Draft:
    """A recipe in the making: the calls so far and what they have put on the battlefield."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.players = PLAYERS[: rng.choice((2, 2, 2, 3))]
        self.theme = some(rng, LAYERS)
        self.words = rng.choice((LAND_TYPES, LAND_TYPES, CREATURE_TYPES, ("red", "green")))
        if self.theme == "3":
            self.words = LAND_TYPES
        self.spells: list[Card] = []
        self.calls: list[Call] = []
        self.permanents: list[str] = []
        self.auras: list[str] = []
        self.used = 0

    def call(self, method: str, *arguments: Any, **keywords: Any) -> None:
        self.calls.append(Call(method, arguments, tuple(keywords.items())))

    def enters(self, abilities: int) -> None:
        """Let an object enter, with so many abilities that matter."""
        rng, name = self.rng, string.ascii_uppercase[self.used]
        self.used += 1
        kind = some(rng, KINDS_OF.get(self.theme, KINDS))
        own = "attached" if kind == "aura" else ""
        often = 6 if self.theme == "7a" else 1
        texts: list[Ability] = [
            defining(rng) if rng.randrange(7) < often else static(rng, self.theme, own) for _ in range(abilities)
        ]
        if kind == "creature" and not rng.randrange(3):
            texts.insert(rng.randrange(len(texts) + 1), keyword(rng))
        keywords: dict[str, Any] = {}
        if self.permanents and (own or not rng.randrange(15)):
            keywords["attached_to"] = rng.choice(self.permanents)
            self.auras.append(name.lower())
        elif not rng.randrange(14):
            keywords["zone"] = rng.choice(("graveyard", "graveyard", "hand"))
        elif self.permanents and not rng.randrange(30):
            keywords["copy_of"] = rng.choice(self.permanents)
            if rng.randrange(2):
                exceptions = (SetPT(*BOTH), Gain((granted(rng),)))
                become = Clause(Itself(), (BecomeCopy(exceptions=exceptions[: rng.randrange(1, 3)]),))
                texts.append(Kept("entering", resolution=Resolution((become,))))
        elif not rng.randrange(40):
            keywords["face_down"] = True
        if "zone" not in keywords:
            self.permanents.append(name.lower())
            if not rng.randrange(10):
                keywords["counters"] = {rng.choice(("+1/+1", "-1/-1", "flying")): rng.randrange(1, 3)}
            if not rng.randrange(10):
                keywords["tapped"] = True
        token = not rng.randrange(8) and "zone" not in keywords
        card = Card(name, (face(rng, name, kind, tuple(texts)),), token=token)
        self.call("enters", card, controller=rng.choice(self.players), chosen=choices(rng, self.words), **keywords)

    def happens(self) -> None:
        """Let something happen to what is there."""
        rng = self.rng
        what = some(rng, ((3, "counters"), (4, "resolves"), (3, "attaches"), (1, "turns"), (1, "leaves")))
        one = rng.choice(self.permanents)
        if what == "counters":
            kinds = ("+1/+1", "+1/+1", "-1/-1", "+0/+2", "flying", "haste")
            self.call("counters", one, put={rng.choice(kinds): rng.randrange(1, 3)})
        elif what == "resolves":
            self.resolves()
        elif what == "attaches" and self.auras:
            other = rng.choice(self.auras)
            if other != one and other in self.permanents:
                self.call("attaches", other, to=one)
        elif what == "leaves" and len(self.permanents) > 3 and not rng.randrange(3):
            self.permanents.remove(one)
            self.call("leaves", one)

    def resolves(self) -> None:
        """Let a spell resolve that changes objects it was given, by numbers it was given."""
        rng = self.rng
        theme = self.theme if self.theme in RESOLVED and rng.randrange(2) else rng.choice(tuple(RESOLVED))
        operations = [some(rng, RESOLVED[theme])(rng)]
        if not rng.randrange(3):
            operations.append(some(rng, RESOLVED[rng.choice(tuple(RESOLVED))])(rng))
        targets = rng.sample(self.permanents, min(len(self.permanents), rng.randrange(1, 4)))
        part = Clause(Target(count="any number of target", many=True), tuple(operations))
        name = f"Spell {len(self.spells) + 1}"
        text = Kept("spell", resolution=Resolution((part,)))
        self.spells.append(Card(name, (Face(name, types=("Instant",), abilities=(text,)),)))
        self.call(
            "resolves",
            name,
            controller=rng.choice(self.players),
            targets=targets,
            chosen=choices(rng, self.words),
        )

    def recipe(self) -> Recipe:
        return Recipe(self.players, tuple(self.spells), tuple(self.calls))


RESOLVED: dict[str, list[tuple[int, Callable[[Random], Operation]]]] = {
    "1a": [(1, lambda rng: TakeValues(copied(rng)))],
    "2": OPERATIONS["2"],
    "3": OPERATIONS["3"],
    "4": OPERATIONS["4"][:-1],
    "5": OPERATIONS["5"],
    "6": OPERATIONS["6"],
    "7b": OPERATIONS["7b"][:1],
    "7c": OPERATIONS["7c"][:1],
    "7d": OPERATIONS["7d"],
}


def copied(rng: Random) -> Copiable:
    abilities = (static(rng),) if rng.randrange(2) else (defining(rng),)
    return face(rng, rng.choice(string.ascii_uppercase), some(rng, KINDS), abilities).copiable()


def random_recipe(rng: Random) -> Recipe:
    """Return a recipe for a board of 3 to 8 objects with 2 to 6 static abilities that matter."""
    draft = _Draft(rng)
    objects = rng.randrange(3, 9)
    abilities = [0] * objects
    for _ in range(rng.choice((2, 3, 4, 4, 5, 5, 6))):
        abilities[rng.randrange(objects)] += 1
    for number in abilities:
        draft.enters(number)
        while draft.permanents and not rng.randrange(4):
            draft.happens()
    return draft.recipe()


recipes: st.SearchStrategy[Recipe] = st.randoms(use_true_random=False).map(random_recipe)
"""Recipes, drawn and shrunk by hypothesis."""
