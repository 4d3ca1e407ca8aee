"""Numbers in texts from outside: those that are too long are refused where they occur, with our own message."""

from __future__ import annotations

from typing import Any

import pytest

from mtglayers import Board, LayersError, LimitError, solve
from mtglayers.model.data.numbers import number_of
from mtglayers.model.data.record import WrongTypeError
from mtglayers.model.effects.game_questions import Question, question
from mtglayers.model.effects.operations.costs import Mana
from mtglayers.model.errors import BoardDataError, IllegalEventError, PuzzleError
from mtglayers.model.puzzles.puzzle import puzzle_of_text
from mtglayers.model.rules.vocabulary import mana_value, pt_counter
from mtglayers.server.limits import ServerLimits
from mtglayers.server.methods import call
from mtglayers.server.session import Session

from ....fuzz.inputs import wrong_words

LONG = [10, 290, 4_301, 4_900]
"""Numbers of digits: more than are allowed, as many as a name may have, and more than Python converts."""


def creature(**fields: str) -> dict[str, str]:
    return {"name": "X", "type_line": "Creature — Bear", "power": "1", "toughness": "1", **fields}


def refused(events: list[Any]) -> LayersError:
    """Return the error by which a server refuses a board; the board is then not there."""
    session = Session(ServerLimits(boards=1))
    with pytest.raises((LimitError, BoardDataError, IllegalEventError)) as caught:
        call(session, "board.new", {"timeline": events})
    assert not wrong_words(caught.value)
    assert call(session, "board.new", {}).board == "b1"
    return caught.value


@pytest.mark.parametrize("many", LONG)
def test_kinds_of_counters(many: int) -> None:
    kind = f"+{'9' * many}/+1"
    error = refused([{"enters": "Grizzly Bears", "counters": {kind: 2}}])
    assert isinstance(error, LimitError)
    assert error.path[:3] == ("timeline", 0, "counters")
    said = "digits in a number" if many < 300 else "characters in a name"
    assert (error.limit, error.given) == (said, many if many < 300 else many + 4)
    board = Board()
    bear = board.enters("Grizzly Bears")
    with pytest.raises(LimitError, match=f"at most .* {said} are allowed, not"):
        board.counters(bear, put={kind: 1})
    assert (solve(board)[bear].power, len(board.events)) == (2, 1)


def test_kinds_of_counters_that_are_just_short_enough() -> None:
    board = Board()
    bear = board.enters("Grizzly Bears", counters={"+999999999/-000000000007": 2})
    assert (solve(board)[bear].power, solve(board)[bear].toughness) == (2_000_000_000, -12)
    assert pt_counter("+٣/+1") is None


@pytest.mark.parametrize("many", LONG)
@pytest.mark.parametrize("field", ["power", "toughness", "loyalty", "defense"])
def test_printed_numbers(field: str, many: int) -> None:
    error = refused([{"enters": creature(**{field: "9" * many})}])
    assert str(error).startswith("cannot read this card: ")
    assert refused([{"enters": creature(power="²")}]).args == (
        "cannot read this card: `²` is not a valid power, toughness, loyalty or defense",
    )


@pytest.mark.parametrize("many", LONG)
def test_mana_costs(many: int) -> None:
    cost = f"{{{'9' * many}}}"
    said = f"cannot read this card: at most 9 digits in a number are allowed, not {many}"
    assert str(refused([{"enters": creature(mana_cost=cost)}])) == said
    face = {"kind": "Face", "name": "T", "types": ["Creature"], "mana_cost": "{3}", "prototype": [cost, "1", "1"]}
    tree = {"kind": "Card", "name": "T", "faces": [face]}
    assert str(refused([{"enters": tree, "cast": "prototype"}])) == said
    assert mana_value(f"{{{'0' * many}7}}") == 7


def test_a_prototype_with_a_cost_that_is_none() -> None:
    told = creature(type_line="Artifact Creature — Bear", oracle_text="Prototype {Q} — 3/3 (reminder)")
    error = refused([{"enters": told, "cast": "prototype"}])
    assert str(error) == "cannot read this card: `{Q}` in the mana cost `{Q}` is not a mana symbol"


@pytest.mark.parametrize("number", ["9" * 10, "9" * 4_301, "9" * 4_900, "²", "٣"])
@pytest.mark.parametrize(
    "text",
    [
        "Creatures you control get +{}/+1.",
        "This creature's power is equal to {}.",
        "Creatures with power {} or greater get +1/+1.",
        "As long as you've drawn {} or more cards this turn, this creature gets +1/+1.",
        "As long as you control {} or more lands, this creature gets +1/+1.",
        "Your maximum hand size is {}.",
        "You may play {} additional lands on each of your turns.",
        "Spells you cast cost {{{}}} less to cast.",
        "Level up {{1}}\nLEVEL {}+\nFlying",
        "STATION {}+\nFlying",
        "{{1}}: Level {}\nFlying",
    ],
)
def test_numbers_in_texts_are_not_understood(text: str, number: str) -> None:
    board = Board()
    try:
        entered = board.enters(creature(oracle_text=text.format(number)))
    except LayersError as error:
        assert not wrong_words(error)  # noqa: PT017 (it may be refused or not)
    else:
        assert (solve(board)[entered].power, solve(board)[entered].toughness) == (1, 1)
    text = f"Target creature gets +{number}/+0 until end of turn."
    bear = board.enters("Grizzly Bears")
    with pytest.raises(LayersError) as caught:
        board.resolves({"text": text}, targets=bear, as_="growth")
    assert not wrong_words(caught.value)


