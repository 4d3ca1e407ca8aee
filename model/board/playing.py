"""Applying an event to the tables of a board, with names as people write them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..errors import LayersError, UnknownObjectError
from ..events.base import Event, read_event
from .references import SeveralObjectsError, find_object, find_player

if TYPE_CHECKING:
    from ..objects.tables import Tables

_FREE: Final = frozenset({"enters", "as", "text", "told", "card_name", "reveals"})
"""The keys of an event whose values name neither objects nor players of the board."""


def play(event: Event, tables: Tables, index: int) -> tuple[Event, tuple[str, ...]]:
    """Apply an event, and return it with ids instead of names, and what it made.

    A name stands for an id if only one present object has it, and the case of a player's name does not matter. If the
    event fails, the tables are unchanged.

    Raises:
        LayersError: as for `Board.push`.
    """
    mark = len(tables.journal)
    while True:
        try:
            event.admit_choices(tables)
            made = event.apply(tables, index) or ()
            if not event.STAMPS:
                tables.put("stamped", "group", ())
        except BaseException as error:
            tables.undo(mark)
            meant = _meant(event, error, tables) if isinstance(error, LayersError) else event
            if meant == event:
                raise
            event = meant
        else:
            return event, made


def _meant(event: Event, error: LayersError, tables: Tables) -> Event:
    # The event with the exact names of players, and with the id of the object whose name the error calls unknown.
    exact: dict[str, str] = {}
    if isinstance(error, UnknownObjectError) and error.what == "object" and not _has_left(error.id, tables):
        try:
            exact[error.id] = find_object(tables.present(), error.id).id
        except UnknownObjectError as other:
            if find_player(tables.players, error.id) is None:
                raise (other if isinstance(other, SeveralObjectsError) else error) from None
    data = event.to_data()
    changed = _replaced(data, exact, tables)
    return event if changed == data else read_event(changed)


def _has_left(id: str, tables: Tables) -> bool:
    # In a state, only the id of the card in its new zone says that the object existed, as in `clone@graveyard`.
    return tables.is_taken(id) or any(other.startswith(f"{id}@") for other in tables.ids)


def _replaced(value: Any, exact: dict[str, str], tables: Tables) -> Any:
    if isinstance(value, dict):
        return {key: each if key in _FREE else _replaced(each, exact, tables) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_replaced(each, exact, tables) for each in value]
    if not isinstance(value, str) or tables.is_taken(value):
        return value
    return exact.get(value) or find_player(tables.players, value) or value
