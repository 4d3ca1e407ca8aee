"""Which known name resembles an unknown one: as `difflib` measures it, without measuring most."""

from __future__ import annotations

import difflib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mtglayers.model.cards.search import near
from mtglayers.model.support.names import resembling

WORDS = st.text(st.sampled_from("aabcqQ0-é"), max_size=14)


@given(WORDS, st.lists(WORDS, max_size=8), st.sampled_from((0.3, 0.6, 0.8)))
@example("aaaaaaaa", ["aaaaaaaaaaaa", "aaaa", "qqqq"], 0.6)
@example("a0Q", ["QQQ", "000", "a0"], 0.6)
def test_what_resembles_is_what_difflib_says(word, known, like):
    assert resembling(word, known, 3, like) == difflib.get_close_matches(word, known, 3, like)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Blod Moon", ("Blood Moon", "Bad Moon", "Blood Money")),
        ("urborg tomb of yawgmoth", ("Urborg, Tomb of Yawgmoth",)),
        ("x" * 1000, ()),
        ("", ()),
    ],
)
def test_cards_near_a_name(name, found):
    assert near(name) == found
