"""Who gets control, what becomes a copy of what, and which of two effects stands: boards with what the rules say."""

from __future__ import annotations

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.errors import IllegalEventError, UnsupportedTextError
from mtglayers.model.oracle.reading.resolving import read_resolution
from mtglayers.solver.solve import solve

from ....support.boards import BEAR, card

ANGEL = card("Angel", "Creature — Angel", "Flying", "4/4", cost="{4}{W}")
ROCK = card("Rock", "Artifact", "{T}: Add {C}.")


def test_instead_takes_the_place_of_the_sentence_before():
    """611.3a: either the one effect exists or the other, never both."""
    made = Board()
    made.enters(BEAR)
    made.enters(
        card("Torpor", "Enchantment — Aura", "Enchant creature\nEnchanted creature gets -1/-0. It gets -6/-0 instead as"
             " long as you control an Angel."), attached_to="grizzly-bears",
    )  # fmt: skip
    assert solve(made)["grizzly-bears"].power == 1
    made.enters(ANGEL)
    assert solve(made)["grizzly-bears"].power == -4


def test_the_monarch_controls():
    """613.1b, 725.1: control follows the recorded monarch."""
    made = Board()
    made.enters(BEAR)
    made.enters(
        card("Coronation", "Enchantment — Aura", "Enchant creature\nThe monarch controls enchanted creature."),
        attached_to="grizzly-bears",
    )  # fmt: skip
    first, second = made.players
    assert solve(made)["grizzly-bears"].controller == first
    made.player(second, monarch=True)
    assert solve(made)["grizzly-bears"].controller == second


def test_a_player_whom_the_event_names_gains_control():
    """613.1b: who "that creature's controller" is, the event tells; without a name there is no telling."""
    made = Board()
    made.enters(ROCK)
    text = {"text": "Whenever a creature deals combat damage to you, that creature's controller gains control of this"
                    " artifact.", "ability_of": "rock"}  # fmt: skip
    with pytest.raises(IllegalEventError, match=r"needs a player in `targets`: that player \(608.2\)"):
        made.resolves(text, as_="raid")
    made.resolves(text, as_="raid", targets=made.players[1])
    assert solve(made)["rock"].controller == made.players[1]


def test_an_opponent_of_several_is_named():
    """608.2d: with more opponents than one, the event says which of them it is."""
    made = Board(players=["Ana", "Ben", "Cleo"])
    made.enters(ROCK)
    text = {"text": "An opponent gains control of this artifact.", "ability_of": "rock"}
    made.resolves(text, as_="gift", targets="Cleo")
    assert solve(made)["rock"].controller == "Cleo"


def test_a_copy_of_one_that_is_chosen():
    """707.2b: the object copied is chosen as the text resolves, among those it speaks of."""
    made = Board()
    made.enters(BEAR)
    made.enters(ANGEL)
    made.enters(ROCK)
    text = {"text": "Target artifact becomes a copy of any creature on the battlefield, except it's an artifact in"
                    " addition to its other types."}  # fmt: skip
    with pytest.raises(IllegalEventError, match="`object` in `chosen`"):
        made.resolves(text, as_="crank", targets="rock")
    made.resolves(text, as_="crank", targets="rock", chosen={"object": "angel"})
    rock = solve(made)["rock"]
    assert (rock.name, rock.types, rock.power) == ("Angel", ("Artifact", "Creature"), 4)


def test_what_is_chosen_has_to_fit():
    """608.2d: an object that is not among those spoken of is not copied."""
    made = Board()
    made.enters(ROCK)
    made.enters(ANGEL, controller=made.players[1])
    made.resolves(
        {"text": "This artifact becomes a copy of another creature you control.", "ability_of": "rock"},
        as_="vain", chosen={"object": "angel"},
    )  # fmt: skip
    assert solve(made)["rock"].name == "Rock"


def test_copies_of_one_creature():
    """707.2b: every Shapeshifter has the values of the same creature."""
    made = Board()
    made.enters(card("Changeling", "Creature — Shapeshifter", size="1/1"))
    made.enters(card("Mimic", "Creature — Shapeshifter", size="2/1"))
    made.enters(ANGEL)
    made.resolves(
        {"text": "Until end of turn, any number of target creatures you control each become a copy of another creature"
                 " you control."},
        as_="parade", targets=["changeling", "mimic"], chosen={"object": "angel"},
    )  # fmt: skip
    result = solve(made)
    assert [result[thing].name for thing in ("changeling", "mimic")] == ["Angel", "Angel"]


