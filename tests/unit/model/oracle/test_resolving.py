"""What spells and abilities do as they resolve: clauses, durations, targets, modes, exceptions."""

from __future__ import annotations

import pytest

from mtglayers.model.effects.ability import Resolution, TextAbility
from mtglayers.model.effects.amounts.arithmetic import Defined
from mtglayers.model.effects.amounts.base import Number
from mtglayers.model.effects.amounts.counting import Its, NumberOf, PlayerCount
from mtglayers.model.effects.conditions import Compare, Is
from mtglayers.model.effects.copiable import Copiable
from mtglayers.model.effects.filters.characteristics import OfSubtype, OfSupertype, OfType, WithNumber
from mtglayers.model.effects.filters.combinators import Non, Other
from mtglayers.model.effects.filters.status import WithCounter
from mtglayers.model.effects.filters.whereabouts import ControlledBy, InZone, Permanent
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Clause
from mtglayers.model.effects.operations.abilities import Gain, Lose, LoseAll, LoseThis
from mtglayers.model.effects.operations.abilities_from_board import GainOne
from mtglayers.model.effects.operations.becomes import Becomes
from mtglayers.model.effects.operations.control import ExchangeControl, GainControl
from mtglayers.model.effects.operations.copying import BecomeCopy, DontCopy, KeepThis
from mtglayers.model.effects.operations.power_toughness import ModifyPT, SetPT, SwitchPT
from mtglayers.model.effects.operations.text import ChangeWords
from mtglayers.model.effects.operations.types import RemoveSupertypes
from mtglayers.model.effects.selectors import Attached, ChosenObject, Group, Itself, Same, Target
from mtglayers.model.errors import UnsupportedTextError
from mtglayers.model.oracle.printing.sentences import english
from mtglayers.model.oracle.reading.copy_exceptions import read_exceptions
from mtglayers.model.oracle.reading.lines import read_line
from mtglayers.model.oracle.reading.resolving import read_resolution, resolution_of

CREATURE = Group((OfType("Creature"),))
TARGET = Target(0, CREATURE)
TURN = "end of turn"
ZOMBIES = Group((OfSubtype("Zombie"), ControlledBy("you")))


def clauses(text: str) -> tuple[Clause, ...]:
    """Return the clauses of a text without modes."""
    found = read_resolution(text)
    assert not found.modes
    return found.clauses


