"""The expected result of a vector: objects, players, and every step of every layer."""

from __future__ import annotations

from mtglayers.model.effects.node import to_data
from mtglayers.solver.engine.state import numbers
from mtglayers.solver.questions.compare import step_changes
from mtglayers.solver.result.characteristics import held_by
from mtglayers.solver.result.players import PlayerResult
from mtglayers.solver.result.result import Result
from mtglayers.solver.result.steps import LayerResult, Step
from mtglayers.solver.wording import ability_text
from mtglayers.wire.results import UnappliedData
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

from .abilities import AbilityTable


def expected_of(result: Result, told: Result, abilities: AbilityTable) -> ExpectedData:
    """Return the expected result of a board.

    Args:
        result: that of the board as it is spelled out.
        told: the same result for the original board, with the texts of its cards.
        abilities: receives the abilities of objects.
    """
    return ExpectedData(
        objects=tuple(_object(id, result, told, abilities) for id in result),
        layers=tuple(_layer(layer, abilities) for layer in result.layers if layer.steps),
        players=tuple(_player(each, told.players[each.name], abilities) for each in result.players.values()),
        unapplied=UnappliedData.in_(told),
    )


def _object(id: str, result: Result, told: Result, abilities: AbilityTable) -> ExpectedObjectData:
    found = result[id]
    same = [name for name in ExpectedObjectData.__struct_fields__ if name != "abilities"]
    number = next(number for number, each in result.trace.state.world.objects.items() if each.id == found.id)
    held = held_by(result.trace.state, number)
    texts = [ability_text(ability, found.name) for ability in told[id].abilities]
    return ExpectedObjectData(
        **{name: getattr(found, name) for name in same},
        abilities=tuple(
            ExpectedAbilityData(
                ability=abilities.key(each.ability),
                text=text,
                origin=each.origin,
                by=each.granter if each.origin == "granted" else None,
            )
            for each, text in zip(held, texts, strict=True)
        ),
    )


def _player(found: PlayerResult, told: PlayerResult, abilities: AbilityTable) -> ExpectedPlayerData:
    texts = map(ability_text, told.abilities)
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
