"""Random abilities for random boards, from a small vocabulary so that their effects interact."""

from __future__ import annotations

import string
from collections.abc import Callable
from random import Random

from mtglayers.model.effects.ability import Static, TextAbility
from mtglayers.model.effects.amounts.base import Number
from mtglayers.model.effects.amounts.counting import Count, Total
from mtglayers.model.effects.filters.characteristics import OfType
from mtglayers.model.effects.filters.whereabouts import CardNoun, InZone
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability, Amount, Clause, Operation, Selector
from mtglayers.model.effects.operations.abilities import Gain, Lose, LoseAll
from mtglayers.model.effects.operations.becomes import Becomes
from mtglayers.model.effects.operations.colors import AddColors, SetColors
from mtglayers.model.effects.operations.control import GainControl
from mtglayers.model.effects.operations.keywords import CantHave
from mtglayers.model.effects.operations.power_toughness import ModifyPT, SetPT, SwitchPT
from mtglayers.model.effects.operations.text import ChangeWords, SetName
from mtglayers.model.effects.operations.types import (
    AddSubtypes,
    AddSupertypes,
    AddTypes,
    LoseSubtypes,
    RemoveSupertypes,
    RemoveTypes,
    SetSubtypes,
    SetTypes,
)
from mtglayers.model.effects.selectors import Attached, Group, Itself, Same, Together

from .groups import COLORS, CREATURE_TYPES, KEYWORDS, LAND_TYPES, TYPES, group, keyword, some, subtype
from .numbers import amount, condition, size
from .operations import RARE_OPERATIONS


def selector(rng: Random, layer: str, own: str = "") -> Selector:
    """Return the selector of a clause; `own` is "attached" for an ability of an Aura."""
    if own == "attached" and rng.randrange(4):
        return Attached(rng.choice(ATTACHED) if layer in EDITION_LAYERS else "enchanted permanent")
    if rng.randrange(12):
        return group(rng, layer)
    return rng.choice((Itself(), Together((group(rng, layer), group(rng, layer)))))


# --- What is done -----------------------------------------------------------------------------------------


def set_colors(rng: Random) -> Operation:
    change = rng.choice((SetColors, AddColors))
    if not rng.randrange(6):
        return change((), True)
    return change((rng.choice(COLORS),) if rng.randrange(8) else rng.choice(((), ("W", "G"))))


def becomes(rng: Random) -> Operation:
    return some(
        rng,
        (
            (3, Becomes(types=("Land",), subtypes=(rng.choice(LAND_TYPES),), keeps="types")),
            (2, Becomes(types=("Creature",), power=Number(1), toughness=amount(rng), keeps="still")),
            (
                2,
                Becomes(types=("Artifact", "Creature"), subtypes=("Elf",), power=Number(2), toughness=Number(2)),
            ),
            (1, Becomes(subtypes=("Goblin",), colors=("R",), keeps="colors and types")),
            (1, Becomes(subtypes=("Elf",), types=("Creature",), abilities=(keyword(rng),), colors=("G",))),
            (
                1,
                Becomes(subtypes=(subtype(rng),), chosen=rng.choice(("", "creature_type")), keeps="creature types"),
            ),
        ),
    )


def granted(rng: Random) -> Ability:
    return some(rng, ((5, keyword), (4, lambda rng: static(rng, depth=1)), (1, lambda rng: rng.choice((SICK, TAPS)))))(
        rng
    )


SICK = TextAbility("triggered", "At the beginning of your upkeep, sacrifice this permanent.")
TAPS = TextAbility("activated", "{T}: Untap another permanent.")
BOTH = (Number(1), Number(1))


def rare(rng: Random, layer: str) -> Operation:
    return some(rng, RARE_OPERATIONS[layer])(rng)


