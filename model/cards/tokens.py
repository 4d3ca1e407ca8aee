"""Tokens and their descriptions, such as "1/1 green Saproling creature token with trample" (111.3, 111.4)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from ..errors import UnknownCardError
from ..rules.vocabulary import (
    BASIC_LAND_TYPES,
    CARD_TYPES,
    COLOR_WORDS,
    COLORS,
    SUPERTYPES,
    TypeLine,
    capital,
    color_words,
    families,
    joined,
    singular,
    split_keyword,
)
from ..support.names import fold, nearest
from ..support.patterns import lazy_pattern
from ..support.records import Record
from .card import Card
from .catalogue.pack import Packed

FILE: Final = Path(__file__).parent / "catalogue" / "tokens.tsv"
"""The tokens that cards create, in the format of `catalogue.pack`.

The full name is the number of cards that create the token, and its description.
"""


class TokenDescription(Record, frozen=True):
    """The characteristics of a token, as the effect that creates it describes them (111.3).

    Attributes:
        name: the name, or "" if the subtypes are the name (111.4).
        size: the power and toughness as printed, such as ("1", "1"), or None if the description has none.
        colors: the colors in the order W U B R G, or None if the description has neither a color nor "colorless".
        supertypes, types, subtypes: the parts of the type line.
        abilities: the rules text of each ability.
    """

    name: str = ""
    size: tuple[str, str] | None = None
    colors: tuple[str, ...] | None = None
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()

    @property
    def full_name(self) -> str:
        """The name of the token: the given name, or else its subtypes (111.4)."""
        return self.name or " ".join(self.subtypes)

    @property
    def called(self) -> str:
        """The words before "token": the name, with "Role" if it is a Role (111.10j)."""
        return f"{self.full_name} Role" if "Role" in self.subtypes else self.full_name

    def to_data(self) -> dict[str, Any]:
        """Return the token as a card definition with Scryfall's field names."""
        line = TypeLine(("Token", *self.supertypes), self.types, self.subtypes)
        data: dict[str, Any] = {"name": self.full_name, "type_line": str(line), "colors": list(self.colors or ())}
        if self.size is not None:
            data["power"], data["toughness"] = self.size
        if self.abilities:
            data["oracle_text"] = "\n".join(self.abilities)
        return data

    def __str__(self) -> str:
        words = [
            "/".join(self.size or ()),
            "" if self.colors is None else color_words(self.colors),
            *(word.lower() for word in self.supertypes),
            *self.subtypes,
            *(word.lower() for word in self.types),
            "token",
        ]
        keywords = [each.removesuffix(".") for each in self.abilities if split_keyword(each)]
        others = len(self.abilities) - len(keywords)
        given = [*keywords, *([f"{others} other abilit{'y' if others == 1 else 'ies'}"] if others else ())]
        return (
            " ".join(filter(None, words))
            + (f" named {self.name}" if self.name else "")
            + (f" with {joined(given)}" if given else "")
        )


def read_token(text: str, whole: bool = True) -> TokenDescription | None:
    """Return the token that a description is about, or None if the text is not a description.

    The word "token" ends the types; "with" and a list of keywords or quoted abilities, "named" and "that's all colors"
    can follow. Case does not matter.

    Args:
        text: the description.
        whole: whether the whole text must be a description; if not, other words can follow one with the word "token".

    >>> read_token("1/1 green Saproling creature token")
    TokenDescription(name='', size=('1', '1'), colors=('G',), supertypes=(), types=('Creature',), \
subtypes=('Saproling',), abilities=())
    >>> str(read_token("2/2 white and blue bird token with flying and vigilance"))
    '2/2 white and blue Bird creature token with Flying and Vigilance'
    >>> read_token("Grizzly Bears") is None
    True
    """
    head, word, tail = _TOKEN.split(text, maxsplit=1) if _TOKEN.search(text) else (text, "", "")
    if not word:
        head, _, rest = text.partition(" with ")
        tail = f" with {rest}" if rest else ""
    found = _read_types(head)
    if found is None:
        return None
    abilities, rest = read_abilities(tail)
    name = ""
    if given := _NAMED.match(rest):
        name, rest = given[1], rest[given.end() :]
        if not abilities:
            abilities, rest = read_abilities(rest)
    if colored := _COLORED.match(rest):
        named = [color for word, color in COLOR_WORDS.items() if word in colored[1]]
        found = replace(found, colors=COLORS if colored[1].startswith("all") else tuple(named))
        rest = rest[colored.end() :]
    if every := _EVERY_LAND.match(rest):
        found = replace(found, subtypes=(*found.subtypes, *BASIC_LAND_TYPES))
        rest = rest[every.end() :]
    if rest.strip() and (whole or not word):
        return None
    return replace(found, name=name, abilities=tuple(abilities))


