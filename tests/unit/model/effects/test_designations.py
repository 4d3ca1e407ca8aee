"""Suspected permanents and Ring-bearers: what the designations do, and since when (701.60, 701.54)."""

from __future__ import annotations

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.errors import IllegalEventError
from mtglayers.solver.solve import solve

from ....reference.solver import plain_solve
from ....support.boards import BEAR, HUMILITY, card

DRESS_DOWN = card("Dress Down", "Enchantment", "Flash\nCreatures lose all abilities.")
LORD = card("Lord", "Enchantment", "Legendary creatures you control get +1/+1.")
COMMON = card("Common", "Instant", "Target creature isn't legendary until end of turn.")
STEAL = card("Steal", "Enchantment — Aura", "Enchant creature\nYou control enchanted creature.")
RING = card(
    "The Ring", "Emblem", "Your Ring-bearer is legendary and can't be blocked by creatures with greater power.",
    layout="emblem",
)  # fmt: skip
CARDS = (BEAR, HUMILITY, DRESS_DOWN, LORD, COMMON, STEAL, RING)


def made(edition: str | None = None) -> Board:
    board = Board(("Ana", "Ben"), edition, CARDS)
    board.enters("Grizzly Bears", as_="bear")
    return board


def abilities(board: Board, name: str = "bear") -> list[str]:
    """Return the abilities of an object, on which both solvers agree."""
    found = [getattr(ability, "name", "") or ability.text for ability in solve(board)[name].abilities]
    assert sorted(repr(ability) for ability in solve(board)[name].abilities) == sorted(
        repr(ability) for ability, _ in plain_solve(board).objects[name].abilities
    )
    return sorted(found)


def legendary(board: Board, name: str = "bear") -> bool:
    """Return whether an object is legendary, on which both solvers agree, as on the order of layer 4."""
    result, plain = solve(board), plain_solve(board)
    assert result[name].supertypes == plain.objects[name].supertypes
    assert result.layer("4").order == plain.layers["4"].order
    return "Legendary" in result[name].supertypes


SUSPECT = ["Menace", "This creature can't block."]


# --- Suspected ---


def test_a_suspected_permanent_has_menace_and_cannot_block():
    """701.60c; 701.60a: until an effect says that it is suspected no longer."""
    board = made()
    assert abilities(board) == []
    board.marks("bear", suspected=True)
    assert abilities(board) == SUSPECT
    assert solve(board).layer("6").order == ("bear<suspected>",)
    assert "Grizzly Bears’ suspected designation: gains menace" in str(solve(board).explain("bear"))
    board.marks("bear", suspected=False)
    assert abilities(board) == []
    assert solve(board).layer("6").order == ()


@pytest.mark.parametrize("what", ["Humility", "Dress Down"])
def test_it_goes_by_its_timestamp(what: str):
    """613.7: what takes all abilities takes menace from who was suspected before, and leaves it to who is after."""
    younger, older = made(), made()
    younger.marks("bear", suspected=True)
    younger.enters(what)
    older.enters(what)
    older.marks("bear", suspected=True)

    assert (abilities(younger), abilities(older)) == ([], SUSPECT)
    younger.marks("bear", suspected=True)  # 701.60d: it can't become suspected again
    assert abilities(younger) == []
    younger.marks("bear", suspected=False)
    younger.marks("bear", suspected=True)
    assert abilities(younger) == SUSPECT


def test_copies_are_not_suspected_and_a_new_object_is_not():
    """701.60b: it is not a copiable value; 400.7."""
    board = made()
    board.marks("bear", suspected=True, ring_bearer=True)
    board.enters("Grizzly Bears", as_="twin", copy_of="bear")

    assert abilities(board, "twin") == []
    assert not legendary(board, "twin")
    (gone,) = board.leaves("bear")
    board.moves(gone, to="battlefield", as_="back")
    assert board.object("back").designated == ()
    assert (abilities(board, "back"), legendary(board, "back")) == ([], False)


