"""Readings: the questions that the rules leave open, and their named answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from types import MappingProxyType
from typing import Final, Literal

import msgspec

from mtglayers.model.errors import LayersError
from mtglayers.model.rules.edition import Edition
from mtglayers.model.support.names import did_you_mean

LoopReading = Literal["default", "component", "ready-first", "literal"]


class Readings(msgspec.Struct, frozen=True):
    """Choices where the text of the rules leaves room; the first value of each is the default.

    Attributes:
        loop: what the members of a loop wait for (B2): "default": only for effects outside the loop that they
            depend on themselves; "component": all of them wait for what any of them depends on outside;
            "ready-first": for every effect that depends on nothing; "literal": for nothing.
        after: when an effect applies whose prerequisites have (B4): "delay": as old as it is; "advance": at once.
        existence: what a started effect needs of its ability (B5): "effect": nothing; "ability": it waits for
            effects of the layer that take the ability, and then applies all the same.
        judged: when dependencies are judged (B6, B12): again at "each step", or "once" as the layer begins.
        words: what a text change does (B10): the "operation", or its "outcome", the words that it really changes.
        fallen: whether subtypes that fell with their card type are "gone", or come "back" with it (205.1a).
        copied: what the abilities that a copy or a text change brings are as old as (613.7a): their "object", or
            that "effect" if it is the younger.
        ties: which of two effects with one timestamp is older (B13): the one "printed" first, or the reverse.
        turning: whether turning over gave a timestamp before 2015-07-17 (B18): "nothing", or a "stamp".
        face_down: whether face-down values apply after copies before 2006-05-01 (B19): "after", or by "timestamp".
    """

    loop: LoopReading = "default"
    after: Literal["delay", "advance"] = "delay"
    existence: Literal["effect", "ability"] = "effect"
    judged: Literal["each step", "once"] = "each step"
    words: Literal["operation", "outcome"] = "operation"
    fallen: Literal["gone", "back"] = "gone"
    copied: Literal["object", "effect"] = "object"
    ties: Literal["printed", "reversed"] = "printed"
    turning: Literal["nothing", "stamp"] = "nothing"
    face_down: Literal["after", "timestamp"] = "after"

    def __post_init__(self) -> None:
        for field, value in msgspec.structs.asdict(self).items():
            known = _values(field)
            if value not in known:
                words = ", ".join(f"`{each}`" for each in known)
                raise ReadingError(f"no reading `{value}` of `{field}`; there are {words}")

    @classmethod
    def named(cls, *names: str) -> Readings:
        """Return the readings of those names, the defaults for all else.

        Raises:
            ReadingError: no such reading.
        """
        found, answered = cls(), dict[str, str]()
        for name in names:
            if name not in READINGS:
                known = ", ".join(f"`{each}`" for each in READINGS)
                hint = did_you_mean(name, READINGS)
                raise ReadingError(f"unknown reading `{name}`{hint}; there are {known}")
            reading = READINGS[name]
            other = answered.setdefault(reading.field, name)
            if other != name:
                raise ReadingError(f"`{other}` and `{name}` are two answers to one question ({reading.question})")
            found = msgspec.structs.replace(found, **{reading.field: reading.value})
        return found

    def names(self) -> tuple[str, ...]:
        """Return the names of the readings that are not the default."""
        values = msgspec.structs.asdict(self)
        return tuple(name for name, r in READINGS.items() if name != "default" and values[r.field] == r.value)

    def other(self, reading: Reading) -> Readings:
        """Return these readings with one toggled between its value and the default."""
        mine = getattr(self, reading.field)
        value = reading.value if mine != reading.value else _values(reading.field)[0]
        return msgspec.structs.replace(self, **{reading.field: value})

    def of(self, edition: Edition) -> Edition:
        """Return an edition as these readings read it."""
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
        name: how puzzles and commands call it.
        question: its number in the list of open questions, or that of the rule.
        field, value: what it sets in `Readings`.
        says: what it means, in one line.
    """

    name: str
    question: str
    field: str
    value: str
    says: str


class ReadingError(LayersError, LookupError):
    """No reading of that name."""


