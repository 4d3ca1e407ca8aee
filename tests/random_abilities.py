"""Random abilities of few words, so that their effects meet: the parts that random boards are made of."""

from __future__ import annotations

import string
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Literal, TypeVar

from mtglayers.model.ability import Ability, Clause, Kept, Keyword, Static
from mtglayers.model.amount import (
    Amount,
    Count,
    CountersOn,
    Devotion,
    Domain,
    Half,
    Its,
    KindsAmong,
    Number,
    NumberOf,
    Plus,
    Times,
    Total,
)
from mtglayers.model.becomes import Becomes
from mtglayers.model.condition import AllOf, AnyOf, Compare, Condition, Exists, Is, Not
from mtglayers.model.further_filter import CanBePermanent, Extreme, Modified, Parted, Sharing, Wearing
from mtglayers.model.operation import (
    AddColors,
    CantHave,
    ChangeWords,
    Gain,
    GainControl,
    Lose,
    LoseAll,
    ModifyPT,
    Operation,
    SetColors,
    SetName,
    SetPT,
    SwitchPT,
)
from mtglayers.model.selector import (
    Attached,
    AttachedTo,
    Chosen,
    ColorCount,
    ControlledBy,
    Each,
    Either,
    Filter,
    Group,
    InZone,
    IsToken,
    Itself,
    Named,
    NoAbilities,
    Non,
    OfColor,
    OfSubtype,
    OfSupertype,
    OfType,
    Other,
    OwnedBy,
    Permanent,
    Same,
    Selector,
    ThatIs,
    Together,
    With,
    WithCounter,
    WithNumber,
)
from mtglayers.model.selector import Card as CardNoun
from mtglayers.model.type_operation import (
    AddSubtypes,
    AddSupertypes,
    AddTypes,
    LoseSubtypes,
    RemoveSupertypes,
    RemoveTypes,
    SetSubtypes,
    SetTypes,
)

from . import random_facts

T = TypeVar("T")

CREATURE_TYPES = ("Goblin", "Elf")
LAND_TYPES = ("Forest", "Island", "Mountain")
COLORS = ("W", "R", "G")
TYPES = ("Creature", "Land", "Artifact", "Enchantment")
KEYWORDS = ("Flying", "Haste")


# --- Small choices ----------------------------------------------------------------------------------------


def some(rng: Random, options: Sequence[tuple[int, T]]) -> T:
    """Return one of several things, each as likely as its number says."""
    at = rng.randrange(sum(weight for weight, _ in options))
    for weight, option in options:
        if at < weight:
            return option
        at -= weight
    raise AssertionError


def subtype(rng: Random) -> str:
    return rng.choice(LAND_TYPES) if rng.randrange(3) else rng.choice(CREATURE_TYPES)


def keyword(rng: Random) -> Keyword:
    if not rng.randrange(6):
        return Keyword("Protection", color=rng.choice(COLORS))
    return Keyword(rng.choice(KEYWORDS))


# --- Which objects ----------------------------------------------------------------------------------------

