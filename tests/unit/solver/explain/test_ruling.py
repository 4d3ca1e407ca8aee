"""Rulings: the answer in a few sentences."""

from __future__ import annotations

import pytest

from mtglayers.model.board.board import Board
from mtglayers.solver.explain.ruling import ruling
from mtglayers.solver.solve import solve

from ....support.boards import card


def said(lines: str, id: str) -> tuple[str, ...]:
    """Return the ruling for an object of a board."""
    return ruling(solve(Board.of(lines)).explain(id))


@pytest.mark.parametrize(
    ("lines", "id", "expected"),
    [
        ("Blood Moon; Life and Limb; Saproling", "saproling", (
            "The Saproling is a 1/1 green Saproling Mountain land creature with “{T}: Add {R}.”",
            "Life and Limb would make the Saproling a land, and Blood Moon would then apply to it: Blood Moon depends "
            "on Life and Limb (613.8a), so Life and Limb applies first (613.8b).",
            "In layer 4, Life and Limb adds the card types Creature and Land and the subtypes Saproling and Forest, "
            "then Blood Moon sets the land type to Mountain (305.7); Life and Limb sets the color to green (layer 5) "
            "and sets power and toughness to 1/1 (layer 7b).",
        )),
        ("Blood Moon; Urborg, Tomb of Yawgmoth; Forest", "urborg-tomb-of-yawgmoth", (
            "Urborg, Tomb of Yawgmoth is a legendary Mountain land with “{T}: Add {R}.”",
            "Urborg, Tomb of Yawgmoth does not apply in layer 4, because it depends on Blood Moon (613.8a) and so has "
            "to wait (613.8b), and Blood Moon takes its ability before it starts to apply (613.6), so Forest stays a "
            "basic Forest land.",
            "Blood Moon sets the land type to Mountain (305.7, layer 4).",
        )),
        ("Humility; Opalescence", "humility", (
            "Humility is a 4/4 white enchantment creature without abilities.",
            "Opalescence adds the card type Creature (layer 4); Humility removes all abilities (layer 6); in layer 7b, "
            "Humility sets power and toughness to 1/1, then Opalescence sets power and toughness to 4/4 (its mana "
            "value), because Humility is older than Opalescence and neither depends on the other (613.7).",
            "Humility took its own ability in layer 6, but it had started to apply, so it continues in layer 7b "
            "(613.6).",
        )),
        ("Goblin King; Goblin Chieftain; Raging Goblin", "raging-goblin", (
            "Raging Goblin is a 3/3 red Goblin Berserker creature with haste and mountainwalk.",
            "In layer 6, Goblin King gives mountainwalk, then Goblin Chieftain gives haste; each of Goblin King and "
            "Goblin Chieftain gives +1/+1 (layer 7c).",
        )),
        ("Blood Moon; Life and Limb; Saproling; Overgrown Tomb", "overgrown-tomb", (
            "Overgrown Tomb is a Mountain land with “{T}: Add {R}.”",
            "Blood Moon is in a dependency loop with Life and Limb, in which timestamps decide, and is older "
            "(613.8b).",
            "Blood Moon sets the land type to Mountain (305.7, layer 4).",
            "After that, Life and Limb, which applies only to Forests and Saprolings, no longer applies to it, nor "
            "in later layers (613.6).",
        )),
        ("Blood Moon; Life and Limb; Saproling; Overgrown Tomb", "saproling", (
            "The Saproling is a 1/1 green Saproling Forest land creature with “{T}: Add {G}.”",
            "Blood Moon is in a dependency loop with Life and Limb, in which timestamps decide, and is older "
            "(613.8b).",
            "Life and Limb made the Saproling a land only after Blood Moon had applied, so Blood Moon does not apply "
            "to it.",
            "Life and Limb adds the card types Creature and Land and the subtypes Saproling and Forest (layer 4), sets "
            "the color to green (layer 5), and sets power and toughness to 1/1 (layer 7b).",
        )),
        ("Tarmogoyf with two +1/+1 counters; Darksteel Mutation -> Tarmogoyf", "tarmogoyf", (
            "Tarmogoyf is a 2/3 green Insect artifact creature with indestructible.",
            "Darksteel Mutation sets the card types to Artifact and Creature and the creature type to Insect (layer "
            "4), gives indestructible and removes all other abilities (layer 6), and sets power and toughness to 0/1 "
            "(layer 7b); Tarmogoyf’s two +1/+1 counters give +2/+2 (layer 7c).",
            "Tarmogoyf’s ability does not apply in layer 7a, because Darksteel Mutation takes it away in layer 6, "
            "before it starts to apply (613.6).",
        )),
        ("Grizzly Bears", "grizzly-bears", ("Grizzly Bears is a 2/2 green Bear creature.", "No effect changes it.")),
        ("Spellbook", "A", (
            "A has no maximum hand size.",
            "After the layers, Spellbook gives no maximum hand size.",
        )),
    ],
)  # fmt: skip
def test_the_ruling_of(lines: str, id: str, expected: tuple[str, ...]) -> None:
    assert said(lines, id) == expected


