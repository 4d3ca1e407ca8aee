"""The vocabulary of the rules: card types, subtypes, colors, keywords, zones and counters.

``vocabulary.toml`` contains the lists with their rule numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final, Literal

import msgspec

from ..data.numbers import is_numeral, number_of
from ..data.record import Path as DataPath
from ..support.patterns import lazy_pattern
from ..support.records import Record
from .tables import table

_DATA: Final = table("vocabulary")

CARD_TYPES: Final[tuple[str, ...]] = tuple(_DATA["card_types"])
PERMANENT_TYPES: Final[tuple[str, ...]] = tuple(_DATA["permanent_types"])
NEVER_PERMANENT: Final = frozenset(CARD_TYPES) - {*PERMANENT_TYPES, "Kindred"}
"""Card types whose cards cannot be on the battlefield (304.4, 307.4, 309.2, 311.2 ... 315.3)."""

SUPERTYPES: Final[tuple[str, ...]] = tuple(_DATA["supertypes"])
ZONES: Final[tuple[str, ...]] = tuple(_DATA["zones"])

COLORS: Final[tuple[str, ...]] = tuple(_DATA["colors"])
"""The symbols of the colors: W, U, B, R, G."""

COLOR_NAMES: Final[Mapping[str, str]] = MappingProxyType(_DATA["colors"])
"""The color word for each color symbol, such as white for W."""

COLOR_WORDS: Final[Mapping[str, str]] = MappingProxyType({COLOR_NAMES[color]: color for color in COLORS})
"""The color symbol for each color word, such as W for white."""

BASIC_LAND_TYPES: Final[Mapping[str, str]] = MappingProxyType(_DATA["basic_land_types"])
"""The symbol of the mana that the intrinsic ability of each basic land type adds (305.6)."""

SUBTYPES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {family: tuple(words) for family, words in _DATA["subtypes"].items()}
)
"""The subtypes in each family.

