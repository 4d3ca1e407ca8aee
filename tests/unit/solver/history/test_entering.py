"""Looking ahead at what enters, and whether it enters tapped (614.12, 611.3c; 418.2 of old)."""

from __future__ import annotations

from typing import Any

import pytest

from mtglayers import Board, solve
from mtglayers.model.errors import IllegalEventError, UnknownCardError
from mtglayers.model.objects.gameobject import GameObject
from mtglayers.solver.engine.state import State
from mtglayers.solver.history import entering as entering_module
from mtglayers.solver.history.excerpts import Excerpts
from mtglayers.solver.history.known_arrivals import EnteredTapped, KnownArrivals
from mtglayers.solver.history.resolved import PastBoards
from mtglayers.solver.result.characteristics import Characteristics

from ....support.boards import BEAR, FOREST, HUMILITY, LIMB, MOON, card

KABIRA = card(
    "Kabira Crossroads", "Land", "This land enters tapped.\nWhen this land enters, you gain 2 life.\n{T}: Add {W}."
)
GHOUL = card("Diregraf Ghoul", "Creature — Zombie", "Diregraf Ghoul enters tapped.", "2/2")
SHOCK = card(
    "Overgrown Tomb", "Land — Swamp Forest", "As this land enters, you may pay 2 life. If you don't, it enters tapped."
)
KISMET = card("Kismet", "Enchantment", "Artifacts, creatures, and lands your opponents control enter tapped.")
SOVEREIGN = card("Imposing Sovereign", "Creature — Human", "Creatures your opponents control enter tapped.", "2/1")
ORB = card("Orb of Dreams", "Artifact", "Permanents enter tapped.")
MAZE = card("Root Maze", "Enchantment", "Artifacts and lands enter tapped.")
CAVE = card("Spelunking", "Enchantment", "Lands you control enter untapped.")
FAST = card("Blackcleave Cliffs", "Land", "This land enters tapped unless you control two or fewer other lands.")
CHECK = card("Rootbound Crag", "Land", "This land enters tapped unless you control a Mountain or a Forest.")
VISTA = card(
    "Canopy Vista", "Land — Forest Plains", "This land enters tapped unless you control two or more basic lands."
)
CRUSADE = card("Crusade", "Enchantment", "White creatures get +1/+1.")
SOLDIER = card("Soldier", "Creature — Soldier", size="1/1", cost="{W}")
ISLAND = card("Island", "Basic Land — Island")
DUAL = card("Scrubland", "Land — Plains Swamp")
CONVERSION = card("Conversion", "Enchantment", "All Mountains are Plains.")
BASICS = card("Basics", "Enchantment", "Lands you control are basic.")
WAITING = card("Waiting", "Enchantment", "As long as you control a creature, nonbasic lands are Mountains.")
SILENCE = card("Silence", "Enchantment", "All enchantments lose all abilities.")
CLONE = card("Clone", "Creature — Shapeshifter", "You may have this creature enter as a copy of any creature.", "0/0")


def tapped(board: Board, id: str) -> bool | None:
    return solve(board)[id].tapped


def entering(*before: dict[str, Any], arrives: dict[str, Any], owner: str = "A", **keys: Any) -> Board:
    """Return a board on which cards of player A came before a card that `owner` controls."""
    board = Board()
    for each in before:
        board.enters(each, controller="A")
    board.enters(arrives, controller=owner, as_="it", **keys)
    return board


# --- Looking ahead ------------------------------------------------------------------------------------------


def test_a_preview_leaves_the_board_alone():
    board = Board()
    moon = board.enters(MOON)
    ahead = board.preview(KABIRA)
    assert list(board.objects) == [moon]
    assert list(ahead.objects) == [moon, "kabira-crossroads"]
    assert len(board.events) == 1
    assert board.enters(KABIRA) == "kabira-crossroads"


def test_effects_that_are_there_already_apply():
    """614.12: "continuous effects that already exist and would apply to the permanent"."""
    board = Board()
    board.enters(MOON)
    found = solve(board.preview(KABIRA))["kabira-crossroads"]
    assert found.subtypes == ("Mountain",)
    assert [ability.text for ability in found.abilities] == ["{T}: Add {R}."]
    assert found.tapped is False


