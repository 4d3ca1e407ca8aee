"""`mtglayers cards`: what is shown, found, imported and built, word for word."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mtglayers.cli.main import main
from mtglayers.model.cards import search as catalogue
from mtglayers.model.cards.catalogue import build
from mtglayers.model.cards.catalogue.pack import Packed
from mtglayers.model.cards.store import import_file
from mtglayers.model.effects.keywords import Keyword
from mtglayers.presentation.cards import card_data, column_words, known
from mtglayers.presentation.unread import line_text, place_words

from ....support.golden_files import assert_golden
from ....support.paths import ROOT


def card(name: str, line: str, text: str = "", cost: str = "", size: str = "", **fields: object) -> dict[str, object]:
    """Return a card in Scryfall's shape."""
    found = {"name": name, "type_line": line, "oracle_text": text, "mana_cost": cost, **fields}
    if size:
        found["power"], found["toughness"] = size.split("/")
    return found


# One of each: sentences of our own, so that the words here do not follow the catalogue's.
CARDS = [
    card("Odd Moon", "Enchantment", "Nonbasic lands are Mountains.", "{2}{R}"),
    card(
        "Odd Captain", "Legendary Creature — Human Wizard",
        "Flying, ward {2}\n"
        "Other Wizards you control get +1/+1 and have first strike.\n"
        "{U}, {T}: Until end of turn, target black Elf loses all abilities and becomes blue.\n"
        "When this creature dies, draw a card.\n"
        "{1}: Wizards get odd on Tuesdays.\n"
        "Wizards you control have hope on Tuesdays.",
        "{1}{U}", "1/2",
    ),
    card("Odd Many", "Creature — Elf",
         "Odd Many's power and toughness are each equal to the number of Elves you control.", "{G}", "*/*"),
    card("Odd Tax", "Enchantment", "Noncreature spells cost {1} more to cast.\nYou have no maximum hand size.", "{W}"),
    card("Odd Gift", "Enchantment — Aura",
         'Enchant creature\nEnchanted creature has "{T}: Draw a card."', "{W}"),
    card("Odd Siege", "Artifact",
         "As long as you control an Elf, Odd Siege is a 4/4 Golem creature in addition to its other types."),
    {"name": "Left // Right", "layout": "split", "card_faces": [
        card("Left", "Instant", "Target creature gets +2/+2 until end of turn.", "{G}"),
        card("Right", "Sorcery", "Choose one —\n• Target creature gains flying until end of turn.\n• Scry 1.", "{U}"),
    ]},
    card("Odd Duke", "Planeswalker — Duke", "+1: Until your next turn, creatures you control get +1/+0.", "{3}",
         loyalty="3"),
    card("Bear", "Token Creature — Bear", size="2/2", colors=["G"]),
]  # fmt: skip


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A catalogue of these cards alone."""
    data = build.build(CARDS).data
    monkeypatch.setattr(catalogue, "pack", lambda: Packed(data))
    memories = (catalogue.shipped_card, catalogue.names, catalogue._near, catalogue._index)
    for remembered in memories:
        remembered.cache_clear()
    yield
    for remembered in memories:
        remembered.cache_clear()


@pytest.fixture
def bulk(tmp_path: Path) -> Path:
    """A file with these cards in it."""
    path = tmp_path / "bulk.json"
    path.write_text(json.dumps(CARDS), encoding="utf-8")
    return path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["cards", *arguments], prog_name="mtglayers")


def output(*arguments: str) -> str:
    result = run(*arguments)
    assert result.stderr == ""
    assert result.exit_code == 0
    return result.stdout


@pytest.mark.usefixtures("shelf")
def test_show() -> None:
    """Facts; each ability in English from its tree, its kind and layers, what it reads and writes."""
    assert_golden("cards-show.txt", output("show", *(str(each["name"]) for each in CARDS)))


@pytest.mark.usefixtures("shelf")
def test_show_for_programs() -> None:
    """The same as data."""
    text = output("show", "odd captain", "left", "--json")
    captain, split = json.loads(text)

    assert_golden("cards-show.json", text)
    assert captain["name"] == "Odd Captain"
    assert captain["not_understood"] == [
        {"line": "line 5 of Odd Captain", "text": None}, {"line": "line 6 of Odd Captain", "text": None},
    ]  # fmt: skip
    assert [part["layer"] for part in captain["faces"][0]["abilities"][2]["parts"]] == ["6", "7c"]
    assert [face["name"] for face in split["faces"]] == ["Left", "Right"]


@pytest.mark.usefixtures("shelf")
def test_show_under_another_edition() -> None:
    """Layers bear the names they had."""
    assert "layer 6" in output("show", "odd many", "--edition", "2006-07-01")
    assert "layer 7a (" in output("show", "odd many")


def test_show_a_card_of_the_catalogue() -> None:
    """A card that ships, in any case."""
    text = output("show", "blood moon")

    assert text.startswith("Blood Moon {2}{R}\nEnchantment\n\n 1  Nonbasic lands are Mountains.\n    static ability\n")
    assert "layer 4" in text
    assert text.endswith("from the catalogue that ships\n")


def test_show_refuses_an_unknown_card() -> None:
    """With the nearest names, and exit code 2."""
    done = subprocess.run(
        [sys.executable, "-m", "mtglayers", "cards", "show", "Blod Moon"],
        capture_output=True, encoding="utf-8", check=False, env={**os.environ, "MTGLAYERS_CARDS": ""}, cwd=ROOT,
    )  # fmt: skip

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: unknown card `Blod Moon`; did you mean `Blood Moon`")


@pytest.mark.usefixtures("shelf")
def test_search() -> None:
    """By part of a name; without a hit the nearest names, and exit code 1."""
    assert output("search", "ODD s") == "Odd Siege\n"
    assert output("search", "//") == "Left // Right\n"
    missed = run("search", "Odd Siegge")
    assert (missed.exit_code, missed.stdout) == (1, "")
    assert missed.stderr.splitlines()[:2] == ["no card name contains `Odd Siegge`", "similar name: Odd Siege"]
    assert json.loads(run("search", "oddsiege", "--json").stdout) == {"found": [], "near": ["Odd Siege"]}


@pytest.mark.usefixtures("shelf")
def test_list() -> None:
    """All names, or where the lines stand that are not understood."""
    assert output("list").splitlines() == sorted(str(each["name"]) for each in CARDS)
    assert output("list", "--unread") == "line 5 of Odd Captain\nline 6 of Odd Captain\n"
    assert json.loads(output("list", "--json"))[0] == "Bear"


def test_import_and_show(bulk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Imported cards are found, compiled with their text, and told where they come from."""
    path = tmp_path / "cards.sqlite"
    text = output("import", str(bulk), "--store", str(path))
    assert text == f"imported 9 cards from `{bulk}` into `{path}`\n"
    assert run("show", "Odd Duke").exit_code != 0
    monkeypatch.setenv("MTGLAYERS_CARDS", str(path))

    shown = output("show", "odd duke")
    assert shown.endswith("from the store on this computer: bulk.json (Scryfall)\n")
    assert "loyalty 3" in shown
    assert output("search", "odd duke") == "Odd Duke\n"
    assert "Odd Duke" in output("list")


