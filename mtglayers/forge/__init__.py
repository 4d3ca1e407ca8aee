"""Functions that read and write Forge game states and puzzle files (`*.pzl`)."""

from .comparing import ForgeDifference, dump_of, forge_differences
from .reading import read_forge
from .state import ForgeState, NotCarried, state_data, text_data
from .writing import write_forge

__all__ = [
    "ForgeDifference", "ForgeState", "NotCarried", "dump_of", "forge_differences", "read_forge", "state_data",
    "text_data", "write_forge",
]  # fmt: skip
