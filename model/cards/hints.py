"""Hints for a line that is not understood: possible continuations, corrections and similar sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher, get_close_matches
from functools import cache, lru_cache
from itertools import islice
from typing import Any, Final

import msgspec
from lark import Token
from lark.exceptions import UnexpectedToken

from ..effects.ability import Static, TextAbility, UnsupportedAbility
from ..errors import UnsupportedTextError
from ..oracle.grammar.lexer import tokens
from ..oracle.grammar.lexicon import phrases as terminals
from ..oracle.grammar.parser import expected, parser
from ..oracle.printing.sentences import english
from ..oracle.reading.lines import read_line
from ..oracle.reading.resolving import read_resolution
from ..rules.vocabulary import CARD_TYPES, COLOR_WORDS, KEYWORDS, SUBTYPES, SUPERTYPES, capital, plural
from .card import Card

_WORD: Final = re.compile(r"[A-Za-z][\w'-]*")
_PLURALS: Final = {
    "gets": "get", "has": "have", "loses": "lose", "is": "are", "becomes": "become", "gains": "gain",
}  # fmt: skip
_TRIES: Final = 60  # maximum number of corrections to try
_LONGEST: Final = 800  # characters of a line for which corrections and similar sentences are searched
_LOOKED_AT: Final = 150  # maximum number of cards to search for a similar sentence


class Hint(msgspec.Struct, frozen=True):
    """A hint about a line that is not understood.

    Attributes:
        text: the line.
        span: start and end of the first part that is not understood, as offsets into `text`.
        understood: the part before `span`.
        expected: descriptions or examples of what can follow the `understood` part.
        instead: the line with one word changed so that it can be understood, or "".
        near: the most similar sentence on a shipped card, or "".
    """

    text: str
    span: tuple[int, int]
    understood: str
    expected: tuple[str, ...] = ()
    instead: str = ""
    near: str = ""


def hint_for(text: str) -> Hint | None:
    """Return a hint for a line, or None if it is understood.

    >>> hint_for("Creatures you control have flyng.").instead
    'Creatures you control have flying.'
    """
    found = stop_of(text)
    if found is None:
        return None
    start, end = found.span
    if end <= start:
        word = re.compile(r"\w+|\S|$").match(text, start)
        end = max(start, word.end() if word else start)
    understood = text[:start].strip()
    follows = in_number(understood, tuple(dict.fromkeys((*found.expected, *following(understood)))))
    short = len(text) <= _LONGEST
    instead = next(changed(text, start, follows), "") if short else ""
    near = nearest(text) if short and not instead else ""
    return Hint(text, (start, end), understood, follows, instead, near)


def stop_of(text: str) -> UnsupportedTextError | None:
    """Return the first error in a line, which includes its position in `text`, or None."""
    (ability, *_) = (*read_line(text), None)
    try:
        if isinstance(ability, TextAbility) and ability.form not in ("rule", "mana"):
            read_resolution(text)
            return None
        if not isinstance(ability, UnsupportedAbility):
            return None
        if _resolves(text):
            read_resolution(text)
            return None
        return UnsupportedTextError(text, _placed(ability.text, ability.stopped_at, text))
    except UnsupportedTextError as error:
        start, end = _placed(error.text, error.span[0], text)
        return UnsupportedTextError(text, (start, max(end, start + error.span[1] - error.span[0])), error.expected)


def _resolves(text: str) -> bool:
    # 611.2a: these words occur in the effects of spells and abilities that resolve.
    return re.search(r"\b[Tt]arget\b|\buntil\b|\bthis turn\b", text) is not None


def _placed(read: str, place: int, text: str) -> tuple[int, int]:
    # Converts an offset in a normalized sentence to an empty span in the original line.
    offset = text.casefold().find(read.casefold().rstrip("."))
    start = min(len(text), max(offset, 0) + place)
    return (start, start)


def following(part: str) -> tuple[str, ...]:
    """Return descriptions of the possible continuations of an incomplete sentence.

    >>> following("Creatures you control have")[:2]
    ('a keyword ability', 'a quoted ability')
    """
    part = re.split(r"(?<=\.) (?=[A-Z])", part)[-1].strip().rstrip(",")
    part = re.sub(r" (?:and|or)$", "", part)
    while part:
        try:
            state: Any = parser().parse_interactive(start="sentence")
            for token in tokens(part):
                state.feed_token(_separator(token, state) if token.type.startswith("SEP") else token)
            return expected(set(state.accepts()))
        except (UnsupportedTextError, UnexpectedToken):
            _, _, part = part.partition(": " if ": " in part else ", ")  # after a cost, or a trigger condition
    return ()


def in_number(part: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return words that can follow a part of a sentence, with verbs in the number of its subject.

    >>> in_number("Creatures you control", ("gets", "has", "all abilities"))
    ('get', 'have', 'all abilities')
    >>> in_number("Enchanted creature", ("gets", "has", "all abilities"))
    ('gets', 'has', 'all abilities')
    """
    if not _PLURALS.keys() & set(words) or not _compiled(f"{part} get +1/+1.") or _compiled(f"{part} gets +1/+1."):
        return words
    return tuple(_PLURALS.get(word, word) for word in words)


