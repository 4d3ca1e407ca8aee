"""Constructions that only a few cards have: boards with what the rules make of each, and the plain solver's answer."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

import mtglayers
from mtglayers import Board, Result
from mtglayers.model.effects.ability import Resolution
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.selectors import Target
from mtglayers.model.oracle.printing.sentences import english
from mtglayers.model.oracle.reading.lines import read_line
from mtglayers.model.oracle.reading.resolving import read_resolution
from mtglayers.solver.wording import ability_text

from ....generators.boards import differences
from ....reference.solver import plain_solve
from ....support.boards import card

BEAR = card("Bear", "Creature — Bear", size="2/2", cost="{1}{G}")
OX = card("Ox", "Creature — Ox", size="2/4", cost="{3}{W}")
LAND = card("Field", "Land")


def solve(made: Board) -> Result:
    """Return the result, with which the plain solver agrees."""
    found = mtglayers.solve(made)
    with suppress(NotImplementedError):
        assert list(differences(found, plain_solve(made))) == []
    assert not found.unsupported
    return found


def board() -> Board:
    """Return a board with Ana's bear and Ben's ox."""
    made = Board(("Ana", "Ben"))
    made.enters(BEAR)
    made.enters(OX, controller="Ben")
    return made


def resolved(made: Board, text: str, *targets: str, of: str = "bear", **keys: Any) -> Result:
    """Return the result after an ability of an object resolves."""
    made.resolves({"ability_of": of, "text": text}, as_="fx", targets=list(targets), **keys)
    return solve(made)


def size(result: Result, thing: str) -> tuple[int | None, int | None]:
    """Return power and toughness of an object."""
    return result[thing].power, result[thing].toughness


# --- Copies and what they keep ---

MORITTE = card(
    "Moritte", "Legendary Snow Creature — Shapeshifter",
    "Changeling\nYou may have ~ enter as a copy of a permanent you control, except it's legendary and snow in"
    " addition to"
    " its other types and, if it's a creature, it enters with two additional +1/+1 counters on it and has changeling.",
    "0/0",
)  # fmt: skip


@pytest.mark.parametrize(("of", "changeling"), [("bear", True), ("field", False)])
def test_an_exception_for_creatures(of, changeling):
    """707.9b: "if it's a creature" asks what the permanent would be as a copy."""
    made = board()
    made.enters(LAND)
    made.enters(MORITTE, copy_of=of)
    found = solve(made)["moritte"]
    assert (Keyword("Changeling") in found.abilities) is changeling
    assert {"Legendary", "Snow"} <= set(found.supertypes)
    assert ("Creature" in found.types) is changeling


def test_an_exception_for_what_lacks_a_keyword():
    """ "It has vanishing 3 if that creature doesn't have vanishing": one vanishing ability in either case."""
    made = board()
    made.enters(card("Wisp", "Creature — Spirit", "Vanishing 1", "1/1"))
    text = (
        "You may have this creature enter as a copy of any creature on the battlefield, except it has vanishing"
        " 3 if that"
        " creature doesn't have vanishing."
    )
    for name, of in (("One", "wisp"), ("Two", "bear")):
        made.enters(card(name, "Creature — Shapeshifter", text, "0/0"), copy_of=of)
    result = solve(made)
    assert [ability.parameter for ability in result["one"].abilities if isinstance(ability, Keyword)] == ["1"]
    assert [ability.parameter for ability in result["two"].abilities if isinstance(ability, Keyword)] == ["3"]


def test_an_embalmed_copy():
    """The exceptions for an embalmed creature apply only to the token (702.128a, 202.3a)."""
    made = board()
    text = (
        "You may have this creature enter as a copy of any creature on the battlefield, except if this creature was"
        " embalmed, the token has no mana cost, it's white, and it's a Zombie in addition to its other types."
    )
    for name in ("One", "Two"):
        made.enters(card(name, "Creature — Shapeshifter", text, "0/0"), copy_of="bear")
    made.marks("two", told=["this creature was embalmed"])
    result = solve(made)
    one, two = result["one"], result["two"]
    assert (one.colors, one.mana_cost, list(one.subtypes)) == (("G",), "{1}{G}", ["Bear"])
    assert (two.colors, two.mana_cost, two.mana_value, sorted(two.subtypes)) == (("W",), "", 0, ["Bear", "Zombie"])


def test_the_size_and_types_of_the_last_exiled_card():
    """613.1d, 613.4b: types in layer 4, numbers in layer 7b; of the last creature card, also after another card."""
    text = (
        "As long as a card exiled with this creature is a creature card, this creature has the power, toughness, and"
        " creature types of the last creature card exiled with it. It's still a Shapeshifter."
    )
    made = board()
    made.enters(card("Duplicant", "Artifact Creature — Shapeshifter", text, "2/4"))
    assert size(solve(made), "duplicant") == (2, 4)
    for name, types, numbers in (
        ("Elf", "Creature — Elf Druid", "1/1"),
        ("Wurm", "Creature — Wurm", "6/5"),
        ("Rod", "Artifact", ""),
    ):
        made.enters(card(name, types, size=numbers), zone="exile", controller="Ben")
        made.marks(name.lower(), exiled_with="duplicant")
    result = solve(made)
    assert (size(result, "duplicant"), sorted(result["duplicant"].subtypes)) == ((6, 5), ["Shapeshifter", "Wurm"])
    made.counters("duplicant", put={"+1/+1": 1})
    assert size(solve(made), "duplicant") == (7, 6)
    assert english(read_line(text)) == text


# --- Choices, exchanges and pairs ---


def test_the_creature_paired_with_the_target():
    """702.95: "that creature" is the other half of the pair; without a pair, nothing more happens."""
    text = (
        "Target creature gets +2/+2 until end of turn. If it's paired with a creature, that creature also gets"
        " +2/+2 until"
        " end of turn."
    )
    made = board()
    made.enters(card("Ally", "Creature — Human", "Soulbond", "1/1"))
    assert size(resolved(made, text, "ox"), "ally") == (1, 1)
    made.marks("ally", paired_with="bear")
    made.marks("bear", paired_with="ally")
    made.resolves({"ability_of": "bear", "text": text}, as_="second", targets=["bear"])
    result = solve(made)
    assert (size(result, "bear"), size(result, "ally"), size(result, "ox")) == ((4, 4), (3, 3), (4, 6))


@pytest.mark.parametrize(("option", "subtype"), [(1, "Plains"), (2, "Island")])
def test_one_of_two_types(option, subtype):
    """608.2d: "becomes a Plains or an Island" is a choice on resolution (305.7)."""
    made = board()
    made.enters(LAND)
    text = "Target land becomes a Plains or an Island until end of turn."
    assert list(resolved(made, text, "field", chosen={"option": option})["field"].subtypes) == [subtype]


@pytest.mark.parametrize(("option", "numbers"), [(1, (4, 1)), (2, (1, 4))])
def test_one_of_two_sizes(option, numbers):
    """ "Become 4/1 or 1/4" is a choice on resolution (608.2d)."""
    text = "You may have this creature's base power and toughness become 4/1 or 1/4 until end of turn."
    assert size(resolved(board(), text, chosen={"option": option}), "bear") == numbers


def test_powers_are_exchanged():
    """701.12: each power becomes the other's at the same time, and later changes do not matter (611.2d)."""
    made = board()
    made.enters(card("Giant", "Creature — Giant", size="7/7"), controller="Ben")
    text = "Whenever this creature blocks, exchange its power and the power of target creature until end of combat."
    result = resolved(made, text, "giant")
    assert (size(result, "bear"), size(result, "giant")) == ((7, 2), (2, 7))


