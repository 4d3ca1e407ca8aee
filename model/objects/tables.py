"""The tables of a board, with a journal of changes and masks of objects."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from ..cards.card import Card
from ..cards.faces import TRANSFORMING
from ..effects.node import Node
from ..effects.view import Choices
from ..errors import UnknownObjectError
from ..rules.edition import Edition
from ..support.limits import check
from ..support.names import nearest
from ..support.progress import checkpoint
from .gameobject import Base, GameObject, ResolvedEffect
from .journal import ABSENT, Journal
from .recorded_facts import COMBAT, COMBAT_LINKS

Fact = tuple[str, Any]
"""A family of facts and a value, such as ("zone", "hand") or ("tapped", True)."""


class Tables:
    """The state of a board, which only events change; every change can be undone.

    In the following list, ``a -> b`` describes a mapping from a to b.

    Attributes:
        players: the players' names in turn order.
        edition: the edition of the rules.
        cards: the board's own cards, by lowercase name.
        objects: number -> the object, in its last known state if it has left.
        gone: number -> whether the object has left.
        phased: number of a phased-out object -> number of the object with which it phased out (702.26h).
        ids: id -> number, for all objects that have existed; names of effects are in `effects`.
        bases: base -> mask of objects, which is 0 if no such objects remain.
        still: family of facts -> value -> mask of objects, which is 0 if no such objects remain.
        attachments: number -> numbers of attached objects, in the order in which they became attached.
        told: (player, fact) -> number.
        counts: the current numbers for "object", "stamp", "beginning", "active", "turn", "began" and "everything".
        stamped: "group" -> numbers of the objects that got timestamps in the previous event, in order.
        aliases: additional id of an object -> number, such as an id based on the full name of a two-faced card.
        suffixes: id -> probable suffix of the next object with this name.
        copies: numbers of the objects that entered as copies.
        unprinted: what has given objects abilities besides their bases, such as the exception of a copy.
        rings: player -> timestamp of the player's Ring emblem (701.54c).
        hosts: number -> numbers of the objects to which the object was attached earlier this turn.
    """

    def __init__(self, players: tuple[str, ...], edition: Edition, cards: Mapping[str, Card]) -> None:
        self.players = players
        self.edition = edition
        self.cards = cards
        self.journal = Journal()
        self.objects: dict[int, GameObject] = {}
        self.gone: dict[int, bool] = {}
        self.phased: dict[int, int | None] = {}
        self.ids: dict[str, int] = {}
        self.effects: dict[str, ResolvedEffect] = {}
        self.bases: dict[Base, int] = {}
        self.still: dict[str, dict[Any, int]] = {}
        self.attachments: dict[int, tuple[int, ...]] = {}
        self.told: dict[tuple[int, str], int] = {}
        self.counts: dict[str, int] = {
            "object": 0, "stamp": 0, "beginning": 0, "active": 0, "turn": -1, "began": -1, "everything": 0,
        }  # fmt: skip
        self.stamped: dict[str, tuple[int, ...]] = {"group": ()}
        self.aliases: dict[str, int] = {}
        self.suffixes: dict[str, int] = {}
        self.copies: dict[int, bool] = {}
        self.unprinted: dict[Node, bool] = {}
        self.rings: dict[int, int] = {}
        self.hosts: dict[int, tuple[int, ...]] = {}

        # Tables that are not shared with another board; other tables are copied before they are changed.
        self._owned: set[str] = set(_TABLES)
        self._owned_masks: set[str] = set()  # families of `still` that are not shared

    def all(self) -> tuple[Mapping[Any, Any], ...]:
        """Return every table, in a fixed order."""
        return tuple(getattr(self, name) for name in _TABLES)

    def copy(self) -> Tables:
        """Return independent tables with the same state; unchanged tables are shared."""
        twin = Tables.__new__(Tables)
        vars(twin).update(vars(self))
        for each in (self, twin):
            each._owned, each._owned_masks = set(), set()  # noqa: SLF001 (its own)
        twin.journal = self.journal.copy()
        return twin

    # --- Reading --------------------------------------------------------------------------------------------

    def present(self) -> Iterator[GameObject]:
        """Yield the present objects, ordered by number."""
        gone, phased = self.gone, self.phased
        for number, found in self.objects.items():
            if not gone.get(number) and phased.get(number) is None:
                yield found

    def numbered(self) -> dict[int, GameObject]:
        """Return a new dict of the present objects, keyed and ordered by number."""
        found = dict(self.objects)
        for number, gone in self.gone.items():
            if gone:
                del found[number]
        for number, along in self.phased.items():
            if along is not None:
                found.pop(number, None)
        return found

    def is_present(self, number: int) -> bool:
        """Return whether an object has neither left nor phased out."""
        return number in self.objects and not self.gone.get(number) and self.phased.get(number) is None

    def named(self, name: str) -> GameObject:
        """Return the present object with the given id.

        Raises:
            UnknownObjectError: there is no such object.
        """
        number = self.ids.get(name, self.aliases.get(name))
        if number is None or not self.is_present(number):
            there = [found.id for found in self.present()]  # the board can change later
            raise UnknownObjectError(name, lambda: nearest(name, there))
        return self.objects[number]

    def last_known(self, name: str) -> GameObject:
        """Return the object with the given id, or its last known state if it has left (113.7a).

        Raises:
            UnknownObjectError: no object with the id has ever existed.
        """
        number = self.ids.get(name, self.aliases.get(name))
        if number is None:
            known = list(self.ids)
            raise UnknownObjectError(name, lambda: nearest(name, known))
        return self.objects[number]

    def by_number(self, number: int) -> GameObject:
        """Return the object with the given number, or its last known state if it has left."""
        return self.objects[number]

    def player(self, name: str) -> int | None:
        """Return the number of the player with the given name, or None."""
        return self.players.index(name) if name in self.players else None

    def is_taken(self, name: str) -> bool:
        """Return whether an object or effect with the given name has ever existed."""
        return name in self.ids or name in self.effects

    def is_in_use(self, name: str) -> bool:
        """Return whether an effect or an existing object has the given name."""
        return name in self.effects or (name in self.ids and not self.gone.get(self.ids[name]))

    def free(self, base: str, besides: Container[str] = ()) -> str:
        """Return the first unused name among base, base-2, base-3 ... that is not in `besides`."""
        if not self.is_taken(base) and base not in besides:
            return base
        suffix = self.suffixes.get(base, 2)
        while self.is_taken(f"{base}-{suffix}") or f"{base}-{suffix}" in besides:
            suffix += 1
        self.put("suffixes", base, suffix + 1)
        return f"{base}-{suffix}"

    def whose(self, found: GameObject) -> int:
        """Return the number of an object's base controller, or of its owner if it has no controller (108.4)."""
        return found.base.owner if found.base.controller is None else found.base.controller

    # --- Changing -------------------------------------------------------------------------------------------

    def put(self, table: str, key: Any, value: Any) -> None:
        """Set an entry of a table and record the change."""
        entries = self._writable(table)
        self.journal.note(table, key, entries.get(key, ABSENT))
        entries[key] = value

    def undo(self, mark: int) -> None:
        """Undo all changes after the first `mark` records of the journal."""
        tables: dict[str, dict[Any, Any]] = {}
        for table, key, old, low in self.journal.taken_back(mark):
            entries = tables.get(table)
            if entries is None:
                entries = self._masks(table[1:]) if table[0] == _STILL else self._writable(table)
                tables[table] = entries
            if old is ABSENT:
                del entries[key]
            else:
                entries[key] = old if low is None else entries[key] ^ old << low

    def _writable(self, table: str) -> dict[Any, Any]:
        entries: dict[Any, Any] = getattr(self, table)
        if table not in self._owned:
            entries = dict(entries)
            setattr(self, table, entries)
            self._owned.add(table)
        return entries

    def _masks(self, family: str) -> dict[Any, int]:
        if family not in self._owned_masks:
            self._writable("still")[family] = dict(self.still[family])
            self._owned_masks.add(family)
        return self.still[family]

    def _put_mask(self, table: str, entries: dict[Any, int], key: Any, mask: int) -> None:
        # Only changed bits are recorded.
        old = entries.get(key)
        if old is None:
            self.journal.note(table, key, ABSENT)
        elif changed := old ^ mask:
            low = (changed & -changed).bit_length() - 1
            self.journal.note(table, key, changed >> low, low)
        entries[key] = mask

    def next_stamp(self) -> int:
        """Return a timestamp later than all others."""
        stamp = self.counts["stamp"] + 1
        self.put("counts", "stamp", stamp)
        return stamp

    def first_stamp(self, player: int) -> int:
        """Return a timestamp from the beginning of the game, earlier than those of all events (613.7i, 613.7j).

        The timestamps of the starting player are the earliest, followed by those of the others in turn order (613.7m).
        In editions in which the active player orders all timestamps, they are in the order of the calls to this method.
        """
        number = self.counts["beginning"] + 1
        self.put("counts", "beginning", number)
        turn = player if self.edition.apnap else 0
        return (turn - len(self.players)) * _BEGINNING + number

    def take(self, what: str, count: int) -> int:
        """Reserve consecutive numbers for objects or timestamps ("stamp") and return the first."""
        first = self.counts[what]
        if what == "object":
            check("objects", first + count)
        self.put("counts", what, first + count)
        return first + (what == "stamp")

    def add(self, fresh: Sequence[GameObject]) -> None:
        """Add objects that have consecutive numbers and the same facts and base values."""
        mask = ((1 << len(fresh)) - 1) << fresh[0].number
        for found in fresh:
            checkpoint("object")
            self.put("objects", found.number, found)
            self.put("ids", found.id, found.number)
            if found.copy is not None:
                self.put("copies", found.number, True)
        self._note(fresh[0])
        self._shift(fresh[0], mask, True)
        host = fresh[0].attached_to
        if host is not None:
            before = self._facts_of((host,))
            numbers = tuple(found.number for found in fresh)
            self.put("attachments", host, (*self.attachments.get(host, ()), *numbers))
            self._refresh(before)

    def name(self, fresh: Sequence[GameObject], names: tuple[str, ...]) -> None:
        """Add the other names as aliases for objects whose ids were made from `names[0]`."""
        for found in fresh:
            for other in names[1:]:
                if found.id.startswith(names[0]):
                    self.put("aliases", other + found.id.removeprefix(names[0]), found.number)

    def remove(self, number: int) -> None:
        """Remove an object from the board and detach the objects that are attached to it."""
        for attached in self.attachments.get(number, ()):
            self.release(attached)
        self.part(number)
        if self.phased.get(number) is None:
            self._shift(self.objects[number], 1 << number, False)
        self.put("gone", number, True)
        host = self.objects[number].attached_to
        if host is not None:
            self._refresh({host: self._facts(self.objects[host], besides=number)})
            self.put("attachments", host, tuple(n for n in self.attachments[host] if n != number))

    def change(self, number: int, **changes: Any) -> None:
        """Change fields of an object and update the masks."""
        old = self.objects[number]
        if changes.get("stamp", old.stamp) != old.stamp and old.first_stamp is None:
            changes.setdefault("first_stamp", old.stamp)
        new = msgspec.structs.replace(old, **changes)
        if new == old:
            return
        before = self._facts_of((number, old.attached_to, new.attached_to))
        self.put("objects", number, new)
        if not changes.keys().isdisjoint(("copy", "listed", "stickers")):
            self._note(new)
        if old.base != new.base and self.is_present(number):
            self._mark_base(old.base, 1 << number, False)
            self._mark_base(new.base, 1 << number, True)
        if old.attached_to != new.attached_to:
            if old.attached_to is not None:
                self.put("hosts", number, (*self.hosts.get(number, ()), old.attached_to))
                rest = tuple(other for other in self.attachments[old.attached_to] if other != number)
                self.put("attachments", old.attached_to, rest)
            if new.attached_to is not None:
                self.put("attachments", new.attached_to, (*self.attachments.get(new.attached_to, ()), number))
        self._refresh(before)

    def _note(self, found: GameObject) -> None:
        # If the card that it copied can turn, so can the copy.
        parts = [*found.unprinted()]
        original = None if found.copy is None else self.objects.get(self.ids.get(found.copy.of, found.number))
        if original is not None:
            parts += original.on_other_faces()
        for part in parts:
            if part not in self.unprinted:
                self.put("unprinted", part, True)

    def choose(self, number: int, chosen: Choices) -> None:
        """Record choices for an object and replace earlier choices of the same kinds."""
        self.change(number, choices=self.objects[number].choices.replaced(chosen))

    def release(self, number: int) -> None:
        """Detach an object, which is then no longer bestowed (702.103f)."""
        facts = tuple(fact for fact in self.objects[number].facts if fact != "bestow")
        self.change(number, attached_to=None, attached_player=None, facts=facts)

    def part(self, number: int) -> None:
        """Unpair an object if it is paired (702.95e)."""
        for other in [other for link, other in self.objects[number].links if link == "paired_with"]:
            for each in (number, other):
                links = tuple(link for link in self.objects[each].links if link[0] != "paired_with")
                self.change(each, links=links)

    def remove_from_combat(self, out: Container[int]) -> None:
        """Remove creatures from combat, so that they do not attack, block or become blocked (506.4, 511.3)."""
        if not any(mask for fact in (*COMBAT, *COMBAT_LINKS) for mask in self.still.get(fact, {}).values()):
            return
        for found in tuple(self.present()):
            if found.number in out:
                facts = tuple(fact for fact in found.facts if fact not in COMBAT)
                links = tuple(link for link in found.links if link[0] not in COMBAT_LINKS)
                numbers = tuple(each for each in found.numbers if each[0] != "attacks_player")
                self.change(found.number, facts=facts, links=links, numbers=numbers)
            elif any(link == "blocking_which" and other in out for link, other in found.links):
                self.change(found.number, links=tuple(link for link in found.links if link[0] != "blocking_which"))

    def phase(self, number: int, along: int | None) -> None:
        """Phase an object out together with the object `along`, or phase it in if `along` is None (702.26)."""
        before = self._facts_of((self.objects[number].attached_to,))
        if along is not None:
            self._shift(self.objects[number], 1 << number, False)
        self.put("phased", number, along)
        if along is None:
            self._shift(self.objects[number], 1 << number, True)
        self._refresh(before)

    # --- Masks ----------------------------------------------------------------------------------------------

    def _shift(self, found: GameObject, mask: int, there: bool) -> None:
        counts = self._writable("counts")
        everything = counts["everything"]
        self._put_mask("counts", counts, "everything", everything | mask if there else everything & ~mask)
        self._mark_base(found.base, mask, there)
        for fact in self._facts(found):
            self._mark(fact, mask, there)

    def _mark_base(self, base: Base, mask: int, there: bool) -> None:
        bases = self._writable("bases")
        having = bases.get(base, 0)
        self._put_mask("bases", bases, base, having | mask if there else having & ~mask)

    def _mark(self, fact: Fact, mask: int, there: bool) -> None:
        family, value = fact
        if family not in self.still:
            self.put("still", family, {})
            self._owned_masks.add(family)
        masks = self._masks(family)
        having = masks.get(value, 0)
        self._put_mask(_STILL + family, masks, value, having | mask if there else having & ~mask)

    def _facts_of(self, numbers: Iterable[int | None]) -> dict[int, list[Fact]]:
        return {n: self._facts(self.objects[n]) for n in numbers if n is not None and self.is_present(n)}

    def _refresh(self, before: Mapping[int, list[Fact]]) -> None:
        for number, facts in before.items():
            now = self._facts(self.objects[number])
            for fact in facts:
                if fact not in now:
                    self._mark(fact, 1 << number, False)
            for fact in now:
                if fact not in facts:
                    self._mark(fact, 1 << number, True)

    def _facts(self, found: GameObject, besides: int | None = None) -> list[Fact]:
        base = found.base
        facts: list[Fact] = [("zone", base.zone), ("owner", base.owner)]
        if base.token and not (found.merged and found.host):  # 730.2d: the topmost component is a card
            facts.append(("token", True))
        facts.extend((fact, True) for fact in found.facts)
        facts.extend(found.numbers)
        facts.extend(found.links)
        if any(link == "paired_with" for link, _ in found.links):
            facts.append(("paired", True))
        if found.attached_to is not None or found.attached_player is not None:
            facts.append(("attached", True))
        if found.face_down:
            facts.append(("face-down", True))
        if found.face and found.card.layout in TRANSFORMING and base.zone == "battlefield" and not found.face_down:
            facts.append(("transformed", True))  # 701.27
        if found.merged:
            facts.append(("merged", True))
        if any("Adventure" in face.subtypes for face in found.card.faces):
            facts.append(("adventure", True))
        if found.stickers:
            facts.append(("stickered", True))
            facts.append(("name stickers", tuple(each.words for each in found.stickers if each.kind == "name")))
            facts.append(("ability stickers", tuple(each for one in found.stickers for each in one.abilities)))
        if found.planar:
            facts.append(("planar", True))
        if doors := len(found.unlocked_doors()):
            facts.append(("doors", doors))
        for counter in found.counters:
            if counter.count:
                facts.append(("counter", counter.kind))
            facts.append((f"counter {counter.kind}", counter.count))  # also 0 of a kind that the card prints
        facts.extend((word, True) for word in self._worn(found.number, besides))
        return facts

    def _worn(self, number: int, besides: int | None) -> list[str]:
        # The attachment `besides` is treated as present.
        worn = {
            _WORN[subtype]
            for other in self.attachments.get(number, ())
            if other == besides or self.is_present(other)
            for subtype in self.objects[other].base.values.subtypes
            if subtype in _WORN
        }
        return sorted(worn)


