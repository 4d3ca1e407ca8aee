"""Functions that read conditions about players."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from lark import Token

from ...effects.amounts.arithmetic import Plus
from ...effects.amounts.base import Number
from ...effects.amounts.counting import PlayerCount
from ...effects.conditions import Compare
from ...effects.filters.whereabouts import ControlledBy, InZone, OwnedBy
from ...effects.language import Condition
from ...effects.selectors import Group
from ...effects.view import Comparison
from ..printing import amounts
from ..printing import players as whom
from ..words import Stop
from .amounts import count_of
from .conditions import exists, plain_group, several_groups
from .discourse import CONDITIONS, Branch, Discourse, groups, reads
from .noun_rows import count
from .nouns import nouns
from .players import ask, count_of_player, whose

_MORE: Final[Mapping[str, Comparison]] = {"more": "greater than", "fewer": "less than", "less": "less than"}


@reads(CONDITIONS)
def player_has(discourse: Discourse, tree: Branch) -> Condition:
    token = tree.children[0]
    quantity = r"no|an?|(?:exactly |at least )?\w+(?: or \w+)?"
    name, many, what = groups(rf"(.+?) (?:has|have) ({quantity}) (life|\w+ counters?|cards? in .+)", token)
    who = ask(discourse, name, token)
    number, comparison = count(Token("COUNTQ", "one or greater" if many in ("a", "an") else many))
    return Compare(PlayerCount(count_of_player(what, who, token), who), comparison, Number(number), "has")


@reads(CONDITIONS)
def player_has_more(discourse: Discourse, tree: Branch) -> Condition:
    token = tree.children[0]
    one, more, number, other = groups(r"(.+?) (?:has|have) (more|fewer|less) (.+) than (.+)", token)
    first, second = ask(discourse, one, token), ask(discourse, other, token)
    what = count_of_player(number, first, token)
    return Compare(PlayerCount(what, first), _MORE[more], PlayerCount(what, second), "has more")


@reads(CONDITIONS)
def controls_more(discourse: Discourse, tree: Branch) -> Condition:
    token = tree.children[0]
    name, more = groups(r"(.+?) controls? (more|fewer)", token)
    first = ask(discourse, name, token)
    group = nouns(discourse, tree.children[1])
    second = ask(discourse, str(tree.children[2]).removeprefix("than "), tree.children[2])
    if group.number is not None:
        raise Stop(token)
    filters = plain_group(group, token).filters
    one, other = (count_of(Group((*filters, ControlledBy(who)))) for who in (first, second))
    return Compare(one, _MORE[more], other, "controls more")


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
    if found[2].startswith("own"):
        return exists(discourse, group, OwnedBy(who), "control", token)
    if found[1] == "an opponent" and (group.number, group.comparison) == (1, "or greater"):
        discourse.asked, who = None, "an opponent"
    return exists(discourse, group, ControlledBy(who), "control", token)


@reads(CONDITIONS)
def life_more(discourse: Discourse, tree: Branch) -> Condition:
    token = tree.children[0]
    by = amounts.plain_number(groups(r"you have at least (\w+) life more than your starting life total", token)[0])
    if not isinstance(by, Number):
        raise Stop(token)
    return Compare(PlayerCount("life"), "or greater", Plus(PlayerCount("starting_life"), by.number), "life more")


@reads(CONDITIONS)
def there_are(discourse: Discourse, tree: Branch) -> Condition:
    found = nouns(discourse, tree.children[1])
    last = found.selector.filters[-1] if isinstance(found.selector, Group) else None
    if isinstance(last, InZone) and last.word == "a single" and found.number is not None:
        discourse.asked = ("each player", "some", "a single")
        amount = count_of(Group((*found.selector.filters[:-1], InZone(last.zone, "they"))))  # type: ignore[attr-defined]
        return Compare(amount, found.comparison, Number(found.number), "there are")
    amount = count_of(plain_group(found, tree.children[0]))
    if isinstance(amount, PlayerCount) and found.number is not None:
        return Compare(amount, found.comparison, Number(found.number), "there are")
    return exists(discourse, found, None, "", tree.children[0])


def _one_controls(discourse: Discourse, tree: Branch) -> Condition:
    found = nouns(discourse, tree.children[1])
    who = whose(discourse, tree.children[0])
    if not isinstance(who, ControlledBy | OwnedBy):
        raise Stop(tree.children[0])
    if several_groups(found):
        return exists(discourse, found, who, "control", tree.children[0])
    group = Group((*plain_group(found, tree.children[0]).filters, who))
    discourse.only = group if (found.number, found.comparison) == (1, "exactly") else None
    return exists(discourse, found, who, "control", tree.children[0])
