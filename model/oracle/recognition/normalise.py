"""Normalization of Oracle text: names, wording and reminder text."""

from __future__ import annotations

import re
from typing import Final

from ...rules.vocabulary import CARD_TYPES, COLOR_WORDS, KEYWORDS, SUPERTYPES, families
from .deeds import is_deed
from .irrelevant import unknown

_DASHED_LABEL: Final = re.compile(r"^(Metalcraft|Morbid|Landfall|Imprint|Threshold|Hellbent) - (?=[A-Z])")
SELF: Final = "~"
LONGEST: Final = 3000
"""Maximum number of characters in rules text. The text of every card is far shorter."""
_HUGE: Final = re.compile(r"\d{7}")

_PARENTHESES: Final = re.compile(r"([()])")
_ENTERS: Final = (
    (re.compile(r"\b(enters?)(?: the battlefield)+\b(?! or)"), r"\1"),
    (re.compile(r"\bcomes? into play\b"), "enters"),
)
ASIDE: Final = re.compile(r"\([^()]*\)|\"[^\"]*\"")
"""Reminder text and granted abilities."""

_NO_GROUP: Final = "".join(f"(?<!{word} )" for word in ("ach", "ll", "ther", "arget", "a", "an", "nother", "his"))
_AS_NAME: Final = (
    r"(?='s (?:power|toughness|owner|controller)\b|,? (?:enters|is|isn't|gets|has|becomes|deals|dies|can't|attacks"
    r"|blocks|gains"
    r"|loses|doesn't|costs)\b)"
)
# After "have", the name cannot mean a group: "you may have Sarkhan become ..." (201.5).
_HAVE_NAME: Final = r"(?<=\b[Hh]ave )"
_DOES: Final = r"(?= (?:become|enter|get|gain|lose|deal|fight|attack|block|phase|transform)\b)"
# A first name by itself, neither part of another name nor before a noun.
_FRONT_NAME: Final = r"(?<![\w-])(?<!named )(?<!\b[Aa] )(?<!\b[Aa]n )"
_SUBJECT_NAME: Final = (
    r"(?= (?:enters|attacks|attacked|deals|dies|would|can't|is|isn't|gets|has|becomes|gains|loses)\b|'s base )"
)
_OBJECT_NAME: Final = r"\b(?:[Tt]ransform|[Ss]acrifice|[Uu]ntap|counters? on) "
_BEHIND_NAME: Final = r"(?![\w-])(?! (?:[A-Z]|of\b|tokens?\b|cards?\b|spells?\b|planeswalkers?\b))(?!'s [A-Z])"
_JOINS: Final = re.compile(r"[\w-]")
_THIS: Final = re.compile(r"\b[Tt]his $")
_BRACKETS: Final = re.compile(r"( ?)\[([A-Za-z~][^\[\]]*)\]")  # not "[+1]: Draw a card."
# A quotation inside a sentence has no period.
_QUOTE_STOP: Final = re.compile(r'\."(?= [a-z])')


def normalise(text: str, name: str = "") -> str:
    """Return rules text in current wording, with ``~`` for `name`.

    Reminder text is removed; line breaks are kept.

    >>> normalise("Thassa isn't a creature. (Each {U} counts.)", "Thassa, God of the Sea")
    "~ isn't a creature."
    """
    text = text.replace("’", "'").replace("“", '"').replace("”", '"').replace("\u2028", "\n")
    text = re.sub(r"[ \xa0]+", " ", text)
    lines = (_reminded(line).strip() for line in text.split("\n"))
    text = "\n".join(_DASHED_LABEL.sub(r"\1 — ", line) for line in lines if line)
    for form in own_names(name):
        if form not in text:
            continue
        # A name that is also a game term is replaced only if a name is expected: "Nightmare's power".
        if _is_word_of_the_game(form):
            text = re.sub(rf"(?<![\w-]){_NO_GROUP}{re.escape(form)}{_AS_NAME}", SELF, text)
            text = re.sub(rf"(?<=\babilities of ){re.escape(form)}(?=[.,])", SELF, text)
            text = re.sub(rf"{_HAVE_NAME}{re.escape(form)}{_DOES}", SELF, text)
        else:
            text = _without(text, form)
    if (first := _first_name(name)) and first in text:
        alone = _FRONT_NAME + re.escape(first)
        if re.search(alone + _SUBJECT_NAME, text) or re.search(_OBJECT_NAME + re.escape(first) + _BEHIND_NAME, text):
            text = re.sub(alone + _BEHIND_NAME, SELF, text)
    for pattern, present in _ENTERS:
        text = pattern.sub(present, text)
    return _QUOTE_STOP.sub('"', text)


def unbracketed(text: str) -> str:
    """Return rules text without the square brackets around words that paying a cleave cost removes (702.148b).

    >>> unbracketed("Destroy target [attacking] creature.")
    'Destroy target attacking creature.'
    """
    return _BRACKETS.sub(r"\1\2", text)