def test_its_own_effects_apply_to_itself_alone():
    """614.12: of the permanent's own static abilities, those "that would apply to it"."""
    board = Board()
    bear, land = board.enters(BEAR), board.enters(DUAL)
    assert solve(board.preview(HUMILITY))[bear].power == 2
    assert solve(board.preview(MOON))[land].subtypes == ("Plains", "Swamp")
    lord = card("Chief", "Creature — Bear", "Other Bears get +1/+1.\nThis creature gets +1/+1 for each land.", "1/1")
    found = solve(board.preview(lord))
    assert (found["chief"].power, found[bear].power) == (2, 2)
    both = card("Anthem", "Creature — Bear", "Bears get +1/+1.", "1/1")
    found = solve(board.preview(both))
    assert (found["anthem"].power, found[bear].power) == (2, 2)
    board.enters(both)
    assert solve(board)[bear].power == 3  # once it is there


def test_its_own_effects_on_players_do_not_apply():
    tower = card("Reliquary Tower", "Land", "You have no maximum hand size.")
    board = Board()
    assert solve(board.preview(tower)).players["A"].max_hand_size == 7
    board.enters(tower)
    assert solve(board).players["A"].max_hand_size is None


@pytest.mark.parametrize(
    ("edition", "ahead"),
    [("2006-06-01", 1), ("2008-06-01", 1), ("2011-09-30", 1), ("2017-09-28", 1), ("2017-09-29", 2)],
)
def test_what_enters_is_already_modified(edition: str, ahead: int):
    """611.3c (418.2): a 1/1 white creature under Crusade is a 2/2 from the start; until 2017 614.12 ignored Crusade."""
    board = Board(edition=edition)
    board.enters(CRUSADE)
    assert solve(board.preview(SOLDIER))["soldier"].power == ahead
    board.enters(SOLDIER)
    assert solve(board)["soldier"].power == 2


def test_the_keys_of_enters_are_replacement_effects_that_were_applied():
    """614.12: "taking into account replacement effects that have already modified how it enters"."""
    board = Board()
    bear = board.enters(BEAR)

    def one(**keys: Any) -> Characteristics:
        return solve(board.preview(CLONE, as_="it", **keys))["it"]

    assert (one(copy_of=bear).name, one(copy_of=bear).power) == ("Grizzly Bears", 2)
    assert one(counters={"+1/+1": 3}).power == 3
    assert one(tapped=True).tapped is True
    assert (one(face_down=True).name, one(face_down=True).power) == ("", 2)
    assert one(controller="B").controller == "B"
    omen = card("Painter", "Artifact Creature — Scarecrow", "Painter is the chosen color.", "1/3")
    assert solve(board.preview(omen, chosen={"color": "R"}))["painter"].colors == ("R",)


def test_each_of_several_is_looked_at_alone():
    """614.12: what enters with it does not exist yet; the effects of the two do not meet."""
    board = Board()
    made = board.preview([MOON, DUAL, DUAL])
    assert [list(each.objects) for each in made] == [["blood-moon"], ["scrubland"], ["scrubland-2"]]
    assert solve(made[1])["scrubland"].subtypes == ("Plains", "Swamp")
    words = "Herd's power and toughness are each equal to the number of creatures."
    herds = board.preview(card("Herd", "Creature — Elemental", words, "*/*"), count=2)
    assert [solve(herds[0])["herd"].power, solve(herds[1])["herd-2"].power] == [1, 1]
    assert len(board.preview({"Island", "Swamp"})) == 2
    assert board.preview([ISLAND])[0].objects["island"].stamp == 1


def test_a_preview_is_played_again_under_another_edition():
    board = Board()
    dragon = board.enters(card("Glory", "Enchantment", "Creatures you control get +1/+1."))
    board.enters(BEAR)
    ahead = board.preview(card("Doom", "Creature — Demon", "Creatures get +2/+2.", "1/1"))
    for day, power in (("2006-06-01", 3), ("2011-09-30", 3), ("2023-11-17", 4)):
        found = solve(ahead, edition=day)
        assert (found["doom"].power, found["grizzly-bears"].power) == (power, 3)
    assert dragon in ahead.objects


def test_a_preview_with_another_event_has_entered():
    board = Board()
    board.enters(BEAR)
    ahead = board.preview(card("Doom", "Creature — Demon", "Creatures get +2/+2.", "1/1"))
    assert solve(ahead)["grizzly-bears"].power == 2
    ahead.marks("doom", tapped=True)
    assert solve(ahead)["grizzly-bears"].power == 4
    ahead.pop()
    assert solve(ahead)["grizzly-bears"].power == 2
    assert len(ahead.to_data()["timeline"]) == 2
    ahead.pop()
    assert list(ahead.objects) == ["grizzly-bears"]


def test_a_preview_is_about_the_battlefield():
    board = Board()
    with pytest.raises(IllegalEventError, match="`grizzly-bears` enters the graveyard"):
        board.preview(BEAR, zone="graveyard")
    with pytest.raises(UnknownCardError):
        board.preview("No Such Card")
    assert not board.objects
    assert not board.events


