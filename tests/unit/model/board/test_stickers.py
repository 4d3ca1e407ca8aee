"""Stickers: what they do, where they stay, and their timestamps (123, 613.7k)."""

from __future__ import annotations

from typing import Any

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.effects.node import to_data
from mtglayers.model.effects.operations.stickers import AddNameWord, SetStickerPT
from mtglayers.model.effects.registry import from_data
from mtglayers.model.errors import IllegalEventError, LayersError, UnsupportedTextError
from mtglayers.solver.solve import solve

from ....support.boards import BEAR, FOREST, HUMILITY, card

CUB = card("Bear Cub", "Creature — Bear", size="2/2", cost="{1}{G}")
WITNESS = card(
    "Witness Protection", "Enchantment — Aura",
    "Enchant creature\nEnchanted creature loses all abilities and is a green and white Citizen creature with base "
    "power and toughness 1/1 named Legitimate Businessperson.", cost="{U}",
)  # fmt: skip
HAMMER = card("Hammer", "Artifact — Equipment", "Equipped creature gets +1/+0.\nEquip {1}")
WOLF = card(
    "Day", "Creature — Human // Creature — Wolf", layout="transform",
    card_faces=[
        {"name": "Day", "type_line": "Creature — Human", "power": "1", "toughness": "1"},
        {"name": "Night", "type_line": "Creature — Wolf", "power": "4", "toughness": "4", "color_indicator": ["G"]},
    ],
)  # fmt: skip
BOON = card("Boon", "Instant", "Target creature gets +1/+1 until end of turn.")

LEVELLER = card("Leveller", "Enchantment", "All creatures have base power and toughness 1/2.")
CARDS = (BEAR, CUB, FOREST, HUMILITY, WITNESS, HAMMER, WOLF, BOON, LEVELLER)


def made(edition: str | None = None, players: tuple[str, ...] = ("Ana", "Ben")) -> Board:
    return Board(players, edition, CARDS)


def keywords(board: Board, name: str) -> list[str]:
    return sorted(getattr(ability, "name", "") for ability in solve(board)[name].abilities)


def size(board: Board, name: str) -> tuple[int | None, int | None]:
    found = solve(board)[name]
    return found.power, found.toughness


def stamps_of(board: Board, name: str) -> list[int]:
    found = board.object(name)
    return [found.stamp, *(sticker.stamp for sticker in found.stickers)]


# --- Name stickers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "name"),
    [(None, "Dark Bear Cub"), (0, "Dark Bear Cub"), (1, "Bear Dark Cub"), (2, "Bear Cub Dark"), (3, "Bear Cub Dark")],
)
def test_a_name_sticker_has_a_place_in_the_name(number: int | None, name: str):
    """123.6b: before the name, or after any number of its words; 123.6c: at the end of one that is too short."""
    board = made()
    cub = board.enters("Bear Cub")
    board.stickers(cub, put={"name": "Dark"}, chosen=None if number is None else {"number": number})

    assert solve(board)[cub].name == name
    assert solve(board).layer("3").order == ("bear-cub<name sticker>",)


def test_name_stickers_go_by_timestamp():
    """123.6c: each starts from the name that those before it made."""
    board = made()
    cub = board.enters("Bear Cub")
    board.stickers(cub, put={"name": "Dark"})
    board.stickers(cub, put={"name": "  Hot   Dog "}, chosen={"number": 1})

    assert solve(board)[cub].name == "Dark Hot Dog Bear Cub"
    assert solve(board).layer("3").order == ("bear-cub<name sticker>", "bear-cub<name sticker>#2")


def test_a_blank_line_is_no_word():
    """123.6a."""
    assert AddNameWord("Sheep", 2).added("Wolf in ________ Clothing") == "Wolf in Sheep ________ Clothing"
    assert AddNameWord("Sheep", 3).added("Wolf in ________ Clothing") == "Wolf in ________ Clothing Sheep"


def test_what_has_no_name_gets_the_word_for_its_name():
    """123.6b, and 123.6c: turned face up it has its own name again, with the word."""
    board = made()
    cub = board.enters("Bear Cub", face_down=True)
    board.stickers(cub, put={"name": "Dark"})
    assert solve(board)[cub].name == "Dark"
    board.turns(cub, face="up")

    assert solve(board)[cub].name == "Dark Bear Cub"


def test_name_stickers_and_other_text_changes_apply_in_timestamp_order():
    """123.6c, 612.9: what sets the name takes the words of an earlier sticker, and not those of a later one."""
    board = made()
    cub = board.enters("Bear Cub")
    board.stickers(cub, put={"name": "Dark"})
    board.enters("Witness Protection", attached_to=cub)
    assert solve(board)[cub].name == "Legitimate Businessperson"
    board.stickers(cub, put={"name": "Very"})

    assert solve(board)[cub].name == "Very Legitimate Businessperson"


