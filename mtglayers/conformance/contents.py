"""The expected result of a vector."""

from __future__ import annotations

from mtglayers.model.effects.node import to_data
from mtglayers.solver.engine.state import numbers
from mtglayers.solver.questions.compare import step_changes
from mtglayers.solver.result.players import PlayerResult
from mtglayers.solver.result.result import Result
from mtglayers.solver.result.steps import LayerResult, Step
from mtglayers.solver.wording import ability_text
from mtglayers.wire.results import UnappliedData
from mtglayers.wire.states import AbilityTable
from mtglayers.wire.steps import EdgeData
from mtglayers.wire.vectors import (
    DeedData,
    ExpectedAbilityData,
    ExpectedData,
    ExpectedLayerData,
    ExpectedObjectData,
    ExpectedPlayerData,
    ExpectedStepData,
)


def expected_of(result: Result, original: Result, abilities: AbilityTable) -> ExpectedData:
    """Return the expected result of a board.

    Args:
        result: the result of the spelled-out board.
        original: the result of the original board, whose cards have their English text.
        abilities: the table to which the objects' abilities are added.
    """
    return ExpectedData(
        objects=tuple(_object(id, result, original, abilities) for id in result),
        layers=tuple(_layer(layer, abilities) for layer in result.layers if layer.steps),
        players=tuple(_player(each, original.players[each.name], abilities) for each in result.players.values()),
        unapplied=UnappliedData.in_(original),
    )


def _object(id: str, result: Result, original: Result, abilities: AbilityTable) -> ExpectedObjectData:
    found = result[id]
    same = [name for name in ExpectedObjectData.__struct_fields__ if name != "abilities"]
    texts = [ability_text(ability, found.name) for ability in original[id].abilities]
    return ExpectedObjectData(
        **{name: getattr(found, name) for name in same},
        abilities=tuple(
            ExpectedAbilityData(
                ability=abilities.key(each.ability),
                text=text,
                origin=each.origin,
                by=each.granter if each.origin == "granted" else None,
            )
            for each, text in zip(result.objects.held(id), texts, strict=True)
        ),
    )


def _player(found: PlayerResult, original: PlayerResult, abilities: AbilityTable) -> ExpectedPlayerData:
    texts = map(ability_text, original.abilities)
    return ExpectedPlayerData(
        name=found.name,
        max_hand_size=found.max_hand_size,
        land_plays=found.land_plays,
        abilities=tuple(
            ExpectedAbilityData(ability=abilities.key(ability), text=text, origin="granted")
            for ability, text in zip(found.abilities, texts, strict=True)
        ),
    )


def _layer(layer: LayerResult, abilities: AbilityTable) -> ExpectedLayerData:
    return ExpectedLayerData(
        name=layer.name,
        order=layer.order,
        loops=layer.loops,
        steps=tuple(_step(step, abilities) for step in layer.steps),
    )


def _step(step: Step, abilities: AbilityTable) -> ExpectedStepData:
    turn = step.result.explainer.reason(step)
    objects = step.before.world.objects
    deeds = []
    for _, operation, mask in step.footprint.operations:
        abilities.meet(operation)
        deeds.append(DeedData(operation=to_data(operation), objects=tuple(objects[n].id for n in numbers(mask))))
    return ExpectedStepData(
        effect=step.effect,
        timestamp=step.timestamp,
        why=step.choice.why,
        rule=step.rule,
        because=turn.because,
        cda=step.cda,
        going_on=step.going_on,
        waiting=step.choice.waiting,
        loop=step.choice.loop,
        edges=tuple(sorted(EdgeData.before(step), key=lambda each: (each.effect, each.on))),
        scope=step.scope,
        does=tuple(deeds),
        changed={id: tuple(dict.fromkeys(each.what for each in changes)) for id, changes in step_changes(step)},
    )
