"""The timestamps on a board, and changes to their order."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from mtglayers.model.board.board import Board
from mtglayers.model.board.references import SeveralObjectsError
from mtglayers.model.errors import UnknownObjectError
from mtglayers.model.objects.gameobject import GameObject, counter_name
from mtglayers.model.objects.stickers import sticker_effects
from mtglayers.model.support.names import nearest


def bearers(board: Board) -> dict[int, str]:
    """Return the name that belongs to each timestamp, oldest first.

    The names refer to objects, resolved effects, counters, stickers and marks. If an object shares its timestamp
    with anything else in this list (613.7n), the object's name is used.
    """
    found: dict[int, str] = {}
    for source in board.numbered().values():
        found.setdefault(source.stamp, source.id)
    for effect in board.effects.values():
        if not effect.ended:
            found.setdefault(effect.stamp, effect.name)
    for source in board.numbered().values():
        for stamp, name in carried(source):
            found.setdefault(stamp, name)
    return dict(sorted(found.items()))


def bearer(board: Board, known: Collection[str], name: str) -> str:
    """Return which of the known names of `bearers` is meant: the name itself, or the only object that it fits.

    Raises:
        UnknownObjectError: no object or effect with a timestamp has this name, or several objects have it.
    """
    if name in known:
        return name
    try:
        id = board.find(name).id
    except SeveralObjectsError:
        raise
    except UnknownObjectError:
        id = ""
    if id not in known:
        raise UnknownObjectError(name, nearest(name, (*known, *board.players)))
    return id


def carried(source: GameObject) -> Iterator[tuple[int, str]]:
    """Yield pairs (timestamp, name) for the counters, stickers and marks on an object."""
    for counter in source.counters:
        yield counter.stamp, counter_name(source.id, counter.kind)
    for suffix, stamp, _ in sticker_effects(source.stickers):
        yield stamp, source.id + suffix
    for fact, stamp in source.designated:
        yield stamp, f"{source.id}<{fact}>"
    if source.merged:
        yield source.merge_stamp, f"{source.id}<merge>"


def dealt(board: Board, names: Sequence[str]) -> Mapping[int, int]:
    """Return a map from old timestamps to new timestamps for the given order.

    The timestamps of the named objects and effects are redistributed among them in this order, oldest first.

    Raises:
        UnknownObjectError: a name is unknown, or several objects have it.
        ValueError: the order contains a name twice.
    """
    stamps = {name: stamp for stamp, name in bearers(board).items()}
    found = [bearer(board, stamps, name) for name in names]
    if len(set(found)) < len(found):
        raise ValueError("the order contains a name twice")
    old = [stamps[name] for name in found]
    return dict(zip(old, sorted(old), strict=True))


def named(stamps: Iterable[int], board: Board) -> tuple[str, ...]:
    """Return the names that belong to the given timestamps, in the same order."""
    names = bearers(board)
    return tuple(names[stamp] for stamp in stamps)
