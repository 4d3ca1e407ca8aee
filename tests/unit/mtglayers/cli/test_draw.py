"""`mtglayers draw`: which graph, which walk, which format, and what it says when there is nothing to draw."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mtglayers import dot, draw_graph, draw_walk, mermaid, solve
from mtglayers.cli.main import main
from mtglayers.model.board.board import Board

CARDS = ("Blood Moon", "Life and Limb", "Overgrown Tomb")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["draw", *arguments], prog_name="mtglayers")


def output(*arguments: str) -> str:
    found = run(*arguments)
    assert found.stderr == ""
    assert found.exit_code == 0
    return found.stdout


def board() -> Board:
    made = Board()
    for name in CARDS:
        made.enters(name)
    return made


def test_the_first_graph_with_a_dependency() -> None:
    step = solve(board()).layer("4").steps[0]

    assert output(*CARDS) == f"{draw_graph(step)}\n"
    assert output(*CARDS, "--format", "mermaid") == mermaid(step)
    assert output(*CARDS, "--format", "dot") == dot(step)
    assert output(*CARDS, "--theme", "dark") == f"{draw_graph(step, theme='dark')}\n"


def test_another_step() -> None:
    result = solve(board())

    assert output(*CARDS, "--layer", "4", "--step", "2") == f"{draw_graph(result.layer('4').steps[1])}\n"
    assert output(*CARDS, "--step", "3") == f"{draw_graph(result.steps[2])}\n"
    assert output(*CARDS, "--layer", "7b") == f"{draw_graph(result.layer('7b').steps[0])}\n"


def test_a_walk() -> None:
    walk = f"{draw_walk(solve(board()), 'overgrown-tomb')}\n"

    assert output(*CARDS, "--object", "overgrown-tomb") == walk
    assert "The Saproling through the layers" in output("puzzles/blood-moon-life-and-limb.toml", "saproling")


def test_without_any_dependency_the_first_layer_with_two_effects() -> None:
    assert "Layer 6, step 1 of 2: Humility applies" in output("Humility", "Levitation", "Grizzly Bears")


@pytest.mark.parametrize(
    ("name", "beginning"),
    [("x.svg", "<svg "), ("x.mmd", "---\n"), ("x.mermaid", "---\n"), ("x.dot", "digraph"), ("x.GV", "digraph")],
)
def test_the_name_of_the_file_says_the_format(name: str, beginning: str, tmp_path: Path) -> None:
    file = tmp_path / name

    assert output(*CARDS, "-o", str(file)) == f"wrote {file}\n"
    assert file.read_text(encoding="utf-8").startswith(beginning)
    assert output(*CARDS, "-o", "-").startswith("<svg ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["Grizzly Bears"], "nothing to draw: no layer has two or more effects"),
        ([*CARDS, "--layer", "2"], "nothing to draw: no effect applies in layer 2"),
        ([*CARDS, "--layer", "9"], "invalid value for `--layer`: unknown layer `9`; use one of 1a, 1b, 2"),
        ([*CARDS, "--layer", "4", "--step", "3"], "invalid value for `--step`: layer 4 has 2 steps, not 3"),
        ([*CARDS, "--step", "99"], "invalid value for `--step`: the solve has 4 steps, not 99"),
        ([*CARDS, "--object", "nobody"], "no object `nobody`"),
        (
            [*CARDS, "--object", "blood-moon", "--layer", "4"],
            "an object and `--layer` or `--step` cannot be used together",
        ),
        (
            [*CARDS, "--object", "blood-moon", "--format", "dot"],
            "the changes to an object can be drawn only as SVG",
        ),
        ([*CARDS, "-o", "x.png"], "invalid value for `-o`: `x.png` does not end with a known format (.svg, .mmd"),
    ],
)
def test_what_cannot_be_drawn(arguments: list[str], message: str) -> None:
    found = run(*arguments)

    assert found.exit_code == 2
    assert found.stdout == ""
    assert found.stderr.startswith(f"error: {message}")
    assert found.stderr.count("\n") == 1
