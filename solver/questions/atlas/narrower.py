"""The columns that single nodes read and write, where they are narrower than those that their classes declare.

There are two more families of columns here: "activated ability" and the like for abilities of one kind, and "creature
type" and the like for subtypes of one family.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mtglayers.model.effects.amounts.counting import KeywordsHeld
from mtglayers.model.effects.filters.characteristics import With, WithAbility
from mtglayers.model.effects.language import Operation
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.operations.abilities_from_board import GainAllOf, GainKind
from mtglayers.model.effects.operations.power_toughness import SetPT
from mtglayers.model.effects.operations.types import (
    AddTypes,
    LoseSubtypes,
    RemoveTypes,
    SetSubtypes,
    SetTypes,
)
from mtglayers.model.effects.subtypes import families_of
from mtglayers.model.effects.view import ABILITIES, ANY, Column, Columns
from mtglayers.model.rules.edition import Edition
from mtglayers.model.rules.vocabulary import BASIC_LAND_TYPES, CARD_TYPE_FAMILY, KEYWORDS

from ...engine.effect import Part

FORMS: Final = ("activated", "loyalty", "mana", "triggered")
"""The kinds of abilities that effects distinguish."""

_OF_TYPES: Final = (AddTypes, SetTypes, RemoveTypes, LoseSubtypes)
_CHOSEN: Final = {"creature_type": ("creature",), "land_type": ("land",), "basic_land_type": ("land",)}


def abilities_read(node: Node, columns: Columns) -> Columns:
    """Return the columns that a node reads, given those that it declares.

    Some nodes read only abilities of one kind, such as one keyword or activated abilities.
    """
    return columns - ABILITIES | frozenset(_abilities_read(node)) if ("ability", ANY) in columns else columns


def written(operation: Operation, part: Part, edition: Edition) -> Columns:
    """Return the columns that an operation of a part of an effect writes."""
    if edition.fallen_return and any(each.SETS_TYPES for _, each in part.steps):
        return part.writes | _forms("ability", ANY)
    return frozenset(_written(operation))


def takes_abilities(operation: Operation) -> bool:
    """Return whether an operation can remove an ability that generates an effect.

    Without its land types, an object loses only mana abilities (305.6), unless the types are set (305.7).
    """
    if isinstance(operation, SetSubtypes):
        basic = any(word in BASIC_LAND_TYPES for word in operation.subtypes)
        return basic or operation.chosen in ("land_type", "basic_land_type")
    return operation.TAKES_ABILITIES and not isinstance(operation, _OF_TYPES)


def _abilities_read(node: Node) -> Iterator[Column]:
    if isinstance(node, With | GainKind):
        yield "ability", node.keyword
    elif isinstance(node, KeywordsHeld):
        yield from (("ability", keyword) for keyword in node.keywords)
    elif isinstance(node, GainAllOf) and (forms := _given_forms(node)) is not None:
        yield from ((f"{form} ability", ANY) for form in forms)
    elif isinstance(node, WithAbility):
        yield f"{node.form} ability", ANY
    else:
        yield "ability", ANY


def _given_forms(node: GainAllOf) -> tuple[str, ...] | None:
    forms = {*node.forms, *(("loyalty", "mana") if "activated" in node.forms else ())}
    return tuple(sorted(forms - {node.but})) if forms <= {*FORMS} else None


def _written(operation: Operation) -> Iterator[Column]:
    if isinstance(operation, RemoveTypes) and "Land" not in operation.types:  # 205.1a
        yield from (("type", word) for word in operation.types)
        yield "fallen", ANY
        yield from ((f"{CARD_TYPE_FAMILY[word]} type", ANY) for word in operation.types if word in CARD_TYPE_FAMILY)
    elif (families := _families(operation)) is not None and "land" not in families:
        yield from ((f"{family} type", ANY) for family in families)
    elif isinstance(operation, SetPT):
        sizes = ("power", operation.power), ("toughness", operation.toughness)
        yield from ((family, ANY) for family, amount in sizes if amount is not None)
    elif isinstance(operation, GainKind):
        yield from _forms("ability", operation.keyword)
    elif isinstance(operation, GainAllOf) and (forms := _given_forms(operation)) is not None:
        yield from (("ability", ANY), *((f"{form} ability", ANY) for form in forms))
    else:
        for family, value in operation.writes():
            yield from _forms(family, value) if family == "ability" else ((family, value),)


def _families(operation: Operation) -> tuple[str, ...] | None:
    # The families of subtypes that an operation replaces or removes.
    if not isinstance(operation, SetSubtypes | LoseSubtypes):
        return None
    named = {family for word in operation.subtypes for family in families_of(word)}
    named |= {operation.family} - {""} if isinstance(operation, LoseSubtypes) else set()
    return (
        tuple(sorted({*named, *_CHOSEN.get(operation.chosen, ())}))
        if isinstance(operation, SetSubtypes)
        else (tuple(sorted(named)))
    )


def _forms(family: str, value: object) -> frozenset[Column]:
    # An ability, and the kind of ability that it is.
    ability = getattr(value, "ability", value)
    if ability == ANY:
        return frozenset({(family, ANY), *((f"{form} ability", ANY) for form in FORMS)})
    keyword = KEYWORDS.get(ability if isinstance(ability, str) else getattr(ability, "name", ""))
    form = getattr(ability, "form", "") if keyword is None else keyword.ability
    found: set[Column] = {(family, value)}
    if form in FORMS:
        found.add((f"{form} ability", ANY))
    return frozenset(found)
