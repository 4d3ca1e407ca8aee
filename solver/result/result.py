"""The result of a solve: characteristics, layers, steps, loops and statistics."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.board.references import find_object, is_name
from mtglayers.model.errors import IllegalEventError, StateError
from mtglayers.model.rules.edition import Edition
from mtglayers.model.support.display import Shown
from mtglayers.model.support.names import kebab
from mtglayers.model.support.patterns import lazy_pattern
from mtglayers.model.support.records import Record

from ..engine.choose import BOARD_ORDER
from ..engine.gather import Sources
from ..engine.state import State
from ..engine.trace import Trace
from ..history.earlier import with_events
from ..readings import Reading, Readings, admissible
from ..reuse.begun import Begun
from ..wording import article, counted
from .characteristics import Characteristics
from .doors import (
    cost,
    differ,
    entered_as,
    explainer,
    illegal,
    is_settled,
    names,
    ruling,
    solved_again,
    solved_alike,
    turning_ties,
)
from .objects import Objects
from .players import PlayerResult, player_results
from .steps import LayerResult, Layers, Step
from .unsupported import missing, unspecified

if TYPE_CHECKING:
    from ..reuse.basis import Basis
    from ..reuse.reuse import Reuse
    from .doors import Cost, Dependency, Explainer, Explanation, Illegal, Names


class Statistics(msgspec.Struct, frozen=True):
    """The amount of work in a solve.

    Attributes:
        objects: the number of objects on the board.
        effects: the number of distinct effects that applied.
        steps: the number of applications.
        trials: the number of trial applications (613.8a).
        edges: the number of dependencies found; the complete dependency graphs of the steps can contain more.
        loops: the number of steps whose effect was chosen because of a dependency loop.
        reused: the number of steps copied from an earlier result.
    """

    objects: int
    effects: int
    steps: int
    trials: int
    edges: int
    loops: int
    reused: int


class Loop(msgspec.Struct, frozen=True):
    """A dependency loop, with its layer, first step and members (613.8b).

    The members are sorted oldest first.
    """

    layer: str
    step: int
    members: tuple[str, ...]


class Asked(Record, frozen=True):
    """The arguments of `solve` that change the effects on a board.

    Attributes:
        order: the names whose timestamps are reassigned, oldest first; None if none are reassigned.
        without: the names of the effects to leave out.
    """

    order: tuple[str, ...] | None = None
    without: frozenset[str] = frozenset()


AS_IT_IS: Final = Asked()


class Result(Shown):
    """The result of solving a board under one edition.

    ``result[id]`` returns the characteristics of an object, and ``result.layer("4")`` returns a layer.

    Attributes:
        trace: the applications, and the final state.
        sources: the sources of the effects.
        objects: the characteristics of every object, by id.
        begun: the start of the solve; None for a partial result.
        reuse: how each layer of the earlier result given to `solve` was reused; empty if the boards were not
            compared.
        bases: the data collected so far for reusing its layers, by layer name.
        asked: the timestamp order, and the effects that were left out.
        replays: whether its board was replayed under another edition and is used only by this result.
    """

    def __init__(
        self, trace: Trace, sources: Sources, board: Board, *, edition: Edition | None = None, asked: Asked = AS_IT_IS,
        replays: bool = False, begun: Begun | None = None, reuse: Reuse | None = None,
    ) -> None:  # fmt: skip
        self.trace = trace
        self.sources = sources
        self.asked = asked
        self.replays = replays
        self.begun = begun
        self.reuse = () if reuse is None else tuple(reuse.layers)
        self.bases: dict[str, Basis] = {} if reuse is None else reuse.bases
        self.objects = Objects(trace)
        self._board, self._events = board, board.events
        self._whole = trace  # also in a partial result
        self._rules = edition or trace.edition

    def _meant(self, name: str) -> str:
        id = kebab(name.replace("_", " "))
        if "objects" in vars(self) and id in self.objects:
            return f'; use `result["{id}"]`'
        return f"; use `result[id].{name}`" if name in Characteristics.__struct_fields__ else ""

    def __getitem__(self, id: str) -> Characteristics:
        """Return the characteristics of the object with the given id, or of the only object with the given name.

        Raises:
            UnknownObjectError: there is no such object, or several objects have the name.
        """
        return self.objects[self._id(id)]

    def _id(self, name: str) -> str:
        return name if name in self.objects else find_object(self.trace.start.world.objects.values(), name).id

    def __contains__(self, id: object) -> bool:
        """Return whether there is an object with the given id, or with the given name."""
        return id in self.objects or (isinstance(id, str) and is_name(self.trace.start.world.objects.values(), id))

    def __iter__(self) -> Iterator[str]:
        return iter(self.objects)

    def __len__(self) -> int:
        return len(self.objects)

    def keys(self) -> KeysView[str]:
        """Return the ids of the objects."""
        return self.objects.keys()

    def values(self) -> ValuesView[Characteristics]:
        """Return the characteristics of the objects."""
        return self.objects.values()

    def items(self) -> ItemsView[str, Characteristics]:
        """Return the pairs (id, characteristics) of the objects."""
        return self.objects.items()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Result):
            return NotImplemented
        mine, theirs = ([(x.name, x.order) for x in r.layers] for r in (self, other))
        return mine == theirs and self.trace.state == other.trace.state

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        size = f"{counted(len(self), 'object')}, {counted(self.statistics.steps, 'step')}"
        return f"<result: {size}, edition {self.edition.key}>"

    @property
    def edition(self) -> Edition:
        """The edition of the rules."""
        return self.trace.edition

    @property
    def readings(self) -> Readings:
        """The readings used for questions that the rules leave open."""
        return self.trace.readings

    @cached_property
    def layers(self) -> Layers:
        """The layers, in order; a name such as "7b" also works as an index."""
        return Layers(
            LayerResult(self, each.rule, tuple(Step(self, made) for made in each.applications), each.before, each.after)
            for each in self.trace.layers
        )

    def layer(self, name: str | int) -> LayerResult:
        """Return the layer with the given name, such as "7b" or 4.

        Raises:
            UnknownLayerError: the edition does not have this layer, or the solve ended before it.
        """
        return self.layers[str(name)]

    def state_of(
        self, board: Board, events: int, edition: Edition, readings: Readings, until: str | None = None
    ) -> State | None:
        """Return the state after the first `events` events of `board`, if known.

        Return None if the state is unknown, or if this is not the result of `board` under the given edition and
        readings.
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
        """Return whether this is the result of the given board's current timeline.

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
        mine = self._board
        return (mine.players, mine.cards, mine.start) == (board.players, board.cards, board.start)

    def replayed(self, board: Board, edition: Edition) -> Board:
        """Return `board` replayed under another edition.

        Events that this result has already replayed are not replayed again.
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

    def at(self, layer: str | int, step: int | None = None) -> Result:
        """Return the partial result after a step of a layer.

        Step 0 refers to the state before the first step; the default is the last step. If the result ends inside a
        layer, its `turns_on` is always empty.

        Raises:
            UnknownLayerError: the layer is unknown.
            UnknownStepError: the layer has fewer steps.
        """
        found = self.of(self.trace.at(str(layer), step), self.sources)
        last = self.layer(layer)
        before = self.layers[: self.layers.index(last)]
        found.__dict__["layers"] = Layers(
            (*(each.of(found) for each in before), last.of(found, step))
        )  # with the same steps
        return found

    def of(self, trace: Trace, sources: Sources) -> Result:
        """Return a result with another trace of the same board."""
        found = Result(trace, sources, self._board, edition=self._rules, asked=self.asked)
        found._whole, found._events = self._whole, self._events
        return found

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of all layers, in order."""
        return tuple(step for layer in self.layers for step in layer.steps)

    @cached_property
    def loops(self) -> tuple[Loop, ...]:
        """The dependency loops, each with the step before which it first appears."""
        found: dict[tuple[str, tuple[str, ...]], Loop] = {}
        for layer in self.layers:
            for step in layer.steps:
                for members in step.loops:
                    found.setdefault((layer.name, members), Loop(layer.name, step.number, members))
        return tuple(found.values())

    @cached_property
    def unsupported(self) -> tuple[tuple[str, str], ...]:
        """Lines that could affect characteristics but are not understood, as (id, text).

        The tuple also lists conditions and choices that no event specifies, and lines that might have made an
        object enter tapped.
        """
        found = missing(self.trace.after_copying(), self.trace.state, self.sources.history.unsure)
        return tuple(dict.fromkeys((*found, *self.left_open)))

    @cached_property
    def left_open(self) -> tuple[tuple[str, str], ...]:
        """The part of `unsupported` that concerns past events, and not the objects that are there now."""
        objects = self.trace.start.world.objects
        tapped = ((objects[number].id, text) for number, text in self.sources.history.unsure)
        board = self.as_solved()
        return (*tapped, *entered_as(self, board), *unspecified(board, self._whole))

    def as_solved(self) -> Board:
        """Return the board of this result, also if events were added to it since."""
        return with_events(self._board, self._events)

    @cached_property
    def illegal(self) -> tuple[Illegal, ...]:
        """Targets, copied objects, attachments and so on that the rules or cards do not allow.

        The events were played anyway; `solve(strict=True)` refuses them. Each event is compared with the board
        just before it, which requires a solve for each such event. Attacks, blocks and pairs of the state with which
        the board begins are compared with that state.
        """
        return illegal(self, self.as_solved())

    def expect_legal(self) -> None:
        """Raise an error if the board has something that is not legal.

        Raises:
            StateError: the state with which the board begins is not legal (`illegal`).
            IllegalEventError: an event is not legal (`illegal`); the `path` of the error identifies the event.
        """
        start = self._board.start
        begun = [found for found in self.illegal if found.event is None]
        if begun and start is not None:
            raise StateError([(start.path_to(found.object), str(found)) for found in begun])
        for found in self.illegal:
            assert found.event is not None
            error = IllegalEventError(self._events[found.event], str(found))
            vars(error)["path"] = ("timeline", found.event)
            raise error

    @cached_property
    def players(self) -> Mapping[str, PlayerResult]:
        """The players and the effects on them, in turn order (613.10, 613.11)."""
        return player_results(self)

    @cached_property
    def turns_on(self) -> tuple[Reading, ...]:
        """The readings that the edition admits and that would change the result (B1 to B19).

        The tuple contains "ties-reversed" if that order of effects with the same timestamp (B13) would change the
        result, or if there are too many orders to try. Otherwise, it contains a reading with an order that would
        change the result, if there is one.
        """
        if not (self._events or self._board.start) or self.trace.unfinished:
            return ()
        twin = self._board.under(self._rules, self._events)
        alike = solved_alike(self, twin)
        found: list[Reading] = []
        for reading in admissible(self._rules):
            if reading.field == "ties":
                found += turning_ties(self, twin)
            elif reading.name not in alike and self._differs(reading, twin):
                found.append(reading)
        return tuple(found)

    @property
    def ambiguous(self) -> bool:
        """Whether admissible readings, alone or in combination, produce different results."""
        if not (self._events or self._board.start) or self.trace.unfinished:
            return False
        return bool(self.turns_on) or not is_settled(self, self._board.under(self._rules, self._events))

    def _differs(self, reading: Reading, twin: Board) -> bool:
        other = solved_again(self, twin, self.readings.other(reading))
        same = all(self[id] == other[id] for id in self) and self.players == other.players
        return not same and differ(self, other)  # the order of abilities does not matter

    @cached_property
    def statistics(self) -> Statistics:
        """The amount of work in the solve."""
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
    def names(self) -> Names:
        """The names used for its objects and effects in sentences."""
        return names(self)

    @cached_property
    def explainer(self) -> Explainer:
        """The explainer for its objects and steps."""
        return explainer(self)

    def explain(self, id: str) -> Explanation:
        """Return an explanation of an object's characteristics.

        If `id` is the name of a player, the effects on the player are explained (613.10, 613.11).

        Raises:
            UnknownObjectError: no object or player has this name, or several objects have it.
        """
        return self.explainer.explain(id if id in self.players else self._id(id))

    def ruling(self, id: str) -> tuple[str, ...]:
        """Return the shortest explanation of an object or player, as sentences: what it is, what made it so, and why.

        Raises:
            UnknownObjectError: no object or player has this name, or several objects have it.
        """
        return ruling(self.explain(id))

    @cached_property
    def dependencies(self) -> Mapping[str, tuple[Dependency, ...]]:
        """The dependencies in each layer that has some, by name of the layer; each pair once, as it is first found."""
        found: dict[str, dict[tuple[str, str], Dependency]] = {}
        for step in self.steps:
            for effect in step.candidates:
                for each in step.dependencies(effect):
                    found.setdefault(step.layer, {}).setdefault((each.effect, each.on), each)
        return {layer: tuple(pairs.values()) for layer, pairs in found.items()}

    def cost(self, id: str, **told: str) -> Cost:
        """Return the cost to cast an object (601.2f); see `total_cost`."""
        return cost(self, id, **told)

    def effect_name(self, text: str, layer: str) -> str | None:
        """Return the full name of the effect that a puzzle refers to, if there is exactly one.

        The name can be the id of an object if only one of its effects applies in the layer.
        """
        found = self.effects_called(text, layer)
        return found[0] if len(found) == 1 else None

    def effects_called(self, text: str, layer: str) -> tuple[str, ...]:
        """Return the full names of the effects in a layer that a name in a puzzle can refer to."""
        names = self._names_in(layer)
        if text in names:
            return (text,)
        found = [name for name, source in names.items() if source == text]
        own = [name for name in found if not name.startswith(f"{text}<")]
        if own or found:
            return tuple(own or found)
        return tuple(name for name in names if _means(text, name))

    def effect_names(self) -> Mapping[str, None]:
        """Return the names of the effects that existed in any layer.

        The names are the keys of the dictionary, in layer order.
        """
        return dict.fromkeys(name for layer in self.layers for name in self._names_in(layer.name))

    def _names_in(self, layer: str) -> dict[str, str | None]:
        return dict(self.sources.effects_ever_in(layer, self.trace))


def expect_results(by: str, *values: object) -> None:
    """Raise an error unless all values are results.

    Args:
        by: the name of the function that was called.
        values: its arguments.

    Raises:
        TypeError: an argument is not a result.
    """
    for value in values:
        if not isinstance(value, Result):
            hint = "; call `solve` first" if isinstance(value, Board) else ""
            kind = type(value).__name__
            raise TypeError(f"`{by}` expects results, not {article(kind)} {kind}{hint}")


_GRANTED: Final = lazy_pattern(r"([^#<]*)(#[0-9]+)?<([^#>]*)(#[0-9]+)?>")


def _means(text: str, name: str) -> bool:
    # The places of abilities can be omitted: id<granter>
    said, full = _GRANTED.fullmatch(text), _GRANTED.fullmatch(name)
    if said is None or full is None:
        return False
    return all(part in (None, whole) for part, whole in zip(said.groups(), full.groups(), strict=True))
