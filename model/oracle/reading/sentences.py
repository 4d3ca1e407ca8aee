"""From the grammar's trees to clauses: the sentences and the clauses in them."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from lark import Token, Tree

from ...data.numbers import is_numeral, number_of
from ...effects.ability import Clause
from ...effects.amounts.arithmetic import Defined
from ...effects.amounts.base import Number, X
from ...effects.amounts.counting import Its
from ...effects.amounts.players import RecordedNumber
from ...effects.conditions import AllOf, Is, Not
from ...effects.filters.combinators import Provided
from ...effects.filters.whereabouts import Spell
from ...effects.language import Amount, Operation, Selector
from ...effects.operations.abilities import Gain
from ...effects.operations.control import ExchangeControl, GainControl, OwnersControl
from ...effects.operations.costs import ChangeCost, How
from ...effects.operations.players_and_rules import LandPlays, MaxHandSize, PlayerGains, RuleText
from ...effects.operations.power_toughness import ModifyPT, SetPT, SwitchPT
from ...effects.operations.text import ChangeWords, ChangeWordsTo, ExchangeText, SetWords
from ...effects.players import Holder
from ...effects.selectors import Attached, Group, Itself, PlayerGroup, Same, Target, Together
from ...rules.vocabulary import families
from ..grammar.trees import Branch
from ..printing.amounts import apart
from ..words import NUMBERS, Stop
from .base_power_toughness import SizeBuilder
from .nouns import times
from .verbs import defined


class Builder(SizeBuilder):
    """Builds the clauses of one sentence after another; it remembers what "it" and "target" mean.

    Attributes:
        it: what a pronoun refers to.
        targets: how many targets were named so far.
        type_word: the kind of type that the card lets choose.
        inner: reads the abilities inside a quotation.
    """

    refused: set[Any] | None = None  # what was tried in vain within one sentence of a resolving text

    # --- Sentences ---

    def sentence(self, tree: Branch) -> list[Clause]:
        fronts = [child for child in tree.children if child.data.startswith("front_")]
        condition, duration, until, form = None, "", None, []
        ahead = ""
        for front in fronts:
            kind = front.data.removeprefix("front_")
            match kind:
                case "as_long_as" | "if" | "unless":
                    found_condition = self.condition(front.children[1])
                    if kind == "unless":
                        found_condition = Not(found_condition)
                    condition = found_condition if condition is None else AllOf((condition, found_condition))
                    form += ["front"] + ([kind] if kind != "as_long_as" else [])
                case "during" if condition is None:
                    condition = self.turn(front.children[0])
                    form.append("front")
                case "duration":
                    duration = self.duration(front.children[0])
                    form.append("before")
                case "while":
                    duration, until = "while", self.condition(front.children[1])
                    form.append("before")
                case "otherwise":
                    form.append("otherwise")
                case "for_each":
                    form.append("ahead")
                    ahead = str(front.children[0]).removeprefix("for each ")
                case "instead" if condition is not None:
                    form.append("instead-only" if "only" in front.children[0] else "instead-front")
                case _:
                    raise Stop(front.children[0])
        clauses = self.clauses(tree.children[-1])
        if not fronts:
            return clauses
        if ahead:
            clauses = self.ahead(clauses, ahead, fronts[0].children[0])
        found = []
        for place, clause in enumerate(clauses):
            words = [word for word in clause.form.split() if word] + (form if place == 0 else [])
            new: dict[str, Any] = {"form": " ".join(words)}
            if condition is not None:
                if clause.condition is not None:
                    raise Stop
                new["condition"] = condition
            if duration:
                if clause.duration:
                    raise Stop
                new |= {"duration": duration, "until": until}
            found.append(msgspec.structs.replace(clause, **new))
        return found

    def ahead(self, clauses: list[Clause], what: str, token: Token) -> list[Clause]:
        """Return the clauses of "for each card discarded this way, ..." and "for each opponent, ..."."""
        if what.rsplit(maxsplit=1)[-1] in ("opponent", "player"):  # one target for each of them
            if len(clauses) != 1 or not isinstance(clauses[0].selector, Target) or clauses[0].selector.word:
                raise Stop(token)
            self.open_ended = True
            selector = msgspec.structs.replace(clauses[0].selector, many=True)
            self.it = selector
            return [
                msgspec.structs.replace(
                    clauses[0], selector=selector, form=f"{clauses[0].form} each:{what.replace(' ', '_')}"
                )
            ]
        if self.default is None:
            raise Stop(token)
        number = RecordedNumber(what)
        often = [tuple(times(operation, number) for operation in clause.operations) for clause in clauses]
        return [msgspec.structs.replace(c, operations=o) for c, o in zip(clauses, often, strict=True)]

    def clauses(self, tree: Branch) -> list[Clause]:
        found: list[Clause] = []
        join = ""
        for child in tree.children:
            if isinstance(child, Token):
                join = {"and": "and", ", and": "comma-and", ",": "comma"}.get(str(child), "")
                if not join:
                    raise Stop(child)
                continue
            new = getattr(self, child.data)(child)
            if join:
                new[0] = msgspec.structs.replace(new[0], form=f"{join} {new[0].form}".strip())
            found.extend(new)
        return found

    def does(self, tree: Branch) -> list[Clause]:
        subject = self.subject(tree.children[0])
        return self.verbs(subject, tree.children[1])

    def its_size(self, tree: Branch) -> list[Clause]:
        """Return "its power and toughness are each equal to ...", said of what a condition before has named."""
        if not str(tree.children[0]).startswith("its "):
            raise Stop(tree.children[0])
        subject = self.pronoun(Token("IT", "it"))
        return [Clause(subject, tuple(self.predicate(Tree("defines", tree.children), subject)))]

    def may_do(self, tree: Branch) -> list[Clause]:
        clauses = self.verbs(self.subject(tree.children[1]), tree.children[2])
        return [msgspec.structs.replace(clauses[0], form=f"may {clauses[0].form}".strip()), *clauses[1:]]

    def verbs(self, subject: Selector, tree: Branch) -> list[Clause]:
        self.before, self.it = self.it, subject
        clauses: list[Clause] = []
        operations: list[Operation] = []
        form = join = verb = ""
        for child in tree.children:
            if isinstance(child, Token):
                join = {", and": "comma-and", ",": "comma"}.get(str(child), "")
                continue
            predicate, tails = child.children[0], child.children[1:]
            if child.data == "shared":  # "has flying if ..., haste if ...": the verb is said once
                if not verb or operations:
                    raise Stop
                predicate = Tree("has", [verb, predicate])
                form += " bare"
            verb = predicate.children[0] if predicate.data == "has" else ""
            if form and not operations:
                form = f"{join} {form}".strip()
            new = self.predicate(predicate, subject)
            fields: dict[str, Any] = {}
            marks: list[str] = []
            for tail in tails:
                if tail.data == "for_each":
                    new = [self.for_each(tail.children[1], operation) for operation in new]
                    if "duration" in fields:
                        marks.append("late")
                elif tail.data == "more_for_each":
                    new = [self.more_for_each(tail, operation) for operation in new]
                elif tail.data == "where_x":
                    amount = Defined(self.amount(tail.children[1]))
                    if not operations and not any(isinstance(node, X) for done in new for node in done.walk()):
                        subject = _with_x(subject, amount)
                    operations = [defined(operation, amount) for operation in operations]
                    new = [defined(operation, amount) for operation in new]
                else:
                    self.each = subject if isinstance(subject, Group) else None
                    self.tail(tail, fields, marks)
                    self.each = None
            if not isinstance(subject, Itself):
                new = [_apart(operation, subject) for operation in new]
            operations += new
            if fields:
                clause = Clause(subject, tuple(operations), **fields, form=" ".join([form, *marks]).strip())
                clauses.append(provided(clause))
                operations, form = [], "elided"
        if operations:
            clauses.append(Clause(subject, tuple(operations), form=form))
        return clauses

    def tail(self, tail: Branch, fields: dict[str, Any], marks: list[str]) -> None:
        match tail.data:
            case "duration":
                if "duration" in fields:
                    raise Stop(tail.children[0])
                fields["duration"] = self.duration(tail.children[0])
            case "while_":
                fields |= {"duration": "while", "until": self.condition(tail.children[1])}
            case "as_long_as" | "if_" | "unless":
                if fields.get("condition") is not None:
                    raise Stop(tail.children[0])
                fields["condition"] = self.condition(tail.children[1])
                if tail.data == "unless":
                    fields["condition"] = Not(fields["condition"])
                if tail.data != "as_long_as":
                    marks.append(tail.data.strip("_"))
            case "instead" if "only" not in tail.children[0]:
                fields.setdefault("condition", None)
                marks.append("instead")
            case "during":
                fields["condition"] = self.turn(tail.children[0])
            case _:
                raise Stop(tail.children[0])

    def duration(self, token: Token) -> str:
        return re.sub(r"^until (the )?", "", str(token))

    # --- Clauses without a common subject ---

    def controls(self, tree: Branch) -> list[Clause]:
        if str(tree.children[0]) != "you control":
            raise Stop(tree.children[0])
        return [Clause(self.subject(tree.children[1]), (GainControl(word="you control"),))]

    def gain_control(self, tree: Branch) -> list[Clause]:
        children = list(tree.children)
        you = ""
        if children[0].type == "YOU":
            if str(children[0]) != "you":
                raise Stop(children[0])
            you = "you "
        children = [child for child in children if not isinstance(child, Token)]
        subject = self.subject(children[0])
        fields: dict[str, Any] = {}
        marks: list[str] = []
        self.it = subject
        for tail in children[1:]:
            self.tail(tail, fields, marks)
        return [Clause(subject, (GainControl(word=you + "gain control of"),), **fields, form=" ".join(marks))]

    def switch(self, tree: Branch) -> list[Clause]:
        subject = self.subject(tree.children[1])
        fields: dict[str, Any] = {}
        for tail in tree.children[3:]:
            self.tail(tail, fields, [])
        return [Clause(subject, (SwitchPT(),), **fields)]

    def may_take_control(self, tree: Branch) -> list[Clause]:
        (clause,) = self.takes_control(Tree("takes_control", tree.children[1:]))
        return [msgspec.structs.replace(clause, form=f"may {clause.form}".strip())]

    def switch_of(self, tree: Branch) -> list[Clause]:
        """Return "switch the power and toughness of each of up to two target creatures"."""
        if str(tree.children[1]) != "the power and toughness of":
            raise Stop(tree.children[1])
        subject, fields = self._with_tails(tree.children[2:])
        return [Clause(subject, (SwitchPT(),), **fields, form="of")]

    def switch_its(self, tree: Branch) -> list[Clause]:
        """Return "switch its power and toughness"."""
        token = tree.children[0 + 1]
        if not str(token).startswith(("its ", "their ")):
            raise Stop(token)
        subject = self.pronoun(Token("IT", "it" if str(token).startswith("its ") else "they"))
        fields: dict[str, Any] = {}
        for tail in tree.children[2:]:
            self.tail(tail, fields, [])
        return [Clause(subject, (SwitchPT(),), **fields)]

    def takes_control(self, tree: Branch) -> list[Clause]:
        who = str(tree.children[0])
        subject, fields = self._with_tails(tree.children[2:])
        player: Any = who if who in ("an opponent", "target player", "that player") else "that player"
        if who == "target opponent":
            player = "target player"
        elif player == "that player" and self.default is None:
            raise Stop(tree.children[0])
        return [
            Clause(
                subject,
                (GainControl(player, word=f"{who} {'gain' if who == 'they' else 'gains'} control of"),),
                **fields,
            )
        ]

    def monarch(self, tree: Branch) -> list[Clause]:
        return [Clause(self.subject(tree.children[1]), (GainControl(Holder(), word="the monarch controls"),))]

    def owners_control(self, tree: Branch) -> list[Clause]:
        return [Clause(self.subject(tree.children[2]), (OwnersControl(),))]

    def exchange(self, tree: Branch) -> list[Clause]:
        both, fields = self._with_tails(tree.children[1:])
        first, second = self._two(both, tree.children[0])
        return [
            Clause(first, (ExchangeControl(second),), **fields),
            Clause(second, (ExchangeControl(first, shown=False),), **fields, form="silent"),
        ]

    def rule_clause(self, tree: Branch) -> list[Clause]:
        return [Clause(Itself(), (RuleText(str(tree.children[0])),), form="whole")]

    def _two(self, both: Selector, token: Token) -> tuple[Selector, Selector]:
        """Return the two objects of an exchange: "two target creatures", "those creatures", "~ and target creature"."""
        first: Selector
        second: Selector
        if isinstance(both, Together) and len(both.parts) == 2 and both.word == "and":
            first, second = both.parts
        elif isinstance(both, Target) and _is_pair(both):
            first = msgspec.structs.replace(both, many=False)
            self.open_ended = False
            second = Target(both.index + 1, both.group, both.count, word="the other")
            self.targets += 0 if both.word else 1
        else:
            raise Stop(token)
        if not all(isinstance(part, Target | Itself | Attached) for part in (first, second)):
            raise Stop(token)
        return first, second

    def exchange_text(self, tree: Branch) -> list[Clause]:
        both, fields = self._with_tails(tree.children[1:])
        first, second = self._two(both, tree.children[0])
        return [
            Clause(first, (ExchangeText(second),), **fields),
            Clause(second, (ExchangeText(first, shown=False),), **fields, form="silent"),
        ]

    def double(self, tree: Branch) -> list[Clause]:
        children = tree.children[1:]
        if isinstance(children[0], Token):  # "double its power"
            subject = self.pronoun(Token("IT", "it" if children[0].startswith("its") else "they"))
            phrase, tails, style = children[0], children[1:], "double its"
        else:
            subject, phrase, tails, style = self.subject(children[0]), children[1], children[2:], "double"
        _, fields = self._with_tails(tails, subject)
        return [Clause(subject, (_doubled(str(phrase), style),), **fields)]

    def double_of(self, tree: Branch) -> list[Clause]:
        subject, fields = self._with_tails(tree.children[2:])
        return [Clause(subject, (_doubled(str(tree.children[1]), "double of"),), **fields)]

    def _with_tails(self, children: list[Any], subject: Selector | None = None) -> tuple[Selector, dict[str, Any]]:
        if subject is None:
            subject, children = self.subject(children[0]), children[1:]
        self.it = subject
        fields: dict[str, Any] = {}
        marks: list[str] = []
        for tail in children:
            self.tail(tail, fields, marks)
        if marks:
            fields["form"] = " ".join(marks)
        return subject, fields

    def change_text(self, tree: Branch) -> list[Clause]:
        kinds = re.findall(r"(color|basic land type|creature type|land type)", str(tree.children[2]))
        what = tuple(dict.fromkeys("color" if kind == "color" else kind.replace(" ", "_") for kind in kinds))
        to = re.search(r"with ([A-Z][a-z]+)$", str(tree.children[2]))
        if to and "creature" not in families(to[1]):
            raise Stop(tree.children[2])
        subject, fields = self._with_tails([tree.children[1], *tree.children[3:]])
        operation = ChangeWordsTo(what, subtype=to[1]) if to else ChangeWords(what)  # type: ignore[arg-type]
        return [Clause(subject, (operation,), **fields)]

    def set_words(self, tree: Branch) -> list[Clause]:
        return [Clause(self.subject(tree.children[1]), (SetWords(),))]

    def least_cost(self, tree: Branch) -> list[Clause]:
        words = re.findall(r"(?:less than|costs) (\w+) mana", str(tree.children[0]))
        if words[0] != words[1] or words[0] not in NUMBERS:
            raise Stop(tree.children[0])
        how: How = "least"
        return [Clause(Group((Spell(),), "each"), (ChangeCost(f"{{{NUMBERS[words[0]]}}}", how),))]

    def players_have(self, tree: Branch) -> list[Clause]:
        who, verb = str(tree.children[0]), str(tree.children[1])
        abilities, style = self.only_abilities(tree.children[2])
        fields: dict[str, Any] = {}
        for tail in tree.children[3:]:
            self.tail(tail, fields, [])
        word = "gains" if verb.startswith("gain") else "has"
        return [Clause(PlayerGroup(who), (PlayerGains(abilities, word, style),), **fields)]

    def you_and(self, tree: Branch) -> list[Clause]:
        """Return "you and creatures you control have hexproof": one clause for the player, one for the objects."""
        clauses = self.verbs(self.subject(tree.children[1]), tree.children[2])
        given = clauses[0].operations[0]
        if len(clauses) > 1 or len(clauses[0].operations) > 1 or not isinstance(given, Gain) or given.x is not None:
            raise Stop(tree.children[0])
        together = isinstance(clauses[0].selector, Together) and clauses[0].selector.word == "and"
        if together is not str(tree.children[0]).endswith(","):
            raise Stop(tree.children[0])
        form = f"you-and {clauses[0].form}".strip()
        mine = (PlayerGains(given.abilities, given.word, given.style),)
        return [
            msgspec.structs.replace(clauses[0], form=form),
            msgspec.structs.replace(clauses[0], selector=PlayerGroup("you"), operations=mine, form="silent"),
        ]

    def max_hand(self, tree: Branch) -> list[Clause]:
        (clause,) = self._max_hand(tree)
        _, fields = self._with_tails(tree.children[1:], clause.selector)
        return [msgspec.structs.replace(clause, **fields)]

    def hand_size(self, tree: Branch) -> list[Clause]:
        """Return "your maximum hand size is equal to the number of hour counters on this enchantment"."""
        if self.default is not None:  # a resolving text would fix the number (611.2d)
            raise Stop(tree.children[0])
        who = _whose_hand(str(tree.children[0]).removesuffix(" maximum hand size is equal to"))
        _, fields = self._with_tails(tree.children[2:], who)
        return [Clause(who, (MaxHandSize(equal=self.amount(tree.children[1])),), **fields)]

    def _max_hand(self, tree: Branch) -> list[Clause]:
        text = str(tree.children[0])
        if none := re.fullmatch(r"(.+) (?:have|has) no maximum hand size", text):
            return [Clause(PlayerGroup(none[1]), (MaxHandSize(),))]
        found = re.fullmatch(r"(.+) maximum hand size is (increased by |reduced by )?(\w+)", text)
        if found is None or (found[3] not in NUMBERS and not is_numeral(found[3])):
            raise Stop(tree.children[0])
        number = NUMBERS[found[3]] if found[3] in NUMBERS else number_of(found[3])
        who = _whose_hand(found[1])
        if found[2] is None:
            return [Clause(who, (MaxHandSize(number),))]
        return [Clause(who, (MaxHandSize(-number if "reduced" in found[2] else number, "add"),))]

    def land_plays(self, tree: Branch) -> list[Clause]:
        text = str(tree.children[0])
        words = (("an additional", 1), *((word, NUMBERS[word]) for word in ("two", "three", "four", "five")))
        number = next((n for word, n in words if f" {word} " in text), None)
        who, _, _ = text.partition(" may play ")
        when = re.search(r" (during|up to) ", text)
        operation = LandPlays(number, when[1] if when else "")
        if len(tree.children) == 1:
            if " turns" not in text:
                raise Stop(tree.children[0])
            return [Clause(PlayerGroup(who), (operation,))]
        if " turns" in text or str(tree.children[1].children[0]) != "this turn":
            raise Stop(tree.children[0])
        _, fields = self._with_tails(tree.children[1:], PlayerGroup(who))
        return [Clause(PlayerGroup(who), (operation,), **fields)]


def _with_x(subject: Selector, amount: Amount) -> Selector:
    """Return a group with `amount` for its X: "spells with mana value X or less", "where X is ..."."""
    return subject.rewrite(lambda node: amount if isinstance(node, X) else node)


def _whose_hand(text: str) -> PlayerGroup:
    return PlayerGroup(text.removesuffix("'s").replace("your", "you"))


def _is_pair(both: Target) -> bool:
    """Return whether targets are two: by their number, or as those that a sentence before has named."""
    return both.count in ("two target", "two other target") or (both.many and bool(both.word))


def provided(clause: Clause) -> Clause:
    """Return a clause that asks something of each of its objects as one that applies to those of which it is true."""
    asked, group = clause.condition, clause.selector
    if not isinstance(asked, Is) or not isinstance(asked.subject, Same) or not isinstance(group, Group):
        return clause
    each = Provided(asked.filters, asked.negated, asked.subject.word)
    return msgspec.structs.replace(clause, selector=Group((*group.filters, each), group.quantifier), condition=None)


def _apart(operation: Operation, subject: Selector) -> Operation:
    """Return the operation with "for each other creature" meant of each object it changes."""
    if not isinstance(operation, ModifyPT | SetPT):
        return operation
    return operation.rewrite(lambda node: apart(node, subject) if isinstance(node, Amount) else node)


def _doubled(phrase: str, style: str) -> Operation:
    """Return "double its power" as the rules put it: it gets +X/+0, where X is its power (701.10b)."""
    power = Its("power") if "power" in phrase else Number(0)
    toughness = Its("toughness") if "toughness" in phrase else Number(0)
    return ModifyPT(power, toughness, style)
