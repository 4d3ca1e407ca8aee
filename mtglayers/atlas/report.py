"""The atlas in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from mtglayers.model.cards.card import Card
from mtglayers.model.cards.search import find_card, name_of
from mtglayers.model.errors import UnsupportedTextError
from mtglayers.model.rules.edition import Edition
from mtglayers.solver.explain.paragraphs import Line
from mtglayers.solver.questions.atlas.ask import may_depend, unread_lines
from mtglayers.solver.questions.atlas.columns import columns_of
from mtglayers.solver.questions.atlas.decide import decide
from mtglayers.solver.questions.atlas.sweep import pair_of
from mtglayers.solver.questions.atlas.under_editions import with_editions
from mtglayers.solver.wording import counted, joined

from .build import Manifest
from .counts import Counts
from .graph import Group
from .rows import Loop, Row
from .sample import LAYERS

_UNTOUCHED = "nothing that {on} changes is read by an effect of {effect}."
_NEVER = f"No, on no board: {_UNTOUCHED}"
_OTHERS = (
    "No static ability of {effect} can depend on a static ability of {on}. Other effects of the two cards may depend in"
    " layer {layers}; `mtglayers depends` tries boards with them."
)
_UNREAD = "No static ability of {effect} can depend on a static ability of {on}, as far as their lines are understood."
_PERHAPS = (
    "Perhaps, in layer {layers}. No board that was tried shows it ({boards}); such a board contains these two cards and"
    " plain objects, but no third card."
)
_SAMPLE = (
    "The sample that ships with the program contains layers {layers}; {name} has effects in {mine}. For all layers,"
    ' build an atlas with `mtglayers atlas build atlas/`, and then `mtglayers atlas ask "{name}" --in atlas/`.'
)
_LAYERS = (
    "These are from the sample that ships with the program, which contains layers {layers}. For all layers, build an"
    " atlas with `mtglayers atlas build atlas/`, and name its folder."
)
_NO_EFFECT = (
    "{name} has no static ability with a continuous effect in the layers. Therefore, {name} depends on no card as a"
    " permanent, and no card depends on it."
)
_RESOLVES = (
    'It has other effects, in {layers}. For a second card, `mtglayers depends "{name}" CARD` tries boards on which they'
    " exist."
)
_MADE = (
    "The atlas contains cards, but neither tokens nor emblems. With a second card, `mtglayers atlas ask` answers for"
    " {name}, too."
)
_AMONG = "The atlas in `{folder}` contains only the cards that its `--among` named, and {name} is not one of them."


def asked(one: str, other: str, edition: Edition) -> tuple[Row | str, Row | str]:
    """Return the answers for two permanents, in both directions: a row, or why no board has a dependency.

    Raises:
        UnknownCardError: the catalogue contains no card with a given name.
    """
    names = name_of(one), name_of(other)
    found: list[Row | str] = []
    for effect, on in (names, names[::-1]):
        pair = pair_of(effect, on, edition)
        if pair is not None:
            found.append(Row.of(with_editions(decide(pair, edition)), edition))
        else:
            found.append(_without_pair(effect, on, edition))
    return found[0], found[1]


def _without_pair(effect: str, on: str, edition: Edition) -> str:
    # The atlas has the pairs of static abilities alone.
    try:
        layers = may_depend(effect, on, edition=edition)
    except UnsupportedTextError:
        return _UNREAD.format(effect=effect, on=on)
    return (_OTHERS if layers else _NEVER).format(effect=effect, on=on, layers=joined(layers))


def answer_lines(one: str, other: str, edition: Edition) -> Iterator[Line]:
    """Yield the answers for two permanents as paragraphs."""
    names = name_of(one), name_of(other)
    directions = [names] if names[0] == names[1] else [names, names[::-1]]
    for (effect, on), answer in zip(directions, asked(one, other, edition), strict=False):
        yield Line("summary", f"Does {effect} depend on {on}?")
        if isinstance(answer, str):
            yield Line("detail", answer, 2, 2)
        else:
            yield from _row_lines(answer)
    for name in dict.fromkeys(names):
        for line in unread_lines(find_card(name)):
            yield Line("detail", f"Not understood and ignored: {line}")


def card_lines(
    name: str, rows: Sequence[Row], edition: Edition, built: tuple[Path, Manifest] | None = None
) -> Iterator[Line]:
    """Yield the dependencies of and on a card that the rows of an atlas contain, as paragraphs.

    Args:
        name: the name of the card.
        rows: the rows that contain it.
        edition: the edition of the rules.
        built: the folder of the atlas, whose rows include the pairs for which no board was found, and what it was built
            from; None for the sample.
    """
    card = find_card(name)
    layers = _layers(card, edition, resolved=False)
    if not layers:
        yield from _without_effect(card, edition)
        return
    among = None if built is None else built[1].among
    if (card.token or card.emblem) and name not in (among or ()):
        yield Line("summary", _MADE.format(name=name))
        return
    if built is not None and among is not None and name not in among:
        yield Line("summary", _AMONG.format(folder=built[0], name=name))
        return
    mine = [row for row in rows if row.effect == name]
    theirs = [row for row in rows if row.on == name]
    there = built is not None or not set(LAYERS).isdisjoint(layers)
    for said, chosen in ((f"{name} depends on", mine), (f"On {name} depend", theirs)) if there else ():
        found = [row for row in chosen if row.depends]
        of_those = f" of {len(chosen)} that its effects allow" if built is not None else ""
        yield Line("summary", f"{said} {counted(len(found), 'card')}{of_those}")
        for row in found:
            other = row.on if chosen is mine else row.effect
            objects = f" with {row.objects}" if row.objects else ""
            yield Line("change", f"{other} (layer {row.layer}, {row.reasons.replace(' ', ', ')}){objects}", 2, 4)
    if built is None and not set(LAYERS).issuperset(layers):
        yield Line("detail", _SAMPLE.format(layers=joined(LAYERS), mine=_in_layers(layers), name=name))


def _without_effect(card: Card, edition: Edition) -> Iterator[Line]:
    yield Line("summary", _NO_EFFECT.format(name=card.name))
    resolved = _layers(card, edition, resolved=True)
    if resolved:
        yield Line("detail", _RESOLVES.format(name=card.name, layers=_in_layers(resolved)))
    for line in unread_lines(card):
        yield Line("detail", f"Not understood and ignored: {line}")


def _in_layers(layers: Sequence[str]) -> str:
    return f"layer{'s' if len(layers) > 1 else ''} {joined(layers)}"


def _layers(card: Card, edition: Edition, *, resolved: bool) -> tuple[str, ...]:
    there = {part.layer for part in columns_of(card, edition, resolved=resolved)}
    return tuple(layer.name for layer in (*edition.layers, *edition.after) if layer.name in there)


def count_lines(found: Counts) -> Iterator[Line]:
    """Yield the counts of an atlas as paragraphs."""
    yield Line("summary", f"A board was found for {found.found:,} of {found.pairs:,} pairs that effects allow")
    by_layer = joined(f"{number:,} in layer {layer}" for layer, number in found.layers)
    reasons: Counter[str] = Counter()
    for _, reason, number in found.reasons:
        reasons[reason] += number
    by_reason = joined(f"{number:,} by {reason}" for reason, number in reasons.most_common())
    by_size = joined(f"{number:,} with {size}" for size, number in found.plains)
    if found.found:
        yield Line("detail", f"By layer: {by_layer}", 2, 2)
        yield Line("detail", f"By reason: {by_reason}", 2, 2)
        yield Line("detail", f"By the number of plain objects: {by_size}", 2, 2)
        yield Line("detail", f"Each depends on the other on the same board: {found.loops:,}", 2, 2)
    for words, cards in (("Depend on the most cards", found.effects), ("Most cards depend on", found.on)):
        if cards:
            yield Line("summary", words)
        for name, number in cards:
            yield Line("change", f"{name}: {number:,}", 2, 2)


def sample_line() -> Line:
    """Return which layers the sample contains, as a paragraph."""
    return Line("detail", _LAYERS.format(layers=joined(LAYERS)))


def loop_lines(sets: Sequence[Group], tried: Sequence[Loop]) -> Iterator[Line]:
    """Yield the sets of cards that can be in a loop together, and those tried on one board, as paragraphs."""
    yield Line("summary", f"{counted(len(sets), 'set')} of cards that can wait for each other")
    for layer, cards in sets:
        yield Line("change", f"layer {layer}, {counted(len(cards), 'card')}: {joined(cards)}", 2, 4)
    for number, word in ((2, "pair"), (3, "triple")):
        loops = [loop for loop in tried if len(loop.cards) == number]
        if loops or number == 2:
            found = sum(loop.found for loop in loops)
            yield Line("summary", f"A loop on one board was found for {found} of {counted(len(loops), word)}")
        for loop in loops:
            there = f" with {loop.objects}" if loop.objects else ""
            what = f" (layer {loop.layer}){there}" if loop.found else f": no board of {loop.boards} that were tried"
            yield Line("change", f"{joined(loop.cards)}{what}", 2, 4)


def _row_lines(row: Row) -> Iterator[Line]:
    if not row.depends:
        yield Line(
            "detail", _PERHAPS.format(layers=row.layers.replace(" ", ", "), boards=counted(row.boards, "board")), 2, 2
        )
        return
    there = row.objects or "no other objects"
    loop = "; each of the two depends on the other" if row.loop else ""
    reasons = row.reasons.replace(" ", ", ")
    yield Line("change", f"Yes, with {there} (layer {row.layer}, {reasons}{loop}).", 2, 2)
