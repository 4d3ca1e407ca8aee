"""Permanents that enter tapped (614.12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.cards.rules_text import tapped_clauses
from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.conditions import AtLevel, GameFact, SelfIn
from mtglayers.model.effects.game_questions import question
from mtglayers.model.effects.language import Ability, Clause, Condition
from mtglayers.model.effects.operations.players_and_rules import RuleText
from mtglayers.model.effects.selectors import Itself
from mtglayers.model.effects.view import Context, Mask
from mtglayers.model.objects.gameobject import Base, GameObject
from mtglayers.model.support.progress import checkpoint

from ..engine.state import State, numbers

if TYPE_CHECKING:
    from .resolved import PastBoards


class EnteredTapped(msgspec.Struct, frozen=True):
    """Whether an object entered tapped, if its event does not specify this.

    Attributes:
        tapped: whether the object certainly entered tapped.
        unsure: lines that might have made the object enter tapped, because they offer a choice or are not
            understood.
    """

    tapped: bool = False
    unsure: tuple[str, ...] = ()


def entered_tapped(board: Board, past: PastBoards, looking: bool = False) -> tuple[Mask, tuple[tuple[int, str], ...]]:
    """Return the objects that entered tapped although no event specifies it.

    The second value contains a pair (number, text) for each line that might have made object `number` enter
    tapped.

    Args:
        board: the board.
        past: the earlier boards.
        looking: whether the last event is only a preview, whose objects are left out.

    >>> from mtglayers.solver.solve import solve
    >>> board = Board()
    >>> land = {"name": "Drowsy Land", "type_line": "Land", "oracle_text": "This land enters tapped."}
    >>> solve(board.preview(land))["drowsy-land"].tapped
    True
    >>> moon = board.enters("Blood Moon")
    >>> solve(board.preview(land))["drowsy-land"].tapped
    False
    """
    reaches = {_reach(base) for base in board.bases}
    if reaches <= {""}:
        return 0, ()
    wide = "others" in reaches
    asked = [
        found
        for found in sorted(board.numbered().values(), key=lambda found: (found.entered, found.number))
        if found.tapped_unspecified
        and found.base.zone == "battlefield"
        and (wide or found.copy or _speaks(found))
        and not (looking and found.entered == len(board.events) - 1)
    ]
    mask: Mask = 0
    unsure: list[tuple[int, str]] = []
    for then in _as_they_entered(asked, past):
        arrival = _arrival(then, past)
        mask |= arrival.tapped << then.number
        unsure += [(then.number, text) for text in arrival.unsure]
    return mask, tuple(unsure)


def _as_they_entered(asked: list[GameObject], past: PastBoards) -> list[GameObject]:
    # `asked` is sorted by the event of each object.
    board = past.board
    found: list[GameObject] = []
    for one in reversed(asked):
        checkpoint("candidate")
        if one.number in past.note(one.entered, "tapped"):
            found.append(one)
            continue
        if board is past.board and len(board.events) > one.entered + 1:
            board = board.copy()
        if len(board.events) > one.entered + 1:
            board.rewind(one.entered + 1)
        found.append(board.by_number(one.number))
    return found[::-1]


@lru_cache(maxsize=8192)
def _reach(base: Base) -> str:
    # Whether its abilities can make "others" enter tapped, only the object itself ("own"), or none ("").
    found = {_of(ability) for ability in base.values.abilities}
    return max(found, key=("", "own", "others").index, default="")


@lru_cache(maxsize=8192)
def _of(ability: Ability) -> str:
    clauses = tapped_clauses(ability)
    if clauses:
        return "own" if all(isinstance(clause.selector, Itself) for clause in clauses) else "others"
    if isinstance(ability, TextAbility):
        return ""
    inner = (node for node in ability.walk() if isinstance(node, Ability) and node is not ability)
    return "others" if any(_of(node) for node in inner) else ""


def _speaks(found: GameObject) -> bool:
    # Whether any face of its cards specifies how it enters.
    faces = (face for card in (found.card, *found.components) for face in card.faces)
    return any(_of(ability) for face in faces for ability in face.abilities)


def _arrival(then: GameObject, past: PastBoards) -> EnteredTapped:
    # The value is computed once for all identical objects that entered with an event.
    notes = past.note(then.entered, "tapped")
    if then.number not in notes:
        same = (
            then.base, then.face_down, then.listed, then.face, then.copy, then.choices, then.x, then.facts,
            then.attached_to, then.attached_player, tuple((counter.kind, counter.count) for counter in then.counters),
        )  # fmt: skip
        if same not in notes:
            board = past.before(then.entered).entering(past.board.events[then.entered], then.id)
            notes[same] = _look(board, then, past)
        notes[then.number] = notes[same]
    return notes[then.number]  # type: ignore[return-value]


def _look(board: Board, then: GameObject, past: PastBoards) -> EnteredTapped:
    # 614.12: the abilities that the object would have on the battlefield apply to it
    if then.copy is not None and any(_says(clause) == "as a copy" for clause in _own(then.base.values.abilities)):
        return EnteredTapped(True)  # the object entered as a copy because of this ability
    state = past.solved(board, looking=True)
    before = past.state(then.entered)
    said: dict[str, list[str]] = {}
    for ability, clause, context in _clauses(state, before, then):
        if clause.selector.select(state, context) >> then.number & 1:
            holds = _holds(clause.condition, state, before, context, then.number)
            if holds is not False:
                said.setdefault(_says(clause) if holds else "may", []).append(ability.text or "it may enter tapped")
    tapped, untapped, may = said.get("tapped"), said.get("untapped"), said.get("may", [])
    if tapped and untapped:
        return EnteredTapped(False, tuple(dict.fromkeys((*tapped, *untapped))))  # 616.1: its controller chooses
    return EnteredTapped(True) if tapped else EnteredTapped(False, tuple(dict.fromkeys(may)))


def _clauses(state: State, before: State, then: GameObject) -> Iterator[tuple[TextAbility, Clause, Context]]:
    # The object's own clauses about itself, and the clauses of permanents that were already on the battlefield.
    you = state.controller(then.number)
    context = Context(source=then.number, you=you, choices=then.choices, x=then.x)
    for held in state.abilities(then.number):
        for clause in _own((held.ability,)):
            if _says(clause) != "as a copy":
                yield held.ability, clause, context
    there = before.still("zone", "battlefield")
    for held, mask in before.column("ability").items():
        for clause in tapped_clauses(held.ability):
            if not isinstance(clause.selector, Itself):
                for source in numbers(mask & there):
                    yield held.ability, clause, Context(source=source)


def _own(abilities: Iterable[Ability]) -> Iterator[Clause]:
    return (clause for each in abilities for clause in tapped_clauses(each) if isinstance(clause.selector, Itself))


def _says(clause: Clause) -> str:
    # "tapped", "untapped", "as a copy" or "may"
    words = next(operation.text for operation in clause.operations if isinstance(operation, RuleText))
    return "may" if words.startswith("may") else "as a copy" if words.endswith("copy") else words.rpartition(" ")[2]


def _holds(
    condition: Condition | None, state: State, before: State, context: Context, number: int
) -> bool | None:  # fmt: skip
    # Whether a condition holds as an object enters; None if it is unknown. It is evaluated on the earlier board, or on
    # the board with the object if it refers to the object.
    if condition is None:
        return True
    nodes = tuple(condition.walk())
    for node in nodes:
        told = isinstance(node, GameFact) and state.still(f"told:{node.text}", True) >> (context.source or 0) & 1
        if isinstance(node, GameFact) and question(node.text) is None and not told:
            return None
    itself = context.source == number and any(isinstance(node, Itself | SelfIn | AtLevel | GameFact) for node in nodes)
    return condition.holds(state if itself else before, context)
