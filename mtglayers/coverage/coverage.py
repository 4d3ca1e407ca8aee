"""Coverage: how many lines of how many cards are compiled, per kind and layer, and what is not understood."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec

from mtglayers.model.effects.ability import Static
from mtglayers.model.rules.edition import NEWEST
from mtglayers.model.support.parallel import spread

from .claims import Claims, agree, plain
from .deletion import passed_over
from .lines import COSTS, LAYERS, LineKind, ReadLine, Status, Stop, lines_of_card
from .roundtrip import misprint
from .templates import template

KINDS: Final[tuple[LineKind, ...]] = ("static", "cda", "resolution", "keyword")
TITLES: Final = {layer.name: layer.title for layer in (*NEWEST.layers, *NEWEST.after)} | {COSTS: "what spells cost"}


class Counted(msgspec.Struct, frozen=True):
    """How many lines, and how many different ones."""

    lines: int = 0
    different: int = 0


class KindRow(msgspec.Struct, frozen=True):
    """The lines of one kind by what became of them."""

    kind: LineKind
    compiled: Counted
    untouching: Counted
    unread: Counted

    @property
    def share(self) -> float:
        """Per cent compiled, of the lines that are compiled or not understood."""
        whole = self.compiled.lines + self.unread.lines
        return 100 * self.compiled.lines / whole if whole else 100.0


class LayerRow(msgspec.Struct, frozen=True):
    """The compiled lines that apply in one layer, or after the layers."""

    layer: str
    title: str
    compiled: Counted


class Unmatched(msgspec.Struct, frozen=True):
    """Sentences of one build that are not understood.

    Attributes:
        template: the build.
        kind: of the lines they stand in.
        lines, different: how many lines.
        card: a card with such a line.
        part: the sentence there.
        place: where in it reading stopped.
        granted: whether it stands in an ability that the line grants.
    """

    template: str
    kind: LineKind
    lines: int
    different: int
    card: str
    part: str
    place: int
    granted: bool = False


class Disagreement(msgspec.Struct, frozen=True):
    """A line about which a check does not agree with what was read.

    Attributes:
        card: a card with it.
        text: the line.
        kind: its kind.
        read: what the reader makes of it: a print, a sentence it passed over, layers.
        other: what the check says instead.
        lines: how many such lines there are.
    """

    card: str
    text: str
    kind: LineKind
    read: str
    other: str = ""
    lines: int = 1


class Coverage(msgspec.Struct, frozen=True):
    """What is read of a pile of cards.

    Attributes:
        cards: how many there are.
        whole: how many of them have no line that is not understood.
        kinds, layers: the lines counted.
        unread: what is not understood, most frequent first.
        refused: cards that cannot be read at all, each with the reason.
        round_trip: lines that their trees do not print.
        dropped: lines with words of a layer that no tree tells; they are counted as not understood.
        claims: lines for which another list claims other layers, and no rule has settled it.
        compared: how many lines that list was compared on, and on how many the rules have settled it for the trees.
    """

    cards: int
    whole: int
    kinds: tuple[KindRow, ...]
    layers: tuple[LayerRow, ...]
    unread: tuple[Unmatched, ...]
    refused: tuple[tuple[str, str], ...] = ()
    round_trip: tuple[Disagreement, ...] = ()
    dropped: tuple[Disagreement, ...] = ()
    claims: tuple[Disagreement, ...] = ()
    compared: tuple[int, int] = (0, 0)

    def kind(self, name: LineKind) -> KindRow:
        """Return the counts of one kind."""
        return next(row for row in self.kinds if row.kind == name)


class _Row(msgspec.Struct, frozen=True):
    """What is kept of a line: no trees."""

    card: str
    text: str
    kind: LineKind
    status: Status
    layers: tuple[str, ...]
    build: str
    stop: Stop | None
    misprint: str | None = None
    dropped: str = ""


class _Read(msgspec.Struct, frozen=True):
    """What became of a few cards."""

    cards: int
    rows: tuple[_Row, ...]
    refused: tuple[tuple[str, str], ...]


def measure(
    cards: Iterable[Mapping[str, Any]],
    jobs: int = 1,
    progress: Callable[[int], object] | None = None,
    claims: Claims | None = None,
) -> Coverage:
    """Return the coverage of cards in Scryfall's shape.

    Args:
        cards: they may be a stream.
        jobs: over how many processes the reading is spread; the result is the same.
        progress: told how many cards have been read, now and then.
        claims: what another list says of the lines.
    """
    rows: list[_Row] = []
    refused: list[tuple[str, str]] = []
    count = 0
    for read in spread(_read, cards, jobs):
        rows += read.rows
        refused += read.refused
        count += read.cards
        if progress is not None:
            progress(count)
    return _counted(count, rows, refused, claims)


def _read(cards: tuple[Mapping[str, Any], ...]) -> _Read:
    rows: list[_Row] = []
    refused: list[tuple[str, str]] = []
    for card in cards:
        try:
            rows += [_row(line) for line in lines_of_card(card)]
        except (ValueError, KeyError) as error:
            refused.append((str(card.get("name", "")), str(error)))
    return _Read(len(cards), tuple(rows), tuple(refused))


def _row(line: ReadLine) -> _Row:
    form = next((ability.form for ability in line.abilities if isinstance(ability, Static)), "")
    row = _Row(line.card, line.text, line.kind, line.status, line.layers, form, line.stop, misprint(line))
    if line.status == "unread":
        return row
    layer, sentence = next(passed_over(line), ("", ""))
    if not sentence:
        return row
    # What is said of a layer and told by no tree was not understood, whatever the reader thinks.
    stop = Stop(sentence, 0)
    return msgspec.structs.replace(row, status="unread", layers=(), stop=stop, dropped=f"{layer}: {sentence}")


def _counted(cards: int, rows: list[_Row], refused: list[tuple[str, str]], claims: Claims | None) -> Coverage:
    bad = {row.card for row in rows if row.status == "unread"} | {name for name, _ in refused}
    differing, compared = _compared(rows, claims) if claims is not None else ((), (0, 0))
    return Coverage(
        cards=cards,
        whole=cards - len(bad),
        kinds=tuple(
            KindRow(kind, *(_count(row for row in rows if (row.kind, row.status) == (kind, status)) for status in _ALL))
            for kind in KINDS
        ),
        layers=tuple(
            LayerRow(layer, TITLES[layer], _count(row for row in rows if layer in row.layers))
            for layer in (*LAYERS, COSTS)
        ),
        unread=_unmatched(rows),
        refused=tuple(refused),
        round_trip=_grouped((row, row.misprint, "") for row in rows if row.misprint is not None),
        dropped=_grouped((row, row.dropped, "") for row in rows if row.dropped),
        claims=differing,
        compared=compared,
    )


def _grouped(found: Iterable[tuple[_Row, str, str]]) -> tuple[Disagreement, ...]:
    """Return disagreements, equal lines as one, the most frequent first."""
    groups: Counter[tuple[str, LineKind, str, str]] = Counter()
    cards: dict[str, str] = {}
    for row, read, other in found:
        groups[row.text, row.kind, read, other] += 1
        cards.setdefault(row.text, row.card)
    items = sorted(groups.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Disagreement(cards[key[0]], *key, count) for key, count in items)


def _compared(rows: list[_Row], claims: Claims) -> tuple[tuple[Disagreement, ...], tuple[int, int]]:
    found: list[tuple[_Row, str, str]] = []
    compared = settled = 0
    for row in rows:
        claim = claims.lines.get((row.card, plain(row.text)))
        if claim is None or row.status == "unread":
            continue
        compared += 1
        ours = tuple(layer for layer in row.layers if layer in _LAYERS)
        if agree(ours, claim.layers):
            continue
        if any(each.fits(row.text, f"{row.kind} {row.status} {row.build}", ours, claim) for each in claims.settled):
            settled += 1
            continue
        found.append((row, ", ".join(ours) or "none", ", ".join(claim.layers) or "none"))
    return _grouped(found), (compared, settled)


_LAYERS: Final = frozenset(layer.name for layer in NEWEST.layers)
_ALL: Final[tuple[Status, ...]] = ("compiled", "untouching", "unread")


def _count(rows: Iterable[_Row]) -> Counted:
    texts = Counter(row.text for row in rows)
    return Counted(texts.total(), len(texts))


def _unmatched(rows: list[_Row]) -> tuple[Unmatched, ...]:
    found: dict[tuple[str, LineKind], list[_Row]] = defaultdict(list)
    for row in rows:
        if row.stop is not None:
            found[template(row.stop.part), row.kind].append(row)
    groups = []
    for (build, kind), group in found.items():
        first = group[0]
        assert first.stop is not None
        texts = {row.text for row in group}
        groups.append(
            Unmatched(
                build, kind, len(group), len(texts), first.card, first.stop.part, first.stop.place, first.stop.granted
            )
        )
    return tuple(sorted(groups, key=lambda group: (-group.lines, group.template, group.kind)))
