"""The base classes of effects: amounts, selectors, filters, conditions, operations and abilities.

An effect is a tree of nodes. It reads objects and numbers from a `View` of the partially applied board, and its
operations change a `Draft` of that board. Each node declares the columns of the board that it uses, so that the solver
can find dependencies without applying effects. A column is a pair ``(family, value)``, in which `ANY` means every value
of the family. There are three sets of columns:

* ``reads``: the columns that decide the value of a term (the selected objects, the number, whether the condition is
  true) or the operands of an operation.
* ``writes``: the columns that an operation may change.
* ``consults``: the columns, other than those in ``reads``, that affect the result of an operation, such as the
  abilities that an object can't have.

A node also declares the facts that it reads (`facts`); a fact is a value that no effect changes. "choices",
"targets", "host" and "player" are facts about the effect itself. Zones, owners, tokens and ids are not declared,
because every effect can read them.

An unnecessary column costs a trial application; a missing column causes wrong answers. Each module of this
package imports only modules that precede it in this list: language, players, amounts, filters, selectors,
conditions, ability, operations, keywords.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar, Final, Literal, Self

from msgspec.structs import replace

from ..rules.edition import Edition
from .node import Node, fields_besides, marked, nodes_in
from .phrase import Wording
from .view import ANY, Columns, Context, Draft, Held, Mask, View, numbered, positive


@lru_cache(maxsize=8192)
def facts_read(tree: Node) -> Columns:
    """Return the facts that the nodes of a tree read, each as ``(fact, ANY)``.

    Abilities in the tree are skipped, because they generate separate effects.
    """
    inner = (facts_read(node) for node in tree.children() if not isinstance(node, Ability))
    return frozenset((fact, ANY) for fact in tree.facts()).union(*inner)


class Term(Node, frozen=True):
    """A part of an effect that has a value on a board: a set of objects, a number, or true or false."""

    READS: ClassVar[Columns] = frozenset()
    # Whether the class decides for each object by its own values and facts only, apart from those of the source.
    BY_ITSELF: ClassVar[bool] = False

    def reads(self) -> Columns:
        """Return the columns that decide the value: `READS` and the columns that nested terms read."""
        return self.READS | _read_inside(self)

    def by_itself(self) -> bool:
        """Return whether the term decides for each object by itself: `BY_ITSELF`, and the same for nested terms."""
        return self.BY_ITSELF and all(isinstance(child, Term) and child.by_itself() for child in self.children())


@lru_cache(maxsize=8192)
def _read_inside(node: Node) -> Columns:
    found: Columns = frozenset()
    for field in fields_besides(type(node), _NO_TERMS):
        for child in nodes_in(getattr(node, field)):
            if isinstance(child, Term):
                found |= child.reads()
    return found


_NO_TERMS: Final = frozenset({"Ability", "Clause", "Copiable", "Operation"})


class Selector(Term, frozen=True):
    """The objects that a clause applies to."""

    of_each: ClassVar[bool] = False  # whether the selector means each object for which an amount is evaluated: "it"

    def select(self, view: View, context: Context) -> Mask:
        """Return the selected objects."""
        raise NotImplementedError

    def within(self, mask: Mask, view: View, context: Context) -> Mask:
        """Return the selected objects in `mask`."""
        return self.select(view, context) & mask


class Amount(Term, frozen=True):
    """A number, which can differ from object to object ("its mana value")."""

    def value(self, view: View, context: Context) -> int:
        """Return the number; for an amount that differs from object to object, use `values`."""
        raise NotImplementedError

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        """Return a mapping from each value of the amount to the objects in `scope` that have this value."""
        if not scope:
            return {}
        if not marked(self, "of_each"):
            return {self.value(view, context): scope}
        return numbered((self.value(view, replace(context, each=bit)), 1 << bit) for bit in positive(scope))


class Filter(Term, frozen=True):
    """A word or phrase that narrows a group: an adjective, a noun or a phrase after the noun."""

    # Position of the phrase: before the noun or as the noun, or after the noun.
    place: ClassVar[Literal["before", "after"]] = "before"
    # Whether the phrase names zones; a group without such a filter means permanents (109.2).
    zoned: ClassVar[bool] = False

    def select(self, view: View, context: Context) -> Mask:
        """Return the objects that fit the filter."""
        raise NotImplementedError


class Qualifier(Filter, frozen=True):
    """A filter whose phrase follows the noun, as in "with flying"."""

    place: ClassVar[Literal["before", "after"]] = "after"


class Condition(Term, frozen=True):
    """A statement that is true or false on a board."""

    def holds(self, view: View, context: Context) -> bool:
        """Return whether the condition is true."""
        raise NotImplementedError


# Kinds of change; an edition assigns each kind to a layer (613.1).
Kind = Literal[
    "copy", "face down", "control", "text", "type", "color", "ability", "define", "set", "modify", "switch",
    "player", "rule", "cost",
]  # fmt: skip


Only = Literal["", "gives", "takes"]


class Operation(Node, frozen=True):
    """One change to the objects in a clause's scope."""

    kind: ClassVar[Kind]
    SETS_TYPES: ClassVar[bool] = False  # whether the operation gives card types or supertypes (405.2)
    TAKES_ABILITIES: ClassVar[bool] = True  # whether the operation can remove abilities, if it writes them
    ONLY: ClassVar[Only] = ""  # whether the operation only gives types, supertypes and colors, or only takes them
    GIVES_ABILITIES: ClassVar[bool] = False  # whether the operation makes its object "have" abilities (405.2 of 2003)
    READS: ClassVar[Columns] = frozenset()
    SELECTIVE: ClassVar[bool] = False  # whether the operation reads only abilities for which `regards` is true
    WRITES: ClassVar[Columns]
    CONSULTS: ClassVar[Columns] = frozenset()

    def primitives(self) -> tuple[Operation, ...]:
        """Return the component operations, each of which applies in one layer."""
        return (self,)

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        """Return operations with constant operands, each with the objects in `scope` that it changes (613.8a)."""
        return ((self, scope),)

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        """Change the objects in `mask` on `draft`; the operation must be one that `evaluate` returned."""
        raise NotImplementedError

    def reads(self) -> Columns:
        """Return the columns that decide the operands: `READS` and the columns that the terms read."""
        return self.READS | self.reads_inside()

    def reads_inside(self) -> Columns:
        """Return the columns that the terms read."""
        return _read_inside(self)

    def regards(self, held: Held) -> bool:
        """Return whether an ability of some objects can decide the operands of a selective operation."""
        raise NotImplementedError

    def writes(self) -> Columns:
        """Return the columns that `apply` may change."""
        return self.WRITES

    def consults(self) -> Columns:
        """Return the columns, other than those in `reads`, that affect the result of `apply`."""
        return self.CONSULTS

    def borrows(self) -> bool:
        """Return whether the operation can give an object static or entering abilities of other objects."""
        reads = self.kind == "copy" or any(family == "ability" for family, _ in self.reads())
        return reads and ("ability", ANY) in self.writes()

    def lenders(self) -> Selector | None:
        """Return the objects without which an operation that gives their text or abilities does nothing."""
        return None

    def is_anonymous(self) -> bool:
        """Return whether `apply` does the same whatever the name and the timestamp of the effect are."""
        return self.kind in ("control", "type", "color", "set", "modify", "switch")

    def defines(self) -> bool:
        """Return whether the operation defines colors, subtypes, power or toughness (604.3a)."""
        return False

    def describe(self, wording: Wording) -> str:
        """Return the evaluated operation as the predicate of a sentence about the effect."""
        return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(self).__name__).lower()


