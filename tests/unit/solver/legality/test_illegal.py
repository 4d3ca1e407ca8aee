"""Events whose objects are not legal: named with the result, refused under `strict`."""

from __future__ import annotations

from typing import Any

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.errors import IllegalEventError
from mtglayers.model.events.base import read_event
from mtglayers.model.puzzles.puzzle import read_puzzle
from mtglayers.solver.check.check import check
from mtglayers.solver.legality.moment import Printed
from mtglayers.solver.solve import solve

from ....support.paths import ROOT
from ....support.puzzles import last_board

PUZZLES = sorted((ROOT / "puzzles").glob("*.toml"))
CARDS = (
    "Forest", "Grizzly Bears", "Bonesplitter", "Black Knight", "Pacifism", "Silhana Ledgewalker",
    "Dryad Arbor", "Mirran Crusader", "Wingcrafter",
)  # fmt: skip


MODES = "Choose one —\n• Target creature gets +1/+1 until end of turn.\n• Destroy target land."


def board() -> Board:
    """Return a board on which A has a few cards, and B a creature and an enchantment."""
    found = Board()
    for card in CARDS:
        found.enters(card)
    found.enters("Elvish Mystic", controller="B")
    found.enters("Glorious Anthem", controller="B")
    found.enters("Colossodon Yearling", as_="spell", zone="hand", controller="B")
    found.enters("Hidden Strings", zone="exile")
    found.enters("Giant Growth", zone="exile")
    return found


def text(words: str, *targets: str, **keys: Any) -> dict[str, Any]:
    """Return the event in which an effect resolves."""
    return {"resolves": {"text": words}, "targets": list(targets), **keys}


@pytest.mark.parametrize(
    ("event", "object", "rule"),
    [
        (text("Target creature gets +1/+1 until end of turn.", "forest"), "forest", "115.1"),
        (text("Target nonblack creature gets -1/-1 until end of turn.", "black-knight"), "black-knight", "115.1"),
        (text("Target creature an opponent controls gets -1/-1 until end of turn.", "grizzly-bears"), "grizzly-bears",
         "115.1"),
        (text("Target creature gets +1/+1 until end of turn.", "spell"), "spell", "115.1"),
        (text("Untap target creature. It gets +2/+4 until end of turn.", "forest"), "forest", "115.1"),
        (text("Target tapped creature gets -1/-1 until end of turn.", "grizzly-bears"), "grizzly-bears", "115.1"),
        (text("Two target creatures gain flying until end of turn.", "grizzly-bears", "grizzly-bears"),
         "grizzly-bears", "115.3"),
        ({"resolves": {"ability_of": "grizzly-bears", "text": "Another target creature gets +1/+1 until end of turn."},
          "as": "effect", "targets": ["grizzly-bears"]}, "grizzly-bears", "115.1"),
        (text("Target creature gets +1/+1 until end of turn.", "silhana-ledgewalker", controller="B"),
         "silhana-ledgewalker", "702.11b"),
        ({"resolves": "Giant Growth", "targets": ["mirran-crusader"]}, "mirran-crusader", "702.16b"),
        ({"enters": "Clone", "copy_of": "forest"}, "forest", "707.5"),
        ({"enters": "Copy Artifact", "copy_of": "grizzly-bears"}, "grizzly-bears", "707.5"),
        ({"enters": "Imposter Mech", "copy_of": "grizzly-bears"}, "grizzly-bears", "707.5"),
        ({"enters": "Estrid's Invocation", "copy_of": "glorious-anthem"}, "glorious-anthem", "707.5"),
        ({"attaches": "bonesplitter", "to": "forest"}, "forest", "301.5"),
        ({"attaches": "bonesplitter", "to": "B"}, "B", "301.5"),
        ({"attaches": "pacifism", "to": "forest"}, "forest", "702.5a"),
        ({"attaches": "pacifism", "to": "black-knight"}, "black-knight", "702.16c"),
        ({"attaches": "grizzly-bears", "to": "forest"}, "grizzly-bears", "701.3b"),
        ({"enters": "Holy Strength", "attached_to": "forest"}, "forest", "702.5a"),
        ({"enters": "Holy Strength", "attached_to": "A"}, "A", "702.5a"),
        ({"enters": "Animate Dead", "attached_to": "forest"}, "forest", "702.5a"),
        ({"enters": "Spellweaver Volute", "attached_to": "grizzly-bears"}, "grizzly-bears", "702.5a"),
        ({"enters": "Curse of Thirst", "attached_to": "grizzly-bears"}, "grizzly-bears", "702.5a"),
        ({"enters": "Boon Satyr", "cast": "bestow", "attached_to": "forest"}, "forest", "702.5a"),
        ({"enters": "Grizzly Bears", "as": "dashing", "cast": "dash"}, "dashing", "702.109"),
        ({"marks": "forest", "set": {"attacking": True}}, "forest", "508.1a"),
        ({"marks": "forest", "set": {"blocking_which": "elvish-mystic"}}, "forest", "509.1a"),
        ({"marks": "grizzly-bears", "set": {"paired_with": "elvish-mystic"}}, "grizzly-bears", "702.95a"),
        ({"marks": "grizzly-bears", "set": {"paired_with": "forest"}}, "grizzly-bears", "702.95a"),
        ({"marks": "grizzly-bears", "set": {"paired_with": "dryad-arbor"}}, "grizzly-bears", "702.95a"),
        ({"marks": "spell", "set": {"attacking": True}}, "spell", "508.1a"),
        ({"marks": "spell", "set": {"blocking_which": "elvish-mystic"}}, "spell", "509.1a"),
        ({"marks": "giant-growth", "set": {"encoded_on": "grizzly-bears"}}, "giant-growth", "702.99a"),
        ({"marks": "hidden-strings", "set": {"encoded_on": "elvish-mystic"}}, "elvish-mystic", "702.99a"),
        ({"marks": "hidden-strings", "set": {"encoded_on": "forest"}}, "forest", "702.99a"),
        ({"merges": "spell", "with": "grizzly-bears", "on": "top"}, "grizzly-bears", "702.140a"),
    ],
)  # fmt: skip
def test_illegal_event(event, object, rule):
    """The event is played and named; under `strict`, it is refused."""
    found = board()
    found.push(read_event(event))
    (wrong,) = solve(found).illegal
    assert (wrong.event, wrong.object, wrong.rule) == (len(found.events) - 1, object, rule)
    with pytest.raises(IllegalEventError, match=rf"\({rule}\)$") as error:
        solve(found, strict=True)
    assert error.value.event == found.events[-1]


