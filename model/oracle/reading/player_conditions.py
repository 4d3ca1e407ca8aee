"""Trees of the grammar to conditions about players."""

from __future__ import annotations

import re
from typing import Final

from lark import Token

from ...effects.amounts.arithmetic import Plus
from ...effects.amounts.base import Number
from ...effects.amounts.counting import PlayerCount
from ...effects.conditions import Compare
from ...effects.filters.whereabouts import ControlledBy, InZone, OwnedBy
from ...effects.language import Condition
from ...effects.selectors import Group
from ..printing import amounts
from ..printing import players as whom
from ..words import Stop
from . import amounts as counts
from .amounts import count_of
from .conditions import exists
from .discourse import CONDITIONS, Branch, Discourse, reads
from .noun_rows import count
from .nouns import nouns
from .players import ask, count_of_player, whose

_MORE: Final = {"more": "greater than", "fewer": "less than", "less": "less than"}


@reads(CONDITIONS)
def player_has(discourse: Discourse, tree: Branch) -> Condition:
    token = tree.children[0]
    found = re.fullmatch(r"(.+?) (?:has|have) (.+)", str(token))
    assert found is not None
    amount = re.fullmatch(
        r"(no|an?|(?:exactly |at least )?\w+(?: or \w+)?) (life|\w+ counters?|cards? in .+)", found[2]
    )
    if amount is None:
        raise Stop(token)
    who = ask(discourse, found[1], token)
    number, comparison = (1, "or greater") if amount[1] in ("a", "an") else count(Token("COUNTQ", amount[1]))
    return Compare(
        PlayerCount(count_of_player(amount[2], who, token), who), comparison, Number(number), "has"  # type: ignore[arg-type]
    )  # fmt: skip


@reads(CONDITIONS)
def player_has_more(discourse: Discourse, tree: Branch) -> Condition:
    token = tree.children[0]
    found = re.fullmatch(r"(.+?) (?:has|have) (more|fewer|less) (.+) than (.+)", str(token))
    assert found is not None
    first, second = ask(discourse, found[1], token), ask(discourse, found[4], token)
    what = count_of_player(found[3], first, token)
    return Compare(PlayerCount(what, first), _MORE[found[2]], PlayerCount(what, second), "has more")  # type: ignore[arg-type]


@reads(CONDITIONS)
def controls_more(discourse: Discourse, tree: Branch) -> Condition:
    token = tree.children[0]
    found = re.fullmatch(r"(.+?) controls? (more|fewer)", str(token))
    assert found is not None
    first = ask(discourse, found[1], token)
    group = nouns(discourse, tree.children[1])
    second = ask(discourse, str(tree.children[2]).removeprefix("than "), tree.children[2])
    if group.number is not None or not isinstance(group.selector, Group) or group.selector.quantifier:
        raise Stop(token)
    sides = [Group((*group.selector.filters, ControlledBy(who))) for who in (first, second)]
    one, other = (counts.count_of(side) for side in sides)
    return Compare(one, _MORE[found[2]], other, "controls more")  # type: ignore[arg-type]


@reads(CONDITIONS)
def poisoned(discourse: Discourse, tree: Branch) -> Condition:
    token = tree.children[0]
    who = ask(discourse, re.sub(r" (?:is|are) poisoned$", "", str(token)), token)
    return Compare(PlayerCount("poison", who), "or greater", Number(1), "poisoned")


@reads(CONDITIONS)
def player_controls(discourse: Discourse, tree: Branch) -> Condition:
    token = tree.children[0]
    found = re.fullmatch(r"(.+?) (controls?|owns?)", str(token))
    if found is None or found[1] not in whom.ASKED:
        return _one_controls(discourse, tree)
    who = ask(discourse, found[1], token)
    group = nouns(discourse, tree.children[1])
    if not isinstance(group.selector, Group) or group.selector.quantifier:
        raise Stop(token)
    if found[2].startswith("own"):
        return exists(discourse, Group((*group.selector.filters, OwnedBy(who))), group, "control")
    if found[1] == "an opponent" and (group.number, group.comparison) == (1, "or greater"):
        discourse.asked = None
        return exists(discourse, Group((*group.selector.filters, ControlledBy("an opponent"))), group, "control")
    return exists(discourse, Group((*group.selector.filters, ControlledBy(who))), group, "control")


@reads(CONDITIONS)
def life_more(discourse: Discourse, tree: Branch) -> Condition:
    token = tree.children[0]
    found = re.fullmatch(r"you have at least (\w+) life more than your starting life total", str(token))
    by = amounts.plain_number(found[1]) if found else None
    if not isinstance(by, Number):
        raise Stop(token)
    return Compare(PlayerCount("life"), "or greater", Plus(PlayerCount("starting_life"), by.number), "life more")


@reads(CONDITIONS)
def there_are(discourse: Discourse, tree: Branch) -> Condition:
    found = nouns(discourse, tree.children[1])
    last = found.selector.filters[-1] if isinstance(found.selector, Group) else None
    if isinstance(last, InZone) and last.word == "a single" and found.number is not None:
        discourse.asked = ("each player", "some", "a single")
        group = Group((*found.selector.filters[:-1], InZone(last.zone, "they")))  # type: ignore[attr-defined]
        bound = Number(found.number)
        return Compare(counts.count_of(group), found.comparison, bound, "there are")  # type: ignore[arg-type]
    if not isinstance(found.selector, Group) or found.selector.quantifier:
        raise Stop(tree.children[0])
    amount = count_of(found.selector)
    if isinstance(amount, PlayerCount) and found.number is not None:
        return Compare(amount, found.comparison, Number(found.number), "there are")  # type: ignore[arg-type]
    return exists(discourse, found.selector, found, "")


def _one_controls(discourse: Discourse, tree: Branch) -> Condition:
    found = nouns(discourse, tree.children[1])
    who = whose(discourse, tree.children[0])
    group = found.selector
    if not isinstance(group, Group) or group.quantifier or not isinstance(who, ControlledBy | OwnedBy):
        raise Stop(tree.children[0])
    group = Group((*group.filters, who))
    discourse.only = group if (found.number, found.comparison) == (1, "exactly") else None
    return exists(discourse, group, found, "control")
