"""What the play of the game decides: whom creatures attack, which spell is first, tops of libraries, hand sizes."""

from __future__ import annotations

from typing import Any

import pytest

from mtglayers import Result, solve
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.oracle.printing.sentences import english
from mtglayers.model.oracle.reading.lines import read_line

from ....support.boards import BEAR, FOREST, board, card

AURA = card("Veil", "Enchantment — Aura", "Enchant creature")
WALKER = card("Walker", "Planeswalker — Jace", loyalty="3")
BOLT = card("Bolt", "Instant", "Bolt deals 3 damage to any target.", cost="{R}")


def source(text: str, type_line: str = "Creature — Elf", size: str = "1/1", **more: Any) -> dict[str, Any]:
    """Return a card called "Source" with this text."""
    return card("Source", type_line, text, size=size if "Creature" in type_line else "", **more)


def size(result: Result, id: str) -> tuple[Any, Any]:
    """Return power and toughness of an object."""
    return result[id].power, result[id].toughness


def keywords(result: Result, id: str) -> set[str]:
    """Return the keyword abilities of an object, in English."""
    return {english(held) for held in result[id].abilities if isinstance(held, Keyword)}


# --- Combat ---


def test_of_two_players_an_attacker_attacks_the_other():
    """508.1b, 506.2: B's attacking creature attacks A, who controls the source; A's own does not."""
    made = board(source("Creatures attacking you get -1/-0."), BEAR)
    made.enters(BEAR, controller="B")
    made.marks("grizzly-bears", attacking=True)
    made.marks("grizzly-bears-2", attacking=True)
    result = solve(made)
    assert (size(result, "grizzly-bears"), size(result, "grizzly-bears-2")) == ((2, 2), (1, 2))
    assert not result.unsupported


def test_an_attack_on_a_planeswalker_is_none_on_its_controller():
    """508.1b: what a creature attacks is recorded if it is not the player."""
    made = board(source("Creatures attacking you get -1/-0."), WALKER)
    made.enters(BEAR, controller="B")
    made.marks("grizzly-bears", attacks="walker")
    assert size(solve(made), "grizzly-bears") == (2, 2)
    made.marks("grizzly-bears", attacks="A")
    assert size(solve(made), "grizzly-bears") == (1, 2)


def test_of_three_players_the_timeline_tells_whom_it_attacks():
    """802.2: with several opponents it is otherwise unknown, and the result reports that."""
    made = board(source("Creatures attacking your opponents have double strike."), BEAR, players=("A", "B", "C"))
    made.marks("grizzly-bears", attacking=True)
    result = solve(made)
    assert keywords(result, "grizzly-bears") == set()
    assert result.unsupported == (("source", "not specified: whom each creature attacks"),)
    made.marks("grizzly-bears", attacks="C")
    result = solve(made)
    assert keywords(result, "grizzly-bears") == {"Double strike"}
    assert not result.unsupported


# --- Spells ---


def test_the_first_spell_is_the_one_the_timeline_calls_so():
    """Two instants of A are on the stack; the one recorded as the first has casualty (702.153a)."""
    text = "The first instant or sorcery spell you cast each turn has casualty 2."
    made = board(source(text))
    made.enters(BOLT, zone="stack", controller="A")
    made.enters(BOLT, zone="stack", controller="A")
    assert solve(made).unsupported == (
        ("source", "not specified: which is the first instant or sorcery spell you cast each turn"),
    )
    made.marks("bolt", told=["first instant or sorcery spell you cast each turn"])
    result = solve(made)
    assert (keywords(result, "bolt") - keywords(result, "bolt-2")) == {"Casualty 2"}
    assert not result.unsupported


def test_a_creature_spell_is_not_the_first_instant():
    """The kind of the counted spells is read from the board, whatever the event says."""
    made = board(source("The first instant or sorcery spell you cast each turn has casualty 2."))
    made.enters(BEAR, zone="stack", controller="A")
    made.marks("grizzly-bears", told=["first instant or sorcery spell you cast each turn"])
    assert keywords(solve(made), "grizzly-bears") == set()


def test_the_next_spell_is_not_there_yet():
    """611.2f: an effect about the next spell applies to that spell once it is cast."""
    made = board(source(""))
    made.resolves({"ability_of": "source", "text": "The next spell you cast this turn has convoke."}, as_="next")
    made.enters(BEAR, zone="stack", controller="A")
    made.marks("grizzly-bears", told=["next spell you cast this turn"])
    assert keywords(solve(made), "grizzly-bears") == {"Convoke"}


