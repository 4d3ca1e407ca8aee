"""Functions that read the filters that follow a noun."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
from lark import Token, Tree

from ...effects.amounts.base import Number
from ...effects.amounts.counting import Its, NumberOf
from ...effects.filters.characteristics import Chosen, Named, NoAbilities, OfSubtype, With, WithNumber
from ...effects.filters.combinators import AnyOfThese, Each, Either, Other, ThatIs
from ...effects.filters.comparisons import Lacking, Sharing, WithBase
from ...effects.filters.status import Assailing, Fighting, Restriction, Wearing, WithCounter, YourCommanders
from ...effects.filters.whereabouts import ControlledBy, ExiledWith, HasAdventure, OwnedBy
from ...effects.keywords import Keyword
from ...effects.language import Amount, Filter, Operation, Selector
from ...effects.players import ControllerOf
from ...effects.selectors import Group, Itself, Same, Target, Together
from .. import phrasing
from ..grammar.keywords import read_keywords
from ..printing import amounts
from ..words import Stop, words
from .discourse import FILTERS, Branch, Counted, Discourse, groups, reads
from .noun_rows import before, of_chosen
from .nouns import nouns, that_is
from .players import whose, zone

FILTERS.update({
    "told": lambda _, tree: _restriction(str(tree.children[0])),
    "exiled": lambda _, tree: ExiledWith(str(tree.children[0])),
    "controlled": lambda discourse, tree: whose(discourse, tree.children[0]),
    "in_zone": lambda discourse, tree: zone(discourse, tree.children[0]),
    "elsewhere": lambda discourse, tree: zone(discourse, tree.children[0]),
    "named": lambda _, tree: _named(str(tree.children[0]).removeprefix("named ")),
    "that_is": lambda _, tree: tree.children[0],
    "with_counter": lambda _, tree: _with_counter(tree.children[0]),
    "with_": lambda _, tree: qualities(tree, negated=False),
    "without": lambda _, tree: qualities(tree, negated=True),
})  # fmt: skip


_ATTACHED_TO_IT: Final = (["attached to", "it"], ["attached to", "them"])
_ITS_CONTROLLER: Final = re.compile(r"\b(?:its|their) controller\b")


def _with_counter(token: Token) -> Filter:
    how, text = groups(r"(with|that has|that have) (.+)", token)
    found = counter_filter(text, token)
    return found if how == "with" else _that_has((found,), token)


def _restriction(text: str) -> Filter:
    # Words that compare a target with other targets, or that concern the course of the game, remain.
    if text == "you neither own nor control":
        neither = ControlledBy("you", negated=True, word="neither own nor control"), OwnedBy("you", negated=True)
        return ThatIs(Each(neither))
    if text == "of an opponent's choice they control":
        return ControlledBy("an opponent", word=text)
    if text == "it's blocking":
        return Fighting("blocked", Itself(text))
    if of := re.fullmatch(r"whose controller controls an? (\w+)", text):
        group = Group((OfSubtype(of[1]),), "a")
        return ControlledBy(ControllerOf(group), word="whose controller controls")
    return Restriction(text)


def _named(text: str) -> Filter:
    # "named Sword of Kaldra, ~, and Helm of Kaldra"
    if ", ~, and " not in text:
        return Named(text)
    return ThatIs(Either(tuple(map(Named, re.split(r", (?:and )?", text))), "and"))


@reads(FILTERS, "of_chosen")
def chosen_one(discourse: Discourse, tree: Branch) -> Filter:
    if "that" in tree.children[0] and discourse.default is None:
        raise Stop(tree.children[0])
    return of_chosen(tree.children[0], discourse.type_word)


@reads(FILTERS)
def that_is_chosen(discourse: Discourse, tree: Branch) -> Filter:
    """Return the filter for "that are the chosen color"."""
    verb, chosen = tree.children
    if str(chosen) not in ("the chosen color", "the chosen type", "the chosen creature type"):
        raise Stop(chosen)
    of = of_chosen(chosen, discourse.type_word)
    if isinstance(of, Chosen):
        of = msgspec.structs.replace(of, word="is creature" if "creature" in chosen else "is")
    return that_is(of, verb)


@reads(FILTERS)
def that_has(discourse: Discourse, tree: Branch) -> Filter:
    """Return the filter for "that have mana value 2 or less"."""
    return _that_has(qualities(tree, negated=False), tree.children[0])


def _that_has(filters: Sequence[Filter], token: Token) -> AnyOfThese:
    return AnyOfThese((Each(tuple(filters)),), (str(token).split()[1],))


@reads(FILTERS)
def compared(discourse: Discourse, tree: Branch) -> Filter:
    """Refuse "with different names", which describes a number of objects and not each of them."""
    raise Stop(tree.children[0])


@reads(FILTERS)
def lacking(discourse: Discourse, tree: Branch) -> Filter:
    found = qualities(tree, negated=True)
    if len(found) != 1 or not isinstance(found[0], With) or found[0].subtype:
        raise Stop(tree.children[0])
    return Lacking(found[0].keyword)


@reads(FILTERS)
def any_of_these(discourse: Discourse, tree: Branch) -> Filter:
    """Return the filter for "that are instant cards, are sorcery cards, and/or have an Adventure"."""
    token = tree.children[0]
    word = "and/or" if " and/or " in token else "or"
    options: list[Each] = []
    verbs: list[str] = []
    pieces = re.split(r",? and/or |,? or (?!less|greater)|, ", token.removeprefix("that "))
    for piece in pieces:
        verb, what = groups(r"(are |have |has |that has |that's (?:an? )?)?(.+)", token.update(value=piece))
        verbs.append((verb or "").strip())
        options.append(Each(_of_clause(what, verbs[-1], token)))
    return AnyOfThese(tuple(options), tuple(verbs), word)


def _of_clause(text: str, verb: str, token: Token) -> tuple[Filter, ...]:
    if verb == "have" and text == "an Adventure":
        return (HasAdventure(),)
    if verb == "are" and text.startswith("named "):
        return (Named(text.removeprefix("named ")),)
    if verb.endswith(("has", "have")) and "counter" in text:
        return (counter_filter(text, token),)
    if verb.endswith(("has", "have")):
        keywords = read_keywords(text)
        if len(keywords) == 1 and keywords[0] == Keyword(keywords[0].name):
            return (With(keywords[0].name),)
        return (number_filter(token.update(value=text)),)
    if not all(word in words() for word in text.split()):
        raise Stop(token)
    return before([words()[word][0] for word in text.split()], True)


@reads(FILTERS)
def wearing(discourse: Discourse, tree: Branch) -> Filter:
    """Return the filter for "with a legendary Equipment attached to it"."""
    token, those = tree.children
    *items, last = those.children
    if getattr(last, "data", "") != "fitting" or [str(each) for each in last.scan_values(bool)] not in _ATTACHED_TO_IT:
        raise Stop(token)
    return Wearing(one_of(nouns(discourse, Tree("nouns", items))), "attached")


@reads(FILTERS)
def than_size(discourse: Discourse, tree: Branch) -> Filter:
    """Return the filter for "with greater power than this creature"."""
    size, what = groups("with (greater|lesser) (.+) than", tree.children[0])
    name: Any = what.replace(" ", "_")
    of = discourse.subject(tree.children[1])
    if isinstance(of, Same) or (isinstance(of, Target) and of.many):
        raise Stop(tree.children[0])
    return WithNumber(name, NumberOf(of, name, "than"), "greater than" if size == "greater" else "less than")


@reads(FILTERS)
def fitting(discourse: Discourse, tree: Branch) -> Any:
    token, *after = tree.children
    if token.type.startswith("THATHAVING"):
        phrase = token.update(token.type.replace("THATHAVING", "FITTING"), re.sub("^that ha(?:s|ve)", "with", token))
        return _that_has((fitting(discourse, Tree("fitting", [phrase, *after])),), token)
    found = declared(Filter, discourse, tree, _single)
    if isinstance(found, Assailing) and found.whom == "it" and not isinstance(discourse.it, Itself):
        raise Stop(token)
    if isinstance(found, Sharing) and found.word == "different" and isinstance(found.of, Group):
        raise Stop(token)  # "than another creature": than one of them, or than each of them
    if isinstance(found, Sharing) and isinstance(found.of, Group) and Other() in found.of.filters:
        # "with the same name as another creature": other than the creature that is compared
        others = tuple(Other(Same()) if filter == Other() else filter for filter in found.of.filters)
        return msgspec.structs.replace(found, of=msgspec.structs.replace(found.of, filters=others))
    return found


def declared(
    base: type[Filter | Operation], discourse: Discourse, tree: Branch, group: Callable[[Discourse, Branch], Selector]
) -> Any:
    """Return the node for a phrase that a class declares; `group` reads the objects after the phrase."""
    token, *after = tree.children
    asks = {"OF": "selector", "BY": "amount"}.get(token.type.partition("_")[2], "")
    found = phrasing.read(base, str(token), asks)
    if found is None:
        raise Stop(token)
    form, fields = found
    if not asks:
        return form.kind(**fields)
    inner = _together(discourse, after, group) if asks == "selector" else _number(discourse, after[0])
    if isinstance(inner, Its) and fields.get("what") == inner.what:  # "its" does not refer to another object
        raise Stop(token)
    return form.kind(**fields, **{form.inner: inner})


def _number(discourse: Discourse, tree: Branch) -> Amount:
    said = tree.scan_values(lambda token: bool(_ITS_CONTROLLER.search(token)))
    if next(said, None) is None or isinstance(discourse.it, Target):
        return discourse.amount(tree)
    it, discourse.it = discourse.it, Same("it")  # "creatures with power greater than ... their controller's hand"
    try:
        return discourse.amount(tree)
    finally:
        discourse.it = it


def _together(discourse: Discourse, parts: list[Any], group: Callable[[Discourse, Branch], Selector]) -> Selector:
    if len(parts) == 1:
        return group(discourse, parts[0])
    first, joint, second = parts  # "other than ~ and the chosen creature"
    if joint != "and":
        raise Stop(joint)
    rule = "attached" if second.type == "ATTACHED" else "the_chosen"
    return Together((group(discourse, first), group(discourse, Tree(rule, [second]))))


def _single(discourse: Discourse, tree: Branch) -> Selector:
    if tree.data == "nouns":
        return one_of(nouns(discourse, tree))
    if tree.data == "own_commander":
        return Group((YourCommanders(one=True),))
    found = discourse.subject(tree)
    if isinstance(found, Same) and not discourse.of_each:
        raise Stop
    return found


def one_of(found: Counted) -> Selector:
    """Return the group for a noun phrase such as "a creature"."""
    group = found.selector
    if found.number is None:
        return group
    if not isinstance(group, Group) or group.quantifier or (found.number, found.comparison) != (1, "or greater"):
        raise Stop
    return Group(group.filters, "a")


def qualities(tree: Branch, negated: bool) -> list[Filter]:
    found: list[Filter] = []
    joined = ""
    for child in tree.children[1].children:
        if isinstance(child, Token):
            joined = str(child).strip(", ") or joined
            continue
        token = child.children[0]
        match child.data:
            case "keyword":
                for keyword in read_keywords(str(token)):
                    if keyword.parameter or keyword.color:
                        raise Stop(token)
                    found.append(With(keyword.name, negated, keyword.subtype))
            case "base_number":
                found.append(number_filter(token))
            case "base_size":
                found.append(_base_size(token, child.children[1]))
            case "no_abilities":
                found.append(NoAbilities())
            case _:
                raise Stop(token)
    if joined in ("or", "and/or") and not negated and len(found) > 1:
        return [ThatIs(Either(tuple(found), joined))]
    if joined in (("and", "and/or") if negated else ("or", "and/or")):
        raise Stop
    return found


def _base_size(token: Token, size: Token) -> Filter:
    power, toughness = map(amounts.plain_number, str(size).split("/"))
    if token != "base power and toughness" or not isinstance(power, Number) or not isinstance(toughness, Number):
        raise Stop(token)
    return WithBase("power and toughness", power.number, toughness.number)


def _base_number(token: Token) -> Filter:
    what, text, more = groups(r"base (power or toughness|power|toughness) (\w+)(?: or (greater|less))?", token)
    number = amounts.plain_number(text)
    if not isinstance(number, Number):
        raise Stop(token)
    comparison: Any = f"or {more}" if more else "exactly"
    return WithBase(what, number.number, comparison=comparison)


def number_filter(token: Token) -> Filter:
    """Return the filter for a phrase such as "power 2 or less" or "base power 1"."""
    if token.startswith("base "):
        return _base_number(token)
    what, number, more = groups(r"(.+?) (\w+)(?: or (greater|less))?", token)
    comparison: Any = f"or {more}" if more else "exactly"
    return WithNumber(what.replace("mana value", "mana_value"), amounts.plain_number(number), comparison)


def counter_filter(text: str, token: Token) -> WithCounter:
    if found := re.fullmatch(rf"(?:({WithCounter.patterns['counter']}) )?counters on (?:it|them)", text):
        return WithCounter(found[1] or "", word="counters")
    found = re.fullmatch(
        r"(an?|no|one or more|(exactly )?(\w+)(?: or (more|fewer))?) (.*?) ?counters? on (?:it|them|(him|her))", text
    )
    if found is None:
        raise Stop(token)
    kind, word = found[5], found[6] or ""
    if kind == "keyword":  # 122.1b: any of several kinds
        raise Stop(token)
    if found[1] in ("a", "an"):
        return WithCounter(kind, word=word)
    if found[1] == "no":
        return WithCounter(kind, Number(0), "exactly", word)
    if found[1] == "one or more":
        return WithCounter(kind, Number(1), "or more", word)
    comparison: Any = "exactly" if found[2] or not found[4] else f"or {found[4]}"
    return WithCounter(kind, amounts.plain_number(found[3]), comparison, word)
