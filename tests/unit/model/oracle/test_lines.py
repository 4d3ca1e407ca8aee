"""Lines of rules text as abilities: what trees they are, and what is refused and where."""

from __future__ import annotations

import pytest

from mtglayers.model.cards.scryfall import read_card
from mtglayers.model.effects.ability import Static, TextAbility, UnsupportedAbility, is_cda
from mtglayers.model.effects.amounts.arithmetic import Defined, Times
from mtglayers.model.effects.amounts.base import Number
from mtglayers.model.effects.amounts.counting import Count, Its, PlayerCount
from mtglayers.model.effects.conditions import AllOf, Exists, Is, Not, SelfIn, TurnOf
from mtglayers.model.effects.filters.characteristics import OfColor, OfSubtype, OfSupertype, OfType, WithNumber
from mtglayers.model.effects.filters.combinators import Each, Either, Non, Other
from mtglayers.model.effects.filters.whereabouts import CardNoun, ControlledBy, InZone, OwnedBy, Spell
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Clause
from mtglayers.model.effects.operations.abilities import Gain, Lose, LoseAll, LoseOther
from mtglayers.model.effects.operations.becomes import Becomes
from mtglayers.model.effects.operations.control import GainControl
from mtglayers.model.effects.operations.keywords import CantHave
from mtglayers.model.effects.operations.players_and_rules import LandPlays, MaxHandSize, RuleText
from mtglayers.model.effects.operations.power_toughness import ModifyPT, SetPT
from mtglayers.model.effects.operations.types import RemoveTypes
from mtglayers.model.effects.selectors import Attached, Group, Itself, PlayerGroup, Together
from mtglayers.model.errors import UnsupportedTextError
from mtglayers.model.oracle.printing.sentences import english
from mtglayers.model.oracle.reading.lines import read_line, read_static
from mtglayers.model.oracle.recognition.normalise import normalise, own_names, sentences
from mtglayers.model.rules.edition import NEWEST

CREATURES = Group((OfType("Creature"),))
YOURS = ControlledBy("you")
ELSEWHERE = InZone("battlefield", negated=True)


def one(text: str, name: str = "") -> Static:
    """Return the one static ability that a line is."""
    (ability,) = read_line(text, name)
    assert isinstance(ability, Static), ability
    return ability


