"""The search index: what someone types, and the names that fit, best first."""

from __future__ import annotations

import pytest

from mtglayers import Board, UnknownCardError, find_card, search_cards
from mtglayers.model.cards.name_index import NameIndex
from mtglayers.model.cards.search import find, names
from mtglayers.model.cards.tokens import known_tokens

NAMES = ("Ape", "Ape Bear", "Bear", "Bears of Ape", "Fire // Ice", "Great Ape", "Urza's Saga", "Lim-Dûl's Vault")


@pytest.fixture(scope="module")
def index() -> NameIndex:
    return NameIndex((name, name) for name in NAMES)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ape", ["Ape", "Ape Bear", "Great Ape", "Bears of Ape"]),
        ("bear", ["Bear", "Bears of Ape", "Ape Bear"]),
        ("BEAR A", ["Ape Bear", "Bears of Ape", "Bear"]),
        ("ap be", ["Ape Bear", "Bears of Ape"]),
        ("ice", ["Fire // Ice"]),
        ("fire/ice", ["Fire // Ice"]),
        ("urzas s", ["Urza's Saga"]),
        ("urza’s saga", ["Urza's Saga"]),
        ("lim dul", ["Lim-Dûl's Vault"]),
        ("grate ape", ["Great Ape"]),
        ("saga urza", ["Urza's Saga"]),
        ("zzzz", []),
        ("", []),
        (" ", []),
        ("//", []),
        ("\n", []),
        ("a" * 10_000, []),
    ],
)
def test_names_are_found_by_beginning_words_and_similarity(index: NameIndex, text: str, found: list[str]) -> None:
    assert index.matches(text, 10) == found


def test_a_limit_keeps_the_best(index: NameIndex) -> None:
    assert [index.matches("ape", limit) for limit in (0, 1, 2)] == [[], ["Ape"], ["Ape", "Ape Bear"]]


def test_every_card_is_found_first_by_its_name() -> None:
    for name in names()[::97]:
        assert search_cards(name)[0] == name


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("urborg, tomb", "Urborg, Tomb of Yawgmoth"),
        ("tomb of y", "Urborg, Tomb of Yawgmoth"),
        ("yawgmoth tomb", "Urborg, Tomb of Yawgmoth"),
        ("blod moon", "Blood Moon"),
        ("lightning bolt", "Lightning Bolt"),  # also a face of another card
        ("Treasure", "Treasure artifact token"),
        ("saproling", "1/1 green Saproling creature token"),
        ("saproling tok", "1/1 green Saproling creature token"),
        ("1/1 soldier lifelink", "1/1 white Soldier creature token with Lifelink"),
    ],
)
def test_cards_and_tokens_are_found(text: str, first: str) -> None:
    assert search_cards(text, 5)[0] == first


def test_every_token_that_is_found_can_enter() -> None:
    """Its description means this token and no other."""
    tokens = [token for token in known_tokens() if token.text in search_cards(token.text, 1)]
    assert len(tokens) > 500
    for token in tokens:
        assert find(token.text).faces[0].copiable().subtypes == token.description.subtypes
    board = Board.of(*(token.text for token in tokens[::7]))
    assert len(board.objects) == len(tokens[::7])


def test_a_card_by_its_name() -> None:
    assert find_card("lim-dul the necromancer").name == "Lim-Dûl the Necromancer"
    assert find_card("fire").type_line == "Instant // Instant"
    assert find_card("Treasure token").type_line == "Token Artifact — Treasure"
    with pytest.raises(UnknownCardError, match=r"did you mean `Urborg, Tomb of Yawgmoth`\?"):
        find_card("tomb of yawgmoth")
