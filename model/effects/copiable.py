"""Copiable values (707.2)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from ..rules.vocabulary import color_words, mana_value
from .language import Ability
from .node import Node
from .phrase import Wording
from .view import Column, Draft, Held, Mask


class Copiable(Node, frozen=True):
    """The copiable values of an object (707.2, 707.2a).

    Power, toughness, loyalty and defense are None if the object does not have them; ``*`` counts as 0.
    """

    name: str = ""
    mana_cost: str = ""
    mana_value: int | None = None  # None means the mana value of `mana_cost` (202.3)
    colors: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()
    power: int | None = None
    toughness: int | None = None
    loyalty: int | None = None
    defense: int | None = None

    def put_on(self, draft: Draft, mask: Mask, stamp: tuple[int, ...] = ()) -> None:
        """Set the values of objects that do not have copiable values yet.

        Args:
            draft: the board to change.
            mask: the objects.
            stamp: the timestamp key of the abilities, if it differs from that of the object.
        """
        for family, value in copiable_columns(self, stamp):
            draft.put(family, value, mask)

    def describe(self, wording: Wording) -> str:
        """Return a description of the values, such as "2/2 Cyberman artifact creature with ward {2}"."""
        words = [] if self.power is None else [f"{self.power}/{self.toughness}"]
        words += [word.lower() for word in self.supertypes] + ([color_words(self.colors)] if self.colors else [])
        words += [*self.subtypes, *(word.lower() for word in self.types)]
        given = f" with {wording.abilities(self.abilities)}" if self.abilities else ""
        return " ".join(words) + given + (f" named {self.name}" if self.name else "")


@lru_cache(maxsize=8192)
def copiable_columns(values: Copiable, stamp: tuple[int, ...] = ()) -> tuple[Column, ...]:
    """Return the columns of an object with the given values; `stamp` is the timestamp key of its abilities, if any."""
    return tuple(
        [(family, value) for family, column in values_by_family([(values, 1)], stamp).items() for value in column]
    )


def values_by_family(
    objects: Iterable[tuple[Copiable, Mask]], stamp: tuple[int, ...] = ()
) -> dict[str, dict[Any, Mask]]:
    """Return the values of objects by family, each with the objects that have it.

    Args:
        objects: copiable values, each with the objects that have them.
        stamp: the timestamp key of the abilities, if it differs from that of the objects.
    """
    names, costs, numbers, colors, types, supertypes, subtypes, abilities = [dict[Any, Mask]() for _ in range(8)]
    powers, toughnesses, loyalties, defenses = [dict[Any, Mask]() for _ in range(4)]
    for values, mask in objects:  # written out, because this is most of the work before layer 1
        names[values.name] = names.get(values.name, 0) | mask
        cost, number = values.mana_cost, values.mana_value
        costs[cost] = costs.get(cost, 0) | mask
        if number is None:
            number = mana_value(cost)
        numbers[number] = numbers.get(number, 0) | mask
        for word in values.colors:
            colors[word] = colors.get(word, 0) | mask
        for word in values.types:
            types[word] = types.get(word, 0) | mask
        for word in values.supertypes:
            supertypes[word] = supertypes.get(word, 0) | mask
        for word in values.subtypes:
            subtypes[word] = subtypes.get(word, 0) | mask
        for place, ability in enumerate(values.abilities, 1):
            held = Held(ability, "copiable", place, "", stamp)
            abilities[held] = abilities.get(held, 0) | mask
        if values.power is not None:
            powers[values.power] = powers.get(values.power, 0) | mask
        if values.toughness is not None:
            toughnesses[values.toughness] = toughnesses.get(values.toughness, 0) | mask
        if values.loyalty is not None:
            loyalties[values.loyalty] = loyalties.get(values.loyalty, 0) | mask
        if values.defense is not None:
            defenses[values.defense] = defenses.get(values.defense, 0) | mask
    return {
        "name": names, "mana_cost": costs, "mana_value": numbers, "color": colors, "type": types,
        "supertype": supertypes, "subtype": subtypes, "ability": abilities, "power": powers, "toughness": toughnesses,
        "loyalty": loyalties, "defense": defenses,
    }  # fmt: skip