@pytest.mark.parametrize(
    "event",
    [
        text("Target creature gets +1/+1 until end of turn.", "dryad-arbor"),
        text("Target creature an opponent controls gets -1/-1 until end of turn.", "elvish-mystic"),
        text("Target creature that was dealt damage this turn gets -1/-1 until end of turn.", "grizzly-bears"),
        text("Target creature gets +1/+1 until end of turn.", "silhana-ledgewalker"),
        {"resolves": "Giant Growth", "targets": ["black-knight"]},
        {"enters": "Clone", "copy_of": "dryad-arbor"},
        {"enters": "Clone", "copy_of": "forest", "except": "it's a creature"},
        {"enters": "Forest", "token": True, "copy_of": "glorious-anthem"},
        {"enters": "Mardu Scout", "cast": "dash"},
        {"enters": "Everflowing Chalice", "cast": "kicker"},
        {"attaches": "bonesplitter", "to": "black-knight"},
        {"attaches": "pacifism", "to": "elvish-mystic"},
        {"enters": "Animate Dead", "attached_to": "elvish-mystic"},
        {"enters": "Curse of Thirst", "attached_to": "B"},
        {"enters": "Boon Satyr", "cast": "bestow", "attached_to": "elvish-mystic"},
        {"marks": "dryad-arbor", "set": {"attacking": True}},
        {"marks": "forest", "set": {"attacking": False, "tapped": True}},
        {"marks": "grizzly-bears", "set": {"paired_with": "wingcrafter"}},
        {"marks": "wingcrafter", "set": {"paired_with": "dryad-arbor"}},
        {"marks": "hidden-strings", "set": {"encoded_on": "grizzly-bears"}},
        {"marks": "grizzly-bears", "set": {"paired_with": False}},
    ],
)
def test_legal_event(event):
    found = board()
    found.push(read_event(event))
    assert solve(found).illegal == ()
    assert solve(found, strict=True) == solve(found)


@pytest.mark.parametrize(
    ("event", "unfit"),
    [
        ({"resolves": "Giant Growth", "targets": ["A"]}, ["A"]),
        ({"resolves": "Giant Growth", "targets": ["grizzly-bears", "forest", "A"]}, ["forest", "A"]),
        ({"resolves": "Glorious Charge", "targets": ["forest"]}, ["forest"]),
        (text("Two target creatures get +1/+1 until end of turn.", "black-knight", "grizzly-bears", "A"), ["A"]),
        (text("Target player gains control of target creature.", "grizzly-bears", "B"), []),
        (text("Target creature gets +1/+1 until end of turn. Destroy target land.", "grizzly-bears", "forest"), []),
        (text("Target creature gets +1/+1 until end of turn. Draw a card.", "grizzly-bears", "forest"), ["forest"]),
        (text(MODES, "grizzly-bears", "forest", mode=1), ["forest"]),
        (text(MODES, "grizzly-bears", "forest", "dryad-arbor", mode=1), ["forest", "dryad-arbor"]),
        ({"resolves": "Dromar's Charm", "mode": 1, "targets": ["forest"]}, ["forest"]),  # the mode has no target
        ({"resolves": "Dirge of Dread", "targets": ["grizzly-bears"]}, ["grizzly-bears"]),  # another line has one
        ({"resolves": "Beseech the Mirror", "targets": ["B"]}, ["B"]),  # a keyword has none
        ({"resolves": "Roar of Challenge", "targets": ["grizzly-bears", "black-knight"]}, ["black-knight"]),
        (text("Up to one target creature gains flying until end of turn. Untap two target lands.", "grizzly-bears",
              "forest", "dryad-arbor", "A"), ["A"]),
        (text("Whenever a creature attacks, it gets +1/+1 until end of turn. Untap target land.", "grizzly-bears",
              "forest", "dryad-arbor"), ["dryad-arbor"]),
        ({"resolves": {"ability_of": "bonesplitter", "text": "Target creature gains flying until end of turn."},
          "as": "effect", "targets": ["grizzly-bears", "forest"]}, ["forest"]),
        (text("Any number of target creatures gain flying until end of turn.", "grizzly-bears", "dryad-arbor"), []),
        (text("One or more target creatures become red until end of turn.", "grizzly-bears", "dryad-arbor"), []),
        (text("Target creature gets +1/+1 until end of turn for each land you control. Draw a card.", "grizzly-bears",
              "dryad-arbor"), ["dryad-arbor"]),
        (text("Gain control of target creature until end of turn. It gains haste until end of turn. Draw a card.",
              "grizzly-bears", "dryad-arbor"), ["dryad-arbor"]),
        (text("For each player, put a +1/+1 counter on target creature that player controls.", "grizzly-bears",
              "dryad-arbor", "forest"), ["forest"]),
        (text("X target creatures get +1/+0 until end of turn. Draw a card.", "grizzly-bears", "dryad-arbor", x=1),
         ["dryad-arbor"]),
        (text("X target creatures get +1/+0 until end of turn. Draw a card.", "grizzly-bears", "dryad-arbor"), []),
    ],
)  # fmt: skip
def test_targets_for_which_the_text_has_no_place(event, unfit):
    """115.1: no target is dropped without a word if the number of targets in the text is known."""
    found = board()
    found.push(read_event(event))
    assert [(wrong.object, wrong.rule) for wrong in solve(found).illegal] == [(id, "115.1") for id in unfit]


