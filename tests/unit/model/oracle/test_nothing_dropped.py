"""Nothing is dropped in silence: what stands in front of an effect, beside it or after it is kept or refused."""

from __future__ import annotations

import pytest

from mtglayers.model.cards.catalogue.shipped import shipped_card
from mtglayers.model.cards.rules_text import resolution_of_spell
from mtglayers.model.cards.scryfall import read_abilities
from mtglayers.model.effects.ability import TextAbility, UnsupportedAbility
from mtglayers.model.effects.amounts.base import Number
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Clause, Condition
from mtglayers.model.effects.operations.abilities import Gain
from mtglayers.model.effects.operations.players_and_rules import MaxHandSize, PlayerGains
from mtglayers.model.effects.operations.power_toughness import ModifyPT
from mtglayers.model.effects.selectors import Itself, PlayerGroup, Target
from mtglayers.model.errors import UnsupportedTextError
from mtglayers.model.oracle.printing.sentences import english
from mtglayers.model.oracle.reading.lines import read_line
from mtglayers.model.oracle.reading.resolving import read_resolution

TURN = "end of turn"


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        (
            "Draw a card. Then if you control three or more artifacts, untap target creature and it gains haste until"
            " end of turn.",
            "you control three or more artifacts",
        ),
        (
            "Mill a card. When you do, if there are four or more creature cards in your graveyard, put a +1/+1 counter"
            " on target creature you control and it gains deathtouch until end of turn.",
            "there are four or more creature cards in your graveyard",
        ),
    ],
)
def test_condition_after_a_lead(text, condition):
    """608.2c: "then if ..." asks of the instruction and of the effect that is joined to it."""
    (clause,) = read_resolution(text).clauses

    assert isinstance(clause.condition, Condition)
    assert condition in english(clause)


def test_duration_in_front_of_an_instruction():
    """611.2a: a duration that stands in front holds for the effect at the end of the sentence, too."""
    text = "Until end of turn, your life total can't change, and permanents you control gain hexproof."
    (_, clause) = read_resolution(text).clauses

    assert clause.duration == TURN
    assert clause.operations == (Gain((Keyword("Hexproof"),), "gains"),)


def test_player_gains_after_an_instruction():
    """613.10: what a player gains at the end of a sentence is an effect."""
    (_, clause) = read_resolution(
        "Until your next turn, your life total can't change and you gain protection from everything."
    ).clauses

    assert clause.duration == "your next turn"
    assert clause.operations == (PlayerGains((Keyword("Protection", "from everything"),), "gains"),)


def test_effect_instead_of_the_one_before():
    """608.2c: "instead put a counter on it and it gets ..." takes the place of what the sentence before does."""
    first, second = read_resolution(
        "Target creature gets +2/+2 until end of turn. If it's legendary, instead put a +1/+1 counter on it and it gets"
        " +1/+1 until end of turn."
    ).clauses

    assert first.operations == (ModifyPT(Number(2), Number(2)),)
    assert second.operations == (ModifyPT(Number(1), Number(1)),)
    assert "instead" in second.form.split()


def test_effect_beside_a_choice_of_modes():
    """700.2: "choose one and ..." does more than choose."""
    text = "Whenever you scry, choose one and ~ gets +1/+1 until end of turn.\n• Draw a card.\n• Scry 1."
    found = read_resolution(text)

    assert found.clauses == (Clause(Itself("~"), (ModifyPT(Number(1), Number(1)),), duration=TURN),)
    assert len(found.modes) == 2


@pytest.mark.parametrize(
    "text",
    [
        "Draw a card. Target creature loses half its power until end of turn.",
        # 603.7: a delayed triggered ability with an effect that is not understood, and one in a mode.
        "Whenever a creature you control enters this turn, it gains bewilderment.",
        "Choose one —\n• Draw a card.\n• Whenever a creature attacks this turn, it gets +1/+0 until end of turn.",
        # The end of a group is no instruction.
        "Gain control of all Auras and Equipment that were beside it, then attach them to another creature.",
        # 707.9: what is done besides a copy.
        "You may have ~ enter as a copy of a Doctor card in your graveyard. If you do, it gains haste until end of"
        " turn.",
        # 601.2c: how many of the targets that are told belong to the instruction before is not said.
        "Tap up to two target lands. Target creature gets +2/+2 until end of turn.",
        "Destroy two target artifacts. Target creature gets +2/+2 until end of turn.",
        # 613.11: land plays that no tree says.
        "You may play that many additional lands this turn.",
        "You may play up to six additional lands this turn.",
    ],
)
def test_refused(text):
    """What would lose a part of its meaning is refused."""
    with pytest.raises(UnsupportedTextError):
        read_resolution(f"Scry 1. {text}" if text.startswith(("When", "At")) else text)


@pytest.mark.parametrize(
    "text",
    [
        "Whenever a creature you control enters this turn, put a +1/+1 counter on it and it gains haste until end of"
        " turn.",
        "At the beginning of the next combat, return those cards to the battlefield under their owner's control and"
        " those creatures gain haste until end of turn.",
        "When this creature dies this turn, draw a card and creatures you control gain haste until end of turn.",
        "At the beginning of the next end step, target creature becomes a 3/3 Beast.",
    ],
)
def test_delayed_triggered_ability(text):
    """603.7: what a delayed triggered ability does begins later, and the ability is kept."""
    for whole in (f"Scry 1. {text}", f"III — {text}", f"II — Way — {text}"):
        found = read_resolution(whole)

        assert found.clauses == ()
        lasts = "end of turn" if "this turn" in text else ""
        assert found.delayed == (TextAbility("triggered", text, lasts=lasts),)


