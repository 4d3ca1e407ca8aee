"""Effects as the walk meets them: from static abilities, resolved spells, counters, copies; with parts by layer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal

import msgspec

from mtglayers.model.ability import Ability, Clause, is_cda
from mtglayers.model.edition import Edition
from mtglayers.model.operation import Gain, Operation
from mtglayers.model.selector import Same, Selector
from mtglayers.model.view import ANY, Column, Context, Held

Key = tuple[int, ...]
"""A timestamp with its tie-breaks: (when, granted when or -1, object's stamp, place)."""

Origin = Literal["static", "resolved", "counters", "copy", "merge", "choice", "face down"]


class Part(msgspec.Struct, frozen=True):
    """What an effect does in one layer.

    Attributes:
        steps: (clause, operation) in the order of the text; the clause is the one whose scope counts.
        reads: the columns that decide scopes and operands.
        writes: the columns that may change, abilities by their `ability_key`.
        consults: the columns that decide how the operations play out beyond their operands.
        gate: `reads`, with abilities by their `ability_key`.
        moves: whether it may add or remove abilities that generate effects themselves.
        rewords: whether it changes the text of abilities (layer 3).
        signature: a number that parts with equal reads, writes and consults share.
    """

    steps: tuple[tuple[int, Operation], ...]
    reads: frozenset[Column]
    writes: frozenset[Column]
    consults: frozenset[Column]
    gate: frozenset[Column]
    moves: bool
    rewords: bool
    signature: int


class Plan(msgspec.Struct, frozen=True):
    """An effect's clauses, laid out by layer."""

    clauses: tuple[Clause, ...]
    parts: Mapping[str, Part]
    cda: bool
    edition: Edition


class Effect:
    """One continuous effect on one board.

    Attributes:
        name: how puzzles and results call it.
        key: its timestamp key; effects are compared by it.
        origin: what generates it.
        source: number of the object it comes from, or None.
        held: the ability that generates it, for a static one.
        plan: what it does, by layer.
        context: what "this", "you", "target" and X mean in it.
    """

    __slots__ = ("context", "held", "key", "name", "order", "origin", "plan", "source")

    def __init__(
        self, name: str, key: Key, origin: Origin, plan: Plan, context: Context, held: Held | None = None
    ) -> None:
        self.name = name
        self.key = key
        self.origin = origin
        self.source = context.source
        self.held = held
        self.plan = plan
        self.context = context
        self.order = (key, name)  # what effects are sorted by: timestamp, then object, then name

    def __repr__(self) -> str:
        return f"<effect {self.name}>"


AFTER_LAYERS: Final[Mapping[str, tuple[str, str]]] = {
    "player": ("613.10", "players"),
    "rule": ("613.11", "the rules of the game"),
}
"""Kinds of operation that apply after all layers -> what they are listed under, and its title."""

_SIGNATURES: dict[tuple[object, ...], int] = {}


@lru_cache(maxsize=65536)
def plan(clauses: tuple[Clause, ...], cda: bool, edition: Edition) -> Plan:
    """Return clauses laid out by layer as the edition places their operations (613.1, 613.4)."""
    scopes: list[int] = []
    for place, clause in enumerate(clauses):
        scopes.append(scopes[-1] if isinstance(clause.selector, Same) and scopes else place)
    steps: dict[str, list[tuple[int, Operation]]] = {}
    granted = 0
    for place, clause in enumerate(clauses):
        for operation in clause.flat():
            placed = operation
            if isinstance(operation, Gain):
                placed = msgspec.structs.replace(operation, first=granted + 1)
                granted += len(operation.abilities)
            kind = "define" if cda and operation.kind == "set" else operation.kind
            layer = AFTER_LAYERS[kind][0] if kind in AFTER_LAYERS else edition.layer_of(kind)
            # A clause with a condition of its own keeps a scope of its own (613.6).
            own = place if clause.condition is not None else scopes[place]
            steps.setdefault(layer, []).append((own, placed))
    return Plan(clauses, {layer: _part(clauses, tuple(found)) for layer, found in steps.items()}, cda, edition)


def _part(clauses: tuple[Clause, ...], steps: tuple[tuple[int, Operation], ...]) -> Part:
    reads: frozenset[Column] = frozenset()
    for place, operation in steps:
        condition = clauses[place].condition
        reads |= selector_of(clauses, place).reads() | operation.reads()
        reads |= condition.reads() if condition is not None else frozenset()
    writes = frozenset(_gate_column(column) for _, operation in steps for column in operation.writes())
    consults = frozenset(column for _, operation in steps for column in operation.consults())
    gated = frozenset(_gate_column(column) for column in reads)
    signature = _SIGNATURES.setdefault((reads, writes, consults), len(_SIGNATURES))
    moves = any(
        family == "ability" and (value == ANY or bool(value.clauses()))  # type: ignore[attr-defined]
        for _, operation in steps
        for family, value in operation.writes()
    )
    rewords = any(operation.kind == "text" for _, operation in steps)
    return Part(steps, reads, writes, consults, gated, moves, rewords, signature)


def selector_of(clauses: tuple[Clause, ...], place: int) -> Selector:
    """Return the selector of a clause, following "it" and "they" back to what they mean."""
    while place and isinstance(clauses[place].selector, Same):
        place -= 1
    return clauses[place].selector


def ability_key(ability: Ability) -> object:
    """Return what stands for an ability in a gate: a keyword's name, as "loses flying" takes every form."""
    return getattr(ability, "name", None) or ability


def _gate_column(column: Column) -> Column:
    family, value = column
    if family == "ability" and value != ANY:
        return family, ability_key(value.ability if isinstance(value, Held) else value)  # type: ignore[arg-type]
    return column


@lru_cache(maxsize=65536)
def existence_gate(held: Held) -> frozenset[Column]:
    """Return the gate columns that decide whether an ability's effect exists: itself, and its condition."""
    condition = held.ability.when()
    reads = frozenset() if condition is None else condition.reads()
    return frozenset({("ability", ability_key(held.ability)), *(_gate_column(column) for column in reads)})


@lru_cache(maxsize=65536)
def static_plan(held: Held, edition: Edition) -> Plan | None:
    """Return the plan of an ability that an object holds, or None if it generates no continuous effect.

    604.3a: only an ability that was not granted can be characteristic-defining.
    """
    clauses = held.ability.clauses()
    if not clauses:
        return None
    return plan(clauses, held.origin == "copiable" and is_cda(held.ability), edition)


@lru_cache(maxsize=65536)
def touches(writes: frozenset[Column], reads: frozenset[Column]) -> bool:
    """Return whether something that writes these columns could change something that reads those."""
    families = {family for family, _ in reads}
    return any(
        (family in families) if value == ANY else ((family, value) in reads or (family, ANY) in reads)
        for family, value in writes
    )