@pytest.mark.parametrize(
    ("controllers", "unfit"),
    [
        ("BC", []),
        ("BA", [("its", "which needs a creature an opponent controls")]),
        ("BB", [("its", "have the same controller, but it has one for each opponent")]),
    ],
)
def test_a_target_for_each_opponent(controllers, unfit):
    """115.1: "target creature that player controls" is a creature that each opponent controls."""
    found = Board(players=("A", "B", "C"))
    for name, controller in zip(("bear", "its"), controllers, strict=True):
        found.enters("Grizzly Bears", as_=name, controller=controller)
    found.resolves("Mass Mutiny", targets=["bear", "its"])
    wrong = solve(found).illegal
    assert [each.object for each in wrong] == [id for id, _ in unfit]
    assert all(words in each.reason for each, (_, words) in zip(wrong, unfit, strict=True))


def test_no_more_targets_than_opponents():
    """115.1: "for each opponent" is one target with one opponent."""
    found = Board()
    for name in ("first", "second"):
        found.enters("Grizzly Bears", as_=name, controller="B")
    found.resolves("Mass Mutiny", targets=["first", "second"])
    reason = "`mass-mutiny` has no place for the target `second`: it has 1 target"
    assert reason in [wrong.reason for wrong in solve(found).illegal]


def test_a_player_whom_the_event_does_not_name():
    """A creature of "that player" is legal if the event does not name the player of the trigger."""
    found = Board()
    found.enters("Grizzly Bears", controller="B")
    found.enters("Riptide Entrancer", as_="entrancer")
    found.resolves({"ability_of": "entrancer", "index": 1}, as_="effect", targets=["grizzly-bears"])
    assert solve(found).illegal == ()


@pytest.mark.parametrize(("army", "legal"), [("mine", True), ("theirs", False), ("bear", False)])
def test_the_army_that_is_amassed(army, legal):
    """701.47a: it is an Army creature that the player controls."""
    found = Board()
    found.enters("Zombie Army token", as_="mine", counters={"+1/+1": 1})
    found.enters("Zombie Army token", as_="theirs", controller="B", counters={"+1/+1": 1})
    found.enters("Grizzly Bears", as_="bear")
    found.resolves("Honor the God-Pharaoh", chosen={"object": army})
    assert [(wrong.object, wrong.rule) for wrong in solve(found).illegal] == ([] if legal else [(army, "701.47a")])


def test_a_player_who_is_no_target():
    """608.2d: an event also names the opponent of "an opponent gains control"."""
    found = Board(players=("A", "B", "C"))
    found.enters("Grizzly Bears")
    found.resolves("Fateful Handoff", targets=["grizzly-bears", "C"])
    assert solve(found).illegal == ()


@pytest.mark.parametrize(("cleave", "unfit"), [(False, []), (True, ["forest"])])
def test_the_words_of_a_target_that_cleave_removes(cleave, unfit):
    """702.148b, 115.1: without the words of the target, there is none."""
    text = "Cleave {R}\nTarget creature gets +1/+1 until end of turn. [Tap target land.]"
    found = Board(cards=[{"name": "Charge", "type_line": "Instant", "oracle_text": text}])
    found.enters("Grizzly Bears")
    found.enters("Forest")
    found.resolves("Charge", targets=["grizzly-bears", "forest"], cleave=cleave)
    assert [wrong.object for wrong in solve(found).illegal] == unfit


@pytest.mark.parametrize(("lines", "legal"), [
    ("Bludgeon Brawl; Grizzly Bears; Sol Ring -> Grizzly Bears", True),
    ("Grizzly Bears; Sol Ring -> Grizzly Bears; Bludgeon Brawl", False),
    ("Bludgeon Brawl; Forest; Sol Ring -> Forest", False),
    ("Bludgeon Brawl; March of the Machines; Grizzly Bears; Sol Ring -> Grizzly Bears", False),
])  # fmt: skip
def test_what_an_effect_makes_an_equipment_enters_attached(lines: str, legal: bool) -> None:
    assert (not solve(Board.of(lines)).illegal) == legal


def test_characteristics_are_those_before_the_event():
    """A Forest that was a creature then was a legal target, and what became one later was not."""
    found = board()
    found.resolves("Giant Growth", targets=["forest"])
    found.enters("Living Plane", as_="plane")
    found.resolves("Giant Growth", targets=["forest"])
    found.leaves("plane")
    found.resolves("Giant Growth", targets=["forest"])
    places = [len(found.events) - 5, len(found.events) - 1]
    assert [wrong.event for wrong in solve(found).illegal] == places


def test_a_result_stays_that_of_its_events():
    found = board()
    result = solve(found)
    found.attaches("bonesplitter", to="forest")
    assert result.illegal == ()
    assert len(solve(found).illegal) == 1


