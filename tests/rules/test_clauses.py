"""Boards for the plain clauses of the newest rules; `test_cited.py` checks that none is left out."""

from __future__ import annotations

import pytest

from mtglayers.solver.solve import solve

from ..support.boards import BEAR, FOREST, HUMILITY, board, card

ANTHEM = card("Anthem", "Enchantment", "Creatures you control get +1/+1.")
CLONE = card("Clone", "Creature — Shapeshifter", "You may have this creature enter as a copy of any creature on the "
             "battlefield.", "0/0", cost="{3}{U}")  # fmt: skip


def test_copies_come_first():
    """613.1a, 613.2a: a copy has the copiable values in layer 1, and all later layers act on those."""
    made = board(BEAR, ANTHEM)
    copy = made.enters(CLONE, copy_of="grizzly-bears")
    result = solve(made)

    assert result.layer("1a").order == ("clone",)
    assert (result[copy].name, result[copy].power) == ("Grizzly Bears", 3)


def test_a_copy_takes_copiable_values_alone():
    """707.2, 707.3, 613.2c: neither counters nor effects of later layers are copied; a copy of a copy is the same."""
    made = board(BEAR, card("Paint", "Enchantment", "All creatures are red."))
    made.counters("grizzly-bears", put={"+1/+1": 2})
    first = made.enters(CLONE, copy_of="grizzly-bears")
    made.leaves("paint")
    second = made.enters(CLONE, copy_of=first)
    result = solve(made)

    assert (result[first].power, result[first].colors) == (2, ("G",))
    assert (result[second].power, result[second].colors, result[second].mana_cost) == (2, ("G",), "{1}{G}")


def test_copied_values_are_those_of_the_moment():
    """707.2b: what becomes of the original afterwards does not matter to the copy."""
    made = board(BEAR)
    copy = made.enters(CLONE, copy_of="grizzly-bears")
    made.turns("grizzly-bears", face="down")

    assert solve(made)[copy].name == "Grizzly Bears"


@pytest.mark.parametrize("entering", [True, False])
def test_being_flipped_is_not_copied(entering):
    """110.5, 707.3: a copy of a flipped permanent is not flipped, whether it enters or becomes one."""
    halves = [
        {"name": "Rogue", "type_line": "Creature — Rat", "mana_cost": "{1}{B}", "power": "2", "toughness": "1"},
        {"name": "Lord", "type_line": "Legendary Creature — Rat", "power": "4", "toughness": "2"},
    ]
    made = board(BEAR)
    made.enters({"name": "Rogue // Lord", "layout": "flip", "type_line": "Creature — Rat", "card_faces": halves})
    made.flips("rogue")
    copy = "grizzly-bears"
    if entering:
        copy = made.enters(CLONE, copy_of="rogue")
    else:
        text = "Target creature becomes a copy of another target creature."
        made.resolves({"text": text}, as_="copying", targets=[copy, "rogue"])
    result = solve(made)

    assert result["rogue"].name == "Lord"
    assert (result[copy].name, result[copy].power) == ("Rogue", 2)


def test_abilities_come_from_the_copied_text():
    """707.2a: a copy's abilities are those of its text, once each."""
    made = board(card("Flyer", "Creature", "Flying", "1/1"))
    copy = made.enters(CLONE, copy_of="flyer")

    assert [ability.name for ability in solve(made)[copy].abilities] == ["Flying"]


def test_face_down_values_are_layer_1b():
    """613.2b, 708.2: a 2/2 with no name, cost, types or text but "creature"; later layers act on that."""
    made = board(ANTHEM)
    hidden = made.enters(card("Angel", "Creature — Angel", "Flying", "4/4", cost="{4}{W}"), face_down=True)
    found = solve(made)[hidden]

    assert (found.name, found.subtypes, found.colors, found.abilities) == ("", (), (), ())
    assert (found.power, found.toughness) == (3, 3)


