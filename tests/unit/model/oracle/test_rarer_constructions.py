"""More constructions that a few cards have: boards with what the rules make of each, and the plain solver's answer."""

from __future__ import annotations

import pytest

import mtglayers
from mtglayers import Board
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.oracle.printing.sentences import english
from mtglayers.model.oracle.reading.resolving import read_resolution

from ....support.boards import card
from .test_constructions import LAND, board, resolved, size, solve

# --- Groups ---


def test_base_power_is_what_the_layer_before_set():
    """208.4b: a bear made 1/1 in layer 7b has base power 1, also with a +1/+1 counter; an elf pumped to 1 does not."""
    made = board()
    text = "This creature gets +X/+0, where X is the number of other creatures you control with base power 1."
    made.enters(card("Voice", "Creature — Bird", text, "0/2"))
    made.enters(card("Wall", "Creature — Wall", "This creature gets +1/+0.", "0/4"))
    assert size(solve(made), "voice") == (0, 2)
    made.counters("bear", put={"+1/+1": 1})
    result = resolved(made, "Target creature has base power and toughness 1/1 until end of turn.", "bear", of="wall")
    assert (size(result, "bear"), size(result, "voice")) == ((2, 2), (1, 2))


def test_other_than_two_objects():
    """ "Creatures other than ~ and the chosen creature": neither of them, nor anything else that is no creature."""
    made = board()
    made.enters(card("Elf", "Creature — Elf", size="3/3"))
    text = "Choose a creature an opponent controls. Until end of turn, creatures other than ~ and the chosen creature"
    result = resolved(made, f"{text} get -2/-1.", chosen={"object": "ox"})
    assert [size(result, thing) for thing in ("bear", "ox", "elf")] == [(2, 2), (2, 4), (1, 2)]


def test_other_than_the_source_and_the_enchanted_creature():
    """Both are excluded, wherever the Aura is."""
    made = board()
    made.enters(card("Elf", "Creature — Elf", size="3/3"))
    text = "Enchant creature\nCreatures other than this creature and enchanted creature get -1/-1."
    made.enters(card("Veil", "Enchantment — Aura", text), attached_to="bear")
    assert [size(solve(made), thing) for thing in ("bear", "ox", "elf")] == [(2, 2), (1, 3), (2, 2)]


# --- Conditions ---


def test_unlocked_doors():
    """709.5: each half whose door is unlocked counts; a Room that another player controls does not."""
    made = board()
    text = "This creature gets +3/+0 as long as there are two or more unlocked doors among Rooms you control."
    made.enters(card("Rager", "Creature — Spirit", text, "2/2"))
    attic = {
        "name": "Attic // Cellar", "layout": "split", "type_line": "Enchantment — Room // Enchantment — Room",
        "card_faces": [
            {"name": name, "type_line": "Enchantment — Room", "mana_cost": "{1}{R}", "oracle_text": ""}
            for name in ("Attic", "Cellar")
        ],
    }  # fmt: skip
    made.enters(attic, as_="mine")
    made.enters(attic, as_="theirs", controller="Ben")
    made.marks("mine", unlocked=["Attic"])
    made.marks("theirs", unlocked=["Attic"])
    assert size(solve(made), "rager") == (2, 2)
    made.marks("mine", unlocked=["Attic", "Cellar"])
    assert size(solve(made), "rager") == (5, 2)


def test_during_a_step():
    """A board knows whose turn it is, but not the step; the source records it."""
    made = board()
    made.enters(card("Khan", "Creature — Orc", "During your end step, creatures you control have menace.", "2/4"))
    found = mtglayers.solve(made)
    assert Keyword("Menace") not in found["bear"].abilities
    made.marks("khan", told=["during your end step"])
    result = solve(made)
    assert [Keyword("Menace") in result[thing].abilities for thing in ("bear", "ox")] == [True, False]


def test_minus_the_number_that_the_condition_counts():
    """402.2: with four card types in the graveyard, three cards; with three types, the condition is false."""
    made = board()
    text = (
        "As long as there are four or more card types among cards in your graveyard, each opponent's maximum hand size"
        " is equal to seven minus the number of those card types."
    )
    made.enters(card("Guide", "Creature — Human Warlock", text, "3/4"))
    for name, types in (("A", "Artifact Creature"), ("B", "Land"), ("C", "Instant")):
        assert solve(made).players["Ben"].max_hand_size == 7
        made.enters(card(name, types), zone="graveyard")
    result = solve(made)
    assert [result.players[name].max_hand_size for name in ("Ana", "Ben")] == [7, 3]


