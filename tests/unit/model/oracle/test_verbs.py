"""What effects do: boards whose cards say it in the rarer ways, with what the rules make of them."""

from __future__ import annotations

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.effects.ability import Static, UnsupportedAbility
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability
from mtglayers.model.effects.operations.abilities_from_board import GainOne
from mtglayers.model.errors import UnsupportedTextError
from mtglayers.model.oracle.printing.sentences import english
from mtglayers.model.oracle.reading.lines import read_line
from mtglayers.model.oracle.reading.resolving import read_resolution
from mtglayers.solver.result.result import Result
from mtglayers.solver.solve import solve

from ....support.boards import BEAR, FOREST, card


def names(result: Result, thing: str) -> list[str]:
    """Return the keyword abilities of an object, with what they are about."""
    return [english(ability).rstrip(".") for ability in result[thing].abilities if isinstance(ability, Keyword)]


def only(text: str) -> Ability:
    """Return the one ability of a line, which prints back."""
    (ability,) = read_line(text)
    assert english(ability) == text
    return ability


def test_each_ability_has_a_condition_of_its_own():
    """611.3a: each part of the effect is there while its own condition is true."""
    made = Board()
    made.enters(BEAR)
    made.enters(
        card("Sash", "Artifact — Equipment", "Equipped creature has lifelink if you control a Forest, deathtouch if you"
             " control an Island, and haste if you control a Bear."),
        attached_to="grizzly-bears",
    )  # fmt: skip
    assert names(solve(made), "grizzly-bears") == ["Haste"]
    made.enters(FOREST)
    assert names(solve(made), "grizzly-bears") == ["Lifelink", "Haste"]


def test_verbs_with_conditions_of_their_own():
    """611.3a, 613.1f, 613.4c: size and abilities each under its own condition."""
    made = Board()
    made.enters(
        card("Squire", "Creature — Human", "This creature gets +0/+2 as long as you control a Plains, has flying as"
             " long as you control an Island, and gets +2/+0 as long as you control a Forest.", "1/1"),
    )  # fmt: skip
    made.enters(FOREST)
    result = solve(made)
    assert (result["squire"].power, result["squire"].toughness, names(result, "squire")) == (3, 1, [])


@pytest.mark.parametrize(
    "text",
    [
        "Enchanted creature gets +2/+2, has haste, can't attack you or planeswalkers you control, and can't be"
        " sacrificed.",
        "Enchanted creature gets +2/+2 and can attack as though it didn't have defender.",
        "Enchanted creature gets +2/+2, and its activated abilities can't be activated.",
        "Enchanted creature gets +2/+2, and all creatures able to block it do so.",
        "As long as enchanted creature is green, prevent all combat damage it would deal and it gets +2/+2.",
    ],
)
def test_statements_beside_effects(text):
    """613.11: what is said about the rules of the game takes nothing from what the layers do."""
    made = Board()
    made.enters(BEAR)
    made.enters(card("Mantle", "Enchantment — Aura", f"Enchant creature\n{text}"), attached_to="grizzly-bears")
    result = solve(made)

    assert english(only(text)) == text
    assert (result["grizzly-bears"].power, result["grizzly-bears"].toughness) == (4, 4)
    assert result.unsupported == ()


def test_the_number_of_a_keyword():
    """613.1f, 107.3i: "annihilator X" is given with the number that X is now."""
    made = Board()
    made.enters(card("Titan", "Creature — Eldrazi", "This creature has annihilator X, where X is the number of Bears"
                     " you control.", "8/8"))  # fmt: skip
    assert names(solve(made), "titan") == ["Annihilator 0"]
    made.enters(BEAR)
    made.enters(BEAR)
    assert names(solve(made), "titan") == ["Annihilator 2"]


