"""The pairs of cards that may depend on each other, found by joining the columns of their effects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from mtglayers.model.effects.view import ANY, Column, Columns, Mask, positive, union
from mtglayers.model.rules.edition import Edition
from mtglayers.model.support.progress import checkpoint

from .columns import PartColumns


class Candidate(NamedTuple):
    """An ordered pair of cards, of which the first may depend on the second.

    Attributes:
        effect: the name of the card that may depend on the other.
        on: the name of the other card.
        layers: the names of the layers in which it may.
        alone: whether the other card can only change the abilities of the first, but not what its effects read.
    """

    effect: str
    on: str
    layers: tuple[str, ...]
    alone: bool


class CandidatePairs:
    """All pairs of cards of which one may depend on the other; see `dependence_layers`.

    The pairs are not enumerated one by one: for each column, the effects that read it are a set, and what an effect
    writes selects the sets.

    Attributes:
        names: the names of the cards, in the order in which pairs are yielded.

    >>> from mtglayers.model.cards.search import find
    >>> from mtglayers.model.rules.edition import NEWEST
    >>> from .columns import columns_of
    >>> names = "Conversion", "Glorious Anthem", "Magus of the Moon"
    >>> cards = {name: columns_of(find(name), NEWEST) for name in names}
    >>> [(pair.effect, pair.on) for pair in CandidatePairs(cards, NEWEST) if pair.effect != pair.on]
    [('Magus of the Moon', 'Conversion'), ('Conversion', 'Magus of the Moon')]
    """

    def __init__(self, cards: Mapping[str, frozenset[PartColumns]], edition: Edition) -> None:
        """Join the columns of the cards, by name, under the rules of an edition."""
        self.names: Sequence[str] = tuple(sorted(cards))
        self._layers = tuple(layer.name for layer in (*edition.layers, *edition.after))
        self._readers: dict[str, dict[int, Mask]] = {}  # layer -> number of a card -> the cards that may depend on it
        self._reads: dict[int, Mask] = {}  # number of a card -> the cards whose effects read what it writes
        groups: dict[tuple[str, str, bool | None], _Group] = {}
        for number, name in enumerate(self.names):
            for part in cards[name]:
                if not (part.group and edition.cda_dependency == "never"):
                    groups.setdefault((part.layer, part.zone, part.group), _Group()).add(number, part)
        for (layer, _, _), group in groups.items():
            found = self._readers.setdefault(layer, {})
            for number, readers, owners in group.pairs():
                found[number] = found.get(number, 0) | readers | owners
                self._reads[number] = self._reads.get(number, 0) | readers

    def __iter__(self) -> Iterator[Candidate]:
        """Yield the pairs, ordered by the name of the card on which the other may depend."""
        for on in range(len(self.names)):
            yield from self.on(on)

    def on(self, number: int) -> Iterator[Candidate]:
        """Yield the pairs whose second card is the one with the given number in `names`."""
        masks = {layer: self._readers[layer].get(number, 0) for layer in self._layers if layer in self._readers}
        reads = self._reads.get(number, 0)
        for effect in positive(union(masks.values())):
            checkpoint("candidate")
            layers = tuple(layer for layer, mask in masks.items() if mask >> effect & 1)
            yield Candidate(self.names[effect], self.names[number], layers, not reads >> effect & 1)

    def counts(self) -> dict[str, int]:
        """Return the number of pairs in each layer, and in all layers under the key ""."""
        there = [layer for layer in self._layers if layer in self._readers]
        found = {layer: sum(mask.bit_count() for mask in self._readers[layer].values()) for layer in there}
        every = (union(self._readers[layer].get(number, 0) for layer in there) for number in range(len(self.names)))
        return {**found, "": sum(mask.bit_count() for mask in every)}


class _Group:
    # The parts of one group of a layer, and the sets of cards that read each column or have effects from an ability.

    def __init__(self) -> None:
        self._writers: dict[tuple[Columns, Columns], Mask] = {}
        self._readers: dict[Columns, Mask] = {}
        self._owners: dict[Columns, Mask] = {}

    def add(self, number: int, part: PartColumns) -> None:
        for index, columns in ((self._readers, part.reads), (self._owners, part.own)):
            index[columns] = index.get(columns, 0) | 1 << number
        written = part.writes, part.takes
        self._writers[written] = self._writers.get(written, 0) | 1 << number

    def pairs(self) -> Iterator[tuple[int, Mask, Mask]]:
        """Yield each card, the cards that read what it writes, and those whose abilities it can remove."""
        readers, owners = _Index(self._readers), _Index(self._owners)
        for (writes, takes), cards in self._writers.items():
            found = readers.of(writes), owners.of(takes)
            if any(found):
                for number in positive(cards):
                    yield number, *found


class _Index:
    # The sets of cards by what they read.

    def __init__(self, readers: Mapping[Columns, Mask]) -> None:
        self._by_column: dict[Column, Mask] = {}
        self._by_family: dict[str, Mask] = {}
        for reads, cards in readers.items():
            for column in reads:
                self._by_column[column] = self._by_column.get(column, 0) | cards
                self._by_family[column[0]] = self._by_family.get(column[0], 0) | cards

    def of(self, writes: Columns) -> Mask:
        """Return the cards that read any of the columns."""
        found = 0
        for family, value in writes:
            if value == ANY:
                found |= self._by_family.get(family, 0)
            else:
                found |= self._by_column.get((family, value), 0) | self._by_column.get((family, ANY), 0)
        return found
