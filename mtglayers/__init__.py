"""A solver for Magic: The Gathering's continuous effects (rule 613), with a reason for every step.

>>> from mtglayers import Board, solve
>>> Board(players=["Ana", "Ben"]).players
('Ana', 'Ben')

A module is imported when one of its names is first used, so that ``import mtglayers`` is fast.
"""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from mtglayers.model.support.display import register

if TYPE_CHECKING:
    from mtglayers.drawing import Drawing, dot, draw_graph, draw_walk, mermaid
    from mtglayers.forge import ForgeState, NotCarried, read_forge, write_forge
    from mtglayers.model.board.board import Board, Snapshot
    from mtglayers.model.cards.card import Card
    from mtglayers.model.cards.scryfall import read_card
    from mtglayers.model.cards.search import find_card, search_cards
    from mtglayers.model.errors import (
        AmbiguousTimestampError,
        BoardDataError,
        IllegalEventError,
        LayersError,
        LimitError,
        LostProcessError,
        MissingLibraryError,
        PuzzleError,
        StateError,
        UnknownCardError,
        UnknownChoiceError,
        UnknownEditionError,
        UnknownLayerError,
        UnknownObjectError,
        UnknownStepError,
        UnsupportedTextError,
    )
    from mtglayers.model.oracle.printing.sentences import english
    from mtglayers.model.oracle.reading.lines import read_line
    from mtglayers.model.puzzles.puzzle import Puzzle, read_puzzle
    from mtglayers.model.puzzles.query import Query, read_query
    from mtglayers.model.rules.edition import EDITIONS, Edition, edition
    from mtglayers.model.support.limits import Limits, limited
    from mtglayers.model.support.progress import Stopped, watched
    from mtglayers.solver.check.check import Report, check
    from mtglayers.solver.explain.explanation import Explanation
    from mtglayers.solver.many import solve_many
    from mtglayers.solver.questions.atlas.ask import may_depend
    from mtglayers.solver.questions.compare import Difference, difference
    from mtglayers.solver.questions.dependence.witness import Witness, Witnesses, depends
    from mtglayers.solver.questions.editions import Era, eras
    from mtglayers.solver.questions.find.find import Found, Solution, find
    from mtglayers.solver.questions.flips import Flips, flips
    from mtglayers.solver.questions.minimize import Smallest, smallest
    from mtglayers.solver.questions.orders.orders import Orders, orders
    from mtglayers.solver.questions.verdict import Verdict, verdict
    from mtglayers.solver.questions.whatif import Decisive, WhatIf, decisive, what_if
    from mtglayers.solver.readings import READINGS, Reading, ReadingError, Readings
    from mtglayers.solver.result.characteristics import Characteristics
    from mtglayers.solver.result.result import Loop, Result, Statistics
    from mtglayers.solver.result.steps import LayerResult, Step
    from mtglayers.solver.reuse.reuse import LayerReuse
    from mtglayers.solver.solve import solve
    from mtglayers.version import COMPILED
    from mtglayers.version import __version__ as __version__
    from mtglayers.wire.answers import (
        difference_data,
        eras_data,
        explanation_data,
        explanations_data,
        orders_data,
        result_data,
        verdict_data,
        witnesses_data,
    )
    from mtglayers.wire.states import state_data

    from .notebook.frames import objects_frame, pairs_frame, steps_frame
    from .notebook.stepper import stepper

