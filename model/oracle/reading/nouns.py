"""Functions that read groups of objects and targets."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Any, Final

import msgspec
from lark import Token, Tree

from ...data.numbers import NUMBERS
from ...effects.filters.characteristics import With, WithNumber
from ...effects.filters.combinators import Each, Either, Other, ThatIs
from ...effects.filters.comparisons import Alike, ExtremeOfAll, Sharing, WithBase
from ...effects.filters.status import RecordedAs, Restriction, WithCounter
from ...effects.filters.whereabouts import CastFrom, ControlledBy, ExiledWith, InZones, OwnedBy, Spell
from ...effects.language import Filter, Selector
from ...effects.selectors import (
    Attached,
    ChosenObject,
    Group,
    InOrder,
    Itself,
    PairedCreatures,
    Same,
    Target,
    Together,
    TopCard,
)
from ...effects.view import Comparison
from ..printing.amounts import fits_word
from ..printing.nouns import is_adjective, words_of
from ..printing.nouns import subject as subject_words
from ..words import UNHYPHENATED, Stop, words
from .discourse import FILTERS, SUBJECTS, Branch, Counted, Discourse, reads
from .noun_rows import Segment, before, count, predicate, segments
from .players import whose
from .pronouns import event_object, pronoun

# What the board can tell of an object that is still there, unless the words are about the source.
_PAST: Final = re.compile(
    r"that (?!.*\b(?:it|its|him|her|they|them|this (?!turn$|combat$)\w+)\b|.*~)"
    r"(?:(?:was |were )?(?:attacked|blocked|dealt)|crewed|saddled|entered|didn't attack|wasn't dealt|weren't dealt)\b.*"
    r" this (?:turn|combat)$"
    r"|that (?:entered|(?:was|were) put onto the battlefield) from "
)

SUBJECTS.update({
    "subject": lambda discourse, tree: discourse.subject(tree.children[0]),
    "itself": lambda _, tree: Itself(str(tree.children[0])),
    "attached": lambda _, tree: Attached(str(tree.children[0])),
    "pronoun": lambda discourse, tree: pronoun(discourse, tree.children[0]),
    "exiled_cards": lambda _, tree: Group((ExiledWith(str(tree.children[0])),)),
    "both": lambda _, tree: PairedCreatures(str(tree.children[0])),
    "nouns": lambda discourse, tree: all_of(discourse, tree, None),
})  # fmt: skip


@reads(SUBJECTS)
def the_chosen(discourse: Discourse, tree: Branch) -> Selector:
    token = tree.children[0]
    return pronoun(discourse, token) if isinstance(discourse.it, Target) else ChosenObject(str(token))


@reads(SUBJECTS)
def together(discourse: Discourse, tree: Branch) -> Selector:
    first, joint, last = tree.children
    own: Selector
    if first.type == "SELF":
        own = Itself(str(first))
    else:
        own = pronoun(discourse, first) if first.type in ("IT", "THAT") else Attached(str(first))
    if str(joint) == "or" and discourse.default is not None and not isinstance(last, Token):
        return _one_of_two(discourse, own, last, joint)
    if str(joint) != "and" or isinstance(own, Same):
        raise Stop(joint)
    if isinstance(last, Token) and last.type == "ATTACHED":
        return Together((own, Attached(str(last))))
    if isinstance(last, Token) and last.type == "SELF":
        return Together((own, Itself(str(last))))
    if isinstance(last, Token):
        named = discourse.default is None or last.startswith(("each ", "creatures "))  # "each creature that saddled it"
        named |= isinstance(discourse.it, Target | ChosenObject)  # "choose target creature. ~ and that creature ..."
        return Together((own, pronoun(discourse, last) if named else event_object(discourse, str(last))))
    earlier, discourse.it = discourse.it, own  # "enchanted creature and other creatures that share a color with it"
    try:
        return Together((own, discourse.subject(last)))
    finally:
        discourse.it = earlier


def _one_of_two(discourse: Discourse, own: Selector, tree: Branch, joint: Token) -> Selector:
    # "equipped creature or a creature you control named Vecna": the event names the one that a player chose
    found = nouns(discourse, tree) if tree.data == "nouns" else None
    if found is None or found.number != 1 or not isinstance(found.selector, Group) or not isinstance(own, Attached):
        raise Stop(joint)
    return ChosenObject(f"{own.word} or {subject_words(Group(found.selector.filters, 'a'))}")


@reads(SUBJECTS)
def top_card_itself(discourse: Discourse, tree: Branch) -> Selector:
    return TopCard("library" if "library" in tree.children[0] else "graveyard")


@reads(SUBJECTS)
def in_order(discourse: Discourse, tree: Branch) -> Selector:
    """Return the selector for "the first spell you cast" and similar phrases."""
    of = discourse.subject(tree.children[1])
    first, when = str(tree.children[0]).removeprefix("the "), str(tree.children[2])
    if not isinstance(of, Group) or of.quantifier or Spell() not in of.filters or (first == "next") != ("this" in when):
        raise Stop(tree.children[0])
    return InOrder(of, f"{first} {words_of(of.filters, False)} {when}")


@reads(SUBJECTS)
def both_in_order(discourse: Discourse, tree: Branch) -> Selector:
    """Return the selector for "the next instant spell and the next sorcery spell you cast this turn"."""
    one, first, joint, other, second, when = tree.children
    if joint != "and":
        raise Stop(joint)
    last = in_order(discourse, Tree("in_order", [other, second, when]))
    shared = [child for child in second.children if child.data == "controlled"]
    whole = Tree("nouns", [*first.children, *shared])
    return Together((in_order(discourse, Tree("in_order", [one, whole, when])), last))


@reads(SUBJECTS)
def those(discourse: Discourse, tree: Branch) -> Selector:
    """Return the group that the clause affects, for "those creatures" or "them"."""
    token = tree.children[0]
    group = discourse.about if isinstance(discourse.it, Same) else discourse.it
    if not isinstance(group, Group) or not re.match("those |them$", token):
        raise Stop(token)
    return Together((group,), str(token))


def all_of(discourse: Discourse, tree: Branch, token: Token | None = None) -> Selector:
    """Return the objects named by a noun phrase that does not include a number."""
    if tree.data == "those":
        return discourse.subject(tree)
    found = nouns(discourse, tree)
    if found.number is not None:
        raise Stop(token)
    return found.selector


def nouns(discourse: Discourse, tree: Branch) -> Counted:
    number: int | None = None
    comparison: Comparison = "or greater"
    items: list[tuple[str, Any]] = []
    before, targets = discourse.it, discourse.targets
    possessor, own = None, False
    for child in tree.children:
        if isinstance(child, Token):  # "your opponents' creatures"
            possessor = whose(discourse, child.update(value=re.sub("'s?$", " controls", child)))
            possessor = msgspec.structs.replace(possessor, word=str(child))
            continue
        token = child.children[0]
        if child.data == "quantifier" and "target" in token and targets == discourse.targets:
            # "target creature and each one that shares ... it"
            discourse.it = Target(targets, None, "target", _many_targets(str(token)))
            targets += 1
            own = True
        elif child.data == "quantifier":
            own = False
        match child.data:
            case "count" if not items:
                if str(token) == "another":
                    items.append(("word", Token("W", "other")))
                    number = 1
                else:
                    text = str(token)
                    if text.endswith(" other"):
                        items.append(("word", Token("W", "other")))
                    number, comparison = count(Token("COUNTQ", text.removesuffix(" other")))
            case "article" if not items:
                if str(token) != "the":
                    number = 1
                    continue
                raise Stop(token)
            case "count":
                raise Stop(token)
            case "compared" if "target" in [
                word for item, text in items if item == "quantifier" for word in text.split()
            ]:
                items.append(("filter", Restriction(str(token))))  # "two target creatures with the same mana value"
            case "compared" if token.startswith("with the same") and _says_other(items):
                items.append(("filter", _same(discourse, token)))  # "each other creature with the same name"
            case "word" if str(token) in UNHYPHENATED:  # "turn target creature face down"
                raise Stop(token)
            case "word" | "article" | "separator" | "quantifier" | "size":
                items.append((child.data, token))
            case _:
                items.append((child.data, _filter(discourse, child, before if own else discourse.it)))
    discourse.it = before
    if possessor is not None:
        items.append(("controlled", possessor))
    return Counted(selector_of(discourse, items), number, comparison)


def _filter(discourse: Discourse, tree: Branch, before: Selector | None) -> Any:
    """Return the filter of a phrase; `before` is what "it" means where the phrase compares a target with it."""
    found, own = FILTERS[tree.data](discourse, tree), discourse.it
    if not isinstance(own, Target) or before == own:
        return found
    if not isinstance(found, Sharing) or not isinstance(found.of, Target) or found.of.index != own.index:
        return found
    discourse.it = before  # a target does not share a type with itself
    found = FILTERS[tree.data](discourse, tree)
    discourse.it = msgspec.structs.replace(own, index=discourse.targets)
    return found


def _says_other(items: list[tuple[str, Any]]) -> bool:
    return any(re.search(r"\bother$", str(value)) for kind, value in items if kind in ("word", "quantifier"))


def _same(discourse: Discourse, token: Token) -> Filter:
    of = discourse.it or (Itself("it") if discourse.default is None else None)
    if not isinstance(of, Itself | Attached | Target) or (isinstance(of, Target) and of.many):
        raise Stop(token)
    family: Any = token.removeprefix("with the same ").replace(" ", "_")
    return Sharing(family, msgspec.structs.replace(of, word="it"), word="alone")


def selector_of(discourse: Discourse, items: list[tuple[str, Any]]) -> Selector:
    items = _relative(items)
    parts: list[Selector] = []
    word = ""
    for segment in segments(items):
        quantifier = str(segment.quantifier or "")
        filters = before(segment.words, _shared_head(segment), _own_heads(segment))
        if segment.plurals[-1:] == [False] and any(map(_is_ambiguous, filters)):
            raise Stop(segment.quantifier)
        if all(isinstance(filter, Other) for filter in filters) and not segment.after:  # "other", of what?
            raise Stop(segment.quantifier)
        if quantifier and all(isinstance(filter, Other) or is_adjective(filter) for filter in filters):
            raise Stop(segment.quantifier, ("a noun",))  # "target attacking gets +1/+1"
        if quantifier.endswith(" other") and "target" not in quantifier:
            filters, quantifier = (Other(), *filters), quantifier.removesuffix(" other")
        filters, segment.after = _of_last(filters, segment.after)
        about = discourse.it if discourse.default is not None and not discourse.of_source else None
        named = parts[-1] if parts else about
        if "target" not in quantifier and (than := _excluded(named, Group((*filters, *segment.after)))):
            filters = tuple(Other(than) if filter == Other() else filter for filter in filters)
        filters = _other_than_shared(filters, segment.after)
        if "target" not in quantifier:
            segment.after = [_recorded(filter) for filter in segment.after]
        if any(isinstance(f, CastFrom) and not f.word for f in segment.after) and not any(map(_is_cast, segment.after)):
            raise Stop  # "that entered from exile" does not say that it was cast
        group = _compared(Group((*filters, *segment.after), quantifier))
        word = segment.joined.strip(", ") or word
        chosen = discourse.chosen_one and not quantifier  # "a creature you control of their choice": the event names it
        if any(isinstance(f, Restriction | Alike) for f in segment.after) and "target" not in quantifier and not chosen:
            raise Stop(None, ("a group of objects on the board",))
        if "target" in quantifier:
            counted = msgspec.structs.replace(group, quantifier="")
            parts.append(next_target(discourse, counted, quantifier))
        else:
            parts.append(group)
    if len(parts) > 1:
        _need_one_controller(parts)
    return parts[0] if len(parts) == 1 else Together(tuple(parts), word or "and")


def _other_than_shared(filters: tuple[Filter, ...], after: list[Filter]) -> tuple[Filter, ...]:
    # "each other creature that shares a creature type with it": other than that creature
    of = next((filter.of for filter in after if isinstance(filter, Sharing)), None)
    if not isinstance(of, Target) or of.many:
        return filters
    than = msgspec.structs.replace(of, group=None, word="it")
    return tuple(Other(than) if filter == Other() else filter for filter in filters)


def _need_one_controller(parts: list[Selector]) -> None:
    # "each artifact and each enchantment you control": do you also control the artifacts?
    each = [part for part in parts if isinstance(part, Group) and part.quantifier == "each"]
    if len(each) == len(parts):
        *rest, last = (any(isinstance(filter, ControlledBy | OwnedBy) for filter in part.filters) for part in each)
        if last and not any(rest):
            raise Stop(None, ("a verb",))


def compared_among(tree: Branch) -> tuple[Branch, Token] | None:
    """Return the noun phrase and the last words of "creatures you control with different names", or None."""
    *items, last = tree.children
    if not isinstance(last, Tree) or last.data != "compared":
        return None
    token: Any = last.children[0]
    if token.startswith("with the same") and any(str(each) == "another" for each in items[0].children):
        return None  # "another creature with the same name" as this one
    return Tree("nouns", items), token


def _is_ambiguous(filter: Filter) -> bool:
    # "a tapped and attacking creature" has both qualities; "each white and blue creature" can have either
    return isinstance(filter, Either) and filter.word == "and" and is_adjective(filter)


def _is_cast(filter: Filter) -> bool:
    return isinstance(filter, ControlledBy) and filter.word == "cast"


def _recorded(filter: Filter) -> Filter:
    # "creatures that crewed a Vehicle this turn"
    match filter:
        case Restriction(text) if _PAST.match(text):
            return RecordedAs(text.removeprefix("that "))
        case _:
            return filter


def _of_last(filters: tuple[Filter, ...], after: list[Filter]) -> tuple[tuple[Filter, ...], list[Filter]]:
    # "a Pilot or a creature with flying": a Pilot need not have flying
    match filters:
        case (Either(options, word),) if word.endswith(" a"):
            own = list(takewhile(lambda filter: isinstance(filter, With | WithNumber | WithCounter | WithBase), after))
            *rest, last = options
            inner = last.filters if isinstance(last, Each) else (last,)
            options = (*rest, Each((*inner, *own))) if own else options
            return (Either(options, word),), after[len(own) :]
        case _:
            return filters, after


def _compared(group: Group) -> Group:
    # "each creature with the greatest mana value": the greatest among those creatures
    rest = tuple(filter for filter in group.filters if not isinstance(filter, ExtremeOfAll))
    filters = (ExtremeOfAll(f.how, f.what, rest) if isinstance(f, ExtremeOfAll) else f for f in group.filters)
    return msgspec.structs.replace(group, filters=tuple(filters))


def _excluded(named: Selector | None, group: Group) -> Selector | None:
    """Return the object that "other" excludes from a group, or None if it is the source."""
    match named:
        case Target():  # "Target creature gets +1/+1 ... Other creatures get -1/-1"
            return msgspec.structs.replace(named, group=None, word="it")
        case Attached() if fits_word(named, group):  # "whenever enchanted creature attacks, each other creature"
            return named
        case _:
            return None


def next_target(discourse: Discourse, group: Group, quantifier: str) -> Target:
    """Return the next target in the text, which is chosen from the given group."""
    many = _many_targets(quantifier)
    if discourse.open_ended:  # the size of the previous group is not fixed
        raise Stop
    discourse.open_ended = many
    discourse.named_many = many
    discourse.named.append((discourse.targets, words_of(group.filters, False)))
    discourse.groups[discourse.targets] = group
    discourse.targets += 1
    return Target(discourse.targets - 1, group, quantifier, many)


def _many_targets(quantifier: str) -> bool:
    quantifier = quantifier.removeprefix("each of ")
    first = re.match(r"(?:up to |another |other |any number of |one or )*([\w ]+?) (?:other )?target", quantifier)
    return quantifier.startswith(("any number", "one or two", "one or more", "one, two")) or bool(
        first and (first[1] in list(NUMBERS)[2:] or first[1] in ("X", "that many", "one hundred"))
    )


def _relative(items: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    # "that's a Wolf or a Werewolf"
    found: list[tuple[str, Any]] = []
    place = 0
    while place < len(items):
        kind, value = items[place]
        if kind == "that_is":
            stop = place + 1
            while stop < len(items) and items[stop][0] in ("word", "article", "separator"):
                stop += 1
            row = [(k, v) for k, v in items[place + 1 : stop]]
            if row and row[0][0] == "article":
                row = row[1:]
            if stop == place + 1 and stop < len(items) and items[stop][0] in ("fitting", "of_chosen"):
                found.append(("filter", that_is(items[stop][1], value)))
                place = stop + 1
                continue
            inner = predicate([words()[str(v)][0] if k == "word" else v for k, v in row])
            if len(inner) != 1 or ("both" in value and not isinstance(inner[0], Each)):
                raise Stop(value)
            if isinstance(inner[0], Either) and stop < len(items) and items[stop][0] == "fitting":
                raise Stop(value)  # "an instant card, a sorcery card, or a card that has an Adventure"
            found.append(("filter", that_is(inner[0], value)))
            place = stop
            continue
        if kind in ("in_zone", "elsewhere") and place + 2 < len(items) and items[place + 2][0] == "in_zone":
            word = str(items[place + 1][1]) if items[place + 1][0] == "separator" else ""
            if word not in ("and", "or", "and/or"):
                raise Stop
            found.append(("filter", InZones((value, items[place + 2][1]), word)))
            place += 3
            continue
        if isinstance(value, list):
            found.extend(("filter", filter) for filter in value)
        else:
            found.append((kind, value))
        place += 1
    return found


def that_is(filter: Filter, verb: str) -> ThatIs:
    """Return the filter for a relative clause, such as "that aren't white" or "that's not a Human"."""
    style = "'s not" if " not" in verb else "both" if verb.endswith(" both") else ""
    return ThatIs(filter, "n't" in verb or " not" in verb, style)


def _shared_head(segment: Segment) -> bool:
    # "Elf and Goblin creatures", not "Elves"
    joints = [place for place, word in enumerate(segment.words) if isinstance(word, Token) and word.type != "ART"]
    return bool(joints) and segment.plurals[joints[0] - 1] is not True and segment.plurals[-1] is True


def _own_heads(segment: Segment) -> bool:
    # "Zombies and creature tokens"
    joints = [place for place, word in enumerate(segment.words) if isinstance(word, Token) and word.type != "ART"]
    return bool(joints) and all(segment.plurals[place - 1] is True for place in joints)
