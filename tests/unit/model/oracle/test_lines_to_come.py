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


@pytest.mark.parametrize(("dragon", "size"), [(False, (3, 3)), (True, (5, 5))])
def test_one_of_two_changes(dragon, size):
    """ "+1/+1 until end of turn, or +3/+3 instead if you control a Dragon" is never both."""
    made = Board()
    made.enters(BEAR, as_="bear")
    if dragon:
        made.enters(card("Drake", "Creature — Dragon", "", "1/1"))
    text = "Target creature gets +1/+1 until end of turn, or +3/+3 instead if you control a Dragon."
    made.resolves({"text": text}, targets="bear")

    assert (solve(made)["bear"].power, solve(made)["bear"].toughness) == size


def test_otherwise_in_the_same_sentence():
    """ "Base power and toughness 1/1 if it's tapped, or 4/4 otherwise"."""
    text = "Until end of turn, target creature has base power and toughness 1/1 if it's tapped, or 4/4 otherwise."
    for tapped, power in ((True, 1), (False, 4)):
        made = Board()
        made.enters(BEAR, as_="bear")
        made.marks("bear", tapped=tapped)
        made.resolves({"text": text}, targets="bear")
        assert solve(made)["bear"].power == power


def test_a_duration_covers_each_ability_with_a_condition():
    """611.2a: "gains trample until end of turn if ..., vigilance if ..." does not give vigilance for good."""
    text = "Target creature gains trample until end of turn if it's a Beast and vigilance if it's a Bear."
    assert {clause.duration for clause in read_resolution(text).clauses} == {"end of turn"}


@pytest.mark.parametrize(("poisoned", "power"), [(1, 2), (2, 3)])
def test_so_many_players(poisoned, power):
    """ "Two or more opponents" must each meet the condition."""
    made = Board(players=("you", "ann", "ben"))
    text = "As long as two or more opponents have three or more poison counters, creatures you control get +1/+0."
    made.enters(card("Toxin", "Enchantment", text))
    made.enters(BEAR, as_="bear")
    for player in ("ann", "ben")[:poisoned]:
        made.player(player, poison=3)

    assert solve(made)["bear"].power == power


@pytest.mark.parametrize(("type_line", "flies"), [("Creature — Bear Scout", True), ("Creature — Elf", False)])
def test_targets_that_share_a_type(type_line, flies):
    """205.3m: "if they share a creature type" asks both targets together."""
    made = Board()
    made.enters(BEAR, as_="bear")
    made.enters(card("Scout", type_line, "", "1/1"))
    text = (
        "Two target creatures each get +1/+1 until end of turn. If they share a creature type, they also gain flying"
        " until end of turn."
    )
    made.resolves({"text": text}, targets=["bear", "scout"])

    assert bool(solve(made)["bear"].abilities) is flies
    assert solve(made)["scout"].power == 2


@pytest.mark.parametrize(
    ("amount", "powers"),
    [
        ("the difference between its power and toughness", (2, 5)),
        ("its toughness or the number of creatures on the battlefield, whichever is greater", (4, 6)),
    ],
)
def test_amounts_of_two_numbers(amount, powers):
    """611.3a: each creature has numbers of its own."""
    made = Board()
    made.enters(BEAR, as_="bear")
    made.enters(card("Wall", "Creature — Wall", "", "1/5"))
    made.enters(card("Scale", "Enchantment", f"Each creature gets +X/+0, where X is {amount}."))
    found = solve(made)

    assert (found["bear"].power, found["wall"].power) == powers


def test_attacking_the_source():
    """508.1b: "creatures attacking this battle" attack it, not its protector."""
    made = Board()
    made.enters(card("Siege", "Battle — Siege", "Creatures attacking this battle get +2/+0."))
    made.enters(BEAR, as_="bear")
    made.enters(BEAR, as_="other")
    made.marks("bear", attacking=True, attacks="siege")
    made.marks("other", attacking=True)
    found = solve(made)

    assert (found["bear"].power, found["other"].power) == (4, 2)