_TOKEN: Final = lazy_pattern(r"\s*\b(tokens?)\b", re.IGNORECASE)
_NAMED: Final = lazy_pattern(r" named ([A-Z][\w'’-]*(?:,? (?:(?:of|the|and|in|to) )*[A-Z][\w'’-]*)*)")
_COLORED: Final = lazy_pattern(rf" that(?:'s|’s| is| are) (all colors|(?:(?:{'|'.join(COLOR_WORDS)}|and|,) ?)+)")
_EVERY_LAND: Final = lazy_pattern(r" that(?:'s|’s| is| are) every basic land type")
_LISTED: Final = lazy_pattern(rf"(?<!{')(?<!'.join(COLOR_WORDS)}),\s*(?=\S)", re.IGNORECASE)
_SIZE: Final = lazy_pattern(r"(\d+|X|\*)/(\d+|X|\*)", re.IGNORECASE)


def _read_types(text: str) -> TokenDescription | None:
    size: tuple[str, str] | None = None
    colors: set[str] = set()
    colorless = False
    supertypes: list[str] = []
    types: list[str] = []
    subtypes: list[str] = []
    if _LISTED.search(text):  # "Forest, Dryad" is two things
        return None
    words = text.replace(",", " ").split()
    place = 0
    while place < len(words):
        word = words[place]
        two = " ".join(words[place : place + 2]).title()
        large = capital(word.lower())
        if found := _SIZE.fullmatch(word):
            size = found[1].upper(), found[2].upper()
        elif word.lower() in COLOR_WORDS:
            colors.add(COLOR_WORDS[word.lower()])
        elif word.lower() == "colorless":
            colorless = True
        elif large in SUPERTYPES:
            supertypes.append(large)
        elif large in CARD_TYPES:
            types.append(large)
        elif place + 1 < len(words) and families(two):
            subtypes.append(two)
            place += 1
        elif (subtype := _subtype(word)) is not None:
            subtypes.append(subtype)
        elif word.lower() != "and" or not colors:
            return None
        place += 1
    kinds = [family for subtype in subtypes for family in families(subtype)]
    if not types:
        types = ["Creature"] if "creature" in kinds else ["Artifact"] if "artifact" in kinds else []
    if not types or (colors and colorless):
        return None
    ordered = tuple(color for color in COLORS if color in colors) if colors or colorless else None
    return TokenDescription("", size, ordered, tuple(supertypes), tuple(types), tuple(subtypes))


def _subtype(word: str) -> str | None:
    for form in (word, capital(word), word.title()):
        try:
            known = singular(form)
        except ValueError:
            continue
        if families(known):
            return known
    return None


def read_abilities(text: str) -> tuple[list[str], str]:
    """Return the abilities that text lists after " with ", and the rest of the text."""
    if not text.startswith(" with "):
        return [], text
    found: list[str] = []
    rest = text.removeprefix(" with ")
    while True:
        if quoted := _QUOTED.match(rest):
            found.append((quoted[1] or quoted[2]).rstrip(".,") + ".")
            end = quoted.end()
        else:
            keyword = next(_keywords(rest), None)
            if keyword is None:
                break
            found.append(capital(keyword))
            end = len(keyword)
        following = _SEPARATOR.match(rest, end)
        if following is None:
            return found, rest[end:]
        rest = rest[following.end() :]
    return found, rest


