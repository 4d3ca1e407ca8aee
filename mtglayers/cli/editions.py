"""The command that lists the editions of the rules, and the readings."""

from __future__ import annotations

import click

from . import completing
from .options import examples, json_option
from .printing import print_json


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