# --- Entering tapped ----------------------------------------------------------------------------------------


def test_it_enters_tapped_if_it_has_that_ability_there():
    """614.12 with 305.7: under Blood Moon it is a Mountain that says nothing of entering tapped."""
    assert tapped(entering(arrives=KABIRA), "it") is True
    assert tapped(entering(MOON, arrives=KABIRA), "it") is False
    assert tapped(entering(arrives=GHOUL), "it") is True
    assert tapped(entering(HUMILITY, arrives=GHOUL), "it") is False


@pytest.mark.parametrize(("edition", "expected"), [("2006-06-01", True), ("2017-09-28", True), ("2017-09-29", False)])
def test_effects_of_others_were_ignored_until_2017(edition: str, expected: bool):
    board = entering(MOON, arrives=KABIRA).under(edition)
    assert tapped(board, "it") is expected
    board = entering(HUMILITY, arrives=GHOUL).under(edition)
    assert tapped(board, "it") is expected


def test_cards_of_the_catalogue_know_it_without_their_sentences():
    board = Board()
    names = ("Kabira Crossroads", "Temple of Triumph", "Canopy Vista", "Overgrown Tomb")
    made = [board.enters(name) for name in names]
    found = solve(board)
    assert [found[id].tapped for id in made] == [True, True, True, False]
    assert found.unsupported == ()
    vesuva = board.enters("Vesuva", copy_of="overgrown-tomb")
    assert tapped(board, vesuva) is True


def test_what_comes_later_does_not_untap_it():
    board = entering(arrives=KABIRA)
    board.enters(MOON)
    assert tapped(board, "it") is True
    board = entering(MOON, arrives=KABIRA)
    board.leaves("blood-moon")
    assert tapped(board, "it") is False


def test_who_says_tapped_or_marks_it_ends_the_doubt():
    assert tapped(entering(arrives=KABIRA, tapped=False), "it") is False
    assert tapped(entering(arrives=FOREST, tapped=True), "it") is True
    board = entering(arrives=KABIRA)
    board.marks("it", tapped=False)
    assert tapped(board, "it") is False
    board.pop()
    assert tapped(board, "it") is True
    board.marks("it", summoning_sick=True)
    assert tapped(board, "it") is True


def test_what_enters_with_it_does_not_matter():
    """Blood Moon's effect does not exist yet as they enter together."""
    board = Board()
    board.enters([MOON, KABIRA])
    found = solve(board)["kabira-crossroads"]
    assert (found.tapped, found.subtypes) == (True, ("Mountain",))
    board = Board()
    made = board.enters(FAST, count=4)
    assert [tapped(board, id) for id in made] == [False] * 4  # each with no other land
    assert tapped(board, board.enters(FAST)) is True


def test_conditions_are_asked_of_what_is_there():
    assert tapped(entering(arrives=CHECK), "it") is True
    assert tapped(entering(FOREST, arrives=CHECK), "it") is False
    assert tapped(entering(FOREST, arrives=CHECK, owner="B"), "it") is True
    assert tapped(entering(FOREST, arrives=VISTA), "it") is True
    assert tapped(entering(FOREST, ISLAND, arrives=VISTA), "it") is False
    assert tapped(entering(FOREST, ISLAND, arrives=FAST), "it") is False
    assert tapped(entering(FOREST, ISLAND, ISLAND, arrives=FAST), "it") is True
    board = entering(LIMB, card("Saproling", "Token Creature — Saproling", size="1/1"), arrives=CHECK)
    assert tapped(board, "it") is False  # layer 4 made a Forest


def test_what_enters_does_not_count_itself():
    """It is not on the battlefield yet: under an effect that makes it a Forest it does not find one."""
    words = "Lands you control are every basic land type in addition to their other types."
    omen = card("Prismatic Omen", "Enchantment", words)
    assert tapped(entering(omen, arrives=CHECK), "it") is True
    assert tapped(entering(omen, ISLAND, arrives=CHECK), "it") is False


def test_turns_and_what_happened():
    ours = card("Ours", "Land", "This land enters tapped unless it's your turn.")
    assert tapped(entering(arrives=ours), "it") is False
    assert tapped(entering(arrives=ours, owner="B"), "it") is True
    kicked = card("Grunt", "Creature — Goblin", "This creature enters tapped unless it was kicked.", "1/1")
    assert tapped(entering(arrives=kicked, cast="kicker"), "it") is False
    assert tapped(entering(arrives=kicked, cast=True), "it") is True


