"""What a result reports as missing from the events of its board."""

from __future__ import annotations

import pytest

from mtglayers.model.board.board import Board
from mtglayers.solver.solve import solve

from ....support.boards import BEAR, board, card

GROW = {"text": "Target creature gets +X/+X until end of turn."}


@pytest.mark.parametrize(("x", "reported"), [(None, ("not specified: X, which counts as 0",)), (0, ()), (2, ())])
def test_an_x_that_no_event_specifies_is_reported(x: int | None, reported: tuple[str, ...]) -> None:
    """107.3a: the player who casts the spell announces the value of X."""
    made = board(BEAR)
    made.resolves(GROW, targets=["grizzly-bears"], x=x)
    result = solve(made)

    assert result["grizzly-bears"].power == 2 + (x or 0)
    assert tuple(text for _, text in result.unsupported) == reported


def test_a_copy_makes_the_choices_of_what_it_copies() -> None:
    """614.12: as it enters as a copy, the copied choice is made again; an object that becomes a copy makes none."""
    made = board()
    made.enters("Ward Sliver", chosen={"color": "red"})
    made.enters("Clone", copy_of="ward-sliver")
    made.enters("Ward Sliver", as_="token", token=True, copy_of="ward-sliver")
    made.enters(BEAR)
    made.resolves("Cytoshape", targets=["grizzly-bears"], chosen={"object": "ward-sliver"})
    assert solve(made).unsupported == (("clone", "no color was chosen"), ("token", "no color was chosen"))


@pytest.mark.parametrize(("chosen", "missing"), [("", ("no color was chosen",)), (" choosing white", ())])
def test_a_choice_that_only_a_condition_demands(chosen: str, missing: tuple[str, ...]) -> None:
    """608.2d: protection in what a permanent becomes, only if it is an enchantment."""
    result = solve(Board.of("Opal Titan", f"Opal Titan's trigger{chosen}"))
    assert tuple(text for _, text in result.unsupported) == missing
    assert result["opal-titan"].types == ("Creature",)


def test_a_line_that_is_not_understood_is_copied() -> None:
    """707.2: also if what was copied has left; a face-down permanent does not have the line (708.2)."""
    made = board()
    line = "Enchanted land frobnicates and has flying."
    made.enters(card("Gnomon", "Creature — Elf", line, "1/1"))
    made.enters("Clone", copy_of="gnomon")
    made.leaves("gnomon", to="exile")
    assert ("clone", line) in solve(made).unsupported
    made.turns("clone", face="down")
    assert "clone" not in dict(solve(made).unsupported)


@pytest.mark.parametrize("name", ["Nameless Race", "Minion of the Wastes", "Wood Elemental", "Shapeshifter"])
def test_a_number_from_the_course_of_the_game_is_not_zero_silently(name: str) -> None:
    """607.2d: "the life paid as it entered" is a number that an event records."""
    made = board()
    made.enters(name, as_="it")
    id, text = solve(made).unsupported[0]
    assert id == "it"
    assert text.startswith("not specified: the ")
    made.chooses("it", number=3)
    result = solve(made)
    assert (result["it"].power, result.unsupported) == (3, ())
    made.enters("Humility")
    made.chooses("it", number=0)
    assert solve(made).unsupported == ()


def test_the_hands_of_the_controllers_of_each_object():
    """402.3: "its controller" is another player for each creature; a hand that nothing records counts as 0."""
    board = Board(["A", "B"])
    board.enters(card("Weight", "Enchantment", "Each creature gets +1/+0 for each card in its controller's hand."))
    board.enters("Grizzly Bears", controller="A")
    board.enters("Grizzly Bears", controller="B")
    board.player("A", hand=2)
    result = solve(board)

    assert [result[id].power for id in ("grizzly-bears", "grizzly-bears-2")] == [4, 2]
    assert result.unsupported == (("weight", "not specified: how many cards are in the hand of B"),)


@pytest.mark.parametrize(("line", "missing"), [("Giant Growth on the stack", 1), ("Grizzly Bears on the stack", 0)])
def test_which_spell_is_the_next_is_asked(line: str, missing: int) -> None:
    """An effect on the next instant spell applies to one that is cast after it."""
    resolved = ("Smoldering Stagecoach", "ability 2 of Smoldering Stagecoach")
    found = solve(Board.of(*resolved, line)).unsupported
    assert [text for _, text in found] == missing * [
        "not specified: which is the next instant spell you cast this turn"
    ]
    assert solve(Board.of(line, *resolved)).unsupported == ()


def test_energy_that_the_same_ability_gives_first_is_asked() -> None:
    """608.2c: X counts the energy of "you get {E}, then it gets +X/+X"."""
    lines = ["Razorfield Ripper", "Grizzly Bears", "A has 3 energy", "ability 1 of Razorfield Ripper -> Grizzly Bears"]
    (_, text), *others = solve(Board.of(*lines)).unsupported
    assert "energy" in text
    assert not others
