"""A slow, plain solver for comparison, which follows the rules sentence by sentence.

The solver reads the same effect trees as the library, but shares no evaluation code with it. An object is a dict of its
characteristics, every effect is tried with every other effect, and no results are kept from step to step. The solver
follows the edition of the board (`rules.py`); rule numbers in comments are those of the Comprehensive Rules of
2026-09-25. It raises NotImplementedError for anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.board.preview import Entering
from mtglayers.model.cards.faces import is_room
from mtglayers.model.cards.rules_text import copying_duration
from mtglayers.model.effects.ability import Static, TextAbility
from mtglayers.model.effects.amounts.base import Number, X
from mtglayers.model.effects.choices import spoken
from mtglayers.model.effects.conditions import AllOf
from mtglayers.model.effects.copiable import Copiable
from mtglayers.model.effects.filters.status import Status
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability, Clause, Filter, Operation, Term
from mtglayers.model.effects.operations.abilities import Gain
from mtglayers.model.effects.operations.abilities_from_board import GainOne
from mtglayers.model.effects.operations.copying import BecomeCopy, TakeValues, TurnedDown
from mtglayers.model.effects.operations.stickers import SetStickerPT
from mtglayers.model.effects.selectors import ChosenObject, Fixed, Group, Itself, Same, Target
from mtglayers.model.events.changes import TURNED_OVER, flipped
from mtglayers.model.events.resolution import Resolves
from mtglayers.model.objects.gameobject import GameObject, ResolvedEffect
from mtglayers.model.rules.vocabulary import COLORS, subtypes_of

from .answers import Patience
from .changes import AFTER, Doing, clauses_of, do, doing, flat, functions, is_there, layer_of
from .effects import (
    counter_effects,
    resolved_effect,
    ring_bearers,
    ring_effect,
    static_effect,
    sticker_effects,
    suspicion,
)
from .objects import EVERY, Effect, State, begin
from .order import Edge, loops
from .questions import applies_to, holds
from .recorded import ended
from .result import PlainLayer, PlainObject, PlainResult, PlainStep, Reasons
from .rules import Rules, rules_of


@dataclass(frozen=True)
class Footprint:
    """The changes that an effect would make in a layer if it applied now (613.8a).

    Attributes:
        text: the current clauses and condition of the ability.
        scopes: clause -> the objects it applies to, for clauses with operations in the layer.
        doings: (clause, object) -> the operations with their current operands.
    """

    text: tuple[object, ...]
    scopes: Mapping[int, tuple[str, ...]]
    doings: Mapping[tuple[int, str], tuple[Doing | None, ...]]


# --- The walk through the layers ---


def plain_solve(board: Board, until: str | None = None, rules: Rules | None = None) -> PlainResult:
    """Return the board after every effect up to layer `until` has applied; `rules` replaces the board's rules."""
    walk = walked(board, rules or rules_of(board))
    if until is not None:
        walk = Walk(board, walk.rules, walk.past, ended=walk.ended, stopped=walk.stopped)
        walk.layers_to(until)
    return PlainResult({id: walk.characteristics(id) for id in walk.state.objects}, walk.layers, tuple(walk.steps))


def walked(
    board: Board, rules: Rules, past: dict[int, State] | None = None, steps: list[PlainStep] | None = None
) -> Walk:
    """Return a pass through all layers, on which the facts that end by themselves have ended."""
    over: set[tuple[int, str]] = set()
    stopped: set[tuple[str, int]] = set()
    while True:
        walk = Walk(board, rules, past, steps, over, stopped)
        walk.layers_to(rules.layers[-1])

        def after(count: int, walk: Walk = walk) -> State:
            return walk.state if count == len(board.events) else _state_before(walk, count)

        found, now = set(ended(board, after)), set(_stopped(walk, after))
        if found <= over and now <= stopped:
            return walk
        over, stopped = over | found, stopped | now


