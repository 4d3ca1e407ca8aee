"""Whether permanents entered tapped, as far as no solve is needed to know it (614.12)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.cards.rules_text import tapped_clauses
from mtglayers.model.effects.conditions import AtLevel, GameFact, SelfIn
from mtglayers.model.effects.game_questions import question
from mtglayers.model.effects.language import Ability, Clause, Condition
from mtglayers.model.effects.operations.players_and_rules import RuleText
from mtglayers.model.effects.selectors import Itself
from mtglayers.model.effects.view import CONTROLLERS, EVERYTHING, Context, Mask, union
from mtglayers.model.objects.gameobject import Base, GameObject
from mtglayers.model.support.records import Record

from ..engine.parts import equal_parts
from ..engine.state import State, numbers
from .acts import asked_by, kept_by, reach_besides
from .earlier import Before
from .printed import Printed, reach, speaking
from .untouched import Untouched, settled_after

if TYPE_CHECKING:
    from .excerpts import Excerpts, PastPreviews


class EnteredTapped(msgspec.Struct, frozen=True):
    """Whether an object entered tapped, if its event does not specify this.

    Attributes:
        tapped: whether the object certainly entered tapped.
        unsure: lines that might have made the object enter tapped, because they offer a choice or are not
            understood.
    """

    tapped: bool = False
    unsure: tuple[str, ...] = ()


class _Possible(Record, frozen=True):
    # A clause that may apply to an object, the object that has it (None: unknown), whether it certainly applies, and
    # whether only the objects that it selects are unknown.
    clause: Clause
    text: str
    source: int | None
    sure: bool = True
    kept: bool = True


_Others = list[tuple[Mask, Mask, _Possible]]
"""Clauses of other objects, each with the objects to which it may apply, and those to which it certainly applies."""


class Selecting(Record, frozen=True):
    """Clauses that apply if they select an object as it enters, and the layer after which this is known."""

    clauses: tuple[_Possible, ...]
    until: str | None


Conditions = tuple[Condition, ...]
Answer = EnteredTapped | Conditions | Selecting
"""Whether an object entered tapped, or what this depends on; one of the conditions must hold before the event."""


class IfTapped(Record, frozen=True):
    """An answer that depends on whether other objects entered tapped.

    Attributes:
        others: these objects.
        answer: a function of the objects that entered tapped.
    """

    others: Mask
    answer: Callable[[Mask], Answer | None]


Later = Answer | IfTapped


class KnownArrivals:
    """Answers that need no solve, because no effect can have changed what decides them."""

    def __init__(self, board: Board, start: State, depending: Mapping[Base, Printed]) -> None:
        """Prepare the answers for the objects of a board.

        Args:
            board: the board.
            start: its state before layer 1.
            depending: its bases whose abilities depend on past events.
        """
        saying = [base for base, found in depending.items() if found.reach]
        self._lines = frozenset(line for base in saying for line in speaking(base.values.abilities))
        self._asked = CONTROLLERS.union(*map(asked_by, saying))
        self._untouched = Untouched(board, start, self._asked)
        self._excerpts: Excerpts | None = None
        self._speaking = tuple(base for base in saying if depending[base].reach == "others")
        self._edition = board.edition
        self._board = board
        self._held_by: dict[tuple[Base, Mask, bool, int], list[tuple[Ability, Clause, int | None, bool]]] = {}
        self._decided_by: dict[tuple[_Possible, ...], Later | None] = {}
        # Whether what objects have besides their bases may have made "others" enter tapped, or only themselves ("own").
        self._besides = reach_besides(board)
        own = union(board.bases[base] for base in saying) | self._untouched.borrowed
        self.alone: Mask = own if self._untouched.steady else EVERYTHING
        """The objects for each of which the answer is found by itself."""

    def excerpts(self, past: PastPreviews, tapped: Mask) -> Excerpts:
        """Return the earlier states that answer the other questions, given the objects known to have entered tapped."""
        if self._excerpts is None:
            from .excerpts import Excerpts

            self._excerpts = Excerpts(past, self._untouched, self._lines, self._asked)
        self._excerpts.tapped = tapped
        return self._excerpts

    def asked(self, of: Mask, event: int) -> Mask:
        """Return those of some objects that entered before an event and of which an ability may speak."""
        there = self._untouched.start.still("zone", "battlefield") & self.there_before(event)
        return of & there & self._untouched.unspecified & self._spoken_of

    def there_before(self, event: int) -> Mask:
        """Return the present objects that were there before an event."""
        return self._untouched.there_before[event]

    @cached_property
    def _spoken_of(self) -> Mask:
        untouched, bases = self._untouched, self._board.bases
        if not untouched.steady:
            objects = untouched.start.world.objects.values()
            own = sum(1 << found.number for found in objects if found.copy or _speaks(found))
            return EVERYTHING if self._speaking or self._besides else own
        if self._besides == "others":
            return EVERYTHING
        said = [
            (source, clause)
            for base in self._speaking
            for line in speaking(base.values.abilities)
            for clause in tapped_clauses(line) or (None,)
            for source in numbers(bases[base])
        ]
        return self.alone | union(self._may_mean(clause, source) for source, clause in said)

    def _may_mean(self, clause: Clause | None, source: int) -> Mask:
        # The objects of which a clause may speak; None means an ability that grants an unknown one.
        untouched = self._untouched
        later = ~untouched.there_before[untouched.start.world.objects[source].entered + 1]
        return later if clause is None or untouched.borrowed else later & untouched.selected(clause.selector, source)[0]

    def moments(self, asked: Mask) -> Iterator[tuple[Mask, Mapping[int, GameObject], Before]]:
        """Yield the objects in a mask, what they were as they entered, and what was there before.

        If objects have only entered, those that entered after the same sources come together. What was there before is
        then given for the first of their events.
        """
        board, untouched = self._board, self._untouched
        objects, there_before = untouched.start.world.objects, untouched.there_before
        if untouched.steady:
            sources = union(board.bases[base] for base in self._speaking)
            cuts = {*untouched.entrances, *(objects[number].entered for number in numbers(sources))}
            events = sorted({*cuts, *(event + 1 for event in cuts), len(board.events)})
            for event, end in pairwise(events):
                those = asked & there_before[end] & ~there_before[event]
                if those:
                    yield those, objects, Before(board, event, there_before[event])
            return
        board = board.copy()  # what interrupts this leaves nothing rewound
        latest = sorted(numbers(asked), key=lambda number: -objects[number].entered)
        for event, group in groupby(latest, key=lambda number: objects[number].entered):
            board.rewind(event + 1)
            then = {number: board.by_number(number) for number in group}
            board.rewind(event)
            yield sum(1 << number for number in then), then, Before(board, event, board.everything)

    def answers(
        self, those: Mask, then: Mapping[int, GameObject], before: Before
    ) -> Iterator[tuple[Mask, Later | None]]:  # fmt: skip
        """Yield the objects in a mask, in parts, each with its answer.

        The answer is whether the objects entered tapped, what this depends on, or None if only a preview can tell.

        Args:
            those: the objects.
            then: the objects as they entered.
            before: what was there before.
        """
        others = self._others(those, before)
        alone = those & self.alone
        masks = [mask for may, sure, _ in others or () for mask in (may, sure)]
        for part in equal_parts(masks, [those & ~alone, *(1 << number for number in numbers(alone))]):
            one = then[part.bit_length() - 1]
            yield part, self.arrival(one, before, others)

    def arrival(self, then: GameObject, before: Before, others: _Others | None) -> Later | None:
        """Return the answer for one object; `others` are the clauses of others that may apply to it, if known."""
        own = speaking(then.base.values.abilities)
        untouched, number = self._untouched, then.number
        if others is None or self._besides == "others":
            return None
        if not untouched.is_same(then) or untouched.borrowed >> number & 1:
            return None
        if not all(map(tapped_clauses, own)):
            return None
        if own and untouched.steady:
            before = Before(self._board, then.entered, untouched.there_before[then.entered])
        keeps = not own or not untouched.changed(kept_by(own), then.entered) >> number & 1
        applied = self._edition.knows("effects on what enters")  # 614.12
        if not keeps and applied and untouched.loses(own, number, then.entered):
            own, keeps = (), True
        found = [
            _Possible(clause, text_of(ability), number, keeps, keeps)
            for ability in own
            for clause in about_itself((ability,))
            if says(clause) != "as a copy"
        ]
        found += [
            each if sure >> number & 1 else msgspec.structs.replace(each, sure=False)
            for may, sure, each in others
            if may >> number & 1
        ]
        return self._answer(then, found, before) if found else UNTAPPED

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
            elif self._untouched.steady and is_unknown(condition, self._untouched.start, context_of(then)):
                left.append(_without_condition(each, _MAY))
            elif not self._asks_before(condition, then):
                left.append(each)
            else:
                holds = self._untouched.held(condition, context_of(then), before)
                if holds is None:
                    unknown.append(condition)
                if holds is not False:
                    left.append(_without_condition(each) if holds else each)
        sure = [each for each in left if each.sure and each.clause.condition is None]
        said, known = _said(left), _said(sure)
        if "untapped" not in said and "tapped" in known:
            return TAPPED
        if unknown and len(unknown) == len(left) and said.keys() == {"tapped"}:
            return tuple(unknown)
        if "tapped" not in said:
            said.pop("untapped", None)
            known.pop("untapped", None)
        if said == known and all(len(texts) == 1 for texts in known.values()):
            return meaning(known)
        until = settled_after(self._edition, [each.clause.selector.reads() for each in left])
        plain = all(each.kept and each.clause.condition is None for each in left)
        return Selecting(tuple(left), until) if plain else None

    def _if_tapped(
        self, then: GameObject, found: list[_Possible], of_others: list[_Possible], before: Before
    ) -> IfTapped:
        untouched, rest = self._untouched, [each for each in found if each not in of_others]
        known: dict[tuple[_Possible, ...], Answer | None] = {}

        def answer(tapped: Mask) -> Answer | None:
            held = tuple(each for each in of_others if untouched.holds_if(each.clause.condition, each.source, tapped))
            if held not in known:
                known[held] = self._settled(then, [*rest, *map(_without_condition, held)], before)
            return known[held]

        return IfTapped(union(1 << each.source for each in of_others if each.source is not None), answer)

    def _asks_before(self, condition: Condition, then: GameObject) -> bool:
        # Whether only the board before the event decides a condition of the object that enters.
        of_itself = any(isinstance(node, OF_ITSELF) for node in condition.walk())
        return not (of_itself or self._untouched.changed(CONTROLLERS, then.entered) >> then.number & 1)

    def _others(self, those: Mask, before: Before) -> _Others | None:
        # The clauses of other objects that may apply to some objects.
        untouched, found = self._untouched, []
        for base in self._speaking:
            if base not in before.board.bases:
                continue
            if not all(map(tapped_clauses, speaking(base.values.abilities))):
                return None  # the ability grants another one
            for ability, clause, holder, keeps in self._held(base, before):
                may, sure = untouched.selects(clause.selector, holder, those, before.events)
                if may and (keeps or holder is None or not untouched.loses((ability,), holder, before.events)):
                    each = _Possible(clause, text_of(ability), holder, True, keeps)
                    found.append((may, sure if keeps else 0, each))
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


def _speaks(found: GameObject) -> bool:
    # Whether any face of its cards specifies how it enters.
    return any(reach(face.abilities) for card in (found.card, *found.components) for face in card.faces)


def _said(possible: Iterable[_Possible]) -> dict[str, set[str]]:
    # What clauses say -> their texts.
    found: dict[str, set[str]] = {}
    for each in possible:
        found.setdefault(says(each.clause), set()).add(each.text)
    return found


def _without_condition(each: _Possible, says: RuleText | None = None) -> _Possible:
    operations = each.clause.operations if says is None else (says,)
    clause = msgspec.structs.replace(each.clause, condition=None, operations=operations)
    return msgspec.structs.replace(each, clause=clause)


_MAY: Final = RuleText("may enter tapped")
TAPPED: Final = EnteredTapped(True)
UNTAPPED: Final = EnteredTapped()
OF_ITSELF: Final = (Itself, SelfIn, AtLevel, GameFact)
"""Terms whose value depends on the object that has the condition."""


def context_of(then: GameObject) -> Context:
    """Return the context of an object's own clauses as it enters."""
    return Context(source=then.number, you=then.base.controller, choices=then.choices, x=then.x)