def test_a_target_of_each_opponent():
    """611.2c: the permanents that were targeted, one of each opponent's."""
    made = Board(players=["Ana", "Ben", "Cleo"])
    made.enters(ANGEL, controller="Ben")
    made.enters(BEAR, controller="Cleo")
    made.resolves(
        {"text": "For each opponent, gain control of up to one target creature that player controls until end of turn."
                 " They gain haste until end of turn."},
        as_="mob", controller="Ana", targets=["angel", "grizzly-bears"],
    )  # fmt: skip
    result = solve(made)
    assert [result[thing].controller for thing in ("angel", "grizzly-bears")] == ["Ana", "Ana"]
    assert Keyword("Haste") in result["grizzly-bears"].abilities


def test_the_exceptions_of_a_copy():
    """707.9: "those creatures aren't legendary" concerns each copy."""
    clauses = read_resolution(
        "Each other creature you control becomes a copy of target creature until end of turn, except those creatures"
        " aren't legendary."
    ).clauses
    assert [type(each).__name__ for each in clauses[0].operations[0].exceptions] == ["RemoveSupertypes"]


@pytest.mark.parametrize(
    "text",
    [
        "As ~ enters, it becomes a copy of a card that somebody remembers.",
        "If you do, ~ enters as a copy of nothing in particular with wings.",
    ],
)
def test_no_copy_is_dropped(text):
    """707.5: an ability with which something enters as a copy is read or refused, never ignored."""
    with pytest.raises(UnsupportedTextError):
        read_resolution(text)


def test_every_nonbasic_land_type():
    """205.3i: the land types that are no basic land types."""
    made = Board()
    made.enters(card("Nexus", "Land", "This land is every nonbasic land type."))
    subtypes = solve(made)["nexus"].subtypes
    assert {"Desert", "Gate", "Urza's", "Tower"} <= set(subtypes)
    assert not {"Plains", "Forest"} & set(subtypes)


SIEGE = card(
    "Siege", "Enchantment", "As this enchantment enters, choose Jeskai or Temur.\n• Jeskai — Whenever you attack, draw"
    " a card.\n• Temur — Creatures you control get +1/+0 and have trample.",
)  # fmt: skip


@pytest.mark.parametrize(("option", "power", "has"), [(1, 2, False), (2, 3, True)])
def test_anchor_words(option, power, has):
    """614.12b: as long as its word was chosen, the enchantment has the ability after it (in layer 6)."""
    made = Board()
    made.enters(BEAR)
    made.enters(SIEGE, chosen={"option": option})
    result = solve(made)
    assert (result["grizzly-bears"].power, Keyword("Trample") in result["grizzly-bears"].abilities) == (power, has)
    assert result.unsupported == ()


def test_an_anchor_word_that_nobody_chose():
    """614.12b: without the choice there is no telling, and the result says so."""
    made = Board()
    made.enters(SIEGE)
    assert ("siege", "no option was chosen") in solve(made).unsupported


def test_protection_from_the_colors_among_permanents():
    """702.16, 613.1f: a colour that layer 5 takes away is not among them."""
    made = Board()
    made.enters(card("Guard", "Creature — Human", "This creature has protection from the colors of permanents you"
                     " control.", "1/1", cost="{W}"))  # fmt: skip
    made.enters(BEAR)
    assert [str(each.color) for each in solve(made)["guard"].abilities if isinstance(each, Keyword)] == ["W", "G"]
    made.enters(card("Ghostflame", "Enchantment", "Green creatures are colorless."))
    assert [str(each.color) for each in solve(made)["guard"].abilities if isinstance(each, Keyword)] == ["W"]


@pytest.mark.parametrize(
    ("text", "targets", "size"),
    [
        ("Change the base power and toughness of target Bear to this creature's power and toughness.",
         ["grizzly-bears"], (4, 5)),
        ("Target creature's base power becomes 7 until end of turn.", ["grizzly-bears"], (8, 3)),
        ("You may have target creature's base toughness become equal to this creature's power.", ["grizzly-bears"],
         (3, 4)),
        ("You may have the base power and toughness of another target creature you control become X/X until end of"
         " turn, where X is this creature's power.", ["grizzly-bears"], (4, 4)),
    ],
)  # fmt: skip
def test_base_size_changed_to_something(text, targets, size):
    """613.4b: base power and toughness are set, and what modifies them counts on top (613.4c); 611.2d: fixed."""
    made = Board()
    made.enters(BEAR)
    made.enters(card("Mentor", "Creature — Human", size="3/4"))
    made.resolves({"text": text, "ability_of": "mentor"}, as_="lesson", targets=targets)
    made.enters(card("Anthem", "Enchantment", "Creatures you control get +1/+1."))
    result = solve(made)["grizzly-bears"]
    assert (result.power, result.toughness) == size