@pytest.mark.parametrize(
    ("other", "arrives", "owner", "expected"),
    [
        (KISMET, BEAR, "B", True),
        (KISMET, FOREST, "B", True),
        (KISMET, BEAR, "A", False),
        (KISMET, CRUSADE, "B", False),
        (SOVEREIGN, BEAR, "B", True),
        (SOVEREIGN, FOREST, "B", False),
        (MAZE, FOREST, "A", True),
        (MAZE, BEAR, "A", False),
        (ORB, CRUSADE, "A", True),
    ],
)
def test_other_permanents_say_so(other: dict[str, Any], arrives: dict[str, Any], owner: str, expected: bool):
    """614.12: such effects "may also come from other sources"."""
    assert tapped(entering(other, arrives=arrives, owner=owner), "it") is expected


def test_a_general_effect_does_not_concern_its_own_source():
    """614.12: from the permanent itself only "if they affect only that permanent"; Orb of Dreams enters untapped."""
    assert tapped(entering(arrives=ORB), "it") is False
    assert tapped(entering(ORB, arrives=ORB), "it") is True


def test_its_source_must_have_the_ability_and_be_there():
    assert tapped(entering(SOVEREIGN, HUMILITY, arrives=BEAR, owner="B"), "it") is False
    board = Board()
    board.enters(KISMET, zone="graveyard")
    assert tapped(board, board.enters(BEAR, controller="B")) is False
    kismet = board.enters(KISMET)
    board.leaves(kismet)
    assert tapped(board, board.enters(BEAR, controller="B")) is False
    board = entering(KISMET, arrives=BEAR, owner="B")
    board.leaves("kismet")
    assert tapped(board, "it") is True


def test_what_it_would_be_decides_which_effects_apply():
    march = card(
        "March of the Machines", "Enchantment",
        "Each noncreature artifact is an artifact creature with power and toughness each equal to its mana value.",
    )  # fmt: skip
    relic = card("Relic", "Artifact", cost="{3}")
    assert tapped(entering(march, SOVEREIGN, arrives=relic, owner="B"), "it") is True
    assert tapped(entering(SOVEREIGN, arrives=relic, owner="B"), "it") is False
    land = card("Manland", "Land", "This land is a 1/1 Elemental creature in addition to its other types.")
    assert tapped(entering(SOVEREIGN, arrives=land, owner="B"), "it") is True


def test_copies_and_face_down_ones():
    """A copy has the ability it copied; a face-down permanent has none (707.5, 708.2)."""
    board = Board()
    ghoul = board.enters(GHOUL, tapped=False)
    assert tapped(board, board.enters(CLONE, copy_of=ghoul)) is True
    assert tapped(board, board.enters(GHOUL, face_down=True)) is False
    assert tapped(board, board.enters(CLONE)) is False
    vesuva = card("Vesuva", "Land", "You may have this land enter tapped as a copy of any land on the battlefield.")
    forest = board.enters(FOREST)
    assert tapped(board, board.enters(vesuva, copy_of=forest)) is True
    assert tapped(board, board.enters(vesuva)) is False


def test_an_effect_that_puts_it_there_counts():
    """611.2e: "is" makes it a creature as it enters."""
    board = Board()
    board.enters(SOVEREIGN, controller="A")
    board.enters(FOREST, as_="plain", controller="B")
    words = "It's a 0/0 Elemental creature in addition to its other types."
    board.enters(FOREST, as_="it", controller="B", with_effect=words)
    assert (tapped(board, "plain"), tapped(board, "it")) == (False, True)


def test_a_card_that_moves_enters_too():
    """Yixlid Jailer takes abilities in the graveyard alone: on the battlefield it has its own."""
    board = Board()
    board.enters(card("Yixlid Jailer", "Creature — Zombie", "Cards in graveyards lose all abilities.", "2/1"))
    dead = board.enters(GHOUL, zone="graveyard")
    assert solve(board)[dead].abilities == ()
    board.moves(dead, to="battlefield", as_="back")
    assert tapped(board, "back") is True


def test_other_abilities_see_it_tapped():
    castle = card("Castle", "Enchantment", "Untapped creatures you control get +0/+2.")
    board = entering(castle, arrives=GHOUL)
    board.enters(BEAR)
    found = solve(board)
    assert (found["it"].toughness, found["grizzly-bears"].toughness) == (2, 4)
    board = entering(arrives=GHOUL)
    board.resolves({"text": "Tapped creatures get +1/+1 until end of turn."})
    board.marks("it", tapped=False)
    assert solve(board)["it"].power == 3  # tapped as it resolved (611.2c)


