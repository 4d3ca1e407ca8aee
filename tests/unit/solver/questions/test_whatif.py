"""What would be without some things or with more, what decides, what is needed, what flips."""

from __future__ import annotations

from random import Random

import hypothesis
import pytest
from hypothesis import strategies as st

from mtglayers import Board, IllegalEventError, LayersError, UnknownObjectError, solve
from mtglayers.model.board.replay import Thing, Timeline, spoken_of
from mtglayers.model.events.changes import Attaches
from mtglayers.model.puzzles.expectation import Expectation
from mtglayers.solver.check.check import failures
from mtglayers.solver.questions.dependence.plain_objects import universe
from mtglayers.solver.questions.flips import flips
from mtglayers.solver.questions.minimize import NotHoldingError, as_it_is, smallest
from mtglayers.solver.questions.whatif import decisive, what_if
from mtglayers.solver.result.signature import signature

from ....generators.strategies import random_recipe
from ....support.boards import BEAR, FOREST, HUMILITY, LIMB, MOON, SAPROLING, TOMB, board, card

ANTHEM = card("Anthem", "Enchantment", "Creatures you control get +1/+1.")
WINGS = card("Wings", "Enchantment — Aura", "Enchant creature\nEnchanted creature has flying.")
FROG = card("Frog", "Enchantment", "All creatures are blue.")
CHALK = card("Chalk", "Enchantment", "All creatures are white.")
KING = card("King", "Creature — Goblin", "Other Goblins get +1/+1.", "2/2")
CRUSADE = card("Crusade", "Enchantment", "White creatures get +1/+1.")


# --- The timeline again ---


def test_what_speaks_of_it_goes_with_it() -> None:
    made = board(BEAR, ANTHEM)
    made.enters(WINGS, attached_to="grizzly-bears")
    made.counters("grizzly-bears", put={"+1/+1": 1})
    less = Timeline(made).without([Thing(0)])

    assert (tuple(less.board.objects), less.gone, less.kept) == (("anthem",), ("grizzly-bears", "wings"), (1,))


def test_others_keep_their_names() -> None:
    made = board(BEAR, BEAR, BEAR)
    less = Timeline(made).without([Thing(1)])

    assert tuple(less.board.objects) == ("grizzly-bears", "grizzly-bears-3")
    assert less.board.object("grizzly-bears-3").stamp > less.board.object("grizzly-bears").stamp


def test_of_several_that_entered_together_one_goes() -> None:
    made = Board()
    made.enters([FROG, CHALK, BEAR], as_=["frog", "chalk", "bear"])
    made.order(["bear", "chalk", "frog"])
    timeline = Timeline(made)
    less = timeline.without([Thing(0, "chalk")])

    assert timeline.things() == (Thing(0, "frog"), Thing(0, "chalk"), Thing(0, "bear"), Thing(1))
    assert sorted(less.board.objects, key=lambda id: less.board.object(id).stamp) == ["bear", "frog"]


def test_what_left_was_brought_by_what_entered() -> None:
    made = board(BEAR)
    made.leaves("grizzly-bears")
    timeline = Timeline(made)

    assert timeline.of("grizzly-bears@graveyard") == Thing(1)
    assert timeline.origin("grizzly-bears@graveyard") == Thing(0)


def test_what_an_event_speaks_of() -> None:
    assert spoken_of(Attaches(attaches="wings", to="bear")) == ("wings", "bear")


# --- What would be ---


def test_without_an_object() -> None:
    found = what_if(board(MOON, LIMB, SAPROLING), ["blood-moon"])

    assert (found.gone, found.taken_off, found.came) == (("blood-moon",), (), ())
    assert found.one["saproling"].subtypes == ("Saproling", "Mountain")
    assert found.result["saproling"].subtypes == ("Saproling", "Forest")
    assert found.difference.only_one == ("blood-moon",)


