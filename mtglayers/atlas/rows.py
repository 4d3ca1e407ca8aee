"""The rows of the atlas: one for each pair of cards that was tried."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from mtglayers.model.rules.edition import Edition
from mtglayers.solver.questions.atlas.decide import Decision
from mtglayers.solver.questions.atlas.loops import LoopDecision


class Row(msgspec.Struct, frozen=True):
    """One ordered pair of cards, of which the first may depend on the second.

    Attributes:
        effect: the name of the card that may depend on the other.
        on: the name of the other card.
        layers: the layers in which it may, separated by spaces.
        depends: whether a board with a dependency was found.
        layer: the layer of that dependency, or "".
        reasons: its reasons, separated by spaces: text, existence, scope, result.
        loop: whether the other card depends on the first on the same board, too.
        objects: the plain objects and the events on the board, separated by "; ".
        plains: the number of plain objects, or -1 if there is no board.
        smallest: whether no board with fewer plain objects shows it.
        boards: the number of boards solved for the pair.
        editions: the days on which the rules give this board the dependency, as in "2005-10-01..", separated by spaces.
        changes: the days on which it began or ended while the board was possible, each with the fields of `Edition`
            that caused it, separated by "; ".
        puzzle: the board as a JSON puzzle that expects the dependency, or "".
    """

    effect: str
    on: str
    layers: str
    depends: bool
    layer: str
    reasons: str
    loop: bool
    objects: str
    plains: int
    smallest: bool
    boards: int
    editions: str
    changes: str
    puzzle: str

    @classmethod
    def of(cls, decision: Decision, edition: Edition) -> Row:
        """Return the row of a decision."""
        shown, layout = decision.shown, decision.layout
        if shown is None or layout is None:
            return cls(
                decision.effect, decision.on, " ".join(decision.layers), False, "", "", False, "", -1, False,
                decision.boards, "", "", "",
            )  # fmt: skip
        return cls(
            decision.effect, decision.on, " ".join(decision.layers), True, shown.layer, " ".join(shown.reasons),
            shown.loop, layout.words(), len(layout.plains), decision.smallest,
            decision.boards, " ".join(map(str, decision.spans)), "; ".join(map(str, decision.turns)),
            msgspec.json.encode(decision.puzzle(edition)).decode(),
        )  # fmt: skip


class Loop(msgspec.Struct, frozen=True):
    """Two or three cards that were tried for a dependency loop.

    Attributes:
        cards: the names of the cards.
        layer: the layer.
        found: whether a board has an effect of each card in one loop.
        objects, plains, smallest, boards, puzzle: as in `Row`.
    """

    cards: tuple[str, ...]
    layer: str
    found: bool
    objects: str
    plains: int
    smallest: bool
    boards: int
    puzzle: str

    @classmethod
    def of(cls, decision: LoopDecision, edition: Edition) -> Loop:
        """Return what a decision says."""
        layout, layer = decision.layout, " ".join(decision.layers)
        if layout is None:
            return cls(decision.cards, layer, False, "", -1, False, decision.boards, "")
        puzzle = msgspec.json.encode(decision.puzzle(edition)).decode()
        words, plains = layout.words(), len(layout.plains)
        return cls(decision.cards, layer, True, words, plains, decision.smallest, decision.boards, puzzle)


def rows_of(rows: Iterable[Row], name: str) -> list[Row]:
    """Return the rows in which a card depends on another, or another on it; those whose boards need no events first."""
    return sorted((row for row in rows if name in (row.effect, row.on)), key=lambda row: ": " in row.objects)
