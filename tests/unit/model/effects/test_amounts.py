"""What the rarer amounts come to on a board: parties, symbols, colours, extremes among players."""

from __future__ import annotations

import pytest

from mtglayers import Board, solve
from mtglayers.model.cards.card import Card, Face
from mtglayers.model.effects.ability import Static
from mtglayers.model.effects.amounts.arithmetic import Times
from mtglayers.model.effects.amounts.base import Number
from mtglayers.model.effects.amounts.counting import Its
from mtglayers.model.effects.filters.characteristics import OfType
from mtglayers.model.effects.language import Clause
from mtglayers.model.effects.operations.power_toughness import ModifyPT
from mtglayers.model.effects.selectors import Group
from mtglayers.model.oracle.printing.sentences import english
from mtglayers.model.oracle.reading.lines import read_line

from ....support.boards import card


def size(board, name):
    """Return power and toughness of an object after the layers."""
    found = solve(board)[name]
    return found.power, found.toughness


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ((), 0),
        (("Cleric",), 1),
        (("Cleric", "Cleric"), 1),
        (("Cleric Rogue", "Cleric"), 2),
        (("Cleric Rogue", "Cleric Wizard", "Cleric", "Rogue"), 3),
        (("Cleric Rogue Warrior Wizard",) * 5, 4),
        (("Rogue Warrior", "Rogue Wizard", "Warrior Wizard", "Elf"), 3),
    ],
)
def test_a_party(others, expected):
    """700.8a: up to one each of Cleric, Rogue, Warrior and Wizard, each of them another creature."""
    board = Board(players=["Ana", "Ben"])
    board.enters(
        card("Captain", "Creature — Elf", "~'s power is equal to the number of creatures in your party.", "*/1")
    )
    for place, types in enumerate(others):
        board.enters(card(f"Member {place}", f"Creature — {types}", size="1/1"))

    assert size(board, "captain") == (expected, 1)


@pytest.mark.parametrize(
    ("text", "told", "expected"),
    [
        ("20 minus the highest life total among players", {"Ben": {"life": 7}, "Cas": {"life": 3}}, 0),
        ("half the highest life total among your opponents, rounded up", {"Ben": {"life": 7}, "Cas": {"life": 3}}, 4),
        ("your life total minus the life total of an opponent with the most life", {"Ben": {"life": 7}}, 0),
        (
            "the number of cards in the hand of the opponent with the most cards in hand",
            {"Ana": {"hand": 7}, "Ben": {"hand": 2}, "Cas": {"hand": 4}},
            4,
        ),
        (
            "the total number of cards in all players' hands",
            {"Ana": {"hand": 1}, "Ben": {"hand": 2}, "Cas": {"hand": 0}},
            3,
        ),
        ("the number of cards you've drawn this turn", {"Ana": {"cards_drawn": 3}, "Ben": {"cards_drawn": 9}}, 3),
        ("the number of opponents you have", {}, 2),
        ("the number of opponents who lost life this turn", {"Ben": {"life_lost": 2}, "Ana": {"life_lost": 1}}, 1),
        ("the number of opponents who have four or more cards in hand", {"Ben": {"hand": 5}, "Cas": {"hand": 3}}, 1),
        ("the highest life total among all players", {"Ben": {"life": 30}, "Cas": {"life": 3}}, 30),
        ("the amount of life you gained this turn", {"Ana": {"life_gained": 3}}, 3),
        ("the number of spells cast this turn", {"Ana": {"spells_cast": 1}, "Ben": {"spells_cast": 2}}, 3),
        ("the damage dealt to your opponents this turn", {"Ben": {"damage": 2}, "Cas": {"damage": 4}}, 6),
        ("one plus the number of cards you've drawn this turn", {"Ana": {"cards_drawn": 3}}, 4),
        ("the number of cards you've drawn this turn minus one", {"Ana": {"cards_drawn": 3}}, 2),
        ("the number of poison counters your opponents have", {"Ben": {"poison": 2}, "Cas": {"poison": 3}}, 5),
    ],
)
def test_numbers_of_players(text, told, expected):
    board = Board(players=["Ana", "Ben", "Cas"])
    board.enters(card("Sage", "Creature — Elf", f"This creature's power is equal to {text}.", "*/1"))
    for player, facts in told.items():
        board.player(player, **facts)

    assert solve(board).unsupported == ()
    assert size(board, "sage") == (expected, 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Chroma — Each creature you control gets +1/+1 for each white mana symbol in its mana cost.", (4, 4)),
        ("Each creature you control gets +1/+1 for each of its colors.", (4, 4)),
        (
            "All creatures get +X/+0, where X is the number of green mana symbols in the mana costs of permanents.",
            (3, 2),
        ),
        ("Each creature gets +1/+0 for each +1/+1 counter on creatures you control.", (4, 2)),
        ("Creatures get +X/+0, where X is the number of counters among creatures.", (6, 2)),
        ("Creatures get +X/+0, where X is the number of different kinds of counters among creatures.", (4, 2)),
        ("Creatures get +X/+0, where X is the number of differently named creatures.", (4, 2)),
        ("Each creature gets +1/+0 for each creature you control and each card in your graveyard.", (4, 2)),
    ],
)
def test_numbers_of_objects(text, expected):
    """The knight is white and blue; two counters of one kind and two of another lie on the elf, whose cost has {G}."""
    board = Board(players=["Ana", "Ben"])
    board.enters(card("Knight", "Creature — Knight", size="2/2", cost="{W}{W}{U}"))
    board.enters(card("Elf", "Creature — Elf", size="1/1", cost="{G}"))
    board.counters("elf", put={"+1/+1": 2, "charge": 2})
    board.enters(card("Rule", "Enchantment", text, cost="{1}"))

    assert size(board, "knight") == expected


