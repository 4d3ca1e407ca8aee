"""Solving with an earlier result: the same answer, and what was taken over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from reuse import BOARDS, EVENTS

from mtglayers.model.board.board import Board
from mtglayers.model.cards.card import Card, Face
from mtglayers.model.effects.ability import Static
from mtglayers.model.effects.filters.whereabouts import ControlledBy, Permanent
from mtglayers.model.effects.language import Clause
from mtglayers.model.effects.operations.control import GainControl
from mtglayers.model.effects.selectors import Group
from mtglayers.model.events.base import Event
from mtglayers.model.puzzles.puzzle import read_puzzle
from mtglayers.model.support.progress import watched
from mtglayers.solver.result.result import Result
from mtglayers.solver.solve import solve

from ....generators.events import HAPPENINGS
from ....generators.reuse import census, drawn, outcomes, told, unlike
from ....support.paths import ROOT

PUZZLES = sorted((ROOT / "puzzles").glob("*.toml"))


def loop() -> Board:
    board = Board(players=("Ana", "Ben"))
    for name in ("Blood Moon", "Life and Limb", "Overgrown Tomb", "Grizzly Bears", "Glorious Anthem"):
        board.enters(name, controller="Ana")
    return board


def test_what_nothing_asked_about_changes_nothing() -> None:
    board = loop()
    first = solve(board)
    board.marks("overgrown-tomb", tapped=True)
    board.player("Ben", life=3)
    board.turn("Ben")
    again = solve(board, last=first)
    assert again.statistics.reused == again.statistics.steps == 5
    assert all(each.taken for each in again.reuse)
    assert again["overgrown-tomb"].tapped
    assert not unlike(again, solve(board))
    assert told(again) == told(solve(board))


def test_fresh_results_reuse_nothing() -> None:
    result = solve(loop())
    assert (result.statistics.reused, result.reuse) == (0, ())


def test_only_layers_that_read_a_difference_are_applied_again() -> None:
    board = loop()
    board.enters("Serra Avatar", controller="Ben")
    first = solve(board)
    board.player("Ben", life=7)
    again = solve(board, last=first)
    assert (again["serra-avatar"].power, first["serra-avatar"].power) == (7, 20)
    whole = {each.layer: each.steps for each in again.reuse if each.steps and each.taken}
    assert whole == {"4": 2, "5": 1, "7b": 1, "7c": 1}
    assert {each.layer: (each.steps, each.why) for each in again.reuse if each.why} == {
        "7a": (1, "its effects read values that differ: life")  # only its order was taken over
    }
    assert (again.statistics.reused, again.statistics.steps) == (6, 6)


def test_a_result_of_another_kind_only_costs_time() -> None:
    board = loop()
    for last in (
        solve(Board()),
        solve(board, edition="2006-07-01"),
        solve(board, readings="literal"),
        solve(board, until="4"),
        solve(board).at("4", 1),
        solve(board, without=("blood-moon#1",)),
        solve(board, order=("life-and-limb", "blood-moon")),
    ):
        assert not unlike(solve(board, last=last), solve(board))


def ticks(board: Board, last: Result | None, **keys: str) -> Counter[str]:
    """Return how often a solve said what it does."""
    seen: Counter[str] = Counter()
    with watched(lambda work: seen.update([work])):
        solve(board, last=last, **keys)
    return seen


def test_the_board_before_an_event_is_not_solved_again() -> None:
    board = loop()
    board.resolves({"text": "Creatures you control get +1/+1 until end of turn."}, as_="rally", controller="Ana")
    last = solve(board, last=solve(board))
    board.resolves({"text": "Creatures you control gain flying until end of turn."}, as_="flight", controller="Ana")
    assert ticks(board.unsettled(), last)["solve"] == 2
    assert ticks(board.unsettled(), None)["solve"] == 3
    assert not unlike(solve(board, last=last), solve(board.unsettled()))


def test_a_result_of_another_board_tells_nothing_of_the_past() -> None:
    board, other = loop(), Board(players=("Ana", "Ben"))
    for _ in range(5):
        other.enters("Grizzly Bears", controller="Ben")
    last = solve(other)
    board.resolves({"text": "Creatures you control gain flying until end of turn."}, as_="flight", controller="Ana")
    assert ticks(board.unsettled(), last)["solve"] == 2
    assert not unlike(solve(board, last=last), solve(board.unsettled()))


def test_what_was_played_under_another_edition_is_not_played_again() -> None:
    board = loop()
    last = solve(board, edition="2006-07-01")
    board.enters("Grizzly Bears")
    board.pop()
    board.enters("Forest")
    assert ticks(board, last, edition="2006-07-01")["event"] == 2
    assert ticks(board, None, edition="2006-07-01")["event"] == 6
    assert not unlike(solve(board, edition="2006-07-01", last=last), solve(board, edition="2006-07-01"))


def test_what_is_no_result_is_refused() -> None:
    with pytest.raises(TypeError, match="expects results, not a Board; call `solve` first"):
        solve(Board(), last=Board())  # type: ignore[arg-type]


@pytest.mark.parametrize("path", PUZZLES[::6], ids=lambda path: path.stem)
def test_puzzles_are_alike_event_by_event(path: Path) -> None:
    puzzle = read_puzzle(path)
    board, last = puzzle.board(), None
    for place in range(len(puzzle.timeline)):
        puzzle.play(board, place)
        last = solve(board, last=last)
        assert not unlike(last, solve(board))


@pytest.mark.parametrize("leaves", [False, True])
@pytest.mark.parametrize("beside", [(), ("Humility", "Opalescence")])
@pytest.mark.parametrize(("text", "happens"), [
    ("Tapped creatures you control get +1/+1.", lambda board: board.marks("grizzly-bears", tapped=True)),
    ("Equipped creatures you control get +1/+1.", lambda board: board.attaches("bonesplitter", to="grizzly-bears")),
    ("As long as it's your turn, creatures you control get +1/+1.", lambda board: board.turn("Ben")),
    ("Creatures get +1/+1 for each card in your hand.", lambda board: board.player("Ana", hand=2)),
    ("Creatures of the chosen color get +1/+1.", lambda board: board.chooses("asker", color="G")),
    ("Creatures with +1/+1 counters on them get +1/+1.",
     lambda board: board.counters("grizzly-bears", put={"+1/+1": 1})),
    ("Creatures with +1/+1 counters on them have trample.",
     lambda board: board.counters("grizzly-bears", put={"+1/+1": 1})),
    ("Creatures you own get +1/+1.", lambda board: board.enters("Craw Wurm", controller="Ana")),
])  # fmt: skip
def test_what_stands_still_is_asked_too(
    text: str, happens: Callable[[Board], object], beside: tuple[str, ...], leaves: bool
) -> None:
    asker = {"name": "Asker", "type_line": "Artifact", "oracle_text": text}
    board = Board(players=("Ana", "Ben"))
    for card in ("Grizzly Bears", "Bonesplitter", "Goblin King", *beside):
        board.enters(card, controller="Ana")
    board.enters(asker, controller="Ana", chosen={"color": "R"})
    board.player("Ana", hand=0)
    first = solve(board, last=solve(board))
    happens(board)
    if leaves:
        board.leaves("goblin-king")
    again = solve(board, last=first)
    assert first.unsupported == ()
    changed = "craw-wurm" in again or again["grizzly-bears"].power != first["grizzly-bears"].power
    assert changed
    assert not unlike(again, solve(board.copy()))


def avatar(*texts: str) -> tuple[Board, Result, Result]:
    """Return a board with Serra Avatar, the result at 20 life, and the one at 7 that was worked out from it."""
    board = Board(players=("Ana", "Ben"))
    for name in ("Serra Avatar", "Glorious Anthem", "Grizzly Bears"):
        board.enters(name, controller="Ana")
    for place, text in enumerate(texts):
        board.resolves({"text": text}, as_=f"spell-{place}", targets=["serra-avatar"])
    first = solve(board, last=solve(board))
    board.player("Ana", life=7)
    again = solve(board, last=first)
    assert not unlike(again, solve(board.copy()))
    return board, first, again


def test_what_differs_is_changed_by_what_is_taken_over() -> None:
    _, first, again = avatar()
    assert (first["serra-avatar"].power, again["serra-avatar"].power) == (21, 8)
    assert {each.layer: each.steps for each in again.reuse if each.steps and each.taken} == {"7c": 1}


def test_a_difference_can_vanish() -> None:
    _, first, again = avatar("Target creature has base power and toughness 1/1 until end of turn.")
    assert (first["serra-avatar"].power, again["serra-avatar"].power) == (2, 2)
    for layer, equal in (("7b", False), ("7c", True)):
        then, now = first.layer(layer).before, again.layer(layer).before
        assert (then.families == now.families) is equal
        assert (then.families["power"] is now.families["power"]) is equal  # known as equal, and shared


def test_who_you_are_may_change_in_the_layer() -> None:
    board = Board(players=("Ana", "Ben"))
    theirs = Group((Permanent(), ControlledBy("opponents")))
    face = Face("Thief", types=("Artifact",), abilities=(Static((Clause(theirs, (GainControl(),)),)),))
    board.enters(Card("Thief", (face,)), controller="Ana")
    board.resolves({"text": "Gain control of target artifact."}, as_="theft", controller="Ben", targets=["thief"])
    first = solve(board)
    board.enters("Grizzly Bears", controller="Ana")
    again = solve(board, last=first)
    assert again["grizzly-bears"].controller == "Ben"  # by then the thief is Ben's, and "you" are Ben
    assert not unlike(again, solve(board.copy()))


@pytest.mark.parametrize("beside", [(), ("Humility", "Opalescence")])
def test_a_condition_that_looks_further_than_before_is_noted_anew(beside: tuple[str, ...]) -> None:
    text = "As long as you have 30 or more life and you have three or more cards in hand, this creature gets +5/+5."
    bear = {"name": "Picky Bear", "type_line": "Creature — Bear", "power": "1", "toughness": "1", "oracle_text": text}
    board = Board()
    for card in (*beside, bear):
        board.enters(card)
    results = [solve(board)]
    for fact, number in (("life", 30), ("hand", 3), ("life", 20), ("life", 30), ("hand", 2)):
        board.player("A", **{fact: number})
        results.append(solve(board, last=results[-1]))
        assert not unlike(results[-1], solve(board.copy()))
    assert [result["picky-bear"].power for result in results] == ([1, 1, 1, 1, 1, 1] if beside else [1, 1, 6, 1, 6, 1])


def test_a_condition_can_begin_to_hold_where_effects_meet() -> None:
    board = Board()
    for name in ("Purphoros, God of the Forge", "Blood Moon", "Urborg, Tomb of Yawgmoth", "March of the Machines"):
        board.enters(name)
    last, creature = solve(board), []
    for _ in range(3):
        board.enters("Shivan Dragon")
        last = solve(board, last=last)
        assert not unlike(last, solve(board.copy()))
        creature.append("Creature" in last["purphoros-god-of-the-forge"].types)
    assert creature == [False, True, True]  # devotion to red: 4, 6, 8


@pytest.mark.parametrize("happens", [
    lambda board: board.enters("Grizzly Bears"),
    lambda board: board.leaves("grizzly-bears"),
    lambda board: board.moves("grizzly-bears", to="exile", as_="exiled"),
])  # fmt: skip
def test_an_order_is_taken_over_although_objects_come_and_go(happens: Callable[[Board], object]) -> None:
    board = loop()
    first = solve(board)
    happens(board)
    again = solve(board, last=first)
    assert {each.layer: each.steps for each in again.reuse if each.why} == {"4": 2, "5": 1, "7b": 1, "7c": 1}
    assert not unlike(again, solve(board.copy()))


def test_effects_that_started_with_other_objects_are_applied_again() -> None:
    """613.6: what layer 7b reads is the same, as every creature is white by then; what layer 4 fixed is not."""
    green = "Green creatures are artifacts in addition to their other types and have base power and toughness 5/5."
    board = Board()
    for name, text in (("Green", green), ("White", "All creatures are white.")):
        board.enters({"name": name, "type_line": "Enchantment", "oracle_text": text})
    board.enters("Grizzly Bears")
    first = solve(board)
    board.turns("grizzly-bears", face="down")
    again = solve(board, last=first)
    assert (first["grizzly-bears"].power, again["grizzly-bears"].power) == (5, 2)
    why = {each.layer: each.why for each in again.reuse}
    assert why["7b"] == "an effect that has started applies to different objects"
    assert not unlike(again, solve(board.copy()))


SEEDS = 20


@pytest.fixture(scope="module")
def occurred() -> Counter[str]:
    """Compare random sequences, and return what occurred in them."""
    found: Counter[str] = Counter()
    for seed in range(SEEDS):
        for kind, wrong, again, _ in outcomes(drawn(seed, None, 8), Random(seed), 20):
            assert wrong == "", f"seed {seed}"
            found.update(census(kind, again))
    return found


def test_effects_that_come_in_another_order_are_gathered_again() -> None:
    """Merging takes the abilities of one permanent away and gives them back, after those of the other."""
    board = Board()
    for name, text in (
        ("Dyer", "Creatures you control are red."),
        ("Elder", "Elves you control are black."),
        ("Top", ""),
    ):
        board.enters(
            {"name": name, "type_line": "Creature — Elf", "oracle_text": text, "power": "1", "toughness": "1"},
            zone="hand" if name == "Top" else None,
        )
    last = solve(board)
    board.merges("top", with_="dyer", on="top")
    again = solve(board, last=last)
    assert not unlike(again, solve(board))


def test_random_sequences_are_alike(occurred: Counter[str]) -> None:
    assert occurred["solves with an earlier result"] > 80


@pytest.mark.parametrize("make", BOARDS.values(), ids=BOARDS)
def test_measured_boards_have_the_same_results(make: Callable[[], Board]) -> None:
    board = make()
    last = solve(board)
    for happens in EVENTS.values():
        happens(board)
        last = solve(board, last=last)
        assert not unlike(last, solve(board.copy()))


def test_a_layer_that_is_a_small_part_is_replayed() -> None:
    """Eight effects do something else, but the others, of which there are more, reach no object that entered."""
    board = Board(players=("Ana", "Ben"))
    for place in range(30):
        black = {"name": f"Dye {place}", "type_line": "Enchantment", "oracle_text": "Creatures you control are black."}
        board.enters(black if place < 8 else "Levitation", controller="Ana" if place < 8 else "Ben")
    first = solve(board)
    for _ in range(2):
        board.enters("Grizzly Bears", controller="Ana")
        first = solve(board, last=first)
    assert first.statistics.reused == first.statistics.steps == 30


def test_an_answer_about_lost_abilities_does_not_depend_on_the_last_result() -> None:
    board = Board(players=("Ana", "Ben"))
    for name in ("Lord of Atlantis", "Goblin King", "Lord of the Undead", *["Glorious Anthem"] * 20, "Humility"):
        board.enters(name)
    first = solve(board)
    board.leaves("lord-of-atlantis")
    board.enters("Lord of Atlantis")
    again, fresh = solve(board, last=first), solve(board.copy())
    assert again.statistics.reused
    assert again.explainer.unapplied == fresh.explainer.unapplied


def test_where_no_effect_can_depend_on_another_a_board_with_a_new_object_is_solved_from_scratch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()
    board = BOARDS["lords 40"]()
    first = solve(board)
    board.enters("Grizzly Bears")
    assert not solve(board, last=first).reuse


def test_where_no_effect_can_depend_on_another_layers_after_one_solved_again_are_not_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()
    board = BOARDS["lords 40"]()
    first = solve(board)
    board.resolves({"text": "Gain control of target creature."}, targets=["lord-1"], controller="B")
    again = solve(board, last=first)
    assert [(each.layer, each.why) for each in again.reuse if each.why] == [
        ("2", "its effects differ"),
        *((layer, "an earlier layer was solved again") for layer in ("6", "7c")),
    ]
    assert not unlike(again, solve(board.copy()))


@pytest.mark.parametrize("what", [
    "layer with steps taken over", "layer worked out again", "solve taken over whole", "differs: its effects differ",
    "differs: the source of an effect differs", "differs: ability", "layer in the same order",
    "differs: objects came, left or changed zones",
])  # fmt: skip
def test_every_outcome_is_among_them(occurred: Counter[str], what: str) -> None:
    assert occurred[what]


def test_every_kind_of_event_is_among_sequences() -> None:
    calls = [each for seed in range(150) for each in drawn(seed, None, 12).calls]
    assert {kind for kind, _ in calls} == set(HAPPENINGS)
    assert {call.method for _, call in calls} == {*Event.VERBS, "pop", "copy"}
    assert any(len(call.arguments[0]) > 1 for kind, call in calls if kind == "order")


@pytest.mark.parametrize("seed", [940, 5219, 5358, 20226, 50005, 60021, 70092, 73366])
def test_what_happened_only_within_a_layer_is_noticed(seed: int) -> None:
    """Effects that ended without having applied, were locked in for others, or were alone under another reading."""
    for _, wrong, _, _ in outcomes(drawn(seed, None, 8), Random(seed), 20):
        assert wrong == ""


def test_the_ring_bearer_leaves() -> None:
    """701.54c: the effect of the Ring no longer applies, and that of the changeling stays."""
    board = Board()
    board.enters("Grizzly Bears", as_="bearer")
    board.enters("Changeling Outcast")
    for place in range(12):
        board.enters("Goblin King", as_=f"king-{place}")
    board.marks("bearer", ring_bearer=True)
    first = solve(board)
    board.leaves("bearer")
    again = solve(board, last=first)
    assert again.layer("4").order == ("changeling-outcast#1",)
    assert not unlike(again, solve(board))
