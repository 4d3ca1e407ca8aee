"""Boards as people write them down."""

from __future__ import annotations

import re
from typing import Any

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.board.doubts import doubts
from mtglayers.model.board.lines import split_lines
from mtglayers.model.board.named_players import players_named, questions_about_players
from mtglayers.model.cards.search import find_card
from mtglayers.model.errors import NotationError, UnknownCardError
from mtglayers.model.events.arrivals import Enters
from mtglayers.model.support.names import kebab
from mtglayers.model.support.progress import watched
from mtglayers.solver.solve import solve
from tests.support.paths import ROOT


def data(*lines: str) -> list[dict[str, Any]]:
    """Return the events that lines describe, as data."""
    return [event.to_data() for event in Board.of(*lines).events]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("blood moon", [{"enters": "Blood Moon"}]),
        ("Urborg, Tomb of Yawgmoth, tapped", [{"enters": "Urborg, Tomb of Yawgmoth", "tapped": True}]),
        ("Circle of Protection: Red", [{"enters": "Circle of Protection: Red"}]),
        ("B: Circle of Protection: Red", [{"enters": "Circle of Protection: Red", "controller": "B"}]),
        ("Two-Headed Giant of Foriys", [{"enters": "Two-Headed Giant of Foriys"}]),
        ("two Forest", [{"enters": "Forest", "count": 2}]),
        ("4x Forest", [{"enters": "Forest", "count": 4}]),
        ("Tarmogoyf with two +1/+1 counters and a flying counter",
         [{"enters": "Tarmogoyf", "counters": {"+1/+1": 2, "flying": 1}}]),
        ("Zombie token with decayed, tapped", [{"enters": "Zombie token with decayed", "tapped": True}]),
        ("Forest in B's hand", [{"enters": "Forest", "zone": "hand", "owner": "B"}]),
        ("Grizzly Bears attacking (face down) as bear",
         [{"enters": "Grizzly Bears", "face_down": True, "as": "bear"}, {"marks": "bear", "set": {"attacking": True}}]),
        ("Grizzly Bears phased out", [{"enters": "Grizzly Bears"}, {"phases": "grizzly-bears", "direction": "out"}]),
        ("Conspiracy choosing goblin", [{"enters": "Conspiracy", "chosen": {"creature_type": "Goblin"}}]),
        ("Lavabrink Venturer choosing even", [{"enters": "Lavabrink Venturer", "chosen": {"option": 2}}]),
        ("True-Name Nemesis choosing B", [{"enters": "True-Name Nemesis", "chosen": {"player": "B"}}]),
        ("Palace Siege (Khans)", [{"enters": "Palace Siege", "chosen": {"option": 1}}]),
        ("Illusionary Terrain choosing Plains and Island",
         [{"enters": "Illusionary Terrain", "chosen": {"basic_land_type": ["Plains", "Island"]}}]),
        ("Alpine Moon choosing Urborg, Tomb of Yawgmoth, tapped",
         [{"enters": "Alpine Moon", "tapped": True, "chosen": {"card_name": "Urborg, Tomb of Yawgmoth"}}]),
        ('Alpine Moon choosing "Urborg, Tomb of Yawgmoth"',
         [{"enters": "Alpine Moon", "chosen": {"card_name": "Urborg, Tomb of Yawgmoth"}}]),
        ("Darksteel Mutation -> Grizzly Bears",
         [{"enters": "Grizzly Bears"}, {"enters": "Darksteel Mutation", "attached_to": "grizzly-bears"}]),
        ("Batterskull -> Germ token",
         [{"enters": "Germ token"}, {"enters": "Batterskull", "attached_to": "phyrexian-germ"}]),
        ("Goblin token; Bonesplitter -> Goblin token, tapped",
         [{"enters": "Goblin token"}, {"enters": "Bonesplitter", "attached_to": "goblin", "tapped": True}]),
        ("Bonesplitter -> 1/1 red Goblin creature token",
         [{"enters": "1/1 red Goblin creature token"}, {"enters": "Bonesplitter", "attached_to": "goblin"}]),
        ("Control Magic -> B's Serra Angel",
         [{"enters": "Serra Angel", "controller": "B"}, {"enters": "Control Magic", "attached_to": "serra-angel"}]),
        ("Control Magic -> Serra Angel",
         [{"enters": "Serra Angel", "controller": "B"}, {"enters": "Control Magic", "attached_to": "serra-angel"}]),
        ("Act of Treason -> Serra Angel",
         [{"enters": "Serra Angel", "controller": "B"}, {"resolves": "Act of Treason", "targets": "serra-angel"}]),
        ("Prey Upon -> Grizzly Bears, Hill Giant",
         [{"enters": "Grizzly Bears"}, {"enters": "Hill Giant", "controller": "B"},
          {"resolves": "Prey Upon", "targets": ["grizzly-bears", "hill-giant"]}]),
        ("B: Clear Shot -> Grizzly Bears, Hill Giant",
         [{"enters": "Grizzly Bears"}, {"enters": "Hill Giant", "controller": "A"},
          {"resolves": "Clear Shot", "controller": "B", "targets": ["grizzly-bears", "hill-giant"]}]),
        ("Dromoka's Command modes 3 and 4 -> Wall of Wood, Grizzly Bears, Hill Giant",
         [{"enters": "Wall of Wood"}, {"enters": "Grizzly Bears"}, {"enters": "Hill Giant", "controller": "B"},
          {"resolves": "Dromoka's Command", "mode": [3, 4],
           "targets": ["wall-of-wood", "grizzly-bears", "hill-giant"]}]),
        ("Captured by the Consulate -> Serra Angel",
         [{"enters": "Serra Angel", "controller": "B"},
          {"enters": "Captured by the Consulate", "attached_to": "serra-angel"}]),
        ("B: Chained to the Rocks -> Mountain",
         [{"enters": "Mountain"},
          {"enters": "Chained to the Rocks", "attached_to": "mountain", "controller": "B"}]),
        ("B: Control Magic -> Serra Angel",
         [{"enters": "Serra Angel", "controller": "A"},
          {"enters": "Control Magic", "attached_to": "serra-angel", "controller": "B"}]),
        *(
            (f"Clone {words} Humility", [{"enters": "Humility"}, {"enters": "Clone", "copy_of": "humility"}])
            for words in ("as a copy of", "of", "copying", "copies", "enters as a copy of", "as", "=")
        ),
        *(
            (f"Humility; {words} Humility",
             [{"enters": "Humility"}, {"enters": "Humility", "token": True, "copy_of": "humility"}])
            for words in ("token copy of", "a token that's a copy of", "copy of")
        ),
        ("Humility; two token copies of Humility, tapped",
         [{"enters": "Humility"},
          {"enters": "Humility", "token": True, "copy_of": "humility", "tapped": True, "count": 2}]),
        *((f"Forest {times}", [{"enters": "Forest", "count": 3}]) for times in ("x3", "x 3", "(x3)", "×3")),
        *((f"Grizzly Bears {words}", [{"enters": "Grizzly Bears", "counters": {"+1/+1": 2}}])
          for words in ("2 +1/+1 counters", "(two +1/+1 counters)", "w/ 2 +1/+1 counters")),
        *((f"Grizzly Bears {words}", [{"enters": "Grizzly Bears", "counters": {"+1/+1": 1}}])
          for words in ("+1/+1 counter", "with +1/+1 counter", "with a +1/+1 counter")),
        *((f"Jace Beleren {words}", [{"enters": "Jace Beleren", "counters": {"loyalty": 3}}])
          for words in ("with 3 loyalty", "(3 loyalty)", "at 3 loyalty", "with three loyalty counters")),
        *((f"Conspiracy{words}", [{"enters": "Conspiracy", "chosen": {"creature_type": "Goblin"}}])
          for words in (" (Goblin)", ": Goblin", " set to Goblin", " on Goblin", " naming Goblin")),
        ("Nezumi Graverobber flipped", [{"enters": "Nezumi Graverobber"}, {"flips": "nezumi-graverobber"}]),
        ("Delver of Secrets, flipped", [{"enters": "Delver of Secrets", "transformed": True}]),
        ("Humility, Urborg, Tomb of Yawgmoth and Forest",
         [{"enters": "Humility"}, {"enters": "Urborg, Tomb of Yawgmoth"}, {"enters": "Forest"}]),
        ("Ben's graveyard: Forest, 2x Island",
         [{"enters": "Forest", "owner": "Ben", "zone": "graveyard"},
          {"enters": "Island", "owner": "Ben", "zone": "graveyard", "count": 2}]),
        ("Forest and Island in my graveyard",
         [{"enters": "Forest", "zone": "graveyard"}, {"enters": "Island", "zone": "graveyard"}]),
        ("two Islands, tapped", [{"enters": "Island", "count": 2, "tapped": True}]),
        ("2 Forests and 3 Serra Angels",
         [{"enters": "Forest", "count": 2}, {"enters": "Serra Angel", "count": 3}]),
        ("Humility, Forest x2 and Island",
         [{"enters": "Humility"}, {"enters": "Forest", "count": 2}, {"enters": "Island"}]),
        ("Humility, then Forest & Island", [{"enters": "Humility"}, {"enters": "Forest"}, {"enters": "Island"}]),
        ("Ben has no cards in hand", [{"player": "Ben", "set": {"hand": 0}}]),
        ("no cards in Ben's hand", [{"player": "Ben", "set": {"hand": 0}}]),
        ("Ben's life total is 5", [{"player": "Ben", "set": {"life": 5}}]),
        ("B: Cast Down -> Grizzly Bears", [{"enters": "Grizzly Bears"},
         {"resolves": "Cast Down", "targets": "grizzly-bears", "controller": "B"}]),
        ("Ben: life 5", [{"player": "Ben", "set": {"life": 5}}]),
        *((line, [{"player": "Ben", "set": {"life": -5}}])
          for line in ("Ben has -5 life", "Ben: −5 life", "Ben's life total is -5", "Ben at -5 life")),
        ("Ben: Rancor on my Grizzly Bears",
         [{"enters": "Grizzly Bears", "controller": "A"},
          {"enters": "Rancor", "attached_to": "grizzly-bears", "controller": "Ben"}]),
        ("One with the Stars -> Serra Angel",
         [{"enters": "Serra Angel"}, {"enters": "One with the Stars", "attached_to": "serra-angel"}]),
        ("I control Forest", [{"enters": "Forest"}]),
        ("Ben has Forest", [{"enters": "Forest", "controller": "Ben"}]),
        ("Rancor enchants Grizzly Bears",
         [{"enters": "Grizzly Bears"}, {"enters": "Rancor", "attached_to": "grizzly-bears"}]),
        ("Ben at 5 life", [{"player": "Ben", "set": {"life": 5}}]),
        ("5 cards in Ben's graveyard", [{"player": "Ben", "set": {"graveyard": 5}}]),
        ("it's my turn", [{"turn": "A"}]),
        ("Giant Growth -> Grizzly Bears",
         [{"enters": "Grizzly Bears"}, {"resolves": "Giant Growth", "targets": "grizzly-bears"}]),
        ("Swift End -> Grizzly Bears",
         [{"enters": "Grizzly Bears"}, {"resolves": "Swift End", "targets": "grizzly-bears"}]),
        ("Signaling Roar", [{"resolves": "Signaling Roar"}]),
        ("Swift End in hand", [{"enters": "Swift End", "zone": "hand"}]),
        ("2x Kabira Plateau, tapped", [{"enters": "Kabira Plateau", "count": 2, "tapped": True}]),
        ("Kabira Takedown -> Grizzly Bears",
         [{"enters": "Grizzly Bears"}, {"resolves": "Kabira Takedown", "targets": "grizzly-bears"}]),
        ("Walking Ballista with X = 2", [{"enters": "Walking Ballista", "x": 2}]),
        ("Student of Warfare level 3", [{"enters": "Student of Warfare", "counters": {"level": 3}}]),
        ("Ranger Class level 2", [{"enters": "Ranger Class"}, {"marks": "ranger-class", "set": {"level": 2}}]),
        ("3 tapped Forest", [{"enters": "Forest", "tapped": True, "count": 3}]),
        ("face-down Willbender", [{"enters": "Willbender", "face_down": True}]),
        ("my Forest in my graveyard", [{"enters": "Forest", "zone": "graveyard"}]),
        ("Gemrazer mutates over Serra Angel",
         [{"enters": "Serra Angel"}, {"enters": "Gemrazer", "zone": "stack"},
          {"merges": "gemrazer", "with": "serra-angel", "on": "top"}]),
        ("Cloudchaser Kestrel; Kestrel's last ability -> Forest",
         [{"enters": "Cloudchaser Kestrel"}, {"enters": "Forest"},
          {"resolves": {"ability_of": "cloudchaser-kestrel", "index": 3}, "as": "cloudchaser-kestrel-ability-3",
           "targets": "forest"}]),
        ("Secret Arcade", [{"enters": "Secret Arcade", "cast": True}]),
        ("Secret Arcade locked", [{"enters": "Secret Arcade"}]),
        ("Secret Arcade in graveyard", [{"enters": "Secret Arcade", "zone": "graveyard"}]),
        ("Secret Arcade // Dusty Parlor", [{"enters": "Secret Arcade // Dusty Parlor"}]),
        ("Forest in Ben's graveyard", [{"enters": "Forest", "zone": "graveyard", "owner": "Ben"}]),
        ("Willbender morphed", [{"enters": "Willbender", "face_down": True}]),
        ("Grizzly Bears cloaked",
         [{"enters": "Grizzly Bears", "face_down": True, "with_effect": "It's a 2/2 creature with ward {2}."}]),
        ("Phyrexian Fleshgorger prototyped", [{"enters": "Phyrexian Fleshgorger", "cast": "prototype"}]),
        ("facedown Willbender", [{"enters": "Willbender", "face_down": True}]),
        ("manifest Grizzly Bears", [{"enters": "Grizzly Bears", "face_down": True}]),
        ("Urza's Saga on chapter II", [{"enters": "Urza's Saga", "counters": {"lore": 2}}]),
        ("Painter's Servant = blue", [{"enters": "Painter's Servant", "chosen": {"color": "U"}}]),
        ("Grizzly Bears with two p1p1 counters", [{"enters": "Grizzly Bears", "counters": {"+1/+1": 2}}]),
        ("Humility vs. Opalescence", [{"enters": "Humility"}, {"enters": "Opalescence"}]),
        ("B is the monarch", [{"player": "B", "set": {"monarch": 1}}]),
        ("B has the city's blessing", [{"player": "B", "set": {"citys_blessing": 1}}]),
        ("It's night", [{"player": "A", "set": {"night": 1}}]),
        ("Erase (Not the Urza's Legacy One)", [{"resolves": "Erase (Not the Urza's Legacy One)"}]),
    ],
)  # fmt: skip
def test_a_line_is_an_event(line: str, expected: list[dict[str, Any]]) -> None:
    assert data(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("put a +1/+1 counter on Grizzly Bears", {"counters": "grizzly-bears", "put": {"+1/+1": 1}}),
        ("add two +1/+1 counters to Grizzly Bears", {"counters": "grizzly-bears", "put": {"+1/+1": 2}}),
        ("Grizzly Bears gets a flying counter", {"counters": "grizzly-bears", "put": {"flying": 1}}),
        ("destroy Grizzly Bears", {"leaves": "grizzly-bears"}),
        ("exile Grizzly Bears", {"leaves": "grizzly-bears", "to": "exile"}),
        ("bounce Grizzly Bears", {"leaves": "grizzly-bears", "to": "hand"}),
        ("Grizzly Bears attacks", {"marks": "grizzly-bears", "set": {"attacking": True}}),
        ("Grizzly Bears gets exiled", {"leaves": "grizzly-bears", "to": "exile"}),
        ("Grizzly Bears leaves the battlefield", {"leaves": "grizzly-bears"}),
        ("Ben sacrifices Grizzly Bears", {"leaves": "grizzly-bears"}),
        ("Grizzly Bears untaps", {"marks": "grizzly-bears", "set": {"tapped": False}}),
        ("Ben attacks with Grizzly Bears", {"marks": "grizzly-bears", "set": {"attacking": True}}),
        ("next turn", {"ends": "turn"}),
        ("Cid gains control of Grizzly Bears",
         {"resolves": {"text": "Gain control of target permanent."}, "controller": "Cid", "targets": "grizzly-bears"}),
        ("tap Grizzly Bears", {"marks": "grizzly-bears", "set": {"tapped": True}}),
        ("Grizzly Bears gets +2/+2 until end of turn",
         {"resolves": {"text": "Target permanent gets +2/+2 until end of turn."}, "targets": "grizzly-bears"}),
        ('"Grizzly Bears gains flying until end of turn."',
         {"resolves": {"text": "Target permanent gains flying until end of turn."}, "targets": "grizzly-bears"}),
    ],
)  # fmt: skip
def test_what_happens_to_an_object_is_said_in_several_ways(line: str, expected: dict[str, Any]) -> None:
    board = Board.of("Ben: Grizzly Bears", line)
    assert [board.players[0], board.events[-1].to_data()] == ["Ben", expected]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Grizzly Bears is tapped", {"marks": "grizzly-bears", "set": {"tapped": True}}),
        ("Grizzly Bears is Ben's commander", {"marks": "grizzly-bears", "set": {"commander": True}}),
        ("Grizzly Bears attacks", {"marks": "grizzly-bears", "set": {"attacking": True}}),
        ("attack with Grizzly Bears", {"marks": "grizzly-bears", "set": {"attacking": True}}),
        ("Grizzly Bears has two +1/+1 counters", {"counters": "grizzly-bears", "put": {"+1/+1": 2}}),
        ("a +1/+1 counter on Grizzly Bears", {"counters": "grizzly-bears", "put": {"+1/+1": 1}}),
    ],
)
def test_what_a_line_is_about_enters_with_it(line: str, expected: dict[str, Any]) -> None:
    assert data("Ben: " + line) == [{"enters": "Grizzly Bears", "controller": "Ben"}, expected]


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        ("Grizzly Bears equipped with Sword of Fire and Ice", ["Sword of Fire and Ice"]),
        ("grizzly bears tapped, wearing a bonesplitter and enchanted by Rancor", ["Bonesplitter", "Rancor"]),
        ("equip Bonesplitter to Grizzly Bears", ["Bonesplitter"]),
        ("Grizzly Bears with Rancor on it", ["Rancor"]),
        ("Grizzly Bears w/ Bonesplitter and Rancor", ["Bonesplitter", "Rancor"]),
        ("Ben's Grizzly Bears is enchanted with Pacifism", ["Pacifism"]),
        ("Bonesplitter; Grizzly Bears; equip Grizzly Bears with Bonesplitter", ["Bonesplitter"]),
        ("Ben: Grizzly Bears; Rancor -> Ben's Grizzly Bears; Grizzly Bears enchanted by Rancor", ["Rancor", "Rancor"]),
    ],
)
def test_what_a_creature_bears_is_attached_to_it(lines: str, names: list[str]) -> None:
    board = Board.of(lines)
    host = board.find("Grizzly Bears").number
    assert [found.card.name for found in board.objects.values() if found.attached_to == host] == names


