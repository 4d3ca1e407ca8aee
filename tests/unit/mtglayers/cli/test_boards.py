"""What all commands about a board take: editions, orders, expectations; and output as data or to a closed pipe."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from mtglayers import draw_graph, edition, solve
from mtglayers.cli.main import main
from mtglayers.model.board.board import Board

from ....support.paths import ROOT

PAIR = ("Opalescence", "Humility")


def run(*arguments: str) -> tuple[int, str]:
    found = CliRunner().invoke(main, list(arguments), prog_name="mtglayers")
    return found.exit_code, found.stdout or found.stderr


@pytest.fixture
def quiet(tmp_path: Path) -> str:
    """A puzzle that expects nothing."""
    file = tmp_path / "quiet.toml"
    file.write_text('title = "Quiet"\n[[timeline]]\nenters = "Humility"\n', encoding="utf-8")
    return str(file)


def test_the_newest_edition_has_a_word_of_its_own() -> None:
    assert edition("newest") is edition()
    for command in ("solve", "explain", "draw"):
        assert run(command, *PAIR, "--edition", "newest") == run(command, *PAIR)
    assert run("editions", "newest") == run("editions", edition().since.isoformat())


def test_an_order_of_timestamps() -> None:
    code, text = run("solve", *PAIR, "--order", "humility,opalescence", "--object", "humility", "--json")

    assert code == 0
    assert json.loads(text)["objects"][0]["power"] == 4
    assert "is a 4/4 white enchantment creature" in run("explain", *PAIR, "--order", "humility,opalescence")[1]


@pytest.mark.parametrize("command", ["solve", "explain", "draw", "report"])
def test_an_order_that_names_a_thing_twice(command: str) -> None:
    assert run(command, *PAIR, "--order", "humility,humility") == (
        2, "error: invalid value for `--order`: the order contains a name twice\n"
    )  # fmt: skip


@pytest.mark.parametrize(
    "arguments", [("solve", "--at", "1"), ("diff", "--at", "1..2"), ("explain", "--at", "1"), ("draw", "--at", "1")]
)
def test_a_puzzle_that_expects_nothing(quiet: str, arguments: tuple[str, ...]) -> None:
    command, *options = arguments

    assert run(command, quiet, *options) == (
        2, "error: `--at` needs an expectation, but the puzzle has none\n"
    )  # fmt: skip


def test_one_expectation_is_one(quiet: str) -> None:
    Path(quiet).write_text(
        Path(quiet).read_text(encoding="utf-8") + "[[timeline]]\nexpect.objects.humility = { power = 4 }\n",
        encoding="utf-8",
    )

    assert run("solve", quiet, "--at", "2")[1] == (
        "error: invalid value for `--at`: the puzzle has 1 expectation, not 2\n"
    )


# --- Drawings and reports ---


def test_a_file_without_an_ending_is_svg(tmp_path: Path) -> None:
    code, _ = run("draw", *PAIR, "-o", str(tmp_path / "graph"))

    assert code == 0
    assert (tmp_path / "graph").read_text(encoding="utf-8").startswith("<svg ")


def test_the_layer_of_a_step_can_be_given_as_for_solve() -> None:
    cards = ("Blood Moon", "Life and Limb", "Saproling")
    board = Board()
    for name in cards:
        board.enters(name)
    step = solve(board).layer("5").steps[0]

    assert run("draw", *cards, "--until", "5", "--step", "1") == run("draw", *cards, "--layer", "5", "--step", "1")
    assert run("draw", *cards, "--until", "5", "--step", "1")[1] == f"{draw_graph(step)}\n"


def test_a_graph_as_data() -> None:
    code, text = run("draw", "Blood Moon", "Life and Limb", "Saproling", "--json")
    found = json.loads(text)

    assert (code, found["layer"], found["step"], found["chosen"]) == (0, "4", 1, "life-and-limb#1")
    assert [(node["effect"], node["waits"]) for node in found["nodes"]] == [
        ("blood-moon#1", True), ("life-and-limb#1", False),
    ]  # fmt: skip
    assert found["edges"] == [
        {"effect": "blood-moon#1", "on": "life-and-limb#1", "reasons": ["scope"], "witness": ["saproling"]}
    ]
    assert (found["loops"], found["title"]) == ([], "Blood Moon, Life and Limb, Saproling")


def test_a_walk_as_data() -> None:
    assert json.loads(run("draw", *PAIR, "--object", "humility", "--json")[1]) == json.loads(
        run("explain", *PAIR, "--object", "humility", "--json")[1]
    )
    assert run("draw", *PAIR, "--json", "--format", "dot") == (
        2, "error: `--json` and `--format` cannot be used together\n"
    )  # fmt: skip


def test_what_a_report_wrote_as_data(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    found = json.loads(run("report", *PAIR, "-o", str(page), "--json")[1])

    assert found == {"format": 2, "file": str(page), "bytes": page.stat().st_size, "title": "Opalescence, Humility"}
    assert run("report", *PAIR, "-o", "-", "--json") == (2, "error: `--json` and `-o -` cannot be used together\n")


@pytest.mark.skipif(sys.platform == "win32", reason="closing a stream for a program needs a POSIX shell")
def test_a_closed_output() -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f"{sys.executable} -m mtglayers explain Humility >&-"],
        cwd=ROOT, stderr=subprocess.PIPE, check=False,
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    "lines",
    [
        ("Gilded Drake", "Ben: Serra Angel", "Gilded Drake's trigger -> Serra Angel"),
        ("Nissa, Who Shakes the World", "Breeding Pool with three +1/+1 counters", "Nissa +1 -> Breeding Pool"),
    ],
)
def test_what_a_text_perhaps_does_beside_its_effect_follows_the_answer(lines: tuple[str, ...]) -> None:
    _, text = run("solve", *lines)

    assert "also perhaps" in text
    assert text.index("Incomplete: ") > text.index("(layer ")


def test_what_an_object_perhaps_does_as_it_enters_follows_the_answer() -> None:
    _, text = run("solve", "Ixidron", "Grizzly Bears")
    _, answer, lacking, *_ = text.split("\n\n")

    assert answer.startswith("Ixidron is a 0/0 blue Illusion creature")
    assert lacking.startswith("Incomplete: Ixidron also perhaps transforms, flips or turns over something")


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (("Kenrith, the Returned King", "Grizzly Bears", "ability 2 of Kenrith -> Grizzly Bears"),
         "Kenrith’s second ability also puts or removes counters, which is a line of its own, such as "
         "`a +1/+1 counter on Grizzly Bears`."),
        (("Delver of Secrets", "ability 1 of Delver of Secrets"), "such as `Delver of Secrets transforms`."),
        (("Gliding Licid", "Grizzly Bears", "ability 1 of Gliding Licid -> Grizzly Bears"),
         "such as `Gliding Licid attaches to Grizzly Bears`."),
    ],
)  # fmt: skip
@pytest.mark.parametrize("command", ["solve", "explain"])
def test_an_answer_begins_with_the_line_that_it_lacks(command: str, lines: tuple[str, ...], says: str) -> None:
    _, text = run(command, *lines)
    assert " ".join(text.split("\n\n")[1].split()).startswith("Incomplete: ")
    assert says in " ".join(text.split())


@pytest.mark.parametrize("command", ["solve", "explain"])
@pytest.mark.parametrize(
    "lines",
    [
        ("Grizzly Bears", "Pyroclasm"),
        ("Grizzly Bears", "Earthquake"),
        ("Grizzly Bears", "Lightning Bolt -> Grizzly Bears"),
    ],
)
def test_an_answer_says_that_damage_is_not_counted(command: str, lines: tuple[str, ...]) -> None:
    _, text = run(command, *lines)
    said = " ".join(text.split("\n\n")[1].split())
    spell = lines[-1].split(" ->")[0]
    assert said == (
        f"Incomplete: {spell} also deals damage, which is not counted; if Grizzly Bears dies, write "
        "`Grizzly Bears dies`."
    )
    assert "not counted" not in run(command, *lines, "Grizzly Bears dies")[1]


@pytest.mark.parametrize(
    ("lines", "says", "then"),
    [
        (("Ann: Jace Beleren with 3 loyalty", "Ben: Lightning Bolt -> Jace Beleren"),
         "write `remove N loyalty counters from Jace Beleren`.", "remove three loyalty counters from Jace Beleren"),
        (("Ann: Invasion of Zendikar", "Ben: Lightning Bolt -> Invasion of Zendikar"),
         "write `remove N defense counters from Invasion of Zendikar`.",
         "remove three defense counters from Invasion of Zendikar"),
        (("Bear Cub", "Puncture Blast -> Bear Cub"), "write `N -1/-1 counters on Bear Cub`.",
         "three -1/-1 counters on Bear Cub"),
        (("Bear Cub", "Prodigal Pyromancer", "Grafted Exoskeleton -> Prodigal Pyromancer",
          "ability 1 of Prodigal Pyromancer -> Bear Cub"), "write `N -1/-1 counters on Bear Cub`.",
         "a -1/-1 counter on Bear Cub"),
        (("Bear Cub", "Ben: Blightsteel Colossus", "Ben: Prey Upon -> Blightsteel Colossus, Bear Cub"),
         "write `N -1/-1 counters on Bear Cub`; Blightsteel Colossus is indestructible and not destroyed (702.12b).",
         "two -1/-1 counters on Bear Cub"),
        (("Bear Cub", "Darksteel Colossus", "Pyroclasm"),
         "if Bear Cub dies, write `Bear Cub dies`; Darksteel Colossus is indestructible and not destroyed (702.12b).",
         "Bear Cub dies"),
        (("Darksteel Colossus", "Lightning Bolt -> Darksteel Colossus"),
         "counted; Darksteel Colossus is indestructible and not destroyed (702.12b).", ""),
        (("Ann: Jace Beleren", "Ann: Bear Cub", "Ben: Fireball -> Jace Beleren, Bear Cub"),
         "write `remove N loyalty counters from Jace Beleren`; if Bear Cub dies, write `Bear Cub dies`.",
         "Bear Cub dies"),
    ],
)  # fmt: skip
def test_what_damage_does(lines: tuple[str, ...], says: str, then: str) -> None:
    """306.8, 310.6, 702.12b, 702.80a, 702.90c: damage does not only destroy creatures."""
    _, text = run("solve", *lines)
    assert says in " ".join(text.split())
    if then:
        assert "not counted" not in run("solve", *lines, then)[1]


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (("Ben: Darksteel Colossus", "Wrath of God"),
         "Wrath of God also destroys something, which is a line of its own for each one: `NAME dies`."),
        (("Ben: Darksteel Myr", "Murder -> Darksteel Myr"),
         "Murder also destroys something; Darksteel Myr is indestructible and not destroyed (702.12b)."),
        (("Ben: Darksteel Myr", "Hedron Alignment", "Decimate -> Darksteel Myr, Hedron Alignment"),
         "such as `Hedron Alignment dies`."),
        (("Ben: Slippery Bogle", "Cyclonic Rift overloaded"), "for each one: `NAME leaves`."),
        (("Nevinyrral's Disk", "Bear Cub", "ability 2 of Nevinyrral's Disk"), "for each one: `NAME dies`."),
        (("Bear Cub", "Bifurcate -> Bear Cub"),
         "puts something onto the battlefield, which is a line of its own for each one: `NAME`."),
        (("Cathars' Crusade", "Bear Cub", "ability 1 of Cathars' Crusade"), "for each one: `a +1/+1 counter on NAME`."),
        (("Ajani's Pridemate", "ability 1 of Ajani's Pridemate"), "such as `a +1/+1 counter on Ajani's Pridemate`."),
        (("Ben: 30 life", "Ben: Serra Ascendant", "Lightning Bolt -> Ben"), "such as `Ben: N life`."),
        (("Serra Avatar", "Syphon Soul"), "for each one: `NAME: N life`."),
        (("Bonesplitter", "Bear Cub", "Magnetic Theft -> Bonesplitter, Bear Cub"),
         "such as `Bonesplitter attaches to Bear Cub`."),
        (("Bear Cub in graveyard", "Reanimate -> Bear Cub"),
         "such as `A: Bear Cub moves to battlefield as bear-cub-new`."),
        (("Bear Cub", "Ben: Hill Giant", "Rabid Bite -> Bear Cub, Hill Giant"),
         "if Bear Cub or Hill Giant dies, write `Bear Cub dies` or `Hill Giant dies`."),
        (("Bear Cub", "Hill Giant", "Pyroclasm"), "if Bear Cub or Hill Giant dies,"),
        (("Bear Cub", "Hill Giant", "Craw Wurm", "Gray Ogre", "Pyroclasm"),
         "for each creature that dies, write `NAME dies`."),
        (("Tarmogoyf", "Forest", "Lightning Bolt -> Forest"),
         "Incomplete: Lightning Bolt is put into a graveyard (608.2n), which is a line of its own, such as"),
        (("Tarmogoyf", "Inside Out -> Tarmogoyf", "Giant Growth -> Tarmogoyf"),
         "Incomplete: Inside Out and Giant Growth are put into a graveyard (608.2n), which is a line of its own for"),
        (("Forest", "Vines of Vastwood -> Forest"),
         "Incomplete: no line says whether “this spell was kicked” for Vines of Vastwood; add `kicked` or "
         "`told nothing` to its line."),
        (("Displaced Dinosaurs", "Sol Ring"),
         "Incomplete: Displaced Dinosaurs may have changed how Sol Ring entered (614.12), which is a line of its own, "
         "such as `ability 1 of Displaced Dinosaurs choosing Sol Ring`."),
        (("Tarmogoyf", "Thought Scour -> B"), "Incomplete: Thought Scour also moves cards into or out of a graveyard,"),
    ],
)  # fmt: skip
def test_a_line_that_is_lacking_names_what_is_on_the_board_or_nothing(lines: tuple[str, ...], says: str) -> None:
    _, text = run("solve", *lines)
    assert says in " ".join(text.split("\n\nTarm")[0].split())


@pytest.mark.parametrize(
    "lines",
    [
        ("Ben: Bear Cub in graveyard", "Ann: Reanimate -> Bear Cub"),
        ("Ann: Bear Cub in graveyard", "Ann: Raise Dead -> Bear Cub"),
        ("Ann: Bear Cub", "Ann: Cloudshift -> Bear Cub"),
        ("Ann: Bear Cub", "Ann: Justiciar's Portal -> Bear Cub"),
        ("Ann: Bear Cub in graveyard", "Ann: Bond of Revival -> Bear Cub"),
        ("Ann: Bear Cub on the stack", "Ben: Counterspell -> Bear Cub"),
        ("Ann: Bear Cub in graveyard", "Ann: Gravepurge -> Bear Cub"),
        ("Ann: Bear Cub", "Ben: Unsummon -> Bear Cub"),
    ],
)
def test_the_line_that_is_lacking_can_be_written(lines: tuple[str, ...]) -> None:
    """400.7: with the line that the answer gives, nothing is lacking any more."""
    _, text = run("solve", *lines)
    said = " ".join(text.split("\n\n")[1].split())
    assert said.count("Incomplete: ") == 1
    (line,) = re.findall(r"such as `(.*)`", said)
    code, text = run("solve", *lines, line)
    assert code == 0
    assert "Incomplete" not in text


@pytest.mark.parametrize(
    "lines", [("Ben: Forest", "Lightning Bolt -> Forest"), ("Ben: Slippery Bogle", "Ann: Doom Blade -> Slippery Bogle")]
)
def test_a_text_whose_targets_are_illegal_does_nothing(lines: tuple[str, ...]) -> None:
    """608.2b: nothing is missing, because nothing happens."""
    _, text = run("solve", *lines)
    assert "Not legal" in text
    assert "Incomplete" not in text
    assert "not specified" not in text


def test_no_damage_is_spoken_of_where_none_is_dealt() -> None:
    for lines in (("Giant Growth -> Grizzly Bears",), ("Divination",), ("Fling -> Ben",)):
        assert "not counted" not in run("solve", "Grizzly Bears", *lines)[1]
