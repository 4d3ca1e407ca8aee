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
from .footprint import Footprint, Locks, apply, perform
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


class Between:
    """The states between consecutive applications of a layer; only the last is known, the others are made when needed.

    Attributes:
        end: the state after the last application, without a record of its changes (`State.changes`).
    """

    __slots__ = ("_first", "_states", "_steps", "end")

    def __init__(self, before: State, steps: Sequence[tuple[Taken, Choice]], end: State, first: int) -> None:
        self._first = first  # the number of earlier applications in the layer
        self._states = {0: before}  # by the number of these applications
        self._steps = steps
        self.end = end

    def at(self, number: int) -> State:
        """Return the state after a number of applications in the layer."""
        number -= self._first
        states = self._states
        for place in range(len(states), number + 1):
            checkpoint("step")
            taken = self._steps[place - 1][0]
            # Another thread may have made the same state.
            states.setdefault(place, apply(taken.footprint, states[place - 1], taken.effect.context))
        return states[number]

    def after(self, number: int) -> State:
        """Return the state after a number of applications; a layer's last state has no record of its changes."""
        return self.end if number - self._first == len(self._steps) else self.at(number)


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
    _before: State | Between
    _after: State | Between
    locks: Locks | None

    @property
    def before(self) -> State:
        """The state before the application."""
        found = self._before
        return found.at(self.number - 1) if isinstance(found, Between) else found

    @property
    def after(self) -> State:
        """The state after the application."""
        found = self._after
        return found.at(self.number) if isinstance(found, Between) else found

    @property
    def end(self) -> State:
        """The state after the application, which may have no record of its changes."""
        found = self._after
        return found.after(self.number) if isinstance(found, Between) else found


class AppliedLayer(Identity, frozen=True, eq=False):
    """The applications of effects in one layer.

    Attributes:
        rule: the layer.
        applications: the applications, in order.
        before, after: the states before and after the layer.
        spent: the number of trial applications and the number of dependencies found before this layer.
        first: the number of applications before this layer.
    """

    rule: Layer
    applications: tuple[Application, ...]
    before: State
    after: State
    spent: tuple[int, int]
    first: int

    @property
    def name(self) -> str:
        """The name of the layer."""
        return self.rule.name


class ApplicationLog:
    """The effects that a solve has applied, shared by its traces."""

    __slots__ = ("all", "continuing", "of")

    def __init__(self) -> None:
        self.all: list[Application] = []
        self.of: dict[str, list[Application]] = {}
        self.continuing: dict[str, list[Application]] = {}  # by layer: the starts of static effects with a part in it

    def at(self, length: int) -> ApplicationLog:
        """Return a log with only the first `length` applications, which is this log if it has no others."""
        if len(self.all) == length:
            return self
        log = ApplicationLog()
        log.all += self.all[:length]
        for made in log.all:
            known = log.of.get(made.taken.effect.name)
            if known is not None:
                known.append(made)
            else:
                log.begin(made.taken.effect, made)
        return log

    def begin(self, effect: Effect, made: Application) -> None:
        """Record the first application of an effect."""
        self.of[effect.name] = [made]
        parts = effect.plan.parts
        if len(parts) > 1 and made.locks is not None and effect.origin == "static":
            for layer in parts:
                self.continuing.setdefault(layer, []).append(made)