@pytest.mark.usefixtures("shelf")
def test_the_store_has_the_text_of_lines_that_are_not_understood(
    bulk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it can, a message shows what the line says; a broken store is no reason to fail."""
    path = tmp_path / "cards.sqlite"
    monkeypatch.setenv("MTGLAYERS_CARDS", str(path))
    assert place_words("line 6 of Odd Captain") == "line 6 of Odd Captain"
    output("import", str(bulk))

    assert place_words("line 6 of Odd Captain") == "line 6 of Odd Captain: Wizards you control have hope on Tuesdays."
    assert place_words("you attacked this turn") == "you attacked this turn"
    solved = " ".join(CliRunner().invoke(main, ["solve", "Odd Captain"], prog_name="mtglayers").stdout.split())
    assert "ignored Odd Captain: line 6 of Odd Captain: Wizards you control have hope on Tuesdays." in solved
    assert (
        "so the ability cannot resolve Odd Captain: line 5 of Odd Captain: {1}: Wizards get odd on Tuesdays." in solved
    )
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\x5a" * (len(data) - 4096))
    assert place_words("line 6 of Odd Captain") == "line 6 of Odd Captain"
    damaged = run("search", "no such card")
    assert (damaged.exit_code, len(damaged.stderr.splitlines()), f"`{path}`: " in damaged.stderr) == (2, 1, True)
    path.write_text("no store at all, but a text as long as a header of one would be, and longer than that, so there")
    assert place_words("line 6 of Odd Captain") == "line 6 of Odd Captain"


def test_the_text_of_a_line_is_told_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A colon in a name, and one in the line, are no end of anything."""
    odd = card("Odd: The Captain", "Creature — Wizard", "Wizards have: hope on Tuesdays.")
    data = build.build([odd]).data
    monkeypatch.setattr(catalogue, "pack", lambda: Packed(data))
    (tmp_path / "cards.json").write_text(json.dumps([odd]))
    import_file(tmp_path / "cards.json", tmp_path / "cards.sqlite")
    catalogue.shipped_card.cache_clear()
    monkeypatch.setenv("MTGLAYERS_CARDS", str(tmp_path / "cards.sqlite"))
    where = "line 1 of Odd: The Captain"

    assert line_text(where) == "Wizards have: hope on Tuesdays."
    assert place_words(where) == f"{where}: Wizards have: hope on Tuesdays."
    assert card_data(known("Odd: The Captain"))["not_understood"] == [
        {"line": where, "text": "Wizards have: hope on Tuesdays."}
    ]
    assert line_text("line 1 of Nobody") == line_text("you attacked: this turn") == ""
    catalogue.shipped_card.cache_clear()


def test_import_says_what_it_left_out(tmp_path: Path) -> None:
    """Cards that cannot be read, repeated names, and what is not a card."""
    path = tmp_path / "odd.json"
    token = {"name": "Bear", "layout": "token", "type_line": "Token Creature — Bear"}
    path.write_text(json.dumps([*CARDS[:1], CARDS[0], token, card("Igpay", "Eaturecray")]))
    _, *rest = output("import", str(path), "--store", str(tmp_path / "cards.sqlite")).splitlines()

    assert rest == [
        "skipped (tokens, emblems, art): 1",
        "skipped (duplicate): Odd Moon",
        "skipped (cannot be read): Igpay: `Eaturecray` in the type line `Eaturecray` is neither a supertype nor a"
        " card type",
    ]


def test_import_needs_a_store(bulk: Path) -> None:
    """With an empty MTGLAYERS_CARDS there is none."""
    assert "give one with `--store`" in run("import", str(bulk)).stderr


def test_build(bulk: Path, tmp_path: Path) -> None:
    """The catalogue of a file; with a list, its cards alone."""
    out = tmp_path / "cards.tsv"
    first, *rest = output("build", str(bulk), "--out", str(out), "--jobs", "1").splitlines()
    assert first.endswith("2 lines of 1 cards are not understood")
    assert rest == []
    assert "Left // Right" in Packed(out.read_bytes()).names

    (tmp_path / "names.txt").write_text("Odd Moon  # and no other\n")
    output("build", str(bulk), "--only", str(tmp_path / "names.txt"), "--out", str(out))
    assert Packed(out.read_bytes()).card("odd tax") is None
    (tmp_path / "names.txt").write_text("Odd Captain\n")
    refused = run("build", str(bulk), "--only", str(tmp_path / "names.txt"), "--out", str(out))
    assert "error: not understood: line 5 of Odd Captain; line 6 of Odd Captain" in refused.stderr


def test_solve_takes_cards_from_a_file_or_a_store(bulk: Path, tmp_path: Path) -> None:
    """`--cards` goes before the catalogue; a puzzle defines its own cards cards."""
    path = tmp_path / "cards.sqlite"
    output("import", str(bulk), "--store", str(path))

    def solved(*arguments: str) -> Result:
        return CliRunner().invoke(main, ["solve", *arguments], prog_name="mtglayers")

    for source in (bulk, path):
        result = json.loads(solved("ODD many", "Blood Moon", "--cards", str(source), "--json").stdout)
        assert [(found["name"], found["power"]) for found in result["objects"]] == [
            ("Odd Many", 1),
            ("Blood Moon", None),
        ]
    assert solved("Odd Many").exit_code != 0
    assert "a puzzle defines its own cards" in solved("puzzle.toml", "--cards", str(bulk)).stderr


def test_columns_in_words() -> None:
    """A family each, with its values where they are words."""
    columns = {
        ("type", "Land"), ("type", "Creature"), ("color", "G"), ("color", "W"), ("power", "*"),
        ("ability", Keyword("Flying")),
    }  # fmt: skip
    assert column_words(columns) == (
        "color (white and green)",
        "card types (Creature, Land)",
        "abilities (flying)",
        "power",
    )


def test_help_loads_nothing_heavy() -> None:
    """`mtglayers cards --help` reads no card."""
    code = (
        "import sys; from mtglayers.cli.main import main\n"
        "try: main(['cards', '--help'])\n"
        "except SystemExit: pass\n"
        "print(*sorted({'networkx', 'rich', 'lark', 'ijson', 'sqlite3'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stderr.strip() == ""
    assert all(f"\n  {name} " in done.stdout for name in ("show", "search", "list", "import", "build", "coverage"))