# "7a" contains operations of abilities that are not characteristic-defining.
OPERATIONS: dict[str, list[tuple[int, Callable[[Random], Operation]]]] = {
    "2": [(8, lambda _: GainControl()), (3, lambda rng: rare(rng, "2"))],
    "3": [
        (5, lambda _: ChangeWords(("basic_land_type", "creature_type", "color"))),
        (1, lambda rng: SetName(rng.choice(string.ascii_uppercase[:4]))),
    ],
    "4": [
        (8, lambda rng: SetSubtypes((rng.choice(LAND_TYPES),))),
        (4, lambda rng: SetSubtypes((subtype(rng),))),
        (5, lambda rng: AddSubtypes((subtype(rng),))),
        (4, lambda rng: AddTypes((rng.choice(TYPES),))),
        (2, lambda rng: SetTypes((rng.choice(TYPES),))),
        (3, lambda rng: RemoveTypes((rng.choice(TYPES),))),
        (1, lambda rng: LoseSubtypes((subtype(rng),))),
        (1, lambda rng: LoseSubtypes(family=rng.choice(("creature", "land")))),
        (1, lambda rng: AddSupertypes((rng.choice(("Basic", "Legendary")),))),
        (1, lambda rng: RemoveSupertypes((rng.choice(("Basic", "Legendary")),))),
        (1, lambda _: AddSubtypes((), "creature_type")),
        (1, lambda _: SetSubtypes((), "basic_land_type")),
        (1, lambda rng: AddSubtypes((rng.choice(("every creature type", "every land type")),))),
        (5, becomes),
        (2, lambda rng: rare(rng, "4")),
    ],
    "5": [(1, set_colors)],
    "6": [
        (7, lambda rng: Gain((granted(rng),))),
        (2, lambda rng: Gain((granted(rng), granted(rng)))),
        (4, lambda rng: Lose((keyword(rng),))),
        (1, lambda _: Lose((Keyword("Protection"),))),
        (5, lambda _: LoseAll()),
        (1, lambda _: LoseAll(other=True)),
        (2, lambda rng: CantHave(rng.choice(KEYWORDS))),
        (3, lambda rng: rare(rng, "6")),
    ],
    "7b": [
        (2, lambda rng: SetPT(Number(rng.randrange(3)), Number(rng.randrange(1, 4)))),
        (2, lambda rng: SetPT(size(rng), size(rng))),
        (1, lambda rng: SetPT(amount(rng))),
    ],
    "7c": [
        (3, lambda _: ModifyPT(*BOTH)),
        (2, lambda rng: ModifyPT(amount(rng), amount(rng))),
        (5, lambda rng: ModifyPT(size(rng), size(rng))),
        (1, lambda rng: rare(rng, "7c")),
    ],
    "7d": [(1, lambda _: SwitchPT())],
}

OPERATIONS["7a"] = OPERATIONS["7b"]
OPERATIONS.update({f"rare {layer}": operations for layer, operations in RARE_OPERATIONS.items()})
# "All Forests are Islands" causes loops in layer 4.
OPERATIONS["4 land"] = OPERATIONS["4"][:1]