def test_many_effects_are_counted() -> None:
    found = said("; ".join((*["Glorious Anthem", "Honor of the Pure", "Gaea's Anthem", "Intangible Virtue",
                              "Crusade", "Bad Moon", "Collective Blessing"], "Soldier token")), "soldier")  # fmt: skip

    assert len(found) == 2
    assert "effects apply in turn" in found[1] or "each of" in found[1]


# --- What decides ---


@pytest.mark.parametrize(
    ("lines", "id", "fact"),
    [
        # The amounts behind a size
        ("Opalescence; Glorious Anthem", "glorious-anthem", "to 3/3 (its mana value, layer 7b)"),
        ("Nightmare; Swamp", "nightmare", "to 1/1 (the number of Swamps A controls, namely Swamp, layer 7a)"),
        ("Rabid Wombat; Rancor -> Rabid Wombat", "rabid-wombat",
         "+2/+2 (twice the number of Auras attached to it, namely Rancor)"),
        # The condition of an effect, once
        ("Nylea, God of the Hunt", "nylea-god-of-the-hunt", "because A’s devotion to green is less than five"),
        ("Kird Ape; Taiga", "kird-ape", "gives +1/+2, because A controls a Forest"),
        # Abilities that are lost too late
        ("Magus of the Moon; Humility; Taiga", "taiga",
         "Humility takes the ability of Magus of the Moon only in layer 6, after that ability has applied in layer 4 "
         "(613.6)."),
        # What the effects on it read
        ("Nightmare; Urborg, Tomb of Yawgmoth; Forest", "nightmare",
         "Urborg, Tomb of Yawgmoth made itself and Forest Swamps (layer 4)."),
        ("Confiscate -> B's Glorious Anthem; Grizzly Bears", "grizzly-bears",
         "Confiscate gave control of Glorious Anthem to A (layer 2)."),
        # Abilities that an effect gave and another one took
        ("Spirit Mantle -> Grizzly Bears; Humility", "grizzly-bears", "green Bear creature without abilities."),
        ("Levitation; Grizzly Bears; B: Archetype of Imagination", "grizzly-bears",
         "removes flying and keeps it from having or gaining flying (113.11)."),
        ("B: Slippery Bogle; Arcane Lighthouse; ability 2 of Arcane Lighthouse", "slippery-bogle",
         "keeps it from having or gaining hexproof or shroud (113.11, layer 6)."),
        # Texts of their own and emblems
        ('Grizzly Bears; "Creatures with power greater than their base power gain trample until end of turn."; '
         'emblem with "Creatures you control get +1/+1."', "grizzly-bears", "The emblem gives +1/+1 (layer 7c)."),
        ('emblem with "Creatures you control get +1/+1."', "emblem", "The emblem is an emblem in the command zone."),
        ("Master of Etherium; Dress Down", "master-of-etherium", "of Etherium does not apply in layers 7a and 7c"),
        # Dependencies come before timestamps
        ("Ashaya, Soul of the Wild; Blood Moon; Grizzly Bears", "grizzly-bears",
         "because Blood Moon depends on Ashaya, Soul of the Wild (613.8a), which is also older (613.7)."),
        # Effects on players
        ("Azusa, Lost but Seeking; Humility", "A",
         "Azusa, Lost but Seeking does not apply, because Humility takes its ability in layer 6"),
        # Subtypes in printed order, also those of a copy
        ("Nightmare", "nightmare", "black Nightmare Horse creature"),
        ("Mother of Runes; Clone as a copy of Mother of Runes", "clone", "white Human Cleric creature"),
        # State-based actions
        ("Elesh Norn, Grand Cenobite; B: Grizzly Bears", "grizzly-bears", "creature, so it dies (704.5f)."),
        ("Nylea, God of the Hunt; Nylea, God of the Hunt", "nylea-god-of-the-hunt",
         "by the legend rule A keeps one of them (704.5j)"),
        # Effects that changed nothing to be seen, and decide
        ("Dress Down; Grizzly Bears with a flying counter", "grizzly-bears",
         "In layer 6, Dress Down removes all abilities, then Grizzly Bears’ flying counter gives flying, because Dress "
         "Down is older than Grizzly Bears’ flying counter and neither depends on the other (613.7)."),
        ("Humility; 1/1 green Saproling token", "saproling",
         "Humility removes all abilities (layer 6) and sets power and toughness to 1/1 (layer 7b), but that changes "
         "nothing."),
        ("Maskwood Nexus; Mistform Ultimus", "mistform-ultimus",
         "Maskwood Nexus also sets the subtype to every creature type (layer 4), but that changes nothing."),
        # Effects that do not reach the object
        ("Nightmare; Swamp; Forest; Urborg, Tomb of Yawgmoth; Blood Moon", "nightmare",
         "Urborg, Tomb of Yawgmoth does not apply in layer 4, because it depends on Blood Moon (613.8a)"),
        ("B: Oko, Thief of Crowns; Tishana's Tidebinder; Tidebinder's trigger -> Oko; Tishana's Tidebinder dies",
         "oko-thief-of-crowns", "with loyalty 4 and its printed abilities."),
        ("Kaito, Bane of Nightmares with 4 loyalty", "kaito-bane-of-nightmares", "because it is A’s turn and Kaito"),
        ("Grizzly Bears equipped with Umezawa's Jitte; Serra Angel; ability 2 of Umezawa's Jitte mode 1; "
         "Umezawa's Jitte attaches to Serra Angel", "grizzly-bears", "its effect on Grizzly Bears continues (611.2c)"),
        ("Baneslayer Angel; Phantasmal Image -> Baneslayer Angel; Clone -> Phantasmal Image", "clone",
         "copies the copiable values of Phantasmal Image, a copy of Baneslayer Angel (707.2"),
        ("Blood Moon; Forest", "forest", "Blood Moon applies only to nonbasic lands."),
        ("Blood Moon; Taiga in hand", "taiga", "Blood Moon applies only to nonbasic lands on the battlefield."),
        ("Opalescence", "opalescence", "Opalescence applies to each other non-Aura enchantment."),
        ("Kird Ape", "kird-ape", "Kird Ape’s ability applies only as long as A controls a Forest."),
        ("Muraganda Petroglyphs; Grizzly Bears with a flying counter", "grizzly-bears",
         "Muraganda Petroglyphs applies only to creatures with no abilities."),
        ("Crusade; Turn to Frog -> White Knight", "white-knight", "Crusade applies only to white creatures."),
        ("Barbarian Class; Grizzly Bears", "grizzly-bears",
         "applies only as long as Barbarian Class is level 3 or greater."),
        ("Doran, the Siege Tower; Wall of Omens", "wall-of-omens",
         "affects events or the rules of the game, not characteristics (613.11)."),
        # Conditions and what abilities are taken from
        ("Student of Warfare level 2", "student-of-warfare", "because Student of Warfare has 2 to 6 level counters"),
        ("Student of Warfare level 2", "student-of-warfare",
         "applies only as long as Student of Warfare has seven or more level counters (now two)."),
        ("Necrotic Ooze; Prodigal Pyromancer in graveyard", "necrotic-ooze",
         "gives Prodigal Pyromancer’s activated ability ({T}) from creature cards in all graveyards, namely "
         "Prodigal Pyromancer (layer 6)."),
        ("Coat of Arms; Goblin token; Changeling Outcast", "goblin",
         "Changeling Outcast gave itself every creature type (layer 4)."),
        # All groups that an effect names, statuses and designations, and abilities without a sentence
        ("Life and Limb; Grizzly Bears", "grizzly-bears", "applies only to Forests and Saprolings."),
        ("Grizzly Bears; Grizzly Bears is the Ring-bearer", "grizzly-bears", "The Ring emblem makes it legendary"),
        ("Grizzly Bears suspected", "grizzly-bears", "Grizzly Bears’ suspected designation gives menace"),
        ("Dryad Arbor face down", "dryad-arbor", "Dryad Arbor’s face-down status makes it a face-down 2/2 creature"),
        ("Atraxa, Praetors' Voice; Spark Double as a copy of Atraxa, Praetors' Voice", "spark-double",
         "lifelink and Atraxa, Praetors' Voice’s triggered ability"),
        ("Opalescence; Copy Enchantment as a copy of Opalescence", "copy-enchantment", "with Opalescence’s ability."),
        # A verb for two layers
        ("Goblin King; Raging Goblin", "raging-goblin", "gives mountainwalk (layer 6) and +1/+1 (layer 7c)."),
        ("B: Serra Angel; Act of Treason -> Serra Angel", "serra-angel", "control to A (layer 2) and gives haste"),
        # Attachments that protection does not remove
        ("Grizzly Bears; Rancor -> Grizzly Bears; Spectra Ward -> Grizzly Bears", "rancor",
         "Rancor stays attached despite protection from green, because the effect of Spectra Ward does not remove it "
         "(702.16n)."),
        ("Savannah Lions; White Ward -> Savannah Lions", "savannah-lions",
         "White Ward stays attached despite protection from white, because its own effect does not remove it"),
        ("Savannah Lions; White Ward -> Savannah Lions; Pacifism -> Savannah Lions", "pacifism",
         "Pacifism is put into its owner’s graveyard, because Savannah Lions has protection from white (704.5m)."),
        ("Grizzly Bears; Rancor -> Grizzly Bears; Benevolent Blessing -> Grizzly Bears choosing green", "rancor",
         "Rancor stays attached despite protection from green, because the effect of Benevolent Blessing does not "
         "remove it (702.16p)."),
        # What other players control, and attachments with rules
        ("Glorious Anthem; Grizzly Bears; B: Llanowar Elves; B: Humility", "llanowar-elves",
         "Glorious Anthem applies only to creatures A controls."),
        ("Bonesplitter -> Grizzly Bears; B: Pacifism -> Grizzly Bears", "grizzly-bears",
         "Pacifism has an ability that affects events or the rules of the game, not characteristics (613.11)."),
        # Timestamps in a layer in which something also has to wait
        ("Yavimaya, Cradle of Growth; Dryad of the Ilysian Grove; B: Magus of the Moon; Cabal Coffers", "cabal-coffers",
         "because Dryad of the Ilysian Grove is older than Magus of the Moon and neither depends on the other"),
        # Effects whose source has left
        ("Ben: Serra Angel; Control Magic -> Serra Angel; Control Magic dies", "serra-angel",
         "Control Magic no longer applies, because it has left the battlefield (611.3b)."),
        ("Ben: Serra Angel; Control Magic -> Serra Angel; Control Magic dies", "serra-angel", "Ben controls Serra"),
        ("Blood Moon; Steam Vents; Blood Moon returns to hand", "steam-vents", "Blood Moon no longer applies"),
        # What it chose as it entered
        ("Primal Clay choosing option 2", "primal-clay", "The choice for Primal Clay adds the card types Artifact and"),
        # Keywords of what became a creature
        ("Ensoul Artifact -> Darksteel Citadel", "darksteel-citadel",
         "artifact land creature with indestructible and its other printed ability."),
        ("Diminish -> B's Ghalta, Primal Hunger", "ghalta", "creature with trample and its other printed ability."),
        # Exceptions under a condition
        ("Grizzly Bears; Vizier of Many Faces as a copy of Grizzly Bears", "vizier-of-many-faces",
         "except that it has no mana cost, sets the color to white and adds the subtype Zombie if this creature was"),
        # Resolved effects on others
        ("Forest; B: Sylvan Awakening", "forest", "Sylvan Awakening applies only to lands B controls."),
        # Effects that have ended
        ('Sol Ring; "All artifacts lose all abilities until end of turn."; end of turn', "sol-ring",
         "Sol Ring is an artifact with its printed ability."),
        ('Sol Ring; "All artifacts lose all abilities until end of turn."; end of turn; Mox Ruby', "mox-ruby",
         "Mox Ruby is an artifact."),
        ("Giant Growth -> Grizzly Bears; end of turn", "grizzly-bears",
         "Giant Growth no longer applies: it lasted until end of turn (514.2)."),
        ("Mutavault; ability 2 of Mutavault; end of turn", "mutavault", "no longer applies: it lasted until end"),
        ("Sower of Temptation; ability 2 of Sower of Temptation -> B's Grizzly Bears; Sower of Temptation leaves",
         "grizzly-bears", "it lasts only as long as Sower of Temptation remains on the battlefield (611.2b)."),
        # Effects that resolved before the object entered
        ("Overrun; Grizzly Bears", "grizzly-bears",
         "Overrun does not apply, because Grizzly Bears entered after it resolved (611.2c)."),
        # Why an effect no longer applies
        ("Ensoul Artifact -> Sol Ring; March of the Machines", "sol-ring",
         "March of the Machines, which applies to each noncreature artifact, depends on Ensoul Artifact (613.8a), so"),
        # An ability that was lost before it was activated
        ("Turn to Frog -> Kenrith, the Returned King; Grizzly Bears; ability 1 of Kenrith", "grizzly-bears",
         "Kenrith, the Returned King has lost that ability to Turn to Frog, so it can no longer be activated"),
        # Dependencies on the chosen effect only, each once
        ("Opalescence; Blood Moon; Enchanted Evening; Taiga", "taiga", "so Enchanted Evening applies first (613.8b)."),
        # What a copy does not have
        ("Grizzly Bears; Giant Growth -> Grizzly Bears; Clone as a copy of Grizzly Bears", "clone",
         "the copiable values of Grizzly Bears, not what Giant Growth does to it (707.2, layer 1a)."),
        ("Serra Angel with a +1/+1 counter; Clone as a copy of Serra Angel", "clone",
         "copies the copiable values of Serra Angel, not its +1/+1 counter (707.2, layer 1a)."),
        ("Serra Angel; Grizzly Bears; Giant Growth -> Grizzly Bears; Mirrorweave -> Grizzly Bears", "serra-angel",
         "the copiable values of Grizzly Bears, not what Giant Growth does to it (707.2, layer 1a)."),
        # What is still there
        ("Blood Moon; Urza's Saga with a lore counter", "urzas-saga",
         "Urza's Saga has no chapter abilities, so it is not sacrificed (714.4)."),
        ("Kenrith, the Returned King; Sakashima the Impostor as a copy of Kenrith", "sakashima-the-impostor",
         "Kenrith, the Returned King and Sakashima the Impostor have different names, so the legend rule does not"),
        ("Jace Beleren with 3 loyalty; Spark Double as a copy of Jace Beleren", "spark-double",
         "Spark Double is not legendary, so the legend rule does not apply to it (704.5j)."),
        ("Titania's Song; Sol Ring; Titania's Song leaves", "sol-ring",
         "Titania's Song has left, but its effect continues until end of turn."),
        # No operation twice
        ("Darksteel Mutation -> Grizzly Bears", "grizzly-bears",
         "Darksteel Mutation sets the card types to Artifact and Creature and the creature type to Insect (layer 4)"),
        # How long it lasts
        ("Sower of Temptation; Ben: Grizzly Bears; ability 2 of Sower of Temptation -> Grizzly Bears", "grizzly-bears",
         "second ability applies only as long as Sower of Temptation remains on the battlefield (611.2b)."),
        # What does not apply although the printed object suggests it
        ("Sphinx of the Guildpact; Thran Lens; Crusade", "sphinx-of-the-guildpact",
         "Crusade applies only to white creatures."),
        # Subtypes in the order in which they are printed on the copied card, which is the one copied last
        ("Snapcaster Mage; Spellstutter Sprite; Clone -> Snapcaster Mage; "
         "Cytoshape choosing Spellstutter Sprite -> Clone", "clone", "Clone is a 1/1 blue Faerie Wizard creature"),
        ("Snapcaster Mage; Spellstutter Sprite; Clone -> Spellstutter Sprite", "clone",
         "Clone is a 1/1 blue Faerie Wizard creature"),
        ("Kenrith, the Returned King; Sakashima the Impostor as a copy of Kenrith", "sakashima-the-impostor",
         "a 5/5 legendary white Human Noble creature"),
        # A condition that names the object
        ("Burden of Proof -> Grizzly Bears; Conspiracy choosing Detective", "grizzly-bears",
         "because Grizzly Bears is a Detective A controls (layer 7c)"),
        # Why the legend rule or an ability of its own does not apply
        ("Mirror Gallery; Thalia, Guardian of Thraben; Clone of Thalia", "clone",
         "Because of Mirror Gallery, the legend rule does not apply to Clone (704.5j)."),
        ("Purphoros, God of the Forge; 2x Boros Reckoner; Humility", "purphoros-god-of-the-forge",
         "ability applies only as long as A’s devotion to red is less than five (now seven)."),
        # Its own ability without its name
        ("Splinter Twin -> Mogg Fanatic", "mogg-fanatic", "Splinter Twin gives an activated ability ({T}, layer 6)."),
        # What stays as it is
        ("Yixlid Jailer; Mountain; Grizzly Bears; Anger in graveyard", "anger",
         "before it starts to apply (613.6), so Yixlid Jailer stays a 2/1 black Zombie Wizard creature, and "
         "Grizzly Bears a 2/2 green Bear creature."),
        ("Yavimaya, Cradle of Growth; Blood Moon; Plains; Taiga", "yavimaya-cradle-of-growth",
         "so Plains stays a basic Plains land."),
        ("Grizzly Bears; Seeds of Strength -> Grizzly Bears, Grizzly Bears, Grizzly Bears", "grizzly-bears",
         "Seeds of Strength gives +1/+1 three times (layer 7c)."),
        ("Willbender face down", "willbender", "creature without a name or abilities."),
        # what an object lacks that an effect applies to
        ("Bello, Bard of the Brambles; Sol Ring; Gilded Lotus", "sol-ring", "with mana value 4 or greater."),
        ("Opalescence; Rancor -> Grizzly Bears", "rancor", "Opalescence applies to each other non-Aura enchantment."),
        ("Favorable Winds; Serra Angel; Grizzly Bears", "grizzly-bears", "only to creatures A controls with flying."),
        # the number that a condition compares, and the cards that it asks for
        ("Heliod, Sun-Crowned; Serra Angel", "heliod-sun-crowned", "is less than five (now three, layer 4)."),
        ("Indomitable Archangel; Sol Ring; Mox Ruby; Mox Jet; Memnite", "sol-ring", "more artifacts (now four"),
        ("Cairn Wanderer; Typhoid Rats in graveyard", "cairn-wanderer",
         "because a creature card with deathtouch is in a graveyard (Typhoid Rats, layer 6)."),
        # printed keywords and loyalty
        ("Serra Angel; Glorious Anthem", "serra-angel", "Angel creature with flying and vigilance."),
        ("One with the Stars -> Serra Angel", "serra-angel", "is a white enchantment with flying and vigilance."),
        ("Gideon Blackblade", "gideon-blackblade", "with loyalty 4, indestructible and its printed abilities."),
        ("Brutal Cathar; it's night", "brutal-cathar", "so it transforms into Moonrage Brute (3/3, 702.145)."),
        ("Jace Beleren with two loyalty counters; Honor-Worn Shaku", "jace-beleren", "planeswalker with loyalty 2."),
        ("Humility; Gideon Jura with six loyalty counters; Gideon Jura 0", "gideon-jura",
         "planeswalker creature without abilities and with loyalty 6."),
        # groups of an effect
        ("Celestial Dawn; Ben: Llanowar Elves", "llanowar-elves", "applies only to nonland permanents A controls."),
        ("Celestial Dawn; Ben: Forest", "forest", "Celestial Dawn applies only to lands A controls."),
        ("Crystalline Sliver; Muscle Sliver; Dress Down", "crystalline-sliver",
         "Dress Down removes all abilities (layer 6); Muscle Sliver does not apply in layer 7c, because Dress Down "
         "takes its ability in layer 6, before it starts to apply (613.6)."),
        ("Hangarback Walker with three +1/+1 counters; Song of the Dryads on Hangarback Walker", "hangarback-walker",
         "Hangarback Walker’s three +1/+1 counters also give +3/+3 (layer 7c), but that changes nothing."),
        ("Muraganda Petroglyphs; Grizzly Bears", "grizzly-bears",
         "Muraganda Petroglyphs gives +2/+2 to creatures with no abilities (layer 7c)."),
        ("Castle; Grizzly Bears", "grizzly-bears", "Castle gives +0/+2 to untapped creatures A controls (layer 7c)."),
        ("Ashaya, Soul of the Wild; Saproling token; Blood Moon", "saproling",
         "Ashaya, Soul of the Wild applies only to nontoken creatures A controls."),
        ("Progenitus; Sword of Fire and Ice -> Progenitus", "progenitus",
         "Sword of Fire and Ice becomes unattached, because Progenitus has protection from everything (704.5n)."),
        ("Leyline of Singularity; Mirror Gallery; 2 Grizzly Bears", "grizzly-bears",
         "Because of Mirror Gallery, the legend rule does not apply to the first Grizzly Bears (704.5j)."),
        ("Displaced Dinosaurs; Sol Ring; ability 1 of Displaced Dinosaurs choosing Sol Ring", "sol-ring",
         "adds the card type Creature, adds the subtype Dinosaur and sets power and toughness to 7/7 (layer 1a)."),
        ("B: Serra Angel; Control Magic -> Serra Angel; B: Control Magic -> Serra Angel", "serra-angel",
         "Serra Angel is a 4/4 white Angel creature under B’s control with flying and vigilance."),
        ("Raging Goblin; Goblin Chieftain", "raging-goblin",
         "Raging Goblin is a 2/2 red Goblin Berserker creature with haste."),
    ],
)  # fmt: skip
def test_a_ruling_says(lines: str, id: str, fact: str) -> None:
    found = said(lines, id)

    assert any(fact in sentence for sentence in found[:3]), found


