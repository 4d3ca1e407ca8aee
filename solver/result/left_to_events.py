"""What texts do to a board that is left to events of their own, such as putting counters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Final

from mtglayers.model.board.board import Board
from mtglayers.model.board.start import BEFORE
from mtglayers.model.cards.board_changes import changes_of
from mtglayers.model.effects.ability import BoardChange, TextAbility
from mtglayers.model.effects.filters.whereabouts import InZone
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability, facts_read
from mtglayers.model.effects.node import Node
from mtglayers.model.events.arrivals import Arrival, Moves
from mtglayers.model.events.changes import Player
from mtglayers.model.events.departures import Leaves
from mtglayers.model.events.resolution import Resolves
from mtglayers.model.objects.gameobject import Base, ResolvedEffect

from ..engine.effect import static_plan
from ..engine.state import numbers
from ..engine.trace import Trace
from .recorded_changes import IF_DECIDED, OF_SPELL, RECORDED, RETURNING

_ZONES: Final = ("graveyard", "hand", "library")
"""Changes that are named after the zone that cards come into or leave."""
_MADE: Final = ("arriving", "emblems", "tokens")
"""Changes that are arrivals."""
_COUNTERS: Final = ("counters", "other counters")
_RIOT: Final = "not specified: whether it entered with a +1/+1 counter or gained haste (702.136a)"


def left_to_events(board: Board, trace: Trace | None = None) -> Iterator[tuple[str, str]]:
    """Yield what texts do to the board and no event next to them records, as (effect or object, text).

    With the trace of a solve, changes that only abilities lost before their layers could read are omitted (613.6).
    """
    read = cache(lambda: _facts(board, trace))  # only if it is asked for
    yield from _left_by_resolved(board, read)
    yield from _left_by_entering(board, read)
    yield from _left_by_riot(board)


def _left_by_resolved(board: Board, read: Callable[[], frozenset[str]]) -> Iterator[tuple[str, str]]:
    taken: set[tuple[BoardChange, int]] = set()
    for event, effect in _resolved(board):
        lacking: dict[BoardChange, bool] = {}
        for change, decided in _changes(event, effect, board, read):
            near = (place for place in _near(board, effect.event) if (change, place) not in taken)
            done = (place for place in near if _records(change, place, effect, board))
            place = next(done, None)
            if place is None:
                lacking[change] = decided or (change in _COUNTERS and _has_counters(effect, board))
            else:
                taken.add((change, place))
        zones = _zones(effect, board)
        here = zones <= {"battlefield"}
        returns = here and {"arriving", "elsewhere"} <= lacking.keys()
        # The event that moves the card of a target will record all of these.
        if "elsewhere" in lacking and "battlefield" not in zones:
            lacking.pop("zones", None)
        if here or "arriving" in lacking:
            lacking.pop("elsewhere", None)
        for change, decided in lacking.items():
            words = RETURNING if returns and change == "arriving" else RECORDED[change].words
            if change == "graveyard" and change not in _made(event, effect, board):
                words = OF_SPELL
            yield effect.name, f"not specified: {words}{IF_DECIDED if decided else ''}"


def _left_by_entering(board: Board, read: Callable[[], frozenset[str]]) -> Iterator[tuple[str, str]]:
    # 614.1c: "as this creature enters, turn all other creatures face down"; of life, timelines record the total
    changing = [
        (number, kinds)
        for base, mask in board.bases.items()
        if base.zone == "battlefield" and (kinds := _as_it_enters(base))
        for number in numbers(mask)
    ]
    for number, kinds in changing:
        found = board.by_number(number)
        # How many objects it changed is said by a number that is chosen for it.
        if found.entered == BEFORE or found.choices.number:
            continue
        if found.face_down and getattr(board.events[found.entered], "face_down", False):  # 708.2a, 708.3
            continue
        near = [board.events[place] for place in _near(board, found.entered)]
        for kind, recorded in RECORDED.items():
            later = (each for each in near if kind in _MADE or not isinstance(each, Arrival))
            if kind in kinds and recorded.matters(read) and not any(map(recorded.by, later)):
                yield found.id, f"not specified: {recorded.words}{IF_DECIDED}"


def _left_by_riot(board: Board) -> Iterator[tuple[str, str]]:
    # 702.136a
    resolved = {(effect.context.source, effect.ability) for effect in board.effects.values()}
    for base, mask in board.bases.items():
        abilities = enumerate(base.values.abilities, start=1) if base.zone == "battlefield" else ()
        riot = [place for place, each in abilities if isinstance(each, Keyword) and each.name == "Riot"]
        for number in numbers(mask) if riot else ():
            found = board.by_number(number)
            event = None if found.entered == BEFORE or found.face_down else board.events[found.entered]
            counters = dict(getattr(event, "counters", ()) or ()).get("+1/+1", 0)
            hasty = sum((number, place) in resolved for place in riot)
            if event is not None and counters + hasty < len(riot):
                yield found.id, _RIOT


@lru_cache(maxsize=8192)
def _as_it_enters(base: Base) -> frozenset[BoardChange]:
    values = base.values
    entering = (each for each in values.abilities if isinstance(each, TextAbility) and each.form == "entering")
    made: set[BoardChange] = {kind for each in entering for part in changes_of(each, values.name).all for kind in part}
    made.discard("life")
    return frozenset(made)


def _resolved(board: Board) -> Iterator[tuple[Resolves, ResolvedEffect]]:
    # The effects of resolved texts with their events, in order.
    for effect in sorted(board.effects.values(), key=lambda each: each.event):
        event = None if effect.event == BEFORE else board.events[effect.event]
        if isinstance(event, Resolves):
            yield event, effect


def _has_counters(effect: ResolvedEffect, board: Board) -> bool:
    # Whether a target entered with counters, which can be those that the text puts on it.
    entered = (board.by_number(number).entered for number in effect.context.targets)
    events = (board.events[place] for place in entered if BEFORE != place < effect.event)
    return any(isinstance(each, Arrival) and bool(each.counters) for each in events)


def _records(change: BoardChange, place: int, effect: ResolvedEffect, board: Board) -> bool:
    done = board.events[place]
    if change in ("emblems", "tokens"):
        arrived = (found for found in board.numbered().values() if found.entered == place)
        made = (found.base.token if change == "tokens" else found.card.emblem for found in arrived)
        return isinstance(done, Arrival) and all(made)
    if change in _ZONES and isinstance(done, Leaves | Moves):
        left = [found for found in board.numbered().values() if found.entered == place and found.was is not None]
        if left and all(found.base.zone != change for found in left):
            return False  # it left the battlefield for another zone
    if place < effect.event and isinstance(done, Arrival | Player) and not _done_before(change, place, effect, board):
        return False  # the object was there before, or the number is the earlier one
    return RECORDED[change].by(done)


def _done_before(change: BoardChange, place: int, effect: ResolvedEffect, board: Board) -> bool:
    # Whether what arrived before a text resolved, and what the text may speak of, can have arrived because of it.
    arrived = {found.number for found in board.numbered().values() if found.entered == place}
    chosen = any(board.by_number(number).id in effect.context.choices.object for number in arrived)
    named = not arrived.isdisjoint(effect.context.targets)
    moved = isinstance(board.events[place], Moves)
    if change == "arriving" and named and not (chosen and moved):
        return not _has_targets(effect, board)  # a target was there before it became one; "that creature" is none
    if moved:
        return chosen or change in ("arriving", *_ZONES)
    return chosen and change == "arriving"


def _has_targets(effect: ResolvedEffect, board: Board) -> bool:
    from ..legality.target_places import NO_TARGETS, limit_of, resolving

    event = board.events[effect.event]
    assert isinstance(event, Resolves)
    abilities = (ability for ability, _ in resolving(event, effect, board) if not isinstance(ability, Keyword))
    return any(limit_of(ability) != NO_TARGETS for ability in abilities)


def _changes(
    event: Resolves, effect: ResolvedEffect, board: Board, read: Callable[[], frozenset[str]]
) -> Iterator[tuple[BoardChange, bool]]:  # fmt: skip
    # Each change, and whether a condition or a player decides whether it is made.
    found = _made(event, effect, board)
    if effect.listed:  # reported by themselves
        found.pop("faces", None)
    if isinstance(event.resolves, str):  # 608.2n: the card of the spell
        found["graveyard"] = False
    places = _zones(effect, board)
    if "targeted damage" in found and "battlefield" in places:
        found["damage"] = found.get("damage", True) and found["targeted damage"]
    if "life" in found or not effect.context.target_players:
        found.pop("targeted damage", None)
    return ((kind, decided) for kind, decided in found.items() if RECORDED[kind].matters(read))


def _zones(effect: ResolvedEffect, board: Board) -> set[str]:
    # The zones of the targets.
    return {board.by_number(number).base.zone for number in effect.context.targets}


def _made(event: Resolves, effect: ResolvedEffect, board: Board) -> dict[BoardChange, bool]:
    # Each change that the text makes, wherever its targets are, and whether a condition or a player decides about it.
    from ..legality.target_places import resolving

    found: dict[BoardChange, bool] = {}
    for ability, name in resolving(event, effect, board):
        if ability is None:
            continue
        changes = changes_of(ability, name)
        for part in (0, *event.mode):
            decided = changes.decided[part] if part < len(changes.decided) else ()
            for kind in changes.all[part] if part < len(changes.all) else ():
                found[kind] = found.get(kind, True) and kind in decided
    return found


def _near(board: Board, event: int) -> Iterator[int]:
    # The events on both sides, up to the next one that resolves a spell or ability.
    for step, end in ((-1, -1), (1, len(board.events))):
        for place in range(event + step, end, step):
            if isinstance(board.events[place], Resolves):
                break
            yield place


def _facts(board: Board, trace: Trace | None) -> frozenset[str]:
    # The facts and zones that the abilities and effects on a board read.
    printed = (ability for base in board.bases for ability in base.values.abilities)
    abilities = printed if trace is None else _acting(trace)
    clauses = (clause for effect in board.effects.values() if not effect.ended for clause in effect.clauses)
    return frozenset(fact for node in (*abilities, *clauses) for fact in _facts_in(node))


def _acting(trace: Trace) -> Iterator[Ability]:
    # The abilities that an object has in a layer in which they act.
    for layer in trace.layers:
        for held in {**layer.before.column("ability"), **layer.after.column("ability")}:
            acts = static_plan(held, trace.edition)
            if acts is None or layer.rule.name in acts.parts:
                yield held.ability


@lru_cache(maxsize=8192)
def _facts_in(node: Node) -> frozenset[str]:
    # Those in granted abilities count, and those in the text of an ability that only resolves do not.
    inner = () if isinstance(node, TextAbility) else node.children()
    own = set() if isinstance(node, Ability) else {fact for fact, _ in facts_read(node)}
    zone = {str(node.zone)} if isinstance(node, InZone) else set()
    return frozenset(own | zone).union(*map(_facts_in, inner))