def test_it_stays_through_phasing_with_its_timestamp():
    """702.26d, 613.7: the same object, so that a younger Humility is younger still."""
    board = made()
    board.marks("bear", suspected=True)
    board.phases("bear", direction="out")
    assert solve(board).layer("6").order == ()
    board.phases("bear", direction="in")
    assert abilities(board) == SUSPECT
    board.enters("Humility")
    board.phases("bear", direction="out")
    board.phases("bear", direction="in")
    assert abilities(board) == []


def test_groups_of_suspected_creatures_and_popped_events():
    board = made()
    board.enters(card("Lead", "Enchantment", "Suspected creatures you control get +1/+0."))
    board.marks("bear", suspected=True)
    assert solve(board)["bear"].power == 3
    board.pop()
    assert (solve(board)["bear"].power, board.object("bear").designated) == (2, ())


# --- Ring-bearers ---


def test_a_ring_bearer_is_legendary():
    """701.54c, in layer 4: a lord of legendary creatures finds it in 7c; a mark that is taken back is none."""
    board = made()
    board.enters("Lord")
    board.marks("bear", ring_bearer=True)

    assert legendary(board)
    assert (solve(board)["bear"].power, solve(board).layer("4").order) == (3, ("bear<Ring-bearer>",))
    assert solve(board).layer("613.11").order == ("bear<Ring-bearer>",)
    assert "The Ring emblem: " in str(solve(board).explain("bear"))
    board.enters("Humility")  # 701.54c: the emblem says so, no ability of the creature
    assert legendary(board)
    board.marks("bear", ring_bearer=False)
    assert not legendary(board)
    assert solve(board)["bear"].power == 1


def common(board: Board) -> None:
    board.resolves("Common", targets=["bear"])


def test_the_emblem_is_as_old_as_the_first_temptation():
    """613.7d: "isn't legendary" that is younger than the emblem wins, and loses to a younger emblem."""
    told = made()
    told.player("Ana", ring=1)
    common(told)
    told.player("Ana", ring=2)
    told.marks("bear", ring_bearer=True)
    assert not legendary(told)
    other = made()
    other.player("Ben", ring=1)  # another's emblem
    common(other)
    other.marks("bear", ring_bearer=True)
    assert legendary(other)
    card_of_it = made()
    card_of_it.enters("The Ring", zone="command")
    common(card_of_it)
    card_of_it.marks("bear", ring_bearer=True)
    assert not legendary(card_of_it)


def test_the_emblem_is_that_of_who_controls_the_bearer_by_layer_2():
    board = made()
    board.player("Ben", ring=1)
    common(board)
    board.enters("Steal", controller="Ben", attached_to="bear")
    board.marks("bear", ring_bearer=True)

    assert solve(board)["bear"].controller == "Ben"
    assert not legendary(board)


# --- Where they are refused ---


@pytest.mark.parametrize(("fact", "day", "before", "concept"), [
    ("ring_bearer", "2023-06-23", "2023-06-22", "Ring-bearers"),
    ("suspected", "2024-02-09", "2024-02-08", "suspected permanents"),
])  # fmt: skip
def test_editions_that_do_not_know_them_refuse_them(fact: str, day: str, before: str, concept: str):
    made(day).marks("bear", **{fact: True})
    with pytest.raises(IllegalEventError, match=rf"does not have {concept} \(introduced on {day}"):
        made(before).marks("bear", **{fact: True})
    made(before).marks("bear", **{fact: False})


@pytest.mark.parametrize("fact", ["suspected", "ring_bearer"])
def test_only_permanents_have_them(fact: str):
    board = made()
    board.enters("Grizzly Bears", as_="card", zone="graveyard")
    with pytest.raises(IllegalEventError, match="not on the battlefield"):
        board.marks("card", **{fact: True})
    board.marks("bear", **{fact: True})
    twin = board.copy()
    twin.pop()
    assert (len(board.object("bear").designated), twin.object("bear").designated) == (1, ())
