"""Earlier boards with only the effects that matter to whether permanents entered tapped (614.12)."""

from __future__ import annotations

from typing import Any

import pytest

from mtglayers import Board, solve
from mtglayers.solver.history import excerpts as excerpts_module
from mtglayers.solver.history.excerpts import Excerpts
from mtglayers.solver.history.known_arrivals import KnownArrivals
from mtglayers.solver.history.resolved import PastBoards

from ....support.boards import BEAR, FOREST, LIMB, MOON, SAPROLING, TOMB, card

GLADE = card("Glade", "Land", "This land enters tapped.")
CHECK = card("Check", "Land", "This land enters tapped unless you control two or more other lands.")
MAZE = card("Maze", "Enchantment", "Artifacts and lands enter tapped.")
CENSOR = card("Censor", "Enchantment", "Creatures enter tapped.")
MYSTIC = card(
    "Mystic",
    "Creature — Turtle",
    "Mystic enters tapped.\nAs long as Mystic is tapped, other permanents enter tapped.",
    "2/4",
)
SUN = card("Sun", "Enchantment", "All lands lose all abilities except mana abilities.")
FORESTRY = card(
    "Forestry",
    "Creature — Elemental",
    "Nontoken creatures you control are Forest lands in addition to their other types.",
    "4/4",
)
GOD = card(
    "God", "Enchantment",
    "As long as your devotion to green is less than three, lands are creatures in addition to their"
    " other types.",
)  # fmt: skip
HUNT = card(
    "Hunt", "Enchantment",
    "As long as you control three or more Slugs, lands are creatures in addition to their other types.",
)  # fmt: skip
LORD = card(
    "Lord", "Creature — Goblin",
    "As long as you control two or more Goblins, lands are creatures in addition to their other types.", "2/2",
)  # fmt: skip
CHANGE = card("Change", "Enchantment", "Creatures you control are Goblins in addition to their other creature types.")
GUIDE = card("Guide", "Artifact", "As long as Guide is tapped, lands are creatures in addition to their other types.")
MARCH = card("March", "Enchantment", "Tapped artifacts are creatures in addition to their other types.")
ROCK = card("Rock", "Artifact", "{T}: Add {C}.")
CROWN = card(
    "Crown", "Artifact — Equipment",
    "As long as equipped creature is a Bear and you control more creatures than lands, creatures you control are lands"
    " in addition to their other types.",
)  # fmt: skip
SLUG = card("Slug", "Creature — Slug", size="1/1", cost="{G}")

SLUGS = [(FOREST, 2), (SLUG, 2), (FOREST, 2), (SLUG, 2), (FOREST, 2)]

BOARDS: dict[str, list[tuple[dict[str, Any], int]]] = {
    "a line that may be lost": [(MYSTIC, 1), (SUN, 1), (BEAR, 9), (FORESTRY, 1), (BEAR, 9), (GLADE, 9)],
    "an object that shows a dependency": [(CENSOR, 1), (LIMB, 1), (MOON, 1), (TOMB, 3), (SAPROLING, 1), (TOMB, 3)],
    "a number that settles a condition": [(CENSOR, 1), (HUNT, 1), *SLUGS],
    "devotion that settles a condition": [(CENSOR, 1), (GOD, 1), *SLUGS],
    "a number that effects change": [(CENSOR, 1), (CHANGE, 1), (LORD, 1), (FOREST, 2), (BEAR, 1), (FOREST, 2)],
    "a source that entered tapped": [(MAZE, 1), (CENSOR, 1), (GUIDE, 1), (GLADE, 3), (SUN, 1), (GLADE, 9), (FOREST, 5)],
    "a group of tapped objects": [(MAZE, 1), (CENSOR, 1), (ROCK, 5), (MARCH, 1), (SUN, 1), (ROCK, 5), (GLADE, 5)],
    "an effect that cannot apply": [(CROWN, 1), (MYSTIC, 1), (SUN, 1), (BEAR, 9), (FORESTRY, 1), (BEAR, 9), (GLADE, 9)],
    "a condition on the board before": [(FORESTRY, 1), (CHECK, 3), (BEAR, 2), (CHECK, 3)],
}  # fmt: skip


def board_of(parts: list[tuple[dict[str, Any], int]]) -> Board:
    board = Board()
    for each, count in parts:
        for _ in range(count):
            board.enters(each)
    return board


def tapped(board: Board) -> list[bool | None]:
    found = solve(board.unsettled())
    return [found[id].tapped for id in found]


@pytest.mark.parametrize("name", BOARDS)
def test_excerpts_tell_what_whole_boards_tell(name: str, monkeypatch: pytest.MonkeyPatch):
    board = board_of(BOARDS[name])
    known = tapped(board)
    assert set(known) == {True, False}
    monkeypatch.setattr(KnownArrivals, "arrival", lambda *_: None)
    with monkeypatch.context() as patched:
        patched.setattr(PastBoards, "solved", None)
        assert tapped(board) == known
    monkeypatch.setattr(Excerpts, "usable", False)
    assert tapped(board) == known


def solves(monkeypatch: pytest.MonkeyPatch, *first: tuple[dict[str, Any], int]) -> list[int]:
    """Return the numbers of solves for boards on which few and many objects entered after the same sources."""
    done: list[int] = []
    plain = excerpts_module.apply_layers
    monkeypatch.setattr(excerpts_module, "apply_layers", lambda *each: (done.append(1), plain(*each))[1])
    counts = []
    for count in (5, 50):
        done.clear()
        tapped(board_of([*first, (MYSTIC, 1), (SUN, 1), (BEAR, count), (FORESTRY, 1), (BEAR, count), (GLADE, count)]))
        counts.append(len(done))
    return counts


def test_permanents_that_enter_among_the_same_effects_share_a_solve(monkeypatch: pytest.MonkeyPatch):
    """A solve for each source and for each kind of object, however many objects enter."""
    few, many = solves(monkeypatch)
    assert few == many <= 8


def test_the_condition_of_an_effect_that_cannot_apply_separates_no_events(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(KnownArrivals, "arrival", lambda *_: None)
    few, many = solves(monkeypatch, (CROWN, 1))
    assert 0 < few == many <= 9


def test_cards_in_other_zones_can_settle_a_condition(monkeypatch: pytest.MonkeyPatch):
    board = Board()
    board.enters(CENSOR)
    board.enters(card(
        "Threshold", "Enchantment",
        "As long as there are three or more cards in your graveyard, lands are creatures in addition to their other"
        " types.",
    ))  # fmt: skip
    for zone in ("battlefield", "graveyard", "graveyard", "battlefield", "graveyard", "battlefield"):
        board.enters(FOREST, zone=zone)
    known = tapped(board)
    assert [each for each in known if each is not None][2:] == [False, False, True]
    monkeypatch.setattr(KnownArrivals, "arrival", lambda *_: None)
    monkeypatch.setattr(PastBoards, "solved", None)
    assert tapped(board) == known