def test_what_other_is_other_than():
    """Ancestral Mask counts every enchantment but itself; "other creatures" of an Aura are other than the creature."""
    board = Board(players=["Ana", "Ben"])
    board.enters(card("Bear", "Enchantment Creature — Bear", size="2/2"))
    board.enters(card("Elf", "Creature — Elf", size="1/1"))
    board.counters("bear", put={"+1/+1": 1})
    board.counters("elf", put={"+1/+1": 2})
    mask = "Enchanted creature gets +2/+2 for each other enchantment on the battlefield."
    board.enters(card("Mask", "Enchantment — Aura", mask), attached_to="bear")
    assert size(board, "bear") == (5, 5)  # the bear is an enchantment, the mask does not count

    kin = "Enchanted creature gets +1/+1 for each +1/+1 counter on other creatures you control."
    board.enters(card("Kin", "Enchantment — Aura", kin), attached_to="bear")
    assert size(board, "bear") == (9, 9)  # two for the new Aura, two for the counters on the elf
    most = "Enchanted creature gets +X/+0, where X is the greatest power among other creatures you control."
    board.enters(card("Most", "Enchantment — Aura", most), attached_to="elf")
    assert size(board, "elf")[0] == 3 + size(board, "bear")[0]


def test_equipment_attached_in_numbers():
    board = Board(players=["Ana", "Ben"])
    text = "~ gets +2/+2 as long as two or more Equipment are attached to it."
    board.enters(card("Hero", "Creature — Human", text, "1/1"))
    for name in ("Sword", "Shield"):
        assert size(board, "hero") == (1, 1)
        board.enters(card(name, "Artifact — Equipment", "Equip {1}"), attached_to="hero")
    assert size(board, "hero") == (3, 3)


def test_a_single_graveyard():
    """Ten cards in two graveyards are not ten in a single one."""
    board = Board(players=["Ana", "Ben"])
    text = "This creature gets +3/+0 as long as there are ten or more cards in a single graveyard."
    board.enters(card("Ghoul", "Creature — Zombie", text, "1/1"))
    board.player("Ana", graveyard=5)
    board.player("Ben", graveyard=9)
    assert size(board, "ghoul") == (1, 1)
    board.player("Ben", graveyard=10)
    assert size(board, "ghoul") == (4, 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Target creature gets +X/+X until end of turn, where X is its power.", (-2, 4)),
        ("Target creature gets -X/-X until end of turn, where X is its power.", (-2, 4)),
        ("Target creature gets +X/+0 until end of turn, where X is 3 minus its toughness.", (-2, 4)),
        ("Double target creature's power until end of turn.", (-4, 4)),
        ("Double target creature's power and toughness until end of turn.", (-4, 8)),
        ("Target creature has base power X until end of turn, where X is its power.", (-8, 4)),
    ],
)
def test_a_negative_x(text, expected):
    """107.1b: a negative result is 0, unless the effect doubles or sets power or toughness."""
    board = Board()
    bear = board.enters(card("Bear", "Creature — Bear", size="4/4"))
    board.resolves({"text": "Target creature gets -6/-0 until end of turn."}, targets=[bear])
    board.resolves({"text": text}, targets=[bear])

    assert size(board, "bear") == expected


