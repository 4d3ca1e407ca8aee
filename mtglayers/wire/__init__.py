"""JSON types for boards, cards, events and results, and their schemas.

>>> from mtglayers import Board, solve, wire
>>> board = Board()
>>> ogre = board.enters({"name": "Ogre", "type_line": "Creature", "power": "2", "toughness": "2"})
>>> wire.result(solve(board), board).objects[0].power
2

Each type has a class method `of` that converts a value, as in `ResultData.of(result)`. A module is imported
when one of its names is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .answers import *  # noqa: F403
    from .base import *  # noqa: F403
    from .boards import *  # noqa: F403
    from .checks import *  # noqa: F403
    from .differences import *  # noqa: F403
    from .documents import *  # noqa: F403
    from .explanations import *  # noqa: F403
    from .orders import *  # noqa: F403
    from .results import *  # noqa: F403
    from .states import *  # noqa: F403
    from .steps import *  # noqa: F403
    from .tables import *  # noqa: F403

_MODULES = (
    "base", "results", "steps", "explanations", "tables", "differences", "orders", "boards", "checks", "documents",
    "answers", "states",
)  # fmt: skip


def __getattr__(name: str) -> Any:
    for module in () if name.startswith("__") else _MODULES:
        home = import_module(f"{__name__}.{module}")
        if name in home.__all__:
            value = globals()[name] = getattr(home, name)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
