"""Functions that read references such as "it" and "those creatures"."""

from __future__ import annotations

import re
from typing import Final

from lark import Token, Tree

from ...effects.amounts.base import Number
from ...effects.conditions import Exists, Is
from ...effects.filters.combinators import Each, ThatIs
from ...effects.filters.status import AttackingAlone
from ...effects.filters.whereabouts import ControlledBy
from ...effects.language import Condition, Selector
from ...effects.selectors import (
    Attached,
    ChosenObject,
    CountedObjects,
    Group,
    Itself,
    PairedCreatures,
    PairedWith,
    Same,
    Target,
    Together,
    TopCard,
)
from ..printing.nouns import is_plural
from ..words import Stop
from .discourse import CONDITIONS, Branch, Discourse

# Objects that the ability created, moved or chose; the event names them.
_NEW: Final = re.compile(r"(?:the|that|those) (?:tokens?|copy|copies)")
_MADE: Final = re.compile(r"the (?:chosen|exiled|returned|revealed|milled|sacrificed|amassed|manifested|cloaked) \w+")
# Objects that an earlier instruction of the same text affected; the event names them.
_AFFECTED: Final = re.compile(
    r".* this way\b.*|all .* that were attached to .*|one of those .*"
    r"|a creature of your choice .*|(?:all|attacking) creatures banded with .*|creatures that were blocked by .*"
    r"|all creatures that dealt damage .*|the creature that attacked"
    r"|(?:each creature|creatures) that (?:crewed|saddled) .*"
)
_SINGULAR: Final = ("it", "he", "she", "him", "her")
_PERMANENT: Final = re.compile(r"that (?:permanent|creature|artifact|land|enchantment|planeswalker)")
_IN_COMBAT: Final = re.compile(r"the (?:blocking|blocked|attacking|other) \w+")
_OF_TWO: Final = re.compile(r"the (.*(?:you control|you don't control|an opponent controls|your opponents control))")


def pronoun(discourse: Discourse, token: Token) -> Selector:
    word = str(token)
    if word in _SINGULAR and of_several(discourse):
        return _of_earlier(discourse, token)
    discourse.it = _one_of(discourse.it, token)
    if discourse.attaches and word == "it" and isinstance(discourse.it, Target):
        raise Stop(token, ("that creature",))
    if found := _OF_TWO.fullmatch(word):
        return _named(discourse, found[1], token)
    if _AFFECTED.fullmatch(word):
        if discourse.default is None:
            raise Stop(token)
        return ChosenObject(word)
    if _IN_COMBAT.fullmatch(word):  # the other creature in a trigger condition
        if discourse.default is None or discourse.targets or isinstance(discourse.it, Target | ChosenObject):
            raise Stop(token)
        return event_object(discourse, word)
    if _NEW.fullmatch(word) and discourse.default is not None:  # a copy of a target is not the target
        return ChosenObject(word)
    if _MADE.fullmatch(word) and discourse.default is not None:
        return _made(discourse, word)
    if discourse.default is None and (conditional := _of_condition(discourse, word)) is not None:
        return conditional
    if is_many(word) and isinstance(discourse.it, Itself | Attached):
        return _many_beside_one(discourse, token)
    match discourse.it:
        case Target(count=count, many=True) if word == "it" and discourse.of_each and count.startswith("each of "):
            return Same(word)
        case PairedWith(of) if word == "that creature":
            return PairedWith(of, word)
        case Itself() if word.startswith("that ") and discourse.default is not None:
            return target_called(discourse, word) or event_object(discourse, word)
        case Itself(about) if word.startswith("that ") and about.startswith(("this ", "~")):
            raise Stop(token, ("it",))  # "as long as this Equipment is attached to a creature, that creature ..."
        case Itself(about) if word != "that card" or about.endswith(" card"):
            return Itself(word)
        case Attached() if word == "that card" or (discourse.of_two and word.startswith("that ")):
            return event_object(discourse, word)  # a card that is revealed, or the other creature in the trigger
        case Attached(of_trigger=of_trigger):
            return Attached(word, of_trigger=of_trigger)
        case Target(index) if word == "those creatures" and index == discourse.event_place and discourse.group:
            return Same(word)  # "... get +1/+0. If that land is a Swamp, those creatures get +2/+0 instead"
        case Target(index) if _of_ability(discourse, index, word):
            return ChosenObject(word)  # the source of the targeted ability; the event names it
        case ChosenObject() | Target():
            return _again(discourse, word)
        case Together(word="those creatures") if word == "those creatures":  # those that changed sides
            return discourse.it
        case None if discourse.default is not None and not discourse.unexplained:
            return event_object(discourse, word)
        case None:
            raise Stop(token, ("a noun",))
        case _ if discourse.default is not None and word.startswith("that "):
            return event_object(discourse, word)  # "that creature" is not a group
        case _ if discourse.from_condition or isinstance(discourse.it, Itself):
            raise Stop(token, ("a noun",))
        case _:
            return Same(word)


