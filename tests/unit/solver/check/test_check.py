"""Checking: every kind of expectation holds where it should, and fails with what came instead where it should not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from mtglayers.model.effects.ability import Static, TextAbility, UnsupportedAbility
from mtglayers.model.effects.amounts.base import Number
from mtglayers.model.effects.filters.characteristics import OfSubtype, OfType
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Clause
from mtglayers.model.effects.node import to_data
from mtglayers.model.effects.operations.abilities import Gain, LoseAll
from mtglayers.model.effects.operations.power_toughness import SetPT
from mtglayers.model.effects.operations.types import AddSubtypes
from mtglayers.model.effects.selectors import Group
from mtglayers.model.errors import LayersError, PuzzleError
from mtglayers.model.puzzles.puzzle import Puzzle, read_puzzle
from mtglayers.solver.check.check import Failure, Report, check
from mtglayers.solver.check.comparisons import fits
from mtglayers.solver.solve import solve

from ....support.hand_cards import CARDS, card

CREATURES = Group((OfType("Creature"),), "all")
HUMILITY = card(
    "Humility", "Enchantment", mana_cost="{2}{W}{W}",
    abilities=(Static((Clause(CREATURES, (LoseAll(), SetPT(Number(1), Number(1)))),)),),
)  # fmt: skip
LORD = card(
    "Goblin King", "Creature — Goblin", mana_cost="{1}{R}{R}", power="2", toughness="2",
    abilities=(
        Static((Clause(Group((OfSubtype("Goblin"),)), (Gain((Keyword("Landwalk", "", "", "Mountain"),)),)),)),
        Keyword("Changeling"),
        Keyword("Protection", "from black", "B"),
        TextAbility("triggered", "When this creature dies, draw a card."),
    ),
)  # fmt: skip
# Two effects that depend on each other: each adds the subtype that the other looks for.
LOOP = [
    card(
        name, f"Enchantment — {own}",
        abilities=(Static((Clause(Group((OfSubtype(other),)), (AddSubtypes((added,)),)),)),),
    )
    for name, own, other, added in (("Left", "Aura", "Curse", "Aura"), ("Right", "Curse", "Aura", "Curse"))
]  # fmt: skip
MUTE = card("Mute", "Creature", power="1", toughness="1", abilities=(TextAbility("triggered"), Keyword("Flying")))
GARBLED = card("Garbled", "Enchantment", abilities=(UnsupportedAbility("All creatures are hungry.", 18),))


def puzzle(*timeline: dict[str, Any], **keys: Any) -> Puzzle:
    """Return a puzzle with the cards made by hand."""
    cards = (*CARDS, HUMILITY, LORD, *LOOP, MUTE, GARBLED)
    data = {"title": "x", "cards": [to_data(card) for card in cards], "timeline": list(timeline), **keys}
    return read_puzzle(data)


def report(expect: dict[str, Any], *timeline: dict[str, Any], **keys: Any) -> Report:
    return check(puzzle(*timeline, {"expect": expect}, **keys), solve)


def enters(name: str, **keys: Any) -> dict[str, Any]:
    return {"enters": name, **keys}


BEARS = (
    {"enters": "Grizzly Bears", "as": "bear", "controller": "B"},
    {"enters": "Humility"},
    {"enters": "Holy Strength", "as": "aura", "attached_to": "bear"},
    {"enters": "Curse of Thirst", "as": "curse", "attached_to": "A"},
    {"enters": "Goblin King", "as": "king"},
    {"counters": "bear", "put": {"+1/+1": 1}},
)


@pytest.mark.parametrize(
    ("key", "right", "wrong"),
    [
        ("name", "Grizzly Bears", "Grizzly"),
        ("mana_cost", "{1}{G}", "{G}"),
        ("mana_value", 2, 3),
        ("controller", "B", "A"),
        ("zone", "battlefield", "hand"),
        ("tapped", False, True),
        ("attached_to", "none", "aura"),
        ("power", 3, 2),
        ("toughness", 4, "none"),
        ("base_power", 1, 3),
        ("base_toughness", 1, 2),
        ("loyalty", "none", 0),
        ("defense", "none", 3),
        ("colors", ["G"], ["R"]),
        ("colors_include", ["G"], ["G", "W"]),
        ("colors_exclude", ["R", "W"], ["G"]),
        ("types", ["Creature"], ["Creature", "Land"]),
        ("types_include", ["Creature"], ["Land"]),
        ("subtypes", ["Bear"], []),
        ("subtypes_exclude", ["Elf"], ["Bear"]),
        ("supertypes", [], ["Legendary"]),
        ("supertypes_exclude", ["Legendary"], None),
        ("abilities", [], ["Flying"]),
        ("lacks", ["Flying", "Trample"], None),
        ("has", None, ["Flying"]),
        ("ability_counts", {"Flying": 0}, {"Flying": 1}),
        ("exists", True, False),
    ],
)
def test_objects(key, right, wrong):
    if right is not None:
        met = report({"objects": {"bear": {key: right}}}, *BEARS)
        assert met.ok, met
        assert met.checked == 1
    if wrong is not None:
        failed = report({"objects": {"bear": {key: wrong}}}, *BEARS)
        assert [failure.path for failure in failed.failures] == [("objects", "bear", key)]
        assert not failed.ok


def test_failures_say_what_came_and_which_step_made_it_so():
    failed = report({"objects": {"bear": {"base_power": 2}, "king": {"has": ["Protection from black"]}}}, *BEARS)
    first, second = failed.failures
    assert first == Failure(6, ("objects", "bear", "base_power"), None, "2", "1", "layer 7b, `humility#1`")
    assert (second.expected, second.because) == ("Protection from black", "layer 6, `humility#1`")
    assert str(first) == "objects.bear.base_power: expected 2, found 1 (since layer 7b, `humility#1`)"
    assert str(failed).splitlines()[0] == "x: 2 of 2 expectations failed"


def test_attachment_by_object_and_player():
    met = report({"objects": {"aura": {"attached_to": "bear"}, "curse": {"attached_to": "A"}}}, *BEARS)
    assert met.ok, met


def test_absence():
    leaves = ({"enters": "Forest"}, {"leaves": "forest"})
    assert report({"objects": {"forest": {"exists": False}, "never": {"exists": False}}}, *leaves).ok
    failed = report({"objects": {"forest": {"types": ["Land"]}}}, *leaves)
    assert failed.failures[0].found == "no object with this id"
    assert not report({"objects": {"forest@graveyard": {"exists": False}}}, *leaves).ok


def test_abilities():
    king = enters("Goblin King")
    has = ["mountainwalk", "PROTECTION FROM BLACK.", "Protection", "when this creature dies, draw a card (of yours)"]
    assert report({"objects": {"goblin-king": {"has": has, "lacks": ["Protection from red", "Flying"]}}}, king).ok
    counts = {"Protection": 1, "mountainwalk": 1, "Haste": 0}
    assert report({"objects": {"goblin-king": {"ability_counts": counts}}}, king).ok
    failed = report({"objects": {"goblin-king": {"ability_counts": {"Changeling": 2}}}}, king)
    assert failed.failures[0].expected == "2 x Changeling"
    assert failed.failures[0].found == "1 x Changeling"
    failed = report({"objects": {"goblin-king": {"lacks": ["Changeling"]}}}, king)
    assert failed.failures[0].expected == "not Changeling"


DRAW = "When this creature dies, draw a card."


@pytest.mark.parametrize(
    ("expect", "comparable"),
    [
        ({"abilities": ["Flying", DRAW]}, False),
        ({"has": [DRAW]}, False),
        ({"lacks": [DRAW]}, False),
        ({"ability_counts": {DRAW: 1}}, False),
        ({"ability_counts": {DRAW: 0}}, False),
        ({"ability_counts": {DRAW: 2}}, True),
        ({"abilities": ["Flying"]}, True),
        ({"abilities": ["Haste", DRAW]}, True),
        ({"abilities": ["Flying", "{9}: Win the game."]}, True),  # its ability is triggered
        ({"has": ["Haste", DRAW]}, True),
        ({"has": ["{9}: Win the game."]}, True),
    ],
)
def test_ability_without_text_never_meets_an_expectation(expect, comparable):
    (failed,) = report({"objects": {"mute": expect}}, enters("Mute")).failures
    assert failed.comparable is comparable
    assert ("cannot be compared with" in str(failed)) is not comparable


def test_ability_without_text_is_no_keyword_and_has_its_form():
    lacks = ["Haste", "{9}: Win the game.", "Flying, haste"]
    assert report({"objects": {"mute": {"lacks": lacks, "has": ["Flying"]}}}, enters("Mute")).ok


def test_pairs_of_abilities_and_texts():
    both = (Keyword("Protection", "from black", "B"), Keyword("Protection", "from red", "R"))
    twice = card("Twice", "Creature", power="1", toughness="1", abilities=both)
    expect = {"objects": {"twice": {"abilities": ["Protection", "Protection from black"]}}}
    data = {"title": "x", "cards": [to_data(twice)], "timeline": [enters("Twice"), {"expect": expect}]}
    assert check(read_puzzle(data), solve).ok


@pytest.mark.parametrize(
    ("expect", "found"),
    [
        ({"objects": {"king": {"types_exclude": ["Forest"]}}}, "`Forest`, which is not a card type"),
        ({"objects": {"king": {"types_exclude": ["Craeture"]}}}, "did you mean `Creature`"),
        ({"objects": {"king": {"supertypes_exclude": ["Goblin"]}}}, "`Goblin`, which is not a supertype"),
        ({"objects": {"king": {"subtypes_exclude": ["Creature"]}}}, "`Creature`, which is not a subtype"),
        ({"objects": {"king": {"subtypes_exclude": ["Gobblin"]}}}, "did you mean `Goblin`"),
        ({"objects": {"king": {"subtypes_exclude": ["Blorg"]}}}, "`Blorg`, which is not a subtype"),
        ({"objects": {"king": {"lacks": ["Protection from blorgs"]}}}, "no known quality `blorgs`"),
        ({"objects": {"king": {"lacks": ["Hexproof from Blorgs"]}}}, "no known quality `Blorgs`"),
        ({"objects": {"king": {"lacks": ["Blorg"]}}}, "no keyword `Blorg`"),
        ({"objects": {"king": {"lacks": ["Fliyng"]}}}, "did you mean `Flying`"),
        ({"objects": {"never": {"exists": False, "power": 3}}}, "an object that does not exist"),
        ({"not_applied": [{"layer": "6", "effect": "lord"}]}, "several effects: lord#1, lord#2"),
        ({"not_applied": [{"layer": "6", "effect": "lord#9"}]}, "no effect with this name"),
        ({"not_applied": [{"layer": "6", "effect": "king+1/+1"}]}, "no effect with this name"),
        ({"not_applied": [{"layer": "9", "effect": "king"}]}, "no layer `9`"),
        ({"independent": [{"layer": "6", "effect": "lord", "on": "king"}]}, "several effects: lord#1, lord#2"),
        ({"independent": [{"layer": "6", "effect": "king", "on": "king#9"}]}, "no effect with this name"),
        ({"independent": [{"layer": "77", "effect": "king", "on": "lord#1"}]}, "no layer `77`"),
        ({"not_loops": [["left"]]}, "at least two members"),
        ({"not_loops": [{"members": ["left", "right"], "layer": "44"}]}, "no layer `44`"),
        ({"not_loops": [["left", "right#9"]]}, "no effect with this name"),
    ],
)
def test_checks_that_could_not_fail_cannot_be_compared(expect, found):
    lord = card("Lord", "Creature", power="1", toughness="1", abilities=LORD.faces[0].abilities[:1] * 2)
    timeline = [enters("Goblin King", as_="king"), enters("Lord"), enters("Left"), enters("Right")]
    timeline[0]["as"] = timeline[0].pop("as_")
    made = puzzle(*timeline, {"expect": expect})
    data = made.to_data()
    data["cards"].append(to_data(lord))
    (failed,) = check(read_puzzle(data), solve).failures
    assert not failed.comparable
    assert found in failed.found


def test_every_creature_type():
    king = enters("Goblin King")
    right = {"subtypes": ["every creature type"], "subtypes_include": ["Bear", "Goblin"], "subtypes_exclude": ["Aura"]}
    met = report({"objects": {"goblin-king": right}}, king)
    assert met.ok, met
    assert report({"objects": {"goblin-king": {"subtypes": ["every creature type", "Goblin"]}}}, king).ok
    assert not report({"objects": {"goblin-king": {"subtypes": ["Goblin"]}}}, king).ok
    assert not report({"objects": {"goblin-king": {"subtypes_exclude": ["Elf"]}}}, king).ok


KING = (enters("Humility"), enters("Goblin King"))


def test_dependencies():
    depends = {"layer": "6", "effect": "goblin-king", "on": "humility"}
    met = report({"depends": [depends, {**depends, "reason": "existence", "step": 1}]}, *KING)
    assert met.ok, met
    assert met.checked == 2
    other_way = {"layer": "6", "effect": "humility", "on": "goblin-king#1"}
    assert report({"independent": [other_way, {**depends, "layer": "5"}]}, *KING).ok
    assert not report({"independent": [{**depends, "step": 2}]}, *KING).ok  # the layer has one step
    failed = report(
        {"depends": [{**depends, "reason": "text"}, other_way, {**depends, "layer": "4"}, {**depends, "step": 2}],
         "independent": [depends]}, *KING,
    )  # fmt: skip
    assert [failure.path for failure in failed.failures] == [
        ("depends", 0), ("depends", 1), ("depends", 2), ("depends", 3), ("independent", 0),
    ]  # fmt: skip
    assert failed.failures[0].found == "that it does because of existence"
    assert failed.failures[1].found == "that it depends on nothing"


def test_orders():
    right = {"order": {"6": ["humility"], "7b": ["humility#1"], "5": []},
             "not_applied": [{"layer": "6", "effect": "goblin-king"}]}  # fmt: skip
    assert report(right, *KING).ok
    wrong = {"order": {"6": ["humility", "goblin-king"], "9": []},
             "not_applied": [{"layer": "6", "effect": "humility"}]}  # fmt: skip
    failed = report(wrong, *KING)
    assert [failure.path for failure in failed.failures] == [("order", "6"), ("order", "9"), ("not_applied", 0)]


def test_loops():
    both = (enters("Left"), enters("Right"))
    loop = {"layer": "4", "members": ["left", "right"]}
    met = report({"loops": [loop, {**loop, "step": 1}, {"members": ["right", "left"]}]}, *both)
    if not met.ok:  # the pair is independent while nothing has either subtype of the other
        pytest.fail(str(met))
    assert report({"not_loops": [["left", "humility"]]}, *both, enters("Humility")).ok
    failed = report({"loops": [], "not_loops": [loop]}, *both)
    assert [failure.path for failure in failed.failures] == [("loops",), ("not_loops", 0)]
    assert report({"loops": []}, *KING).ok
    assert not report({"loops": [{"layer": "6", "members": ["humility", "goblin-king"]}]}, *KING).ok


def test_unsupported_lines():
    assert report({"unsupported": ["all creatures are hungry"]}, enters("Garbled")).ok
    assert not report({"unsupported": []}, enters("Garbled")).ok
    assert report({"unsupported": []}, enters("Forest")).ok


def test_readings():
    nested = {"objects": {"bear": {"power": 3}}}
    assert report({"readings": {"literal": nested, "default": nested}, "ambiguous": False}, *BEARS).ok
    failed = report({"readings": {"literal": {"objects": {"bear": {"power": 4}}}}, "ambiguous": True}, *BEARS)
    assert [failure.path for failure in failed.failures] == [
        ("readings", "literal", "objects", "bear", "power"), ("ambiguous",),
    ]  # fmt: skip
    failed = report({"readings": {"no-such": nested}}, *BEARS)
    assert "unknown reading" in failed.failures[0].found


def test_puzzles_name_readings():
    for key in ("loop", "B2"):
        assert report({"objects": {"bear": {"power": 3}}}, *BEARS, readings={key: "literal"}).ok
    with pytest.raises(PuzzleError, match="unknown reading `lop`; did you mean `loop`"):
        report({}, readings={"lop": "literal"})
    for value, shown in (("leteral", "leteral"), (True, "true"), (2, "2")):
        with pytest.raises(PuzzleError, match=f"unknown value `{shown}` of `loop`; use one of `default`"):
            report({}, readings={"loop": value})
    with pytest.raises(PuzzleError, match="`advance` must be true or false, not `delay`"):
        report({}, readings={"advance": "delay"})
    with pytest.raises(PuzzleError, match="`literal` and `component` answer the same question"):
        report({}, readings={"literal": True, "component": True})
    with pytest.raises(PuzzleError, match="`loop` and `component` answer the same question"):
        report({}, readings={"loop": "literal", "component": True})


def test_what_the_solver_does_not_answer_fails():
    def mute_solver(_: Any) -> Any:
        return SimpleNamespace(players={"A": object()})

    timeline = puzzle({"expect": {"players": {"A": {"max_hand_size": 2}, "B": {"land_plays": 1}}}})
    failed = check(timeline, mute_solver)
    assert [failure.found for failure in failed.failures] == ["not answered", "not answered"]


def test_a_solver_that_refuses_is_a_failure():
    def refuse(_: Any) -> Any:
        raise LayersError("no")

    failed = check(puzzle({"expect": {}}), refuse)
    assert failed.failures[0].found == "LayersError: no"


def test_refusals_are_checked():
    right = puzzle({"leaves": "x", "refused": "UnknownObjectError"}, {"enters": "Forest"}, {"expect": {}})
    assert check(right, solve) == Report(right, (), 1)
    wrong = puzzle({"enters": "Forest", "refused": "IllegalEventError"}, {"expect": {"objects": {}}})
    failed = check(wrong, solve)
    assert (failed.checked, len(failed.failures)) == (1, 1)
    stopped = puzzle({"enters": "Forset"}, {"expect": {"loops": []}})
    failed = check(stopped, solve)
    assert "UnknownCardError" in failed.failures[0].found
    assert len(failed.failures) == 1


def test_lines_of_failures():
    text = """\
