"""The version of the package, and whether its core is compiled."""

from importlib.util import find_spec
from typing import Final

__version__ = "0.2.0"

_SOLVER = find_spec("mtglayers.solver.engine.layers")

COMPILED: Final = _SOLVER is not None and not str(_SOLVER.origin).endswith(".py")
"""Whether this installation contains the compiled core."""
