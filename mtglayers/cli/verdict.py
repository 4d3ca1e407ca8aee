"""``mtglayers solve --readings all``: whether the rules as written settle a board."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from .printing import print_json

if TYPE_CHECKING:
    from ..presentation.moments import Moment


def show_verdict(moment: Moment, *, as_json: bool) -> None:
    """Print the outcomes of a board under all admissible readings."""
    from mtglayers.solver.questions.verdict import verdict
    from mtglayers.wire.answers import verdict_data

    found = verdict(moment.board)
    if as_json:
        print_json(verdict_data(found))
        return
    from ..presentation.text import Page

    page = Page(sys.stdout)
    page.heading(moment.title, found.outcomes[0].result)
    page.gap()
    page.lines(found.lines())
    page.close()


__all__ = ["show_verdict"]
