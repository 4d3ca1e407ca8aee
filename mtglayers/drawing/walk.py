"""A function that draws the changes to one object, layer by layer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from mtglayers.model.rules.vocabulary import capital
from mtglayers.presentation.sentences import is_after, size_words, stamp_words
from mtglayers.solver.explain.choices import DECIDED
from mtglayers.solver.wording import ability_words, color_words, joined, sentence

from .canvas import Canvas, Drawing, number
from .letters import width, wrap
from .plan import bare, plain_sentence, rules_words
from .theme import Theme

if TYPE_CHECKING:
    from mtglayers.solver.explain.changes import Change
    from mtglayers.solver.explain.explanation import Explanation, ExplanationStep
    from mtglayers.solver.result.characteristics import Characteristics
    from mtglayers.solver.result.result import Result

MARGIN = 24.0
WIDTH = 800.0
"""Width of the drawing, which fits a notebook's column, even in pages that nbconvert makes."""
NARROW = 320.0
"""Width of a drawing that fits a phone."""
RAIL = 52.0
"""Width of the space on the left for the line that marks the layers."""
PAD = 14.0
KIND = 92.0
"""Width of the space for the heading of a row."""
TITLE, NAME, TEXT, SMALL = 19.0, 14.5, 13.5, 12.0
ARROW = 30.0
KINDS = {"size": "P/T", "ability": "abilities", "other": ""}


def draw_walk(
    result: Result, id: str, *, theme: Theme = "auto", prefix: str | None = None, width: float = WIDTH
) -> Drawing:
    """Return a drawing of an object, with a row for each change.

    Args:
        result: the solved board.
        id: the object.
        theme: "light" or "dark"; "auto" follows the reader's system.
        prefix: the prefix of ids and class names, if a page contains the same drawing more than once.
        width: the width without the margins; `NARROW` fits a phone.

    Raises:
        UnknownObjectError: no object has this id.
    """
    return _Walk(result, result.explain(id), Canvas(theme), width).drawing(prefix)


class _Walk:
    def __init__(self, result: Result, explanation: Explanation, canvas: Canvas, wide: float) -> None:
        self._result = result
        self._explanation = explanation
        self._canvas = canvas
        self._left = MARGIN + RAIL
        self._wide = wide
        self._room = wide - RAIL
        self._printed = result.at(result.layers[0].name, 0)[explanation.id]
        self._sentences: list[str] = []

    def drawing(self, prefix: str | None) -> Drawing:
        canvas, explanation, names = self._canvas, self._explanation, self._result.explainer.names
        title = bare(f"{capital(names.object(explanation.id))} through the layers")
        y = MARGIN - 4
        for line in wrap(title, TITLE, self._wide, bold=True):
            y += TITLE + 4
            canvas.text(MARGIN, y, line, TITLE, bold=True)
        y += 20
        for place, line in enumerate(wrap(rules_words(self._result.trace), SMALL, self._wide)):
            y += (SMALL + 4) * (place > 0)
            canvas.text(MARGIN, y, line, SMALL, color="dim")
        rail = _Rail(canvas, MARGIN + 16)
        y = self._start(y + 16, rail)
        layer = ""
        for entry in explanation.entries:
            if entry.layer != layer:
                layer = entry.layer
                y = self._layer(entry, y + 12, rail)
            y = self._entry(entry, y + 8, rail)
        unchanged = () if explanation.entries else ("No effect changes it.",)
        for words in (*unchanged, *map(plain_sentence, explanation.unapplied)):
            self._sentences.append(words)
            y = self._note(words, y + 14)
        y = self._end(y + 20, rail)
        rail.draw()
        return canvas.drawing(self._wide + 2 * MARGIN, y + MARGIN, title, self._sentences, prefix)

    # --- Cards ---

    def _start(self, y: float, rail: _Rail) -> float:
        card = _Card(self._canvas, self._left, y, self._room)
        card.head("As printed")
        rail.stop(y + 24, "")
        rows = list(_facts(self._printed))
        for kind, words in rows:
            card.row(kind, words)
        self._sentences.append(sentence(f"as printed: {'; '.join(f'{kind} {words}' for kind, words in rows)}"))
        return card.close()

    def _end(self, y: float, rail: _Rail) -> float:
        found = self._result[self._explanation.id]
        card = _Card(self._canvas, self._left, y, self._room)
        summary = bare(self._explanation.summary)
        card.head(summary)
        rail.stop(y + 24, "", last=True)
        before = set(_facts(self._printed))
        for kind, words in _facts(found):
            card.row(kind, words, bold=(kind, words) not in before)
        self._sentences.append(summary)
        return card.close(last=True)

    def _layer(self, entry: ExplanationStep, y: float, rail: _Rail) -> float:
        after = is_after(self._result, entry.layer)
        words = f"{'After the layers' if after else f'Layer {entry.layer}'}: {entry.title} ({entry.rule})"
        rail.stop(y + 12, "" if after else entry.layer)
        for line in wrap(words, SMALL + 1, self._room, bold=True):
            y += 16
            self._canvas.text(self._left, y, line, SMALL + 1, color="dim", bold=True)
        return y

    def _entry(self, entry: ExplanationStep, y: float, rail: _Rail) -> float:
        card = _Card(self._canvas, self._left, y, self._room)
        called = bare(entry.called)
        card.head(called, f"step {entry.step}, {stamp_words(entry.timestamp)}")
        for change in entry.changes:
            self._change(card, change)
        why = list(_reasons(entry))
        card.gap(3 if why else 0)
        for words in why:
            card.note(words)
        what = "; ".join(bare(change.words) for change in entry.changes)
        self._sentences.append(sentence(f"layer {entry.layer}, step {entry.step}, {called}: {what}"))
        self._sentences.extend(why)
        rail.tick(y + 22)
        return card.close()

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
    def __init__(self, canvas: Canvas, x: float) -> None:
        self._canvas = canvas
        self._x = x
        self._stops: list[tuple[float, str, bool]] = []
        self._ticks: list[float] = []

    def stop(self, y: float, word: str, *, last: bool = False) -> None:
        self._stops.append((y, word, last))

    def tick(self, y: float) -> None:
        self._ticks.append(y)

    def draw(self) -> None:
        canvas, x = self._canvas, self._x
        top, bottom = self._stops[0][0], self._stops[-1][0]
        canvas.path(f"M{number(x)} {number(top)}V{number(bottom)}", stroke="line", weight=2)
        for y in self._ticks:
            canvas.path(f"M{number(x)} {number(y)}h{number(RAIL - 20)}", stroke="line", weight=1.5)
        for y, word, last in self._stops:
            if word:
                canvas.circle(x, y, 15, fill="ink")
                canvas.text(x, y + 4.5, word, 12.5, color="paper", bold=True, anchor="middle")
            else:
                canvas.circle(x, y, 8 if last else 6, fill="chosen" if last else "paper", stroke="ink", weight=2.5)


