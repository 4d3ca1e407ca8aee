"""Solve random sequences of events with and without an earlier result.

Run from the checkout: ``python -m tests.generators.reuse 10000 [--jobs 2]``.

After each event, the board is solved once from scratch and once with an earlier result: the previous result, an older
result, or the result for a copy of the board with other events. Both results must have equal steps, states, candidates,
started effects and counts. For a sample of the results, the data, graphs, explanations and readings are also compared.
Finally, the program prints how often each event and outcome occurred.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from mtglayers.model.board.board import Board
from mtglayers.model.errors import LayersError
from mtglayers.model.rules.edition import edition as edition_of
from mtglayers.solver.engine.gather import Sources
from mtglayers.solver.engine.state import State
from mtglayers.solver.readings import READINGS
from mtglayers.solver.result.result import Result
from mtglayers.solver.reuse import reuse
from mtglayers.solver.reuse.reuse import LayerReuse
from mtglayers.solver.solve import solve
from mtglayers.wire.answers import result_data

from .events import happening, played
from .strategies import DAYS, Call, Recipe, random_recipe

reuse.is_plain = lambda trace, _: trace.length % 4 == 0  # most results are used as on large boards


class Sequence(NamedTuple):
    """A board, its later events and the way to solve it."""

    recipe: Recipe
    calls: tuple[tuple[str, Call], ...]
    readings: tuple[str, ...] = ()
    edition: str | None = None

    def __str__(self) -> str:
        asked = f"solve(board, readings={self.readings!r}, edition={self.edition!r})"
        return "\n".join((str(self.recipe), *(str(each) for _, each in self.calls), asked))


# --- Comparing ------------------------------------------------------------------------------------------


def unlike(one: Result, other: Result) -> str:
    """Return a difference between two results, ignoring `reuse`, or "" if there is none."""
    return next(_unlike(one, other), "")


def _unlike(one: Result, other: Result) -> Iterator[str]:
    if one.trace.start != other.trace.start:
        yield "the start"
    for mine, theirs in zip(one.layers, other.layers, strict=True):
        where = f"layer {mine.name}"
        if mine.order != theirs.order:
            yield f"{where}: order {mine.order}, from scratch {theirs.order}"
        for a, b in zip(mine.steps, theirs.steps, strict=True):
            at = f"{where}, step {a.number}"
            for what in ("serial", "number", "effect", "choice", "cda", "footprint", "spent", "pending", "source"):
                if getattr(a, what) != getattr(b, what):
                    yield f"{at}: {what} {getattr(a, what)}, from scratch {getattr(b, what)}"
            if [_effect(x) for x in a.pending_effects] != [_effect(x) for x in b.pending_effects]:
                yield f"{at}: the effects differ"
            if _state(a.before) != _state(b.before) or _state(a.after) != _state(b.after):
                yield f"{at}: the states differ"
            if a.after.changes() != b.after.changes():
                yield f"{at}: changed {a.after.changes()}, from scratch {b.after.changes()}"
        if _state(mine.before) != _state(theirs.before) or _state(mine.after) != _state(theirs.after):
            yield f"{where}: the states differ"
    if _started(one) != _started(other):
        yield "what has started differs"
    if _known(one.sources) != _known(other.sources):
        yield "the effects that are known differ"
    if _counted(one) != _counted(other):
        yield f"statistics {_counted(one)}, from scratch {_counted(other)}"
    if one.unsupported != other.unsupported:
        yield f"unsupported {one.unsupported}, from scratch {other.unsupported}"


def _known(sources: Sources) -> set[object]:
    # The abilities whose effects have existed.
    return {key for key, effect in sources._static.items() if effect not in sources.idle}


def _started(result: Result) -> list[tuple[str, Any]]:
    return [(name, result.trace.locks_of(name)) for name in result.trace.started]


def _effect(effect: Any) -> tuple[Any, ...]:
    return effect.name, effect.key, effect.origin, effect.held, effect.plan, effect.context


def _state(facts: State) -> tuple[Any, ...]:
    """Return all data in a state; the order of the values in its columns decides nothing."""
    return facts.families, facts.world


def _counted(result: Result) -> dict[str, int]:
    found = {name: getattr(result.statistics, name) for name in result.statistics.__struct_fields__}
    del found["reused"]
    return found


def told(result: Result) -> dict[str, Any]:
    """Return a result as data, excluding the data that only a solve with an earlier result has."""
    data = result_data(result, states=True)
    data["statistics"].pop("reused")
    return data


# --- Drawing --------------------------------------------------------------------------------------------


def random_sequence(rng: Random, edition: str | None = None, events: int = 8) -> Sequence:
    """Return a board and at most the given number of possible events."""
    recipe = random_recipe(rng, edition)
    board, calls = recipe.build(), []
    sibling: Board | None = None
    for _ in range(events):
        kind, what = happening(rng, board)
        if what.method == "copy":
            sibling, board = board, sibling or board.copy()
        elif not played(board, what):
            continue
        calls.append((kind, what))
    readings = (rng.choice(list(READINGS)),) if not rng.randrange(4) else ()
    return Sequence(recipe, tuple(calls), readings, rng.choice(DAYS) if not rng.randrange(8) else None)


# --- Running --------------------------------------------------------------------------------------------


def outcomes(sequence: Sequence, rng: Random, data: int = 0) -> Iterator[tuple[str, str, Result | None, Result | None]]:
    """Solve a board after each event; yield the kind of event, any difference from a fresh solve, and both results.

    Args:
        sequence: the board and its events.
        rng: chooses the earlier result.
        data: compare one in this many results as data; 0 means never.
    """
    recipe = sequence.recipe
    # The second board is always solved from scratch, so it has its own cached past.
    boards = [Board(players=recipe.players, cards=recipe.spells, edition=recipe.edition) for _ in range(2)]
    siblings: list[Board] = []
    results: list[Result] = []
    for kind, what in (*((each.method, each) for each in recipe.calls), *sequence.calls):
        if what.method == "copy":
            siblings, boards = boards, siblings or [board.copy() for board in boards]
        elif not all(played(board, what) for board in boards):
            continue
        last = None if not results else results[-1] if rng.randrange(4) else rng.choice(results)
        again, wrong = _solved(boards[0], sequence, last)
        fresh, refused = _solved(boards[1], sequence, None)
        if wrong != refused:
            yield kind, f"raises {wrong!r}, from scratch {refused!r}", again, fresh
        elif again is None or fresh is None:
            yield kind, "", again, fresh
        else:
            found = unlike(again, fresh)
            if not found and data and not rng.randrange(data) and told(again) != told(fresh):
                found = "the data differ"
            yield kind, found, again, fresh
        if again is not None:
            results.append(again)


def _solved(board: Board, how: Sequence, last: Result | None) -> tuple[Result | None, str]:
    try:
        return solve(board, readings=how.readings or None, edition=how.edition, last=last), ""
    except LayersError as error:
        return None, f"{type(error).__name__}: {error}"


def differs(sequence: Sequence, seed: int, data: int = 0) -> str:
    """Return how earlier results change the results of a sequence, or "" if they do not."""
    return next((found for _, found, _, _ in outcomes(sequence, Random(seed), data) if found), "")


def census(kind: str, result: Result | None) -> Iterator[str]:
    """Yield the situations that occurred in a solve with an earlier result."""
    yield f"event {kind}"
    if result is None:
        yield "refused with and without it"
    elif result.reuse:
        yield "solves with an earlier result"
        yield from ("layer taken over" if each.taken else "layer worked out again" for each in result.reuse)
        yield from ("layer with steps taken over" for each in result.reuse if each.steps and each.taken)
        yield from ("layer in the same order" for each in result.reuse if each.steps and each.why)
        yield from ("layer in the same order, with trials" for each in result.reuse if _tried(result, each))
        yield from ("differs: " + word for each in result.reuse for word in _words(each.why))
        if all(each.taken for each in result.reuse):
            yield "solve taken over whole"
    elif result.statistics.steps:
        yield "nothing to compare with"


def _tried(result: Result, reused: LayerReuse) -> bool:
    # Whether only the order of a layer was taken over, and the order had to be found by trials.
    if not reused.steps or reused.taken:
        return False
    places = [each.name for each in result.trace.layers]
    after = places.index(reused.layer) + 1
    spent = result.trace.layers[after].spent if after < len(places) else result.trace.spent
    return spent[0] > result.trace.layers[after - 1].spent[0]


def _words(why: str) -> list[str]:
    head, _, asked = why.partition(": ")
    return asked.split(", ") if asked else [head] if head else []


def run(job: tuple[int, int, str | None, int, int]) -> tuple[Counter[str], Counter[str], int, int]:
    """Compare the given seeds; return the census and the numbers of steps and sequences, and the seed that differs."""
    start, stop, edition, events, data = job
    counts: Counter[str] = Counter()
    steps: Counter[str] = Counter()
    for seed in range(start, stop):
        for kind, found, again, _ in outcomes(drawn(seed, edition, events), Random(seed), data):
            if found:
                return counts, steps, seed - start, seed
            counts.update(census(kind, again))
            if again is not None and again.reuse:
                steps.update(steps=again.statistics.steps, reused=again.statistics.reused)
    return counts, steps, stop - start, -1


def drawn(seed: int, edition: str | None, events: int) -> Sequence:
    """Return the sequence of a seed; without an edition, a third of them use the rules of a random day."""
    rng = Random(seed)
    day = edition if edition is not None else rng.choice(DAYS) if not rng.randrange(3) else None
    return random_sequence(rng, day, events)


# --- Cutting down ---------------------------------------------------------------------------------------


def cut_down(sequence: Sequence, seed: int, data: int) -> Sequence:
    """Return a shorter sequence that still differs."""
    going = True
    while going:
        going = False
        for smaller in _smaller(sequence):
            try:
                found = differs(smaller, seed, min(data, 1))
            except Exception:  # noqa: BLE001, S112 (what cannot be played is no example)
                continue
            if found:
                sequence, going = smaller, True
                break
    return sequence


def _smaller(sequence: Sequence) -> Iterator[Sequence]:
    for place in range(len(sequence.calls)):
        yield sequence._replace(calls=(*sequence.calls[:place], *sequence.calls[place + 1 :]))
    calls = sequence.recipe.calls
    for place in range(len(calls)):
        yield sequence._replace(recipe=sequence.recipe._replace(calls=(*calls[:place], *calls[place + 1 :])))
    if sequence.readings:
        yield sequence._replace(readings=())
    if sequence.edition is not None:
        yield sequence._replace(edition=None)


# --- The command ----------------------------------------------------------------------------------------


def main() -> int:
    """Compare the requested number of sequences and print how often each situation occurred."""
    parser = argparse.ArgumentParser(prog="python -m tests.generators.reuse", description=__doc__)
    parser.add_argument("sequences", type=int)
    parser.add_argument("--seed", type=int, default=0, help="seed of the first sequence")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--events", type=int, default=8, help="events after the board is set up")
    parser.add_argument("--data", type=int, default=20, help="compare one in this many results as data; 0: never")
    parser.add_argument("--edition", help="an edition's key or a day; default: mostly the newest rules")
    options = parser.parse_args()
    if options.edition is not None:
        edition_of(options.edition)
    end, done, began = options.seed + options.sequences, 0, time.perf_counter()
    parts = [
        (start, min(start + 20, end), options.edition, options.events, options.data)
        for start in range(options.seed, end, 20)
    ]
    counts: Counter[str] = Counter()
    steps: Counter[str] = Counter()
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        for some, taken, number, seed in pool.imap(run, parts):
            counts += some
            steps += taken
            done += number
            if seed >= 0:
                pool.terminate()
                sequence = drawn(seed, options.edition, options.events)
                small = cut_down(sequence, seed, options.data)
                found = differs(small, seed, min(options.data, 1)) or differs(sequence, seed, options.data)
                sys.stdout.write(f"\nseed {seed}: {found}\n\n{small}\n")
                return 1
    lines = [f"{number:9,}  {what}" for what, number in sorted(counts.items())]
    took = time.perf_counter() - began
    share = 100 * steps["reused"] / max(steps["steps"], 1)
    sys.stdout.write("\n".join((
        *lines, f"{done:9,}  sequences without differences, in {took:,.0f} s",
        f"{steps['reused']:9,}  steps of {steps['steps']:,} taken over: {share:.1f}%", "",
    )))  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
