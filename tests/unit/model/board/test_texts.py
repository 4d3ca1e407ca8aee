"""Boards whose cards and effects are given as rules text, and boards as data."""

from __future__ import annotations

import json
import re

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.cards.rules_text import plain
from mtglayers.model.data.record import WrongTypeError
from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.operations.abilities import Gain, LoseAll
from mtglayers.model.effects.operations.copying import BecomeCopy
from mtglayers.model.effects.operations.power_toughness import SetPT
from mtglayers.model.effects.selectors import Fixed
from mtglayers.model.errors import BoardDataError, IllegalEventError, UnsupportedTextError
from mtglayers.model.events.arrivals import Enters
from mtglayers.model.events.base import Event, read_event
from mtglayers.model.objects.timestamps import apnap, turn_order
from mtglayers.solver.solve import solve

from ....support.hand_cards import BEAR, CARDS

FROG = {
    "name": "Turn to Frog", "mana_cost": "{1}{U}", "type_line": "Instant",
    "oracle_text": "Until end of turn, target creature loses all abilities and becomes a blue Frog with base "
    "power and toughness 1/1.",
}  # fmt: skip
STAGE = {
    "name": "Thespian's Stage", "type_line": "Land",
    "oracle_text": "{T}: Add {C}.\n{2}, {T}: This land becomes a copy of target land, except it has this ability.",
}  # fmt: skip
NEXUS = {
    "name": "Inkmoth Nexus", "type_line": "Land",
    "oracle_text": "{T}: Add {C}.\n{1}: This land becomes a 1/1 Phyrexian Blinkmoth artifact creature with flying and "
    "infect until end of turn. It's still a land. (It can be blocked by creatures with flying.)",
}  # fmt: skip
PILOT = {
    "name": "Skysovereign", "type_line": "Artifact — Vehicle", "oracle_text": "Flying\nCrew 3", "power": "6",
    "toughness": "5",
}  # fmt: skip


@pytest.fixture
def board() -> Board:
    return Board(cards=[*CARDS, FROG, STAGE, NEXUS, PILOT])


def operations(board: Board, name: str) -> set[type]:
    return {type(one) for clause in board.effects[name].clauses for one in clause.flat()}


def test_spell_in_words(board: Board):
    bear = board.enters("Grizzly Bears")
    board.resolves("Turn to Frog", targets=bear)
    assert {LoseAll, SetPT} <= operations(board, "turn-to-frog")
    board.ends("turn")
    assert board.effects["turn-to-frog"].ended


def test_effect_without_a_card(board: Board):
    bear = board.enters("Grizzly Bears")
    assert board.resolves({"text": "Target creature loses all abilities until end of turn."}, targets=bear) == "effect"
    assert operations(board, "effect") == {LoseAll}
    with pytest.raises(UnsupportedTextError):
        board.resolves({"text": "Target creature becomes ever so slightly purple."}, targets=bear)
    assert len(board.effects) == 1


def test_abilities_by_index_and_text(board: Board):
    nexus = board.enters("Inkmoth Nexus")
    line = NEXUS["oracle_text"].splitlines()[1].partition(" (")[0]
    board.resolves({"ability_of": nexus, "index": 2}, as_="one")
    board.resolves({"ability_of": nexus, "text": line}, as_="two")
    assert board.effects["one"].clauses == board.effects["two"].clauses
    assert operations(board, "one") >= {Gain, SetPT}
    board.resolves(
        {"ability_of": nexus, "text": "{T}: Target creature gains flying until end of turn."}, as_="granted",
        targets=nexus,
    )  # fmt: skip
    assert operations(board, "granted") == {Gain}


def test_keyword_abilities_that_resolve(board: Board):
    ship = board.enters("Skysovereign")
    board.resolves({"ability_of": ship, "index": 2}, as_="crewed")
    assert board.effects["crewed"].clauses


def test_this_ability_is_the_one_that_resolves(board: Board):
    stage = board.enters("Thespian's Stage")
    board.resolves({"ability_of": stage, "index": 2}, targets=board.enters("Forest"), as_="copy")
    clause = board.effects["copy"].clauses[0]
    copy = next(one for one in clause.operations if isinstance(one, BecomeCopy))
    assert any(
        isinstance(node, TextAbility) and "becomes a copy" in node.text
        for one in copy.exceptions
        for node in one.walk()
    )


def test_exceptions_in_words(board: Board):
    bear = board.enters("Grizzly Bears")
    clone = board.enters("Spark Double", copy_of=bear, except_="it isn't legendary and it has flying")
    copy = board.object(clone).copy
    assert copy is not None
    assert len(copy.exceptions) == 2