class _Card:
    """A box with rows of text, which is drawn once its height is known."""

    def __init__(self, canvas: Canvas, x: float, y: float, w: float) -> None:
        self._canvas = canvas
        self._x, self._y, self._w = x, y, w
        self._at = y + 6
        self._later: list[Callable[[], None]] = []

    def head(self, words: str, beside: str = "") -> None:
        aside = width(beside, SMALL) + 16 if beside else 0.0
        text = self._canvas.text
        for place, line in enumerate(wrap(words, NAME, self._w - 2 * PAD - aside, bold=True)):
            self._at += NAME + 5
            self._later.append(partial(text, self._x + PAD, self._at, line, NAME, bold=True))
            if beside and not place:
                right = self._x + self._w - PAD
                self._later.append(partial(text, right, self._at, beside, SMALL, color="dim", anchor="end"))
        self._at += 3

    def row(self, kind: str, words: str, *, bold: bool = False) -> None:
        self._cells(kind, (words, KIND, self._inner - KIND, bold))

    def pair(self, kind: str, before: str, after: str) -> None:
        if not before:
            self.row(kind, after, bold=True)
            return
        room = (self._inner - KIND - ARROW) / 2
        if room < KIND:
            self.row(kind, before)
            self.row("", f"→ {after}", bold=True)
            return
        long = max(width(line, TEXT) for line in wrap(before, TEXT, room))
        left = KIND + max(long, room * 0.62) + ARROW
        x, y = self._x + PAD + left - ARROW + 6, self._at + TEXT + 1
        arrow = f"M{number(x)} {number(y)}h13M{number(x + 9)} {number(y - 4)}l4.5 4l-4.5 4"
        self._cells(kind, (before, KIND, room, False), (after, left, self._inner - left, True))
        self._later.append(partial(self._canvas.path, arrow, stroke="ink", weight=1.5))

    def gap(self, room: float) -> None:
        self._at += room

    def note(self, words: str) -> None:
        for line in wrap(words, SMALL, self._inner):
            self._at += SMALL + 4.5
            write = partial(self._canvas.text, self._x + PAD, self._at, line, SMALL, color="dim", italic=True)
            self._later.append(write)

    def close(self, *, last: bool = False) -> float:
        """Draw the card, and return the position of its lower edge."""
        bottom = self._at + 12
        self._canvas.rect(
            self._x, self._y, self._w, bottom - self._y, fill="chosen" if last else "box",
            stroke="ink" if last else "line", weight=2.5 if last else 1, round=8,
        )  # fmt: skip
        for draw in self._later:
            draw()
        return bottom

    @property
    def _inner(self) -> float:
        return self._w - 2 * PAD

    def _cells(self, kind: str, *cells: tuple[str, float, float, bool]) -> None:
        """Write a heading, and cells (text, distance from the left, width, bold) side by side."""
        text, start, x = self._canvas.text, self._at, self._x + PAD
        self._later.append(partial(text, x, start + TEXT + 5, kind, SMALL, color="dim"))
        lowest = start + TEXT + 5
        for words, left, room, bold in cells:
            y = start
            for line in wrap(words, TEXT, room, bold=bold):
                y += TEXT + 5
                self._later.append(partial(text, x + left, y, line, TEXT, bold=bold))
            lowest = max(lowest, y)
        self._at = lowest


def _facts(found: Characteristics) -> Iterator[tuple[str, str]]:
    if found.name:
        yield "name", found.name
    yield "type", found.type_line
    yield "color", color_words(found.colors)
    if size := size_words(found):
        yield "P/T", size
    for kind, value in (("loyalty", found.loyalty), ("defense", found.defense)):
        if value is not None:
            yield kind, str(value)
    if found.controller:
        yield "controller", found.controller
    yield "abilities", joined(ability_words(ability, found.name) for ability in found.abilities) or "none"


def _reasons(entry: ExplanationStep) -> Iterator[str]:
    for source in (entry.begun, entry.outlived):
        if source is not None:
            yield plain_sentence(source.words)
    for earlier in entry.before:
        words = f"{earlier.called} applies first, but changes nothing here: {earlier.reason.because}"
        yield plain_sentence(words)
    if entry.reason.why in DECIDED:
        yield plain_sentence(entry.reason.because)
