"""The vocabulary of Oracle text, with a pattern for each terminal of the grammar."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from ...data.numbers import NUMBERS
from ...effects.language import Filter, Operation
from ...rules.vocabulary import plural
from ..phrasing import terminal
from ..words import EACH_AMOUNTS, SPELLED_AMOUNTS, words

# Nouns for objects that can follow "this", "that", "enchanted" and similar words.
THINGS: Final = (
    "creature artifact land enchantment permanent planeswalker battle card spell token player object Aura Equipment "
    "Vehicle Fortification Saga Class Case Siege Spacecraft Room"
).split()


@cache
def phrases() -> Mapping[str, str]:
    """Return the pattern for each terminal, highest priority first."""
    data = tomllib.loads(Path(__file__).with_name("phrases.toml").read_text(encoding="utf-8"))
    parts = _parts(data["parts"])
    # Phrases that classes declare come first, so that "with no abilities" precedes "with".
    declared = {
        f"{name}{end}": terminal(base, asks)
        for name, base in (("FITTING", Filter), ("DOES", Operation))
        for end, asks in (("_OF", "selector"), ("_BY", "amount"), ("", ""))
    }
    declared["HAVING_OF"] = terminal(Filter, "selector", "ha(?:s|ve)")  # "has the greatest power among creatures"
    declared["HAVING_BY"] = terminal(Filter, "amount", "ha(?:s|ve)")  # "has toughness less than its power"
    # "shares a color with enchanted creature"
    declared["SHARING_OF"] = terminal(Filter, "selector", lead="that ") + "(?! the most common)"
    for end, asks in (("_OF", "selector"), ("_BY", "amount"), ("", "")):
        declared[f"THATHAVING{end}"] = terminal(Filter, asks, "that ha(?:s|ve)")
    return MappingProxyType(
        {**declared, **{name: _filled("|".join(options), parts) for name, options in data["phrases"].items()}}
    )


def _parts(data: Mapping[str, Any]) -> dict[str, str]:
    lists: dict[str, Any] = {
        "T": THINGS,
        "TS": [plural(thing) for thing in THINGS],
        "N": [*NUMBERS, r"\d+", "X"],
        "SPELT": map(re.escape, SPELLED_AMOUNTS),
        "SPELTONE": map(re.escape, EACH_AMOUNTS),
        **data,
    }
    found: dict[str, str] = {}
    for name, alternatives in lists.items():
        found[name] = f"(?:{_filled('|'.join(alternatives), found)})"
    return found


def _filled(pattern: str, parts: Mapping[str, str]) -> str:
    return re.sub(r"<([A-Z]+)>", lambda sign: parts[sign[1]], pattern)


# Terminals that contain a finite verb.
VERBS: Final = frozenset(
    "HASNT ENTEREDNOW WASEXILED IS ISNT HAS GETS LOSES GAINS BECOMES CANTHAVE RULE ISCOPY DEFINE HASTEXT ISIN "
    "HASCOUNTER HAVETOTAL HAVING_OF CMP NUMCMP ATLEVEL PARITY ALLSHARE SHARES DOES DOES_OF DOES_BY "
    "EXCHANGEBETWEEN EXCHANGENUM EXCHANGES "
    "EXCHANGEITS CONTROL EXCHANGELIFE GAINCONTROL EACHGAIN REMAINS EXCHANGE DOUBLE WHOGAINS EACHGAINS TOLD"
    " YOURTURN THEREARE THEREMORE ISTHEONLY "
    "SWITCH "
    "PLAYERHAS FULLPARTY ZONEHAS PLAYERMORE LIFEMORE POISONED CONTROLSMORE COMMON SHARESCOMMON GREATERBY "
    "EXCHANGETEXT HASTEXTBOX CHANGEDTO LEASTCOST COSTS".split()
)

SUBJECTS: Final = frozenset("SELF ATTACHED IT THAT YOU".split())

ABILITIES: Final = frozenset(
    "KEYWORD QUOTE BASEPT NUMPROP ALLOF ALLTYPES LANDWALKS LOSS THISABILITY WITHCOUNTER NOABILITIES YOURCHOICE".split()
)


@cache
def phrase_pattern() -> re.Pattern[str]:
    """Return a pattern for all phrases, with a group for each terminal."""
    return re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in phrases().items()))


@cache
def word_pattern() -> re.Pattern[str]:
    """Return a pattern for a word or a multiword subtype."""
    several = sorted((word for word in words() if " " in word), key=len, reverse=True)
    return re.compile("|".join((*map(re.escape, several), r"[A-Za-z][A-Za-z'’-]*")))


# Beginnings of statements about actions that an object can, must or can't take. No layer applies them (613.11).
_HEADS: Final = (
    r"can't (?:attack|block|be (?:attacked|blocked|countered|enchanted|equipped|regenerated|sacrificed|turned"
    r"|the targets?|copied|attached|destroyed|activated)|become|crew|transform|phase|untap"
    r"|have (?:counters|[+-]\d/[+-]\d counters|more than))",
    r"can (?:only )?(?:attack|block|be blocked)",
    r"must (?:attack|block|be blocked)",
    r"attacks? (?:each|this|that)",
    r"blocks? (?:each|this)",
    r"(?:is|are) goaded",
    r"becomes? saddled",
    r"(?:loses?|doesn't lose|don't lose) (?:unspent|the game for)",
    r"(?:doesn't|don't) untap",
    r"assigns? (?:no )?combat damage",
    r"enters? (?:tapped|with (?:an?|two|three|X) (?:additional )?\S+ counters? on (?:it|them))",
    r"costs? \{",
    r"(?:may|can) be cast",
    r"(?:saddles Mounts and )?crews? Vehicles",
)
# A statement ends at another verb, a condition, a duration or the end of the sentence.
_FURTHER: Final = (
    r"(?:has|have|gets?|is|are|isn't|aren't|all|its|their|loses?|gains?|becomes?|can't|can|must|doesn't|don't"
    r"|prevent|assigns?)\b"
)
_END: Final = (
    rf"$|[.\"]|,? and (?:it |they |loses? |)(?:{_FURTHER})|, (?:{_FURTHER})"
    r"|,? as long as\b|(?:,|,? and) (?:(?:it|they|you|other players) |it's |they're )| until \w+"
    r"|(?<! )(?= this (?:turn|combat))"
    # another clause, as in "and creature spells you control have cascade"
    r"|,? and (?:(?!that\b|who\b|with\b)[\w'-]+ ){1,7}(?:has|have|gets?|gains?|loses?|becomes?)\b"
    r"| if (?!able)"
)
_WHOLE: Final = (
    r"(?:its|their|enchanted \w+'s) activated abilities can't be activated(?: unless they're mana abilities)?",
    r"all creatures able to block (?:it|this creature|enchanted creature|equipped creature|~) do so",
    r"(?:[a-z]+ and )?[a-z]+ abilities you activate cost \{\d+\} less to activate",
    r"don't lose the game for [^.,\"]*?",
    r"your life total can't change",
    r"(?:you|players|(?:your )?opponents|other players|each (?:player|opponent)) can't"
    r" (?:cast|draw|gain|play|search|lose|win)\b[^.,\"]*?",
    r"prevent all (?:combat |noncombat )?damage (?:that would be dealt|it would deal|\w+ would deal)[^.\"]*?",
)


@cache
def predicate_pattern() -> re.Pattern[str]:
    """Return a pattern for statements without a subject, such as "can't attack"."""
    return re.compile(rf"(?:{'|'.join(_HEADS)})[^.\"]*?(?={_END})")


@cache
def clause_pattern() -> re.Pattern[str]:
    """Return a pattern for statements that include their subject."""
    return re.compile(rf"(?:{'|'.join(_WHOLE)})(?={_END})")
