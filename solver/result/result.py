"""What a solve answers: characteristics, layers, steps, loops, statistics; a value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.errors import UnknownLayerError
from mtglayers.model.rules.edition import Edition
from mtglayers.model.support.display import Shown

from ..engine.choose import BOARD_ORDER, choose
from ..engine.gather import Sources
from ..engine.state import State
from ..engine.trace import Trace
from ..readings import Reading, Readings, admissible
from ..reuse.reuse import Begun, NotedTrace, Reuse, noted
from .characteristics import Characteristics, Objects
from .costs import Cost, total_cost
from .doors import explainer, names, solved_again
from .players import PlayerResult, player_results
from .steps import LayerResult, Step
from .unsupported import missing, untold, unturned

if TYPE_CHECKING:
    from .doors import Explainer, Explanation, Names


class Statistics(msgspec.Struct, frozen=True):
    """How much work a solve did.

    Attributes:
        objects: objects on the board.
        effects: different effects that applied somewhere.
        steps: applications.
        trials: trial applications (613.8a).
        edges: dependencies found on the way; the full graph of a step may have more.
        loops: loops that decided a step.
        reused: steps that were taken over from an earlier result.
    """

    objects: int
    effects: int
    steps: int
    trials: int
    edges: int
    loops: int
    reused: int = 0


class Loop(msgspec.Struct, frozen=True):
    """A dependency loop (613.8b): where it showed and who is in it, oldest first."""

    layer: str
    step: int
    members: tuple[str, ...]


class Asked(NamedTuple):
    """What `solve` was given about timestamps and effects besides the board.

    Attributes:
        order: names, oldest first, among which timestamps are dealt out again; None: as they are.
        without: names of effects that do not exist.
    """

    order: tuple[str, ...] | None = None
    without: frozenset[str] = frozenset()


AS_IT_IS: Final = Asked()


class Result(Shown):
    """The answer for one board under one edition and one reading.

    ``result[id]`` gives an object's characteristics; ``result.layer("4")`` what happened in a layer.

    Attributes:
        trace: what was applied, and the state after it.
        sources: what effects were gathered from.
        objects: what every object is.
        begun: how the solve began; None for a part of one.
        reuse: what became of each layer of the earlier result that `solve` was given; empty where it was given none.
        asked: the order and the left-out effects that it was solved with.
        replays: whether its board was played again for it, under another edition, and nothing else holds that board.
    """

    def __init__(
        self, trace: Trace, sources: Sources, board: Board, unsure: tuple[tuple[int, str], ...] = (), *,
        edition: Edition | None = None, asked: Asked = AS_IT_IS, replays: bool = False, begun: Begun | None = None,
        reuse: Reuse | None = None,
    ) -> None:  # fmt: skip
        """Keep what a trace came to.

        Args:
            trace: what was applied.
            sources: what effects were gathered from.
            board: the board it was about.
            unsure: (number, text) of what is not known about entering tapped.
            edition: the rules as they stand, before readings; default: those of the trace.
            asked: the order and the left-out effects.
            replays: whether the board was played again for it.
            begun: how the solve began.
            reuse: what took layers over from an earlier result.
        """
        self.trace = trace
        self.sources = sources
        self.asked = asked
        self.replays = replays
        self.begun = begun
        self.reuse = () if reuse is None else tuple(reuse.layers)
        self._notes = None if reuse is None else reuse.notes
        self._unsure = unsure
        self.objects = Objects(trace)
        self._board, self._events = board, board.events
        self._untold = (*untold(board), *unturned(board))  # now: the board moves on
        self._rules = edition or trace.edition

    def __getitem__(self, id: str) -> Characteristics:
        return self.objects[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self.objects)

    def __len__(self) -> int:
        return len(self.objects)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Result):
            return NotImplemented
        mine, theirs = ([(x.name, x.order) for x in r.layers] for r in (self, other))
        return mine == theirs and self.trace.state == other.trace.state

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<result: {len(self)} objects, {self.statistics.steps} steps, edition {self.edition.key}>"

    @property
    def edition(self) -> Edition:
        """The edition of the rules it was solved under."""
        return self.trace.edition

    @property
    def readings(self) -> Readings:
        """The readings it was solved under."""
        return self.trace.readings

    @cached_property
    def layers(self) -> tuple[LayerResult, ...]:
        """What happened in each layer, in order."""
        return tuple(LayerResult.view(self, layer) for layer in self.trace.layers)

    def layer(self, name: str) -> LayerResult:
        """Return what happened in layer `name` ("4", "7b").

        Raises:
            UnknownLayerError: the edition has no such layer, or the solve ended before it.
        """
        for layer in self.layers:
            if layer.name == name:
                return layer
        raise UnknownLayerError(name, [layer.name for layer in self.layers])

    def state_of(
        self, board: Board, events: int, edition: Edition, readings: Readings, until: str | None = None
    ) -> State | None:
        """Return the state after a layer, or all, for an earlier `board`.

        The board is taken as it was after the given number of events.

        None: this is not the result of that board under those rules and readings, or it did not get so far.
        """
        trace = self.trace
        if len(self._events) != events or trace.unfinished or (trace.edition, trace.readings) != (edition, readings):
            return None
        if self.begun is None or self.begun.how != BOARD_ORDER:
            return None
        if not self._is_like(board) or self._events != board.events[:events]:
            return None
        last = (*edition.layers, *edition.after)[-1].name
        return next((layer.after for layer in trace.layers if layer.name == (until or last)), None)

    def is_of(self, board: Board) -> bool:
        """Return whether a board still has exactly the timeline that was solved.

        >>> from mtglayers import Board, solve
        >>> board = Board()
        >>> result = solve(board)
        >>> result.is_of(board)
        True
        >>> _ = board.enters("Forest")
        >>> result.is_of(board)
        False
        """
        return self._is_like(board) and self._events == board.events

    def _is_like(self, board: Board) -> bool:
        return self._board.players == board.players and self._board.cards == board.cards

    def replayed(self, board: Board, edition: Edition) -> Board:
        """Return `board` as played under another edition.

        Events that this result has played are not played again.
        """
        mine = self._board
        if not self.replays or mine.edition != edition or not self._is_like(board):
            return board.under(edition)
        pairs = zip(self._events, board.events, strict=False)
        twin = mine.copy()
        twin.rewind(sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1] or pair[0] == pair[1], pairs)))
        for event in board.events[len(twin.events) :]:
            twin.push(event)
        return twin

    def at(self, layer: str, step: int | None = None) -> Result:
        """Return the result as it stood after a step of a layer.

        Step 0 stands for before the first; the default is the last step.

        It is a result like any other, on the same board; that it has no open questions (`turns_on`) when it ends
        in the middle of a layer says nothing.

        Raises:
            UnknownLayerError: there is no such layer.
            UnknownStepError: the layer has no such step.
        """
        found = self.of(self.trace.at(layer, step), self.sources)
        last = self.layer(layer)
        layers = (*self.layers[: self.layers.index(last)], last.first(step))
        found.__dict__["layers"] = tuple(each.of(found) for each in layers)  # with the very same steps
        return found

    def of(self, trace: Trace, sources: Sources) -> Result:
        """Return the result of another trace through the layers of its board."""
        found = Result(trace, sources, self._board, self._unsure, edition=self._rules, asked=self.asked)
        found._untold = self._untold
        return found

    @property
    def steps(self) -> tuple[Step, ...]:
        """Every application, in order."""
        return tuple(step for layer in self.layers for step in layer.steps)

    @cached_property
    def loops(self) -> tuple[Loop, ...]:
        """Every dependency loop, where it first showed."""
        found: dict[tuple[str, tuple[str, ...]], Loop] = {}
        for layer in self.layers:
            for step in layer.steps:
                for members in step.loops:
                    found.setdefault((layer.name, members), Loop(layer.name, step.number, members))
        return tuple(found.values())

    @cached_property
    def unsupported(self) -> tuple[tuple[str, str], ...]:
        """(id, text) of every line on the board that could touch characteristics and is not understood.

        So are a condition about the course of the game that no event answers, a choice that an ability speaks of and
        no event makes, and a text by which it is unknown whether an object entered tapped.
        """
        return (*missing(self.trace.start, self.trace.state, self._unsure), *self._untold)

    @cached_property
    def players(self) -> Mapping[str, PlayerResult]:
        """What effects make of each player, in turn order (613.10, 613.11)."""
        return player_results(self)

    @cached_property
    def turns_on(self) -> tuple[Reading, ...]:
        """The admitted readings that matter for the board (B1 to B19).

        Another answer to such a reading's question makes the board come out differently.
        """
        if not self._events or self.trace.unfinished:
            return ()
        twin = self._board.under(self._rules, self._events)
        return tuple(reading for reading in admissible(self._rules) if self._differs(reading, twin))

    @property
    def ambiguous(self) -> bool:
        """Whether admissible readings disagree about the board."""
        return bool(self.turns_on)

    def _differs(self, reading: Reading, twin: Board) -> bool:
        other = solved_again(self, twin, self.readings.other(reading))
        return any(self[id] != other[id] for id in self) or self.players != other.players

    @cached_property
    def statistics(self) -> Statistics:
        """How much work the solve did."""
        steps = self.steps
        return Statistics(
            objects=len(self),
            effects=len({step.effect for step in steps}),
            steps=len(steps),
            trials=self.trace.spent[0],
            edges=self.trace.spent[1],
            loops=sum(1 for step in steps if step.choice.loop),
            reused=sum(layer.steps for layer in self.reuse),
        )

    @cached_property
    def noted(self) -> NotedTrace | None:
        """The trace with records of what each layer asked, for reuse.

        Recording takes time, and few results are ever the last one of another solve: it is made when it is wanted.
        """
        if self.begun is None or self.begun.how.chooser is not choose:
            return None
        if self._notes is not None:
            return NotedTrace(self.trace, self.sources, self._notes, self.begun)
        return noted(self.trace, self.sources, self.begun)

    @cached_property
    def names(self) -> Names:
        """What its objects and effects are called."""
        return names(self)

    @cached_property
    def explainer(self) -> Explainer:
        """What explains objects and single steps."""
        return explainer(self)

    def explain(self, id: str) -> Explanation:
        """Return why an object is what it is, as data; printed, it is sentences with the numbers of rules.

        The name of a player asks what effects make of the player, after all layers (613.10, 613.11).

        Raises:
            UnknownObjectError: there is no such object, and no player of that name.
        """
        return self.explainer.explain(id)

    def cost(self, id: str, **told: str) -> Cost:
        """Return what it costs to cast an object, with the effects that change it (601.2f); see `total_cost`."""
        return total_cost(self, id, **told)

    def effect_name(self, text: str, layer: str) -> str | None:
        """Return the full name of the effect that a puzzle calls `text` in `layer`, or None.

        An object's id is enough where only one of its effects has a part in that layer.
        """
        names = self._names_in(layer)
        if text in names:
            return text
        found = [name for name, source in names.items() if source == text and not name.startswith(f"{text}<")]
        found = found or [name for name, source in names.items() if source == text]
        if len(found) == 1:
            return found[0]
        for name in names:  # id<granter> where the granter is called by its bare id
            if "<" in name and "<" in text and _bare(name) == _bare(text):
                return name
        return None

    def effect_names(self) -> Mapping[str, None]:
        """Return the names of effects that applied or could have applied.

        The mapping is an ordered set, in the order of the layers.
        """
        return dict.fromkeys(name for layer in self.layers for name in self._names_in(layer.name))

    def _names_in(self, layer: str) -> dict[str, str | None]:
        return dict(self.sources.effects_ever_in(layer, self.trace))


def expect_results(by: str, *values: object) -> None:
    """Raise an error for a value that is not a result.

    Args:
        by: name of the function that takes results.
        values: what it was given.

    Raises:
        TypeError: one of them is none.
    """
    for value in values:
        if not isinstance(value, Result):
            hint = ": `solve` makes one of a board" if isinstance(value, Board) else ""
            raise TypeError(f"`{by}` takes results, not a {type(value).__name__}{hint}")


def _bare(name: str) -> str:
    head, _, granter = name.partition("<")
    return f"{head.split('#')[0]}<{granter.rstrip('>').split('#')[0]}"
