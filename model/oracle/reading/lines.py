"""Functions that read a line of Oracle text and reject unknown words."""

from __future__ import annotations

import re
import typing
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache

import msgspec

from ...effects.ability import Resolution, Static, TextAbility, UnsupportedAbility, is_cda
from ...effects.amounts.base import X
from ...effects.amounts.players import RecordedNumber
from ...effects.conditions import GameFact, Is, Not, SelfIn, all_of
from ...effects.filters.characteristics import Chosen, WithNumber
from ...effects.filters.whereabouts import InZone
from ...effects.game_questions import question
from ...effects.keywords import Keyword
from ...effects.language import Ability, Clause, Condition, Operation, Selector
from ...effects.node import Node
from ...effects.operations.abilities import Gain, LoseOther
from ...effects.operations.becomes import Becomes
from ...effects.operations.control import GainControl
from ...effects.operations.costs import ChangeCost
from ...effects.operations.players_and_rules import RuleText
from ...effects.operations.power_toughness import ModifyPT, SwitchPT
from ...effects.operations.text import ChangeWords, ExchangeText
from ...effects.selectors import ChosenObject, InOrder, Itself, Target, Together
from ...effects.view import Zone
from ...errors import UnsupportedTextError
from ...rules.edition import NEWEST
from ...rules.vocabulary import families
from ...support.progress import checkpoint
from ..grammar.parser import parse, span_of
from ..printing.sentences import ONLY_COLORED, finished, static
from ..printing.sentences import sentences as grouped
from ..recognition import forms
from ..recognition.normalise import beyond, normalise, sentences
from ..words import Stop
from .discourse import NOTHING_OFFERED, Discourse, Offered
from .labels import LABEL, LABEL_CONDITIONS, counted_in_graveyard, escaped_with, given, keyword_line, kicked_entry
from .repetition import SAME, STILL_A, add_still, repeated_for, still_of, with_creature_type
from .sentences import sentence as read_tree

# A static ability by which a spell that is cast gets an effect: the event names the spell.
_CAST_THIS_WAY = re.compile(
    r"(?:Once [^,\"]*, y|Y)ou may (?:play|cast) [^\".]*\. "
    r"(?:If you do|(?P<trigger>When you cast [^\".,]* this way)|If you cast [^\".,]* this way), it gains "
)
# What other permanents enter as; the event names the permanents (614.12).
OTHERS_ENTER = re.compile(
    r"(?P<who>(?:Nontoken c|C)reatures you control) enter as a copy of (?P<of>this creature|~|enchanted creature)\.$"
    r"|(?P<each>Each other creature you control) (?P<with>enters with a number of additional \+1/\+1 counters on"
    r" it equal to"
    r" this creature's power) and as an? (?P<type>[A-Z]\w+) in addition to its other types\.$"
)
_COST = re.compile(r"(?:Its|The|Their) (?:\w+ )?costs? (?:is|are) equal to [^\".]*\.$")
_BEFORE = re.compile(r"If ~ is your commander, choose a color before the game begins\.$")
_SUBJECT = re.compile(r"(?:It|They|That|Those|Otherwise)\b")
_ABOUT_BEFORE = re.compile(r"(?:If|When|Then|It|Its|They|That|Those|Otherwise|You|Each player)\b")
# A rule for casting a spell; "~ deals 3 damage to target creature" is an instruction.
# The time in the trigger condition of a delayed triggered ability (603.7a).
_CREATED = re.compile(r"\b(?:this (?:turn|combat)|(?:the|your|you) next)\b")
_OF_A_SPELL = re.compile(
    r"(?:(?:This spell|~)(?! (?:also )?deals)|As an additional cost|You may cast (?:this|~)|Cast |Rather than"
    r"|If this spell (?!was (?:kicked|bargained|cast))|You may (?:pay|exile|sacrifice|discard|reveal|return|tap) [^.]*"
    r" (?:rather than|as you cast)"
    r"|[^.\"]*\b(?:rather than pay this spell's mana cost|cast this spell without paying its mana cost)\b)"
)
_CAST_FROM = ("hand", "graveyard", "exile", "library", "command", "stack")
# A quotation inside a quotation has single quotation marks.
_NESTED = re.compile(r"(?<= )'((?=[A-Z~{])[^\"]+?)'(?=[ .,]|$)")
_LINGERS = re.compile(r"If (this \w+|~) leaves the battlefield, this effect continues until end of turn\.$")


