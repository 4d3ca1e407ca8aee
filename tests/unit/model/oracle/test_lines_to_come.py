"""Boards for wording that no card has yet: what "it" means beside a plural group, and what describes a new token."""

from __future__ import annotations

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.errors import UnsupportedTextError
from mtglayers.model.oracle.reading.lines import read_static
from mtglayers.model.oracle.reading.resolving import read_resolution
from mtglayers.solver.solve import solve

from ....support.boards import BEAR, card

CHARGE = "Whenever this creature attacks, other creatures you control get {} until end of turn{}."


@pytest.mark.parametrize(
    ("change", "rest", "power"),
    [
        ("+X/+0", ", where X is its power", 7),
        ("+1/+0", " for each +1/+1 counter on it", 3),
        ("+3/+0", " if its power is 4 or greater", 5),
        ("+3/+0", " if it has flying", 2),
    ],
)
def test_it_is_not_a_plural_group(change, rest, power):
    """608.2c: "creatures get ..., where X is its power" means the power of the creature that attacks."""
    made = Board()
    made.enters(BEAR, as_="bear")
    made.enters(card("Rider", "Creature — Human", CHARGE.format(change, rest), "4/4"))
    made.counters("rider", put={"+1/+1": 1})
    made.resolves({"ability_of": "rider", "index": 1}, as_="go")

    assert solve(made)["bear"].power == power


def test_it_needs_something_to_mean():
    """Without anything that "it" could mean, the sentence is refused."""
    with pytest.raises(UnsupportedTextError):
        read_static("Other creatures you control get +X/+0, where X is its power.")


def test_a_duration_names_no_object_of_the_next_sentence():
    """608.2c: "for as long as you control this creature. It gains haste" is about the creature that changed hands."""
    text = "{T}: Gain control of target creature for as long as you control this creature. It's an artifact."
    made = Board()
    made.enters(BEAR, as_="bear", controller=made.players[1])
    made.enters(card("Thief", "Creature — Human", text, "1/1"))
    made.resolves({"ability_of": "thief", "index": 1}, as_="go", targets="bear")

    assert solve(made)["bear"].types == ("Artifact",)
    assert solve(made)["thief"].types == ("Creature",)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Create a 1/1 white Cat creature token. It has base power and toughness 3/3 until end of turn.", 1),
        ("Create a 1/1 red Goblin creature token. It gains haste until end of turn. It's an artifact.", 2),
        ("Create a 1/1 red Goblin creature token. It has haste. It gains trample until end of turn.", 1),
        ('Create a 1/1 red Goblin creature token. It has "This token gets +1/+0 until end of turn."', 0),
    ],
)
def test_what_has_a_duration_describes_no_token(text, sentences):
    """111.3: only what a token is created with describes it; what lasts until end of turn is an effect."""
    assert len(read_resolution(text).clauses) == sentences


def test_lands_that_become_creatures_stay_lands():
    """205.1b: "They're still lands" belongs to the sentence before it, also if tokens were created before."""
    text = (
        "Create two tokens that are copies of target land you control. Each of them becomes a 3/3 Elemental creature"
        " until end of turn. They're still lands."
    )
    (clause,) = read_resolution(text).clauses
    assert clause.operations[0].keeps == "still"


def test_all_other_types():
    """205.1a: "loses all other types" leaves only the types that the same effect gives, subtypes included."""
    made = Board()
    made.enters(BEAR, as_="bear")
    text = "Target creature becomes a Food artifact in addition to its other types and loses all other types."
    made.resolves({"text": text}, targets="bear")
    bear = solve(made)["bear"]

    assert bear.types == ("Artifact",)
    assert bear.subtypes == ("Food",)


@pytest.mark.parametrize("what", ["types", "colors", "names"])
def test_other_characteristics_need_new_ones(what):
    """ "Loses all other types" says nothing if the effect gives none."""
    with pytest.raises(UnsupportedTextError):
        read_static(f"Enchanted creature loses all other {what}.")


@pytest.mark.parametrize(("lands", "power"), [(2, 2), (3, 4)])
def test_at_least_so_many_more(lands, power):
    """ "At least two more lands than you" compares with one's own number."""
    made = Board()
    text = "As long as an opponent controls at least two more lands than you, creatures you control get +2/+2."
    made.enters(card("Balance", "Enchantment", text))
    made.enters(BEAR, as_="bear")
    made.enters(card("Field", "Land", ""))
    for number in range(lands):
        made.enters(card("Field", "Land", ""), as_=f"field-{number + 2}", controller=made.players[1])

    assert solve(made)["bear"].power == power


@pytest.mark.parametrize("zone", ["command", "battlefield", "graveyard"])
def test_an_ability_that_works_in_two_zones(zone):
    """113.6b: an ability works in each zone that its condition names, and in no other."""
    text = "Eminence — As long as this card is in the command zone or on the battlefield, Bears you control get +1/+1."
    made = Board()
    made.enters(BEAR, as_="bear")
    made.enters(card("Elder", "Legendary Creature — Dragon", text, "5/5"), zone=zone)

    assert solve(made)["bear"].power == (2 if zone == "graveyard" else 3)
