"""Exit codes, error messages, and suggestions for misspelled words."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import click

from mtglayers.model.errors import LayersError, readable
from mtglayers.model.support.names import did_you_mean

from .completing import VARIABLE

EXIT_CODES = """\b
Exit codes:
  0    success; for `diff` also if the boards differ
  1    negative answer: an expectation fails (check), no card (cards search)
       or board (find) is found, coverage is below the floor (cards coverage),
       or an engine's answer differs (vectors diff)
  2    error: wrong option, missing file, unknown card, invalid puzzle
  130  interrupted
  141  the program that reads the output closed it
"""

INTERRUPTED = 130
UNREAD = 141  # the exit code in a shell after SIGPIPE: 128 + 13


class CommandModules(MutableMapping[str, click.Command]):
    """A mapping from the name of a command to the command, whose module is imported when it is looked up."""

    def __init__(self, package: str, modules: Mapping[str, str]) -> None:
        """Map the name of each command to its module in `package`, in which the command is the value of that name."""
        self._package = package
        self._modules = modules
        self._found: dict[str, click.Command] = {}

    def __getitem__(self, name: str) -> click.Command:
        if name not in self._found:
            self._found[name] = getattr(import_module(f"{self._package}.{self._modules[name]}"), name)
        return self._found[name]

    def __setitem__(self, name: str, command: click.Command) -> None:
        self._found[name] = command

    def __delitem__(self, name: str) -> None:
        raise TypeError("commands cannot be removed")

    def __iter__(self) -> Iterator[str]:
        return iter({**self._modules, **self._found})

    def __len__(self) -> int:
        return len({**self._modules, **self._found})


class Commands(click.Group):
    """A group of commands that suggests corrections for misspelled commands."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, or show the help text if there are no arguments."""
        if not args and not ctx.resilient_parsing:
            click.echo(ctx.get_help(), color=ctx.color)
            ctx.exit()
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first argument names.

        Raises:
            click.UsageError: no command has this name.
        """
        name = args[0]
        if self.get_command(ctx, name) is None and not ctx.resilient_parsing and not name.startswith("-"):
            raise click.UsageError(f"no such command `{name}`{did_you_mean(name, self.list_commands(ctx))}", ctx)
        return super().resolve_command(ctx, args)


class Program(Commands):
    """The top-level command group, which reports an error in one sentence."""

    group_class = Commands

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Parse the arguments; click also prints the help and the version in this method."""
        try:
            return super().make_context(info_name, args, parent, **extra)
        except BrokenPipeError:  # click would exit with code 1
            _stop_writing()

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            _stop_writing()

    def main(  # type: ignore[override]
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the program and exit with one of the codes listed in `EXIT_CODES`."""
        if not standalone_mode:
            return super().main(args, prog_name, standalone_mode=False, **extra)
        for stream in ("stdout", "stderr"):
            if getattr(sys, stream) is None:  # closed by the calling program (`>&-`)
                setattr(sys, stream, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
        if VARIABLE in os.environ:
            from click.shell_completion import add_completion_class

            from .completion import Bash

            add_completion_class(Bash)
        try:
            code = super().main(args, prog_name, standalone_mode=False, **extra)
            sys.stdout.flush()  # so that a closed pipe raises an error here and not when Python exits
        except click.NoSuchOption as error:
            fail(f"no such option `{error.option_name}`{did_you_mean(error.option_name, _options(error))}", 2)
        except click.ClickException as error:
            fail(error.format_message(), error.exit_code)
        except click.Abort:
            fail("interrupted", INTERRUPTED)
        except LayersError as error:
            fail(message_of(error), 2)
        except BrokenPipeError:
            _stop_writing()
        except OSError as error:
            fail(_of_file(error), 2)
        sys.exit(code if isinstance(code, int) else 0)


def fail(message: str, code: int) -> NoReturn:
    """Print an error message, with long quotations cut, and exit with an error code."""
    message = readable(message)
    first = message[:1].lower() + message[1:] if message[1:2].islower() else message
    click.echo(f"error: {first.removesuffix('.')}", err=True)
    sys.exit(code)


def message_of(error: LayersError) -> str:
    """Return an error's message, with hints for text that is not understood."""
    from mtglayers.model.errors import UnsupportedTextError

    unread = error if isinstance(error, UnsupportedTextError) else error.__cause__
    if not isinstance(unread, UnsupportedTextError) or not unread.text:
        return str(error)
    from ..presentation.hints import hints_of

    start, end = unread.span
    before = unread.text[:start].rpartition("\n")[2]
    line = before + unread.text[start:].partition("\n")[0]
    marks = "^" * max(1, min(end, start + len(line) - len(before)) - start)
    return "\n  ".join((str(error), line, " " * len(before) + marks, *hints_of(unread)))


def _of_file(error: OSError) -> str:
    what = (error.strerror or str(error)).lower()
    return f"`{error.filename}`: {what}" if error.filename else what


def _options(error: click.NoSuchOption) -> Iterable[str]:
    if error.ctx is None:
        return ()
    parameters = error.ctx.command.get_params(error.ctx)
    return [
        name for each in parameters if isinstance(each, click.Option) for name in (*each.opts, *each.secondary_opts)
    ]


def _stop_writing() -> NoReturn:
    # Python must have nothing left to write to the closed output when it exits.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(UNREAD)