TREES = {
    "Nonbasic lands are Mountains.": Static(
        (Clause(Group((Non(OfSupertype("Basic")), OfType("Land"))), (Becomes(subtypes=("Mountain",)),)),)
    ),
    "White creatures you control get +1/+1.": Static(
        (Clause(Group((OfColor("W"), OfType("Creature"), YOURS)), (ModifyPT(Number(1), Number(1)),)),)
    ),
    "All creatures lose all abilities and have base power and toughness 1/1.": Static(
        (Clause(Group((OfType("Creature"),), "all"), (LoseAll(), SetPT(Number(1), Number(1)))),)
    ),
    "Creatures your opponents control lose flying and can't have or gain flying.": Static(
        (
            Clause(
                Group((OfType("Creature"), ControlledBy("opponents"))),
                (Lose((Keyword("Flying"),)), CantHave("Flying")),
            ),
        )
    ),
    "You control enchanted creature.": Static(
        (Clause(Attached("enchanted creature"), (GainControl(word="you control"),)),)
    ),
    "All Forests and all Saprolings are 1/1 green Saproling creatures and Forest lands in addition to their other"
    " types.":
    Static(
        (
            Clause(
                Together((Group((OfSubtype("Forest"),), "all"), Group((OfSubtype("Saproling"),), "all"))),
                (
                    Becomes(
                        colors=("G",), subtypes=("Saproling", "Forest"), types=("Creature", "Land"), power=Number(1),
                        toughness=Number(1), keeps="types", style="p c s t & s t",
                    ),
                ),
            ),
        )
    ),
    "~'s power and toughness are each equal to the number of cards in your hand.": Static(
        (Clause(Itself("~"), (SetPT(PlayerCount("hand"), PlayerCount("hand"), "is"),)),)
    ),
    "Lands you control are every basic land type in addition to their other types.": Static(
        (Clause(Group((OfType("Land"), YOURS)), (Becomes(every="basic land", keeps="types"),)),)
    ),
    "As long as this card is in your graveyard and you control a Mountain, creatures you control have haste.": Static(
        (Clause(Group((OfType("Creature"), YOURS)), (Gain((Keyword("Haste"),)),)),),
        AllOf((SelfIn("graveyard"), Exists(Group((OfSubtype("Mountain"), YOURS)), form="control"))),
        ("graveyard",),
        form="front",
    ),
    "This creature gets +1/+1 for each creature card in your graveyard.": Static(
        (
            Clause(
                Itself("this creature"),
                (
                    ModifyPT(
                        Times(1, Count(Group((OfType("Creature"), CardNoun(), InZone("graveyard", "you"))))),
                        Times(1, Count(Group((OfType("Creature"), CardNoun(), InZone("graveyard", "you"))))),
                    ),
                ),
            ),
        )
    ),
    "During your turn, each non-Equipment artifact and non-Aura enchantment you control with mana value 4 or greater "
    "is a 4/4 Elemental creature in addition to its other types and has indestructible and haste.": Static(
        (
            Clause(
                Group(
                    (
                        Either(
                            (
                                Each((Non(OfSubtype("Equipment")), OfType("Artifact"))),
                                Each((Non(OfSubtype("Aura")), OfType("Enchantment"))),
                            ),
                            "and",
                        ),
                        YOURS,
                        WithNumber("mana_value", Number(4), "or greater"),
                    ),
                    "each",
                ),
                (
                    Becomes(
                        subtypes=("Elemental",), types=("Creature",), power=Number(4), toughness=Number(4),
                        keeps="types",
                    ),
                    Gain((Keyword("Indestructible"), Keyword("Haste"))),
                ),
            ),
        ),
        TurnOf("you"),
        form="front",
    ),
    "As long as enchanted artifact isn't a creature, it's an artifact creature with power and toughness each equal to"
    " "
    "its mana value.": Static(
        (
            Clause(
                Attached("it"),
                (Becomes(types=("Artifact", "Creature"), power=Its(), toughness=Its(), style="t t|e0"),),
            ),
        ),
        Is(Attached("enchanted artifact"), (OfType("Creature"),), negated=True),
        form="front",
    ),
    "Enchanted creature is an Insect artifact creature with base power and toughness 0/1 and has indestructible, and"
    " it "
    "loses all other abilities, card types, and creature types.": Static(
        (
            Clause(
                Attached("enchanted creature"),
                (
                    Becomes(
                        subtypes=("Insect",), types=("Artifact", "Creature"), power=Number(0), toughness=Number(1),
                        style="s t t|b",
                    ),
                    Gain((Keyword("Indestructible"),)),
                ),
            ),
            Clause(
                Attached("it"),
                (
                    LoseOther(
                        ("abilities", "card types", "creature types"), ("Artifact", "Creature"), subtypes=("Insect",)
                    ),
                ),
                form="comma-and",
            ),
        )
    ),
    "As long as you control enchanted creature, it gets +2/+2. Otherwise, it can't block.": Static(
        (
            Clause(
                Attached("it"), (ModifyPT(Number(2), Number(2)),),
                Is(Attached("enchanted creature"), (YOURS,)), form="front",
            ),
            Clause(
                Attached("it"), (RuleText("can't block"),),
                Not(Is(Attached("enchanted creature"), (YOURS,))), form="otherwise",
            ),
        )
    ),
    "Creatures you control are white. The same is true for creature spells you control and creature cards you own"
    " that "
    "aren't on the battlefield.": Static(
        (
            Clause(
                Together(
                    (
                        Group((OfType("Creature"), YOURS)),
                        Together(
                            (
                                Group((OfType("Creature"), Spell(), YOURS)),
                                Group((OfType("Creature"), CardNoun(), OwnedBy("you"), ELSEWHERE)),
                            )
                        ),
                    ),
                    "same",
                ),
                (Becomes(colors=("W",)),),
            ),
        )
    ),
    "Your maximum hand size is increased by two.": Static(
        (Clause(PlayerGroup("you"), (MaxHandSize(2, "add"),)),)
    ),
    "You may play an additional land on each of your turns.": Static((Clause(PlayerGroup("you"), (LandPlays(1),)),)),
    "As long as your devotion to red and white is less than seven, ~ isn't a creature.": None,
}  # fmt: skip


@pytest.mark.parametrize("line", TREES)
def test_line_is_this_tree(line):
    """A line of each kind is the tree spelled out here, and prints back."""
    ability = one(line)

    assert english(ability) == line
    if TREES[line] is not None:
        assert ability == TREES[line]


def test_what_is_no_longer_a_creature():
    """A god's ability removes a type and depends on a number."""
    ability = one("As long as your devotion to blue is less than five, ~ isn't a creature.")

    assert ability.parts[0].operations == (RemoveTypes(("Creature",)),)


