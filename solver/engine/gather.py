"""Functions and classes that find the continuous effects on a board."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.copiable import Copiable
from mtglayers.model.effects.designations import ENTERED_WITH, RING_BEARER, SUSPECTED
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Clause, Operation
from mtglayers.model.effects.operations.abilities import Gain
from mtglayers.model.effects.operations.copying import AsEnters, TakeValues, TurnedDown
from mtglayers.model.effects.selectors import Fixed
from mtglayers.model.effects.view import EVERYTHING, Context, Held, Mask, union
from mtglayers.model.events.departures import BLANK, merged_values
from mtglayers.model.objects.gameobject import GameObject, ResolvedEffect, counter_name
from mtglayers.model.objects.stickers import sticker_effects
from mtglayers.model.rules.edition import Edition, Origin
from mtglayers.model.support.progress import checkpoint
from mtglayers.model.support.records import Identity

from ..readings import Readings
from .counters import counter_operation
from .effect import ORDER, Effect, Key, Plan, ResolvedEffects, chooses, layers_of, plan, static_plan
from .footprint import functions, present
from .keys import backwards, resolved_key, static_key, static_name
from .state import Columns, Snapshot, State, numbers
from .trace import Trace

_CHOICE: Final = "choice"
"""Stands for a layer: the choice of an ability as its object enters (613.2a)."""

_Source = tuple[Held, int]
"""An ability and the number of the object that has it."""


class Given(Identity, frozen=True, eq=False):
    """The facts about a board that determine its effects before layer 1.

    Attributes:
        world: the snapshot of the board.
        effects: the resolved effects, by name.
        rings: the timestamps of the players' Ring emblems that events recorded.
        readings: the answers to open rules questions.
        resolved: the objects and values that past events locked in.
        stamps: a map from timestamps on the board to their replacements.
    """

    world: Snapshot
    effects: Mapping[str, ResolvedEffect]
    rings: Mapping[int, int]
    readings: Readings
    resolved: ResolvedEffects
    stamps: Mapping[int, int]

    @classmethod
    def of(
        cls, board: Board, world: Snapshot, readings: Readings, resolved: ResolvedEffects,
        stamps: Mapping[int, int] = {},
    ) -> Given:  # fmt: skip
        """Return the facts about a board, which may change afterwards."""
        return cls(world, dict(board.effects), dict(board.rings), readings, resolved, stamps)


class _Found(Identity, frozen=True, eq=False):
    # The effects in a layer; the abilities in it, each with the objects that have it, and their effects; and the other
    # effects that exist without an ability, if there can be no more.
    abilities: list[tuple[Held, Mask]]
    basis: tuple[object, ...] | None
    own: dict[_Source, Effect]
    effects: tuple[Effect, ...]


_NOTHING: Final = _Found([], None, {}, ())


class Sources:
    """The sources of continuous effects on a board.

    Attributes:
        edition: the rules.
        copying: the name of the layer for copy effects.
        objects: the objects by number.
        resolved: the resolved effects, by name.
        idle: the effects of abilities that do not function in the zones of their objects (113.6).
    """

    def __init__(
        self, given: Given, without: frozenset[str] = frozenset(), last: Sources | None = None,
        changed: Mask = EVERYTHING, named: Container[str] | None = None,
    ) -> None:  # fmt: skip
        """Gather the effects that no layer can change.

        Args:
            given: the facts about the board.
            without: the names of the effects to leave out.
            last: the sources of an earlier solve; equal effects are reused.
            changed: the objects that are not the same as in the earlier solve.
            named: the names of the effects that are not left out; by default, all effects.
        """
        self._given = given
        world, readings, resolved, stamps = given.world, given.readings, given.resolved, given.stamps
        edition = self.edition = world.edition
        self._backwards = readings.ties == "reversed"
        self._ranks = {name: rank for rank, name in enumerate(readings.tied)}
        self._named: Container[str] | None = _AllBut(without) if without else named
        self.copying = edition.place("copy")
        self.objects: Mapping[int, GameObject] = world.objects
        self._bearers = self._those(world, "ring_bearer")
        self._stamps = stamps
        self._rings = {player: stamps.get(stamp, stamp) for player, stamp in given.rings.items()}
        for found in self.objects.values() if self._bearers else ():
            if found.card.emblem and found.card.faces[0].name == "The Ring":  # 701.54c
                self._rings[found.base.owner] = found.stamp
        self.resolved: Mapping[str, ResolvedEffect] = given.effects
        self._static: dict[_Source, Effect] = {}
        self._carried_by: dict[str, Effect] = {}
        self.idle: set[Effect] = set()
        self._last = last
        # Before 2005-10-01, the plan of an ability's effect also depended on resolved effects.
        self._changed = EVERYTHING if edition.cda_self_granted else changed
        self._found_last: tuple[State | None, str, int, tuple[Effect, ...]] = None, "", 0, ()
        self._found_first: dict[str, _Found] = {}  # by layer
        self._column: Columns = {}
        self._by_layer: dict[str, tuple[Held, ...]] = {}
        self._fixed: dict[str, list[Effect]] = {}
        known = {} if last is None else {each.name: each for each in last.standing()}
        for made in (*self._resolved(resolved), *self._standing(world, resolved)):
            effect = _known(made, known.get(made.name))
            for layer in effect.plan.parts:
                self._fixed.setdefault(layer, []).append(effect)

    def gathered(self, held: Held, number: int) -> Effect | None:
        """Return the effect of an object's ability, or None if it has not been gathered."""
        return self._static.get((held, number))

    def carried(self, name: str) -> Effect | None:
        """Return an effect that an object has without an ability, such as that of a counter, if it is known."""
        return self._carried_by.get(name)

    def only(self, named: Container[str]) -> Sources:
        """Return sources that contain only the named effects."""
        twin = Sources(self._given, last=self, changed=0, named=named)
        twin._static.update(self._static)
        twin.idle.update(self.idle)
        twin.forget_last()
        return twin

    @property
    def history(self) -> ResolvedEffects:
        """The objects and values that past events locked in."""
        return self._given.resolved

    def standing(self) -> tuple[Effect, ...]:
        """Return the effects that do not come from abilities."""
        return tuple({effect.name: effect for found in self._fixed.values() for effect in found}.values())

    def forget_last(self) -> None:
        """Drop the references to the earlier solve."""
        self._last = None

    def gather(self, trace: Trace, layer: str, cda: bool | None = None) -> tuple[Effect, ...]:
        """Return the effects that exist now and have a part in `layer` (611.2, 611.3b, 613.5).

        Args:
            trace: the trace so far.
            layer: the name of the layer.
            cda: True for only characteristic-defining abilities (613.3), False for only other effects, None for all
                effects.
        """
        state, name, length, effects = self._found_last
        if state is not trace.state or name != layer or length != trace.length:
            found = self._gathered(trace, layer)
            effects = found.effects
            self._found_last = trace.state, layer, trace.length, effects
            self._found_first.setdefault(layer, found)
        return self._among(effects, cda)

    def at_start(self, layer: str) -> tuple[Effect, ...]:
        """Return the effects that existed at the start of a layer of the solve."""
        return self._among(self._found_first[layer].effects)

    def _among(self, effects: tuple[Effect, ...], cda: bool | None = None) -> tuple[Effect, ...]:
        named = self._named
        if not effects or (cda is None and named is None):
            return effects
        return tuple([
            each for each in effects if cda in (None, each.plan.cda) and (named is None or each.name in named)
        ])  # fmt: skip

    def _gathered(self, trace: Trace, layer: str) -> _Found:
        state = trace.state
        abilities, fixed, started = self._held(state, layer), self._fixed.get(layer, ()), trace.started_with(layer)
        others = layer == self.copying or bool(self._bearers)
        if not (abilities or fixed or started or others):
            return _NOTHING
        basis = None if others else (fixed, started)
        last = None if self._last is None else self._last.found_first(layer)
        if last is None:
            own = self._abilities(abilities, layer)
        elif (
            basis and last.basis == basis and last.abilities == abilities
            and not self._changed & union([mask for _, mask in abilities])
        ):  # fmt: skip
            self._static.update(last.own)
            return last
        else:
            own = self._taken_over(last, abilities, layer)
        found = [*fixed, *own.values()]
        if layer == self.copying:
            found += self._choices(state)
        for bearer in self._bearers:
            effect = self._borne(bearer, state)
            if layer in effect.plan.parts:
                found.append(effect)
        if started:
            seen = {effect.name for effect in own.values()}
            found += [each for each in started if each.name not in seen]  # 613.6: it continues without its ability
        if len(found) > 1:
            found.sort(key=ORDER)  # so the order of the values in the columns decides nothing
        return _Found(abilities, basis, own, tuple(found))

    def _taken_over(self, last: _Found, abilities: list[tuple[Held, Mask]], layer: str) -> dict[_Source, Effect]:
        # The effects of abilities in a layer, taken over from an earlier solve as far as their objects are the same.
        own, left, new = last.own.copy(), dict(last.abilities), []
        for held, mask in abilities:
            if left.get(held) == mask and not mask & self._changed:
                del left[held]
            else:
                new.append((held, mask))
        for held, mask in left.items():
            for number in numbers(mask):
                own.pop((held, number), None)
        self._static.update(own)
        own.update(self._abilities(new, layer))
        return own

    def effects_ever_in(self, layer: str, trace: Trace) -> Iterator[tuple[str, str | None]]:
        """Yield the name and source id of each effect that existed in `layer`."""
        for effect in self._fixed.get(layer, ()):
            yield effect.name, self._id(effect)
        layers = trace.layers
        for state in (trace.start, *(done.after for done in layers)):
            for effect in self._abilities(self._held(state, layer), layer).values():
                yield effect.name, self._id(effect)
        for effect in list(self._static.values()):
            if layer in effect.plan.parts and effect not in self.idle:
                yield effect.name, self._id(effect)
        for done in layers:
            for made in done.applications if done.name == layer else ():
                yield made.taken.effect.name, self._id(made.taken.effect)

    def effect(self, held: Held, number: int) -> Effect:
        """Return the effect of an ability of object `number`; if the ability does not function, it is in `idle`."""
        key = held, number
        return self._static.get(key) or self._found(key)

    def found_first(self, layer: str) -> _Found | None:
        """Return the effects that existed at the start of a layer, with what they were found from."""
        return self._found_first.get(layer)

    def known(self, name: str) -> Effect | None:
        """Return the effect with the given name if it has existed."""
        found = (effect for effect in self._static.values() if effect.name == name and effect not in self.idle)
        return next(found, None)

    def _id(self, effect: Effect) -> str | None:
        found = None if effect.source is None else self.objects.get(effect.source)
        return None if found is None else found.id

    def reworded(self, trace: Trace) -> dict[str, Effect]:
        """Return the started effects whose text has changed (612.1, 613.6)."""
        found: dict[str, Effect] = {}
        for name, effect in trace.started.items():
            if effect.held is not None and effect.source is not None:
                held = present(effect, trace.state)
                if held is not None and held != effect.held:
                    found[name] = self.effect(held, effect.source)
        return found

    def _held(self, state: State, layer: str) -> list[tuple[Held, Mask]]:
        # The abilities that can have an effect in a layer, each with the objects that have it.
        column = state.families["ability"]
        return [(held, column[held]) for held in self._in(layer, column)]

    def _in(self, layer: str, column: Columns) -> tuple[Held, ...]:
        if self._column is not column:  # most layers start with the same column as the previous layer
            self._column, self._by_layer = column, _by_layer(tuple(column), self.edition)
        return self._by_layer.get(layer, ())

    def _abilities(self, abilities: Iterable[tuple[Held, Mask]], layer: str) -> dict[_Source, Effect]:
        # The effects of abilities in a layer.
        found: dict[_Source, Effect] = {}
        known, idle = self._static, self.idle
        asks = self.edition.cda_self_granted  # then the parts depend on what granted the ability
        for held, mask in abilities:
            for number in numbers(mask):
                key = held, number
                effect = known.get(key) or self._found(key)
                if effect not in idle and (not asks or layer in effect.plan.parts):
                    found[key] = effect
        return found

    def _found(self, key: _Source) -> Effect:
        held, number = key
        known = None if self._last is None else self._last.gathered(held, number)
        if known is not None and not self._changed >> number & 1:
            self._static[key] = known
            idle = self._last is not None and known in self._last.idle
        else:
            checkpoint("trial")
            known = self._static[key] = _known(self._made(held, number), known)
            idle = not functions(known, held, self._given.world)  # 113.6
        if idle:
            self.idle.add(known)
        return known

    def _made(self, held: Held, number: int) -> Effect:
        source = self.objects[number]
        if not (self._backwards or self._ranks or self.edition.cda_self_granted):
            return _static(held, source.id, number, source.stamp, source.first_stamp, self.edition)
        name, key = static_name(source.id, held), static_key(source.stamp, source.first_stamp, held, self.edition)
        planned = static_plan(held, self.edition, self._grants_itself(held, source))
        assert planned is not None
        if self._backwards:
            key = backwards(key, source, held, self.edition)
        return _from_ability(held, number, name, self._ranked(name, key), planned)

    def _ranked(self, name: str, key: Key) -> Key:
        # B13
        return (key[0], self._ranks.get(name, len(self._ranks)), *key[1:]) if self._ranks else key

    def _grants_itself(self, held: Held, source: GameObject) -> bool:
        # E04
        if not self.edition.cda_self_granted or held.origin != "granted":
            return False
        own = (f"{source.id}#", f"{source.id}<")
        resolved = self.resolved.get(held.granter)
        return held.granter.startswith(own) or (resolved is not None and resolved.context.source == source.number)

    def _choices(self, state: State) -> Iterator[Effect]:
        # "As this enters, it becomes your choice of" (613.2a)
        column = state.families["ability"]
        for held in self._in(_CHOICE, column):
            for number in numbers(column[held]):
                source = self.objects[number]
                modes = held.ability.resolution.modes
                for option in source.choices.option[:1]:
                    if 0 < option <= len(modes):
                        operations = tuple(op for clause in modes[option - 1] for op in clause.flat())
                        yield self._one(
                            f"{source.id}<choice>", (source.stamp, 1, number, 0), "choice", source, AsEnters(operations)
                        )

    def _borne(self, bearer: GameObject, state: State) -> Effect:
        # 701.54c: the effect of the Ring has the timestamp of its controller's emblem. If no emblem is recorded, it
        # has the timestamp of the designation.
        controller = state.controller(bearer.number)
        stamp = self._rings.get(-1 if controller is None else controller, dict(bearer.designated)["ring_bearer"])
        return self._carried(bearer, RING_BEARER.suffix, stamp, "mark", *RING_BEARER.operations)

    def _one(self, name: str, key: Key, origin: Origin, source: GameObject, *operations: Operation) -> Effect:
        checkpoint("trial")
        clauses = (Clause(Fixed((source.id,), (source.number,)), operations),)
        key = self._ranked(name, key)
        context = Context(effect=name, source=source.number, stamp=key)
        made = Effect(name, key, origin, plan(clauses, False, self.edition, origin), context)
        known = self._carried_by.get(name) or (None if self._last is None else self._last.carried(name))
        effect = self._carried_by[name] = _known(made, known)
        return effect

    def _resolved(self, resolved: ResolvedEffects) -> Iterator[Effect]:
        # 611.2
        for effect in self.resolved.values():
            clauses = resolved.clauses.get(effect.name, ())
            if clauses and not effect.ended:
                planned = plan(clauses, False, self.edition, "static" if effect.lingers else "resolved")
                stamp = self._stamps.get(effect.stamp, effect.stamp)
                key = self._ranked(effect.name, (stamp, -1) if self._backwards else resolved_key(stamp))
                you = resolved.you.get(effect.name, effect.context.you)
                context = msgspec.structs.replace(effect.context, effect=effect.name, stamp=key, you=you)
                yield Effect(effect.name, context.stamp, "resolved", planned, context)

    def _standing(self, world: Snapshot, resolved: ResolvedEffects) -> Iterator[Effect]:
        for number, values in resolved.copies.items():
            source = self.objects[number]
            assert source.copy is not None
            yield self._carried(source, "", source.stamp, "copy", TakeValues(values, source.copy.exceptions))
        for source in self._those(world, "merged"):
            yield self._carried(source, "<merge>", source.merge_stamp, "merge", _merging(source, resolved))
        for source in self._those(world, "face-down"):
            if source.base.zone not in BLANK:
                yield self._carried(source, "<face down>", source.stamp, "face down", face_down(source))
        for source in self._those(world, "stickered"):
            for suffix, stamp, does in sticker_effects(source.stickers):
                yield self._carried(source, suffix, stamp, "sticker", does)
        for source in self._those(world, "suspected"):  # 701.60c: the effect begins when the object becomes suspected
            stamp = dict(source.designated)["suspected"]
            yield self._carried(source, SUSPECTED.suffix, stamp, "mark", *SUSPECTED.operations)
        for number, operations in resolved.entered_with.items():
            source = self.objects[number]
            yield self._carried(source, ENTERED_WITH, source.stamp, "mark", *operations)
        counters = world.facts.get("counter")
        for number in numbers(union(counters.values())) if counters else ():
            source = self.objects[number]
            for counter in source.counters:
                done = counter_operation(counter, self.edition)
                if done is not None:
                    suffix = counter_name("", counter.kind)
                    yield self._carried(source, suffix, counter.stamp, "counters", done)

    def _those(self, world: Snapshot, fact: str) -> list[GameObject]:
        found = world.facts.get(fact)
        return [self.objects[number] for number in numbers(found.get(True, 0))] if found else []

    def _carried(self, source: GameObject, suffix: str, stamp: int, origin: Origin, *operations: Operation) -> Effect:
        return self._one(source.id + suffix, (stamp, 0, source.number, 0), origin, source, *operations)