@pytest.mark.parametrize(
    "name", ["Animate Artifact", "Crew Captain", "Ajani's Last Stand", "Gerrard's Battle Cry", "Behemoth of Vault 0",
             "Jinnie Fay, Jetmir's Second"],
)  # fmt: skip
def test_a_name_with_the_words_for_an_ability(name: str) -> None:
    board = Board.of(name, f"{name} becomes tapped", f"{name} dies")
    assert [type(event).__name__ for event in board.events] == ["Enters", "Marks", "Leaves"]
    assert Board.of(*board.to_lines()) == board


@pytest.mark.parametrize(
    ("line", "loyalty"),
    [
        ("two loyalty counters on Jace Beleren", 2),
        ("Jace Beleren has 3 loyalty counters", 3),
        ("Jace Beleren has 7 loyalty counters", 7),
        ("put two loyalty counters on Jace Beleren", 5),
        ("Jace Beleren gets a loyalty counter", 4),
        ("remove two loyalty counters from Jace Beleren", 1),
        ("remove three loyalty counters from Jace Beleren", 0),
    ],
)
def test_loyalty_counters_are_counted_from_the_printed_number(line: str, loyalty: int) -> None:
    """306.5b: a line without a verb says how many there are."""
    board = Board.of("Jace Beleren", line)
    assert solve(board)["jace-beleren"].loyalty == loyalty
    assert solve(Board.of(*board.to_lines()))["jace-beleren"].loyalty == loyalty