def test_printed_values_are_used_only_if_nothing_changes_them(monkeypatch):
    """The short way, without a solve of the past, has the answers of the long way."""
    boards = [last_board(path) for path in PUZZLES[::4]]
    for place, each in enumerate(boards):
        for name in [*each.objects][:6]:
            each.resolves({"text": "Target creature gains haste until end of turn."}, as_=f"t{place}{name}",
                          targets=[name])  # fmt: skip
    short = [solve(each).illegal for each in boards]
    monkeypatch.setattr(Printed, "state", lambda *_: None)
    assert sum(map(len, short)) > 20
    assert [solve(each).illegal for each in boards] == short


@pytest.mark.parametrize(
    ("events", "legal"),
    [
        ([{"enters": "Forest", "as": "it", "face_down": True}, {"marks": "it", "set": {"attacking": True}}], True),
        ([{"enters": "Black Knight", "as": "it", "face_down": True},
          text("Target nonblack creature gets -1/-1 until end of turn.", "it")], True),
        ([{"enters": "Grizzly Bears", "as": "it"}, {"marks": "it", "set": {"ring_bearer": True}},
          text("Target legendary creature gets +1/+1 until end of turn.", "it")], True),
        ([{"enters": "Grizzly Bears", "as": "it"}, {"marks": "it", "set": {"ring_bearer": True}},
          text("Target nonlegendary creature gets -1/-1 until end of turn.", "it")], False),
        ([{"enters": "Primal Clay", "as": "it", "chosen": {"option": 3}},
          text("Target Wall gets +1/+1 until end of turn.", "it")], True),
        ([{"enters": "Bottomless Pool", "as": "it"},
          text("Target blue enchantment becomes an artifact in addition to its other types.", "it"),
          {"marks": "it", "set": {"unlocked": ["Bottomless Pool"]}},
          text("Target blue enchantment becomes an artifact in addition to its other types.", "it")], False),
    ],
)  # fmt: skip
def test_values_that_no_ability_changes(events, legal):
    """Face-down values (708.2a), designations (701.54c), choices (614.12c), locked doors (709.5)."""
    found = board()
    for event in events:
        found.push(read_event(event))
    assert [wrong.object for wrong in solve(found).illegal] == ([] if legal else ["it"])


# Sol Ring is attached before Bludgeon Brawl makes it an Equipment.
LOOSE = {"enchanted-by-what-has-become-an-aura": ["701.3b"]}


def test_shipped_puzzles_are_legal():
    found = {path.stem: [wrong.rule for wrong in solve(last_board(path)).illegal] for path in PUZZLES}
    assert {name: rules for name, rules in found.items() if rules} == LOOSE


def test_strict_puzzles():
    """The key `strict` refuses illegal events, and `refused` expects that."""
    timeline = [
        {"enters": ["Forest", "Bonesplitter"]},
        {"attaches": "bonesplitter", "to": "forest"},
        {"expect": {"objects": {"bonesplitter": {"attached_to": "forest"}}}},
    ]
    loose = {"title": "x", "timeline": timeline}
    assert check(read_puzzle(loose), solve).ok
    (failed,) = check(read_puzzle({**loose, "strict": True}), solve).failures
    assert failed.found.startswith("IllegalEventError: `bonesplitter` cannot be attached to `forest`")
    timeline[1]["refused"] = "IllegalEventError"
    timeline[2]["expect"]["objects"]["bonesplitter"]["attached_to"] = "none"
    assert not check(read_puzzle(loose), solve).ok
    strict = read_puzzle({**loose, "strict": True})
    assert check(strict, solve).ok
    assert read_puzzle(strict.to_data()) == strict
    timeline[1]["to"] = "bonesplitter"  # the board refuses that by itself
    assert check(read_puzzle({**loose, "strict": True}), solve).ok
    timeline[1] = {"leaves": "forest", "refused": "IllegalEventError"}
    assert check(read_puzzle({**loose, "strict": True}), solve).failures[0].found.startswith("not refused")


def test_any_number_of_chosen_objects_are_no_targets():
    found = Board()
    bears = found.enters("Grizzly Bears", count=3)
    text = "Choose any number of creatures. Those creatures gain vigilance until end of turn. Draw a card."
    found.resolves({"text": text}, targets=bears, as_="e")

    assert solve(found).illegal == ()


@pytest.mark.parametrize(
    "text",
    [
        "It gains haste until end of turn.",
        "Target player draws a card. That creature gains haste until end of turn.",
        "Target opponent loses 1 life. Those creatures gain haste until end of turn.",
    ],
)
def test_a_player_is_no_object(text: str):
    found = Board()
    found.enters("Grizzly Bears")
    with pytest.raises(IllegalEventError, match=r"needs the object that .* means in `targets`"):
        found.resolves({"text": text}, targets="B", as_="e")


@pytest.mark.parametrize(
    ("lines", "illegal"),
    [
        ("Humility; Grizzly Bears; Clone as a copy of Grizzly Bears", ["clone"]),
        ("Grizzly Bears; Clone as a copy of Grizzly Bears; Humility", []),
        ("Blood Moon; Urborg, Tomb of Yawgmoth; Vesuva as a copy of Urborg", ["vesuva"]),
        ("Blood Moon; Dryad Arbor; Clone as a copy of Dryad Arbor", []),
        ("Dress Down; Grizzly Bears; 2x Clone as a copy of Grizzly Bears", ["clone"]),
        ("rules: 2016-05-01; Humility; Grizzly Bears; Clone as a copy of Grizzly Bears", []),
    ],
)
def test_what_would_have_no_abilities_cannot_enter_as_a_copy(lines: str, illegal: list[str]) -> None:
    """614.12: existing effects apply to the permanent as it would exist on the battlefield, since 2017-09-29."""
    found = solve(Board.of(lines)).illegal

    assert [(each.object, each.rule) for each in found] == [(id, "614.12") for id in illegal]


