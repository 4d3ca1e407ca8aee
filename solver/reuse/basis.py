"""The effects and values on which the steps of a layer depend."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import chain, pairwise
from typing import Any, Final, NamedTuple

from mtglayers.model.effects.view import ANY, FAMILIES, Column, Mask, union

from ..engine.effect import Effect, gate_column, overlaps
from ..engine.footprint import Footprint
from ..engine.gather import Sources
from ..engine.straight import unordered
from ..engine.trace import AppliedLayer, Steps, Trace
from .differences import STAMP, differing_keys
from .order import Order, reads_of

_TIMELY: Final = ("oldest", "alone")
"""The reasons for choices by timestamp."""


class Done(NamedTuple):
    """What was done in a layer.

    Attributes:
        steps: the effects in the order in which they applied, and the reasons.
        applied: their footprints.
        reached: the objects that effects on which others can depend applied to.
        whole: whether all of them were known at the start of the layer, with their order (613.7m).
    """

    steps: Steps
    applied: dict[Effect, Footprint]
    reached: Mask
    whole: bool = True


def applied_in(layer: AppliedLayer) -> dict[Effect, Footprint]:
    """Return the footprints of the effects that applied in a layer."""
    return {taken.effect: taken.footprint for taken, _ in layer.steps}


class Basis:
    """The effects and values on which the steps of a layer depend.

    Attributes:
        layer: the name of the layer.
        effects: the effects at the start of the layer.
        met: all effects that existed during the layer.
        footprints: the footprints at the start of the layer that are known so far, by the name of the effect.
        lacking: the names of the effects whose conditions are known not to hold at the start of the layer.
    """

    def __init__(self, layer: str, effects: tuple[Effect, ...], met: tuple[Effect, ...]) -> None:
        self.layer = layer
        self.effects = effects
        self.met = met
        self.footprints: dict[str, Footprint] = {}
        self.lacking: set[str] = set()
        self._done: Done | None = None
        self._changed: Mapping[str, list[Any]] | None = None
        self._timely: bool | None = None

    @property
    def grows(self) -> bool:
        """Whether effects are added during the layer."""
        return len(self.met) > len(self.effects)

    @cached_property
    def sources(self) -> Mask:
        """The mask of the objects that effects in the layer come from."""
        return union(1 << effect.source for effect in self.met if effect.source is not None)

    @cached_property
    def reads(self) -> frozenset[Column]:
        """The columns and facts that the effects read, with each ability replaced by its `ability_key`."""
        reads: set[Column] = {(STAMP, ANY)} if self.grows else set()
        reads.update(*{reads_of(effect, self.layer) for effect in self.met})
        writes: set[Column] = set()
        consults: set[Column] = set()
        parts = [effect.plan.parts[self.layer] for effect in self.met]
        for part in {part.signature: part for part in parts}.values():
            writes |= part.writes
            consults |= part.consults
            if part.rewords:  # an effect with changed text can read anything
                reads |= {(ANY, ANY), *((family, ANY) for family in FAMILIES)}
        if any(part.moves for part in parts) or overlaps(writes, reads):
            # The new values of a column can depend on everything that the operation consults or writes.
            reads |= {gate_column(column) for column in consults} | {(family, ANY) for family, _ in writes}
        return frozenset(reads)

    @cached_property
    def order(self) -> Order:
        """What the order of the effects depends on."""
        return Order(self.effects, self.layer, self.grows)

    def having(self, effects: tuple[Effect, ...]) -> Basis | None:
        """Return the basis with other effects, or None if others could depend on one that came or left."""
        order = self.order.having(effects)
        if order is None:
            return None
        twin = Basis(self.layer, effects, effects)
        twin.order = order
        return twin

    def starting(
        self, footprints: dict[str, Footprint], lacking: AbstractSet[str] = frozenset(), done: Done | None = None
    ) -> Basis:
        """Return the basis of the same layer of another board, with what is known of its start and of its steps."""
        twin = Basis.__new__(Basis)  # faster than `copy`
        vars(twin).update(vars(self), footprints=footprints, lacking=set(lacking), _done=done, _changed=None)
        return twin

    def is_ordered_by_timestamps(self, layer: AppliedLayer) -> bool:
        """Return whether timestamps alone determined the order in the layer, in which no effect ended.

        The layer must be the one of this basis; the answer is found once.
        """
        if self._timely is None:
            made, members = layer.applications, self.order.members
            applied = {each.taken.effect for each in made}
            self._timely = (
                all(each.taken.spent == layer.spent and each.choice.why in _TIMELY for each in made)
                and all(
                    one.cda is not two.cda or len(one.taken.candidates) == len(two.taken.candidates) + 1
                    for one, two in pairwise(made)
                )
                and not any(members[each.name].changes for each in self.effects if each not in applied)
            )
        return self._timely

    def done_in(self, layer: AppliedLayer) -> Done:
        """Return what was done in the layer, which must be the one of this basis; the answer is found once."""
        if self._done is None:
            applied = applied_in(layer)
            found = (applied[effect] for effect in self.order.writing if effect in applied)
            reached = union(each.scope | each.touched for each in found)
            whole = applied.keys() <= set(self.effects) and not unordered(self.effects, layer.before.world.objects)
            self._done = Done(layer.steps, applied, reached, whole)
        return self._done

    def changed_in(self, layer: AppliedLayer) -> Mapping[str, list[Any]]:
        """Return the values that changed in the layer, by family, as in `done_in`."""
        if self._changed is None:
            before, after = layer.before.families, layer.after.families
            self._changed = {
                family: values for family, columns in after.items()
                if columns is not before[family] and (values := differing_keys(before[family], columns))
            }  # fmt: skip
        return self._changed


def basis_of(trace: Trace, sources: Sources, layer: AppliedLayer) -> Basis:
    """Return the basis for reusing the steps of a layer."""
    name = layer.name
    effects = sources.at_start(name)
    met = dict.fromkeys(effects)
    if any(effect.plan.parts[name].moves for effect in effects):
        met = met.fromkeys(chain(effects, *(taken.candidates for taken, _ in layer.steps)))
        met.update(dict.fromkeys(sources.gather(trace.at(name), name)))
    return Basis(name, effects, tuple(met))
