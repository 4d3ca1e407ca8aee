"""The order of a layer that is taken over although objects differ, and the differences that change it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.effects.language import Filter, Selector
from mtglayers.model.effects.view import Context
from mtglayers.model.errors import LayersError
from mtglayers.solver.engine.state import State
from mtglayers.solver.solve import solve

from ....generators.reuse import drawn, unlike
from ....support.boards import card

Happens = Callable[[Board], object]


def creature(name: str, subtype: str) -> dict[str, Any]:
    return {"name": name, "type_line": f"Creature — {subtype}", "power": "2", "toughness": "2", "oracle_text": ""}


def with_effects(*texts: str, elves: bool = False) -> Board:
    board = Board(("Ana", "Ben"))
    for place, text in enumerate(texts):
        board.enters(card(f"Asker {place}", "Enchantment", text), controller="Ana")
    for name in ("Grizzly Bears", "Forest"):
        board.enters(name, controller="Ana")
    for name, subtype in (("Elf One", "Elf"), ("Elf Two", "Elf Goblin")) if elves else ():
        board.enters(creature(name, subtype), controller="Ana")
    board.enters(creature("Other", "Elf"), controller="Ben")
    return board


def ended(*names: str) -> Board:
    board = Board(("Ana", "Ben"))
    for name in ("Blood Moon", *names):
        board.enters(name, controller="Ana")
    return board


ELVES = "Elves are artifacts in addition to their other types."
BEASTS = "Beasts are Elves in addition to their other types."
CHANGES: dict[str, tuple[Board, Happens, int]] = {
    "nothing in the layer looks at it": (
        with_effects(ELVES, BEASTS), lambda board: board.enters(creature("Snake", "Snake"), controller="Ana"), 2
    ),
    "an effect that others look at applies to it": (
        with_effects(ELVES, BEASTS), lambda board: board.enters(creature("Wolf", "Beast"), controller="Ana"), 0
    ),
    "an effect applies to it that writes what others consult": (
        with_effects(ELVES, BEASTS), lambda board: board.enters(creature("Elf", "Elf"), controller="Ana"), 0
    ),
    "an effect applies to it that writes what no other consults": (
        with_effects("Elves are legendary.", BEASTS, "Oozes are Beasts in addition to their other types."),
        lambda board: board.enters(creature("Elf", "Elf"), controller="Ana"),
        3,
    ),
    "it makes a condition hold": (
        with_effects("As long as you control an Elf, Bears are Beasts in addition to their other types.", BEASTS),
        lambda board: board.enters(creature("Elf", "Elf"), controller="Ana"),
        0,
    ),
    "a condition still holds, thanks to it": (
        with_effects("As long as you control two or more Elves, Bears are Beasts in addition to their other types.",
                     "Goblins are Oozes.", elves=True),
        lambda board: board.resolves(
            {"text": "Gain control of target creature."}, as_="theft", controller="Ana", targets=["other"]
        ),
        0,
    ),
    "an effect that ended without having applied would not have applied to it": (
        ended("Urborg, Tomb of Yawgmoth"),
        lambda board: board.enters(creature("Snake", "Snake"), controller="Ana"),
        1,
    ),
    "an effect that ended without having applied would have applied to it": (
        ended("Urborg, Tomb of Yawgmoth"), lambda board: board.enters("Forest", controller="Ana"), 0
    ),
    "a condition holds neither with it nor without it": (
        ended("Boros Reckoner", "Fervor", "Purphoros, God of the Forge"),
        lambda board: board.enters(creature("Snake", "Snake"), controller="Ana"),
        1,
    ),
    "a condition holds no longer, because of it": (
        ended("Fervor", "Purphoros, God of the Forge"),
        lambda board: board.enters("Boros Reckoner", controller="Ana"),
        0,
    ),
    "others come to share a type with it": (
        with_effects("Creatures that share a creature type with another creature are artifacts in addition to their "
                     "other types.", "Bears are Beasts in addition to their other types."),
        lambda board: board.enters(creature("Wolf", "Beast"), controller="Ana"),
        0,
    ),
    "it is the source": (
        with_effects("Beasts you control are artifacts in addition to their other types.",
                     "Bears are Beasts in addition to their other types."),
        lambda board: board.resolves(
            {"text": "Gain control of target enchantment."}, as_="theft", controller="Ben", targets=["asker-0"]
        ),
        0,
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", CHANGES)
def test_an_object_that_comes_can_change_the_order(what: str) -> None:
    board, happens, kept = CHANGES[what]
    first = solve(board)
    happens(board)
    again = solve(board, last=first)
    assert not first.unsupported
    assert not unlike(again, solve(board.copy()))
    assert {each.layer: each.steps for each in again.reuse if each.why}["4"] == kept
    board.pop()
    assert not unlike(solve(board, last=again), solve(board.copy()))


HASTE = "Creatures you control have haste."
LOST = "Enchanted creature loses all abilities."
OTHERS: dict[str, tuple[Happens, int]] = {
    "an effect comes": (lambda board: lord(board, "Captain", "Other creatures you control have vigilance."), 3),
    "an effect leaves": (lambda board: board.leaves("chief"), 2),
    "an effect of two layers comes": (
        lambda board: lord(board, "Marshal", "Other creatures you control get +1/+1 and have reach."), 3
    ),
    "an effect comes that others can depend on": (lambda board: lord(board, "Void", "Elves lose all abilities."), 0),
    "an effect comes that can depend on others": (
        lambda board: lord(board, "Rider", "Creatures with haste have trample."), 0
    ),
    "an effect comes on the object that loses its abilities": (
        lambda board: board.counters("sheep", put={"flying": 1}), 0
    ),
    "an effect comes on another object": (lambda board: board.counters("grizzly-bears", put={"flying": 1}), 3),
}  # fmt: skip


def lord(board: Board, name: str, text: str) -> object:
    face = {"name": name, "type_line": "Creature — Bear", "power": "2", "toughness": "2", "oracle_text": text}
    return board.enters(face, controller="Ana")


@pytest.mark.parametrize("what", OTHERS)
def test_effects_can_come_and_go_where_timestamps_decide(what: str) -> None:
    happens, kept = OTHERS[what]
    board = with_effects(HASTE)
    lord(board, "Chief", "Other creatures you control have first strike.")
    board.enters(creature("Sheep", "Sheep"), controller="Ben")
    board.enters(card("Net", "Enchantment — Aura", f"Enchant creature\n{LOST}"), controller="Ana", attached_to="sheep")
    first = solve(board)
    happens(board)
    again = solve(board, last=first)
    assert not first.unsupported
    assert not again.unsupported
    assert not unlike(again, solve(board.copy()))
    assert {each.layer: each.steps for each in again.reuse}["6"] == kept
    board.enters("Grizzly Bears", controller="Ana")
    assert not unlike(solve(board, last=again), solve(board.copy()))
    board.pop()
    board.pop()
    assert not unlike(solve(board, last=again), solve(board.copy()))


def test_words_that_select_each_object_by_itself_look_at_no_other_object() -> None:
    """What is selected among some objects stays the same when the others have no characteristics at all."""
    rng, seen = Random(7), set[type[Selector | Filter]]()
    for seed in range(60):
        try:
            result = solve(drawn(seed, None, 0).recipe.build())
        except LayersError:
            continue
        for layer in result.trace.layers:
            for made in layer.applications:
                source = made.taken.effect.source
                trees = [node for clause in made.taken.effect.plan.clauses for node in clause.selector.walk()]
                for node in trees:
                    if not isinstance(node, Selector | Filter) or not node.by_itself():
                        continue
                    seen.add(type(node))
                    some = rng.getrandbits(1 + made.before.everything.bit_length()) | made.taken.effect.context.itself
                    apart = State({family: {value: mask & some for value, mask in column.items()}
                                   for family, column in made.before.families.items()}, made.before.world)  # fmt: skip
                    context = Context(source=source) if source is not None else made.taken.effect.context
                    assert node.select(apart, context) & some == node.select(made.before, context) & some, node
    assert len(seen) > 12


def test_an_effect_that_ends_without_having_applied_is_noticed() -> None:
    """Its condition does not hold, and its ability is lost during the layer: it is not among the effects after that."""
    board = Board(players=("Ana", "Ben"))
    lord(board, "Sleeper", "As long as you control an artifact, creatures you control have reach.")
    loses = {"name": "Silence", "type_line": "Enchantment — Aura", "oracle_text": f"Enchant creature\n{LOST}"}
    board.enters(loses, controller="Ana", attached_to="sleeper")
    board.enters("Grizzly Bears", controller="Ana")
    first = solve(board, last=solve(board))
    board.counters("grizzly-bears", put={"flying": 1})
    assert not unlike(solve(board, last=first), solve(board.copy()))
