"""Compare verdicts with brute force: ``python -m tests.generators.ties 5000 [--seed S] [--jobs N] [--edition E]``.

On random boards whose effects share timestamps, the plain solver tries every order of these effects that the rules
allow, under the default readings and under a random combination of readings. The verdict must have the same outcomes
under these readings. The plain solver must also reproduce the verdict's other outcomes under the readings that it
names. A board is ambiguous if and only if its verdict is not settled.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import NamedTuple

import msgspec

from mtglayers import Board, LayersError, solve
from mtglayers.solver.questions.orders.partial_order import TooManyOrdersError
from mtglayers.solver.questions.verdict import ReadOutcome, Verdict, verdict
from mtglayers.solver.readings import READINGS, Readings, admissible
from mtglayers.solver.result.result import Result

from ..reference.answers import READINGS as PLAINLY
from ..reference.answers import answers
from ..reference.ties import Outcome, TooManyTiesError, outcomes_by_force, told
from ..reference.ties import outcome as plain_outcome
from .boards import plainly
from .strategies import DAYS, Recipe, tied_recipe

MOST = 24
"""The maximum number of orders of tied effects to try."""


class Tally(NamedTuple):
    """The outcome of some comparisons.

    Attributes:
        boards: the number of boards that were compared.
        open: the number of boards on which the order of tied effects matters.
        unsettled: the number of verdicts with more than one outcome.
        beyond: the number of boards with an outcome that needs neither the printed order nor its reverse.
        orders: the number of outcomes that brute force found.
        skipped: the number of boards that have too many orders or cannot be solved.
        differing: a sentence for each board that differs.
    """

    boards: int = 0
    open: int = 0
    unsettled: int = 0
    beyond: int = 0
    orders: int = 0
    skipped: int = 0
    differing: tuple[str, ...] = ()

    def __add__(self, other: Tally) -> Tally:  # type: ignore[override]
        return Tally(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


def outcome(result: Result) -> Outcome:
    """Return the characteristics of all objects in the form that the plain solver uses."""
    return told({
        id: (it.name, it.power, it.toughness, it.controller, *(
            tuple(sorted(each)) for each in (it.colors, it.types, it.subtypes, it.supertypes, map(repr, it.abilities))
        ))
        for id in result for it in (result[id],)
    })  # fmt: skip


def compared(seed: int, edition: str | None = None) -> Tally:
    """Compare the board of a seed; the tally is empty if no effects share a timestamp."""
    draw = Random(seed)
    day = draw.choice((None, *DAYS)) if edition == "all" else edition
    recipe = tied_recipe(draw, day)
    try:
        board = recipe.build()
        drawn = drawn_readings(draw, board)
        forced = {(): outcomes_by_force(recipe.build(), answers(()), MOST)}
        if not any(len(order) > 1 for order in forced[()].values()):
            return Tally()
        forced[drawn] = outcomes_by_force(recipe.build(), answers(drawn), MOST)
        found = verdict(board)
    except (LayersError, TooManyTiesError, TooManyOrdersError):
        return Tally(skipped=1)
    said = [*differences(found, forced), *wrong_readings(recipe, found)]
    if solve(board).ambiguous is found.settled:
        said.append(f"ambiguous, and its verdict is {'settled' if found.settled else 'not settled'}")
    ties = [len(each) > 1 for each in forced.values()]
    return Tally(
        boards=1,
        open=int(any(ties)),
        unsettled=int(not found.settled),
        beyond=int(any("|" in reading.value for reading in found.admitted)),
        orders=sum(map(len, forced.values())),
        differing=tuple(f"seed {seed}: {each}\n{recipe}" for each in said[:1]),
    )


def drawn_readings(draw: Random, board: Board) -> tuple[str, ...]:
    """Return random readings that the plain solver supports, usually few."""
    fields: dict[str, list[str]] = {}
    for reading in admissible(board.edition):
        if reading.name in PLAINLY:
            fields.setdefault(reading.field, [""]).append(reading.name)
    return tuple(filter(None, draw.choice(list(product(*fields.values())))))


def differences(found: Verdict, forced: dict[tuple[str, ...], dict[Outcome, tuple[str, ...]]]) -> Iterator[str]:
    """Yield the differences between a verdict and brute force."""
    for names, outcomes in forced.items():
        readings = Readings.named(*names)
        mine = {outcome(each.result) for each in found.outcomes if holds(each, readings)}
        if mine != set(outcomes):
            yield f"{len(mine)} outcomes under {names or 'the default readings'}, not {len(outcomes)}"


def holds(outcome: ReadOutcome, readings: Readings) -> bool:
    """Return whether the given readings lead to an outcome for at least one order of ties."""
    given = msgspec.structs.asdict(readings)
    return any(all(field == "ties" or given[field] in values for field, values in case) for case in outcome.cases)


def wrong_readings(recipe: Recipe, found: Verdict) -> Iterator[str]:
    """Yield the outcomes that the plain solver does not reproduce under the readings that the verdict names."""
    for each in found.outcomes:
        names = [name for name in each.readings.names() if name in READINGS]
        ties = () if each.readings.ties == "printed" else each.readings.tied
        if set(names) <= set(PLAINLY) and (ties or each.readings.ties == "printed"):
            plain = plainly(recipe.build(), answers(names, ties))
            if plain_outcome(plain) != outcome(each.result):
                yield f"different outcome under {each.readings.names()}"


def run(job: tuple[int, int, str | None]) -> Tally:
    """Compare the boards of a job's seeds."""
    start, stop, edition = job
    return sum((compared(seed, edition) for seed in range(start, stop)), start=Tally())


def main() -> int:
    """Compare the requested number of boards with ties."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("boards", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--edition", help="an edition's key, a day, or `all`; default: the newest rules")
    options = parser.parse_args()
    found, seed, began = Tally(), options.seed, time.perf_counter()
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        while found.boards < options.boards and not found.differing:
            parts = [(start, start + 10, options.edition) for start in range(seed, seed + 10 * 4 * options.jobs, 10)]
            found, seed = sum(pool.imap(run, parts), start=found), parts[-1][1]
            if sys.stderr.isatty():
                sys.stderr.write(
                    f"\r{found.boards:,} boards, {found.boards / (time.perf_counter() - began):.1f} a second"
                )
    sys.stdout.write(
        f"{found.boards:,} boards with ties; on {found.open:,}, their order matters; on {found.beyond:,}, more orders "
        f"than the printed one and its reverse matter; {found.unsettled:,} verdicts not settled; "
        f"{found.orders:,} outcomes by brute force; {found.skipped:,} boards skipped; "
        f"{len(found.differing)} differences\n"
    )
    sys.stdout.writelines(f"{said}\n" for said in found.differing)
    return int(bool(found.differing))


if __name__ == "__main__":
    sys.exit(main())
