"""What effects cannot have changed, found without applying a layer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from mtglayers.model.board.board import Board
from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.filters.combinators import Other
from mtglayers.model.effects.language import Ability, Clause, Filter, Operation, Selector
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.operations.types import TYPE_COLUMNS
from mtglayers.model.effects.selectors import Attached, Group, Itself, Together
from mtglayers.model.effects.view import (
    ABILITIES,
    ANY,
    CONTROLLERS,
    FAMILIES,
    Column,
    Columns,
    Context,
    Held,
    Mask,
    columns,
    union,
)
from mtglayers.model.events.arrivals import Enters
from mtglayers.model.objects.gameobject import Base, GameObject
from mtglayers.model.support.progress import checkpoint
from mtglayers.model.support.records import Record

from ..engine.counters import counter_operation
from ..engine.effect import chooses, gate_column, overlaps, selector_of
from ..engine.state import initial, numbers

_EVERY_COLUMN: Columns = columns(*((family, ANY) for family in FAMILIES))


class _Act(Record, frozen=True):
    # A clause: its selector (None: any objects), the columns that it writes, whether it gives abilities of other
    # objects, and whether it changes the words of others.
    selector: Selector | None
    writes: Columns
    borrows: bool
    rewords: bool


class Untouched:
    """Upper bounds for what effects changed on a board and on the earlier boards of its timeline.

    The bounds follow from the columns that effects declare to write and to read. They hold for an object if its printed
    values were the same on the earlier board (`is_same`).
    """

    def __init__(self, board: Board) -> None:
        """Find the bounds for the objects of a board."""
        self.start = initial(board)
        self._board = board
        self._everything = board.everything
        # If objects have only entered, every source and every attachment of the timeline is still there.
        self._steady = not board.phased_out and all(isinstance(event, Enters) for event in board.events)
        self._changed: dict[Column, Mask] = {}
        self._found: dict[tuple[Selector, int | None], tuple[Mask, Mask]] = {}
        self._changed_at_entry: dict[Column, Mask] = {}
        self.borrowed: Mask = 0
        """The objects that may have had abilities of other objects."""
        self.borrowing = False
        """Whether an object that is no longer there may have had abilities of other objects."""
        self._bound()

    def is_same(self, then: GameObject) -> bool:
        """Return whether the bounds hold for an object as it was on an earlier board."""
        now = self.start.world.objects.get(then.number)
        return now is not None and (
            now.base == then.base and _is_plain(then) and _is_plain(now) and self._counted(then) == self._counted(now)
        )

    def changed(self, reads: Columns) -> Mask:
        """Return all objects that an effect may have changed in one of the columns."""
        return _overlapping(self._changed, reads)

    def changed_at_entry(self, reads: Columns) -> Mask:
        """Return all objects that an effect may have changed in one of the columns as the objects entered."""
        return _overlapping(self._changed_at_entry, reads)

    def selected(self, selector: Selector, source: int | None) -> tuple[Mask, Mask]:
        """Return the objects that a selector may have selected, and those that it certainly selected.

        The answer is for objects on the battlefield; a source of None means an unknown source.
        """
        key = (selector, source)
        if key not in self._found:
            self._found[key] = self._selected(selector, source)
        return self._found[key]

    def _selected(self, selector: Selector, source: int | None) -> tuple[Mask, Mask]:
        if isinstance(selector, Itself) and source is not None:
            return 1 << source, 1 << source
        if isinstance(selector, Attached) and source is not None and self._steady:
            return selector.select(self.start, Context(source=source)), 0
        if isinstance(selector, Together):
            return union(self.selected(part, source)[0] for part in selector.parts), 0
        if not isinstance(selector, Group):
            return self._everything, 0
        may = sure = self._everything
        for each in selector.filters:
            fits, changed = self._fitting(each, source)
            may &= fits | changed
            sure &= fits & ~changed
        return may, sure

    def _fitting(self, filter: Filter, source: int | None) -> tuple[Mask, Mask]:
        # The objects that fit before any effect applies, and those for which this may have changed.
        reads = filter.reads()
        if not filter.alone() or (source is None and _needs_source(filter)):
            return 0, self._everything
        changed = self.changed(reads)
        if source is not None and overlaps(CONTROLLERS, reads) and changed >> source & 1:
            return 0, self._everything
        return filter.select(self.start, Context(source=source)), changed

    def _counted(self, found: GameObject) -> Columns:
        done = (counter_operation(counter, self._board.edition) for counter in found.counters)
        return frozenset().union(*(operation.writes() for operation in done if operation is not None))

    def _bound(self) -> None:
        there = self.start.world.objects.values()
        for found in there:
            self._put(self._counted(found), 1 << found.number)
            if not _is_plain(found):
                self.borrowed |= 1 << found.number
        self._put(_EVERY_COLUMN, self.borrowed)
        since = dict.fromkeys(sorted({found.entered for found in there}), 0)
        acting = self._acting()
        self.borrowing = not self._steady and any(each.borrows for _, each in acting)
        if any(effect.listed or effect.delayed for effect in self._board.effects.values()) or any(
            each.rewords for _, each in acting
        ):
            self._put(_EVERY_COLUMN, self._everything)
            return
        later: Mask = 0
        for event in reversed(since):
            later |= sum(1 << found.number for found in there if found.entered == event)
            since[event] = later
        self._since = {found.number: since[found.entered] for found in there}
        while True:  # a change can make more objects fit
            checkpoint("candidate")
            before = (dict(self._changed), dict(self._changed_at_entry), self.borrowed)
            self._found.clear()
            for mask, each in acting:
                self._act(mask, each)
            if before == (self._changed, self._changed_at_entry, self.borrowed):
                return

    def _acting(self) -> list[tuple[Mask, _Act]]:
        # Each clause of the timeline, and the objects that have its ability.
        returning = self._board.edition.fallen_return
        acting = [(mask, each) for base, mask in self._board.bases.items() for each in _acts(base, returning)]
        resolved = [clause for effect in self._board.effects.values() for clause in effect.clauses]
        given = [node for found in self.start.world.objects.values() for node in _given(found)]
        inside = [clause for node in (*resolved, *given) for clause in _granted(node)]
        return acting + [(0, _act(None, clause, returning)) for clause in (*resolved, *inside)]

    def _act(self, mask: Mask, act: _Act) -> None:
        if act.selector is None or not self._steady:
            self._put(act.writes, self._taken(act, None))
        if act.selector is not None:
            for source in numbers(mask | self.borrowed):
                taken = self._taken(act, source)
                self._put(act.writes, taken, taken & self._since[source])

    def _taken(self, act: _Act, source: int | None) -> Mask:
        if act.selector is None:
            taken = self._everything
        elif source is None and isinstance(act.selector, Itself):
            taken = 0  # the source is no longer there
        else:
            taken = self.selected(act.selector, source)[0]
        self.borrowed |= taken if act.borrows else 0
        return taken

    def _put(self, writes: Columns, mask: Mask, at_entry: Mask | None = None) -> None:
        for changed, objects in (
            (self._changed, mask),
            (self._changed_at_entry, mask if at_entry is None else at_entry),
        ):
            if objects:
                for column in writes:
                    changed[column] = changed.get(column, 0) | objects


def _overlapping(changed: dict[Column, Mask], reads: Columns) -> Mask:
    return union(mask for column, mask in changed.items() if overlaps({column}, reads))


def _is_plain(found: GameObject) -> bool:
    # Whether only counters, abilities and resolved effects can change the object.
    return not (
        found.copy or found.face_down or found.listed or found.merged or found.components or found.stickers
        or found.designated
    )  # fmt: skip


def _needs_source(filter: Filter) -> bool:
    return overlaps(CONTROLLERS, filter.reads()) or any(isinstance(node, Other) for node in filter.walk())


def _given(found: GameObject) -> Iterator[Node]:
    if found.copy is not None:
        yield from found.copy.exceptions
    if found.listed is not None:
        yield found.listed
    for sticker in found.stickers:
        yield from sticker.abilities


@lru_cache(maxsize=8192)
def _acts(base: Base, returning: bool) -> tuple[_Act, ...]:
    # The clauses of all abilities, and those of abilities that they grant, to any objects.
    found: list[_Act] = []
    for place, ability in enumerate(base.values.abilities, start=1):
        if isinstance(ability, TextAbility):
            if (
                chooses(Held(ability, "copiable", place))
                and ability.resolution is not None
                and ability.resolution.modes
            ):
                found.append(_Act(Itself(), _EVERY_COLUMN, True, False))  # 613.2a
            continue
        clauses = ability.clauses()
        found += [_act(selector_of(clauses, index), clause, returning) for index, clause in enumerate(clauses)]
        for child in ability.children():
            found += [_act(None, each, returning) for each in _granted(child)]
    return tuple(each for each in found if each.writes)


def _granted(node: Node) -> Iterator[Clause]:
    # What resolves is not an effect yet.
    if isinstance(node, TextAbility):
        return
    if isinstance(node, Ability):
        yield from node.clauses()
    for child in node.children():
        yield from _granted(child)


def _effective(operation: Operation) -> Columns:
    # The columns in which an operation can take a value away, or add one that is not a mana ability of a land type.
    writes = operation.writes()
    return writes if operation.TAKES_ABILITIES else writes - ABILITIES


def _act(selector: Selector | None, clause: Clause, returning: bool) -> _Act:
    operations = clause.flat()
    writes = frozenset(gate_column(column) for operation in operations for column in _effective(operation))
    if returning and any(operation.SETS_TYPES for operation in operations):
        writes |= TYPE_COLUMNS
    given = ("ability", ANY) in writes
    return _Act(
        selector,
        writes,
        given and any(op.kind == "copy" or overlaps(ABILITIES, op.reads()) for op in operations),
        any(operation.kind == "text" for operation in operations),
    )