class Walk:
    """One pass through the layers.

    Attributes:
        state: the current board.
        rules: the rules in force.
        started: the effects that have applied at least once (613.6).
        locked: (effect, clause) -> the objects to which it first applied (613.6).
        past: event -> the board before the event.
        ended: the recorded facts that have ended, with the numbers of their objects.
        stopped: (effect, clause) of the resolved effects whose "for as long as" has been false (611.2b).
        steps: the steps on earlier boards, including those from which objects were copied.
    """

    def __init__(
        self, board: Board, rules: Rules, past: dict[int, State] | None = None, steps: list[PlainStep] | None = None,
        ended: Collection[tuple[int, str]] = (), stopped: Collection[tuple[str, int]] = (),
    ) -> None:  # fmt: skip
        self.stopped = stopped
        self.board = board
        self.rules = rules
        self.steps = [] if steps is None else steps
        self.ended = ended
        self.state = begin(board, rules, ended)
        self.past = {} if past is None else past
        self.lasting = list(_lasting_effects(self))
        self.started: dict[str, Effect] = {}
        self.locked: dict[tuple[str, int], tuple[str, ...]] = {}
        self.layers: dict[str, PlainLayer] = {}

    def layers_to(self, until: str) -> None:
        """Apply the layers and sublayers in order, up to the layer `until` (613.1, 613.2, 613.4)."""
        for layer in self.rules.layers:
            self.layer(layer)
            if layer == until:
                break

    def layer(self, layer: str) -> None:
        """Apply all effects in a layer."""
        self.layers[layer] = PlainLayer()
        if layer == self.rules.scheme.defined:
            self.state = _with_sizes(self.state)
        # 613.3, 613.4a: within a layer, effects from characteristic-defining abilities apply first. They are ordered
        # together with the others if they can depend on them.
        if layer == self.rules.scheme.modified["resolved"] != self.rules.scheme.set:
            for it in self.state.objects.values():  # 208.4b: the values before any modification
                it["base power"], it["base toughness"] = it["power"], it["toughness"]
        if self.rules.cda_dependency == "any" or layer not in self.rules.scheme.cda_first:
            self._group(layer, "all")
        else:
            self._group(layer, "cdas")
            self._group(layer, "others")

    def _group(self, layer: str, group: str) -> None:
        record = self.layers[layer]
        whose = {"cdas": (True,), "others": (False,), "all": (True, False)}[group]
        patience = Patience(self.rules.answers)
        applied = patience.applied
        seen: list[str] = []
        while True:
            # 613.5, 613.8c: the effects are determined again after every application.
            existing = list(self.existing(self.state))
            # 611.3a: an effect that has started follows its current text or, once this is gone, its last text.
            self.started |= {effect.name: effect for effect in existing if effect.name in self.started}
            waiting = {
                effect.name: effect
                for effect in existing
                if effect.cda in whose and effect.name not in applied and self._acts(effect, layer, self.state)
            }
            if seen:
                record.appeared += [name for name in waiting if name not in seen]
            seen += [name for name in waiting if name not in seen]
            if not waiting:
                break
            edges = self._dependencies(waiting, layer)
            keys = {name: self.key(effect) for name, effect in waiting.items()}
            first = tuple(name for name, effect in waiting.items() if effect.cda)
            name = patience.next(edges, keys, first, early=self.rules.independent_first)
            record.steps.append(
                PlainStep(
                    effect=name,
                    waiting=tuple(waiting),
                    edges=edges,
                    loops=loops(waiting, edges),
                    keys=keys,
                    continued=name in self.started and self._generated(waiting[name], self.state) is None,
                    cda=waiting[name].cda,
                    first=first,
                    group=group,
                    independent_first=self.rules.independent_first,
                    kept=tuple(
                        (old.name, young.name)
                        for old, young in permutations(waiting.values(), 2)
                        if old.source == young.source and old.stamp[0] == young.stamp[0] and old.behind < young.behind
                        if not old.lasting and not young.lasting
                    ),
                )
            )
            # 613.6: from now on, the same objects, even without the ability (since 2005-10-01).
            if self.rules.same_set:
                self._apply(waiting[name], layer, self.state, self.locked)
                self.started[name] = waiting[name]
            else:
                self._apply(waiting[name], layer, self.state, {})
        record.unapplied += [name for name in seen if name not in applied]

    # --- Which effects there are ---

    def existing(self, state: State) -> Iterator[Effect]:
        """Yield the effects that exist on a board."""
        yield from self.lasting
        for id in ring_bearers(
            self.board, state, lambda event: _state_before(self, event)
        ):  # layer 2 determined the controller of the emblem
            yield ring_effect(self.board, id, state.objects[id]["controller"])
        found = set()
        for id in state.objects:
            for effect in self._of_object(id, state):
                found.add(effect.name)
                yield effect
        # 613.6: an effect that has started continues even if its ability has been removed.
        for effect in self.started.values():
            if not effect.lasting and effect.name not in found:
                yield effect

    def _of_object(self, id: str, state: State) -> Iterator[Effect]:
        """Yield the effects of an object's functioning static abilities (611.3b)."""
        it = state.objects[id]
        for has in it["abilities"]:
            if clauses_of(has.ability):
                effect = static_effect(id, it, has, self.rules)
                condition = holds(effect.condition, state, effect)
                if effect.name in self.started or (functions(has, it["zone"], self.rules) and condition):
                    yield effect

    def _generated(self, effect: Effect, state: State) -> Effect | None:
        """Return the effect that its ability currently generates, or None."""
        if effect.lasting:
            return effect
        assert effect.source is not None
        it = state.objects[effect.source]
        for has in it["abilities"]:
            if clauses_of(has.ability):
                found = static_effect(effect.source, it, has, self.rules)
                if found.name == effect.name:
                    there = functions(has, it["zone"], self.rules) and holds(found.condition, state, found)
                    return found if there else None
        return None

    def _now(self, effect: Effect, state: State) -> Effect | None:
        """Return the effect as it exists on a board, or None."""
        if effect.lasting:
            return effect
        assert effect.source is not None
        for found in self._of_object(effect.source, state):
            if found.name == effect.name:
                return found
        return self.started.get(effect.name)

    def _acts(self, effect: Effect, layer: str, state: State) -> bool:
        return bool(list(self._acting(effect, layer, state)))

    def _acting(self, effect: Effect, layer: str, state: State) -> Iterator[int]:
        """Yield the clauses with operations in the layer whose condition is not false."""
        for index in range(len(effect.clauses)):
            if self._operations(effect, index, layer, state):
                # "It" and "they" have the condition of the clause to which they refer, unless they have their own.
                judge = _judge(effect, index)
                condition = effect.clauses[judge].condition
                there = (effect.name, judge) in self.locked or holds(condition, *_when(effect, state))
                if there and (effect.then is None or self._does(effect, index, layer, state)):
                    yield index

    def _does(self, effect: Effect, index: int, layer: str, state: State) -> bool:
        """Return whether a resolved effect has operations in a layer, or applies to no objects."""
        scope = self._scope(effect, index, state)
        operations = self._operations(effect, index, layer, state)
        return not scope or any(_doing(each, id, state, effect) for each, _ in operations for id in scope)

    def _operations(self, effect: Effect, index: int, layer: str, state: State) -> list[tuple[Operation, int]]:
        """Return the operations of a clause in the layer, each with 1 plus the number of abilities granted before."""
        before = [each for clause in effect.clauses[:index] for each in flat(clause, self.rules)]
        found = []
        for each in flat(effect.clauses[index], self.rules):
            if layer_of(each, effect, self.rules) == layer and is_there(each, effect, state):
                found.append((each, 1 + sum(map(_given, before))))
            before.append(each)
        return found

    # --- What an effect would do ---

    def _footprint(self, effect: Effect, layer: str, state: State) -> Footprint | None:
        """Return the changes that the effect would make to a board, or None if it does not exist there."""
        now = self._now(effect, state)
        if now is None:
            return None
        scopes, doings = {}, {}
        for index in self._acting(now, layer, state):
            scopes[index] = self._scope(now, index, state)
            for id in scopes[index]:
                doings[index, id] = tuple(
                    _doing(each, id, state, now) for each, _ in self._operations(now, index, layer, state)
                )
        return Footprint((now.clauses, now.condition), scopes, doings) if scopes else None

    def _scope(self, effect: Effect, index: int, state: State) -> tuple[str, ...]:
        """Return the objects to which a clause applies, which are fixed once it has applied (613.6)."""
        head = _head(effect, index)
        for other in range(len(effect.clauses)):
            if _head(effect, other) == head and (effect.name, other) in self.locked:
                return self.locked[effect.name, other]
        selector = effect.clauses[head].selector
        if effect.then is None or isinstance(selector, Target | Fixed | Itself):
            return tuple(dict.fromkeys(applies_to(selector, state, effect)))
        # 611.2c: the objects to which it applied when it began, if they still exist
        then, as_then = effect.then
        found = [then.objects[id]["number"] for id in applies_to(selector, then, as_then)]
        return tuple(id for id, it in state.objects.items() if it["number"] in found)

    def _apply(self, effect: Effect, layer: str, state: State, locked: dict[tuple[str, int], tuple[str, ...]]) -> None:
        """Apply the operations of the effect in the layer, in the order of its text, and lock its scopes."""
        footprint = self._footprint(effect, layer, state)
        assert footprint is not None
        operations = {index: self._operations(effect, index, layer, state) for index in footprint.scopes}
        for index, scope in footprint.scopes.items():
            locked[effect.name, _judge(effect, index)] = scope
            for id in scope:
                for what, (_, place) in zip(footprint.doings[index, id], operations[index], strict=True):
                    if what is not None:
                        do(what, state.objects[id], state, effect, place)

    # --- Dependency ---

    def _dependencies(self, waiting: Mapping[str, Effect], layer: str) -> dict[Edge, Reasons]:
        """Return the dependencies among the waiting effects, with reasons.

        613.8a: both are in the same layer or sublayer (a), both or neither are from characteristic-defining
        abilities (c), and applying the other changes the text or the existence of the first, what it applies
        to, or what it does to any of the things it applies to (b). Older rules replace (c).
        """
        edges: dict[Edge, Reasons] = {}
        for other in waiting.values():
            after = self.state.copy()
            self._apply(other, layer, after, dict(self.locked))
            for first in waiting.values():
                if first.name != other.name and self._may_depend(first, other):
                    reasons = self._reasons(first, layer, after)
                    if reasons:
                        edges[first.name, other.name] = reasons
        return edges

    def _may_depend(self, first: Effect, other: Effect) -> bool:
        match self.rules.cda_dependency:
            case "any":
                return True
            case "never":
                return not first.cda and not other.cda
            case "cda-cda":
                return first.cda is other.cda

    def _reasons(self, effect: Effect, layer: str, after: State) -> Reasons:
        before = self._footprint(effect, layer, self.state)
        then = self._footprint(effect, layer, after)
        assert before is not None
        if then is None:
            return ("existence",)
        generated = [self._generated(effect, state) is not None for state in (self.state, after)]
        if self.rules.answers.needs_ability and generated[0] != generated[1]:  # B5: it has begun and loses its ability
            return ("existence",)
        found = []
        if before.text != then.text:
            found.append("text")
        if before.scopes != then.scopes:
            found.append("scope")
        if _done(before, then) != _done(then, before):
            found.append("result")
        if not found and self.rules.answers.outcomes and layer == "3":  # B10
            found += ["result"] * (self._rewords(effect, layer, self.state) != self._rewords(effect, layer, after))
        return tuple(found)

    def _rewords(self, effect: Effect, layer: str, state: State) -> set[tuple[object, ...]]:
        """Return the words, by object, that an effect would change in names, types and lines of text."""
        later = state.copy()
        self._apply(effect, layer, later, dict(self.locked))
        found: set[tuple[object, ...]] = set()
        for id, it in state.objects.items():
            found |= {(id, what) for what in ("name", "subtypes") if it[what] != later.objects[id][what]}
            lines, then = (
                {has.place: has.ability for has in each["abilities"] if has.origin == "copiable"}
                for each in (it, later.objects[id])
            )
            found |= {(id, place) for place in {**lines, **then} if lines.get(place) != then.get(place)}
        return found

    # --- Order ---

    def key(self, effect: Effect) -> tuple[object, ...]:
        """Return the key of the effect in timestamp order."""
        number = -1 if effect.source is None else self.state.objects[effect.source]["number"]
        ties = self.rules.answers.ties
        rank = ties.index(effect.name) if effect.name in ties else len(ties)
        return (effect.stamp[0], rank, effect.stamp[1:], number, effect.name)

    # --- What comes out ---

    def characteristics(self, id: str) -> PlainObject:
        """Return the characteristics of an object in the result."""
        it = self.state.objects[id]
        # 208.3: a noncreature permanent has no power or toughness, even if it is printed on the card.
        sized = it["zone"] != "battlefield" or "Creature" in it["types"]
        # An object with every type of a family is not listed with individual types of it.
        every = [marker for marker in EVERY if marker in it["subtypes"]]
        spoken_for = {word for marker in every for word in subtypes_of(EVERY[marker])}
        abilities = sorted(((has.ability, has.origin) for has in it["abilities"]), key=repr)
        return PlainObject(
            name=it["name"],
            colors=tuple(color for color in COLORS if color in it["colors"]),
            types=tuple(sorted(it["types"])),
            subtypes=tuple(sorted(it["subtypes"] - spoken_for)),
            supertypes=tuple(sorted(it["supertypes"])),
            abilities=tuple(abilities),
            power=it["power"] if sized else None,
            toughness=it["toughness"] if sized else None,
            controller=None if it["controller"] is None else self.board.players[it["controller"]],
        )

    def copiable(self, id: str) -> Copiable:
        """Return the copiable values of the object, the result of layer 1 (613.2c)."""
        it = self.state.objects[id]
        own = sorted((has for has in it["abilities"] if has.origin == "copiable"), key=lambda has: has.place)
        return Copiable(
            name=it["name"],
            mana_cost=it["mana_cost"],
            mana_value=it["mana_value"],
            colors=tuple(sorted(it["colors"])),
            types=tuple(sorted(it["types"])),
            supertypes=tuple(sorted(it["supertypes"])),
            subtypes=tuple(sorted(it["subtypes"])),
            abilities=tuple(has.ability for has in own),
            power=it["power"],
            toughness=it["toughness"],
        )


