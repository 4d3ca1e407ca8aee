"""Functions that write a board as a state: the objects and effects just before layer 1."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import UNSET

from mtglayers.model.board.board import Board
from mtglayers.model.effects.ability import is_cda
from mtglayers.model.effects.copiable import Copiable
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability
from mtglayers.model.effects.node import Node, to_data
from mtglayers.model.effects.view import Choices
from mtglayers.model.objects.gameobject import GameObject
from mtglayers.model.objects.recorded_facts import LINKS, NUMBERS
from mtglayers.model.rules.edition import Edition
from mtglayers.model.rules.vocabulary import mana_value, parse_mana_cost
from mtglayers.solver.engine.effect import Effect
from mtglayers.solver.engine.state import Snapshot
from mtglayers.solver.readings import Readings
from mtglayers.solver.result.players import COUNTED
from mtglayers.solver.result.result import Result
from mtglayers.solver.solve import solve

from .vectors import (
    CopiableData,
    CounterData,
    StateData,
    StateEffectData,
    StateObjectData,
    StatePlayerData,
    VectorAbilityData,
)


def state_data(
    board: Board, *, edition: str | Edition | None = None, readings: Readings | str | Iterable[str] | None = None
) -> StateData:  # fmt: skip
    """Return a board as a state, which `Board.from_state` reads.

    Args:
        board: the board; it is solved, because past events have locked in objects and values (611.2c-d).
        edition: the edition of the rules; by default, that of the board.
        readings: the readings for questions that the rules leave open.

    Raises:
        LayersError: the board cannot be solved.

    >>> board = Board(["Ana", "Ben"])
    >>> bears = board.enters("Grizzly Bears", tapped=True)
    >>> state_data(board).objects[0].facts
    ('tapped',)
    """
    result = solve(board, edition=edition, readings=readings)
    table = AbilityTable(result.edition)
    state = state_of(result, table)
    objects = tuple(_tied(state.objects, result.trace.start.world.objects.values(), board))
    return msgspec.structs.replace(state, objects=objects, abilities=table.spelled())


def _tied(
    written: Iterable[StateObjectData], objects: Iterable[GameObject], board: Board
) -> Iterator[StateObjectData]:  # fmt: skip
    # 613.7m: equal timestamps mean that the order is not specified
    first: dict[int, int] = {}  # the lowest timestamp of each group, whose objects can share one large tuple
    for data, found in zip(written, objects, strict=True):
        if not found.unordered:
            yield data
            continue
        group = id(found.unordered)
        if group not in first:
            first[group] = min(board.last_known(name).stamp for name in found.unordered)
        yield msgspec.structs.replace(data, timestamp=min(found.stamp, first[group]))


class AbilityTable:
    """A table of a vector's abilities, whose keys (a1, a2 ...) are numbered in order of use."""

    def __init__(self, edition: Edition) -> None:
        self._edition = edition
        self._keys: dict[Ability, str] = {}

    def key(self, ability: Ability) -> str:
        """Return an ability's key; add the ability, and the abilities that it grants, to the table."""
        if ability not in self._keys:
            self._keys[ability] = f"a{len(self._keys) + 1}"
            for child in ability.children():
                self.meet(child)
            for clause in ability.clauses():  # clauses of keywords are not children
                self.meet(clause)
        return self._keys[ability]

    def meet(self, tree: Node) -> None:
        """Add the abilities that a tree contains."""
        if isinstance(tree, Ability):
            self.key(tree)
            return
        for child in tree.children():
            self.meet(child)

    def spelled(self) -> dict[str, VectorAbilityData]:
        """Return a dict from keys to abilities as JSON data."""
        return {key: self._spelled(ability) for ability, key in self._keys.items()}

    def _spelled(self, ability: Ability) -> VectorAbilityData:
        clauses = ability.clauses()
        return VectorAbilityData(
            tree=to_data(ability),
            cda=is_cda(ability, self._edition),
            zones=ability.functions_in(self._edition) if clauses else None,
            parts=tuple(map(to_data, clauses)) if isinstance(ability, Keyword) else (),
        )


# --- The state before the layers --------------------------------------------------------------------------------------


def state_of(result: Result, abilities: AbilityTable) -> StateData:
    """Return the state of a result's board just before the layers.

    The abilities on the board are added to `table`.
    """
    return _Before(result, abilities).state()


class _Before:
    def __init__(self, result: Result, abilities: AbilityTable) -> None:
        self.result = result
        self.abilities = abilities
        self.facts = result.trace.start
        self.world: Snapshot = self.facts.world

    def state(self) -> StateData:
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

    def _object(self, found: GameObject) -> StateObjectData:
        players, objects = self.world.players, self.world.objects
        base = found.base
        attached = None if found.attached_to is None else objects.get(found.attached_to)
        player = None if found.attached_player is None else players[found.attached_player]
        # 730.2: merging happens in layer 1.
        values = found.merged[found.host] if found.merged else base.values
        links: dict[str, tuple[str, ...]] = {}
        for link, number in found.links:
            if number in objects:
                links[link] = (*links.get(link, ()), objects[number].id)
        return StateObjectData(
            id=found.id,
            number=found.number,
            timestamp=found.stamp,
            first_timestamp=found.first_stamp,
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
            if not family.startswith("counter") and family not in _NO_FLAGS and _true(values) >> number & 1
        ]
        return tuple(sorted(found))

    def _values(self, values: Copiable) -> CopiableData:
        found: dict[str, Any] = {name: getattr(values, name) for name in CopiableData.__struct_fields__}
        found["abilities"] = tuple(map(self.abilities.key, values.abilities))
        if not values.colors and not parse_mana_cost(values.mana_cost).colors:
            found["colors"] = UNSET
        printed = mana_value(values.mana_cost)
        number = printed if values.mana_value is None else values.mana_value
        found["mana_value"] = number if number or printed else UNSET
        return CopiableData(**found)

    def _copied(self, values: Copiable) -> dict[str, Any]:
        self.abilities.meet(values)
        data: dict[str, Any] = to_data(values)
        return data

    def _effects(self) -> Iterator[Effect]:
        # Effects that no ability on the board generates, oldest first, followed by the effects of choices.
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
            told=context.told,
            ability=self._chooser(effect) if effect.origin == "choice" else None,
        )

    def _chooser(self, effect: Effect) -> str:
        # 613.2a: the effect is the result of a choice that this ability offered.
        step = next(step for step in self.result.steps if step.effect == effect.name)
        number = effect.source or 0
        held = next(held for held in step.before.abilities(number) if getattr(held.ability, "form", "") == "entering")
        return self.abilities.key(held.ability)


def _true(values: Mapping[Any, int]) -> int:
    # the number 1 equals True
    return next((mask for value, mask in values.items() if value is True), 0)


_NO_FLAGS = frozenset({"zone", "owner", "entering", *NUMBERS, *LINKS})


def choices_data(choices: Choices) -> dict[str, Any]:
    """Return the choices made for an object, by kind of choice."""
    return {name: value for name, value in msgspec.structs.asdict(choices).items() if value}


__all__ = ["AbilityTable", "choices_data", "state_data", "state_of"]
