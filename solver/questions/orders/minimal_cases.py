"""Short conditions on timestamps and absent objects that determine an outcome."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from mtglayers.model.support.progress import checkpoint

from .partial_order import OlderThan, Poset


class Region(msgspec.Struct, frozen=True):
    """The orders in one world that contain certain pairs of timestamps.

    Attributes:
        gone: the object that is absent in the world, or "".
        pairs: the pairs (older, younger).
    """

    gone: str
    pairs: frozenset[OlderThan]


class Claim(msgspec.Struct, frozen=True):
    """A condition on the objects that are present and on the order of timestamps.

    Attributes:
        gone: the object that must be absent, or "".
        there: the objects that must be present.
        pairs: pairs (older, younger) that must hold; a pair with an absent object does not hold.
    """

    gone: str
    there: frozenset[str]
    pairs: frozenset[OlderThan]

    def key(self) -> tuple[object, ...]:
        """Return a sort key that places short claims first."""
        return bool(self.gone), len(self.pairs), len(self.there), sorted(self.pairs), sorted(self.there), self.gone

    def holds_in(self, gone: str, known: Poset) -> bool:
        """Return whether the claim can hold in an order of the world."""
        right = gone == self.gone if self.gone else gone not in self.there
        return right and all(label in known for pair in self.pairs for label in pair)


Worlds = Mapping[str, Poset]
"""The absent object, or "" -> the fixed part of the order in that world."""


def claims(mine: Collection[Region], others: Sequence[Region], worlds: Worlds) -> list[Claim]:
    """Return short claims that distinguish the regions `mine` from the regions `others`.

    At least one claim holds in each region in `mine`; no claim holds in a region in `others`.
    """
    everyone = frozenset(gone for gone in worlds if gone)
    found: list[Claim] = []
    mine = [region for gone, known in worlds.items() for region in _merged(mine, gone, known)]
    for region in sorted(mine, key=lambda region: (bool(region.gone), len(region.pairs), sorted(region.pairs))):
        checkpoint("candidate")
        if any(claim.holds_in(region.gone, worlds[region.gone]) and claim.pairs <= region.pairs for claim in found):
            continue
        there = frozenset() if region.gone else everyone
        found.append(_shortened(Claim(region.gone, there, region.pairs), others, worlds))
    return _needed(sorted(dict.fromkeys(found), key=Claim.key), worlds)


def deciding(
    mine: Iterable[frozenset[OlderThan]], others: Iterable[frozenset[OlderThan]], known: Poset
) -> list[frozenset[OlderThan]]:
    """Return short cases that distinguish the cases `mine` from the cases `others`.

    At least one short case holds in each case in `mine`; none holds in a case in `others`.
    """
    rest = [Region("", case) for case in others]

    def shortened(cases: Iterable[frozenset[OlderThan]]) -> list[frozenset[OlderThan]]:
        return [claim.pairs for claim in claims([Region("", case) for case in cases], rest, {"": known})]

    found, before = shortened(mine), 0
    while 1 < len(found) != before:  # shortened cases can sometimes be merged again
        before, found = len(found), shortened(found)
    return found


def joined_siblings(regions: Mapping[tuple[OlderThan, ...], object]) -> dict[tuple[OlderThan, ...], object]:
    """Merge leaves with equal outcomes that differ only in their last decision.

    Args:
        regions: the decisions that lead to each leaf of a tree, in order -> the leaf's outcome.
    """
    left = dict(regions)
    for length in range(max(map(len, left), default=0), 0, -1):
        for asked in [asked for asked in left if len(asked) == length]:
            checkpoint("candidate")
            older, younger = asked[-1]
            sibling = (*asked[:-1], (younger, older))
            if asked in left and sibling in left and left[asked] == left[sibling]:
                left[asked[:-1]] = left.pop(asked)
                del left[sibling]
    return left


def covered(pairs: Iterable[OlderThan], cases: Sequence[frozenset[OlderThan]], known: Poset) -> bool:
    """Return whether every order with the given pairs meets a case."""
    checkpoint("candidate")
    within = known.extended(pairs)
    open_cases = [case for case in cases if within.admits(case)]
    for case in open_cases:
        undecided = [pair for pair in sorted(case) if within.is_older(*pair) is None]
        if not undecided:
            return True
    if not open_cases:
        return False
    older, younger = next(pair for pair in sorted(open_cases[0]) if within.is_older(*pair) is None)
    return all(covered([pair], open_cases, within) for pair in ((older, younger), (younger, older)))


def _merged(regions: Iterable[Region], gone: str, known: Poset) -> list[Region]:
    """Return a world's regions; regions that differ only in one pair's direction are merged."""
    left = dict.fromkeys(region.pairs for region in regions if region.gone == gone)
    fresh = list(left)
    while fresh:
        checkpoint("candidate")
        case = fresh.pop(0)
        for older, younger in sorted(case) if case in left else ():
            rest = case - {(older, younger)}
            if rest | {(younger, older)} in left:
                del left[case], left[rest | {(younger, older)}]
                left[rest] = None
                fresh.append(rest)
                break
    if covered((), list(left), known):
        return [Region(gone, frozenset())]
    return [Region(gone, case) for case in left]


def _shortened(claim: Claim, others: Sequence[Region], worlds: Worlds) -> Claim:
    for name in sorted(claim.there):
        less = msgspec.structs.replace(claim, there=claim.there - {name})
        claim = claim if _hits(less, others, worlds) else less
    closed, apart = _closed(claim.pairs, worlds[claim.gone])
    claim = msgspec.structs.replace(claim, pairs=closed)
    for pair in (*apart, *sorted(closed - set(apart))):
        less = msgspec.structs.replace(claim, pairs=claim.pairs - {pair})
        claim = claim if _hits(less, others, worlds) else less
    return claim


def _closed(pairs: frozenset[OlderThan], known: Poset) -> tuple[frozenset[OlderThan], list[OlderThan]]:
    """Return the transitive closure of pairs, and the pairs of direct neighbors."""
    within = known.extended(pairs)
    labels = sorted({label for pair in pairs for label in pair})
    closed = {(a, b) for a in labels for b in labels if a != b and within.is_older(a, b) and not known.is_older(a, b)}
    between = {(a, c) for a, b in closed for other, c in closed if b == other}
    return frozenset(closed), sorted(closed - between)


def _hits(claim: Claim, regions: Iterable[Region], worlds: Worlds) -> bool:
    checkpoint("candidate")
    against = frozenset((younger, older) for older, younger in claim.pairs)
    return any(
        against.isdisjoint(region.pairs)  # a quick test that excludes most regions
        and claim.holds_in(region.gone, worlds[region.gone])
        and worlds[region.gone].admits((*claim.pairs, *region.pairs))
        for region in regions
    )


def _needed(found: Sequence[Claim], worlds: Worlds) -> list[Claim]:
    left = list(found)  # the longest cases are dropped first
    for claim in reversed(found):
        checkpoint("candidate")
        rest = [other for other in left if other is not claim]
        if all(
            covered(claim.pairs, [o.pairs for o in rest if o.holds_in(gone, known)], known)
            for gone, known in worlds.items()
            if claim.holds_in(gone, known) and known.admits(claim.pairs)
        ):
            left = rest
    return left
