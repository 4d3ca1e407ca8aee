"""What is kept from board to board is bounded: caches by their size, tables by what they hold."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import msgspec

from mtglayers import Board, solve

from ..fuzz.steady_memory import cached_anew, caches, solved, tables

MOST = 65_536


def test_no_cache_without_a_bound_and_no_table_grows_with_boards() -> None:
    solved(0), tables(), caches()
    for number in range(6):
        solved(number)
    before, kept = caches(), tables()
    for number in range(6, 12):
        solved(number)
    after = caches()

    assert {name for name, (size, most) in after.items() if most is None and size != before[name][0]} == set()
    assert [name for name, (_, most) in after.items() if most is not None and most > MOST] == []
    assert {name: (kept.get(name), size) for name, size in tables().items() if kept.get(name) != size} == {}
    size, most = after["mtglayers.solver.engine.effect.plan"]
    assert size > before["mtglayers.solver.engine.effect.plan"][0] or size == most  # the boards are different ones
    assert len(after) > 40


def test_a_signature_that_was_forgotten_gets_a_number_of_its_own() -> None:
    first, second = cached_anew()
    assert len({*first, *second}) == len(first) + len(second)


def test_the_collector_of_reference_cycles_passes_over_cards_objects_and_events() -> None:
    board = Board()
    for name in ("Blood Moon", "Life and Limb", "Grizzly Bears", "Akroma's Memorial"):
        board.enters(name)
    solve(board)
    records = [each for one in (*board.objects.values(), *board.events, board.edition) for each in _inside(one)]

    assert len(records) > 50
    assert [each for each in records if gc.is_tracked(each)] == []


def _inside(value: Any) -> Iterator[msgspec.Struct]:
    # The records that a record contains, and itself.
    if isinstance(value, msgspec.Struct):
        yield value
    parts = (getattr(value, name) for name in value.__struct_fields__) if isinstance(value, msgspec.Struct) else ()
    for part in (*parts, *(value if isinstance(value, tuple) else ())):
        yield from _inside(part)
