"""What the clauses on a board can change, whatever they apply to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Final

import msgspec

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
    facts_read,
)
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.operations.types import TYPE_COLUMNS
from mtglayers.model.effects.selectors import Itself
from mtglayers.model.effects.view import ANY, FAMILIES, Column, Columns, Mask, columns
from mtglayers.model.objects.gameobject import Base

from ..engine.effect import ability_key, gate_column, overlaps, selector_of
from .earlier import is_steady
from .printed import abilities_inside, makes_copies, printed, reach, speaking, widest

LOST: Final = "lost"
"""The family of the abilities that objects may have lost; values are those of `ability_key`."""

EVERY_COLUMN: Columns = columns((LOST, ANY), *((family, ANY) for family in FAMILIES))

TAPPED: Columns = columns(("tapped", ANY))
"""The fact that is still unknown for objects whose event does not specify it."""


class Act(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Operations of a clause.

    Attributes:
        selector: the objects that the operations change; None means any objects.
        writes: the columns that the operations write.
        borrows: whether they give static abilities of other objects.
        rewords: whether they change the words of others.
        operations: the operations.
        conditions: the conditions of the clause and of its ability.
        lenders: the objects whose abilities they give, if any.
        ability: the printed ability that they belong to, if any.
        always: whether no condition of that ability can be false.
        chosen: whether they are those that the controller of their source chose (613.2a).
    """

    selector: Selector | None
    writes: Columns
    borrows: bool
    rewords: bool
    operations: Sequence[Operation] = ()
    conditions: Sequence[Condition] = ()
    lenders: Selector | None = None
    ability: Ability | None = None
    always: bool = False
    chosen: bool = False

    def concerns(self, reads: Columns) -> bool:
        """Return whether the operations can change what decides the columns."""
        return self.borrows or self.rewords or self.may_write(reads)

    def may_write(self, reads: Columns, but: Columns = frozenset()) -> bool:
        """Return whether the operations write what can affect a reader of the columns; `but` does not count."""
        if self._families.isdisjoint(_families(reads)):
            return False
        return overlaps(self.writes - but if but else self.writes, reads)

    @cached_property
    def _families(self) -> frozenset[str]:
        return _families(self.writes)

    @cached_property
    def needs(self) -> tuple[Selector, ...]:
        """What must select an object, or the operations do nothing."""
        asked = [part.subject for part in self.conditions if isinstance(part, Is)]
        lenders = () if self.lenders is None else (self.lenders,)
        return (*[subject for subject in asked if not isinstance(subject, Itself)], *lenders)

    @cached_property
    def condition(self) -> Condition | None:
        """A condition on how their source entered."""
        return next((part for part in self.conditions if _asks_how_it_entered(part)), None)

    @cached_property
    def gives(self) -> Columns:
        """Those of the columns whose values the operations only give to objects."""
        return self._only("gives")

    @cached_property
    def takes(self) -> Columns:
        """Those of the columns whose values the operations only take from objects."""
        return self._only("takes")

    @cached_property
    def choosing(self) -> bool:
        """Whether all operations refer to a choice, without which they may do nothing."""
        return bool(self.operations) and self._constant and all(map(choice_needed, self.operations))

    @cached_property
    def taking(self) -> bool:
        """Whether they take abilities whenever their ability exists, from whatever it selects."""
        return self.always and self._constant and any(family == LOST for family, _ in self.writes)

    @cached_property
    def _constant(self) -> bool:
        return not any(operation.reads() for operation in self.operations)

    def _only(self, only: str) -> Columns:
        # The types, supertypes and colors that some operations only give or only take, and that no other one writes.
        those: set[Column] = set()
        others: set[Column] = set()
        for operation in self.operations:
            (those if only == operation.ONLY else others).update(map(gate_column, operation.writes()))
        return frozenset(column for column in those - others if column[0] in _DIRECTED)


@lru_cache(maxsize=4096)
def _families(columns: Columns) -> frozenset[str]:
    return frozenset([family for family, _ in columns])


def besides_bases(board: Board) -> list[Node]:
    """Return what can have given objects abilities on a timeline besides their bases."""
    return [*_of_objects(board), *resolved_clauses(board)]


def resolved_clauses(board: Board) -> list[Clause]:
    """Return the clauses of the effects of a timeline, including effects that have ended."""
    return [clause for effect in board.effects.values() for clause in effect.clauses]


def _of_objects(board: Board) -> list[Node]:
    found = [*board.unprinted]
    turning = board.start is not None or not is_steady(board)
    if any(map(makes_copies, resolved_clauses(board))) or (
        turning and any(printed(base).copies for base in board.bases)
    ):
        for each in board.known():  # what is a copy can turn to another face
            found += each.on_other_faces()
    return found


