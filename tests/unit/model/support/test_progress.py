"""Long work says that it goes on, and can be stopped anywhere without a trace."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from mtglayers import (
    Board,
    Result,
    decisive,
    depends,
    flips,
    orders,
    read_puzzle,
    read_query,
    result_data,
    smallest,
    solve,
    verdict,
    what_if,
)  # fmt: skip
from mtglayers.model.cards.scryfall import read_card
from mtglayers.model.errors import UnknownCardError
from mtglayers.model.puzzles.puzzle import puzzle_of_text
from mtglayers.model.support.progress import Stopped, checkpoint, watched
from mtglayers.solver.questions.editions import eras
from mtglayers.solver.questions.find.find import find

from ....support.boards import BEAR, HUMILITY, LIMB, MOON, SAPROLING, TOMB, board, card
from ....support.paths import ROOT
from ....support.watching import longest_silence, stopped_at, told

CLONE = card("Clone", "Creature — Shapeshifter", "You may have Clone enter as a copy of any creature.", size="0/0")
QUERY = ROOT / "puzzles" / "queries" / "what-keeps-it-a-forest.query.toml"


def rich() -> Board:
    """Return a board with loops, a copy, a resolved effect that lasts, counters and tokens."""
    made = board(MOON, LIMB, SAPROLING, TOMB, HUMILITY, BEAR)
    made.enters(CLONE, copy_of="grizzly-bears")
    made.resolves({"text": "Target creature gets +X/+X until end of turn, where X is the number of lands you control."},
                  as_="growth", targets="grizzly-bears")  # fmt: skip
    made.counters("grizzly-bears", put={"+1/+1": 2})
    made.enters(SAPROLING, count=3)
    return made


def every_word(result: Result) -> Any:
    """Return all that can be asked of a result as data."""
    return result_data(result, states=True), [result.explain(id).text() for id in result]


SOLVED = solve(rich())
EVERY_WORD = every_word(solve(rich()))


# --- Stopping -----------------------------------------------------------------------------------------------


def test_nobody_need_watch() -> None:
    checkpoint("step")


def test_what_is_told_of_a_solve() -> None:
    made = board(MOON, LIMB, SAPROLING)
    found = Counter(told(lambda: solve(made)))
    assert {work: found[work] for work in ("event", "solve", "step")} == {"event": 0, "solve": 1, "step": 4}
    assert found["trial"] > 4  # each footprint and each trial application


def test_a_watch_ends_with_its_block() -> None:
    seen: list[str] = []
    with watched(seen.append), pytest.raises(Stopped), watched(_stop):
        checkpoint("line")
    checkpoint("line")
    assert seen == []


def _stop(_work: str) -> None:
    raise Stopped


def test_an_event_stopped_anywhere_leaves_the_board_as_it_was() -> None:
    told_ticks = 0
    for event in rich().events:
        made = rich()
        while made.events[-1] != event:
            made.pop()
        made.pop()
        before = _state(made)
        place = 1
        while stopped_at(place, lambda made=made, event=event: made.push(event)):  # type: ignore[misc]
            assert _state(made) == before
            place += 1
        told_ticks += place - 1
        assert _state(made) != before
    assert told_ticks > 30


def _state(made: Board) -> Any:
    tables = made._tables
    return [[(key, repr(value)) for key, value in each.items()] for each in tables.all()], len(made.events)


def test_taking_back_can_be_stopped_before_it_begins() -> None:
    made = rich()
    before = _state(made)
    assert stopped_at(1, made.pop)
    assert _state(made) == before


def _reads() -> dict[str, Callable[[Board], object]]:
    return {
        "solve": solve,
        "everything": lambda made: every_word(solve(made)),
        "orders": lambda made: orders(made, ["blood-moon", "life-and-limb"], presence=True).text(),
        "what if": lambda made: what_if(made, without=["humility"]).text(),
        "decisive": lambda made: decisive(made, "grizzly-bears", size=1).text(),
        "flips": lambda made: flips(made, "saproling").text(),
        "smallest": lambda made: smallest(made, {"objects": {"saproling": {"power": 1}}}),
        "verdict": lambda made: verdict(made).text(),
        "eras": eras,
    }


@pytest.mark.parametrize("what", _reads())
def test_a_question_stopped_anywhere_leaves_the_board_and_later_answers_as_they_were(what: str) -> None:
    ask, made = _reads()[what], rich()
    before = _state(made)
    ask(rich())  # what is worked out once is reported once
    ticks = len(told(lambda: ask(made))) * 9 // 10
    places = range(1, ticks) if ticks < 200 else range(1, ticks, ticks // 3)
    for place in places:
        made = rich()
        assert stopped_at(place, partial(ask, made))
        assert _state(made) == before
        assert solve(made) == SOLVED
    assert every_word(solve(made)) == EVERY_WORD


def test_reading_can_be_stopped() -> None:
    assert stopped_at(
        1, lambda: read_card(card("Stopped before it was read", "Enchantment", "All creatures get +3/+7."))
    )


# --- No long silence ----------------------------------------------------------------------------------------


MANY = "title = 'x'\n" + "[[timeline]]\nenters = 'Forest'\n" * 500


def _unknown() -> str:
    with pytest.raises(UnknownCardError) as caught:
        Board().enters("Grizly Bears")
    return str(caught.value)


def crowd() -> Board:
    """Return a board with many objects, some of them with effects."""
    made = board(MOON, LIMB, TOMB, HUMILITY)
    for place in range(12):
        made.enters(card(f"Lord {place}", "Creature — Bear", "Other Bears get +1/+1.", size="1/1"), count=5)
    made.enters(SAPROLING, count=3_000)
    return made


CROWD = crowd()
LAST = tuple(CROWD.objects)[-1]
QUESTIONS: dict[str, tuple[int, Callable[[], object]]] = {
    "making a board": (4_000, crowd),
    "solve": (1_500, lambda: solve(CROWD)),
    "players": (1_500, lambda: solve(CROWD).players),
    "readings": (2_500, lambda: solve(rich()).turns_on),
    "data": (8_000, lambda: result_data(solve(rich()), states=True)),
    "explain": (16_000, lambda: solve(CROWD).explain(LAST).text()),
    "orders": (8_000, lambda: orders(rich()).text()),
    "find": (8_000, lambda: find(read_query(QUERY)).text()),
    "depends": (8_000, lambda: depends("Blood Moon", "Life and Limb", most=1).text()),
    "flips": (8_000, lambda: flips(rich(), "saproling").text()),
    "puzzle": (2_500, lambda: read_puzzle(ROOT / "puzzles" / "three-loop.toml")),
    "many events": (25_000, lambda: puzzle_of_text(MANY).board()),
    "an unknown name": (2_000, _unknown),
}


@pytest.mark.parametrize("what", QUESTIONS)
def test_nothing_goes_on_for_long_without_a_tick(what: str) -> None:
    most, ask = QUESTIONS[what]
    ask()  # what is built on first use is built
    silence, where = longest_silence(ask)
    assert silence < most, where
