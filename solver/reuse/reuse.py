"""Taking over layers of an earlier result: where everything that decides about them is as it was.

A layer is worked out by asking: which effects there are, what each would do, now and after a trial application. What
it asks is noted (`noting`), and so the layer comes out the same wherever the same questions have the same answers,
however different the boards are otherwise: the same effects apply in the same order to the same objects. Where answers
differ the layer may still be the same: if they differ about objects only to which nothing is done, or are given to
effects that no other depends on (`apart`). Only turns and what was done are taken over; the state after each step is
made anew where the states before differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from mtglayers.model.effects.view import ANY, FAMILIES, Held, Mask
from mtglayers.model.objects.gameobject import Base, GameObject
from mtglayers.model.support.progress import checkpoint

from ..engine.choose import choose_next
from ..engine.dependency import apply
from ..engine.footprint import Footprint, Locks, footprint
from ..engine.state import Columns, Snapshot, State, numbers
from .apart import meant, reached
from .noting import NEVER, Notes, Noting, Question

if TYPE_CHECKING:
    from mtglayers.model.board.board import Board
    from mtglayers.model.rules.edition import Edition
    from mtglayers.model.rules.edition import Layer as LayerRule

    from ..engine.choose import TimestampOrder
    from ..engine.trace import LayerResult, Step, Trace
    from ..readings import Readings

WHOLLY: Final[Mask] = -1
"""A difference that no objects can tell: of a number, an order, or something about one object."""

Differences = dict[Question, Mask]
"""Question -> the objects on which its answers differ, or `WHOLLY`."""

_NO_DIFFERENCES: Final[Differences] = {}
FEW: Final = 32
"""So many objects that came or went are few on any board; more are few only where a quarter of them is."""


class LayerReuse(msgspec.Struct, frozen=True):
    """What became of one layer of an earlier result.

    Attributes:
        layer: its name.
        steps: the steps taken over from it.
        anew: the steps of which only the turn was taken over; their effects do something else now.
        why: why it was worked out again; "" where it was taken over.
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


class EarlierTrace:
    """An earlier walk, and how the board of a new one differs from its board.

    Attributes:
        walk: the earlier walk.
        layers: its layers by name.
    """

    def __init__(self, walk: Trace, world: Snapshot) -> None:
        self.walk = walk
        self.layers: Mapping[str, LayerResult] = {layer.name: layer for layer in walk.layers}
        self._still = still_differences(walk.start.world, world)
        self._columns: dict[str, tuple[Columns, Columns, Differences]] = {}
        self._held: tuple[Differences, tuple[Held, ...]] = {}, ()
        self._unequal: dict[str, tuple[Columns, Columns]] = {}

    def adopted(self, now: State, then: State) -> State:
        """Return a state with the families of an earlier one in place of equal ones: they are known as equal now."""
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
        """Return the abilities that other objects have now than in an earlier state."""
        found = self._of_family("ability", then, now)
        if found is not self._held[0]:
            values = (question[-1] for question in found)
            self._held = found, tuple(value for value in values if isinstance(value, Held))
        return self._held[1]

    def disordered(self, then: State, now: State) -> bool:
        """Return whether the abilities that objects have stand in another order than in an earlier state."""
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

    def spent_before(self, layer: LayerResult) -> tuple[int, int]:
        """Return what had been spent on trial applications and dependencies before a layer."""
        before = self.walk.layers[: self.walk.layers.index(layer)]
        return next((each.steps[-1].spent for each in reversed(before) if each.steps), (0, 0))


def comparable(last: Trace, rules: Edition, readings: Readings, how: TimestampOrder, world: Snapshot) -> bool:
    """Return whether layers of an earlier walk can be compared with those of one by these rules at all."""
    return (
        last.chooser is choose_next
        and not last.unfinished
        and bool(last.began)
        and last.edition == rules
        and last.readings == readings
        and last.how == how
        and last.start.world.players == world.players
        and _few(last.start.world.everything ^ world.everything, world)
    )


