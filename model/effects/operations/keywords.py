"""Operations that prohibit a keyword ability or give keyword abilities found on the board (613.1f)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, Literal

from ...rules.vocabulary import BASIC_LAND_TYPES, COLORS, plural, subtypes_of
from ..filters.whereabouts import ExiledWith
from ..keywords import Keyword
from ..language import Kind, Operation, Selector
from ..node import Node
from ..phrase import Phrase, Wording, said
from ..selectors import Group
from ..view import ANY, Columns, Context, Draft, Mask, View, columns
from .abilities_from_board import Giving, gaining


class CantHave(Operation, frozen=True):
    """Removes and prohibits an ability, as in "can't have or gain flying" (613.1f, 113.11)."""

    kind: ClassVar[Kind] = "ability"
    keyword: str
    word: str = "can't have or gain"

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        if draft.edition.cant_have:
            draft.put("cant_have", self.keyword, mask)
        for held, _ in draft.keywords(self.keyword):
            draft.drop("ability", held, mask)

    def writes(self) -> Columns:
        return columns(("cant_have", self.keyword), ("ability", Keyword(self.keyword)))

    def describe(self, wording: Wording) -> str:
        return f"keeps it from having or gaining {self.keyword.lower()}"


_EXILED: Final = Group((ExiledWith("the exiled card"),))


class GainProtections(Giving, frozen=True):
    """Gives protection from each quality of a group, as in "protection from the colors of permanents" (702.16).

    Attributes:
        of: the objects in the group.
        word: the verb.
        form: the wording in older files.
        family: the qualities: colors, card types or mana values.
    """

    STYLE_FIELDS: ClassVar[frozenset[str]] = Node.STYLE_FIELDS | {"form"}
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("[has|have] protection from the colors of {of}"),
        said("[gains|gain] protection from the colors of {of}", word="gains"),
        said("[has|have] protection from each mana value among {of}", family="mana_value"),
        said("[gains|gain] protection from each mana value among {of}", family="mana_value", word="gains"),
        said("[has|have] protection from each of the exiled card's card types", of=_EXILED, family="type"),
    )
    of: Selector
    word: str = "has"
    form: str = "the colors of"
    first: int = 1
    family: Literal["color", "type", "mana_value"] = "color"

    def reads(self) -> Columns:
        return super().reads() | columns((self.family, ANY))

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        those = self.of.select(view, context)
        found = {value for value, mask in view.column(self.family).items() if mask & those}
        if self.family == "color":
            return gaining(_from_colors([color for color in COLORS if color in found]), self.first, scope)
        if self.family == "type":
            qualities = [plural(type).lower() for type in sorted(found)]
        else:
            qualities = [f"mana value {number}" for number in sorted(found)]
        return gaining(tuple(Keyword("Protection", f"from {each}") for each in qualities), self.first, scope)


class GainOwnProtections(Giving, frozen=True):
    """Gives protection from each of the object's own colors, as in "has protection from its colors" (702.16)."""

    READS: ClassVar[Columns] = columns(("color", ANY))
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("[has|have] protection from its colors"),
        said("[gains|gain] protection from its colors", word="gains"),
    )
    word: str = "has"
    first: int = 1

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        groups: dict[tuple[str, ...], Mask] = {(): scope}
        for color in COLORS:
            having = view.having("color", color)
            split = [
                part
                for colors, mask in groups.items()
                for part in (((*colors, color), mask & having), (colors, mask & ~having))
            ]
            groups = {colors: mask for colors, mask in split if mask}
        return tuple(
            found for colors, mask in groups.items() for found in gaining(_from_colors(colors), self.first, mask)
        )


def _from_colors(colors: Iterable[str]) -> tuple[Keyword, ...]:
    return tuple(Keyword("Protection", color=color) for color in colors)


class GainLandwalks(Giving, frozen=True):
    """Gives landwalk, as in "gains landwalk of each of the land types of the sacrificed land" (702.14)."""

    READS: ClassVar[Columns] = columns(("subtype", ANY))
    of: Selector
    word: str = "gains"
    first: int = 1
    basic: bool = False  # whether only basic land types count

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        land = self.of.select(view, context)
        types = [
            word
            for word in (BASIC_LAND_TYPES if self.basic else subtypes_of("land"))
            if view.having("subtype", word) & land
        ]
        return gaining(tuple(Keyword("Landwalk", subtype=word) for word in types), self.first, scope)
