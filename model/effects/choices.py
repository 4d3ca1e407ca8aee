"""The choice that an effect requires on resolution: a color, a type or an option."""

from __future__ import annotations

from .filters.characteristics import Chosen
from .keyword_parameters import choice_of
from .node import Node
from .operations.abilities import Gain
from .operations.abilities_from_board import GainOne


def choice_needed(node: Node) -> str:
    """Return the name of the choice that a node requires, or "" if it requires none (608.2d).

    The name is that of a field of `view.Choices`.

    >>> choice_needed(Chosen("creature_type", word="your choice"))
    'creature_type'
    """
    if isinstance(node, Chosen):
        return node.what
    if isinstance(node, GainOne):
        return "option"
    if isinstance(node, Gain):
        return next(filter(None, map(choice_of, node.abilities)), "")
    if getattr(node, "chosen_color", False):
        return "color"
    kind = getattr(node, "chosen", "")
    return kind if isinstance(kind, str) else ""
