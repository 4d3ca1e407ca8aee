"""Functions that print clauses in English."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...data.numbers import NUMBER_WORDS
from ...effects.amounts.arithmetic import Defined, Doubled, Minus, Times
from ...effects.amounts.base import Number, X
from ...effects.amounts.counting import Its, NumberOf
from ...effects.language import Clause, Operation, Selector
from ...effects.operations.control import ExchangeBetween, ExchangeControl, GainControl, OwnersControl
from ...effects.operations.costs import ChangeCost, Mana
from ...effects.operations.players_and_rules import LandPlays, MaxHandSize, RuleText
from ...effects.operations.power_toughness import ModifyPT, SetPT, SwitchPT
from ...effects.operations.text import ChangeWords, ChangeWordsTo, ExchangeText, SetWords
from ...effects.selectors import Target, Together
from ..words import Stop
from . import amounts, conditions
from .keywords import join
from .nouns import is_plural, subject
from .verbs import defining, verb


def clause_text(clause: Clause, elided: bool = False, may: bool = False) -> str:
    """Return a clause in English, excluding its duration and condition."""
    operations = clause.operations
    if "whole" in clause.form and isinstance(operations[0], RuleText):
        return operations[0].text
    if len(operations) == 1:
        name = subject(clause.selector)
        if text := (
            _of_players(operations[0], clause, name)
            or _of_control(operations[0], name, may)
            or _of_text(operations[0], clause, name)
            or _of_power_toughness(operations[0], clause, name)
        ):
            return text
    many = is_plural(_said(clause.selector)) or "you-and" in clause.marks
    said = join(_verbs(operations, many, may))
    if elided:
        return said
    name = subject(_said(clause.selector))
    return conditions.contracted(f"{'you may have ' if may else ''}{_object(name) if may else name} {said}")


def _verbs(operations: Sequence[Operation], many: bool, may: bool) -> list[str]:
    texts: list[str] = []
    for operation in operations:
        text = verb(operation, many, may)
        word = getattr(operation, "word", "")
        if texts and word in ("or", "and", "that's no longer", "with"):  # "can't have hexproof or shroud"
            texts[-1] += f" {text}"
        else:
            texts.append(text)
    return texts


def _of_control(operation: Operation, name: str, may: bool) -> str:
    match operation:
        case GainControl(_, _, word) if may:
            return f"you may have {word.replace('gains', 'gain')} {_object(name)}"
        case GainControl(_, _, word):
            return f"{word} {_object(name)}"
        case OwnersControl(word=word) if word:
            return f"{word} {_object(name)}"
        case OwnersControl(yours):
            return f"each player gains control of {name} they own{' that you control' if yours else ''}"
        case ExchangeBetween(word):
            return f"{word} {_object(name)}"
        case ExchangeControl(other):
            both = name if _is_other_target(other) else f"{name} and {subject(other)}"
            return f"exchange control of {both}"
        case _:
            return ""


def _of_text(operation: Operation, clause: Clause, name: str) -> str:
    match operation:
        case ExchangeText(other, _, word):
            if "whole" in clause.marks:
                return word
            return f"{word} {name}" if _is_other_target(other) else f"{word} {name} and {subject(other)}"
        case ChangeWords(what) | ChangeWordsTo(what):
            to = operation.subtype if isinstance(operation, ChangeWordsTo) else "another"
            return f"change the text of {name} by replacing all instances of {_words(what, to)}"
        case SetWords():
            return f"all instances of color words in the text of {name} are changed to the chosen color word"
        case _:
            return ""


def _of_power_toughness(operation: Operation, clause: Clause, name: str) -> str:
    match operation:
        case ModifyPT(power, toughness, "double" | "double its" | "double of" as style):
            numbers = ("power", power), ("toughness", toughness)
            what = " and ".join(word for word, part in numbers if isinstance(part, Its | Times | Doubled))
            verb = "triple" if isinstance(power, Times) or isinstance(toughness, Times) else "double"
            if isinstance(power, Doubled) or isinstance(toughness, Doubled):
                what += " X times"
            return f"{verb} the {what} of {name}" if style == "double of" else f"{verb} {_possessive(name)} {what}"
        case SwitchPT() if "of" in clause.marks:
            return f"switch the power and toughness of {_object(name)}"
        case SwitchPT():
            return f"switch {_possessive(name)} power and toughness"
        case SetPT(power, toughness, word) if word.startswith("exchange its "):
            number = power if power is not None else toughness
            other = subject(number.of) if isinstance(number, NumberOf) else name
            return f"{word} the {word.split()[2]} of {other}"
        case SetPT(power, toughness, word) if re.fullmatch("exchange.*(?:power|toughness)(?: of)?", word):
            number = power if power is not None else toughness
            other = "" if not isinstance(number, NumberOf) or _is_other_target(number.of) else subject(number.of)
            both = f"{name} and {other}" if other else name
            return f"{word} {both}" if word.endswith(" of") else f"{both} {word}"
        case SetPT(power, _, word) if word.startswith("exchange "):
            return f"{word} {_possessive(name)} {'toughness' if power is None else 'power'}"
        case SetPT(_, _, word) if word.startswith("change "):
            return _changed(operation, clause.selector)
        case SetPT(_, _, word) if not word.startswith(("has", "gains", "each", "also", "both")):
            return defining(operation, name)
        case _:
            return ""


def _of_players(operation: Operation, clause: Clause, name: str) -> str:
    match operation:
        case ChangeCost(mana, "least"):
            number = NUMBER_WORDS[Mana.of(mana).generic]
            return f"{name} that would cost less than {number} mana to cast costs {number} mana to cast"
        case MaxHandSize(None, _, equal) if equal is not None:
            text = amounts.amount(equal)
            if isinstance(equal, Minus) and isinstance(equal.amount, Number):  # "seven minus ..."
                text = NUMBER_WORDS[equal.amount.number] + text.removeprefix(str(equal.amount.number))
            return f"{_whose_hand(name)} maximum hand size is equal to {text}"
        case MaxHandSize(number, how):
            return _hand(name, number, how)
        case LandPlays(x=True):
            return f"{name} may play X additional lands"
        case LandPlays(number, word):
            count = {1: "an additional land", None: "any number of lands"}.get(
                number, f"{NUMBER_WORDS[number or 0]} additional lands"
            )
            if clause.duration:
                return f"{name} may play {f'{word} ' if word else ''}{count}"
            return f"{name} may play {count} {word or 'on'} each of {'your' if name == 'you' else 'their'} turns"
        case _:
            return ""


def _is_other_target(other: Selector) -> bool:
    return isinstance(other, Target) and other.word == "the other"


def _said(selector: Selector) -> Selector:
    # the objects of "the same is true for" are left out
    return selector.parts[0] if isinstance(selector, Together) and selector.word == "same" else selector


def _object(name: str) -> str:
    return {"they": "them"}.get(name, name)


def _words(what: Sequence[str], to: str) -> str:
    names = ("color word" if word == "color" else word.replace("_", " ") for word in what)
    return " or ".join(f"one {name} with {to}" for name in names)


def _whose_hand(who: str) -> str:
    return {"you": "your"}.get(who, f"{who}'s")


def _hand(who: str, number: int | None, how: str) -> str:
    if number is None:
        return f"{who} {'has' if who.startswith('each') else 'have'} no maximum hand size"
    whose = _whose_hand(who)
    size = NUMBER_WORDS.get(abs(number), str(abs(number)))
    change = "" if how == "set" else ("reduced by " if number < 0 else "increased by ")
    return f"{whose} maximum hand size is {change}{size}"


def _changed(node: SetPT, of: Selector) -> str:
    style = node.word.split()
    if "both" in style and node.power is not None and node.toughness is not None:
        powers, toughnesses = amounts.amount(node.power), amounts.amount(node.toughness)
        return f"{_possessive(subject(of))} base power becomes {powers} and its base toughness becomes {toughnesses}"
    parts = ("power", node.power), ("toughness", node.toughness)
    what = " and ".join(word for word, part in parts if part is not None)
    name = subject(of)
    what = what if "plain" in style else f"base {what}"
    named = f"the {what} of {name}" if "of" in style else f"{_possessive(name)} {what}"
    value = ("equal to " if "equal" in style else "") + _value(node)
    lead = "you may have " if "may" in style and "become" in style else "you may " if "may" in style else ""
    if "become" not in style:
        return f"{lead}change {named} to {value}"
    verb = "become" if lead or " and " in what else "becomes"
    return f"{lead}{named} {'each ' if 'each' in style else ''}{verb} {value}"


def _value(node: SetPT) -> str:
    power, toughness = node.power, node.toughness
    if power is None or toughness is None or (power == toughness and not isinstance(power, Number | X | Defined)):
        found = power if power is not None else toughness
        if found is None:
            raise Stop
        return amounts.amount(found)
    match power, toughness:
        case NumberOf(of, "power", "of"), NumberOf(other, "toughness", "of") if of == other:
            return f"the power and toughness of {subject(of)}"
        case NumberOf(of, "power"), NumberOf(other, "toughness") if of == other:
            return f"{_possessive(subject(of))} power and toughness"
        case _:
            return f"{amounts.amount(power)}/{amounts.amount(toughness)}"


def _possessive(name: str) -> str:
    if name in ("it", "they"):
        return {"it": "its", "they": "their"}[name]
    return name + ("'" if name.endswith("s") and not name.endswith("ss") else "'s")
