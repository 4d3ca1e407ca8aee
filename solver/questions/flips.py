"""Which single plain object would change an object if it entered."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.support.progress import checkpoint

from ..explain.paragraphs import Line, Printable
from ..solve import solve
from ..wording import capital, joined
from .compare import Contrast, contrast_words, object_changes, shown_contrasts
from .dependence.plain_objects import Universe, reads_controllers, universe

if TYPE_CHECKING:
    import datetime

    from mtglayers.model.rules.edition import Edition

    from ..readings import Readings


class Flip(msgspec.Struct, frozen=True):
    """A plain object that changes an object.

    Attributes:
        plain: what entered: "a nonbasic Forest land".
        controller: under whose control.
        becomes: what the object is then, in one sentence.
        changes: in which respects it differs.
    """

    plain: str
    controller: str
    becomes: str
    changes: tuple[Contrast, ...]


class Flips(Printable, msgspec.Struct, frozen=True):
    """The plain objects that change an object, of all that were tried.

    Attributes:
        object: the object's id.
        now: what it is, in one sentence.
        flips: in the order in which they were tried.
        universe: the plain objects that were tried.
        controllers: under whose control each of them was.
        solves: how many boards were solved.
    """

    object: str
    now: str
    flips: tuple[Flip, ...]
    universe: Universe
    controllers: tuple[str, ...]
    solves: int

    def lines(self) -> tuple[Line, ...]:
        """Return the flips as paragraphs, those with the same changes together."""
        found = [Line("summary", self.now)]
        groups: dict[tuple[Contrast, ...], dict[str, list[str]]] = {}
        for each in self.flips:
            groups.setdefault(each.changes, {}).setdefault(each.plain, []).append(each.controller)
        for changes, by in groups.items():
            all_of_them = len(self.controllers)
            who = [
                plain if len(players) == all_of_them else f"{plain} of {joined(players)}"
                for plain, players in by.items()
            ]
            changed = "; ".join(contrast_words(change) for change in shown_contrasts(changes))
            found.append(Line("change", f"with {' or '.join(who)}: {changed}", 2, 2))
        if not groups:
            found.append(Line("change", "None of the objects tried makes any difference to it.", 2, 2))
        whose = f", each under the control of {' and of '.join(self.controllers)}" if len(self.controllers) > 1 else ""
        found.append(Line("detail", capital(f"tried: {self.universe}{whose}."), 2, 2))
        return tuple(found)


def flips(
    board: Board,
    id: str,
    among: Universe | None = None,
    *,
    edition: str | datetime.date | Edition | None = None,
    readings: Readings | str | Iterable[str] | None = None,
) -> Flips:
    """Return which single plain object would change an object if it entered now.

    Args:
        board: the board; it is not changed.
        id: the object.
        among: the plain objects to try; default: those that the board's effects can distinguish (`universe`).
        edition: as for `solve`.
        readings: as for `solve`.

    Raises:
        UnknownObjectError: there is no such object.

    >>> board = Board(players=["Ana", "Ben"])
    >>> moon, limb, token = board.enters("Blood Moon"), board.enters("Life and Limb"), board.enters("Saproling")
    >>> [flip.plain for flip in flips(board, token).flips]
    ['a nonbasic Forest land']
    """
    from mtglayers.model.rules.edition import edition as edition_of

    if edition is not None:
        board = board.under(edition_of(edition))
    id = board.object(id).id
    now = solve(board, readings=readings)
    tried = universe(now) if among is None else among
    controllers = board.players if among is not None or reads_controllers(now) else board.players[:1]
    found: list[Flip] = []
    for plain in tried.objects:
        for player in controllers:
            checkpoint("candidate")
            made = board.copy()
            made.enters(plain.card, controller=player)
            other = solve(made, readings=readings)
            changes = object_changes(now, other, id)
            if changes:
                found.append(Flip(plain.words, player, other.explainer.summary(id), changes))
    solves = 1 + len(tried.objects) * len(controllers)
    return Flips(id, now.explainer.summary(id), tuple(found), tried, controllers, solves)


__all__ = ["Flip", "Flips", "flips"]