@pytest.mark.parametrize(
    ("card", "lines", "power"),
    [
        ("Werebear", ["6 cards in A's graveyard", "Hill Giant", "Hill Giant dies"], 4),
        ("Werebear", ["6 cards in A's graveyard", "Goblin token", "Goblin dies"], 1),
        ("Werebear", ["7 cards in A's graveyard", "Hill Giant in graveyard", "Hill Giant moves to exile as giant"], 1),
        ("Maro", ["A has 4 cards in hand", "Forest in hand", "Forest leaves"], 3),
        ("Maro", ["A has 4 cards in hand", "Hill Giant", "bounce Hill Giant"], 5),
    ],
)
def test_moved_cards_change_a_recorded_number(card: str, lines: list[str], power: int) -> None:
    """400.7."""
    (found, *_) = solve(Board.of("players: A, B", card, *lines)).objects.values()
    assert found.power == power


@pytest.mark.parametrize("line", ["Blood Artist", "Teferi, Time Raveler", "Divide by Zero in hand"])
def test_a_player_whose_name_begins_a_name_of_a_card(line: str) -> None:
    """ "A-Blood Artist" is a card, too."""
    (found,) = Board.of("players: B, A", f"A: {line}").objects.values()
    assert (found.card.name.startswith("A-"), found.base.owner) == (False, 1)


@pytest.mark.parametrize("line", ["Ann: Mutavault animated", "Ann: Phyrexian Germ token equipped with Batterskull"])
def test_what_a_line_begins_with_is_not_asked_about(line: str) -> None:
    assert doubts(Board.of(line), [line]) == ()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Humility tapped and Opalescence", ["Humility", "Opalescence"]),
        ("Ben: humility, 2 grizzly bears with 3 +1/+1 counters, 2 islands", ["Humility", "Grizzly Bears", "Island"]),
        ("Grizzly Bears wearing Rancor, Forest", ["Grizzly Bears", "Rancor", "Forest"]),
    ],
)
def test_a_card_after_details_enters_next(line: str, expected: list[str]) -> None:
    board = Board.of(line)
    assert [name for found in board.events if isinstance(found, Enters) for name in found.enters] == expected
    assert doubts(board, [line]) == ()


@pytest.mark.parametrize(
    ("lines", "controllers"),
    [
        (["Ann: Oko, Thief of Crowns", "Ann: Oko -5 -> Sol Ring, Grizzly Bears"],
         {"sol-ring": None, "grizzly-bears": "B"}),
        (["Ben: Oko, Thief of Crowns", "Ann: Forest", "Oko -5 -> Sol Ring, Grizzly Bears"],
         {"sol-ring": None, "grizzly-bears": "Ann"}),
        (["Ann: Merieke Ri Berit", "Merieke Ri Berit's ability -> Grizzly Bears"], {"grizzly-bears": "B"}),
        (["Ann: Forest", "Ben: Sower of Temptation", "Sower of Temptation's ability -> Grizzly Bears"],
         {"grizzly-bears": None}),
        (["Ann: Forest", "Ben: Mutavault's ability"], {"mutavault": "Ben"}),
    ],
)  # fmt: skip
def test_an_ability_says_who_controls_its_targets(lines: list[str], controllers: dict[str, str | None]) -> None:
    entered = {id: event.get("controller") for event in data(*lines) if (id := kebab(event.get("enters", "")))}
    assert {id: entered[id] for id in controllers} == controllers


@pytest.mark.parametrize(
    "line",
    ["Ben: graveyard: Forest", "Ben graveyard: Forest", "graveyard of Ben: Forest", "in Ben's graveyard: Forest",
     "Ben's graveyard: Forest", "Ben: Forest in graveyard"],
)  # fmt: skip
def test_a_zone_and_its_player_before_a_card(line: str) -> None:
    board = Board.of("Ann: Tarmogoyf", line)
    assert board.players == ("Ann", "Ben")
    assert board.events[-1].to_data() == {"enters": "Forest", "zone": "graveyard", "owner": "Ben"}


@pytest.mark.parametrize(
    "words",
    ["changing Swamp to Forest", ": Swamp to Forest", ", Swamp to Forest", " (Swamp to Forest)", " Swamp to Forest",
     " replacing Swamp with Forest"],
)  # fmt: skip
def test_the_words_that_a_spell_changes(words: str) -> None:
    chosen = {"word_from": "Swamp", "word_to": "Forest"}
    assert data("Karma", f"Mind Bend -> Karma {words}")[-1]["chosen"] == chosen


@pytest.mark.parametrize("line", ["Mother of Runes's ability", "Mother of Runes' ability", "Mother of Runes’s ability"])
def test_the_possessive_of_a_card_names_no_player(line: str) -> None:
    board = Board.of("Ann: Mother of Runes", f"{line} -> Grizzly Bears choosing red")
    assert board.players == ("Ann", "B")


def test_an_ability_can_resolve_again() -> None:
    lines = ["Aeromoeba", *["ability 2 of Aeromoeba"] * 2]
    assert [*Board.of(*lines).effects] == ["aeromoeba-ability-2", "aeromoeba-ability-2-2"]


@pytest.mark.parametrize(
    ("lines", "attached"),
    [
        (["Rancor -> Grizzly Bears", "Rancor -> Grizzly Bears"], ["grizzly-bears", "grizzly-bears"]),
        (["Rancor -> Grizzly Bears", "Rancor -> Grizzly Bears", "Rancor -> Serra Angel"],
         ["grizzly-bears", "grizzly-bears", "serra-angel"]),
        (["A: Control Magic -> B's Grizzly Bears", "C: Control Magic -> Grizzly Bears"],
         ["grizzly-bears", "grizzly-bears"]),
        (["A: Bonesplitter", "B: Bonesplitter -> Grizzly Bears"], ["grizzly-bears"]),
        (["Bonesplitter -> Grizzly Bears", "Bonesplitter -> Grizzly Bears"], ["grizzly-bears", "grizzly-bears"]),
        (["Bonesplitter -> Grizzly Bears", "Bonesplitter -> Serra Angel"], ["grizzly-bears"]),
        (["Bonesplitter", "Bonesplitter -> Grizzly Bears"], []),
        (["A: Bonesplitter", "A: Bonesplitter -> Grizzly Bears"], []),
        (["Rancor", "Rancor -> Grizzly Bears"], []),
        (["Rancor -> Grizzly Bears", "Rancor attaches to Serra Angel"], ["grizzly-bears"]),
    ],
)  # fmt: skip
def test_a_card_before_an_arrow_enters_beside_an_attached_aura_or_that_of_another_player(
    lines: list[str], attached: list[str]
) -> None:
    assert [event["attached_to"] for event in data("players: A, B, C", *lines) if "attached_to" in event] == attached


