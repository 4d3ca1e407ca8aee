"""The state kept while text is read, and tables of the functions that read each grammar rule."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, ParamSpec, TypeAlias, TypeVar

import msgspec
from lark import Token

from ...effects.copiable import Copiable
from ...effects.language import Ability, Amount, Clause, Condition, Operation, Selector
from ...effects.selectors import Group, Target, Together
from ...effects.view import Comparison
from ..words import Stop

Branch: TypeAlias = Any
"""A parse tree for any rule of the grammar."""


class Offered(NamedTuple):
    """What a card lets a player choose, and to which its other lines refer.

    Attributes:
        type_word: the kind of type, to which "the chosen type" refers.
        abilities: the keyword abilities, to which "the chosen ability" refers.
    """

    type_word: str = "creature_type"
    abilities: tuple[Ability, ...] = ()


NOTHING_OFFERED: Final = Offered()


class Counted(msgspec.Struct):
    """A group, and the number of objects in the group that a condition requires.

    Attributes:
        selector: the group.
        number: the number, or None if the text does not specify one.
        comparison: the kind of comparison with the number.
    """

    selector: Selector
    number: int | None = None
    comparison: Comparison = "or greater"


@dataclass(slots=True)
class Discourse:
    """The state kept while text is read, such as antecedents and targets.

    Attributes:
        inner: the function that reads the abilities inside a quotation.
        it: the antecedent of a pronoun.
        targets: the number of targets read so far.
        type_word: the kind of type that the card lets a player choose.
        default: the target to which a pronoun without an antecedent refers, or None in a static ability.
    """

    inner: Callable[[str], tuple[Ability, ...]]
    it: Selector | None = None
    targets: int = 0
    type_word: str = "creature_type"
    default: int | None = None
    before: Selector | None = None  # the antecedent before the subject of this clause
    event_place: int | None = None  # the target index of an object that the event names
    event_noun: str = ""  # the noun for the object at `event_place`
    of_two: bool = False  # whether a trigger condition names the enchanted or equipped creature and another creature
    last: list[Clause] = field(default_factory=list)  # the clauses of the previous sentence
    began: int = 0  # the number of targets before the previous sentence
    open_ended: bool = False  # whether a group of targets has no fixed size
    named_many: bool = False  # whether the last group of targets can have several objects
    named: list[tuple[int, str]] = field(default_factory=list)  # (index, wording) of each target
    groups: dict[int, Group | None] = field(default_factory=dict)  # the objects that each target is chosen from
    optional: list[Target] = field(default_factory=list)  # targets of instructions that need not be chosen
    card: Selector | None = None  # the antecedent of "that card"
    figure: Amount | None = None  # the antecedent of "that number" and "their total toughness"
    kinds: Amount | None = None  # the antecedent of "the number of those card types"
    from_condition: bool = False  # whether the antecedent comes from a condition
    about: Group | Together | None = None  # the group of the last instruction, as in "untap all creatures"
    listed: list[Copiable] = field(default_factory=list)  # the face-down values in the text
    options: tuple[Ability, ...] = ()  # the keyword abilities that are chosen from: "choose flying or first strike"
    delayed: list[Ability] = field(default_factory=list)  # the delayed triggered abilities in the text (603.7)
    unexplained: bool = False  # whether no earlier phrase can be the antecedent
    attaches: bool = False  # whether the last sentence attaches a target to an object, so that "it" can be both
    is_paired: bool = False  # whether "those creatures" means the two paired creatures
    of_source: bool = False  # whether "another" means other than the source: "if you control another Lizard"
    case: Selector | None = None  # the antecedent before the last sentence, if that began with "If you're ..."
    returned: bool = False  # whether the text put the source itself back onto the battlefield
    amount_of_it: bool = False  # whether an amount can refer to the antecedent
    group: Group | None = None  # the group to which the previous sentence applies
    chosen_one: bool = False  # whether a noun phrase names one object that a player chooses
    only: Group | None = None  # a group that has exactly one object according to a condition
    counted: Group | None = None  # a group of which a condition requires several objects
    each: Selector | None = None  # the group whose objects a condition checks one by one
    of_each: bool = False  # whether "it" means each object of a group
    asked: tuple[str, str, str] | None = None  # (players, number, phrase) of a condition that checks players
    refused: set[Any] | None = None  # the failed attempts in one sentence of rules text that resolves

    def state(self) -> tuple[Any, ...]:
        """Return the values that `restore` needs after a failed attempt."""
        named, of_event = tuple(self.named), (self.event_place, self.event_noun)
        it = (self.it, self.unexplained, len(self.delayed))
        return it, self.before, self.targets, of_event, named, self.type_word, self.about, self.open_ended

    def restore(self, state: tuple[Any, ...]) -> None:
        """Reset the state to the values that `state` returned."""
        it, self.before, self.targets, of_event, named, self.type_word, self.about, self.open_ended = state
        self.it, self.unexplained, delayed = it
        del self.delayed[delayed:]
        self.named, (self.event_place, self.event_noun) = list(named), of_event

    def subject(self, tree: Branch) -> Selector:
        """Return the objects to which a noun phrase refers."""
        return SUBJECTS[tree.data](self, tree)

    def amount(self, tree: Branch) -> Amount:
        """Return the amount that a parse tree represents.

        Raises:
            Stop: the tree is not an amount.
        """
        reader = AMOUNTS.get(tree.data)
        if reader is None:
            token = tree.children[0]
            raise Stop(token if isinstance(token, Token) else None)
        return reader(self, tree)


Given = ParamSpec("Given")
Meant = TypeVar("Meant")
Reader: TypeAlias = Callable[[Discourse, Branch], Meant]

# Grammar rule -> the function that reads its trees. The other modules of this package register these functions.
SUBJECTS: Final[dict[str, Reader[Selector]]] = {}
FILTERS: Final[dict[str, Reader[Any]]] = {}
AMOUNTS: Final[dict[str, Reader[Amount]]] = {}
CONDITIONS: Final[dict[str, Reader[Condition]]] = {}
OPERATIONS: Final[dict[str, Callable[[Discourse, Branch, Selector], list[Operation]]]] = {}
CLAUSES: Final[dict[str, Reader[list[Clause]]]] = {}


def reads(
    table: dict[str, Callable[Given, Meant]], *rules: str
) -> Callable[[Callable[Given, Meant]], Callable[Given, Meant]]:
    """Register a function that reads grammar rules, by default the rule with the function's name."""

    def declare(reader: Callable[Given, Meant]) -> Callable[Given, Meant]:
        for rule in rules or (reader.__name__,):
            if table.setdefault(rule, reader) is not reader:
                raise ValueError(f"two readers for `{rule}`")
        return reader

    return declare


def groups(pattern: str, token: Token) -> tuple[Any, ...]:
    """Match a pattern against the whole token and return the matched groups.

    Raises:
        Stop: the pattern does not match.
    """
    found = re.fullmatch(pattern, str(token))
    if found is None:
        raise Stop(token)
    return found.groups()
