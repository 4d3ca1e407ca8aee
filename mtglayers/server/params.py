"""Types for the parameters and answers of the server's methods."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from mtglayers.wire import BoardData
from mtglayers.wire.boards import Event

Id = Annotated[str, Meta(description="the id of a board in this session", examples=["b1"])]
Data = dict[str, Any]


class Params(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The parameters of a method."""


class Nothing(Params, frozen=True, kw_only=True):
    """An empty JSON object."""


class Client(Params, frozen=True, kw_only=True):
    """The name of the client."""

    client: Annotated[
        Any, Meta(description="the name of the client, or any other value; the server ignores this parameter")
    ] = None


class OfBoard(Params, frozen=True, kw_only=True):
    """The id of a board in the session."""

    board: Id


class Push(OfBoard, frozen=True, kw_only=True):
    """One or more events to play."""

    event: Annotated[Event | None, Meta(description="the event to play")] = None
    events: Annotated[
        tuple[Event, ...] | None, Meta(description="the events to play; if one event fails, none of them take effect")
    ] = None


class Pop(OfBoard, frozen=True, kw_only=True):
    """The number of events to undo."""

    count: Annotated[int, Meta(description="the number of events to undo, starting with the last", ge=0)] = 1


class Snapshot(OfBoard, frozen=True, kw_only=True):
    """A board to copy."""

    data: Annotated[bool, Meta(description="whether to return the board as data")] = False


class OfAnyBoard(Params, frozen=True, kw_only=True):
    """A board."""

    board: Annotated[str | BoardData, Meta(description="the id of a board in this session, or a board as data")]


class OfRules(OfAnyBoard, frozen=True, kw_only=True):
    """A board and the rules to apply."""

    edition: Annotated[str | None, Meta(description="date or key of the edition; by default, the board's")] = None
    readings: Annotated[
        str | tuple[str, ...], Meta(description="names of the readings to use for questions that the rules leave open")
    ] = ()


class Walked(OfRules, frozen=True, kw_only=True):
    """A board, the rules to apply, and options that leave out or reorder effects."""

    until: Annotated[
        str | None, Meta(description="the last layer to apply; by default, all layers apply", examples=["4"])
    ] = None
    order: Annotated[
        tuple[str, ...] | None,
        Meta(description="names of objects, effects and counters whose timestamps are put in this order, oldest first"),
    ] = None
    without: Annotated[tuple[str, ...], Meta(description="names of effects to leave out")] = ()


class Solve(Walked, frozen=True, kw_only=True):
    """A board to solve, and the sections of the result to return."""

    include: Annotated[
        tuple[str, ...],
        Meta(description='sections of the result, listed by `initialize`; `["all"]` for all sections'),
    ] = ("objects", "players", "unsupported", "illegal", "statistics")
    objects: Annotated[tuple[str, ...] | None, Meta(description="ids of the objects to return; by default, all")] = None
    strict: Annotated[
        bool, Meta(description="whether targets, copies, attachments and the like that are not legal are errors")
    ] = False
    since: Annotated[
        str | None,
        Meta(description='the `version` of an earlier answer, to get only what changed; "" for the first such answer'),
    ] = None


class Explain(Walked, frozen=True, kw_only=True):
    """An object to explain, and the style of the text."""

    object: Annotated[str, Meta(description="the id of an object, or the name of a player")]
    register: Annotated[
        Literal["ruling", "learner"], Meta(description="`ruling` for a short text; `learner` to also explain the rules")
    ] = "ruling"
    width: Annotated[int, Meta(description="maximum number of characters in a line of the text", ge=20, le=1000)] = 80


class Orders(OfRules, frozen=True, kw_only=True):
    """A board, and the timestamps to vary."""

    vary: Annotated[
        Literal["all", "choices", "players"] | tuple[str, ...],
        Meta(
            description="the timestamps to vary: `all`, `choices` (those that players chose), `players` (only whose "
            "came first), or a list of names, of which a player's stands for everything that the player controls"
        ),
    ] = "all"  # fmt: skip
    presence: Annotated[bool, Meta(description="whether to also solve the board without each permanent in turn")] = (
        False
    )
    objects: Annotated[
        tuple[str, ...], Meta(description="ids of the objects, and names of the players, to return; by default, all")
    ] = ()
    limit: Annotated[int, Meta(description="the maximum number of solves", ge=1, le=1_000_000)] = 20_000