def _separator(token: Token, state: Any) -> Token:
    # Changes a separator to a type that the parser accepts at the end of an incomplete sentence.
    accepted = set(state.accepts())
    if token.type in accepted:
        return token
    fitting = sorted(kind for kind in accepted if kind.startswith("SEP"))
    return Token.new_borrow_pos(fitting[0], str(token), token) if fitting else token


def changed(text: str, place: int, wanted: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield versions of a line that are understood and differ in one word, most likely first.

    Args:
        text: the line.
        place: the offset of the first part that is not understood.
        wanted: the words that are possible at that offset, if known.
    """
    for candidate in islice(dict.fromkeys(_candidates(text, place, wanted)), _TRIES):
        if candidate != text and _compiled(candidate):
            yield capital(candidate) if text == capital(text) else candidate


def _candidates(text: str, place: int, wanted: tuple[str, ...]) -> Iterator[str]:
    words = list(_WORD.finditer(text))
    here = next((found for found in words if found.end() > place), None)
    if here is not None:
        for word in wanted:
            if " " not in word:
                yield text[: here.start()] + word + text[here.end() :]
    unknown = [found for found in words if found[0] not in known_words() and found[0].lower() not in known_words()]
    for found in sorted(unknown, key=lambda found: abs(found.start() - place)):
        many = plural(found[0].removesuffix("s"))  # "Elves" for "Elfs"
        for close in (many, *get_close_matches(found[0], known_words(), n=6, cutoff=0.7)):
            yield text[: found.start()] + close + text[found.end() :]
    if here is not None:
        if here not in unknown:
            yield (text[: here.start()] + text[here.end() :].lstrip(" ")).replace(" .", ".")  # an extra word
        for close in get_close_matches(here[0], known_words(), n=6, cutoff=0.75):
            yield text[: here.start()] + close + text[here.end() :]
        before = [found for found in words if found.end() <= here.start()][-1:]
        for one in (*before, here):  # "get" for "gets", "creatures" for "creature"
            other = one[0].removesuffix("s") if one[0].endswith("s") else one[0] + "s"
            yield text[: one.start()] + other + text[one.end() :]
    if not text.endswith((".", '"')):
        yield text + "."


def _compiled(text: str) -> bool:
    text = capital(text) if text.endswith((".", '"')) else capital(text) + "."
    read = read_line(text)
    if read and all(isinstance(ability, Static) for ability in read):
        return not any(isinstance(node, UnsupportedAbility) for ability in read for node in ability.walk())
    if not _resolves(text) and not isinstance(next(iter(read), None), TextAbility):
        return False
    try:
        resolution = read_resolution(text)
    except UnsupportedTextError:
        return False
    return bool(resolution.clauses or any(resolution.modes))


@cache
def known_words() -> tuple[str, ...]:
    """Return all words that can occur in sentences, in alphabetical order."""
    phrases = {word for pattern in terminals().values() for word in re.findall(r"(?<!\\)\b[a-z]{2,}\b", pattern)}
    types = {name.lower() for name in (*CARD_TYPES, *SUPERTYPES)}
    subtypes = {name for family in SUBTYPES.values() for name in family if " " not in name}
    keywords = {word.lower() for name in KEYWORDS for word in name.split()}
    small = set("a an and or the of to with without for each you your control controls its their it they this".split())
    found = (
        phrases | types | {plural(name) for name in types | subtypes} | subtypes | keywords | set(COLOR_WORDS) | small
    )
    return tuple(sorted(found))


@lru_cache(maxsize=4096)
def nearest(text: str) -> str:
    """Return the sentence on a shipped card that is most similar to a line, or "" if there is none."""
    from .search import pack

    words = sorted(
        {form for word in _WORD.findall(text) for form in (word.capitalize(), word.capitalize().rstrip("s"))}
    )
    best, score = "", 0.5
    matcher = SequenceMatcher(b=text, autojunk=False)
    for printed in _printed(pack().richest(words, _LOOKED_AT)):
        matcher.set_seq1(printed)
        if matcher.real_quick_ratio() > score and matcher.quick_ratio() > score and (ratio := matcher.ratio()) > score:
            best, score = printed, ratio
    return best


def _printed(cards: Iterable[Card]) -> Iterator[str]:
    for card in cards:
        for ability in (ability for face in card.faces for ability in face.abilities):
            if isinstance(ability, Static) or (isinstance(ability, TextAbility) and ability.resolution is not None):
                try:
                    yield from filter(None, english(ability).split("\n"))
                except ValueError:  # no sentence expresses the ability
                    continue