@pytest.mark.parametrize(
    ("line", "abilities"),
    [
        ("Flying, vigilance", (Keyword("Flying"), Keyword("Vigilance"))),
        ("Mountainwalk", (Keyword("Landwalk", subtype="Mountain"),)),
        ("Nonbasic landwalk", (Keyword("Landwalk", "nonbasic"),)),
        ("Protection from black", (Keyword("Protection", color="B"),)),
        ("Protection from Goblins", (Keyword("Protection", subtype="Goblin"),)),
        ("Enchant creature", (Keyword("Enchant", "creature"),)),
        ("Enchant Forest", (Keyword("Enchant", subtype="Forest"),)),
        ("Equip {2}", (Keyword("Equip", "{2}"),)),
        ("Prototype {2}{R} — 3/2", (Keyword("Prototype", "{2}{R} — 3/2"),)),
        ("Ward—Pay 3 life.", (Keyword("Ward", "—Pay 3 life."),)),
        (
            "Flying, protection from spells that are one or more colors, annihilator 6",
            (
                Keyword("Flying"),
                Keyword("Protection", "from spells that are one or more colors"),
                Keyword("Annihilator", "6"),
            ),
        ),
    ],
)  # fmt: skip
def test_keyword_line(line, abilities):
    """A line that lists keywords is one ability for each."""
    assert read_line(line) == abilities


def test_protection_from_each_color_is_five():
    """702.16e: protection from each colour is as many abilities as there are colours."""
    assert len(read_line("Protection from artifacts and from each color")) == 6


@pytest.mark.parametrize(
    ("line", "form"),
    [
        ("{T}: Add {G}.", "mana"),
        ("{T}, Sacrifice this artifact: Draw a card.", "activated"),
        ("Discard a card: Switch this creature's power and toughness until end of turn.", "activated"),
        ("Whenever this creature attacks, draw a card.", "triggered"),
        ("Constellation — Whenever an enchantment you control enters, draw a card.", "triggered"),
        ("+1: Draw a card.", "loyalty"),
        ("−6: Exile target nonland permanent.", "loyalty"),
        ("As this enchantment enters, choose a creature type.", "entering"),
        ("This land enters tapped unless you control two or more other lands.", "entering"),
        ("You may have this creature enter as a copy of any creature on the battlefield.", "entering"),
        ("Creatures without flying can't attack.", "rule"),
        ("Prevent all damage that would be dealt to creatures you control.", "rule"),
        ("Skip your draw step.", "rule"),
        ("Equip abilities you activate cost {1} less to activate.", "rule"),
        ("If a creature would die, exile it instead.", "rule"),
    ],
)
def test_ability_kept_by_form(line, form):
    """What no layer evaluates is known by its form and keeps its text."""
    assert read_line(line) == (TextAbility(form, line),)


REFUSALS = [
    ("Creatures you control gets +1/+1.", "gets"),  # number
    ("Each creature you control get +1/+1.", "get"),
    ("Enchanted creature are a Frog.", "are"),
    ("All creature have flying.", "creature"),
    ("Creatures you kontrol get +1/+1.", "you"),
    ("Creatures you control get +1/+1 on Tuesdays.", "on"),
    ("Creatures you control get.", ""),
    ("Creatures you control have sparkle.", "sparkle"),
    ("Creatures you control have flying and sparkle.", "sparkle"),
    ("Enchanted creature is a Elf.", "a"),  # article
    ("Enchanted creature is an Elf in addition to their other types.", "their"),
    ("Nonbasic lands are Mountain.", "Mountain"),
    ("As long as the moon is full, creatures you control get +1/+1.", "moon"),
    ("Creatures get +1/+1, where X is the number of lands you control.", ","),
    ("White Elves and Goblins get +1/+1.", "White Elves and Goblins get +1/+1."),  # are the Goblins white?
    ("All creatures lose all.", "all"),
    ("They get +1/+1.", "They"),
]


@pytest.mark.parametrize(("line", "stopped"), REFUSALS, ids=lambda value: str(value)[:40])
def test_refused_with_the_place(line, stopped):
    """A sentence that is wrong, or half understood, is refused where it goes wrong."""
    with pytest.raises(UnsupportedTextError) as error:
        read_static(line)

    start, stop = error.value.span
    assert error.value.text == line
    assert line[start:stop].strip().lower() == stopped.lower()
    assert read_line(line) == (UnsupportedAbility(line, start),)


