"""The board just before the layers, for engines that have layers and no timeline."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from mtglayers.model.effects.copiable import Copiable
from mtglayers.model.effects.node import to_data
from mtglayers.model.effects.view import Choices
from mtglayers.model.objects.gameobject import GameObject
from mtglayers.model.objects.recorded_facts import LINKS, NUMBERS
from mtglayers.model.rules.vocabulary import mana_value
from mtglayers.solver.engine.effect import Effect
from mtglayers.solver.engine.state import Snapshot
from mtglayers.solver.result.players import COUNTED
from mtglayers.solver.result.result import Result
from mtglayers.wire.vectors import (
    CopiableData,
    CounterData,
    StateData,
    StateEffectData,
    StateObjectData,
    StatePlayerData,
)

from .abilities import AbilityTable


def state_of(result: Result, abilities: AbilityTable) -> StateData:
    """Return the board of a result just before the layers; its abilities are added to the table."""
    return _Before(result, abilities).state()


class _Before:
    def __init__(self, result: Result, abilities: AbilityTable) -> None:
        self.result = result
        self.abilities = abilities
        self.facts = result.trace.start
        self.world: Snapshot = self.facts.world

    def state(self) -> StateData:
        """Return the state."""
        players, world = self.world.players, self.world
        return StateData(
            players=tuple(StatePlayerData(name=name, facts=self._numbers_of(n)) for n, name in enumerate(players)),
            active_player=players[world.active_player],
            objects=tuple(self._object(found) for found in world.objects.values()),
            effects=tuple(self._effect(effect) for effect in self._effects()),
            copied={name: self._copied(values) for name, values in sorted(world.copied.items())},
        )

    def _numbers_of(self, player: int) -> dict[str, int]:
        recorded = [fact for (who, fact) in self.world.told if who == player]
        return {fact: self.facts.player_fact(player, fact) for fact in dict.fromkeys((*COUNTED, *recorded))}

    # --- Objects --------------------------------------------------------------------------------------------

    def _object(self, found: GameObject) -> StateObjectData:
        players, objects = self.world.players, self.world.objects
        base = found.base
        attached = None if found.attached_to is None else objects.get(found.attached_to)
        player = None if found.attached_player is None else players[found.attached_player]
        # 730.2: merging is part of layer 1.
        values = found.merged[found.host] if found.merged else base.values
        links: dict[str, tuple[str, ...]] = {}
        for link, number in found.links:
            if number in objects:
                links[link] = (*links.get(link, ()), objects[number].id)
        return StateObjectData(
            id=found.id,
            number=found.number,
            timestamp=found.stamp,
            zone=base.zone,
            owner=players[base.owner],
            controller=None if base.controller is None else players[base.controller],
            attached_to=None if attached is None else attached.id,
            attached_player=player,
            facts=self._facts(found.number),
            numbers=dict(found.numbers),
            links=links,
            counters=tuple(
                CounterData(kind=each.kind, count=each.count, timestamp=each.stamp) for each in found.counters
            ),
            choices=choices_data(found.choices),
            x=found.x,
            values=self._values(values),
        )

    def _facts(self, number: int) -> tuple[str, ...]:
        found = [
            family
            for family, values in self.world.facts.items()
            if not family.startswith("counter") and family not in _NO_FLAGS and values.get(True, 0) >> number & 1
        ]
        return tuple(sorted(found))

    def _values(self, values: Copiable) -> CopiableData:
        value = mana_value(values.mana_cost) if values.mana_value is None else values.mana_value
        return CopiableData(
            name=values.name,
            mana_cost=values.mana_cost,
            mana_value=value,
            colors=values.colors,
            supertypes=values.supertypes,
            types=values.types,
            subtypes=values.subtypes,
            abilities=tuple(map(self.abilities.key, values.abilities)),
            power=values.power,
            toughness=values.toughness,
            loyalty=values.loyalty,
            defense=values.defense,
        )

    def _copied(self, values: Copiable) -> dict[str, Any]:
        self.abilities.meet(values)
        data: dict[str, Any] = to_data(values)
        return data

    # --- Effects --------------------------------------------------------------------------------------------

    def _effects(self) -> Iterator[Effect]:
        """Yield the effects that no ability on the board generates, oldest first; those of choices last."""
        standing = self.result.sources.standing()
        yield from sorted(standing, key=lambda effect: (effect.key, effect.name))
        known = {effect.name for effect in standing}
        for step in self.result.steps:
            if step.applied.held is None and step.effect not in known:
                known.add(step.effect)
                yield step.applied

    def _effect(self, effect: Effect) -> StateEffectData:
        players, objects = self.world.players, self.world.objects
        context = effect.context
        for clause in effect.plan.clauses:
            self.abilities.meet(clause)
        source = None if context.source is None else objects.get(context.source)
        return StateEffectData(
            name=effect.name,
            origin=effect.origin,
            timestamp=effect.key[0],
            key=effect.key,
            clauses=tuple(map(to_data, effect.plan.clauses)),
            source=None if source is None else source.id,
            you=None if context.you is None else players[context.you],
            targets=tuple(objects[number].id for number in context.targets if number in objects),
            target_players=tuple(players[number] for number in context.target_players),
            x=context.x,
            choices=choices_data(context.choices),
            told=context.told or (),
            ability=self._chooser(effect) if effect.origin == "choice" else None,
        )

    def _chooser(self, effect: Effect) -> str:
        # 613.2a: the effect exists by a choice that this ability offered.
        step = next(step for step in self.result.steps if step.effect == effect.name)
        number = effect.source or 0
        held = next(held for held in step.before.abilities(number) if getattr(held.ability, "form", "") == "entering")
        return self.abilities.key(held.ability)


_NO_FLAGS = frozenset({"zone", "owner", "entering", *NUMBERS, *LINKS})


def choices_data(choices: Choices) -> dict[str, Any]:
    """Return the choices that were made."""
    return {name: value for name, value in msgspec.structs.asdict(choices).items() if value}
