"""States: what an engine has instead of a timeline."""

from __future__ import annotations

import re
from typing import Any

import pytest

from mtglayers import (
    AmbiguousTimestampError,
    Board,
    StateError,
    eras,
    orders,
    result_data,
    solve,
    state_data,
    what_if,
)
from mtglayers.model.cards.search import find_card
from mtglayers.model.effects.node import to_data
from mtglayers.solver.explain.state_based import state_based_actions

BEAR = {"id": "c17", "card": "Grizzly Bears", "timestamp": 12}
GROWTH = {"name": "e4", "timestamp": 31, "text": "Target creature gets +3/+3 until end of turn.", "targets": ["c17"]}


def board(*objects: Any, effects: Any = (), **more: Any) -> Board:
    return Board.from_state({"objects": list(objects), "effects": list(effects), **more})


def problems(*objects: Any, **more: Any) -> dict[str, str]:
    with pytest.raises(StateError) as refused:
        board(*objects, **more)
    return {".".join(map(str, each["path"])): each["message"] for each in refused.value.problems}


def test_objects_keep_ids_timestamps_counters_and_attachments():
    rancor = {"id": "c18", "card": "Rancor", "timestamp": 14, "attached_to": "c17", "controller": "B"}
    there = board({**BEAR, "counters": {"+1/+1": 2}, "controller": "B"}, rancor, effects=[GROWTH])
    result = solve(there)
    assert (result["c17"].power, result["c17"].toughness, result["c17"].controller) == (9, 7, "B")
    assert [(step.effect, step.timestamp) for step in result.layer("7c")] == [
        ("c17+1/+1", 12), ("c18#2", 14), ("e4", 31),
    ]  # fmt: skip


def test_events_follow_the_state():
    there = board(BEAR, effects=[GROWTH])
    there.enters("Blood Moon")
    assert there.objects["blood-moon"].stamp == 32
    there.ends("turn")
    assert solve(there)["c17"].power == 2
    there.rewind(0)
    assert solve(there)["c17"].power == 5


def test_it_is_written_and_copied_with_the_board():
    there = board(BEAR, effects=[GROWTH], players=["Ana", {"name": "Ben", "facts": {"life": 3}}])
    there.leaves("c17")
    again = Board.from_data(there.to_data())
    assert (again, again.players, again.player_fact(1, "life")) == (there, ("Ana", "Ben"), 3)
    assert there.under("2011-09-30").last_known("c17").stamp == 12
    assert there.copy() == there != board(BEAR)
    assert not solve(there).is_of(board(BEAR))


def test_cards_are_given_by_name_text_tree_or_values():
    ogre = {"name": "Ogre", "type_line": "Creature — Ogre", "power": 2, "toughness": 2, "keywords": ["Flying"]}
    values = {"name": "Ogre", "types": ["creature"], "subtypes": ["Ogre"], "power": "2", "toughness": 2}
    tree = {"kind": "Keyword", "name": "Flying"}
    result = solve(board(
        {"id": "name", "card": "Wind Drake", "timestamp": 1},
        {"id": "text", "card": ogre, "timestamp": 2},
        {"id": "tree", "card": to_data(find_card("Wind Drake")), "timestamp": 3},
        {"id": "line", "values": {**values, "abilities": ["Flying"]}, "timestamp": 4},
        {"id": "word", "values": {**values, "keywords": ["Flying"]}, "timestamp": 5},
        {"id": "node", "values": {**values, "abilities": [tree]}, "timestamp": 6},
        {"id": "key", "values": {**values, "abilities": ["a1"]}, "timestamp": 7},
        abilities={"a1": {"tree": tree, "zones": ["battlefield"]}},
    ))  # fmt: skip
    assert {id: (each.power, [ability.name for ability in each.abilities]) for id, each in result.items()} == (
        dict.fromkeys(result, (2, ["Flying"]))
    )


