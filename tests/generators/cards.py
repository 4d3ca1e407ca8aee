"""Puzzles of random real cards: ``python -m tests.generators.cards 20000 [--jobs 2]``; ``--number N`` repeats one case.

Each case is a random timeline of cards in the shipped catalogue (`timelines`); with ``--dense``, more effects affect
the same objects. Only the documented exceptions may be raised. The board is written as data, as a puzzle in TOML and
JSON, and as a test vector, and read back with the same result. Both solvers must agree if the plain solver supports the
board. All results must be equal under three hash seeds. At the end, the program prints how often each situation
occurred, which events were refused and why, and why boards were not compared.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import os
import re
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from mtglayers.conformance.making import NoVectorError, vector_of
from mtglayers.forge.writing import write_forge
from mtglayers.model.board.board import Board
from mtglayers.model.errors import AmbiguousTimestampError, LayersError
from mtglayers.model.puzzles.entry import Entry
from mtglayers.model.puzzles.puzzle import Puzzle, read_puzzle
from mtglayers.presentation.puzzles import as_puzzle
from mtglayers.solver.check.check import check
from mtglayers.solver.questions.minimize import as_it_is
from mtglayers.solver.readings import READINGS
from mtglayers.solver.result.result import Result
from mtglayers.solver.solve import solve
from mtglayers.wire.answers import result_data
from mtglayers.wire.boards import BoardData
from mtglayers.wire.results import USUAL

from ..reference.rules import EDITIONS
from ..reference.solver import plain_solve
from .boards import differences
from .strategies import DAYS
from .timelines import Timeline, random_timeline

SEEDS: Final = ("0", "1", "613")
"""Values of PYTHONHASHSEED."""
PART: Final = 50
DENSE: Final = 1_000_000
SOME: Final = 5
"""One in this many cases is also compared in every section of the result and written as a test vector."""


class Case(NamedTuple):
    """A board, its result, and a random generator for the questions about it."""

    number: int
    board: Board
    result: Result
    rng: Random


class Tally(NamedTuple):
    """The outcome of some cases.

    Attributes:
        digests: number of a case -> digest of its result and of the refused events.
        faults: pairs (number of a case, problem).
        counts: situation -> how often it occurred.
    """

    digests: dict[int, str]
    faults: list[tuple[int, str]]
    counts: Counter[str]


def timeline_of(number: int) -> Timeline:
    """Return the case with the given number; from `DENSE` on, more effects affect the same objects."""
    return random_timeline(Random(f"cards/{number}"), dense=number >= DENSE)


# --- One case -----------------------------------------------------------------------------------------------


CHEAP: Final = ("unsupported", "objects", "layers", "players", "unapplied", "statistics")
"""The sections of a result that are compared after a board is read back."""


def digest_of(board: Board, result: Result | None = None, include: Iterable[str] = CHEAP) -> str:
    """Return a digest of a board's result, or of the error if the board cannot be solved."""
    try:
        data: Any = result_data(solve(board) if result is None else result, include=include)
    except AmbiguousTimestampError as error:
        data = str(error)
    return hashlib.sha256(json.dumps(data, default=str).encode()).hexdigest()[:16]


def faults(number: int, found: Timeline, counts: Counter[str]) -> Iterator[str]:
    """Yield the problems with a case; each check yields at most one."""
    board, rng = found.board, Random(number)
    counts.update(f"event {event.VERB}" for event in board.events)
    counts.update(f"refused {verb}: {_general(text)}" for verb, _, text in found.refused)
    try:
        result = solve(board)
    except AmbiguousTimestampError:
        counts["order not specified"] += 1
        result = None
    digest = digest_of(board, result)
    for name, again in EXPORTS.items():
        try:
            if digest_of(again(board)) != digest:
                yield f"{name}: the restored board has a different result"
        except Exception as error:  # noqa: BLE001 (any error is a fault of the export)
            yield f"{name}: {_said(error)}"
    if result is None:
        return
    counts["steps"] += result.statistics.steps
    counts["dependencies"] += result.statistics.edges > 0
    counts["loops"] += result.statistics.loops > 0
    counts["lines not understood"] += bool(result.unsupported)
    for name, question in QUESTIONS.items():
        try:
            counts[f"{name}: {question(Case(number, board, result, rng)) or 'asked'}"] += 1
        except Exception as error:  # noqa: BLE001 (any error is a fault)
            yield f"{name}: {_said(error)}"


