"""Tools that measure how much Oracle text is understood, and check the text reader."""

from .claims import Claims, read_claims, read_settled
from .coverage import Coverage, Disagreement, KindRow, measure
from .lines import ReadLine, lines_of_card

__all__ = [
    "Claims", "Coverage", "Disagreement", "KindRow", "ReadLine", "lines_of_card", "measure", "read_claims",
    "read_settled",
]  # fmt: skip
