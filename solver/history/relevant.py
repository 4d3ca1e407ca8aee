"""The effects that can matter to what a question asks of earlier boards."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import Final

from mtglayers.model.effects.ability import enters_with
from mtglayers.model.effects.conditions import AllOf, AnyOf, Is, Not
from mtglayers.model.effects.language import Ability, Condition, Operation, Selector, facts_read
from mtglayers.model.effects.mana_abilities import INTRINSIC_COLUMNS
from mtglayers.model.effects.selectors import Attached, Itself, Same
from mtglayers.model.effects.view import ABILITIES, ANY, CONTROLLERS, Columns, Mask, columns
from mtglayers.model.rules.edition import Edition
from mtglayers.model.support.progress import checkpoint

from ..engine.effect import ability_key, gate_column, selector_of
from ..engine.state import numbers
from .acts import TAPPED, Act, kept_by

_OF_EFFECT: Final = columns(("choices", ANY), ("host", ANY), ("player", ANY))

MayAct = Callable[[Act, int], bool]
"""A function that returns whether an object may have what a clause needs."""


class Relevant:
    """The effects that can change some columns, those that can change what such an effect does, and so on.

    Attributes:
        reads: the columns in question and those that the effects read.
        groups: those of the columns that decide for several objects what the effects do to them.
        sources: the abilities that generate the effects, each with the objects that may have it.
        acts: the clauses of the effects, each with the objects that may have its ability.
        counted: the conditions that depend on several objects together, each with the object that has it.
        exact: whether a solve with only these effects is exact.
        shared: whether the effects decide for each object by itself, apart from `counted`.
        asks_tapped: whether an effect depends on what is tapped.
    """

    def __init__(
        self, acting: Iterable[tuple[Mask, Act]], asked: Columns, lines: Iterable[Ability], edition: Edition,
        layers: Container[str], growing: Columns, may_act: MayAct | None = None,
    ) -> None:  # fmt: skip
        """Find the effects.

        Args:
            acting: the clauses that may have applied, each with the objects that have its ability.
            asked: the columns in question, apart from abilities.
            lines: the abilities in question.
            edition: the rules.
            layers: the names of the layers in question.
            growing: the facts that can change for an object or a player as others enter.
            may_act: returns whether an object may have what a clause needs; by default, all objects may.
        """
        self.reads = frozenset(map(gate_column, asked))
        self.groups: Columns = frozenset()
        self.sources: dict[Ability, Mask] = {}
        self.counted: list[tuple[Condition, int]] = []
        self.exact = self.shared = True
        self.asks_tapped = False
        self._kept = _gates(lines)
        self._edition = edition
        self._layers = layers
        self._growing = growing
        self.acts: list[tuple[Mask, Act]] = []
        left = [
            (there, act)
            for mask, act in acting
            if (there := mask if may_act is None else _able(mask, act, may_act)) or not mask
        ]
        reads, kept = self.reads, self._kept
        while reads or kept:
            checkpoint("candidate")
            known, rest = (self.reads, self._kept), left
            left = []
            for mask, act in rest:
                # Whatever gives all abilities of a kind, but borrows none, gives no static or entering ability.
                if act.concerns(reads) or act.may_write(kept, ABILITIES):
                    self._add(act, mask)
                else:
                    left.append((mask, act))
            reads, kept = self.reads - known[0], self._kept - known[1]  # only these can make others matter

    def _add(self, act: Act, mask: Mask) -> None:
        ability = act.ability
        self.acts.append((mask, act))
        if act.selector is None or act.borrows or act.rewords or act.chosen:
            self.exact = False
        if ability is None or enters_with(ability):
            self.exact = False
            return
        known = self.sources.get(ability)
        self.sources[ability] = (known or 0) | mask
        if known is None:
            self._kept |= _gates((ability,))
            clauses = ability.clauses()
            for place, clause in enumerate(clauses):
                self._read_selector(selector_of(clauses, place))
                for operation in clause.flat():
                    self._read_operation(operation)
            self.asks_tapped |= bool(facts_read(ability) & TAPPED)
        for condition in (ability.when(), *(clause.condition for clause in ability.clauses())):
            if condition is not None:
                self._read_condition(condition, mask & ~(known or 0))

    def _read(self, columns: Columns) -> None:
        self.reads |= frozenset(map(gate_column, columns))

    def _read_selector(self, selector: Selector) -> None:
        facts = facts_read(selector)
        self._read(selector.reads())
        self.groups |= selector.reads() | facts
        by_itself = selector.by_itself() or isinstance(selector, Same)
        self.shared &= by_itself and not facts & TAPPED  # what enters later is not known to be tapped

    def _read_operation(self, operation: Operation) -> None:
        if self._edition.place(operation.kind) in self._layers:
            # Whether an object already has the mana abilities of its land types decides nothing else.
            self._read(operation.reads() | operation.consults() - INTRINSIC_COLUMNS)
            self.shared &= operation.reads() <= CONTROLLERS and facts_read(operation) <= _OF_EFFECT

    def _read_condition(self, condition: Condition, sources: Mask) -> None:
        if isinstance(condition, AllOf | AnyOf):
            for part in condition.parts:
                self._read_condition(part, sources)
        elif isinstance(condition, Not):
            self._read_condition(condition.part, sources)
        else:
            self._read(condition.reads())
            if not self._is_of_source(condition):
                self.counted += ((condition, source) for source in numbers(sources))
                self.shared &= not facts_read(condition) & TAPPED

    def _is_of_source(self, condition: Condition) -> bool:
        # Whether only the object that has a condition, or the one to which it is attached, decides it.
        if isinstance(condition, Is):
            by_itself = all(each.by_itself() for each in condition.filters)
            return isinstance(condition.subject, Itself | Attached) and by_itself
        others = any(isinstance(node, Selector) and not isinstance(node, Itself) for node in condition.walk())
        return not others and condition.reads() <= CONTROLLERS and facts_read(condition).isdisjoint(self._growing)


def _able(mask: Mask, act: Act, may_act: MayAct) -> Mask:
    return sum(1 << source for source in numbers(mask) if may_act(act, source))


def _gates(abilities: Iterable[Ability]) -> Columns:
    # The columns that decide whether an object has abilities.
    abilities = tuple(abilities)
    return kept_by(abilities) | columns(*(("ability", ability_key(ability)) for ability in abilities))
