"""Objects, variables and values that resolved effects and copies locked in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, TypeVar

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.board.start import BEFORE
from mtglayers.model.cards.rules_text import resolution_of_ability, with_others
from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.copiable import Copiable
from mtglayers.model.effects.language import Clause, Operation, Selector
from mtglayers.model.effects.locked import is_constant
from mtglayers.model.effects.operations.copying import BecomeCopy, TakeValues
from mtglayers.model.effects.selectors import Fixed, Group, Itself, Same, Target, Together, is_open_ended
from mtglayers.model.effects.tapped import Tapped
from mtglayers.model.effects.view import Context, Mask, union
from mtglayers.model.events.changes import flipped
from mtglayers.model.events.resolution import Resolves
from mtglayers.model.objects.gameobject import Base, GameObject, ResolvedEffect
from mtglayers.model.rules.edition import Edition
from mtglayers.model.support.progress import checkpoint

from ..engine.choose import BOARD_ORDER, Choose, TimestampOrder, choose
from ..engine.effect import ResolvedEffects, fitting, plan
from ..engine.state import State, initial, numbers
from ..readings import Readings
from .bonds import bonds, ended_before, holds, is_apart, without
from .clauses import (
    StateDuring,
    each_by_itself,
    followed,
    is_changed,
    is_of_others,
    may_change_board,
    moments,
    still_holds,
    with_conditions,
)
from .copies import copied, copying, first_copied, is_over
from .earlier import PastStates, SolveBoard, earlier
from .entered import conditions, entered
from .faces import as_flipped, by_status, two_sided, with_doors
from .last_known import departure, with_last_known
from .printed import Printed, depending

if TYPE_CHECKING:
    from .known_arrivals import KnownArrivals

T = TypeVar("T")


def resolve_history(
    board: Board, edition: Edition, readings: Readings, solve: SolveBoard, *, looking: bool = False,
    how: TimestampOrder = BOARD_ORDER, last: PastStates | None = None, wider: State | None = None, later: bool = False,
) -> ResolvedEffects:  # fmt: skip
    """Return the objects and values that past events on `board` locked in.

    These objects and values are computed once for each event and cached on the board.

    Args:
        board: the board.
        edition: the rules.
        readings: the answers to open rules questions.
        solve: the function that applies the layers to a board whose past events are resolved.
        looking: whether the last event is only a preview; its objects are not checked for entering tapped (614.12).
        how: the timestamps to use, and the effects to leave out.
        last: an earlier result; its states of earlier boards are reused.
        wider: as in `engine.state.initial`.
        later: whether to find the tapped objects only when they are asked for.
    """
    found = depending(board.bases)
    if not found and _is_silent(board):
        return ResolvedEffects()
    from .entered_with import entered_with  # imported here, because most boards need neither
    from .entering import tapped_objects

    past = PastBoards(board, edition, readings, solve, last, how.past, wider)
    past.depending = found
    tapped = past.tapped = tapped_objects(board, past, looking, later)
    effects = {e.name: past.controlled(e) for e in board.effects.values() if not e.ended}
    clauses = {name: _in_force(effect, board, past) for name, effect in effects.items()}
    you = {name: e.context.you for name, e in effects.items() if e.context.you != board.effects[name].context.you}
    copies = {found.number: past.entered_as(found) for found in board.copies() if not is_over(found, board)}
    static_copies: dict[str, Copiable] = {}
    for source, place, clause in copying(board, found, copies):
        values = first_copied(source, place, clause, past)
        if values is not None:
            static_copies[f"{source.id}#{place}"] = values
    gained = entered_with(board, found, copies, lambda: past.start, past.as_it_entered, looking)
    resolved = ResolvedEffects(clauses, copies, static_copies, tapped, you=you, entered_with=gained)
    resolved = _in_force_now(board, resolved, past, how)
    past.last = None  # what is asked later does not keep the earlier result
    return resolved


def _is_silent(board: Board) -> bool:
    # Whether nothing but printed abilities can depend on earlier boards.
    recorded = board.start is not None or board.effects or board.copies() or board.unprinted or bonds(board)
    return not recorded and not conditions(board)


def _in_force_now(board: Board, resolved: ResolvedEffects, past: PastBoards, how: TimestampOrder) -> ResolvedEffects:
    # 611.2b, 702.95e
    events = len(board.events)
    resolved = _with_entered(board, resolved, past, how)
    recorded = bonds(board)
    if not recorded and not _is_timed(resolved):
        return resolved
    before = ended_before(past, events, recorded) if recorded else ()
    over = [bond for bond in recorded if bond in before]
    apart = [bond for bond in recorded if is_apart(bond, board)]
    while True:
        resolved = msgspec.structs.replace(resolved, ended=without((*over, *apart), board))
        lasting = [bond for bond in recorded if bond not in over]
        if not lasting and not _is_timed(resolved):
            return resolved
        state = past.solve(board, past.edition, past.readings, resolved, how=how)
        left = {
            n: tuple(c for c in clauses if still_holds(c.until, _context(n, board, resolved), state, lambda: board))
            for n, clauses in resolved.clauses.items()
        }

        def after(count: int, state: State = state) -> State:
            return state if count == events else past.state(count)

        now = [bond for bond in lasting if not holds(bond, board, after, events)]
        if left == resolved.clauses and not now:
            return resolved
        over += now
        resolved = msgspec.structs.replace(resolved, clauses=left)


def _is_timed(resolved: ResolvedEffects) -> bool:
    return any(clause.until is not None for clauses in resolved.clauses.values() for clause in clauses)


def _context(name: str, board: Board, resolved: ResolvedEffects) -> Context:
    context = board.effects[name].context
    return msgspec.structs.replace(context, you=resolved.you.get(name, context.you))


def _with_entered(board: Board, resolved: ResolvedEffects, past: PastBoards, how: TimestampOrder) -> ResolvedEffects:
    # The objects that the last event put onto the battlefield are those that match after all layers.
    asked = conditions(board)
    if not asked:
        return resolved
    events = len(board.events)
    resolved = msgspec.structs.replace(resolved, entered=entered(board, asked, past.state, events - 1))
    end = past.solve(board, past.edition, past.readings, resolved, how=how)
    found = entered(board, asked, lambda count: end if count == events else past.state(count), events)
    return msgspec.structs.replace(resolved, entered=found)


class PastBoards:
    """The boards at earlier points of a timeline, solved when needed."""

    def __init__(
        self, board: Board, edition: Edition, readings: Readings, solve: SolveBoard, last: PastStates | None = None,
        chooser: Choose = choose, wider: State | None = None,
    ) -> None:  # fmt: skip
        self.board = board
        self.edition = edition
        self.readings = readings
        self.solve = solve
        self.last = last
        self.how = TimestampOrder(chooser=chooser, past=chooser)
        self.wider = wider
        self.tapped: Tapped | None = None

    def of(self, board: Board) -> PastBoards:
        """Return the earlier boards of another board, under the same rules."""
        return PastBoards(board, self.edition, self.readings, self.solve, chooser=self.how.chooser)

    @cached_property
    def start(self) -> State:
        """The state of the present board before layer 1; once found, states of earlier boards are taken from it."""
        return initial(self.board, wider=self.wider)

    @cached_property
    def depending(self) -> dict[Base, Printed]:
        """The bases of the present board whose abilities depend on past events."""
        return depending(self.board.bases)

    @cached_property
    def arrivals(self) -> KnownArrivals:
        """The answers about what entered tapped that need no solve."""
        from .known_arrivals import KnownArrivals

        return KnownArrivals(self.board, self.start, self.depending)

    def note(self, event: int, *key: object) -> dict[object, object]:
        """Return the cached values of an event for the current edition and readings."""
        notes = self.board.settled.setdefault(event, {})
        return notes.setdefault((self.edition, self.readings, *key), {})  # type: ignore[no-any-return]

    def once(self, event: int, key: tuple[object, ...], compute: Callable[[], T]) -> T:
        """Return `compute()`, which is called only once for each event and key."""
        notes = self.note(event, *key)
        if "value" not in notes:
            notes["value"] = compute()
        return notes["value"]  # type: ignore[return-value]

    def before(self, event: int) -> Board:
        """Return the board before `event`."""
        return earlier(self.board, event)

    def solved(self, board: Board, until: str | None = None, *, looking: bool = False) -> State:
        """Return the state of a board after layer `until`, or after all layers."""
        if self.tapped is not None:
            self.tapped.unsure()  # answers for all events at once are stored for the earlier boards
        wider = vars(self).get("start", self.wider)
        resolved = resolve_history(
            board, self.edition, self.readings, self.solve, looking=looking, how=self.how, wider=wider
        )
        return self.solve(board, self.edition, self.readings, resolved, until, self.how, wider)

    def entering(self, found: GameObject) -> Board:
        """Return a preview of the board on which an object entered (614.12)."""
        return self.before(found.entered).entering(self.board.events[found.entered], found.id)

    def as_it_entered(self, found: GameObject, until: str | None = None) -> State:
        """Return the state in which an object exists as it would exist on the battlefield (614.12)."""
        key = "as it entered", found.number, until
        return self.once(found.entered, key, lambda: self.solved(self.entering(found), until, looking=True))

    def solved_with(self, effect: ResolvedEffect, clauses: tuple[Clause, ...], until: str | None = None) -> State:
        """Return the state as if an effect had resolved with only the given clauses."""
        found = resolve_history(self.before(effect.event), self.edition, self.readings, self.solve, how=self.how)
        resolved = msgspec.structs.replace(found, clauses={**found.clauses, effect.name: clauses})
        return self.solve(self.before(effect.event + 1), self.edition, self.readings, resolved, until, self.how)

    def state(self, event: int, until: str | None = None) -> State:
        """Return the state before `event`, after layer `until` or after all layers."""

        def state() -> State:
            known = None
            if self.last is not None:
                known = self.last.state_of(self.board, event, self.edition, self.readings, until)
            return self.solved(self.before(event), until) if known is None else known

        return self.once(event, ("state", until), state)

    def controlled(self, effect: ResolvedEffect) -> ResolvedEffect:
        """Return an ability's effect for the controller of its source, if no event names a controller (109.5)."""
        source = effect.context.source
        event = None if effect.event == BEFORE else self.board.events[effect.event]
        if source is None or not isinstance(event, Resolves) or event.controller is not None:
            return effect

        def controller() -> int | None:
            if not is_changed(self.board, effect.event, "control"):
                return None
            state = with_last_known(self.state(effect.event), effect.context, effect.event, None, self)
            return state.controller(source)

        you = self.once(effect.event, ("you", effect.name), controller)
        if you is None or you == effect.context.you:
            return effect
        return msgspec.structs.replace(effect, context=msgspec.structs.replace(effect.context, you=you))

    def values(self, of: str, event: int) -> Copiable:
        """Return the copiable values of object `of` before `event` (613.2c, 707.2)."""
        state = self.state(event, self.edition.place("face down"))
        return copied(state, state.world.named(of), self.board)

    def entered_as(self, object: GameObject) -> Copiable:
        """Return the copiable values that an object copied as it entered (707.3, 707.8a)."""
        assert object.copy is not None
        if object.copy.event == BEFORE:
            assert self.board.start is not None
            return self.board.start.copies[object.number]
        until = self.edition.place("face down")
        state = self.state(object.copy.event, until)
        original = state.world.named(object.copy.of)
        if not original:  # 608.2h
            number = self.before(object.copy.event).last_known(object.copy.of).number
            left = departure(number, object.copy.event, self)
            assert left is not None
            state, original = self.state(left, until), 1 << number
        values = copied(state, original, self.board)
        source = state.world.objects[original.bit_length() - 1]
        values = with_doors(object, values, source, self.board)
        if object.base.token:
            values = two_sided(object, values, source, self.board)
        return as_flipped(values, self.board) if flipped(object) else values


