"""Tests of the plain solver under older editions, on boards solved by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.cards.card import Card
from mtglayers.model.effects.ability import Resolution, Static, TextAbility
from mtglayers.model.effects.amounts.base import Number
from mtglayers.model.effects.amounts.counting import Count, Total
from mtglayers.model.effects.conditions import Exists
from mtglayers.model.effects.filters.characteristics import OfColor, OfSubtype, OfSupertype, OfType
from mtglayers.model.effects.filters.combinators import Non, Other
from mtglayers.model.effects.filters.whereabouts import CardNoun, InZone
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability, Clause, Condition, Filter, Operation, Selector
from mtglayers.model.effects.operations.abilities import Gain, Lose, LoseAll
from mtglayers.model.effects.operations.becomes import Becomes
from mtglayers.model.effects.operations.colors import SetColors
from mtglayers.model.effects.operations.copying import BecomeCopy
from mtglayers.model.effects.operations.keywords import CantHave
from mtglayers.model.effects.operations.power_toughness import ModifyPT, SetPT, SwitchPT
from mtglayers.model.effects.operations.types import AddTypes, SetSubtypes, SetTypes
from mtglayers.model.effects.selectors import Attached, Group, Itself, Target
from mtglayers.model.rules.edition import TEXTS, Edition
from mtglayers.model.rules.edition import edition as edition_of

from ..generators.strategies import DAYS
from ..support.editions import PUZZLE_EDITION
from ..support.hand_cards import BEAR, card, spell
from .order import next_effect
from .result import PlainObject, PlainResult
from .rules import EDITIONS, Rules, rules
from .solver import plain_solve

FLYING = Keyword("Flying")


def group(*filters: Filter) -> Group:
    return Group(filters)


CREATURES = group(OfType("Creature"))


def static(selector: Selector, *operations: Operation, condition: Condition | None = None) -> Static:
    return Static((Clause(selector, operations),), condition)


def permanent(name: str, type_line: str, *abilities: Ability, size: str = "", colors: tuple[str, ...] = ()) -> Card:
    power, _, toughness = size.partition("/")
    return card(
        name, type_line, abilities=abilities, colors=colors, power=power or None, toughness=toughness or None
    )  # fmt: skip


def aura(name: str, *operations: Operation) -> Card:
    return permanent(name, "Enchantment — Aura", static(Attached("enchanted permanent"), *operations))


def to_target(name: str, *operations: Operation) -> Card:
    return spell(name, Clause(Target(), operations))


def set_to(power: int, toughness: int) -> SetPT:
    return SetPT(Number(power), Number(toughness))


def plus(power: int, toughness: int) -> ModifyPT:
    return ModifyPT(Number(power), Number(toughness))


def board(edition: str | None, *cards: Card) -> Board:
    """Return an empty board under an edition, with the cards of this file."""
    return Board(("Ana", "Ben"), edition=edition, cards=cards)


def size(it: PlainObject) -> str:
    return f"{it.power}/{it.toughness}"


def by_day(answers: Mapping[str, str]) -> pytest.MarkDecorator:
    """Parametrize a test with every day and the answer that applies on it.

    Puzzles show the changes in newer editions.
    """
    found, now = [], ""
    for day in (day for day in DAYS if edition_of(day).since <= PUZZLE_EDITION.since):
        now = answers.get(day, now)
        found.append(pytest.param(day, now, id=day))
    assert set(answers) <= set(DAYS)
    return pytest.mark.parametrize(("day", "answer"), found)


# --- Power and toughness ----------------------------------------------------------------------------------


@by_day({"E04": "0/1", "E05": "1/4", "E09": "5/8"})
def test_a_gray_ogre(day: str, answer: str):
    """A counter, a resolved +4/+4, a static +0/+2, then "becomes 0/1": the example of 418.5a and 613.4c."""
    story = board(day, to_target("Growth", plus(4, 4)), to_target("Diminish", set_to(0, 1)))
    story.enters(permanent("Gray Ogre", "Creature — Ogre", size="2/2"))
    story.counters("gray-ogre", put={"+1/+1": 1})
    story.resolves("Growth", targets=["gray-ogre"])
    story.enters(permanent("Anthem", "Enchantment", static(CREATURES, plus(0, 2))))
    story.resolves("Diminish", targets=["gray-ogre"])

    assert size(plain_solve(story).objects["gray-ogre"]) == answer


# Until 2005-09-30 what makes it a creature does so in layer 4, and its size with that.
@by_day({"E04": "4/4 11/11 4/4", "E05": "4/4 10/10 3/3", "E09": "4/4 11/11 4/4"})
def test_svogthos(day: str, answer: str):
    animate = to_target("Animate", AddTypes(("Creature",)), set_to(3, 3))
    tomb = to_target("Tomb", AddTypes(("Creature",)), set_to(10, 10))
    story = board(day, animate, tomb, to_target("Growth", plus(1, 1)))
    story.enters(permanent("Svogthos", "Land"))
    sizes = []
    for names in (("Animate", "Growth"), ("Tomb",), ("Animate",)):
        for name in names:
            story.resolves(name, targets=["svogthos"])
        sizes.append(size(plain_solve(story).objects["svogthos"]))

    assert " ".join(sizes) == answer


@by_day({"E04": "9/1", "E05": "4/6"})
def test_a_switch_and_then_plus_five(day: str, answer: str):
    story = board(day, to_target("Switch", SwitchPT()), to_target("Five", plus(5, 0)))
    story.enters(permanent("Dwarf", "Creature — Dwarf", size="1/3"))
    story.enters(permanent("Anthem", "Enchantment", static(CREATURES, plus(0, 1))))
    story.resolves("Switch", targets=["dwarf"])
    story.resolves("Five", targets=["dwarf"])

    assert size(plain_solve(story).objects["dwarf"]) == answer


@by_day({"E04": "0/2", "E05": "3/2"})
def test_animated_made_smaller_and_animated_again(day: str, answer: str):
    """Until 2005-09-30 a type-changing effect applied in layer 4 as a whole."""
    animate = to_target("Animate", AddTypes(("Creature",)), set_to(3, 2))
    story = board(day, animate, to_target("Shrink", set_to(0, 2)))
    story.enters(permanent("Land", "Land"))
    for name in ("Animate", "Shrink", "Animate"):
        story.resolves(name, targets=["land"])

    assert size(plain_solve(story).objects["land"]) == answer


@by_day({"E04": "6b 6c", "E05": "6c 6d", "E09": "7d 7c", "E20": "7c 7c"})
def test_where_counters_and_what_static_abilities_add_apply(day: str, answer: str):
    story = board(day)
    story.enters(permanent("Bear", "Creature — Bear", static(Itself(), plus(1, 0)), size="2/2"))
    story.counters("bear", put={"+1/+1": 1})
    layers = plain_solve(story).layers
    found = [[name for name, layer in layers.items() if what in layer.order] for what in ("bear+1/+1", "bear#1")]

    assert found == [[name] for name in answer.split()]


@pytest.mark.parametrize(
    ("edition", "layers"),
    [
        ("E04", "1 face-down 2 3 4 5 6a 6b 6c"),
        ("2006-06-01", "1 face-down 2 3 4 5 6a 6b 6c 6d 6e"),
        ("2011-09-30", "1 face-down 2 3 4 5 6 7a 7b 7c 7d 7e"),
        ("2023-11-17", "1a 1b 2 3 4 5 6 7a 7b 7c 7d"),
    ],
)
def test_the_layers(edition: str, layers: str):
    assert " ".join(plain_solve(board(edition)).layers) == layers


# --- Colours and abilities --------------------------------------------------------------------------------

HUMILITY = permanent("Humility", "Enchantment", static(CREATURES, LoseAll(), set_to(1, 1)))


@by_day({"E04": "", "E09": "R"})
def test_what_paints_and_loses_its_ability(day: str, answer: str):
    """Until 2009-07-10 colours and abilities were one layer: the painting exists only if Humility leaves it."""
    painter = permanent(
        "Painter", "Creature", static(group(Other(), OfType("Creature")), SetColors(("R",))), size="1/3"
    )
    story = board(day)
    for entering in (painter, permanent("Bear", "Creature", size="2/2"), HUMILITY):
        story.enters(entering)
    result = plain_solve(story)

    assert "".join(result.objects["bear"].colors) == answer
    assert result.layers["5"].unapplied == ([] if answer else ["painter#1"])
    if not answer:
        assert result.layers["5"].steps[0].edges == {("painter#1", "humility#1"): ("existence",)}


@by_day({"E04": "", "E07": "R"})
def test_what_is_red_by_its_own_ability_under_humility(day: str, answer: str):
    """D'Angelo's ruling of 2007-06-04; before 2007-05-01 even such an ability waits for what takes it away."""
    own = static(Itself(), SetColors(("R",)))
    story = board(day)
    story.enters(permanent("Kobold", "Creature — Kobold", own, size="0/1"))
    story.enters(HUMILITY)

    assert "".join(plain_solve(story).objects["kobold"].colors) == answer


@by_day({"E04": "has", "2013-09-27": "has", "E12": "has not"})
def test_cant_have(day: str, answer: str):
    """Before 2014-02-01 it meant losing the ability, and a later effect gave it again."""
    story = board(day)
    story.enters(permanent("Bear", "Creature", FLYING, size="2/2"))
    story.enters(permanent("Net", "Enchantment", static(CREATURES, CantHave("Flying"))))
    assert plain_solve(story).objects["bear"].abilities == ()

    story.enters(permanent("Wings", "Enchantment", static(CREATURES, Gain((FLYING,)))))
    abilities = plain_solve(story).objects["bear"].abilities
    assert ("has" if (FLYING, "granted") in abilities else "has not") == answer


@by_day({"E04": "2/2", "E05": "3/3"})
def test_an_effect_goes_on_to_the_objects_it_began_with(day: str, answer: str):
    """The clause of 2005-10-01: red creatures become green and get +1/+1."""
    red = static(group(OfColor("R"), OfType("Creature")), SetColors(("G",)), plus(1, 1))
    story = board(day)
    story.enters(permanent("Mongrel", "Creature", size="2/2", colors=("R",)))
    story.enters(permanent("Paint", "Enchantment", red))

    assert size(plain_solve(story).objects["mongrel"]) == answer


# --- Characteristic-defining abilities --------------------------------------------------------------------


def sutured(day: str, maro_first: bool) -> PlainResult:
    exiled = Total(group(OfType("Creature"), CardNoun(), InZone("exile", None)))
    hand = Count(group(CardNoun(), InZone("hand", None)))
    ghoul = permanent("Ghoul", "Creature", static(Itself(), SetPT(exiled, exiled)), size="*/*")
    maro = permanent("Maro", "Creature", static(Itself(), SetPT(hand, hand)), size="*/*")
    story = board(day)
    for name in ("One", "Two", "Three"):
        story.enters(permanent(name, "Land"), zone="hand")
    if maro_first:
        story.enters(maro, zone="exile")
    story.enters(ghoul)
    if not maro_first:
        story.enters(maro, zone="exile")
    return plain_solve(story)


@by_day({"E04": "0/0", "E07": "0/0", "2012-05-01": "3/3"})
def test_sutured_ghoul_before_maro(day: str, answer: str):
    """The bulletin of 2012-04-25: timestamps alone mislead, so one such ability may depend on another."""
    assert size(sutured(day, maro_first=False).objects["ghoul"]) == answer


# Until 2007-04-30 such an ability defined power and toughness in play only.
@by_day({"E04": "0/0", "E07": "3/3"})
def test_sutured_ghoul_after_maro(day: str, answer: str):
    assert size(sutured(day, maro_first=True).objects["ghoul"]) == answer


def test_where_power_and_toughness_are_defined():
    counted = Count(group(OfType("Land")))
    both = Static((Clause(Itself(), (SetPT(counted, counted), SetColors(("G",)))),))
    for edition, answer in (("E05", "0/0"), ("E07", "1/1")):
        story = board(edition)
        story.enters(permanent("Forest", "Basic Land — Forest"))
        story.enters(permanent("Lhurgoyf", "Creature", both, size="*/*"), zone="graveyard")
        story.enters(permanent("Other", "Creature", both, size="*/*"))
        objects = plain_solve(story).objects
        assert (size(objects["lhurgoyf"]), objects["lhurgoyf"].colors) == (answer, ("G",))
        assert (size(objects["other"]), objects["other"].colors) == ("1/1", ("G",))


@by_day({"E04": "R Enchantment", "E07": ""})
def test_what_could_define_characteristics_in_2005(day: str, answer: str):
    """An ability with a condition, and one that sets card types, work in a graveyard while they count as such."""
    lands = Exists(group(OfType("Land")))
    red = static(Itself(), SetColors(("R",)), condition=lands)
    story = board(day)
    story.enters(permanent("Forest", "Basic Land — Forest"))
    abilities = (red, static(Itself(), AddTypes(("Enchantment",))))
    story.enters(permanent("Bear", "Creature", *abilities, size="2/2"), zone="graveyard")
    bear = plain_solve(story).objects["bear"]

    assert [*bear.colors, *(word for word in bear.types if word != "Creature")] == answer.split()


@by_day({"E04": "6a", "E05": "6b", "E09": "7b"})
def test_an_ability_that_an_object_gives_itself(day: str, answer: str):
    """It could set characteristics until 2005-09-30."""
    story = board(day)
    inner = static(Itself(), set_to(3, 3))
    story.enters(permanent("Bear", "Creature", static(Itself(), Gain((inner,))), size="2/2"))
    layers = plain_solve(story).layers

    assert layers[answer].order == ("bear<bear#1>",)
    assert layers[answer].steps[0].cda is (day == "E04")


def test_a_loop_with_a_characteristic_defining_ability_goes_by_timestamps():
    """Where all may depend on all, CDAs come first among what waits for nothing, but not within a loop."""
    keys = {name: (place,) for place, name in enumerate("abcd")}

    assert next_effect([], keys, first=("c",)) == "c"
    assert next_effect([("c", "b")], keys, first=("c",)) == "a"
    assert next_effect([("c", "b"), ("b", "c")], keys, first=("c",)) == "b"
    assert next_effect([("c", "b"), ("b", "c"), ("b", "d")], keys, first=("c",)) == "c"


# --- Copies and types -------------------------------------------------------------------------------------

MOON = permanent(
    "Moon", "Enchantment", static(group(Non(OfSupertype("Basic")), OfType("Land")), SetSubtypes(("Mountain",)))
)


def copy_with(*exceptions: Operation) -> Card:
    become = Clause(Itself(), (BecomeCopy(exceptions=exceptions),))
    return permanent("Copier", "Land", TextAbility("entering", resolution=Resolution((become,))))


@by_day({"E04": "kept", "2013-09-27": "lost"})
def test_what_a_copy_effect_added_to_a_land(day: str, answer: str):
    """305.7 names copiable effects since 2013-09-27; what was copied was rules text and lost before, too."""
    story = board(day)
    story.enters(permanent("Grove", "Land", Keyword("Haste")))
    story.enters(copy_with(Gain((FLYING,))), copy_of="grove")
    story.enters(copy_with(), as_="second", copy_of="copier")
    story.enters(MOON)
    result = plain_solve(story)
    copier = [ability for ability, origin in result.objects["copier"].abilities if origin == "copiable"]

    assert copier == ([FLYING] if answer == "kept" else [])
    assert {origin for _, origin in result.objects["second"].abilities} == {"intrinsic"}


@by_day({"E04": "5/5", "2011-02-04": "1/1"})
def test_a_copy_that_is_1_1_of_what_defines_its_size(day: str, answer: str):
    story = board(day)
    story.enters(permanent("Five", "Creature", static(Itself(), set_to(5, 5)), size="*/*"))
    story.enters(copy_with(set_to(1, 1)), copy_of="five")

    assert size(plain_solve(story).objects["copier"]) == answer


def test_a_face_down_permanent_that_is_a_copy_stays_face_down():
    for day in DAYS:
        story = board(day)
        story.enters(BEAR)
        story.enters(copy_with(), copy_of="grizzly-bears")
        story.turns("copier", face="down")
        result = plain_solve(story)
        assert (result.objects["copier"].name, size(result.objects["copier"])) == ("", "2/2")
        first, second = list(result.layers.values())[:2]
        assert (first.order, second.order) == (("copier",), ("copier<face down>",))


@by_day({"E04": "Elf Goblin", "E15": "Elf"})
def test_an_elf_artifact_creature(day: str, answer: str):
    """It kept all its subtypes until 2019-10-03."""
    elf = Becomes(types=("Artifact", "Creature"), subtypes=("Elf",))
    story = board(day)
    story.enters(permanent("Goblin", "Creature — Goblin", size="1/1"))
    story.enters(permanent("Elves", "Enchantment", static(CREATURES, elf)))

    assert plain_solve(story).objects["goblin"].subtypes == tuple(answer.split())


@by_day({"E04": "Creature", "E21": "Creature Instant"})
def test_an_instant_that_becomes_a_creature_card(day: str, answer: str):
    cards = group(CardNoun(), InZone("graveyard", None))
    story = board(day)
    story.enters(permanent("Shock", "Instant"), zone="graveyard")
    story.enters(permanent("Life", "Enchantment", static(cards, SetTypes(("Creature",)))))

    assert plain_solve(story).objects["shock"].types == tuple(answer.split())


@by_day({"E04": "has", "E11": "has not", "2013-09-27": "has"})
def test_enchanted_creature_that_is_none(day: str, answer: str):
    story = board(day)
    story.enters(permanent("Relic", "Artifact"))
    wings = static(Attached("enchanted creature"), Gain((FLYING,)))
    story.enters(permanent("Wings", "Enchantment — Aura", wings), attached_to="relic")

    assert ("has" if plain_solve(story).objects["relic"].abilities else "has not") == answer


def test_enchanted_creature_may_become_one():
    """Ruled from 2011-05 on: what is no creature in one layer may be in the next."""
    story = board("2012-06-01")
    story.enters(permanent("Relic", "Artifact", size="2/2"))
    wings = static(Attached("enchanted creature"), Gain((FLYING,)))
    story.enters(permanent("Wings", "Enchantment — Aura", wings), attached_to="relic")
    story.enters(permanent("March", "Enchantment", static(group(OfType("Artifact")), AddTypes(("Creature",)))))

    assert plain_solve(story).objects["relic"].abilities == ((FLYING, "granted"),)


@pytest.mark.parametrize("day", DAYS)
def test_old_land_types_go_in_every_edition(day: str):
    story = board(day)
    story.enters(permanent("Grove", "Land — Island", FLYING))
    grow = static(group(OfSubtype("Island")), SetSubtypes(("Forest",)))
    story.enters(permanent("Growth", "Enchantment", grow))
    grove = plain_solve(story).objects["grove"]

    assert grove.subtypes == ("Forest",)
    assert grove.abilities == ((TextAbility("mana", "{T}: Add {G}."), "intrinsic"),)


# --- Timestamps -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("day", [*DAYS, "2021-02-14", "2021-02-15"])
def test_rune_of_flight(day: str):
    """613.7a since 2021-02-15; before, one timestamp and the order of printing: has flying either way."""
    hammer = permanent("Hammer", "Artifact — Equipment", static(Attached(), Lose((FLYING,))))
    story = board(day)
    story.enters(BEAR)
    story.enters(hammer)
    story.enters(aura("Rune", Gain((static(Attached(), Gain((FLYING,))),))), attached_to="hammer")
    story.attaches("hammer", to="grizzly-bears")
    result = plain_solve(story)
    layer = "5" if day in ("E04", "E05", "E07") else "6"

    assert result.layers[layer].order == ("rune#1", "hammer#1", "hammer<rune#1>")
    assert result.objects["grizzly-bears"].abilities == ((FLYING, "granted"),)


@by_day({"E04": "3/3", "E05": "1/1"})
def test_when_a_granted_ability_began(day: str, answer: str):
    """Until 2005-09-30 its effect had the timestamp of its object, whatever gave it the ability, and when."""
    story = board(day)
    story.enters(permanent("Relic", "Artifact"))
    story.enters(permanent("Three", "Enchantment", static(CREATURES, set_to(3, 3))))
    story.enters(BEAR)
    story.enters(aura("Curse", Gain((static(CREATURES, set_to(1, 1)),))), attached_to="relic")

    assert size(plain_solve(story).objects["grizzly-bears"]) == answer


@by_day({"E04": "wings", "2015-07-17": "net"})
def test_turning_face_up(day: str, answer: str):
    """Since 2015-07-17 what is turned face up or down gets a new timestamp (613.7f)."""
    story = board(day)
    story.enters(BEAR)
    story.enters(permanent("Net", "Artifact Creature", static(CREATURES, Lose((FLYING,))), size="1/1"), face_down=True)
    story.enters(permanent("Wings", "Enchantment", static(CREATURES, Gain((FLYING,)))))
    story.turns("net", face="up")
    abilities = plain_solve(story).objects["grizzly-bears"].abilities

    assert ("wings" if abilities else "net") == answer


@pytest.mark.parametrize("day", DAYS)
def test_what_an_object_entered_with_comes_after_its_own_abilities(day: str):
    """613.7n since 2025-07-25; before, nothing orders what shares a timestamp, and the same order is taken."""
    story = board(day)
    story.enters(permanent("Net", "Enchantment", static(CREATURES, Gain((static(Itself(), Lose((FLYING,))),)))))
    story.enters(BEAR, with_effect="It gains flying.")
    result = plain_solve(story)
    layer = "5" if day in ("E04", "E05", "E07") else "6"

    assert result.layers[layer].order == ("net#1", "grizzly-bears<net#1>", "grizzly-bears-effect")
    assert (FLYING, "granted") in result.objects["grizzly-bears"].abilities


def test_both_tables_say_the_same():
    """Fields that both solvers have must have equal values in every edition that both know."""
    texts = [text for text in TEXTS if text.key in EDITIONS]
    assert {text.key for text in TEXTS} - {text.key for text in texts} == {"E03"}
    for text in texts:
        plain = rules(text.key, text.since)
        shared = {field.name for field in fields(Rules)} & set(Edition.__struct_fields__) - {"layers"}
        assert len(shared) == 10
        assert {name: getattr(plain, name) for name in shared} == {name: getattr(text, name) for name in shared}
        assert (
            plain.sizes_defined_everywhere, plain.types_take_all, plain.granting_counts, plain.land_type_takes_added,
            plain.given_values_replace, plain.added_values_replace, plain.artifact_creature_types_replace,
            plain.keyword_counters,
        ) == (
            text.cda_size_everywhere, text.types_wholly, text.granted_later, text.land_types_take_added,
            text.exceptions_suppress != "none", text.exceptions_suppress == "all",
            not text.artifact_creatures_keep_types, text.knows("keyword counters"),
        )  # fmt: skip
        scheme = plain.scheme
        assert scheme.layers == tuple(layer.name for layer in text.layers)
        # No ability of an object applies among the face-down values: it does not matter what comes first there.
        assert scheme.cda_first - {scheme.face_down} == {layer.name for layer in text.layers if layer.cda_first}
        assert (
            scheme.copy,
            scheme.face_down,
            scheme.color,
            scheme.abilities,
            scheme.defined,
            scheme.set,
            scheme.switched,
        ) == tuple(text.place(kind) for kind in ("copy", "face down", "color", "ability", "define", "set", "switch"))
        assert scheme.modified == {origin: text.place("modify", origin) for origin in scheme.modified}
