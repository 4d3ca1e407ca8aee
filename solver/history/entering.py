"""Permanents that enter tapped (614.12)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.board.start import BEFORE
from mtglayers.model.cards.rules_text import tapped_clauses
from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.conditions import AtLevel, GameFact, SelfIn
from mtglayers.model.effects.game_questions import question
from mtglayers.model.effects.language import Ability, Clause, Condition
from mtglayers.model.effects.operations.players_and_rules import RuleText
from mtglayers.model.effects.selectors import Itself
from mtglayers.model.effects.view import ABILITIES, CONTROLLERS, Context, Mask, union
from mtglayers.model.objects.gameobject import Base, GameObject
from mtglayers.model.support.progress import checkpoint
from mtglayers.model.support.records import Record

from ..engine.state import State, numbers
from .acts import asked_by, grants, kept_by, reach, reach_of_base, speaking
from .untouched import Before, Untouched, is_plain, is_steady, settled_after

if TYPE_CHECKING:
    from .excerpts import Excerpts
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
    steady, last = is_steady(board), len(board.events) - 1 - looking
    known = past.note(last, "entered tapped")
    if steady and "value" in known:
        return known["value"]  # type: ignore[return-value]
    spoken_of = _first_spoken_of(board, steady)
    asked = [
        found
        for found in sorted(board.numbered().values(), key=lambda found: (found.entered, found.number))
        if found.tapped_unspecified
        and found.base.zone == "battlefield"
        and (found.entered >= spoken_of or found.copy or _speaks(found))
        and not (looking and found.entered == len(board.events) - 1)
    ]
    mask: Mask = 0
    unsure: list[tuple[int, str]] = []
    arrivals, answers = _as_they_entered(asked, past)
    for then, answer in arrivals:
        notes = past.note(then.entered, "tapped")
        if then.number not in notes:
            if steady and then.entered:  # earlier boards, which may be solved for the answer, need not ask again
                past.note(then.entered - 1, "entered tapped").setdefault("value", (mask, tuple(unsure)))
            assert answers is not None
            notes[then.number] = _arrival(then, answers.excerpts(past, mask), answer, mask)
        arrival: EnteredTapped = notes[then.number]  # type: ignore[assignment]
        mask |= arrival.tapped << then.number
        unsure += [(then.number, text) for text in arrival.unsure]
    return mask, tuple(unsure)


def _first_spoken_of(board: Board, steady: bool) -> int:
    # The first event of which an ability of another object may speak.
    if all(reach_of_base(base) != "others" for base in board.bases):
        return len(board.events)
    if not steady or grants(board):
        return BEFORE
    entered = [
        board.by_number(number).entered
        for base, mask in board.bases.items()
        if reach_of_base(base) == "others"
        for number in numbers(mask)
    ]
    return min(entered, default=len(board.events)) + 1


def _as_they_entered(asked: list[GameObject], past: PastBoards) -> tuple[_Arrivals, KnownArrivals | None]:
    # `asked` is sorted by the event of each object. Answers that need no solve are stored on the way; for an answer
    # that needs no preview, what it depends on is returned.
    found: _Arrivals = []
    known: KnownArrivals | None = None
    for event, group in groupby(reversed(asked), key=lambda one: one.entered):
        checkpoint("candidate")
        notes, those = past.note(event, "tapped"), list(group)
        if all(one.number in notes for one in those):
            found += [(one, None) for one in those]
            continue
        if known is None:
            known = KnownArrivals(past.board, past.start)
        then, before = known.rewound(event, those)
        for one in then:
            answer = None if one.number in notes else known.arrival(one, before)
            if isinstance(answer, EnteredTapped):
                notes[one.number] = answer
            found.append((one, None if isinstance(answer, EnteredTapped) else answer))
    return found[::-1], known


class _Possible(Record, frozen=True):
    # A clause that may apply to an object, the object that has it (None: unknown), whether it certainly applies, and
    # whether only the objects that it selects are unknown.
    clause: Clause
    text: str
    source: int | None
    sure: bool = True
    kept: bool = True


class _Selecting(Record, frozen=True):
    # Clauses that apply if they select an object as it enters, and the layer after which this is known.
    clauses: tuple[_Possible, ...]
    until: str | None


Conditions = tuple[Condition, ...]
Answer = EnteredTapped | Conditions | _Selecting
"""Whether an object entered tapped, or what this depends on; one of the conditions must hold before the event."""

Later = Answer | Callable[[Mask], Answer | None]
"""An answer, or a function of the objects that entered tapped until then."""

_Arrivals = list[tuple[GameObject, Later | None]]


class KnownArrivals:
    """Answers that need no solve, because no effect can have changed what decides them."""

    def __init__(self, board: Board, start: State) -> None:
        """Prepare the answers for the objects of a board, given its state before layer 1."""
        saying = [base for base in board.bases if speaking(base.values.abilities)]
        self._lines = frozenset(line for base in saying for line in speaking(base.values.abilities))
        self._asked = CONTROLLERS.union(*map(asked_by, saying))
        self._untouched = Untouched(board, start, self._asked)
        self._excerpts: Excerpts | None = None
        self._speaking = tuple(base for base in saying if reach_of_base(base) == "others")
        self._edition = board.edition
        self._past = Before(board if self._untouched.steady else board.copy(), len(board.events), board.everything)
        self._arrived: dict[int, Mask] = {}
        self._held_by: dict[tuple[Base, Mask, bool, int], list[tuple[Ability, Clause, int | None, bool]]] = {}
        self._decided_by: dict[tuple[_Possible, ...], Later | None] = {}
        for found in board.numbered().values():
            self._arrived[found.entered] = self._arrived.get(found.entered, 0) | 1 << found.number
        # An ability that speaks of others may have been granted by other means than a printed ability.
        self._granted = grants(board)
        self._silent = board.everything & ~self._spoken_of(board)

    def excerpts(self, past: PastBoards, tapped: Mask) -> Excerpts:
        """Return the earlier states that answer the other questions, given the objects known to have entered tapped."""
        if self._excerpts is None:
            from .excerpts import Excerpts

            self._excerpts = Excerpts(past, self._untouched, self._lines, self._asked)
        self._excerpts.tapped = tapped
        return self._excerpts

    def _spoken_of(self, board: Board) -> Mask:
        # The objects of which abilities of others may speak.
        untouched = self._untouched
        lines = [(board.bases[base], line) for base in self._speaking for line in speaking(base.values.abilities)]
        granted = self._granted or not all(tapped_clauses(line) for _, line in lines)
        if granted or untouched.borrowed or not untouched.steady:
            return board.everything
        said = [(source, clause) for mask, line in lines for clause in tapped_clauses(line) for source in numbers(mask)]
        return union(untouched.selected(clause.selector, source)[0] for source, clause in said)

    def rewound(self, event: int, those: list[GameObject]) -> tuple[list[GameObject], Before]:
        """Return objects as they entered with an event, and what was there before it.

        The events of successive calls must be in descending order.
        """
        past = self._past
        if self._untouched.steady:
            later = union(self._arrived.get(each, 0) for each in range(event, past.events))
            self._past = Before(past.board, event, past.everything & ~later)
            return those, self._past
        past.board.rewind(event + 1)
        then = [past.board.by_number(one.number) for one in those]
        past.board.rewind(event)
        return then, Before(past.board, event, past.board.everything)

    def arrival(self, then: GameObject, before: Before) -> Later | None:
        """Return whether an object entered tapped, what this depends on, or None if only a preview of it can tell.

        Args:
            then: the object as it entered.
            before: what was there before its event.
        """
        own = speaking(then.base.values.abilities)
        if not own and self._silent >> then.number & 1:
            return _UNTAPPED
        untouched = self._untouched
        if self._granted or not untouched.is_same(then) or not all(tapped_clauses(ability) for ability in own):
            return None
        if untouched.borrowed >> then.number & 1:
            return None
        keeps = not own or not untouched.changed(kept_by(own), then.entered) >> then.number & 1
        applied = self._edition.knows("effects on what enters")  # 614.12
        if not keeps and applied and untouched.loses(own, then.number, then.entered):
            own, keeps = (), True
        found = [
            _Possible(clause, _text(ability), then.number, keeps, keeps)
            for ability in own
            for clause in _own((ability,))
            if _says(clause) != "as a copy"
        ]
        for base in self._speaking:
            if base in before.board.bases:
                others = self._others(base, then, before)
                if others is None:
                    return None
                found += others
        return self._answer(then, found, before) if found else _UNTAPPED

    def _answer(self, then: GameObject, found: list[_Possible], before: Before) -> Later | None:
        if any(each.source == then.number for each in found):
            return self._decided(then, found, before)
        key = tuple(found)  # nothing else decides the answer
        if key not in self._decided_by:
            self._decided_by[key] = self._decided(then, found, before)
        return self._decided_by[key]

    def _decided(self, then: GameObject, found: list[_Possible], before: Before) -> Later | None:
        of_others = [each for each in found if each.clause.condition is not None and each.source != then.number]
        depends = self._untouched.depends_on_tapped
        if of_others and all(each.sure and depends(each.clause.condition, each.source) for each in of_others):
            return self._if_tapped(then, found, of_others, before)
        return self._settled(then, found, before)

    def _settled(self, then: GameObject, found: list[_Possible], before: Before) -> Answer | None:
        # The answer if conditions of other objects do not depend on what entered tapped.
        left: list[_Possible] = []
        unknown: list[Condition] = []
        for each in found:
            condition = each.clause.condition
            if condition is None or each.source != then.number or not each.sure:
                left.append(each)
            elif self._untouched.steady and _is_unknown(condition, self._untouched.start, _context(then)):
                left.append(_without_condition(each, _MAY))
            elif not self._asks_before(condition, then):
                left.append(each)
            else:
                holds = self._untouched.held(condition, _context(then), before)
                if holds is None:
                    unknown.append(condition)
                if holds is not False:
                    left.append(_without_condition(each) if holds else each)
        sure = [each for each in left if each.sure and each.clause.condition is None]
        said, known = _said(left), _said(sure)
        if "untapped" not in said and "tapped" in known:
            return _TAPPED
        if unknown and len(unknown) == len(left) and said.keys() == {"tapped"}:
            return tuple(unknown)
        if "tapped" not in said:
            said.pop("untapped", None)
            known.pop("untapped", None)
        if said == known and all(len(texts) == 1 for texts in known.values()):
            return _entered(known)
        until = settled_after(self._edition, [each.clause.selector.reads() for each in left])
        plain = all(each.kept and each.clause.condition is None for each in left)
        return _Selecting(tuple(left), until) if plain else None

    def _if_tapped(self, then: GameObject, found: list[_Possible], of_others: list[_Possible], before: Before) -> Later:
        untouched, rest = self._untouched, [each for each in found if each not in of_others]
        known: dict[tuple[_Possible, ...], Answer | None] = {}

        def answer(tapped: Mask) -> Answer | None:
            held = tuple(each for each in of_others if untouched.holds_if(each.clause.condition, each.source, tapped))
            if held not in known:
                known[held] = self._settled(then, [*rest, *map(_without_condition, held)], before)
            return known[held]

        return answer

    def _asks_before(self, condition: Condition, then: GameObject) -> bool:
        # Whether only the board before the event decides a condition of the object that enters.
        of_itself = any(isinstance(node, _OF_ITSELF) for node in condition.walk())
        return not (of_itself or self._untouched.changed(CONTROLLERS, then.entered) >> then.number & 1)

    def _others(self, base: Base, then: GameObject, before: Before) -> list[_Possible] | None:
        # The clauses of one source that may apply to the object.
        if not all(map(tapped_clauses, speaking(base.values.abilities))):
            return None  # the ability grants another one
        found: list[_Possible] = []
        for ability, clause, holder, keeps in self._held(base, before):
            may, sure = self._untouched.selects(clause.selector, holder, then.number, then.entered)
            if may and (keeps or holder is None or not self._untouched.loses((ability,), holder, then.entered)):
                found.append(_Possible(clause, _text(ability), holder, keeps and sure, keeps))
        return found

    def _held(self, base: Base, before: Before) -> list[tuple[Ability, Clause, int | None, bool]]:
        # The clauses of one source about others, each with an object that may have it and whether it keeps it.
        untouched = self._untouched
        key = base, before.having(base), before.copies(), untouched.last_source(before.events - 1)
        if not untouched.steady or key not in self._held_by:
            lines, holders = speaking(base.values.abilities), untouched.holders(base, before)
            lost = untouched.borrowed | untouched.changed(kept_by(lines), before.events - 1)
            self._held_by[key] = [
                (ability, clause, holder, holder is not None and not lost >> holder & 1)
                for ability in lines
                for clause in tapped_clauses(ability)
                if not isinstance(clause.selector, Itself)
                for holder in holders
            ]
        return self._held_by[key]


def _said(possible: Iterable[_Possible]) -> dict[str, set[str]]:
    # What clauses say -> their texts.
    found: dict[str, set[str]] = {}
    for each in possible:
        found.setdefault(_says(each.clause), set()).add(each.text)
    return found


def _without_condition(each: _Possible, says: RuleText | None = None) -> _Possible:
    operations = each.clause.operations if says is None else (says,)
    clause = msgspec.structs.replace(each.clause, condition=None, operations=operations)
    return msgspec.structs.replace(each, clause=clause)


_MAY: Final = RuleText("may enter tapped")
_TAPPED: Final = EnteredTapped(True)
_UNTAPPED: Final = EnteredTapped()
_OF_ITSELF: Final = (Itself, SelfIn, AtLevel, GameFact)
"""Terms whose value depends on the object that has the condition."""


def _speaks(found: GameObject) -> bool:
    # Whether any face of its cards specifies how it enters.
    return any(reach(face.abilities) for card in (found.card, *found.components) for face in card.faces)


def _arrival(then: GameObject, past: Excerpts, later: Later | None, tapped: Mask) -> EnteredTapped:
    answer = later(tapped) if callable(later) else later
    if isinstance(answer, EnteredTapped):
        return answer
    if isinstance(answer, _Selecting):
        return _entered(_selecting(answer, then, past))
    if answer is not None:
        reads = [condition.reads() for condition in answer]
        before = past.state(then.entered, settled_after(past.edition, reads))
        held = any(condition.holds(before, _context(then)) for condition in answer)
        return _TAPPED if held else _UNTAPPED
    # The value is computed once for all identical objects that entered with an event.
    same = (
        then.base, then.face_down, then.listed, then.face, then.copy, then.choices, then.x, then.facts,
        then.attached_to, then.attached_player, tuple((counter.kind, counter.count) for counter in then.counters),
    )  # fmt: skip
    return past.once(then.entered, ("tapped", same), lambda: _look(then, past))


def _selecting(later: _Selecting, then: GameObject, past: Excerpts) -> dict[str, list[str]]:
    # What the clauses say that select an object as it enters.
    state = past.as_it_entered(then, later.until)
    said: dict[str, list[str]] = {}
    for each in later.clauses:
        if each.clause.selector.select(state, Context(source=each.source)) >> then.number & 1:
            said.setdefault(_says(each.clause), []).append(each.text)
    return said


def _context(then: GameObject) -> Context:
    return Context(source=then.number, you=then.base.controller, choices=then.choices, x=then.x)


def _look(then: GameObject, past: Excerpts) -> EnteredTapped:
    # 614.12: the abilities that the object would have on the battlefield apply to it
    if then.copy is not None and any(_says(clause) == "as a copy" for clause in _own(then.base.values.abilities)):
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
                said.setdefault(_says(clause) if holds else "may", []).append(_text(ability))
    return _entered(said)


def _speaking(then: GameObject, past: Excerpts, until: str | None) -> tuple[State, State, list[_Found]]:
    # The object as it entered, the board before that, and the clauses that may apply.
    state = past.as_it_entered(then, until)
    found = list(_own_clauses(state, then))
    if all(clause.condition is None for _, clause, _ in found) and _only_of_themselves(past.board, state):
        return state, state, found  # nothing is asked of the board before
    before = past.state(then.entered, until)
    return state, before, [*found, *_clauses_of_others(before)]


def _entered(said: Mapping[str, Iterable[str]]) -> EnteredTapped:
    # What the lines that apply mean together; `said` maps what they say to their texts.
    tapped, untapped, may = (said.get(words, ()) for words in ("tapped", "untapped", "may"))
    if tapped and untapped:
        return EnteredTapped(False, tuple(dict.fromkeys((*tapped, *untapped))))  # 616.1: its controller chooses
    return _TAPPED if tapped else EnteredTapped(False, tuple(dict.fromkeys(may)))


_Found = tuple[TextAbility, Clause, Context]


def _own_clauses(state: State, then: GameObject) -> Iterator[_Found]:
    # The object's own clauses about itself.
    context = msgspec.structs.replace(_context(then), you=state.controller(then.number))
    for held in state.abilities(then.number):
        for clause in _own((held.ability,)):
            if _says(clause) != "as a copy":
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
    if any(reach_of_base(base) == "others" for base in state.world.bases) or grants(board):
        return False
    if any(effect.listed or effect.delayed for effect in board.effects.values()):
        return False
    return all(map(is_plain, state.world.objects.values()))


def _own(abilities: Iterable[Ability]) -> Iterator[Clause]:
    return (clause for each in abilities for clause in tapped_clauses(each) if isinstance(clause.selector, Itself))


def _text(ability: Ability) -> str:
    return getattr(ability, "text", "") or "it may enter tapped"


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
    if _is_unknown(condition, state, context):
        return None
    itself = context.source == number and any(isinstance(node, _OF_ITSELF) for node in condition.walk())
    return condition.holds(state if itself else before, context)


def _is_unknown(condition: Condition, state: State, context: Context) -> bool:
    # Whether a condition asks for a fact that events can record, but have not recorded.
    facts = (node.text for node in condition.walk() if isinstance(node, GameFact) and question(node.text) is None)
    return any(not state.still(f"told:{text}", True) >> (context.source or 0) & 1 for text in facts)
