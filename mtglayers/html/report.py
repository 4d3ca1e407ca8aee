"""A self-contained page that shows a puzzle's story, last board, steps and reasons."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mtglayers.presentation.sentences import rules_words
from mtglayers.version import __version__

from .markup import Markup, folded, several, tag
from .script import SCRIPT
from .sections import Section, sections
from .style import REPORT_STYLE, STYLE

if TYPE_CHECKING:
    from mtglayers.presentation.moments import Moment

_HASH: Final = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
POLICY: Final = (
    f"default-src 'none'; script-src 'sha256-{_HASH}'; style-src 'unsafe-inline'; img-src data:; form-action 'none'"
)
"""The Content Security Policy of the page, which allows only the page's own script and no other resources."""

LONGEST = 100
"""Maximum length of a title that is shown in the heading, in characters."""

MANY = 12
"""Maximum number of a section's parts before the table of contents collapses them."""


def report_html(moments: Sequence[Moment], text: str = "", file: str = "") -> str:
    """Return a self-contained page about a puzzle, with its last board in full.

    Args:
        moments: the boards at the puzzle's expectations and at its end, oldest first.
        text: the text of the puzzle file; by default, the puzzle is converted to text.
        file: the name of the puzzle file.

    Raises:
        ValueError: there are no moments.
    """
    if not moments:
        raise ValueError("a report needs at least one board")
    found = list(sections(moments, text, file))
    title = short(moments[-1].title)
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="generator", content=f"mtglayers {__version__}"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("link", rel="icon", href="data:,"),
        tag("title", title),
        tag("style", Markup(STYLE + REPORT_STYLE)),
    )
    header = tag("header", tag("h1", title), tag("p", rules_words(moments[-1].result), class_="mtgl-rules"))
    main = tag("main", [tag("section", tag("h2", each.title), each.content, id=each.anchor) for each in found])
    body = tag("body", header, _contents(found), main, tag("script", Markup(SCRIPT)), class_="mtgl mtgl-report")
    return f"<!doctype html>\n{tag('html', head, body, lang='en-US')}"


def short(title: str) -> str:
    """Return a title for the heading; a title that is too long is cut after a name."""
    if len(title) <= LONGEST:
        return title
    start = title[:LONGEST]
    return f"{start.rpartition(' ')[0].rstrip(',') or start} …"


def _contents(found: Sequence[Section]) -> Markup:
    items = []
    for each in found:
        links = [tag("li", tag("a", title, href=f"#{anchor}")) for anchor, title in each.below]
        below = tag("ol", links) if links else None
        if len(links) > MANY:
            below = folded(f"{len(links)} parts", below)
        items.append(tag("li", tag("a", each.title, href=f"#{each.anchor}"), below))
    return tag("nav", several(tag("h2", "Contents"), tag("ol", items)), aria_label="Contents")