def test_every_bad_entry_is_named_with_its_path():
    assert problems(
        {"id": "a", "card": "Blod Moon", "tapped": True},
        {"id": "b", "values": {"power": "x", "types": ["creture"], "abilities": [3]}, "zone": "battlefeild"},
        {"id": "c", "card": "Forest", "values": {}},
        {"id": "c", "card": "Forest", "attached_to": "d", "controller": "C", "power": 2},
        {"id": ["d", "e"], "card": "Forest"},
        effects=[{"name": "e", "timestamp": "x", "text": "Draw a card."}],
        foo=1,
        abilities={"k": {"kind": "Foo"}},
    ) == {
        "state.objects.0.tapped": 'write "tapped" in the list `facts`',
        "state.objects.0.card": "unknown card `Blod Moon`; did you mean `Blood Moon`, `Bad Moon` or `Blood Money`?",
        "state.objects.1.values.power": "`power` must be a whole number, not `x`",
        "state.objects.1.values.types.0": "unknown word `creture`; did you mean `Creature`?",
        "state.objects.1.values.abilities.0": "`abilities` must be an ability as a tree, not `3`",
        "state.objects.1.zone": "unknown zone `battlefeild`; did you mean `battlefield`?",
        "state.objects.2": "leave out `card` or `values`",
        "state.objects.3.id": "`c` is used twice",
        "state.objects.3.attached_to": "no object `d` in the state",
        "state.objects.3.controller": "no player `C`",
        "state.objects.3.power": "write `power` in `values`",
        "state.objects.4.id": '`id` must be a string, not `["d", "e"]`',
        "state.effects.0.timestamp": "`timestamp` must be a whole number, not `x`",
        "state.foo": "unknown key `foo`",
        "state.abilities.k": "unknown kind `Foo` at state.abilities.k",
        "state.effects.0.text": "has no continuous effect (611.1)",
    }


def test_an_entry_that_is_not_valid_does_not_hide_others():
    assert problems(
        {"card": "Blod Moon", "facts": ["tapt"]},
        {"id": 7, "values": {"types": "Creature"}, "counters": {"P1P1": 1}},
        {"id": "a\x1bb", "card": "Forest", "x": 10**20},
        {"id": "c", "card": 3, "x": float("nan"), "controller": "Cleo"},
        {"id": "d"},
        players=["Ana", "Ana"],
        effects=[{"name": "e", "timestamp": 1}, {"timestamp": 1, "text": 3}, {**GROWTH, "targets": [3]}],
    ) == {
        "state.objects.0": "`id` is missing",
        "state.objects.0.card": "unknown card `Blod Moon`; did you mean `Blood Moon`, `Bad Moon` or `Blood Money`?",
        "state.objects.0.facts.0": "unknown fact `tapt`; did you mean `tapped`?",
        "state.objects.1.id": "`id` must be a string, not `7`",
        "state.objects.1.values.types": "`types` must be a list in which each item is a string, not `Creature`",
        "state.objects.1.counters.P1P1": "unknown kind of counter `P1P1`; did you mean `+1/+1`?",
        "state.objects.2.id": "`a\\x1bb` contains an invalid character: U+001B",
        "state.objects.2.x": "at most 9 digits in a number are allowed, not 21",
        "state.objects.3.card": "`card` must be a card's name, not `3`",
        "state.objects.3.x": "`nan` is not a finite number",
        "state.objects.3.controller": "no player `Cleo`",
        "state.objects.4": "`card` or `values` is missing",
        "state.players.1": "`Ana` is used twice",
        "state.effects.0": "`text` or `clauses` is missing",
        "state.effects.1": "`name` is missing",
        "state.effects.1.text": "`text` must be a string, not `3`",
        "state.effects.2.targets.0": "`targets` must be a string, not `3`",
    }


@pytest.mark.parametrize(
    ("effect", "path", "says"),
    [
        ({"text": "Creatures you control get +1/+1 until end of turn."}, "text", "list their ids in `objects`"),
        ({"text": "Target creature gets +1/+1 for each Forest you control until end of turn.", "targets": ["c17"]},
         "text", "are locked in (611.2d): write them out"),
        ({}, "", "`text` or `clauses` is missing"),
        ({"text": "Fizzle the bear.", "targets": ["c17"]}, "text", "cannot read `fizzle the bear`"),
        ({"origin": "copy", "source": "c17"}, "", "`text` or `clauses` is missing"),
    ],
)  # fmt: skip
def test_effects_must_be_locked_in(effect, path, says):
    (found,) = problems(BEAR, effects=[{"name": "e", "timestamp": 20, **effect}]).items()
    assert found[0] == ".".join(filter(None, ("state.effects.0", path)))
    assert says in found[1]