def test_what_an_equipment_targets_was_not_attached_to_it() -> None:
    """Only the first mode of the Jitte is about the equipped creature."""
    jitte = "Umezawa's Jitte"
    lines = f"Grizzly Bears equipped with {jitte}; Serra Angel; ability 2 of {jitte} mode 2 -> Serra Angel"

    assert said(lines, "serra-angel") == (
        "Serra Angel is a 3/3 white Angel creature with flying and vigilance.",
        "Umezawa's Jitte’s second ability gives -1/-1 (layer 7c).",
    )


def test_a_ruling_names_no_dependency_that_did_not_decide() -> None:
    """Blood Moon applies before Enchanted Evening, as it is older; Opalescence does not depend on it."""
    found = said("Opalescence; Blood Moon; Enchanted Evening; Taiga", "taiga")

    assert not any("so Blood Moon applies first" in sentence for sentence in found)


SAPROLING = "Blood Moon; Life and Limb; Saproling; Forest; Darksteel Mutation -> Forest"


@pytest.mark.parametrize(
    ("lines", "id", "fact"),
    [
        (
            SAPROLING,
            "saproling",
            "Life and Limb would make the Saproling a land, and Blood Moon would then apply to it",
        ),
        (SAPROLING, "forest", "Darksteel Mutation would make Forest stop being a Forest, and Life and Limb"),
        (
            "Living Lands; Blood Moon; Forest; Taiga",
            "taiga",
            "Blood Moon would make Taiga stop being a Forest, and Living Lands",
        ),
        ("Living Lands; Blood Moon; Forest; Taiga", "forest", "Living Lands adds the card type Creature"),
        ("March of the Machines; Mycosynth Lattice", "mycosynth-lattice", "March of the Machines adds"),
    ],
)
def test_the_first_reason_concerns_the_object(lines: str, id: str, fact: str) -> None:
    assert said(lines, id)[1].startswith(fact)