def test_without_an_effect_the_object_stays() -> None:
    found = what_if(board(BEAR, HUMILITY), ["humility#1"])

    assert found.gone == ()
    assert "humility" in found.result
    assert (found.one["grizzly-bears"].power, found.result["grizzly-bears"].power) == (1, 2)


def test_without_a_resolved_effect() -> None:
    made = board(BEAR)
    made.resolves({"text": "Target creature gets +3/+3 until end of turn."}, as_="growth", targets="grizzly-bears")
    found = what_if(made, ["growth"])

    assert found.gone == ("growth",)
    assert (found.one["grizzly-bears"].power, found.result["grizzly-bears"].power) == (5, 2)


def test_what_others_need_is_taken_off_at_the_end() -> None:
    equipment = card("Sword", "Artifact — Equipment", "Equipped creature gets +2/+0.\nEquip {2}")
    made = board(BEAR, equipment)
    made.attaches("sword", to="grizzly-bears")
    made.detaches("sword")
    found = what_if(made, ["grizzly-bears"])

    assert (found.gone, found.taken_off) == (("grizzly-bears",), ("grizzly-bears",))
    assert str(found).startswith(
        "Grizzly Bears was exiled at the end, because other events need the object\nOnly in the first result\n"
    )


def test_with_a_card_and_with_an_event() -> None:
    found = what_if(board(BEAR), [], [HUMILITY, {"counters": "grizzly-bears", "put": {"+1/+1": 1}}])

    assert found.came == ("humility",)
    assert found.result["grizzly-bears"].power == 2


def test_what_leaves_was_there_before() -> None:
    """A graveyard gains a card; what was copied stays (707.2b); a bestowed card is a creature again (702.103f)."""
    made = Board.of(
        "Ann: Tarmogoyf", "Ben: Grizzly Bears", "Ben: Clone as a copy of Grizzly Bears",
        "Ann: Nylea's Emissary cast for bestow -> Grizzly Bears",
    )  # fmt: skip
    found = what_if(made, leaves=["Grizzly Bears"])

    assert (found.left, found.gone, found.came) == (("grizzly-bears",), (), ())
    assert [found.one["tarmogoyf"].toughness, found.result["tarmogoyf"].toughness] == [1, 2]
    assert (found.result["clone"].name, found.result["clone"].power) == ("Grizzly Bears", 2)
    assert [found.one["nyleas-emissary"].types, found.result["nyleas-emissary"].types] == [
        ("Enchantment",), ("Enchantment", "Creature"),
    ]  # fmt: skip
    assert made.objects.keys() == {"tarmogoyf", "grizzly-bears", "clone", "nyleas-emissary"}


def test_without_it_there_is_nothing_to_copy() -> None:
    """The event that mentions a creature that never existed is left out, too."""
    made = Board.of("Grizzly Bears", "Clone as a copy of Grizzly Bears")

    assert "clone" not in what_if(made, ["Grizzly Bears"]).result
    assert what_if(made, leaves=["grizzly-bears"]).result["clone"].power == 2


def test_several_leave_together_and_a_token_is_gone() -> None:
    made = Board.of("Tarmogoyf", "Saproling token", "Forest", "Sol Ring")
    found = what_if(made, leaves=["Saproling", "Forest", "forest"])

    assert found.left == ("saproling", "forest")
    assert found.result["tarmogoyf"].power == 1
    assert found.difference.only_other == ("forest@graveyard",)


def test_the_next_state_based_actions_are_noted() -> None:
    found = what_if(Board.of("Rancor -> Grizzly Bears"), leaves=["grizzly-bears"])

    assert [line.text for line in found.notes()] == [
        "Next: Rancor is an Aura attached to nothing and is put into its owner’s graveyard (704.5m)"
    ]
    assert found.result["rancor"].attached_to is None


