"""The effects of rules text, and of abilities that resolve or that apply as objects enter."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import msgspec

from ..effects.ability import Resolution, Static, TextAbility, UnsupportedAbility, digest
from ..effects.choices import spoken
from ..effects.conditions import all_of
from ..effects.copiable import Copiable
from ..effects.filters.whereabouts import Permanent
from ..effects.keywords import Keyword
from ..effects.language import Ability, Clause, Operation
from ..effects.node import Node
from ..effects.operations.abilities import Gain
from ..effects.operations.copying import BecomeCopy, KeepOthers, KeepThis
from ..effects.operations.costs import ChangeCost
from ..effects.operations.players_and_rules import RuleText
from ..effects.operations.text import ExchangeText
from ..effects.rewording import masked
from ..effects.selectors import Group, Itself, Target
from ..errors import NotListedError, UnreadLineError, UnsupportedTextError
from ..rules.vocabulary import KEYWORDS
from ..support.patterns import lazy_pattern

_SIGNS: Final = str.maketrans({"’": "'", "−": "-", "“": '"', "”": '"'})
_THIS: Final = lazy_pattern(
    r"\bthis (?:creature|land|artifact|enchantment|permanent|card|spell|Aura|Equipment|Vehicle|token|Saga"
    r"|Class|planeswalker|Fortification|Room|Case|battle)\b",
    re.IGNORECASE,
)
_TAPPED: Final = lazy_pattern(r"\benter(s?)(?: the battlefield)? (?:un)?tapped\b")
_BESIDES: Final = lazy_pattern(
    r" (?:and )?with (?:an?|\w+) [^.,\"]*counters? on (?:it|them)(?=\.)|"
    r" and doesn't untap during your untap step(?=\.)"
)
_ENTERS_AS_COPY: Final = lazy_pattern(r"(?:~|\bit|\b[Tt]his \w+) (?:enters?(?: tapped)? as|becomes?) a copy of ")
_ENTERS_TAPPED: Final = RuleText("enters tapped")
_UNTAPPED: Final = RuleText("enters untapped")
_AS_COPY: Final = RuleText("enters tapped as a copy")
_MAY_ENTER_TAPPED: Final = RuleText("may enter tapped")
TAPPING_FORMS: Final = ("entering", "rule")
"""The forms of the text abilities that can say whether objects enter tapped."""

_TAPPED_WORDS: Final = (_ENTERS_TAPPED, _UNTAPPED, _AS_COPY, _MAY_ENTER_TAPPED)


def resolution_of(text: str, name: str = "") -> Resolution:
    """Return the effects that rules text has when it resolves.

    Raises:
        UnsupportedTextError: the text may have an effect that is not understood.
    """
    from ..oracle.reading.resolving import read_resolution

    return read_resolution(text, name, (TextAbility("activated", text),))


@lru_cache(maxsize=4096)
def listed_in(text: str, name: str = "") -> Copiable | None:
    """Return the face-down values listed in rules text, or None if the text is an effect.

    An effect, such as "It gains haste.", applies whether the permanent is face down or face up (611.2e).

    Raises:
        NotListedError: the text does more than list values.
        UnsupportedTextError: the text is not understood.
    """
    from ..oracle.reading.complements import values_listed

    found = resolution_of(text, name)
    if len(found.listed) == 1 and not found.clauses and not found.modes:
        return found.listed[0]  # "Turn target creature face down. It's a 2/2 Cyberman artifact creature."
    if found.clauses and not found.listed and not found.modes and not found.text and _is_effect(found):
        return None
    if found.modes or found.listed or found.text:
        raise NotListedError("the text does more than list the characteristics of the permanent")
    return values_listed(found.clauses)


def _is_effect(found: Resolution) -> bool:
    # The text changes only abilities, power and toughness.
    operations = [operation for clause in found.clauses for operation in clause.operations]
    return all(
        operation.kind in ("ability", "modify", "switch") and getattr(operation, "word", "") not in ("is", "has")
        for operation in operations
    )


def resolution_of_spell(abilities: tuple[Ability, ...], name: str) -> Resolution | None:
    """Return the effects of an instant or sorcery, in the order of its lines (608.2c).

    Raises:
        UnsupportedTextError: a line is not understood.
    """
    lines = [ability for ability in abilities if resolves_with_spell(ability)]
    if lines and all(isinstance(line, TextAbility) for line in lines):
        found = [resolution_of_ability(line, name) for line in lines]
        if None in found:
            return None
        return _joined(part for part in found if part is not None)
    text = "\n".join(line for ability in lines for line in ability_texts(ability, name))
    return resolution_of(text, name) if text else Resolution()


def cleaved(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """Return the abilities of a spell whose cleave cost was paid: they lack the words in square brackets (702.148b)."""
    return tuple(ability if not isinstance(ability, TextAbility) else _cleaved(ability) for ability in abilities)


def _cleaved(ability: TextAbility) -> TextAbility:
    if not ability.text:
        return ability.cleaved or ability
    from ..oracle.recognition import normalise

    text = normalise.cleaved(ability.text)
    if text == ability.text:
        return ability
    return msgspec.structs.replace(ability, text=text, resolution=None if text else Resolution())


def fused(halves: Iterable[Resolution]) -> Resolution:
    """Return the effects of a fused split spell: those of the left half, then those of the right half (702.102d)."""
    whole = Resolution()
    for half in halves:
        nodes = (node for clause in whole.clauses for node in spoken(clause))
        targets = [node.index for node in nodes if isinstance(node, Target)]
        clauses = after_targets(half.clauses, max(targets, default=-1) + 1)
        whole = _joined((whole, msgspec.structs.replace(half, clauses=clauses)))
    return whole


def _joined(resolutions: Iterable[Resolution]) -> Resolution:
    parts = tuple(resolutions)
    return Resolution(
        tuple(clause for part in parts for clause in part.clauses),
        tuple(mode for part in parts for mode in part.modes),
        "\n".join(part.text for part in parts if part.text),
        listed=tuple(values for part in parts for values in part.listed),
        delayed=tuple(ability for part in parts for ability in part.delayed),
    )


def after_targets(clauses: tuple[Clause, ...], places: int, first: int = 0) -> tuple[Clause, ...]:
    """Return clauses whose targets from the index `first` on are preceded by the given number of other targets."""

    def moved(node: Node) -> Node:
        if isinstance(node, Target) and node.index >= first:
            return msgspec.structs.replace(node, index=node.index + places)
        return node

    return tuple(clause.rewrite(moved) for clause in clauses)


def with_others(found: Resolution, others: tuple[Ability, ...]) -> Resolution:
    """Return the effects of an ability, given the other abilities of its source (`KeepOthers`)."""
    return found.rewrite(lambda node: Gain(others, node.word or "has") if isinstance(node, KeepOthers) else node)


def exceptions_of(text: str) -> tuple[Operation, ...]:
    """Return the operations for the exceptions to a copy effect, given the text after "except" (707.9).

    Raises:
        UnsupportedTextError: the text is not understood.
    """
    from ..oracle.reading.copy_exceptions import read_exceptions

    return read_exceptions(text)


def own_exceptions(values: Copiable) -> tuple[Operation, ...]:
    """Return the exceptions in a card's own "enter as a copy of" ability (707.9).

    Raises:
        UnsupportedTextError: the exceptions are not understood.
    """
    clause = _own_copying(values)
    for operation in () if clause is None else clause.operations:
        if isinstance(operation, BecomeCopy):
            return operation.exceptions
    return ()


def copied_group(values: Copiable) -> Target | None:
    """Return the objects that a card's own "enter as a copy of" ability can copy, as a target, or None if unknown."""
    try:
        clause = _own_copying(values)
    except UnsupportedTextError:
        return None
    copying = () if clause is None else (op for op in clause.operations if isinstance(op, BecomeCopy))
    return next((op.of for op in copying if isinstance(op.of, Target)), None)


