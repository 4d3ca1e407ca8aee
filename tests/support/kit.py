"""The whole conformance kit, exported and run: ``python -m tests.support.kit [N]`` takes N puzzles, by default all.

Each vector must come out the same from `examples/engine.mjs` with dependency and from the server. The server leaves
none out; the engine only what it is known not to read (`LACKS`), and of a hundred vectors no more than ten. What it
answers without dependency is counted. Of the vectors a sample must fit their schema.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Collection
from functools import partial
from pathlib import Path

from jsonschema import Draft202012Validator

from mtglayers.conformance.comparing import Comparison, compare, comparison_lines, summary
from mtglayers.conformance.kit import LeftOut, export, given_boards, kit_lines, vectors_of
from mtglayers.model.rules.edition import NEWEST
from mtglayers.presentation.check import puzzle_files

from .paths import ROOT

SAMPLE = 40
"""How many vectors are compared with their schema."""
PERCENT = 10
"""Of how many vectors in a hundred the engine may say that it cannot run them."""
LACKS = frozenset({
    "amount `Devotion`", "condition `Told`", "copy `exceptions`", "filter `Sharing`", "operation `AsEnters`",
    "operation `BecomeCopy`",
    "operation `Becomes`", "operation `GainAllOf`", "operation `GainKind`", "operation `GainOwnProtections`",
    "operation `ModifyOne`", "operation `SetCreatureTypes`", "operation `SetName`", "operation `SetStickerPT`",
    "operation `TakeTextBox`",
    "player `Holder`", "reading `advance`", "reading `component`", "reading `literal`", "reading `no-re-evaluation`",
    "reading `outcome`", "reading `ready-first`", "reading `ties-reversed`", "selector `InOrder`",
    "selector `TopCard`",
})  # fmt: skip
"""What the engine does not read, in its words; a kind that is not named here has a case in `examples/engine.mjs`."""
ORDERS = "reading `ties="
"""The beginning of its words for a reading that names the order of a tie."""
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
            engine = command[0] == "engine.mjs"
            faults = left_out_wrongly(found, LACKS if engine else (), PERCENT if engine else 0)
            if found.different and what != "engine, timestamps alone":
                faults.extend(comparison_lines(found))
            say(*faults, sep="\n", end="\n" * bool(faults))
            wrong += len(faults)
    return int(wrong > 0)


def left_out_wrongly(found: Comparison, lacks: Collection[str], percent: int) -> list[str]:
    """Return what is wrong with what an engine did not run, as lines.

    Args:
        found: how its answers compare.
        lacks: what it may give as its reason.
        percent: of how many vectors it may do so.
    """
    faults = [
        f"{each.vector} is not run: {each.reason}"
        for each in found.not_run if each.reason not in lacks and not each.reason.startswith(ORDERS)
    ]  # fmt: skip
    number = len(found.same) + len(found.different) + len(found.not_run) + (found.unanswered or 0)
    if 100 * len(found.not_run) > percent * number:
        faults.append(f"{len(found.not_run)} of {number} are not run; allowed are {percent} in a hundred")
    if found.unanswered:
        faults.append(f"{found.unanswered} of {number} are not answered")
    return faults


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
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
    return compare(target, kit)


if __name__ == "__main__":
    sys.exit(main())
