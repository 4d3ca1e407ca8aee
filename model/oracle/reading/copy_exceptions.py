"""The function that reads the exceptions to a copy effect (707.9)."""

from __future__ import annotations

import re

import msgspec

from ...effects.filters.characteristics import OfType, With
from ...effects.filters.status import RecordedAs
from ...effects.language import Ability, Clause, Operation
from ...effects.operations.abilities import Gain
from ...effects.operations.copying import BecomeCopy, Conditional, DontCopy, KeepOthers, KeepThis, NoManaCost
from ...effects.operations.power_toughness import SetPT
from ...effects.operations.text import SetName
from ...effects.selectors import Itself
from ...errors import UnsupportedTextError
from ...rules.vocabulary import CARD_TYPES, KEYWORDS, capital
from ..printing import amounts
from ..printing.sentences import finished
from ..recognition.normalise import normalise
from .discourse import Discourse
from .lines import check, inner_abilities, read_sentence
from .repetition import keyword_named

_OF_THEM = re.compile(r"\b(?:(?:those \w+|they) aren't|(?:it's|they're) not(?= legendary\b))")
_IS_COPY = re.compile(r"\b(?:is a copy|are copies) of ")
_NO_SUBJECT = re.compile(r"(?:has|is|isn't) ")
_IF_IT_IS = re.compile(r"(?P<first>.+?),? and, if (?P<fact>it's an? (?P<type>[a-z]+)), (?P<rest>.+)")
_IF_FIRST = re.compile(r"if (?P<fact>this \w+ was embalmed), (?P<rest>.+)")
_IF_LACKING = re.compile(r"(?P<what>it has [a-z]+ \d+) if (?P<fact>that \w+ doesn't have (?P<keyword>[a-z ]+))")
_THEY = re.compile(r"\bthey('re| have)\b|\btheir\b")
_ONE = {"'re": "it's", " have": "it has", None: "its"}
_NAME = re.compile(r"(?:its|it's) name is ([A-Z~].*)")
_HE = re.compile(r"\b(?:his|her)\b(?= name| other)|\b(?:he|she)\b(?='s | has | is )")


def read_exceptions(text: str, name: str = "", this: tuple[Ability, ...] = ()) -> tuple[Operation, ...]:
    """Return the exceptions to a copy effect as operations (707.9).

    Args:
        text: the exceptions, excluding the word "except".
        name: the name of the card.
        this: the abilities to which "this ability" refers.

    Raises:
        UnsupportedTextError: an exception is not understood.
    """
    text = _of_one(normalise(text, name).removesuffix("."))
    if _NO_SUBJECT.match(text):
        raise UnsupportedTextError(text, (0, len(text)))
    found: list[Operation] = []
    if embalmed := _IF_FIRST.fullmatch(text):
        pieces = re.sub(r"\bthe token has", "it has", embalmed["rest"])
        operations = tuple(each for piece in _pieces(pieces) for each in _exception(piece.strip(), this))
        return (Conditional(RecordedAs(embalmed["fact"]), operations, embalmed["fact"]),)
    if lacking := _IF_LACKING.fullmatch(text):
        keyword = keyword_named(lacking["keyword"])
        if keyword is None and capital(lacking["keyword"]) in KEYWORDS:
            keyword = capital(lacking["keyword"])
        if keyword is None:
            raise UnsupportedTextError(text, (lacking.start("keyword"), lacking.end("keyword")))
        return (
            Conditional(With(keyword, negated=True), _exception(lacking["what"], this), lacking["fact"], last=True),
        )
    given = _IF_IT_IS.fullmatch(text)
    if given and given["type"].capitalize() in CARD_TYPES:
        text = given["first"]
    for piece in _pieces(text):
        found.extend(_exception(piece.strip(), this))
    if given and given["type"].capitalize() in CARD_TYPES:
        operations = tuple(each for piece in _pieces(given["rest"]) for each in _exception(piece.strip(), this))
        found.append(Conditional(OfType(given["type"].capitalize()), operations, given["fact"]))
    return tuple(found)