def test_a_multiple_of_different_numbers_can_be_one_number():
    """Twice and no times: objects with different numbers stay together."""
    board = Board()
    board.enters(card("Small", "Creature — Bear", size="1/1"))
    board.enters(card("Large", "Creature — Bear", size="3/3"))
    none = ModifyPT(Times(0, Its("power")), Number(1))
    ability = Static((Clause(Group((OfType("Creature"),)), (none,)),))
    board.enters(Card("Field", (Face("Field", types=("Enchantment",), abilities=(ability,)),)))

    assert [size(board, name) for name in ("small", "large")] == [(1, 2), (3, 4)]


def test_the_greatest_power_or_toughness():
    """ "The greatest power and/or toughness among": the greatest of both numbers."""
    board = Board(players=["Ana", "Ben"])
    text = "This creature gets +X/+X, where X is the greatest power and/or toughness among other creatures you control."
    board.enters(card("Muscle", "Creature — Human", text, "1/1"))
    board.enters(card("Wall", "Creature — Wall", size="2/7"))
    board.enters(card("Ogre", "Creature — Ogre", size="5/1"))
    assert (size(board, "muscle"), english(read_line(text))) == ((8, 8), text)


def test_points_of_bushido():
    """702.45b: several instances of bushido add their points; creatures without bushido have none."""
    board = Board(players=["Ana", "Ben"])
    text = "Each other Samurai creature you control gets +1/+1 for each point of bushido it has."
    board.enters(card("General", "Creature — Human Samurai", f"Bushido 2\n{text}", "3/3"))
    board.enters(card("Guard", "Creature — Human Samurai", "Bushido 1\nBushido 2", "2/2"))
    board.enters(card("Squire", "Creature — Human Samurai", size="1/1"))
    assert (size(board, "general"), size(board, "guard"), size(board, "squire")) == ((3, 3), (5, 5), (1, 1))
    assert english(read_line(text)) == text


def test_the_creature_that_it_blocks():
    """ "For each creature it's blocking": the attackers that it blocks, not its fellow blockers (509.1g)."""
    board = Board(players=["Ana", "Ben"])
    text = "Whenever this creature blocks, it gets +1/+1 until end of turn for each creature it's blocking."
    board.enters(card("Guardian", "Creature — Spirit", text, "3/7"), controller="Ben")
    board.enters(card("Ally", "Creature — Elf", size="1/1"), controller="Ben")
    for name in ("One", "Two"):
        board.enters(card(name, "Creature — Bear", size="2/2"))
        board.marks(name.lower(), attacking=True)
    board.marks("guardian", blocking_which="one")
    board.marks("ally", blocking_which="one")
    board.resolves({"ability_of": "guardian", "index": 1}, as_="fx")
    assert size(board, "guardian") == (4, 8)


def test_colors_among_those_creatures():
    """ "Those creatures" in a number are the creatures that the clause affects."""
    board = Board(players=["Ana", "Ben"])
    text = "Allies you control get +X/+X until end of turn, where X is the number of colors among those creatures."
    board.enters(card("Ally One", "Creature — Ally", size="1/1", cost="{W}{U}"), as_="one")
    board.enters(card("Ally Two", "Creature — Ally", size="1/1", cost="{U}"), as_="two")
    board.enters(card("Ox", "Creature — Ox", size="1/1", cost="{R}"))
    board.resolves({"ability_of": "one", "text": text}, as_="fx")
    assert (size(board, "one"), size(board, "two"), size(board, "ox")) == ((3, 3), (3, 3), (1, 1))


