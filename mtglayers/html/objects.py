"""A table of objects that shows their current and original values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mtglayers.model.support.names import kebab
from mtglayers.presentation.sentences import (
    color_cell,
    shared_rows,
    size_words,
    state_words,
    type_words,
    where_words,
    without_quiet,
)
from mtglayers.solver.wording import counted

from .markup import Markup, listed, several, table, tag

if TYPE_CHECKING:
    from mtglayers.model.board.board import Board
    from mtglayers.model.objects.gameobject import GameObject
    from mtglayers.solver.explain.names import Names
    from mtglayers.solver.result.characteristics import Characteristics
    from mtglayers.solver.result.result import Result

HEADS = ("object", "controller", "colors", "P/T", "types", "abilities")


def table_html(result: Result, board: Board | None = None, ids: Iterable[str] | None = None) -> Markup:
    """Return a table of objects; changed values are marked, with the original value beside them.

    Args:
        result: the result.
        board: the board that contains the objects; by default, the board of the result.
        ids: ids of the objects to show; by default, all.

    Raises:
        UnknownObjectError: no object has this id.
    """
    start = result.at(result.layers[0].name, 0) if result.layers else result
    wanted = list(result) if ids is None else [result[id].id for id in ids]
    shown, note = without_quiet(result, wanted)
    known = {found.id: found for found in result.trace.start.world.objects.values()}
    cells = {
        id: _cells(known[id] if board is None else board.object(id), start[id], result[id], result.names)
        for id in shown
    }
    caption = f"{counted(len(wanted), 'object')}; values that effects changed are marked and shown with the original"
    rows = [_row(result, alike, row) for alike, row in shared_rows(cells)]
    found = table(caption, HEADS, rows, "mtgl-board")
    return tag("div", found, tag("p", note, class_="mtgl-note") if note else None, class_="mtgl")


def _row(result: Result, ids: list[str], cells: Sequence[Markup]) -> Markup:
    called = _ids(ids) if ids[1:] else _id(ids[0], result[ids[0]].name)
    changed = any("<ins>" in cell or "<del>" in cell for cell in cells)
    first = tag("th", cells[0], called and [" ", called], scope="row")
    rest = [_cell(head, cell) for head, cell in zip(HEADS[1:], cells[1:], strict=True)]
    return tag("tr", first, rest, class_="mtgl-changed" if changed else None)


def _cell(head: str, cell: Markup) -> Markup:
    return tag("td", cell, data_label=head, class_="mtgl-size" if head == "P/T" else None)


def _id(id: str, name: str) -> Markup | None:
    return None if id == kebab(name) else tag("code", id, class_="mtgl-id")


def _ids(ids: list[str]) -> Markup:
    return tag("span", tag("code", ids[0]), " … ", tag("code", ids[-1]), f" ({len(ids)} identical)", class_="mtgl-id")


def _cells(source: GameObject, was: Characteristics, now: Characteristics, names: Names) -> tuple[Markup, ...]:
    state = state_words(source, now)
    beside = [" ", tag("span", f"({state})", class_="mtgl-state")] if state else None
    return (
        _changed(was.name or "(no name)", now.name or "(no name)"),
        _changed(where_words(was), where_words(now)),
        _changed(color_cell(was), color_cell(now)),
        _changed(size_words(was), size_words(now)),
        several(_changed(type_words(was), type_words(now)), beside),
        _abilities(was, now, names),
    )


def _changed(was: str, now: str) -> Markup:
    if was == now:
        return several(now)
    before = tag("span", "was ", tag("del", was), class_="mtgl-was") if was else None
    return several(tag("ins", now) if now else None, before and [" ", before])


def _abilities(was: Characteristics, now: Characteristics, names: Names) -> Markup:
    before, kept = list(was.abilities), list[Markup]()
    for ability in now.abilities:
        if ability in before:
            before.remove(ability)
            kept.append(several(names.text(ability, now.name)))
        else:
            kept.append(tag("ins", names.text(ability, now.name)))
    lost = [tag("del", names.text(ability, was.name)) for ability in before]
    return listed((*lost, *kept), "mtgl-abilities") or Markup()
