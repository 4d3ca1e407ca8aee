"""Forge's game states and puzzle files (`*.pzl`), read as boards and written back."""

from .reading import read_forge
from .state import ForgeState, NotCarried
from .writing import write_forge

__all__ = ["ForgeState", "NotCarried", "read_forge", "write_forge"]
