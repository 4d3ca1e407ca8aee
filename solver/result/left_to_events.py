"""What resolved spells and abilities do to a board that is left to events of their own, such as putting counters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from mtglayers.model.board.board import Board
from mtglayers.model.board.start import BEFORE
from mtglayers.model.cards.board_changes import changes_of
from mtglayers.model.effects.ability import BoardChange, TextAbility
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability, facts_read
from mtglayers.model.effects.node import Node
from mtglayers.model.events.arrivals import Arrival, Moves
from mtglayers.model.events.base import Event
from mtglayers.model.events.changes import Attaches, Counters, Detaches, Flips, Marks, Transforms, Turns
from mtglayers.model.events.command_zone import Reveals
from mtglayers.model.events.departures import Leaves, Merges, Phases
from mtglayers.model.events.melding import Melds
from mtglayers.model.events.resolution import Resolves
from mtglayers.model.objects.gameobject import ResolvedEffect

from ..history.target_places import resolving

_COUNTERS: Final = "counters that it puts or removes, which are a `counters` event (122.1)"
_WORDS: Final[Mapping[BoardChange, str]] = MappingProxyType({
    "arriving": "what it puts onto the battlefield, which is an `enters` or `moves` event (400.7)",
    "attaching": "what it attaches or unattaches, which is an event of its own (701.3)",
    "counters": _COUNTERS,
    "faces": "what it transforms, flips or turns over, which is an event of its own (712.8)",
    "other counters": _COUNTERS,
    "phasing": "what it phases in or out, which is an event of its own (702.26)",
    "status": "what it taps or untaps, which is a `marks` event (110.5)",
    "tokens": "tokens that it creates, which are an `enters` event (111.3)",
    "zones": "what it moves to another zone, which is a `leaves` or `moves` event (400.7)",
})  # fmt: skip
_ASKED: Final[Mapping[BoardChange, str]] = MappingProxyType({"other counters": "counter", "status": "tapped"})
"""The fact that the abilities on a board must read so that a change matters."""


def _counts(event: Event) -> bool:
    return isinstance(event, Counters) or (isinstance(event, Arrival) and bool(event.counters))


_DONE: Final[Mapping[BoardChange, Callable[[Event], bool]]] = MappingProxyType({
    "arriving": lambda e: isinstance(e, Arrival),
    "attaching": lambda e: isinstance(e, Attaches | Detaches) or (isinstance(e, Arrival) and e.attached_to is not None),
    "counters": _counts,
    "faces": lambda e: isinstance(e, Transforms | Flips | Turns | Melds | Arrival),
    "other counters": _counts,
    "phasing": lambda e: isinstance(e, Phases),
    "status": lambda e: isinstance(e, Marks),
    "zones": lambda e: isinstance(e, Leaves | Moves | Merges | Reveals),
})  # fmt: skip
"""Whether an event can be the one that records a change."""


def left_to_events(board: Board) -> Iterator[tuple[str, str]]:
    """Yield what resolved texts do to the board and no event next to them records, as (effect, text)."""
    taken: set[tuple[BoardChange, int]] = set()
    for effect in sorted(board.effects.values(), key=lambda each: each.event):
        event = None if effect.event == BEFORE else board.events[effect.event]
        for change in _changes(event, effect, board) if isinstance(event, Resolves) else ():
            near = (place for place in _near(board, effect.event) if (change, place) not in taken)
            done = (place for place in near if _records(change, place, effect.event, board))
            place = next(done, None)
            if place is None:
                yield effect.name, f"not specified: {_WORDS[change]}"
            else:
                taken.add((change, place))


def _records(change: BoardChange, place: int, event: int, board: Board) -> bool:
    done = board.events[place]
    if change == "tokens":
        arrived = (found for found in board.numbered().values() if found.entered == place)
        return isinstance(done, Arrival) and all(found.base.token for found in arrived)
    if place < event and isinstance(done, Arrival) and change != "arriving":
        return False  # the object was there before
    return _DONE[change](done)


def _changes(event: Resolves, effect: ResolvedEffect, board: Board) -> Iterator[BoardChange]:
    spell = isinstance(event.resolves, str)
    found: dict[BoardChange, None] = {}
    for ability, name in resolving(event, effect, board):
        if ability is None or (spell and (isinstance(ability, Keyword) or _apart(ability))):
            continue
        outside, *modes = changes_of(ability, name) or ((),)
        for kinds in (outside, *(modes[mode - 1] for mode in event.mode if mode <= len(modes))):
            found |= dict.fromkeys(kinds)
    if effect.listed:  # reported by themselves
        found.pop("faces", None)
    return (kind for kind in found if kind not in _ASKED or _ASKED[kind] in _facts(board))


def _apart(ability: Ability) -> bool:
    # 113.6: the line has no effect as the spell resolves.
    return not isinstance(ability, TextAbility) or ability.form in ("rule", "entering", "triggered", "activated")


def _near(board: Board, event: int) -> Iterator[int]:
    # The events on both sides, up to the next one that resolves a spell or ability.
    for step, end in ((-1, -1), (1, len(board.events))):
        for place in range(event + step, end, step):
            if isinstance(board.events[place], Resolves):
                break
            yield place


def _facts(board: Board) -> frozenset[str]:
    abilities = (ability for base in board.bases for ability in base.values.abilities)
    clauses = (clause for effect in board.effects.values() if not effect.ended for clause in effect.clauses)
    return frozenset(fact for node in (*abilities, *clauses) for fact in _facts_in(node))


@lru_cache(maxsize=8192)
def _facts_in(node: Node) -> frozenset[str]:
    # Those in granted abilities count, and those in the text of an ability that only resolves do not.
    inner = () if isinstance(node, TextAbility) else node.children()
    own = () if isinstance(node, Ability) else (fact for fact, _ in facts_read(node))
    return frozenset(own).union(*map(_facts_in, inner))