def test_the_place_is_remembered_when_the_name_changes():
    """123.6c, the example of It That Betrays."""
    board = Board(cards=(
        card("It That Betrays", "Creature — Eldrazi", size="11/11"),
        card("Seeker of the Way", "Creature — Human Warrior", "Prowess", "2/2"),
    ))  # fmt: skip
    eldrazi, seeker = board.enters("It That Betrays"), board.enters("Seeker of the Way")
    board.stickers(eldrazi, put={"name": "Eldrazi"}, chosen={"number": 3})
    assert solve(board)[eldrazi].name == "It That Betrays Eldrazi"
    board.resolves({"text": "Target creature becomes a copy of another target creature."}, targets=[eldrazi, seeker])

    assert solve(board)[eldrazi].name == "Seeker of the Eldrazi Way"


def test_stickers_are_not_copied():
    """123.1."""
    board = made()
    cub = board.enters("Bear Cub")
    board.stickers(cub, put={"name": "Dark", "ability": "Flying", "power": 6, "toughness": 6})
    copy = board.enters("Bear Cub", token=True, copy_of=cub)

    assert (solve(board)[copy].name, size(board, copy), keywords(board, copy)) == ("Bear Cub", (2, 2), [])


# --- Ability stickers ---------------------------------------------------------------------------------------


def test_an_ability_sticker_gives_its_ability_in_layer_6():
    """123.7, 613.1f: by timestamp against what takes abilities."""
    board = made()
    cub = board.enters("Bear Cub")
    board.stickers(cub, put={"ability": "Flying, vigilance"})
    assert keywords(board, cub) == ["Flying", "Vigilance"]
    board.enters("Humility")
    assert keywords(board, cub) == []
    board.stickers(cub, put={"ability": "Trample"})

    assert keywords(board, cub) == ["Trample"]
    assert solve(board).layer("6").order == ("bear-cub<ability sticker>", "humility#1", "bear-cub<ability sticker>#2")


def test_a_static_ability_on_a_sticker_is_a_granted_one():
    """613.7a: it is as old as the sticker; its effect is called by what grants it."""
    board = made()
    cub, other = board.enters("Bear Cub"), board.enters("Grizzly Bears")
    board.stickers(cub, put={"ability": "Other creatures you control get +1/+1."})

    assert size(board, other) == (3, 3)
    assert solve(board).layer("7c").order == ("bear-cub<bear-cub<ability sticker>>",)


def test_an_ability_that_is_not_understood_is_refused():
    board = made()
    cub = board.enters("Bear Cub")
    with pytest.raises(UnsupportedTextError, match="is twice as blue"):
        board.stickers(cub, put={"ability": "Each Bear is twice as blue as the sky."})
    with pytest.raises(UnsupportedTextError):
        board.stickers(cub, put={"ability": "  "})

    assert board.object(cub).stickers == ()


# --- Power and toughness stickers ---------------------------------------------------------------------------


def test_a_size_sticker_sets_base_power_and_toughness():
    """123.8, 613.4b: under counters, and by timestamp against other effects that set it."""
    board = made()
    cub = board.enters("Bear Cub", counters={"+1/+1": 1})
    board.stickers(cub, put={"power": 5, "toughness": 4})
    assert size(board, cub) == (6, 5)
    board.enters("Leveller")
    assert size(board, cub) == (2, 3)
    board.stickers(cub, put={"power": 0, "toughness": 7})

    assert size(board, cub) == (1, 8)
    assert solve(board).layer("7b").order == ("bear-cub<size sticker>", "leveller#1", "bear-cub<size sticker>#2")


def test_a_size_sticker_is_for_creatures_and_cards_of_creatures_and_vehicles():
    """123.8: on the battlefield a creature alone, elsewhere a creature or Vehicle card."""
    board = Board(cards=(FOREST, BOON, card("Boat", "Artifact — Vehicle", "Crew 1", "3/3")))
    land, boon = board.enters("Forest"), board.enters("Boon", zone="graveyard")
    boat, wreck = board.enters("Boat"), board.enters("Boat", zone="graveyard", as_="wreck")
    for name in (land, boon, boat, wreck):
        board.stickers(name, put={"power": 1, "toughness": 6})
    found = solve(board)
    assert [found[name].power for name in (land, boon, wreck)] == [None, None, 1]
    board.resolves({"text": "Target land becomes a 0/0 creature that's still a land until end of turn."}, targets=land)
    board.resolves({"text": "Target Vehicle becomes an artifact creature until end of turn."}, targets=boat)

    assert size(board, land) == (0, 0)  # the spell is later
    assert size(board, boat) == (1, 6)


