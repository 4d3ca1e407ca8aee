"""Permanents that enter tapped (614.12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.cards.rules_text import tapped_clauses
from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.language import Clause, Condition
from mtglayers.model.effects.selectors import Itself
from mtglayers.model.effects.tapped import Lines, Tapped
from mtglayers.model.effects.view import ABILITIES, EVERYTHING, Context, Mask, union
from mtglayers.model.events.base import Event
from mtglayers.model.objects.gameobject import GameObject
from mtglayers.model.support.progress import checkpoint

from ..engine.state import State, numbers
from .acts import reach_besides
from .earlier import has_unordered, is_steady, with_events
from .known_arrivals import (
    OF_ITSELF,
    TAPPED,
    UNTAPPED,
    Answer,
    EnteredTapped,
    IfTapped,
    Later,
    Selecting,
    about_itself,
    context_of,
    is_unknown,
    meaning,
    says,
    text_of,
)
from .printed import depending
from .untouched import is_plain, settled_after

if TYPE_CHECKING:
    from .excerpts import Excerpts
    from .resolved import PastBoards


def tapped_objects(board: Board, past: PastBoards, looking: bool, later: bool) -> Tapped | None:
    """Return the tapped objects, or None if events specify them all.

    Args:
        board: the board.
        past: the earlier boards.
        looking: whether the last event is only a preview, whose objects are left out.
        later: whether to find them only when they are asked for.
    """
    if not any(found.reach for found in past.depending.values()) and not reach_besides(board):
        return None
    recorded = board.still.get("tapped", {}).get(True, 0)
    found = Tapped(recorded, partial(_entered_among, past, board.events, looking))
    if not later or past.readings.tied or has_unordered(board):
        found.unsure()  # if an earlier board has no result, neither has this one
    return found


def _entered_among(past: PastBoards, events: Sequence[Event], looking: bool, of: Mask) -> tuple[Mask, Lines] | None:
    past.tapped = None  # the earlier boards do not ask for it
    board = with_events(past.board, events)  # it may have changed since
    if board is not past.board:
        past, of = past.of(board), EVERYTHING
    return entered_tapped(board, past, looking, of)


def entered_tapped(
    board: Board, past: PastBoards, looking: bool = False, of: Mask = EVERYTHING
) -> tuple[Mask, Lines] | None:  # fmt: skip
    """Return the objects that entered tapped although no event specifies it, and the lines that leave this open.

    Args:
        board: the board.
        past: the earlier boards.
        looking: whether the last event is only a preview, whose objects are left out.
        of: the objects for which to answer; the result is None if the answer can depend on others.

    >>> from mtglayers.solver.solve import solve
    >>> board = Board()
    >>> land = {"name": "Drowsy Land", "type_line": "Land", "oracle_text": "This land enters tapped."}
    >>> solve(board.preview(land))["drowsy-land"].tapped
    True
    >>> moon = board.enters("Blood Moon")
    >>> solve(board.preview(land))["drowsy-land"].tapped
    False
    """
    steady, last = is_steady(board), len(board.events) - 1 - looking
    known = past.note(last, "entered tapped")
    if steady and "value" in known:
        return known["value"]  # type: ignore[return-value]
    if not steady and of != EVERYTHING:
        return None
    asked: Mask = known.get("asked", 0)  # type: ignore[assignment]
    among: Mask = known.get("among", 0)  # type: ignore[assignment]
    if not of & ~asked:
        return among & of, ()
    mask, new = 0, of
    arrivals: _Arrivals = []
    while new:  # and those on which the answers for the new ones depend
        certain, found = _as_they_entered(past.arrivals.asked(new, last + 1), past)
        mask |= certain
        arrivals += found
        new = union(answer.others for _, answer in found if isinstance(answer, IfTapped)) & ~of
        of |= new
    unsure: list[tuple[int, str]] = []
    for then, later in sorted(arrivals, key=lambda each: (each[0].entered, each[0].number)):
        notes = past.note(then.entered, "tapped")
        if then.number not in notes:
            excerpts = past.arrivals.excerpts(past, mask)
            answer = later.answer(mask) if isinstance(later, IfTapped) else later
            if of != EVERYTHING and not (isinstance(answer, EnteredTapped) or excerpts.independent):
                return None
            if of == EVERYTHING and steady and then.entered:  # earlier boards, which may be solved, need not ask again
                there = past.arrivals.there_before(then.entered)
                lines = tuple([line for line in unsure if there >> line[0] & 1])
                past.note(then.entered - 1, "entered tapped").setdefault("value", (mask & there, lines))
            notes[then.number] = _arrival(then, excerpts, answer)
        arrival: EnteredTapped = notes[then.number]  # type: ignore[assignment]
        mask |= arrival.tapped << then.number
        unsure += [(then.number, text) for text in arrival.unsure]
    if steady and of == EVERYTHING:
        known["value"] = mask, tuple(unsure)
    elif steady:
        known.update(asked=asked | of, among=among | mask)
    return mask, tuple(unsure)


def _as_they_entered(asked: Mask, past: PastBoards) -> tuple[Mask, _Arrivals]:
    # The objects that certainly entered tapped, and the other ones for which the answer is stored, or depends on
    # something.
    found: _Arrivals = []
    known, tapped, objects = past.arrivals, 0, past.start.world.objects
    for number in numbers(asked & known.alone):
        then = objects[number]
        if number in past.note(then.entered, "tapped"):
            found.append((then, None))
            asked ^= 1 << number
    for those, entering, before in known.moments(asked):
        checkpoint("candidate")
        for part, answer in known.answers(those, entering, before):
            if isinstance(answer, EnteredTapped) and not answer.unsure and not part & known.alone:
                tapped |= part if answer.tapped else 0
                continue
            for number in numbers(part):
                then = entering[number]
                if isinstance(answer, EnteredTapped):
                    past.note(then.entered, "tapped")[number] = answer
                found.append((then, answer))
    return tapped, found


_Arrivals = list[tuple[GameObject, Later | None]]


def _arrival(then: GameObject, past: Excerpts, answer: Answer | None) -> EnteredTapped:
    if isinstance(answer, EnteredTapped):
        return answer
    if isinstance(answer, Selecting):
        return meaning(_selecting(answer, then, past))
    if answer is not None:
        reads = [condition.reads() for condition in answer]
        before = past.state(then.entered, settled_after(past.edition, reads))
        held = any(condition.holds(before, context_of(then)) for condition in answer)
        return TAPPED if held else UNTAPPED
    # The value is computed once for all identical objects that entered with an event.
    same = (
        then.base, then.face_down, then.listed, then.face, then.copy, then.choices, then.x, then.facts,
        then.attached_to, then.attached_player, tuple((counter.kind, counter.count) for counter in then.counters),
    )  # fmt: skip
    return past.once(then.entered, ("tapped", same), lambda: _look(then, past))


def _selecting(later: Selecting, then: GameObject, past: Excerpts) -> dict[str, list[str]]:
    # What the clauses say that select an object as it enters.
    state = past.as_it_entered(then, later.until)
    said: dict[str, list[str]] = {}
    for each in later.clauses:
        if each.clause.selector.select(state, Context(source=each.source)) >> then.number & 1:
            said.setdefault(says(each.clause), []).append(each.text)
    return said


def _look(then: GameObject, past: Excerpts) -> EnteredTapped:
    # 614.12: the abilities that the object would have on the battlefield apply to it
    own = about_itself(then.base.values.abilities)
    if then.copy is not None and any(says(clause) == "as a copy" for clause in own):
        return EnteredTapped(True)  # the object entered as a copy because of this ability
    until = settled_after(past.edition, (ABILITIES,))
    state, before, found = _speaking(then, past, until)
    parts = (part for _, clause, _ in found for part in (clause.selector, clause.condition) if part is not None)
    if until is not None and settled_after(past.edition, [part.reads() for part in parts]) is None:
        state, before, found = _speaking(then, past, None)
    said: dict[str, list[str]] = {}
    for ability, clause, context in found:
        if clause.selector.select(state, context) >> then.number & 1:
            holds = _holds(clause.condition, state, before, context, then.number)
            if holds is not False:
                said.setdefault(says(clause) if holds else "may", []).append(text_of(ability))
    return meaning(said)


def _speaking(then: GameObject, past: Excerpts, until: str | None) -> tuple[State, State, list[_Found]]:
    # The object as it entered, the board before that, and the clauses that may apply.
    state = past.as_it_entered(then, until)
    found = list(_own_clauses(state, then))
    if all(clause.condition is None for _, clause, _ in found) and _only_of_themselves(past.board, state):
        return state, state, found  # nothing is asked of the board before
    before = past.state(then.entered, until)
    return state, before, [*found, *_clauses_of_others(before)]


_Found = tuple[TextAbility, Clause, Context]


def _own_clauses(state: State, then: GameObject) -> Iterator[_Found]:
    # The object's own clauses about itself.
    context = msgspec.structs.replace(context_of(then), you=state.controller(then.number))
    for held in state.abilities(then.number):
        for clause in about_itself((held.ability,)):
            if says(clause) != "as a copy":
                yield held.ability, clause, context


def _clauses_of_others(before: State) -> Iterator[_Found]:
    # The clauses of permanents that were already on the battlefield.
    there = before.still("zone", "battlefield")
    for held, mask in before.column("ability").items():
        for clause in tapped_clauses(held.ability):
            if not isinstance(clause.selector, Itself):
                for source in numbers(mask & there):
                    yield held.ability, clause, Context(source=source)


def _only_of_themselves(board: Board, state: State) -> bool:
    # Whether no object of a board, or of its earlier state, can have an ability that says how others enter.
    those = depending(state.world.bases).values()
    if any(found.reach == "others" for found in those) or reach_besides(board) == "others":
        return False
    if any(effect.listed or effect.delayed for effect in board.effects.values()):
        return False
    return all(map(is_plain, state.world.objects.values()))


def _holds(
    condition: Condition | None, state: State, before: State, context: Context, number: int
) -> bool | None:  # fmt: skip
    # Whether a condition holds as an object enters; None if it is unknown. It is evaluated on the earlier board, or on
    # the board with the object if it refers to the object.
    if condition is None:
        return True
    if is_unknown(condition, state, context):
        return None
    itself = context.source == number and any(isinstance(node, OF_ITSELF) for node in condition.walk())
    return condition.holds(state if itself else before, context)
