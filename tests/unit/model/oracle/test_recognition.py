"""What touches no layer: the detector, the vocabulary, and that nothing which compiles to an effect slips through."""

from __future__ import annotations

import json
import re

import pytest

from mtglayers.model.cards.scryfall import read_card
from mtglayers.model.effects.ability import Static
from mtglayers.model.effects.operations.costs import ChangeCost
from mtglayers.model.effects.operations.players_and_rules import RuleText
from mtglayers.model.oracle.printing.sentences import english
from mtglayers.model.oracle.recognition.forms import is_instruction, is_rule
from mtglayers.model.oracle.recognition.irrelevant import is_plain, unknown
from mtglayers.model.oracle.recognition.layer_words import touching

from ....support.paths import ROOT

BULK = ROOT.parent / "shared" / "cards" / "oracle-cards.json"

PLAIN = [
    "You gain life equal to its toughness.",
    "Spend this mana only to cast creature spells.",
    "Otherwise, draw three cards.",
    "If this spell was kicked, instead destroy target creature.",
    "You get {E}{E}.",
    "Defending player exiles a card from their hand.",
    "The next time a source of your choice would deal damage to you this turn, prevent that damage.",
    "Investigate, then put a +1/+1 counter on it.",
    "The token enters tapped and attacking.",
    "If it's a creature and has flying, destroy it.",
    "Return target creature card with power 2 or less to the battlefield under your control.",
    "You may have this creature deal 3 damage to target creature that has flying.",
    "Create a 1/1 white Spirit creature token with flying for each opponent you have.",
    "Create a token that's a copy of it, except it's a 1/1 Spirit and has flying, then draw a card.",
    "Target creature can block as though it didn't have shadow.",
    "Change the target of target spell with a single target.",
    "Each opponent who has more cards in hand than you loses half their life, rounded up.",
    "Exchange life totals with target player.",
    "10—19 | Draw a card.",
    "Each player's life total becomes the number of creatures they control.",
    "You may cast that card by paying {2} in addition to its other costs.",
    "Schemes can't be set in motion that turn.",
    "The new target must be a player.",
    "Starting with you, each player votes for death or torture.",
    "If torture gets more votes or the vote is tied, each opponent loses 4 life.",
    "You draw cards equal to the number of truth votes.",
    "Starting with you, each player votes for Redhorn Pass or Mines of Moria.",
    "Each opponent chooses fame or fortune.",
    "Create Kaldra, a legendary 4/4 colorless Avatar creature token.",
    "For each card manifested this way, you draw a card.",
    "Lock or unlock a door of target Room you control.",
    "Create a 0/0 Fractal creature token, then put this creature's counters on that token.",
]
TOUCHING = [
    ("You gain protection from everything until your next turn.", "gain"),
    ("Your maximum hand size is equal to the number of lands you control.", "maximum hand size is"),
    ("Draw a card, then target creature gains flying.", "gains"),
    ("If torture gets more votes, creatures you control gain flying.", "gain"),
    ("Target creature or player gains flying until end of turn.", "gains"),
    ("Each creature attacking that player gains menace.", "gains"),
    ("Creatures whose owner controls no lands have haste.", "have"),
    ("The first spell you cast from anywhere other than your hand each turn has demonstrate.", "has"),
    ("This creature has all activated abilities of that card.", "has"),
    ("This creature can't be blocked and has shroud.", "has"),
    ("Enchanted creature gets +1/+1 for each +1/+1 counter on it.", "+1/+1"),
    ("All instances of the first chosen number are the second chosen number.", "are"),
    ("Target snow land is no longer snow.", "is"),
    ("The same is true for first strike and trample.", "same is true"),
    ("You may have it become a copy of that creature.", "become"),
    ("Exchange your life total with this creature's power.", "Exchange"),
    ("The monarch controls enchanted creature.", "controls enchanted"),
    ("Double target creature's power until end of turn.", "Double"),
    ("Its power is equal to that card's power.", "is"),
    ("It enters as a copy of that creature.", "enters as a "),
    ("Creatures can't have or gain flying.", "can't have "),
    ("Spells you control are colorless.", "are"),
    ("Change the text of target spell by adding a word.", "Change"),
]


@pytest.mark.parametrize("sentence", PLAIN)
def test_touches_no_layer(sentence):
    """Neither a life total nor a counter, a condition, a relative clause or a token's own values touch a layer."""
    assert (touching(sentence), unknown(sentence), is_plain(sentence)) == ("", "", True)


@pytest.mark.parametrize(("sentence", "words"), TOUCHING)
def test_could_touch_a_layer(sentence, words):
    """Text with forms of "to be" or "to have" is never ignored."""
    assert touching(sentence) == words
    assert not is_instruction(sentence)
    assert not is_rule(sentence)


@pytest.mark.parametrize("sentence", ["Drow a card.", "A creature of the land.", "Flying and haste until end of turn."])
def test_gibberish_is_refused(sentence):
    """A sentence has a verb of the game, and no word that is not a word of the cards."""
    assert not is_plain(sentence)


def test_a_fragment_has_its_verb_beside_its_subject():
    """The end of a sentence never begins with a noun or ability that belongs to what stands before it."""
    assert is_instruction("Draw a card.", fragment=True)
    assert is_instruction("Can't be blocked this turn.", fragment=True)
    assert not is_instruction("An Elf and can't block this turn.", fragment=True)
    assert not is_instruction("Hexproof and can't be blocked this turn.", fragment=True)


@pytest.mark.skipif(not BULK.exists(), reason="no bulk file is there")
def test_nothing_that_compiles_is_harmless():
    """Each static line of every twentieth card that compiles to an effect on objects is found by the detector, too."""
    lines, missed = 0, []
    for data in json.loads(BULK.read_text(encoding="utf-8"))[::20]:
        try:
            card = read_card(data)
        except ValueError:
            continue
        for ability in (ability for face in card.faces for ability in face.abilities):
            if not isinstance(ability, Static) or ability.form in ("band", "gives"):
                continue
            operations = [operation for clause in ability.parts for operation in clause.operations]
            if any(isinstance(operation, RuleText | ChangeCost) for operation in operations):
                continue
            lines += 1
            if is_rule(text := english(ability, card.name)):
                missed.append(text)

    assert lines > 100
    assert [line for line in missed if not re.match(r"(?:You|Players?|Each|Your) ", line)] == []  # 613.10