def test_a_choice_is_for_the_timeline_to_tell():
    """614.12a: `tapped` records what its controller chooses as it enters."""
    board = entering(arrives=SHOCK)
    found = solve(board)
    assert found["it"].tapped is False
    assert found.unsupported == ()
    board.marks("it", tapped=True)
    assert solve(board).unsupported == ()
    assert solve(entering(arrives=SHOCK, tapped=False)).unsupported == ()
    assert solve(entering(MOON, arrives=SHOCK)).unsupported == ()  # it has no such ability there
    mazed = solve(entering(MAZE, arrives=SHOCK))
    assert (mazed["it"].tapped, mazed.unsupported) == (True, ())


def test_a_condition_nobody_understands_is_reported():
    lair = card("Lair", "Land", "This land enters tapped unless a player has a blue ribbon.")
    found = solve(entering(arrives=lair))
    assert found["it"].tapped is False
    assert found.unsupported == (("it", "This land enters tapped unless a player has a blue ribbon."),)
    lucky = card("Lucky", "Land", "This land enters tapped unless a player has 13 or less life.")
    assert tapped(entering(arrives=lucky), "it") is True
    uphill = card("Uphill Battle", "Enchantment", "Creatures played by your opponents enter tapped.")
    found = solve(entering(uphill, arrives=BEAR, owner="B"))
    assert found.unsupported == (("it", "Creatures played by your opponents enter tapped."),)


def test_tapped_and_untapped_is_its_controllers_choice():
    """616.1: the controller of what enters says which of two replacement effects applies last."""
    found = solve(entering(CAVE, arrives=KABIRA))
    assert found["it"].tapped is False
    assert found.unsupported == (("it", "This land enters tapped."), ("it", "Lands you control enter untapped."))
    assert solve(entering(CAVE, arrives=FOREST)).unsupported == ()


def test_it_costs_nothing_where_nothing_says_so():
    board = Board()
    board.enters(MOON)
    board.enters(BEAR, count=3)
    solve(board)
    assert not any(board.settled.values())


def test_it_is_worked_out_once_for_each_event_and_once_for_what_is_alike():
    board = Board()
    board.enters(KABIRA, count=5)
    assert all(found.tapped for found in solve(board).values())
    (notes,) = (note for key, note in board.settled[0].items() if key[2:] == ("tapped",))
    assert sorted(key for key in notes if isinstance(key, int)) == [0, 1, 2, 3, 4]
    assert len({id(arrival) for arrival in notes.values()}) == 1
    before = dict(notes)
    bear = board.enters(BEAR)
    assert not solve(board)[bear].tapped
    assert notes == before


def test_copies_share_what_was_found_for_their_common_events():
    board = entering(KISMET, arrives=GHOUL)
    twin = board.copy()
    solve(board)
    twin.enters(KABIRA)
    board.enters(FOREST)
    assert all(twin.settled[event] is board.settled[event] for event in range(2))
    assert twin.settled[2] is not board.settled[2]
    assert not any(board.unsettled().settled.values())


def test_a_chain_of_events_is_looked_at_in_its_own_past():
    """What was tapped then decides what the next one meets."""
    loner = card("Watch", "Enchantment", "As long as you control a tapped creature, lands have hexproof.")
    board = Board()
    board.enters(loner)
    for number in range(4):
        board.enters(GHOUL, as_=f"ghoul-{number}")
        board.enters(KABIRA, as_=f"land-{number}")
    found = solve(board)
    assert all(found[f"{kind}-{number}"].tapped for kind in ("ghoul", "land") for number in range(4))
    assert solve(board.under("2011-09-30"))["land-3"].tapped is True


def test_previews_are_solved_only_where_an_effect_may_decide(monkeypatch: pytest.MonkeyPatch):
    """Of permanents that enter tapped or not for certain, and of those before the first such source, none is solved."""
    looked: list[str] = []
    look = entering_module._look

    def counted(then: GameObject, past: PastBoards) -> EnteredTapped:
        looked.append(then.id)
        return look(then, past)

    monkeypatch.setattr(entering_module, "_look", counted)
    board = Board()
    board.enters(BEAR, as_="early")
    board.enters(KISMET, controller="A")
    for each, id in ((BEAR, "bear"), (KABIRA, "kabira"), (CRUSADE, "crusade"), (CHECK, "crag"), (FOREST, "forest")):
        board.enters(each, as_=id, controller="B")
    found = solve(board)
    assert [id for id in found if found[id].tapped] == ["bear", "kabira", "crag", "forest"]
    assert looked == []
    board.enters(HUMILITY)
    board.enters(GHOUL, as_="ghoul", controller="A")  # Humility takes its ability
    assert not solve(board)["ghoul"].tapped
    assert looked == []
    board.enters(SILENCE)
    board.enters(GHOUL, as_="other", controller="A")  # Humility has lost its own ability
    assert solve(board)["other"].tapped
    assert looked == ["other"]


