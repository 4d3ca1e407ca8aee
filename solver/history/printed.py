"""What the printed abilities of a base can do, and what abilities contain."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache, lru_cache
from typing import Final

from mtglayers.model.cards.rules_text import TAPPING_FORMS, tapped_clauses
from mtglayers.model.effects.ability import TextAbility, enters_with
from mtglayers.model.effects.language import Ability, Amount, Clause, Condition, Filter, Selector
from mtglayers.model.effects.node import Node, fields_besides, nodes_in
from mtglayers.model.effects.operations.copying import BecomeCopy
from mtglayers.model.effects.selectors import Itself
from mtglayers.model.objects.gameobject import Base
from mtglayers.model.support.records import Record

from ..engine.effect import chooses


class Printed(Record, frozen=True):
    """What the printed abilities of the objects with a base can do.

    Attributes:
        reach: what `reach` returns for them.
        copies: whether a permanent with them has a static copy effect (707.2c).
        enters_with: whether they give the permanent other abilities as it enters (614.1c).
        acting: the abilities with continuous effects, and those that set copiable values by a choice (613.2a).
    """

    reach: str
    copies: bool
    enters_with: bool
    acting: tuple[Ability, ...]


@lru_cache(maxsize=8192)
def printed(base: Base) -> Printed:
    """Return what the printed abilities of the objects with a base can do."""
    acting: list[Ability] = []
    reached, copies, gives = "", False, False
    for ability in base.values.abilities:
        if type(ability) is TextAbility:  # text abilities are the most common, so they are tested first
            if ability.form not in TAPPING_FORMS:  # so it has no choice, either
                continue
            if chooses(ability):
                acting.append(ability)
        elif clauses := ability.clauses():
            acting.append(ability)
            copies = copies or any(map(makes_copies, clauses))
            gives = gives or enters_with(ability)
        if one := reach_of(ability):
            reached = widest((reached, one))
    return Printed(reached, copies and base.zone == "battlefield", gives, tuple(acting))


def depending(bases: Collection[Base]) -> dict[Base, Printed]:
    """Return those bases whose abilities depend on past events, each with what the abilities can do.

    These are abilities that can make objects enter tapped, copy, or give abilities as their object enters.

    >>> from mtglayers.model.board.board import Board
    >>> [list(depending(Board.of(lines).bases)) == [] for lines in ("Blood Moon; Life and Limb", "Kismet; Forest")]
    [True, False]
    """
    found = zip(bases, map(printed, bases), strict=True)
    return {base: each for base, each in found if each.reach or each.copies or each.enters_with}


@lru_cache(maxsize=8192)
def makes_copies(clause: Clause) -> bool:
    """Return whether a clause makes objects copies."""
    return any(isinstance(done, BecomeCopy) for done in clause.flat())


def reach(abilities: Iterable[Ability]) -> str:
    """Return whether abilities can make "others" enter tapped, only the object itself ("own"), or none ("")."""
    return widest(set(map(reach_of, abilities)))


def widest(reached: Collection[str]) -> str:
    """Return the widest of some values of `reach`."""
    return "others" if "others" in reached else "own" if "own" in reached else ""


@lru_cache(maxsize=8192)
def speaking(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """Return the abilities that can make an object enter tapped."""
    return tuple(filter(reach_of, abilities))


def reach_of(ability: Ability) -> str:
    """Return what `reach` returns for one ability."""
    if type(ability) is not TextAbility:
        inside = abilities_inside(ability)
        return "others" if inside and any(map(tapped_clauses, inside)) else ""
    clauses = tapped_clauses(ability)
    return "" if not clauses else "own" if all(isinstance(clause.selector, Itself) for clause in clauses) else "others"


def abilities_inside(tree: Node) -> tuple[Ability, ...]:
    """Return the abilities inside a tree, such as those that an ability grants; what resolves is not an effect yet."""
    return _abilities_inside(tree) if _granting(type(tree)) else ()


@lru_cache(maxsize=8192)
def _abilities_inside(tree: Node) -> tuple[Ability, ...]:
    found: list[Ability] = []
    left = [tree]
    while left:
        node = left.pop()
        for field in _granting(type(node)):
            for child in nodes_in(getattr(node, field)):
                if _granting(type(child)):
                    left.append(child)
                if isinstance(child, Ability):
                    found.append(child)
    return tuple(found)


@cache
def _granting(kind: type[Node]) -> tuple[str, ...]:
    # The fields that can contain abilities that are granted. Selectors, filters, conditions and amounts mention
    # abilities, but grant none.
    if issubclass(kind, (TextAbility, *_MENTIONING)):
        return ()
    return fields_besides(kind, _MENTIONS)


_MENTIONING: Final = (Selector, Filter, Condition, Amount)
_MENTIONS: Final = frozenset(kind.__name__ for kind in _MENTIONING)
