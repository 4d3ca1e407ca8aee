"""What layer 3 changes: exchanged text boxes, the full text of a card, words wherever they stand (612)."""

from __future__ import annotations

import pytest

from mtglayers.model.effects.ability import Resolution, Static
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.operations.costs import ChangeCost
from mtglayers.model.effects.operations.players_and_rules import RuleText
from mtglayers.model.effects.operations.text import AddText, SetWords, TakeTextBox
from mtglayers.model.effects.rewording import reworded
from mtglayers.model.errors import LayersError
from mtglayers.model.oracle.printing.sentences import english
from mtglayers.model.oracle.reading.lines import read_line
from mtglayers.model.oracle.reading.resolving import read_resolution
from mtglayers.solver.solve import solve
from mtglayers.solver.wording import operation_words

from ....support.boards import BEAR, HUMILITY, MOON, board, card

FLYER = card("Drake", "Creature — Drake", "Flying", "2/1", cost="{2}{U}")
LORD = card("Goblin Chief", "Creature — Goblin", "Other Goblins you control get +1/+1.", "2/2", cost="{1}{R}")
GOBLIN = card("Goblin", "Creature — Goblin", size="1/1", cost="{R}")
WORDS = card(
    "Exchange of Words", "Enchantment",
    "When this enchantment enters, choose two target creatures. For as long as this enchantment remains on the "
    "battlefield, exchange the text boxes of those creatures.", cost="{2}{U}",
)  # fmt: skip


def exchanged(*cards, targets):
    """Return a board with these cards on which an Exchange of Words has exchanged two text boxes."""
    made = board(*cards)
    words = made.enters(WORDS)
    made.resolves({"ability_of": words, "index": 1}, as_="exchange", targets=targets)
    return made


def keywords(result, id):
    """Return the names of an object's keyword abilities."""
    return [ability.name for ability in result[id].abilities if isinstance(ability, Keyword)]


def test_exchange():
    """612.5: all the rules text of each, and nothing else: name, cost, types and size stay."""
    result = solve(exchanged(FLYER, LORD, GOBLIN, targets=["drake", "goblin-chief"]))

    assert result.unsupported == ()
    assert (result["drake"].name, result["drake"].mana_cost, result["drake"].subtypes) == (
        "Drake",
        "{2}{U}",
        ("Drake",),
    )
    assert (result["drake"].power, result["drake"].toughness) == (2, 1)
    assert keywords(result, "goblin-chief") == ["Flying"]
    # The Drake has the lord's words now: other Goblins, the Chief among them, get +1/+1.
    assert (result["goblin"].power, result["goblin-chief"].power) == (2, 3)
    assert result.layer("3").order == ("exchange",)


def test_an_exchange_under_humility():
    """612.5, 613.1c, 613.1f: what Humility takes is still printed, so it is exchanged; Humility takes it from both."""
    made = board(FLYER, LORD, GOBLIN, HUMILITY)
    words = made.enters(WORDS)
    made.resolves({"ability_of": words, "index": 1}, as_="exchange", targets=["drake", "goblin-chief"])
    result = solve(made)
    assert [(result[id].abilities, result[id].power) for id in ("drake", "goblin-chief", "goblin")] == [((), 1)] * 3
    made.leaves("humility")
    result = solve(made)

    assert (keywords(result, "goblin-chief"), result["goblin-chief"].power, result["goblin"].power) == (
        ["Flying"],
        3,
        2,
    )


def test_humility_after_an_exchange():
    """613.6: the lord's words act in layer 7c only, so nothing of them has started when Humility takes them."""
    made = exchanged(FLYER, LORD, GOBLIN, targets=["drake", "goblin-chief"])
    made.enters(HUMILITY)
    result = solve(made)

    assert (result["drake"].abilities, result["goblin-chief"].abilities, result["goblin"].power) == ((), (), 1)


