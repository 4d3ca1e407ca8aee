"""Continuous effects and their parts in each layer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import count
from operator import attrgetter
from typing import Final

import msgspec

from mtglayers.model.effects.ability import TextAbility, enters_with, is_cda
from mtglayers.model.effects.copiable import Copiable
from mtglayers.model.effects.language import Ability, Clause, Condition, Operation, Selector
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.operations.abilities import Gain
from mtglayers.model.effects.operations.abilities_from_board import DECIDED, GainOne, Giving
from mtglayers.model.effects.operations.types import TYPE_COLUMNS
from mtglayers.model.effects.selectors import Attached, Same
from mtglayers.model.effects.tapped import Lines, Tapped
from mtglayers.model.effects.view import ABILITIES, ANY, Column, Columns, Context, Held, Mask
from mtglayers.model.rules.edition import Edition, Origin
from mtglayers.model.support.records import Record

ORDER: Final = attrgetter("order")
"""A key by which effects are sorted, oldest first (613.7)."""

Key = tuple[int, ...]
"""The timestamp of an effect, followed by tie-breakers.

For a static ability, the tie-breakers are the timestamp at which it was granted or -1, the timestamp of its object, and
its place among the object's abilities.
"""


class Part:
    """The part of an effect in one layer.

    Attributes:
        steps: pairs (index, operation) in text order; the clause with this index determines the scope.
        reads: the columns that determine scopes and operands.
        writes: the columns that the part can change, with each ability replaced by its `ability_key`.
        consults: the columns that determine the results of the operations, excluding the columns of the operands.
        gate: `reads`, with each ability replaced by its `ability_key`.
        selective: the operations that read only some abilities.
        rest: `reads`, apart from those abilities.
        moves: whether the part can add or remove abilities that generate effects.
        moves_control: whether the part can change controllers.
        rewords: whether the part changes the text of abilities (layer 3).
        certain: whether the part applies whenever the effect exists, because a clause has no condition.
        selectors: the selectors of these clauses, by index, with "it" and "they" replaced by their referents.
        signature: a number shared by all parts with equal `reads`, `writes` and `consults`.
    """

    __slots__ = (
        "_touched", "certain", "consults", "gate", "moves", "moves_control", "reads", "rest", "rewords", "selective",
        "selectors", "signature", "steps", "writes",
    )  # fmt: skip

    def __init__(self, clauses: tuple[Clause, ...], steps: tuple[tuple[int, Operation], ...], edition: Edition) -> None:
        """Describe the operations of some clauses, given as pairs like `steps`, under an edition."""
        self.steps = steps
        self.selectors: dict[int, Selector] = {}
        self.rewords = self.certain = False
        rest: set[Column] = set()
        written: list[Column] = []
        consults: set[Column] = set()
        returns = False
        for place, operation in steps:
            condition = clauses[place].condition
            self.selectors[place] = selector_of(clauses, place)
            rest.update(self.selectors[place].reads(), _read_otherwise(operation))
            if condition is not None:
                rest |= condition.reads()
            elif operation.kind != "set":
                self.certain = True
            if operation.kind == "text":
                self.rewords = True
            if operation.SETS_TYPES:
                returns = edition.fallen_return  # subtypes return with their card type
            written += operation.writes()
            consults |= operation.consults()
        self.rest = frozenset(rest)
        self.selective = tuple([operation for _, operation in steps if operation.SELECTIVE])
        reads = self.rest.union(*[operation.reads() for operation in self.selective]) if self.selective else self.rest
        writes = frozenset(map(gate_column, written))
        if returns:
            writes |= TYPE_COLUMNS
        self.reads = reads
        self.writes = writes
        self.consults = frozenset(consults)
        self.gate = frozenset(map(gate_column, reads))
        self.moves = False
        for family, value in written:
            if family == "ability" and (value == ANY or value.clauses()):  # type: ignore[attr-defined]
                self.moves = True
                break
        self.moves_control = of_control(writes)
        self.signature = _signature(reads, writes, self.consults)
        self._touched: dict[Columns, bool] = {}

    def touches(self, gate: Columns) -> bool:
        """Return whether what the part writes overlaps a gate."""
        known = self._touched.get(gate)
        if known is None:
            if len(self._touched) > _GATES:
                self._touched.clear()
            known = self._touched[gate] = overlaps(self.writes, gate)
        return known


def _read_otherwise(operation: Operation) -> Columns:
    # What decides the operands, apart from the abilities among which a selective operation looks for those it means.
    if not operation.SELECTIVE:
        return operation.reads()
    return operation.reads_inside() | operation.reads() - ABILITIES


class Plan:
    """The clauses of an effect, assigned to layers."""

    __slots__ = ("cda", "clauses", "edition", "parts")

    def __init__(
        self, clauses: tuple[Clause, ...], parts: dict[str, Part], cda: bool, edition: Edition
    ) -> None:  # fmt: skip
        self.clauses = clauses
        self.parts = parts
        self.cda = cda
        self.edition = edition


class ResolvedEffects(Record, frozen=True):
    """The objects and values that past events on a board locked in.

    Attributes:
        clauses: a map from each resolved effect to its clauses with fixed objects and variables (611.2c-d), or to
            () if the effect has ended.
        copies: a map from the number of each object that entered as a copy to the values that it copied (707.2b).
        static_copies: a map from each static copy effect to the values that it copied when it first applied
            (707.2c).
        tapped: the tapped objects, or None if none entered tapped although no event specifies it (614.12).
        ended: a map from a recorded fact, such as being paired (702.95e), to the objects for which it has ended.
        entered: a map from a condition to the objects that entered this turn under each player's control.
        you: a map from a resolved effect to the player that "you" means, if it is not the one on the board.
        entered_with: a map from the number of an object to what it gained as it entered (614.1c).
    """

    clauses: Mapping[str, tuple[Clause, ...]] = {}
    copies: Mapping[int, Copiable] = {}
    static_copies: Mapping[str, Copiable] = {}
    tapped: Tapped | None = None
    ended: Mapping[str, Mask] = {}
    entered: Mapping[str, Mapping[int, Mask]] = {}
    you: Mapping[str, int | None] = {}
    entered_with: Mapping[int, tuple[Operation, ...]] = {}

    @property
    def unsure(self) -> Lines:
        """The lines that leave open whether objects are tapped."""
        return () if self.tapped is None else self.tapped.unsure()


class Effect:
    """One continuous effect on one board (611.1).

    Attributes:
        name: its name in puzzles and results.
        key: its timestamp key, which determines the order of effects.
        origin: the kind of its source.
        source: the number of the object that it comes from, or None if it does not come from an object.
        held: the static ability that generates it, or None for any other effect.
        condition: the condition on which it exists, if its ability has one (611.3a).
        condition_reads: the columns that determine whether the condition holds.
        gate: the columns that determine whether its ability generates it, with each ability replaced by its
            `ability_key`.
        zones: the zones in which its ability functions, or () for all zones (113.6).
        plan: its parts, by layer.
        context: the meaning of "this", "you", "target" and X.
    """

    __slots__ = (
        "condition", "condition_reads", "context", "gate", "held", "key", "name", "order", "origin", "plan", "source",
        "zones",
    )  # fmt: skip

    def __init__(
        self, name: str, key: Key, origin: Origin, plan: Plan, context: Context, held: Held | None = None
    ) -> None:
        self.name = name
        self.key = key
        self.origin: Origin = origin
        self.source = context.source
        self.held = held
        self.plan = plan
        self.context = context
        self.condition, self.condition_reads, self.gate, self.zones = _existence(held, plan.edition, plan.cda)
        # Effects are sorted by timestamp, object and name; in 2005, characteristic-defining abilities came first
        # (418.5a).
        later = plan.edition.cda_dependency == "any" and not plan.cda
        self.order = (later, key, name)

    def __repr__(self) -> str:
        return f"<effect {self.name}>"


_GATES: Final = 256
"""The number of gates for which a part remembers whether it touches them."""

_numbers: Final = count(1)


@lru_cache(maxsize=16384)
def _signature(*columns: frozenset[Column]) -> int:
    # If the cache drops an entry, the columns get a new number.
    del columns
    return next(_numbers)


@lru_cache(maxsize=8192)
def plan(clauses: tuple[Clause, ...], cda: bool, edition: Edition, origin: Origin = "static") -> Plan:
    """Sort clauses into the layers of an edition (613.1, 613.4)."""
    clauses = fitting(clauses, edition)
    # 418.5b until 2005-09-30: an effect that changes types applies entirely in the type layer.
    whole = edition.types_wholly and not (cda and edition.cda_wholly)
    wholly = whole and any(op.kind == "type" for clause in clauses for op in clause.flat())
    steps: dict[str, list[tuple[int, Operation]]] = {}
    granted = decided = 0
    for place, clause in enumerate(clauses):
        for operation in clause.flat():
            placed = operation
            if isinstance(operation, Gain):
                placed = msgspec.structs.replace(operation, first=granted + 1)
                granted += len(operation.abilities)
            elif isinstance(operation, GainOne):
                placed = msgspec.structs.replace(operation, first=granted + 1)
                granted += len(operation.abilities) if operation.every else 1
            elif isinstance(operation, Giving):
                decided += DECIDED
                placed = msgspec.structs.replace(operation, first=decided)
            kind = "define" if cda and operation.kind == "set" else operation.kind
            if cda and edition.cda_wholly:
                kind = "define"
            layer = edition.place("type" if wholly else kind, origin)
            # A clause with its own condition starts separately (613.6).
            own = place if clause.condition is not None else head_of(clauses, place)
            steps.setdefault(layer, []).append((own, placed))
    parts = {layer: Part(clauses, tuple(found), edition) for layer, found in steps.items()}
    return Plan(clauses, parts, cda, edition)


def fitting(clauses: tuple[Clause, ...], edition: Edition) -> tuple[Clause, ...]:
    """Return clauses in which "enchanted creature" means only a creature, if the edition says so."""
    return tuple(map(_fitting, clauses)) if edition.attached_must_fit else clauses


def _fitting(clause: Clause) -> Clause:
    # An object meant by "enchanted creature" must be a creature; the clauses of granted abilities are not changed.
    bare = msgspec.structs.replace(clause, operations=()).rewrite(_fitted)
    return msgspec.structs.replace(bare, operations=tuple(map(_fitting_operation, clause.operations)))


def _fitting_operation(operation: Operation) -> Operation:
    new = {
        name: _fitted(value.rewrite(_fitted))
        for name in operation.__struct_fields__
        if isinstance(value := getattr(operation, name), Node)
        and not any(isinstance(node, Ability) for node in value.walk())
    }
    return msgspec.structs.replace(operation, **new) if new else operation


def _fitted(node: Node) -> Node:
    return msgspec.structs.replace(node, must_fit=True) if isinstance(node, Attached) else node


def head_of(clauses: Sequence[Clause], place: int) -> int:
    """Return the index of the clause that "it" or "they" refers to.

    If the clause has no such pronoun, return `place`.
    """
    while place and isinstance(clauses[place].selector, Same):
        place -= 1
    return place


def selector_of(clauses: Sequence[Clause], place: int) -> Selector:
    """Return the selector of a clause, replacing "it" and "they" with their referents."""
    return clauses[head_of(clauses, place)].selector


def ability_key(ability: Ability) -> object:
    """Return the key that replaces an ability in gate columns.

    The key of a keyword is its name because "loses flying" removes every form of it.
    """
    return getattr(ability, "name", None) or ability


def gate_column(column: Column) -> Column:
    """Return a column with its ability replaced by the `ability_key`."""
    family, value = column
    if family == "ability" and value != ANY:
        return family, ability_key(value.ability if isinstance(value, Held) else value)  # type: ignore[arg-type]
    return column


def condition_of(held: Held, edition: Edition) -> Condition | None:
    """Return the condition on which an ability's effect exists, if it has a condition."""
    condition: Condition | None = held.ability.when()
    if condition is None or not edition.attached_must_fit:
        return condition
    return condition.rewrite(_fitted)