def test_spells_by_the_number_of_their_colors():
    """105.2: exactly two colours are neither one nor three."""
    made = board(source("Each instant and sorcery card in your graveyard that's exactly two colors has jump-start."))
    for name, cost in (("One", "{R}"), ("Two", "{R}{G}"), ("Three", "{R}{G}{W}")):
        made.enters(card(name, "Instant", "Draw a card.", cost=cost), zone="graveyard")
    result = solve(made)
    assert [id for id in ("one", "two", "three") if "Jump-start" in keywords(result, id)] == ["two"]


# --- The top of a library ---


def test_the_top_card_of_a_library_is_told():
    """401.2: a library is face down; who plays with the top card revealed tells which it is."""
    text = (
        "As long as the top card of your library is black, this creature and other Vampire creatures you control get"
        " +2/+1 and have flying."
    )
    made = board(source(text, "Creature — Vampire", "3/3"))
    made.enters(card("Ghoul", "Creature — Zombie", size="2/2", cost="{B}"), zone="library")
    result = solve(made)
    assert (size(result, "source"), result.unsupported) == (
        (3, 3),
        (("source", "not specified: the top card of your library"),),
    )
    made.marks("ghoul", top_of_library=True)
    result = solve(made)
    assert (size(result, "source"), keywords(result, "source")) == (
        (5, 4),
        {"Flying"},
    )
    assert not result.unsupported


def test_an_empty_library_has_no_top_card():
    """Nothing is missing from a library that is recorded as empty."""
    made = board(source("As long as the top card of your library is black, this creature gets +2/+1.", size="3/3"))
    made.player("A", library=0)
    result = solve(made)
    assert (size(result, "source"), result.unsupported) == ((3, 3), ())


# --- Conditions ---

PALADIN = (
    "As long as this creature is enchanted by exactly one Aura, it has base power and toughness 3/3.\n"
    "As long as this creature is enchanted by exactly two Auras, it has base power and toughness 5/5 and vigilance.\n"
    "As long as this creature is enchanted by three or more Auras, it has base power and toughness 10/10, vigilance,"
    " and trample."
)


@pytest.mark.parametrize(
    ("auras", "expected", "having"),
    [(0, (1, 1), set()), (1, (3, 3), set()), (2, (5, 5), {"Vigilance"}), (4, (10, 10), {"Vigilance", "Trample"})],
)
def test_so_many_auras(auras: int, expected: tuple[int, int], having: set[str]):
    """303.4: how many Auras are attached to it; each sentence is an ability of its own."""
    made = board(source(PALADIN))
    for _ in range(auras):
        made.enters(AURA, attached_to="source")
    result = solve(made)
    assert (size(result, "source"), keywords(result, "source") & {"Vigilance", "Trample"}) == (expected, having)


def test_at_least_so_much_more_life_than_at_the_start():
    """119, 103.4: 27 is seven more than 20, 26 is not."""
    made = board(
        source("As long as you have at least 7 life more than your starting life total, this creature gets +2/+2.")
    )
    made.player("A", life=26)
    assert size(solve(made), "source") == (1, 1)
    made.player("A", life=27)
    assert size(solve(made), "source") == (3, 3)


def test_fewer_than_so_many_cards():
    """Two cards are not fewer than two."""
    made = board(source("As long as there are fewer than two cards in your graveyard, this creature gets +1/+0."))
    made.enters(BOLT, zone="graveyard")
    assert size(solve(made), "source") == (2, 1)
    made.enters(BOLT, zone="graveyard")
    assert size(solve(made), "source") == (1, 1)


def test_kinds_of_counters_among_a_group():
    """Two kinds on two creatures are two, however many there are."""
    text = (
        "As long as there are two or more different kinds of counters among creatures you control, this creature gets"
        " +2/+4."
    )
    made = board(source(text), BEAR)
    made.counters("source", put={"charge": 3})
    assert size(solve(made), "source") == (1, 1)
    made.counters("grizzly-bears", put={"oil": 1})
    assert size(solve(made), "source") == (3, 5)


def test_exactly_one_counter():
    """ "It" is the object on which the condition counts."""
    made = board(source("As long as there is exactly one tide counter on this creature, it gets -1/-1.", size="3/3"))
    made.counters("source", put={"tide": 1})
    assert size(solve(made), "source") == (2, 2)
    made.counters("source", put={"tide": 1})
    assert size(solve(made), "source") == (3, 3)