@pytest.mark.parametrize(
    ("lines", "id", "words"),
    [
        (SAPROLING, "saproling", "Darksteel Mutation"),
        (SAPROLING, "forest", "the Saproling"),
        ("Emrakul, the Aeons Torn; Yixlid Jailer; Soulflayer", "soulflayer", "Emrakul"),
        ("Living Lands; Blood Moon; Forest; Taiga", "forest", "Taiga"),
        ('Archetype of Imagination; B: Serra Angel; "Target creature gains flying until end of turn." -> Serra Angel',
         "serra-angel", "changes nothing"),
        ("rules: 2004-10-01; Humility; Opalescence", "humility", "because Humility takes"),
    ],
)  # fmt: skip
def test_a_ruling_does_not_say(lines: str, id: str, words: str) -> None:
    assert not any(words in sentence for sentence in said(lines, id))


def test_timestamps_are_a_reason_only_where_they_decide() -> None:
    found = said("Blood Moon; Enchanted Evening; Taiga", "taiga")

    assert not any("older" in sentence for sentence in found)


@pytest.mark.parametrize(
    "board", ["Overrun; end of turn; Grizzly Bears", "Falter; Grizzly Bears", "Grizzly Bears; Overrun"]
)
def test_effects_that_have_ended_or_change_no_characteristics_are_not_missed(board: str) -> None:
    said = " ".join(ruling(solve(Board.of(board)).explain("grizzly-bears")))

    assert "entered after" not in said


