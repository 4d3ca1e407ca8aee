"""What the clauses on a board can change, whatever they apply to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from mtglayers.model.board.board import Board
from mtglayers.model.cards.rules_text import tapped_clauses
from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.choices import choice_needed
from mtglayers.model.effects.conditions import AllOf, Is
from mtglayers.model.effects.filters.status import Status, WithCounter
from mtglayers.model.effects.language import (
    Ability,
    Clause,
    Condition,
    Operation,
    Selector,
    abilities_inside,
    facts_read,
)
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.operations.types import TYPE_COLUMNS
from mtglayers.model.effects.selectors import Itself
from mtglayers.model.effects.view import ANY, FAMILIES, Column, Columns, Held, columns
from mtglayers.model.objects.gameobject import Base, GameObject
from mtglayers.model.support.records import Leaf

from ..engine.effect import ability_key, chooses, gate_column, selector_of

LOST: Final = "lost"
"""The family of the abilities that objects may have lost; values are those of `ability_key`."""

EVERY_COLUMN: Columns = columns((LOST, ANY), *((family, ANY) for family in FAMILIES))

TAPPED: Columns = columns(("tapped", ANY))
"""The fact that is still unknown for objects whose event does not specify it."""


class Act(Leaf, frozen=True):
    """Operations of a clause.

    Attributes:
        selector: the objects that the operations change; None means any objects.
        writes: the columns that the operations write.
        borrows: whether they give static abilities of other objects.
        rewords: whether they change the words of others.
        gives: those of the columns whose values they only give to objects.
        takes: those of the columns whose values they only take from objects.
        needs: what must select an object, or they do nothing.
        condition: a condition on how their source entered.
        chosen: whether they are those that the controller of their source chose (613.2a).
        choosing: whether all of them refer to a choice, without which they may do nothing.
        ability: the printed ability that they belong to, if any.
        taking: whether they take abilities whenever that ability exists, from whatever it selects.
        operations: the operations.
    """

    selector: Selector | None
    writes: Columns
    borrows: bool
    rewords: bool
    gives: Columns = frozenset()
    takes: Columns = frozenset()
    needs: tuple[Selector, ...] = ()
    condition: Condition | None = None
    chosen: bool = False
    choosing: bool = False
    ability: Ability | None = None
    taking: bool = False
    operations: tuple[Operation, ...] = ()


def unprinted(found: GameObject) -> Iterator[Node]:
    """Yield the parts of an object that are not printed."""
    if found.copy is not None:
        yield from found.copy.exceptions
    if found.listed is not None:
        yield found.listed
    for sticker in found.stickers:
        yield from sticker.abilities


@lru_cache(maxsize=8192)
def acts(base: Base, returning: bool) -> tuple[Act, ...]:
    """Return the clauses of all abilities, and those of abilities that they grant, to any objects."""
    found: list[Act] = []
    for place, ability in enumerate(base.values.abilities, start=1):
        if isinstance(ability, TextAbility):
            resolution = ability.resolution
            if resolution is not None and resolution.modes and chooses(Held(ability, "copiable", place)):
                lends = _lends(resolution)
                found.append(Act(Itself(), EVERY_COLUMN, lends, False, chosen=True, ability=ability))  # 613.2a
            continue
        clauses = ability.clauses()
        when = _parts(ability.when())
        always = not when and all(clause.condition is None for clause in clauses)
        for index, clause in enumerate(clauses):
            found += acts_of(selector_of(clauses, index), clause, returning, when, ability, always)
        for child in ability.children() if abilities_inside(ability) else ():
            found += [act for each in clauses_inside(child) for act in acts_of(None, each, returning, (), ability)]
    return tuple(each for each in found if each.writes)


def _lends(resolution: Node) -> bool:
    # Whether what a permanent becomes as it enters can have abilities that affect objects.
    return any(
        (isinstance(node, Operation) and node.borrows())
        or isinstance(node, TextAbility)
        or (isinstance(node, Ability) and bool(node.clauses()))
        for node in resolution.walk()
    )


def clauses_inside(node: Node) -> Iterator[Clause]:
    """Yield the clauses of the abilities in a tree; what resolves is not an effect yet."""
    if isinstance(node, TextAbility):
        return
    if isinstance(node, Ability):
        yield from node.clauses()
    for child in node.children():
        yield from clauses_inside(child)


def acts_of(
    selector: Selector | None, clause: Clause, returning: bool, when: tuple[Condition, ...] = (),
    ability: Ability | None = None, always: bool = False,
) -> Iterator[Act]:  # fmt: skip
    """Yield the operations of a clause; those that do nothing without other objects are separate.

    Args:
        selector: the objects to which the clause applies.
        clause: the clause.
        returning: whether subtypes return with their card type (`Edition.fallen_return`).
        when: the conditions under which the effect exists.
        ability: the printed ability to which the clause belongs, if any.
        always: whether no condition of that ability can be false.
    """
    conditions = (*when, *_parts(clause.condition))
    condition = next((part for part in conditions if _asks_how_it_entered(part)), None)
    needs = tuple(part.subject for part in conditions if isinstance(part, Is) and not isinstance(part.subject, Itself))
    rest: list[Operation] = []
    for operation in clause.flat():
        lenders = operation.lenders()
        if lenders is None:
            rest.append(operation)
        else:
            yield _act(selector, (operation,), returning, (*needs, lenders), condition, ability, False)
    if rest:
        yield _act(selector, rest, returning, needs, condition, ability, always)


def _parts(condition: Condition | None) -> tuple[Condition, ...]:
    return condition.parts if isinstance(condition, AllOf) else () if condition is None else (condition,)


def _asks_how_it_entered(condition: Condition) -> bool:
    # Whether only facts with which its source entered decide a condition, as in "if it's bestowed".
    if not isinstance(condition, Is) or not isinstance(condition.subject, Itself) or condition.reads():
        return False
    facts = facts_read(condition)
    return not facts & TAPPED and all(isinstance(each, Status | WithCounter) for each in condition.filters)


def _act(
    selector: Selector | None, operations: Sequence[Operation], returning: bool, needs: tuple[Selector, ...],
    condition: Condition | None, ability: Ability | None, always: bool,
) -> Act:  # fmt: skip
    written = [(operation, frozenset(map(gate_column, operation.writes()))) for operation in operations]
    writes = frozenset[Column]().union(*(each for _, each in written))
    taken = (column for operation, each in written if operation.TAKES_ABILITIES for column in each)
    writes |= {(LOST, value) for family, value in taken if family == "ability"}
    if returning and any(operation.SETS_TYPES for operation in operations):
        writes |= TYPE_COLUMNS
    loses = any(family == LOST for family, _ in writes)
    choosing = all(map(choice_needed, operations))
    constant = (loses or choosing) and not any(operation.reads() for operation in operations)
    return Act(
        selector,
        writes,
        any(operation.borrows() for operation in operations),
        any(operation.kind == "text" for operation in operations),
        _only(written, "gives"),
        _only(written, "takes"),
        needs,
        condition,
        choosing=choosing and constant,
        ability=ability,
        taking=always and loses and constant,
        operations=tuple(operations),
    )


def _only(written: Iterable[tuple[Operation, Columns]], only: str) -> Columns:
    # The types, supertypes and colors that some operations only give or only take, and that no other one writes.
    those: set[Column] = set()
    others: set[Column] = set()
    for operation, columns_of in written:
        (those if only == operation.ONLY else others).update(columns_of)
    return frozenset(column for column in those - others if column[0] in _DIRECTED)


_DIRECTED: Final = frozenset(("type", "subtype", "supertype", "color"))


@lru_cache(maxsize=8192)
def reach(abilities: tuple[Ability, ...]) -> str:
    """Return whether abilities can make "others" enter tapped, only the object itself ("own"), or none ("")."""
    return max(map(reach_of, abilities), key=("", "own", "others").index, default="")


@lru_cache(maxsize=8192)
def reach_of_base(base: Base) -> str:
    """Return what `reach` returns for the printed abilities of objects with a base."""
    return reach(base.values.abilities)


@lru_cache(maxsize=8192)
def speaking(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """Return the abilities that can make an object enter tapped."""
    return tuple(filter(reach_of, abilities))


def kept_by(abilities: tuple[Ability, ...]) -> Columns:
    """Return the columns that decide whether an object keeps abilities."""
    return frozenset((LOST, ability_key(ability)) for ability in abilities)


def asked_by(base: Base) -> Columns:
    """Return the columns that decide whether the abilities of a base make objects enter tapped."""
    lines = speaking(base.values.abilities)
    clauses = [clause for ability in lines for clause in tapped_clauses(ability)]
    conditions = (clause.condition.reads() for clause in clauses if clause.condition is not None)
    return kept_by(lines).union(*(clause.selector.reads() for clause in clauses), *conditions)


def reach_of(ability: Ability) -> str:
    """Return what `reach` returns for one ability."""
    if not isinstance(ability, TextAbility):
        return "others" if any(map(reach_of, abilities_inside(ability))) else ""
    clauses = tapped_clauses(ability)
    return "" if not clauses else "own" if all(isinstance(clause.selector, Itself) for clause in clauses) else "others"


def grants(board: Board) -> bool:
    """Return whether an effect may have granted an ability that can make an object enter tapped."""
    clauses = (clause for effect in board.effects.values() for clause in effect.clauses)
    return any(reach_of(node) for clause in clauses for node in clause.walk() if isinstance(node, Ability))