def test_control_is_layer_2():
    """613.1b: who controls an object is known before types, colours and sizes."""
    made = board(BEAR, ANTHEM)
    theft = card("Theft", "Enchantment — Aura", "Enchant creature\nYou control enchanted creature.")
    made.enters(theft, controller="B", attached_to="grizzly-bears")
    result = solve(made)

    assert result["grizzly-bears"].controller == "B"
    assert result["grizzly-bears"].power == 2


def test_colours_are_layer_5_and_sizes_layer_7():
    """613.1e, 613.1g: white by the older or the younger effect, the creature gets the bonus for white ones."""
    paint = card("Paint", "Enchantment", "All creatures are white.")
    crusade = card("Crusade", "Enchantment", "White creatures get +1/+1.")

    for cards in ((paint, crusade), (crusade, paint)):
        assert solve(board(BEAR, *cards))["grizzly-bears"].power == 3


def test_setting_comes_before_modifying():
    """613.4b, 613.4c: base sizes are set first, whatever the timestamps; counters modify in 7c with their own."""
    made = board(BEAR)
    made.counters("grizzly-bears", put={"+1/+1": 1})
    made.enters(ANTHEM)
    made.enters(HUMILITY)
    result = solve(made)

    assert result.layer("7b").order == ("humility#1",)
    assert result.layer("7c").order == ("grizzly-bears+1/+1", "anthem#1")
    assert (result["grizzly-bears"].base_power, result["grizzly-bears"].power) == (1, 3)


def test_effects_apply_all_the_time():
    """611.1, 613.5: the board is always derived from its objects; an effect that ends leaves nothing behind."""
    made = board(BEAR, ANTHEM)
    assert solve(made)["grizzly-bears"].power == 3
    made.leaves("anthem")

    assert solve(made)["grizzly-bears"].power == 2


def test_a_duration_ends():
    """611.2a: an effect of a spell lasts as long as it says, and otherwise on."""
    made = board(BEAR)
    made.resolves({"text": "Target creature gets +3/+3 until end of turn."}, as_="growth", targets=["grizzly-bears"])
    made.resolves({"text": "Target creature becomes red."}, as_="lace", targets=["grizzly-bears"])
    assert solve(made)["grizzly-bears"].power == 5
    made.ends("turn")

    assert solve(made)["grizzly-bears"].power == 2
    assert solve(made)["grizzly-bears"].colors == ("R",)


def test_a_returning_effect_says_what_the_permanent_is():
    """611.2e, 613.7n: "It's a Zombie" of the effect that returned it, just behind the creature's own abilities."""
    made = board()
    back = made.enters(BEAR, with_effect={"text": "It's a Zombie in addition to its other types.", "as": "raise"})
    result = solve(made)

    assert result[back].subtypes == ("Bear", "Zombie")
    assert result.layer("4").order == ("raise",)


def test_static_effects_reach_what_comes_later():
    """611.3, 611.3c: a static ability's effect holds for a permanent as it enters; nothing is locked in."""
    made = board(ANTHEM)
    late = made.enters(BEAR)

    assert solve(made)[late].power == 3


def test_a_name_is_set_in_layer_3():
    """612.8, 613.1c: "named ..." replaces the name among the text changes."""
    named = card(
        "Mask", "Enchantment — Aura",
        "Enchant creature\nEnchanted creature loses all abilities and is a green and white Citizen creature with base "
        "power and toughness 1/1 named Legitimate Businessperson.",
    )  # fmt: skip
    made = board(BEAR)
    made.enters(named, attached_to="grizzly-bears")
    result = solve(made)

    assert result["grizzly-bears"].name == "Legitimate Businessperson"
    assert result.layer("3").order == ("mask#2",)


