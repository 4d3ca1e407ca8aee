"""Copiable values (707.2)."""

from __future__ import annotations

from ..rules.vocabulary import color_words, mana_value
from .language import Ability
from .node import Node
from .phrase import Wording
from .view import Draft, Held, Mask


class Copiable(Node, frozen=True):
    """The copiable values of an object (707.2).

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
        draft.put("name", self.name, mask)
        draft.put("mana_cost", self.mana_cost, mask)
        draft.put("mana_value", mana_value(self.mana_cost) if self.mana_value is None else self.mana_value, mask)
        for family, values in (
            ("color", self.colors), ("type", self.types), ("supertype", self.supertypes), ("subtype", self.subtypes),
        ):  # fmt: skip
            for word in values:
                draft.put(family, word, mask)
        for place, ability in enumerate(self.abilities, start=1):
            draft.put("ability", Held(ability, "copiable", place, stamp=stamp), mask)
        for family in ("power", "toughness", "loyalty", "defense"):
            number = getattr(self, family)
            if number is not None:
                draft.put(family, number, mask)

    def describe(self, wording: Wording) -> str:
        """Return a description of the values, such as "2/2 Cyberman artifact creature with ward {2}"."""
        words = [] if self.power is None else [f"{self.power}/{self.toughness}"]
        words += [word.lower() for word in self.supertypes] + ([color_words(self.colors)] if self.colors else [])
        words += [*self.subtypes, *(word.lower() for word in self.types)]
        given = f" with {wording.abilities(self.abilities)}" if self.abilities else ""
        return " ".join(words) + given + (f" named {self.name}" if self.name else "")
