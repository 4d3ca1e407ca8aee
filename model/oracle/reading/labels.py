"""Functions that read labeled lines, lines of keywords and other lines with a fixed form."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import MappingProxyType
from typing import Final

import msgspec

from ...effects.ability import Static, TextAbility, UnsupportedAbility
from ...effects.amounts.base import Number
from ...effects.amounts.counting import PlayerCount
from ...effects.conditions import ChosenOption, Compare, GameFact, Is
from ...effects.filters.status import Status
from ...effects.keywords import Keyword
from ...effects.language import Ability, Clause, Condition
from ...effects.operations.abilities import Gain
from ...effects.operations.players_and_rules import CountsAs, RuleText
from ...effects.selectors import Itself
from ...rules.vocabulary import KEYWORDS
from ..grammar.keywords import read_keywords
from ..printing.sentences import static
from ..recognition import forms
from ..recognition.normalise import sentences

LABEL: Final = re.compile(rf"({forms.NAME}) — (?=[A-Z~+\d{{])")
LABEL_CONDITIONS: Final = MappingProxyType({
    "Max speed": Compare(PlayerCount("speed"), "or greater", Number(4)),
    "Solved": Is(Itself(), (Status("solved"),)),
})  # fmt: skip
GIVING: Final = MappingProxyType({
    "Max speed": LABEL_CONDITIONS["Max speed"],  # 702.178a
    "∞": Is(Itself(), (Status("harnessed"),)),  # 702.186a
})  # fmt: skip
_KICKED = re.compile(
    r"If (?P<fact>this creature was kicked(?: with its \{[^ ]+\} kicker)?), it enters with"
    r" (?P<what>[^.\"]*(?:\"[^\"]*\")?)\.?$"
)
_ESCAPED = re.compile(r'(This creature|~) escapes with "(?P<what>[^"]+)"$')
# A cost whose payment has an effect (`rules_text.resolution_of_ability`)
_COST_READ = re.compile(r"Gain control of an? [a-z]+ you don't control\.?")
_COUNTED = re.compile(
    r"If (?:~|this card) is in a graveyard, effects from spells named ([A-Z][\w' -]*) count it as a card named \1\."
)
_ANCHORS = re.compile(r"As (?:~|this \w+) enters, choose (?P<one>[A-Z]\w+) or (?P<other>[A-Z]\w+)\.(?=\n)")


def given(line: str, read: Callable[[str], tuple[Ability, ...]]) -> tuple[Ability, ...]:
    """Return the abilities in a line such as "Max speed — ..."."""
    if "\n• " in line and (anchors := _ANCHORS.match(line)):
        rows = [row.split(" — ", 1) for row in line[anchors.end() :].removeprefix("\n").split("\n")]
        if [row[0].removeprefix("• ") for row in rows] == [anchors["one"], anchors["other"]]:
            found: list[Ability] = [TextAbility("entering", line[: anchors.end()])]
            for place, (label, text) in enumerate(rows, start=1):  # 614.12b
                found.append(gives(label, ChosenOption(place, label.removeprefix("• ")), read(text)))
            return tuple(found)
    label, _, rest = line.partition(" — ")
    if label not in GIVING or not rest:
        return ()
    abilities = read(rest)
    if any(isinstance(ability, UnsupportedAbility) for ability in abilities):
        return ()
    return (gives(label, GIVING[label], abilities),)


def kicked_entry(line: str, inner: Callable[[str], tuple[Ability, ...]]) -> Static | None:
    """Return the ability of a creature that enters with counters and abilities if it was kicked, or None.

    The creature has the abilities for as long as it is on the battlefield; events specify its counters (614.1c).
    """
    found = _KICKED.match(line)
    if found is None:
        return None
    parts = []
    for item in re.split(r" and with (?=[^\"]*(?:\"|$))", found["what"]):
        abilities = inner(item[1:-1]) if item[0] == '"' else read_keywords(item)
        if any(isinstance(ability, UnsupportedAbility) for ability in abilities):
            return None
        if abilities:
            parts.append(Clause(Itself("it"), (Gain(abilities, "enters with"),)))
        elif forms.is_rule(f"It enters with {item}."):
            parts.append(Clause(Itself("it"), (RuleText(f"enters with {item}"),)))
        else:
            return None
    if not any(isinstance(part.operations[0], Gain) for part in parts):
        return None
    kicked = Static(tuple(parts), GameFact(found["fact"]), form="enters")
    return kicked if static(kicked) == line else None


def escaped_with(line: str, inner: Callable[[str], tuple[Ability, ...]]) -> Static | None:
    """Return the ability of a permanent that has an ability if it escaped, or None for any other line (702.138d)."""
    found = _ESCAPED.match(line)
    abilities = () if found is None else inner(found["what"])
    if found is None or not abilities or any(isinstance(ability, UnsupportedAbility) for ability in abilities):
        return None
    name = found[1][0].lower() + found[1][1:]
    return Static((Clause(Itself(name), (Gain(abilities),)),), GameFact(f"{name} escaped"), form="escapes")


def counted_in_graveyard(line: str) -> Static | None:
    """Return the ability of a card that spells count as a card with their own name, or None (Diligent Farmhand)."""
    found = _COUNTED.fullmatch(line)
    return Static((Clause(Itself(), (CountsAs(found[1]),)),), zones=("graveyard",), form="counts") if found else None


def gives(label: str, condition: Condition, abilities: tuple[Ability, ...]) -> Static:
    """Return an ability that gives abilities to its object under a condition."""
    return Static((Clause(Itself("~"), (Gain(abilities),)),), condition, label=label, form="gives")


def keyword_line(line: str) -> tuple[Ability, ...]:
    """Return the abilities in a line of keywords, or an empty tuple for any other line."""
    whole = read_keywords(line)
    if any(map(_costs_more, whole)):
        return ()
    if whole and ";" not in line:
        return whole
    if more := _keyword_with_more(line):
        return (more,)
    found: list[Keyword] = []
    for item in re.split(r"[,;] (?!and from|from)", line):
        keywords = read_keywords(item)
        if not keywords:
            return ()
        found.extend(keywords)
    return tuple(found)


def _costs_more(keyword: Keyword) -> bool:
    # 702.24a
    cost = keyword.parameter.removeprefix("—")
    paid = f"You may {cost[:1].lower()}{cost[1:]}"
    if cost == keyword.parameter or keyword.name == "Companion" or not forms.touches(paid):
        return False
    return not _COST_READ.fullmatch(cost)


def _keyword_with_more(line: str) -> Keyword | None:
    # "Equip {3}. Activate only once each turn.", "Diana — Equip {2}"
    label = LABEL.match(line)
    if label and label[1] not in LABEL_CONDITIONS and not label[1].startswith("Stage "):  # 207.2d: flavor
        inner = keyword_line(line[label.end() :])
        once = len(inner) == 1 and isinstance(inner[0], Keyword) and not inner[0].label
        if once and isinstance(inner[0], Keyword) and not KEYWORDS[inner[0].name].resolves:
            return msgspec.structs.replace(inner[0], label=label[1])
        return None
    first, *more = sentences(line)
    of_copy = line.startswith("Casualty") and more[:1] == ["The copy isn't legendary and has starting loyalty X."]
    if not more or not (of_copy or all(map(forms.is_rule, more))):
        return None
    keywords = read_keywords(first.removesuffix("."))
    if len(keywords) != 1 or not keywords[0].parameter or not line.startswith(name := keywords[0].name):
        return None
    if "{" not in line and name not in ("Crew", "Casualty"):
        return None
    return msgspec.structs.replace(keywords[0], parameter=line.removeprefix(name).strip())
