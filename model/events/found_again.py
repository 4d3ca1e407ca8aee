"""Targets that a text moves, and of which it then says something (400.7j)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ..cards.board_changes import changes_of
from ..cards.target_counts import limit_in
from ..effects.ability import Resolution, TextAbility
from ..effects.choices import spoken
from ..effects.language import Ability
from ..effects.selectors import ChosenObject, Target

_ONE: Final = ("it", "that creature")
_SEVERAL: Final = ("they", "those creatures", "each of those creatures")
"""What the objects are called that targets have become; "that token" is another object."""


def finds_target(found: Resolution, abilities: Iterable[tuple[Ability | None, str]], modes: Sequence[int]) -> bool:
    """Return whether a text moves its targets and then finds them again, as in "Return target card. It gains haste".

    Args:
        found: the effects of the text.
        abilities: the abilities that resolve, each with the name of its source.
        modes: the chosen modes.
    """
    nodes = [node for clause in found.clauses for node in spoken(clause)]
    again = [node for node in nodes if isinstance(node, ChosenObject)]
    if not again or any(isinstance(node, Target) for node in nodes):
        return False
    if any(node.word not in (*_ONE, *_SEVERAL) or node.group is not None for node in again):
        return False
    if any(isinstance(node, ChosenObject) for clause in found.clauses if clause.until for node in spoken(clause.until)):
        return False  # "for as long as that creature has a counter on it" needs the new object
    texts = [(ability, name) for ability, name in abilities if isinstance(ability, TextAbility)]
    limits = [limit_in(ability).number for ability, _ in texts]
    parts = [changes_of(*each).all for each in texts]
    changes = {kind for part in parts for place in (0, *modes) if place < len(part) for kind in part[place]}
    one = any(node.word in _ONE for node in again)
    if not any(limits) or (one and sum(limits) != 1) or changes & {"tokens", "hand"}:
        return False  # "it" can be the token, or a card from a hand
    return "elsewhere" in changes or (bool(changes & {"destruction", "zones"}) and "arriving" not in changes)