@lru_cache(maxsize=8192)
def _existence(
    held: Held | None, edition: Edition, cda: bool
) -> tuple[Condition | None, frozenset[Column], frozenset[Column], tuple[str, ...]]:
    # The condition, condition_reads, gate and zones of an effect.
    if held is None:
        return None, frozenset(), frozenset(), ()
    condition = condition_of(held, edition)
    reads: frozenset[Column] = frozenset() if condition is None else condition.reads()
    gate = frozenset({("ability", ability_key(held.ability)), *(gate_column(column) for column in reads)})
    return condition, reads, gate, functioning_zones(held, edition, cda)


def functioning_zones(held: Held, rules: Edition, cda: bool) -> tuple[str, ...]:
    """Return the zones in which an ability functions, or () for all zones (113.6).

    A granted ability is not characteristic-defining (604.3a), so it functions in its own zones or on the battlefield.
    """
    granted = held.origin == "granted" and not cda and is_cda(held.ability, rules)
    zones = getattr(held.ability, "zones", ("battlefield",)) if granted else held.ability.functions_in(rules)
    return tuple(zones)


@lru_cache(maxsize=8192)
def static_plan(held: Held, edition: Edition, own: bool = False) -> Plan | None:
    """Return the plan of an ability's continuous effect, if any.

    A granted ability is not characteristic-defining (604.3a). Until 2005-09-30, a granted ability was
    characteristic-defining if its object had granted it to itself (`own`).
    """
    clauses = held.ability.clauses()
    if not clauses or enters_with(held.ability):
        return None
    printed = held.origin == "copiable" and (held.granter != "text" or edition.cda_from_text)
    return plan(clauses, (own or printed) and is_cda(held.ability, edition), edition)