def _keywords(text: str) -> Iterator[str]:
    # The beginnings of the text that are keywords, longest first.
    for end in reversed([found.end() for found in _WORD.finditer(text)][:_LONGEST]):
        joints = (joint for joint in _AND.finditer(text) if joint.start() < end)
        if split_keyword(text[:end]) and not any(next(_keywords(text[joint.end() :]), None) for joint in joints):
            yield text[:end]


_LONGEST: Final = 9  # words of "bands with other creatures named Wolves of the Hunt"
_QUOTED: Final = lazy_pattern(r"[\"“]([^\"”]+)[\"”]|'(.+?)'(?!\w)")
_SEPARATOR: Final = lazy_pattern(r",? and |, | (?=[\"“'])")
_WORD: Final = lazy_pattern(r"[^\s,.]+")
_AND: Final = lazy_pattern(r" and ")


# --- The tokens of the game ---


@cache
def predefined() -> tuple[Mapping[str, Any], ...]:
    """Return the tokens that the rules define (111.10, 701.47a), as card definitions with Scryfall's field names."""
    import tomllib

    return tuple(tomllib.loads(FILE.with_suffix(".toml").read_text(encoding="utf-8"))["tokens"])


@cache
def pack() -> Packed:
    """Return the tokens that cards create; their lines are decoded on demand."""
    return Packed.of(FILE)


class KnownToken(Record, frozen=True):
    """A token that a card creates.

    Attributes:
        key: its key in `pack`.
        text: its description; abilities that are not keywords are only counted.
        description: the description without those abilities.
        others: the number of those abilities.
        cards: the number of cards that create it.
    """

    key: str
    text: str
    description: TokenDescription
    others: int
    cards: int


@cache
def known_tokens() -> tuple[KnownToken, ...]:
    """Return the tokens that cards create; those that more cards create come first."""
    found: list[KnownToken] = []
    for key, name in pack():
        cards, _, text = name.partition(" ")
        others = _OTHERS.search(text)
        description = read_token(_OTHERS.sub("", text))
        if description is not None:
            found.append(KnownToken(key, text, description, int(others[1]) if others else 0, int(cards)))
    return tuple(sorted(found, key=lambda token: (-token.cards, token.text)))


@cache
def _keys() -> Mapping[str, str]:
    # Case-folded description -> key, for the tokens whose power and toughness are numbers; the others were X/X.
    return {fold(token.text): token.key for token in known_tokens() if has_size(token)}


@cache
def _by_name() -> Mapping[str, KnownToken]:
    return {fold(token.description.called): token for token in reversed(known_tokens())}


def has_size(token: KnownToken) -> bool:
    """Return whether a token is no creature, or one with a given power and toughness instead of X/X."""
    return "Creature" not in token.description.types or token.description.size is not None


_OTHERS: Final = lazy_pattern(r"(?: with| and|,) (\d+) other abilit(?:y|ies)(?: \(\d+\))?$")


