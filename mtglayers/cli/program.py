"""The program as a whole: exit codes, one sentence for whatever goes wrong, and the right word for a misspelt one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn

import click

from mtglayers.model.errors import LayersError
from mtglayers.model.support.names import did_you_mean

from . import completion as completing
from . import completion as completion_cli

# click keeps the lines of a paragraph that begins with a backspace.
EXIT_CODES = """\b
Exit codes:
  0    done; for `diff` also where something differs
  1    done, and the answer is no: an expectation fails (check), no card is
       found (cards search) or no board (find), one is below the floor
       (cards coverage), or an engine answers otherwise (vectors diff)
  2    it cannot be done: a wrong option, no such file or card, no puzzle
  130  interrupted
  141  whoever read the output stopped reading
"""

INTERRUPTED = 130
UNREAD = 141  # as a shell tells of a program that SIGPIPE ended: 128 + 13


class Commands(click.Group):
    """A group of commands: without a command it shows its help, and for an unknown one it names the nearest."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take the arguments apart; without any, show the help."""
        if not args and not ctx.resilient_parsing:
            click.echo(ctx.get_help(), color=ctx.color)
            ctx.exit()
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments begin with.

        Raises:
            click.UsageError: there is none of that name.
        """
        name = args[0]
        if self.get_command(ctx, name) is None and not ctx.resilient_parsing and not name.startswith("-"):
            raise click.UsageError(f"no such command `{name}`{did_you_mean(name, self.list_commands(ctx))}", ctx)
        return super().resolve_command(ctx, args)


class Program(Commands):
    """The outermost group of commands; bad input ends it with one sentence and exit code 2."""

    group_class = Commands

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Take the arguments apart; the help and the version are printed here."""
        try:
            return super().make_context(info_name, args, parent, **extra)
        except BrokenPipeError:  # click would end with 1
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
        """Run the program; see `EXIT_CODES`."""
        if not standalone_mode:
            return super().main(args, prog_name, standalone_mode=False, **extra)
        for stream in ("stdout", "stderr"):
            if getattr(sys, stream) is None:  # closed by whoever started the program: `>&-`
                setattr(sys, stream, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
        if completion_cli.VARIABLE in os.environ:
            completing.register()
        try:
            code = super().main(args, prog_name, standalone_mode=False, **extra)
            sys.stdout.flush()  # so that a closed pipe shows here, and not when Python ends
        except click.NoSuchOption as error:
            fail(f"no such option `{error.option_name}`{did_you_mean(error.option_name, _options(error))}", 2)
        except click.ClickException as error:
            fail(error.format_message(), error.exit_code)
        except click.Abort:
            fail("interrupted", INTERRUPTED)
        except LayersError as error:
            fail(told(error), 2)
        except BrokenPipeError:
            _stop_writing()
        except OSError as error:
            fail(_of_file(error), 2)
        sys.exit(code if isinstance(code, int) else 0)


def fail(message: str, code: int) -> NoReturn:
    """Say what is wrong on the error stream and end the program."""
    first = message[:1].lower() + message[1:] if message[1:2].islower() else message
    click.echo(f"error: {first.removesuffix('.')}", err=True)
    sys.exit(code)


def told(error: LayersError) -> str:
    """Return an error's message; for a text that is not understood, with the place marked below it, and hints."""
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
    """Return the options of the command that was given an unknown one."""
    if error.ctx is None:
        return ()
    parameters = error.ctx.command.get_params(error.ctx)
    return [
        name for each in parameters if isinstance(each, click.Option) for name in (*each.opts, *each.secondary_opts)
    ]


def _stop_writing() -> NoReturn:
    """End the program quietly: nobody reads its output any more, so nothing may be left to write at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(UNREAD)


__all__ = ["EXIT_CODES", "Commands", "Program", "fail", "told"]
