"""All objects of a result, read together, against the same objects read one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from mtglayers.model.board.board import Board
from mtglayers.model.effects.view import Held
from mtglayers.model.errors import LayersError
from mtglayers.solver.result.characteristics import characteristics, held_by, without_id
from mtglayers.solver.result.result import Result
from mtglayers.solver.solve import solve
from mtglayers.wire.results import ObjectData

from ..generators.strategies import DAYS, random_recipe
from ..generators.timelines import random_timeline

BOARDS = 75
NAMES = ("Grizzly Bears", "Mutavault", "Jace Beleren", "Invasion of Zendikar", "Clone")

# What must occur among the objects; about half of what does.
AT_LEAST = {
    "attached": 50, "attached to a player": 3, "face down": 37, "merged": 1, "phased out": 7, "tapped": 500,
    "loyalty": 65, "defense": 55, "hand": 9, "stack": 8, "graveyard": 25, "objects with equal values": 625,
}  # fmt: skip


def boards() -> Iterator[Board]:
    for seed in range(BOARDS):
        yield random_timeline(Random(seed), dense=seed % 2 == 0).board
        yield random_recipe(Random(seed), DAYS[seed % len(DAYS)]).build()


def crowd(board: Board, rng: Random) -> None:
    """Add objects that are equal, or differ only in facts that no layer changes."""
    for name in NAMES:
        ids = board.enters(
            name, count=rng.randrange(2, 5), controller=rng.choice(board.players), tapped=rng.random() < 0.3,
        )  # fmt: skip
        for id in rng.sample(ids, rng.randrange(2)):
            board.marks(id, tapped=True)
        for id in rng.sample(ids, rng.randrange(2)):
            board.counters(id, put={rng.choice(("loyalty", "defense", "charge")): rng.randrange(1, 5)})


def one_by_one(result: Result) -> list[str]:
    objects = sorted(result.trace.state.world.objects.values(), key=lambda found: (found.stamp, found.number))
    return [
        repr(characteristics(result.trace, found.number, result.objects.type_lines)) for found in objects
    ]  # 1 and True are not the same


def abilities_one_by_one(result: Result) -> dict[str, list[Held]]:
    state = result.trace.state
    return {found.id: held_by(state, number) for number, found in state.world.objects.items()}


def kinds(board: Board, result: Result) -> Iterator[str]:
    yield from ["phased out"] * len(board.phased_out)
    for found in board.objects.values():
        facts = {
            "attached": found.attached_to is not None, "attached to a player": found.attached_player is not None,
            "face down": found.face_down, "merged": found.merged, "tapped": "tapped" in found.facts,
        }  # fmt: skip
        yield from (kind for kind, true in facts.items() if true)
        yield found.base.zone
        yield from (counter.kind for counter in found.counters)
    yield from ["objects with equal values"] * (len(result) - len(set(map(without_id, result.objects.values()))))


def test_objects_read_together_are_those_read_one_by_one() -> None:
    seen = Counter[str]()
    for seed, board in enumerate(boards()):
        rng = Random(seed)
        try:
            crowd(board, rng)
            result = solve(board)
        except LayersError:
            continue
        for read in (result, result.at(rng.choice(result.layers).name, 0)):
            assert list(map(repr, read.objects.values())) == one_by_one(read)
            assert list(read.objects.items()) == [(id, read[id]) for id in read]
            assert [found.id for found in read.objects.values()] == list(read)
            assert {id: read.objects.held(id) for id in read} == abilities_one_by_one(read)
            assert list(ObjectData.of_all(read, ())) == [ObjectData.of(read, id, ()) for id in read]
        seen.update(kinds(board, result))

    assert {kind: seen[kind] for kind, least in AT_LEAST.items() if seen[kind] < least} == {}
