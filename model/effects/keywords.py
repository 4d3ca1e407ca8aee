"""Keyword abilities, including those that generate continuous effects (702)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import ClassVar, Final

from ..rules.edition import Edition
from .ability import Resolution, TextAbility, defined_in, is_cda
from .conditions import AllOf, Is, TurnOf
from .filters.characteristics import OfType
from .filters.combinators import Other
from .filters.status import Status, WithCounter
from .language import Ability, Clause
from .operations.abilities import Gain
from .operations.colors import SetColors
from .operations.types import AddSubtypes, AddTypes, RemoveTypes, SetSubtypes, SetTypes
from .selectors import Encoded, Group, Itself, Target
from .view import EVERY_CREATURE_TYPE


class Keyword(Ability, frozen=True):
    """A keyword ability, such as "Flying", "Equip {2}" or "Protection from black" (702).

    Attributes:
        name: the name in the rulebook, with a capital letter.
        parameter: the printed text after the name.
        color: the color in "protection from black" and similar abilities, which layer 3 can change.
        subtype: the type in "Swampwalk", "Protection from Goblins" or "Enchant Forest".
        label: a flavor word ("Diana" in "Diana — Equip {2}"), which has no rules meaning (207.2d).
    """

    STYLE_FIELDS: ClassVar[frozenset[str]] = Ability.STYLE_FIELDS | {"label"}
    TEXT_FIELDS: ClassVar[frozenset[str]] = frozenset({"parameter"})  # "Affinity for Plains"
    name: str
    parameter: str = ""
    color: str = ""
    subtype: str = ""
    label: str = ""

    def clauses(self) -> tuple[Clause, ...]:
        return keyword_clauses(self.name)

    def functions_in(self, edition: Edition) -> tuple[str, ...]:
        if is_cda(self, edition):
            return defined_in(self, edition)
        return _ZONES.get(self.name, ("battlefield",))


# 702.103b: a bestowed spell is an Aura spell; 702.99a: cipher functions while the card is encoded, in exile.
_ZONES: Final = MappingProxyType({"Bestow": ("battlefield", "stack"), "Cipher": ("exile",)})
_CIPHERED: Final = (
    "Whenever this creature deals combat damage to a player, you may cast a copy of the encoded card without paying its"
    " mana cost."
)
_BLITZED: Final = "When this permanent is put into a graveyard from the battlefield, draw a card."


@lru_cache(maxsize=4096)
def keyword_clauses(name: str) -> tuple[Clause, ...]:
    """Return the clauses of the keyword ability with this name, or an empty tuple if no layer evaluates it."""
    match name:
        case "Changeling":  # 702.73a
            return (Clause(Itself(), (AddSubtypes((EVERY_CREATURE_TYPE,)),)),)
        case "Devoid":  # 702.114a
            return (Clause(Itself(), (SetColors(),)),)
        case "Living metal":  # 702.161a
            return (Clause(Itself(), (AddTypes(("Creature",)),), TurnOf("you")),)
        case "Impending":  # 702.176a
            unready = AllOf((Is(Itself(), (Status("impending"),)), Is(Itself(), (WithCounter("time"),))))
            return (Clause(Itself(), (RemoveTypes(("Creature",)),), unready),)
        case "Reconfigure":  # 702.151b: the Equipment is not a creature while it is attached
            return (Clause(Itself(), (RemoveTypes(("Creature",)),), Is(Itself(), (Status("attached"),))),)
        case "Bestow":  # 702.103b: the permanent is an Aura as long as it is bestowed
            aura = (SetTypes(("Enchantment",)), SetSubtypes(("Aura",)), Gain((Keyword("Enchant", "creature"),)))
            return (Clause(Itself(), aura, Is(Itself(), (Status("bestow"),))),)
        case "Dash":  # 702.109a
            return (Clause(Itself(), (Gain((Keyword("Haste"),)),), Is(Itself(), (Status("dash"),))),)
        case "Blitz":  # 702.152a
            drawing = TextAbility("triggered", _BLITZED)
            return (Clause(Itself(), (Gain((Keyword("Haste"), drawing)),), Is(Itself(), (Status("blitz"),))),)
        case "Cipher":  # 702.99a
            return (Clause(Encoded(), (Gain((TextAbility("triggered", _CIPHERED),)),)),)
        case _:
            return ()


def is_awaken(ability: Ability) -> bool:
    """Return whether an ability of a spell has an effect only if its awaken cost was paid (702.113a)."""
    return isinstance(ability, Keyword) and ability.name == "Awaken"


def backed_up(abilities: Sequence[Ability], place: int) -> Resolution:
    """Return the effect of a backup ability (702.165a).

    If the target is another creature, it gains the abilities printed below the backup ability.

    Args:
        abilities: the printed abilities of the creature with backup.
        place: the position of the backup ability among the printed abilities, counted from 1.
    """
    below = tuple(one for one in abilities[place:] if getattr(one, "name", "") != "Backup")
    if not below:
        return Resolution()
    target = Target(0, Group((OfType("Creature"),)), "target")
    another = Is(Target(0), (Other(),))
    return Resolution((Clause(target, (Gain(below),), condition=another, duration="end of turn"),))