def _with_sizes(state: State) -> State:
    """Return the board after setting the missing power and toughness of creatures to 0 (208.5)."""
    state = state.copy()
    for it in state.objects.values():
        if "Creature" in it["types"]:
            it["power"] = it["power"] or 0
            it["toughness"] = it["toughness"] or 0
    return state


def _given(each: Operation) -> int:
    """Return the number of abilities that an operation lists and gives."""
    return len(each.abilities) if isinstance(each, Gain) else int(isinstance(each, GainOne))


def _head(effect: Effect, index: int) -> int:
    """Return the clause that determines the scope; "it" and "they" refer to the previous clause."""
    while isinstance(effect.clauses[index].selector, Same):
        index -= 1
        if index < 0:
            raise NotImplementedError("nothing that `it` could mean")
    return index


def _judge(effect: Effect, index: int) -> int:
    """Return the clause whose condition applies: the clause itself, or the one to which "it" and "they" refer."""
    return index if effect.clauses[index].condition is not None else _head(effect, index)


def _when(effect: Effect, state: State) -> tuple[State, Effect]:
    """Return the board on which an effect is evaluated; for a resolved effect, the board at that time (608.2h)."""
    return (state, effect) if effect.then is None else effect.then


def _doing(each: Operation, id: str, state: State, effect: Effect) -> Doing | None:
    # Values that depend on the object itself, such as its types, are evaluated on the current board.
    then, as_then = _when(effect, state)
    it = then.objects.get(id)
    if it is None or it["number"] != state.objects[id]["number"] or isinstance(each, SetStickerPT):
        it = state.objects[id]
    return doing(each, it, then, as_then)


