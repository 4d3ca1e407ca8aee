"""Replay of a timeline that omits some of its objects and events."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

import msgspec

from ..errors import IllegalEventError, LayersError
from ..events.arrivals import Arrival, Enters, Moves
from ..events.base import Event
from ..events.changes import Attaches, Marks, Player
from ..events.command_zone import Reveals
from ..events.departures import Leaves, Merges
from ..events.left_open import LEFT_OPEN
from ..events.melding import Melds
from ..events.resolution import Resolves, Source
from ..events.turns import Ends, Order, Turn
from ..objects.recorded_facts import LINKS
from .board import Board
from .preview import Entering


class Thing(NamedTuple):
    """An event or an entering object that a replay can omit.

    Attributes:
        event: the event's index in the timeline.
        name: the id of the object if several objects entered in the event, or empty if the whole event can be omitted.
    """

    event: int
    name: str = ""


class Act(NamedTuple):
    """An event, its results and the names to which it refers.

    Attributes:
        event: the event.
        made: names of the objects and effects that the event created.
        spoken: names of the objects and effects to which the event refers.
    """

    event: Event
    made: tuple[str, ...]
    spoken: tuple[str, ...]


class Replayed(NamedTuple):
    """The result of a replay.

    Attributes:
        board: the board; remaining objects and effects keep their names and order.
        gone: names of the objects and effects that are missing, including the omitted ones.
        kept: the indices that the replayed events had in the original timeline.
    """

    board: Board
    gone: tuple[str, ...]
    kept: tuple[int, ...]


class Timeline:
    """A board's timeline, from which objects and events can be omitted."""

    def __init__(self, board: Board) -> None:
        """Read the timeline of a board; the board is not changed."""
        self._board = board
        self.acts = tuple(_acts(board))

    def things(self) -> tuple[Thing, ...]:
        """Return all objects and events that can be omitted, in timeline order."""
        found: list[Thing] = []
        for place, act in enumerate(self.acts):
            several = isinstance(act.event, Enters) and len(act.event.enters) * act.event.count > 1
            found.extend([Thing(place, name) for name in _arrived(act)] if several else [Thing(place)])
        return tuple(found)

    def of(self, name: str, before: int | None = None) -> Thing | None:
        """Return the last `Thing` that created an object or effect, or None.

        If `before` is given, only events before that index are considered.
        """
        things = (thing for thing in reversed(self.things()) if before is None or thing.event < before)
        for thing in things:
            if thing.name == name or (not thing.name and name in self.acts[thing.event].made):
                return thing
        return None

    def origin(self, name: str) -> Thing | None:
        """Return the `Thing` that first put an object's card on the board, or None.

        Zone changes are traced back to the earlier objects (400.7).
        """
        thing = self.of(name)
        while thing is not None:
            event = self.acts[thing.event].event
            if isinstance(event, Moves):
                thing = self.of(event.moves, thing.event)
            elif isinstance(event, Leaves):
                thing = self.of(name.partition("@")[0], thing.event)
            else:
                break
            name = event.moves if isinstance(event, Moves) else name.partition("@")[0]
        return thing

    def without(self, things: Collection[Thing]) -> Replayed:
        """Replay the timeline without the given things and the events that refer to them.

        Raises:
            IllegalEventError: the remaining events cannot be played.
        """
        whole = {thing.event for thing in things if not thing.name}
        left_out = {thing.name for thing in things if thing.name}
        gone: dict[str, None] = {}
        kept: list[int] = []
        twin = self._board.under(self._board.edition, ())
        for place, act in enumerate(self.acts):
            event = None if place in whole else _less(act, gone, left_out)
            made = () if event is None else push_as(twin, event, _left(act, left_out))
            gone.update(dict.fromkeys(name for name in act.made if name not in made))
            for name in made:  # a name can be reused
                gone.pop(name, None)
            if event is not None:
                kept.append(place)
        return Replayed(twin, tuple(gone), tuple(kept))


def _acts(board: Board) -> Iterator[Act]:
    twin = board.under(board.edition, ())
    for event in board.events:
        spoken = tuple(dict.fromkeys(_called(twin, name) for name in spoken_of(event)))
        yield Act(event, _made(twin, event), spoken)