_NO_LAYERS: Final[frozenset[str]] = frozenset()


@lru_cache(maxsize=8192)
def layers_of(held: Held, edition: Edition) -> frozenset[str]:
    """Return the layers in which an ability's effect can have a part."""
    if not held.ability.clauses():
        return _NO_LAYERS
    # Its layers can depend on whether its object granted it to itself.
    ways = (False, True) if edition.cda_self_granted else (False,)
    planned = [static_plan(held, edition, own) for own in ways]
    return frozenset().union(*(each.parts for each in planned if each is not None))


@lru_cache(maxsize=8192)
def watched_columns(reads: Columns, condition: Columns, held: Held | None) -> Columns:
    """Return the columns on which an effect's footprint depends, given what its part and its condition read."""
    return reads | condition if held is None else reads.union(condition, {("ability", held)})


@lru_cache(maxsize=8192)
def of_control(columns: Columns) -> bool:
    """Return whether one of the columns is that of a controller."""
    return any(family == "controller" for family, _ in columns)


def chooses(ability: Ability) -> bool:
    """Return whether a choice made as an object enters sets copiable values (613.2a)."""
    return type(ability) is TextAbility and ability.form == "entering" and ability.resolution is not None


def may_matter_in(layer: str, held: Held, edition: Edition) -> bool:
    """Return whether an ability can influence which effects exist in a layer."""
    return layer in layers_of(held, edition) or (chooses(held.ability) and layer == edition.place("copy"))


def overlaps(writes: AbstractSet[Column], reads: AbstractSet[Column]) -> bool:
    """Return whether changes to `writes` can affect a reader of `reads`."""
    for column in writes:
        if column in reads:
            return True
        family, value = column
        if value == ANY:
            for other, _ in reads:
                if other == family:
                    return True
        elif (family, ANY) in reads:
            return True
    return False


@lru_cache(maxsize=32768)
def touches(writes: frozenset[Column], reads: frozenset[Column]) -> bool:
    """Return whether `writes` overlaps `reads`, and cache the answer across solves."""
    return overlaps(writes, reads)
