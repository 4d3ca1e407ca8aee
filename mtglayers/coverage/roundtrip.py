"""A check that the trees of a line, converted back to text, match the line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

import msgspec

from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.language import Clause
from mtglayers.model.effects.operations.copying import BecomeCopy
from mtglayers.model.effects.operations.players_and_rules import RuleText
from mtglayers.model.effects.selectors import Group, Together
from mtglayers.model.errors import UnsupportedTextError
from mtglayers.model.oracle.printing.nouns import subject
from mtglayers.model.oracle.printing.sentences import english, finished, sentences
from mtglayers.model.oracle.reading.resolving import read_resolution
from mtglayers.model.oracle.recognition.normalise import normalise, unbracketed
from mtglayers.model.oracle.words import Stop as Unprintable

from .lines import ReadLine

# 707.5: the copied object is chosen by an event as the copy enters, so it is not in the trees.
_AS_A_COPY: Final = (
    r"(?:(?:~|this \w+|it) (?:enters?|becomes?)|have (?:~|this \w+|it) (?:enter|become))(?: tapped)?(?: as)? a copy of"
    r" [^.,\"]*?(?: until end of turn)?"
)
_ENTERS_AS_COPY: Final = re.compile(
    r"^~ enters as a copy of(?: (?:an?|any|another)\b| that \w+| one of those cards)(?: until [^,.]*)?"
)
_EACH_COLOR: Final = "from white, from blue, from black, from red, and from green"
_LISTS_OPTIONS: Final = re.compile(r"your choice of|flip a coin\. If the coin comes up heads, this creature enters as")
_PRONOUN: Final = r"(?:they|them|those \w+)"


def misprint(line: ReadLine) -> str | None:
    """Return the text of the trees if it differs from the line, else None."""
    if line.status == "unread":
        return None
    if line.resolution is not None:
        text = usual(unbracketed(line.text))  # 702.148b
        missing = [shown for shown, pattern, _ in printed(line) if not pattern.search(text)]
        return " ".join(missing) or None
    try:
        text = english(line.abilities)
    except ValueError as error:
        return str(error)
    said = line.text
    if line.kind == "keyword":  # older cards separate keywords with semicolons; 702.16g, 702.11f
        said = said.replace(";", ",").replace("from each color", _EACH_COLOR)
        forms = [_keywords(form) for form in (text, said, line.text)]
        return None if forms[0] in forms[1:] else text
    return None if said in (text, normalise(text, line.face)) else text


def _keywords(text: str) -> str:
    text = re.sub(r"\s*—\s*", "—", re.sub(r"\s+(?=,)", "", text.casefold().rstrip(". ")))
    return re.sub(r",? and from |, (?:protection |hexproof )?from ", " & ", text)


def printed(line: ReadLine) -> Iterator[tuple[str, re.Pattern[str], tuple[Clause, ...]]]:
    """Yield each sentence of a resolution, a pattern that matches its wording, and its clauses."""
    assert line.resolution is not None
    resolution = line.resolution
    if any(isinstance(node, BecomeCopy) and node.exceptions for node in resolution.walk()):
        # This reading keeps the words "this ability" and does not replace them with the ability.
        kept = line.abilities[0]
        assert isinstance(kept, TextAbility)
        try:
            resolution = read_resolution(kept.text)
        except UnsupportedTextError:
            return
    for ability in resolution.delayed:
        text = english(ability)
        found = re.escape(usual(text))
        if late := re.fullmatch(r"(At (?:the beginning of the next end step|end of combat)), ([^\"]*)\.", text):
            found = f"{found}|{re.escape(f'{late[2]} {late[1].lower()}.')}"
        yield text, re.compile(found, re.IGNORECASE), ()
    for clauses in (resolution.clauses, *resolution.modes):
        for group in sentences(worded(clauses)):
            try:
                texts = finished(group)
            except (Unprintable, KeyError, IndexError) as error:
                texts = [f"{error!r}"]
            for text in (_own_name(text, line.face) for text in texts):
                yield text, _pattern(_option(text) if _LISTS_OPTIONS.search(line.text) else text, group), group


def _own_name(text: str, name: str) -> str:
    # 201.4: after "named", and 201.5a: in an ability that the card gives
    if not name:
        return text
    text = text.replace(f"named {name}", "named ~")
    return re.sub(r'"[^"]*"', lambda quotation: quotation[0].replace(name, "~"), text)


def worded(clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """Return the clauses that the text spells out, excluding those of keyword actions."""
    return tuple(clause for clause in clauses if "action" not in clause.marks)


def _pattern(text: str, clauses: Sequence[Clause]) -> re.Pattern[str]:
    """Return a pattern for a sentence that also matches pronouns in place of groups."""
    many = tuple(map(_many, clauses))
    found = _found(text, clauses)
    if many != tuple(clauses):  # "put a counter on each creature; those creatures gain flying"
        with suppress(Unprintable):  # not printable: "each Vehicle you control, as long as it's a creature"
            found = f"{found}|{_found(' '.join(finished(many)), many)}"
    return re.compile(found, re.IGNORECASE)


def _many(clause: Clause) -> Clause:
    selector = clause.selector
    if not isinstance(selector, Group) or not selector.quantifier.startswith("each"):
        return clause
    return msgspec.structs.replace(clause, selector=msgspec.structs.replace(selector, quantifier="all"))


def _found(text: str, clauses: Sequence[Clause]) -> str:
    text = _ENTERS_AS_COPY.sub("\x01", usual(text).rstrip("."))
    found = re.escape(text).replace(re.escape("\x01"), _AS_A_COPY)
    found = re.sub(r'\\\."$', r'\\.?"', found)  # '... gains "Flying." ' before "and it can't be blocked this turn"
    found = re.sub(r"^It's\\ still\\ an?\\ (\w+)$", r"(?:It's\\ still\\ an?\\ \1|They're\\ still\\ \1s)", found)
    found = re.sub(r"^(That\\ player|The\\ high\\ bidder)\\ ", r"(?:\1\\ |(?<=\\ and\\ ))", found)
    found = re.sub(r"\b([Tt])hat\\ (?=creature|permanent)", r"\1(?:hat|he)\\ ", found)
    # "If it's a land, untap this creature and it gets +1/+1": an instruction can come before the effect.
    front = re.match(r"(?:(?:If|Until|This\\ turn)\\ (?:[^,\"]|,\\ or\\ )*|For\\ each\\ \w+\\ vote),\\ ", found)
    if front is not None:
        rest = found[front.end() :]
        found = rf"{front[0]}((?:[^.\"]|\.(?! ))*?\b(?:and|then)\ )?{rest}"
        if rest.endswith(r"\ instead"):
            plain = rest.removesuffix(r"\ instead")
            found = rf"{found}|{front[0]}(instead\ [^.\"]*?\b(?:and|then)\ ){plain}"
    for clause in clauses:
        if isinstance(clause.selector, Group | Together):
            with suppress(Unprintable):  # the group has no name
                name = re.escape(subject(clause.selector))
                found = re.sub(re.escape(name), partial(_or_pronoun, name), found, flags=re.IGNORECASE)
    return found


def _or_pronoun(name: str, _: re.Match[str]) -> str:
    return f"(?:{name}|{_PRONOUN})"


def _option(text: str) -> str:
    # "3/3 artifact creature", one choice for an object
    return re.sub(r"^It (?:becomes (?:an? )?|has base power and toughness )", "", text)


def usual(text: str) -> str:
    """Return the text of a line, in which exceptions to copy effects have a uniform wording."""
    # 707.9: the exceptions to a copy effect in uniform wording
    text = re.sub(r"\b(It|He|She) is\b", r"\1's", re.sub(r"\bThey are\b", "They're", text))
    head, but, rest = text.partition(", except ")
    if not but or not re.search(r"\bcop(?:y|ies) of\b", head):
        return text
    # a quotation can end the sentence: 'except it has "... this token." Then ...'
    end = re.match(r'(?:[^".]|"[^"]*"(?!(?<=\.") [A-Z])|\.(?! ))*(?:"[^"]*")?', rest)
    rest, after = (rest[: end.end()], rest[end.end() :]) if end else (rest, "")
    parts = re.split(r'("[^"]*")', rest)
    for place in range(0, len(parts), 2):
        part = re.sub(r"\b(?:(?:those \w+|they) aren't|(?:it's|they're) not(?= legendary\b))", "it isn't", parts[place])
        part = re.sub(r"\btheir\b", "its", part.replace("they're", "it's").replace("they have", "it has"))
        part = re.sub(r"\b(?:he|she)\b", "it", re.sub(r"\b(?:his|her)\b", "its", part))
        part = re.sub(
            r",? and, if (it's an? \w+), it enters with [^&]*? counters on it and has ", r" & if \1, it has ", part
        )
        part = re.sub(r" and (?=if it's an? )", " & ", part)
        part = part.replace("the token has no mana cost", "it has no mana cost")
        part = re.sub(r",? and (?=it |it's |its |has |is |isn't )|, (?=it |it's |its |is |isn't )", " & ", part)
        part = re.sub(r"& (has|isn't)\b", r"& it \1", re.sub(r"& is\b", "& it's", part))
        part = re.sub(r"\bit has base power and toughness (?=\d)", "it's ", part)
        part = re.sub(r"\bit has this ability and (?=[a-z])(?!it )", "it has this ability & it has ", part)
        part = re.sub(r"\b(it has [^&]*?) and this ability", r"\1 & it has this ability", part)
        part = re.sub(r"\b(it has [^&]*?) and $", r"\1 & it has ", part)  # a quotation follows
        pieces = part.split(" & ")  # "it enters with ..." is not a copiable value
        parts[place] = " & ".join(piece for piece in pieces if not piece.startswith("it enters with "))
    rest = "".join(parts)
    return (f"{head}, except {rest}" if rest.strip(". ") else head + rest) + after


def kept(line: ReadLine) -> str:
    """Return the parts of a line's text that no tree contains."""
    if line.resolution is not None:
        return _uncovered(usual(line.text), [pattern for _, pattern, _ in printed(line)])
    if line.status == "compiled":
        nodes = (node for ability in line.abilities for node in ability.walk())
        return "\n".join(node.text for node in nodes if isinstance(node, RuleText))
    return line.text


def _uncovered(text: str, patterns: Sequence[re.Pattern[str]]) -> str:
    """Return a text with a dot for what the patterns match; what the last group of a pattern matches stays."""
    covered = bytearray(len(text))
    taken: set[tuple[int, int]] = set()
    for pattern in patterns:
        found = next((each for each in pattern.finditer(text) if each.span() not in taken), None)
        if found is None:
            continue
        taken.add(found.span())
        start, end = found.span(found.lastindex) if found.lastindex else (0, 0)
        for place in range(*found.span()):
            covered[place] |= not start <= place < end
    return re.sub("\0+", " · ", "".join("\0" if gone else sign for sign, gone in zip(text, covered, strict=True)))
