"""What famous puzzles are explained as, word for word; each text has been read against the rules."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from mtglayers.cli.main import main

from ....support.golden_files import assert_golden
from ....support.paths import ROOT

PUZZLES = ROOT / "puzzles"

TEXTS = {
    "blood-moon-and-life-and-limb": "blood-moon-life-and-limb --at 2 saproling",
    "blood-moon-and-life-and-limb.learner": "blood-moon-life-and-limb --at 2 saproling --register learner",
    "the-same-with-overgrown-tomb": "blood-moon-life-and-limb --at 3",
    "the-same-with-overgrown-tomb.learner": "blood-moon-life-and-limb --at 3 --register learner",
    "humility-then-opalescence": "humility-then-opalescence",
    "opalescence-then-humility": "opalescence-then-humility",
    "opalescence-then-humility.learner": "opalescence-then-humility --register learner",
    "conversion-and-blood-moon-with-a-taiga": "conversion-blood-moon-taiga --at 1",
    "the-same-with-a-tundra": "conversion-blood-moon-taiga --at 2",
    "titanias-song-then-march-of-the-machines": "titanias-song-then-march-of-the-machines --at 1",
    "march-of-the-machines-then-titanias-song": "march-of-the-machines-then-titanias-song",
    "kormus-bell-urborg-and-a-flood": "kormus-bell-urborg-quicksilver-fountain --at 1",
    "blood-moon-and-urborg": "urborg-then-blood-moon",
    "blood-moon-and-urborg.learner": "urborg-then-blood-moon --register learner",
    "dryad-arbor-under-blood-moon": "dryad-arbor-under-blood-moon",
    "painters-servant-and-celestial-dawn": "painters-servant-and-celestial-dawn",
    "march-of-the-machines-and-mycosynth-lattice": "march-of-the-machines-mycosynth-lattice",
    "a-loop-of-three": "three-loop",
    "magus-of-the-moon-imprisoned": "magus-of-the-moon-imprisoned --at 1",
    "svogthos-under-humility": "svogthos-under-humility --at 1",
    "svogthos-under-a-younger-humility": "svogthos-under-humility --at 2",
}


@pytest.mark.parametrize("name", TEXTS)
def test_the_explanation_of(name: str) -> None:
    puzzle, *rest = TEXTS[name].split()
    result = CliRunner().invoke(main, ["explain", str(PUZZLES / f"{puzzle}.toml"), *rest], prog_name="mtglayers")

    assert (result.exit_code, result.stderr) == (0, "")
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert_golden(f"explain/{name}.txt", result.stdout)
