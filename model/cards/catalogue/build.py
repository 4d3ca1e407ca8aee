"""Build the catalogue: ``python -m mtglayers.model.cards.catalogue.build CARDS.json``.

CARDS.json is Scryfall's bulk file "oracle cards" or MTGJSON's AtomicCards. The catalogue contains facts and effect
trees for the cards in this file, for the tokens that they create and for the tokens in ``tokens.toml``, but no
sentences of rules text. The same input always produces the same bytes.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from ...errors import LayersError
from ...support.files import replacing
from ...support.names import fold
from ...support.parallel import spread
from ..search import FILE
from ..sources import Source
from ..tokens import FILE as TOKENS
from .created import build_tokens
from .pack import Line, line_of, packed
from .shipped import shipped_card


class BuildError(LayersError, ValueError):
    """Raised when a listed card is missing or has text that is not understood."""


class Built(NamedTuple):
    """The result of building a catalogue.

    Attributes:
        data: the contents of the catalogue file.
        cards: the number of cards in the catalogue.
        refused: a (name, problem) pair for each card that was left out because its data cannot be read.
        unread: a (card name, location) pair for each line that is not understood.
    """

    data: bytes
    cards: int
    refused: tuple[tuple[str, str], ...]
    unread: tuple[tuple[str, str], ...]


class _Done(NamedTuple):
    name: str
    line: Line | None
    wrong: str
    unread: tuple[str, ...]


def build(cards: Iterable[Mapping[str, Any]], jobs: int = 1) -> Built:
    """Build a catalogue from cards in Scryfall's format.

    If several cards have the same name, the first card is used.
    """
    done: dict[str, _Done] = {}
    for one in chain.from_iterable(spread(_chunk, cards, jobs)):
        done.setdefault(fold(one.name), one)
    found = [one for one in done.values() if one.line is not None]
    return Built(
        packed(one.line for one in found if one.line is not None),
        len(found),
        tuple((one.name, one.wrong) for one in done.values() if one.line is None),
        tuple((one.name, place) for one in found for place in one.unread),
    )


def _chunk(cards: Sequence[Mapping[str, Any]]) -> list[_Done]:
    return [_one(card) for card in cards]


def _one(data: Mapping[str, Any]) -> _Done:
    name = str(data["name"])
    try:
        card = shipped_card(data)
        for face in card.faces:
            face.copiable()  # checks the mana cost and the printed numbers
    except (ValueError, KeyError) as error:
        return _Done(name, None, str(error), ())
    return _Done(name, line_of(card), "", tuple(card.not_understood()))


def chosen(cards: Iterable[Mapping[str, Any]], names: Iterable[str]) -> list[Mapping[str, Any]]:
    """Return the cards with the given names.

    Raises:
        BuildError: some names are not in `cards`; the message lists them.
    """
    known = {str(card["name"]): card for card in cards}
    wrong = [f"no card `{name}`" for name in names if name not in known]
    if wrong:
        raise BuildError("; ".join(wrong))
    return [known[name] for name in names]


def read_names(path: Path) -> list[str]:
    """Return the names in a file with one name per line; ``#`` begins a comment."""
    lines = (line.partition("#")[0].strip() for line in path.read_text(encoding="utf-8").splitlines())
    return sorted({line for line in lines if line})


def build_file(
    path: Path, only: Path | None = None, jobs: int = 1, progress: Callable[[int, int], object] | None = None
) -> Built:
    """Build the catalogue from a bulk file, or from some of its cards.

    Args:
        path: the bulk file.
        only: a file with the names of the cards to include, each of which must be found and understood, or None to
            include all cards.
        jobs: the number of processes.
        progress: a function that is called with the number of bytes read and the total number of bytes.

    Raises:
        SourceError: the file is not a card file.
        BuildError: a named card is missing or not understood.
    """
    source = Source(path, progress)
    if only is None:
        cards = source.cards()
        first = next(cards, None)
        if first is None:
            raise BuildError(f"`{path}`: contains no cards")
        return build(chain([first], cards), jobs)
    found = build(chosen(source.cards(), read_names(only)), jobs)
    if wrong := [*(f"`{name}`: {why}" for name, why in found.refused), *(place for _, place in found.unread)]:
        raise BuildError(f"not understood: {'; '.join(wrong)}")
    return found


def summary(built: Built) -> list[str]:
    """Return a summary of a catalogue as lines of text."""
    cards = len({name for name, _ in built.unread})
    size = f"{built.cards} cards, {len(built.data) / 1e6:.1f} MB"
    lines = [f"{size}; {len(built.unread)} lines of {cards} cards are not understood"]
    return lines + [f"left out: {name}: {why}" for name, why in built.refused]


def write(
    file: Path,
    only: Path | None = None,
    jobs: int = 1,
    out: Path | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Built:
    """Build the catalogue from a bulk file and write it to `out`.

    By default, the new catalogue replaces the shipped catalogue, and so do its tokens unless `only` is given.
    """
    found = build_file(file, only, jobs, progress)
    with replacing(out or FILE) as draft:
        draft.write_bytes(found.data)
    if out is None and only is None:
        with replacing(TOKENS) as draft:
            draft.write_bytes(build_tokens(Source(file).cards()))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m mtglayers.model.cards.catalogue.build", description=__doc__)
    for name, kind in (("file", Path), ("--only", Path), ("--jobs", int), ("--out", Path)):
        parser.add_argument(name, type=kind)
    given = parser.parse_args(arguments)
    if given.jobs is None:
        given.jobs = os.cpu_count() or 1
    if given.jobs < 1:
        parser.error("`--jobs` must be at least 1")
    try:
        lines = summary(write(**vars(given)))
    except (LayersError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
