"""The method cards.dependencies: the sample for one card, a decision with boards for two."""

from __future__ import annotations

import msgspec
import pytest

from mtglayers import UnknownCardError
from mtglayers.atlas.sample import sample
from mtglayers.server.methods import call
from mtglayers.server.session import Session


def test_two_cards_have_boards_that_can_be_solved():
    found = call(Session(), "cards.dependencies", {"card": "blood moon", "other": "Life and Limb"})

    assert [(pair.effect, pair.on) for pair in found.pairs] == [
        ("Blood Moon", "Life and Limb"), ("Life and Limb", "Blood Moon"),
    ]  # fmt: skip
    for pair in found.pairs:
        assert (pair.depends, pair.layer, pair.reasons) == (True, "4", ("scope",))
        result = call(Session(), "solve", {"board": msgspec.to_builtins(pair.board), "include": ["steps"]})
        (layer,) = [layer for layer in result.layers if layer.name == "4"]
        assert layer.steps


def test_two_cards_that_never_depend():
    found = call(Session(), "cards.dependencies", {"card": "Blood Moon", "other": "Glorious Anthem"})

    assert [(pair.layers, pair.depends, pair.board) for pair in found.pairs] == [((), False, None)] * 2
    assert len(call(Session(), "cards.dependencies", {"card": "Conversion", "other": "Conversion"}).pairs) == 1


def test_one_card_has_the_pairs_of_the_sample():
    found = call(Session(), "cards.dependencies", {"card": "Blood Moon", "limit": 1000})

    assert found.left_out == 0
    assert {(pair.effect, pair.on) for pair in found.pairs} == {
        (row.effect, row.on) for row in sample().of("Blood Moon")
    }  # fmt: skip
    assert found.pairs[0].effect == "Blood Moon"
    fewer = call(Session(), "cards.dependencies", {"card": "Blood Moon", "limit": 2})
    assert fewer.pairs == found.pairs[:2]
    assert fewer.left_out == len(found.pairs) - 2


def test_a_card_without_dependencies_and_an_unknown_card():
    assert call(Session(), "cards.dependencies", {"card": "Grizzly Bears"}).pairs == ()
    with pytest.raises(UnknownCardError):
        call(Session(), "cards.dependencies", {"card": "Blod Moon"})
