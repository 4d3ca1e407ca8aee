"""All orders of timestamps at once: which outcomes a board can have, and which comparisons decide between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from mtglayers.model.board import Board
from mtglayers.model.errors import LayersError

from .facts import numbers
from .open_order import OpenChooser, Timestamps
from .order import Arrangement
from .poset import Pair, Poset
from .readings import Readings, read
from .result import Result
from .settle import settle
from .stamps import bearers, chosen_together, dealt, named, presupposed

if TYPE_CHECKING:
    import datetime

    from mtglayers.model.edition import Edition

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


class Orders(msgspec.Struct, frozen=True):
    """Every way in which a board can come out, over the orders of some of its timestamps.

    Attributes:
        varied: the names of what may be older or younger than something, in the order of the board.
        total: how many orders there are.
        outcomes: the board's own first, then those that most orders lead to.
        solves: how many walks through the layers it took.
    """

    varied: tuple[str, ...]
    total: int
    outcomes: tuple[Outcome, ...]
    solves: int

    def __len__(self) -> int:
        return len(self.outcomes)

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.outcomes)


class Leaf(msgspec.Struct, frozen=True):
    """One set of orders that the solver cannot tell apart: what it asked, and what came out."""

    asked: tuple[Pair, ...]
    result: Result


def orders(
    board: Board,
    vary: Vary = "all",
    *,
    edition: str | datetime.date | Edition | None = None,
    readings: Readings | str | Iterable[str] | None = None,
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
        limit: the most walks through the layers to take.

    Raises:
        TooManyOrdersError: the limit was reached.
        OpenReadingError: the readings look at more than what is ready now (B4, B6, B12, B13).
        UnknownObjectError: `vary` names something without a timestamp.
    """
    from mtglayers.model.edition import edition as edition_of

    readings = read(readings)
    plain = edition_of(edition if edition is not None else board.edition)
    rules = readings.of(plain)
    if rules != board.edition:
        board = board.under(rules)
    stamps = bearers(board)
    known = possible(board, vary)
    leaves = list(explore(board, rules, readings, known, limit))
    acting = {stamp for leaf in leaves for stamp in _acting(leaf.result, stamps)}
    free = [stamp for stamp in stamps if stamp in acting and not _is_fixed(stamp, acting, known)]
    return _grouped(board, leaves, _restricted(known, free), plain, readings)


def possible(board: Board, vary: Vary) -> Poset:
    """Return what is known of the order of a board's timestamps if those that may vary do."""
    stamps = list(bearers(board))
    if vary == "all":
        return Poset(stamps, presupposed(board))
    if vary == "choices":
        groups = [set(group) for group in chosen_together(board)]
        return Poset(stamps, (pair for pair in combinations(stamps, 2) if not any(set(pair) <= g for g in groups)))
    moving = set(dealt(board, tuple(vary)))
    still = [stamp for stamp in stamps if stamp not in moving]
    return Poset(stamps, [*pairwise(still), *(pair for pair in presupposed(board) if moving & set(pair))])


def explore(board: Board, rules: Edition, readings: Readings, known: Poset, limit: int = LIMIT) -> Iterator[Leaf]:
    """Yield sets of orders that share one walk through the layers; together they are all orders, each once.

    Raises:
        TooManyOrdersError: there are more than `limit`.
    """
    from .layers import walk_through

    scripts: list[tuple[Pair, ...]] = [()]
    solves = 0
    while scripts:
        script = scripts.pop()
        solves += 1
        if solves > limit:
            raise TooManyOrdersError(f"more than {limit} walks through the layers are needed; vary less")
        stamps = Timestamps(known, script)
        how = Arrangement(chooser=OpenChooser(stamps))
        settled = settle(board, rules, readings, how=how)
        result = Result(walk_through(board, rules, readings, settled, None, how), board, settled.unsure)
        yield Leaf(tuple(stamps.asked), result)
        for place in range(len(script), len(stamps.asked)):
            older, younger = stamps.asked[place]
            scripts.append((*stamps.asked[:place], (younger, older)))


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


# --- Cases ---


def deciding(mine: Sequence[frozenset[Pair]], others: Sequence[frozenset[Pair]], known: Poset) -> list[frozenset[Pair]]:
    """Return as few and as short cases as greed finds that hold in every order of `mine` and in none of `others`."""
    found: list[frozenset[Pair]] = []
    for case in sorted(mine, key=lambda case: (len(case), sorted(case))):
        if any(known_case <= case for known_case in found):
            continue
        short = case
        for pair in sorted(case):
            less = short - {pair}
            if not any(known.admits((*less, *other)) for other in others):
                short = less
        found = [kept for kept in found if not short <= kept]
        found.append(short)
    return sorted(found, key=lambda case: (len(case), sorted(case)))


def _grouped(board: Board, leaves: Sequence[Leaf], known: Poset, plain: Edition, readings: Readings) -> Orders:
    from .layers import solve

    groups: dict[tuple[Any, ...], list[frozenset[Pair]]] = {}
    for leaf in leaves:
        groups.setdefault(signature(leaf.result), []).append(frozenset(leaf.asked))
    names = bearers(board)
    found: list[Outcome] = []
    for key, mine in groups.items():
        others = [case for other, cases in groups.items() if other != key for case in cases]
        posets = [_with(known, case) for case in mine]
        present = next((poset for poset in posets if _is_present(poset)), None)
        order = named((present or posets[0]).extension(), board)
        cases = tuple(
            tuple((names[old], names[young]) for old, young in sorted(case)) for case in deciding(mine, others, known)
        )
        result = solve(board, edition=plain, readings=readings, order=order)
        found.append(Outcome(sum(poset.count() for poset in posets), cases, order, present is not None, result))
    found.sort(key=lambda outcome: (not outcome.present, -outcome.orders, outcome.cases))
    return Orders(named(known.labels, board), known.count(), tuple(found), len(leaves))


def _with(known: Poset, case: Iterable[Pair]) -> Poset:
    poset = known.copy()
    for older, younger in case:
        poset.add(older, younger)
    return poset


def _is_present(poset: Poset) -> bool:
    return all(poset.is_older(old, young) is not False for old, young in pairwise(poset.labels))


def _restricted(known: Poset, labels: Sequence[int]) -> Poset:
    pairs = [(a, b) for a in labels for b in labels if a != b and known.is_older(a, b)]
    return Poset(labels, pairs)


def _acting(result: Result, stamps: Mapping[int, str]) -> Iterator[int]:
    """Yield the timestamps by which effects of a result were ordered, or would be if they applied."""
    world = result.walk.start.world
    for held, mask in result.walk.start.column("ability").items():
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
    "deciding",
    "explore",
    "orders",
    "possible",
    "signature",
]
