"""The server's methods, which are independent of the transport.

A method is a function that takes a session and parameters, and returns an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec

from mtglayers.model.rules.edition import TEXTS
from mtglayers.model.support.limits import limited
from mtglayers.solver.readings import READINGS
from mtglayers.version import __version__
from mtglayers.wire import (
    DOCUMENTS,
    BoardData,
    CheckData,
    DifferenceData,
    ErasData,
    ExplanationData,
    OrdersData,
    ResultData,
    VerdictData,
    WhatIfData,
)
from mtglayers.wire.base import FORMAT
from mtglayers.wire.results import SECTIONS
from mtglayers.wire.vectors import StateData

from . import boards, cards, puzzles, questions
from .errors import UnknownMethodError
from .params import (
    CardFacts,
    CardPairs,
    CardsDependencies,
    CardsRead,
    CardsSearch,
    Client,
    Compare,
    Copied,
    Draw,
    Drawn,
    Editions,
    EditionSpan,
    Explain,
    ForgeRead,
    ForgeState,
    ForgeText,
    ForgeWrite,
    FoundCards,
    Initialized,
    Made,
    NewBoard,
    NotationBoard,
    NotationLines,
    NotationRead,
    Nothing,
    OfAnyBoard,
    OfBoard,
    OfPuzzle,
    OfRules,
    OfTitle,
    Orders,
    Pop,
    Popped,
    Push,
    PuzzleBoard,
    PuzzleText,
    ReadingWords,
    ReportPage,
    Snapshot,
    Solve,
    Verdict,
    WhatIf,
)
from .session import Session
from .validation import read_params

PROTOCOL: Final = 1
"""Version number of the protocol; an incompatible change increases it."""


class Method(msgspec.Struct, frozen=True):
    """A method that clients can call.

    Attributes:
        name: the name, such as "board.push".
        params: the type of the parameters.
        answer: the type of the answer.
        run: the function that takes a session and the parameters, and returns the answer.
        fills: whether the method adds boards or objects, which can exceed the limits of the session.
    """

    name: str
    params: type[msgspec.Struct]
    answer: Any
    run: Callable[[Session, Any], Any]
    fills: bool = False

    @property
    def says(self) -> str:
        """A one-sentence description of the method, for documents and listings."""
        return (self.run.__doc__ or "").partition("\n")[0]


def call(session: Session, name: str, params: Any = None) -> Any:
    """Run a method and return its answer, which `msgspec.json.encode` can encode.

    Args:
        session: the session.
        name: the name of the method.
        params: the parameters as JSON data, or None if there are none.

    Raises:
        UnknownMethodError: there is no method with this name.
        ParamsError: the method does not accept the parameters.
        LayersError: the method failed.

    >>> call(Session(), "board.new", {"timeline": [{"enters": "Mountain"}]})
    NewBoard(board='b1', events=1, made=(('mountain',),))
    """
    method = METHODS.get(name)
    if method is None:
        raise UnknownMethodError(name, tuple(METHODS))
    return perform(session, method, read_params(params, method.params))


def perform(session: Session, method: Method, params: Any) -> Any:
    """Run a method with validated parameters, and return its answer."""
    with limited(session.limits.of_boards):
        return method.run(session, params)


def initialize(session: Session, _params: Client) -> Initialized:
    """Return the server's version, editions, readings, methods, sections and limits."""
    from mtglayers.model.cards.search import names

    editions = [{"key": text.key, "since": text.since, "until": text.until} for text in TEXTS]
    return Initialized(
        name="mtglayers", version=__version__, protocol=PROTOCOL, format=FORMAT, schemas=tuple(DOCUMENTS),
        editions=msgspec.convert(msgspec.to_builtins(editions), tuple[EditionSpan, ...]),
        readings=msgspec.convert(tuple(READINGS.values()), tuple[ReadingWords, ...], from_attributes=True),
        cards=len(names()), methods={name: method.says for name, method in METHODS.items()}, sections=dict(SECTIONS),
        limits=msgspec.to_builtins(session.limits),
    )  # fmt: skip


METHODS: Final[Mapping[str, Method]] = MappingProxyType({
    method.name: method
    for method in (
        Method("initialize", Client, Initialized, initialize),
        Method("board.new", BoardData, NewBoard, boards.new_board, fills=True),
        Method("board.push", Push, Made, boards.push, fills=True),
        Method("board.pop", Pop, Popped, boards.pop),
        Method("board.snapshot", Snapshot, Copied, boards.snapshot, fills=True),
        Method("board.drop", OfBoard, Nothing, boards.drop),
        Method("solve", Solve, ResultData, questions.solve_board),
        Method("explain", Explain, ExplanationData, questions.explain),
        Method("orders", Orders, OrdersData, questions.orders),
        Method("whatif", WhatIf, WhatIfData, questions.what_if),
        Method("verdict", Verdict, VerdictData, questions.verdict),
        Method("editions", Editions, ErasData, questions.editions),
        Method("compare", Compare, DifferenceData, questions.compare),
        Method("draw", Draw, Drawn, questions.draw),
        Method("check", OfPuzzle, CheckData, cards.check),
        Method("puzzle.read", OfPuzzle, PuzzleBoard, puzzles.read_puzzle),
        Method("puzzle.write", OfTitle, PuzzleText, puzzles.write_puzzle),
        Method("report", OfTitle, ReportPage, puzzles.report),
        Method("cards.search", CardsSearch, FoundCards, cards.search_cards),
        Method("cards.read", CardsRead, CardFacts, cards.read_card),
        Method("cards.dependencies", CardsDependencies, CardPairs, cards.dependencies),
        Method("notation.read", NotationRead, NotationBoard, cards.notation_board),
        Method("notation.write", OfAnyBoard, NotationLines, cards.notation_lines),
        Method("state.write", OfRules, StateData, cards.write_state),
        Method("forge.read", ForgeRead, ForgeState, cards.read_forge),
        Method("forge.write", ForgeWrite, ForgeText, cards.write_forge),
    )
})  # fmt: skip
"""Method name -> method."""
