"""Functions that write a board as a state: the objects and effects just before layer 1."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec
from msgspec import UNSET

from mtglayers.model.board.board import Board
from mtglayers.model.board.state_reading import DERIVED
from mtglayers.model.board.state_values import card_of_values
from mtglayers.model.cards.card import Card
from mtglayers.model.cards.faces import face_named, is_room, values_of
from mtglayers.model.cards.search import find_card
from mtglayers.model.effects.ability import is_cda
from mtglayers.model.effects.copiable import Copiable
from mtglayers.model.effects.designations import RING_BEARER
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability, Clause
from mtglayers.model.effects.node import Node, to_data
from mtglayers.model.effects.selectors import Fixed
from mtglayers.model.effects.view import Choices
from mtglayers.model.errors import LayersError
from mtglayers.model.events.departures import BLANK
from mtglayers.model.objects.gameobject import GameObject
from mtglayers.model.objects.recorded_facts import LINKS, NUMBERS
from mtglayers.model.rules.edition import Edition
from mtglayers.model.rules.edition import edition as edition_of
from mtglayers.model.rules.vocabulary import mana_value, parse_mana_cost
from mtglayers.solver.engine.effect import Effect
from mtglayers.solver.engine.state import Snapshot, numbers
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
    rules = board.edition if edition is None else edition_of(edition)
    there = board if rules == board.edition else board.under(rules)
    result = solve(there, readings=readings, until=rules.place("copy"))
    state = _Before(result, AbilityTable(result.edition), there).state()
    return _in_nine_digits(state)


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
    # Without the board, everything is spelled out, as an engine needs it that has no cards.
    def __init__(self, result: Result, abilities: AbilityTable, board: Board | None = None) -> None:
        self.result = result
        self.abilities = abilities
        self.board = board
        self.facts = result.trace.start
        self.world: Snapshot = self.facts.world
        self._cards: dict[Card, str | dict[str, Any]] = {}
        self._first_tied: dict[int, int] = {}  # the lowest timestamp of each group, whose objects can share one tuple

    def state(self) -> StateData:
        players, world, board = self.world.players, self.world, self.board
        state = StateData(
            players=tuple(map(self._player, range(len(players)))),
            active_player=players[world.active_player],
            objects=tuple(self._object(found) for found in world.objects.values()),
            effects=(*(self._effect(effect) for effect in self._effects()), *self._ring_bearers()),
            copied={name: self._copied(values) for name, values in sorted(world.copied.items())},
        )
        if board is None:
            return state
        lacking: dict[str, tuple[str, ...]] = {}
        for name, text in self.result.left_open:
            lacking[name] = (*lacking.get(name, ()), text)
        return msgspec.structs.replace(state, abilities=self.abilities.spelled(), unsupported=lacking)

    def _player(self, player: int) -> StatePlayerData:
        name = self.world.players[player]
        recorded = [fact for (who, fact) in self.world.told if who == player]
        if self.board is None:
            facts = {fact: self.facts.player_fact(player, fact) for fact in dict.fromkeys((*COUNTED, *recorded))}
            return StatePlayerData(name=name, facts=facts)
        told = {fact: self.world.told[player, fact] for fact in recorded}  # the rest is counted
        return StatePlayerData(name=name, facts=told, ring_timestamp=self.board.rings.get(player))

    def _object(self, found: GameObject) -> StateObjectData:
        players, objects = self.world.players, self.world.objects
        base = found.base
        attached = None if found.attached_to is None else objects.get(found.attached_to)
        player = None if found.attached_player is None else players[found.attached_player]
        # 730.2: merging happens in layer 1.
        values = found.merged[found.host] if found.merged else base.values
        links: dict[str, tuple[str, ...]] = {}
        for link, number in found.links:
            if number in objects and self._holds(found, link, number):
                links[link] = (*links.get(link, ()), objects[number].id)
        card, face = (None, None) if self.board is None else self._card(found, values)
        return StateObjectData(
            id=found.id,
            number=found.number,
            timestamp=self._timestamp(found),
            first_timestamp=found.first_stamp,
            zone=base.zone,
            owner=players[base.owner],
            controller=None if base.controller is None else players[base.controller],
            attached_to=None if attached is None else attached.id,
            attached_player=player,
            facts=self._facts(found),
            numbers={name: number for name, number in found.numbers if self._holds(found, name, number)},
            links=links,
            counters=tuple(
                CounterData(kind=each.kind, count=each.count, timestamp=each.stamp) for each in found.counters
            ),
            choices=choices_data(found.choices),
            x=found.x,
            values=self._values(values) if card is None else UNSET,
            card=UNSET if card is None else card,
            face=face,
            components=() if self.board is None else tuple(map(self._named, found.components)),
        )

    def _timestamp(self, found: GameObject) -> int:
        # 613.7m: equal timestamps mean that the order is not specified.
        if self.board is None or not found.unordered or found.first_stamp is not None:
            return found.stamp
        group = id(found.unordered)
        if group not in self._first_tied:
            self._first_tied[group] = min(self.board.last_known(name).stamp for name in found.unordered)
        return min(found.stamp, self._first_tied[group])

    def _card(self, found: GameObject, values: Copiable) -> tuple[str | dict[str, Any] | None, str | None]:
        # The card and its face, if they determine the values; the rest of the card matters to later events.
        card = found.card
        if found.face >= len(card.faces):
            return None, None
        name = card.faces[found.face].name
        shown = values_of(card, found.base.zone, found.face, found.unlocked_doors(), found.facts, found.x)
        if found.components and not found.merged:  # 202.3c
            shown = msgspec.structs.replace(shown, mana_value=values.mana_value)
        if found.face_down and found.base.zone in BLANK:
            shown = Copiable()
        if found.copy is not None and is_room(card):  # 709.5: its doors are those of what it copied
            shown = values
        if shown != values or face_named(card, name if found.face else card.name) != found.face:
            return None, None
        written = self._named(card)
        if isinstance(written, dict) and len(card.faces) == 1 and card == card_of_values(values):
            return None, None
        return written, name if found.face else None

    def _named(self, card: Card) -> str | dict[str, Any]:
        # The name of a card if it is enough to find the card, and otherwise its tree.
        if card not in self._cards:
            assert self.board is not None
            own = self.board.own_cards
            names = (name for name in (card.name, f"{card.name} token") if _finds(name, card, own))
            self._cards[card] = next(names, None) or to_data(card)
        return self._cards[card]

    def _holds(self, found: GameObject, fact: str, value: int) -> bool:
        # 506.4, 702.95e: what was recorded can have ended.
        return bool(self.world.facts.get(fact, {}).get(value, 0) >> found.number & 1)

    def _facts(self, found: GameObject) -> tuple[str, ...]:
        facts = {
            family
            for family, values in self.world.facts.items()
            if not family.startswith("counter") and family not in _NO_FLAGS and _true(values) >> found.number & 1
        }
        if self.board is not None:
            # The rest follows from the object; a token stays one below a card (730.2d).
            facts = (facts - DERIVED) | ({"token"} if found.base.token else set())
        return tuple(sorted(facts))

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
        standing = sorted(self.result.sources.standing(), key=lambda effect: (effect.key, effect.name))
        if self.board is not None:  # the others follow from the objects
            yield from (effect for effect in standing if effect.origin != "counters")
            return
        yield from standing
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
        known = None if self.board is None else self.result.sources.resolved.get(effect.name)
        return StateEffectData(
            name=effect.name,
            origin="static" if known is not None and known.lingers else effect.origin,
            timestamp=effect.key[0],
            key=effect.key if self.board is None else (),
            clauses=tuple(map(to_data, effect.plan.clauses)),
            source=None if source is None else source.id,
            source_name=None if known is None or known.source_name == effect.name else known.source_name,
            source_ability=None if known is None else known.ability or None,
            you=None if context.you is None else players[context.you],
            targets=tuple(objects[number].id for number in context.targets if number in objects),
            target_players=tuple(players[number] for number in context.target_players),
            x=context.x,
            choices=choices_data(context.choices),
            told=context.told,
            ability=self._chooser(effect) if effect.origin == "choice" else None,
        )

    def _ring_bearers(self) -> Iterator[StateEffectData]:
        # The effect has this timestamp if no emblem of its controller is recorded (701.54c).
        bearers = self.world.facts.get("ring_bearer", {}).get(True, 0) if self.board is not None else 0
        for number in numbers(bearers):
            found = self.world.objects[number]
            clause = Clause(Fixed((found.id,), (number,)), RING_BEARER.operations)
            yield StateEffectData(
                name=found.id + RING_BEARER.suffix, origin="mark", timestamp=dict(found.designated)["ring_bearer"],
                clauses=(to_data(clause),), source=found.id,
            )  # fmt: skip

    def _chooser(self, effect: Effect) -> str:
        # 613.2a: the effect is the result of a choice that this ability offered.
        step = next(step for step in self.result.steps if step.effect == effect.name)
        number = effect.source or 0
        held = next(held for held in step.before.abilities(number) if getattr(held.ability, "form", "") == "entering")
        return self.abilities.key(held.ability)


_MOST: Final = 999_999_999


def _in_nine_digits(state: StateData) -> StateData:
    # Greater timestamps are replaced by smaller ones in the same order.
    stamps = {stamp for each in state.objects for stamp in _stamps(each)}
    stamps |= {each.timestamp for each in state.effects}
    stamps |= {each.ring_timestamp for each in state.players if each.ring_timestamp is not None}
    if max(map(abs, stamps), default=0) <= _MOST:
        return state
    late = sorted(stamp for stamp in stamps if stamp > 0)
    early = sorted((stamp for stamp in stamps if stamp < 0), reverse=True)  # from the beginning of the game
    new = {0: 0, **{old: place for place, old in enumerate(late, 1)}, **{old: -n for n, old in enumerate(early, 1)}}
    replace = msgspec.structs.replace
    return replace(
        state,
        players=tuple(
            each if each.ring_timestamp is None else replace(each, ring_timestamp=new[each.ring_timestamp])
            for each in state.players
        ),
        objects=tuple(
            replace(
                each,
                timestamp=new[each.timestamp],
                first_timestamp=None if each.first_timestamp is None else new[each.first_timestamp],
                counters=tuple(replace(counter, timestamp=new[counter.timestamp]) for counter in each.counters),
            )
            for each in state.objects
        ),
        effects=tuple(replace(each, timestamp=new[each.timestamp]) for each in state.effects),
    )  # fmt: skip


def _stamps(written: StateObjectData) -> Iterator[int]:
    yield from (written.timestamp, *(counter.timestamp for counter in written.counters))
    if written.first_timestamp is not None:
        yield written.first_timestamp


def _finds(name: str, card: Card, own: Mapping[str, Card]) -> bool:
    try:
        return find_card(name) == card and find_card(name, own) == card
    except LayersError:
        return False


def _true(values: Mapping[Any, int]) -> int:
    # the number 1 equals True
    return next((mask for value, mask in values.items() if value is True), 0)


_NO_FLAGS = frozenset({"zone", "owner", "entering", *NUMBERS, *LINKS})


def choices_data(choices: Choices) -> dict[str, Any]:
    """Return the choices made for an object, by kind of choice."""
    return {name: value for name, value in msgspec.structs.asdict(choices).items() if value}


__all__ = ["AbilityTable", "choices_data", "state_data", "state_of"]
