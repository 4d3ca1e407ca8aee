"""Small boards that demonstrate dependencies between two cards."""

from __future__ import annotations

import pytest

from mtglayers import solve
from mtglayers.model.cards.search import find
from mtglayers.model.puzzles.puzzle import read_puzzle
from mtglayers.model.rules.edition import NEWEST, edition
from mtglayers.solver.check.check import check
from mtglayers.solver.questions.atlas.columns import columns_of
from mtglayers.solver.questions.atlas.decide import Decision, decide
from mtglayers.solver.questions.atlas.layouts import profile_of
from mtglayers.solver.questions.atlas.pairs import Candidate, CandidatePairs


def decided(effect: str, on: str, at: str | None = None) -> Decision:
    rules = edition(at)
    cards = {name: columns_of(find(name), rules, resolved=False) for name in (effect, on)}
    pair = next(pair for pair in CandidatePairs(cards, rules) if (pair.effect, pair.on) == (effect, on))
    return decide(pair, rules)


@pytest.mark.parametrize(
    ("effect", "on", "layer", "reason", "there"),
    [
        ("Blood Moon", "Life and Limb", "4", "scope", "a Saproling creature"),
        ("Life and Limb", "Blood Moon", "4", "scope", "a nonbasic Forest land"),
        ("Urborg, Tomb of Yawgmoth", "Blood Moon", "4", "existence", ""),
        ("Life and Limb", "Conversion", "4", "scope", "a nonbasic Forest Mountain land"),
        ("Goblin King", "Humility", "6", "existence", ""),
        ("Goblin King", "Darksteel Mutation", "6", "existence", ""),
        ("Rabbit Battery", "Humility", "6", "existence", ""),
        ("Life and Limb", "Spreading Seas", "4", "scope", "a nonbasic Forest land"),
        ("Sutured Ghoul", "Keldon Warlord", "7a", "result", "Keldon Warlord in exile"),
        ("Sutured Ghoul", "Traproot Kami", "7a", "result", "Traproot Kami in exile; a nonbasic Forest land"),
        ("Riftstone Portal", "Yixlid Jailer", "6", "existence", "Riftstone Portal in a graveyard"),
        ("Necrotic Ooze", "Yixlid Jailer", "6", "result", "a creature card in a graveyard"),
    ],
)
def test_boards_found(effect: str, on: str, layer: str, reason: str, there: str):
    found = decided(effect, on)

    assert found.shown is not None
    assert found.layout is not None
    assert (found.shown.layer, found.shown.reasons[0], found.layout.words()) == (layer, reason, there)
    assert found.smallest


def test_a_board_found_is_a_puzzle_that_the_solver_confirms():
    puzzle = decided("Blood Moon", "Life and Limb").puzzle(NEWEST)

    assert puzzle is not None
    assert check(read_puzzle(puzzle), solve).ok
    puzzle["timeline"][-1]["expect"]["depends"][0]["reason"] = "text"
    assert not check(read_puzzle(puzzle), solve).ok


def test_a_puzzle_of_an_older_edition_names_its_day():
    puzzle = decided("Blood Moon", "Life and Limb", "2006-07-01").puzzle(edition("2006-07-01"))

    assert puzzle is not None
    assert puzzle["edition"] == edition("2006-07-01").until.isoformat()  # type: ignore[union-attr]
    assert check(read_puzzle(puzzle), solve).ok


def test_a_loop_is_recorded():
    found = decided("Ashaya, Soul of the Wild", "Life and Limb")

    assert found.shown is not None
    assert found.shown.loop


def test_a_condition_holds_on_the_board_found():
    found = decided("Serra Ascendant", "Humility")

    assert found.shown is not None
    assert found.layout is not None
    assert "many permanents" in found.layout.words()


@pytest.mark.parametrize(
    ("effect", "on", "there"),
    [
        ("Goblin King", "Blood Sun", "made a land by an Aura"),
        ("Fervor", "Humility", "made a creature by an Aura"),
        ("Goblin King", "Titania's Song", "made only an artifact by an Aura"),
        ("Spidersilk Armor", "Ray of Frost", "made a red creature by an Aura"),
        ("Goblin King", "Sludge Monster", "with slime counters"),
        ("Goblin King", "Poppet Stitcher // Poppet Factory", "a token"),
        ("Fervor", "Spark Rupture", "made a planeswalker by an Aura, with loyalty counters"),
        ("Gift of Orzhova", "Stop Cold", "made an artifact by an Aura"),
        ("Restricted Office // Lecture Hall", "Darksteel Mutation", "made a creature by an Aura"),
    ],
)
def test_something_makes_the_first_card_fit_what_the_second_one_names(effect: str, on: str, there: str):
    found = decided(effect, on)
    puzzle = found.puzzle(NEWEST)

    assert found.layout is not None
    assert found.layout.words().split("; ")[0] == f"{effect}: {there}"
    assert puzzle is not None
    assert check(read_puzzle(puzzle), solve).ok


