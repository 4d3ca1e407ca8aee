"""Why a dependency shows: what the trial changed that the effect looks at (613.8a)."""

from __future__ import annotations

from random import Random

import hypothesis
import hypothesis.strategies as st
import pytest

from mtglayers import Board, Result, solve
from mtglayers.solver.explain.causes import Cause, caused, would_clause
from mtglayers.solver.explain.dependencies import Dependency, dependency_words

from ....generators.boards import Recipe
from ....generators.strategies import DAYS, random_recipe
from ....support.boards import BEAR, FOREST, HUMILITY, LIMB, MOON, SAPROLING, TOMB, URBORG, board, card

MARCH = card("March", "Enchantment", "Each noncreature artifact is an artifact creature with power and toughness 2/2.")
PAINT = card("Red Paint", "Enchantment", "All creatures are red.")
RAGE = card("Rage", "Enchantment", "Red creatures are white.")
STONE = card("Mind Stone", "Artifact", "{T}: Add {C}.")
ANIMATE = card("Living Plane", "Enchantment", "All lands are 1/1 creatures that are still lands.")


def dependency(result: Result, layer: str, effect: str, on: str, step: int = 1) -> Dependency:
    """Return the one dependency of an effect on another before a step."""
    (found,) = (d for d in result.layer(layer).steps[step - 1].dependencies(effect) if d.on == on)
    return found


def words(result: Result, layer: str, found: Dependency) -> str:
    rule = result.edition.rule("dependency")
    return dependency_words(found, result.explainer.names, layer, rule)


def test_a_token_that_would_become_a_land() -> None:
    found = dependency(solve(board(MOON, LIMB, SAPROLING)), "4", "blood-moon#1", "life-and-limb#1")

    assert found.causes == (Cause("saproling", "type", "", "Land", "the Saproling would become a land"),)


def test_a_land_that_would_stop_being_a_forest() -> None:
    result = solve(board(MOON, LIMB, SAPROLING, TOMB))
    found = dependency(result, "4", "life-and-limb#1", "blood-moon#1")

    assert found.causes == (Cause("overgrown-tomb", "type", "Forest", "", "Overgrown Tomb would stop being a Forest"),)
    assert words(result, "4", found) == (
        "Blood Moon would make Overgrown Tomb stop being a Forest, and Life and Limb would then no longer apply to it: "
        "Life and Limb depends on Blood Moon (613.8a, scope)"
    )


def test_an_ability_that_would_be_lost() -> None:
    result = solve(board(URBORG, MOON, FOREST))
    found = dependency(result, "4", "urborg#1", "blood-moon#1")

    assert found.causes == (
        Cause(
            "urborg", "ability", "“Each land is a Swamp in addition to its other land types.”", "",
            "Urborg would lose its ability",
        ),
    )  # fmt: skip
    assert words(result, "4", found) == (
        "Blood Moon would make Urborg lose its ability: Urborg depends on Blood Moon (613.8a, existence)"
    )


def test_several_objects_of_which_the_same_is_said_share_it() -> None:
    tribe = card("Tribe", "Enchantment", "Creatures are Goblins in addition to their other types.")
    result = solve(board(tribe, ANIMATE, FOREST, TOMB))
    found = dependency(result, "4", "tribe#1", "living-plane#1")

    assert [cause.words for cause in found.causes] == [
        "Forest would become a creature", "Overgrown Tomb would become a creature",
    ]  # fmt: skip
    assert words(result, "4", found) == (
        "Living Plane would make Forest and Overgrown Tomb creatures, and Tribe would then apply to them: Tribe "
        "depends on Living Plane (613.8a, scope)"
    )


def test_a_number_that_would_be_another() -> None:
    warlord = card("Warlord", "Creature — Giant", "This creature gets +1/+1 for each creature you control.", "1/1")
    wax = card("Wax", "Enchantment", "Creatures you control with power 3 or greater get +1/+1.")
    made = board(warlord, wax, BEAR, players=("Ana", "Ben"))
    found = dependency(solve(made), "7c", "wax#1", "warlord#1")

    assert found.causes == (
        Cause("warlord", "size", "power 1", "power 3", "Warlord would have power 3 rather than 1"),
    )  # fmt: skip


def test_what_an_amount_counts() -> None:
    crown = card(
        "Crown",
        "Enchantment",
        "Creatures you control get +X/+X, where X is the greatest power among creatures you control.",
    )
    blade = card("Blade", "Enchantment", "Creatures you control get +1/+0.")
    made = board(crown, blade, BEAR, players=("Ana", "Ben"))
    result = solve(made)
    found = dependency(result, "7c", "crown#1", "blade#1")

    assert found.causes == (
        Cause("", "amount", "2", "3", "the greatest power among creatures Ana controls would be 3 rather than 2"),
    )  # fmt: skip
    assert words(result, "7c", found) == (
        "Blade would make the greatest power among creatures Ana controls 3 rather than 2, and Crown would then give "
        "+3/+3 rather than +2/+2 to Grizzly Bears: Crown depends on Blade (613.8a, result)"
    )


def test_a_condition_that_would_fail() -> None:
    relic = card(
        "Relic", "Artifact",
        "This artifact is a 5/5 Golem artifact creature as long as you control two or more artifacts.", cost="{4}",
    )  # fmt: skip
    hush = card("Hush", "Enchantment — Aura", "Enchanted permanent is a colorless Forest land.", cost="{2}{G}")
    made = board(relic, STONE)
    made.enters(hush, attached_to="mind-stone")
    result = solve(made)
    found = dependency(result, "4", "relic#1", "hush#1")

    assert (found.gone, [cause.words for cause in found.causes]) == (
        "condition", ["Mind Stone would stop being an artifact"],
    )  # fmt: skip
    assert words(result, "4", found) == (
        "Hush would make Mind Stone stop being an artifact, and the condition of Relic would then fail: Relic depends "
        "on Hush (613.8a, existence)"
    )


