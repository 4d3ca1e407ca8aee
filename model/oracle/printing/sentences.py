"""Trees in English: what was read prints back to the sentence it was read from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from ...effects.ability import Clause, Resolution, Static, TextAbility, UnsupportedAbility
from ...effects.amounts.arithmetic import Defined
from ...effects.amounts.base import Number
from ...effects.amounts.counting import CountersOn, Its
from ...effects.conditions import AllOf, Compare, Is, Not
from ...effects.filters.combinators import Provided
from ...effects.keywords import Keyword
from ...effects.language import Ability, Amount, Condition, Filter, Operation, Selector
from ...effects.node import Node
from ...effects.operations.abilities import Gain
from ...effects.operations.becomes import Becomes
from ...effects.operations.control import ExchangeControl, GainControl, OwnersControl
from ...effects.operations.costs import ChangeCost, Mana
from ...effects.operations.players_and_rules import LandPlays, MaxHandSize, RuleText
from ...effects.operations.power_toughness import ModifyPT, SetPT, SwitchPT
from ...effects.operations.text import ChangeWords, ChangeWordsTo, ExchangeText, SetWords
from ...effects.selectors import Group, Itself, Same, Target, Together
from ...rules.vocabulary import capital
from ..words import NUMBER_WORDS, Stop
from . import amounts, conditions
from . import complements as complement
from .base_power_toughness import changed
from .face_down import said
from .keywords import ability_phrases, join, keyword_text
from .nouns import is_plural, noun, subject
from .repetition import repeated
from .verbs import defining, verb

ONLY_COLORED = "This effect reduces only the amount of colored mana you pay."


def english(node: Node | Sequence[Node], name: str = "~") -> str:
    """Return a tree in English, `name` standing for the object's own name.

    Raises:
        ValueError: a tree that no sentence says.
    """
    try:
        text = _text(node)
    except Stop as stop:
        raise ValueError(f"no sentence says {stop}: {node!r}") from None
    return text if name == "~" else text.replace("~", name)


def _text(node: Any) -> str:
    match node:
        case tuple() | list():
            return abilities_line(node)
        case Keyword():
            return keyword_text(node)
        case Static():
            return static(node)
        case TextAbility(form, text, resolution, number, cost):
            if text or resolution is None:
                return text or (_unsaid(form) if number else "")
            return f"{cost}: {resolution_text(resolution)}" if cost else resolution_text(resolution)
        case UnsupportedAbility(text, _, line):
            return text or f"({line}, which is not understood)"
        case Resolution():
            return resolution_text(node)
        case Clause():
            return capital(sentence((node,))) + "."
        case Condition():
            return conditions.condition(node)
        case Amount():
            return amounts.amount(node)
        case Selector():
            return subject(node)
        case Filter():
            return noun(node, False)
        case Operation():
            return verb(node, False)
        case _:
            raise Stop


def _unsaid(form: str) -> str:
    """Return what stands for an ability of which a catalogue keeps no text."""
    return f"({'an' if form[0] in 'aeiou' else 'a'} {form} ability)"


def abilities_line(abilities: Sequence[Ability]) -> str:
    """Return the abilities of one line: a list of keywords, or the one ability there is."""
    if len(abilities) == 1 and not isinstance(abilities[0], Keyword):
        return _text(abilities[0])
    texts = [text for text, _ in ability_phrases(abilities)]
    return capital(", ".join(texts))


def stopped(text: str) -> str:
    """Return a sentence with its full stop, which a quotation at the end takes in."""
    text = re.sub(r'\.?"(?=[^"]*$)', '"', text) if text.endswith('"') else text
    if text.endswith('"'):
        return text[:-1] + '."'
    return text + "."


def punctuated(text: str) -> str:
    """Return a text whose quotations have no full stop inside the sentence and take in a comma after them."""
    parts = re.split(r'("[^"]*")', text)
    for place in range(1, len(parts), 2):
        inner = parts[place][1:-1].removesuffix(".")
        following = parts[place + 1]
        if following.startswith(","):
            parts[place], parts[place + 1] = f'"{inner},"', following[1:]
        else:
            parts[place] = f'"{inner}"'
    return "".join(parts)


# --- Abilities ---


def static(node: Static) -> str:
    """Return a static ability."""
    found: list[str] = []
    if node.form == "band":
        return _band(node)
    if node.form == "gives":
        abilities = (ability for op in node.parts[0].operations if isinstance(op, Gain) for ability in op.abilities)
        return f"{node.label} — " + "\n".join(map(_text, abilities))
    if "level" in node.form.split():
        inner = node.condition.parts[1] if isinstance(node.condition, AllOf) else None
        form = " ".join(word for word in node.form.split() if word != "level")
        node = Static(node.parts, inner, node.zones, node.label, form, node.lingers)
    if "label" in node.form.split():  # the label is the condition, or the first part of it
        rest = node.condition.parts[1] if isinstance(node.condition, AllOf) else None
        form = " ".join(word for word in node.form.split() if word != "label")
        node = Static(node.parts, rest, node.zones, node.label, form, node.lingers)
    for clauses in sentences(node.parts):
        found.extend(finished(clauses if found else _conditioned(clauses, node)))
    if node.lingers:
        found.append(f"If this enchantment leaves the battlefield, this effect continues until {node.lingers}.")
    text = " ".join(found)
    return f"{node.label} — {text}" if node.label else text


def _conditioned(clauses: tuple[Clause, ...], node: Static) -> tuple[Clause, ...]:
    """Return the clauses of a sentence with the ability's condition where the sentence has it: first or last."""
    if node.condition is None:
        return clauses
    place = 0 if "front" in node.form else len(clauses) - 1
    marked = clauses[place]
    marked = _with(marked, condition=node.condition, form=f"{marked.form} {node.form}".strip())
    return (*clauses[:place], marked, *clauses[place + 1 :])


