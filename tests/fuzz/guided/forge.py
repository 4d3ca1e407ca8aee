"""Forge game states, guided by coverage of the reader: each is read, or refused with one sentence.

Run from the checkout: ``python -m tests.fuzz.guided.forge 100000 [OPTION OF LIBFUZZER...]``: so many inputs.
Those to begin with are the examples of `tests/fuzz/forge.py` and states that it makes up.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["mtglayers.forge"]):
    from mtglayers.forge import read_forge

from mtglayers.model.errors import LayersError

from ..forge import made_up, texts
from ..inputs import wrong_words

SEEDS = 200


def one(data: bytes) -> None:
    """Read a state."""
    try:
        state = read_forge(data.decode("utf-8", "replace"), leave_out=True)
    except LayersError as error:
        words = wrong_words(error)
    else:
        words = "" if len(state.board().objects) + len(state.board().phased_out) >= len(state.listed) else "objects"
    assert not words, words


def main() -> None:
    """Run libFuzzer; it ends the process."""
    count = sys.argv[1] if len(sys.argv) > 1 else "10000"
    with tempfile.TemporaryDirectory() as folder:
        begin = [*texts(), *(made_up(random.Random(number)) for number in range(SEEDS))]
        for number, text in enumerate(begin):
            (Path(folder) / f"{number}").write_bytes(text.encode("utf-8", "replace"))
        options = ["-max_len=4000", "-timeout=30", "-rss_limit_mb=4000", "-print_final_stats=1", *sys.argv[2:]]
        atheris.Setup([sys.argv[0], f"-atheris_runs={count}", *options, folder], one)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
