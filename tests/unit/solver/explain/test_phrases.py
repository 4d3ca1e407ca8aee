"""Conditions as phrases, what follows at night, and the rules behind keywords, as rulings state them."""

from __future__ import annotations

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.cards.search import names, shipped_card
from mtglayers.model.effects.ability import Static, TextAbility
from mtglayers.model.effects.view import Context
from mtglayers.solver.explain.phrases import phrase
from mtglayers.solver.explain.ruling import ruling
from mtglayers.solver.solve import solve


def said(lines: str, about: str) -> str:
    """Return the ruling on an object."""
    board = Board.of(lines)
    return " ".join(ruling(solve(board).explain(board.find(about).id)))


@pytest.mark.parametrize(
    ("lines", "about", "words"),
    [
        ("Ann: Gideon Blackblade; Ben's turn", "Gideon", "applies only as long as it is Ann’s turn"),
        ("Ann: Gideon Blackblade", "Gideon", "Human and Soldier, because it is Ann’s turn (layer 4)"),
        ("Ann: Cloud, Planet's Champion", "Cloud",
         "applies only as long as it is Ann’s turn and Cloud, Planet's Champion is equipped."),
        ("Ann: Cloud, Planet's Champion; Bonesplitter -> Cloud, Planet's Champion", "Cloud",
         "because it is Ann’s turn and Cloud, Planet's Champion is equipped (layer 6)"),
        ("Warden of the Wall", "Warden", "applies only as long as it isn’t A’s turn"),
        ("Palace Siege choosing option 1", "Palace Siege", "because Khans was chosen"),
        ("Overlord of the Mistmoors cast for impending with 3 time counters", "Overlord",
         "because it was cast for its impending cost (702.176) and Overlord of the Mistmoors has a time counter on it"),
        ("Lizard Blades -> Grizzly Bears", "Lizard Blades",
         "removes the card type Creature (702.151), because Lizard Blades is attached (layer 4)"),
        ("Quicksilver Fountain; Plains; ability 1 of Quicksilver Fountain -> Plains; flood counter on Plains", "Plains",
         "lasts only as long as Plains has a flood counter on it, which has not always been so since"),
        ("Liege of the Tangle; Forest; Liege of the Tangle's ability -> Forest", "Forest",
         "lasts only as long as Forest has an awakening counter on it (611.2b)"),
        ("Muraganda Petroglyphs; Exalted Angel face down with a flying counter", "Exalted Angel",
         "Muraganda Petroglyphs applies only to creatures with no abilities"),
        ("Eidolon of Countless Battles", "Eidolon",
         "gives +1/+1 (the number of creatures A controls plus the number of Auras A controls, layer 7c)"),
        ("Dread Slag; Forest in hand", "Dread Slag", "gives -4/-4 (four times the number of cards in A’s hand"),
        ("Raffine's Silencer; Grizzly Bears; Raffine's Silencer dies; ability 2 of Raffine's Silencer -> Grizzly Bears",
         "Grizzly", "gives -1/-1 (Raffine's Silencer's power as it resolved, layer 7c)"),
        ("Woodland Changeling", "Woodland Changeling", "adds every creature type (702.73, layer 4)"),
        ("Willbender face down", "Willbender", "makes it a face-down 2/2 creature (708.2a, layer 1b)"),
        ("Tarmogoyf; Dryad Arbor in graveyard", "Tarmogoyf",
         "card types among cards in all graveyards, namely creature and land, and that number plus 1, layer 7a"),
        ("Matca Rioters; Forest; Island", "Matca Rioters", "lands A controls, namely Island and Forest, layer 7a"),
        ("Brutal Cathar; it's night", "Brutal Cathar",
         "has daybound and it is night, so it transforms into Moonrage Brute (3/3, 702.145)"),
        ("Lazav, the Multifarious; Grizzly Bears in graveyard; ability 2 of Lazav -> Grizzly Bears with X = 2", "Lazav",
         "gives “{X}: Lazav, the Multifarious becomes a copy of"),
    ],
)  # fmt: skip
def test_a_ruling_says(lines: str, about: str, words: str) -> None:
    assert words in said(lines, about)


def test_it_is_no_longer_night() -> None:
    assert "transforms" not in said("Brutal Cathar; it's night; it's day", "Brutal Cathar")


def test_this_ability_in_a_quoted_ability_is_the_quoted_one() -> None:
    """707.9a: Vesuvan Doppelganger's copies keep the triggered ability, not the one with which it entered."""
    lines = "Grizzly Bears; Vesuvan Doppelganger as a copy of Grizzly Bears"
    assert "except it doesn't copy that creature's color and it has this ability.”" in said(
        lines, "Vesuvan Doppelganger"
    )


def test_every_condition_of_a_static_ability_is_a_phrase() -> None:
    result = solve(Board.of("Ann: Grizzly Bears; Ben: Forest"))
    state, called = result.trace.state, result.explainer.names
    silent = []
    for name in names():
        card = shipped_card(name)
        for ability in (ability for face in (card.faces if card else ()) for ability in face.abilities):
            if isinstance(ability, TextAbility):
                continue
            conditions = [clause.condition for clause in ability.clauses()]
            conditions += [ability.condition] if isinstance(ability, Static) else []
            given = (condition for condition in conditions if condition is not None)
            silent += [name for condition in given if not phrase(condition, Context(source=0), state, called)]

    assert silent == []
