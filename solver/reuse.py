"""Taking over layers of an earlier result: where everything that a layer asked of the board is answered as before.

A layer is worked out by asking: which effects there are, what each would do, now and after a trial application. What
it asks is noted (`noting`), and so the layer comes out the same wherever the same questions have the same answers,
however different the boards are otherwise: the same effects apply in the same order to the same objects. Only that is
taken over; the state after each step is made anew where the states before differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from mtglayers.model.gameobject import Base, GameObject
from mtglayers.model.view import ANY, FAMILIES, Held, Mask
from mtglayers.model.watch import tick

from .dependency import apply
from .facts import Columns, Facts, Still, numbers
from .noting import NEVER, Question
from .order import choose_next

if TYPE_CHECKING:
    from mtglayers.model.board import Board
    from mtglayers.model.edition import Edition
    from mtglayers.model.edition import Layer as LayerRule

    from .order import Arrangement
    from .readings import Readings
    from .walk import LayerResult, Step, Walk

WHOLLY: Final[Mask] = -1
"""A difference that no objects can tell: of a number, an order, or something about one object."""

Differences = dict[Question, Mask]
"""Question -> the objects on which its answers differ, or `WHOLLY`."""


class LayerReuse(msgspec.Struct, frozen=True):
    """What became of one layer of an earlier result.

    Attributes:
        layer: its name.
        steps: the steps taken over from it.
        why: why it was worked out again; "" where it was taken over.
    """

    layer: str
    steps: int
    why: str = ""

    @property
    def taken(self) -> bool:
        """Whether it was taken over whole."""
        return not self.why


class Earlier:
    """An earlier walk, and how the board of a new one differs from its board.

    Attributes:
        walk: the earlier walk.
        layers: its layers by name.
        found: what became of its layers so far.
    """

    def __init__(self, walk: Walk, world: Still) -> None:
        self.walk = walk
        self.layers: Mapping[str, LayerResult] = {layer.name: layer for layer in walk.layers}
        self.found: list[LayerReuse] = []
        self._still = still_differences(walk.start.world, world)
        self._columns: dict[str, tuple[Columns, Columns, Differences]] = {}

    def adopted(self, now: Facts, then: Facts) -> Facts:
        """Return a state with the families of an earlier one in place of equal ones: they are known as equal now."""
        equal = {
            family: old
            for family, column in now.families.items()
            if column is not (old := then.families[family]) and column == old and list(column) == list(old)
        }
        return now.replaced(equal) if equal else now

    def spent_before(self, layer: LayerResult) -> tuple[int, int]:
        """Return what had been spent on trial applications and dependencies before a layer."""
        before = self.walk.layers[: self.walk.layers.index(layer)]
        return next((each.steps[-1].spent for each in reversed(before) if each.steps), (0, 0))

    def differences(self, then: Facts, now: Facts) -> list[Differences]:
        """Return how the answers differ between an earlier state and one of now."""
        found = [self._still]
        for family in FAMILIES:
            old, new = then.families[family], now.families[family]
            if old is new:
                continue
            known = self._columns.get(family)
            if known is None or known[0] is not old or known[1] is not new:
                known = self._columns[family] = old, new, column_differences(family, old, new)
            found.append(known[2])
        return found


def comparable(last: Walk, rules: Edition, readings: Readings, how: Arrangement, world: Still) -> bool:
    """Return whether layers of an earlier walk can be compared with those of one by these rules at all."""
    return (
        last.chooser is choose_next
        and not last.unfinished
        and bool(last.began)
        and last.edition == rules
        and last.readings == readings
        and last.how == how
        and last.start.world.players == world.players
    )


def start(board: Board, world: Still) -> tuple[object, ...]:
    """Return all that the state before layer 1 is made from."""
    merged = world.facts.get("merged", {}).get(True, 0)
    together = tuple(found.merged for found in world.objects.values() if found.merged) if merged else ()
    bases: tuple[tuple[Base, Mask], ...] = tuple((base, mask) for base, mask in board.bases.items() if mask)
    return bases, merged, together, world.everything


def taken_over(walk: Walk, rule: LayerRule, earlier: Earlier) -> bool:
    """Take a layer of the earlier walk over, if it comes out the same, and return whether it did."""
    layer = earlier.layers.get(rule.name)
    if layer is None:
        return False
    walk.facts = earlier.adopted(walk.facts, layer.before)
    why = why_not(earlier, layer, walk)
    walk.reuse.append(LayerReuse(rule.name, 0 if why else len(layer.steps), why))
    if why:
        return False
    assert layer.notes is not None
    walk.sources.take(layer.notes.held)
    walk.add_layer(rule, _steps_again(walk, layer, earlier), layer.notes)
    return True


def _steps_again(walk: Walk, layer: LayerResult, earlier: Earlier) -> Iterator[Step]:
    """Yield the steps of a layer of the earlier walk as steps of this one: on the state as it is here."""
    same = all(walk.facts.families[family] is layer.before.families[family] for family in FAMILIES)
    spent = earlier.spent_before(layer)
    for old in layer.steps:
        tick("step")
        before = walk.facts
        walk.facts = old.after.on(before.world) if same else apply(old.footprint, before, old.applied.context)
        trials, edges = old.spent
        walk.counts.trials += trials - spent[0]
        walk.counts.edges += edges - spent[1]
        spent = old.spent
        yield walk.step(
            layer.name, old.applied, old.choice, old.pending_effects, old.cda, before, walk.facts, old.footprint
        )


def why_not(earlier: Earlier, layer: LayerResult, walk: Walk) -> str:
    """Return why a layer of an earlier walk cannot be taken over into a walk that has come to it; "" if it can."""
    notes = layer.notes
    if notes is None or NEVER in notes.asked:
        return "it cannot be compared"
    found = earlier.differences(layer.before, walk.facts)
    differing = {question for differences in found for question in differences if question in notes.asked}
    if differing:
        return f"what it asks for differs: {asked_words(differing)}"
    abilities = (question[1] for each in found for question in each if question[0] == "ability")
    if any(isinstance(held, Held) and walk.sources.could_concern(held, layer.name) for held in abilities):
        return "its effects differ"
    if not walk.sources.same(earlier.walk.sources, layer.name, notes.held):
        return "its effects differ"
    if walk.started_with(layer.name) != notes.started or not _same_locks(earlier.walk, layer, walk):
        return "what has started differs"
    return ""


def _same_locks(last: Walk, layer: LayerResult, walk: Walk) -> bool:
    """Return whether what takes part in a layer had been fixed on the same objects before it (613.6)."""
    if all(found.taken for found in walk.reuse):
        return True
    first = 1 + sum(len(each.steps) for each in last.layers[: last.layers.index(layer)])
    before, met = last.locks_before(first), layer.notes.met if layer.notes is not None else ()
    return all(before.get(name) == walk.locks.get(name) for name in met)


def asked_words(questions: Iterable[Question]) -> str:
    """Return questions in words: the characteristics, facts and so on that they are about."""
    return ", ".join(sorted({str(q[2] if q[0] == "told" else q[1] if q[0] == "still" else q[0]) for q in questions}))


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


def still_differences(old: Still, new: Still) -> Differences:
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


__all__ = ["Earlier", "LayerReuse", "comparable", "start", "taken_over"]