@pytest.mark.parametrize(("wrong", "path", "says"), [
    ({"card": "Lightning Bolt"}, "", "is not a permanent card: its type is Instant"),
    ({"card": "Grizzly Bears", "zone": "hand", "facts": ["face-down"]}, ".facts", "does not apply to cards"),
    ({"card": "Rancor", "zone": "graveyard", "attached_to": "c17"}, ".attached_to", "is in the graveyard"),
    ({"card": "Grizzly Bears", "zone": "hand", "facts": ["suspected"]}, ".facts", "requires the battlefield"),
])  # fmt: skip
def test_what_cannot_be_in_a_zone_is_refused(wrong, path, says):
    found = problems(BEAR, {"id": "c18", "timestamp": 13, **wrong})
    assert says in found[f"state.objects.1{path}"]


@pytest.mark.parametrize(("wrong", "path", "says"), [
    ({"card": "Saproling token", "zone": "hand"}, ".zone", "is a token, so it cannot be in the hand (111.8)"),
    ({"card": "Forest", "facts": ["token"], "zone": "stack"}, ".zone", "is a token, so it cannot be on the stack"),
    ({"card": "Forest", "facts": ["tapped"], "zone": "exile"}, ".facts", "does not apply to cards in exile (110.5d)"),
    ({"card": "Forest", "facts": ["face-down"], "zone": "command"}, ".facts", "be face down in the command zone"),
    ({"card": "Forest", "facts": ["prototype"]}, ".facts", "has no prototype (702.160a)"),
    ({"card": "Fire // Ice", "facts": ["fuse"], "zone": "stack"}, ".facts", "has no fuse (702.102a)"),
    ({"card": "Wizard Class", "numbers": {"level": -1}}, ".numbers.level", "must be at least 0, not `-1` (107.1b)"),
    ({"card": "Forest", "numbers": {"attacks_player": 2}}, ".numbers.attacks_player", "at least 0 and less than 2"),
    ({"card": "Grizzly Bears", "facts": ["transformed"]}, ".facts", "is not double-faced"),
    ({"card": "Nezumi Graverobber", "facts": ["transformed"]}, ".facts", "is not double-faced"),
    ({"card": "Delver of Secrets", "zone": "graveyard", "facts": ["transformed"]}, ".facts", "cannot be the face"),
    ({"card": "Delver of Secrets", "zone": "hand", "face": "Insectile Aberration"}, ".face", "cannot be the face"),
    ({"card": "Bonecrusher Giant", "zone": "exile", "face": "Stomp"}, ".face", "be the face that is up in exile"),
    ({"card": "Metallic Mimic", "choices": {"creature_type": "Foo"}}, ".choices.creature_type", "is not a creature"),
])  # fmt: skip
def test_what_events_refuse_of_an_object_is_refused(wrong, path, says):
    found = problems(BEAR, {"id": "c18", "timestamp": 13, **wrong})
    assert list(found) == [f"state.objects.1{path}"]
    assert says in found[f"state.objects.1{path}"]


@pytest.mark.parametrize(("given", "name"), [
    ({"card": "Insectile Aberration", "zone": "graveyard"}, "Delver of Secrets"),  # 712.8a
    ({"card": "Stomp"}, "Bonecrusher Giant"),  # 715.4
    ({"card": "Nezumi Graverobber", "facts": ["flipped"]}, "Nighteyes the Desecrator"),
    ({"card": "Forest", "zone": "exile", "facts": ["face-down"]}, ""),  # 406.3a
    ({"card": "Dryad Arbor", "facts": ["face-down"]}, ""),
])  # fmt: skip
def test_the_face_that_is_up(given, name):
    begun = board({"id": "c1", "timestamp": 1, **given})
    assert solve(begun)["c1"].name == name
    again = Board.from_state(state_data(begun))
    assert solve(again)["c1"] == solve(begun)["c1"]
    assert again.objects["c1"].card == begun.objects["c1"].card


