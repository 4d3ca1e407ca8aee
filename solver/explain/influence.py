"""What one effect decided for another: the changes without which the other would have done something else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from mtglayers.model.effects.view import ANY, Column, Held, Mask

from ..engine.footprint import Footprint, footprint, present
from ..engine.state import Changes, State
from ..engine.trace import Step
from ..wording import ability_words
from .applied import deeds
from .causes import fewest, seen_by, watched_by
from .changes import reworded
from .names import Names


class Decided(NamedTuple):
    """What an effect decided for another one.

    Attributes:
        effect: name of the other one.
        step: the step by which it did.
        how: whether it changed the other's text; gave it the ability that it comes of; or changed what it looks at.
        columns: what it changed for that: with these changes undone, the other's footprint would be another one.
        text: the ability as it read afterwards, where it changed that.
    """

    effect: str
    step: Step
    how: Literal["text", "existence", "sight"]
    columns: Mapping[Column, Mask]
    text: Held | None = None

    def words(self, names: Names) -> str:
        """Return it as a clause about the effect: "made Taiga a Swamp, which Kormus Bell looks at"."""
        on = names.effect(self.effect, self.step.layer)
        if self.text is not None:
            id = self.step.before.world.objects[_source(self.columns)].id
            return f"made {names.object(id)} read {ability_words(self.text.ability, names.printed(id))}"
        did = deeds(self.step, self.columns, names)
        why = f"without which {on} would not apply" if self.how == "existence" else f"which {on} looks at"
        return f"{did}, {why}"


def decided(
    steps: Sequence[Step], others: Iterable[Sequence[Step]], number: int, *, own: bool = False
) -> Decided | None:
    """Return what an effect decided for the first of the others whose footprint it did, or None.

    What it decided about object `number` comes before what it decided about others.

    Args:
        steps: the steps of the effect.
        others: the steps of each other effect.
        number: number of the object.
        own: whether nothing counts but what it decided about that object.
    """
    known = list(others)
    for mine in (True,) if own else (True, False):
        for asking in (step for each in known for step in each):
            for step in reversed([each for each in steps if each.serial < asking.serial]):
                found = _text(step, asking) or _seen(step, asking, number if mine else None)
                if found is not None:
                    return found
    return None


def _text(step: Step, asking: Step) -> Decided | None:
    """Return that a step changed the words of the ability that makes an effect (612)."""
    held, source = asking.applied.held, asking.applied.source
    if held is None or source is None or held.origin != "copiable" or not reworded(step):
        return None
    for (family, value), mask in step.after.changes().items():
        came = mask & step.after.column(family).get(value, 0)
        if not isinstance(value, Held) or not came >> source & 1:
            continue
        if value.origin == "copiable" and value.place == held.place:
            return Decided(asking.effect, step, "text", {(family, value): 1 << source}, value)
    return None


def _seen(step: Step, asking: Step, number: int | None) -> Decided | None:
    """Return which changes of a step an effect would have looked at otherwise, or None for none."""
    effect, locks = asking.applied, asking.walk.locks_before(asking.serial).get(asking.effect)

    def at(state: State) -> Footprint:
        return footprint(effect, asking.layer, state, locks)

    standing = _standing(step, asking)
    if not standing:
        return None

    def view(found: Footprint) -> object:
        return found if number is None else _on(found, number)

    without = undone(asking.before, standing)
    other = at(without)
    if view(other) == view(at(asking.before)):
        return None
    witness = 0 if number is None else 1 << number
    needed = fewest(asking.before, standing, witness, lambda state: view(at(state)) == view(other))
    if not needed:
        return None
    gone = effect.held is not None and not other.exists and present(effect, undone(asking.before, needed)) is None
    return Decided(asking.effect, step, "existence" if gone else "sight", needed)


def _on(found: Footprint, number: int) -> object:
    """Return what a footprint is for one object."""
    scopes = tuple(place for place, mask in found.scopes if mask >> number & 1)
    return scopes, tuple((place, operation) for place, operation, mask in found.deeds if mask >> number & 1)


def _standing(step: Step, asking: Step) -> Changes:
    """Return what a step changed of what an effect looks at, as far as it is still so when that one applies."""
    changes = step.after.changes()
    watched = watched_by(asking.applied, asking.layer)
    found: Changes = {}
    for (family, value), mask in seen_by(watched, changes).items():
        moved = step.after.column(family).get(value, 0) ^ asking.before.column(family).get(value, 0)
        if still := mask & ~moved:
            found[family, value] = still
    return found


def undone(facts: State, changes: Changes) -> State:
    """Return a state without these changes, which stand in it."""
    draft = facts.draft()
    for (family, value), mask in changes.items():
        if value != ANY:
            having = facts.column(family).get(value, 0)
            draft.drop(family, value, mask & having)
            draft.put(family, value, mask & ~having)
    return draft


def _source(columns: Mapping[Column, Mask]) -> int:
    return next(iter(columns.values())).bit_length() - 1


__all__ = ["Decided", "decided", "undone"]
