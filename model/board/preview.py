"""A preview of a permanent as it would exist on the battlefield (611.3c, 614.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ..events.base import Event, zone_name

if TYPE_CHECKING:
    from ..objects.tables import Tables


class Entering(Event, frozen=True, kw_only=True):
    """A preview of an object that enters in an event, as it would exist on the battlefield (614.12).

    Other objects that enter in the event do not exist in the preview. The JSON data describes the original event, so a
    saved timeline never contains a preview.
    """

    STAMPS: ClassVar[bool] = True

    event: Event
    id: str

    def apply(self, tables: Tables, index: int) -> tuple[str, ...]:
        made = self.event.apply(tables, index) or ()
        looked = tables.named(self.id)
        if looked.base.zone != "battlefield":
            raise self.refuse(f"`{self.id}` enters {zone_name(looked.base.zone)}, not the battlefield (614.12)")
        for other in (tables.named(name) for name in made if name != self.id):
            if other.base.zone == "battlefield":
                tables.remove(other.number)
        tables.put("still", "entering", {index: 1 << looked.number})
        return (self.id,)

    def to_data(self) -> dict[str, Any]:
        return self.event.to_data()
