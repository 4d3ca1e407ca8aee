"""Functions that recognize verbs in rules text."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

_MODALS: Final = frozenset(
    "can can't may must do does don't doesn't would will won't is are isn't aren't has have was were be".split()
)
_CONTRACTED: Final = frozenset("it's they're there's that's you're he's she's i'm".split())
NOUNS: Final = frozenset(
    "end turn turns target targets name names total counter counters note double die level".split()
)
"""Words that are verbs only at the start of a sentence."""

_WORD: Final = re.compile(r"~(?:'s)?|[^\W\d_][\w'’-]*")
# The verb of a relative clause follows one of these words: "creatures that attacked", "spells you cast".
_RELATIVE_SUBJECTS: Final = frozenset("that who which you they it he she player opponent players opponents".split())
# Such words before a verb are the subject of the sentence: "that player draws".
_PLAYER_WORDS: Final = frozenset("a an each that the this any target you they it he she player opponent".split())


@cache
def words_of_rules() -> dict[str, str]:
    """Return the lists of words in ``irrelevant.toml``."""
    return tomllib.loads(Path(__file__).with_name("irrelevant.toml").read_text(encoding="utf-8"))


@cache
def verb_forms() -> frozenset[str]:
    """Return the verbs that instructions use, and the modal verbs."""
    deeds = words_of_rules()["deeds"].split()
    return frozenset(form for deed in deeds for form in _forms(deed)) | _MODALS | _CONTRACTED | {"goes", "dies"}


def _forms(deed: str) -> set[str]:
    if re.search(r"[^aeiou]y$", deed):
        return {deed, deed[:-1] + "ies"}
    return {deed, deed + ("es" if re.search(r"(?:s|x|z|ch|sh|o)$", deed) else "s")}


def is_deed(word: str) -> bool:
    """Return whether a word is a verb that instructions use, such as "draws"."""
    return word.lower() in verb_forms()


def has_main_verb(words: str) -> bool:
    """Return whether the beginning of a sentence contains a verb outside relative clauses.

    >>> has_main_verb("Destroy target creature "), has_main_verb("Creatures you control that attacked ")
    (True, False)
    """
    found = [word.lower() for word in _WORD.findall(words)]
    for place, word in enumerate(found):
        if not is_deed(word) or (place == 0 and word == "target"):
            continue
        if place == 0 or _PLAYER_WORDS.issuperset(found[:place]):
            return True
        if word not in NOUNS and found[place - 1] not in _RELATIVE_SUBJECTS:
            return True
    return False
