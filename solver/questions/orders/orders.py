"""All orders of timestamps at once: which outcomes a board can have, and which comparisons decide between them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.errors import LayersError
from mtglayers.model.support.display import Shown
from mtglayers.model.support.progress import checkpoint

from ...engine.choose import TimestampOrder
from ...engine.state import numbers
from ...engine.timestamps import bearers, dealt, named
from ...explain.paragraphs import Line, text_of
from ...readings import Readings, read
from ...result.result import Result
from ...solve import history_of, solve, solve_resolved
from .minimal_cases import deciding, joined_siblings
from .open_order import Decision, OpenChooser, Timestamps
from .outcomes import ObjectOutcomes, object_fates, player_fates
from .partial_order import OlderThan, Poset
from .presupposed import chosen_together, presupposed
from .wording import orders_lines

if TYPE_CHECKING:
    import datetime

    from mtglayers.model.rules.edition import Edition

Vary = Literal["all", "choices"] | Sequence[str]

LIMIT = 20_000
"""So many solves `orders` takes at most, unless told otherwise."""


class TooManyOrdersError(LayersError, RuntimeError):
    """The bound on solves was reached before every outcome was known."""


class Outcome(msgspec.Struct, frozen=True):
    """One way in which a board can come out.

    Attributes:
        orders: how many orders lead to it.
        cases: what decides it: in every order that leads to it all pairs (older, younger) of some case hold, and in no
            other order they do. One case without pairs: every order leads to it.
        order: an order that leads to it, oldest first: the board's own where it does.
        present: whether the board's own order leads to it.
        result: the board solved in `order`.
    """

    orders: int
    cases: tuple[tuple[tuple[str, str], ...], ...]
    order: tuple[str, ...]
    present: bool
    result: Result


class World(msgspec.Struct, frozen=True):
    """A board with or without one of its objects, and how it comes out over the orders.

    Attributes:
        gone: the object that is not there; "" for the board as it is.
        labels: the names of what has a timestamp there, of all that is varied in some world.
        fixed: the pairs (older, younger) of them that every order has.
        outcomes: as for `Orders`.
    """

    gone: str
    labels: tuple[str, ...]
    fixed: tuple[tuple[str, str], ...]
    outcomes: tuple[Outcome, ...]


class Orders(Shown, msgspec.Struct, frozen=True):
    """Every way in which a board can come out, over the orders of some of its timestamps.

    Attributes:
        varied: the names of what may be older or younger than something, in the order of the board.
        total: how many orders there are.
        outcomes: the board's own first, then those that most orders lead to.
        solves: how many walks through the layers it took.
        worlds: the board as it is, then, if that was asked, the board without each single permanent.
    """

    varied: tuple[str, ...]
    total: int
    outcomes: tuple[Outcome, ...]
    solves: int
    worlds: tuple[World, ...]

    def __len__(self) -> int:
        return len(self.outcomes)

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.outcomes)

    def of(self, id: str, what: str = "") -> tuple[ObjectOutcomes, ...]:
        """Return what can become of an object, each with the cases that decide it; the board's own first.

        Args:
            id: the object.
            what: look at that alone: "controller", "types", "colours", "abilities", "size", or "has flying" (any
                ability in words); default: everything.

        Raises:
            UnknownObjectError: there is no such object.
            KeyError: `what` is none of these.
        """
        return object_fates(self, id, what)

    @property
    def deciding(self) -> tuple[str, ...]:
        """The names of all that some case speaks of: only their order matters."""
        told = {name for outcome in self.outcomes for case in outcome.cases for pair in case for name in pair}
        return tuple(name for name in self.varied if name in told)

    def of_player(self, name: str) -> tuple[ObjectOutcomes, ...]:
        """Return what effects can make of a player, each with the cases that decide it; the board's own first."""
        return player_fates(self, name)

    @property
    def turning(self) -> tuple[str, ...]:
        """The ids of the objects that do not come out the same in all orders and worlds."""
        return tuple(id for id in self.outcomes[0].result if len(self.of(id)) > 1)

    def lines(self, objects: Sequence[str] = ()) -> tuple[Line, ...]:
        """Return the orders paragraph by paragraph: what becomes of objects and when, then the outcomes.

        Args:
            objects: tell of these objects alone.
        """
        return tuple(orders_lines(self, objects))

    def text(self, width: int = 80) -> str:
        """Return the orders as plain text with lines of at most `width` signs."""
        return text_of(self.lines(), width)

    def __str__(self) -> str:
        return self.text()


class Leaf(msgspec.Struct, frozen=True):
    """One set of orders that the solver cannot tell apart: what it asked that was open, and what came out."""

    asked: tuple[OlderThan, ...]
    result: Result


