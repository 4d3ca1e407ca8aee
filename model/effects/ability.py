"""Static abilities as effect trees, and other abilities as text."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Literal

from ..rules.edition import Edition
from .copiable import Copiable
from .language import Ability, Clause, Condition, Filter, Operation
from .node import Node
from .operations.players_and_rules import CountsAs
from .selectors import Itself, Target

BoardChange = Literal[
    "arriving", "attaching", "counters", "damage", "day", "destruction", "elsewhere", "emblems", "energy",
    "experience", "faces", "graveyard", "hand", "harnessed", "in combat", "level", "library", "life", "monarch",
    "monstrous", "other counters", "phasing", "poison", "ring_bearer", "speed", "status", "stickers", "suspected",
    "tapped", "targeted damage", "tokens", "unlocked", "unsuspected", "untapped", "zones",
]  # fmt: skip
"""A kind of change to a board.

"arriving" and "zones" are moves to the battlefield and away from it, apart from "destruction", and "elsewhere" moves of
targets in other zones. "other counters" are those without an effect of their own (122.1). "targeted damage" is damage
to targets, and "damage" is damage to other permanents, or a fight. "in combat" is a change of what attacks, blocks or
is blocked, and "status" either of tapping and untapping. Most of the others are facts that a timeline records
(`objects/recorded_facts.py`).
"""


class Resolution(Node, frozen=True):
    """The continuous effects of a resolving spell or ability (611.2).

    Attributes:
        clauses: the clauses that do not belong to a mode.
        modes: the clauses of each mode, in printed order (700.2).
        text: the rules text if it contains more than the clauses express, such as an instruction to draw a card.
        named: the number of targets before the modes; the targets of a mode are numbered after these.
        listed: the characteristics that the text lists for an object that is turned face down (708.2a).
        delayed: the delayed triggered abilities that the text creates and that change characteristics (603.7); the
            effect of each one is a separate resolution.
        places: targets that need not be chosen, that no clause affects, and that come before targets of clauses.
    """

    clauses: tuple[Clause, ...] = ()
    modes: tuple[tuple[Clause, ...], ...] = ()
    text: str = ""
    named: int = 0
    listed: tuple[Copiable, ...] = ()
    delayed: tuple[Ability, ...] = ()
    places: tuple[Target, ...] = ()


class TargetPlace(Node, frozen=True):
    """What can be a target in one place of a text (115.1); without filters, players and abilities, it is not known.

    Attributes:
        filters: what an object fits that can be a target, or nothing if no object can.
        players: which players can be a target.
        many: whether the place can have more than one target.
        other: "source" if the source cannot be a target, or "targets" if no other target can ("another target").
        theirs: whether the player who is the target before, or who controls it, must control the object.
        abilities: whether an ability on the stack can be a target.
    """

    filters: tuple[Filter, ...] = ()
    players: Literal["", "player", "opponent"] = ""
    many: bool = False
    other: Literal["", "source", "targets"] = ""
    theirs: bool = False
    abilities: bool = False


class Static(Ability, frozen=True):
    """A static ability that generates a continuous effect (604, 611.3).

    Attributes:
        parts: the clauses, in the order of the text.
        condition: the condition under which the effect exists ("as long as ...").
        zones: the zones in which the ability functions; empty if it functions in every zone (113.6).
        label: an ability word ("Threshold"), which has no rules meaning (207.2c).
        form: the structure of the sentence, for printing.
        lingers: the time at which the effect ends if its source leaves, such as "end of turn" (Titania's Song); empty
            if the effect ends as the source leaves.
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

    def counted_as(self) -> str:
        operations = self.parts[0].operations if self.form == "counts" else ()
        return next((operation.name for operation in operations if isinstance(operation, CountsAs)), "")

    def functions_in(self, edition: Edition) -> tuple[str, ...]:
        return defined_in(self, edition) if is_cda(self, edition) else self.zones


About = Literal["", "cost", "own cost", "copying"]

Form = Literal["mana", "activated", "triggered", "entering", "rule", "spell", "loyalty", "other"]


def digest(text: str) -> int:
    """Return a hash of a string that is the same on every machine.

    >>> digest("Draw a card.") == digest("Draw a card."), digest("Draw a card.") == digest("Draw two cards.")
    (True, False)
    """
    import hashlib  # slow to import, and shipped cards contain digests

    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")


def digest_word(text: str) -> str:
    """Return the digest of a text as the word with which its shortened form ends."""
    return f"{digest(text):x}"


class TextAbility(Ability, frozen=True):
    """An ability that effects can remove, grant, copy and count, but that is not evaluated.

    Attributes:
        form: the kind of ability, determined from its wording.
        text: the printed text, or an empty string in a catalogue that does not include rules text.
        resolution: the continuous effects that the ability creates when it resolves, if they were compiled.
        number: a digest of the omitted text, without its colors and subtypes.
        cost: the text before the colon, if `text` is empty.
        colors, subtypes: the words in the omitted text that layer 3 could change (612.2), in the order of the text.
        line: the location of an omitted line that is not understood, such as "line 3 of Foo".
        about: the subject of that line, if known (see `UnsupportedAbility`).
        targets: an upper limit for the number of targets in the omitted text, or -1 if there is none.
        target_places: what the targets in the omitted text can be: first outside modes, then in each mode
            (`cards/target_groups.py`).
        least: how many targets the omitted text certainly has (601.2c), or 0 if it is not known.
        targets_each: a word for each further target of which the omitted text has one per player or opponent, or X.
        modes: the least and the greatest number of modes that are chosen, and 1 if a mode can be chosen more than once
            (`cards/mode_counts.py`); empty if the omitted text is not modal.
        cleaved: if the omitted text has words in square brackets, the ability without these words (702.148b).
        enters_with: the counters that the permanent enters with because of the omitted text ("X +1/+1 counters", "a
            +1/+1 counter if kicked"), or ""
        lasts: the time at which a delayed triggered ability ends ("end of turn"), or "".
        granter: the name of the object that gives the ability to another one; "~" in the text is this name (201.5a).
        board_changes: what the omitted text does to the board in addition to its continuous effects: first outside
            modes, then in each mode (`cards/board_changes.py`).
        decided: those of these changes that are made only if a condition is met or a player so chooses.
    """

    TEXT_FIELDS: ClassVar[frozenset[str]] = frozenset({"text"})
    form: Form
    text: str = ""
    resolution: Resolution | None = None
    number: int = 0
    cost: str = ""
    colors: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    line: str = ""
    about: About = ""
    lasts: str = ""
    targets: int = -1
    targets_each: tuple[Literal["player", "opponent", "X"], ...] = ()
    cleaved: TextAbility | None = None
    enters_with: str = ""
    granter: str = ""
    board_changes: tuple[tuple[BoardChange, ...], ...] = ()
    modes: tuple[int, ...] = ()
    decided: tuple[tuple[BoardChange, ...], ...] = ()
    target_places: tuple[tuple[TargetPlace, ...], ...] = ()
    least: int = 0

    def children(self) -> list[Node]:
        """Return the child nodes, except what can be a target, which is no part of an effect."""
        return [child for child in super().children() if not isinstance(child, TargetPlace)]


class UnsupportedAbility(Ability, frozen=True):
    """A line that is not understood and could affect characteristics.

    Every result reports the line.

    Attributes:
        text: the line, or an empty string in a catalogue that does not include rules text.
        stopped_at: the offset in `text` of the first part that is not understood.
        line: the location of an omitted line, such as "line 3 of Foo".
        about: the subject of an omitted line: "cost" (the costs of spells), "own cost" (the cost of the card itself) or
            "copying" (entering as a copy).
    """

    text: str
    stopped_at: int = 0
    line: str = ""
    about: About = ""


# 604.3a: a characteristic-defining ability defines only its own object's colors, subtypes, power or toughness, and has
# no condition. (The object records whether the ability was granted.) Before 2007-05-01 (405.2), the ability could also
# set card types and supertypes and have a condition.


@lru_cache(maxsize=8192)
def is_cda(ability: Ability, edition: Edition) -> bool:
    """Return whether an ability is characteristic-defining (604.3a).

    The ability is assumed to be printed on its object.
    """
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


def enters_with(ability: Ability) -> bool:
    """Return whether an ability gives its permanent other abilities as it enters, and does nothing later (614.1c)."""
    return type(ability) is Static and ability.form == "enters"  # faster than `isinstance`, and asked of each ability


def _states(clause: Clause) -> bool:
    # "This ability doesn't affect its color identity."
    return clause.form == "whole" and all(operation.kind == "rule" for operation in clause.operations)


def _defines(operation: Operation, edition: Edition) -> bool:
    # 604.3a
    types = operation.SETS_TYPES and edition.cda_types
    return operation.defines() or types or (operation.GIVES_ABILITIES and edition.cda_abilities)


def defined_in(ability: Ability, edition: Edition) -> tuple[str, ...]:
    """Return the zones in which a characteristic-defining ability functions (604.3).

    An empty tuple means every zone. Before 2007-05-01, power and toughness were defined only on the battlefield;
    elsewhere, ``*`` was 0 (208.2).
    """
    clauses = (clause for clause in ability.clauses() if not _states(clause))
    sizes = all(operation.kind == "set" for clause in clauses for operation in clause.flat())
    return ("battlefield",) if sizes and not edition.cda_size_everywhere else ()
