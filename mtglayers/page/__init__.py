"""Results as HTML: fragments that a report and notebooks share, and the style that they are shown in.

Every fragment stands in one element of class ``mtgl``; put `STYLE` once into the page that shows them. Without it
they are plain tables and lists, which say the same.
"""

from .markup import Markup
from .objects import table_html
from .reasons import difference_html, explanation_html
from .report import report_html
from .steps import layer_html, pairs_html, step_html
from .style import STYLE

__all__ = [
    "STYLE", "Markup", "difference_html", "explanation_html", "layer_html", "pairs_html", "report_html",
    "step_html", "table_html",
]  # fmt: skip
