"""What "it" and "those creatures" mean in a text that speaks of more than one thing."""

from __future__ import annotations

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.effects.filters.characteristics import OfSubtype
from mtglayers.model.effects.filters.combinators import Each, Either, Other
from mtglayers.model.effects.filters.comparisons import Sharing
from mtglayers.model.effects.selectors import Attached, ChosenObject, Group, Itself, Target
from mtglayers.model.errors import IllegalEventError, UnsupportedTextError
from mtglayers.model.oracle.reading.lines import read_line
from mtglayers.model.oracle.reading.resolving import read_resolution
from mtglayers.solver.solve import solve

from ....support.boards import BEAR, card


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        # What came onto the battlefield, or was cast or exiled, is not what attacked or entered.
        (
            "Whenever this creature attacks, you may put a Vampire card from your hand onto the battlefield. It gains"
            " haste until end of turn.",
            Target(word="it"),
        ),
        ("When this creature dies, return it to the battlefield. It's an enchantment.", Target(word="it")),
        (
            "Whenever this creature attacks, you may cast an artifact spell from among them. If you do, it has"
            " vigilance.",
            Target(word="it"),
        ),
        (
            "When this creature enters, exile the top card of your library with a time counter on it. It gains"
            " suspend.",
            Target(word="it"),
        ),
        # What was paid or put on something does not change who attacked.
        (
            "Whenever this creature attacks, you may sacrifice a Blood token. If you do, it gains haste until end of"
            " turn.",
            Itself("it"),
        ),
        (
            "{2}: Reveal the top card of your library. If it's a land card, untap this creature and it gets +1/+1 until"
            " end of turn.",
            Itself("it"),
        ),
        (
            "Whenever equipped creature becomes blocked by a creature, that creature loses all abilities until end of"
            " turn.",
            Target(word="that creature"),
        ),
        (
            "Whenever equipped creature attacks, you may sacrifice a Forest. If you do, that creature gains trample"
            " until end of turn.",
            Attached("that creature", of_trigger=True),
        ),
        ("Untap up to six target lands. They become 6/6 creatures.", Target(many=True, word="they")),
        (
            "Return up to one target artifact card and up to one target land card from your graveyard to the"
            " battlefield. They are creatures in addition to their other types.",
            ChosenObject("they"),
        ),
        (
            "For each player, choose up to one target creature card in that player's graveyard. Put those cards onto"
            " the battlefield under your control. They're Zombies in addition to their other types.",
            ChosenObject("they"),
        ),
        # What an instruction is about.
        ("When this Aura enters, untap enchanted creature. It gains hexproof until end of turn.", Attached("it")),
        (
            "At the beginning of your upkeep, untap enchanted land. You gain control of that land until end of turn.",
            Attached("that land"),
        ),
        ("Remove a pupa counter from this Aura, put a +1/+1 counter on enchanted creature, and that creature gains"
         " flying.", Attached("that creature")),
        ("At the beginning of combat on your turn, this creature explores. Then you may have it become a copy of"
         " another creature you control until end of turn.", Itself("it")),
        ("At the beginning of each player's upkeep, that player untaps ~ and gains control of it.", Itself("it")),
        # What a trigger condition or another condition is about.
        ("Whenever one or more +1/+1 counters are put on this creature, it gains menace until end of turn.",
         Itself("it")),
        ("When this Aura enters, if enchanted creature has toxic, that creature gains hexproof until end of turn.",
         Attached("that creature")),
        ("At the beginning of your end step, if you control an Elf and this enchantment isn't a creature, it becomes a"
         " 3/3 Spirit creature.", Itself("it")),
        ("{B}: If this creature's power is 1 or more, it gets -1/-0 until end of turn and put a -0/-1 counter on target"
         " creature.", Itself("it")),
        ("Whenever this creature or equipped creature attacks, it gets +2/+0 until end of turn.", Target(word="it")),
        ("When this creature dies, exile it with three time counters on it and it gains suspend.", Target(word="it")),
        # Targets, and what is no target.
        ("Choose target creature you control and target Equipment. Gain control of that Equipment until end of turn.",
         Target(1, word="that Equipment")),
        ("Target creature can't be the target of spells or abilities your opponents control this turn. If this spell"
         " was kicked, that creature gets +4/+4 until end of turn.", Target(word="that creature")),
        ("X target creatures can't be blocked this turn. Until end of turn, those creatures gain flying.",
         Target(many=True, word="those creatures")),
        ("Target creature can't be blocked this turn. If it's a Vampire, it also gains lifelink until end of turn.",
         Target(word="it")),
    ],
)  # fmt: skip
def test_subject(text, subject):
    """608.2c: the text is read by the rules of English."""
    *_, clause = read_resolution(text).clauses

    assert bare(clause.selector) == subject


def bare(selector):
    """Return a selector without the group from which a target is chosen."""
    if not isinstance(selector, Target):
        return selector
    return Target(selector.index, many=selector.many, word=selector.word)


def test_it_after_a_switch():
    """608.2c: "it" is the creature whose power and toughness are switched."""
    *_, last = read_resolution(
        "Switch target creature's power and toughness until end of turn. It gains haste until end of turn."
    ).clauses

    assert bare(last.selector) == Target(word="it")


def test_it_in_a_second_target():
    """601.2c: the second target shares a type with the first one, not with itself."""
    first, _ = read_resolution(
        "Exchange control of target permanent you control and target permanent an opponent controls that shares a card"
        " type with it."
    ).clauses
    (shared,) = {node for node in first.walk() if isinstance(node, Sharing)}

    assert shared.of == Target(word="it")


