"""Memory over many different boards, cards and texts: the caches and the process stay bounded.

Run from the checkout: ``python -m tests.fuzz.steady_memory 20000``. Each board has cards of its own, with names,
texts and numbers that no other board has; it is solved, explained, written as data, and then released.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from mtglayers import Board, LayersError, result_data, solve
from mtglayers.model.puzzles.puzzle import puzzle_of_text
from mtglayers.solver.engine import effect as effects
from mtglayers.solver.engine import gather

PAGE = 4096
KEYWORDS = ("flying", "trample", "haste", "vigilance", "reach", "menace", "lifelink", "deathtouch", "first strike")
TYPES = ("Goblin", "Elf", "Bear", "Wolf", "Zombie", "Human", "Knight", "Saproling", "Sliver", "Spirit", "Cat", "Dog")
COLORS = ("white", "blue", "black", "red", "green")


def cards(number: int) -> list[dict[str, Any]]:
    """Return the cards of the board of that number; no other number has the same."""
    one, other = number % 1000, number // 1000
    kind, word, color = TYPES[number % 12], KEYWORDS[number % 9], COLORS[number % 5]
    lord = f"Other {kind}s you control get +{one}/+{other} and have {word}."
    painter = (
        f"As long as you control {2 + other} or more {kind}s, creatures you control are {color} {TYPES[one % 11]}s."
    )
    odd = f"Whenever somebody says {number}, creatures with power {one} or greater glow {other} times."
    return [
        {"name": f"Lord {number}", "type_line": f"Creature — {kind}", "oracle_text": lord, "power": "2",
         "toughness": str(number % 7)},
        {"name": f"Painter {number}", "type_line": "Enchantment", "oracle_text": painter, "mana_cost": "{2}"},
        {"name": f"Odd {number}", "type_line": "Enchantment", "oracle_text": odd},
    ]  # fmt: skip


def solved(number: int) -> None:
    """Make the board of that number, and ask all of it."""
    board = Board(("Ana", f"Ben {number}"))
    for card in cards(number):
        board.enters(card)
    first = next(iter(board.objects))
    board.enters("Saproling", count=2, as_=f"token-{number}")
    board.resolves({"text": f"Target creature gets +{number}/+0 until end of turn."}, as_=f"growth-{number}",
                   targets=first)  # fmt: skip
    result = solve(board)
    result_data(result, board)
    result.explain(first).text()
    board.pop()
    solve(board, last=result)
    for text in _wrong(number):
        try:
            puzzle = puzzle_of_text(text)
            puzzle.play(puzzle.board(), 0)
        except LayersError as error:
            str(error)


def _wrong(number: int) -> Iterator[str]:
    yield f"title = 'x'\nunknown-{number} = 1"
    if number % 20 == 0:  # to find what resembles a card's name takes longer than all the rest
        yield f"title = 'x'\n[[timeline]]\nenters = 'Nosuch {number}'"


def cached_anew() -> tuple[set[int], set[int]]:
    """Return the signatures of the parts of some effects, worked out twice with nothing kept between."""
    found: list[set[int]] = []
    for _ in range(2):
        for cache in (effects.plan, effects.static_plan, effects._signature, gather._static):
            cache.cache_clear()
        board = Board()
        for card in cards(7):
            board.enters(card)
        result = solve(board)
        parts = (step.applied.plan.parts[step.layer] for step in result.steps)
        found.append({part.signature for part in parts})
    return found[0], found[1]


def caches() -> dict[str, tuple[int, int | None]]:
    """Return every cache of the library: how much it holds, and how much it may hold."""
    found: dict[str, tuple[int, int | None]] = {}
    for name, module in _modules():
        for label, value in vars(module).items():
            if hasattr(value, "cache_info") and getattr(value, "__module__", "") == module.__name__:
                info = value.cache_info()
                found[f"{name}.{label}"] = info.currsize, info.maxsize
    return found


def tables() -> dict[str, int]:
    """Return every table that a module of the library keeps, and how much it holds."""
    found: dict[str, int] = {}
    for name, module in _modules():
        for label, value in vars(module).items():
            if isinstance(value, (dict, list, set)) and not label.startswith("__"):
                found[f"{name}.{label}"] = len(value)
            elif isinstance(value, type) and value.__module__ == module.__name__:
                for inner, kept in vars(value).items():
                    if isinstance(kept, (dict, list, set)) and not inner.startswith("__"):
                        found[f"{name}.{label}.{inner}"] = len(kept)
    return found


def _modules() -> Iterator[tuple[str, ModuleType]]:
    loaded: Mapping[str, ModuleType] = dict(sys.modules)
    for name in sorted(loaded):
        if name == "mtglayers" or name.startswith("mtglayers."):
            yield name, loaded[name]


def resident() -> int:
    """Return how many kilobytes of memory the process has."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE // 1024


def main() -> int:
    """Print the memory at intervals, and whether it was stable over the second half."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=20_000)
    parser.add_argument("--more", type=int, default=5, help="by how many hundredths it may grow over the second half")
    given = parser.parse_args()
    began, sizes = time.monotonic(), dict[int, int]()
    steps = max(1, given.count // 20)
    for number in range(given.count):
        solved(number)
        if (number + 1) % steps == 0:
            gc.collect()
            sizes[number + 1] = resident()
            kept = sum(size for size, _ in caches().values())
            sys.stdout.write(
                f"{number + 1:,} boards, {sizes[number + 1] / 1024:.1f} MB, {kept:,} entries in caches, "
                f"{time.monotonic() - began:.0f} s\n"
            )
            sys.stdout.flush()
    half = max(size for at, size in sizes.items() if at <= given.count // 2)
    last = max(size for at, size in sizes.items() if at > given.count // 2)
    sys.stdout.write(f"the most of the first half {half / 1024:.1f} MB, of the second {last / 1024:.1f} MB\n")
    return 1 if last > half * (100 + given.more) / 100 else 0


if __name__ == "__main__":
    sys.exit(main())