@pytest.mark.parametrize(
    ("lines", "index"),
    [
        (["Oko, Thief of Crowns", "Oko +1 -> Llanowar Elves"], 2),
        (["Oko, Thief of Crowns", "Oko [-5] -> Llanowar Elves and Grizzly Bears"], 3),
        (["Oko, Thief of Crowns's +1 -> Llanowar Elves"], 2),
        (["Gideon Jura", "Gideon Jura 0"], 3),
        (["Smuggler's Copter", "crew Smuggler's Copter"], 3),
        (["Smuggler's Copter", "Smuggler's Copter's crew ability"], 3),
        (["Monastery Swiftspear's prowess"], 2),
        (["Figure of Destiny", "Figure's second ability, as spirit"], 2),
        (["Mutavault", "activate Mutavault"], 2),
        (["Mutavault", "Mutavault's ability resolves"], 2),
        (["Mutavault", "Mutavault is animated"], 2),
        (["2x Mutavault animated"], 2),
        (["Mishra's Factory animated"], 2),
        (["Mutavault", "Ben activates Mutavault"], 2),
        (["Tifa Lockhart", "Tifa's landfall"], 2),
        (["Tifa Lockhart", "Tifa's landfall trigger"], 2),
        (["Tifa Lockhart's trigger"], 2),
        (["Oko, Thief of Crowns", "Ben activates Oko +1 targeting Llanowar Elves"], 2),
        (["Oko, Thief of Crowns", "Ben uses Oko's +1 on Llanowar Elves"], 2),
        (["Oko, Thief of Crowns", "Oko +1: Llanowar Elves"], 2),
        (["Mutavault", "Ben animates his Mutavault"], 2),
        (["Grizzly Bears", "Smuggler's Copter", "Ben crews Copter with Grizzly Bears"], 3),
        (["Nurturing Licid", "Nurturing Licid's ability -> Llanowar Elves"], 1),
        (["Agent of Treachery", "Agent of Treachery's trigger -> Ben's Forest"], 1),
    ],
)  # fmt: skip
def test_an_ability_is_named_as_people_name_it(lines: list[str], index: int) -> None:
    assert data(*lines)[-1]["resolves"]["index"] == index


def test_a_card_with_bestow_that_is_attached_is_bestowed() -> None:
    """702.103a: a creature card can be attached in no other way."""
    board = Board.of("Grizzly Bears; Boon Satyr -> Grizzly Bears")
    assert board.to_lines() == ["Grizzly Bears", "Boon Satyr -> Grizzly Bears cast for bestow"]
    result = solve(board)
    assert (result["boon-satyr"].types, result["grizzly-bears"].power) == (("Enchantment",), 6)
    board = Board()
    board.enters("Grizzly Bears")
    board.enters("Boon Satyr", attached_to="grizzly-bears")
    with pytest.raises(NotationError, match="a card with bestow is attached and was not bestowed"):
        board.to_lines()


def test_a_vehicle_that_enters_crewed_is_a_creature() -> None:
    # 702.122a
    assert "Creature" in solve(Board.of("Smuggler's Copter crewed"))["smugglers-copter"].types
    assert data("Exalted Angel face down", "Serra Angel")[0] == {"enters": "Exalted Angel", "face_down": True}


@pytest.mark.parametrize(
    "line",
    [
        "Ben casts Giant Growth on Grizzly Bears",
        "Ben: cast Giant Growth on Grizzly Bears",
        "Ben: Giant Growth resolves targeting Grizzly Bears",
    ],
)
def test_a_spell_is_cast_or_resolves(line: str) -> None:
    growth = {"resolves": "Giant Growth", "controller": "Ben", "targets": "grizzly-bears"}
    assert data("Ann controls Grizzly Bears", line)[1:] == [growth]


def test_objects_are_named_by_id_name_or_part_of_the_name() -> None:
    board = Board.of("Urborg, Tomb of Yawgmoth", "Saproling; Saproling", "Grizzly Bears as bear")

    assert board.find("Urborg").id == "urborg-tomb-of-yawgmoth"
    assert board.find("bears").id == "bear"
    assert board.find("saproling").id == "saproling"  # the id
    with pytest.raises(KeyError, match="`Saproling` could be `saproling` or `saproling-2`"):
        board.find("Saproling")


@pytest.mark.parametrize("there", ["Murderous Rider", "Swift End in exile", "Swift End on the stack"])
def test_a_spell_before_an_arrow_resolves_beside_its_card(there: str) -> None:
    found = data("A: Grizzly Bears", f"A: {there}", "A: Swift End -> Grizzly Bears")
    assert found[-1] == {"resolves": "Swift End", "controller": "A", "targets": "grizzly-bears"}


def test_a_door_that_a_room_unlocks_leaves_the_other_one_as_it_is() -> None:
    board = Board.of("Dollmaker's Shop cast", "Dollmaker's Shop unlocks Porcelain Gallery")
    assert solve(board)["dollmakers-shop-porcelain-gallery"].mana_value == 8  # 709.5
    assert Board.of(*board.to_lines()) == board


@pytest.mark.parametrize("source", ["Syr Faren", "syr", "syr@graveyard"])
def test_an_object_that_has_left_is_named_as_the_source_of_its_ability(source: str) -> None:
    """113.7a: the source is the permanent as it last existed, not the card that it became (400.7)."""
    board = Board.of(
        "Ann: Syr Faren, the Hengehammer with three +1/+1 counters, attacking, as syr",
        "Ben: Grizzly Bears attacking",
        "syr dies",
        f"ability 1 of {source} -> Grizzly Bears",
    )
    assert solve(board)["grizzly-bears"].power == 7
    assert Board.of(*board.to_lines()) == board


def test_a_card_is_the_source_of_an_ability_that_functions_where_it_is() -> None:
    """113.6m: a card is discarded from a hand to pay the cost of bloodrush."""
    board = Board.of("Ann: Pyrewild Shaman", "bounce Pyrewild Shaman", "Ann: Grizzly Bears attacking")
    board.resolves({"ability_of": "pyrewild-shaman@hand", "index": 1}, as_="fx", targets="grizzly-bears")
    assert board.by_number(board.effects["fx"].context.source).id == "pyrewild-shaman@hand"


def test_punctuation_of_a_name_can_be_left_out() -> None:
    board = Board.of(
        "ben: painters servant choosing black", "darksteel mutation -> urzas avenger", "urzas avenger dies"
    )

    assert board.players == ("ben", "A")
    assert {*board.objects} == {"painters-servant", "urzas-avenger@graveyard", "darksteel-mutation"}
    with pytest.raises(UnknownCardError):
        find_card("urzas-saga")


def test_the_lines_name_the_players_and_the_rules() -> None:
    assert Board.of("Blood Moon").players == ("A", "B")
    assert Board.of("Ana: Blood Moon").players == ("Ana", "B")
    assert Board.of("Ann controls: Taiga", "Ann: Forest", "Ann's board: Swamp").players == ("Ann", "B")
    assert Board.of("Ben's graveyard: Forest", "Taiga").players == ("Ben", "A")
    assert Board.of("Blood Moon", "Ben: Taiga").players == ("A", "Ben")
    assert Board.of("Ann: Taiga", "ann: Forest", "Ben has 3 cards in hand").players == ("Ann", "Ben")
    assert Board.of("Ben is the monarch", "Ann: Taiga").players == ("Ben", "Ann")
    assert Board.of("Ann: Control Magic -> Ben's Serra Angel").players == ("Ann", "Ben")
    assert Board.of("Ben: Nim Deathmantle -> Ben's Grizzly Bears").players == ("Ben", "A")
    assert Board.of("players: X, Y, Z\nrules: 2004-10-01").players == ("X", "Y", "Z")
    assert Board.of("rules: 2004-10-01; Humility").edition == Board(edition="2004-10-01").edition


