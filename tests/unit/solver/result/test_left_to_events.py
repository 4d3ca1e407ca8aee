"""What resolved texts do to a board and no event records."""

from __future__ import annotations

from mtglayers import Board, solve
from mtglayers.model.board.board import Board as ModelBoard
from mtglayers.solver.result.left_to_events import left_to_events


def kinds(board: ModelBoard) -> list[tuple[str, str]]:
    return [(effect, text.partition(": ")[2].partition(",")[0]) for effect, text in left_to_events(board)]


def test_one_event_records_one_change() -> None:
    board = Board()
    bear = board.enters("Grizzly Bears", counters={"+1/+1": 1})
    text = "Put a +1/+1 counter on target creature. It gains flying until end of turn."
    board.counters(bear, put={"+1/+1": 1})
    board.resolves({"text": text}, targets=bear, as_="first")
    assert kinds(board) == []
    board.resolves({"text": text}, targets=bear, as_="second")
    assert kinds(board) == [("second", "counters that it puts or removes")]
    board.counters(bear, put={"+1/+1": 1})
    assert kinds(board) == []


def test_an_object_that_was_there_before_is_not_what_arrives_with_counters() -> None:
    board = Board()
    bear = board.enters("Grizzly Bears", counters={"+1/+1": 1})
    board.resolves({"text": "Put a +1/+1 counter on target creature. It gains flying."}, targets=bear, as_="it")
    assert kinds(board) == [("it", "counters that it puts or removes")]


def test_tokens_are_created_before_or_after() -> None:
    board = Board()
    board.enters("Grizzly Bears")
    text = "Create a 1/1 white Soldier creature token. Creatures you control gain flying until end of turn."
    board.resolves({"text": text}, as_="it")
    assert kinds(board) == [("it", "tokens that it creates")]
    board.pop()
    board.enters("Soldier token")
    board.resolves({"text": text}, as_="it")
    assert kinds(board) == []


def test_tapping_matters_if_an_ability_asks_for_it() -> None:
    board = Board()
    bear = board.enters("Grizzly Bears")
    board.resolves({"text": "Tap target creature. It gets +1/+0 until end of turn."}, targets=bear, as_="it")
    assert kinds(board) == []
    lord = {"name": "Watch", "type_line": "Enchantment", "oracle_text": "Tapped creatures you control have flying."}
    board.enters(lord)
    assert kinds(board) == [("it", "what it taps or untaps")]
    board.marks(bear, tapped=True)
    assert solve(board).unsupported == ()


def test_a_spell_does_not_do_what_its_other_abilities_say() -> None:
    card = {
        "name": "Lesson",
        "type_line": "Instant",
        "oracle_text": "Target creature gets +1/+1 until end of turn.\nWhen you cycle this card, create a Food token.",
    }
    board = Board(cards=[card])
    bear = board.enters("Grizzly Bears")
    board.resolves("Lesson", targets=bear, as_="it")
    assert kinds(board) == []


def test_the_ability_of_a_copy() -> None:
    board = Board()
    card = {
        "name": "Trainer",
        "type_line": "Creature — Human",
        "power": "1",
        "toughness": "1",
        "oracle_text": "{T}: Put a +1/+1 counter on target creature. It gains flying until end of turn.",
    }
    board.enters(card, as_="trainer")
    board.enters("Clone", copy_of="trainer", as_="clone")
    board.resolves({"ability_of": "clone", "index": 1}, targets="trainer", as_="it")
    assert kinds(board) == [("it", "counters that it puts or removes")]
