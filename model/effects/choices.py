"""The choices and players to which an effect refers as it resolves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from ..rules.vocabulary import BASIC_LAND_TYPES, CARD_TYPES, families
from .conditions import ChosenOption
from .filters.characteristics import Chosen
from .filters.comparisons import ChosenParity
from .keyword_parameters import choice_of
from .keywords import Keyword
from .language import Ability
from .node import Node
from .operations.abilities import Gain
from .operations.abilities_from_board import GainOne, LoseOne
from .operations.becomes import Becomes
from .operations.power_toughness import ModifyOne
from .selectors import Target

EXAMPLES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({
    "color": ("U",), "creature_type": ("Goblin",), "basic_land_type": ("Island", "Swamp"), "land_type": ("Island",),
    "card_type": ("Creature",),
})  # fmt: skip
"""Kind of choice -> words that could be chosen."""


def choice_needed(node: Node) -> str:
    """Return the name of the choice that a node requires, or "" if it requires none (608.2d).

    The name is that of a field of `view.Choices`.

    >>> choice_needed(Chosen("creature_type", word="your choice"))
    'creature_type'
    """
    if isinstance(node, Chosen):
        return node.what
    if alternatives(node):
        return "option"
    if isinstance(node, Gain | Becomes) and (asked := next(filter(None, map(choice_of, node.abilities)), "")):
        return asked
    if getattr(node, "chosen_color", False):
        return "color"
    kind = getattr(node, "chosen", "")
    return kind if isinstance(kind, str) else ""


def choice_of_type(word: str) -> dict[str, Any]:
    """Return the choices that are recorded if the given type was chosen, by kind.

    >>> choice_of_type("Goblin"), choice_of_type("Artifact"), choice_of_type("Foo")
    ({'creature_type': 'Goblin'}, {'card_type': 'Artifact'}, {})
    >>> choice_of_type("Island")
    {'land_type': 'Island', 'basic_land_type': 'Island'}
    """
    known = families(word)
    found: dict[str, Any] = {f"{family}_type": word for family in ("creature", "land") if family in known}
    if word in BASIC_LAND_TYPES:
        found["basic_land_type"] = word
    return found or ({"card_type": word} if word in CARD_TYPES else {})


def alternatives(node: Node) -> int:
    """Return the number of alternatives from which an `option` is chosen, or 0 if a node lists none.

    >>> alternatives(ModifyOne((), ())), alternatives(Chosen("color"))
    (0, 0)
    """
    if isinstance(node, GainOne | LoseOne):
        return len(node.abilities)
    return len(node.powers) if isinstance(node, ModifyOne) else 0


def option_words(node: Node) -> dict[str, int]:
    """Return the words for the alternatives from which an `option` is chosen, in lower case, with their positions.

    >>> option_words(ChosenParity("mana_value"))
    {'odd': 1, 'even': 2}
    """
    if isinstance(node, ChosenOption):
        return {node.word.lower(): node.place}
    if isinstance(node, GainOne | LoseOne):
        listed = enumerate(node.abilities, start=1)
        return {ability.name.lower(): place for place, ability in listed if isinstance(ability, Keyword)}
    parity = isinstance(node, ChosenParity) or (isinstance(node, Gain) and choice_needed(node) == "option")
    return {"odd": 1, "even": 2} if parity else {}


def players_asked(node: Node) -> Iterator[str]:
    """Yield the references to players in an effect, except those in restrictions on targets."""
    for name in ("who", "whose"):
        word = getattr(node, name, None)
        if isinstance(word, str):
            yield word
    for child in node.children():
        if not isinstance(child, Ability) and not isinstance(node, Target):
            yield from players_asked(child)


def spoken(node: Node) -> Iterator[Node]:
    """Yield the nodes of an effect, except those in granted abilities."""
    yield node
    for child in node.children():
        if not isinstance(child, Ability):
            yield from spoken(child)