FILTERS: list[tuple[int, Callable[[Random], tuple[Filter, ...]]]] = [
    (14, lambda rng: (OfSubtype(subtype(rng)),)),
    (8, lambda rng: (OfType(rng.choice(TYPES)),)),
    (6, lambda _: (OfType("Creature"),)),
    (4, lambda _: (Non(OfSupertype("Basic")), OfType("Land"))),
    (4, lambda rng: (OfColor(rng.choice(COLORS)), rng.choice((OfType("Creature"), Permanent())))),
    (4, lambda rng: (Either((OfSubtype(subtype(rng)), OfSubtype(subtype(rng))), "and"),)),
    (2, lambda rng: (Non(OfType(rng.choice(TYPES))), rng.choice((OfType("Artifact"), Permanent())))),
    (3, lambda rng: (OfType("Creature"), With(rng.choice(KEYWORDS), bool(rng.randrange(2))))),
    (3, lambda rng: (OfType("Creature"), with_number(rng))),
    (2, lambda rng: (rng.choice((OfType("Creature"), Permanent())), Chosen("creature_type"))),
    (1, lambda _: (OfType("Land"), Chosen("basic_land_type"))),
    (1, lambda _: (Permanent(), Chosen("color"))),
    (1, lambda rng: (rng.choice((ColorCount("colorless"), ColorCount("multicolored"))), OfType("Creature"))),
    (1, lambda _: (OfSupertype("Legendary"), Permanent())),
    (1, lambda _: (OfType("Creature"), IsToken())),
    (1, lambda _: (Permanent(), NoAbilities())),
    (1, lambda _: (OfType("Creature"), WithCounter("+1/+1"))),
    (1, lambda rng: (OfType("Creature"), ThatIs(OfColor(rng.choice(COLORS)), bool(rng.randrange(2))))),
    (1, lambda _: (Either((Each((OfType("Artifact"), OfType("Creature"))), OfType("Land"))),)),
    (1, lambda _: (OfType("Creature"), CardNoun())),
    (1, lambda rng: (OfType(rng.choice(TYPES)), CardNoun(), InZone("graveyard", rng.choice((None, "you"))))),
    (1, lambda _: (OfType("Creature"), OwnedBy("you"))),
    (1, lambda rng: (OfType("Creature"), AttachedTo(Group((OfSubtype(subtype(rng)),))))),
    (1, lambda _: (OfType("Creature"), WithNumber("power", Count(Group((CardNoun(),))), "or greater"))),
    (1, lambda rng: (Permanent(), Named(rng.choice(string.ascii_uppercase[:4])))),
    (1, lambda _: (Modified(), OfType("Creature"))),
    (1, lambda rng: (OfType("Creature"), Wearing(Group((OfSubtype(rng.choice(("Aura", "Equipment"))),))))),
    (2, lambda rng: (OfType("Creature"), sharing(rng))),
    (1, lambda rng: (OfType("Creature"), Extreme("greatest", rng.choice(NUMBERED), Group((OfType("Creature"),))))),
    (1, lambda rng: (Permanent(), Parted(bool(rng.randrange(2))))),
    (
        1,
        lambda rng: (
            OfType("Creature"),
            WithNumber("toughness", Its("power"), rng.choice(("greater than", "exactly"))),
        ),
    ),
    (1, lambda _: (CanBePermanent(), CardNoun())),
]


def sharing(rng: Random) -> Sharing:
    families: tuple[Any, ...] = ("color", "creature_type", "card_type", "name")
    return Sharing(rng.choice(families), Group((OfType(rng.choice(TYPES)),)), bool(rng.randrange(2)))


