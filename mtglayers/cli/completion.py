"""What a shell completes: files, cards, ids of the board's objects, editions, readings, layers.

Each function is a `shell_complete` of click: it is given what has been typed so far, and says what could stand there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePath

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class

Completed = list[CompletionItem[str]]


Completer = Callable[[click.Context, click.Parameter, str], Completed]


_BETWEEN = ".."


def boards(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete what a board is made of: files first, and cards where no file begins so."""
    given = _given(context)
    if not given and (not start or next(_paths(start), None) is not None):
        return [CompletionItem(start, type="file")]
    return cards(context, parameter, start)


def two_boards(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete two files, or a row of cards."""
    from .boards import is_file

    if len(given := _given(context)) == 1 and is_file(given[0]):
        return [CompletionItem(start, type="file")]
    return boards(context, parameter, start)


def board_and_objects(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete a file and after it ids of its objects, or a row of cards."""
    from .boards import is_file

    given = _given(context)
    return (objects if given and is_file(given[0]) else boards)(context, parameter, start)


def cards(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete names of cards, in any case; of an empty word nothing, as they are so many."""
    from mtglayers.model.cards import search as catalogue

    del context, parameter
    return [CompletionItem(name) for name in catalogue.beginning(start)] if start.strip() else []


def objects(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete ids of objects: those on the board that the arguments mean, at its end."""
    from mtglayers.model.errors import LayersError

    from .boards import STDIN, is_file, moments_of

    del parameter
    given = _given(context)
    given = given[:1] if given and is_file(given[0]) else given  # after a file come ids
    if not given or STDIN in given:  # nothing may wait for what is typed
        return []
    try:
        board = moments_of(given, context.params.get("edition"))[-1].board
    except (LayersError, OSError, click.ClickException):  # it is no time for messages
        return []
    return _matching(start, board.objects)


def more_objects(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete ids of objects with commas between."""
    before, comma, last = start.rpartition(",")
    known = before.split(",")
    found = objects(context, parameter, last)
    return [CompletionItem(f"{before}{comma}{item.value}") for item in found if item.value not in known]


def editions(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete keys of editions, and the dates since when texts were in force."""
    from mtglayers.model.rules.edition import EDITIONS, TEXTS

    del context, parameter
    if start[:1].isdigit():
        return _matching(start, [text.since.isoformat() for text in TEXTS])
    return [CompletionItem(key, help=f"until {text.until}" if text.until else "newest")
            for key, text in EDITIONS.items() if key.startswith(start.upper())]  # fmt: skip


def readings(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete names of readings, also after a comma."""
    from mtglayers.solver.readings import READINGS

    del context, parameter
    before, comma, last = start.rpartition(",")
    return [CompletionItem(f"{before}{comma}{reading.name}", help=reading.says)
            for reading in READINGS.values() if reading.name.startswith(last)]  # fmt: skip


def layers(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete names of layers, of the edition asked for or the newest."""
    from mtglayers.model.errors import UnknownEditionError
    from mtglayers.model.rules.edition import edition

    del parameter
    try:
        rules = edition(context.params.get("edition"))
    except UnknownEditionError:
        return []
    return [CompletionItem(layer.name, help=layer.title) for layer in rules.layers if layer.name.startswith(start)]


def puzzles(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete files and folders."""
    del context, parameter
    return [CompletionItem(start, type="file")]


def twice(completer: Completer) -> Completer:
    """Return a completer for two values with `..` between them, each as `completer` has it."""

    def both(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
        before, between, last = start.rpartition(_BETWEEN)
        found = completer(context, parameter, last)
        return [CompletionItem(f"{before}{between}{item.value}", item.type, item.help) for item in found]

    return both


def _given(context: click.Context) -> tuple[str, ...]:
    """Return the files and cards typed so far; where an option still lacks its value, click leaves them in `args`."""
    return tuple(context.params.get("what") or context.args)


def _matching(start: str, known: Iterable[str]) -> Completed:
    return [CompletionItem(word) for word in known if word.startswith(start)]


def _paths(start: str) -> Iterator[Path]:
    """Yield the files and folders that a path could become."""
    folder, _, name = start.rpartition("/")
    place = Path(f"{folder}/" if folder or start.startswith("/") else ".").expanduser()
    try:
        yield from (path for path in place.iterdir() if path.name.startswith(name))
    except OSError:
        return


class Bash(BashComplete):
    """Bash, with names of cards that have spaces in them: quoted as the word was begun."""

    def format_completion(self, item: CompletionItem[str]) -> str:
        """Return a completion as the script reads it; `read` takes one backslash of two."""
        import os

        words = os.environ.get("COMP_WORDS", "").split("\n")
        place = int(os.environ.get("COMP_CWORD", "0"))
        typed = words[place] if place < len(words) else ""
        if item.type != "plain" or typed.startswith(('"', "'")):
            return super().format_completion(item)
        quoted = re.sub(r"([^\w@%+=:,./~-])", r"\\\\\1", item.value)
        return f"{item.type},{quoted}"


def register() -> None:
    """Let click complete for Bash as above."""
    add_completion_class(Bash)


SHELLS = ("bash", "zsh", "fish")


VARIABLE = "_MTGLAYERS_COMPLETE"


EXAMPLES = """\b
Examples:
  eval "$(mtglayers completion bash)"     # a line for ~/.bashrc
  eval "$(mtglayers completion zsh)"      # a line for ~/.zshrc
  mtglayers completion fish > ~/.config/fish/completions/mtglayers.fish
"""


@click.command(epilog=EXAMPLES, short_help="Print the script by which a shell completes words.")
@click.argument("shell", required=False, type=click.Choice(SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str | None) -> None:
    """Print the script by which bash, zsh or fish completes words: commands, options, files, cards, ids, editions.

    Without the name of a shell it is that of the user. Bash must be 4.4 or newer.
    """
    from click.shell_completion import get_completion_class

    name = shell or PurePath(os.environ.get("SHELL", "")).name
    if name not in SHELLS:
        raise click.UsageError(f"name a shell: {', '.join(SHELLS)}")
    found = get_completion_class(name)
    assert found is not None
    root = context.find_root()
    click.echo(found(root.command, {}, root.info_name or "mtglayers", VARIABLE).source(), nl=False)


__all__ = [
    "Bash",
    "Completer",
    "boards",
    "cards",
    "completion",
    "editions",
    "layers",
    "more_objects",
    "objects",
    "puzzles",
    "readings",
    "register",
    "twice",
    "two_boards",
]
