"""Layers and steps of a result as JSON: what was applied, in which order and why, and what it changed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from msgspec import UNSET, UnsetType

from mtglayers.model.effects.node import to_data
from mtglayers.solver.questions.compare import step_changes
from mtglayers.solver.result.characteristics import fields
from mtglayers.solver.wording import operation_words

from .base import Data, Names, Tree

if TYPE_CHECKING:
    from mtglayers.solver.questions.compare import Contrast
    from mtglayers.solver.result.steps import LayerResult, Step

Reason = Literal["text", "existence", "scope", "result"]
Why = Literal["alone", "oldest", "waited", "loop", "released"]
Value = str | int | bool | None


class PlaceData(Data, frozen=True, kw_only=True):
    """A step, by its layer and its number in it.

    Attributes:
        layer: the layer.
        step: the number, from 1.
    """

    layer: str
    step: int

    @classmethod
    def of(cls, place: tuple[str, int]) -> PlaceData:
        return cls(layer=place[0], step=place[1])


class SomeData(Data, frozen=True, kw_only=True):
    """An object, and some of its characteristics."""

    id: str
    name: str | UnsetType = UNSET
    mana_cost: str | UnsetType = UNSET
    mana_value: int | UnsetType = UNSET
    colors: Names | UnsetType = UNSET
    supertypes: Names | UnsetType = UNSET
    types: Names | UnsetType = UNSET
    subtypes: Names | UnsetType = UNSET
    power: int | UnsetType | None = UNSET
    toughness: int | UnsetType | None = UNSET
    base_power: int | UnsetType | None = UNSET
    base_toughness: int | UnsetType | None = UNSET
    loyalty: int | UnsetType | None = UNSET
    defense: int | UnsetType | None = UNSET
    controller: str | UnsetType | None = UNSET


class AfterData(SomeData, frozen=True, kw_only=True):
    """An object after a step: its id, and of its characteristics those that the step changed.

    Attributes:
        id: the object.
    """

    owner: str | UnsetType = UNSET
    zone: str | UnsetType = UNSET
    attached_to: str | UnsetType | None = UNSET
    tapped: bool | UnsetType | None = UNSET

    @classmethod
    def after(cls, step: Step, changed: Iterable[tuple[str, Iterable[Contrast]]]) -> tuple[AfterData, ...]:
        """Return what an application changed of objects, as it is after it; abilities are not repeated."""
        numbers = {found.id: number for number, found in step.after.world.objects.items()}
        sets = step.after if step.layer == step.trace.edition.place("set") else None
        found: list[AfterData] = []
        for id, changes in changed:
            names = {each.what for each in changes}
            wanted = [name for name in cls.__struct_fields__ if name in names]
            found.append(cls(id=id, **fields(step.after, sets, numbers[id], wanted)))
        return tuple(found)


class ChangeData(Data, frozen=True, kw_only=True):
    """One respect in which an object or a player differs: one value and the other, or what is lost and gained.

    Attributes:
        what: a characteristic, or a fact about a player.
        one, other: its values, before and after: where it has one at a time.
        lost, gained: what goes and what comes: where it has several; abilities as texts.
    """

    what: str
    lost: Names | UnsetType = UNSET
    gained: Names | UnsetType = UNSET
    one: Value | UnsetType = UNSET
    other: Value | UnsetType = UNSET

    @classmethod
    def of(cls, change: Contrast) -> ChangeData:
        if change.lost or change.gained:
            return cls(what=change.what, lost=change.lost, gained=change.gained)
        return cls(what=change.what, one=change.one, other=change.other)


class ChangedData(Data, frozen=True, kw_only=True):
    """How a step changed an object.

    Attributes:
        id: the object.
        changes: in which respects.
    """

    id: str
    changes: tuple[ChangeData, ...]


class OperationData(Data, frozen=True, kw_only=True):
    """One operation of a step, its operands evaluated.

    Attributes:
        operation: as a tree.
        words: in English.
        objects: ids of the objects that it was done to.
    """

    operation: Tree
    words: str
    objects: Names


class EdgeData(Data, frozen=True, kw_only=True):
    """A dependency (613.8a).

    Attributes:
        effect: the effect that depends.
        on: the effect that it depends on.
        reasons: all that hold, in the order text, existence, scope, result.
        witness: ids of the objects, or names of the abilities, where it shows.
    """

    effect: str
    on: str
    reasons: tuple[Reason, ...]
    witness: Names

    @classmethod
    def before(cls, step: Step) -> tuple[EdgeData, ...]:
        """Return the dependencies before a step."""
        return tuple(
            cls(effect=effect, on=on, reasons=data["reasons"], witness=data["witness"])
            for effect, on, data in step.graph.edges(data=True)
        )


class StepData(Data, frozen=True, kw_only=True):
    """One application of an effect.

    Attributes:
        step: its number in the layer, from 1.
        effect: name of the effect.
        called: what a sentence calls it.
        source: id of the object it is of, or null.
        timestamp: what it is ordered by (613.7).
        cda: whether it was chosen among characteristic-defining abilities (613.3).
        going_on: whether its ability no longer existed by then (613.6).
        why: why it was its turn.
        rule: the number of the rule that says so.
        because: the reason as a sentence, without capital and full stop.
        waiting: older effects that had to wait.
        loop: members of the dependency loop that timestamps broke here (613.8b).
        scope: ids of the objects that it applied to.
        operations: what it did.
        edges: the dependencies before it.
        changed: what it changed.
        after: only where asked for: those objects as they are after it.
    """

    step: int
    effect: str
    called: str
    source: str | None
    timestamp: int
    cda: bool
    going_on: bool
    why: Why
    rule: str
    because: str
    waiting: Names
    loop: Names
    scope: Names
    operations: tuple[OperationData, ...]
    edges: tuple[EdgeData, ...]
    changed: tuple[ChangedData, ...]
    after: tuple[AfterData, ...] | UnsetType = UNSET

    @classmethod
    def of(cls, step: Step, *, states: bool = False) -> StepData:
        """Return one application; with `states` also the objects that it changed as they are after it."""
        explainer, world, choice = step.result.explainer, step.before.world, step.choice
        changed = step_changes(step)
        return cls(
            step=step.number, effect=step.effect, called=explainer.names.effect(step.effect, step.layer),
            source=step.source, timestamp=step.timestamp, cda=step.cda, going_on=step.going_on, why=choice.why,
            rule=step.rule, because=explainer.reason(step).because, waiting=choice.waiting, loop=choice.loop,
            scope=step.scope,
            operations=tuple(
                OperationData(
                    operation=to_data(operation), words=operation_words(operation, world.players),
                    objects=tuple(found.id for number, found in world.objects.items() if mask >> number & 1),
                )
                for _, operation, mask in step.footprint.operations
            ),
            edges=EdgeData.before(step),
            changed=tuple(ChangedData(id=id, changes=changes_of(changes)) for id, changes in changed),
            after=AfterData.after(step, changed) if states else UNSET,
        )  # fmt: skip


class LayerData(Data, frozen=True, kw_only=True):
    """What happened in one layer or sublayer, or after the layers.

    Attributes:
        name: "1a" to "7d" now; "613.10" and "613.11" are the effects on players and on rules.
        rule: the number of its rule.
        title: what it is about.
        order: names of the effects in the order in which they applied.
        loops: the dependency loops in it, each as its members; absent where the steps were not asked for.
        steps: the applications; absent likewise.
    """

    name: str
    rule: str
    title: str
    order: Names
    loops: tuple[Names, ...] | UnsetType = UNSET
    steps: tuple[StepData, ...] | UnsetType = UNSET

    @classmethod
    def of(cls, layer: LayerResult, *, steps: bool = True, states: bool = False) -> LayerData:
        """Return what happened in a layer; `steps` and `states`: the sections of these names."""
        return cls(
            name=layer.name, rule=layer.rule, title=layer.title, order=layer.order,
            loops=layer.loops if steps else UNSET,
            steps=tuple(StepData.of(step, states=states) for step in layer.steps) if steps else UNSET,
        )  # fmt: skip


def changes_of(changes: Iterable[Contrast]) -> tuple[ChangeData, ...]:
    """Return in which respects an object or a player differs."""
    return tuple(map(ChangeData.of, changes))


__all__ = [
    "AfterData", "ChangeData", "ChangedData", "EdgeData", "LayerData", "OperationData", "PlaceData", "Reason",
    "SomeData", "StepData", "Value", "Why", "changes_of",
]  # fmt: skip