# Operations that worked differently in every edition before the seven layers.
OPERATIONS["sizes"] = [
    (3, lambda _: ModifyPT(*BOTH)),
    (3, lambda rng: ModifyPT(Number(rng.randrange(3)), Number(rng.randrange(3)))),
    (3, lambda rng: SetPT(Number(rng.randrange(3)), Number(rng.randrange(1, 4)))),
    (2, lambda _: SwitchPT()),
    (2, lambda rng: rng.choice((SetPT, ModifyPT))(size(rng), size(rng))),
    (2, lambda _: Becomes(types=("Artifact", "Creature"), subtypes=("Elf",), power=Number(2), toughness=Number(2))),
]
OPERATIONS["colors and abilities"] = [
    (5, set_colors),
    (3, lambda _: LoseAll()),
    (2, lambda rng: Gain((static(rng, "5", depth=1),))),
    (2, lambda rng: rng.choice((Gain, Lose))((keyword(rng),))),
]
OPERATIONS["defining"] = [
    (3, lambda _: LoseAll()),
    (3, set_colors),
    (3, lambda rng: AddTypes((rng.choice(TYPES),))),
    (4, lambda rng: SetTypes((rng.choice(TYPES),))),
    (2, lambda rng: AddSubtypes((rng.choice(CREATURE_TYPES),))),
    (1, lambda _: Becomes(types=("Artifact", "Creature"), subtypes=("Elf",))),
    (1, lambda rng: Gain((setting(rng),))),
    (2, lambda rng: SetPT(counted(rng), counted(rng))),
]
OPERATIONS["copies"] = [
    (6, lambda rng: SetSubtypes((rng.choice(LAND_TYPES),))),
    (2, lambda rng: AddSubtypes((rng.choice(LAND_TYPES),))),
    (2, lambda _: AddTypes(("Land",))),
    (1, lambda _: LoseAll()),
    (1, lambda rng: Gain((granted(rng),))),
]
OPERATIONS["attached"] = [
    (5, lambda rng: Gain((static(rng, rng.choice(("6", "7b")), "attached", depth=1),))),
    (4, lambda rng: rng.choice((Gain, Lose))((keyword(rng),))),
    (1, lambda _: LoseAll()),
    (2, lambda rng: rng.choice((AddTypes, RemoveTypes))((rng.choice(TYPES),))),
    (2, lambda rng: SetPT(Number(rng.randrange(3)), Number(rng.randrange(1, 4)))),
]
OPERATIONS["can't have"] = [
    (4, lambda rng: CantHave(rng.choice(KEYWORDS))),
    (5, lambda rng: Gain((keyword(rng),))),
    (1, lambda rng: Gain((granted(rng),))),
    (1, lambda rng: Lose((keyword(rng),))),
    (1, lambda _: LoseAll()),
]
ATTACHED = ("enchanted permanent", "enchanted permanent", "enchanted creature", "enchanted creature", "enchanted land")

LAYERS = (
    *((3, "2"), (3, "3"), (10, "4"), (3, "4 land"), (4, "5"), (9, "6")),
    *((4, "7a"), (2, "7b"), (4, "7c"), (1, "7d")),
)
"""How often the subject of effects is that of a layer."""

EDITION_LAYERS = ("sizes", "colors and abilities", "defining", "copies", "attached", "can't have")
"""The subjects in which editions differ; each is equally likely on boards for an edition."""


RARE_LAYERS = tuple(f"rare {layer}" for layer in RARE_OPERATIONS)
"""Themes with the rarer operations of each layer."""


def clause(rng: Random, theme: str, own: str, simple: bool = False) -> Clause:
    layer = theme if rng.randrange(5) else some(rng, LAYERS)
    operations = [some(rng, OPERATIONS[layer])(rng)]
    while not rng.randrange(4):
        operations.append(some(rng, OPERATIONS[some(rng, LAYERS)])(rng))
    when = condition(rng, layer) if not simple and not rng.randrange(25) else None
    return Clause(selector(rng, layer, own), tuple(operations), when)


def static(rng: Random, theme: str = "", own: str = "", depth: int = 0) -> Static:
    """Return a static ability; a granted one (`depth` 1) mostly has effects in layers 6 and 7."""
    theme = theme or rng.choice(("4", "6", "6", "7c") if depth else ("2", "4", "4", "6", "7c"))
    if depth:
        while True:
            parts: tuple[Clause, ...] = (clause(rng, theme, own, simple=True),)
            if not any(isinstance(node, Static) for node in parts[0].walk()) or not rng.randrange(4):
                break
    else:
        parts = (clause(rng, theme, own),)
        if not rng.randrange(6):
            second = clause(rng, theme, own)
            follows = Clause(Same(), second.operations) if rng.randrange(2) else second
            parts = (*parts, follows)
    when = condition(rng, theme) if not rng.randrange(4) else None
    return Static(parts, when, rng.choice((("graveyard",), ())) if not rng.randrange(25) else ("battlefield",))