@pytest.mark.parametrize(
    ("lines", "leaves", "said"),
    [
        ("Titania's Song; Sol Ring", "Titania's Song",
         ["Sol Ring is still a 1/1", "Titania's Song has left, but its effect continues until end of turn."]),
        ("Llanowar Elves; Clone as a copy of Llanowar Elves", "Llanowar Elves",
         ["Clone is still a 1/1", "copies the copiable values of Llanowar Elves (707.2"]),
        ("Kenrith, the Returned King; Grizzly Bears; ability 1 of Kenrith -> Grizzly Bears", "Kenrith",
         ["Grizzly Bears is still a 2/2", "trample", "continues until end of turn (611.2a)."]),
        ("Tarmogoyf; Grizzly Bears", "Grizzly Bears", ["Why", "sets power and toughness to 1/2"]),
        ("Sower of Temptation; B: Grizzly Bears; ability 2 of Sower of Temptation -> Grizzly Bears", "Sower",
         ["controller: A becomes B", "lasts only as long as Sower of Temptation remains on the battlefield (611.2b)"]),
    ],
)  # fmt: skip
def test_why_it_stays_or_changes_when_something_leaves(lines: str, leaves: str, said: list[str]) -> None:
    found = " ".join(line.text for line in what_if(Board.of(lines), leaves=leaves).lines())

    assert [words for words in said if words not in found] == []


def test_what_leaves_must_be_there() -> None:
    with pytest.raises(UnknownObjectError, match="no object `humilty` on the board; did you mean `humility`"):
        what_if(board(HUMILITY), leaves=["humilty"])
    with pytest.raises(UnknownObjectError, match="could be `forest` or `forest-2` or `dead`; use the id"):
        what_if(Board.of("2x Forest", "Forest in graveyard as dead"), leaves=["Forest"])


def test_what_cannot_be_said() -> None:
    with pytest.raises(UnknownObjectError, match="no object `humilty` on the board; did you mean `humility`"):
        what_if(board(HUMILITY), ["humilty"])
    with pytest.raises(IllegalEventError):
        what_if(board(HUMILITY), [], [{"enters": "Forest", "tpaped": True}])


# --- What decides ---


def test_what_an_object_turns_on() -> None:
    made = board(MOON, LIMB, SAPROLING, TOMB, BEAR)
    found = decisive(made, "saproling", "subtypes")

    # A loop: Blood Moon, the older, came first, and Life and Limb made it a Forest.
    assert [(each.names, each.changes[0].lost, each.changes[0].gained) for each in found.sets] == [
        (("life-and-limb",), ("Forest",), ()), (("overgrown-tomb",), ("Forest",), ("Mountain",)),
    ]  # fmt: skip
    assert (found.candidates, found.size, found.complete) == (4, 3, True)


def test_two_that_do_the_same_are_a_set() -> None:
    made = board(FROG, FROG, BEAR)

    assert [each.names for each in decisive(made, "grizzly-bears", "colors").sets] == [("frog", "frog-2")]
    assert [each.names for each in decisive(made, "grizzly-bears", "colors", "effects").sets] == [
        ("frog#1", "frog-2#1"),
    ]  # fmt: skip
    assert decisive(made, "grizzly-bears", "colors", size=1).sets == ()


def test_a_set_with_which_the_object_goes_is_none() -> None:
    made = board(BEAR)
    made.enters(WINGS, attached_to="grizzly-bears")

    assert decisive(made, "wings").sets == ()
    assert [each.names for each in decisive(made, "grizzly-bears").sets] == [("wings",)]


def test_what_decides_in_words() -> None:
    assert str(decisive(board(BEAR, HUMILITY), "grizzly-bears", "power")) == (
        "Grizzly Bears is a 1/1 green Bear creature.\n"
        "  without Humility: power: 1 becomes 2\n"
        "  Sets of up to 1 of 1 object were tried."
    )
    assert str(decisive(board(BEAR, HUMILITY), "grizzly-bears", "colors")) == (
        "Grizzly Bears is a 1/1 green Bear creature.\n"
        "  No removal changes its colors. Sets of up to 1 of 1 object were tried."
    )