@pytest.mark.parametrize(
    ("before", "solved", "expected"),
    [
        pytest.param([MOON], [], False, id="it becomes a Mountain"),
        pytest.param([CONVERSION], [], False, id="it fits no more afterwards"),
        pytest.param([BASICS, MOON], ["it"], True, id="perhaps it is basic"),
        pytest.param([CONVERSION, MOON, CONVERSION], [], False, id="one of several"),
        pytest.param([WAITING], ["it"], True, id="a condition"),
    ],
)  # fmt: skip
def test_a_line_that_is_certainly_lost_needs_no_solve(
    before: list[dict[str, Any]], solved: list[str], expected: bool, monkeypatch: pytest.MonkeyPatch
):
    """305.7, 614.12: unless another effect may decide whether the line is lost."""
    looked: list[str] = []
    look = entering_module._look

    def counted(then: GameObject, past: PastBoards) -> EnteredTapped:
        looked.append(then.id)
        return look(then, past)

    monkeypatch.setattr(entering_module, "_look", counted)
    board = entering(*before, arrives=card("Triome", "Land — Mountain Forest", "Triome enters tapped."))
    assert (tapped(board, "it"), looked) == (expected, solved)
    assert tapped(board.under("2017-06-01"), "it") is True  # effects of others were ignored then


CAULDRON = card(
    "Cauldron", "Artifact",
    "Creatures you control with +1/+1 counters on them have all activated abilities of all creature cards exiled with"
    " Cauldron.",
)  # fmt: skip
DISGUISE = card(
    "Disguise", "Enchantment — Aura",
    "Enchant creature\nEnchanted creature loses all abilities and is a green and white Citizen creature with base power"
    " and toughness 1/1 named Legitimate Businessperson.",
)  # fmt: skip
DRYADS = card("Dryads", "Enchantment", "Artifact lands are Forests in addition to their other types.")


WANDERER = card(
    "Wanderer", "Creature — Shapeshifter",
    "As long as a creature card with flying is in a graveyard, Wanderer has flying. The same is true for first strike,"
    " landwalk, and protection.", "4/4",
)  # fmt: skip
SWIRL = card(
    "Swirl the Mists", "Enchantment",
    "As this enchantment enters, choose a color word.\nAll instances of color words in the text of spells and"
    " permanents are changed to the chosen color word.",
)  # fmt: skip
SERAPH = card("Seraph", "Creature — Angel", "Seraph has the text box of each card exiled with Seraph.", "4/4")
CHAMELEON = card(
    "Chameleon",
    "Creature — Lizard",
    "Chameleon has all abilities of ability stickers on other permanents you own.",
    "2/2",
)
SHAPESHIFTER = card(
    "Shapeshifter", "Creature — Shapeshifter",
    "As long as the top card of your graveyard is a creature card, this creature has the full text of that card and has"
    ' the text "{2}: Discard a card."', "0/1",
)  # fmt: skip
FORESTRY = card(
    "Forestry", "Enchantment", "Nontoken creatures you control are Forest lands in addition to their other types."
)
GOD = card(
    "God", "Legendary Enchantment Creature — God",
    "As long as your devotion to green is less than five, God isn't a creature.", "6/6",
)  # fmt: skip
MYSTIC = (
    "As long as ~ is tapped, other permanents enter tapped.",
    "As long as ~ is untapped, other permanents enter untapped.",
)


def _preview_all(monkeypatch: pytest.MonkeyPatch) -> None:
    # Find every answer with a preview of the whole board.
    monkeypatch.setattr(KnownArrivals, "arrival", lambda *_: None)
    monkeypatch.setattr(Excerpts, "usable", False)


@pytest.mark.parametrize(("first", "expected"), [("", []), ("~ enters tapped.", ["mystic", "bear", "kabira"])])
def test_permanents_enter_as_their_source_did(first: str, expected: list[str], monkeypatch: pytest.MonkeyPatch):
    """Whether the source of the effects is tapped is known without a solve."""
    board = Board()
    board.enters(card("Mystic", "Creature — Turtle", "\n".join((first, *MYSTIC)).strip(), "2/4"), as_="mystic")
    board.enters(BEAR, as_="bear")
    board.enters(KABIRA if expected else FOREST, as_="kabira")
    fresh = board.unsettled()
    monkeypatch.setattr(PastBoards, "state", None)
    found = solve(board)
    assert [id for id in found if found[id].tapped] == expected
    monkeypatch.undo()
    _preview_all(monkeypatch)
    again = solve(fresh)
    assert [again[id].tapped for id in again] == [found[id].tapped for id in found]
    assert again.unsupported == found.unsupported