def _said(error: Exception) -> str:
    if isinstance(error, AssertionError):
        return str(error)
    own = [f for f in traceback.extract_tb(error.__traceback__) if "/tests/" not in f.filename]
    where = f" ({Path(own[-1].filename).name}:{own[-1].lineno} in {own[-1].name})" if own else ""
    return f"{type(error).__name__}: {error}{where}"


def _general(text: str) -> str:
    """Return a message without its names, so that messages of the same kind are counted together."""
    return re.sub(r"`[^`]*`", "`…`", text)[:110]


# --- Boards that are written and read -----------------------------------------------------------------------------


def _as_data(board: Board) -> Board:
    data = json.loads(json.dumps(board.to_data()))
    again = Board.from_data(data)
    assert json.loads(json.dumps(again.to_data())) == data, "the data of the restored board differs"
    return again


def _puzzle(board: Board) -> Puzzle:
    data = board.to_data()
    return Puzzle(
        title="Random cards", edition=data["edition"], players=board.players, cards=tuple(data["cards"]),
        timeline=tuple(Entry(event=event) for event in board.events),
    )  # fmt: skip


def _played(puzzle: Puzzle) -> Board:
    board = puzzle.board()
    for place in range(len(puzzle.timeline)):
        problem = puzzle.play(board, place)
        assert not problem, problem
    return board


def _as_wire(board: Board) -> Board:
    return msgspec.json.decode(msgspec.json.encode(BoardData.of(board)), type=BoardData).board()


