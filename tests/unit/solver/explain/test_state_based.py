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
         ["Nylea, God of the Hunt (`one`) and Nylea, God of the Hunt (`two`) are legendary with the same name, so by "
          "the legend rule A keeps one of them (704.5j)"]),
        ("rules: 2012-05-01; Nylea, God of the Hunt as one; B: Nylea, God of the Hunt as two",
         ["A’s Nylea, God of the Hunt and B’s Nylea, God of the Hunt are legendary with the same name, so by the "
          "legend rule all of them are put into their owners’ graveyards (704.5)"]),
        ("rules: 2004-03-01; Umezawa's Jitte as one; B: Umezawa's Jitte as two",
         ["A’s Umezawa's Jitte and B’s Umezawa's Jitte are legendary with the same name, so by the legend rule all but "
          "the oldest are put into their owners’ graveyards (from 2004-10-01 on, all of them are put into their "
          "owners’ graveyards) (420.5)"]),
        ("Mirror Gallery; 2x Nylea, God of the Hunt", []),
        ("Mirror Box; 2x Nylea, God of the Hunt", []),
        ("players: A, B; B: Mirror Box; 2x Nylea, God of the Hunt",
         ["The first Nylea, God of the Hunt and the second Nylea, God of the Hunt are legendary with the same name, so "
          "by the legend rule A keeps one of them (704.5j)"]),
        ("Cadric, Soul Kindler; Nylea, God of the Hunt; 2x Nylea, God of the Hunt token", []),
        ("Sliver Gravemother; 2x Sliver Legion", []),
        ("A: 2x Brothers Yamazaki; B: Brothers Yamazaki",
         ["The first Brothers Yamazaki and the second Brothers Yamazaki are legendary with the same name, so by the "
          "legend rule A keeps one of them (704.5j)"]),
        ("2x Brothers Yamazaki", []),
        ("Jace Beleren with 3 loyalty counters; Jace, the Mind Sculptor with 3 loyalty counters", []),
        ("rules: 2014-03-01; Jace Beleren with 3 loyalty counters; Jace, the Mind Sculptor with 3 loyalty counters",
         ["Jace Beleren and Jace, the Mind Sculptor are planeswalkers of the type Jace, so by the planeswalker "
          "uniqueness rule A keeps one of them (704.5)"]),
        ("rules: 2010-07-01; Jace Beleren with 3 loyalty counters; B: Jace, the Mind Sculptor with 3 loyalty counters",
         ["Jace Beleren and Jace, the Mind Sculptor are planeswalkers of the type Jace, so by the planeswalker "
          "uniqueness rule all of them are put into their owners’ graveyards (704.5)"]),
        ("Grizzly Bears in graveyard; Bonesplitter -> Grizzly Bears",
         ["Bonesplitter is an Equipment attached to a card that is no permanent and becomes unattached (704.5n)"]),
        ("Grizzly Bears in graveyard; Rancor -> Grizzly Bears",
         ["Rancor can’t enchant Grizzly Bears any longer (enchant creature) and is put into its owner’s graveyard "
          "(704.5m)"]),
        ("Grizzly Bears; Sol Ring -> Grizzly Bears",
         ["Sol Ring is neither an Aura, an Equipment nor a Fortification and becomes unattached (704.5p)"]),
        ("The Abyss; B: Nether Void",
         ["The Abyss and Nether Void are world permanents, so by the world rule all but the newest are put into their "
          "owners’ graveyards (704.5k)"]),
        ("Monster Role token -> Grizzly Bears; Royal Role token -> Grizzly Bears; "
         "B: Wicked Role token -> Grizzly Bears",
         ["The Monster and the Royal are Roles that A controls on Grizzly Bears, so all but the newest are put into "
          "their owners’ graveyards (704.5y)"]),
        ("Rancor -> Grizzly Bears; Song of the Dryads -> Grizzly Bears",
         ["Rancor can’t enchant Grizzly Bears any longer (enchant creature) and is put into its owner’s graveyard "
          "(704.5m)"]),
        ("B: Grizzly Bears; Control Magic -> Grizzly Bears; Indestructibility -> Grizzly Bears; "
         "Lightning Talons -> Grizzly Bears; Mark of Asylum", []),
        ("White Knight; Painter's Servant choosing black; Rancor -> White Knight",
         ["Rancor is put into its owner’s graveyard, because White Knight has protection from black (704.5m)"]),
        ("White Knight; Painter's Servant choosing black; Bonesplitter -> White Knight",
         ["Bonesplitter becomes unattached, because White Knight has protection from black (704.5n)"]),
        ("White Ward -> Grizzly Bears", []),
        ("Boon Satyr cast for bestow -> Grizzly Bears; Song of the Dryads -> Grizzly Bears",
         ["Boon Satyr can’t enchant Grizzly Bears any longer (enchant creature) and becomes unattached, so it is a "
          "creature again (702.103f)"]),
        ("Grizzly Bears in graveyard; Animate Dead -> Grizzly Bears", []),
        ("March of the Machines; Mycosynth Lattice; Rancor -> Grizzly Bears",
         ["Rancor is an attached creature and becomes unattached (704.5p)"]),
        ("rules: 2021-06-18; Blood Moon; Urza's Saga with a lore counter",
         ["Urza's Saga has no chapter abilities, so its final chapter number is 0 and it is sacrificed (704.5)"]),
        ("Blood Moon; Urza's Saga with a lore counter", []),
        ("Invasion of Zendikar with 0 defense counters",
         ["Invasion of Zendikar has defense 0 and is put into its owner’s graveyard (704.5v)"]),
        ("Jace Beleren with 1 loyalty; remove a loyalty counter from Jace Beleren",
         ["Jace Beleren has loyalty 0 and is put into its owner’s graveyard (704.5i)"]),
        ("Grizzly Bears with a +1/+1 counter and a -1/-1 counter",
         ["Grizzly Bears loses pairs of +1/+1 and -1/-1 counters (704.5q)"]),
        ("Bonesplitter -> Forest",
         ["Bonesplitter is an Equipment attached to a permanent that is no creature and becomes unattached (704.5n)"]),
        ("Bonesplitter -> A", ["Bonesplitter is attached to A, a player, and becomes unattached (704.5n)"]),
        ("Rancor -> A", ["Rancor can’t enchant A (enchant creature) and is put into its owner’s graveyard (704.5m)"]),
        ("Curse of Predation -> B", []),
        ("March of the Machines; Bonesplitter -> Grizzly Bears",
         ["Bonesplitter is an attached creature and becomes unattached (704.5p)"]),
    ],
)  # fmt: skip
def test_what_follows(lines: str, said: list[str]) -> None:
    result = solve(Board.of(lines))
    before = len(result.objects)

    assert list(map(str, state_based_actions(result))) == said
    assert len(result.objects) == before
