"""The drawing of one object's walk through the layers: as printed, what each step made of it, what it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mtglayers.model.vocabulary import capital
from mtglayers.solver.words import ability_words, color_words, joined, sentence

from .canvas import Canvas, Drawing, Theme
from .letters import width, wrap
from .plan import bare

if TYPE_CHECKING:
    from mtglayers.solver.characteristics import Characteristics
    from mtglayers.solver.explain import Change, Entry, Explanation
    from mtglayers.solver.result import Result

MARGIN = 24.0
WIDTH = 860.0
RAIL = 52.0
"""Room at the left for the line with the layers on it."""
PAD = 14.0
KIND = 92.0
"""Room for the word that says what a row is about."""
TITLE, NAME, TEXT, SMALL = 19.0, 14.5, 13.5, 12.0
ARROW = 30.0
DECIDED = ("waited", "loop", "released")
KINDS = {"size": "P/T", "ability": "abilities", "other": ""}


def draw_walk(result: Result, id: str, *, theme: Theme = "auto", prefix: str | None = None) -> Drawing:
    """Return the drawing of an object's walk through the layers: a row for each step that changed it.

    Args:
        result: the solved board.
        id: the object.
        theme: "light" or "dark"; "auto" leaves it to the reader's system.
        prefix: what ids and class names begin with, where more than one drawing of the same object is on a page.

    Raises:
        UnknownObjectError: there is no such object.
    """
    return _Walk(result, result.explain(id), Canvas(theme)).drawing(prefix)


class _Walk:
    def __init__(self, result: Result, told: Explanation, canvas: Canvas) -> None:
        self._result = result
        self._told = told
        self._canvas = canvas
        self._left = MARGIN + RAIL
        self._room = WIDTH - RAIL
        self._spoken: list[str] = []
        self._stops: list[float] = []

    def drawing(self, prefix: str | None) -> Drawing:
        """Draw it all, and return it."""
        canvas, told, names = self._canvas, self._told, self._result.explainer.names
        called = bare(names.object(told.id))
        title = f"{capital(called)} through the layers"
        y = MARGIN + TITLE
        canvas.text(MARGIN, y, title, TITLE, bold=True)
        y += 20
        edition = self._result.edition
        canvas.text(MARGIN, y, f"Rules since {edition.since.isoformat()}", SMALL, color="dim")
        rail = _Rail(canvas, MARGIN + 16)
        y = self._start(y + 16, rail)
        layer = ""
        for entry in told.entries:
            if entry.layer != layer:
                layer = entry.layer
                y = self._layer(entry, y + 12, rail)
            y = self._entry(entry, y + 8, rail)
        if not told.entries:
            self._spoken.append("No effect changed it.")
            y = self._note("No effect changed it.", y + 14)
        for said in told.unapplied:
            self._spoken.append(sentence(bare(said)))
            y = self._note(sentence(bare(said)), y + 14)
        y = self._end(y + 20, rail)
        rail.draw()
        return canvas.drawing(WIDTH + 2 * MARGIN, y + MARGIN, title, self._spoken, prefix)

    # --- Cards ---

    def _start(self, y: float, rail: _Rail) -> float:
        first = self._result.layers[0].name
        found = self._result.at(first, 0)[self._told.id]
        card = _Card(self._canvas, self._left, y, self._room)
        card.head("As printed")
        rail.stop(y + 24, "")
        rows = list(_facts(found))
        for kind, words in rows:
            card.row(kind, words)
        self._spoken.append(sentence(f"as printed: {'; '.join(f'{kind} {words}' for kind, words in rows)}"))
        return card.close(fill="box")

    def _end(self, y: float, rail: _Rail) -> float:
        found = self._result[self._told.id]
        card = _Card(self._canvas, self._left, y, self._room)
        summary = bare(self._told.summary)
        card.head(summary)
        rail.stop(y + 24, "", last=True)
        rows = list(_facts(found))
        for kind, words in rows:
            card.row(kind, words, bold=True)
        self._spoken.append(summary)
        return card.close(fill="chosen", weight=2.5)

    def _layer(self, entry: Entry, y: float, rail: _Rail) -> float:
        after = entry.layer in {each.name for each in self._result.edition.after}
        words = f"{'After the layers' if after else f'Layer {entry.layer}'}: {entry.title} ({entry.rule})"
        y += 16
        self._canvas.text(self._left, y, words, SMALL + 1, color="dim", bold=True)
        rail.stop(y - 4, "" if after else entry.layer)
        return y

    def _entry(self, entry: Entry, y: float, rail: _Rail) -> float:
        card = _Card(self._canvas, self._left, y, self._room)
        stamp = f"timestamp {entry.timestamp}" if entry.timestamp > 0 else "from the beginning of the game"
        called = bare(entry.called)
        card.head(called, f"step {entry.step}, {stamp}")
        for change in entry.changes:
            self._change(card, change)
        why = list(_reasons(entry, self._told.going_on))
        for words in why:
            card.note(words)
        what = "; ".join(bare(change.words) for change in entry.changes)
        self._spoken.append(sentence(f"layer {entry.layer}, step {entry.step}, {called}: {what}"))
        self._spoken.extend(why)
        rail.tick(y + 22)
        return card.close(fill="box")

    def _change(self, card: _Card, change: Change) -> None:
        if change.family == "ability":
            loses, gains = change.before, change.after
            if loses and gains:
                card.pair("abilities", bare(loses), bare(gains))
            else:
                card.row("loses" if loses else "gains", bare(loses or gains), bold=bool(gains))
        elif change.family == "other":
            card.row("", bare(change.words), bold=True)
        else:
            card.pair(KINDS.get(change.family, change.family), bare(change.before), bare(change.after) or "nothing")

    def _note(self, words: str, y: float) -> float:
        for line in wrap(words, TEXT, self._room - PAD):
            y += TEXT + 4
            self._canvas.text(self._left + PAD, y, line, TEXT, italic=True, color="dim")
        return y


class _Rail:
    """The line at the left: a disc for each layer, a tick for each step."""

    def __init__(self, canvas: Canvas, x: float) -> None:
        self._canvas = canvas
        self._x = x
        self._stops: list[tuple[float, str, bool]] = []
        self._ticks: list[float] = []

    def stop(self, y: float, word: str, *, last: bool = False) -> None:
        """Note a disc with a word in it."""
        self._stops.append((y, word, last))

    def tick(self, y: float) -> None:
        """Note a step."""
        self._ticks.append(y)

    def draw(self) -> None:
        """Draw the line and what is on it."""
        canvas, x = self._canvas, self._x
        top, bottom = self._stops[0][0], self._stops[-1][0]
        canvas.path(f"M{x:.1f} {top:.1f}V{bottom:.1f}", stroke="line", weight=2)
        for y in self._ticks:
            canvas.path(f"M{x:.1f} {y:.1f}h{RAIL - 20:.1f}", stroke="line", weight=1.5)
        for y, word, last in self._stops:
            if word:
                canvas.circle(x, y, 15, fill="ink")
                canvas.text(x, y + 4.5, word, 12.5, color="paper", bold=True, anchor="middle")
            else:
                canvas.circle(x, y, 8 if last else 6, fill="chosen" if last else "paper", stroke="ink", weight=2.5)


class _Card:
    """A box with rows of text, drawn when it is known how high it is."""

    def __init__(self, canvas: Canvas, x: float, y: float, w: float) -> None:
        self._canvas = canvas
        self._x, self._y, self._w = x, y, w
        self._at = y + 6
        self._later: list[tuple[float, float, str, float, dict[str, object]]] = []

    def head(self, words: str, beside: str = "") -> None:
        """Write the first line, and something small at the right."""
        aside = width(beside, SMALL) + 16 if beside else 0.0
        for number, line in enumerate(wrap(words, NAME, self._w - 2 * PAD - aside, bold=True)):
            self._at += NAME + 5
            self._write(self._x + PAD, line, NAME, bold=True)
            if beside and not number:
                self._write(self._x + self._w - PAD, beside, SMALL, color="dim", anchor="end")
        self._at += 3

    def row(self, kind: str, words: str, *, bold: bool = False) -> None:
        """Write a row: what it is about, and what there is to say."""
        self._lines(((kind, 0.0, KIND, False), (words, KIND, self._inner - KIND, bold)))

    def pair(self, kind: str, before: str, after: str) -> None:
        """Write a row: what it is about, what it was, what it became."""
        room = (self._inner - KIND - ARROW) / 2
        if not before:
            self.row(kind, after, bold=True)
            return
        short = max((width(line, TEXT) for line in wrap(before, TEXT, room)), default=0.0)
        left = KIND + max(short, room * 0.45) + ARROW
        start = self._at + TEXT + 5
        self._lines(((kind, 0.0, KIND, False), (before, KIND, room, False), (after, left, self._inner - left, True)))
        self._later.append((self._x + PAD + left - ARROW + 6, start - 4, "→", 0, {}))

    def note(self, words: str) -> None:
        """Write a reason."""
        for line in wrap(words, SMALL, self._inner):
            self._at += SMALL + 4.5
            self._write(self._x + PAD, line, SMALL, color="dim", italic=True)

    def close(self, *, fill: str, weight: float = 1.0) -> float:
        """Draw the card; return where it ends."""
        bottom = self._at + 12
        self._canvas.rect(
            self._x, self._y, self._w, bottom - self._y, fill=fill, stroke="ink" if weight > 1 else "line",  # type: ignore[arg-type]
            weight=weight, round=8,
        )  # fmt: skip
        for x, y, text, size, style in self._later:
            if text == "→":
                d = f"M{x:.1f} {y:.1f}h13M{x + 9:.1f} {y - 4:.1f}l4.5 4l-4.5 4"
                self._canvas.path(d, stroke="ink", weight=1.5)
            else:
                self._canvas.text(x, y, text, size, **style)  # type: ignore[arg-type]
        return bottom

    @property
    def _inner(self) -> float:
        return self._w - 2 * PAD

    def _write(self, x: float, text: str, size: float, **style: object) -> None:
        self._later.append((x, self._at, text, size, style))

    def _lines(self, cells: Sequence[tuple[str, float, float, bool]]) -> None:
        """Write cells side by side: (words, distance from the left, room, bold)."""
        start, lowest = self._at, self._at
        for number, (words, left, room, bold) in enumerate(cells):
            self._at = start
            for line in wrap(words, TEXT, room, bold=bold):
                self._at += TEXT + 5
                style: dict[str, object] = {"bold": bold} if number else {"color": "dim"}
                self._write(self._x + PAD + left, line, SMALL if not number else TEXT, **style)
            lowest = max(lowest, self._at)
        self._at = lowest


def _facts(found: Characteristics) -> Iterator[tuple[str, str]]:
    """Yield what an object is, in rows."""
    if found.name:
        yield "name", found.name
    left = " ".join((*found.supertypes, *found.types)) or "no type"
    yield "type", f"{left} — {' '.join(found.subtypes)}" if found.subtypes else left
    yield "colour", color_words(found.colors)
    if found.power is not None or found.toughness is not None:
        yield "P/T", f"{found.power}/{found.toughness}"
    for kind, value in (("loyalty", found.loyalty), ("defense", found.defense)):
        if value is not None:
            yield kind, str(value)
    if found.controller:
        yield "controller", found.controller
    yield "abilities", joined(ability_words(ability, found.name) for ability in found.abilities) or "none"


def _reasons(entry: Entry, going_on: str) -> Iterator[str]:
    """Yield why a step came when it did, where anything but its timestamp decided."""
    if entry.going_on:
        yield f"Its ability is gone, but it had started ({going_on})."
    for called, turn in entry.earlier:
        yield sentence(bare(f"before it, {called}: {turn.because}"))
    if entry.turn.why in DECIDED:
        yield sentence(bare(f"its turn: {entry.turn.because}"))


__all__ = ["draw_walk"]
