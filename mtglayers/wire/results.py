"""JSON types for results, which `mtglayers solve --json` and the server return."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from mtglayers.model.board.start import BEFORE
from mtglayers.model.effects.mana_abilities import INTRINSIC
from mtglayers.model.effects.node import to_data
from mtglayers.model.effects.view import Held, Origin
from mtglayers.model.errors import UnknownChoiceError
from mtglayers.solver.explain.not_applied import unapplied_words
from mtglayers.solver.readings import Readings
from mtglayers.solver.result.result import Statistics
from mtglayers.solver.wording import ability_text, capital, sentence, with_name

from .base import FORMAT, AbilityTree, Data, Names, data_of
from .boards import BoardData
from .steps import CharacteristicsData, LayerData, PlaceData

if TYPE_CHECKING:
    from mtglayers.model.board.board import Board
    from mtglayers.model.rules.edition import Edition
    from mtglayers.solver.explain.not_applied import Unapplied
    from mtglayers.solver.result.players import PlayerResult
    from mtglayers.solver.result.result import Result

SECTIONS: Final = MappingProxyType({
    "unsupported": "lines that are not understood",
    "illegal": "targets, copies, attachments and the like that are not legal",
    "turns_on": "the readings that would change the result; testing each reading takes another solve",
    "board": "the timeline",
    "made": "for each event of the timeline, the ids of the objects that it made and that still exist",
    "objects": "the characteristics of every object",
    "summaries": "each object in one sentence, included in `objects`",
    "rulings": "for each object, what it is and why in a few sentences, included in `objects`",
    "rests_on": "the effects that each object can depend on, included in `objects`",
    "trees": "each ability as a tree, included in `objects`",
    "layers": "the order of application in each layer",
    "steps": "the loops, and the reason, dependencies and changes of each step, included in `layers`",
    "states": "the changed objects after each step, included in `steps`",
    "players": "the players after all effects",
    "loops": "the dependency loops, with the step before which each first appears",
    "unapplied": "the effects that lost their ability before they could apply",
    "statistics": "counts that measure the work of the solve",
    "hints": "the state-based actions that follow, and questions of cards that no event answers",
})  # fmt: skip
"""Name of a section that can be requested -> its content."""

_PART_OF: Final = {
    "summaries": ("objects",), "rulings": ("objects",), "rests_on": ("objects",),
    "trees": ("objects",), "steps": ("layers",), "states": ("layers", "steps"),
}  # fmt: skip
USUAL: Final = tuple(section for section in SECTIONS if section not in ("rulings", "states", "trees"))


class EditionData(Data, frozen=True, kw_only=True):
    """The version of the rules under which the board was solved.

    Attributes:
        key: the edition's key, such as "E25".
        since: the first day of this version.
        until: the last day of this version, or null for the newest.
        rules: subject of a rule ("dependency", "loop", "timestamp" and so on) -> number of the rule in this
            version.
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
    """A line that is not understood and could change characteristics, or a missing fact.

    Attributes:
        object: id of the object, or name of the effect.
        text: the line, or the missing fact.
    """

    object: str
    text: str

    @classmethod
    def in_(cls, result: Result) -> tuple[UnsupportedData, ...]:
        """Return the lines that are not understood on the board of the given result."""
        names = result.explainer.names
        return tuple(cls(object=id, text=with_name(text, names.printed(id))) for id, text in result.unsupported)


class IllegalData(Data, frozen=True, kw_only=True):
    """A part of an event that the rules or a card's text do not allow; the event was played anyway.

    Attributes:
        event: the index of the event in the timeline, from 0; null for the state with which the board begins.
        object: the id of the object that is not legal, or the name of a player.
        reason: the reason.
        rule: the number of the rule.
    """

    event: int | None
    object: str
    reason: str
    rule: str


