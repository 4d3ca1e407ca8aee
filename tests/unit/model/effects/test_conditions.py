"""What conditions about players and the rarer amounts mean on a board (611.3a, 604.3)."""

from __future__ import annotations

import pytest

from mtglayers import Board, solve
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.errors import IllegalEventError
from mtglayers.model.oracle.printing.sentences import english
from mtglayers.model.oracle.reading.lines import read_line

from ....generators.boards import differences
from ....reference.solver import plain_solve
from ....support.boards import card


def size(board, name):
    """Return power and toughness of an object after the layers."""
    found = solve(board)[name]
    return found.power, found.toughness


@pytest.mark.parametrize(
    ("text", "told", "expected"),
    [
        ("an opponent has 10 or less life", {"Cas": {"life": 10}}, True),
        ("an opponent has 10 or less life", {"Ana": {"life": 1}}, False),
        ("an opponent has three or more poison counters", {"Ben": {"poison": 2}, "Cas": {"poison": 2}}, False),
        ("an opponent has three or more poison counters", {"Ben": {"poison": 3}}, True),
        ("an opponent is poisoned", {"Cas": {"poison": 1}}, True),
        ("you have exactly 13 life", {"Ana": {"life": 13}}, True),
        ("you have no cards in hand", {"Ana": {"hand": 0}, "Ben": {"hand": 7}}, True),
        ("an opponent has no cards in hand", {"Ben": {"hand": 1}, "Cas": {"hand": 3}}, False),
        ("each opponent has 13 or less life", {"Ben": {"life": 13}}, False),
        ("you have more life than an opponent", {"Cas": {"life": 19}}, True),
        ("you have more cards in hand than each opponent", {"Ana": {"hand": 2}, "Ben": {"hand": 2}}, False),
        ("your life total is at least 10 greater than your starting life total", {"Ana": {"life": 30}}, True),
        (
            "your life total is less than half your starting life total",
            {"Ana": {"life": 12, "starting_life": 25}},
            True,
        ),
        ("your life total is less than half your starting life total", {"Ana": {"life": 10}}, False),
        (
            "your life total is less than or equal to half your starting life total",
            {"Ana": {"life": 13, "starting_life": 25}},
            False,
        ),
        ("an opponent's life total is less than half their starting life total", {"Ben": {"life": 9}}, True),
    ],
)
def test_what_players_have(text, told, expected):
    """Each opponent is asked by itself; a half is not rounded in a comparison (107.1a)."""
    board = Board(players=["Ana", "Ben", "Cas"])
    line = f"This creature gets +1/+1 as long as {text}."
    board.enters(card("Bear", "Creature — Bear", line, "2/2"))
    for player, facts in told.items():
        board.player(player, **facts)

    assert english(read_line(line)) == line
    assert size(board, "bear") == ((3, 3) if expected else (2, 2))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no opponent controls a white or blue creature", True),
        ("no opponent controls a green creature", False),
        ("an opponent controls two or more creatures", False),  # each of two has one
        ("your opponents control two or more creatures", True),
        ("a player controls two or more creatures", True),
        ("you control more creatures than each other player", True),
        ("you control more creatures than each opponent", True),
        ("an opponent controls more creatures than you", False),
        ("you control at least two other creatures", False),
    ],
)
def test_what_players_control(text, expected):
    board = Board(players=["Ana", "Ben", "Cas"])
    board.enters(card("Bear", "Creature — Bear", f"This creature gets +1/+1 as long as {text}.", "2/2"))
    board.enters(card("Elf", "Creature — Elf", size="1/1", cost="{G}"), controller="Ana")
    board.enters(card("Ogre", "Creature — Ogre", size="1/1", cost="{G}"), controller="Ben")
    board.enters(card("Orc", "Creature — Orc", size="1/1", cost="{R}"), controller="Cas")

    assert size(board, "bear") == ((3, 3) if expected else (2, 2))


def test_another_than_the_enchanted_creature():
    """ "Another" in an Aura's condition is another than the creature; its controller is asked, not the Aura's."""
    board = Board(players=["Ana", "Ben"])
    text = "Enchanted creature has shroud as long as its controller controls another creature."
    board.enters(card("Ogre", "Creature — Ogre", size="1/1"), controller="Ben")
    board.enters(card("Bear", "Creature — Bear", size="1/1"), controller="Ana")
    board.enters(card("Veil", "Enchantment — Aura", text), controller="Ana", attached_to="ogre")

    assert solve(board)["ogre"].abilities == ()
    board.enters(card("Orc", "Creature — Orc", size="1/1"), controller="Ben")
    assert solve(board)["ogre"].abilities == (Keyword("Shroud"),)


