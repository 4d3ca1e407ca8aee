"""Values that are equal for equal outcomes, whatever the order of an object's abilities."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from .result import Result


def signature(result: Result) -> tuple[Any, ...]:
    """Return a value that is equal for results with the same outcome.

    The order of an object's abilities does not matter.
    """
    objects = tuple(sorted((id, object_signature(result, id)) for id in result))
    players = tuple(
        (msgspec.structs.replace(player, abilities=()), tuple(sorted(map(repr, player.abilities))))
        for player in result.players.values()
    )
    return objects, repr(players)


def object_signature(result: Result, id: str) -> str:
    """Return a string that is equal for objects with the same outcome."""
    found = result[id]
    abilities = sorted(map(repr, found.abilities))
    return repr((msgspec.structs.replace(found, abilities=()), abilities))