def test_the_bound_is_told() -> None:
    found = decisive(board(*(card(f"Frog {n}", "Enchantment", "All creatures are blue.") for n in range(6)), BEAR),
                     "grizzly-bears", limit=10)  # fmt: skip

    assert (found.complete, found.size, found.solves) == (False, 1, 10)
    assert found.text(200).endswith(
        "No removal changes it. Sets of up to 1 of 6 objects were tried; the limit was reached after 10 boards."
    )


@hypothesis.settings(max_examples=25)
@hypothesis.given(seed=st.integers(0, 2**32))
def test_no_set_holds_another_and_each_makes_a_difference(seed: int) -> None:
    made = random_board(seed)
    now = solve(made)
    for id in list(made.objects)[:2]:
        found = decisive(made, id, size=2, kind="effects")
        sets = [frozenset(each.names) for each in found.sets]

        assert not any(one < other for one in sets for other in sets)
        single = {step.effect for step in now.steps if differs(made, id, step.effect)}
        assert {name for each in sets if len(each) == 1 for name in each} == single


def differs(made: Board, id: str, effect: str) -> bool:
    one, other = solve(made)[id], solve(made, without=[effect])[id]
    return any(
        sorted(map(repr, getattr(one, name))) != sorted(map(repr, getattr(other, name)))
        if isinstance(getattr(one, name), tuple) else getattr(one, name) != getattr(other, name)
        for name in one.__struct_fields__
    )  # fmt: skip


def random_board(seed: int) -> Board:
    try:
        made = random_recipe(Random(seed)).build()
        solve(made)
    except (LayersError, ValueError):
        hypothesis.reject()
    return made


# --- What is needed ---


def test_the_smallest_board() -> None:
    made = board(HUMILITY, BEAR, LIMB, FOREST, MOON, TOMB, SAPROLING, ANTHEM)
    found = smallest(made, {"objects": {"saproling": {"subtypes": ["Mountain", "Saproling"]}}})

    assert tuple(found.board.objects) == ("life-and-limb", "blood-moon", "saproling")
    assert (found.events, found.minimal) == ((8, 3), True)
    assert found.gone == ("humility", "grizzly-bears", "forest", "overgrown-tomb", "anthem")


def test_a_question_in_place_of_an_expectation() -> None:
    found = smallest(board(HUMILITY, MOON, LIMB, SAPROLING, TOMB, BEAR), lambda result: bool(result.loops))

    assert tuple(found.board.objects) == ("blood-moon", "life-and-limb", "saproling", "overgrown-tomb")


def test_what_does_not_hold_on_the_whole_board() -> None:
    with pytest.raises(NotHoldingError, match=r"objects.grizzly-bears.power: expected 3, found 2"):
        smallest(board(BEAR), {"objects": {"grizzly-bears": {"power": 3}}})
    with pytest.raises(NotHoldingError, match="does not hold on the original board"):
        smallest(board(BEAR), lambda result: not len(result))
    with pytest.raises(IllegalEventError, match="unknown expectation `objcets`"):
        smallest(board(BEAR), {"objcets": {}})


def test_what_an_expectation_names_stays() -> None:
    made = board(HUMILITY, MOON, BEAR)
    found = smallest(made, {"not_applied": [{"layer": "6", "effect": "blood-moon"}]})

    assert tuple(found.board.objects) == ("blood-moon",)


def test_the_bound_on_solves() -> None:
    found = smallest(board(BEAR, HUMILITY, MOON, LIMB, TOMB, FROG, CHALK), lambda result: len(result) > 0, limit=2)

    assert (found.minimal, found.solves) == (False, 2)
    assert len(found.board.objects) > 0


def test_what_an_object_is_as_an_expectation() -> None:
    expected = as_it_is(solve(board(BEAR, HUMILITY)), "grizzly-bears")

    assert expected == Expectation.read({"objects": {"grizzly-bears": {
        "exists": True, "name": "Grizzly Bears", "controller": "A", "colors": ["G"], "supertypes": [],
        "types": ["Creature"], "subtypes": ["Bear"], "abilities": [], "power": 1, "toughness": 1,
    }}})  # fmt: skip


