"""HTML elements as text: content is escaped unless it is markup."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, TypeAlias

VOID: Final = frozenset({"br", "col", "hr", "input", "link", "meta"})
"""Elements that have no end."""

BLOCKS: Final = frozenset(
    "article aside body caption dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 head header html li "
    "link main meta nav ol p pre script section style summary table tbody td th thead title tr ul".split()
)
"""Elements after which the text goes on in a new line."""

_UNSHOWN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
"""Characters that HTML cannot hold or that show nothing; an unpaired surrogate has no bytes at all."""


class Markup(str):
    """Text that is already HTML and is not escaped again."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)


Content: TypeAlias = "str | Iterable[Content] | None"
"""What can stand inside an element: text, markup, nothing, or several of these."""


def escaped(text: str) -> Markup:
    """Return text escaped for elements and quoted attributes.

    >>> escaped('<b> & "c"')
    '&lt;b&gt; &amp; &quot;c&quot;'
    """
    if isinstance(text, Markup):
        return text
    shown = _UNSHOWN.sub("\ufffd", text)
    for sign, reference in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;")):
        shown = shown.replace(sign, reference)
    return Markup(shown)


def several(*content: Content) -> Markup:
    """Return pieces of content one after the other.

    >>> several("a < b", tag("br"), None, ["c", "d"])
    'a &lt; b<br>cd'
    """
    found: list[str] = []
    for piece in content:
        if piece is None:
            continue
        found.append(escaped(piece) if isinstance(piece, str) else several(*piece))
    return Markup("".join(found))


def tag(name: str, /, *content: Content, **attributes: str | int | bool | None) -> Markup:
    r"""Return an element.

    Args:
        name: of the element.
        content: what stands in it.
        attributes: by name, with "_" for "-", and one "_" at the end left out; None and False: not there; True: there
            without a value.

    >>> tag("td", "a & b", class_="mtgl-cell", data_label="types", hidden=False)
    '<td class="mtgl-cell" data-label="types">a &amp; b</td>\n'
    """
    head = [name]
    for key, value in attributes.items():
        if value is True:
            head.append(_attribute(key))
        elif value is not None and value is not False:
            head.append(f'{_attribute(key)}="{escaped(str(value))}"')
    start = f"<{' '.join(head)}>"
    end = "" if name in VOID else f"</{name}>"
    return Markup(f"{start}{several(*content)}{end}" + ("\n" if name in BLOCKS else ""))


def prose(text: str) -> Markup:
    """Return a sentence, with text between backticks as code.

    >>> prose("`bear-2` & others")
    '<code>bear-2</code> &amp; others'
    """
    pieces = re.split(r"`([^`]+)`", text)
    return several(tag("code", piece) if place % 2 else piece for place, piece in enumerate(pieces))


def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


__all__ = ["Content", "Markup", "escaped", "prose", "several", "tag"]