def _in_force(effect: ResolvedEffect, board: Board, past: PastBoards) -> tuple[Clause, ...]:
    checkpoint("trial")
    lasting = _lasting(effect, board, past)
    return tuple(shown for _, clause in lasting for shown in by_status(followed(clause, effect, board), board))


def _lasting(effect: ResolvedEffect, board: Board, past: PastBoards) -> Iterator[tuple[int, Clause]]:
    # The clauses that still apply, each with its place.
    for place, clause in past.once(effect.event, ("effect", effect.name), lambda: fix(effect, past)):
        if place not in effect.over and (clause.until is None or _lasts(clause, effect, board, past)):
            yield place, clause


def rules_in_force(effect: ResolvedEffect, board: Board, past: PastBoards) -> Iterator[Clause]:
    """Yield the clauses of a resolved effect that still apply, as far as they change only rules (611.2c).

    They apply to all objects of a group, those that come later included; other objects are locked in.
    """
    worded = tuple(with_conditions(fitting(_as_worded(effect, past), past.edition)))
    for place, clause in _lasting(effect, board, past):
        said = worded[place]
        if not isinstance(said.selector, Group | Together):
            yield clause
        elif said.condition is None or said.condition.holds(past.state(effect.event), effect.context):
            yield said


def _begins(clause: Clause, effect: ResolvedEffect, past: PastBoards) -> bool:
    # Whether a "for as long as" condition holds when its effect would first apply (611.2b). The other clauses of the
    # effect can make it hold.
    condition = clause.until
    assert condition is not None
    if condition.holds(past.state(effect.event), effect.context):
        return True
    others = tuple(other for _, other in fix(effect, past) if other.until is None)
    return bool(others) and condition.holds(past.solved_with(effect, others), effect.context)


