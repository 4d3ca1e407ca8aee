"""All orders of timestamps at once: outcomes, how many orders lead to each, and what decides."""

from __future__ import annotations

import pytest

from mtglayers import Board, UnknownObjectError, solve
from mtglayers.solver.open_order import OpenReadingError
from mtglayers.solver.orders import Orders, TooManyOrdersError, orders
from mtglayers.solver.poset import Poset

from .boards import BEAR, HUMILITY, LIMB, MOON, SAPROLING, TOMB, board, card
from .random_orders import Tally, run

ANTHEM = card("Anthem", "Enchantment", "Creatures you control get +1/+1.")
FROG = card("Frog", "Enchantment", "All creatures are blue.")
CHALK = card("Chalk", "Enchantment", "All creatures are white.")
OPALESCENCE = card(
    "Opalescence", "Enchantment",
    "Each other non-Aura enchantment is a creature in addition to its other types and has base power and base "
    "toughness each equal to its mana value.", cost="{2}{W}{W}",
)  # fmt: skip


def told(found: Orders) -> list[tuple[int, object]]:
    return [(outcome.orders, outcome.cases) for outcome in found]


def test_a_dependency_leaves_one_outcome() -> None:
    found = orders(board(MOON, LIMB, SAPROLING))

    assert (found.varied, found.total, found.solves) == (("blood-moon", "life-and-limb"), 2, 1)
    assert told(found) == [(2, ((),))]


def test_a_loop_leaves_two() -> None:
    found = orders(board(MOON, LIMB, SAPROLING, TOMB))
    first, second = found

    assert told(found) == [
        (1, ((("blood-moon", "life-and-limb"),),)), (1, ((("life-and-limb", "blood-moon"),),)),
    ]  # fmt: skip
    assert first.present
    assert not second.present
    assert (first.result["saproling"].subtypes, second.result["saproling"].subtypes) == (
        ("Forest", "Saproling"), ("Mountain", "Saproling"),
    )  # fmt: skip


def test_what_never_meets_is_never_ordered() -> None:
    anthems = [card(f"Anthem {place}", "Enchantment", "Creatures you control get +1/+1.") for place in range(10)]
    found = orders(board(BEAR, *anthems, FROG, CHALK))

    assert found.total == 479_001_600  # 12!
    assert found.solves == 2
    assert told(found) == [(239_500_800, ((("frog", "chalk"),),)), (239_500_800, ((("chalk", "frog"),),))]


def test_an_order_that_leads_to_it_is_shown_and_does() -> None:
    made = board(OPALESCENCE, HUMILITY, BEAR)
    for outcome in orders(made):
        assert set(outcome.order) == {"opalescence", "humility"}
        assert solve(made, order=outcome.order)["humility"] == outcome.result["humility"]


def test_what_is_named_may_have_come_at_any_moment() -> None:
    made = board(BEAR, FROG, CHALK, ANTHEM)

    assert told(orders(made, vary=["anthem"])) == [(3, ((),))]
    assert told(orders(made, vary=["frog"])) == [(1, ((("frog", "chalk"),),)), (2, ((("chalk", "frog"),),))]


def test_counters_are_younger_than_what_they_are_on() -> None:
    made = board(BEAR, HUMILITY)
    made.counters("grizzly-bears", put={"flying": 1})
    found = orders(made)

    assert found.total == 2
    assert [outcome.order for outcome in found] == [
        ("humility", "grizzly-bears+flying"),
        ("grizzly-bears+flying", "humility"),
    ]


def test_the_choices_of_players_who_let_things_enter_together() -> None:
    made = Board(["Ana", "Ben"])
    made.enters(BEAR)
    made.enters([FROG, CHALK])
    made.enters(ANTHEM)
    found = orders(made, vary="choices")

    assert found.varied == ("frog", "chalk")
    assert told(found) == [(1, ((("frog", "chalk"),),)), (1, ((("chalk", "frog"),),))]


def test_an_order_of_its_own_for_a_solve() -> None:
    made = board(BEAR, FROG, CHALK)

    assert solve(made)["grizzly-bears"].colors == ("W",)
    assert solve(made, order=["chalk", "frog"])["grizzly-bears"].colors == ("U",)
    with pytest.raises(UnknownObjectError, match="chalc"):
        solve(made, order=["chalc", "frog"])
    with pytest.raises(ValueError, match="twice"):
        solve(made, order=["chalk", "chalk"])


def test_a_bound_on_the_work() -> None:
    with pytest.raises(TooManyOrdersError, match="more than 1 walk"):
        orders(board(BEAR, FROG, CHALK), limit=1)


def test_readings_that_look_further_are_refused() -> None:
    with pytest.raises(OpenReadingError):
        orders(board(BEAR, FROG, CHALK), readings="advance")


@pytest.mark.parametrize("reading", ["component", "ready-first", "literal"])
def test_the_readings_of_a_loop(reading: str) -> None:
    assert len(orders(board(MOON, LIMB, SAPROLING, TOMB), readings=reading)) == 2


def test_brute_force_says_the_same() -> None:
    found = run((0, 60, 5))

    assert found.differing == ()
    assert found.boards > 20
    assert found.turning > 0
    assert isinstance(found, Tally)


# --- Partial orders ---


def test_orders_that_fit_are_counted() -> None:
    assert Poset(range(20)).count() == 2_432_902_008_176_640_000
    assert Poset(range(4), [(0, 1), (2, 3)]).count() == 6
    assert Poset(range(5), [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4)]).count() == 2


def test_an_order_does_not_go_in_circles() -> None:
    poset = Poset(range(3), [(0, 1), (1, 2)])

    assert poset.is_older(0, 2)
    assert not poset.admits([(2, 0)])
    with pytest.raises(ValueError, match="2 cannot be older than 0"):
        poset.add(2, 0)
