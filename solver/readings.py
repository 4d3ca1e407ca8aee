"""Named answers, called readings, to questions that the rules leave open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from types import MappingProxyType
from typing import Final, Literal

import msgspec

from mtglayers.model.data.record import abbreviated
from mtglayers.model.errors import LayersError
from mtglayers.model.rules.edition import Edition
from mtglayers.model.support.names import did_you_mean

LoopReading = Literal["default", "component", "ready-first", "literal"]


class Readings(msgspec.Struct, frozen=True, cache_hash=True):
    """A choice of readings; the first value of each field is the default.

    Attributes:
        loop: the effects that a member of a dependency loop waits for (B2). "default": effects outside the loop that
            the member depends on; "component": effects outside the loop that any member depends on; "ready-first":
            all effects that depend on nothing; "literal": none.
        after: when an effect applies after its prerequisites (B4). "delay": in timestamp order; "advance": at once.
        existence: whether an effect that has started needs its ability (B5). "effect": no; "ability": it waits for
            effects in the layer that remove the ability, and then applies anyway.
        judged: when dependencies are determined (B6, B12): at "each step", or "once" as the layer begins.
        words: the meaning of a text change (B10): its "operation", or its "outcome", the words that actually change.
        fallen: whether subtypes lost with their card type are "gone", or come "back" if the card type returns (205.1a).
        copied: the timestamp of abilities from a copy or text change (613.7a): that of their "object", or that of
            the "effect" if it is later.
        ties: the order of effects with the same timestamp (B13): as "printed", "reversed", or the names of effects,
            oldest first, separated by `|`; other effects come after them.
        turning: what a permanent received before 2015-07-17 when it was turned over (B18): "nothing" or a "stamp".
        face_down: whether face-down values applied after copies before 2006-05-01 (B19): "after", or by "timestamp".
    """

    loop: LoopReading = "default"
    after: Literal["delay", "advance"] = "delay"
    existence: Literal["effect", "ability"] = "effect"
    judged: Literal["each step", "once"] = "each step"
    words: Literal["operation", "outcome"] = "operation"
    fallen: Literal["gone", "back"] = "gone"
    copied: Literal["object", "effect"] = "object"
    ties: str = "printed"
    turning: Literal["nothing", "stamp"] = "nothing"
    face_down: Literal["after", "timestamp"] = "after"

    @property
    def is_ordinary(self) -> bool:
        """Whether, after each step, the oldest effect that waits for nothing is the next one (B4, B6)."""
        return self.after == "delay" and self.judged == "each step"

    def __post_init__(self) -> None:
        values = zip(self.__struct_fields__, msgspec.structs.astuple(self), self.__struct_defaults__, strict=True)
        for field, value, usual in values:
            if value == usual:
                continue
            known = _values(field)
            if value not in known and not (field == "ties" and isinstance(value, str) and "|" in value):
                words = ", ".join(f"`{each}`" for each in known)
                raise ReadingError(f"unknown value `{abbreviated(value)}` of `{field}`; use one of {words}")
        if not all(name.strip() for name in self.tied):
            raise ReadingError(f"`ties={self.ties}` contains an empty name")
        if len(set(self.tied)) < len(self.tied):
            raise ReadingError(f"`ties={self.ties}` contains a name twice")

    @classmethod
    def named(cls, *names: str) -> Readings:
        """Return the readings with the given names, and defaults for other questions.

        Raises:
            ReadingError: a name is unknown, or two names answer the same question.
        """
        found, answered = cls(), dict[str, str]()
        for name in names:
            reading = tie_reading(name.removeprefix(TIES)) if name.startswith(TIES) else READINGS.get(name)
            if reading is None:
                known = ", ".join(f"`{each}`" for each in READINGS)
                raise ReadingError(f"unknown reading `{name}`{did_you_mean(name, READINGS) or f'; use one of {known}'}")
            other = answered.setdefault(reading.field, name)
            if other != name:
                raise ReadingError(f"`{other}` and `{name}` answer the same question ({reading.question})")
            found = msgspec.structs.replace(found, **{reading.field: reading.value})
        return found

    def names(self) -> tuple[str, ...]:
        """Return the names of the readings that differ from the default."""
        values = msgspec.structs.asdict(self)
        named = tuple(name for name, r in READINGS.items() if name != "default" and values[r.field] == r.value)
        return (*named, TIES + self.ties) if self.tied else named

    @property
    def tied(self) -> tuple[str, ...]:
        """The names of effects in `ties`, oldest first."""
        return tuple(self.ties.split("|")) if "|" in self.ties else ()

    def other(self, reading: Reading) -> Readings:
        """Return these readings with the given reading switched on or off."""
        mine = getattr(self, reading.field)
        value = reading.value if mine != reading.value else _values(reading.field)[0]
        return msgspec.structs.replace(self, **{reading.field: value})

    def of(self, edition: Edition) -> Edition:
        """Return the given edition as interpreted by these readings."""
        if self.fallen == "back":
            edition = msgspec.structs.replace(edition, fallen_return=True)
        if self.copied == "effect":
            edition = msgspec.structs.replace(edition, brought_later=True)
        if self.turning == "stamp" and not settles(edition, "turning"):
            edition = msgspec.structs.replace(edition, stamped=(*edition.stamped, "face", "transform"))
        if self.face_down == "timestamp" and not settles(edition, "face_down"):
            edition = msgspec.structs.replace(edition, layers=tuple(_with_face_down(edition)))
        return edition


class Reading(msgspec.Struct, frozen=True):
    """One answer to an open question.

    Attributes:
        name: its name in puzzles and commands.
        question: the number of the open question or of the rule.
        field, value: the field of `Readings` that the reading sets, and its value.
        says: the meaning of the reading, in one line.
    """

    name: str
    question: str
    field: str
    value: str
    says: str


class ReadingError(LayersError, LookupError):
    """An unknown reading, or readings that contradict each other."""


READINGS: Final = MappingProxyType({
    reading.name: reading
    for reading in (
        Reading("default", "B2", "loop", "default", "a loop member waits for its prerequisites outside the loop"),
        Reading("component", "B2", "loop", "component", "the loop waits for the prerequisites of all its members"),
        Reading("ready-first", "B2", "loop", "ready-first", "loop members wait for effects that depend on nothing"),
        Reading("literal", "B2", "loop", "literal", "loop members wait for nothing"),
        Reading("advance", "B4", "after", "advance", "a released effect applies at once, before older ones"),
        Reading("ability-existence", "B5", "existence", "ability",
                "a started effect waits for effects that remove its ability"),
        Reading("no-re-evaluation", "B6", "judged", "once", "dependencies are determined once, as the layer begins"),
        Reading("outcome", "B10", "words", "outcome", "only the words that a text change actually changes matter"),
        Reading("fallen-subtypes", "205.1a", "fallen", "back", "subtypes return with their card type"),
        Reading("copied-stamps", "613.7a", "copied", "effect", "a copy or text change gives abilities its timestamp"),
        Reading("ties-reversed", "B13", "ties", "reversed", "if timestamps tie, the effect printed later is older"),
        Reading("turning-stamps", "B18", "turning", "stamp", "before 2015, turning over gave a new timestamp"),
        Reading("face-down-by-time", "B19", "face_down", "timestamp", "face-down values and copies follow timestamps"),
    )
})  # fmt: skip
"""Readings by name, with the default first."""

TIES: Final = "ties="
"""The beginning of the name of a reading that gives an order of effects with the same timestamp (B13)."""


def tie_reading(order: str) -> Reading:
    """Return the reading with the given order of effects, oldest first, separated by `|` (B13)."""
    return Reading(TIES + order, "B13", "ties", order, f"if timestamps tie, the order is {order.replace('|', ', ')}")


LETTERED: Final = MappingProxyType({
    **{reading.question: reading.field for reading in READINGS.values()}, "B12": "judged",
})  # fmt: skip
"""The field of `Readings` that answers each open question."""

SETTLED: Final = MappingProxyType({
    "B1": "dependency cycles that share a member form one loop (a strongly connected component)",
    "B3": "an effect outside a loop waits for the members that it depends on (613.8b)",
    "B7": "an effect that would change nothing is not a prerequisite; no effect applies twice (613.8c)",
    "B8": "each edition specifies the dependencies of characteristic-defining abilities",
    "B9": "dependence is decided by everything that the two abilities do in one layer (613.6)",
    "B11": "a control effect depends on one that changes the controller of its source (613.8a)",
    "B14": "a condition is evaluated in each layer, on the board at that point (611.3a)",
    "B15": "a resolved effect is locked in, so it rarely depends on others, but they can depend on it (611.2c)",
    "B16": "counters act like other effects; before 2020-04-17 they had their own sublayer",
    "B17": "effects on players and the rules are independent and apply in timestamp order (613.10, 613.11)",
})  # fmt: skip
"""Answers to open questions for which the solver offers no reading."""


def admissible(edition: Edition) -> Iterator[Reading]:
    """Yield the readings, other than the default, that an edition admits."""
    for reading in READINGS.values():
        if reading.name != "default" and not settles(edition, reading.field):
            yield reading


def settles(edition: Edition, field: str) -> bool:
    """Return whether the rules of an edition answer the question behind a field of `Readings`."""
    answered = {
        "judged": edition.reevaluates, "turning": edition.stamps("face"), "face_down": edition.face_down_settled,
    }  # fmt: skip
    return answered.get(field, False)


def read(readings: Readings | str | Iterable[str] | None) -> Readings:
    """Return the named readings, or the default readings for None.

    Raises:
        ReadingError: a name is unknown, or two names answer the same question.
        TypeError: `readings` is not a name, a list of names or a `Readings` object.
    """
    if readings is None or isinstance(readings, Readings):
        return readings or _PLAIN
    names = readings.split(",") if isinstance(readings, str) else readings
    if not isinstance(names, Iterable):
        raise TypeError(f"readings must be names or a `Readings` object, not `{readings!r}`")
    given = list(names)
    if not all(isinstance(name, str) for name in given):
        raise TypeError(f"reading names must be strings, not `{readings!r}`")
    plain = (name.strip() for name in given)
    return Readings.named(*(name.lower() if name.lower() in READINGS else name for name in plain))


@cache
def _values(field: str) -> tuple[str, ...]:
    # The default first.
    default = dict(zip(Readings.__struct_fields__, Readings.__struct_defaults__, strict=True))[field]
    return tuple(dict.fromkeys((default, *(r.value for r in READINGS.values() if r.field == field))))


def _with_face_down(edition: Edition) -> Iterator[object]:
    place = edition.place("copy")
    for layer in edition.layers:
        if layer.name == place:
            yield msgspec.structs.replace(layer, holds=(*layer.holds, "face down"))
        elif layer.holds != ("face down",):
            yield layer


_PLAIN: Final = Readings()
