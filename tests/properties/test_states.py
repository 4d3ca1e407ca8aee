"""A board as a timeline and as a state: the same result."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from mtglayers import (
    AmbiguousTimestampError,
    Board,
    IllegalEventError,
    LayersError,
    UnknownObjectError,
    read_puzzle,
    solve,
    state_data,
)
from mtglayers.conformance.making import difference
from mtglayers.model.events.base import read_event

from ..generators.strategies import random_recipe
from ..support.paths import ROOT
from ..support.puzzles import last_board

PUZZLES = sorted((ROOT / "puzzles").glob("*.toml"))
ENTERED = {"an-artifact-entered-this-turn"}
"""Puzzles that ask what entered this turn, which a state does not contain."""


def differing(board: Board, readings=()) -> str:
    """Return the difference between the results of a board and of its state, or ""."""
    told = solve(board, readings=readings)
    state = json.loads(msgspec.json.encode(state_data(board, readings=readings)))
    begun = solve(Board.from_state(state, edition=board.edition), readings=readings)
    for id in (*told, *begun):
        if told[id] != begun[id]:
            return f"{id}: {told[id]} {begun[id]}"
    for name, player in told.players.items():
        if player != begun.players[name]:
            return f"{name}: {player} {begun.players[name]}"
    return difference(told, begun) or str(begun.unsupported or "")


@pytest.mark.parametrize("path", Random(613).sample(PUZZLES, 50), ids=lambda path: path.stem)
def test_puzzles(path):
    board, readings = last_board(path), read_puzzle(path).readings
    try:
        found = differing(board, readings)
    except LayersError:
        with pytest.raises(LayersError):
            solve(board, readings=readings)
    else:
        assert path.stem in ENTERED or not found


@pytest.mark.parametrize("number", range(50))
def test_random_boards(number):
    assert differing(random_recipe(Random(number)).build()) == ""


def test_what_entered_this_turn_is_reported():
    """A state has no turn: conditions about it are reported, not answered silently."""
    board = last_board(ROOT / "puzzles" / "an-artifact-entered-this-turn.toml")
    begun = Board.from_state(json.loads(msgspec.json.encode(state_data(board))))
    assert [name for name, _ in solve(begun).unsupported] == ["sentinel-sarah-lyons"]


@pytest.mark.parametrize("first", ["Humility", "Kavu Titan"])
def test_what_a_permanent_entered_with(first):
    """614.12: the state says what it gained as it entered, whether the ability that said so worked or not."""
    board = Board()
    for name in dict.fromkeys((first, "Humility", "Kavu Titan")):
        board.enters(name)
    board.marks("kavu-titan", kicked=True)
    board.leaves("humility")
    assert ("Trample" in solve(board)["kavu-titan"].keywords) is (first == "Kavu Titan")
    assert differing(board) == ""


@pytest.mark.parametrize("event", [{"leaves": "copy"}, {"moves": "copy", "to": "exile", "as": "card"}])
def test_a_copy_with_which_a_board_begins_can_leave(event):
    """Only the values of what it copied are known; following it to the copied object must end."""
    made = Board.of("Serra Angel", "Clone as a copy of Serra Angel as copy")
    begun = Board.from_state(json.loads(msgspec.json.encode(state_data(made))))
    begun.push(read_event(event))
    assert "copy" not in solve(begun).objects


def test_copies_with_two_faces_or_doors_begin_a_board():
    """707.8a, 709.5: a state has the values that are shown; what is behind them is not known."""
    made = Board()
    made.enters("Galedrifter")
    made.enters("Galedrifter", token=True, copy_of="galedrifter", as_="turned")
    made.transforms("turned")
    made.enters("Surgical Suite", as_="room")
    made.enters("Copy Enchantment", copy_of="room", as_="copy")
    begun = Board.from_state(json.loads(msgspec.json.encode(state_data(made))))
    assert solve(begun)["turned"].name == "Waildrifter"

    for event in ({"transforms": "turned"}, {"marks": "copy", "set": {"unlocked": ["Surgical Suite"]}}):
        with pytest.raises(IllegalEventError):
            begun.push(read_event(event))
    begun.enters("Galedrifter", token=True, copy_of="turned", as_="again")
    begun.enters("Copy Enchantment", copy_of="copy", as_="second")
    assert solve(begun)["again"].name == "Waildrifter"
    assert solve(begun)["second"].subtypes == ("Room",)


# --- What follows a state that was written ------------------------------------------------------------------


def again(board: Board, readings=()) -> Board:
    """The board that begins with the state of another one."""
    state = json.loads(msgspec.json.encode(state_data(board, readings=readings)))
    return Board.from_state(state, edition=board.edition)


def both(events, *further) -> tuple[Board, Board]:
    """The board of events, and one that begins with its state, after further events."""
    told = Board()
    for event in events:
        told.push(read_event(event))
    begun = again(told)
    for board in (told, begun):
        for event in further:
            board.push(read_event(event))
    assert not (found := [id for id in {*told.objects, *begun.objects} if _at(told, id) != _at(begun, id)]), found
    return told, begun


def _at(board: Board, id: str) -> Any:
    return solve(board)[id] if id in board.objects else None


NOT_KNOWN = ("the board began with the copy", "has already ended")
"""Why an event can be refused on only one of the two boards: another face of a copy, and what ended earlier."""


def further_events(board: Board):
    """Events of many kinds that could follow on a board."""
    for id in [found.id for found in board.objects.values() if found.base.zone == "battlefield"][:6]:
        yield from ({"leaves": id}, {"transforms": id}, {"flips": id}, {"turns": id, "face": "down"})
        yield {"counters": id, "put": {"+1/+1": 1}}
        yield {"moves": id, "to": "hand", "as": "card"}
        yield {"enters": "Clone", "copy_of": id, "as": "further"}
        text = "Gain control of target permanent."
        yield {"resolves": {"text": text}, "as": "further", "targets": [id], "controller": board.players[-1]}
    for zone in ("graveyard", "hand"):
        yield {"enters": "Island", "zone": zone, "owner": board.players[-1], "as": "further"}
    yield from ({"ends": "turn"}, {"turn": board.players[-1]})


def after(board: Board, event, readings) -> Any:
    """The objects and players after an event, or the message of the error."""
    try:
        board.push(read_event(event))
    except LayersError as error:
        return str(error)
    try:
        result = solve(board, readings=readings)
        return {id: result[id] for id in result}, dict(result.players)
    except LayersError as error:
        return str(error)
    finally:
        board.pop()


@pytest.mark.parametrize("path", Random(613).sample(PUZZLES, 15), ids=lambda path: path.stem)
def test_further_events(path):
    told, readings = last_board(path), read_puzzle(path).readings
    try:
        told_result = solve(told, readings=readings)
    except LayersError:
        pytest.skip("the board cannot be solved")
    begun = again(told, readings)
    if path.stem not in ENTERED:
        # Which events gave timestamps is not asked of a state.
        expected = tuple(reading for reading in told_result.turns_on if reading.field != "turning")
        assert solve(begun, readings=readings).turns_on == expected
    for event in further_events(told):
        one, other = after(told, event, readings), after(begun, event, readings)
        refused = [found for found in (one, other) if isinstance(found, str)]
        assert one == other or any(words in found for words in NOT_KNOWN for found in refused), event


def test_readings_that_matter_to_a_state():
    made = Board.of(
        "Life and Limb", "Blood Moon", "Saproling token", "Overgrown Tomb", "Spreading Seas -> Overgrown Tomb"
    )
    assert solve(made).turns_on
    assert solve(again(made)).turns_on == solve(made).turns_on
    assert solve(again(made)).ambiguous


def test_a_pair_that_has_ended():
    """702.95e: another player's control ended it before the state was written."""
    both([
        {"enters": ["Wolfir Silverheart", "Grizzly Bears"]},
        {"marks": "wolfir-silverheart", "set": {"paired_with": "grizzly-bears"}},
        {"resolves": {"text": "Target player gains control of all creatures you control."}, "targets": "B"},
    ])  # fmt: skip


