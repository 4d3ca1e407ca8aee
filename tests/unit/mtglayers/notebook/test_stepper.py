"""The slider over the steps of a result."""

from __future__ import annotations

import subprocess
import sys

import pytest

from mtglayers import Board, solve, stepper
from mtglayers.notebook.slider import EAGER

from ....support.boards import LIMB, MOON, SAPROLING, TOMB, board, card


def story() -> Board:
    return board(MOON, LIMB, SAPROLING, TOMB)


def test_a_position_for_each_step_and_one_before() -> None:
    widget = stepper(solve(story()))

    assert widget.titles == [
        "Before the first step",
        "Layer 4, step 1 of 2: Blood Moon applies",
        "Layer 4, step 2 of 2: Life and Limb applies",
        "Layer 5, step 1 of 1: Life and Limb applies",
        "Layer 7b, step 1 of 1: Life and Limb applies",
    ]
    assert widget.position == 0


def test_moving_it_shows_the_step() -> None:
    widget = stepper(solve(story()))
    assert "Land — Swamp Forest" in widget.html

    widget.position = 1

    assert "Blood Moon applies" in widget.html
    assert "<svg" in widget.html
    assert "dependency loop" in widget.html
    assert "Mountain" in widget.html

    widget.position = 4

    assert "Layer 7b" in widget.html
    assert "<svg" not in widget.html  # one effect alone has no graph worth a drawing


def test_it_stays_within_the_steps() -> None:
    widget = stepper(solve(story()), 2)
    assert widget.position == 2

    widget.position = 99
    assert widget.position == 4

    widget.position = -1
    assert widget.position == 0


def test_a_position_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="the result has 4 steps, not 5"):
        stepper(solve(story()), 5)


def test_a_board_without_effects() -> None:
    widget = stepper(solve(Board()))

    assert widget.titles == ["No effect applies"]


def test_a_long_walk_is_drawn_as_it_is_asked_for() -> None:
    made = board()
    for number in range(EAGER + 1):
        made.enters(card(f"Anthem {number}", "Enchantment", "Creatures you control get +1/+1."))
    widget = stepper(solve(made))
    assert widget.stages[0]
    assert not any(widget.stages[1:])

    widget.position = 5

    assert widget.stages[5]
    assert not widget.stages[4]


def test_its_script_asks_for_nothing_from_elsewhere() -> None:
    widget = stepper(solve(story()))

    assert "http" not in widget._esm
    assert "import " not in widget._esm
    assert "@import" not in widget._css


def test_without_anywidget_it_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['anywidget'] = None\n"
        "from mtglayers import Board, LayersError, solve, stepper\n"
        "try: stepper(solve(Board()))\n"
        "except ImportError as error: print(isinstance(error, LayersError), error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "True the step slider needs anywidget: `pip install anywidget`\n"
