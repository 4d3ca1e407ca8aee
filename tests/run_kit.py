"""The whole conformance kit, exported and run: ``python -m tests.run_kit [N]`` takes N puzzles, by default all.

Every vector must fit its schema, and come out the same from `examples/engine.mjs` with dependency and from the server;
what an engine without dependency answers is counted.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from jsonschema import Draft202012Validator

from mtglayers.checked import puzzle_files
from mtglayers.model.edition import NEWEST
from mtglayers.vectors.comparing import Comparison, compare, comparison_lines, summary
from mtglayers.vectors.kit import LeftOut, export, given_boards, vectors_of
from mtglayers.vectors.summary import kit_lines

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = 40
say = partial(print, flush=True)


def main() -> int:
    """Run the kit, and return 0 if nothing differs."""
    files = list(puzzle_files([str(ROOT / "puzzles")]))
    if len(sys.argv) > 1:
        files = random.Random(613).sample(files, int(sys.argv[1]))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        left_out: list[LeftOut] = []
        kit = export(folder / "kit", vectors_of(given_boards(files), (NEWEST,), left_out), left_out)
        say("\n".join(kit_lines(kit)))
        wrong = misfits(folder / "kit", kit.names)
        say(f"schema: {wrong} of {min(SAMPLE, len(kit.names))} vectors do not fit")
        for what, command in (
            ("engine, timestamps alone", ["engine.mjs"]),
            ("engine with dependency", ["engine.mjs", "--dependency"]),
            ("the server", ["run_vectors.mjs", sys.executable, "-m", "mtglayers"]),
        ):
            found = answered(folder, *command)
            say(f"{what}: {summary(found)}")
            if what != "engine, timestamps alone":
                if found.different:
                    say(*comparison_lines(found), sep="\n")
                wrong += len(found.different)
    return int(wrong > 0)


def misfits(kit: Path, names: tuple[str, ...]) -> int:
    """Return how many vectors of a sample do not fit the kit's own schema."""
    validator = Draft202012Validator(json.loads((kit / "schemas" / "vector.json").read_bytes()))
    drawn = random.Random(613).sample(names, min(SAMPLE, len(names)))
    data = (json.loads((kit / "vectors" / f"{name}.json").read_bytes()) for name in drawn)
    return sum(not validator.is_valid(each) for each in data)


def answered(folder: Path, script: str, *arguments: str) -> Comparison:
    """Return how a program of `examples/` answers the kit."""
    kit, target = folder / "kit", folder / "answers.jsonl"
    command = ["node", str(ROOT / "examples" / script), str(kit), str(target), *arguments]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)  # noqa: S603
    return compare(target, kit)


if __name__ == "__main__":
    sys.exit(main())
