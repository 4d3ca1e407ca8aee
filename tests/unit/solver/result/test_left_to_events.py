"""What resolved texts do to a board and no event records."""

from __future__ import annotations

from typing import Any

import pytest

from mtglayers import Board, solve
from mtglayers.model.board.board import Board as ModelBoard
from mtglayers.model.effects.view import Zone
from mtglayers.solver.result.left_to_events import left_to_events


def kinds(board: ModelBoard) -> list[tuple[str, str]]:
    return [(effect, text.partition(": ")[2].partition(",")[0]) for effect, text in left_to_events(board)]


def test_one_event_records_one_change() -> None:
    board = Board()
    bear = board.enters("Grizzly Bears", counters={"+1/+1": 1})
    text = "Put a +1/+1 counter on target creature. It gains flying until end of turn."
    board.counters(bear, put={"+1/+1": 1})
    board.resolves({"text": text}, targets=bear, as_="first")
    assert kinds(board) == []
    board.resolves({"text": text}, targets=bear, as_="second")
    assert kinds(board) == [("second", "counters that it puts or removes")]
    board.counters(bear, put={"+1/+1": 1})
    assert kinds(board) == []


def test_an_object_that_was_there_before_is_not_what_arrives_with_counters() -> None:
    board = Board()
    bear = board.enters("Grizzly Bears", counters={"+1/+1": 1})
    board.resolves({"text": "Put a +1/+1 counter on target creature. It gains flying."}, targets=bear, as_="it")
    assert kinds(board) == [("it", "counters that it puts or removes")]


def test_tokens_are_created_before_or_after() -> None:
    board = Board()
    board.enters("Grizzly Bears")
    text = "Create a 1/1 white Soldier creature token. Creatures you control gain flying until end of turn."
    board.resolves({"text": text}, as_="it")
    assert kinds(board) == [("it", "tokens that it creates")]
    board.pop()
    board.enters("Soldier token")
    board.resolves({"text": text}, as_="it")
    assert kinds(board) == []


def test_an_emblem_is_created_before_or_after() -> None:
    board = Board()
    elspeth = board.enters("Elspeth, Knight-Errant")
    board.resolves({"ability_of": elspeth, "index": 3}, as_="it")
    assert kinds(board) == [("it", "an emblem that it creates")]
    board.enters('emblem with "Artifacts, creatures, enchantments, and lands you control have indestructible."')
    assert kinds(board) == []


@pytest.mark.parametrize(
    ("text", "fact", "value", "words"),
    [
        ("Suspect target creature.", "suspected", True, "the suspected creature"),
        ("Target creature is no longer suspected.", "suspected", False, "the creature that is no longer suspected"),
        ("The Ring tempts you.", "ring_bearer", True, "the Ring-bearer"),
    ],
)
def test_a_designation_is_a_mark(text: str, fact: str, value: bool, words: str) -> None:
    board = Board()
    bear = board.enters("Grizzly Bears")
    board.resolves({"text": text}, targets=[bear] if "target" in text.lower() else [], as_="it")
    assert kinds(board) == [("it", words)]
    board.marks(bear, tapped=True)
    assert kinds(board) != []
    opposite: dict[str, Any] = {fact: not value}
    board.marks(bear, **opposite)
    assert kinds(board) != []
    opposite[fact] = value
    board.marks(bear, **opposite)
    assert kinds(board) == []


def test_tapping_matters_if_an_ability_asks_for_it() -> None:
    board = Board()
    bear = board.enters("Grizzly Bears")
    board.resolves({"text": "Tap target creature. It gets +1/+0 until end of turn."}, targets=bear, as_="it")
    assert kinds(board) == []
    lord = {"name": "Watch", "type_line": "Enchantment", "oracle_text": "Tapped creatures you control have flying."}
    board.enters(lord)
    assert kinds(board) == [("it", "what it taps")]
    board.marks(bear, attacking=True)
    board.marks(bear, tapped=False)
    assert kinds(board) == [("it", "what it taps")]
    board.marks(bear, tapped=True)
    assert solve(board).unsupported == ()


def test_doors_stickers_and_levels_are_events_of_their_own() -> None:
    board = Board()
    room = board.enters("Unholy Annex // Ritual Chamber")
    board.resolves({"text": "Unlock a door of target Room you control."}, targets=room, as_="key")
    assert kinds(board) == [("key", "the doors that it unlocks or locks")]
    board.marks(room, unlocked=["Unholy Annex"])
    assert kinds(board) == []
    board.resolves({"text": "You may put a sticker on a nonland permanent you own."}, as_="stuck")
    assert kinds(board) == [("stuck", "stickers that it puts on an object")]
    board.stickers(room, put={"name": "Cool"})
    assert kinds(board) == []
    monk = board.enters("Barbarian Class")
    board.resolves({"ability_of": monk, "text": "{1}{R}: Level 2"}, as_="level")
    assert kinds(board) == [("level", "the level of the Class")]
    board.marks(monk, level=2)
    assert kinds(board) == []


