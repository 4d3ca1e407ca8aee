"""Shell completion of files, cards, ids of objects, editions, readings and layers.

Each completer is a `shell_complete` function of click: given what has been typed so far, it returns what could follow.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePath

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class

from .boards import is_file, moments_of

Completed = list[CompletionItem[str]]
Completer = Callable[[click.Context, click.Parameter, str], Completed]
_BETWEEN = ".."


def boards(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete files, and cards where no file name matches."""
    given = _given(context)
    if not given and (not start or next(_paths(start), None) is not None):
        return [CompletionItem(start, type="file")]
    return cards(context, parameter, start)


def two_boards(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete two files, or several cards."""
    if len(given := _given(context)) == 1 and is_file(given[0]):
        return [CompletionItem(start, type="file")]
    return boards(context, parameter, start)


def board_and_objects(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete a file, then ids of its objects; or cards."""
    given = _given(context)
    return (objects if given and is_file(given[0]) else boards)(context, parameter, start)


def cards(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete names of cards in any case; nothing for an empty word."""
    from mtglayers.model.cards import search as catalogue

    del context, parameter
    return [CompletionItem(name) for name in catalogue.beginning(start)] if start.strip() else []


def objects(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete ids of the objects at the end of the board's timeline."""
    from mtglayers.model.errors import LayersError

    from ..presentation.files import STDIN

    del parameter
    given = _given(context)
    given = given[:1] if given and is_file(given[0]) else given  # after a file come ids
    if not given or STDIN in given:  # completion must not wait for input
        return []
    try:
        board = moments_of(given, context.params.get("edition"))[-1].board
    except (LayersError, OSError, click.ClickException):  # completion prints no messages
        return []
    return _matching(start, board.objects)


def more_objects(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete ids of objects separated by commas."""
    before, comma, last = start.rpartition(",")
    known = before.split(",")
    found = objects(context, parameter, last)
    return [CompletionItem(f"{before}{comma}{item.value}") for item in found if item.value not in known]


def editions(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
    """Complete keys of editions, and the dates from which they apply."""
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
    """Complete names of layers in the given or the newest edition."""
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
    """Return a completer for two values with `..` between them."""

    def both(context: click.Context, parameter: click.Parameter, start: str) -> Completed:
        before, between, last = start.rpartition(_BETWEEN)
        found = completer(context, parameter, last)
        return [CompletionItem(f"{before}{between}{item.value}", item.type, item.help) for item in found]

    return both


def _given(context: click.Context) -> tuple[str, ...]:
    # Where an option still lacks its value, click leaves the arguments in `args`.
    return tuple(context.params.get("what") or context.args)


def _matching(start: str, known: Iterable[str]) -> Completed:
    return [CompletionItem(word) for word in known if word.startswith(start)]


def _paths(start: str) -> Iterator[Path]:
    folder, _, name = start.rpartition("/")
    place = Path(f"{folder}/" if folder or start.startswith("/") else ".").expanduser()
    try:
        yield from (path for path in place.iterdir() if path.name.startswith(name))
    except OSError:
        return


class Bash(BashComplete):
    """Completion for Bash that quotes names of cards with spaces."""

    def format_completion(self, item: CompletionItem[str]) -> str:
        """Return a completion as the script reads it, with backslashes doubled."""
        import os

        words = os.environ.get("COMP_WORDS", "").split("\n")
        place = int(os.environ.get("COMP_CWORD", "0"))
        typed = words[place] if place < len(words) else ""
        if item.type != "plain" or typed.startswith(('"', "'")):
            return super().format_completion(item)
        quoted = re.sub(r"([^\w@%+=:,./~-])", r"\\\\\1", item.value)
        return f"{item.type},{quoted}"


def register() -> None:
    """Make click use `Bash` for completion in Bash."""
    add_completion_class(Bash)


SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_MTGLAYERS_COMPLETE"
EXAMPLES = """\b
Examples:
  eval "$(mtglayers completion bash)"     # a line for ~/.bashrc
  eval "$(mtglayers completion zsh)"      # a line for ~/.zshrc
  mtglayers completion fish > ~/.config/fish/completions/mtglayers.fish
"""


@click.command(epilog=EXAMPLES, short_help="Print a completion script for a shell.")
@click.argument("shell", required=False, type=click.Choice(SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str | None) -> None:
    """Print a script for bash, zsh or fish that completes commands, options, files, cards, ids and editions.

    Without SHELL, the user's own shell is used. Bash must be 4.4 or newer.
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