def test_exchanged_rules_text_is_lost_to_blood_moon():
    """305.7: a land that becomes a Mountain loses its rules text, wherever that came from; 305.6: it taps for {R}."""
    grove = card("Grove", "Land Creature — Forest Dryad", "Trample", "1/1")
    made = exchanged(grove, FLYER, targets=["grove", "drake"])
    before = solve(made)
    made.enters(MOON)
    after = solve(made)

    # The mana ability of a Forest stands in no text box.
    assert (keywords(before, "grove"), len(before["grove"].abilities), keywords(before, "drake")) == (
        ["Flying"], 2, ["Trample"],
    )  # fmt: skip
    assert len(before["drake"].abilities) == 1
    assert (after["grove"].subtypes, keywords(after, "grove")) == (("Dryad", "Mountain"), [])
    assert [ability.text for ability in after["grove"].abilities] == ["{T}: Add {R}."]
    assert keywords(after, "drake") == ["Trample"]


def test_defining_abilities_travel_with_the_text():
    """604.3a: what a text-changing effect gives can be characteristic-defining; 208.2: a ``*`` without it is 0."""
    mare = card("Mare", "Creature — Nightmare", "Mare's power and toughness are each equal to the number of Swamps you "
                "control.", "*/*")  # fmt: skip
    motley = card("Motley", "Creature — Shapeshifter", "Motley is all colors.", "1/1", cost="{2}", colors=[])
    swamp = card("Swamp", "Basic Land — Swamp")
    result = solve(exchanged(mare, motley, BEAR, swamp, swamp, swamp, targets=["mare", "grizzly-bears"]))
    assert (result["grizzly-bears"].power, result["grizzly-bears"].toughness, result["mare"].power) == (3, 3, 0)
    assert [step.cda for step in result.layer("7a").steps] == [True]

    result = solve(exchanged(mare, motley, swamp, targets=["mare", "motley"]))
    assert (result["mare"].colors, result["motley"].colors) == (("W", "U", "B", "R", "G"), ())
    assert (result["motley"].power, result["mare"].power) == (1, 0)


def test_an_exchange_ends_with_its_enchantment():
    """611.2b: for as long as the enchantment remains; an exchange that would begin after that never does."""
    made = exchanged(FLYER, BEAR, targets=["drake", "grizzly-bears"])
    assert keywords(solve(made), "grizzly-bears") == ["Flying"]
    made.leaves("exchange-of-words")
    assert (keywords(solve(made), "drake"), keywords(solve(made), "grizzly-bears")) == (["Flying"], [])

    made = board(FLYER, BEAR, WORDS)
    made.leaves("exchange-of-words")
    made.resolves({"ability_of": "exchange-of-words", "index": 1}, as_="late", targets=["drake", "grizzly-bears"])
    assert keywords(solve(made), "drake") == ["Flying"]


def test_an_exchange_needs_both():
    """701.12a: if one of the two has gone, no part of the exchange occurs."""
    made = board(FLYER, LORD, GOBLIN, WORDS)
    made.leaves("goblin-chief")
    made.resolves({"ability_of": "exchange-of-words", "index": 1}, as_="half", targets=["drake", "goblin"])
    assert keywords(solve(made), "goblin") == ["Flying"]
    made.leaves("goblin")

    assert keywords(solve(made), "drake") == []  # it had begun, and goes on


def test_exchanges_are_fixed_as_they_begin():
    """611.2d: what each gets is the text the other had then; a later exchange changes nothing about the first."""
    reach = card("Spider", "Creature — Spider", "Reach", "2/4")
    made = exchanged(FLYER, BEAR, reach, targets=["drake", "grizzly-bears"])
    second = made.enters(WORDS)
    made.resolves({"ability_of": second, "index": 1}, as_="again", targets=["grizzly-bears", "spider"])
    result = solve(made)
    assert [keywords(result, id) for id in ("drake", "grizzly-bears", "spider")] == [[], ["Reach"], ["Flying"]]
    made.leaves("exchange-of-words")
    result = solve(made)

    # The first is over: the Drake has its own text again, and the second goes on with the text of its moment.
    assert [keywords(result, id) for id in ("drake", "grizzly-bears", "spider")] == [["Flying"], ["Reach"], ["Flying"]]