@pytest.mark.parametrize(
    ("card", "event", "object", "rule"),
    [
        ("Knight of Grace", {"resolves": "Lash of Malice", "targets": ["knight-of-grace"]}, "knight-of-grace",
         "702.11d"),
        ("Knight of Grace", {"resolves": "Giant Growth", "targets": ["knight-of-grace"]}, "", ""),
        ("Knight of Grace", {"resolves": "Lash of Malice", "targets": ["knight-of-grace"], "controller": "B"}, "", ""),
        ("Volatile Stormdrake", {"resolves": {"ability_of": "tree-of-perdition", "text": "Target creature gets +1/+1 \
until end of turn."}, "as": "effect", "targets": ["volatile-stormdrake"]}, "volatile-stormdrake", "702.11d"),
        ("Elenda, Saint of Dusk", {"resolves": "Giant Growth", "targets": ["elenda-saint-of-dusk"]},
         "elenda-saint-of-dusk", "702.11d"),
        ("Leyline of Sanctity", {"resolves": {"ability_of": "tree-of-perdition", "index": 2}, "as": "effect",
                                 "targets": ["B"]}, "B", "702.11c"),
        ("Ivory Mask", {"resolves": {"ability_of": "tree-of-perdition", "index": 2}, "as": "effect", "targets": ["B"]},
         "B", "702.18a"),
        ("Hill Giant", {"resolves": {"ability_of": "tree-of-perdition", "index": 2}, "as": "effect", "targets": ["A"]},
         "A", "115.1"),
        ("Hill Giant", {"resolves": {"ability_of": "tree-of-perdition", "index": 2}, "as": "effect", "targets": ["B"]},
         "", ""),
        ("Leyline of Sanctity", {"resolves": {"ability_of": "coveted-peacock", "text": "That player gains control of \
this creature."}, "as": "effect", "targets": ["B"]}, "", ""),
        ("Hill Giant", {"resolves": "Role Reversal", "targets": ["forest", "hill-giant"]}, "hill-giant", "115.1"),
        ("Dryad Arbor", {"resolves": "Role Reversal", "targets": ["forest", "dryad-arbor"]}, "", ""),
        ("Slippery Bogle", {"enters": "Pacifism", "cast": True, "attached_to": "slippery-bogle"}, "slippery-bogle",
         "702.11b"),
        ("Slippery Bogle", {"enters": "Pacifism", "attached_to": "slippery-bogle"}, "", ""),
        ("Calcite Snapper", {"enters": "Nyxborn Triton", "cast": "bestow", "attached_to": "calcite-snapper"},
         "calcite-snapper", "702.18a"),
        ("Black Knight", {"enters": "Pacifism", "cast": True, "attached_to": "black-knight"}, "black-knight",
         "702.16c"),
        ("Emrakul, the World Anew", {"enters": "Pacifism", "cast": True, "attached_to": "emrakul-the-world-anew"},
         "emrakul-the-world-anew", "702.16b"),
        ("Teferi's Protection", {"enters": "Overwhelming Splendor", "cast": True, "attached_to": "B"}, "B", "702.16c"),
        ("Teferi's Protection", {"enters": "Overwhelming Splendor", "attached_to": "B"}, "B", "702.16c"),
        ("True-Name Nemesis", {"enters": "Pacifism", "cast": True, "attached_to": "true-name-nemesis"},
         "true-name-nemesis", "702.16c"),
        ("True-Name Nemesis", {"enters": "Bonesplitter", "attached_to": "true-name-nemesis"}, "true-name-nemesis",
         "702.16d"),
        ("True-Name Nemesis", {"enters": "Pacifism", "attached_to": "true-name-nemesis", "controller": "B"}, "", ""),
        ("Leyline of Sanctity", {"enters": "Overwhelming Splendor", "cast": True, "attached_to": "B"}, "B", "702.11c"),
    ],
)  # fmt: skip
def test_what_cannot_be_targeted(card, event, object, rule):
    """702.11c-d: hexproof from a quality, players with hexproof or shroud; targets that must share a type; 303.4a."""
    found = Board()
    found.enters("Forest")
    found.enters("Tree of Perdition")
    found.enters("Coveted Peacock")
    if card == "Teferi's Protection":
        found.resolves(card, controller="B")
    else:
        found.enters(card, controller="B", chosen={"player": "A"} if card == "True-Name Nemesis" else None)
    found.push(read_event(event))
    assert [(wrong.object, wrong.rule) for wrong in solve(found).illegal] == ([(object, rule)] if rule else [])


def test_a_player_who_gained_hexproof_until_the_next_turn():
    """702.11c: a resolved effect gives the ability; protection from sorceries is from spells of that type."""
    found = Board()
    found.enters("Tree of Perdition")
    found.resolves("Blossoming Calm", controller="B")
    found.push(
        read_event({"resolves": {"ability_of": "tree-of-perdition", "index": 2}, "as": "effect", "targets": ["B"]})
    )
    assert [wrong.rule for wrong in solve(found).illegal] == ["702.11c"]
    found = Board()
    found.enters("Grizzly Bears")
    found.enters("Sword of Wealth and Power", attached_to="grizzly-bears")
    found.resolves("Rally the Peasants")
    found.resolves("Awaken the Bear", targets=["grizzly-bears"])
    assert [wrong.rule for wrong in solve(found).illegal] == ["702.16b"]