def _many_beside_one(discourse: Discourse, token: Token) -> Selector:
    word = str(token)
    if discourse.is_paired:
        return PairedCreatures(word)
    if discourse.default is not None and word not in ("they", "them", "each of them"):
        return event_object(discourse, word)
    if word == "they" and discourse.group is not None and is_plural(discourse.group):
        return Same(word)  # "creatures you control get +1/+0. If this creature is attacking, they ..."
    raise Stop(token, ("it",))


def _one_of(those: Selector | None, token: Token) -> Selector | None:
    # "target creature and each Aura attached to it gain ... It gets ...": the creature
    if not isinstance(those, Together) or (token not in _SINGULAR and not _PERMANENT.fullmatch(token)):
        return those
    single = [part for part in those.parts if not is_plural(part) and not isinstance(part, Group)]
    if len(single) != 1:
        raise Stop(token, ("one of several",))
    return single[0]


def of_several(discourse: Discourse) -> bool:
    """Return whether the clause is about a plural group, which "it" and "its" can't mean."""
    return isinstance(discourse.it, Group) and is_plural(discourse.it)


def _of_earlier(discourse: Discourse, token: Token) -> Selector:
    # "whenever this creature attacks, other creatures get +X/+0, where X is its power"
    group, discourse.it = discourse.it, discourse.before
    try:
        if of_several(discourse):
            raise Stop(token, ("they",))
        return pronoun(discourse, token)
    finally:
        discourse.it = group


def _made(discourse: Discourse, word: str) -> Selector:
    if isinstance(discourse.it, Target | ChosenObject):
        return _again(discourse, word)
    if word.startswith("the chosen ") and len(discourse.named) == 1:  # "choose target ..., the chosen permanent"
        return _target(discourse, discourse.named[0][0], word)
    return ChosenObject(word)


def _of_ability(discourse: Discourse, index: int, word: str) -> bool:
    # "counter target activated ability", after which "that permanent" is no target
    named = dict(discourse.named).get(index, "")
    return bool(re.match(r"(?:activated|triggered|loyalty|ability)\b", named)) and bool(_PERMANENT.fullmatch(word))


def target_called(discourse: Discourse, word: str) -> Selector | None:
    """Return the target that the given noun describes if exactly one target matches."""
    noun = word.removeprefix("that ")
    called = [place for place, text in discourse.named if noun in text.split() or noun == "permanent"]
    return _target(discourse, called[0], word) if len(called) == 1 else None


def event_object(discourse: Discourse, word: str) -> Selector:
    """Return the object that the event names, for words such as "that creature"."""
    if (
        isinstance(discourse.it, Itself | Attached)
        and discourse.event_place is None
        and (named := _last_named(discourse, word))
    ):
        return named
    if discourse.open_ended:  # the index of the object among the targets is unknown
        return ChosenObject(word)
    place = discourse.event_place
    if place is None:
        place = discourse.targets
        discourse.event_place, discourse.event_noun = place, _noun(word)
        discourse.targets += 1
    elif not _called(discourse, word):
        raise Stop(None, (f"that {discourse.event_noun}" if discourse.event_noun else "it",))
    discourse.event_noun = discourse.event_noun or _noun(word)
    return Target(place, None, "target", is_many(word), word)


def _called(discourse: Discourse, word: str) -> bool:
    # "that Aura" does not mean a creature
    noun, known = _noun(word), discourse.event_noun
    return noun in ("", known) or known == "card" or (known == "" and noun != "card")


def _last_named(discourse: Discourse, word: str) -> Selector | None:
    if not discourse.named:
        return None
    place, text = discourse.named[-1]
    many = is_many(word)
    noun = re.sub(r"^(?:that|those|each of those) ", "", word)
    fits = any(each in (noun, noun.removesuffix("s"), noun + "s") for each in text.split())
    if not fits or many != discourse.named_many:
        return None
    return _target(discourse, place, word)


def _target(discourse: Discourse, place: int, word: str) -> Target:
    group = discourse.groups.get(place)
    if group is not None and any(getattr(node, "who", "") == "that player" for node in group.walk()):
        group = None  # "for each player, up to one target creature that player controls": not one player
    return Target(place, group, "target", is_many(word), word)


def _again(discourse: Discourse, word: str) -> Selector:
    match discourse.it:
        case Target(many=many) if many is not is_many(word) and not word.startswith("the "):
            first = discourse.named[0][0] if discourse.named else 0
            if many or len(discourse.named) < 2 or discourse.event_place is not None or discourse.open_ended:
                raise Stop(None, ("one of several",))
            return Target(first, None, "target", True, word)
        case Target(index=place) if place == discourse.event_place and not _called(discourse, word):
            raise Stop(None, (f"that {discourse.event_noun}",))
        case Target() if other := _by_noun(discourse, discourse.it.index, word):
            return other
        case Target(index, group, counting, many):
            return Target(index, group, counting, many, word)
        case ChosenObject(_, group):
            return ChosenObject(word, group)
        case _:
            return ChosenObject(word)


