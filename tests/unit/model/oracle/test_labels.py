"""Labels that mean something, keywords with riders, and what keywords do when they resolve."""

from __future__ import annotations

import pytest

from mtglayers.model.effects.ability import Static, TextAbility, UnsupportedAbility
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.selectors import Itself
from mtglayers.model.oracle.printing.sentences import english
from mtglayers.model.oracle.reading.lines import read_line
from mtglayers.model.oracle.reading.resolving import resolution_of
from mtglayers.model.oracle.recognition.normalise import normalise
from mtglayers.solver.solve import solve

from ....support.boards import BEAR, board, card

RACER = card("Racer", "Creature — Goblin", "Start your engines!\nMax speed — {T}: Draw a card.", "2/2")
SIEGE = card(
    "Siege", "Enchantment", "As this enchantment enters, choose Jeskai or Temur.\n"
    "• Jeskai — Whenever you attack, draw a card.\n• Temur — Creatures you control get +1/+0 and have trample.",
)  # fmt: skip
DASHER = card("Dasher", "Creature — Orc", "Dash {1}{R}", "3/1")
BLITZER = card("Blitzer", "Creature — Ogre", "Blitz {R}", "3/1")


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ("Max speed — {T}: Add {C}{C}.", [Static]),
        ("Max speed — Whenever you draw a card, you gain 1 life.", [Static]),
        ("∞ — At the beginning of your upkeep, draw a card.", [Static]),
        ("Diana — Equip {2}", [Keyword]),
        ("Void Shields — Protection from mana value 3 or less", [Keyword]),
        ("Equip {3}. This ability costs {1} less to activate for each Aura you control.", [Keyword]),
        ("Crew 1. Activate only once each turn.", [Keyword]),
        ("Kicker {X}. X can't be 0.", [Keyword]),
        ("Visit — Scry 1.", [TextAbility]),
        ("To solve — You've gained 5 or more life this turn.", [TextAbility]),
        ("This creature escapes with two +1/+1 counters on it.", [TextAbility]),
        ("You may exert this creature as it attacks. When you do, it gets +1/+1 until end of turn.", [TextAbility]),
        (
            "As this creature enters, flip a coin. If it's heads, this creature enters as a 5/2 creature.",
            [UnsupportedAbility],
        ),
    ],
)
def test_lines(line, kinds):
    """Each is of its kind and prints back as it stood."""
    found = read_line(line)

    assert [type(ability) for ability in found] == kinds
    assert [english(ability) for ability in found] == [line]


def test_keywords_of_a_granted_line():
    """An equipped creature has what is named, however much stands with the keyword."""
    (ability,) = read_line("Crew 1. Activate only once each turn.")

    assert ability == Keyword("Crew", "1. Activate only once each turn.")


@pytest.mark.parametrize(("speed", "count"), [(3, 2), (4, 3)])
def test_max_speed(speed, count):
    """702.178a: as long as your speed is 4, the object has the ability behind the label."""
    made = board(RACER)
    made.player("A", speed=speed)

    assert len(solve(made)["racer"].abilities) == count


def test_anchor_word():
    """614.12b: the permanent has the ability behind the word that was chosen, and only that one."""
    made = board(BEAR)
    made.enters(SIEGE, chosen={"option": 2})
    result = solve(made)
    found = result["grizzly-bears"]

    assert (found.power, found.toughness) == (3, 2)
    assert found.abilities == (Keyword("Trample"),)
    assert result.unsupported == ()


def test_nothing_chosen_is_reported():
    """What no event specifies has no effect, and is reported."""
    found = solve(board(SIEGE, BEAR))

    assert found["grizzly-bears"].power == 2
    assert set(found.unsupported) == {("siege", "no option was chosen")}


@pytest.mark.parametrize(("one", "keyword", "count"), [(DASHER, "dash", 2), (BLITZER, "blitz", 3)])
def test_paid_for_haste(one, keyword, count):
    """702.109a, 702.152a: as long as that cost was paid it has haste; with blitz, an ability that draws a card too."""
    name = one["name"].lower()
    paid = board()
    paid.enters(one, cast=keyword)

    assert [a.name for a in solve(board(one))[name].abilities] == [keyword.capitalize()]
    abilities = solve(paid)[name].abilities
    assert Keyword("Haste") in abilities
    assert len(abilities) == count


def test_exerted():
    """701.43d: what happens when you exert a creature is done to that creature."""
    (ability,) = read_line("You may exert this creature as it attacks. When you do, it gets +1/+3 until end of turn.")
    (clause,) = resolution_of(ability).clauses

    assert clause.selector == Itself("it")
    assert clause.duration == "end of turn"


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("Zurgo Helmsmasher", "Zurgo attacks each combat if able.", "~ attacks each combat if able."),
        ("A-Skemfar Elderhall", "Skemfar Elderhall enters tapped.", "~ enters tapped."),
        ("Gorilla Tactics", "Create a 2/2 green Gorilla creature token.", "Create a 2/2 green Gorilla creature token."),
        ("Crow Storm", "Create a Bird token named Storm Crow.", "Create a Bird token named Storm Crow."),
    ],
)
def test_first_names(name, text, line):
    """201.5: a text may call its card by its first name; a word that only stands before a noun is no name."""
    assert normalise(text, name) == line


def test_backup():
    """702.165a: another creature also gains what is printed below the keyword until end of turn."""
    backer = card("Backer", "Creature — Human", "Vigilance\nBackup 1\nFlying\nWhenever you attack, draw a card.", "1/1")
    made = board(BEAR, backer)
    made.resolves({"ability_of": "backer", "text": "Backup 1"}, as_="backup", targets=["grizzly-bears"])
    found = solve(made)["grizzly-bears"].abilities

    assert found == (Keyword("Flying"), TextAbility("triggered", "Whenever you attack, draw a card."))
    made.resolves({"ability_of": "backer", "text": "Backup 1"}, as_="own", targets=["backer"])
    found = solve(made)
    assert found["backer"].abilities.count(Keyword("Flying")) == 1
    assert not found.illegal  # the target is any creature


@pytest.mark.parametrize(
    ("keyword", "told", "size", "haste"),
    [("Frenzy 2", {}, (4, 2), False), ("Rampage 1", {"x": 2}, (4, 4), False), ("Unearth {B}", {}, (2, 2), True)],
)
def test_keywords_that_resolve(keyword, told, size, haste):
    """702.68a, 702.23a, 702.84a: what the ability that the keyword is does as it resolves."""
    made = board(card("One", "Creature — Bear", keyword, "2/2"))
    made.resolves({"ability_of": "one", "text": keyword}, as_="effect", **told)
    found = solve(made)["one"]

    assert (found.power, found.toughness) == size
    assert (Keyword("Haste") in found.abilities) == haste