@pytest.mark.parametrize("cards", [["Gemrazer", "Grizzly Bears"], ["Grizzly Bears", "Gemrazer"]])
def test_merged_permanents_have_the_abilities_of_their_cards(cards):
    """730.2a, as after a `merges` event; a melded permanent has the mana value of its cards (202.3c)."""
    told = Board()
    told.enters("Grizzly Bears", as_="c1")
    told.enters("Gemrazer", zone="stack", as_="g")
    told.merges("g", with_="c1", on="top" if cards[0] == "Gemrazer" else "bottom")
    for card in cards:
        begun = board({"id": "c1", "card": card, "timestamp": 1, "components": cards})
        assert solve(begun)["c1"] == solve(told)["c1"]
        assert solve(Board.from_state(state_data(begun)))["c1"] == solve(told)["c1"]
        begun.leaves("c1")
        assert sorted(found.name for found in solve(begun).values()) == ["Gemrazer", "Grizzly Bears"]


def test_a_copy_with_which_cards_merged():
    angel = {"name": "Serra Angel", "types": ["Creature"], "power": 4, "toughness": 4, "keywords": ["Flying"]}
    below = {"id": "c1", "card": "Clone", "timestamp": 1, "copy": angel, "components": ["Gemrazer", "Clone"]}
    result = solve(board(below, {"id": "c2", "card": "Forest", "timestamp": 2}))
    assert (result["c1"].name, result["c1"].keywords) == ("Gemrazer", ("Mutate", "Reach", "Trample"))
    assert result.turns_on == ()


def test_a_pair_needs_to_be_said_once():
    """702.95b: both creatures are paired."""
    one = {"id": "c1", "card": "Silverblade Paladin", "timestamp": 1, "links": {"paired_with": "c17"}}
    assert "Double strike" in solve(board(one, BEAR))["c17"].keywords
    other = {"id": "c3", "card": "Forest", "timestamp": 2, "links": {"paired_with": "c1"}}
    assert problems({**one, "links": {"paired_with": "c3"}}, {**BEAR, "links": {"paired_with": "c1"}}, other) == {
        "state.objects.1.links.paired_with": "`c17` is paired with `c1`, but `c1` with `c3`"
    }


def test_a_permanent_that_transforms_again_has_its_front_face_up():
    begun = board({"id": "c1", "card": "Delver of Secrets", "timestamp": 1, "facts": ["transformed"]})
    begun.transforms("c1")
    assert state_data(begun).objects[0].facts == ()
    assert solve(Board.from_state(state_data(begun)))["c1"].name == "Delver of Secrets"


def test_a_text_can_contain_the_name_of_its_source():
    text = "Mutavault becomes a 2/2 creature with all creature types until end of turn. It's still a land."
    effect = {"name": "e", "timestamp": 40, "text": text, "source": "c1"}
    assert solve(board({"id": "c1", "card": "Mutavault", "timestamp": 1}, effects=[effect]))["c1"].power == 2
    gone = {"name": "e", "timestamp": 40, "text": text, "source_name": "Mutavault", "objects": ["c17"]}
    assert solve(board(BEAR, effects=[gone]))["c17"].types == ("Creature",)


def test_the_card_of_a_token_is_enough():
    begun = board({"id": "c1", "card": "Saproling token", "timestamp": 1})
    begun.leaves("c1")
    assert not begun.objects  # 111.7


@pytest.mark.parametrize("active", ["A", "B"])
def test_the_active_player_controls_a_plane(active):
    begun = board({"id": "p", "card": "Academy at Tolaria West", "zone": "command"}, active_player=active)
    assert solve(begun)["p"].controller == active
    begun.turn("B")
    assert solve(begun)["p"].controller == "B"
    scheme = board({"id": "p", "card": "My Undead Horde Awakens", "zone": "command", "owner": "B"})
    assert solve(scheme)["p"].controller == "B"


def test_attacks_blocks_and_pairs_that_are_not_legal():
    """As for `marks` events; what is attached is a matter of state-based actions."""
    begun = board(
        {"id": "a", "card": "Grizzly Bears", "zone": "graveyard", "facts": ["attacking"]},
        {"id": "b", "card": "Forest", "numbers": {"attacks_player": 1}, "facts": ["attacking"]},
        {"id": "c", "card": "Grizzly Bears", "links": {"paired_with": "d"}},
        {"id": "d", "card": "Serra Angel", "links": {"paired_with": "c"}},
        {"id": "e", "card": "Serra Angel", "numbers": {"attacks_player": 0}, "facts": ["attacking"]},
        {"id": "f", "card": "Serra Angel", "links": {"blocking_which": "e"}, "facts": ["blocking"], "controller": "B"},
        {"id": "g", "card": "Rancor", "attached_to": "b"},
    )
    found = solve(begun).illegal
    assert [(each.event, each.object, each.rule) for each in found] == [
        (None, "a", "508.1a"), (None, "b", "508.1a"), (None, "c", "702.95a"), (None, "A", "508.1b"),
    ]  # fmt: skip
    assert [each.rule for each in state_based_actions(solve(begun))] == ["704.5m"]
    with pytest.raises(StateError) as refused:
        solve(begun, strict=True)
    assert [each["path"] for each in refused.value.problems] == [
        ("state", "objects", 0), ("state", "objects", 1), ("state", "objects", 2), ("state", "objects"),
    ]  # fmt: skip
    begun.leaves("c")
    assert len(solve(begun).illegal) == 4


