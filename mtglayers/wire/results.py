"""Results as JSON: what `mtglayers solve --json` prints and the server answers."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from mtglayers.model.effects.view import Origin
from mtglayers.model.errors import UnknownChoiceError
from mtglayers.solver.explain.not_applied import unapplied_words
from mtglayers.solver.readings import Readings
from mtglayers.solver.result.characteristics import held_by
from mtglayers.solver.wording import ability_text, with_name

from .base import FORMAT, Data, Names, data_of
from .boards import BoardData
from .steps import LayerData, PlaceData

if TYPE_CHECKING:
    from mtglayers.model.board.board import Board
    from mtglayers.model.rules.edition import Edition
    from mtglayers.solver.explain.choices import Unapplied
    from mtglayers.solver.result.players import PlayerResult
    from mtglayers.solver.result.result import Result

SECTIONS: Final = MappingProxyType({
    "unsupported": "lines that are not understood",
    "turns_on": "the readings under which the board would come out differently: a solve for each",
    "board": "the timeline",
    "objects": "what every object is",
    "summaries": "of each object, too, what it is in one sentence",
    "rests_on": "of each object, too, the effects that it can depend on",
    "layers": "the order of application in each layer",
    "steps": "of each layer, too, its loops and steps: why, by which dependencies, what each changed",
    "states": "of each step, too, what it changed of objects as that is after it",
    "players": "what effects make of the players",
    "loops": "the dependency loops, where they first showed",
    "unapplied": "the effects that lost their ability before their turn",
    "statistics": "how much work it was",
})  # fmt: skip
"""The parts of a result that can be asked for one by one, and what each has."""

_PART_OF: Final = {
    "summaries": ("objects",), "rests_on": ("objects",), "steps": ("layers",), "states": ("layers", "steps"),
}  # fmt: skip
USUAL: Final = tuple(section for section in SECTIONS if section != "states")


class EditionData(Data, frozen=True, kw_only=True):
    """The text of the rules that the board was solved under.

    Attributes:
        key: the edition's key: "E25".
        since: the first day on which that text was in force.
        until: the last day, or null for the newest.
        rules: what a rule is about ("dependency", "loop", "timestamp" ...) -> its number in that text.
    """

    key: str
    since: str
    until: str | None
    rules: dict[str, str]

    @classmethod
    def of(cls, edition: Edition) -> EditionData:
        until = None if edition.until is None else edition.until.isoformat()
        return cls(key=edition.key, since=edition.since.isoformat(), until=until, rules=dict(edition.rules))


class UnsupportedData(Data, frozen=True, kw_only=True):
    """A line that could touch characteristics and is not understood, or something that is not recorded.

    Attributes:
        object: id of the object, or name of the effect.
        text: the line, or what is missing.
    """

    object: str
    text: str

    @classmethod
    def in_(cls, result: Result) -> tuple[UnsupportedData, ...]:
        """Return what of a result's board is not understood."""
        names = result.explainer.names
        return tuple(cls(object=id, text=with_name(text, names.printed(id))) for id, text in result.unsupported)


class AbilityData(Data, frozen=True, kw_only=True):
    """An ability that an object has.

    Attributes:
        text: in English; the object's own name stands where the card says its name.
        origin: "copiable": printed or copied; "intrinsic": of a basic land type; "granted": by an effect.
        granted_by: name of that effect, or null.
    """

    text: str
    origin: Origin
    granted_by: str | None