def _band(node: Static) -> str:
    """Return a level or station symbol with its size and abilities, a line each (711, 721)."""
    bounds = node.condition.parts if isinstance(node.condition, AllOf) else (node.condition,)
    numbers = [part.bound.number for part in bounds if isinstance(part, Compare) and isinstance(part.bound, Number)]
    first = bounds[0]
    station = isinstance(first, Compare) and first.amount == CountersOn("charge", Itself("~"))
    symbol = "STATION" if station else "LEVEL"
    lines = [f"{symbol} {numbers[0]}" + (f"-{numbers[1]}" if len(numbers) > 1 else "+")] if numbers else []  # 716.2a
    for operation in node.parts[0].operations:
        if isinstance(operation, SetPT) and operation.power is not None and operation.toughness is not None:
            lines.append(f"{amounts.amount(operation.power)}/{amounts.amount(operation.toughness)}")
        elif isinstance(operation, Gain):
            for keywords, given in groupby(operation.abilities, lambda ability: isinstance(ability, Keyword)):
                together = tuple(given)
                lines.extend([abilities_line(together)] if keywords else map(_text, together))
    return "\n".join(lines)


def finished(clauses: Sequence[Clause]) -> list[str]:
    """Return a sentence with its full stop, and "It's still a land." if it is followed by that."""
    found = [stopped(capital(punctuated(sentence(clauses))))]
    for clause in clauses:
        if isinstance(clause.selector, Together) and clause.selector.word == "same":
            found.append(f"The same is true for {subject(clause.selector.parts[1])}.")
        many = is_plural(clause.selector)
        if any(isinstance(op, ChangeCost) and op.only for op in clause.operations):
            found.append(ONLY_COLORED)
        stills = (complement.still_sentence(op, many) for op in clause.operations if isinstance(op, Becomes))
        found.extend(still for still in stills if still)
    if again := repeated(clauses):
        found.append(again)
    return found


def sentences(clauses: Sequence[Clause]) -> list[tuple[Clause, ...]]:
    """Return clauses grouped by the sentence they stand in."""
    found: list[list[Clause]] = []
    for clause in clauses:
        words = clause.form.split()
        if found and ({"and", "comma-and", "comma", "elided", "silent", "same"} & set(words)):
            found[-1].append(clause)
        else:
            found.append([clause])
    return [tuple(group) for group in found]


def resolution_text(node: Resolution) -> str:
    """Return what a resolution's clauses say; of a text that was kept, the text."""
    if node.text:
        return node.text
    if node.modes:
        lines = [" ".join(text for group in sentences(mode) for text in finished(group)) for mode in node.modes]
        return "Choose —\n" + "\n".join(f"• {line}" for line in lines)
    groups = (*sentences(node.clauses), *((said(values),) for values in node.listed))
    return " ".join(text for group in groups for text in finished(group))


# --- Sentences ---


