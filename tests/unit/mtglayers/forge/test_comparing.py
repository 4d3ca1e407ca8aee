"""What Forge says about the objects of a state is compared with the solver's answer, object by object."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from mtglayers.cli.main import main
from mtglayers.forge import dump_of, forge_differences, read_forge
from mtglayers.model.errors import PuzzleError

STATE = """[state]
humanbattlefield=Blood Moon;Grizzly Bears|Counters:P1P1=1;Forest;Forest|Tapped
aibattlefield=Bayou;White Knight;Levitation
humangraveyard=Shock
"""
AGREES: dict[str, Any] = {
    "humanbattlefield": [
        {"name": "Blood Moon", "type_line": "Enchantment", "colors": "R"},
        {"power": 3, "toughness": 3, "type_line": "Creature - Bear", "controller": "Human", "keywords": []},
        None,
        {"type_line": "Basic Land - Forest", "colors": ""},
    ],
    "p1battlefield": [
        {"type_line": "Land — Mountain", "controller": "ai", "colors": "C"},
        {"keywords": ["flying", "Protection", "First Strike"]},
        {},
    ],
    "p0graveyard": [{"name": "Shock"}],
}


def test_what_is_the_same_in_other_words_does_not_differ() -> None:
    assert list(forge_differences(read_forge(STATE), dump_of(json.dumps(AGREES)))) == []


@pytest.mark.parametrize(
    ("key", "place", "what", "theirs", "ours"),
    [
        ("humanbattlefield", 1, "power", 2, 3), ("humanbattlefield", 1, "keywords", ["Flying"], []),
        ("humanbattlefield", 0, "name", "Red Moon", "Blood Moon"),
        ("p1battlefield", 0, "type_line", "Land - Forest Swamp", "Land — Mountain"),
        ("p1battlefield", 0, "controller", "p0", "AI"), ("p1battlefield", 1, "colors", "WU", "W"),
        ("p1battlefield", 2, "power", 0, None),
    ],
)  # fmt: skip
def test_each_characteristic(key: str, place: int, what: str, theirs: Any, ours: Any) -> None:
    dump = json.loads(json.dumps(AGREES))
    dump[key][place][what] = theirs
    (found,) = forge_differences(read_forge(STATE), dump_of(json.dumps(dump)))
    assert (found.what, found.forge, found.ours) == (what, theirs, ours)
    assert found.where == f"{key.replace('human', 'p0')} {place + 1}"


def test_an_object_that_is_phased_out_or_attached_elsewhere_keeps_its_place() -> None:
    state = read_forge(
        "humanbattlefield=Pacifism|AttachedTo:7;Hill Giant|PhasedOut;Ornithopter\naibattlefield=Bayou|Id:7"
    )
    dump = dump_of('{"humanbattlefield": [{"name": "Pacifism"}, {"power": 3}, {"power": 0}]}')
    assert [(each.object, each.what) for each in forge_differences(state, dump)] == [("hill-giant", "exists")]


@pytest.mark.parametrize(
    ("dump", "said"),
    [
        ("{", "not valid JSON"), ("[]", "a JSON object is needed, with a list of objects for each zone"),
        ('{"p0life": []}', "`p0life` is not a list of a state, such as `p0battlefield`"),
        ('{"p0battlefield": 3}', "`p0battlefield` must be a list of objects"),
        ('{"p0battlefield": []}', "`p0battlefield` has 4 objects in the state, not 0"),
        ('{"p5hand": [{}]}', "`p5hand` has 0 objects in the state, not 1"),
        ('{"p0graveyard": [7]}', "p0graveyard 1 must be a JSON object or null"),
        ('{"p0graveyard": [{"pwer": 1}]}', "p0graveyard 1: unknown key `pwer`; did you mean `power`?"),
        ('{"p0graveyard": [{"power": "1"}]}', "p0graveyard 1: `power` must be a number"),
        ('{"p0graveyard": [{"power": true}]}', "p0graveyard 1: `power` must be a number"),
        ('{"p0graveyard": [{"keywords": [1]}]}', "p0graveyard 1: `keywords` must be a list of strings"),
    ],
)  # fmt: skip
def test_a_dump_that_cannot_be_compared_is_one_sentence(dump: str, said: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        list(forge_differences(read_forge(STATE), dump_of(dump)))
    assert said in str(caught.value)


def test_the_command(tmp_path: Path) -> None:
    for name, dump in (
        ("one", AGREES),
        ("two", {"p0battlefield": [None, {"power": 2, "name": "\x1b[31m"}, None, None]}),
    ):
        (tmp_path / f"{name}.pzl").write_text(STATE, encoding="utf-8")
        (tmp_path / f"{name}.json").write_text(json.dumps(dump), encoding="utf-8")
    files = [str(tmp_path / "one.pzl"), str(tmp_path / "two.pzl")]
    ran = CliRunner().invoke(main, ["forge", "compare", *files])
    assert ran.exit_code == 1
    assert ran.stdout.splitlines() == [
        f"{files[1]}: grizzly-bears (p0battlefield 2): power: Forge 2, mtglayers 3",
        f'{files[1]}: grizzly-bears (p0battlefield 2): name: Forge "\\u001b[31m", mtglayers "Grizzly Bears"',
        "2 states, 2 differences",
    ]
    ran = CliRunner().invoke(main, ["forge", "compare", files[0], "--json"])
    assert (ran.exit_code, json.loads(ran.stdout)["states"]) == (0, [{"file": files[0], "differences": []}])
    assert CliRunner().invoke(main, ["forge", "compare", str(tmp_path / "three.pzl")]).exit_code == 2
