"""Planes, phenomena, schemes, vanguards and conspiracies in the command zone (311 to 315), and when they came."""

from __future__ import annotations

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.errors import IllegalEventError, UnknownCardError
from mtglayers.model.events.base import read_event
from mtglayers.solver.solve import solve

from ....support.boards import BEAR, FOREST, HUMILITY, card

CUB = card("Bear Cub", "Creature — Bear", size="2/2", cost="{1}{G}")

WINDY = card("Windy Heights", "Plane — Dominaria", "Creatures you control have flying.", cost="")
STILL = card("Still Air", "Plane — Dominaria", "All creatures lose flying.", cost="")
SHIFT = card("Great Shift", "Phenomenon", "When you encounter Great Shift, each player draws a card.", cost="")
PLAN = card("Grand Plan", "Ongoing Scheme", "Creatures you control have base power and toughness 1/1.", cost="")
ANN = card("Giant Ann", "Vanguard", "Creatures you control have base power and toughness 5/5.", cost="")
BOB = card("Tiny Bob", "Vanguard", "All creatures have base power and toughness 0/3.", cost="")
PLOT = card(
    "Hasty Plot", "Conspiracy",
    "Hidden agenda (Start the game with this conspiracy face down in the command zone and secretly choose a card name. "
    "You may turn this conspiracy face up any time and reveal that name.)\n"
    "Creatures you control with the chosen name have base power and toughness 3/3 and have haste.", cost="",
)  # fmt: skip
OPEN_PLOT = card("Open Plot", "Conspiracy", "Creatures you control have vigilance.", cost="")
LEVELLER = card("Leveller", "Enchantment", "All creatures have base power and toughness 1/2.")
CARDS = (BEAR, CUB, FOREST, HUMILITY, WINDY, STILL, SHIFT, PLAN, ANN, BOB, PLOT, OPEN_PLOT, LEVELLER)


def made(edition: str | None = None, players: tuple[str, ...] = ("Ana", "Ben")) -> Board:
    return Board(players, edition, CARDS)


def keywords(board: Board, name: str) -> list[str]:
    return sorted(getattr(ability, "name", "") for ability in solve(board)[name].abilities)


def size(board: Board, name: str) -> tuple[int | None, int | None]:
    found = solve(board)[name]
    return found.power, found.toughness


# --- Planes and phenomena -----------------------------------------------------------------------------------


def test_a_plane_works_in_the_command_zone():
    """311.4, 613.7h: it has the timestamp of being turned face up."""
    board = made()
    ana, ben = board.enters("Bear Cub"), board.enters("Grizzly Bears", controller="Ben")
    assert board.reveals("Windy Heights") == "windy-heights"
    assert (keywords(board, ana), keywords(board, ben)) == (["Flying"], [])
    found = solve(board)["windy-heights"]
    assert (found.zone, found.controller, found.types) == ("command", "Ana", ("Plane",))
    assert board.object("windy-heights").stamp == 3
    board.reveals("Still Air")
    assert keywords(board, ana) == []
    board.leaves("windy-heights", to="command")
    board.reveals("windy-heights@command")

    assert keywords(board, ana) == ["Flying"]  # the later one by now
    assert solve(board).layer("6").order == ("still-air#1", "windy-heights@command#1")


def test_a_plane_follows_the_active_player():
    """311.5, 312.4: the planar controller is the active player, unless the event says otherwise."""
    board = made()
    ben = board.enters("Bear Cub", controller="Ben")
    board.reveals("Windy Heights")
    told = board.reveals("Great Shift", as_="shift", controller="Ana")
    board.turn("Ben")
    assert [solve(board)[name].controller for name in ("windy-heights", told)] == ["Ben", "Ana"]
    assert keywords(board, ben) == ["Flying"]
    board.reveals("Still Air")
    assert solve(board)["still-air"].controller == "Ben"
    board.turn("Ana")
    assert [solve(board)[name].controller for name in ("windy-heights", "still-air")] == ["Ana", "Ana"]
    board.pop()

    assert solve(board)["windy-heights"].controller == "Ben"


