"""The command line on boards that are right: what people read, what programs read, the same on every run."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from mtglayers import COMPILED, Board, __version__, result_data, solve
from mtglayers.cli.main import main
from mtglayers.presentation.text import Page, rows

from ....support.golden_files import assert_golden
from ....support.paths import TESTS

DATA = TESTS / "data"


STORY = str(DATA / "story.toml")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments), prog_name="mtglayers")


def output(*arguments: str) -> str:
    result = run(*arguments)
    assert result.stderr == ""
    assert result.exit_code == 0
    return result.stdout


# --- Help ---


def test_help_names_the_commands_and_shows_examples() -> None:
    text = output("--help")

    assert "solve" in text
    assert "check" in text
    assert '  mtglayers solve "Life and Limb" "Blood Moon" "Overgrown Tomb"\n' in text


def test_version() -> None:
    assert output("--version") == f"mtglayers {__version__}{' (compiled: yes)' * COMPILED}\n"


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from mtglayers.cli.main import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "print(*sorted({'networkx', 'rich', 'lark', 'msgspec'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stderr.strip() == ""


# --- Solving, for people ---


def test_a_puzzle_is_solved_at_its_end() -> None:
    assert_golden("story.txt", output("solve", STORY))


def test_a_story_is_solved_at_each_expectation() -> None:
    assert_golden("story-boards.txt", output("solve", STORY, "--story"))


def test_the_board_at_one_expectation() -> None:
    text = output("solve", STORY, "--at", "3")

    assert "Board 3 of 4" in text
    assert "It is in a dependency loop with Life and Limb" in text
    assert "Overgrown Tomb is a Mountain land with “{T}: Add {R}.”" in text


def test_only_one_object() -> None:
    text = output("solve", STORY, "--at", "3", "--object", "overgrown-tomb")

    assert "Overgrown Tomb is a Mountain land" in text
    assert "The Saproling is" not in text
    assert "adds the card types" not in text  # what Life and Limb did to the other one


def test_without_explanations() -> None:
    text = output("solve", STORY, "--no-explain")

    assert text.rstrip().endswith("1 dependency, 0 loops")


def test_until_a_layer() -> None:
    text = output("solve", STORY, "--until", "4")

    assert "Layer 4" in text
    assert "Layer 5" not in text


def test_another_reading_is_named() -> None:
    assert "reading: literal" in output("solve", STORY, "--readings", "literal")


def test_another_edition_is_used() -> None:
    assert "(E25)" in output("solve", STORY, "--edition", "E25")


def test_cards_by_name_enter_in_order() -> None:
    text = output("solve", "Life and Limb", "Blood Moon", "Overgrown Tomb")

    assert text.startswith("Life and Limb, Blood Moon, Overgrown Tomb\n")
    assert "Overgrown Tomb is a Mountain land" in text


def test_plain_output_fits_80_columns_and_has_no_colors() -> None:
    for arguments in (("solve", STORY, "--story"), ("--help",), ("solve", "--help"), ("check", "--help")):
        text = output(*arguments)
        assert max(map(len, text.splitlines())) <= 80
        assert "\x1b" not in text
        assert not any(line.endswith(" ") for line in text.splitlines())


class Terminal:
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        raise OSError

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None:
        pass


def page_on_a_terminal(capsys: pytest.CaptureFixture[str]) -> str:
    page = Page(Terminal())  # type: ignore[arg-type]
    page.say("The story", "heading")
    page.close()
    return capsys.readouterr().out


def test_colors_on_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")

    assert "\x1b[1m" in page_on_a_terminal(capsys)


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")

    assert "\x1b[3" not in page_on_a_terminal(capsys)


def test_what_was_chosen_stands_in_the_table() -> None:
    """Without it, "the first chosen type" says nothing."""
    made = Board(["Ana", "Ben"])
    made.enters("Painter's Servant", chosen={"color": "U"})
    made.enters("Xenograft", chosen={"creature_type": "Elf"})
    result = solve(made)

    assert [row[-1].splitlines()[1] for row in rows(result, made, list(result))] == ["(chosen: blue)", "(chosen: Elf)"]


def test_a_narrow_terminal_has_no_columns(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Below 60 columns words would be cut to fit into a strip of eight."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "40")
    made = Board(["Ana", "Ben"])
    made.enters("Dryad of the Ilysian Grove")
    page = Page(Terminal())  # type: ignore[arg-type]
    page.table(solve(made), made, ["dryad-of-the-ilysian-grove"])
    page.close()

    assert re.sub("\x1b\\[[0-9]*m", "", capsys.readouterr().out).splitlines() == [
        "dryad-of-the-ilysian-grove", "  Ana, green, 2/4", "  Enchantment Creature — Nymph Dryad",
        "  You may play an additional land on", "    each of your turns.", "  Lands you control are every basic land",
        "    type in addition to their other",
        "    types.",
    ]  # fmt: skip


def test_equal_objects_share_a_row(tmp_path: Path) -> None:
    bears = """