def read_line(
    text: str, name: str = "", types: Sequence[str] = (), offered: Offered = NOTHING_OFFERED
) -> tuple[Ability, ...]:
    """Return the abilities of a line of rules text.

    A line that could affect characteristics but is not understood becomes an `UnsupportedAbility`.

    Args:
        text: the line; reminder text is ignored.
        name: the card's name, which becomes ``~`` in the result.
        types: the card types; a line of an instant or sorcery can be an instruction.
        offered: what the card lets a player choose.
    """
    checkpoint("line")
    line = normalise(text, name)
    return _read_line(line, tuple(types), offered) if line else ()


@lru_cache(maxsize=8192)
def _read_line(line: str, types: tuple[str, ...], offered: Offered) -> tuple[Ability, ...]:
    if (place := beyond(line)) >= 0:
        return (UnsupportedAbility(line, place),)
    if keywords := keyword_line(line):
        return keywords
    if found := given(line, lambda text: _read_line(text, types, offered)):
        return found
    form = forms.form_of(line)
    if form == "entering":
        kicked = kicked_entry(line, inner_abilities)
        return (kicked,) if kicked else _entering(line, offered)
    is_spell = bool({"Instant", "Sorcery"} & set(types))
    if form == "triggered" and is_spell and _CREATED.search(line.partition(", ")[0]):
        return (_delayed(line),)
    if form is not None:
        return (TextAbility(form, line),)
    if is_spell:
        if own := _own_static(line, offered):
            return (own,)
        # 113.3a: a line of an instant or sorcery is an instruction, except a rule for casting the spell.
        label = LABEL.match(line)
        about = _OF_A_SPELL.match(line[label.end() :] if label else line)
        return (TextAbility("rule" if about and forms.is_rule(line) else "spell", line),)
    if own := counted_in_graveyard(line) or escaped_with(line, inner_abilities):
        return (own,)
    if line.startswith("Enchanted creatures each "):  # of an Aura that enchants two creatures; a board has only one
        return (UnsupportedAbility(line),)
    try:
        ability = read_static(line, offered)
    except UnsupportedTextError as error:
        if forms.is_rule(line):
            return (TextAbility("rule", line),)
        replaces = forms.REPLACES.match(LABEL.sub("", line)) or OTHERS_ENTER.match(line)
        if replaces and _is_understood(line):
            return (TextAbility("other", line),)
        if (permits := _CAST_THIS_WAY.match(line)) and _is_understood(line):
            if permits["trigger"]:
                cut = permits.start("trigger")
                return (TextAbility("rule", line[:cut].rstrip()), TextAbility("triggered", line[cut:]))
            return (TextAbility("other", line),)
        return (UnsupportedAbility(line, error.span[0]),)
    if all(isinstance(operation, RuleText) for clause in ability.parts for operation in clause.operations):
        return (TextAbility("rule", line),)
    return (ability,)


def _is_understood(line: str) -> bool:
    from .resolving import read_resolution

    try:
        found = read_resolution(line)
    except UnsupportedTextError:
        return False
    return bool(found.clauses or found.delayed)


def _delayed(line: str) -> TextAbility:
    """Return the line of an instant or sorcery that creates a delayed triggered ability (603.7a).

    The other triggered abilities of such a card function elsewhere (113.6), as in "When you cycle this card".
    """
    from .instructions import delayed_ability
    from .resolving import read_resolution

    ability = TextAbility("triggered", line)
    try:
        found = read_resolution(line)
    except UnsupportedTextError:
        return TextAbility("spell", line)  # refused when the spell resolves
    changes = found.clauses or found.modes
    return TextAbility("triggered", line, Resolution(delayed=(delayed_ability(line),))) if changes else ability


def _unrecorded(ability: Static) -> GameFact | InOrder | RecordedNumber | None:
    """Return what a change of costs depends on although no recorded fact decides it, or None."""
    if not any(map(changes_costs, ability.parts)):
        return None
    nodes = (node for node in ability.walk() if isinstance(node, GameFact | InOrder | RecordedNumber))
    return next((node for node in nodes if not isinstance(node, GameFact) or question(node.text) is None), None)


def _own_static(line: str, offered: Offered) -> Static | None:
    """Return the static ability that changes a spell's own cost, abilities or colors (113.3d, 604.3), or None.

    Examples are "as long as this card is in your graveyard, it has flashback" and "~ is colorless".
    """
    if " to cast" not in line and " has " not in line and not line.startswith("~ is "):
        return None
    try:
        ability = read_static(line, offered)
    except UnsupportedTextError:
        return None
    mine = all(isinstance(clause.selector, Itself) for clause in ability.parts)
    changes = all(changes_costs(clause) or _given(clause) for clause in ability.parts)
    if changes and ability.zones == ("battlefield",):  # 113.6: "if this spell was kicked, it has split second"
        ability = msgspec.structs.replace(ability, zones=("stack",))
    return ability if mine and (changes or is_cda(ability, NEWEST)) else None


