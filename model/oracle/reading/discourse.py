"""What the words of a text refer to so far, and the readers of its trees, by part of speech."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar

import msgspec
from lark import Token

from ...effects.copiable import Copiable
from ...effects.language import Ability, Amount, Clause, Condition, Operation, Selector
from ...effects.selectors import Group
from ...effects.view import Comparison
from ..words import Stop

Branch: TypeAlias = Any
"""A parse tree; each rule of the grammar has its own children."""


class Counted(msgspec.Struct):
    """A group and the number of its objects that a condition requires.

    Attributes:
        selector: the group.
        number: the number; None if the text gives none.
        comparison: how the number is compared.
    """

    selector: Selector
    number: int | None = None
    comparison: Comparison = "or greater"


class Discourse:
    """What one sentence of a text after another refers to: "it", targets, the type word.

    Args:
        inner: reads the abilities inside a quotation.
        it: what a pronoun refers to.
        targets: how many targets were named so far.
        type_word: the kind of type that the card lets choose.
        default: the target that a pronoun means where nothing was named before it; None for a static ability.
    """

    def __init__(
        self, inner: Callable[[str], tuple[Ability, ...]], it: Selector | None = None, targets: int = 0,
        type_word: str = "creature_type", default: int | None = None,
    ) -> None:  # fmt: skip
        self.inner = inner
        self.it: Selector | None = it
        self.before: Selector | None = None  # what it referred to before the subject of this clause
        self.targets = targets
        self.type_word = type_word
        self.default = default
        self.event_place: int | None = None  # the place among the targets of what the event names, once a pronoun did
        self.event_noun = ""  # the noun by which it was called
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
        self.listed: list[Copiable] = []  # the face-down values of what is turned face down
        self.unexplained = False  # nothing before is what a pronoun could mean
        self.is_paired = False  # "those creatures" are the two that are paired
        self.amount_of_it = False
        self.only: Group | None = None  # of which a condition says that there is just one
        self.each: Selector | None = None  # the group of which a condition behind a verb asks one by one
        self.of_each = False  # "it" may be each of several objects, one after the other
        self.asked: tuple[str, str, str] | None = None  # the players that this condition asks: who, how many, word
        self.refused: set[Any] | None = None  # what failed within one sentence of a resolving text

    def state(self) -> tuple[Any, ...]:
        """Return what a sentence may change, to go back to."""
        named, of_event = tuple(self.named), (self.event_place, self.event_noun)
        it = (self.it, self.unexplained)
        return it, self.before, self.targets, of_event, named, self.type_word, self.about, self.open_ended

    def restore(self, state: tuple[Any, ...]) -> None:
        """Go back to what `state` returned."""
        it, self.before, self.targets, of_event, named, self.type_word, self.about, self.open_ended = state
        self.it, self.unexplained = it
        self.named, (self.event_place, self.event_noun) = list(named), of_event

    def subject(self, tree: Branch) -> Selector:
        """Return the objects that a noun phrase means."""
        return SUBJECTS[tree.data](self, tree)

    def amount(self, tree: Branch) -> Amount:
        """Return the amount that a tree means.

        Raises:
            Stop: the grammar allows here what is no amount.
        """
        reader = AMOUNTS.get(tree.data)
        if reader is None:
            token = tree.children[0]
            raise Stop(token if isinstance(token, Token) else None)
        return reader(self, tree)


Given = ParamSpec("Given")
Meant = TypeVar("Meant")
Reader: TypeAlias = Callable[[Discourse, Branch], Meant]

# Rule of the grammar -> the function that reads its trees; modules of this package declare them with `reads`.
SUBJECTS: Final[dict[str, Reader[Selector]]] = {}
FILTERS: Final[dict[str, Reader[Any]]] = {}
AMOUNTS: Final[dict[str, Reader[Amount]]] = {}
CONDITIONS: Final[dict[str, Reader[Condition]]] = {}
OPERATIONS: Final[dict[str, Callable[[Discourse, Branch, Selector], list[Operation]]]] = {}
CLAUSES: Final[dict[str, Reader[list[Clause]]]] = {}


def reads(
    table: dict[str, Callable[Given, Meant]], *rules: str
) -> Callable[[Callable[Given, Meant]], Callable[Given, Meant]]:
    """Declare a function as the reader of rules of the grammar; of the one it is named after by default."""

    def declare(reader: Callable[Given, Meant]) -> Callable[Given, Meant]:
        for rule in rules or (reader.__name__,):
            if table.setdefault(rule, reader) is not reader:
                raise ValueError(f"two readers of `{rule}`")
        return reader

    return declare


def groups(pattern: str, token: Token) -> tuple[Any, ...]:
    """Return the groups of a pattern that matches a whole token.

    Raises:
        Stop: the pattern does not match.
    """
    found = re.fullmatch(pattern, str(token))
    if found is None:
        raise Stop(token)
    return found.groups()