class WhatIf(OfRules, frozen=True, kw_only=True):
    """A board, and what would be different about it."""

    without: Annotated[tuple[str, ...], Meta(description="objects and effects that would never have existed")] = ()
    leaves: Annotated[tuple[str, ...], Meta(description="objects that would now be put into the graveyard")] = ()
    events: Annotated[tuple[Event, ...], Meta(description="events that would happen afterwards")] = ()


class Verdict(OfAnyBoard, frozen=True, kw_only=True):
    """A board to solve under all readings."""

    edition: Annotated[str | None, Meta(description="date or key of the edition; by default, the board's")] = None


class Editions(OfAnyBoard, frozen=True, kw_only=True):
    """A board to solve under all editions."""


class Compare(Params, frozen=True, kw_only=True):
    """Two boards, or one board under different rules."""

    one: Annotated[OfRules, Meta(description="an object with `board` and, optionally, `edition` and `readings`")]
    other: Annotated[OfRules, Meta(description="the same for the other side")]


class Draw(Walked, frozen=True, kw_only=True):
    """A board, and what to draw."""

    layer: Annotated[
        str | None,
        Meta(
            description="the layer whose dependencies to draw; by default, the first with a dependency", examples=["4"]
        ),
    ] = None
    step: Annotated[
        Annotated[int, Meta(ge=1)] | None,
        Meta(description="draw the dependencies before this step of the layer, from 1"),
    ] = None
    object: Annotated[str | None, Meta(description="draw the changes to this object instead of dependencies")] = None
    theme: Annotated[
        Literal["auto", "light", "dark"], Meta(description="the colors; `auto` follows the reader's system")
    ] = "auto"


class OfPuzzle(Params, frozen=True, kw_only=True):
    """A puzzle."""

    puzzle: Annotated[str | Data, Meta(description="a puzzle as a TOML or JSON string, or as data")]


class OfTitle(OfAnyBoard, frozen=True, kw_only=True):
    """A board, and the title of the puzzle or page about it."""

    readings: Annotated[
        str | tuple[str, ...], Meta(description="names of the readings to use for questions that the rules leave open")
    ] = ()
    title: Annotated[str, Meta(description="the title", max_length=1000)] = "A board"


class CardsSearch(Params, frozen=True, kw_only=True):
    """A part of the name of a card or token."""

    text: Annotated[
        str,
        Meta(
            description="a part of a name, or words of a token's description", examples=["tomb of y"], max_length=1000
        ),
    ]
    limit: Annotated[int, Meta(description="the maximum number of names", ge=1, le=200)] = 20


class CardsRead(Params, frozen=True, kw_only=True):
    """A card of one's own."""

    card: Annotated[Data, Meta(description="a card with Scryfall's field names, as in `cards` of a board")]


class CardsDependencies(Params, frozen=True, kw_only=True):
    """One card, or two."""

    card: Annotated[str, Meta(description="the name of a card")]
    other: Annotated[
        str | None, Meta(description="the name of another card; null means all cards of the shipped sample")
    ] = None
    edition: Annotated[
        str | None, Meta(description="with `other`: date or key of the edition; null means the newest")
    ] = None
    limit: Annotated[int, Meta(description="the maximum number of pairs", ge=1, le=1000)] = 100


class NotationRead(Params, frozen=True, kw_only=True):
    """Lines of notation."""

    text: Annotated[
        str, Meta(description="the lines", examples=["Ann: Blood Moon\nBen: Saproling"], max_length=1_000_000)
    ]
    players: Annotated[tuple[str, ...], Meta(description="the players; by default, those whom the lines name")] = ()
    edition: Annotated[str | None, Meta(description="date or key of the edition; null means the newest")] = None
    cards: Annotated[tuple[Data, ...], Meta(description="the board's own cards")] = ()
    board: Annotated[
        str | BoardData | None,
        Meta(description="a board that the lines continue, instead of an empty one with these players and cards"),
    ] = None
    player: Annotated[
        str | None,
        Meta(description="with `board`, the player of the lines that name none; by default, the first player"),
    ] = None


