"""Results as JSON data: one documented shape for every program that reads them.

The shape, in words; as types it is `mtglayers.wire`, as JSON Schema `mtglayers schema result`, and `docs/schema.md`
says when `FORMAT` grows. All but `format`, `edition` and `readings` can be asked for section by section (`SECTIONS`)::

    format        the number of this shape
    edition       key, since, until (dates; until is null for the newest), rules (what a rule is about -> its number)
    readings      reading -> value
    board         the timeline, in the shape of a puzzle; null where the board was not at hand
    objects       list in timestamp order; each has
                    id name mana_cost mana_value colors supertypes types subtypes power toughness
                    base_power base_toughness loyalty defense controller owner zone attached_to tapped
                    abilities      list of text, origin (copiable, intrinsic, granted), granted_by (effect or null)
                    summary        the object in one sentence
                    rests_on       the effects that it can rest on: with these alone it comes out the same. Quickly
                                   found, and so there may be some that are not needed: an explanation leaves those
                                   out (its `effects`)
    layers        list in order of application; each has name, rule, title, order (effects), loops, steps;
                  each step has
                    step effect called source timestamp cda going_on
                    why            alone, oldest, waited, loop, released
                    rule because   the rule and the sentence that say why
                    waiting loop   older effects that had to wait; members of the loop that it broke
                    scope          ids
                    operations     list of operation (a tree), words, objects
                    edges          before the step: effect, on, reasons, witness
                    changed        list of id, changes: how the step changed each object (see `changes` below)
                    after          only if asked for: those objects after it, each with id and what `changed`
                                   names, as in `objects`; abilities are not repeated
    players       list of name, max_hand_size and land_plays (null: no limit), abilities (texts), facts (life hand
                  library graveyard poison)
    loops         list of layer, step, members
    unapplied     effects that lost their ability before their turn: layer, effect, source, gone, by, at, words
    turns_on      names of the readings under which the board would come out differently
    unsupported   lines that are not understood: object, text
    statistics    objects effects steps trials edges loops; reused: steps taken over from an earlier result

Explanations, and the pairs of a step: `mtglayers.solver.why_data`.

The difference of two results, "one" and "other" (`difference_data`)::

    format        as above
    same          whether nothing differs
    editions readings                   one, other: under which rules each was solved
    objects       only_one, only_other (ids), and differ: list of id, one, other (each in one sentence), changes
    layers        list of title, after (the layers), one and other; each has
                    name           null where that result has no such layer, or ended before it; "5, 6" where
                                   one layer of the other holds what two hold here
                    order          effects
                    dependencies   those that the other side lacks: effect, on, reasons, witness, step
                    loops          those that the other side lacks: lists of members
    effects       one, other: effects that applied on that side alone
    players       list of name, only (one, other, null), changes
    ended         one, other: the layer beyond which that side was not looked at, though the other was; or null
    changes       list of what (a characteristic); one, other (its values), or for what has several values lost,
                  gained
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import msgspec

from mtglayers.model.effects.node import to_data
from mtglayers.model.effects.view import Mask
from mtglayers.model.errors import UnknownChoiceError

from .explain.choices import Unapplied
from .explain.not_applied import unapplied_words
from .questions.compare import step_changes
from .result.characteristics import Characteristics, fields, held_by
from .wording import ability_text, operation_words, with_name

if TYPE_CHECKING:
    from mtglayers.model.board.board import Board

    from .engine.trace import LayerResult, Step
    from .questions.compare import Contrast, Difference, Side
    from .result.players import PlayerResult
    from .result.result import Result

FORMAT: Final = 2
"""The number of the shape."""

SECTIONS: Final = MappingProxyType({
    "unsupported": "lines that are not understood",
    "turns_on": "the readings under which the board would come out differently: a solve for each",
    "board": "the timeline",
    "objects": "what every object is",
    "summaries": "of each object, too, what it is in one sentence",
    "rests_on": "of each object, too, the effects that it can rest on",
    "layers": "the order of application in each layer",
    "steps": "of each layer, too, its loops and steps: why, by which dependencies, what each changed",
    "states": "of each step, too, what it changed of objects as that is after it",
    "players": "what effects make of the players",
    "loops": "the dependency loops, where they first showed",
    "unapplied": "the effects that lost their ability before their turn",
    "statistics": "how much work it was",
})  # fmt: skip
"""The parts of a result that can be asked for one by one, and what each tells."""

_PART_OF: Final = {
    "summaries": ("objects",), "rests_on": ("objects",), "steps": ("layers",), "states": ("layers", "steps"),
}  # fmt: skip
_USUAL: Final = tuple(section for section in SECTIONS if section != "states")


def result_data(
    result: Result, board: Board | None = None, *, states: bool = False, include: Iterable[str] = _USUAL,
    objects: Iterable[str] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Return a result as JSON data, the same on every run; the module's docstring tells the shape.

    Args:
        result: the result.
        board: the board that it is the result of, to be told with it.
        states: whether each step tells what the objects that it changed are after it: the section of that name.
        include: which of the `SECTIONS` are told, by default all others; what is not asked for is not worked out.
        objects: ids of the objects that are told; default: all.

    Raises:
        UnknownChoiceError: there is no such section.
        UnknownObjectError: there is no such object.
    """
    wanted = _wanted((*include, "states") if states else include)
    explainer = result.explainer
    told: dict[str, Callable[[], Any]] = {
        "unsupported": lambda: _unsupported_data(result),
        "turns_on": lambda: _turns_on_data(result),
        "board": lambda: None if board is None else board.to_data(),
        "objects": lambda: [_object_data(result, id, wanted) for id in _chosen(result, objects)],
        "layers": lambda: [_layer_data(result, layer, wanted) for layer in result.layers],
        "players": lambda: [player_data(player) for player in result.players.values()],
        "loops": lambda: [
            {"layer": loop.layer, "step": loop.step, "members": list(loop.members)} for loop in result.loops
        ],
        "unapplied": lambda: [
            unapplied_data(lost, unapplied_words(lost, explainer.names, result)) for lost in explainer.unapplied
        ],
        "statistics": lambda: msgspec.to_builtins(result.statistics),
    }
    return {**_rules_data(result), **{section: tell() for section, tell in told.items() if section in wanted}}


