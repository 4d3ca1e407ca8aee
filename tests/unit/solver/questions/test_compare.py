"""What differs between two results: boards, orders, editions, readings, steps; as values, text and JSON."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import hypothesis
import hypothesis.strategies as st
import pytest

from mtglayers import Board, Difference, difference, difference_data, read_puzzle, solve
from mtglayers.model.rules.edition import NEWEST
from mtglayers.solver.questions.compare import (
    Contrast,
    ObjectDifference,
    PlayerDifference,
    changed_objects,
    object_changes,
)
from mtglayers.solver.questions.compare_layers import LayerDifference, Relation, Side

from ....generators.strategies import DAYS, random_recipe
from ....support.boards import BEAR, HUMILITY, LIMB, MOON, SAPROLING, TOMB, board, card

BOOK = card("Spellbook", "Artifact", "You have no maximum hand size.")
LOOP = [("blood-moon#1", "life-and-limb#1")]


def compared(one: Board, other: Board) -> Difference:
    return difference(solve(one), solve(other))


def test_equal_results_have_no_difference() -> None:
    found = compared(board(MOON, LIMB, SAPROLING), board(MOON, LIMB, SAPROLING))

    assert not found
    assert found == Difference((NEWEST.key, NEWEST.key), ((), ()))
    assert str(found) == "no difference"
    assert difference_data(found) == {
        "format": 2, "same": True, "editions": {"one": NEWEST.key, "other": NEWEST.key},
        "readings": {"one": [], "other": []},
        "objects": {"only_one": [], "only_other": [], "differ": []}, "layers": [],
        "effects": {"one": [], "other": []}, "players": [], "ended": {"one": None, "other": None},
    }  # fmt: skip


def test_another_board_has_other_objects_an_other_order_and_a_loop() -> None:
    found = compared(board(MOON, LIMB, SAPROLING), board(MOON, LIMB, SAPROLING, TOMB))

    assert found.only_one == ()
    assert found.only_other == ("overgrown-tomb",)
    assert found.objects == (
        ObjectDifference(
            "overgrown-tomb", "Overgrown Tomb", None, "Overgrown Tomb is a Mountain land with “{T}: Add {R}.”"
        ),
        ObjectDifference(
            "saproling", "the Saproling",
            "The Saproling is a 1/1 green Saproling Mountain land creature with “{T}: Add {R}.”",
            "The Saproling is a 1/1 green Saproling Forest land creature with “{T}: Add {G}.”",
            (
                Contrast("subtypes", lost=("Mountain",), gained=("Forest",)),
                Contrast("abilities", lost=("{T}: Add {R}.",), gained=("{T}: Add {G}.",)),
            ),
        ),
    )  # fmt: skip
    # Blood Moon depends on Life and Limb on both boards (the Saproling), the other way round only with the Tomb.
    relation = Relation("life-and-limb#1", "blood-moon#1", ("scope",), ("overgrown-tomb",), 1)
    (layer,) = found.layers
    assert layer == LayerDifference(
        "types", False,
        Side("4", ("life-and-limb#1", "blood-moon#1")),
        Side("4", ("blood-moon#1", "life-and-limb#1"), (relation,), tuple(LOOP)),
        (("life-and-limb#1", "Life and Limb"), ("blood-moon#1", "Blood Moon")),
        (("overgrown-tomb", "Overgrown Tomb"),),
    )  # fmt: skip
    assert found.effects == ((), ())


def test_the_other_way_round_says_the_opposite() -> None:
    one, other = board(MOON, LIMB, SAPROLING), board(MOON, LIMB, SAPROLING, TOMB)
    found = compared(other, one)

    assert found.only_one == ("overgrown-tomb",)
    assert found.objects[1].changes[0] == Contrast("subtypes", lost=("Forest",), gained=("Mountain",))
    assert found.layers[0].one.loops == tuple(LOOP)
    assert found.layers[0].other.loops == ()


def test_text_of_two_boards() -> None:
    assert str(compared(board(MOON, LIMB, SAPROLING), board(MOON, LIMB, SAPROLING, TOMB))).splitlines() == [
        "Only in the second result",
        "  + Overgrown Tomb is a Mountain land with “{T}: Add {R}.”",
        "Saproling",
        "  - The Saproling is a 1/1 green Saproling Mountain land creature with “{T}: Add",
        "    {R}.”",
        "  + The Saproling is a 1/1 green Saproling Forest land creature with “{T}: Add",
        "    {G}.”",
        "  subtypes: loses Mountain, gains Forest",
        "  abilities: loses “{T}: Add {R}.”, gains “{T}: Add {G}.”",
        "Layer 4: types",
        "  - Life and Limb, then Blood Moon",
        "  + Blood Moon, then Life and Limb",
        "  + Life and Limb depends on Blood Moon (scope: Overgrown Tomb)",
        "  + a dependency loop: Blood Moon and Life and Limb",
    ]


def test_the_text_keeps_to_its_width() -> None:
    found = compared(board(MOON, LIMB, SAPROLING), board(MOON, LIMB, SAPROLING, TOMB))

    assert max(map(len, found.text(40).splitlines())) <= 40


def test_two_orders_of_the_same_events() -> None:
    opal = card(
        "Opalescence", "Enchantment",
        "Each other non-Aura enchantment is a creature in addition to its other types and has base power and base "
        "toughness each equal to its mana value.", cost="{2}{W}{W}",
    )  # fmt: skip
    found = compared(board(HUMILITY, opal), board(opal, HUMILITY))

    assert [(each.id, each.changes) for each in found.objects] == [
        ("humility", tuple(
            Contrast(what, 4, 1) for what in ("power", "toughness", "base_power", "base_toughness")
        )),
    ]  # fmt: skip
    assert [line.text for line in found.lines()[3:]] == [
        "power: 4 becomes 1", "toughness: 4 becomes 1", "Layer 7b: power and toughness set",
        "- Humility, then Opalescence", "+ Opalescence, then Humility",
    ]  # fmt: skip


def test_two_steps_of_one_result() -> None:
    result = solve(board(MOON, LIMB, SAPROLING))
    found = difference(result.at("4", 1), result.at("4", 2))

    assert [each.id for each in found.objects] == ["saproling"]
    assert [change.what for change in found.objects[0].changes] == ["subtypes", "abilities"]
    assert [(layer.one.order, layer.other.order) for layer in found.layers] == [
        (("life-and-limb#1",), ("life-and-limb#1", "blood-moon#1"))
    ]
    assert found.effects == ((), ("blood-moon#1",))


def test_two_editions_pair_layers_by_what_they_are_about() -> None:
    """Abilities moved from layer 5 to layer 6 on 2009-07-11; that alone makes nothing else of the Bears."""
    one, other = solve(board(HUMILITY, BEAR), edition="2006-07-01"), solve(board(HUMILITY, BEAR))
    found = difference(one, other)

    assert found.editions == (one.edition.key, NEWEST.key)
    assert found.objects == ()
    assert found.layers == ()
    assert not found


def test_layers_of_two_editions_whose_words_differ() -> None:
    """Layer 5 is about "colours and abilities", then "colors, abilities and other effects": the same effects apply."""
    made = board(HUMILITY, BEAR)

    assert str(difference(solve(made, edition="2005-10-01"), solve(made, edition="2004-02-01"))) == "no difference"


def test_one_layer_where_another_edition_has_two() -> None:
    """What depends on what in layer 6 is put beside the layer 5 that had colours and abilities together."""
    made = board(BEAR, card("Ink", "Enchantment", "Creatures with flying are blue."),
                 card("Wings", "Enchantment", "All creatures have flying."))  # fmt: skip
    found = difference(solve(made, edition="2006-07-01"), solve(made))

    assert [(layer.title, layer.one.name, layer.other.name) for layer in found.layers] == [
        ("colors, abilities and other effects", "5", "5, 6")
    ]
    assert found.layers[0].one.order == ("wings#1", "ink#1")
    assert found.layers[0].other.order == ("ink#1", "wings#1")


def test_what_one_side_was_not_looked_at() -> None:
    """That nothing is known of layer 7b is not that nothing applies there."""
    made = board(HUMILITY, BEAR)
    found = difference(solve(made, until="4"), solve(made, until="7b"))

    assert found.ended == ("4", "")
    assert [line.text for line in found.lines()][-7:] == [
        "Layer 6: abilities", "- not compared", "+ Humility",
        "Layer 7b: power and toughness set", "- not compared", "+ Humility",
        "The results were compared up to layer 4, where the first result ends.",
    ]  # fmt: skip


def test_editions_and_readings_alone_are_no_difference() -> None:
    found = difference(solve(board(BEAR), edition="2006-07-01"), solve(board(BEAR), readings="literal"))

    assert not found
    assert found.readings == ((), ("literal",))


def test_two_readings(puzzles: Path) -> None:
    """Under `literal`, members of a loop wait for nothing, not even for what is outside it."""
    puzzle = read_puzzle(puzzles / "a-loop-member-waits-for-an-outsider.toml")
    waiting = puzzle.board()
    for place, entry in enumerate(puzzle.timeline):
        if entry.event is not None:
            assert not puzzle.play(waiting, place)
    found = difference(solve(waiting), solve(waiting, readings="literal"))

    assert found.readings == ((), ("literal",))
    assert [(layer.title, layer.one.order == layer.other.order) for layer in found.layers] == [("types", False)]


def test_players_and_what_comes_after_the_layers() -> None:
    found = compared(board(BEAR), board(BEAR, BOOK))

    assert found.players == (PlayerDifference("A", "", (Contrast("max_hand_size", 7, None),)),)
    assert [line.text for line in found.lines()] == [
        "Only in the second result", "+ Spellbook is an artifact.", "After the layers: the rules of the game",
        "- no effect applies", "+ Spellbook", "A", "maximum hand size: 7 becomes none",
    ]  # fmt: skip


def test_players_of_one_board_alone() -> None:
    found = compared(board(BEAR), board(BEAR, players=("A", "C")))

    assert found.players == (PlayerDifference("B", "one"), PlayerDifference("C", "other"))
    assert [line.text for line in found.lines()] == [
        "Players only in the first result", "- B", "Players only in the second result", "+ C",
    ]  # fmt: skip


def test_control_and_status() -> None:
    one, other = Board(["A", "B"]), Board(["A", "B"])
    one.enters(BEAR, controller="A")
    other.enters(BEAR, controller="B", tapped=True)

    assert [line.text for line in compared(one, other).lines()] == [
        "Grizzly Bears", "controller: A becomes B", "owner: A becomes B", "status: untapped becomes tapped",
    ]  # fmt: skip


def test_an_ability_that_an_object_has_twice() -> None:
    """The rules have no order of abilities, but two instances are not one."""
    once = card("Twin", "Creature — Bear", "Flying", size="1/1")
    twice = card("Twin", "Creature — Bear", "Flying, vigilance\nFlying", size="1/1")
    (found,) = compared(board(once), board(twice)).objects

    assert (found.changes[0].lost, found.changes[0].gained) == ((), ("Flying", "Vigilance"))


def test_another_name_stands_in_the_abilities_too() -> None:
    one, other = Board(["A", "B"]), Board(["A", "B"])
    one.enters(card("Ash", "Creature — Bear", "Other Bears have flying.\n{T}: Ash gets +1/+1.", size="1/1"), as_="it")
    other.enters(card("Oak", "Creature — Bear", "Other Bears have flying.\n{T}: Oak gets +1/+1.", size="1/1"), as_="it")
    (found,) = compared(one, other).objects

    assert found.called == "`it`"
    assert found.changes == (
        Contrast("name", "Ash", "Oak"),
        Contrast("abilities", lost=("{T}: Ash gets +1/+1.",), gained=("{T}: Oak gets +1/+1.",)),
    )


def test_objects_are_called_by_their_id_where_a_name_says_less() -> None:
    other = board(MOON, LIMB, SAPROLING, TOMB, SAPROLING)
    found = compared(board(MOON, LIMB, SAPROLING), other)

    assert [each.called for each in found.objects] == ["Overgrown Tomb", "the second Saproling", "`saproling`"]


def test_json() -> None:
    data = difference_data(compared(board(MOON, LIMB, SAPROLING), board(MOON, LIMB, SAPROLING, TOMB, BOOK)))
    (layer, after) = data["layers"]

    assert json.loads(json.dumps(data)) == data
    assert data["objects"]["only_other"] == ["overgrown-tomb", "spellbook"]
    assert data["objects"]["differ"][0]["changes"][0] == {
        "what": "subtypes", "lost": ["Mountain"], "gained": ["Forest"],
    }  # fmt: skip
    assert layer["other"]["dependencies"] == [
        {"effect": "life-and-limb#1", "on": "blood-moon#1", "reasons": ["scope"],
         "witness": ["overgrown-tomb"], "step": 1},
    ]  # fmt: skip
    assert after["after"] is True
    assert data["players"][0]["changes"] == [{"what": "max_hand_size", "one": 7, "other": None}]


@pytest.mark.parametrize("step", [1, 2])
def test_a_difference_is_empty_exactly_where_results_are_equal(step: int) -> None:
    result = solve(board(MOON, LIMB, SAPROLING))

    assert not difference(result.at("4", step), result.at("4", step))
    assert difference(result.at("4", step - 1), result.at("4", step))


@hypothesis.settings(max_examples=60)
@hypothesis.given(seed=st.integers(0, 2**32), day=st.sampled_from((None, *DAYS)))
def test_what_a_step_touched_is_all_that_it_changed(seed: int, day: str | None) -> None:
    try:
        result = solve(random_recipe(Random(seed), day).build())
    except ValueError:
        hypothesis.reject()

    assert not difference(result, result)
    for step in result.steps:
        before, after = (result.at(step.layer, number) for number in (step.number - 1, step.number))
        changed = {id for id in result if object_changes(before, after, id)}
        assert changed <= set(changed_objects(step))
        assert changed == {each.id for each in difference(before, after).objects}