def test_the_target_of_a_mutating_spell():
    """702.140a: a mutating creature spell has a target; a card that is not a spell has none."""
    found = Board()
    found.enters("Calcite Snapper")
    found.enters("Dreamtail Heron", zone="stack", cast="mutate", as_="heron")
    found.merges("heron", with_="calcite-snapper", on="top")
    assert [wrong.rule for wrong in solve(found).illegal] == ["702.18a"]


@pytest.mark.parametrize(
    ("card", "lives", "named"),
    [
        ("Ghazbán Ogre", {}, []),
        ("Ghazbán Ogre", {"A": 25, "B": 25}, ["B"]),
        ("Ghazbán Ogre", {"A": 20, "B": 25}, ["A"]),
        ("Loxodon Peacekeeper", {"A": 20, "B": 20}, []),
        ("Loxodon Peacekeeper", {"A": 20, "B": 10}, ["A"]),
    ],
)
def test_the_player_with_the_most_life_is_not_guessed(card: str, lives: dict[str, int], named: list[str]) -> None:
    """603.4: an event names the player if a life total is not recorded, or if the text lets somebody choose."""
    board = Board()
    made = board.enters(card)
    for player, life in lives.items():
        board.player(player, life=life)
    with pytest.raises(IllegalEventError, match=r"a player in `targets`|is not the player whom"):
        board.resolves({"ability_of": made, "index": 1}, as_="fx", targets=named)


@pytest.mark.parametrize(
    ("text", "named", "controller"),
    [
        ("Choose one of your opponents. That player gains control of this creature.", ["Cas"], "Cas"),
        ("This creature deals 1 damage to any target. Choose one of your opponents. That player gains control of this"
         " creature.", ["Ana", "Ben"], "Ben"),
        ("This creature deals 1 damage to any target. Choose one of your opponents. That player gains control of this"
         " creature.", ["Ben", "Cas"], "Cas"),
        ("This creature deals 1 damage to target opponent. They gain control of this creature.", ["Ben"], "Ben"),
        ("Choose another player. That player gains control of this creature.", ["Cas"], "Cas"),
    ],
)  # fmt: skip
def test_the_opponent_whom_a_text_introduces(text: str, named: list[str], controller: str) -> None:
    """608.2d: of the players that an event names, "that player" is the opponent who was named last."""
    made = Board(players=["Ana", "Ben", "Cas"])
    bear = made.enters("Grizzly Bears")
    made.resolves({"ability_of": bear, "text": text}, as_="it", targets=named)
    assert (solve(made)[bear].controller, solve(made).illegal) == (controller, ())


def test_oneself_is_not_the_opponent_whom_a_text_introduces() -> None:
    made = Board(players=["Ana", "Ben", "Cas"])
    bear = made.enters("Grizzly Bears")
    text = "This creature deals 1 damage to target opponent. They gain control of this creature."
    made.resolves({"ability_of": bear, "text": text}, as_="it", targets="Ana")
    result = solve(made)
    assert result[bear].controller == "Ana"
    assert [each.object for each in result.illegal] == ["Ana"]


@pytest.mark.parametrize(("named", "controller"), [("Ben", "Ben"), ("Cas", "Cas")])
def test_a_tie_that_the_board_records_is_not_asked_about(named: str, controller: str) -> None:
    made = Board(players=["Ana", "Ben", "Cas"])
    keeper = made.enters("Loxodon Peacekeeper")
    for player, life in (("Ana", 20), ("Ben", 10), ("Cas", 10)):
        made.player(player, life=life)
    made.resolves({"ability_of": keeper, "index": 1}, as_="it", targets=named)
    assert (solve(made)[keeper].controller, solve(made).unsupported) == (controller, ())


@pytest.mark.parametrize(
    ("card", "event", "kept"),
    [
        ("Louvaq, the Aberrant", {"counters": "tim", "put": {"+1/+1": 1}}, True),
        ("Louvaq, the Aberrant", {"marks": "tim", "set": {"tapped": True}}, False),
        ("Geyadrone Dihada", {"counters": "tim", "put": {"corruption": 1}}, True),
        ("Geyadrone Dihada", {"counters": "tim", "put": {"+1/+1": 1}}, False),
        ("Witch-king, Bringer of Ruin", {"marks": "tim", "set": {"ring_bearer": True}}, True),
        ("Witch-king, Bringer of Ruin", {"marks": "tim", "set": {"tapped": True}}, False),
    ],
)
def test_protection_from_what_the_source_has_become(card: str, event: dict[str, Any], kept: bool) -> None:
    """702.16a-b: "modified creatures", "permanents with corruption counters" and "Ring-bearers"."""
    found = Board()
    found.enters(card, as_="protected")
    found.enters("Lord of the Nazgûl", as_="lord")
    found.enters("Prodigal Pyromancer", as_="tim", controller="B")
    found.push(read_event(event))
    found.resolves({"ability_of": "tim", "index": 1}, as_="effect", targets=["protected"])
    assert [each.rule for each in solve(found).illegal] == ["702.16b"] * kept


@pytest.mark.parametrize(
    ("lines", "rules"),
    [
        (["Serra Angel", "B: Sol Ring", "Serra Angel attacks Sol Ring"], ["508.1b"]),
        (["Serra Angel", "B: Jace Beleren", "Serra Angel attacks Jace Beleren"], []),
        (["Serra Angel", "B: Invasion of Zendikar", "Serra Angel attacks Invasion of Zendikar"], []),
        (["B: Serra Angel", "A: Sol Ring", "Sol Ring attacks B"], ["508.1a"]),
        (["Serra Angel", "Grizzly Bears", "Serra Angel attacks B", "Grizzly Bears blocks Serra Angel"], ["509.1a"]),
        (["Serra Angel", "B: Grizzly Bears tapped", "Serra Angel attacks B", "Grizzly Bears blocks Serra Angel"],
         ["509.1a"]),
        (["Serra Angel", "B: Grizzly Bears", "Serra Angel attacks B", "Grizzly Bears blocks Serra Angel"], []),
    ],
)  # fmt: skip
def test_attacks_and_blocks(lines: list[str], rules: list[str]) -> None:
    assert [each.rule for each in solve(Board.of(*lines)).illegal] == rules