def test_exchanged_abilities_are_as_young_as_the_exchange():
    """613.7a: whether the exchange created the ability on its new object, no text says: a reading."""
    small = card("Small", "Creature", "Other creatures have base power and toughness 1/1.", "2/2")
    big = card("Big", "Enchantment", "Creatures have base power and toughness 3/3.")
    made = board(small, BEAR, GOBLIN, big)
    assert [solve(made)[id].power for id in ("small", "grizzly-bears", "goblin")] == [3, 3, 3]
    made.enters(WORDS)
    made.resolves({"ability_of": "exchange-of-words", "index": 1}, as_="swap", targets=["small", "grizzly-bears"])

    younger = solve(made, readings="copied-stamps")
    assert [solve(made)[id].power for id in ("small", "grizzly-bears", "goblin")] == [3, 3, 3]
    assert [younger[id].power for id in ("small", "grizzly-bears", "goblin")] == [1, 3, 1]
    assert "copied-stamps" in [reading.name for reading in solve(made).turns_on]


def test_an_exchange_takes_away_a_text_change():
    """613.8a: after the exchange, no ability generates the older text change, so it waits and no longer exists."""
    weaver = card("Weaver", "Enchantment Creature — Spirit", "As this creature enters, choose a color word.\nAll "
                  "instances of color words in the text of spells and permanents are changed to the chosen color word.",
                  "1/1")  # fmt: skip
    made = board(KNIGHT, BEAR)
    made.enters(weaver, chosen={"color": "R"})
    assert solve(made)["knight"].abilities == (Keyword("Protection", color="R"),)
    made.enters(WORDS)
    made.resolves({"ability_of": "exchange-of-words", "index": 1}, as_="swap", targets=["weaver", "grizzly-bears"])
    result = solve(made)
    (edge,) = result.layer("3").steps[0].graph.edges(data="reasons")

    # The Bear has those words now, but for it no colour word was ever chosen (607.2d).
    assert edge == ("weaver#2", "swap", ("existence",))
    assert (result["knight"].abilities, result["weaver"].abilities) == ((Keyword("Protection", color="B"),), ())
    assert len(result["grizzly-bears"].abilities) == 2


SLEIGHT = {"text": "Change the text of target spell or permanent by replacing all instances of one color word with "
                   "another."}  # fmt: skip
KNIGHT = card("Knight", "Creature — Human Knight", "Protection from black", "2/2", cost="{W}{W}")


@pytest.mark.parametrize("first", ["change", "exchange"])
def test_a_word_changed_before_and_after_an_exchange(first):
    """613.7: by timestamp; a word that was changed before is exchanged so, one that is changed after changes there."""
    made = board(KNIGHT, BEAR, WORDS)
    chosen = {"word_from": "black", "word_to": "red"}
    if first == "change":
        made.resolves(SLEIGHT, as_="change", targets=["knight"], chosen=chosen)
    made.resolves({"ability_of": "exchange-of-words", "index": 1}, as_="exchange", targets=["knight", "grizzly-bears"])
    if first == "exchange":
        made.resolves(SLEIGHT, as_="change", targets=["knight"], chosen=chosen)
    result = solve(made)

    color = "R" if first == "change" else "B"
    assert result["grizzly-bears"].abilities == (Keyword("Protection", color=color),)
    assert result["knight"].abilities == ()
    assert not result.layer("3").steps[0].graph.edges  # 613.8a: neither changes what the other does


