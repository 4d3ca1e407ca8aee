"""What effects cannot have changed, found without applying a layer."""

from __future__ import annotations

from bisect import bisect, bisect_left
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Any, Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.board.start import BEFORE
from mtglayers.model.effects.amounts.base import Number, compare
from mtglayers.model.effects.conditions import Exists, Is, Not
from mtglayers.model.effects.filters.combinators import Either, Other
from mtglayers.model.effects.language import Ability, Condition, Filter, Selector, facts_read
from mtglayers.model.effects.selectors import Attached, ChosenObject, Group, Itself, Together, TopCard
from mtglayers.model.effects.view import (
    ANY,
    CONTROLLERS,
    Column,
    Columns,
    Context,
    Held,
    Mask,
    columns,
    union,
)
from mtglayers.model.objects.gameobject import Base, GameObject
from mtglayers.model.rules.edition import Edition
from mtglayers.model.rules.vocabulary import ZONES
from mtglayers.model.support.progress import checkpoint

from ..engine.counters import counter_operation
from ..engine.effect import overlaps
from ..engine.state import State, initial, numbers
from .acts import EVERY_COLUMN, TAPPED, Act, acts_of, all_acts, besides_bases, clauses_inside, kept_by, resolved_clauses
from .earlier import Before, earlier, is_steady, there_before


