"""What is tapped is found when an effect or a reader first asks (614.12)."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from typing import Any

import pytest

from mtglayers import COMPILED, AmbiguousTimestampError, Board, Result, Stopped, solve, watched
from mtglayers.solver.history.known_arrivals import KnownArrivals

from ....support.boards import BEAR, FOREST, card

KISMET = card("Kismet", "Enchantment", "Artifacts, creatures, and lands your opponents control enter tapped.")
LAZY = card("Lazy Giant", "Creature — Giant", "As long as this creature is tapped, other creatures get -1/-1.", "4/4")
SHARED = card("Shared Banner", "Artifact", "Creatures get +1/+1.")
UNREAD = card("Sleepy Gate", "Land", "This land may enter tapped or untapped, as the moon wills.")


def kismet() -> Board:
    board = Board()
    board.enters(KISMET, as_="kismet", controller="A")
    board.enters(BEAR, as_="bear", controller="B")
    board.enters(FOREST, as_="forest", controller="A")
    return board


def is_asked(result: Result) -> bool:
    column = result.sources.history.tapped
    return column is not None and column.asked != 0


def tapped(result: Result) -> list[str]:
    return [id for id in result if result[id].tapped]


def test_nothing_is_looked_up_unless_it_is_asked_for():
    result = solve(kismet())
    assert not is_asked(result)
    assert tapped(result) == ["bear"]
    assert is_asked(result)


def test_an_effect_asks():
    board = kismet()
    board.enters(LAZY, as_="giant", controller="B")
    result = solve(board)
    assert is_asked(result)
    assert (result["bear"].power, result["giant"].power) == (1, 4)


def test_the_lines_that_leave_it_open_are_found_when_they_are_asked_for():
    board = kismet()
    board.enters(UNREAD, as_="gate", controller="A")
    result = solve(board)
    assert not is_asked(result)
    assert ("gate", UNREAD["oracle_text"]) in result.unsupported


CHANGES: dict[str, Callable[[Board], object]] = {
    "more comes": lambda board: board.enters(BEAR, controller="B"),
    "it dies": lambda board: board.leaves("bear"),
    "it is undone": Board.pop,
    "something else happened": lambda board: [*(board.pop() for _ in range(2)), board.enters(FOREST, controller="B")],
    "it untaps": lambda board: board.marks("bear", tapped=False),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_the_board_may_have_changed_since(change: Callable[[Board], object]):
    board = kismet()
    result = solve(board)
    change(board)
    assert tapped(result) == ["bear"]
    assert tapped(solve(board)) == tapped(solve(board.unsettled()))


@pytest.mark.parametrize("read", [False, True])
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_an_earlier_result_is_reused_whether_or_not_it_was_read(change: Callable[[Board], object], read: bool):
    for more in (SHARED, LAZY):
        board = kismet()
        board.enters(more, as_="more", controller="B")
        board.enters(BEAR, as_="second", controller="A")
        last = solve(board)
        if read:
            assert "bear" in tapped(last)
        change(board)
        again, fresh = solve(board, last=last), solve(board.unsettled())
        assert again == fresh
        assert {id: again[id] for id in again} == {id: fresh[id] for id in fresh}
        assert is_asked(last) is (read or more is LAZY)


@pytest.mark.skipif(COMPILED, reason="classes of the compiled core cannot be loaded again")
def test_a_result_that_nobody_has_read_yet_can_be_stored():
    result = solve(kismet())
    again = pickle.loads(pickle.dumps(result))  # noqa: S301 (we have just written it)
    assert not is_asked(again)
    assert tapped(again) == tapped(result) == ["bear"]


def test_an_answer_about_some_objects_knows_whether_the_sources_of_effects_are_tapped():
    board = Board()
    board.enters(card("Sovereign", "Creature", "Creatures your opponents control enter tapped.", "2/1"), controller="B")
    board.enters(card("Wood", "Land", "~ enters tapped.\nAs long as ~ is tapped, all creatures lose all abilities."))
    board.enters(BEAR, as_="bear")
    board.enters(card("Night", "Enchantment", "Tapped creatures are black."))

    assert solve(board)["bear"].colors == ("G",)  # 614.12: the source had no abilities as the bear entered
    assert tapped(solve(board)) == ["wood"]


@pytest.mark.parametrize("stop", range(1, 26, 4))
def test_a_reading_that_was_stopped_can_begin_again(stop: int):
    board = kismet()
    board.enters(card("Temple", "Land", "This land enters tapped."))
    board.leaves("forest")
    result, steps = solve(board), count(1)

    def watch(_: str) -> None:
        if next(steps) == stop:
            raise Stopped

    with suppress(Stopped), watched(watch):
        tapped(result)
    assert tapped(result) == tapped(solve(board)) == ["bear", "temple"]


def test_results_are_read_by_several_threads():
    board = kismet()
    board.leaves("forest")
    results = [solve(board) for _ in range(4)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(tapped, results * 4))
    assert found == [["bear"]] * 16


def test_an_earlier_result_is_not_kept():
    board = kismet()
    last = solve(board)
    board.enters(BEAR, controller="B")
    kept = pickle.dumps(solve(board, last=last))
    assert len(kept) < 1.05 * len(pickle.dumps(solve(board.unsettled())))


def test_an_unspecified_order_on_an_earlier_board_is_refused_at_once():
    """Only `solve` refuses; a reader of its result need not expect that."""
    board = Board()
    board.enters(card("White Kismet", "Enchantment", "White creatures your opponents control enter tapped."))
    bleached = [card(name, "Enchantment", f"All creatures are {name.lower()}.") for name in ("White", "Black")]
    board.enters(bleached, as_=["white", "black"], unordered=True)
    board.enters(BEAR, controller="B")
    board.leaves("white")
    with pytest.raises(AmbiguousTimestampError):
        solve(board)


def test_a_tie_of_what_has_left_is_refused_at_once():
    def enchantment(id: str, text: str, stamp: int) -> dict[str, Any]:
        values = {"name": id, "types": ["Enchantment"], "abilities": [text]}
        return {"id": id, "values": values, "controller": "A", "timestamp": stamp}

    says = enchantment("says", "White creatures your opponents control enter tapped.", 1)
    tied = [enchantment(color, f"All creatures are {color}.", 5) for color in ("white", "black")]
    board = Board.from_state({"players": ["A", "B"], "objects": [says, *tied]})
    board.enters(BEAR, as_="bear", controller="B")
    board.leaves("white")
    board.leaves("black")
    with pytest.raises(AmbiguousTimestampError):
        solve(board)  # whether the bear entered tapped depends on the order


def test_lines_that_leave_it_open_come_in_one_order():
    board = Board()
    text = "Sloth enters tapped.\nAs long as Sloth is tapped, other permanents enter tapped."
    board.enters(card("Sloth", "Creature — Sloth", text, "2/4"))
    for name, says in (("Gate", "tapped"), ("Key", "untapped")):
        board.enters(card(name, "Enchantment", f"Lands you control enter {says}."), tapped=False)
    board.enters(FOREST, as_="it")
    board.enters(BEAR, as_="bear", tapped=False)
    known = solve(board).unsupported
    board.leaves("bear")  # now each is found by itself
    again = solve(board.under(board.edition, board.events)).unsupported
    assert len(known) == 3
    assert again == known


def test_lines_of_two_sources_come_in_one_order():
    board = Board()
    lines = "As long as {0} is tapped, other lands enter tapped.\n{1} enters tapped."
    board.enters(
        card("One", "Creature — Elf", lines.format("One", "Forests").replace("enters", "enter"), "1/1"), tapped=False
    )
    board.enters(card("Two", "Creature — Elf", lines.format("Two", "This creature"), "1/1"))
    board.enters(card("Key", "Enchantment", "Lands you control enter untapped."), tapped=False)
    board.enters(FOREST, as_="it")
    board.enters(BEAR, as_="bear", tapped=False)
    known = solve(board).unsupported
    board.leaves("bear")
    assert known == solve(board.under(board.edition, board.events)).unsupported


def test_a_chain_of_sources_is_followed_once(monkeypatch: pytest.MonkeyPatch):
    length, rounds = 20, []
    board = Board()
    for number in range(1, length + 1):
        lines = [f"As long as Link {number} is tapped, permanents with mana value {number + 1} enter tapped."]
        lines += ["This creature enters tapped."] if number == 1 else []
        lines += [f"As long as Link {number} is tapped, other creatures get +1/+1."] if number == length else []
        link = card(f"Link {number}", "Creature — Elf", "\n".join(lines), "1/1")
        board.enters({**link, "mana_cost": f"{{{number}}}"})
    found = KnownArrivals.arrival
    monkeypatch.setattr(KnownArrivals, "arrival", lambda *given: rounds.append(given[1].number) or found(*given))
    assert solve(board)["link-1"].power == 2
    assert len(rounds) == length  # each link asks whether the one before is tapped
