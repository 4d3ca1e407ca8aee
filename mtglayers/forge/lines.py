"""Functions that split a Forge game state into lines with keys and values."""

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
"""The zones whose cards are carried over, in timestamp order."""

MAX_CARDS: Final = 10_000
"""Maximum total number of cards in all zones of a game state."""

MAX_LINES: Final = 10_000
"""Maximum number of lines in a game state."""

MAX_PARTS: Final = 200
"""Maximum number of modifiers on a card, and maximum number of items in a list."""

OF_PLAYER: Final = (
    "life", "counters", "landsplayed", "landsplayedlastturn", "numringtemptedyou", "speed", "manapool",
    "persistentmana", "precast", "putonstack", "sideboard", "play", "name", *ZONES,
)  # fmt: skip
"""Keys that describe a player, excluding a prefix such as `human` or `p0`."""

ABILITY: Final = "ability"
"""Prefix of the keys that define abilities; the rest of the key names the ability."""

OF_GAME: Final = ("turn", "activeplayer", "activephase", "activephaseadvance", "removesummoningsickness")
"""Keys that describe the game rather than a player."""

_CUSTOM: Final = "CustomScript:"
_MAX_TOKENS: Final = 100
"""Maximum number of tokens that a script creates."""

_KEY: Final = re.compile(rf"(human|ai|p\d)(?:cardsin)?({'|'.join(OF_PLAYER)})")
_PLAYER: Final = re.compile(r"human|ai|p\d")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


class Line(msgspec.Struct, frozen=True):
    """A line with a lowercase key and a value.

    Attributes:
        player: the number of the player that the key begins with, if any.
        what: the key without the player, from `OF_PLAYER` or `OF_GAME`, or "" if the key is unknown.
    """

    number: int
    key: str
    value: str
    player: int | None = None
    what: str = ""


class Entry(msgspec.Struct, frozen=True):
    """A card in the list of a zone.

    Attributes:
        name: the name of the card or the definition of a token.
        modifiers: the name and value of each modifier, in order; a missing value is "".
        line: the line of the file that contains the list.
    """

    name: str
    modifiers: tuple[tuple[str, str], ...]
    line: Line

    @property
    def where(self) -> str:
        """The key and the card, in the form used in messages."""
        return f"{self.line.key}, {abbreviated(self.name)}"


class Source(msgspec.Struct, frozen=True):
    """The lines of a Forge file, by section.

    Attributes:
        metadata: the lines under `[metadata]`.
        state: the lines under `[state]`, or all lines of a file without sections.
        not_carried: the lines of other sections.
        file: the file name to use in messages.
    """

    metadata: tuple[Line, ...]
    state: tuple[Line, ...]
    not_carried: tuple[NotCarried, ...]
    file: str = ""

    def error(self, message: str, line: Line) -> PuzzleError:
        """Return an error that refers to the given line."""
        return PuzzleError(message, self.file, line.number, line.key)

    def parts(self, text: str, separator: str, line: Line) -> list[str]:
        """Return the nonempty parts of a string between separators.

        Raises:
            LimitError: there are too many parts.
        """
        if text.count(separator) > MAX_PARTS:
            raise LimitError("parts in a list", MAX_PARTS, text.count(separator) + 1, (line.key,))
        return [part.strip() for part in text.split(separator) if part.strip()]

    def counters(self, text: str, line: Line) -> dict[str, int]:
        """Return the counters by kind from a list such as `P1P1=2,CHARGE=1`.

        Raises:
            PuzzleError: `text` is not a list of counters.
            LimitError: the list has too many kinds of counters.
        """
        found: dict[str, int] = {}
        for pair in self.parts(text, ",", line):
            kind, equals, count = pair.partition("=")
            if not equals or not kind.strip():
                raise self.error(
                    f"`{abbreviated(pair)}` must be a kind of counter and a number, such as `P1P1=2`", line
                )
            if many := self.number(count, line):
                found[counter_of(kind)] = many
        return found

    def number(self, text: str, line: Line, least: int = 0) -> int:
        """Return the number that a string contains.

        Raises:
            PuzzleError: `text` is not a number, or the number is less than `least`.
            LimitError: the number has too many digits.
        """
        try:
            number = number_of(text.strip(), (line.key,))
        except WrongTypeError as error:
            raise self.error(str(error), line) from None
        if number < least:
            raise self.error(f"`{number}` is less than {least}", line)
        return number


