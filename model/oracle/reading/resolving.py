"""Functions that read the effects of resolving spells and abilities (611.2)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import TypeVar

import msgspec

from ...effects.ability import Resolution, TextAbility
from ...effects.amounts.base import Number
from ...effects.amounts.counting import Count, CountersOn, KindsAmong, NumberOf, Party, Total
from ...effects.conditions import AllOf, AnyOf, Compare, Exists, Is, Not
from ...effects.filters.characteristics import Named
from ...effects.filters.combinators import Other
from ...effects.filters.whereabouts import CardNoun
from ...effects.keywords import Keyword
from ...effects.language import Ability, Amount, Clause, Condition, Operation
from ...effects.node import Node
from ...effects.operations.abilities import Gain
from ...effects.operations.becomes import Becomes
from ...effects.operations.copying import AsEnters, BecomeCopy
from ...effects.operations.players_and_rules import RuleText
from ...effects.operations.power_toughness import SetPT
from ...effects.operations.text import ExchangeText, SetName
from ...effects.selectors import Attached, ChosenObject, Group, Itself, Target
from ...errors import UnsupportedTextError
from ...rules.vocabulary import capital
from ..grammar.parser import parse
from ..printing import amounts
from ..printing import complements as complement
from ..printing.nouns import a
from ..recognition import forms
from ..recognition.normalise import ROW, abilities_of, beyond, normalise, sentences, unbracketed
from ..words import OWN_NAME, Stop
from .complements import parts_of, read
from .copy_exceptions import read_exceptions
from .discourse import Discourse
from .follow_ups import new_discourse, note_targets
from .instructions import LEAD, read_sentences
from .keywords import alternatives
from .labels import keyword_line
from .lines import OTHERS_ENTER, read_sentence, read_static, with_kept_types
from .prefixes import LABEL, after_bullet, of_two, split_effect, subject_of

AnyNode = TypeVar("AnyNode", bound=Node)
_COPY = re.compile(
    r"(?:(?:If [^.,\"]*, y|Y)ou may have )?(?:~|[Tt]his \w+) enters? (?:tapped )?as a copy of (?P<of>[^.,\"]*?)"
    r"(?:, except (?P<but>.+?))?\.?|"
    r"As (?:~|this \w+) enters, you may have it become a copy of (?P<any>[^.,\"]*?)(?: until (?P<until>end of turn))?"
    r"(?:, except (?P<then>.+?))?\.?|"
    r"As this \w+ transforms into ~, it becomes a copy of (?P<into>[^.,\"]*?)(?:, except (?P<so>.+?))?\.?"
)
_COPY_CHOSEN = re.compile(
    r"As (?:~|this \w+) enters(?: or is turned face up)?, you may (?:choose|exile) [^.,\"]*\. If you do,"
    r"(?: until (?P<until>(?:~|this \w+) is turned face down),)? (?:it|~|this \w+) (?:becomes|enters as) a copy of"
    r" (?P<of>that \w+|one of those cards)(?: with a number of additional [^.,\"]*)?"
    r"(?:, except (?P<but>.+?))?\.?"
)
_NAMES_A_COPIED = re.compile(
    r"(?:an?|any|another|each|that|those|the|it|one of|target|up to|enchanted|equipped|this|~)\b|~"
)
_CHOICE = re.compile(
    r"As (?:~|this \w+) (?:enters(?: or is turned face up)?|is turned face up), (?:it|~) becomes"
    r" your choice of (.+)\.$"
)
_FLIP = re.compile(
    r"As this creature enters, flip a coin\. If the coin comes up heads, this creature enters as (an? [^.]+)\. If"
    r" it comes up"
    r" tails, this creature enters as (an? [^.]+)\.$"
)
_SWAP = re.compile(
    r"As (?:~|this \w+) enters, you may exchange (?:his|her|its|their) text box and another creature's\.$"
)
_SHAPE = re.compile(r"\bhas (?:the chosen|that) base power and toughness\b")
_OPTION = re.compile(r"(?P<size>\d+/\d+)(?: (?P<type>[A-Z]\w+) with (?P<ability>[a-z ]+))?\.?")
_CHOSEN_IN_COST = re.compile(r", Choose ([a-z][a-z ,]+ or [a-z ]+)$")
_ATTACHMENT_ENTERS = re.compile(r"\b(?:an|another|one or more) (?:Aura|Equipment)s?\b[^,]* enter")
_HOST = re.compile(r"\b(?:enchanted|equipped) (?:creature|permanent|land|artifact)\b")
_COSTED = re.compile(r"(?:\+ (?:\{[^}]+\})+|(?:\{P\})+) — ")  # 702.172a; 700.2i: pawprints
_CHOOSE = re.compile(r"(?:.*, )?[Cc]hoose (?:one|two|three|four|any number|up to \w+)\b(?! (?:other )?target)|Tiered$")
_CHOOSE_AND = re.compile(r"[Cc]hoose (?:one|two|three|four|any number) and (?=\S)")
_CREWED = "~ becomes an artifact creature until end of turn."  # 702.122a


def read_resolution(text: str, name: str = "", this: tuple[Ability, ...] = ()) -> Resolution:
    """Return the continuous effects that a resolving spell or ability creates.

    Args:
        text: the text of a spell or an ability; the cost or trigger condition of an ability can be omitted.
        name: the name of the card, which becomes ``~`` in the result.
        this: the abilities to which "this ability" refers in the exceptions to a copy effect.

    Raises:
        UnsupportedTextError: a sentence is not understood and could have a continuous effect.
    """
    return named(_read(normalise(text, name), this), name)


def named(node: AnyNode, name: str) -> AnyNode:
    """Return a tree in which `name` replaces ``~``, the card's own name (201.2).

    In an ability that the card gives to other objects, the name still means the card (201.5a).
    """
    if not name:
        return node

    def given(inner: Node) -> Node:
        says = isinstance(inner, TextAbility) and OWN_NAME.search(inner.text or inner.cost)
        return msgspec.structs.replace(inner, granter=name) if says else inner

    def its(inner: Node) -> Node:
        if isinstance(inner, Clause) and not any(isinstance(each, Itself) for each in inner.selector.walk()):
            operations = tuple(each.rewrite(given) if isinstance(each, Gain) else each for each in inner.operations)
            return msgspec.structs.replace(inner, operations=operations) if operations != inner.operations else inner
        own = isinstance(inner, SetName | Named) and inner.name == "~"
        return msgspec.structs.replace(inner, name=name) if own else inner

    return node.rewrite(its)


@lru_cache(maxsize=4096)
def _read(text: str, this: tuple[Ability, ...]) -> Resolution:
    if (place := beyond(text)) >= 0:
        raise UnsupportedTextError(text, (place, len(text)))
    text = unbracketed(text)
    lines = abilities_of(text)
    clauses: list[Clause] = []
    modes: list[tuple[Clause, ...]] = []
    kept = False
    named = 0
    discourse = new_discourse()
    for line in _gathered(lines):
        if keywords := keyword_line(line):
            if any(isinstance(ability, Keyword) and ability.name == "Crew" for ability in keywords):
                clauses += _read(_CREWED, ()).clauses
            kept = True
            continue
        if row := _listed_options(line):
            modes.extend(_choices(row, line))
            continue
        if copying := _entering_copy(line, this):
            clauses.append(copying)
            kept = True
            continue
        if whole := _of_whole_line(line):
            clauses += whole
            continue
        if forms.ENTERING.match(line):
            _check_entering(line)
            kept = True
            continue
        head, effect = split_effect(line)
        _check_host(line, head, effect)
        start = len(clauses)
        discourse.it = subject_of(head) or discourse.it
        if head:
            discourse.last, discourse.began = [], discourse.targets
            discourse.of_two = of_two(head)
            if chosen := _CHOSEN_IN_COST.search(head):
                discourse.options = alternatives(chosen[1])
        first, *bullets = effect.split("\n")
        if bullets and " token with those characteristics." in first:  # 111.3: the options describe the new token
            kept = True
            continue
        if options := _of_options(effect, bullets, discourse, this):
            modes += options
            kept, named = True, discourse.targets
            continue
        if bullets:
            intro = _beside_modes(first)
            clauses = read_sentences(" ".join(intro), discourse, this, clauses)[0]
            named = discourse.targets
            modes += _modes(line, bullets, discourse, this)
            kept = True
            continue
        clauses, rest = read_sentences(effect, discourse, this, clauses)
        clauses[start:] = _of_head(clauses[start:], head)
        kept = kept or rest
    listed, delayed, places = tuple(discourse.listed), tuple(discourse.delayed), _open_places(clauses, discourse)
    text = text if kept or modes else ""
    return Resolution(tuple(with_kept_types(clauses)), tuple(modes), text, named, listed, delayed, places)


def _open_places(clauses: Sequence[Clause], discourse: Discourse) -> tuple[Target, ...]:
    places = {node.index for clause in clauses for node in clause.walk() if isinstance(node, Target)}
    return tuple(
        each for each in discourse.optional if each.index not in places and each.index < max(places, default=0)
    )


def _modes(
    line: str, bullets: Sequence[str], discourse: Discourse, this: tuple[Ability, ...]
) -> Iterator[tuple[Clause, ...]]:  # fmt: skip
    """Yield the clauses of each mode; the discourse remains as before the modes."""
    state = discourse.state()
    delayed = len(discourse.delayed)
    for bullet in bullets:
        yield tuple(with_kept_types(read_sentences(after_bullet(bullet), discourse, this)[0]))
        if len(discourse.delayed) > delayed:  # the ability belongs to one mode
            raise UnsupportedTextError(line, (line.find(bullet), line.find(bullet) + len(bullet)))
        discourse.restore(state)
    discourse.last, discourse.began = [], discourse.targets


def _of_options(
    effect: str, bullets: Sequence[str], discourse: Discourse, this: tuple[Ability, ...]
) -> list[tuple[Clause, ...]]:  # fmt: skip
    """Return the modes of an effect that is one instruction or another, or whose sentence leaves open a size."""
    if either := forms.EITHER.fullmatch(effect):
        note_targets(either[1], discourse)
        return [(), tuple(read_sentences(capital(either[2]), discourse, this)[0])]
    first = effect.split("\n", maxsplit=1)[0]
    return list(_shapes(first, bullets, discourse, this)) if bullets and _SHAPE.search(first) else []


def _shapes(
    first: str, bullets: Sequence[str], discourse: Discourse, this: tuple[Ability, ...]
) -> Iterator[tuple[Clause, ...]]:  # fmt: skip
    """Yield the clauses of "has that base power and toughness, becomes that creature type, ..." for each option."""
    sentence = " ".join(_beside_modes(first))
    state, targets = discourse.state(), discourse.targets
    for bullet in bullets:
        discourse.restore(state)
        option = _OPTION.fullmatch(after_bullet(bullet))
        if option is None or bool(option["type"]) is not ("that creature type" in sentence):
            raise UnsupportedTextError(bullet, (0, len(bullet)))
        said = _SHAPE.sub(f"has base power and toughness {option['size']}", sentence)
        if option["type"]:
            kind = f"{a(option['type'])} {option['type']}"
            said = said.replace("that creature type", kind).replace("that ability", option["ability"])
        clauses = read_sentences(said, discourse, this)[0]
        as_option = partial(_as_option, how="has the chosen" if "the chosen" in sentence else "has that")
        yield tuple(clause.rewrite(as_option) for clause in clauses)
    discourse.targets = max(targets, discourse.targets)


def _as_option(node: Node, how: str) -> Node:
    match node:
        case SetPT(word="has base"):
            return msgspec.structs.replace(node, word=how)
        case Becomes(subtypes=(_,)):
            return msgspec.structs.replace(node, style="T")
        case Gain(abilities=(Keyword(),)):
            return msgspec.structs.replace(node, style="that")
    return node


def _beside_modes(text: str) -> list[str]:
    found = []
    for sentence in sentences(text):
        if besides := _CHOOSE_AND.match(sentence):
            found.append(capital(sentence[besides.end() :]))
        elif not _CHOOSE.match(sentence):
            found.append(sentence)
        elif forms.touches(sentence):
            raise UnsupportedTextError(text, (text.find(sentence), text.find(sentence) + len(sentence)))
    return found


def _gathered(lines: Sequence[str]) -> list[str]:
    # "+ {1} — ...", "{P} — ...", "1—9 | ..."
    found: list[str] = []
    for line in lines:
        if ROW.match(line) and found:
            found[-1] += "\n• " + line
        elif _COSTED.match(line):
            if found and "\n• " in found[-1]:
                found[-1] += "\n• " + line
            else:
                found.append("Choose one or more —\n• " + line)
        else:
            found.append(line)
    return found


_ASKED = re.compile(r"^(?:When|Whenever|At) [^\"]*?, if ([^\"]+)$")
_LEFT = re.compile(r"[^,]*\b(?:dies|leaves|is put into)\b")
# What the board tells; an event that says that the ability resolves says what it does not tell.
_ON_THE_BOARD = (AllOf, AnyOf, Not, Exists, Is, Compare, Number, CountersOn, Count, NumberOf, Total, KindsAmong, Party)
_RECORDED = {"counter", "host", "tapped", "renowned", "commander"}


def _intervening(head: str) -> Condition | None:
    """Return the condition in a trigger that the board decides and that is checked again on resolution (603.4).

    What has happened, as in "if you cast it" or "if a creature died this turn", was so when the ability triggered, and
    stays so: the condition is met if the ability resolves.
    """
    found = _ASKED.match(head.strip())
    if found is None:
        return None
    discourse = new_discourse()
    discourse.it = it = subject_of(head.partition(", if ")[0])
    try:
        condition = read_sentence(f"If {found[1]}, this permanent is white.", discourse)[0].condition
    except (UnsupportedTextError, Stop):
        return None
    parts = condition.parts if isinstance(condition, AllOf) else () if condition is None else (condition,)
    kept = tuple(filter(_is_on_the_board, parts))
    if not kept:
        return None
    if kept != parts or len(kept) == 1:
        condition = kept[0] if len(kept) == 1 else AllOf(kept)
    # "when this creature dies, if it's not a Spirit": as it last existed
    gone = isinstance(it, Itself) and _LEFT.match(head)
    return None if gone and any(isinstance(node, Itself) for each in kept for node in each.walk()) else condition


def _is_on_the_board(condition: Condition) -> bool:
    nodes = list(condition.walk())
    known = all(isinstance(node, _ON_THE_BOARD) for node in nodes if isinstance(node, Condition | Amount))
    told = any(isinstance(node, Target | ChosenObject) or _facts(node) - _RECORDED for node in nodes)
    return known and not told and not (isinstance(condition, Compare) and any(isinstance(n, CardNoun) for n in nodes))


def _facts(node: Node) -> frozenset[str]:
    facts = getattr(node, "facts", None)
    return facts() if facts is not None else frozenset()


def _listed_options(line: str) -> str:
    # "becomes your choice of ...", or what a coin decides
    if found := _CHOICE.match(line):
        return found[1]
    flip = _FLIP.match(line)
    return f"{flip[1]}, or {flip[2]}" if flip else ""


def _check_entering(line: str) -> None:
    wrong = next((each for each in sentences(LABEL.sub("", line)) if forms.touches(each)), None)
    if wrong is not None and not forms.enters_plainly(line):
        raise UnsupportedTextError(line, (line.find(wrong), line.find(wrong) + len(wrong)))


def _check_host(line: str, head: str, effect: str) -> None:
    # "Whenever an Aura you control enters, enchanted creature ...": not the host of the source
    if _ATTACHMENT_ENTERS.search(head) and (other := _HOST.search(effect)):
        raise UnsupportedTextError(line, (len(line) - len(effect) + other.start(), len(line)))


def _of_head(clauses: list[Clause], head: str) -> list[Clause]:
    if head.startswith("As a") and head.endswith(" enters"):  # 707.2: the power and toughness are copiable values
        named = _entering("it", f"Each{head[4:].removesuffix(' enters')} has flying.")
        return [_as_enters(clause, named) for clause in clauses]
    asked = _intervening(head)
    return [_if_still(clause, asked) for clause in clauses]


def _if_still(clause: Clause, asked: Condition | None) -> Clause:
    if asked is None or (clause.condition is not None and not clause.asks_once) or "action" in clause.marks:
        return clause
    both = (asked,) if clause.condition is None else (asked, clause.condition)
    marks = "intervening" if clause.condition is not None else "intervening if"
    return msgspec.structs.replace(clause.marked(marks), condition=AllOf(both))


def _of_whole_line(line: str) -> list[Clause]:
    if _SWAP.match(line):
        other = ChosenObject("another creature")
        exchange = Clause(Itself(), (ExchangeText(other, word=line.removesuffix(".")),), form="whole")
        return [exchange, Clause(other, (ExchangeText(Itself(), shown=False),), form="silent")]
    others = OTHERS_ENTER.match(line)
    return [_of_others(others)] if others else []


def _as_enters(clause: Clause, named: ChosenObject) -> Clause:
    return msgspec.structs.replace(clause, selector=named, operations=(AsEnters(clause.operations),))


def _of_others(found: re.Match[str]) -> Clause:
    # 614.12: "creatures you control enter as a copy of this creature"
    if found["who"]:
        of = Attached(found["of"]) if found["of"].startswith("enchanted") else Itself(found["of"])
        named = _entering(found["who"].lower(), f"{found['who']} have flying.")
        return Clause(named, (BecomeCopy(of, word="enters as"),))
    kind = Becomes(subtypes=(found["type"],), keeps="types", word="as")
    named = _entering(found["each"].lower(), f"{found['each']} has flying.")
    return Clause(named, (RuleText(found["with"]), kind))


def _entering(word: str, sentence: str) -> ChosenObject:
    # The permanent that an event names is one of those that are the subject of the sentence (614.12).
    group = read_static(sentence).parts[0].selector
    return ChosenObject(word, group if isinstance(group, Group) else None)


def _entering_copy(line: str, this: tuple[Ability, ...]) -> Clause | None:
    # 707.5, 707.9
    bare = LABEL.sub("", line)
    first, *more = sentences(bare)
    if chosen := _COPY_CHOSEN.fullmatch(bare):
        but, until, more, of = chosen["but"], chosen["until"], [], chosen["of"]
    elif found := _COPY.fullmatch(first):
        but, until = found["but"] or found["then"] or found["so"], found["until"]
        of = found["of"] or found["any"] or found["into"]
    else:
        return None
    if besides := next((each for each in more if not forms.is_instruction(LEAD.sub("", each))), None):
        raise UnsupportedTextError(line, (line.find(besides), line.find(besides) + len(besides)))
    if not _is_copied(of):
        raise UnsupportedTextError(line, (line.find(of), line.find(of) + len(of)))
    exceptions = read_exceptions(but, this=this) if but else ()
    form = "turned" if chosen and " or is turned face up, " in bare else ""  # 708.8
    article = re.match(r"(?:an?|any|another)(?= )", of)  # 707.5: not "target"
    chosen_from = target_of(of) if article else None
    copied = Target(0, chosen_from.group, article[0]) if article and chosen_from else Target(word=of)
    return Clause(Itself(), (BecomeCopy(copied, exceptions, "enters as"),), duration=until or "", form=form)


def _is_copied(phrase: str) -> bool:
    """Return whether a phrase names an object: "that creature", "any creature with ..."."""
    if not _NAMES_A_COPIED.match(phrase):
        return False
    if phrase == "one of those cards" or target_of(phrase) or target_of(phrase.partition(" with ")[0]):
        return True
    try:
        return bool(_read(f"{capital(phrase)} becomes white.", ()).clauses)
    except UnsupportedTextError:
        return False


@lru_cache(maxsize=1024)
def target_of(phrase: str) -> Target | None:
    """Return the target that a noun phrase describes, or None if the phrase is not understood.

    >>> target_of("another creature you control").count, target_of("any odd thing")
    ('another target', None)
    """
    noun = re.sub(r"^(?:an?|any) ", "", phrase)
    other = noun.startswith("another ")
    sentence = f"{'Another target' if other else 'Target'} {noun.removeprefix('another ')} gains flying."
    try:
        clauses = _read(sentence, ()).clauses
    except UnsupportedTextError:
        return None
    found = clauses[0].selector if len(clauses) == 1 else None
    return found if isinstance(found, Target) and found.group is not None else None


def resolution_of(ability: Ability, name: str = "") -> Resolution:
    """Return an ability's stored resolution or, if there is none, read the resolution from the text.

    Raises:
        UnsupportedTextError: the text is not understood.
    """
    if isinstance(ability, Keyword) and ability.name == "Crew":
        return _read(_CREWED, ())
    if not isinstance(ability, TextAbility):
        return Resolution()
    found = ability.resolution
    if found is None:
        found = read_resolution(ability.text, name, (TextAbility(ability.form, ability.text),))
        if ability.form == "spell" and any(
            map(_is_other, (*found.clauses, *(each for mode in found.modes for each in mode)))
        ):
            raise UnsupportedTextError(ability.text, (0, len(ability.text)))  # "other" than what?
    return by_granter(found, ability)


def _is_other(node: Node) -> bool:
    # "each other creature" with nothing named before; in a spell, it does not mean the source
    if node == Other():
        return True
    return not isinstance(node, Ability) and any(map(_is_other, node.children()))


def by_granter(found: Resolution, ability: TextAbility) -> Resolution:
    """Return the effects of an ability in which the card's name means the object that gives the ability (201.5a)."""

    def meant(node: Node) -> Node:
        return ChosenObject(ability.granter) if isinstance(node, Itself) and node.word == "~" else node

    return found.rewrite(meant) if ability.granter else found


def _choices(text: str, line: str) -> list[tuple[Clause, ...]]:
    # "becomes your choice of ..."
    found: list[tuple[Clause, ...]] = []
    for option in re.split(r", or |, | or (?=\d|an? )", text):
        if size := re.fullmatch(r"(\d+)/(\d+)", option):
            change: Operation = SetPT(amounts.plain_number(size[1]), amounts.plain_number(size[2]))
        elif becomes := _option(option):
            change = becomes
        else:
            raise UnsupportedTextError(line, (line.find(option), line.find(option) + len(option)))
        found.append((Clause(Itself("it"), (change,)),))
    return found


def _option(text: str) -> Operation | None:
    try:
        parts, given = parts_of(new_discourse(), parse(text, "complement"))
        becomes = read(parts, "becomes", "creature_type", given)
        printed = complement.complement(becomes, False)
    except Stop:
        return None
    return becomes if printed.removeprefix("a ") == text.removeprefix("a ") else None