def test_enchanted_equipped_and_with_a_counter():
    """All three must be true (301.5, 303.4)."""
    made = board()
    text = "As long as ~ is enchanted, equipped, and has a counter on it, ~ has flying."
    made.enters(card("Warlord", "Creature — Ogre", text, "3/4"))
    made.enters(card("Veil", "Enchantment — Aura", "Enchant creature"), attached_to="warlord")
    made.counters("warlord", put={"shield": 1})
    assert Keyword("Flying") not in solve(made)["warlord"].abilities
    made.enters(card("Sword", "Artifact — Equipment", "Equip {1}"))
    made.attaches("sword", to="warlord")
    assert Keyword("Flying") in solve(made)["warlord"].abilities
    made.counters("warlord", remove={"shield": 1})
    assert Keyword("Flying") not in solve(made)["warlord"].abilities


def test_escapes_with_an_ability():
    """702.138d: only if it escaped."""
    made = board()
    text = 'This creature escapes with "Whenever this creature attacks, draw a card."'
    made.enters(card("Robber", "Creature — Bird", text, "3/3"))
    assert len(mtglayers.solve(made)["robber"].abilities) == 1
    made.marks("robber", told=["this creature escaped"])
    own, given = solve(made)["robber"].abilities
    assert (english(own), english(given)) == (text, "Whenever this creature attacks, draw a card.")


def test_two_spells_in_order():
    """611.2f: each of the two spells gets the ability when it is cast (layer 6 of a spell); others do not."""
    made = board()
    text = "The next instant spell and the next sorcery spell you cast this turn each have cascade."
    made.resolves({"ability_of": "bear", "text": text}, as_="fx")
    for name, types in (("Bolt", "Instant"), ("Shock", "Instant"), ("Divination", "Sorcery")):
        made.enters(card(name, types), zone="stack")
    made.marks("bolt", told=["next instant spell you cast this turn"])
    made.marks("divination", told=["next sorcery spell you cast this turn"])
    result = solve(made)
    names = ("bolt", "shock", "divination", "bear")
    assert [Keyword("Cascade") in result[name].abilities for name in names] == [True, False, True, False]


# --- What an event names ---


def test_radiance_after_an_instruction():
    """611.2c: the group is determined as the ability resolves; "other" means other than the target."""
    made = board()
    made.enters(card("Elf", "Creature — Elf", size="1/1", cost="{G}"), controller="Ben")
    text = "Untap target creature and each other creature that shares a color with it. Those creatures get +2/+0"
    result = resolved(made, f"{text} until end of turn.", "bear")
    assert [size(result, thing) for thing in ("bear", "elf", "ox")] == [(4, 2), (3, 1), (2, 4)]


@pytest.mark.parametrize(("types", "numbers"), [("Land — Swamp", (4, 2)), ("Land — Island", (3, 2))])
def test_instead_if_the_objects_of_the_trigger_fits(types, numbers):
    """The second sentence replaces the first one if the land is a Swamp; then only the second bonus applies."""
    made = board()
    made.enters(card("Overseer", "Creature — Vampire", size="3/4"))
    made.enters(card("Place", types))
    text = (
        "Whenever a land you control enters, other creatures you control get +1/+0 until end of turn. If that land is a"
        " Swamp, those creatures get +2/+0 until end of turn instead."
    )
    result = resolved(made, text, "place", of="overseer")
    assert [size(result, thing) for thing in ("bear", "overseer", "ox")] == [numbers, (3, 4), (2, 4)]


def test_the_numbers_of_an_exiled_card():
    """The event names the card; a land card has neither numbers nor an effect."""
    made = board()
    made.enters(card("Angel", "Creature — Angel", size="4/5"), zone="exile")
    made.enters(card("Plain", "Land — Plains"), zone="exile")
    text = (
        "Whenever this creature attacks, exile the top card of your library. If it's a creature card, this creature"
        " gets +X/+Y until end of turn, where X is the exiled creature card's power and Y is its toughness."
    )
    assert size(resolved(made.copy(), text, "angel"), "bear") == (6, 7)
    assert size(resolved(made, text, "plain"), "bear") == (2, 2)


