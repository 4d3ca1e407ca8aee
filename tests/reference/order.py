"""The choice of the next effect to apply (613.8b)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

Edge = tuple[str, str]
"""(a, b): effect a depends on effect b."""


def next_effect(
    edges: Collection[Edge],
    keys: Mapping[str, tuple[object, ...]],
    first: Collection[str] = (),
    loops: str = "default",
) -> str:
    """Return the effect to apply next.

    613.8b: an effect waits for the effects it depends on, but not for those of a dependency loop it is
    in; of those that wait for nothing, the earliest timestamp applies.

    If effects from characteristic-defining abilities can depend on the others (418.5 of 2005), they come `first`, but
    all members of a dependency loop apply in timestamp order. `loops` specifies what a member of a loop waits for (B2):
    "ready-first" (418.5c of 2003) means that no loop begins while any effect is independent.
    """
    independent = [name for name in keys if not any(first == name for first, _ in edges)]
    held_up = {name for name, other in edges if not in_one_loop(name, other, edges)}
    ready = [name for name in keys if name not in held_up]
    if loops == "component":
        ready = [name for name in ready if not any(in_one_loop(name, member, edges) for member in held_up)]
    elif loops == "literal":
        ready = [name for name in keys if name in independent or in_one_loop(name, name, edges)]
    elif loops == "ready-first" and independent:
        ready = independent
    turn = min(ready, key=lambda name: (name not in first, keys[name]))
    instead = [name for name in ready if in_one_loop(turn, name, edges)]
    return min((turn, *instead), key=lambda name: keys[name])


def loops(waiting: Collection[str], edges: Collection[Edge]) -> tuple[tuple[str, ...], ...]:
    """Return the dependency loops: effects that depend on each other, directly or through others."""
    found: list[tuple[str, ...]] = []
    for name in waiting:
        members = tuple(other for other in waiting if other == name or in_one_loop(name, other, edges))
        if len(members) > 1 and members not in found:
            found.append(members)
    return tuple(found)


def in_one_loop(first: str, second: str, edges: Collection[Edge]) -> bool:
    """Return whether two effects depend on each other, directly or indirectly."""
    return second in _reached(first, edges) and first in _reached(second, edges)


def _reached(start: str, edges: Collection[Edge]) -> set[str]:
    reached: set[str] = set()
    fresh = {start}
    while fresh:
        fresh = {other for first, other in edges if first in fresh} - reached
        reached |= fresh
    return reached
