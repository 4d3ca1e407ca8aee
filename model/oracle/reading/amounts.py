"""Functions that read amounts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from lark import Token

from ...data.numbers import count_of as count_of_word
from ...effects.amounts.arithmetic import Beyond, Half, Largest, Signs, Sum, Times
from ...effects.amounts.base import Number
from ...effects.amounts.counting import (
    AttacksMade,
    ChosenBefore,
    ColorsOf,
    Count,
    CounterKinds,
    CountersOn,
    Devotion,
    Domain,
    DoorsAmong,
    Its,
    KeywordPoints,
    KindsAmong,
    MostAlike,
    NameStickers,
    NameWords,
    NumberOf,
    Party,
    PlayerCount,
    Symbols,
    Total,
)
from ...effects.amounts.players import AmongPlayers, PlayersWho, RecordedNumber
from ...effects.filters.characteristics import OfColor, OfType
from ...effects.filters.combinators import Other
from ...effects.filters.status import Fighting
from ...effects.filters.whereabouts import CardNoun, ExiledWith, InZone
from ...effects.language import Amount, Operation, Selector
from ...effects.operations.costs import ChangeCost
from ...effects.operations.power_toughness import ModifyPT
from ...effects.selectors import Attached, Group, Itself, Target, Together
from ...rules.vocabulary import COLOR_WORDS, KEYWORDS, capital
from ..printing import amounts as printed
from ..printing import players as whom
from ..words import EACH_AMOUNTS, SPELLED_AMOUNTS, Stop
from .discourse import AMOUNTS, Branch, Discourse, groups, reads
from .nouns import all_of, compared_among, nouns
from .players import life_total, whose_number
from .pronouns import of_several, pronoun, target_called

_EXTREME: Final = re.compile(
    r"the (?P<how>highest|lowest) life total among (?P<who>(?:all )?players|your opponents)"
    r"|the (?:life total|number of (?P<cards>cards) in the hand) of (?:an?|the) (?P<one>player|opponent)"
    r" with the (?P<most>most|least|fewest|highest|lowest) .*"
)
"""The greatest or least number among players."""

_OF_TURN: Final = re.compile(
    r" this (?:turn|combat|game)(?: from anywhere other than your hand| other than the first)?$"
    r"| spent to cast (?:it|~|this \w+)$|^time (?:it|~|this \w+) (?:was kicked|has mutated)$"
)
"""The end of a phrase for a number of events that a board records for the source of an ability."""

AMOUNTS.update({
    "number": lambda _, tree: printed.plain_number(str(tree.children[0])),
    "life": lambda discourse, tree: life_total(discourse, tree.children[0]),
    "number_of": lambda discourse, tree: NumberOf(discourse.subject(tree.children[0]), stat(tree.children[1])),
    "counters": lambda discourse, tree: counters_on(discourse, tree.children[0]),
    "counter_kinds": lambda discourse, tree: CounterKinds(
        all_of(discourse, tree.children[1]), "kind" if tree.children[0].startswith("kind") else ""
    ),
    "attacks_made": lambda _discourse, _tree: AttacksMade(),
    "chosen_before": lambda _discourse, _tree: ChosenBefore(),
    "doors": lambda discourse, tree: DoorsAmong(discourse.subject(tree.children[1])),
    "domain": lambda discourse, tree: Domain(discourse.subject(tree.children[1])),
    "kinds": lambda discourse, tree: kinds_among(tree.children[0], discourse.subject(tree.children[1])),
    "kinds_exiled": lambda _, tree: kinds_among(tree.children[0], _exiled(tree)),
    "names": lambda discourse, tree: KindsAmong(all_of(discourse, tree.children[1]), "name"),
    "devotion": lambda discourse, tree: devotion(discourse, discourse.subject(tree.children[1]), tree.children[0]),
    "total": lambda discourse, tree: total(tree.children[0], _one_or_all(discourse, tree.children[1])),
    "total_exiled": lambda _, tree: total(tree.children[0], _exiled(tree)),
    "party": lambda _discourse, _tree: Party(),
    "opponents": lambda _discourse, _tree: PlayersWho("opponents"),
    "signs": lambda _discourse, _tree: Signs(),
    "name_words": lambda _discourse, _tree: NameWords(),
})  # fmt: skip

# --- Numbers and characteristics ---


@reads(AMOUNTS, "told_number", "told_one")
def event_number(discourse: Discourse, tree: Branch) -> Amount:
    """Return a number that an event or an ability's source records."""
    text = str(tree.children[0])
    # 607.2: the source keeps a noted number
    if discourse.default is not None or printed.NOTED.fullmatch(text) or _OF_TURN.search(text):
        return RecordedNumber(text)
    # 607.2a
    card, _ = groups(r"(the exiled (?:\w+ )?card)'s (power|toughness|mana value)", tree.children[0])
    return NumberOf(Group((ExiledWith(card),)), stat(tree.children[0]))