def _wanted(sections: Iterable[str]) -> frozenset[str]:
    """Return the sections asked for, with those that they are a part of."""
    wanted = set(sections)
    for section in sorted(wanted.difference(SECTIONS)):
        raise UnknownChoiceError("section", section, tuple(SECTIONS))
    return frozenset(wanted.union(*(_PART_OF.get(section, ()) for section in wanted)))


def _chosen(result: Result, objects: Iterable[str] | None) -> Iterable[str]:
    """Return ids in the order of timestamps: of all objects, or of those."""
    if objects is None:
        return result
    ids = {result[id].id for id in objects}
    return (id for id in result if id in ids)


def head_data(result: Result) -> dict[str, Any]:
    """Return under which rules a result holds, and what of it is open, as JSON data."""
    return {**_rules_data(result), "unsupported": _unsupported_data(result), "turns_on": _turns_on_data(result)}


def _rules_data(result: Result) -> dict[str, Any]:
    edition = result.edition
    return {
        "format": FORMAT,
        "edition": {
            "key": edition.key,
            "since": edition.since.isoformat(),
            "until": None if edition.until is None else edition.until.isoformat(),
            "rules": dict(edition.rules),
        },
        "readings": msgspec.to_builtins(result.readings),
    }


def _unsupported_data(result: Result) -> list[dict[str, Any]]:
    names = result.explainer.names
    return [{"object": id, "text": with_name(text, names.printed(id))} for id, text in result.unsupported]


def _turns_on_data(result: Result) -> list[str]:
    return [reading.name for reading in result.turns_on]


def player_data(player: PlayerResult) -> dict[str, Any]:
    """Return what effects make of a player as JSON data."""
    return {
        "name": player.name,
        "max_hand_size": player.max_hand_size,
        "land_plays": player.land_plays,
        "abilities": [ability_text(ability) for ability in player.abilities],
        "facts": dict(player.facts),
    }


def _object_data(result: Result, id: str, wanted: Container[str]) -> dict[str, Any]:
    found: Characteristics = result[id]
    number = result.explainer.number(found.id)
    data: dict[str, Any] = {
        name: list(value) if isinstance(value := getattr(found, name), tuple) else value
        for name in found.__struct_fields__
        if name != "abilities"
    }  # fmt: skip
    data["abilities"] = [
        {
            "text": ability_text(held.ability, found.name),
            "origin": held.origin,
            "granted_by": held.granter if held.origin == "granted" else None,
        }
        for held in held_by(result.walk.facts, number)
    ]
    if "summaries" in wanted:
        data["summary"] = result.explainer.summary(found.id)
    if "rests_on" in wanted:
        data["rests_on"] = list(result.explainer.effects(found.id))
    return data


def object_text(result: Result, id: str) -> tuple[object, ...]:
    """Return everything about an object but its id, to tell whether two are alike; of a player, the name."""
    if id in result.players and id not in result.objects:
        return (id,)
    found = result[id]
    return tuple(getattr(found, name) for name in found.__struct_fields__ if name != "id")


def _layer_data(result: Result, layer: LayerResult, wanted: Container[str]) -> dict[str, Any]:
    data: dict[str, Any] = {"name": layer.name, "rule": layer.rule, "title": layer.title, "order": list(layer.order)}
    if "steps" in wanted:
        data["loops"] = [list(members) for members in layer.loops]
        data["steps"] = [step_data(result, step, states="states" in wanted) for step in layer.steps]
    return data