def test_what_a_spell_asks_is_told_with_it():
    """608.2c: the event says whether a spell was kicked; if it does not, the result reports that."""
    growth = card(
        "Growth", "Instant", "Target creature gets +1/+1 until end of turn. If this spell was kicked, that creature "
        "gets +3/+3 until end of turn.",
    )  # fmt: skip
    for told, expected, unsupported in (
        (None, (3, 3), (("growth", "this spell was kicked"),)),
        ((), (3, 3), ()),
        (("this spell was kicked",), (6, 6), ()),
    ):
        board = Board(players=["Ana", "Ben"], cards=[growth])
        board.enters(card("Bear", "Creature — Bear", size="2/2"))
        board.resolves("Growth", targets=["bear"], told=told)

        assert size(board, "bear") == expected
        assert solve(board).unsupported == unsupported


def test_what_nobody_told_is_that_of_the_board_that_was_solved():
    """A result is a value: events after it change nothing of what it says."""
    growth = card("Growth", "Instant", "If this spell was kicked, target creature gets +3/+3 until end of turn.")
    board = Board(players=["Ana", "Ben"], cards=[growth])
    board.enters(card("Bear", "Creature — Bear", size="2/2"))
    before = solve(board)
    board.resolves("Growth", targets=["bear"])
    after = solve(board)
    board.ends("turn")

    assert before.unsupported == ()
    assert after.unsupported == after.at("4").unsupported == (("growth", "this spell was kicked"),)


@pytest.mark.parametrize(
    ("text", "player", "told"),
    [
        ("you've completed a dungeon", "Ana", {"dungeons": 1}),
        ("a player lost 4 or more life this turn", "Cas", {"life_lost": 4}),
        ("an opponent is the monarch", "Ben", {"monarch": 1}),
        ("you have max speed", "Ana", {"speed": 4}),
        ("you were dealt damage this turn", "Ana", {"damage": 2}),
        ("it's night", "Ben", {"night": 1}),
    ],
)
def test_facts_that_the_timeline_tells_of_players(text, player, told):
    board = Board(players=["Ana", "Ben", "Cas"])
    board.enters(card("Bear", "Creature — Bear", f"This creature gets +1/+1 as long as {text}.", "2/2"))

    assert size(board, "bear") == (2, 2)
    assert solve(board).unsupported == ()
    board.player(player, **told)
    assert size(board, "bear") == (3, 3)


def test_facts_of_the_enchanted_creature():
    """A condition of an Aura about "it" concerns the creature."""
    board = Board(players=["Ana", "Ben"])
    board.enters(card("Bear", "Creature — Bear", size="2/2"))
    text = "Enchanted creature gets +2/+2 as long as it attacked this turn."
    board.enters(card("Zeal", "Enchantment — Aura", text), attached_to="bear")
    board.marks("zeal", attacked_this_turn=True)

    assert size(board, "bear") == (2, 2)
    board.marks("bear", attacked_this_turn=True)
    assert size(board, "bear") == (4, 4)


def test_a_player_whom_nobody_named():
    """608.2c: the event names "that player" and, with three players, the defending player."""
    board = Board(players=["Ana", "Ben", "Cas"])
    board.enters(card("Bear", "Creature — Bear", size="2/2"))
    board.enters(card("Ogre", "Creature — Ogre", size="4/4"), controller="Cas")
    text = "Creatures that player controls get -1/-1 until end of turn."
    with pytest.raises(IllegalEventError, match="that player"):
        board.resolves({"text": text})
    board.resolves({"text": text}, targets=["Cas"])
    assert size(board, "ogre") == (3, 3)
    raid = (
        "Whenever this creature attacks, it gets +1/+0 until end of turn for each creature defending player controls."
    )
    board.enters(card("Raider", "Creature — Pirate", raid, "1/1"))
    with pytest.raises(IllegalEventError, match="defending player"):
        board.resolves({"ability_of": "raider", "index": 1}, as_="raid")
    board.resolves({"ability_of": "raider", "index": 1}, as_="raid", chosen={"player": "Cas"})
    assert size(board, "raider") == (2, 1)


