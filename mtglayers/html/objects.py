"""A table of all objects, with their original values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from mtglayers.model.support.names import kebab
from mtglayers.presentation.data import counted
from mtglayers.presentation.sentences import color_cell, is_quiet, size_words, state_words, type_words, where_words
from mtglayers.solver.wording import ability_text

from .markup import Markup, several, tag

if TYPE_CHECKING:
    from mtglayers.model.board.board import Board
    from mtglayers.model.objects.gameobject import GameObject
    from mtglayers.solver.result.characteristics import Characteristics
    from mtglayers.solver.result.result import Result

TOGETHER = 3
"""More equal objects than that share one row."""

HEADS = ("object", "controller", "colours", "P/T", "types", "abilities")


def table_html(result: Result, board: Board | None = None, ids: Iterable[str] | None = None) -> Markup:
    """Return a table of objects; changed values are marked, with the original.

    Args:
        result: the result.
        board: the board that it is the result of; default: as the result knows it.
        ids: only these objects.

    Raises:
        UnknownObjectError: there is no such object.
    """
    start = result.at(result.layers[0].name, 0) if result.layers else result
    wanted = list(result) if ids is None else [result[id].id for id in ids]
    quiet = [id for id in wanted if len(wanted) > 1 and is_quiet(result, id)]
    known = {found.id: found for found in result.trace.start.world.objects.values()}
    rows = [
        (id, _cells(known[id] if board is None else board.object(id), start[id], result[id]))
        for id in wanted
        if id not in quiet
    ]
    said = f"{counted(len(wanted), 'object')}; marked is what effects changed, with what it was before them"
    table = tag(
        "table",
        tag("caption", said),
        tag("thead", tag("tr", [tag("th", head, scope="col") for head in HEADS])),
        tag("tbody", list(_rows(result, rows))),
        class_="mtgl-board",
    )
    elsewhere = ", ".join(f"{id} ({result[id].owner}’s {result[id].zone})" for id in quiet)
    note = tag("p", f"Elsewhere, and as printed: {elsewhere}.", class_="mtgl-note") if quiet else None
    return tag("div", table, note, class_="mtgl")


Cells = tuple[Markup, ...]


def _rows(result: Result, rows: list[tuple[str, Cells]]) -> Iterator[Markup]:
    alike: dict[Cells, list[str]] = {}
    for id, cells in rows:
        alike.setdefault(cells, []).append(id)
    for id, cells in rows:
        ids = alike[cells]
        if len(ids) <= TOGETHER or ids[0] == id:
            called = _id(id, result[id].name) if len(ids) <= TOGETHER else _ids(ids)
            changed = any("<ins>" in cell or "<del>" in cell for cell in cells)
            first = tag("th", cells[0], called and [" ", called], scope="row")
            rest = [_cell(head, cell) for head, cell in zip(HEADS[1:], cells[1:], strict=True)]
            yield tag("tr", first, rest, class_="mtgl-changed" if changed else None)


def _cell(head: str, cell: Markup) -> Markup:
    return tag("td", cell, data_label=head, class_="mtgl-size" if head == "P/T" else None)


def _id(id: str, name: str) -> Markup | None:
    return None if id == kebab(name) else tag("code", id, class_="mtgl-id")


def _ids(ids: list[str]) -> Markup:
    return tag("span", tag("code", ids[0]), " … ", tag("code", ids[-1]), f" ({len(ids)} identical)", class_="mtgl-id")


def _cells(source: GameObject, was: Characteristics, now: Characteristics) -> Cells:
    state = state_words(source, now)
    told = [" ", tag("span", f"({state})", class_="mtgl-state")] if state else None
    types = several(changed(type_words(was), type_words(now)), told)
    return (
        changed(was.name or "(no name)", now.name or "(no name)"),
        changed(where_words(was), where_words(now)),
        changed(color_cell(was), color_cell(now)),
        changed(size_words(was), size_words(now)),
        types,
        _abilities(was, now),
    )


def changed(was: str, now: str) -> Markup:
    """Return a value, with the original value if that differs."""
    if was == now:
        return several(now)
    before = tag("span", "was ", tag("del", was), class_="mtgl-was") if was else None
    return several(tag("ins", now) if now else None, before and [" ", before])


def _abilities(was: Characteristics, now: Characteristics) -> Markup:
    before, kept = list(was.abilities), list[Markup]()
    for ability in now.abilities:
        if ability in before:
            before.remove(ability)
            kept.append(several(ability_text(ability, now.name)))
        else:
            kept.append(tag("ins", ability_text(ability, now.name)))
    lost = [tag("del", ability_text(ability, was.name)) for ability in before]
    items = [tag("li", each) for each in (*lost, *kept)]
    return tag("ul", items, class_="mtgl-abilities") if items else Markup()


__all__ = ["changed", "table_html"]
