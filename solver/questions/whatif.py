"""Boards on which objects never existed, leave or are added, and minimal removals that change an object."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Literal, cast

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.board.methods import CardLike
from mtglayers.model.board.references import SeveralObjectsError
from mtglayers.model.board.replay import Timeline
from mtglayers.model.cards.card import Card
from mtglayers.model.data.record import WrongTypeError
from mtglayers.model.errors import IllegalEventError, LayersError, UnknownObjectError
from mtglayers.model.events.base import Event, read_event
from mtglayers.model.rules.edition import Edition
from mtglayers.model.rules.edition import edition as edition_of
from mtglayers.model.support.names import nearest
from mtglayers.model.support.progress import checkpoint
from mtglayers.model.support.signatures import keywords_checked

from ..explain.paragraphs import Line, Printable
from ..explain.ruling import UNCHANGED
from ..explain.state_based import state_based_actions
from ..readings import Readings
from ..result.characteristics import Characteristics
from ..result.result import Result
from ..solve import solve, solve_without
from ..wording import capital, counted, joined, sentence
from .compare import Contrast, Difference, changes_words, difference, object_changes, what_words

Kind = Literal["objects", "effects"]

Added = Event | Mapping[str, Any] | CardLike
"""Something to add to a board: an event, or a card that enters."""

LIMIT = 5_000
"""Default maximum number of boards that `decisive` solves."""

MAX_REASONS = 2
"""Maximum number of sentences that say what made an object what it is."""

SIZE = 3
"""Default maximum number of objects or effects that `decisive` removes together."""

ASKED = tuple(name for name in Characteristics.__struct_fields__ if name not in ("id", "owner"))
"""The fields of `Characteristics` that `decisive` can be asked about."""


class WhatIf(Printable, msgspec.Struct, frozen=True):
    """A changed board, and the difference between its result and the original result.

    Attributes:
        board: the changed board.
        one: the result of the original board.
        result: the result of the changed board.
        difference: the difference between the original result and the changed result.
        gone: names of the objects and resolved effects that were removed.
        taken_off: names of the objects that were exiled instead of being removed, because later events need them.
        came: names of the objects and effects that were added.
        left: ids of the objects that were put into the graveyard at the end.
    """

    board: Board
    one: Result
    result: Result
    difference: Difference
    gone: tuple[str, ...] = ()
    taken_off: tuple[str, ...] = ()
    came: tuple[str, ...] = ()
    left: tuple[str, ...] = ()

    def of(self, id: str) -> WhatIf:
        """Return a copy whose difference includes only the given object."""
        objects = tuple(each for each in self.difference.objects if each.id == id)
        shown = msgspec.structs.replace(self.difference, objects=objects, layers=(), players=())
        return msgspec.structs.replace(self, difference=shown)

    def notes(self) -> tuple[Line, ...]:
        """Return notes: what stays although it depends on what left, what was not removed, and state-based actions."""
        notes = []
        for id in self._unchanged():
            said = self.result.ruling(id)
            notes += [" ".join((said[0].replace(" is ", " is still ", 1), *said[1 : 1 + MAX_REASONS]))]
        if self.taken_off:
            exiled = joined(map(self.one.explainer.names.object, self.taken_off))
            were = "was" if len(self.taken_off) == 1 else "were"
            notes.append(f"{exiled} {were} exiled at the end, because other events need the object")
        before = {str(action) for action in state_based_actions(self.one)}
        after = map(str, state_based_actions(self.result))
        notes += [f"next: {words}" for words in after if words not in before]
        return tuple(Line("detail", capital(note)) for note in notes)

    def _unchanged(self) -> Iterator[str]:
        # The objects that stay the same, and were changed by an effect of an object that left or are copies of one.
        left = {found.number for found in self.one.trace.start.world.objects.values() if found.id in self.left}
        changing = {step.effect for step in self.one.steps if step.applied.source in left}
        changed = {each.id for each in self.difference.objects}
        for id in self.result.objects if left else ():
            if id not in changed and id in self.one.objects:
                copied = self.board.objects[id].copy
                if (copied is not None and copied.of in self.left) or changing.intersection(
                    self.one.explainer.effects(id)
                ):
                    yield id

    def reasons(self) -> tuple[Line, ...]:
        """Return what made each changed or added object what it is now, as paragraphs."""
        found = [Line("summary", "Why")]
        for each in self.difference.objects:
            said = self.result.ruling(each.id)[1 : 1 + MAX_REASONS] if each.other is not None else ()
            if any(text != UNCHANGED for text in said):
                found.append(Line("why", capital(f"{each.called}: {' '.join(said)}"), 2, 2))
        return tuple(found) if found[1:] else ()

    def lines(self) -> tuple[Line, ...]:
        """Return the difference as paragraphs."""
        return (*self.notes(), *self.difference.lines(), *self.reasons())


@keywords_checked
def what_if(
    board: Board,
    without: str | Iterable[str] = (),
    with_: Added | Iterable[Added] = (),
    *,
    leaves: str | Iterable[str] = (),
    edition: str | datetime.date | Edition | None = None,
    readings: Readings | str | Iterable[str] | None = None,
) -> WhatIf:
    """Solve a board with objects or effects added or removed, and compare the results.

    An object in `without` never existed: the timeline is replayed without the events that mention it; all other
    objects and effects keep their names and their order. A resolved effect is removed in the same way. If `without`
    names an effect of an ability or of counters (`humility#1`, `bear+1/+1`), the effect is ignored, but the results of
    past events do not change. An object in `leaves` is put into its owner's graveyard at the end, and everything that
    happened earlier remains, such as what copies of it have copied (707.2). State-based actions are not performed.

    Args:
        board: the board; it is not changed.
        without: ids or names of objects, and names of effects, to remove; one or several.
        with_: events, and cards by name or definition, which enter under the first player's control.
        leaves: ids or names of objects that leave, after the removals and before the additions.
        edition: as in `solve`.
        readings: as in `solve`.

    Raises:
        UnknownObjectError: a name in `without` or `leaves` is unknown, or could be several objects.
        LayersError: a card or event in `with_` is refused, or an object in `leaves` is in a graveyard.

    >>> board = Board(players=["Ana", "Ben"])
    >>> moon, limb, token = board.enters("Blood Moon"), board.enters("Life and Limb"), board.enters("Saproling")
    >>> print(what_if(board, with_=["Overgrown Tomb"]).difference.only_other)
    ('overgrown-tomb',)
    >>> found = what_if(board, without=[moon])
    >>> found.one[token].subtypes, found.result[token].subtypes
    (('Saproling', 'Mountain'), ('Saproling', 'Forest'))
    """
    cut = BoardReducer(board, edition, readings)
    less = cut.take((without,) if isinstance(without, str) else tuple(without))
    made = less.board.copy()
    left = tuple(dict.fromkeys(made.find(name).id for name in ((leaves,) if isinstance(leaves, str) else leaves)))
    if left:
        made.leaves(left)  # together (603.6)
    adding = (cast("Added", with_),) if isinstance(with_, str | Card | Event | Mapping) else with_
    came = tuple(name for added in adding for name in made.push(_event(added)))
    changed = bool(came or left or less.effects) or less.board is not cut.board
    result = cut.solve(made, less.effects) if changed else cut.result
    return WhatIf(made, cut.result, result, difference(cut.result, result), less.gone, less.taken_off, came, left)


def _event(added: Added) -> Event:
    if isinstance(added, Event):
        return added
    is_event = isinstance(added, Mapping) and any(verb in added for verb in Event.VERBS)
    try:
        return read_event(added if is_event else {"enters": added})
    except WrongTypeError as error:
        raise IllegalEventError(added, str(error)) from None


# --- Removing objects and effects ---


class ReducedBoard(msgspec.Struct, frozen=True):
    """A board from which objects or effects were removed.

    Attributes:
        board: the board.
        effects: names of effects to ignore although their sources exist.
        gone: names of the objects and resolved effects that were removed.
        taken_off: names of the objects that were exiled at the end of the timeline instead of being removed.
    """

    board: Board
    effects: frozenset[str] = frozenset()
    gone: tuple[str, ...] = ()
    taken_off: tuple[str, ...] = ()


class BoardReducer:
    """An object that removes objects and effects from a board and solves the reduced board."""

    def __init__(
        self,
        board: Board,
        edition: str | datetime.date | Edition | None = None,
        readings: Readings | str | Iterable[str] | None = None,
    ) -> None:
        self._readings = readings
        self.board = board if edition is None else board.under(edition_of(edition))
        self.result = solve(self.board, readings=readings)
        self.solves = 1
        self._timeline = Timeline(self.board)

    def solve(self, board: Board, effects: Collection[str] = ()) -> Result:
        """Solve a board, ignoring the named effects."""
        self.solves += 1
        return solve_without(board, self._readings, effects)  # an effect's source may have been removed

    def take(self, names: Sequence[str]) -> ReducedBoard:
        """Remove the named objects and effects, and return the reduced board.

        Raises:
            UnknownObjectError: a name is unknown.
        """
        removable = self.candidates("objects")
        known = self.result.effect_names()
        ids = [name if name in removable or name in known else self._id(name, (*removable, *known)) for name in names]
        things = [name for name in ids if name in removable]
        effects = frozenset(name for name in ids if name not in removable)
        if not things:
            return ReducedBoard(self.board, effects)
        origins = [origin for origin in map(self._timeline.origin, things) if origin is not None]
        try:
            made = self._timeline.without(origins).board
        except IllegalEventError:
            return self._taken_off(things, effects)
        gone = tuple(name for name in removable if name not in made.objects and name not in made.effects)
        return ReducedBoard(made, effects, gone) if set(things) <= set(gone) else self._taken_off(things, effects)

    def _id(self, name: str, known: Sequence[str]) -> str:
        try:
            return self.board.find(name).id
        except SeveralObjectsError:
            raise
        except UnknownObjectError:
            raise UnknownObjectError(name, nearest(name, known)) from None

    def candidates(self, kind: Kind) -> tuple[str, ...]:
        """Return the names of all objects and resolved effects, or of all effects that applied."""
        if kind == "objects":
            return (*self.board.objects, *(name for name, effect in self.board.effects.items() if not effect.ended))
        return tuple(dict.fromkeys(step.effect for step in self.result.steps))

    def _taken_off(self, things: Sequence[str], effects: frozenset[str]) -> ReducedBoard:
        made = self.board.copy()
        for name in things:
            if name in made.objects:
                made.leaves(name, to="exile")
            else:
                made.ends(name)
        return ReducedBoard(made, effects, tuple(things), tuple(things))


# --- Decisive objects and effects ---


class Removal(msgspec.Struct, frozen=True):
    """Objects or effects whose removal changes an object.

    Attributes:
        names: names of the removed objects or effects.
        called: the names that sentences use for them.
        also: the names that sentences use for other objects and effects that must be removed with them.
        becomes: a sentence that describes the object after the removal.
        changes: the changes to the object.
    """

    names: tuple[str, ...]
    called: tuple[str, ...]
    also: tuple[str, ...]
    becomes: str
    changes: tuple[Contrast, ...]


class Decisive(Printable, msgspec.Struct, frozen=True):
    """Every minimal set of objects or effects whose removal changes an object.

    Attributes:
        object: the object's id.
        what: the requested characteristic, or "" for any.
        now: a sentence that describes the object.
        kind: "objects" if objects and resolved effects were removed, or "effects" if effects were removed.
        sets: the sets, smallest first; no set contains another.
        candidates: the number of objects or effects that can be removed.
        size: the maximum size of the sets that were tried; sets that contain a set already found were skipped.
        complete: whether all sets of the requested size were tried; false if the limit was reached.
        solves: the number of boards solved.
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
            also = f" (which also removes {joined(each.also)})" if each.also else ""
            words = f"without {joined(each.called)}{also}: {changes_words(each.changes)}"
            found.append(Line("change", words, 2, 2))
        things = self.kind if self.candidates != 1 else self.kind.removesuffix("s")
        tried = f"Sets of up to {self.size} of {self.candidates} {things} were tried"
        bound = "" if self.complete else f"; the limit was reached after {counted(self.solves, 'board')}"
        none = "" if self.sets else f"no removal changes {f'its {what_words(self.what)}' if self.what else 'it'}. "
        found.append(Line("detail", sentence(none + tried + bound), 2, 2))
        return tuple(found)


