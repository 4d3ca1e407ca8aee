"""Functions that read verb phrases as operations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from lark import Token, Tree

from ...effects.amounts.arithmetic import Defined, Times
from ...effects.amounts.base import X
from ...effects.amounts.counting import Its, KeywordsHeld, NumberOf
from ...effects.filters.characteristics import OfType
from ...effects.filters.combinators import Other
from ...effects.filters.whereabouts import CardNoun
from ...effects.keyword_parameters import says_x
from ...effects.keywords import Keyword
from ...effects.language import Ability, Amount, Operation, Selector
from ...effects.operations.abilities import Gain, Lose, LoseAll, LoseOther, LoseThis
from ...effects.operations.abilities_from_board import GainAllOf, GainOne, GainStickered, LoseOne
from ...effects.operations.becomes import Becomes, HasSizeAndTypesOf
from ...effects.operations.copying import BecomeCopy, KeepOthers
from ...effects.operations.costs import ChangeCost
from ...effects.operations.keywords import CantHave, GainLandwalks
from ...effects.operations.players_and_rules import RuleText
from ...effects.operations.power_toughness import ModifyOne, ModifyPT, SetPT
from ...effects.operations.text import AddTextBoxes, HasText, HasTextOf
from ...effects.operations.types import GainCreatureTypes, GainEvery, LoseSubtypes
from ...effects.selectors import Attached, ChosenFrom, ChosenObject, Group, Itself, LastExiled, Target, TopCard
from ...rules.vocabulary import capital
from ..printing import amounts
from ..recognition import forms
from ..words import Stop
from . import complements, filters
from .discourse import OPERATIONS, Branch, Discourse, groups, reads
from .keywords import abilities, ability, only_abilities
from .nouns import nouns
from .repetition import keyword_named

_EVERY_KIND: Final = re.compile(r'all "?(landwalk|bands with other)"? abilities')


def type_for(discourse: Discourse, subject: Selector) -> str:
    """Return the kind of type that "the chosen type" means for a subject."""
    for node in subject.walk():
        if isinstance(node, OfType) and node.type == "Land" and discourse.type_word == "creature_type":
            return "basic_land_type"
    return discourse.type_word


def _with_adverb(verb: str, word: str) -> str:
    return f"{verb.split(maxsplit=1)[0]} {word}" if verb.startswith(("each ", "also ", "both ")) else word


@reads(OPERATIONS)
def gets(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    change = str(tree.children[1])
    power, toughness = map(amounts.plain_number, change.removeprefix("twice ").split("/"))
    if change.startswith("twice "):
        power, toughness = Times(2, power), Times(2, toughness)
    verb = str(tree.children[0])
    word = _with_adverb(verb, "gets an additional" if "additional" in verb else "gets")
    return [ModifyPT(power, toughness, word)]


@reads(OPERATIONS)
def gets_for_keywords(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    """Return the operation for "gets +1/+1 if it has flying, +1/+1 if it has first strike, and so on for ..."."""
    power, toughness, first, again, second, rest = groups(
        r"(\S+)/(\S+) if it has (.+?), (\S+) if it has (.+?), and so on for (.+)", tree.children[1]
    )
    names = [keyword_named(item) for item in (first, second, *re.split(r", and |, | and ", rest))]
    if None in names or again != f"{power}/{toughness}":
        raise Stop(tree.children[1])
    held = KeywordsHeld(tuple(name for name in names if name is not None))
    return [ModifyPT(Times(int(power), held), Times(int(toughness), held), str(tree.children[0]))]


@reads(OPERATIONS)
def gets_one(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    if str(tree.children[2]) != "or":
        raise Stop(tree.children[2])
    (first,) = gets(discourse, Tree("gets", tree.children[:2]), subject)
    (second,) = gets(discourse, Tree("gets", [tree.children[0], tree.children[3]]), subject)
    assert isinstance(first, ModifyPT)
    assert isinstance(second, ModifyPT)
    options = (first.power, second.power), (first.toughness, second.toughness)
    return [ModifyOne(*options, first.word)]


@reads(OPERATIONS)
def has(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    word = _with_adverb(str(tree.children[0]), "gains" if tree.children[0].type == "GAINS" else "has")
    if tree.children[0].startswith("already "):
        raise Stop(tree.children[0])
    found: list[Operation] = []
    held: list[Ability] = []
    style = ""
    for kind, value in abilities(discourse, tree.children[1]):
        if kind == "abilities":
            held.extend(value[0])
            style = style or value[1]
            continue
        if held:
            found.append(Gain(tuple(held), word, style))
            held, style = [], ""
        match kind:
            case "size":
                found.append(SetPT(value[0], value[1], f"{word} base"))
            case "both":
                found.append(SetPT(value[0], value[1], f"{word} base power and toughness equal to"))
            case "each":
                found.append(SetPT(value[1], value[1], f"{word} {value[0]}"))
            case "one number":
                how, number = value
                power, toughness = (number, None) if "power" in how else (None, number)
                found.append(SetPT(power, toughness, f"{word} {how}"))
            case "one" if len(tree.children[1].children) == 1:
                found.append(GainOne(value, word, "or"))
            case "none" if len(tree.children[1].children) == 1:
                found.append(LoseAll(word="has"))
            case "landwalks" if "that type" in value:
                found.append(GainLandwalks(ChosenObject("that type"), word))
            case "landwalks":
                found.append(GainLandwalks(ChosenObject(), word))
            case "all_types":
                family: Any = re.sub("^all | types$", "", value)
                found.append(GainEvery(family, word=word))
            case _:
                raise Stop(tree.children[0])
    if held:
        found.append(Gain(tuple(held), word, style))
    if len(found) == 2 and isinstance(found[0], SetPT) and isinstance(found[1], Gain) and not found[1].style:
        return [found[0], *(Gain((ability,), "") for ability in found[1].abilities)]
    if len(found) == 2 and isinstance(found[0], GainEvery) and isinstance(found[1], Gain) and not found[1].style:
        return [found[0], *(Gain((ability,), "") for ability in found[1].abilities)]
    if len(found) == 2 and isinstance(found[1], SetPT) and found[1].word == f"{word} base":
        return [found[0], msgspec.structs.replace(found[1], word="base")]  # "has deathtouch and base power and ..."
    if len(found) > 1:
        raise Stop(tree.children[0])
    joints = [str(child).strip(", ") for child in tree.children[1].children if isinstance(child, Token)]
    if joints and joints[-1] == "or":  # "gains banding, first strike, or trample"
        if discourse.default is None or style or not all(isinstance(operation, Gain) for operation in found):
            raise Stop(tree.children[0])
        return [GainOne(tuple(held), word, "or")]
    return found


@reads(OPERATIONS)
def loses(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    found = _lost(discourse, tree)
    word = _with_adverb(str(tree.children[0]), "loses")
    if word == "loses":
        return found
    if not all(isinstance(operation, Lose | LoseAll | LoseOther) for operation in found):
        raise Stop(tree.children[0])
    return [msgspec.structs.replace(operation, word=word) for operation in found]


def _lost(discourse: Discourse, tree: Branch) -> list[Operation]:
    words: list[str] = []
    held: list[Ability] = []
    found: list[Operation] = []
    style = ""
    joints = [str(child).strip(", ") for child in tree.children[1].children if isinstance(child, Token)]
    if joints and joints[-1] == "or":  # "loses first strike or swampwalk"
        return _losing_one(discourse, tree.children[1], tree.children[0], "or")
    for child in tree.children[1].children:
        if isinstance(child, Token):
            continue
        if child.data in ("loss", "all_types"):
            words.append(str(child.children[0]))
        elif child.data == "this_ability":
            found.append(LoseThis())
        else:
            kind, value = ability(discourse, child)
            if kind != "abilities":
                raise Stop(tree.children[0])
            held.extend(value[0])
            style = style or value[1]
    if len(words) == 1 and (every := _EVERY_KIND.fullmatch(words[0])):
        return [*found, Lose((*held, Keyword(capital(every[1]))), style="all")]
    if words:
        found.append(_losing(words, tree.children[0]))
    if held:
        found.append(Lose(tuple(held), style=style))
    return found


@reads(OPERATIONS)
def loses_one(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    return _losing_one(discourse, tree.children[2], tree.children[1], "")


def _losing_one(discourse: Discourse, losses: Branch, token: Token, style: str) -> list[Operation]:
    options = [child for child in losses.children if not isinstance(child, Token)]
    if discourse.default is None or any(child.data != "keyword" for child in options):  # 608.2d
        raise Stop(token)
    named = [ability(discourse, child)[1][0] for child in options]
    if any(len(abilities) != 1 for abilities in named):
        raise Stop(token)
    return [LoseOne(tuple(abilities[0] for abilities in named), style=style)]


def _losing(words: Sequence[str], token: Token) -> Operation:
    first, *more = words
    if first.startswith("all other "):
        return LoseOther((first.removeprefix("all other "), *more))
    if not first.startswith("all "):
        raise Stop(token)
    match listed := (first.removeprefix("all "), *more):
        case ("abilities",):
            return LoseAll()
        case ("creature types" | "land types" as types,):
            return LoseSubtypes(family=types.split()[0])
        case _ if set(listed) <= {"abilities", "card types", "creature types", "land types", "colors"}:
            return LoseOther(listed, other=False)
        case _:
            raise Stop(token)


@reads(OPERATIONS)
def cant_have(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    abilities, _ = only_abilities(discourse, tree.children[1])
    names = [ability.name for ability in abilities if isinstance(ability, Keyword)]
    if len(names) != len(abilities):
        raise Stop(tree.children[0])
    joints = [str(child) for child in tree.children[1].children if isinstance(child, Token)]
    if joints not in ([], ["or"]):
        raise Stop(tree.children[0])
    return [CantHave(name, "or" if place else str(tree.children[0])) for place, name in enumerate(names)]


@reads(OPERATIONS)
def is_(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    word = "becomes" if tree.children[0].type == "BECOMES" else str(tree.children[0])
    if word == "becomes" and tree.children[0].startswith(("each ", "also ", "both ")):
        word = f"{tree.children[0].split()[0]} {word}"
    word = {"'s": "is", "'re": "is", "are": "is", "'s also": "is also", "are also": "is also"}.get(word, word)
    parts, given = complements.parts_of(discourse, tree.children[1])
    lost = [str(token).split()[-1] for kind, token in parts if kind == "no_longer"]
    parts = [part for part in parts if part[0] != "no_longer"]
    plain = given == [("none", None)]
    found: list[Operation] = [complements.read(parts, word, type_for(discourse, subject), [] if plain else given)]
    if plain:
        found.append(LoseAll(word="with"))
    return [*found, LoseSubtypes(tuple(lost), word="that's no longer")] if lost else found


@reads(OPERATIONS, "becomes_one", "becomes_either")
def becomes_one(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    """Return the operation for each option of "becomes your choice of A or B" or "has base power 1 or base ..."."""
    if tree.data == "has":
        listed = [child for child in tree.children[1].children if not isinstance(child, Token)]
        numbers = [ability(discourse, child)[1] for child in listed]
        return [SetPT(power, toughness, "has base") for power, toughness in numbers]
    verb, first, second = tree.children[0], tree.children[-3], tree.children[-1]
    options = [is_(discourse, Tree("is_", [verb, option]), subject) for option in (first, second)]
    if any(len(option) > 1 for option in options):
        raise Stop(verb)
    return [operation for option in options for operation in option]


@reads(OPERATIONS)
def gains_one(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    abilities, style = only_abilities(discourse, tree.children[2])
    adverb = str(tree.children[0]).rpartition(" ")[0]
    discourse.options = abilities
    return [GainOne(abilities, f"{adverb} gains".strip(), style)]


@reads(OPERATIONS)
def gains_and_one(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    """Return the operations for "gains hexproof and your choice of flying or trample"."""
    verb, given, joint, _, options = tree.children
    if joint != "and":
        raise Stop(joint)
    first = has(discourse, Tree("has", [verb, Tree("abilities", [given])]), subject)
    found, style = only_abilities(discourse, options)
    discourse.options = found
    return [*first, GainOne(found, "and", style)]


@reads(OPERATIONS)
def gains_chosen(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    """Return the operation for "gains that ability", after "choose flying or first strike"."""
    if not discourse.options:
        raise Stop(tree.children[1])
    if len(discourse.options) == 1:  # "if it doesn't have "...", it gains that ability"
        return [Gain(discourse.options, "gains", "that")]
    return [GainOne(discourse.options, "gains", "that")]


@reads(OPERATIONS)
def gains_both(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    """Return the operation for "gains both instead", after "gains your choice of menace or trample"."""
    if len(discourse.options) != 2:
        raise Stop(tree.children[1])
    return [Gain(discourse.options, "gains", "both")]


@reads(OPERATIONS)
def has_chosen_ability(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    """Return the operation for "has the chosen ability" or "has each of the chosen abilities"."""
    verb, what = tree.children
    if not discourse.options or " " in verb:
        raise Stop(what)
    return [GainOne(discourse.options, "has", "the chosen", every="each" in what)]


@reads(OPERATIONS, "gains_it", "loses_it")
def changes_it(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    """Return the operation for "loses it" or "gains it", after a cost such as "choose flying or first strike"."""
    if len(discourse.options) < 2 or tree.children[1] != "it":
        raise Stop(tree.children[1])
    if tree.data == "gains_it":
        return [GainOne(discourse.options, "gains", "it")]
    return [LoseOne(discourse.options, style="it")]


@reads(OPERATIONS)
def gains_others(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    """Return the operation for "gains this card's other abilities"."""
    if discourse.default is None:
        raise Stop(tree.children[1])
    return [KeepOthers("gains")]


@reads(OPERATIONS)
def is_copy(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    verb = str(tree.children[0])
    discourse.it = discourse.before  # "that creature" is not the creature that becomes a copy
    of = copied(discourse, tree.children[1])
    discourse.it = subject
    word = "becomes" if "become" in verb else "is"
    if verb.startswith("each "):
        word = f"each {word}"
    return [BecomeCopy(of, word=f"{word} copies" if "become" in verb and "copies" in verb else word)]


def copied(discourse: Discourse, tree: Branch) -> Selector:
    """Return the copied object, or the group from which it is chosen."""
    phrase = tree.children[0] if tree.data == "subject" else tree
    first = phrase.children[0] if phrase.data == "nouns" else None
    if first is None or first.data not in ("article", "count") or discourse.default is None:
        return discourse.subject(tree)
    word = str(first.children[0])
    found = nouns(discourse, phrase)
    if word not in ("a", "an", "any", "another") or found.number != 1 or not isinstance(found.selector, Group):
        raise Stop(first.children[0])
    return ChosenFrom(found.selector, "a" if word == "an" else word)


@reads(OPERATIONS)
def defines(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    whose, base, phrase = groups(r"(?:('s?|its|their) )?(base )?(.*)", tree.children[0])
    word = (whose if whose in ("its", "their") else "is") + (" base" if base else "")
    figures = tree.children[1]
    if isinstance(figures, Token):  # "its base power and toughness are 1/1"
        power, toughness = map(amounts.plain_number, figures.split("/"))
        return [SetPT(power, toughness, f"{word} are")]
    if isinstance(figures, Tree) and figures.data == "size_of":
        of = discourse.subject(figures.children[0])
        return [SetPT(NumberOf(of, "power"), NumberOf(of, "toughness"), word)]
    first = discourse.figure = discourse.amount(figures)
    second = discourse.amount(tree.children[3]) if len(tree.children) > 3 else None
    both = phrase.startswith("power and toughness")
    if phrase.startswith("power") and not both:
        return [SetPT(first, second, word)]
    if second is not None:
        raise Stop(tree.children[0])
    return [SetPT(first if both else None, first, word)]


@reads(OPERATIONS)
def has_text(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    verb, *quoted = tree.children
    if "full text" in verb and isinstance(discourse.card, TopCard):
        return [HasTextOf(discourse.card)]
    if "full text" in verb or not quoted:
        raise Stop(verb)
    return [HasText(discourse.inner(str(quoted[0])[1:-1].rstrip(",")))]


@reads(OPERATIONS)
def has_text_box(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    of = discourse.subject(tree.children[1])
    if not isinstance(of, Group) or of.quantifier != "each":
        raise Stop(tree.children[0])
    return [AddTextBoxes(of)]


@reads(OPERATIONS)
def costs(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    mana, how = groups(r"costs? ((?:\{[^}]+\})+) (less|more) to cast", tree.children[0])
    if re.search(r"\{[^}]*[^WUBRGCXP0-9/}][^}]*\}", mana):
        raise Stop(tree.children[0])
    return [ChangeCost(mana, how, X() if "{X}" in mana else None)]


def _other(discourse: Discourse, tree: Branch) -> Selector:
    # In rules text that resolves, a pronoun does not mean the subject of its own clause.
    subject = discourse.it
    discourse.it = discourse.before if discourse.default is not None else subject
    of = discourse.subject(tree)
    discourse.it = subject
    return of


def _excluded(subject: Selector, of: Group) -> Selector | None:
    # "each other creature" is not the enchanted creature, or the target
    if isinstance(subject, Target):
        return msgspec.structs.replace(subject, group=None, word="it")
    return subject if isinstance(subject, Attached) and amounts.fits_word(subject, of) else None


@reads(OPERATIONS)
def has_all_of(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    what = str(tree.children[1])
    forms: tuple[str, ...] = tuple(
        word for word in ("activated", "triggered", "loyalty", "keyword", "landwalk") if word in what
    )
    of = _other(discourse, tree.children[2])
    if isinstance(of, Group) and of.quantifier and what.endswith(" all"):
        raise Stop(tree.children[1])
    if isinstance(subject, Group) and isinstance(of, Group) and Other() in of.filters:
        raise Stop(tree.children[1])  # other than each of them: the abilities differ from object to object
    if isinstance(of, Group) and (than := _excluded(subject, of)):
        filters = tuple(Other(than) if filter == Other() else filter for filter in of.filters)
        of = msgspec.structs.replace(of, filters=filters)
    verb = "gains" if tree.children[0].type == "GAINS" else "has"
    found = GainAllOf(of, forms, "all" if what.endswith(" all") else "", verb, what.split(maxsplit=1)[0])
    if len(tree.children) > 3:
        style, but = groups(r"(.+) (\w+) abilities", tree.children[3])
        found = msgspec.structs.replace(found, but=but, style=style)
    return [found]


@reads(OPERATIONS)
def has_stickered(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    """Return the operation for "has all abilities of ability stickers on this Equipment"."""
    return [GainStickered(_other(discourse, tree.children[2]))]


@reads(OPERATIONS)
def has_chosen(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    parts = [("chosen", tree.children[1]), ("keeps", tree.children[2])]
    if tree.children[1] not in ("the chosen creature type", "the chosen land type"):
        raise Stop(tree.children[1])
    return [complements.read(parts, "has", discourse.type_word)]


@reads(OPERATIONS)
def has_size_and_types(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    """Return the operation for "has the power, toughness, and creature types of the last creature card ..."."""
    if discourse.default is not None or not isinstance(subject, Itself):
        raise Stop(tree.children[1])
    return [HasSizeAndTypesOf(LastExiled((OfType("Creature"), CardNoun())))]


@reads(OPERATIONS)
def declared(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    """Return the operation for a phrase that its class declares."""
    found = filters.declared(Operation, discourse, tree, _other)
    if isinstance(found, GainCreatureTypes) and discourse.default is not None:  # 608.2h: found once, not again
        raise Stop(tree.children[0])
    return [found]


@reads(OPERATIONS)
def rule(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    if forms.touches(str(tree.children[0])):
        raise Stop(tree.children[0])
    return [RuleText(str(tree.children[0]))]


def defined(operation: Operation, amount: Amount) -> Operation:
    """Return an operation in which `amount` replaces X."""
    inside: Amount = amount
    if isinstance(amount, Defined) and isinstance(amount.amount, Its) and amount.amount.word.startswith("that "):
        # In a granted ability, "that artifact's mana value" refers to the source of the ability.
        word = amount.amount.word.removesuffix("'s")
        inside = Defined(NumberOf(Itself(word), amount.amount.what), outside=True)

    def within(ability: Ability) -> Ability:
        return ability.rewrite(lambda node: inside if isinstance(node, X) else node)

    if isinstance(operation, Gain) and any(map(says_x, operation.abilities)):
        operation = msgspec.structs.replace(operation, x=amount)
    if isinstance(operation, Gain | Becomes) and operation.abilities:
        bare = msgspec.structs.replace(operation, abilities=())
        if isinstance(bare, Becomes) and any(isinstance(node, X) for node in bare.walk()):
            # "becomes an X/X creature with trample, where X is ...": an X in the abilities is a different X
            bare = bare.rewrite(lambda node: amount if isinstance(node, X) else node)
            return msgspec.structs.replace(bare, abilities=operation.abilities)
        return msgspec.structs.replace(operation, abilities=tuple(map(within, operation.abilities)))
    return operation.rewrite(lambda node: amount if isinstance(node, X) else node)