@pytest.mark.parametrize("speaker", ["Tokens enter tapped.", "Permanents are blue."])
@pytest.mark.parametrize("last", [True, False])
def test_a_permanent_that_enters_with_another_has_an_answer_of_its_own(speaker: str, last: bool):
    """614.12: the abilities of a card in a graveyard apply to the one that would have them."""
    shape = card(
        "Shape", "Creature — Shapeshifter",
        "As long as the top card of your graveyard is a creature card, this creature has the full text of that card and"
        ' has the text "{2}: Discard a card."', "0/1",
    )  # fmt: skip
    board = Board()
    board.enters(card("Speaker", "Enchantment", speaker), controller="B")
    board.enters(card("Sleeper", "Creature — Bear", "This creature enters tapped.", "2/2"), zone="graveyard")
    board.enters([BEAR, shape] if last else [shape, BEAR])
    found = solve(board)
    assert [id for id in found if found[id].tapped] == ["shape"]


def test_permanents_that_enter_after_the_same_sources_share_an_answer(monkeypatch: pytest.MonkeyPatch):
    """The number of answers is that of the sources, however many permanents enter."""
    asked: list[None] = []
    plain = KnownArrivals.arrival
    monkeypatch.setattr(KnownArrivals, "arrival", lambda *each: (asked.append(None), plain(*each))[1])
    counts = []
    for count in (5, 50):
        asked.clear()
        board = Board()
        for each, times in (
            (BEAR, count),
            (card("Mystic", "Creature — Turtle", "\n".join(MYSTIC), "2/4"), 1),
            (BEAR, count),
        ):
            for _ in range(times):
                board.enters(each)
        found = solve(board)
        assert not any(found[id].tapped for id in found)
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 2


def test_no_event_is_undone_for_a_life_total(monkeypatch: pytest.MonkeyPatch):
    board = Board()
    for name in ("Strand", "Shore"):
        board.enters(card(name, "Land", "This land enters tapped unless a player has 13 or less life."))
    monkeypatch.setattr("mtglayers.solver.history.untouched.earlier", None)
    found = solve(board)
    assert [found[id].tapped for id in found] == [True, True]


@pytest.mark.parametrize("first", ["Mystic", "Humility"])
def test_a_source_that_certainly_lost_its_line_does_not_matter(first: str, monkeypatch: pytest.MonkeyPatch):
    """Humility takes the line whether it entered before the source or after it."""
    board = Board()
    mystic = card("Mystic", "Creature — Turtle", "\n".join(MYSTIC), "2/4")
    before = {"Mystic": mystic, "Humility": HUMILITY}
    for name in (first, *(before.keys() - {first})):
        board.enters(before[name])
        board.enters(KABIRA, as_=f"after-{name.lower()}")
    with monkeypatch.context() as patched:
        patched.setattr(PastBoards, "solved", None)
        found = solve(board)
        assert found["after-mystic"].tapped is (first == "Humility")
        assert found["after-humility"].tapped is True
    _preview_all(monkeypatch)
    again = solve(board.unsettled())
    assert [again[id].tapped for id in again] == [found[id].tapped for id in found]