def _given(clause: Clause) -> tuple[str, ...]:
    """Return the keywords of a clause that gives only keywords."""
    gains = [operation for operation in clause.operations if isinstance(operation, Gain)]
    given = [ability.name for gain in gains for ability in gain.abilities if isinstance(ability, Keyword)]
    kept = any(not isinstance(ability, Keyword) for gain in gains for ability in gain.abilities)
    return () if kept or len(gains) < len(clause.operations) else tuple(given)


def _own_zones(ability: Static) -> tuple[str, ...]:
    # 113.6d, 113.6e
    words = {clause.selector.word if isinstance(clause.selector, Itself) else "" for clause in ability.parts}
    if ability.zones != ("battlefield",) or "" in words:
        return ability.zones
    if all(map(changes_costs, ability.parts)):
        return ("stack",)
    given = {name for clause in ability.parts for name in _given(clause) or ("",)}
    if given == {"Flash"} and words <= {"this spell", "~"}:  # 702.8a
        return _CAST_FROM if words == {"this spell"} else ()
    return ("stack",) if "" not in given and words == {"this spell"} else ability.zones


def changes_costs(clause: Clause) -> bool:
    """Return whether a clause changes only the costs of spells (601.2f)."""
    return all(isinstance(operation, ChangeCost) for operation in clause.operations)


def _entering(line: str, offered: Offered) -> tuple[Ability, ...]:
    # The options for a choice of characteristics become modes. A static ability can follow in the same paragraph.
    from .resolving import read_resolution

    if forms.enters_plainly(line):
        return (TextAbility("entering", line),)
    try:
        resolution = read_resolution(line)
    except UnsupportedTextError as error:
        first, *rest = sentences(line)
        with suppress(UnsupportedTextError):
            if rest and not _ABOUT_BEFORE.match(rest[0]):
                return (*_entering(first, offered), read_static(" ".join(rest), offered, Itself("it")))
        return (UnsupportedAbility(line, error.span[0]),)
    return (TextAbility("entering", line, resolution if resolution.modes else None),)


def read_static(line: str, offered: Offered = NOTHING_OFFERED, it: Selector | None = None) -> Static:
    """Return the static ability that a normalized line describes; `it` is the antecedent of a pronoun.

    Raises:
        UnsupportedTextError: the line is not understood, or its tree would be printed as a different line.
    """
    found = LABEL.match(line)
    label, rest = (found[1], line[found.end() :]) if found else ("", line)
    discourse = Discourse(inner_abilities, it, type_word=offered.type_word, options=offered.abilities)
    parts: list[Clause] = []
    offset = len(line) - len(rest)
    for sentence in sentences(rest):
        try:
            _sentence(sentence, discourse, parts)
        except UnsupportedTextError as error:
            place = offset + max(rest.find(sentence), 0)
            raise UnsupportedTextError(line, (place + error.span[0], place + error.span[1]), error.expected) from None
    parts = with_kept_types(parts)
    ability = _labelled(_lifted(parts, label))
    lingers = "end of turn" if "lingers" in parts[-1].marks else ""
    ability = msgspec.structs.replace(ability, zones=_own_zones(ability), lingers=lingers)
    printed = ""
    with suppress(Stop, KeyError, IndexError):
        printed = static(ability)
    check(line, printed)
    if unrecorded := _unrecorded(ability):
        raise UnsupportedTextError(line, (max(line.find(unrecorded.text), 0), len(line)))
    numbers = {node.text for node in ability.walk() if isinstance(node, RecordedNumber)}
    if len(numbers) > 1:  # 607.2: the source keeps one number
        raise UnsupportedTextError(line, (max(line.find(max(numbers)), 0), len(line)))
    if wrong := next((clause for clause in ability.parts if _resolves(clause)), None):
        where = line.lower().find(wrong.duration) if wrong.duration else 0
        raise UnsupportedTextError(line, (max(where, 0), len(line)))
    return ability


def _is_named_by_event(node: Node) -> bool:
    # 607.2d: the source records "the chosen ..."
    return isinstance(node, ChosenObject) and " chosen " not in node.word