def test_granted_abilities_and_copies_keep_out_of_it():
    """612.3: what an effect grants is in no text box; 707.2: a copy takes nothing of a text change."""
    wings = card("Wings", "Enchantment — Aura", "Enchant creature\nEnchanted creature has vigilance.")
    made = exchanged(FLYER, LORD, targets=["drake", "goblin-chief"])
    made.enters(wings, attached_to="drake")
    made.enters(card("Mirror", "Creature — Shapeshifter", "", "0/0"), copy_of="drake", as_="copy")
    result = solve(made)

    assert (keywords(result, "drake"), keywords(result, "goblin-chief")) == (["Vigilance"], ["Flying"])
    assert keywords(result, "copy") == ["Flying"]


def test_what_a_copy_effect_adds_is_text():
    """707.9a: an ability that a copy effect adds is part of the copiable values, so its words change, too (612.1)."""
    made = board(FLYER)
    made.enters(BEAR, copy_of="drake", as_="copy", except_="it has protection from black")
    made.resolves(SLEIGHT, as_="change", targets=["copy"], chosen={"word_from": "black", "word_to": "red"})

    assert solve(made)["copy"].abilities == (Keyword("Flying"), Keyword("Protection", color="R"))


@pytest.mark.parametrize("edition", ["E05", "2016-07-22", "2022-10-06"])
def test_no_text_boxes_are_exchanged_before_2022(edition):
    """A.9: the rules know of it since 2022-10-07; a board of before is refused, not guessed."""
    made = exchanged(FLYER, BEAR, targets=["drake", "grizzly-bears"])

    with pytest.raises(LayersError, match="2022-10-07"):
        solve(made, edition=edition)


def test_exchanged_as_it_enters():
    """612.5: "as it enters, you may exchange his text box and another creature's", told like an ability's effect."""
    fool = card("Fool", "Legendary Creature — Mutant", "As Fool enters, you may exchange his text box and another "
                "creature's.\nAt the beginning of your upkeep, you lose 3 life.", "4/4")  # fmt: skip
    made = board(FLYER, fool)
    assert keywords(solve(made), "fool") == []
    made.resolves({"ability_of": "fool", "index": 1}, as_="swap", chosen={"object": "drake"})
    result = solve(made)

    assert (keywords(result, "fool"), len(result["drake"].abilities)) == (["Flying"], 2)


def test_text_boxes_besides_its_own():
    """612.1: the text box of each card exiled with it, behind its own."""
    seraph = card("Seraph", "Artifact Creature — Angel", "Flying\nSeraph has the text box of each card exiled with "
                  "Seraph in addition to its own.", "4/4")  # fmt: skip
    walker = card("Walker", "Artifact Creature — Golem", "Vigilance\nOther creatures you control get +1/+1.", "1/1")
    made = board(seraph, BEAR)
    made.enters(walker, zone="exile")
    made.marks("walker", exiled_with="seraph")
    result = solve(made)

    assert (keywords(result, "seraph"), result["seraph"].name) == (["Flying", "Vigilance"], "Seraph")
    assert result["grizzly-bears"].power == 3


# --- The full text of another card ------------------------------------------------------------------------------

SHIFTER = card(
    "Shifter", "Creature — Shapeshifter",
    "As long as the top card of your graveyard is a creature card, this creature has the full text of that card and "
    'has the text "{2}: Discard a card."\n{2}: Discard a card.', "0/1", cost="{1}{U}{U}",
)  # fmt: skip


def test_the_full_text_is_everything_that_is_printed():
    """612.6: name, mana cost, colour, type line, text, power and toughness, and the text that comes besides."""
    made = board(SHIFTER, GOBLIN)
    made.enters({**LORD, "type_line": "Legendary Creature — Goblin"}, zone="graveyard", owner="A")
    found = solve(made)["shifter"]

    assert (found.name, found.mana_cost, found.mana_value, found.colors) == ("Goblin Chief", "{1}{R}", 2, ("R",))
    assert (found.supertypes, found.types, found.subtypes) == (("Legendary",), ("Creature",), ("Goblin",))
    assert (found.power, found.toughness, found.controller) == (2, 2, "A")
    assert [type(ability).__name__ for ability in found.abilities] == ["Static", "TextAbility"]
    assert solve(made)["goblin"].power == 2  # the lord's words are the Shifter's own now


