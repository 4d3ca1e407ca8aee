"""Random amounts and conditions, from a small vocabulary."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from mtglayers.model.effects.amounts.arithmetic import Half, Plus, Times
from mtglayers.model.effects.amounts.base import Number
from mtglayers.model.effects.amounts.counting import (
    Count,
    CountersOn,
    Devotion,
    Domain,
    Its,
    KindsAmong,
    NumberOf,
    Total,
)
from mtglayers.model.effects.conditions import AllOf, AnyOf, Compare, Exists, Is, Not
from mtglayers.model.effects.filters.characteristics import OfType
from mtglayers.model.effects.filters.combinators import Other
from mtglayers.model.effects.filters.whereabouts import ControlledBy
from mtglayers.model.effects.language import Amount, Condition
from mtglayers.model.effects.selectors import Attached, Group, Itself

from . import facts as random_facts
from .groups import COLORS, group, some

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
    """Return an amount that effects in layer 7 change."""
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
