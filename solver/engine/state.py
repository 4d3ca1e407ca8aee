"""The state of a board between two applications of effects."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import compress, count
from typing import Any, Final

from mtglayers.model.board.board import Board
from mtglayers.model.effects.copiable import Copiable
from mtglayers.model.effects.mana_abilities import printed_columns, refresh_mana
from mtglayers.model.effects.view import ANY, BASES, FAMILIES, Choices, Column, Context, Held, Mask, positive
from mtglayers.model.objects.gameobject import Base, GameObject, all_restamped
from mtglayers.model.rules.edition import Edition
from mtglayers.model.rules.vocabulary import EVERY_MARKERS, families
from mtglayers.model.support.progress import checkpoint
from mtglayers.model.support.records import Record

Columns = dict[Any, Mask]
Changes = dict[Column, Mask]

_NO_VALUE: Final = object()


class Snapshot(Record, frozen=True):
    """The facts about a board that no layer changes.

    Attributes:
        facts: a map from facts, such as zones, owners, status and counters, to the objects for which they are
            true.
        objects: the objects by number, in the order of their numbers.
        bases: the objects that share each base.
        everything: all objects, in every zone.
        players: the names of the players, in turn order.
        active_player: the number of the player whose turn it is.
        told: the number that events recorded for each (player, fact), such as a life total.
        edition: the rules.
        copied: the values that each static copy effect copied when it first applied (707.2c).
        entering: the objects that are about to enter (614.12).
    """

    facts: Mapping[str, Mapping[Any, Mask]]
    objects: Mapping[int, GameObject]
    bases: Mapping[Base, Mask]
    everything: Mask
    players: tuple[str, ...]
    active_player: int
    told: Mapping[tuple[int, str], int]
    edition: Edition
    copied: Mapping[str, Copiable] = {}
    entering: Mask = 0

    @classmethod
    def of(
        cls, board: Board, copied: Mapping[str, Copiable] = {}, tapped: Mapping[bool, Mask] | None = None,
        ended: Mapping[str, Mask] = {}, entered: Mapping[str, Mapping[int, Mask]] = {}, stamps: Mapping[int, int] = {},
    ) -> Snapshot:  # fmt: skip
        """Return the snapshot of a board.

        Args:
            board: the board.
            copied: the values that each static copy effect copied.
            tapped: the tapped objects, if events do not specify them all (614.12).
            ended: a map from a recorded fact to the objects for which it has ended, and from "attacks_nothing" to the
                creatures that attack, although what they attacked was removed from combat (506.4c).
            entered: a map from a condition to the objects that entered this turn under each player's control.
            stamps: a map from timestamps on the board to their replacements.
        """
        objects, still = board.numbered(), board.still
        facts: dict[str, Mapping[Any, Mask]] = {family: dict(values) for family, values in still.items()}
        if tapped is not None:
            facts["tapped"] = tapped
        for family, mask in ended.items():
            if family == "attacks_nothing":
                facts[family] = {True: mask}
                continue
            facts[family] = {value: having & ~mask for value, having in facts[family].items()}
        if board.turn_began is not None:
            fresh = (each for each in objects.values() if each.entered > board.turn_began)
            there = sum(1 << each.number for each in fresh if each.base.zone == "battlefield")
            facts["entered_this_turn"] = {True: there | facts.get("entered_this_turn", {}).get(True, 0)}
        for text, those in entered.items():
            facts[f"entered:{text}"] = dict(those)
        return cls(
            facts,
            all_restamped(objects, stamps),
            {base: mask for base, mask in board.bases.items() if mask},
            board.everything,
            board.players,
            board.active_player,
            board.told(),
            board.edition,
            copied,
            still.get("entering", _NOTHING).get(len(board.events) - 1, 0),
        )

    def named(self, id: Hashable) -> Mask:
        """Return the mask of the object with the given id, or 0 if there is no such object."""
        return next((1 << number for number, found in self.objects.items() if found.id == id), 0)

    def top_of_graveyard(self, player: Hashable) -> Mask:
        """Return a mask of the top card of a player's graveyard (404.2)."""
        zones, owners = self.facts.get("zone", _NOTHING), self.facts.get("owner", _NOTHING)
        cards = zones.get("graveyard", 0) & owners.get(player, 0)
        return 1 << cards.bit_length() - 1 if cards else 0


