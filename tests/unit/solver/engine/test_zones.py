"""In which zones abilities function (113.6, 604.3; 402.9, 405.2 and 208.2 of old)."""

from __future__ import annotations

import pytest

from mtglayers import Board, solve
from mtglayers.model.cards.card import Card, Face
from mtglayers.model.effects.ability import Static
from mtglayers.model.effects.amounts.base import Number
from mtglayers.model.effects.conditions import Not, SelfIn
from mtglayers.model.effects.language import Clause
from mtglayers.model.effects.operations.power_toughness import ModifyPT
from mtglayers.model.effects.selectors import Itself

from ....support.boards import BEAR, FOREST, HUMILITY, card

ZONES = ("hand", "graveyard", "library", "exile", "stack", "battlefield")
DAYS = pytest.mark.parametrize("day", ["2006-06-01", "2008-03-17", "2011-09-30", None])
MOUNTAIN = card("Mountain", "Basic Land — Mountain")
ANGER = card(
    "Anger", "Creature — Incarnation",
    "Haste\nAs long as this card is in your graveyard and you control a Mountain, creatures you control have haste.",
    "2/2",
)  # fmt: skip
JAILER = card("Yixlid Jailer", "Creature — Zombie", "Cards in graveyards lose all abilities.", "2/1")
PAINTER = card(
    "Painter's Servant", "Artifact Creature — Scarecrow",
    "As this creature enters, choose a color.\nAll cards that aren't on the battlefield, spells, and permanents are "
    "the chosen color in addition to their other colors.", "1/3",
)  # fmt: skip
CONSPIRACY = card(
    "Conspiracy", "Enchantment",
    "As this enchantment enters, choose a creature type.\nCreatures you control are the chosen type. The same is true "
    "for creature spells you control and creature cards you own that aren't on the battlefield.",
)  # fmt: skip
MARO = card(
    "Maro", "Creature — Elemental", "Maro's power and toughness are each equal to the number of cards in your hand.",
    "*/*",
)  # fmt: skip
COURIER = card("Courier", "Creature — Human", "Courier is all colors.", "3/3", cost="{4}")
SHAPE = card("Shape", "Creature — Shapeshifter", "Changeling", "1/1")
EVERY = ("W", "U", "B", "R", "G")


def everywhere(made: Board, what: dict[str, object]) -> dict[str, str]:
    """Let a card be in every zone; return zone -> id."""
    return {zone: made.enters(what, zone=zone, as_=f"in-{zone}") for zone in ZONES}


# --- What defines its own object (604.3, 113.6a) ------------------------------------------------------------


@DAYS
def test_colours_and_types_are_defined_in_every_zone(day: str | None):
    made = Board(edition=day)
    couriers = everywhere(made, COURIER)
    found = solve(made)
    assert {zone: found[id].colors for zone, id in couriers.items()} == dict.fromkeys(ZONES, EVERY)
    made = Board(edition=day)
    shapes = everywhere(made, SHAPE)
    found = solve(made)
    assert {zone: found[id].subtypes for zone, id in shapes.items()} == dict.fromkeys(ZONES, ("every creature type",))


@pytest.mark.parametrize(
    ("day", "elsewhere"), [("2005-10-01", 0), ("2007-04-30", 0), ("2007-05-01", 1), ("2008-03-17", 1), (None, 1)]
)
def test_sizes_are_defined_in_every_zone_since_2007(day: str | None, elsewhere: int):
    """208.2 until 2007-04-30: a ``*`` is 0 anywhere but on the battlefield; one Maro is in hand."""
    made = Board(edition=day)
    maros = everywhere(made, MARO)
    found = solve(made)
    sizes = {zone: (found[id].power, found[id].toughness) for zone, id in maros.items()}
    assert sizes == {**dict.fromkeys(ZONES, (elsewhere, elsewhere)), "battlefield": (1, 1)}


def test_maro_in_hand_counts_itself():
    made = Board(("Ana", "Ben"))
    maro = made.enters(MARO, zone="hand", owner="Ben")
    assert solve(made)[maro].power == 1
    made.enters(BEAR, zone="hand", owner="Ben")
    made.enters(BEAR, zone="hand", owner="Ana")
    assert solve(made)[maro].power == 2  # "you" is its owner (109.5)
    made.player("Ben", hand=7)
    assert solve(made)[maro].power == 7


def test_what_is_granted_defines_nothing_off_the_battlefield():
    """604.3a: only what an object has of itself; a granted ability functions by 113.6."""
    made = Board()
    made.enters(card("Chorus", "Enchantment", 'Creature cards in your hand have "This creature is all colors."'))
    bear = made.enters(BEAR, zone="hand")
    found = solve(made)[bear]
    assert (len(found.abilities), found.colors) == (1, ("G",))


# --- Static abilities off the battlefield (113.6b) ----------------------------------------------------------


@DAYS
def test_an_ability_that_names_its_zone_functions_there_alone(day: str | None):
    for zone in ("hand", "graveyard", "exile"):
        made = Board(edition=day)
        bear = made.enters(BEAR)
        made.enters(MOUNTAIN)
        made.enters(ANGER, zone=zone, as_="anger")
        assert len(solve(made)[bear].abilities) == (1 if zone == "graveyard" else 0)
    made = Board(edition=day)
    bear = made.enters(BEAR)
    made.enters(MOUNTAIN)
    made.enters(ANGER)
    assert solve(made)[bear].abilities == ()


@DAYS
def test_in_a_graveyard_you_is_its_owner(day: str | None):
    made = Board(("Ana", "Ben"), day)
    his, hers = made.enters(BEAR, controller="Ben"), made.enters(BEAR, controller="Ana")
    made.enters(MOUNTAIN, controller="Ben")
    made.enters(ANGER, zone="graveyard", owner="Ben")
    assert [len(solve(made)[id].abilities) for id in (his, hers)] == [1, 0]