def test_text_changes_do_not_touch_tokens_names_nor_granted_abilities():
    """612.4, 612.3: the words of a token's type line change like a card's."""
    made = board(card("Elf Token", "Token Creature — Elf", size="1/1", colors=["G"]))
    made.resolves(
        {"text": "Change the text of target spell or permanent by replacing all instances of one creature type with "
                 "another."},
        as_="change", targets=["elf-token"], chosen={"word_from": "Elf", "word_to": "Bear"},
    )  # fmt: skip
    found = solve(made)["elf-token"]

    assert (found.subtypes, found.name) == (("Bear",), "Elf Token")


def test_the_full_text_of_another_card():
    """612.6: Volrath's Shapeshifter has the text of the top creature card of the graveyard."""
    shifter = card(
        "Shifter", "Creature — Shapeshifter",
        "As long as the top card of your graveyard is a creature card, this creature has the full text of that card "
        'and has the text "{2}: Discard a card."', "0/1",
    )  # fmt: skip
    made = board(shifter)
    made.enters(BEAR, zone="graveyard", owner="A")

    assert (solve(made)["shifter"].name, solve(made)["shifter"].power) == ("Grizzly Bears", 2)


def test_players_and_rules_come_after_all_layers():
    """613.10, 613.11: abilities of players first, then the rules of the game, by timestamp."""
    made = board(
        card("More", "Enchantment", "Your maximum hand size is increased by two."),
        card("Ward", "Enchantment", "You have hexproof."),
        card("Two", "Enchantment", "Your maximum hand size is two."),
    )
    result = solve(made)

    assert result.layer("613.10").order == ("ward#1",)
    assert result.layer("613.11").order == ("more#1", "two#1")
    assert result.players["A"].max_hand_size == 2
    assert [ability.name for ability in result.players["A"].abilities] == ["Hexproof"]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_an_effect_can_override_another(order):
    """613.9, 613.8: gaining and losing flying leave each other alone; the later one has the last word."""
    cards = (card("Wings", "Enchantment", "All creatures have flying."),
             card("Gravity", "Enchantment", "All creatures lose flying."))  # fmt: skip
    result = solve(board(BEAR, *(cards[place] for place in order)))

    assert not result.layer("6").steps[0].graph.edges
    assert bool(result["grizzly-bears"].abilities) is (order == (1, 0))


def test_basic_land_types_carry_mana_abilities():
    """305.6: the ability is there without being printed, and layer 6 can take it."""
    stripped = card("Waste", "Enchantment", "All lands lose all abilities.")

    assert len(solve(board(FOREST))["forest"].abilities) == 1
    assert solve(board(FOREST, stripped))["forest"].abilities == ()


def test_what_only_the_timeline_can_tell_is_reported_until_it_does():
    """611.3a: a condition about the course of the game is true once the timeline has told it, and for that turn."""
    made = board(card("Bear", "Creature", "This creature gets +2/+2 as long as a creature died this turn.", "2/2"))
    assert solve(made).unsupported == (("bear", "a creature died this turn"),)
    made.marks("bear", told=["a creature died this turn"])

    assert (solve(made)["bear"].power, solve(made).unsupported) == (4, ())
    made.ends("turn")

    assert solve(made)["bear"].power == 2


def test_values_start_with_the_object_itself():
    """613.1: printed on a card, defined by what made a token; effects come after."""
    made = board(BEAR, card("Elf Token", "Token Creature — Elf", "Vigilance", size="1/1", colors=["G"]))
    bear, token = (solve(made)[name] for name in ("grizzly-bears", "elf-token"))

    assert (bear.name, bear.mana_cost, bear.colors, bear.subtypes, bear.power) == (
        "Grizzly Bears", "{1}{G}", ("G",), ("Bear",), 2,
    )  # fmt: skip
    assert (token.name, token.mana_cost, token.colors, token.subtypes, token.power) == (
        "Elf Token", "", ("G",), ("Elf",), 1,
    )  # fmt: skip
    assert [ability.name for ability in token.abilities] == ["Vigilance"]