@pytest.mark.parametrize(
    "lines",
    [
        ["Hill Giant", "Echoing Equation -> Hill Giant"],
        ["Grizzly Bears", "Mirrorweave -> Grizzly Bears"],
    ],
)
def test_a_copy_effect_that_reaches_nothing_needs_no_values(lines: list[str]) -> None:
    made = Board.of(*lines)
    again = Board.from_state(state_data(made))
    assert list(solve(again).objects.values()) == list(solve(made).objects.values())


def test_a_copy_effect_needs_the_values_that_it_copied():
    text = "Target creature becomes a copy of another target creature until end of turn."
    effect = {"name": "e", "timestamp": 40, "text": text, "targets": ["c17", "c18"]}
    found = problems(BEAR, {"id": "c18", "card": "Serra Angel", "timestamp": 13}, effects=[effect])
    assert found == {
        "state.effects.0.text": (
            "the copied values are locked in (707.2b): write them in `copied` of the state, under `e`"
        )
    }
    angel = {"name": "Serra Angel", "types": ["Creature"], "power": 4, "toughness": "4", "keywords": ["Flying"]}
    begun = board(BEAR, {"id": "c18", "card": "Serra Angel", "timestamp": 13}, effects=[effect], copied={"e": angel})
    assert (solve(begun)["c17"].name, solve(begun)["c17"].keywords) == ("Serra Angel", ("Flying",))
    assert solve(Board.from_state(state_data(begun)))["c17"] == solve(begun)["c17"]
    begun.ends("turn")
    assert solve(begun)["c17"].name == "Grizzly Bears"


@pytest.mark.parametrize("player", [2, -1])
def test_control_is_gained_by_a_player_of_the_board(player):
    gain = {"kind": "GainControl", "player": player}
    clause = {"kind": "Clause", "selector": {"kind": "Fixed", "objects": ["c17"]}, "operations": [gain]}
    found = problems(BEAR, effects=[{"name": "e", "timestamp": 40, "clauses": [clause]}])
    assert found == {"state.effects.0.clauses": f"no player has the number `{player}`"}


def test_an_exchange_of_control_is_two_effects():
    effect = {"name": "e", "timestamp": 40, "text": "Exchange control of target creature and another target creature.",
              "targets": ["c17", "c18"]}  # fmt: skip
    angel = {"id": "c18", "card": "Serra Angel", "timestamp": 13, "controller": "B"}
    (found,) = problems(BEAR, angel, effects=[effect]).items()
    assert found[0] == "state.effects.0.text"
    text = re.search("`([A-Z][^`]*)`", found[1])[1]
    gains = [
        {"name": "e1", "timestamp": 40, "text": text, "targets": ["c17"], "you": "B"},
        {"name": "e2", "timestamp": 40, "text": text, "targets": ["c18"], "you": "A"},
    ]
    result = solve(board(BEAR, angel, effects=gains))
    assert (result["c17"].controller, result["c18"].controller) == ("B", "A")


def test_what_an_object_gained_as_it_entered_can_be_given_as_text():
    effect = {"name": "c17<entered with>", "origin": "mark", "timestamp": 12, "text": "This creature gains trample."}
    (found,) = problems(BEAR, effects=[effect]).values()
    assert found == "an effect with the origin `mark` needs `source`, the id of its object"
    assert solve(board(BEAR, effects=[{**effect, "source": "c17"}]))["c17"].keywords == ("Trample",)