def _lasting_effects(walk: Walk) -> Iterator[Effect]:
    """Yield the effects that no ability generates: copies, face-down values, counters and resolved effects."""
    board, state = walk.board, walk.state
    for object in sorted(board.objects.values(), key=lambda object: object.number):
        yield from _copy_effects(board, object, state.rules, walk.steps)
        yield from counter_effects(object)
        yield from suspicion(object)
        yield from _entered_with(walk, object)
        yield from sticker_effects(object)
    for effect in board.effects.values():
        if not effect.ended and not (effect.lingers and not _applied_before(walk, effect)):
            stopped = [place for name, place in walk.stopped if name == effect.name]
            found = _controlled(walk, effect, resolved_effect(effect, state, stopped))
            found = replace(found, clauses=tuple(_with_copies(clause, effect, walk) for clause in found.clauses))
            if found.origin == "resolved" and _looks_around(found):
                then = _with_source(walk, effect, _state_before(walk, effect.event))
                as_then = _controlled(walk, effect, resolved_effect(effect, then, stopped))
                clauses = tuple(_as_it_begins(found.clauses, then, as_then))
                found = replace(found, clauses=clauses, then=(then, replace(as_then, clauses=clauses)))
            yield found


def _entered_with(walk: Walk, object: GameObject) -> Iterator[Effect]:
    """Yield the effect that gives a permanent what it entered with, if it had the ability that says so (614.12)."""

    def asked(found: Iterable[Ability]) -> list[Static]:
        entering = (each for each in found if isinstance(each, Static) and each.form == "enters")
        itself = Effect("", object.id, (), (0, 0, 0, 0))
        return [each for each in entering if holds(each.condition, walk.state, itself)]

    board = walk.board
    if object.base.zone != "battlefield" or object.entered < 0 or isinstance(board.events[-1], Entering):
        return
    if not asked(each for face in object.card.faces for each in face.abilities) and object.copy is None:
        return
    earlier = board.copy()
    earlier.rewind(object.entered)
    looked = walked(earlier.entering(board.events[object.entered], object.id), walk.rules).state
    abilities = [has.ability for has in looked.objects[object.id]["abilities"]]
    gained = [each for ability in asked(abilities) for part in ability.parts for each in part.operations]
    if gained:
        stamp = (object.stamp, 0, object.number, 0)
        clause = Clause(Itself(), tuple(each for each in gained if isinstance(each, Gain)))
        yield Effect(f"{object.id}<entered with>", object.id, (clause,), stamp, lasting=True)