def test_sticker_operations_come_back_from_their_data():
    for operation in (AddNameWord("Dark", 1), SetStickerPT(1, 6)):
        assert from_data(to_data(operation)) == operation


# --- Where stickers stay, and their timestamps --------------------------------------------------------------


def test_stickers_stay_on_through_public_zones_alone():
    """123.5, 400.2: graveyard, exile and stack are public; hand and library are not."""
    board = made()
    cub = board.enters("Bear Cub")
    board.stickers(cub, put={"ability": "Flying"})
    board.stickers(cub, put={"name": "Dark"})
    (dead,) = board.leaves(cub)
    assert (solve(board)[dead].name, keywords(board, dead)) == ("Dark Bear Cub", ["Flying"])
    assert stamps_of(board, dead) == [4, 5, 6]  # 613.7k: after the object's own, in their old order
    back = board.moves(dead, to="battlefield", as_="back", counters={"+1/+1": 1})
    assert stamps_of(board, back) == [7, 8, 9]
    assert [counter.stamp for counter in board.object(back).counters] == [10]
    away = board.moves(back, to="exile", as_="away", face_down=True)
    assert [sticker.kind for sticker in board.object(away).stickers] == ["ability", "name"]
    assert solve(board)[away].name == "Dark"  # 406.3a: no characteristics, so no name but this
    (hand,) = board.leaves(away, to="hand")

    assert board.object(hand).stickers == ()
    assert (solve(board)[hand].name, keywords(board, hand)) == ("Bear Cub", [])


def test_stickers_follow_their_object():
    """613.7k: attaching, turning, transforming; not flipping (710), phasing (702.26) or detaching."""
    board = made()
    bear, hammer, wolf = board.enters("Grizzly Bears"), board.enters("Hammer"), board.enters("Day")
    for name in (bear, hammer, wolf):
        board.stickers(name, put={"name": "Dark", "ability": "Flying"})
    assert [stamps_of(board, name) for name in (bear, hammer, wolf)] == [[1, 4, 5], [2, 6, 7], [3, 8, 9]]
    board.attaches(hammer, to=bear)
    assert stamps_of(board, hammer) == [10, 11, 12]
    board.attaches(hammer, to=bear)  # 701.3b
    board.detaches(hammer)
    board.phases(hammer, direction="out")
    board.phases(hammer, direction="in")
    assert stamps_of(board, hammer) == [10, 11, 12]
    board.turns(bear, face="down")
    assert stamps_of(board, bear) == [13, 14, 15]
    board.transforms(wolf)

    assert stamps_of(board, wolf) == [16, 17, 18]
    assert [sticker.kind for sticker in board.object(wolf).stickers] == ["name", "ability"]


def test_turning_and_a_sticker_against_an_effect():
    """613.7k shown: after the new timestamp the sticker is later than what took its ability."""
    board = made()
    cub = board.enters("Bear Cub")
    board.stickers(cub, put={"ability": "Flying", "power": 6, "toughness": 6})
    board.enters("Humility")
    assert (keywords(board, cub), size(board, cub)) == ([], (1, 1))
    board.turns(cub, face="down")
    board.turns(cub, face="up")

    assert (keywords(board, cub), size(board, cub)) == (["Flying"], (6, 6))


def test_an_order_takes_the_stickers_along():
    """613.7m, 613.7k."""
    board = made()
    first, second = board.enters("Bear Cub"), board.enters("Grizzly Bears")
    board.stickers(first, put={"name": "Dark"})
    board.stickers(second, put={"name": "Old", "ability": "Flying"})
    made_ = board.leaves([first, second])
    assert [stamps_of(board, name) for name in made_] == [[6, 7], [8, 9, 10]]
    board.order(list(reversed(made_)))

    assert [stamps_of(board, name) for name in made_] == [[9, 10], [6, 7, 8]]


def test_merging_brings_the_stickers_of_what_merges():
    """123.5b, 613.7k, 730.2a: new timestamps for those that come; the permanent keeps its own, and its stickers too."""
    board = made()
    host = board.enters("Bear Cub")
    guest = board.enters("Grizzly Bears", zone="stack")
    board.stickers(guest, put={"name": "Old", "ability": "Flying"})
    board.stickers(host, put={"name": "Dark"})
    board.merges(guest, with_=host, on="bottom")

    assert stamps_of(board, host) == [1, 5, 7, 8]
    assert board.object(host).merge_stamp == 6
    assert (solve(board)[host].name, keywords(board, host)) == ("Old Dark Bear Cub", ["Flying"])