@pytest.mark.parametrize(("types", "numbers"), [("Land", (2, 2)), ("Instant", (5, 5))])
def test_what_a_revealed_card_decides(types, numbers):
    """ "Otherwise, it" is the enchanted creature, whatever the card is."""
    made = board()
    text = (
        "At the beginning of the upkeep of enchanted creature's controller, that player reveals the top card of their"
        " library. If that card is a land card, destroy that creature. Otherwise, it gets +3/+3 until end of turn."
    )
    made.enters(card("Paroxysm", "Enchantment — Aura", f"Enchant creature\n{text}"), attached_to="bear")
    made.enters(card("Top", types), zone="library")
    made.resolves({"ability_of": "paroxysm", "index": 2}, as_="fx", targets=["top"])
    assert size(mtglayers.solve(made), "bear") == numbers


def test_exchanged_with_what_a_player_chooses():
    """701.12b: the permanent that entered and the target change sides; nothing happens between one player's."""
    made = board()
    text = (
        "Whenever an artifact, creature, or enchantment enters, its controller chooses target permanent another player"
        " controls that shares a card type with it. Exchange control of those permanents."
    )
    made.enters(card("Ranks", "Enchantment", text), as_="ranks")
    made.resolves({"ability_of": "ranks", "index": 1}, as_="fx", targets=["ox", "bear"])
    result = solve(made)
    assert [result[thing].controller for thing in ("bear", "ox")] == ["Ben", "Ana"]


def test_that_ability_is_not_given_twice():
    """The condition is checked as the ability resolves (608.2c): the second time, the creature has the ability."""
    made = board()
    text = (
        "{T}: Put a music counter on target creature. If it doesn't have \"At the beginning of your upkeep, draw a"
        ' card," it gains that ability.'
    )
    for name in ("one", "two"):
        made.resolves({"ability_of": "bear", "text": text}, as_=name, targets=["ox"])
        made.counters("ox", put={"music": 1})
    (ability,) = solve(made)["ox"].abilities
    assert english(ability) == "At the beginning of your upkeep, draw a card."


def test_the_other_abilities_of_a_card():
    """All printed abilities except the one that resolves; the card itself is in exile by then."""
    made = board()
    text = (
        "Flying\nWhenever this creature attacks, draw a card.\n{2}{U}, Exile this card from your graveyard: Put a +1/+1"
        " counter on target creature you control. It gains this card's other abilities."
    )
    made.enters(card("Host", "Creature — Symbiote", text, "1/1"), zone="exile")
    made.resolves({"ability_of": "host", "index": 3}, as_="fx", targets=["bear"])
    made.counters("bear", put={"+1/+1": 1})
    found = [english(ability) for ability in solve(made)["bear"].abilities]
    assert found == ["Flying", "Whenever this creature attacks, draw a card."]


@pytest.mark.parametrize(("mode", "option", "keyword"), [(1, None, None), (2, 3, "Trample"), (2, 1, "Banding")])
def test_a_counter_or_an_ability(mode, option, keyword):
    """608.2d: the player chooses between the instructions, and then one of the abilities."""
    made = board()
    text = "{G}: Put a +1/+1 counter on target creature or that creature gains banding, first strike, or trample."
    chosen = {} if option is None else {"chosen": {"option": option}}
    made.resolves({"ability_of": "bear", "text": text}, as_="fx", targets=["ox"], mode=mode, **chosen)
    if mode == 1:
        made.counters("ox", put={"+1/+1": 1})
    given = [ability.name for ability in solve(made)["ox"].abilities if isinstance(ability, Keyword)]
    assert given == ([keyword] if keyword else [])


def test_a_choice_for_each_of_several_targets():
    """701.55a: the event names the creatures whose controllers chose the first option."""
    made = board()
    made.enters(card("Elf", "Creature — Elf", size="1/1", cost="{G}"), controller="Ben")
    text = (
        "Choose up to four target creatures you don't control. For each of them, that creature's controller faces a"
        " villainous choice — That creature becomes a 1/1 white Human creature and loses all abilities, or you create a"
        " token that's a copy of it."
    )
    made.resolves({"ability_of": "bear", "text": text}, as_="fx", targets=["ox", "elf"], chosen={"object": "ox"})
    result = mtglayers.solve(made)
    assert [(size(result, thing), list(result[thing].subtypes)) for thing in ("ox", "elf")] == [
        ((1, 1), ["Human"]), ((1, 1), ["Elf"]),
    ]  # fmt: skip


