"""Random small boards, from a small vocabulary so that their effects interact.

Every choice comes from one `random.Random`. `random_recipe` is for seeded runs; `recipes` is for hypothesis, which uses
the same generator and shrinks its results. A recipe is a list of method calls that builds a board. It prints as code.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

import hypothesis.strategies as st
import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.cards.card import Card, Face
from mtglayers.model.effects.ability import Resolution, TextAbility
from mtglayers.model.effects.copiable import Copiable
from mtglayers.model.effects.language import Ability, Clause, Operation
from mtglayers.model.effects.operations.abilities import Gain
from mtglayers.model.effects.operations.copying import BecomeCopy, TakeValues
from mtglayers.model.effects.operations.power_toughness import SetPT
from mtglayers.model.effects.operations.types import SetSubtypes
from mtglayers.model.effects.selectors import Itself, Target
from mtglayers.model.rules.edition import NEWEST

from ..reference.rules import rules_of
from .abilities import (
    BOTH,
    EDITION_LAYERS,
    LAYERS,
    OPERATIONS,
    RARE_LAYERS,
    contrary,
    defining,
    granted,
    setting,
    static,
)
from .groups import COLORS, CREATURE_TYPES, LAND_TYPES, keyword, some
from .operations import RARE_OPERATIONS
from .sentences import sentence

DAYS = tuple(dict.fromkeys((
    "E04", "E05", "E07", "E09", "2011-02-04", "E11", "2012-05-01", "2013-09-27", "E12", "2015-07-17", "E15", "E20",
    "2021-02-15", "E21", "2025-07-25", str(NEWEST.since),
)))  # fmt: skip
"""Editions, days of changes within an edition, and the newest edition."""

PLAYERS = ("Ana", "Ben", "Cora")


# --- Recipes ----------------------------------------------------------------------------------------------


class Call(NamedTuple):
    """A call of a board method."""

    method: str
    arguments: tuple[Any, ...]
    keywords: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        words = [code(argument) for argument in self.arguments]
        words += [f"{name}={code(value)}" for name, value in self.keywords]
        return f"board.{self.method}({', '.join(words)})"


class Recipe(NamedTuple):
    """Instructions that build a board."""

    players: tuple[str, ...]
    spells: tuple[Card, ...]
    calls: tuple[Call, ...]
    edition: str | None = None

    def build(self) -> Board:
        """Return the board."""
        board = Board(players=self.players, cards=self.spells, edition=self.edition)
        for call in self.calls:
            getattr(board, call.method)(*call.arguments, **dict(call.keywords))
        return board

    def __str__(self) -> str:
        edition = "" if self.edition is None else f", edition={self.edition!r}"
        first = f"board = Board(players={self.players!r}, cards={code(self.spells)}{edition})"
        return "\n".join((first, *map(str, self.calls)))

    __repr__ = __str__


def code(value: Any) -> str:
    """Return a value as code, without fields that have default values."""
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
    name = "selector.Card" if isinstance(value, Card) else type(value).__name__
    return f"{name}({', '.join(words)})"


# --- Objects ----------------------------------------------------------------------------------------------


def choices(rng: Random, words: Sequence[str]) -> dict[str, str | int]:
    word_from, word_to = rng.sample(words, 2)
    return {
        "color": rng.choice(COLORS),
        "creature_type": rng.choice(CREATURE_TYPES),
        "basic_land_type": rng.choice(LAND_TYPES),
        "word_from": word_from,
        "word_to": word_to,
        "option": min(rng.randrange(1, 4), 2),
    }


def face(rng: Random, name: str, kind: str, abilities: tuple[Ability, ...]) -> Face:
    """Return a creature, land, artifact, Vehicle, enchantment, Aura or instant."""
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
    "sizes": ((8, "creature"), (1, "vehicle"), (2, "enchantment")),
    "defining": ((8, "creature"), (1, "land"), (1, "artifact"), (2, "enchantment"), (3, "instant")),
    "copies": ((6, "land"), (3, "creature"), (2, "enchantment")),
    "attached": ((4, "creature"), (1, "land"), (1, "artifact"), (1, "enchantment"), (8, "aura")),
}
WITH_EFFECT = (
    *("It gains flying.", "It loses all abilities.", "It's red.", "It has base power and toughness 1/1."),
    "It's an artifact in addition to its other types.",
)
FACE_DOWN = (
    *("It's a Forest land.", "It's a 2/2 Cyberman artifact creature.", "They're 5/5 artifact creatures."),
    *("It's a 1/1 red Goblin creature with flying.", "It's an artifact land named Vault."),
)
EVENTS = ((3, "counters"), (4, "resolves"), (3, "attaches"), (1, "turns"), (1, "leaves"), (1, "marks"))
EVENTS_OF = {
    "sizes": ((4, "counters"), (6, "resolves"), (2, "turns")),
    "colors and abilities": ((4, "resolves"), (4, "turns"), (1, "attaches")),
    "copies": ((4, "resolves"), (4, "turns"), (1, "counters"), (1, "leaves")),
    "attached": ((1, "counters"), (2, "resolves"), (8, "attaches"), (2, "turns")),
    "can't have": ((4, "resolves"), (2, "turns")),
}


class _Draft:
    """An unfinished recipe: the calls so far, and the objects that they put onto the battlefield."""

    def __init__(self, rng: Random, edition: str | None, theme: str) -> None:
        self.rng = rng
        self.edition = edition
        rules = rules_of(Board(edition=edition))
        self.keyword_counters, self.types_take_all = rules.keyword_counters, rules.types_take_all
        self.players = PLAYERS[: rng.choice((2, 2, 2, 3))]
        self.theme = some(rng, LAYERS)
        if edition is not None and rng.randrange(3):
            self.theme = rng.choice(EDITION_LAYERS)
        self.theme = theme or self.theme
        layer = self.theme.removeprefix("rare ")
        self.kinds = KINDS_OF.get(layer, KINDS)
        self.words = rng.choice((LAND_TYPES, LAND_TYPES, CREATURE_TYPES, ("red", "green")))
        if self.theme == "3":
            self.words = LAND_TYPES
        self.spells: list[Card] = []
        self.calls: list[Call] = []
        self.permanents: list[str] = []
        self.auras: list[str] = []
        self.face_down: set[str] = set()
        self.used = 0

    def call(self, method: str, *arguments: Any, **keywords: Any) -> None:
        self.calls.append(Call(method, arguments, tuple(keywords.items())))

    def enters(self, abilities: int) -> None:
        """Add an object with the given number of relevant abilities."""
        rng, name = self.rng, string.ascii_uppercase[self.used]
        self.used += 1
        kind = some(rng, self.kinds)
        own = "attached" if kind == "aura" else ""
        if own and self.theme == "attached":
            abilities = max(abilities, 1)
        texts: list[Ability] = [self.ability(own) for _ in range(abilities)]
        if kind == "creature" and not rng.randrange(3):
            texts.insert(rng.randrange(len(texts) + 1), keyword(rng))
        keywords: dict[str, Any] = {}
        if kind == "instant":
            keywords["zone"] = "graveyard"
        elif self.permanents and (own or not rng.randrange(15)):
            chained = self.theme == "attached" and self.auras and rng.randrange(2)
            keywords["attached_to"] = rng.choice(self.auras if chained else self.permanents)
            self.auras.append(name.lower())
        elif not rng.randrange(5 if self.theme == "defining" else 14):
            keywords["zone"] = rng.choice(("graveyard", "graveyard", "hand"))
        elif self.permanents and not rng.randrange(3 if self.theme == "copies" else 30):
            keywords["copy_of"] = rng.choice(self.permanents)
            if rng.randrange(2):
                exceptions = (SetPT(*BOTH), Gain((granted(rng),)))
                become = Clause(Itself(), (BecomeCopy(exceptions=exceptions[: rng.randrange(1, 3)]),))
                texts.append(TextAbility("entering", resolution=Resolution((become,))))
        elif not rng.randrange(8 if self.theme == "copies" else 40):
            keywords["face_down"] = True
            self.face_down.add(name.lower())
        if "zone" not in keywords:
            self.permanents.append(name.lower())
            if not rng.randrange(10):
                kind_of_counter = self.counter(rng.choice(("+1/+1", "-1/-1", "flying")))
                keywords["counters"] = {kind_of_counter: rng.randrange(1, 3)}
            if not rng.randrange(10):
                keywords["tapped"] = True
            if keywords.get("face_down"):
                if rng.randrange(2):
                    keywords["with_effect"] = rng.choice(FACE_DOWN)
            elif self.edition is not None and not rng.randrange(12):
                keywords["with_effect"] = rng.choice(WITH_EFFECT)
        token = not rng.randrange(8) and "zone" not in keywords
        card = Card(name, (face(rng, name, kind, tuple(texts)),), token=token)
        self.call("enters", card, controller=rng.choice(self.players), chosen=choices(rng, self.words), **keywords)

    def ability(self, own: str) -> Ability:
        rng, theme = self.rng, self.theme
        if rng.randrange(7) < {"7a": 6, "defining": 4}.get(theme, 1):
            return setting(rng) if theme == "defining" and rng.randrange(3) else defining(rng)
        if theme not in EDITION_LAYERS and not rng.randrange(6 if theme in RARE_LAYERS else 20):
            return sentence(rng, theme, own)
        return static(rng, theme, own)

    def counter(self, kind: str) -> str:
        """Return a kind of counter that the edition knows."""
        return kind if self.keyword_counters or kind[0] in "+-" else "+0/+2"

    def happens(self) -> None:
        """Add an event for the existing objects."""
        rng = self.rng
        what = some(rng, EVENTS_OF.get(self.theme, EVENTS))
        one = rng.choice(self.permanents)
        if what == "counters":
            kinds = ("+1/+1", "+1/+1", "-1/-1", "+0/+2", "flying", "haste")
            self.call("counters", one, put={self.counter(rng.choice(kinds)): rng.randrange(1, 3)})
        elif what == "resolves":
            self.resolves()
        elif what == "attaches" and self.auras:
            other = rng.choice(self.auras)
            if other != one and other in self.permanents:
                self.call("attaches", other, to=one)
        elif what == "turns" and self.edition is not None:
            up = one in self.face_down
            listed = {} if up or rng.randrange(2) else {"with_effect": rng.choice(FACE_DOWN)}
            self.call("turns", one, face="up" if up else "down", **listed)
            self.face_down ^= {one}
        elif what == "marks" and self.edition is None:
            self.call("marks", one, **{rng.choice(("suspected", "suspected", "ring_bearer")): rng.randrange(4) > 0})
        elif what == "leaves" and len(self.permanents) > 3 and not rng.randrange(3):
            self.permanents.remove(one)
            self.call("leaves", one)

    def resolves(self) -> None:
        """Add a spell with specified objects and numbers."""
        rng = self.rng
        if self.theme in RESOLVED_OF and rng.randrange(4):
            operations = [some(rng, RESOLVED_OF[self.theme])(rng)]
        else:
            theme = self.theme if self.theme in RESOLVED and rng.randrange(2) else rng.choice(tuple(RESOLVED))
            operations = [some(rng, RESOLVED[theme])(rng)]
        if not rng.randrange(3):
            operations.append(some(rng, RESOLVED[rng.choice(tuple(RESOLVED))])(rng))
        copy = [operation for operation in operations if isinstance(operation, TakeValues)]
        if self.types_take_all and copy:  # no card of that time both made copies and changed types
            operations = copy
        targets = rng.sample(self.permanents, min(len(self.permanents), rng.randrange(1, 4)))
        part = Clause(Target(count="any number of target", many=True), tuple(operations))
        name = f"Spell {len(self.spells) + 1}"
        text = TextAbility("spell", resolution=Resolution((part,)))
        self.spells.append(Card(name, (Face(name, types=("Instant",), abilities=(text,)),)))
        self.call(
            "resolves",
            name,
            controller=rng.choice(self.players),
            targets=targets,
            chosen=choices(rng, self.words),
        )

    def recipe(self) -> Recipe:
        return Recipe(self.players, tuple(self.spells), tuple(self.calls), self.edition)


RESOLVED: dict[str, list[tuple[int, Callable[[Random], Operation]]]] = {
    "1a": [(1, lambda rng: TakeValues(copied(rng)))],
    "2": OPERATIONS["2"][:-1],
    "3": OPERATIONS["3"],
    "4": [*OPERATIONS["4"][:-2], *RARE_OPERATIONS["4"][:3]],
    "5": OPERATIONS["5"],
    "6": [*OPERATIONS["6"][:-1], *RARE_OPERATIONS["6"][2:6]],
    "7b": OPERATIONS["7b"][:1],
    "7c": OPERATIONS["7c"][:1],
    "7d": OPERATIONS["7d"],
}

RESOLVED_OF: dict[str, list[tuple[int, Callable[[Random], Operation]]]] = {
    "sizes": OPERATIONS["sizes"][:4],
    "colors and abilities": OPERATIONS["colors and abilities"],
    "copies": [
        (3, lambda rng: TakeValues(copied(rng), (Gain((static(rng, "copies"),)), SetPT(*BOTH))[: rng.randrange(1, 3)])),
        (1, lambda rng: TakeValues(copied(rng), (SetPT(*BOTH),))),
        (2, lambda rng: SetSubtypes((rng.choice(LAND_TYPES),))),
    ],
    "attached": [(1, lambda rng: Gain((static(rng, "6", "attached", depth=1),)))],
    "can't have": OPERATIONS["can't have"],
}


def copied(rng: Random) -> Copiable:
    abilities = (static(rng),) if rng.randrange(2) else (defining(rng),)
    return face(rng, rng.choice(string.ascii_uppercase), some(rng, KINDS), abilities).copiable()


def random_recipe(rng: Random, edition: str | None = None, theme: str = "") -> Recipe:
    """Return a recipe for a board of 3 to 8 objects with 2 to 6 relevant static abilities.

    With an edition, most effects concern differences between editions. `theme` is the subject of most effects.
    """
    draft = _Draft(rng, edition, theme)
    often = 2 if draft.theme in EVENTS_OF else 4
    objects = rng.randrange(3, 9)
    abilities = [0] * objects
    for _ in range(rng.choice((2, 3, 4, 4, 5, 5, 6))):
        abilities[rng.randrange(objects)] += 1
    for number in abilities:
        draft.enters(number)
        while draft.permanents and not rng.randrange(often):
            draft.happens()
    return draft.recipe()


def tied_recipe(rng: Random, edition: str | None = None) -> Recipe:
    """Return a recipe for a board of few objects with several abilities each, whose effects share a timestamp.

    Attached objects move, so that all their effects get the same new timestamp (613.7e).
    """
    draft = _Tied(rng, edition, "6")
    for number in rng.choice(((0, 2), (0, 3), (0, 2, 1), (0, 1, 2), (0, 2, 2), (0, 1, 1, 1), (0, 0, 1, 2))):
        draft.enters(number)
        if draft.auras and len(draft.permanents) > 1 and rng.randrange(2):
            one, to = rng.choice(draft.auras), rng.choice(draft.permanents)
            if one != to and one in draft.permanents:
                draft.call("attaches", one, to=to)
        elif len(draft.permanents) > 1 and not rng.randrange(8):
            draft.happens()
    return draft.recipe()


class _Tied(_Draft):
    """A board with conflicting abilities in one layer."""

    def __init__(self, rng: Random, edition: str | None, theme: str) -> None:
        super().__init__(rng, edition, theme)
        self.layer = some(rng, ((6, "6"), (2, "4"), (1, "5"), (1, "7b")))
        self.kinds = ((1, "creature"),)

    def enters(self, abilities: int) -> None:
        super().enters(abilities)
        self.kinds = ((4, "creature"), (3, "land"), (4, "enchantment"), (1, "artifact"), (3, "aura"))

    def ability(self, own: str) -> Ability:
        return contrary(self.rng, self.layer, own)


recipes: st.SearchStrategy[Recipe] = st.randoms(use_true_random=False).map(random_recipe)
"""Return recipes that hypothesis draws and shrinks."""

dated_recipes: st.SearchStrategy[Recipe] = st.builds(
    random_recipe, st.randoms(use_true_random=False), st.sampled_from(DAYS)
)
"""Return recipes under the rules of a random day."""
