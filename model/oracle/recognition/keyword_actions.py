"""Functions that recognize keyword actions that have continuous effects (701)."""

from __future__ import annotations

import re
from contextlib import suppress
from types import MappingProxyType
from typing import Final

from ...rules.vocabulary import ACTIONS, KeywordAction, singular

_PATTERNS: Final = MappingProxyType({
    name: re.compile(rf"\b[{name[0]}{name[0].lower()}]{name[1:]}(?:es|s)? (?P<subtype>[A-Z][\w-]+ )?(?:\d+|X)\b")
    for name, action in ACTIONS.items() if action.resolves
})  # fmt: skip


def actions_in(sentence: str) -> list[tuple[KeywordAction, str, bool]]:
    """Return the keyword actions in a sentence that have continuous effects.

    Each item contains the action, the text of its effect and whether the sentence begins with the action.

    >>> [(action.name, text) for action, text, _ in actions_in("Draw a card, then amass Orcs 2.")]
    [('Amass', 'It becomes an Orc in addition to its other types.')]
    """
    bare = re.sub(r'"[^"]*"', "", sentence)
    found = []
    for name, pattern in _PATTERNS.items():
        for said in pattern.finditer(bare):
            text = ACTIONS[name].resolves.replace("{a subtype}", _with_article((said["subtype"] or "").strip()))
            found.append((ACTIONS[name], text, said.start() == 0))
    return found


def _with_article(word: str) -> str:
    with suppress(ValueError):  # an unknown word is refused with the text of the effect
        word = singular(word)
    return f"{'an' if word[:1] in tuple('AEIOU') else 'a'} {word}"
