"""The order in which effects apply, why it is that order, and the questions asked of it."""

from .characteristics import Characteristics
from .layers import solve
from .readings import READINGS, Reading, ReadingError, Readings
from .result import Loop, Result, Statistics
from .reuse import LayerReuse
from .walk import LayerResult, Step

__all__ = [
    "READINGS", "Characteristics", "LayerResult", "LayerReuse", "Loop", "Reading", "ReadingError", "Readings", "Result",
    "Statistics", "Step", "solve",
]  # fmt: skip
