"""The base class of the events on a timeline."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from ..data.admission import validate
from ..data.record import Path, Record, WrongTypeError, abbreviated
from ..effects.shortening import without_digests
from ..errors import IllegalEventError
from ..rules.vocabulary import families
from ..support.names import did_you_mean, is_for_effects

if TYPE_CHECKING:
    from ..effects.view import Choices
    from ..objects.gameobject import GameObject
    from ..objects.tables import Tables


class Event(Record, frozen=True):
    """An event on a timeline.

    The lowercase name of a subclass is the verb of its events and also the name of its first field. If ``apply`` raises
    an error, the board undoes all changes.
    """

    VERB: ClassVar[str] = ""
    # Whether the event records the objects that get timestamps together, so that an `order` event can follow.
    STAMPS: ClassVar[bool] = False
    VERBS: ClassVar[dict[str, type[Event]]] = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        verb = cls.__name__.lower()
        if verb in cls.__annotations__:
            cls.VERB = verb
            Event.VERBS[verb] = cls

    def apply(self, tables: Tables, index: int) -> tuple[str, ...] | None:
        """Change the tables of a board and return the names of new objects and effects, if any.

        Args:
            tables: the board's tables.
            index: the 0-based index of the event in the timeline.

        Raises:
            IllegalEventError: the rules or the board do not allow the event.
            UnknownObjectError: the event names an object that does not exist.
        """
        raise NotImplementedError

    def to_data(self) -> dict[str, Any]:
        """Return the event as JSON data, beginning with the verb; default values are omitted."""
        data = super().to_data()
        return {self.VERB: data.pop(self.VERB), **data}

    def refuse(self, reason: str) -> IllegalEventError:
        """Return the error that rejects the event for the given reason."""
        return IllegalEventError(self, without_digests(reason))

    def admit_name(self, name: str) -> None:
        """Reject a name that contains a character reserved for generated names."""
        if is_for_effects(name):
            raise self.refuse(f"`{name}` contains `#`, `+`, `<` or `>`, which are reserved for generated names")

    def admit_choices(self, tables: Tables) -> None:
        """Reject negative numbers, and choices that name unknown objects or players.

        A saved board with such names could not be read. An object that has left can be chosen.
        """
        self.admit_number("x", getattr(self, "x", None), "X")
        chosen = getattr(self, "chosen", None)
        if chosen is not None:
            for name in chosen.object:
                tables.last_known(name)
            for name in chosen.player:
                self.player_number(tables, name)
            for number in chosen.number:
                self.admit_number("chosen.number", number, "a chosen number")
            for option in chosen.option:
                self.admit_number("chosen.option", option, "the number of an option", least=1)
            for _, problem in wrong_types(chosen, lambda word: _is_on_a_card(word, tables)):
                raise self.refuse(problem)

    def admit_number(self, key: str, number: int | None, what: str, least: int = 0) -> None:
        """Reject a number that is less than `least`; no negative number can be chosen (107.1b)."""
        if number is not None and number < least:
            rule = "" if least else " (107.1b)"
            raise self.refuse(f"`{key}` = `{number}`: {what} must be at least {least}{rule}")

    def player_number(self, tables: Tables, name: str) -> int:
        """Return the number of the player with the given name, or reject the event."""
        number = tables.player(name)
        if number is None:
            raise self.refuse(f"no player `{name}`{did_you_mean(name, tables.players)}")
        return number

    def permanent(self, tables: Tables, name: str) -> GameObject:
        """Return the permanent with the given id, or reject the event."""
        found = tables.named(name)
        if found.base.zone != "battlefield":
            raise self.refuse(f"`{name}` is {in_zone(found.base.zone)}, not on the battlefield")
        return found


def wrong_types(chosen: Choices, is_on_a_card: Callable[[str], bool]) -> Iterator[tuple[str, str]]:
    """Yield the kind of each choice that is not a subtype of that kind, and a message.

    Args:
        chosen: the choices.
        is_on_a_card: returns whether a card has a subtype that no rule lists.
    """
    for key, family, rule in (("creature_type", "creature", "205.3m"), ("land_type", "land", "205.3i")):
        for word in getattr(chosen, key):
            known = families(word)
            if family not in known and (known or not is_on_a_card(word)):
                yield key, f"`{word}` is not a {key.replace('_', ' ')} ({rule})"


def _is_on_a_card(subtype: str, tables: Tables) -> bool:
    # A card of the board can have a new subtype.
    own = (face.subtypes for card in tables.cards.values() for face in card.faces)
    return any(subtype in words for words in (*own, *(base.values.subtypes for base in tables.bases)))


def read_event(data: Any, path: Path = ()) -> Event:
    """Return the event described by JSON data.

    Raises:
        WrongTypeError: the data has no verb, several verbs, an unknown key, or a value of the wrong kind.
        LimitError: the data exceeds the limits.
    """
    if not path:  # otherwise, the caller has already validated the data
        validate(data)
    if not isinstance(data, Mapping):
        raise WrongTypeError(f"an event must be a table with one verb, not `{abbreviated(data)}`", path)
    return Event.VERBS[verb_of(data, path)].read(data, path)


def verb_of(data: Mapping[str, Any], path: Path = (), others: tuple[str, ...] = ()) -> str:
    """Return the verb of an event, which is the key that `Event.VERBS` or `others` contains.

    Raises:
        WrongTypeError: the data has no verb, or more than one verb.
    """
    verbs = [key for key in data if key in Event.VERBS or key in others]
    if len(verbs) > 1:
        # "counters" is a verb and also a key of "enters" and "moves".
        kept = [verb for verb in verbs if not any(verb in keys_of(other) for other in verbs if other != verb)]
        verbs = kept or verbs
    if len(verbs) == 1:
        return verbs[0]
    if verbs:
        raise WrongTypeError(
            f"an event must have one verb, not {' and '.join(f'`{verb}`' for verb in verbs)}", (*path, verbs[1])
        )
    known = (*Event.VERBS, *others)
    further = {key for event in Event.VERBS.values() for key in event.keys()}  # noqa: SIM118
    for key in data:
        if key not in further and (hint := did_you_mean(str(key), known)):
            raise WrongTypeError(f"unknown verb `{key}`{hint}", (*path, key))
    key = next((key for key in data if key not in further), next(iter(data), ""))
    raise WrongTypeError(f"the event has no verb; use one of {', '.join(known)}", (*path, key) if key else path)


def keys_of(verb: str) -> tuple[str, ...]:
    """Return the keys that events with the given verb can have, other than the verb itself.

    The result is empty if the verb is unknown.
    """
    event = Event.VERBS.get(verb)
    return tuple(key for key in event.keys() if key != verb) if event else ()  # noqa: SIM118


def in_zone(zone: str) -> str:
    """Return the name of a zone for a message, including its preposition.

    >>> in_zone("stack"), in_zone("hand"), in_zone("exile")
    ('on the stack', 'in the hand', 'in exile')
    """
    return f"{'on' if zone in ('battlefield', 'stack') else 'in'} {zone_name(zone)}"


def zone_name(zone: str) -> str:
    """Return the name of a zone for a message, with "the" if necessary."""
    return {"exile": "exile", "command": "the command zone"}.get(zone, f"the {zone}")
