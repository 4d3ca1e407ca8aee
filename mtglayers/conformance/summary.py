"""A summary of a kit: its vectors, clauses and editions, and clauses without a vector."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from mtglayers.model.rules.edition import NEWEST

from .kit import Kit, folder_of

CLAUSES: Final = tuple(Path(__file__).with_name("clauses.json").read_text(encoding="utf-8").split('"')[1::2])
"""The clauses of the newest rules about continuous effects that a board can show."""

_WIDTH: Final = 80
_REASONS: Final = 5


def clauses_without(kit: Kit) -> tuple[str, ...]:
    """Return the clauses of the newest rules without a vector; none if the kit has no vectors of these rules."""
    if not kit.clauses:
        return ()
    return tuple(clause for clause in CLAUSES if clause not in kit.clauses)


def kit_data(kit: Kit) -> dict[str, Any]:
    """Return the summary of a kit as JSON data."""
    return {
        "vectors": len(kit.names),
        "editions": dict(Counter(name.partition("/")[0] for name in kit.names)),
        "clauses": list(kit.clauses),
        "without": list(clauses_without(kit)),
        "left_out": [{"name": each.name, "reason": each.reason} for each in kit.left_out],
        "bytes": kit.bytes,
    }


def kit_lines(kit: Kit) -> Iterator[str]:
    """Yield the summary of a kit as text lines."""
    editions = {name.partition("/")[0] for name in kit.names}
    numbers = {clause for place in kit.editions for clause in kit.editions[place]}
    yield f"{len(kit.names):,} vectors, {len(numbers)} clauses, {len(editions)} editions; {kit.bytes / 1e6:.1f} MB"
    if without := clauses_without(kit):
        head = f"clauses of the newest rules ({folder_of(NEWEST)}) without a vector: "
        yield from textwrap.wrap(head + ", ".join(without), _WIDTH, subsequent_indent="  ")
    reasons = Counter(each.reason for each in kit.left_out)
    if reasons:
        yield f"{len(kit.left_out)} boards are not vectors:"
    for reason, count in reasons.most_common(_REASONS):
        yield from textwrap.wrap(f"{count} × {reason}", _WIDTH, initial_indent="  ", subsequent_indent="    ")
    if len(reasons) > _REASONS:
        yield f"  and {len(reasons) - _REASONS} more reasons, listed in the index"