A word can be in two families; for example, Spacecraft is an artifact type and a planar type.
"""

CARD_TYPE_FAMILY: Final[Mapping[str, str]] = MappingProxyType(_DATA["families"])
"""The family of subtypes for each card type that has subtypes."""

EVERY_MARKERS: Final[Mapping[str, str]] = MappingProxyType(_DATA["every"])
"""The marker that represents all subtypes of each family."""

OLD_WORDS: Final[Mapping[str, str]] = MappingProxyType(_DATA["old_words"])
"""The current word for each word on older cards, such as Kindred for Tribal."""

KEYWORD_COUNTERS: Final[tuple[str, ...]] = tuple(_DATA["keyword_counters"])
"""Kinds of counters that give the keyword ability of the same name (122.1b)."""

MARKERS: Final = ("Token", "Emblem")
"""Words that can begin a type line but are not types."""


# --- Subtypes ---


def _families_by_word() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for family, words in SUBTYPES.items():
        for word in words:
            found[word] = (*found.get(word, ()), family)
    return found


_FAMILIES: Final = _families_by_word()
_PHRASES: Final = tuple(word for word, known in _FAMILIES.items() if " " in word and known != ("plane",))


def subtypes_of(family: str) -> tuple[str, ...]:
    """Return the subtypes of a family in alphabetical order, or () if the family is unknown.

    >>> subtypes_of("battle")
    ('Siege',)
    """
    return SUBTYPES.get(family, ())


def families(subtype: str) -> tuple[str, ...]:
    """Return the families of a subtype, or () if the subtype is unknown.

    >>> families("Forest"), families("Spacecraft"), families("Flying")
    (('land',), ('artifact', 'plane'), ())
    """
    return _FAMILIES.get(subtype, ())


def family_of(subtype: str, types: Iterable[str]) -> str | None:
    """Return the family of a subtype that one of the given card types supports, or None (205.3d).

    >>> family_of("Elf", ["Kindred", "Instant"])
    'creature'
    >>> family_of("Elf", ["Land"]) is None
    True
    """
    known = families(subtype)
    return next((family for family in map(CARD_TYPE_FAMILY.get, types) if family in known), None)


# --- Plurals ---

_IRREGULAR: Final[dict[str, list[str]]] = _DATA["plurals"]


def capital(text: str) -> str:
    """Return the string after capitalizing its first letter."""
    return text[:1].upper() + text[1:]


def joined(words: Iterable[str], last: str = "and") -> str:
    """Return the items joined with commas and "and".

    >>> joined(["a", "b", "c"]), joined(["a"]), joined([])
    ('a, b and c', 'a', '')
    """
    found = list(words)
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} {last} {found[-1]}" if found else ""


def color_words(colors: Iterable[str]) -> str:
    """Return the names of the colors joined with "and", or "colorless".

    >>> color_words("WU"), color_words("")
    ('white and blue', 'colorless')
    """
    return joined(COLOR_NAMES.get(color, color) for color in colors) or "colorless"


def color_of(word: str) -> str | None:
    """Return the color with the given name, letter or mana symbol, or None if there is none.

    >>> color_of("Red"), color_of("u"), color_of("{W}"), color_of("purple")
    ('R', 'U', 'W', None)
    """
    plain = word.strip().strip("{}")
    return plain.upper() if plain.upper() in COLORS else COLOR_WORDS.get(plain.lower())


def plural(word: str) -> str:
    """Return the plural of a subtype or card type, keeping the case of its first letter.

    >>> plural("Elf"), plural("Ally"), plural("Plains"), plural("sorcery"), plural("Time Lord")
    ('Elves', 'Allies', 'Plains', 'sorceries', 'Time Lords')
    """
    large = capital(word)
    form = _IRREGULAR[large][0] if large in _IRREGULAR else _regular_plural(large)
    return form if word == large else form[:1].lower() + form[1:]


def singular(word: str) -> str:
    """Return the singular of a subtype or card type.

    Raises:
        ValueError: the word is not a subtype or card type.

    >>> singular("Saprolings"), singular("Mercenaries"), singular("Plains"), singular("phenomena")
    ('Saproling', 'Mercenary', 'Plains', 'phenomenon')
    """
    large = capital(word)
    form = _singulars().get(large)
    if form is None:
        raise ValueError(f"`{word}` is not a subtype or card type, singular or plural")
    return form if word == large else form[:1].lower() + form[1:]


def _regular_plural(word: str) -> str:
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "z", "ch", "sh")) else "s")


@cache
def _singulars() -> dict[str, str]:
    named = ("planeswalker", "plane", "dungeon")  # proper names have no plural
    words = [word for family, list_ in SUBTYPES.items() if family not in named for word in list_]
    known = {word: word for word in (*CARD_TYPES, *_FAMILIES)}
    for word in (*CARD_TYPES, *words):
        for form in (*_IRREGULAR.get(word, ()), _regular_plural(word)):
            known.setdefault(form, word)
    return known


# --- Type lines ---


class TypeLine(Record, frozen=True):
    """The three parts of a type line (205.1), each in printed order."""

    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]

    def __str__(self) -> str:
        left = " ".join((*self.supertypes, *self.types))
        return f"{left} — {' '.join(self.subtypes)}" if self.subtypes else left


def parse_type_line(line: str) -> TypeLine:
    """Return the parts of a type line; if the line describes two faces, only the front face is read.

    A leading "Token" or "Emblem" is ignored. "Tribal" is read as Kindred, and "Summon Wolf" as "Creature — Wolf".
    Unknown subtypes are kept.

    Raises:
        ValueError: a word before the dash is neither a supertype nor a card type.

    >>> parse_type_line("Legendary Land — Island Forest")
    TypeLine(supertypes=('Legendary',), types=('Land',), subtypes=('Island', 'Forest'))
    >>> parse_type_line("Token Creature — Time Lord Rogue").subtypes
    ('Time Lord', 'Rogue')
    """
    front = line.partition("//")[0].replace("’", "'")
    if summoned := _SUMMON.match(front):  # "Summon" in the glossary: a creature card
        front = f"Creature — {front[summoned.end() :]}"
    left, right = (*_DASH.split(front, maxsplit=1), "")[:2]
    supertypes, types = [], []
    for word in left.split():
        name = OLD_WORDS.get(word.capitalize(), word.capitalize())
        if name in SUPERTYPES:
            supertypes.append(name)
        elif name in CARD_TYPES:
            types.append(name)
        elif name not in MARKERS:
            raise ValueError(f"`{word}` in the type line `{line}` is neither a supertype nor a card type")
    if "Plane" in types:  # 205.3b: the words after the dash are one planar type
        subtypes = [right.strip()] if right.strip() else []
    else:
        subtypes = _split_subtypes(right)
    return TypeLine(tuple(supertypes), tuple(types), tuple(subtypes))


_SUMMON: Final = lazy_pattern(r"Summon (?:— )?(?=[A-Z])")
_DASH: Final = lazy_pattern(r"\s*—\s*|\s[-–]\s")


def _split_subtypes(text: str) -> list[str]:
    for phrase in _PHRASES:
        text = text.replace(phrase, phrase.replace(" ", "\0"))
    return [word.replace("\0", " ") for word in text.split()]


# --- Mana costs ---

_SYMBOL: Final = lazy_pattern(r"\{([0-9]+|[CSXYZ]|[WUBRG](?:/[WUBRG])?(?:/P)?|(?:2|C)/[WUBRG])\}")


class ManaCost(msgspec.Struct, frozen=True):
    """The mana symbols in a mana cost (202.1), written without braces."""

    symbols: tuple[str, ...] = ()

    def value(self, x: int = 0) -> int:
        """Return the mana value for the given value of X (202.3); a hybrid symbol counts as its larger part."""
        return sum(_symbol_value(symbol, x) for symbol in self.symbols)

    @property
    def colors(self) -> tuple[str, ...]:
        """The colors of an object with this cost (202.2)."""
        return tuple(color for color in COLORS if any(color in symbol for symbol in self.symbols))

    def devotion(self, colors: Iterable[str]) -> int:
        """Return the number of symbols of at least one of the given colors (700.5)."""
        wanted = set(colors)
        return sum(1 for symbol in self.symbols if not wanted.isdisjoint(symbol))

    def __str__(self) -> str:
        return "".join(f"{{{symbol}}}" for symbol in self.symbols)


@lru_cache(maxsize=4096)
def parse_mana_cost(cost: str) -> ManaCost:
    """Return the symbols in a mana cost, ignoring the "//" of a split card (709.4b).

    Raises:
        ValueError: a part of `cost` is not a mana symbol.

    >>> cost = parse_mana_cost("{X}{2/W}{G/W/P}{U}")
    >>> cost.value(), cost.value(x=3), cost.colors, cost.devotion("W")
    (4, 7, ('W', 'U', 'G'), 2)
    """
    rest = _SYMBOL.sub("", cost).replace("//", "").strip()
    if rest:
        raise ValueError(f"`{rest.split()[0]}` in the mana cost `{cost}` is not a mana symbol")
    return ManaCost(tuple(_SYMBOL.findall(cost)))


def admit_mana_cost(cost: str) -> None:
    """Reject a mana cost that contains a number with too many digits.

    Raises:
        LimitError: a number has too many digits.
        ValueError: a part of `cost` is not a mana symbol.
    """
    for symbol in parse_mana_cost(cost).symbols:
        if is_numeral(symbol):
            number_of(symbol)


def mana_value(cost: str, x: int = 0) -> int:
    """Return the mana value of a mana cost string.

    >>> mana_value("{2}{G}{G}"), mana_value("")
    (4, 0)
    """
    return parse_mana_cost(cost).value(x)


@lru_cache(maxsize=4096)
def devotion(cost: str, colors: tuple[str, ...]) -> int:
    """Return the devotion to `colors` that a mana cost string contributes.

    >>> devotion("{1}{W}{W/U}{U}", ("W", "U"))
    3
    """
    return parse_mana_cost(cost).devotion(colors)


def _symbol_value(symbol: str, x: int) -> int:
    if is_numeral(symbol):
        return number_of(symbol, limit="computed")
    if symbol in "XYZ":
        return x if symbol == "X" else 0
    return 2 if symbol.startswith("2/") else 1


# --- Keywords ---


class Reason(msgspec.Struct, frozen=True):
    """A reason why a keyword has no effect in any layer, and the rule that supports this reason."""

    rule: str
    text: str


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    rule: str
    layers: tuple[str, ...] = ()
    source: str = ""
    none: str = ""
    resolves: str = ""
    also: str = ""


class KeywordEntry(_Entry, frozen=True, kw_only=True):
    """A keyword ability of section 702.

    Attributes:
        name: the name as printed at the beginning of a line.
        rule: the rule that defines the keyword.
        layers: the layers in which the keyword has an effect.
        source: the source of the effect, if the keyword itself has neither clauses nor `resolves`.
        none: the name of the reason why the keyword has no effect in any layer, or "".
        resolves: the continuous effect of the activated or triggered ability as a sentence, or "".
        also: the name of what it does to the board in addition to `resolves`, as for `none`, or "".
        forms: the forms in the notation of the rulebook, such as "Equip [cost]" or "Bushido N".
        variant_of: the keyword of which this keyword is a variant, or "".
        ability: "activated" or "triggered" (602.1, 603.1), or "" for any other kind of ability.
        enters_with: the counters that the permanent enters with, such as "N +1/+1 counters", or "".
        target: what its ability targets, such as "target land you control", or "".
    """

    forms: tuple[str, ...]
    variant_of: str = ""
    ability: Literal["", "activated", "triggered"] = ""
    enters_with: str = ""
    target: str = ""

    @property
    def takes(self) -> tuple[str, ...]:
        """The kinds of parameters in the longest form, in order, such as "cost" or "number"."""
        slots = [_SLOT.findall(form) for form in self.forms]
        return tuple(_SLOT_NAMES[slot] for slot in max(slots, key=len))


_SLOT: Final = lazy_pattern(r"\[cost\]|\[quality\]|\[ability\]|\bN\b")
_SLOT_NAMES: Final = {"[cost]": "cost", "[quality]": "quality", "[ability]": "ability", "N": "number"}

KEYWORDS: Final[Mapping[str, KeywordEntry]] = MappingProxyType(
    {
        name: msgspec.convert({"name": name, "forms": [name], **data}, KeywordEntry)
        for name, data in _DATA["keywords"].items()
    }
)
"""The keyword abilities, keyed by name, in the order of the rulebook."""


class KeywordAction(_Entry, frozen=True, kw_only=True):
    """A keyword action of section 701; the other attributes are those of `KeywordEntry`.

    Attributes:
        object: a description of the object that an event names as `chosen.object`; "" if an event does not name one.
        targets: whether it has targets although it creates no continuous effect, as "support 2" has.
    """

    object: str = ""
    targets: bool = False


ACTIONS: Final[Mapping[str, KeywordAction]] = MappingProxyType(
    {name: msgspec.convert({"name": name, **data}, KeywordAction) for name, data in _DATA["actions"].items()}
)
"""The keyword actions, keyed by name, in the order of the rulebook."""

REASONS: Final[Mapping[str, Reason]] = MappingProxyType(
    {name: msgspec.convert(data, Reason) for name, data in _DATA["reasons"].items()}
)
"""The reasons why keyword abilities and keyword actions have no effect in any layer, keyed by name."""


def split_keyword(text: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the name and parameters in the text of a keyword, or None.

    The string must not contain reminder text; case and a final period are ignored.

    >>> split_keyword("flying"), split_keyword("Equip {2}"), split_keyword("Suspend 4—{1}{R}")
    (('Flying', ()), ('Equip', ('{2}',)), ('Suspend', ('4', '{1}{R}')))
    >>> split_keyword("protection from red"), split_keyword("Islandwalk")
    (('Protection', ('red',)), ('Landwalk', ('Island',)))
    >>> split_keyword("Flying creatures get +1/+1.") is None
    True
    """
    text = text.strip().removesuffix(".")
    for old, new in OLD_WORDS.items():
        if text.lower() == old.lower():
            text = new
    head = _HEAD.match(text)
    index = _patterns()
    for pattern, name, by_type in (*index.get(head[0].lower() if head else "", ()), *index[""]):
        found = pattern.fullmatch(text)
        if found and (not by_type or _is_type(found[1].split()[-1])):
            return name, tuple(given for given in found.groups() if given)
    return None


