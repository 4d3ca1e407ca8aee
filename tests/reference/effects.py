"""The effects of abilities, counters and resolved spells, with their timestamps (613.7)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.amounts.base import Number
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Clause, Operation
from mtglayers.model.effects.operations.abilities import Gain
from mtglayers.model.effects.operations.power_toughness import ModifyPT
from mtglayers.model.effects.operations.types import AddSupertypes
from mtglayers.model.effects.selectors import Itself
from mtglayers.model.events.changes import Marks
from mtglayers.model.objects.gameobject import GameObject, ResolvedEffect
from mtglayers.model.rules.vocabulary import KEYWORD_COUNTERS, pt_counter

from .changes import clauses_of, condition_of, is_defining
from .objects import Characteristics, Effect, Has, State
from .rules import Rules


def static_effect(id: str, it: Characteristics, has: Has, rules: Rules) -> Effect:
    """Return the effect of a static ability.

    613.7a: its timestamp is that of the object or that of the effect that created the ability, whichever is
    later; an object that gets a new timestamp keeps its own effects and the granted ones in their order.
    Before 2021-02-15 such effects have one timestamp and no rule orders them: the same order is taken.
    Before 2005-10-01 it is the object's.
    """
    name = f"{id}#{has.place}"
    if has.origin == "granted":
        name = f"{id}<{has.granter}>" + (f"#{has.place}" if has.place > 1 else "")
    stamp, behind = (it["stamp"], -1, 0, has.place), 0
    if has.granted >= 0:
        latest = max(it["stamp"], has.granted) if rules.granting_counts else it["stamp"]
        stamp = (latest, has.granted, it["stamp"], has.place)
        if rules.granted_stay_later and it["first stamp"] < it["stamp"]:
            if has.granted == it["stamp"]:  # an effect that the object grants itself never has the later timestamp
                stamp = (latest, -1, it["stamp"], has.place)
            elif it["first stamp"] < has.granted < it["stamp"]:
                behind = has.granted
    return Effect(
        name=name,
        source=id,
        clauses=clauses_of(has.ability),
        condition=condition_of(has.ability),
        stamp=stamp,
        behind=behind,
        cda=is_defining(has, rules),
    )


def counter_effects(object: GameObject) -> Iterator[Effect]:
    """Yield the effects of counters, which change power and toughness (122.1a) or give a keyword (122.1b).

    613.7c: all counters of one kind on an object have the timestamp of the newest of them.
    """
    for counter in object.counters:
        size = pt_counter(counter.kind)
        if not counter.count:
            continue
        if size is not None:
            power, toughness = (Number(counter.count * each) for each in size)
            operation: Operation = ModifyPT(power, toughness)
            name = object.id + (counter.kind if counter.kind[0] in "+-" else "+" + counter.kind)
        elif counter.kind in KEYWORD_COUNTERS:
            # 113.2c: one instance for each counter
            operation = Gain((Keyword(counter.kind.capitalize()),) * counter.count)
            name = f"{object.id}+{counter.kind}"
        else:
            continue
        yield Effect(
            name=name,
            source=object.id,
            clauses=(Clause(Itself(), (operation,)),),
            stamp=(counter.stamp, 0, object.number, 0),
            origin="counters",
            lasting=True,
        )


def suspicion(object: GameObject) -> Iterator[Effect]:
    """Yield the effect that gives a suspected permanent menace and "This creature can't block" (701.60c)."""
    if "suspected" in object.facts:
        yield Effect(
            name=f"{object.id}<suspected>",
            source=object.id,
            clauses=(
                Clause(Itself(), (Gain((Keyword("Menace"), TextAbility("rule", "This creature can't block."))),)),
            ),
            stamp=(dict(object.designated)["suspected"], 0, object.number, 0),
            lasting=True,
        )


def ring_bearers(board: Board, state: State, before: Callable[[int], State]) -> list[str]:
    """Return the ids of the Ring-bearers (701.54a).

    It is the last creature that a player chose, until another player gains control of it. `before` returns
    the board just before an event.
    """
    named = [object for object in board.objects.values() if "ring_bearer" in object.facts]
    found: dict[int | None, str | None] = {}
    for object in sorted(named, key=lambda object: dict(object.designated)["ring_bearer"]):
        since = max(
            place for place, event in enumerate(board.events)
            if isinstance(event, Marks) and event.marks == object.id and ("ring_bearer", True) in event.set
        )  # fmt: skip
        states = [*(before(event) for event in range(since + 1, len(board.events))), state]
        controllers = [each.objects[object.id]["controller"] for each in states if object.id in each.objects]
        found[controllers[0]] = object.id if len(set(controllers)) == 1 else None
    return [id for id in found.values() if id is not None]


def ring_effect(board: Board, id: str, controller: int | None) -> Effect:
    """Return the effect of an emblem that makes the Ring-bearer legendary (701.54c).

    613.7d: it has the timestamp of the emblem, which is that of the card with this name or of the first temptation; if
    neither is recorded, it has the timestamp of the choice of the Ring-bearer.
    """
    bearer = board.object(id)
    emblems = [each for each in board.objects.values() if each.card.emblem and each.card.faces[0].name == "The Ring"]
    stamps = dict(board.rings) | {emblem.base.owner: emblem.stamp for emblem in emblems}
    stamp = next((stamps[player] for player in stamps if player == controller), dict(bearer.designated)["ring_bearer"])
    return Effect(
        name=f"{id}<Ring-bearer>",
        source=id,
        clauses=(Clause(Itself(), (AddSupertypes(("Legendary",)),)),),
        stamp=(stamp, 0, bearer.number, 0),
        lasting=True,
    )


def sticker_effects(object: GameObject) -> Iterator[Effect]:
    """Yield the effects of stickers: added words, abilities, power and toughness (123.6c, 123.7, 123.8)."""
    seen: list[str] = []
    for sticker in object.stickers:
        seen.append(sticker.kind)
        place = seen.count(sticker.kind)
        yield Effect(
            name=f"{object.id}<{sticker.kind} sticker>" + (f"#{place}" if place > 1 else ""),
            source=object.id,
            clauses=(Clause(Itself(), (sticker.operation(),)),),
            stamp=(sticker.stamp, 0, object.number, 0),  # 613.7k
            lasting=True,
        )


def resolved_effect(effect: ResolvedEffect, state: State, stopped: Collection[int] = ()) -> Effect:
    """Return the effect of a resolved spell or ability whose objects and numbers are known (611.2).

    The clauses whose indexes are `stopped` do nothing any more.
    """
    if any(clause.duration.endswith(" leaves the battlefield") for clause in effect.clauses):  # 611.2b
        raise NotImplementedError("until an object leaves")
    context = effect.context
    return Effect(
        name=effect.name,
        source=state.id_of(context.source),
        clauses=tuple(
            msgspec.structs.replace(part, operations=()) if place in stopped else part
            for place, part in enumerate(effect.clauses)
            if place not in effect.over
        ),
        # If it has its object's timestamp (before 613.7n), it comes after the object's static abilities, as it does
        # now, but not after abilities that this effect or a later one granted.
        stamp=(effect.stamp, effect.stamp, 0, 0),
        # The continuing effect of a static ability whose source has left is still that of a static ability.
        origin="static" if effect.lingers else "resolved",
        lasting=True,
        you=context.you,
        targets=tuple(_target(number, state) for number in context.targets),
        x=context.x,
        choices=context.choices,
        target_players=context.target_players,
        told=context.told or (),
        triggered=state.id_of(context.triggered_by),
    )


def _target(number: int, state: State) -> str | None:
    """Return the id of a target, or of the permanent that a targeted spell has become (400.7a)."""
    became = state.board.by_number(number).became
    return state.id_of(number) or state.id_of(became)