class ForgeRead(Params, frozen=True, kw_only=True):
    """A Forge game state."""

    text: Annotated[str, Meta(description="the content of a Forge game state or puzzle file (`*.pzl`)")]
    leave_out: Annotated[
        bool, Meta(description="whether to leave out and list unknown cards, instead of refusing the file")
    ] = False


class ForgeWrite(OfAnyBoard, frozen=True, kw_only=True):
    """A board to convert to a Forge puzzle file."""

    title: Annotated[str, Meta(description="the title of the puzzle")] = ""


# --- Answers ---


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer that a method returns."""


class EditionSpan(Answer, frozen=True, kw_only=True):
    """A dated version of the rules."""

    key: Annotated[str, Meta(description="the key of the edition")]
    since: Annotated[str, Meta(description="the first day of this version")]
    until: Annotated[str | None, Meta(description="the last day of this version; null for the newest")]


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
    format: Annotated[int, Meta(description="the version number of the JSON format")]
    schemas: Annotated[tuple[str, ...], Meta(description="names of the published JSON Schemas")]
    editions: tuple[EditionSpan, ...]
    readings: tuple[ReadingWords, ...]
    cards: Annotated[int, Meta(description="number of cards in the catalogue")]
    methods: Annotated[dict[str, str], Meta(description="method name -> description")]
    sections: Annotated[dict[str, str], Meta(description="section of a result -> description")]
    limits: Annotated[dict[str, float], Meta(description="limit -> maximum")]


class Made(Answer, frozen=True, kw_only=True):
    """The length of the timeline, and the objects that the events made."""

    events: Annotated[int, Meta(description="the number of events on the timeline")]
    made: Annotated[tuple[tuple[str, ...], ...], Meta(description="the names of the objects that each event made")]


class NewBoard(Answer, frozen=True, kw_only=True):
    """A new board in the session."""

    board: Id
    events: Annotated[int, Meta(description="the number of events on its timeline")]
    made: Annotated[tuple[tuple[str, ...], ...], Meta(description="the names of the objects that each event made")]


class Popped(Answer, frozen=True, kw_only=True):
    """The events that were undone."""

    events: Annotated[int, Meta(description="the number of events left on the timeline")]
    popped: Annotated[tuple[Event, ...], Meta(description="the undone events, starting with the last")]


class Copied(Answer, frozen=True, kw_only=True, omit_defaults=True):
    """A copy of a board."""

    board: Id
    events: Annotated[int, Meta(description="the number of events on its timeline")]
    data: Annotated[BoardData | None, Meta(description="the board as data, if it was requested")] = None


class Uncarried(Answer, frozen=True, kw_only=True):
    """A part of a board or file that cannot be converted."""

    what: Annotated[str, Meta(description="the entry in the file, or the property of the board")]
    why: Annotated[str, Meta(description="the reason")]
    where: Annotated[str, Meta(description="the key and the card in the file, or the object on the board")]
    line: Annotated[int | None, Meta(description="the line of the file, or null")]
    matters: Annotated[bool, Meta(description="whether this part can influence an effect")]


class FoundCard(Answer, frozen=True, kw_only=True):
    """A card or token that a search found."""

    name: Annotated[
        str, Meta(description="the full name of a card, or the description of a token; `enters` accepts it")
    ]
    type_line: Annotated[str, Meta(description="the type lines of the faces, joined with ` // `")]
    mana_cost: Annotated[str, Meta(description="the mana costs of the faces, joined with ` // `")]
    token: Annotated[bool, Meta(description="whether it is a token")]


class FoundCards(Answer, frozen=True, kw_only=True):
    """The cards and tokens that a search found."""

    cards: Annotated[tuple[FoundCard, ...], Meta(description="the cards and tokens, best match first")]


class UnreadLine(Answer, frozen=True, kw_only=True):
    """A line of a card that is not understood."""

    text: Annotated[str, Meta(description="the line")]
    start: Annotated[int, Meta(description="the offset of the first character that is not understood")]
    end: Annotated[int, Meta(description="the offset after the part that is not understood")]
    expected: Annotated[tuple[str, ...], Meta(description="what could follow there")]
    instead: Annotated[
        str, Meta(description="the line with one word changed so that it is understood, or an empty string")
    ]
    near: Annotated[str, Meta(description="a similar line that is understood, or an empty string")]


class CardFacts(Answer, frozen=True, kw_only=True):
    """How a card is understood."""

    card: Annotated[Data, Meta(description="the card as `mtglayers cards show --json` describes it")]
    unread: Annotated[tuple[UnreadLine, ...], Meta(description="the lines that are not understood")]


class CardPair(Answer, frozen=True, kw_only=True):
    """Whether one card depends on another."""

    effect: Annotated[str, Meta(description="the name of the card that may depend on the other")]
    on: Annotated[str, Meta(description="the name of the other card")]
    layers: Annotated[tuple[str, ...], Meta(description="the layers in which it may; if there are none, it never does")]
    depends: Annotated[bool, Meta(description="whether a board was found")]
    layer: Annotated[str, Meta(description="the layer of the dependency on the board, or an empty string")]
    reasons: Annotated[tuple[str, ...], Meta(description="its reasons: text, existence, scope, result")]
    loop: Annotated[bool, Meta(description="whether the other card depends on the first on the same board")]
    objects: Annotated[str, Meta(description="the plain objects and the events on the board")]
    board: Annotated[BoardData | None, Meta(description="the board; null in answers from the sample")]


class CardPairs(Answer, frozen=True, kw_only=True):
    """The dependencies of and on a card."""

    pairs: Annotated[tuple[CardPair, ...], Meta(description="the pairs, those in which the card depends first")]
    left_out: Annotated[int, Meta(description="the number of pairs beyond the limit")]


class NotationBoard(Answer, frozen=True, kw_only=True):
    """Lines of notation as a board."""

    board: Annotated[BoardData, Meta(description="the board, as a parameter of `board.new` and `solve`")]


class NotationLines(Answer, frozen=True, kw_only=True):
    """A board as lines of notation."""

    lines: tuple[str, ...]


class PuzzleBoard(Answer, frozen=True, kw_only=True):
    """A puzzle as a board."""

    title: Annotated[str, Meta(description="the title of the puzzle")]
    notes: Annotated[str, Meta(description="the author's notes, or an empty string")]
    board: Annotated[BoardData, Meta(description="the board, as a parameter of `board.new` and `solve`")]
    readings: Annotated[tuple[str, ...], Meta(description="names of the readings that the puzzle specifies")]
    stops: Annotated[
        tuple[int, ...], Meta(description="for each expectation of the puzzle, the number of events before it")
    ]
    objects: Annotated[tuple[str, ...], Meta(description="ids of the objects in the last expectation about objects")]


class PuzzleText(Answer, frozen=True, kw_only=True):
    """A board as a puzzle."""

    toml: Annotated[str, Meta(description="the puzzle file as TOML")]
    puzzle: Annotated[Data, Meta(description="the puzzle as data, which is its JSON file")]


class ReportPage(Answer, frozen=True, kw_only=True):
    """A page about a board."""

    html: Annotated[str, Meta(description="an HTML document that needs no other files")]


class Drawn(Answer, frozen=True, kw_only=True):
    """A drawing."""

    svg: Annotated[str, Meta(description="one SVG element")]


class ForgeState(Answer, frozen=True, kw_only=True):
    """A Forge game state as a board."""

    title: Annotated[str, Meta(description="the title in the file")]
    board: Annotated[BoardData, Meta(description="the board, as a parameter of `board.new` and `solve`")]
    not_carried: Annotated[
        tuple[Uncarried, ...],
        Meta(description="the parts of the file that are missing from the board, in the order of the file"),
    ]
    ids: Annotated[dict[str, str], Meta(description="number after `Id:` in the file -> id of the object")]
    listed: Annotated[tuple[str, ...], Meta(description="the ids of all objects, in the order of the file")]


class ForgeText(Answer, frozen=True, kw_only=True):
    """A board as a Forge puzzle file."""

    text: Annotated[str, Meta(description="the puzzle file")]
    not_carried: Annotated[
        tuple[Uncarried, ...], Meta(description="the parts of the board that are missing from the file")
    ]
