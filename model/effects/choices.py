"""The choice that an effect requires on resolution: a color, a type or an option."""

from __future__ import annotations

from .filters.characteristics import Chosen
from .keyword_parameters import choice_of
from .node import Node
from .operations.abilities import Gain
from .operations.abilities_from_board import GainOne
from .operations.power_toughness import ModifyOne


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
    if isinstance(node, Gain):
        return next(filter(None, map(choice_of, node.abilities)), "")
    if getattr(node, "chosen_color", False):
        return "color"
    kind = getattr(node, "chosen", "")
    return kind if isinstance(kind, str) else ""


def alternatives(node: Node) -> int:
    """Return the number of alternatives from which an `option` is chosen, or 0 if a node lists none.

    >>> alternatives(ModifyOne((), ())), alternatives(Chosen("color"))
    (0, 0)
    """
    if isinstance(node, GainOne):
        return len(node.abilities)
    return len(node.powers) if isinstance(node, ModifyOne) else 0