def orders(
    board: Board,
    vary: Vary = "all",
    *,
    edition: str | datetime.date | Edition | None = None,
    readings: Readings | str | Iterable[str] | None = None,
    presence: bool = False,
    limit: int = LIMIT,
) -> Orders:
    """Return every outcome of a board over the orders of its timestamps, with the comparisons that decide it.

    Only comparisons that the solver needs are branched on, so that effects which never meet are never ordered.

    Args:
        board: the board; it is not changed, and what its events fixed stays as it was.
        vary: "all": everything that is ordered by a timestamp, as far as the events allow (counters are younger than
            their object, an Aura than what it enchants ...); "choices": what entered together, in the orders that
            its controller could choose (613.7m); or the names of what may have come at any other moment, while all
            else keeps its order.
        edition: as for `solve`.
        readings: as for `solve`.
        presence: also ask the same of the board without each single permanent, the timestamps of all else kept, so
            that the cases say whose absence settles something.
        limit: the most walks through the layers to take.

    Raises:
        TooManyOrdersError: the limit was reached.
        OpenReadingError: the readings look at more than what is ready now (B4, B6, B12, B13).
        UnknownObjectError: `vary` names something without a timestamp.
    """
    from mtglayers.model.rules.edition import edition as edition_of

    readings = read(readings)
    plain = edition_of(edition if edition is not None else board.edition)
    rules = readings.of(plain)
    if rules != board.edition:
        board = board.under(rules)
    tree = _Tree(rules, plain, readings, limit)
    explored = [tree.explored(gone, world, vary) for gone, world in worlds(board, presence=presence)]
    here = explored[0]
    varied = {stamp for each in explored for stamp in each.free}
    return Orders(
        named(here.free.labels, board), here.free.count(), here.outcomes, tree.solves,
        tuple(_world(each, varied, here.names) for each in explored),
    )  # fmt: skip


def worlds(board: Board, *, presence: bool) -> Iterator[tuple[str, Board]]:
    """Yield ("", the board) and, where presence is asked about, each permanent with the board that it has left."""
    yield "", board
    for source in board.numbered().values() if presence else ():
        checkpoint("candidate")
        if source.base.zone == "battlefield":
            left = board.copy()
            try:
                left.leaves(source.id, to="exile")
            except LayersError:
                continue  # what cannot leave is there
            yield source.id, left


def possible(board: Board, vary: Vary) -> Poset:
    """Return what is known of the order of a board's timestamps if those that may vary do.

    Raises:
        UnknownObjectError: `vary` names something without a timestamp.
    """
    stamps = list(bearers(board))
    if vary == "all":
        return Poset(stamps, presupposed(board))
    if vary == "choices":
        groups = [set(group) for group in chosen_together(board)]
        return Poset(stamps, (pair for pair in combinations(stamps, 2) if not any(set(pair) <= g for g in groups)))
    moving = set(dealt(board, tuple(vary)))
    still = [stamp for stamp in stamps if stamp not in moving]
    return Poset(stamps, [*pairwise(still), *(pair for pair in presupposed(board) if moving & set(pair))])


def explore(board: Board, rules: Edition, readings: Readings, known: Poset) -> Iterator[Leaf]:
    """Yield sets of orders that share one trace; together they are all orders, each once."""
    scripts: list[tuple[Decision, ...]] = [()]
    while scripts:
        checkpoint("walk")
        script = scripts.pop()
        stamps = Timestamps(known, script)
        how = TimestampOrder(chooser=OpenChooser(stamps))
        resolved = history_of(board, rules, readings, how)
        result = solve_resolved(board, rules, readings, resolved, how=how)
        pairs = (pair for decision in stamps.asked for pair in decision)
        yield Leaf(tuple(pair for pair in pairs if known.is_older(*pair) is None), result)
        for place in range(len(script), len(stamps.asked)):
            scripts.extend((*stamps.asked[:place], other) for other in stamps.others[place])


def signature(result: Result) -> tuple[Any, ...]:
    """Return what a board comes to, so that two outcomes can be compared; the order of abilities is none of it."""
    objects = tuple(sorted((id, object_signature(result, id)) for id in result))
    players = tuple(
        (msgspec.structs.replace(player, abilities=()), tuple(sorted(map(repr, player.abilities))))
        for player in result.players.values()
    )
    return objects, repr(players)


def object_signature(result: Result, id: str) -> str:
    """Return what an object comes to, as a text."""
    found = result[id]
    abilities = sorted(map(repr, found.abilities))
    return repr((msgspec.structs.replace(found, abilities=()), abilities))


# --- Outcomes ---


class _Explored(msgspec.Struct, frozen=True):
    """What came of one world: what has a timestamp, all that is known of the order, what is free of it, outcomes."""

    gone: str
    names: Mapping[int, str]
    known: Poset
    free: Poset
    outcomes: tuple[Outcome, ...]


