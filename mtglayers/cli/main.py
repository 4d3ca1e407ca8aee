"""The ``mtglayers`` command line.

Each command imports large modules only when it runs, so that ``--help`` is fast.
"""

from __future__ import annotations

import click

from mtglayers.version import COMPILED, __version__

from .cards import cards
from .check import check
from .compare import compare
from .completion import completion
from .depends import depends
from .diff import diff
from .draw import draw
from .editions import editions
from .explain import explain
from .find import find
from .forge import forge
from .options import examples
from .orders import orders
from .program import EXIT_CODES, Program
from .report import report
from .schema import schema
from .serve import serve
from .solve import solve
from .vectors import vectors
from .whatif import decides, flips, smallest, whatif


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


for _command in (
    solve, check, editions, explain, cards, compare, completion, depends, diff, draw, orders, report, serve, schema,
    whatif, decides, smallest, flips, find, vectors, forge,
):  # fmt: skip
    main.add_command(_command)
