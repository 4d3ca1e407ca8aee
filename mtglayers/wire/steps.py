"""JSON types for the layers and steps of a result."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from msgspec import UNSET, UnsetType

from mtglayers.model.effects.node import to_data
from mtglayers.solver.engine.state import numbers
from mtglayers.solver.questions.compare import step_changes
from mtglayers.solver.result.characteristics import fields
from mtglayers.solver.wording import sentence

from .base import Data, Names, Tree

if TYPE_CHECKING:
    from mtglayers.solver.explain.choices import ChoiceReason
    from mtglayers.solver.questions.compare import Contrast
    from mtglayers.solver.result.steps import LayerResult, Step

Reason = Literal["text", "existence", "scope", "result"]
Why = Literal["alone", "oldest", "waited", "loop", "released"]
Value = str | int | bool | None


class PlaceData(Data, frozen=True, kw_only=True):
    """The position of a step in the solve."""

    layer: str
    step: int

    @classmethod
    def of(cls, place: tuple[str, int]) -> PlaceData:
        return cls(layer=place[0], step=place[1])


class CharacteristicsData(Data, frozen=True, kw_only=True):
    """The characteristics (109.3) and the controller of an object."""

    id: str
    name: str
    mana_cost: str
    mana_value: int
    colors: Names
    supertypes: Names
    types: Names
    subtypes: Names
    power: int | None
    toughness: int | None
    base_power: int | None
    base_toughness: int | None
    loyalty: int | None
    defense: int | None
    controller: str | None


class SomeData(Data, frozen=True, kw_only=True):
    """Some of the characteristics of an object."""

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
    """An object after a step, with the characteristics that the step changed.

    Attributes:
        id: the object.
    """

    owner: str | UnsetType = UNSET
    zone: str | UnsetType = UNSET
    attached_to: str | UnsetType | None = UNSET
    tapped: bool | UnsetType | None = UNSET

    @classmethod
    def after(cls, step: Step, changed: Iterable[tuple[str, Iterable[Contrast]]]) -> tuple[AfterData, ...]:
        """Return the objects that a step changed, omitting their abilities."""
        number_of = {found.id: number for number, found in step.after.world.objects.items()}
        sets = step.after if step.layer == step.trace.edition.place("set") else None
        found: list[AfterData] = []
        for id, changes in changed:
            names = {each.what for each in changes}
            wanted = [name for name in cls.__struct_fields__ if name in names]
            values = fields(step.after, sets, number_of[id], wanted, lines=step.result.objects.type_lines)
            found.append(cls(id=id, **values))
        return tuple(found)


class ChangeData(Data, frozen=True, kw_only=True):
    """A change to a characteristic of an object or a fact about a player.

    Attributes:
        what: the characteristic or fact.
        one, other: the old and the new value, if there can be only one value at a time.
        lost, gained: the values that were lost and gained, if there can be several at a time.
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
    """The changes to an object.

    Attributes:
        id: the object.
        changes: the changes.
    """

    id: str
    changes: tuple[ChangeData, ...]


class OperationData(Data, frozen=True, kw_only=True):
    """One operation of a step, with evaluated operands.

    Attributes:
        operation: the operation as a tree.
        words: the operation in English.
        objects: ids of the objects that the operation applied to.
    """

    operation: Tree
    words: str
    objects: Names


class EdgeData(Data, frozen=True, kw_only=True):
    """A dependency (613.8a).

    Attributes:
        effect: the dependent effect.
        on: the effect that it depends on.
        witness: ids of the objects, or names of the abilities, that demonstrate the dependency.
    """

    effect: str
    on: str
    reasons: tuple[Reason, ...]
    witness: Names

    @classmethod
    def before(cls, step: Step) -> tuple[EdgeData, ...]:
        """Return the dependencies before a step."""
        return tuple(
            cls(effect=effect, on=on, reasons=arrow.reasons, witness=arrow.witness)
            for (effect, on), arrow in step.arrows.items()
        )


