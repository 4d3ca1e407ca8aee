"""The characteristics of all objects, which are read together."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from mtglayers import Board, UnknownObjectError, solve
from mtglayers.model.support.progress import watched
from mtglayers.solver.engine.parts import equal_parts
from mtglayers.solver.result.characteristics import characteristics, held_by

from ....generators.strategies import random_recipe


def work(board: Board, ids: list[str] | None = None) -> int:
    """Return the number of objects that are read if only some or all are needed."""
    result, seen = solve(board), Counter[str]()
    with watched(lambda work: seen.update([work])):
        found = list(result.objects.values()) if ids is None else [result[id] for id in ids]
    assert [one.id for one in found] == (list(result) if ids is None else ids)
    return seen["object"]


@pytest.fixture
def bears() -> Board:
    board = Board()
    board.enters("Glorious Anthem")
    board.enters("Grizzly Bears", count=400)
    return board


def test_equal_objects_are_read_once(bears: Board) -> None:
    least = work(bears)
    bears.enters("Grizzly Bears", count=400)

    assert work(bears) == least < 50

    bears.marks("grizzly-bears-5", tapped=True)
    assert work(bears) == least + 1  # read alone


def test_few_objects_are_read_one_by_one(bears: Board) -> None:
    ids = [f"grizzly-bears-{number}" for number in range(2, 200)]

    assert work(bears, ids[:1]) == 1
    assert work(bears, ids[:10]) == 10
    assert work(bears, ids) < 60


def test_an_object_is_the_same_however_it_is_read(bears: Board) -> None:
    bears.enters("Pacifism", attached_to="grizzly-bears-7")
    one, other = solve(bears), solve(bears)

    assert [one[id] for id in one] == list(other.objects.values())
    assert one["pacifism"].attached_to == "grizzly-bears-7"


def test_a_board_without_objects_has_none() -> None:
    result = solve(Board())

    assert (list(result), dict(result.objects), list(result.objects.values())) == ([], {}, [])


@pytest.mark.parametrize("size", [0, 1, 2, 5, 50, 300])
def test_equal_parts_are_those_of_objects_in_the_same_masks(size: int) -> None:
    for seed in range(30):
        rng = Random(seed)
        everything = rng.getrandbits(size) if size else 0
        masks = [
            rng.getrandbits(size) & rng.choice((-1, everything, rng.getrandbits(size or 1))) for _ in range(seed % 7)
        ]
        masks += [1 << rng.randrange(size) for _ in range(size and rng.randrange(20))]
        cut = rng.getrandbits(size) if size else 0
        parts: dict[tuple[int, ...], int] = {}
        for number in range(size):
            if everything >> number & 1:
                key = tuple(mask >> number & 1 for mask in (cut, *masks))
                parts[key] = parts.get(key, 0) | 1 << number

        assert sorted(equal_parts(masks, [each for each in (everything & cut, everything & ~cut) if each])) == sorted(
            parts.values()
        )


def test_an_unknown_id_is_refused_before_and_after_all_objects_are_read(bears: Board) -> None:
    result = solve(bears)
    for _ in range(2):
        with pytest.raises(UnknownObjectError, match="grizzly-bear"):
            result["grizzly-bear"]
        assert "grizzly-bear" not in result.objects
        assert len(result.objects.values()) == len(result) == 401


@pytest.mark.parametrize("seed", range(60))
def test_objects_that_nothing_changes_are_read_as_the_others_are(seed: int) -> None:
    recipe = random_recipe(Random(seed))
    results = [solve(recipe.build()) for _ in range(3)]  # values of bases are known from the second one on
    read = [list(result.objects.values()) for result in results]
    alone = [
        characteristics(results[0].trace, number, results[0].objects.type_lines)
        for number in results[0].trace.start.world.objects
    ]

    assert read[0] == read[1] == read[2]
    assert sorted(read[0], key=lambda each: each.id) == sorted(alone, key=lambda each: each.id)
    for result in results:
        assert [[*result.objects.held(id)] for id in result] == [
            held_by(result.trace.state, result.trace.state.world.named(id).bit_length() - 1) for id in result
        ]


def test_a_recorded_lack_of_counters_distinguishes_equal_permanents() -> None:
    result = solve(Board.of("Invasion of Zendikar with 0 defense counters; Invasion of Zendikar"))

    assert [found.defense for found in result.values()] == [0, 3]


def test_an_object_is_printed_as_a_line() -> None:
    result = solve(Board.of("Blood Moon; Life and Limb; Saproling; Memnite"))

    assert str(result["saproling"]) == "Saproling: Land Creature — Saproling Mountain, green, 1/1; {T}: Add {R}."
    assert str(result["memnite"]) == "Memnite: Artifact Creature — Construct, colorless, 1/1"
    assert str(result["blood-moon"]) == "Blood Moon: Enchantment, red; Nonbasic lands are Mountains."


@pytest.mark.parametrize(
    ("lines", "id", "line"),
    [
        ("Urza's Saga", "urzas-saga", "Enchantment Land — Urza's Saga"),
        ("Benalish Hero", "benalish-hero", "Creature — Human Soldier"),
        ("Snow-Covered Forest; Life and Limb", "snow-covered-forest", "Basic Snow Land Creature — Forest Saproling"),
        ("Xenograft choosing Elf; Benalish Hero", "benalish-hero", "Creature — Human Soldier Elf"),
        ("Benalish Hero; Clone as a copy of Benalish Hero", "clone", "Creature — Human Soldier"),
        ("Maskwood Nexus; Benalish Hero", "benalish-hero", "Creature — every creature type"),
    ],
)  # fmt: skip
def test_type_lines_are_in_printed_order(lines: str, id: str, line: str) -> None:
    board = Board.of(lines)
    alone, together = solve(board)[id], {found.id: found for found in solve(board).values()}[id]

    assert alone.type_line == together.type_line == line


def test_the_order_of_subtypes_does_not_matter_for_equality() -> None:
    bear, turned = (
        solve(Board.of(f"Xenograft choosing {one}; Xenograft choosing {other}; Grizzly Bears"))["grizzly-bears"]
        for one, other in (("Elf", "Ape"), ("Ape", "Elf"))
    )

    assert (bear.subtypes[1:], turned.subtypes[1:]) == (("Elf", "Ape"), ("Ape", "Elf"))
    assert bear.subtypes != turned.subtypes
    assert bear == turned
    assert hash(bear) == hash(turned)
    assert {("Bear", "Elf", "Ape")} == {bear.subtypes}
    assert bear.subtypes != (1, "Elf")
    assert bear != replace(turned, subtypes=("Bear", "Elf"))


@pytest.mark.parametrize("first", ["Elf Warrior", "Warrior Elf"])
def test_a_copy_has_the_order_of_what_it_copies(first: str) -> None:
    board = Board()
    for types in dict.fromkeys((first, "Elf Warrior", "Warrior Elf")):
        board.enters({"name": types, "type_line": f"Creature — {types}", "power": "1", "toughness": "1"})
    board.enters("Clone", copy_of="warrior-elf")

    assert solve(board)["clone"].type_line == "Creature — Warrior Elf"