class ObjectData(Data, frozen=True, kw_only=True):
    """What an object is: its characteristics, and what they depend on.

    Attributes:
        id: the object.
        colors: of W, U, B, R, G, in this order.
        power, toughness: null for what is not a creature.
        base_power, base_toughness: after everything that sets them (208.4b); null where the solve ended before.
        controller: a player; null for a card off the battlefield and the stack.
        attached_to: id of an object, name of a player, or null.
        tapped: null off the battlefield.
        abilities: in order.
        summary: what it is, in one sentence; absent where it was not asked for.
        rests_on: the effects that it can depend on: with these alone it comes out the same; absent likewise.
    """

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
    owner: str
    zone: str
    attached_to: str | None
    tapped: bool | None
    abilities: tuple[AbilityData, ...]
    summary: str | UnsetType = UNSET
    rests_on: Names | UnsetType = UNSET

    @classmethod
    def of(cls, result: Result, id: str, wanted: Container[str] = ("summaries", "rests_on")) -> ObjectData:
        """Return what an object is; `wanted`: which of the sections "summaries" and "rests_on"."""
        found, explainer = result[id], result.explainer
        abilities = tuple(
            AbilityData(
                text=ability_text(held.ability, found.name), origin=held.origin,
                granted_by=held.granter if held.origin == "granted" else None,
            )
            for held in held_by(result.trace.state, explainer.number(found.id))
        )  # fmt: skip
        return cls(
            **{name: getattr(found, name) for name in found.__struct_fields__ if name != "abilities"},
            abilities=abilities,
            summary=explainer.summary(found.id) if "summaries" in wanted else UNSET,
            rests_on=explainer.effects(found.id) if "rests_on" in wanted else UNSET,
        )  # fmt: skip


class PlayerData(Data, frozen=True, kw_only=True):
    """What effects make of a player (613.10, 613.11).

    Attributes:
        max_hand_size: null where there is no maximum.
        land_plays: lands the player may play on each turn of theirs; null: any number.
        abilities: abilities that players can have, as texts.
        facts: life, hand, library, graveyard, poison -> number.
    """

    name: str
    max_hand_size: int | None
    land_plays: int | None
    abilities: Names
    facts: dict[str, int]

    @classmethod
    def of(cls, player: PlayerResult) -> PlayerData:
        return cls(
            name=player.name, max_hand_size=player.max_hand_size, land_plays=player.land_plays,
            abilities=tuple(map(ability_text, player.abilities)), facts=dict(player.facts),
        )  # fmt: skip


class LoopData(Data, frozen=True, kw_only=True):
    """A dependency loop (613.8b), where it first showed.

    Attributes:
        layer: the layer.
        step: number of the step before which it showed.
        members: names of the effects, oldest first.
    """

    layer: str
    step: int
    members: Names


class UnappliedData(Data, frozen=True, kw_only=True):
    """An effect that lost its ability before its turn and never applied in a layer (613.8a).

    Attributes:
        layer: the layer.
        effect, source: its name, and the id of the object it is of.
        gone: what it lacks.
        by, at: name of the effect that made it so, and in which step.
        words: the same as a sentence.
    """

    layer: str
    effect: str
    source: str
    gone: str
    by: str
    at: PlaceData
    words: str

    @classmethod
    def of(cls, lost: Unapplied, words: str) -> UnappliedData:
        """Return an effect that never applied; `words` say so."""
        return data_of(cls, lost, at=PlaceData.of(lost.at), words=words)

    @classmethod
    def in_(cls, result: Result) -> tuple[UnappliedData, ...]:
        """Return the effects that never applied in a result."""
        names = result.explainer.names
        return tuple(cls.of(lost, unapplied_words(lost, names, result)) for lost in result.explainer.unapplied)


class StatisticsData(Data, frozen=True, kw_only=True):
    """How much work a solve did.

    Attributes:
        objects: objects on the board.
        effects: different effects that applied somewhere.
        steps: applications.
        trials: trial applications (613.8a).
        edges: dependencies found on the way; the full graph of a step may have more.
        loops: loops that decided a step.
        reused: steps taken over from an earlier result.
    """

    objects: int
    effects: int
    steps: int
    trials: int
    edges: int
    loops: int
    reused: int


