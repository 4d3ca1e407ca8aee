"""Records of the applications so far and of the resulting state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Sized
from typing import Literal

from mtglayers.model.effects.view import EVERYTHING, Mask
from mtglayers.model.errors import UnknownLayerError, UnknownStepError
from mtglayers.model.rules.edition import Edition, Layer
from mtglayers.model.support.progress import checkpoint
from mtglayers.model.support.records import Identity, Leaf

from ..readings import Readings
from .effect import Effect
from .footprint import Footprint, Locks, apply
from .state import State

Why = Literal["alone", "oldest", "waited", "loop", "released"]


class Choice(Leaf, frozen=True):
    """The choice of the effect that applies next, and the reason.

    Attributes:
        effect: the name of the effect.
        why: "alone" if it is the last effect of the layer; "oldest" if it is the oldest effect and depends on nothing;
            "waited" if it depends on nothing and older effects have to wait; "loop" if it is in a dependency loop;
            "released" if it precedes older effects because the effect that it waited for has just applied (reading
            "advance").
        waiting: the names of the older effects that have to wait, oldest first.
        loop: the members of its loop, oldest first, or ().
    """

    effect: str
    why: Why
    waiting: tuple[str, ...] = ()
    loop: tuple[str, ...] = ()


def timestamp_choice(effect: Effect, candidates: Sized) -> Choice:
    """Return the choice of the oldest effect if timestamps alone determine the order."""
    return Choice(effect.name, "alone" if len(candidates) == 1 else "oldest")


class Taken(Identity, frozen=True, eq=False):
    """An effect that was chosen to apply next.

    Attributes:
        effect: the effect.
        footprint: its footprint.
        candidates: the effects that had not yet applied, including `effect`, oldest first.
        spent: the number of trial applications and the number of dependencies found, in all layers, before the
            effect was chosen.
    """

    effect: Effect
    footprint: Footprint
    candidates: tuple[Effect, ...]
    spent: tuple[int, int]


Steps = Sequence[tuple[Taken, Choice]]
"""Effects in the order in which they applied, and the reasons."""


class _Entered:
    __slots__ = ("before", "first", "rule")

    def __init__(self, rule: Layer, first: int, before: State) -> None:
        self.rule = rule
        self.first = first
        self.before = before


class Between:
    """The states between consecutive applications in a layer; those that are not known are made when needed.

    Attributes:
        entered: the layer.
        end: the state after the last application, which may have no record of its changes (`State.changes`).
    """

    __slots__ = ("_first", "_states", "_steps", "end", "entered")

    def __init__(self, entered: _Entered, first: int, before: State, steps: Steps, end: State, known: bool) -> None:
        self.entered = entered
        self.end = end
        self._first = first  # the number of earlier applications
        self._states = {first: before}  # by the number of applications before them
        self._steps = steps
        if known:  # `end` has a record of its changes
            self._states[first + 1] = end

    def at(self, length: int) -> State:
        """Return the state after a number of applications in the whole trace."""
        states, first = self._states, self._first
        for place in range(first + len(states), length + 1):
            checkpoint("step")
            taken = self._steps[place - first - 1][0]
            # Another thread may have made the same state.
            states.setdefault(place, apply(taken.footprint, states[place - 1], taken.effect.context))
        return states[length]

    def after(self, length: int) -> State:
        """Return the state after a number of applications; the last state may have no record of its changes."""
        return self.end if length - self._first == len(self._steps) else self.at(length)


class Application(Identity, frozen=True, eq=False):
    """One application of an effect.

    Attributes:
        serial: its 1-based number in the whole trace.
        number: its 1-based number in the layer.
        layer: the name of the layer.
        taken: the effect, its footprint, and the effects that had not yet applied.
        choice: the reason for the choice.
        cda: whether the effect was chosen from the characteristic-defining abilities (613.3).
        locks: the objects locked in for each clause, or None if no objects are locked in (613.6).
    """

    serial: int
    number: int
    layer: str
    taken: Taken
    choice: Choice
    cda: bool
    locks: Locks | None
    _states: Between

    @property
    def before(self) -> State:
        """The state before the application."""
        return self._states.at(self.serial - 1)

    @property
    def after(self) -> State:
        """The state after the application."""
        return self._states.at(self.serial)


class ApplicationLog:
    """The effects that a solve has applied, shared by its traces.

    Attributes:
        steps: the effects in the order in which they applied, and the reasons.
        states: for each of them, the states before and after it.
        last: the serial number of the last application of each effect, by its name.
        continuing: the static effects with parts in several layers that have started, by these layers, each with the
            serial number of its first application.
    """

    __slots__ = ("_locking", "_locks", "_made", "_previous", "continuing", "last", "states", "steps")

    def __init__(self, locking: bool) -> None:
        """Begin a log; `locking` means that static effects lock in the objects that they apply to (613.6)."""
        self.steps: list[tuple[Taken, Choice]] = []
        self.states: list[Between] = []
        self.last: dict[str, int] = {}
        self.continuing: dict[str, list[tuple[int, Effect]]] = {}
        self._locking = locking
        self._previous: dict[int, int] = {}  # the serial number of the previous application of the same effect
        self._locks: dict[int, Locks] = {}
        self._made: dict[int, Application] = {}

    def at(self, length: int) -> ApplicationLog:
        """Return a log with only the first `length` applications, which is this log if it has no others."""
        if len(self.steps) == length:
            return self
        log = ApplicationLog(self._locking)
        for step, states in zip(self.steps[:length], self.states, strict=False):
            log.add((step,), states)
        log._made = {serial: made for serial, made in self._made.copy().items() if serial <= length}
        return log

    def add(self, steps: Steps, states: Between) -> None:
        """Add consecutive applications of different effects in a layer."""
        serial, last = len(self.steps), self.last
        self.steps += steps
        self.states += [states] * len(steps)
        for taken, _ in steps:
            serial += 1
            effect = taken.effect
            name, parts = effect.name, effect.plan.parts
            if name in last:
                self._previous[serial] = last[name]
            elif len(parts) > 1 and self._locking and effect.origin == "static":
                for layer in parts:
                    self.continuing.setdefault(layer, []).append((serial, effect))
            last[name] = serial

    def locks_of(self, name: str, length: int) -> Locks | None:
        """Return the objects locked in for an effect after `length` applications."""
        serial = self.last.get(name)
        while serial is not None:
            if serial <= length:
                return self.locks(serial)
            serial = self._previous.get(serial)
        return None

    def locks(self, serial: int) -> Locks | None:
        """Return the objects locked in for an effect in an application, or None if it locks in none (613.6)."""
        known = self._locks.get(serial)
        if known is None:
            taken, earlier = self.steps[serial - 1][0], self._previous.get(serial)
            if not self._locking and taken.effect.origin == "static":
                return None
            found = dict(taken.footprint.scopes)
            if earlier is not None:
                found |= self.locks(earlier) or {}
            known = self._locks[serial] = found
        return known

    def made(self, serial: int) -> Application:
        """Return the record of an application, which is made when it is needed."""
        known = self._made.get(serial)
        if known is not None:
            return known
        (taken, choice), states = self.steps[serial - 1], self.states[serial - 1]
        layer, number = states.entered.rule, serial - states.entered.first
        cda = layer.cda_first and taken.effect.plan.cda
        found = Application(serial, number, layer.name, taken, choice, cda, self.locks(serial), states)
        return self._made.setdefault(serial, found)  # another thread may have made it


class AppliedLayer(Identity, frozen=True, eq=False):
    """The applications of effects in one layer.

    Attributes:
        rule: the layer.
        steps: the effects in the order in which they applied, and the reasons.
        before, after: the states before and after the layer.
        spent: the number of trial applications and the number of dependencies found before this layer.
        first: the number of applications before this layer.
    """

    rule: Layer
    steps: Steps
    before: State
    after: State
    spent: tuple[int, int]
    first: int
    _log: ApplicationLog

    @property
    def name(self) -> str:
        """The name of the layer."""
        return self.rule.name

    @property
    def applications(self) -> tuple[Application, ...]:
        """The applications, in order."""
        return tuple(map(self._log.made, range(self.first + 1, self.first + len(self.steps) + 1)))


class Trace:
    """An immutable record of the applications so far, with the current state.

    Attributes:
        edition: the rules.
        readings: the answers to open rules questions.
        start: the state before layer 1.
        state: the current state.
        length: the number of applications.
        unfinished: the name of the last layer if the trace ends inside that layer; otherwise "".
        reworded: the started effects whose text has changed, with their current text, by name (612.1).
    """

    __slots__ = (
        "_entered", "_log", "edition", "length", "readings", "reworded", "start", "state", "unfinished",
    )  # fmt: skip

    def __init__(
        self, edition: Edition, readings: Readings, start: State, entered: tuple[_Entered, ...] = (),
        log: ApplicationLog | None = None,
    ) -> None:  # fmt: skip
        """Create a trace without applications; without `entered`, it is the trace before layer 1."""
        self.edition = edition
        self.readings = readings
        self.start = start
        self.state = start
        self.length = 0
        self.unfinished = ""
        self.reworded: Mapping[str, Effect] = {}
        self._log = ApplicationLog(edition.same_set) if log is None else log
        self._entered = entered

    def _copy(self, entered: tuple[_Entered, ...] | None = None, log: ApplicationLog | None = None) -> Trace:
        entered = self._entered if entered is None else entered
        twin = Trace(self.edition, self.readings, self.start, entered, log or self._log)
        twin.state, twin.length = self.state, self.length
        twin.unfinished, twin.reworded = self.unfinished, self.reworded
        return twin

    def under(self, readings: Readings) -> Trace:
        """Return the same trace under other readings."""
        twin = self._copy()
        twin.readings = readings
        return twin

    # -- continuing --------------------------------------------------------------------------------------

    def entering(self, layer: Layer) -> Trace:
        """Return the trace at the start of a layer."""
        return self._copy(self._with(layer))

    def on(self, state: State) -> Trace:
        """Return the trace with the given current state."""
        if state is self.state:
            return self
        twin = self._copy()
        twin.state = state
        return twin

    def rewording(self, effects: Mapping[str, Effect]) -> Trace:
        """Return the trace with the given changes to the text of started effects (612.1, 613.6)."""
        if not effects:
            return self
        twin = self._copy()
        twin.reworded = {**self.reworded, **effects}
        return twin

    def applied(self, taken: Taken, choice: Choice, after: State | None = None) -> Trace:
        """Return the trace after applying an effect and locking in its objects (613.6).

        `after` is the state after the application if a trial has found it.
        """
        checkpoint("step")
        return self.followed(taken, choice, after or apply(taken.footprint, self.state, taken.effect.context))

    def followed(self, taken: Taken, choice: Choice, after: State) -> Trace:
        """Return the trace after one more application, which resulted in the state `after`."""
        return self._continued(((taken, choice),), after, self._entered, known=True)

    def ending(self, steps: Steps, end: State | None = None, layer: Layer | None = None) -> Trace:
        """Return the trace after several applications of different effects.

        Args:
            steps: the applications.
            end: the state in which they resulted; by default, they are applied.
            layer: the layer if they are the first in it; by default, the layer that the trace is in.
        """
        if end is None:
            end = State(after_all(self.state, steps).families, self.state.world)
        entered = self._entered if layer is None else self._with(layer)
        return self._continued(steps, end, entered)

    def _with(self, layer: Layer) -> tuple[_Entered, ...]:
        return (*self._entered, _Entered(layer, self.length, self.state))

    def _continued(self, steps: Steps, end: State, entered: tuple[_Entered, ...], known: bool = False) -> Trace:
        log = self._log.at(self.length)
        log.add(steps, Between(entered[-1], self.length, self.state, steps, end, known))
        twin = self._copy(entered, log)
        twin.state, twin.length = end, self.length + len(steps)
        return twin

    # -- looking back ------------------------------------------------------------------------------------

    @property
    def applications(self) -> tuple[Application, ...]:
        """All applications, in order."""
        return tuple(map(self._log.made, range(1, self.length + 1)))

    @property
    def layers(self) -> tuple[AppliedLayer, ...]:
        """The layers that have begun so far, in order."""
        return tuple(map(self.layer, range(len(self._entered))))

    @property
    def layer_names(self) -> tuple[str, ...]:
        """The names of the layers that have begun so far, in order."""
        return tuple(entered.rule.name for entered in self._entered)

    def layer(self, place: int) -> AppliedLayer:
        """Return one of `layers`; faster if few of them are needed."""
        entered = self._entered[place]
        rule, first, before = entered.rule, entered.first, entered.before
        end = self._entered[place + 1].first if place + 1 < len(self._entered) else self.length
        log = self._log
        after = log.states[end - 1].after(end) if end > first else before
        return AppliedLayer(rule, log.steps[first:end], before, after, self._spent(first), first, log)

    @property
    def spent(self) -> tuple[int, int]:
        """The number of trial applications and the number of dependencies found so far."""
        return self._spent(self.length)

    def _spent(self, length: int) -> tuple[int, int]:
        return self._log.steps[length - 1][0].spent if length else (0, 0)

    def at(self, layer: str, step: int | None = None) -> Trace:
        """Return the trace after a step of a layer.

        Step 0 refers to the state before the first step; the default is the last step.

        Raises:
            UnknownLayerError: the layer is unknown.
            UnknownStepError: the layer has fewer steps.
        """
        names = self.layer_names
        if layer not in names:
            raise UnknownLayerError(layer, names)
        place = names.index(layer)
        found = self.layer(place)
        made = found.applications
        if step is not None and not 0 <= step <= len(made):
            raise UnknownStepError(f"layer {layer}", len(made), step)
        taken = made[:step]
        twin = self._copy(self._entered[: place + 1])
        twin.state = taken[-1].after if taken else found.before
        twin.length = self._entered[place].first + len(taken)
        twin.unfinished = layer if len(taken) < len(made) else ""
        return twin

    def before(self, made: Application) -> Trace:
        """Return the trace before the given application."""
        twin = self._copy(self._entered[: self.layer_names.index(made.layer) + 1])
        twin.state, twin.length = made.before, made.serial - 1
        return twin

    def after_setting(self) -> State | None:
        """Return the state after all effects that set power and toughness (208.4b)."""
        place = self.edition.place("set")
        if place == self.edition.place("modify", "resolved"):
            return None  # before 2009-07-11, one layer set and modified power and toughness
        return self._after(place)

    def after_copying(self) -> State:
        """Return the state after copy effects and face-down permanents: the copiable values (707.2)."""
        found = self._after(self.edition.place("face down"))
        return self.state if found is None else found

    def _after(self, name: str) -> State | None:
        # The state after the named layer, or None if it has not begun.
        for place, entered in enumerate(self._entered):
            if entered.rule.name == name:
                return self.layer(place).after
        return None

    @property
    def started(self) -> dict[str, Effect]:
        """The started effects, which continue in later layers, by name (613.6)."""
        found: dict[str, Effect] = {}
        for taken, _ in self._log.steps[: self.length]:
            effect = taken.effect
            if self.edition.same_set or effect.origin != "static":
                found.setdefault(effect.name, self.reworded.get(effect.name, effect))
        return found

    def started_with(self, layer: str) -> tuple[Effect, ...]:
        """Return the started effects from abilities that continue in the given layer (613.6)."""
        if not self.reworded:
            starts = self._log.continuing.get(layer)
            return tuple([effect for serial, effect in starts if serial <= self.length]) if starts else ()
        started = self.started.values()
        return tuple(effect for effect in started if effect.origin == "static" and layer in effect.plan.parts)

    def started_in(self, name: str) -> str:
        """Return the layer in which an effect started, or "" if it has not started (613.6)."""
        made = zip(self._log.steps[: self.length], self._log.states, strict=False)
        return next((states.entered.rule.name for (taken, _), states in made if taken.effect.name == name), "")

    def locks_of(self, name: str, length: int | None = None) -> Locks | None:
        """Return the objects locked in for an effect after `length` applications.

        The result is None if the effect had not started by that point.
        """
        if name not in self._log.last:
            return None
        return self._log.locks_of(name, self.length if length is None else length)


def after_all(state: State, steps: Steps, only: Mask = EVERYTHING) -> State:
    """Return a draft, without a record of its changes, in which several effects have applied to some objects."""
    draft = state.draft(recorded=False)
    for taken, _ in steps:
        checkpoint("step")
        for _, operation, mask in taken.footprint.operations:
            if mask & only:
                operation.apply(draft, mask & only, taken.effect.context)
    return draft