def test_an_effect_that_does_nothing_because_of_a_dependency() -> None:
    younger = said("Necrotic Ooze; Yixlid Jailer; Prodigal Sorcerer in graveyard", "necrotic-ooze")
    older = said("Yixlid Jailer; Necrotic Ooze; Prodigal Sorcerer in graveyard", "necrotic-ooze")

    assert younger[1].startswith("Yixlid Jailer would make Prodigal Sorcerer lose all abilities, and Necrotic Ooze")
    assert younger[1].endswith("(613.8a), so Yixlid Jailer applies first (613.8b).")
    assert older[1].endswith("(613.8a), and Yixlid Jailer is also older (613.7).")


def test_bestow_ends_when_the_aura_becomes_unattached() -> None:
    lines = "Grizzly Bears; Nylea's Emissary cast for bestow -> Grizzly Bears; Grizzly Bears dies"

    assert said(lines, "nyleas-emissary")[1:] == (
        "No effect changes it.",
        "The bestow ability of Nylea's Emissary applies only as long as Nylea's Emissary is bestowed, which ends when "
        "it becomes unattached (702.103f).",
    )


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("Mystic Subdual -> Grizzly Bears", "gives -2/-0"),
        ('Grizzly Bears; "Target creature gets -0/-1 until end of turn." -> Grizzly Bears', "gives -0/-1"),
        ('Grizzly Bears; "Target creature gets +1/+0 until end of turn." -> Grizzly Bears', "gives +1/+0"),
    ],
)
def test_zero_has_the_sign_of_the_other_number(lines: str, expected: str) -> None:
    assert expected in " ".join(said(lines, "grizzly-bears"))