def test_locked_objects_and_numbers():
    overrun = {"name": "e", "timestamp": 20, "text": "Creatures you control get +X/+X until end of turn.", "x": "4",
               "objects": ["c17"]}  # fmt: skip
    result = solve(board(BEAR, {**BEAR, "id": "c18", "timestamp": 13}, effects=[overrun]))
    assert (result["c17"].power, result["c18"].power) == (6, 2)


def test_a_tie_is_an_error_only_if_it_matters():
    """613.7m: equal timestamps, or none at all, mean that the order is not specified."""
    red = {"name": "Red", "type_line": "Enchantment", "oracle_text": "All creatures are red."}
    blue = {"name": "Blue", "type_line": "Enchantment", "oracle_text": "All creatures are blue."}
    for stamps in ({"timestamp": 5}, {}):
        tied = board({"id": "c1", "card": red, **stamps}, {"id": "c2", "card": blue, **stamps})
        assert solve(tied)["c1"].colors == ()
        bear = {**BEAR, **stamps} if stamps else {"id": "c17", "card": "Grizzly Bears"}
        tied = board(bear, {"id": "c1", "card": red, **stamps}, {"id": "c2", "card": blue, **stamps})
        with pytest.raises(AmbiguousTimestampError):
            solve(tied)
        assert solve(tied, order=["c17", "c2", "c1"])["c17"].colors == ("R",)
        assert len(orders(tied, vary="choices").outcomes) == 2


def test_many_objects_without_timestamps_share_their_group():
    """A list for each object would grow with the square of their number."""
    many = board(*({"id": f"c{n}", "card": "Glorious Anthem"} for n in range(40)))
    groups = {id(each.unordered): each.unordered for each in many.numbered().values()}
    assert list(groups.values()) == [tuple(f"c{n}" for n in range(40))]
    assert solve(many)["c1"] is not None
    assert {each.timestamp for each in state_data(many).objects} == {1}


def test_entries_that_contradict_each_other():
    objects = [
        {"id": "d", "card": "Delver of Secrets", "face": "Delver of Secrets", "facts": ["transformed"]},
        {"id": "p", "card": "Silverblade Paladin", "links": {"paired_with": "p"}},
    ]
    with pytest.raises(StateError) as found:
        Board.from_state({"objects": objects})
    assert "`Delver of Secrets` is the front face, but `facts` has `transformed`" in str(found.value)
    assert "`paired_with` of `p` cannot be the object itself" in str(found.value)


def test_paths_lead_to_what_the_state_contains():
    assert problems(
        {"id": "a", "card": "Forest", "counters": {"+1/+1": 1, "P1P1": 2}, "links": {"paired_with": "zz"}},
        {"id": "b", "card": "Forest", "counters": [{"kind": "+1/+1", "count": -1}], "facts": ["tapped", "Foo"]},
        {"id": "c", "card": {"kind": "Static"}},
        {"id": "d", "card": {"kind": "Card"}},
        effects=[{"name": "e", "timestamp": 1, "clauses": [{"kind": "Clause"}]}],
        players=["A", 5],
    ) == {
        "state.objects.0.counters.P1P1": "unknown kind of counter `P1P1`; did you mean `+1/+1`?",
        "state.objects.0.links.paired_with": "no object `zz` in the state",
        "state.objects.1.counters.0": "the number of counters must be at least 0, not `-1`",
        "state.objects.1.facts.1": "unknown fact `Foo`",
        "state.objects.2.card.kind": "`kind` must be Card, not `Static`",
        "state.objects.3.card": "cannot read this card: `Card` needs the field `name` at state.objects.3.card",
        "state.effects.0.clauses.0": "`Clause` needs the field `selector` at state.effects.0.clauses.0",
        "state.players.1": "`players` must be a name, or a table with `name` and `facts`, not `5`",
    }


def test_paths_through_keys_that_are_not_valid():
    """The key is repaired before the state is read, so that its path leads nowhere."""
    wrong = {"id": "a", "card": "Forest", "\x1b": {"faces": [{"list": [{"timestamp": 10**9}]}]}}
    assert problems(wrong)["state.objects.0.\x1b.faces.0.list.0.timestamp"].startswith("at most 9 digits")