class Composite(Operation, frozen=True):
    """An operation that consists of other operations."""

    def writes(self) -> Columns:
        return frozenset().union(*(operation.writes() for operation in self.primitives()))


class Inert(Operation, frozen=True):
    """An operation that changes no object."""

    WRITES: ClassVar[Columns] = frozenset()

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        """Do nothing."""


Relation = Literal["", "otherwise", "instead", "same"]
"""Relation of a clause to the preceding sentence: the opposite case, a replacement, or the same for other objects."""

THEIR_TURNS: Final = frozenset({"their next turn", "that player's next turn"})
"""Durations that end as the next turn of the effect's target player begins."""

_INSTEAD: Final = frozenset({"instead", "instead-front", "instead-only"})
_JOINED: Final = frozenset({"and", "comma-and", "comma", "elided", "silent"})


class Clause(Node, frozen=True):
    """A part of an effect that applies operations to a set of objects (613.6).

    Attributes:
        selector: the objects that the clause applies to.
        operations: the changes in the order of the text.
        condition: the condition of the clause, if it differs from that of the whole effect.
        duration: the duration of a resolved effect: "end of turn", "your next turn", "end of combat", "while" (as long
            as `until` is true, 611.2b), or "" if there is none.
        until: the condition of a "while" duration.
        form: keywords that describe the relation to the preceding clause, which the properties below return, and the
            print style, which does not change results.
    """

    selector: Selector
    operations: tuple[Operation, ...]
    condition: Condition | None = None
    duration: str = ""
    until: Condition | None = None
    form: str = ""

    @property
    def marks(self) -> tuple[str, ...]:
        """The separate keywords in `form`."""
        return tuple(self.form.split())

    @property
    def relation(self) -> Relation:
        """The relation to the preceding sentence; an "instead" that replaces only an instruction is ignored."""
        marks = self.marks
        if not _INSTEAD.isdisjoint(marks) and "anew" not in marks:
            return "instead"
        return "otherwise" if "otherwise" in marks else "same" if "same" in marks else ""

    @property
    def is_joined(self) -> bool:
        """Whether the clause is in the same sentence as the preceding clause."""
        return not _JOINED.isdisjoint(self.marks)

    @property
    def asks_once(self) -> bool:
        """Whether the condition is introduced by "if", "unless" or "otherwise", not "as long as" (611.2b)."""
        return not {"if", "unless", "otherwise"}.isdisjoint(self.marks)

    @property
    def barred(self) -> frozenset[str]:
        """Words that cannot be chosen, as in "the new creature type can't be Wall"."""
        return frozenset(mark.removeprefix("but:") for mark in self.marks if mark.startswith("but:"))

    def marked(self, mark: str) -> Self:
        """Return the clause with the given word added to `form`."""
        return replace(self, form=f"{self.form} {mark}".strip())

    def flat(self) -> tuple[Operation, ...]:
        """Return the primitive operations, in order."""
        return tuple([primitive for operation in self.operations for primitive in operation.primitives()])


class Ability(Node, frozen=True):
    """A unit of rules text that an object has (113)."""

    def plain(self) -> Self:
        """Return this ability unchanged, because an ability with different wording is a different ability."""
        return self

    def clauses(self) -> tuple[Clause, ...]:
        """Return the clauses of the continuous effect of a static ability."""
        return ()

    def when(self) -> Condition | None:
        """Return the condition under which the continuous effect exists."""
        return None

    def counted_as(self) -> str:
        """Return the name that the card is counted as for spells with that name, or "" (Diligent Farmhand)."""
        return ""

    def functions_in(self, edition: Edition) -> tuple[str, ...]:
        """Return the zones in which the ability functions, or an empty tuple for every zone (113.6)."""
        return ("battlefield",)