def test_an_effect_whose_source_has_left_goes_on():
    """Titania's Song: the effect is that of a static ability, which is not locked in."""
    events = [{"enters": "Sol Ring"}, {"enters": "Titania's Song"}, {"leaves": "titanias-song"}]
    told, begun = both(events, {"enters": "Mind Stone"})
    assert solve(begun)["mind-stone"].power == 2
    both(events, {"ends": "turn"})
    assert told.effects.keys() == begun.effects.keys()


@pytest.mark.parametrize(("creature", "zone"), [
    ("Werebear", "graveyard"), ("Psychosis Crawler", "hand"), ("Consuming Aberration", "graveyard"),
])  # fmt: skip
def test_cards_that_come_later_count(creature, zone):
    cards = [{"enters": "Island", "zone": zone, "owner": player} for player in "ABABABABABABABAB"]
    both([{"enters": creature}], *cards)


def test_a_hand_of_which_nothing_is_known_is_still_reported():
    made = Board.of("Maro")
    assert solve(again(made)).unsupported == solve(made).unsupported != ()


@pytest.mark.parametrize("events", [
    pytest.param([{"enters": "Bonecrusher Giant", "zone": "hand", "as": "c"}], id="adventure"),
    pytest.param([{"enters": "Delver of Secrets", "as": "c"}], id="front"),
    pytest.param([{"enters": "Delver of Secrets", "as": "c"}, {"transforms": "c"}], id="back"),
    pytest.param([{"enters": "Nezumi Graverobber", "as": "c"}, {"flips": "c"}], id="flipped"),
    pytest.param([{"enters": "Grizzly Bears", "face_down": True, "as": "c"}], id="face down"),
    pytest.param(
        [
            {"enters": "Grizzly Bears", "as": "c"}, {"enters": "Gemrazer", "zone": "stack", "as": "g"},
            {"merges": "g", "with": "c", "on": "top"},
        ],
        id="merged",
    ),
    pytest.param(
        [
            {"enters": ["Bruna, the Fading Light", "Gisela, the Broken Blade"], "as": ["b", "g"]},
            {"melds": ["b", "g"], "into": "Brisela, Voice of Nightmares", "as": "c"},
        ],
        id="melded",
    ),
])  # fmt: skip
def test_cards_keep_their_other_faces_and_their_components(events):
    told, begun = both(events, {"leaves": "c", "to": "exile"})
    assert [each.card for each in told.objects.values()] == [each.card for each in begun.objects.values()]


