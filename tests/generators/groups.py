"""Random groups of objects, from a small vocabulary so that effects change the groups of other effects."""

from __future__ import annotations

import string
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Literal, TypeVar

from mtglayers.model.effects.amounts.base import Number
from mtglayers.model.effects.amounts.counting import Count, Its, Total
from mtglayers.model.effects.filters.characteristics import (
    CanBePermanent,
    Chosen,
    ColorCount,
    Named,
    NoAbilities,
    OfColor,
    OfSubtype,
    OfSupertype,
    OfType,
    With,
    WithNumber,
)
from mtglayers.model.effects.filters.combinators import Each, Either, Non, Other, OtherThan, Provided, ThatIs
from mtglayers.model.effects.filters.comparisons import CostsX, Extreme, Lacking, Parity, Parted, Sharing, Sized
from mtglayers.model.effects.filters.status import Batch, Modified, Wearing, WithCounter
from mtglayers.model.effects.filters.whereabouts import (
    AttachedTo,
    CardNoun,
    ControlledBy,
    InZone,
    InZones,
    IsToken,
    OwnedBy,
    Permanent,
    WearingAnother,
)
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Filter
from mtglayers.model.effects.players import ControllerOf
from mtglayers.model.effects.selectors import Attached, Group, Itself

T = TypeVar("T")

CREATURE_TYPES = ("Goblin", "Elf")
LAND_TYPES = ("Forest", "Island", "Mountain")
COLORS = ("W", "R", "G")
TYPES = ("Creature", "Land", "Artifact", "Enchantment")
KEYWORDS = ("Flying", "Haste")
WHO = ("you", "you", "opponents")


# --- Small choices ----------------------------------------------------------------------------------------


def some(rng: Random, options: Sequence[tuple[int, T]]) -> T:
    """Return a random choice from pairs (weight, item)."""
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
        if not rng.randrange(3):
            return Keyword("Landwalk", subtype=rng.choice(LAND_TYPES))
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
    (1, lambda rng: (OfType("Creature"), WearingAnother(rng.choice(("Aura", "Equipment"))))),
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
    (4, lambda rng: some(rng, RARE[rng.choice(tuple(RARE))])(rng)),
]


def sharing(rng: Random, families: tuple[Any, ...] = ("color", "creature_type", "card_type", "name")) -> Sharing:
    of = some(rng, ((2, Group((OfType(rng.choice(TYPES)),))), (2, Itself()), (1, Group((OfSubtype(subtype(rng)),)))))
    return Sharing(rng.choice(families), of, bool(rng.randrange(2)))


def provided(rng: Random, filter: Filter) -> tuple[Filter, ...]:
    """Return a condition on each object in a group, as in "each creature, if it's white"."""
    return (rng.choice((OfType("Creature"), Permanent())), Provided((filter,), bool(rng.randrange(2))))


def others(rng: Random) -> tuple[Filter, ...]:
    """Return a filter for objects other than the given one."""
    than = rng.choice((Itself(), Attached(), Group((OfSubtype(subtype(rng)),))))
    noun = OfType(rng.choice(TYPES))
    return (Other(than), noun) if rng.randrange(2) else (noun, OtherThan(than))


# Layer -> the rarer phrases about values that effects in the layer change.
RARE: dict[str, list[tuple[int, Callable[[Random], tuple[Filter, ...]]]]] = {
    "2": [
        (1, lambda _: (Permanent(), Parted(controls=True))),
        (1, lambda _: (Permanent(), Parted(controls=False))),
        (2, lambda _: (OfType("Creature"), ControlledBy(ControllerOf(Attached())))),
        (2, lambda rng: (Permanent(), ControlledBy(rng.choice(WHO), negated=True))),
    ],
    "4": [
        (4, lambda rng: (OfType(rng.choice(TYPES)), sharing(rng, ("creature_type", "land_type")))),
        (2, lambda rng: (Permanent(), sharing(rng, ("card_type", "permanent_type")))),
        (2, lambda _: (Batch("historic"), Permanent())),
        (3, others),
        (2, lambda rng: provided(rng, OfType(rng.choice(TYPES)))),
        (1, lambda rng: provided(rng, OfSubtype(subtype(rng)))),
        (1, lambda rng: (OfSubtype(subtype(rng)), CardNoun(), InZones((InZone("graveyard"), InZone("hand", "you"))))),
    ],
    "5": [
        (3, lambda rng: (rng.choice((OfType("Creature"), Permanent())), sharing(rng, ("color",)))),
        (2, lambda rng: provided(rng, OfColor(rng.choice(COLORS)))),
        (1, lambda _: (ColorCount("monocolored"), Permanent())),
    ],
    "6": [
        (3, lambda rng: (OfType("Creature"), Lacking(rng.choice(KEYWORDS)))),
        (2, lambda rng: provided(rng, With(rng.choice(KEYWORDS)))),
        (1, lambda _: (OfType("Creature"), With("Protection", negated=True))),
        (2, lambda rng: (OfType("Creature"), With("Landwalk", subtype=rng.choice((*LAND_TYPES, ""))))),
        (2, lambda rng: (OfType("Creature"), OtherThan(Group((OfType("Creature"), With(rng.choice(KEYWORDS))))))),
    ],
    "7c": [
        (2, lambda rng: (OfType("Creature"), sharing(rng, ("power", "toughness", "mana_value")))),
        (2, lambda rng: (OfType("Creature"), Parity(rng.choice(("power", "toughness")), bool(rng.randrange(2))))),
        (1, lambda rng: (OfType("Creature"), Parity("mana_value", bool(rng.randrange(2))))),
        (2, lambda rng: (Sized(rng.randrange(1, 3), rng.randrange(1, 3)), OfType("Creature"))),
        (2, lambda _: (OfType("Creature"), WithNumber("power", Its("toughness"), "greater than"))),
        (2, lambda rng: (OfType("Creature"), Extreme(rng.choice(("greatest", "least")), "power", group(rng, "7c")))),
        (1, lambda rng: (OfType("Creature"), WithNumber("power", Count(group(rng, "4")), "or less"))),
        (1, lambda rng: (OfType("Creature"), WithNumber("toughness", Total(group(rng, "7c")), "or less"))),
        (1, lambda _: (OfType("Creature"), CostsX())),
    ],
}


# Layer -> words for values that effects in the layer change, so that its effects interact.
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


def _usual(layer: str) -> Callable[[Random], tuple[Filter, ...]]:
    return lambda rng: some(rng, FILTERS_OF.get(layer, FILTERS))(rng)


FILTERS_OF.update({f"rare {layer}": [*rare, (6, _usual(layer))] for layer, rare in RARE.items()})
# The subjects in which editions differ, in place of layers.
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


Numbered = Literal["power", "toughness", "mana_value"]
NUMBERED: tuple[Numbered, ...] = ("power", "power", "toughness", "mana_value")


def with_number(rng: Random, what: Numbered | None = None) -> WithNumber:
    what = what or rng.choice(NUMBERED)
    return WithNumber(what, Number(rng.randrange(1, 3)), rng.choice(("or less", "or greater", "exactly")))


def group(rng: Random, layer: str = "") -> Group:
    """Return a group, usually described by values that effects in the layer change."""
    filters = some(rng, FILTERS_OF[layer] if layer in FILTERS_OF and rng.randrange(4) else FILTERS)(rng)
    if not any(isinstance(filter, CardNoun) for filter in filters):
        if not rng.randrange(4):
            filters = (*filters, ControlledBy(rng.choice(WHO)))
        if not rng.randrange(8):
            filters = (Other(), *filters)
    return Group(filters)