def test_a_colour() -> None:
    found = dependency(solve(board(RAGE, PAINT, BEAR)), "5", "rage#1", "red-paint#1")

    assert found.causes == (Cause("grizzly-bears", "colour", "", "red", "Grizzly Bears would become red"),)


def test_another_player_in_control() -> None:
    one = card("One", "Enchantment — Aura", "You control enchanted permanent.")
    made = Board(players=("Ana", "Ben"))
    made.enters(BEAR, controller="Ben")
    made.enters(one, as_="anas", controller="Ana", attached_to="grizzly-bears")
    made.enters(one, as_="bens", controller="Ben", attached_to="anas")
    found = dependency(solve(made), "2", "anas#1", "bens#1")

    assert found.causes == (Cause("anas", "controller", "Ana", "Ben", "Ben would control Ana’s One"),)


def test_a_keyword_gained() -> None:
    flyers = card("Sky", "Enchantment", "Creatures with flying have haste.")
    wings = card("Wings", "Enchantment", "All creatures have flying.")
    found = dependency(solve(board(flyers, wings, BEAR)), "6", "sky#1", "wings#1")

    assert [cause.words for cause in found.causes] == ["Grizzly Bears would have flying"]


def test_the_last_ability_lost() -> None:
    """It is named; that it was the last one says nothing of what takes it."""
    drake = card("Wind Drake", "Creature — Drake", "Flying", "2/2")
    flyers = card("Sky", "Enchantment", "Creatures with flying have haste.")
    found = dependency(solve(board(flyers, HUMILITY, drake)), "6", "sky#1", "humility#1")

    assert [cause.words for cause in found.causes] == ["Wind Drake would lose flying"]


@pytest.mark.parametrize(
    ("family", "before", "after", "said"),
    [
        ("type", "", "Basic", "it would become basic"),
        ("type", "Legendary, Forest", "Swamp, Creature",
         "it would become a Swamp and a creature and stop being legendary and a Forest"),
        ("type", "", "every creature type", "it would become of every creature type"),
        ("colour", "white", "", "it would stop being white"),
        ("colour", "white", "colourless", "it would become colourless rather than white"),
        ("controller", "Ana", "", "nobody would control it"),
        ("name", "Elf", "Ghost", "it would be called Ghost"),
        ("name", "Elf", "", "it would have no name"),
        ("mana cost", "{1}", "{W}", "it would have the mana cost {W}"),
        ("mana cost", "{1}", "", "it would have no mana cost"),
        ("mana value", "2", "", "it would have the mana value 0 rather than 2"),
        ("size", "power 1, toughness 1", "power 2, toughness 3",
         "it would have power 2 and toughness 3 rather than power 1 and toughness 1"),
        ("size", "power 1", "", "it would no longer have power 1"),
        ("ability", "flying", "", "it would lose flying"),
    ],
)  # fmt: skip
def test_changes_as_clauses(family: str, before: str, after: str, said: str) -> None:
    assert would_clause(family, before, after, "it") == said  # type: ignore[arg-type]


def test_plurals() -> None:
    assert would_clause("type", "Elf", "Land", "they", many=True) == "they would become lands and stop being Elves"
    assert would_clause("controller", "Ana", "Ben", "they", many=True) == "Ben would control them"


def test_more_than_three_are_counted() -> None:
    result = solve(board(MOON, LIMB, SAPROLING))
    found = [Cause("", "amount", str(n), str(n + 1), f"number {n} would be {n + 1}") for n in range(5)]

    assert caused(found, result.explainer.names) == (
        "make number 0 1, make number 1 2, make number 2 3 and make 2 more such changes"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("Taiga would become a Mountain and stop being a Forest", "make Taiga a Mountain rather than a Forest"),
        ("Taiga would stop being a Forest", "make Taiga stop being a Forest"),
        ("Taiga would become of every creature type", "make Taiga of every creature type"),
        ("Taiga would lose all abilities", "make Taiga lose all abilities"),
        ("Taiga would have flying", "give Taiga flying"),
        ("Taiga would have no name", "give Taiga no name"),
        ("Taiga would be called Elf", "give Taiga the name Elf"),
        ("nobody would control Taiga", "give nobody control of Taiga"),
    ],
)  # fmt: skip
def test_causes_as_what_the_other_effect_would_do(words: str, said: str) -> None:
    result = solve(board(MOON, LIMB, SAPROLING))

    assert caused((Cause("taiga", "other", "", "", words),), result.explainer.names) == said


def no_cause_is_more_than_needed(recipe: Recipe) -> None:
    try:
        result = solve(recipe.build())
    except ValueError:
        hypothesis.reject()
    for step in result.steps:
        for effect in step.candidates:
            for found in step.dependencies(effect):
                assert found.causes, (step, found, str(recipe))
                assert all(cause.words for cause in found.causes)


@hypothesis.settings(max_examples=100)
@hypothesis.given(seed=st.integers(0, 2**32))
def test_every_dependency_has_a_cause(seed: int) -> None:
    no_cause_is_more_than_needed(random_recipe(Random(seed)))


@hypothesis.settings(max_examples=60)
@hypothesis.given(seed=st.integers(0, 2**32), day=st.sampled_from(DAYS), theme=st.sampled_from(("", "rare 4", "6")))
def test_so_it_is_under_every_edition(seed: int, day: str, theme: str) -> None:
    no_cause_is_more_than_needed(random_recipe(Random(seed), day, theme))