def test_all_misspelled_lines_are_named_at_once() -> None:
    with pytest.raises(NotationError) as caught:
        Board.of("Ann: Blod Moon", "Forest", "Rancr -> Forest", "Giant Growth -> blood-moon")

    assert [line.partition(";")[0] for line in str(caught.value).splitlines()] == [
        "`Ann: Blod Moon`: unknown card `Blod Moon`",
        "`Rancr -> Forest`: unknown card `Rancr`",
    ]
    assert caught.value.line == "Ann: Blod Moon"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["Grizzly Bears tappd"], "`tappd` is not understood; did you mean `tapped`?"),
        (["Forest" + " Forest" * 200], "at most 1000 characters, not 1406"),
        (["players:"], "`players:` names nothing"),
        (["Forest", "Imprisoned in the Moon -> Ben: Forest"], "`Ben: Forest` is not"),
        (["Ben's graveyards: Lightning Bolt"], "`Ben's graveyards: Lightning Bolt`"),
        (["1/1 red and colorless Goblin token"], "unknown card"),
        (["Blod Moon"], "unknown card `Blod Moon`; did you mean `Blood Moon`"),
        (["Grizzly Bears and so on"], "`and so on` is not understood; after a name can stand `-> Host`"),
        (["Humility", "Opalescence", "humility"], "`humility` is already on the board; write `Humility` if"),
        (["Blood Moon", "blood moon"], "`blood moon` is already on the board; write `Blood Moon` if"),
        (["Grizzly Bears", "Giant Growth -> Nobody"], "`Nobody` is not an object, card or player; the players are"),
        (
            ["Giant Growth -> Grizzly Bear"],
            "`Grizzly Bear` is not an object, card or player; did you mean `Grizzly Bears`?",
        ),
        (["Giant Growth ->"], "`->` needs a name after it: an object, a card or a player"),
        (["Clone as a copy of Foo"], "`Foo` is not an object, card or player; the players are A and B"),
        (["Rancor -> Giant Growth"], "`Giant Growth` is not a permanent, so nothing can refer to it with `->`"),
        (["Forest choosing mauve"], "`mauve` is not a color, type, card, number, player or object"),
        (["Forest choosing ²"], "`²` is not a color, type, card, number, player or object"),
        (["Painter's Servant choosing mauve"], "player or object; Painter's Servant asks for a color, such as `blue`"),
        (
            ["Painter's Servant choosing whit"],
            "`whit` is not a color, type, card, number, player or object; did you mean",
        ),
        (["Lavabrink Venturer choosing mauve"], "asks for an option, such as `odd`"),
        (["Painter's Servant choosing"], "`choosing` needs a color, type, name, number, player or object after it"),
        (
            ["Forest in limbo"],
            "`limbo` is not a zone; the zones are library, hand, graveyard, stack, exile and command",
        ),
        (["Forest with"], "`with` needs counters after it; write `with two +1/+1 counters and a charge counter`"),
        (["Forest", "ability 0 of Forest"], "the abilities of an object are numbered from 1"),
        (
            ["Kenrith, the Returned King", "activate Kenrith"],
            "`activated` names one ability, and Kenrith has several, 1, 2, 3, 4 and 5; write `ability 1 of Kenrith`",
        ),
        (["Oko, Thief of Crowns", "Oko -7"], "`-7` names one ability, and Oko has none; write `ability 1 of Oko`"),
        (["Forest", "ability 1 of Frost"], "no object `Frost` is on the board; did you mean `forest`?"),
        (["1/1 puce Goblin"], "as a token it is not understood: `puce` is not a color, type or supertype"),
        (["1/1 bleu Goblin token"], "`bleu` is not a color, type or supertype; did you mean `blue`?"),
        (
            ["Grizzly Bears", "Grizzly Bear dies"],
            "no object `Grizzly Bear` is on the board; did you mean `Gr",
        ),
        (["Humility tapped Opalescence"], "`Opalescence` is another card; write two lines, `Humility; Opalescence`"),
        (["Grizzly Bears with vigilance"], "write `Vigilance -> Grizzly Bears`"),
        (
            ["Forest", "Clone", "Clone is a copy of Forest"],
            "Clone is on the board already; write `Clone as a copy of Fore",
        ),
        (["Grizzly Bears wearing Blood Moon"], "write `Blood Moon -> Grizzly Bears`"),
        (["Forest dies"], "no object `Forest` is on the board"),
        (["Ben:"], "`Ben:` needs a card after it"),
        (["Ben's Forest"], "no object `Ben's Forest` is on the board; if it enters, write `Ben: Forest`"),
        (["Xyzzyqx Plugh"], "no known name is similar, but a board can have cards of its own"),
        (["-> Forest"], "a card, a token or an object must come before `-> Forest`"),
        (["Turn to Frog"], "`Turn to Frog` needs a target after `->` (115.1)"),
        (
            ["Wild Defiance", "ability 1 of Wild Defiance"],
            "`Wild Defiance` needs the object that “that creature” means after `->` (608.2k)",
        ),
        (["Karma", "Mind Bend -> Karma"], "`Mind Bend` needs two words, as in `changing Swamp to Forest`"),
        (["Cryptic Command"], "needs a mode from 1 to 4, as in `mode 1`"),
        (
            ["Painter's Servant", "Painter's Servant chooses purple"],
            "`purple` is not a color, type, card, number, player or object; Painter's Servant asks for a color",
        ),
        (
            ["Mirror Entity", "ability 1 of Mirror Entity"],
            "ability 1 is static and does not resolve (604.1); write `ability 2`",
        ),
        (["Giant Growth animated"], "a spell or ability is not a permanent"),
        (["Urborg, Tomb"], "no card is `Urborg, Tomb`; did you mean `Urborg, Tomb of Yawgmoth`?"),
        (
            ["Mishra's Factory", "activate Mishra's Factory"],
            "has several, 2 and 3; write `ability 2 of Mishra's Factory`",
        ),
        (["Grizzly Bears animated"], "`animated` names one ability, and Grizzly Bears has none"),
        (["Rancr -> Grizzly Bears"], "unknown card `Rancr`; did you mean `Rancor`"),
        (["Grizzly Bears gains flying"], "as in `Grizzly Bears gains flying until end of turn`"),
        (["Grizzly Bears", "Grizzly Bears attacks Ben"], "no object `Ben` is on the board"),
        (["emblem of Elspeth"], "an emblem is written with its text: `emblem with "),
        (["Elspeth, Knight-Errant emblem"], "an emblem is written with its text: `emblem with "),
        (["Gideon Blackblade on my turn"], "stands in a line of its own, such as `Ben's turn`"),
        (["Giant Growth tapped attacking"], "a spell or ability is not a permanent"),
        (["0x Forest"], "a count must be at least 1"),
        (["Grizzly Bears", "2x Giant Growth -> Grizzly Bears"], "one spell resolves at a time"),
        (["Forest tapped, untapped"], "`untapped` contradicts `tapped`"),
        (["Forest in graveyard in hand"], "`in hand` contradicts `graveyard`"),
        (
            ["Lignify -> Kalonian Hydra with 4 +1/+1 counters"],
            "`with 4 +1/+1 counters` would be on `Lignify`; write `4 +1/+1 counters on Kalonian Hydra` on its own line",
        ),
        (["Luxior -> Jace Beleren with 3 loyalty"], "`with 3 loyalty counters` would be on `Luxior`"),
        (["Grizzly Bears with counters"], "`counters` is not a list of counters; write `with two +1/+1"),
        (["players: X, Y", "Z: Forest"], "no player `Z`"),
        (["5/5 Zombie token"], "2/2 black Zombie creature token"),
    ],
)
def test_a_line_that_is_not_understood_is_refused_with_what_fits(lines: list[str], said: str) -> None:
    with pytest.raises(NotationError) as caught:
        Board.of(*lines)

    assert said in str(caught.value)
    assert caught.value.line == lines[-1]


@pytest.mark.parametrize(
    "line", ["“Darksteel Mutation” -> “Grizzly Bears”", "'Darksteel Mutation' -> \"Grizzly Bears\" tapped"]
)
def test_names_can_stand_in_quotation_marks(line: str) -> None:
    assert list(Board.of(line).objects) == ["grizzly-bears", "darksteel-mutation"]


def test_players_that_may_be_misspelled_are_asked_about() -> None:
    """A line about a player that no other line names, and two names that are almost the same."""
    carl = ("no card is `Carl`'s; `players: Ann, Carl` says who plays",)
    assert questions_about_players(["Ann: Forest", "Carl has 3 cards in hand"]) == carl
    assert questions_about_players(["Ann: Forest", "Anne: Taiga"]) == (
        "`Ann` and `Anne` are two players; `players: Ann, Anne` says who plays",
    )
    assert questions_about_players(["Ann: Forest", "Ben: Taiga", "Ben has 3 cards in hand"]) == ()
    assert questions_about_players(["players: Ann, Carl", "Ann: Forest", "Carl: 3 life"]) == ()
    assert questions_about_players(["Forest", "B: 3 life"]) == ()
    assert questions_about_players(["Ann: Forest", "Ben: Taiga", "Island"]) == (
        "`Island` names no player, so Ann has it; write `Ben: Island` for another one",
    )
    assert questions_about_players(["Ann: Forest", "Ben: Taiga", "Forest leaves"]) == ()
    assert questions_about_players(["Forest", "Ann: Taiga"]) == ()
    assert questions_about_players(["Volrath's Shapeshifter", "Ann's graveyard: Serra Angel"]) == (
        "`Volrath's Shapeshifter` names no player, so a player A has it; write `Ann: Volrath's Shapeshifter`",
    )


@pytest.mark.parametrize(
    ("lines", "players"),
    [
        ("Ann: Grizzly Bears; Giant Growth -> Grizzly Bears", ("Ann", "B")),
        ("Ann: Goblin King; Ben: Forest; Artificial Evolution on Goblin King changing Goblin to Elf", ("Ann", "Ben")),
        ("Ann: Grizzly Bears; Act of Treason -> Grizzly Bears", ("A", "Ann")),
        ("Ann: Grizzly Bears; Overrun", ("Ann", "B")),
        ("Ann: Ornithopter equipped with Bonesplitter; Ann: Bear Cub; Bonesplitter attaches to Bear Cub", ("Ann", "B")),
        ("Ann: Bello, Bard of the Brambles; Forest; Bonesplitter -> Bello", ("Ann", "B")),
        ("B: Grizzly Bears; Overrun", ("A", "B")),
        ("Forest; Ann: Grizzly Bears", ("A", "Ann")),
        ("Ann: Grizzly Bears; Control Magic -> Grizzly Bears", ("A", "Ann")),
        ("Ann: Slippery Bogle; Giant Growth -> Slippery Bogle", ("Ann", "B")),  # 702.11b: nobody else could
        ("Ann: Grizzly Bears; Giant Growth -> my Grizzly Bears", ("Ann", "B")),
    ],
)
def test_lines_without_a_player_belong_to_the_first_one_named(lines: str, players: tuple[str, ...]) -> None:
    assert players_named(lines.split("; "), {}) == players