class DecidingData(Data, frozen=True, kw_only=True):
    """A dependency that decided which effect applied next (613.8b).

    Attributes:
        effect: the dependent effect.
        on: the effect that it depends on.
        witness: ids of the objects that demonstrate the dependency.
        words: the dependency as a sentence.
    """

    effect: str
    on: str
    witness: Names
    words: str

    @classmethod
    def of(cls, reason: ChoiceReason) -> tuple[DecidingData, ...]:
        """Return the dependencies that decided the choice for which the reason is given."""
        return tuple(
            cls(effect=each.effect, on=each.on, witness=each.witness, words=sentence(words))
            for each, words in zip(reason.dependencies, reason.details, strict=True)
        )


class StepData(Data, frozen=True, kw_only=True):
    """One application of an effect.

    Attributes:
        source: id of the effect's source, or null.
        rule: the number of the rule that states the reason given in `why`.
        waiting: older effects that had to wait because of dependencies.
        loop: the members of the dependency loop whose order timestamps determined (613.8b).
        scope: ids of the objects that the effect applied to.
        operations: the operations of the effect, without those that another one makes redundant.
        edges: the dependencies before the step.
        deciding: the dependencies that decided the choice of the effect, as sentences.
        changed: the changes to objects.
        after: the changed objects after the step, if they were requested.
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
    deciding: tuple[DecidingData, ...]
    changed: tuple[ChangedData, ...]
    after: tuple[AfterData, ...] | UnsetType = UNSET

    @classmethod
    def of(cls, step: Step, *, states: bool = False) -> StepData:
        """Convert a step; if `states` is true, include the changed objects after the step."""
        explainer, world, choice = step.result.explainer, step.before.world, step.choice
        changed, reason = step_changes(step), explainer.reason(step)
        shared = {changes: changes_of(changes) for changes in {changes for _, changes in changed}}
        return cls(
            step=step.number, effect=step.effect, called=explainer.names.effect(step.effect, step.layer),
            source=step.source, timestamp=step.timestamp, cda=step.cda, going_on=step.going_on, why=choice.why,
            rule=step.rule, because=reason.because, waiting=choice.waiting, loop=choice.loop,
            scope=step.scope,
            operations=tuple(
                OperationData(
                    operation=to_data(operation), words=step.result.names.operation(operation),
                    objects=tuple(world.objects[number].id for number in numbers(mask)),
                )
                for _, operation, mask in step.stated
            ),
            edges=EdgeData.before(step), deciding=DecidingData.of(reason),
            changed=tuple(ChangedData(id=id, changes=shared[changes]) for id, changes in changed),
            after=AfterData.after(step, changed) if states else UNSET,
        )  # fmt: skip


class LayerData(Data, frozen=True, kw_only=True):
    """The application of effects in a layer or sublayer, or after the layers.

    Attributes:
        name: the layer, from "1a" to "7d" in the newest rules; "613.10" for effects on players; "613.11" for
            effects on the rules.
        rule: the number of the layer's rule.
        order: names of the effects in the order in which they applied.
        loops: the members of each dependency loop, if the steps were requested.
        steps: the steps, if they were requested.
    """

    name: str
    rule: str
    title: str
    order: Names
    loops: tuple[Names, ...] | UnsetType = UNSET
    steps: tuple[StepData, ...] | UnsetType = UNSET

    @classmethod
    def of(cls, layer: LayerResult, *, steps: bool = True, states: bool = False) -> LayerData:
        """Convert a layer, including the requested sections."""
        return cls(
            name=layer.name, rule=layer.rule, title=layer.title, order=layer.order,
            loops=layer.loops if steps else UNSET,
            steps=tuple(StepData.of(step, states=states) for step in layer.steps) if steps else UNSET,
        )  # fmt: skip


def changes_of(changes: Iterable[Contrast]) -> tuple[ChangeData, ...]:
    """Return the changes to an object or a player."""
    return tuple(map(ChangeData.of, changes))


__all__ = [
    "AfterData", "ChangeData", "ChangedData", "CharacteristicsData", "DecidingData", "EdgeData", "LayerData",
    "OperationData", "PlaceData", "Reason", "SomeData", "StepData", "Value", "Why", "changes_of",
]  # fmt: skip
