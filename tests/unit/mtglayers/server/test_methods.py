"""The methods of a server, called in process: what they answer is what the library says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any, Literal

import msgspec
import pytest

import mtglayers
from mtglayers import (
    Board,
    LayersError,
    draw_graph,
    draw_walk,
    eras,
    eras_data,
    orders,
    orders_data,
    result_data,
    solve,
    verdict,
    verdict_data,
)
from mtglayers.model.errors import (
    LimitError,
    NotationError,
    PuzzleError,
    UnknownLayerError,
    UnknownObjectError,
    UnknownStepError,
)
from mtglayers.model.rules.edition import NEWEST
from mtglayers.model.support.progress import Stopped, watched
from mtglayers.server.errors import CODES, ParamsError, code_of, failure_of
from mtglayers.server.limits import ServerLimits
from mtglayers.server.methods import METHODS, call
from mtglayers.server.params import Drawn, Params
from mtglayers.server.session import Session
from mtglayers.server.validation import read_params
from mtglayers.wire import BoardData
from mtglayers.wire.answers import explanation_data
from mtglayers.wire.results import SECTIONS

from ....support.boards import LIMB, MOON, SAPROLING, TOMB, board

STORY = [{"enters": "Blood Moon"}, {"enters": "Life and Limb"}, {"enters": "Saproling", "controller": "Ben"}]
PLAYERS = ["Ana", "Ben"]


@pytest.fixture
def session() -> Session:
    found = Session()
    call(found, "board.new", {"players": PLAYERS, "timeline": STORY})
    return found


def told(answer: Any) -> Any:
    """Return an answer as a client reads it."""
    return msgspec.json.decode(msgspec.json.encode(answer))


def ask(session: Session, name: str, **params: Any) -> Any:
    return told(call(session, name, params))


def refused(session: Session, name: str, **params: Any) -> tuple[int, str]:
    with pytest.raises(LayersError) as caught:
        call(session, name, params)
    found = failure_of(caught.value)
    return found.code, found.message


def twin() -> Board:
    found = Board(PLAYERS)
    for event in STORY:
        found.push(mtglayers.model.events.base.read_event(event))
    return found


# --- Boards ---


def test_a_board_grows_and_shrinks(session: Session) -> None:
    tomb = {"enters": "Overgrown Tomb", "controller": "Ben"}

    assert ask(session, "board.push", board="b1", event=tomb) == {"events": 4, "made": [["overgrown-tomb"]]}
    assert ask(session, "board.push", board="b1", events=[{"leaves": "overgrown-tomb"}, {"turn": "Ben"}]) == {
        "events": 6, "made": [["overgrown-tomb@graveyard"], []],
    }  # fmt: skip
    assert ask(session, "board.pop", board="b1", count=3) == {
        "events": 3, "popped": [{"turn": "Ben"}, {"leaves": "overgrown-tomb"}, tomb],
    }  # fmt: skip
    assert ask(session, "board.pop", board="b1", count=0) == {"events": 3, "popped": []}


def test_several_events_are_played_or_none(session: Session) -> None:
    with pytest.raises(LayersError) as caught:
        call(session, "board.push", {"board": "b1", "events": [{"enters": "Mountain"}, {"leaves": "foo"}]})

    assert failure_of(caught.value).data == {
        "type": "UnknownObjectError", "id": "foo", "what": "object", "nearest": [], "path": ["events", 1],
    }  # fmt: skip
    assert ask(session, "board.snapshot", board="b1") == {"board": "b2", "events": 3}


def test_an_event_that_is_not_legal_is_found_by_its_path(session: Session) -> None:
    timeline = [{"enters": "Forest"}, {"resolves": "Giant Growth", "targets": ["forest"]}]
    with pytest.raises(LayersError) as caught:
        call(session, "solve", {"board": {"timeline": timeline}, "strict": True})

    assert failure_of(caught.value).data["path"] == ["timeline", 1]


def test_a_snapshot_is_a_board_of_its_own(session: Session) -> None:
    copied = ask(session, "board.snapshot", board="b1", data=True)
    ask(session, "board.push", board="b1", event={"enters": "Mountain"})

    assert copied["data"] == twin().to_data()
    assert [found["id"] for found in ask(session, "solve", board="b2")["objects"]] == [
        "blood-moon", "life-and-limb", "saproling",
    ]  # fmt: skip
    assert ask(session, "board.drop", board="b1") == {}
    assert refused(session, "solve", board="b1") == (-32017, "unknown board `b1`")


# --- Questions ---


def test_solve_tells_the_sections_asked_for(session: Session) -> None:
    whole = told(result_data(solve(twin()), twin(), include=SECTIONS))

    assert ask(session, "solve", board="b1", include=["all"]) == whole
    found = ask(session, "solve", board="b1")
    assert list(found) == [
        "format",
        "edition",
        "readings",
        "unsupported",
        "illegal",
        "objects",
        "players",
        "statistics",
    ]
    assert found["objects"] == [
        {key: value for key, value in each.items() if key not in ("summary", "ruling", "rests_on")}
        | {"abilities": [{key: ability[key] for key in ability if key != "tree"} for ability in each["abilities"]]}
        for each in whole["objects"]
    ]
    short = ask(session, "solve", board="b1", include=["layers"])["layers"]
    assert short == [{key: each[key] for key in ("name", "rule", "title", "order")} for each in whole["layers"]]
    only = ask(session, "solve", board="b1", include=["summaries"], objects=["saproling"])["objects"]
    assert [each["summary"] for each in only] == [whole["objects"][2]["summary"]]


@pytest.mark.parametrize("section", SECTIONS)
def test_every_section_is_what_the_whole_says(session: Session, section: str) -> None:
    whole = told(result_data(solve(twin()), twin(), include=SECTIONS))
    found = ask(session, "solve", board="b1", include=[section])

    assert is_part(found, whole)
    assert len(found) > 3


def is_part(part: Any, whole: Any) -> bool:
    if isinstance(part, dict):
        return all(is_part(value, whole[key]) for key, value in part.items())
    if isinstance(part, list):
        return all(map(is_part, part, whole)) and len(part) == len(whole)
    return bool(part == whole)


def test_a_board_as_data_is_solved_and_not_kept(session: Session) -> None:
    data = {"players": PLAYERS, "timeline": STORY, "edition": "2006-07-01"}
    found = ask(session, "solve", board=data, include=["all"])

    assert found == told(result_data(solve(Board.from_data(data)), Board.from_data(data), include=SECTIONS))
    assert len(session) == 1


def test_results_follow_the_board(session: Session) -> None:
    before = ask(session, "solve", board="b1", include=["all"])
    ask(session, "board.push", board="b1", event={"enters": "Overgrown Tomb"})
    between = ask(session, "solve", board="b1", include=["all"])
    ask(session, "board.pop", board="b1")
    after = ask(session, "solve", board="b1", include=["all"])
    ask(session, "board.push", board="b1", event={"enters": "Taiga"})
    other = ask(session, "solve", board="b1", include=["all"])

    assert before == after
    assert [len(found["objects"]) for found in (before, between, other)] == [3, 4, 4]
    assert other["objects"][3]["id"] == "taiga"


def test_an_event_is_taken_back_after_questions_of_several_kinds(session: Session) -> None:
    ask(session, "solve", board="b1")
    ask(session, "solve", board="b1", until="4")
    ask(session, "solve", board="b1", edition="2006-07-01")

    assert ask(session, "board.pop", board="b1")["events"] == 2
    assert [found["id"] for found in ask(session, "solve", board="b1")["objects"]] == ["blood-moon", "life-and-limb"]


def test_explain_and_orders(session: Session) -> None:
    found = solve(board(MOON, LIMB, SAPROLING, TOMB)).explain("saproling")
    call(session, "board.new", {"timeline": [{"enters": name} for name in (MOON, LIMB, SAPROLING, TOMB)]})

    assert ask(session, "explain", board="b2", object="saproling") == {
        **told(explanation_data(found)), "text": found.text(),
    }  # fmt: skip
    learner = ask(session, "explain", board="b2", object="saproling", register="learner", width=60)["text"]
    assert learner == found.text(60, "learner")
    assert ask(session, "orders", board="b2", objects=["saproling"]) == told(
        orders_data(orders(board(MOON, LIMB, SAPROLING, TOMB)), ["saproling"])
    )


def test_check_tells_what_the_command_tells(session: Session) -> None:
    puzzle = {"title": "A Mountain", "timeline": [{"enters": "Mountain"}, {"expect": {"objects": {"mountain": {
        "subtypes": ["Forest"]}}}}]}  # fmt: skip
    found = ask(session, "check", puzzle=puzzle)

    assert found["summary"] == "1 puzzle: 0 pass, 1 fail; 1 expectation"
    assert [each["expected"] for each in found["files"][0]["failures"]] == ["Forest"]
    text = 'title = "A Mountain"'
    assert ask(session, "check", puzzle=text)["files"][0]["title"] == "A Mountain"
    assert ask(session, "check", puzzle="/etc/passwd")["files"][0]["error"].startswith("puzzle:1: not valid TOML: ")


def test_initialize_tells_what_there_is(session: Session) -> None:
    found = ask(session, "initialize", client="a test")

    assert (found["name"], found["version"], found["protocol"]) == ("mtglayers", mtglayers.__version__, 1)
    assert list(found["methods"]) == list(METHODS)
    assert all(says.endswith(".") for says in found["methods"].values())
    assert found["sections"] == dict(SECTIONS)
    assert found["editions"][-1] == {"key": NEWEST.key, "since": str(NEWEST.since), "until": None}
    assert found["limits"] == msgspec.to_builtins(session.limits)


# --- Parameters inside parameters ---


class Part(Params, frozen=True, kw_only=True):
    size: int = 0
    side: Literal["left", "right"] = "left"


class Whole(Params, frozen=True, kw_only=True):
    board: str | BoardData = "b1"
    parts: tuple[Part, ...] = ()


@pytest.mark.parametrize(
    ("given", "path", "expected"),
    [
        ({"board": {"player": []}}, "board.player", "unknown parameter `player`; did you mean `players`?"),
        ({"parts": [{}, {"sizes": 1}]}, "parts[1].sizes", "unknown parameter `sizes`; did you mean `size`?"),
        ({"parts": [{"x": 1}]}, "parts[0].x", "unknown parameter `x`; the parameters are size, side"),
        ({"parts": [{"side": "up"}]}, "parts[0].side", "`parts[0].side` must be `left` or `right`, not `up`"),
        ({"parts": [{"size": "big"}]}, "parts[0].size", "`parts[0].size` must be a whole number, not a string"),
    ],
)
def test_a_table_inside_parameters_has_its_own_words(given: dict[str, Any], path: str, expected: str) -> None:
    with pytest.raises(ParamsError) as error:
        read_params(given, Whole)

    assert (error.value.parameter, str(error.value)) == (path, expected)


# --- What is refused ---


@pytest.mark.parametrize(
    ("name", "params", "expected"),
    [
        ("solv", {}, (-32601, "unknown method `solv`; did you mean `solve`?")),
        ("solve", {"bord": "b1"}, (-32602, "unknown parameter `bord`; did you mean `board`?")),
        ("solve", {}, (-32602, "`board` is missing")),
        ("solve", {"board": 3}, (-32602, "`board` must be a string or a JSON object, not a whole number")),
        ("solve", {"board": {"player": ["A"]}}, (-32602, "unknown parameter `player`; did you mean `players`?")),
        ("solve", {"board": "b1", "order": ["a", "a"]}, (-32602, "`a` appears twice in `order`")),
        ("solve", {"board": "b1", "until": "9"}, (-32008, f"no layer `9` in edition {NEWEST.key}; use one of 1a, ")),
        ("solve", {"board": "b1", "readings": "foo"}, (-32013, "unknown reading `foo`; use one of ")),
        ("solve", {"board": "b1", "include": ["objcts"]}, (-32010, "no section `objcts`; use one of ")),
        ("solve", {"board": "b1", "objects": ["foo"]}, (-32007, "no object `foo` on the board")),
        ("solve", {"board": {"edition": "1999"}}, (-32006, "unknown edition `1999`: the oldest supported edition")),
        ("board.new", {"players": []}, (-32012, "a board needs at least one player")),
        ("board.new", {"timeline": [{"enters": "Blod Moon"}]}, (-32001, "unknown card `Blod Moon`; did you mean ")),
        ("board.push", {"board": "b1"}, (-32602, "give either `event` or `events`")),
        ("board.push", {"board": "b1", "event": {"leves": "x"}}, (-32012, "unknown verb `leves`; did you mean ")),
        ("board.pop", {"board": "b1", "count": 4}, (-32602, "the board has 3 events, not 4")),
        ("board.pop", {"board": "b1", "count": -1}, (-32602, "`count` must be at least 0")),
        ("board.pop", {"board": "b1", "count": True}, (-32602, "`count` must be a whole number, not a Boolean")),
        ("explain", {"board": "b1", "object": "x"}, (-32007, "no object `x` on the board")),
        ("explain", {"board": "b1", "object": "x", "register": "y"},
         (-32602, "`register` must be `ruling` or `learner`, not `y`")),
        ("orders", {"board": "b1", "vary": ["foo"]}, (-32007, "")),
        ("orders", {"board": "b1", "limit": 0}, (-32602, "`limit` must be at least 1")),
        ("check", {"puzzle": 3}, (-32602, "`puzzle` must be a string or a JSON object, not a whole number")),
    ],
)  # fmt: skip
def test_one_sentence_for_whatever_is_wrong(
    session: Session, name: str, params: dict[str, Any], expected: tuple[int, str]
) -> None:
    code, message = refused(session, name, **params)

    assert (code, message[: len(expected[1])]) == expected
    assert "\n" not in message


def test_parameters_go_by_name(session: Session) -> None:
    with pytest.raises(LayersError, match="parameters must be a JSON object"):
        call(session, "board.drop", ["b1"])


def test_every_error_of_ours_has_a_code() -> None:
    def below(kind: type[BaseException]) -> list[type[BaseException]]:
        return [each for child in kind.__subclasses__() for each in (child, *below(child))]

    assert len(set(CODES.values())) == len(CODES)
    assert all(-32100 < code_of(kind) <= -32000 or kind in CODES for kind in below(LayersError))
    public = {kind for kind in vars(mtglayers.model.errors).values()
              if isinstance(kind, type) and issubclass(kind, LayersError)}  # fmt: skip
    assert public - CODES.keys() == {mtglayers.model.errors.UnreadLineError}


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("board.push", {"board": "b1", "events": [{"enters": "Overgrown Tomb"}, {"turn": "Ben"}, {"enters": "Taiga"}]}),
        ("board.pop", {"board": "b1", "count": 2}),
        ("board.new", {"timeline": [{"enters": "Forest"}, {"enters": "Taiga"}]}),
        ("board.snapshot", {"board": "b1"}),
        ("solve", {"board": "b1", "include": ["all"]}),
        ("explain", {"board": "b1", "object": "saproling"}),
    ],
)
def test_work_that_is_stopped_anywhere_leaves_no_trace(
    session: Session, method: str, params: dict[str, Any]
) -> None:  # fmt: skip
    whole = told(result_data(solve(twin()), twin(), include=SECTIONS))
    for allowed in count():
        ticks = count()

        def watch(_: object, ticks: Iterator[int] = ticks, allowed: int = allowed) -> None:
            if next(ticks) >= allowed:
                raise Stopped  # again and again, as a time limit does

        try:
            with watched(watch):
                call(session, method, params)
        except Stopped:
            assert ask(session, "board.snapshot", board="b1", data=True)["data"] == twin().to_data()
            assert [held.id for held in session._boards.values()] == ["b1", f"b{allowed + 2}"]
            call(session, "board.drop", {"board": f"b{allowed + 2}"})
            assert session._weight == 6
        else:
            break
    else:
        pytest.fail("never done")
    if method not in ("board.push", "board.pop"):
        found = ask(session, "solve", board="b1", include=["all"])
        assert {**found, "statistics": {**found["statistics"], "reused": 0}} == whole


# --- Limits ---


def test_a_full_session_says_so() -> None:
    session = Session(ServerLimits(boards=2))
    call(session, "board.new")
    call(session, "board.snapshot", {"board": "b1"})

    full = (-32016, "at most 2 boards in a session are allowed, not 3; drop a board first")
    assert refused(session, "board.new") == full
    assert refused(session, "board.snapshot", board="b1") == full
    call(session, "board.drop", {"board": "b1"})
    assert ask(session, "board.new")["board"] == "b3"


def test_boards_have_limits() -> None:
    session = Session(ServerLimits(objects=3, events=4))
    call(session, "board.new", {"timeline": [{"enters": "Mountain", "count": 3}]})

    too_many = (-32016, "at most 3 objects on a board are allowed, not 4")
    assert refused(session, "board.push", board="b1", event={"enters": "Mountain"}) == too_many
    assert refused(session, "board.push", board="b1", events=[{"turn": "B"}] * 4) == (
        -32016, "at most 4 events on a timeline are allowed, not 5",
    )  # fmt: skip
    assert ask(session, "board.push", board="b1", events=[{"turn": "B"}] * 3)["events"] == 4


def test_all_boards_together_have_a_limit() -> None:
    session = Session(ServerLimits(weight=10))
    call(session, "board.new", {"timeline": [{"enters": "Mountain", "count": 3}]})  # an event and three objects
    call(session, "board.snapshot", {"board": "b1"})

    full = "at most 10 events, objects and own cards on all boards of a session are allowed, not {}; drop a board first"
    assert refused(session, "board.snapshot", board="b1") == (-32016, full.format(12))
    assert refused(session, "board.new", timeline=[{"enters": "Forest", "count": 2}]) == (-32016, full.format(11))
    two = {"enters": "Forest", "count": 2}
    assert refused(session, "board.push", board="b1", event=two) == (-32016, full.format(11))
    assert ask(session, "board.push", board="b1", event={"enters": "Forest"})["events"] == 2
    assert refused(session, "board.push", board="b2", event={"leaves": "mountain"})[0] == -32016
    assert ask(session, "board.pop", board="b1")["events"] == 1
    assert ask(session, "board.push", board="b2", event={"turn": "B"})["events"] == 2
    assert ask(session, "board.drop", board="b1") == {}
    assert ask(session, "board.new", timeline=[{"enters": "Forest", "count": 4}])["events"] == 1


def test_what_is_told_at_length_weighs_more() -> None:
    session = Session(ServerLimits(weight=200))
    ogre = {"type_line": "Creature — Ogre", "oracle_text": "a" * 4750}
    long = [{**ogre, "name": f"Ogre {number}"} for number in range(4)]
    named = {"enters": "Forest", "chosen": {"card_name": ["Grizzly Bears"] * 1200}}

    assert ask(session, "board.new", cards=long)["events"] == 0
    assert session._weight == 72
    assert ask(session, "board.push", board="b1", event=named)["events"] == 1
    assert session._weight == 72 + 2 + 74
    assert refused(session, "board.snapshot", board="b1")[0] == -32016
    assert refused(session, "board.push", board="b1", event=named)[0] == -32016
    assert ask(session, "board.pop", board="b1")["events"] == 0
    assert session._weight == 72
    assert ask(session, "board.snapshot", board="b1")["board"] == "b2"
    assert refused(session, "board.new", cards=long)[0] == -32016
    call(session, "board.drop", {"board": "b1"})
    call(session, "board.drop", {"board": "b2"})
    assert session._weight == 0


def test_a_board_that_is_dropped_while_it_is_at_work_weighs_nothing() -> None:
    session = Session(ServerLimits(weight=10))
    call(session, "board.new", {"timeline": [{"enters": "Mountain", "count": 3}]})
    call(session, "board.new", {"timeline": [{"enters": "Forest"}]})

    with session.board("b1") as held:  # another thread pushes
        held.board.enters("Mountain", count=3)
        session.drop("b1")
        session.weigh(held)
    with session.board("b2") as held:  # another takes back
        held.board.pop()
        session.drop("b2")
        session.weigh(held)

    assert (len(session), session._weight) == (0, 0)


def test_a_full_session_advises() -> None:
    with pytest.raises(LimitError) as caught:
        call(Session(ServerLimits(boards=0)), "board.new")

    assert failure_of(caught.value).data == {
        "type": "LimitError", "limit": "boards in a session", "allowed": 0, "given": 1, "path": [],
        "advice": "drop a board first",
    }  # fmt: skip
    assert str(caught.value.at("a.toml")) == (
        "a.toml: at most 0 boards in a session are allowed, not 1; drop a board first"
    )


def test_a_snapshot_makes_use_of_what_was_solved(session: Session) -> None:
    call(session, "solve", {"board": "b1"})
    call(session, "board.snapshot", {"board": "b1"})
    call(session, "board.push", {"board": "b2", "event": {"player": "Ana", "set": {"life": 3}}})

    statistics = ask(session, "solve", board="b2")["statistics"]
    assert (statistics["steps"], statistics["reused"]) == (4, 4)


def test_results_kept_are_bounded() -> None:
    session = Session(ServerLimits(results=2))
    for number in range(1, 5):
        call(session, "board.new", {"timeline": [{"enters": "Mountain"}]})
        call(session, "solve", {"board": f"b{number}"})

    assert [key[0] for key in session._results] == ["b3", "b4"]


def test_a_result_that_is_kept_is_of_the_board_as_it_is(session: Session) -> None:
    """A method that takes events back and plays others need not think of the results."""
    before = told(call(session, "solve", {"board": "b1"}))
    with session.board("b1") as held:
        held.board.pop()
        held.board.enters("Grizzly Bears", as_="saproling", controller="Ben")
    after = told(call(session, "solve", {"board": "b1"}))

    assert [each["id"] for each in after["objects"]] == [each["id"] for each in before["objects"]]
    assert [each["name"] for each in after["objects"]] == ["Blood Moon", "Life and Limb", "Grizzly Bears"]


BEYOND = {
    "digits": {"player": "Ana", "set": {"life": 10**30}},
    "level": {"marks": "forest", "set": {"level": 10**40}},
    "text": {"marks": "forest", "set": {"told": ["x" * 10_000]}},
    "name": {"counters": "forest", "put": {"k" * 2000: 1}},
    "signs": {"resolves": {"text": "Creatures get +1/+1 \x00until end of turn."}, "as": "spell"},
}
"""Events that nobody should have to deal with (`model.admit`)."""


@pytest.mark.parametrize("which", BEYOND)
def test_events_are_admitted_first(session: Session, which: str) -> None:
    """By each way in, as by the library."""
    timeline = [{"enters": "Forest"}, BEYOND[which]]
    with pytest.raises(LayersError) as caught:
        Board.from_data({"players": PLAYERS, "timeline": timeline})
    due = failure_of(caught.value)
    call(session, "board.push", {"board": "b1", "event": timeline[0]})

    assert refused(session, "board.new", players=PLAYERS, timeline=timeline) == (due.code, due.message)
    assert refused(session, "solve", board={"players": PLAYERS, "timeline": timeline}) == (due.code, due.message)
    assert refused(session, "board.push", board="b1", event=timeline[1]) == (due.code, due.message)
    assert refused(session, "board.push", board="b1", events=[timeline[1]]) == (due.code, due.message)


@pytest.mark.parametrize("field", [{"oracle_text": "x" * 5001}, {"name": "n" * 301}, {"name": "a\x00"}])
def test_cards_are_admitted_first(session: Session, field: dict[str, str]) -> None:
    cards = [{"name": "X", "type_line": "Creature", "power": "1", "toughness": "1", **field}]
    with pytest.raises(LayersError) as caught:
        Board.from_data({"cards": cards})
    due = failure_of(caught.value)

    assert refused(session, "board.new", cards=cards) == (due.code, due.message)


# --- What a page asks ---

FOREST = {"timeline": [{"enters": "Blood Moon"}, {"enters": "Urborg, Tomb of Yawgmoth"}, {"enters": "Taiga"}]}


def test_a_board_under_all_readings_and_editions() -> None:
    board = Board.from_data(FOREST)
    assert call(Session(), "verdict", {"board": FOREST}) == verdict_data(verdict(board))
    assert call(Session(), "verdict", {"board": FOREST, "edition": "2005"}) == verdict_data(
        verdict(board, edition="2005")
    )
    assert call(Session(), "editions", {"board": FOREST}) == eras_data(eras(board))


def test_two_sides_are_compared() -> None:
    session = Session()
    call(session, "board.new", FOREST)
    other = {"timeline": FOREST["timeline"][1:]}
    found = call(session, "compare", {"one": {"board": "b1"}, "other": {"board": other, "edition": "2006-01-01"}})
    assert [each["id"] for each in found["objects"]["differ"]] == ["urborg-tomb-of-yawgmoth", "taiga"]
    assert found["objects"]["only_one"] == ["blood-moon"]
    assert found["editions"] == {"one": "E25", "other": "E05"}
    same = call(session, "compare", {"one": {"board": "b1"}, "other": {"board": "b1"}})
    assert same["same"]
    with pytest.raises(ParamsError, match="did you mean `board`"):
        call(session, "compare", {"one": {"board": "b1"}, "other": {"bord": "b1"}})


def test_drawings_are_those_of_the_library() -> None:
    result = solve(Board.from_data(FOREST))
    asked: list[tuple[dict[str, Any], str]] = [
        ({}, draw_graph(result)),
        ({"layer": "4"}, draw_graph(result.layer("4"))),
        ({"layer": "4", "step": 1, "theme": "dark"}, draw_graph(result.layer("4").steps[0], theme="dark")),
        ({"object": "taiga"}, draw_walk(result, "taiga")),
    ]
    for params, drawing in asked:
        assert call(Session(), "draw", {"board": FOREST, **params}) == Drawn(svg=str(drawing))
    for params, error in (({"step": 1}, ParamsError), ({"layer": "4", "step": 9}, UnknownStepError),
                          ({"layer": "9"}, UnknownLayerError), ({"object": "tiaga"}, UnknownObjectError)):  # fmt: skip
        with pytest.raises(error):
            call(Session(), "draw", {"board": FOREST, **params})


def test_a_card_of_ones_own_is_read_with_hints() -> None:
    text = "Flying\nOther Elves you control gets +1/+1."
    card = {"name": "Elder", "type_line": "Creature — Elf", "power": "1", "toughness": "1", "oracle_text": text}
    found = call(Session(), "cards.read", {"card": card})
    assert [ability["understood"] for ability in found.card["faces"][0]["abilities"]] == [True, False]
    (unread,) = found.unread
    assert unread.text[unread.start : unread.end] == "gets"
    assert unread.instead == "Other Elves you control get +1/+1."
    assert call(Session(), "cards.read", {"card": {**card, "oracle_text": "Flying"}}).unread == ()
    for wrong in ({}, {"name": "Elder"}, {**card, "type_line": "Creatur"}, {**card, "power": {}}):
        with pytest.raises(LayersError):
            call(Session(), "cards.read", {"card": wrong})


def test_notation_is_read_and_written() -> None:
    lines = ("Ann: Blood Moon", "Ben: Darksteel Mutation -> Grizzly Bears")
    board = call(Session(), "notation.read", {"text": "\n".join(lines)}).board
    assert list(board.players) == ["Ann", "Ben"]
    written = call(Session(), "notation.write", {"board": msgspec.to_builtins(board)}).lines
    assert Board.of(*written) == Board.of(*lines)
    with pytest.raises(NotationError, match="Blod"):
        call(Session(), "notation.read", {"text": "Blod Moon"})


def test_rulings_are_part_of_the_objects() -> None:
    result = solve(Board.from_data(FOREST))
    found = call(Session(), "solve", {"board": FOREST, "include": ["rulings"]})
    assert {each.id: each.ruling for each in found.objects} == {id: result.ruling(id) for id in result}


def test_a_puzzle_is_read_as_a_board_and_written_again() -> None:
    data = {
        "title": "A Mountain", "notes": "Why?", "readings": ["literal"],
        "timeline": [
            {"enters": "Mountain"}, {"attaches": "mountain", "to": "mountain", "refused": "IllegalEventError"},
            {"expect": {"objects": {"mountain": {"subtypes": ["Mountain"]}}}}, {"enters": "Blood Moon"},
        ],
    }  # fmt: skip
    found = call(Session(), "puzzle.read", {"puzzle": data})
    assert (found.title, found.notes, found.readings) == ("A Mountain", "Why?", ("literal",))
    assert (found.stops, found.objects) == ((1,), ("mountain",))
    assert found.board.timeline == ({"enters": "Mountain"}, {"enters": "Blood Moon"})
    given = {"board": msgspec.to_builtins(found.board), "readings": ["literal"], "title": "A Mountain"}
    written = call(Session(), "puzzle.write", given)
    for text in (written.toml, written.puzzle):
        again = call(Session(), "puzzle.read", {"puzzle": text})
        assert (again.title, again.board, again.readings) == (found.title, found.board, found.readings)
    with pytest.raises(PuzzleError, match="needs a `title`"):
        call(Session(), "puzzle.read", {"puzzle": "players = []"})


def test_a_report_about_a_board_says_what_its_objects_are() -> None:
    page = call(Session(), "report", {"board": FOREST, "title": "A <board>"}).html
    assert page.startswith("<!doctype html>")
    assert "<h1>A &lt;board&gt;</h1>" in page
    for found in solve(Board.from_data(FOREST)).values():
        assert found.name in page


def test_a_result_says_which_objects_each_event_made() -> None:
    timeline = [{"enters": "Forest", "count": 2}, {"leaves": "forest"}, {"enters": "Clone"}]
    result = call(Session(), "solve", {"board": {"timeline": timeline}, "include": ["made"]})
    assert result.made == (("forest-2",), ("forest@graveyard",), ("clone",))


def test_lines_without_a_player_belong_to_the_given_one() -> None:
    given = {"board": {"players": ["Ann", "Ben"]}, "text": "2x Forest\nAnn: Taiga\nTaiga becomes tapped"}
    found = call(Session(), "notation.read", {**given, "player": "Ben"}).board
    assert [event.get("controller") for event in found.timeline] == ["Ben", "Ann", None]
    with pytest.raises(ParamsError, match="no player is called `Cat`"):
        call(Session(), "notation.read", {**given, "player": "Cat"})


def test_a_step_says_which_dependencies_decided_it() -> None:
    result = call(
        Session(),
        "solve",
        {"board": msgspec.to_builtins(BoardData.of(board(MOON, LIMB, SAPROLING))), "include": ["steps"]},
    )
    first = next(layer for layer in result.layers if layer.name == "4").steps[0]
    (deciding,) = first.deciding
    assert (deciding.effect, deciding.on) == (first.edges[0].effect, first.edges[0].on)
    assert deciding.words.startswith("Life and Limb would make the Saproling a land, and Blood Moon")