def test_a_copy_of_a_flipped_permanent_enters_where_numbers_are_missing():
    """710.3: an object that has left has no number in a state."""
    told, begun = both(
        [
            {"enters": "Forest"}, {"enters": "Budoka Pupil", "as": "c"}, {"flips": "c"},
            {"enters": "Forest", "as": "f"},
            {"leaves": ["forest", "f"], "to": "exile"}, {"enters": "Swamp"},
        ],
        {"enters": "Clone", "copy_of": "c", "as": "copy"},
    )  # fmt: skip
    assert solve(begun)["copy"].name == solve(told)["copy"].name == "Budoka Pupil"


def test_other_faces_can_be_turned_up():
    both([{"enters": "Delver of Secrets", "as": "c"}], {"transforms": "c"})
    both([{"enters": "Nezumi Graverobber", "as": "c"}], {"flips": "c"})
    rooms = [
        {"enters": "Bottomless Pool // Locker Room", "as": "room"},
        {"marks": "room", "set": {"unlocked": ["Locker Room"]}},
    ]
    both(rooms, {"marks": "room", "set": {"unlocked": ["Bottomless Pool", "Locker Room"]}})


def test_a_copy_of_a_token_that_is_a_room_is_locked():
    """709.5: which doors are unlocked is not copied."""
    events = [
        {"enters": "Locker Room", "zone": "stack", "cast": True, "as": "spell"},
        {"enters": "Bottomless Pool // Locker Room", "token": True, "copy_of": "spell", "as": "token"},
    ]
    both(events, {"enters": "Copy Enchantment", "copy_of": "token", "as": "copy"})


def test_own_cards_with_two_faces_are_written_as_trees():
    face = {"type_line": "Creature — Bear", "power": "2", "toughness": "2", "mana_cost": "{1}{G}"}
    card = {
        "name": "Day // Night",
        "layout": "transform",
        "card_faces": [{"name": n, **face} for n in ("Day", "Night")],
    }
    told = Board(cards=[card])
    told.enters("Day", as_="c")
    begun = again(told)
    begun.transforms("c")
    assert solve(begun)["c"].name == "Night"


def test_an_emblem_keeps_its_timestamp():
    """701.54c: the effect of a later Ring-bearer has the timestamp of the emblem."""
    events = [
        {"player": "A", "set": {"ring": 1}}, {"enters": "Grizzly Bears"},
        {"marks": "grizzly-bears", "set": {"ring_bearer": True}},
    ]  # fmt: skip
    marked = {"marks": "serra-angel", "set": {"ring_bearer": True}}
    stamps = [
        [step.timestamp for step in solve(board).steps if "Ring-bearer" in step.effect]
        for board in both(events, {"enters": "Serra Angel"}, marked)
    ]
    assert stamps[0] == stamps[1] != []