def test_an_effect_that_comes_with_the_object_is_later_than_its_own():
    board = Board(edition="2025-07-25")
    bear = board.enters("Grizzly Bears", with_effect={"text": "It gains flying.", "as": "wings"})
    effect = board.effects["wings"]
    assert effect.stamp == board.object(bear).stamp + 1  # 613.7n
    assert effect.event == 0
    assert [clause.selector for clause in effect.clauses] == [Fixed((bear,), (0,))]
    board.enters("Forest", count=2, with_effect="Those lands have haste.")
    assert board.effects["forest-effect"].context.targets == (1, 2)
    with pytest.raises(IllegalEventError, match="already"):
        board.enters("Forest", with_effect={"text": "It gains flying.", "as": "wings"})
    assert len(board.objects) == 3


# --- Editions -----------------------------------------------------------------------------------------------------


def test_which_event_restamps_depends_on_the_edition():
    def stamps(since: str) -> list[int]:
        board = Board(edition=since, cards=CARDS)
        wolf, bear = board.enters("Village Ironsmith"), board.enters("Grizzly Bears", face_down=True)
        board.transforms(wolf)
        board.turns(bear, face="up")
        hammer = board.enters("Hammer")
        board.attaches(hammer, to=bear)
        board.counters(bear, put={"+1/+1": 1})
        board.counters(bear, put={"+1/+1": 1})
        board.enters("Forest", with_effect={"text": "It gains flying.", "as": "wings"})
        found = [board.object(name).stamp for name in (wolf, bear, hammer)]
        own = board.effects["wings"].stamp - board.object("forest").stamp
        return [*found, board.object(bear).counters[0].stamp, own]

    assert stamps("2012-06-01") == [1, 2, 4, 5, 0]
    assert stamps("2015-07-17") == [3, 4, 6, 7, 0]
    assert stamps("2021-02-15") == [3, 4, 6, 8, 0]
    assert stamps("2025-07-25") == [3, 4, 6, 8, 1]


def test_apnap():
    assert turn_order(2, 4) == (2, 3, 0, 1)
    assert apnap("abcdef", [0, 1, 2, 0, 1, 2], active=1, players=3) == ["b", "e", "c", "f", "a", "d"]


# --- Data ---------------------------------------------------------------------------------------------------------


def test_boards_come_back_from_json(board: Board):
    bear = board.enters(BEAR, controller="B", chosen={"color": ["R", "G"]}, cast="kicker", x=2)
    board.enters({"name": "Ox", "type_line": "Creature — Ox", "power": "1", "toughness": "1"}, attached_to=None)
    board.enters({"Forest", "Hammer"})
    board.resolves({"ability_of": board.enters("Inkmoth Nexus"), "index": 2}, as_="one", controller="B")
    board.marks(bear, tapped=True, level=2)
    board.counters(bear, put={"flying": 1})
    board.player("A", hand=3, monarch=True)
    board.ends("turn")
    again = Board.from_data(json.loads(json.dumps(board.to_data())))
    assert again.to_data() == board.to_data()
    assert again.events == board.events
    assert list(again.objects.values()) == list(board.objects.values())
    assert dict(again.effects) == dict(board.effects)


@pytest.mark.parametrize(
    "data",
    [
        {"player": ["A"]},
        {"players": []},
        {"timeline": [{"enters": "Forest", "zon": "hand"}]},
        {"cards": [{"name": "Forest"}]},
        {"cards": [{"name": "Forest", "type_line": "Land", "mana_cost": "{"}]},
        {"cards": [{"kind": "Clause"}]},
        [],
    ],
)
def test_data_that_is_no_board(data):
    with pytest.raises(BoardDataError):
        Board.from_data(data)


def test_card_object_of_scryfalls():
    data = {
        "object": "card", "id": "0", "name": "Ox", "type_line": "Creature — Ox", "cmc": 2.0, "mana_cost": "{1}{W}",
        "power": "2", "toughness": "3", "loyalty": None, "legalities": {}, "colors": ["W"], "keywords": [],
    }  # fmt: skip
    board = Board()
    assert board.object(board.enters(data)).base.values.toughness == 3
    with pytest.raises(IllegalEventError, match="unknown card field `powr`; did you mean `power`"):
        board.enters({"name": "Ox", "type_line": "Creature", "powr": "2"})


