"""Tests of the plain solver on boards solved by hand."""

from __future__ import annotations

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.cards.card import Card
from mtglayers.model.effects.ability import Static, TextAbility
from mtglayers.model.effects.amounts.base import Number
from mtglayers.model.effects.amounts.counting import Count, Its, Total
from mtglayers.model.effects.conditions import Exists
from mtglayers.model.effects.filters.characteristics import OfColor, OfSubtype, OfSupertype, OfType
from mtglayers.model.effects.filters.combinators import Either, Non, Other
from mtglayers.model.effects.filters.whereabouts import ControlledBy, Permanent
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Clause, Condition, Filter, Operation, Selector
from mtglayers.model.effects.operations.abilities import Gain, Lose, LoseAll
from mtglayers.model.effects.operations.becomes import Becomes
from mtglayers.model.effects.operations.colors import AddColors
from mtglayers.model.effects.operations.control import GainControl
from mtglayers.model.effects.operations.power_toughness import ModifyPT, SetPT, SwitchPT
from mtglayers.model.effects.operations.text import ChangeWords
from mtglayers.model.effects.operations.types import AddSubtypes, AddTypes, SetSubtypes
from mtglayers.model.effects.selectors import Attached, Group, Itself
from mtglayers.solver.solve import solve

from ..support.hand_cards import BEAR, CLONE, FOREST, SAPROLING, card, face
from .order import in_one_loop, loops, next_effect
from .result import PlainResult
from .solver import plain_solve

FLYING = Keyword("Flying")


def all_of(*filters: Filter) -> Group:
    return Group(filters)


def static(selector: Selector, *operations: Operation, condition: Condition | None = None) -> Static:
    return Static((Clause(selector, operations),), condition)


def enchantment(name: str, *abilities: Static, cost: str = "{2}{W}{W}") -> Card:
    return card(name, "Enchantment", abilities=abilities, mana_cost=cost)


def aura(name: str, *operations: Operation) -> Card:
    return card(name, "Enchantment — Aura", abilities=(static(Attached(), *operations),))


def same(number: int) -> tuple[Number, Number]:
    return Number(number), Number(number)


CREATURES = all_of(OfType("Creature"))
MOON = enchantment("Moon", static(all_of(Non(OfSupertype("Basic")), OfType("Land")), SetSubtypes(("Mountain",))))
LIMB = enchantment(
    "Limb",
    static(
        all_of(Either((OfSubtype("Forest"), OfSubtype("Saproling")), "and")),
        Becomes(
            colors=("G",),
            types=("Creature", "Land"),
            subtypes=("Saproling", "Forest"),
            power=Number(1),
            toughness=Number(1),
            keeps="types",
        ),
    ),
)
TOMB = card("Tomb", "Land — Swamp Forest")
HUMILITY = enchantment("Humility", static(CREATURES, LoseAll(), SetPT(*same(1))))
OPALESCENCE = enchantment(
    "Opalescence",
    static(
        all_of(Other(), Non(OfSubtype("Aura")), OfType("Enchantment")),
        AddTypes(("Creature",)),
        SetPT(Its(), Its()),
    ),
)
URBORG = card("Urborg", "Legendary Land", abilities=(static(all_of(OfType("Land")), AddSubtypes(("Swamp",))),))


def conversion(name: str, old: str, new: str) -> Card:
    return enchantment(name, static(all_of(OfSubtype(old)), SetSubtypes((new,))))


def board(*cards: Card) -> Board:
    made = Board(("Ana", "Ben"))
    for entering in cards:
        made.enters(entering)
    return made


def size(result: PlainResult, id: str) -> tuple[int | None, int | None]:
    return result.objects[id].power, result.objects[id].toughness


# --- Dependency -------------------------------------------------------------------------------------------


