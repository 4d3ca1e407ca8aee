"""Functions that count compiled lines by kind and layer."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final

import msgspec

from mtglayers.model.effects.ability import Static
from mtglayers.model.rules.edition import NEWEST
from mtglayers.model.support.parallel import spread

from .claims import Claims, agree, plain
from .deletion import passed_over
from .lines import COSTS, LAYERS, LineKind, ReadLine, Status, Stop, lines_of_card
from .referents import misdirected
from .roundtrip import misprint
from .templates import template

KINDS: Final[tuple[LineKind, ...]] = ("static", "cda", "resolution", "keyword")
TITLES: Final = {layer.name: layer.title for layer in (*NEWEST.layers, *NEWEST.after)} | {COSTS: "what spells cost"}


class Counted(msgspec.Struct, frozen=True):
    """A number of lines, and the number of distinct lines among them."""

    lines: int = 0
    different: int = 0


class KindRow(msgspec.Struct, frozen=True):
    """The number of lines of one kind, by status."""

    kind: LineKind
    compiled: Counted
    untouching: Counted
    unread: Counted

    @property
    def share(self) -> float:
        """Percentage of lines that are compiled, out of all lines that are compiled or not understood."""
        whole = self.compiled.lines + self.unread.lines
        return 100 * self.compiled.lines / whole if whole else 100.0


class LayerRow(msgspec.Struct, frozen=True):
    """The number of compiled lines that apply in a layer, or in a step after the layers."""

    layer: str
    title: str
    compiled: Counted


class Legal(msgspec.Struct, frozen=True):
    """The same numbers for the cards that are legal in a tournament format.

    Attributes:
        cards: the number of cards with rules text.
        whole: the number of cards on which every line is understood.
        compiled: the number of lines with a layer.
        costs: the number of compiled lines that change only what spells cost.
        unread: the number of lines that are not understood.
    """

    cards: int = 0
    whole: int = 0
    compiled: int = 0
    costs: int = 0
    unread: int = 0


class Unmatched(msgspec.Struct, frozen=True):
    """The sentences that match one template and are not understood.

    Attributes:
        template: the sentence with slots for the words that vary.
        kind: the kind of the lines.
        lines: the number of lines.
        different: the number of distinct lines.
        card: the name of a card with such a line.
        part: the sentence as it appears on this card.
        place: the offset in `part` at which reading stopped.
        granted: whether `part` is in an ability that the line grants.
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
    """A line on which a check disagrees with the text reader.

    Attributes:
        card: a card with the line.
        text: the line.
        kind: the kind of the line.
        read: the trees converted back to text, the ignored sentence, or the layers that the text reader found.
        other: the text, the layer or the layers that the check found instead.
        lines: the number of lines with this text.
    """

    card: str
    text: str
    kind: LineKind
    read: str
    other: str = ""
    lines: int = 1


class Coverage(msgspec.Struct, frozen=True):
    """The amount of understood text on a set of cards.

    Attributes:
        cards: the number of cards.
        whole: the number of cards on which every line is understood.
        kinds: the numbers of lines for each kind.
        layers: the numbers of lines for each layer.
        unread: the sentences that are not understood, most frequent first.
        refused: the name of each card that cannot be read, with the reason.
        round_trip: the lines that differ from the text to which their trees are converted back.
        dropped: the lines that mention a layer in text that no tree contains; they count as not understood.
        referents: the lines in which a pronoun or a target refers to a different object in the trees than in the
            text.
        claims: the lines whose claimed layers differ from the layers that the text reader found, if no rule
            settles the disagreement.
        compared: the number of compared lines and the number of disagreements that the rules settle.
        legal: the numbers for the cards that are legal in a tournament format, or None if the file does not specify.
    """

    cards: int
    whole: int
    kinds: tuple[KindRow, ...]
    layers: tuple[LayerRow, ...]
    unread: tuple[Unmatched, ...]
    refused: tuple[tuple[str, str], ...] = ()
    round_trip: tuple[Disagreement, ...] = ()
    dropped: tuple[Disagreement, ...] = ()
    referents: tuple[Disagreement, ...] = ()
    claims: tuple[Disagreement, ...] = ()
    compared: tuple[int, int] = (0, 0)
    legal: Legal | None = None

    def kind(self, name: LineKind) -> KindRow:
        """Return the counts for the given kind of line."""
        return next(row for row in self.kinds if row.kind == name)


