"""Functions that read conditions about objects, amounts and game events."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from lark import Token, Tree

from ...effects.ability import TextAbility
from ...effects.amounts.base import Number
from ...effects.amounts.counting import NumberOf, PlayerCount
from ...effects.amounts.players import PlayersWho
from ...effects.conditions import (
    AllOf,
    AnyOf,
    Compare,
    Exists,
    GameFact,
    Is,
    OfPlayers,
    SelfIn,
)
from ...effects.filters.characteristics import HasAbility, Named, With
from ...effects.filters.combinators import Each, Either, Other, ThatIs
from ...effects.filters.status import Fighting, Status
from ...effects.filters.whereabouts import AttachedTo, CardNoun, ExiledWith, InZone
from ...effects.keywords import Keyword
from ...effects.language import Condition, Filter, Selector
from ...effects.selectors import Attached, ChosenObject, Group, Itself, PairedWith, Same, Target, Together, TopCard
from ..printing import amounts
from ..printing.nouns import is_plural
from ..words import Stop, words
from .amounts import count_of
from .discourse import CONDITIONS, Branch, Counted, Discourse, groups, reads
from .filters import counter_filter, fitting, number_filter
from .keywords import only_abilities
from .noun_rows import before, of_chosen, predicate
from .nouns import nouns
from .players import whose, zone
from .pronouns import event_object, of_whole, only


def read_condition(discourse: Discourse, tree: Branch) -> Condition:
    """Return a condition, or several conditions joined by "and" or "or"."""
    parts: list[Condition] = []
    word, again, shared = "", False, set[bool]()
    for child in tree.children:
        if isinstance(child, Token) and child.type == "IF":
            again = True
            continue
        if isinstance(child, Token):
            shared.add(child.type == "SEP_T")
            if (word and word != str(child)) or len(shared) > 1:
                raise Stop(child)
            word = str(child)
            continue
        discourse.amount_of_it = True
        try:
            parts.append(_part(discourse, child))
        finally:
            discourse.amount_of_it = False
    if discourse.it is None:
        discourse.it = _subject_of(parts) if discourse.default is None else _subject_compared(parts)
    if len(parts) == 1:
        return parts[0]
    if again and word != "or":
        raise Stop
    if True in shared:
        return (AnyOf if word == "or" else AllOf)(tuple(parts), "shared")
    return AnyOf(tuple(parts), "or if" if again else "or") if word == "or" else AllOf(tuple(parts))


def _part(discourse: Discourse, tree: Branch) -> Condition:
    before, discourse.asked = discourse.asked, None
    try:
        found = of_whole(discourse, tree) or CONDITIONS[tree.data](discourse, tree)
        asked: Any = discourse.asked
        if asked is not None and asked[2].endswith("s"):  # "two or more opponents have no cards in hand"
            return Compare(PlayersWho(asked[0], found, asked[2]), "or more", amounts.plain_number(asked[1]), "players")
        return found if asked is None else OfPlayers(asked[0], asked[1], found, asked[2])
    finally:
        discourse.asked = before


def _subject_of(parts: Sequence[Condition]) -> Selector | None:
    # "there are three tide counters on this creature"
    found: set[Selector] = set()
    again: set[Selector] = set()  # what a pronoun of the condition itself means
    for node in (node for part in parts for node in part.walk()):
        words: re.Match[str] | None = None
        match node:
            case Itself(word) | Attached(word):
                (again if word in ("it", "he", "she", "they") else found).add(node)
            case GameFact(text):
                words = re.match(r"(~|this \w+)(?:'s)? ", text) or re.search(r" to cast (~|this (?!spell)\w+)$", text)
            case ExiledWith(text):
                words = re.fullmatch(r"exiled with (~|this \w+)", text)
        if words is not None:
            found.add(Itself(words[1]))
    found = found or again
    return found.pop() if len(found) == 1 else None


def _subject_compared(parts: Sequence[Condition]) -> Selector | None:
    # "if this creature's power is 1 or more, it ..."
    match parts:
        case [Compare(NumberOf(Itself() | Attached() as of))]:
            return of
        case _:
            return None


# --- Characteristics of objects ---


def fits(discourse: Discourse, about: Selector, filters: tuple[Filter, ...], negated: bool = False) -> Condition:
    """Return the condition that an object matches the given filters.

    In the text that follows, "it" refers to this object.
    """
    if isinstance(about, Same) and discourse.each is not None and discourse.it in (discourse.each, about):
        discourse.it = about
        return Is(about, filters, negated)
    if not isinstance(about, Itself | Attached | Target | ChosenObject):
        raise Stop
    discourse.it, discourse.from_condition = about, False
    if isinstance(about, Target) and about.index == discourse.event_place and CardNoun() in filters:
        discourse.event_noun = discourse.event_noun or "card"  # "if it's a creature card, ... that card"
    return Is(about, filters, negated)


@reads(CONDITIONS)
def fact_is(discourse: Discourse, tree: Branch) -> Condition:
    subject = tree.children[0]
    if subject.data == "subject" and subject.children[0].data == "nouns":
        targets = discourse.targets
        found = nouns(discourse, subject.children[0])
        if isinstance(found.selector, Target):  # "if target creature token is the chosen type"
            discourse.targets = targets
            return _is(discourse, tree)
        parts = [part for part in tree.children[2].children if part.data == "word"]
        row = [part.data for part in tree.children[2].children]
        if found.number == 1 and row[:1] == ["article"] and set(row[1:]) == {"word"}:  # "a card ... is a creature card"
            noun = Each(before([words()[str(part.children[0])][0] for part in parts], False))
            condition = exists(discourse, found, ThatIs(noun), "is a", tree.children[1])
            discourse.card = condition.of if isinstance(condition, Exists) else None
            return condition
        if found.number is None or len(parts) != 1 or len(row) != 1:
            raise Stop(tree.children[1])
        said = words()[str(parts[0].children[0])][0]
        return only(discourse, exists(discourse, found, ThatIs(said), "are", tree.children[1]))
    return _is(discourse, tree)


def _is(discourse: Discourse, tree: Branch, negated: bool = False) -> Condition:
    about = discourse.subject(tree.children[0])
    filters: list[Filter] = []
    rowed: list[Any] = []
    for child in tree.children[2].children:
        token = child.children[0]
        match child.data:
            case "word":
                rowed.append(words()[str(token)][0])
            case "article":
                if rowed and not isinstance(rowed[-1], Token):
                    raise Stop(token)  # "attacking a battle": the creature is not the battle
                if rowed:
                    rowed.append(token)
            case "separator":
                rowed.append(token)
            case "chosen" if str(token) == "the chosen type":
                filters.append(of_chosen(token, discourse.type_word))
            case "controlled":
                filters.append(whose(discourse, token))
            case "in_zone" | "elsewhere":
                filters.append(zone(discourse, token))
            case _:
                raise Stop(token)
    return fits(discourse, about, (*(predicate(rowed) if rowed else ()), *filters), negated)


@reads(CONDITIONS)
def fact_is_and_has(discourse: Discourse, tree: Branch) -> Condition:
    """Return the condition for "this creature is enchanted, equipped, and has a counter on it"."""
    about, _, row, joint, counters = tree.children
    kinds = [part.data for part in row.children]
    if str(joint) != ", and" or kinds != ["word", "separator", "word"] or row.children[1].children[0] != ",":
        raise Stop(joint)
    statuses = tuple(words()[str(row.children[place].children[0])][0] for place in (0, 2))
    counter = counter_filter(str(counters).split(" ", 1)[1], counters)
    found = fits(discourse, discourse.subject(about), (*statuses, counter))
    return msgspec.structs.replace(found, word="is and has")


@reads(CONDITIONS)
def fact_isnt(discourse: Discourse, tree: Branch) -> Condition:
    if "no longer" in tree.children[1]:
        raise Stop(tree.children[1])
    found = _is(discourse, tree, negated=True)
    contracted = str(tree.children[1]) in ("'s not", "'re not")
    return msgspec.structs.replace(found, word="'s not") if contracted and isinstance(found, Is) else found


@reads(CONDITIONS)
def fact_in(discourse: Discourse, tree: Branch) -> Condition:
    if tree.children[0].data == "subject":
        return _nouns_in(discourse, tree)
    about = discourse.subject(tree.children[0])
    said = str(tree.children[1]).split(" ", 1)[1].split(" or ")
    places = tuple(zone(discourse, Token("INZONE", text)) for text in said)
    if isinstance(about, Itself):
        discourse.it = about
        first, *rest = (SelfIn(where.zone, about.word) for where in places if isinstance(where, InZone))
        return AnyOf((first, *rest), "zones") if rest else first
    if isinstance(about, Same) and len(places) == 1:
        return fits(discourse, about, places)
    raise Stop(tree.children[1])


@reads(CONDITIONS)
def fact_exiled(discourse: Discourse, tree: Branch) -> Condition:
    """Return the condition for "a creature card with flying was exiled with this creature's delve ability"."""
    subject, was, how = tree.children
    if subject.data != "subject" or subject.children[0].data != "nouns":
        raise Stop(was)
    found = nouns(discourse, subject.children[0])
    return exists(discourse, found, ExiledWith(str(how)), f"{str(was).strip()} exiled", was)


def _nouns_in(discourse: Discourse, tree: Branch) -> Condition:
    found = nouns(discourse, tree.children[0].children[0])
    if " or " in tree.children[1]:
        raise Stop(tree.children[1])
    where = zone(discourse, Token("INZONE", str(tree.children[1]).split(" ", 1)[1]))
    if found.number is None:
        raise Stop(tree.children[1])
    if several_groups(found):
        return exists(discourse, found, where, "are in", tree.children[1])
    amount = count_of(Group((*plain_group(found, tree.children[1]).filters, where)))
    if isinstance(amount, PlayerCount):
        return Compare(amount, found.comparison, Number(found.number), "are in")
    return exists(discourse, found, where, "are in", tree.children[1])


def _is_counted(about: Branch) -> bool:
    # "a creature", "another creature", "two or more creatures"
    return about.data == "subject" and getattr(about.children[0].children[0], "data", "") in ("article", "count")


def _one_has(discourse: Discourse, tree: Branch) -> Condition:
    # "a creature you control has flying"
    found = nouns(discourse, tree.children[0].children[0])
    abilities, _ = only_abilities(discourse, tree.children[2])
    keyword = abilities[0]
    if not isinstance(keyword, Keyword) or len(abilities) != 1 or keyword != Keyword(keyword.name):
        raise Stop(tree.children[1])
    return exists(discourse, found, With(keyword.name), "has", tree.children[1])


@reads(CONDITIONS)
def fact_counter(discourse: Discourse, tree: Branch) -> Condition:
    token, about = tree.children[1], tree.children[0]
    counter = counter_filter(str(token).split(" ", 1)[1], token)
    if _is_counted(about):  # "a creature has ..."
        return exists(discourse, nouns(discourse, about.children[0]), counter, "has", token)
    return fits(discourse, discourse.subject(about), (counter,))


@reads(CONDITIONS)
def fact_entered(discourse: Discourse, tree: Branch) -> Condition:
    about = discourse.subject(tree.children[0])
    fact = fits(discourse, about, (Status("entered_this_turn"),))
    return Is(about, fact.filters, word="entered") if isinstance(fact, Is) else fact


@reads(CONDITIONS)
def fact_done(discourse: Discourse, tree: Branch) -> Condition:
    """Return the condition for "this creature is goaded", whose words are also those of an operation."""
    (word,) = groups(r"(?:is|are) (goaded|suspected)", tree.children[1])
    return fits(discourse, discourse.subject(tree.children[0]), (Status(word),))


@reads(CONDITIONS)
def top_card(discourse: Discourse, tree: Branch) -> Condition:
    about = TopCard("library" if "library" in tree.children[0] else "graveyard")
    rowed: list[Any] = []
    for part in tree.children[2].children:
        if part.data == "word":
            rowed.append(words()[str(part.children[0])][0])
        elif part.data == "separator":
            rowed.append(part.children[0])
        elif part.data != "article" or rowed:
            raise Stop(tree.children[0])
    discourse.card = about
    return Is(about, predicate(rowed))


@reads(CONDITIONS)
def fact_hasnt(discourse: Discourse, tree: Branch) -> Condition:
    found = fact_has(discourse, tree)
    if not isinstance(found, Is):
        raise Stop(tree.children[1])
    return Is(found.subject, found.filters, negated=True)


@reads(CONDITIONS)
def fact_remains(discourse: Discourse, tree: Branch) -> Condition:
    about = discourse.subject(tree.children[0])
    word = str(tree.children[1]).removeprefix("remains ")
    if word == "on the battlefield":
        fact = fits(discourse, about, (InZone("battlefield"),))
    elif word == "exiled":
        if about == Itself("it") and discourse.default is not None:
            raise Stop(tree.children[1])  # the exiled card, not the source
        fact = fits(discourse, about, (InZone("exile"),))
    elif word in ("tapped", "untapped"):
        fact = fits(discourse, about, (Status(word),))
    elif word in ("attached to it", "attached to that creature"):
        if not isinstance(about, Itself):
            raise Stop(tree.children[1])
        to = event_object(discourse, word.removeprefix("attached to "))
        discourse.it = to
        return Is(about, (AttachedTo(to),), word="remains")
    else:
        raise Stop(tree.children[1])
    return Is(about, fact.filters, word="remains") if isinstance(fact, Is) else fact


def _wearing(discourse: Discourse, tree: Branch) -> Condition | None:
    # "this creature is enchanted by exactly two Auras", "it's blocked by two or more creatures"
    said, how = tree.children[3:], str(tree.children[2])
    if how not in ("enchanted by", "blocked by") or not said or said[0].data != "subject":
        return None
    found = nouns(discourse, said[0].children[0]) if said[0].children[0].data == "nouns" else None
    if found is None or found.number is None or (found.number, found.comparison) == (1, "or greater"):
        return None
    about = discourse.subject(tree.children[0])
    if not isinstance(about, Itself | Attached | Target) or is_plural(about):
        raise Stop(tree.children[2])
    discourse.it = about
    wearing = AttachedTo(about) if how == "enchanted by" else Fighting("blocking", about)
    return exists(discourse, found, wearing, how, tree.children[2])


@reads(CONDITIONS)
def fact_fits(discourse: Discourse, tree: Branch) -> Condition:
    subject = tree.children[0]
    if subject.data != "subject" or subject.children[0].data != "nouns":
        return _attached_by(discourse, tree) or _wearing(discourse, tree) or _one_fits(discourse, tree)
    found = nouns(discourse, subject.children[0])
    plain_group(found, tree.children[1])
    return only(discourse, exists(discourse, found, _fitted(discourse, tree), "are", tree.children[1]))


def _attached_by(discourse: Discourse, tree: Branch) -> Condition | None:
    # "gain control of that permanent for as long as that Aura is attached to it": the event names both
    subject, _, phrase, *said = tree.children
    word = str(subject.children[0])
    if (
        str(phrase) != "attached to"
        or word not in ("that Aura", "that Equipment")
        or not isinstance(discourse.it, Target)
    ):
        return None
    if len(said) != 1 or said[0].data != "pronoun" or said[0].children[0] != "it" or dict(discourse.named):
        return None
    return Is(ChosenObject(word), (AttachedTo(msgspec.structs.replace(discourse.it, word="it")),))


def _one_fits(discourse: Discourse, tree: Branch) -> Condition:
    about = discourse.subject(tree.children[0])
    if isinstance(about, Attached | Itself):
        discourse.it = about
    return fits(discourse, about, (_fitted(discourse, tree),))


def _fitted(discourse: Discourse, tree: Branch) -> Any:
    phrase, *said = tree.children[2:]
    if said and said[0].data == "subject":  # "attached to a creature you control" means attached to any such creature
        said = [said[0].children[0]]
    return fitting(discourse, Tree("fitting", [phrase, *said]))


@reads(CONDITIONS)
def fact_has(discourse: Discourse, tree: Branch) -> Condition:
    found = _has(discourse, tree)
    if not tree.children[1].startswith("already "):
        return found
    if not isinstance(found, Is) or found.negated:
        raise Stop(tree.children[1])
    return msgspec.structs.replace(found, word="already")


def _has(discourse: Discourse, tree: Branch) -> Condition:
    inner = tree.children[2].children
    if len(inner) == 1 and inner[0].data == "base_number":
        return fits(discourse, discourse.subject(tree.children[0]), (number_filter(inner[0].children[0]),))
    first = tree.children[0]
    if _is_counted(first):
        return _one_has(discourse, tree)
    about = discourse.subject(tree.children[0])
    abilities, _ = only_abilities(discourse, tree.children[2])
    if len(abilities) == 1 and isinstance(abilities[0], TextAbility) and discourse.default is not None:
        discourse.options = abilities
        return fits(discourse, about, (HasAbility(abilities[0]),))
    if len(abilities) != 1 or not isinstance(abilities[0], Keyword) or abilities[0].parameter or abilities[0].color:
        raise Stop(tree.children[1])
    return fits(discourse, about, (With(abilities[0].name, subtype=abilities[0].subtype),))


# --- Numbers of objects ---


def plain_group(found: Counted, token: Token) -> Group:
    """Return the group named by a noun phrase that has no quantifier."""
    if not isinstance(found.selector, Group) or found.selector.quantifier:
        raise Stop(token)
    return found.selector


def several_groups(found: Counted) -> tuple[list[Group], type[AllOf | AnyOf]] | None:
    """Return the groups in "an artifact and an enchantment", of each of which a condition requires an object, or None.

    The second value is the class for the condition. "An artifact or an enchantment" is one group.
    """
    if found.number is None and isinstance(found.selector, Group) and found.selector.filters:
        *rest, last = found.selector.filters  # "artifacts named Scepter of Empires and Throne of Empires"
        names = last.name.split(" and ") if isinstance(last, Named) else ()
        return ([Group((*rest, Named(name))) for name in names], AllOf) if len(names) == 2 else None
    if (found.number, found.comparison) != (1, "or greater"):
        return None
    match found.selector:
        case Together(parts, "and" | "or" as word):
            groups = [part for part in parts if isinstance(part, Group) and not part.quantifier]
            return (groups, AllOf if word == "and" else AnyOf) if len(groups) == len(parts) else None
        case Group((Either(options, "and a"), *rest), ""):
            inner = (option.filters if isinstance(option, Each) else (option,) for option in options)
            return [Group((*filters, *rest)) for filters in inner], AllOf
        case Group((Either(options, word), *_), "") if word.endswith("and a"):
            raise Stop
        case _:
            return None


def exists(discourse: Discourse, found: Counted, filter: Filter | None, form: str, token: Token) -> Condition:
    """Return the condition that enough objects in a group match `filter`."""
    if several := several_groups(found):
        groups, kind = several
        more = len(groups) - 1
        if form == "are in":
            forms = [*["just"] * more, "both are in"]
        elif form in ("there's", ""):  # "there's an instant card and a land card in your graveyard"
            forms = [f"{form or 'there is'} just", *["just"] * (more - 1), "last"]
        elif form == "control":
            forms = ["names", "name"] if found.number is None else [form, *["also"] * more]
        else:
            raise Stop(token)
        each = (Counted(group, 1) for group in groups)
        return kind(tuple(exists(discourse, one, filter, how, token) for one, how in zip(each, forms, strict=True)))
    group = plain_group(found, token)
    if filter is not None:
        group = Group((*group.filters, filter))
    if isinstance(discourse.it, Attached) and amounts.fits_word(discourse.it, group):
        # "Enchanted creature has shroud as long as you control another creature" excludes the enchanted creature.
        than = Other(discourse.it)
        group = Group(tuple(than if each == Other() else each for each in group.filters))
    if found.number is None:
        raise Stop(None, ("a number",))
    return Exists(group, Number(found.number), found.comparison, form)


@reads(CONDITIONS)
def paired(discourse: Discourse, tree: Branch) -> Condition:
    about = discourse.subject(tree.children[0])
    if isinstance(about, Target) and tree.children[2] == "paired with a creature":
        discourse.it = PairedWith(msgspec.structs.replace(about, group=None))
        return Is(about, (Status("paired"),), word="paired with a creature")
    if not isinstance(about, Itself) or tree.children[2] != "paired with another creature":
        raise Stop(tree.children[2])
    discourse.it, discourse.is_paired = about, True
    return Is(about, (Status("paired"),), word="paired")


@reads(CONDITIONS)
def you_control(discourse: Discourse, tree: Branch) -> Any:
    who = whose(discourse, tree.children[0])
    return fits(discourse, discourse.subject(tree.children[1]), (who,))