def test_a_number_of_each_object_itself():
    """613.1f: every creature has ward with its own power in it."""
    made = Board()
    made.enters(BEAR)
    made.enters(card("Ox", "Creature — Ox", size="1/4"))
    made.enters(card("Wall", "Enchantment", "Each creature you control has ward {X}, where X is its power."))
    result = solve(made)
    assert (names(result, "grizzly-bears"), names(result, "ox")) == (["Ward {2}"], ["Ward {1}"])


WANDERER = card(
    "Wanderer", "Creature — Shapeshifter", "As long as a creature card with flying is in a graveyard, this creature has"
    " flying. The same is true for first strike, landwalk, and protection.", "3/3",
)  # fmt: skip


def test_the_same_is_true_for_further_keywords():
    """613.1f: each keyword by its own condition; of landwalk and protection, the forms that are there."""
    made = Board()
    made.enters(WANDERER)
    assert names(solve(made), "wanderer") == []
    made.enters(
        card("Knight", "Creature — Human Knight", "First strike, protection from black", "2/2"), zone="graveyard"
    )
    made.enters(card("Bog", "Creature — Lizard", "Swampwalk", "2/2"), zone="graveyard")
    assert sorted(names(solve(made), "wanderer")) == ["First strike", "Protection from black", "Swampwalk"]


def test_a_series_that_resolves():
    """611.2c: the creatures are fixed as it resolves, and only the keywords that were there are given."""
    made = Board()
    made.enters(BEAR)
    made.enters(card("Hawk", "Creature — Bird", "Flying", "1/1"))
    made.resolves(
        {"text": "Creatures you control gain flying until end of turn if a creature you control has flying. The same is"
                 " true for haste and vigilance."},
        as_="effort",
    )  # fmt: skip
    assert names(solve(made), "grizzly-bears") == ["Flying"]


def test_abilities_of_one_form_that_others_have():
    """602.1, 702.6a: an equip ability is activated; mana abilities may be left out, and triggered ones are."""
    made = Board()
    made.enters(card("Leech", "Creature — Leech", "This creature has all activated abilities of all artifacts except"
                     " mana abilities.", "1/1"))  # fmt: skip
    made.enters(card("Blade", "Artifact — Equipment", "Equipped creature gets +1/+1.\nEquip {2}"))
    made.enters(card("Rock", "Artifact", "{T}: Add {C}.\n{1}, {T}: Draw a card.\nWhen this artifact enters, scry 1."))
    result = solve(made)
    given = [english(ability) for ability in result["leech"].abilities][1:]
    assert given == ["{1}, {T}: Draw a card.", "Equip {2}"]


def test_mana_abilities_are_spared():
    """613.1f: all abilities but the mana abilities go."""
    made = Board()
    made.enters(card("Vault", "Land", "{T}: Add {C}.\n{T}: Draw a card."))
    made.enters(card("Drought", "Enchantment", "All lands lose all abilities except mana abilities."))
    assert [english(ability) for ability in solve(made)["vault"].abilities] == ["{T}: Add {C}."]


def test_landwalk_of_the_chosen_type():
    """702.14a, 607.2d: the land type that was chosen stands in the landwalk ability."""
    made = Board()
    made.enters(BEAR)
    made.enters(
        card("Trail", "Enchantment — Aura", "Enchant creature\nAs this Aura enters, choose a basic land type.\n"
             "Enchanted creature has landwalk of the chosen type."),
        attached_to="grizzly-bears", chosen={"basic_land_type": "Swamp"},
    )  # fmt: skip
    assert names(solve(made), "grizzly-bears") == ["Swampwalk"]


def test_you_and_creatures():
    """702.11c: the player has hexproof, and so have the creatures."""
    made = Board()
    made.enters(BEAR)
    made.enters(card("Veil", "Enchantment", "You and creatures you control have hexproof."))
    result = solve(made)
    assert names(result, "grizzly-bears") == ["Hexproof"]
    assert [ability.name for ability in result.players[made.players[0]].abilities] == ["Hexproof"]