def _lasts(clause: Clause, effect: ResolvedEffect, board: Board, past: PastBoards) -> bool:
    # 611.2b
    condition = clause.until
    assert condition is not None
    if effect.event != BEFORE and not past.once(
        effect.event, ("begins", effect.name, condition), lambda: _begins(clause, effect, past)
    ):
        return False
    later = range(effect.event + 1, len(board.events))
    return all(
        still_holds(condition, effect.context, past.state(event), partial(past.before, event)) for event in later
    )


def fix(effect: ResolvedEffect, past: PastBoards) -> tuple[tuple[int, Clause], ...]:
    """Return a resolved effect's clauses with their objects and values locked in (611.2c-d).

    Each clause is paired with its index in the effect. A clause whose operations differ between objects is split.
    """
    if effect.event == BEFORE:
        return tuple(enumerate(fitting(effect.clauses, past.edition)))
    if effect.lingers:
        return tuple(enumerate(effect.clauses)) if _was_there(effect, past) else ()
    fixed: list[tuple[int, Clause]] = []
    worded = fitting(_as_worded(effect, past), past.edition)
    when = moments(worded)
    meant = 0  # the moment of the clause to which "they" refers
    for place, clause in enumerate(with_conditions(worded)):
        # 611.2c applies to objects; players are determined at 613.10, and the next spell when it is cast (611.2f).
        if is_open_ended(clause.selector):
            fixed.append((place, clause))
            continue
        previous = [found for before, found in fixed if before == place - 1]
        if clause.condition is None and all(map(is_constant, clause.flat())):
            direct = _direct(clause.selector, effect, previous)
            if direct is not None:
                fixed.append((place, _with(clause, direct, clause.operations)))
                continue
        during = _while_resolving(effect, past, [found for before, found in fixed if before < when[place]], when[place])
        if not isinstance(worded[place].selector, Same):
            meant = 0 if is_of_others(clause.selector) else when[place]
        if isinstance(clause.selector, Same) and fixed:
            mask = _mask(previous)
        else:
            then = _while_resolving(effect, past, [found for before, found in fixed if before < meant], meant)
            mask = clause.selector.select(then(None), effect.context)
        if clause.condition is not None and not clause.condition.holds(during(None), effect.context):
            if all(operation.kind == "rule" for operation in clause.operations):
                continue  # a rule of the game does not need objects
            mask = 0
        fixed.extend((place, found) for found in _evaluated(clause, mask, during, effect, past))
    return tuple((place, each) for place, clause in fixed for each in each_by_itself(clause))