def test_copies_come_before_face_down_values():
    """613.2, 613.2b: a face-down permanent that becomes a copy is still a 2/2 without a name, until it is turned up."""
    made = board(card("Flyer", "Creature", "Flying", "3/1", cost="{3}"))
    hidden = made.enters(BEAR, face_down=True)
    text = "Target creature becomes a copy of another target creature."
    made.resolves({"text": text}, as_="copying", targets=[hidden, "flyer"])
    result = solve(made)

    assert (result.layer("1a").order, result.layer("1b").order) == (("copying",), (f"{hidden}<face down>",))
    assert (result[hidden].name, result[hidden].power, result[hidden].abilities) == ("", 2, ())
    made.turns(hidden, face="up")
    assert (solve(made)[hidden].name, solve(made)[hidden].power) == ("Flyer", 3)


def test_sublayers_come_before_timestamps():
    """613.4, 613.4a, 613.4b, 613.4c, 613.4d: defined, set, modified, switched, whenever it happened."""
    wide = card("Wide", "Creature", "Wide's power and toughness are each equal to the number of creatures you control.",
                "*/*")  # fmt: skip
    made = board(wide, BEAR, BEAR)
    made.resolves({"text": "Switch target creature's power and toughness."}, as_="switch", targets=["wide"])
    made.counters("wide", put={"+1/+1": 1})
    made.enters(card("Strong Arms", "Enchantment", "Creatures you control get +3/+1."))
    assert (solve(made)["wide"].power, solve(made)["wide"].toughness) == (5, 7)
    made.resolves({"text": "Target creature has base power and toughness 0/1."}, as_="shrink", targets=["wide"])
    result = solve(made)

    assert {name: result.layer(name).order for name in ("7a", "7b", "7c", "7d")} == {
        "7a": ("wide#1",), "7b": ("shrink",), "7c": ("wide+1/+1", "strong-arms#1"), "7d": ("switch",),
    }  # fmt: skip
    assert (result["wide"].power, result["wide"].toughness) == (3, 4)


def test_resolved_effects_need_no_source():
    """611.2, 611.2c: a spell leaves the stack as it resolves, and its effect on the objects it found continues."""
    made = board(BEAR)
    made.resolves({"text": "Creatures you control get +1/+1 until end of turn."}, as_="rally")
    late = made.enters(BEAR)
    result = solve(made)

    assert "rally" not in made.objects
    assert (result["grizzly-bears"].power, result[late].power) == (3, 2)


def test_static_effects_apply_while_their_object_is_where_they_work():
    """611.3b: on the battlefield; or in the zone that the ability names."""
    ghost = card("Ghost", "Creature — Spirit", "As long as this card is in your graveyard, creatures you control have "
                 "haste.", "1/1")  # fmt: skip
    made = board(BEAR, ANTHEM, ghost)
    assert (solve(made)["grizzly-bears"].power, solve(made)["grizzly-bears"].abilities) == (3, ())
    made.leaves(["anthem", "ghost"])
    found = solve(made)["grizzly-bears"]

    assert (found.power, [ability.name for ability in found.abilities]) == (2, ["Haste"])


def test_transforming_gives_a_new_timestamp():
    """613.7g: what is on the back is younger than what entered after the front."""
    faces = [
        {"name": "Day", "type_line": "Creature — Human", "mana_cost": "{1}{R}", "power": "1", "toughness": "1"},
        {"name": "Night", "type_line": "Creature — Werewolf", "oracle_text": "All creatures are red.", "power": "3",
         "toughness": "3"},
    ]  # fmt: skip
    both = {"name": "Day // Night", "layout": "transform", "type_line": "Creature — Human // Creature — Werewolf"}
    made = board(BEAR)
    wolf = made.enters({**both, "card_faces": faces})
    made.enters(card("Paint", "Enchantment", "All creatures are white."))
    assert solve(made)["grizzly-bears"].colors == ("W",)
    made.transforms(wolf)

    assert solve(made)["grizzly-bears"].colors == ("R",)