@lru_cache(maxsize=4096)
def markers(subtype: str) -> tuple[str, ...]:
    """Return the markers that include a subtype, such as "every creature type"."""
    return tuple(EVERY_MARKERS[family] for family in families(subtype) if family in EVERY_MARKERS)


class State:
    """An immutable state between two applications; `draft` returns a mutable copy."""

    __slots__ = ("_before", "_keywords", "_owned", "families", "world")

    def __init__(self, families: dict[str, Columns], world: Snapshot, owned: set[str] | None = None) -> None:
        self.families = families
        self.world = world
        self._owned = owned  # the families that belong to this draft alone; None for a state
        # The objects that had each value when the draft was made; None for a draft that does not record what changes.
        self._before: dict[str, Columns] | None = {}
        self._keywords: dict[str, tuple[Held, ...]] | None = None  # found when needed; some may no longer be there

    # -- reading -----------------------------------------------------------------------------------------

    def having(self, family: str, value: Hashable) -> Mask:
        column = self.families[family]
        mask = column.get(value, 0)
        if family == "subtype" and isinstance(value, str):
            for marker in markers(value):
                mask |= column.get(marker, 0)
        return mask

    def column(self, family: str) -> Columns:
        return self.families[family]

    def keywords(self, name: str) -> list[tuple[Held, Mask]]:
        column = self.families["ability"]
        if self._keywords is None:
            self._keywords = _by_keyword(column)
        return [(held, column[held]) for held in self._keywords.get(name, ()) if held in column]

    def still(self, family: str, value: Hashable) -> Mask:
        found = self.world.facts.get(family)
        if found is not None:
            return found.get(value, 0)
        if family == "id":
            return self.world.named(value)
        return self.world.top_of_graveyard(value) if family == "top of graveyard" else 0

    def still_values(self, family: str) -> Mapping[Any, Mask]:
        return self.world.facts.get(family, _NOTHING)

    @property
    def everything(self) -> Mask:
        return self.world.everything

    def you(self, context: Context) -> int | None:
        if context.you is not None or context.source is None:
            return context.you
        controller = self.controller(context.source)
        if controller is not None:
            return controller
        return self.owner(context.source)  # 109.5

    def owner(self, number: int) -> int | None:
        """Return the owner of object `number`, or None if it has no owner."""
        found = self.world.objects.get(number)
        return None if found is None else found.base.owner

    def controller(self, number: int) -> int | None:
        """Return the controller of object `number`, or None (108.4)."""
        for player, mask in self.families["controller"].items():
            if mask >> number & 1:
                return int(player)
        return None

    def opponents(self, player: int) -> Iterable[int]:
        return [other for other in range(len(self.world.players)) if other != player]

    def attached_to(self, number: int) -> Mask:
        found = self.world.objects.get(number)
        to = None if found is None else found.attached_to
        return 0 if to is None or to not in self.world.objects else 1 << to

    def attached_player(self, number: int) -> int | None:
        found = self.world.objects.get(number)
        return None if found is None else found.attached_player

    def choices(self, context: Context) -> Choices:
        if context.choices != _NO_CHOICES or context.source is None:
            return context.choices
        found = self.world.objects.get(context.source)
        return _NO_CHOICES if found is None else found.choices

    def player_fact(self, player: int, fact: str) -> int:
        told = self.world.told.get((player, fact))
        if told is not None:
            return told
        return (self.still("zone", fact) & self.still("owner", player)).bit_count()

    def player_number(self, name: str) -> int:
        return self.world.players.index(name)

    def fixed_copy(self, effect: str) -> Copiable | None:
        return self.world.copied.get(effect)

    @property
    def active_player(self) -> int:
        return self.world.active_player

    @property
    def edition(self) -> Edition:
        return self.world.edition

    @property
    def entering(self) -> Mask:
        """The objects that are about to enter (614.12)."""
        return self.world.entering

    def unordered(self, number: int) -> frozenset[int]:
        """Return the objects whose order relative to object `number` is unspecified (613.7m)."""
        objects = self.world.objects
        together = frozenset(objects[number].unordered)
        if not together:
            return frozenset()
        return frozenset(o.number for o in objects.values() if o.id in together and o.number != number)

    def abilities(self, number: int) -> Iterator[Held]:
        """Yield the abilities of object `number`, in no particular order."""
        return (held for held, mask in self.families["ability"].items() if mask >> number & 1)

    # -- writing -----------------------------------------------------------------------------------------

    def draft(self, recorded: bool = True) -> State:
        """Return a mutable copy, which shares columns with this state until they are changed.

        Only if its changes are recorded can `changes` find them.
        """
        copy = State(self.families.copy(), self.world, set())
        copy._keywords = self._keywords
        if not recorded:
            copy._before = None
        return copy

    @property
    def changed(self) -> AbstractSet[str]:
        """The families that this draft has changed."""
        return frozenset() if self._owned is None else self._owned

    def own(self, family: str) -> Columns:
        """Copy a family of columns, so that this draft can change it, and return the copy."""
        assert self._owned is not None, "only a draft can be changed"
        self._owned.add(family)
        column = self.families[family] = dict(self.families[family])
        return column

    def put(self, family: str, value: Hashable, mask: Mask) -> None:
        column = self.families[family]
        old = column.get(value, 0)
        new = old | mask
        if new != old:
            if self._before is not None:
                self._before.setdefault(family, {}).setdefault(value, old)
            if self._owned is None or family not in self._owned:
                column = self.own(family)
            column[value] = new
            if not old and self._keywords is not None and isinstance(value, Held):
                self._keywords = _with_keyword(self._keywords, value)

    def drop(self, family: str, value: Hashable, mask: Mask) -> None:
        column = self.families[family]
        old = column.get(value, 0)
        if old & mask:
            if self._before is not None:
                self._before.setdefault(family, {}).setdefault(value, old)
            if self._owned is None or family not in self._owned:
                column = self.own(family)
            rest = old & ~mask
            if rest:
                column[value] = rest
            else:
                del column[value]

    def clear(self, family: str, mask: Mask) -> None:
        self._take(family, mask)

    def assign(self, family: str, value: Hashable, mask: Mask) -> None:
        self._take(family, mask, value)
        self.put(family, value, mask)

    def change(self, family: str, mask: Mask, change: Callable[[Any], Any]) -> None:
        found = self._take(family, mask)
        column, before = self.families[family], self._record_of(family)
        for value, both in found:
            new = change(value)
            old = column.get(new, 0)
            if before is not None:
                before.setdefault(new, old)
            column[new] = old | both

    def _take(self, family: str, mask: Mask, kept: object = _NO_VALUE) -> list[tuple[Any, Mask]]:
        # Remove all values but one from the objects, and return the removed values with the objects that had them.
        column = self.families[family]
        found = [
            (value, both)
            for value, having in column.items()
            if (both := having & mask) and (kept is _NO_VALUE or value != kept)
        ]
        if found:
            if self._owned is None or family not in self._owned:
                column = self.own(family)
            before = self._record_of(family)
            for value, both in found:
                old = column[value]
                if before is not None:
                    before.setdefault(value, old)
                if old == both:
                    del column[value]
                else:
                    column[value] = old ^ both
        return found

    def _record_of(self, family: str) -> Columns | None:
        return None if self._before is None else self._before.setdefault(family, {})

    def on(self, world: Snapshot) -> State:
        """Return a copy with another snapshot and the same record of changes."""
        twin = State(self.families, world)
        twin._before = self._before
        return twin

    def replaced(self, families: Mapping[str, Columns]) -> State:
        """Return a copy with the given families replaced and the same record of changes."""
        twin = State({**self.families, **families}, self.world)
        twin._before = self._before
        return twin

    def flipped(self, changes: Changes) -> State:
        """Return a copy in which the given objects have a value if they do not have it now, and the reverse.

        Args:
            changes: the objects by column, as returned by `changes`.
        """
        draft = self.draft()
        for (family, value), mask in changes.items():
            if value != ANY:
                old = draft.families[family].get(value, 0)
                draft.drop(family, value, old & mask)
                draft.put(family, value, mask & ~old)
        return draft

    def of_objects(self, world: Snapshot, families: Container[str] | None = None) -> State:
        """Return what this state says about the objects of a snapshot, at least in the given families."""
        gone = self.world.everything & ~world.everything
        found = dict(self.families)
        for family, values in self.families.items():
            if (families is None or family in families) and any(mask & gone for mask in values.values()):
                found[family] = {value: mask & ~gone for value, mask in values.items() if mask & ~gone}
        return State(found, world)

    # -- comparing ---------------------------------------------------------------------------------------

    def changes(self) -> Changes:
        """Return the objects that changed since the draft was made, by column.

        The result also contains a column with the value ANY for each family that changed.
        """
        found: Changes = {}
        changed: dict[str, Mask] = {}
        assert self._before is not None, "the changes were not recorded"
        for family, values in self._before.items():
            column, all_changed = self.families[family], 0
            for value, old in values.items():
                if different := old ^ column.get(value, 0):
                    found[family, value] = different
                    all_changed |= different
            if all_changed:
                changed[family] = all_changed
        found.update([((family, ANY), mask) for family, mask in changed.items()])
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.families == other.families and self.world == other.world

    __hash__ = None  # type: ignore[assignment]


