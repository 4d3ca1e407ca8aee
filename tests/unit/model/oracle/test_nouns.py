"""What groups, bands, players and the rarer instructions of a resolving text read as."""

from __future__ import annotations

import pytest

from mtglayers.model.cards.scryfall import read_abilities
from mtglayers.model.effects.ability import Static
from mtglayers.model.effects.amounts.base import Number
from mtglayers.model.effects.amounts.counting import CountersOn, NumberOf
from mtglayers.model.effects.conditions import AtLevel, Compare
from mtglayers.model.effects.filters.characteristics import OfType, WithNumber
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Clause
from mtglayers.model.effects.operations.abilities import Gain
from mtglayers.model.effects.operations.becomes import Becomes
from mtglayers.model.effects.operations.control import GainControl
from mtglayers.model.effects.operations.players_and_rules import LandPlays, MaxHandSize
from mtglayers.model.effects.operations.power_toughness import ModifyPT, SetPT
from mtglayers.model.effects.operations.types import AddTypes
from mtglayers.model.effects.selectors import Group, Itself, PairedCreatures, PlayerGroup, Same, Target
from mtglayers.model.errors import UnsupportedTextError
from mtglayers.model.oracle.printing.sentences import english
from mtglayers.model.oracle.reading.lines import read_line
from mtglayers.model.oracle.reading.resolving import read_resolution, resolution_of

TURN = "end of turn"
ALL_CREATURES = Group((OfType("Creature"),), "all")
HASTE = Gain((Keyword("Haste"),), "gains")
CREATURE = Target(0, Group((OfType("Creature"),)))
TAKE = GainControl(word="gain control of")


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        (
            "Untap all creatures and gain control of them until end of turn. They gain haste until end of turn.",
            (Clause(ALL_CREATURES, (TAKE,), duration=TURN), Clause(Same("they"), (HASTE,), duration=TURN)),
        ),
        (
            "Tap all creatures. Those creatures gain haste until end of turn.",
            (Clause(ALL_CREATURES, (HASTE,), duration=TURN),),
        ),
        ("You may play an additional land this turn.", (Clause(PlayerGroup(), (LandPlays(),), duration="this turn"),)),
        (
            "You may play up to three additional lands this turn.",
            (Clause(PlayerGroup(), (LandPlays(3, "up to"),), duration="this turn"),),
        ),
        ("You may gain control of target creature.", (Clause(CREATURE, (TAKE,)),)),
        (
            "Gain control of target creature until end of turn, untap that creature, and it gains haste until end of"
            " turn.",
            (
                Clause(CREATURE, (TAKE,), duration=TURN),
                Clause(Target(0, CREATURE.group, word="it"), (HASTE,), duration=TURN),
            ),
        ),
        (
            "Target creature gets +1/+0 until end of turn. At the beginning of the next end step, destroy that creature"
            " if it attacked this turn. This ability still resolves if its target becomes illegal.",
            (Clause(CREATURE, (ModifyPT(Number(1), Number(0)),), duration=TURN),),
        ),
        (
            "Target creature becomes the color or colors of your choice until end of turn.",
            (Clause(CREATURE, (Becomes(chosen_color=True, word="becomes", style="M"),), duration=TURN),),
        ),
        (
            "One or more target creatures become red.",
            (
                Clause(
                    Target(0, CREATURE.group, "one or more target", many=True),
                    (Becomes(colors=("R",), word="becomes"),),
                ),
            ),
        ),
    ],
)
def test_resolution(text, clauses):
    """The clauses of a resolving text."""
    assert read_resolution(text).clauses == clauses


@pytest.mark.parametrize(
    "text",
    [
        "Destroy all creatures. They gain haste until end of turn.",
        "Choose all frobs. They gain haste until end of turn.",
    ],
)
def test_unexplained_word_is_refused(text):
    """A word that nothing before it explains is no target."""
    with pytest.raises(UnsupportedTextError):
        read_resolution(text)


@pytest.mark.parametrize(
    ("bound", "amount"),
    [
        ("this creature's power", NumberOf(Itself("this creature"), "power")),
    ],
)
def test_power_less_than_an_amount(bound, amount):
    """A bound that is an amount of its own."""
    text = f"Gain control of target creature with power less than or equal to {bound}."
    (clause,) = read_resolution(text).clauses

    assert clause.selector == Target(0, Group((OfType("Creature"), WithNumber("power", amount, "or less"))))


def test_crew():
    """702.122a: the permanent becomes an artifact creature, a granted Crew as a printed one."""
    crewed = (Clause(Itself(), (Becomes(types=("Artifact", "Creature"), word="becomes"),), duration=TURN),)

    assert resolution_of(Keyword("Crew", "5")).clauses == crewed
    assert read_resolution("Crew 5").clauses == crewed


def test_class_levels():
    """716.2a: what a Class has from a level on, it has as long as it is of that level."""
    text = "Flash\n{1}{U}: Level 2\nWhenever you draw a card, scry 1.\nFlying\nCreatures you control get +1/+1."
    first, _, trigger, flying, bonus = read_abilities(text, "Some Class", ("Enchantment",))

    assert first == Keyword("Flash")
    assert all(ability.when() == AtLevel(2) for ability in (trigger, flying, bonus))
    assert flying.clauses()[0].operations == (Gain((Keyword("Flying"),)),)


@pytest.mark.parametrize("reminder", [" (It's an artifact creature at 12+.)", ""])
def test_station_bands(reminder):
    """721.2: abilities from a number of charge counters on; the last band makes it a creature."""
    text = f"Station{reminder}\nSTATION 3+\nWhenever you cast a spell, draw a card.\nSTATION 12+\nFlying"
    _, low, high = read_abilities(text, "Some Craft", ("Artifact",), ("3", "5"))

    counters = CountersOn("charge", Itself())
    assert [low.when(), high.when()] == [Compare(counters, "or greater", Number(number)) for number in (3, 12)]
    assert [type(operation) for operation in low.clauses()[0].operations] == [Gain]
    size = SetPT(Number(3), Number(5))
    assert high.clauses()[0].operations == (AddTypes(("Creature",)), Gain((Keyword("Flying"),)), size)
    assert english(high) == "STATION 12+\nFlying\n3/5"


@pytest.mark.parametrize(
    ("text", "who", "operation"),
    [
        ("Players have no maximum hand size.", "players", MaxHandSize()),
        ("Each player may play an additional land on each of their turns.", "each player", LandPlays()),
        ("Each player may play an additional land during each of their turns.", "each player", LandPlays(1, "during")),
    ],
)
def test_players(text, who, operation):
    """613.11: effects on what players may do."""
    (ability,) = read_line(text)

    assert ability == Static((Clause(PlayerGroup(who), (operation,)),))
    assert english(ability) == text


@pytest.mark.parametrize(
    "text",
    [
        "As long as this creature is paired with another creature, each of those creatures gets +4/+4.",
        "As long as this creature is paired with another creature, both creatures have flying.",
    ],
)
def test_soulbond(text):
    """702.95: both creatures of the pair."""
    (ability,) = read_line(text)

    assert isinstance(ability.clauses()[0].selector, PairedCreatures)
