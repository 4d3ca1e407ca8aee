"""Oracle text, guided by what of the reader it reaches: it becomes trees that print back, or is marked or refused.

Run from the checkout: ``python -m tests.fuzz.guided.oracle 100000 [OPTION OF LIBFUZZER...]``: so many texts.
Those to begin with are lines of `tests/fuzz/oracle.py`; the words of the reader are libFuzzer's dictionary.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["mtglayers.model.oracle"]):
    from mtglayers.coverage.lines import lines_of_card
    from mtglayers.coverage.roundtrip import misprint

from ..oracle import TYPE_LINES, corpus, words

SEEDS = 1500
WORDS = 4000


def one(data: bytes) -> None:
    """Read a text: its first byte picks the type of the card."""
    text = data[1:].decode("utf-8", "replace")
    type_line = TYPE_LINES[data[0] % len(TYPE_LINES)] if data else TYPE_LINES[0]
    card = {"name": "Quux of Zorn", "type_line": type_line, "oracle_text": text, "power": "1", "toughness": "1"}
    for line in lines_of_card(card):
        printed = misprint(line)
        assert printed is None, f"prints `{printed}`"


def main() -> None:
    """Run libFuzzer; it ends the process."""
    count = sys.argv[1] if len(sys.argv) > 1 else "10000"
    with tempfile.TemporaryDirectory() as folder:
        seeds, book = Path(folder) / "seeds", Path(folder) / "words"
        seeds.mkdir()
        step = max(1, len(corpus()) // SEEDS)
        for number, text in enumerate(corpus()[::step]):
            (seeds / f"{number}").write_bytes(bytes([number % 256]) + text.encode())
        plain = [word for word in words() if word.isascii() and word.isprintable() and not set(word) & set('"\\')]
        book.write_text("".join(f'"{word} "\n' for word in plain[:: max(1, len(plain) // WORDS)]), encoding="ascii")
        options = ["-max_len=600", "-timeout=30", "-rss_limit_mb=4000", "-print_final_stats=1", f"-dict={book}"]
        atheris.Setup([sys.argv[0], f"-atheris_runs={count}", *options, *sys.argv[2:], str(seeds)], one)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