def test_owners_get_what_you_control():
    """ "Each land they own that you control": what another player controls stays there."""
    made = board()
    made.enters(LAND, owner="Ben", controller="Ana", as_="one")
    made.enters(LAND, owner="Ana", controller="Ben", as_="two")
    result = resolved(made, "Each player gains control of each land they own that you control.")
    assert (result["one"].controller, result["two"].controller) == ("Ben", "Ben")


def test_another_means_other_than_the_source():
    """ "If you control another Ox": other than the source of the ability, not than the target."""
    text = (
        "Choose target creature. If that creature's power is 2 or less or if you control another Ox, gain"
        " control of that"
        " creature until end of turn."
    )
    made = board()
    made.enters(card("Giant", "Creature — Giant", size="7/7"), controller="Ben")
    made.enters(OX, as_="mine")
    assert resolved(made, text, "giant", of="mine")["giant"].controller == "Ben"
    made.enters(OX, as_="third")
    made.resolves({"ability_of": "mine", "text": text}, as_="second", targets=["giant"])
    assert solve(made)["giant"].controller == "Ana"


# --- Delayed effects, statements and conditions ---


@pytest.mark.parametrize(
    ("text", "delayed"),
    [
        (
            "An opponent gains control of this land at the beginning of the next end step.",
            "At the beginning of the next end step, an opponent gains control of this land.",
        ),
        (
            "Unless you pay {R}, whenever this creature blocks this combat, that creature gains first strike"
            " until end of"
            " turn.",
            "Whenever this creature blocks this combat, that creature gains first strike until end of turn.",
        ),
        (
            "You may cast Dinosaur spells this turn as though they had flash, and whenever you cast a Dinosaur"
            " spell this"
            ' turn, it gains "When this creature enters, draw a card."',
            'Whenever you cast a Dinosaur spell this turn, it gains "When this creature enters, draw a card."',
        ),
        (
            "{5}: At the beginning of your next upkeep, choose a color. This creature becomes that color until the end"
            " of that turn.",
            "At the beginning of your next upkeep, choose a color. This creature becomes that color until the end of"
            " that turn.",
        ),
    ],
)
def test_delayed_triggered_abilities(text, delayed):
    """603.7: the effect does not begin now; the delayed ability is another resolution."""
    found = read_resolution(text)
    assert isinstance(found, Resolution)
    assert (found.clauses, [english(ability) for ability in found.delayed]) == ((), [delayed])


