"""Functions that read sentences."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec
from lark import Token

from ...effects.amounts.arithmetic import Defined
from ...effects.amounts.base import Number, X
from ...effects.amounts.players import RecordedNumber
from ...effects.conditions import AllOf, Compare, Is, Not, all_of
from ...effects.filters.characteristics import OfType
from ...effects.filters.combinators import Other
from ...effects.filters.whereabouts import AttachedTo, ControlledBy
from ...effects.language import THEIR_TURNS, Clause, Condition, Selector
from ...effects.node import Node
from ...effects.operations.keywords import GainLandwalks
from ...effects.operations.players_and_rules import RuleText
from ...effects.operations.power_toughness import ModifyPT
from ...effects.selectors import Attached, ChosenObject, Group, Itself, PlayerGroup, Target
from ..grammar.parser import parse
from ..printing.amounts import fits_word
from ..words import Stop
from . import arithmetic, clauses, control, filters, player_conditions, verbs
from .amounts import for_each, times
from .clauses import of_one_player
from .conditions import read_condition
from .discourse import CLAUSES, Branch, Discourse
from .player_conditions import turn
from .verbs import defined

# Importing these modules registers their readers.
READERS: Final = (arithmetic, clauses, control, filters, player_conditions, verbs)


_OF_GROUP: Final = re.compile(
    r" (?:you control|an opponent controls|your opponents control|on the battlefield|in your (?:graveyard|hand))$"
)


def sentence(discourse: Discourse, tree: Branch) -> list[Clause]:
    fronts = [child for child in tree.children if child.data.startswith("front_")]
    condition, duration, until, form = None, "", None, []
    ahead = ""
    for front in fronts:
        kind = front.data.removeprefix("front_")
        match kind:
            case "as_long_as" | "if" | "unless":
                asked = read_condition(discourse, front.children[1])
                asked = Not(asked) if kind == "unless" else asked
                condition = all_of(condition, asked)
                form += ["front"] + ([kind] if kind != "as_long_as" else [])
            case "during" if condition is None:
                condition = turn(front.children[0])
                form.append("front")
            case "duration":
                duration = re.sub(r"^until (the )?", "", front.children[0])
                form.append("before")
            case "while":
                duration, until = "while", read_condition(discourse, front.children[1])
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
    parts = _joined(discourse, tree.children[-1])
    if not fronts:
        return parts
    if isinstance(condition, Is) and isinstance(condition.subject, Attached):
        parts = [_other_than(condition.subject, clause) for clause in parts]
    _check_host(condition, parts, fronts[0].children[0])
    condition = _of_attached(condition, parts[0].selector)
    if ahead:
        parts = _for_each_ahead(discourse, parts, ahead, fronts[0].children[0])
    found = []
    for place, clause in enumerate(parts):
        marks = list(clause.marks)
        new: dict[str, Any] = {}
        if condition is not None and clause.condition is not None:  # "during your turn, ... as long as ..."
            if any("instead" in mark or mark == "inner" for mark in (*marks, *form)):
                raise Stop  # it replaces whatever the second condition says
            new["condition"] = AllOf((condition, clause.condition))
            marks = ["twofold", *(f"then-{mark}" if mark in ("if", "unless") else mark for mark in marks)]
        elif condition is not None:
            new["condition"] = condition
        new["form"] = " ".join([*marks, *(form if place == 0 else ())])
        own = clause.duration and all(isinstance(each, RuleText) for each in clause.operations)
        if duration in THEIR_TURNS and not of_one_player(clause.selector):
            raise Stop(fronts[0].children[0])
        if duration and not own:  # "until end of turn, ... gains trample and it can't be blocked this turn"
            if clause.duration:
                raise Stop
            new |= {"duration": duration, "until": until}
        found.append(msgspec.structs.replace(clause, **new))
    return found


def _check_host(condition: Condition | None, parts: list[Clause], token: Token) -> None:
    # "as long as this Equipment is attached to a creature, it has flying": which of the two?
    if not isinstance(condition, Is) or not isinstance(condition.subject, Itself):
        return
    attachment = condition.subject.word in ("this Equipment", "this Aura", "~")
    attached = attachment and any(isinstance(filter, AttachedTo) for filter in condition.filters)
    if attached and any(clause.selector == Itself("it") for clause in parts):
        raise Stop(token)


def _other_than(about: Attached, clause: Clause) -> Clause:
    # "as long as equipped creature is attacking, each other creature ..."
    group = clause.selector
    if not isinstance(group, Group) or Other() not in group.filters or not fits_word(about, group):
        return clause
    than = msgspec.structs.replace(about, word="it")
    filters = tuple(Other(than) if filter == Other() else filter for filter in group.filters)
    return msgspec.structs.replace(clause, selector=msgspec.structs.replace(group, filters=filters))


def _of_attached(condition: Condition | None, about: Selector) -> Condition | None:
    # "as long as you control another creature, enchanted creature ..." excludes the enchanted creature
    def other(node: Node) -> Node:
        if not isinstance(about, Attached) or not isinstance(node, Group) or not fits_word(about, node):
            return node
        filters = tuple(Other(about) if filter == Other() else filter for filter in node.filters)
        return msgspec.structs.replace(node, filters=filters)

    return None if condition is None else condition.rewrite(other)


def _for_each_ahead(discourse: Discourse, parts: list[Clause], what: str, token: Token) -> list[Clause]:
    # "for each card discarded this way, ...", "for each opponent, ..."
    of_group = bool(_OF_GROUP.search(what)) and "basic land type" not in what
    if of_group and not isinstance(parts[0].selector, Target):
        return _for_each_of_group(discourse, parts, what)
    if of_group or what.rsplit(maxsplit=1)[-1] in ("opponent", "player"):  # a target for each of them
        if len(parts) != 1 or not isinstance(parts[0].selector, Target) or parts[0].selector.word:
            raise Stop(token)
        discourse.open_ended = True
        selector = msgspec.structs.replace(parts[0].selector, many=True)
        discourse.it = selector
        form = f"{parts[0].form} each:{what.replace(' ', '_')}"
        return [msgspec.structs.replace(parts[0], selector=selector, form=form)]
    if what.endswith(" who does") and all(isinstance(clause.selector, PlayerGroup) for clause in parts):
        form = f"{parts[0].form} each:{what.replace(' ', '_')}"  # "you gain protection from that player"
        return [msgspec.structs.replace(parts[0], form=form.strip()), *parts[1:]]
    if re.search(r" vote$| who chose ", what) and all(isinstance(clause.selector, ChosenObject) for clause in parts):
        # "for each money vote, choose a permanent and gain control of it": the event names all of them
        form = f"{parts[0].form} each:{what.replace(' ', '_')}"
        return [msgspec.structs.replace(parts[0], form=form.strip()), *parts[1:]]
    operation = parts[0].operations[0] if len(parts) == 1 else None
    if "basic land type" in what and isinstance(operation, GainLandwalks):
        of = Group((OfType("Land"), ControlledBy("you")))
        change = GainLandwalks(of, operation.word, basic=True)
        form = f"{parts[0].form} each:{what.replace(' ', '_')}"
        return [msgspec.structs.replace(parts[0], operations=(change,), form=form.strip())]
    if discourse.default is None:
        raise Stop(token)
    number = RecordedNumber(what)
    if len(parts) == 1 and len(parts[0].operations) > 1 and isinstance(parts[0].operations[0], ModifyPT):
        size, *given = parts[0].operations  # the abilities do not depend on how many there are, if there is one
        first = msgspec.structs.replace(parts[0].marked("untimed"), operations=(times(size, number),))
        some = Compare(number, "or greater", Number(1))
        second = msgspec.structs.replace(parts[0], operations=tuple(given), condition=some, form="and elided")
        return [first, second]
    return [
        msgspec.structs.replace(clause, operations=tuple(times(each, number) for each in clause.operations))
        for clause in parts
    ]


def _for_each_of_group(discourse: Discourse, parts: list[Clause], what: str) -> list[Clause]:
    # "for each creature you control, this creature gets +1/+1 until end of turn"
    if len(parts) != 1 or not all(isinstance(each, ModifyPT) for each in parts[0].operations):
        raise Stop
    counted = next(parse(f"~ gets +1/+1 for each {what}").find_data("for_each")).children[1]
    given = tuple(for_each(discourse, counted, each) for each in parts[0].operations)
    return [msgspec.structs.replace(parts[0], operations=given)]


def _joined(discourse: Discourse, tree: Branch) -> list[Clause]:
    found: list[Clause] = []
    join, inner, word = "", None, ""
    for child in tree.children:
        if inner is not None and isinstance(child, Token):  # does the condition also cover what follows?
            raise Stop(child)
        if isinstance(child, Token):
            join = {"and": "and", ", and": "comma-and", ",": "comma"}.get(str(child), "")
            if not join:
                raise Stop(child)
            continue
        if child.data == "inner_if":  # "..., and if it's a Human, it gains ..."
            inner, word = read_condition(discourse, child.children[1]), child.children[0].type
            continue
        new = CLAUSES[child.data](discourse, child)
        if inner is not None and (len(new) > 1 or new[0].condition is not None):
            raise Stop
        if inner is not None:
            new = [msgspec.structs.replace(new[0].marked("inner if" if word == "IF" else "inner"), condition=inner)]
        if join:
            new[0] = msgspec.structs.replace(new[0], form=f"{join} {new[0].form}".strip())
        found.extend(new)
    if len(found) > 1:
        found = [*(_of_same_x(clause, found[-1]) for clause in found[:-1]), found[-1]]
    if not found:  # 'that creature gains ""'
        raise Stop
    last = found[-1]
    timeless = not last.duration and not any(isinstance(each, RuleText) for each in last.operations)
    if "elided" in last.marks and timeless and any(clause.duration for clause in found):
        raise Stop  # "becomes a land until end of turn and loses all abilities": for good?
    if discourse.default is not None and found[-1].duration:
        found = [_timed(clause, found[-1]) for clause in found]
    return found


def _of_same_x(clause: Clause, last: Clause) -> Clause:
    # "... gets +X/+0 and ... gets -0/-X, where X is ...": one X for both (107.3i)
    amount = next((node for node in last.walk() if isinstance(node, Defined) and node.letter == "X"), None)
    if amount is None or not any(isinstance(node, X) for node in clause.walk()):
        return clause
    return msgspec.structs.replace(
        clause, operations=tuple(defined(each, amount) for each in clause.operations), form=f"{clause.form} x-later"
    )


def _timed(clause: Clause, last: Clause) -> Clause:
    # "creatures get +2/+0 and artifacts get +0/+2 until end of turn": the duration covers both
    if clause.duration or any(isinstance(operation, RuleText) for operation in clause.operations):
        return clause
    return msgspec.structs.replace(clause.marked("untimed"), duration=last.duration, until=last.until)
