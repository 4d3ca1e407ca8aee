"""Earlier boards with only the effects that can matter to a question, of which one solve often answers for many."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any, Final, Protocol, TypeVar

import msgspec

from mtglayers.model.cards.rules_text import tapped_clauses
from mtglayers.model.effects.amounts.base import Number, compare
from mtglayers.model.effects.amounts.counting import Devotion
from mtglayers.model.effects.conditions import Compare, Exists
from mtglayers.model.effects.language import Ability, Condition, facts_read
from mtglayers.model.effects.selectors import Group
from mtglayers.model.effects.view import ABILITIES, ANY, CONTROLLERS, Columns, Comparison, Held, Mask, columns, union
from mtglayers.model.objects.gameobject import GameObject
from mtglayers.model.rules.edition import Edition
from mtglayers.model.rules.vocabulary import devotion
from mtglayers.model.support.progress import checkpoint

from ..engine.choose import TimestampOrder, choose
from ..engine.effect import ResolvedEffects, ability_key, overlaps
from ..engine.gather import Given, Sources
from ..engine.layers import apply_layers
from ..engine.parts import equal_parts
from ..engine.state import State, numbers
from ..engine.straight import apply_layer_straight
from ..engine.trace import Trace
from ..readings import Readings
from .acts import TAPPED, Act
from .last_known import Past
from .relevant import MayAct, Relevant
from .untouched import Untouched, settled_after

T = TypeVar("T")

_SIZES: Final = frozenset(("power", "toughness"))


class PastPreviews(Past, Protocol):
    """The boards at earlier points of a timeline, and previews of what entered then."""

    @property
    def edition(self) -> Edition:
        """The rules."""
        ...

    @property
    def readings(self) -> Readings:
        """The answers to open rules questions."""
        ...

    @property
    def how(self) -> TimestampOrder:
        """The timestamps to use, and the effects to leave out."""
        ...

    def as_it_entered(self, found: GameObject, until: str | None = None) -> State:
        """Return the state in which an object exists as it would exist on the battlefield (614.12)."""
        ...


class Excerpts:
    """The earlier states of a board on which objects have only entered, as far as they concern a question.

    They contain only the effects that matter to it. An object from which none of these effects comes does not change
    what they do to others. It can only be the object that demonstrates a dependency (613.8a), and it demonstrates the
    same as another one that looks the same to the effects. So a state with later objects is often that of the earlier
    board, too, for the objects that were there.
    """

    def __init__(self, past: PastPreviews, untouched: Untouched, lines: frozenset[Ability], asked: Columns) -> None:
        """Find the effects that matter.

        Args:
            past: the earlier boards.
            untouched: bounds for what effects changed.
            lines: the abilities in question, which generate no effects.
            asked: the columns in question, apart from abilities.
        """
        self.board, self.edition = past.board, past.edition
        self.tapped: Mask = 0
        """The objects that are known to have entered tapped although no event specifies it."""
        self._past = past
        self._given = untouched
        self._start = untouched.start
        self._lines = lines
        # Not by `tapped`: if an effect reads it, no two questions share a solve.
        self._solved: dict[tuple[Mask, Mask], State] = {}
        end = settled_after(past.edition, (ABILITIES,))
        names = [layer.name for layer in past.edition.layers]
        self._layers = past.edition.layers[: names.index(end) + 1] if end else ()
        self._asked = CONTROLLERS.union(column for column in asked if column[0] not in _SIZES)

    @cached_property
    def _relevant(self) -> Relevant:
        wide = self._widely_relevant
        return wide if wide.exact and wide.shared else self._narrowly_relevant

    @cached_property
    def _narrowly_relevant(self) -> Relevant:
        return self._relevant_by(self._widely_relevant.acts, self._untouched.may_act)

    @cached_property
    def _widely_relevant(self) -> Relevant:
        # The effects that can matter if all objects have what the clauses need.
        return self._relevant_by(self._given.all_acting)

    @cached_property
    def _untouched(self) -> Untouched:
        return self._given.asking(self._widely_relevant.reads)

    @cached_property
    def usable(self) -> bool:
        """Whether the states are exact; otherwise those of `PastPreviews` are returned."""
        past, board = self._past, self.board
        usual = past.readings == Readings() and past.how.chooser is choose and past.edition.knows(_APPLY)
        fresh = board.start is None and board.turn_began is None and not board.effects and not board.copies()
        if not (self._layers and self._given.steady and usual and fresh and all(map(tapped_clauses, self._lines))):
            return False
        if any(found.unordered for found in self._start.world.objects.values()):
            return False
        # An exact set contains no effect that borrows, so the bounds that were given suffice.
        return self._relevant.exact and not (self._given if self._widely_relevant.exact else self._untouched).borrowed

    @cached_property
    def independent(self) -> bool:
        """Whether neither the states nor the lines depend on what entered tapped."""
        clauses = [clause for line in self._lines for clause in tapped_clauses(line)]
        parts = [part for clause in clauses for part in (clause.selector, clause.condition) if part is not None]
        asks_tapped = self._relevant.asks_tapped or any(facts_read(part) & TAPPED for part in parts)
        return self.usable and self._relevant.shared and not asks_tapped

    def as_it_entered(self, found: GameObject, until: str | None = None) -> State:
        """Return what `PastPreviews.as_it_entered` returns, as far as it concerns the question."""
        if until is None or not self.usable:
            return self._past.as_it_entered(found, until)
        before, own = self._given.there_before[found.entered], 1 << found.number
        if self._is_first or self._is_break(found.entered):
            return self._state(before | own, before | own, own)
        return self._state(self._next(found.entered), before | own)

    def state(self, event: int, until: str | None = None) -> State:
        """Return what `PastPreviews.state` returns, as far as it concerns the question."""
        if until is None or not self.usable:
            return self._past.state(event, until)
        before = self._given.there_before[event]
        return self._state(before if self._is_first else self._next(event), before)

    def once(self, event: int, key: tuple[object, ...], compute: Callable[[], T]) -> T:
        """Return what `PastPreviews.once` returns."""
        return self._past.once(event, key, compute)

    def _relevant_by(self, acting: Iterable[tuple[Mask, Act]], may_act: MayAct | None = None) -> Relevant:
        names = frozenset(layer.name for layer in self._layers)
        # What is attached to an object, and the numbers of cards in the zones that objects enter.
        growing = columns(("attached", ANY), *((zone, ANY) for zone in self._start.still_values("zone")))
        return Relevant(acting, self._asked, self._lines, self.edition, names, growing, may_act)

    # -- intervals ---------------------------------------------------------------------------------------

    @cached_property
    def _breaks(self) -> Sequence[int]:
        # The events after which the effects may do other things to the objects that are already there.
        found = self._known_breaks()
        if found is None and self._relevant is self._widely_relevant:
            # States that were solved with more effects are exact, too.
            self._relevant = self._narrowly_relevant
            vars(self).pop("_abilities", None)
            found = self._known_breaks()
        return range(len(self.board.events)) if found is None else found

    def _known_breaks(self) -> Sequence[int] | None:
        # None: possibly after every event.
        relevant, objects = self._relevant, self._start.world.objects
        if not relevant.shared:
            return None
        sources = union(relevant.sources.values())
        for number, found in objects.items():
            if found.counters:
                sources |= overlaps(self._untouched.counted(found), relevant.reads) << number
        breaks = {objects[number].entered for number in (*numbers(sources), *self._looks())}
        for condition, source in relevant.counted:
            checkpoint("candidate")
            held = self._held(condition, source)
            if held is None:
                return None
            breaks.update([event for event, (now, then) in enumerate(pairwise(held)) if now != then])
        return sorted(breaks)

    @property
    def _is_first(self) -> bool:
        # Whether no state is known that could be shared. The breaks take as long to find as a few solves, and often
        # there is only one question.
        return not self._solved

    def _is_break(self, event: int) -> bool:
        place = bisect_left(self._breaks, event)
        return place < len(self._breaks) and self._breaks[place] == event

    def _next(self, event: int) -> Mask:
        # The objects that were there before the next break, from an event on.
        place = bisect_left(self._breaks, event)
        return self._given.there_before[self._breaks[place] if place < len(self._breaks) else len(self.board.events)]

    def _looks(self) -> Iterator[int]:
        # The first object of each kind that looks the same to the effects.
        masks: list[Mask] = []
        for family, value in (*self._relevant.groups, *_ALWAYS):
            column = self._start.families.get(family) or self._start.still_values(family)
            masks += column.values() if value == ANY else [self._start.having(family, value)]
        for kind in equal_parts(masks, [self._start.everything]):
            yield (kind & -kind).bit_length() - 1  # numbers are in the order in which objects entered

    def _held(self, condition: Condition, source: int) -> list[bool | tuple[int, int]] | None:
        # Whether a condition held before each event. If effects can change this, the least and the greatest number that
        # the condition can have compared: while both stay the same, no object that counts has entered.
        found = self._bounds(condition, source)
        if found is None:
            return None
        (comparison, bound), (least, most) = found
        counts = list(zip(self._counts(least), self._counts(most), strict=True))
        held: dict[tuple[int, int], bool | tuple[int, int]] = {}
        for low, high in dict.fromkeys(counts):
            answers = {compare(number, comparison, bound) for number in (low, high)}
            known = low == high or (len(answers) == 1 and comparison != "exactly")
            held[low, high] = answers.pop() if known else (low, high)
        return [held[pair] for pair in counts]

    def _counts(self, numbers_of: Mapping[int, int]) -> Iterator[int]:
        # The sum, before each event, of the numbers of the objects that were there.
        entered = [0] * (len(self.board.events) + 1)
        for number, each in numbers_of.items():
            entered[self._start.world.objects[number].entered + 1] += each
        return accumulate(entered)

    def _bounds(self, condition: Condition, source: int) -> _Bounds | None:
        # The comparison in a condition, and what each object contributes to the compared number at least and at most.
        start, untouched = self._start, self._untouched
        there = start.still("zone", "battlefield")
        if isinstance(condition, Exists) and isinstance(condition.amount, Number):
            of = condition.of
            if not isinstance(of, Group) or of.zoned or not of.by_itself():
                return None
            may, sure = (dict.fromkeys(numbers(mask & there), 1) for mask in untouched.selected(of, source))
            return (condition.comparison, condition.amount.number), (sure, may)
        if not (isinstance(condition, Compare) and isinstance(condition.bound, Number)):
            return None
        amount, moved, you = condition.amount, untouched.changed(CONTROLLERS), start.controller(source)
        if not isinstance(amount, Devotion) or amount.who != "you" or you is None or moved >> source & 1:
            return None
        if untouched.changed(columns(("mana_cost", ANY))):
            return None
        mine = start.having("controller", you)
        most = {
            number: each
            for cost, mask in start.column("mana_cost").items()
            if (each := devotion(cost, amount.colors))
            for number in numbers(mask & there & (mine | moved))
        }
        least = {number: each for number, each in most.items() if not moved >> number & 1}
        return (condition.comparison, condition.bound.number), (least, most)

    # -- solves ------------------------------------------------------------------------------------------

    def _state(self, within: Mask, there: Mask, entering: Mask = 0) -> State:
        # The state of some objects, from a solve with others.
        key = within, entering
        if key not in self._solved:
            self._solved[key] = self._solve(within, entering)
        solved = self._solved[key]
        world = msgspec.structs.replace(solved.world, facts=self._facts(there), everything=there)
        return solved.of_objects(world, self._families)

    def _facts(self, there: Mask) -> dict[str, dict[Any, Mask]]:
        facts = {
            family: {value: mask & there for value, mask in values.items()}
            for family, values in self._start.world.facts.items()
        }
        facts["tapped"] = {True: (self.tapped | self._start.still("tapped", True)) & there}
        return facts

    @cached_property
    def _families(self) -> AbstractSet[str]:
        return self._start.families.keys() & {"ability", *(family for family, _ in self._asked)}

    @cached_property
    def _abilities(self) -> dict[Held, Mask]:
        # The abilities that matter, and the objects that have them before layer 1.
        named = {*self._lines, *self._relevant.sources}
        read = {value for family, value in self._relevant.reads if family == "ability"}
        return {
            held: mask
            for held, mask in self._start.column("ability").items()
            if held.ability in named or (read and (ANY in read or ability_key(held.ability) in read))
        }

    def _solve(self, within: Mask, entering: Mask) -> State:
        wide = self._start.world
        world = msgspec.structs.replace(
            wide,
            facts=self._facts(within),
            objects={number: found for number, found in wide.objects.items() if within >> number & 1},
            bases={base: mask & within for base, mask in wide.bases.items() if mask & within},
            everything=within,
            entering=entering,
        )
        abilities = {held: mask & within for held, mask in self._abilities.items() if mask & within}
        families = {family for family, _ in self._relevant.reads if family != "ability"}
        start = self._start.of_objects(world, families).replaced({"ability": abilities})
        readings = self._past.readings
        sources = Sources(Given(world, {}, {}, readings, ResolvedEffects(), {}))
        trace = Trace(self.edition, readings, start)
        return self._answering(apply_layers(trace, self._layers, sources, choose, apply_layer_straight).state)

    def _answering(self, state: State) -> State:
        # The state without values of these families that are not in question.
        return state.replaced(
            {
                family: {value: mask for value, mask in state.column(family).items() if self._asks(family, value)}
                for family in self._families
            }
        )

    def _asks(self, family: str, value: Hashable) -> bool:
        if (family, ANY) in self._asked or (family, value) in self._asked:
            return True
        if not isinstance(value, Held):
            return False
        return value.ability in self._lines or ("ability", ability_key(value.ability)) in self._asked


_Bounds = tuple[tuple[Comparison, int], tuple[Mapping[int, int], Mapping[int, int]]]

_APPLY: Final = "effects on what enters"  # 614.12

_ALWAYS: Final = (("zone", ANY), ("owner", ANY), ("token", ANY))
"""Facts that terms need not declare."""
