"""Effects that an object is based on although they did not change it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from mtglayers.model.errors import AmbiguousTimestampError

from ..result.characteristics import characteristics
from .explanation import Explanation, FurtherEffect
from .influence import Influence, influence_on

if TYPE_CHECKING:
    from mtglayers.model.effects.view import Column, Mask

    from ..result.result import Result
    from ..result.steps import Step
    from .needed_effects import NeededEffects

MAX_OBJECTS = 200
"""Maximum number of objects on a board that is solved again without single effects."""

MAX_EFFECTS = 24
"""Maximum number of effects that are left out one by one."""


class FurtherEffects:
    """Adds to explanations the effects that decided what others did."""

    def __init__(
        self, result: Result, numbers: Mapping[str, int], needed: NeededEffects,
        is_visible: Callable[[Step, int, Mapping[Column, Mask]], bool],
    ) -> None:  # fmt: skip
        self._result, self._names, self._numbers = result, result.names, numbers
        self._steps, self._is_visible = needed.steps, is_visible
        self._results: dict[frozenset[str], Result | None] = {}

    def added_to(self, found: Explanation) -> Explanation:
        """Return an explanation that mentions all effects which are needed, and no others."""
        mentioned = found.mentioned
        rest = [name for name in found.effects if name not in mentioned]
        can_try = not self._result.trace.unfinished and len(rest) <= MAX_EFFECTS and len(self._result) <= MAX_OBJECTS
        effects = self._only_needed(found, rest) if rest and can_try else found.effects
        others = [*(name for name in effects if name in mentioned), *effects]
        further = {name: self._further(found.id, name, others) for name in effects if name not in mentioned}
        rests = (*further.values(), *(each for each in self._elsewhere(found) if each.effect not in further))
        return msgspec.structs.replace(found, effects=effects, rests=rests, sure=not rest or can_try)

    def _elsewhere(self, found: Explanation) -> Iterator[FurtherEffect]:
        """Yield what effects that changed the object decided by changing other objects."""
        number = self._numbers[found.id]
        steps = [self._result.layer(entry.layer).steps[entry.step - 1] for entry in found.entries]
        for name in dict.fromkeys(entry.effect for entry in found.entries) if len(steps) <= MAX_EFFECTS else ():
            for later in steps:
                before = [step for step in self._steps(name) if step.layer != later.layer]
                known = influence_on(before, [[later]], number, own=True) if later.effect != name else None
                if known is not None and any(mask & ~(1 << number) for mask in known.columns.values()):
                    yield self._described(name, known)
                    break

    def _further(self, id: str, name: str, others: Sequence[str]) -> FurtherEffect:
        found = influence_on(
            self._steps(name), [self._steps(each) for each in others if each != name], self._numbers[id]
        )
        if found is not None:
            return self._described(name, found)
        layers = [layer.name for layer in self._result.layers]
        place = next((layer for layer in layers if name in self._result.layer(layer).order), layers[0])
        return FurtherEffect(name, self._names.effect(name, place), "", "")

    def _described(self, name: str, found: Influence) -> FurtherEffect:
        layer = found.step.layer
        return FurtherEffect(name, self._names.effect(name, layer), layer, f"it {found.words(self._names)}")

    # --- Solving without single effects ---

    def _only_needed(self, found: Explanation, rest: Sequence[str]) -> tuple[str, ...]:
        kept = list(found.effects)
        history = self._history(found.id, self._result)
        for name in reversed(rest):
            fewer = [other for other in kept if other != name]
            if self._history(found.id, self._solved_with(frozenset(fewer))) == history:
                kept = fewer
        return tuple(kept)

    def _solved_with(self, names: frozenset[str]) -> Result | None:
        # None if an order is missing.
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
        return characteristics(result.trace, number), history