def _stopped(walk: Walk, after: Callable[[int], State]) -> Iterator[tuple[str, int]]:
    """Yield the clauses whose "for as long as" was false when the effect would begin, or at any time since (611.2b)."""

    def is_so(clause: Clause, effect: ResolvedEffect, state: State) -> bool:
        return holds(clause.until, state, _controlled(walk, effect, resolved_effect(effect, state)))

    for effect in walk.board.effects.values():
        for place, clause in enumerate(effect.clauses):
            if clause.duration != "while" or effect.ended or place in effect.over:
                continue
            if effect.event >= 0 and not is_so(clause, effect, _state_before(walk, effect.event)):
                if any(other.duration != "while" for other in effect.clauses):
                    raise NotImplementedError("an effect that may make its own duration begin")
                yield effect.name, place
            elif not all(is_so(clause, effect, after(n)) for n in range(effect.event + 1, len(walk.board.events) + 1)):
                yield effect.name, place


def _controlled(walk: Walk, effect: ResolvedEffect, found: Effect) -> Effect:
    """Return an ability's effect for the controller of its source, if the event names no controller (109.5)."""
    event = None if effect.event < 0 else walk.board.events[effect.event]
    source = effect.context.source
    if source is None or not isinstance(event, Resolves) or event.controller is not None:
        return found
    then = _with_source(walk, effect, _state_before(walk, effect.event))
    id = then.id_of(source)
    controller = None if id is None else then.objects[id]["controller"]
    return found if controller is None else replace(found, you=controller)


