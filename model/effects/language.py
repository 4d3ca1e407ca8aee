"""The base classes of the language: amounts, filters, selectors, conditions, operations, abilities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Literal, TypeVar

from ..rules.edition import Edition
from .node import Node
from .phrase import Phrase
from .view import Column, Context, Draft, Mask, View

if TYPE_CHECKING:
    from .ability import Clause


class Ability(Node, frozen=True):
    """A unit of rules text that an object has (113)."""

    def clauses(self) -> tuple[Clause, ...]:
        """Return the clauses of the continuous effect that it generates, if it is a static one that does."""
        return ()

    def when(self) -> Condition | None:
        """Return the condition under which that effect exists."""
        return None

    def functions_in(self, edition: Edition) -> tuple[str, ...]:
        """Return the zones in which it functions; () means every zone (113.6)."""
        return ("battlefield",)


AnyAmount = TypeVar("AnyAmount", bound="Amount")


def positive(mask: Mask) -> Iterator[int]:
    """Yield the numbers of the objects in `mask`, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Amount(Node, frozen=True):
    """A number; some amounts differ from object to object ("its mana value")."""

    def value(self, view: View, context: Context) -> int:
        """Return the number, where it is one number for the whole effect."""
        raise NotImplementedError

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        """Return number -> objects of `scope` for which it is that number."""
        if not scope:
            return {}
        if not speaks_of_each(self):
            return {self.value(view, context): scope}
        found: dict[int, Mask] = {}
        for bit in positive(scope):
            number = said_of(self, bit).value(view, context)
            found[number] = found.get(number, 0) | 1 << bit
        return found

    def reads(self) -> frozenset[Column]:
        """Return the columns that decide the number."""
        return frozenset()


@lru_cache(maxsize=4096)
def speaks_of_each(amount: Amount) -> bool:
    """Return whether an amount says "it" of each object that it is evaluated for: "Equipment attached to it"."""
    from .selectors import Same

    return any(isinstance(node, Same) for node in amount.walk())


def said_of(amount: AnyAmount, number: int) -> AnyAmount:
    from .selectors import Fixed, Same

    return amount.rewrite(lambda node: Fixed((), (number,)) if isinstance(node, Same) else node)


class Condition(Node, frozen=True):
    """Something that is true or false on a board."""

    def holds(self, view: View, context: Context) -> bool:
        """Return whether it is true now."""
        raise NotImplementedError

    def reads(self) -> frozenset[Column]:
        """Return the columns that decide it."""
        return frozenset()


class Filter(Node, frozen=True):
    """One word or phrase that narrows a group: an adjective, the noun or what follows it."""

    # Where the phrase stands: before the noun or as the noun, or after it.
    place: ClassVar[Literal["before", "after"]] = "before"
    # Whether it says in which zones to look; without any such filter a group means permanents (109.2).
    zoned: ClassVar[bool] = False
    # How cards say it; the reader and the printer of the Oracle compiler know these phrases from here.
    phrases: ClassVar[tuple[Phrase, ...]] = ()
    # Values of a field -> how they are said, where that is not the value itself.
    wording: ClassVar[Mapping[str, str]] = {}
    # Fields that hold a text -> what that text may be, as a regular expression.
    patterns: ClassVar[Mapping[str, str]] = {}

    def select(self, view: View, context: Context) -> Mask:
        """Return the objects that fit."""
        raise NotImplementedError

    def reads(self) -> frozenset[Column]:
        """Return the columns that decide which objects fit."""
        return frozenset()


# What an operation is about; an edition says in which layer that is (613.1).
Kind = Literal[
    "copy", "face down", "control", "text", "type", "color", "ability", "define", "set", "modify", "switch",
    "player", "rule", "cost",
]  # fmt: skip


class Operation(Node, frozen=True):
    """One change to the objects in a clause's scope."""

    kind: ClassVar[Kind]
    SETS_TYPES: ClassVar[bool] = False  # whether it gives card types or supertypes (405.2)
    GIVES_ABILITIES: ClassVar[bool] = False  # whether its object "has" abilities by it (405.2 of 2003)

    def primitives(self) -> tuple[Operation, ...]:
        """Return the operations that this one consists of, each in one layer."""
        return (self,)

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        """Return what it does now: operations with constant operands, each with its share of `scope` (613.8a)."""
        return ((self, scope),)

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        """Change `draft`; only called on an evaluated operation."""
        raise NotImplementedError

    def reads(self) -> frozenset[Column]:
        """Return the columns that decide the operands."""
        return frozenset()

    def writes(self) -> frozenset[Column]:
        """Return the columns that it may change, ANY standing for a whole family."""
        raise NotImplementedError

    def consults(self) -> frozenset[Column]:
        """Return the columns that decide how `apply` plays out beyond the operands (fallen subtypes ...)."""
        return frozenset()

    def defines(self) -> bool:
        """Return whether it defines colours, subtypes, power or toughness, as a CDA does (604.3a)."""
        return False


class Selector(Node, frozen=True):
    """What a clause applies to."""

    def select(self, view: View, context: Context) -> Mask:
        """Return the objects it applies to on this board."""
        raise NotImplementedError

    def reads(self) -> frozenset[Column]:
        """Return the columns that decide which objects those are."""
        return frozenset()


__all__ = ["Ability", "Selector"]
