"""The counters and the choice that a card enters with, as its text says; the events of a board record them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from ..data.numbers import NUMBER_WORDS
from ..effects.ability import Static, TextAbility, enters_with
from ..effects.conditions import GameFact
from ..effects.keywords import Keyword
from ..effects.language import Ability, Clause, Condition
from ..effects.operations.players_and_rules import RuleText
from ..effects.selectors import Itself
from ..rules.vocabulary import KEYWORDS
from ..support.patterns import lazy_pattern

_ENTERS_WITH: Final = lazy_pattern(
    r"\benters? with (?P<number>an?|X|[a-z]+|a number of) (?P<kind>[+-]\d+/[+-]\d+|[a-z]+(?: [a-z]+)?) counters? on it"
    r"(?! (?:if|unless)\b)(?P<each> for each\b)?"
)
_CHOOSES_OPPONENT: Final = lazy_pattern(r"\bchoose (?:an? [a-z ]+ and )?an opponent\b")
_OPPONENT_CHOSEN: Final = Clause(Itself(), (RuleText("choose an opponent"),))
_CONDITION: Final = lazy_pattern(r"^(?:If|Unless|When)\b|\byou may\b|\byour choice of\b")
_IF_KICKED: Final = lazy_pattern(r"^If (?:this [a-z]+|~|it) was kicked, (?=it enters with )")
_WHEN_KICKED: Final = " if kicked"


KICKED: Final = GameFact("this creature was kicked")
"""The condition under which a kicked creature enters with counters."""


def _is_never_met(_: Condition) -> bool:
    return False


def entering_counters(ability: Ability, is_met: Callable[[Condition], bool] = _is_never_met) -> str:
    """Return the counters that an ability makes its own permanent enter with, or "" (614.1c).

    X stands for a number that the board determines.

    Args:
        ability: the ability.
        is_met: a function that returns whether a condition, such as that the permanent was kicked, is met; by default,
            only counters with which the permanent always enters are returned.

    >>> from mtglayers import find_card
    >>> for name in ("Triskelion", "Arcbound Worker", "Walking Ballista", "Grizzly Bears"):
    ...     print(", ".join(filter(None, map(entering_counters, find_card(name).faces[0].abilities))) or "none")
    three +1/+1 counters
    a +1/+1 counter
    X +1/+1 counters
    none
    """
    if isinstance(ability, Static):
        return _given_with_abilities(ability, is_met) if enters_with(ability) else ""
    words = counters_in_text(ability)
    return words.removesuffix(_WHEN_KICKED) if not words.endswith(_WHEN_KICKED) or is_met(KICKED) else ""


def _given_with_abilities(ability: Static, is_met: Callable[[Condition], bool]) -> str:
    # "If this creature was kicked, it enters with three +1/+1 counters on it and with trample."
    if ability.condition is not None and not is_met(ability.condition):
        return ""
    texts = (each.text for part in ability.parts for each in part.operations if isinstance(each, RuleText))
    return next((_words(found) for text in texts if (found := _ENTERS_WITH.search(text))), "")


def counters_in_text(ability: Ability) -> str:
    """Return the counters that the text of an ability names, as `TextAbility.enters_with` does, or "".

    >>> counters_in_text(TextAbility("entering", "If this creature was kicked, it enters with a +1/+1 counter on it."))
    'a +1/+1 counter if kicked'
    """
    match ability:
        case Keyword(name=name, parameter=number) if KEYWORDS[name].enters_with and number.isdecimal():
            words = KEYWORDS[name].enters_with.replace(
                "N", "a" if number == "1" else NUMBER_WORDS.get(int(number), number)
            )
            return words.removesuffix("s") if number == "1" else words
        case TextAbility(form="entering", enters_with=words) if words:
            return words
        case TextAbility(form="entering", text=text) if " with " in text:
            said = _IF_KICKED.sub("", text)
            found = None if _CONDITION.search(said) else _ENTERS_WITH.search(said)
            return f"{_words(found)}{_WHEN_KICKED if said != text else ''}" if found else ""
        case _:
            return ""


def opponent_clauses(ability: Ability) -> tuple[Clause, ...]:
    """Return a clause with a `RuleText` if an opponent is chosen as the permanent enters (614.12a).

    >>> opponent_clauses(TextAbility("entering", "As ~ enters, choose an opponent."))[0].operations
    (RuleText(text='choose an opponent'),)
    """
    if not isinstance(ability, TextAbility) or ability.form != "entering":
        return ()
    if ability.resolution is not None:
        return tuple(clause for clause in ability.resolution.clauses if clause == _OPPONENT_CHOSEN)
    return (_OPPONENT_CHOSEN,) if _CHOOSES_OPPONENT.search(ability.text) else ()


def _words(found: re.Match[str]) -> str:
    number = "X" if found["each"] or found["number"] == "a number of" else found["number"]
    return f"{number} {found['kind']} counter{'' if number in ('a', 'an') else 's'}"