_TABLES: Final = (
    "objects", "gone", "phased", "ids", "effects", "bases", "attachments", "told", "counts", "stamped", "aliases",
    "suffixes", "copies", "unprinted", "rings", "hosts", "still",
)  # fmt: skip
_STILL: Final = "/"  # prefix of a family of facts in the journal
# Maximum number of each player's timestamps from the beginning of the game.
_BEGINNING: Final = 1_000_000
_WORN: Final = {"Aura": "enchanted", "Equipment": "equipped", "Fortification": "fortified"}


class PresentObjects(Mapping[str, GameObject]):
    """A live mapping from id to object, for the objects that are present on a board."""

    __slots__ = ("_tables",)

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def __getitem__(self, id: str) -> GameObject:
        return self._tables.named(id)

    def get(self, id: str, default: Any = None) -> Any:
        """Return the object with the given id, or the default."""
        number = self._tables.ids.get(id, self._tables.aliases.get(id))
        return default if number is None or not self._tables.is_present(number) else self._tables.objects[number]

    def __contains__(self, id: object) -> bool:
        number = self._tables.ids.get(id) if isinstance(id, str) else None
        return number is not None and self._tables.is_present(number)

    def __iter__(self) -> Iterator[str]:
        return (found.id for found in self._tables.present())

    def __len__(self) -> int:
        return self._tables.counts["everything"].bit_count()
