"""Static abilities whose effects on objects ended because their sources left the battlefield (611.3b)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from mtglayers.model.effects.view import Mask
from mtglayers.model.errors import AmbiguousTimestampError
from mtglayers.model.events.arrivals import Moves
from mtglayers.model.events.departures import Leaves
from mtglayers.model.support.progress import checkpoint
from mtglayers.model.support.records import Record

if TYPE_CHECKING:
    from ..result.result import Result
    from .names import Names

MAX_EVENTS: Final = 12
"""Maximum number of events at the end of a timeline among which departures are looked for."""

MAX_DEPARTURES: Final = 2
"""Maximum number of departures, the last ones, before which a board is solved again."""


class Departed(Record, frozen=True):
    """An effect that ended because its source left the battlefield.

    Attributes:
        called: the name of the effect.
        objects: the objects to which it applied.
        controlled: those of which it changed the controller.
    """

    called: str
    objects: Mask
    controlled: Mask


def departed_effects(result: Result) -> Iterator[Departed]:
    """Yield the effects of static abilities that ended because their sources left the battlefield (611.3b)."""
    from ..solve import solve

    board = result.as_solved()
    places = [place for place, event in enumerate(board.events) if isinstance(event, Leaves | Moves)]
    for place in [each for each in places if each >= len(board.events) - MAX_EVENTS][-MAX_DEPARTURES:]:
        checkpoint("event")
        earlier = board.copy()
        earlier.rewind(place)
        try:
            then = solve(earlier, edition=result.edition, readings=result.readings)
        except AmbiguousTimestampError:  # only the order on the earlier board is not specified
            continue
        found: dict[str, tuple[Mask, Mask]] = {}
        for step in then.steps:
            source = step.applied.source
            if source is None or step.applied.held is None or board.is_present(source) or _lingers(source, result):
                continue
            touched = step.footprint.touched & ~(1 << source)
            controls = any(operation.kind == "control" for _, operation, _ in step.footprint.operations)
            objects, controlled = found.get(then.names.object(step.source or ""), (0, 0))
            found[then.names.object(step.source or "")] = (objects | touched, controlled | touched * controls)
        yield from (Departed(called, *masks) for called, masks in found.items())


def departed_words(number: int, found: Iterable[Departed], result: Result, names: Names) -> Iterator[str]:
    """Yield sentences, without periods, about the effects on an object that ended because their sources left."""
    rule = " (611.3b)" if result.edition.until is None else ""
    id = result.trace.start.world.objects[number].id
    for each in found:
        if each.objects >> number & 1:
            yield f"{each.called} no longer applies, because it has left the battlefield{rule}"
            if each.controlled >> number & 1:
                yield f"{result[id].controller} controls {names.object(id)}"


def _lingers(source: int, result: Result) -> bool:
    return any(effect.lingers and effect.context.source == source for effect in result.sources.resolved.values())