@pytest.mark.parametrize(
    "text",
    [
        "It enters with a finality counter on it and is a Vampire in addition to its other types.",
        "Put a +1/+1 counter on that creature, it gains haste until end of turn, and it becomes a Vampire in"
        " addition to"
        " its other types.",
        "Each creature without flanking blocking this creature gets -1/-1 until end of turn.",
        "That creature's controller may have target creature of their choice get -3/-3 until end of turn.",
        "Attacking creatures banded with this creature gain trample until end of turn.",
    ],
)
def test_what_is_read(text):
    """The changes in these texts are read, and none of them is dropped."""
    assert read_resolution(text).clauses


def test_until_your_next_turn_if_the_gift_was_promised():
    """613.10: both halves have the condition and the duration of the sentence."""
    text = (
        "If the gift was promised, all permanents you control phase out, and until your next turn, your life"
        " total can't"
        " change and you gain protection from everything."
    )
    made = board()
    made.resolves({"ability_of": "bear", "text": text}, as_="fx", told=["the gift was promised"])
    result = mtglayers.solve(made)
    assert result.players["Ana"].abilities == (Keyword("Protection", "from everything"),)
    ((_, note),) = result.unsupported
    assert note.startswith("not specified: what it phases in or out")  # 702.26: an event of its own


def test_the_target_of_a_fight_is_named_by_its_noun():
    """ "The creature you control" after "target creature you control fights": that target."""
    text = (
        "Target creature you control fights target creature you don't control.\nThe creature you control gets"
        " +2/+2 until"
        " end of turn."
    )
    (clause,) = read_resolution(text).clauses
    assert isinstance(clause.selector, Target)
    assert clause.selector.index == 0


def test_the_next_spell_of_a_turn():
    """611.2a: the effect ends with the turn, so that a later spell has cascade only from a later effect."""
    made = board()
    text = "The next spell you cast this turn has cascade."
    for turn in ("one", "two"):
        made.resolves({"ability_of": "bear", "text": text}, as_=turn)
        made.enters(card(f"Bolt {turn}", "Instant"), zone="stack", as_=turn + "-bolt")
        made.marks(turn + "-bolt", told=["next spell you cast this turn"])
        cascades = solve(made)[turn + "-bolt"].abilities.count(Keyword("Cascade"))
        assert cascades == 1
        made.leaves(turn + "-bolt")
        made.ends("turn")


def test_the_name_of_what_gives_an_ability_is_shown():
    """201.5a: what a user reads says the name of the Equipment, on the board and in the steps."""
    made = board()
    text = 'Equipped creature has "{W}, Sacrifice Crowbar: Destroy target artifact."\nEquip {1}'
    made.enters(card("Crowbar", "Artifact — Equipment", text), attached_to="bear")
    (ability,) = solve(made)["bear"].abilities
    assert ability_text(ability, "Bear") == "{W}, Sacrifice Crowbar: Destroy target artifact."
    assert ability_text(ability) == "{W}, Sacrifice Crowbar: Destroy target artifact."


ENTERS = "Creatures you control enter as a copy of this creature."


