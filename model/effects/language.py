"""The language of effects on one page: amounts, selectors, filters, conditions, operations, abilities.

An effect is a tree of these. It asks a `View` of the partially applied board for objects and numbers, and an operation
changes a `Draft` of it. So that the solver can tell what depends on what without applying it, each part declares the
columns of the board, as ``(family, value)``, that concern it; `ANY` as the value stands for the whole family:

* ``reads``: the columns that decide its value: which objects are selected, which number it is, whether it holds; of an
  operation, the columns that decide its operands.
* ``writes``: the columns that an operation may change.
* ``consults``: the further columns that decide how an operation with known operands is carried out, such as the
  abilities that an object can't have.

Too many columns cost a trial, too few give wrong answers. The other modules import this one and those before
them in this order: players, amounts, filters, selectors, conditions, ability, operations, keywords.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar, Final, Literal, Self

import msgspec

from ..rules.edition import Edition
from .node import Node, marked
from .phrase import Phrase, Wording
from .view import Column, Context, Draft, Mask, View, positive


class Selector(Node, frozen=True):
    """What a clause applies to."""

    of_each: ClassVar[bool] = False  # whether it means each object that an amount is worked out for: "it"

    def select(self, view: View, context: Context) -> Mask:
        """Return the objects it applies to on this board."""
        raise NotImplementedError

    def reads(self) -> frozenset[Column]:
        """Return the columns that decide which objects those are."""
        return frozenset()


class Amount(Node, frozen=True):
    """A number; some amounts differ from object to object ("its mana value")."""

    def value(self, view: View, context: Context) -> int:
        """Return the number, where it is one number for the whole effect."""
        raise NotImplementedError

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        """Return number -> objects of `scope` for which it is that number."""
        if not scope:
            return {}
        if not marked(self, "of_each"):
            return {self.value(view, context): scope}
        found: dict[int, Mask] = {}
        for bit in positive(scope):
            number = self.value(view, msgspec.structs.replace(context, each=bit))
            found[number] = found.get(number, 0) | 1 << bit
        return found

    def reads(self) -> frozenset[Column]:
        """Return the columns that decide the number."""
        return frozenset()


class _Phrased(Node, frozen=True):
    """A node whose class can declare its phrases for the reader and the printer of Oracle text."""

    # How cards print it.
    phrases: ClassVar[tuple[Phrase, ...]] = ()
    # Values of a field -> their words, if these differ from the value.
    wording: ClassVar[Mapping[str, str]] = {}
    # Fields that hold a text -> a regular expression for that text.
    patterns: ClassVar[Mapping[str, str]] = {}


class Filter(_Phrased, frozen=True):
    """One word or phrase that narrows a group: an adjective, the noun or what follows it."""

    # Where the phrase stands: before the noun or as the noun, or after it.
    place: ClassVar[Literal["before", "after"]] = "before"
    # Whether it names the zones to look in; without any such filter a group means permanents (109.2).
    zoned: ClassVar[bool] = False

    def select(self, view: View, context: Context) -> Mask:
        """Return the objects that fit."""
        raise NotImplementedError

    def reads(self) -> frozenset[Column]:
        """Return the columns that decide which objects fit."""
        return frozenset()


class Condition(Node, frozen=True):
    """Something that is true or false on a board."""

    def holds(self, view: View, context: Context) -> bool:
        """Return whether it is true now."""
        raise NotImplementedError

    def reads(self) -> frozenset[Column]:
        """Return the columns that decide it."""
        return frozenset()


# What an operation is about; an edition says in which layer that is (613.1).
Kind = Literal[
    "copy", "face down", "control", "text", "type", "color", "ability", "define", "set", "modify", "switch",
    "player", "rule", "cost",
]  # fmt: skip


class Operation(_Phrased, frozen=True):
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
        """Return the columns that it may change."""
        raise NotImplementedError

    def consults(self) -> frozenset[Column]:
        """Return the columns that decide how `apply` plays out beyond the operands."""
        return frozenset()

    def defines(self) -> bool:
        """Return whether it defines colors, subtypes, power or toughness, as a CDA does (604.3a)."""
        return False

    def describe(self, wording: Wording) -> str:
        """Return what it does, evaluated, as a phrase that an effect is the subject of."""
        return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(self).__name__).lower()


Relation = Literal["", "otherwise", "instead", "same"]
"""How a clause depends on the sentence before: its opposite, in its place, or the same for more."""

_INSTEAD: Final = frozenset({"instead", "instead-front", "instead-only"})
_JOINED: Final = frozenset({"and", "comma-and", "comma", "elided", "silent"})


class Clause(Node, frozen=True):
    """A part of an effect with a scope of its own: a selector and what is done to it (613.6).

    Attributes:
        selector: what it applies to.
        operations: what it does, in the order of the text.
        condition: when it applies, if that differs from the whole effect's condition.
        duration: for a resolved effect: "", "end of turn", "your next turn", "end of combat", or
            "while" (as long as `until` holds, 611.2b).
        until: the condition of a "while" duration.
        form: words that files keep: its relation to the clause before, which the properties below return, and print
            style, which changes no answer.
    """

    selector: Selector
    operations: tuple[Operation, ...]
    condition: Condition | None = None
    duration: str = ""
    until: Condition | None = None
    form: str = ""

    @property
    def marks(self) -> tuple[str, ...]:
        """The words that `form` is composed of."""
        return tuple(self.form.split())

    @property
    def relation(self) -> Relation:
        """How it depends on the sentence before; an "instead" may also stand in place of an instruction alone."""
        marks = self.marks
        if not _INSTEAD.isdisjoint(marks) and "anew" not in marks:
            return "instead"
        return "otherwise" if "otherwise" in marks else "same" if "same" in marks else ""

    @property
    def is_joined(self) -> bool:
        """Whether it goes on with the sentence of the clause before."""
        return not _JOINED.isdisjoint(self.marks)

    @property
    def asks_once(self) -> bool:
        """Whether its condition says "if", "unless" or "otherwise", and not "as long as" (611.2b)."""
        return not {"if", "unless", "otherwise"}.isdisjoint(self.marks)

    @property
    def barred(self) -> frozenset[str]:
        """The words that a text change may not introduce: "the new creature type can't be Wall"."""
        return frozenset(mark.removeprefix("but:") for mark in self.marks if mark.startswith("but:"))

    def marked(self, mark: str) -> Self:
        """Return the clause with one more word in its form."""
        return msgspec.structs.replace(self, form=f"{self.form} {mark}".strip())

    def flat(self) -> tuple[Operation, ...]:
        """Return the primitive operations, in order."""
        return tuple(primitive for operation in self.operations for primitive in operation.primitives())


class Ability(Node, frozen=True):
    """A unit of rules text that an object has (113)."""

    def plain(self) -> Self:
        """Return this ability: other words make another ability, which an object has besides."""
        return self

    def clauses(self) -> tuple[Clause, ...]:
        """Return the clauses of the continuous effect that it generates as a static ability."""
        return ()

    def when(self) -> Condition | None:
        """Return the condition under which that effect exists."""
        return None

    def functions_in(self, edition: Edition) -> tuple[str, ...]:
        """Return the zones in which it functions; () means every zone (113.6)."""
        return ("battlefield",)


__all__ = ["Ability", "Amount", "Clause", "Condition", "Filter", "Kind", "Operation", "Relation", "Selector"]
