"""A check that pronouns and targets mean the same objects in the trees as in the line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.amounts.counting import Its
from mtglayers.model.effects.filters.combinators import Other
from mtglayers.model.effects.language import Ability, Clause, Selector
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.operations.copying import BecomeCopy
from mtglayers.model.effects.players import ControllerOf
from mtglayers.model.effects.selectors import (
    Attached,
    ChosenObject,
    CountedObjects,
    Group,
    Itself,
    PairedCreatures,
    Same,
    Target,
    TopCard,
)
from mtglayers.model.errors import UnsupportedTextError
from mtglayers.model.oracle.printing.nouns import subject
from mtglayers.model.oracle.printing.sentences import sentences
from mtglayers.model.oracle.reading.resolving import resolution_of

from .lines import ReadLine
from .mentions import CARD_NOUN, Mention, agrees, mentions, one, word_class
from .roundtrip import printed, usual, worded

_QUOTE: Final = re.compile(r'"[^"]*"')
_OPTION: Final = re.compile(r"\n(?:• |[\d+–—-]+ ?(?:—|\|) )")
_ROW: Final = re.compile(r"•|\+|[\d–—-]+ ?(?:—|\|)")
_SIDE: Final = re.compile(
    r"\b(?:where X is|[Ff]or each|equal to|for as long as|as long as|[Ii]f|except)\b"
    r"[^,.•\n—]*?(?=[,.•\n—]|$| and (?:gains?|gets?|has|it|loses?)\b)"
)
_IN_NOUN: Final = re.compile(r"\b(?:with|as|attached to|blocking|by|than|in|copy of) $")
_OTHER: Final = re.compile(
    r"(?<!their )(?<!its )\b(?:[Oo]ther|[Aa]nother) (?!target|than)"
    rf"((?:[\w'-]+ ){{0,5}}?(?:{CARD_NOUN}|[A-Z][a-z]+)s?\b(?: {CARD_NOUN}s?\b)*)"
)
_EACH_OF: Final = re.compile(
    r"(?:\b[Ff]or each of (?:them|those \w+),|(?<=\. )Each of those \w+ (?:is|has|gets|gains|becomes))"
    r" (?:[^.](?!\. ))*$"
)
_OTHER_COMES: Final = re.compile(r"\b[Rr]eturn the other to the battlefield[^.]*\. $")
_THE: Final = re.compile(r"the (?:other|block(?:ing|ed)|attacking|sacrificed|returned|revealed|tokens?)\b")
_PLAYER: Final = re.compile(
    r"\bone of (?:your opponents|them)\b(?P<one>)"
    r"|\b(?:(?:target|an|the|each|any|defending|chosen|another|other|a|enchanted|active|no|one|your|all) )+"
    r"(?:players?|opponents?|team)\b|\b(?:controller|owner)\b",
    re.IGNORECASE,
)
_THAT_PLAYER: Final = re.compile(r"\b(?:that (?:player|opponent)|they|their)\b", re.IGNORECASE)
_REFERRING: Final = (Itself, Attached, Target, ChosenObject, Same, TopCard, CountedObjects, PairedCreatures)


class Referent(msgspec.Struct, frozen=True):
    """A referring phrase in a tree, and the selector that it corresponds to."""

    word: str
    selector: Selector


def misdirected(line: ReadLine) -> Iterator[tuple[str, str]]:
    """Yield pairs (referent in the tree, noun phrase in the text) for phrases where these differ."""
    if line.status != "compiled":
        return
    for part in _parts(line):
        text = _hidden(usual(part.text))
        said = "".join(_hidden(line) + "\n" for line in part.before.split("\n") if line and not _ROW.match(line))
        groups = list(_groups(part, text))
        for option, inside in _options(text, groups):
            yield from _least_wrong(_Text(said + option, len(said)), inside)


class _Text:
    """The text that a clause can refer to, and the noun phrases and pronouns in it."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.start = start
        self.mentions = list(mentions(text))
        self.sides = [found.span() for found in _SIDE.finditer(text)]
        self.targets = [each for each in self.mentions if each.kind == "target"]
        self.meant: dict[int, Mention | None] = {}
        head = re.match(r"[^,.]*?\bWhen(?:ever)? [^,.]*", text)
        self.head = head.end() if head else 0
        # "whenever this creature or equipped creature attacks, it": one of the two
        named = [each for each in self.mentions if start <= each.start < self.head][:2]
        pair = len(named) == 2 and text[named[0].end : named[1].start] == " or "
        self.either = named[0] if pair and named[1].kind != "object" else None
        for place, each in enumerate(self.mentions):
            if each.kind == "pronoun":
                meant = self._antecedent(each, self.mentions[:place])
                # 400.7: an object that returns to the battlefield is a new object
                self.meant[each.start] = msgspec.structs.replace(meant, new=True) if meant and each.new else meant

    def _antecedent(self, pronoun: Mention, earlier: list[Mention]) -> Mention | None:
        """Return the noun phrase that a pronoun refers to, directly or by way of earlier pronouns."""
        nouns = [(each, self.meant[each.start] if each.kind == "pronoun" else each) for each in earlier]
        fitting = [(each, noun) for each, noun in nouns if noun is not None and agrees(pronoun.text, noun)]
        adjacent = bool(earlier) and self.text[earlier[-1].end : pronoun.start] == " "  # "each land its controller ..."
        if len(fitting) > 1 and (adjacent or _IN_NOUN.search(self.text[: pronoun.start])):
            last = earlier[-1]  # "each creature blocking it": not that creature
            if (
                last is fitting[-1][0]
                and last.kind != "pronoun"
                and not re.search(r"[,.]", self.text[last.end : pronoun.start])
            ):
                others = [pair for pair in fitting[:-1] if last.kind != "self" or pair[1].kind != "self"] or fitting
                # "for each Equipment you control and each Aura attached to it"
                fitting = [pair for pair in others if not self._beside(pair[0], pronoun)] or others
        several = [noun for _, noun in nouns if noun is not None and noun.many]
        if several and not fitting and _OTHER_COMES.search(self.text, 0, pronoun.start):
            return msgspec.structs.replace(several[-1], kind="object", many=False)
        if several and _EACH_OF.search(self.text, 0, pronoun.start) and all(n.kind == "self" for _, n in fitting):
            return msgspec.structs.replace(several[-1], kind="object", many=False)  # one of them, whichever it is
        if not fitting and pronoun.word.startswith(("they", "those ")):
            return self._all_targets(pronoun, earlier)
        fitting = [pair for pair in fitting if self._is_prominent(pair[0], pronoun)] or fitting
        if not fitting:
            return None
        mention, noun = fitting[-1]
        return msgspec.structs.replace(noun, kind="object") if mention is self.either else noun

    def _beside(self, mention: Mention, pronoun: Mention) -> bool:
        """Return whether a noun phrase and a pronoun are in one "for each" or similar phrase."""
        return any(a <= mention.start and pronoun.start < b for a, b in self.sides)

    def _all_targets(self, pronoun: Mention, earlier: list[Mention]) -> Mention | None:
        # "target creature gets +3/+3 and another target creature gets +2/+2; those creatures"
        found = [each for each in earlier if each.kind == "target"]
        # "whenever a creature enters, ... target permanent ...; those permanents": the object of the trigger, too
        if len(found) == 1 and not found[0].many and any(e.kind == "object" and e.start < self.head for e in earlier):
            return msgspec.structs.replace(found[0], kind="object", many=True)
        if len(found) < 2:
            return None
        all_of_them = msgspec.structs.replace(found[0], many=True, new=any(each.new for each in found))
        return all_of_them if agrees(pronoun.text, all_of_them) else None

    def _is_prominent(self, mention: Mention, pronoun: Mention) -> bool:
        sides = [self.text[a:b] for a, b in self.sides if a <= mention.start < b and not a <= pronoun.start < b]
        if mention.kind != "object":  # what a condition says of the source or of a target is still about it
            sides = [side for side in sides if not side.lower().startswith("if")]
        sides = [side for side in sides if not (side.lower().startswith("if") and side.endswith("this way"))]
        sides = [side for side in sides if "mana is spent on" not in side]  # the spell is the one that "it" means
        if mention.kind == "pronoun":
            return not any(side.startswith("except") for side in sides)
        in_side = bool(sides)
        if pronoun.word.startswith(("that ", "the ")) and self.start <= mention.start < self.head:
            return not in_side  # "whenever equipped creature blocks a creature, that creature": the other one
        # "whenever this creature attacks a battle, it ...": the subject of the trigger condition
        first = next((each for each in self.mentions if each.start >= self.start), mention)
        second = first.kind != "pronoun" and first.start < mention.start < self.head
        return not (mention.aside or mention.gone or in_side or (second and not first.many))

    def other_than(self, start: int, end: int) -> list[Mention | None]:
        """Return the phrase that each "other" between two offsets excludes; None means the source."""
        return [self._excluded(found) for found in _OTHER.finditer(self.text, start, end)]

    def _excluded(self, other: re.Match[str]) -> Mention | None:
        noun = f"that {one(other[1].split()[-1])}"
        found: list[Mention] = []
        for each in self.mentions:
            meant = self.meant[each.start] if each.kind == "pronoun" else each
            if each.start < self.start or each.end > other.start() or meant is None or each.gone or each.aside:
                continue
            if not _can_be_excluded(meant, noun):
                continue
            subject_before = re.search(r"(?:^|\. )$", self.text[: each.start])  # "Zombies get +1/+1. Other creatures"
            if not meant.many or (subject_before and ". " in self.text[each.end : other.start()]):
                found.append(meant)
        if found:
            return found[-1]
        copied = re.compile(r"[^.]*\bcop(?:y|ies) of (?=target)").match(self.text, other.start())
        return next((each for each in self.targets if copied and each.start == copied.end()), None)

    def spoken(self, word: str, start: int, end: int) -> list[Mention]:
        """Return the pronouns with the given word, starting with those between the two offsets."""
        found = [each for each in self.mentions if each.kind == "pronoun" and each.word == word]
        return [each for each in found if start <= each.start < end] or found


