"""Cards and tokens as printed."""

from __future__ import annotations

import re

import msgspec

from ..data.numbers import is_numeral, number_of
from ..effects.ability import TextAbility, UnsupportedAbility
from ..effects.copiable import Copiable
from ..effects.keywords import Keyword
from ..effects.language import Ability
from ..effects.node import Node
from ..errors import BoardDataError
from ..rules.vocabulary import COLORS, mana_value, parse_mana_cost
from ..support.guesses import Guessed
from ..support.patterns import lazy_pattern


class Face(Node, frozen=True):
    """One face or half of a card.

    Attributes:
        colors: the colors of a color indicator or of a token; None if the mana cost determines the colors (202.2).
        power, toughness, loyalty, defense: the printed values ("2", "*", "1+*"), or None.
        abilities: the abilities in printed order, one for each line of rules text and each keyword in a list.
        prototype: the mana cost, power and toughness in the prototype ability (702.160), or None.
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
        """Return the values of the face before layer 1 applies (613.1)."""
        return Copiable(
            name=self.name,
            mana_cost=self.mana_cost,
            mana_value=mana_value(self.mana_cost),
            colors=parse_mana_cost(self.mana_cost).colors if self.colors is None else sorted_colors(self.colors),
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
        """Return the values of the face when it is cast as a prototype (718.3)."""
        if self.prototype is None:
            return self.copiable()
        cost, power, toughness = self.prototype
        face = msgspec.structs.replace(self, mana_cost=cost, colors=None, power=power, toughness=toughness)
        return face.copiable()

    def has(self, *keywords: str) -> bool:
        """Return whether the face has at least one of the given keywords."""
        return any(isinstance(ability, Keyword) and ability.name in keywords for ability in self.abilities)


class Card(Guessed, Node, frozen=True):
    """A card or token.

    Attributes:
        name: the full name ("Fire // Ice").
        faces: the faces, front first, or the halves in printed order.
        layout: Scryfall's name for the layout of the faces.
        token: whether the type line begins with "Token".
        emblem: whether the type line begins with "Emblem".
        melds_with: the card named in the reminder text "(Melds with ...)", or an empty string (701.42).
        melds_into: the card into which the text melds this card and another, or an empty string (701.42).
    """

    name: str
    faces: tuple[Face, ...]
    layout: str = "normal"
    token: bool = False
    emblem: bool = False
    melds_with: str = ""
    melds_into: str = ""

    def resolution_of(self, index: int) -> Ability | None:
        """Return the ability at the 1-based `index` among those printed on the front face, or None."""
        abilities = self.faces[0].abilities
        return abilities[index - 1] if 0 < index <= len(abilities) else None

    @property
    def type_line(self) -> str:
        """The type lines of the faces, such as "Legendary Creature — God" or "Instant // Instant"."""
        return " // ".join(self.type_line_of(face) for face in self.faces)

    @property
    def mana_cost(self) -> str:
        """The mana costs of the faces that have one, such as "{2}{R}" or "{1}{R} // {1}{U}"."""
        return " // ".join(face.mana_cost for face in self.faces if face.mana_cost)

    def type_line_of(self, face: Face) -> str:
        """Return the type line of a face of this card."""
        marker = "Token " if self.token else "Emblem " if self.emblem and not face.types else ""
        left = marker + " ".join((*face.supertypes, *face.types))
        return f"{left.strip()} — {' '.join(face.subtypes)}" if face.subtypes else left.strip()

    @property
    def spell(self) -> TextAbility | None:
        """The first spell ability of the front face, or None."""
        abilities = self.faces[0].abilities
        return next((each for each in abilities if isinstance(each, TextAbility) and each.form == "spell"), None)

    def not_understood(self) -> list[str]:
        """Return the lines that are not understood, in printed order.

        For a shipped card, return the locations of these lines instead.
        """
        found = (
            node.line or node.text
            for face in self.faces
            for ability in face.abilities
            for node in ability.walk()
            if isinstance(node, UnsupportedAbility) or (isinstance(node, TextAbility) and node.line)
        )
        return list(dict.fromkeys(found))


_PRINTED = lazy_pattern(r"-?(?:\d{1,6}|[*XYZ∞?]|\d*\.5)(?:²|[+-](?:\d{1,6}|[*XYZ]))?|1d4\+1", re.ASCII)


def printed_number(printed: str | None) -> int | None:
    """Return a printed value as a number.

    ``*`` counts as 0 until a characteristic-defining ability sets the value (208.2a).
    """
    if printed is None:
        return None
    if not _PRINTED.fullmatch(printed):
        raise BoardDataError(f"`{printed}` is not a valid power, toughness, loyalty or defense")
    total, sign = 0, 1
    for part in printed.replace("-", "+-").split("+"):
        sign = -1 if part.startswith("-") else 1
        digits = part.lstrip("-")
        total += sign * number_of(digits) if is_numeral(digits) else 0
    return total


def sorted_colors(colors: tuple[str, ...]) -> tuple[str, ...]:
    """Return the colors in WUBRG order."""
    return tuple(color for color in COLORS if color in colors)
