"""The catalogue that ships: found by name, decoded whole, no card's sentences in it, built the same each time."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from mtglayers.model import catalogue
from mtglayers.model.ability import Kept, Keyword, Resolution, Static, Unread
from mtglayers.model.catalogue import build, find, names
from mtglayers.model.errors import UnknownCardError
from mtglayers.model.oracle import english, read_line

FOLDER = Path(catalogue.__file__).parent
BULK = Path(__file__).parent.parent.parent / "shared" / "cards" / "oracle-cards.json"

BEARS = {"name": "Bears", "mana_cost": "{1}{G}", "type_line": "Creature — Bear", "power": "2", "toughness": "2"}


@pytest.mark.parametrize("name", ["Blood Moon", "blood moon", "Urborg, Tomb of Yawgmoth", "Saproling", "Forest"])
def test_found_by_name(name):
    """Case does not matter."""
    assert find(name).name.casefold() == name.casefold()


def test_unknown_name():
    """An unknown name is refused with the nearest ones."""
    with pytest.raises(UnknownCardError, match="Blood Moon") as error:
        find("Blod Moon")

    assert error.value.nearest[0] == "Blood Moon"


def test_names_are_in_order():
    """The names, each once, in alphabetical order."""
    assert list(names()) == sorted(set(names()))
    assert len(names()) > 400


def test_every_card_decodes_and_prints():
    """Every line of the data is a card whose abilities are understood and have English."""
    for name in names():
        for face in find(name).faces:
            for ability in face.abilities:
                assert not isinstance(ability, Unread)
                assert isinstance(english(ability, name), str)
                if isinstance(ability, Static | Keyword):
                    assert english(ability)


def test_no_sentences_of_abilities_that_no_layer_needs():
    """Such an ability is there by form and place; only mana abilities keep their text."""
    kept = [a for name in names() for face in find(name).faces for a in face.abilities if isinstance(a, Kept)]

    assert len(kept) > 100
    assert [ability.text for ability in kept if ability.text and ability.form != "mana"] == []
    assert all(ability.number for ability in kept if ability.form != "mana")


def test_build_compiles_what_it_is_given():
    """A small list: facts, trees, and a resolution in place of its text."""
    cards = [
        BEARS,
        {
            "name": "Factory", "type_line": "Land",
            "oracle_text": "{T}: Add {C}.\n"
            "{1}: This land becomes a 2/2 artifact creature until end of turn. It's still a land."
            "\n{2}: Draw a card.",
        },
    ]  # fmt: skip
    lines = build.build(cards, ["Factory", "Bears"]).splitlines()[1:-1]

    assert [json.loads(line.removesuffix(","))[0] for line in lines] == ["Bears", "Factory"]
    assert "Draw a card" not in lines[1]
    assert '"cost":"{1}"' in lines[1]


def test_build_names_what_is_wrong():
    """A missing card and an unread line are both named."""
    odd = {**BEARS, "name": "Odd Bears", "oracle_text": "Bears you control get +1/+1 on Tuesdays."}

    with pytest.raises(
        build.BuildError, match=r"no card `Elves`; `Odd Bears`: `Bears you control get \+1/\+1 on Tuesdays.`"
    ):
        build.build([BEARS, odd], ["Elves", "Odd Bears"])


def test_build_command(tmp_path, monkeypatch, capsys):
    """The command writes the data file beside its lists, and says how it is used."""
    for name in ("names.txt", "tokens.toml"):
        (tmp_path / name).write_text("Bears\n" if name == "names.txt" else "tokens = []\n")
    (tmp_path / "bulk.json").write_text(json.dumps([BEARS]))
    monkeypatch.setattr(build, "FOLDER", tmp_path)

    assert build.main([str(tmp_path / "bulk.json")]) == 0
    assert (tmp_path / "cards.json").read_text().startswith('[\n["Bears",')
    assert build.main([]) == 2
    assert "usage" in capsys.readouterr().err


@pytest.mark.skipif(not BULK.exists(), reason="no bulk file is there")
def test_build_is_reproducible(tmp_path, monkeypatch):
    """Built again from the same bulk file, the data is the same to the byte."""
    for name in ("names.txt", "tokens.toml"):
        (tmp_path / name).write_bytes((FOLDER / name).read_bytes())
    monkeypatch.setattr(build, "FOLDER", tmp_path)

    assert build.main([str(BULK)]) == 0
    assert (tmp_path / "cards.json").read_bytes() == (FOLDER / "cards.json").read_bytes()


def test_stored_resolution_reads_like_the_text():
    """A card that was read from text and one from the catalogue do the same."""
    ability = find("Turn to Frog").spell

    assert ability is not None
    assert isinstance(ability.resolution, Resolution)
    assert english(ability) == (
        "Until end of turn, target creature loses all abilities and becomes a blue Frog with base power and toughness"
        " 1/1."
    )


def test_static_of_the_catalogue_is_the_one_read():
    """A static ability of the catalogue equals the one read from its line."""
    (moon,) = find("Blood Moon").faces[0].abilities

    assert (moon,) == read_line("Nonbasic lands are Mountains.")


def test_every_card_loads_in_a_process_that_has_read_no_text():
    """Kinds of nodes are known to the data whatever else was imported before."""
    code = (
        "import sys; from mtglayers.model.catalogue import find, names; "
        "found = [find(name) for name in names()]; "
        "assert 'mtglayers.model.oracle.reader' not in sys.modules; print(len(found))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert done.stderr == ""
    assert int(done.stdout) > 400