def _by_keyword(held: Iterable[Held]) -> dict[str, tuple[Held, ...]]:
    found: dict[str, list[Held]] = {}
    for each in held:
        name = getattr(each.ability, "name", None)
        if name is not None:
            found.setdefault(name, []).append(each)
    return {name: tuple(those) for name, those in found.items()}


def _with_keyword(known: dict[str, tuple[Held, ...]], held: Held) -> dict[str, tuple[Held, ...]]:
    name = getattr(held.ability, "name", None)
    if name is None or held in (those := known.get(name, ())):
        return known
    return {**known, name: (*those, held)}


_NOTHING: Mapping[Any, Mask] = {}
_NO_CHOICES = Choices()
_BITS = bytes.maketrans(b"01", b"\0\1")


def initial(
    board: Board, world: Snapshot | None = None, wider: State | None = None, families: Container[str] | None = None
) -> State:  # fmt: skip
    """Return the state of a board before layer 1 (613.1).

    Args:
        board: the board.
        world: its snapshot, if known.
        wider: such a state of a board that perhaps has these objects and others, from which they are taken.
        families: the families that will be read, if not all.
    """
    world = world or Snapshot.of(board)
    if wider is not None and is_within(world, wider.world):
        return wider.of_objects(world, families)
    merged = world.facts.get("merged", {}).get(True, 0)
    found = before_effects(tuple(world.bases.items()), merged)
    if not merged:
        return State(found, world)
    draft = State(found.copy(), world, set())
    for number in positive(merged):  # 730.2: layer 1 applies the values of a merged permanent
        one = world.objects[number]
        one.merged[one.host].put_on(draft, 1 << number)
    refresh_mana(draft, merged)
    return State(draft.families, world)


