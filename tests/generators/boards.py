"""Compare the two solvers on random boards: ``python -m tests.generators.boards 20000 [--seed S] [--jobs 2]``.

At the first difference, the program prints the difference and the code of a minimal board that shows it. At the end, it
prints how often each situation occurred, as evidence that the boards were varied. ``--edition`` selects the rules: an
edition, a day, or ``all`` for the given number of boards under each version. ``--theme`` selects the subject of most
effects: a layer ("4", "7c"), rare operations in a layer ("rare 4"), or differences between editions ("copies").
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.errors import LayersError
from mtglayers.model.rules.edition import edition
from mtglayers.solver.solve import solve

from ..reference.answers import READINGS, Answers, answers
from ..reference.order import in_one_loop, next_effect
from ..reference.result import PlainLayer, PlainResult, PlainStep
from ..reference.rules import EDITIONS, rules_of
from ..reference.solver import plain_solve
from .abilities import OPERATIONS
from .strategies import DAYS, Recipe, random_recipe

RAISES = "the solver raises"

# --- The comparison ---------------------------------------------------------------------------------------


def difference(recipe: Recipe, readings: tuple[str, ...] = (), plain: PlainResult | None = None) -> str:
    """Return the difference between the two solvers on a board, or "" if they agree.

    Args:
        recipe: the board.
        readings: the readings in force.
        plain: the result of the plain solver, if it is known.
    """
    plain = plain or plainly(recipe.build(), answers(readings))
    board = recipe.build()
    try:
        return next(differences(solve(board, readings=readings), plain), "")
    except Exception as error:  # noqa: BLE001 (whatever it is, the solver may not raise it on a board)
        return f"{RAISES} {error!r}"


def plainly(board: Board, given: Answers) -> PlainResult:
    """Return the result of the plain solver under the given answers."""
    return plain_solve(board, rules=replace(rules_of(board), answers=given))


def differences(fast: Any, plain: PlainResult) -> Iterator[str]:
    """Yield the differences between two results, first by layer and step, then by object."""
    for name in plain.layers:
        yield from _layer_differences(name, fast.layer(name), plain.layers[name])
    for id, expected in plain.objects.items():
        found = fast[id]
        for what in ("name", "power", "toughness", "controller"):
            if getattr(found, what) != getattr(expected, what):
                yield f"{id}: {what} {getattr(found, what)!r}, plainly {getattr(expected, what)!r}"
        for what in ("colors", "types", "subtypes", "supertypes"):
            if sorted(getattr(found, what)) != sorted(getattr(expected, what)):
                yield f"{id}: {what} {getattr(found, what)}, plainly {getattr(expected, what)}"
        has = sorted(map(repr, found.abilities))
        should = sorted(repr(ability) for ability, _ in expected.abilities)
        if has != should:
            yield f"{id}: abilities {has}, plainly {should}"


def _layer_differences(name: str, fast: Any, plain: PlainLayer) -> Iterator[str]:
    for number, (step, expected) in enumerate(zip(fast.steps, plain.steps, strict=False), 1):
        where = f"layer {name}, step {number}"
        graph = step.graph
        edges = {(str(a), str(b)): tuple(data["reasons"]) for a, b, data in graph.edges(data=True)}
        if sorted(map(str, graph.nodes)) != sorted(expected.waiting):
            yield f"{where}: waiting {sorted(map(str, graph.nodes))}, plainly {sorted(expected.waiting)}"
        for edge in sorted({*edges, *expected.edges}):
            one, other = edges.get(edge, ()), expected.edges.get(edge, ())
            if one != other:
                yield f"{where}: {edge[0]} on {edge[1]}: {one}, plainly {other}"
        loops = sorted(tuple(sorted(map(str, loop))) for loop in step.loops)
        if loops != sorted(tuple(sorted(loop)) for loop in expected.loops):
            yield f"{where}: loops {loops}, plainly {expected.loops}"
        if effect_name(step.effect) != expected.effect:
            yield f"{where}: applied {effect_name(step.effect)}, plainly {expected.effect}"
    order = tuple(effect_name(step.effect) for step in fast.steps)
    if order != plain.order:
        yield f"layer {name}: order {order}, plainly {plain.order}"


def effect_name(effect: Any) -> str:
    """Return the name of an effect in a result of the library."""
    return str(getattr(effect, "name", effect))


# --- Cutting a board down ---------------------------------------------------------------------------------


def smaller(recipe: Recipe) -> Iterator[Recipe]:
    """Yield recipes with one part removed."""
    for index, call in enumerate(recipe.calls):
        rest = (*recipe.calls[:index], *recipe.calls[index + 1 :])
        yield recipe._replace(calls=rest)
        for word in range(len(call.keywords)):
            keywords = (*call.keywords[:word], *call.keywords[word + 1 :])
            fewer = call._replace(keywords=keywords)
            yield recipe._replace(calls=(*recipe.calls[:index], fewer, *recipe.calls[index + 1 :]))
        if call.method == "enters":
            for card in _plainer(call.arguments[0]):
                less = call._replace(arguments=(card,))
                yield recipe._replace(calls=(*recipe.calls[:index], less, *recipe.calls[index + 1 :]))
    for index in range(len(recipe.spells)):
        for card in _plainer(recipe.spells[index]):
            yield recipe._replace(spells=(*recipe.spells[:index], card, *recipe.spells[index + 1 :]))
        name = recipe.spells[index].name
        if not any(name in call.arguments for call in recipe.calls):
            yield recipe._replace(spells=(*recipe.spells[:index], *recipe.spells[index + 1 :]))


def _plainer(tree: Any) -> Iterator[Any]:
    """Yield the tree with one item removed from a tuple, or with one optional node replaced by its default."""
    if not isinstance(tree, msgspec.Struct):
        return
    for name in tree.__struct_fields__:
        value = getattr(tree, name)
        if isinstance(value, tuple):
            for index, item in enumerate(value):
                if len(value) > 1 or name in ("abilities", "colors", "supertypes", "subtypes"):
                    yield msgspec.structs.replace(tree, **{name: (*value[:index], *value[index + 1 :])})
                for less in _plainer(item):
                    changed = (*value[:index], less, *value[index + 1 :])
                    yield msgspec.structs.replace(tree, **{name: changed})
        elif isinstance(value, msgspec.Struct):
            if name == "condition":
                yield msgspec.structs.replace(tree, condition=None)
            for less in _plainer(value):
                yield msgspec.structs.replace(tree, **{name: less})


def cut_down(recipe: Recipe, readings: tuple[str, ...] = ()) -> Recipe:
    """Return a small board on which the solvers still differ."""
    raises = difference(recipe, readings).startswith(RAISES)
    going = True
    while going:
        going = False
        for candidate in smaller(recipe):
            try:
                found = difference(candidate, readings)
            except (LayersError, NotImplementedError, IndexError, TypeError):
                # The board cannot be built, or the plain solver does not support it.
                continue
            if found and found.startswith(RAISES) is raises:
                recipe, going = candidate, True
                break
    return recipe


# --- What has occurred ------------------------------------------------------------------------------------


def census(result: PlainResult) -> Counter[str]:
    """Return the situations that occurred on one board, each counted once."""
    found: set[str] = set()
    for name, layer in result.layers.items():
        if layer.steps:
            found.add(f"layer {name}")
        if layer.unapplied:
            found.add("vanished inside a layer")
        if layer.appeared:
            found.add("appeared inside a layer")
        first: dict[str, PlainStep] = {}
        for step in layer.steps:
            found.update(_of_step(step, first.setdefault(step.group, step)))
    return Counter(found)


def _of_step(step: PlainStep, first: PlainStep) -> Iterator[str]:
    for reasons in step.edges.values():
        yield from (f"reason {reason}" for reason in reasons)
        if len(reasons) > 1:
            yield "several reasons for one dependency"
    if step.loops:
        yield "loop"
        yield "loop of CDAs" if step.cda else "loop"
    if any(len(loop) > 2 for loop in step.loops):
        yield "loop of three or more"
    if any(
        one != two and not in_one_loop(a, one, step.edges) and not in_one_loop(one, two, step.edges)
        for a, one in step.edges
        for b, two in step.edges
        if b == one
    ):
        yield "chain of three"
    if any(in_one_loop(a, b, step.edges) for a, b in step.edges) and any(
        not in_one_loop(a, b, step.edges) and any(a in loop for loop in step.loops) for a, b in step.edges
    ):
        yield "loop member that waits for another effect"
    if step.edges:
        yield "dependency"
        yield "dependency of CDAs" if step.cda else "dependency"
        if step.effect != min(step.waiting, key=lambda name: step.keys[name]):
            yield "dependency overrides timestamp"
    if step.continued:
        yield "went on without its ability (613.6)"
    before = _among(step.waiting, first)
    if (
        next_effect(before, step.keys, step.first, "ready-first" if step.independent_first else "default")
        != step.effect
    ):
        yield "order changed by asking again (613.8c)"


def _among(waiting: tuple[str, ...], first: PlainStep) -> list[tuple[str, str]]:
    return [(a, b) for a, b in first.edges if a in waiting and b in waiting]


def show(counts: Counter[str], boards: int) -> str:
    """Return the census as a table."""
    lines = [f"{number:8,}  {100 * number / boards:5.1f}%  {what}" for what, number in sorted(counts.items())]
    return "\n".join((f"{boards:8,}  boards", *lines))


# --- The command ------------------------------------------------------------------------------------------


def run(job: tuple[int, int, str | None, str, tuple[str, ...]]) -> tuple[Counter[str], int, int]:
    """Compare the given seeds; return the census, the number of boards, and the first seed that differs, or -1."""
    start, stop, edition, theme, readings = job
    counts: Counter[str] = Counter()
    for seed in range(start, stop):
        recipe = random_recipe(Random(seed), edition, theme)
        if difference(recipe, readings):
            return counts, seed - start, seed
        counts += census(plainly(recipe.build(), answers(readings)))
    return counts, stop - start, -1


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.generators.boards", description=__doc__)
    parser.add_argument("boards", type=int)
    parser.add_argument("--seed", type=int, default=0, help="seed of the first board")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--edition", help="an edition's key, a day, or `all`; default: the newest rules")
    parser.add_argument("--theme", default="", choices=sorted(OPERATIONS), help="the subject of most effects")
    parser.add_argument("--readings", default="", help=f"names, with commas between: {', '.join(READINGS)}")
    options = parser.parse_args()
    readings = tuple(filter(None, options.readings.split(",")))
    if options.edition not in (None, "all") and edition(options.edition).key not in EDITIONS:
        parser.error(f"the plain solver knows the editions since {EDITIONS[0]}, not `{options.edition}`")
    if options.edition != "all":
        return compare(options.edition, options.seed, options.boards, options.jobs, options.theme, readings)
    failed = 0
    for day in DAYS:
        sys.stdout.write(f"\n{day}\n")
        failed += compare(day, options.seed, options.boards, options.jobs, options.theme, readings)
    return int(failed > 0)


def compare(
    edition: str | None, first: int, boards: int, jobs: int, theme: str = "", readings: tuple[str, ...] = ()
) -> int:
    """Compare the requested number of boards and print a report; return 0 if both solvers agree."""
    end = first + boards
    parts = [(start, min(start + 100, end), edition, theme, readings) for start in range(first, end, 100)]
    counts: Counter[str] = Counter()
    done, began = 0, time.perf_counter()
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        for some, number, seed in pool.imap(run, parts):
            counts += some
            done += number
            if seed >= 0:
                pool.terminate()
                small = cut_down(random_recipe(Random(seed), edition, theme), readings)
                sys.stdout.write(f"\nseed {seed}: {difference(small, readings)}\n\n{small}\n")
                return 1
            rate = done / (time.perf_counter() - began)
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{done:,} boards agree, {rate:,.0f} a second")
    sys.stdout.write(f"\n{show(counts, done)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
