"""Pushing and popping: whatever is taken back leaves no trace, and whatever is refused never was."""

from __future__ import annotations

import contextlib
import copy
import pickle
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtglayers.model.board.board import Board
from mtglayers.model.cards.faces import TRANSFORMING
from mtglayers.model.data.record import WrongTypeError
from mtglayers.model.errors import LayersError
from mtglayers.model.objects.recorded_facts import COMBAT

from ....support.hand_cards import CARDS
from ....support.watching import calls_of

PLAYERS = ("Ana", "Ben")
PERMANENTS = ("Forest", "Grizzly Bears", "Saproling", "Glorious Anthem", "Village Ironsmith", "Mishra's Factory")


def everything(board: Board) -> list[Any]:
    """Return all that a board holds, order included."""
    tables = [
        [(key, dict(value) if isinstance(value, dict) else value) for key, value in table.items()]
        for table in board._tables.all()
    ]
    return [tables, [list(masks.items()) for masks in board.still.values()], board.events, list(board.objects)]


def masks_from_scratch(board: Board) -> dict[tuple[str, Any], int]:
    """Work the masks of bases and facts out from the objects, the slow way."""
    found: dict[tuple[str, Any], int] = {}

    def mark(family: str, value: Any, number: int) -> None:
        found[family, value] = found.get((family, value), 0) | 1 << number

    for one in board.objects.values():
        mark("base", one.base, one.number)
        mark("zone", one.base.zone, one.number)
        mark("owner", one.base.owner, one.number)
        for fact in one.facts:
            mark(fact, True, one.number)
        if doors := len(one.unlocked_doors()):
            mark("doors", doors, one.number)
        for name, value in (*one.links, *one.numbers):
            mark(name, value, one.number)
        if any(name == "paired_with" for name, _ in one.links):
            mark("paired", True, one.number)
        flags = {
            "token": one.base.token, "face-down": one.face_down, "merged": bool(one.merged),
            "attached": one.attached_to is not None or one.attached_player is not None,
            "transformed": one.face == 1 and one.base.zone == "battlefield" and not one.face_down
            and one.card.layout in TRANSFORMING, "stickered": bool(one.stickers), "planar": one.planar,
        }  # fmt: skip
        for name, holds in flags.items():
            if holds:
                mark(name, True, one.number)
        for counter in one.counters:
            mark("counter", counter.kind, one.number)
            mark(f"counter {counter.kind}", counter.count, one.number)
        words = {"Aura": "enchanted", "Equipment": "equipped"}
        for subtype in one.base.values.subtypes:
            if subtype in words and one.attached_to is not None and board.is_present(one.attached_to):
                mark(words[subtype], True, one.attached_to)
    return found


def masks_kept(board: Board) -> dict[tuple[str, Any], int]:
    kept = {("base", base): mask for base, mask in board.bases.items() if mask}
    kept.update({(f, value): mask for f, masks in board.still.items() for value, mask in masks.items() if mask})
    return kept


@st.composite
def tellings(draw: st.DrawFn) -> list[tuple[str, dict[str, Any], int]]:
    """Draw events without knowing the board: verbs, keys, and a number that picks the objects."""
    verbs = st.sampled_from([
        "enters", "enters", "enters", "set", "aura", "hammer", "hand", "leaves", "moves", "attaches", "detaches",
        "resolves", "ability", "counters", "remove", "transforms", "turns", "merges", "out", "in", "marks",
        "pairs", "chooses", "player", "turn", "order", "ends", "clone", "unlocks", "flips",
    ])  # fmt: skip
    return draw(st.lists(st.tuples(verbs, st.integers(0, 5), st.integers(0, 1000)), max_size=25))  # type: ignore[return-value]


