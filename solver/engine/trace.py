"""What was applied so far, as plain records, and the resulting state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

import msgspec

from mtglayers.model.errors import UnknownLayerError, UnknownStepError
from mtglayers.model.rules.edition import Edition, Layer
from mtglayers.model.support.progress import checkpoint

from ..readings import Readings
from .effect import Effect
from .footprint import Footprint, Locks, apply
from .state import State

Why = Literal["alone", "oldest", "waited", "loop", "released"]


class Choice(msgspec.Struct, frozen=True):
    """The effect that applies next, and why.

    Attributes:
        effect: its name.
        why: "alone": no other is in the layer any more; "oldest": it depends on nothing and is the oldest such;
            "waited": so it is, but an older effect has to wait; "loop": it is in a loop; "released": what it
            waited for has just applied, and so it goes before older ones (reading "advance").
        waiting: names of older effects that have to wait, oldest first.
        loop: the members of its loop, oldest first, or ().
    """

    effect: str
    why: Why
    waiting: tuple[str, ...] = ()
    loop: tuple[str, ...] = ()


class Taken(msgspec.Struct, frozen=True, eq=False):
    """An effect whose turn has come.

    Attributes:
        effect: the effect.
        footprint: what it does.
        candidates: the effects that had not applied, itself included, oldest first.
        spent: trial applications, and dependencies found, of the whole solve up to its choice.
    """

    effect: Effect
    footprint: Footprint
    candidates: tuple[Effect, ...]
    spent: tuple[int, int]


class Application(msgspec.Struct, frozen=True, eq=False):
    """One application of an effect.

    Attributes:
        serial: 1-based number in the whole trace.
        number: 1-based number in its layer.
        layer: the layer's name.
        taken: the effect, what it did, and what else had not applied.
        choice: why it was its turn.
        cda: whether it was chosen among characteristic-defining abilities (613.3).
        before, after: the state.
        locks: clause -> the objects that the effect is fixed on from now on; None where nothing is (613.6).
    """

    serial: int
    number: int
    layer: str
    taken: Taken
    choice: Choice
    cda: bool
    before: State
    after: State
    locks: Locks | None


class AppliedLayer(msgspec.Struct, frozen=True, eq=False):
    """What was applied in one layer.

    Attributes:
        rule: the layer.
        applications: in order.
        before, after: the state.
        spent: trial applications, and dependencies found, of the whole solve before it.
        first: the number of applications before it.
    """

    rule: Layer
    applications: tuple[Application, ...]
    before: State
    after: State
    spent: tuple[int, int]
    first: int

    @property
    def name(self) -> str:
        """The layer's name."""
        return self.rule.name


class ApplicationLog:
    """The applications of a solve in order, which only grows: its traces share it, each up to a number of its own."""

    __slots__ = ("all", "of")

    def __init__(self) -> None:
        self.all: list[Application] = []
        self.of: dict[str, list[Application]] = {}

    def extended(self, length: int, made: Application) -> ApplicationLog:
        """Return a log of the first `length` applications and one more.

        It is this log, unless this one continues with other applications.
        """
        log = self
        if len(self.all) > length:
            log = ApplicationLog()
            for earlier in self.all[:length]:
                log.extended(len(log.all), earlier)
        log.all.append(made)
        log.of.setdefault(made.taken.effect.name, []).append(made)
        return log


class _Entered(NamedTuple):
    rule: Layer
    first: int
    before: State