_HEAD: Final = lazy_pattern(r"[\w'∞-]+")
_MANA: Final = r"(?:\{[^{}]+\})+"
_SLOT_PATTERNS: Final = {
    "[cost]": rf"(?: ({_MANA}(?: (?:and/or|or) {_MANA})*(?:, where X is .+)?)|—(.+))",
    "[quality]": "(.+?)",
    "[ability]": "(.+)",
    "N": r"(\d+|X(?:, where X is .+)?)",
}


@cache
def _patterns() -> dict[str, list[tuple[re.Pattern[str], str, bool]]]:
    # First word of a form -> its patterns; "" for the forms that begin with a type.
    index: dict[str, list[tuple[re.Pattern[str], str, bool]]] = {"": []}
    for keyword in KEYWORDS.values():
        for form in keyword.forms:
            parts = re.split(rf"( ?\[cost\]|—\[cost\]|{_SLOT.pattern})", form)
            source = "".join(_SLOT_PATTERNS.get(part.lstrip(" —"), re.escape(part)) for part in parts)
            by_type = form.startswith("[")
            if by_type:  # a type with at most one word before it
                source = source.replace(_SLOT_PATTERNS["[quality]"], r"((?:[\w-]+ )?[\w-]+?)", 1)
            head = "" if by_type else form.split()[0].split("—")[0].lower()
            index.setdefault(head, []).append((re.compile(source, re.IGNORECASE), keyword.name, by_type))
    return index


def _is_type(word: str) -> bool:
    large = capital(word)
    return large in CARD_TYPES or bool(families(large))


# --- Counters ---

_PT_COUNTER: Final = lazy_pattern(r"([+-][0-9]+)/([+-][0-9]+)")


def pt_counter(kind: str, path: DataPath = ()) -> tuple[int, int] | None:
    """Return the power and toughness that a kind of counter adds (122.1a), or None.

    Args:
        kind: the kind of counter.
        path: the keys and indices that lead to the kind in the data.

    Raises:
        LimitError: a number has too many digits.

    >>> pt_counter("+1/+1"), pt_counter("-0/-2"), pt_counter("charge")
    ((1, 1), (0, -2), None)
    """
    found = _PT_COUNTER.fullmatch(kind)
    return (number_of(found[1], path), number_of(found[2], path)) if found else None
