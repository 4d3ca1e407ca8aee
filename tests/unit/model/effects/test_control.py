"""Each player gains control of what they own (613.1b)."""

from __future__ import annotations

from mtglayers.model.board.board import Board
from mtglayers.solver.solve import solve

from ....support.boards import BEAR, card

PATH = "Each player gains control of all creatures they own."
THEFT = card("Theft", "Enchantment — Aura", "Enchant creature\nYou control enchanted creature.")


def test_every_creature_comes_home_until_something_younger_takes_it():
    """613.7: the older Aura is overridden, for the creatures that were there; a younger one wins again."""
    made = Board()
    for name, owner in (("ours", "A"), ("theirs", "B")):
        made.enters(BEAR, as_=name, controller=owner)
    made.enters(THEFT, controller="B", attached_to="ours")
    made.enters(THEFT, controller="A", attached_to="theirs")
    assert [solve(made)[id].controller for id in ("ours", "theirs")] == ["B", "A"]
    made.resolves({"text": PATH}, as_="homeward", controller="A")
    assert [solve(made)[id].controller for id in ("ours", "theirs")] == ["A", "B"]
    made.enters(THEFT, as_="again", controller="A", attached_to="theirs")

    assert [solve(made)[id].controller for id in ("ours", "theirs")] == ["A", "A"]


def test_what_enters_later_is_not_touched():
    """611.2c: the set is fixed as the ability resolves."""
    made = Board()
    made.resolves({"text": PATH}, as_="homeward", controller="A")
    made.enters(BEAR, owner="B", controller="A")

    assert solve(made)["grizzly-bears"].controller == "A"
