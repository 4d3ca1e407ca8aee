"""Dependencies between effects, found by trial application (613.8a)."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import Final

import msgspec

from mtglayers.model.effects.language import Operation
from mtglayers.model.effects.view import ANY, EVERYTHING, Column, Columns, Context, Held, Mask, union
from mtglayers.model.errors import LimitError
from mtglayers.model.support.progress import checkpoint

from ..readings import Readings
from .effect import (
    ORDER,
    Effect,
    Part,
    may_matter_in,
    of_control,
    watched_columns,
)
from .footprint import Footprint, Locks, Reason, apply, compare, exists, footprint, scope_of
from .independence import can_depend, out_of_reach, without_dependencies
from .state import Changes, State
from .trace import Choice, Taken, Trace
from .trials import Edge, Observed, Outcome, Questions, changed_text
from .writers import Writers

Graph = Mapping[str, frozenset[str]]
"""A dependency graph: the name of each effect -> the names of the effects that it depends on."""

REPEATS: Final = 1000
"""Maximum number of times that an object can gain the same ability in one layer."""


class PendingGraph:
    """The effects in one group of a layer that have not yet applied, and their dependencies.

    Footprints and dependencies are cached until an application changes a value that they depend on.

    Attributes:
        name: the name of the layer.
        state: the current state.
        readings: the answers to open rules questions.
        meet: whether dependencies can exist in this group (613.8a, clause c).
        effects: the effects that have not yet applied, by name.
        applied: the names of the effects that have applied in this layer.
        waits: under the reading "advance", a map from each effect to the effects that it last waited for.
        judged: a map from each effect to the effects outside its loop that it depends on, and to the loop; used only
            if dependencies are determined once.
    """

    def __init__(self, trace: Trace, layer: str, effects: Iterable[Effect], cda: bool | None = None) -> None:
        """Create the graph of one group of effects in a layer.

        `cda` specifies whether the group contains only characteristic-defining abilities (613.3).
        """
        self.name = layer
        self.state = trace.state
        self.readings = trace.readings
        self.meet = can_depend(cda, trace.edition)
        self.waits: dict[str, frozenset[str]] = {}
        self.judged: dict[str, tuple[frozenset[str], tuple[str, ...]]] = {}
        self.effects: dict[str, Effect] = {}
        self._trace = trace
        self._trials_made, self._edges_found = trace.spent
        self._needs_ability = trace.readings.existence == "ability"
        self._outcomes = trace.readings.words == "outcome" and layer == trace.edition.place("text")
        self._footprints: dict[str, Footprint] = {}
        self._controllers_read: dict[str, Mask] = {}  # the objects whose controllers a footprint depends on
        self._questions: dict[str, Questions[Effect, Edge]] = {}
        self._outcome_of: dict[str, Outcome] = {}
        self._tried: Outcome | None = None  # the trial application of the effect that has just applied
        self._trials: dict[object, Outcome] = {}
        self._writers = Writers()
        self._reads_control: set[str] = set()  # the effects whose reading of control is observed
        self._moves_control = False  # whether an effect of this layer can change control
        self._watched: dict[str, Columns] = {}  # the columns on which the footprint of an effect depends
        self._indexed = False  # whether the effects are in `_writers`, which most groups do not need
        self._ordered: list[Effect] = []
        self._free: bool | None = None
        self._apart: bool | None = None
        self.applied: set[str] = set()
        self._came: dict[tuple[object, int | None], int] = {}
        self._unread = self._moves = False
        self._add(effects)

    def under(self, readings: Readings) -> PendingGraph:
        """Return the graph of the same effects in the same state under other readings."""
        graph = PendingGraph(self._trace.under(readings), self.name, self.candidates)
        graph.meet, graph.applied = self.meet, self.applied
        return graph

    # -- members -----------------------------------------------------------------------------------------

    def _add(self, effects: Iterable[Effect]) -> None:
        for effect in effects:
            self.effects[effect.name] = effect
            self._ordered.append(effect)
            if self._indexed:
                self._index(effect)
                for name, asked in self._questions.items():
                    if self.could_touch(self.effects[name], effect):
                        asked.open[effect.name] = effect
        self._ordered.sort(key=ORDER)
        self._free = self._apart = None

    def _index(self, effect: Effect) -> None:
        part = self.part(effect)
        self._writers.add(effect, part)
        if not self._moves_control and part.moves_control:
            self._moves_control = True
            for other in self.effects.values():
                self._observe(other)
        elif self._moves_control:
            self._observe(effect)

    def _observe(self, effect: Effect) -> None:
        part = self.part(effect)
        reads = of_control(part.reads) or of_control(self._condition_reads(effect))
        if reads and not of_control(part.consults):
            self._reads_control.add(effect.name)
            self._footprints.pop(effect.name, None)  # what it read was not observed

    def _index_all(self) -> None:
        if not self._indexed:
            self._indexed = True
            for effect in self.effects.values():
                self._index(effect)

    def _remove(self, effect: Effect) -> None:
        del self.effects[effect.name]
        self._ordered.remove(effect)
        self._watched.pop(effect.name, None)
        if self._indexed:
            self._writers.remove(effect, self.part(effect))
            self._forget(effect.name)
            for asked in self._questions.values():
                asked.drop(effect.name)
        else:
            self._footprints.pop(effect.name, None)
            self._outcome_of.pop(effect.name, None)

    def tried(self, choice: Choice) -> State | None:
        """Return the state after applying the chosen effect, if its trial application in this state has the same."""
        known = self._tried = self._outcome_of.get(choice.effect)
        return None if known is None else known.in_full(self.state)

    def take(self, choice: Choice) -> Taken:
        """Remove the chosen effect from the graph, and return it with its footprint."""
        effect = self.effects[choice.effect]
        spent = self._trials_made, self._edges_found
        taken = Taken(effect, self.footprint(effect), self.candidates, spent)
        self._unread = self.apart and self.meet  # determined before the effect is removed
        self._moves = self.part(effect).moves
        self._remove(effect)
        self.applied.add(effect.name)
        return taken

    def update(self, trace: Trace, effects: Callable[[], Iterable[Effect]]) -> None:
        """Add effects that began and remove effects that ended (613.8c).

        Args:
            trace: the trace after an application.
            effects: returns the effects that exist now; called only if the application could have changed them.

        Raises:
            LimitError: an object gains the same ability too often.
        """
        self._trace, self.state = trace, trace.state
        unread = self._unread and not self._indexed and not self._trials  # no remaining effect reads what was written
        if unread and not self._moves:
            return
        changes = self._tried.changes_to(self.state) if self._tried is not None else self.state.changes()
        held = [value for family, value in changes if family == "ability" and isinstance(value, Held)]
        moved = bool(held) and any(may_matter_in(self.name, each, trace.edition) for each in held)
        left = {each.name: each for each in effects() if each.name not in self.applied} if moved else self.effects
        if not left:  # all others have ended
            self.effects, self._ordered = {}, []
            return
        if moved or not unread:
            self._forget_readers(changes)
        if moved:
            self._replace(left)

    def _replace(self, present: Mapping[str, Effect]) -> None:
        for name, effect in list(self.effects.items()):
            if present.get(name) is not effect:
                self._remove(effect)
        came = [effect for name, effect in present.items() if name not in self.effects]
        self._add(came)
        for effect in came:
            if effect.held is not None:
                ability = effect.held.ability, effect.source
                self._came[ability] = self._came.get(ability, 0) + 1
                if self._came[ability] > REPEATS:
                    raise LimitError("times that an object gains the same ability in a layer", REPEATS)

    @property
    def candidates(self) -> tuple[Effect, ...]:
        """The unapplied effects, oldest first, including those that do not currently exist."""
        return tuple(self._ordered)

    @property
    def oldest(self) -> Effect | None:
        """The oldest unapplied effect that currently exists, or None."""
        for effect in self._ordered:
            if self.exists(effect):
                return effect
        return None

    @property
    def free(self) -> bool:
        """Whether timestamps alone determine the order because no dependency is possible (613.7)."""
        if self._free is None:
            self._free = not self.meet or (not self._outcomes and without_dependencies(self._ordered, self.name))
        return self._free

    @property
    def apart(self) -> bool:
        """Whether timestamps alone determine the order until an effect is added (613.7)."""
        if self._apart is None:
            plain = self.meet and not self._outcomes and not self._indexed
            self._apart = self.free or (plain and out_of_reach(self._ordered, self.name, self._scope))
        return self._apart

    def _scope(self, effect: Effect) -> Mask:
        return scope_of(self.footprint(effect))

    def unordered(self, effect: Effect) -> frozenset[int]:
        """Return the objects whose order relative to the source is unspecified (613.7m)."""
        if effect.origin != "static" or effect.source is None:
            return frozenset()
        return self.state.unordered(effect.source)

    def part(self, effect: Effect) -> Part:
        """Return the part of `effect` in this layer."""
        return effect.plan.parts[self.name]

    def exists(self, effect: Effect) -> bool:
        """Return whether `effect` currently exists."""
        known = self._footprints.get(effect.name)
        if known is None and effect.name not in self._reads_control:
            found = exists(effect, self.name, self.state, self.locks_of(effect))
            if found is not None:
                return found
        return self.footprint(effect).exists

    def footprint(self, effect: Effect) -> Footprint:
        """Return the footprint of `effect` in the current state."""
        known = self._footprints.get(effect.name)
        if known is None:
            known = self.footprint_on(effect, self.state)
            self._footprints[effect.name] = known
        return known

    def know(self, footprints: Mapping[str, Footprint]) -> None:
        """Take over footprints of effects in the current state, by the names of the effects."""
        self._footprints.update({name: found for name, found in footprints.items() if name in self.effects})

    def footprint_on(self, effect: Effect, state: State) -> Footprint:
        """Return the footprint of `effect` in another state."""
        if not self._indexed or effect.name not in self._reads_control:
            return footprint(effect, self.name, state, self._trace.locks_of(effect.name), self._needs_ability)
        observed = Observed(state)
        found = footprint(effect, self.name, observed, self.locks_of(effect), self._needs_ability)
        self._controllers_read[effect.name] = self._controllers_read.get(effect.name, 0) | observed.controllers_read
        return found

    def locks_of(self, effect: Effect) -> Locks | None:
        """Return the objects locked in for each clause of a started effect (613.6)."""
        return self._trace.locks_of(effect.name)

    def _forget_readers(self, changes: Changes) -> None:
        self._index_all()
        self._forget_trials(changes)
        if self._outcomes:
            self._questions.clear()  # B10: what a text change does also depends on text that it does not read
        reopened: list[str] = []
        for effect in self._ordered:
            if self._sees(effect, changes):
                self._forget(effect.name)
                reopened.append(effect.name)
            elif effect.name not in self._outcome_of and not self.part(effect).consults.isdisjoint(changes):
                reopened.append(effect.name)  # its result may differ, although its footprint does not
        for asked in self._questions.values():
            for name in reopened:
                asked.reopen(name)

    def _forget_trials(self, changes: Changes) -> None:
        # Equal operations have the same result on objects that have not changed.
        changed = union(mask for (_, value), mask in changes.items() if value == ANY)
        if self._outcomes:
            changed = EVERYTHING
        self._outcome_of = {name: each for name, each in self._outcome_of.items() if not each.touched & changed}
        self._trials = {each.does: each for each in self._outcome_of.values()}

    def _forget(self, name: str) -> None:
        self._footprints.pop(name, None)
        self._controllers_read.pop(name, None)
        self._questions.pop(name, None)
        self._outcome_of.pop(name, None)

    def _condition_reads(self, effect: Effect) -> frozenset[Column]:
        # What the condition of the effect reads, if the condition matters.
        return effect.condition_reads if self._needs(effect) else frozenset()

    # -- edges -------------------------------------------------------------------------------------------

    def edge(self, effect: Effect, on: Effect) -> Edge | None:
        """Return the dependency of `effect` on `on`, or None (613.8a)."""
        return self._answered(self._asked(effect), effect, on) if self.meet else None

    def _answered(self, asked: Questions[Effect, Edge], effect: Effect, on: Effect) -> Edge | None:
        if on.name not in asked.open:
            return asked.found.get(on.name)
        edge = self._find(effect, on) if self.footprint(on).exists else None
        asked.open.pop(on.name, None)  # only now: a limit can end the search
        asked.answer(on.name, on, edge)
        return edge

    def edges(self, effect: Effect) -> list[Edge]:
        """Return the dependencies of `effect` in the current state, oldest first."""
        if not self.meet:
            return []
        asked = self._asked(effect)
        for on in list(asked.open.values()):
            self._answered(asked, effect, on)
        return sorted(asked.found.values(), key=lambda edge: self.effects[edge.on].order)

    def depends(self, effect: Effect) -> bool:
        """Return whether `effect` depends on any other effect in the current state."""
        return next(self.needed(effect), None) is not None

    def needed(self, effect: Effect, known: Container[str] = ()) -> Iterator[str]:
        """Yield the names of the effects on which `effect` depends, except those in `known`, in no particular order.

        Each is found as it is needed; `known` may grow meanwhile.
        """
        if not self.meet:
            return
        asked = self._asked(effect)
        yield from [name for name in asked.found if name not in known]
        for name, on in list(asked.open.items()):
            if name not in known and self._answered(asked, effect, on) is not None:
                yield name

    def _asked(self, effect: Effect) -> Questions[Effect, Edge]:
        asked = self._questions.get(effect.name)
        if asked is None:
            self._index_all()
            asked = self._questions[effect.name] = Questions()
            asked.open = self._seen_by(effect)
            asked.open.pop(effect.name, None)
        return asked

    def _seen_by(self, effect: Effect) -> dict[str, Effect]:
        # The effects that may affect `effect`.
        if self._outcomes:
            return self._writers.everything()
        return self._writers.seen_by(self.part(effect).gate, effect.gate, self._needs(effect))

    def could_touch(self, effect: Effect, on: Effect) -> bool:
        """Return whether a trial is needed because applying `on` could affect `effect`."""
        part = self.part(on)
        if self._outcomes or part.touches(self.part(effect).gate):
            return True
        # The text of an effect that has started can change.
        return (part.rewords or self._needs(effect)) and part.touches(effect.gate)

    def _needs(self, effect: Effect) -> bool:
        # 613.6: an effect that has started no longer needs its ability
        return self._needs_ability or self.locks_of(effect) is None

    def _find(self, effect: Effect, on: Effect) -> Edge | None:
        known = self._outcome_of.get(on.name)
        if known is not None and not self._outcomes and not self._sees(effect, known.changes):
            return None
        if not self.exists(effect):
            return None
        if not self.part(on).touches(self.part(effect).gate):
            reach = scope_of(self.footprint(on))
            beyond = effect.condition is None and effect.source is not None and not reach >> effect.source & 1
            if beyond and not self._outcomes:
                return None  # the effect depends only on its own ability, and its source is not affected
        outcome = known or self._outcome(on)
        if known is None and not self._outcomes and not self._sees(effect, outcome.changes):
            return None
        later = outcome.on(self.state)
        after = self.footprint_on(effect, later)
        reasons = _EXISTENCE
        witness: Mask = 0
        if after.exists:
            reasons, witness = compare(self.footprint(effect), after)
        if self._outcomes and not reasons and after.exists:
            old, new = self.trial(effect)[1], apply(after, later, effect.context).changes()
            if changed_text(old) != changed_text(new):  # B10
                reasons = ("result",)
                witness = self.footprint(effect).scope
        if not reasons:
            return None
        self._edges_found += 1
        return Edge(effect.name, on.name, reasons, witness)

    def _sees(self, effect: Effect, changes: Changes) -> bool:
        # Whether the footprint of `effect` reads any of the changes.
        watched = self._watched.get(effect.name)
        if watched is None:
            if effect.held is not None and ("ability", effect.held) in changes:
                return True
            watched = watched_columns(self.part(effect).reads, self._condition_reads(effect), effect.held)
            self._watched[effect.name] = watched
        if watched.isdisjoint(changes) or self._disregards(effect, changes):
            return False
        if _CONTROL not in changes or changes[_CONTROL] & self._controllers_read.get(effect.name, EVERYTHING):
            return True
        return any(family != "controller" for family, _ in watched.intersection(changes))

    def _disregards(self, effect: Effect, changes: Changes) -> bool:
        # Whether the only changes that `effect` could read are to abilities that its operations ignore.
        part = self.part(effect)
        if not part.selective:
            return False
        watched = watched_columns(part.rest, self._condition_reads(effect), effect.held)
        if not watched.isdisjoint(changes):
            return False
        for family, value in changes:
            if family == "ability" and isinstance(value, Held) and any(each.regards(value) for each in part.selective):
                return False
        return True

    def trial(self, effect: Effect) -> tuple[State, Changes]:
        """Return the state after a trial application of `effect`, and the changes.

        Identical operations share one trial.
        """
        outcome = self._outcome(effect)
        return outcome.on(self.state), outcome.changes

    def _outcome(self, effect: Effect) -> Outcome:
        known = self._outcome_of.get(effect.name)
        if known is not None:
            return known
        checkpoint("trial")
        found = self.footprint(effect)
        # The outcome of a trial does not depend on the effect that granted the ability.
        context = msgspec.structs.replace(effect.context, effect="", stamp=())
        does = tuple((operation, mask, *_own_words(operation, context)) for _, operation, mask in found.operations)
        made = self._trials.get(does)
        if made is None:
            self._trials_made += 1
            # The result of a copy or text effect can depend on more than its objects.
            local = all(operation.kind not in ("copy", "text") for _, operation, _ in found.operations)
            after = apply(found, self.state, context)
            anonymous = all(operation.is_anonymous() for _, operation, _ in found.operations)
            touched = found.touched if local else EVERYTHING
            made = self._trials[does] = Outcome(does, self.state, after, touched, anonymous)
        self._outcome_of[effect.name] = made
        return made

    def waits_for(self, effects: Iterable[Effect]) -> Graph:
        """Return the dependency graph of the given effects as a map from each to the effects that it depends on."""
        names = {effect.name: effect for effect in effects}
        return {
            name: frozenset(edge.on for edge in self.edges(effect) if edge.on in names)
            for name, effect in names.items()
        }


def _own_words(operation: Operation, context: Context) -> tuple[Context, ...]:
    # Copy exceptions can refer to "this".
    return (context,) if operation.kind == "copy" else ()


_EXISTENCE: Final[tuple[Reason, ...]] = ("existence",)
_CONTROL: Final[Column] = ("controller", ANY)
