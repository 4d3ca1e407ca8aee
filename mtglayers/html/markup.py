"""Functions that write HTML elements as text, whose content is escaped unless it is markup."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from typing import Final, TypeAlias

VOID: Final = frozenset({"br", "col", "hr", "input", "link", "meta"})
"""Names of elements that have no end tag."""

BLOCKS: Final = frozenset(
    "article aside body caption dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 head header html li "
    "link main meta nav ol p pre script section style summary table tbody td th thead title tr ul".split()
)
"""Names of elements that are followed by a line break in the source."""

_UNSHOWN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
"""Characters that HTML cannot contain or that are invisible."""


class Markup(str):
    """Text that is already HTML and must not be escaped again."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)


Content: TypeAlias = "str | Iterable[Content] | None"
"""The content of an element: text, markup, None, or any number of these."""


def escaped(text: str) -> Markup:
    """Return text escaped for elements and quoted attributes.

    >>> escaped('<b> & "c"')
    '&lt;b&gt; &amp; &quot;c&quot;'
    """
    if isinstance(text, Markup):
        return text
    shown = _UNSHOWN.sub("\ufffd", text)
    return Markup(html.escape(shown).replace("&#x27;", "&#39;"))


def several(*content: Content) -> Markup:
    """Return the given pieces of content, joined in order.

    >>> several("a < b", tag("br"), None, ["c", "d"])
    'a &lt; b<br>cd'
    """
    pieces = (piece for piece in content if piece is not None)
    return Markup("".join(escaped(piece) if isinstance(piece, str) else several(*piece) for piece in pieces))


def tag(name: str, /, *content: Content, **attributes: str | int | bool | None) -> Markup:
    r"""Return an element.

    Args:
        name: the name of the element.
        content: its content.
        attributes: its attributes; "_" in a name becomes "-", except at the end. None and False omit the attribute;
            True writes it without a value.

    >>> tag("td", "a & b", class_="mtgl-cell", data_label="types", hidden=False)
    '<td class="mtgl-cell" data-label="types">a &amp; b</td>\n'
    """
    head = [name]
    for key, value in attributes.items():
        if value is not None and value is not False:
            attribute = key.rstrip("_").replace("_", "-")
            head.append(attribute if value is True else f'{attribute}="{escaped(str(value))}"')
    start = f"<{' '.join(head)}>"
    end = "" if name in VOID else f"</{name}>"
    return Markup(f"{start}{several(*content)}{end}" + ("\n" if name in BLOCKS else ""))


def table(caption: Content, heads: Iterable[str], rows: Iterable[Markup], class_: str | None = None) -> Markup:
    """Return a table that has a caption and a row of headings."""
    head = tag("thead", tag("tr", [tag("th", each, scope="col") for each in heads]))
    return tag("table", tag("caption", caption), head, tag("tbody", rows), class_=class_)


def listed(items: Iterable[Content], class_: str | None = None) -> Markup | None:
    """Return a bulleted list, or None if there are no items."""
    found = [tag("li", item) for item in items]
    return tag("ul", found, class_=class_) if found else None


def folded(title: Content, *content: Content, **attributes: str | bool | None) -> Markup:
    """Return content that is hidden until its title is clicked."""
    return tag("details", tag("summary", title), content, **attributes)


def prose(text: str) -> Markup:
    """Return text as HTML in which the parts between backticks are code elements.

    >>> prose("`bear-2` & others")
    '<code>bear-2</code> &amp; others'
    """
    pieces = re.split(r"`([^`]+)`", text)
    return several(tag("code", piece) if place % 2 else piece for place, piece in enumerate(pieces))