def _few(objects: Mask, world: Snapshot) -> bool:
    """Return whether so few objects came or went that it pays to look at each."""
    return objects.bit_count() <= max(FEW, world.everything.bit_count() // 4)


def start(board: Board, world: Snapshot) -> tuple[object, ...]:
    """Return all that the state before layer 1 is made from."""
    merged = world.facts.get("merged", {}).get(True, 0)
    together = tuple((found.merged, found.host) for found in world.objects.values() if found.merged) if merged else ()
    bases: tuple[tuple[Base, Mask], ...] = tuple((base, mask) for base, mask in board.bases.items() if mask)
    return bases, merged, together, world.everything


def taken_over(walk: Trace, rule: LayerRule, earlier: EarlierTrace) -> bool:
    """Take a layer of the earlier walk over, if it comes out the same, and return whether it did."""
    layer = earlier.layers.get(rule.name)
    if layer is None:
        return False
    walk.facts = earlier.adopted(walk.facts, layer.before)
    found = judged(earlier, layer, walk)
    if isinstance(found, str):
        walk.reuse.append(LayerReuse(rule.name, why=found))
        return False
    anew, notes = found
    walk.reuse.append(LayerReuse(rule.name, len(layer.steps) - len(anew), len(anew)))
    walk.sources.take(notes.held)
    walk.add_layer(rule, _steps_again(walk, layer, earlier, anew, notes is layer.notes), notes)
    return True


def _steps_again(
    walk: Trace, layer: LayerResult, earlier: EarlierTrace, anew: Mapping[str, Footprint], exact: bool
) -> Iterator[Step]:  # fmt: skip
    """Yield the steps of a layer of the earlier walk as steps of this one: on the state as it is here.

    The states after them are shared only where all that was asked is answered as it was (`exact`).
    """
    same = exact and all(walk.facts.families[family] is layer.before.families[family] for family in FAMILIES)
    spent = earlier.spent_before(layer)
    for old in layer.steps:
        checkpoint("step")
        before, found = walk.facts, anew.get(old.effect, old.footprint)
        walk.facts = old.after.on(before.world) if same else apply(found, before, old.applied.context)
        trials, edges = old.spent
        walk.counts.trials += trials - spent[0]
        walk.counts.edges += edges - spent[1]
        spent = old.spent
        yield walk.step(layer.name, old.applied, old.choice, old.pending_effects, old.cda, before, walk.facts, found)


def judged(earlier: EarlierTrace, layer: LayerResult, walk: Trace) -> str | tuple[dict[str, Footprint], Notes]:
    """Return why a layer cannot be taken over into a walk that has come to it, or what does something else in it.

    What does something else has the same turn nonetheless. With it come the notes for the next solve.
    """
    notes = layer.notes
    if notes is None or NEVER in notes.general:
        return "it cannot be compared"
    if any(walk.sources.could_concern(held, layer.name) for held in earlier.abilities(layer.before, walk.facts)):
        return "its effects differ"
    if len(notes.held) > 1 and earlier.disordered(layer.before, walk.facts):
        return "its effects come in another order"
    if not walk.sources.same(earlier.walk.sources, layer.name, notes.held):
        return "its effects differ"
    fixed_otherwise = _fixed_otherwise(earlier.walk, layer, walk, notes.met)
    if walk.started_with(layer.name) != notes.started:
        return "what has started differs"
    found = earlier.differences(layer.before, walk.facts) if notes.all else []
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
    now = Noting(walk.facts.families, walk.facts.world, again)
    if not _leave_alone(entangled, differences, layer.before, now, walk.locks):
        return _asked_words(question for asked in entangled.values() for question in asked)
    steps = {step.effect: step for step in layer.steps}
    anew: dict[str, Footprint] = {}
    for name, effect in notes.met.items():
        if name in apart.entangled or (name not in fixed_otherwise and notes.about[name].isdisjoint(differences)):
            continue
        again.ask_anew(effect)
        needs_ability = walk.readings.existence == "ability"
        does, step = footprint(effect, layer.name, now, walk.locks.get(name), needs_ability), steps.get(name)
        if does.exists != (step is not None):
            return "its effects differ"
        if step is not None and does != step.footprint:
            anew[name] = does
    return anew, again


def _leave_alone(
    entangled: Mapping[str, frozenset[Question]], differences: Differences, was: State, now: Noting,
    locks: Mapping[str, Locks],
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
        notes.ask_anew(effect, besides=True)  # a condition may hold for another reason now
        if not apart.is_plain(effect, was, now) or meant(effect, apart.layer, now, locks.get(name)) & objects:
            return False
    return True


def _fixed_otherwise(last: Trace, layer: LayerResult, walk: Trace, met: Iterable[str]) -> set[str]:
    """Return those that take part in a layer and were fixed on other objects before it (613.6)."""
    if all(found.whole for found in walk.reuse):
        return set()
    first = 1 + sum(len(each.steps) for each in last.layers[: last.layers.index(layer)])
    return {name for name in met if last.locks_of(name, first) != walk.locks.get(name)}


def _asked_words(questions: Iterable[Question]) -> str:
    """Return why a layer is worked out again: the characteristics, facts and so on that differ in what it asks."""
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
    """Return the keys under which two tables differ."""
    found = [key for key, value in new.items() if (was := old.get(key)) is not value and was != value]
    return [*found, *(key for key in old if key not in new)]


__all__ = ["EarlierTrace", "LayerReuse", "comparable", "start", "taken_over"]
