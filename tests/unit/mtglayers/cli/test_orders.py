"""`mtglayers orders`: every order of a board's timestamps, in words and as data."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from mtglayers.cli.main import main

from ....support.golden_files import assert_golden
from ....support.paths import ROOT

TWELVE = "puzzles/twelve-effects-from-six-players.toml"
BOARDS = {
    "life-and-limb": ["puzzles/blood-moon-life-and-limb.toml", "--at", "3", "--presence"],
    "conversion": ["puzzles/conversion-blood-moon-taiga.toml", "--at", "1"],
    "conversion-and-tundra": ["puzzles/conversion-blood-moon-taiga.toml", "--at", "2", "--presence"],
    "titanias-song": ["Titania's Song", "March of the Machines", "Sol Ring", "--presence"],
    "humility": ["Humility", "Opalescence", "--presence"],
    "humility-and-two-opalescences": ["puzzles/humility-then-opalescence.toml"],
    "twelve": [TWELVE],
}


@pytest.fixture(autouse=True)
def in_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["orders", *arguments], prog_name="mtglayers")


def output(*arguments: str) -> str:
    result = run(*arguments)
    assert (result.stderr, result.exit_code) == ("", 0)
    return result.stdout


@pytest.mark.parametrize("name", BOARDS)
def test_boards(name: str) -> None:
    text = output(*BOARDS[name])

    assert max(map(len, text.splitlines())) <= 80
    assert_golden(f"orders-{name}.txt", text)


def test_data() -> None:
    found = json.loads(output("Humility", "Opalescence", "--json"))

    assert (found["varied"], found["total"], found["solves"]) == (["humility", "opalescence"], 2, 2)
    assert found["outcomes"][1] == {
        "orders": 1,
        "present": False,
        "cases": [[["opalescence", "humility"]]],
        "order": ["opalescence", "humility"],
        "objects": {"humility": "Humility is a 1/1 white enchantment creature without abilities."},
    }
    assert found["objects"]["humility"][0] == {
        "words": "Humility is a 4/4 white enchantment creature without abilities.",
        "sentence": "Humility is a 4/4 white enchantment creature without abilities exactly when Humility is older "
        "than Opalescence.",
        "orders": 1,
        "present": True,
        "outcomes": [1],
        "cases": [{"pairs": [["humility", "opalescence"]], "there": [], "gone": None}],
    }
    assert list(json.loads(output("Humility", "--object", "humility", "--json"))["objects"]) == ["humility"]


def test_what_players_chose() -> None:
    text = output("puzzles/s3-two-enchantments-at-once.toml", "--vary", "choices", "--object", "grizzly-bears")

    assert text.splitlines()[3:] == [
        "White Mist and Red Mist can come in 2 orders, with 2 outcomes.",
        "Grizzly Bears",
        "  Grizzly Bears is a 2/2 red Bear creature exactly when White Mist is older than",
        "    Red Mist. (1 of 2 orders, the board’s own.)",
        "  Grizzly Bears is a 2/2 white Bear creature exactly when Red Mist is older than",
        "    White Mist. (1 of 2 orders.)",
        "  In layer 5, White Mist sets the color to white, then Red Mist sets the color",
        "    to red, because White Mist is older than Red Mist and neither depends on the",
        "    other (613.7).",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["Humility", "--vary", "humility,humility"], "invalid value for `--vary`: `humility` is given twice"),
        (["Humility", "--vary", "humilty"], "no object `humilty` on the board; did you mean `humility`?"),
        (["Humility", "--object", "moon"], "no object `moon` on the board"),
        (["Humility", "Opalescence", "--limit", "1"], "more than 1 solver run needed; vary fewer timestamps"),
        (
            ["Humility", "--readings", "advance"],
            "open orders require the default readings of `ties`, `judged` and `after`",
        ),
    ],
)
def test_what_cannot_be_done(arguments: list[str], message: str) -> None:
    result = run(*arguments)

    assert (result.stdout, result.stderr, result.exit_code) == ("", f"error: {message}\n", 2)


def test_players() -> None:
    """Whose effects came first; what a player has in every order."""
    board = ["Ann: Humility", "Ann: Opalescence", "Ben: Spellbook"]

    assert output(*board, "--vary", "players", "--object", "ann", "--object", "Humility").partition("\n\n")[2] == (
        "Humility, Opalescence and Spellbook can come in 3 orders, all with one outcome.\n"
        "Ann\n  Ann is unaffected in every order.\n"
        "Humility\n  Humility is a 4/4 white enchantment creature without abilities in every order.\n"
    )
    found = json.loads(output(*board, "--vary", "Ann", "--object", "Ben", "--json"))
    assert (found["total"], list(found["objects"]), list(found["players"])) == (6, [], ["Ben"])


def test_names_and_what_is_not_said() -> None:
    varied = run("Humility", "Urborg, Tomb of Yawgmoth", "Darksteel Mutation", "Grizzly Bears", "--vary", "Urborg")

    assert varied.exit_code == 0
    assert varied.stderr == (
        "hint: Darksteel Mutation is attached to nothing; write `Darksteel Mutation -> Grizzly Bears` after "
        "`Grizzly Bears`\n"
    )
