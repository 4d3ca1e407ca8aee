"""The values that an object shows before effects apply, and the abilities that resolve because of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol

from ..cards.rules_text import given_to_itself
from ..effects.ability import TextAbility
from ..effects.copiable import Copiable
from ..effects.keywords import Keyword
from ..effects.language import Ability
from ..objects.gameobject import GameObject
from ..support.patterns import lazy_pattern

_NOT_OF_PERMANENTS: Final = frozenset({"Encore", "Suspend", "Unearth"})
"""The keywords that create a continuous effect and function outside the battlefield (702.62a, 702.84a, 702.141a)."""
_COST_OF_CARD: Final = lazy_pattern(r"\bthis card\b|\b(?:this \w+|~) from your (?:hand|graveyard)\b")
"""Words in a cost that can be paid only outside the battlefield (113.6m), as in "Discard this card"."""


class KnowsObjects(Protocol):
    """A board, or its tables."""

    def last_known(self, name: str, /) -> GameObject:
        """Return the object with an id, or the last one that had it."""
        ...

    def by_number(self, number: int, /) -> GameObject:
        """Return the object with a number, or its last known state if it has left."""
        ...


def shown_values(tables: KnowsObjects, found: GameObject) -> Copiable:
    """Return the printed values of an object, or those of the object that it copied as it entered."""
    *_, last = copied_in_turn(tables, found)
    return last.base.values


def copied_in_turn(tables: KnowsObjects, found: GameObject) -> Iterator[GameObject]:
    """Yield an object, the object that it copied as it entered, the one that that object copied, and so on."""
    yield found
    seen = {found.id}
    while found.original is not None and found.original not in seen:
        seen.add(found.original)
        found = tables.last_known(found.original)
        yield found


def source_of(tables: KnowsObjects, name: str, place: int, text: str = "") -> GameObject:
    """Return the source of an ability that is named as one of an object.

    If this is a card that was a permanent, the source is the permanent as it last existed (113.7a), because the
    card is a new object (400.7), unless the ability functions where the card is (113.6).

    Args:
        tables: the objects.
        name: the id of the object.
        place: the place of the ability among the printed ones, from 1, or 0 if it is only given as `text`.
        text: the text.

    Raises:
        UnknownObjectError: no object with the id has ever existed.
    """
    found = tables.last_known(name)
    if found.was is None or found.base.zone == "battlefield":
        return found
    ((ability, _),) = ability_resolving(found.base.values, place, text)
    return found if _is_of_card(ability) else tables.by_number(found.was)


def _is_of_card(ability: Ability | None) -> bool:
    if isinstance(ability, Keyword):
        return ability.name in _NOT_OF_PERMANENTS
    if not isinstance(ability, TextAbility) or ability.form != "activated":
        return False
    cost = ability.text.rpartition(":")[0] if ability.text else ability.cost
    return _COST_OF_CARD.search(cost) is not None


def ability_resolving(values: Copiable | None, place: int, text: str) -> Iterator[tuple[Ability | None, str]]:
    """Yield the ability that resolves with the name of its source, or None for an ability that is not known.

    Args:
        values: the values of its source, if it has one.
        place: the place of the ability among the printed ones, from 1, or 0 if it is only given as `text`.
        text: the text.
    """
    name = "" if values is None else values.name
    if not place:
        yield TextAbility("activated", text), name
        return
    printed = () if values is None else values.abilities
    ability = printed[place - 1] if place <= len(printed) else None
    yield given_to_itself(ability) or ability if ability else None, name