@lru_cache(maxsize=16384)
def _static(held: Held, id: str, number: int, stamp: int, first_stamp: int | None, edition: Edition) -> Effect:
    planned = static_plan(held, edition)
    assert planned is not None
    return _from_ability(held, number, static_name(id, held), static_key(stamp, first_stamp, held, edition), planned)


def _from_ability(held: Held, number: int, name: str, key: Key, planned: Plan) -> Effect:
    return Effect(name, key, "static", planned, Context(effect=name, source=number, stamp=key), held)


@lru_cache(maxsize=128)
def _by_layer(abilities: tuple[Held, ...], edition: Edition) -> dict[str, tuple[Held, ...]]:
    # The abilities that can have an effect in each layer, and those that are chosen as an object enters.
    found: dict[str, list[Held]] = {}
    for held in abilities:
        ability = held.ability
        if type(ability) is TextAbility:  # first, because most abilities are
            if chooses(ability):
                found.setdefault(_CHOICE, []).append(held)
        elif ability.clauses():
            for layer in layers_of(held, edition):
                found.setdefault(layer, []).append(held)
    return {layer: tuple(those) for layer, those in found.items()}


def _known(effect: Effect, last: Effect | None) -> Effect:
    # Reuse an equal effect of an earlier solve, so that effects can be compared by identity.
    if last is None or (last.name, last.key, last.origin) != (effect.name, effect.key, effect.origin):
        return effect
    return last if last.plan is effect.plan and last.held == effect.held and last.context == effect.context else effect


