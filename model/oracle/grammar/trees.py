"""The types of parse trees."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from ...effects.language import Selector

Branch: TypeAlias = Any
"""A tree of the grammar: its rule and its branches are known to the method of that rule."""


class Counted(msgspec.Struct):
    """A group with how many of it a condition asks for.

    Attributes:
        selector: the group.
        number: how many; None where nothing was said.
        comparison: how that number is meant.
    """

    selector: Selector
    number: int | None = None
    comparison: str = "or greater"
