"""Cards made by hand, so that tests of boards need no reader and no catalogue."""

from __future__ import annotations

from typing import Any

from mtglayers.model.cards.card import Card, Face
from mtglayers.model.effects.ability import Resolution, Static, TextAbility
from mtglayers.model.effects.amounts.base import Number
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Clause, Selector
from mtglayers.model.effects.operations.copying import BecomeCopy
from mtglayers.model.effects.operations.power_toughness import ModifyPT
from mtglayers.model.effects.operations.types import RemoveSupertypes
from mtglayers.model.effects.selectors import Attached, Itself, Target


def card(name: str, type_line: str, **fields: Any) -> Card:
    """Return a one-faced card: "Basic Land — Forest" in, types out."""
    return Card(name, (face(name, type_line, **fields),), token=type_line.startswith("Token"))


def face(name: str, type_line: str, **fields: Any) -> Face:
    """Return a face."""
    types, _, subtypes = type_line.removeprefix("Token ").partition(" — ")
    supertypes = tuple(word for word in types.split() if word in ("Basic", "Legendary", "Snow"))
    rest = tuple(word for word in types.split() if word not in supertypes)
    return Face(name, supertypes=supertypes, types=rest, subtypes=tuple(subtypes.split()), **fields)


def plus(power: int, toughness: int, selector: Selector = Target(), duration: str = "end of turn") -> Clause:  # noqa: B008
    """Return "gets +X/+X" for a while."""
    return Clause(selector, (ModifyPT(Number(power), Number(toughness)),), duration=duration)


def spell(name: str, *clauses: Clause, modes: tuple[tuple[Clause, ...], ...] = ()) -> Card:
    """Return an instant with these clauses."""
    kept = TextAbility("spell", f"{name} does something.", Resolution(clauses, modes))
    return Card(name, (Face(name, types=("Instant",), abilities=(kept,)),))


FOREST = card("Forest", "Basic Land — Forest")
BEAR = card("Grizzly Bears", "Creature — Bear", mana_cost="{1}{G}", power="2", toughness="2")
SAPROLING = card("Saproling", "Token Creature — Saproling", colors=("G",), power="1", toughness="1")
AURA = card(
    "Holy Strength", "Enchantment — Aura", mana_cost="{W}",
    abilities=(Keyword("Enchant", "creature"), Static((Clause(Attached(), (ModifyPT(Number(1), Number(2)),)),))),
)  # fmt: skip
CURSE = card("Curse of Thirst", "Enchantment — Aura Curse", abilities=(Keyword("Enchant", "player"),))
HAMMER = card("Hammer", "Artifact — Equipment", mana_cost="{1}", abilities=(Keyword("Equip", "{2}"),))
ANTHEM = card(
    "Glorious Anthem", "Enchantment", mana_cost="{1}{W}{W}",
    abilities=(Static((Clause(Itself(), (ModifyPT(Number(1), Number(1)),)),)),),
)  # fmt: skip
FACTORY = card(
    "Mishra's Factory", "Land",
    abilities=(
        TextAbility("mana", "{T}: Add {C}."),
        TextAbility(
            "activated", "{1}: This land gets +1/+1 until end of turn.",
            Resolution((plus(1, 1, Itself()),)),
        ),
        TextAbility("activated", ""),
    ),
)  # fmt: skip
CLONE = card(
    "Spark Double", "Creature — Illusion", mana_cost="{3}{U}", power="0", toughness="0",
    abilities=(
        TextAbility(
            "entering", "",
            Resolution((Clause(Itself(), (BecomeCopy(Target(), (RemoveSupertypes(("Legendary",)),)),)),)),
        ),
    ),
)  # fmt: skip
GROWTH = spell("Giant Growth", plus(3, 3))
CHARM = spell("Charm", modes=((plus(1, 0),), (plus(0, 1), plus(0, 2))))
WEREWOLF = Card(
    "Village Ironsmith // Ironfang",
    (
        face("Village Ironsmith", "Creature — Human Werewolf", mana_cost="{1}{R}", power="1", toughness="1"),
        face("Ironfang", "Creature — Werewolf", colors=("R",), power="3", toughness="1"),
    ),
    "transform",
)
FLIP = Card(
    "Bushi Tenderfoot // Kenzo the Hardhearted",
    (
        face("Bushi Tenderfoot", "Creature — Human Soldier", mana_cost="{W}", power="1", toughness="1"),
        face("Kenzo the Hardhearted", "Legendary Creature — Human Samurai", power="3", toughness="4"),
    ),
    "flip",
)
SPLIT = Card(
    "Fire // Ice",
    (face("Fire", "Instant", mana_cost="{1}{R}"), face("Ice", "Instant", mana_cost="{1}{U}")),
    "split",
)
ROOM = Card(
    "Bottomless Pool // Locker Room",
    (
        face("Bottomless Pool", "Enchantment — Room", mana_cost="{U}", abilities=(TextAbility("triggered", "Pool"),)),
        face("Locker Room", "Enchantment — Room", mana_cost="{4}{U}", abilities=(TextAbility("triggered", "Locker"),)),
    ),
    "split",
)
GIANT = Card(
    "Bonecrusher Giant // Stomp",
    (
        face("Bonecrusher Giant", "Creature — Giant", mana_cost="{2}{R}", power="4", toughness="3"),
        face("Stomp", "Instant — Adventure", mana_cost="{1}{R}"),
    ),
    "adventure",
)
PROTOTYPE = card(
    "Blitz Automaton", "Artifact Creature — Construct", mana_cost="{7}", power="6", toughness="4",
    prototype=("{2}{R}", "3", "2"), abilities=(Keyword("Haste"),),
)  # fmt: skip
HERON = card(
    "Dreamtail Heron", "Creature — Elemental Bird", mana_cost="{4}{U}", power="3", toughness="4",
    abilities=(Keyword("Mutate", "{3}{U}"), Keyword("Flying")),
)  # fmt: skip
EMBLEM = Card("Garruk Emblem", (Face("Garruk Emblem"),), emblem=True)
LEGEND = card("Isamaru", "Legendary Creature — Hound", mana_cost="{W}", power="2", toughness="2")
HYDRA = card("Hydra", "Creature — Hydra", mana_cost="{X}{G}", power="0", toughness="0")

CARDS = (
    FOREST, BEAR, SAPROLING, AURA, CURSE, HAMMER, ANTHEM, FACTORY, CLONE, GROWTH, CHARM, WEREWOLF, FLIP, SPLIT,
    ROOM, GIANT, PROTOTYPE, HERON, EMBLEM, LEGEND, HYDRA,
)  # fmt: skip
