"""Effects that an object depends on although they did not change it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

from mtglayers.model.effects.view import Held
from mtglayers.model.errors import AmbiguousTimestampError
from mtglayers.model.support.records import Record

from ..engine.footprint import Footprint, footprint, present
from .causes import changes_seen, columns_read, minimal_changes, toggled
from .changes import changes_made, reworded
from .explanation import Explanation, FurtherEffect

if TYPE_CHECKING:
    from mtglayers.model.effects.view import Column, Mask

    from ..engine.state import Changes, State
    from ..result.result import Result
    from ..result.steps import Step
    from .names import Names
    from .needed_effects import NeededEffects

MAX_OBJECTS = 200
"""Maximum number of objects on a board that is solved again with one effect at a time left out."""

MAX_EFFECTS = 24
"""Maximum number of effects to leave out, one at a time."""


class FurtherEffects:
    """A search for the effects that influenced the effects in an explanation."""

    def __init__(
        self, result: Result, numbers: Mapping[str, int], needed: NeededEffects,
        is_visible: Callable[[Step, int, Mapping[Column, Mask]], bool],
    ) -> None:  # fmt: skip
        self._result, self._names, self._numbers = result, result.names, numbers
        self._steps, self._is_visible = needed.steps, is_visible
        self._results: dict[frozenset[str], Result | None] = {}

    def added_to(self, found: Explanation) -> Explanation:
        """Return the explanation with exactly the effects that the object depends on."""
        mentioned = found.mentioned
        rest = [name for name in found.effects if name not in mentioned]
        can_try = not self._result.trace.unfinished and len(rest) <= MAX_EFFECTS and len(self._result) <= MAX_OBJECTS
        effects = self._only_needed(found, rest) if rest and can_try else found.effects
        others = [*(name for name in effects if name in mentioned), *effects]
        further = {name: self._further(found.id, name, others) for name in effects if name not in mentioned}
        rests = (*further.values(), *(each for each in self._elsewhere(found) if each.effect not in further))
        return msgspec.structs.replace(found, effects=effects, rests=rests, sure=not rest or can_try)

    def _elsewhere(self, found: Explanation) -> Iterator[FurtherEffect]:
        # The influences of effects that changed the object indirectly, by changing other objects.
        number = self._numbers[found.id]
        steps = [self._result.layer(entry.layer).steps[entry.step - 1] for entry in found.entries]
        for name in dict.fromkeys(entry.effect for entry in found.entries) if len(steps) <= MAX_EFFECTS else ():
            for later in steps:
                before = [step for step in self._steps(name) if step.layer != later.layer]
                known = influence_on(before, [later], number, own=True) if later.effect != name else None
                if known is not None and any(mask & ~(1 << number) for mask in known.columns.values()):
                    yield self._described(name, known)
                    break

    def _further(self, id: str, name: str, others: Sequence[str]) -> FurtherEffect:
        later = (step for each in others if each != name for step in self._steps(each))
        found = influence_on(self._steps(name), later, self._numbers[id])
        if found is not None:
            return self._described(name, found)
        layers = [layer.name for layer in self._result.layers]
        place = next((layer for layer in layers if name in self._result.layer(layer).order), layers[0])
        return FurtherEffect(name, self._names.effect(name, place), "", "")

    def _described(self, name: str, found: Influence) -> FurtherEffect:
        layer = found.step.layer
        did, why = found.words(self._names)
        return FurtherEffect(name, self._names.effect(name, layer), layer, f"it {did}{f', {why}' if why else ''}", did)

    # --- Solving without individual effects ---

    def _only_needed(self, found: Explanation, rest: Sequence[str]) -> tuple[str, ...]:
        kept = list(found.effects)
        history = self._history(found.id, self._result)
        for name in reversed(rest):
            fewer = [other for other in kept if other != name]
            if self._history(found.id, self._solved_with(frozenset(fewer))) == history:
                kept = fewer
        return tuple(kept)

    def _solved_with(self, names: frozenset[str]) -> Result | None:
        from ..solve import solve_again

        if names not in self._results:
            try:
                self._results[names] = solve_again(self._result, names)
            except AmbiguousTimestampError:
                self._results[names] = None
        return self._results[names]

    def _history(self, id: str, result: Result | None) -> object:
        if result is None:
            return None
        number, history = self._numbers[id], list[tuple[str, str, object]]()
        for step in (step for layer in result.layers for step in layer.steps):
            changes = step.after.changes()
            mine = {column for column, mask in changes.items() if mask >> number & 1}
            if mine and self._is_visible(step, number, changes):
                history.append((step.layer, step.effect, mine))
        return result.objects[id], history


# --- Influences ---


class Influence(Record, frozen=True):
    """An influence of a step on a later effect.

    Attributes:
        effect: the name of the later effect.
        step: the step.
        how: "text", "existence" or, if the values that the later effect reads changed, "sight".
        columns: the changes that were necessary for the footprint of the later effect.
        text: the ability with its new text, if the step changed its text.
    """

    effect: str
    step: Step
    how: Literal["text", "existence", "sight"]
    columns: Mapping[Column, Mask]
    text: Held | None = None

    def words(self, names: Names) -> tuple[str, str]:
        """Return what the step did, such as "made Taiga a Swamp", and a clause such as "which affects Kormus Bell"."""
        on = names.effect(self.effect, self.step.layer)
        if self.text is not None:
            id = self.step.before.world.objects[_source(self.columns)].id
            return f"made {names.object(id)} read {names.ability(self.text.ability, names.printed(id))}", ""
        did = changes_made(self.step, self.columns, names)
        why = f"without which {on} would not apply" if self.how == "existence" else f"which affects {on}"
        return did, why


def influence_on(steps: Sequence[Step], others: Iterable[Step], number: int, *, own: bool = False) -> Influence | None:
    """Return the first influence of an effect on later steps, or None if it has none.

    Influences that affected object `number` are preferred.

    Args:
        steps: the steps of the effect.
        others: the later steps, in order of preference.
        number: the object.
        own: whether to consider only influences that affected the object.
    """
    candidates = list(others)
    for mine in (True,) if own else (True, False):
        for later in candidates:
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
