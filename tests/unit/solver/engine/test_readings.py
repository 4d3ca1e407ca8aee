"""Readings of what the rules leave open: one board on which each decides, and the report that it does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.errors import UnknownObjectError
from mtglayers.model.puzzles.puzzle import read_puzzle
from mtglayers.model.rules.edition import EDITIONS, edition
from mtglayers.solver.check.check import check
from mtglayers.solver.readings import LETTERED, READINGS, SETTLED, ReadingError, Readings, admissible, read
from mtglayers.solver.result.result import Result
from mtglayers.solver.solve import solve

from ....support.boards import BEAR, FOREST, MOON, TOMB, board, card

WINGS = card("Wings", "Enchantment", "All creatures have flying.")
GRAVITY = card("Gravity", "Enchantment", "All creatures lose flying.")
DESERT = card("Desert", "Land — Desert")


def turns(result: Result) -> tuple[str, ...]:
    return tuple(reading.name for reading in result.turns_on)


def flies(made: Board, id: str, **keys: Any) -> bool:
    return "Flying" in [getattr(ability, "name", "") for ability in solve(made, **keys)[id].abilities]


def test_what_waited_may_go_before_what_is_older():
    """B4: the Forests become Mountains "just after" the Desert became a Forest, or when their time has come."""
    made = board(
        DESERT,
        card("Growth", "Enchantment", "All Deserts are Forests in addition to their other types."),
        card("Mire", "Enchantment", "All lands are Swamps in addition to their other types."),
        card("Rise", "Enchantment", "All Forests are Mountains."),
    )
    plain, advanced = solve(made), solve(made, readings="advance")

    assert plain.layer("4").order == ("growth#1", "mire#1", "rise#1")
    assert plain["desert"].subtypes == ("Mountain",)
    assert advanced.layer("4").order == ("growth#1", "rise#1", "mire#1")
    assert advanced.layer("4").steps[1].choice.why == "released"
    assert advanced["desert"].subtypes == ("Mountain", "Swamp")
    assert turns(plain) == ("advance",)
    assert plain.ambiguous


def test_a_started_effect_may_still_wait_for_what_takes_its_ability():
    """B5: what began in layer 4 gives flying in layer 6 before, or after, all abilities are lost."""
    elves = card("Kinship", "Enchantment", "All creatures are Elves in addition to their other types and have flying.")
    made = board(BEAR, elves)
    made.enters(card("Silence", "Enchantment", "All creatures and enchantments lose all abilities."))
    waiting = solve(made, readings="ability-existence")

    assert not flies(made, "grizzly-bears")
    assert flies(made, "grizzly-bears", readings="ability-existence")
    assert waiting.layer("6").order == ("silence#1", "kinship#1")
    assert waiting.layer("6").steps[0].edge("kinship#1", "silence#1").reasons == ("existence",)
    assert turns(solve(made)) == ("ability-existence",)


def tide(rules: str) -> Board:
    made = Board(edition=rules)
    for name, text in (("Tide", "All Mountains are Islands."), ("Bloom", "All Swamps are Forests."),
                       ("Mire", "All Islands are Swamps.")):  # fmt: skip
        made.enters(card(name, "Enchantment", text))
    made.enters(card("Mountain", "Basic Land — Mountain"))
    return made


def test_dependencies_may_be_judged_once():
    """B6: before 613.7c the text did not say that the order is evaluated again."""
    made = tide("2006-06-01")

    assert solve(made)["mountain"].subtypes == ("Forest",)
    assert solve(made, readings="no-re-evaluation")["mountain"].subtypes == ("Swamp",)
    assert turns(solve(made)) == ("no-re-evaluation",)


def test_since_613_7c_the_order_is_judged_anew():
    """613.7c, 613.8c: what the text settles is no open question."""
    assert turns(solve(tide("2011-09-30"))) == ()
    assert solve(tide("2011-09-30"))["mountain"].subtypes == ("Forest",)


@pytest.mark.parametrize(("reading", "left"), [("default", "B"), ("outcome", "G")])
def test_what_a_text_change_does(reading: str, left: str):
    """B10: "black to green" does another thing to a red text once red has become black; or it is the same operation."""
    made = board(card("Knight", "Creature", "Protection from red", "2/2"))
    text = "Change the text of target permanent by replacing all instances of one color word with another."
    for name, old, new in (("first", "B", "G"), ("second", "R", "B")):
        made.resolves({"text": text}, as_=name, targets=["knight"], chosen={"word_from": old, "word_to": new})
    result = solve(made, readings=reading)

    assert [ability.color for ability in result["knight"].abilities] == [left]
    assert turns(solve(made)) == ("outcome",)


def test_subtypes_may_come_back_with_their_card_type():
    """205.1a: "for the entire time" does not say what happens when another effect gives the type again."""
    made = board(
        BEAR,
        card("Stone", "Enchantment — Aura", "Enchant permanent\nEnchanted permanent isn't a creature."),
        card("Life", "Enchantment", "All permanents are creatures in addition to their other types."),
    )
    made.attaches("stone", to="grizzly-bears")
    made.attaches("stone", to="life")
    made.attaches("stone", to="grizzly-bears")
    made.enters(card("Later", "Enchantment", "All permanents are creatures in addition to their other types."))
    made.leaves("life")

    assert solve(made)["grizzly-bears"].subtypes == ()
    assert solve(made, readings="fallen-subtypes")["grizzly-bears"].subtypes == ("Bear",)
    assert turns(solve(made)) == ("fallen-subtypes",)


def test_what_a_copy_effect_brings():
    """613.7a: "the effect that created the ability" may be the copy effect, or the ability is as old as its object."""
    made = board(
        card("Stage", "Land"),
        FOREST,
        card("Claim", "Enchantment", "All Forests are Islands."),
        card("Urborg", "Land", "Each land is a Swamp in addition to its other land types."),
    )
    text = "Target land becomes a copy of another target land."
    made.resolves({"text": text}, as_="copying", targets=["stage", "urborg"])
    made.leaves("urborg")

    assert solve(made)["forest"].subtypes == ("Island",)
    assert solve(made, readings="copied-stamps")["forest"].subtypes == ("Island", "Swamp")
    assert turns(solve(made)) == ("copied-stamps",)


def test_two_abilities_of_one_object_share_a_timestamp():
    """B13: no text says which is older; the printed order stands in."""
    made = board(BEAR, card("Both", "Enchantment", "All creatures have flying.\nAll creatures lose flying."))

    assert not flies(made, "grizzly-bears")
    assert flies(made, "grizzly-bears", readings="ties-reversed")
    assert turns(solve(made)) == ("ties-reversed",)


def hammer(older: bool) -> Board:
    """Return a board on which an Equipment has a granted and a printed ability, and is attached again."""
    grant = card("Smith", "Enchantment", 'Equipment you control have "Equipped creature has flying."')
    tool = card("Hammer", "Artifact — Equipment", "Equipped creature loses flying.\nEquip {8}")
    made = board(BEAR, *((grant, tool) if older else (tool, grant)))
    made.attaches("hammer", to="grizzly-bears")
    return made


@pytest.mark.parametrize(("older", "tie"), [(True, True), (False, False)])
def test_what_was_granted_before_its_object_came_is_a_tie(older: bool, tie: bool):
    """613.7a, B13: the order stays only where the effect that created the ability has the later timestamp."""
    made = hammer(older)

    assert flies(made, "grizzly-bears")
    assert flies(made, "grizzly-bears", readings="ties-reversed") is not tie
    assert turns(solve(made)) == (("ties-reversed",) if tie else ())


@pytest.mark.parametrize(("day", "open_question"), [("2011-09-30", True), ("2015-07-17", False)])
def test_turning_over_before_2015(day: str, open_question: bool):
    """B18: until 2015-07-17 no text says that a permanent turned face up gets a new timestamp."""
    made = Board(edition=day)
    made.enters(BEAR)
    made.enters(card("Weight", "Creature", "All creatures lose flying.", "1/1"), face_down=True)
    made.enters(WINGS)
    made.turns("weight", face="up")

    assert flies(made, "grizzly-bears") is open_question
    assert not flies(made, "grizzly-bears", readings="turning-stamps")
    assert turns(solve(made)) == (("turning-stamps",) if open_question else ())


@pytest.mark.parametrize(("day", "open_question"), [("2006-04-30", True), ("2006-05-01", False), ("2023-11-17", False)])
def test_a_face_down_permanent_becomes_a_copy(day: str, open_question: bool):
    """B19: since 2006-05-01 face-down is a status that stays; before, the later of the two may have won."""
    made = Board(edition=day)
    made.enters(BEAR)
    made.enters(card("Angel", "Creature — Angel", "Flying", "4/4"), face_down=True)
    text = "Target creature becomes a copy of another target creature."
    made.resolves({"text": text}, as_="copying", targets=["angel", "grizzly-bears"])
    name = solve(made, readings="face-down-by-time")["angel"].name

    assert solve(made)["angel"].name == ""
    assert name == ("Grizzly Bears" if open_question else "")
    assert turns(solve(made)) == (("face-down-by-time",) if open_question else ())


def test_a_board_without_a_question_turns_on_none():
    """Nothing is reported where every reading agrees."""
    assert solve(board(BEAR, WINGS, GRAVITY, FOREST)).turns_on == ()
    assert not solve(board(BEAR)).ambiguous


def test_a_result_reports_on_the_board_it_was_made_from():
    """What happens on the board afterwards does not reach an older result."""
    made = board(BEAR, card("Both", "Enchantment", "All creatures have flying.\nAll creatures lose flying."))
    result = solve(made)
    made.leaves("both")

    assert turns(result) == ("ties-reversed",)


def test_a_loop_judged_once_is_explained():
    """B6: of a loop that was judged before, those that have applied are no longer spoken of."""
    puzzle = read_puzzle(Path("puzzles/three-loop.toml"))
    made = next(board for _, board in puzzle.boards())
    result = solve(made, readings="no-re-evaluation")
    loops = [step.choice.loop for step in result.layer("4").steps]

    assert [len(loop) for loop in loops] == [3, 2, 0]
    assert all(str(result.explain(id)) for id in result)


def test_answers_that_exclude_each_other_are_refused():
    """Two readings of one question, values that are none, and what is no reading at all."""
    with pytest.raises(ReadingError, match="answer the same question"):
        read("component,literal")
    with pytest.raises(ReadingError, match="`delay`, `advance`"):
        Readings(after="sooner")  # type: ignore[arg-type]
    for wrong in (5, [5], b"advance"):
        with pytest.raises(TypeError, match="reading"):
            read(wrong)  # type: ignore[arg-type]


def test_readings_by_name():
    """Names, several names, letters and fields all lead to one value."""
    both = Readings(loop="literal", after="advance")

    assert read("literal,advance") == read(["literal", "advance"]) == Readings.named("literal", "advance") == both
    assert both.names() == ("literal", "advance")
    assert Readings().names() == ()
    assert read(None) == read("default") == Readings()
    with pytest.raises(ReadingError, match="advance"):
        read("advanced")


@pytest.mark.parametrize("told", [{"B2": "literal"}, {"loop": "literal"}, {"literal": True}])
def test_readings_in_a_puzzle(told: dict[str, Any]):
    """A puzzle names a reading by its question, by what it is about, or by its name."""
    puzzle = read_puzzle({"title": "t", "readings": told, "timeline": [{"enters": FOREST["name"]}]})
    seen = []

    def watched(made: Board, **keys: Any) -> Result:
        seen.append(keys)
        return solve(made, **keys)

    check(read_puzzle({**puzzle.to_data(), "timeline": [{"expect": {"loops": []}}]}), watched)

    assert seen == [{"readings": Readings(loop="literal")}]


def test_every_reading_answers_a_question():
    """The list is one: names, fields and questions belong together, and the default is the first of each."""
    defaults = Readings()
    for reading in READINGS.values():
        assert getattr(Readings.named(reading.name), reading.field) == reading.value
        assert LETTERED[reading.question] == reading.field
        assert (reading.name == "default") is (getattr(defaults, reading.field) == reading.value)


def test_every_open_question_is_answered():
    """B1 to B19: by readings with a default, or by one answer that says why."""
    questions = {f"B{number}" for number in range(1, 20)}

    assert questions <= set(LETTERED) | set(SETTLED)
    assert not set(LETTERED) & set(SETTLED)


def test_what_an_edition_settles_is_not_admissible():
    """B6, B18, B19: closed by 613.7c, 613.6e-f and 503.3."""
    names = {key: {reading.name for reading in admissible(text)} for key, text in EDITIONS.items()}

    assert [key for key in names if "no-re-evaluation" in names[key]] == ["E03", "E04", "E05", "E07", "E09"]
    assert [key for key in names if "turning-stamps" in names[key]] == ["E03", "E04", "E05", "E07", "E09", "E11", "E12"]
    assert "face-down-by-time" in {reading.name for reading in admissible(edition("2006-04-30"))}
    assert "face-down-by-time" not in names["E05"]


@pytest.mark.parametrize(("day", "tie"), [("2023-11-17", True), ("2025-07-25", False)])
def test_an_effect_that_began_with_its_object_shares_its_timestamp(day: str, tie: bool):
    """B13, 613.7n: until 2025-07-24 no text says which of the two is older."""
    made = Board(edition=day)
    moth = card("Moth", "Creature", "All creatures lose flying.", "1/1")
    made.enters(moth, with_effect={"text": "It gains flying.", "as": "raise"})

    assert flies(made, "moth")
    assert flies(made, "moth", readings="ties-reversed") is not tie
    assert turns(solve(made)) == (("ties-reversed",) if tie else ())


def test_what_a_board_turns_on_does_not_hang_on_the_reading_it_was_solved_under():
    """The result depends on B4 and on 205.1a, whichever answer was given."""
    made = board(
        DESERT,
        card("Growth", "Enchantment", "All Deserts are Forests in addition to their other types."),
        card("Mire", "Enchantment", "All lands are Swamps in addition to their other types."),
        card("Rise", "Enchantment", "All Forests are Mountains."),
    )

    assert turns(solve(made, readings="advance")) == turns(solve(made)) == ("advance",)


def test_a_board_may_turn_on_what_it_was():
    """614.12, B13: a land that entered while two lines of an enchantment spoke of it, which has left since."""
    both = 'Lands have "This land enters tapped."\nLands lose all abilities.'
    made = board(card("Both", "Enchantment", both))
    made.enters(card("Drowsy", "Land", "This land enters tapped."))
    made.leaves("both")

    assert solve(made)["drowsy"].tapped is False
    assert solve(made, readings="ties-reversed")["drowsy"].tapped is True
    assert turns(solve(made)) == ("ties-reversed",)


# --- Questions of what was solved, not of the board as it is ---


def test_another_reading_is_tried_with_the_same_order_and_effects():
    """B4 again: with nothing older than what waited, or nothing that waits, nobody asks who goes first."""
    made = board(
        DESERT,
        card("Growth", "Enchantment", "All Deserts are Forests in addition to their other types."),
        card("Mire", "Enchantment", "All lands are Swamps in addition to their other types."),
        card("Rise", "Enchantment", "All Forests are Mountains."),
    )

    assert turns(solve(made)) == ("advance",)
    assert turns(solve(made, without=["mire#1"])) == ()
    assert turns(solve(made, order=["desert", "growth", "rise", "mire"])) == ()
    assert turns(solve(made, order=["desert", "growth", "rise", "mire"]).at("7d")) == ()
    assert turns(solve(made, without=["mire#1"]).at("7d")) == ()


def test_an_effect_that_is_not_there_cannot_be_left_out():
    """As an order refuses a name that nothing goes by."""
    with pytest.raises(UnknownObjectError, match="no effect `blood-mon#1` on the board; did you mean `blood-moon#1`"):
        solve(board(MOON, FOREST), without=["blood-mon#1"])


def test_a_cut_result_has_its_own_layers():
    """A layer of it shows what the cut result knows, and the whole one keeps its own."""
    whole = solve(board(MOON, TOMB))
    cut = whole.at("4", 1)

    assert cut.layer("4").result is cut
    assert whole.layer("4").result is whole


@pytest.mark.parametrize(
    ("order", "problem"), [("|", "empty name"), ("a#1|", "empty name"), ("a#1| ", "empty name"), ("a#1|a#1", "twice")]
)
def test_orders_of_ties_with_empty_or_repeated_names(order: str, problem: str) -> None:
    with pytest.raises(ReadingError, match=problem):
        read(f"ties={order}")