@pytest.mark.parametrize(
    ("lines", "same"),
    [
        ("Forest (Alice); 2 Grizzly Bears (Ben)", "players: Alice, Ben; Alice: Forest; Ben: 2 Grizzly Bears"),
        ("Forest (Tapped)", "Forest tapped"),
        (
            "Bear Cub with a +1/+1 counter equipped with Aettir and Priwen",
            "Bear Cub with a +1/+1 counter; Aettir and Priwen -> Bear Cub",
        ),
        ("Serra Angel; Clone -> Serra Angel", "Serra Angel; Clone as a copy of Serra Angel"),
        (
            "Sower of Temptation -> B's Serra Angel",
            "players: A, B; B: Serra Angel; Sower of Temptation; Sower's trigger -> Serra Angel",
        ),
        (
            "Sower of Temptation; B: Serra Angel; Sower of Temptation -> Serra Angel",
            "Sower of Temptation; B: Serra Angel; Sower's trigger -> Serra Angel",
        ),
        (
            "Bear Cub; Serra Angel; Clone -> Serra Angel; Clone -> Bear Cub",
            "Bear Cub; Serra Angel; Clone as a copy of Serra Angel; Clone as a copy of Bear Cub",
        ),
        ("Bear Cub; Clone -> Bear Cub; Clone -> Clone", "Bear Cub; Clone -> Bear Cub; Clone as a copy of Clone"),
        (
            "Bear Cub; Leafcrown Dryad; Leafcrown Dryad -> Bear Cub",
            "Bear Cub; Leafcrown Dryad; Leafcrown Dryad bestowed attached to Bear Cub",
        ),
        ("Bear Cub; Brine Comber transformed -> Bear Cub", "Bear Cub; Brine Comber transformed attached to Bear Cub"),
        ("Humility > Opalescence", "Humility; Opalescence"),
        ("Ann: Blood Moon < Opalescence < Humility", "Ann: Humility; Ann: Opalescence; Ann: Blood Moon"),
        ("Cavern of Souls: Elf", "Cavern of Souls choosing Elf"),
        ("Cavern of Souls (Elf)", "Cavern of Souls choosing Elf"),
        ("Pithing Needle: Sol Ring", "Pithing Needle choosing Sol Ring"),
    ],
)
def test_short_ways_to_say_a_player_an_order_or_a_choice(lines: str, same: str) -> None:
    short, long = Board.of(lines), Board.of(same)

    assert (short.players, short.events) == (long.players, long.events)


@pytest.mark.parametrize(
    "line", ["Rancor > Grizzly Bears", "Azorius Guildgate Elf", "Opalescence > Forests > Humility"]
)
def test_what_could_mean_something_else_is_refused(line: str) -> None:
    with pytest.raises(NotationError):
        Board.of(line)


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("Serra Angel; Sower of Temptation face down -> Serra Angel", "708.2a"),
        ("Serra Angel; Sower of Temptation face down; Sower of Temptation -> Serra Angel", "708.2a"),
        ("Serra Angel; Bonesplitter face down -> Serra Angel", "708.2a"),
        ("Serra Angel; Delver of Secrets transformed -> Serra Angel", "a line of its own"),
        ("Serra Angel; Bear Cub; Clone as a copy of Bear Cub -> Serra Angel", "a line of its own"),
        ("Serra Angel; 2x Clone; clone-2 -> Serra Angel", "for another one"),
        ("Serra Angel; Bonesplitter; Bonesplitter phases out; Bonesplitter -> Serra Angel", "`Bonesplitter -> Serra"),
    ],
)
def test_an_arrow_that_can_mean_nothing_is_refused(lines: str, why: str) -> None:
    with pytest.raises(NotationError, match=why):
        Board.of(lines)


def test_an_order_that_a_line_says_is_repeated() -> None:
    lines = ["Opalescence < Humility"]
    said = "`Opalescence < Humility` was read as: Humility is older than Opalescence"
    assert doubts(Board.of(*lines), lines) == (said,)


def test_a_trigger_that_an_arrow_makes_resolve_is_repeated() -> None:
    lines = ["Grizzly Bears", "Ann: Festering Goblin -> Grizzly Bears"]
    said = f"`{lines[1]}` was read as: ability 1 of Festering Goblin, which is triggered, resolves"
    assert said in doubts(Board.of(*lines), lines)
    lines = [
        "Grizzly Bears",
        "Festering Goblin",
        "Festering Goblin's trigger -> Grizzly Bears",
        "Clone -> Grizzly Bears",
    ]
    assert not any("was read as" in each for each in doubts(Board.of(*lines), lines))


@pytest.mark.parametrize(
    ("line", "card"),
    [
        ("Ragavan", "Ragavan, Nimble Pilferer"),
        ("Ben: Ragavan tapped", "Ragavan, Nimble Pilferer"),
        ("Bonesplitter -> Ragavan", "Ragavan, Nimble Pilferer"),
        ("Ragavan wearing Bonesplitter", "Ragavan, Nimble Pilferer"),
        ("Ragavan token", "Ragavan"),
        ("Ragavan token wearing Bonesplitter", "Ragavan"),
        ("Avacyn", "Avacyn"),  # several cards have such a name
        ("Rhino", "Rhino"),  # a kind of token, not a legend
    ],
)
def test_the_name_of_a_legend_is_that_of_the_card_before_that_of_a_token(line: str, card: str) -> None:
    board = Board.of(line)

    assert card in {found.card.name for found in board.objects.values()}
    assert board.find(card.partition(",")[0]).card.name == card


def test_a_target_is_turned_face_down_with_the_values_that_the_text_lists() -> None:
    """708.2a; 712.16: a double-faced permanent cannot be turned face down."""
    board = Board.of("Grizzly Bears; Delver of Secrets; Cyber Conversion -> Grizzly Bears")
    other = Board.of("Delver of Secrets; Cyber Conversion -> Delver of Secrets")

    assert board.find("Grizzly Bears").listed == board.effects["cyber-conversion"].listed[0]
    assert not other.find("Delver of Secrets").face_down


def test_what_is_chosen_for_an_exchange_of_text_boxes_exchanges_it() -> None:
    """612.5: the exchange is an event of its own."""
    board = Board.of("Grizzly Bears", "Deadpool, Trading Card choosing Grizzly Bears")
    longer = Board.of("Grizzly Bears", "Deadpool, Trading Card", "ability 1 of Deadpool choosing Grizzly Bears")

    assert board.events == longer.events


@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        ("Ann: Ornithopter; Ann: Bear Cub; Ann: Bonesplitter -> Bear Cub; Bonesplitter -> Ornithopter", False),
        ("Ann: Sower of Temptation; Ben: Bear Cub; Sower of Temptation -> Bear Cub", False),
        ("Ann: Ornithopter; Ann: Bear Cub; Ann: Rancor -> Bear Cub; Rancor -> Ornithopter", True),
        ("Ann: Ornithopter; Ann: Bear Cub; Ann: Clone -> Bear Cub; Clone -> Ornithopter", True),
        ("Ann: Ornithopter; Ann: Bear Cub; Bonesplitter -> Ornithopter", True),
    ],
)
def test_a_line_about_what_is_there_needs_no_player(lines: str, asked: bool) -> None:
    said = questions_about_players(lines.split("; "))
    assert any("names no player" in each for each in said) == asked


def test_exalted_means_the_creature_that_attacks_alone() -> None:
    lines = ("Noble Hierarch", "Grizzly Bears attacks alone")
    board = Board.of(*lines, "Noble Hierarch's exalted")

    assert board.events == Board.of(*lines, "Noble Hierarch's exalted -> Grizzly Bears").events
    with pytest.raises(NotationError, match="needs a target"):
        Board.of(*lines, "Llanowar Elves attacks", "Noble Hierarch's exalted")


@pytest.mark.parametrize(
    "taken", ["Ben: Act of Treason -> Grizzly Bears", "Ben: Control Magic -> Grizzly Bears", "Ben: steal Grizzly Bears"]
)
def test_who_attacks_is_not_known_if_control_changes(taken: str) -> None:
    lines = ("Ann: Noble Hierarch", "Ann: Grizzly Bears", "Ben: Forest", taken, "Grizzly Bears attacks")
    with pytest.raises(NotationError, match="needs a target"):
        Board.of(*lines, "Noble Hierarch's exalted")


def test_an_effect_on_control_that_has_ended_does_not_matter() -> None:
    lines = ("Ann: Noble Hierarch", "Ann: Grizzly Bears", "Ben: Act of Treason -> Grizzly Bears", "end of turn")
    board = Board.of(*lines, "Grizzly Bears attacks", "Noble Hierarch's exalted")

    assert solve(board)["grizzly-bears"].power == 3


@pytest.mark.parametrize("name", ["the second Forest", "2nd Forest", "Forest 2", "second forest"])
def test_objects_of_a_name_are_numbered_as_sentences_say(name: str) -> None:
    board = Board.of("2 Forest", f"{name} is tapped")

    assert [found.id for found in board.objects.values() if "tapped" in found.facts] == ["forest-2"]
    assert solve(board)["the second Forest"].id == "forest-2"


def test_no_third_object_of_a_name_is_found() -> None:
    with pytest.raises(NotationError, match="`third Forest` is not an object"):
        Board.of("2 Forest", "Rancor -> third Forest")