def test_a_commander_on_the_battlefield_or_in_the_command_zone():
    """ "The greatest mana value of a commander you own": in either zone (903.3)."""
    board = Board(players=["Ana", "Ben"])
    board.enters(card("Chief", "Legendary Creature — Giant", size="4/9", cost="{5}"), zone="command")
    board.marks("chief", commander=True)
    board.enters(card("Ogre", "Creature — Ogre", size="9/9", cost="{9}"))
    text = (
        "All creatures get -X/-X until end of turn, where X is the greatest mana value of a commander you own on the"
        " battlefield or in the command zone."
    )
    board.resolves({"ability_of": "ogre", "text": text}, as_="fx")
    assert size(board, "ogre") == (4, 4)


def test_cards_that_have_an_adventure():
    """715.2c: a card has an Adventure also while it does not use its characteristics."""
    board = Board(players=["Ana", "Ben"])
    text = (
        "~'s power is equal to the number of cards you own in exile and in your graveyard that are instant cards, are"
        " sorcery cards, and/or have an Adventure."
    )
    board.enters(card("Sage", "Creature — Elf", text, "*/1"))
    board.enters("Bonecrusher Giant // Stomp", zone="exile")
    board.enters("Grizzly Bears", zone="exile")
    board.enters("Riling Dawnbreaker // Signaling Roar", zone="exile")  # 720: an Omen
    board.enters("Lightning Bolt", zone="graveyard")
    assert size(board, "sage") == (2, 1)
    assert english(read_line(text)) == text


def test_the_amount_of_energy():
    """ "The amount of {E} you have" is the number of your energy counters (107.14)."""
    board = Board(players=["Ana", "Ben"])
    text = "This creature gets +X/+X, where X is the amount of {E} you have."
    board.enters(card("Ripper", "Creature — Cat", text, "1/1"))
    board.player("Ana", energy=3)
    assert (size(board, "ripper"), english(read_line(text))) == ((4, 4), text)


def test_a_number_of_the_turn_is_recorded_for_the_ability_that_counts_it():
    """Events that no board follows are counted by the players; without their number, the result says so."""
    board = Board(players=["Ana", "Ben"])
    board.enters(
        card("Ghoul", "Creature — Zombie", "This creature gets +1/+0 for each creature that died this turn.", "1/1")
    )
    assert solve(board).unsupported == (("ghoul", "not specified: creature that died this turn"),)
    board.chooses("ghoul", number=3)
    assert solve(board).unsupported == ()
    assert size(board, "ghoul") == (4, 1)


def test_two_numbers_of_the_turn_are_not_told_apart():
    """An object keeps one number for its abilities."""
    died, created = "the number of creatures that died this turn", "the number of tokens you created this turn"
    text = f"This creature gets +X/+0, where X is {died} plus {created}."
    board = Board(players=["Ana", "Ben"])
    board.enters(card("Ghoul", "Creature — Zombie", text, "1/1"))
    assert solve(board).unsupported


def test_a_total_of_objects_in_two_zones():
    board = Board(players=["Ana", "Ben"])
    text = "This creature's power is equal to the total number of Caves you control and Cave cards in your graveyard."
    board.enters(card("Delver", "Creature — Human", text, "*/1"))
    board.enters(card("Hidden Grotto", "Land — Cave"))
    board.enters(card("Echoing Deeps", "Land — Cave"), zone="graveyard")
    assert size(board, "delver") == (2, 1)
    board.player("Ana", graveyard=3)
    assert solve(board).unsupported == (("delver", "not specified: which cards are in the graveyard of Ana"),)


@pytest.mark.parametrize(
    "text",
    [
        "As long as you control another Knight, equipped creature gets +2/+0.",
        "Equipped creature gets +2/+0 as long as you control another Knight.",
        "Equipped creature gets +2/+0 for each other Knight you control.",
        "As long as another creature you control has flying, equipped creature gets +2/+0.",
    ],
)
def test_other_means_other_than_the_equipped_creature(text):
    """The equipped creature is a Knight with flying; an Equipment is neither."""
    board = Board(players=["Ana", "Ben"])
    knight = card("Knight", "Creature — Knight", "Flying", "2/2", cost="{W}")
    board.enters(knight)
    board.enters(card("Lance", "Artifact — Equipment", text), attached_to="knight")
    assert size(board, "knight") == (2, 2)
    board.enters(knight)
    assert size(board, "knight") == (4, 2)
