"""The command line as a whole: help, exit codes, widths, pipes, standard input, completion."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from mtglayers.cli.completing import VARIABLE
from mtglayers.cli.main import main
from mtglayers.cli.program import INTERRUPTED, UNREAD
from mtglayers.model.rules.edition import EDITIONS

from ....support.paths import ROOT

STORY = "tests/data/story.toml"

LONG = """
title = "A board on which everything has a long name, and there is much of it, so that lines have every reason to grow"
players = ["Anastasia the Unhurried", "Bartholomew of the Western Marches"]
timeline = [
    { enters = "Asmoranomardicadaistinaculdacar" },
    { enters = "Svogthos, the Restless Tomb" },
    { enters = "Drana and Linvala", count = 12, controller = "Bartholomew of the Western Marches" },
    { enters = "Ashaya, Soul of the Wild" },
    { enters = "Urborg, Tomb of Yawgmoth", as = "an-urborg-with-an-id-of-uncommon-length-and-many-hyphens" },
    { enters = "Yavimaya, Cradle of Growth" },
    { enters = "Life and Limb" },
    { enters = "Blood Moon" },
    { expect.objects.blood-moon = { power = 2 } },
    { enters = "Opalescence" },
    { enters = "Humility" },
    { enters = "Mycosynth Lattice" },
    { enters = "March of the Machines" },
    { expect.objects.humility = { power = 2, colors = ["G"], subtypes = ["Saproling", "Forest"] } },
]
"""


@pytest.fixture(autouse=True)
def in_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.fixture
def long_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # so that no path is long
    Path("long.toml").write_text(LONG, encoding="utf-8")


def run(*arguments: str, typed: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, list(arguments), prog_name="mtglayers", input=typed)


def output(*arguments: str, typed: str | bytes | None = None) -> str:
    result = run(*arguments, typed=typed)
    assert (result.stderr, result.exit_code) == ("", 0), arguments
    return result.stdout


def commands(
    group: click.Group = main, before: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, (*before, name))
        else:
            yield (*before, name), command


# --- Help ---


@pytest.mark.parametrize("names", [(), ("cards",), *(names for names, _ in commands())])
def test_every_command_has_help_with_an_example_within_80_columns(names: tuple[str, ...]) -> None:
    text = output(*names, "--help")

    assert re.search(r"^  Examples:\n    (eval \"\$\()?mtglayers ", text, re.MULTILINE), text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("names", [names for names, _ in commands() if names not in {("completion",), ("report",)}])
def test_every_command_that_answers_has_json(names: tuple[str, ...]) -> None:
    """Others write for a shell or a browser, draw pictures, write a puzzle or files, or serve."""
    if names not in {("draw",), ("smallest",), ("serve",), ("page",), ("atlas", "build")}:
        assert "  --json " in output(*names, "--help")


@pytest.mark.parametrize("names", [(), ("cards",)])
def test_without_a_command_there_is_help(names: tuple[str, ...]) -> None:
    assert output(*names) == output(*names, "--help")


def test_the_help_has_the_exit_codes() -> None:
    assert re.findall(r"^    (\d+) ", output("--help"), re.MULTILINE) == ["0", "1", "2", str(INTERRUPTED), str(UNREAD)]


# --- Exit codes ---


@pytest.mark.parametrize(("arguments", "code"), [
    (["diff", STORY, "--at", "2..3"], 0),
    (["check", STORY], 0),
    (["check", "tests/data/failing.toml"], 1),
    (["cards", "search", "no card is called that"], 1),
    (["solve", "No Such Card At All"], 2),
    (["solve", "nowhere.toml"], 2),
    (["solve", STORY, "--no-such-option"], 2),
    (["no-such-command"], 2),
    (["check", "tests/data/broken.toml"], 2),
])  # fmt: skip
def test_exit_codes(arguments: list[str], code: int) -> None:
    assert run(*arguments).exit_code == code


def test_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("mtglayers.presentation.moments.moments_of_lines", interrupt)
    result = run("solve", "Humility")

    assert (result.stderr.strip(), result.exit_code) == ("error: interrupted", INTERRUPTED)


# --- Output ---

SHOWN = (
    ("solve", "long.toml"),
    ("solve", "long.toml", "--story"),
    ("solve", "long.toml", "--steps"),
    ("solve", "long.toml", "--step", "3"),
    ("solve", "long.toml", "--object", "humility"),
    ("diff", "long.toml", "--at", "1..2"),
    ("diff", "long.toml", "--edition", "2006-07-01..newest", "--at", "1"),
    ("explain", "long.toml"),
    ("explain", "long.toml", "--register", "learner"),
    ("check", "long.toml"),
    ("check", "--facts"),
    ("editions",),
    ("editions", "2006-07-01"),
    ("editions", "--readings"),
    ("cards", "show", "Asmoranomardicadaistinaculdacar", "Humility", "Urborg, Tomb of Yawgmoth", "Tarmogoyf"),
    ("cards", "search", "of yawgmoth"),
)


@pytest.mark.usefixtures("long_board")
@pytest.mark.parametrize("arguments", SHOWN, ids=" ".join)
def test_what_people_read_fits_80_columns(arguments: tuple[str, ...]) -> None:
    text = run(*arguments).stdout

    assert text
    assert [line for line in text.splitlines() if len(line) > 80] == []
    assert "\x1b" not in text


# --- Standard input ---


def test_a_puzzle_from_standard_input() -> None:
    text = (ROOT / STORY).read_text(encoding="utf-8")

    assert output("solve", "-", typed=text) == output("solve", STORY)
    assert output("check", "-", typed=text).splitlines()[0] == "ok    standard input: 39 expectations"
    assert output("diff", "-", "--at", "2..3", typed=text).splitlines()[0] == "--- standard input (expectation 2)"


def test_json_from_standard_input() -> None:
    assert output("solve", "-", typed='{"title": "Two", "timeline": [{"enters": "Humility"}]}').startswith("Two\n")


@pytest.mark.parametrize(("typed", "said"), [
    (b"", "standard input: a puzzle needs a `title`"),
    (b"\xff", "standard input: not valid UTF-8: invalid start byte at byte 0"),
    (b"title = 3", "standard input:1: `title` must be a string, not `3`"),
])  # fmt: skip
def test_what_is_wrong_with_standard_input(typed: bytes, said: str) -> None:
    result = run("solve", "-", typed=typed)

    assert (result.stdout, result.stderr, result.exit_code) == ("", f"error: {said}\n", 2)


# --- Completion ---


def completed(*words: str, of: str = "bash") -> list[str]:
    """Return the completions that a shell gets for the last word."""
    variables = {VARIABLE: f"{of}_complete", "COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    result = CliRunner(env=variables).invoke(main, prog_name="mtglayers")
    assert (result.stderr, result.exit_code) == ("", 0)
    return [line.removeprefix("plain,") for line in result.stdout.splitlines() if line]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell(shell: str) -> None:
    script = output("completion", shell)

    assert f"{VARIABLE}={shell}_complete" in script
    assert "mtglayers" in script


def test_the_script_of_the_users_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/usr/bin/fish")
    assert output("completion") == output("completion", "fish")

    monkeypatch.setenv("SHELL", "/bin/tcsh")
    assert run("completion").stderr == "error: specify a shell: bash, zsh, fish\n"


@pytest.mark.parametrize(("words", "found"), [
    (["so"], ["solve"]),
    (["cards", "s"], ["search", "show"]),
    (["solve", "--sto"], ["--story"]),
    (["solve", "tests/da"], ["file,tests/da"]),
    (["solve", ""], ["file,"]),
    (["check", "tests/da"], ["file,tests/da"]),
    (["solve", "'blood moo"], ["Blood Moon"]),
    (["solve", r"Blood\ Moo"], [r"Blood\\ Moon"]),
    (["solve", "Humility", "model"], [r"Model\\ of\\ Unity"]),
    (["cards", "show", "'lim-dul the"], ["Lim-Dûl the Necromancer"]),
    (["solve", STORY, "--object", "sap"], ["saproling"]),
    (["solve", "Humility", "--object", ""], ["humility"]),
    (["solve", "--object", ""], []),
    (["solve", "nowhere.toml", "--object", ""], []),
    (["solve", "-", "--object", ""], []),
    (["solve", STORY, "--edition", "e0"], ["E03", "E04", "E05", "E07", "E09"]),
    (["solve", STORY, "--edition", "2003"], ["2003-07-01", "2003-12-01"]),
    (["solve", STORY, "--readings", "literal,ties"], ["literal,ties-reversed"]),
    (["solve", STORY, "--until", "7"], ["7a", "7b", "7c", "7d"]),
    (["solve", STORY, "--edition", "E03", "--until", "f"], ["face-down"]),
    (["draw", "tests/da"], ["file,tests/da"]),
    (["draw", STORY, "sap"], ["saproling"]),
    (["draw", "Humility", "'blood moo"], ["Blood Moon"]),
    (["draw", STORY, "--object", "sap"], ["saproling"]),
    (["draw", STORY, "--layer", "7"], ["7a", "7b", "7c", "7d"]),
    (["diff", STORY, ""], ["file,"]),
    (["diff", STORY, "--edition", "E0..E25"], ["E0..E25"]),
    (["diff", STORY, "--until", "4..7a"], ["4..7a"]),
    (["diff", STORY, "--order", "..saproling,bl"], ["..saproling,blood-moon"]),
    (["editions", "E2"], [key for key in EDITIONS if key.startswith("E2")]),
    (["explain", STORY, "sap"], ["saproling"]),
    (["explain", STORY, "blood-moon", "sap"], ["saproling"]),
    (["explain", "'blood moo"], ["Blood Moon"]),
])  # fmt: skip
def test_completions(words: list[str], found: list[str]) -> None:
    assert completed("mtglayers", *words) == found


def test_zsh_shows_what_the_words_mean() -> None:
    assert completed("mtglayers", "solve", STORY, "--until", "4", of="zsh") == ["plain", "4", "types"]


# --- What was lacking ---


def test_import_and_build_as_json(tmp_path: Path) -> None:
    bulk = tmp_path / "bulk.json"
    card = {"object": "card", "name": "Foo", "type_line": "Enchantment", "oracle_text": "Creatures oddly get +1/+1."}
    bulk.write_text(json.dumps([card, {**card, "layout": "token"}]), encoding="utf-8")
    imported = json.loads(output("cards", "import", str(bulk), "--store", str(tmp_path / "s.sqlite"), "--json"))
    built = json.loads(output("cards", "build", str(bulk), "--out", str(tmp_path / "o.tsv"), "--jobs", "1", "--json"))

    assert imported == {
        "again": [], "cards": 1, "refused": [], "skipped": 1, "store": (tmp_path / "s.sqlite").as_posix(),
    }  # fmt: skip
    assert built["bytes"] == (tmp_path / "o.tsv").stat().st_size
    assert built["unread"] == [{"name": "Foo", "place": "line 1 of Foo"}]