def enters_as_copy(ability: Ability) -> bool:
    """Return whether an ability lets its own permanent enter as a copy."""
    if not isinstance(ability, TextAbility) or ability.form != "entering" or ability.resolution is None:
        return False
    copying = [clause for clause in ability.resolution.clauses if isinstance(clause.selector, Itself)]
    return any(isinstance(operation, BecomeCopy) for clause in copying for operation in clause.operations)


def copying_duration(values: Copiable) -> str:
    """Return the duration of a card's own copy effect, such as "end of turn".

    An empty string means that the card has no copy effect with a duration.
    """
    try:
        clause = _own_copying(values)
    except UnsupportedTextError:
        return ""  # the event has been refused, or it lists the exceptions
    return "" if clause is None else clause.duration


def turns_up_as_copy(values: Copiable) -> bool:
    """Return whether a card's own copy effect also applies as it is turned face up (708.8).

    Raises:
        UnsupportedTextError: the copy effect is not understood.
    """
    clause = _own_copying(values)
    return clause is not None and "turned" in clause.marks


def exchanging_place(values: Copiable) -> int:
    """Return the 1-based index of the ability that exchanges text boxes as the object enters (612.5), or 0."""
    for place, ability in enumerate(values.abilities, start=1):
        if isinstance(ability, TextAbility) and ability.form == "entering" and _exchanges(ability):
            return place
    return 0


def _exchanges(ability: TextAbility) -> bool:
    return " text box" in ability.text or any(isinstance(node, ExchangeText) for node in ability.walk())


