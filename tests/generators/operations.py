"""Random operations of rarer kinds, by the layer in which they apply."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from mtglayers.model.effects.amounts.base import Number
from mtglayers.model.effects.filters.characteristics import OfType
from mtglayers.model.effects.filters.whereabouts import CardNoun, InZone
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Operation
from mtglayers.model.effects.operations.abilities import Gain, Lose, LoseAll, LoseOther
from mtglayers.model.effects.operations.abilities_from_board import (
    GainAllOf,
    GainKind,
    GainOne,
    LoseAllBut,
    LoseKeywords,
)
from mtglayers.model.effects.operations.becomes import Becomes
from mtglayers.model.effects.operations.colors import SetColors
from mtglayers.model.effects.operations.control import GainControl, OwnersControl
from mtglayers.model.effects.operations.keywords import GainLandwalks, GainOwnProtections, GainProtections
from mtglayers.model.effects.operations.power_toughness import ModifyOne, ModifyPT
from mtglayers.model.effects.operations.types import AddSubtypes, AddTypes, GainEvery, LoseSubtypes, SetSubtypes
from mtglayers.model.effects.players import ControllerOf
from mtglayers.model.effects.selectors import Attached, Group

from .facts import of_each
from .groups import COLORS, CREATURE_TYPES, KEYWORDS, LAND_TYPES, TYPES, group, keyword, some, subtype
from .numbers import amount, size

WHOSE = ((3, lambda rng: group(rng, "6")), (1, group), (1, lambda _: BURIED))
BURIED = Group((OfType("Creature"), CardNoun(), InZone("graveyard")))


def abilities_of(rng: Random) -> Operation:
    """Return an operation that gives the abilities of other objects."""
    of = some(rng, WHOSE)(rng)
    return some(
        rng,
        (
            (3, GainAllOf(of, rng.choice((("activated",), ("triggered",), ("activated", "triggered"))))),
            (1, GainAllOf(of, but="mana")),
            (4, GainKind(rng.choice((*KEYWORDS, "Protection", "Landwalk")), of)),
            (2, GainProtections(of)),
            (1, GainOwnProtections()),
            (1, GainLandwalks(Group((OfType("Land"),)) if rng.randrange(2) else of)),
        ),
    )


def numbered(rng: Random) -> Operation:
    return Gain((Keyword("Annihilator", "X"),), x=rng.choice((amount, size))(rng))


def one_of(rng: Random) -> Operation:
    return GainOne((keyword(rng), keyword(rng)))


def every(rng: Random) -> Operation:
    return some(
        rng,
        (
            (2, GainEvery(rng.choice(("creature", "land")), bool(rng.randrange(2)))),
            (1, Becomes(every=rng.choice(("creature", "land", "basic land", "nonbasic land")), keeps="types")),
            (1, Becomes(every="basic land")),
        ),
    )


def also(rng: Random) -> Operation:
    colors = (rng.choice(COLORS),) if rng.randrange(2) else None
    types = rng.choice(((), ("Artifact",)))
    return Becomes(colors=colors, types=types, subtypes=(subtype(rng),), word="is also")


def others_lost(rng: Random) -> Operation:
    if rng.randrange(2):
        words = rng.choice((("abilities", "card types"), ("abilities",), ("card types",)))
        return LoseOther(words, (rng.choice(TYPES),))
    if rng.randrange(2):
        kept = (rng.choice(("Elf", "Insect")),)
        return LoseOther(("card types", "creature types"), ("Artifact", "Creature"), subtypes=kept)
    return LoseOther(rng.choice((("land types", "abilities"), ("colors", "abilities"))), other=False)


def modify_one(rng: Random) -> Operation:
    return ModifyOne((Number(1), size(rng)), (Number(-1), Number(2)))


RARE_OPERATIONS: dict[str, list[tuple[int, Callable[[Random], Operation]]]] = {
    "2": [
        (2, lambda _: GainControl(ControllerOf(Attached()))),
        (2, lambda _: OwnersControl()),
        (1, lambda _: GainControl()),
    ],
    "4": [
        (4, every),
        (3, also),
        (2, others_lost),
        (2, lambda rng: SetSubtypes((rng.choice(LAND_TYPES),))),
        (1, lambda rng: LoseSubtypes((subtype(rng),))),
        (2, lambda rng: AddSubtypes((rng.choice(CREATURE_TYPES),))),
        (2, lambda rng: AddTypes((rng.choice(TYPES),))),
    ],
    "5": [(2, also), (4, lambda rng: SetColors(rng.choice(((), ("W",), ("R",), ("W", "G")))))],
    "6": [
        (6, abilities_of),
        (2, numbered),
        (2, one_of),
        (1, lambda _: LoseAllBut("mana")),
        (1, lambda _: LoseAllBut("activated")),
        (1, lambda _: LoseAllBut("", "flying")),
        (1, lambda _: LoseKeywords()),
        (1, lambda _: Gain((Keyword("Protection", "from the chosen color"),))),
        (1, lambda _: Gain((Keyword("Landwalk", "of the chosen type"),))),
        (2, lambda rng: rng.choice((Gain, Lose))((keyword(rng),))),
        (1, lambda _: LoseAll()),
    ],
    "7c": [
        (2, modify_one),
        (3, lambda rng: ModifyPT(of_each(rng, lambda rng: group(rng, "rare 7c")), Number(1))),
        (1, lambda rng: ModifyPT(Number(0), of_each(rng, group))),
        (3, lambda rng: ModifyPT(size(rng), amount(rng))),
    ],
}
