"""Hints about text that is not understood, as lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mtglayers.model.errors import UnsupportedTextError
from mtglayers.solver.wording import joined

if TYPE_CHECKING:
    from mtglayers.model.cards.hints import Hint


def hints_of(error: UnsupportedTextError) -> list[str]:
    """Return hints about an error as lines; empty if the error has no position in a text."""
    return hints_for(error.text) if error.text and error.span != (0, len(error.text)) else []


def hints_for(text: str) -> list[str]:
    """Return lines with the understood part of a text, possible continuations, and similar text."""
    from mtglayers.model.cards.hints import hint_for  # loads the reader

    hint = hint_for(text)
    return hint_lines(hint) if hint is not None else []


def hint_lines(hint: Hint) -> list[str]:
    """Return a hint as lines of text.

    >>> from mtglayers.model.cards.hints import Hint
    >>> hint_lines(Hint("Foo gets.", (8, 9), "Foo gets", ("+1/+1",)))
    ['understood: `Foo gets`', 'could follow: +1/+1']
    """
    found = []
    if hint.understood and hint.understood != hint.text:
        found.append(f"understood: `{hint.understood}`")
    if hint.expected:
        found.append(f"could follow: {joined(hint.expected, 'or')}")
    if hint.instead:
        found.append(f"did you mean: `{hint.instead}`")
    elif hint.near:
        found.append(f"similar, and understood: `{hint.near}`")
    return found
