"""Compare `orders` with brute force: ``python -m tests.generators.orders 2000 [--seed S] [--jobs N] [--theme T]``.

On random boards, every permutation of the timestamps is solved separately. Both methods must find the same outcomes,
the same number of orders for each outcome, and the same deciding comparisons.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import permutations
from random import Random
from typing import NamedTuple

from mtglayers import Board, LayersError, solve
from mtglayers.solver.engine.timestamps import bearers
from mtglayers.solver.questions.orders.explore import Vary, possible, worlds
from mtglayers.solver.questions.orders.orders import Orders, orders
from mtglayers.solver.questions.orders.outcomes import Case
from mtglayers.solver.questions.orders.partial_order import TooManyOrdersError
from mtglayers.solver.result.signature import object_signature, signature

from .abilities import OPERATIONS
from .strategies import random_recipe

MOST = 6
"""The maximum number of things to order; 7 require 5,040 solves for a board."""

Order = tuple[str, ...]


class Tally(NamedTuple):
    """The outcome of some comparisons.

    Attributes:
        boards: the number of boards that were compared.
        turning: the number of boards with more than one outcome.
        solves, permutations: the number of solves that `orders` and brute force needed.
        differing: a sentence for each board that differs.
    """

    boards: int = 0
    turning: int = 0
    solves: int = 0
    permutations: int = 0
    differing: tuple[str, ...] = ()

    def __add__(self, other: Tally) -> Tally:  # type: ignore[override]
        return Tally(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


def by_force(board: Board, varied: Sequence[str], vary: Vary) -> dict[object, list[Order]]:
    """Return a mapping from each outcome to the orders of `varied` that cause it; each order is solved separately."""
    found: dict[object, list[Order]] = {}
    for order in by_force_orders(board, varied, vary):
        found.setdefault(signature(solve(board, order=order)), []).append(order)
    return found


def differences(found: Orders, forced: dict[object, list[Order]]) -> Iterator[str]:
    """Yield the differences between `orders` and brute force."""
    mine = {signature(outcome.result): outcome for outcome in found}
    if set(mine) != set(forced):
        yield f"{len(mine)} outcomes, not {len(forced)}"
        return
    if found.total != sum(map(len, forced.values())):
        yield f"{found.total} orders, not {sum(map(len, forced.values()))}"
    for key, outcome in mine.items():
        if outcome.orders != len(forced[key]):
            yield f"{outcome.orders} orders, not {len(forced[key])}, for {outcome.cases}"
        for other, leading in forced.items():
            for order in leading:
                if holds(outcome.cases, order) != (other == key):
                    yield f"{outcome.cases} is wrong about {order}"


def holds(cases: Sequence[Sequence[tuple[str, str]]], order: Order) -> bool:
    """Return whether an order contains all pairs of at least one case."""
    place = {name: n for n, name in enumerate(order)}
    return any(all(place[older] < place[younger] for older, younger in case) for case in cases)


def wrong_fates(board: Board, found: Orders, vary: Vary) -> Iterator[str]:
    """Yield the differences between brute force and the cases of single objects, in each world."""
    there = dict(worlds(board, presence=len(found.worlds) > 1))
    told = {id: found.of(id) for id in found.outcomes[0].result}
    for gone, world in there.items():
        labels = next(each.labels for each in found.worlds if each.gone == gone)
        for order in by_force_orders(world, labels, vary):
            result = solve(world, order=order)
            for id, fates in told.items():
                right = [n for n, fate in enumerate(fates) if any(fits(case, order, gone) for case in fate.cases)]
                same = (
                    [n for n in right if object_signature(fates[n].result, id) == object_signature(result, id)]
                    if (id in result.objects)
                    else []
                )
                if id != gone and (len(right) != 1 or same != right):
                    yield f"{id} in {order} without {gone or 'anything gone'}: cases of {right}, but it is {same}"
                    return


def fits(case: Case, order: Order, gone: str) -> bool:
    """Return whether an order and a world match a case."""
    there = gone == case.gone if case.gone else gone not in case.there
    place = {name: n for n, name in enumerate(order)}
    return there and all(
        older in place and younger in place and place[older] < place[younger] for older, younger in case.pairs
    )


def by_force_orders(board: Board, labels: Sequence[str], vary: Vary) -> Iterator[Order]:
    """Yield the orders of names that the events on a board allow, given which names may vary."""
    stamps = {name: stamp for stamp, name in bearers(board).items()}
    known = possible(board, vary if isinstance(vary, str) else [name for name in vary if name in stamps])
    for order in permutations(labels):
        at = [stamps[name] for name in order]
        if not any(known.is_older(later, sooner) for n, sooner in enumerate(at) for later in at[n + 1 :]):
            yield order


def compared(seed: int, theme: str = "", most: int = MOST, *, presence: bool = False) -> Tally:
    """Compare the board of a seed; the tally is empty if it cannot be solved or has too many things to order."""
    try:
        draw = Random(seed)
        board = random_recipe(draw, None, theme).build()
        vary = drawn_vary(draw, board)
        found = orders(board, vary, presence=presence, limit=2000)
    except (LayersError, TooManyOrdersError, ValueError):
        return Tally()
    if not 2 <= len(found.varied) <= most:
        return Tally()
    forced = by_force(board, found.varied, vary)
    said = [*differences(found, forced), *wrong_fates(board, found, vary)]
    wrong = tuple(f"seed {seed} {theme}, {vary}: {each}" for each in said)
    return Tally(1, int(len(forced) > 1), found.solves, found.total, wrong[:3])


def drawn_vary(draw: Random, board: Board) -> Vary:
    """Return what may vary: usually everything, otherwise simultaneous arrivals or a few names."""
    names = sorted(bearers(board).values())
    few = draw.sample(names, min(len(names), draw.choice((1, 1, 2, 3))))
    return draw.choice(("all", "all", "all", "choices", few, few))


def run(job: tuple[int, int, int]) -> Tally:
    """Compare the boards of a job's seeds, each with one of the themes."""
    start, stop, most = job
    themes = ("", *sorted(OPERATIONS))
    found = Tally()
    for seed in range(start, stop):  # every fourth board is also compared without each of its objects
        found += compared(seed, themes[seed % len(themes)], most if seed % 4 else 4, presence=not seed % 4)
    return found


def main() -> int:
    """Compare the requested number of boards."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("boards", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--most", type=int, default=MOST, help="maximum number of things to order")
    options = parser.parse_args()
    found, seed = Tally(), options.seed
    with ProcessPoolExecutor(options.jobs) as pool:
        while found.boards < options.boards and not found.differing:
            parts = [(start, start + 25, options.most) for start in range(seed, seed + 25 * 4 * options.jobs, 25)]
            found, seed = sum(pool.map(run, parts), start=found), parts[-1][1]
    sys.stdout.write(
        f"{found.boards} boards, {found.turning} with several outcomes: {found.solves} walks through the layers "
        f"for {found.permutations} orders; {len(found.differing)} differences\n"
    )
    sys.stdout.writelines(f"{said}\n" for said in found.differing)
    return int(bool(found.differing))


if __name__ == "__main__":
    sys.exit(main())