EVENTS = (
    {"enters": ["Forest", "Hammer"], "as": ["a", "b"], "controller": "A", "tapped": False, "unordered": True},
    {"enters": "Hydra", "zone": "stack", "x": 3, "cast": True, "chosen": {"color": "R", "number": [1, 2]}},
    {"enters": "Forest", "count": 2, "with_effect": {"text": "It gains flying.", "as": "wings"}, "cast": "bestow"},
    {"leaves": ["a", "b"], "to": "exile"},
    {"moves": "a", "as": "c", "face_down": True, "to": "battlefield"},
    {"attaches": "a", "to": "b"},
    {"detaches": "a"},
    {"resolves": {"ability_of": "a", "index": 2}, "as": "x", "targets": ["b", "A"], "mode": [1, 2]},
    {"resolves": {"text": "x"}, "targets": "b"},
    {"counters": "a", "put": {"+1/+1": 1}, "remove": {"flying": 2}},
    {"transforms": "a"},
    {"flips": "a"},
    {"turns": "a", "face": "down", "chosen": {"option": 2}},
    {"merges": "a", "with": "b", "on": "top"},
    {"melds": ["a", "b"], "as": "c", "into": "Brisela, Voice of Nightmares"},
    {"phases": "a", "direction": "in"},
    {"marks": "a", "set": {"tapped": True, "paired_with": "b", "unlocked": ["Door"], "level": 2}},
    {"chooses": "a", "chosen": {"object": "b"}},
    {"reveals": "Plane"},
    {"stickers": "a", "put": {"name": "Dark"}},
    {"player": "A", "set": {"life": 3}},
    {"turn": "A"},
    {"order": ["a", "b"]},
    {"ends": "turn"},
)  # fmt: skip


@pytest.mark.parametrize("data", EVENTS, ids=lambda data: next(iter(data)))
def test_events_come_back_from_their_data(data):
    event = read_event(data)
    assert event.to_data() == data
    assert read_event(json.loads(json.dumps(event.to_data()))) == event
    assert hash(event) == hash(read_event(data))


def test_every_verb_was_tried():
    assert {next(iter(data)) for data in EVENTS} == set(Event.VERBS)


def test_an_event_with_a_card_value():
    event = Enters(enters=(BEAR,))
    assert read_event(json.loads(json.dumps(event.to_data()))) == event
    with pytest.raises(WrongTypeError):
        read_event({"enters": {"kind": "Face", "name": "x"}})


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("Flying.", "flying"),
        ("Flying (It can't be blocked.)", "Flying"),
        ("Sacrifice this creature: Draw a card.", "sacrifice Karn: draw a card"),
        ("Karn, Scion of Urza's power is 1", "~'s power is 1"),
        ("−1: You win", "-1: you win."),
        ("It has “flying”.", 'it has "flying"'),
    ],
)
def test_texts_for_comparison(text, same):
    assert plain(text, "Karn, Scion of Urza") == plain(same, "Karn, Scion of Urza")


@pytest.mark.parametrize("chosen", [
    {"land_type": "Forest"}, {"land_type": ["Forest"]}, {"land_type": "Forest", "basic_land_type": "Island"},
])  # fmt: skip
def test_two_choices_of_a_kind_are_both_told(chosen):
    """608.2d: "Each land of the first chosen type becomes the second chosen type": without it, nothing would happen."""
    board = Board(("Ana",))
    board.enters("Taiga")
    wanted = re.escape("needs 2 choices of `land_type` in `chosen`, in order")
    with pytest.raises(IllegalEventError, match=wanted):
        board.resolves("Vision Charm", as_="charm", mode=2, chosen=chosen)
    board.resolves("Vision Charm", as_="charm", mode=2, chosen={"land_type": ["Forest", "Island"]})

    assert solve(board)["taiga"].subtypes == ("Island",)


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("Target creature becomes the color of your choice until end of turn.", {"color": "R"}),
        ("Target creature becomes the creature type of your choice until end of turn.", {"creature_type": "Elf"}),
        ("Target creature gains protection from the color of your choice until end of turn.", {"color": "R"}),
        ("Target creature gains your choice of flying or haste until end of turn.", {"option": 2}),
        ("Creatures of the creature type of your choice get -1/-1 until end of turn.", {"creature_type": "Bear"}),
    ],
)
def test_a_choice_made_on_resolution_must_be_told(text, chosen):
    """608.2d: without the choice, "becomes the color of your choice" would leave it colorless."""
    made = Board()
    bear = made.enters(BEAR)
    with pytest.raises(IllegalEventError, match=f"needs `{next(iter(chosen))}` in `chosen`"):
        made.resolves({"text": text}, targets=bear)
    made.resolves({"text": text}, targets=bear, chosen=chosen)


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("Choose a nonbasic land type. Each land you control of that type gains hexproof.", {"land_type": "Gate"}),
        ("Choose a permanent type. Permanents you control of that type gain hexproof.", {"card_type": "Land"}),
    ],
)
def test_that_type_is_a_choice_of_the_kind_that_the_text_names(text: str, chosen: dict[str, str]):
    board = Board(("Ana",))
    board.enters("Azorius Guildgate")
    board.resolves({"text": text}, as_="it", chosen=chosen)
    result = solve(board)

    assert result.unsupported == ()
    assert result["azorius-guildgate"].has("Hexproof")


def test_a_planeswalker_type_is_no_creature_type():
    lines = (
        "As this enchantment enters, choose a planeswalker type.",
        "Planeswalkers of the chosen type have hexproof.",
    )
    board = Board(("Ana",))
    board.enters({"name": "Faith", "type_line": "Enchantment", "oracle_text": "\n".join(lines)})

    assert solve(board).unsupported == (("faith", lines[1]),)