class Untouched:
    """Upper bounds for what effects changed on a board and on the earlier boards of its timeline.

    The bounds follow from the columns and facts that effects declare to write and to read. They hold for an object if
    its printed values were the same on the earlier board (`is_same`).
    """

    def __init__(self, board: Board, start: State, asked: Columns) -> None:
        """Find the bounds for the objects of a board.

        Args:
            board: the board.
            start: its state before layer 1.
            asked: the columns that will be asked about.
        """
        self.start = start
        self._board = board
        self._everything = board.everything
        # If objects have only entered, every source and every attachment of the timeline is still there.
        self.steady = is_steady(board)
        self._changed: _Changed = {}
        self._done: dict[tuple[Act, int | None], Mask] = {}  # what the acts of each source have changed
        self._grew = False
        self._found: dict[tuple[Selector, int | None, int | None], tuple[Mask, Mask]] = {}
        self._fitted: dict[tuple[Filter, int | None], tuple[Mask, Columns] | None] = {}
        self._there = self._everything
        self._by: dict[tuple[int, int], Untouched] = {}
        self._losing: dict[tuple[tuple[Ability, ...], int, int, int], bool] = {}
        self._holding: dict[tuple[Condition, int, Mask], bool] = {}
        self.unspecified: Mask = 0
        """The objects whose events did not specify whether they entered tapped."""
        self.borrowed: Mask = 0
        """The objects that may have had abilities of other objects."""
        self.borrowing = False
        """Whether an object that is no longer there may have had abilities of other objects."""
        self.all_acting = self._all_acting()
        self._acting = _concerning(asked, self.all_acting)
        self._record()
        self._recorded = _copied(self._changed), self.borrowed
        self.spread()

    def asking(self, asked: Columns) -> Untouched:
        """Return the bounds for other columns that will be asked about."""
        return self._twin(_concerning(asked, self.all_acting))

    def is_same(self, then: GameObject) -> bool:
        """Return whether the bounds hold for an object as it was on an earlier board."""
        now = self.start.world.objects.get(then.number)
        if now is then:
            return is_plain(then)
        return now is not None and (
            now.base == then.base and is_plain(then) and is_plain(now) and self.counted(then) == self.counted(now)
        )

    def changed(self, reads: Columns, event: int | None = None) -> Mask:
        """Return all objects that an effect may have changed in one of the columns.

        With an event, only effects of objects that had entered by then count.
        """
        found: Mask = 0
        for family, value in reads:
            if values := self._changed.get(family):
                for masks in values.values() if value == ANY else (values.get(value, {}), values.get(ANY, {})):
                    for entered, mask in masks.items():
                        if event is None or entered <= event:
                            found |= mask
        return found

    def held(self, condition: Condition, context: Context, before: Before) -> bool | None:
        """Return whether a condition held on an earlier board, or None if an effect may have changed the answer."""
        if isinstance(condition, Not):
            found = self.held(condition.part, context, before)
            return None if found is None else not found
        if not self.steady:
            return None
        last = before.events - 1
        if isinstance(condition, Exists) and isinstance(condition.of, Group) and isinstance(condition.amount, Number):
            there = before.everything & self.start.still("zone", "battlefield")
            for masks in self.bounds(condition.of, context.source, last):
                may, sure = (mask & there for mask in masks)
                numbers_of = range(sure.bit_count(), may.bit_count() + 1)
                answers = {compare(number, condition.comparison, condition.amount.number) for number in numbers_of}
                if len(answers) == 1 and not condition.of.zoned:
                    return answers.pop()
            return None
        if self.changed(condition.reads() | facts_read(condition), last) & before.everything:
            return None
        return condition.holds(self._before(before, condition), context)

    def _before(self, before: Before, asking: Condition) -> State:
        # The state before effects. Objects that entered later can have changed facts of others, such as "enchanted".
        families = {family for family, _ in asking.reads()}
        if facts_read(asking) - self._facts_of_players:
            return initial(earlier(self._board, before.events), wider=self.start, families=families)
        world, there = self.start.world, before.everything
        kept = {
            family: {value: mask & there for value, mask in values.items()} for family, values in world.facts.items()
        }
        objects = {number: found for number, found in world.objects.items() if there >> number & 1}
        bases = {base: mask & there for base, mask in world.bases.items() if mask & there}
        past = msgspec.structs.replace(world, facts=kept, objects=objects, bases=bases, everything=there, entering=0)
        return self.start.of_objects(past, families)

    @cached_property
    def _facts_of_players(self) -> Columns:
        # Facts that no object changes as it enters: whose turn it is, and numbers such as life totals.
        recorded = {fact for _, fact in self.start.world.told} - set(ZONES)
        return columns(("active player", ANY), *((fact, ANY) for fact in recorded))

    def loses(self, abilities: tuple[Ability, ...], number: int, event: int) -> bool:
        """Return whether an effect that was there before an event certainly takes abilities from an object.

        The object was there, or enters with the event. It is certain only if nothing can take the effect's own ability,
        or decide otherwise whether the effect applies to it.
        """
        if not self.steady or self.borrowed >> number & 1:
            return False
        key = abilities, number, bisect_left(self.entrances, event), bisect(self.entrances, event)
        if key not in self._losing:
            self._losing[key] = self._loses(abilities, number, event)
        return self._losing[key]

    def _loses(self, abilities: tuple[Ability, ...], number: int, event: int) -> bool:
        edition = self._board.edition
        there = self.start.still("zone", "battlefield") & ~self.borrowed
        for mask, act in self._acting:
            ability = act.ability if act.taking else None
            if ability is None or "battlefield" not in (ability.functions_in(edition) or ("battlefield",)):
                continue
            lost = self.changed(kept_by((ability,)), event)
            for source in numbers(mask & there & ~lost):
                older = self.start.world.objects[source].entered < event
                selects = older and self._surely_selects(act, mask, source, number, event)
                if selects and self._takes(act, source, abilities, number):
                    return True
        return False

    def _takes(self, act: Act, source: int, abilities: tuple[Ability, ...], number: int) -> bool:
        # Whether the object has other abilities does not matter.
        printed = enumerate(self.start.world.objects[number].base.values.abilities, 1)
        asked = {Held(each, "copiable", place): 1 << number for place, each in printed if each in abilities}
        context, draft = Context(effect="it", source=source), self.start.replaced({"ability": asked}).draft()
        for operation in act.operations:
            for done, scope in operation.evaluate(self.start, context, 1 << number):
                done.apply(draft, scope, context)
        return not any(held.ability in abilities for held in draft.abilities(number))

    def _surely_selects(self, act: Act, mask: Mask, source: int, number: int, event: int) -> bool:
        assert act.selector is not None
        may, sure = self.selects(act.selector, source, 1 << number, event)
        if may == sure:
            return bool(sure)
        # What only the effect itself changes does not matter.
        rest = self._only_until(self.last_source(event), act)
        alone = mask & rest._there == 1 << source  # noqa: SLF001 (its own)
        return alone and bool(rest.selected(act.selector, source)[1] >> number & 1)

    def depends_on_tapped(self, condition: Condition | None, source: int | None) -> bool:
        """Return whether only the source of a condition, and whether it entered tapped, can decide the condition."""
        if source is None or not (self.steady and isinstance(condition, Is) and isinstance(condition.subject, Itself)):
            return False
        read = condition.reads() | (facts_read(condition) - TAPPED)
        return all(each.by_itself() for each in condition.filters) and not self.changed(read) >> source & 1

    def holds_if(self, condition: Condition | None, source: int | None, tapped: Mask) -> bool:
        """Return whether a condition that `depends_on_tapped` holds if the given objects entered tapped."""
        assert condition is not None
        assert source is not None
        key = condition, source, tapped & 1 << source
        if key not in self._holding:
            world = self.start.world
            facts = {**world.facts, "tapped": {True: key[2] | self.start.still("tapped", True)}}
            state = State(self.start.families, msgspec.structs.replace(world, facts=facts))
            self._holding[key] = condition.holds(state, Context(source=source))
        return self._holding[key]

    def holders(self, base: Base, before: Before) -> list[int | None]:
        """Return the objects that may have had the abilities of a base before an event; None means an unknown one."""
        there = before.having(base) if base.zone == "battlefield" else 0
        same = [number for number in numbers(there) if self.is_same(before.board.by_number(number))]
        unknown = len(same) < there.bit_count() or self.borrowing or before.copies()
        return [*same, *numbers(self.borrowed), *((None,) if unknown else ())]

    def selects(self, selector: Selector, source: int | None, among: Mask, event: int) -> tuple[Mask, Mask]:
        """Return those of some objects that a selector may select as they enter, and those that it certainly does.

        Between the event and the one with which the last of the objects enters, no source of changes enters.
        """
        may, sure = among, 0
        for possible, certain in self.bounds(selector, source, event):
            may, sure = may & possible, sure | certain & may
            if may == sure:
                break
        return may, sure

    def selected(self, selector: Selector, source: int | None, event: int | None = None) -> tuple[Mask, Mask]:
        """Return the objects that a selector may have selected, and those that it certainly selected.

        The answer is for objects on the battlefield; a source of None means an unknown source. With an event, it is for
        that event.
        """
        key = (selector, source, event)
        if key not in self._found:
            self._found[key] = self._selected(selector, source, event)
        return self._found[key]

    def bounds(self, selector: Selector, source: int | None, event: int) -> Iterator[tuple[Mask, Mask]]:
        """Yield what `selected` returns for an event, more exactly each time."""
        yield self.selected(selector, source)
        last = self.last_source(event)
        yield self.selected(selector, source, last)
        if self.steady:
            yield self._only_until(last).selected(selector, source)

    def last_source(self, event: int) -> int:
        """Return the last event, up to this one, with which a source of changes entered."""
        return self.entrances[bisect(self.entrances, event) - 1]

    @cached_property
    def there_before(self) -> dict[int, Mask]:
        """The present objects that were there before each event."""
        return there_before(self.start.world.objects, len(self._board.events))

    @cached_property
    def entrances(self) -> list[int]:
        """The events with which sources of changes entered, in order."""
        sources = numbers(union(mask for mask, _ in self._acting) | self.borrowed)
        return sorted({BEFORE, *(self.start.world.objects[number].entered for number in sources)})

    def _only_until(self, event: int, but: Act | None = None) -> Untouched:
        # The bounds for the objects that had entered by an event: what came later took part in no change. They leave
        # out what one act changes.
        key = event, id(but)
        if key not in self._by:
            acting = [(mask, act) for mask, act in self._acting if act is not but]
            self._by[key] = self._twin(acting, self.there_before[event + 1])
        return self._by[key]

    def _twin(self, acting: list[tuple[Mask, Act]], there: Mask | None = None) -> Untouched:
        # The bounds for other acts, and perhaps for only some of the objects.
        twin = Untouched.__new__(Untouched)
        changed, borrowed = self._recorded
        vars(twin).update(vars(self), borrowed=borrowed, _found={}, _done={}, _by={}, _losing={}, _acting=acting)
        vars(twin).pop("entrances", None)
        vars(twin)["_there"] = self._there if there is None else there
        vars(twin)["_changed"] = _copied(changed)
        twin.spread()
        return twin

    def _selected(self, selector: Selector, source: int | None, event: int | None) -> tuple[Mask, Mask]:
        if isinstance(selector, Itself) and source is not None:
            return 1 << source, 1 << source
        if isinstance(selector, Attached) and source is not None and self.steady:
            return selector.select(self.start, Context(source=source)), 0
        if isinstance(selector, TopCard) and self.steady:
            return self.start.still("zone", selector.zone), 0
        if isinstance(selector, ChosenObject) and source is not None and self.steady:
            return selector.select(self.start, Context(source=source)), 0
        if isinstance(selector, Together):
            return union(self.selected(part, source, event)[0] for part in selector.parts), 0
        if not isinstance(selector, Group):
            return self._everything, 0
        may = sure = self._everything
        for each in selector.filters:
            fits, changed = self._fitting(each, source, event)
            may &= fits | changed
            sure &= fits & ~changed
        return may, sure

    def _fitting(self, filter: Filter, source: int | None, event: int | None) -> tuple[Mask, Mask]:
        # The objects that fit before any effect applies, and those for which this may have changed.
        # If objects have only entered, the recorded facts of each are still those with which it entered.
        if isinstance(filter, Either):
            parts = [self._fitting(each, source, event) for each in filter.options]
            sure = union(fits & ~changed for fits, changed in parts)
            return sure, union(fits | changed for fits, changed in parts) & ~sure
        key = filter, source
        if key not in self._fitted:
            self._fitted[key] = self._fit_before(filter, source)
        known = self._fitted[key]
        if known is None:
            return 0, self._everything
        fits, read = known
        changed = self.changed(read, event)
        if source is not None and changed >> source & 1 and overlaps(CONTROLLERS, read):
            return 0, self._everything
        return fits, changed

    def _fit_before(self, filter: Filter, source: int | None) -> tuple[Mask, Columns] | None:
        # The objects that fit before any effect applies, and what decides this; None if there are no bounds for it.
        reads, facts = filter.reads(), facts_read(filter)
        if not filter.by_itself() or (facts and not self.steady):
            return None
        if source is None and (facts or _needs_source(filter)):
            return None
        return filter.select(self.start, Context(source=source)), reads | facts

    def counted(self, found: GameObject) -> Columns:
        """Return the columns that the counters on an object write."""
        if not found.counters:
            return frozenset()
        done = (counter_operation(counter, self._board.edition) for counter in found.counters)
        return frozenset().union(*(operation.writes() for operation in done if operation is not None))

    def _record(self) -> None:
        # What the board itself records.
        for number, found in self.start.world.objects.items():
            if found.tapped_unspecified:
                self.unspecified |= 1 << number
            if found.counters:
                self._put(self.counted(found), 1 << number)
            if not is_plain(found):
                self.borrowed |= 1 << number
        self._put(TAPPED, self.unspecified)
        self._put(EVERY_COLUMN, self.borrowed)
        if any(effect.listed or effect.delayed for effect in self._board.effects.values()):
            self._put(EVERY_COLUMN, self._everything)
            self._acting = []

    def spread(self) -> None:
        """Find what the objects that are there can change, beyond what the board records."""
        acting = [(mask & self._there, each) for mask, each in self._acting if not mask or mask & self._there]
        while True:  # a change can make more objects fit
            checkpoint("candidate")
            borrowed, self._grew = self.borrowed, False
            self._found.clear()
            for mask, each in acting:
                self._act(mask, each)
            if not self._grew and borrowed == self.borrowed:
                return

    def _all_acting(self) -> list[tuple[Mask, Act]]:
        # Each clause of the timeline, and the objects that have its ability.
        returning = self._board.edition.fallen_return
        acting = all_acts(self._board.bases, returning)
        resolved = resolved_clauses(self._board)
        inside = [clause for node in besides_bases(self._board) for clause in clauses_inside(node)]
        acting += [(0, act) for clause in (*resolved, *inside) for act in acts_of(None, clause, returning)]
        self.borrowing = not self.steady and any(each.borrows for _, each in acting)
        return acting

    def _act(self, mask: Mask, act: Act) -> None:
        if act.selector is None or not self.steady:
            self._change(act, None)
        if act.selector is not None:
            for source in numbers(mask | self.borrowed & self._there):
                self._change(act, source)

    def _taken(self, act: Act, source: int | None) -> Mask:
        if act.selector is None:
            taken = self._everything
        elif source is None and isinstance(act.selector, Itself):
            taken = 0  # the source is no longer there
        else:
            taken = self.selected(act.selector, source)[0]
        if source is not None and not self.may_act(act, source):
            return 0
        self.borrowed |= taken if act.borrows else 0
        if taken and act.rewords:  # what the new words take is unknown
            self._put(EVERY_COLUMN, self._everything)
        return taken

    def may_act(self, act: Act, source: int) -> bool:
        """Return whether a source may have what an act needs."""
        if act.needs and not all(self.selected(each, source)[0] for each in act.needs):
            return False
        if not self.steady or self.borrowed >> source & 1:
            return True
        if act.chosen and not self.start.world.objects[source].choices.option:
            return False
        context = Context(source=source)
        if act.choosing and not any(each.evaluate(self.start, context, self._everything) for each in act.operations):
            return False
        return act.condition is None or act.condition.holds(self.start, context)

    def _change(self, act: Act, source: int | None) -> None:
        mask = self._taken(act, source)
        if mask == self._done.get((act, source), 0):
            return
        self._done[act, source] = mask
        event = BEFORE if source is None else self.start.world.objects[source].entered
        self._put(act.writes - act.gives - act.takes, mask, event)
        for family, value in act.gives:
            self._put(((family, value),), mask & ~self.start.having(family, value), event)
        for family, value in act.takes:
            for each, having in self.start.column(family).items():
                if value in (ANY, each):
                    self._put(((family, each),), mask & having, event)

    def _put(self, writes: Iterable[Column], mask: Mask, event: int = BEFORE) -> None:
        for family, value in writes if mask else ():
            masks = self._changed.setdefault(family, {}).setdefault(value, {})
            if mask & ~masks.get(event, 0):
                masks[event] = masks.get(event, 0) | mask
                self._grew = True


