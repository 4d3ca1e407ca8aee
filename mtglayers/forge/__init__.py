"""Functions that read and write Forge game states and puzzle files (`*.pzl`)."""

from .reading import read_forge
from .state import ForgeState, NotCarried, state_data, text_data
from .writing import write_forge

__all__ = ["ForgeState", "NotCarried", "read_forge", "state_data", "text_data", "write_forge"]
