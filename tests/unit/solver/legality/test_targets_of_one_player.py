"""A target that must be controlled by the player who is the target before, or who controls it (115.1)."""

from __future__ import annotations

import pytest

from mtglayers.model.board.board import Board

from ....support.boards import illegal

BOTH = (
    "This spell deals 1 damage to target player or planeswalker and 1 damage to target creature that player or that "
    "planeswalker's controller controls."
)
OF_PLAYER = "Target player skips their next untap step. Tap up to two target permanents that player controls."


@pytest.mark.parametrize(
    ("text", "targets", "wrong"),
    [
        (BOTH, ["B", "hill-giant"], []),
        (BOTH, ["B", "grizzly-bears"], ["grizzly-bears"]),
        (BOTH, ["A", "grizzly-bears"], []),
        (BOTH, ["jace-beleren", "hill-giant"], []),
        (BOTH, ["jace-beleren", "grizzly-bears"], ["grizzly-bears"]),
        (OF_PLAYER, ["B", "hill-giant", "jace-beleren"], []),
        (OF_PLAYER, ["B", "hill-giant", "grizzly-bears"], ["grizzly-bears"]),
        (OF_PLAYER, ["B"], []),
    ],
)
def test_a_target_of_the_player_before(text: str, targets: list[str], wrong: list[str]) -> None:
    found = Board(cards=[{"name": "Trial", "type_line": "Instant", "oracle_text": text}])
    found.enters("Grizzly Bears", controller="A")
    found.enters("Hill Giant", controller="B")
    found.enters("Jace Beleren", controller="B")
    found.resolves("Trial", targets=targets)
    assert illegal(found) == [(name, "115.1") for name in wrong]