_Changed = dict[str, dict[Any, dict[int, Mask]]]
"""The changed objects by family, value and the event with which the source of the change entered."""


def _copied(changed: _Changed) -> _Changed:
    return {family: {value: dict(masks) for value, masks in values.items()} for family, values in changed.items()}


def _concerning(asked: Columns, acting: list[tuple[Mask, Act]]) -> list[tuple[Mask, Act]]:
    # The acts that can matter to what is asked, or to which objects another such act takes.
    found: list[tuple[Mask, Act]] = []
    known = asked
    while asked:
        more: list[tuple[Mask, Act]] = []
        rest: list[tuple[Mask, Act]] = []
        for mask, act in acting:
            (more if act.concerns(asked) else rest).append((mask, act))
        found, acting = found + more, rest
        reads = [part.reads() for _, each in more for part in (each.selector, *each.needs) if part]
        asked = frozenset().union(*reads) - known  # only these can make others matter
        known |= asked
    return found


def settled_after(edition: Edition, reads: Iterable[Columns]) -> str | None:
    """Return the layer after which no effect changes the columns, or None if later layers can change them."""
    families = {family for columns in reads for family, _ in columns}
    without, of_abilities = _last_layers(edition)
    return None if families & _LATE else of_abilities if families & _OF_ABILITIES else without


@lru_cache(maxsize=256)
def _last_layers(edition: Edition) -> tuple[str, str] | tuple[None, None]:
    # The layer before the one of abilities, and that one, if the early kinds of operations come before.
    names = [layer.name for layer in edition.layers]
    end = names.index(edition.place("ability"))
    if any(names.index(edition.place(kind)) >= end for kind in _EARLY):
        return None, None
    return names[end - 1], names[end]


_EARLY: Final = ("copy", "face down", "control", "text", "type", "color")
_OF_ABILITIES: Final = frozenset(("ability", "cant_have"))
_LATE: Final = frozenset(("power", "toughness"))
"""The families that other kinds of operations than those for abilities and those in `_EARLY` change."""


def is_plain(found: GameObject) -> bool:
    """Return whether only counters, abilities and resolved effects can change an object."""
    return not (
        found.copy or found.face_down or found.listed or found.merged or found.components or found.stickers
        or found.designated
    )  # fmt: skip


def _needs_source(filter: Filter) -> bool:
    return overlaps(CONTROLLERS, filter.reads()) or any(isinstance(node, Other | Selector) for node in filter.walk())
