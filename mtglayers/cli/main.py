"""The ``mtglayers`` command line.

The module of a command is imported when the command is looked up, and imports large modules only when it runs.
"""

from __future__ import annotations

import click

from mtglayers.version import COMPILED, __version__

from .options import examples
from .program import EXIT_CODES, CommandModules, Program


@examples(
    "mtglayers solve puzzles/blood-moon-life-and-limb.toml",
    'mtglayers solve "Life and Limb" "Blood Moon" "Overgrown Tomb"',
    "mtglayers check puzzles/",
)
@click.group(
    cls=Program, epilog=EXIT_CODES, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, message="%(prog)s %(version)s" + " (compiled: yes)" * COMPILED)
def main() -> None:
    """Apply the continuous effects on a board (rule 613), and explain their order."""


main.commands = CommandModules(__name__.rpartition(".")[0], {
    "atlas": "atlas", "cards": "cards", "check": "check", "compare": "compare", "completion": "completion",
    "decides": "whatif", "depends": "depends", "diff": "diff", "draw": "draw", "editions": "compare",
    "explain": "explain", "find": "find", "flips": "whatif", "forge": "forge", "orders": "orders", "page": "page",
    "report": "report", "schema": "schema", "serve": "serve", "smallest": "whatif", "solve": "solve",
    "vectors": "vectors", "whatif": "whatif",
})  # fmt: skip
