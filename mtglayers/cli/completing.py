"""Functions that complete files, cards, object ids, editions, readings and layers in a shell.

Each of these functions is a `shell_complete` function for click, which returns the completions of the given text. What
they need is imported when they are called, because every command names them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click

from ..presentation.files import STDIN, is_file
from .boards import BoardArguments

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

VARIABLE = "_MTGLAYERS_COMPLETE"
"""Environment variable that a shell sets to request completions."""

Completed: TypeAlias = "list[CompletionItem[str]]"
Completer = Callable[[click.Context, click.Parameter, str], Completed]


def boards(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete a file name, or a card name if no file name matches."""
    given = _given(context)
    if not given and (not start or next(_paths(start), None) is not None):
        return [_item(start, kind="file")]
    return cards(context, parameter, start)


def two_boards(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete the names of two files, or card names."""
    if len(given := _given(context)) == 1 and is_file(given[0]):
        return [_item(start, kind="file")]
    return boards(context, parameter, start)


def board_and_objects(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete a file name and the ids of its objects, or card names."""
    given = _given(context)
    return (objects if given and is_file(given[0]) else boards)(context, parameter, start)


def board_or_object(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete a file name and one object id, or card names."""
    given = _given(context)
    return (objects if len(given) == 1 and is_file(given[0]) else boards)(context, parameter, start)


def cards(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete card names, ignoring case."""
    from mtglayers.model.cards import search as catalogue

    del context, parameter
    return [_item(name) for name in catalogue.beginning(start)] if start.strip() else []


def objects(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete ids of the objects that exist at the end of the timeline."""
    from mtglayers.model.errors import LayersError

    del parameter
    given = _given(context)
    given = given[:1] if given and is_file(given[0]) else given  # object ids can follow only a file
    if not given or STDIN in given:  # completion must not wait for input
        return []
    try:
        board = BoardArguments(given, context.params.get("edition")).silent_moments()[-1].board
    except (LayersError, OSError, click.ClickException):  # completion prints no messages
        return []
    return _matching(start, board.objects)


def more_objects(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete object ids separated by commas."""
    before, comma, last = start.rpartition(",")
    known = before.split(",")
    found = objects(context, parameter, last)
    return [_item(f"{before}{comma}{item.value}") for item in found if item.value not in known]


def editions(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete the keys of editions, and the dates on which they took effect."""
    from mtglayers.model.rules.edition import EDITIONS, TEXTS

    del context, parameter
    if start[:1].isdigit():
        return _matching(start, [text.since.isoformat() for text in TEXTS])
    found = ((key, text) for key, text in EDITIONS.items() if key.startswith(start.upper()))
    return [_item(key, note=f"until {text.until}" if text.until else "newest") for key, text in found]


def readings(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete reading names separated by commas."""
    from mtglayers.solver.readings import READINGS

    del context, parameter
    before, comma, last = start.rpartition(",")
    found = (reading for reading in READINGS.values() if reading.name.startswith(last))
    return [_item(f"{before}{comma}{reading.name}", note=reading.says) for reading in found]


def layers(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete layer names of the edition given on the command line, or of the newest edition."""
    from mtglayers.model.errors import UnknownEditionError
    from mtglayers.model.rules.edition import edition

    del parameter
    try:
        rules = edition(context.params.get("edition"))
    except UnknownEditionError:
        return []
    return [_item(layer.name, note=layer.title) for layer in rules.layers if layer.name.startswith(start)]


def puzzles(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete names of files and folders."""
    del context, parameter
    return [_item(start, kind="file")]


def twice(completer: Completer) -> Completer:
    """Return a completer for two values separated by `..`."""

    def both(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
        before, between, last = start.rpartition("..")
        found = completer(context, parameter, last)
        return [_item(f"{before}{between}{item.value}", item.type, item.help) for item in found]

    return both


def _item(value: str, kind: str = "plain", note: str | None = None) -> CompletionItem[str]:
    from click.shell_completion import CompletionItem

    return CompletionItem(value, kind, note)


def _given(context: click.Context) -> tuple[str, ...]:
    # Click leaves the arguments in `args` until the last option has its value.
    return tuple(context.params.get("what") or context.args)


def _matching(start: str, known: Iterable[str]) -> Completed:
    return [_item(word) for word in known if word.startswith(start)]


def _paths(start: str) -> Iterator[Path]:
    folder, _, name = start.rpartition("/")
    place = Path(f"{folder}/" if folder or start.startswith("/") else ".").expanduser()
    try:
        yield from (path for path in place.iterdir() if path.name.startswith(name))
    except OSError:
        return