def _can_be_excluded(mention: Mention, noun: str) -> bool:
    if mention.kind == "self" and (noun == "that permanent" or "~" in mention.text):
        return True
    return agrees(noun, msgspec.structs.replace(mention, kind="object", many=False))


def _hidden(text: str) -> str:
    return _QUOTE.sub(lambda found: '"' + "·" * (len(found[0]) - 2) + '"', text)


def _parts(line: ReadLine, seen: frozenset[str] = frozenset()) -> Iterator[ReadLine]:
    """Yield a line and the lines that it grants."""
    yield line
    roots: Sequence[Node] = (line.resolution,) if line.resolution is not None else line.abilities
    for node in (node for root in roots for node in root.walk()):
        if not isinstance(node, TextAbility) or not node.text or node.text in seen or node in line.abilities:
            continue
        try:
            found = resolution_of(node, line.face)
        except UnsupportedTextError:
            continue
        later = line.resolution is not None and node in line.resolution.delayed
        inner = msgspec.structs.replace(
            line, text=node.text, kind="resolution", abilities=(node,), resolution=found,
            before=line.text if later else "",
        )  # fmt: skip
        yield from _parts(inner, seen | {node.text})


def _groups(line: ReadLine, text: str) -> Iterator[tuple[int, int, tuple[Node, ...]]]:
    """Yield the start offset, the end offset and the clauses of each sentence."""
    if line.resolution is None:
        yield 0, len(text), tuple(line.abilities)
        return
    rest = usual(line.text)
    resolution = line.resolution
    own = [group for clauses in (resolution.clauses, *resolution.modes) for group in sentences(worded(clauses))]
    shown = [each for each in printed(line) if each[2]]
    # a copy effect with exceptions is printed from another reading of the same sentences
    parts = dict(zip(dict.fromkeys(id(clauses) for *_, clauses in shown), own, strict=False))
    for _, pattern, clauses in shown:
        found = pattern.search(rest)
        start, end = found.span() if found else (0, len(rest))
        if found:
            rest = rest[:start] + "·" * (end - start) + rest[end:]
        yield start, end, parts[id(clauses)]


