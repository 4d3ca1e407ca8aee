"""Permanents that another permanent's ability makes enter as something else (614.12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.board.start import BEFORE
from mtglayers.model.cards.rules_text import resolution_of_ability
from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.copiable import Copiable
from mtglayers.model.effects.language import Ability
from mtglayers.model.effects.operations.becomes import Becomes
from mtglayers.model.effects.operations.copying import AsEnters, BecomeCopy
from mtglayers.model.effects.selectors import ChosenObject, Group, Itself
from mtglayers.model.effects.view import CONTROLLERS, Columns, Context
from mtglayers.model.objects.gameobject import Base, GameObject
from mtglayers.model.support.progress import checkpoint
from mtglayers.model.support.records import Record

from ..engine.effect import ability_key
from ..engine.state import numbers
from .acts import LOST
from .copies import copied
from .untouched import Untouched

if TYPE_CHECKING:
    from .resolved import PastBoards

ASKED: Final = "not specified: whether {} changed how it entered; use `resolves` with it as the chosen object (614.12)"
"""What is said about a permanent that another one may have changed as it entered."""


class _Said(Record, frozen=True):
    # An ability that says as what others enter: its objects, and whether they enter as a copy of its source.
    ability: Ability
    group: Group
    copies: bool

    @property
    def lost(self) -> Columns:
        return frozenset({(LOST, ability_key(self.ability))})


Sources = list[dict[int, str]]
"""For each ability that applied to an object as it entered: the objects that had the ability, and their names."""


def entered_as(past: PastBoards) -> Iterator[tuple[str, str]]:
    """Yield the permanents that another one may have changed as they entered and no event says so, as (id, text).

    The other one must have had the ability just before the event, and the permanent must fit as it would exist on the
    battlefield. What happens to either of them later does not matter.
    """
    board = past.board
    speaking = {base: found for base in board.bases if (found := _said_by(base.values)) and base.zone == "battlefield"}
    if not speaking:
        return
    asked = (CONTROLLERS | said.group.reads() | said.lost for found in speaking.values() for said in found)
    known = Untouched(board, past.start, frozenset().union(*asked))
    chosen = {(effect.context.source, id) for effect in board.effects.values() for id in effect.context.choices.object}
    then = board.copy()
    texts: dict[int, list[str]] = {}
    there = (each for each in board.numbered().values() if each.base.zone == "battlefield" and each.copy is None)
    for each in sorted(there, key=lambda each: -each.entered):
        checkpoint("candidate")
        if each.entered != BEFORE:
            then.rewind(each.entered)
            sources = _certain(each, then, speaking, known)
            for having in _sources(each, past) if sources is None else sources:
                if not any((source, each.id) in chosen for source in having):
                    texts.setdefault(each.number, []).append(ASKED.format(having[max(having)]))
    for number in sorted(texts):
        yield from ((board.by_number(number).id, text) for text in dict.fromkeys(texts[number]))


def _certain(
    found: GameObject, before: Board, speaking: Mapping[Base, tuple[_Said, ...]], known: Untouched
) -> Sources | None:
    # What `_sources` returns, or None if effects may have changed it.
    if known.borrowed or known.borrowing or before.copies() or not known.is_same(found):
        return None
    sources: Sources = []
    for base, said in ((base, said) for base, those in speaking.items() for said in those):
        if said.copies and found.base.values == base.values:
            continue
        having: dict[int, str] = {}
        for source in numbers(before.bases.get(base, 0)):
            may, sure = (mask >> found.number & 1 for mask in known.selected(said.group, source, found.entered))
            lost = known.changed(said.lost, found.entered) >> source & 1
            if may != sure or (may and lost) or not known.is_same(before.by_number(source)):
                return None
            if may:
                having[source] = base.values.name
        sources += [having] if having else []
    return sources


def _sources(found: GameObject, past: PastBoards) -> Sources:
    def sources() -> Sources:
        before = past.state(found.entered)
        there = before.still("zone", "battlefield")
        spoken = [
            (said, mask & there) for held, mask in before.column("ability").items() if (said := _said(held.ability))
        ]
        if not any(mask for _, mask in spoken):
            return []
        state = past.as_it_entered(found)

        def applies(said: _Said, source: int) -> bool:
            fits = said.group.select(state, Context(source=source)) >> found.number & 1
            return bool(fits) and not (said.copies and _is_copy(found, source, past))

        named = {source: name for name, mask in before.column("name").items() for source in numbers(mask & there)}
        each = ({source: named[source] for source in numbers(mask) if applies(said, source)} for said, mask in spoken)
        return list(filter(None, each))

    same = msgspec.structs.replace(found, id="", number=0, stamp=0, unordered=())
    return past.once(found.entered, ("entered as", same), sources)


def _is_copy(found: GameObject, of: int, past: PastBoards) -> bool:
    # Whether an object as it entered has the copiable values of another one.
    state = past.as_it_entered(found, past.edition.place("face down"))
    return copied(state, 1 << found.number, past.board) == copied(state, 1 << of, past.board)


def entering_ability(values: Copiable) -> int:
    """Return the 1-based place of the first ability that says as what others enter, or 0."""
    return next((place for place, each in enumerate(values.abilities, start=1) if _said(each)), 0)


@lru_cache(maxsize=8192)
def _said_by(values: Copiable) -> tuple[_Said, ...]:
    return tuple(filter(None, map(_said, values.abilities)))


@lru_cache(maxsize=8192)
def _said(ability: Ability) -> _Said | None:
    # "creatures you control enter as a copy of this creature"
    if not isinstance(ability, TextAbility) or ability.form != "other":
        return None
    found = resolution_of_ability(ability, "~")
    for clause in found.clauses if found is not None else ():
        if isinstance(clause.selector, ChosenObject) and clause.selector.group is not None:
            entering = [
                each
                for each in clause.operations
                if isinstance(each, AsEnters)
                or (isinstance(each, Becomes | BecomeCopy) and each.word in ("as", "enters as"))
            ]
            if entering:
                itself = isinstance(entering[0], BecomeCopy) and isinstance(entering[0].of, Itself)
                return _Said(ability, clause.selector.group, itself)
    return None
