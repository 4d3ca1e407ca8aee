"""Random abilities with several parts, each with its own condition, in forms that cards use."""

from __future__ import annotations

from random import Random

from mtglayers.model.effects.ability import Static
from mtglayers.model.effects.amounts.base import Number
from mtglayers.model.effects.conditions import Exists, Not
from mtglayers.model.effects.filters.characteristics import OfColor, OfType, With
from mtglayers.model.effects.filters.combinators import Provided
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability, Clause, Condition, Operation, Selector
from mtglayers.model.effects.operations.abilities import Gain
from mtglayers.model.effects.operations.abilities_from_board import GainKind
from mtglayers.model.effects.selectors import Attached, CountedObjects, Group, Itself, Same

from .abilities import OPERATIONS, clause, selector
from .groups import COLORS, KEYWORDS, group, keyword, some
from .numbers import condition


def sentence(rng: Random, theme: str, own: str) -> Ability:
    """Return an ability with several parts."""
    return some(rng, ((3, instead), (2, otherwise), (2, besides), (2, series), (2, listed), (3, the_only)))(
        rng, theme, own
    )


def deed(rng: Random, theme: str) -> Operation:
    return some(rng, OPERATIONS[theme])(rng)


def instead(rng: Random, theme: str, own: str) -> Static:
    """Return "creatures get +1/+1. They get +2/+2 instead as long as you control an Angel" (611.3a)."""
    first, when = clause(rng, theme, own, simple=True), condition(rng, theme)
    again: Selector = Same("they") if rng.randrange(2) else first.selector
    return Static((Clause(first.selector, first.operations, Not(when)), Clause(again, (deed(rng, theme),), when)))


def otherwise(rng: Random, theme: str, own: str) -> Static:
    """Return "as long as you control an Angel, creatures have flying. Otherwise, they get +1/+1"."""
    first, when = clause(rng, theme, own, simple=True), condition(rng, theme)
    return Static(
        (Clause(first.selector, first.operations, when), Clause(Same("they"), (deed(rng, theme),), Not(when)))
    )


def besides(rng: Random, theme: str, own: str) -> Static:
    """Return "creatures have flying. As long as you control an Island, they get +1/+1" (613.6)."""
    first = clause(rng, theme, own, simple=True)
    further = clause(rng, theme, own, simple=True).operations
    return Static((first, Clause(Same("they"), further, condition(rng, theme))))


def series(rng: Random, theme: str, own: str) -> Static:
    """Return "has flying as long as a creature has it. The same is true for haste, protection, and landwalk"."""
    of = group(rng, theme)
    to: Selector = Attached("enchanted permanent") if own else rng.choice((Itself(), selector(rng, theme)))
    parts = []
    for word in (*KEYWORDS, "Protection", "Landwalk"):
        those = Group((*of.filters, With(word)))
        spelled = word in KEYWORDS
        gives = Gain((Keyword(word),)) if spelled else GainKind(word, those)
        parts.append(Clause(to, (gives,), Exists(those)))
    return Static(tuple(rng.sample(parts, rng.randrange(2, 4))))


def listed(rng: Random, theme: str, _own: str) -> Static:
    """Return "each creature has flying if it's white, haste if it's an artifact"."""
    of = group(rng, theme)
    asked = (OfColor(rng.choice(COLORS)), OfType("Artifact"), With(rng.choice(KEYWORDS)))
    return Static(
        tuple(
            Clause(Group((*of.filters, Provided((each,)))), (Gain((keyword(rng),)),))
            for each in rng.sample(asked, rng.randrange(2, 4))
        )
    )


def the_only(rng: Random, theme: str, _own: str) -> Static:
    """Return "as long as you control exactly one creature, that creature gets +2/+0 and has lifelink"."""
    of = group(rng, theme)
    when: Condition = Exists(of, Number(1), "exactly")
    return Static((Clause(CountedObjects(of), (deed(rng, theme), deed(rng, theme))),), when)
