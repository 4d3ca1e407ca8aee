"""Pages of text that show results: objects, the steps of each layer, and reasons."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import IO, TYPE_CHECKING, Any

import click
import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.board.references import ids_named
from mtglayers.model.objects.gameobject import GameObject
from mtglayers.model.support.names import kebab
from mtglayers.solver.explain.explanation import Explanation, Register
from mtglayers.solver.explain.paragraphs import Line, wrapped
from mtglayers.solver.explain.state_based import state_based_actions
from mtglayers.solver.result.characteristics import Characteristics
from mtglayers.solver.result.players import player_words
from mtglayers.solver.result.result import Result
from mtglayers.solver.result.steps import LayerResult, Step
from mtglayers.solver.wording import sentence

from .columns import in_columns
from .incomplete import incomplete_sentences, perhaps_sentences
from .moments import Moment, story_words
from .sentences import (
    asked_first,
    color_cell,
    explanations_of,
    illegal_sentences,
    layer_words,
    news_of,
    phased_out_words,
    question_sentences,
    rules_words,
    rulings_of,
    same_words,
    shared_rows,
    size_words,
    state_words,
    statistics_words,
    type_words,
    unapplied_sentences,
    where_words,
    without_quiet,
    worth_telling,
)
from .steps import all_step_lines, step_lines, step_title, whole_step_lines
from .unread import refused_words, unread_words

if TYPE_CHECKING:
    from mtglayers.solver.questions.compare import Difference

PLAIN_WIDTH = 80
WIDEST = 100
ID_WIDTH = 24
HEADINGS = ("object", "controller", "colors", "P/T", "types, abilities")
COLUMN_WIDTHS = (ID_WIDTH, 14, 9, None, WIDEST)

FEW = 4
"""Maximum number of unchanged objects that each get a ruling."""

ASSUMED_ORDER = "The lines were read as oldest first, and this order matters; `mtglayers orders` shows every order."

NARROW = 60
"""Minimum width of a table, in characters; narrower terminals show paragraphs instead."""

Style = Mapping[str, Any]
"""Arguments of `click.style`."""

_PLAIN: Style = {}
_BOLD: Style = {"bold": True}
_DIM: Style = {"dim": True}

STYLES: Mapping[str, Style] = {
    "title": _BOLD, "heading": _BOLD, "summary": _BOLD, "layer": {"fg": "cyan"}, "why": _DIM, "detail": _DIM,
    "warning": {"fg": "yellow"}, "statistics": _DIM, "lesson": {"italic": True}, "rests": _DIM,
    "-": {"fg": "red"}, "+": {"fg": "green"},
}  # fmt: skip


def _width() -> int:
    import shutil  # slow to import, and needed only on terminals

    return max(40, min(shutil.get_terminal_size().columns, WIDEST))


class Page:
    """A page of text, which is colored on a terminal, and otherwise plain and 80 columns wide.

    Args:
        stream: where the page is printed.
        in_order: the moment whose timestamps follow the order in which the user wrote the board, or None; rulings and
            explanations mention that order if another one has another outcome.
    """

    def __init__(self, stream: IO[str], *, in_order: Moment | None = None) -> None:
        self._in_order = in_order
        terminal = stream.isatty()
        self._rows: list[str] = []
        self._width = _width() if terminal else PLAIN_WIDTH
        self._colored = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def close(self) -> None:
        """Print the page."""
        click.echo("\n".join(self._rows).strip("\n"), color=self._colored or None)

    # --- Pieces ---

    def lines(self, lines: Iterable[Line], styles: Mapping[str, Style] = STYLES) -> None:
        """Write paragraphs."""
        for line in lines:
            for row in wrapped(line, self._width).split("\n"):
                self._row(row, styles.get(line.role, _PLAIN))

    def _row(self, row: str, style: Style = _PLAIN) -> None:
        row = row.rstrip()
        self._rows.append(click.style(row, **style) if self._colored and style and row else row)

    def say(self, text: str, style: str = "", indent: int = 0) -> None:
        """Write one paragraph."""
        self.lines([Line("summary", text, indent)], {"summary": STYLES.get(style, _PLAIN)})

    def gap(self) -> None:
        """Write an empty line."""
        self._row("")

    # --- Parts ---

    def heading(self, title: str, result: Result) -> None:
        """Write a title, and a sentence about the rules, players and readings."""
        self.say(title, "title")
        self.say(rules_words(result))

    def story(self, moments: Sequence[Moment]) -> None:
        """Write the events before each expectation, and the changes that they cause."""
        if len(moments) < 2:
            return
        self.gap()
        self.say("The story", "heading")
        for moment, news in zip(moments, news_of(moments), strict=True):
            came = [sentence(story_words(moment.events))] if moment.events else []
            text = " ".join((*came, *news)) or "Nothing changes."
            self.lines([Line("change", f"{moment.number}. {text}", 2, 3)])

    def players(self, result: Result) -> None:
        """Write the effects on players."""
        self._section("", (sentence(words) for player in result.players.values() if (words := player_words(player))))

    def moment(self, moment: Moment, total: int) -> None:
        """Write the heading of a moment, with the events since the previous moment."""
        self.gap()
        self.say(f"Board {moment.number} of {total}" if moment.number else "The end", "title")
        if moment.events:
            self.say(sentence(story_words(moment.events)))

    def result(self, result: Result, board: Board, objects: Sequence[str], *, explain: bool) -> None:
        """Write a solved board, or only the parts about the given objects: the rulings first, then the details."""
        ids = ids_named(board.objects.values(), objects) or list(result)
        only = set(ids) if objects else None
        if explain:
            few = asked_first(result, ids) if len(ids) <= FEW else []
            named = ids if objects else worth_telling(result) or few
            self.lacking(result)
            self.illegal(result)
            self.rulings(result, named)
            if not named:
                self.gap()
                self.say("No effect changes anything.")
            self.perhaps(result)
            self.phased_out(board)
            self.follows(result, only)
        self.gap()
        self.table(result, board, ids)
        if only is None:
            self.players(result)
        for layer in result.layers:
            steps = [step for step in layer.steps if only is None or only.intersection(step.scope)]
            if steps:
                self.gap()
                self.layer(result, layer, steps)
        self._section("Never applied", unapplied_sentences(result, only), "heading")
        if not explain:
            self.illegal(result)
        self.unread(result)
        self.open_questions(result)
        self.gap()
        self.say(statistics_words(result), "statistics")

    def lacking(self, result: Result) -> None:
        """Write what the answer lacks (`incomplete_sentences`)."""
        self._section("", incomplete_sentences(result), "warning")

    def perhaps(self, result: Result) -> None:
        """Write what perhaps happened (`perhaps_sentences`)."""
        self._section("", perhaps_sentences(result), "warning")

    def rulings(self, result: Result, ids: Sequence[str]) -> None:
        """Write a ruling for each group of objects or players with the same explanation."""
        groups = explanations_of(result, ids)[0]
        for first, others in rulings_of(result, groups):
            self.gap()
            self.lines([Line("summary", first), *(Line("why", text, 2, 2) for text in others)])
        self._assumed_order(groups)

    def _assumed_order(self, groups: Iterable[Sequence[Explanation]]) -> None:
        if self._in_order is None or not any(found.timestamps_decide for found, *_ in groups):
            return
        if self._in_order.order_matters:
            self.gap()
            self.say(ASSUMED_ORDER, "warning")

    def follows(self, result: Result, only: set[str] | None) -> None:
        """Write the state-based actions that the board calls for (704.3)."""
        found = (each for each in state_based_actions(result) if only is None or only.intersection(each.objects))
        self._section(
            "State-based actions that follow (not performed)", (sentence(str(each)) for each in found), "heading"
        )

    def phased_out(self, board: Board) -> None:
        """Write which objects are phased out."""
        self._section("", filter(None, [phased_out_words(board)]))

    def step(self, result: Result, step: Step | None, board: Board, objects: Sequence[str]) -> None:
        """Write a step and the board after it or, for None, the board before the first step."""
        ids = ids_named(board.objects.values(), objects) or list(result)
        self.gap()
        self.say("The board after the step" if step else "The board before the first step", "heading")
        self.table(result, board, ids)
        if step is not None:
            self.gap()
            self.say(step_title(result, step), "heading")
            self.lines(whole_step_lines(result, step))

    def steps(self, result: Result, board: Board, objects: Sequence[str]) -> None:
        """Write every step, followed by the board after the last step."""
        ids = ids_named(board.objects.values(), objects) or list(result)
        for lines in all_step_lines(result, set(ids) if objects else None):
            self.gap()
            self.lines(lines)
        self.gap()
        self.say("The board at the end", "heading")
        self.table(result, board, ids)

    def difference(self, found: Difference, one: str, other: str) -> None:
        """Write the differences between two results in the style of `diff`."""
        self.say(f"--- {one}", "-")
        self.say(f"+++ {other}", "+")
        self.gap()
        for line in found.lines():
            mark = line.text[:2] if line.text[:2] in ("- ", "+ ") else ""
            self.lines([line], {**STYLES, "change": STYLES.get(mark.strip(), _PLAIN)})

    def table(self, result: Result, board: Board, ids: Sequence[str]) -> None:
        """Write a table of objects; equal objects share a row."""
        shown, note = without_quiet(result, ids)
        found = list(rows(result, board, shown))
        if self._width < NARROW:
            self._rows_below_each_other(found)
        else:
            first, *others = in_columns([HEADINGS, *found], self._width, COLUMN_WIDTHS)
            self._row(first, STYLES["heading"])
            for row in others:
                self._row(row)
        if note:
            self.lines([Line("why", note, 0, 2)])

    def _rows_below_each_other(self, found: Iterable[tuple[str, ...]]) -> None:
        for called, where, colors, size, what in found:
            self.say(called.replace("-\n", "-").replace("\n", " "), "heading")
            below = (where, "colorless" if colors == "none" else colors, size)
            self.say(", ".join(filter(None, below)), "", 2)
            for each in what.split("\n"):
                self.lines([Line("change", each, 2, 2)])

    def layer(self, result: Result, layer: LayerResult, steps: Sequence[Step]) -> None:
        """Write the steps of a layer."""
        self.say(f"{layer_words(result, layer)} ({layer.rule})", "heading")
        self.lines(line for step in steps for line in step_lines(result, step))

    def illegal(self, result: Result) -> None:
        """Write the events that are not legal."""
        self._section("Not legal, but played anyway", illegal_sentences(result), "warning")

    def unread(self, result: Result) -> None:
        """Write the lines that are not understood."""
        for title, found in (
            ("Not understood, and ignored", unread_words(result)),
            ("Not understood, so the ability cannot resolve", refused_words(result)),
        ):
            lines = [
                line
                for words, hints in found
                for line in (Line("change", words, 2, 2), *(Line("detail", hint, 6, 2) for hint in hints))
            ]
            if lines:
                self.gap()
                self.say(title, "warning")
                self.lines(lines)

    def open_questions(self, result: Result) -> None:
        """Write the readings of the rules that would change the result."""
        self._section("The rules leave questions open: the result differs if", question_sentences(result), "warning")

    def _section(self, title: str, sentences: Iterable[str], style: str = "") -> None:
        indent = 2 if title else 0
        if lines := [Line("change", text, indent, indent) for text in sentences]:
            self.gap()
            if title:
                self.say(title, style)
            self.lines(lines)

    def reasons(self, result: Result, ids: Sequence[str], register: Register) -> None:
        """Write complete explanations of the named objects, or of all changed objects."""
        wanted = ids or worth_telling(result)
        self._explained(result, wanted, register)
        if not wanted:
            self.gap()
            self.say("No effect changes anything.")

    def _explained(self, result: Result, ids: Iterable[str], register: Register) -> None:
        given, groups = set[str](), explanations_of(result, ids)[0]
        for group in groups:
            self.gap()
            self.lines(_once(group[0].lines(register), given))
            if same := same_words(result, group):
                self.lines([Line("why", same, 2)])
        self._assumed_order(groups)


def _once(lines: Sequence[Line], given: set[str]) -> Iterator[Line]:
    """Yield the paragraphs, except lessons and tables in `given`; add the new ones to `given`."""
    layer, dropped = "", False
    for place, line in enumerate(lines):
        if line.role == "layer":
            layer = line.text
        if line.role == "lesson":
            if line.text not in given:
                yield line
            given.add(line.text)
        elif line.role == "table":
            pairs = takewhile(lambda each: each.role == "pair", lines[place + 1 :])
            key = "\n".join((layer, line.text, *(pair.text for pair in pairs)))
            dropped = key in given
            given.add(key)
            yield msgspec.structs.replace(line, text=f"{line.text.removesuffix(':')}: as above.") if dropped else line
        elif line.role != "pair" or not dropped:
            yield line


# --- The table ---


def rows(result: Result, board: Board, ids: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the cells of each row of a table; more than three equal objects share a row."""
    for alike, cells in shared_rows({id: _cells(board.object(id), result[id], result) for id in ids}):
        first, last = alike[0], alike[-1]
        called = f"{_folded(first)} …\n{_folded(last)}\n({len(alike)})" if alike[1:] else _called(result[first])
        yield (called, *cells[1:])


def _called(found: Characteristics) -> str:
    own = kebab(found.name)
    has_name = own in (found.id, found.id.rpartition("-")[0])
    return _folded(found.id) if has_name else f"{_folded(found.id)}\n{found.name or '(no name)'}"


def _folded(id: str) -> str:
    return textwrap.fill(id, ID_WIDTH, break_on_hyphens=True)


def _cells(source: GameObject, found: Characteristics, result: Result) -> tuple[str, ...]:
    lines = [type_words(found)]
    if state := state_words(source, found):
        lines.append(f"({state})")
    lines += [result.names.text(ability, found.name) for ability in found.abilities]
    return (found.name, where_words(found), color_cell(found), size_words(found), "\n".join(lines))