@pytest.mark.parametrize(
    ("lines", "tapped"),
    [
        ("2x Forest; the first Forest is tapped", "forest"),
        ("2x Forest; the second Forest leaves; the first Forest is tapped", "forest"),
        ("3x Forest; the second Forest leaves; the third Forest is tapped", "forest-3"),
        ("Serra Angel; Baneslayer Angel; the second Angel is tapped", "baneslayer-angel"),
    ],
)
def test_ordinals_are_those_of_the_ids(lines: str, tapped: str) -> None:
    board = Board.of(lines)

    assert [found.id for found in board.objects.values() if "tapped" in found.facts] == [tapped]


@pytest.mark.parametrize(
    "lines",
    [
        "2x Forest; the first Forest leaves; the first Forest is tapped",
        "3x Forest; the second Forest leaves; the second Forest is tapped",
        "2x Saproling; the first Saproling leaves; the first Saproling is tapped",
    ],
)
def test_ordinals_stay_as_something_leaves(lines: str) -> None:
    with pytest.raises(NotationError, match=r"no object `the (first|second) "):
        Board.of(lines)


def test_what_counters_an_ability_points_to_the_permanent_that_has_it() -> None:
    lines = ("Ben: Oko, Thief of Crowns", "Ann: Tishana's Tidebinder", "Tidebinder's trigger -> Oko")

    assert solve(Board.of(*lines))["oko-thief-of-crowns"].abilities == ()
    assert len(solve(Board.of(*lines, "Tishana's Tidebinder dies"))["oko-thief-of-crowns"].abilities) == 3


def test_whom_a_curse_enchants_plays_too() -> None:
    board = Board.of("Ann: Curse of Exhaustion -> Ben", "Ann: Forest")

    assert board.players == ("Ann", "Ben")
    assert Board.of("Curse of Exhaustion on Ben").players == ("A", "Ben")


def test_somebody_who_does_not_play_is_refused_with_the_line_that_helps() -> None:
    with pytest.raises(NotationError, match=re.escape("a line `players: Ann, Ben` would make it one")):
        Board.of("Ann: Giant Growth -> Ben")


@pytest.mark.parametrize("spell", ["Sudden Spoiling", "Lightning Bolt", "Lava Spike"])
def test_whom_a_spell_targets_plays_too(spell: str) -> None:
    lines = ("Ann: Forest", f"Ann: {spell} -> Ben")

    assert Board.of(*lines).players == ("Ann", "Ben")
    assert questions_about_players(lines) == ("no card is `Ben`'s; `players: Ann, Ben` says who plays",)


@pytest.mark.parametrize(
    ("lines", "meant"),
    [
        ("Ann: Tarmogoyf; Ann: Curse of Exhaustion -> Tarmogoif", "tarmogoyf"),
        ("Ann: Forest; Ann: Curse of Exhaustion -> Tarmogoif", "Tarmogoyf"),
        ("Ann: Forest; Ann: Lightning Bolt -> Tarmogoif", "Tarmogoyf"),
        ("Ann: Grizzly Bears; Ann: Curse of Exhaustion -> Grizly", "Grizzly Bears"),
    ],
)
def test_a_misspelled_object_is_no_player(lines: str, meant: str) -> None:
    with pytest.raises(NotationError, match=re.escape(f"did you mean `{meant}`?")):
        Board.of(lines)


def test_a_part_of_the_name_of_an_object_is_no_player() -> None:
    board = Board.of("Ann: Elesh Norn, Grand Cenobite; Ann: Lightning Bolt -> Norn")

    assert board.players == ("Ann", "B")


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Forest, Dryad Arbor", ["Forest", "Dryad Arbor"]),
        ("Forest, Dryad Arbor and Urborg, Tomb of Yawgmoth", ["Forest", "Dryad Arbor", "Urborg, Tomb of Yawgmoth"]),
        ("Forest, Goblin token", ["Forest", "Goblin token"]),
        ("Rupture, Circle of Protection: Red", ["Rupture", "Circle of Protection: Red"]),
        ("1/1 white, blue and red Bird creature token", ["1/1 white, blue and red Bird creature token"]),
    ],
)
def test_names_in_one_line_are_a_list(line: str, found: list[str]) -> None:
    assert split_lines([line]) == found


@pytest.mark.parametrize(
    ("name", "card"),
    [
        ("Luxior", "Luxior, Giada's Gift"), ("valakut", "Valakut, the Molten Pinnacle"),
        ("Life & Limb", "Life and Limb"), ("Minsc and Boo, Timeless Heroes", "Minsc & Boo, Timeless Heroes"),
        ("Urborg", "Urborg"), ("Bruvac", "Bruvac the Grandiloquent"), ("rafiq", "Rafiq of the Many"),
    ],
)  # fmt: skip
def test_names_are_found_by_what_stands_before_the_comma_and_with_either_and(name: str, card: str) -> None:
    assert find_card(name).name == card


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("Blood Mon", "`Blood Money` or `Blood Moon`"),
        ("Life & Lim", "`Life and Limb`"),
        ("Giant Growht -> Grizzly Bears", "`Giant Growth`"),
    ],
)
def test_a_name_that_begins_with_another_one_is_compared_as_a_whole(line: str, instead: str) -> None:
    with pytest.raises(NotationError, match=re.escape(f"did you mean {instead}")):
        Board.of(line)


@pytest.mark.parametrize(
    ("lines", "doubt"),
    [
        (["Forest", "Urborg"], "`Urborg` is a card of its own; for `Urborg, Tomb of Yawgmoth`, write the whole name"),
        (["Urborg, Tomb of Yawgmoth", "Urborg leaves"], None),
        (["Forest", "Turn to Frog -> Ben's Serra Angel"],
         "Serra Angel was not on the board, so `Turn to Frog -> Ben's Serra Angel` put it there first"),
        (["Ben: Serra Angel", "Turn to Frog -> Ben's Serra Angel"], None),
        (["Ann: Serra Angel", "Ann: Lignify -> Ben's Serra Angel"],
         "`Ann: Lignify -> Ben's Serra Angel` put another Serra Angel onto the board, because no object there fits"),
        (["Ben: Control Magic -> Serra Angel"],
         "Serra Angel was not on the board, so `Ben: Control Magic -> Serra Angel` put it there first, as A's"),
        (["Cyclonic Rift -> Grizzly Bears"],
         "Grizzly Bears was not on the board, so `Cyclonic Rift -> Grizzly Bears` put it there first, as B's"),
        (["Ben: In Bolas's Clutches -> Sol Ring"],
         "Sol Ring was not on the board, so `Ben: In Bolas's Clutches -> Sol Ring` put it there first, as A's"),
        (["Ben: Control Magic -> A's Serra Angel"], None), (["Ann: Forest", "Ben: Control Magic -> Serra Angel"], None),
        (["Lignify -> Serra Angel"], None), (["Turn to Frog -> Serra Angel"], None),
        (["Lignify -> Serra Angel", "Serra Angel tapped"],
         "`Serra Angel tapped` is another Serra Angel; if it is the one in `Lignify -> Serra Angel`, write it before "
         "that line"),
        (["Serra Angel", "Lignify -> Serra Angel", "Serra Angel"], None), (["2 Mutavault animated", "Mutavault"], None),
    ],
)  # fmt: skip
def test_what_a_line_may_not_mean_is_said(lines: list[str], doubt: str | None) -> None:
    assert doubts(Board.of(*lines), lines) == ((doubt,) if doubt else ())


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("Ann: Control Magic -> Serra Angel", "Ben"), ("Act of Treason -> Serra Angel", "Ben"),
        ("Cid: Control Magic -> Serra Angel", "Ann"),
    ],
)  # fmt: skip
def test_whose_permanent_is_taken_is_asked_among_three_players(line: str, other: str) -> None:
    with pytest.raises(NotationError, match=f"takes control of Serra Angel; .*, as in `{other}'s Serra Angel`"):
        Board.of("players: Ann, Ben, Cid", line)
    Board.of("players: Ann, Ben, Cid", "Ann: Serra Angel", line)


def test_the_target_of_another_player_is_asked_for_among_three_players() -> None:
    with pytest.raises(NotationError, match=r"Prey Upon needs another player's permanent, such as Hill Giant; say who"):
        Board.of("players: Ann, Ben, Cid", "Prey Upon -> Grizzly Bears, Hill Giant")
    Board.of("players: Ann, Ben, Cid", "Prey Upon -> Grizzly Bears, Cid's Hill Giant")


def test_a_new_target_takes_the_place_that_those_on_the_board_leave() -> None:
    board = Board.of("Ann: Forest", "Ben: Hill Giant", "Ann: Prey Upon -> Hill Giant, Grizzly Bears")
    assert board.objects["grizzly-bears"].base.controller == 0


def test_a_name_with_a_possessive_is_no_player() -> None:
    assert Board.of("Ann: Curse of Death's Hold -> Ben", "Ben: Soldier token").players == ("Ann", "Ben")
    assert Board.of("Ann: Rancor -> Ben's Serra Angel").players == ("Ann", "Ben")


def test_the_ring_bearer() -> None:
    found = Board.of("Grizzly Bears; Grizzly Bears becomes the Ring-bearer").object("grizzly-bears")

    assert "ring_bearer" in found.facts


