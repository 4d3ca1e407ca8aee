"""Hints about text that is not understood, as lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mtglayers.model.errors import UnsupportedTextError

if TYPE_CHECKING:
    from mtglayers.model.cards.hints import Hint


def hints_of(error: UnsupportedTextError) -> list[str]:
    """Return hints for a refused text: the understood part, continuations, similar texts."""
    if not error.text or error.span == (0, len(error.text)):  # no place in a sentence: it is not about its words
        return []
    from mtglayers.model.cards.hints import hint_for

    hint = hint_for(error.text)
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
        found.append(f"could follow: {_listed(hint.expected)}")
    if hint.instead:
        found.append(f"did you mean: `{hint.instead}`")
    elif hint.near:
        found.append(f"understood, and near: `{hint.near}`")
    return found


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
