"""The catalogue format: sorted lines that are decoded one at a time.

The first line lists the fields of each kind of node, up to the last field that is used. Each of the other lines
describes one card name, and these lines are sorted by key. A line is ``key TAB full name TAB data``, or ``key TAB = TAB
card key`` for the name of a face. A node is ``["Kind", bits, value, ...]``, where the bits mark the fields that differ
from their defaults. A tuple is ``[0, item, ...]``, and ``[]`` represents the name of the card. The lines are
independent, so a change to a card changes only its line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any, Final

import msgspec

from ...effects.node import Node, tag_of
from ...errors import BoardDataError
from ...support.names import fold
from ...support.records import Record
from ..card import Card

FORMAT: Final = 3
_TUPLE: Final = 0
_ALIAS: Final = b"="


class Line(Record, frozen=True):
    """An encoded card.

    Attributes:
        name: the full name.
        faces: the names of the faces.
        data: the encoded data.
        fields: for each kind of node, the number of its fields up to the last field that is used.
    """

    name: str
    faces: tuple[str, ...]
    data: str
    fields: dict[str, int]


def line_of(card: Card, name: str = "") -> Line:
    """Return the catalogue line for a card, by default under its own name."""
    fields: dict[str, int] = {}
    data = _written(_data(card, name or card.name, fields))
    return Line(name or card.name, tuple(face.name for face in card.faces), data, fields)


def packed(cards: Iterable[Line]) -> bytes:
    """Return the bytes of a catalogue with the given lines.

    If several cards have the same name, the first card is used.
    """
    found: dict[str, Line] = {}
    for card in cards:
        found.setdefault(fold(card.name), card)
    lines = {key: f"{card.name}\t{card.data}" for key, card in found.items()}
    lines |= {key: f"=\t{full}" for key, full in aliases((card.name, card.faces) for card in found.values()).items()}
    used: dict[str, int] = {}
    for card in found.values():
        used |= {kind: max(count, used.get(kind, 0)) for kind, count in card.fields.items()}
    kinds = {kind: list(Node.KINDS[kind].__struct_fields__[: used[kind]]) for kind in sorted(used)}
    head = _written({"format": FORMAT, "kinds": kinds})
    ordered = sorted(lines.items(), key=lambda line: line[0].encode())
    return "\n".join([head, *(f"{key}\t{rest}" for key, rest in ordered), ""]).encode()


def aliases(cards: Iterable[tuple[str, Iterable[str]]]) -> dict[str, str]:
    """Return a mapping from the case-folded names of faces to the keys of their cards.

    Front faces take precedence. A face name that several cards share is left out.

    >>> aliases([("Fire // Ice", ("Fire", "Ice")), ("Ice // Snow", ("Ice", "Snow"))])
    {'fire': 'fire // ice', 'ice': 'ice // snow', 'snow': 'ice // snow'}
    """
    full: set[str] = set()
    fronts: dict[str, set[str]] = {}
    others: dict[str, set[str]] = {}
    for name, faces in cards:
        full.add(fold(name))
        for place, face in enumerate(faces):
            (others if place else fronts).setdefault(fold(face), set()).add(fold(name))
    found = {}
    for name in sorted({*fronts, *others} - full):
        meant = fronts.get(name) or others[name]
        if len(meant) == 1:
            found[name] = next(iter(meant))
    return found


def _data(value: Any, name: str, used: dict[str, int]) -> Any:
    if isinstance(value, Node):
        defaults = value.__struct_defaults__
        fields = value.__struct_fields__
        required = len(fields) - len(defaults)
        bits, values = 0, []
        for place, field in enumerate(fields):
            item = getattr(value, field)
            if place < required or item != defaults[place - required]:
                bits |= 1 << place
                values.append(_data(item, name, used))
        kind = tag_of(type(value))
        used[kind] = max(used.get(kind, 0), bits.bit_length())
        return [kind, bits, *values]
    if isinstance(value, tuple):
        return [_TUPLE, *(_data(item, name, used) for item in value)]
    return [] if value == name and isinstance(value, str) else value


def _written(data: Any) -> str:
    return msgspec.json.encode(data).decode()


def _key(start: str) -> bytes:
    return (fold(start) + " " * start.endswith(" ")).encode("utf-8", "replace")


class Packed:
    """A catalogue in the format of `packed` that decodes only requested cards.

    >>> pack = Packed(packed([line_of(Card("Bears", ()))]))
    >>> pack.card("bears") == Card("Bears", ()), pack.card("elves"), pack.names
    (True, None, ('Bears',))
    """

    def __init__(self, data: bytes | mmap) -> None:
        self._bytes = data
        self._start = data.find(b"\n") + 1

    @classmethod
    def of(cls, path: Path) -> Packed:
        """Return the catalogue in a file, of which only the parts that are needed are read."""
        with path.open("rb") as file:
            try:
                return cls(mmap(file.fileno(), 0, access=ACCESS_READ))
            except OSError:  # not every file system can do this
                return cls(file.read())

    def card(self, name: str) -> Card | None:
        """Return the card with the given name, or None.

        Raises:
            BoardDataError: the data was written by a different version of the program.
        """
        rest = self._rest(fold(name).encode("utf-8", "replace"))
        if rest.startswith(_ALIAS + b"\t"):
            rest = self._rest(rest[2:])
        if not rest:
            return None
        full, _, data = rest.decode().partition("\t")
        card = self._node(msgspec.json.decode(data), full)
        assert isinstance(card, Card)
        return card

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Yield a (key, full name) pair for each line.

        If the key is the name of a face, the full name is an empty string.
        """
        for line in self._bytes[self._start :].decode().removesuffix("\n").split("\n"):
            key, name, _ = line.split("\t", 2)
            yield key, "" if name == "=" else name

    def beginning(self, start: str) -> Iterator[str]:
        """Yield the full names of the cards whose name begins with `start`, in alphabetical order.

        Case and accents are ignored.

        >>> pack = Packed(packed([line_of(Card(name, ())) for name in ("Bear", "Bears", "Elf")]))
        >>> list(pack.beginning("BEAR")), list(pack.beginning("f"))
        (['Bear', 'Bears'], [])
        """
        return (name.decode() for _, name, _ in self._beginning(start) if name != _ALIAS)

    def faces_beginning(self, start: str) -> Iterator[str]:
        """Yield the names of the faces whose name begins with `start`; some are yielded twice."""
        wanted = _key(start)
        for _, name, rest in self._beginning(start):
            full = self._rest(rest).partition(b"\t")[0] if name == _ALIAS else name
            yield from (face for face in full.decode().split(" // ") if _key(face).startswith(wanted))

    def _beginning(self, start: str) -> Iterator[list[bytes]]:
        # The parts of the lines whose key begins with `start`.
        key, data = _key(start), self._bytes
        place = self._first(key)
        while data[place : place + len(key)] == key and place < len(data):
            stop = data.find(b"\n", place)
            yield data[place:stop].split(b"\t", 2)
            place = stop + 1

    def richest(self, words: Iterable[str], count: int) -> Iterator[Card]:
        """Yield up to `count` cards whose data contains any of `words`, starting with the most matches."""
        wanted = [f'"{word}"'.encode("utf-8", "replace") for word in words]
        lines = self._bytes[self._start :].splitlines()
        scores = [(-sum(word in line for word in wanted), place) for place, line in enumerate(lines)]
        for score, place in sorted(scores)[:count]:
            key, name, _ = lines[place].split(b"\t", 2)
            if score and name != _ALIAS and (card := self.card(key.decode())) is not None:
                yield card

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The full names of all cards, in alphabetical order."""
        return tuple(sorted(name for _, name in self if name))

    def _rest(self, key: bytes) -> bytes:
        data, place = self._bytes, self._first(key)
        if data[place : place + len(key) + 1] != key + b"\t":
            return b""
        return data[place + len(key) + 1 : data.find(b"\n", place)]

    def _first(self, key: bytes) -> int:
        # The offset of the first line with this key or a later key, by binary search.
        data, low, high = self._bytes, self._start, len(self._bytes)
        while low < high:
            start = data.rfind(b"\n", 0, (low + high) // 2) + 1  # the start of the middle line
            start = max(start, low)
            stop = data.find(b"\t", start)
            if data[start:stop] < key:
                low = data.find(b"\n", stop) + 1
            else:
                high = start
        return low

    @cached_property
    def _kinds(self) -> dict[str, tuple[type[Node] | None, list[str]]]:
        from ...effects import registry as modules  # this import defines every kind of node

        del modules
        head = msgspec.json.decode(self._bytes[: self._start])
        if head.get("format") != FORMAT:
            found = head.get("format")
            raise BoardDataError(f"the catalogue has format `{found}`, not `{FORMAT}`; build the catalogue again")
        return {name: (Node.KINDS.get(name), fields) for name, fields in head["kinds"].items()}

    def _node(self, data: Any, name: str) -> Any:
        if not isinstance(data, list):
            return data
        if not data:
            return name
        if data[0] == _TUPLE:
            return tuple(self._node(item, name) for item in data[1:])
        kind, fields = self._kinds.get(data[0], (None, []))
        if kind is None:
            raise _outdated(name, f"`{data[0]}` is unknown")
        bits, values = data[1], iter(data[2:])
        given = {field: self._node(next(values), name) for place, field in enumerate(fields) if bits >> place & 1}
        try:
            return kind(**given)
        except TypeError as error:
            raise _outdated(name, f"`{data[0]}`: {error}") from None


def _outdated(name: str, why: str) -> BoardDataError:
    message = f"the catalogue entry for `{name}` was built by another version ({why}); build the catalogue again"
    return BoardDataError(message)
