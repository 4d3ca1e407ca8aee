"""Whatever goes wrong on the command line: one sentence on the error stream, exit code 2, no traceback."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from mtglayers.cli.main import main
from mtglayers.cli.program import message_of
from mtglayers.model.errors import AmbiguousTimestampError, LayersError, UnsupportedTextError

from ....support.golden_files import assert_golden
from ....support.paths import TESTS

HERE = TESTS

COMMANDS = (
    "solve tests/data/nowhere.toml",
    "solve tests/data",
    "solve tests/data/wrong-key.toml",
    "solve tests/data/unread-text.toml",
    "solve tests/data/refused.toml",
    "solve tests/data/story.toml Humility",
    "solve tests/data/story.toml --at 5",
    "solve tests/data/story.toml --at 1 --story",
    "solve tests/data/story.toml --object saprolin",
    "solve tests/data/story.toml --until 9",
    "solve tests/data/story.toml --edition yesterday",
    "solve tests/data/story.toml --readings literally",
    "solve 'Blood Moon' --story",
    "check",
    "slove",
    "cards serch",
    "frobnicate",
    "solve --stroy tests/data/story.toml",
    "check --jsno",
    "solve --xyzzy",
)

# Part of what these say comes from a library, or from the list of all cards.
LOOSELY = {
    "solve": "error: missing argument",
    "solve tests/data/story.toml --at 0": "error: invalid value for '--at'",
    "solve tests/data/story.toml --edition 1066-10-14": "error: unknown edition `1066-10-14`: the oldest supported",
    "solve tests/data/broken.toml": "error: tests/data/broken.toml:2: not valid TOML: ",
    "solve tests/data/broken.json": "error: tests/data/broken.json:2: not valid JSON: ",
    "solve tests/data/unknown-card.toml": (
        "error: tests/data/unknown-card.toml:8: unknown card `Blod Moon`; did you mean `Blood Moon`"
    ),
    "solve 'Blod Moon'": "error: unknown card `Blod Moon`; did you mean `Blood Moon`",
}


@pytest.fixture(autouse=True)
def in_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE.parent)


def errors_of(command: str) -> str:
    result = CliRunner().invoke(main, shlex.split(command), prog_name="mtglayers")

    assert result.exit_code == 2, (command, result.output)
    assert isinstance(result.exception, SystemExit), command
    assert result.stdout == "", command
    assert not result.stderr.rstrip().endswith("."), command
    return result.stderr


def test_errors_are_sentences() -> None:
    assert_golden("errors.txt", "\n".join(f"$ mtglayers {command}\n{errors_of(command)}" for command in COMMANDS))


@pytest.mark.parametrize("command", LOOSELY)
def test_errors_begin_as_they_should(command: str) -> None:
    said = errors_of(command)

    assert said.startswith(LOOSELY[command])
    assert said.count("\n") == 1


def test_the_place_in_a_text_is_marked() -> None:
    error = UnsupportedTextError("Target creature becomes odd.", (24, 27), ("blue",))

    assert message_of(error).splitlines()[1:3] == ["  Target creature becomes odd.", "                          ^^^"]


def test_the_place_is_marked_in_its_line() -> None:
    error = UnsupportedTextError("Flying\nIs odd.\nHaste", (10, 13))

    assert message_of(error).splitlines()[3:5] == ["  Is odd.", "     ^^^"]


def test_the_end_of_a_text_is_marked_too() -> None:
    assert message_of(UnsupportedTextError("Is", (2, 2))).splitlines()[1:3] == ["  Is", "    ^"]


def test_a_refused_text_comes_with_help() -> None:
    """How far it was understood, what could follow, and the nearest text that is understood."""
    error = UnsupportedTextError("Creatures you control have flyng.", (27, 32))

    assert message_of(error).splitlines()[3:] == [
        "  understood: `Creatures you control have`",
        "  could follow: a keyword ability or a quoted ability",
        "  did you mean: `Creatures you control have flying.`",
    ]


def test_no_help_where_the_words_are_not_the_matter() -> None:
    error = UnsupportedTextError("Fire // Ice", (0, 11), ("the cost of the half that is cast",))

    assert message_of(error).splitlines()[1:] == ["  Fire // Ice", "  ^^^^^^^^^^^"]


def test_an_order_that_nobody_gave_is_named() -> None:
    message = message_of(AmbiguousTimestampError(("one#1", "two#1")))

    assert message == "`one#1` and `two#1` entered together and their order is not specified (613.7m)"


def test_errors_of_the_tree_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise LayersError("nothing works today")

    monkeypatch.setattr("mtglayers.presentation.moments.moments_of_lines", refuse)
    result = CliRunner().invoke(main, ["solve", "Humility"])

    assert (result.exit_code, result.stderr) == (2, "error: nothing works today\n")


@pytest.mark.parametrize(
    "command",
    ["{}", "solve {}", "solve Forest {}", "solve Forest --until {}", "solve Forest --save {}", "cards show {}"],
)
def test_a_long_argument_is_not_repeated_whole(command: str) -> None:
    assert len(errors_of(command.format("a" * 100_000))) < 2100


@pytest.mark.parametrize("lines", ["''", "' ' '# a comment'", "'players: Ann, Ben'"])
@pytest.mark.parametrize("command", ["solve", "explain", "orders"])
def test_lines_that_say_nothing_are_answered_with_what_to_write(command: str, lines: str) -> None:
    said = errors_of(f"{command} {lines}")

    assert said.startswith("error: the lines put nothing on the board; write a line for each thing on it")


def test_the_name_of_a_file_cannot_control_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "a\x1b[2J\u202eb.toml"
    for text in ('title = "t"', "title = 1"):
        file.write_text(text)
        said = CliRunner().invoke(main, ["check", str(file)])
        assert "a\\x1b[2J\\u202eb.toml" in said.stdout
        assert said.output.replace("\n", "").isprintable()
