"""Mutated sentences: each becomes trees that print back, or is refused by name; nothing else, and in bounded time.

Run from the checkout: ``python -m tests.fuzz.oracle 20000 --seed 1 --jobs 2``. The sentences come from the bulk file of
cards beside the checkout, or else from what the shipped cards' trees print.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from mtglayers.coverage.lines import lines_of_card
from mtglayers.coverage.roundtrip import misprint
from mtglayers.model.cards import search as catalogue
from mtglayers.model.oracle.printing.sentences import english

from ..support.paths import ROOT

BULK = ROOT.parent / "shared" / "cards" / "oracle-cards.json"
SECONDS = 5.0
"""How long one text may take."""

TYPE_LINES = ("Creature — Goblin", "Enchantment — Aura", "Instant", "Sorcery", "Land", "Artifact — Equipment")
ODD = (
    '"', "“", "'", "’", "{", "}", "{X}", "{T}:", "(", ")", "•", "—", "−1:", "~", "\n", "\u2028", "\u00a0", "\u0130",
    "ß",
    "\u200d", "🂡", "+X/+X", "-0/-0", "*/*", "1/1",
    "99999999999999999999", ".", ",", ":", ";", "|", "\\",
    "\x00", "LEVEL 3+", "STATION 8+", "I, II —", "{2}: Level 3",
)  # fmt: skip


class Fault(NamedTuple):
    """A text that came out as it may not."""

    text: str
    type_line: str
    what: str


class TooSlowError(Exception):
    """A text that took longer than `SECONDS`."""


@cache
def corpus() -> tuple[str, ...]:
    """Return the texts to begin from."""
    if BULK.exists():
        cards = json.loads(BULK.read_text(encoding="utf-8"))
        faces = (face for card in cards for face in card.get("card_faces") or (card,))
        return tuple(
            dict.fromkeys(line for face in faces for line in (face.get("oracle_text") or "").split("\n") if line)
        )
    return tuple(dict.fromkeys(_printed()))


def _printed() -> Iterator[str]:
    for name in catalogue.names():
        for face in catalogue.find(name).faces:
            for ability in face.abilities:
                if text := english(ability):
                    yield text


@cache
def words() -> tuple[str, ...]:
    """Return the words of the corpus, each once."""
    return tuple(sorted({word for text in corpus() for word in text.split()}))


# --- Mutations: each takes the words of a text ---


def drop(draw: random.Random, text: list[str]) -> list[str]:
    place = draw.randrange(len(text))
    return text[:place] + text[place + draw.randint(1, 3) :]


def double(draw: random.Random, text: list[str]) -> list[str]:
    start = draw.randrange(len(text))
    end = min(len(text), start + draw.randint(1, 4))
    return text[:end] + text[start:]


def swap(draw: random.Random, text: list[str]) -> list[str]:
    one, other = draw.randrange(len(text)), draw.randrange(len(text))
    text = list(text)
    text[one], text[other] = text[other], text[one]
    return text


def replace(draw: random.Random, text: list[str]) -> list[str]:
    place = draw.randrange(len(text))
    return [*text[:place], draw.choice(words()), *text[place + 1 :]]


def insert(draw: random.Random, text: list[str]) -> list[str]:
    place = draw.randint(0, len(text))
    return [*text[:place], draw.choice(words()), *text[place:]]


def cut(draw: random.Random, text: list[str]) -> list[str]:
    whole = " ".join(text)
    place = draw.randint(0, len(whole))
    return (whole[:place] if draw.random() < 0.5 else whole[place:]).split(" ")


def splice(draw: random.Random, text: list[str]) -> list[str]:
    other = draw.choice(corpus()).split(" ")
    if draw.random() < 0.3:
        return text + other
    return text[: draw.randint(0, len(text))] + other[draw.randint(0, len(other)) :]


def odd(draw: random.Random, text: list[str]) -> list[str]:
    whole = " ".join(text)
    place = draw.randint(0, len(whole))
    return (whole[:place] + draw.choice(ODD) + whole[place:]).split(" ")


def quote(draw: random.Random, text: list[str]) -> list[str]:
    start = draw.randrange(len(text))
    end = draw.randint(start, len(text))
    return [*text[:start], f'"{" ".join(text[start:end])}"', *text[end:]]


def case(draw: random.Random, text: list[str]) -> list[str]:
    place = draw.randrange(len(text))
    return [*text[:place], text[place].swapcase(), *text[place + 1 :]]


def number(draw: random.Random, text: list[str]) -> list[str]:
    digits = [place for place, word in enumerate(text) if any(sign.isdigit() for sign in word)]
    if not digits:
        return text
    place = draw.choice(digits)
    new = "".join(draw.choice(("0", "7", "12", "X")) if sign.isdigit() else sign for sign in text[place])
    return [*text[:place], new, *text[place + 1 :]]


def lengthen(draw: random.Random, text: list[str]) -> list[str]:
    start = draw.randrange(len(text))
    part = text[start : start + draw.randint(1, 6)]
    return text[:start] + part * draw.choice((10, 40, 150)) + text[start:]


MUTATIONS: tuple[Callable[[random.Random, list[str]], list[str]], ...] = (
    drop, drop, double, swap, replace, replace, insert, cut, splice, splice, odd, odd, quote, case, number,
)  # fmt: skip


def mutated(seed: int) -> tuple[str, str]:
    """Return the text and type line of that number."""
    draw = random.Random(seed)
    text = draw.choice(corpus()).split(" ")
    for _ in range(draw.choice((1, 1, 1, 2, 2, 3, 5))):
        text = draw.choice(MUTATIONS)(draw, text) or [""]
    if draw.random() < 0.01:
        text = lengthen(draw, text)
    return " ".join(text), draw.choice(TYPE_LINES)


def fault_of(text: str, type_line: str) -> Fault | None:
    """Return what is wrong with how a text is read, if anything."""
    signal.signal(signal.SIGPROF, _too_slow)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        card = {"name": "Quux of Zorn", "type_line": type_line, "oracle_text": text, "power": "1", "toughness": "1"}
        for line in lines_of_card(card):
            printed = misprint(line)
            if printed is not None:
                return Fault(text, type_line, f"prints `{printed}`")
    except TooSlowError:
        return Fault(text[:2000], type_line, f"takes longer than {SECONDS} s of work")
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what we look for
        where = traceback.extract_tb(error.__traceback__)[-1]
        return Fault(
            text[:2000], type_line, f"{type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno})"
        )
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return None


def _too_slow(*_: int | FrameType | None) -> None:
    raise TooSlowError


def faults(seeds: range) -> list[Fault]:
    """Return the faults among the texts of those numbers."""
    return [found for seed in seeds if (found := fault_of(*mutated(seed)))]


def run(count: int, seed: int = 0, jobs: int = 1) -> Iterator[list[Fault]]:
    """Yield the faults among `count` texts, part by part."""
    first = seed * 1_000_000_007
    parts = [range(first + start, first + min(start + 500, count)) for start in range(0, count, 500)]
    if jobs == 1:
        yield from map(faults, parts)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(faults, parts)


def main() -> int:
    """Print every fault, and how many there were."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=20000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    say = partial(print, file=sys.stdout, flush=True)
    began, total = time.monotonic(), 0
    for found in run(arguments.count, arguments.seed, arguments.jobs):
        for fault in found:
            total += 1
            say(f"{fault.what}\n    {fault.type_line}: {fault.text!r}")
    took = time.monotonic() - began
    say(f"{arguments.count:,} texts from {len(corpus()):,} lines, {total} faults, {took:.0f} s")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