def test_control_while_another_object_is_attached():
    """611.2b: the effect ends for good as the Aura leaves the permanent."""
    made = board()
    text = (
        "Whenever an Aura you control becomes attached to a nonland permanent an opponent controls, gain control of"
        " that permanent for as long as that Aura is attached to it."
    )
    made.enters(card("Veil", "Enchantment — Aura", "Enchant creature"), attached_to="ox")
    made.resolves({"ability_of": "bear", "text": text}, as_="fx", targets=["ox"], chosen={"object": "veil"})
    assert solve(made)["ox"].controller == "Ana"
    made.attaches("veil", to="bear")
    assert solve(made)["ox"].controller == "Ben"
    made.attaches("veil", to="ox")
    assert solve(made)["ox"].controller == "Ben"


def test_doubled_several_times():
    """701.10b: a power of 2, doubled three times, is 16; of 0, it stays 0."""
    made = board()
    text = "Until end of turn, double target creature's power X times."
    assert size(resolved(made.copy(), text, "bear", x=3), "bear") == (16, 2)
    assert size(resolved(made.copy(), text, "bear", x=0), "bear") == (2, 2)
    made.enters(card("Wall", "Creature — Wall", size="0/4"))
    assert size(resolved(made, text, "wall", x=5), "wall") == (0, 4)


def test_an_opponent_may_gain_control():
    """The event names the creature; without an event, the opponent has not chosen to."""
    made = board()
    text = (
        "Sacrifice two Swamps. If you can't, tap this creature, and an opponent may gain control of a creature you"
        " control of their choice for as long as this creature remains on the battlefield."
    )
    made.enters(card("Denizen", "Creature — Demon", size="5/7"))
    keys = {"told": ["you can't"], "chosen": {"object": "bear"}}
    made.resolves({"ability_of": "denizen", "text": text}, as_="fx", **keys)
    assert mtglayers.solve(made)["bear"].controller == "Ben"
    made.leaves("denizen")
    assert mtglayers.solve(made)["bear"].controller == "Ana"


def test_a_cumulative_upkeep_that_takes_control():
    """702.24a: paying the cost is an event of its own; it names the land."""
    made = board()
    made.enters(LAND, controller="Ben")
    text = "Cumulative upkeep—Gain control of a land you don't control."
    made.enters(card("Herald", "Creature — Avatar", text, "2/4"))
    made.counters("herald", put={"age": 1})
    made.resolves({"ability_of": "herald", "index": 1}, as_="fx", chosen={"object": "field"})
    result = solve(made)
    assert (result["field"].controller, result["herald"].abilities[0].name) == ("Ana", "Cumulative upkeep")


def test_the_player_whom_each_creature_attacks():
    """508.5: each attacking creature counts the creatures of the player whom it attacks."""
    made = Board(("Ana", "Ben", "Cas"))
    for name, controller in (("Bear", "Ana"), ("Elf", "Ana"), ("Idle", "Ana"), ("Ox", "Ben"), ("Cow", "Ben")):
        made.enters(card(name, "Creature — Beast", size="2/2"), controller=controller)
    made.enters(card("Rat", "Creature — Rat", size="1/1"), controller="Cas")
    made.marks("bear", attacking=True, attacks="Ben")
    made.marks("elf", attacking=True, attacks="Cas")
    text = (
        "Each creature you control attacking a player gets +1/+0 until end of turn for each creature that player"
        " controls."
    )
    result = resolved(made, text)
    assert [size(result, thing) for thing in ("bear", "elf", "idle")] == [(4, 2), (3, 2), (2, 2)]