_HOMES = MappingProxyType({
    "drawing": ("Drawing", "dot", "draw_graph", "draw_walk", "mermaid"),
    "forge": ("ForgeState", "NotCarried", "read_forge", "write_forge"),
    "notebook.frames": ("objects_frame", "pairs_frame", "steps_frame"),
    "model.board.board": ("Board", "Snapshot"),
    "model.cards.card": ("Card",),
    "model.cards.search": ("find_card", "search_cards"),
    "model.rules.edition": ("EDITIONS", "Edition", "edition"),
    "model.errors": (
        "AmbiguousTimestampError", "BoardDataError", "IllegalEventError", "LayersError", "LimitError",
        "LostProcessError", "MissingLibraryError", "PuzzleError", "StateError", "UnknownCardError",
        "UnknownChoiceError", "UnknownEditionError", "UnknownLayerError", "UnknownObjectError", "UnknownStepError",
        "UnsupportedTextError",
    ),
    "model.support.limits": ("Limits", "limited"),
    "model.cards.scryfall": ("read_card",),
    "model.oracle.printing.sentences": ("english",),
    "model.oracle.reading.lines": ("read_line",),
    "model.puzzles.puzzle": ("Puzzle", "read_puzzle"),
    "model.puzzles.query": ("Query", "read_query"),
    "model.support.progress": ("Stopped", "watched"),
    "solver.result.characteristics": ("Characteristics",),
    "solver.check.check": ("Report", "check"),
    "solver.questions.atlas.ask": ("may_depend",),
    "solver.questions.compare": ("Difference", "difference"),
    "solver.questions.editions": ("Era", "eras"),
    "solver.explain.explanation": ("Explanation",),
    "solver.questions.find.find": ("Found", "Solution", "find"),
    "solver.questions.flips": ("Flips", "flips"),
    "solver.many": ("solve_many",),
    "solver.solve": ("solve",),
    "solver.questions.orders.orders": ("Orders", "orders"),
    "solver.readings": ("READINGS", "Reading", "ReadingError", "Readings"),
    "solver.result.result": ("Loop", "Result", "Statistics"),
    "solver.reuse.reuse": ("LayerReuse",),
    "solver.questions.minimize": ("Smallest", "smallest"),
    "solver.questions.verdict": ("Verdict", "verdict"),
    "solver.result.steps": ("LayerResult", "Step"),
    "solver.questions.dependence.witness": ("Witness", "Witnesses", "depends"),
    "solver.questions.whatif": ("Decisive", "WhatIf", "decisive", "what_if"),
    "wire.states": ("state_data",),
    "wire.answers": (
        "difference_data", "eras_data", "explanation_data", "explanations_data", "orders_data", "result_data",
        "verdict_data", "witnesses_data",
    ),
    "notebook.stepper": ("stepper",),
    "version": ("COMPILED", "__version__"),
})  # fmt: skip

__all__ = [
    "COMPILED", "EDITIONS", "READINGS", "AmbiguousTimestampError", "Board", "BoardDataError", "Card", "Characteristics",
    "Decisive", "Difference", "Drawing", "Edition", "Era", "Explanation", "Flips", "ForgeState", "Found",
    "IllegalEventError", "LayerResult", "LayerReuse", "LayersError", "LimitError", "Limits", "Loop", "LostProcessError",
    "MissingLibraryError", "NotCarried", "Orders", "Puzzle", "PuzzleError", "Query", "Reading", "ReadingError",
    "Readings", "Report", "Result", "Smallest", "Snapshot", "Solution", "StateError", "Statistics", "Step", "Stopped",
    "UnknownCardError", "UnknownChoiceError", "UnknownEditionError", "UnknownLayerError", "UnknownObjectError",
    "UnknownStepError", "UnsupportedTextError", "Verdict", "WhatIf", "Witness", "Witnesses", "check", "decisive",
    "depends", "difference", "difference_data", "dot", "draw_graph", "draw_walk", "edition", "english", "eras",
    "eras_data", "explanation_data", "explanations_data", "find", "find_card", "flips", "limited", "may_depend",
    "mermaid", "objects_frame", "orders", "orders_data", "pairs_frame", "read_card", "read_forge", "read_line",
    "read_puzzle", "read_query", "result_data", "search_cards", "smallest", "solve", "solve_many", "state_data",
    "stepper", "steps_frame", "verdict", "verdict_data", "watched", "what_if", "witnesses_data", "write_forge",
]  # fmt: skip

_SHOWN = (
    "Board", "Characteristics", "Decisive", "DependencyGraph", "Difference", "Explanation", "Flips", "Found",
    "LayerResult", "Orders", "PairTable", "Result", "Step", "Verdict", "WhatIf", "Witnesses",
)  # fmt: skip

register(dict.fromkeys(_SHOWN, f"{__name__}.notebook.display"))


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            value = globals()[name] = getattr(import_module(f"{__name__}.{home}"), name)
            return value
    from mtglayers.model.support.guesses import instead

    hint = "" if name.startswith("_") else instead(__name__, name, __all__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}{hint}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
