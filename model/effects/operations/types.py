"""The operations of layer 4, which change card types, subtypes and supertypes (613.1d, 205.1, 305.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, Literal

from msgspec.structs import replace

from ...rules.vocabulary import BASIC_LAND_TYPES, EVERY_MARKERS, families, joined, subtypes_of
from ..language import Composite, Kind, Only, Operation, Selector
from ..mana_abilities import INTRINSIC, INTRINSIC_COLUMNS, drop_mana, refresh_mana
from ..phrase import Phrase, Wording, said
from ..subtypes import clear_family, drop_fallen, families_of, having_family, raise_fallen, supporting
from ..view import (
    ABILITIES,
    ANY,
    EVERY_CREATURE_TYPE,
    EVERY_LAND_TYPE,
    Columns,
    Context,
    Draft,
    Mask,
    View,
    columns,
)


class GainEvery(Composite, frozen=True):
    """Adds or removes every type of a family, as in "gains all creature types" or "loses all land types"."""

    kind: ClassVar[Kind] = "type"
    family: Literal["creature", "land", "basic land"] = "creature"
    lose: bool = False
    word: str = "gains"

    def primitives(self) -> tuple[Operation, ...]:
        if self.lose:
            return (LoseSubtypes(family=self.family),)
        if self.family == "basic land":  # 305.6
            return (AddSubtypes(tuple(BASIC_LAND_TYPES)),)
        return (AddSubtypes((EVERY_CREATURE_TYPE if self.family == "creature" else EVERY_LAND_TYPE,)),)


SUBTYPE_COLUMNS: Final = columns(("subtype", ANY)) | INTRINSIC_COLUMNS
TYPE_COLUMNS: Final = columns(("type", ANY), ("fallen", ANY)) | SUBTYPE_COLUMNS


class AddTypes(Operation, frozen=True):
    """Adds card types (205.1b)."""

    kind: ClassVar[Kind] = "type"
    CONSULTS: ClassVar[Columns] = columns(("subtype", ANY), ("type", "Land"), ("fallen", ANY))
    SETS_TYPES: ClassVar[bool] = True
    ONLY: ClassVar[Only] = "gives"
    types: tuple[str, ...]

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        new_lands = mask & ~draft.having("type", "Land") if "Land" in self.types else 0
        for type in self.types:
            draft.put("type", type, mask)
        raise_fallen(draft, mask)
        if new_lands:
            refresh_mana(draft, new_lands)

    def writes(self) -> Columns:
        written = columns(*(("type", type) for type in self.types))
        return written | INTRINSIC_COLUMNS if "Land" in self.types else written

    def describe(self, wording: Wording) -> str:
        return f"adds the card type{_s(self.types)} {joined(self.types)}"


class SetTypes(Operation, frozen=True):
    """Replaces all card types; the object also loses the subtypes of its former card types (205.1a)."""

    kind: ClassVar[Kind] = "type"
    WRITES: ClassVar[Columns] = TYPE_COLUMNS
    CONSULTS: ClassVar[Columns] = TYPE_COLUMNS
    SETS_TYPES: ClassVar[bool] = True
    types: tuple[str, ...]

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        # 205.1a: instants and sorceries keep these types.
        lasting = ("Instant", "Sorcery") if draft.edition.instants_stay else ()
        kept = {type: draft.having("type", type) & mask for type in lasting}
        draft.clear("type", mask)
        for type, having in kept.items():
            draft.put("type", type, having)
        for type in self.types:
            draft.put("type", type, mask)
        drop_fallen(draft, mask)
        raise_fallen(draft, mask)

    def describe(self, wording: Wording) -> str:
        return f"sets the card type{_s(self.types)} to {joined(self.types)}"


class RemoveTypes(Operation, frozen=True):
    """Removes card types and their subtypes, as in "isn't a creature" (205.1a)."""

    kind: ClassVar[Kind] = "type"
    WRITES: ClassVar[Columns] = TYPE_COLUMNS
    CONSULTS: ClassVar[Columns] = TYPE_COLUMNS
    ONLY: ClassVar[Only] = "takes"
    types: tuple[str, ...]
    word: str = "isn't"

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        for type in self.types:
            draft.drop("type", type, mask)
        drop_fallen(draft, mask)

    def describe(self, wording: Wording) -> str:
        return f"removes the card type{_s(self.types)} {joined(self.types)}"


ChoiceOf = Literal["", "creature_type", "land_type", "basic_land_type"]


class _SubtypeOperation(Operation, frozen=True):
    kind: ClassVar[Kind] = "type"
    CONSULTS: ClassVar[Columns] = TYPE_COLUMNS
    subtypes: tuple[str, ...] = ()
    chosen: ChoiceOf = ""  # the kind of choice whose types are added to `subtypes`
    which: int = 0  # 0: all chosen types; n: the n-th

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        if not self.chosen:
            return ((self, scope),)
        words: tuple[str, ...] = getattr(view.choices(context), self.chosen)
        words = words[self.which - 1 : self.which] if self.which else words
        return ((replace(self, subtypes=self.subtypes + words, chosen="", which=0), scope),)

    def defines(self) -> bool:
        return True


class AddSubtypes(_SubtypeOperation, frozen=True):
    """Adds the subtypes that one of the object's card types supports (205.1b, 205.3d)."""

    TAKES_ABILITIES: ClassVar[bool] = False
    ONLY: ClassVar[Only] = "gives"

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        for subtype in self.subtypes:
            given = mask & supporting(draft, subtype)
            for basic in INTRINSIC if subtype == EVERY_LAND_TYPE else (subtype,) if subtype in INTRINSIC else ():
                fresh = given & ~draft.having("subtype", basic)
                if fresh:  # 305.6: only new types give an ability
                    draft.put("ability", INTRINSIC[basic], fresh)
            draft.put("subtype", subtype, given)

    def writes(self) -> Columns:
        if self.chosen:
            return SUBTYPE_COLUMNS
        written = columns(*(("subtype", subtype) for subtype in self.subtypes))
        return written | INTRINSIC_COLUMNS if _touches_land(self) else written

    def describe(self, wording: Wording) -> str:
        return f"adds {_subtypes(self.subtypes)}"