# Layer -> words that effects of the same layer change, so that its effects meet.
FILTERS_OF: dict[str, list[tuple[int, Callable[[Random], tuple[Filter, ...]]]]] = {
    "2": [
        (1, lambda rng: (rng.choice((OfType("Creature"), Permanent())), ControlledBy(rng.choice(WHO)))),
    ],
    "3": [
        (3, lambda rng: (OfSubtype(rng.choice(LAND_TYPES)),)),
        (1, lambda rng: (Non(OfSubtype(rng.choice(LAND_TYPES))), Permanent())),
        (1, lambda rng: (OfType(rng.choice(TYPES)),)),
        (1, lambda _: (Permanent(),)),
    ],
    "4": [
        (10, lambda rng: (OfSubtype(rng.choice(LAND_TYPES)),)),
        (4, lambda rng: (OfSubtype(subtype(rng)),)),
        (3, lambda rng: (OfType(rng.choice(TYPES)),)),
        (3, lambda _: (Non(OfSupertype("Basic")), OfType("Land"))),
        (3, lambda rng: (Either((OfSubtype(rng.choice(LAND_TYPES)), OfSubtype(subtype(rng))), "and"),)),
    ],
    "5": [
        (4, lambda rng: (OfColor(rng.choice(COLORS)), Permanent())),
        (1, lambda rng: (Non(OfColor(rng.choice(COLORS))), OfType("Creature"))),
        (1, lambda rng: (ColorCount(rng.choice(("colorless", "multicolored"))), Permanent())),
    ],
    "6": [
        (4, lambda rng: (OfType("Creature"), With(rng.choice(KEYWORDS), bool(rng.randrange(2))))),
        (1, lambda rng: (Permanent(), With(rng.choice(KEYWORDS)))),
        (1, lambda _: (Permanent(), NoAbilities())),
        (4, lambda rng: (OfType(rng.choice(TYPES)),)),
    ],
    "7c": [(1, lambda rng: (OfType("Creature"), with_number(rng, rng.choice(("power", "toughness")))))],
}
FILTERS_OF["4 land"] = [
    (6, lambda rng: (OfSubtype(rng.choice(LAND_TYPES)),)),
    (1, lambda _: (Non(OfSupertype("Basic")), OfType("Land"))),
]
FILTERS_OF.update({"7a": FILTERS_OF["7c"], "7b": FILTERS_OF["7c"], "7d": FILTERS_OF["7c"]})
# What editions differ in: the names stand where those of layers stand.
FILTERS_OF["sizes"] = [(3, lambda _: (OfType("Creature"),)), *FILTERS_OF["7c"]]
FILTERS_OF["colors and abilities"] = [*FILTERS_OF["5"], (2, lambda _: (Permanent(),)), *FILTERS_OF["6"][1:3]]
FILTERS_OF["defining"] = [
    (2, lambda _: (OfType("Creature"),)),
    (2, lambda rng: (OfType(rng.choice(TYPES)), rng.choice((Permanent(), CardNoun())))),
    (6, lambda _: (CardNoun(), InZone("graveyard", None))),
    (2, lambda rng: (OfSubtype(rng.choice(CREATURE_TYPES)),)),
    *FILTERS_OF["5"],
    *FILTERS_OF["7c"],
]
FILTERS_OF["copies"] = [*FILTERS_OF["4 land"], (2, lambda _: (OfType("Land"),)), *FILTERS_OF["sizes"][:1]]
FILTERS_OF["attached"] = [(2, lambda _: (OfType("Creature"),)), *FILTERS_OF["6"]]
FILTERS_OF["can't have"] = [*FILTERS_OF["attached"][:3], (2, lambda _: (Permanent(),))]
WHO = ("you", "you", "opponents")


Numbered = Literal["power", "toughness", "mana_value"]
NUMBERED: tuple[Numbered, ...] = ("power", "power", "toughness", "mana_value")


def with_number(rng: Random, what: Numbered | None = None) -> WithNumber:
    what = what or rng.choice(NUMBERED)
    return WithNumber(what, Number(rng.randrange(1, 3)), rng.choice(("or less", "or greater", "exactly")))


def group(rng: Random, layer: str = "") -> Group:
    """Return a group, mostly described by what effects of the layer change."""
    filters = some(rng, FILTERS_OF[layer] if layer in FILTERS_OF and rng.randrange(4) else FILTERS)(rng)
    if not any(isinstance(filter, CardNoun) for filter in filters):
        if not rng.randrange(4):
            filters = (*filters, ControlledBy(rng.choice(WHO)))
        if not rng.randrange(8):
            filters = (Other(), *filters)
    return Group(filters)


def selector(rng: Random, layer: str, own: str = "") -> Selector:
    """Return what a clause applies to; `own` is "attached" for the ability of an Aura."""
    if own == "attached" and rng.randrange(4):
        return Attached(rng.choice(ATTACHED) if layer in EDITION_LAYERS else "enchanted permanent")
    if rng.randrange(12):
        return group(rng, layer)
    return rng.choice((Itself(), Together((group(rng, layer), group(rng, layer)))))


# --- How many ---------------------------------------------------------------------------------------------

AMOUNTS: list[tuple[int, Callable[[Random], Amount]]] = [
    (8, lambda rng: Number(rng.randrange(4))),
    (6, lambda rng: Count(group(rng))),
    (
        4,
        lambda rng: Total(group(rng), rng.choice(("power", "toughness")), rng.choice(("total", "greatest", "least"))),
    ),
    (2, lambda rng: Its(rng.choice(("mana_value", "power", "toughness")))),
    (3, lambda rng: NumberOf(rng.choice((Itself(), Itself(), Attached())), "power")),
    (1, lambda _: Domain(Group((OfType("Land"), ControlledBy("you"))))),
    (1, lambda rng: KindsAmong(group(rng), rng.choice(("type", "color")))),
    (1, lambda _: CountersOn("+1/+1")),
    (1, lambda rng: Times(rng.choice((2, -1)), Count(group(rng)))),
    (1, lambda rng: Plus(Count(group(rng)), 1)),
    (1, lambda rng: Half(Total(group(rng)), bool(rng.randrange(2)))),
    (1, lambda rng: Half(Its(rng.choice(("power", "mana_value"))), bool(rng.randrange(2)))),
    (1, lambda rng: Devotion((rng.choice(COLORS),))),
    (6, lambda rng: random_facts.amount(rng, group)),
]


