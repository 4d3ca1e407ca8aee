"""That sentences of explanations say only what is so: whom an effect decided for, by what, and about which objects."""

from __future__ import annotations

from mtglayers import Board, solve
from mtglayers.model.view import FAMILIES
from mtglayers.solver.explain import Explanation
from mtglayers.solver.explanation import Rest

from .boards import BEAR, board, card


def players() -> Board:
    return Board(players=["Ana", "Ben"])


def rests(found: Explanation) -> list[str]:
    return [f"{rest.called}: {rest.words}" for rest in found.rests]


# --- What it also rests on ---


def test_a_text_change_is_told_as_one() -> None:
    """612: it is the Bell that reads otherwise."""
    b = players()
    bell = b.enters("Kormus Bell")
    b.enters("Plains")
    b.resolves("Magical Hack", targets=[bell], chosen={"word_from": "Swamp", "word_to": "Plains"})
    found = solve(b).explain("plains")

    assert rests(found) == [
        "Magical Hack: it made Kormus Bell read “All Plains are 1/1 black creatures that are still lands.”"
    ]


def test_only_the_objects_that_count_are_named() -> None:
    """Nightmare counts the Swamps that its controller controls."""
    b = players()
    b.enters("Nightmare", controller="Ana")
    b.enters("Urborg, Tomb of Yawgmoth", controller="Ben")
    b.enters("Forest", controller="Ana")
    b.enters("Taiga", controller="Ben")
    found = solve(b).explain("nightmare")

    assert rests(found) == ["Urborg, Tomb of Yawgmoth: it made Forest a Swamp, which Nightmare looks at"]


def test_whoever_looks_at_it_is_named() -> None:
    """Were Nylea a creature, her ability would have to wait for Humility, which takes it."""
    b = players()
    b.enters("Nylea, God of the Hunt")
    b.enters("Humility")
    b.enters("Llanowar Elves")
    (told,) = solve(b).explain("llanowar-elves").rests

    assert told.layer == "4"
    assert told.words == "it made Nylea, God of the Hunt no longer a creature, which Humility looks at"


def test_an_effect_that_gave_the_ability_of_another() -> None:
    lord = card("Grantor", "Enchantment", "Bears have “Creatures get +1/+1.”", cost="{1}")
    ogre = card("Ogre", "Creature — Ogre", cost="{2}", power="2", toughness="2")
    found = solve(board(lord, BEAR, ogre)).explain("ogre")

    assert rests(found) == [
        "Grantor: it gave Grizzly Bears “Creatures get +1/+1.”, without which Grizzly Bears "
        "(ability from Grantor) would not apply"
    ]


def test_where_no_one_thing_is_known_none_is_told() -> None:
    line = Rest("a#1", "A", "", "")
    found = Explanation("x", "X is an artifact.", (), rests=(line,))

    assert found.text().endswith("It also rests on A.")


# --- What can't be had ---


def archetype() -> Board:
    b = players()
    b.enters("Archetype of Imagination", controller="Ana")
    bears = b.enters("Grizzly Bears", controller="Ben")
    b.enters("Levitation", controller="Ben")
    b.counters(bears, put={"flying": 1})
    return b


def test_what_cannot_be_had_is_a_change() -> None:
    found = solve(archetype()).explain("grizzly-bears")
    (entry,) = found.entries

    assert [change.words for change in entry.changes] == ["can’t have flying (113.11)"]
    assert entry.barred == (
        "so Levitation gives it no flying (113.11)",
        "so Grizzly Bears (flying counters) gives it no flying (113.11)",
    )
    assert found.rests == ()


def test_the_number_of_that_rule_is_of_its_day() -> None:
    (entry,) = solve(archetype(), edition="2020-05-01").explain("grizzly-bears").entries[:1]

    assert entry.barred[0] == "so Levitation gives it no flying (113.11)"
    assert entry.barred[1].startswith("Grizzly Bears (flying counters) gives it flying all the same")

    b = Board(players=["Ana", "Ben"], edition="2015-01-01")
    b.enters("Archetype of Imagination", controller="Ana")
    b.enters("Grizzly Bears", controller="Ben")
    (entry,) = solve(b).explain("grizzly-bears").entries

    assert [change.words for change in entry.changes] == ["can’t have flying (112.11)"]


def test_every_family_that_changes_is_told() -> None:
    """Mana value goes with mana cost; `fallen` only remembers which subtypes went with their card type (205.1a)."""
    told = {"name", "mana_cost", "color", "type", "supertype", "subtype", "ability", "cant_have"}
    told |= {"power", "toughness", "loyalty", "defense", "controller"}

    assert set(FAMILIES) - told == {"mana_value", "fallen"}
