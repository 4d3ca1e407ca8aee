"""Functions that print effect trees as the sentences from which they were read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final

import msgspec

from ...effects.ability import Resolution, Static, TextAbility, UnsupportedAbility
from ...effects.amounts.arithmetic import Defined
from ...effects.amounts.base import Number
from ...effects.amounts.counting import CountersOn, Its, NumberOf
from ...effects.conditions import AllOf, Compare, Exists, GameFact, Is, Not, all_of, triggered
from ...effects.copiable import Copiable
from ...effects.filters.characteristics import WithNumber
from ...effects.filters.combinators import OfPlayerWho, Provided
from ...effects.filters.whereabouts import ControlledBy
from ...effects.keywords import Keyword
from ...effects.language import Ability, Amount, Clause, Condition, Filter, Operation, Selector
from ...effects.node import Node
from ...effects.operations.abilities import Gain
from ...effects.operations.abilities_from_board import GainKind
from ...effects.operations.becomes import Becomes, HasSizeAndTypesOf
from ...effects.operations.costs import ChangeCost
from ...effects.operations.power_toughness import SetPT
from ...effects.players import ControllerOf
from ...effects.selectors import Group, Itself, Same, Target, Together
from ...rules.vocabulary import capital
from ..words import OF_TURN, OWN_NAME, Stop
from . import amounts, conditions
from . import complements as complement
from .clauses import clause_text
from .keywords import ability_phrases, join, keyword_text, listed
from .nouns import a, is_plural, noun, subject
from .verbs import verb

_SETTLED: Final = {"otherwise", "inner", "replaced", "choice", "either", "ahead"}
_JOINTS: Final = {"and": " and ", "comma-and": ", and ", "comma": ", ", "comma-or": ", or "}
ONLY_COLORED = "This effect reduces only the amount of colored mana you pay."


def english(node: Node | Sequence[Node], name: str = "~") -> str:
    """Return a tree as English text.

    Args:
        node: the tree, or a sequence of abilities.
        name: the name of the object, which replaces ``~``.

    Raises:
        ValueError: there is no sentence for the tree.
    """
    try:
        text = _text(node)
    except Stop:
        raise ValueError(f"no sentence for `{node!r}`") from None
    return text if name == "~" else text.replace("~", name)


def _text(node: Any) -> str:
    match node:
        case tuple() | list():
            return abilities_line(node)
        case Keyword():
            return keyword_text(node)
        case Static():
            return static(node)
        case TextAbility(granter=str(name)) if name:
            return OWN_NAME.sub(lambda _: name, _text(msgspec.structs.replace(node, granter="")))
        case TextAbility(form, text, resolution, number, cost):
            if text or resolution is None:  # a catalogue does not store the text
                return text or (f"({'an' if form[0] in 'aeiou' else 'a'} {form} ability)" if number else "")
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


def abilities_line(abilities: Sequence[Ability]) -> str:
    """Return the line of text for a list of keywords or for a single ability."""
    if len(abilities) == 1 and not isinstance(abilities[0], Keyword):
        return _text(abilities[0])
    texts = [text for text, _ in ability_phrases(abilities)]
    return capital(", ".join(texts))


def stopped(text: str) -> str:
    """Return a sentence with a period at the end, placed before a final quotation mark."""
    if text.endswith(".'\""):  # a quotation at the end of a quotation
        return text
    text = re.sub(r'\.?"(?=[^"]*$)', '"', text) if text.endswith('"') else text
    if text.endswith('"'):
        return text[:-1] + '."'
    return text + "."


def punctuated(text: str) -> str:
    """Move commas inside quotation marks, and remove the periods at the end of quotations."""
    if '"' not in text:
        return text
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
    """Return the text of a static ability."""
    found: list[str] = []
    if node.form == "band":
        return _band(node)
    if node.form == "gives":
        return f"{node.label} — " + "\n".join(_lines(node.parts[0].operations))
    if node.form == "counts":
        name = node.counted_as()
        return f"If this card is in a graveyard, effects from spells named {name} count it as a card named {name}."
    if node.form == "escapes":
        clause = node.parts[0]
        given = verb(clause.operations[0], False).removeprefix("has ")
        return stopped(f"{capital(subject(clause.selector))} escapes with {given}")
    if node.form == "enters":
        return _enters_with(node)
    for mark in ("level", "label"):  # the mark represents the condition or its first part
        if mark in node.form.split():
            rest = node.condition.parts[1] if isinstance(node.condition, AllOf) else None
            form = " ".join(word for word in node.form.split() if word != mark)
            node = msgspec.structs.replace(node, condition=rest, form=form)
    for clauses in sentences(node.parts):
        found.extend(finished(clauses if found else _conditioned(clauses, node)))
    if node.lingers:
        found.append(f"If this enchantment leaves the battlefield, this effect continues until {node.lingers}.")
    text = " ".join(found)
    return f"{node.label} — {text}" if node.label else text


def _conditioned(clauses: tuple[Clause, ...], node: Static) -> tuple[Clause, ...]:
    if node.condition is None:
        return clauses
    said = [place for place, clause in enumerate(clauses) if "silent" not in clause.marks]
    place = 0 if "front" in node.form else said[-1]
    marked = clauses[place]
    marked = msgspec.structs.replace(marked.marked(node.form), condition=node.condition)
    return (*clauses[:place], marked, *clauses[place + 1 :])


def _enters_with(node: Static) -> str:
    # 614.1c
    items = []
    for operation in (operation for clause in node.parts for operation in clause.operations):
        given = listed(operation.abilities) if isinstance(operation, Gain) else []
        items.append(" and ".join(given) or getattr(operation, "text", "").removeprefix("enters with "))
    condition = conditions.condition(node.condition) if node.condition is not None else ""
    return stopped(f"If {condition}, it enters with {' and with '.join(items)}")


def _band(node: Static) -> str:
    # 711, 721
    bounds = node.condition.parts if isinstance(node.condition, AllOf) else (node.condition,)
    numbers = [part.bound.number for part in bounds if isinstance(part, Compare) and isinstance(part.bound, Number)]
    first = bounds[0]
    station = isinstance(first, Compare) and first.amount == CountersOn("charge", Itself("~"))
    symbol = "STATION" if station else "LEVEL"
    lines = [f"{symbol} {numbers[0]}" + (f"-{numbers[1]}" if len(numbers) > 1 else "+")] if numbers else []  # 716.2a
    for operation in node.parts[0].operations:
        if isinstance(operation, SetPT) and operation.power is not None and operation.toughness is not None:
            lines.append(f"{amounts.amount(operation.power)}/{amounts.amount(operation.toughness)}")
        else:
            lines.extend(_lines((operation,)))
    return "\n".join(lines)


def _lines(operations: Sequence[Operation]) -> Iterator[str]:
    """Yield a line for each ability that is gained, with adjacent keywords in one line."""
    given = (ability for operation in operations if isinstance(operation, Gain) for ability in operation.abilities)
    for keywords, abilities in groupby(given, lambda ability: isinstance(ability, Keyword)):
        together = tuple(abilities)
        yield from [abilities_line(together)] if keywords else map(_text, together)


def finished(clauses: Sequence[Clause]) -> list[str]:
    """Return the sentence for the clauses, followed by any additional sentences that it needs."""
    found = [stopped(capital(punctuated(sentence(clauses))))]
    for clause in clauses:
        if isinstance(clause.selector, Together) and clause.selector.word == "same":
            found.append(f"The same is true for {subject(clause.selector.parts[1])}.")
        many = is_plural(clause.selector)
        if any(isinstance(op, ChangeCost) and op.only for op in clause.operations):
            found.append(ONLY_COLORED)
        found += [
            f"It's still {a(op.still)} {op.still}."
            for op in clause.operations
            if isinstance(op, HasSizeAndTypesOf) and op.still
        ]
        stills = (complement.still_sentence(op, many) for op in clause.operations if isinstance(op, Becomes))
        found.extend(still for still in stills if still)
    if again := repeated(clauses):
        found.append(again)
    return found


def repeated(clauses: Sequence[Clause]) -> str:
    """Return "The same is true for ..." if some clauses repeat an effect, or an empty string."""
    names: list[str] = []
    for clause in clauses:
        match clause.operations:
            case (Gain((Keyword() as keyword,)),) if "same" in clause.marks:
                names.append(keyword_text(keyword).lower())
            case (GainKind(name, colored=colored),) if "same" in clause.marks:
                names.append(keyword_text(Keyword(name)).lower() + (" from any color" if colored else ""))
    return f"The same is true for {join(names)}." if names else ""


def listing(values: Copiable) -> Clause:
    """Return a clause that lists the characteristics of a face-down permanent (708.2)."""
    power, toughness = (None if number is None else Number(number) for number in (values.power, values.toughness))
    is_ = Becomes(
        values.supertypes, values.colors or None, values.subtypes, values.types, power=power, toughness=toughness,
        abilities=values.abilities, name=values.name,
    )  # fmt: skip
    return Clause(Target(word="it"), (is_,))


def sentences(clauses: Sequence[Clause]) -> list[tuple[Clause, ...]]:
    """Return the clauses grouped by sentence."""
    found: list[list[Clause]] = []
    for clause in clauses:
        if found and (clause.is_joined or clause.relation == "same"):
            found[-1].append(clause)
        else:
            found.append([clause])
    return [tuple(group) for group in found]


def resolution_text(node: Resolution) -> str:
    """Return the text stored with a resolution or, if there is none, sentences for its effects."""
    if node.text:
        return node.text
    if node.modes:
        lines = [" ".join(text for group in sentences(mode) for text in finished(group)) for mode in node.modes]
        return "Choose —\n" + "\n".join(f"• {line}" for line in lines)
    groups = (*sentences(node.clauses), *((listing(values),) for values in node.listed))
    texts = (text for group in groups for text in finished(group))
    return " ".join((*texts, *map(_text, node.delayed)))


# --- Sentences ---


def sentence(clauses: Sequence[Clause]) -> str:
    """Return the sentence for the clauses, excluding the initial capital letter and the period."""
    clauses = [_said(triggered(clause)[1]) for clause in clauses if not {"silent", "same"} & set(clause.marks)]
    found = _front(clauses[0])
    for place, clause in enumerate(clauses):
        if "option" in clause.marks:
            found = _with_option(found, clause)
            continue
        if place:
            found += next((_JOINTS[mark] for mark in clause.marks if mark in _JOINTS), " and ")
        if "inner" in clause.marks and clause.condition is not None:
            found += f"{_back_condition(clause.condition, clause.marks)}, "
        found += _in_sentence(clause, clauses[0])
    return found


def _with_option(text: str, clause: Clause) -> str:
    # "your choice of a 1/1 Frog creature or a 4/4 Octopus creature", "become 4/1 or 1/4"
    said = clause_text(clause, elided=True)
    sized = isinstance(clause.operations[0], SetPT) and clause.operations[0].word.startswith("change")
    option = said.rsplit(" ", 1)[1] if sized else said.split(" ", 1)[1]
    end = f" {duration(clause)}" if clause.duration else ""
    head = text.removesuffix(end) if end and text.endswith(end) else text
    return f"{head} or {option}{end if head != text else ''}"


def _asks_in_front(first: Clause) -> bool:
    return "front" in first.marks and first.condition is not None and "replaced" not in first.marks


def _front(first: Clause) -> str:
    marks = first.marks
    found = "otherwise, " if "otherwise" in marks else ""
    late = "before" in marks and "front" in marks[: marks.index("before")]  # "if ..., until your next turn, ..."
    if "before" in marks and not late:
        found += duration(first) + ", "
    if _asks_in_front(first) and first.condition is not None:
        asked = first.condition
        if "twofold" in marks and isinstance(asked, AllOf):
            asked = asked.parts[0]
        during = conditions.turn(asked)
        if isinstance(asked, AllOf) and conditions.turn(asked.parts[0]):
            during = conditions.condition(asked)
        word = "if" if "if" in marks else "as long as"
        if "unless" in marks and isinstance(asked, Not):
            asked, word = asked.part, "unless"
        found += (during or f"{word} {conditions.condition(asked)}") + ", "
    if late:
        found += duration(first) + ", "
    if "ahead" in marks:
        found += f"for each {_ahead(first)}, "
    if "instead-only" in marks:
        found += "instead only "
    elif "instead-front" in marks:
        found += "instead "
    return found


def _in_sentence(clause: Clause, first: Clause) -> str:
    marks, words = clause.marks, first.marks
    text = clause_text(clause, "elided" in marks, "may" in marks)
    if who := next((mark.removeprefix("by:").replace("_", " ") for mark in marks if mark.startswith("by:")), ""):
        text = text.replace("you may have", f"{who} may have", 1)
    if "ahead" in words:
        text = text.partition(" for each")[0]
    if "you-and" in marks and isinstance(clause.selector, Together):
        parts = ["you", *map(subject, clause.selector.parts)]
        text = join(parts) + text.removeprefix(subject(clause.selector))
    elif "you-and" in marks:
        text = f"you and {text}"
    if "bare" in marks:
        text = text.rsplit(" ", 1)[-1] if "size" in marks else text.split(" ", 2 if "from" in marks else 1)[-1]
    if "choice" in marks:
        text = text.replace("becomes ", "becomes your choice of ", 1)
    said = "before" in words and clause.duration == first.duration
    if not said and clause.duration and not {"untimed", "behind"} & {*marks}:
        # The duration comes last, but before a final "for each" and before the exceptions to a copy effect.
        counted = next((words for words in (" for each", " for every two") if words in text and "late" in marks), "")
        head, but, rest = text.partition(counted or ", except ")
        text = f"{head} {duration(clause)}{but}{rest}"
    if "x-later" not in marks and (where := _where(clause)) is not None:
        text += f", where X is {amounts.amount(where.amount)}{_and_y(clause, where)}"
    if {"instead", "or-instead"} & {*marks}:
        text += " instead"
    if "or-else" in marks:
        return text + " otherwise"
    if "before-fight" in marks:
        text += " before it fights"
    if "as-well" in marks:
        text += " as well"
    settled = _asks_in_front(first) or _SETTLED & {*marks, *words}
    if "twofold" in marks and isinstance(clause.condition, AllOf):
        text += " " + _back_condition(clause.condition.parts[1], [mark.removeprefix("then-") for mark in marks])
    elif clause.condition is not None and not settled:
        text += " " + _back_condition(clause.condition, marks)
    return f"{text} {duration(clause)}" if "behind" in marks else text


def _and_y(clause: Clause, where: Defined) -> str:
    second = next((node for node in clause.walk() if isinstance(node, Defined) and node.letter == "Y"), None)
    match where.amount, second.amount if second is not None else None:
        case _, None:
            return ""
        case NumberOf(of), NumberOf(again, what) if of == again:
            return f" and Y is its {what}"
        case _, other:
            assert other is not None
            return f", and Y is {amounts.amount(other)}"


def _ahead(clause: Clause) -> str:
    # the objects of "for each" at the start of a sentence
    if players := re.search(r"each:(\w+)", clause.form):
        return players[1].replace("_", " ")
    return clause_text(clause).partition(" for each ")[2]


def of_holder(asked: Condition, player: Any) -> Condition:
    """Return a condition in which `player` replaces "they" or the controller of each affected object."""

    def change(node: Node) -> Node:
        for name in ("who", "whose"):
            said = getattr(node, name, None)
            if said == "they" or (isinstance(said, ControllerOf) and isinstance(said.of, Same)):
                node = msgspec.structs.replace(node, **{name: player})
        return node

    return asked.rewrite(change)


def _said(clause: Clause) -> Clause:
    # The condition of what another clause replaces is not said: "..., or +3/+3 instead if ...".
    if "displaced" in clause.marks:
        parts = clause.condition.parts[:-1] if isinstance(clause.condition, AllOf) else ()
        clause = msgspec.structs.replace(clause, condition=all_of(*parts))
    return _asking(clause)


def _asking(clause: Clause) -> Clause:
    group = clause.selector
    each = group.filters[-1] if isinstance(group, Group) and group.filters else None
    if isinstance(group, Group) and isinstance(each, OfPlayerWho) and each.word.endswith(" controller"):
        those = Group(group.filters[:-1], group.quantifier)
        condition = of_holder(each.part, ControllerOf(Same("it"), each.word))
        return msgspec.structs.replace(clause, selector=those, condition=condition)
    if isinstance(group, Group) and isinstance(each, OfPlayerWho) and isinstance(each.part, Exists):
        of = each.part.of
        if isinstance(of, Group):
            said = Group((*of.filters[:-1], ControlledBy("that player")))
            part = msgspec.structs.replace(each.part, of=said)
            return msgspec.structs.replace(clause, selector=Group(group.filters[:-1]), condition=part)
    if not isinstance(group, Group) or not isinstance(each, Provided):
        return clause
    asked = [_asked(each) for each in group.filters if isinstance(each, Provided)]
    those = Group(tuple(each for each in group.filters if not isinstance(each, Provided)), group.quantifier)
    return msgspec.structs.replace(clause, selector=those, condition=all_of(*asked, clause.condition))


def _asked(each: Provided) -> Condition:
    match each:
        case Provided((WithNumber(what, amount, comparison),), style="number" | "equals" | "spelled" as form):
            which: Any = what
            return Compare(Its(which, each.word), comparison, amount, "" if form == "number" else form)
        case _:
            return Is(Same(each.word), each.filters, each.negated, each.style or "is")


def _back_condition(node: Condition, marks: Sequence[str]) -> str:
    if during := conditions.turn(node):
        return during
    if "unless" in marks or (isinstance(node, Not) and node.part != GameFact("you're the monarch")):
        return "unless " + conditions.condition(node.part if isinstance(node, Not) else node)
    return ("if " if "if" in marks else "as long as ") + conditions.condition(node)


def duration(clause: Clause) -> str:
    """Return the duration of a clause, such as "until end of turn"."""
    if said := next((words for words, mark in OF_TURN.items() if mark in clause.marks), ""):
        return f"until {'the ' if said.startswith('end of that') else ''}{said}"
    match clause.duration:
        case "while" if clause.until is not None:
            return "for as long as " + conditions.condition(clause.until)
        case "end of your next turn" | "end of your next upkeep" | "next end step":
            return f"until the {clause.duration}"
        case "this turn" | "this turn and next turn" | "this combat" | "for the rest of the game":
            return clause.duration
        case _:
            return f"until {clause.duration}"


def _where(node: Node, quoted: bool = False) -> Defined | None:
    for child in node.children():
        if isinstance(child, Defined) and child.outside is quoted:
            return child
        if found := _where(child, quoted or isinstance(child, Ability)):
            return found
    return None