def with_exceptions(clause: Clause, exceptions: tuple[Operation, ...], sentence: str) -> Clause:
    """Return a clause whose copy effect has the given exceptions.

    Raises:
        UnsupportedTextError: the clause has no copy effect.
    """
    operations = tuple(
        msgspec.structs.replace(operation, exceptions=exceptions) if isinstance(operation, BecomeCopy) else operation
        for operation in clause.operations
    )
    if operations == clause.operations and exceptions:
        raise UnsupportedTextError(sentence, (0, len(sentence)))
    return msgspec.structs.replace(clause, operations=operations)


def copying(sentence: str, discourse: Discourse) -> list[Clause]:
    """Return the clauses of "enchanted creature is a copy of the chosen creature, except ...", or an empty list."""
    head, _, exceptions = sentence.partition(", except ")
    if not exceptions or '"' in head or not _IS_COPY.search(head):
        return []
    operations = read_exceptions(exceptions)
    return [with_exceptions(clause, operations, sentence) for clause in read_sentence(f"{head}.", discourse)]


def _of_one(text: str) -> str:
    # "it" and "its" for "he", "his" and "they" outside quotations
    parts = text.split('"')
    for place in range(0, len(parts), 2):
        part = _OF_THEM.sub("it isn't", parts[place])
        part = _THEY.sub(lambda word: _ONE[word[1]], part)
        parts[place] = _HE.sub(lambda word: "its" if word[0] in ("his", "her") else "it", part)
    return '"'.join(parts)


def _pieces(text: str) -> list[str]:
    cut = re.compile(r",? and (?=it |it's |its |has |is |isn't )|, (?=it |it's |its |is |isn't )")
    places, start = [], 0
    for found in cut.finditer(text):
        if text[: found.start()].count('"') % 2 == 0:
            places.append(text[start : found.start()])
            start = found.end()
    return [*places, text[start:]]


def _exception(piece: str, this: tuple[Ability, ...]) -> tuple[Operation, ...]:
    if found := re.fullmatch(r"it doesn't copy (that \w+'s) (color)", piece):
        return (DontCopy(word=found[1]),)
    if piece in ("it has this ability", "has this ability"):
        return (Gain(this),) if this else (KeepThis(),)
    if re.fullmatch(r"(?:it )?has (?:~|this \w+)'s other abilities", piece):
        return (KeepOthers(),)
    if found := re.fullmatch(r"((?:it )?has .+) and this ability", piece):
        return (*_exception(found[1], this), *_exception("it has this ability", this))
    if found := re.fullmatch(r"it has this ability and ([a-z\"].+)", piece):
        return (*_exception("it has this ability", this), *_exception(f"it has {found[1]}", this))
    if re.fullmatch(r"it enters with [^\"]+", piece):
        return ()
    if piece == "it has no mana cost":
        return (NoManaCost(),)
    if re.match(r"(?:has|is|isn't) ", piece):
        piece = re.sub("^it is ", "it's ", "it " + piece)
    sentence = re.sub(r"^its (?=power|toughness)", "it's ", piece)
    if found := re.fullmatch(r"it's (\d+)/(\d+)", piece):
        return (SetPT(amounts.plain_number(found[1]), amounts.plain_number(found[2])),)
    if found := _NAME.fullmatch(piece):
        return (SetName(found[1]),)
    discourse = Discourse(inner_abilities, it=Itself())
    sentence = capital(sentence) + ("" if sentence.endswith('."') else ".")
    clauses = read_sentence(sentence, discourse)
    check(re.sub(r"^It's (?=power|toughness)", "Its ", sentence), " ".join(finished(clauses)))
    if any(clause.condition is not None or clause.duration for clause in clauses):  # not supported
        raise UnsupportedTextError(piece, (0, len(piece)))
    return tuple(operation for clause in clauses for operation in clause.operations)
