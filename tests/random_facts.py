"""Random amounts and conditions of the rarer kinds, of groups that the caller draws."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from mtglayers.model.amount import Amount, Count, CountersOn, KindsAmong, Number, Sum
from mtglayers.model.condition import Compare, Condition, Exists
from mtglayers.model.further_amount import ColorsOf, CounterKinds, Minus, Party, PlayersWho, Symbols
from mtglayers.model.further_condition import CommonColor, OfPlayers
from mtglayers.model.player import ControllerOf
from mtglayers.model.selector import Attached, ControlledBy, Group, Itself, OfType
from mtglayers.model.vocabulary import COLORS

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
    ))  # fmt: skip


def _of_them(rng: Random, group: Groups) -> Group:
    filters = tuple(filter for filter in group(rng).filters if not isinstance(filter, ControlledBy))
    return Group((*filters, ControlledBy("they")))
