"""Functions that read changes of control, exchanges of text boxes and numbers, and numbers that change."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec
from lark import Token, Tree

from ...effects.amounts.arithmetic import Defined, Doubled, Times
from ...effects.amounts.base import Number, X
from ...effects.amounts.counting import Count, Its, NumberOf, PlayerCount
from ...effects.amounts.players import RecordedNumber
from ...effects.conditions import ChosenOption
from ...effects.filters.characteristics import OfSubtype, OfType
from ...effects.filters.whereabouts import ControlledBy
from ...effects.language import Amount, Clause, Operation, Selector
from ...effects.node import Node
from ...effects.operations.control import ExchangeBetween, ExchangeControl, GainControl, OwnersControl
from ...effects.operations.power_toughness import ModifyPT, SetPT, SwitchPT
from ...effects.operations.text import ExchangeText
from ...effects.players import Foremost, Holder
from ...effects.selectors import Attached, ChosenObject, Group, Itself, Target, Together
from ...rules.vocabulary import CARD_TYPES, capital, families, singular
from ..printing.amounts import plain_number
from ..printing.nouns import subject as subject_words
from ..words import Stop
from .amounts import stat
from .clauses import add_tail, with_tails
from .discourse import CLAUSES, Branch, Discourse, reads
from .nouns import all_of, nouns
from .pronouns import pronoun
from .verbs import defined

_FOREMOST: Final = re.compile(
    r"the player (?:(?:with|who has) the (?P<how>most|highest|fewest|lowest)"
    r" (?:(?P<life>life(?: total)?)|cards in hand)"
    r"|who controls the (?P<number>most|fewest) (?P<noun>\w+))"
)

CLAUSES.update({
    "monarch": lambda discourse, tree: [
        Clause(discourse.subject(tree.children[1]), (GainControl(Holder(), word="the monarch controls"),))
    ],
    "owners_control": lambda discourse, tree: [_to_owners(discourse, tree)],
})  # fmt: skip


def _to_owners(discourse: Discourse, tree: Branch) -> Clause:
    # "each player gains control of each land they own that you control"
    those = discourse.subject(tree.children[2])
    if tree.children[3] != "they own":
        if not isinstance(those, Group):
            raise Stop(tree.children[3])
        return Clause(those, (OwnersControl(yours=True),))
    return Clause(those, (OwnersControl(),))


@reads(CLAUSES)
def dealt_out(discourse: Discourse, tree: Branch) -> list[Clause]:
    """Return the clause for "each player gains control of the creature they chose".

    The event names the objects that one player gets, and that player.
    """
    if discourse.default is None:
        raise Stop(tree.children[0])
    word = f"{tree.children[0]} {tree.children[1]}"
    return [Clause(ChosenObject(str(tree.children[2])), (GainControl("that player", word=word),))]


@reads(CLAUSES)
def controls(discourse: Discourse, tree: Branch) -> list[Clause]:
    if str(tree.children[0]) != "you control":
        raise Stop(tree.children[0])
    subject, fields = with_tails(discourse, tree.children[1:])
    return [Clause(subject, (GainControl(word="you control"),), **fields)]


@reads(CLAUSES)
def gain_control(discourse: Discourse, tree: Branch) -> list[Clause]:
    first, you = tree.children[0], ""
    if first.type == "YOU":
        if str(first) != "you":
            raise Stop(first)
        you = "you "
    branches = [child for child in tree.children if not isinstance(child, Token)]
    subject, fields = with_tails(discourse, branches[1:], _one_chosen(discourse, branches[0]))
    return [Clause(subject, (GainControl(word=you + "gain control of"),), **fields)]


def _one_chosen(discourse: Discourse, tree: Branch) -> Selector:
    # "gain control of a creature that player controls": the event names it
    phrase = tree.children[0] if tree.data == "subject" else tree
    if discourse.default is None or phrase.data != "nouns" or phrase.children[0].data != "article":
        return discourse.subject(tree)
    discourse.chosen_one = True
    try:
        found = nouns(discourse, phrase)
    finally:
        discourse.chosen_one = False
    if not isinstance(found.selector, Group) or found.number != 1:
        raise Stop(phrase.children[0].children[0])
    return ChosenObject(subject_words(Group(found.selector.filters, "a")))


@reads(CLAUSES)
def may_take_control(discourse: Discourse, tree: Branch) -> list[Clause]:
    (clause,) = takes_control(discourse, Tree("takes_control", tree.children[1:]))
    return [msgspec.structs.replace(clause, form=f"may {clause.form}".strip())]


@reads(CLAUSES)
def takes_control(discourse: Discourse, tree: Branch) -> list[Clause]:
    who = str(tree.children[0])
    if own := re.search(r"(~|this \w+)'s owner$", who):  # "... other than this artifact's owner gains control of it"
        discourse.it = Itself(own[1])
    subject, fields = with_tails(discourse, tree.children[3:], _one_chosen(discourse, tree.children[2]))
    named = who.removesuffix(" may")  # if an event records the effect, the player has chosen it
    player: Any = named if named in ("an opponent", "target player", "that player") else "that player"
    if who.startswith(("target opponent", "target player other than ")):
        player = "target player"
    elif who == "an opponent of your choice":
        player = "an opponent"
    elif player == "that player" and discourse.default is None:
        raise Stop(tree.children[0])
    elif player == "that player":
        player = _foremost(who) or player
    verb = "gain" if who == "they" or who.endswith(" may") else "gains"
    if re.fullmatch(r"its owner|that \w+'s owner", who):
        return [Clause(subject, (OwnersControl(word=f"{who} {verb} control of"),), **fields)]
    return [Clause(subject, (GainControl(player, word=f"{who} {verb} control of"),), **fields)]


def _foremost(text: str) -> Foremost | None:
    found = _FOREMOST.fullmatch(text)
    if found is None:
        return None
    how: Any = "least" if (found["how"] or found["number"]) in ("fewest", "lowest") else "greatest"
    if not found["noun"]:
        return Foremost(PlayerCount("life" if found["life"] else "hand", "they"), how, text)
    try:
        word = singular(found["noun"])
    except ValueError:
        return None
    kind = OfType(capital(word)) if capital(word) in CARD_TYPES else OfSubtype(word)
    if isinstance(kind, OfSubtype) and not families(word):
        return None
    return Foremost(Count(Group((kind, ControlledBy("they", word="they control")))), how, text)


@reads(CLAUSES)
def swap_control(discourse: Discourse, tree: Branch) -> list[Clause]:
    """Return the clauses for "you and that opponent each gain control of all creatures the other controls"."""
    text = str(tree.children[0])
    who: Any = "target player" if " target " in text else "that player"
    group = all_of(discourse, tree.children[1])
    if not isinstance(group, Group) or group.quantifier != "all" or discourse.default is None:
        raise Stop(tree.children[0])
    _, fields = with_tails(discourse, tree.children[3:], group)
    theirs = Group((*group.filters, ControlledBy(who, word="the other controls")), "all")
    mine = Group((*group.filters, ControlledBy("you")), "all")
    discourse.it = Together((theirs, mine), "those creatures")
    return [
        Clause(theirs, (GainControl(word=text),), **fields),
        Clause(mine, (GainControl(who, word=text),), **fields, form="silent"),
    ]


@reads(CLAUSES, "exchange", "exchange_text")
def exchange(discourse: Discourse, tree: Branch) -> list[Clause]:
    kind = ExchangeControl if tree.data == "exchange" else ExchangeText
    if pair := _event_and_target(discourse, tree):
        first, second = pair
        return [
            Clause(first, (kind(second),)),
            Clause(second, (kind(first, shown=False),), form="silent"),
        ]
    both, fields = with_tails(discourse, tree.children[1:])
    first, second = _two(discourse, both, tree.children[0])
    return [
        Clause(first, (kind(second),), **fields),
        Clause(second, (kind(first, shown=False),), **fields, form="silent"),
    ]


def _event_and_target(discourse: Discourse, tree: Branch) -> tuple[Selector, Selector] | None:
    # "Whenever a creature enters, its controller chooses target permanent ... Exchange control of those permanents."
    said = tree.children[1]
    token = said.children[0] if said.data == "pronoun" else None
    if token is None or not token.startswith("those ") or len(tree.children) > 2 or discourse.default is None:
        return None
    it = discourse.it
    if not isinstance(it, Target) or it.many or len(discourse.named) != 1 or discourse.event_noun:
        return None
    if discourse.event_place is None:
        discourse.event_place = discourse.targets
        discourse.targets += 1
    return Target(discourse.event_place, word=str(token)), Target(it.index, it.group, word="the other")


def _two(discourse: Discourse, both: Selector, token: Token) -> tuple[Selector, Selector]:
    # "two target creatures", "those creatures", "~ and target creature"
    if isinstance(both, Together) and len(both.parts) == 2 and both.word == "and":
        first, second = both.parts
    elif isinstance(both, Target) and _is_pair(both):
        first = msgspec.structs.replace(both, many=False)
        discourse.open_ended = False
        second = Target(both.index + 1, both.group, both.count, word="the other")
        discourse.targets += 0 if both.word else 1
        discourse.it = msgspec.structs.replace(both, group=None, count="target", many=True)  # "They gain haste ..."
    else:
        raise Stop(token)
    if not all(isinstance(part, Target | Itself | Attached) for part in (first, second)):
        raise Stop(token)
    return first, second


def _is_pair(both: Target) -> bool:
    return both.count in ("two target", "two other target") or (both.many and bool(both.word))


@reads(CLAUSES)
def exchange_between(discourse: Discourse, tree: Branch) -> list[Clause]:
    """Return the clause for "those players exchange control of those creatures": the event names both."""
    token, those = tree.children
    word = str(those.children[0]) if those.data == "pronoun" else ""
    if discourse.default is None or not word.startswith("those "):
        raise Stop(token)
    return [Clause(ChosenObject(word), (ExchangeBetween(),))]


@reads(CLAUSES)
def exchange_life(discourse: Discourse, tree: Branch) -> list[Clause]:
    """Return the clause for "exchange your life total with this creature's toughness".

    The number becomes the former life total (701.12g); the new life total is the player's, not the object's.
    """
    words = str(tree.children[0])
    life = PlayerCount("life", "you" if " your " in words else "target player")
    of = discourse.it = discourse.subject(tree.children[1])
    what = stat(tree.children[2])
    if discourse.default is None or what == "mana_value":
        raise Stop(tree.children[2])
    return [Clause(of, (_set_one(what, life, words),))]


@reads(CLAUSES)
def exchange_numbers(discourse: Discourse, tree: Branch) -> list[Clause]:
    """Return the clauses for "exchange its power and the power of target creature" (701.12h)."""
    words = str(tree.children[0])
    what = words.split()[2]
    if tree.children[1] != f"the {what} of" or discourse.default is None:
        raise Stop(tree.children[1])
    of = pronoun(discourse, Token("IT", "it"))
    other, fields = with_tails(discourse, tree.children[2:])
    if not all(isinstance(each, Itself | Target) for each in (of, other)):
        raise Stop(tree.children[0])
    name: Any = what
    sets = [_set_one(what, NumberOf(each, name), words) for each in (other, of)]
    return [Clause(of, (sets[0],), **fields), Clause(other, (sets[1],), **fields, form="silent")]


@reads(CLAUSES)
def exchange_of_two(discourse: Discourse, tree: Branch) -> list[Clause]:
    """Return the clauses for "two target creatures exchange power" or "exchange the power of ..." (701.12h)."""
    at = next(place for place, child in enumerate(tree.children) if not isinstance(child, Token))
    words = " ".join(str(child) for child in tree.children if isinstance(child, Token))
    both, fields = with_tails(discourse, tree.children[2:] if at == 2 else tree.children[:1] + tree.children[2:])
    first, second = _two(discourse, both, tree.children[0])
    what: Any = words.removesuffix(" of").removeprefix("exchange ").removeprefix("the ").replace(" ", "_")
    if discourse.default is None or "and" in what:
        raise Stop(tree.children[0])
    sets = [_set_one(what, NumberOf(each, what), words) for each in (second, first)]
    return [Clause(first, (sets[0],), **fields), Clause(second, (sets[1],), **fields, form="silent")]


def _set_one(what: str, number: Amount, word: str) -> SetPT:
    return SetPT(number, None, word) if what.endswith("power") else SetPT(None, number, word)


# --- Numbers that become others ---


@reads(CLAUSES)
def change_base(discourse: Discourse, tree: Branch) -> list[Clause]:
    """Return the clause for "its base power becomes ..." and similar phrases.

    `SetPT.word` begins with "change" and records the wording: "change 's to" for "change its base power to ...", and
    "change of become" for "the base power and toughness of ... become ...". It also contains "equal" for "equal to",
    and "may" for "you may have ..." or "you may change ...".
    """
    words = [str(child) for child in tree.children if isinstance(child, Token)]
    branches = [child for child in tree.children if not isinstance(child, Token)]
    what = next(word for word in words if word.endswith(("power", "toughness", " of")))
    of = discourse.subject(branches[0])
    discourse.it = of if discourse.it is None else discourse.it
    style = ["change", "of" if what.startswith("the ") else "'s"]
    style.append("become" if any(word.endswith(("become", "becomes")) for word in words) else "to")
    style += ["each"] if any(word.startswith("each ") for word in words) else []
    style += ["may"] if any(word.startswith("you may") for word in words) else []
    style += ["equal"] if "equal to" in words else []
    style += [] if "base " in what else ["plain"]
    if branches[1].data == "sizes":
        return _either_size(discourse, tree, branches, of)
    first, second = _values(discourse, branches[1])
    power = first if "power" in what else None
    toughness = second if "toughness" in what else None
    fields: dict[str, Any] = {}
    marks: list[str] = []
    operation: Any = SetPT(power, toughness, " ".join(style))
    for tail in branches[2:]:
        if tail.data == "where_x":
            operation = defined(operation, Defined(discourse.amount(tail.children[1])))
        else:
            add_tail(discourse, tail, fields, marks)
    discourse.it = of
    return [Clause(of, (operation,), **fields, form=" ".join(marks))]


def _either_size(discourse: Discourse, tree: Branch, branches: list[Branch], of: Selector) -> list[Clause]:
    """Return the clauses for "this creature's base power and toughness become 4/1 or 1/4", each for one choice."""
    first, joint, second = branches[1].children
    if discourse.default is None or str(joint) != "or":
        raise Stop(joint)
    found = []
    for place, size in enumerate((first, second), 1):
        children = [Tree("size", [size]) if child is branches[1] else child for child in tree.children]
        (clause,) = change_base(discourse, Tree(tree.data, children))
        if clause.condition is not None:
            raise Stop(joint)
        form = "elided option" if place == 2 else f"{clause.form} either".strip()
        chosen = ChosenOption(place, f"option {place}")
        found.append(msgspec.structs.replace(clause, condition=chosen, form=form))
    discourse.it = of
    return found


@reads(CLAUSES)
def change_both(discourse: Discourse, tree: Branch) -> list[Clause]:
    """Return the clause for "its base power becomes ... and its base toughness becomes ..."."""
    first, _, _, power, _, second, _, toughness = tree.children
    whose = str(tree.children[1]), str(second)
    if not whose[0].endswith(" base power") or whose[1] != "its base toughness":
        raise Stop(second)
    of = discourse.it = discourse.subject(first)
    operation = SetPT(_of_object(discourse.amount(power)), _of_object(discourse.amount(toughness)), "change both")
    return [Clause(of, (operation,))]


def _of_object(amount: Amount) -> Amount:
    # A single recorded number cannot be both the power and the toughness of "that card".
    def named(node: Node) -> Node:
        found = re.fullmatch(r"(that \w+)'s (power|toughness)", node.text) if isinstance(node, RecordedNumber) else None
        return node if found is None else NumberOf(ChosenObject(found[1]), found[2])  # type: ignore[arg-type]

    return amount.rewrite(named)


def _values(discourse: Discourse, tree: Branch) -> tuple[Amount, Amount]:
    match tree.data:
        case "size":
            power, toughness = str(tree.children[0]).split("/")
            return plain_number(power), plain_number(toughness)
        case "number_of_object" if " and " in tree.children[0]:
            of = discourse.subject(tree.children[1])
            return NumberOf(of, "power", "of"), NumberOf(of, "toughness", "of")
        case "size_of":
            of = discourse.subject(tree.children[0])
            return NumberOf(of, "power"), NumberOf(of, "toughness")
        case _:
            amount = discourse.amount(tree)
            return amount, amount


# --- Switched and multiplied numbers ---


@reads(CLAUSES)
def switch(discourse: Discourse, tree: Branch) -> list[Clause]:
    subject = discourse.subject(tree.children[1])
    _, fields = with_tails(discourse, tree.children[3:], subject)
    return [Clause(subject, (SwitchPT(),), **fields)]


@reads(CLAUSES)
def switch_of(discourse: Discourse, tree: Branch) -> list[Clause]:
    """Return the clause for "switch the power and toughness of ..."."""
    if str(tree.children[1]) != "the power and toughness of":
        raise Stop(tree.children[1])
    subject, fields = with_tails(discourse, tree.children[2:])
    return [Clause(subject, (SwitchPT(),), **fields, form="of")]


@reads(CLAUSES)
def switch_its(discourse: Discourse, tree: Branch) -> list[Clause]:
    """Return the clause for "switch its power and toughness"."""
    token = tree.children[1]
    if not str(token).startswith(("its ", "their ")):
        raise Stop(token)
    subject = pronoun(discourse, Token("IT", "it" if str(token).startswith("its ") else "they"))
    _, fields = with_tails(discourse, tree.children[2:], subject)
    return [Clause(subject, (SwitchPT(),), **fields)]


@reads(CLAUSES)
def double(discourse: Discourse, tree: Branch) -> list[Clause]:
    children = tree.children[1:]
    if isinstance(children[0], Token):  # "double its power"
        subject = pronoun(discourse, Token("IT", "it" if children[0].startswith("its") else "they"))
        phrase, tails, style = children[0], children[1:], "double its"
    else:
        subject, phrase, tails, style = discourse.subject(children[0]), children[1], children[2:], "double"
    _, fields = with_tails(discourse, tails, subject)
    return [Clause(subject, (_multiplied(tree.children[0], str(phrase), style),), **fields)]


@reads(CLAUSES)
def double_often(discourse: Discourse, tree: Branch) -> list[Clause]:
    """Return the clause for "double target creature's power X times"."""
    verb, one, phrase, _, *tails = tree.children
    subject = discourse.subject(one)
    _, fields = with_tails(discourse, tails, subject)
    change = _multiplied(verb, str(phrase), "double")
    if verb != "double":
        raise Stop(verb)
    often = change.rewrite(lambda node: Doubled(node, X()) if isinstance(node, Its) else node)
    return [Clause(subject, (often,), **fields)]


@reads(CLAUSES)
def double_of(discourse: Discourse, tree: Branch) -> list[Clause]:
    subject, fields = with_tails(discourse, tree.children[2:])
    return [Clause(subject, (_multiplied(tree.children[0], str(tree.children[1]), "double of"),), **fields)]


def _multiplied(verb: str, phrase: str, style: str) -> Operation:
    # 701.10b, 701.11b: +X/+0, where X is its power, or twice its power for "triple"
    power: Amount = Its("power") if "power" in phrase else Number(0)
    toughness: Amount = Its("toughness") if "toughness" in phrase else Number(0)
    if verb == "triple":
        power, toughness = (Times(2, part) if isinstance(part, Its) else part for part in (power, toughness))
    return ModifyPT(power, toughness, style)