def _as_it_begins(clauses: tuple[Clause, ...], then: State, effect: Effect) -> Iterator[Clause]:
    """Yield the clauses of a resolving effect; clauses whose condition is false apply to no objects (608.2c)."""
    found: list[Clause] = []
    true = True
    sentence = start = 0  # the previous sentence, which "instead" would replace
    for place, clause in enumerate(map(_as_it_resolves, clauses)):
        before = [one.kind for each in clauses[:place] for one in each.operations if one.kind not in AFTER]
        if before and not clause.is_joined and _looks_around(replace(effect, clauses=(clause,))):
            raise NotImplementedError("a later sentence that asks about the board")
        if clause.condition is not None and not (clause.duration or clause.asks_once):
            raise NotImplementedError("as long as")
        if not clause.is_joined:
            start, sentence = (start if clause.relation == "instead" else place), place
        if clause.relation == "otherwise" and clause.condition is None:
            true = not true
        elif not isinstance(clause.selector, Same) or clause.condition is not None:
            true = holds(clause.condition, then, effect)
        if clause.relation == "instead" and true:
            found[start:sentence] = [_nothing(each) for each in found[start:sentence]]
        found.append(msgspec.structs.replace(clause, condition=None) if true else _nothing(clause))
    yield from found


def _as_it_resolves(clause: Clause) -> Clause:
    """Return a clause without a condition of its trigger that an event which says that it resolves decides."""
    if "intervening" not in clause.form.split():
        return clause
    asked = clause.condition
    assert isinstance(asked, AllOf)
    if not any(isinstance(node, Group | Status) for node in asked.parts[0].walk()):
        return clause
    return msgspec.structs.replace(clause, condition=asked.parts[1] if asked.parts[1:] else None)


