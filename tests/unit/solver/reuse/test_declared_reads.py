"""Each word for a group of objects: it asks for nothing but what it says that it reads, also with the last result."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from mtglayers import Board, LayersError, Result, solve
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.view import ANY, FAMILIES
from mtglayers.solver.engine.effect import gate_column, selector_of
from mtglayers.solver.engine.footprint import footprint
from mtglayers.solver.engine.state import initial
from mtglayers.solver.reuse.apart import ALONE, PLAIN, asked
from mtglayers.solver.reuse.noting import Notes, Noting, Question

from ....generators.reuse import drawn, unlike
from ....support.boards import card
from ...model.effects.test_filters import BEAR, ELF, GROUPS, SWORD, stage

ELFMAKER = card("Elfmaker", "Enchantment", "Elves are artifacts in addition to their other types.")
"""With it, who becomes an Elf decides what another effect of the layer does."""

HAPPENS: dict[str, Callable[[Board], object]] = {
    "a bear enters": lambda board: board.enters(BEAR),
    "an elf enters": lambda board: board.enters(ELF, controller="B"),
    "a sword enters": lambda board: board.enters(SWORD, controller="B"),
    "the sword moves": lambda board: board.attaches("sword", to="goblin"),
    "the sword falls off": lambda board: board.detaches("sword"),
    "the aura leaves": lambda board: board.leaves("veil"),
    "the bear leaves": lambda board: board.leaves("bear"),
    "counters go": lambda board: board.counters("golem", remove={"charge": 2}),
    "counters come": lambda board: board.counters("mimic", put={"+1/+1": 1}),
    "the mimic is tapped": lambda board: board.marks("mimic", tapped=True),
    "the elf has stopped": lambda board: board.marks("elf", attacking=False, attacked_this_turn=False),
    "the goblin is stolen": lambda board: board.resolves(
        {"text": "Gain control of target creature."}, as_="theft", controller="B", targets=["goblin"]
    ),
    "the golem is blue": lambda board: board.resolves(
        {"text": "Target creature becomes blue until end of turn."}, as_="dye", controller="B", targets=["golem"]
    ),
}


def board_of(group: str) -> Board:
    """Return the board on which a group is Elves, and Elves are artifacts."""
    board = stage()
    what = "is an Elf in addition to its" if group.startswith("Each") else "are Elves in addition to their"
    board.enters(card("Lens", "Enchantment", f"{group} {what} other types."))
    board.enters(ELFMAKER)
    return board


@pytest.mark.parametrize("group", GROUPS)
def test_the_last_result_changes_nothing(group: str) -> None:
    board = board_of(group)
    first = solve(board, last=solve(board))
    assert not first.unsupported
    for happens in HAPPENS.values():
        then = board.copy()
        happens(then)
        again = solve(then, last=first)
        assert not unlike(again, solve(then))


def not_told(result: Result) -> Iterator[tuple[str, Question]]:
    """Yield the effects that ask for what they do not say that they read, and the column."""
    assert result.noted is not None
    for layer in result.noted.trace.layers:
        for name, effect in result.noted.notes[layer.name].met.items():
            told = asked(effect, layer.name)
            for facts in (layer.before, layer.after):
                notes = Notes(layer.name, ())
                footprint(effect, layer.name, Noting(facts.families, facts.world, notes), None, False)
                for question in notes.of[name]:
                    if question[0] in FAMILIES and gate_column(question) not in told and (question[0], ANY) not in told:
                        yield name, question


@pytest.mark.parametrize("group", GROUPS)
def test_a_word_says_all_that_it_reads(group: str) -> None:
    assert not list(not_told(solve(board_of(group))))


DRAWN = 150
"""Random boards that are looked at."""


@cache
def random_boards() -> tuple[Board, ...]:
    """Return boards of `tests.generators.reuse`, as they begin."""
    return tuple(drawn(seed, None, 0).recipe.build() for seed in range(DRAWN))


def test_effects_of_random_boards_say_all_that_they_read() -> None:
    for board in random_boards():
        try:
            result = solve(board)
        except LayersError:
            continue  # an order that nobody gave
        assert not list(not_told(result))


def not_alone(board: Board) -> Iterator[tuple[str, str]]:
    """Yield the effects of trusted words whose scope changes about other objects when one leaves, and which leaves."""
    try:
        noted = solve(board).noted
    except LayersError:
        return
    assert noted is not None
    objects = board.numbered()
    selectors = {
        (name, selector)
        for layer, notes in noted.notes.items()
        for name, effect in notes.met.items()
        for selector in (selector_of(effect.plan.clauses, place) for place, _ in effect.plan.parts[layer].steps)
        if all(type(word) in PLAIN for word in selector.walk())
    }
    met = {name: effect for notes in noted.notes.values() for name, effect in notes.met.items()}
    for number, leaving in objects.items():
        left = board.copy()
        try:
            left.leaves(leaving.id, to="exile")
        except LayersError:
            continue
        others = [n for n, each in objects.items() if n != number and number not in {each.attached_to, each.host}]
        start = initial(left)
        for name, selector in selectors:
            context = met[name].context
            differ = selector.select(noted.trace.start, context) ^ selector.select(start, context)
            if context.source != number and any(differ >> other & 1 for other in others):
                yield name, leaving.id


@pytest.mark.parametrize("group", GROUPS)
def test_of_a_trusted_word_each_object_alone_decides(group: str) -> None:
    assert not list(not_alone(board_of(group)))


def test_of_trusted_words_on_random_boards_each_object_alone_decides() -> None:
    for board in random_boards():
        assert not list(not_alone(board))


def words_of(board: Board) -> Iterator[type[Node]]:
    """Yield the kinds of words in the effects on a board."""
    for found in board.objects.values():
        for ability in found.base.values.abilities:
            yield from map(type, ability.walk())
    for clause in (clause for effect in board.effects.values() for clause in effect.clauses):
        yield from map(type, clause.walk())


def test_words_that_reuse_trusts_are_tried() -> None:
    """What is named in `PLAIN` or `ALONE` is on random boards or in a group here: else nothing finds it out."""
    met = {word for board in (*random_boards(), *map(board_of, GROUPS)) for word in words_of(board)}

    assert {word.__name__ for word in (PLAIN | ALONE) - met} == set()