def test_blood_moon_life_and_limb_and_a_visitor():
    story = board(MOON, LIMB)
    layer = plain_solve(story).layers["4"]
    assert layer.order == ("moon#1", "limb#1")
    assert layer.steps[0].edges == {}

    story.enters(SAPROLING, controller="Ben")
    result = plain_solve(story)
    token = result.objects["saproling"]
    assert result.layers["4"].order == ("limb#1", "moon#1")
    assert result.layers["4"].steps[0].edges == {("moon#1", "limb#1"): ("scope",)}
    assert (token.types, token.subtypes) == (("Creature", "Land"), ("Mountain", "Saproling"))
    assert (token.colors, token.power, token.toughness) == (("G",), 1, 1)

    story.enters(TOMB, controller="Ben")
    result = plain_solve(story)
    assert result.layers["4"].order == ("moon#1", "limb#1")
    assert result.layers["4"].steps[0].loops == (("moon#1", "limb#1"),)
    assert result.objects["saproling"].subtypes == ("Forest", "Saproling")
    assert result.objects["tomb"].subtypes == ("Mountain",)

    story.leaves("tomb")
    assert plain_solve(story).objects["saproling"].subtypes == ("Mountain", "Saproling")


def test_what_takes_an_ability_away_is_waited_for():
    result = plain_solve(board(URBORG, MOON, FOREST))
    layer = result.layers["4"]

    assert layer.steps[0].edges == {("urborg#1", "moon#1"): ("existence",)}
    assert layer.order == ("moon#1",)
    assert layer.unapplied == ["urborg#1"]
    assert result.objects["forest"].subtypes == ("Forest",)
    assert result.objects["urborg"].abilities == ((TextAbility("mana", "{T}: Add {R}."), "intrinsic"),)


def test_three_conversions_are_a_loop_until_the_first_has_applied():
    lands = [card(word, f"Basic Land — {word}") for word in ("Forest", "Island", "Mountain")]
    cards = (conversion("A", "Forest", "Island"), conversion("B", "Island", "Mountain"))
    result = plain_solve(board(*cards, conversion("C", "Mountain", "Forest"), *lands))
    first, second, third = result.layers["4"].steps

    assert first.loops == (("a#1", "b#1", "c#1"),)
    assert second.edges == {("c#1", "b#1"): ("scope",)}
    assert (first.effect, second.effect, third.effect) == ("a#1", "b#1", "c#1")
    assert {result.objects[id].subtypes for id in ("forest", "island", "mountain")} == {("Forest",)}


def test_a_goblin_king_under_humility_gives_nothing_whichever_came_first():
    others = all_of(Other(), OfSubtype("Goblin"))
    lord = static(others, ModifyPT(*same(1)), Gain((Keyword("Landwalk", subtype="Mountain"),)))
    king = card("King", "Creature — Goblin", power="2", toughness="2", abilities=(lord,))
    goblin = card("Goblin", "Creature — Goblin", power="3", toughness="3")

    for cards in ((HUMILITY, king, goblin), (king, goblin, HUMILITY)):
        result = plain_solve(board(*cards))
        assert size(result, "goblin") == (1, 1)
        assert result.objects["goblin"].abilities == ()
        assert result.layers["6"].order == ("humility#1",)
        assert result.layers["6"].unapplied == ["king#1"]
        assert result.layers["7c"].steps == []


def test_a_thief_of_the_aura_has_what_it_enchants():
    story = board()
    story.enters(BEAR, as_="bear", controller="Ben")
    story.enters(aura("Magic", GainControl()), controller="Ana", attached_to="bear")
    story.enters(aura("Thief", GainControl()), controller="Ben", attached_to="magic")
    result = plain_solve(story)

    assert result.layers["2"].steps[0].edges == {("magic#1", "thief#1"): ("result",)}
    assert result.layers["2"].order == ("thief#1", "magic#1")
    assert result.objects["bear"].controller == "Ben"


