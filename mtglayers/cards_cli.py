"""The commands about cards: ``mtglayers cards ...``."""

from __future__ import annotations

import click

EXAMPLES = """\b
Examples:
  mtglayers cards coverage oracle-cards.json
"""


@click.group(epilog=EXAMPLES)
def cards() -> None:
    """Look at cards: what is read of them, and what is not."""
