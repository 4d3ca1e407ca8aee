"""Abilities that other objects give, in which a card's name means the object that gives the ability (201.5a)."""

from __future__ import annotations

from ..cards.rules_text import says
from ..effects.ability import TextAbility
from ..objects.gameobject import GameObject
from ..objects.tables import Tables


def giver(tables: Tables, source: GameObject, text: str) -> tuple[GameObject, TextAbility] | None:
    """Return the object that gives an ability which speaks of it by name, and that ability; or None.

    Args:
        tables: the board.
        source: the object that has the ability; an object that is attached to it comes first.
        text: the text of the ability.
    """
    found = (
        (each, ability)
        for each in sorted(tables.present(), key=lambda each: (each.attached_to != source.number, each.number))
        for given in each.base.values.abilities
        for ability in given.walk()
        if isinstance(ability, TextAbility) and ability.granter and says(ability, text, ability.granter)
    )
    return next(found, None)
