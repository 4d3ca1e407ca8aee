"""Taking over layers of an earlier result: where everything that decides about them is as it was.

A layer is computed by asking: which effects there are, what each would do, now and after a trial application. What
it asks is recorded (`noting`), and so the layer has the same result wherever the same questions have the same answers,
however different the boards are otherwise: the same effects apply in the same order to the same objects. Where answers
differ the layer may still be the same: if they differ about objects only to which nothing is done, or are given to
effects that no other depends on (`apart`). Only turns and what was done are taken over; the state after each step is
made again where the states before differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from typing import Any, Final, NamedTuple

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.effects.view import ANY, FAMILIES, Held, Mask
from mtglayers.model.objects.gameobject import Base, GameObject
from mtglayers.model.rules.edition import Edition, Layer
from mtglayers.model.support.progress import checkpoint

from ..engine.choose import Choose, TimestampOrder, choose
from ..engine.effect import may_matter_in
from ..engine.footprint import Footprint, apply, footprint
from ..engine.gather import Sources
from ..engine.layers import apply_layer, apply_layers
from ..engine.state import Columns, Snapshot, State, initial, numbers
from ..engine.trace import AppliedLayer, Taken, Trace
from ..readings import Readings
from .apart import meant, reached
from .noting import NEVER, Notes, Noting, Question

WHOLLY: Final[Mask] = -1
"""A difference that is not about certain objects: of a number, an order, or something about one object."""

Differences = dict[Question, Mask]
"""Question -> the objects on which its answers differ, or `WHOLLY`."""

_NO_DIFFERENCES: Final[Differences] = {}
FEW: Final = 32
"""Maximum number of objects that may come or go on any board; on larger boards a quarter of them may."""


class LayerReuse(msgspec.Struct, frozen=True):
    """What became of one layer of an earlier result.

    Attributes:
        layer: its name.
        steps: the steps taken over from it.
        anew: the steps of which only the turn was taken over; their effects do something else now.
        why: why it was computed again; "" where it was taken over.
    """

    layer: str
    steps: int = 0
    anew: int = 0
    why: str = ""

    @property
    def taken(self) -> bool:
        """Whether it was taken over: the same effects applied in the same order."""
        return not self.why

    @property
    def whole(self) -> bool:
        """Whether they did the same, too."""
        return not self.why and not self.anew


class Begun(NamedTuple):
    """How a solve began: the order of timestamps, and all that the state before layer 1 is made from."""

    how: TimestampOrder
    start: tuple[object, ...]

    @classmethod
    def of(cls, board: Board, world: Snapshot, how: TimestampOrder) -> Begun:
        """Return how a solve of a board begins, given its snapshot `world`."""
        merged = world.facts.get("merged", {}).get(True, 0)
        found = world.objects.values()
        together = tuple((each.merged, each.host) for each in found if each.merged) if merged else ()
        bases: tuple[tuple[Base, Mask], ...] = tuple((base, mask) for base, mask in board.bases.items() if mask)
        return cls(how, (bases, merged, together, world.everything))


class NotedTrace(NamedTuple):
    """A whole trace, what it gathered from, and what each of its layers asked."""

    trace: Trace
    sources: Sources
    notes: Mapping[str, Notes]
    begun: Begun


def noted(trace: Trace, sources: Sources, begun: Begun) -> NotedTrace:
    """Return the same trace with records of what its layers asked, by applying all effects again."""
    checkpoint("solve")
    reuse, again = Reuse(), copy(sources)
    layers = [layer.rule for layer in trace.layers]
    twin = apply_layers(Trace(trace.edition, trace.readings, trace.start, trace.start), layers, again, choose, reuse)
    return NotedTrace(twin, again, reuse.notes, begun)


class EarlierTrace:
    """An earlier trace, and how the board of a new one differs from its board.

    Attributes:
        trace: the earlier trace.
        sources: what it gathered from.
        notes: what each of its layers asked, by name.
        begun: how it began.
        layers: its layers by name.
    """

    def __init__(self, earlier: NotedTrace, world: Snapshot) -> None:
        self.trace, self.sources, self.notes, self.begun = earlier
        self.layers: Mapping[str, AppliedLayer] = {layer.name: layer for layer in self.trace.layers}
        self._still = still_differences(self.trace.start.world, world)
        self._columns: dict[str, tuple[Columns, Columns, Differences]] = {}
        self._held: tuple[Differences, tuple[Held, ...]] = {}, ()
        self._unequal: dict[str, tuple[Columns, Columns]] = {}

    def start(self, board: Board, world: Snapshot, begun: Begun) -> State:
        """Return layer 1's starting state, sharing equal columns with the earlier one."""
        return State(self.trace.start.families, world) if self.begun == begun else initial(board, world)

    def adopted(self, now: State, then: State) -> State:
        """Return a state that shares the equal families of an earlier one."""
        equal: dict[str, Columns] = {}
        for family, column in now.families.items():
            old = then.families[family]
            known = self._unequal.get(family)
            if column is old or (known is not None and known[0] is old and known[1] is column):
                continue
            if column == old and list(column) == list(old):
                equal[family] = old
            else:
                self._unequal[family] = old, column
        return now.replaced(equal) if equal else now

    def abilities(self, then: State, now: State) -> tuple[Held, ...]:
        """Return the abilities whose holders differ from those in an earlier state."""
        found = self._of_family("ability", then, now)
        if found is not self._held[0]:
            values = (question[-1] for question in found)
            self._held = found, tuple(value for value in values if isinstance(value, Held))
        return self._held[1]

    def disordered(self, then: State, now: State) -> bool:
        """Return whether abilities stand in another order than in an earlier state."""
        return ("order of", "ability") in self._of_family("ability", then, now)

    def differences(self, then: State, now: State) -> list[Differences]:
        """Return how the answers differ between an earlier state and one of now."""
        return [self._still, *(self._of_family(family, then, now) for family in FAMILIES)]

    def _of_family(self, family: str, then: State, now: State) -> Differences:
        old, new = then.families[family], now.families[family]
        if old is new:
            return _NO_DIFFERENCES
        known = self._columns.get(family)
        if known is None or known[0] is not old or known[1] is not new:
            known = self._columns[family] = old, new, column_differences(family, old, new)
        return known[2]


