"""Functions that read amounts computed from other amounts."""

from __future__ import annotations

from lark import Token, Tree

from ...effects.amounts.arithmetic import Half, Largest, Minus, Plus, Sum, Times
from ...effects.amounts.base import Number
from ...effects.amounts.counting import NumberOf
from ...effects.language import Amount
from ..printing import amounts as printed
from ..words import FACTORS, Stop
from .discourse import AMOUNTS, Branch, Discourse, reads

AMOUNTS.update({
    "minus": lambda discourse, tree: Minus(discourse.amount(tree.children[0]), discourse.amount(tree.children[2])),
    "sum_": lambda discourse, tree: Sum((discourse.amount(tree.children[0]), discourse.amount(tree.children[2]))),
})  # fmt: skip


@reads(AMOUNTS, "times")
def multiple(discourse: Discourse, tree: Branch) -> Amount:
    if str(tree.children[0]) == "half":
        return Half(discourse.amount(tree.children[1]), said=False)
    return Times(factor(tree.children[0]), discourse.amount(tree.children[1]))


@reads(AMOUNTS)
def half(discourse: Discourse, tree: Branch) -> Amount:
    if str(tree.children[0]) != "half":
        raise Stop(tree.children[0])
    return Half(discourse.amount(tree.children[1]), "up" in str(tree.children[2]))


@reads(AMOUNTS)
def plus(discourse: Discourse, tree: Branch) -> Amount:
    sign, word = str(tree.children[1]).split(" ")
    added = printed.plain_number(word)
    if not isinstance(added, Number):
        raise Stop(tree.children[1])
    if sign == "minus":
        return Plus(discourse.amount(tree.children[0]), -added.number, f"minus {word}")
    return Plus(discourse.amount(tree.children[0]), added.number, "" if word.isdigit() else word)


@reads(AMOUNTS)
def plus_number(discourse: Discourse, tree: Branch) -> Amount:
    """Return the amount for "one plus the number of ..."."""
    added = printed.plain_number(str(tree.children[0]))
    if not isinstance(added, Number) or str(tree.children[0]).isdigit():
        raise Stop(tree.children[0])
    return Plus(discourse.amount(tree.children[2]), added.number, f"{tree.children[0]} plus")


@reads(AMOUNTS)
def greater_of(discourse: Discourse, tree: Branch) -> Amount:
    """Return the amount for "the number of Elves you control or your life total, whichever is greater"."""
    return Largest((discourse.amount(tree.children[0]), discourse.amount(tree.children[2])))


@reads(AMOUNTS)
def difference(discourse: Discourse, tree: Branch) -> Amount:
    """Return the amount for "the difference between its power and toughness"."""
    _, *between = tree.children
    if len(between) == 3:  # "your life total and your starting life total"
        first, second = discourse.amount(between[0]), discourse.amount(between[2])
    elif len(between) == 2:
        of = discourse.subject(between[0])
        first, second = NumberOf(of, "power"), NumberOf(of, "toughness")
    else:
        whose = str(between[0]).removesuffix(" power and toughness")
        names = (between[0].update(type="ITSNUM", value=f"{whose} {what}") for what in ("power", "toughness"))
        first, second = (discourse.amount(Tree("its_number", [name])) for name in names)
    return Largest((Minus(first, second), Minus(second, first)))


@reads(AMOUNTS)
def sum_times(discourse: Discourse, tree: Branch) -> Amount:
    first, _, often, last = tree.children
    return Sum((discourse.amount(first), Times(factor(often), discourse.amount(last))))


@reads(AMOUNTS)
def number_minus(discourse: Discourse, tree: Branch) -> Amount:
    """Return the amount for "seven minus the number of ..."."""
    return Minus(printed.plain_number(str(tree.children[0])), discourse.amount(tree.children[2]))


def factor(token: Token) -> int:
    """Return the number that a word such as "twice" multiplies by."""
    if str(token) not in FACTORS:
        raise Stop(token)
    return FACTORS[str(token)]