def test_the_chosen_player():
    """It is unknown whose hand counts until a player is chosen."""
    board = Board(players=["Ana", "Ben"])
    text = "~'s power is equal to the number of cards in the chosen player's hand."
    board.enters(card("Sage", "Creature — Elf", text, "*/1"))
    board.player("Ben", hand=4)
    assert solve(board).unsupported == (("sage", "no player was chosen"),)
    board.chooses("sage", player="Ben")
    assert (size(board, "sage"), solve(board).unsupported) == ((4, 1), ())


def test_what_is_asked_of_each_object_of_a_group():
    """Each creature is asked by itself, and what layer 5 makes of it counts in layer 6."""
    board = Board(players=["Ana", "Ben"])
    board.enters(card("Knight", "Creature — Knight", size="1/1", cost="{W}"))
    board.enters(card("Imp", "Creature — Imp", size="1/1", cost="{B}"))
    text = "Each creature you control has vigilance if it's white, flying if it's blue, and menace if it's black."
    board.enters(card("Gift", "Enchantment", text))
    board.enters(card("Dye", "Enchantment", "All creatures are blue in addition to their other colors."))
    board.enters(card("Dryad", "Land Creature — Dryad", size="1/1"))
    board.enters(card("Rise", "Enchantment", "Each land gets +2/+2 as long as it's a creature."))
    result = solve(board)

    assert result["knight"].abilities == (Keyword("Vigilance"), Keyword("Flying"))
    assert result["imp"].abilities == (Keyword("Flying"), Keyword("Menace"))
    assert (result["dryad"].power, result["imp"].power) == (3, 1)


def test_what_is_told_of_each_spell():
    """ "If mana from an artifact was spent to cast it" is evaluated for each spell, not of the source (611.3a)."""
    board = Board(players=["Ana", "Ben"])
    text = "Each spell you cast has split second if mana from an artifact was spent to cast it."
    board.enters(card("Hedgehog", "Creature — Hedgehog", text, "2/2"))
    board.enters(card("Bolt", "Instant", "Draw a card.", cost="{R}"), zone="stack")
    board.enters(card("Jolt", "Instant", "Draw a card.", cost="{U}"), zone="stack")
    what = "not specified: for what mana from an artifact was spent to cast it"
    assert solve(board).unsupported == (("hedgehog", what),)
    board.marks("jolt", told=["mana from an artifact was spent to cast it"])
    result = solve(board)
    assert [id for id in ("bolt", "jolt") if Keyword("Split second") in result[id].abilities] == ["jolt"]
    assert english(read_line(text)) == text


def test_a_kicked_spell_has_its_own_keyword():
    """113.6: the static ability of an instant or sorcery functions on the stack."""
    board = Board(players=["Ana", "Ben"])
    text = "Kicker {R}\nIf this spell was kicked, it has split second.\nDestroy all creatures."
    board.enters(card("Disaster", "Sorcery", text), zone="stack")
    board.marks("disaster", told=["this spell was kicked"])
    assert Keyword("Split second") in solve(board)["disaster"].abilities


def test_attacking_a_battle():
    """The creature that attacks a battle (508.1b) is no battle: the counter replaces the bonus (614.1a)."""
    board = Board(players=["Ana", "Ben"])
    board.enters(card("Pup", "Creature — Dog", size="1/1"))
    board.marks("pup", attacking=True)
    text = (
        "Whenever you attack, target attacking creature gets +1/+1 until end of turn. If it's attacking a battle, put a"
        " +1/+1 counter on it instead."
    )
    board.enters(card("Geoderm", "Creature — Beast", text, "4/4"))
    board.resolves({"ability_of": "geoderm", "index": 1}, as_="plain", targets=["pup"], told=[])
    assert size(board, "pup") == (2, 2)
    board.resolves({"ability_of": "geoderm", "index": 1}, as_="raid", targets=["pup"], told=["it's attacking a battle"])
    assert size(board, "pup") == (2, 2)


