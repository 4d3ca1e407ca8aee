"""Plain objects that would change an object if they entered."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.rules.edition import Edition
from mtglayers.model.rules.edition import edition as edition_of
from mtglayers.model.support.progress import checkpoint
from mtglayers.model.support.signatures import keywords_checked

from ..explain.paragraphs import Line, Printable
from ..readings import Readings
from ..solve import solve
from ..wording import capital, joined
from .compare import Contrast, changes_words, object_changes
from .dependence.plain_objects import Universe, universe_of, words_of


class Flip(msgspec.Struct, frozen=True):
    """A plain object that changes another object by entering.

    Attributes:
        plain: a description of the plain object, such as "a nonbasic Forest land".
        controller: the player who controls the plain object.
        becomes: a sentence that describes the changed object.
        changes: the changes to the other object.
    """

    plain: str
    controller: str
    becomes: str
    changes: tuple[Contrast, ...]


class Flips(Printable, msgspec.Struct, frozen=True):
    """The plain objects that change an object, out of all that were tried.

    Attributes:
        object: the object's id.
        now: a sentence that describes the object.
        flips: the plain objects that change it, in the order in which they were tried.
        universe: the plain objects that were tried.
        controllers: the players under whose control each plain object was tried.
        solves: the number of boards solved.
    """

    object: str
    now: str
    flips: tuple[Flip, ...]
    universe: Universe
    controllers: tuple[str, ...]
    solves: int

    def lines(self) -> tuple[Line, ...]:
        """Return the flips as paragraphs, grouped by their changes."""
        found = [Line("summary", self.now)]
        groups: dict[tuple[Contrast, ...], dict[str, list[str]]] = {}
        for each in self.flips:
            groups.setdefault(each.changes, {}).setdefault(each.plain, []).append(each.controller)
        for changes, by in groups.items():
            who = [
                plain if len(players) == len(self.controllers) else f"{plain} controlled by {joined(players)}"
                for plain, players in by.items()
            ]
            found.append(Line("change", f"with {' or '.join(who)}: {changes_words(changes)}", 2, 2))
        if not groups:
            found.append(Line("change", "None of the objects tried changes it.", 2, 2))
        whose = f", each under the control of {' and of '.join(self.controllers)}" if len(self.controllers) > 1 else ""
        found.append(Line("detail", capital(f"tried: {self.universe}{whose}."), 2, 2))
        return tuple(found)


@keywords_checked
def flips(
    board: Board,
    id: str,
    among: Universe | None = None,
    *,
    edition: str | datetime.date | Edition | None = None,
    readings: Readings | str | Iterable[str] | None = None,
) -> Flips:
    """Return the plain objects that would each change an object if they entered now.

    Args:
        board: the board; it is not changed.
        id: the object.
        among: the plain objects to try; by default, all that the board's effects can distinguish (`universe`).
        edition: as in `solve`.
        readings: as in `solve`.

    Raises:
        UnknownObjectError: no object has this id.

    >>> board = Board(players=["Ana", "Ben"])
    >>> moon, limb, token = board.enters("Blood Moon"), board.enters("Life and Limb"), board.enters("Saproling")
    >>> [flip.plain for flip in flips(board, token).flips]
    ['a nonbasic Forest land']
    """
    if edition is not None:
        board = board.under(edition_of(edition))
    id = board.find(id).id
    now = solve(board, readings=readings)
    tried, controllers = among, board.players
    if tried is None:
        words = words_of(now)
        tried, controllers = universe_of(words), board.players if words.reads_controllers else board.players[:1]
    found: list[Flip] = []
    for plain in tried.objects:
        for player in controllers:
            checkpoint("candidate")
            made = board.copy()
            plain.enters(made, player)
            other = solve(made, readings=readings)
            changes = object_changes(now, other, id)
            if changes:
                found.append(Flip(plain.words, player, other.explainer.summary(id), changes))
    solves = 1 + len(tried.objects) * len(controllers)
    return Flips(id, now.explainer.summary(id), tuple(found), tried, controllers, solves)