@lru_cache(maxsize=8192)
def _own_copying(values: Copiable) -> Clause | None:
    for ability in values.abilities:
        if not isinstance(ability, TextAbility | UnsupportedAbility):
            continue
        if isinstance(ability, UnsupportedAbility) or ability.form in ("entering", "rule"):
            if ability.text and not _ENTERS_AS_COPY.search(re.sub(r'"[^"]*"', "", ability.text)):
                continue
            if ability.line and not ability.text:
                if ability.about == "copying":
                    raise UnreadLineError(ability.line)
                continue
            if isinstance(ability, TextAbility) and not ability.text and ability.resolution is None:
                continue
            if isinstance(ability, UnsupportedAbility) and ", except " not in ability.text:
                continue
            found = resolution_of_ability(ability, values.name)
            for clause in () if found is None else found.clauses:
                if any(isinstance(operation, BecomeCopy) for operation in clause.operations):
                    return _keeping_others(clause, values, ability)
            if ability.text and ", except " in ability.text:  # 707.9: a copy without the exceptions would be wrong
                raise UnsupportedTextError(ability.text, (0, len(ability.text)))
    return None


def _keeping_others(clause: Clause, values: Copiable, copying: Ability) -> Clause:
    # 707.9a: "except it has ~'s other abilities"
    others = Gain(tuple(ability for ability in values.abilities if ability != copying))
    return clause.rewrite(lambda node: others if isinstance(node, KeepOthers) else node)


def ability_texts(ability: Ability, name: str) -> tuple[str, ...]:
    """Return the strings that a puzzle can use to refer to an ability."""
    if isinstance(ability, TextAbility) and ability.granter:  # 201.5a
        return (ability.text.replace("~", ability.granter),) if ability.text else ()
    if isinstance(ability, (TextAbility, UnsupportedAbility)):
        return (ability.text,) if ability.text else ()
    from ..oracle.printing.sentences import english

    return (english(ability, name),)


def says(ability: Ability, text: str, name: str) -> bool:
    """Return whether a text is that of an ability of an object with the given name."""
    if isinstance(ability, TextAbility) and not ability.text:
        return signature(text, ability.granter or name) == signature_of(ability)
    return any(plain(line, name) == plain(text, name) for line in ability_texts(ability, name))


def resolution_of_ability(ability: Ability, name: str) -> Resolution | None:
    """Return the effects of a resolving ability, or None if its text is not available.

    Raises:
        UnsupportedTextError: the text is not understood.
    """
    if isinstance(ability, TextAbility):
        if ability.line and not ability.text:
            raise UnreadLineError(ability.line)
        if ability.resolution is None and not ability.text:
            return Resolution() if ability.number else None  # understood, but it has no continuous effects
        found = ability.resolution
        if found is None:
            from ..oracle.reading.resolving import resolution_of as read

            found = read(ability, name)
        # 707.9a: "it has this ability" means the resolving ability, and in a quoted ability the quoted one.
        return found.rewrite(lambda node: Gain((ability,)) if isinstance(node, KeepThis) else node, TextAbility)
    if isinstance(ability, Keyword) and (keyword := KEYWORDS.get(ability.name)):
        if ability.parameter.startswith("—Gain control of "):  # 702.24a: what paying the cost does
            return resolution_of(f"{ability.parameter.removeprefix('—').removesuffix('.')}.", name)
        if keyword.resolves:
            return resolution_of(keyword.resolves.replace("{n}", ability.parameter or "1"), name)
        if keyword.ability and keyword.none:  # "Equip {2}" resolves, but touches no layer
            return Resolution()
    if isinstance(ability, UnsupportedAbility):
        if ability.line and not ability.text:
            raise UnreadLineError(ability.line)
        raise UnsupportedTextError(ability.text, (ability.stopped_at, len(ability.text)))
    return None


def tapped_clauses(ability: Ability) -> tuple[Clause, ...]:
    """Return a clause with a `RuleText` for each sentence about entering tapped (614.1c, 614.1d).

    The rule text is "enters tapped", "enters untapped", "enters tapped as a copy", or, if the sentence is not
    understood, "may enter tapped". A player's choice ("if you don't, it enters tapped") is recorded on the timeline.

    >>> [clause.operations for clause in tapped_clauses(TextAbility("entering", "~ enters tapped."))]
    [(RuleText(text='enters tapped'),)]
    """
    return _read_tapped(ability) if type(ability) is TextAbility and ability.form in TAPPING_FORMS else ()


@lru_cache(maxsize=8192)
def _read_tapped(ability: TextAbility) -> tuple[Clause, ...]:
    if ability.resolution is not None:
        clauses = ability.resolution.clauses
        return tuple(clause for clause in clauses if any(op in _TAPPED_WORDS for op in clause.operations))
    if "tapped" not in ability.text:
        return ()
    from ..oracle.recognition.normalise import sentences

    lines = [re.sub(r'"[^"]*"', "", sentence) for sentence in sentences(ability.text)]
    return tuple(clause for line in lines if _TAPPED.search(line) for clause in _tapped_clauses(line, ability.form))