def setting(rng: Random) -> Ability:
    """Return an ability that was characteristic-setting in 2005."""
    operations = some(
        rng,
        (
            (5, lambda rng: (SetPT(counted(rng), counted(rng)),)),
            (4, lambda rng: (set_colors(rng),)),
            (2, lambda rng: (AddSubtypes((rng.choice(CREATURE_TYPES),)),)),
            (3, lambda rng: (rng.choice((AddTypes, SetTypes))((rng.choice(TYPES),)),)),
            (1, lambda rng: (AddSupertypes(("Legendary",)), SetPT(power=counted(rng)))),
            (1, lambda rng: (RemoveTypes((rng.choice(TYPES),)),)),
            (2, lambda rng: (Gain((defining(rng),)),)),
        ),
    )(rng)
    when = condition(rng, "defining") if rng.randrange(2) else None
    inner, outer = (None, when) if rng.randrange(6) else (when, None)
    return Static((Clause(Itself(), operations, inner),), outer)


def counted(rng: Random) -> Amount:
    """Return an amount for a characteristic-defining ability."""
    if rng.randrange(3):
        return size(rng)
    of = rng.choice((group(rng, "5"), Group((OfType("Creature"), CardNoun(), InZone("graveyard", None)))))
    return Total(of) if rng.randrange(2) else Count(of)


def defining(rng: Random) -> Ability:
    """Return a characteristic-defining ability."""
    operations = some(
        rng,
        (
            (8, lambda rng: (SetPT(size(rng), size(rng)),)),
            (2, lambda rng: (SetPT(power=size(rng)),)),
            (1, lambda rng: (SetColors((rng.choice(COLORS),)),)),
            (1, lambda rng: (AddSubtypes((subtype(rng),)),)),
        ),
    )(rng)
    return some(
        rng,
        ((12, Static((Clause(Itself(), operations),))), (1, Keyword("Changeling")), (1, Keyword("Devoid"))),
    )


# --- Ties -------------------------------------------------------------------------------------------------

FEW = (Keyword("Flying"), Keyword("Flying"), Keyword("Flying"), Keyword("Haste"))
# A few operations on many objects in one layer, so that the order matters.
CONTRARY: dict[str, list[tuple[int, Callable[[Random], Operation]]]] = {
    "6": [
        (5, lambda rng: rng.choice((Gain, Lose))((rng.choice(FEW),))),
        (2, lambda _: LoseAll()),
        (1, lambda rng: CantHave(rng.choice(FEW).name)),
    ],
    "5": [(1, lambda rng: rng.choice((SetColors, AddColors))((rng.choice(COLORS[:2]),)))],
    "4": [
        (2, lambda rng: SetSubtypes((rng.choice(LAND_TYPES[:2]),))),
        (2, lambda rng: rng.choice((AddTypes, RemoveTypes))((rng.choice(("Creature", "Land")),))),
    ],
    "7b": [(1, lambda rng: SetPT(Number(rng.randrange(3)), Number(rng.randrange(1, 4))))],
}
BROAD = ("Creature", "Creature", "Creature", "Creature", "Land", "Enchantment", "Artifact")


def contrary(rng: Random, layer: str, own: str = "", depth: int = 0) -> Ability:
    """Return a static ability that affects many objects in a layer, or grants such abilities."""
    if not rng.randrange(8):
        return static(rng, layer, own, depth)
    on: Selector = Group((OfType(rng.choice(BROAD)),)) if rng.randrange(6) else selector(rng, layer, own)
    if not depth and not rng.randrange(3):
        given = tuple(contrary(rng, layer, depth=1) for _ in range(rng.choice((1, 1, 2))))
        return Static((Clause(on, (Gain(given),)),))
    return Static((Clause(on, (some(rng, CONTRARY[layer])(rng),)),))