title = "x"
[[timeline]]
player = "A"
set = { life = 3 }

[[timeline]]
expect.objects.forest = { exists = false }
expect.players = {}
expect.objects.wood = { exists = false }
expect.order = { "4" = [], "44" = [] }
"""
    failed = check(read_puzzle(text, "x.toml"), solve)
    assert [(failure.line, failure.path) for failure in failed.failures] == [(10, ("order", "44"))]
    assert str(failed).splitlines()[1].startswith("line 10: order.44: expected nothing, found no layer `44`")


@pytest.mark.parametrize(
    ("ability", "text", "fit"),
    [
        (Keyword("Flying"), "flying", True),
        (Keyword("Flying"), "Flying (It can only be blocked by creatures with flying or reach.)", True),
        (Keyword("Ward", "{2}"), "Ward", True),
        (Keyword("Ward", "{2}"), "ward {2}", True),
        (Keyword("Ward", "{2}"), "Ward {3}", False),
        (TextAbility("activated", "{T}: ~ deals 1 damage."), "{T}: Prodigal Sorcerer deals 1 damage", True),
        (TextAbility("activated", "{T}: Draw a card."), "{T}: Draw two cards.", False),
        (TextAbility("activated", "This creature's power is 3."), "this land’s power is 3", True),
        (TextAbility("activated"), "", False),
        (UnsupportedAbility("Be nice."), "be nice", True),
    ],
)
def test_which_text_means_which_ability(ability, text, fit):
    assert fits(ability, text, "Prodigal Sorcerer") is fit


def test_true_text_of_an_ability_that_the_catalogue_shortens():
    hand = "is equal to the number of cards in the hand of the opponent with the most cards in hand."
    text = "Adamaro's " + hand.replace("is equal", "power and toughness are each equal")

    def met(key: str, value: Any) -> bool:
        entry = {"expect": {"objects": {"a": {key: value}}}}
        return check(puzzle({"enters": "Adamaro, First to Desire", "as": "a"}, entry), solve).ok

    for line in (text, text.replace("Adamaro's", "Adamaro, First to Desire's")):
        there = (("has", [line]), ("abilities", [line]), ("ability_counts", {line: 1}))
        assert all(met(key, value) for key, value in there)
        assert not any(met(key, value) for key, value in (("lacks", [line]), ("ability_counts", {line: 0})))
    least = text.replace("the most cards", "the fewest cards")
    assert not met("has", [least])


@pytest.mark.parametrize(
    "wanted",
    [
        {"not_applied": [{"layer": "6", "effect": "bears<nonsense>"}]},
        {"not_applied": [{"layer": "6", "effect": "bears<>"}]},
        {"not_loops": [{"layer": "6", "members": ["humility<a>", "bears<b>"]}]},
        {"not_loops": [{"layer": "6", "members": ["humility", "bears"], "step": 99}]},
        *({"independent": [{"layer": "6", "effect": "humility", "on": "bears", "step": n}]} for n in (99, 0, -1)),
        {"independent": [{"layer": "6", "effect": "humility", "on": "humility"}]},
        {"independent": [{"layer": "6", "effect": "humility", "on": "humility#1"}]},
        {"objects": {"bears": {"lacks": [""]}}},
        {"objects": {"bears": {"ability_counts": {"Flyin": 0}}}},
    ],
)
def test_expectations_that_could_not_fail_cannot_be_compared(wanted):
    board = ({"enters": "Humility"}, {"enters": "Grizzly Bears", "as": "bears"})
    failed = check(puzzle(*board, {"expect": wanted}), solve)
    assert [failure.comparable for failure in failed.failures] == [False]