def test_the_full_text_follows_the_top_card():
    """612.6, 611.3a: it is the card on top now; under any other card the Shifter is itself."""
    made = board(SHIFTER)
    made.enters(FLYER, zone="graveyard", owner="A")
    assert (solve(made)["shifter"].name, keywords(solve(made), "shifter")) == ("Drake", ["Flying"])
    made.enters(LORD, zone="graveyard", owner="A")
    assert (solve(made)["shifter"].name, keywords(solve(made), "shifter")) == ("Goblin Chief", [])
    made.enters(card("Shock", "Instant", "Shock deals 2 damage to any target."), zone="graveyard", owner="A")
    assert (solve(made)["shifter"].name, solve(made)["shifter"].toughness) == ("Shifter", 1)
    made.leaves("shock", to="exile")

    assert solve(made)["shifter"].name == "Goblin Chief"


def test_a_defining_ability_of_the_full_text():
    """604.3a, 612.6: a CDA in the text that it has defines the Shifter."""
    mare = card("Mare", "Creature — Nightmare", "Mare's power and toughness are each equal to the number of creatures "
                "you control.", "*/*")  # fmt: skip
    made = board(SHIFTER, BEAR, GOBLIN)
    made.enters(mare, zone="graveyard", owner="A")

    assert (solve(made)["shifter"].power, solve(made)["mare"].power) == (3, 3)


# --- Words ------------------------------------------------------------------------------------------------------

SWIRL = card(
    "Swirl", "Enchantment", "As this enchantment enters, choose a color word.\nAll instances of color words in the "
    "text of spells and permanents are changed to the chosen color word.", cost="{2}{U}{U}",
)  # fmt: skip
PALADIN = card("Paladin", "Creature — Knight", "Protection from black and from red\nBlack creatures get -1/-1.\n"
               "{W}: Target white creature gets +1/+1 until end of turn.", "2/2")  # fmt: skip
RAT = card("Rat", "Creature — Rat", size="1/1", cost="{B}")


def test_every_colour_word_becomes_the_chosen_one():
    """612.2: words in rules text, in every ability, as colour words; mana symbols and what objects are stay."""
    made = board(PALADIN, RAT, BEAR)
    made.enters(SWIRL, chosen={"color": "G"})
    result = solve(made)

    assert [ability.color for ability in result["paladin"].abilities[:2]] == ["G", "G"]
    assert result["paladin"].abilities[3].text == "{W}: Target green creature gets +1/+1 until end of turn."
    assert (result["rat"].power, result["rat"].colors, result["grizzly-bears"].power) == (1, ("B",), 1)


def test_a_swirl_without_a_word_is_reported():
    """607.2d: nothing is changed to a word that nobody chose, and the result says so."""
    result = solve(board(PALADIN, RAT, SWIRL))

    assert result.unsupported == (("swirl", "no color was chosen"),)
    assert result["rat"].power == 0


def test_two_swirls_go_by_timestamp():
    """613.7, 613.8a: each changes every color word; neither changes what the other says or does."""
    made = board(PALADIN, RAT, BEAR)
    made.enters(SWIRL, chosen={"color": "G"}, as_="first")
    made.enters(SWIRL, chosen={"color": "B"}, as_="second")
    result = solve(made)

    assert result.layer("3").order == ("first#2", "second#2")
    assert not result.layer("3").steps[0].graph.edges
    assert (result["rat"].power, result["grizzly-bears"].power) == (0, 2)


CHANGER = card(
    "Changer", "Enchantment", "As this enchantment enters, choose a color word.\nAs long as you control a black "
    "creature, all instances of color words in the text of spells and permanents are changed to the chosen color word.",
)  # fmt: skip


