"""Results as pages of text: objects, layers step by step, and reasons."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import IO, get_args

import click
import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mtglayers.model.board.board import Board
from mtglayers.model.objects.gameobject import GameObject
from mtglayers.model.support.names import kebab
from mtglayers.solver.explain.explanation import Explanation, Register
from mtglayers.solver.explain.not_applied import unapplied_words
from mtglayers.solver.explain.paragraphs import Line, Role, wrapped
from mtglayers.solver.questions.compare import Difference
from mtglayers.solver.result.characteristics import Characteristics, without_id
from mtglayers.solver.result.result import Result
from mtglayers.solver.result.steps import LayerResult, Step
from mtglayers.solver.wording import ability_text, joined, sentence, with_name

from .moments import Moment, story_words
from .sentences import (
    color_cell,
    hints_for,
    is_quiet,
    layer_words,
    news_of,
    player_words,
    rules_words,
    size_words,
    state_words,
    statistics_words,
    type_words,
    where_words,
    worth_telling,
)
from .steps import step_lines, step_title, walk_lines, whole_step_lines

PLAIN_WIDTH = 80
WIDEST = 100
ID_WIDTH = 24
ROLES = get_args(Role)
BRIEF = ("summary", "layer", "change", "why")
"""What of an explanation stands below the steps."""

NARROW = 60
"""On a terminal of fewer columns what stands in a table stands in paragraphs."""

TOGETHER = 3
"""More equal objects than that share one row of the table."""

STYLES: Mapping[str, str] = {
    "title": "bold", "heading": "bold", "summary": "bold", "layer": "cyan", "why": "dim", "detail": "dim",
    "warning": "yellow", "statistics": "dim", "lesson": "italic", "rests": "dim", "-": "red", "+": "green",
}  # fmt: skip


class Page:
    """A page of text: colored on a terminal, elsewhere plain with 80 columns."""

    def __init__(self, stream: IO[str]) -> None:
        terminal = stream.isatty()
        self._text = io.StringIO()
        seen = Console(file=stream)
        width = max(40, min(seen.width, WIDEST)) if terminal else PLAIN_WIDTH
        self._console = Console(
            file=self._text, width=width, force_terminal=terminal, highlight=False, markup=False, emoji=False,
            color_system="auto" if terminal else None, legacy_windows=False,
        )  # fmt: skip
        self._colored = terminal

    def close(self) -> None:
        """Write the page out."""
        lines = (line.rstrip() for line in self._text.getvalue().splitlines())
        click.echo("\n".join(lines).strip("\n"), color=self._colored or None)

    # --- Pieces ---

    def lines(self, lines: Iterable[Line], styles: Mapping[str, str] = STYLES) -> None:
        """Write paragraphs."""
        for line in lines:
            for row in wrapped(line, self._console.width).split("\n"):
                self._console.print(Text(row, style=styles.get(line.role, "")), soft_wrap=True)

    def say(self, text: str, style: str = "", indent: int = 0) -> None:
        """Write one paragraph."""
        line = Line("summary", text, indent)
        for row in wrapped(line, self._console.width).split("\n"):
            self._console.print(Text(row, style=STYLES.get(style, "")), soft_wrap=True)

    def gap(self) -> None:
        """Write an empty line."""
        self._console.print()

    # --- Parts ---

    def heading(self, title: str, result: Result) -> None:
        """Write what is solved, and under which rules."""
        self.say(title, "title")
        self.say(rules_words(result))

    def story(self, moments: Sequence[Moment]) -> None:
        """Write how the board developed, a paragraph for each expectation."""
        if len(moments) < 2:
            return
        self.gap()
        self.say("The story", "heading")
        for moment, news in zip(moments, news_of(moments), strict=True):
            came = [sentence(story_words(moment.events))] if moment.events else []
            text = " ".join((*came, *news)) or "Nothing changes."
            self.lines([Line("change", f"{moment.number}. {text}", 2, 3)])

    def players(self, result: Result) -> None:
        """Write what effects do to players, if anything."""
        said = [words for player in result.players.values() if (words := player_words(player))]
        if said:
            self.gap()
            self.lines(Line("change", sentence(words)) for words in said)

    def moment(self, moment: Moment, total: int) -> None:
        """Write the heading of the next board of a story."""
        self.gap()
        self.say(f"Board {moment.number} of {total}" if moment.number else "The end", "title")
        if moment.events:
            self.say(sentence(story_words(moment.events)))

    def result(self, result: Result, board: Board, objects: Sequence[str], *, explain: bool) -> None:
        """Write a solved board, or only what concerns some objects."""
        ids = [board.object(id).id for id in objects] or list(result)
        only = set(ids) if objects else None
        self.gap()
        self.table(result, board, ids)
        if only is None:
            self.players(result)
        for layer in result.layers:
            steps = [step for step in layer.steps if only is None or only.intersection(step.scope)]
            if steps:
                self.gap()
                self.layer(result, layer, steps)
        self.gaps(result, only)
        self.open_questions(result)
        self.gap()
        self.statistics(result)
        if explain:
            self.explanations(result, ids, chosen=only is not None)

    def step(self, result: Result, step: Step | None, board: Board, objects: Sequence[str]) -> None:
        """Write the board after a step, and the step; default: before any."""
        ids = [board.object(id).id for id in objects] or list(result)
        self.gap()
        self.say("The board after it" if step else "The board before the first step", "heading")
        self.table(result, board, ids)
        if step is not None:
            self.gap()
            self.say(step_title(result, step), "heading")
            self.lines(whole_step_lines(result, step))

    def steps(self, result: Result, board: Board, objects: Sequence[str]) -> None:
        """Write the walk one step at a time, and the board at its end."""
        ids = [board.object(id).id for id in objects] or list(result)
        for lines in walk_lines(result, set(ids) if objects else None):
            self.gap()
            self.lines(lines)
        self.gap()
        self.say("The board at the end", "heading")
        self.table(result, board, ids)

    def difference(self, found: Difference, one: str, other: str) -> None:
        """Write what differs between two results, as `diff` does."""
        self.say(f"--- {one}", "-")
        self.say(f"+++ {other}", "+")
        self.gap()
        for line in found.lines():
            mark = line.text[:2] if line.text[:2] in ("- ", "+ ") else ""
            self.lines([line], {**STYLES, "change": STYLES.get(mark.strip(), "")})

    def table(self, result: Result, board: Board, ids: Sequence[str]) -> None:
        """Write a table of the objects; equal ones share a row."""
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style=STYLES["heading"])
        table.add_column("object", overflow="fold", max_width=ID_WIDTH)
        table.add_column("controller", overflow="fold", max_width=14)
        table.add_column("colours", overflow="fold", max_width=9)
        table.add_column("P/T", no_wrap=True)
        table.add_column("types, abilities", overflow="fold", ratio=1)
        quiet = [id for id in ids if len(ids) > 1 and is_quiet(result, id)]
        found = list(rows(result, board, [id for id in ids if id not in quiet]))
        if self._console.width < NARROW:
            self._rows_below_each_other(found)
        else:
            for row in found:
                table.add_row(*(Text(cell) for cell in row))
            self._console.print(table)
        if quiet:
            called = [f"{id} ({result[id].owner}’s {result[id].zone})" for id in quiet]
            self.lines([Line("why", f"Elsewhere, and as printed: {', '.join(called)}.", 0, 2)])

    def _rows_below_each_other(self, found: Iterable[tuple[str, ...]]) -> None:
        """Write the rows of the table as paragraphs, where columns would be too narrow to read."""
        for called, where, colors, size, what in found:
            self.say(called.replace("-\n", "-").replace("\n", " "), "heading")
            below = (where, "colourless" if colors == "none" else colors, size)
            self.say(", ".join(said for said in below if said), "", 2)
            for each in what.split("\n"):
                self.lines([Line("change", each, 2, 2)])

    def layer(self, result: Result, layer: LayerResult, steps: Sequence[Step]) -> None:
        """Write what happened in a layer, step by step."""
        self.say(f"{layer_words(result, layer)} ({layer.rule})", "heading")
        self.lines(line for step in steps for line in step_lines(result, step))

    def gaps(self, result: Result, only: set[str] | None) -> None:
        """Write which effects never applied, and which lines are not understood."""
        names = result.explainer.names
        lost = [each for each in result.explainer.unapplied if only is None or each.source in only]
        if lost:
            self.gap()
            self.say("Never applied", "heading")
            self.lines(Line("change", sentence(unapplied_words(each, names, result)), 2, 2) for each in lost)
        self.unread(result)

    def unread(self, result: Result) -> None:
        """Write which lines are not understood."""
        from .cards import place_words, refusing

        names = result.explainer.names
        if result.unsupported:
            self.gap()
            self.say("Not understood, and left out of account", "warning")
            for id, text in result.unsupported:
                name = names.printed(id)
                self.lines([Line("change", f"{names.object(id)}: {place_words(with_name(text, name))}", 2, 2)])
                self.lines(Line("detail", with_name(line, name), 6, 2) for line in hints_for(result, text))
        if waiting := refusing(result):
            self.gap()
            self.say("Not understood, and refused should it resolve", "warning")
            for id, line, hints in waiting:
                self.lines([Line("change", f"{names.object(id)}: {place_words(line)}", 2, 2)])
                self.lines(Line("detail", hint, 6, 2) for hint in hints)

    def open_questions(self, result: Result) -> None:
        """Write which readings of the rules give a different result."""
        if result.turns_on:
            self.gap()
            self.say("The rules leave room: it comes out differently where", "warning")
            self.lines(
                Line("change", sentence(f"{reading.says} (reading {reading.name}, {reading.question})"), 2, 2)
                for reading in result.turns_on
            )

    def statistics(self, result: Result) -> None:
        """Write how much work solving took, in one line."""
        self.say(statistics_words(result), "statistics")

    def explanations(self, result: Result, ids: Sequence[str], *, chosen: bool) -> None:
        """Write why objects are what they are: the chosen ones, or all that some effect changed."""
        changed = worth_telling(result)
        # Who depends on whom is told with the steps above.
        self._explained(result, [id for id in ids if chosen or id in changed], only=BRIEF)

    def reasons(self, result: Result, ids: Sequence[str], register: Register) -> None:
        """Write complete explanations of the named or of all changed objects."""
        wanted = ids or worth_telling(result)
        self._explained(result, wanted, register)
        if not wanted:
            self.gap()
            self.say("No effect changed anything.")

    def _explained(
        self, result: Result, ids: Iterable[str], register: Register = "ruling", only: Container[str] = ROLES
    ) -> None:
        explainer, given = result.explainer, set[str]()
        alike: dict[tuple[object, ...], list[Explanation]] = {}
        for id in ids:
            found = explainer.explain(id)
            kind = without_id(result[id]) if id in result.objects else id
            alike.setdefault((found.entries, found.unapplied, kind), []).append(found)
        for group in alike.values():
            self.gap()
            lines = [line for line in group[0].lines(register) if line.role in only]
            self.lines(_once(lines, given))
            if group[1:]:
                others = joined(explainer.names.object(found.id) for found in group[1:4])
                more = f"{others} and {len(group) - 4} more" if len(group) > 4 else others
                self.lines([Line("why", f"The same goes for {more}.", 2)])


def _once(lines: Sequence[Line], given: set[str]) -> Iterator[Line]:
    """Yield paragraphs without the lessons and tables of pairs that have been given, which are added to those."""
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
    """Yield the cells of each row; more than three equal objects share one."""
    cells = {id: _cells(board.object(id), result[id]) for id in ids}
    groups: dict[tuple[str, ...], list[str]] = {}
    for id in ids:
        groups.setdefault(cells[id], []).append(id)
    for id in ids:
        alike = groups[cells[id]]
        if len(alike) <= TOGETHER:
            yield (_called(result[id]), *cells[id][1:])
        elif alike[0] == id:
            yield (f"{_folded(id)} …\n{_folded(alike[-1])}\n({len(alike)})", *cells[id][1:])


def _called(found: Characteristics) -> str:
    own = kebab(found.name)
    told = found.id == own or found.id.rpartition("-")[0] == own
    return _folded(found.id) if told else f"{_folded(found.id)}\n{found.name or '(no name)'}"


def _folded(id: str) -> str:
    return textwrap.fill(id, ID_WIDTH, break_on_hyphens=True)


def _cells(source: GameObject, found: Characteristics) -> tuple[str, ...]:
    lines = [type_words(found)]
    if told := state_words(source, found):
        lines.append(f"({told})")
    lines += [ability_text(ability, found.name) for ability in found.abilities]
    return (found.name, where_words(found), color_cell(found), size_words(found), "\n".join(lines))


__all__ = ["Page", "rows"]
