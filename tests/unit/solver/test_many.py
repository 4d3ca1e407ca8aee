"""Many boards are solved in order, in one process or several, and an error stands in the place of its board."""

from __future__ import annotations

from itertools import count, islice

import pytest

from mtglayers import Board, Limits, limited, result_data, solve, solve_many
from mtglayers.model.errors import IllegalEventError, LayersError, LimitError, UnknownChoiceError
from mtglayers.solver.result.result import Result


def bears(number: int) -> Board:
    return Board.of(f"{number}x Grizzly Bears", "Glorious Anthem", "Humility")


def unattached() -> Board:
    board = Board()
    board.enters("Pacifism", attached_to=board.enters("Forest"))
    return board


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_are_those_of_solve_in_order(jobs: int) -> None:
    boards = [bears(number) for number in range(1, 46)]  # more than two chunks
    found = list(solve_many(boards, jobs=jobs, edition="2005"))
    assert all(isinstance(result, Result) for result in found)
    assert [result_data(result) for result in found if isinstance(result, Result)] == [
        result_data(solve(board, edition="2005")) for board in boards
    ]


@pytest.mark.parametrize("jobs", [0, -1, 1.5, "2", None])
def test_the_number_of_processes_is_checked(jobs: object) -> None:
    with pytest.raises(ValueError, match="`jobs` must be a whole number that is at least 1, not `"):
        solve_many([], jobs=jobs)  # type: ignore[arg-type]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_is_raised_or_returned(jobs: int) -> None:
    boards = [bears(1), unattached(), bears(2)]
    found = list(solve_many(boards, jobs=jobs, strict=True, errors="return"))
    assert [type(each) for each in found] == [Result, IllegalEventError, Result]
    results = solve_many(boards, jobs=jobs, strict=True)
    next(results)
    with pytest.raises(IllegalEventError) as caught:
        next(results)
    assert str(caught.value) == str(found[1])


@pytest.mark.parametrize("jobs", [1, 2])
def test_limits_apply_in_every_process(jobs: int) -> None:
    doubled = '"Double target creature\'s power and toughness until end of turn." -> Grizzly Bears'
    board = Board.of("Grizzly Bears", *[doubled] * 64)
    with limited(Limits(computed=10)):
        found = list(solve_many([board], jobs=jobs, errors="return"))
    assert [type(each) for each in found] == [LimitError]


def test_boards_are_taken_as_they_are_needed() -> None:
    assert len(list(islice(solve_many(bears(1) for _ in count()), 3))) == 3


def test_an_unknown_way_to_handle_errors_is_refused() -> None:
    with pytest.raises(UnknownChoiceError, match="raise, return"):
        solve_many([], errors="skip")  # type: ignore[arg-type]
    assert issubclass(UnknownChoiceError, LayersError)