def test_a_text_change_that_depends_on_another():
    """613.8a, 612.2: another text change alters the words of its condition, so it waits although it is older."""
    made = board(PALADIN, RAT, BEAR)
    made.enters(CHANGER, chosen={"color": "R"})
    made.enters(SWIRL, chosen={"color": "W"})
    result = solve(made)
    (edge,) = result.layer("3").steps[0].graph.edges(data="reasons")

    # "A white creature": there is none, so after the other it does not exist at all.
    assert edge == ("changer#2", "swirl#2", ("existence",))
    assert result.layer("3").order == ("swirl#2",)
    assert [ability.color for ability in result["paladin"].abilities[:2]] == ["W", "W"]


def test_a_text_change_that_changes_its_own_words():
    """613.6: once it has begun it goes on, whatever its own condition says by then."""
    made = board(PALADIN, RAT, BEAR)
    made.enters(CHANGER, chosen={"color": "R"})
    result = solve(made)

    assert result.layer("3").order == ("changer#2",)
    assert [ability.color for ability in result["paladin"].abilities[:2]] == ["R", "R"]
    assert "red creature" in english(result["changer"].abilities[1])


def test_a_text_change_whose_scope_another_rewords():
    """613.8a: the other changes its text, and with it what it applies to; it goes second, on the new words."""
    dyer = card("Dyer", "Enchantment", "As this enchantment enters, choose a color word.\nAll instances of color words "
                "in the text of black creatures are changed to the chosen color word.")  # fmt: skip
    black = {**PALADIN, "name": "Black Paladin", "mana_cost": "{B}"}
    white = {**PALADIN, "name": "White Paladin", "mana_cost": "{W}"}
    made = board(black, white)
    made.enters(dyer, chosen={"color": "R"})
    made.enters(SWIRL, chosen={"color": "W"})
    result = solve(made)
    (edge,) = result.layer("3").steps[0].graph.edges(data="reasons")

    assert edge == ("dyer#2", "swirl#2", ("text", "scope"))
    assert result.layer("3").order == ("swirl#2", "dyer#2")
    assert [result[id].abilities[0].color for id in ("black-paladin", "white-paladin")] == ["W", "R"]


def test_a_name_is_no_word():
    """612.2: a land type in a name is not used as a land type."""
    forest = card("Forest", "Basic Land — Forest")
    made = board(forest, card("Forest Bear", "Creature — Bear", "Forestwalk\nForest Bear gets +1/+1 as long as you "
                 "control a land named Forest.", "1/1"))  # fmt: skip
    hack = {"text": "Change the text of target spell or permanent by replacing all instances of one basic land type "
                    "with another."}  # fmt: skip
    chosen = {"word_from": "Forest", "word_to": "Island"}
    made.resolves(hack, as_="land", targets=["forest"], chosen=chosen)
    made.resolves(hack, as_="bear", targets=["forest-bear"], chosen=chosen)
    result = solve(made)

    assert (result["forest"].name, result["forest"].subtypes) == ("Forest", ("Island",))
    assert [ability.text for ability in result["forest"].abilities] == ["{T}: Add {U}."]
    assert (result["forest-bear"].name, result["forest-bear"].power) == ("Forest Bear", 2)
    assert result["forest-bear"].abilities[0] == Keyword("Landwalk", subtype="Island")


def test_a_creature_type_becomes_a_printed_one():
    """612.2: "one creature type with Vampire", in type line and rules text."""
    blood = {"text": "Gain control of target creature. Change the text of that creature by replacing all instances of "
                     "one creature type with Vampire."}  # fmt: skip
    made = board(card("Bat", "Creature — Vampire", size="1/1"), GOBLIN)
    made.enters(LORD, controller="B")
    made.resolves(blood, as_="blood", controller="A", targets=["goblin-chief"], chosen={"word_from": "Goblin"})
    result = solve(made)

    assert (result["goblin-chief"].controller, result["goblin-chief"].subtypes) == ("A", ("Vampire",))
    assert (result["bat"].power, result["goblin"].power) == (2, 1)


