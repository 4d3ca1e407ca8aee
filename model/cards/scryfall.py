"""Conversion of card data with Scryfall's field names to `Card` values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from ..data.numbers import is_numeral, number_of
from ..effects.ability import Static, TextAbility, UnsupportedAbility
from ..effects.amounts.base import Number
from ..effects.amounts.counting import CountersOn
from ..effects.conditions import AtLevel, Compare, all_of
from ..effects.filters.characteristics import OfType
from ..effects.filters.combinators import Other
from ..effects.keywords import Keyword
from ..effects.language import Ability, Clause, Condition, Operation, Selector
from ..effects.operations.abilities import Gain
from ..effects.operations.power_toughness import SetPT
from ..effects.operations.types import AddTypes
from ..effects.selectors import Attached, Group, Itself
from ..oracle.reading.discourse import Offered
from ..oracle.reading.keywords import alternatives
from ..oracle.reading.lines import read_line
from ..oracle.reading.resolving import named
from ..oracle.recognition.normalise import abilities_of, normalise
from ..rules.vocabulary import parse_type_line
from .card import Card, Face

_CHOOSE = re.compile(
    r"choose (?:a|an|two|one|another)? ?(basic land type|creature type|land type|card type|nonbasic land type"
    r"|planeswalker type|artifact, creature)"
)
_CHOOSE_ABILITIES = re.compile(r"\bAs [^.\n]+?, choose (?:\w+ abilities from among )?(?P<listed>[^.\n]+)\.")
_WORDS = {
    "basic land type": "basic_land_type", "creature type": "creature_type", "land type": "land_type",
    "card type": "card_type", "nonbasic land type": "land_type", "artifact, creature": "card_type",
    "planeswalker type": "planeswalker_type",
}  # fmt: skip
_IN_COMMAND = {"Plane", "Phenomenon", "Scheme", "Vanguard", "Conspiracy", "Dungeon"}
_BAND = re.compile(r"LEVEL (0|[1-9]\d{0,3})(?:-([1-9]\d{0,3})|\+)", re.ASCII)
_STATION = re.compile(r"STATION (0|[1-9]\d{0,3})\+", re.ASCII)
_CREATURE_AT = re.compile(r"It's an artifact creature at (\d+)\+")
_ON_CREATURE = re.compile(r"Enchant creature(?! card\b)\b", re.IGNORECASE)
_MELDS_WITH = re.compile(r"\(Melds with ([^()\n]+)\.\)")
_MELDS_INTO = re.compile(r"\bmeld them into ([^.\n]+)\.")
Size = tuple[str | None, str | None]
"""Power and toughness as printed."""
UNSIZED: Final[Size] = (None, None)
# A station ability as it is printed (721.2a).
_STATION_BOX = re.compile(r"^(\d{1,3})\+ \| ", re.MULTILINE)
_HAS_STATION = re.compile(r"^Station\b", re.MULTILINE)
_LEVEL = re.compile(r"^\{.+\}: Level (\d{1,4})$", re.ASCII)


def read_card(data: Mapping[str, Any]) -> Card:
    """Return the card described by a mapping with Scryfall's field names.

    Raises:
        ValueError: a type line or mana cost cannot be read.
        KeyError: the name or the type line is missing.
    """
    faces = tuple(data.get("card_faces") or (data,))
    kind = str(data.get("type_line") or faces[0].get("type_line", "")).split(" ", 1)[0]
    return Card(
        name=str(data["name"]),
        faces=tuple(_face(face, data) for face in faces),
        layout=str(data.get("layout") or "normal"),
        token=kind == "Token",
        emblem=kind == "Emblem",
        melds_with=_found(_MELDS_WITH, data),
        melds_into=_found(_MELDS_INTO, data),
    )


def _found(pattern: re.Pattern[str], card: Mapping[str, Any]) -> str:
    found = pattern.search(str(card.get("oracle_text") or "").replace("’", "'"))
    return found[1] if found and card.get("layout") == "meld" else ""


def read_faces(
    data: Mapping[str, Any],
) -> Iterator[tuple[str, tuple[str, ...], list[tuple[str, tuple[Ability, ...]]]]]:
    """Yield a (name, card types, result of `read_lines`) tuple for each face of a card.

    Raises:
        ValueError: a type line cannot be read.
        KeyError: the name or the type line is missing.
    """
    for face in data.get("card_faces") or (data,):
        name = str(face.get("name") or data["name"])
        types = parse_type_line(_line(face, data)).types
        text = str(face.get("oracle_text") or "")
        yield name, types, read_lines(text, name, types, _size(face))


def _line(face: Mapping[str, Any], card: Mapping[str, Any]) -> str:
    return str(face.get("type_line") or card.get("type_line") or face["type_line"])


def _face(face: Mapping[str, Any], card: Mapping[str, Any]) -> Face:
    name = str(face.get("name") or card["name"])
    line = _line(face, card)
    types = parse_type_line(line)
    cost = str(face.get("mana_cost") or "")
    text = str(face.get("oracle_text") or "")
    size = _size(face)
    abilities = read_abilities(text, name, types.types, size)
    if _numbers(size) and any(map(_STATION.fullmatch, text.split("\n"))):
        size = UNSIZED  # 721.2c: only the station ability gives a Spacecraft power and toughness
    if line.split(" ", 1)[0] == "Emblem" or set(types.types) & _IN_COMMAND:
        abilities = tuple(map(_in_command, abilities))
    return Face(
        name=name,
        mana_cost=cost,
        supertypes=types.supertypes,
        types=types.types,
        subtypes=types.subtypes,
        colors=_colors(face, card, line),
        power=size[0],
        toughness=size[1],
        loyalty=_number(face.get("loyalty")),
        defense=_number(face.get("defense")),
        abilities=abilities,
        prototype=_prototype(abilities),
    )


def _size(face: Mapping[str, Any]) -> Size:
    return _number(face.get("power")), _number(face.get("toughness"))


def _numbers(size: Size) -> tuple[int, int] | None:
    power, toughness = size
    if power is None or toughness is None or not (is_numeral(power) and is_numeral(toughness)):
        return None
    return number_of(power), number_of(toughness)


def read_abilities(text: str, name: str, types: tuple[str, ...] = (), size: Size = UNSIZED) -> tuple[Ability, ...]:
    """Return the abilities in rules text, in printed order.

    Args:
        text: the rules text, including reminder text.
        name: the card's name.
        types: the card types.
        size: the printed power and toughness, which a Spacecraft gets from its last station ability (721.2b).
    """
    return tuple(_joined([ability for _, found in read_lines(text, name, types, size) for ability in found]))


def read_lines(
    text: str, name: str, types: tuple[str, ...] = (), size: Size = UNSIZED
) -> list[tuple[str, tuple[Ability, ...]]]:
    """Return a (normalized line, abilities) pair for each line of rules text.

    A level or station ability counts as one line. This function takes the same arguments as `read_abilities` but does
    not combine all instructions of a spell into one ability.
    """
    text = _STATION_BOX.sub(r"STATION \1+\n", text) if _HAS_STATION.search(text) else text
    at = _CREATURE_AT.search(text.replace("’", "'"))
    text = normalise(text, name)
    offered = _offered(text)
    pairs: list[tuple[str, tuple[Ability, ...]]] = []
    level = 0
    lines = abilities_of(text)
    on_creature = any(_ON_CREATURE.match(line) for line in lines)
    while lines:
        line = lines.pop(0)
        if band := _BAND.fullmatch(line):
            inner = []
            while lines and not _BAND.fullmatch(lines[0]):
                inner.append(lines.pop(0))
            pairs.append(("\n".join([line, *inner]), (_band(band, inner, types),)))
            continue
        if band := _STATION.fullmatch(line):
            inner = []
            while lines and not _STATION.fullmatch(lines[0]):
                inner.append(lines.pop(0))
            creature = band[1] == at[1] if at else size != UNSIZED and not lines
            box = [f"{size[0]}/{size[1]}"] if creature and _numbers(size) else []
            pairs.append(("\n".join([line, *inner, *box]), _station(number_of(band[1]), inner, types, creature, size)))
            continue
        if found := _LEVEL.search(line):
            level = number_of(found[1])
        read = read_line(line, "", types, offered)
        if on_creature:
            read = tuple(map(_beside_host, read))
        pairs.append((line, tuple(_from_level(ability, level) if level > 1 else ability for ability in read)))
    return [(line, tuple(named(ability, name) for ability in read)) for line, read in pairs]


def _offered(text: str) -> Offered:
    # What the card lets a player choose.
    kind, listed = _CHOOSE.search(text), _CHOOSE_ABILITIES.search(text)
    found = Offered(abilities=alternatives(listed["listed"]) if listed else ())
    return found._replace(type_word=_WORDS[kind[1]]) if kind else found


def _beside_host(ability: Ability) -> Ability:
    # "Other creatures" on an Aura are other than the enchanted creature, not than the Aura, which is no creature.
    if not isinstance(ability, Static):
        return ability
    parts = tuple(msgspec.structs.replace(each, selector=_other_than_host(each.selector)) for each in ability.parts)
    return msgspec.structs.replace(ability, parts=parts)


def _other_than_host(selector: Selector) -> Selector:
    if not isinstance(selector, Group) or OfType("Creature") not in selector.filters:
        return selector
    filters = tuple(Other(Attached()) if each == Other() else each for each in selector.filters)
    return msgspec.structs.replace(selector, filters=filters)


def _band(band: re.Match[str], lines: list[str], types: tuple[str, ...]) -> Ability:
    # 711.2a, 711.2b
    counters = CountersOn("level", Itself("~"))
    least: Condition = Compare(counters, "or greater", Number(number_of(band[1])))
    bounds = (least, Compare(counters, "or less", Number(number_of(band[2])))) if band[2] else (least,)
    size = re.fullmatch(r"(\d{1,4})/(\d{1,4})", lines[0], re.ASCII) if lines else None
    operations: list[Operation] = []
    if size:
        operations.append(SetPT(Number(number_of(size[1])), Number(number_of(size[2]))))
    given = tuple(ability for line in lines[1 if size else 0 :] for ability in read_line(line, "", types))
    if given:
        operations.append(Gain(given))
    return Static((Clause(Itself("~"), tuple(operations)),), all_of(*bounds), form="band")


def _station(least: int, lines: list[str], types: tuple[str, ...], creature: bool, size: Size) -> tuple[Ability, ...]:
    # 721.2a, 721.2b
    operations: list[Operation] = [AddTypes(("Creature",))] if creature else []
    given = tuple(ability for line in lines for ability in read_line(line, "", types))
    if given:
        operations.append(Gain(given))
    if creature and (sides := _numbers(size)):
        operations.append(SetPT(Number(sides[0]), Number(sides[1])))
    if not operations:
        return ()
    condition = Compare(CountersOn("charge", Itself("~")), "or greater", Number(least))
    return (Static((Clause(Itself("~"), tuple(operations)),), condition, form="band"),)


def _from_level(ability: Ability, level: int) -> Ability:
    # 716.2a
    condition: Condition = AtLevel(level)
    if isinstance(ability, UnsupportedAbility) or (isinstance(ability, TextAbility) and _LEVEL.search(ability.text)):
        return ability
    if not isinstance(ability, Static):
        return Static((Clause(Itself("~"), (Gain((ability,)),)),), condition, form="band")
    form = f"level {ability.form}".strip()
    return msgspec.structs.replace(ability, condition=all_of(condition, ability.condition), form=form)


def _in_command(ability: Ability) -> Ability:
    # 114.4, 311.2
    return msgspec.structs.replace(ability, zones=("command",)) if isinstance(ability, Static) else ability


def _joined(abilities: list[Ability]) -> list[Ability]:
    # 113.3a
    spells = [ability for ability in abilities if isinstance(ability, TextAbility) and ability.form == "spell"]
    if len(spells) < 2:
        return abilities
    whole = TextAbility("spell", "\n".join(ability.text for ability in spells))
    found: list[Ability] = []
    for ability in abilities:
        if not (isinstance(ability, TextAbility) and ability.form == "spell"):
            found.append(ability)
        elif whole not in found:  # the combined ability replaces the first
            found.append(whole)
    return found


def _colors(face: Mapping[str, Any], card: Mapping[str, Any], line: str) -> tuple[str, ...] | None:
    indicator = face.get("color_indicator")
    if indicator:
        return tuple(indicator)
    given = face.get("colors", card.get("colors") if "card_faces" not in card else None)
    if given is None:
        return None
    token = line.split(" ", 1)[0] == "Token"
    cost = str(face.get("mana_cost") or "")
    return tuple(given) if token or not cost else None


def _number(value: Any) -> str | None:
    return None if value is None else str(value)


def _prototype(abilities: tuple[Ability, ...]) -> tuple[str, str, str] | None:
    for ability in abilities:
        if isinstance(ability, Keyword) and ability.name == "Prototype":
            found = re.fullmatch(r"((?:\{[^}]+\})+) — ([0-9]+)/([0-9]+)", ability.parameter)
            if found:
                return found[1], found[2], found[3]
    return None