def meaning(said: Mapping[str, Iterable[str]]) -> EnteredTapped:
    """Return what the lines that apply mean together; `said` maps what they say to their texts."""
    tapped, untapped, may = (set(said.get(words, ())) for words in ("tapped", "untapped", "may"))
    if tapped and untapped:
        return EnteredTapped(False, (*sorted(tapped), *sorted(untapped)))  # 616.1: its controller chooses
    return TAPPED if tapped else EnteredTapped(False, tuple(sorted(may)))


def about_itself(abilities: Iterable[Ability]) -> Iterator[Clause]:
    """Return the clauses that specify how the object that has the abilities enters."""
    return (clause for each in abilities for clause in tapped_clauses(each) if isinstance(clause.selector, Itself))


def text_of(ability: Ability) -> str:
    """Return the text to show for an ability."""
    return getattr(ability, "text", "") or "it may enter tapped"


def says(clause: Clause) -> str:
    """Return what a clause about entering says: "tapped", "untapped", "as a copy" or "may"."""
    words = next(operation.text for operation in clause.operations if isinstance(operation, RuleText))
    return "may" if words.startswith("may") else "as a copy" if words.endswith("copy") else words.rpartition(" ")[2]


def is_unknown(condition: Condition, state: State, context: Context) -> bool:
    """Return whether a condition asks for a fact that events can record, but have not recorded."""
    facts = (node.text for node in condition.walk() if isinstance(node, GameFact) and question(node.text) is None)
    return any(not state.still(f"told:{text}", True) >> (context.source or 0) & 1 for text in facts)