def _made(board: Board, event: Event) -> tuple[str, ...]:
    effects, objects = set(board.effects), {found.number for found in board.objects.values()}
    pushed = board.push(event)
    found = [name for name in pushed if name in board.objects and board.object(name).number not in objects]
    return (*found, *(name for name in board.effects if name not in effects))


def _called(board: Board, name: str) -> str:
    # Cards with two faces have two names.
    try:
        return board.last_known(name).id
    except LookupError:
        return name


def spoken_of(event: Event) -> tuple[str, ...]:
    """Return the names in an event that can refer to objects, effects, players or cards.

    >>> spoken_of(Attaches(attaches="pacifism", to="bear"))
    ('pacifism', 'bear')
    """
    found: list[str] = []
    match event:
        case Entering():
            return spoken_of(event.event)
        case Enters() | Player() | Turn():
            pass
        case Leaves(leaves=names) | Order(order=names):
            found += names
        case Resolves():
            found += (name for name in event.targets if name != LEFT_OPEN)
            if isinstance(event.resolves, Source) and event.resolves.ability_of:
                found.append(event.resolves.ability_of)
        case Marks():
            found.append(event.marks)
            found += [value for key, value in event.set if key in LINKS and isinstance(value, str)]
        case Ends(ends=name) if name in ("turn", "combat"):
            pass
        case Attaches():
            found += (event.attaches, event.to)
        case Melds():
            found += event.melds
        case Merges():
            found += (event.merges, event.with_)
        case _:
            found.append(getattr(event, event.VERB))
    if isinstance(event, Arrival):
        found += [name for name in (event.attached_to, event.copy_of) if name is not None]
    chosen = getattr(event, "chosen", None)
    if chosen is not None:
        found += chosen.object
    return tuple(found)


def _arrived(act: Act) -> tuple[str, ...]:
    # names of effects are left out
    number = len(act.event.enters) * act.event.count if isinstance(act.event, Enters) else len(act.made)
    return act.made[:number]


def _left(act: Act, left_out: Collection[str]) -> tuple[str, ...]:
    return tuple(name for name in act.made if name not in left_out)


def _less(act: Act, gone: Collection[str], left_out: Collection[str]) -> Event | None:
    event = act.event
    if isinstance(event, Leaves | Order):
        return _fewer(act, gone)
    if any(name in gone for name in act.spoken):
        return None
    arrived = _arrived(act)
    if isinstance(event, Enters) and any(name in left_out for name in arrived):
        cards = [card for card in event.enters for _ in range(event.count)]
        pairs = [(card, name) for card, name in zip(cards, arrived, strict=True) if name not in left_out]
        if not pairs:
            return None
        return msgspec.structs.replace(
            event, enters=tuple(card for card, _ in pairs), as_=tuple(name for _, name in pairs), count=1
        )
    return event


def _fewer(act: Act, gone: Collection[str]) -> Event | None:
    event = act.event
    names = tuple(name for name in act.spoken if name not in gone)
    if len(names) == len(act.spoken):
        return event
    if isinstance(event, Order):
        return msgspec.structs.replace(event, order=names) if len(names) > 1 else None
    return msgspec.structs.replace(event, leaves=names) if names else None


def push_as(board: Board, event: Event, names: tuple[str, ...]) -> tuple[str, ...]:
    """Play an event so that new objects and effects get the given names.

    Return the names that were used. If an event moves several objects and some of them are missing, the result does not
    include the names of the missing objects.

    Raises:
        IllegalEventError: the board does not allow the event or the given names.
    """
    for way in _ways(event, names):
        try:
            made = _made(board, way)
        except LayersError as error:
            raise IllegalEventError(way, str(error)) from error
        if made == names or (isinstance(event, Leaves) and set(made) <= set(names)):
            return made
        board.pop()
    quoted = ", ".join(f"`{name}`" for name in names)
    raise IllegalEventError(event, f"the new names would not be {quoted}")


def _ways(event: Event, names: tuple[str, ...]) -> Iterator[Event]:
    yield event
    if isinstance(event, Enters):
        yield msgspec.structs.replace(event, as_=names[: len(event.enters) * event.count])
    if isinstance(event, Resolves | Reveals) and names:
        yield msgspec.structs.replace(event, as_=names[0])
