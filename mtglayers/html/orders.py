"""Tables of the outcomes of objects under all timestamp orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from mtglayers.solver.questions.orders.orders import MAX_OUTCOMES
from mtglayers.solver.questions.orders.outcomes import Case
from mtglayers.solver.questions.orders.wording import condition_words, part
from mtglayers.solver.wording import capital, counted, joined

from .markup import Content, Markup, folded, listed, prose, table, tag

if TYPE_CHECKING:
    from mtglayers.solver.questions.orders.orders import Orders
    from mtglayers.solver.questions.orders.outcomes import ObjectOutcomes


def orders_html(found: Orders, objects: Sequence[str] = ()) -> Markup:
    """Return tables of possible outcomes, and the timestamp comparisons that decide between them.

    Args:
        found: the results for all orders.
        objects: ids of the objects to show; by default, all objects and the outcomes of the whole board.

    Raises:
        UnknownObjectError: no object has this id.
    """
    differing = list(found.differing(objects))
    named = {id for ids, _ in differing for id in ids}
    same = [] if objects else [id for id in found.outcomes[0].result if id not in named]
    return tag(
        "div",
        tag("p", prose(found.heading), class_="mtgl-summary"),
        _table(("object", "outcome", "exactly when", _of(found)), _rows(found, differing)),
        _same(found, same),
        None if objects or len(found) == 1 else _outcomes(found),
        class_="mtgl mtgl-orders",
    )


def _rows(found: Orders, differing: Iterable[tuple[list[str], Sequence[ObjectOutcomes]]]) -> Iterator[Markup]:
    for ids, outcomes in differing:
        called = capital(joined(map(found.name_of, ids)).removeprefix("the "))
        for place, outcome in enumerate(outcomes):
            when = condition_words(outcome.cases, found.name_of)
            yield tag(
                "tr",
                tag("th", prose(called), scope="rowgroup", rowspan=len(outcomes)) if not place else None,
                tag("td", prose(capital(outcome.words))),
                tag("td", prose(capital(when) or capital(found.everywhere)), data_label="when"),
                tag("td", _count(outcome.orders, found.total), data_label="orders"),
                class_="mtgl-changed" if outcome.present else None,
            )


def _same(found: Orders, same: Sequence[str]) -> Content:
    if not same:
        return None
    title = f"{counted(len(same), 'object')} with the same outcome {found.everywhere}"
    return folded(title, listed(prose(found.of(id)[0].words) for id in same), open=len(same) <= MAX_OUTCOMES)


def _outcomes(found: Orders) -> Markup:
    rows = [
        tag(
            "tr",
            tag("th", str(number), scope="row"),
            tag("td", prose(capital(condition_words([Case(pairs) for pairs in outcome.cases], found.name_of)))),
            tag("td", _count(outcome.orders, found.total), data_label="orders"),
            tag("td", prose(", ".join(found.name_of(name) for name in outcome.order if name in found.deciding))),
            class_="mtgl-changed" if outcome.present else None,
        )
        for number, outcome in enumerate(found.outcomes[:MAX_OUTCOMES], 1)
    ]
    left = len(found) - MAX_OUTCOMES
    more = tag("p", f"{counted(left, 'outcome')} more.", class_="mtgl-note") if left > 0 else None
    heads = ("outcome", "exactly when", _of(found), "an order with this outcome, oldest first")
    title = f"{counted(len(found), 'outcome')} of the whole board"
    return folded(title, _table(heads, rows), more, open=left <= 0)


def _of(found: Orders) -> str:
    return f"of {counted(found.total, 'order')}"


def _count(number: int, total: int) -> str:
    return "all" if number == total else part(number, total) if number else "none"


def _table(heads: Sequence[str], rows: Iterable[Markup]) -> Content:
    found = list(rows)
    return table("The outcome of the board’s own order is marked.", heads, found) if found else None