@pytest.mark.parametrize(
    "line",
    ["Confiscate leaves", "Grizzly Bears dies", "Grizzly Bears becomes attacking", "Serra Angel attacks Ann",
     "Confiscate attaches to Serra Angel", "Mutavault is animated", "Mutavault's ability", "end of turn"],
)  # fmt: skip
def test_what_happens_to_things_needs_no_player(line: str) -> None:
    board = Board.of("Ann: Grizzly Bears", "Ben: Confiscate -> Grizzly Bears", "Ben: Serra Angel; Ann: Mutavault", line)

    assert board.players == ("Ann", "Ben")


def test_a_semicolon_between_quotation_marks_ends_no_line() -> None:
    quoted = '"Target creature gains flying; it is red." -> Grizzly Bears'

    assert split_lines([f"Forest; {quoted}; Island", 'a "b; c']) == ["Forest", quoted, "Island", 'a "b', "c"]


BLOCKS = re.findall(r"```notation\n(.*?)```", (ROOT / "docs" / "notation.md").read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS)
def test_the_documented_lines_are_read_and_written_back(block: str) -> None:
    board = Board.of(block)
    again = Board.of(*board.to_lines())

    assert len(board.events) >= len([line for line in block.splitlines() if ": " not in line])
    assert again == board


@pytest.mark.parametrize(
    ("event", "line"),
    [
        ({"marks": "bear", "set": {"tapped": True, "attacking": True}}, "bear becomes tapped and attacking"),
        ({"marks": "bear", "set": {"paired_with": "elk"}}, "bear becomes paired with elk"),
        ({"marks": "elk", "set": {"exiled_with": "bear"}}, "elk becomes exiled with bear"),
        ({"marks": "bear", "set": {"tapped": False}}, "bear becomes untapped"),
        ({"marks": "bear", "set": {"suspected": False}}, "bear is no longer suspected"),
        ({"marks": "bear", "set": {"blocking": True, "blocking_which": "elk"}}, "bear blocks elk"),
        ({"marks": "bear", "set": {"attacking": True, "attacks": "B"}}, "bear attacks B"),
        ({"marks": "bear", "set": {"level": 2}}, "bear becomes level 2"),
        ({"moves": "cub", "to": "battlefield", "as": "bear-2"}, "cub moves to battlefield as bear-2"),
        (
            {"moves": "cub", "to": "battlefield", "as": "bear-2", "controller": "B", "counters": {"+1/+1": 1}},
            "B: cub moves to battlefield as bear-2 with 1 +1/+1 counter",
        ),
        ({"merges": "cub", "with": "bear", "on": "top"}, "cub mutates over bear"),
        ({"merges": "cub", "with": "bear", "on": "bottom"}, "cub mutates under bear"),
        ({"enters": "Grizzly Bears", "as": "copy", "token": True}, "Grizzly Bears as a token as copy"),
        (
            {"enters": "Clone", "copy_of": "bear", "except": 'it has "{T}: Draw a card."'},
            'Clone as a copy of bear except “it has "{T}: Draw a card."”',
        ),
        (
            {"enters": "Forest", "face_down": True, "with_effect": "They're 5/5 artifact creatures."},
            'Forest with effect "They\'re 5/5 artifact creatures." face down',
        ),
        ({"enters": ["Forest", "Island"], "controller": "B"}, "B: Forest + Island"),
        (
            {"resolves": "Mind Bend", "targets": "bear", "chosen": {"word_from": "Forest", "word_to": "Swamp"}},
            "Mind Bend -> bear changing Forest to Swamp",
        ),
        (
            {"resolves": "Sleight of Mind", "targets": "bear", "chosen": {"word_from": "black", "word_to": "red"}},
            "Sleight of Mind -> bear changing black to red",
        ),
        (
            {"resolves": "Apostle's Blessing", "targets": "bear", "chosen": {"color": "B", "option": 2}},
            "Apostle's Blessing -> bear choosing black choosing option 2",
        ),
        ({"resolves": "Akroma's Will", "mode": [2, 1]}, "Akroma's Will modes 2 and 1"),
        ({"resolves": "Wild Might", "targets": "bear", "told": []}, "Wild Might -> bear told nothing"),
        ({"enters": "Primal Clay", "chosen": {"option": 3}}, "Primal Clay choosing option 3"),
        ({"enters": "Pallimud", "chosen": {"player": "B"}}, "Pallimud choosing player B"),
    ],
)
def test_facts_links_and_moves_are_written_and_read(event: dict[str, Any], line: str) -> None:
    entered = [{"enters": "Grizzly Bears", "as": name} for name in ("bear", "elk")]
    card = {"enters": "Grizzly Bears", "zone": "exile", "as": "cub"}
    twin = Board.from_data({"timeline": [*entered, card, event]})

    assert twin.to_lines()[-1] == line
    assert Board.of(*twin.to_lines(), players=twin.players) == twin


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"stickers": "forest", "put": {"name": "Dark"}}, r"event 2 \(`stickers`\): no line of notation describes it"),
        (
            {"enters": ["Forest", "Island"], "tapped": True},
            "no line of notation says that several cards enter together with details",
        ),
        (
            {"enters": "Forest", "with_effect": {"text": "It gains flying until end of turn.", "as": "wings"}},
            "no line of notation says `with_effect`",
        ),
    ],
)
def test_what_no_line_says_is_named(event: dict[str, Any], said: str) -> None:
    with pytest.raises(NotationError, match=said):
        Board.from_data({"timeline": [{"enters": "Forest"}, event]}).to_lines()


def test_a_token_copy_of_a_card_that_is_not_there() -> None:
    assert data("two token copies of Grizzly Bears") == [{"enters": "Grizzly Bears", "token": True, "count": 2}]
    with pytest.raises(NotationError, match="a copy with exceptions needs its original"):
        Board.of('token copy of Grizzly Bears except "it has flying"')


def test_what_is_exiled_with_an_equipment_does_not_bear_it() -> None:
    lines = "Strata Scythe", "Forest in exile", "Forest becomes exiled with Strata Scythe"
    assert data(*lines)[-1] == {"marks": "forest", "set": {"exiled_with": "strata-scythe"}}


def test_a_spell_on_something_before_a_colon_is_no_player() -> None:
    board = Board.of("Goblin King", "Artificial Evolution on Goblin King: Goblin to Elf")
    assert board.players == ("A", "B")
    assert data("Goblin King", "Artificial Evolution on Goblin King: Goblin to Elf")[-1]["chosen"] == {
        "word_from": "Goblin", "word_to": "Elf",
    }  # fmt: skip


def test_a_planeswalker_enters_with_its_printed_loyalty_counters() -> None:
    """306.5b: Luxior counts them."""
    assert solve(Board.of("Luxior -> Jace Beleren"))["jace-beleren"].power == 3
    assert data("Jace Beleren face down") == [{"enters": "Jace Beleren", "face_down": True}]


def test_kicked_is_told_only_if_a_spell_asks_for_it() -> None:
    assert "told" not in data("Biovisionary", "kicked Rite of Replication -> Biovisionary")[-1]
    assert data("Forest", "Vines of Vastwood kicked -> Forest")[-1]["told"] == "this spell was kicked"


def test_what_is_turned_face_up_can_be_a_copy() -> None:
    shapeshifter = "Vesuvan Shapeshifter"
    lines = "Grizzly Bears", f"{shapeshifter} face down", f"{shapeshifter} turns face up as a copy of Grizzly Bears"
    assert data(*lines)[-1]["chosen"] == {"object": "grizzly-bears"}


def test_the_name_of_a_type_is_that_of_an_object_if_one_is_chosen() -> None:
    lines = "Saproling token", "Grizzly Bears", "Metamorphic Alteration -> Grizzly Bears choosing Saproling"
    assert data(*lines)[-1]["chosen"] == {"object": "saproling"}


def test_the_name_of_a_chosen_card_can_have_a_comma() -> None:
    board = Board.of("Alpine Moon choosing Valakut, the Molten Pinnacle, tapped")

    assert board.object("alpine-moon").choices.card_name == ("Valakut, the Molten Pinnacle",)
    assert "tapped" in board.object("alpine-moon").facts


def test_a_token_with_the_characteristics_of_a_card() -> None:
    for line in ("Tarmogoyf token", "Tarmogoyf as a token", "2x Tarmogoyf tokens"):
        found = Board.of(line).object("tarmogoyf")
        assert (found.base.token, found.base.values.name) == (True, "Tarmogoyf")


def test_many_lines_can_be_interrupted_while_players_are_looked_for_and_while_they_are_played() -> None:
    seen: list[str] = []
    with watched(seen.append):
        Board.of("Forest\n" * 50)

    assert seen.count("line") >= 100


@pytest.mark.parametrize("name", ["Wrath", "Chord", "Lord", "Bru"])
def test_the_beginning_of_a_name_is_no_name_of_other_cards(name: str) -> None:
    with pytest.raises(UnknownCardError):
        find_card(name)


def test_a_player_can_be_called_as_a_legendary_card_is() -> None:
    board = Board.of("Agatha: 5 life; Agatha: Forest; Agatha casts Giant Growth on Grizzly Bears; Ben: Grizzly Bears")

    assert board.players == ("Agatha", "Ben")


def test_activate_means_the_ability_that_needs_no_target() -> None:
    """702.6a: equip needs a creature, so `activate Shadowspear` is the other ability."""
    lines = ["B: Avacyn, Angel of Hope", "A: Shadowspear"]
    assert Board.of(*lines, "activate Shadowspear").events == Board.of(*lines, "ability 2 of Shadowspear").events
