"""What changed a spell goes on for its permanent, and abilities resolve as their words stand (400.7a, 612)."""

from __future__ import annotations

from mtglayers.model.board.board import Board
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