class Trace(msgspec.Struct, frozen=True, eq=False):
    """What was applied so far, and the state now. Methods return the next trace; earlier steps are shared.

    Attributes:
        edition: the rules.
        readings: how open questions are read.
        start: the state before layer 1.
        state: the state now.
        length: the number of applications.
        unfinished: the name of the last layer where applications of it are left out; else "".
        reworded: effects that have started, with their text as it reads now (612.1).
    """

    edition: Edition
    readings: Readings
    start: State
    state: State
    length: int = 0
    unfinished: str = ""
    reworded: Mapping[str, Effect] = {}
    _log: ApplicationLog = msgspec.field(default_factory=ApplicationLog)
    _entered: tuple[_Entered, ...] = ()

    # -- going on ----------------------------------------------------------------------------------------

    def entering(self, layer: Layer) -> Trace:
        """Return the trace as it enters a layer."""
        entered = (*self._entered, _Entered(layer, self.length, self.state.plain()))
        return msgspec.structs.replace(self, _entered=entered)

    def on(self, state: State) -> Trace:
        """Return the trace with another state."""
        return msgspec.structs.replace(self, state=state)

    def rewording(self, effects: Mapping[str, Effect]) -> Trace:
        """Return the trace with started effects under changed text (612.1, 613.6)."""
        return msgspec.structs.replace(self, reworded={**self.reworded, **effects})

    def applied(self, taken: Taken, choice: Choice) -> Trace:
        """Return the trace after an effect was applied; it keeps its objects from now on (613.6)."""
        checkpoint("step")
        if self.state.observer is not None:
            self.state.observer.touches(taken.effect, taken.footprint.touched)
        return self.followed(taken, choice, apply(taken.footprint, self.state, taken.effect.context))

    def followed(self, taken: Taken, choice: Choice, after: State) -> Trace:
        """Return the trace after an effect was applied that made the state `after`."""
        layer, first, _ = self._entered[-1]
        effect, serial, locks = taken.effect, self.length + 1, None
        if self.edition.same_set or effect.origin != "static":
            locks = {**dict(taken.footprint.scopes), **(self.locks_of(effect.name) or {})}
        cda = layer.cda_first and effect.plan.cda
        before, now = self.state.plain(), after.plain()
        made = Application(serial, serial - first, layer.name, taken, choice, cda, before, now, locks)
        log = self._log.extended(self.length, made)
        return msgspec.structs.replace(self, state=after, length=serial, _log=log)

    # -- looking back ------------------------------------------------------------------------------------

    @property
    def applications(self) -> tuple[Application, ...]:
        """All applications, in order."""
        return tuple(self._log.all[: self.length])

    @property
    def layers(self) -> tuple[AppliedLayer, ...]:
        """What was applied in each layer so far, in order."""
        return tuple(map(self._layer, range(len(self._entered))))

    def _layer(self, place: int) -> AppliedLayer:
        rule, first, before = self._entered[place]
        end = self._entered[place + 1].first if place + 1 < len(self._entered) else self.length
        made = tuple(self._log.all[first:end])
        return AppliedLayer(rule, made, before, made[-1].after if made else before, self._spent(first), first)

    @property
    def spent(self) -> tuple[int, int]:
        """Trial applications, and dependencies found, so far."""
        return self._spent(self.length)

    def _spent(self, length: int) -> tuple[int, int]:
        return self._log.all[length - 1].taken.spent if length else (0, 0)

    def at(self, layer: str, step: int | None = None) -> Trace:
        """Return the trace as it stood after a step of a layer.

        Step 0 stands for before the first; the default is the last step.

        Raises:
            UnknownLayerError: there is no such layer.
            UnknownStepError: the layer has no such step.
        """
        names = [entered.rule.name for entered in self._entered]
        if layer not in names:
            raise UnknownLayerError(layer, names)
        place = names.index(layer)
        found = self._layer(place)
        if step is not None and not 0 <= step <= len(found.applications):
            raise UnknownStepError(f"layer {layer}", len(found.applications), step)
        taken = found.applications[:step]
        return msgspec.structs.replace(
            self,
            state=taken[-1].after if taken else found.before,
            length=self._entered[place].first + len(taken),
            unfinished=layer if len(taken) < len(found.applications) else "",
            _entered=self._entered[: place + 1],
        )

    def before(self, made: Application) -> Trace:
        """Return the trace as it stood before one of its applications."""
        return msgspec.structs.replace(self, state=made.before, length=made.serial - 1)

    def after_setting(self) -> State | None:
        """Return the state after everything that sets power and toughness, if the trace got there (208.4b)."""
        place = self.edition.place("set")
        if place == self.edition.place("modify", "resolved"):
            return None  # before 2009-07-11 nothing came between the two
        return next((self._layer(at).after for at, each in enumerate(self._entered) if each.rule.name == place), None)

    @property
    def started(self) -> dict[str, Effect]:
        """The effects that go on from layer to layer since one of their parts has applied, by name (613.6)."""
        first = ((name, made[0]) for name, made in self._log.of.items())
        return {
            name: self.reworded.get(name, made.taken.effect)
            for name, made in first
            if made.locks is not None and made.serial <= self.length
        }

    def started_with(self, layer: str) -> tuple[Effect, ...]:
        """Return abilities' started effects that go on in a layer (613.6)."""
        return tuple(
            effect
            for name, applications in self._log.of.items()
            if (first := applications[0]).locks is not None
            and (effect := self.reworded.get(name, first.taken.effect)).origin == "static"
            and layer in effect.plan.parts
            and first.serial <= self.length
        )

    def started_in(self, name: str) -> str:
        """Return the layer in which an effect started, or nothing if it never did (613.6)."""
        made = self._log.of.get(name)
        return made[0].layer if made and made[0].serial <= self.length else ""

    def locks_of(self, name: str, length: int | None = None) -> Locks | None:
        """Return the objects that an effect was fixed on after `length` applications; None: it had not started."""
        applications = self._log.of.get(name)
        if applications is None:
            return None
        length = self.length if length is None else length
        if applications[-1].serial <= length:
            return applications[-1].locks
        return next((made.locks for made in reversed(applications) if made.serial <= length), None)