def test_each_of_several_for_as_long_as_it_has_a_counter():
    """611.2b: the effect ends for each land by itself, and does not begin again with another counter."""
    made = board()
    for name in ("One", "Two"):
        made.enters(card(name, "Land"))
    text = (
        "Choose any number of target lands you control and put an awakening counter on each of them. Each of those"
        " lands is an 8/8 green Elemental creature for as long as it has an awakening counter on it. They're still"
        " lands."
    )
    for name in ("one", "two"):
        made.counters(name, put={"awakening": 1})
    made.resolves({"ability_of": "bear", "text": text}, as_="fx", targets=["one", "two"])
    assert [size(mtglayers.solve(made), name) for name in ("one", "two")] == [(8, 8), (8, 8)]
    made.counters("one", remove={"awakening": 1})
    made.counters("one", put={"awakening": 1})
    assert [size(mtglayers.solve(made), name) for name in ("one", "two")] == [(None, None), (8, 8)]


def test_the_size_of_the_source():
    """611.2d: the numbers are determined as the ability resolves, in layer 7b."""
    made = board()
    made.enters(LAND)
    made.counters("bear", put={"+1/+1": 1})
    text = (
        "When this creature enters, if you cast it, untap target land you control. It becomes a Treefolk creature with"
        " haste and base power and toughness equal to this creature's power and toughness. It's still a land."
    )
    result = resolved(made, text, "field")
    assert (size(result, "field"), sorted(result["field"].types)) == ((3, 3), ["Creature", "Land"])
    made.counters("bear", put={"+1/+1": 1})
    assert size(solve(made), "field") == (3, 3)


def test_one_object_or_another():
    """608.2d: the event names the creature that a player chose; X is the number of cards in hand."""
    made = board()
    made.player("Ana", hand=3)
    text = (
        "Equipped creature or a creature you control named Bear gets +X/+X until end of turn, where X is the number of"
        " cards in your hand."
    )
    assert size(resolved(made, text, of="ox", chosen={"object": "bear"}), "bear") == (2, 2)  # Ben has no cards
    made.resolves({"ability_of": "bear", "text": text}, as_="two", chosen={"object": "bear"})
    assert size(solve(made), "bear") == (5, 5)


def test_an_ability_chosen_as_a_cost():
    """One target loses the ability, and the other gets it."""
    made = board()
    made.enters(card("Bird", "Creature — Bird", "Flying\nTrample", "1/1"))
    text = (
        "{2}, {T}, Choose flying, first strike, trample, or shadow: Until end of turn, target creature with the chosen"
        " ability loses it and another target creature gains it."
    )
    result = resolved(made, text, "bird", "bear", chosen={"option": 3})
    assert result["bird"].abilities == (Keyword("Flying"),)
    assert result["bear"].abilities == (Keyword("Trample"),)


def test_the_other_card_that_returns():
    """400.7: the event names the object that the card became."""
    made = board()
    text = (
        "Choose up to two target creature cards in your graveyard. An opponent chooses one of them. Return that card to"
        " your hand. Return the other to the battlefield under your control. It gains haste. Exile it at the beginning"
        " of the next end step."
    )
    (clause,) = read_resolution(text).clauses
    for name in ("One", "Two"):
        made.enters(card(name, "Creature — Bear", size="1/1"), zone="graveyard")
    made.resolves({"ability_of": "bear", "text": text}, as_="fx", targets=["one", "two"], chosen={"object": "bear"})
    assert Keyword("Haste") in mtglayers.solve(made)["bear"].abilities
    assert english(clause) == "It gains haste."


@pytest.mark.parametrize(("told", "numbers"), [("the number is odd", (3, 3)), ("the number is even", (1, 1))])
def test_what_a_count_decides(told, numbers):
    """The event records the number that was counted as the ability began to resolve."""
    made = board()
    made.enters(card("Goblin", "Creature — Goblin", size="2/2", cost="{R}"))
    text = (
        "At the beginning of each upkeep, count the number of permanents. If the number is odd, until end of turn, red"
        " creatures get +1/+1 and whenever a player taps a Mountain for mana, that player adds an additional {R}. If"
        " the number is even, until end of turn, red creatures get -1/-1 and if a player taps a Mountain for mana, that"
        " Mountain produces colorless mana instead of any other type."
    )
    result = resolved(made, text, told=[told])
    assert (size(result, "goblin"), size(result, "bear")) == (numbers, (2, 2))


# --- Options ---