Groups = list[tuple[int, int, tuple[Node, ...]]]


def _options(text: str, groups: Groups) -> Iterator[tuple[str, Groups]]:
    """Yield the text of each mode, including the introduction, and the groups in the mode."""
    starts = [found.start() for found in _OPTION.finditer(text)]
    bounds = list(pairwise([*starts, len(text)]))
    whole = [group for group in groups if not starts or group[0] < starts[0]]
    if whole:
        yield text if not starts else text[: starts[0]], whole
    for start, end in bounds:
        inside = [group for group in groups if start <= group[0] < end]
        if inside:
            yield text[: starts[0]] + " " * (start - starts[0]) + text[start:end], inside


def _least_wrong(text: _Text, groups: Groups) -> list[tuple[str, str]]:
    # An object that an event names is counted among the targets, at the place of its first pronoun.
    used = {
        node.index for _, _, nodes in groups for clause in nodes for node in clause.walk() if isinstance(node, Target)
    }
    events = [None, *(place for place in range(len(text.targets) + 1) if place in used)]
    return min((list(_wrong(text, groups, event)) for event in events), key=len)


def _wrong(text: _Text, groups: Groups, event: int | None) -> Iterator[tuple[str, str]]:
    for start, end, nodes in groups:
        for clause in nodes:
            for found in _targets(clause):
                if problem := _misplaced(text, found, event):
                    yield problem
            if problem := _wrong_group(text, clause, start + text.start, end + text.start):
                yield problem
            if problem := _wrong_player(text, clause, start + text.start, end + text.start):
                yield problem
            for other in _others(clause):
                said = text.other_than(start + text.start, end + text.start)
                excluded = said or text.other_than(text.start, end + text.start) or [None]  # "those": named before
                if not any(_is_excluded_by(other, each, event) for each in excluded):
                    words = ", ".join(dict.fromkeys(f"`{each.text}`" if each else "the source" for each in excluded))
                    yield f"other: {_described(other.than) if other.than else 'Itself'}", words
            for referent in _referents(clause):
                spoken = text.spoken(referent.word, start + text.start, end + text.start)
                meant = [text.meant[each.start] for each in spoken]
                if meant and not any(_same(referent.selector, each, event) for each in meant):
                    words = ", ".join(dict.fromkeys(f"`{each.text}`" if each else "nothing" for each in meant))
                    yield f"{referent.word}: {_described(referent.selector)}", words