class SetSubtypes(_SubtypeOperation, frozen=True):
    """Replaces all subtypes of the same family (205.1a); for basic land types, see 305.7.

    Attributes:
        artifact: whether the text says "artifact creature", so that some editions keep all subtypes (205.1b).
    """

    artifact: bool = False

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        if self.artifact and draft.edition.artifact_creatures_keep_types:
            AddSubtypes(self.subtypes).apply(draft, mask, context)
            return
        for family in sorted({family for subtype in self.subtypes for family in families_of(subtype)}):
            clear_family(draft, family, mask & having_family(draft, family))
        if self._takes_text():
            lands = mask & draft.having("type", "Land")
            for held in [held for held, having in draft.column("ability").items() if having & lands]:
                # 305.7: abilities from rules text, old land types and copiable effects, but not granted abilities.
                added = held.granter == "except"  # added by a copy effect; some editions keep it
                if held.origin != "granted" and (not added or draft.edition.land_types_take_added):
                    draft.drop("ability", held, lands)
        for subtype in self.subtypes:
            draft.put("subtype", subtype, mask & supporting(draft, subtype))
        if _touches_land(self):
            refresh_mana(draft, mask)

    def _takes_text(self) -> bool:
        return any(subtype in BASIC_LAND_TYPES for subtype in self.subtypes)

    def writes(self) -> Columns:
        if self._takes_text() or self.chosen.endswith("land_type"):
            return SUBTYPE_COLUMNS | ABILITIES
        return SUBTYPE_COLUMNS

    def describe(self, wording: Wording) -> str:
        kinds = {family for word in self.subtypes for family in families(word)}
        kind = f"{next(iter(kinds))} type" if len(kinds) == 1 else "subtype"
        return f"sets the {kind}{_s(self.subtypes)} to {joined(self.subtypes)}"


class SetCreatureTypes(Operation, frozen=True):
    """Sets creature types to those of another object, and to a type that the object still has.

    Evaluation replaces the operation with `SetSubtypes`.
    """

    kind: ClassVar[Kind] = "type"
    READS: ClassVar[Columns] = columns(("subtype", ANY))
    WRITES: ClassVar[Columns] = columns(("subtype", ANY), ("ability", ANY))
    CONSULTS: ClassVar[Columns] = TYPE_COLUMNS
    of: Selector
    still: str = ""

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        words = _creature_types(self.of, view, context)
        words += (self.still,) if self.still and self.still not in words else ()
        return ((SetSubtypes(words), scope),) if self.of.select(view, context) and words else ()


