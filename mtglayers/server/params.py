"""Parameters and answers of the methods, as types for all transports and documents."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from mtglayers.wire import BoardData
from mtglayers.wire.boards import Event

Id = Annotated[str, Meta(description="the id of a board of this session", examples=["b1"])]
Data = dict[str, Any]


class Params(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Parameters of a method, by name."""


class Nothing(Params, frozen=True, kw_only=True):
    """No parameters, or an empty answer."""


class Client(Params, frozen=True, kw_only=True):
    """The client.

    Attributes:
        client: the name of the client; for its own logs.
    """

    client: Annotated[Any, Meta(description="the name of the client, or any other value")] = None


class OfBoard(Params, frozen=True, kw_only=True):
    """A board of the session."""

    board: Id


class Push(OfBoard, frozen=True, kw_only=True):
    """Events to play: one as `event`, or several as `events`: all or none."""

    event: Annotated[Event | None, Meta(description="an event")] = None
    events: Annotated[tuple[Event, ...] | None, Meta(description="several events: all are played or none")] = None


class Pop(OfBoard, frozen=True, kw_only=True):
    """How many events to undo."""

    count: Annotated[int, Meta(description="how many events to undo, the last first", ge=0)] = 1


class Snapshot(OfBoard, frozen=True, kw_only=True):
    """Whether to return the board as data."""

    data: Annotated[bool, Meta(description="whether to return the board as data, too")] = False


class OfRules(Params, frozen=True, kw_only=True):
    """A board, and the rules to solve it under."""

    board: Annotated[str | BoardData, Meta(description="the id of a board of this session, or a board as data")]
    edition: Annotated[str | None, Meta(description="a date or key of the rules; default: that of the board")] = None
    readings: Annotated[
        str | tuple[str, ...], Meta(description="names of readings, for questions that the rules leave open")
    ] = ()


class Walked(OfRules, frozen=True, kw_only=True):
    """A board, the rules to solve it under, and how far."""

    until: Annotated[str | None, Meta(description="the last layer to apply; default: all", examples=["4"])] = None
    order: Annotated[
        tuple[str, ...] | None,
        Meta(description="names of objects, effects and counters, oldest first: they get timestamps in this order"),
    ] = None
    without: Annotated[tuple[str, ...], Meta(description="names of effects to leave out")] = ()


class Solve(Walked, frozen=True, kw_only=True):
    """What to solve, and which sections to return."""

    include: Annotated[
        tuple[str, ...],
        Meta(description='sections of the result; `["all"]` for everything. `initialize` lists them'),
    ] = ("objects", "players", "unsupported", "statistics")
    objects: Annotated[tuple[str, ...] | None, Meta(description="only these objects, by id; default: all")] = None


class Explain(Walked, frozen=True, kw_only=True):
    """What to explain, and in which style."""

    object: Annotated[str, Meta(description="the id of an object, or the name of a player")]
    register: Annotated[Literal["ruling", "learner"], Meta(description="short, or with explanations of the rules")] = (
        "ruling"
    )
    width: Annotated[int, Meta(description="characters in a line of the text", ge=20, le=1000)] = 80


class Orders(OfRules, frozen=True, kw_only=True):
    """Which timestamps may vary."""

    vary: Annotated[
        Literal["all", "choices"] | tuple[str, ...],
        Meta(description="everything, the choices of players about what entered together, or these names"),
    ] = "all"  # fmt: skip
    presence: Annotated[bool, Meta(description="also solve the board without each single permanent")] = False
    objects: Annotated[tuple[str, ...], Meta(description="only these objects, by id; default: all")] = ()
    limit: Annotated[int, Meta(description="the maximum number of solves", ge=1, le=1_000_000)] = 20_000


class Check(Params, frozen=True, kw_only=True):
    """A puzzle."""

    puzzle: Annotated[str | Data, Meta(description="a puzzle as TOML or JSON text, or as data")]


class ForgeRead(Params, frozen=True, kw_only=True):
    """A Forge game state."""

    text: Annotated[str, Meta(description="a Forge game state or puzzle file (`*.pzl`), as text")]
    leave_out: Annotated[bool, Meta(description="whether unknown cards are left out, and listed")] = False


