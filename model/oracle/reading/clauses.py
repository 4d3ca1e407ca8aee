"""Functions that read clauses."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Any, Final

import msgspec
from lark import Token, Tree

from ...data.numbers import NUMBERS, count_of
from ...effects.amounts.arithmetic import Defined
from ...effects.amounts.base import X
from ...effects.amounts.counting import Its, NumberOf
from ...effects.amounts.players import RecordedNumber
from ...effects.conditions import ChosenOption, Not
from ...effects.filters.whereabouts import Spell
from ...effects.keywords import Keyword
from ...effects.language import THEIR_TURNS, Amount, Clause, Operation, Selector
from ...effects.operations.abilities import Gain
from ...effects.operations.costs import ChangeCost
from ...effects.operations.players_and_rules import LandPlays, MaxHandSize, PlayerGains, RuleText
from ...effects.operations.power_toughness import ModifyPT, SetPT
from ...effects.operations.text import ChangeWords, ChangeWordsTo, SetWords
from ...effects.selectors import Attached, ChosenObject, Group, InOrder, Itself, PlayerGroup, Same, Target, Together
from ...rules.vocabulary import families
from ..printing.amounts import apart
from ..words import FROM_QUALITY, OF_TURN, Stop
from .amounts import for_each, more_for_each
from .conditions import read_condition
from .discourse import CLAUSES, OPERATIONS, Branch, Discourse, groups, reads
from .each_object import provided
from .keywords import only_abilities
from .player_conditions import turn
from .pronouns import pronoun
from .verbs import defined

_JOINTS: Final = MappingProxyType({", and": "comma-and", ",": "comma", ", or": "comma-or"})
CLAUSES.update({
    "does": lambda discourse, tree: clauses_of(discourse, discourse.subject(tree.children[0]), tree.children[1]),
    "set_words": lambda discourse, tree: [Clause(discourse.subject(tree.children[1]), (SetWords(),))],
})  # fmt: skip


@reads(CLAUSES)
def both_do(discourse: Discourse, tree: Branch) -> list[Clause]:
    """Return the clauses for "target creature and this creature each get ..."."""
    first, joint, own, verbs = tree.children
    target = discourse.subject(first)
    if str(joint) != "and" or not isinstance(target, Target):
        raise Stop(joint)
    return clauses_of(discourse, Together((target, Itself(str(own)))), verbs)


@reads(CLAUSES)
def rule_clause(discourse: Discourse, tree: Branch) -> list[Clause]:
    return [Clause(Itself(), tuple(OPERATIONS["rule"](discourse, tree, Itself())), form="whole")]


@reads(CLAUSES)
def its_size(discourse: Discourse, tree: Branch) -> list[Clause]:
    """Return the clause for "its power is equal to ..." and similar wording."""
    if not str(tree.children[0]).startswith("its "):
        raise Stop(tree.children[0])
    subject = pronoun(discourse, Token("IT", "it"))
    return [Clause(subject, tuple(OPERATIONS["defines"](discourse, Tree("defines", tree.children), subject)))]


@reads(CLAUSES)
def may_do(discourse: Discourse, tree: Branch) -> list[Clause]:
    clauses = clauses_of(discourse, discourse.subject(tree.children[1]), tree.children[2])
    who = str(tree.children[0]).removesuffix(" may have")
    mark = "may" if who == "you" else f"may by:{who.replace(' ', '_')}"
    return [msgspec.structs.replace(clauses[0], form=f"{mark} {clauses[0].form}".strip()), *clauses[1:]]


def clauses_of(discourse: Discourse, subject: Selector, tree: Branch) -> list[Clause]:
    discourse.before, discourse.it = discourse.it, subject
    clauses: list[Clause] = []
    operations: list[Operation] = []
    form = join = verb = ""
    for child in tree.children:
        if isinstance(child, Token):
            join = _JOINTS.get(str(child), "")
            continue
        predicate, tails = child.children[0], child.children[1:]
        # "gets +2/+0, gains trample if it's red, and ...": the first verb has no condition
        own = join == "comma" and any(tail.data in ("if_", "as_long_as") for tail in tails)
        if operations and not own and join != "comma-or" and _has_bare_if(tails):
            raise Stop  # "gets +1/+1 and has vigilance if it's attacking": the first verb, too?
        if operations and (own or (child.data == "shared" and join == "comma-or")):
            clauses.append(Clause(subject, tuple(operations), form=form))
            operations, form = [], "elided"
        if child.data == "shared":  # "has flying if ..., haste if ...", with one verb
            if not verb or operations:
                raise Stop
            predicate, mark = _with_verb(verb, predicate, clauses)
            form += mark
        verb = predicate.children[0] if predicate.data in ("has", "gets") else ""
        form = f"{join} {form}".strip() if form and not operations else form
        if predicate.data in ("becomes_one", "becomes_either") or _is_either_number(predicate):
            clauses += _options(discourse, child, Clause(subject, tuple(operations), form=form), join)
            operations, form = [], "elided"
            continue
        new = OPERATIONS[predicate.data](discourse, predicate, subject)
        fields: dict[str, Any] = {}
        marks: list[str] = []
        for tail in tails:
            if tail.data == "else_" and join == "comma-or" and clauses:
                fields["condition"] = Not(clauses[-1].condition) if clauses[-1].condition else None
                marks.append("or-else")
            elif tail.data in ("for_each", "more_for_each", "where_x"):
                subject, operations, new = _with_amount(discourse, tail, subject, operations, new)
                marks += ["late"] if tail.data == "for_each" and "duration" in fields else []
            else:
                _add_tail_of_each(discourse, subject, tail, fields, marks)
        if not isinstance(subject, Itself):
            new = [_apart(operation, subject) for operation in new]
        operations += new
        defines_x = any(tail.data == "where_x" for tail in tails)
        if fields and join == "comma-or":
            clauses[-1:] = _alternatives(clauses, provided(Clause(subject, tuple(operations), **fields)), marks, form)
            operations, form = [], "elided"
        elif fields or (defines_x and child is not tree.children[-1]):  # "..., where X is ..., and has menace"
            if child.data == "shared":
                _like_first(clauses[-1], fields, marks)
            clause = Clause(subject, tuple(operations), **fields, form=" ".join([form, *marks]).strip())
            clauses.append(provided(clause))
            operations, form = [], "elided"
    if operations:
        clauses.append(Clause(subject, tuple(operations), form=form))
    return list(map(_timed, clauses))


def _has_bare_if(tails: list[Branch]) -> bool:
    # In "gets +1/+1 and gains flying until end of turn if ...", the duration and the condition cover both verbs.
    return [tail.data for tail in tails if tail.data in ("if_", "duration")] == ["if_"]


def _with_amount(
    discourse: Discourse, tail: Branch, subject: Selector, operations: list[Operation], new: list[Operation]
) -> tuple[Selector, list[Operation], list[Operation]]:
    """Return the subject, the operations of earlier verbs and those of this verb with "for each" or "where X is"."""
    if tail.data == "for_each":
        halved = str(tail.children[0]) == "for every two"
        return subject, operations, [for_each(discourse, tail.children[1], operation, halved) for operation in new]
    if tail.data == "more_for_each":
        return subject, operations, [more_for_each(discourse, tail, operation) for operation in new]
    if len(tail.children) > 2:
        if operations:
            raise Stop(tail.children[0])
        return subject, operations, [_of_x_and_y(discourse, operation, tail) for operation in new]
    amount = Defined(discourse.amount(tail.children[1]))
    if not any(isinstance(node, X) for done in (*operations, *new) for node in done.walk()):
        subject = _with_x(subject, amount)
    return subject, [defined(each, amount) for each in operations], [defined(each, amount) for each in new]


def _like_first(first: Clause, fields: dict[str, Any], marks: list[str]) -> None:
    # "gains trample until end of turn if it's a Beast and vigilance if it's a Human": until end of turn, too
    if first.duration and "duration" not in fields:
        fields |= {"duration": first.duration, "until": first.until}
        marks.append("untimed")


def _alternatives(clauses: list[Clause], other: Clause, marks: list[str], form: str) -> list[Clause]:
    """Return the clauses of "+1/+1 until end of turn, or +3/+3 instead if ..." or "+1/+1 if ..., or +0/+1 otherwise".

    Of the two, only one applies.
    """
    asked, instead = other.condition, "instead" in marks
    if asked is None or len(clauses) != 1 or clauses[0].selector != other.selector:
        raise Stop
    first = clauses[0]
    if instead is (first.condition is not None) or other.duration not in ("", first.duration):
        raise Stop
    if instead:
        first = msgspec.structs.replace(first.marked("displaced if"), condition=Not(asked))
    if not other.duration and first.duration:
        marks = [*marks, "untimed"]
    said = " ".join("or-instead" if mark == "instead" else mark for mark in marks)
    other = msgspec.structs.replace(other, duration=first.duration, until=first.until, form=f"{form} {said}".strip())
    return [first, other]


def _with_verb(verb: Any, predicate: Branch, clauses: list[Clause]) -> tuple[Branch, str]:
    """Return the predicate of a verb that the text names once, and the marks of the clause."""
    changes = isinstance(predicate, Token) and predicate.type == "PTMOD"  # "+2/+0 if it's red and +0/+2 if it's white"
    if changes is not (verb.type == "GETS"):
        raise Stop(verb)
    if changes:
        return Tree("gets", [verb, predicate]), " bare"
    if isinstance(predicate, Token) and predicate.type == "PT":  # "base power and toughness 1/1 ..., or 4/4 otherwise"
        sized = clauses[-1].operations[-1] if clauses else None
        if not isinstance(sized, SetPT) or not sized.word.endswith(" base"):
            raise Stop(predicate)
        size = Tree("base_size", [predicate.update(type="BASEPT", value="base power and toughness"), predicate])
        return Tree("has", [verb, Tree("abilities", [size])]), " bare size"
    if isinstance(predicate, Token):  # "protection from white if ..., from blue if ..."
        return Tree("has", [verb, _of_same_keyword(clauses, predicate)]), " bare from"
    return Tree("has", [verb, predicate]), " bare"


def _of_same_keyword(clauses: list[Clause], token: Token) -> Branch:
    given = clauses[-1].operations[0] if clauses else None
    last = given.abilities[-1] if isinstance(given, Gain) else None
    if not isinstance(last, Keyword) or last.name not in FROM_QUALITY:
        raise Stop(token)
    keyword = token.update(type="KEYWORD", value=f"{last.name.lower()} {token}")
    return Tree("abilities", [Tree("keyword", [keyword])])


def _add_tail_of_each(
    discourse: Discourse, subject: Selector, tail: Branch, fields: dict[str, Any], marks: list[str]
) -> None:  # fmt: skip
    """Read a condition or a duration, in which "it" can mean each object of a group."""
    it = discourse.it
    discourse.each = subject if isinstance(subject, Group) else None
    if tail.data == "while_" and isinstance(subject, Target) and subject.word.startswith("each of "):
        discourse.each = discourse.it = Same("it")  # "each of those lands is ... for as long as it has a counter on it"
    add_tail(discourse, tail, fields, marks)
    discourse.each = None
    if isinstance(it, Target):
        discourse.it = it


@reads(CLAUSES)
def change_text(discourse: Discourse, tree: Branch) -> list[Clause]:
    kinds = re.findall(r"(color|basic land type|creature type|land type)", str(tree.children[2]))
    what = tuple(dict.fromkeys("color" if kind == "color" else kind.replace(" ", "_") for kind in kinds))
    to = re.search(r"with ([A-Z][a-z]+)$", str(tree.children[2]))
    if to and "creature" not in families(to[1]):
        raise Stop(tree.children[2])
    subject, fields = with_tails(discourse, [tree.children[1], *tree.children[3:]])
    operation = ChangeWordsTo(what, subtype=to[1]) if to else ChangeWords(what)  # type: ignore[arg-type]
    return [Clause(subject, (operation,), **fields)]


@reads(CLAUSES)
def you_and(discourse: Discourse, tree: Branch) -> list[Clause]:
    """Return the two clauses for "you and creatures you control have hexproof"."""
    clauses = clauses_of(discourse, discourse.subject(tree.children[1]), tree.children[2])
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


def _is_either_number(predicate: Branch) -> bool:
    # "has base power 1 or base toughness 1"
    if predicate.data != "has":
        return False
    kinds = [child if isinstance(child, Token) else child.data for child in predicate.children[1].children]
    return kinds == ["base_number", "or", "base_number"]


def _options(discourse: Discourse, verb: Branch, before: Clause, join: str) -> list[Clause]:
    """Return the clauses for "becomes your choice of A or B", each of which depends on the choice (608.2d).

    Args:
        discourse: the antecedents.
        verb: the verb and what follows it.
        before: a clause with the operations of the earlier verbs.
        join: the mark of the conjunction before the verb.
    """
    predicate, tails = verb.children[0], verb.children[1:]
    subject = before.selector
    _, fields = with_tails(discourse, tails, subject)
    if discourse.default is None or fields.get("condition") is not None:
        raise Stop(predicate.children[1])
    found = [before] if before.operations else []
    mark = "choice" if predicate.data == "becomes_one" else "either"
    first = f"{join} elided {mark}".strip() if found else f"{before.form} {mark}".strip()
    reader = OPERATIONS["becomes_one" if predicate.data == "has" else predicate.data]
    for place, becomes in enumerate(reader(discourse, predicate, subject)):
        form = "elided option" if place else first
        chosen = ChosenOption(place + 1, f"option {place + 1}")
        found.append(Clause(subject, (becomes,), chosen, **fields, form=form))
    return found


def _of_x_and_y(discourse: Discourse, operation: Operation, tail: Branch) -> Operation:
    """Return the operation for "gets +X/+Y, where X is ... and Y is ..."."""
    first = discourse.amount(tail.children[1])
    second = discourse.amount(tail.children[3])
    if isinstance(first, RecordedNumber) and discourse.event_place is not None:
        first = _of_event(first, discourse.event_place)
    if isinstance(first, NumberOf) and isinstance(second, Its) and second.word == "its":
        second = NumberOf(first.of, second.what)
    recorded = any(isinstance(node, RecordedNumber) for amount in (first, second) for node in amount.walk())
    if not isinstance(operation, ModifyPT) or (operation.power, operation.toughness) != (X(), X()) or recorded:
        raise Stop(tail.children[2])  # an event records only one number
    return ModifyPT(Defined(first), Defined(second, "Y"), operation.word)


def _of_event(number: RecordedNumber, place: int) -> Amount:
    # "If it's a creature card, ... where X is the exiled creature card's power": the event names this card
    found = re.fullmatch(r"(the \w+ (?:\w+ )?card)'s (power|toughness|mana value)", number.text)
    if found is None:
        return number
    what: Any = found[2].replace(" ", "_")
    return NumberOf(Target(place, word=found[1]), what)


def _with_x(subject: Selector, amount: Amount) -> Selector:
    # "up to X target creatures", "spells with mana value X or less"
    if isinstance(subject, Target) and re.match(r"(?:up to )?X ", subject.count):
        return msgspec.structs.replace(subject, number=amount)
    return subject.rewrite(lambda node: amount if isinstance(node, X) else node)


def _apart(operation: Operation, subject: Selector) -> Operation:
    # "for each other creature" means other than each affected object
    if not isinstance(operation, ModifyPT | SetPT):
        return operation
    return operation.rewrite(lambda node: apart(node, subject) if isinstance(node, Amount) else node)


@reads(CLAUSES)
def least_cost(discourse: Discourse, tree: Branch) -> list[Clause]:
    bound, cost = re.findall(r"(?:less than|costs) (\w+) mana", tree.children[0])
    if bound != cost or cost not in NUMBERS:
        raise Stop(tree.children[0])
    return [Clause(Group((Spell(),), "each"), (ChangeCost(f"{{{NUMBERS[cost]}}}", "least"),))]


@reads(CLAUSES)
def players_have(discourse: Discourse, tree: Branch) -> list[Clause]:
    who, verb = str(tree.children[0]), str(tree.children[1])
    abilities, style = only_abilities(discourse, tree.children[2])
    of: Selector | None = None
    if named := re.fullmatch(r"(.+?)'?s controller", who):
        of = pronoun(discourse, Token("IT", "it")) if named[1] == "it" else Attached(named[1])
    players, fields = with_tails(discourse, tree.children[3:], PlayerGroup(who, of))
    word = "gains" if verb.startswith("gain") else "has"
    return [Clause(players, (PlayerGains(abilities, word, style),), **fields)]


@reads(CLAUSES)
def max_hand(discourse: Discourse, tree: Branch) -> list[Clause]:
    who, operation = _max_hand(tree.children[0])
    _, fields = with_tails(discourse, tree.children[1:], who)
    return [Clause(who, (operation,), **fields)]


def _max_hand(token: Token) -> tuple[PlayerGroup, MaxHandSize]:
    if none := re.fullmatch(r"(.+) (?:have|has) no maximum hand size", token):
        return PlayerGroup(none[1]), MaxHandSize()
    who, change, word = groups(r"(.+) maximum hand size is (increased by |reduced by )?(\w+)", token)
    number = count_of(word)
    if number is None:
        raise Stop(token)
    signed = -number if change == "reduced by " else number
    return _whose_hand(who), MaxHandSize(signed, "add" if change else "set")


@reads(CLAUSES)
def hand_size(discourse: Discourse, tree: Branch) -> list[Clause]:
    """Return the clause for "your maximum hand size is equal to ..."."""
    if discourse.default is not None:  # a resolving spell or ability would lock in the number (611.2d)
        raise Stop(tree.children[0])
    who = _whose_hand(str(tree.children[0]).removesuffix(" maximum hand size is equal to"))
    _, fields = with_tails(discourse, tree.children[2:], who)
    return [Clause(who, (MaxHandSize(equal=discourse.amount(tree.children[1])),), **fields)]


@reads(CLAUSES)
def land_plays(discourse: Discourse, tree: Branch) -> list[Clause]:
    text = str(tree.children[0])
    words = (("an additional", 1), *((word, NUMBERS[word]) for word in ("two", "three", "four", "five")))
    number = next((n for word, n in words if f" {word} " in text), None)
    who, _, _ = text.partition(" may play ")
    when = re.search(r" (during|up to) ", text)
    if (" turns" in text) is (len(tree.children) > 1):
        raise Stop(tree.children[0])
    players, fields = with_tails(discourse, tree.children[1:], PlayerGroup(who))
    if fields and fields != {"duration": "this turn"}:
        raise Stop(tree.children[0])
    of_x = " X additional" in text
    plays = LandPlays(1 if of_x else number, when[1] if when else "", of_x)
    return [Clause(players, (plays,), **fields)]


def _whose_hand(text: str) -> PlayerGroup:
    return PlayerGroup(text.removesuffix("'s").replace("your", "you"))


def add_tail(discourse: Discourse, tail: Branch, fields: dict[str, Any], marks: list[str]) -> None:
    match tail.data:
        case "duration":
            if "duration" in fields:
                raise Stop(tail.children[0])
            fields["duration"] = re.sub(r"^until (the )?", "", tail.children[0])
            if fields["duration"] in THEIR_TURNS and not of_one_player(discourse.it):
                raise Stop(tail.children[0])  # whose turn?
            if fields.get("condition") is not None:  # "gains lifelink if it's a Cleric until end of turn"
                marks.append("behind")
            if (of_turn := fields["duration"]) in OF_TURN:  # an event ends the effect earlier
                fields["duration"] = "end of turn"
                marks.append(OF_TURN[of_turn])
        case "while_":
            fields |= {"duration": "while", "until": read_condition(discourse, tail.children[1])}
        case "as_long_as" | "if_" | "unless":
            if fields.get("condition") is not None:
                raise Stop(tail.children[0])
            fields["condition"] = read_condition(discourse, tail.children[1])
            if tail.data == "unless":
                fields["condition"] = Not(fields["condition"])
            if tail.data != "as_long_as":
                marks.append(tail.data.strip("_"))
        case "instead" if "only" not in tail.children[0]:
            fields.setdefault("condition", None)
            marks.append("instead")
        case "before_fight" | "as_well":
            marks.append(tail.data.replace("_", "-"))
            fields.setdefault("condition", None)
        case "during":
            fields["condition"] = turn(tail.children[0])
        case _:
            raise Stop(tail.children[0])


def of_one_player(subject: Selector | None) -> bool:
    nodes = subject.walk() if subject is not None else ()
    return any(getattr(node, "who", "") in ("that player", "target player") for node in nodes)


def with_tails(
    discourse: Discourse, children: list[Any], subject: Selector | None = None
) -> tuple[Selector, dict[str, Any]]:
    if subject is None:
        subject, children = discourse.subject(children[0]), children[1:]
    discourse.it = subject
    fields: dict[str, Any] = {}
    marks: list[str] = []
    for tail in children:
        add_tail(discourse, tail, fields, marks)
    if isinstance(subject, Target | ChosenObject):
        discourse.it = subject  # "for as long as you control this creature. It gains haste": not this creature
    if marks:
        fields["form"] = " ".join(marks)
    return subject, fields


# --- Durations without "until" (611.2a) ---


_WITHIN: Final = MappingProxyType({
    " this turn if able": "end of turn", " this combat if able": "end of combat",
    " during your next untap step": "your next turn",
})  # fmt: skip
"""Words in a rule for objects, such as "attacks this turn if able", and the duration that they state."""


def _timed(clause: Clause) -> Clause:
    """Return the clause with the duration that its rule text or its subject states, if any.

    The subject states it in "the next spell you cast this turn".
    """
    said = " ".join(each.text for each in clause.operations if isinstance(each, RuleText))
    duration = next((ends for words, ends in _WITHIN.items() if words in said), "")
    last = clause.selector.parts[-1] if isinstance(clause.selector, Together) else clause.selector
    if isinstance(last, InOrder) and last.text.endswith(" this turn"):
        duration = "this turn"
    if not duration or clause.duration:
        return clause
    return msgspec.structs.replace(clause.marked("untimed"), duration=duration)