@pytest.mark.parametrize(("effect", "on"), [("Scheming Fence", "A Realm Reborn"), ("Chaosphere", "Tyrannical Pitlord")])
def test_a_creature_is_chosen(effect: str, on: str):
    found = decided(effect, on)
    puzzle = found.puzzle(NEWEST)

    assert found.layout is not None
    assert (found.layout.words(), found.layout.picked) == ("a creature", ("plain-0",))
    assert puzzle is not None
    assert check(read_puzzle(puzzle), solve).ok


def test_no_creature_is_chosen_without_need():
    found = decided("Scheming Fence", "Dress Down").layout

    assert found is not None
    assert (found.words(), found.picked) == ("", ())


@pytest.mark.parametrize("effect", ["Gift of Orzhova", "Lightning Greaves"])
@pytest.mark.parametrize("on", ["Humility", "Spark Rupture"])
def test_an_attached_card_is_not_made_a_creature(effect: str, on: str):
    # 301.5c, 303.4d
    assert decided(effect, on).layout is None


def test_an_aura_that_enchants_what_an_opponent_controls_is_not_attached_to_a_player():
    found = decided("Goblin King", "Observed Stasis")

    assert found.layout is not None
    assert found.layout.controllers == ("Ana", "Ben")
    assert found.layout.hosts == ("", "one")


@pytest.mark.parametrize(
    ("effect", "on", "chosen"),
    [
        ("Cathedral of Serra", "Alpine Moon", {"card_name": "Cathedral of Serra"}),
        ("Manascape Refractor", "Petrified Hamlet", {"card_name": "Petrified Hamlet"}),
        ("Citadel Siege", "Humility", {"option": 1}),
        ("True-Name Nemesis", "Humility", {"player": "Ben"}),
        ("Haktos the Unscarred", "Humility", {"number": 2}),
    ],
)
def test_names_options_players_and_numbers_are_chosen(effect: str, on: str, chosen: dict[str, object]):
    found = decided(effect, on)
    puzzle = found.puzzle(NEWEST)

    assert puzzle is not None
    assert chosen in [event.get("chosen") for event in puzzle["timeline"]]
    assert check(read_puzzle(puzzle), solve).ok


def test_only_a_name_that_can_be_chosen_is_chosen():
    # 201.4: Alpine Moon asks for the name of a nonbasic land card.
    assert decided("Goblin King", "Alpine Moon").layout is None


def test_a_pair_without_a_board_lists_how_many_were_solved():
    found = decided("Conversion", "Urborg, Tomb of Yawgmoth")

    assert found.shown is None
    assert found.puzzle(NEWEST) is None
    assert found.boards > 1


def test_a_card_that_cannot_be_alone_has_no_profile():
    assert profile_of("Lightning Bolt", NEWEST) is None
    assert decide(Candidate("Lightning Bolt", "Humility", ("6",), False), NEWEST).boards == 0


@pytest.mark.parametrize(
    ("effect", "on", "there"),
    [
        ("Frondland Felidar", "Gavony", "Gavony in the command zone; a creature"),
        ("Karn", "Titania's Song", "Karn in the command zone; an artifact"),
        ("Kormus Bell", "Urborg, Tomb of Yawgmoth", ""),
        ("Skyhunter Cub", "Humility", "Skyhunter Cub: an attached Equipment"),
        ("Mardu Scout", "Humility", "Mardu Scout: dash"),
        ("Docent of Perfection // Final Iteration", "Tamiyo's Compleation", ""),
        ("Spinnerette, Arachnobat", "Humility", "many permanents and cards in graveyards, among them Attraction"),
        ("Goblin King", "Tamiyo's Compleation", ""),
        ("Student of Elements // Tobita, Master of Winds", "Humility", ""),
        ("Halvar, God of Battle // Sword of the Realms", "Titania's Song", "a creature"),
    ],
)
def test_boards_with_back_faces_keywords_and_further_permanents(effect: str, on: str, there: str):
    found = decided(effect, on)

    assert found.layout is not None
    assert found.layout.words() == there
    puzzle = found.puzzle(NEWEST)
    assert puzzle is not None
    assert check(read_puzzle(puzzle), solve).ok
