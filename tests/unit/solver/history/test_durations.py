"""How long resolved effects last, and what they hold (611.2a-d, 611.3a; 418.3a-d, 418.4a-b of old)."""

from __future__ import annotations

from typing import Any

import pytest

from mtglayers import Board, solve

from ....support.boards import BEAR, FOREST, card

DAYS = pytest.mark.parametrize("day", ["2006-06-01", "2008-03-17", "2011-09-30", None])
ROCK = card("Rock", "Artifact", "{T}: Draw a card.")
AURA = card("Ward", "Enchantment — Aura", "Enchant creature")
WHITE = card("Knight", "Creature — Knight", size="2/2", cost="{W}{W}")


def board(day: str | None, *cards: dict[str, Any]) -> Board:
    """Return a board under the rules of a day with a bear of Ana's, one of Ben's ("his"), and these cards of Ana's."""
    made = Board(("Ana", "Ben"), day)
    made.enters(BEAR, as_="bear")
    made.enters(BEAR, as_="his", controller="Ben")
    for each in cards:
        made.enters(each)
    return made


def resolve(made: Board, text: str, *targets: str, of: str = "", **keys: Any) -> str:
    """Let a text of Ana's resolve, as an ability of `of` if that is given."""
    what = {"ability_of": of, "text": text} if of else {"text": text}
    return made.resolves(what, as_=keys.pop("as_", "effect"), controller="Ana", targets=list(targets), **keys)


def size(made: Board, id: str = "bear") -> tuple[int | None, int | None]:
    found = solve(made)[id]
    return found.power, found.toughness


# --- Ends (611.2a, 418.3a) ----------------------------------------------------------------------------------


@DAYS
@pytest.mark.parametrize(
    ("text", "ends", "outlives"),
    [
        ("Target creature gets +1/+1 until end of turn.", ["turn"], ["combat", "Ana", "Ben"]),
        ("Target creature gets +1/+1 this turn.", ["turn"], ["combat", "Ana", "Ben"]),
        ("Target creature gets +1/+1 until end of combat.", ["combat", "turn"], ["Ana", "Ben"]),
        ("Target creature gets +1/+1 until your next turn.", ["Ana"], ["turn", "combat", "Ben"]),
        ("Target creature gets +1/+1.", [], ["turn", "combat", "Ben", "Ana"]),
    ],
)
def test_a_duration_ends_when_it_says(day: str | None, text: str, ends: list[str], outlives: list[str]):
    """An effect "lasts as long as stated"; if no duration is stated, until the end of the game."""
    for moment in (*outlives, *ends):
        made = board(day)
        resolve(made, text, "bear")
        assert size(made) == (3, 3)
        if moment in made.players:
            made.turn(moment)
        else:
            made.ends(moment)
        assert size(made) == ((2, 2) if moment in ends else (3, 3)), moment


@DAYS
def test_parts_end_each_in_their_time(day: str | None):
    made = board(day)
    resolve(made, "Target creature gets +1/+1 until end of turn. It gains flying until your next turn.", "bear")
    made.ends("turn")
    assert size(made) == (2, 2)
    assert len(solve(made)["bear"].abilities) == 1
    made.turn("Ben")
    made.turn("Ana")
    assert solve(made)["bear"].abilities == ()


@DAYS
def test_an_effect_outlives_its_source(day: str | None):
    """Only a duration that speaks of its source needs it (611.2a)."""
    made = board(day, ROCK)
    resolve(made, "Target creature gets +1/+1 until end of turn.", "bear", of="rock")
    resolve(made, "Target creature gets +0/+4 until ~ leaves the battlefield.", "bear", of="rock", as_="second")
    assert size(made) == (3, 7)
    made.leaves("rock")
    assert size(made) == (3, 3)


@DAYS
@pytest.mark.parametrize("moment", ["left", "came back"])
def test_until_it_leaves_needs_that_very_object(day: str | None, moment: str):
    """A card that comes back is another object (400.7; 217.1c of old)."""
    made = board(day, ROCK)
    resolve(made, "Gain control of target creature until ~ leaves the battlefield.", "his", of="rock")
    assert solve(made)["his"].controller == "Ana"
    (card_left,) = made.leaves("rock", to="exile") or ("",)
    if moment == "came back":
        if card_left:
            made.moves(card_left, to="battlefield", as_="rock-again")
        else:
            made.enters(ROCK, as_="rock-again")
    assert solve(made)["his"].controller == "Ben"