def test_a_state_has_nothing_that_events_refuse():
    assert problems(
        {"id": "A", "card": "Forest", "timestamp": 1},
        {"id": "b" * 301, "card": "Forest", "timestamp": 1},
        {"id": "d", "card": "Forest", "timestamp": 1, "x": -1, "facts": ["tapped", "unlocked:Foo"]},
        {"id": "e", "card": "Bottomless Pool // Locker Room", "timestamp": 1, "facts": ["unlocked:Pool"]},
        {"id": "f", "card": "Forest", "timestamp": 1, "first_timestamp": 5},
        {"id": "g", "card": "Forest", "timestamp": 1, "counters": {"+999999999999/+1": 1}},
        {"id": "h", "card": "Forest", "timestamp": 1, "number": 10**8},
        {"id": "i", "card": "Forest", "timestamp": "\u0663"},
        effects=[
            {"name": "e1", "timestamp": 1, "text": ""},
            {"name": "e2", "timestamp": 1, "text": "Destroy target creature."},
        ],
    ) == {
        "state.objects.0.id": "`A` is the name of a player",
        "state.objects.1.id": "at most 300 characters in a name are allowed, not 301",
        "state.objects.2.x": "must be at least 0, not `-1` (107.1b)",
        "state.objects.2.facts.1": "`d` is not a Room, so it has no doors (709.5)",
        "state.objects.3.facts.0": "`e` has no door `Pool`",
        "state.objects.4.first_timestamp": "must not be later than `timestamp`, 1",
        "state.objects.5.counters.+999999999999/+1": "at most 9 digits in a number are allowed, not 12",
        "state.objects.6.number": "must be less than 200000, the maximum number of objects",
        "state.objects.7.timestamp": "`timestamp` must be a whole number, not `\u0663`",
        "state.effects.0.text": "has no continuous effect (611.1)",
        "state.effects.1.text": "has no continuous effect (611.1)",
    }


def test_a_card_in_a_hand_has_nothing_attached():
    """As in events (701.3a); a state that said so would give the card the bonus of Rancor."""
    rancor = {"id": "c18", "card": "Rancor", "timestamp": 14, "attached_to": "c17"}
    assert problems({**BEAR, "zone": "hand"}, rancor) == {
        "state.objects.1.attached_to": "no object can be attached to `c17` in the hand (701.3a)"
    }


def test_a_missing_timestamp_is_named():
    assert problems(BEAR, {"id": "c18", "card": "Forest"}) == {
        "state.objects.1": "`timestamp` is missing, but other permanents have one (613.7)"
    }


def test_copies():
    clone = {"id": "c2", "card": "Clone", "timestamp": 3, "copy": {"name": "Ogre", "types": ["Creature"], "power": 4}}
    assert solve(board(clone))["c2"].power == 4
    host = {"id": "c3", "card": "Grizzly Bears", "timestamp": 1}
    aura = {"id": "c1", "card": "Mirrorform", "timestamp": 2, "attached_to": "c3"}
    assert "707.2c" in next(iter(problems(host, {**aura, "card": {
        "name": "Mirror", "type_line": "Enchantment — Aura",
        "oracle_text": "Enchant creature\nEnchanted creature is a copy of the chosen creature.",
    }}).values()))  # fmt: skip


@pytest.mark.parametrize("power", [10**6, "1000000"])
def test_sizes_are_those_that_can_be_printed(power):
    """A greater one could not be written again as that of a card."""
    assert problems({"id": "a", "values": {"types": ["Creature"], "power": power}}) == {
        "state.objects.0.values.power": "`1000000` is not a valid power, toughness, loyalty or defense"
    }


def test_numbers_are_limited():
    assert problems({**BEAR, "number": 10**8}, {**BEAR, "id": "b", "counters": {"Flying": 1_001}}) == {
        "state.objects.0.number": "must be less than 200000, the maximum number of objects",
        "state.objects.1.counters.Flying":
            "at most 1000 keyword counters of one kind on an object are allowed, not 1001",
    }  # fmt: skip
    assert solve(board({**BEAR, "counters": {"charge": 1_000_000}}))["c17"] is not None
    assert problems({**BEAR, "number": -1}) == {"state.objects.0.number": "must be at least 0, not `-1`"}


def test_the_objects_of_a_state_are_made_by_no_event():
    there = board(BEAR)
    assert result_data(solve(there), there, include=["made"])["made"] == []
    there.enters("Forest")
    assert result_data(solve(there), there, include=["made"])["made"] == [["forest"]]