class _Row(msgspec.Struct, frozen=True):
    card: str
    legal: bool | None
    text: str
    kind: LineKind
    status: Status
    layers: tuple[str, ...]
    build: str
    stop: Stop | None
    misprint: str | None = None
    dropped: str = ""
    referents: tuple[tuple[str, str], ...] = ()


def measure(
    cards: Iterable[Mapping[str, Any]],
    jobs: int = 1,
    progress: Callable[[int], object] | None = None,
    claims: Claims | None = None,
    seen: Callable[[ReadLine], object] | None = None,
) -> Coverage:
    """Return the coverage of cards given in Scryfall's format.

    Args:
        cards: the cards.
        jobs: the number of processes, which does not change the result.
        progress: a function to call with the number of cards read so far.
        claims: independently made claims about the layers that lines affect.
        seen: a function to call with each line; with several processes, each calls a copy of it.
    """
    rows: list[_Row] = []
    refused: list[tuple[str, str]] = []
    count = 0
    for number, read, unreadable in spread(partial(_read, seen=seen), cards, jobs):
        rows += read
        refused += unreadable
        count += number
        if progress is not None:
            progress(count)
    return _counted(count, rows, refused, claims)


def _read(
    cards: tuple[Mapping[str, Any], ...], seen: Callable[[ReadLine], object] | None = None
) -> tuple[int, list[_Row], list[tuple[str, str]]]:
    rows: list[_Row] = []
    refused: list[tuple[str, str]] = []
    for card in cards:
        try:
            legal = is_legal(card)
            lines = list(lines_of_card(card))
            rows += [_row(line, legal) for line in lines]
        except (ValueError, KeyError) as error:
            refused.append((str(card.get("name", "")), str(error)))
            continue
        if seen is not None:
            for line in lines:
                seen(line)
    return len(cards), rows, refused


_OLD_TEXT: Final = "2022-12-31"


def is_legal(card: Mapping[str, Any]) -> bool | None:
    """Return whether a card is legal in a tournament format, or None if its data does not specify.

    In data with dates of texts but without legalities, the texts of other cards are no longer updated.
    """
    if isinstance(legalities := card.get("legalities"), Mapping):
        return any(str(value).lower() in ("legal", "restricted") for value in legalities.values())
    date = card.get("text_date")
    return date > _OLD_TEXT if isinstance(date, str) else None


def _row(line: ReadLine, legal: bool | None = None) -> _Row:
    form = next((ability.form for ability in line.abilities if isinstance(ability, Static)), "")
    referents = tuple(dict.fromkeys(misdirected(line)))
    row = _Row(
        line.card, legal, line.text, line.kind, line.status, line.layers, form, line.stop, misprint(line),
        referents=referents,
    )  # fmt: skip
    if line.status == "unread":
        return row
    layer, sentence = next(passed_over(line), ("", ""))
    if not sentence:
        return row
    dropped = f"{layer}: {sentence}"
    return msgspec.structs.replace(row, status="unread", layers=(), stop=Stop(sentence, 0), dropped=dropped)


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
        referents=_grouped((row, *found) for row in rows for found in row.referents),
        claims=differing,
        compared=compared,
        legal=_legal(rows, bad),
    )


def _legal(rows: list[_Row], bad: set[str]) -> Legal | None:
    legal = [row for row in rows if row.legal]
    if not legal:
        return None
    cards = {row.card for row in legal}
    compiled = [row for row in legal if row.status == "compiled" and row.layers]
    costs = sum(row.layers == (COSTS,) for row in compiled)
    unread = sum(row.status == "unread" for row in legal)
    return Legal(len(cards), len(cards - bad), len(compiled) - costs, costs, unread)


def _grouped(found: Iterable[tuple[_Row, str, str]]) -> tuple[Disagreement, ...]:
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
        first, count = group[0], _count(group)
        assert first.stop is not None
        stop = first.stop
        groups.append(
            Unmatched(build, kind, count.lines, count.different, first.card, stop.part, stop.place, stop.granted)
        )
    return tuple(sorted(groups, key=lambda group: (-group.lines, group.template, group.kind)))