def _nothing(clause: Clause) -> Clause:
    return msgspec.structs.replace(clause, selector=Fixed((), ()), condition=None)


def _looks_around(effect: Effect) -> bool:
    """Return whether an effect depends on the board when it begins, beyond its specified objects and numbers."""
    given = (Target, Fixed, Itself, Number, X, Same, Filter)
    asked = [node for clause in effect.clauses for node in spoken(clause) if isinstance(node, Term)]
    return not all(isinstance(node, given) for node in asked)


def _with_source(walk: Walk, effect: ResolvedEffect, state: State) -> State:
    """Return the board with the source of an effect, or its last known values if it has left (113.7a, 608.2h)."""
    source = effect.context.source
    if source is None or state.id_of(source) is not None:
        return state
    left = effect.event
    earlier = walk.board.copy()
    while not earlier.is_present(source):
        earlier.rewind(left)
        left -= 1
    known = _state_before(walk, left + 1)
    id = known.id_of(source)
    assert id is not None
    state = state.copy()
    state.objects[id] = {**known.copy().objects[id], "gone": True}
    return state


def _state_before(walk: Walk, event: int) -> State:
    """Return the board before an event, after all layers."""
    if event not in walk.past:
        earlier = walk.board.copy()
        earlier.rewind(event)
        before = walked(earlier, walk.rules, walk.past, walk.steps)
        for layer in walk.rules.layers:
            walk.steps += before.layers[layer].steps
        walk.past[event] = before.state
    return walk.past[event]


def _applied_before(walk: Walk, effect: ResolvedEffect) -> bool:
    """Return whether the effect of a static ability applied just before its source left (611.3a, 613.6)."""
    earlier = walk.board.copy()
    earlier.rewind(effect.event)
    before = walked(earlier, walk.rules, walk.past)
    name = f"{walk.board.by_number(effect.context.source or 0).id}#{effect.lingers}"
    return any(step.effect == name for layer in before.layers.values() for step in layer.steps)


def _with_copies(clause: Clause, effect: ResolvedEffect, walk: Walk) -> Clause:
    """Return a clause with the values that its objects copy, which are fixed as the effect begins (707.2b)."""

    def fixed(each: Operation) -> Operation:
        if not isinstance(each, BecomeCopy):
            return each
        match each.of:
            case Target(index=index) if index < len(effect.context.targets):
                number: int | None = effect.context.targets[index]
            case Itself():
                number = effect.context.source
            case ChosenObject() if len(effect.context.choices.object) == 1:
                number = walk.board.last_known(effect.context.choices.object[0]).number
            case _:
                raise NotImplementedError("what is copied")
        assert number is not None
        if walk.board.by_number(number).card.layout == "flip" and any(map(flipped, walk.board.objects.values())):
            raise NotImplementedError("copies of Rooms and of flipped permanents")  # 710.2
        values = _values_before(walk.board, number, effect.event, walk.rules, walk.steps)
        return TakeValues(_without_front(values, walk.board.by_number(number)), each.exceptions)

    return msgspec.structs.replace(clause, operations=tuple(map(fixed, clause.operations)))


