"""The kit is run by an engine of its own in JavaScript, `examples/engine.mjs`, and by the server from JavaScript."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from mtglayers.cli.main import main
from mtglayers.conformance.comparing import Comparison, NotRun
from mtglayers.conformance.document import document
from mtglayers.conformance.kit import export, given_boards, vectors_of
from mtglayers.model.rules.edition import NEWEST
from mtglayers.wire.base import FORMAT

from ....support.editions import KIT_FOLDER
from ....support.kit import LACKS, left_out_wrongly
from ....support.paths import ROOT

NODE = shutil.which("node")
SOME = (
    "blood-moon-life-and-limb", "three-loop", "s0-blood-moon-and-life-and-limb", "clone-of-a-clone",
    "sleight-of-mind-on-crusade", "archetype-of-imagination", "humility-then-opalescence", "yixlid-jailer",
    "dryad-arbor-under-blood-moon", "painters-servant-and-celestial-dawn", "svogthos-under-blood-moon",
)  # fmt: skip

with_node = pytest.mark.skipif(NODE is None, reason="there is no `node`")


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kit")
    export(folder, vectors_of(given_boards(ROOT / "puzzles" / f"{name}.toml" for name in SOME), (NEWEST,)))
    return folder


def run(kit: Path, target: Path, *flags: str) -> str:
    assert NODE is not None
    command = [NODE, str(ROOT / "examples" / "engine.mjs"), str(kit), str(target), *flags]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout


def diff(target: Path, kit: Path) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["vectors", "diff", str(target), "--kit", str(kit)])
    return done.exit_code, done.output


@with_node
def test_an_engine_with_dependency_agrees(kit: Path, tmp_path: Path) -> None:
    """613.8a-b: from the state and the trees alone it finds every order, dependency and characteristic."""
    said = run(kit, tmp_path / "answers.jsonl", "--dependency")
    count = len(json.loads((kit / "index.json").read_bytes())["vectors"])

    assert said == f"{count} vectors run, 0 not\n"
    assert diff(tmp_path / "answers.jsonl", kit) == (
        0,
        f"{count} the same, 0 different, 0 not run, 0 unanswered\n",
    )


@with_node
def test_an_engine_without_dependency_is_told_where_it_parts(kit: Path, tmp_path: Path) -> None:
    """613.7 alone is not enough: the first step is named, and the dependency that theirs left out."""
    run(kit, tmp_path / "answers.jsonl")
    code, output = diff(tmp_path / "answers.jsonl", kit)

    assert code == 1
    lines = (
        f"{KIT_FOLDER}/blood-moon-life-and-limb-2",
        "  layer 4, step 1: theirs applies blood-moon#1, ours life-and-limb#1",
        "    reason for ours: it waits for nothing; Blood Moon is older, but has to wait",
        "      (613.8b)",
        "    blood-moon#1 depends on life-and-limb#1 (scope: saproling)",
        "    the answer would be right if blood-moon#1 did not depend on life-and-limb#1",
    )
    assert "\n".join(lines) in output


@with_node
def test_the_server_answers_its_own_vectors(kit: Path, tmp_path: Path) -> None:
    """`examples/run_vectors.mjs` sends each board over the wire as it is spelled out; nothing differs."""
    script, target = ROOT / "examples" / "run_vectors.mjs", tmp_path / "answers.jsonl"
    assert NODE is not None
    command = [NODE, str(script), str(kit), str(target), sys.executable, "-m", "mtglayers"]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120, cwd=ROOT)
    count = len(json.loads((kit / "index.json").read_bytes())["vectors"])

    assert done.stdout == f"{count} vectors answered\n"
    assert diff(target, kit) == (0, f"{count} the same, 0 different, 0 not run, 0 unanswered\n")


def test_the_document_is_what_the_classes_say(kit: Path) -> None:
    """docs/vectors.md is built by `python tools/schemas.py`, and is the kit's FORMAT.md."""
    assert (ROOT / "docs" / "vectors.md").read_text(encoding="utf-8") == document()
    assert (kit / "FORMAT.md").read_text(encoding="utf-8") == document()


def test_the_answer_of_the_document_is_right(kit: Path, tmp_path: Path) -> None:
    answer = re.search(r'```json\n(\{"vector".*?)```', document(), re.DOTALL)
    assert answer is not None
    (tmp_path / "answer.json").write_text(answer[1], encoding="utf-8")

    assert diff(tmp_path / "answer.json", kit)[0] == 0


def test_every_kind_in_the_kit_is_in_the_document(kit: Path) -> None:
    """No tree of a vector has a kind or a field that the format does not name."""
    known = {
        name: set(re.findall(r"^  - `(\w+)`:", text, re.MULTILINE))
        for name, text in re.findall(
            r"^\* \*\*`(\w+)`\*\*(.*?)(?=^\* \*\*|^###|\Z)", document(), re.MULTILINE | re.DOTALL
        )
    }

    def check(value: object) -> None:
        if isinstance(value, dict):
            kind = value.get("kind")
            if kind is not None and not {"count", "timestamp"} <= value.keys():
                assert value.keys() - {"kind"} <= known[kind]
            for item in value.values():
                check(item)
        elif isinstance(value, list):
            for item in value:
                check(item)

    for file in (kit / "vectors").rglob("*.json"):
        check(json.loads(file.read_bytes()))


def test_vectors_and_answers_fit_their_schemas(kit: Path) -> None:
    """What is exported is what the kit's own schemas say, down to the trees."""
    for what in ("vector", "answer"):
        schema = json.loads((kit / "schemas" / f"{what}.json").read_bytes())
        assert schema["$id"] == f"urn:mtglayers:schema:{FORMAT}:{what}"
        Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(json.loads((kit / "schemas" / "vector.json").read_bytes()))
    for name in ("clone-of-a-clone-3", "archetype-of-imagination-2"):
        data = json.loads((kit / "vectors" / KIT_FOLDER / f"{name}.json").read_bytes())
        assert list(validator.iter_errors(data)) == []
        data["abilities"]["a1"]["tree"]["kind"] = "Sttaic"
        assert [error.json_path for error in validator.iter_errors(data)] == ["$.abilities.a1.tree.kind"]


@pytest.mark.parametrize(
    ("not_run", "unanswered", "percent", "expected"),
    [
        ((), 0, 0, []),
        (("selector `TopCard`",), 0, 10, []),
        (("selector `TopCard`",), 0, 9, ["1 of 10 are not run; allowed are 9 in a hundred"]),
        (("selector `Each`",), 0, 10, ["v0 is not run: selector `Each`"]),
        ((), 3, 10, ["3 of 12 are not answered"]),
    ],
)  # fmt: skip
def test_what_an_engine_leaves_out_is_a_fault_of_the_kit(
    not_run: tuple[str, ...], unanswered: int, percent: int, expected: list[str]
) -> None:
    """`tests.support.kit`: beyond what is allowed, an engine that runs nothing is no engine."""
    reasons = tuple(NotRun(vector=f"v{place}", reason=reason) for place, reason in enumerate(not_run))
    found = Comparison(same=("v",) * 9, different=(), not_run=reasons, unanswered=unanswered)

    assert left_out_wrongly(found, LACKS, percent) == expected
