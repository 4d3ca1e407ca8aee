"""What "it" and "those creatures" mean in a text that speaks of more than one thing."""

from __future__ import annotations

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.effects.selectors import Attached, ChosenObject, Itself, Target
from mtglayers.model.errors import IllegalEventError, UnsupportedTextError
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
            Attached("that creature"),
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
    ],
)
def test_subject(text, subject):
    """608.2c: the text is read by the rules of English."""
    (clause,) = read_resolution(text).clauses

    assert clause.selector == subject


@pytest.mark.parametrize(
    "text",
    [
        "Whenever a land you control enters, other creatures you control get +1/+0 until end of turn. If that land is a"
        " Swamp, those creatures gain haste until end of turn.",
        "Whenever an Aura you control becomes attached to a permanent, gain control of that permanent for as long as"
        " that Aura is attached to it.",
        "That player reveals the top card of their library. If that card is a land card, destroy that creature."
        " Otherwise, it gets +3/+3 until end of turn.",
        "Choose up to two target creature cards in your graveyard. Return one of them to your hand. Return the other to"
        " the battlefield. It gains haste.",
        "Untap target creature and each other creature that shares a color with it. Those creatures get +2/+0 until end"
        " of turn.",
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
    """608.2c: "instead" is instead of the ability whose cost was told in between."""
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

    assert solve(made)["back"].subtypes == ("Demon", "Human")