def test_others_that_enter_as_a_copy():
    """614.12, 707.2: what enters as a copy stays one, also after its model has left."""
    made = board()
    made.enters(card("Essence", "Creature — Avatar", ENTERS, "6/6"))
    made.enters(card("Elf", "Creature — Elf", size="1/1"), copy_of="essence")
    made.leaves("essence")
    assert size(solve(made), "elf") == (6, 6)
    made.enters(card("Essence", "Creature — Avatar", ENTERS, "6/6"), as_="again")
    made.enters(card("Rod", "Artifact"))
    made.enters(card("Dryad", "Creature — Dryad", size="1/1"))
    ((id, text),) = mtglayers.solve(made).unsupported
    assert id == "dryad"
    assert text.startswith("not specified: whether Essence changed how it entered")
    made.resolves({"ability_of": "again", "index": 1}, as_="fx", chosen={"object": "dryad"})
    result = solve(made)
    assert (size(result, "dryad"), result["dryad"].name) == ((6, 6), "Essence")


def test_what_a_permanent_becomes_as_it_enters():
    """707.2: power and toughness set as it enters are copiable, so that a copy has them, too."""
    made = board()
    text = (
        "As a historic permanent you control enters, it becomes a 7/7 Dinosaur creature in addition to its other types."
    )
    made.enters(card("Dinosaurs", "Creature — Dinosaur", text, "7/7"))
    made.enters(card("Rod", "Artifact"))
    made.resolves({"ability_of": "dinosaurs", "index": 1}, as_="fx", chosen={"object": "rod"})
    made.enters(
        card(
            "Clone",
            "Creature — Shapeshifter",
            "You may have this creature enter as a copy of any creature on the battlefield.",
            "0/0",
        ),
        copy_of="rod",
    )
    result = solve(made)
    for thing in ("rod", "clone"):
        assert (size(result, thing), sorted(result[thing].types), list(result[thing].subtypes)) == (
            (7, 7), ["Artifact", "Creature"], ["Dinosaur"],
        )  # fmt: skip


def test_another_type_and_counters_as_others_enter():
    """614.12: the type is given as the creature enters, and stays."""
    made = board()
    text = (
        "Each other creature you control enters with a number of additional +1/+1 counters on it equal to this"
        " creature's"
        " power and as a Mutant in addition to its other types."
    )
    made.enters(card("Biomancer", "Creature — Elf Wizard", text, "2/4"))
    made.enters(card("Elf", "Creature — Elf", size="1/1"), counters={"+1/+1": 2})
    made.resolves({"ability_of": "biomancer", "index": 1}, as_="fx", chosen={"object": "elf"})
    made.leaves("biomancer")
    result = solve(made)
    assert (size(result, "elf"), sorted(result["elf"].subtypes)) == ((3, 3), ["Elf", "Mutant"])


def test_destroyed_but_indestructible_for_a_turn():
    """614.1: the replacement has an effect; the Aura leaves, and the land is still the one that it enchanted."""
    made = board()
    made.enters(LAND)
    text = (
        "Enchant land\nIf enchanted land would be destroyed, instead sacrifice this Aura and that land gains"
        " indestructible"
        " until end of turn."
    )
    made.enters(card("Emergence", "Enchantment — Aura", text), attached_to="field")
    made.resolves({"ability_of": "emergence", "index": 2}, as_="fx")
    made.leaves("emergence")
    assert Keyword("Indestructible") in solve(made)["field"].abilities
    made.ends("turn")
    assert Keyword("Indestructible") not in solve(made)["field"].abilities


def test_each_player_gets_what_the_event_names():
    """One resolution for each player: the event names the player and what this player gets."""
    made = board()
    text = "Each player gains control of the creature they chose."
    made.resolves({"ability_of": "bear", "text": text}, as_="one", targets=["Ben"], chosen={"object": "bear"})
    made.resolves({"ability_of": "bear", "text": text}, as_="two", targets=["Ana"], chosen={"object": "ox"})
    result = solve(made)
    assert (result["bear"].controller, result["ox"].controller) == ("Ben", "Ana")


def test_a_size_that_replaces_another():
    """The second sentence replaces the numbers of the first one, not the types."""
    text = (
        "Until end of turn, target artifact or creature becomes an artifact creature with base power and"
        " toughness 4/3. If"
        " evidence was collected, it has base power and toughness 1/1 until end of turn instead."
    )
    assert size(resolved(board(), text, "ox", told=[]), "ox") == (4, 3)
    result = resolved(board(), text, "ox", told=["evidence was collected"])
    assert (size(result, "ox"), sorted(result["ox"].types)) == ((1, 1), ["Artifact", "Creature"])