def test_each_by_itself():
    """611.3a: a condition about "it" is checked for each object separately."""
    made = Board()
    made.enters(BEAR)
    made.enters(FOREST)
    made.enters(card("Grove", "Land Creature — Forest Dryad", size="1/1"))
    made.enters(card("Rites", "Enchantment", "Each land gets +2/+2 as long as it's a creature."))
    made.enters(card("Banner", "Artifact", "Each creature you control has vigilance if it's green and haste if it's"
                     " colorless."))  # fmt: skip
    result = solve(made)
    assert (result["grove"].power, result["grizzly-bears"].power, result["forest"].power) == (3, 2, None)
    assert (names(result, "grove"), names(result, "grizzly-bears")) == (["Haste"], ["Vigilance"])


def test_each_as_long_as_it_is_not():
    """611.3a: "it's not" is checked for each object, like "it isn't"."""
    made = Board()
    idle, tapped, attacking = (made.enters(BEAR) for _ in range(3))
    made.enters(card("Dragon", "Enchantment", "Each untapped creature you control gets +0/+2 as long as it's not"
                     " attacking."))  # fmt: skip
    made.marks(tapped, tapped=True)
    made.marks(attacking, attacking=True)
    result = solve(made)
    assert [result[bear].toughness for bear in (idle, tapped, attacking)] == [4, 2, 2]


def test_not_in_a_condition_about_the_source():
    made = Board()
    lurker = made.enters(card("Lurker", "Creature — Elf", "~ gets +1/+0 as long as it's not tapped.", size="1/1"))
    assert solve(made)[lurker].power == 2
    made.marks(lurker, tapped=True)
    assert solve(made)[lurker].power == 1


@pytest.mark.parametrize(
    "line", ["As long as ~ is untapped, it's not legendary.", "~ has flying as long as it's nott tapped."]
)
def test_not_elsewhere_is_not_understood(line):
    assert isinstance(read_line(line)[0], UnsupportedAbility)


def test_the_only_creature():
    """611.3a: with a second creature there is no such effect."""
    made = Board()
    made.enters(card("Duel", "Enchantment", "As long as you control exactly one creature, that creature gets +3/+1 and"
                     " has lifelink."))  # fmt: skip
    made.enters(BEAR)
    assert (solve(made)["grizzly-bears"].power, names(solve(made), "grizzly-bears")) == (5, ["Lifelink"])
    made.enters(BEAR, as_="second")
    assert (solve(made)["grizzly-bears"].power, names(solve(made), "grizzly-bears")) == (2, [])


def test_a_sentence_about_the_game_leaves_it_a_definition():
    """604.3a: what defines a colour defines it in every zone, whatever the ability says about colour identity."""
    made = Board()
    made.enters(card("Prism", "Creature — Avatar", "Prism is all colors. This ability doesn't affect its color"
                     " identity.", "1/1"), zone="graveyard")  # fmt: skip
    made.enters(card("Piper", "Legendary Creature — Human", "If Piper is your commander, choose a color before the game"
                     " begins. Piper is the chosen color.", "3/3"), chosen={"color": "U"})  # fmt: skip
    result = solve(made)
    assert (result["prism"].colors, result["piper"].colors) == (("W", "U", "B", "R", "G"), ("U",))


def test_also():
    """205.1b: what is "also" a Cleric keeps the creature types that it has, in every zone (604.3)."""
    made = Board()
    made.enters(card("Packbeast", "Artifact Creature — Beast", "Packbeast is also a Cleric, Rogue, Warrior, and"
                     " Wizard.", "2/1"), zone="graveyard")  # fmt: skip
    assert solve(made)["packbeast"].subtypes == ("Beast", "Cleric", "Rogue", "Warrior", "Wizard")