@reads(AMOUNTS)
def its_number(discourse: Discourse, tree: Branch) -> Amount:
    text = str(tree.children[0])
    which = stat(tree.children[0])
    head = text.split(" ", maxsplit=1)[0] if text.startswith(("its", "their")) else text.rsplit("'s", 1)[0] + "'s"
    if head.startswith("that ") and discourse.default is not None:
        target = target_called(discourse, head.removesuffix("'s"))
        if discourse.event_place is None and target is not None:
            return NumberOf(target, which)
        return RecordedNumber(text)
    if head == "its" and of_several(discourse):
        return NumberOf(pronoun(discourse, Token("IT", "it")), which)
    if head == "its" and isinstance(discourse.it, Itself | Attached | Target) and discourse.amount_of_it:
        return NumberOf(msgspec.structs.replace(discourse.it, word="it"), which)
    return Its(which, head)


@reads(AMOUNTS)
def number_of_object(discourse: Discourse, tree: Branch) -> Amount:
    """Return the amount for "the power of target creature"."""
    which = str(tree.children[0]).removeprefix("the ").removesuffix(" of")
    if which not in _STATS:  # "the power and toughness of" is not one number
        raise Stop(tree.children[0])
    of = discourse.subject(tree.children[1])
    if isinstance(of, Group) and of.quantifier:  # "the power of each creature" is not one number
        raise Stop(tree.children[0])
    return NumberOf(of, _STATS[which], "of")


# --- Counts ---


@reads(AMOUNTS)
def number_of_nouns(discourse: Discourse, tree: Branch) -> Amount:
    if among := compared_among(tree.children[1]):  # "the number of creatures you control with different names"
        return KindsAmong(all_of(discourse, among[0]), kind_of(among[1], "with different (.+)s"), "with different")
    found = all_of(discourse, tree.children[1], tree.children[0])
    if str(tree.children[0]) == "the number of":
        return count_of(found)
    if isinstance(found, Together) and found.word == "and":
        return _in_all(found.parts, tree.children[0])
    if not isinstance(found, Group) or found.quantifier:
        raise Stop(tree.children[0])
    return Count(Group(found.filters, "total"))  # "the total number of cards in exile and in your graveyard"


def _in_all(parts: tuple[Selector, ...], token: Token) -> Amount:
    # "the total number of Caves you control and Cave cards in your graveyard": no object is in two zones
    where = [
        tuple(filter for filter in part.filters if isinstance(filter, InZone))
        for part in parts
        if isinstance(part, Group) and not part.quantifier
    ]
    if len(set(where)) < len(parts):
        raise Stop(token)
    return Sum(tuple(count_of(part) for part in parts), "total")


@reads(AMOUNTS, "nouns")
def count_after_each(discourse: Discourse, tree: Branch) -> Amount:
    found = nouns(discourse, tree)
    if found.number is not None and not _has_other(found.selector):
        raise Stop
    return count_of(found.selector)


@reads(AMOUNTS)
def counter_kinds_on(discourse: Discourse, tree: Branch) -> Amount:
    """Return the amount for "for each kind of counter on it" or "the number of kinds of counters on it"."""
    word, where = groups(r"(?:the number of )?((?:different )?kinds?) of counters? on (.+)", tree.children[0])
    own = where not in ("it", "them")
    return CounterKinds(Itself(where) if own else pronoun(discourse, tree.children[0].update(value=where)), word)


@reads(AMOUNTS)
def beyond(discourse: Discourse, tree: Branch) -> Amount:
    return Beyond(count_after_each(discourse, tree.children[0]))


@reads(AMOUNTS)
def counters_among(discourse: Discourse, tree: Branch) -> Amount:
    total, kind, word = groups(r"(?:the (total )?number of )?(.*?) ?counters? (on|among)", tree.children[0])
    return CountersOn(kind, all_of(discourse, tree.children[1]), f"{total or ''}{word}")


@reads(AMOUNTS)
def player_counters(discourse: Discourse, tree: Branch) -> Amount:
    token = tree.children[0]
    kind, words = groups(r"(?:the number of )?(\w+) counters? (.+) (?:has|have)", token)
    who: Any = "opponents" if words == "your opponents" else whom.player(words, discourse.it)
    if who is None:
        raise Stop(token)
    return PlayerCount(kind, who)


@reads(AMOUNTS)
def symbols(discourse: Discourse, tree: Branch) -> Amount:
    token = tree.children[0]
    color, in_its = groups(r"(?:the number of )?(\w+) mana symbols? in (its mana cost)?.*", token)
    if bool(in_its) is (len(tree.children) > 1):
        raise Stop(token)
    return Symbols(COLOR_WORDS[color], None if in_its else all_of(discourse, tree.children[1]))


