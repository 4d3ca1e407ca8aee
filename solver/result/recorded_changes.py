"""The events that record each kind of change to a board that a resolving spell or ability makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from mtglayers.model.effects.ability import BoardChange
from mtglayers.model.events.arrivals import Arrival, Enters, Moves
from mtglayers.model.events.base import Event
from mtglayers.model.events.changes import Attaches, Counters, Detaches, Flips, Marks, Player, Transforms, Turns
from mtglayers.model.events.command_zone import Reveals, Stickers
from mtglayers.model.events.departures import Leaves, Merges, Phases
from mtglayers.model.events.melding import Melds
from mtglayers.model.objects.recorded_facts import COMBAT, COMBAT_LINKS
from mtglayers.model.support.records import Record


class Recorded(Record, frozen=True):
    """What a result says about a change that no event records.

    Attributes:
        words: the change, with its rule.
        by: whether an event can be the one that records it.
        read: the facts and zones of which the abilities on the board must read one, so that the change matters; empty
            if it always matters.
    """

    words: str
    by: Callable[[Event], bool]
    read: frozenset[str] = frozenset()

    def matters(self, read: Callable[[], frozenset[str]]) -> bool:
        """Return whether the change matters if the abilities on the board read the facts and zones in `read()`."""
        return not self.read or not self.read.isdisjoint(read())


def _kinds(*kinds: type[Event]) -> Callable[[Event], bool]:
    return lambda event: isinstance(event, kinds)


def _counts(event: Event) -> bool:
    return isinstance(event, Counters) or (isinstance(event, Arrival) and bool(event.counters))


def _attaches(event: Event) -> bool:
    return isinstance(event, Attaches | Detaches) or (isinstance(event, Arrival) and event.attached_to is not None)


def _marks(*facts: str, value: bool | None = None) -> Callable[[Event], bool]:
    def done(event: Event) -> bool:
        given = event.set if isinstance(event, Marks) else ()
        return any(name in facts and value in (None, bool(each)) for name, each in given)

    return done


def _of_player(*facts: str) -> Callable[[Event], bool]:
    def done(event: Event) -> bool:
        if isinstance(event, Counters):
            return any(kind in facts for kind, _ in (*event.put, *event.remove))
        return isinstance(event, Player) and any(name in facts for name, _ in event.set)

    return done


def _cards(zone: str, *facts: str) -> Recorded:
    number = _of_player(zone, *facts)
    moved = _kinds(Leaves, Moves, Reveals)

    def done(event: Event) -> bool:
        return moved(event) or number(event) or (isinstance(event, Enters) and event.zone == zone)

    return Recorded(
        f"cards that come into or leave a {zone}, which are events of their own (400.7)",
        done,
        frozenset({zone, *facts}),
    )


def _mark(words: str, *facts: str, value: bool | None = None) -> Recorded:
    return Recorded(words, _marks(*facts, value=value), frozenset(facts))


def _player(words: str, *facts: str) -> Recorded:
    return Recorded(words, _of_player(*facts), frozenset(facts))


def _counted_damage(event: Event) -> bool:
    if not isinstance(event, Counters):
        return False
    return any(kind in ("loyalty", "defense") for kind, _ in event.remove) or any(
        kind == "-1/-1" for kind, _ in event.put
    )


_ARRIVING: Final = _kinds(Arrival)
_COUNTERS: Final = Recorded("counters that it puts or removes, which are a `counters` event (122.1)", _counts)
_LIFE: Final = Recorded(
    "life that a player gains or loses, which is a `player` event (119.3)",
    _of_player("life"), frozenset({"life", "life_gained", "life_lost"}),
)  # fmt: skip
_DAMAGED: Final = _marks("damaged_this_turn", value=True)
_DAMAGE: Final = Recorded(
    "damage that it deals to permanents, which is not counted (120.3)",
    # A creature that it destroys leaves; 306.8, 310.6, 702.80a, 702.90c: other damage removes or puts counters.
    lambda event: isinstance(event, Leaves | Moves) or _DAMAGED(event) or _counted_damage(event),
)
_LEAVING: Final = _kinds(Leaves, Moves, Merges, Reveals)
_FIGHTING: Final = (*sorted(COMBAT | COMBAT_LINKS), "attacks_nothing", "attacks_player")

IF_DECIDED: Final = ", if a condition or choice in its text allows it"
"""What is added about a change that a text need not make."""

RETURNING: Final = "that its target leaves and returns as a new object, which are `moves` events (400.7)"
"""What is said about a target on the battlefield that a text exiles and returns."""

OF_SPELL: Final = "that its card comes into a graveyard, which is an `enters` event (608.2n)"
"""What is said about the card of a spell that does nothing else to cards in graveyards."""

RECORDED: Final[Mapping[BoardChange, Recorded]] = MappingProxyType({
    "arriving": Recorded("what it puts onto the battlefield, which is an `enters` or `moves` event (400.7)", _ARRIVING),
    "attaching": Recorded("what it attaches or unattaches, which is an event of its own (701.3)", _attaches),
    "in combat": _mark(
        "what it removes from combat or what becomes blocked, which is a `marks` event (506.4, 509.1h)", *_FIGHTING
    ),
    "counters": _COUNTERS,
    "targeted damage": _LIFE,
    "damage": _DAMAGE,
    "day": _player("that it becomes day or night, which is a `player` event (731.1)", "day", "night"),
    "destruction": Recorded("what it destroys, which is a `leaves` or `moves` event (701.8)", _LEAVING),
    "elsewhere": Recorded(
        "what happens to the card or spell, which is a `leaves` or `moves` event (400.7)", _kinds(Leaves, Moves)
    ),
    "emblems": Recorded("an emblem that it creates, which is an `enters` event (114.1)", _ARRIVING),
    "energy": _player("energy counters that a player gets, which are a `player` event (107.14)", "energy"),
    "experience": _player("experience counters that a player gets, which are a `player` event (122.1)", "experience"),
    "faces": Recorded(
        "what it transforms, flips or turns over, which is an event of its own (712.8)",
        _kinds(Transforms, Flips, Turns, Melds, Arrival),
    ),
    "graveyard": _cards("graveyard"),
    "hand": _cards("hand", "cards_drawn"),
    "harnessed": _mark("the harnessed object, which is a `marks` event (701.64)", "harnessed", value=True),
    "level": Recorded("the level of the Class, which is a `marks` event (716.2)", _marks("level")),
    "library": _cards("library"),
    "life": _LIFE,
    "monarch": _player("the monarch, which is a `player` event (725.1)", "monarch"),
    "monstrous": _mark(
        "the creature that becomes monstrous, which is a `marks` event (701.37)", "monstrous", value=True
    ),
    "other counters": replace(_COUNTERS, read=frozenset({"counter"})),
    "phasing": Recorded("what it phases in or out, which is an event of its own (702.26)", _kinds(Phases)),
    "poison": _player("poison counters that a player gets, which are a `player` event (122.1f)", "poison"),
    "ring_bearer": Recorded("the Ring-bearer, which is a `marks` event (701.54c)", _marks("ring_bearer", value=True)),
    "speed": _player("a player's speed, which is a `player` event (702.179)", "speed"),
    "status": _mark("what it taps or untaps, which is a `marks` event (110.5)", "tapped"),
    "stickers": Recorded("stickers that it puts on an object, which are a `stickers` event (123.3)", _kinds(Stickers)),
    "suspected": Recorded(
        "the suspected creature, which is a `marks` event (701.60c)", _marks("suspected", value=True)
    ),
    "tapped": _mark("what it taps, which is a `marks` event (110.5)", "tapped", value=True),
    "tokens": Recorded("tokens that it creates, which are an `enters` event (111.3)", _ARRIVING),
    "unlocked": Recorded("the doors that it unlocks or locks, which are a `marks` event (709.5)", _marks("unlocked")),
    "unsuspected": Recorded(
        "the creature that is no longer suspected, which is a `marks` event (701.60)", _marks("suspected", value=False)
    ),
    "untapped": _mark("what it untaps, which is a `marks` event (110.5)", "tapped", value=False),
    "zones": Recorded(
        "what it moves to another zone, which is a `leaves` or `moves` event (400.7)", _LEAVING
    ),
})  # fmt: skip
"""What is said about each kind of change, and the events that record it."""