def test_a_plane_that_is_turned_face_down_is_a_new_object():
    """311.2, 311.6: it stays in the command zone, as another object without characteristics."""
    board = made()
    cub = board.enters("Bear Cub")
    board.reveals("Windy Heights")
    with pytest.raises(IllegalEventError, match=r'stays in the command zone \(311\.2\); .*`to = "command"`'):
        board.leaves("windy-heights")
    with pytest.raises(IllegalEventError, match=r"stays in the command zone \(311\.2\)"):
        board.moves("windy-heights", to="exile", as_="gone")
    with pytest.raises(IllegalEventError, match=r"becomes a new object if it is turned face down \(311\.6\)"):
        board.turns("windy-heights", face="down")
    assert board.leaves("windy-heights", to="command") == ("windy-heights@command",)
    assert "windy-heights" not in board.objects
    hidden = solve(board)["windy-heights@command"]
    assert (hidden.name, hidden.types, hidden.subtypes, hidden.abilities) == ("", (), (), ())
    assert keywords(board, cub) == []
    with pytest.raises(IllegalEventError, match="already face down in the command zone"):
        board.leaves("windy-heights@command", to="command")
    with pytest.raises(IllegalEventError, match="is face down as `windy-heights@command`; reveal it with this id"):
        board.reveals("Windy Heights")
    board.turns("windy-heights@command", face="up")

    assert keywords(board, cub) == ["Flying"]


def test_what_cannot_be_revealed():
    board = made()
    cub = board.enters("Bear Cub")
    board.reveals("Windy Heights")
    with pytest.raises(IllegalEventError, match="`Windy Heights` is already face up as `windy-heights`"):
        board.reveals("Windy Heights", as_="again")
    with pytest.raises(IllegalEventError, match="`windy-heights` is already face up"):
        board.reveals("windy-heights")
    with pytest.raises(IllegalEventError, match="`bear-cub` is not in the command zone"):
        board.reveals(cub)
    with pytest.raises(IllegalEventError, match="not a plane, phenomenon, scheme, vanguard or conspiracy"):
        board.reveals("Forest")
    with pytest.raises(IllegalEventError, match="no player `Cho`"):
        board.reveals("Still Air", controller="Cho")
    with pytest.raises(UnknownCardError):
        board.reveals("Nowhere at All")
    with pytest.raises(IllegalEventError, match="use `reveals`"):
        board.enters("Still Air", zone="command")
    with pytest.raises(IllegalEventError, match="not a permanent card"):
        board.enters("Still Air")
    with pytest.raises(IllegalEventError, match="cannot be face down in the command zone"):
        board.enters("Forest", zone="command", face_down=True)

    assert len(board.events) == 2


def test_events_come_back_with_all_their_keys():
    for data in (
        {"reveals": "Windy Heights", "as": "up", "controller": "Ben", "chosen": {"color": "R"}},
        {"stickers": "a", "put": {"name": "Dark", "ability": "Flying", "power": 0, "toughness": 3}},
        {"leaves": "a", "chosen": {"card_name": "Bear Cub"}},
    ):
        assert read_event(data).to_data() == data


# --- Schemes, vanguards, conspiracies -----------------------------------------------------------------------


def test_a_scheme_belongs_to_its_owner():
    """314.4, 314.5, 613.7h."""
    board = made()
    ana, ben = board.enters("Bear Cub"), board.enters("Grizzly Bears", controller="Ben")
    board.enters("Humility")
    scheme = board.reveals("Grand Plan", controller="Ben")
    board.turn("Ben")
    board.turn("Ana")
    found = board.object(scheme)
    assert (found.base.controller, found.base.owner, found.stamp) == (1, 1, 4)
    assert (size(board, ana), size(board, ben)) == ((1, 1), (1, 1))
    assert solve(board).layer("7b").order == ("humility#1", "grand-plan#1")
    second = board.reveals("Grand Plan", controller="Ben")
    assert second == "grand-plan-2"
    with pytest.raises(IllegalEventError, match=r"314\.2"):
        board.leaves(scheme)
    board.leaves(scheme, to="command")

    assert board.reveals("grand-plan@command") == "grand-plan@command"
    assert board.object("grand-plan@command").base.controller == 1


