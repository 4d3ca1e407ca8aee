"""How general the reader is: the share of invented lines that it reads, and that print back."""

from __future__ import annotations

import pytest

from mtglayers.coverage.lines import lines_of_card
from mtglayers.coverage.roundtrip import misprint

from ....support.paths import TESTS

LINES = TESTS / "data" / "invented-lines.txt"
MORE = TESTS / "data" / "invented-constructions.txt"
READ = 780
"""How many of the lines are read; the number only grows."""


def read(types: str, text: str) -> bool:
    """Return whether all lines of a card with this text are understood and print back."""
    name = "Echo of Tomorrow"
    card = {"name": name, "layout": "normal", "type_line": types, "oracle_text": text.replace("~", name)}
    found = list(lines_of_card({**card, "mana_cost": "{1}", "colors": [], "power": "1", "toughness": "1"}))
    return all(line.status != "unread" and misprint(line) is None for line in found)


def lines_in(text: str) -> list[str]:
    """Return the lines with a type line and rules text."""
    return [line for line in text.splitlines() if " | " in line]


def test_how_many_invented_lines_are_read():
    """Nothing in these lines is new to a reader of the rules; what is not read is refused."""
    listed = [line.split(" | ", 1) for line in lines_in(LINES.read_text(encoding="utf-8"))]
    unread = [text for types, text in listed if not read(types, text.replace("\\n", "\n"))]
    assert len(listed) == 890
    assert len(listed) - len(unread) >= READ, unread