def _resolves(clause: Clause) -> bool:
    # 611.2
    return (
        bool(clause.duration)
        or "may" in clause.marks
        or any("that player" in (getattr(node, "who", ""), getattr(node, "whose", "")) for node in clause.walk())
        or any(isinstance(node, Target) or _is_named_by_event(node) for node in clause.walk())
        or any(isinstance(node, WithNumber) and isinstance(node.amount, X) for node in clause.walk())
        or any(isinstance(node, Chosen) and node.word in ("your choice", "that") for node in clause.walk())
        or any(isinstance(operation, ChangeCost) and isinstance(operation.x, X) for operation in clause.operations)
        or any(
            isinstance(operation, SwitchPT | ChangeWords | ExchangeText)
            or (isinstance(operation, GainControl) and operation.word not in ("you control", "the monarch controls"))
            or (isinstance(operation, ModifyPT) and operation.word.startswith("double"))
            for operation in clause.operations
        )
    )


def check(line: str, printed: str) -> None:
    """Check that the tree for a line is printed as the same line.

    Raises:
        UnsupportedTextError: the printed line differs; the error includes the position of the first difference.
    """
    if line == printed:
        return
    shorter = min(len(line), len(printed))
    place = next((place for place in range(shorter) if line[place] != printed[place]), shorter)
    if any((text[place:] + " ")[0].isalnum() for text in (line, printed)):
        while place and line[place - 1].isalnum():
            place -= 1
    read, expected = (re.match(r"\w+|\W?", text[place:])[0] for text in (line, printed))  # type: ignore[index]
    raise UnsupportedTextError(line, (place, place + len(read)), (expected,) if expected else ())


def inner_abilities(text: str) -> tuple[Ability, ...]:
    """Return the abilities inside a quotation."""
    from ..recognition.normalise import abilities_of

    if "'" in text:
        text = re.sub(r'(?<![.!])"$', '."', _NESTED.sub(r'"\1"', text))
    if text and not text.endswith((".", '"')) and not keyword_line(text):
        text += "."
    ends = text.endswith(("}.", "creatures.", ", cascade.")) or text.startswith("enchant ")
    if ends and (keywords := keyword_line(text.removesuffix("."))):
        return keywords
    return tuple(ability for line in abilities_of(text) for ability in _read_line(line, (), NOTHING_OFFERED))


def _sentence(sentence: str, discourse: Discourse, parts: list[Clause]) -> None:
    if (type := still_of(sentence)) and parts:
        add_still(parts, type, sentence)
        return
    if (kept := STILL_A.fullmatch(sentence)) and parts and "creature" in families(kept[1]):
        parts[-1] = with_creature_type(parts[-1], kept[1], sentence)
        return
    if parts and (again := repeated_for(sentence, parts[-1])):
        parts.extend(again)
        return
    if (found := SAME.match(sentence)) and parts:
        parts[-1] = _widened(parts[-1], found[1], discourse)
        return
    if _LINGERS.match(sentence) and parts:
        parts[-1] = parts[-1].marked("lingers")
        return
    if sentence == ONLY_COLORED and parts:
        parts[-1] = _only_colored(parts[-1], sentence)
        return
    if _BEFORE.match(sentence) or (
        parts and (_COST.match(sentence) or (not _SUBJECT.match(sentence) and forms.is_rule(sentence)))
    ):
        parts.append(Clause(Itself(), (RuleText(sentence.removesuffix(".")),), form="whole"))
        return
    from .copy_exceptions import copying

    clauses = copying(sentence, discourse) or read_sentence(sentence, discourse)
    if "otherwise" in clauses[0].marks:
        before = parts[-1].condition if parts else None
        if before is None:
            raise UnsupportedTextError(sentence, (0, len("Otherwise")))
        clauses = [msgspec.structs.replace(clause, condition=Not(before)) for clause in clauses]
    if any(clause.relation == "instead" for clause in clauses):
        _displace(parts, clauses, sentence)
    parts.extend(clauses)


def _displace(parts: list[Clause], clauses: list[Clause], sentence: str) -> None:
    """Add the negated condition of an "instead" sentence to the previous sentence.

    Raises:
        UnsupportedTextError: it is not clear which clauses are replaced.
    """
    condition = clauses[-1].condition
    last = grouped(parts)[-1] if parts else ()
    done = {type(operation) for clause in clauses for operation in clause.operations}
    if (
        not last
        or condition is None
        or any(clause.condition not in (None, condition) for clause in clauses)
        or any("twofold" in clause.marks for clause in last)
        or {type(operation) for clause in last for operation in clause.operations} - done
        or "instead-only" in clauses[0].marks
    ):
        raise UnsupportedTextError(sentence, (0, len(sentence)))
    parts[-len(last) :] = [
        msgspec.structs.replace(clause.marked("displaced"), condition=all_of(clause.condition, Not(condition)))
        for clause in last
    ]


