"""The command that finds boards on which one card depends on another."""

from __future__ import annotations

from pathlib import Path

import click

from . import completing
from .boards import board_cards
from .options import cards_option, edition_option, examples, number_option, schema_json_option
from .printing import print_json, print_page, progress_bar


@examples(
    'mtglayers depends "Blood Moon" "Life and Limb"',
    'mtglayers depends Conversion "Blood Moon" --edition 2006-07-01',
    "mtglayers depends Humility Opalescence --most 2 --json",
)
@click.command()
@click.argument("one", metavar="CARD", shell_complete=completing.boards)
@click.argument("other", metavar="CARD", required=False, shell_complete=completing.boards)
@edition_option
@number_option("--most", "Use at most N plain objects in addition to the two cards.", 3, least=0)
@number_option("--limit", "Solve at most N boards.", 10_000)
@cards_option
@schema_json_option("witnesses")
def depends(
    one: str, other: str | None, edition: str | None, most: int, limit: int, source: Path | None, as_json: bool
) -> None:
    """Find boards on which one card depends on another.

    For each direction and reason, the output contains a board with the two cards and as few plain objects as possible.
    Plain objects are creatures, lands and other permanents without abilities. Their characteristics are values that
    the two cards read. A card can have another face up, be in a graveyard or in exile if it matters there, or be in the
    command zone, and a spell or ability of a card can have resolved. If none of these boards shows a dependency, boards
    are tried on which conditions hold, Equipment is attached, or counters or an Aura make one of the cards fit the
    effects of the other. If no board shows one, the output states that all boards were solved.
    """
    from mtglayers.solver.questions.dependence.witness import depends as witnesses_of
    from mtglayers.solver.wording import counted
    from mtglayers.wire.answers import witnesses_data

    if other is None:
        raise click.UsageError(f'name two cards; `mtglayers atlas ask "{one}"` lists what one card may depend on')
    own = board_cards(source, one, other)
    with progress_bar("no board yet") as show:
        found = witnesses_of(
            one, other, most=most, limit=limit, edition=edition, cards=own,
            progress=lambda size, boards: show(boards, None, f"{counted(boards, 'board')} (plain objects: {size})"),
        )  # fmt: skip
    if as_json:
        print_json(witnesses_data(found))
    else:
        print_page(" and ".join(found.cards), found.lines())