@pytest.mark.parametrize(
    ("reader", "spell", "fact", "words"),
    [
        ("Serra Avatar", "Healing Salve", {"life": 13}, "life that a player gains or loses"),
        ("Serra Avatar", "Lightning Bolt", {"life": 17}, "life that a player gains or loses"),
        ("Maro", "Divination", {"hand": 2}, "cards that come into or leave a hand"),
        ("Boneyard Wurm", "Divination", {"graveyard": 1}, "that its card comes into a graveyard"),
        ("Tarmogoyf", "Divination", {"graveyard": 1}, "that its card comes into a graveyard"),
    ],
)
def test_numbers_of_players_matter_if_an_ability_asks_for_them(
    reader: str, spell: str, fact: dict[str, int], words: str
) -> None:
    board = Board()
    board.player("A", **fact)  # an earlier number
    targeted = spell in ("Healing Salve", "Lightning Bolt")
    board.resolves(spell, targets="A" if targeted else (), mode=1 if spell == "Healing Salve" else (), as_="it")
    assert kinds(board) == []
    board.enters(reader)
    assert kinds(board) == [("it", words)]
    board.player("A", **fact)
    assert kinds(board) == []


def test_damage_to_a_creature_is_no_loss_of_life() -> None:
    board = Board()
    avatar = board.enters("Serra Avatar")
    board.resolves("Lightning Bolt", targets=avatar)
    assert kinds(board) == [("lightning-bolt", "damage that it deals to permanents")]


def test_damage_to_a_creature_and_to_its_controller_are_two_changes() -> None:
    board = Board()
    avatar = board.enters("Serra Avatar", controller="B")
    board.resolves("Chandra's Outrage", targets=avatar)
    assert {words for _, words in kinds(board)} == {
        "damage that it deals to permanents",
        "life that a player gains or loses",
    }
    board.player("B", life=18)
    assert kinds(board) == [("chandras-outrage", "damage that it deals to permanents")]
    board.leaves(avatar)
    assert kinds(board) == []


@pytest.mark.parametrize(("spell", "zone"), [("Raise Dead", "graveyard"), ("Counterspell", "stack")])
def test_targets_in_other_zones_are_moved_by_events(spell: str, zone: Zone) -> None:
    board = Board()
    bear = board.enters("Grizzly Bears", zone=zone)
    board.resolves(spell, targets=bear, as_="it")
    assert kinds(board) == [("it", "what happens to the card or spell")]
    board.leaves(bear, to="hand")
    assert kinds(board) == []


def test_a_spell_does_not_do_what_its_other_abilities_say() -> None:
    card = {
        "name": "Lesson",
        "type_line": "Instant",
        "oracle_text": "Target creature gets +1/+1 until end of turn.\nWhen you cycle this card, create a Food token.",
    }
    board = Board(cards=[card])
    bear = board.enters("Grizzly Bears")
    board.resolves("Lesson", targets=bear, as_="it")
    assert kinds(board) == []


def test_each_paragraph_of_a_spell_is_followed() -> None:
    """608.2c: the instructions of a spell are followed in the order of its text, whatever paragraph they are in."""
    board = Board()
    board.enters("Maro")
    ring = board.enters("Sol Ring")
    board.resolves("Smash", targets=ring, as_="it")
    assert kinds(board) == [
        ("it", "what it destroys"),
        ("it", "cards that come into or leave a hand"),
    ]
    board.leaves(ring)  # into a graveyard
    assert kinds(board) == [("it", "cards that come into or leave a hand")]
    board.player("A", hand=3)
    assert kinds(board) == []


@pytest.mark.parametrize("mode", [1, 2])
def test_a_paragraph_after_modes_belongs_to_each_of_them(mode: int) -> None:
    board = Board()
    board.resolves("Blood on the Snow", mode=mode, as_="it")
    assert kinds(board) == [("it", "what it puts onto the battlefield"), ("it", "what it destroys")]


def test_only_the_chosen_modes_are_followed() -> None:
    """700.2, 702.120a (escalate): each chosen mode, and no other."""
    board = Board()
    board.enters("Maro")
    bear = board.enters("Grizzly Bears")
    board.resolves("Collective Brutality", mode=1, targets="B", as_="it")
    assert kinds(board) == [("it", "cards that come into or leave a hand")]
    board.pop()
    board.resolves("Collective Brutality", mode=2, targets=bear, as_="it")
    assert kinds(board) == []
    board.pop()
    board.resolves("Collective Brutality", mode=[1, 2], targets=["B", bear], as_="it")
    assert kinds(board) == [("it", "cards that come into or leave a hand")]