def test_gaining_and_losing_an_ability_do_not_depend_on_each_other():
    result = plain_solve(
        board(
            BEAR,
            enchantment("Loses", static(CREATURES, Lose((FLYING,)))),
            enchantment("Gains", static(CREATURES, Gain((FLYING,)))),
        )
    )

    assert result.layers["6"].steps[0].edges == {}
    assert result.objects["grizzly-bears"].abilities == ((FLYING, "granted"),)


def test_cdas_that_count_each_other_are_a_loop():
    def maro(name: str) -> Card:
        total = Total(all_of(Other(), OfType("Creature")))
        return card(name, "Creature", power="*", toughness="1", abilities=(static(Itself(), SetPT(power=total)),))

    result = plain_solve(board(BEAR, maro("One"), maro("Two")))

    assert result.layers["7a"].steps[0].loops == (("one#1", "two#1"),)
    assert (result.objects["one"].power, result.objects["two"].power) == (2, 4)


def test_text_that_changes_text():
    forests = static(all_of(OfSubtype("Forest")), ChangeWords(("basic_land_type",)))
    story = board()
    story.enters(enchantment("Later", forests), chosen={"word_from": "Island", "word_to": "Swamp"})
    story.enters(
        enchantment("First", static(all_of(OfType("Enchantment")), ChangeWords(("basic_land_type",)))),
        chosen={"word_from": "Forest", "word_to": "Island"},
    )
    story.enters(card("Island", "Basic Land — Island"))
    result = plain_solve(story)

    assert result.layers["3"].steps[0].edges == {("later#1", "first#1"): ("text", "scope")}
    assert result.objects["island"].subtypes == ("Swamp",)


# --- Order and parts --------------------------------------------------------------------------------------


def test_humility_and_opalescence():
    result = plain_solve(board(HUMILITY, OPALESCENCE))
    assert size(result, "humility") == (4, 4)
    assert result.objects["humility"].abilities == ()
    assert result.layers["7b"].order == ("humility#1", "opalescence#1")
    assert result.layers["7b"].steps[0].continued

    assert size(plain_solve(board(OPALESCENCE, HUMILITY)), "humility") == (1, 1)


def test_an_anthem_comes_after_what_sets_sizes_and_before_what_switches_them():
    anthem = enchantment("Anthem", static(CREATURES, ModifyPT(Number(1), Number(2))))
    switch = enchantment("Switch", static(CREATURES, SwitchPT()))
    result = plain_solve(board(switch, anthem, BEAR, HUMILITY))

    assert size(result, "grizzly-bears") == (3, 2)


def test_an_effect_goes_on_to_the_objects_it_began_with():
    red = all_of(OfColor("R"), OfType("Creature"))
    crusade = enchantment("Crusade", static(red, AddColors(("W",)), ModifyPT(*same(1))))
    white = enchantment("White", static(CREATURES, AddColors(("R",))))
    story = board(crusade, white, BEAR)
    assert plain_solve(story).layers["5"].order == ("white#1", "crusade#1")
    assert size(plain_solve(story), "grizzly-bears") == (3, 3)

    # Begun in layer 5 with no objects: those that turn red later are not among them.
    lock = enchantment("Lock", static(red, Gain((FLYING,)), ModifyPT(*same(1))))
    paint = card("Paint", "Creature — Elf", power="2", toughness="2", colors=("R",))
    result = plain_solve(board(lock, paint, enchantment("Anti", static(CREATURES, LoseAll()))))
    assert size(result, "paint") == (3, 3)
    assert result.objects["paint"].abilities == ()


def test_a_condition_that_fails_later_does_not_end_what_has_begun():
    forests = Exists(all_of(OfSubtype("Forest"), ControlledBy("you")))
    animate = static(
        all_of(OfType("Land")), AddTypes(("Creature",)), SetPT(*same(2)), SetSubtypes(("Island",)), condition=forests
    )
    result = plain_solve(board(enchantment("Nature", animate), FOREST))

    assert (size(result, "forest"), result.objects["forest"].subtypes) == ((2, 2), ("Island",))
    assert result.layers["7b"].steps[0].continued