READINGS: Final = MappingProxyType({
    reading.name: reading
    for reading in (
        Reading("default", "B2", "loop", "default", "a loop member waits for what it depends on outside the loop"),
        Reading("component", "B2", "loop", "component", "the whole loop waits for what any member depends on outside"),
        Reading("ready-first", "B2", "loop", "ready-first", "loop members wait for all that depends on nothing"),
        Reading("literal", "B2", "loop", "literal", "loop members wait for nothing"),
        Reading("advance", "B4", "after", "advance", "a released effect applies at once, before older ones"),
        Reading("ability-existence", "B5", "existence", "ability", "a started effect waits for what takes its ability"),
        Reading("no-re-evaluation", "B6", "judged", "once", "dependencies are judged once, as the layer begins"),
        Reading("outcome", "B10", "words", "outcome", "a text change does what it really changes"),
        Reading("fallen-subtypes", "205.1a", "fallen", "back", "subtypes come back with their card type"),
        Reading("copied-stamps", "613.7a", "copied", "effect", "what a copy or text change brings is as young as it"),
        Reading("ties-reversed", "B13", "ties", "reversed", "of equal timestamps the one printed later is older"),
        Reading("turning-stamps", "B18", "turning", "stamp", "turning over gave a timestamp before 2015 too"),
        Reading("face-down-by-time", "B19", "face_down", "timestamp", "face-down values and copies by timestamp"),
    )
})  # fmt: skip
"""Name -> reading, the default first."""

LETTERED: Final = MappingProxyType({
    **{reading.question: reading.field for reading in READINGS.values()}, "B12": "judged",
})  # fmt: skip
"""Open question -> the field of `Readings` that answers it."""


SETTLED: Final = MappingProxyType({
    "B1": "a loop is a strongly connected component: circles that share a member have no order of their own",
    "B3": "an effect outside a loop waits for the members that it depends on (613.8b)",
    "B7": "what would change nothing now is no prerequisite, and what has applied does not apply again (613.8c)",
    "B8": "each edition says what characteristic-defining abilities depend on",
    "B9": "dependency is asked part by part; what one ability does in one layer is one part (613.6)",
    "B11": "an effect that gives control depends on one that moves its source (613.8a)",
    "B14": "a condition is read on the board as it is, layer by layer (611.3a)",
    "B15": "a resolved effect is fixed and so hardly ever depends on anything, but others may on it (611.2c)",
    "B16": "counters are effects like others; before 2020-04-17 they met nothing else in their own sublayer",
    "B17": "effects on players and on rules go by timestamps: none of them reads what another does (613.10, 613.11)",
})  # fmt: skip
"""Question -> the one answer that is given here, and why there is no reading for another."""


def admissible(edition: Edition) -> Iterator[Reading]:
    """Yield the readings besides the default that the text of an edition admits."""
    for reading in READINGS.values():
        if reading.name != "default" and not settles(edition, reading.field):
            yield reading


def settles(edition: Edition, field: str) -> bool:
    """Return whether the text of an edition answers the question of a field of `Readings` itself."""
    answered = {
        "judged": edition.reevaluates, "turning": edition.stamps("face"), "face_down": edition.face_down_settled,
    }  # fmt: skip
    return answered.get(field, False)


def read(readings: Readings | str | Iterable[str] | None) -> Readings:
    """Return readings from a name, several names, or nothing.

    Raises:
        ReadingError: no such reading, or two that cannot be used together.
        TypeError: it is neither.
    """
    if readings is None:
        return _PLAIN
    if isinstance(readings, Readings):
        return readings
    names = readings.split(",") if isinstance(readings, str) else readings
    if not isinstance(names, Iterable):
        raise TypeError(f"readings are a name, several names or a Readings, not `{readings!r}`")
    given = list(names)
    if not all(isinstance(name, str) for name in given):
        raise TypeError(f"readings have names, so not `{readings!r}`")
    return Readings.named(*(name.strip() for name in given))


@cache
def _values(field: str) -> tuple[str, ...]:
    # The default first.
    default = next(each.default for each in msgspec.structs.fields(Readings) if each.name == field)
    return tuple(dict.fromkeys((default, *(r.value for r in READINGS.values() if r.field == field))))


def _with_face_down(edition: Edition) -> Iterator[object]:
    place = edition.place("copy")
    for layer in edition.layers:
        if layer.name == place:
            yield msgspec.structs.replace(layer, holds=(*layer.holds, "face down"))
        elif layer.holds != ("face down",):
            yield layer


_PLAIN: Final = Readings()
