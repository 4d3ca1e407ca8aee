"""How much of the cards is read, and how we know that what is read is right."""

from .coverage import Coverage, measure
from .lines import ReadLine, lines_of_card

__all__ = ["Coverage", "ReadLine", "lines_of_card", "measure"]