def tell(board: Board, verb: str, number: int, pick: int) -> None:
    """Tell a board one of the drawn events; it may well be refused."""
    ids = list(board.objects) or ["nothing"]
    known = list(board._tables.ids) or ["nothing"]
    one, two = ids[pick % len(ids)], ids[(pick // 7) % len(ids)]
    player = PLAYERS[number % 2]
    ways = {
        "enters": lambda: board.enters(PERMANENTS[number], controller=player, count=1 + pick % 3, tapped=pick > 500),
        "set": lambda: board.enters({"Forest", "Grizzly Bears", "Hammer"}, controller=player),
        "aura": lambda: board.enters("Holy Strength", attached_to=(one, player)[pick % 2]),
        "hammer": lambda: board.enters("Hammer", attached_to=one, counters={"charge": 1 + number}),
        "hand": lambda: board.enters("Dreamtail Heron", zone=("hand", "stack", "graveyard")[pick % 3], owner=player),
        "leaves": lambda: board.leaves([one, two][: 1 + pick % 2], to=("graveyard", "exile", "hand")[number % 3]),
        "moves": lambda: board.moves(one, to=("battlefield", "exile")[pick % 2], as_=f"moved-{number}", x=number),
        "attaches": lambda: board.attaches(one, to=two),
        "detaches": lambda: board.detaches(one),
        "resolves": lambda: board.resolves("Giant Growth", targets=[one, player], controller=player),
        "ability": lambda: board.resolves({"ability_of": known[pick % len(known)], "index": 2}, as_=f"pump-{number}"),
        "counters": lambda: board.counters((one, player)[pick % 2], put={("+1/+1", "flying")[number % 2]: 1 + number}),
        "remove": lambda: board.counters(one, remove={("+1/+1", "flying")[number % 2]: 1 + number}),
        "transforms": lambda: board.transforms(one),
        "turns": lambda: board.turns(one, face=("up", "down")[pick % 2]),  # type: ignore[arg-type]
        "merges": lambda: board.merges(one, with_=two, on=("top", "bottom")[pick % 2]),  # type: ignore[arg-type]
        "out": lambda: board.phases(one, direction="out"),
        "in": lambda: board.phases(known[pick % len(known)], direction="in"),
        "marks": lambda: board.marks(one, tapped=bool(pick % 2), level=number, **{sorted(COMBAT)[pick % 4]: True}),
        "pairs": lambda: board.marks(one, paired_with=two),
        "chooses": lambda: board.chooses(one, color="WUBRG"[number % 5]),
        "player": lambda: board.player(player, hand=number, life=pick),
        "turn": lambda: board.turn(player),
        "order": lambda: board.order([two, one]),
        "ends": lambda: board.ends(("turn", "combat", "giant-growth")[number % 3]),
        "clone": lambda: board.enters("Spark Double", copy_of=one),
        "unlocks": lambda: board.marks(board.enters("Bottomless Pool"), unlocked=["Locker Room"]),
        "flips": lambda: board.flips(board.enters("Bushi Tenderfoot")),
    }
    ways[verb]()


@given(tellings())
def test_popping_restores_everything(told):
    """Push any events, pop them all: at each point the board is exactly what it was."""
    board = Board(PLAYERS, cards=CARDS)
    states = [everything(board)]
    for verb, number, pick in told:
        length = len(board.events)
        try:
            tell(board, verb, number, pick)
        except LayersError:
            if len(board.events) == length:
                assert everything(board) == states[-1]  # refused: nothing is half done
        if len(board.events) > length + 1:  # two events in one telling: take the second back to see the first
            states.append(everything_before_last(board))
        if len(board.events) > length:
            states.append(everything(board))
        assert masks_kept(board) == masks_from_scratch(board)
    while board.events:
        assert everything(board) == states.pop()
        board.pop()
    assert everything(board) == states.pop()


def everything_before_last(board: Board) -> list[Any]:
    twin = board.copy()
    twin.pop()
    return everything(twin)


@given(tellings())
def test_copies_and_data_lead_to_the_same_board(told):
    board = Board(PLAYERS, cards=CARDS)
    for verb, number, pick in told:
        try:
            tell(board, verb, number, pick)
        except LayersError:
            continue
    twin, reread = board.copy(), Board.from_data(board.to_data())
    assert everything(twin) == everything(board)
    assert masks_kept(reread) == masks_kept(board)
    assert list(reread.objects.values()) == list(board.objects.values())
    assert reread.events == board.events
    before = everything(board)
    while twin.events:
        twin.pop()
    assert everything(board) == before  # copies share nothing that changes
    assert everything(twin) == everything(Board(PLAYERS, cards=CARDS))


@given(tellings(), tellings(), tellings(), st.integers(0, 40))
def test_a_copy_and_its_original_go_their_own_ways(first, second, third, back):
    """After a copy, events on either side, and taking back beyond the copy, leave the other as if built alone."""
    board = Board(PLAYERS, cards=CARDS)
    _play(board, first)
    snapshot, told = board.snapshot(), board.events
    twin, late = board.copy(), snapshot.board()
    _play(twin, second)
    twin.rewind(max(0, len(twin.events) - back))
    _play(twin, third)
    _play(board, third)
    late.rewind(len(late.events) // 2)
    _play(late, second)
    for each in (board, twin, late, snapshot.board()):
        fresh = Board(PLAYERS, cards=CARDS)
        for event in each.events:
            fresh.push(event)
        assert everything(each) == everything(fresh)
        assert masks_kept(each) == masks_from_scratch(each)
        assert each == fresh
    assert snapshot.events == told
    while late.events:
        late.pop()
    assert everything(late) == everything(Board(PLAYERS, cards=CARDS))


def _play(board: Board, told: list[tuple[str, int, int]]) -> None:
    for verb, number, pick in told:
        with contextlib.suppress(LayersError):
            tell(board, verb, number, pick)


@given(tellings())
def test_a_pickled_board_is_a_copy(told):
    """In another process, or copied in the way of the standard library, a board takes events back, too."""
    board = Board(PLAYERS, cards=CARDS)
    _play(board, told)
    before = everything(board)
    for twin in (copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):  # noqa: S301
        assert everything(twin) == before
        while twin.events:
            twin.pop()
        assert everything(twin) == everything(Board(PLAYERS, cards=CARDS))
    assert everything(board) == before


def test_copies_of_copies_take_everything_back():
    """A thousand copies, each with an event of its own, all the way down."""
    board = Board(cards=CARDS)
    for number in range(1_000):
        board = board.copy()
        board.enters("Forest")
        if number % 3 == 2:
            board.pop()
    assert len(board.events) == 667
    while board.events:
        board.pop()
    assert everything(board) == everything(Board(cards=CARDS))


def test_what_was_taken_back_leaves_nothing_in_a_journal():
    board = Board(cards=CARDS)
    for _ in range(20):
        board.enters("Forest")
        board.copy()
        board.pop()
    assert board._tables.journal._past is None


def test_snapshots_are_values():
    board = Board(cards=CARDS)
    board.enters("Forest")
    one, same = board.snapshot(), board.snapshot()
    board.enters("Grizzly Bears")
    other = board.snapshot()

    assert (one == same, hash(one) == hash(same), one == other, one == 1) == (True, True, False, False)
    assert {one: "kept"}[same] == "kept"
    assert list(one.board().objects) == ["forest"]
    assert one.board() is not one.board()
    assert one.board() == one.board() != board
    assert repr(one) == "<Snapshot of Board of A, B: 1 events, 1 objects>"
    board.pop()
    assert board == one.board()
    assert board != Board(("A", "B"), "2006-07-01", CARDS)
    assert board != "board"
    with pytest.raises(TypeError):
        hash(board)


def test_a_copy_shares_what_is_not_changed():
    """What a copy costs does not grow with the board: tables are shared until they are written."""
    board = Board(cards=CARDS)
    board.enters("Forest", count=1_000)
    twin = board.copy()
    shared = [one is other for one, other in zip(board._tables.all(), twin._tables.all(), strict=True)]
    assert all(shared)
    twin.player("A", life=3)
    shared = [one is other for one, other in zip(board._tables.all(), twin._tables.all(), strict=True)]
    assert shared.count(False) == 2  # what was told of players, and which objects were stamped together


def test_a_board_of_many_events_takes_little_room():
    """What an event changed of a mask is kept, not the mask: room grows with the events, not with their square."""
    board = Board(cards=CARDS)
    for _ in range(300):
        board.enters("Forest")
    few = len(board._tables.journal)
    sizes = [sys.getsizeof(old) for _, _, old, low in board._tables.copy().journal.taken_back(0) if low is not None]
    assert max(sizes) <= 28  # of one digit, as Python counts them
    assert few < 20 * 300


def test_taking_back_to_a_moment():
    board = Board(cards=CARDS)
    board.enters("Forest")
    before = everything(board)
    board.enters("Grizzly Bears")
    board.counters("grizzly-bears", put={"+1/+1": 1})
    board.settled[0], board.settled[2] = "kept", "dropped"
    board.rewind(1)
    assert (everything(board), board.settled) == (before, {0: "kept"})
    board.rewind(1)
    assert everything(board) == before
    for wrong in (-1, 2):
        with pytest.raises(IndexError, match=f"the timeline has 1 events, not {wrong}"):
            board.rewind(wrong)


def test_popping_an_empty_board():
    with pytest.raises(IndexError):
        Board().pop()


def test_pop_returns_the_event_and_drops_the_solvers_notes():
    board = Board(cards=CARDS)
    board.enters("Forest")
    board.enters("Forest")
    board.settled[0] = "kept"
    board.settled[1] = "dropped"
    assert board.pop().enters == ("Forest",)  # type: ignore[attr-defined]
    assert board.settled == {0: "kept"}
    assert board.enters("Forest") == "forest-2"


def test_the_work_of_an_event_does_not_grow_with_the_board():
    """Nothing per event is done for every object: the same calls on a board of a hundred and of ten thousand."""

    def work(size: int) -> int:
        board = Board(cards=CARDS)
        board.enters("Forest", count=size)

        def play() -> None:
            board.counters("forest-2", put={"+1/+1": 1})
            board.pop()

        return calls_of(play)

    assert work(100) == work(10_000)


def test_what_is_no_event_is_refused() -> None:
    board = Board()
    with pytest.raises(WrongTypeError, match="an event must be a table with one verb, not `Forest`"):
        board.push("Forest")  # type: ignore[arg-type]
    assert not board.events
    assert board.push({"enters": "Forest"}) == ("forest",)  # its data