NONLEGENDARY = Group((Non(OfSupertype("Legendary")), OfType("Creature"), InZone("battlefield")))
TREES = {
    "Target creature gets +2/+2 until end of turn.": (
        Clause(TARGET, (ModifyPT(Number(2), Number(2)),), duration=TURN),
    ),
    "Until end of turn, target creature loses all abilities and becomes a blue Frog with base power and toughness"
    " 1/1.": (
        Clause(
            TARGET,
            (
                LoseAll(),
                Becomes(
                    colors=("U",), subtypes=("Frog",), power=Number(1), toughness=Number(1), word="becomes",
                ),
            ),
            duration=TURN, form="before",
        ),
    ),
    "Gain control of target creature until end of turn. Untap that creature. It gains haste until end of turn.": (
        Clause(TARGET, (GainControl(word="gain control of"),), duration=TURN),
        Clause(Target(0, CREATURE, word="it"), (Gain((Keyword("Haste"),), "gains"),), duration=TURN),
    ),
    "Untap target creature and gain control of it until end of turn. That creature gains haste until end of turn.": (
        Clause(Target(0, CREATURE, word="it"), (GainControl(word="gain control of"),), duration=TURN),
        Clause(Target(0, CREATURE, word="that creature"), (Gain((Keyword("Haste"),), "gains"),), duration=TURN),
    ),
    "Switch target creature's power and toughness until end of"
    " turn.": (Clause(TARGET, (SwitchPT(),), duration=TURN),),
    "Discard a card: Switch this creature's power and toughness until end of turn.": (
        Clause(Itself("this creature"), (SwitchPT(),), duration=TURN),
    ),
    "Target creature gets +X/+X until end of turn, where X is the number of cards in your hand.": (
        Clause(TARGET, (ModifyPT(Defined(PlayerCount("hand")), Defined(PlayerCount("hand"))),), duration=TURN),
    ),
    "Target creature gets +2/+2 until end of turn if its power is 2.": (
        Clause(
            TARGET, (ModifyPT(Number(2), Number(2)),),
            Compare(NumberOf(Target(0, CREATURE, word="it"), "power"), "exactly", Number(2)), TURN, form="if",
        ),
    ),
    "{T}: Target creature loses protection from black until end of turn.": (
        Clause(TARGET, (Lose((Keyword("Protection", color="B"),)),), duration=TURN),
    ),
    "When this creature enters, gain control of target creature for as long as you control this creature.": (
        Clause(
            TARGET, (GainControl(word="gain control of"),), duration="while",
            until=Is(Itself("this creature"), (ControlledBy("you"),)),
        ),
    ),
    "That land is an Island for as long as it has a flood counter on it.": (
        Clause(
            Target(word="that land"), (Becomes(subtypes=("Island",)),), duration="while",
            until=Is(Target(word="it"), (WithCounter("flood"),)),
        ),
    ),
    "Change the text of target permanent by replacing all instances of one color word with another.": (
        Clause(Target(0, Group((Permanent(),))), (ChangeWords(("color",)),)),
    ),
    "{R}, {T}: This creature loses this ability and becomes an Aura enchantment with enchant creature. Attach it to"
    " target "
    "creature.": (
        Clause(
            Itself("this creature"),
            (
                LoseThis(),
                Becomes(
                    subtypes=("Aura",), types=("Enchantment",), abilities=(Keyword("Enchant", "creature"),),
                    word="becomes",
                ),
            ),
        ),
    ),
    "Choose a nonlegendary creature on the battlefield. Target creature becomes a copy of that creature until end of"
    " turn.": (
        Clause(TARGET, (BecomeCopy(ChosenObject("that creature", NONLEGENDARY)),), duration=TURN),
    ),
    "Double target creature's power until end of turn.": (
        Clause(TARGET, (ModifyPT(Its("power"), Number(0), "double"),), duration=TURN),
    ),
    "Target creature gains your choice of vigilance or lifelink until end of turn.": (
        Clause(TARGET, (GainOne((Keyword("Vigilance"), Keyword("Lifelink"))),), duration=TURN),
    ),
    "Creatures you control get +1/+1 until end of turn. They gain haste until end of turn.": (
        Clause(Group((OfType("Creature"), ControlledBy("you"))), (ModifyPT(Number(1), Number(1)),), duration=TURN),
        Clause(Same("they"), (Gain((Keyword("Haste"),), "gains"),), duration=TURN),
    ),
    "Whenever equipped creature attacks, it gets +1/+0 until end of turn.": (
        Clause(Attached("it", of_trigger=True), (ModifyPT(Number(1), Number(0)),), duration=TURN),
    ),
    "Create a token that's a copy of target creature you control. It gains haste.": (
        Clause(ChosenObject("it"), (Gain((Keyword("Haste"),), "gains"),)),
    ),
    "Create two 1/1 white Soldier creature tokens. They gain haste until end of turn.": (
        Clause(ChosenObject("they"), (Gain((Keyword("Haste"),), "gains"),), duration=TURN),
    ),
    "Zombies you control get +2/+1 until end of turn. Other creatures you control get +1/+1 until end of turn.": (
        Clause(ZOMBIES, (ModifyPT(Number(2), Number(1)),), duration=TURN),
        Clause(
            Group((Other(ZOMBIES), OfType("Creature"), ControlledBy("you"))),
            (ModifyPT(Number(1), Number(1)),),
            duration=TURN,
        ),
    ),
    "Each other creature becomes a copy of target creature until end of turn.": (
        Clause(Group((Other(TARGET), OfType("Creature")), "each"), (BecomeCopy(TARGET),), duration=TURN),
    ),
    "Target creature gets +1/+1 until end of turn, then scry 1.": (
        Clause(TARGET, (ModifyPT(Number(1), Number(1)),), duration=TURN),
    ),
}  # fmt: skip


@pytest.mark.parametrize("text", TREES)
def test_text_is_these_clauses(text):
    """A text of each kind makes the clauses spelled out here."""
    assert clauses(text) == TREES[text]


@pytest.mark.parametrize(
    "text",
    [
        "Draw a card.",
        "{T}: ~ deals 3 damage to any target.",
        "When this creature enters, scry 1.",
        "Whenever you cast a spell, put a +1/+1 counter on this creature.",
        "At the beginning of your upkeep, sacrifice this enchantment unless you pay {W}{W}.",
        "Exile target nonland permanent.",
        "Return target creature to its owner's hand. Its controller loses 2 life.",
        "As this creature enters, choose a color.",
        "This land enters tapped unless you control two or more basic lands.",
        # 111.3, 707.2: what is said of a token as it is created is its own text.
        "Create a white Avatar creature token. It has \"This token's power and toughness are each equal to your life"
        ' total."',
        "Create a token that's a copy of target creature, except it's a 1/1 red Balloon creature and it has flying.",
    ],
)
def test_text_without_a_continuous_effect(text):
    """An instruction that changes no characteristic is known by its form, and kept."""
    assert read_resolution(text) == Resolution((), (), text)


@pytest.mark.parametrize(
    "text",
    [
        "Turn target creature face down. It's a 2/2 Horror creature.",
        "Turn any number of target tapped nontoken creatures face down. They're 2/2 Horror creatures.",
        "Put any number of cards from your hand onto the battlefield face down. They're 2/2 Horror creatures.",
        "Return it to the battlefield under your control face down and tapped. It's a 2/2 Horror creature.",
        "Put it onto the battlefield face down under its owner's control. It is a 2/2 Horror creature.",
    ],
)
def test_what_is_said_of_what_is_turned_face_down_is_listed(text: str):
    """708.2a: it is not an effect, but the face-down characteristics of the permanent."""
    horror = Copiable(types=("Creature",), subtypes=("Horror",), power=2, toughness=2)
    assert read_resolution(text) == Resolution((), (), text, listed=(horror,))


