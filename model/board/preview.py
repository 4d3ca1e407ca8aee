"""Looking ahead: a permanent as it would exist on the battlefield, on a board that it has not entered (614.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ..events.arrivals import EntersKeys
from ..events.base import Event, zone_name

if TYPE_CHECKING:
    from ..objects.tables import Tables
    from .board import Board


class Entering(Event, frozen=True, kw_only=True):
    """One object of an event in which objects come, as it would exist on the battlefield (614.12).

    The objects that come with it do not exist yet, so that they are not there, and it is marked as entering while
    this is the last event. It is written as the event itself, and no timeline can tell it.
    """

    STAMPS: ClassVar[bool] = True

    event: Event
    id: str

    def apply(self, tables: Tables, index: int) -> tuple[str, ...]:
        made = self.event.apply(tables, index)
        looked = tables.named(self.id)
        if looked.base.zone != "battlefield":
            raise self.refuse(f"`{self.id}` enters {zone_name(looked.base.zone)}, and 614.12 is about the battlefield")
        for other in (tables.named(name) for name in made if name != self.id):
            if other.base.zone == "battlefield":
                tables.remove(other.number)
        tables.put("still", "entering", {index: 1 << looked.number})
        return (self.id,)

    def to_data(self) -> dict[str, Any]:
        return self.event.to_data()


def preview(board: Board, card: Any, keys: EntersKeys) -> Any:
    """Return a copy of a board that looks ahead at a card as it enters; for several cards, a copy for each.

    By 614.12 the card meets the effects that exist already, and of its own those that apply to itself. Of several,
    each is looked at alone: what enters with it has no effects yet, and is not there to be counted. The copy is
    there to be asked; with another event, the card has entered.

    >>> from mtglayers.model.board.board import Board
    >>> board = Board()
    >>> list(board.preview("Blood Moon").objects), [list(each.objects) for each in board.preview(["Island", "Swamp"])]
    (['blood-moon'], [['island'], ['swamp']])
    >>> len(board.objects)
    0
    """
    twin = board.copy()
    made = twin.enters(card, **keys)
    event = twin.pop()
    if isinstance(made, str):
        return ahead(board, event, made)
    return tuple(ahead(board, event, id) for id in made)


def ahead(board: Board, event: Event, id: str) -> Board:
    """Return a copy of a board on which object `id` of `event` is looked at as it enters."""
    twin = board.copy()
    twin.push(event if isinstance(event, Entering) else Entering(event=event, id=id))
    return twin


__all__ = ["Entering", "ahead", "preview"]