# --- For as long as (611.2b, 418.3d) ------------------------------------------------------------------------


@DAYS
@pytest.mark.parametrize("words", ["for as long as", "as long as"])
def test_endoskeleton(day: str | None, words: str):
    """The Example of 418.3d, in its own words and in those of today: tapped, then untapped for good."""
    made = board(day, ROCK)
    made.marks("rock", tapped=True)
    resolve(made, f"Target creature gets +0/+3 {words} ~ remains tapped.", "bear", of="rock")
    assert size(made) == (2, 5)
    made.ends("turn")
    assert size(made) == (2, 5)
    made.marks("rock", tapped=False)
    assert size(made) == (2, 2)
    made.marks("rock", tapped=True)
    assert size(made) == (2, 2)  # it does not start again


@DAYS
@pytest.mark.parametrize("words", ["for as long as", "as long as"])
def test_a_duration_that_was_over_never_starts(day: str | None, words: str):
    """It does not start and stop again, and does not last forever.

    No event tells that an ability was activated, so that a duration that ended and began again before the ability
    resolved counts as one that lasts, as 611.2b says since 2024-11-08 of what happens during the resolution.
    """
    made = board(day, ROCK)
    resolve(made, f"Target creature gets +0/+3 {words} ~ remains tapped.", "bear", of="rock")
    assert size(made) == (2, 2)
    made.marks("rock", tapped=True)
    assert size(made) == (2, 2)


@DAYS
def test_master_thief(day: str | None):
    """A thief that another player controls as the ability resolves takes nothing, then or later."""
    thief = card("Thief", "Creature — Rogue", "When Thief enters, draw a card.", "2/2")
    made = board(day, thief, ROCK)
    words = "Gain control of target creature for as long as you control ~."
    resolve(made, words, "his", of="thief")
    assert solve(made)["his"].controller == "Ana"
    made.resolves({"text": "Gain control of target creature."}, as_="theft", controller="Ben", targets=["thief"])
    assert solve(made)["his"].controller == "Ben"
    made.ends("theft")
    assert [solve(made)[id].controller for id in ("thief", "his")] == ["Ana", "Ben"]
    made = board(day, thief)
    made.resolves({"text": "Gain control of target creature."}, as_="theft", controller="Ben", targets=["thief"])
    resolve(made, words, "his", of="thief")
    made.ends("theft")
    assert [solve(made)[id].controller for id in ("thief", "his")] == ["Ana", "Ben"]


@DAYS
def test_an_effect_cannot_begin_its_own_duration(day: str | None):
    """A thief of Ben's that is to take itself: the duration was over before the effect would first apply."""
    thief = card("Thief", "Artifact Creature — Rogue", "When Thief enters, draw a card.", "2/2")
    made = board(day)
    made.enters(thief, controller="Ben")
    resolve(made, "Gain control of target artifact for as long as you control ~.", "thief", of="thief")
    assert solve(made)["thief"].controller == "Ben"


@DAYS
def test_another_part_of_the_effect_can_begin_it(day: str | None):
    made = board(day)
    resolve(made, "Gain control of target permanent. It gains flying for as long as you control it.", "his")
    assert [solve(made)["his"].controller, len(solve(made)["his"].abilities)] == ["Ana", 1]
    made.resolves({"text": "Gain control of target creature."}, as_="back", controller="Ben", targets=["his"])
    assert [solve(made)["his"].controller, len(solve(made)["his"].abilities)] == ["Ben", 0]
    made.ends("back")
    assert [solve(made)["his"].controller, len(solve(made)["his"].abilities)] == ["Ana", 0]


@DAYS
def test_several_conditions_must_all_hold(day: str | None):
    made = board(day, ROCK)
    made.marks("rock", tapped=True)
    words = "Gain control of target creature for as long as you control ~ and ~ remains tapped."
    resolve(made, words, "his", of="rock")
    assert solve(made)["his"].controller == "Ana"
    made.marks("rock", tapped=False)
    assert solve(made)["his"].controller == "Ben"