def test_words_change_until_end_of_turn_and_abilities_come():
    """612.2, 612.3: the word in the text changes; the ability that comes with it is granted, no part of it."""
    shaman = card(
        "Shaman", "Creature — Shaman", "{T}: Change the text of target white enchantment you control that doesn't have "
        'cumulative upkeep by replacing all instances of one color word with another. That enchantment gains '
        '"Cumulative upkeep {1}."', "1/1",
    )  # fmt: skip
    crusade = card("Crusade", "Enchantment", "White creatures get +1/+1.", cost="{W}{W}")
    made = board(shaman, crusade, RAT)
    chosen = {"word_from": "white", "word_to": "black"}
    made.resolves({"ability_of": "shaman", "index": 1}, as_="change", targets=["crusade"], chosen=chosen)
    result = solve(made)

    assert (result["rat"].power, keywords(result, "crusade")) == (2, ["Cumulative upkeep"])


@pytest.mark.parametrize(
    ("text", "word_from", "word_to"),
    [
        ("Change the text of target spell or permanent by replacing all instances of one basic land type with another.",
         "Forest", "Swamp"),
        ("Change the text of target permanent by replacing all instances of one color word with another or one basic "
         "land type with another until end of turn.", "Forest", "Swamp"),
        ("Change the text of target permanent by replacing all instances of one color word with another or one basic "
         "land type with another until end of turn.", "green", "black"),
        ("Change the text of target spell or permanent by replacing all instances of one creature type with another.",
         "Elf", "Zombie"),
    ],
)  # fmt: skip
def test_each_kind_of_word(text, word_from, word_to):
    """612.2: in the tree of an ability, its word is changed where it is used as what it is."""
    lord = card("Lord", "Creature — Elf", "Elves have forestwalk and protection from green.", "1/1", cost="{G}")
    made = board(lord, card("Elf", "Creature — Elf", size="1/1"), card("Zombie", "Creature — Zombie", size="2/2"))
    made.resolves({"text": text}, as_="change", targets=["lord"], chosen={"word_from": word_from, "word_to": word_to})
    result = solve(made)

    given = (
        Keyword("Landwalk", subtype="Swamp" if word_to == "Swamp" else "Forest"),
        Keyword("Protection", color="B" if word_to == "black" else "G"),
    )
    assert result["zombie" if word_to == "Zombie" else "elf"].abilities == given
    assert result["elf" if word_to == "Zombie" else "zombie"].abilities == ()


@pytest.mark.parametrize(
    "text",
    [
        "Exchange the text boxes of two target creatures.",
        "Exchange the text boxes of this creature and another target creature.",
        "Change the text of target creature by replacing all instances of one creature type with Vampire.",
        "Change the text of target white enchantment you control that doesn't have cumulative upkeep by replacing all "
        "instances of one color word with another.",
    ],
)
def test_instructions_print_back(text):
    """Each is read to the last word: the tree prints the sentence."""
    found = read_resolution(text)

    assert found.text == ""
    assert english(Resolution(found.clauses)) == text


@pytest.mark.parametrize(
    "line",
    [
        "All instances of color words in the text of spells and permanents are changed to the chosen color word.",
        "~ has the text box of each card exiled with ~ in addition to its own.",
    ],
)
def test_static_lines_print_back(line):
    """Each is read to the last word: the tree prints the line."""
    (ability,) = read_line(line)

    assert isinstance(ability, Static)
    assert english(ability) == line