def test_the_chosen_quality():
    """ "Of the chosen quality": odd (1) or even (2) as chosen; zero is even."""
    made = board()
    made.enters(card("Rule", "Enchantment", "Each creature with mana value of the chosen quality has haste."))
    made.chooses("rule", option=2)
    result = solve(made)
    assert [Keyword("Haste") in result[id].abilities for id in ("bear", "ox")] == [True, True]
    made.chooses("rule", option=1)
    assert Keyword("Haste") not in solve(made)["bear"].abilities


def test_a_library_with_few_cards():
    """ "A library has twenty or fewer cards in it": any player's."""
    made = board()
    text = "This creature gets +4/+8 as long as a library has twenty or fewer cards in it."
    made.enters(card("Spawn", "Creature — Kraken", text, "4/8"))
    made.player("Ana", library=40)
    made.player("Ben", library=21)
    assert size(solve(made), "spawn") == (4, 8)
    made.player("Ben", library=20)
    assert size(solve(made), "spawn") == (8, 16)
    assert english(read_line(text)) == text


def test_more_lands_than_the_text_says_in_words():
    """305.2: X is what the event says."""
    result = resolved(board(), "You may play X additional lands this turn.", x=3)
    assert result.players["Ana"].land_plays == 4


@pytest.mark.parametrize(("spent", "numbers", "trample"), [(0, (2, 2), False), (2, (4, 2), True)])
def test_for_each_and_once(spent, numbers, trample):
    """ "For each {R}{R} spent": the bonus is counted, the abilities are given once, and not at all for none."""
    text = "For each {R}{R} spent to cast it, it gets +1/+0 and gains trample until end of turn."
    result = resolved(board(), f"When this creature enters, {text[0].lower()}{text[1:]}", x=spent)
    assert (size(result, "bear"), Keyword("Trample") in result["bear"].abilities) == (numbers, trample)


@pytest.mark.parametrize(("option", "numbers"), [(1, (1, 2)), (2, (2, 1))])
def test_one_number_or_the_other(option, numbers):
    """ "Has base power 1 or base toughness 1" is a choice on resolution (608.2d)."""
    text = "Until end of turn, target creature has base power 1 or base toughness 1."
    assert size(resolved(board(), text, "bear", chosen={"option": option}), "bear") == numbers


def test_colors_that_a_vote_chooses():
    """701.38: the event names the colors with the most votes."""
    text = "This creature gains protection from each color with the most votes or tied for most votes."
    result = resolved(board(), text, chosen={"color": ["W", "B"]})
    assert set(result["bear"].abilities) == {Keyword("Protection", color=color) for color in "WB"}


def test_until_the_end_of_that_turn():
    """The effect ends with the turn in which it began."""
    made = board()
    text = "Target creature gains flying until end of turn, or until any player rolls a 1, whichever comes first."
    assert Keyword("Flying") in resolved(made, text, "bear")["bear"].abilities
    made.ends("turn")
    assert Keyword("Flying") not in solve(made)["bear"].abilities


def test_a_flip_decides_what_enters():
    """614.12: each side of the coin is a mode of the ability."""
    text = (
        "As this creature enters, flip a coin. If the coin comes up heads, this creature enters as a 5/2 creature with"
        " haste. If it comes up tails, this creature enters as a 2/5 creature with defender."
    )
    assert [english(mode[0]) for mode in read_resolution(text).modes] == [
        "It becomes a 5/2 creature with haste.",
        "It becomes a 2/5 creature with defender.",
    ]


def test_the_ability_with_two_keywords_in_a_quotation():
    """113.2c: cascade twice."""
    made = board()
    made.enters(card("Void", "Enchantment", 'Creatures you control have "Cascade, cascade."'))
    assert solve(made)["bear"].abilities.count(Keyword("Cascade")) == 2


def test_the_condition_of_a_trigger_and_of_an_effect():
    """603.4: a board need not list all permanents, so a condition about others that is not met is a note."""
    made = board()
    text = "When this creature enters, if you control an artifact, this creature gets +3/+3 until end of turn."
    made.enters(card("Berserker", "Creature — Human", text, "2/2"))
    made.resolves({"ability_of": "berserker", "index": 1}, as_="one")
    assert size(solve(made), "berserker") == (5, 5)
    assert [note.rule for note in solve(made).illegal] == ["603.4"]
    made.pop()
    made.enters(card("Rod", "Artifact"))
    made.resolves({"ability_of": "berserker", "index": 1}, as_="two")
    made.leaves("rod")
    assert size(solve(made), "berserker") == (5, 5)
    assert not solve(made).illegal