@pytest.mark.parametrize(
    ("lines", "legal"),
    [
        (["Grizzly Bears", "Craw Wurm", "Run Away Together -> Grizzly Bears, Craw Wurm"], False),
        (["Grizzly Bears", "B: Craw Wurm", "Run Away Together -> Grizzly Bears, Craw Wurm"], True),
        (["B: Grizzly Bears", "B: Craw Wurm", "Chaos Mutation -> Grizzly Bears, Craw Wurm"], False),
        (["B: Grizzly Bears", "Craw Wurm", "Chaos Mutation -> Grizzly Bears, Craw Wurm"], True),
        (["Bear Cub in graveyard", "Craw Wurm in graveyard", "Return from Extinction mode 2 -> Bear Cub, Craw Wurm"],
         False),
        (["Bear Cub in graveyard", "Grizzly Bears in graveyard",
          "Return from Extinction mode 2 -> Bear Cub, Grizzly Bears"], True),
        (["Bear Cub in graveyard", "Woodland Changeling in graveyard",
          "Return from Extinction mode 2 -> Bear Cub, Woodland Changeling"], True),
        (["2x Bear Cub in graveyard", "Behold the Sinister Six! -> bear-cub, bear-cub-2"], False),
    ],
)  # fmt: skip
def test_several_targets_of_an_instruction_are_compared(lines: list[str], legal: bool) -> None:
    assert [each.rule for each in solve(Board.of("players: A, B", *lines)).illegal] == ([] if legal else ["115.1"])


@pytest.mark.parametrize(
    ("lines", "legal"),
    [
        (["Sabertooth Outrider", "Sabertooth Outrider's ability"], False),
        (["Sabertooth Outrider", "Craw Wurm", "Sabertooth Outrider's ability"], True),
        (["Candlelit Cavalry", "Grizzly Bears", "Candlelit Cavalry's ability"], False),
        (["Candlelit Cavalry", "Grizzly Bears", "Ornithopter", "Candlelit Cavalry's ability"], True),
    ],
)
def test_conditions_in_triggers_that_compare_numbers(lines: list[str], legal: bool) -> None:
    assert [each.rule for each in solve(Board.of(*lines)).illegal] == ([] if legal else ["603.4"])


@pytest.mark.parametrize(
    ("lines", "legal"),
    [
        (["Bonesplitter", "ability 2 of Bonesplitter -> Hill Giant"], False),
        (["Bonesplitter", "Grizzly Bears", "ability 2 of Bonesplitter -> Grizzly Bears"], True),
        (["Bonesplitter", "ability 2 of Bonesplitter -> B"], False),
        (["Blackblade Reforged", "Grizzly Bears", "ability 2 of Blackblade Reforged -> Grizzly Bears"], False),
        (["Blackblade Reforged", "Grizzly Bears", "ability 3 of Blackblade Reforged -> Grizzly Bears"], True),
        (["Barging Sergeant", "Fencing Ace", "ability 2 of Barging Sergeant -> Fencing Ace"], False),
        (["Barging Sergeant", "Fencing Ace attacking", "ability 2 of Barging Sergeant -> Fencing Ace"], True),
        (["Kami of Lunacy", "Grizzly Bears in graveyard", "ability 2 of Kami of Lunacy -> Grizzly Bears"], False),
        (["Kami of Lunacy", "Child of Thorns in graveyard", "ability 2 of Kami of Lunacy -> Child of Thorns"], True),
        (["Arcbound Worker", "Arcbound Worker dies", "ability 1 of Arcbound Worker -> Hill Giant"], False),
        (["Arcbound Worker", "Arcbound Worker dies", "Ornithopter", "ability 1 of Arcbound Worker -> Ornithopter"],
         True),
    ],
)  # fmt: skip
def test_targets_of_keyword_abilities(lines: list[str], legal: bool) -> None:
    """702.6a, 702.43a, 702.46a, 702.134a."""
    board = Board.of("players: A, B", "B: Hill Giant", *lines)
    assert [each.rule for each in solve(board).illegal] == ([] if legal else ["115.1"])


@pytest.mark.parametrize(
    ("lines", "rules"),
    [
        (["Legacy's Allure with three treasure counters", "Legacy's Allure dies",
          "last ability of Legacy's Allure -> Hill Giant"], []),
        (["Legacy's Allure with two treasure counters", "Legacy's Allure dies",
          "last ability of Legacy's Allure -> Hill Giant"], ["115.1"]),
        (["Vodalian Mindsinger with four +1/+1 counters", "Vodalian Mindsinger dies",
          "last ability of Vodalian Mindsinger -> Hill Giant"], []),
        (["Unliving Psychopath", "last ability of Unliving Psychopath -> Hill Giant"], ["115.1"]),
        (["Lay Down Arms -> Hill Giant"], ["115.1"]),
        (["4 Plains", "Lay Down Arms -> Hill Giant"], []),
        (["Giant Trap Door Spider", "Giant Trap Door Spider's ability -> Hill Giant"], ["115.1"]),
        (["Giant Trap Door Spider", "Hill Giant attacks A", "Giant Trap Door Spider's ability -> Hill Giant"], []),
    ],
)  # fmt: skip
def test_targets_are_compared_with_the_board(lines: list[str], rules: list[str]) -> None:
    """113.7a: also with what is known about a source that has left."""
    assert [each.rule for each in solve(Board.of("players: A, B", "B: Hill Giant", *lines)).illegal] == rules


