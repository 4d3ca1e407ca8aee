"""Measure how fast the reader compiles a file of cards, on one core and on all; ``--write`` puts it into the README.

Run from the checkout: ``python benchmarks/reading.py oracle-cards.json``.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from readme import put

from mtglayers.model.cards.scryfall import read_card
from mtglayers.model.errors import UnsupportedTextError
from mtglayers.model.oracle.reading.resolving import resolution_of
from mtglayers.model.oracle.recognition.normalise import abilities_of, normalise, sentences

CHUNK = 200


def counted(cards: Sequence[dict[str, Any]]) -> tuple[int, int]:
    """Return how many lines and sentences the cards have."""
    lines = [
        line
        for card in cards
        for face in card.get("card_faces") or (card,)
        for line in abilities_of(normalise(str(face.get("oracle_text") or ""), str(face.get("name") or card["name"])))
    ]
    return len(lines), sum(len(sentences(line)) for line in lines)


def compile_cards(cards: Sequence[dict[str, Any]]) -> tuple[int, float]:
    """Read cards and their resolving texts; return their number and the processor time."""
    began = time.process_time()
    for card in cards:
        try:
            found = read_card(card)
        except ValueError:  # a type line that is none
            continue
        for ability in (ability for face in found.faces for ability in face.abilities):
            try:
                resolution_of(ability, found.name)
            except UnsupportedTextError:
                continue
    return len(cards), time.process_time() - began


def rows(cards: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield the lines of the table."""
    lines, said = counted(cards)
    parts = [cards[start : start + CHUNK] for start in range(0, len(cards), CHUNK)]
    yield "| processes | cards | lines | sentences | seconds | sentences per second | per second of processor time |"
    yield "|---|---|---|---|---|---|---|"
    for jobs in dict.fromkeys((1, os.cpu_count() or 1)):
        with multiprocessing.get_context("spawn").Pool(jobs) as pool:
            pool.map(compile_cards, [cards[:1]] * jobs)  # the reader is loaded
            began = time.perf_counter()
            done, worked = map(sum, zip(*pool.imap_unordered(compile_cards, parts), strict=True))
            took = time.perf_counter() - began
        rates = f"{said / took:,.0f} | {said / worked:,.0f}"
        yield f"| {jobs} | {done:,} | {lines:,} | {said:,} | {took:.1f} | {rates} |"


def main() -> None:
    """Print the table, and with `--write` write it into the README."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cards", type=Path, help="a file in the shape of Scryfall's bulk data")
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    arguments = parser.parse_args()
    table = "\n".join(rows(json.loads(arguments.cards.read_text(encoding="utf-8"))))
    print(table)
    if arguments.write:
        put("compile", table)


if __name__ == "__main__":
    main()