@pytest.mark.parametrize(
    "before",
    [
        pytest.param([(CAULDRON, {})], id="activated abilities of others"),
        pytest.param([(BEAR, {"counters": {"+1/+1": 1}}), (CAULDRON, {})], id="a creature with a counter"),
        pytest.param([(DISGUISE, {})], id="a change of words that applies to nothing"),
        pytest.param([(DRYADS, {}), (FOREST, {}), (FOREST, {})], id="enough lands, whatever else becomes one"),
        pytest.param([(WANDERER, {})], id="keywords of others"),
        pytest.param([(SERAPH, {})], id="text of cards that are not there"),
        pytest.param([(CHAMELEON, {})], id="abilities of stickers that are not there"),
        pytest.param([(SWIRL, {})], id="a color word that nobody chose"),
        pytest.param([(SHAPESHIFTER, {})], id="text of a card that is not there"),
        pytest.param([(FORESTRY, {}), (FOREST, {})], id="types that only come on top"),
        pytest.param([(GOD, {})], id="types that are only taken, with their subtypes"),
    ],
)
def test_no_earlier_board_is_solved_if_no_effect_can_decide(
    before: list[tuple[dict[str, Any], dict[str, Any]]], monkeypatch: pytest.MonkeyPatch
):
    def board() -> Board:
        made = Board()
        for each, keys in before:
            made.enters(each, controller="B", **keys)
        made.enters(KISMET, controller="A")
        for each, id in ((KABIRA, "kabira"), (BEAR, "bear"), (CHECK, "check"), (CRUSADE, "crusade")):
            made.enters(each, as_=id, controller="B")
        made.enters(CHECK, as_="mine", controller="A")
        made.enters(ISLAND, controller="A")
        made.enters(VISTA, as_="vista", controller="A")
        return made

    solved: list[int] = []
    plain = PastBoards.solved

    def counted(past: PastBoards, *arguments: Any, **keys: Any) -> State:
        solved.append(1)
        return plain(past, *arguments, **keys)

    monkeypatch.setattr(PastBoards, "solved", counted)
    found = solve(board())
    assert [id for id in found if found[id].tapped] == ["kabira", "bear", "check", "mine", "vista"]
    assert solved == []
    _preview_all(monkeypatch)
    again = solve(board())
    assert [again[id].tapped for id in again] == [found[id].tapped for id in found]
    assert solved


def test_a_line_that_may_be_lost_does_not_matter_if_another_decides(monkeypatch: pytest.MonkeyPatch):
    def board() -> Board:
        made = Board()
        made.enters("Blood Moon", controller="A")
        made.enters(KISMET, controller="A")
        made.enters(KABIRA, as_="kabira", controller="B")
        made.enters(CHECK, as_="check", controller="B")
        return made

    monkeypatch.setattr(entering_module, "_look", None)
    found = solve(board())
    assert found["kabira"].tapped
    assert found["check"].tapped


REVEALED = card("Amphitheater", "Land", "This land enters tapped unless you revealed a Giant card this way.")


def test_lines_that_certainly_apply_are_combined_without_a_solve(monkeypatch: pytest.MonkeyPatch):
    """616.1 needs no preview if every line certainly applies, also a line about what nobody recorded."""
    boards = [
        entering(KISMET, CAVE, arrives=KABIRA, owner="A"),
        entering(CAVE, arrives=REVEALED),
        entering(KISMET, arrives=REVEALED, owner="B"),
        entering(arrives=REVEALED),
    ]
    fresh = [board.unsettled() for board in boards]
    monkeypatch.setattr(PastBoards, "solved", None)
    found = [(tapped(board, "it"), solve(board).unsupported) for board in boards]
    monkeypatch.undo()
    _preview_all(monkeypatch)
    assert [(tapped(board, "it"), solve(board).unsupported) for board in fresh] == found
    assert [tapped for tapped, _ in found] == [False, False, True, False]


def test_only_effects_that_were_there_decide(monkeypatch: pytest.MonkeyPatch):
    """Humility enters later: what entered before it needs no preview."""
    board = Board()
    board.enters(KISMET, controller="A")
    board.enters(BEAR, as_="bear", controller="B")
    board.enters(CRUSADE, controller="A")
    board.enters(card("March", "Enchantment", "Each creature is an artifact and loses all other card types."))
    monkeypatch.setattr(PastBoards, "solved", None)
    assert tapped(board, "bear") is True


def test_effects_that_came_later_do_not_help_those_that_were_there(monkeypatch: pytest.MonkeyPatch):
    """Only when the second enchantment is there does the first make an Island a creature."""
    board = Board()
    board.enters(card("Censor", "Enchantment", "Creatures enter tapped."))
    board.enters(card("Living Lands", "Enchantment", "All Forests are 1/1 creatures that are still lands."))
    first = board.enters("Island")
    board.enters(card("Cradle", "Enchantment", "Each land is a Forest in addition to its other land types."))
    with monkeypatch.context() as patched:
        patched.setattr(PastBoards, "solved", None)
        assert tapped(board, first) is False
    second = board.enters("Island")
    assert (tapped(board, first), tapped(board, second)) == (False, True)


def test_what_was_not_chosen_or_paid_changes_nothing(monkeypatch: pytest.MonkeyPatch):
    """A creature that is not bestowed stays a creature (702.103b), and one without a choice has none (613.2a)."""
    board = Board()
    board.enters(KISMET, controller="A")
    entered = [board.enters(name, controller="B") for name in ("Nyxborn Rollicker", "Primal Clay")]
    monkeypatch.setattr(PastBoards, "solved", None)
    assert [tapped(board, id) for id in entered] == [True, True]
