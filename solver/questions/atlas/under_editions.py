"""Under which editions of the rules a board shows a dependency, and which rule changes cause the differences."""

from __future__ import annotations

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.errors import LayersError
from mtglayers.model.rules.edition import TEXTS, Edition
from mtglayers.model.support.progress import checkpoint

from ...solve import solve
from ..editions import RuleChange, sufficient_changes
from .decide import Decision, Span, Turn
from .edges import edges_between
from .layouts import Layout
from .same_rules import Traits, matters, runs_of, traits_in, traits_of


def with_editions(decision: Decision) -> Decision:
    """Return a decision with the editions under which its board shows the dependency."""
    if decision.layout is None:
        return decision
    spans, turns = under_editions(decision.layout)
    return msgspec.structs.replace(decision, spans=spans, turns=turns)


def under_editions(layout: Layout) -> tuple[tuple[Span, ...], tuple[Turn, ...]]:
    """Return when a board shows that the first of its cards depends on the second, under the editions of the rules.

    Editions under which the board is not possible, because they do not have a rule that it needs, are left out.
    """
    aura = layout.shape.aura()
    traits = frozenset[str]().union(*map(traits_of, layout.cards), traits_in(aura) if aura is not None else ())
    spans: list[Span] = []
    turns: list[Turn] = []
    before: Edition | None = None
    board: Board | None = None
    showed: bool | None = None
    run = -1
    for text, number in zip(TEXTS, runs_of(traits), strict=True):
        # Later editions know all concepts of earlier ones, so a board that is possible stays possible.
        shows, earlier = showed, board
        if number != run or showed is None:
            board = layout.board(text) if board is None else board.under(text)
            shows = None if board is None else _shows(board)
        if shows and showed:
            spans[-1] = msgspec.structs.replace(spans[-1], until=text.until)
        elif shows:
            spans.append(Span(text.since, text.until))
        if before is not None and earlier is not None and None not in (showed, shows) and shows != showed:
            turns.append(Turn(text.since, _causes(earlier, traits, before, text, shows is True)))
        before, showed, run = text, shows, number
    return tuple(spans), tuple(turns)


def _shows(board: Board) -> bool | None:
    # None if the edition of the board has no layer for one of its effects.
    checkpoint("candidate")
    try:
        return any(True for _ in edges_between(solve(board), 0, 1))
    except LayersError:
        return None


def _causes(
    board: Board, traits: Traits, before: Edition, text: Edition, shows: bool
) -> tuple[tuple[RuleChange, ...], ...]:
    def enough(mixed: Edition) -> bool:
        return _shows(board.under(mixed)) == shows

    return tuple(sufficient_changes(before, text, enough, lambda field: matters(field, traits)))
