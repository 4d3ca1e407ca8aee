"""Which event gives which timestamp, in every edition (613.7, 418.5e); and what an edition does not know."""

from __future__ import annotations

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.errors import IllegalEventError
from mtglayers.solver.solve import solve

from ....support.boards import BEAR, FOREST, card

DAYS = {
    "E05": "2006-06-01", "E07": "2008-03-17", "E09": "2010-01-01", "E11": "2011-10-01", "E12": "2013-01-01",
    "E15": "2016-08-01", "E20": "2020-06-01", "E21": "2023-11-17", "E25": "2026-01-01",
}  # fmt: skip
"""A day in each edition, with double-faced cards from E11 on."""

HAMMER = card("Hammer", "Artifact — Equipment", "Equipped creature gets +1/+0.\nEquip {1}")
WOLF = card(
    "Day", "Creature — Human // Creature — Wolf", layout="transform",
    card_faces=[
        {"name": "Day", "type_line": "Creature — Human", "power": "1", "toughness": "1"},
        {"name": "Night", "type_line": "Creature — Wolf", "power": "4", "toughness": "4", "color_indicator": ["G"]},
    ],
)  # fmt: skip
MONK = card(
    "Student", "Creature — Human // Creature — Giant", layout="flip",
    card_faces=[
        {"name": "Student", "type_line": "Creature — Human", "power": "1", "toughness": "1"},
        {"name": "Master", "type_line": "Creature — Giant", "power": "4", "toughness": "4"},
    ],
)  # fmt: skip
MUTANT = card("Mutant", "Creature — Beast", "Trample", "4/4")
LEVELLER = card("Leveller", "Enchantment", "All creatures have base power and toughness 1/2.")
SHAMAN = card("Shaman", "Creature — Elf", "All creatures have base power and toughness 3/3.", "1/1")
every_edition = pytest.mark.parametrize("key", DAYS)


def made(key: str, players: tuple[str, ...] = ("Ana", "Ben")) -> Board:
    board = Board(players, DAYS.get(key, key), (BEAR, FOREST, HAMMER, WOLF, MONK, MUTANT, LEVELLER, SHAMAN))
    assert key not in DAYS or board.edition.key == key
    return board


def stamp(board: Board, name: str) -> int:
    return board.object(name).stamp


def is_before(key: str, other: str) -> bool:
    return list(DAYS).index(key) < list(DAYS).index(other)


@every_edition
def test_entering_a_zone(key: str):
    """613.7d, 418.5e: in whatever zone."""
    board = made(key)
    bear = board.enters("Grizzly Bears")
    land = board.enters("Forest", zone="graveyard")
    (dead,) = board.leaves(bear)
    back = board.moves(land, to="battlefield", as_="back")

    assert [board.last_known(name).stamp for name in (bear, land, dead, back)] == [1, 2, 3, 4]


@every_edition
def test_becoming_attached(key: str):
    """613.7e: each time to something else; 701.3b: attaching it where it is does nothing."""
    board = made(key)
    bear, other, hammer = board.enters("Grizzly Bears"), board.enters("Grizzly Bears"), board.enters("Hammer")
    board.attaches(hammer, to=bear)
    assert stamp(board, hammer) == 4
    board.attaches(hammer, to=bear)
    assert stamp(board, hammer) == 4
    board.attaches(hammer, to=other)
    assert stamp(board, hammer) == 5
    board.detaches(hammer)
    assert stamp(board, hammer) == 5
    board.attaches(hammer, to=bear)

    assert [stamp(board, name) for name in (bear, other, hammer)] == [1, 2, 6]


def test_attaching_where_it_is_leaves_nothing_to_order():
    """613.7m is about what the event just before stamped: here it stamped nothing."""
    board = made("E25")
    bear, other = board.enters(["Grizzly Bears", "Forest"])
    hammer = board.enters("Hammer", attached_to=bear)
    with pytest.raises(IllegalEventError, match="did not get a timestamp in the previous event"):
        board.order([bear, other])
    board.attaches(hammer, to=bear)

    with pytest.raises(IllegalEventError, match="did not get a timestamp in the previous event"):
        board.order([hammer])


@every_edition
def test_turning_face_up_and_down(key: str):
    """613.7f: since 2015-07-17."""
    board = made(key)
    bear = board.enters("Grizzly Bears", face_down=True)
    board.turns(bear, face="up")
    assert stamp(board, bear) == (1 if is_before(key, "E15") else 2)
    board.turns(bear, face="down")

    assert stamp(board, bear) == (1 if is_before(key, "E15") else 3)


@every_edition
def test_turning_face_up_decides_between_effects(key: str):
    """613.7f shown: which of two effects that set power and toughness is the later one."""
    board = made(key)
    shaman = board.enters("Shaman", face_down=True)
    board.enters("Leveller")
    board.turns(shaman, face="up")

    assert solve(board)[shaman].power == (1 if is_before(key, "E15") else 3)