def test_another_aura_is_another_than_this_one():
    """303.4: the Aura that says so does not count."""
    text = "Enchant creature\nAs long as another Aura is attached to enchanted creature, it has first strike."
    made = board(BEAR)
    made.enters(source(text, "Enchantment — Aura"), attached_to="grizzly-bears", controller="A")
    assert keywords(solve(made), "grizzly-bears") == set()
    made.enters(AURA, attached_to="grizzly-bears", controller="A")
    assert keywords(solve(made), "grizzly-bears") == {"First strike"}


def test_another_player_controls_what_is_enchanted():
    """ "Otherwise" is whenever you control it yourself."""
    text = (
        "Enchant creature\nAs long as another player controls enchanted creature, it can't attack or block. Otherwise,"
        " this Aura has umbra armor."
    )
    made = board(BEAR)
    made.enters(BEAR, controller="B")
    made.enters(source(text, "Enchantment — Aura"), attached_to="grizzly-bears", controller="A")
    assert "Umbra armor" in keywords(solve(made), "source")
    made.attaches("source", to="grizzly-bears-2")
    assert "Umbra armor" not in keywords(solve(made), "source")


def test_its_size_by_what_it_is_doing():
    """Two sentences with opposite conditions set base power and toughness (613.4b); both CDA-like words have one."""
    text = (
        "As long as ~ isn't attacking, its power and toughness are each equal to the number of Forests you control."
        " As long as ~ is attacking, its power and toughness are each equal to the number of Forests defending player"
        " controls."
    )
    made = board(source(text.replace("~", "Source"), size="*/*"), FOREST, FOREST)
    made.enters(FOREST, controller="B")
    assert size(solve(made), "source") == (2, 2)
    made.marks("source", attacking=True)
    assert size(solve(made), "source") == (1, 1)


def test_what_it_is_off_the_battlefield():
    """113.6b: an ability that says in which zones it works, works there, and not on the battlefield."""
    text = "As long as Source isn't on the battlefield, it's a 1/1 Insect creature in addition to its other types."
    made = board(source(text, "Legendary Planeswalker — Grist", loyalty="3"))
    made.enters(source(text, "Legendary Planeswalker — Grist", loyalty="3"), zone="graveyard")
    result = solve(made)
    assert (result["source"].types, result["source-2"].types) == (("Planeswalker",), ("Planeswalker", "Creature"))
    assert size(result, "source-2") == (1, 1)


# --- Two at once ---


def test_for_each_and_for_each():
    """Three creatures and one Aura of A: +4/+4 on both."""
    text = (
        "This creature and enchanted creature each get +1/+1 for each creature you control and +1/+1 for each Aura you"
        " control."
    )
    made = board(BEAR, BEAR, source(text), AURA)
    made.attaches("source", to="grizzly-bears")
    result = solve(made)
    assert (size(result, "source"), size(result, "grizzly-bears")) == ((5, 5), (6, 6))
    assert size(result, "grizzly-bears-2") == (2, 2)


def test_you_and_two_groups():
    """702.11c: players have hexproof, too; the source is no other creature."""
    made = board(source("You, planeswalkers you control, and other creatures you control have hexproof."), BEAR, WALKER)
    result = solve(made)
    assert [english(held) for held in result.players["A"].abilities] == ["Hexproof"]
    assert result.players["B"].abilities == ()
    assert [id for id in ("source", "grizzly-bears", "walker") if "Hexproof" in keywords(result, id)] == [
        "grizzly-bears", "walker",
    ]  # fmt: skip


# --- Numbers ---


def test_numbers_that_an_object_keeps():
    """607.2d: the number chosen last is the source's own."""
    text = "Source's power is equal to the last chosen number and its toughness is equal to 7 minus that number."
    made = board(source(text, size="*/7-*"))
    made.chooses("source", number=2)
    made.chooses("source", number=3)
    assert size(solve(made), "source") == (3, 4)


def test_players_who_have_lost():
    """104.3: one of three has lost."""
    made = board(source("This creature gets +10/+10 for each player who has lost the game."), players=("A", "B", "C"))
    made.player("C", lost=1)
    assert size(solve(made), "source") == (11, 11)


# --- Players ---


def test_a_hand_size_that_counts():
    """613.11: what the number is, is asked after the layers."""
    made = board(
        source("Your maximum hand size is equal to the number of hour counters on this enchantment.", "Enchantment")
    )
    made.counters("source", put={"hour": 3})
    result = solve(made)
    assert (result.players["A"].max_hand_size, result.players["B"].max_hand_size) == (3, 7)


def test_the_chosen_players_hand_size():
    """607.2d: the player chosen for the source."""
    made = board(source("The chosen player's maximum hand size is four.", "Artifact"))
    made.chooses("source", player="B")
    result = solve(made)
    assert (result.players["A"].max_hand_size, result.players["B"].max_hand_size) == (7, 4)