@DAYS
def test_a_duration_about_what_it_changes(day: str | None):
    made = board(day)
    made.enters(AURA, attached_to="his")
    resolve(made, "Gain control of target creature for as long as that creature is enchanted.", "his")
    assert solve(made)["his"].controller == "Ana"
    made.leaves("ward")
    assert solve(made)["his"].controller == "Ben"
    made.enters(AURA, attached_to="his", as_="second")
    assert solve(made)["his"].controller == "Ben"


@DAYS
def test_one_duration_ends_another(day: str | None):
    """The second theft lasts while the first does: a chain ends with its first link."""
    made = board(day, ROCK)
    made.enters(BEAR, as_="third", controller="Ben")
    made.marks("rock", tapped=True)
    resolve(made, "Gain control of target creature for as long as ~ remains tapped.", "his", of="rock", as_="one")
    resolve(made, "Gain control of target creature for as long as you control ~.", "third", of="his", as_="two")
    assert solve(made)["third"].controller == "Ana"
    made.marks("rock", tapped=False)
    assert [solve(made)[id].controller for id in ("his", "third")] == ["Ben", "Ben"]


@DAYS
def test_a_layer_can_end_a_duration(day: str | None):
    made = board(day, ROCK)
    resolve(made, "Target creature gets +2/+2 for as long as it's a creature.", "bear")
    assert size(made) == (4, 4)
    made.enters(card("Stone", "Enchantment", "Bears are Forest lands."), as_="stone")
    made.leaves("stone")
    assert size(made) == (2, 2)


def test_a_condition_that_is_no_duration_is_asked_once():
    """ "If" in what resolves is asked on resolution (608.2c), and "otherwise" is its opposite."""
    for mountain in (True, False):
        made = board(None, *([card("Mountain", "Basic Land — Mountain")] if mountain else []))
        resolve(made, "If you control a Mountain, target creature gets +1/+0. Otherwise, it gets +0/+1.", "bear")
        assert size(made) == ((3, 2) if mountain else (2, 3))
        if mountain:
            made.leaves("mountain")
            assert size(made) == (3, 2)


# --- What is held (611.2c-d, 418.3b-c) ----------------------------------------------------------------------


@DAYS
def test_the_set_of_objects_is_fixed(day: str | None):
    """The Example of 418.3b: white creatures then, whatever becomes of them, and no others."""
    made = board(day, WHITE)
    resolve(made, "White creatures get +1/+1 until end of turn.")
    made.enters(WHITE, as_="later")
    made.resolves({"text": "Target creature becomes white."}, as_="white", targets=["bear"])
    made.resolves({"text": "Target creature becomes red."}, as_="red", targets=["knight"])
    assert [size(made, id) for id in ("knight", "later", "bear")] == [(3, 3), (2, 2), (2, 2)]


@DAYS
def test_an_object_that_comes_back_is_not_of_the_set(day: str | None):
    made = board(day)
    resolve(made, "Creatures you control get +1/+1 until end of turn.")
    made.phases("bear", direction="out")
    made.phases("bear", direction="in")
    assert size(made) == (3, 3)
    made.leaves("bear")
    made.enters(BEAR, as_="again")
    assert size(made, "again") == (2, 2)


@DAYS
def test_a_variable_is_determined_once(day: str | None):
    """418.3c, 611.2d: X is counted as it resolves."""
    made = board(day)
    words = "Target creature gets +X/+X until end of turn, where X is the number of creatures you control."
    resolve(made, words, "bear")
    made.enters(BEAR, as_="more")
    assert size(made) == (3, 3)
    made.leaves("more")
    made.leaves("his")
    assert size(made) == (3, 3)


@DAYS
def test_effects_that_change_rules_are_not_fixed(day: str | None):
    """418.3b, 611.2c: "effects that don't modify characteristics" reach what comes later, so players too."""
    made = board(day)
    resolve(made, "You gain hexproof until end of turn. Creatures you control gain flying until end of turn.")
    made.enters(BEAR, as_="late")
    assert len(solve(made)["late"].abilities) == 0
    assert len(solve(made)["bear"].abilities) == 1
    assert len(solve(made).players["Ana"].abilities) == 1