def all_acts(bases: Mapping[Base, Mask], returning: bool) -> list[tuple[Mask, Act]]:
    """Return the acts of the printed abilities of some bases, each with the objects that have its ability."""
    having: dict[Ability, Mask] = {}
    for base, mask in bases.items():
        for ability in printed(base).acting:
            having[ability] = having.get(ability, 0) | mask
    return [(mask, act) for ability, mask in having.items() for act in acts(ability, returning)]


@lru_cache(maxsize=8192)
def acts(ability: Ability, returning: bool) -> tuple[Act, ...]:
    """Return the acts of an ability, and those of abilities that it grants, which can apply to any objects.

    A text ability must be one that `chooses`.
    """
    if isinstance(ability, TextAbility):
        resolution = ability.resolution
        if resolution is None or not resolution.modes:
            return ()
        return (Act(Itself(), EVERY_COLUMN, _lends(resolution), False, ability=ability, chosen=True),)  # 613.2a
    clauses = ability.clauses()
    when = _parts(ability.when())
    always = not when and all(clause.condition is None for clause in clauses)
    found: list[Act] = []
    for index, clause in enumerate(clauses):
        found += acts_of(selector_of(clauses, index), clause, returning, when, ability, always)
    for each in abilities_inside(ability):
        found += [act for clause in each.clauses() for act in acts_of(None, clause, returning, (), ability)]
    return tuple([each for each in found if each.writes])


def _lends(resolution: Node) -> bool:
    # Whether what a permanent becomes as it enters can have abilities that affect objects.
    return any(
        (isinstance(node, Operation) and node.borrows())
        or isinstance(node, TextAbility)
        or (isinstance(node, Ability) and bool(node.clauses()))
        for node in resolution.walk()
    )


def clauses_inside(node: Node) -> list[Clause]:
    """Return the clauses of the abilities in a tree."""
    abilities = (node, *abilities_inside(node)) if isinstance(node, Ability) else abilities_inside(node)
    return [clause for ability in abilities for clause in ability.clauses()]


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
    rest: list[Operation] = []
    for operation in clause.flat():
        lenders = operation.lenders()
        if lenders is None:
            rest.append(operation)
        else:
            yield _act(selector, (operation,), returning, conditions, lenders, ability, False)
    if rest:
        yield _act(selector, rest, returning, conditions, None, ability, always)


def _parts(condition: Condition | None) -> tuple[Condition, ...]:
    return condition.parts if isinstance(condition, AllOf) else () if condition is None else (condition,)


def _asks_how_it_entered(condition: Condition) -> bool:
    # Whether only facts with which its source entered decide a condition, as in "if it's bestowed".
    if not isinstance(condition, Is) or not isinstance(condition.subject, Itself) or condition.reads():
        return False
    facts = facts_read(condition)
    return not facts & TAPPED and all(isinstance(each, Status | WithCounter) for each in condition.filters)


def _act(
    selector: Selector | None, operations: Sequence[Operation], returning: bool, conditions: Sequence[Condition],
    lenders: Selector | None, ability: Ability | None, always: bool,
) -> Act:  # fmt: skip
    writes: set[Column] = set()
    borrows = rewords = False
    for operation in operations:
        written = list(map(gate_column, operation.writes()))
        writes.update(written)
        if operation.TAKES_ABILITIES:
            writes.update([(LOST, value) for family, value in written if family == "ability"])
        if returning and operation.SETS_TYPES:
            writes |= TYPE_COLUMNS
        borrows = borrows or operation.borrows()
        rewords = rewords or operation.kind == "text"
    return Act(selector, frozenset(writes), borrows, rewords, operations, conditions, lenders, ability, always)


_DIRECTED: Final = frozenset(("type", "subtype", "supertype", "color"))


def kept_by(abilities: tuple[Ability, ...]) -> Columns:
    """Return the columns that decide whether an object keeps abilities."""
    return frozenset((LOST, ability_key(ability)) for ability in abilities)


def asked_by(base: Base) -> Columns:
    """Return the columns that decide whether the abilities of a base make objects enter tapped."""
    lines = speaking(base.values.abilities)
    clauses = [clause for ability in lines for clause in tapped_clauses(ability)]
    conditions = (clause.condition.reads() for clause in clauses if clause.condition is not None)
    return kept_by(lines).union(*(clause.selector.reads() for clause in clauses), *conditions)


def reach_besides(board: Board) -> str:
    """Return what `reach` returns for the abilities that objects can have had besides those of their bases.

    What an effect gives counts as "others", because the object to which it gives the ability is unknown.
    """
    if any(map(_reach_inside, resolved_clauses(board))):
        return "others"
    return widest(set(map(_reach_inside, _of_objects(board))))


@lru_cache(maxsize=8192)
def _reach_inside(tree: Node) -> str:
    return reach(node for node in tree.walk() if isinstance(node, Ability))