class ForgeWrite(Params, frozen=True, kw_only=True):
    """A board to be written as a Forge game state."""

    board: Annotated[str | BoardData, Meta(description="the id of a board of this session, or a board as data")]
    title: Annotated[str, Meta(description="the title of the puzzle")] = ""


# --- Answers ---


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of a method."""


class EditionSpan(Answer, frozen=True, kw_only=True):
    """A dated text of the rules."""

    key: Annotated[str, Meta(description="the key of the edition")]
    since: Annotated[str, Meta(description="the first day of this text")]
    until: Annotated[str | None, Meta(description="its last day; null for the newest")]


class ReadingWords(Answer, frozen=True, kw_only=True):
    """A reading of what the rules leave open."""

    name: str
    question: str
    says: str


class Initialized(Answer, frozen=True, kw_only=True):
    """What the server is and can do."""

    name: str
    version: str
    protocol: Annotated[int, Meta(description="the number of this protocol")]
    format: Annotated[int, Meta(description="the number of the shape of results")]
    schemas: Annotated[tuple[str, ...], Meta(description="names of the JSON Schemas that are published")]
    editions: tuple[EditionSpan, ...]
    readings: tuple[ReadingWords, ...]
    cards: Annotated[int, Meta(description="number of cards of the catalogue")]
    methods: Annotated[dict[str, str], Meta(description="name -> what it does")]
    sections: Annotated[dict[str, str], Meta(description="section of a result -> what it contains")]
    limits: Annotated[dict[str, float], Meta(description="limit -> how much is allowed")]


class Made(Answer, frozen=True, kw_only=True):
    """The length of the timeline, and what the events made."""

    events: Annotated[int, Meta(description="events on the timeline")]
    made: Annotated[tuple[tuple[str, ...], ...], Meta(description="for each event, the names of what it made")]


class NewBoard(Answer, frozen=True, kw_only=True):
    """A board that the session keeps."""

    board: Id
    events: Annotated[int, Meta(description="events on its timeline")]
    made: Annotated[tuple[tuple[str, ...], ...], Meta(description="for each event, the names of what it made")]


class Popped(Answer, frozen=True, kw_only=True):
    """The events that were undone."""

    events: Annotated[int, Meta(description="events left on the timeline")]
    popped: Annotated[tuple[Event, ...], Meta(description="the events undone, the last first")]


class Copied(Answer, frozen=True, kw_only=True, omit_defaults=True):
    """A copy of a board."""

    board: Id
    events: Annotated[int, Meta(description="events on its timeline")]
    data: Annotated[BoardData | None, Meta(description="the board as data, if requested")] = None


class Uncarried(Answer, frozen=True, kw_only=True):
    """Something that has no counterpart on the other side."""

    what: Annotated[str, Meta(description="as it is written, or which part of a board")]
    why: Annotated[str, Meta(description="the reason")]
    where: Annotated[str, Meta(description="the key of the text and the card, or the object of the board")]
    line: Annotated[int | None, Meta(description="the line of the text, or null")]
    matters: Annotated[bool, Meta(description="whether an effect could depend on it")]


class ForgeState(Answer, frozen=True, kw_only=True):
    """A Forge game state as a board."""

    title: Annotated[str, Meta(description="the title of the text")]
    board: Annotated[BoardData, Meta(description="the board, as `board.new` and `solve` take it")]
    not_carried: Annotated[tuple[Uncarried, ...], Meta(description="what the board lacks, in the order of the text")]
    ids: Annotated[dict[str, str], Meta(description="`Id:` of the text -> the id of the object")]
    listed: Annotated[tuple[str, ...], Meta(description="the ids of all objects, in the order of the text")]


class ForgeText(Answer, frozen=True, kw_only=True):
    """A board as a Forge game state."""

    text: Annotated[str, Meta(description="the puzzle file")]
    not_carried: Annotated[tuple[Uncarried, ...], Meta(description="what the text lacks")]