def test_a_question_about_too_many_is_none_that_facts_answer() -> None:
    assert question("you've drawn 999999999 or more cards this turn") == Question("you", "cards_drawn", 999_999_999)
    for number in ("9" * 10, "9" * 4_900, "²"):
        assert question(f"you've drawn {number} or more cards this turn") is None


@pytest.mark.parametrize("asked", ["'ve drew two or more cards", " drawn two or more cards", "'ve were dealt damage"])
def test_an_ungrammatical_question_is_none_that_facts_answer(asked: str) -> None:
    assert question(f"you{asked} this turn") is None


@pytest.mark.parametrize("text", ["", "+", "1_000", " 1", "²", "٣", "1.0", "--1", "0x1"])
def test_what_is_no_number(text: str) -> None:
    with pytest.raises(WrongTypeError, match="is not a whole number"):
        number_of(text)


def test_zeros_before_a_number_are_none_of_its_digits() -> None:
    assert number_of("0" * 5_000 + "7") == 7
    assert number_of("-" + "0" * 5_000) == 0
    with pytest.raises(LimitError, match="at most 9 digits in a number are allowed, not 4301") as caught:
        number_of("-" + "9" * 4_301, ("a", 1))
    assert caught.value.path == ("a", 1)


@pytest.mark.parametrize(
    ("event", "path", "said"),
    [
        ({"player": "A", "set": {"life": 10**100}}, ("set", "life"), "at most 9 digits in a number are allowed"),
        ({"enters": "Forest", "counters": {"x" * 301: 1}}, ("counters",), "at most 300 characters in a name are"),
        ({"enters": creature(oracle_text="a. " * 2_000)}, ("enters", "oracle_text"), "at most 5000 characters"),
        ({"resolves": {"text": "a. " * 2_000}}, ("resolves", "text"), "at most 5000 characters in a string are"),
        ({"enters": "Forest", "as": "a\0"}, ("as",), "`a\\x00` contains an invalid character: U+0000"),
    ],
)  # fmt: skip
def test_a_server_admits_events_as_a_board_does(event: Any, path: tuple[str, ...], said: str) -> None:
    error = refused([event])
    assert said in str(error)
    assert getattr(error, "path", ()) == ("timeline", 0, *path)
    with pytest.raises(LayersError) as caught:
        Board.from_data({"timeline": [event]})
    assert str(caught.value) == str(error)


def test_own_cards_are_admitted_by_every_way_in() -> None:
    card = creature(oracle_text="a. " * 2_000)
    said = "at most 5000 characters in a string are allowed, not 6000"
    for make in (lambda: Board(cards=[card]), lambda: call(Session(), "board.new", {"cards": [card]})):
        with pytest.raises(LimitError, match=said) as caught:
            make()
        assert caught.value.path == ("cards", 0, "oracle_text")


def test_puzzles_tell_the_line() -> None:
    with pytest.raises((PuzzleError, LimitError), match="at most 9 digits in a number are allowed, not 12") as caught:
        puzzle_of_text('title = "x"\n[[timeline]]\nenters = "Forest"\ncounters = { "+999999999999/+1" = 1 }\n', "given")
    assert str(caught.value).startswith("given:4: ")


# --- Numbers that effects have made -------------------------------------------------------------------------


def grown(power: Any, abilities: int) -> dict[str, Any]:
    """Return a card that gets +power/+0, so many times."""
    part = {
        "kind": "Clause",
        "selector": {"kind": "Itself"},
        "operations": [{"kind": "ModifyPT", "power": power, "toughness": {"kind": "Number", "number": 0}}],
    }
    face: dict[str, Any] = {"kind": "Face", "name": "T", "types": ["Creature"], "power": "1", "toughness": "1"}
    face["abilities"] = [{"kind": "Static", "parts": [part]}] * abilities
    return {"kind": "Card", "name": "T", "faces": [face]}


def test_numbers_that_effects_make_have_a_limit_of_their_own() -> None:
    power: Any = {"kind": "Its", "what": "power"}
    for _ in range(45):
        power = {"kind": "Times", "factor": 999_999_999, "amount": power}
    assert len(str(solve(Board.from_data({"timeline": [{"enters": grown(power, 2)}]}))["t"].power)) == 810
    session = Session()
    call(session, "board.new", {"timeline": [{"enters": grown(power, 12)}]})
    with pytest.raises(LimitError, match="at most 1000 digits in a computed number are allowed, not 1215"):
        call(session, "solve", {"board": "b1", "include": ["all"]})
    call(session, "board.pop", {"board": "b1"})
    assert call(session, "solve", {"board": "b1"}).objects == ()


def test_costs_of_more_than_may_be_told() -> None:
    board = Board()
    board.enters("Grizzly Bears", counters={"+999999999/+0": 999_999_999})
    ghalta = board.enters("Ghalta, Primal Hunger", zone="hand")
    assert solve(board).cost(ghalta).total == "{G}{G}"
    assert str(Mana.of("{1}{U}").times(3)) == "{3}{U}{U}{U}"
    with pytest.raises(LimitError, match="at most 100000 mana symbols in a cost are allowed, not 1000000000"):
        Mana.of("{U}").times(10**9)