title = "Bears"
cards = [
    { name = "Bear", type_line = "Creature — Bear", power = "2", toughness = "2" },
    { name = "Anthem", type_line = "Enchantment", oracle_text = "Creatures you control get +1/+1." },
]
timeline = [{ enters = "Bear", count = 40 }, { enters = "Anthem" }]
"""
    path = tmp_path / "bears.toml"
    path.write_text(bears, encoding="utf-8")
    text = output("solve", str(path))

    assert "bear …\nbear-40\n(40)\nanthem" in "\n".join(line[:8].rstrip() for line in text.splitlines())
    assert "and 33 more" in " ".join(text.split())
    assert len(text.splitlines()) < 40


# --- Solving, for programs ---


def test_json_of_a_result() -> None:
    data = json.loads(output("solve", STORY, "--at", "3", "--json"))
    (layer,) = (layer for layer in data["layers"] if layer["name"] == "4")

    assert layer["order"] == ["blood-moon#1", "life-and-limb#1"]
    assert layer["steps"][0]["why"] == "loop"
    assert layer["steps"][0]["edges"] == [
        {"effect": "blood-moon#1", "on": "life-and-limb#1", "reasons": ["scope"], "witness": ["saproling"]},
        {"effect": "life-and-limb#1", "on": "blood-moon#1", "reasons": ["scope"], "witness": ["overgrown-tomb"]},
    ]
    assert data["loops"] == [{"layer": "4", "step": 1, "members": ["blood-moon#1", "life-and-limb#1"]}]
    assert [found["id"] for found in data["objects"]] == ["blood-moon", "life-and-limb", "saproling", "overgrown-tomb"]


def test_json_of_a_story_has_every_board() -> None:
    data = json.loads(output("solve", STORY, "--story", "--json"))

    assert len(data["boards"]) == 4
    assert data["title"] == "Blood Moon, then Life and Limb, a Saproling and Overgrown Tomb"


def test_json_of_one_object() -> None:
    data = json.loads(output("solve", STORY, "--object", "saproling", "--json"))

    assert [found["subtypes"] for found in data["objects"]] == [["Saproling", "Mountain"]]


def test_the_board_in_the_json_opens_again() -> None:
    data = json.loads(output("solve", STORY, "--at", "3", "--json"))
    board = Board.from_data(data["board"])

    assert result_data(solve(board), board) == data


# --- Checking ---


def test_check_passes() -> None:
    text = output("check", STORY)

    assert text.splitlines()[0] == f"ok    {Path(STORY).as_posix()}: 39 expectations"
    assert text.splitlines()[-1] == "1 puzzle: 1 pass; 39 expectations"


def test_check_lists_failures_with_their_step() -> None:
    result = run("check", str(DATA / "failing.toml"))

    assert result.exit_code == 1
    assert_golden("check-failing.txt", result.stdout.replace(DATA.as_posix(), "tests/data"))


def test_check_goes_on_after_a_file_that_is_no_puzzle() -> None:
    result = run("check", str(DATA / "broken.toml"), STORY)
    lines = result.stdout.splitlines()

    assert result.exit_code == 2
    assert lines[0].startswith(f"error {DATA.as_posix()}/broken.toml:2: not valid TOML")
    assert lines[1].startswith("ok ")
    assert lines[2] == "2 puzzles: 1 pass, 1 cannot be read; 39 expectations"


def test_check_looks_into_folders(tmp_path: Path) -> None:
    (tmp_path / "deeper").mkdir()
    (tmp_path / "deeper" / "one.toml").write_text('title = "One"\n', encoding="utf-8")
    (tmp_path / "two.json").write_text('{"title": "Two"}', encoding="utf-8")
    (tmp_path / "three.txt").write_text("nothing", encoding="utf-8")

    assert output("check", str(tmp_path)).splitlines() == [
        f"ok    {tmp_path.as_posix()}/deeper/one.toml: 0 expectations",
        f"ok    {tmp_path.as_posix()}/two.json: 0 expectations",
        "2 puzzles: 2 pass; 0 expectations",
    ]


def test_check_json() -> None:
    result = run("check", str(DATA / "failing.toml"), str(DATA / "broken.toml"), "--json")
    data: dict[str, Any] = json.loads(result.stdout)
    failing, broken = data["files"]

    assert result.exit_code == 2
    assert data["ok"] is False
    assert failing["failures"][0] == {
        "because": "layer 7c, `glorious-anthem#1`", "comparable": True, "event": 1, "expected": "2", "found": "3",
        "line": 19, "path": "objects.grizzly-bears.power",
    }  # fmt: skip
    assert broken["error"].startswith(f"{DATA.as_posix()}/broken.toml:2: not valid TOML")


def test_check_lists_the_facts() -> None:
    text = output("check", "--facts")

    assert "facts that `marks` can set:" in text
    assert "  monstrous " in text


# --- After an event ---

TIMELINE = ("Tarmogoyf", "Turn to Frog -> Tarmogoyf", "end of turn")


def test_the_board_after_an_event() -> None:
    text = output("solve", *TIMELINE, "--after", "2")

    assert text.split("Rules", 1)[0].split(": ")[1].split() == "after event 2 of 3 (Turn to Frog resolves)".split()
    assert "\nTarmogoyf is a 1/1 blue Frog creature without abilities.\n" in text
    data = json.loads(output("solve", *TIMELINE, "--after", "1", "--json"))
    assert [each["power"] for each in data["objects"]] == [0]


def test_events_that_a_timeline_does_not_have() -> None:
    found = CliRunner().invoke(main, ["solve", *TIMELINE, "--after", "4"], prog_name="mtglayers")

    assert found.exit_code == 2
    assert "invalid value for `--after`: the timeline has 3 events, not 4" in found.stderr


def test_unchanged_objects_of_a_small_board_have_rulings() -> None:
    assert "\nForest is a basic Forest land.\n  No effect changes it.\n" in output("solve", "Blood Moon", "Forest")
    assert "\nNo effect changes anything.\n" in output("solve", *["Forest"] * 5)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["Ann: Grizzly Bears", "Ben: Control Magic -> Grizzly Bears", "Ann: Steal Enchantment -> Control Magic"],
         "Control Magic depends on Steal Enchantment"),
        (["Grizzly Bears", "Overrun", "Llanowar Elves", *["Forest"] * 3], "Llanowar Elves entered after it resolved"),
        (["Grizzly Bears", "Glorious Anthem", "Giant Growth -> Serra Angel", "end of turn"], "no longer applies"),
        (["Thassa, God of the Sea", "2x Lord of Atlantis"], "devotion to blue is less than five"),
    ],
)  # fmt: skip
def test_an_unchanged_object_is_explained_if_there_is_a_reason(lines: list[str], said: str) -> None:
    assert said in " ".join(output("solve", *lines).split("\nobject ")[0].split())
