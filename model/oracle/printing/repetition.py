"""Effects that hold for several keywords, in English."""

from __future__ import annotations

from collections.abc import Sequence

from ...effects.keywords import Keyword
from ...effects.language import Clause
from ...effects.operations.abilities import Gain
from ...effects.operations.abilities_from_board import GainKind
from .keywords import join, keyword_text


def repeated(clauses: Sequence[Clause]) -> str:
    """Return "The same is true for ..." with the keywords of such clauses, or nothing."""
    names: list[str] = []
    for clause in clauses:
        if "same" not in clause.form.split():
            continue
        match clause.operations:
            case (Gain((Keyword() as keyword,)),):
                names.append(keyword_text(keyword).lower())
            case (GainKind(name),):
                names.append(keyword_text(Keyword(name)).lower())
    return f"The same is true for {join(names)}." if names else ""


__all__ = ["repeated"]
