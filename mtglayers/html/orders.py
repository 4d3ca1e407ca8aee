"""What becomes of objects in every order of the timestamps, as tables: what, exactly when, in how many orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from mtglayers.presentation.data import counted
from mtglayers.solver.questions.orders.outcomes import Case
from mtglayers.solver.questions.orders.wording import (
    MANY,
    Called,
    condition_words,
    everywhere,
    heading,
    part,
    sayer,
    turning,
)
from mtglayers.solver.wording import capital, joined, sentence

from .markup import Content, Markup, prose, tag

if TYPE_CHECKING:
    from mtglayers.solver.questions.orders.orders import Orders
    from mtglayers.solver.questions.orders.outcomes import ObjectOutcomes


def orders_html(found: Orders, objects: Sequence[str] = ()) -> Markup:
    """Return what can become of objects over the orders of a board, each with what decides it, then the outcomes.

    Args:
        found: the orders.
        objects: tell of these objects alone; default: of all, and of the outcomes of the whole board.

    Raises:
        UnknownObjectError: there is no such object.
    """
    said = sayer(found)
    told = list(turning(found, objects))
    turned = {id for ids, _ in told for id in ids}
    same = [] if objects else [id for id in found.outcomes[0].result if id not in turned]
    return tag(
        "div",
        tag("p", prose(heading(found)), class_="mtgl-summary"),
        _table(("object", "what becomes of it", "exactly when", _of(found)), _fate_rows(found, told, said)),
        _same(found, same),
        None if objects or len(found) == 1 else _outcomes(found, said),
        class_="mtgl mtgl-orders",
    )


def _fate_rows(
    found: Orders, told: Iterable[tuple[list[str], Sequence[ObjectOutcomes]]], said: Called
) -> Iterator[Markup]:
    for ids, fates in told:
        called = capital(joined(map(said, ids)).removeprefix("the "))
        for place, fate in enumerate(fates):
            when = condition_words(fate.cases, said)
            yield tag(
                "tr",
                tag("th", prose(called), scope="rowgroup", rowspan=len(fates)) if not place else None,
                tag("td", prose(capital(fate.words))),
                tag("td", prose(capital(when) or capital(everywhere(found))), data_label="when"),
                tag("td", _count(fate.orders, found.total), data_label="orders"),
                class_="mtgl-changed" if fate.present else None,
            )


def _same(found: Orders, same: Sequence[str]) -> Content:
    if not same:
        return None
    items = [tag("li", prose(found.of(id)[0].words)) for id in same]
    title = tag("summary", f"{counted(len(same), 'object')} the same {everywhere(found)}")
    return tag("details", title, tag("ul", items), open=len(same) <= MANY)


def _outcomes(found: Orders, said: Called) -> Markup:
    rows = [
        tag(
            "tr",
            tag("th", str(number), scope="row"),
            tag("td", prose(capital(condition_words([Case(pairs) for pairs in outcome.cases], said)))),
            tag("td", _count(outcome.orders, found.total), data_label="orders"),
            tag("td", prose(", ".join(said(name) for name in outcome.order if name in found.deciding))),
            class_="mtgl-changed" if outcome.present else None,
        )
        for number, outcome in enumerate(found.outcomes[:MANY], 1)
    ]
    more = tag("p", f"{counted(len(found) - MANY, 'outcome')} more.", class_="mtgl-note") if len(found) > MANY else None
    heads = ("outcome", "exactly when", _of(found), "an order that shows it, oldest first")
    title = tag("summary", f"{counted(len(found), 'outcome')} of the whole board")
    return tag("details", title, _table(heads, rows), more, open=len(found) <= MANY)


def _of(found: Orders) -> str:
    return f"of {found.total:,} {'order' if found.total == 1 else 'orders'}"


def _count(number: int, total: int) -> str:
    return "all" if number == total else part(number, total) if number else "none"


def _table(heads: Sequence[str], rows: Iterable[Markup]) -> Content:
    found = list(rows)
    if not found:
        return None
    note = "marked is what the board’s own order leads to"
    head = tag("thead", tag("tr", [tag("th", head, scope="col") for head in heads]))
    return tag("table", tag("caption", sentence(note)), head, tag("tbody", found))


__all__ = ["orders_html"]