def test_an_effect_that_applies_before_the_layer_that_it_would_need():
    """613.1: what layer 6 asks about power, it asks before layer 7."""
    lord = card("Lofty Lord", "Creature — Human", "Creatures you control with power 4 or greater have flying.", "3/3")
    lonely = card(
        "Lonely Lord", "Creature — Human", "As long as this creature has power 4 or greater, creatures you control have"
        " vigilance.", "3/3",
    )  # fmt: skip
    board = Board(cards=[lord, lonely])
    for name in ("Lofty Lord", "Lonely Lord", "Grizzly Bears", "Glorious Anthem"):
        board.enters(name)
    explained = {id: ruling(solve(board).explain(id))[2:] for id in ("lofty-lord", "grizzly-bears")}

    gave, six = "Glorious Anthem gave {} power 4 only in layer 7c, so ", "which applies in layer 6, does not apply to"
    lonely_is_late = f"{gave.format('Lonely Lord')}Lonely Lord, {six} "
    assert explained == {
        "grizzly-bears": (
            f"{lonely_is_late}Grizzly Bears (613.1).",
            "Lofty Lord applies only to creatures A controls with power 4 or greater.",
        ),
        "lofty-lord": (
            f"{gave.format('Lofty Lord')}its own ability, {six} it (613.1).",
            f"{lonely_is_late}Lofty Lord (613.1).",
        ),
    }


def test_what_does_not_apply_is_left_out_where_the_same_source_has_an_effect() -> None:
    assert "applies only to" not in " ".join(said("Archetype of Imagination; B: Serra Angel", "serra-angel"))


def test_a_condition_of_a_lost_ability_is_no_reason() -> None:
    assert "Forest" not in " ".join(said("Humility; Kird Ape", "kird-ape"))


def test_a_result_that_ends_before_face_down_permanents_is_explained() -> None:
    board = Board(players=("Ana", "Ben"))
    for name, text in (("Lord", "Goblins you control get +1/+1."), ("Runner", "Haste")):
        board.enters({"name": name, "type_line": "Creature — Elf", "power": "1", "toughness": "1", "oracle_text": text})
    copy = {"text": "Target creature becomes a copy of another target creature until end of turn."}
    board.resolves(copy, as_="copy", targets=["runner", "lord"])
    assert "named Lord" in str(solve(board, until="1a").explain("runner"))
