"""A board with or without some objects and effects, and what is decisive for an object."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.board.replay import Timeline
from mtglayers.model.data.record import WrongTypeError
from mtglayers.model.errors import IllegalEventError, LayersError, UnknownObjectError
from mtglayers.model.events.base import Event, read_event
from mtglayers.model.support.names import nearest
from mtglayers.model.support.progress import checkpoint

from ..explain.paragraphs import Line, Printable
from ..result.characteristics import Characteristics
from ..solve import solve, solve_without
from ..wording import capital, joined, sentence
from .compare import Contrast, Difference, contrast_words, difference, object_changes, shown_contrasts, what_words

if TYPE_CHECKING:
    import datetime

    from mtglayers.model.board.methods import CardLike
    from mtglayers.model.rules.edition import Edition

    from ..readings import Readings
    from ..result.result import Result

Kind = Literal["objects", "effects"]

LIMIT = 5_000
"""Default maximum number of boards that `decisive` solves."""

SIZE = 3
"""Default maximum number of objects or effects that it takes away together."""

ASKED = tuple(name for name in Characteristics.__struct_fields__ if name not in ("id", "owner"))
"""The fields of `Characteristics` that something can change."""


class WhatIf(Printable, msgspec.Struct, frozen=True):
    """A changed board, and what differs there.

    Attributes:
        board: the changed board.
        one: the board as it is, solved.
        result: the changed board, solved.
        difference: what differs; the one is as it is, the other is changed.
        gone: names of the objects and resolved effects that are absent.
        taken_off: those of them that entered and are exiled at the end, as later events need them.
        came: names of what was added.
    """

    board: Board
    one: Result
    result: Result
    difference: Difference
    gone: tuple[str, ...] = ()
    taken_off: tuple[str, ...] = ()
    came: tuple[str, ...] = ()

    def of(self, id: str) -> WhatIf:
        """Return the same, with the difference of one object alone."""
        objects = tuple(each for each in self.difference.objects if each.id == id)
        shown = msgspec.structs.replace(self.difference, objects=objects, layers=(), players=())
        return msgspec.structs.replace(self, difference=shown)

    def notes(self) -> tuple[Line, ...]:
        """Return notes on how things were left out."""
        names = self.one.explainer.names
        found: list[Line] = []
        if self.taken_off:
            said = f"{joined(map(names.object, self.taken_off))}: exiled at the end, as other events need that it came"
            found.append(Line("detail", capital(said)))
        return tuple(found)

    def lines(self) -> tuple[Line, ...]:
        """Return what differs as paragraphs."""
        return (*self.notes(), *self.difference.lines())


def what_if(
    board: Board,
    without: Iterable[str] = (),
    with_: Iterable[Event | Mapping[str, Any] | CardLike] = (),
    *,
    edition: str | datetime.date | Edition | None = None,
    readings: Readings | str | Iterable[str] | None = None,
) -> WhatIf:
    """Return a board without some objects and effects, or with more, beside the board as it is.

    An object that is left out never entered, and events that mention it did not happen; the others keep their names
    and their order. A resolved effect is left out like an object; an effect of an ability or of counters
    (`humility#1`, `bear+1/+1`) simply does not exist, and what past events fixed stays as it was.

    Args:
        board: the board; it is not changed.
        without: ids, and names of effects.
        with_: cards by name or definition, which enter under the first player's control, and events.
        edition: as for `solve`.
        readings: as for `solve`.

    Raises:
        UnknownObjectError: a name in `without` is unknown.
        LayersError: what is added is refused.

    >>> board = Board(players=["Ana", "Ben"])
    >>> moon, limb, token = board.enters("Blood Moon"), board.enters("Life and Limb"), board.enters("Saproling")
    >>> print(what_if(board, with_=["Overgrown Tomb"]).difference.only_other)
    ('overgrown-tomb',)
    >>> found = what_if(board, without=[moon])
    >>> found.one[token].subtypes, found.result[token].subtypes
    (('Mountain', 'Saproling'), ('Forest', 'Saproling'))
    """
    cut = BoardReducer(board, edition, readings)
    less = cut.take(tuple(without))
    made = less.board.copy()
    came = tuple(name for added in with_ for name in made.push(_event(added)))
    result = cut.solve(made, less.effects) if came or less.board is not cut.board or less.effects else cut.result
    return WhatIf(made, cut.result, result, difference(cut.result, result), less.gone, less.taken_off, came)


def _event(added: Event | Mapping[str, Any] | CardLike) -> Event:
    if isinstance(added, Event):
        return added
    is_event = isinstance(added, Mapping) and any(verb in added for verb in Event.VERBS)
    try:
        return read_event(added if is_event else {"enters": added})
    except WrongTypeError as error:
        raise IllegalEventError(added, str(error)) from None


# --- Leaving things out ---


class ReducedBoard(msgspec.Struct, frozen=True):
    """A board with fewer objects and effects.

    Attributes:
        board: the board.
        effects: names of effects that do not exist although their sources do.
        gone: names of the objects and resolved effects that are absent.
        taken_off: those of them that were exiled at the end.
    """

    board: Board
    effects: frozenset[str] = frozenset()
    gone: tuple[str, ...] = ()
    taken_off: tuple[str, ...] = ()


class BoardReducer:
    """Takes objects and effects from a board, and solves it."""

    def __init__(
        self,
        board: Board,
        edition: str | datetime.date | Edition | None = None,
        readings: Readings | str | Iterable[str] | None = None,
    ) -> None:
        from mtglayers.model.rules.edition import edition as edition_of

        self._readings = readings
        self.board = board if edition is None else board.under(edition_of(edition))
        self.result = solve(self.board, readings=readings)
        self.solves = 1
        self._timeline = Timeline(self.board)

    def solve(self, board: Board, effects: Collection[str] = ()) -> Result:
        """Solve a board on which effects of these names do not exist."""
        self.solves += 1
        return solve_without(board, self._readings, effects)  # one may be of an object that was taken away

    def take(self, names: Sequence[str]) -> ReducedBoard:
        """Return the board without the objects and effects of these names.

        Raises:
            UnknownObjectError: a name is unknown.
        """
        things = [name for name in map(self._called, names) if self._is_thing(name)]
        effects = frozenset(name for name in names if not self._is_thing(self._called(name)))
        unknown = next((name for name in sorted(effects) if name not in self._effects()), None)
        if unknown is not None:
            known = (*self.board.objects, *self._going_on(), *self._effects())
            raise UnknownObjectError(unknown, nearest(unknown, known))
        if not things:
            return ReducedBoard(self.board, effects)
        origins = [origin for origin in map(self._timeline.origin, things) if origin is not None]
        try:
            made = self._timeline.without(origins).board
        except IllegalEventError:
            return self._taken_off(things, effects)
        lost = self._lost(made)
        return ReducedBoard(made, effects, lost) if set(things) <= set(lost) else self._taken_off(things, effects)

    def candidates(self, kind: Kind) -> tuple[str, ...]:
        """Return what can be taken: objects and resolved effects, or effects that applied."""
        if kind == "objects":
            return (*self.board.objects, *self._going_on())
        return tuple(dict.fromkeys(step.effect for step in self.result.steps))

    def _called(self, name: str) -> str:
        return self.board.object(name).id if name in self.board.objects else name

    def _is_thing(self, name: str) -> bool:
        return name in self.board.objects or name in self._going_on()

    def _going_on(self) -> tuple[str, ...]:
        return tuple(name for name, effect in self.board.effects.items() if not effect.ended)

    def _effects(self) -> tuple[str, ...]:
        return tuple(self.result.effect_names())

    def _lost(self, board: Board) -> tuple[str, ...]:
        there = {*board.objects, *board.effects}
        return tuple(name for name in (*self.board.objects, *self._going_on()) if name not in there)

    def _taken_off(self, things: Sequence[str], effects: frozenset[str]) -> ReducedBoard:
        made = self.board.copy()
        for name in things:
            if name in made.objects:
                made.leaves(name, to="exile")
            else:
                made.ends(name)
        return ReducedBoard(made, effects, tuple(things), tuple(things))


# --- What is decisive for an object ---


class Removal(msgspec.Struct, frozen=True):
    """Objects or effects without which an object differs.

    Attributes:
        names: what is taken away.
        called: what it is called in sentences.
        also: what is absent with them.
        becomes: what the object is then, in one sentence.
        changes: in which respects it differs.
    """

    names: tuple[str, ...]
    called: tuple[str, ...]
    also: tuple[str, ...]
    becomes: str
    changes: tuple[Contrast, ...]


class Decisive(Printable, msgspec.Struct, frozen=True):
    """Every smallest set of objects or effects without which an object differs.

    Attributes:
        object: the object's id.
        what: the characteristic asked for, or "" for all of them.
        now: what the object is, in one sentence.
        kind: whether objects (with resolved effects) were taken away, or single effects.
        sets: the sets, small ones first; none contains another.
        candidates: how many objects or effects could be taken away.
        size: all sets of up to this size were tried, except those that contain a set found before.
        complete: whether that is the size asked for; false if the limit on solves was reached.
        solves: how many boards were solved.
    """

    object: str
    what: str
    now: str
    kind: Kind
    sets: tuple[Removal, ...]
    candidates: int
    size: int
    complete: bool
    solves: int

    def lines(self) -> tuple[Line, ...]:
        """Return the sets as paragraphs."""
        found = [Line("summary", self.now)]
        for each in self.sets:
            also = f" (and with that {joined(each.also)})" if each.also else ""
            changed = "; ".join(contrast_words(change) for change in shown_contrasts(each.changes))
            found.append(Line("change", f"without {joined(each.called)}{also}: {changed}", 2, 2))
        things = self.kind if self.candidates != 1 else self.kind.removesuffix("s")
        tried = f"sets of up to {self.size} of {self.candidates} {things} were tried"
        bound = "" if self.complete else f"; after {self.solves} boards the bound was reached"
        none = "" if self.sets else f"nothing changes {f'its {what_words(self.what)}' if self.what else 'it'}: "
        found.append(Line("detail", sentence(none + tried + bound), 2, 2))
        return tuple(found)


def decisive(
    board: Board,
    id: str,
    what: str = "",
    kind: Kind = "objects",
    *,
    size: int = SIZE,
    edition: str | datetime.date | Edition | None = None,
    readings: Readings | str | Iterable[str] | None = None,
    limit: int = LIMIT,
) -> Decisive:
    """Return every smallest set of objects or effects without which an object differs.

    They are left out as in `what_if`. A set does not count if the object itself is absent without it.

    Args:
        board: the board.
        id: the object.
        what: a characteristic ("subtypes", "power", "controller" ...), or "": any.
        kind: "objects" (and resolved effects), or "effects".
        size: the maximum size of a set.
        edition: as for `solve`.
        readings: as for `solve`.
        limit: the maximum number of boards to solve; when it is reached, `complete` is false.

    Raises:
        UnknownObjectError: there is no such object.
        ValueError: there is no such characteristic.

    >>> board = Board(players=["Ana", "Ben"])
    >>> moon, limb, token = board.enters("Blood Moon"), board.enters("Life and Limb"), board.enters("Saproling")
    >>> [each.names for each in decisive(board, token, "subtypes").sets]
    [('blood-moon',), ('life-and-limb',)]
    """
    if what and what not in ASKED:
        raise ValueError(f"no characteristic `{what}`; there are {', '.join(ASKED)}")
    cut = BoardReducer(board, edition, readings)
    id = cut.board.object(id).id
    names = [name for name in cut.candidates(kind) if kind == "effects" or name != id]
    found: list[Removal] = []
    done, complete = 0, True
    for count in range(1, min(size, len(names)) + 1):
        for chosen in combinations(names, count):
            checkpoint("candidate")
            if any(set(known.names) <= set(chosen) for known in found):
                continue
            if cut.solves >= limit:
                complete = False
                break
            removal = _removal(cut, id, what, kind, chosen)
            if removal is not None:
                found.append(removal)
        if not complete:
            break
        done = count
    now = cut.result.explainer.summary(id)
    return Decisive(id, what, now, kind, tuple(found), len(names), done, complete, cut.solves)


def _removal(cut: BoardReducer, id: str, what: str, kind: Kind, names: tuple[str, ...]) -> Removal | None:
    try:
        less = cut.take(names) if kind == "objects" else ReducedBoard(cut.board, frozenset(names))
        if id not in less.board.objects:
            return None
        other = cut.solve(less.board, less.effects)
    except LayersError:
        return None  # the rest is impossible without it
    changes = tuple(each for each in object_changes(cut.result, other, id) if what in ("", each.what))
    if not changes:
        return None
    object_name = cut.result.explainer.names.object
    called = tuple(_called(cut.result, name, kind) for name in names)
    also = tuple(capital(object_name(name)) for name in less.gone if name not in names)
    return Removal(names, called, also, other.explainer.summary(id), changes)


def _called(result: Result, name: str, kind: Kind) -> str:
    names = result.explainer.names
    if kind == "objects" and name in result.objects:
        return names.object(name)
    layer = next((step.layer for step in result.steps if step.effect == name), "")
    return names.effect(name, layer)


__all__ = [
    "ASKED",
    "LIMIT",
    "SIZE",
    "BoardReducer",
    "Decisive",
    "ReducedBoard",
    "Removal",
    "WhatIf",
    "decisive",
    "what_if",
]