@DAYS
def test_static_effects_are_never_locked_in(day: str | None):
    """418.4a-b, 611.3a-b: at any moment whatever the text indicates, while its object is there."""
    made = board(day, card("Crusade", "Enchantment", "White creatures get +1/+1."))
    assert size(made) == (2, 2)
    made.resolves({"text": "Target creature becomes white until end of turn."}, as_="white", targets=["bear"])
    made.enters(WHITE)
    assert [size(made), size(made, "knight")] == [(3, 3), (3, 3)]
    made.ends("turn")
    assert [size(made), size(made, "knight")] == [(2, 2), (3, 3)]
    made.leaves("crusade")
    assert size(made, "knight") == (2, 2)


@DAYS
def test_a_granted_static_ability_is_not_locked_in_either(day: str | None):
    """The effect that grants is fixed; the granted ability is always evaluated again (611.2c, 604.2)."""
    made = board(day)
    words = 'Target creature gains "This creature gets +1/+1 for each land you control" until end of turn.'
    resolve(made, words, "bear")
    assert size(made) == (2, 2)
    made.enters(FOREST)
    assert size(made) == (3, 3)


@pytest.mark.parametrize("day", ["2011-09-30", "2013-02-01", None])
def test_parts_of_one_effect_have_sets_of_their_own(day: str | None):
    """611.2c since 2013: the set of each part is found by that part; both are fixed as it begins."""
    made = board(day, WHITE)
    resolve(made, "White creatures get +1/+1 until end of turn. Creatures you control gain flying until end of turn.")
    made.enters(WHITE, as_="late")
    found = solve(made)
    assert [(found[id].power, len(found[id].abilities)) for id in ("bear", "knight", "late", "his")] == [
        (2, 1), (3, 1), (2, 0), (2, 0),
    ]  # fmt: skip


@DAYS
def test_the_same_objects_go_on_from_layer_to_layer(day: str | None):
    """A set that is found before layer 4 is kept in layer 7, though the effect makes it fit no longer."""
    made = board(day, ROCK)
    words = "Target noncreature artifact becomes a 5/5 artifact creature until end of turn."
    resolve(made, words, "rock")
    assert size(made, "rock") == (5, 5)
    resolve(made, "Artifact creatures get +1/+1 until end of turn.", as_="second")
    made.ends("effect")
    assert solve(made)["rock"].types == ("Artifact",)


def test_a_static_effect_that_goes_on_is_not_locked_in():
    """Titania's Song: what goes on after its source has left is still a static ability's effect (611.3a)."""
    song = card(
        "Song", "Enchantment",
        "Noncreature artifacts are creatures in addition to their other types and have base power and toughness 1/1. "
        "If this enchantment leaves the battlefield, this effect continues until end of turn.",
    )  # fmt: skip
    made = board(None, song)
    made.leaves("song")
    made.enters(ROCK)
    assert solve(made)["rock"].types == ("Artifact", "Creature")
    made.ends("turn")
    assert solve(made)["rock"].types == ("Artifact",)


@pytest.mark.parametrize(
    ("ends", "types"),
    [
        (["Graceful Antelope phases out"], ("Plains",)),
        (["Graceful Antelope phases out", "Graceful Antelope phases in"], ("Plains",)),
        (["Graceful Antelope phases out", "Graceful Antelope phases in", "Graceful Antelope dies"], ("Swamp",)),
        (["Graceful Antelope dies"], ("Swamp",)),
    ],
)
def test_a_source_that_phases_out_has_not_left(ends: list[str], types: tuple[str, ...]) -> None:
    """702.26d: "until this creature leaves the battlefield"."""
    lines = ["Graceful Antelope", "Ben: Swamp", "last ability of Graceful Antelope -> Swamp", *ends]
    assert solve(Board.of("players: Ann, Ben", *lines))["swamp"].subtypes == types


def test_what_remains_on_the_battlefield_does_not_phase_out() -> None:
    """702.26f: "for as long as this creature remains on the battlefield"."""
    lines = ["Sower of Temptation", "Ben: Grizzly Bears", "Sower of Temptation's ability -> Grizzly Bears"]
    made = Board.of("players: Ann, Ben", *lines, "Sower of Temptation phases out", "Sower of Temptation phases in")
    assert solve(made)["grizzly-bears"].controller == "Ben"
