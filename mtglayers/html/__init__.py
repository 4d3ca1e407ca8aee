"""Results as HTML fragments for reports and notebooks, and the style sheet for the fragments.

Every fragment is one element with the class ``mtgl``. Include `STYLE` once in a page that contains fragments. If
it is missing, the fragments appear as plain tables and lists.

`report_html` returns a complete page about a puzzle or any other board:

>>> from mtglayers import Board
>>> from mtglayers.presentation.moments import moment_of_board
>>> board = Board(players=["Ana", "Ben"])
>>> _ = board.enters("Blood Moon"), board.enters("Dryad Arbor")
>>> page = report_html([moment_of_board(board, "A Mountain")])
>>> page[:15], "<title>A Mountain</title>" in page
('<!doctype html>', True)
"""

from .markup import Markup
from .objects import table_html
from .orders import orders_html
from .reasons import difference_html, explanation_html
from .report import report_html
from .steps import layer_html, pairs_html, step_html
from .style import STYLE

__all__ = [
    "STYLE", "Markup", "difference_html", "explanation_html", "layer_html", "orders_html", "pairs_html",
    "report_html", "step_html", "table_html",
]  # fmt: skip
