"""The values that an object shows before effects apply, and the abilities that resolve because of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from ..cards.rules_text import given_to_itself
from ..effects.ability import TextAbility
from ..effects.copiable import Copiable
from ..effects.language import Ability
from ..objects.gameobject import GameObject


class KnowsObjects(Protocol):
    """A board, or its tables."""

    def last_known(self, name: str, /) -> GameObject:
        """Return the object with an id, or the last one that had it."""
        ...


def shown_values(tables: KnowsObjects, found: GameObject) -> Copiable:
    """Return the printed values of an object, or those of the object that it copied as it entered."""
    seen = {found.id}
    while found.copy is not None and found.copy.of not in seen:
        seen.add(found.copy.of)
        found = tables.last_known(found.copy.of)
    return found.base.values


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