def test_what_nobody_controls_as_an_expectation() -> None:
    made = Board()
    made.enters(BEAR, zone="graveyard")

    assert not failures(made, as_it_is(solve(made), "grizzly-bears"), solve)
    assert as_it_is(solve(made), "grizzly-bears", "tapped") == Expectation.read({
        "objects": {"grizzly-bears": {"exists": True}},
    })  # fmt: skip


@hypothesis.settings(max_examples=25)
@hypothesis.given(seed=st.integers(0, 2**32))
def test_what_is_left_holds_and_nothing_more_can_go(seed: int) -> None:
    made = random_board(seed)
    now = solve(made)
    id = next((id for id in now if now.explain(id).effects), None)
    if id is None:
        hypothesis.reject()
    wanted = (now[id].power, now[id].toughness, now[id].colors, now[id].types, now[id].subtypes)

    def holds(result: object) -> bool:
        found = result[id]  # type: ignore[index]
        return (found.power, found.toughness, found.colors, found.types, found.subtypes) == wanted

    found = smallest(made, lambda result: id in result.objects and holds(result))

    assert found.minimal
    assert holds(solve(found.board))
    timeline = Timeline(found.board)
    for thing in timeline.things():
        try:
            less = timeline.without([thing]).board
        except IllegalEventError:
            continue
        assert id not in less.objects or not holds(solve(less)), thing


@hypothesis.settings(max_examples=25)
@hypothesis.given(seed=st.integers(0, 2**32))
def test_a_timeline_without_nothing_is_the_same_board(seed: int) -> None:
    made = random_board(seed)

    assert signature(solve(Timeline(made).without([]).board)) == signature(solve(made))


# --- What flips ---


def test_which_plain_object_flips_the_saproling() -> None:
    found = flips(board(MOON, LIMB, SAPROLING), "saproling")

    assert [(flip.plain, flip.changes[0].gained) for flip in found.flips] == [("a nonbasic Forest land", ("Forest",))]
    assert [each.words for each in found.universe.objects] == [
        "a creature", "a Saproling creature", "a nonbasic land", "a nonbasic Forest land", "a basic Forest land",
    ]  # fmt: skip


def test_colours_and_creature_types_are_tried_together() -> None:
    found = universe(solve(board(KING, CRUSADE, BEAR)))

    assert [each.words for each in found.objects] == [
        "a creature", "a white creature", "a Goblin creature", "a white Goblin creature", "a nonbasic land",
    ]  # fmt: skip
    assert str(found) == (
        "5 plain objects, built from the words that effects read (subtypes: Goblin; colours: white; types: Creature)"
    )


def test_under_whose_control_it_comes() -> None:
    counting = card("Counter", "Creature — Elf", "This creature gets +1/+1 for each artifact you control.", "1/1")
    found = flips(board(counting, players=("Ana", "Ben")), "counter")

    assert [(flip.plain, flip.controller) for flip in found.flips] == [("an artifact", "Ana")]
    assert found.controllers == ("Ana", "Ben")


def test_nothing_flips_a_bear() -> None:
    assert str(flips(board(BEAR), "grizzly-bears")) == (
        "Grizzly Bears is a 2/2 green Bear creature.\n"
        "  None of the objects tried changes it.\n"
        "  Tried: 2 plain objects, built from the words that effects read (none)."
    )


def test_what_is_as_it_is_holds_where_the_text_of_abilities_is_not_known():
    """Xenograft's first line, which applies as it enters, is in the catalogue without its text."""
    made = Board()
    made.enters("Xenograft", chosen={"creature_type": "Elf"})
    expected = as_it_is(solve(made), "xenograft")

    assert not failures(made, expected, solve)
    assert smallest(made, expected).events == (1, 1)
