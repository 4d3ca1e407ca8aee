"""Copiable values (707.2)."""

from __future__ import annotations

from functools import lru_cache

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
    cost, number = values.mana_cost, values.mana_value
    found: list[Column] = [
        ("name", values.name),
        ("mana_cost", cost),
        ("mana_value", mana_value(cost) if number is None else number),
    ]
    put = found.append  # in loops, which are faster here than comprehensions
    for color in values.colors:
        put(("color", color))
    for word in values.types:
        put(("type", word))
    for word in values.supertypes:
        put(("supertype", word))
    for word in values.subtypes:
        put(("subtype", word))
    for place, ability in enumerate(values.abilities, 1):
        put(("ability", Held(ability, "copiable", place, "", stamp)))
    if values.power is not None:
        put(("power", values.power))
    if values.toughness is not None:
        put(("toughness", values.toughness))
    if values.loyalty is not None:
        put(("loyalty", values.loyalty))
    if values.defense is not None:
        put(("defense", values.defense))
    return tuple(found)