def read_sentence(sentence: str, discourse: Discourse) -> list[Clause]:
    """Return the clauses of a sentence.

    Raises:
        UnsupportedTextError: the sentence is not in the grammar, or a phrase has no meaning at its position.
    """
    tree = parse(sentence)
    try:
        return read_tree(discourse, tree)
    except Stop as stop:
        raise UnsupportedTextError(sentence, span_of(stop.token, sentence), stop.expected) from None


def read_checked(sentence: str, discourse: Discourse) -> list[Clause]:
    """Return the clauses of a sentence if they are printed as the same sentence.

    Raises:
        UnsupportedTextError: the sentence is not in the grammar, or the printed clauses differ from it.
    """
    clauses = read_sentence(sentence, discourse)
    check(sentence, " ".join(finished(clauses)))
    return clauses


def _only_colored(clause: Clause, sentence: str) -> Clause:
    operation = clause.operations[-1]
    if not isinstance(operation, ChangeCost) or operation.how != "less":
        raise UnsupportedTextError(sentence, (0, len(sentence)))
    fresh = msgspec.structs.replace(operation, only=True)
    return msgspec.structs.replace(clause, operations=(*clause.operations[:-1], fresh))


def _widened(clause: Clause, text: str, discourse: Discourse) -> Clause:
    # "The same is true for ..."
    more = read_sentence(f"{text} are white.", discourse)[0].selector
    return msgspec.structs.replace(clause, selector=Together((clause.selector, more), "same"), form=clause.form)


def with_kept_types(parts: list[Clause]) -> list[Clause]:
    """Return the clauses after adding the types that "loses all other card types" keeps.

    Raises:
        UnsupportedTextError: the text does not say which types are kept.
    """
    given = next((op for clause in parts for op in clause.operations if isinstance(op, Becomes)), None)
    if given is not None and (given.types or given.subtypes):
        parts = [
            msgspec.structs.replace(clause, operations=tuple(_sparing(op, given) for op in clause.operations))
            for clause in parts
        ]
    for operation in (each for clause in parts for each in clause.operations if isinstance(each, LoseOther)):
        kept = {"abilities": True, "card types": operation.types, "creature types": operation.subtypes}
        kept["types"] = operation.types or operation.subtypes
        if given is not None:  # these replace the old ones
            kept |= {"land types": given.subtypes, "colors": given.colors or given.chosen_color, "names": given.name}
        if not operation.other and "card types" not in operation.what:
            continue
        replaced = given is not None and given.types and not given.keeps
        if not (all(kept.get(what) for what in operation.what) if operation.other else replaced):
            said = f"loses all {'other ' if operation.other else ''}{' and '.join(operation.what)}"
            raise UnsupportedTextError(said, (0, len(said)))
    return parts


def _sparing(operation: Operation, given: Becomes) -> Operation:
    # "loses all other card types, and creature types"
    if not isinstance(operation, LoseOther) or not operation.other:
        return operation
    subtypes = given.subtypes if {"creature types", "types"} & {*operation.what} else ()
    return msgspec.structs.replace(operation, types=given.types, subtypes=subtypes)


def _lifted(parts: list[Clause], label: str) -> Static:
    # A condition that all clauses share becomes a condition of the ability.
    condition = parts[0].condition
    zones = _zones(condition)
    twofold = "twofold" in parts[0].marks
    if condition is None or twofold or any(clause.condition != condition for clause in parts):
        return Static(tuple(parts), None, zones, label)
    lifted = ("front", "if", "unless")
    form = dict.fromkeys(word for word in (*parts[0].marks, *parts[-1].marks) if word in lifted)
    bare = [
        msgspec.structs.replace(
            clause, condition=None, form=" ".join(word for word in clause.marks if word not in lifted)
        )
        for clause in parts
    ]
    return Static(tuple(bare), condition, zones, label, " ".join(form))


def _labelled(ability: Static) -> Static:
    # 702.178, 719.3
    condition = LABEL_CONDITIONS.get(ability.label)
    if condition is None:
        return ability
    both = all_of(condition, ability.condition)
    return msgspec.structs.replace(ability, condition=both, form=f"label {ability.form}".strip())


def _zones(condition: Condition | None) -> tuple[str, ...]:
    places = [node.zone for node in condition.walk() if isinstance(node, SelfIn)] if condition is not None else []
    if places:
        return tuple(dict.fromkeys(places))
    for node in condition.walk() if condition is not None else ():
        if isinstance(node, Is) and node == Is(node.subject, (InZone("battlefield"),), negated=True):
            return tuple(zone for zone in typing.get_args(Zone) if zone != "battlefield")  # 113.6b
    return ("battlefield",)