class AbilityData(Data, frozen=True, kw_only=True):
    """An ability that an object has.

    Attributes:
        text: the ability in English, using the name of the object instead of the name of the card.
        origin: "copiable" for printed and copied abilities, "intrinsic" for abilities of basic land types,
            "granted" for abilities that an effect grants.
        granted_by: the name of the effect that grants the ability, or null.
        id: a name for the place that the ability comes from, which no other ability of the object has: "copiable/3" for
            the third printed or copied ability, "intrinsic/Forest", or "granted/glorious-anthem#1/1" for the first
            ability that an effect grants. It is the same in every answer in which the ability exists.
        printed: the position among the printed or copied abilities, from 1; otherwise null.
        tree: the ability as a tree, if it was requested.
    """

    text: str
    origin: Origin
    granted_by: str | None
    id: str = ""
    printed: int | None = None
    tree: AbilityTree | UnsetType = UNSET

    @classmethod
    def of_all(cls, held: Iterable[Held], name: str, *, trees: bool = False) -> tuple[AbilityData, ...]:
        """Convert the abilities of an object with the given name."""
        ids: Counter[str] = Counter()
        found = []
        for each in held:
            id = _source(each)
            ids[id] += 1
            found.append(cls(
                text=ability_text(each.ability, name), origin=each.origin,
                granted_by=each.granter if each.origin == "granted" else None,
                id=id if ids[id] == 1 else f"{id}/{ids[id]}",
                printed=each.place if each.origin == "copiable" and not each.granter else None,
                tree=to_data(each.ability) if trees else UNSET,
            ))  # fmt: skip
        return tuple(found)


def _source(held: Held) -> str:
    if held.origin == "intrinsic":
        return f"intrinsic/{_BASIC_TYPES[held.ability]}"
    return "/".join(filter(None, (held.origin, held.granter, str(held.place))))


_BASIC_TYPES: Final = {held.ability: subtype for subtype, held in INTRINSIC.items()}