def cleaved(text: str) -> str:
    """Return rules text without the words in square brackets, as when a cleave cost was paid (702.148b).

    >>> cleaved("Destroy target [attacking] creature [you control]. [Draw a card.]")
    'Destroy target creature.'
    """
    return _BRACKETS.sub("", text).strip()


def _without(text: str, form: str) -> str:
    # except in "this Forest"
    found, start, place = [], 0, text.find(form)
    while place >= 0:
        end = place + len(form)
        alone = not _JOINS.match(text[place - 1 : place]) and not _JOINS.match(text[end : end + 1])
        if alone and not _THIS.search(text, max(place - 6, 0), place):
            found.append(text[start:place])
            start = end
        place = text.find(form, end if start == end else place + 1)
    return SELF.join([*found, text[start:]])


def _reminded(line: str) -> str:
    """Remove reminder text and the spaces before it from a line.

    >>> _reminded("Flying (It flies (high).) and haste) (fast (")
    'Flying and haste) (fast ('
    """
    if "(" not in line:
        return line
    kept: list[str] = []
    opened: list[int] = []  # the number of parts kept before each open parenthesis
    for part in _PARENTHESES.split(line):
        if part == "(":
            opened.append(len(kept))
        elif part == ")" and opened:
            del kept[opened.pop() :]
            while kept and not kept[-1].strip():
                kept.pop()
            if kept:
                kept[-1] = kept[-1].rstrip()
            continue
        kept.append(part)
    return "".join(kept)


def _first_name(name: str) -> str:
    # "Zurgo" in "Zurgo Helmsmasher"
    first, _, more = name.removeprefix("A-").split(",")[0].partition(" ")
    return first if more and len(first) > 2 and first[0].isupper() and unknown(first) else ""


def own_names(name: str) -> list[str]:
    """Return the names by which a card's own text can refer to the card, longest first.

    >>> own_names("Omo, Queen of Vesuva"), own_names("Forest")
    (['Omo, Queen of Vesuva', 'Omo'], ['Forest'])
    """
    name = name.replace("’", "'")
    if not name or name == SELF:
        return []
    forms = [name]
    if re.match("A-[A-Z]", name):  # a rebalanced card
        name = name.removeprefix("A-")
        forms.append(name)
    if "," in name:
        forms.append(name.split(",")[0])
    elif numbered := re.fullmatch(r"(.+) [IVXLC]+", name):  # "King Darien XLVIII"
        forms.append(numbered[1])
    elif " the " in name or " of " in name:
        short = re.split(r" (?:the|of) ", name)[0]
        if not is_deed(short):  # "Return of the Nightstalkers"
            forms.append(short)
    return [form for form in forms if form.strip()]  # ", Queen of Vesuva" has no shorter name


def _is_word_of_the_game(word: str) -> bool:
    low = word.lower()
    if low in COLOR_WORDS or low in ("enchanted", "equipped", "all", "each", "target", "creatures"):
        return True
    return bool(families(word)) or is_deed(word) or any(word in names for names in (KEYWORDS, CARD_TYPES, SUPERTYPES))


# A row of a results table (706.3).
ROW: Final = re.compile(r"(?:\d+(?:[—–-]\d+|\+| or less| or more)?|[−-]\d+) ?\| |\d(?: or \d)? — (?=[^\n]*\[[+−-]\d\])")


def beyond(text: str) -> int:
    """Return the offset at which rules text exceeds a limit, or -1 if it does not exceed any.

    >>> beyond("Target creature gets +1/+1."), beyond("Draw 1000000 cards."), beyond("Draw. " * 1000)
    (-1, 5, 3000)
    """
    if len(text) > LONGEST:
        return LONGEST
    number = _HUGE.search(text)
    return number.start() if number else -1


def abilities_of(text: str) -> list[str]:
    """Return the paragraphs of normalized text, each including its bullets and its rows of die results."""
    found: list[str] = []
    for line in text.split("\n"):
        if found and (line.startswith("•") or ROW.match(line)):
            found[-1] += "\n" + line
        elif line:
            found.append(line)
    return found


def sentences(text: str) -> list[str]:
    """Return the sentences of a normalized paragraph, each with its period.

    >>> sentences('It has "Draw a card. Scry 1." It flies.')
    ['It has "Draw a card. Scry 1."', 'It flies.']
    """
    found, start, quoted = [], 0, False
    for place, sign in enumerate(text):
        if sign == '"':
            quoted = not quoted
            if (
                not quoted
                and text[place - 1] in ".!?'"
                and (text[place + 1 : place + 3].strip()[:1].isupper() or text.startswith(" ~ ", place + 1))
            ):
                found.append(text[start : place + 1].strip())
                start = place + 1
        elif sign in ".\n" and not quoted and text[place + 1 : place + 2] in ("", " ", "\n"):
            found.append(text[start : place + 1].strip())
            start = place + 1
    found.append(text[start:].strip())
    return [sentence for sentence in found if sentence]
