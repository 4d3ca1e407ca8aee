"""Oracle text: read into trees, and trees printed back."""

from .cards import read_card
from .printer import english
from .reader import read_line
from .resolution import read_exceptions, read_resolution, resolution_of

__all__ = ["english", "read_card", "read_exceptions", "read_line", "read_resolution", "resolution_of"]