def amount(rng: Random) -> Amount:
    return some(rng, AMOUNTS)(rng)


def size(rng: Random) -> Amount:
    """Return an amount that effects of layer 7 change."""
    if not rng.randrange(3):
        return amount(rng)
    filters = some(rng, ((2, (OfType("Creature"),)), (1, (Other(), OfType("Creature"))), (3, None)))
    of = group(rng, "7c") if filters is None else Group(filters)
    return Total(of, rng.choice(("power", "toughness")), rng.choice(("total", "greatest")))


# --- Whether ----------------------------------------------------------------------------------------------

CONDITIONS: list[tuple[int, Callable[[Random, str], Condition]]] = [
    (6, lambda rng, layer: Exists(group(rng, layer))),
    (3, lambda rng, layer: Not(Exists(group(rng, layer)))),
    (2, lambda rng, layer: Exists(group(rng, layer), Number(2), rng.choice(("or more", "or fewer")))),
    (3, lambda rng, layer: Is(Itself(), group(rng, layer).filters, bool(rng.randrange(2)))),
    (1, lambda rng, layer: Is(Attached(), group(rng, layer).filters)),
    (1, lambda rng, _: Compare(amount(rng), "less than", amount(rng))),
    (2, lambda rng, layer: rng.choice((AllOf, AnyOf))((Exists(group(rng, layer)), Exists(group(rng, layer))))),
    (4, lambda rng, layer: random_facts.condition(rng, lambda each: group(each, layer))),
]


def condition(rng: Random, layer: str) -> Condition:
    return some(rng, CONDITIONS)(rng, layer)


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
    return some(rng, ((5, keyword), (4, lambda rng: static(rng, depth=1)), (1, lambda _: SICK)))(rng)


SICK = Kept("triggered", "At the beginning of your upkeep, sacrifice this permanent.")
BOTH = (Number(1), Number(1))

# In "7a" stands what an ability does there that is not characteristic-defining after all.
OPERATIONS: dict[str, list[tuple[int, Callable[[Random], Operation]]]] = {
    "2": [(1, lambda _: GainControl())],
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
    ],
    "7d": [(1, lambda _: SwitchPT())],
}

OPERATIONS["7a"] = OPERATIONS["7b"]
# "All Forests are Islands": what layer 4 has its loops from.
OPERATIONS["4 land"] = OPERATIONS["4"][:1]

# What no edition before the seven layers did as it is done now.
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
"""How often effects are about what a layer is about."""

EDITION_LAYERS = ("sizes", "colors and abilities", "defining", "copies", "attached", "can't have")
"""What editions differ in, each as likely on the boards that are drawn for one."""


def clause(rng: Random, theme: str, own: str, simple: bool = False) -> Clause:
    layer = theme if rng.randrange(5) else some(rng, LAYERS)
    operations = [some(rng, OPERATIONS[layer])(rng)]
    while not rng.randrange(4):
        operations.append(some(rng, OPERATIONS[some(rng, LAYERS)])(rng))
    when = condition(rng, layer) if not simple and not rng.randrange(25) else None
    return Clause(selector(rng, layer, own), tuple(operations), when)


def static(rng: Random, theme: str = "", own: str = "", depth: int = 0) -> Static:
    """Return a static ability; one that is granted (`depth` 1) mostly does what layers 6 and 7 do."""
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
    """Return an ability that was characteristic-setting in 2005, whatever it may be now."""
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
    """Return an amount of what characteristic-defining abilities define, in play and elsewhere."""
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
