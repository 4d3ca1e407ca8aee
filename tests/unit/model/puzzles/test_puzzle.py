"""Puzzle files: both notations, strictness, and messages that say where and what instead."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtglayers.model.data.positions import json_lines, toml_lines
from mtglayers.model.errors import LimitError, PuzzleError
from mtglayers.model.events.base import Event
from mtglayers.model.objects.recorded_facts import FACTS, PLAYER_FACTS
from mtglayers.model.puzzles.expectation import Expectation, LoopExpectation
from mtglayers.model.puzzles.puzzle import Puzzle, read_puzzle
from mtglayers.model.support.names import kebab

MOON = """\
title   = "Blood Moon, Life and Limb, and a visitor"
edition = "2026-09-25"            # a date
players = ["Ana", "Ben"]
tags    = [
    "dependency", # one
    "loop",
]

[[cards]]
name = "Saproling"
type_line = "Token Creature — Saproling"
oracle_text = '''
Nothing = [here],
[[timeline]]'''
colors = ["G"]
power = "1"
toughness = "1"

[[cards]]
name = "Blood Moon"
mana_cost = "{2}{R}"
type_line = "Enchantment"

[[timeline]]
enters = "Blood Moon"
as = "moon"
controller = "Ana"

[[timeline]]
enters = "Saproling"
controller = "Ben"
counters = { "+1/+1" = 2 }

[[timeline]]
expect.depends = [
    { layer = "4", effect = "moon", on = "saproling", reason = "scope" },
]
expect.objects.saproling = { types = ["Creature"], power = "none", loyalty = "none", abilities = [] }
expect.loops = []
expect.order = { "4" = ["moon"], 7c = ["saproling+1/+1"] }