def test_delayed_triggered_ability_with_a_duration():
    """603.7c: the ability can trigger until the duration ends."""
    found = read_resolution(
        "+1: Until your next turn, whenever a creature attacks, put a +1/+1 counter on it and it gains haste until end"
        " of turn."
    )

    assert found.clauses == ()
    assert [ability.text[:25] for ability in found.delayed] == ["Whenever a creature attac"]


@pytest.mark.parametrize(
    ("text", "amount", "duration"),
    [
        ("Draw two cards. You have no maximum hand size for the rest of the game.", None, "for the rest of the game"),
        ("Draw two cards. You have no maximum hand size until your next turn.", None, "your next turn"),
        ("Draw two cards. Your maximum hand size is four this turn.", 4, "this turn"),
    ],
)
def test_hand_size_of_a_resolving_effect(text, amount, duration):
    """613.11, 611.2a: a hand size that a spell or ability sets, for as long as it says."""
    assert read_resolution(text).clauses == (Clause(PlayerGroup(), (MaxHandSize(amount),), duration=duration),)


def test_lines_of_a_spell_that_are_the_same():
    """113.3a, 115.3: two lines of the same words are two instructions, each with its own target."""
    text = "Target creature gets +1/+1 until end of turn."
    found = resolution_of_spell(read_abilities(f"{text}\n{text}", "Some Spell", ("Instant",)), "Some Spell")

    assert found is not None
    targets = [clause.selector for clause in found.clauses]
    assert [target.index for target in targets if isinstance(target, Target)] == [0, 1]
    assert len(targets) == 2


@pytest.mark.parametrize(
    "first",
    [
        "~ deals 2 damage to target creature.",
        "If this spell was bargained, exile target card from a graveyard.",
        "You may cast target instant card from your graveyard without paying its mana cost.",
    ],
)
def test_instruction_before_the_effect_names_its_target(first):
    """601.2c: the targets of a spell are counted over all its lines."""
    text = f"{first}\nTarget land becomes a 3/3 creature until end of turn."
    found = resolution_of_spell(read_abilities(text, "Some Spell", ("Sorcery",)), "Some Spell")

    assert found is not None
    (clause,) = found.clauses
    assert isinstance(clause.selector, Target)
    assert clause.selector.index == 1


@pytest.mark.parametrize(
    "text",
    [
        "Draw a card.\nCycling {3}{B}{B}\nWhen you cycle this card, all creatures get -2/-2 until end of turn.",
        "Draw a card.\nForecast — {W}, Reveal this card from your hand: Target creature gets +1/+1 until end of turn.",
        "Draw a card.\nWhen you next cast a creature spell this turn, copy that spell.",
    ],
)
def test_other_abilities_of_a_spell(text):
    """113.3a: what a card's other abilities do is nothing that the spell does."""
    abilities = read_abilities(text, "Some Spell", ("Instant",))
    found = resolution_of_spell(tuple(abilities), "Some Spell")

    assert found is not None
    assert found.clauses == ()
    assert found.delayed == ()


def test_delayed_triggered_ability_in_a_line_of_a_spell():
    """603.7a: a spell creates the ability as it resolves, with or without the text of the card."""
    line = "Whenever a creature attacks this turn, it gains lifelink until end of turn."
    text = f"Draw a card.\n{line}"
    abilities = read_abilities(text, "Some Spell", ("Instant",))
    found = resolution_of_spell(abilities, "Some Spell")
    shipped = shipped_card({"name": "Some Spell", "type_line": "Instant", "oracle_text": text})
    compiled = resolution_of_spell(shipped.faces[0].abilities, "Some Spell")

    assert found is not None
    assert compiled is not None
    assert found.clauses == compiled.clauses == ()
    assert found.delayed == (TextAbility("triggered", line, lasts="end of turn"),)
    (later,) = compiled.delayed
    assert isinstance(later, TextAbility)
    assert later.lasts == "end of turn"
    assert later.resolution is not None
    assert later.resolution.clauses == read_resolution(line).clauses


def test_delayed_triggered_ability_of_a_spell_that_is_not_understood():
    """A line that may have an effect is refused as the spell resolves."""
    text = "Whenever a creature attacks this turn, it becomes frobbed and gets +1/+0."
    with pytest.raises(UnsupportedTextError):
        resolution_of_spell(read_abilities(text, "Some Spell", ("Instant",)), "Some Spell")


@pytest.mark.parametrize(
    "line",
    [
        "Cumulative upkeep—Creatures you control lose flying.",
    ],
)
def test_line_is_refused(line):
    """702.24a: a cost that changes control is no mere keyword."""
    (ability,) = read_line(line)

    assert isinstance(ability, UnsupportedAbility)


def test_what_entered_from_exile_was_not_cast_from_there():
    """601.2a: only a spell is cast from a zone; a creature can also be put onto the battlefield."""
    (ability,) = read_line("Creatures you control that entered this turn from exile have haste.", "", ("Creature",))

    assert isinstance(ability, UnsupportedAbility)