@pytest.mark.parametrize(
    ("mode", "numbers", "type", "keyword"), [(1, (1, 3), "Turtle", "Hexproof"), (3, (3, 3), "Elephant", "Trample")]
)
def test_options_with_a_size_a_type_and_an_ability(mode, numbers, type, keyword):
    """700.2: the mode says what the sentence before the modes leaves open (layers 4, 6 and 7b)."""
    text = (
        "Choose one. Until end of turn, target creature you control has that base power and toughness, becomes that"
        " creature type, and gains that ability.\n• 1/3 Turtle with hexproof.\n• 1/5 Spider with reach.\n"
        "• 3/3 Elephant with trample."
    )
    result = resolved(board(), text, "bear", mode=mode)
    assert (size(result, "bear"), list(result["bear"].subtypes)) == (numbers, [type])
    assert result["bear"].abilities == (Keyword(keyword),)


def test_a_chosen_size():
    """ "The chosen base power and toughness" is that of the mode."""
    text = (
        'Until end of turn, target creature you control gains "When this creature dies, draw a card" and has the chosen'
        " base power and toughness.\n• Galian Beast — {0} — 3/2.\n• Death Gigas — {1} — 5/2."
    )
    result = resolved(board(), text, "bear", mode=2)
    assert (size(result, "bear"), len(result["bear"].abilities)) == ((5, 2), 1)


def test_protection_from_one_color_after_another():
    """Each condition is checked once, as the spell resolves (608.2c)."""
    made = board()
    for name in ("Plains", "Swamp"):
        made.enters(card(name, f"Basic Land — {name}"))
    text = (
        "Until end of turn, creatures you control gain protection from white if you control a Plains, from blue if you"
        " control an Island, and from black if you control a Swamp."
    )
    result = resolved(made, text)
    assert set(result["bear"].abilities) == {Keyword("Protection", color=color) for color in "WB"}
    made.leaves("plains")
    assert set(solve(made)["bear"].abilities) == {Keyword("Protection", color=color) for color in "WB"}


def test_landwalk_of_each_basic_land_type():
    """702.14: one landwalk ability for each basic land type, also of a land with two; no other land types."""
    made = board()
    made.enters(card("Grove", "Land — Forest Island"))
    made.enters(card("Isle", "Basic Land — Island"))
    made.enters(card("Portal", "Land — Gate"))
    made.enters(card("Swamp", "Basic Land — Swamp"), controller="Ben")
    text = "Domain — For each basic land type among lands you control, this creature has landwalk of that type."
    made.enters(card("Treefolk", "Creature — Treefolk", text, "2/6"))
    found = [ability.subtype for ability in solve(made)["treefolk"].abilities if isinstance(ability, Keyword)]
    assert sorted(found) == ["Forest", "Island"]


# --- Numbers ---


def test_a_color_that_is_not_tied_for_most_common():
    """Only nontoken permanents of the chosen player count; a tie is not enough."""
    made = board()
    text = (
        "White creatures get +1/+1 as long as the chosen color is the most common color among nontoken permanents the"
        " chosen player controls but isn't tied for most common."
    )
    made.enters(card("Call", "Enchantment", text))
    made.chooses("call", color="R", player="Ben")
    for name, cost in (("Goblin", "{R}"), ("Orc", "{R}")):
        assert size(solve(made), "ox") == (2, 4)  # Ben's Ox is white
        made.enters(card(name, "Creature — Goblin", size="1/1", cost=cost), controller="Ben")
    assert size(solve(made), "ox") == (3, 5)
    made.enters(card("Cow", "Creature — Ox", size="1/1", cost="{W}"), controller="Ben")
    assert size(solve(made), "ox") == (2, 4)


def test_a_condition_on_the_controller_of_each_object():
    """Ana controls one land, Ben four: only Ana's land has shroud; with three, Ben's do."""
    made = board()
    text = "Basic lands each player controls have shroud as long as that player controls three or fewer lands."
    made.enters(card("Prayers", "Enchantment", text))
    made.enters(card("Plains", "Basic Land — Plains"), as_="mine")
    for place in range(4):
        made.enters(card("Swamp", "Basic Land — Swamp"), as_=f"swamp-{place}", controller="Ben")
    result = solve(made)
    assert [Keyword("Shroud") in result[thing].abilities for thing in ("mine", "swamp-0")] == [True, False]
    made.leaves("swamp-3")
    assert Keyword("Shroud") in solve(made)["swamp-0"].abilities


