"""What resolving texts mean on a board: what the timeline tells, "instead", "otherwise", and who "that" is (608.2)."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from mtglayers import Board, solve
from mtglayers.model.effects.amounts.players import RecordedNumber
from mtglayers.model.effects.conditions import GameFact
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.selectors import ChosenObject, Itself, Target
from mtglayers.model.errors import IllegalEventError, UnsupportedTextError
from mtglayers.model.oracle.printing.sentences import finished
from mtglayers.model.oracle.reading.resolving import read_resolution

from ....support.boards import BEAR, card

KNIGHT = card("Knight", "Creature — Knight", size="2/2", cost="{W}{W}")
KICKED = (
    "Target creature gets +2/+2 until end of turn. If this spell was kicked, that creature gets +5/+5 until end of turn"
    " instead."
)


def board() -> Board:
    """Return a board with a bear and a Knight of Ana's and a bear of Ben's ("his")."""
    made = Board(("Ana", "Ben"))
    made.enters(BEAR, as_="bear")
    made.enters(KNIGHT, as_="knight")
    made.enters(BEAR, as_="his", controller="Ben")
    return made


def resolve(made: Board, text: str, *targets: str, **keys: Any) -> None:
    made.resolves({"text": text}, as_="effect", controller="Ana", targets=list(targets), **keys)


def sizes(made: Board) -> dict[str, tuple[int | None, int | None]]:
    found = solve(made)
    return {id: (found[id].power, found[id].toughness) for id in ("bear", "knight", "his")}


@pytest.mark.parametrize(
    ("told", "power", "unsupported"),
    [
        (["this spell was kicked"], 7, ()),
        ([], 4, ()),
        (None, 4, (("effect", "this spell was kicked"),)),
    ],
)
def test_instead(told: list[str] | None, power: int, unsupported: tuple[tuple[str, str], ...]):
    """One of the two is done, never both; if the event does not say which, the result reports that."""
    made = board()
    resolve(made, KICKED, "bear", told=told)
    assert sizes(made)["bear"] == (power, power)
    assert solve(made).unsupported == unsupported


def test_what_the_text_does_not_ask_is_refused():
    with pytest.raises(IllegalEventError, match="has no condition `this spell was kicked twice`"):
        resolve(board(), KICKED, "bear", told=["this spell was kicked twice"])


@pytest.mark.parametrize(("told", "size"), [(["this spell was kicked"], (4, 3)), ([], (3, 3))])
def test_instead_of_a_group_that_they_refer_to(told: list[str], size: tuple[int, int]):
    """ "Those creatures" are the ones of the sentence before, also where that does not happen (608.2c)."""
    made = board()
    text = (
        "Creatures you control get +1/+1 until end of turn. If this spell was kicked, those creatures get +2/+1 until"
        " end of turn instead."
    )
    resolve(made, text, told=told)
    assert sizes(made) == {"bear": size, "knight": size, "his": (2, 2)}


def test_instead_at_the_front_and_only():
    made = board()
    text = (
        "All creatures get -1/-1 until end of turn. If this spell was kicked, instead only creatures your opponents"
        " control get -1/-1 until end of turn."
    )
    resolve(made, text, told=["this spell was kicked"])
    assert sizes(made) == {"bear": (2, 2), "knight": (2, 2), "his": (1, 1)}


def test_instead_takes_the_duration_of_what_it_replaces():
    text = "Target creature gets -1/-1 until end of turn. If you win the flip, that creature gets -4/-4 instead."
    first, second = read_resolution(text).clauses
    assert (first.duration, second.duration, second.condition) == (
        "end of turn", "end of turn", GameFact("you win the flip"),
    )  # fmt: skip


def test_instead_that_does_less_is_refused():
    """Whether trample stays is not said."""
    with pytest.raises(UnsupportedTextError):
        read_resolution(
            "Target creature gets +1/+1 and gains trample until end of turn. If this spell was kicked, that creature"
            " gets +4/+4 until end of turn instead."
        )


@pytest.mark.parametrize(("told", "size"), [(["you win the flip"], (2, 2)), ([], (1, 1))])
def test_otherwise_after_an_instruction(told: list[str], size: tuple[int, int]):
    made = board()
    text = "Flip a coin. If you win the flip, draw a card. Otherwise, target creature gets -1/-1 until end of turn."
    resolve(made, text, "bear", told=told)
    assert sizes(made)["bear"] == size


@pytest.mark.parametrize(("told", "size"), [(["you do"], (5, 5)), ([], (3, 3))])
def test_if_you_do_and_otherwise(told: list[str], size: tuple[int, int]):
    """Without "otherwise", the event says whether an "if you do" effect happened; here both could."""
    made = board()
    text = (
        "You may sacrifice a Food. If you do, target creature gets +3/+3 until end of turn. Otherwise, that creature"
        " gets +1/+1 until end of turn."
    )
    resolve(made, text, "bear", told=told)
    assert sizes(made)["bear"] == size


def test_told_numbers():
    """What was discarded has left the hand: the event tells how many (608.2h)."""
    made = board()
    text = "Target creature gets +X/+X until end of turn, where X is the number of cards discarded this way."
    with pytest.raises(IllegalEventError, match="needs `x`: the number of cards discarded this way"):
        resolve(made, text, "bear")
    resolve(made, text, "bear", x=3)
    assert sizes(made)["bear"] == (5, 5)
    resolve_each = "Target creature gets +1/+0 until end of turn for each card discarded this way."
    made.resolves({"text": resolve_each}, as_="each", controller="Ana", targets=["his"], x=2)
    assert sizes(made)["his"] == (4, 2)


def test_that_spells_mana_value_is_no_number_of_the_target():
    """It was read as the mana value of each object that the effect changes."""
    text = (
        "Whenever you cast a spell, target creature gets +X/+X until end of turn, where X is that spell's mana value."
    )
    (clause,) = read_resolution(text).clauses
    assert RecordedNumber("that spell's mana value") in clause.walk()
    made = board()
    resolve(made, text, "bear", x=6)
    assert sizes(made)["bear"] == (8, 8)


def test_what_a_trigger_speaks_of_is_not_the_target():
    """ "That creature" comes first in the text, and so among what the event names; both were the first."""
    text = (
        "Whenever this creature blocks a creature, that creature gets -1/-1 until end of turn and target creature gets"
        " +1/+1 until end of turn."
    )
    made = board()
    resolve(made, text, "his", "bear")
    assert sizes(made) == {"bear": (3, 3), "knight": (2, 2), "his": (1, 1)}


def test_the_creature_you_control():
    text = (
        "Choose target creature you control and target creature you don't control. The creature you control gets +2/+1"
        " until end of turn if it's a Knight. Then those creatures fight each other."
    )
    made = board()
    resolve(made, text, "knight", "his")
    assert sizes(made) == {"bear": (2, 2), "knight": (4, 3), "his": (2, 2)}


def test_open_numbers_of_targets_do_not_overlap():
    """It would be unknown which of the named objects belong to the first group."""
    with pytest.raises(UnsupportedTextError):
        read_resolution(
            "Up to two target creatures get +1/+0 until end of turn. Target land becomes a Swamp until end of turn."
        )
    (clause,) = read_resolution("X target creatures gain flying until end of turn.").clauses
    assert isinstance(clause.selector, Target)
    assert clause.selector.many


MODES = """Choose one or both —
• Target creature gets +2/+2 until end of turn.
• Target creature gets -1/-1 until end of turn."""


def test_each_mode_has_targets_of_its_own():
    """700.2d, 115.3: both modes took the first object named."""
    made = board()
    resolve(made, MODES, "bear", "his", mode=[1, 2])
    assert sizes(made) == {"bear": (4, 4), "knight": (2, 2), "his": (1, 1)}


def test_what_is_said_before_the_modes_is_done_too():
    """It was ignored, and the modes may refer to what it names."""
    made = board()
    text = (
        "Creatures you control get +1/+0 until end of turn. Choose target creature an opponent controls, then roll a"
        " d20.\n1—9 | It gets -1/-1 until end of turn.\n10—20 | Gain control of it until end of turn."
    )
    resolve(made, text, "his", mode=2)
    assert sizes(made) == {"bear": (3, 2), "knight": (3, 2), "his": (2, 2)}
    assert solve(made)["his"].controller == "Ana"


@pytest.mark.parametrize(
    "text",
    [
        "Spree\n+ {1} — Target creature gets +2/+2 until end of turn.\n+ {3} — Target player draws two cards.",
        "Tiered\n• Fire — {0} — Target creature gets +2/+2 until end of turn.\n• Fira — {2} — Draw a card.",
    ],
)
def test_modes_with_costs(text: str):
    """702.172, 702.183: an additional cost chooses the mode."""
    made = board()
    resolve(made, text, "bear", mode=1)
    assert sizes(made)["bear"] == (4, 4)


@pytest.mark.parametrize(("option", "size"), [(1, (3, 1)), (2, (1, 3))])
def test_one_of_two_changes(option: int, size: tuple[int, int]):
    made = board()
    resolve(made, "Target creature gets +1/-1 or -1/+1 until end of turn.", "bear", chosen={"option": option})
    assert sizes(made)["bear"] == size


def test_one_of_two_changes_by_an_amount_is_fixed():
    """611.2d: X does not change when a land leaves."""
    made = board()
    made.enters("Swamp")
    made.enters("Swamp", as_="second")
    text = "Target creature gets +X/+X or -X/-X until end of turn, where X is the number of Swamps you control."
    resolve(made, text, "bear", chosen={"option": 2})
    made.leaves("second")
    assert sizes(made)["bear"] == (0, 0)


def test_a_player_whom_the_event_tells_gains_control():
    text = "The player with the lowest life total gains control of target creature."
    made = board()
    with pytest.raises(IllegalEventError, match="needs a player"):
        resolve(made, text, "bear")
    resolve(made, text, "bear", "Ben")
    assert solve(made)["bear"].controller == "Ben"


def test_one_target_for_each_opponent():
    made = Board(("Ana", "Ben", "Cleo"))
    for player in ("Ben", "Cleo"):
        made.enters(BEAR, as_=player.lower(), controller=player)
    text = "For each opponent, gain control of up to one target creature that player controls until end of turn."
    resolve(made, text, "ben", "cleo")
    assert {solve(made)[id].controller for id in ("ben", "cleo")} == {"Ana"}


def test_for_each_at_the_front():
    made = board()
    text = "Discard a card. For each card discarded this way, creatures you control get +1/+0 until end of turn."
    resolve(made, text, x=2)
    assert sizes(made) == {"bear": (4, 2), "knight": (4, 2), "his": (2, 2)}


def test_x_of_a_size_that_comes_with_abilities():
    """X of the size was left open, and so 0, where the same phrase gives an ability."""
    made = board()
    text = (
        "Target creature becomes an X/X Elemental creature with trample until end of turn, where X is the number of"
        " creatures you control."
    )
    resolve(made, text, "his")
    assert sizes(made)["his"] == (2, 2)


def test_that_creature_beside_any_number_of_targets():
    """The object of the trigger is a separate choice: it could have any place among the targets."""
    made = board()
    made.enters(card("Ox", "Creature — Ox", size="2/4"), as_="ox", controller="Ben")
    text = "Any number of target creatures you control each become a copy of that creature until end of turn."
    resolve(made, text, "bear", "knight", chosen={"object": "ox"})
    assert sizes(made) == {"bear": (2, 4), "knight": (2, 4), "his": (2, 2)}


@pytest.mark.parametrize(("option", "color"), [(1, "colorless"), (2, "B")])
def test_protection_from_one_or_the_other(option: int, color: str):
    """601.2c, 608.2d: one of the two, and with the second a colour besides."""
    made = board()
    text = "Target creature gains protection from colorless or from the color of your choice until end of turn."
    resolve(made, text, "bear", chosen={"option": option, "color": "B"})
    (held,) = solve(made)["bear"].abilities
    assert held == (Keyword("Protection", color="B") if color == "B" else Keyword("Protection", "from colorless"))


def test_one_of_several_abilities():
    made = board()
    resolve(made, "Target creature gains banding, first strike, or trample.", "bear", chosen={"option": 3})
    assert solve(made)["bear"].abilities == (Keyword("Trample"),)


def test_creatures_of_that_type():
    made = board()
    resolve(
        made, "Choose a creature type. All creatures of that type get -1/-1 until end of turn.",
        chosen={"creature_type": "Knight"},
    )  # fmt: skip
    assert sizes(made) == {"bear": (2, 2), "knight": (1, 1), "his": (2, 2)}


@pytest.mark.parametrize(("told", "controller"), [(["an opponent pays {2}"], "Ben"), ([], "Ana")])
def test_unless_at_the_front(told: list[str], controller: str):
    made = board()
    resolve(made, "Unless an opponent pays {2}, gain control of target creature.", "his", told=told)
    assert solve(made)["his"].controller == controller


def test_what_returned_is_told():
    """400.7: what comes back is another object; the event names it."""
    made = board()
    text = (
        "Return all creature cards from your graveyard to the battlefield. They're Vampires in addition to their other"
        " types."
    )
    resolve(made, text, chosen={"object": ["bear", "knight"]})
    assert solve(made)["knight"].subtypes == ("Knight", "Vampire")
    assert "Vampire" not in solve(made)["his"].subtypes


def test_an_effect_after_an_instruction():
    made = board()
    made.enters(card("Clue", "Artifact — Clue"))
    resolve(made, "Investigate, then target creature gets +1/+1 until end of turn for each Clue you control.", "bear")
    assert sizes(made)["bear"] == (3, 3)


def test_it_after_an_instruction_about_the_source():
    """ "It" is this creature, which the sentence before spoke of, and nothing that the event had to name."""
    (clause,) = read_resolution("{R}: Put a +1/+1 counter on this creature. It gains haste until end of turn.").clauses
    assert clause.selector == Itself("it")


def test_a_told_end():
    """What no event stands for ends when the timeline says so."""
    made = board()
    resolve(made, "Target creature gets +1/+1 until this card is cast from exile.", "bear")
    made.ends("turn")
    assert sizes(made)["bear"] == (3, 3)
    made.ends("effect")
    assert sizes(made)["bear"] == (2, 2)


@pytest.mark.parametrize(
    ("told", "targets", "sized"),
    [([], ["his"], {"his"}), (["this spell was kicked"], ["bear", "his"], {"bear", "his"})],
)
def test_instead_with_targets_of_its_own(told: list[str], targets: list[str], sized: set[str]):
    """601.2c: only one of the two sets of targets is chosen; the second had to begin after the first."""
    made = board()
    text = (
        "Target creature gets +1/+1 until end of turn. If this spell was kicked, instead any number of target creatures"
        " get +1/+1 until end of turn."
    )
    resolve(made, text, *targets, told=told)
    assert {id for id, size in sizes(made).items() if size == (3, 3)} == sized


def test_they_after_counters_on_a_group():
    made = board()
    resolve(made, "Put a +1/+1 counter on each creature you control. They gain trample until end of turn.")
    found = solve(made)
    assert [id for id in ("bear", "knight", "his") if found[id].abilities] == ["bear", "knight"]


def test_what_stands_in_front_of_an_effect_is_no_condition_of_its_trigger():
    """The duration was ignored, and the copy never ended."""
    text = (
        "Whenever this Equipment becomes attached to a creature, for as long as this Equipment remains attached to it,"
        " that creature gets +1/+1."
    )
    (clause,) = read_resolution(text).clauses
    assert clause.duration == "while"
    made = board()
    made.enters(card("Blade", "Artifact — Equipment"), as_="blade")
    made.attaches("blade", to="bear")
    made.resolves({"ability_of": "blade", "text": text}, as_="effect", targets=["bear"])
    assert sizes(made)["bear"] == (3, 3)
    made.attaches("blade", to="knight")
    assert sizes(made)["bear"] == (2, 2)


def test_the_copy_of_a_target_is_not_the_target():
    """It was read as the spell that was copied."""
    text = "Copy target creature spell you control. The copy gains haste."
    (clause,) = read_resolution(text).clauses
    assert clause.selector == ChosenObject("the copy")
    with pytest.raises(IllegalEventError, match="needs `object` in `chosen`: the copy"):
        resolve(board(), text, "bear")


def test_what_may_be_targeted_needs_no_number():
    """An instruction that the timeline has followed is not asked about."""
    made = board()
    text = (
        "Exchange control of target creature you control and target creature with power less than or equal to that"
        " creature's power an opponent controls."
    )
    resolve(made, text, "bear", "his")
    assert [solve(made)[id].controller for id in ("bear", "his")] == ["Ben", "Ana"]


def test_switch_of_several():
    made = board()
    made.enters(card("Ox", "Creature — Ox", size="2/4"), as_="ox")
    resolve(made, "Switch the power and toughness of each of up to two target creatures until end of turn.", "ox")
    assert (solve(made)["ox"].power, solve(made)["ox"].toughness) == (4, 2)


def test_the_source_and_another():
    made = board()
    made.enters(card("Ox", "Creature — Ox", "Whenever you attack, draw a card.", size="2/4"), as_="ox")
    text = "Whenever ~ attacks with a creature, ~ and that creature each get +2/+0 until end of turn."
    made.resolves({"ability_of": "ox", "text": text}, as_="effect", targets=["bear"])
    assert (solve(made)["ox"].power, solve(made)["bear"].power, solve(made)["his"].power) == (4, 4, 2)


def test_whoever_did_something_gains_control():
    """The subject of the instruction is that of the effect."""
    made = board()
    text = "Whenever ~ deals combat damage to a player, that player draws three cards and gains control of it."
    made.resolves({"ability_of": "bear", "text": text}, as_="effect", targets=["Ben"])
    assert solve(made)["bear"].controller == "Ben"


@pytest.mark.parametrize(("told", "size"), [(["this spell was kicked"], (2, 2)), ([], (4, 4))])
def test_an_instruction_instead_of_an_effect(told: list[str], size: tuple[int, int]):
    """The counter is an event of its own; the effect was made all the same."""
    made = board()
    text = (
        "Target creature gets +2/+2 until end of turn. If this spell was kicked, put two +1/+1 counters on it instead."
    )
    resolve(made, text, "bear", told=told)
    assert sizes(made)["bear"] == size


def test_a_replacement_of_what_would_happen_is_none():
    (clause,) = read_resolution(
        "Target creature gets -1/-1 until end of turn. If it would die this turn, exile it instead."
    ).clauses
    assert clause.condition is None


@pytest.mark.parametrize(("told", "size"), [(["this spell was kicked"], (4, 4)), ([], (2, 2))])
def test_what_fronts_an_instruction_fronts_its_effect(told: list[str], size: tuple[int, int]):
    """The condition was ignored."""
    made = board()
    text = "Tap target creature. If this spell was kicked, untap that creature and it gets +2/+2 until end of turn."
    resolve(made, text, "bear", told=told)
    assert sizes(made)["bear"] == size


def test_every_clause_of_an_otherwise_prints():
    """The opposite that each clause asks is said once, by that word."""
    said = "Otherwise, target creature gets +1/+1 until end of turn and gains flying until your next turn."
    found = read_resolution(f"If you win the flip, draw a card. {said}").clauses
    assert finished(found) == [said]


@pytest.mark.parametrize(
    "text",
    [
        "Create a token with flying and " * 20 + "gets +1/+1.",
        "any number " * 24 + "x's gains flying.",
        "0-" * 40 + "!",
        "Draw a card, then " * 60 + "it gains haste until end of turn.",
    ],
)
def test_a_text_that_repeats_itself_is_read_or_refused_at_once(text):
    """The joints of a sentence are tried once each: twice the joints are not twice the ways."""
    with suppress(UnsupportedTextError):
        read_resolution(text)
