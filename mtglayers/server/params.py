"""Types of the parameters and answers of the methods."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from mtglayers.wire import BoardData
from mtglayers.wire.boards import Event

Id = Annotated[str, Meta(description="the id of a board of this session", examples=["b1"])]
Data = dict[str, Any]


class Params(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The parameters of a method."""


class Nothing(Params, frozen=True, kw_only=True):
    """An empty table."""


class Client(Params, frozen=True, kw_only=True):
    """The name of the client."""

    client: Annotated[Any, Meta(description="the name of the client, or any other value; the server ignores it")] = None


class OfBoard(Params, frozen=True, kw_only=True):
    """A board of the session."""

    board: Id


class Push(OfBoard, frozen=True, kw_only=True):
    """One event to play, or several of which either all or none are played."""

    event: Annotated[Event | None, Meta(description="an event")] = None
    events: Annotated[
        tuple[Event, ...] | None, Meta(description="several events, of which either all or none are played")
    ] = None


class Pop(OfBoard, frozen=True, kw_only=True):
    """The number of events to undo."""

    count: Annotated[int, Meta(description="the number of events to undo, the last first", ge=0)] = 1


class Snapshot(OfBoard, frozen=True, kw_only=True):
    """A board to copy."""

    data: Annotated[bool, Meta(description="whether to return the board as data")] = False


class OfRules(Params, frozen=True, kw_only=True):
    """A board, and the rules that apply."""

    board: Annotated[str | BoardData, Meta(description="the id of a board of this session, or a board as data")]
    edition: Annotated[str | None, Meta(description="a date or key of the rules; default: that of the board")] = None
    readings: Annotated[
        str | tuple[str, ...], Meta(description="names of readings of questions that the rules leave open")
    ] = ()


class Walked(OfRules, frozen=True, kw_only=True):
    """A board, the rules that apply, and changes to the order and the number of effects."""

    until: Annotated[str | None, Meta(description="the last layer to apply; default: all", examples=["4"])] = None
    order: Annotated[
        tuple[str, ...] | None,
        Meta(description="names of objects, effects and counters, which get timestamps in this order, oldest first"),
    ] = None
    without: Annotated[tuple[str, ...], Meta(description="names of effects to leave out")] = ()


class Solve(Walked, frozen=True, kw_only=True):
    """A board to solve, and the sections of the result to return."""

    include: Annotated[
        tuple[str, ...],
        Meta(description='sections of the result, which `initialize` lists; `["all"]` for all of them'),
    ] = ("objects", "players", "unsupported", "statistics")
    objects: Annotated[tuple[str, ...] | None, Meta(description="ids of the objects to return; default: all")] = None


class Explain(Walked, frozen=True, kw_only=True):
    """An object to explain, and the style of the text."""

    object: Annotated[str, Meta(description="the id of an object, or the name of a player")]
    register: Annotated[
        Literal["ruling", "learner"], Meta(description="a short text, or a text that explains the rules")
    ] = "ruling"
    width: Annotated[int, Meta(description="maximum number of characters in a line of the text", ge=20, le=1000)] = 80


class Orders(OfRules, frozen=True, kw_only=True):
    """A board, and the timestamps that vary."""

    vary: Annotated[
        Literal["all", "choices"] | tuple[str, ...],
        Meta(description="all timestamps, the players' choices about simultaneous objects, or names of timestamps"),
    ] = "all"  # fmt: skip
    presence: Annotated[bool, Meta(description="whether to solve the board also without each single permanent")] = False
    objects: Annotated[tuple[str, ...], Meta(description="ids of the objects to return; default: all")] = ()
    limit: Annotated[int, Meta(description="the maximum number of solves", ge=1, le=1_000_000)] = 20_000


class Check(Params, frozen=True, kw_only=True):
    """A puzzle."""

    puzzle: Annotated[str | Data, Meta(description="a puzzle as TOML or JSON text, or as data")]


class ForgeRead(Params, frozen=True, kw_only=True):
    """A Forge game state."""

    text: Annotated[str, Meta(description="a Forge game state or puzzle file (`*.pzl`), as text")]
    leave_out: Annotated[bool, Meta(description="whether unknown cards are left out and listed")] = False


