"""The pairs of the whole catalogue, decided in chunks."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache
from itertools import groupby
from typing import Final

from mtglayers.model.cards.search import find, names, shipped_card
from mtglayers.model.rules.edition import Edition
from mtglayers.model.rules.edition import edition as edition_of

from .columns import PartColumns, columns_of
from .decide import Decision, decide
from .pairs import Candidate, CandidatePairs
from .signatures import signature_of
from .under_editions import with_editions

SIZE: Final = 250
"""Number of pairs in a chunk."""

_MOST: Final = 20_000
"""Maximum number of decisions that are kept for pairs with the same signature."""

_known: Final[dict[Hashable, Decision]] = {}

_PERMANENT: Final = frozenset({"Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker"})


def permanents(edition: Edition) -> dict[str, frozenset[PartColumns]]:
    """Return the columns of the shipped cards that have static abilities with effects on the battlefield, by name."""
    cards = ((name, shipped_card(name)) for name in names())
    there = (name for name, card in cards if card is not None and not _PERMANENT.isdisjoint(card.faces[0].types))
    found = ((name, _columns(name, edition)) for name in there)
    return {name: columns for name, columns in found if columns}


def _columns(name: str, edition: Edition) -> frozenset[PartColumns]:
    return columns_of(find(name), edition, resolved=False)


@lru_cache(maxsize=16)
def candidates(
    edition: str, among: tuple[str, ...] | None = None, layers: tuple[str, ...] | None = None
) -> tuple[Candidate, ...]:
    """Return the pairs of cards whose static abilities may depend on each other, in a fixed order.

    Args:
        edition: the key or date of the edition.
        among: the names of the only cards to consider, also planes and other cards that stay in the command zone; by
            default, all permanents.
        layers: the names of the only layers to consider; by default, all.
    """
    rules = edition_of(edition)
    cards = permanents(rules) if among is None else {name: _columns(name, rules) for name in among}
    pairs = CandidatePairs(cards, rules)
    if layers is None:
        return tuple(pairs)
    chosen = (pair._replace(layers=tuple(name for name in pair.layers if name in layers)) for pair in pairs)
    return tuple(pair for pair in chosen if pair.layers)


def pair_of(effect: str, on: str, edition: Edition, layers: tuple[str, ...] | None = None) -> Candidate | None:
    """Return the pair of two cards, or None if the first cannot depend on the second.

    Args:
        effect: the name of the card that may depend on the other.
        on: the name of the other card.
        edition: the edition of the rules.
        layers: as for `candidates`.
    """
    found = candidates(edition.since.isoformat(), tuple(sorted({effect, on})), layers)
    return next((pair for pair in found if (pair.effect, pair.on) == (effect, on)), None)


def chunk_runs(
    numbers: Iterable[int],
    edition: str,
    among: tuple[str, ...] | None = None,
    layers: tuple[str, ...] | None = None,
    size: int = SIZE,
) -> list[tuple[int, ...]]:
    """Return the numbers of chunks in runs; one process decides a run, whose pairs can have the same signatures.

    Only pairs with the same second card can have the same signature.

    Args:
        numbers: the numbers of the chunks, in ascending order.
        edition: the key or date of the edition.
        among: as for `candidates`.
        layers: as for `candidates`.
        size: the number of pairs in a chunk.
    """
    pairs = candidates(edition, among, layers)
    return [tuple(run) for _, run in groupby(numbers, lambda number: pairs[number * size].on)]


def decide_chunk(
    number: int,
    edition: str,
    among: tuple[str, ...] | None = None,
    layers: tuple[str, ...] | None = None,
    size: int = SIZE,
) -> list[Decision]:
    """Decide the pairs of one chunk, in the order of the pairs.

    Args:
        number: the number of the chunk, from 0.
        edition: the key or date of the edition.
        among: as for `candidates`.
        layers: as for `candidates`.
        size: the number of pairs in a chunk.
    """
    rules = edition_of(edition)
    return [_decided(pair, rules) for pair in candidates(edition, among, layers)[number * size : (number + 1) * size]]


def _decided(pair: Candidate, edition: Edition) -> Decision:
    # Pairs with the same signature are decided once in each process.
    key = signature_of(pair, edition)
    if key is None:
        return with_editions(decide(pair, edition))
    known = _known.get(key)
    if known is None:
        known = with_editions(decide(pair, edition))
        if len(_known) >= _MOST:
            _known.clear()
        _known[key] = known
    return known.of(pair.effect, pair.on)
