"""Events: what can happen on a timeline, each a frozen record with one verb."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from ..data.admission import validate
from ..data.record import Path, Record, WrongTypeError, abbreviated
from ..errors import IllegalEventError
from ..support.names import did_you_mean, is_for_effects

if TYPE_CHECKING:
    from ..objects.tables import Tables


class Event(Record, frozen=True):
    """Something that happened; its first field is the object of the verb.

    ``apply`` changes the board's tables and returns the names of what it made. It may stop half way with an
    error: the board undoes what was done.
    """

    VERB: ClassVar[str] = ""
    WHAT: ClassVar[str] = "key"
    # Whether it records which objects it stamped together, for a later `order`.
    STAMPS: ClassVar[bool] = False
    VERBS: ClassVar[dict[str, type[Event]]] = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if cls.VERB:
            Event.VERBS[cls.VERB] = cls

    def apply(self, tables: Tables, index: int) -> tuple[str, ...]:
        """Do what the event says.

        Args:
            tables: the board's tables.
            index: the place of this event in the timeline, from 0.

        Raises:
            IllegalEventError: the rules or the board do not allow it.
            UnknownObjectError: it names an object that is not there.
        """
        raise NotImplementedError

    def to_data(self) -> dict[str, Any]:
        """Return the JSON data, the verb first; keys with their default value are left out."""
        data = super().to_data()
        return {self.VERB: data.pop(self.VERB), **data}

    def refuse(self, reason: str) -> IllegalEventError:
        """Return the error that refuses this event."""
        return IllegalEventError(self, reason)

    def admit_name(self, name: str) -> None:
        """Refuse a name for an object or effect that has the form of a generated name."""
        if is_for_effects(name):
            signs = "`#`, `+`, `<` and `>` are kept for the names of effects"
            raise self.refuse(f"`{name}` is not a name to give: {signs}")


def read_event(data: Any, path: Path = ()) -> Event:
    """Return the event that JSON data describes.

    Raises:
        WrongTypeError: no verb, two verbs, an unknown key, or a value of the wrong kind.
        LimitError: it goes beyond the limits.
    """
    if not path:  # else the whole was validated before
        validate(data)
    if not isinstance(data, Mapping):
        raise WrongTypeError(f"an event is a table with one verb, not `{abbreviated(data)}`", path)
    return Event.VERBS[verb_of(data, path)].read(data, path)


def verb_of(data: Mapping[str, Any], path: Path = (), others: tuple[str, ...] = ()) -> str:
    """Return the one verb of an event's data, or of `others`.

    Raises:
        WrongTypeError: there is none, or more than one.
    """
    verbs = [key for key in data if key in Event.VERBS or key in others]
    if len(verbs) > 1:
        # "counters" is a verb, and a key of "enters" and "moves".
        kept = [verb for verb in verbs if not any(verb in keys_of(other) for other in verbs if other != verb)]
        verbs = kept or verbs
    if len(verbs) == 1:
        return verbs[0]
    if verbs:
        raise WrongTypeError(
            f"an event has one verb, not {' and '.join(f'`{verb}`' for verb in verbs)}", (*path, verbs[1])
        )
    known = (*Event.VERBS, *others)
    further = {key for event in Event.VERBS.values() for key in event.keys()}  # noqa: SIM118
    for key in data:
        if key not in further and (hint := did_you_mean(str(key), known)):
            raise WrongTypeError(f"unknown verb `{key}`{hint}", (*path, key))
    key = next((key for key in data if key not in further), next(iter(data), ""))
    raise WrongTypeError(f"no verb in this event; it is one of {', '.join(known)}", (*path, key) if key else path)


def keys_of(verb: str) -> tuple[str, ...]:
    """Return the other keys of events of a verb; none for an unknown verb."""
    event = Event.VERBS.get(verb)
    return tuple(key for key in event.keys() if key != verb) if event else ()  # noqa: SIM118


def zone_name(zone: str) -> str:
    """Return a zone with its article, as a sentence needs it."""
    if zone == "exile":
        return zone
    return "the command zone" if zone == "command" else f"the {zone}"