class ForgeWrite(Params, frozen=True, kw_only=True):
    """A board to convert to a Forge puzzle file."""

    board: Annotated[str | BoardData, Meta(description="the id of a board of this session, or a board as data")]
    title: Annotated[str, Meta(description="the title of the puzzle")] = ""


# --- Answers ---


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of a method."""


class EditionSpan(Answer, frozen=True, kw_only=True):
    """A dated text of the rules."""

    key: Annotated[str, Meta(description="the key of the edition")]
    since: Annotated[str, Meta(description="the first day of this text")]
    until: Annotated[str | None, Meta(description="the last day of this text; null for the newest")]


class ReadingWords(Answer, frozen=True, kw_only=True):
    """A reading of a question that the rules leave open."""

    name: str
    question: str
    says: str


class Initialized(Answer, frozen=True, kw_only=True):
    """A description of the server."""

    name: str
    version: str
    protocol: Annotated[int, Meta(description="the version number of the protocol")]
    format: Annotated[int, Meta(description="the version number of the JSON data")]
    schemas: Annotated[tuple[str, ...], Meta(description="names of the published JSON Schemas")]
    editions: tuple[EditionSpan, ...]
    readings: tuple[ReadingWords, ...]
    cards: Annotated[int, Meta(description="number of cards in the catalogue")]
    methods: Annotated[dict[str, str], Meta(description="name -> description")]
    sections: Annotated[dict[str, str], Meta(description="section of a result -> description")]
    limits: Annotated[dict[str, float], Meta(description="limit -> maximum")]


class Made(Answer, frozen=True, kw_only=True):
    """The length of the timeline, and the objects that the events made."""

    events: Annotated[int, Meta(description="the number of events on the timeline")]
    made: Annotated[tuple[tuple[str, ...], ...], Meta(description="the names of the objects that each event made")]


class NewBoard(Answer, frozen=True, kw_only=True):
    """A board that the session keeps."""

    board: Id
    events: Annotated[int, Meta(description="the number of events on its timeline")]
    made: Annotated[tuple[tuple[str, ...], ...], Meta(description="the names of the objects that each event made")]


class Popped(Answer, frozen=True, kw_only=True):
    """The events that were undone."""

    events: Annotated[int, Meta(description="the number of events left on the timeline")]
    popped: Annotated[tuple[Event, ...], Meta(description="the undone events, the last first")]


class Copied(Answer, frozen=True, kw_only=True, omit_defaults=True):
    """A copy of a board."""

    board: Id
    events: Annotated[int, Meta(description="the number of events on its timeline")]
    data: Annotated[BoardData | None, Meta(description="the board as data, if it was requested")] = None


class Uncarried(Answer, frozen=True, kw_only=True):
    """A part of a board or file that cannot be converted."""

    what: Annotated[str, Meta(description="the text of the file, or the property of the board")]
    why: Annotated[str, Meta(description="the reason")]
    where: Annotated[str, Meta(description="the key of the text and the card, or the object of the board")]
    line: Annotated[int | None, Meta(description="the line of the text, or null")]
    matters: Annotated[bool, Meta(description="whether an effect can depend on it")]


class ForgeState(Answer, frozen=True, kw_only=True):
    """A Forge game state as a board."""

    title: Annotated[str, Meta(description="the title of the text")]
    board: Annotated[BoardData, Meta(description="the board, as a parameter of `board.new` and `solve`")]
    not_carried: Annotated[
        tuple[Uncarried, ...], Meta(description="the parts of the text that the board lacks, in the order of the text")
    ]
    ids: Annotated[dict[str, str], Meta(description="`Id:` in the text -> id of the object")]
    listed: Annotated[tuple[str, ...], Meta(description="the ids of all objects, in the order of the text")]


class ForgeText(Answer, frozen=True, kw_only=True):
    """A board as a Forge game state."""

    text: Annotated[str, Meta(description="the puzzle file")]
    not_carried: Annotated[tuple[Uncarried, ...], Meta(description="the parts of the board that the text lacks")]