def test_what_is_not_understood_about_an_effect_stays_reported():
    made = Board.of("Grizzly Bears")
    text = "Target creature gets +1/+1 for as long as you control this creature."
    made.resolves({"text": text}, as_="e", targets="grizzly-bears")
    assert solve(again(made)).unsupported == solve(made).unsupported != ()
    assert solve(again(again(made))).unsupported == solve(made).unsupported


def test_a_board_with_a_tie_is_written():
    made = Board()
    made.push(read_event({"enters": ["Humility", "Opalescence"], "unordered": True}))
    with pytest.raises(AmbiguousTimestampError):
        solve(again(made))


def test_greater_timestamps_are_written_with_nine_digits():
    begun = Board.from_state({"objects": [{"id": "t", "card": "Grizzly Bears", "timestamp": 999_999_999}]})
    begun.enters("Humility")
    assert [each.timestamp for each in state_data(begun).objects] == [1, 2]
    assert solve(again(begun))["t"].power == 1


def test_a_timestamp_after_a_tie_is_kept():
    """613.7g: what transforms is newer than what it entered with."""
    events = [
        {"enters": ["Huntmaster of the Fells", "Forest"], "as": ["h", "f"], "unordered": True},
        {"enters": "Humility"}, {"transforms": "h"},
    ]  # fmt: skip
    _, begun = both(events)
    assert begun.objects["h"].stamp > begun.objects["humility"].stamp > begun.objects["f"].stamp


def test_targets_are_checked_with_what_the_state_says():
    """As after the same events: face-down values (708.2), keyword counters (122.1b), copied values."""
    events = [
        {"enters": "Rootbound Crag", "face_down": True, "with_effect": "It's a 2/2 Cyberman artifact creature."},
        {"enters": "Grizzly Bears", "counters": {"hexproof": 1}},
        {"enters": "Serra Angel", "as": "angel"}, {"enters": "Copy Artifact", "as": "copy", "copy_of": "angel"},
    ]  # fmt: skip
    text = "Target creature gets +1/+1 until end of turn."
    further = [
        {"resolves": {"text": text}, "as": f"e{n}", "targets": target, "controller": "B"}
        for n, target in enumerate(("rootbound-crag", "grizzly-bears", "copy"))
    ]
    told, begun = both(events, *further)
    illegal = [
        [(each.object, each.rule) for each in solve(board).illegal if each.object != "angel"] for board in (told, begun)
    ]
    assert illegal == [[("grizzly-bears", "702.11b")]] * 2


def test_an_order_of_simultaneous_objects_is_no_new_timestamp():
    """613.7m: the order says which timestamps they got."""
    made = Board()
    made.enters(["Humility", "Opalescence"])
    made.push(read_event({"order": ["opalescence", "humility"]}))
    assert made.objects["humility"].first_stamp is None
    both([event.to_data() for event in made.events])


def test_what_left_before_the_state_is_unknown():
    """608.2h: a state has no last known values, and the card in the graveyard is another object (400.7)."""
    made = Board.of("Serra Angel", "Clone as a copy of Serra Angel as c1")
    made.leaves("c1")
    begun = again(made)
    assert list(begun.objects) == ["serra-angel", "c1@graveyard"]
    with pytest.raises(UnknownObjectError):
        begun.enters("Clone", token=True, copy_of="c1")
    made = Board.of("Serra Angel", "Clone as a copy of Serra Angel")
    made.leaves("clone")
    with pytest.raises(UnknownObjectError):
        again(made).enters("Clone", token=True, copy_of="clone")


@pytest.mark.parametrize("zone", ["battlefield", "stack"])
@pytest.mark.parametrize(("card", "cost"), [
    ("Mulldrifter", "evoke"), ("Gemrazer", "mutate"), ("Ox of Agonas", "escape"), ("Kavu Titan", "kicker"),
    ("Blitz Automaton", "prototype"), ("Boon Satyr", "bestow"), ("Overlord of the Hauntwoods", "impending"),
    ("Wear // Tear", "fuse"),
])  # fmt: skip
def test_the_cost_for_which_a_spell_was_cast(card, cost, zone):
    if cost != "fuse" or zone == "stack":
        both([{"enters": card, "cast": cost, "zone": zone, "as": "c"}], {"leaves": "c", "to": "exile"})


def test_sources_of_effects_keep_their_names():
    made = Board.of("Grizzly Bears")
    made.resolves("Turn to Frog", targets="grizzly-bears")
    assert again(made).effects["turn-to-frog"].source_name == "Turn to Frog"