def _by_noun(discourse: Discourse, index: int, word: str) -> Selector | None:
    """Return the only earlier target that has the same noun as a phrase such as "that Equipment".

    The result is None if no target has this noun, or if the target at `index` has it.

    Raises:
        Stop: several earlier targets have the noun.
    """
    noun = word.removeprefix("that ")
    nouns = {place: text.split() for place, text in discourse.named}
    called = [place for place, words in nouns.items() if noun in words]
    if noun == word or index not in nouns or index in called or not called:
        return None
    if len(called) > 1:
        raise Stop(None, ("one of several",))
    return _target(discourse, called[0], word)


def _named(discourse: Discourse, words: str, token: Token) -> Selector:
    # "the creature you control"
    found = [place for place, text in discourse.named if text == words or text.startswith(f"{words} fights")]
    if len(found) != 1:
        raise Stop(token)
    return _target(discourse, found[0], str(token))


def is_many(word: str) -> bool:
    """Return whether a pronoun is plural."""
    return word.startswith(("they", "those", "them", "each of", "the chosen ")) and not re.match(
        r"the chosen \w+(?<!s)$", word
    )


def _noun(word: str) -> str:
    # "it" and "they" have no noun
    found = re.fullmatch(r"(?:that|those|each of those|the) (?:[\w-]+ )*?(\w+?)s?", word)
    return found[1] if found else ""


def only(discourse: Discourse, found: Condition) -> Condition:
    """Return the condition, after which "that creature" means the only object that fits, or "those creatures" all."""
    if not isinstance(found, Exists) or not isinstance(found.of, Group):
        return found
    single = found.comparison == "exactly" or AttackingAlone() in found.of.filters
    discourse.only = found.of if single and found.amount == Number(1) else None
    several = single and isinstance(found.amount, Number) and found.amount.number > 1
    discourse.counted = _of_yours(found.of) if found.comparison == "or more" or several else None
    return found


def _of_yours(group: Group) -> Group | None:
    # "as long as an opponent controls three or more creatures, they ...": the creatures, or that opponent?
    whose = (filter.who for filter in group.filters if isinstance(filter, ControlledBy))
    return group if all(who == "you" for who in whose) else None


def _of_condition(discourse: Discourse, word: str) -> Selector | None:
    # the card that the condition of a static ability names, or the objects that it counts
    if isinstance(discourse.card, TopCard) and word == "that card":
        return TopCard(discourse.card.zone, word)
    if isinstance(discourse.card, Group) and word == "that card":  # "a card exiled with it is a creature card"
        return CountedObjects(discourse.card, word)
    if discourse.it is not None:
        return None
    group = discourse.only if re.match("it$|that ", word) else None
    group = discourse.counted if re.match("(?:each of )?those |they$", word) else group
    return CountedObjects(group, word) if group is not None else None


# --- Every object of a group ---

_EVERY: Final = ("each", "all", "every", "each other", "all other")
_ONE: Final = ("your commander", "your Ring-bearer")


def of_whole(discourse: Discourse, tree: Branch) -> Condition | None:
    """Return the condition for "each creature you control has flying" or "your commander is attacking", or None.

    The predicate is read as a condition about each object, so that it can be any that one object can have.
    """
    about = tree.children[0]
    if not isinstance(about, Tree) or about.data != "subject" or len(tree.children) < 2:
        return None
    said = _first_word(about.children[0])
    if said not in _EVERY + _ONE:
        return None
    group = discourse.subject(about)
    if not isinstance(group, Group):
        raise Stop(tree.children[1])
    it, each = discourse.it, discourse.each
    discourse.it = discourse.each = group
    pronoun = Tree("pronoun", [Token("IT", "they" if is_plural(group) else "it")])
    try:
        asked = CONDITIONS[tree.data](discourse, Tree(tree.data, [pronoun, *tree.children[1:]]))
    finally:
        discourse.it, discourse.each = it, each
    if not isinstance(asked, Is) or not isinstance(asked.subject, Same) or asked.negated or asked.word != "is":
        raise Stop(tree.children[1])
    every = said in _EVERY
    fits = ThatIs(Each(asked.filters), negated=every)
    those = Group((*group.filters, fits), group.quantifier)
    if every:
        discourse.counted = _of_yours(Group(group.filters))
    else:
        discourse.only = those
    return Exists(those, Number(0 if every else 1), "exactly" if every else "or greater", "every")


def _first_word(tree: Branch) -> str:
    first = tree.children[0] if tree.data == "nouns" else None
    return str(first.children[0]) if isinstance(first, Tree) and first.data in ("quantifier", "word") else ""
