"""Hostile puzzles, data and boards: each is refused in one sentence, or does no harm; all of it within bounds."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mtglayers import Board, LayersError, LimitError, Limits, PuzzleError, limited, read_puzzle, result_data, solve
from mtglayers.model.cards.card import Card
from mtglayers.model.data.admission import digits, validate
from mtglayers.model.effects.registry import from_data
from mtglayers.model.errors import BoardDataError, IllegalEventError, UnknownCardError, UnknownObjectError
from mtglayers.model.events.base import read_event
from mtglayers.model.puzzles.puzzle import puzzle_of_text
from mtglayers.model.puzzles.query import read_query

from ....support.boards import BEAR, card
from ....support.watching import told

DEEP = 100_000


def puzzle(timeline: str = "[]", **more: str) -> str:
    """Return the JSON text of a puzzle, from JSON texts."""
    fields = {"title": '"x"', "timeline": timeline, **more}
    return "{" + ", ".join(f'"{key}": {value}' for key, value in fields.items()) + "}"


# --- Texts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[" * DEEP, "not valid TOML"),
        ("x = " + "[" * DEEP, "at most 64 levels of nesting are allowed"),
        ("x = " + "{a = " * DEEP, "at most 64 levels of nesting are allowed"),
        ("a." * DEEP + "a = 1", "at most 64 levels of nesting are allowed"),
        ("[" + '"a" . ' * DEEP + "a]", "at most 64 levels of nesting are allowed"),
        ('{"a": ' * DEEP, "at most 64 levels of nesting are allowed"),
        (puzzle("[" * 70 + "]" * 70), "at most 64 levels of nesting are allowed"),
        ("title = 'x'\nx = " + "9" * 5000, "at most 9 digits in a number are allowed, not 5000"),
        (puzzle(f'[{{"player": "A", "set": {{"life": {"9" * 5000}}}}}]'), "at most 9 digits in a number are allowed"),
        (puzzle('[\n{"player": "A", "set": {"life": 1000000000}}]'), "given:2: at most 9 digits in a number"),
        (puzzle('[{"player": "A", "set": {"life": 1e999}}]'), "given:1: the number `1e999` is too large"),
        (puzzle('[{"player": "A", "set": {"life": NaN}}]'), "given:1: `NaN` is not valid JSON"),
        (puzzle('[{"player": "A", "set": {"life": -Infinity}}]'), "`-Infinity` is not valid JSON"),
        (puzzle('[{"player": "A", "set": {"life": 2.5}}]'), "`life` must be a whole number, not `2.5`"),
        (puzzle('[{"player": "A", "set": {"life": true}}]'), "`life` must be a whole number, not `true`"),
        ("title = 'x'\nx = nan", "`nan` is not a finite number"),
        (puzzle('[{"enters": "Forest", "count": true}]'), "`count` must be a whole number, not `true`"),
        (puzzle('[{"enters": "Forest", "count": 1000001}]'), "at most 200000 objects on a board are allowed"),
        (puzzle("[" + '{"enters": "Forest", "count": 100000},' * 3 + '{"ends": "turn"}]'), "objects on a board"),
        (puzzle('[{"zaps": "Forest"}]'), "the event has no verb; use one of"),
        (puzzle('[{"enters": {"kind": "Cord"}}]'), "`kind` must be Card, not `Cord`"),
        (puzzle('[{"enters": "Forest", "as": "\\ud800"}]'), "`\\ud800` contains an invalid character: U+D800"),
        (puzzle('[{"enters": "Forest", "as": "a\\u0000"}]'), "`a\\x00` contains an invalid character: U+0000"),
        (puzzle('[{"enters": "\\u001b[31mForest"}]'), "`\\x1b[31mForest` contains an invalid character: U+001B"),
        (puzzle('[{"enters": "Forest", "as": "a\\u202eb"}]'), "`a\\u202eb` contains an invalid character: U+202E"),
        (puzzle('[{"\\udfff": 1}]'), "`\\udfff` contains an invalid character: U+DFFF"),
        (puzzle(title=f'"{"x" * 5_001}"'), "at most 5000 characters in a string are allowed, not 5001"),
        (puzzle(f'[{{"{"x" * 301}": 1}}]'), "at most 300 characters in a name are allowed, not 301"),
        (puzzle(cards=f'[{{"name": "{"x" * 301}", "type_line": "Land"}}]'), "at most 300 characters in a name are"),
        (puzzle(players=json.dumps([f"P{n}" for n in range(101)])), "at most 100 players are allowed, not 101"),
        (puzzle(players='["A", "A"]'), "two players are called `A`"),
        (puzzle(players='[""]'), "`` is not a valid player name"),
        (puzzle(players='"A"'), "`players` must be a list"),
        (puzzle(players="{}"), "`players` must be a list"),
        (puzzle(players="null"), "`players` must be a list"),
        (puzzle(title="null"), "`title` must be a string, not `null`"),
        (puzzle("{}"), "`timeline` must be a list of events and expectations, not `{}`"),
        (puzzle("[null]"), "an event must be a table with one verb, not `null`"),
        (puzzle("[[]]"), "an event must be a table with one verb, not `[]`"),
        (puzzle("[{}]"), "the event has no verb"),
        (puzzle(edition='"0000-00-00"'), "unknown edition `0000-00-00`"),
        (puzzle(edition="20110930"), "`edition` must be a date or an edition key, not `20110930`"),
        ("title = 'x'\nedition = 0001-01-01", "unknown edition `0001-01-01`: the oldest supported edition begins on"),
        ("title = 'x'\nedition = 07:32:00", "`edition` must be a date or an edition key"),
        ("title = 'x'\nedition = 0000-00-00", "not valid TOML"),
        ('{"title": "x", "title": "y"}', "the key `title` appears twice in one table"),
        ("title = 'x'\ntitle = 'y'", "not valid TOML: cannot overwrite a value"),
        ("", "a puzzle needs a `title`"),
        ("{}", "a puzzle needs a `title`"),
        ("[]", "not valid TOML"),
        ("null", "not valid TOML"),
        ("\x00", "not valid TOML"),
        ("{" * 20, "not valid JSON"),
    ],
)  # fmt: skip
def test_a_hostile_text_gets_one_sentence(text: str, message: str) -> None:
    with pytest.raises((PuzzleError, LimitError)) as caught:
        puzzle_of_text(text, "given")
    assert message in str(caught.value)
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize(
    "text",
    [
        '\ufefftitle = "x"\r\n[[timeline]]\r\nenters = "Forest"\r\n',
        '\ufeff{"title": "x", "timeline": [{"enters": "Forest"}]}',
        '{"title": "x",\r\n"timeline": [{"enters": "Forest"}]}',
        'title="x"\ntimeline=[{enters="Forest"}]',
    ],
)
def test_marks_of_byte_order_and_line_ends_do_no_harm(text: str, tmp_path: Path) -> None:
    path = tmp_path / "given.puzzle"
    path.write_bytes(text.encode())
    assert [each.event for each in puzzle_of_text(text).timeline] == [read_event({"enters": "Forest"})]
    assert read_puzzle(path).timeline == puzzle_of_text(text).timeline


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"title = 'x\xff'", "not valid UTF-8: invalid start byte at byte 10"),
        (b"title = 'x\xed\xa0\x80'", "not valid UTF-8"),
        ("title = 'x'".encode("utf-16"), "not valid UTF-8"),
        (b"#" * 8_000_001, "at most 8000000 bytes in a file are allowed"),
    ],
)
def test_a_hostile_file_gets_one_sentence(data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "given.toml"
    path.write_bytes(data)
    with pytest.raises((PuzzleError, LimitError), match=message) as caught:
        read_puzzle(path)
    assert str(caught.value).startswith(str(path))


def test_a_text_of_one_word_is_never_a_file() -> None:
    with pytest.raises(PuzzleError, match="not valid TOML"):
        puzzle_of_text("/etc/passwd")
    with pytest.raises(PuzzleError, match="invalid file name"):
        read_puzzle("a\x00b")


@pytest.mark.parametrize("data", [None, 1, 2.5, True, [], [1], "", {"title": 1}, {1: 2}, {"title": "x", "cards": {}}])
def test_data_of_the_wrong_kind(data: Any) -> None:
    with pytest.raises((PuzzleError, FileNotFoundError, IsADirectoryError)):
        read_puzzle(data)
    with pytest.raises((PuzzleError, FileNotFoundError, IsADirectoryError)):
        read_query(data)
    with pytest.raises(BoardDataError):
        Board.from_data(data)


# --- Data and boards ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"players": 3}, "`players` must be a list"),
        ({"players": [["A"]]}, '`players` must be a string, not `["A"]`'),
        ({"players": []}, "a board needs at least one player"),
        ({"players": ["A\n"]}, "`A\n` is not a valid player name"),
        ({"edition": 3}, "`edition` must be a string, not `3`"),
        ({"cards": 3}, "`cards` must be a list, not `3`"),
        ({"timeline": {"enters": "Forest"}}, "`timeline` must be a list"),
        ({"timeline": [{"enters": "Forest", "as": ["a", "a"], "count": 2.5}]}, "`count` must be a whole number"),
        ({"cards": [{"name": "A", "type_line": 3}]}, "`type_line` must be a string, not `3`"),
        ({"cards": [{"name": "A", "type_line": "Land", "colors": "WUBRGX"}]}, "`colors` must be a list"),
        ({"cards": [{"kind": "Card", "name": "A", "faces": 3}]}, "is not a valid value for `Card.faces`"),
        ({"cards": [{"kind": "Card", "name": "A", "faces": []}]}, "a card needs at least one face"),
        ({"timeline": [{"enters": "Forest", "counters": {"charge": 10**9}}]}, "at most 9 digits in a number"),
    ],
)
def test_board_data_that_describes_none(data: Any, message: str) -> None:
    with pytest.raises(LayersError) as caught:
        Board.from_data(data)
    assert message in str(caught.value)


def test_events_told_in_python_have_the_same_limits() -> None:
    board = Board()
    with pytest.raises(LimitError, match="at most 9 digits in a number are allowed, not 5001"):
        board.player("A", life=10**5000)
    with pytest.raises(IllegalEventError, match="contains an invalid character"):
        board.enters("Forest", as_="\ud800")
    with pytest.raises(LimitError, match="characters in a name"):
        board.enters("Forest", as_="x" * 301)
    with pytest.raises(UnknownObjectError, match=r"no object `\\ud800` on the board"):
        board.object("\ud800")
    with pytest.raises(IllegalEventError, match="`\\\\ud800` contains"):
        board.enters("\ud800")
    assert board.to_data()["timeline"] == []


def test_limits_can_be_others() -> None:
    board = Board()
    with limited(Limits(objects=3, count=2, events=3)):
        board.enters("Forest", count=2)
        with pytest.raises(LimitError, match="at most 3 objects on a board are allowed, not 4"):
            board.enters("Forest", count=2)
        with pytest.raises(LimitError, match="at most 2 objects in one event are allowed, not 3"):
            board.enters("Forest", count=3)
        board.player("A", life=3)
        board.player("A", life=4)
        with pytest.raises(LimitError, match="at most 3 events on a timeline are allowed, not 4") as caught:
            board.player("A", life=5)
    assert (caught.value.limit, caught.value.allowed, caught.value.given) == ("events on a timeline", 3, 4)
    assert (len(board.events), len(board.objects)) == (3, 2)
    board.player("A", life=5)


def test_a_timeline_that_is_too_long_is_refused_before_it_is_read() -> None:
    text = puzzle("[" + '{"ends": "turn"},' * 100 + "{}]")
    with limited(Limits(events=100)), pytest.raises(LimitError, match="100 events on a timeline are allowed, not 101"):
        puzzle_of_text(text)
    with pytest.raises(PuzzleError, match="the event has no verb"):
        puzzle_of_text(text)
    with pytest.raises(LimitError, match="at most 1000000 characters in a TOML document are allowed"):
        puzzle_of_text("#" * 1_000_001)


def test_what_is_attached_in_a_circle_is_solved_phased_and_removed() -> None:
    board = Board()
    one, other = (board.enters(card(name, "Artifact — Equipment", "Equipped creature gets +1/+1.\nEquip {1}"))
                  for name in ("Sword", "Axe"))  # fmt: skip
    board.attaches(one, to=other)
    board.attaches(other, to=one)
    assert [solve(board)[id].attached_to for id in (one, other)] == [other, one]
    assert json.dumps(result_data(solve(board), board))
    board.phases(one, direction="out")
    assert list(board.objects) == []
    board.phases(one, direction="in")
    assert list(board.objects) == [one, other]
    with pytest.raises(IllegalEventError, match="cannot be attached to itself"):
        board.attaches(one, to=one)
    board.leaves(one)
    assert board.object(other).attached_to is None


@pytest.mark.parametrize("depth", [40, 100, 100_000])
def test_trees_of_any_depth(depth: int) -> None:
    data: Any = {"kind": "Number", "number": 1}
    for _ in range(depth):
        data = {"kind": "Half", "amount": data, "up": True}
    if depth < 60:
        tree = from_data(data)
        assert hash(tree) == hash(from_data(data))
        assert tree.with_words({"Forest": "Island"}) == tree
        assert len(repr(tree)) > depth
    else:
        with pytest.raises(LimitError, match="at most 64 levels of nesting are allowed"):
            from_data(data)


def test_admitting_is_about_the_first_that_is_wrong() -> None:
    with pytest.raises(LimitError) as caught:
        validate({"a": [1, {"b": 10**12}]})
    assert caught.value.path == ("a", 1, "b")
    assert [digits(number) for number in (0, 9, -10, 10**20, 10**4000)] == [1, 1, 2, 21, 4001]


def test_many_unknown_names_cost_little() -> None:
    """What resembles a name is only sought when a message is shown."""
    text = puzzle("[" + ",".join(
        f'{{"enters": "Nosuch {n}", "refused": "UnknownCardError"}}' for n in range(50)
    ) + "]")  # fmt: skip
    found = puzzle_of_text(text)
    board = found.board()
    work = told(lambda: [found.play(board, place) for place in range(50)])
    assert len(work) < 200
    with pytest.raises(UnknownCardError) as caught:
        board.enters("Grizly Bears")
    assert caught.value.nearest[0] == "Grizzly Bears"
    assert str(caught.value).startswith("unknown card `Grizly Bears`; did you mean `Grizzly Bears`, `")


def test_a_crowd_can_be_told() -> None:
    """Sets of objects are numbers of more digits than Python writes out."""
    board = Board()
    text = "Creatures your opponents control lose flying and can't have flying."
    board.enters(card("Archetype", "Enchantment", text), controller="B")
    board.enters(BEAR, count=15_000)
    result = solve(board)
    told = result.explain("grizzly-bears-14999").text()
    assert "can’t have flying" in told.replace("'", "’")
    assert repr(result.steps[-1])
    assert repr(result.layer("6"))


# --- Long texts ---------------------------------------------------------------------------------------------

LONG: dict[str, str] = {
    "parentheses": "(" * 2_400 + ")" * 2_400,
    "open parentheses": "(" * 4_900,
    "blanks": "\t" * 4_900 + "(x)",
    "one line": "Creatures you control get +1/+1. " * 150,
    "lines": "Flying\n" * 700,
    "names": "Quux of Zorn, " * 350,
    "quotations": '"' * 4_900,
    "braces": "{" * 4_900,
    "digits": "9" * 4_900,
    "bullets": "Choose one —\n" + "• Draw a card.\n" * 320,
}


@pytest.mark.parametrize("what", LONG)
def test_a_long_text_is_read_or_marked_as_not_understood(what: str) -> None:
    made = Board()
    made.enters(card("Quux of Zorn", "Creature — Bear", LONG[what], size="2/2"))
    assert len(told(lambda: solve(made))) < 50_000


def test_an_event_of_many_is_refused_whole() -> None:
    board = Board()
    before: Callable[[], Any] = lambda: (len(board.events), len(board.objects), board.everything)  # noqa: E731
    empty = before()
    with pytest.raises(LimitError):
        board.enters(BEAR, count=100_001)
    assert before() == empty
    assert isinstance(board.object(board.enters(BEAR)).card, Card)


# --- What would never be over ---


@pytest.mark.parametrize("day", ["2004-01-01", "2006-07-01", "2009-08-01", "2026-09-25"])
def test_a_text_that_takes_itself_is_taken_once(day: str) -> None:
    """612.6: the text that Volrath's Shapeshifter takes from another one is the one that it has."""
    board = Board(edition=day)
    board.enters("Volrath's Shapeshifter", as_="shifter")
    board.enters("Volrath's Shapeshifter", zone="graveyard")
    found = solve(board)

    assert (found["shifter"].name, found["shifter"].power, len(found["shifter"].abilities)) == (
        "Volrath's Shapeshifter", 0, 3,
    )  # fmt: skip
    assert [step.effect for step in found.steps] == ["shifter#1"]


def test_a_text_that_brings_itself_without_end() -> None:
    """Each of its text boxes brings both text boxes again."""
    board = Board()
    board.enters("Do-It-Yourself Seraph", as_="seraph")
    board.enters("Do-It-Yourself Seraph", zone="exile", as_="exiled")
    board.marks("exiled", exiled_with="seraph")

    with pytest.raises(LimitError, match="at most 1000 times that an object gains the same ability in a layer"):
        solve(board)
