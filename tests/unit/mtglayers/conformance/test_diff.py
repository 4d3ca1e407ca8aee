"""An engine's answers against a kit: where they part first, why ours is right, and what is certain about theirs."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from mtglayers.cli.main import main
from mtglayers.conformance.diff import Difference, difference
from mtglayers.conformance.kit import export, given_boards, vectors_of
from mtglayers.conformance.making import vector_of
from mtglayers.wire.vectors import AnswerData, VectorData

from ....support.boards import BEAR, board, card
from ....support.editions import KIT_FOLDER
from ....support.paths import ROOT

PUZZLES = ROOT / "puzzles"
LOOP = f"{KIT_FOLDER}/three-loop"
MOON = "E21-2023-06-23/s3-blood-moon-and-life-and-limb-2"


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kit")
    names = ("s3-blood-moon-and-life-and-limb", "three-loop")
    export(folder, vectors_of(given_boards(PUZZLES / f"{name}.toml" for name in names)))
    return folder


def vector(kit: Path, name: str = MOON) -> VectorData:
    return msgspec.json.decode((kit / "vectors" / f"{name}.json").read_bytes(), type=VectorData)


def parted(found: VectorData, **answer: Any) -> Difference | None:
    return difference(found, msgspec.convert({"vector": found.name, **answer}, AnswerData))


def ours(found: VectorData) -> dict[str, Any]:
    """Return the answer that says all that the vector expects."""
    data = msgspec.json.decode(msgspec.json.encode(found.expect))
    return {
        "vector": found.name,
        "objects": [{**each, "abilities": [held["text"] for held in each["abilities"]]} for each in data["objects"]],
        "layers": [
            {
                "name": each["name"],
                "order": each["order"],
                "steps": [{"effect": step["effect"], "edges": step.get("edges", [])} for step in each["steps"]],
            }
            for each in data["layers"]
        ],
    }


def test_our_own_answer_does_not_part(kit: Path) -> None:
    for file in (kit / "vectors").rglob("*.json"):
        found = msgspec.json.decode(file.read_bytes(), type=VectorData)
        assert difference(found, msgspec.convert(ours(found), AnswerData)) is None


def test_an_effect_that_does_not_wait(kit: Path) -> None:
    """613.8b: the step is named, the dependency that theirs leaves out, and what that means."""
    found = parted(vector(kit), layers=[{"name": "4", "order": ["blood-moon", "life-and-limb"]}])

    assert found == Difference(
        vector=MOON,
        what="effect",
        theirs="blood-moon#1",
        ours="life-and-limb#1",
        layer="4",
        step=1,
        effect="life-and-limb#1",
        rule="613.8b",
        because="it waits for nothing; Blood Moon is older, but has to wait (613.8b)",
        hints=(
            "blood-moon#1 depends on life-and-limb#1 (scope: saproling)",
            "the answer would be right if blood-moon#1 did not depend on life-and-limb#1",
        ),
    )


def test_a_dependency_is_compared_before_the_choice(kit: Path) -> None:
    """613.8a: for an engine that picks the right effect without a reason, the report names what it misses."""
    steps = [{"effect": "life-and-limb#1", "edges": []}, {"effect": "blood-moon#1"}]
    found = parted(vector(kit), layers=[{"name": "4", "steps": steps}])

    assert found is not None
    assert (found.what, found.layer, found.step, found.theirs) == ("edges", "4", 1, [])
    assert found.ours == ["blood-moon#1 on life-and-limb#1"]
    assert found.because == "blood-moon#1 depends on life-and-limb#1 (scope: saproling)"
    assert found.rule == "613.8a"


def test_a_dependency_that_is_none(kit: Path) -> None:
    edges = [{"effect": "blood-moon", "on": "life-and-limb"}, {"effect": "life-and-limb", "on": "blood-moon"}]
    steps = [{"effect": "life-and-limb", "edges": edges}]
    found = parted(vector(kit), layers=[{"name": "4", "steps": steps}])

    assert found is not None
    assert (found.theirs, found.ours) == (["life-and-limb#1 on blood-moon#1"], [])
    assert found.because.startswith("life-and-limb#1 does not depend on blood-moon#1, because")


def test_an_effect_in_another_layer(kit: Path) -> None:
    """613.1d, 613.4b: an effect that theirs applies in the wrong layer belongs somewhere else."""
    found = parted(vector(kit), layers=[{"name": "7c", "order": ["life-and-limb#1"]}])
    short = parted(vector(kit), layers=[{"name": "7b", "order": []}, {"name": "7c", "order": ["life-and-limb#1"]}])

    assert found is not None
    assert (found.layer, found.step, found.theirs, found.ours) == ("7c", 1, "life-and-limb#1", "")
    assert found.hints == (
        "life-and-limb#1 does nothing in layer 7c; it belongs in layer 4 (613.1d), 5 (613.1e), 7b (613.4b)",
    )
    assert short is not None
    assert (short.layer, short.theirs, short.ours) == ("7b", "", "life-and-limb#1")
    assert short.hints == ("the answer applies life-and-limb#1 in layer 7c instead of layer 7b",)


def test_an_effect_that_never_applies() -> None:
    """613.6: the report names what lost its ability before its turn, and the effect that removed it."""
    made = board(card("Hush", "Enchantment", "All creatures lose all abilities."))
    made.enters(card("Chief", "Creature — Elf", "Other creatures have flying.", "2/2"))
    found = parted(vector_of(made, "hush"), layers=[{"name": "6", "order": ["hush", "chief#1"]}])

    assert found is not None
    assert (found.theirs, found.ours, found.step) == ("chief#1", "", 2)
    assert found.hints == (vector_of(made, "hush").expect.unapplied[0].words,)


def test_a_younger_effect() -> None:
    """613.7: where nothing depends, the older one is first."""
    red = card("One", "Enchantment", "All creatures are red.")
    blue = card("Two", "Enchantment", "All creatures are blue.")
    made = board(BEAR, red, blue)
    found = parted(vector_of(made, "two"), layers=[{"name": "5", "order": ["two", "one"]}])

    assert found is not None
    assert found.hints == ("one#1 (timestamp 2) is older than two#1 (3) and depends on nothing",)


def test_a_loop(kit: Path) -> None:
    """613.8b: in a loop the oldest is first."""
    found = vector(kit, LOOP)
    order = found.expect.layers[0].order
    other = parted(found, layers=[{"name": "4", "order": [order[1], order[0], *order[2:]]}])

    assert other is not None
    assert other.hints == (f"timestamps determine the order in a loop, and {order[0]} is older than {order[1]}",)


def test_characteristics_alone(kit: Path) -> None:
    """An answer without steps: what differs first, the step that made ours so, and what theirs is."""
    found = parted(vector(kit), objects=[{"id": "saproling", "subtypes": ["Saproling", "Forest"], "power": 1}])

    assert found is not None
    assert (found.object, found.what, found.theirs, found.ours) == (
        "saproling",
        "subtypes",
        ["Saproling", "Forest"],
        ["Saproling", "Mountain"],
    )
    assert (found.layer, found.step, found.effect) == ("4", 2, "blood-moon#1")
    assert found.hints == (
        "the answer is the result of ignoring dependencies and applying effects in timestamp order (613.8a)",
    )


def test_abilities_by_key_or_text(kit: Path) -> None:
    found = vector(kit)
    held = found.expect.objects[2].abilities[0]
    more = parted(found, objects=[{"id": "saproling", "abilities": [held.ability, "Flying"]}])

    assert held.text == "{T}: Add {R}."
    for told in (held.ability, "{T}: Add {R}", "{t}: add {r}."):
        assert parted(found, objects=[{"id": "saproling", "abilities": [told]}]) is None
    assert more is not None
    assert (more.what, more.theirs, more.ours) == ("abilities", ["Flying"], [])


# --- The command ---


def run(*arguments: object) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["vectors", "diff", *map(str, arguments)])
    return done.exit_code, done.output


def written(folder: Path, answers: Any, name: str = "answers.json") -> Path:
    file = folder / name
    file.write_text(answers if isinstance(answers, str) else json.dumps(answers), encoding="utf-8")
    return file


def test_the_command(kit: Path, tmp_path: Path) -> None:
    """A difference in words, the summary, and exit code 1; without the kit the vectors are made again."""
    wrong = {"vector": MOON, "layers": [{"name": "4", "order": ["blood-moon", "life-and-limb"]}]}
    rest = {"vector": LOOP, "not_supported": "no loops"}
    file = written(tmp_path, [wrong, rest])
    code, output = run(file, "--kit", kit)

    assert code == 1
    assert output.splitlines() == [
        MOON,
        "  layer 4, step 1: theirs applies blood-moon#1, ours life-and-limb#1",
        "    reason for ours: it waits for nothing; Blood Moon is older, but has to wait",
        "      (613.8b)",
        "    blood-moon#1 depends on life-and-limb#1 (scope: saproling)",
        "    the answer would be right if blood-moon#1 did not depend on life-and-limb#1",
        "0 the same, 1 different, 1 not run, 3 unanswered",
    ]
    assert run(file)[1].splitlines()[:-1] == output.splitlines()[:-1]
    data = json.loads(run(file, "--kit", kit, "--json")[1])
    assert (data["ok"], data["different"][0]["step"], data["not_run"][0]["reason"]) == (False, 1, "no loops")


def test_the_command_on_a_folder(kit: Path, tmp_path: Path) -> None:
    answers = [ours(vector(kit, name)) for name in (MOON, LOOP)]
    written(tmp_path, "\n".join(map(json.dumps, answers)), "all.jsonl")

    assert run(tmp_path, "--kit", kit) == (0, "2 the same, 0 different, 0 not run, 3 unanswered\n")


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        ("{", "answers.json:1: invalid answers: not valid JSON: expecting property name enclosed in double quotes"),
        ("\n\nno", "answers.json:3: invalid answers: not valid JSON: expecting value at column 1"),
        ("[" * 100_000, "answers.json: invalid answers: at most 64 levels of nesting are allowed"),
        ('{"vector": NaN}', "invalid answers: `NaN` is not valid JSON"),
        ('{"vector": ' + "9" * 5000 + "}", "invalid answers: at most 9 digits in a number are allowed, not 5000"),
        ('{"vector": "a", "objects": [{"id": "b", "power": 2.5}]}', "expected `int | null`, got `float`"),
        ('{"vector": "a", "vector": "b"}', "invalid answers: the key `vector` appears twice in one table"),
        ('{"vector": "a", "objects": [{"id": "b", "power": 9, "power": 1}]}', "the key `power` appears twice in one"),
        ('{"vector": "a", "objects": [{"id": "b"}, {"id": "c"}, {"id": "b"}]}', "`a` contains the object `b` twice"),
        (
            '[{"vector": "a", "layers": [{"name": "4"}, {"name": "4", "order": []}]}]',
            "`a` contains the layer `4` twice",
        ),
        ('[{"vector": 3}]', "invalid answers: expected `str`, got `int` - at `$[0].vector`"),
        ('{"vector": "E25/none"}', "there is no vector `E25/none`"),
        ([{"vector": MOON}, {"vector": MOON}], f"`{MOON}` is answered twice"),
        (
            {"vector": MOON, "layers": [{"name": "9", "order": []}]},
            f"`{MOON}` has no layer `9`; its layers are 1a, 1b, 2",
        ),
        ({"vector": MOON, "objects": [{"id": "me"}]}, f"`{MOON}` has no object `me`"),
    ],
)
def test_broken_answers(kit: Path, tmp_path: Path, answers: Any, says: str) -> None:
    code, output = run(written(tmp_path, answers), "--kit", kit)

    assert code == 2
    assert says in " ".join(output.split())


def test_a_broken_line_is_told_with_its_number(kit: Path, tmp_path: Path) -> None:
    good = json.dumps({"vector": MOON})
    for line, says in (
        ("{", "not valid JSON: expecting property name enclosed in double quotes at column 2"),
        ("no", "not valid JSON: expecting value at column 1"),
        ('{"vector": 3}', "expected `str`, got `int` - at `$.vector`"),
        ('{"vector": "a", "layers": [{"name": "4"}, {"name": "4"}]}', "`a` contains the layer `4` twice"),
    ):
        code, output = run(written(tmp_path, f"{good}\r\n\n{line}\n{good}", "all.jsonl"), "--kit", kit)
        assert (code, " ".join(output.split()).endswith(f"all.jsonl:3: invalid answers: {says}")) == (2, True), output
    (tmp_path / "all.jsonl").write_bytes(good.encode() + b"\n\xff")
    code, output = run(tmp_path / "all.jsonl", "--kit", kit)
    assert code == 2
    assert "all.jsonl:2: invalid answers: not valid UTF-8: invalid start byte at byte 0" in " ".join(output.split())


def test_a_whole_number_may_be_written_with_a_point(kit: Path, tmp_path: Path) -> None:
    for told, code in (("1.0", 0), ("1", 0), ("1e0", 0), ("2.0", 1)):
        answer = f'{{"vector": "{MOON}", "objects": [{{"id": "saproling", "power": {told}}}]}}'
        assert run(written(tmp_path, answer), "--kit", kit)[0] == code
    answer = f'{{"vector": "{MOON}", "objects": [{{"id": "saproling", "power": 1.5}}]}}'
    assert run(written(tmp_path, answer), "--kit", kit)[0] == 2


def test_a_vector_that_does_not_hold_together(kit: Path, tmp_path: Path) -> None:
    """What a damaged kit lacks is not laid at the door of whoever answers."""
    damaged = tmp_path / "kit"
    shutil.copytree(kit, damaged)
    file = damaged / "vectors" / f"{MOON}.json"
    data = json.loads(file.read_bytes())
    del data["edition"]["rules"]["dependency"]
    file.write_text(json.dumps(data), encoding="utf-8")
    steps = [{"effect": "life-and-limb#1", "edges": []}, {"effect": "blood-moon#1"}]
    answer = {"vector": MOON, "layers": [{"name": "4", "steps": steps}]}

    code, output = run(written(tmp_path, answer), "--kit", damaged)

    assert code == 2
    assert f"the vector `{MOON}` mentions `dependency` but does not define it" in " ".join(output.split())


def test_a_folder_that_is_no_kit(tmp_path: Path) -> None:
    code, output = run(written(tmp_path, []), "--kit", tmp_path)

    assert code == 2
    assert "is not a kit" in output