[[timeline]]
leaves = "moon"
refused = "UnknownObjectError"
"""


def broken(old: str, new: str) -> str:
    assert old in MOON
    return MOON.replace(old, new, 1)


def test_reading_toml():
    puzzle = read_puzzle(MOON, "moon.toml")
    assert puzzle.title.startswith("Blood Moon")
    assert puzzle.tags == ("dependency", "loop")
    assert [card["name"] for card in puzzle.cards] == ["Saproling", "Blood Moon"]
    assert [entry.line for entry in puzzle.timeline] == [24, 29, 34, 42]
    assert [entry.refused for entry in puzzle.timeline] == ["", "", "", "UnknownObjectError"]
    event = puzzle.timeline[1].event
    assert event is not None
    assert event.to_data() == {"enters": "Saproling", "controller": "Ben", "counters": {"+1/+1": 2}}
    expect = puzzle.timeline[2].expect
    assert expect is not None
    (name, wanted), = expect.objects  # fmt: skip
    assert (name, wanted.types, wanted.power, wanted.abilities) == ("saproling", ("Creature",), "none", ())
    assert wanted.toughness is None
    assert expect.loops == ()


def test_both_notations_are_one_shape():
    puzzle = read_puzzle(MOON)
    from_json = read_puzzle(json.dumps(puzzle.to_data()))
    from_toml = read_puzzle(puzzle.to_toml())
    from_data = read_puzzle(puzzle.to_data())
    for other in (from_json, from_toml, from_data):
        assert other.to_data() == puzzle.to_data()
        assert [entry.event for entry in other.timeline] == [entry.event for entry in puzzle.timeline]
        assert [entry.expect for entry in other.timeline] == [entry.expect for entry in puzzle.timeline]


def test_reading_files(tmp_path):
    toml, as_json = tmp_path / "moon.toml", tmp_path / "moon.json"
    toml.write_text(MOON, encoding="utf-8")
    as_json.write_text(json.dumps(read_puzzle(MOON).to_data(), indent=1), encoding="utf-8")
    assert read_puzzle(toml).to_data() == read_puzzle(str(as_json)).to_data()
    assert read_puzzle(toml).file == str(toml)
    with pytest.raises(FileNotFoundError):
        read_puzzle(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_bytes(b"title = '\xff'")
    with pytest.raises(PuzzleError, match="UTF-8"):
        read_puzzle(tmp_path / "bad.toml")


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (broken("players =", "player ="), 3, "unknown key `player`; did you mean `players`?"),
        (broken('"Ben"]', '"Ana"]'), 3, "two players are called `Ana`"),
        (broken('"2026-09-25"', '"2026-19-25"'), 2, "unknown edition"),
        (broken('"dependency"', "3"), 5, "must be a string, not `3`"),
        (broken('title   = "Blood', 'titel   = "Blood'), 1, "unknown key `titel`; did you mean `title`?"),
        (broken("toughness =", "thoughness ="), 17, "unknown card field `thoughness`; did you mean `toughness`?"),
        (broken('power = "1"', "power = 1"), 16, "must be a string, not `1`"),
        (broken('colors = ["G"]', 'colors = ["green"]'), 15, "unknown color `green`"),
        (broken('type_line = "Enchantment"', ""), 19, "a card needs a `type_line`"),
        (broken('name = "Blood Moon"', 'name = "Saproling"'), 20, "two cards are called `Saproling`"),
        (broken('enters = "Blood Moon"', 'entres = "Blood Moon"'), 25, "unknown verb `entres`; did you mean `enters`?"),
        (broken('enters = "Blood Moon"', 'xyz = "Blood Moon"'), 25, "the event has no verb"),
        (broken('as = "moon"', 'as = "moon"\nleaves = "moon"'), 27, "one verb, not `enters` and `leaves`"),
        (broken('controller = "Ana"', 'controler = "Ana"'), 27, "unknown key `controler`; did you mean `controller`?"),
        (broken('controller = "Ana"', 'controller = "Anna"'), 27, "no player is called `Anna`; did you mean `Ana`?"),
        (broken('"+1/+1" = 2', '"+1/+1" = "2"'), 32, "`+1/+1` must be a whole number, not `2`"),
        (broken('leaves = "moon"\nrefused', 'leaves = "mooon"\n#'), 43, "nothing is called `mooon` at this point; did"),
        (broken('"UnknownObjectError"', '"UnknownObject"'), 44, "did you mean `UnknownObjectError`?"),
        (broken("expect.loops", "expect.lops"), 39, "unknown expectation `lops`; did you mean `loops`?"),
        (broken("expect.objects.saproling", "expect.objects.saprolings"), 38, "did you mean `saproling`?"),
        (broken("types = [", "type = ["), 38, "unknown expectation `type`; did you mean `types`?"),
        (broken('types = ["Creature"]', 'types = "Creature"'), 38, "a list"),
        (broken('loyalty = "none"', 'loyalty = "None"'), 38, 'a whole number or "none"'),
        (broken('reason = "scope"', 'reason = "scop"'), 36, "unknown reason `scop`; did you mean `scope`?"),
        (broken('on = "saproling"', 'onn = "saproling"'), 36, "unknown key `onn`; did you mean `on`?"),
        (broken('on = "saproling",', ""), 36, "`on` is missing"),
        (broken('"4" = ["moon"]', '"4" = ["mon#1"]'), 40, "no effect can be called `mon#1` in this puzzle"),
        (broken("title   =", "title   = ="), 1, "not valid TOML"),
    ],
)  # fmt: skip
def test_errors_say_where_and_what_instead(text, line, message):
    with pytest.raises(PuzzleError) as caught:
        read_puzzle(text, "moon.toml")
    assert message in str(caught.value)
    assert caught.value.line == line, str(caught.value)
    assert str(caught.value).startswith(f"moon.toml:{line}: ")
    assert "\n" not in str(caught.value)


def test_errors_in_json_have_lines_and_paths():
    data = read_puzzle(MOON).to_data()
    data["timeline"][1]["zone"] = "battelfield"
    with pytest.raises(PuzzleError, match="did you mean `battlefield`") as caught:
        read_puzzle(json.dumps(data, indent=2), "moon.json")
    text = json.dumps(data, indent=2).splitlines()
    assert caught.value.line is not None
    assert "battelfield" in text[caught.value.line - 1]
    assert caught.value.key == "timeline[1].zone"
    with pytest.raises(PuzzleError) as caught:
        read_puzzle(data)
    assert (caught.value.line, caught.value.key) == (None, "timeline[1].zone")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"title": "x",}', "not valid JSON"),
        ('{"title": "x", "title": "y"}', "`title` appears twice"),
        ('{"timeline": []}', "needs a `title`"),
        ('{"title": "x", "timeline": {}}', "a list of events"),
        ('{"title": "x", "timeline": ["enters"]}', "a table with one verb"),
        ('{"title": "x", "timeline": [{}]}', "no verb"),
        ('{"title": "x", "players": []}', "at least one player"),
        ('{"title": "x", "cards": [{"type_line": "Land"}]}', "a card needs a `name`"),
        ('{"title": "x", "readings": {"loop": []}}', "a reading's name"),
        ('{"title": "x", "timeline": [{"expect": {}, "as": "y"}]}', "unknown key `as`"),
        ('{"title": "x", "timeline": [{"enters": "F", "cast": "bestwo"}]}', "did you mean `bestow`"),
        ('{"title": "x", "timeline": [{"enters": ["F", 3]}]}', "a card's name, not `3`"),
        ('{"title": "x", "timeline": [{"enters": "F", "chosen": {"colour": "W"}}]}', "did you mean `color`"),
        ('{"title": "x", "timeline": [{"marks": "f", "set": {"taped": true}}]}', "did you mean `tapped`"),
        ('{"title": "x", "timeline": [{"enters": "F"}, {"turns": "f", "face": "over"}]}', "one of up, down"),
        ('{"title": "x", "timeline": [{"enters": "F"}, {"turns": "f"}]}', "`face` is missing"),
        ('{"title": "x", "timeline": [{"resolves": {"text": "a", "index": 1}}]}', "must be a card's name"),
        ('{"title": "x", "timeline": [{"player": "A", "set": {"live": 3}}]}', "did you mean `life`"),
        ('{"title": "x", "timeline": [{"ends": "trun"}]}', "did you mean `turn`"),
        ('{"title": "x", "timeline": [{"expect": {"objects": {"f": {"power": 1}}}}]}', "nothing is called `f`"),
        ('{"title": "x", "timeline": [{"expect": {"players": {"C": {}}}}]}', "no player is called `C`"),
        ("[1, 2,\n 3]", "not valid TOML"),
        ('{"title": "x", "timeline": ' + "[" * 100_000, "at most 64 levels of nesting are allowed"),
    ],
)
def test_other_errors(text, message):
    with pytest.raises((PuzzleError, LimitError)) as caught:
        read_puzzle(text)
    assert message in str(caught.value)


def test_names_are_followed_through_the_timeline():
    cards = [
        {"name": "Life and Limb", "type_line": "Enchantment"},
        {"name": "Fire // Ice", "layout": "split", "card_faces": [
            {"name": "Fire", "type_line": "Instant"}, {"name": "Ice", "type_line": "Instant"}]},
        {"name": "Day // Night", "layout": "transform", "card_faces": [
            {"name": "Day", "type_line": "Creature"}, {"name": "Night", "type_line": "Creature"}]},
    ]  # fmt: skip
    timeline: list[dict[str, Any]] = [
        {"enters": "Life and Limb", "count": 2, "with_effect": {"text": "It gains haste.", "as": "haste"}},
        {"enters": "Fire // Ice", "zone": "hand"},
        {"enters": "Day", "as": "d"},
        {"enters": "Day // Night"},
        {"leaves": ["life-and-limb-2"]},
        {"moves": "life-and-limb-2@graveyard", "to": "exile", "as": "gone", "controller": "A"},
        {"resolves": {"text": "x"}, "targets": ["day-night", "A"], "as": "shot"},
        {"ends": "shot"},
        {"ends": "haste"},
        {"counters": "B", "put": {"poison": 1}},
        {"expect": {
            "objects": {"fire-ice": {"zone": "hand"}, "later": {"exists": False}, "day": {"power": 1}},
            "order": {"4": ["life-and-limb#2", "day<life-and-limb>", "d+1/+1", "d-1/-1", "d flying"]},
            "not_loops": [["d", "day"], {"layer": "4", "members": ["day", "shot"]}],
        }},
    ]  # fmt: skip
    puzzle = read_puzzle({"title": "x", "cards": cards, "timeline": timeline})
    assert puzzle.to_data()["timeline"] == [
        {**event, "expect": {**event["expect"], "not_loops": [
            {"members": ["d", "day"]}, {"members": ["day", "shot"], "layer": "4"}]}}
        if "expect" in event else event for event in timeline[:4]
    ] + [{"leaves": "life-and-limb-2"}, *timeline[5:6], {**timeline[6]}, *timeline[7:10], {"expect": {
        **timeline[10]["expect"],
        "not_loops": [{"members": ["d", "day"]}, {"members": ["day", "shot"], "layer": "4"}]}}]  # fmt: skip
    for unknown in ("life-and-limb-3", "steam", "dusk"):
        with pytest.raises(PuzzleError, match=unknown):
            read_puzzle({"title": "x", "cards": cards, "timeline": [*timeline, {"leaves": unknown}]})


def test_refused_events_may_speak_of_nothing():
    data = {"title": "x", "timeline": [{"leaves": "nobody", "refused": "UnknownObjectError"}]}
    puzzle = read_puzzle(data)
    assert puzzle.to_data()["timeline"] == data["timeline"]
    assert list(puzzle.boards()) == []


def test_refusals_are_honoured():
    puzzle = read_puzzle({"title": "x", "timeline": [
        {"player": "A", "set": {"hand": -1}, "refused": "IllegalEventError"},
        {"player": "A", "set": {"hand": 1}, "refused": "IllegalEventError"},
    ]})  # fmt: skip
    with pytest.raises(PuzzleError, match="not refused, although IllegalEventError was expected"):
        list(puzzle.boards())
    board = puzzle.board()
    assert puzzle.play(board, 0) == ""
    wrong = read_puzzle({"title": "x", "timeline": [
        {"player": "A", "set": {"hand": -1}, "refused": "UnknownCardError"}
    ]})  # fmt: skip
    assert wrong.play(wrong.board(), 0).startswith("refused with IllegalEventError, not UnknownCardError")


def test_boards_come_at_each_expectation():
    puzzle = read_puzzle({"title": "x", "timeline": [
        {"player": "A", "set": {"life": 3}},
        {"expect": {}},
        {"player": "A", "set": {"life": 4}},
        {"expect": {"loops": []}},
    ]})  # fmt: skip
    assert [(expect, board.player_fact(0, "life")) for expect, board in puzzle.boards()] == [
        (Expectation(), 3), (Expectation(loops=()), 4),
    ]  # fmt: skip
    assert puzzle.timeline[3].expect != Expectation()
    assert read_puzzle(puzzle.to_toml()).to_data() == puzzle.to_data()


def test_every_verb_is_there():
    words = (
        "enters leaves moves attaches detaches resolves counters transforms flips turns melds merges phases marks "
        "chooses reveals stickers player turn order ends"
    )
    assert sorted(Event.VERBS) == sorted(words.split())
    assert {"tapped", "attacking", "blocking", "monstrous", "paired_with", "exiled_with", "unlocked"} <= set(FACTS)
    assert {"life", "hand", "library", "poison"} <= set(PLAYER_FACTS)
    assert all(FACTS.values())


def test_samples_read_and_keep_their_shape(shared):
    """Every sample reads in both notations; what it says is what it said."""
    read = 0
    for path in sorted(shared("cases/puzzles").glob("*/*.json")):
        try:
            puzzle = read_puzzle(path)
        except PuzzleError as error:
            assert "unknown edition" in str(error), error  # noqa: PT017
            continue
        data = puzzle.to_data()
        assert read_puzzle(puzzle.to_toml()).to_data() == data
        assert read_puzzle(json.dumps(data)).to_data() == data
        lines = path.read_text(encoding="utf-8").splitlines()
        for entry in puzzle.timeline:
            assert entry.line is not None
            assert lines[entry.line - 1].lstrip().startswith("{")
        read += 1
    assert read > 100


# --- Small parts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("Life and Limb", "life-and-limb"),
        ("Mishra's Factory", "mishras-factory"),
        ("Urborg, Tomb of Yawgmoth", "urborg-tomb-of-yawgmoth"),
        ("Lim-Dûl's Vault", "lim-duls-vault"),
        ("Æther Vial", "aether-vial"),
        ("Fire // Ice", "fire-ice"),
        ("Kongming, “Sleeping Dragon”", "kongming-sleeping-dragon"),
        ("+2 Mace", "2-mace"),
        ("___", "object"),
    ],
)
def test_kebab(name, id):
    assert kebab(name) == id


def test_toml_lines_with_escapes_in_keys():
    """A key can have every escape that TOML has, not only those of JSON."""
    assert toml_lines('a = 1\n"\\U0001f332\\t\\u00e9" = 2')[("🌲\té",)] == 2
    with pytest.raises(PuzzleError, match=r"^4: unknown key `n\\u200b`"):
        read_puzzle('title = "t"\n[[timeline]]\nenters = "Forest"\n"n\\U0000200b" = 1')


def test_toml_lines():
    lines = toml_lines(MOON)
    assert lines["title",] == 1
    assert lines["tags", 1] == 6
    assert lines["cards", 0, "oracle_text"] == 12
    assert lines["timeline", 2, "expect", "depends", 0, "reason"] == 36
    assert lines["timeline", 3, "leaves"] == 43


def test_json_lines():
    lines = json_lines('{\n"a": [1,\n {"b": "},{",\n"c": []}],\n"d": {}}')
    assert lines == {("a",): 2, ("a", 0): 2, ("a", 1): 3, ("a", 1, "b"): 3, ("a", 1, "c"): 4, ("d",): 5}


TEXTS = st.text(max_size=12) | st.sampled_from(["a\nb", "'''", '"', "\\", "\x7f", "{1}{R}", "*/*", "a\n'"])
VALUES = st.recursive(
    st.booleans() | st.integers(-(2**40), 2**40) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(TEXTS, VALUES, max_size=5))
def test_toml_comes_back(data):
    """Whatever is written as TOML reads back the same."""
    import tomllib

    from mtglayers.model.data.toml_writer import to_toml

    try:
        json.dumps(data).encode("ascii")
        to_toml(data).encode("utf-8")
    except UnicodeEncodeError:
        return
    assert tomllib.loads(to_toml(data)) == data


@given(st.dictionaries(TEXTS, VALUES, max_size=5))
def test_json_lines_know_every_path(data):
    lines = json_lines(json.dumps(data, indent=1))

    def paths(value: Any, path: tuple[Any, ...]):
        items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, item in items:
            yield (*path, key)
            yield from paths(item, (*path, key))

    assert set(lines) == set(paths(data, ()))


def test_loops_as_plain_lists():
    expect = Expectation.read({"not_loops": [["a", "b"]]})
    assert expect.not_loops == (LoopExpectation(members=("a", "b")),)


def test_puzzle_is_a_value():
    assert isinstance(read_puzzle(MOON), Puzzle)
    assert read_puzzle(MOON) == read_puzzle(MOON)


@pytest.mark.parametrize("text", ["a=" + "[" * 5000 + "]" * 5000, 'title = "x"\nx = ' + "9" * 5000])
def test_hostile_files_get_one_sentence(text):
    """Neither depth nor length of a number gets through as a traceback."""
    with pytest.raises(LimitError):
        read_puzzle(text)