class _Entered:
    __slots__ = ("before", "first", "rule")

    def __init__(self, rule: Layer, first: int, before: State) -> None:
        self.rule = rule
        self.first = first
        self.before = before


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
        self._log = ApplicationLog() if log is None else log
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
        return self._continued(((taken, choice),), self.state, after, after, self._entered)

    def ending(
        self, steps: Sequence[tuple[Taken, Choice]], end: State | None = None, layer: Layer | None = None
    ) -> Trace:  # fmt: skip
        """Return the trace after several applications of different effects.

        Args:
            steps: the applications.
            end: the state in which they resulted; by default, they are applied.
            layer: the layer if they are the first in it; by default, the layer that the trace is in.
        """
        if end is None:
            end = State(after_all(self.state, steps).families, self.state.world)
        entered = self._entered if layer is None else self._with(layer)
        states = Between(self.state, steps, end, self.length - entered[-1].first)
        return self._continued(steps, states, states, end, entered)

    def _with(self, layer: Layer) -> tuple[_Entered, ...]:
        return (*self._entered, _Entered(layer, self.length, self.state))

    def _continued(
        self, steps: Sequence[tuple[Taken, Choice]], before: State | Between, after: State | Between, end: State,
        entered: tuple[_Entered, ...],
    ) -> Trace:  # fmt: skip
        layer, first = entered[-1].rule, entered[-1].first
        name, cda_first, locked = layer.name, layer.cda_first, self.edition.same_set
        length, log = self.length, self._log.at(self.length)
        made_by, all_made = log.of, log.all
        for taken, choice in steps:
            length += 1
            effect, locks = taken.effect, None
            earlier = made_by.get(effect.name)
            if locked or effect.origin != "static":
                locks = dict(taken.footprint.scopes)
                if earlier and earlier[-1].locks:
                    locks |= earlier[-1].locks
            cda = cda_first and effect.plan.cda
            made = Application(length, length - first, name, taken, choice, cda, before, after, locks)
            all_made.append(made)
            if earlier:
                earlier.append(made)
            else:
                log.begin(effect, made)
        twin = self._copy(entered, log)
        twin.state, twin.length = end, length
        return twin

    # -- looking back ------------------------------------------------------------------------------------

    @property
    def applications(self) -> tuple[Application, ...]:
        """All applications, in order."""
        return tuple(self._log.all[: self.length])

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
        made = tuple(self._log.all[first:end])
        return AppliedLayer(rule, made, before, made[-1].end if made else before, self._spent(first), first)

    @property
    def spent(self) -> tuple[int, int]:
        """The number of trial applications and the number of dependencies found so far."""
        return self._spent(self.length)

    def _spent(self, length: int) -> tuple[int, int]:
        return self._log.all[length - 1].taken.spent if length else (0, 0)

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
        if step is not None and not 0 <= step <= len(found.applications):
            raise UnknownStepError(f"layer {layer}", len(found.applications), step)
        taken = found.applications[:step]
        twin = self._copy(self._entered[: place + 1])
        twin.state = taken[-1].after if taken else found.before
        twin.length = self._entered[place].first + len(taken)
        twin.unfinished = layer if len(taken) < len(found.applications) else ""
        return twin

    def before(self, made: Application) -> Trace:
        """Return the trace before the given application."""
        twin = self._copy()
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
        first = ((name, made[0]) for name, made in self._log.of.items())
        return {
            name: self.reworded.get(name, made.taken.effect)
            for name, made in first
            if made.locks is not None and made.serial <= self.length
        }

    def started_with(self, layer: str) -> tuple[Effect, ...]:
        """Return the started effects from abilities that continue in the given layer (613.6)."""
        if not self.reworded:
            starts = self._log.continuing.get(layer)
            return tuple([each.taken.effect for each in starts if each.serial <= self.length]) if starts else ()
        return tuple(
            effect
            for name, applications in self._log.of.items()
            if (first := applications[0]).locks is not None
            and (effect := self.reworded.get(name, first.taken.effect)).origin == "static"
            and layer in effect.plan.parts
            and first.serial <= self.length
        )

    def started_in(self, name: str) -> str:
        """Return the layer in which an effect started, or "" if it has not started (613.6)."""
        made = self._log.of.get(name)
        return made[0].layer if made and made[0].serial <= self.length else ""

    def locks_of(self, name: str, length: int | None = None) -> Locks | None:
        """Return the objects locked in for an effect after `length` applications.

        The result is None if the effect had not started by that point.
        """
        applications = self._log.of.get(name)
        if applications is None:
            return None
        length = self.length if length is None else length
        if applications[-1].serial <= length:
            return applications[-1].locks
        return next((made.locks for made in reversed(applications) if made.serial <= length), None)


def after_all(state: State, steps: Sequence[tuple[Taken, Choice]], only: Mask = EVERYTHING) -> State:
    """Return a draft, without a record of its changes, in which several effects have applied to some objects."""
    draft = state.draft(recorded=False)
    for taken, _ in steps:
        checkpoint("step")
        perform(taken.footprint, draft, taken.effect.context, only)
    return draft
