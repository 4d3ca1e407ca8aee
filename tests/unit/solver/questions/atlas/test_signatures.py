"""Pairs with the same signature have the same decision, except for names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable

import pytest

from mtglayers.model.cards.search import find
from mtglayers.model.rules.edition import NEWEST
from mtglayers.solver.questions.atlas.columns import columns_of
from mtglayers.solver.questions.atlas.decide import decide
from mtglayers.solver.questions.atlas.pairs import Candidate, CandidatePairs
from mtglayers.solver.questions.atlas.signatures import signature_of
from mtglayers.solver.questions.atlas.under_editions import with_editions

LORDS = (
    "Goblin King", "Lord of Atlantis", "Goblin Chieftain", "Elvish Archdruid", "Muscle Sliver", "Galerider Sliver",
    "Crusade", "Levitation", "Fervor", "Concordant Crossroads", "Rabbit Battery", "Serra Ascendant", "Skyhunter Cub",
    "Wind Drake", "Favorable Winds", "Blood Moon", "Bonesplitter", "Fleetfeather Sandals", "Cobbled Wings",
    "Cathedral of Serra", "Adventurers' Guildhouse", "Unholy Citadel", "Abzan Falconer", "Abzan Battle Priest",
    "Mikaeus, the Lunarch", "Armament Corps", "Elite Scaleguard", "Ainok Bond-Kin", "Longshot Squad",
)  # fmt: skip


def candidates(on: str) -> list[Candidate]:
    cards = {name: columns_of(find(name), NEWEST, resolved=False) for name in (*LORDS, on)}
    return [pair for pair in CandidatePairs(cards, NEWEST) if pair.on == on]


def pairs(*effects: str, on: str) -> list[Candidate]:
    cards = {name: columns_of(find(name), NEWEST, resolved=False) for name in (*effects, on)}
    found = {pair.effect: pair for pair in CandidatePairs(cards, NEWEST) if pair.on == on}
    return [found[name] for name in effects]


@pytest.mark.parametrize("on", ["Humility", "Frogify", "Darksteel Mutation", "Alpine Moon"])
def test_equal_signatures_have_equal_decisions(on: str):
    found: dict[Hashable, list[Candidate]] = defaultdict(list)
    for pair in candidates(on):
        found[signature_of(pair, NEWEST)].append(pair)
    found.pop(None, None)

    assert any(len(pairs) > 1 for pairs in found.values())
    for first, *others in found.values():
        one = with_editions(decide(first, NEWEST))
        for pair in others:
            assert with_editions(decide(pair, NEWEST)) == one.of(pair.effect, pair.on)


@pytest.mark.parametrize(
    ("one", "other", "on"),
    [
        ("Quick-Draw Katana", "Knife", "In Too Deep"),  # which can enchant a Clue
        ("Chitinous Cloak", "Gate Smasher", "Titania's Song"),  # of these only the first can be attached to a 1/1
        ("Maze Behemoth", "Ohran Frostfang", "Ray of Frost"),  # the first reads colors, in one layer with them once
    ],
)
def test_pairs_that_differ_in_what_matters_are_told_apart(one: str, other: str, on: str):
    found = [signature_of(each, NEWEST) for each in pairs(one, other, on=on)]

    assert None not in found
    assert found[0] != found[1]


def test_the_place_of_an_ability_does_not_matter():
    one, other = pairs("Abaddon the Despoiler", "Anara, Wolvid Familiar", on="Humility")
    found = [with_editions(decide(each, NEWEST)) for each in (one, other)]

    assert signature_of(one, NEWEST) == signature_of(other, NEWEST)
    assert [each.shown and each.shown.effect for each in found] == ["one#2", "one#1"]
    assert found[1] == found[0].of(other.effect, other.on)


@pytest.mark.parametrize(
    ("effect", "on"),
    [("Blood Moon", "Life and Limb"), ("Humility", "Darksteel Mutation"), ("Anger", "Yixlid Jailer")],
)
def test_a_pair_whose_scope_or_legality_could_change_is_unique(effect: str, on: str):
    cards = {name: columns_of(find(name), NEWEST, resolved=False) for name in (effect, on)}
    pair = next(pair for pair in CandidatePairs(cards, NEWEST) if (pair.effect, pair.on) == (effect, on))

    assert signature_of(pair, NEWEST) is None
