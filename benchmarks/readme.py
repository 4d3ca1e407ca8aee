"""The tables of the README of the benchmarks, each between marks of its own."""

from __future__ import annotations

from pathlib import Path

README = Path(__file__).with_name("README.md")


def put(mark: str, table: str) -> None:
    """Write a table between ``<!-- mark -->`` and ``<!-- /mark -->``, in place of what stands there."""
    start, end = f"<!-- {mark} -->", f"<!-- /{mark} -->"
    text = README.read_text(encoding="utf-8")
    before, after = text.split(start)[0], text.split(end)[1]
    README.write_text(f"{before}{start}\n{table}\n{end}{after}", encoding="utf-8")