@reads(AMOUNTS)
def their_total(discourse: Discourse, tree: Branch) -> Amount:
    if not isinstance(discourse.figure, Total):
        raise Stop(tree.children[0])
    return Total(discourse.figure.of, stat(tree.children[0]))


@reads(AMOUNTS)
def spelled(discourse: Discourse, tree: Branch) -> Amount:
    text = str(tree.children[0])
    if discourse.default is not None and "this turn" in text:  # an event records the number
        return RecordedNumber(text)
    if found := _EXTREME.fullmatch(text):
        who: Any = "opponents" if "opponent" in (found["who"] or found["one"]) else "each player"
        how: Any = "greatest" if (found["how"] or found["most"]) in ("highest", "most") else "least"
        return AmongPlayers(who, PlayerCount("hand" if found["cards"] else "life", "they"), how, text)
    return SPELLED_AMOUNTS[text]


@reads(AMOUNTS)
def spelled_one(discourse: Discourse, tree: Branch) -> Amount:
    text = str(tree.children[0])
    return RecordedNumber(text) if discourse.default is not None else EACH_AMOUNTS[text]


@reads(AMOUNTS)
def kinds_of(discourse: Discourse, tree: Branch) -> Amount:
    """Return the amount for "for each of its colors" and similar phrases."""
    if str(tree.children[0]) == "color it has":
        return ColorsOf(None, "has")
    word, kind = groups("of (its|their) (.+)", tree.children[0])
    if kind == "colors":
        return ColorsOf(None, word)
    return KindsAmong(pronoun(discourse, tree.children[0].update(value=word)), _family(kind), f"of {word}")


@reads(AMOUNTS)
def most_alike(discourse: Discourse, tree: Branch) -> Amount:
    """Return the amount for "the greatest number of creatures you control that have a creature type in common"."""
    return MostAlike(all_of(discourse, tree.children[1]), kind_of(tree.children[2], "that have a (.+) in common"))


def kind_of(token: Token, pattern: str) -> Any:
    """Return the characteristic that a phrase names."""
    return groups(pattern, token)[0].replace(" ", "_")


# --- Lists ---


@reads(AMOUNTS)
def several(discourse: Discourse, tree: Branch) -> Amount:
    return Sum(tuple(discourse.amount(child) for child in tree.children if not isinstance(child, Token)))


@reads(AMOUNTS)
def points(discourse: Discourse, tree: Branch) -> Amount:
    keyword = capital(groups(r"point of (\w+) it has", tree.children[0])[0])
    if keyword not in KEYWORDS or not any(form.endswith(" N") for form in KEYWORDS[keyword].forms):
        raise Stop(tree.children[0])
    return KeywordPoints(keyword)


@reads(AMOUNTS)
def name_stickers(discourse: Discourse, tree: Branch) -> Amount:
    token = tree.children[0]
    where, number, more = groups(r"name sticker on (.+?)(?: with (\w+) or (more|fewer) letters)?", token)
    letters = None if number is None else count_of_word(number)
    return NameStickers(None if where == "it" else Itself(where), letters, more != "fewer")


@reads(AMOUNTS)
def it_blocks(discourse: Discourse, tree: Branch) -> Amount:
    """Return the amount for "for each creature it's blocking" (509.1g)."""
    if not isinstance(discourse.it, Itself | Attached | Target):
        raise Stop(tree.children[0])
    it = msgspec.structs.replace(discourse.it, word="it")
    return Count(Group((OfType("Creature"), Fighting("blocked", it))))


@reads(AMOUNTS)
def that_number(discourse: Discourse, tree: Branch) -> Amount:
    token, figure = tree.children[0], discourse.figure
    if str(token) != "that number":  # "the number of those card types", which a condition counts
        figure = discourse.kinds
        if not isinstance(figure, KindsAmong) or f"the number of those {printed.KINDS[figure.family]}" != token:
            raise Stop(token)
        return msgspec.structs.replace(figure, word="those")
    if figure is None:
        raise Stop(token)
    return figure


# --- "For each" ---


def for_each(discourse: Discourse, tree: Branch, operation: Operation, halved: bool = False) -> Operation:
    """Return the operation multiplied by an amount, or by half of it in "for every two ..."."""
    if isinstance(operation, ChangeCost) and not halved:
        return msgspec.structs.replace(operation, each=discourse.amount(tree))
    discourse.of_each = True
    try:
        amount = discourse.amount(tree)
        return times(operation, Half(amount, said=False) if halved else amount)
    finally:
        discourse.of_each = False