def sentence(clauses: Sequence[Clause]) -> str:
    """Return the clauses of one sentence, without capital and full stop."""
    found = ""
    clauses = [_asking(clause) for clause in clauses if not {"silent", "same"} & set(clause.form.split())]
    first = clauses[0]
    words = first.form.split()
    if "otherwise" in words:
        found += "otherwise, "
    front_duration = "before" in words
    if front_duration:
        found += duration(first) + ", "
    front_condition = "front" in words and first.condition is not None and "replaced" not in words
    if front_condition and first.condition is not None:
        during = conditions.turn(first.condition)
        if isinstance(first.condition, AllOf) and conditions.turn(first.condition.parts[0]):
            during = conditions.condition(first.condition)
        asked, word = first.condition, "if" if "if" in words else "as long as"
        if "unless" in words and isinstance(asked, Not):
            asked, word = asked.part, "unless"
        found += (during or f"{word} {conditions.condition(asked)}") + ", "
    if "ahead" in words:
        found += f"for each {_ahead(first)}, "
    if {"instead-front", "instead-only"} & set(words):
        found += "instead only " if "instead-only" in words else "instead "
    for place, clause in enumerate(clauses):
        marks = clause.form.split()
        if place:
            found += {"and": " and ", "comma-and": ", and ", "comma": ", "}.get(
                next((mark for mark in marks if mark in ("and", "comma-and", "comma")), "and"), " and "
            )
        text = clause_text(clause, "elided" in marks, "may" in marks)
        if "ahead" in words:
            text = text.partition(" for each")[0]
        if "you-and" in marks and isinstance(clause.selector, Together):
            parts = ["you", *map(subject, clause.selector.parts)]
            text = join(parts) + text.removeprefix(subject(clause.selector))
        elif "you-and" in marks:
            text = f"you and {text}"
        if "bare" in marks:
            text = text.split(" ", 1)[1]
        shown_duration = not front_duration and clause.duration and "untimed" not in marks
        where = _where(clause)
        for_each = " for each" in text and "late" in marks
        if shown_duration:
            if for_each:
                head, _, tail = text.partition(" for each")
                text = f"{head} {duration(clause)} for each{tail}"
            else:
                text, but, exceptions = text.partition(", except ")  # outside a copy effect there is none
                text += f" {duration(clause)}{but}{exceptions}"
        if where is not None:
            text += f", where X is {amounts.amount(where.amount)}"
        if "instead" in marks:
            text += " instead"
        if (
            clause.condition is not None
            and not front_condition
            and not {"otherwise", "displaced", "replaced"} & {*marks, *words}
        ):
            text += " " + _back_condition(clause.condition, marks)
        found += text
    return found


def _ahead(clause: Clause) -> str:
    """Return what a sentence that begins with "for each" counts."""
    if players := re.search(r"each:(\w+)", clause.form):
        return players[1].replace("_", " ")
    return clause_text(clause).partition(" for each ")[2]


def _asking(clause: Clause) -> Clause:
    """Return a clause with what is asked of each of its objects as its condition, where the sentence has it."""
    group = clause.selector
    each = group.filters[-1] if isinstance(group, Group) and group.filters else None
    if not isinstance(group, Group) or not isinstance(each, Provided):
        return clause
    asked = Is(Same(each.word), each.filters, each.negated)
    return _with(clause, selector=Group(group.filters[:-1], group.quantifier), condition=asked)


def _back_condition(node: Condition, marks: Sequence[str]) -> str:
    if during := conditions.turn(node):
        return during
    if "unless" in marks:
        return "unless " + conditions.condition(node.part if isinstance(node, Not) else node)
    return ("if " if "if" in marks else "as long as ") + conditions.condition(node)


def duration(clause: Clause) -> str:
    """Return how long a clause lasts."""
    match clause.duration:
        case "while" if clause.until is not None:
            return "for as long as " + conditions.condition(clause.until)
        case "end of your next turn" | "end of your next upkeep" | "next end step":
            return f"until the {clause.duration}"
        case "this turn" | "this combat" | "for the rest of the game":
            return clause.duration
        case _:
            return f"until {clause.duration}"


