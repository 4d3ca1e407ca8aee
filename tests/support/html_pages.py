"""Reading HTML strictly: every element that begins ends, in order; every id is there once; drawings are XML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

VOID = {"br", "col", "hr", "input", "link", "meta"}
RAW = {"script", "style"}
INLINE = {"a", "code", "del", "ins", "span", "strong"}


class Element:
    """An element, with its attributes and what stands in it."""

    def __init__(self, name: str, attributes: dict[str, str | None]) -> None:
        self.name = name
        self.attributes = attributes
        self.content: list[Element | str] = []

    @property
    def classes(self) -> list[str]:
        return (self.attributes.get("class") or "").split()

    @property
    def text(self) -> str:
        """The text in it, with single blanks."""
        return re.sub(r"\s+", " ", "".join(_texts(self))).strip()

    def all(self, name: str = "", class_: str = "") -> list[Element]:
        """Return the elements in it of that name and class, in order."""
        return [e for e in _elements(self) if (not name or e.name == name) and (not class_ or class_ in e.classes)]


def _texts(element: Element) -> Iterator[str]:
    for piece in element.content:
        if isinstance(piece, str):
            yield piece
        elif piece.name not in RAW:
            yield from _texts(piece)
            yield "" if piece.name in INLINE else " "


def _elements(element: Element) -> Iterator[Element]:
    for piece in element.content:
        if isinstance(piece, Element):
            yield piece
            yield from _elements(piece)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self.open = [self.root]
        self.foreign = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), f"an attribute twice: {self.get_starttag_text()}"
        element = Element(tag, dict(attrs))
        self.open[-1].content.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert any(element.name == "svg" for element in self.open), f"<{tag}/> outside a drawing"
        self.open[-1].content.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert len(self.open) > 1, f"</{tag}> ends nothing"
        assert self.open[-1].name == tag, f"</{tag}> where <{self.open[-1].name}> is open"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].content.append(data)

    def unknown_decl(self, data: str) -> None:
        raise AssertionError(f"a declaration: {data}")

    def handle_pi(self, data: str) -> None:
        raise AssertionError(f"a processing instruction: {data}")


def read_html(text: str) -> Element:
    """Return the tree of a page or fragment.

    Raises:
        AssertionError: it is not well-formed, an id stands twice, a reference leads nowhere, or a drawing is no XML.
    """
    text.encode("utf-8")
    reader = _Reader()
    reader.feed(text)
    reader.close()
    assert len(reader.open) == 1, f"<{reader.open[-1].name}> never ends"
    root = reader.root
    ids = [element.attributes["id"] for element in root.all() if "id" in element.attributes]
    assert sorted(set(ids), key=str) == sorted(ids, key=str), "an id stands twice"
    assert not [id for id in ids if not id or re.search(r"\s", id)], "an id with a blank"
    for element in root.all("a"):
        target = element.attributes.get("href") or ""
        if target.startswith("#"):
            assert target[1:] in ids, f"{target} leads nowhere"
    for table in root.all("table"):
        assert table.all("caption"), "a table without caption"
        assert all("scope" in head.attributes for head in table.all("th")), "a th without scope"
    for drawing in re.findall(r"<svg\b.*?</svg>", text, re.DOTALL):
        ET.fromstring(drawing)  # noqa: S314  ours
    return root