def _tapped_clauses(sentence: str, form: str) -> list[Clause]:
    whole = Itself() if form == "entering" else Group((Permanent(),))
    if re.search(r"\bit enters\b", sentence):  # "if you don't, ..." depends on a choice that the timeline records
        return []
    if " as a copy of " in sentence:
        return [Clause(Itself(), (_AS_COPY,))]
    does = _UNTAPPED if "untapped" in sentence else _ENTERS_TAPPED
    # In a sentence about flying, the reader finds the same subject and condition.
    stand_in = _TAPPED.sub(lambda words: "has flying" if words[1] else "have flying", _BESIDES.sub("", sentence))
    from ..oracle.reading.lines import read_static

    try:
        static = read_static(stand_in)
    except UnsupportedTextError:
        static = None
    if static is None or any(not isinstance(op, Gain) for clause in static.parts for op in clause.operations):
        return [Clause(whole, (_MAY_ENTER_TAPPED,))]
    found = []
    for clause in static.parts:
        condition = all_of(static.condition, clause.condition)
        form = " ".join(word for word in (static.form, clause.form) if word)
        found.append(Clause(clause.selector, (does,), condition, form=form))
    return found


def plain(text: str, name: str = "") -> str:
    """Return rules text in a normalized form for comparisons.

    The result is in lowercase, omits reminder text and the final period, and contains ``~`` in place of the object's
    name.
    """
    text = re.sub(r"\s*\([^()]*\)", "", text).translate(_SIGNS)
    for own in (name, name.partition(",")[0]):
        if own:
            text = re.sub(rf"(?<!\w){re.escape(own)}(?!\w)", "~", text)
    return _THIS.sub("~", " ".join(text.split())).strip().rstrip(".").casefold()


@lru_cache(maxsize=4096)
def signature(text: str, name: str = "") -> tuple[int, tuple[str, ...], tuple[str, ...]]:
    """Return the number, colors and subtypes by which the catalogue identifies the text of an ability.

    The number is a digest of the text without the colors and subtypes, which layer 3 could change (612.2).

    >>> signature("{T}: Destroy target green creature.")[1:], signature("{T}: Destroy target Elf.")[1:]
    ((('G',), ()), ((), ('Elf',)))
    """
    from ..oracle.recognition.normalise import normalise

    found = masked(normalise(text, name))
    return digest(plain(found.text, name)), found.colors, found.subtypes


def signature_of(ability: TextAbility) -> tuple[int, tuple[str, ...], tuple[str, ...]]:
    """Return the `signature` of the text of an ability in the catalogue."""
    return ability.number, ability.colors, ability.subtypes


def is_static(ability: Ability) -> bool:
    """Return whether an ability never resolves (604.1, 614.1c).

    The exchange of text boxes as a permanent enters is a separate event that resolves (612.5).
    """
    if isinstance(ability, TextAbility) and ability.form in ("entering", "rule"):
        return not _exchanges(ability)
    return isinstance(ability, Static) or (isinstance(ability, Keyword) and bool(ability.clauses()))


def given_to_itself(ability: Ability) -> Ability | None:
    """Return the ability that a static ability grants its source, or None (716.2a).

    The result is None unless the static ability grants its source exactly one ability that can resolve.
    """
    if not isinstance(ability, Static):
        return None
    own = [
        operation for clause in ability.parts if isinstance(clause.selector, Itself) for operation in clause.operations
    ]
    given = [each for operation in own if isinstance(operation, Gain) for each in operation.abilities]
    found = [each for each in given if isinstance(each, (TextAbility, UnsupportedAbility))]
    return found[0] if len(found) == 1 else None


def resolves_with_spell(ability: Ability) -> bool:
    """Return whether a line of an instant or sorcery is what the spell does as it resolves (113.6).

    Other lines, and keywords, concern the spell itself, costs or timing.
    """
    return not isinstance(ability, Keyword) and not _is_rule(ability)


def _is_rule(ability: Ability) -> bool:
    if isinstance(ability, Static):
        return all(
            isinstance(clause.selector, Itself) or all(isinstance(each, ChangeCost) for each in clause.operations)
            for clause in ability.parts
        )
    if not isinstance(ability, TextAbility):
        return False
    delayed = () if ability.resolution is None else ability.resolution.delayed
    mine = (later for later in delayed if isinstance(later, TextAbility))
    if any((later.text, later.number) == (ability.text, ability.number) for later in mine):
        return False  # 603.7a: the spell creates the ability
    # "When you cycle this card, ...", or forecast
    return ability.form in ("rule", "entering", "triggered", "activated")
