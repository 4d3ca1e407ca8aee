"""What something is or becomes, from the grammar's trees."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from lark import Token

from ...effects.filters.characteristics import ColorCount, OfColor, OfSubtype, OfSupertype, OfType
from ...effects.language import Ability, Filter
from ...effects.operations.becomes import Becomes
from ...rules.vocabulary import COLORS
from ..grammar.trees import Branch
from ..printing.amounts import plain_number
from ..printing.complements import CHOICES, usual
from ..words import STAT_WORDS, Stop, words
from .discourse import Discourse
from .keywords import abilities

_JOINS: Final = {",": ",", "and": "&", ", and": ",&"}


_KEEPS: Final = {
    "types": "types", "creature types": "creature types", "land types": "land types", "colors": "colors",
    "colors and types": "colors and types",
}  # fmt: skip


# --- Reading ---


def read(parts: Sequence[tuple[str, Any]], word: str, type_word: str, given: Sequence[tuple[str, Any]] = ()) -> Becomes:
    """Return what a row of parts says something becomes.

    Args:
        parts: the phrases of the row: (kind, token or value).
        word: the verb, in the singular.
        type_word: the kind of type that the card lets choose.
        given: what follows "with": (kind, value).

    Raises:
        Stop: a part that does not fit.
    """
    fields: dict[str, Any] = {}
    colors: list[str] = []
    kinds: dict[type[Filter], tuple[str, list[str]]] = {
        OfSupertype: ("u", []), OfSubtype: ("s", []), OfType: ("t", []), OfColor: ("c", colors),
    }  # fmt: skip
    layout: list[str] = []
    tail: list[str] = []
    colorless = False
    for kind, value in parts:
        match kind:
            case "word":
                filter = words()[str(value)][0]
                if isinstance(filter, ColorCount) and filter.word == "colorless":
                    colorless = True
                    layout.append("C")
                elif type(filter) in kinds:
                    letter, found = kinds[type(filter)]
                    found.append(next(iter(getattr(filter, name) for name in filter.__struct_fields__)))
                    layout.append(letter)
                else:
                    raise Stop(value)
            case "article":
                if layout and layout[-1] not in _JOINS.values():
                    raise Stop(value)
                if layout:
                    layout.append("a")
            case "size":
                power, toughness = str(value).split("/")
                fields |= {"power": plain_number(power), "toughness": plain_number(toughness)}
                layout.append("p")
            case "separator":
                if str(value) not in _JOINS:
                    raise Stop(value)
                layout.append(_JOINS[str(value)])
            case "colors":
                colors.extend(COLORS)
                layout.append("A")
            case "every":
                fields["every"] = str(value).removeprefix("every ").removesuffix(" type")
                layout.append("E")
            case "chosen":
                _choice(str(value), type_word, fields)
                usual_kind = "h" if re.search(r"chosen (?:creature|land|basic land) type", value) else "H"
                own = "M" if "color or colors" in value else "Y"
                layout.append(own if "your choice" in value else "Z" if value.startswith("that ") else usual_kind)
            case "named":
                fields["name"] = str(value).removeprefix("named ")
                (tail if given else layout).append("n")
            case "keeps":
                fields["keeps"] = keeps(str(value), value)
            case "still":
                fields["keeps"] = "still"
                fields["still"] = (still(value),)
            case _:
                raise Stop(value if isinstance(value, Token) else None)
    tail = [*_given(given, fields), *tail]
    for name, (_, found) in zip(("supertypes", "subtypes", "types"), kinds.values(), strict=False):
        fields[name] = tuple(found)
    if colors or colorless:
        fields["colors"] = tuple(colors)
    becomes = Becomes(**fields, word=word)
    style = " ".join(layout) + ("|" + " ".join(tail) if tail else "")
    return becomes if style == usual(becomes) else Becomes(**fields, word=word, style=style)


def parts_of(discourse: Discourse, tree: Branch) -> tuple[list[tuple[str, Any]], list[tuple[str, Any]]]:
    """Return the parts of a complement, and what follows "with": each of a kind and a token or value."""
    parts: list[tuple[str, Any]] = []
    given: list[tuple[str, Any]] = []
    for child in tree.children:
        if child.data == "with_":
            given = abilities(discourse, child.children[1])
        else:
            parts.append((child.data, child.children[0]))
    return parts, given


def _choice(text: str, type_word: str, fields: dict[str, Any]) -> None:
    which = 1 if "first" in text else 2 if "second" in text else 0
    if text.startswith("that "):
        if text != ("that color" if type_word == "color" else "that type"):
            raise Stop
        fields |= {"chosen_color": True} if type_word == "color" else {"chosen": type_word}
        return
    kind = text.removeprefix("the ").removesuffix(" of your choice")
    kind = re.sub(r"^(first |second )?chosen ", "", kind)
    if kind in ("color", "colors", "color or colors"):
        fields["chosen_color"] = True
    elif kind == "name":
        raise Stop
    else:
        fields["chosen"] = CHOICES.get(kind, type_word)
        fields["which"] = which


def _given(given: Sequence[tuple[str, Any]], fields: dict[str, Any]) -> list[str]:
    tail: list[str] = []
    abilities: list[Ability] = []
    for kind, value in given:
        match kind:
            case "abilities":
                abilities.extend(value)
                if not tail or tail[-1] != "k":
                    tail.append("k")
            case "size":
                fields |= {"power": value[0], "toughness": value[1]}
                tail.append("b")
            case "each":
                how, figure = value
                fields |= {"power": figure, "toughness": figure}
                tail.append(next(key for key, phrase in STAT_WORDS.items() if phrase == how))
            case "all_types":
                fields["every"] = "creature" if "creature" in value else "land"
                tail.append("y")
            case _:
                raise Stop
    if tail.count("k") > 1:
        raise Stop
    if abilities:
        fields["abilities"] = tuple(abilities)
    return tail


def keeps(text: str, token: Token | None = None) -> Any:
    """Return what "in addition to its other types" keeps."""
    what = re.sub(r"^in addition to (?:its|their) other ", "", text)
    if what not in _KEEPS:
        raise Stop(token)
    return _KEEPS[what]


def still(text: str) -> str:
    """Return the card type of "that's still a land"."""
    word = text.rsplit(maxsplit=1)[-1]
    filter = words()[word][0]
    if not isinstance(filter, OfType):
        raise Stop
    return filter.type