def _while_resolving(effect: ResolvedEffect, past: PastBoards, done: Sequence[Clause], count: int) -> StateDuring:
    # The board after the first `count` clauses of an effect (608.2c); `done` contains them with fixed objects.
    def state(until: str | None = None) -> State:
        before = past.state(effect.event, until)
        clauses = tuple(
            clause for clause in done
            if may_change_board(clause) and (clause.until is None or clause.until.holds(before, effect.context))
        )  # fmt: skip
        if clauses:
            key = "while resolving", effect.name, count, until
            before = past.once(effect.event, key, lambda: past.solved_with(effect, clauses, until))
        return with_last_known(before, effect.context, effect.event, until, past)

    return state


def _as_worded(effect: ResolvedEffect, past: PastBoards) -> tuple[Clause, ...]:
    # 612.1
    source = effect.context.source
    if not effect.ability or source is None or not is_changed(past.board, effect.event, "text"):
        return effect.clauses
    words = past.edition.place("text")
    state = with_last_known(past.state(effect.event, words), effect.context, effect.event, words, past)
    own = {held.place: held.ability for held in state.abilities(source) if held.origin == "copiable"}
    resolving = own.pop(effect.ability, None)
    if isinstance(resolving, TextAbility):
        found = resolution_of_ability(resolving, past.board.by_number(source).card.name)
        if found is not None and len(found.clauses) == len(effect.clauses):
            return with_others(found, tuple(own[place] for place in sorted(own))).clauses
    return effect.clauses