def clause_text(clause: Clause, elided: bool = False, may: bool = False) -> str:
    """Return subject and verbs of a clause."""
    operations = clause.operations
    if "whole" in clause.form and isinstance(operations[0], RuleText):
        return operations[0].text
    if len(operations) == 1:
        name = subject(clause.selector)
        match operations[0]:
            case GainControl(_, _, word) if may:
                return f"you may have {word.replace('gains', 'gain')} {_object(name)}"
            case GainControl(_, _, word):
                return f"{word} {_object(name)}"
            case OwnersControl():
                return f"each player gains control of {name} they own"
            case ExchangeControl(other):
                if isinstance(other, Target) and other.word == "the other":
                    return f"exchange control of {name}"
                return f"exchange control of {name} and {subject(other)}"
            case ModifyPT(power, toughness, "double" | "double its" | "double of" as style):
                what = " and ".join(
                    word for word, part in (("power", power), ("toughness", toughness)) if isinstance(part, Its)
                )
                return f"double the {what} of {name}" if style == "double of" else f"double {_possessive(name)} {what}"
            case SwitchPT() if "of" in clause.form.split():
                return f"switch the power and toughness of {_object(name)}"
            case SwitchPT():
                return f"switch {_possessive(name)} power and toughness"
            case ExchangeText(other, _, word):
                if "whole" in clause.form.split():
                    return word
                alone = isinstance(other, Target) and other.word == "the other"
                return f"{word} {name}" if alone else f"{word} {name} and {subject(other)}"
            case ChangeWordsTo(what, _, _, word):
                return f"change the text of {name} by replacing all instances of {_words(what, word)}"
            case ChangeWords(what):
                return f"change the text of {name} by replacing all instances of {_words(what)}"
            case SetWords():
                return f"all instances of color words in the text of {name} are changed to the chosen color word"
            case ChangeCost(mana, "least"):
                number = NUMBER_WORDS[Mana.of(mana).generic]
                return f"{name} that would cost less than {number} mana to cast costs {number} mana to cast"
            case MaxHandSize(None, _, equal) if equal is not None:
                return f"{_whose_hand(name)} maximum hand size is equal to {amounts.amount(equal)}"
            case MaxHandSize(number, how):
                return _hand(name, number, how)
            case LandPlays(number, word):
                count = {1: "an additional land", None: "any number of lands"}.get(
                    number, f"{NUMBER_WORDS[number or 0]} additional lands"
                )
                if clause.duration:
                    return f"{name} may play {f'{word} ' if word else ''}{count}"
                return f"{name} may play {count} {word or 'on'} each of {'your' if name == 'you' else 'their'} turns"
            case SetPT(_, _, word) as size if word.startswith("change "):
                return changed(size, clause.selector)
            case SetPT(_, _, word) as size if not word.startswith(("has", "gains", "each", "also", "both")):
                return defining(size, name)
    many = is_plural(_said(clause.selector)) or "you-and" in clause.form.split()
    texts = [verb(operation, many, may) for operation in operations]
    said = join(texts)
    if elided:
        return said
    name = subject(_said(clause.selector))
    return conditions.contracted(f"{'you may have ' if may else ''}{_object(name) if may else name} {said}")


def _said(selector: Selector) -> Selector:
    """Return what the sentence itself speaks of, without what "the same is true for"."""
    return selector.parts[0] if isinstance(selector, Together) and selector.word == "same" else selector


def _object(name: str) -> str:
    return {"they": "them"}.get(name, name)


def _possessive(name: str) -> str:
    if name in ("it", "they"):
        return {"it": "its", "they": "their"}[name]
    return name + ("'" if name.endswith("s") and not name.endswith("ss") else "'s")


def _words(what: Sequence[str], to: str = "another") -> str:
    names = {
        "color": "color word",
        "basic_land_type": "basic land type",
        "creature_type": "creature type",
        "land_type": "land type",
    }
    return " or ".join(f"one {names[word]} with {to}" for word in what)


def _whose_hand(who: str) -> str:
    return {"you": "your"}.get(who, f"{who}'s")


def _hand(who: str, number: int | None, how: str) -> str:
    if number is None:
        return f"{who} {'has' if who.startswith('each') else 'have'} no maximum hand size"
    whose = _whose_hand(who)
    size = NUMBER_WORDS.get(abs(number), str(abs(number)))
    change = "" if how == "set" else ("reduced by " if number < 0 else "increased by ")
    return f"{whose} maximum hand size is {change}{size}"


def _where(node: Node, quoted: bool = False) -> Defined | None:
    """Return the amount that the sentence itself calls X."""
    for child in node.children():
        if isinstance(child, Defined) and child.outside is quoted:
            return child
        if found := _where(child, quoted or isinstance(child, Ability)):
            return found
    return None


def _with(clause: Clause, **fields: Any) -> Clause:
    import msgspec

    return msgspec.structs.replace(clause, **fields)