def test_for_each_time_it_has_attacked():
    """508.1k: an attack counts once; more attacks are a number that the board records until the turn ends."""
    made = board()
    text = "Each creature you control gets +1/+0 for each time it has attacked this turn."
    made.enters(card("Moraug", "Creature — Minotaur", text, "6/6"))
    made.marks("bear", attacked_this_turn=True, attacks_this_turn=2)
    made.marks("moraug", attacked_this_turn=True)
    result = solve(made)
    assert [size(result, thing)[0] for thing in ("bear", "moraug", "ox")] == [4, 7, 2]
    made.ends("turn")
    result = solve(made)
    assert [size(result, thing)[0] for thing in ("bear", "moraug", "ox")] == [2, 6, 2]


def test_for_each_creature_chosen_before():
    """The event names the creatures in order: the first gets nothing, the third +2/+2."""
    made = board()
    for name in ("Elf", "Cat"):
        made.enters(card(name, f"Creature — {name}", size="1/1"))
    text = (
        "At the beginning of combat on your turn, choose creatures you control one at a time until each creature you"
        " control has been chosen. Each of those creatures gets +1/+1 until end of turn for each creature chosen"
        " before it."
    )
    result = resolved(made, text, chosen={"object": ["cat", "bear", "elf"]})
    assert [size(result, thing) for thing in ("cat", "bear", "elf")] == [(1, 1), (3, 3), (3, 3)]


# --- Stickers ---


def test_name_stickers():
    """123.6: each name sticker counts by its letters, also on another object than the one that gets the bonus."""
    made = board()
    text = (
        "Enchant creature\nEnchanted creature gets +0/+2 for each name sticker on this Aura with eight or more letters."
    )
    made.enters(card("Fight", "Enchantment — Aura", text), attached_to="bear")
    assert size(solve(made), "bear") == (2, 2)
    made.stickers("fight", put={"name": "Ancestral Hot Dog"})
    made.stickers("fight", put={"name": "Elemental"})
    made.stickers("fight", put={"name": "Eldrazi"})  # seven letters
    made.stickers("bear", put={"name": "Unstoppable"})
    assert size(solve(made), "bear") == (2, 6)
    result = resolved(made, "This creature gets +1/+0 until end of turn for each name sticker on it.")
    assert size(result, "bear") == (3, 6)


def test_abilities_of_stickers():
    """123.7: the abilities on the stickers on the Equipment, which has them, too."""
    made = board()
    text = "Equipped creature gets +1/+1 and has all abilities of ability stickers on this Equipment.\nEquip {2}"
    made.enters(card("Collection", "Artifact — Equipment", text))
    made.attaches("collection", to="bear")
    made.stickers("collection", put={"ability": "Flying"})
    made.stickers("ox", put={"ability": "Trample"})
    result = solve(made)
    assert (size(result, "bear"), result["bear"].abilities) == ((3, 3), (Keyword("Flying"),))
    made.attaches("collection", to="ox")
    assert set(solve(made)["ox"].abilities) == {Keyword("Flying"), Keyword("Trample")}


# --- Control ---


def test_an_exchange_between_two_players():
    """701.12b: either all of the creatures change sides, or none if the numbers differ."""
    made = Board(("Ana", "Ben", "Cas"))
    for name, controller in (("Bear", "Ana"), ("Elf", "Ben"), ("Cat", "Ben"), ("Ox", "Cas"), ("Cow", "Cas")):
        made.enters(card(name, "Creature — Beast", size="2/2"), controller=controller)
    text = (
        "Choose any number of creatures target player controls. Choose the same number of creatures another target"
        " player controls. Those players exchange control of those creatures."
    )
    keys = {"as_": "fx", "targets": ["Ben", "Cas"]}
    few, all_of_them = made.copy(), made.copy()
    few.resolves({"ability_of": "bear", "text": text}, chosen={"object": ["elf", "cat", "ox"]}, **keys)
    assert [mtglayers.solve(few)[thing].controller for thing in ("elf", "cat", "ox")] == ["Ben", "Ben", "Cas"]
    all_of_them.resolves({"ability_of": "bear", "text": text}, chosen={"object": ["elf", "ox", "cat", "cow"]}, **keys)
    found = mtglayers.solve(all_of_them)
    assert [found[thing].controller for thing in ("bear", "elf", "cat", "ox", "cow")] == [
        "Ana", "Cas", "Cas", "Ben", "Ben",
    ]  # fmt: skip
