"""Abilities: static ones as trees, keywords by name, and the others as text that can be counted, lost and granted."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Literal, Self

import msgspec

from ..rules.edition import Edition
from .copiable import Copiable
from .language import Ability, Clause, Condition, Operation
from .node import Node
from .rewording import reworded
from .selectors import Itself


class Resolution(Node, frozen=True):
    """What a spell or ability does to characteristics as it resolves (611.2).

    Attributes:
        clauses: the continuous effects; for a modal text, those of every mode in `modes` instead.
        modes: the clauses of each mode, in printed order (700.2).
        text: the text, where it does something that no clause describes (drawing a card, damage).
        named: how many targets are named before the modes; each mode's own are counted after them.
        listed: the characteristics that it lists for what it turns or puts face down (708.2a); not an effect: the event
            that turns it face down gives them.
    """

    clauses: tuple[Clause, ...] = ()
    modes: tuple[tuple[Clause, ...], ...] = ()
    text: str = ""
    named: int = 0
    listed: tuple[Copiable, ...] = ()

    def rewrite(self, change: Callable[[Node], Node]) -> Self:
        return self._in_modes(super().rewrite(change), lambda clause: change(clause.rewrite(change)))

    def with_words(self, swap: Mapping[str, str]) -> Self:
        return self._in_modes(super().with_words(swap), lambda clause: clause.with_words(swap))

    def _in_modes(self, fresh: Self, change: Callable[[Clause], Node]) -> Self:
        modes = tuple(tuple(change(clause) for clause in mode) for mode in self.modes)
        return fresh if modes == self.modes else msgspec.structs.replace(fresh, modes=modes)


class Static(Ability, frozen=True):
    """A static ability that generates a continuous effect (604, 611.3).

    Attributes:
        parts: its clauses, in the order of the text.
        condition: under which the effect exists ("as long as ...").
        zones: where it functions; () means every zone. By default the battlefield (113.6).
        label: an ability word ("Threshold", 207.2c), which means nothing.
        form: how the sentence is built, for printing it back.
        lingers: for how long the effect goes on after its source has left: "end of turn" (Titania's Song).
    """

    parts: tuple[Clause, ...]
    condition: Condition | None = None
    zones: tuple[str, ...] = ("battlefield",)
    label: str = ""
    form: str = ""
    lingers: str = ""

    def clauses(self) -> tuple[Clause, ...]:
        return self.parts

    def when(self) -> Condition | None:
        return self.condition

    def functions_in(self, edition: Edition) -> tuple[str, ...]:
        return defined_in(self, edition) if is_cda(self, edition) else self.zones


About = Literal["", "cost", "own cost", "copying"]


Form = Literal["mana", "activated", "triggered", "entering", "rule", "spell", "loyalty", "other"]


def digest(text: str) -> int:
    """Return a number for a text: the same everywhere, different for different texts.

    >>> digest("Draw a card.") == digest("Draw a card."), digest("Draw a card.") == digest("Draw two cards.")
    (True, False)
    """
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")


class TextAbility(Ability, frozen=True):
    """An ability that no layer evaluates; it can be lost, granted, copied and counted.

    Attributes:
        form: what kind it is, recognised by its shape.
        text: as printed; empty where a catalogue keeps facts alone.
        resolution: what it does to characteristics when it resolves, if that was asked for and understood.
        number: the place among the printed abilities, to tell textless ones apart; a digest of the text of a
            textless one that something grants.
        cost: what stands before the colon, where the text itself is not kept.
        colors, subtypes: the words of a text that is not kept which layer 3 could change (612.2).
        line: where the text stands ("line 3 of Foo"), if it is not kept and what it does is not understood.
        about: the subject of a line that is not understood, as far as known: see `UnsupportedAbility`.
    """

    form: Form
    text: str = ""
    resolution: Resolution | None = None
    number: int = 0
    cost: str = ""
    colors: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    line: str = ""
    about: About = ""

    def with_words(self, swap: Mapping[str, str]) -> Self:
        changed = super().with_words(swap)
        return msgspec.structs.replace(changed, text=reworded(changed.text, swap))


class UnsupportedAbility(Ability, frozen=True):
    """A line that could touch characteristics and is not understood: reported with every result.

    Attributes:
        text: the line; empty where a catalogue keeps facts alone.
        stopped_at: offset into `text` at which reading stopped.
        line: where a text that is not kept stands: "line 3 of Foo".
        about: the subject of such a text: what spells cost ("cost"; "own cost": what it costs itself), or
            entering as a copy ("copying").
    """

    text: str
    stopped_at: int = 0
    line: str = ""
    about: About = ""


# 604.3a: a characteristic-defining ability defines colors, subtypes, power or toughness, of its own
# object alone, unconditionally. (That it was not granted is known by the object that has it.) Before
# 2007-05-01 (405.2) it could set card types and supertypes too, and be conditional.


@lru_cache(maxsize=8192)
def is_cda(ability: Ability, edition: Edition) -> bool:
    """Return whether a printed ability of this text would be characteristic-defining (604.3a)."""
    clauses = [clause for clause in ability.clauses() if not _states(clause)]
    return (
        bool(clauses)
        and (ability.when() is None or edition.cda_conditional)
        and all(
            isinstance(clause.selector, Itself)
            and (clause.condition is None or edition.cda_conditional)
            and bool(clause.flat())
            and all(_defines(operation, edition) for operation in clause.flat())
            for clause in clauses
        )
    )


def _states(clause: Clause) -> bool:
    """Return whether a clause is a sentence about the game: "this ability doesn't affect its color identity"."""
    return clause.form == "whole" and all(operation.kind == "rule" for operation in clause.operations)


def _defines(operation: Operation, edition: Edition) -> bool:
    # 604.3a
    types = operation.SETS_TYPES and edition.cda_types
    return operation.defines() or types or (operation.GIVES_ABILITIES and edition.cda_abilities)


def defined_in(ability: Ability, edition: Edition) -> tuple[str, ...]:
    """Return where a characteristic-defining ability functions: everywhere (604.3).

    Before 2007-05-01 power and toughness were set on the battlefield alone: a ``*`` was 0 elsewhere (208.2).
    """
    clauses = (clause for clause in ability.clauses() if not _states(clause))
    sizes = all(operation.kind == "set" for clause in clauses for operation in clause.flat())
    return ("battlefield",) if sizes and not edition.cda_size_everywhere else ()


__all__ = ["About", "Form", "Resolution", "Static", "TextAbility", "UnsupportedAbility", "digest", "is_cda"]
