"""Puzzles of random real cards: ``python -m tests.generators.cards 20000 [--jobs 2]``; ``--number N`` repeats one case.

Each case is a timeline of cards of the shipped catalogue (`timelines`); with ``--dense`` their effects meet more
often. Nothing but the documented exceptions may come of it. The board is written as data, as a puzzle in TOML and JSON
and as a test vector; what is read back has the same result. Both solvers agree where the plain one can take the board.
All of it is the same under three hash seeds. At the end it prints what has occurred, what was refused and why, and why
boards were not compared.
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
"""One case in so many is also compared in all that a result can tell, and spelled out as a test vector."""


class Case(NamedTuple):
    """A board that was solved, and a source of chance for what is asked of it."""

    number: int
    board: Board
    result: Result
    rng: Random


class Told(NamedTuple):
    """What came of some cases.

    Attributes:
        digests: number of a case -> digest of its result and of what was refused.
        faults: number of a case and what is wrong with it.
        counts: what occurred -> how often.
    """

    digests: dict[int, str]
    faults: list[tuple[int, str]]
    counts: Counter[str]


def timeline_of(number: int) -> Timeline:
    """Return the case of a number; those from `DENSE` on have effects that meet more often."""
    return random_timeline(Random(f"cards/{number}"), dense=number >= DENSE)


# --- One case -----------------------------------------------------------------------------------------------


CHEAP: Final = ("unsupported", "objects", "layers", "players", "unapplied", "statistics")
"""The sections of a result in which boards that are read back are compared."""


def digest_of(board: Board, result: Result | None = None, include: Iterable[str] = CHEAP) -> str:
    """Return a digest of what is told of a board's result; of the refusal where it cannot be solved."""
    try:
        data: Any = result_data(solve(board) if result is None else result, include=include)
    except AmbiguousTimestampError as error:
        data = str(error)
    return hashlib.sha256(json.dumps(data, default=str).encode()).hexdigest()[:16]


def faults(number: int, found: Timeline, counts: Counter[str]) -> Iterator[str]:
    """Yield what is wrong with a case; each kind of check yields at most one fault."""
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
                yield f"{name}: the board that is read back has another result"
        except Exception as error:  # noqa: BLE001 (whatever it is, an export is read back)
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
        except Exception as error:  # noqa: BLE001 (whatever it is, the question is answered)
            yield f"{name}: {_said(error)}"


def _said(error: Exception) -> str:
    if isinstance(error, AssertionError):
        return str(error)
    own = [f for f in traceback.extract_tb(error.__traceback__) if "/tests/" not in f.filename]
    where = f" ({Path(own[-1].filename).name}:{own[-1].lineno} in {own[-1].name})" if own else ""
    return f"{type(error).__name__}: {error}{where}"


def _general(text: str) -> str:
    """Return a message without the names in it, so that messages of one kind can be counted together."""
    return re.sub(r"`[^`]*`", "`…`", text)[:110]


# --- What is told and read back -----------------------------------------------------------------------------


def _as_data(board: Board) -> Board:
    data = json.loads(json.dumps(board.to_data()))
    again = Board.from_data(data)
    assert json.loads(json.dumps(again.to_data())) == data, "the data of the board that is read back differ"
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
    """Return the board after half of its events were undone and played again."""
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
    "undone and played again": _rewound,
}


# --- What is asked of a result ------------------------------------------------------------------------------


def _keeps(case: Case) -> str:
    """Check that a puzzle that expects an object as it is passes."""
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
    solve(case.board, readings=case.rng.choice(list(READINGS)))
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


def run(job: tuple[range, bool]) -> Told:
    """Draw and check some cases; only their digests are told if `checks` is false."""
    numbers, checks = job
    told = Told({}, [], Counter())
    for number in numbers:
        try:
            found = timeline_of(number)
            refused = hashlib.sha256(repr(found.refused).encode()).hexdigest()[:8]
            told.digests[number] = digest_of(found.board, include=CHEAP if number % SOME else USUAL) + refused
            if checks:
                told.faults.extend((number, fault) for fault in faults(number, found, told.counts))
        except Exception as error:  # noqa: BLE001 (whatever it is, it is what we look for)
            told.digests[number] = type(error).__name__
            told.faults.append((number, _said(error)))
    return told


def runs(numbers: range, jobs: int, seed: str, *, checks: bool) -> Iterator[Told]:
    """Yield what came of the cases, part by part, under a hash seed."""
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
    """Check that many cases and print what has occurred; return 1 if something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.generators.cards", description=__doc__)
    parser.add_argument("cases", type=int, nargs="?", default=1000)
    parser.add_argument("--seed", type=int, default=0, help="number of the first case")
    parser.add_argument("--dense", action="store_true", help="boards whose effects meet more often")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--number", type=int, help="only this case, with its board")
    options = parser.parse_args()
    if options.number is not None:
        return show(options.number)
    first = options.seed + DENSE * options.dense
    numbers, began = range(first, first + options.cases), time.perf_counter()
    whole, wrong = Told({}, [], Counter()), 0
    for told in runs(numbers, options.jobs, SEEDS[0], checks=True):
        whole.digests.update(told.digests)
        whole.counts.update(told.counts)
        wrong += len(told.faults)
        for number, fault in told.faults:
            _say(f"{number}: {fault}")
    for seed in SEEDS[1:]:
        for told in runs(numbers, options.jobs, seed, checks=False):
            for number, digest in told.digests.items():
                if digest != whole.digests[number]:
                    wrong += 1
                    _say(f"{number}: another digest with PYTHONHASHSEED={seed}")
    for what, count in sorted(whole.counts.items(), key=lambda each: (each[0].split(":")[0], -each[1], each[0])):
        _say(f"{count:9,}  {what}")
    took = time.perf_counter() - began
    _say(f"{len(numbers):9,}  cases under {len(SEEDS)} hash seeds, {wrong} faults, in {took:,.0f} s")
    return int(wrong > 0)


def show(number: int) -> int:
    """Print one case as a puzzle, what was refused, and what is wrong."""
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
