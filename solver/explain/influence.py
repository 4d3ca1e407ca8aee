"""What one effect decided for another: the changes without which the other would differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from mtglayers.model.effects.view import Column, Held, Mask

from ..engine.footprint import Footprint, footprint, present
from ..engine.state import Changes, State
from ..result.steps import Step
from ..wording import ability_words
from .causes import changes_seen, columns_read, minimal_changes, toggled
from .changes import changes_made, reworded
from .names import Names


class Influence(NamedTuple):
    """What an effect decided for another one.

    Attributes:
        effect: name of the other one.
        step: the step by which it did.
        how: whether it changed the other's text, gave it its ability, or changed what it looks at.
        columns: the changes without which the other's footprint would differ.
        text: the ability as it read afterwards, where it changed that.
    """

    effect: str
    step: Step
    how: Literal["text", "existence", "sight"]
    columns: Mapping[Column, Mask]
    text: Held | None = None

    def words(self, names: Names) -> str:
        """Return the clause: "made Taiga a Swamp, which Kormus Bell looks at"."""
        on = names.effect(self.effect, self.step.layer)
        if self.text is not None:
            id = self.step.before.world.objects[_source(self.columns)].id
            return f"made {names.object(id)} read {ability_words(self.text.ability, names.printed(id))}"
        did = changes_made(self.step, self.columns, names)
        why = f"without which {on} would not apply" if self.how == "existence" else f"which {on} looks at"
        return f"{did}, {why}"


def influence_on(
    steps: Sequence[Step], others: Iterable[Sequence[Step]], number: int, *, own: bool = False
) -> Influence | None:
    """Return what an effect decided for the first of the others, or None.

    What it decided about object `number` comes before what it decided about others.

    Args:
        steps: the steps of the effect.
        others: the steps of each other effect.
        number: number of the object.
        own: whether only what it decided about that object counts.
    """
    candidates = list(others)
    for mine in (True,) if own else (True, False):
        for later in (step for each in candidates for step in each):
            for step in reversed([each for each in steps if each.serial < later.serial]):
                found = _by_text(step, later) or _by_columns(step, later, number if mine else None)
                if found is not None:
                    return found
    return None


def _by_text(step: Step, later: Step) -> Influence | None:
    # 612
    held, source = later.applied.held, later.applied.source
    if held is None or source is None or held.origin != "copiable" or not reworded(step):
        return None
    for (family, value), mask in step.after.changes().items():
        came = mask & step.after.column(family).get(value, 0)
        if not isinstance(value, Held) or not came >> source & 1:
            continue
        if value.origin == "copiable" and value.place == held.place:
            return Influence(later.effect, step, "text", {(family, value): 1 << source}, value)
    return None


def _by_columns(step: Step, later: Step, number: int | None) -> Influence | None:
    """Return the changes of a step without which a later one would differ, or None."""
    effect, locks = later.applied, later.locks

    def at(state: State) -> Footprint:
        return footprint(effect, later.layer, state, locks)

    in_force = _still_in_force(step, later)
    if not in_force:
        return None

    def view(found: Footprint) -> object:
        return found if number is None else _on(found, number)

    without = toggled(later.before, in_force)
    other = at(without)
    if view(other) == view(at(later.before)):
        return None
    witness = 0 if number is None else 1 << number
    needed = minimal_changes(later.before, in_force, witness, lambda state: view(at(state)) == view(other))
    if not needed:
        return None
    gone = effect.held is not None and not other.exists and present(effect, toggled(later.before, needed)) is None
    return Influence(later.effect, step, "existence" if gone else "sight", needed)


def _on(found: Footprint, number: int) -> object:
    scopes = tuple(place for place, mask in found.scopes if mask >> number & 1)
    return scopes, tuple((place, operation) for place, operation, mask in found.operations if mask >> number & 1)


def _still_in_force(step: Step, later: Step) -> Changes:
    changes = step.after.changes()
    watched = columns_read(later.applied, later.layer)
    found: Changes = {}
    for (family, value), mask in changes_seen(watched, changes).items():
        moved = step.after.column(family).get(value, 0) ^ later.before.column(family).get(value, 0)
        if still := mask & ~moved:
            found[family, value] = still
    return found


def _source(columns: Mapping[Column, Mask]) -> int:
    return next(iter(columns.values())).bit_length() - 1