def more_for_each(discourse: Discourse, tree: Branch, operation: Operation) -> Operation:
    """Return an operation extended by a phrase such as "and +1/+1 for each ..."."""
    if str(tree.children[2]) != "for each":
        raise Stop(tree.children[2])
    power, toughness = map(printed.plain_number, str(tree.children[1]).split("/"))
    more = for_each(discourse, tree.children[3], ModifyPT(power, toughness))
    if str(tree.children[0]) != "and" or not isinstance(operation, ModifyPT) or not isinstance(more, ModifyPT):
        raise Stop(tree.children[0])
    pairs = (operation.power, more.power), (operation.toughness, more.toughness)
    if not all(isinstance(part, Times) or part == Number(0) for pair in pairs for part in pair):
        raise Stop(tree.children[0])
    return ModifyPT(Sum(pairs[0]), Sum(pairs[1]), operation.word)


def times(operation: Operation, amount: Amount) -> Operation:
    """Return a modification such as "+1/+1" multiplied by an amount."""
    if not isinstance(operation, ModifyPT):
        raise Stop
    return ModifyPT(_times(operation.power, amount), _times(operation.toughness, amount), operation.word)


def _times(part: Amount, amount: Amount) -> Amount:
    if not isinstance(part, Number):
        raise Stop
    return Times(part.number, amount) if part.number else part


def _has_other(selector: Selector) -> bool:
    return isinstance(selector, Group) and any(isinstance(filter, Other) for filter in selector.filters)


def _one_or_all(discourse: Discourse, tree: Branch) -> Selector:
    # "the greatest mana value of a commander you own"
    if tree.data == "those":
        return discourse.subject(tree)
    found = nouns(discourse, tree)
    group = found.selector
    if (found.number, found.comparison) == (1, "or greater") and isinstance(group, Group) and not group.quantifier:
        return Group(group.filters, "a")
    if found.number is not None:
        raise Stop
    return group


def _exiled(tree: Branch) -> Group:
    return Group((ExiledWith(str(tree.children[1])),))


_STATS: Final[Mapping[str, Any]] = {
    "base power": "base_power", "base toughness": "base_toughness",
    "power": "power", "toughness": "toughness", "mana value": "mana_value",
}  # fmt: skip


def stat(token: Token) -> Any:
    """Return the characteristic at the end of a phrase, such as "mana_value"."""
    for phrase, name in _STATS.items():
        if str(token).endswith(phrase):
            return name
    raise Stop(token)


def count_of(group: Selector) -> Amount:
    """Return the amount for "the number of" followed by the given group."""
    if isinstance(group, Group) and not group.quantifier and len(group.filters) == 2:
        noun, where = group.filters
        if isinstance(noun, CardNoun) and isinstance(where, InZone) and where.whose is not None and not where.word:
            return PlayerCount(where.zone, where.whose)
    return Count(group)


def counters_on(discourse: Discourse, token: Token) -> Amount:
    """Return the amount for a phrase such as "charge counters on it"."""
    kind, where = groups(r"(?:the number of )?(.*?) ?counters? on (.+)", token)
    if where in ("it", "them", "him", "her"):
        if where == "it" and of_several(discourse):
            return CountersOn(kind, pronoun(discourse, token.update(value=where)))
        return CountersOn(kind, None, where)
    if where == "~" or where.startswith("this "):
        return CountersOn(kind, Itself(where))
    if where.startswith(("enchanted ", "equipped ")):
        return CountersOn(kind, Attached(where))
    return CountersOn(kind, pronoun(discourse, token.update(value=where)))


def kinds_among(token: Token, group: Selector) -> Amount:
    """Return the amount for "card types among" and similar phrases."""
    different, kind = groups(r"(?:the number of )?(different )?(.+) among", token)
    return KindsAmong(group, _family(kind), (different or "").strip())


def _family(kind: str) -> Any:
    name = kind.removesuffix("s").replace(" ", "_")
    return "type" if name == "card_type" else name


def total(token: Token, group: Selector) -> Amount:
    """Return the amount for "the greatest power among" and similar phrases."""
    text = str(token)
    if "and/or" in text:
        return Largest((Total(group, "power", "greatest"), Total(group, "toughness", "greatest")))
    how: Any = "total" if " total " in f" {text}" else "least" if "lowest" in text else "greatest"
    if "highest" in text:
        raise Stop(token)
    for phrase, name in _STATS.items():
        if f" {phrase} " in text:
            return Total(group, name, how)
    raise Stop(token)


def devotion(discourse: Discourse, group: Selector, token: Token) -> Amount:
    """Return the amount for "your devotion to" the colors that `group` lists."""
    filters = group.filters if isinstance(group, Group) else ()
    options = getattr(filters[0], "options", filters) if filters else ()
    if len(filters) != 1 or not all(isinstance(option, OfColor) for option in options):
        raise Stop(token)
    colors = tuple(option.color for option in options if isinstance(option, OfColor))
    return Devotion(colors, whose_number(discourse, str(token).removesuffix(" devotion to"), token))
