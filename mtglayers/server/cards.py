"""The methods about cards, and about boards in other formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.board.lines import split_lines
from mtglayers.model.board.notation import read_notation
from mtglayers.model.data.admission import validate
from mtglayers.model.errors import LimitError
from mtglayers.wire import BoardData
from mtglayers.wire.states import state_data
from mtglayers.wire.vectors import StateData

from .boards import asked_about
from .errors import ParamsError
from .params import (
    CardFacts,
    CardPair,
    CardPairs,
    CardsDependencies,
    CardsRead,
    CardsSearch,
    Data,
    ForgeRead,
    ForgeState,
    ForgeText,
    ForgeWrite,
    FoundCard,
    FoundCards,
    NotationBoard,
    NotationLines,
    NotationRead,
    OfAnyBoard,
    OfPuzzle,
    OfRules,
    UnreadLine,
)
from .session import Session

if TYPE_CHECKING:
    from mtglayers.atlas.rows import Row


def search_cards(_session: Session, params: CardsSearch) -> FoundCards:
    """Return the cards and tokens that a part of a name could mean, best match first."""
    from mtglayers.model.cards import search

    found = ((name, search.find(name)) for name in search.search_cards(params.text, params.limit))
    return FoundCards(cards=tuple(
        FoundCard(name=name, type_line=card.type_line, mana_cost=card.mana_cost, token=card.token)
        for name, card in found
    ))  # fmt: skip


def read_card(_session: Session, params: CardsRead) -> CardFacts:
    """Return how the text of a card of one's own is understood, and where reading stopped."""
    from mtglayers.model.cards.hints import hint_for
    from mtglayers.model.events.fields import card_of
    from mtglayers.presentation.cards import Known, card_data

    validate(params.card, ("card",))
    card = card_of(params.card, ("card",))
    faces = params.card.get("card_faces") or (params.card,)
    texts = [line for face in faces for line in str(face.get("oracle_text") or "").split("\n")]
    unread = []
    for text in dict.fromkeys(filter(None, texts)):
        hint = hint_for(text)
        if hint is not None:
            start, end = hint.span
            unread.append(UnreadLine(
                text=text, start=start, end=end, expected=hint.expected, instead=hint.instead, near=hint.near
            ))  # fmt: skip
    return CardFacts(card=card_data(Known(card, "")), unread=tuple(unread))


def dependencies(_session: Session, params: CardsDependencies) -> CardPairs:
    """Return which cards one card depends on and which depend on it, or whether two cards depend on each other."""
    from mtglayers.atlas.report import asked
    from mtglayers.atlas.sample import sample
    from mtglayers.model.cards.search import name_of
    from mtglayers.model.rules.edition import edition

    name = name_of(params.card)
    if params.other is None:
        rows = sorted(sample().of(name), key=lambda row: row.effect != name)
        return CardPairs(pairs=tuple(map(_pair, rows[: params.limit])), left_out=max(0, len(rows) - params.limit))
    other = name_of(params.other)
    answers = asked(name, other, edition(params.edition))
    pairs = zip(((name, other), (other, name)), answers[: 1 if name == other else 2], strict=False)
    return CardPairs(
        pairs=tuple(_never(*cards) if isinstance(row, str) else _pair(row) for cards, row in pairs), left_out=0
    )


def _pair(row: Row) -> CardPair:
    data = msgspec.json.decode(row.puzzle) if row.puzzle else None
    if data is not None:
        data = {key: data[key] for key in ("edition", "players", "timeline") if key in data}
        data["timeline"] = [event for event in data["timeline"] if "expect" not in event]
    return CardPair(
        effect=row.effect, on=row.on, layers=tuple(row.layers.split()), depends=row.depends, layer=row.layer,
        reasons=tuple(row.reasons.split()), loop=row.loop, objects=row.objects,
        board=None if data is None else BoardData(**data),
    )  # fmt: skip


def _never(effect: str, on: str) -> CardPair:
    return CardPair(
        effect=effect, on=on, layers=(), depends=False, layer="", reasons=(), loop=False, objects="", board=None
    )


def check(_session: Session, params: OfPuzzle) -> Data:
    """Check whether a puzzle's expectations are met."""
    from mtglayers.presentation.check import check_data, checked_puzzle

    return check_data([checked_puzzle(params.puzzle)])


def notation_board(session: Session, params: NotationRead) -> NotationBoard:
    """Convert lines of notation to a board."""
    if params.board is None:
        validate(params.cards, ("cards",))
        board = Board.of(params.text, players=params.players, edition=params.edition, cards=params.cards)
    else:
        with asked_about(session, params.board) as (given, _):
            board = given.copy()
        if params.player is not None and params.player not in board.players:
            raise ParamsError(f"no player is called `{params.player}`", "player")
        read_notation(board, split_lines([params.text], board.own_cards), params.player)
    data = BoardData(**board.to_data())
    session.given.keep(data, board)
    return NotationBoard(board=data)


def notation_lines(session: Session, params: OfAnyBoard) -> NotationLines:
    """Convert a board to lines of notation."""
    with asked_about(session, params.board) as (board, _):
        return NotationLines(lines=tuple(board.to_lines()))


def write_state(session: Session, params: OfRules) -> StateData:
    """Convert a board to a state: its objects and effects just before layer 1."""
    with asked_about(session, params.board) as (board, _):
        return state_data(board, edition=params.edition, readings=params.readings)


def read_forge(_session: Session, params: ForgeRead) -> ForgeState:
    """Convert a Forge game state to a board, and list the parts that cannot be converted."""
    from mtglayers import forge

    try:
        state = forge.read_forge(params.text, leave_out=params.leave_out)
    except LimitError as error:
        error.path = ("text",)  # not the path inside the text
        raise
    return msgspec.convert(forge.state_data(state), ForgeState)


def write_forge(session: Session, params: ForgeWrite) -> ForgeText:
    """Convert a board to a Forge puzzle file, and list the parts that cannot be converted."""
    from mtglayers import forge

    with asked_about(session, params.board) as (board, _):
        text, lost = forge.write_forge(board, params.title)
    return msgspec.convert(forge.text_data(text, lost), ForgeText)