@pytest.mark.parametrize(
    ("lines", "rules"),
    [
        (["B: Sol Ring", "Explosive Derailment mode 2 -> Sol Ring"], []),
        (["B: Sol Ring", "Explosive Derailment mode 1 -> Sol Ring"], ["115.1"]),
        (["Metamorphic Blast mode 2 -> B"], []),
        (["B: Goblin token", "Getaway Glamer mode 1 -> Goblin"], ["115.1"]),
        (["B: Grizzly Bears", "Ice Magic mode 1 -> Grizzly Bears"], []),
    ],
)
def test_targets_of_modes_with_costs(lines: list[str], rules: list[str]) -> None:
    """702.172a, 702.183a: the modes of spree and tiered are the lines with costs."""
    assert [each.rule for each in solve(Board.of(*lines)).illegal] == rules


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        (["Lavabrink Venturer choosing odd", "B: Shock -> Lavabrink Venturer"], True),
        (["Lavabrink Venturer choosing even", "B: Shock -> Lavabrink Venturer"], False),
        (["Lavabrink Venturer choosing even", "B: Abrade mode 1 -> Lavabrink Venturer"], True),
        (["Rebbec, Architect of Ascension", "Ornithopter", "Sol Ring", "B: Shock -> Ornithopter"], True),
        (["Rebbec, Architect of Ascension", "Ornithopter", "B: Sol Ring", "B: Shock -> Ornithopter"], False),
        (["Mirror Golem", "Shock in exile", "Shock becomes exiled with Mirror Golem", "B: Shock -> Mirror Golem"],
         True),
        (["Mirror Golem", "Forest in exile", "Forest becomes exiled with Mirror Golem", "B: Shock -> Mirror Golem"],
         False),
        (["Kor Firewalker", "B: Ghostfire -> Kor Firewalker"], False),
        (["Kor Firewalker", "B: Firebreathing cast -> Kor Firewalker"], True),
        (["Kor Firewalker", "B: Mycosynth Lattice", "B: Firebreathing cast -> Kor Firewalker"], False),
        (["Kor Firewalker", "B: Painter's Servant choosing red", "B: Pacifism cast -> Kor Firewalker"], True),
        (["Tel-Jilad Chosen", "B: Mycosynth Lattice", "B: Pacifism -> Tel-Jilad Chosen"], True),
        (["Mirran Crusader", "B: Complete Disregard -> Mirran Crusader"], False),
        (["Reaver Titan", "Reaver Titan becomes a creature", "B: Abrade mode 1 -> Reaver Titan"], True),
    ],
)  # fmt: skip
def test_protection_from_computed_qualities(lines: list[str], kept: bool) -> None:
    """702.16a: "the chosen quality", "each mana value among artifacts", "each of the exiled card's card types".

    604.3: a spell that defines its own color is of that color.
    """
    assert [each.rule[:-1] for each in solve(Board.of(*lines)).illegal] == ["702.16"] * kept


@pytest.mark.parametrize(("source", "kept"), [("tim", True), ("own", False), ("ring", False)])
def test_protection_from_creatures_of_opponents(source: str, kept: bool) -> None:
    """702.16a: Crypsis protects from "creatures your opponents control"."""
    found = Board()
    found.enters("Grizzly Bears", as_="protected")
    found.enters("Prodigal Pyromancer", as_="tim", controller="B")
    found.enters("Prodigal Pyromancer", as_="own")
    found.enters("Rod of Ruin", as_="ring", controller="B")
    found.resolves("Crypsis", targets=["protected"])
    found.resolves({"ability_of": source, "index": 1}, as_="effect", targets=["protected"])
    assert [each.rule for each in solve(found).illegal] == ["702.16b"] * kept


PING = "{T}: This creature deals 1 damage to any target."


@pytest.mark.parametrize(
    ("aura", "events", "text", "legal"),
    [
        ("Hermetic Study", [], PING, True),
        ("Hermetic Study", [{"leaves": "aura"}], PING, True),
        ("Hermetic Study", [{"leaves": "bear"}], PING, True),
        ("Pacifism", [], PING, False),
        ("Hermetic Study", [], "{T}: Target creature gets +9/+9 until end of turn.", False),
    ],
)
def test_an_ability_that_its_source_has_never_had(aura: str, events: list[Any], text: str, legal: bool) -> None:
    """113.7a: the source of an ability that resolves had it once; it can have lost it, or can have left."""
    found = Board()
    found.enters("Grizzly Bears", as_="bear")
    found.enters("Grizzly Bears", as_="other")
    found.enters(aura, as_="aura", attached_to="bear")
    for event in events:
        found.push(read_event(event))
    found.resolves({"ability_of": "bear", "text": text}, as_="effect", targets="other")
    assert [each.rule for each in solve(found).illegal] == ([] if legal else ["113.7a"])


def test_a_printed_static_ability_does_not_resolve() -> None:
    """604.1, also if the catalogue omits its text."""
    found = Board()
    found.enters("Spellwild Ouphe", as_="ouphe")
    with pytest.raises(IllegalEventError, match=r"static ability of Spellwild Ouphe does not resolve \(604.1\)"):
        found.resolves(
            {"ability_of": "ouphe", "text": "Spells that target this creature cost {2} less to cast."}, as_="effect"
        )
