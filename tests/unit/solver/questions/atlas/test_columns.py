"""What cards' effects read and write without a board, and the pairs that follow."""

from __future__ import annotations

from typing import Any

import pytest

from mtglayers.model.cards.scryfall import read_card
from mtglayers.model.cards.search import find
from mtglayers.model.rules.edition import NEWEST, edition
from mtglayers.solver.questions.atlas.columns import PartColumns, columns_of, dependence_layers
from mtglayers.solver.questions.atlas.pairs import Candidate, CandidatePairs
from mtglayers.solver.readings import Readings

from .....support.boards import BEAR, HUMILITY, LIMB, MOON, card

PAINTER = card("Painter", "Enchantment", "All creatures are red.")
GREEN_LORD = card("Green Lord", "Enchantment", "Green creatures get +1/+1.")
BREAKER = card("Breaker", "Instant", "Target creature loses all abilities until end of turn.")
LENDER = card("Lender", "Enchantment", 'Creatures you control have "Other Goblins have flying."')
GOBLINS = card("Warren", "Enchantment", "Goblins get +1/+1.")
ELVES = card("Grove", "Enchantment", "All creatures are Elves in addition to their other creature types.")


def columns(data: dict[str, Any], at: str | None = None, **keys: bool) -> frozenset[PartColumns]:
    return columns_of(read_card(data), edition(at), **keys)


def layers(one: dict[str, Any], other: dict[str, Any], at: str | None = None) -> frozenset[str]:
    return dependence_layers(columns(one, at), columns(other, at), edition(at))


def test_a_card_without_effects_has_no_columns():
    assert columns(BEAR) == frozenset()


def test_each_part_has_the_columns_of_its_layer():
    found = {part.layer: part for part in columns(HUMILITY) if part.zone == "battlefield"}

    assert set(found) == {"6", "7b"}
    assert ("type", "Creature") in found["6"].reads
    assert found["7b"].writes == {("power", "*"), ("toughness", "*")}
    assert all(part.source == "static" for part in found.values())


def test_a_pair_depends_only_where_one_reads_what_the_other_writes():
    assert layers(MOON, LIMB) == {"4"}
    assert layers(LIMB, MOON) == {"4"}
    assert layers(GREEN_LORD, PAINTER) == frozenset()  # color changes apply in layer 5, the bonus in 7c
    assert layers(BEAR, HUMILITY) == frozenset()


def test_the_layers_are_those_of_the_edition():
    assert layers(MOON, LIMB, "2006-07-01") == {"4"}
    assert {part.layer for part in columns(HUMILITY, "2006-07-01")} == {"5", "6b"}


def test_an_ability_that_a_card_gives_has_columns():
    assert "6" in layers(LENDER, HUMILITY)
    mine = [part for part in columns(LENDER) if part.layer == "6"]
    assert any(("creature type", "Goblin") in part.reads for part in mine)


def test_resolved_effects_have_locked_objects():
    found = columns(BREAKER)

    assert {(part.layer, part.source, part.reads) for part in found} == {("6", "resolved", frozenset())}
    assert columns(BREAKER, resolved=False) == frozenset()
    assert layers(LENDER, BREAKER) == {"6"}
    assert layers(BREAKER, LENDER) == frozenset()


def test_words_that_a_text_change_can_replace_count_as_every_word():
    typed = card("Typed", "Enchantment", "Goblins are black.")
    painter = card("Typed", "Enchantment", "Green creatures are white.")

    assert layers(painter, typed) == {"5"}  # not as printed, but with "black" changed to "green"
    assert layers(painter, PAINTER) == {"5"}


def test_characteristic_defining_abilities_depend_only_on_each_other():
    changeling = card("Shifter", "Creature — Shapeshifter", "Changeling", "1/1")
    slivers = card("Hive", "Enchantment", "All Slivers are Elves in addition to their other creature types.")

    assert layers(slivers, changeling) == frozenset()
    assert layers(slivers, ELVES) == {"4"}


def test_under_the_reading_outcome_all_effects_of_layer_3_may_depend_on_each_other():
    words = find("Mind Bend")
    found = columns_of(words, NEWEST)

    assert dependence_layers(found, found, NEWEST) == frozenset()
    assert dependence_layers(found, found, NEWEST, Readings(words="outcome")) == {"3"}


@pytest.mark.parametrize("at", ["2004", "2006-07-01", "E25"])
def test_joined_pairs_are_those_that_may_depend(at: str):
    cards = [MOON, LIMB, PAINTER, GREEN_LORD, BREAKER, LENDER, GOBLINS, ELVES, HUMILITY]
    found = {each["name"]: columns(each, at) for each in cards}
    rules = edition(at)
    expected = {(one, other): dependence_layers(found[one], found[other], rules) for one in found for other in found}

    pairs = CandidatePairs(found, rules)

    assert {(p.effect, p.on): frozenset(p.layers) for p in pairs} == {k: v for k, v in expected.items() if v}
    assert pairs.counts()[""] == len(list(pairs))
    assert Candidate("Blood Moon", "Life and Limb", ("4",), False) in list(pairs)
