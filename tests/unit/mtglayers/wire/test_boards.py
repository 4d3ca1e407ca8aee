"""Boards, cards, events and puzzles as JSON: the schema allows what is read, and what is written is read back."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from jsonschema.exceptions import best_match

from mtglayers import Board, BoardDataError, IllegalEventError, LayersError, read_puzzle, solve, wire
from mtglayers.model.cards import search as catalogue
from mtglayers.model.cards.card import Card
from mtglayers.model.data.record import DEFINITIONS, Record
from mtglayers.model.effects.node import Node, closed_words, to_data
from mtglayers.model.effects.registry import from_data, is_base
from mtglayers.model.events.base import Event
from mtglayers.wire.definitions import definition

from ....fuzz.inputs import mutated_data
from ....generators.strategies import random_recipe
from .test_wire import PUZZLES, ROOT, validator

CASES = ROOT.parent / "shared" / "cases" / "puzzles"


WORDS = ("enters", "leaves", "tapped", "cards", "kind", "Card", "name", "color", "W", "counters", "refused", "chosen")


OGRE = {"name": "Ogre", "type_line": "Creature — Ogre", "power": "2", "toughness": "2"}


TREE = {"kind": "Card", "name": "Hill", "faces": [{"kind": "Face", "name": "Hill", "types": ["Land"]}]}


def said(name: str, data: Any) -> str:
    """Return why data does not fit a schema; "" where it does."""
    if validator(name).is_valid(data):
        return ""
    error = best_match(validator(name).iter_errors(data))
    assert error is not None
    return f"{error.json_path}: {error.message}"[:500]


def plain(data: Any) -> Any:
    """Return JSON data as it comes out of a file."""
    return json.loads(json.dumps(data))


def is_read(data: Any) -> bool:
    """Return whether the reader takes a board and all that happens on it."""
    try:
        Board.from_data(data)
    except LayersError:
        return False
    return True


# --- What there is validates ---


@pytest.mark.parametrize("path", PUZZLES[3::8], ids=lambda path: path.stem)
def test_puzzles_are_puzzles(path):
    puzzle = read_puzzle(path)
    data = plain(puzzle.to_data())

    assert said("puzzle", data) == ""
    again = msgspec.convert(data, wire.PuzzleData).puzzle()
    assert again.to_data() == puzzle.to_data()


def test_cases_are_puzzles():
    """As their authors wrote them."""
    paths = sorted(CASES.glob("*/*.json"))[::40]
    if not paths:
        pytest.skip(f"{CASES} is not there")
    for path in paths:
        assert said("puzzle", json.loads(path.read_text(encoding="utf-8"))) == "", path


def test_cards_of_the_catalogue_are_trees():
    for name in catalogue.names()[::400]:
        card = catalogue.find(name)
        data = plain(to_data(card))

        assert said("card", data) == "", name
        assert from_data(data) == card


def test_cards_of_scryfall_are_cards(oracle_cards: Path):
    with oracle_cards.open("rb") as file:
        head = file.read(4_000_000).decode("utf-8", "ignore")
    cards = []
    for line in head.splitlines()[1:-1:20]:
        card = json.loads(line.rstrip(","))
        if is_read({"cards": [card]}):
            cards.append(card)
            assert said("card", card) == "", card["name"]
    assert len(cards) > 20


# --- What the reader takes, the schema allows ---


@pytest.mark.parametrize("start", range(0, 120, 40))
def test_what_the_reader_takes_the_schema_allows(start):
    """Mutations of boards: those of puzzles, and random ones with their cards as trees."""
    taken = 0
    for number in range(start, start + 40):
        draw = Random(number)
        if number % 2:
            whole = read_puzzle(draw.choice(PUZZLES)).to_data()
            events = [entry for entry in whole["timeline"] if "expect" not in entry and "refused" not in entry]
            base = {"players": whole["players"], "cards": whole["cards"], "timeline": events}
        else:
            base = random_recipe(draw).build().to_data()
        data = plain(mutated_data(draw, plain(base), WORDS))
        if is_read(data):
            taken += 1
            assert said("board", data) == "", number
    assert taken


@pytest.mark.parametrize("data", [
    {"players": 5}, {"players": [1]}, {"edition": 5}, {"cards": {}}, {"cards": "Ogre"}, {"timeline": {}},
    {"events": []},
    {"cards": [5]}, {"cards": [{}]}, {"cards": [{"name": "Ogre", "type": "Creature"}]}, {"cards": [{"kind": "Card"}]},
    {"cards": [{"object": "card", "card_faces": 5}]}, {"cards": [{"id": "1", "name": "Ogre", "card_faces": [5]}]},
    {"cards": [{**TREE, "faces": []}]}, {"cards": [TREE["faces"][0]]}, {"cards": [{**OGRE, "colors": ["P"]}]},
    {"cards": [{**TREE, "faces": [{**TREE["faces"][0], "types": ["land"]}]}]},
    {"cards": [{**TREE, "faces": [{**TREE["faces"][0], "colors": ["P"]}]}]},
    {"cards": [{**TREE, "faces": [{**TREE["faces"][0], "abilities": [{"kind": "Ability"}]}]}]},
    {"timeline": [{}]}, {"timeline": [{"enter": "Forest"}]}, {"timeline": [{"enters": 5}]},
    {"timeline": [{"enters": "Forest", "leaves": "forest"}]}, {"timeline": [{"enters": "Forest", "zone": "yard"}]},
    {"timeline": [{"enters": "Forest"}, {"counters": "forest", "put": {"+1/+1": "2"}}]},
    {"timeline": [{"enters": "Forest"}, {"marks": "forest", "set": {"taped": True}}]},
    {"timeline": [{"enters": "Forest"}, {"moves": "forest", "to": "hand"}, {"moves": "forest"}]},
    {"timeline": [{"player": "A", "set": {"life": 2.5}}]}, {"timeline": [{"resolves": {"of": "forest"}}]},
])  # fmt: skip
def test_wrong_data_is_refused_by_both(data):
    with pytest.raises(LayersError):
        Board.from_data(data)
    assert said("board", data) != ""


@pytest.mark.parametrize("data", [
    {}, {"edition": None}, {"players": ["Ana"], "cards": [OGRE, TREE]},
    {"cards": [{**OGRE, "mana_cost": None, "layout": None, "card_faces": None, "colors": None}]},
    {"cards": [{**OGRE, "object": "card", "cmc": 2.0, "legalities": {}}]},
    {"cards": [{"name": "Ogre", "card_faces": [{"name": "Ogre", "type_line": ""}]}]},
    {"timeline": [{"enters": [OGRE, TREE, "Forest"], "counters": {"+1/+1": 2}}]},
    {"timeline": [{"enters": "Forest", "as": "one", "count": 2}, {"leaves": ["one", "one-2"]}]},
    {"timeline": [{"enters": OGRE}, {"marks": "ogre", "set": {"attacked-this-turn": True, "told": ["a"]}}]},
    {"timeline": [{"player": "A", "set": {"life": 3, "monarch": True, "cards-drawn": 2}}]},
    {"timeline": [{"enters": OGRE}, {"counters": "ogre", "put": {"+1/+1": 2}}, {"turn": "A"}, {"ends": "turn"}]},
    {"timeline": [{"enters": OGRE, "cast": "Kicker"}, {"chooses": "ogre", "chosen": {"color": ["W"], "number": 3}}]},
    {"timeline": [{"enters": OGRE}, {"resolves": {"text": "Target creature gets +1/+1 until end of turn."},
                                     "targets": "ogre"}]},
])  # fmt: skip
def test_what_may_be_written_is_taken_by_both(data):
    Board.from_data(data)
    assert said("board", data) == ""


def test_a_puzzle_says_more_than_a_board():
    data = {
        "title": "One Forest",
        "readings": ["literal"],
        "timeline": [
            {"enters": ["Forest", TREE]},
            {"leaves": "taiga", "refused": "UnknownObjectError"},
            {
                "expect": {
                    "objects": {"forest": {"power": "none"}},
                    "not_loops": [["forest", "hill"]],
                    "order": {"4": []},
                }
            },
        ],
    }

    assert said("puzzle", data) == ""
    assert read_puzzle(data).to_data()["title"] == "One Forest"
    for wrong in ({"refused": "Error"}, {"expect": {"objekts": {}}}, {"expect": {}, "enters": "Forest"}):
        broken = {**data, "timeline": [{"enters": "Forest", **wrong}]}
        assert said("puzzle", broken) != ""
        with pytest.raises(LayersError):
            read_puzzle(broken)


# --- Where the definitions come from ---


def test_every_event_record_and_tree_has_a_definition():
    names = [f"event.{verb}" for verb in Event.VERBS] + [f"entry.{verb}" for verb in Event.VERBS]
    names += [f"tree.{name}" for name, kind in Node.KINDS.items() if not is_base(kind)]
    names += [record.__name__ for record in Record.__subclasses__() if record is not Event] + list(DEFINITIONS)

    for name in names:
        found = definition(name)
        assert found["type"] == "object", name
        assert found["additionalProperties"] is False, name
    assert [verb for verb in Event.VERBS if not definition(f"event.{verb}")["description"]] == []


def test_every_kind_says_what_it_takes():
    for event in Event.VERBS.values():
        for key, (_, kind) in event.keys().items():
            assert kind.schema, (event, key)


def test_words_of_closed_lists_are_checked_in_trees():
    from mtglayers.model.effects.filters.characteristics import OfColor, OfType

    assert closed_words(OfColor, "color") == ("W", "U", "B", "R", "G")
    assert definition("tree.OfType")["properties"]["type"]["enum"] == list(closed_words(OfType, "type") or ())
    with pytest.raises(BoardDataError, match=r"`'creature'` is not a valid value for `OfType\.type`"):
        from_data({"kind": "OfType", "type": "creature"})
    with pytest.raises(BoardDataError, match="unknown kind `Selector`"):
        from_data({"kind": "Selector"})


def test_a_card_without_a_face_is_none():
    with pytest.raises(BoardDataError, match="a card needs at least one face"):
        Board(cards=[{**TREE, "faces": []}])
    with pytest.raises(IllegalEventError, match="at least one face"):
        Board().enters({**TREE, "faces": []})
    with pytest.raises(IllegalEventError, match="lists no cards"):
        Board().enters([])


def test_cards_can_be_given_as_types():
    card = wire.CardData(name="Ogre", type_line="Creature — Ogre", power="2", toughness="2", colors=("R",))
    board = wire.BoardData(cards=(msgspec.to_builtins(card),), timeline=({"enters": "Ogre"},)).board()

    assert solve(board)["ogre"].colors == ("R",)
    assert isinstance(board.cards[0], Card)
