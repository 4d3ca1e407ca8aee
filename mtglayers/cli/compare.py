"""The commands that solve a board under every edition of the rules, and that list the editions and readings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from . import completing
from .boards import BoardArguments
from .options import board_options, examples, json_option, schema_json_option
from .printing import print_json, print_page

if TYPE_CHECKING:
    from mtglayers.model.rules.edition import Edition
    from mtglayers.solver.explain.paragraphs import Line
    from mtglayers.solver.questions.editions import Era, RuleChange


@examples(
    "mtglayers compare puzzles/s2-gray-ogre.toml --editions all",
    "mtglayers compare Humility Opalescence --editions E05,E07,E25",
    "mtglayers compare puzzles/flying-counters.toml --json",
)
@click.command()
@board_options(whole=True)
@click.option(
    "--editions", "which", default="all", show_default=True, metavar="all|DATE|KEY,...",
    help="Compare these editions; `all` selects every edition.",
)  # fmt: skip
@schema_json_option("eras")
def compare(board: BoardArguments, which: str, as_json: bool) -> None:
    """Solve a board under every edition of the rules.

    Give the board as a puzzle file or as card names. The output contains a paragraph for each edition whose result
    differs from that of the previous edition. The paragraph lists the differences and their cause, which is the
    smallest change to the previous edition that produces the new result.
    """
    from mtglayers.model.rules.edition import TEXTS
    from mtglayers.model.rules.edition import edition as edition_of
    from mtglayers.solver.questions.editions import eras
    from mtglayers.solver.readings import read
    from mtglayers.wire.answers import eras_data

    moment = board.moment()
    named = {edition_of(name.strip()) for name in which.split(",")} if which != "all" else set(TEXTS)
    found = eras(moment.board, sorted(named, key=lambda text: text.since), read(moment.readings))
    if as_json:
        print_json(eras_data(found))
    else:
        print_page(moment.title, _era_lines(found))


@examples("mtglayers editions", "mtglayers editions 2006-07-01", "mtglayers editions --readings")
@click.command()
@click.argument("which", metavar="[DATE|KEY]", required=False, shell_complete=completing.editions)
@click.option("--readings", is_flag=True, help="Instead, list the readings for questions that the rules leave open.")
@json_option
def editions(which: str | None, readings: bool, as_json: bool) -> None:
    """List the editions of the rules, or the readings.

    The list contains the dated versions of the rules and their changes, oldest first. With a DATE or KEY, one version
    is shown in full. A board is solved under the version that applied on its date; a key selects the last version
    of its edition.
    """
    from ..presentation.editions import edition_lines, edition_list, editions_data, reading_lines, readings_data

    if which is not None and readings:
        raise click.UsageError("a date or key and `--readings` cannot be used together")
    if as_json:
        print_json(readings_data() if readings else editions_data(which))
    else:
        found = reading_lines() if readings else edition_lines(which) if which else edition_list()
        click.echo("\n".join(found))


def _era_lines(found: Sequence[Era]) -> Iterator[Line]:
    from mtglayers.solver.explain.paragraphs import Line
    from mtglayers.solver.questions.compare import contrast_words, object_lines
    from mtglayers.solver.wording import joined

    if len(found) == 1 and found[0].result is not None:
        yield Line("summary", f"The result is the same under all rules {_span(found[0].first, found[0].last)}.")
        return
    turning = dict.fromkeys(each.id for era in found for each in era.objects)
    before: Era | None = None
    for era in found:
        keys = " to ".join(dict.fromkeys((era.first.key, era.last.key)))
        yield Line("layer", f"{keys}: the rules {_span(era.first, era.last)}")
        if era.result is None:
            yield Line("why", f"These rules do not allow the board: {era.refused}.", 2, 2)
        elif before is None or before.result is None:
            for id in turning:
                yield Line("change", era.result.explainer.summary(id), 2, 2)
            if not turning:
                yield Line("change", "The result is the same under all of these rules.", 2, 2)
        else:
            yield Line("why", era.first.note, 2, 2)
            for place, clauses in enumerate(era.clauses):
                words = joined(_clause(each, before.last, era.first) for each in clauses)
                yield Line("why", f"{'Also sufficient' if place else 'The decisive change'}: {words}.", 2, 2)
            yield from object_lines(era.objects, 2)
            for player in era.players:
                words = joined(contrast_words(change) for change in player.changes)
                yield Line("change", f"{player.name}: {words}", 2, 2)
        before = era


def _span(first: Edition, last: Edition) -> str:
    return f"since {first.since}" if last.until is None else f"of {first.since} to {last.until}"


def _clause(clause: RuleChange, before: Edition, text: Edition) -> str:
    from ..presentation.editions import layer_names, said

    if clause.field == "layers":
        words = f"layers {layer_names(text)} rather than {layer_names(before)}"
    elif clause.field == "stamped":
        words = f"new timestamps for {', '.join(text.stamped)} rather than {', '.join(before.stamped)}"
    else:
        new, old = said(text, clause.field), said(before, clause.field)
        words = f"{new} rather than {old}" if new and old else new or f"it is no longer true that {old}"
    numbers = list(dict.fromkeys(number for number in (clause.before, clause.after) if number))
    return f"{words} ({', now '.join(numbers)})" if numbers else words
