"""Parts of a set of objects that no mask divides."""

from __future__ import annotations

from collections.abc import Iterable

from mtglayers.model.effects.view import Mask, union
from mtglayers.model.support.progress import checkpoint

from .state import numbers


def equal_parts(masks: Iterable[Mask], whole: Iterable[Mask]) -> list[Mask]:
    """Return the largest parts of the given sets such that each mask contains all or none of the objects in a part.

    >>> [f"{part:06b}" for part in equal_parts([0b00011, 0b00110], [0b011111, 0b100000])]
    ['100000', '011000', '000001', '000100', '000010']
    """
    known = dict.fromkeys(masks)
    alone = union(mask for mask in known if not mask & (mask - 1))
    single: list[Mask] = []
    parts: list[Mask] = []
    for each in whole:
        rest = each & ~alone
        if rest != each:
            single += [1 << number for number in numbers(each & alone)]
        if rest:
            (parts if rest & (rest - 1) else single).append(rest)
    several = dict.fromkeys(range(len(parts)))  # the places in `parts` of those that contain several objects
    place_of: dict[int, int] = {}  # found when needed; not updated for an object that is alone in its part
    left = union(parts)
    for mask in dict.fromkeys([mask & left for mask in known]):
        if not several:
            break
        few = 4 * mask.bit_count() < len(several)
        if few and not place_of:
            for place in several:
                place_of.update(dict.fromkeys(numbers(parts[place]), place))
        touched = {place_of[number] for number in numbers(mask) if number in place_of} if few else several
        split = [(place, inside) for place in touched if (inside := parts[place] & mask) not in (0, parts[place])]
        for place, inside in split:
            checkpoint("object")
            small, large = inside, parts[place] ^ inside
            if small.bit_count() > large.bit_count():
                small, large = large, small
            if small & (small - 1):  # it contains several objects, and so does `large`
                several[len(parts)] = None
                if place_of:
                    place_of.update(dict.fromkeys(numbers(small), len(parts)))
            elif not large & (large - 1):
                del several[place]
            parts[place] = large
            parts.append(small)
    return single + parts