@pytest.mark.parametrize(
    "counted",
    ["Draw a card for each creature you control with a +1/+1 counter on it.", "Tap all creatures."],
)
def test_those_that_were_counted(counted):
    """608.2c: a group that the text describes needs no target."""
    (clause,) = read_resolution(f"{counted} Those creatures gain indestructible until end of turn.").clauses

    assert isinstance(clause.selector, Group)


def test_a_duration_covers_both_halves():
    """611.2a: "until end of turn" at the end of a sentence applies to both changes."""
    text = "Attacking red creatures get +2/+0 and attacking white creatures get +0/+2 until end of turn."

    assert [clause.duration for clause in read_resolution(text).clauses] == ["end of turn", "end of turn"]


@pytest.mark.parametrize(
    "text",
    [
        "Sacrifice this Aura: Enchanted creature and other creatures that share a creature type with it get +1/+1 until"
        " end of turn.",
        "Whenever enchanted creature attacks, each other creature that's attacking gets +1/+1 until end of turn.",
    ],
)
def test_other_than_enchanted_creature(text):
    """Other creatures are other than the creature that the text names, not other than the Aura."""
    others = [
        node.than for clause in read_resolution(text).clauses for node in clause.walk() if isinstance(node, Other)
    ]

    assert [Attached(than.word) for than in others] == [Attached("enchanted creature")]


def test_other_excludes_from_one_of_two_nouns():
    """In "another Merfolk or an Island", the Island can be the object itself."""
    (ability,) = read_line("This creature gets +1/+1 as long as you control another Merfolk or an Island.")
    (either,) = {node for node in ability.walk() if isinstance(node, Either)}

    assert either.options == (Each((Other(), OfSubtype("Merfolk"))), OfSubtype("Island"))


@pytest.mark.parametrize(
    "text",
    [
        "That player reveals the top card of their library. If that card is a land card, destroy that creature."
        " Otherwise, it gets +3/+3 until end of turn.",
    ],
)
def test_two_things_have_not_one_place(text):
    """What the event would have to tell in one place is refused."""
    with pytest.raises(UnsupportedTextError):
        read_resolution(text)


def test_all_that_were_targeted():
    """115.1: "those creatures" are all the targets, not the last one."""
    text = (
        "Target creature gets +3/+3 until end of turn and up to one other target creature gets +2/+2 until end of turn."
    )
    *_, last = read_resolution(f"{text} Those creatures gain vigilance until end of turn.").clauses

    assert last.selector == Target(many=True, word="those creatures")


def test_what_an_aura_is_on():
    """ "Enchanted creature and other creatures that share a color with it": with the creature, not with the Aura."""
    made = Board()
    made.enters(card("Cub", "Creature — Bear", "", "1/1"))
    made.enters(card("Elk", "Creature — Elk", "", "1/1"))
    made.enters(BEAR)
    text = (
        "Sacrifice this Aura: Enchanted creature and other creatures that share a creature type with it get +1/+1 until"
        " end of turn."
    )
    made.enters(card("Crown", "Enchantment — Aura", f"Enchant creature\n{text}"), attached_to="cub")
    made.resolves({"ability_of": "crown", "text": text}, as_="crowned")
    result = solve(made)

    assert [result[thing].power for thing in ("cub", "grizzly-bears", "elk")] == [2, 3, 1]
    (clause,) = read_resolution(text).clauses
    assert Attached("it") in clause.selector.walk()


def test_instead_of_the_line_before():
    """608.2c: what stands in a line of its own takes the place of the line before it, as in one paragraph."""
    slip = card(
        "Slip", "Instant", "Target creature gets -1/-1 until end of turn.\nMorbid — That creature gets -13/-13 until"
        " end of turn instead if a creature died this turn.",
    )  # fmt: skip
    for told, power in (([], 1), (["a creature died this turn"], -11)):
        made = Board(cards=[slip])
        made.enters(BEAR)
        made.resolves("Slip", targets="grizzly-bears", told=told)
        assert solve(made)["grizzly-bears"].power == power


@pytest.mark.parametrize(("size", "power"), [("2/2", 4), ("1/1", 3)])
def test_instead_of_an_instruction_and_an_effect(size, power):
    """608.2c: "instead put a counter on it and it gets +1/+1" leaves nothing of the sentence before."""
    made = Board()
    made.enters(card("Elk", "Legendary Creature — Elk" if size == "1/1" else "Creature — Elk", "", size))
    text = (
        "Target creature gets +2/+2 until end of turn. If it's a legendary creature, instead put a +1/+1 counter on it"
        " and it gets +1/+1 until end of turn."
    )
    made.resolves({"text": text}, targets="elk")
    if size == "1/1":
        made.counters("elk", put={"+1/+1": 1})

    assert solve(made)["elk"].power == power


def test_the_cost_of_what_is_given_is_no_sentence_of_its_own():
    """608.2c: "instead" refers to the ability whose cost came in between."""
    text = (
        "Target creature gains flashback until end of turn. The flashback cost is equal to its mana cost. That creature"
        " gains flashback {0} until end of turn instead if you control a Forest."
    )
    assert [clause.form for clause in read_resolution(text).clauses] == ["", "instead if"]


def test_what_returned_is_for_the_event_to_tell():
    """400.7: what came back is a new object, and no effect on the old one."""
    text = "When this creature dies, return it to the battlefield. It's a Demon in addition to its other types."
    made = Board()
    made.enters(card("Vessel", "Creature — Human", text, "2/1"))
    made.moves("vessel", to="graveyard", as_="dead")
    made.moves("dead", to="battlefield", as_="back")
    with pytest.raises(IllegalEventError):
        made.resolves({"ability_of": "vessel", "text": text}, as_="return")
    made.resolves({"ability_of": "vessel", "text": text}, as_="return", targets="back")

    assert solve(made)["back"].subtypes == ("Human", "Demon")