def step_data(result: Result, step: Step, *, states: bool = False) -> dict[str, Any]:
    """Return one application as JSON data; with `states` the objects that it changed are told as they are after it."""
    turn = result.explainer.reason(step)
    world = step.before.world
    changed = step_changes(step)

    def ids(mask: Mask) -> list[str]:
        return [found.id for number, found in world.objects.items() if mask >> number & 1]

    return {
        "step": step.number,
        "effect": step.effect,
        "called": result.explainer.names.effect(step.effect, step.layer),
        "source": step.source,
        "timestamp": step.timestamp,
        "cda": step.cda,
        "going_on": step.going_on,
        "why": step.choice.why,
        "rule": step.rule,
        "because": turn.because,
        "waiting": list(step.choice.waiting),
        "loop": list(step.choice.loop),
        "scope": list(step.scope),
        "operations": [
            {"operation": to_data(operation), "words": operation_words(operation, world.players), "objects": ids(mask)}
            for _, operation, mask in step.footprint.deeds
        ],
        "edges": edges_data(step),
        "changed": [{"id": id, "changes": changes_data(changes)} for id, changes in changed],
        **({"after": _after_data(step, changed)} if states else {}),
    }


def edges_data(step: Step) -> list[dict[str, Any]]:
    """Return the dependencies before a step as JSON data."""
    return [
        {"effect": effect, "on": on, "reasons": list(data["reasons"]), "witness": list(data["witness"])}
        for effect, on, data in step.graph.edges(data=True)
    ]


def _after_data(step: Step, changed: Iterable[tuple[str, Iterable[Contrast]]]) -> list[dict[str, Any]]:
    """Return what an application changed of objects, as it is after it; abilities are not repeated."""
    numbers = {found.id: number for number, found in step.after.world.objects.items()}
    sets = step.after if step.layer == step.walk.edition.place("set") else None
    return [
        {
            "id": id,
            **{
                name: list(value) if isinstance(value, tuple) else value
                for name, value in fields(
                    step.after, sets, numbers[id], _characteristics({each.what for each in changes})
                ).items()
            },
        }
        for id, changes in changed
    ]


def _characteristics(wanted: Container[str]) -> list[str]:
    """Return the names of those characteristics, but abilities, in their order."""
    return [name for name in Characteristics.__struct_fields__ if name in wanted and name != "abilities"]


def unapplied_data(lost: Unapplied, words: str) -> dict[str, Any]:
    """Return an effect that never applied as JSON data; `words` say so."""
    return {
        "layer": lost.layer,
        "effect": lost.effect,
        "source": lost.source,
        "gone": lost.gone,
        "by": lost.by,
        "at": {"layer": lost.at[0], "step": lost.at[1]},
        "words": words,
    }


def difference_data(found: Difference) -> dict[str, Any]:
    """Return what differs between two results as JSON data; the module's docstring tells the shape."""
    return {
        "format": FORMAT,
        "same": not found,
        "editions": dict(zip(_SIDES, found.editions, strict=True)),
        "readings": {side: list(names) for side, names in zip(_SIDES, found.readings, strict=True)},
        "objects": {
            "only_one": list(found.only_one),
            "only_other": list(found.only_other),
            "differ": [
                {"id": each.id, "one": each.one, "other": each.other, "changes": changes_data(each.changes)}
                for each in found.objects
                if each.changes
            ],
        },
        "layers": [
            {"title": each.title, "after": each.after, "one": _side_data(each.one), "other": _side_data(each.other)}
            for each in found.layers
        ],
        "effects": {side: list(names) for side, names in zip(_SIDES, found.effects, strict=True)},
        "players": [
            {"name": each.name, "only": each.only or None, "changes": changes_data(each.changes)}
            for each in found.players
        ],
        "ended": {side: name or None for side, name in zip(_SIDES, found.ended, strict=True)},
    }


_SIDES: Final = ("one", "other")


def changes_data(changes: Iterable[Contrast]) -> list[dict[str, Any]]:
    """Return in which respects an object or player differs as JSON data."""
    return [
        {"what": change.what, "lost": list(change.lost), "gained": list(change.gained)}
        if change.lost or change.gained
        else {"what": change.what, "one": change.one, "other": change.other}
        for change in changes
    ]


def _side_data(side: Side) -> dict[str, Any]:
    return {**plain_data(side), "name": side.name or None}


def plain_data(value: msgspec.Struct) -> dict[str, Any]:
    """Return a value as JSON data, tuples as lists."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(value))
    return found


__all__ = [
    "FORMAT", "SECTIONS", "changes_data", "difference_data", "edges_data", "head_data", "object_text",
    "plain_data", "player_data", "result_data", "step_data", "unapplied_data",
]  # fmt: skip
