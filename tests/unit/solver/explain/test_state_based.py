"""State-based actions are named, with their rules, and never performed."""

from __future__ import annotations

import pytest

from mtglayers.model.board.board import Board
from mtglayers.solver.explain.state_based import state_based_actions
from mtglayers.solver.solve import solve


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("Grizzly Bears; Rancor -> Grizzly Bears; Glorious Anthem", []),
        ("Elesh Norn, Grand Cenobite; B: Grizzly Bears",
         ["Grizzly Bears has toughness 0 and is put into its owner’s graveyard (704.5f)"]),
        ("Darksteel Mutation",
         ["Darksteel Mutation is an Aura attached to nothing and is put into its owner’s graveyard (704.5m)"]),
        ("Nylea, God of the Hunt as one; Nylea, God of the Hunt as two; B: Nylea, God of the Hunt",
         ["Nylea, God of the Hunt (`one`) and Nylea, God of the Hunt (`two`) are legendary with the same name, so "
          "the legend rule applies to them (704.5j)"]),
        ("rules: 2012-05-01; Nylea, God of the Hunt as one; B: Nylea, God of the Hunt as two",
         ["A’s Nylea, God of the Hunt and B’s Nylea, God of the Hunt are legendary with the same name, so the legend "
          "rule applies to them (704.5)"]),
        ("Grizzly Bears with a +1/+1 counter and a -1/-1 counter",
         ["Grizzly Bears loses pairs of +1/+1 and -1/-1 counters (704.5q)"]),
        ("Bonesplitter -> Forest",
         ["Bonesplitter is an Equipment attached to a permanent that is no creature and becomes unattached (704.5n)"]),
        ("March of the Machines; Bonesplitter -> Grizzly Bears",
         ["Bonesplitter is an attached creature and becomes unattached (704.5p)"]),
    ],
)  # fmt: skip
def test_what_follows(lines: str, said: list[str]) -> None:
    result = solve(Board.of(lines))
    before = len(result.objects)

    assert list(map(str, state_based_actions(result))) == said
    assert len(result.objects) == before