def test_refusal_says_what_would_have_fitted():
    """Number agreement: the error names the form that fits."""
    with pytest.raises(UnsupportedTextError, match="expected `get`"):
        read_static("Creatures you control gets +1/+1.")


@pytest.mark.parametrize(
    ("text", "name", "normal"),
    [
        ("Thassa isn't a creature. (Each {U} counts.)", "Thassa, God of the Sea", "~ isn't a creature."),
        ("When Clone enters the battlefield, draw a card.", "Clone", "When ~ enters, draw a card."),
        ("Forests you control are Islands.", "Forest", "Forests you control are Islands."),
        ("Nightmare's power is equal to 2.", "Nightmare", "~'s power is equal to 2."),
        ("Each Nightmare gets +1/+1.", "Nightmare", "Each Nightmare gets +1/+1."),
    ],
)
def test_normalise(text, name, normal):
    """Reminder text goes, the card's own name becomes a sign, old wording becomes new."""
    assert normalise(text, name) == normal


def test_own_names():
    """A name may be cut at its comma."""
    assert own_names("Omo, Queen of Vesuva") == ["Omo, Queen of Vesuva", "Omo"]


@pytest.mark.parametrize("name", [",ide", " , the Ide", " of Ide", " the of Ide", "A-, B"])
def test_no_name_is_short_for_nothing(name: str):
    """It would stand everywhere, and be looked for without end."""
    assert "" not in [form.strip() for form in own_names(name)]
    assert normalise("Ides have flying.", name) == "Ides have flying."


def test_sentences_leave_quotations_whole():
    """A full stop inside a quotation ends no sentence."""
    assert sentences('It has "Draw a card. Scry 1." It flies.') == ['It has "Draw a card. Scry 1."', "It flies."]


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ("~'s power and toughness are each equal to the number of cards in your hand.", True),
        ("~ is all colors.", True),
        ("Changeling", True),
        ("Devoid", True),
        ("~ gets +1/+1.", False),
        ("As long as it's your turn, ~ is white.", False),
        ("Creatures you control are white.", False),
    ],
)
def test_characteristic_defining(line, is_one):
    """604.3a: it defines colours, subtypes, power or toughness of its own object, unconditionally."""
    (ability,) = read_line(line)

    assert is_cda(ability, NEWEST) is is_one


def test_x_in_a_quotation_is_the_objects_own():
    """The X of a granted ability is defined outside the quotation, and counted for the object that has the ability."""
    ability = one(
        'Each noncreature, non-Equipment artifact is an Equipment with equip {X} and "Equipped creature gets +X/+0," '
        "where X is that artifact's mana value."
    )
    becomes = ability.parts[0].operations[0]

    assert isinstance(becomes, Becomes)
    assert becomes.abilities[0] == Keyword("Equip", "{X}")
    assert [node for node in becomes.abilities[1].walk() if isinstance(node, Defined) and node.outside]
    assert ability.parts[0].selector == Group(
        (Non(OfType("Creature")), Non(OfSubtype("Equipment")), OfType("Artifact")), "each"
    )


def test_other_is_every_other_one():
    """ "Other" before a list concerns the whole list."""
    ability = one("Other Elves and Goblins you control get +1/+1.")

    assert ability.parts[0].selector == Group((Other(), Either((OfSubtype("Elf"), OfSubtype("Goblin")), "and"), YOURS))


def test_read_card_fills_the_face():
    """Numbers, colours, prototype and the abilities in printed order."""
    card = read_card(
        {
            "name": "Sleeping Automaton", "mana_cost": "{7}", "type_line": "Artifact Creature — Construct",
            "oracle_text": "Prototype {2}{R} — 3/2 (It keeps its abilities.)\nHaste\nFlying, vigilance",
            "power": "6", "toughness": "4", "colors": [],
        }
    )  # fmt: skip
    face = card.faces[0]

    assert face.prototype == ("{2}{R}", "3", "2")
    assert [english(ability) for ability in face.abilities] == [
        "Prototype {2}{R} — 3/2",
        "Haste",
        "Flying",
        "Vigilance",
    ]
    assert (face.power, face.colors) == ("6", None)


def test_read_card_knows_tokens():
    """A token's colours are as its creator says."""
    card = read_card({"name": "Saproling", "type_line": "Token Creature — Saproling", "colors": ["G"], "power": "1"})

    assert card.token
    assert card.faces[0].colors == ("G",)
