"""Static abilities that an object meets only after the layer in which they apply (613.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.support.progress import checkpoint

from ..engine.footprint import footprint
from .causes import changes_seen, columns_read, minimal_changes
from .changes import changes_made
from .spared import in_force

if TYPE_CHECKING:
    from mtglayers.model.effects.view import Mask

    from ..engine.effect import Effect
    from ..engine.state import State
    from ..result.result import Result
    from ..result.steps import Step
    from .names import Names


class TooEarly(msgspec.Struct, frozen=True):
    """An effect that would apply to objects if it did so after a step in a later layer.

    Attributes:
        effect: the effect.
        layer: the layer in which it applies, or begins to apply.
        step: the step after which it would apply to the objects.
        objects: the objects.
    """

    effect: Effect
    layer: str
    step: Step
    objects: Mask

    def reached(self, state: State) -> Mask:
        """Return those of the objects to which the effect would apply in a state."""
        return footprint(self.effect, self.layer, state, None).touched & self.objects


def too_early(result: Result) -> Iterator[TooEarly]:
    """Yield the static abilities that applied too early, each with the steps that came too late for them.

    An example is "creatures you control with power 4 or greater have flying", which applies in layer 6, before layer
    7c makes the power of a creature 4.
    """
    after = {layer.name for layer in result.edition.after}
    layers = [layer for layer in result.layers if layer.name not in after and layer.name != result.trace.unfinished]
    changes = [[(step, step.after.changes()) for step in layer.steps] for layer in layers]
    families = [{family for _, each in steps for family, _ in each} for steps in changes]
    places = {layer.name: place for place, layer in enumerate(layers)}
    for held, source in in_force(result):
        if isinstance(held.ability, TextAbility):
            continue
        effect = result.sources.effect(held, source)
        first = min(places.keys() & effect.plan.parts.keys(), key=places.__getitem__, default="")
        if not first:
            continue
        reads, after_first = columns_read(effect, first), range(places[first] + 1, len(layers))
        asked = {family for family, _ in reads}
        seen = (changes[place] for place in after_first if not asked.isdisjoint(families[place]))
        if late := [step for steps in seen for step, each in steps if changes_seen(reads, each)]:
            yield from _outrun(effect, first, late, result)


def _outrun(effect: Effect, layer: str, late: list[Step], result: Result) -> Iterator[TooEarly]:
    def touched(state: State) -> Mask:
        return footprint(effect, layer, state, None).touched

    objects = touched(result.trace.state)
    for step in result.layer(layer).steps:
        if step.effect == effect.name:
            objects &= ~step.footprint.touched
    for step in reversed(late):
        checkpoint("candidate")
        if not objects:
            return
        if met := objects & touched(step.after) & ~touched(step.before):
            objects &= ~met
            yield TooEarly(effect, layer, step, met)


def too_early_words(number: int, found: Sequence[TooEarly], result: Result, names: Names) -> Iterator[str]:
    """Yield a sentence, without a period, for each effect that applied too early to apply to an object."""
    one = 1 << number
    for each in found:
        if not each.objects & one:
            continue
        step = each.step
        seen = changes_seen(columns_read(each.effect, each.layer), step.after.changes())

        def shows(state: State, each: TooEarly = each) -> bool:
            return bool(each.reached(state) & one)

        needed = minimal_changes(step.before, seen, one, shows)
        did = changes_made(step, needed, names) or "changed what that depends on"
        late, it = names.effect(step.effect, step.layer), names.object(step.before.world.objects[number].id)
        early = names.effect(each.effect.name, each.layer)
        early, it = ("its own ability", "it") if early == it else (early, it)
        rule = " (613.1)" if result.edition.until is None else ""
        yield (
            f"{late} {did} only in layer {step.layer}, so {early}, which applies in layer {each.layer}, does not apply"
            f" to {it}{rule}"
        )