@pytest.mark.parametrize(
    "text",
    [
        "Each creature with the greatest mana value has protection from each color.",
        "Each red or green instant or sorcery spell you cast has conspire.",
        "Each creature you control with a mana ability gets +2/+2.",
        "Enchanted creature gets +X/+Y, where X is half the number of Forests you control, rounded down, and Y is half"
        " the number of Forests you control, rounded up.",
        "This creature gets +X/+Y, where X is the exiled creature card's power and Y is its toughness.",
        "Enchanted creature gets +3/+3 unless it shares a color with the most common color among all permanents or a"
        " color tied for most common.",
        "This creature has flying as long as an exiled card used to craft it has flying.",
        "~'s power is equal to the total number of instant and sorcery cards you own in exile and in your graveyard.",
    ],
)
def test_static_abilities_that_print_back(text):
    """The tree of each line has every word of it."""
    assert isinstance(only(text), Static)


RESOLVING = [
    "Creatures your opponents control lose hexproof and shroud and can't have hexproof or shroud.",
    "Until end of turn, this creature has base power and toughness 5/3, gains trample, and isn't a Human.",
    "Until end of turn, this permanent becomes a 4/4 Spirit artifact creature that's no longer an Equipment.",
    "Each creature gets twice -X/-X until end of turn.",
    "Triple target creature's power and toughness until end of turn.",
    "Exchange target opponent's life total with this creature's toughness.",
    "Change this creature's base toughness to 1 plus the power of target creature.",
    "Change this creature's base power and toughness to the power and toughness of target creature until end of turn.",
    "Until your next turn, this creature's base power becomes twice that card's power and its base toughness becomes"
    " twice that card's toughness.",
    "Each creature you control with flying, deathtouch, and/or lifelink gets +1/+0 until end of turn.",
    "Target enchanted creature or enchantment creature you control gets +1/+1 until end of turn.",
    "Until end of turn, target creature gets +2/+0, gains trample if it's red, and gains vigilance if it's white.",
    "Until end of turn, target permanent loses all abilities and becomes your choice of a blue Frog creature with base"
    " power and toughness 1/1 or a blue Octopus creature with base power and toughness 4/4.",
    "Until end of turn, each other creature you control gets +1/+1 if it has flying, +1/+1 if it has first strike, and"
    " so on for double strike, lifelink, and vigilance.",
    "This creature gets +2/+2 until end of turn unless a player has this creature deal 4 damage to them.",
]


@pytest.mark.parametrize("text", RESOLVING)
def test_instructions_that_print_back(text):
    """The clauses of each instruction have every word of it."""
    found = read_resolution(text)
    assert not found.text
    assert english(found) == text


@pytest.mark.parametrize(
    "text",
    [
        "Creatures you control gain that ability until end of turn.",  # no earlier sentence lists abilities
        "Target creature can't have hexproof and shroud.",
        "This creature gets +X/+Y, where X is the number of Forests you control.",
        "Exchange your life total with this creature's mana value.",
        "Each creature with the greater mana value gains flying until end of turn.",
        "Target creature gets thrice -X/-X until end of turn.",
    ],
)
def test_instructions_that_are_refused(text):
    """What is only similar to an instruction that is understood is not read as that instruction."""
    with pytest.raises(UnsupportedTextError):
        read_resolution(text)


def test_that_ability_is_one_of_those_in_the_sentence_before():
    """608.2d: the alternatives are in another sentence."""
    (clause,) = read_resolution("Choose hexproof or indestructible. Creatures you control gain that ability.").clauses
    assert clause.operations == (GainOne((Keyword("Hexproof"), Keyword("Indestructible")), style="that"),)


def test_size_of_a_token_in_the_next_sentence():
    """111.3: the sentence describes the token; it is not an effect."""
    text = "Destroy target creature. Create a black Spirit creature token. Its power is equal to that creature's power"
    assert read_resolution(text + " and its toughness is equal to that creature's toughness.").clauses == ()


def test_a_name_with_a_comma_in_a_condition():
    """The effect begins after the condition, not after the first comma."""
    text = (
        "At the beginning of your end step, if you both own and control ~ and a creature named Bruna, the Fading Light,"
        " exile them, then meld them into Brisela, Voice of Nightmares."
    )
    assert read_resolution(text).clauses == ()