class ObjectData(CharacteristicsData, frozen=True, kw_only=True):
    """An object in a result.

    Attributes:
        id: the object.
        colors: the colors, in the order W, U, B, R, G.
        subtypes: the subtypes, in the order of the type line: printed ones come first.
        power, toughness: the value; null if the object is not a creature.
        base_power, base_toughness: the value after all effects that set it (208.4b); null if the solve ended earlier.
        controller: a player; null for a card that is neither on the battlefield nor on the stack.
        attached_to: id of an object, name of a player, or null.
        tapped: whether the object is tapped; null if it is not on the battlefield.
        abilities: the abilities in order.
        summary: the object in one sentence, if it was requested.
        ruling: what the object is and why, as sentences, if it was requested.
        rests_on: the effects that the object can depend on, if they were requested; these effects are
            sufficient to produce the same object.
    """

    owner: str
    zone: str
    attached_to: str | None
    tapped: bool | None
    abilities: tuple[AbilityData, ...]
    summary: str | UnsetType = UNSET
    ruling: Names | UnsetType = UNSET
    rests_on: Names | UnsetType = UNSET

    @classmethod
    def of(cls, result: Result, id: str, wanted: Container[str] = ("summaries", "rests_on")) -> ObjectData:
        """Convert an object, including the given sections."""
        found = result[id]
        return cls(
            **{name: getattr(found, name) for name in found.__struct_fields__ if name != "abilities"},
            abilities=AbilityData.of_all(result.objects.held(found.id), found.name, trees="trees" in wanted),
            **cls._explained(result, found.id, wanted),
        )

    @classmethod
    def of_all(cls, result: Result, wanted: Container[str]) -> Iterator[ObjectData]:
        """Convert all objects, including the given sections; objects with equal characteristics share their data."""
        made: dict[str, ObjectData] = {}
        for id in result:
            like = result.objects.like(id)
            if like not in made:
                made[like] = cls.of(result, like, ("trees",) if "trees" in wanted else ())
            yield msgspec.structs.replace(made[like], id=id, **cls._explained(result, id, wanted))

    @staticmethod
    def _explained(result: Result, id: str, wanted: Container[str]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if "summaries" in wanted:
            found["summary"] = result.explainer.summary(id)
        if "rulings" in wanted:
            found["ruling"] = result.ruling(id)
        if "rests_on" in wanted:
            found["rests_on"] = result.explainer.effects(id)
        return found


class PlayerData(Data, frozen=True, kw_only=True):
    """A player after all effects (613.10, 613.11).

    Attributes:
        max_hand_size: the maximum hand size; null if there is no maximum.
        land_plays: number of lands that the player may play in a turn; null if there is no limit.
        abilities: the player's abilities, in English.
        facts: name of a fact, such as "life", "hand" or "poison" -> number.
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
    """A dependency loop (613.8b).

    Attributes:
        step: the number of the step before which the loop first appears.
        members: names of the effects, oldest first.
    """

    layer: str
    step: int
    members: Names


class UnappliedData(Data, frozen=True, kw_only=True):
    """An effect that ceased to exist before it could apply in a layer (613.8a).

    Attributes:
        source: id of the effect's source.
        gone: "ability" if the ability was removed, "condition" if its condition failed.
        by: the name of the effect that removed the ability or made the condition fail.
        at: the step in which this happened.
        words: the reason as a sentence.
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
        """Convert an effect that never applied; `words` is the reason as a sentence."""
        return data_of(cls, lost, at=PlaceData.of(lost.at), words=words)

    @classmethod
    def in_(cls, result: Result) -> tuple[UnappliedData, ...]:
        """Return the effects that never applied in the given result."""
        names = result.explainer.names
        return tuple(cls.of(lost, unapplied_words(lost, names, result)) for lost in result.explainer.unapplied)


class HintData(Data, frozen=True, kw_only=True):
    """A state-based action that follows, or a question that no event answers.

    Attributes:
        objects: ids of the objects.
        words: the action or question as a sentence.
        rule: the number of the rule for an action, or null.
        line: a line of notation that answers the question, or null.
    """

    objects: Names
    words: str
    rule: str | None
    line: str | None

    @classmethod
    def on(cls, result: Result, board: Board | None) -> Iterator[HintData]:
        """Return the hints for a result; without the board, only state-based actions."""
        from mtglayers.solver.explain.state_based import state_based_actions
        from mtglayers.solver.questions.unanswered import unanswered

        for action in state_based_actions(result):
            yield cls(objects=action.objects, words=sentence(action.words), rule=action.rule, line=None)
        if board is None:
            return
        for asked in unanswered(board, result):
            yield cls(objects=(asked.object,), words=sentence(capital(str(asked))), rule=None, line=asked.line)


class ResultData(Data, frozen=True, kw_only=True):
    """The result of a solve, with the requested sections.

    Attributes:
        edition: the edition of the rules.
        readings: the readings of questions that the rules leave open.
        unsupported: lines that are not understood, which can make the result wrong.
        illegal: the parts of events that are not legal.
        turns_on: names of the readings that would change the result.
        board: the board; null if it was not given.
        made: for each event, the ids of the objects that it made and that still exist; null if the board was not given.
        objects: the objects, ordered by timestamp.
        layers: the layers in order of application.
        players: the players in turn order.
        loops: the dependency loops.
        unapplied: effects that never applied.
        statistics: counts that measure the work of the solve.
        hints: the state-based actions that follow, and questions that no event answers.
        version: the name of this answer, if changes were requested.
        since: the earlier version with which this answer is complete; sections and objects that have not changed are
            absent, as are the edition and the readings. Without this key, the answer is complete by itself.
        gone: the ids of the objects that exist only in that version.
        order: the ids of all objects, present only if they are not in the order of that version, with the new objects
            at the end.
    """

    format: int
    edition: EditionData | UnsetType = UNSET
    readings: Readings | UnsetType = UNSET
    unsupported: tuple[UnsupportedData, ...] | UnsetType = UNSET
    illegal: tuple[IllegalData, ...] | UnsetType = UNSET
    turns_on: Names | UnsetType = UNSET
    board: BoardData | UnsetType | None = UNSET
    made: tuple[Names, ...] | UnsetType | None = UNSET
    objects: tuple[ObjectData, ...] | UnsetType = UNSET
    layers: tuple[LayerData, ...] | UnsetType = UNSET
    players: tuple[PlayerData, ...] | UnsetType = UNSET
    loops: tuple[LoopData, ...] | UnsetType = UNSET
    unapplied: tuple[UnappliedData, ...] | UnsetType = UNSET
    statistics: Statistics | UnsetType = UNSET
    hints: tuple[HintData, ...] | UnsetType = UNSET
    version: str | UnsetType = UNSET
    since: str | UnsetType = UNSET
    gone: Names | UnsetType = UNSET
    order: Names | UnsetType = UNSET

    @classmethod
    def of(
        cls, result: Result, board: Board | None = None, *, include: Iterable[str] = USUAL,
        objects: Iterable[str] | None = None,
    ) -> ResultData:  # fmt: skip
        """Convert a result; `answers.result_data` describes the arguments."""
        wanted = _wanted(include)
        steps, states = "steps" in wanted, "states" in wanted
        sections: dict[str, Callable[[], Any]] = {
            "unsupported": lambda: UnsupportedData.in_(result),
            "illegal": lambda: tuple(data_of(IllegalData, each) for each in result.illegal),
            "turns_on": lambda: turns_on(result),
            "board": lambda: None if board is None else BoardData.of(board),
            "made": lambda: None if board is None else _made(board),
            "objects": lambda: tuple(_objects(result, objects, wanted)),
            "layers": lambda: tuple(LayerData.of(layer, steps=steps, states=states) for layer in result.layers),
            "players": lambda: tuple(map(PlayerData.of, result.players.values())),
            "loops": lambda: tuple(data_of(LoopData, loop) for loop in result.loops),
            "unapplied": lambda: UnappliedData.in_(result),
            "statistics": lambda: result.statistics,
            "hints": lambda: tuple(HintData.on(result, board)),
        }
        made = {section: make() for section, make in sections.items() if section in wanted}
        return cls(format=FORMAT, edition=EditionData.of(result.edition), readings=result.readings, **made)


def result(found: Result | bytes | dict[str, Any], board: Board | None = None) -> ResultData:
    """Return a result as data, which `encoded` converts to JSON.

    Args:
        found: a result, its JSON, or its JSON data.
        board: the board, if the data should include it.

    Raises:
        msgspec.ValidationError: the data is not a result.
    """
    if isinstance(found, bytes):
        return msgspec.json.decode(found, type=ResultData)
    return msgspec.convert(found, ResultData) if isinstance(found, dict) else ResultData.of(found, board)


def _made(board: Board) -> tuple[Names, ...]:
    found: list[list[str]] = [[] for _ in board.events]
    for each in board.objects.values():
        if each.entered != BEFORE:
            found[each.entered].append(each.id)
    return tuple(map(tuple, found))


def turns_on(result: Result) -> Names:
    """Return the names of the readings that would change a result."""
    return tuple(reading.name for reading in result.turns_on)


def _wanted(sections: Iterable[str]) -> frozenset[str]:
    wanted = set(sections)
    for section in sorted(wanted.difference(SECTIONS)):
        raise UnknownChoiceError("section", section, tuple(SECTIONS))
    return frozenset(wanted.union(*(_PART_OF.get(section, ()) for section in wanted)))


def _objects(result: Result, ids: Iterable[str] | None, wanted: Container[str]) -> Iterable[ObjectData]:
    if ids is None:
        return ObjectData.of_all(result, wanted)
    chosen = {result[id].id for id in ids}
    return (ObjectData.of(result, id, wanted) for id in result if id in chosen)


__all__ = [
    "SECTIONS", "AbilityData", "EditionData", "HintData", "IllegalData", "LoopData", "ObjectData", "PlayerData",
    "ResultData", "UnappliedData", "UnsupportedData", "result", "turns_on",
]  # fmt: skip
