"""The operation for phrases such as "is a 1/1 green Elk creature" or "becomes a 0/0 Elemental with haste"."""

from __future__ import annotations

from types import MappingProxyType
from typing import ClassVar, Final, Literal

from ...rules.vocabulary import BASIC_LAND_TYPES, subtypes_of
from ..amounts.counting import NumberOf
from ..language import Ability, Amount, Composite, Kind, Operation, Selector
from ..view import EVERY_CREATURE_TYPE, EVERY_LAND_TYPE
from .abilities import Gain
from .colors import AddColors, SetColors
from .power_toughness import SetPT
from .text import SetName
from .types import AddSubtypes, AddSupertypes, AddTypes, ChoiceOf, SetCreatureTypes, SetSubtypes, SetTypes

# Characteristics that the object keeps (205.1b): "in addition to its other types" (or "creature types", "land types",
# "colors and types"), or "still a land".
Keeps = Literal["", "types", "creature types", "land types", "colors", "colors and types", "still"]

EVERY: Final = MappingProxyType(
    {
        "": (),
        "creature": (EVERY_CREATURE_TYPE,),
        "land": (EVERY_LAND_TYPE,),
        "basic land": tuple(BASIC_LAND_TYPES),
        "nonbasic land": tuple(word for word in subtypes_of("land") if word not in BASIC_LAND_TYPES),
    }
)


class HasSizeAndTypesOf(Composite, frozen=True):
    """Gives the numbers and creature types of another object, as in "has the power, toughness, and creature types of".

    Attributes:
        of: the other object.
        still: the creature type that the object still has.
    """

    kind: ClassVar[Kind] = "type"
    of: Selector
    still: str = ""

    def primitives(self) -> tuple[Operation, ...]:
        return SetCreatureTypes(self.of, self.still), SetPT(NumberOf(self.of, "power"), NumberOf(self.of, "toughness"))


class Becomes(Composite, frozen=True):
    """Sets or adds colors, supertypes, subtypes, card types, power and toughness, abilities and a name.

    Attributes:
        colors: the colors; () means colorless, and None means that the phrase does not mention color.
        power, toughness: the base power and toughness if the phrase states them.
        keeps: the characteristics that the object keeps, as worded in the phrase.
        which: the 1-based position of the chosen word to use, or 0 to use all chosen words.
        every: the family in which the object gains every type: "creature", "land", "basic land" or "nonbasic land".
        still: the card types after "it's still a".
        word: the verb.
        style: the order of the parts of the phrase (`oracle.printing.complements`).
    """

    kind: ClassVar[Kind] = "type"
    STYLE_FIELDS: ClassVar[frozenset[str]] = frozenset({"style"})  # `word` is not listed: "is also" changes the meaning
    supertypes: tuple[str, ...] = ()
    colors: tuple[str, ...] | None = None
    subtypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    chosen: ChoiceOf = ""
    chosen_color: bool = False
    power: Amount | None = None
    toughness: Amount | None = None
    abilities: tuple[Ability, ...] = ()
    name: str = ""
    keeps: Keeps = ""
    every: Literal["", "creature", "land", "basic land", "nonbasic land"] = ""
    which: int = 0
    still: tuple[str, ...] = ()
    word: str = "is"
    style: str = ""

    def primitives(self) -> tuple[Operation, ...]:
        found: list[Operation] = []
        if self.name:
            found.append(SetName(self.name))
        # 205.1b: "artifact creature" keeps the other types and all subtypes except creature types.
        artifact_creature = {"Artifact", "Creature"} <= set(self.types)
        also = self.word == "is also"
        keeps_types = also or self.keeps in ("types", "colors and types", "still")
        if self.types:
            add = keeps_types or self.keeps in ("creature types", "land types") or artifact_creature
            found.append(AddTypes(self.types) if add else SetTypes(self.types))
        if self.supertypes:
            found.append(AddSupertypes(self.supertypes))
        subtypes = self.subtypes + EVERY[self.every]
        if subtypes or self.chosen:
            keeps_subtypes = keeps_types or self.keeps in ("creature types", "land types")
            if keeps_subtypes:
                found.append(AddSubtypes(subtypes, self.chosen, self.which))
            else:
                found.append(SetSubtypes(subtypes, self.chosen, self.which, artifact_creature))
        if self.colors is not None or self.chosen_color:
            change = AddColors if also or self.keeps in ("colors", "colors and types") else SetColors
            found.append(change(self.colors or (), self.chosen_color))
        if self.abilities:
            found.append(Gain(self.abilities))
        if self.power is not None or self.toughness is not None:
            found.append(SetPT(self.power, self.toughness))
        return tuple(found)