@pytest.mark.parametrize(
    "text",
    [
        "Target creature gets +1/+1 until the cows come home.",
        "Whenever this creature attacks, it gains sparkle until end of turn.",
        "Exchange the frames of two target creatures.",
        "Target creature becomes sad until end of turn.",
        "Frobnicate target creature.",
        "Target creature gets +1/+1 until end of turn. It is very strong.",
    ],
)
def test_refused(text):
    """A sentence that is neither understood nor of a known form is refused, not ignored."""
    with pytest.raises(UnsupportedTextError):
        read_resolution(text)


def test_that_permanent_is_the_target_called_so():
    """A front clause about the source does not take "that permanent" from the target chosen before it."""
    found = clauses(
        "When this creature enters, choose target artifact an opponent controls. For as long as this creature remains"
        " on the battlefield, gain control of that permanent and it loses all abilities."
    )
    group = Group((OfType("Artifact"), ControlledBy("an opponent")))
    assert [clause.selector for clause in found] == [Target(0, group, word=word) for word in ("that permanent", "it")]


def test_modes():
    """700.2: each mode has its own clauses, its targets counted from the first."""
    found = read_resolution(
        "Choose one —\n• Creatures with power 4 or greater gain haste until end of turn.\n• Target creature gains"
        " flying until "
        "end of turn.\n• Draw a card."
    )
    strong = Group((OfType("Creature"), WithNumber("power", Number(4), "or greater")))

    assert found.clauses == ()
    assert found.modes == (
        (Clause(strong, (Gain((Keyword("Haste"),), "gains"),), duration=TURN),),
        (Clause(TARGET, (Gain((Keyword("Flying"),), "gains"),), duration=TURN),),
        (),
    )


def test_choice_as_it_enters():
    """An "as this enters" choice of sizes is stored with the ability, one mode for each alternative."""
    (ability,) = read_line(
        "As this creature enters, it becomes your choice of a 3/3 creature or a 2/2 creature with flying."
    )

    assert isinstance(ability, TextAbility)
    assert ability.form == "entering"
    assert [mode[0].operations for mode in ability.resolution.modes] == [
        (Becomes(types=("Creature",), power=Number(3), toughness=Number(3), word="becomes"),),
        (
            Becomes(
                types=("Creature",),
                power=Number(2),
                toughness=Number(2),
                abilities=(Keyword("Flying"),),
                word="becomes",
            ),
        ),
    ]


def test_choice_of_sizes_alone():
    """ "5/1 or 1/5" sets power and toughness."""
    (ability,) = read_line("As this creature enters or is turned face up, it becomes your choice of 5/1 or 1/5.")

    assert [mode[0].operations for mode in ability.resolution.modes] == [
        (SetPT(Number(5), Number(1)),),
        (SetPT(Number(1), Number(5)),),
    ]


def test_exchange_of_control():
    """701.12b: each of the two comes to whoever controlled the other."""
    first, second = clauses("Exchange control of target creature you control and target creature an opponent controls.")

    assert first.operations == (ExchangeControl(second.selector),)
    assert second.operations == (ExchangeControl(first.selector, shown=False),)


@pytest.mark.parametrize(
    ("text", "operations"),
    [
        ("it isn't legendary", (RemoveSupertypes(("Legendary",)),)),
        ("it's 1/1", (SetPT(Number(1), Number(1)),)),
        ("it has this ability", (KeepThis(),)),
        ("it doesn't copy that creature's color and it has flying", (DontCopy(), Gain((Keyword("Flying"),)))),
        (
            "it's an artifact creature in addition to its other types, and its power and toughness are equal to this "
            "creature's power and toughness",
            (
                Becomes(types=("Artifact", "Creature"), keeps="types"),
                SetPT(NumberOf(Itself("this creature"), "power"), NumberOf(Itself("this creature"), "toughness"), "is"),
            ),
        ),
        ("it enters with an additional +1/+1 counter on it if it's a creature, and it isn't legendary",
         (RemoveSupertypes(("Legendary",)),)),
    ],
)  # fmt: skip
def test_exceptions(text, operations):
    """The exceptions of a copy effect, in the order of the text."""
    assert read_exceptions(text) == operations


def test_exception_names_the_ability_that_is_kept():
    """ "This ability" is the one given, where its text is at hand."""
    (ability,) = read_line("{2}, {T}: This land becomes a copy of target land, except it has this ability.")
    (clause,) = resolution_of(ability).clauses

    assert clause.operations == (
        BecomeCopy(Target(0, Group((OfType("Land"),))), (Gain((TextAbility("activated", ability.text),)),)),
    )


@pytest.mark.parametrize(
    "text", [text for text in TREES if len(TREES[text]) == 1 and ":" not in text and "When" not in text]
)
def test_clauses_print_back(text):
    """The English of clauses is the text they were read from, where nothing else stood in it."""
    if ". " not in text and "scry" not in text:
        assert english(Resolution(TREES[text])) == text
