"""Functions that read conditions about each object of a group ("as long as it's tapped"), or about the only one."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Any

import msgspec

from ...effects.amounts.base import Number, OfEach
from ...effects.amounts.counting import Its
from ...effects.conditions import AllOf, AnyOf, Compare, Exists, GameFact, Is, all_of
from ...effects.filters.characteristics import WithNumber
from ...effects.filters.combinators import OfPlayerWho, Other, Provided
from ...effects.filters.status import RecordedAs
from ...effects.filters.whereabouts import ControlledBy
from ...effects.language import Clause, Condition, Filter, Selector
from ...effects.node import Node
from ...effects.players import ControllerOf
from ...effects.selectors import Attached, Group, Itself, Same
from ..printing.sentences import of_holder
from ..words import Stop
from .conditions import plain_group
from .discourse import CONDITIONS, Branch, Discourse, reads
from .nouns import nouns


def provided(clause: Clause) -> Clause:
    """Return the clause after converting a condition that is checked for each object to a filter."""
    asked, group = clause.condition, clause.selector
    if isinstance(group, Group) and ControlledBy("each player") in group.filters:
        return _by_player(clause, group)
    if isinstance(group, Group) and asked is not None and (word := _holder_of_each(asked)):
        part = of_holder(asked, "they")
        if any(isinstance(node, Same) for node in part.walk()):
            raise Stop  # "it's tapped and its controller has no cards in hand"
        those = Group((*group.filters, OfPlayerWho(part, word)), group.quantifier)
        return msgspec.structs.replace(clause, selector=those, condition=None)
    if isinstance(asked, GameFact) and isinstance(group, Group) and re.search(r"\b(?:it|them)$", asked.text):
        asked = Is(Same(), (RecordedAs(asked.text),))  # "mana from an artifact was spent to cast it"
    parts = asked.parts if isinstance(asked, AllOf) and not asked.word else (asked,)
    about = [part for part in takewhile(_is_of_each, parts) if isinstance(part, Is | Compare)]
    rest = parts[len(about) :]
    if not isinstance(group, Group):
        return clause
    if any(isinstance(node, Same) for part in rest if isinstance(part, AllOf | AnyOf | Is) for node in part.walk()):
        raise Stop  # "it's your turn and they're green"
    if any(isinstance(part, Compare) and any(map(_of_each, part.children())) for part in rest):
        raise Stop  # "it's your turn and its power is 4 or greater"
    if not about:
        return clause
    each = map(_provided, about)
    those = Group((*group.filters, *each), group.quantifier)
    return msgspec.structs.replace(clause, selector=those, condition=all_of(*rest))


def _provided(asked: Is | Compare) -> Provided:
    if isinstance(asked, Compare):  # "as long as its power is 4 or greater"
        number = asked.amount
        if not isinstance(number, Its) or number.what not in ("power", "toughness", "mana_value"):
            raise Stop
        what: Any = number.what
        return Provided(
            (WithNumber(what, asked.bound, asked.comparison),), word=number.word, style=asked.form or "number"
        )
    word = asked.subject.word if isinstance(asked.subject, Same) else ""
    return Provided(asked.filters, asked.negated, word, "" if asked.word == "is" else asked.word)


def _holder_of_each(asked: Condition) -> str:
    # "its controller", the player who controls each affected object
    for node in asked.walk():
        for player in (getattr(node, "who", ""), getattr(node, "whose", "")):
            if isinstance(player, ControllerOf) and isinstance(player.of, Same):
                return player.word
    return ""


def _is_of_each(asked: Condition | None) -> bool:
    if isinstance(asked, Compare):
        return isinstance(asked.amount, Its)
    return isinstance(asked, Is) and isinstance(asked.subject, Same)


def _of_each(node: Node) -> bool:
    """Return whether an amount differs from object to object of the group that a clause affects."""
    if isinstance(node, Selector | Filter):
        return False
    return isinstance(node, OfEach) or any(map(_of_each, node.children()))


def _by_player(clause: Clause, group: Group) -> Clause:
    # "basic lands each player controls have shroud as long as that player controls three or fewer lands"
    asked = clause.condition
    of = asked.of if isinstance(asked, Exists) else None
    if asked is None or not isinstance(of, Group) or of.filters[-1] != ControlledBy("that player"):
        raise Stop
    part = msgspec.structs.replace(asked, of=Group((*of.filters[:-1], ControlledBy("they"))))
    return msgspec.structs.replace(clause, selector=Group((*group.filters, OfPlayerWho(part))), condition=None)


@reads(CONDITIONS)
def fact_only(discourse: Discourse, tree: Branch) -> Condition:
    """Return the condition for "this creature is the only creature you control"."""
    about, token, those = tree.children
    found = discourse.subject(about)
    if not isinstance(found, Itself | Attached):
        raise Stop(token)
    group = plain_group(nouns(discourse, those), token)
    others = Group((Other(None if isinstance(found, Itself) else found), *group.filters))
    discourse.it = found
    return AllOf((Is(found, group.filters), Exists(others, Number(0), "exactly")), "only")
