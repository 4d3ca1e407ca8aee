"""What the keys of events take: cards, choices, zones, names of cost keywords."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    WrongTypeError,
    defined,
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
        pt_counter(kind, (*path, kind))  # raises an error if it adds too much
    return found


Counts = Annotated[tuple[tuple[str, int], ...], msgspec.structs.replace(COUNTS, read=_read_counters)]


# --- Cards --------------------------------------------------------------------------------------------------

SCRYFALL_KEYS: Final = (
    "name", "type_line", "mana_cost", "oracle_text", "power", "toughness", "loyalty", "defense", "colors",
    "color_indicator", "layout", "card_faces",
)  # fmt: skip
FACE_KEYS: Final = SCRYFALL_KEYS[:-2]
_LISTS: Final = ("colors", "color_indicator")


def check_card(data: Any, path: Path = ()) -> dict[str, Any]:
    """Return a card definition with Scryfall's field names, if it is one.

    Raises:
        WrongTypeError: an unknown field, a missing name or type line, or a value of the wrong kind.
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
            colors = LIST.read(value, here)
            for color in colors:
                if color not in COLORS:
                    raise WrongTypeError(f"unknown colour `{color}`; colours are W U B R G", here)
        elif key != "card_faces":
            TEXT.read(value, here)
            if key == "name":
                check("name", len(value), here)


def card_of(data: Any, path: Path = ()) -> Card:
    """Return the card that JSON data describes: Scryfall's fields, or a tree as `node.to_data` writes it.

    Raises:
        WrongTypeError: it describes none.
    """
    try:
        if isinstance(data, Card):
            found = data
        elif isinstance(data, Mapping) and "kind" in data:
            found = from_data(dict(data))
        else:
            from ..cards.scryfall import read_card

            found = read_card(check_card(_without_nulls(_own_fields(data)), path))
        for face in found.faces if isinstance(found, Card) else ():
            admit_mana_cost(face.mana_cost)
            admit_mana_cost(face.prototype[0] if face.prototype else "")
            face.copiable()  # raises an error if it cannot be read
            face.prototyped()
    except WrongTypeError:
        raise
    except (LayersError, ValueError) as error:
        raise WrongTypeError(f"cannot read this card: {error}", path) from error
    if not isinstance(found, Card):
        raise wrong_type(data, "a card", path)
    if not found.faces:
        raise WrongTypeError("a card has at least one face", path)
    return found


def _without_nulls(data: Any) -> Any:
    # Scryfall writes missing values as null.
    if not isinstance(data, Mapping):
        return data
    found = {key: value for key, value in data.items() if value is not None}
    if isinstance(found.get("card_faces"), list):
        found["card_faces"] = [_without_nulls(face) for face in found["card_faces"]]
    return found


def _own_fields(data: Any) -> Any:
    if not isinstance(data, Mapping) or not {"object", "id", "oracle_id"} & set(data):
        return data
    fields = {key: value for key, value in data.items() if key in SCRYFALL_KEYS and value is not None}
    if isinstance(fields.get("card_faces"), list):
        fields["card_faces"] = [_own_face(face) for face in fields["card_faces"]]
    return fields


def _own_face(face: Any) -> Any:
    if not isinstance(face, Mapping):
        return face
    return {key: face[key] for key in FACE_KEYS if face.get(key) is not None}


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
    key: NUMBERS if key in _NUMBERED else many(one_of(_CLOSED[key])) if key in _CLOSED else TEXTS
    for key in Choices.__struct_fields__
}


def _read_chosen(value: Any, path: Path) -> Choices:
    if isinstance(value, Choices):
        return value
    fields = table(value, path, _CHOICES, "choice")
    found: dict[str, tuple[Any, ...]] = {}
    for key, item in fields.items():
        found[key] = _CHOICES[key].read(item, (*path, key))
        _check_words(key, found[key], (*path, key))
    return Choices(**found)


def _check_words(key: str, words: tuple[str, ...], path: Path) -> None:
    # A word that resembles no known type may be a new type.
    known = {"creature_type": subtypes_of("creature"), "land_type": subtypes_of("land")}.get(key, ())
    for word in words if known else ():
        hint = "" if word in known else did_you_mean(word, known, MISSPELT)
        if hint:
            raise WrongTypeError(f"unknown {key} `{word}`{hint}", path)


def _write_chosen(choices: Choices) -> dict[str, Any]:
    fields = {name: getattr(choices, name) for name in choices.__struct_fields__}
    return {name: value[0] if len(value) == 1 else list(value) for name, value in fields.items() if value}


_CHOICES_SCHEMA: Final = defined("Choices", {
    "description": "What was chosen; of several of one kind a list, in the order chosen.",
    "type": "object",
    "properties": {key: kind.schema for key, kind in _CHOICES.items()},
    "additionalProperties": False,
})  # fmt: skip
CHOSEN: Final = Kind("a table of choices", _read_chosen, _write_chosen, _CHOICES_SCHEMA)
Chosen = Annotated[Choices, CHOSEN]


def chosen_over(old: Choices, new: Choices) -> Choices:
    """Return the choices of `old`, replaced by those that `new` makes."""
    changes = {name: getattr(new, name) for name in new.__struct_fields__ if getattr(new, name)}
    return msgspec.structs.replace(old, **changes) if changes else old


# --- How it was cast ----------------------------------------------------------------------------------------


def _read_cast(value: Any, path: Path) -> str:
    if isinstance(value, bool):
        return "cast" if value else ""
    if not isinstance(value, str):
        raise wrong_type(value, "true or the keyword of the cost paid", path)
    known = ("cast", *(name.casefold() for name in KEYWORDS))
    if value.casefold() not in known:
        raise WrongTypeError(f"unknown keyword `{value}`{did_you_mean(value, known)}", path)
    return value.casefold()


CAST: Final = Kind(
    "true or the keyword of the cost paid", _read_cast, lambda cast: True if cast == "cast" else cast,
    {"type": ["boolean", "string"]},  # a keyword, in small letters or not
)  # fmt: skip
Cast = Annotated[str, CAST]


class Spoken(msgspec.Struct, frozen=True):
    """The text of an effect, and its name."""

    text: str
    name: str = ""


def _read_spoken(value: Any, path: Path) -> Spoken:
    if isinstance(value, (str, Spoken)):
        return value if isinstance(value, Spoken) else Spoken(value)
    fields = table(value, path, ("text", "as"))
    if "text" not in fields:
        raise WrongTypeError("`text` is missing", path)
    return Spoken(TEXT.read(fields["text"], (*path, "text")), TEXT.read(fields.get("as", ""), (*path, "as")))


def _write_spoken(spoken: Spoken) -> Any:
    return {"text": spoken.text, "as": spoken.name} if spoken.name else spoken.text


_SPOKEN_SCHEMA: Final = defined("Spoken", {
    "description": "The text of an effect, and its name.",
    "type": "object",
    "properties": {"text": TEXT.schema, "as": TEXT.schema},
    "required": ["text"],
    "additionalProperties": False,
})  # fmt: skip
SPOKEN: Final = Kind(
    "a rules text, or { text, as }", _read_spoken, _write_spoken, {"anyOf": [TEXT.schema, _SPOKEN_SCHEMA]}
)
MaybeSpoken = Annotated[Spoken | None, SPOKEN]