@lru_cache(maxsize=16)  # most events change no base, so the next solve often starts with the same columns
def before_effects(bases: tuple[tuple[Base, Mask], ...], merged: Mask) -> dict[str, Columns]:
    """Return the printed values of objects with some bases, in columns; merged objects only have controllers."""
    families: dict[str, Columns] = {family: {} for family in (*FAMILIES, *BASES)}
    printed: list[tuple[Copiable, Mask]] = []
    for base, mask in bases:
        checkpoint("object")
        if rest := mask & ~merged:
            printed.append((base.values, rest))
        if base.controller is not None:
            column = families["controller"]
            column[base.controller] = column.get(base.controller, 0) | mask
    families.update(printed_columns(printed))
    return families


def is_within(world: Snapshot, wider: Snapshot) -> bool:
    """Return whether each object of a board has the same base on another one."""
    if "merged" in world.facts or "merged" in wider.facts:
        return False
    there = world.everything
    return all(mask == wider.bases.get(base, 0) & there for base, mask in world.bases.items())


def object_values(state: State, family: str, number: int) -> list[Any]:
    """Return the values in the given family that object `number` has."""
    return [value for value, mask in state.column(family).items() if mask >> number & 1]


def numbers(mask: Mask) -> Sequence[int]:
    """Return the numbers of the objects in a mask, lowest first."""
    return _few(mask) if mask < _SMALL else _numbers(mask)


def _numbers(mask: Mask) -> Sequence[int]:
    members = mask.bit_count()
    if members == 1:
        return (mask.bit_length() - 1,)
    if 8 * members > mask.bit_length():  # about as fast as one step for each eighth object
        return tuple(compress(count(), bin(mask)[:1:-1].encode().translate(_BITS)))
    found: list[int] = []
    if members < 64:
        while mask:  # as in `positive`, but faster
            low = mask & -mask
            found.append(low.bit_length() - 1)
            mask ^= low
        return tuple(found)
    digits = bin(mask)[:1:-1]
    place = digits.find("1")
    while place >= 0:
        found.append(place)
        place = digits.find("1", place + 1)
    return tuple(found)


_SMALL: Final = 1 << 60
_few: Final = lru_cache(maxsize=8192)(_numbers)  # masks of small boards come again in the next solve