def _was_there(effect: ResolvedEffect, past: PastBoards) -> bool:
    # 613.6: an effect that has started goes on without its ability, so only its first layer counts.
    parts = plan(effect.clauses, False, past.edition).parts
    first = next((layer.name for layer in past.edition.layers if layer.name in parts), None)
    held = past.state(effect.event, first if past.edition.same_set else None).abilities(effect.context.source or 0)
    return any(ability.origin == "copiable" and ability.place == effect.lingers for ability in held)


def _evaluated(
    clause: Clause, mask: Mask, during: StateDuring, effect: ResolvedEffect, past: PastBoards
) -> Iterable[Clause]:
    # One clause for each set of objects with the same operations.
    if not mask:
        yield _with(clause, (), clause.operations)
        return
    groups: dict[tuple[Operation, ...], Mask] = {(): mask}
    for operation in clause.flat():
        split: dict[tuple[Operation, ...], Mask] = {}
        left = mask
        for done, scope in _fixed_operation(operation, mask, during, effect, past):
            left &= ~scope
            for before, having in groups.items():
                if having & scope:
                    split[(*before, done)] = split.get((*before, done), 0) | having & scope
        for before, having in groups.items():  # objects that this operation does not affect
            if having & left:
                split[before] = split.get(before, 0) | having & left
        groups = split
    for operations, having in groups.items():
        yield _with(clause, numbers(having), operations)


def _fixed_operation(
    operation: Operation, mask: Mask, during: StateDuring, effect: ResolvedEffect, past: PastBoards
) -> Iterable[tuple[Operation, Mask]]:
    if isinstance(operation, BecomeCopy):
        until = past.edition.place("face down")
        direct = _direct(operation.of, effect, []) if isinstance(operation.of, Target) else None
        original = (
            operation.of.select(during(None), effect.context) if direct is None else union(1 << n for n in direct)
        )
        if not original:
            return []
        left = departure(original.bit_length() - 1, effect.event, past)  # 608.2h
        state = during(until) if left is None else past.state(left, until)
        source = state.world.objects[original.bit_length() - 1]
        values = copied(state, 1 << source.number, past.board)
        values = with_doors(msgspec.structs.replace(source, facts=()), values, source, past.board)  # locked (709.5)
        return [(TakeValues(values, operation.exceptions), mask)]
    if is_constant(operation):
        return [(operation, mask)]
    # 612: text is read after layer 3, regardless of layer 6
    reworded = past.edition.place("text", "resolved") if operation.kind == "text" else None
    return operation.evaluate(during(reworded), effect.context, mask)


def _direct(selector: Selector, effect: ResolvedEffect, previous: list[Clause]) -> Sequence[int] | None:
    # The objects of a selector that can be evaluated without a state; None for other selectors.
    context = effect.context
    match selector:
        case Same():
            return numbers(_mask(previous))
        case Fixed():
            return list(selector.numbers)
        case Itself():
            return [] if context.source is None else [context.source]
        case Target():
            return selector.among(context.targets)
        case _:
            return None


def _mask(clauses: Iterable[Clause]) -> Mask:
    fixed = (clause.selector for clause in clauses if isinstance(clause.selector, Fixed))
    return union(1 << number for selector in fixed for number in selector.numbers)


def _with(clause: Clause, scope: Iterable[int], operations: tuple[Operation, ...]) -> Clause:
    return msgspec.structs.replace(clause, selector=Fixed((), tuple(scope)), operations=operations, condition=None)
