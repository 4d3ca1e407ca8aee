"""Wrong expectations, planted on the boards of the puzzles: every one of them fails."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.cards.rules_text import ability_texts
from mtglayers.model.puzzles.expectation import Expectation, ObjectExpectation, PlayerExpectation
from mtglayers.model.rules.vocabulary import CARD_TYPES, COLORS, SUPERTYPES, ZONES
from mtglayers.solver.check.check import failures
from mtglayers.solver.readings import READINGS
from mtglayers.solver.result.characteristics import Characteristics
from mtglayers.solver.result.result import Result
from mtglayers.solver.solve import solve

from ..support.paths import ROOT
from ..support.puzzles import last_board

PUZZLES = sorted((ROOT / "puzzles").glob("*.toml"))
LEAST = 50
"""How many wrong expectations are planted of each key."""

WORDS = {
    "colors": tuple(COLORS), "types": tuple(CARD_TYPES), "supertypes": tuple(SUPERTYPES),
    "subtypes": ("Forest", "Goblin", "Equipment", "Aura", "Island", "Elf"),
}  # fmt: skip
ABSENT = ("{9}: Win the game.", "Trample", "Creatures you control have banding.", "When you sneeze, draw a card.")


def wrong_values(found: Characteristics, key: str) -> Iterator[Any]:
    """Yield wrong values for a key of an object."""
    kind = key.removesuffix("_include").removesuffix("_exclude")
    texts = [text for ability in found.abilities for text in ability_texts(ability, found.name)]
    absent = [text for text in ABSENT if text not in texts]
    if kind in WORDS:
        yield from wrong_words(getattr(found, kind), key, WORDS[kind])
    elif key == "has":
        yield from ([text] for text in absent)
        yield from ([text, absent[0]] for text in texts[:1])
    elif key == "lacks":
        yield from ([text] for text in texts)
    elif key == "abilities":
        yield from ([*texts[:-1], text] for text in absent)
        yield [*texts, absent[0]]
        yield from ([texts[1:]] if texts else ())
    elif key == "ability_counts":
        yield from ({text: texts.count(text) - 1} for text in texts)
        yield {absent[0]: 1}
    elif key == "exists":
        yield False
    elif key == "zone":
        yield from (zone for zone in ZONES if zone != found.zone)
    elif key == "tapped":
        yield not found.tapped
    elif key in ("name", "mana_cost", "controller", "attached_to"):
        there = getattr(found, key)
        there = "none" if there is None else there
        yield from (value for value in ("Nobody", "{9}", "none", "") if value != there)
    else:
        there = getattr(found, key)
        yield from [0, 7] if there is None else [there + 1, there - 1]
        yield from () if there is None or key == "mana_value" else ["none"]


def wrong_words(there: tuple[str, ...], key: str, words: tuple[str, ...]) -> Iterator[list[str]]:
    """Yield wrong values for a set of words."""
    others = [word for word in words if word not in there and not any(one.startswith("every") for one in there)]
    if key.endswith("_exclude"):
        yield from ([word] for word in there)
    elif key.endswith("_include"):
        yield from ([*there, word] for word in others[:2])
    else:
        yield from ([*there, word] for word in others[:2])
        yield from [list(there[1:])] if there else []


def wrong_for_player(found: Any, key: str) -> Iterator[Any]:
    """Yield wrong values for a key of a player."""
    texts = [text for ability in found.abilities for text in ability_texts(ability, found.name)]
    if key == "lacks":
        yield from ([text] for text in (*texts, "Hexprof", "Shruod"))
    elif key in ("has", "abilities"):
        yield from ([*texts, text] for text in ABSENT)
    else:
        there = getattr(found, key)
        yield from [0, 7] if there is None else [there + 1, "none"]


def wrong_for_board(result: Result, key: str) -> Iterator[Any]:
    """Yield wrong values for a key of an expectation that concerns the order of effects."""
    for layer in result.layers:
        names = [step.effect for step in layer.steps]
        step = next((step for step in layer.steps), None)
        edges = [] if step is None else list(step.graph.edges)
        apart = [] if step is None else [
            (one, on) for one in step.graph for on in step.graph if one != on and (one, on) not in edges
        ]  # fmt: skip
        on = {"layer": layer.name}
        if key == "depends":
            yield from ([{**on, "effect": one, "on": other}] for one, other in apart)
            yield from ([{**on, "effect": one, "on": one + "#9"}] for one in names)
        elif key == "independent":
            yield from ([{**on, "effect": one, "on": other}] for one, other in edges)
            yield from ([{**on, "effect": one, "on": one.split("#")[0] + "#99"}] for one in names)
            yield from ([{"layer": "99", "effect": one, "on": one}] for one in names)
        elif key == "order":
            yield {layer.name: [*names, "nothing"]}
            yield from [{layer.name: names[1:]}] if names else []
            yield from [{layer.name: names[::-1]}] if names[::-1] != names else []
        elif key == "not_applied":
            yield from ([{**on, "effect": name}] for name in names)
            yield from ([{**on, "effect": name.split("#")[0] + "#99"}] for name in names)
        elif key == "loops":
            yield from ([{**on, "members": [one, other]}] for one, other in apart[:3] if (other, one) not in edges)
            yield from [[]] if any(loop.layer == layer.name for loop in result.loops) else []
        elif key == "not_loops":
            yield from ([{**on, "members": list(loop.members)}] for loop in result.loops if loop.layer == layer.name)
            yield from ([{**on, "members": [name]}] for name in names)
            yield from ([{"layer": "99", "members": [name, name + "x"]}] for name in names)
    texts = [text for _, text in result.unsupported]
    if key == "unsupported":
        yield [*texts, "{9}: Win the game."]
        yield from [texts[1:]] if texts and texts[0] not in texts[1:] else []
    elif key == "ambiguous":
        yield not result.ambiguous
    elif key == "readings":
        id = next(iter(result), None)
        yield from ({name: {"objects": {id: {"name": "Nobody"}}}} for name in (*READINGS, "nothing") if id)


def planted(board: Board, result: Result, group: str, key: str) -> Iterator[dict[str, Any]]:
    """Yield wrong expectations of one key for a solved board."""
    if group == "objects":
        for id in result:
            yield from ({"objects": {id: {key: value}}} for value in wrong_values(result[id], key))
    elif group == "players":
        for name in board.players:
            yield from ({"players": {name: {key: value}}} for value in wrong_for_player(result.players[name], key))
    else:
        yield from ({key: value} for value in wrong_for_board(result, key))


KEYS = [
    *(("objects", key) for key in ObjectExpectation.__struct_fields__),
    *(("players", key) for key in PlayerExpectation.__struct_fields__),
    *(("", key) for key in Expectation.__struct_fields__ if key not in ("objects", "players")),
]


@pytest.fixture(scope="module")
def solved() -> list[tuple[Path, Board, Result]]:
    """The last boards of the puzzles, with their results."""
    boards = [(path, last_board(path)) for path in PUZZLES]
    for _, board in boards[:: len(boards) // LEAST]:  # few puzzles have players with abilities
        board.enters("Leyline of Sanctity")
    return [(path, board, solve(board)) for path, board in boards]


@pytest.mark.parametrize(("group", "key"), KEYS)
def test_planted_wrong_expectations_fail(group, key, solved):
    """At least 100 wrong expectations of each key, over many puzzles, and none of them is met."""
    done = 0
    for path, board, result in solved:

        def answering(_board: Board, readings: Any = None, result: Result = result, board: Board = board) -> Result:
            return result if readings is None else solve(board, readings=readings)

        for data in [*planted(board, result, group, key)][:6]:
            found = failures(board, Expectation.read(data), answering)
            assert found, f"{path.stem}: {data} is met"
            done += 1
        if done >= 4 * LEAST:
            break
    assert done >= LEAST