def _wrong_group(text: _Text, clause: Node, start: int, end: int) -> tuple[str, str] | None:
    """Return a clause's group if its sentence contains only a pronoun, which means another group."""
    if not isinstance(clause, Clause) or not isinstance(clause.selector, Group) or "elided" in clause.marks:
        return None
    words = subject(clause.selector).lower()
    if words in text.text[start:end].lower():
        return None
    spoken = [each for each in text.mentions if each.kind == "pronoun" and start <= each.start < end]
    meant = [text.meant[each.start] for each in spoken if each.word.startswith(("they", "those ", "each of th"))]
    if not meant or any(each and text.text[each.start :].lower().startswith(words) for each in meant):
        return None
    return f"they: {words}", ", ".join(f"`{each.text}`" if each else "nothing" for each in meant)


def _wrong_player(text: _Text, clause: Node, start: int, end: int) -> tuple[str, str] | None:
    """Return the referent of "that player" or "they" in the text, if it is not one player."""
    asked = {getattr(node, name, None) for node in clause.walk() for name in ("who", "whose")}
    found = _THAT_PLAYER.search(text.text, start, end)
    if "that player" not in asked or found is None:
        return None
    named = list(_PLAYER.finditer(text.text, 0, found.start()))
    if named and (named[-1]["one"] is not None or not named[-1][0].lower().endswith(("opponents", "players", "team"))):
        return None
    return f"{found[0].lower()}: that player", f"`{named[-1][0]}`" if named else "nothing"


def _targets(node: Node) -> Iterator[Target]:
    if isinstance(node, BecomeCopy) and node.word == "enters as":  # 707.5: the copied object is chosen, not targeted
        return
    if isinstance(node, Target) and node.group is not None and not node.word:
        yield node
    for child in node.children():
        if not isinstance(child, Ability):
            yield from _targets(child)


def _misplaced(text: _Text, target: Target, event: int | None) -> tuple[str, str] | None:
    words = subject(target).lower()
    places = [each.place for each in text.targets if text.text[each.start :].lower().startswith(words)]
    if any(place + _moved(place, event) == target.index for place in places):
        return None
    return f"{words}: target {target.index + 1}", f"of {len(text.targets)}"


def _moved(place: int, event: int | None) -> int:
    return int(event is not None and place >= event)


def _referents(node: Node) -> Iterator[Referent]:
    if isinstance(node, ControllerOf):
        own = node.word.split("'s")[0] if node.word.startswith("that ") else "it"
        yield Referent(word_class(own), node.of)
        return
    if isinstance(node, Other):
        return
    if isinstance(node, Clause) and any(
        isinstance(inner, Its) and inner.word.startswith("its") for inner in node.walk()
    ):
        yield Referent("it", node.selector)
    if isinstance(node, _REFERRING):
        word = word_class(getattr(node, "word", ""))
        if word in ("it", "they") or word.startswith(("that ", "those ", "each of th")) or _THE.match(word):
            yield Referent(word, node)
    for child in node.children():
        if not isinstance(child, Ability):
            yield from _referents(child)


def _others(node: Node) -> Iterator[Other]:
    if isinstance(node, Other):
        yield node
    for child in node.children():
        if not isinstance(child, Ability) and not isinstance(node, Target):  # restrictions on targets are not checked
            yield from _others(child)


def _is_excluded_by(other: Other, meant: Mention | None, event: int | None) -> bool:
    if other.than is None or isinstance(other.than, Itself):
        return meant is None or meant.kind == "self"
    if isinstance(other.than, Same) or (isinstance(other.than, Attached) and meant is None):  # on an Aura
        return True
    return _same(other.than, meant, event)


def _same(selector: Selector, meant: Mention | None, event: int | None) -> bool:
    if meant is None:
        return False
    match selector:
        case Itself():
            return meant.kind == "self" and not meant.new
        case Attached():
            return meant.kind == "attached"
        case Target(index, _, _, many) if meant.kind == "target" and not meant.new:
            several = meant.many or meant.any_number
            pair = selector.word.startswith("those ") and not many  # "exchange the text boxes of those creatures"
            return meant.place + _moved(meant.place, event) == index and (many == several or (pair and several))
        case Target(index):
            return index == event and (meant.kind == "object" or meant.new)
        case ChosenObject():
            return meant.kind == "object" or meant.new
        case _:
            return meant.kind == "object"


def _described(selector: Selector) -> str:
    match selector:
        case Target(index, many=many):
            return f"target {index + 1}" + (" and following" if many else "")
        case _:
            return type(selector).__name__