def test_one_card_of_a_merged_permanent_keeps_the_stickers():
    """123.5c: its owner says which."""
    board = made()
    host, guest = board.enters("Bear Cub"), board.enters("Grizzly Bears", zone="stack")
    board.stickers(host, put={"name": "Dark"})
    board.merges(guest, with_=host, on="top")
    with pytest.raises(IllegalEventError, match=r"the card that keeps .*: `Grizzly Bears` or `Bear Cub` \(123\.5c\)"):
        board.leaves(host)
    top, bottom = board.leaves(host, chosen={"card_name": "Bear Cub"})
    assert (solve(board)[top].name, solve(board)[bottom].name) == ("Grizzly Bears", "Dark Bear Cub")
    board.pop()
    board.moves(host, to="exile", as_="gone", chosen={"card_name": "Bear Cub"})
    assert solve(board)["bear-cub@exile"].name == "Dark Bear Cub"
    assert solve(board)["gone"].name == "Grizzly Bears"
    board.pop()

    assert len(board.leaves(host, to="hand")) == 2  # a hidden zone keeps none, so nothing is to be said


@pytest.mark.parametrize(
    ("put", "chosen", "match"),
    [
        ({}, None, "lists no stickers"),
        ({"power": 2}, None, r"both `power` and `toughness` \(123\.8\)"),
        ({"nme": "Dark"}, None, "unknown key `nme`; did you mean `name`"),
        ({"name": " "}, None, "not valid for a name sticker"),
        ({"name": 3}, None, "`name` must be a string"),
        ({"name": "Dark"}, {"number": -1}, "must be at least 0"),
        ({"ability": "Flying"}, {"number": 1}, "only to a name sticker"),
        ("Dark", None, "`put` must be a table"),
    ],
)
def test_stickers_that_say_nothing_are_refused(put: Any, chosen: Any, match: str):
    board = made()
    cub = board.enters("Bear Cub")
    with pytest.raises(IllegalEventError, match=match):
        board.stickers(cub, put=put, chosen=chosen)

    assert board.object(cub).stickers == ()
    assert len(board.events) == 1


def test_objects_that_take_no_stickers():
    split = {
        "name": "Fire // Ice", "layout": "split", "card_faces": [
            {"name": "Fire", "type_line": "Instant", "mana_cost": "{1}{R}"},
            {"name": "Ice", "type_line": "Instant", "mana_cost": "{1}{U}"},
        ],
    }  # fmt: skip
    board = Board(cards=(BEAR, split, card("Sky", "Emblem", "Creatures you control have flying.", cost="")))
    hand, both, sky = board.enters("Grizzly Bears", zone="hand"), board.enters("Fire // Ice", zone="graveyard"), "sky"
    board.enters("Sky")
    for name, match in ((hand, r"in the hand \(123\.5\)"), (both, "two names"), (sky, "emblem")):
        with pytest.raises(IllegalEventError, match=match):
            board.stickers(name, put={"name": "Dark"})


def test_stickers_are_unknown_before_2022_10_07():
    assert made("2022-10-07").stickers is not None
    old = made("2022-10-06")
    cub = old.enters("Bear Cub")
    with pytest.raises(IllegalEventError, match=r"does not have stickers \(introduced on 2022-10-07"):
        old.stickers(cub, put={"name": "Dark"})
    new = made()
    new.stickers(new.enters("Bear Cub"), put={"name": "Dark"})

    with pytest.raises(LayersError, match="2022-10-07"):
        solve(new, edition="2016-01-01")


def test_a_sticker_comes_off_when_its_event_is_taken_back():
    board = made()
    cub = board.enters("Bear Cub")
    board.stickers(cub, put={"name": "Dark"})
    assert board.still["stickered"][True] == 1
    board.pop()

    assert board.object(cub).stickers == ()
    assert not board.still.get("stickered")


def test_explanations_speak_of_stickers():
    board = made()
    cub = board.enters("Bear Cub")
    board.stickers(cub, put={"name": "Dark", "power": 4, "toughness": 4})
    said = str(solve(board).explain(cub))

    assert "Bear Cub’s name sticker: name Bear Cub becomes Dark Bear Cub." in said
    assert "Bear Cub’s power and toughness sticker: 2/2 becomes 4/4." in said


def test_a_name_sticker_changes_what_has_the_chosen_name():
    """123.6: the word is part of the name, in layer 3, long before layer 6 asks for "the chosen name"."""
    gathering = card("Gathering", "Enchantment", "Creatures you control with the chosen name have haste.")
    board = Board(cards=(BEAR, gathering))
    bear = board.enters("Grizzly Bears")
    board.enters("Gathering", chosen={"card_name": "Grizzly Bears"})
    assert keywords(board, bear) == ["Haste"]
    board.stickers(bear, put={"name": "Dark"}, chosen={"number": 1})
    assert keywords(board, bear) == []
    board.chooses("gathering", card_name="Grizzly Dark Bears")

    assert keywords(board, bear) == ["Haste"]
