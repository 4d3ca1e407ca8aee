"""The fast paths for effects that cannot depend on each other: the same steps as those of the page of rule 613."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest
from engine_boards import ENGINE_BOARDS

from mtglayers import AmbiguousTimestampError, Board, Result, solve
from mtglayers.model.rules.edition import EDITIONS
from mtglayers.solver.engine.choose import choose
from mtglayers.solver.engine.layers import Run, apply_layer, apply_layers
from mtglayers.solver.engine.straight import apply_layer_straight
from mtglayers.solver.engine.trace import Trace

from ....support.boards import card
from ....support.puzzles import last_board

FOLDER = Path(__file__).parents[4] / "puzzles"
BOARDS: dict[str, Callable[[], Board]] = {
    **{name: make for name, make in ENGINE_BOARDS.items() if name not in ("confiscates 80", "dense 40")},
    **{path.stem: partial(last_board, path) for path in sorted(FOLDER.glob("*.toml"))[::4]},
}


def steps(result: Result, run: Run) -> list[object]:
    trace = Trace(result.trace.edition, result.trace.readings, result.trace.start)
    layers = [layer.rule for layer in result.trace.layers]
    trace = apply_layers(trace, layers, result.sources.only(result.effect_names()), choose, run)
    return [
        [
            (made.serial, made.number, made.layer, made.choice, made.cda, made.locks, made.taken.effect.name,
             made.taken.footprint, [each.name for each in made.taken.candidates], made.taken.spent, made.after.families)
            for made in trace.applications
        ],
        trace.spent,
        trace.state,
    ]  # fmt: skip


@pytest.mark.parametrize("make", BOARDS.values(), ids=BOARDS)
def test_it_applies_the_same_effects_for_the_same_reasons(make: Callable[[], Board]) -> None:
    try:
        result = solve(make())
    except AmbiguousTimestampError:
        return
    assert steps(result, apply_layer_straight) == steps(result, apply_layer)


GIVEN = (
    "Creatures you control have flying.", "Other creatures you control have haste.", "Each creature has trample.",
    "Creatures you control are red and have trample.",
    "As long as you control a creature with flying, creatures you control have vigilance.",
    "This permanent has flying.", "Creatures with flying have reach.",
    'All creatures have "Creatures you control have menace."',
    "Artifacts are creatures in addition to their other types.", "Creatures can't have flying.", "", "",
)  # fmt: skip
TAKEN = (
    "All creatures lose all abilities.", "Creatures your opponents control lose all abilities.",
    "Other creatures lose all abilities and have base power and toughness 1/1.", "All creatures lose flying.",
    "All lands lose all abilities except mana abilities.", "Creatures lose all other abilities and have flying.",
    'All creatures lose all abilities and have "Creatures you control have menace."',
    "Red creatures lose all abilities.",
    "Each other enchantment is a creature in addition to its other types.", "Nonbasic lands are Mountains.",
    "As long as you control a creature with flying, all other creatures lose all abilities.",
)  # fmt: skip
TYPES = ("Creature — Bear", "Enchantment", "Artifact", "Enchantment Creature — Spirit", "Land", "Land — Forest")


def board_with_losses(rng: Random) -> Board:
    """Return a board on which one or two of several permanents can take abilities from others."""
    board = Board(players=("Ann", "Ben"), edition=rng.choice([*EDITIONS, *[None] * len(EDITIONS)]))
    count = rng.randrange(3, 9)
    few, kinds = rng.choice(((4, TYPES[:1]), (len(GIVEN), TYPES)))
    taking = {count - 1} if rng.randrange(3) else set(rng.sample(range(count), rng.choice((1, 1, 2))))
    for place in range(count):
        kind, text = rng.choice(kinds), rng.choice(TAKEN[:few] if place in taking else GIVEN[:few])
        size = "2/2" if "Creature" in kind else ""
        board.enters(card(f"Permanent {place}", kind, text, size), controller=rng.choice(board.players))
    return board


@pytest.mark.parametrize("seed", range(150))
def test_an_effect_that_ends_others_is_chosen_for_the_same_reasons(seed: int) -> None:
    """613.8a: Humility applies before older effects of abilities that it removes."""
    result = solve(board_with_losses(Random(seed)))

    assert steps(result, apply_layer_straight) == steps(result, apply_layer)


def test_what_it_ends_waits_for_it() -> None:
    """613.8b: the older effects wait, and never apply."""
    lords = [
        card(f"Lord {place}", "Creature — Elf", "Other creatures you control have haste.", "1/1") for place in (1, 2)
    ]
    board = Board(cards=lords)
    board.enters("Lord 1")
    board.enters("Lord 2")
    board.enters("Humility")
    first, *others = solve(board).layer("6").steps

    assert (first.effect, first.choice.why) == ("humility#1", "waited")
    assert first.choice.waiting == ("lord-1#1", "lord-2#1")
    assert others == []