def _creature_types(of: Selector, view: View, context: Context) -> tuple[str, ...]:
    # In alphabetical order, as the order of the objects does not matter.
    those = of.select(view, context)
    known = {EVERY_CREATURE_TYPE, *subtypes_of("creature")}
    return tuple(sorted(word for word, having in view.column("subtype").items() if having & those and word in known))


class GainCreatureTypes(Operation, frozen=True):
    """Adds the creature types of other objects, as in "has all creature types of creature cards in your graveyard".

    Evaluation replaces the operation with `AddSubtypes`.
    """

    kind: ClassVar[Kind] = "type"
    READS: ClassVar[Columns] = columns(("subtype", ANY))
    WRITES: ClassVar[Columns] = columns(("subtype", ANY))
    CONSULTS: ClassVar[Columns] = TYPE_COLUMNS
    TAKES_ABILITIES: ClassVar[bool] = False
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("[has|have] the creature types of {of}"),
        said("[has|have] all creature types of {of}", lead="all"),
        said("[gains|gain] the creature types of {of}", word="gains"),
        said("[gains|gain] all creature types of {of}", word="gains", lead="all"),
    )
    of: Selector
    word: str = "has"
    lead: str = "the"

    def defines(self) -> bool:
        return True

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        words = _creature_types(self.of, view, context)
        return ((AddSubtypes(words), scope),) if words else ()


class LoseSubtypes(Operation, frozen=True):
    """Removes the given subtypes, or all subtypes of a family, as in "loses all creature types" or "isn't a Human"."""

    kind: ClassVar[Kind] = "type"
    WRITES: ClassVar[Columns] = SUBTYPE_COLUMNS
    CONSULTS: ClassVar[Columns] = TYPE_COLUMNS
    subtypes: tuple[str, ...] = ()
    family: str = ""
    word: str = "loses"

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        if self.family:
            clear_family(draft, self.family, mask)
        for subtype in self.subtypes:
            for family in families_of(subtype):
                marker = EVERY_MARKERS.get(family)
                spread = draft.column("subtype").get(marker, 0) & mask if marker else 0
                if marker and spread:
                    draft.drop("subtype", marker, spread)
                    for word in subtypes_of(family):
                        draft.put("subtype", word, spread)
            draft.drop("subtype", subtype, mask)
        if self.family == "land" or any("land" in families_of(s) for s in self.subtypes):
            drop_mana(draft, mask)

    def describe(self, wording: Wording) -> str:
        return f"removes all {self.family} types" if self.family else f"removes {_subtypes(self.subtypes)}"


class AddSupertypes(Operation, frozen=True):
    """Adds supertypes, as in "is legendary" or "are basic" (205.4b)."""

    kind: ClassVar[Kind] = "type"
    SETS_TYPES: ClassVar[bool] = True
    ONLY: ClassVar[Only] = "gives"
    supertypes: tuple[str, ...]

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        for supertype in self.supertypes:
            draft.put("supertype", supertype, mask)

    def writes(self) -> Columns:
        return columns(*(("supertype", supertype) for supertype in self.supertypes))

    def describe(self, wording: Wording) -> str:
        return f"makes it {joined(word.lower() for word in self.supertypes)}"


class RemoveSupertypes(Operation, frozen=True):
    """Removes supertypes, as in "isn't legendary" (205.4b)."""

    kind: ClassVar[Kind] = "type"
    ONLY: ClassVar[Only] = "takes"
    supertypes: tuple[str, ...]
    word: str = "isn't"

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        for supertype in self.supertypes:
            draft.drop("supertype", supertype, mask)

    def writes(self) -> Columns:
        return columns(*(("supertype", supertype) for supertype in self.supertypes))

    def describe(self, wording: Wording) -> str:
        return f"makes it no longer {joined(word.lower() for word in self.supertypes)}"


def _touches_land(operation: _SubtypeOperation) -> bool:
    return operation.chosen != "creature_type" and (
        bool(operation.chosen) or any("land" in families_of(subtype) for subtype in operation.subtypes)
    )


def _subtypes(words: Sequence[str]) -> str:
    every = [word for word in words if word in (EVERY_CREATURE_TYPE, EVERY_LAND_TYPE)]
    rest = [word for word in words if word not in every]
    named = f"the subtype{_s(rest)} {joined(rest)}" if rest else ""
    return joined(part for part in (*every, named) if part)


def _s(words: Sequence[str]) -> str:
    return "" if len(words) == 1 else "s"
