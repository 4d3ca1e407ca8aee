"""Functions that print operations as English verb phrases."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ...effects.amounts.arithmetic import Defined, Half, Minus, Plus, Sum, Times
from ...effects.amounts.base import Number, X
from ...effects.amounts.counting import KeywordsHeld, Total
from ...effects.keywords import Keyword
from ...effects.language import Amount, Operation
from ...effects.operations.abilities import Gain, Lose, LoseAll, LoseOther, LoseThis
from ...effects.operations.abilities_from_board import GainAllOf, GainKind, GainOne, GainStickered, LoseOne
from ...effects.operations.becomes import Becomes, HasSizeAndTypesOf
from ...effects.operations.copying import (
    AsEnters,
    BecomeCopy,
    Conditional,
    DontCopy,
    KeepOthers,
    KeepThis,
    NoManaCost,
)
from ...effects.operations.costs import ChangeCost
from ...effects.operations.keywords import CantHave, GainLandwalks
from ...effects.operations.players_and_rules import PlayerGains, RuleText
from ...effects.operations.power_toughness import ModifyOne, ModifyPT, SetPT
from ...effects.operations.text import AddTextBoxes, HasText, HasTextOf, SetName
from ...effects.operations.types import GainEvery, LoseSubtypes, RemoveSupertypes, RemoveTypes
from ...effects.selectors import ChosenObject
from ...rules.vocabulary import plural
from ..words import Stop
from . import amounts, conditions
from . import complements as complement
from .keywords import join, keyword_text, listed
from .nouns import a, declared, subject

_VERBS = {
    "gets": "get", "has": "have", "is": "are", "becomes": "become", "loses": "lose", "gains": "gain", "isn't": "aren't",
    "is no longer": "are no longer", "gets an additional": "get an additional", "each gets": "each get",
    "is also": "are also", "costs": "cost", "each becomes": "each become", "becomes copies": "become copies",
    "enters as": "enter as",
}  # fmt: skip
_INFINITIVES = {**_VERBS, "is": "be", "isn't": "not be"}


def verb(node: Operation, many: bool, infinitive: bool = False) -> str:
    """Return the verb phrase for an operation."""

    def inflected(word: str) -> str:
        return _verb(word, many, infinitive)

    for phrase in (_giving, _taking, _changing):
        if (text := phrase(node, inflected)) is not None:
            return text
    match node:
        case SetPT(power, toughness, word):
            return _sized(power, toughness, word, inflected)
        case Becomes(word=word):
            return f"{inflected(word)} {complement.complement(node, many)}"
        case RemoveSupertypes(supertypes, word):
            return f"{inflected(word.removesuffix(' or'))} {join([each.lower() for each in supertypes], 'or')}"
        case RemoveTypes(types, word) if word.endswith(" or"):
            names = join([plural(name.lower()) if many else name.lower() for name in types], "or")
            return f"{inflected(word.removesuffix(' or'))} {names if many else f'{a(names)} {names}'}"
        case RemoveTypes(types, word):
            names = " ".join(plural(name.lower()) if many else name.lower() for name in types)
            return f"{inflected(word)} {names if many else f'{a(names)} {names}'}"
        case HasSizeAndTypesOf(of):
            return f"{inflected('has')} the power, toughness, and creature types of {subject(of)}"
        case BecomeCopy(of, exceptions, word):
            said = inflected(word.removesuffix(" copies"))
            plural_noun = word.endswith(" copies") or (many and word == "is")
            copied = f"{said} {'copies' if plural_noun else 'a copy'} of {subject(of)}"
            several = many and word == "is"  # a static ability; the exceptions of others have a uniform wording
            said = " and ".join(_exception(each, several) for each in exceptions)
            return f"{copied}, except {said}" if said else copied
        case AsEnters(operations):
            return join([verb(operation, many) for operation in operations])
        case _:
            return declared(node, many or infinitive)


def _giving(node: Operation, inflected: Callable[[str], str]) -> str | None:
    match node:
        case Gain(_, word, "that"):
            return f"{inflected(word)} that ability"
        case Gain(_, word, "both"):
            return f"{inflected(word)} both"
        case Gain(abilities, word, style) | PlayerGains(abilities, word, style):
            return f"{inflected(word)} {join(listed(abilities, style))}".strip()
        case GainOne(abilities, word, "or"):
            texts = [text for ability in abilities for text in listed((ability,))]
            if all(" from " in text for text in texts):  # "protection from artifacts or from the chosen color"
                texts = [texts[0], *(text[text.index(" from ") + 1 :] for text in texts[1:])]
            return f"{inflected(word)} {join(texts, 'or')}"
        case GainOne(_, word, "it") | LoseOne(_, word, "it"):
            return f"{inflected(word)} it"
        case GainOne(_, word, "that"):
            return f"{inflected(word)} that ability"
        case GainOne(_, word, "the chosen", every=every):
            return f"{inflected(word)} {'each of the chosen abilities' if every else 'the chosen ability'}"
        case GainOne(abilities, word, style):
            return f"{inflected(word)} your choice of {join(listed(abilities, style), 'or')}"
        case GainEvery(family, False, word):
            return f"{inflected(word)} all {family} types"
        case GainKind(keyword, _, word):
            return f"{inflected(word)} {keyword_text(Keyword(keyword)).lower()}"
        case GainLandwalks(_, word, basic=True) | GainLandwalks(ChosenObject("that type"), word):
            return f"{inflected(word)} landwalk of that type"
        case GainLandwalks(_, word):
            return f"{inflected(word)} landwalk of each of the land types of the sacrificed land"
        case GainAllOf(of, kinds, word, said, lead, but, style):
            each = f"{word} " if word else ""
            noun = "ability" if lead == "each" else "abilities"
            text = f"{inflected(said)} {lead} {' and '.join(kinds)} {noun} of {each}{subject(of)}"
            return f"{text}{'' if style.startswith(',') else ' '}{style} {but} abilities" if but else text
        case GainStickered(of, word):
            return f"{inflected(word)} all abilities of ability stickers on {subject(of)}"
        case KeepOthers("gains" as word):
            return f"{inflected(word)} this card's other abilities"
        case KeepOthers():
            return f"{inflected('has')} ~'s other abilities"
        case KeepThis():
            return f"{inflected('has')} this ability"
        case HasTextOf():
            return f"{inflected('has')} the full text of that card"
        case HasText(abilities):
            return f"{inflected('has')} the text {join(listed(abilities))}"
        case AddTextBoxes(of):
            return f"{inflected('has')} the text box of {subject(of)} in addition to its own"
        case _:
            return None


def _taking(node: Operation, inflected: Callable[[str], str]) -> str | None:
    match node:
        case LoseOne(abilities, word, style):
            choice = "" if style else " your choice of"
            return f"{inflected(word)}{choice} {join(listed(abilities), 'or')}"
        case Lose(abilities, word, "all"):
            *others, last = listed(abilities)
            last = f'"{last}"' if " " in last else last
            return f"{inflected(word)} {join([*others, f'all {last} abilities'])}"
        case Lose(abilities, word, style):
            return f"{inflected(word)} {join(listed(abilities, style))}"
        case LoseAll(other, word):
            if word in ("has", "with"):
                return f"{inflected(word)} no abilities"
            return f"{inflected(word)} all {'other ' if other else ''}abilities"
        case LoseSubtypes((subtype, *_) as subtypes, "", word):
            verb = inflected(word.removesuffix(" or"))
            many = verb != word.removesuffix(" or")
            names = join([plural(each) if many else each for each in subtypes], "or")
            return f"{verb} {names if many else f'{a(subtype)} {names}'}"
        case LoseSubtypes((), family):
            return f"{inflected('loses')} all {family} types"
        case LoseOther(what=what, word=word, other=other):
            return f"{inflected(word)} all {'other ' if other else ''}{join(what)}"
        case LoseThis(word):
            return f"{inflected(word)} this ability"
        case CantHave(keyword, word):
            return f"{word} {keyword_text(Keyword(keyword)).lower()}"
        case DontCopy(family, word):
            return f"doesn't copy {word} {family}"
        case _:
            return None


def _changing(node: Operation, inflected: Callable[[str], str]) -> str | None:
    match node:
        case ModifyPT(power, toughness, word):
            return f"{inflected(word)} {_change(power, toughness)}"
        case ModifyOne(powers, toughnesses, word):
            return f"{inflected(word)} {' or '.join(map(_change, powers, toughnesses))}"
        case ChangeCost(mana, "more" | "less" as how, _, times):
            text = f"{inflected('costs')} {mana} {how} to cast"
            return text if times is None else f"{text} for each {amounts.for_each(times)}"
        case RuleText(text):
            return text
        case _:
            return None


def _exception(node: Operation, many: bool = False) -> str:
    if isinstance(node, Conditional):
        said = join([_exception(each) for each in node.operations])
        return f"{said} if {node.word}" if node.last else f"if {node.word}, {said}"
    if isinstance(node, NoManaCost):
        return "it has no mana cost"
    if isinstance(node, SetName):
        return f"its name is {node.name}"
    if isinstance(node, SetPT) and not node.word.startswith(("has", "gains", "each", "also", "both")):
        return defining(node, "it")
    return conditions.contracted(f"{'they' if many else 'it'} {verb(node, many)}")


def _verb(word: str, many: bool, infinitive: bool) -> str:
    if word.startswith(("each ", "also ", "both ")):
        adverb, _, rest = word.partition(" ")
        return f"{adverb} {_verb(rest, many, infinitive)}"
    if infinitive:
        return _INFINITIVES.get(word, word)
    return _VERBS.get(word, word) if many else word


def _change(power: Amount, toughness: Amount) -> str:
    if isinstance(power, Sum) and isinstance(toughness, Sum):  # "+1/+1 for each ... and +1/+1 for each ..."
        return " and ".join(map(_change, power.parts, toughness.parts))
    match power, toughness:
        case Times(2, X() | Defined() | Times() as one), Times(2, other):  # "gets twice -X/-X"
            return f"twice {_change(one, other)}"
    parts = (part for part in (power, toughness) if isinstance(part, Times))
    if isinstance(power, Times) and isinstance(power.amount, KeywordsHeld):
        return _for_keywords(power, toughness, power.amount.keywords)
    each = next((part for part in parts if not isinstance(part.amount, X | Defined)), None)
    first, second = _signed(power, each), _signed(toughness, each)
    if first == "+0" and second.startswith("-"):
        first = "-0"
    if second == "+0" and first.startswith("-"):
        second = "-0"
    text = f"{first}/{second}"
    if each is not None and isinstance(each.amount, Half):
        return f"{text} for every two {amounts.every_two(each.amount)}"
    return text if each is None else f"{text} for each {amounts.for_each(each.amount)}"


def _for_keywords(power: Times, toughness: Amount, keywords: Sequence[str]) -> str:
    if not isinstance(toughness, Times) or toughness.amount != power.amount:
        raise Stop
    first, second, *rest = (keyword_text(Keyword(name)).lower() for name in keywords)
    change = f"{power.factor:+d}/{toughness.factor:+d}"
    return f"{change} if it has {first}, {change} if it has {second}, and so on for {join(rest)}"


def _signed(amount: Amount, each: Times | None) -> str:
    match amount:
        case Number(number):
            return f"+{number}" if number >= 0 else str(number)
        case Times(factor, inner) if each is not None and inner == each.amount:
            return f"+{factor}" if factor >= 0 else str(factor)
        case X() | Defined():
            return "+" + amounts.amount(amount)
        case Times(-1, X() | Defined()):
            return amounts.amount(amount)
        case _:
            raise Stop


def _sized(
    power: Amount | None, toughness: Amount | None, word: str, inflected: Callable[[str], str]
) -> str:  # fmt: skip
    if word == "base":
        return complement.base_size(power, toughness)
    verb, how = re.fullmatch(r"((?:each |both |also )?\S+)(?: (.*))?", word).groups("")  # type: ignore[union-attr]
    if how in ("the chosen", "that"):  # the size of an option that a player chose
        return f"{inflected(verb)} {how} base power and toughness"
    if how == "base":
        return f"{inflected(verb)} {complement.base_size(power, toughness)}"
    number = toughness if power is None else power
    if number is None:
        raise Stop
    both = " and toughness" if power != toughness and None not in (power, toughness) else ""
    return f"{inflected(verb)} {how} {amounts.amount(number)}{both}"


def defining(node: SetPT, name: str) -> str:
    """Return a clause such as "~'s power is equal to ..."."""
    who, _, base = node.word.partition(" ")
    head = who if who != "is" else "its" if name == "it" else f"{name}'s"
    head = f"{head} {base.removesuffix('are').strip()}".strip()
    if base.endswith("are"):
        return f"{head} power and toughness are {complement.base_size(node.power, node.toughness).split()[-1]}"
    if node.power is not None and node.power == node.toughness:
        to = "" if isinstance(node.power, Number) else "equal to "
        return f"{head} power and toughness are each {to}{amounts.amount(node.power)}"
    if node.power is not None and node.toughness is not None:
        powers, toughnesses = amounts.amount(node.power), amounts.amount(node.toughness)
        if powers.endswith("'s power") and toughnesses == powers.removesuffix("power") + "toughness":
            return f"{head} power and toughness are equal to {powers} and toughness"
        if isinstance(node.power, Total) and isinstance(node.toughness, Total) and node.power.of == node.toughness.of:
            toughnesses = f"their total {node.toughness.what}"
        if isinstance(node.toughness, Plus) and node.toughness.amount == node.power:
            toughnesses = f"that number plus {node.toughness.plus}"
        if isinstance(node.toughness, Minus) and node.toughness.minus == node.power:
            toughnesses = f"{amounts.amount(node.toughness.amount)} minus that number"
        return f"{head} power is equal to {powers} and its toughness is equal to {toughnesses}"
    if node.power is not None:
        return f"{head} power is equal to {amounts.amount(node.power)}"
    if node.toughness is not None:
        return f"{head} toughness is equal to {amounts.amount(node.toughness)}"
    raise Stop