def test_a_vanguard_is_earlier_than_everything_else():
    """613.7i: it had its timestamp at the beginning of the game, wherever the timeline tells of it."""
    board = made()
    ana = board.enters("Bear Cub")
    board.enters("Leveller")
    board.reveals("Giant Ann")
    assert board.object("giant-ann").stamp < 1
    assert size(board, ana) == (1, 2)
    assert solve(board).layer("7b").order == ("giant-ann#1", "leveller#1")
    board.leaves("leveller")
    assert size(board, ana) == (5, 5)
    for change in ("graveyard", "command"):
        with pytest.raises(IllegalEventError, match=r"Vanguard card, .*\(313\.2\)"):
            board.leaves("giant-ann", to=change)
    with pytest.raises(IllegalEventError, match="cannot be turned face down"):
        board.turns("giant-ann", face="down")
    with pytest.raises(IllegalEventError, match="no hidden agenda"):
        board.enters("Giant Ann", zone="command", face_down=True)


def test_vanguards_among_themselves():
    """613.7m: the starting player's is the earliest; before 2020-04-17 the order told is that player's choice."""
    for edition, order in (
        ("2025-09-01", ["giant-ann#1", "tiny-bob#1"]),
        ("2016-01-01", ["tiny-bob#1", "giant-ann#1"]),
    ):
        board = made(edition)
        board.turn("Ben")
        ana = board.enters("Bear Cub")
        board.reveals("Tiny Bob", controller="Ben")
        board.reveals("Giant Ann", controller="Ana")

        assert list(solve(board).layer("7b").order) == order
        assert size(board, ana) == ((0, 3) if order[-1] == "tiny-bob#1" else (5, 5))


def test_a_conspiracy_with_a_hidden_agenda():
    """315.2, 315.5b, 613.7j: no characteristics while it is face down; a new timestamp as it is turned face up."""
    board = made()
    plot = board.enters("Hasty Plot", zone="command", face_down=True, chosen={"card_name": "Bear Cub"})
    cub = board.enters("Bear Cub")
    board.enters("Leveller")
    hidden = solve(board)[plot]
    assert (hidden.name, hidden.types, hidden.abilities, hidden.power) == ("", (), (), None)
    assert (keywords(board, cub), size(board, cub)) == ([], (1, 2))
    assert board.object(plot).stamp < 1
    assert board.reveals(plot) == plot
    assert solve(board)[plot].name == "Hasty Plot"
    assert (keywords(board, cub), size(board, cub)) == (["Haste"], (3, 3))  # later than Leveller by now
    with pytest.raises(IllegalEventError, match="cannot be turned face down"):
        board.turns(plot, face="down")
    board.pop()
    with pytest.raises(IllegalEventError, match="remains the same object"):
        board.reveals(plot, as_="open")
    with pytest.raises(IllegalEventError, match="its owner Ana controls"):
        board.reveals(plot, controller="Ben")
    board.turns(plot, face="up", chosen={"card_name": "Grizzly Bears"})

    assert keywords(board, cub) == []


def test_a_conspiracy_without_one():
    """315.5, 613.7j: face up from the beginning of the game."""
    board = made()
    cub = board.enters("Bear Cub", controller="Ben")
    board.enters("Humility")
    board.reveals("Open Plot", controller="Ben", as_="plot")

    assert board.object("plot").base.controller == 1
    assert board.object("plot").stamp < 1
    assert keywords(board, cub) == []  # Humility is later
    with pytest.raises(IllegalEventError, match="no hidden agenda"):
        board.enters("Open Plot", zone="command", face_down=True)


@pytest.mark.parametrize(
    ("name", "since", "before"),
    [
        ("Windy Heights", "2009-10-01", "2009-09-30"),
        ("Great Shift", "2012-06-01", "2012-05-31"),
        ("Grand Plan", "2010-06-18", "2010-06-17"),
        ("Giant Ann", "2009-10-01", "2009-09-30"),
        ("Open Plot", "2014-06-01", "2014-05-31"),
    ],
)
def test_each_kind_has_its_first_day(name: str, since: str, before: str):
    assert made(since).reveals(name)
    with pytest.raises(IllegalEventError, match=rf"does not have .* \(introduced on {since}"):
        made(before).reveals(name)


def test_a_card_exiled_face_down_has_no_characteristics():
    """406.3a: it is not a 2/2 creature; turned face up, it keeps its timestamp (613.7f concerns permanents)."""
    board = made()
    cub = board.enters("Bear Cub", zone="exile", face_down=True)
    found = solve(board)[cub]
    assert (found.name, found.types, found.power) == ("", (), None)
    board.turns(cub, face="up")
    assert (solve(board)[cub].name, board.object(cub).stamp) == ("Bear Cub", 1)
    board.turns(cub, face="down")

    assert solve(board)[cub].name == ""