class _Tree:
    """Explores boards under the same rules, and counts the walks."""

    def __init__(self, rules: Edition, plain: Edition, readings: Readings, limit: int) -> None:
        self._rules, self._plain, self._readings, self._limit = rules, plain, readings, limit
        self.solves = 0

    def explored(self, gone: str, board: Board, vary: Vary) -> _Explored:
        """Return what comes of one world.

        Raises:
            TooManyOrdersError: the limit was reached.
        """
        stamps = bearers(board)
        if gone and not isinstance(vary, str):
            vary = [name for name in vary if name in stamps.values()]
        known = possible(board, vary)
        leaves: dict[tuple[OlderThan, ...], object] = {}
        acting: set[int] = set()
        for leaf in explore(board, self._rules, self._readings, known):
            self.solves += 1
            if self.solves > self._limit:
                walks = "1 walk" if self._limit == 1 else f"{self._limit} walks"
                raise TooManyOrdersError(f"more than {walks} through the layers are needed; let less vary")
            leaves[leaf.asked] = signature(leaf.result)
            acting.update(_acting(leaf.result, stamps))
        free = [stamp for stamp in stamps if stamp in acting and not _is_fixed(stamp, acting, known)]
        among = _restricted(known, free)
        return _Explored(gone, stamps, known, among, tuple(self._outcomes(board, leaves, among)))

    def _outcomes(self, board: Board, leaves: Mapping[tuple[OlderThan, ...], object], known: Poset) -> list[Outcome]:
        groups: dict[object, list[frozenset[OlderThan]]] = {}
        for asked, key in joined_siblings(leaves).items():
            groups.setdefault(key, []).append(frozenset(asked))
        names = bearers(board)
        found: list[Outcome] = []
        for key, mine in groups.items():
            others = [case for other, cases in groups.items() if other != key for case in cases]
            posets = [_with(known, case) for case in mine]
            present = next((poset for poset in posets if _is_present(poset)), None)
            order = named((present or posets[0]).extension(), board)
            cases = tuple(
                tuple((names[old], names[young]) for old, young in sorted(case))
                for case in deciding(mine, others, known)
            )
            result = solve(board, edition=self._plain, readings=self._readings, order=order)
            found.append(Outcome(sum(poset.count() for poset in posets), cases, order, present is not None, result))
        found.sort(key=lambda outcome: (not outcome.present, -outcome.orders, outcome.cases))
        return found


def _world(found: _Explored, varied: Collection[int], names: Mapping[int, str]) -> World:
    """Return a world in which things are called as on the board as it is: an effect may outlive its card."""
    called = {stamp: names.get(stamp, own) for stamp, own in found.names.items()}
    other = {own: called[stamp] for stamp, own in found.names.items()}
    labels = [stamp for stamp in called if stamp in varied]
    fixed = [(called[a], called[b]) for a in labels for b in labels if a != b and found.known.is_older(a, b)]
    outcomes = tuple(
        msgspec.structs.replace(each, cases=tuple(tuple((other[a], other[b]) for a, b in case) for case in each.cases))
        for each in found.outcomes
    )
    return World(found.gone, tuple(called[label] for label in labels), tuple(fixed), outcomes)


def _with(known: Poset, case: Iterable[OlderThan]) -> Poset:
    poset = known.copy()
    for older, younger in case:
        poset.add(older, younger)
    return poset


def _is_present(poset: Poset) -> bool:
    checkpoint("candidate")
    return all(poset.is_older(old, young) is not False for old, young in combinations(poset.labels, 2))


def _restricted(known: Poset, labels: Sequence[int]) -> Poset:
    checkpoint("candidate")
    pairs = [(a, b) for a in labels for b in labels if a != b and known.is_older(a, b)]
    return Poset(labels, pairs)


def _acting(result: Result, stamps: Mapping[int, str]) -> Iterator[int]:
    """Yield the timestamps by which effects of a result were ordered, or would be if they applied."""
    world = result.trace.start.world
    for held, mask in result.trace.start.column("ability").items():
        if held.ability.clauses():
            yield from (world.objects[number].stamp for number in numbers(mask))
    for step in result.steps:
        for stamp in step.applied.key[:3]:
            if stamp in stamps:
                yield stamp


def _is_fixed(stamp: int, among: Iterable[int], known: Poset) -> bool:
    return all(other == stamp or known.is_older(stamp, other) is not None for other in among)


__all__ = [
    "LIMIT",
    "Leaf",
    "Orders",
    "Outcome",
    "TooManyOrdersError",
    "Vary",
    "World",
    "deciding",
    "explore",
    "object_signature",
    "orders",
    "possible",
    "signature",
    "worlds",
]
