"""The changes to a board that rules text makes and that events record."""

from __future__ import annotations

import pytest

from mtglayers.model.cards.board_changes import board_changes, changes_of
from mtglayers.model.effects.ability import BoardChange
from mtglayers.model.effects.keywords import Keyword


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("Put three +1/+1 counters on it.", ["counters"]),
        ("It gains haste and put a flying counter on it.", ["counters"]),
        ("{1}{B}: Put a charge counter on this artifact.", ["other counters"]),
        ("Proliferate.", ["counters"]),
        ("Amass Orcs 2.", ["counters"]),
        ("Target creature explores.", ["counters"]),
        ("Move all counters from target creature onto this creature.", ["counters"]),
        ("Gain control of target creature until end of turn. Untap that creature. It gains haste.", ["status"]),
        ("Attach this Aura to target creature.", ["attaching"]),
        ("Transform this creature.", ["faces"]),
        ("Destroy target creature.", ["zones"]),
        ("Return target creature card from your graveyard to the battlefield.", ["arriving"]),
        ("Return target creature to its owner's hand.", ["zones"]),
        ("Exile this creature and target land.", ["zones"]),
        ("Create a 1/1 green Saproling creature token.", ["tokens"]),
        ("Target creature phases out.", ["phasing"]),
        ("Exile target artifact. Search its controller's library for a card with that name.", ["zones"]),
        ("You may pay {R}. If you don't, tap this creature.", ["status"]),
        ("Target creature's owner puts it on their choice of the top or bottom of their library.", ["zones"]),
        # Neither of these changes a permanent.
        ("Creatures with +1/+1 counters on them gain trample until end of turn.", []),
        ("Tapped creatures you control get +1/+1 until end of turn.", []),
        ("Return target creature card from your graveyard to your hand.", []),
        ("Search your library for a card, put it into your hand, then shuffle.", []),
        ("Counter target spell.", []),
        ("Flip a coin.", []),
        ("Exile the top card of your library.", []),
        # It happens later, or instead of something (603.7, 614).
        ("Draw a card. When that creature dies this turn, create a Treasure token.", []),
        ("It gains haste. Sacrifice it at the beginning of the next end step.", []),
        ("If that creature would die this turn, exile it instead.", []),
        ('It gains "{T}: Destroy target creature."', []),
        # A cost is paid before.
        ("Sacrifice a creature: Target creature gets +1/+1 until end of turn.", []),
    ],
)
def test_kinds_of_changes(text: str, changes: list[BoardChange]) -> None:
    assert board_changes(text) == ((tuple(changes),) if changes else ())


def test_each_mode_has_its_own() -> None:
    text = "Choose one —\n• Draw a card.\n• Untap target creature.\n• Put a +1/+1 counter on it. It fights."
    assert board_changes(text) == ((), (), ("status",), ("counters",))


@pytest.mark.parametrize(
    ("name", "changes"),
    [("Equip", "attaching"), ("Awaken", "counters"), ("Backup", "counters"), ("Unearth", "zones"), ("Flying", "")],
)
def test_keywords(name: str, changes: str) -> None:
    assert changes_of(Keyword(name)) == (((changes,),) if changes else ())
