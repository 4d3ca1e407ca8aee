"""Random amounts and conditions of rarer kinds, for groups that the caller generates."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from mtglayers.model.effects.amounts.arithmetic import Defined, Minus, Plus, Signs, Sum
from mtglayers.model.effects.amounts.base import Number
from mtglayers.model.effects.amounts.counting import (
    ColorsOf,
    Count,
    CounterKinds,
    CountersOn,
    KindsAmong,
    NameWords,
    NumberOf,
    Party,
    Symbols,
)
from mtglayers.model.effects.amounts.players import AmongPlayers, PlayersWho
from mtglayers.model.effects.conditions import ChosenOption, CommonColor, Compare, Exists, Is, OfPlayers
from mtglayers.model.effects.filters.characteristics import OfSubtype, OfType
from mtglayers.model.effects.filters.comparisons import Sharing
from mtglayers.model.effects.filters.whereabouts import AttachedTo, ControlledBy
from mtglayers.model.effects.language import Amount, Condition
from mtglayers.model.effects.players import ControllerOf
from mtglayers.model.effects.selectors import Attached, Group, Itself, Same, TopCard
from mtglayers.model.rules.vocabulary import COLORS

Groups = Callable[[Random], Group]


def amount(rng: Random, group: Groups) -> Amount:
    """Return an amount of a rarer kind."""
    theirs = Group((OfType("Creature"), ControlledBy(ControllerOf(rng.choice((Itself(), Attached()))))))
    return rng.choice((
        Party(),
        ColorsOf(),
        Symbols(rng.choice(COLORS)),
        Symbols(rng.choice(COLORS), group(rng)),
        CounterKinds(group(rng)),
        CountersOn("", group(rng), "among"),
        KindsAmong(group(rng), "name"),
        Minus(Number(4), Count(group(rng))),
        Sum((Count(group(rng)), Count(group(rng)))),
        PlayersWho("opponents"),
        PlayersWho("each player", Exists(_of_them(rng, group))),
        Count(theirs),
        Count(group(rng), apart=True),
        Signs(),
        NameWords(),
        Defined(Plus(ColorsOf(Attached()), 1)),
        KindsAmong(group(rng), rng.choice(("mana_value", "power"))),
        AmongPlayers("each player", Count(_of_them(rng, group)), rng.choice(("greatest", "least"))),
        AmongPlayers("opponents", Count(_of_them(rng, group))),
        NumberOf(TopCard(), rng.choice(("mana_value", "power"))),
    ))  # fmt: skip


def of_each(rng: Random, group: Groups) -> Amount:
    """Return an amount that depends on the object, as in "for each other creature that shares a type with it"."""
    alike = Group((*group(rng).filters, Sharing(rng.choice(("creature_type", "color", "power")), Same())))
    return rng.choice((
        Count(alike, apart=bool(rng.randrange(2))),
        Count(Group((OfSubtype("Aura"), AttachedTo(Same())))),
        Count(group(rng), apart=True),
        Signs(),
    ))  # fmt: skip


def condition(rng: Random, group: Groups) -> Condition:
    """Return a condition of a rarer kind."""
    mine = Group((*_of_them(rng, group).filters[:-1], ControlledBy("you")))
    them = Group((*mine.filters[:-1], ControlledBy("they")))
    how = rng.choice(("some", "every", "none"))
    return rng.choice((
        OfPlayers("opponents", how, Exists(_of_them(rng, group), Number(rng.randrange(1, 3)))),
        OfPlayers("each player", how, Exists(_of_them(rng, group))),
        OfPlayers("opponents", how, Compare(Count(mine), "greater than", Count(them), "controls more")),
        CommonColor(rng.choice(COLORS), group(rng), bool(rng.randrange(2))),
        ChosenOption(rng.randrange(1, 3), "Word"),
        Is(TopCard(), group(rng).filters, bool(rng.randrange(2))),
        Exists(group(rng), Number(rng.randrange(1, 3)), "at least"),
    ))  # fmt: skip


def _of_them(rng: Random, group: Groups) -> Group:
    filters = tuple(filter for filter in group(rng).filters if not isinstance(filter, ControlledBy))
    return Group((*filters, ControlledBy("they")))
