"""The command that prints a completion script for a shell, and completion in bash."""

from __future__ import annotations

import os
import re
from pathlib import PurePath

import click
from click.shell_completion import BashComplete, CompletionItem, get_completion_class

from .completing import VARIABLE
from .options import examples

SHELLS = ("bash", "zsh", "fish")


@examples(
    'eval "$(mtglayers completion bash)"     # a line for ~/.bashrc',
    'eval "$(mtglayers completion zsh)"      # a line for ~/.zshrc',
    "mtglayers completion fish > ~/.config/fish/completions/mtglayers.fish",
)
@click.command()
@click.argument("shell", required=False, type=click.Choice(SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str | None) -> None:
    """Print a completion script for a shell.

    The script completes commands, options, files, cards, ids and editions in bash, zsh or fish. SHELL is the user's own
    shell by default. Bash 4.4 or newer is required.
    """
    name = shell or PurePath(os.environ.get("SHELL", "")).name
    if name not in SHELLS:
        raise click.UsageError(f"specify a shell: {', '.join(SHELLS)}")
    found = get_completion_class(name)
    assert found is not None
    root = context.find_root()
    click.echo(found(root.command, {}, root.info_name or "mtglayers", VARIABLE).source(), nl=False)


class Bash(BashComplete):
    """Completion for bash that quotes spaces in card names."""

    def format_completion(self, item: CompletionItem[str]) -> str:
        """Return a completion in the format of the completion script, with doubled backslashes."""
        words = os.environ.get("COMP_WORDS", "").split("\n")
        place = int(os.environ.get("COMP_CWORD", "0"))
        typed = words[place] if place < len(words) else ""
        if item.type != "plain" or typed.startswith(('"', "'")):
            return super().format_completion(item)
        quoted = re.sub(r"([^\w@%+=:,./~-])", r"\\\\\1", item.value)
        return f"{item.type},{quoted}"