def test_players_gain_what_is_chosen():
    """ "The color of your choice" is the same for the player and the permanents (608.2d)."""
    board = Board(players=["Ana", "Ben"])
    text = "You and each permanent you control gain protection from the color of your choice until end of turn."
    board.enters(card("Cleric", "Creature — Cleric", size="1/1"))
    board.resolves({"ability_of": "cleric", "text": text}, as_="shield", chosen={"color": "R"})
    result = solve(board)
    assert result["cleric"].abilities == (Keyword("Protection", color="R"),)
    assert result.players["Ana"].abilities == (Keyword("Protection", color="R"),)


@pytest.mark.parametrize(
    ("text", "there", "expected"),
    [
        ("you control an artifact and an enchantment", ("Artifact",), False),
        ("you control an artifact and an enchantment", ("Artifact", "Enchantment"), True),
        ("you control an artifact and an enchantment", ("Artifact Enchantment",), True),  # one object can be both
        ("you control an artifact or an enchantment", ("Artifact",), True),
        ("you control a Cleric, a Rogue, and a Wizard", ("Creature — Cleric Rogue",), False),
        ("you control a Cleric, a Rogue, and a Wizard", ("Creature — Cleric Rogue", "Creature — Wizard"), True),
        ("you control a permanent named Thing A or a permanent named Thing E", ("Artifact",), True),
        ("you control artifacts named Thing A and Thing B", ("Artifact", "Land"), False),
        ("you control artifacts named Thing A and Thing B", ("Artifact", "Artifact"), True),
        ("you control four or more creatures with different powers", ("Creature", "Creature"), False),
        ("you control two or more creatures with different powers", ("Creature", "Creature"), True),
        ("the number of permanents is even", ("Artifact",), True),
        ("the number of permanents is odd", ("Artifact", "Artifact"), True),
        ("the number of permanents is odd", ("Artifact",), False),
    ],
)
def test_several_things_at_once(text, there, expected):
    """ "An artifact and an enchantment" asks for both, "an artifact or an enchantment" for one of the two."""
    board = Board(players=["Ana", "Ben"])
    line = f"This creature gets +1/+1 as long as {text}."
    board.enters(card("Bear", "Creature — Bear", line, "2/2"))
    for place, types in enumerate(there):
        board.enters(card(f"Thing {'AB'[place]}", types, size=f"{3 * place + 3}/1" if "Creature" in types else ""))
    assert english(read_line(line)) == line
    assert size(board, "bear") == ((3, 3) if expected else (2, 2))


def test_cards_of_two_kinds_in_a_graveyard():
    """ "An instant card and a sorcery card are in your graveyard": one of each."""
    board = Board(players=["Ana", "Ben"])
    line = "This creature has first strike as long as an instant card and a sorcery card are in your graveyard."
    board.enters(card("Monk", "Creature — Monk", line, "2/2"))
    board.enters(card("Bolt", "Instant"), zone="graveyard")
    assert not solve(board)["monk"].abilities[1:]
    assert Keyword("First strike") not in solve(board)["monk"].abilities
    board.enters(card("Rain", "Sorcery"), zone="graveyard")
    assert Keyword("First strike") in solve(board)["monk"].abilities
    assert english(read_line(line)) == line


def test_they_all_share_a_color():
    """ "As long as they all share a color": one color that every creature of the group has, after layer 5."""
    board = Board(players=["Ana", "Ben"])
    text = "Nonartifact creatures get +2/+2 as long as they all share a color."
    board.enters(card("Cause", "Enchantment", text))
    board.enters(card("Knight", "Creature — Knight", size="1/1", cost="{W}"))
    board.enters(card("Mage", "Creature — Human", size="1/1", cost="{W}{U}"))
    board.enters(card("Golem", "Artifact Creature — Golem", size="1/1"))
    assert (size(board, "knight"), size(board, "mage"), size(board, "golem")) == ((3, 3), (3, 3), (1, 1))
    board.enters(card("Seer", "Creature — Human", size="1/1", cost="{U}"))
    assert (size(board, "knight"), size(board, "mage")) == ((1, 1), (1, 1))
    assert english(read_line(text)) == text


def test_nothing_shares_a_color():
    """Whether other objects have a color does not matter if the group is empty."""
    board = Board(players=["Ana", "Ben"])
    board.enters(card("Cause", "Artifact", "Creatures get +2/+2 as long as they all share a color."))
    assert list(differences(solve(board), plain_solve(board))) == []
