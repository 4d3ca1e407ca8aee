"""Fixing what resolved effects and copies hold: their objects, variables and values, on the board of their event."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from mtglayers.model.ability import Clause
from mtglayers.model.amount import Amount, Number
from mtglayers.model.board import Board
from mtglayers.model.condition import Is, SelfIn
from mtglayers.model.copying import BecomeCopy, Copiable, TakeValues, values_of
from mtglayers.model.edition import Edition
from mtglayers.model.further_operation import Players
from mtglayers.model.gameobject import ResolvedEffect
from mtglayers.model.operation import Operation
from mtglayers.model.selector import Fixed, Itself, Same, Selector, Status, Target
from mtglayers.model.view import Mask

from .facts import Facts, numbers

if TYPE_CHECKING:
    from .order import Readings


class Settled:
    """What the events of a board fixed.

    Attributes:
        clauses: resolved effect -> its clauses with fixed objects and variables (611.2c-d); () if it is over.
        copies: number of an object that entered as a copy -> the values it copied (707.2b).
    """

    def __init__(self) -> None:
        self.clauses: dict[str, tuple[Clause, ...]] = {}
        self.copies: dict[int, Copiable] = {}


def settle(board: Board, edition: Edition, readings: Readings) -> Settled:
    """Return what every event of `board` fixed; solved once per event and kept on the board."""
    settled = Settled()
    past = Past(board, edition, readings)
    for effect in board.effects.values():
        if not effect.ended:
            settled.clauses[effect.name] = _in_force(effect, board, past)
    for object in board.copies():
        assert object.copy is not None
        settled.copies[object.number] = past.values(object.copy.of, object.copy.event)
    _end_now(board, settled, past)
    return settled


def _end_now(board: Board, settled: Settled, past: Past) -> None:
    """End what lasts "for as long as" something that the present board no longer bears out (611.2b)."""
    from .layers import walk_through

    def lasting() -> list[tuple[str, Clause]]:
        return [(name, c) for name, clauses in settled.clauses.items() for c in clauses if c.until is not None]

    while lasting():
        facts = walk_through(board, past.edition, past.readings, settled).facts
        over = [
            (name, clause)
            for name, clause in lasting()
            if clause.until is not None and not clause.until.holds(facts, board.effects[name].context)
        ]
        if not over:
            return
        for name, clause in over:
            settled.clauses[name] = tuple(c for c in settled.clauses[name] if c is not clause)


class Past:
    """The boards that were, solved when something must be known of them."""

    def __init__(self, board: Board, edition: Edition, readings: Readings) -> None:
        self.board = board
        self.edition = edition
        self.readings = readings

    def note(self, event: int, *key: object) -> dict[object, object]:
        """Return the notes kept for an event under this edition and these readings."""
        notes = self.board.settled.setdefault(event, {})
        return notes.setdefault((self.edition.key, self.readings, *key), {})  # type: ignore[no-any-return]

    def before(self, event: int) -> Board:
        """Return the board of the events before `event`."""
        past = self.board.copy()
        while len(past.events) > event:
            past.pop()
        return past

    def facts(self, event: int, until: str | None = None) -> Facts:
        """Return the state on the board of the events before `event`, after layer `until` or all layers."""
        from .layers import solve

        notes = self.note(event, "facts", until)
        if "facts" not in notes:
            solved = solve(self.before(event), edition=self.edition, readings=self.readings, until=until)
            notes["facts"] = solved.walk.facts
        return notes["facts"]  # type: ignore[return-value]

    def values(self, of: str, event: int) -> Copiable:
        """Return the copiable values that object `of` had before `event` (613.2c, 707.2)."""
        facts = self.facts(event, "1b")
        return copied(facts, facts.world.named(of))


def copied(facts: Facts, mask: Mask) -> Copiable:
    """Return what a copy of the one object of `mask` has, from the state after layer 1."""
    source = facts.world.objects[mask.bit_length() - 1]
    if source.card.layout == "flip" and source.face and source.copy is None:
        return source.card.faces[0].copiable()  # 707.3, 110.5: being flipped is a status, which is not copied
    return values_of(facts, mask)


def _in_force(effect: ResolvedEffect, board: Board, past: Past) -> tuple[Clause, ...]:
    """Return what is left of a resolved effect: clauses whose duration is not over, objects fixed."""
    notes = past.note(effect.event, "effect", effect.name)
    if "clauses" not in notes:
        notes["clauses"] = fix(effect, past)
    found: tuple[tuple[int, Clause], ...] = notes["clauses"]  # type: ignore[assignment]
    clauses = [(place, lasting(clause)) for place, clause in found]
    return tuple(
        clause
        for place, clause in clauses
        if place not in effect.over and (clause.until is None or _lasts(clause, effect, board, past))
    )


def lasting(clause: Clause) -> Clause:
    """Return a clause with a duration that speaks of its source as the condition that this is (611.2a)."""
    if re.fullmatch(r"(?:~|this \w+) leaves the battlefield", clause.duration):
        return msgspec.structs.replace(clause, until=SelfIn("battlefield"))
    if re.fullmatch(r"(?:~|this \w+) becomes untapped", clause.duration):
        return msgspec.structs.replace(clause, until=Is(Itself(), (Status("tapped"),)))
    return clause


def _lasts(clause: Clause, effect: ResolvedEffect, board: Board, past: Past) -> bool:
    """Return whether a "for as long as" has held at every moment since it began (611.2b)."""
    condition = clause.until
    assert condition is not None
    for event in range(effect.event + 1, len(board.events)):
        if not condition.holds(past.facts(event), effect.context):
            return False
    return True


def fix(effect: ResolvedEffect, past: Past) -> tuple[tuple[int, Clause], ...]:
    """Return (place, clause) of a resolved effect with objects and variables fixed (611.2c, 611.2d).

    A clause whose operations come out differently on different objects is there once for each outcome.
    """
    if effect.lingers:
        return tuple(enumerate(effect.clauses)) if _was_there(effect, past) else ()
    fixed: list[tuple[int, Clause]] = []
    for place, clause in enumerate(effect.clauses):
        if isinstance(clause.selector, Players):  # 611.2c is about objects; players are found at 613.10
            fixed.append((place, clause))
            continue
        if all(_constant(op) for op in clause.flat()) and _known(clause.selector) and clause.condition is None:
            previous = [found for before, found in fixed if before == place - 1]
            fixed.append((place, _with(clause, _direct(clause.selector, effect, previous), clause.operations)))
            continue
        facts = past.facts(effect.event)
        context = effect.context
        if isinstance(clause.selector, Same) and fixed:
            mask = _mask(found for before, found in fixed if before == place - 1)
        else:
            mask = clause.selector.select(facts, context)
        if clause.condition is not None and not clause.condition.holds(facts, context):
            mask = 0
        fixed.extend((place, found) for found in _evaluated(clause, mask, facts, effect, past))
    return tuple(fixed)


def _was_there(effect: ResolvedEffect, past: Past) -> bool:
    """Return whether the source still had the ability of an effect that goes on without it as it left."""
    held = past.facts(effect.event).abilities(effect.context.source or 0)
    return any(ability.origin == "copiable" and ability.place == effect.lingers for ability in held)


def _evaluated(clause: Clause, mask: Mask, facts: Facts, effect: ResolvedEffect, past: Past) -> Iterable[Clause]:
    """Yield a clause for each set of objects on which all of its operations come out the same."""
    if not mask:
        yield _with(clause, (), clause.operations)
        return
    groups: dict[tuple[Operation, ...], Mask] = {(): mask}
    for operation in clause.flat():
        split: dict[tuple[Operation, ...], Mask] = {}
        left = mask
        for done, scope in _fixed_operation(operation, mask, facts, effect, past):
            left &= ~scope
            for before, having in groups.items():
                if having & scope:
                    split[(*before, done)] = split.get((*before, done), 0) | having & scope
        for before, having in groups.items():  # what this operation passes over keeps the others
            if having & left:
                split[before] = split.get(before, 0) | having & left
        groups = split
    for operations, having in groups.items():
        yield _with(clause, numbers(having), operations)


def _fixed_operation(
    operation: Operation, mask: Mask, facts: Facts, effect: ResolvedEffect, past: Past
) -> Iterable[tuple[Operation, Mask]]:
    if isinstance(operation, BecomeCopy):
        original = operation.of.select(facts, effect.context)
        if not original:
            return []
        values = copied(past.facts(effect.event, "1b"), 1 << original.bit_length() - 1)
        return [(TakeValues(values, operation.exceptions), mask)]
    if _constant(operation):
        return [(operation, mask)]
    return operation.evaluate(facts, effect.context, mask)


def _constant(operation: Operation) -> bool:
    """Return whether an operation needs nothing from the board to be fixed.

    Amounts inside granted abilities stay as they are: those abilities keep asking (613.6, Svogthos).
    """
    if isinstance(operation, BecomeCopy):
        return False
    return not any(
        isinstance(child, Selector) or (isinstance(child, Amount) and not isinstance(child, Number))
        for child in operation.children()
    )


def _known(selector: Selector) -> bool:
    return isinstance(selector, (Itself, Target, Fixed, Same))


def _direct(selector: Selector, effect: ResolvedEffect, previous: list[Clause]) -> list[int]:
    context = effect.context
    match selector:
        case Same():
            return numbers(_mask(previous))
        case Fixed():
            return list(selector.numbers)
        case Itself():
            return [] if context.source is None else [context.source]
        case Target(index=index, many=many):
            return list(context.targets[index:] if many else context.targets[index : index + 1])
        case _:
            raise AssertionError(selector)


def _mask(clauses: Iterable[Clause]) -> Mask:
    mask = 0
    for clause in clauses:
        if isinstance(clause.selector, Fixed):
            for number in clause.selector.numbers:
                mask |= 1 << number
    return mask


def _with(clause: Clause, scope: Iterable[int], operations: tuple[Operation, ...]) -> Clause:
    return msgspec.structs.replace(clause, selector=Fixed((), tuple(scope)), operations=operations, condition=None)


__all__ = ["Past", "Settled", "fix", "settle"]
