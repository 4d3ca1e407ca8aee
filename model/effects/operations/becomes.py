"""The composite "is / becomes a 1/1 green Elk creature with ...": one phrase, several primitive operations."""

from __future__ import annotations

from types import MappingProxyType
from typing import ClassVar, Final, Literal

from ...rules.vocabulary import BASIC_LAND_TYPES, subtypes_of
from ..language import Ability, Amount, Kind, Operation
from ..view import EVERY_CREATURE_TYPE, EVERY_LAND_TYPE, Column
from .abilities import Gain
from .colors import AddColors, SetColors
from .power_toughness import SetPT
from .text import SetName
from .types import AddSubtypes, AddSupertypes, AddTypes, ChoiceOf, SetSubtypes, SetTypes

# What the phrase says about what is kept (205.1b): nothing, "in addition to its other types" (or
# "creature types", "land types"), "... colors and types", or "still a land".
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


class Becomes(Operation, frozen=True):
    """What an object is or becomes: colors, supertypes, subtypes, card types, size, abilities, name.

    Attributes:
        colors: None where no color is mentioned; () for colorless.
        power, toughness: base power and toughness, if mentioned.
        keeps: what the phrase says is kept.
        which: the n-th chosen word, 0 for all.
        every: the family of which it is every type: "creature", "land", "basic land", "nonbasic land".
        still: the card types that it is said to be still.
        word: the verb, for printing it back.
        style: the order of the parts, as `oracle.complement` writes it.
    """

    kind: ClassVar[Kind] = "type"
    STYLE_FIELDS: ClassVar[frozenset[str]] = frozenset({"style"})  # "is also" decides what is kept
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
        """Return one operation for each layer the phrase acts in, in layer order."""
        found: list[Operation] = []
        if self.name:
            found.append(SetName(self.name))
        # 205.1b: "artifact creature" keeps the other types, and the subtypes that are no creature types.
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

    def writes(self) -> frozenset[Column]:
        return frozenset().union(*(operation.writes() for operation in self.primitives()))
