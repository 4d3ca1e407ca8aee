"""Conditions in triggers, which are checked again as the ability resolves (603.4), and what they concern."""

from __future__ import annotations

import pytest

from mtglayers.model.board.board import Board
from mtglayers.solver.solve import solve

from ....support.boards import BEAR, card, illegal

TAPPED = "At the beginning of your second main phase, if this creature is tapped, it gets +3/+3 until end of turn."
RENOWNED = "Whenever this creature attacks, if it's renowned, it gets +3/+3 until end of turn."
COMMANDER = "At the beginning of combat on your turn, if you control your commander, this creature gets +3/+3."


@pytest.mark.parametrize(
    ("text", "marks", "met"),
    [
        (TAPPED, {}, False),
        (TAPPED, {"tapped": True}, True),
        (RENOWNED, {}, False),
        (RENOWNED, {"renowned": True}, True),
        (COMMANDER.replace("+3/+3", "+3/+3 until end of turn"), {}, False),
        (COMMANDER.replace("+3/+3", "+3/+3 until end of turn"), {"commander": True}, True),
        (
            "Whenever a creature dies, if you control an artifact, this creature gets +3/+3 until end of turn.",
            {},
            False,
        ),
        ("When this creature enters, if you cast it, this creature gets +3/+3 until end of turn.", {}, True),
    ],
)
def test_a_status_that_the_board_does_not_tell_is_a_note(text: str, marks: dict[str, bool], met: bool) -> None:
    """603.4: the event says that the ability resolves; what has happened was so when it triggered, and stays so."""
    made = Board()
    made.enters(card("Survivor", "Creature — Human", text, "1/1"))
    if marks:
        made.marks("survivor", **marks)
    made.resolves({"ability_of": "survivor", "index": 1}, as_="go")
    assert solve(made)["survivor"].power == 4
    assert illegal(made) == ([] if met else [("survivor", "603.4")])


@pytest.mark.parametrize(("host", "power"), [("Serra Angel", 5), ("Grizzly Bears", 2)])
def test_what_the_enchanted_creature_has(host: str, power: int) -> None:
    made = Board()
    made.enters(host, as_="host")
    text = "Enchant creature\nWhen this Aura enters, if enchanted creature has flying, it gets +1/+1 until end of turn."
    made.enters(card("Mantle", "Enchantment — Aura", text), attached_to="host")
    made.resolves({"ability_of": "mantle", "index": 2}, as_="go")
    assert solve(made)["host"].power == power


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("When an opponent casts an enchantment spell, if this permanent is an enchantment, it becomes a 5/5 Treefolk"
         " creature.", (5, 5)),
        # the source of a trigger about what dies is still there
        ("When a creature is put into an opponent's graveyard from the battlefield, if this permanent is an"
         " enchantment, it becomes a 3/2 Imp creature.", (3, 2)),
        # the part of a condition that the board tells, whatever was cast
        ("At the beginning of your end step, if you haven't cast a spell from your hand this turn and this enchantment"
         " isn't a creature, it becomes a 3/3 Spirit creature in addition to its other types.", (3, 3)),
    ],
)  # fmt: skip
def test_what_is_a_creature_does_not_become_one_again(text: str, size: tuple[int, int]) -> None:
    """603.4: an ability that triggers "if this permanent is an enchantment" does nothing once it is none."""
    made, sizes = Board(), []
    made.enters(card("Ancients", "Enchantment", text))
    shrinks = {"text": "Target creature has base power and toughness 1/1."}
    for place, targets in enumerate(([], ["ancients"], [])):
        made.resolves(shrinks if targets else {"ability_of": "ancients", "index": 1}, as_=f"e{place}", targets=targets)
        found = solve(made)["ancients"]
        sizes.append((found.power, found.toughness))
    assert sizes == [size, (1, 1), (1, 1)]


def test_a_rule_under_a_condition_that_is_not_met() -> None:
    text = "If the gift was promised, all permanents you control phase out, and until your next turn, your life total"
    spell = {"text": f"{text} can't change and you gain protection from everything."}
    for told in ([], ["the gift was promised"]):
        made = Board()
        made.resolves(spell, as_="go", told=told)
        said = [str(step) for layer in solve(made).layers for step in layer.steps]
        assert bool(said) is bool(told)


def test_what_a_villainous_choice_is_about() -> None:
    """608.2d: the creatures are among the targets, which another player controls."""
    text = (
        "Choose up to four target creatures you don't control. For each of them, that creature's controller faces a"
        " villainous choice — That creature becomes a 1/1 Human creature and loses all abilities, or you draw a card."
    )
    for player in (0, 1):
        made = Board()
        made.enters(BEAR, as_="bear", controller=made.players[player])
        made.resolves({"text": text}, as_="go", controller=made.players[0], chosen={"object": "bear"})
        assert illegal(made) == ([] if player else [("bear", "608.2d")])
