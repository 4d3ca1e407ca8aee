"""Whether permanents entered tapped: answers without a preview are those of a preview of every permanent (614.12)."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from random import Random

import pytest

from mtglayers import Board, Result, solve
from mtglayers.model.cards.search import find, names
from mtglayers.model.effects.view import EVERYTHING
from mtglayers.model.errors import LayersError
from mtglayers.model.objects.gameobject import Base
from mtglayers.model.rules.vocabulary import PERMANENT_TYPES
from mtglayers.solver.history import acts, entering, printed
from mtglayers.solver.history.excerpts import Excerpts
from mtglayers.solver.history.known_arrivals import KnownArrivals

pytestmark = pytest.mark.properties

FAMILIES = {"ability", "type", "subtype", "supertype", "color", "controller"}

ALWAYS = (
    "Blood Moon", "Humility", "Dryad Arbor", "Opalescence", "Archelos, Lagoon Mystic", "Agatha's Soul Cauldron",
    "Witness Protection", "Spelunking", "Primal Clay",
)  # fmt: skip
"""Cards that change types or abilities, or whose own state decides how others enter."""


@cache
def kinds() -> dict[str, list[str]]:
    """Return permanents of the catalogue: what they say about entering tapped, or that they change what decides it."""
    found: dict[str, list[str]] = {"others": [], "own": [], "changes": [], "rest": []}
    for name in [*Random(0).sample(names(), 6000), *ALWAYS]:
        face = find(name).faces[0]
        if not set(face.types) & set(PERMANENT_TYPES):
            continue
        base = Base(face.copiable(), "battlefield", 0, 0)
        changes = any(
            (family, value) == (family, "*") and family in FAMILIES
            for _, act in acts.all_acts({base: 1}, False) for family, value in act.writes
        )  # fmt: skip
        found[printed.reach(base.values.abilities) or ("changes" if changes else "rest")].append(name)
    return found


def board_of(rng: Random) -> Board:
    board = Board(edition=rng.choice(["E25", "E25", "E25", "E04", "E15"]))
    others, highest = rng.choice([4, 4, 1, 0]), rng.choice([1, 1, 0.6])  # in a third, objects only enter
    for _ in range(rng.randint(4, 24)):
        with suppress(LayersError):
            play(board, rng, rng.random() * highest, others)
    return board


def play(board: Board, rng: Random, chance: float, others: int) -> None:
    there = [id for id, found in board.objects.items() if found.base.zone == "battlefield"]
    kind = rng.choices(["others", "own", "changes", "rest"], [others, 4, 4, 2])[0]
    name, player = rng.choice(kinds()[kind]), rng.choice("AB")
    if chance < 0.6 or not there:
        host = rng.choice(there) if there and rng.random() < 0.4 else None
        with suppress(LayersError):
            board.enters(name, controller=player, attached_to=host)
            return
        board.enters(name, controller=player)
    elif chance < 0.68:
        board.enters("Clone", controller=player, copy_of=rng.choice(there))
    elif chance < 0.73:
        board.enters(name, controller=player, face_down=True)
    elif chance < 0.78:
        board.leaves(rng.choice(there), to="graveyard")
    elif chance < 0.82:
        board.transforms(rng.choice(there))
    elif chance < 0.86:
        board.merges(rng.choice(there), with_=rng.choice(there), on="top")
    elif chance < 0.9:
        text = rng.choice([
            "Target creature loses all abilities until end of turn.", "Gain control of target permanent.",
            "Target land becomes a 3/3 creature until end of turn.", "Lands lose all abilities until end of turn.",
        ])  # fmt: skip
        board.resolves(text, targets=[rng.choice(there)], controller=player)
    elif chance < 0.95:
        board.counters(rng.choice(there), put={rng.choice(["+1/+1", "flying", "everything"]): 1})
    else:
        board.marks(rng.choice(there), tapped=True)


def answers(found: Result) -> object:
    return [(id, found[id].tapped) for id in found], found.unsupported


@pytest.mark.parametrize("seed", range(160))
def test_answers_without_a_preview_are_those_of_a_preview(seed: int, monkeypatch: pytest.MonkeyPatch):
    board = board_of(Random(seed))
    fast = answers(solve(board.unsettled()))
    monkeypatch.setattr(KnownArrivals, "_spoken_of", EVERYTHING)
    monkeypatch.setattr(KnownArrivals, "arrival", lambda *_: None)
    monkeypatch.setattr(entering, "_only_of_themselves", lambda *_: False)
    assert answers(solve(board.unsettled())) == fast
    monkeypatch.setattr(Excerpts, "usable", False)
    assert answers(solve(board.unsettled())) == fast


@pytest.mark.parametrize("seed", range(160))
def test_answers_for_one_object_are_those_for_all(seed: int):
    """An effect asks only for the objects that it could affect, in any order."""
    board = board_of(Random(seed))
    result = solve(board.unsettled())
    column, there = solve(board.unsettled()).sources.history.tapped, list(board.objects.values())
    Random(seed).shuffle(there)
    for found in there if column is not None else ():
        assert bool(column.among(1 << found.number)) is bool(result[found.id].tapped)
    assert column is None or column.unsure() == result.sources.history.unsure