@keywords_checked
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
    """Return every minimal set of objects or effects whose removal changes an object.

    Objects and effects are removed in the same way as by `what_if`. Sets whose removal also removes the given
    object are not returned.

    Args:
        board: the board.
        id: the object.
        what: a characteristic ("subtypes", "power", "controller" ...), or "" for any.
        kind: "objects" to remove objects and resolved effects, or "effects" to remove effects.
        size: the maximum size of a set.
        edition: as in `solve`.
        readings: as in `solve`.
        limit: the maximum number of boards to solve; `complete` is false if it is reached.

    Raises:
        UnknownObjectError: no object has this id.
        ValueError: `what` is not a characteristic that can be requested.

    >>> board = Board(players=["Ana", "Ben"])
    >>> moon, limb, token = board.enters("Blood Moon"), board.enters("Life and Limb"), board.enters("Saproling")
    >>> [each.names for each in decisive(board, token, "subtypes").sets]
    [('blood-moon',), ('life-and-limb',)]
    """
    if what and what not in ASKED:
        raise ValueError(f"unknown characteristic `{what}`; use one of {', '.join(ASKED)}")
    cut = BoardReducer(board, edition, readings)
    id = cut.board.find(id).id
    names = [name for name in cut.candidates(kind) if kind == "effects" or name != id]
    found: list[Removal] = []
    size = min(size, len(names))
    done = size
    for chosen in (chosen for count in range(1, size + 1) for chosen in combinations(names, count)):
        checkpoint("candidate")
        if any(set(known.names) <= set(chosen) for known in found):
            continue
        if cut.solves >= limit:
            done = len(chosen) - 1
            break
        removal = _removal(cut, id, what, kind, chosen)
        if removal is not None:
            found.append(removal)
    now = cut.result.explainer.summary(id)
    return Decisive(id, what, now, kind, tuple(found), len(names), done, done == size, cut.solves)


def _removal(cut: BoardReducer, id: str, what: str, kind: Kind, names: tuple[str, ...]) -> Removal | None:
    try:
        less = cut.take(names) if kind == "objects" else ReducedBoard(cut.board, frozenset(names))
        if id not in less.board.objects:
            return None
        other = cut.solve(less.board, less.effects)
    except LayersError:
        return None  # the other events need what was removed
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
