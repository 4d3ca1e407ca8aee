"""A state of Forge's as text, taken apart: sections, keys and players, cards and their modifiers, with their lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from mtglayers.model.data.numbers import number_of
from mtglayers.model.data.record import WrongTypeError, abbreviated
from mtglayers.model.errors import LimitError, PuzzleError
from mtglayers.model.support.limits import check
from mtglayers.model.support.names import did_you_mean

from .state import NotCarried
from .words import counter_of

ZONES: Final = ("battlefield", "command", "graveyard", "exile", "hand", "library")
"""The zones that are carried over, in the order in which their cards get timestamps."""

MOST_CARDS: Final = 10_000
"""How many cards a state may list, all zones together."""

MOST_LINES: Final = 10_000
"""How many lines a state may have."""

MOST_PARTS: Final = 200
"""How many modifiers a card may have, and how many things a modifier may list."""

OF_PLAYER: Final = (
    "life", "counters", "landsplayed", "landsplayedlastturn", "numringtemptedyou", "speed", "manapool",
    "persistentmana", "precast", "putonstack", "sideboard", "play", "name", *ZONES,
)  # fmt: skip
"""What is said of a player, after the player's name: `humanlife`, `p0battlefield`."""

ABILITY: Final = "ability"
"""What the keys of Forge's own abilities begin with; cards refer to them by the rest of the key."""

OF_GAME: Final = ("turn", "activeplayer", "activephase", "activephaseadvance", "removesummoningsickness")
"""What is said of the game."""

_KEY: Final = re.compile(rf"(human|ai|p\d)(?:cardsin)?({'|'.join(OF_PLAYER)})")
_PLAYER: Final = re.compile(r"human|ai|p\d")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


class Line(msgspec.Struct, frozen=True):
    """A line that says something: its key in small letters and its value.

    Attributes:
        player: number of the player it is about, or None.
        what: the key without the player: one of `OF_PLAYER` or `OF_GAME`, or "" for an unknown one.
    """

    number: int
    key: str
    value: str
    player: int | None = None
    what: str = ""


class Entry(msgspec.Struct, frozen=True):
    """A card in a zone, as it is listed.

    Attributes:
        name: the card's name, or what a token is made from.
        modifiers: name -> value ("" where it has none), in the order listed.
        line: the line it stands on.
    """

    name: str
    modifiers: tuple[tuple[str, str], ...]
    line: Line

    @property
    def where(self) -> str:
        """The key and the card, for messages."""
        return f"{self.line.key}, {abbreviated(self.name)}"


class Source(msgspec.Struct, frozen=True):
    """The lines of a text, by section.

    Attributes:
        metadata: what stands under `[metadata]`.
        state: what stands under `[state]`, or a text without sections as a whole.
        not_carried: what stands elsewhere.
        file: what to call the text in messages.
    """

    metadata: tuple[Line, ...]
    state: tuple[Line, ...]
    not_carried: tuple[NotCarried, ...]
    file: str = ""

    def error(self, message: str, line: Line) -> PuzzleError:
        """Return an error that says on which line something is wrong."""
        return PuzzleError(message, self.file, line.number, line.key)

    def parts(self, text: str, sign: str, line: Line) -> list[str]:
        """Return the parts of a text with a sign between, without empty ones.

        Raises:
            LimitError: there are too many.
        """
        if text.count(sign) > MOST_PARTS:
            raise LimitError("parts in a list", MOST_PARTS, text.count(sign) + 1, (line.key,))
        return [part.strip() for part in text.split(sign) if part.strip()]

    def counters(self, text: str, line: Line) -> dict[str, int]:
        """Return kind -> number of counters like `P1P1=2,CHARGE=1`, those of which there is one at least.

        Raises:
            PuzzleError: it is no such list.
            LimitError: there are too many kinds.
        """
        found: dict[str, int] = {}
        for pair in self.parts(text, ",", line):
            kind, sign, count = pair.partition("=")
            if not sign or not kind.strip():
                raise self.error(f"`{abbreviated(pair)}` is no kind of counter with its number", line)
            if many := self.number(count, line):
                found[counter_of(kind)] = many
        return found

    def number(self, text: str, line: Line, least: int = 0) -> int:
        """Return the number that a text is.

        Raises:
            PuzzleError: it is none, or less than that.
            LimitError: it has more digits than are allowed.
        """
        try:
            number = number_of(text.strip(), (line.key,))
        except WrongTypeError as error:
            raise self.error(str(error), line) from None
        if number < least:
            raise self.error(f"`{number}` is less than {least}", line)
        return number