def _values_before(board: Board, number: int, event: int, rules: Rules, steps: list[PlainStep]) -> Copiable:
    """Return the copiable values of an object just before an event, after layer 1 (707.2)."""
    found = board.by_number(number)
    # 707.2: the status is not copied, but determines the copied values
    if is_room(found.card) or flipped(found):
        raise NotImplementedError("copies of Rooms and of flipped permanents")
    earlier = board.copy()
    earlier.rewind(event)
    while not earlier.is_present(number):  # 113.7a, 608.2h: its last known values
        earlier.pop()
    walk = Walk(earlier, rules, steps=steps)
    for layer in rules.copy_layers:
        walk.layer(layer)
        steps += walk.layers[layer].steps
    id = walk.state.id_of(number)
    assert id is not None
    return walk.copiable(id)


def _without_front(values: Copiable, copied: GameObject) -> Copiable:
    """Return copied values with the mana value of their mana cost, not of the front face of a permanent (202.3b)."""
    return msgspec.structs.replace(values, mana_value=None) if copied.base.zone == "battlefield" else values


def _copy_effects(board: Board, object: GameObject, rules: Rules, steps: list[PlainStep]) -> Iterator[Effect]:
    stamp = (object.stamp, 0, object.number, 0)
    entering = (
        each for each in object.base.values.abilities if isinstance(each, TextAbility) and each.form == "entering"
    )
    if object.choices.option and any(each.resolution is not None and each.resolution.modes for each in entering):
        raise NotImplementedError("what is chosen as an object enters")  # 614.12c
    if object.copy is not None:
        if not object.base.token and copying_duration(object.base.values):
            raise NotImplementedError("copies for a time")
        entered = board.copy()
        entered.rewind(object.copy.event)  # a later object may have the same id
        copied = entered.last_known(object.copy.of)
        if TURNED_OVER in object.facts:
            raise NotImplementedError("a token copy that has transformed")  # 707.8a
        if flipped(object):
            raise NotImplementedError("copies of Rooms and of flipped permanents")
        values = _values_before(board, copied.number, object.copy.event, rules, steps)
        if not object.base.token:  # 707.8a: a token copy of a back face has a front face, too
            values = _without_front(values, copied)
        clauses = (Clause(Itself(), (TakeValues(values, object.copy.exceptions),)),)
        yield Effect(object.id, object.id, clauses, stamp, lasting=True)
    if object.merged and object.base.token and object.copy is not None:
        raise NotImplementedError("a token that copied and merged")
    if object.merged:
        # 730.2a, 702.140e: the characteristics of the topmost component, and the abilities of all components
        top, *others = object.merged
        abilities = (*top.abilities, *(ability for below in others for ability in below.abilities))
        clauses = (Clause(Itself(), (TakeValues(msgspec.structs.replace(top, abilities=abilities)),)),)
        merged = (object.merge_stamp, 0, object.number, 0)
        yield Effect(f"{object.id}<merge>", object.id, clauses, merged, lasting=True)
    if object.face_down and object.base.zone in ("battlefield", "stack"):  # elsewhere, it has no values (406.3a)
        # 708.2a: a 2/2 creature, unless the effect that turned it face down lists other values
        down = TurnedDown() if object.listed is None else TurnedDown(object.listed)
        if object.listed is None and {"disguise", "cloak"} & set(object.facts):  # 702.168a, 701.58a
            ward = (Keyword("Ward", "{2}"),)
            down = TurnedDown(Copiable(types=("Creature",), power=2, toughness=2, abilities=ward))
        clauses = (Clause(Itself(), (down,)),)
        yield Effect(f"{object.id}<face down>", object.id, clauses, stamp, lasting=True)


def _done(found: Footprint, other: Footprint) -> dict[tuple[int, str], set[Doing | None]]:
    """Return the operations on each object to which both versions apply; "they" refers to the previous clause."""
    clauses: Any = found.text[0]
    done: dict[tuple[int, str], set[Doing | None]] = {}
    for (index, id), doings in found.doings.items():
        if (index, id) not in other.doings:
            continue
        head = index
        while isinstance(clauses[head].selector, Same):
            head -= 1
        done.setdefault((head, id), set()).update(doings)
    return done
