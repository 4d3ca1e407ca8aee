"""Functions that read new characteristics, as in "becomes a 1/1 creature"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from lark import Token

from ...effects.ability import UnsupportedAbility
from ...effects.amounts.base import Number
from ...effects.copiable import Copiable
from ...effects.filters.characteristics import ColorCount, OfColor, OfSubtype, OfSupertype, OfType
from ...effects.language import Ability, Clause, Filter, Operation, Selector
from ...effects.operations.becomes import Becomes
from ...effects.operations.types import LoseSubtypes, RemoveSupertypes, RemoveTypes
from ...effects.selectors import Target
from ...errors import NotListedError
from ...rules.vocabulary import COLORS, NEVER_PERMANENT, families
from ..printing.amounts import plain_number
from ..printing.complements import CHOICES, usual
from ..words import STAT_WORDS, Stop, words
from .discourse import OPERATIONS, Branch, Discourse, reads
from .keywords import abilities

_JOINS: Final = {",": ",", "and": "&", ", and": ",&"}

_KEEPS: Final = ("types", "creature types", "land types", "colors", "colors and types")


def read(parts: Sequence[tuple[str, Any]], word: str, type_word: str, given: Sequence[tuple[str, Any]] = ()) -> Becomes:
    """Return the operation for a row of characteristics.

    Args:
        parts: a (kind, token or value) pair for each phrase.
        word: the singular form of the verb.
        type_word: the kind of type that the card lets a player choose.
        given: a (kind, value) pair for each phrase after "with".

    Raises:
        Stop: a part is in the wrong position.
    """
    row = _Row()
    both = sum(kind == "chosen" for kind, _ in parts) == 2  # "the chosen color and the chosen type"
    for kind, value in parts:
        match kind:
            case "word":
                row.add_word(value)
            case "chosen":
                _choice(str(value), type_word, row.fields)
                row.layout.append("K" if both and str(value) == "the chosen color" else _chosen_letter(str(value)))
            case "named":
                row.fields["name"] = str(value).removeprefix("named ")
                (row.tail if given else row.layout).append("n")
            case "keeps":
                row.fields["keeps"] = keeps(str(value), value)
            case "still":
                row.fields |= {"keeps": "still", "still": (still(value),)}
            case _:
                row.add_mark(kind, value)
    row.tail = [*_given(given, row.fields), *row.tail]
    becomes = Becomes(**row.fields, **row.named_fields(), word=word)
    style = " ".join(row.layout) + ("|" + " ".join(row.tail) if row.tail else "")
    return becomes if style == usual(becomes) else msgspec.structs.replace(becomes, style=style)


class _Row:
    """The words of a complement, grouped by kind, and the letters that record their order."""

    def __init__(self) -> None:
        self.fields: dict[str, Any] = {}
        self.sorted: dict[type[Filter], tuple[str, list[str]]] = {
            OfSupertype: ("u", []), OfSubtype: ("s", []), OfType: ("t", []), OfColor: ("c", []),
        }  # fmt: skip
        self.colorless = False
        self.layout: list[str] = []
        self.tail: list[str] = []

    def add_word(self, token: Token) -> None:
        filter = words()[str(token)][0]
        if isinstance(filter, ColorCount) and filter.word == "colorless":
            self.colorless = True
            self.layout.append("C")
            return
        if type(filter) not in self.sorted:
            raise Stop(token)
        letter, found = self.sorted[type(filter)]
        found.append(next(iter(getattr(filter, name) for name in filter.__struct_fields__)))
        self.layout.append(letter)

    def add_mark(self, kind: str, token: Token) -> None:
        """Add an article, a separator, power and toughness, "all colors" or "every creature type"."""
        match kind:
            case "article":
                if self.layout and self.layout[-1] not in _JOINS.values():
                    raise Stop(token)
                if self.layout:
                    self.layout.append("a")
            case "separator" if str(token) in _JOINS:
                self.layout.append(_JOINS[str(token)])
            case "size":
                power, toughness = str(token).split("/")
                self.fields |= {"power": plain_number(power), "toughness": plain_number(toughness)}
                self.layout.append("p")
            case "colors":
                self.sorted[OfColor][1].extend(COLORS)
                self.layout.append("A" if str(token) == "all colors" else "V")
            case "every":
                self.fields["every"] = str(token).removeprefix("every ").removesuffix(" type")
                self.layout.append("E")
            case _:
                raise Stop(token if isinstance(token, Token) else None)

    def named_fields(self) -> dict[str, Any]:
        """Return the fields of the operation, as determined by the collected words."""
        supertypes, subtypes, types, colors = (tuple(found) for _, found in self.sorted.values())
        fields: dict[str, Any] = {"supertypes": supertypes, "subtypes": subtypes, "types": types}
        return fields | {"colors": colors} if colors or self.colorless else fields


def _chosen_letter(text: str) -> str:
    if text.startswith("that "):
        return "Z"
    if "your choice" in text:
        return "M" if "color or colors" in text else "Y" if text.startswith("the ") else "y"
    return "h" if re.search(r"chosen (?:creature|land|basic land) type", text) else "H"


def parts_of(discourse: Discourse, tree: Branch) -> tuple[list[tuple[str, Any]], list[tuple[str, Any]]]:
    """Return a (kind, token or value) pair for each part before "with" and for each part after it."""
    parts: list[tuple[str, Any]] = []
    given: list[tuple[str, Any]] = []
    for child in tree.children:
        if child.data == "with_":
            given = abilities(discourse, child.children[1])
        elif child.data == "with_none":
            if str(child.children[0]) != "with no abilities":
                raise Stop(child.children[0])
            given = [("none", None)]
        else:
            parts.append((child.data, child.children[0]))
    return parts, given


@reads(OPERATIONS)
def isnt(discourse: Discourse, tree: Branch, subject: Selector) -> list[Operation]:
    word = re.sub(r"^are(n't)?", r"is\1", str(tree.children[0]))
    parts, given = parts_of(discourse, tree.children[1])
    joints = {str(value) for kind, value in parts if kind == "separator"}
    if joints & {"or", ", or"} and joints <= {"or", ", or", ","}:
        word = f"{word} or"  # "isn't a creature or planeswalker"
        parts = [part for part in parts if part[0] != "separator"]
    becomes = read(parts, word, discourse.type_word, given)
    alone = len(becomes.subtypes) == 1 or (becomes.subtypes and word.endswith(" or"))
    if alone and becomes == Becomes(word=word, subtypes=becomes.subtypes, style=becomes.style):
        return [LoseSubtypes(becomes.subtypes, word=word)]
    if becomes != Becomes(word=word, types=becomes.types, supertypes=becomes.supertypes):
        raise Stop(tree.children[0])
    if bool(becomes.types) is bool(becomes.supertypes):
        raise Stop(tree.children[0])
    return [RemoveTypes(becomes.types, word) if becomes.types else RemoveSupertypes(becomes.supertypes, word)]


def _choice(text: str, type_word: str, fields: dict[str, Any]) -> None:
    which = 1 if "first" in text else 2 if "second" in text else 0
    if text.startswith("that "):
        if text != ("that color" if type_word == "color" else "that type"):
            raise Stop
        fields |= {"chosen_color": True} if type_word == "color" else {"chosen": type_word}
        return
    kind = re.sub("^(?:the|an?) ", "", text).removesuffix(" of your choice")
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
                abilities.extend(value[0])
                if not tail or tail[-1] != "k":
                    tail.append("k")
            case "size":
                fields |= {"power": value[0], "toughness": value[1]}
                tail.append("b")
            case "both":
                fields |= {"power": value[0], "toughness": value[1]}
                tail.append("q")
            case "each":
                how, figure = value
                fields |= {"power": figure, "toughness": figure}
                keys = [key for key, phrase in STAT_WORDS.items() if phrase == how]
                if not keys:
                    raise Stop
                tail += keys
            case "all_types" if "basic" not in value:
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
    """Return the characteristics that a phrase such as "in addition to its other types" keeps."""
    what = re.sub(r"^in addition to (?:its|their) other ", "", text)
    if what not in _KEEPS:
        raise Stop(token)
    return what


def still(text: str) -> str:
    """Return the card type in "that's still a land" and similar phrases."""
    word = text.rsplit(maxsplit=1)[-1]
    filter = words()[word][0]
    if not isinstance(filter, OfType):
        raise Stop
    return filter.type


def values_listed(clauses: Sequence[Clause]) -> Copiable:
    """Return the face-down values in a sentence such as "It's a Forest".

    Raises:
        NotListedError: the sentence has another effect or does not determine a value.
    """
    if len(clauses) != 1 or len(clauses[0].operations) != 1:
        raise NotListedError("the text does more than list the characteristics of the permanent")
    (clause,) = clauses
    is_, who = clause.operations[0], clause.selector
    if not isinstance(is_, Becomes) or is_.word != "is":
        raise NotListedError("the text does not list the characteristics of the permanent")
    if not isinstance(who, Target) or who.group is not None or who.index:
        raise NotListedError("the text applies to other objects")
    if clause.condition is not None or clause.until is not None or clause.duration:
        raise NotListedError("face-down values last until the permanent is turned face up")
    if is_.keeps or is_.still:
        raise NotListedError("a face-down permanent has no other types to keep")
    if not is_.types:
        raise NotListedError("the text does not name a card type")
    if bad := sorted(NEVER_PERMANENT & set(is_.types)):
        raise NotListedError(f"a permanent cannot have the card type {bad[0]}")
    if is_.chosen or is_.chosen_color or is_.every:
        raise NotListedError("the text does not name every type and color")
    sized = [amount.number for amount in (is_.power, is_.toughness) if isinstance(amount, Number)]
    if len(sized) != (2 if "Creature" in is_.types else 0) or (is_.power is None) != (is_.toughness is None):
        raise NotListedError("only a creature has power and toughness, and both must be numbers")
    of = {"creature" if word == "Kindred" else word.lower() for word in is_.types}
    if bad := [word for word in is_.subtypes if not of & set(families(word))]:
        raise NotListedError(f"{bad[0]} is not a subtype of a listed card type")  # 205.3d
    if any(isinstance(node, UnsupportedAbility) for ability in is_.abilities for node in ability.walk()):
        raise NotListedError("a listed ability is not understood")
    return Copiable(
        name=is_.name, colors=is_.colors or (), types=is_.types, supertypes=is_.supertypes, subtypes=is_.subtypes,
        abilities=is_.abilities, power=sized[0] if sized else None, toughness=sized[1] if sized else None,
    )  # fmt: skip