def source_of(text: str, file: str = "") -> Source:
    """Return the lines of a text by section, as Forge takes them apart.

    Raises:
        PuzzleError: it is no game state.
        LimitError: it is too long, or has too many lines.
    """
    check("bytes", len(text))
    text = text.removeprefix("\ufeff")
    if text.count("\n") > MOST_LINES:
        raise LimitError("lines in a state of Forge’s", MOST_LINES, text.count("\n") + 1)
    if _SURROGATE.search(text):
        raise PuzzleError("this is no text: it has half a sign in it", file)
    sections: dict[str, list[Line]] = {"": [], "metadata": [], "state": []}
    lost: list[NotCarried] = []
    name = ""
    for number, raw in enumerate(text.split("\n"), start=1):
        row = raw.strip()
        if row.startswith("[") and row.endswith("]"):
            name = row[1:-1].strip().lower()
            sections.setdefault(name, [])
        elif row and not row.startswith("#"):
            sections[name].append(_line(row, number, ":" if name == "metadata" else "="))
    if not sections["state"] and not sections["metadata"] and any(line.what for line in sections[""]):
        sections["state"], sections[""] = sections[""], []
    if not any(line.what for line in sections["state"]):
        raise PuzzleError("this is no state of Forge’s: nothing like `humanbattlefield=` stands under `[state]`", file)
    for other, rows in sections.items():
        if other not in ("metadata", "state"):
            why = f"Forge reads no section `[{abbreviated(other)}]`" if other else "it stands before any section"
            lost += [NotCarried(f"`{abbreviated(row.key)}`", why, line=row.number, matters=False) for row in rows]
    return Source(tuple(sections["metadata"]), tuple(sections["state"]), tuple(lost), file)


def entries(source: Source, line: Line) -> Iterator[Entry]:
    """Yield the cards that a line lists, in order."""
    for part in line.value.split(";"):
        name, _, rest = part.partition("|")
        modifiers = source.parts(rest, "|", line)
        if name.strip():
            check("text", len(name), (line.key,))
            yield Entry(name.strip(), tuple(map(_modifier, modifiers)), line)
        elif modifiers:
            raise source.error(f"a card without a name: `{abbreviated(part.strip())}`", line)


def player_named(text: str, many: int) -> int | None:
    """Return the number of the player that a text names: `human`, `AI`, `p1`; None if it names none of so many."""
    found = text.strip().lower()
    if not _PLAYER.fullmatch(found):
        return None
    number = _player_number(found)
    return number if number < many else None


def unknown(line: Line, *, hint: bool = True) -> str:
    """Return why a key that nobody knows is not carried over; with `hint`, the nearest known one."""
    if line.key.startswith(ABILITY):
        return "abilities in Forge’s own language are not read"
    known = (*OF_GAME, *(f"{player}{what}" for player in ("human", "ai", "p0", "p1") for what in OF_PLAYER))
    return f"neither Forge nor we know this key{did_you_mean(line.key[:60], known, 0.7) if hint else ''}"


def _line(row: str, number: int, sign: str) -> Line:
    key, _, value = row.partition(sign)
    name = key.strip().lower()
    if sign == "=" and sign in row:
        found = _KEY.fullmatch(name)
        if found:
            what = "battlefield" if found[2] == "play" else found[2]
            return Line(number, name, value.strip(), _player_number(found[1]), what)
        if name in OF_GAME:
            return Line(number, name, value.strip(), None, name)
    return Line(number, name, value.strip())


def _player_number(name: str) -> int:
    return int(name[1]) if name.startswith("p") else int(name == "ai")


def _modifier(text: str) -> tuple[str, str]:
    name, _, value = text.partition(":")
    return name.strip(), value.strip()


__all__ = [
    "ABILITY", "MOST_CARDS", "MOST_LINES", "MOST_PARTS", "OF_GAME", "OF_PLAYER", "ZONES", "Entry", "Line", "Source",
    "entries", "player_named", "source_of", "unknown",
]  # fmt: skip