def test_all_abilities_but_one_keyword():
    """613.1f: "loses all abilities except flying" leaves each flying ability, and nothing else."""
    made = Board()
    made.enters(card("Owl", "Creature — Bird", "Flying, vigilance\n{T}: Draw a card.", "1/1"))
    made.resolves({"text": "Target creature loses all abilities except flying until end of turn."}, targets="owl")

    assert [ability.name for ability in solve(made)["owl"].abilities] == ["Flying"]


def test_each_owner():
    """108.3: the owner gains control, whoever that is."""
    made = Board()
    made.enters(BEAR, as_="bear", owner=made.players[1], controller=made.players[0])
    made.resolves({"text": "Untap target creature. Its owner gains control of it."}, targets="bear")

    assert solve(made)["bear"].controller == made.players[1]


@pytest.mark.parametrize(("dragons", "power"), [(0, 2), (1, 3), (3, 5)])
def test_instead_of_what_has_a_condition_too(dragons, power):
    """611.3a: "+1/+1 as long as ... +3/+3 instead as long as ..." is never both."""
    made = Board()
    text = (
        "As long as you control a Dragon, Bears you control get +1/+1. As long as you control three or more Dragons,"
        " Bears you control get +3/+3 instead."
    )
    made.enters(BEAR, as_="bear")
    made.enters(card("Roost", "Enchantment", text))
    for number in range(dragons):
        made.enters(card("Drake", "Creature — Dragon", "", "1/1"), as_=f"drake-{number}")

    assert solve(made)["bear"].power == power


def test_other_than_what_is_compared():
    """608.2c: "each other creature that shares a creature type with it" is other than the creature that entered."""
    text = (
        "Whenever another creature you control enters, each other creature you control that shares a creature type with"
        " it gets +1/+1 until end of turn."
    )
    made = Board()
    made.enters(card("Chief", "Creature — Bear", text, "3/3"))
    made.enters(BEAR, as_="bear")
    made.resolves({"ability_of": "chief", "index": 1}, as_="go", targets="bear")
    found = solve(made)

    assert (found["chief"].power, found["bear"].power) == (4, 2)


def test_greater_power_than_the_source():
    """ "With greater power than this creature" compares with the source as it is now."""
    made = Board()
    made.enters(card("Gauge", "Creature — Golem", "Creatures with greater power than this creature get +0/+3.", "2/2"))
    made.enters(BEAR, as_="bear")
    made.enters(card("Ogre", "Creature — Ogre", "", "3/3"))
    found = solve(made)

    assert (found["bear"].toughness, found["ogre"].toughness, found["gauge"].toughness) == (2, 6, 2)


@pytest.mark.parametrize("word", ["It", "That creature"])
def test_it_is_what_the_others_are_attached_to(word):
    """608.2c: after "target creature and all Auras attached to it", "it" is the creature alone."""
    text = f"Target creature and each Aura attached to it gain hexproof until end of turn. {word} becomes a Pirate."
    made = Board()
    made.enters(BEAR, as_="bear")
    made.enters(card("Bond", "Enchantment — Aura", "Enchant creature", ""), attached_to="bear")
    made.resolves({"text": text}, targets="bear")
    found = solve(made)

    assert found["bear"].subtypes == ("Pirate",)
    assert found["bond"].subtypes == ("Aura",)


def test_it_is_not_one_of_two_targets():
    """ "Target creature and another target creature gain flying. It gains haste": which of them?"""
    text = "Target creature you control and up to one other target creature gain flying until end of turn."
    with pytest.raises(UnsupportedTextError):
        read_resolution(f"{text} It gains haste until end of turn.")


