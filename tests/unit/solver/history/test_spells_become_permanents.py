"""What changed a spell goes on for its permanent, and abilities resolve as their words stand (400.7a, 612)."""

from __future__ import annotations

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.errors import IllegalEventError
from mtglayers.solver.solve import solve

from ....support.boards import BEAR, FOREST, board, card

HACK = "Change the text of target spell or permanent by replacing all instances of one basic land type with another."
SLEIGHT = "Change the text of target spell or permanent by replacing all instances of one color word with another."


def test_a_text_change_goes_on_for_the_permanent():
    """400.7a: Sleight of Mind on a Crusade that is still a spell."""
    made = board(BEAR)
    made.enters(card("Crusade", "Enchantment", "White creatures get +1/+1."), zone="stack")
    made.resolves({"text": SLEIGHT}, as_="sleight", targets=["crusade"], chosen={"word_from": "W", "word_to": "G"})
    made.moves("crusade", to="battlefield", as_="crusade-2")
    result = solve(made)

    assert result["grizzly-bears"].power == 3
    assert result.layer("3").steps[0].scope == ("crusade-2",)


def test_a_spell_that_leaves_the_stack_otherwise_is_another_object():
    """400.7: only the permanent that a spell becomes inherits what changed the spell."""
    made = Board()
    made.enters(BEAR, zone="stack")
    made.resolves({"text": "Target spell becomes red."}, as_="lace", targets=["grizzly-bears"])
    made.moves("grizzly-bears", to="graveyard", as_="countered")

    assert solve(made)["countered"].colors == ("G",)


def test_a_colour_goes_on_for_the_permanent():
    """400.7a: a spell that became red is a red permanent."""
    made = Board()
    made.enters(BEAR, zone="stack")
    made.resolves({"text": "Target spell becomes red."}, as_="lace", targets=["grizzly-bears"])
    made.moves("grizzly-bears", to="battlefield", as_="bears")

    assert solve(made)["bears"].colors == ("R",)


def test_an_ability_resolves_as_its_words_stand():
    """612.1: Magical Hack on an activated ability that makes Swamps."""
    made = board(FOREST, card("Bog", "Artifact", "{T}: Target land becomes a Swamp until end of turn."))
    made.resolves({"text": HACK}, as_="hack", targets=["bog"], chosen={"word_from": "Swamp", "word_to": "Island"})
    made.resolves({"ability_of": "bog", "index": 1}, as_="bogging", targets=["forest"])

    assert solve(made)["forest"].subtypes == ("Island",)


def test_an_ability_that_had_resolved_before_keeps_its_words():
    """611.2c: what began is not touched by a later change of its source's text."""
    made = board(FOREST, card("Bog", "Artifact", "{T}: Target land becomes a Swamp until end of turn."))
    made.resolves({"ability_of": "bog", "text": "{T}: Target land becomes a Swamp until end of turn."}, as_="bogging",
                  targets=["forest"])  # fmt: skip
    made.resolves({"text": HACK}, as_="hack", targets=["bog"], chosen={"word_from": "Swamp", "word_to": "Island"})

    assert solve(made)["forest"].subtypes == ("Swamp",)


def test_a_face_down_spell_becomes_a_face_down_permanent():
    """708.4."""
    made = Board()
    made.enters("Exalted Angel", as_="spell", zone="stack", face_down=True)
    made.moves("spell", to="battlefield", as_="angel")

    assert (solve(made)["angel"].name, solve(made)["angel"].power) == ("", 2)
    made.turns("angel", face="up")
    assert (solve(made)["angel"].name, solve(made)["angel"].power) == ("Exalted Angel", 4)


def test_a_bestowed_spell_is_an_aura():
    """702.103b."""
    made = Board()
    made.enters("Boon Satyr", zone="stack", cast="bestow")

    assert solve(made)["boon-satyr"].types == ("Enchantment",)
    assert solve(made)["boon-satyr"].subtypes == ("Aura",)


def test_a_fused_spell_has_both_halves():
    """702.102b."""
    made = Board()
    made.enters("Wear // Tear", as_="both", zone="stack", cast="fuse")
    made.enters("Tear", as_="one", zone="stack")

    assert (solve(made)["both"].colors, solve(made)["both"].mana_value) == (("W", "R"), 3)
    assert (solve(made)["one"].colors, solve(made)["one"].mana_value) == (("W",), 1)
    with pytest.raises(IllegalEventError, match="no fuse"):
        made.enters("Fire // Ice", zone="stack", cast="fuse")


def test_the_half_of_a_room_that_was_cast_is_unlocked():
    """709.5d."""
    made = Board()
    made.enters("Bottomless Pool", as_="spell", zone="stack")
    made.moves("spell", to="battlefield", as_="room")

    assert solve(made)["room"].name == "Bottomless Pool"


def test_a_copy_of_a_room_has_doors_of_its_own():
    """709.5: both halves are copied; that a door is unlocked is not."""
    made = Board()
    room = made.enters("Bottomless Pool // Locker Room")
    made.marks(room, unlocked=["Locker Room"])
    copy = made.enters("Copy Enchantment", copy_of=room)
    again = made.enters("Bottomless Pool // Locker Room", token=True, copy_of=copy, as_="again")

    found = solve(made)
    assert [found[name].name for name in (room, copy, again)] == ["Locker Room", "", ""]
    assert [found[name].mana_value for name in (room, copy, again)] == [5, 0, 0]
    made.marks(copy, unlocked=["Bottomless Pool"])
    made.marks(again, unlocked=["Bottomless Pool", "Locker Room"])
    found = solve(made)
    assert [found[name].name for name in (room, copy, again)] == [
        "Locker Room", "Bottomless Pool", "Bottomless Pool // Locker Room",
    ]  # fmt: skip
    with pytest.raises(IllegalEventError, match="no door"):
        made.marks(copy, unlocked=["Blood Moon"])