def _rewound(board: Board) -> Board:
    """Return the board after half of its events have been undone and replayed."""
    events, twin = board.events, board.copy()
    twin.rewind(len(events) // 2)
    for event in events[len(events) // 2 :]:
        twin.push(event)
    return twin


EXPORTS: dict[str, Callable[[Board], Board]] = {
    "data": _as_data,
    "puzzle in TOML": lambda board: _played(read_puzzle(_puzzle(board).to_toml())),
    "puzzle in JSON": lambda board: _played(read_puzzle(json.dumps(_puzzle(board).to_data()))),
    "wire": _as_wire,
    "undone and replayed": _rewound,
}


# --- Questions about a result ------------------------------------------------------------------------------


def _keeps(case: Case) -> str:
    """Check that a puzzle passes if it expects the current state of an object."""
    if not len(case.result):
        return "no object"
    id = case.rng.choice(list(case.result))
    puzzle = as_puzzle(case.board, as_it_is(case.result, id), "Random cards")
    report = check(read_puzzle(puzzle.to_toml()), solve)
    assert report.ok, f"`{id}` is not expected as it is: {report.failures[0]}"
    return ""


def _vector(case: Case) -> str:
    if case.number % SOME:
        return "left out"
    try:
        vector_of(case.board, "case")
    except NoVectorError as error:
        return str(error)
    return ""


def _forge(case: Case) -> str:
    write_forge(case.board)
    return ""


def _explained(case: Case) -> str:
    for id in case.rng.sample(list(case.result), min(2, len(case.result))):
        case.result.explain(id).text()
    return ""


def _read(case: Case) -> str:
    try:
        solve(case.board, readings=case.rng.choice(list(READINGS)))
    except AmbiguousTimestampError:  # the order can matter under this reading alone
        return "order not specified"
    return ""


def _dated(case: Case) -> str:
    try:
        solve(case.board, edition=case.rng.choice(DAYS))
    except LayersError as error:
        return type(error).__name__
    return ""


def _plain(case: Case) -> str:
    """Compare with the plain solver."""
    key = case.board.edition.key
    if key not in EDITIONS:
        return f"edition {key}"
    try:
        plain = plain_solve(case.board)
    except NotImplementedError as error:
        return f"without {error}"
    found = next(differences(case.result, plain), "")
    assert not found, found
    return "agree"


QUESTIONS: dict[str, Callable[[Case], str]] = {
    "expectation": _keeps,
    "vector": _vector,
    "Forge": _forge,
    "explanation": _explained,
    "reading": _read,
    "edition": _dated,
    "plain solver": _plain,
}


# --- Many cases ---------------------------------------------------------------------------------------------


def run(job: tuple[range, bool]) -> Tally:
    """Draw and check some cases; if `checks` is false, only compute their digests."""
    numbers, checks = job
    tally = Tally({}, [], Counter())
    for number in numbers:
        try:
            found = timeline_of(number)
            refused = hashlib.sha256(repr(found.refused).encode()).hexdigest()[:8]
            tally.digests[number] = digest_of(found.board, include=CHEAP if number % SOME else USUAL) + refused
            if checks:
                tally.faults.extend((number, fault) for fault in faults(number, found, tally.counts))
        except Exception as error:  # noqa: BLE001 (any error is a fault)
            tally.digests[number] = type(error).__name__
            tally.faults.append((number, _said(error)))
    return tally


def runs(numbers: range, jobs: int, seed: str, *, checks: bool) -> Iterator[Tally]:
    """Yield the tallies of parts of the cases under a hash seed."""
    parts = [(numbers[start : start + PART], checks) for start in range(0, len(numbers), PART)]
    before = os.environ.get("PYTHONHASHSEED")
    os.environ["PYTHONHASHSEED"] = seed
    try:
        with multiprocessing.get_context("spawn").Pool(jobs) as pool:
            yield from pool.imap(run, parts)
    finally:
        os.environ.pop("PYTHONHASHSEED")
        if before is not None:
            os.environ["PYTHONHASHSEED"] = before


def main() -> int:
    """Check the requested number of cases and print a report; return 1 if there is a problem."""
    parser = argparse.ArgumentParser(prog="python -m tests.generators.cards", description=__doc__)
    parser.add_argument("cases", type=int, nargs="?", default=1000)
    parser.add_argument("--seed", type=int, default=0, help="number of the first case")
    parser.add_argument("--dense", action="store_true", help="boards on which more effects affect the same objects")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--number", type=int, help="check and print only this case")
    options = parser.parse_args()
    if options.number is not None:
        return show(options.number)
    first = options.seed + DENSE * options.dense
    numbers, began = range(first, first + options.cases), time.perf_counter()
    whole, wrong = Tally({}, [], Counter()), 0
    for tally in runs(numbers, options.jobs, SEEDS[0], checks=True):
        whole.digests.update(tally.digests)
        whole.counts.update(tally.counts)
        wrong += len(tally.faults)
        for number, fault in tally.faults:
            _say(f"{number}: {fault}")
    for seed in SEEDS[1:]:
        for tally in runs(numbers, options.jobs, seed, checks=False):
            for number, digest in tally.digests.items():
                if digest != whole.digests[number]:
                    wrong += 1
                    _say(f"{number}: different digest with PYTHONHASHSEED={seed}")
    for what, count in sorted(whole.counts.items(), key=lambda each: (each[0].split(":")[0], -each[1], each[0])):
        _say(f"{count:9,}  {what}")
    took = time.perf_counter() - began
    _say(f"{len(numbers):9,}  cases under {len(SEEDS)} hash seeds, {wrong} faults, in {took:,.0f} s")
    return int(wrong > 0)


def show(number: int) -> int:
    """Print one case as a puzzle, its refused events and its problems."""
    found = timeline_of(number)
    _say(_puzzle(found.board).to_toml())
    for verb, name, text in found.refused:
        _say(f"refused {verb}: {name}: {text}")
    wrong = list(faults(number, found, Counter()))
    for fault in wrong:
        _say(f"{number}: {fault}")
    return int(bool(wrong))


def _say(text: str) -> None:
    sys.stdout.write(text.encode("utf-8", "backslashreplace").decode() + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