class ResultData(Data, frozen=True, kw_only=True):
    """What a solve answers. Its sections, from `unsupported` on, may be absent where they were not asked for.

    Attributes:
        format: the number of this shape.
        edition: the rules.
        readings: the readings of what the rules leave open.
        unsupported: lines that are not understood: where there are any, the answer may be wrong about them.
        turns_on: names of the readings under which the board would come out differently.
        board: the timeline; null where the board was not at hand.
        objects: in the order of timestamps.
        layers: in order of application.
        players: in turn order.
        loops: every dependency loop.
        unapplied: effects that never applied.
        statistics: how much work it was.
    """

    format: int
    edition: EditionData
    readings: Readings
    unsupported: tuple[UnsupportedData, ...] | UnsetType = UNSET
    turns_on: Names | UnsetType = UNSET
    board: BoardData | UnsetType | None = UNSET
    objects: tuple[ObjectData, ...] | UnsetType = UNSET
    layers: tuple[LayerData, ...] | UnsetType = UNSET
    players: tuple[PlayerData, ...] | UnsetType = UNSET
    loops: tuple[LoopData, ...] | UnsetType = UNSET
    unapplied: tuple[UnappliedData, ...] | UnsetType = UNSET
    statistics: StatisticsData | UnsetType = UNSET

    @classmethod
    def of(
        cls, result: Result, board: Board | None = None, *, include: Iterable[str] = USUAL,
        objects: Iterable[str] | None = None,
    ) -> ResultData:  # fmt: skip
        """Return a result.

        Args:
            result: the result.
            board: the board that it is the result of.
            include: names of `SECTIONS`; the others are not computed.
            objects: ids of the objects to include; default: all.

        Raises:
            UnknownChoiceError: there is no such section.
            UnknownObjectError: there is no such object.
        """
        wanted = _wanted(include)
        steps, states = "steps" in wanted, "states" in wanted
        sections: dict[str, Callable[[], Any]] = {
            "unsupported": lambda: UnsupportedData.in_(result),
            "turns_on": lambda: turns_on(result),
            "board": lambda: None if board is None else BoardData.of(board),
            "objects": lambda: tuple(ObjectData.of(result, id, wanted) for id in _chosen(result, objects)),
            "layers": lambda: tuple(LayerData.of(layer, steps=steps, states=states) for layer in result.layers),
            "players": lambda: tuple(map(PlayerData.of, result.players.values())),
            "loops": lambda: tuple(data_of(LoopData, loop) for loop in result.loops),
            "unapplied": lambda: UnappliedData.in_(result),
            "statistics": lambda: data_of(StatisticsData, result.statistics),
        }
        made = {section: make() for section, make in sections.items() if section in wanted}
        return cls(format=FORMAT, edition=EditionData.of(result.edition), readings=result.readings, **made)


def result(found: Result | bytes | dict[str, Any], board: Board | None = None) -> ResultData:
    """Return a result as the value that goes over the wire; `encoded` makes its JSON.

    Args:
        found: a result, JSON, or JSON data.
        board: the board that it is the result of, to be included.

    Raises:
        msgspec.ValidationError: the data is not a result.
    """
    if isinstance(found, bytes):
        return msgspec.json.decode(found, type=ResultData)
    return msgspec.convert(found, ResultData) if isinstance(found, dict) else ResultData.of(found, board)


def turns_on(result: Result) -> Names:
    """Return the names of the readings under which the board would come out differently."""
    return tuple(reading.name for reading in result.turns_on)


def _wanted(sections: Iterable[str]) -> frozenset[str]:
    wanted = set(sections)
    for section in sorted(wanted.difference(SECTIONS)):
        raise UnknownChoiceError("section", section, tuple(SECTIONS))
    return frozenset(wanted.union(*(_PART_OF.get(section, ()) for section in wanted)))


def _chosen(result: Result, objects: Iterable[str] | None) -> Iterable[str]:
    if objects is None:
        return result
    ids = {result[id].id for id in objects}
    return (id for id in result if id in ids)


__all__ = [
    "SECTIONS", "AbilityData", "EditionData", "LoopData", "ObjectData", "PlayerData", "ResultData", "StatisticsData",
    "UnappliedData", "UnsupportedData", "result", "turns_on",
]  # fmt: skip
