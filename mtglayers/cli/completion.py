"""The command that prints what a shell needs to complete the words of the others."""

from __future__ import annotations

import os
from pathlib import PurePath

import click

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


__all__ = ["completion"]
