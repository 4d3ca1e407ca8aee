"""From the grammar's trees to conditions; `conditions` prints them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from lark import Token, Tree

from ...effects.ability import Clause
from ...effects.amounts.base import Number
from ...effects.amounts.counting import CounterKinds, Domain, PlayerCount
from ...effects.conditions import AllOf, AnyOf, Compare, Exists, GameFact, Is, SelfIn, TurnOf
from ...effects.copiable import Copiable
from ...effects.filters.characteristics import With
from ...effects.filters.status import Batch, Status, WithCounter
from ...effects.filters.whereabouts import ControlledBy, ExiledWith, InZone, OwnedBy
from ...effects.keywords import Keyword
from ...effects.language import Ability, Amount, Condition, Filter, Selector
from ...effects.selectors import Attached, ChosenObject, Group, Itself, Same, Target, TopCard
from ..grammar.trees import Branch, Counted
from ..printing import amounts
from ..printing.conditions import COMPARISONS
from ..words import Stop, words
from .counts import count_of, counters_on, kinds_among
from .noun_rows import before, count, whose, zone


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
        self.told_word = ""  # the noun by which it was called
        self.of_two = False  # whether a trigger condition speaks of a creature besides the enchanted or equipped one
        self.last: list[Clause] = []  # the clauses of the sentence before
        self.began = 0  # how many targets were named before that sentence
        self.open_ended = False  # whether a group of targets was named that may take all that are left
        self.named_many = False  # whether the last of them are several
        self.named: list[tuple[int, str]] = []  # targets by their place, in the words that named them
        self.card: Selector | None = None  # what "that card" means
        self.figure: Amount | None = None  # the amount that "their total toughness" goes on with
        self.from_condition = False
        self.about: Group | None = None  # what an instruction was about: "untap all creatures"
        self.listed: list[Copiable] = []  # what was said of what is turned face down
        self.unexplained = False  # nothing that was said is what a pronoun could mean
        self.is_paired = False  # "those creatures" are the two that are paired
        self.amount_of_it = False
        self.only: Group | None = None  # of which a condition says that there is just one
        self.each: Selector | None = None  # the group of which a condition behind a verb asks one by one
        self.of_each = False  # "it" may be each of several objects, one after the other

    def item_fitting(self, tree: Branch) -> Filter:
        raise NotImplementedError

    def state(self) -> tuple[Any, ...]:
        """Return what a sentence may change, to go back to."""
        named, told = tuple(self.named), (self.told_at, self.told_word)
        it = (self.it, self.unexplained)
        return it, self.before, self.targets, told, named, self.type_word, self.about, self.open_ended

    def restore(self, state: tuple[Any, ...]) -> None:
        """Go back to what `state` returned."""
        it, self.before, self.targets, told, named, self.type_word, self.about, self.open_ended = state
        self.it, self.unexplained = it
        self.named, (self.told_at, self.told_word) = list(named), told

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
        if self.it is None and self.default is None:
            self.it = _spoken_of(parts)
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
        self.only = group if (found.number, found.comparison) == (1, "exactly") else None
        return self._exists(group, found, "control")

    def there_are(self, tree: Branch) -> Condition:
        found = self.nouns(tree.children[1])
        if not isinstance(found.selector, Group) or found.selector.quantifier:
            raise Stop(tree.children[0])
        amount = count_of(found.selector)
        if isinstance(amount, PlayerCount) and found.number is not None:
            return Compare(amount, found.comparison, Number(found.number), "there are")  # type: ignore[arg-type]
        return self._exists(found.selector, found, "")

    def there_kinds(self, tree: Branch) -> Condition:
        number, comparison = count(tree.children[1])
        group = self.subject(tree.children[3])
        token = tree.children[2]
        amount = Domain(group) if "basic land types" in token else kinds_among(token, group)
        return Compare(amount, comparison, Number(number), "there are")  # type: ignore[arg-type]

    def there_counter_kinds(self, tree: Branch) -> Condition:
        number, comparison = count(tree.children[1])
        return Compare(CounterKinds(self.subject(tree.children[3])), comparison, Number(number), "there are")  # type: ignore[arg-type]

    def there_counters(self, tree: Branch) -> Condition:
        number, comparison = count(tree.children[1])
        amount = counters_on(tree.children[2], self.it)
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
        if isinstance(about, Same) and self.each is not None and self.it in (self.each, about):
            self.it = about
            return Is(about, filters, negated)
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
        return self._about(about, (*(before(rowed, False) if rowed else ()), *filters), negated)

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
        amount = count_of(group)
        if isinstance(amount, PlayerCount):
            return Compare(amount, found.comparison, Number(found.number), "are in")  # type: ignore[arg-type]
        return self._exists(group, found, "are in")

    def fact_fits(self, tree: Branch) -> Condition:
        about = self.subject(tree.children[0])
        phrase, *said = tree.children[2:]
        if said and said[0].data == "subject":  # "attached to a creature": to any
            said = [said[0].children[0]]
        if isinstance(about, Attached | Itself):
            self.it = about
        return self._about(about, (self.item_fitting(Tree("fitting", [phrase, *said])),))

    def fact_has(self, tree: Branch) -> Condition:
        first = tree.children[0]
        if first.data == "subject" and first.children[0].children[0].data == "article":
            return self._one_has(tree)
        about = self.subject(tree.children[0])
        abilities, _ = self.only_abilities(tree.children[2])
        if len(abilities) != 1 or not isinstance(abilities[0], Keyword) or abilities[0].parameter or abilities[0].color:
            raise Stop(tree.children[1])
        return self._about(about, (With(abilities[0].name, subtype=abilities[0].subtype),))

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
        token, about = tree.children[1], tree.children[0]
        counter = self.counter(str(token).split(" ", 1)[1], token)
        if about.data == "subject" and about.children[0].children[0].data == "article":  # "a creature has ..."
            found = self.nouns(about.children[0])
            if not isinstance(found.selector, Group):
                raise Stop(token)
            return self._exists(Group((*found.selector.filters, counter)), found, "has")
        return self._about(self.subject(about), (counter,))

    def fact_entered(self, tree: Branch) -> Condition:
        about = self.subject(tree.children[0])
        fact = self._about(about, (Status("entered_this_turn"),))
        return Is(about, fact.filters, word="entered") if isinstance(fact, Is) else fact

    def top_card(self, tree: Branch) -> Condition:
        about = TopCard("library" if "library" in tree.children[0] else "graveyard")
        rowed: list[Any] = []
        for part in tree.children[2].children:
            if part.data == "word":
                rowed.append(words()[str(part.children[0])][0])
            elif part.data == "separator":
                rowed.append(part.children[0])
            elif part.data != "article" or rowed:
                raise Stop(tree.children[0])
        self.card = about
        return Is(about, before(rowed, False))

    def compare(self, tree: Branch) -> Condition:
        verb, phrase = str(tree.children[1]).split(" ", 1)
        if phrase == "at least":
            raise Stop(tree.children[1])
        form = verb if verb == "remains" else ""
        return Compare(self._figure(tree.children[0]), COMPARISONS[phrase], self._bound(tree.children[2]), form)  # type: ignore[arg-type]

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


def _spoken_of(parts: Sequence[Condition]) -> Selector | None:
    """Return what a condition speaks of in passing: "there are three tide counters on this creature"."""
    found: set[Selector] = set()
    for node in (node for part in parts for node in part.walk()):
        words: re.Match[str] | None = None
        match node:
            case Itself() | Attached():
                found.add(node)
            case GameFact(text):
                words = re.match(r"(~|this \w+) ", text)
            case ExiledWith(text):
                words = re.fullmatch(r"exiled with (~|this \w+)", text)
        if words is not None:
            found.add(Itself(words[1]))
    return found.pop() if len(found) == 1 else None