def test_an_ability_that_is_granted_acts_in_the_same_layer():
    lord = static(all_of(Other(), OfType("Creature")), Gain((FLYING,)))
    grant = enchantment("Grant", static(all_of(OfSubtype("Bear")), Gain((lord,))))
    goblin = card("Goblin", "Creature — Goblin", power="1", toughness="1")
    result = plain_solve(board(grant, BEAR, goblin))

    assert result.layers["6"].order == ("grant#1", "grizzly-bears<grant#1>")
    assert result.layers["6"].appeared == ["grizzly-bears<grant#1>"]
    assert (FLYING, "granted") in result.objects["goblin"].abilities


def test_a_rune_on_a_hammer_still_gives_flying_when_the_hammer_moves():
    """The example of 613.7a: printed and granted ability get the new timestamp in the order they had."""
    hammer = card("Hammer", "Artifact — Equipment", abilities=(static(Attached(), Lose((FLYING,))),))
    story = board(BEAR, hammer)
    story.enters(aura("Rune", Gain((static(Attached(), Gain((FLYING,))),))), attached_to="hammer")
    story.attaches("hammer", to="grizzly-bears")
    result = plain_solve(story)

    assert result.layers["6"].order == ("rune#1", "hammer#1", "hammer<rune#1>")
    assert result.objects["grizzly-bears"].abilities == ((FLYING, "granted"),)


def test_runes_keep_their_order_when_the_hammer_moves():
    hammer = card("Hammer", "Artifact — Equipment")
    story = board(BEAR, hammer)
    story.enters(aura("Gains", Gain((static(Attached(), Gain((FLYING,))),))), attached_to="hammer")
    story.enters(aura("Loses", Gain((static(Attached(), Lose((FLYING,))),))), attached_to="hammer")
    story.attaches("hammer", to="grizzly-bears")
    result = plain_solve(story)

    assert result.layers["6"].order[-2:] == ("hammer<gains#1>", "hammer<loses#1>")
    assert result.objects["grizzly-bears"].abilities == ()


def test_counters_apply_by_their_own_timestamps():
    story = board(BEAR)
    story.counters("grizzly-bears", put={"flying": 1, "+1/+1": 2})
    story.enters(HUMILITY)
    result = plain_solve(story)
    assert (size(result, "grizzly-bears"), result.objects["grizzly-bears"].abilities) == ((3, 3), ())

    story.counters("grizzly-bears", put={"flying": 1})
    assert plain_solve(story).objects["grizzly-bears"].abilities == ((FLYING, "granted"),) * 2


# --- What operations do -----------------------------------------------------------------------------------


def test_a_basic_land_type_takes_away_what_is_printed_and_leaves_what_is_granted():
    grant = enchantment("Grant", static(all_of(OfType("Land")), Gain((FLYING,))))
    land = card("Woods", "Land — Forest Cave", abilities=(Keyword("Indestructible"),))
    woods = plain_solve(board(grant, MOON, land)).objects["woods"]

    assert woods.subtypes == ("Mountain",)
    assert sorted(origin for _, origin in woods.abilities) == ["granted", "intrinsic"]


def test_a_permanent_that_is_no_creature_has_no_size():
    vehicle = card("Cart", "Artifact — Vehicle", power="3", toughness="3")
    power = enchantment("Power", static(CREATURES, SetPT(power=Total(all_of(Permanent())))))
    result = plain_solve(board(vehicle, BEAR, power))

    assert size(result, "cart") == (None, None)
    assert size(result, "grizzly-bears") == (2, 2)


def test_what_is_animated_without_a_size_is_0_0():
    alive = static(all_of(OfType("Enchantment")), AddTypes(("Creature",)))
    counted = static(CREATURES, ModifyPT(Count(CREATURES), Number(0)))

    assert size(plain_solve(board(enchantment("Alive", alive, counted))), "alive") == (1, 0)


