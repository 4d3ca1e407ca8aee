"""Conditions in English: read from a tree of the grammar, and printed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from lark import Token, Tree

from ..ability import Ability, Keyword
from ..amount import Amount, CountersOn, Domain, KindsAmong, Number, PlayerCount
from ..condition import AllOf, AnyOf, Compare, Condition, Exists, Is, SelfIn, Told, TurnOf
from ..further_filter import Batch
from ..further_selector import ChosenObject, TopCard
from ..selector import (
    Attached,
    ControlledBy,
    Either,
    Filter,
    Group,
    InZone,
    Itself,
    NoAbilities,
    Other,
    OwnedBy,
    Selector,
    Status,
    Target,
    ThatIs,
    With,
    WithCounter,
    WithNumber,
)
from . import amounts, whom
from .keywords import keyword_text
from .lexicon import words
from .nouns import (
    Branch,
    Counted,
    Stop,
    a,
    adjective,
    after,
    controlled,
    counted,
    counters,
    is_plural,
    noun,
    row,
    subject,
    words_of,
)
from .rows import before, count, whose, zone

_COMPARISONS: Final = {
    "less than": "less than", "greater than": "greater than", "less than or equal to": "or less",
    "greater than or equal to": "or greater", "equal to": "exactly", "at least": "or greater",
}  # fmt: skip


PAST: Final = {
    "attacked_this_turn": "attacked this turn", "damaged_this_turn": "was dealt damage this turn",
    "blocked_this_turn": "blocked this turn", "kicked": "was kicked", "bargained": "was bargained", "cast": "was cast",
}  # fmt: skip
"""Facts of an object -> how a condition asks for them."""


class ConditionBuilder:
    """The rules of the grammar that make conditions."""

    def __init__(
        self, inner: Callable[[str], tuple[Ability, ...]], it: Selector | None = None, targets: int = 0,
        type_word: str = "creature_type", default: int | None = None,
    ) -> None:  # fmt: skip
        self.inner = inner
        self.it: Selector | None = it
        self.before: Selector | None = None  # what it referred to before the subject of this clause
        self.targets = targets
        self.type_word = type_word
        self.default = default  # the target that a pronoun means where nothing was named before it
        self.told_at: int | None = None  # its place among the targets, once a pronoun meant it
        self.open_ended = False  # whether a group of targets was named that may take all that are left
        self.named: list[tuple[int, str]] = []  # targets by their place, in the words that named them
        self.card: Selector | None = None  # what "that card" means
        self.figure: Amount | None = None  # the amount that "their total toughness" goes on with
        self.from_condition = False
        self.about: Group | None = None  # what an instruction was about: "untap all creatures"
        self.unexplained = False  # nothing that was said is what a pronoun could mean
        self.is_paired = False  # "those creatures" are the two that are paired
        self.amount_of_it = False
        self.of_each = False  # "it" may be each of several objects, one after the other

    def item_fitting(self, tree: Branch) -> Filter:
        raise NotImplementedError

    def state(self) -> tuple[Any, ...]:
        """Return what a sentence may change, to go back to."""
        named = tuple(self.named)
        return self.it, self.before, self.targets, self.told_at, named, self.type_word, self.about, self.open_ended

    def restore(self, state: tuple[Any, ...]) -> None:
        """Go back to what `state` returned."""
        self.it, self.before, self.targets, self.told_at, named, self.type_word, self.about, self.open_ended = state
        self.named = list(named)

    def subject(self, tree: Branch) -> Selector:
        raise NotImplementedError

    def nouns(self, tree: Branch) -> Counted:
        raise NotImplementedError

    def amount(self, tree: Branch) -> Amount:
        raise NotImplementedError

    def only_abilities(self, tree: Branch) -> tuple[tuple[Ability, ...], str]:
        raise NotImplementedError

    def counter(self, text: str, token: Token) -> WithCounter:
        raise NotImplementedError

    def condition(self, tree: Branch) -> Condition:
        parts: list[Condition] = []
        word = ""
        for child in tree.children:
            if isinstance(child, Token):
                if word and word != str(child):
                    raise Stop(child)
                word = str(child)
                continue
            self.amount_of_it = True
            try:
                parts.append(self.fact(child))
            finally:
                self.amount_of_it = False
        if len(parts) == 1:
            return parts[0]
        return AnyOf(tuple(parts)) if word == "or" else AllOf(tuple(parts))

    def fact(self, tree: Branch) -> Condition:
        """Return one of the conditions that "and" or "or" joins."""
        found: Condition = getattr(self, tree.data)(tree)
        return found

    def whose(self, token: Token) -> Filter:
        """Return the filter of "you control"."""
        return whose(token, self.it)

    def zone(self, token: Token) -> Filter:
        """Return the filter of "in your graveyard"."""
        return zone(token, self.it)

    def turn(self, token: Token) -> Condition:
        match str(token):
            case "during your turn":
                return TurnOf("you")
            case "during turns other than yours":
                return TurnOf("you", negated=True)
            case _:
                raise Stop(token)

    def player_controls(self, tree: Branch) -> Condition:
        found = self.nouns(tree.children[1])
        who = self.whose(tree.children[0])
        group = found.selector
        if not isinstance(group, Group) or group.quantifier or not isinstance(who, ControlledBy | OwnedBy):
            raise Stop(tree.children[0])
        group = Group((*group.filters, who))
        return self._exists(group, found, "control")

    def there_are(self, tree: Branch) -> Condition:
        found = self.nouns(tree.children[1])
        if not isinstance(found.selector, Group) or found.selector.quantifier:
            raise Stop(tree.children[0])
        amount = amounts.count_of(found.selector)
        if isinstance(amount, PlayerCount) and found.number is not None:
            return Compare(amount, found.comparison, Number(found.number), "there are")  # type: ignore[arg-type]
        return self._exists(found.selector, found, "")

    def there_kinds(self, tree: Branch) -> Condition:
        number, comparison = count(tree.children[1])
        group = self.subject(tree.children[3])
        token = tree.children[2]
        amount = Domain(group) if "basic land types" in token else amounts.kinds_among(token, group)
        return Compare(amount, comparison, Number(number), "there are")  # type: ignore[arg-type]

    def there_counters(self, tree: Branch) -> Condition:
        number, comparison = count(tree.children[1])
        amount = amounts.counters_on(tree.children[2], self.it)
        return Compare(amount, comparison, Number(number), "there are")  # type: ignore[arg-type]

    def paired(self, tree: Branch) -> Condition:
        about = self.subject(tree.children[0])
        if not isinstance(about, Itself):
            raise Stop(tree.children[2])
        self.it, self.is_paired = about, True
        return Is(about, (Status("paired"),), word="paired")

    def commander(self, tree: Branch) -> Condition:
        who = self.whose(tree.children[0])
        if not isinstance(who, ControlledBy) or who.who != "you" or who.negated:
            raise Stop(tree.children[0])
        return Exists(Group((Batch("commander"), OwnedBy("you"), who)), form="commander")

    def _exists(self, group: Group, found: Counted, form: str) -> Condition:
        if found.number is None:
            raise Stop(None, ("a number",))
        return Exists(group, Number(found.number), found.comparison, form)  # type: ignore[arg-type]

    def you_control(self, tree: Branch) -> Any:
        who = self.whose(tree.children[0])
        return self._about(self.subject(tree.children[1]), (who,))

    def _about(self, about: Selector, filters: tuple[Filter, ...], negated: bool = False) -> Condition:
        if not isinstance(about, Itself | Attached | Target | ChosenObject):
            raise Stop
        self.it, self.from_condition = about, False
        return Is(about, filters, negated)

    def fact_is(self, tree: Branch, negated: bool = False) -> Condition:
        about = self.subject(tree.children[0])
        filters: list[Filter] = []
        rowed: list[Any] = []
        for child in tree.children[2].children:
            token = child.children[0]
            match child.data:
                case "word":
                    rowed.append(words()[str(token)][0])
                case "article":
                    if rowed:
                        rowed.append(token)
                case "separator":
                    rowed.append(token)
                case "controlled":
                    filters.append(self.whose(token))
                case "in_zone" | "elsewhere":
                    filters.append(self.zone(token))
                case _:
                    raise Stop(token)
        return self._about(about, (*before(rowed, False), *filters), negated)

    def fact_isnt(self, tree: Branch) -> Condition:
        if "no longer" in tree.children[1]:
            raise Stop(tree.children[1])
        return self.fact_is(tree, negated=True)

    def fact_in(self, tree: Branch) -> Condition:
        if tree.children[0].data == "subject":
            return self._nouns_in(tree)
        about = self.subject(tree.children[0])
        where = self.zone(Token("INZONE", str(tree.children[1]).split(" ", 1)[1]))
        if isinstance(about, Itself) and isinstance(where, InZone):
            self.it = about
            return SelfIn(where.zone, about.word)
        raise Stop(tree.children[1])

    def _nouns_in(self, tree: Branch) -> Condition:
        found = self.nouns(tree.children[0].children[0])
        where = self.zone(Token("INZONE", str(tree.children[1]).split(" ", 1)[1]))
        if not isinstance(found.selector, Group) or found.selector.quantifier or found.number is None:
            raise Stop(tree.children[1])
        group = Group((*found.selector.filters, where))
        amount = amounts.count_of(group)
        if isinstance(amount, PlayerCount):
            return Compare(amount, found.comparison, Number(found.number), "are in")  # type: ignore[arg-type]
        return self._exists(group, found, "are in")

    def fact_fits(self, tree: Branch) -> Condition:
        about = self.subject(tree.children[0])
        return self._about(about, (self.item_fitting(Tree("fitting", tree.children[2:])),))

    def fact_has(self, tree: Branch) -> Condition:
        first = tree.children[0]
        if first.data == "subject" and first.children[0].children[0].data == "article":
            return self._one_has(tree)
        about = self.subject(tree.children[0])
        abilities, _ = self.only_abilities(tree.children[2])
        if len(abilities) != 1 or not isinstance(abilities[0], Keyword) or abilities[0].parameter or abilities[0].color:
            raise Stop(tree.children[1])
        return self._about(about, (With(abilities[0].name, subtype=abilities[0].subtype),))

    def fact_hasnt(self, tree: Branch) -> Condition:
        found = self.fact_has(tree)
        if not isinstance(found, Is):
            raise Stop(tree.children[1])
        return Is(found.subject, found.filters, negated=True)

    def _one_has(self, tree: Branch) -> Condition:
        """Return "a creature you control has flying"."""
        found = self.nouns(tree.children[0].children[0])
        abilities, _ = self.only_abilities(tree.children[2])
        keyword = abilities[0]
        if not isinstance(found.selector, Group) or not isinstance(keyword, Keyword):
            raise Stop(tree.children[1])
        if len(abilities) != 1 or keyword != Keyword(keyword.name):
            raise Stop(tree.children[1])
        return self._exists(Group((*found.selector.filters, With(keyword.name))), found, "has")

    def fact_counter(self, tree: Branch) -> Condition:
        token = tree.children[1]
        return self._about(self.subject(tree.children[0]), (self.counter(str(token).split(" ", 1)[1], token),))

    def fact_entered(self, tree: Branch) -> Condition:
        about = self.subject(tree.children[0])
        fact = self._about(about, (Status("entered_this_turn"),))
        return Is(about, fact.filters, word="entered") if isinstance(fact, Is) else fact

    def top_card(self, tree: Branch) -> Condition:
        about = TopCard()
        rowed = [words()[str(part.children[0])][0] for part in tree.children[2].children if part.data == "word"]
        if len(rowed) != len([part for part in tree.children[2].children if part.data != "article"]):
            raise Stop(tree.children[0])
        self.card = about
        return Is(about, tuple(rowed))

    def fact_remains(self, tree: Branch) -> Condition:
        about = self.subject(tree.children[0])
        word = str(tree.children[1]).removeprefix("remains ")
        if word == "on the battlefield":
            fact = self._about(about, (InZone("battlefield"),))
        elif word in ("tapped", "untapped"):
            fact = self._about(about, (Status(word),))
        else:
            raise Stop(tree.children[1])
        return Is(about, fact.filters, word="remains") if isinstance(fact, Is) else fact

    def compare(self, tree: Branch) -> Condition:
        phrase = re.sub(r"^(is|are) ", "", str(tree.children[1]))
        if phrase == "at least":
            raise Stop(tree.children[1])
        return Compare(self._figure(tree.children[0]), _COMPARISONS[phrase], self._bound(tree.children[2]))  # type: ignore[arg-type]

    def _bound(self, tree: Branch) -> Amount:
        return self.amount(tree)

    def _figure(self, tree: Branch) -> Amount:
        return self.amount(tree)

    def compare_number(self, tree: Branch) -> Condition:
        found = re.fullmatch(r"(?:is|are) (\w+)(?: or (greater|less|more|fewer))?", str(tree.children[1]))
        if found is None:
            raise Stop(tree.children[1])
        number = amounts.plain_number(found[1])
        comparison: Any = f"or {found[2]}" if found[2] else "exactly"
        return Compare(self._figure(tree.children[0]), comparison, number)

    def your_turn(self, tree: Branch) -> Condition:
        return TurnOf("you", "not" in tree.children[0], "it's")


# --- Printing ---


def condition(node: Condition) -> str:
    """Return a condition in English, without "as long as"."""
    match node:
        case AllOf((TurnOf(word="during") as first, second)):
            return f"{turn(first)}, as long as {condition(second)}"
        case AllOf(parts):
            return " and ".join(condition(part) for part in parts)
        case AnyOf(parts):
            return " or ".join(condition(part) for part in parts)
        case Told(text):
            return text
        case TurnOf("you", negated, "it's"):
            return f"it's {'not ' if negated else ''}your turn"
        case SelfIn(where, word):
            return f"{word} is {after(InZone(where, 'you' if where in ('graveyard', 'hand') else None), False)}"
        case Exists(Group() as of, Number(number), comparison, form):
            return existing(of, number, str(comparison), form)
        case Is(about, _, False, "entered"):
            return f"{subject(about)} entered this turn"
        case Is(about, (Status(flag),), False, word) if flag in PAST and word == PAST[flag]:
            return f"{subject(about)} {word}"
        case Is(about, _, False, "paired"):
            return f"{subject(about)} is paired with another creature"
        case Is(about, filters, negated, "remains"):
            return _is(about, filters, negated).replace(" is ", " remains ", 1)
        case Is(about, filters, negated):
            return _is(about, filters, negated)
        case Compare(amount, comparison, bound, "" | "there are" | "are in" as form):
            return compared(amount, str(comparison), bound, form)
        case _:
            from .facts import further

            return further(node)


def turn(node: Condition) -> str:
    """Return "during your turn", or nothing for a condition of another sort."""
    if isinstance(node, TurnOf) and node.word == "during":
        return "during turns other than yours" if node.negated else "during your turn"
    return ""


def existing(of: Group, number: int, comparison: str, form: str) -> str:
    """Return "you control five or more enchantments", "there is a Wall"."""
    filters = of.filters
    if form == "commander":
        return "you control your commander"
    if form == "are in":
        where = after(filters[-1], True)
        many = number != 1 or comparison not in ("or greater", "exactly")
        text = words_of(filters[:-1], many)
        count = counted(number, comparison) if number != 1 or comparison != "or greater" else a(text)
        return f"{count} {text} {'are' if many else 'is'} {where}"
    if form == "has" and isinstance(filters[-1], With):
        text = words_of(filters[:-1], False)
        return f"{a(text)} {text} has {keyword_text(Keyword(filters[-1].keyword)).lower()}"
    if form == "are":  # "two or more Equipment are attached to it", "a Rat is attacking"
        many = (number, comparison) != (1, "or greater")
        text = words_of(filters[:-1], many)
        what = noun(filters[-1].filter, many) if isinstance(filters[-1], ThatIs) else after(filters[-1], many)
        count = counted(number, comparison) if many else a(text)
        return f"{count} {text} {'are' if many else 'is'} {what}"
    head = "there are" if number != 1 or comparison not in ("or greater",) else "there is"
    if form == "control":
        who = filters[-1]
        filters = filters[:-1]
        match who:
            case ControlledBy(name, negated, word):
                head = controlled(whom.words(name), negated, word)
            case OwnedBy(name, negated):
                head = controlled(whom.words(name), negated, "own")
            case _:
                raise Stop
    if number == 1 and comparison == "or greater":
        if filters and isinstance(filters[0], Other):
            return f"{head} another {words_of(filters[1:], False)}"
        text = words_of(filters, False)
        return f"{head} {a(text)} {text}"
    if filters and isinstance(filters[0], Other):
        return f"{head} {counted(number, comparison)} other {words_of(filters[1:], True)}"
    return f"{head} {counted(number, comparison)} {words_of(filters, number != 1 or comparison != 'exactly')}"


def _is(about: Selector, filters: tuple[Filter, ...], negated: bool) -> str:
    name = subject(about)
    many = is_plural(about)
    match filters:
        case (ControlledBy(who, no, word),):
            return f"{controlled(whom.words(who), no, word)} {name}"
        case (With(keyword, _, subtype),) if negated:
            return (
                f"{name} {'don' if many else 'doesn'}'t have {keyword_text(Keyword(keyword, subtype=subtype)).lower()}"
            )
        case (With(keyword, _, subtype),):
            return f"{name} {'have' if many else 'has'} {keyword_text(Keyword(keyword, subtype=subtype)).lower()}"
        case (WithCounter() as counter,):
            return f"{name} {'have' if many else 'has'} {counters(counter, many)}"
        case (WithNumber() as number,):
            return f"{name} {'have' if many else 'has'} {after(number, many).removeprefix('with ')}"
        case (NoAbilities(),):
            return f"{name} {'have' if many else 'has'} no abilities"
    front = [filter for filter in filters if filter.place == "before"]
    rest = [filter for filter in filters if filter.place == "after"]
    text = row(front, many)
    if front and not many and not _adjective(front[-1]):
        text = f"{a(text)} {text}"
    text = " ".join([text, *(after(filter, many) for filter in rest)]).strip()
    verb = ("aren't" if negated else "are") if many else ("isn't" if negated else "is")
    return contracted(f"{name} {verb} {text}")


def _adjective(filter: Filter) -> bool:
    if isinstance(filter, Either):
        return not filter.word.endswith(" a") and all(_adjective(option) for option in filter.options)
    return adjective(filter)


def contracted(text: str) -> str:
    """Return a clause with "it is" as cards print it.

    >>> contracted("it is white"), contracted("that creature is white")
    ("it's white", 'that creature is white')
    """
    text = re.sub(r"^(it|he|she) is ", r"\1's ", text)
    return re.sub(r"^they are ", "they're ", text)


def compared(amount: Amount, comparison: str, bound: Amount, form: str) -> str:
    """Return "your devotion to blue is less than five", "there are four card types among ..."."""
    if form and isinstance(bound, Number):
        number = counted(bound.number, comparison)
        match amount:
            case PlayerCount(what, who):
                where = after(InZone(what, who), True)  # type: ignore[arg-type]
                return f"{number} cards are {where}" if form == "are in" else f"there are {number} cards {where}"
            case CountersOn() | KindsAmong() | Domain():
                return f"there are {number} {amounts.amount(amount).removeprefix('the number of ')}"
            case _:
                raise Stop
    left = amounts.amount(amount)
    if isinstance(bound, Number) and comparison in ("or greater", "or less", "exactly", "or more", "or fewer"):
        compared = "" if comparison == "exactly" else f" {comparison}"
        return f"{left} is {bound.number}{compared}"
    phrase = {value: key for key, value in _COMPARISONS.items() if key != "at least"}[comparison]
    return f"{left} is {phrase} {_number(bound)}"


def _number(bound: Amount) -> str:
    from .lexicon import NUMBER_WORDS

    return NUMBER_WORDS.get(bound.number, str(bound.number)) if isinstance(bound, Number) else amounts.amount(bound)


__all__ = ["Callable", "ConditionBuilder", "compared", "condition", "contracted", "existing", "noun", "turn"]