class _AllBut(Container[str]):
    def __init__(self, names: frozenset[str]) -> None:
        self._names = names

    def __contains__(self, name: object) -> bool:
        return name not in self._names


def face_down(source: GameObject) -> TurnedDown:
    """Return the copiable values of a face-down permanent (613.2b, 708.2a, 702.168a, 701.58a)."""
    if source.listed is not None:
        return TurnedDown(source.listed)
    if {"disguise", "cloak"} & set(source.facts):
        ward = Keyword("Ward", "{2}")
        return TurnedDown(Copiable(types=("Creature",), power=2, toughness=2, abilities=(ward,)))
    return TurnedDown()


def _merging(source: GameObject, resolved: ResolvedEffects) -> TakeValues:
    # 730.2a. A component that is a token has the values that it copied as it was created (111.3, 707.2).
    copied = resolved.copies.get(source.number) if source.base.token else None
    if copied is None or source.copy is None:
        return TakeValues(source.base.values)
    given = tuple(
        ability
        for each in source.copy.exceptions
        if isinstance(each, Gain) and source.host
        for ability in each.abilities
    )
    token = msgspec.structs.replace(copied, abilities=(*copied.abilities, *given))
    components = (*source.merged[: source.host], token, *source.merged[source.host + 1 :])
    return TakeValues(merged_values(components), () if source.host else source.copy.exceptions)
