"""Puzzles as texts, guided by what of the reader they reach: each is read, or refused in one sentence.

Run from the checkout: ``python -m tests.fuzz.guided.puzzles toml 100000 [OPTION OF LIBFUZZER...]``, or ``json``:
so many inputs. Those to begin with are the puzzles and queries of the checkout; what says "order" is a query, too.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["mtglayers.model", "tomllib"]):
    from mtglayers.model.puzzles.puzzle import puzzle_of_text
    from mtglayers.model.puzzles.query import read_query

from mtglayers.model.errors import LayersError

from ..inputs import wrong_words
from ..puzzles import json_texts, queries, texts

SHORT = 1500
"""Signs of the longest text to begin with: what is short is mutated better."""


def one(data: bytes) -> None:
    """Read a text."""
    try:
        text = data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
    words = _problem(lambda: json.dumps(puzzle_of_text(text, "given").to_data(), default=str))
    if "order" in text:
        words = words or _problem(lambda: read_query(f"{text}\n", "given"))
    assert not words, words


def _problem(read: Callable[[], object]) -> str:
    try:
        read()
    except LayersError as error:
        return wrong_words(error)
    return ""


def main() -> None:
    """Run libFuzzer; it ends the process."""
    kind = sys.argv[1] if len(sys.argv) > 1 else "toml"
    count = sys.argv[2] if len(sys.argv) > 2 else "10000"
    begin = [*texts(), *queries()] if kind == "toml" else json_texts()
    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(text for text in begin if len(text) < SHORT):
            (Path(folder) / f"{number}").write_bytes(text.encode())
        options = ["-max_len=4000", "-timeout=30", "-rss_limit_mb=4000", "-print_final_stats=1", *sys.argv[3:]]
        atheris.Setup([sys.argv[0], f"-atheris_runs={count}", *options, folder], one)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