def comparable(last: Trace, rules: Edition, readings: Readings, world: Snapshot) -> bool:
    """Return whether layers can be compared with a trace under these rules."""
    return (
        not last.unfinished
        and last.edition == rules
        and last.readings == readings
        and last.start.world.players == world.players
        and _few(last.start.world.everything ^ world.everything, world)
    )


def _few(objects: Mask, world: Snapshot) -> bool:
    # So few that it pays to look at each.
    return objects.bit_count() <= max(FEW, world.everything.bit_count() // 4)


class Reuse:
    """A `Run` that takes layers over from an earlier trace where it can, and records what the others ask.

    Attributes:
        layers: what became of each layer of the earlier trace; empty where there is none.
        notes: what each layer asked, by name.
    """

    def __init__(self, earlier: EarlierTrace | None = None) -> None:
        self._earlier = earlier
        self.layers: list[LayerReuse] = []
        self.notes: dict[str, Notes] = {}

    def __call__(self, trace: Trace, layer: Layer, sources: Sources, choose: Choose) -> Trace:
        """Return the trace after one layer."""
        earlier = self._earlier
        old = None if earlier is None else earlier.layers.get(layer.name)
        if earlier is not None and old is not None:
            trace = trace.on(earlier.adopted(trace.state, old.before))
            found = self._judged(earlier, old, trace, sources)
            if not isinstance(found, str):
                again, notes = found
                self.layers.append(LayerReuse(layer.name, len(old.applications) - len(again), len(again)))
                self.notes[layer.name] = notes
                sources.adopt(notes.held)
                return _taken_over(trace, old, again, exact=notes is earlier.notes[layer.name])
            self.layers.append(LayerReuse(layer.name, why=found))
        notes = self.notes[layer.name] = Notes(layer.name, trace.started_with(layer.name))
        noting = Noting(trace.state.families, trace.state.world, notes)
        done = apply_layer(trace.on(noting), layer, sources, choose)
        return done.on(done.state.plain())

    def _judged(
        self, earlier: EarlierTrace, layer: AppliedLayer, trace: Trace, sources: Sources
    ) -> str | tuple[dict[str, Footprint], Notes]:
        """Return why a layer cannot be taken over into a trace that has come to it, or what does something else in it.

        What does something else has the same turn nonetheless. With it come the notes for the next solve.
        """
        notes = earlier.notes[layer.name]
        if NEVER in notes.general:
            return "it cannot be compared"
        if any(may_matter_in(layer.name, held, trace.edition) for held in earlier.abilities(layer.before, trace.state)):
            return "its effects differ"
        if len(notes.held) > 1 and earlier.disordered(layer.before, trace.state):
            return "its effects come in another order"
        if not sources.equals_in(layer.name, earlier.sources, notes.held):
            return "its effects differ"
        fixed_otherwise = self._fixed_otherwise(earlier.trace, layer, trace, notes.met)
        if trace.started_with(layer.name) != notes.started:
            return "what has started differs"
        found = earlier.differences(layer.before, trace.state) if notes.all else []
        if not fixed_otherwise and all(notes.all.isdisjoint(differences) for differences in found):
            return {}, notes
        differences = {question: each[question] for each in found for question in each.keys() & notes.all}
        if not notes.general.isdisjoint(differences):
            return _asked_words(notes.general & differences.keys())
        apart = notes.apart
        if not apart.entangled.keys().isdisjoint(fixed_otherwise):
            return "what has started differs"
        entangled = {name: asked for name in apart.entangled if (asked := notes.about[name] & differences.keys())}
        again = notes.again()
        now = Noting(trace.state.families, trace.state.world, again)
        if not _leave_alone(entangled, differences, layer.before, now, trace):
            return _asked_words(question for asked in entangled.values() for question in asked)
        made = {each.taken.effect.name: each.taken for each in layer.applications}
        changed: dict[str, Footprint] = {}
        for name, effect in notes.met.items():
            if name in apart.entangled or (name not in fixed_otherwise and notes.about[name].isdisjoint(differences)):
                continue
            again.ask_again(effect)
            needs_ability = trace.readings.existence == "ability"
            does, taken = footprint(effect, layer.name, now, trace.locks_of(name), needs_ability), made.get(name)
            if does.exists != (taken is not None):
                return "its effects differ"
            if taken is not None and does != taken.footprint:
                changed[name] = does
        return changed, again

    def _fixed_otherwise(self, last: Trace, layer: AppliedLayer, trace: Trace, met: Iterable[str]) -> set[str]:
        # 613.6
        if all(found.whole for found in self.layers):
            return set()
        return {name for name in met if last.locks_of(name, layer.first) != trace.locks_of(name)}


def _taken_over(trace: Trace, old: AppliedLayer, again: Mapping[str, Footprint], exact: bool) -> Trace:
    """Return the trace after the applications of a layer of the earlier trace, made on the state as it is here.

    The states after them are shared only where all that was asked is answered as it was (`exact`).
    """
    same = exact and all(trace.state.families[family] is old.before.families[family] for family in FAMILIES)
    trace = trace.entering(old.rule)
    world, before = trace.state.world, old.spent
    for made in old.applications:
        checkpoint("step")
        effect = made.taken.effect
        found = again.get(effect.name, made.taken.footprint)
        after = made.after.on(world) if same else apply(found, trace.state, effect.context)
        trials, edges = (now + then - was for now, then, was in zip(trace.spent, made.taken.spent, before, strict=True))
        before = made.taken.spent
        trace = trace.followed(Taken(effect, found, made.taken.candidates, (trials, edges)), made.choice, after)
    return trace


def _leave_alone(
    entangled: Mapping[str, frozenset[Question]], differences: Differences, was: State, now: Noting,
    trace: Trace,
) -> bool:  # fmt: skip
    """Return whether effects that are asked of objects that differ have nothing to do with these, then or now.

    Where all that is asked of other objects is answered as before, nothing was done to these, and each object alone
    decides if it is in scope, then nothing can come of them: neither an application nor a trial changes them.
    """
    objects: Mask = 0
    notes, apart = now.notes, now.notes.apart
    for asked in entangled.values():
        for question in asked:
            if differences[question] == WHOLLY:
                return False
            objects |= differences[question]
    if reached(apart.entangled.values(), notes.touched) & objects:
        return False
    for name in entangled:
        effect = notes.met[name]
        if effect.source is not None and objects >> effect.source & 1:
            return False
        notes.ask_again(effect, besides=True)  # a condition may hold for another reason now
        if not apart.is_plain(effect, was, now) or meant(effect, apart.layer, now, trace.locks_of(name)) & objects:
            return False
    return True


def _asked_words(questions: Iterable[Question]) -> str:
    words = sorted({str(q[2] if q[0] == "told" else q[1] if q[0] == "still" else q[0]) for q in questions})
    return f"what it asks for differs: {', '.join(words)}"


# --- Differences -----------------------------------------------------------------------------------------


def column_differences(family: str, old: Columns, new: Columns) -> Differences:
    """Return how the answers about a family of columns differ."""
    found: Differences = {}
    whole = 0
    for value in {**old, **new}:
        different = old.get(value, 0) ^ new.get(value, 0)
        if different:
            found[family, value] = different
            whole |= different
    if whole:
        found[family, ANY] = whole
    if [value for value in old if value in new] != [value for value in new if value in old]:
        found["order of", family] = WHOLLY
    about = {"controller": "controller of", "ability": "abilities of"}.get(family)
    if about is not None:
        for number in numbers(whole):
            found[about, number] = WHOLLY
    return found


def still_differences(old: Snapshot, new: Snapshot) -> Differences:
    """Return how the answers about what stands still differ."""
    found: Differences = {}
    for family in {**old.facts, **new.facts}:
        one, two = old.facts.get(family, {}), new.facts.get(family, {})
        if one == two and list(one) == list(two):
            continue
        whole = 0
        for value in {**one, **two}:
            different = one.get(value, 0) ^ two.get(value, 0)
            if different:
                found["still", family, value] = different
                whole |= different
        ordered = [value for value in one if value in two] == [value for value in two if value in one]
        found["still", family, ANY] = whole if whole and ordered else WHOLLY
    if old.everything != new.everything:
        found["everything",] = old.everything ^ new.everything
    if old.entering != new.entering:
        found["entering",] = WHOLLY
    if old.active_player != new.active_player:
        found["active player",] = WHOLLY
    for player, fact in _differing(old.told, new.told):
        found["told", player, fact] = WHOLLY
    for effect in _differing(old.copied, new.copied):
        found["copied", effect] = WHOLLY
    _object_differences(old.objects, new.objects, found)
    return found


def _object_differences(
    old: Mapping[int, GameObject], new: Mapping[int, GameObject], found: Differences
) -> None:  # fmt: skip
    came_or_went: set[int] = set()
    for number in _differing(old, new):
        one, two = old.get(number), new.get(number)
        if one is None or two is None:
            came_or_went.add(number)
        for question, attribute in _ABOUT:
            if one is None or two is None or getattr(one, attribute) != getattr(two, attribute):
                found[question, number] = WHOLLY
        if one is None or two is None or one.base.owner != two.base.owner:
            found["owner of", number] = WHOLLY
        if one is None or two is None or one.id != two.id:
            found.update({("id", each.id): WHOLLY for each in (one, two) if each is not None})
    for number, each in new.items() if came_or_went else ():
        if each.attached_to in came_or_went:
            found["attached to", number] = WHOLLY


_ABOUT: Final = (
    ("attached to", "attached_to"),
    ("attached player", "attached_player"),
    ("choices of", "choices"),
    ("unordered", "unordered"),
)
"""What is asked of one object, and the field that answers."""


def _differing(old: Mapping[Any, Any], new: Mapping[Any, Any]) -> list[Any]:
    found = [key for key, value in new.items() if (was := old.get(key)) is not value and was != value]
    return [*found, *(key for key in old if key not in new)]


__all__ = ["Begun", "EarlierTrace", "LayerReuse", "NotedTrace", "Reuse", "comparable", "noted"]