def test_questions_about_a_state():
    moon, limb = ({"id": id, "card": card, "timestamp": n} for n, (id, card) in enumerate(
        (("moon", "Blood Moon"), ("limb", "Life and Limb")), start=1))  # fmt: skip
    there = board(moon, limb, {"id": "s", "card": "Saproling", "timestamp": 3}, {"id": "t", "card": "Overgrown Tomb",
                  "timestamp": 4})  # fmt: skip
    assert len(orders(there).outcomes) == 2
    assert what_if(there, without=["moon"]).result["s"].subtypes == ("Saproling", "Forest")


def test_misspelled_counters_are_refused():
    """A kind such as `P1P1` would have no effect."""
    kinds = {"P1P1": "+1/+1", "m0m2": "-0/-2", "1/1": "+1/+1", "+1/+1 counter": "+1/+1", "first_strike": "first strike"}
    for kind, meant in kinds.items():
        assert problems({**BEAR, "counters": {kind: 1}}) == {
            f"state.objects.0.counters.{kind}": f"unknown kind of counter `{kind}`; did you mean `{meant}`?"
        }
    for kind in ("charge", "Flying", "-2/+0"):
        assert solve(board({**BEAR, "counters": {kind: 1}}))["c17"] is not None


NEW: dict[str, tuple[Any, Any, str]] = {
    "counters": ({**BEAR, "counters": {"flying": 1}}, (), "`flying` counters (introduced on 2020-04-17)"),
    "face": ({"id": "c1", "card": "Delver of Secrets", "timestamp": 1, "facts": ["transformed"]}, (),
             "double-faced cards (introduced on 2011-09-30)"),
    "designation": ({**BEAR, "facts": ["suspected"]}, (), "suspected permanents (introduced on 2024-02-09)"),
    "values": ({"id": "c1", "values": {"name": "Night Painter"}, "timestamp": 1, "facts": ["transformed"]}, (),
               "double-faced cards (introduced on 2011-09-30)"),
    "zone": ({"id": "c1", "values": {"name": "Naya", "types": ["Plane"]}, "zone": "command"}, (),
             "planes (introduced on 2009-10-01)"),
    "sticker": (BEAR, {"name": "s", "timestamp": 20, "origin": "sticker", "source": "c17", "clauses": [
        {"kind": "Clause", "selector": {"kind": "Itself"}, "operations": [
            {"kind": "SetStickerPT", "power": 3, "toughness": 3}]}]}, "stickers (introduced on 2022-10-07)"),
}  # fmt: skip
"""An object and an effect that older editions do not have, and what the error says."""


@pytest.mark.parametrize("what", NEW)
def test_what_an_edition_does_not_have_is_refused_as_in_events(what):
    new, effect, says = NEW[what]
    state = {"objects": [new], "effects": [effect] if effect else []}
    there = Board.from_state(state)
    for old in (lambda: Board.from_state(state, edition="2004-10-04"), lambda: there.under("2004-10-04")):
        with pytest.raises(StateError, match=re.escape(says)) as refused:
            old()
        assert refused.value.path == ("state", "objects", 0)
    assert says in eras(there)[0].refused


def test_what_an_edition_does_not_have_is_named_with_all_other_errors():
    with pytest.raises(StateError) as refused:
        Board.from_state(
            {"objects": [{"id": "a", "card": "Blod Moon"}, {**BEAR, "timestamp": None, "counters": {"reach": 1}}]},
            edition="2011-09-30",
        )
    assert [each["path"][:3] for each in refused.value.problems] == [("state", "objects", 0), ("state", "objects", 1)]


def test_a_board_begins_with_the_record_of_a_state() -> None:
    board = Board.of("Grizzly Bears; Giant Growth -> Grizzly Bears")
    assert solve(Board.from_state(state_data(board)))["grizzly-bears"].power == 5


@pytest.mark.parametrize(("one", "other"), [("monarch", "monarch"), ("initiative", "initiative"), ("day", "night")])
def test_facts_that_end_each_other(one: str, other: str) -> None:
    """725.3, 726.3, 731.1."""
    players = [{"name": "A", "facts": {one: 1}}, {"name": "B", "facts": {other: 1}}]
    with pytest.raises(StateError, match="only one of them can be true"):
        Board.from_state({"players": players, "objects": []})
