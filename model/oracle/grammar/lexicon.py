"""The closed vocabulary of the reader: which word or phrase is which terminal, and what it stands for."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from ...data.numbers import is_numeral, number_of
from ...effects.language import Filter, Operation
from ...rules.vocabulary import plural
from ..phrasing import terminal
from ..words import NUMBERS, words

# The nouns that a thing may be called by after "this", "that", "enchanted" and so on.
THINGS: Final = (
    "creature artifact land enchantment permanent planeswalker battle card spell token player object Aura Equipment "
    "Vehicle Fortification Saga Class Case Siege Spacecraft Room"
).split()


@cache
def phrases() -> Mapping[str, str]:
    """Return terminal -> pattern, in the order in which they are tried; the first that fits wins."""
    data = tomllib.loads(Path(__file__).with_name("phrases.toml").read_text(encoding="utf-8"))
    parts = _parts(data["parts"])
    # Phrases that classes declare come first: "with no abilities" before "with".
    declared = {
        f"{name}{end}": terminal(base, asks)
        for name, base in (("FITTING", Filter), ("DOES", Operation))
        for end, asks in (("_OF", "selector"), ("_BY", "amount"), ("", ""))
    }
    return MappingProxyType(
        {**declared, **{name: _filled("|".join(options), parts) for name, options in data["phrases"].items()}}
    )


def _parts(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the patterns of the parts in angle brackets."""
    lists: dict[str, Any] = {
        "T": THINGS,
        "TS": [plural(thing) for thing in THINGS],
        "N": [*NUMBERS, r"\d+", "X"],
        **data,
    }
    found: dict[str, str] = {}
    for name, alternatives in lists.items():
        found[name] = f"(?:{_filled('|'.join(alternatives), found)})"
    return found


def _filled(pattern: str, parts: Mapping[str, str]) -> str:
    return re.sub(r"<([A-Z]+)>", lambda sign: parts[sign[1]], pattern)


# Terminals that carry a finite verb.
VERBS: Final = frozenset(
    "HASNT ENTEREDNOW IS ISNT HAS GETS LOSES GAINS BECOMES CANTHAVE RULE ISCOPY DEFINE HASTEXT ISIN HASCOUNTER CMP "
    "NUMCMP DOES DOES_OF DOES_BY "
    "CONTROL GAINCONTROL REMAINS EXCHANGE DOUBLE WHOGAINS EACHGAINS TOLD YOURTURN THEREARE SWITCH "
    "PLAYERHAS PLAYERMORE LIFEMORE POISONED CONTROLSMORE COMMON GREATERBY "
    "EXCHANGETEXT HASTEXTBOX CHANGEDTO LEASTCOST COSTS".split()
)

SUBJECTS: Final = frozenset("SELF ATTACHED IT THAT YOU".split())

ABILITIES: Final = frozenset(
    "KEYWORD QUOTE BASEPT NUMPROP ALLOF ALLTYPES LANDWALKS LOSS THISABILITY WITHCOUNTER NOABILITIES".split()
)


@cache
def phrase_pattern() -> re.Pattern[str]:
    """Return a pattern for the phrases, with a group for each terminal."""
    return re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in phrases().items()))


@cache
def word_pattern() -> re.Pattern[str]:
    """Return a pattern for words, those of several parts ("Time Lord") first."""
    several = sorted((word for word in words() if " " in word), key=len, reverse=True)
    return re.compile("|".join((*map(re.escape, several), r"[A-Za-z][A-Za-z'’-]*")))


def number(word: str) -> int | None:
    """Return the number that a word or numeral means, None for X."""
    return number_of(word) if is_numeral(word.removeprefix("+").removeprefix("-")) else NUMBERS.get(word)


def value_of(word: str) -> Any:
    """Return the filter that a single word stands for, or None."""
    return words().get(word)