def test_the_ability_of_a_copy() -> None:
    board = Board()
    card = {
        "name": "Trainer",
        "type_line": "Creature — Human",
        "power": "1",
        "toughness": "1",
        "oracle_text": "{T}: Put a +1/+1 counter on target creature. It gains flying until end of turn.",
    }
    board.enters(card, as_="trainer")
    board.enters("Clone", copy_of="trainer", as_="clone")
    board.resolves({"ability_of": "clone", "index": 1}, targets="trainer", as_="it")
    assert kinds(board) == [("it", "counters that it puts or removes")]


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("Exile target creature and put two time counters on it. If it doesn't have suspend, it gains suspend.",
         "battlefield"),
        ("Counter target spell. If the spell is countered this way, exile it with three time counters on it instead of"
         " putting it into its owner's graveyard. If it doesn't have suspend, it gains suspend.", "stack"),
    ],
)  # fmt: skip
def test_what_an_effect_exiles_with_time_counters_gains_suspend(text: str, zone: Zone) -> None:
    """400.7j: the effect finds the new object, which the event names as `object` in `chosen`."""
    board = Board()
    board.enters("Grizzly Bears", zone=zone)
    board.moves("grizzly-bears", to="exile", as_="exiled", counters={"time": 3})
    board.resolves({"text": text}, as_="it", chosen={"object": "exiled"})
    result = solve(board)
    assert [ability.name for ability in result["exiled"].abilities] == ["Suspend"]
    assert result.unsupported == ()


def test_damage_to_a_creature_is_not_counted() -> None:
    board = Board()
    bear = board.enters("Grizzly Bears")
    board.resolves("Lightning Bolt", targets=bear, as_="it")
    assert kinds(board) == [("it", "damage that it deals to permanents")]
    board.leaves(bear)
    assert kinds(board) == []


def test_a_creature_that_returns_was_not_put_there_by_its_own_arrival() -> None:
    board = Board()
    bear = board.enters("Grizzly Bears")
    board.resolves("Cloudshift", targets=bear, as_="it")
    assert kinds(board) == [("it", "that its target leaves and returns as a new object")]
    board.leaves(bear)
    assert kinds(board) == [("it", "what it puts onto the battlefield")]
    board.enters("Grizzly Bears")
    assert kinds(board) == []


def test_a_permanent_that_was_there_before_is_not_what_a_text_puts_onto_the_battlefield() -> None:
    board = Board()
    bear = board.enters("Grizzly Bears", zone="graveyard")
    board.enters("Sol Ring")
    board.resolves("Reanimate", targets=bear, as_="it")
    assert ("it", "what it puts onto the battlefield") in kinds(board)
    board.moves(bear, to="battlefield", as_="returned")
    assert kinds(board) == []


def test_what_a_text_speaks_of_without_a_target_can_arrive_before_it_resolves() -> None:
    board = Board()
    board.enters("Grizzly Bears", as_="bear")
    text = "You may put a creature card from your hand onto the battlefield. That creature gains haste."
    board.resolves({"text": text}, as_="it", chosen={"object": "bear"})
    assert kinds(board) == []


@pytest.mark.parametrize(
    ("lines", "then", "what"),
    [
        ("Grizzly Bears; Ixidron", "Grizzly Bears turns face down", "what it transforms"),
        ("Forest; Overlaid Terrain", "Forest dies", "what it moves to another zone"),
        ("Clone with a +1/+1 counter; Thief of Blood", "remove a +1/+1 counter from Clone",
         "counters that it puts or removes"),
        ("Blood Crypt", "", ""),
        ("Lightning Greaves; face-down Hooded Hydra", "", ""),  # 708.2a: it has no abilities
    ],
)  # fmt: skip
def test_what_a_permanent_does_as_it_enters(lines: str, then: str, what: str) -> None:
    """614.1c: no event performs it; life is a total that events give."""
    found = [text for _, text in solve(Board.of(lines)).unsupported]
    assert [text.removeprefix("not specified: ").partition(",")[0] for text in found] == [what] * bool(what)
    if then:
        assert solve(Board.of(f"{lines}; {then}")).unsupported == ()


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("Zhur-Taa Goblin", True),
        ("Zhur-Taa Goblin with a +1/+1 counter", False),
        ("Zhur-Taa Goblin; ability 1 of Zhur-Taa Goblin", False),
        ("Zhur-Taa Goblin in hand", False),
        ("Zhur-Taa Goblin; a +1/+1 counter on Zhur-Taa Goblin", True),  # it did not enter with it
    ],
)
def test_what_riot_did(lines: str, said: bool) -> None:
    """702.136a: a permanent with riot enters with a counter or gains haste."""
    noted = [text for _, text in solve(Board.of(lines)).unsupported]
    assert any("(702.136a)" in text for text in noted) is said


def test_what_only_lost_abilities_read_does_not_matter() -> None:
    board = Board.of("Tarmogoyf; Turn -> Tarmogoyf")
    assert kinds(board) == [("turn-burn", "that its card comes into a graveyard")]
    assert solve(board).unsupported == ()
    assert solve(Board.of("Tarmogoyf; Turn -> Tarmogoyf; Tarmogoyf")).unsupported != ()
