"""Cards and tokens as printed: what a timeline puts on the board."""

from __future__ import annotations

import re

from ..data.numbers import is_numeral, number_of
from ..effects.ability import TextAbility
from ..effects.copiable import Copiable
from ..effects.language import Ability
from ..effects.node import Node
from ..errors import BoardDataError
from ..rules.vocabulary import COLORS, mana_colors, mana_value


class Face(Node, frozen=True):
    """One face or half of a card.

    Attributes:
        colors: by color indicator or as specified by a token's creator; None: those of the mana cost (202.2).
        power, toughness, loyalty, defense: as printed ("2", "*", "1+*"), or None.
        abilities: in printed order, one for each line of rules text and each keyword of a list.
        text: the rules text, where the card was spelled out rather than looked up; "" otherwise.
        prototype: mana cost, power and toughness of its prototype ability (702.160), or None.
    """

    name: str
    mana_cost: str = ""
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    colors: tuple[str, ...] | None = None
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    abilities: tuple[Ability, ...] = ()
    prototype: tuple[str, str, str] | None = None

    def copiable(self) -> Copiable:
        """Return the values that layers start from (613.1)."""
        return Copiable(
            name=self.name,
            mana_cost=self.mana_cost,
            mana_value=mana_value(self.mana_cost),
            colors=mana_colors(self.mana_cost) if self.colors is None else sorted_colors(self.colors),
            types=self.types,
            supertypes=self.supertypes,
            subtypes=self.subtypes,
            abilities=self.abilities,
            power=printed_number(self.power),
            toughness=printed_number(self.toughness),
            loyalty=printed_number(self.loyalty),
            defense=printed_number(self.defense),
        )

    def prototyped(self) -> Copiable:
        """Return the values of the card cast as a prototype (718.3)."""
        if self.prototype is None:
            return self.copiable()
        cost, power, toughness = self.prototype
        face = Face(
            self.name, cost, self.supertypes, self.types, self.subtypes, None, power, toughness,
            self.loyalty, self.defense, self.abilities,
        )  # fmt: skip
        return face.copiable()


class Card(Node, frozen=True):
    """A card, or a token as its creator describes it.

    Attributes:
        name: the full name ("Fire // Ice").
        faces: front first; halves in printed order.
        layout: Scryfall's word for how the faces go together.
        token: whether its type line begins with "Token".
        emblem: whether it begins with "Emblem".
    """

    name: str
    faces: tuple[Face, ...]
    layout: str = "normal"
    token: bool = False
    emblem: bool = False

    def resolution_of(self, index: int) -> Ability | None:
        """Return the printed ability at 1-based `index` of the front face, or None."""
        abilities = self.faces[0].abilities
        return abilities[index - 1] if 0 < index <= len(abilities) else None

    @property
    def spell(self) -> TextAbility | None:
        """What the card does as it resolves, if it is an instant or sorcery."""
        found = [a for a in self.faces[0].abilities if isinstance(a, TextAbility) and a.form == "spell"]
        return found[0] if found else None


_PRINTED = re.compile(r"-?(?:\d{1,6}|[*XYZ∞?]|\d*\.5)(?:²|[+-](?:\d{1,6}|[*XYZ]))?|1d4\+1", re.ASCII)


def printed_number(printed: str | None) -> int | None:
    """Return the number that stands for a printed size: ``*`` counts as 0 until a CDA defines it (208.2a)."""
    if printed is None:
        return None
    if not _PRINTED.fullmatch(printed):
        raise BoardDataError(f"`{printed}` is not a power, toughness, loyalty or defense")
    total, sign = 0, 1
    for part in printed.replace("-", "+-").split("+"):
        sign = -1 if part.startswith("-") else 1
        digits = part.lstrip("-")
        total += sign * number_of(digits) if is_numeral(digits) else 0
    return total


def sorted_colors(colors: tuple[str, ...]) -> tuple[str, ...]:
    """Return colors in the order W U B R G."""
    return tuple(color for color in COLORS if color in colors)