def test_a_copy_has_the_values_of_layer_1():
    story = board(BEAR, HUMILITY)
    story.counters("grizzly-bears", put={"+1/+1": 1})
    story.leaves("humility")
    story.enters(CLONE, as_="clone", copy_of="grizzly-bears")
    story.enters(CLONE, as_="second", copy_of="clone")
    result = plain_solve(story)

    assert result.objects["second"].name == "Grizzly Bears"
    assert size(result, "second") == (2, 2)


def test_a_copy_of_a_back_face_has_the_mana_value_0():
    front = face("Front", "Creature — Human", mana_cost="{2}{R}", power="1", toughness="1")
    back = face("Back", "Creature — Wolf", power="2", toughness="2")
    total = Total(CREATURES, "mana_value")
    story = board(Card("Front // Back", (front, back), layout="transform"))
    story.transforms("front-back")
    story.enters(CLONE, as_="clone", copy_of="front-back")
    story.enters(enchantment("Sum", static(CREATURES, SetPT(total, total))))

    assert size(plain_solve(story), "clone") == (3, 3)  # 202.3b: 3 for the back face, 0 for its copy


def test_a_later_object_may_have_the_id_of_the_copied_one():
    story = board(BEAR, BEAR)
    story.enters(CLONE, as_="clone", copy_of="grizzly-bears")
    story.leaves("grizzly-bears")
    story.enters(SAPROLING, as_="grizzly-bears")

    assert plain_solve(story).objects["clone"].name == "Grizzly Bears"


def test_an_ability_has_the_present_controller_of_its_source():
    story = board(BEAR)
    gift = {"ability_of": "grizzly-bears", "text": "When this creature enters, an opponent gains control of it."}
    for name, controller in (("first", "Ben"), ("second", "Ana")):
        story.resolves(gift, as_=name)
        assert plain_solve(story).objects["grizzly-bears"].controller == controller  # 109.5


# --- Order among given dependencies -----------------------------------------------------------------------


def test_loops_are_strongly_connected_components():
    edges = [("a", "b"), ("b", "c"), ("c", "a"), ("d", "a"), ("e", "d"), ("d", "e")]

    assert loops("abcde", edges) == (("a", "b", "c"), ("d", "e"))
    assert in_one_loop("a", "c", edges)
    assert not in_one_loop("d", "a", edges)


def test_a_member_of_a_loop_waits_for_what_is_outside():
    edges = [("a", "b"), ("b", "a"), ("a", "c")]
    keys = {name: (place,) for place, name in enumerate("abc")}

    assert next_effect(edges, keys) == "b"


def test_the_source_that_has_left_adds_nothing_to_devotion():
    """608.2h, 700.5: its power is last-known information, and devotion counts permanents."""
    story = Board()
    story.enters("Grizzly Bears")
    story.enters("Thunderous Might", attached_to="grizzly-bears")
    story.enters("Shivan Dragon")
    story.leaves("thunderous-might")
    story.resolves({"ability_of": "thunderous-might", "index": 2}, as_="might")
    assert plain_solve(story).objects["grizzly-bears"].power == solve(story)["grizzly-bears"].power == 4


def test_a_face_down_permanent_with_disguise_has_ward():
    """702.168a."""
    story = Board()
    story.enters("Dog Walker", face_down=True, cast="disguise")
    assert plain_solve(story).objects["dog-walker"].abilities == ((Keyword("Ward", "{2}"), "copiable"),)


def test_words_inside_a_kept_rule_are_not_compared():
    """612.2: the plain solver changes no words inside a text."""
    story = Board()
    story.enters("Karplusan Strider")
    story.resolves("Sleight of Mind", targets=["karplusan-strider"], chosen={"word_from": "blue", "word_to": "green"})
    with pytest.raises(NotImplementedError):
        plain_solve(story)
