"""Kinds of values for event keys: cards, choices, zones and cost keywords."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Final, Literal

import msgspec

from ..cards.card import Card
from ..data.record import (
    COUNTS,
    FLAG,
    LIST,
    NUMBER,
    NUMBERS,
    TEXT,
    TEXTS,
    Kind,
    Path,
    Record,
    WrongTypeError,
    defined,
    integral,
    many,
    one_of,
    table,
    wrong_type,
)
from ..effects.node import to_data
from ..effects.registry import from_data
from ..effects.view import Choices, Zone
from ..errors import LayersError
from ..rules.vocabulary import (
    BASIC_LAND_TYPES,
    CARD_TYPES,
    COLORS,
    KEYWORDS,
    ZONES,
    admit_mana_cost,
    color_of,
    pt_counter,
    subtypes_of,
)
from ..support.limits import check
from ..support.names import MISSPELT, did_you_mean

Text = Annotated[str, TEXT]
MaybeText = Annotated[str | None, TEXT]
Texts = Annotated[tuple[str, ...], TEXTS]
MaybeTexts = Annotated[tuple[str, ...] | None, TEXTS]
List = Annotated[tuple[str, ...], LIST]
Flag = Annotated[bool, FLAG]
MaybeFlag = Annotated[bool | None, FLAG]
MaybeNumber = Annotated[int | None, NUMBER]
MaybeZone = Annotated[Zone | None, one_of(ZONES)]
ToZone = Annotated[Zone, one_of(ZONES)]
Direction = Annotated[Literal["out", "in"], one_of(("out", "in"))]
Facing = Annotated[Literal["up", "down"], one_of(("up", "down"))]
Place = Annotated[Literal["top", "bottom"], one_of(("top", "bottom"))]


# --- Counters ------------------------------------------------------------------------------------------------


def _read_counters(value: Any, path: Path) -> tuple[tuple[str, int], ...]:
    found: tuple[tuple[str, int], ...] = COUNTS.read(value, path)
    for kind, _ in found:
        pt_counter(kind, (*path, kind))  # raises an error for a number beyond the limits
    return found


Counts = Annotated[tuple[tuple[str, int], ...], msgspec.structs.replace(COUNTS, read=_read_counters)]


# --- Cards --------------------------------------------------------------------------------------------------

SCRYFALL_KEYS: Final = (
    "name", "type_line", "mana_cost", "oracle_text", "power", "toughness", "loyalty", "defense", "colors",
    "color_indicator", "layout", "card_faces",
)  # fmt: skip
FACE_KEYS: Final = SCRYFALL_KEYS[:-2]
_LISTS: Final = ("colors", "color_indicator")
_PRINTED_NUMBERS: Final = frozenset({"power", "toughness", "loyalty", "defense"})


def check_card(data: Any, path: Path = ()) -> dict[str, Any]:
    """Check a card definition and return its fields, keyed by Scryfall field name.

    Raises:
        WrongTypeError: a field is unknown, the name or type line is missing, or a value is of the wrong kind.
    """
    fields = table(data, path, SCRYFALL_KEYS, "card field")
    faces = fields.get("card_faces", [])
    if not isinstance(faces, (list, tuple)):
        raise wrong_type(faces, "a list of faces", (*path, "card_faces"))
    _check_face(fields, path, needs_type=not faces)
    for place, face in enumerate(faces):
        here = (*path, "card_faces", place)
        _check_face(table(face, here, FACE_KEYS, "card field"), here, needs_type=True)
    return fields


def _check_face(fields: Mapping[str, Any], path: Path, needs_type: bool) -> None:
    for key in ("name", "type_line") if needs_type else ("name",):
        if key not in fields:
            raise WrongTypeError(f"a card needs a `{key}`", path)
    for key, value in fields.items():
        here = (*path, key)
        if key in _LISTS:
            for color in LIST.read(value, here):
                if color not in COLORS:
                    raise WrongTypeError(f"unknown color `{color}`; the colors are W, U, B, R and G", here)
        elif key != "card_faces":
            TEXT.read(value, here)
            if key == "name":
                check("name", len(value), here)


def card_of(data: Any, path: Path = ()) -> Card:
    """Return the card described by JSON data, which is either Scryfall's fields or a tree from `node.to_data`.

    Raises:
        WrongTypeError: the data does not describe a card.
    """
    try:
        if isinstance(data, Card):
            found = data
        elif isinstance(data, Mapping) and "kind" in data:
            if data["kind"] != "Card":
                raise wrong_type(data["kind"], "Card", (*path, "kind"))
            found = from_data(dict(data), ".".join(map(str, path)) or "$")
        else:
            from ..cards.scryfall import read_card

            own = isinstance(data, Mapping) and not {"object", "id", "oracle_id"} & set(data)
            found = read_card(check_card(_given(data, None if own else SCRYFALL_KEYS, path), path))
        for face in found.faces if isinstance(found, Card) else ():
            admit_mana_cost(face.mana_cost)
            admit_mana_cost(face.prototype[0] if face.prototype else "")
            face.copiable()  # raises an error for unreadable values
            face.prototyped()
    except WrongTypeError:
        raise
    except (LayersError, ValueError) as error:
        raise WrongTypeError(f"cannot read this card: {error}", path) from error
    if not isinstance(found, Card):
        raise wrong_type(data, "a card", path)
    if not found.faces:
        raise WrongTypeError("a card needs at least one face", path)
    return found


def _given(data: Any, keys: Sequence[str] | None, path: Path) -> Any:
    # Scryfall writes missing values as null, and its card objects have many other keys.
    if not isinstance(data, Mapping):
        return data
    found = {key: value for key, value in data.items() if value is not None and (keys is None or key in keys)}
    for key in _PRINTED_NUMBERS & found.keys():
        value = integral(found[key])
        if type(value) is int:
            found[key] = str(value)
    if keys is None and "keywords" in found:
        found["oracle_text"] = _with_keywords(found.get("oracle_text", ""), found.pop("keywords"), (*path, "keywords"))
    if isinstance(found.get("card_faces"), list):
        faces = enumerate(found["card_faces"])
        found["card_faces"] = [_given(face, keys and FACE_KEYS, (*path, "card_faces", n)) for n, face in faces]
    return found


def _with_keywords(text: Any, keywords: Any, path: Path) -> Any:
    # Scryfall lists the keywords that the text contains; others list them instead of writing a text.
    words = LIST.read(keywords, path)
    if not isinstance(text, str):
        return text
    missing = [word for word in words if word.casefold() not in text.casefold()]
    if missing and text:
        raise WrongTypeError(f"write `{missing[0]}` in `oracle_text`, which does not contain it", path)
    return "\n".join(missing) or text


def _read_named(value: Any, path: Path) -> str | Card:
    if isinstance(value, (Card, Mapping)):
        return card_of(value, path)
    if not isinstance(value, str):
        raise wrong_type(value, "a card's name", path)
    return value


NAMED: Final = Kind(
    "a card's name", _read_named, lambda value: to_data(value) if isinstance(value, Card) else value,
    {"anyOf": [TEXT.schema, {"$ref": "#/$defs/Card"}]},
)  # fmt: skip
Cards = Annotated[tuple[str | Card, ...], many(NAMED)]


# --- Choices ------------------------------------------------------------------------------------------------

_CLOSED: Final[Mapping[str, Iterable[str]]] = {
    "color": COLORS,
    "basic_land_type": tuple(BASIC_LAND_TYPES),
    "card_type": CARD_TYPES,
}


_NUMBERED: Final = ("number", "option")
_CHOICES: Final[Mapping[str, Kind]] = {
    key: NUMBERS
    if key in _NUMBERED
    else many(one_of(_CLOSED[key], color_of if key == "color" else lambda _: None))
    if key in _CLOSED
    else TEXTS
    for key in Choices.__struct_fields__
}


def _read_chosen(value: Any, path: Path) -> Choices:
    if isinstance(value, Choices):
        return value
    fields = table(value, path, _CHOICES, "choice")
    found: dict[str, tuple[Any, ...]] = {}
    for key, item in fields.items():
        found[key] = _CHOICES[key].read(item, (*path, key))
        if key in ("creature_type", "land_type"):
            found[key] = tuple(_subtype(key, word, (*path, key)) for word in found[key])
    return Choices(**found)


def _subtype(key: str, word: str, path: Path) -> str:
    # A card of the board can have a new type.
    known = subtypes_of("creature" if key == "creature_type" else "land")
    if word in known:
        return word
    if (meant := next((each for each in known if each.casefold() == word.casefold()), None)) is not None:
        return meant
    if hint := did_you_mean(word, known, MISSPELT):
        raise WrongTypeError(f"unknown {key} `{word}`{hint}", path)
    return word


def _write_chosen(choices: Choices) -> dict[str, Any]:
    fields = {name: getattr(choices, name) for name in choices.__struct_fields__}
    return {name: value[0] if len(value) == 1 else list(value) for name, value in fields.items() if value}


_CHOICES_SCHEMA: Final = defined("Choices", {
    "description": "The choices. Several choices of the same kind form a list in the order in which they were made.",
    "type": "object",
    "properties": {key: kind.schema for key, kind in _CHOICES.items()},
    "additionalProperties": False,
})  # fmt: skip
Chosen = Annotated[Choices, Kind("a table of choices", _read_chosen, _write_chosen, _CHOICES_SCHEMA)]


# --- Casting ------------------------------------------------------------------------------------------------


PAID: Final = ("cast", *(name.casefold() for name in KEYWORDS))
"""The facts that say for which cost a spell was cast, and "cast"."""


def _read_cast(value: Any, path: Path) -> str:
    if isinstance(value, bool):
        return "cast" if value else ""
    if not isinstance(value, str):
        raise wrong_type(value, "true or the keyword of the cost paid", path)
    if value.casefold() not in PAID:
        raise WrongTypeError(f"unknown keyword `{value}`{did_you_mean(value, PAID)}", path)
    return value.casefold()


CAST: Final = Kind(
    "true or the keyword of the cost paid", _read_cast, lambda cast: True if cast == "cast" else cast,
    {"type": ["boolean", "string"]},  # a keyword, in any case
)  # fmt: skip
Cast = Annotated[str, CAST]


class Spoken(Record, frozen=True, kw_only=True):
    """The rules text of an effect and the name of the effect."""

    text: Text
    as_: Text = ""


def _read_spoken(value: Any, path: Path) -> Spoken:
    if isinstance(value, Spoken):
        return value
    return Spoken(text=value) if isinstance(value, str) else Spoken.read(value, path)


MaybeSpoken = Annotated[
    Spoken | None,
    Kind(
        "rules text, or { text, as }", _read_spoken, lambda found: found.to_data() if found.as_ else found.text,
        {"anyOf": [TEXT.schema, {"$ref": "#/$defs/Spoken"}]},
    ),
]  # fmt: skip
