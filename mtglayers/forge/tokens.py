"""Functions that convert tokens between Forge's notation and card definitions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec

from mtglayers.model.cards.tokens import predefined
from mtglayers.model.rules.vocabulary import (
    CARD_TYPES,
    COLORS,
    SUBTYPES,
    SUPERTYPES,
    TypeLine,
    color_of,
    families,
    split_keyword,
)

_SCRIPT: Final = re.compile(r"(all|c|[wubrg]{1,5})_([0-9]{1,6}|x)_([0-9]{1,6}|x)_([a-z0-9_]+)")
_NONCREATURE: Final = re.compile(r"c_a_([a-z]+)(?:_[a-z]+)?")
_SQUEEZED: Final = {
    "firststrike": "First strike", "doublestrike": "Double strike", "flying": "Flying", "deathtouch": "Deathtouch",
    "defender": "Defender", "haste": "Haste", "hexproof": "Hexproof", "indestructible": "Indestructible",
    "lifelink": "Lifelink", "menace": "Menace", "reach": "Reach", "trample": "Trample", "vigilance": "Vigilance",
    "shroud": "Shroud", "shadow": "Shadow", "fear": "Fear", "intimidate": "Intimidate", "infect": "Infect",
    "flanking": "Flanking", "horsemanship": "Horsemanship", "prowess": "Prowess", "decayed": "Decayed",
    "changeling": "Changeling", "flash": "Flash", "wither": "Wither", "banding": "Banding", "phasing": "Phasing",
}  # fmt: skip
_KINDS: Final = {"a": "Artifact", "e": "Enchantment"}
_NUMBER: Final = re.compile(r"-?[0-9]{1,6}")


class TokenDefinition(msgspec.Struct, frozen=True):
    """A token that is defined in Forge's notation.

    Attributes:
        card: the definition with Scryfall's field names, or None if its characteristics are unknown.
        problems: pairs (part that cannot be carried over, reason).
    """

    card: Mapping[str, Any] | None
    problems: tuple[tuple[str, str], ...] = ()


def token_of_values(text: str) -> TokenDefinition:
    """Return the token defined by values such as `Goblin,P:1,T:1,Types:Creature-Goblin`.

    >>> token_of_values("Bird,P:1,T:1,Cost:no cost,Color:WU,Types:Creature-Bird,Keywords:Flying").card["type_line"]
    'Token Creature — Bird'
    """
    name, *rest = (part.strip() for part in text.split(","))
    fields = {key.strip(): value.strip() for key, colon, value in (part.partition(":") for part in rest) if colon}
    problems: list[tuple[str, str]] = []
    supertypes, types, subtypes = _types(fields.get("Types", ""))
    if not types:
        return TokenDefinition(None, ((f"token `{name}`", "its card types are missing"),))
    if others := [word for word in subtypes if not families(word)]:
        problems.append((f"types `{'-'.join(others)}`", "unknown types"))
    card = _card(name, supertypes, types, [word for word in subtypes if families(word)])
    card["colors"] = _colors(fields, problems)
    if "Creature" in types or "Vehicle" in subtypes:
        for key, field in (("P", "power"), ("T", "toughness")):
            given = fields.get(key, "0")
            card[field] = given if _NUMBER.fullmatch(given) else "0"
            if not _NUMBER.fullmatch(given):
                problems.append((f"`{key}:{given}`", "not a number"))
    lines = _keywords(fields.get("Keywords", ""), name, problems)
    if not lines and (known := _predefined(name.removesuffix(" Token"))):
        lines = [known["oracle_text"]]
    if lines:
        card["oracle_text"] = "\n".join(lines)
    return TokenDefinition(card, tuple(problems))


def token_of_script(script: str) -> TokenDefinition:
    """Return the token described by the name of a Forge script.

    >>> token_of_script("g_1_1_saproling").card["name"]
    'Saproling Token'
    """
    plain = script.strip().lower()
    noncreature = _NONCREATURE.fullmatch(plain)
    if noncreature and (known := _predefined(noncreature[1].capitalize())):
        return TokenDefinition({"colors": [], **known})
    found = _SCRIPT.fullmatch(plain)
    if not found or "x" in (found[2], found[3]):
        return TokenDefinition(None, ((f"token script `{script}`", "its name does not describe a token"),))
    types = ["Creature"]
    subtypes: list[str] = []
    keywords: list[str] = []
    for word in _words(found[4].split("_")):
        if word in _KINDS and not subtypes:
            types.insert(0, _KINDS[word])
        elif word in _SQUEEZED and subtypes:
            keywords.append(_SQUEEZED[word])
        elif word in _CREATURE_TYPES and not keywords:
            subtypes.append(_CREATURE_TYPES[word])
        else:
            return TokenDefinition(None, ((f"token script `{script}`", f"`{word}` is not a known characteristic"),))
    if not subtypes:
        return TokenDefinition(None, ((f"token script `{script}`", "its name contains no creature type"),))
    card = _card(f"{' '.join(subtypes)} Token", [], types, subtypes)  # 111.4
    colors = list(COLORS) if found[1] == "all" else [color for color in COLORS if color.lower() in found[1]]
    card |= {"colors": colors, "power": found[2], "toughness": found[3]}
    if keywords:
        card["oracle_text"] = "\n".join(keywords)
    problem = (f"token script `{script}`", "any abilities that its name does not mention are missing")
    return TokenDefinition(card, (problem,))


def token_values(card: Mapping[str, Any]) -> str:
    """Return a token in Forge's notation for token values.

    Args:
        card: the values for `name`, `power`, `toughness`, `mana_cost`, `colors`, `types` (with subtypes and supertypes)
            and `keywords`.
    """
    cost = card["mana_cost"]
    return ",".join((
        card["name"],
        f"P:{card['power']}",
        f"T:{card['toughness']}",
        f"Cost:{' '.join(re.findall(r'{([^{}]+)}', cost)) if cost else 'no cost'}",
        f"Color:{''.join(card['colors'])}",
        f"Types:{'-'.join(card['types'])}",
        f"Keywords:{'-'.join(card['keywords'])}",
    ))  # fmt: skip


# --- Parts ------------------------------------------------------------------------------------------------------

_CREATURE_TYPES: Final[Mapping[str, str]] = MappingProxyType(
    {re.sub(r"[^a-z]", "", word.lower()): word for word in SUBTYPES["creature"]}
)
_HYPHENED: Final = tuple(sorted(word for words in SUBTYPES.values() for word in words if "-" in word))


def _predefined(name: str) -> Mapping[str, Any] | None:
    found = (token for token in predefined() if token["name"] == name and "oracle_text" in token)
    return next(found, None)


def _card(name: str, supertypes: list[str], types: list[str], subtypes: list[str]) -> dict[str, Any]:
    return {"name": name, "type_line": str(TypeLine(("Token", *supertypes), tuple(types), tuple(subtypes)))}


def _types(text: str) -> tuple[list[str], list[str], list[str]]:
    kept: dict[str, str] = {}
    for word in _HYPHENED:
        if word in text:
            mark = f"\0{len(kept)}\0"
            kept[mark], text = word, text.replace(word, mark)
    words = [kept.get(word, word) for word in re.split(r"[-\s]+", text) if word]
    supertypes = [word for word in words if word in SUPERTYPES]
    types = [word for word in words if word in CARD_TYPES]
    return supertypes, types, [word for word in words if word not in (*supertypes, *types)]


def _colors(fields: Mapping[str, str], problems: list[tuple[str, str]]) -> list[str]:
    given = fields.get("Color")
    if given is None:
        found = _colors_of_cost(fields.get("Cost", ""), problems)
        if not found and "Image" in fields:
            problems.append(("its color", "the file specifies none, so Forge makes the token colorless"))
        return found
    whole = color_of(given)
    if whole or given.lower() in ("", "c", "colorless", "{c}"):
        return [whole] if whole else []
    letters = {color_of(letter) for letter in re.sub(r"[{}\s/]", "", given)}
    if None in letters:
        problems.append((f"`Color:{given}`", "not a list of colors; the colors of its cost are used"))
        return _colors_of_cost(fields.get("Cost", ""), problems)
    return [color for color in COLORS if color in letters]


def _colors_of_cost(cost: str, problems: list[tuple[str, str]]) -> list[str]:
    # Only spaces separate symbols, so `{R}{G}` is one hybrid symbol.
    found: set[str] = set()
    for symbol in cost.split():
        colors = {letter for letter in symbol if letter in COLORS}
        if frozenset(symbol) & _OF_SYMBOLS in _WITH_COLORS.get(len(colors), ()):
            found |= colors
        elif colors:
            problems.append((f"`{symbol}` in its cost", "Forge does not read it as a mana symbol"))
    return [color for color in COLORS if color in found]


_OF_SYMBOLS: Final = frozenset("PSXC0123456789")
_WITH_COLORS: Final = MappingProxyType({
    1: (frozenset(), frozenset("P"), frozenset("2"), frozenset("C")),
    2: (frozenset(), frozenset("P")),
})  # fmt: skip
"""Number of colors in a mana symbol -> the other characters that Forge accepts in it."""


def _keywords(text: str, name: str, problems: list[tuple[str, str]]) -> list[str]:
    lines: list[str] = []
    for raw in text.split("-"):
        word = raw.strip().replace("CARDNAME", name)
        if not word:
            continue
        known = next((each for each in (word, word.replace(":", " ")) if split_keyword(each)), None)
        if known is None:
            problems.append((f"keyword `{raw.strip()}`", "Forge’s scripts are not read; it becomes rules text"))
        lines.append(known or word)
    return lines


def _words(parts: list[str]) -> list[str]:
    found: list[str] = []
    for part in parts:
        if found and found[-1] + part in _CREATURE_TYPES and part not in _CREATURE_TYPES:
            found[-1] += part
        else:
            found.append(part)
    return found