@DAYS
def test_yixlid_jailer_takes_what_functions_in_graveyards(day: str | None):
    """Both act in one layer: what Anger grants depends on whether it still has the ability."""
    made = Board(edition=day)
    bear = made.enters(BEAR)
    made.enters(MOUNTAIN)
    anger = made.enters(ANGER, zone="graveyard")
    made.enters(JAILER)
    found = solve(made)
    assert (found[bear].abilities, found[anger].abilities) == ((), ())
    place = found.edition.place("ability")
    assert found.layer(place).order == ("yixlid-jailer#1",)  # what Anger did depended on it, and is no more


def test_yixlid_jailer_and_what_defines_an_object():
    """Layers 4 and 5 are over by then (613.6): colours and types stay; sizes of layer 7a go with the ability."""
    made = Board()
    made.enters(JAILER)
    courier = made.enters(COURIER, zone="graveyard")
    shape = made.enters(SHAPE, zone="graveyard")
    maro = made.enters(MARO, zone="graveyard")
    made.enters(BEAR, zone="hand")
    found = solve(made)
    assert (found[courier].colors, found[courier].abilities) == (EVERY, ())
    assert found[shape].subtypes == ("every creature type",)
    assert (found[maro].power, found[maro].toughness) == (0, 0)


def test_most_abilities_function_on_the_battlefield_alone():
    """113.6: an Anthem in a hand, a graveyard, a library, in exile or on the stack does nothing."""
    anthem = card("Anthem", "Enchantment", "Creatures you control get +1/+1.")
    for zone in ZONES:
        made = Board()
        bear = made.enters(BEAR)
        made.enters(anthem, zone=zone)
        assert solve(made)[bear].power == (3 if zone == "battlefield" else 2)


def test_an_ability_that_functions_everywhere_but_on_the_battlefield():
    """Grist, as a tree: "as long as it isn't on the battlefield"."""
    grows = Static((Clause(Itself(), (ModifyPT(Number(2), Number(2)),)),), Not(SelfIn("battlefield")), zones=())
    face = Face("Grist", types=("Creature",), power="1", toughness="1", abilities=(grows,))
    made = Board()
    grists = {zone: made.enters(Card("Grist", (face,)), zone=zone, as_=f"in-{zone}") for zone in ZONES}
    found = solve(made)
    assert {zone: found[id].power for zone, id in grists.items()} == {**dict.fromkeys(ZONES, 3), "battlefield": 1}


# --- Effects that reach other zones -------------------------------------------------------------------------


@DAYS
def test_painters_servant_paints_everything(day: str | None):
    made = Board(edition=day)
    bears = everywhere(made, BEAR)
    servant = made.enters(PAINTER, chosen={"color": "U"})
    found = solve(made)
    assert {zone: found[id].colors for zone, id in bears.items()} == dict.fromkeys(ZONES, ("U", "G"))
    assert found[servant].colors == ("U",)
    made.moves(servant, to="graveyard", as_="dead")
    assert solve(made)["in-hand"].colors == ("G",)


@DAYS
def test_conspiracy_names_cards_in_every_zone(day: str | None):
    made = Board(("Ana", "Ben"), day)
    bears = everywhere(made, BEAR)
    foe = made.enters(BEAR, zone="graveyard", owner="Ben")
    foes = made.enters(BEAR, controller="Ben")
    made.enters(CONSPIRACY, chosen={"creature_type": "Goblin"})
    found = solve(made)
    assert {zone: found[id].subtypes for zone, id in bears.items()} == dict.fromkeys(ZONES, ("Goblin",))
    assert (found[foe].subtypes, found[foes].subtypes) == (("Bear",), ("Bear",))


def test_humility_is_about_permanents():
    """109.2: "creatures" without a zone are those on the battlefield."""
    made = Board()
    made.enters(HUMILITY)
    everywhere(made, SHAPE)
    found = solve(made)
    assert [zone for zone in ZONES if not found[f"in-{zone}"].abilities] == ["battlefield"]


# --- Emblems and what follows an object ---------------------------------------------------------------------


def test_an_emblem_functions_in_the_command_zone():
    """114.4: its abilities function there; nothing on the battlefield takes them."""
    made = Board(("Ana", "Ben"))
    bear, his = made.enters(BEAR), made.enters(BEAR, controller="Ben")
    made.enters(card("Elspeth Emblem", "Emblem", "Creatures you control get +2/+2 and have flying."))
    found = solve(made)
    assert (found[bear].power, len(found[bear].abilities), found[his].power) == (4, 1, 2)
    made.enters(HUMILITY)
    found = solve(made)
    assert (found[bear].power, found[bear].abilities) == (3, ())  # layer 6 by timestamp, 1/1 in 7b, +2/+2 in 7c


def test_the_source_of_a_static_effect_that_moves_takes_it_along():
    made = Board()
    bear = made.enters(BEAR)
    made.enters(MOUNTAIN)
    anger = made.enters(ANGER)
    made.moves(anger, to="graveyard", as_="dead")
    assert len(solve(made)[bear].abilities) == 1
    made.moves("dead", to="exile", as_="gone")
    assert solve(made)[bear].abilities == ()


def test_a_preview_of_a_card_that_functions_elsewhere():
    """614.12: on the battlefield, its ability for the graveyard does nothing, and effects there apply to it."""
    made = Board()
    bear = made.enters(BEAR)
    made.enters(MOUNTAIN)
    made.enters(ANGER, zone="graveyard")
    made.enters(FOREST)
    found = solve(made.preview(ANGER, as_="ahead"))
    assert (len(found["ahead"].abilities), len(found[bear].abilities)) == (3, 1)