def test_no_maximum_for_the_rest_of_the_game():
    """402.2: a sentence about hand sizes is an effect, in a resolving text too, and outlasts the turn."""
    made = board(source(""))
    text = "Draw two cards. You have no maximum hand size for the rest of the game."
    made.resolves({"ability_of": "source", "text": text}, as_="wisdom")
    made.ends("turn")
    assert solve(made).players["A"].max_hand_size is None


@pytest.mark.parametrize(
    "text",
    [
        "You may play three additional lands.",
        "Each opponent's maximum hand size is equal to seven minus the number of those card types.",
    ],
)
def test_what_hand_sizes_and_land_plays_are_is_never_passed_over(text: str):
    """613.11 concerns it: such a line is understood or refused."""
    assert [type(ability).__name__ for ability in read_line(text)] == ["UnsupportedAbility"]


# --- More conditions ---


def test_what_blocks_it_and_what_it_blocks():
    """509.1g-h: two blockers of it; a Goblin that it blocks, or that blocks it."""
    text = "This creature gets -2/-0 as long as two or more creatures are blocking it."
    made = board(source(text, size="3/3"))
    made.enters(BEAR, controller="B")
    made.enters(BEAR, controller="B")
    made.marks("source", attacking=True)
    made.marks("grizzly-bears", blocking_which="source")
    assert size(solve(made), "source") == (3, 3)
    made.marks("grizzly-bears-2", blocking_which="source")
    assert size(solve(made), "source") == (1, 3)


def test_equipped_and_blocked_by_a_goblin():
    """509.1h: "it" is the equipped creature, not the Equipment."""
    text = "Equipped creature has first strike as long as it's blocking or blocked by a Goblin or Orc.\nEquip {2}"
    made = board(BEAR, source(text, "Artifact — Equipment"))
    made.attaches("source", to="grizzly-bears")
    made.enters(card("Goblin", "Creature — Goblin", size="1/1"), controller="B")
    made.marks("grizzly-bears", attacking=True)
    assert keywords(solve(made), "grizzly-bears") == set()
    made.marks("goblin", blocking_which="grizzly-bears")
    assert keywords(solve(made), "grizzly-bears") == {"First strike"}


def test_a_creature_with_a_counter():
    """Any creature, an opponent's too."""
    made = board(source("As long as a creature has a -1/-1 counter on it, this creature has vigilance."))
    made.enters(BEAR, controller="B")
    assert keywords(solve(made), "source") == set()
    made.counters("grizzly-bears", put={"-1/-1": 1})
    assert keywords(solve(made), "source") == {"Vigilance"}


def test_an_x_of_the_group():
    """107.3: the X of "mana value X or less" is what the end of the sentence says; three life were lost."""
    text = (
        "Spells you cast with mana value X or less have cascade, where X is the total amount of life your opponents"
        " have lost this turn."
    )
    made = board(source(text))
    made.enters(card("Three", "Sorcery", "Draw a card.", cost="{2}{R}"), zone="stack", controller="A")
    made.enters(card("Four", "Sorcery", "Draw a card.", cost="{3}{R}"), zone="stack", controller="A")
    made.player("B", life_lost=3)
    result = solve(made)
    assert [id for id in ("three", "four") if "Cascade" in keywords(result, id)] == ["three"]


def test_exiled_cards_and_their_counters():
    """406.1: "exiled" is in exile; what is true of flying is true of haste."""
    text = (
        "As long as an exiled creature card with a blood counter on it has flying, this creature has flying. The same"
        " is true for haste and vigilance."
    )
    made = board(source(text))
    made.enters(card("Bat", "Creature — Bat", "Flying, haste", size="1/1"), zone="exile")
    assert keywords(solve(made), "source") == set()
    made.counters("bat", put={"blood": 1})
    assert keywords(solve(made), "source") == {"Flying", "Haste"}


def test_what_it_has_not_done_is_told():
    """The condition speaks of the source, and so does "it"."""
    made = board(source("As long as Source hasn't dealt damage yet, it has hexproof and can't be blocked."))
    assert solve(made).unsupported == (("source", "~ hasn't dealt damage yet"),)
    made.marks("source", told=["~ hasn't dealt damage yet"])
    assert keywords(solve(made), "source") == {"Hexproof"}


def test_unspent_mana():
    """106.4: as much as the timeline tells."""
    made = board(source("Source gets +1/+1 for each unspent green mana you have."))
    made.player("A", green_mana=4)
    assert size(solve(made), "source") == (5, 5)