@lru_cache(maxsize=1024)
def find_token(text: str) -> Card | None:
    """Return the token with the given name or description, or None if the text is neither.

    A description of an emblem has its text: 'emblem with "Creatures you control get +1/+1."'.

    What a description omits is that of the token which the most cards create; a description without abilities means a
    token without abilities if there is one. A complete description need not be that of a token which a card creates.

    Raises:
        UnknownCardError: no card creates such a token, and the description is not complete.

    >>> find_token("Saproling token").faces[0].colors
    ('G',)
    >>> find_token("4/4 white Angel with flying").faces[0].types
    ('Creature',)
    >>> find_token("Grizzly Bears") is None
    True
    """
    if emblem := _EMBLEM.fullmatch(text.strip()):
        from .scryfall import read_card

        lines = [_line(line or other) for line, other in _QUOTED_LINE.findall(emblem[1])]
        return read_card({"name": "Emblem", "type_line": "Emblem", "oracle_text": "\n".join(lines)})
    name = _TOKEN.sub("", text, count=1).strip()
    card = pack().card(name)
    if card is not None:
        return card
    if (key := _keys().get(fold(text))) is not None:
        return pack().card(key)
    wanted = read_token(text)
    if wanted is None:
        if unsized := _by_name().get(fold(name)):  # else the name would have been found
            raise UnknownCardError(text, (f"3/3 {unsized.text}",))
        if _TOKEN.search(text) and (subtype := _subtype(name)) is not None:
            having = [known.description.called for known in known_tokens() if subtype in known.description.subtypes]
            if having:
                raise UnknownCardError(text, tuple(f"{each} token" for each in dict.fromkeys(having)))
        if _TOKEN.search(text) and (close := nearest(name, [known.description.called for known in known_tokens()])):
            raise UnknownCardError(text, tuple(f"{each} token" for each in close))
        return None
    kind = {*wanted.supertypes, *wanted.types}
    found = [known for known in known_tokens() if _fits(wanted, known)]
    found.sort(key=lambda known: {*known.description.supertypes, *known.description.types} != kind)
    literal = [known for known in found if _has_abilities(wanted, known)]
    if literal or (found and not wanted.abilities):
        return pack().card((literal or found)[0].key)
    if found and wanted.colors is None:  # the token has the color and types of the known one, and its own abilities
        like = found[0].description
        wanted = replace(wanted, colors=like.colors, types=like.types, supertypes=like.supertypes)
    kinds = [known for known in known_tokens() if set(wanted.subtypes) <= set(known.description.subtypes)]
    if wanted.size is None and len(kinds) == 1:
        return pack().card(kinds[0].key)
    if wanted.colors is None or ("Creature" in wanted.types and wanted.size is None) or not wanted.full_name:
        sizeless = any(not has_size(known) and fold(known.text) == fold(text) for known in kinds)
        kinds.sort(key=lambda known: not has_size(known))
        others = [f"{'' if has_size(known) else '3/3 '}{known.text}" for known in kinds if wanted.subtypes]
        raise UnknownCardError(text, (f"3/3 {text}",) if sizeless else tuple(others[:3]))
    from .scryfall import read_card

    return read_card(wanted.to_data())


def uncertain_token(text: str) -> str:
    """Return the description of the token that a name means, or "" if most cards that create such tokens create it.

    >>> uncertain_token("Elemental token"), uncertain_token("Goblin token")
    ('4/4 blue and red Elemental creature token', '')
    """
    name = _TOKEN.sub("", text, count=1).strip()
    found = [known for known in known_tokens() if fold(known.description.called) == fold(name)]
    card = pack().card(name) if len(found) > 1 else None
    meant = next((known for known in found if card is not None and pack().card(known.key) == card), None)
    return meant.text if meant is not None and 2 * meant.cards < sum(each.cards for each in found) else ""


def _line(quoted: str) -> str:
    # A card prints a period only in the last one of several quotations.
    line = _INNER.sub(r'"\1"', quoted.strip())
    return line if line.rstrip("\"')").endswith(".") else f"{line}."


_QUOTED_LINE: Final = lazy_pattern(r'"([^"]+)"|“([^”]+)”')
_INNER: Final = lazy_pattern(r"(?<!\w)['‘](.+)['’](?!\w)")  # 'Mountains you control have '{T}: ...''
_EMBLEM: Final = lazy_pattern(rf"emblem(?: with|:)? ((?:(?:{_QUOTED_LINE.pattern})(?: and )?)+)", re.IGNORECASE)


def _fits(wanted: TokenDescription, token: KnownToken) -> bool:
    known = token.description
    return (
        has_size(token)
        and set(wanted.subtypes) == set(known.subtypes)
        and set(wanted.types) <= set(known.types)
        and set(wanted.supertypes) <= set(known.supertypes)
        and wanted.size in (None, known.size)
        and wanted.colors in (None, known.colors)
        and fold(wanted.name) == fold(known.name)
    )


def _has_abilities(wanted: TokenDescription, token: KnownToken) -> bool:
    abilities = [{fold(each) for each in description.abilities} for description in (wanted, token.description)]
    return abilities[0] == abilities[1] and not token.others
