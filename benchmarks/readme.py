"""The tables of the README of the benchmarks, each between its own marks."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from pathlib import Path

README = Path(__file__).with_name("README.md")


def put(mark: str, table: str) -> None:
    """Write a table between ``<!-- mark -->`` and ``<!-- /mark -->``, in place of the old one."""
    start, end = f"<!-- {mark} -->", f"<!-- /{mark} -->"
    text = README.read_text(encoding="utf-8")
    before, after = text.split(start)[0], text.split(end)[1]
    README.write_text(f"{before}{start}\n{table}\n{end}{after}", encoding="utf-8")


def run(mark: str, says: str | None, rows: Callable[[], Iterable[str]]) -> None:
    """Print the table of a program, and with `--write` write it into the README.

    Args:
        mark: between which marks it stands there.
        says: what the program does, for its help.
        rows: makes the lines of the table.
    """
    parser = argparse.ArgumentParser(description=says)
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    arguments = parser.parse_args()
    table = "\n".join(rows())
    print(table)
    if arguments.write:
        put(mark, table)