def source_of(text: str, file: str = "") -> Source:
    """Return the lines of a file by section, divided in the same way as by Forge.

    Raises:
        PuzzleError: the text is not a Forge game state.
        LimitError: the text is too long or has too many lines.
    """
    check("bytes", len(text))
    text = text.removeprefix("\ufeff")
    if text.count("\n") > MAX_LINES:
        raise LimitError("lines in a Forge game state", MAX_LINES, text.count("\n") + 1)
    if _SURROGATE.search(text):
        raise PuzzleError("the text contains an unpaired surrogate", file)
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
        raise PuzzleError("not a Forge game state: no line like `humanbattlefield=` under `[state]`", file)
    for other, rows in sections.items():
        if other not in ("metadata", "state"):
            why = f"Forge does not read section `[{abbreviated(other)}]`" if other else "it comes before any section"
            lost += [NotCarried(f"`{abbreviated(row.key)}`", why, line=row.number, matters=False) for row in rows]
    return Source(tuple(sections["metadata"]), tuple(sections["state"]), tuple(lost), file)


def entries(source: Source, line: Line) -> Iterator[Entry]:
    """Yield the cards in the list that a line contains."""
    for part in line.value.split(";"):
        name, _, rest = part.partition("|")
        modifiers = source.parts(rest, "|", line)
        if name.strip():
            check("text", len(name), (line.key,))
            yield Entry(name.strip(), tuple(map(_modifier, modifiers)), line)
        elif modifiers:
            raise source.error(f"missing card name: `{abbreviated(part.strip())}`", line)


class Cast(msgspec.Struct, frozen=True):
    """A spell that Forge casts or puts on the stack initially.

    Attributes:
        text: the entry for the spell in the file.
        name: the name of the card or the `Id:` of a listed card.
        target: a player or an `Id:`, or "" if there is no target.
        script: the name of the part of the card that runs instead of the spell, or "" if the spell runs.
    """

    text: str
    name: str
    target: str = ""
    script: str = ""


def casts(source: Source, line: Line) -> Iterator[Cast]:
    """Yield the spells in a line such as `Giant Growth->9;Opt;Leonin Warleader:TrigToken`."""
    for text in source.parts(line.value, ";", line):
        name, sign, script = text.partition(":")
        target = ""
        if not sign:
            name, _, target = text.partition("->")
        # Forge writes the colon in a name as a circumflex here.
        yield Cast(text, name.strip().replace("^", ":"), target.strip(), script.strip())


def tokens_cast(source: Source, line: Line, cast: Cast) -> list[Entry] | None:
    """Return the tokens of a token-creating script, or None for other scripts.

    Args:
        source: the lines of the file.
        line: the line of the spell.
        cast: a spell such as `Opt:CustomScript:DB$ Token | TokenAmount$ 2 | TokenScript$ w_1_1_cat_lifelink`.
    """
    if not cast.script.startswith(_CUSTOM):
        return None
    pairs = (part.partition("$") for part in source.parts(cast.script.removeprefix(_CUSTOM), "|", line))
    fields = {key.strip(): value.strip() for key, _, value in pairs}
    amount = fields.pop("TokenAmount", "1")
    script = fields.pop("TokenScript", "")
    if fields not in ({"DB": "Token"}, {"DB": "Token", "TokenOwner": "You"}) or not script:
        return None
    if not amount.isascii() or not amount.isdigit() or not 1 <= len(amount) <= 3 or int(amount) > _MAX_TOKENS:
        return None
    there = msgspec.structs.replace(line, what="battlefield")
    return [Entry(f"T:{name}", (), there) for name in source.parts(script, ",", line) for _ in range(int(amount))]


def player_named(text: str, many: int) -> int | None:
    """Return the number of the player with a name such as `human`, if there is one."""
    found = text.strip().lower()
    if not _PLAYER.fullmatch(found):
        return None
    number = _player_number(found)
    return number if number < many else None


def list_of(key: str) -> tuple[int, str] | None:
    """Return the number of the player and the zone of a list with a key such as `humanbattlefield`, if it is one.

    >>> list_of("aibattlefield"), list_of("p2hand"), list_of("humanlife")
    ((1, 'battlefield'), (2, 'hand'), None)
    """
    found = _line(f"{key}=", 0, "=")
    return None if found.player is None or found.what not in ZONES else (found.player, found.what)


def unknown(line: Line, *, hint: bool = True) -> str:
    """Return the reason why an unknown key is not carried over."""
    if line.key.startswith(ABILITY):
        return "abilities in Forge’s own language are not read"
    known = (*OF_GAME, *(f"{player}{what}" for player in ("human", "ai", "p0", "p1") for what in OF_PLAYER))
    return f"unknown key{did_you_mean(line.key[:60], known, 0.7) if hint else ''}"


def _line(row: str, number: int, separator: str) -> Line:
    key, _, value = row.partition(separator)
    name = key.strip().lower()
    if separator == "=" and separator in row:
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