CONSTRUCTIONS = """
Creature — Human | Other creatures you control have flying, ward—Discard a card, and menace.
Creature — Human | This creature gets +1/+1 for each spell you've cast this turn.
Creature — Human | This creature gets +1/+0 for each opponent who controls more lands than you.
Creature — Human | This creature gets +1/+1 for each opponent who has one or fewer cards in hand and has trample.
Creature — Human | This creature gets +1/+1 for each creature type among other creatures you control.
Creature — Human | As long as a creature you control is attacking alone, it has lifelink.
Creature — Human | As long as you control a Pilot or a creature with flying, this creature has flying.
Creature — Human | Each other creature you control that's a Soldier or that has flying gets +1/+1.
Creature — Human | Each other creature you control that's an Elf or has a +1/+1 counter on it has trample.
Creature — Human | Noncreature spells you cast have storm if you've cast three or more spells this turn.
Creature — Human | Creatures you control that are Soldiers or have flying get +1/+1.
Creature — Human | Creatures you control have indestructible during your second main phase.
Creature — Human | Creatures with power greater than the number of cards in their controller's hand lose flying.
Creature — Human | Creatures with power less than the number of lands their controller controls have reach.
Creature — Human | Creatures you control that were cast from your graveyard have haste.
Creature — Human | Creatures that were put onto the battlefield from a graveyard are black.
Creature — Human | Creatures you control that entered from exile have haste.
Creature — Human | For each artifact you control, this creature gets +1/+0.
Creature — Human | Whenever you attack, for each other creature you control, this creature gets +1/+0 until end of turn.
Creature — Human | When ~ enters, for each Elf you control, up to one target creature gains flying until end of turn.
Enchantment — Aura | Enchanted creature loses all abilities other than mana abilities and is goaded.
Creature — Human | As long as a creature you control is face down, this creature isn't legendary.
Creature — Human | As long as this permanent is face up, creatures you control get +1/+1.
Creature — Human | As long as you have a full party, creatures you control get +1/+1.
Creature — Human | As long as an opponent has a full party, this creature has flying.
Creature — Human | As long as this creature is your Ring-bearer, it has flying.
Creature — Human | Your Ring-bearer has flying.
Creature — Human | This creature gets +1/+1 for each fully unlocked Room you control.
Creature — Human | Creatures attacking a player who has more life than you have trample.
Creature — Human | Creatures you control attacking one of your opponents with more life than you have haste.
Creature — Human | During each opponent's turn, this creature has hexproof and gets +0/+3.
Creature — Human | Your opponents' creatures get -1/-1.
Creature — Human | Each creature that dealt damage this turn gets -2/-2.
Artifact — Vehicle | Whenever this Vehicle attacks, each creature that crewed it this turn gets +2/+0 until end of turn.
Creature — Human | As long as this creature has the greatest power among creatures you control, it has trample.
Creature — Human | As long as this creature has the same name as another creature you control, it has trample.
Creature — Human | As long as creatures you control have total power 8 or greater, this creature has trample.
Creature — Human | As long as you control two or more creatures with the same name, this creature has trample.
Creature — Human | As long as there are five colors among permanents you control, this creature has trample.
Creature — Human | As long as there are more cards in your graveyard than lands you control, this creature has trample.
Creature — Human | During your turn, this creature has first strike as long as you control an artifact.
Creature — Human | You may have this creature enter as a copy of any creature, except it has haste and isn't legendary.
Creature — Human | Other creatures you control of a type you noted for cards named ~ get +1/+1.
Creature — Human | Creatures you control that are the chosen color get +1/+1.
Creature — Human | As long as it's an opponent's turn, this creature has hexproof.
Creature — Human | As long as three or more creatures are attacking, each of those creatures has first strike.
Creature — Human | Each creature you control that has a +1/+1 counter on it has trample.
Creature — Human | Creatures you control that have +1/+1 counters on them have trample.
Creature — Human | Creature cards in your graveyard that have mana value 2 or less have flashback.
Creature — Human | Creatures you control that crewed a Vehicle this turn get +1/+1.
Creature — Human | Creatures you control that are not Humans get +1/+1.
Creature — Human | Each other enchantment you control that's not an Aura is a creature in addition to its other types.
Creature — Human | Dragon cards in your hand, graveyard, and library have changeling.
Creature — Human | This creature gets +1/+1 for each land type among lands you control.
Creature — Human | This creature gets +1/+1 for each kind of counter on it.
Creature — Human | This creature gets +1/+0 for each artifact you control and +0/+1 for each enchantment you control.
Creature — Human | This creature gets +1/+1 for each player with no cards in hand.
Creature — Human | This creature gets +X/+0, where X is the greatest number of creatures that have a color in common.
Creature — Human | This creature gets +X/+0, where X is the number of creatures you control with different names.
Creature — Human | This creature's power is equal to the life total of the player with the lowest life total.
Creature — Human | This creature's base power and toughness are each equal to the number of Forests you control.
Creature — Human | Opponents can't gain life, and creatures your opponents control lose lifelink.
Creature — Human | Spells you control can't be countered, and creature spells you control have cascade.
Enchantment — Aura | Enchanted creature's base power is equal to the number of Auras attached to it.
Enchantment — Aura | Enchanted creature gets +1/+1 for each of its creature types.
Artifact | This artifact enters with a fire counter on it. As long as it has a fire counter on it, creatures have haste.
Enchantment | As long as exactly one creature is attacking, that creature has lifelink.
Enchantment | As long as you control three or more Elves, those creatures get +1/+1.
Enchantment | As long as three or more creatures you control share a creature type, creatures you control have menace.
Enchantment | Creatures with mana value equal to the chosen number lose all abilities.
Enchantment | As long as your devotion to green is seven or greater, creatures you control have trample.
Enchantment | Creatures you control that share a creature type with your commander get +1/+1 and have vigilance.
Enchantment | Creatures you control have trample if their power is greater than their base power.
Enchantment | Creatures you control that are exactly one color get +1/+1.
Enchantment | Creatures you control have base toughness equal to their mana value.
Enchantment — Aura | You control enchanted creature as long as you control a Wizard.
Enchantment — Aura | Enchanted creature has base power equal to the number of Auras attached to it.
Enchantment — Aura | Enchanted creature gets +1/+1 and has protection from each of its colors.
Enchantment — Aura | Enchanted creature's controller has hexproof.
Enchantment — Aura | Enchanted artifact or creature gets +1/+1.
Enchantment — Aura | Enchanted creature has base power and toughness equal to the number of cards in your hand.
Instant | Each creature you control with power greater than its base power gains trample until end of turn.
Instant | Target creature's power becomes 0 until end of turn.
Instant | Target creature's toughness becomes equal to your life total.
Instant | Exchange the base toughness of two target creatures until end of turn.
Instant | Target creature gets +1/+1 until end of turn for each permanent you've sacrificed this turn.
Instant | Target opponent's Zombies lose all abilities until end of turn.
Instant | Each of up to two target creatures you control gets +1/+1 until end of turn for each Equipment attached to it.
Instant | Target creature you control gains hexproof and your choice of flying or trample until end of turn.
Instant | Creatures you control get +X/+X until end of turn, where X is the number of opponents who lost life this turn.
Creature — Human | This creature gets +X/+X, where X is the number of opponents who control more lands than you.
Creature — Human | This creature gets +1/+0 for each creature that died this turn and has menace.
Creature — Human | This creature gets +1/+1 for each spell you've cast this turn from anywhere other than your hand.
Creature — Human | This creature gets +1/+1 for each other instant and sorcery spell you've cast this turn.
Creature — Human | This creature gets +1/+1 for each 1 life your opponents have lost this turn.
Creature — Human | This creature gets +1/+1 for each land you had enter under your control this turn.
Instant | Target creature gets +1/+1 and gains hexproof and your choice of reach or haste until end of turn.
Creature — Human | As long as another creature has flying, this creature has flying. The same is true for haste.
Creature — Human | As long as two or more creatures you control have flying, this creature has trample.
Creature — Human | As long as another creature you control has a +1/+1 counter on it, this creature has trample.
Artifact — Vehicle | This Vehicle gets +1/+1 for each creature that crewed it this turn.
Creature — Human | This creature gets +1/+1 for each kind of counter among permanents you control.
Creature — Human | As long as this creature is suspected, it has trample.
Creature — Human | As long as three or more creatures you control have counters on them, this creature has trample.
Creature — Human | Permanents you control are every color.
Creature — Human | Creatures you control with flying get +1/+0 for each kind of counter among them.
Creature — Human | Creatures you control get +X/+0, where X is the number of colors among them.
Creature — Human | Other Elves you control get +1/+1. As long as you control a Forest, they have trample as well.
Creature — Human | As long as this creature's sneak cost was paid, it has double strike.
Creature — Human | Other Insects you control have base power and toughness equal to this creature's power and toughness.
Creature — Human | This creature gets +1/+0 for each artifact that entered under your control this turn.
Artifact | {4}: Until end of turn, artifacts you control become copies of target artifact, except they're not legendary.
Artifact | {4}: Until end of turn, artifacts you control become copies of target artifact, except they have haste.
Enchantment — Aura | As long as you're the monarch, you control enchanted permanent.
Enchantment — Aura | As long as enchanted creature is tapped, you control it.
Instant | Untap all creatures you control. They get +X/+0 until end of turn, where X is the greatest power among them.
Creature — Human | As long as there's a Lesson card in your graveyard, Allies you control have vigilance.
Creature — Human | As long as five or more mana was spent to cast this creature, it has trample.
Enchantment | Each Vehicle you control is an artifact creature with base power and toughness equal to its mana value.
Enchantment — Aura | Enchanted creature gets +1/+1, and as long as it's a Human, it has vigilance.
Instant | Target creature gets +2/+2 until end of turn, and if it's a Human, it gains vigilance until end of turn.
Sorcery | Create a token that's a copy of target land. It gains haste, and if it isn't a Swamp, it becomes black.
Sorcery | Manifest dread. The manifested creature gains lifelink until end of turn.
Sorcery | Gain control of target creature an opponent controls with lesser mana value until end of turn.
Creature — Human | This creature gets +X/+X, where X is the number of kinds of counters on it.
Creature — Human | Each creature you control gets +1/+1 for each color it has.
Creature — Human | Whenever ~ attacks a player, it becomes a copy of target creature card in that player's graveyard.
Creature — Human | This creature gets +2/+0 as long as it's attacking and +0/+2 as long as it's blocking.
Sorcery | Target creature gets +1/+1 until end of turn. If a Dragon was beheld, it also gains flying until end of turn.
"""
REFUSED = """
Instant | Target creature becomes a copy of target artifact until end of turn, except its name is the same as before.
Creature — Human | This creature has flying as long as it's red and +1/+1 as long as it's white.
Creature — Human | Each other creature you control with a keyword counter on it has trample.
Creature — Human | Whenever a land enters, this creature gets +1/+0. If that land is a Swamp, it also gains haste.
Creature — Human | {T}: ~ gains all activated abilities of the exiled card for as long as it remains exiled.
Creature — Human | Creatures you control have flying as long as it's your turn and their power is 4 or greater.
Creature — Human | As long as this creature is tapped, that card has flying.
Sorcery | Attach target Equipment you control to target creature you control. It gains trample until end of turn.
Creature — Human | When ~ enters, attach target Equipment you control to it. It gains haste until end of turn.
Sorcery | Each other creature target opponent controls loses all abilities until end of turn.
Sorcery | Other creatures you control get +1/+1 until end of turn.
Creature — Human | As long as ~'s power is greater than the power of each creature you control, it has menace.
Creature — Human | Each opponent's creatures get -1/-0 for each card in that player's graveyard.
Artifact — Equipment | Creatures you control have trample as long as it's attacking.
Creature — Human | Other creatures you control get +1/+1 for each counter on it.
Creature — Human | Other creatures you control have trample as long as its power is 4 or greater.
Creature — Human | Each artifact and each enchantment you control has hexproof.
Creature — Human | As long as an opponent controls three or more creatures, they have hexproof.
Creature — Human | This creature already has flying.
Creature — Human | As long as you control a creature with a different name than another creature, it has flying.
Instant | Target attacking gets +1/+1 until end of turn.
Enchantment — Aura | Enchanted creature loses all other types.
Creature — Human | Elves you control have all activated abilities of each other Elf you control.
Creature — Human | This creature gets +1/+1 for each Equipment attached to it and has vigilance if it's attacking.
Creature — Human | This creature gets +1/+1 and has flying if you control a Dragon.
Creature — Human | Whenever ~ attacks, until end of turn, it gets +1/+1 and gains vigilance if you control an artifact.
Artifact — Equipment | As long as this Equipment is attached to a creature you control, that creature gets +2/+0.
Artifact — Equipment | As long as this Equipment is attached to a creature, it has flying.
Enchantment — Aura | Enchanted creature is controlled by the player with the most life.
Enchantment | Remove flying from all creatures.
Enchantment | Turn creatures you control into artifacts.
Enchantment | Creatures use their toughness as their power.
Instant | Set target creature's power to 0 until end of turn.
Instant | Target creature and all other creatures with the same power get -2/-2 until end of turn.
Instant | Creatures that attack you this turn and creatures with defender get -1/-1 until end of turn.
Enchantment | Whenever an Aura you control enters, enchanted creature gets +2/+2 until end of turn.
Enchantment | Whenever a creature enters, an opponent chooses target creature another player controls. It gains haste.
"""


@pytest.mark.parametrize("line", lines_in(CONSTRUCTIONS + MORE.read_text(encoding="utf-8")))
def test_constructions_of_sets_to_come(line: str) -> None:
    """A group stands wherever a group can, and so do conditions and amounts."""
    types, text = line.split(" | ", 1)
    assert read(types, text.replace("\\n", "\n"))


@pytest.mark.parametrize("line", REFUSED.strip().split("\n"))
def test_what_is_not_understood_is_refused(line: str) -> None:
    """A phrase is no name, a keyword counter can have several names (122.1b), and "it also" can mean two objects."""
    assert not read(*line.split(" | ", 1))
