"""Files of card data, read as streams.

A file is a Scryfall bulk file or MTGJSON's AtomicCards, and can be compressed. In both formats, each card is read as
a mapping with Scryfall's field names that contains only the fields that `read_card` uses.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from io import BufferedReader
from pathlib import Path
from typing import Any, Final, Literal

from ..errors import LayersError

Shape = Literal["Scryfall", "Scryfall list", "MTGJSON"]

# Scryfall's and MTGJSON's names for layouts that are not cards.
_NO_CARDS: Final = frozenset({"token", "double_faced_token", "emblem", "art_series"})
_LOYALTY: Final = re.compile(r"^\[([+−-]?(?:\d+|X))\]: ", re.MULTILINE)
_FIELDS: Final = {
    "mana_cost": "manaCost", "type_line": "type", "oracle_text": "text", "power": "power", "toughness": "toughness",
    "loyalty": "loyalty", "defense": "defense", "color_indicator": "colorIndicator", "colors": "colors",
}  # fmt: skip
"""The MTGJSON field name for each Scryfall field name."""

_LAYOUTS: Final = {"aftermath": "split"}
"""The Scryfall layout name for each MTGJSON layout name that differs from it."""

_BROKEN: Final = (EOFError, OSError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, UnicodeDecodeError)

_BOM: Final = b"\xef\xbb\xbf"
_PACKINGS: Final[Mapping[bytes, Callable[[Any], Any]]] = {
    b"\x1f\x8b": gzip.open, b"\xfd7zXZ": lzma.open, b"BZh": bz2.open,
}  # fmt: skip
"""The function that opens a compressed file, keyed by the first bytes of the file."""

_DEEPEST: Final = 64
"""Maximum nesting depth of the data; valid card data has five levels."""


class SourceError(LayersError, ValueError):
    """Raised when a file is damaged or does not contain card data."""


class Source:
    """A file that contains card data.

    Attributes:
        path: the file.
        skipped: the number of entries read so far that are not cards.
    """

    def __init__(self, path: Path, progress: Callable[[int, int], object] | None = None) -> None:
        """Prepare to read a file.

        `progress` is called with the number of bytes read and the total number of bytes.
        """
        self.path = path
        self._progress = progress or (lambda *_: None)
        self.skipped = 0

    def cards(self) -> Iterator[dict[str, Any]]:
        """Yield all cards except tokens, emblems and art cards, in file order.

        Only one card is kept in memory at a time.

        Raises:
            SourceError: the file is not card data, or is damaged; the message includes the location.
        """
        import ijson

        last, count = "", 0
        try:
            for card in self._cards(self.shape()):
                yield card
                last, count = card["name"], count + 1
        except (ijson.JSONError, *_BROKEN) as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise
            after = f" after card {count} (`{last}`)" if count else ""
            what = " ".join(str(error).split()) or "unexpected end"
            raise SourceError(f"`{self.path}`: damaged{after}: {what}") from None

    def shape(self) -> Shape:
        """Return the data format, detected from the contents.

        Raises:
            SourceError: the file has an unknown format.
        """
        import ijson

        with self.path.open("rb") as raw, ExitStack() as stack:
            try:
                for prefix, event, _ in ijson.parse(_shallow(self._unpacked(raw, stack), str(self.path))):
                    if (prefix, event) == ("", "start_array"):
                        return "Scryfall"
                    if (prefix, event) == ("data", "start_array"):
                        return "Scryfall list"
                    if (prefix, event) == ("data", "start_map"):
                        return "MTGJSON"
                    if prefix == "" and event not in ("start_map", "map_key"):
                        break
            except (ijson.JSONError, *_BROKEN) as error:
                if isinstance(error, OSError) and error.errno is not None:
                    raise
                raise SourceError(f"`{self.path}`: not card data: {' '.join(str(error).split())}") from None
        raise SourceError(f"`{self.path}`: this is neither a Scryfall card list nor an MTGJSON AtomicCards file")

    def _cards(self, shape: Shape) -> Iterator[dict[str, Any]]:
        import ijson

        with self.path.open("rb") as raw, ExitStack() as stack:
            size = self.path.stat().st_size
            events = ijson.parse(_shallow(self._unpacked(raw, stack), str(self.path)))
            if shape == "MTGJSON":
                named = ijson.kvitems(events, "data")
                entries = (_of_mtgjson(name, faces, f"`{self.path}`: data[{name!r}]") for name, faces in named)
            else:
                items = enumerate(ijson.items(events, "item" if shape == "Scryfall" else "data.item"), start=1)
                entries = (of_scryfall(card, f"`{self.path}`: card {number}") for number, card in items)
            for cards in entries:
                self._progress(raw.tell(), size)
                self.skipped += not cards
                yield from cards
            self._progress(size, size)

    def _unpacked(self, raw: BufferedReader, stack: ExitStack) -> Any:
        stream: Any = raw
        head = raw.peek(6)
        packing = next((opened for magic, opened in _PACKINGS.items() if head.startswith(magic)), None)
        if packing is not None:
            stream = stack.enter_context(packing(raw))
        elif head.startswith(b"PK"):
            archive = stack.enter_context(zipfile.ZipFile(raw))
            inside = [name for name in archive.namelist() if name.endswith(".json")]
            if len(inside) != 1:
                raise SourceError(f"`{self.path}`: expected one JSON file in the archive, found {len(inside)}")
            try:
                stream = stack.enter_context(archive.open(inside[0]))
            except RuntimeError as error:  # a password, or an unknown compression method
                raise SourceError(f"`{self.path}`: cannot be unpacked: {error}") from None
        if stream.peek(len(_BOM)).startswith(_BOM):
            stream.read(len(_BOM))
        return stream


def _shallow(stream: Any, path: str) -> Iterator[tuple[str, Any]]:
    # Deeply nested data would exhaust memory.
    import ijson

    depth = 0
    for event in ijson.basic_parse(stream, use_float=True):
        if event[0] in _OPENS:
            depth += 1
            if depth > _DEEPEST:
                raise SourceError(f"`{path}`: not card data: more than {_DEEPEST} levels of nesting")
        elif event[0] in _CLOSES:
            depth -= 1
        yield event


_OPENS: Final = frozenset(("start_map", "start_array"))
_CLOSES: Final = frozenset(("end_map", "end_array"))


def of_scryfall(card: Any, place: str) -> list[dict[str, Any]]:
    """Return the cards in an entry of Scryfall's format: one, none, or two for an object with two front faces.

    Raises:
        SourceError: the entry is not a card object; the message begins with `place`.
    """
    if not isinstance(card, Mapping):
        raise SourceError(f"{place} is not an object")
    name, layout = _text(card, "name", place), str(card.get("layout") or "normal")
    place = f"{place} (`{name}`)"
    faces = card.get("card_faces") or []
    if not isinstance(faces, list) or not all(isinstance(face, Mapping) for face in faces):
        raise SourceError(f"{place}: `card_faces` is not a list of objects")
    found = [_face({word: face.get(word) for word in ("name", *_FIELDS)}, place) for face in faces]
    if not found:
        found = [_face({word: card.get(word) for word in ("name", *_FIELDS)}, place)]
    return [{**each, **_about(card)} for each in _joined(name, layout, found)]


def _about(card: Mapping[str, Any]) -> dict[str, Any]:
    # what tells in which formats a card is legal, for measurements
    found = {word: card.get(word) for word in ("legalities", "text_date")}
    return {word: value for word, value in found.items() if value and isinstance(value, Mapping | str)}


def _of_mtgjson(name: str, faces: Any, place: str) -> list[dict[str, Any]]:
    if not isinstance(faces, list) or not all(isinstance(face, Mapping) for face in faces):
        raise SourceError(f"{place} must be a list of cards, as in an AtomicCards file")
    if not faces:
        return []
    sides = [face for face in faces if face.get("side")]
    shown = sorted(sides, key=lambda face: str(face["side"])) if sides else faces[:1]
    layout = str(shown[0].get("layout") or "normal")
    found = []
    for face in shown:
        given = {word: face.get(theirs) for word, theirs in _FIELDS.items()}
        found.append(_face({"name": face.get("faceName") or face.get("name"), **given}, place))
    if layout == "meld":  # 712.4: Scryfall lists the melded object as a separate card
        return [card for face in found for card in _joined(face["name"], layout, [face])]
    return [{**each, **_about(shown[0])} for each in _joined(name, _LAYOUTS.get(layout, layout), found)]


def _joined(name: str, layout: str, faces: list[dict[str, Any]]) -> list[dict[str, Any]]:
    if layout in _NO_CARDS or all(face.get("type_line", "").startswith("Card") for face in faces):
        return []
    if layout == "reversible_card" or (len(faces) > 1 and faces[0] == faces[-1]):  # identical sides
        fronts = list({face["name"]: face for face in faces}.values())
        if layout == "reversible_card":
            return [card for face in fronts for card in _joined(face["name"], "normal", [face])]
        faces, name = fronts, " // ".join(face["name"] for face in fronts)
    parts = name.split(" // ")
    if len(parts) > len(faces) > 1 and parts[0] == parts[-1]:  # an Omen whose front is printed on both sides
        name = " // ".join(parts[:-1])
    if layout == "flip":
        for face in faces[1:]:  # 710.1c: the flipped card keeps its cost and color
            face.pop("mana_cost", None)
            face.pop("colors", None)
    if len(faces) == 1:
        return [{**faces[0], "name": name, "layout": layout}]
    return [{"name": name, "layout": layout, "card_faces": faces}]


def _face(given: Mapping[str, Any], place: str) -> dict[str, Any]:
    found: dict[str, Any] = {"name": _text(given, "name", place)}
    for word in _FIELDS:
        value = given.get(word)
        if value is None or value in ("", []):
            continue
        if word.startswith("color"):
            if not isinstance(value, list) or not all(isinstance(color, str) for color in value):
                raise SourceError(f"{place}: `{word}` is not a list of colors")
            found[word] = sorted(value, key="WUBRG".find)
        elif isinstance(value, str):
            found[word] = _LOYALTY.sub(r"\1: ", value) if word == "oracle_text" else value
        else:
            raise SourceError(f"{place}: `{word}` must be a string, not `{value}`")
    if found.get("mana_cost") or "color_indicator" in found:  # 202.2, 204: these determine the colors
        found.pop("colors", None)
    return found


def _text(card: Mapping[str, Any], word: str, place: str) -> str:
    value = card.get(word)
    if not isinstance(value, str) or not value:
        raise SourceError(f"{place} has no `{word}`")
    return value