def test_what_was_exchanged_is_no_further_target():
    """601.2c: "they" are the two targets whose control was exchanged."""
    made = Board()
    made.enters(BEAR, as_="bear")
    made.enters(BEAR, as_="other", controller=made.players[1])
    text = "Exchange control of two target creatures. They gain haste until end of turn."
    made.resolves({"text": text}, targets=["bear", "other"])
    found = solve(made)

    assert not found.illegal
    assert [found[id].abilities[0].name for id in ("bear", "other")] == ["Haste", "Haste"]


def test_nothing_is_given():
    """An empty quotation gives no ability, and the sentence is refused."""
    with pytest.raises(UnsupportedTextError):
        read_resolution('Untap target creature and gain control of it until end of turn. That creature gains "".')


def test_one_half_without_a_duration():
    """ "Becomes blue until end of turn and gains flying": nothing says that it has flying for good."""
    with pytest.raises(UnsupportedTextError):
        read_resolution("Target creature becomes blue until end of turn and gains flying.")


@pytest.mark.parametrize(("others", "power"), [(0, 4), (1, 2)])
def test_the_only_creature(others, power):
    """ "The only creature you control": there is no other."""
    made = Board()
    made.enters(
        card(
            "Hermit",
            "Creature — Human",
            "As long as this creature is the only creature you control, it gets +2/+0.",
            "2/2",
        )
    )
    if others:
        made.enters(BEAR, as_="bear")

    assert solve(made)["hermit"].power == power


def test_all_basic_land_types():
    """305.6: a land with each basic land type has each mana ability; its own abilities stay (305.7)."""
    made = Board()
    made.enters(card("Prism", "Enchantment", "Lands you control have all basic land types."))
    made.enters(card("Field", "Land", "{T}: Add {C}."))
    field = solve(made)["field"]

    assert field.subtypes == ("Plains", "Island", "Swamp", "Mountain", "Forest")
    assert len(field.abilities) == 6


def test_permanent_types():
    """110.4: an instant card has no permanent type."""
    made = Board()
    text = "This creature's power is equal to the number of permanent types among cards in all graveyards."
    made.enters(card("Lhurgoyf", "Creature — Lhurgoyf", text, "*/4"))
    made.enters(card("Bolt", "Instant", ""), zone="graveyard")
    made.enters(card("Golem", "Artifact Creature — Golem", "", "1/1"), zone="graveyard")

    assert solve(made)["lhurgoyf"].power == 2


@pytest.mark.parametrize(("place", "other"), [(1, 0), (0, 1)])
def test_until_the_next_turn_of_the_player_that_the_event_names(place: int, other: int) -> None:
    """500.7: the effect ends as that player's turn begins, who can be the one who resolved it."""
    text = "At the beginning of each player's upkeep, creatures that player controls get -1/-0 until their next turn."
    players = (made := Board()).players
    made.enters(card("Clock", "Enchantment", text))
    made.enters(BEAR, as_="bear", controller=players[place])
    made.resolves({"ability_of": "clock", "index": 1}, as_="go", targets=players[place])
    assert solve(made)["bear"].power == 1
    made.turn(players[other])
    assert solve(made)["bear"].power == 1
    made.turn(players[place])
    assert solve(made)["bear"].power == 2


def test_whose_next_turn():
    """ "Creatures your opponents control get -1/-0 until their next turn" has no end that is the same for all."""
    with pytest.raises(UnsupportedTextError):
        read_resolution("Creatures your opponents control get -1/-0 until their next turn.")


@pytest.mark.parametrize("verb", ["choose", "tap"])
def test_that_creature_beside_this_creature_is_the_target(verb):
    """608.2c: "this creature and that creature" after "choose another target creature" names no further object."""
    text = f"Whenever this creature attacks, {verb} another target creature. Until end of turn, this creature and that"
    made = Board()
    made.enters(BEAR, as_="bear")
    made.enters(card("Rider", "Creature — Human", f"{text} creature gain menace.", "4/4"))
    made.resolves({"ability_of": "rider", "index": 1}, as_="go", targets="bear")

    assert all(solve(made)[id].abilities for id in ("bear", "rider"))
    assert not solve(made).illegal
