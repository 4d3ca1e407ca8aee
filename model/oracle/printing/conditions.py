"""Functions that print conditions in English."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ...data.numbers import NUMBER_WORDS
from ...effects.amounts.base import Number
from ...effects.amounts.counting import (
    CounterKinds,
    CountersOn,
    Domain,
    DoorsAmong,
    KindsAmong,
    MostAlike,
    PlayerCount,
    Total,
)
from ...effects.conditions import (
    AllOf,
    AnyOf,
    AtLevel,
    Compare,
    Exists,
    GameFact,
    Is,
    IsEven,
    Not,
    SelfIn,
    ShareColor,
    SharesCommonColor,
    TurnOf,
)
from ...effects.filters.characteristics import Chosen, HasAbility, Named, NoAbilities, With, WithNumber
from ...effects.filters.combinators import Each, Other, ThatIs
from ...effects.filters.comparisons import Extreme, Sharing
from ...effects.filters.status import Fighting, RecordedAs, Status, WithCounter
from ...effects.filters.whereabouts import AttachedTo, ControlledBy, InZone, OwnedBy
from ...effects.keywords import Keyword
from ...effects.language import Amount, Condition, Filter, Selector
from ...effects.selectors import Group, Same
from ...effects.view import Comparison
from ..words import UNHYPHENATED, Stop
from . import amounts
from . import players as whom
from .keywords import join, keyword_text, listed
from .nouns import a, after, controlled, counted, counters, is_adjective, is_plural, noun, row, subject, words_of

COMPARISONS: Final[Mapping[str, Comparison]] = {
    "less than": "less than", "greater than": "greater than", "less than or equal to": "or less",
    "greater than or equal to": "or greater", "equal to": "exactly", "at least": "or greater",
}  # fmt: skip
"""The comparison that each phrase between two amounts expresses."""
PAST: Final = {
    "attacked_this_turn": "attacked this turn", "damaged_this_turn": "was dealt damage this turn",
    "blocked_this_turn": "blocked this turn", "kicked": "was kicked", "bargained": "was bargained", "cast": "was cast",
}  # fmt: skip
"""The phrase that describes each fact about an object."""


def condition(node: Condition) -> str:
    """Return a condition in English, excluding the words "as long as"."""
    match node:
        case AllOf((TurnOf(word="during") as first, second)):
            return f"{turn(first)}, as long as {condition(second)}"
        case AllOf() | AnyOf():
            return _joined(node)
        case GameFact(text):
            return text
        case Not(GameFact("you're the monarch")):
            return "you're not the monarch"
        case AtLevel(level, word):
            return f"{word} is level {level} or greater"
        case TurnOf(who, negated, "it's"):
            return f"it's {'not ' if negated else ''}{'your' if who == 'you' else whom.possessive('an opponent')} turn"
        case SelfIn(where, word):
            return f"{word} is {after(InZone(where, 'you' if where in ('graveyard', 'hand') else None), False)}"
        case Exists(Group() as of, Number(number), comparison, form):
            return existing(of, number, str(comparison), form)
        case Is(_, (RecordedAs(text),), False):
            return text
        case Is(about, _, False, "entered"):
            return f"{subject(about)} entered this turn"
        case Is(about, (Status(flag),), False, word) if flag in PAST and word == PAST[flag]:
            return f"{subject(about)} {word}"
        case Is(about, _, False, "paired with a creature" | "paired" as word):
            other = "a" if word.endswith("creature") else "another"
            return contracted(f"{subject(about)} is paired with {other} creature")
        case Is(about, (InZone("exile"),), False, "remains"):
            return f"{subject(about)} remains exiled"
        case Is(about, (*statuses, counter), False, "is and has"):
            names = [noun(each, False) for each in statuses]
            return f"{subject(about)} is {', '.join(names)}, and {_having(counter, False)}"
        case Is(about, filters, negated, word):
            text = _is(about, filters, negated)
            if word == "'s not":
                return re.sub(r" (?:isn't|aren't) ", "'re not " if is_plural(about) else "'s not ", text, count=1)
            text = re.sub(r" (?=(?:has|have) )", " already ", text, count=1) if word == "already" else text
            return re.sub(r"(?: is|'s) ", " remains ", text, count=1) if word == "remains" else text
        case Compare(amount, _, bound, "equals"):
            return f"{amounts.amount(amount)} is equal to {amounts.amount(bound)}"
        case IsEven(amount, odd):
            return f"{amounts.amount(amount)} is {'odd' if odd else 'even'}"
        case ShareColor():
            return "they all share a color"
        case Compare(MostAlike(of, family), form="they share"):
            return f"{subject(of)} share a {family.replace('_', ' ')}"
        case SharesCommonColor() | Compare(form="different" | "the same" | "have total" | "there are more"):
            return _of_groups(node)
        case Compare(
            amount,
            comparison,
            bound,
            "" | "there are" | "there are just" | "are in" | "remains" | "spelled" | "share" as form,
        ):
            return compared(amount, str(comparison), bound, form)
        case _:
            from .player_conditions import of_players

            return of_players(node)


def _joined(node: AllOf | AnyOf) -> str:
    first, *rest = node.parts
    if node.word == "shared":  # the text names the subject once
        word = "and" if isinstance(node, AllOf) else "or"
        return f" {word} ".join([condition(first), *map(_predicate_of, rest)])
    if node.word == "only" and isinstance(first, Is):
        return contracted(f"{subject(first.subject)} is the only {words_of(first.filters, False)}")
    if node.word == "zones":  # "this card is in the command zone or on the battlefield"
        return " or ".join([condition(first), *(condition(part).partition(" is ")[2] for part in rest)])
    word = "and" if isinstance(node, AllOf) else node.word
    texts = [condition(part) for part in node.parts]
    listed = any(isinstance(part, Exists) and (_is_listed(part.form) or part.form == "name") for part in node.parts)
    return join(texts, word) if listed else f" {word} ".join(texts)


def _predicate_of(node: Condition) -> str:
    # "has a counter on it", "control a Bird"
    text = _uncontracted(condition(node))
    name = subject(node.subject) if isinstance(node, Is) else "you"
    if not text.startswith(f"{name} "):
        raise Stop
    return text.removeprefix(f"{name} ")


def _uncontracted(text: str) -> str:
    return re.sub(r"^(it|he|she)'s ", r"\1 is ", re.sub(r"^(you|they)'re ", r"\1 are ", text))


def _of_groups(node: Condition) -> str:
    match node:
        case SharesCommonColor(about, of):
            among = f"the most common color among {subject(of)} or a color tied for most common"
            return f"{subject(about)} shares a color with {among}"
        case Compare(
            KindsAmong(Group((*filters, who)), family) | MostAlike(Group((*filters, who)), family) as counts,
            comparison, Number(number), "different" | "the same",
        ):  # fmt: skip
            what = f"different {family}s" if isinstance(counts, KindsAmong) else f"the same {family}"
            text = f"{counted(number, str(comparison))} {words_of(filters, True)}"
            return f"{_head(who)} {text} with {what.replace('_', ' ')}"
        case Compare(first, comparison, second, "there are more"):
            more = "more" if comparison == "greater than" else "fewer"
            said = (amounts.amount(each).removeprefix("the number of ") for each in (first, second))
            return f"there are {more} {' than '.join(said)}"
        case Compare(Total(of, what), comparison, Number(number), "have total"):
            return f"{amounts.all_of(of)} have total {what.replace('_', ' ')} {number} {comparison}"
        case _:
            raise Stop


def turn(node: Condition) -> str:
    """Return "during your turn" or a similar phrase, or an empty string."""
    if isinstance(node, TurnOf) and node.word == "during":
        if node.who == "opponents":
            return "during each opponent's turn"
        return "during turns other than yours" if node.negated else "during your turn"
    if isinstance(node, GameFact) and node.text.startswith("during "):
        return node.text
    return ""


def existing(of: Group, number: int, comparison: str, form: str) -> str:
    """Return a condition such as "you control five or more enchantments"."""
    filters = of.filters
    if form == "commander":
        return "you control your commander"
    if form == "foremost" and isinstance(filters[1], Extreme):
        most = f"the {filters[1].how} {filters[1].what.replace('_', ' ')}"
        return f"{_head(filters[-1])} the creature with {most} or tied for {most}"
    if form == "names":  # "you control artifacts named Scepter of Empires and Throne of Empires"
        return f"{_head(filters[-1])} {words_of(filters[:-1], True)}"
    if form == "name" and isinstance(filters[-2], Named):
        return filters[-2].name
    if _is_listed(form):
        return _in_list(filters, form)
    if form == "are in":
        where = after(filters[-1], True)
        many = number != 1 or comparison not in ("or greater", "exactly")
        text = words_of(filters[:-1], many)
        count = counted(number, comparison) if number != 1 or comparison != "or greater" else a(text)
        return f"{count} {text} {'are' if many else 'is'} {where}"
    if form in ("was exiled", "is exiled") and (number, comparison) == (1, "or greater"):
        text = words_of(filters[:-1], False)
        return f"{a(text)} {text} {form.split(maxsplit=1)[0]} {after(filters[-1], False)}"
    if form == "every" and isinstance(filters[-1], ThatIs) and isinstance(filters[-1].filter, Each):
        about = Group(filters[:-1], of.quantifier)
        said = condition(Is(Same("they" if is_plural(about) else "it"), filters[-1].filter.filters))
        return f"{subject(about)} {_uncontracted(said).partition(' ')[2]}"
    if form in ("enchanted by", "blocked by") and isinstance(filters[-1], AttachedTo | Fighting):
        many = (number, comparison) != (1, "exactly")
        name = subject(filters[-1].to if isinstance(filters[-1], AttachedTo) else filters[-1].of)
        return contracted(f"{name} is {form} {counted(number, comparison)} {words_of(filters[:-1], many)}")
    if form == "has" and isinstance(filters[-1], With | WithCounter):  # "another creature you control has flying"
        text, many = _so_many(filters[:-1], number, comparison)
        return f"{text} {_having(filters[-1], many)}"
    if form == "is a" and isinstance(filters[-1], ThatIs):  # "a card exiled with it is a creature card"
        text, what = words_of(filters[:-1], False), noun(filters[-1].filter, False)
        return f"{a(text)} {text} is {a(what)} {what}"
    if form == "are":  # "two or more Equipment are attached to it", "a Rat is attacking"
        text, many = _so_many(filters[:-1], number, comparison)
        last = filters[-1]
        what = _predicate(noun(last.filter, many)) if isinstance(last, ThatIs) else after(last, many)
        return f"{text} {'are' if many else 'is'} {what}"
    head = "there are" if number != 1 or comparison != "or greater" else "there's" if form == "there's" else "there is"
    if form == "control":
        head, filters = _head(filters[-1]), filters[:-1]
    if number == 1 and comparison == "or greater":
        if filters and isinstance(filters[0], Other):
            return f"{head} another {words_of(filters[1:], False)}"
        text = words_of(filters, False)
        if text.startswith("other "):  # "another Merfolk or an Island"
            return f"{head} an{text}"
        return f"{head} {a(text)} {text}"
    if filters and isinstance(filters[0], Other):
        return f"{head} {counted(number, comparison)} other {words_of(filters[1:], True)}"
    return f"{head} {counted(number, comparison)} {words_of(filters, number != 1 or comparison != 'exactly')}"


def _is_listed(form: str) -> bool:
    # "you control an artifact and an enchantment"
    return form in ("also", "just", "both are in", "last") or form.endswith(" just")


def _in_list(filters: tuple[Filter, ...], form: str) -> str:
    text = words_of(filters if form == "last" else filters[:-1], False)
    head = f"{form.removesuffix(' just')} " if " just" in form else ""
    return f"{head}{a(text)} {text}" + (f" are {after(filters[-1], False)}" if form == "both are in" else "")


def _so_many(filters: tuple[Filter, ...], number: int, comparison: str) -> tuple[str, bool]:
    """Return a phrase such as "a Rat" or "two or more Equipment", and whether it is plural."""
    one = (number, comparison) == (1, "or greater")
    many = number != 1 or comparison not in ("or greater", "exactly")
    other = isinstance(filters[0], Other) and one
    text = words_of(filters[1:] if other else filters, many)
    count = "another" if other else a(text) if one else counted(number, comparison)
    return f"{count} {text}", many


def _head(who: Filter) -> str:
    match who:
        case ControlledBy(name, negated, word):
            return controlled(whom.words(name), negated, word)
        case OwnedBy(name, negated):
            return controlled(whom.words(name), negated, "own")
        case _:
            raise Stop


def _is(about: Selector, filters: tuple[Filter, ...], negated: bool) -> str:
    if len(filters) == 1 and isinstance(filters[0], Chosen) and not negated:
        return f"{subject(about)} is {after(filters[0], False).removeprefix('of ')}"
    name = subject(about)
    many = is_plural(about)
    match filters:
        case (ControlledBy(who, no, word),):
            return f"{controlled(whom.words(who), no, word)} {name}"
        case (HasAbility(ability),):
            has = ("don't have" if many else "doesn't have") if negated else ("have" if many else "has")
            return f"{name} {has} {listed((ability,))[0]}"
        case (With(keyword, _, subtype),) if negated:
            text = keyword_text(Keyword(keyword, subtype=subtype)).lower()
            return f"{name} {'don' if many else 'doesn'}'t have {text}"
        case (With() | WithCounter() | WithNumber() | NoAbilities() as had,):
            return f"{name} {_having(had, many)}"
        case (filter,) if filter.place == "after" and not negated and after(filter, many).startswith("with "):
            return f"{name} {_having(filter, many)}"
        case (Sharing() as shared,) if not negated:
            return f"{name} {after(shared, many).removeprefix('that ')}"
    front = [filter for filter in filters if filter.place == "before"]
    rest = [filter for filter in filters if filter.place == "after"]
    text = _predicate(row(front, many))
    if front and not many and not is_adjective(front[-1]):
        text = f"{a(text)} {text}"
    text = " ".join([text, *(after(filter, many) for filter in rest)]).strip()
    verb = ("aren't" if negated else "are") if many else ("isn't" if negated else "is")
    return contracted(f"{name} {verb} {text}")


def _predicate(text: str) -> str:
    return next((word for word in UNHYPHENATED if text == word.replace(" ", "-")), text)


def _having(filter: Filter, many: bool) -> str:
    text = counters(filter, many) if isinstance(filter, WithCounter) else after(filter, many)
    return f"{'have' if many else 'has'} {text.removeprefix('with ')}"


def contracted(text: str) -> str:
    """Return a clause with contracted forms such as "it's".

    >>> contracted("it is white"), contracted("that creature is white")
    ("it's white", 'that creature is white')
    """
    subject, _, rest = text.partition(" is ")
    if subject in ("it", "he", "she"):
        return f"{subject}'s {rest}"
    rest = text.removeprefix("they are ")
    return text if rest == text else f"they're {rest}"


def compared(amount: Amount, comparison: str, bound: Amount, form: str) -> str:
    """Return a comparison, such as "your devotion to blue is less than five"."""
    if form == "remains":
        return compared(amount, comparison, bound, "").replace(" is ", " remains ", 1)
    if form and form != "spelled" and isinstance(bound, Number):
        number = (
            NUMBER_WORDS[bound.number]
            if form == "there are just" and bound.number
            else counted(bound.number, comparison)
        )
        match amount:
            case MostAlike(Group(filters), family):
                return f"{number} {words_of(filters, True)} share a {family.replace('_', ' ')}"
            case PlayerCount(what, who):
                where = after(InZone(what, who), True)  # type: ignore[arg-type]
                return f"{number} cards are {where}" if form == "are in" else f"there are {number} cards {where}"
            case CountersOn() if (bound.number, comparison) == (1, "exactly"):
                said = amounts.amount(amount).removeprefix("the number of ")
                return f"there is {number} {said.replace('counters', 'counter', 1)}"
            case CountersOn() | KindsAmong() | Domain() | DoorsAmong() | CounterKinds():
                return f"there are {number} {amounts.amount(amount).removeprefix('the number of ')}"
            case _:
                raise Stop
    left = amounts.amount(amount)
    if isinstance(bound, Number) and comparison in ("or greater", "or less", "exactly", "or more", "or fewer"):
        more = "" if comparison == "exactly" else f" {comparison}"
        return f"{left} is {_number(bound) if form else bound.number}{more}"
    phrase = next((key for key, value in COMPARISONS.items() if value == comparison and key != "at least"), None)
    if phrase is None:
        raise Stop
    return f"{left} is {phrase} {_number(bound)}"


def _number(bound: Amount) -> str:
    return NUMBER_WORDS.get(bound.number, str(bound.number)) if isinstance(bound, Number) else amounts.amount(bound)