@pytest.mark.parametrize(
    ("text", "swap", "result"),
    [
        ("Destroy target nonblack creature.", {"B": "G"}, "Destroy target nongreen creature."),
        ("Black creatures can't block.", {"B": "G"}, "Green creatures can't block."),
        ("Swap white and blue.", {"W": "U", "U": "W"}, "Swap blue and white."),
        ("Target creature gains swampwalk.", {"Swamp": "Forest"}, "Target creature gains forestwalk."),
        ("Swampcycling {2}", {"Swamp": "Island"}, "Islandcycling {2}"),
        ("Sacrifice two Elves or a non-Elf creature.", {"Elf": "Goblin"},
         "Sacrifice two Goblins or a non-Goblin creature."),
        ("Create a token named Forest Spirit in a Forest.", {"Forest": "Plains"},
         "Create a token named Forest Spirit in a Plains."),
        ("The blackened Elfin redcap.", {"B": "U", "Elf": "Goblin", "R": "W"}, "The blackened Elfin redcap."),
        ("Nothing.", {"": ""}, "Nothing."),
    ],
)  # fmt: skip
def test_words_in_a_text(text, swap, result):
    """612.2: words used as colours and types, in every form, at once; never parts of other words, never names."""
    assert reworded(text, swap) == result


def test_words_in_a_rule():
    """612.2: the words of a clause that touches no characteristic change with the others."""
    (ability,) = read_line("This creature gets +1/+1 and can't be blocked by red creatures.")
    rule = next(node for node in ability.with_words({"R": "U"}).walk() if isinstance(node, RuleText))

    assert rule.text == "can't be blocked by blue creatures"


@pytest.mark.parametrize(
    ("operation", "words"),
    [
        (SetWords(new="U"), "changes every color word to blue"),
        (TakeTextBox((Keyword("Flying"),)), "puts flying in place of its rules text"),
        (TakeTextBox(()), "puts no words in place of its rules text"),
        (AddText((Keyword("Flying"), Keyword("Reach"))), "adds flying and reach to its rules text"),
        (ChangeCost("{1}", "more"), "makes a spell cost {1} more"),
        (ChangeCost("{3}", "least"), "makes a spell cost {3} at least"),
    ],
)
def test_in_words(operation, words):
    """What explanations say of the operations of layer 3 and of costs."""
    assert operation_words(operation) == words


@pytest.mark.parametrize("edition", ["E05", "E07", "E09", "E12", "2016-07-22", "E25"])
def test_words_change_in_every_edition(edition):
    """418.6, 612.2: the same words in all editions; names and granted abilities never (418.6b, 612.3)."""
    wings = card("Ward", "Enchantment — Aura", "Enchant creature\nEnchanted creature has protection from black.")
    made = board(KNIGHT)
    made.enters(wings, attached_to="knight", as_="aura")
    made.resolves(SLEIGHT, as_="change", targets=["knight"], chosen={"word_from": "black", "word_to": "red"})
    result = solve(made, edition=edition)

    assert result["knight"].abilities == (Keyword("Protection", color="R"), Keyword("Protection", color="B"))
    assert result.layer("3").order == ("change",)


def test_a_rule_whose_words_changed_is_the_same_ability():
    """612.1, 613.6: a started effect goes on with its text as it reads now, the words of its rule included."""
    thief = card("Thief", "Enchantment — Aura", "Enchant creature\nYou control enchanted creature.\nEnchanted "
                 "creature is red and can't be blocked by white creatures.")  # fmt: skip
    made = board(BEAR)
    made.enters(thief, attached_to="grizzly-bears", controller="B")
    made.resolves(SLEIGHT, as_="change", targets=["thief"], chosen={"word_from": "white", "word_to": "blue"})
    result = solve(made)

    assert (result["grizzly-bears"].controller, result["grizzly-bears"].colors) == ("B", ("R",))
    assert english(result["thief"].abilities[2]) == "Enchanted creature is red and can't be blocked by blue creatures."


def test_other_abilities_of_a_card_are_given_while_a_text_is_changed():
    """608.2c, 612.1: an ability that resolves is read in its current text, and gives the source's other abilities."""
    host = card("Host", "Creature — Elf", "Flying\n{2}: Target creature gains this card's other abilities.", "1/1")
    made = exchanged(FLYER, LORD, BEAR, host, targets=["drake", "goblin-chief"])
    made.resolves({"ability_of": "host", "index": 2}, as_="given", targets="grizzly-bears")
    assert keywords(solve(made), "grizzly-bears") == ["Flying"]
