"""Functions that print conditions about players in English."""

from __future__ import annotations

import re
from typing import Any, Final

from ...data.numbers import NUMBER_WORDS
from ...effects.amounts.arithmetic import Plus
from ...effects.amounts.base import Number
from ...effects.amounts.counting import Party, PlayerCount
from ...effects.amounts.players import PlayersWho
from ...effects.conditions import CommonColor, Compare, Exists, OfPlayers
from ...effects.filters.whereabouts import ControlledBy
from ...effects.language import Amount, Condition
from ...effects.selectors import Group
from ...rules.vocabulary import COLOR_NAMES
from ..words import Stop
from . import amounts
from . import players as whom
from .conditions import compared, existing
from .nouns import a, counted, words_of

_PLURAL: Final = {"has": "have", "is": "are", "controls": "control", "owns": "own", "doesn't": "don't"}
_COUNTERS: Final = ("poison", "energy", "experience", "rad")


def of_players(node: Condition) -> str:
    """Return a condition about players, or a comparison, in English."""
    match node:
        case OfPlayers(word="most life"):
            return "you have the most life or are tied for most life"
        case OfPlayers(_, _, part, word):
            return _of(part, word)
        case Compare(PlayersWho(part=Condition() as part, word=word), form="players"):
            text = _of(part, word).removeprefix(word)
            return word + re.sub(r"^ (?:doesn't|\w+)", lambda found: f" {_PLURAL[found[0].strip()]}", text)
        case Compare() | Exists():
            return _of(node, "")
        case CommonColor("", of):
            among = f"the chosen color is the most common color among {amounts.all_of(of)}"
            return f"{among} but isn't tied for most common"
        case CommonColor(color, of, tied):
            among = f"{COLOR_NAMES.get(color, color)} is the most common color among {amounts.all_of(of)}"
            return f"{among} or is tied for most common" if tied else among
        case _:
            raise Stop


def _of(node: Condition, word: str) -> str:
    match node:
        case Compare(PlayersWho("opponents", None), comparison, Number(number), "has"):
            return f"you have {counted(number, str(comparison))} opponents"
        case Compare(PlayerCount("hand", who), comparison, Number(number), "has whole"):
            name = _name(who, word)
            said = _amount("hand", number, str(comparison), name).removesuffix("hand")
            return f"{name} {'have' if name == 'you' else 'has'} {said}{'your' if name == 'you' else 'their'} hand"
        case Compare(PlayerCount(what, who, symbol), comparison, Number(number), "has"):
            name = _name(who, word)
            return (
                f"{name} {'have' if name == 'you' else 'has'} {_amount(symbol or what, number, str(comparison), name)}"
            )
        case Compare(PlayerCount(what), comparison, Number(number), "in it"):
            return f"a {what} has {counted(number, str(comparison))} cards in it"
        case Compare(PlayerCount(what, first, symbol), form="has more"):
            than, bound = _than(node)
            second, name = getattr(bound, "who", ""), _name(first, word)
            kind = (
                f"cards in {_in(what, name)}"
                if what in ("hand", "graveyard", "library")
                else _thing(symbol or what, True)
            )
            than = "less" if what == "life" and than == "fewer" else than
            return f"{name} {'have' if name == 'you' else 'has'} {than} {kind} than {_name(second, word)}"
        case Compare(Party(who), form="full party"):
            name = _name(who, word)
            return f"{name} {'have' if name == 'you' else 'has'} a full party"
        case Compare(bound=Plus(_, by), form="life more"):
            return f"you have at least {by} life more than your starting life total"
        case Compare(first, form="controls more"):
            than, bound = _than(node)
            one, other = amounts.counted_group(first), amounts.counted_group(bound)
            name = _name(_controller(one), word)
            nouns = words_of(one.filters[:-1], True)
            return f"{name} control{'' if name == 'you' else 's'} {than} {nouns} than {_name(_controller(other), word)}"
        case Compare(first, form="controls more of"):
            than, bound = _than(node)
            one, other = amounts.counted_group(first), amounts.counted_group(bound)
            name = _name(_controller(one), word)
            said = " than ".join(words_of(group.filters[:-1], True) for group in (one, other))
            return f"{name} control{'' if name == 'you' else 's'} {than} {said}"
        case Compare(PlayerCount("poison", who), form="poisoned"):
            name = _name(who, word)
            return f"{name} {'are' if name == 'you' else 'is'} poisoned"
        case Compare(first, _, Plus(second, by), "greater by"):
            text = f"{amounts.amount(first)} is at least {by} greater than {amounts.amount(second)}"
        case Exists(Group(filters) as of, Number(number), comparison, "control"):
            holder: Any = type(filters[-1])
            shown = holder(word)
            return existing(Group((*filters[:-1], shown), of.quantifier), number, str(comparison), "control")
        case Compare(PlayerCount(what, "they"), comparison, Number(number), "there are"):
            return f"there are {counted(number, str(comparison))} cards in {word} {what}"
        case Compare(first, comparison, bound, form):
            text = compared(first, str(comparison), bound, form)
        case _:
            raise Stop
    return text.replace("their ", whom.possessive(word) + " ", 1) if word else text


def _than(node: Compare) -> tuple[str, Amount]:
    # "more", "fewer" or "at least two more", and what follows "than"
    if node.comparison == "or greater" and isinstance(node.bound, Plus):
        return f"at least {node.bound.word or NUMBER_WORDS[node.bound.plus]} more", node.bound.amount
    return "more" if node.comparison == "greater than" else "fewer", node.bound


def _controller(group: Group) -> Any:
    last = group.filters[-1]
    if not isinstance(last, ControlledBy):
        raise Stop
    return last.who


def _name(who: Any, word: str) -> str:
    return word if who == "they" and word else whom.words(who)


def _amount(what: str, number: int, comparison: str, name: str = "you") -> str:
    # "three or more poison counters", "no cards in hand"
    if what == "life":
        return f"exactly {number} life" if comparison == "exactly" else f"{number} {comparison} life"
    one = (number, comparison) in ((1, "or greater"), (1, "exactly"))
    thing = f"{'card' if one else 'cards'} in {_in(what, name)}" if what in _ZONES else _thing(what, not one)
    if (number, comparison) == (1, "or greater"):
        return f"{a(thing)} {thing}"
    return f"{counted(number, comparison)} {thing}"


_ZONES: Final = ("hand", "graveyard", "library")


def _in(what: str, name: str) -> str:
    return "hand" if what == "hand" else f"{'your' if name == 'you' else 'their'} {what}"


def _thing(what: str, many: bool) -> str:
    if what in ("life", "{E}"):
        return what
    if what not in _COUNTERS:
        raise Stop
    return f"{what} counter{'s' if many else ''}"