@every_edition
def test_transforming(key: str):
    """613.7g: since 2015-07-17; there are double-faced cards since 2011-09-30."""
    board = made(key)
    wolf = board.enters("Day")
    if is_before(key, "E11"):
        with pytest.raises(IllegalEventError, match=r"does not have double-faced cards \(introduced on 2011-09-30"):
            board.transforms(wolf)
        with pytest.raises(IllegalEventError, match="2011-09-30"):
            board.enters("Day", transformed=True)
        return
    board.transforms(wolf)

    assert stamp(board, wolf) == (1 if is_before(key, "E15") else 2)
    assert solve(board)[wolf].power == 4


def test_double_faced_cards_have_their_first_day():
    board = made("2011-09-29")
    with pytest.raises(IllegalEventError, match="2011-09-30"):
        board.transforms(board.enters("Day"))
    board = made("2011-09-30")
    board.transforms(board.enters("Day"))
    board.enters("Day", transformed=True)

    assert [found.base.values.name for found in board.objects.values()] == ["Night", "Night"]


@every_edition
def test_flipping_and_phasing_give_none(key: str):
    """710.4 says nothing of one; 702.26d, 418.5e: what phases in has the timestamp that it had."""
    board = made(key)
    monk, bear = board.enters("Student"), board.enters("Grizzly Bears")
    board.flips(monk)
    board.phases(bear, direction="out")
    board.enters("Forest")
    board.phases(bear, direction="in")

    assert [stamp(board, name) for name in (monk, bear, "forest")] == [1, 2, 3]
    assert solve(board)[monk].power == 4


@every_edition
def test_counters(key: str):
    """613.7c: since 2020-04-17 those of a kind share the newest one's timestamp; removing changes nothing."""
    board = made(key)
    bear = board.enters("Grizzly Bears")
    board.counters(bear, put={"+1/+1": 1, "charge": 1})
    first = [counter.stamp for counter in board.object(bear).counters]
    board.counters(bear, put={"+1/+1": 2})
    board.counters(bear, remove={"+1/+1": 1, "charge": 1})
    (kept,) = board.object(bear).counters

    assert first == [2, 3]
    assert (kept.kind, kept.count, kept.stamp) == ("+1/+1", 2, 2 if is_before(key, "E20") else 4)
    assert stamp(board, bear) == 1
    assert solve(board)[bear].power == 4


@every_edition
def test_keyword_counters(key: str):
    """122.1b, 613.1f: since 2020-04-17; before, no counters give an ability, and none go by such a name."""
    board = made(key)
    bear = board.enters("Grizzly Bears")
    if is_before(key, "E20"):
        for tell in (
            lambda: board.counters(bear, put={"Flying": 1}),
            lambda: board.enters("Grizzly Bears", counters={"flying": 1}),
            lambda: board.moves(board.leaves(bear)[0], to="battlefield", as_="back", counters={"first strike": 1}),
        ):
            with pytest.raises(IllegalEventError, match=r"does not have `.*` counters \(introduced on 2020-04-17"):
                tell()
        return
    board.counters(bear, put={"flying": 1})
    other = board.enters("Grizzly Bears", counters={"trample": 1})
    found = solve(board)

    assert [found[name].abilities[0].name for name in (bear, other)] == ["Flying", "Trample"]


def test_keyword_counters_have_their_first_day():
    for day, known in (("2020-04-16", False), ("2020-04-17", True)):
        board = made(day)
        bear = board.enters("Grizzly Bears")
        if known:
            board.counters(bear, put={"flying": 1})
        else:
            with pytest.raises(IllegalEventError, match="2020-04-17"):
                board.counters(bear, put={"flying": 1})


@every_edition
def test_merging(key: str):
    """730.2a: the effect of merging is as old as the merge; the permanent stays as old as it was."""
    board = made(key)
    bear, mutant = board.enters("Grizzly Bears"), board.enters("Mutant", zone="stack")
    if is_before(key, "E20"):
        with pytest.raises(IllegalEventError, match=r"does not have merging \(introduced on 2020-04-17"):
            board.merges(mutant, with_=bear, on="top")
        return
    board.merges(mutant, with_=bear, on="top")
    found = board.object(bear)

    assert (found.stamp, found.merge_stamp) == (1, 3)
    assert (solve(board)[bear].name, solve(board)[bear].power) == ("Mutant", 4)


@every_edition
def test_leaving_together(key: str):
    """613.7m: in turn order since 2020-04-17; before, `order` may tell any order, as the active player chooses all."""
    board = made(key)
    ana, ben = board.enters("Grizzly Bears"), board.enters("Forest", controller="Ben")
    together = board.leaves([ana, ben])
    assert [stamp(board, name) for name in together] == [3, 4]
    if is_before(key, "E20"):
        board.order(list(reversed(together)))
        assert [stamp(board, name) for name in together] == [4, 3]
    else:
        with pytest.raises(IllegalEventError, match=r"613\.7[km]"):
            board.order(list(reversed(together)))


@pytest.mark.parametrize("zone", ["graveyard", "hand", "library"])
def test_face_down_is_said_where_it_means_something(zone: str):
    """110.5d: what is no permanent has no status; 400.2 hides hands and libraries."""
    with pytest.raises(IllegalEventError, match="`face_down` does not apply to cards in"):
        made("E25").enters("Grizzly Bears", zone=zone, face_down=True)  # type: ignore[arg-type]
