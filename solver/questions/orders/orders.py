"""A board's outcomes over all orders of its timestamps, and the conditions that decide them."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.rules.edition import Edition
from mtglayers.model.rules.edition import edition as edition_of
from mtglayers.model.support.progress import checkpoint
from mtglayers.model.support.signatures import keywords_checked

from ...engine.state import numbers
from ...engine.timestamps import bearers, named
from ...explain.paragraphs import Line, Printable
from ...readings import Readings, read
from ...result.characteristics import without_id
from ...result.result import Result
from ...result.signature import signature
from ...solve import solve
from ...wording import capital, counted, joined
from .explore import Vary, chosen_names, explore, possible, worlds
from .minimal_cases import deciding, joined_siblings
from .outcomes import (
    ASPECTS,
    Case,
    ObjectOutcomes,
    Outcome,
    World,
    ability_list,
    aspect_of,
    object_outcomes,
    player_outcomes,
)
from .partial_order import OlderThan, Poset, TooManyOrdersError
from .wording import condition_words, count_words, outcome_words, own_words, share

LIMIT = 20_000
"""Default maximum number of solver runs."""

MAX_OUTCOMES = 8
"""Maximum number of listed outcomes of a whole board."""

MAX_WHOLE = 3
"""Maximum number of outcomes of an object that are always listed whole, not by characteristic."""


class Orders(Printable, msgspec.Struct, frozen=True):
    """All outcomes of a board over the orders of some of its timestamps.

    Attributes:
        varied: names of the objects and effects whose order is open, in the board's own order.
        total: the number of orders.
        outcomes: the outcome of the board's own order, then the others by decreasing number of orders.
        solves: the number of solver runs.
        worlds: the complete board and, with `presence`, the board without each permanent in turn.
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

    @property
    def deciding(self) -> tuple[str, ...]:
        """The names that appear in at least one case; only the order of these matters."""
        found = {name for outcome in self.outcomes for case in outcome.cases for pair in case for name in pair}
        return tuple(name for name in self.varied if name in found)

    @property
    def turning(self) -> tuple[str, ...]:
        """The ids of the objects that have several outcomes."""
        return tuple(id for id in self.outcomes[0].result if len(self.of(id)) > 1)

    def of(self, id: str, what: str = "") -> tuple[ObjectOutcomes, ...]:
        """Return the outcomes of an object and their cases.

        The outcome of the board's own order comes first.

        Args:
            id: the object.
            what: limits the comparison to "controller", "types", "colours", "abilities", "size", or one ability ("has
                flying"); default: everything.

        Raises:
            UnknownObjectError: there is no such object.
            KeyError: `what` is not one of these values.
        """
        return object_outcomes(self.worlds, id, what)

    def of_name(self, name: str) -> tuple[ObjectOutcomes, ...]:
        """Return the outcomes of the object or player with the given name."""
        return self.of_player(name) if name in self.outcomes[0].result.players else self.of(name)

    def of_player(self, name: str) -> tuple[ObjectOutcomes, ...]:
        """Return the outcomes of a player and their cases, like `of`."""
        return player_outcomes(self.worlds, name)

    def differing(self, objects: Sequence[str] = ()) -> Iterator[tuple[list[str], Sequence[ObjectOutcomes]]]:
        """Yield (names, outcomes) for the objects and players that have several outcomes.

        Objects with the same outcomes are grouped. Many outcomes are replaced by those of single characteristics if
        that is shorter.

        Args:
            objects: ids of the objects and names of the players to yield, even if they have only one outcome; default:
                all.
        """
        here = self.outcomes[0].result
        found = {name: self.of_name(name) for name in objects or (*here, *here.players)}
        similar: dict[tuple[object, ...], list[str]] = {}
        for id, outcomes in found.items():
            if len(outcomes) > 1 or objects:
                similar.setdefault(_merge_key(id, outcomes), []).append(id)
        for ids in similar.values():
            yield ids, self._by_aspect(ids[0], found[ids[0]])

    def _by_aspect(self, id: str, outcomes: Sequence[ObjectOutcomes]) -> Sequence[ObjectOutcomes]:
        if len(outcomes) <= MAX_WHOLE or id not in outcomes[0].result.objects:
            return outcomes
        abilities = dict.fromkeys(words for each in outcomes for words in ability_list(each.result, id))
        aspects = [*(what for what in ASPECTS if what != "abilities"), *(f"has {words}" for words in abilities)]
        if len({tuple(aspect_of(what)(each.result, id) for what in aspects) for each in outcomes}) < len(outcomes):
            return outcomes  # the outcomes differ in something other than these characteristics
        single = [
            each
            for what, found in ((what, self.of(id, what)) for what in aspects)
            for each in found
            if len(found) > 1 and not (what.startswith("has ") and " does not have " in each.words)
        ]
        return single if _length(single) < _length(outcomes) else outcomes

    # --- Descriptions ---

    def name_of(self, name: str) -> str:
        """Return the name of a player, object or effect in sentences."""
        result = self.outcomes[0].result
        return name if name in result.players else called(result, name)

    @property
    def heading(self) -> str:
        """A sentence that lists the varied names and gives the numbers of orders and outcomes."""
        if len(self.varied) < 2:
            return "The timestamps on this board have only one possible order, with one outcome."
        outcomes = "all with one outcome" if len(self) == 1 else f"with {counted(len(self), 'outcome')}"
        words = f"{joined(map(self.name_of, self.varied))} can come in {counted(self.total, 'order')}, {outcomes}."
        if self.deciding and len(self.deciding) < len(self.varied):
            words += f" Only the order of {joined(map(self.name_of, self.deciding))} matters."
        return words

    @property
    def everywhere(self) -> str:
        """The phrase "in every order", or a longer phrase for several worlds."""
        return "in every order" + (", whatever is absent" if len(self.worlds) > 1 else "")

    def lines(self, objects: Sequence[str] = ()) -> tuple[Line, ...]:
        """Return the outcomes of objects, then those of the board, as paragraphs.

        Args:
            objects: ids of the objects and names of the players to describe; default: all, and the board.
        """
        return tuple(self._lines(objects))

    def _lines(self, objects: Sequence[str]) -> Iterator[Line]:
        yield Line("summary", self.heading)
        differing: set[str] = set()
        for (first, *rest), outcomes in self.differing(objects):
            differing |= {first, *rest}
            yield Line("layer", self.name_of(first).removeprefix("the "))
            for each in outcomes:
                count = count_words(each, self.total)
                words = capital(outcome_words(each, self.name_of))
                yield Line("change", f"{words}{f' ({count}.)' if count else ''}", 2, 2)
            if reason := _reason(first, outcomes):
                yield Line("why", reason, 2, 2)
            if rest:
                yield Line("why", f"The same goes for {joined(map(self.name_of, rest))}.", 2, 2)
        if objects:
            return
        same = [id for id in self.outcomes[0].result if id not in differing]
        if same:
            yield Line("layer", f"The same {self.everywhere}")
            for id in same:
                yield Line("change", self.of(id)[0].words, 2, 2)
        if len(self) > 1:
            yield from self._board_lines()

    def _board_lines(self) -> Iterator[Line]:
        whole = len(self) <= MAX_OUTCOMES
        title = "Outcomes of the whole board" if whole else f"The first {MAX_OUTCOMES} outcomes of the whole board"
        yield Line("layer", title)
        for number, outcome in enumerate(self.outcomes[:MAX_OUTCOMES], 1):
            shown = ", then ".join(self.name_of(name) for name in outcome.order if name in self.deciding)
            example = "in this order" if outcome.orders == 1 else "for example"
            cases = condition_words([Case(pairs) for pairs in outcome.cases], self.name_of)
            words = f"{share(outcome.orders, self.total)}{own_words(outcome)}: {cases}; {example} {shown}."
            yield Line("change", f"{number}. {words}", 2, 3)
        if not whole:
            yield Line("why", f"{counted(len(self) - MAX_OUTCOMES, 'more outcome')}.", 2)


def called(result: Result, name: str) -> str:
    """Return the name of an object, effect or group of counters in sentences."""
    names = result.explainer.names
    return names.object(name) if name in result.objects else names.effect(name, "")


def _reason(id: str, outcomes: Sequence[ObjectOutcomes]) -> str:
    # Why the board's own order decides (613.7, 613.8b), or ""
    own = next((each.result for each in outcomes if each.present), None)
    if own is None or len(outcomes) != 2:  # more conditions would need more reasons
        return ""
    rule = f"({own.edition.rule('timestamp')})"
    decided = (said for said in own.ruling(id)[1:] if rule in said or "timestamps decide" in said)
    return next(decided, "")


def _length(outcomes: Sequence[ObjectOutcomes]) -> int:
    return sum(1 + len(case.pairs) + len(case.there) for each in outcomes for case in each.cases)


def _merge_key(id: str, outcomes: Sequence[ObjectOutcomes]) -> tuple[object, ...]:
    if id not in outcomes[0].result.objects:
        return (id,)
    return tuple((without_id(each.result[id]), each.orders, each.cases) for each in outcomes)


@keywords_checked
def orders(
    board: Board,
    vary: Vary = "all",
    *,
    edition: str | datetime.date | Edition | None = None,
    readings: Readings | str | Iterable[str] | None = None,
    presence: bool = False,
    limit: int = LIMIT,
) -> Orders:
    """Return all outcomes of a board over the orders of its timestamps.

    Orders that differ only in comparisons that the solver does not need are solved together.

    Args:
        board: the board; it is not changed, and the results of its past events stay the same.
        vary: "all" for everything with a timestamp, in every order that the events allow (counters are younger than
            their object, an Aura is younger than the object it enchants ...); "choices" for objects that entered
            together, in the orders that their controller could choose (613.7m); "players" if only the order of
            different players' objects and effects is open; or the names of objects and effects whose timestamps could
            have been assigned at any other time, while all others keep their order. A player's name stands for
            everything that the player controls.
        edition: as in `solve`.
        readings: as in `solve`.
        presence: whether to solve the board without each permanent in turn, too, so that cases can require an absence.
        limit: the maximum number of solver runs.

    Raises:
        TooManyOrdersError: the limit was reached.
        OpenReadingError: the readings do not allow open timestamps (B4, B6, B12, B13).
        UnknownObjectError: a name in `vary` does not belong to an object or effect with a timestamp.
    """
    readings = read(readings)
    plain = edition_of(edition if edition is not None else board.edition)
    rules = readings.of(plain)
    if rules != board.edition:
        board = board.under(rules)
    if not isinstance(vary, str):
        vary = chosen_names(board, vary)
    tree = _Tree(rules, plain, readings, limit)
    explored = [tree.explored(gone, world, vary) for gone, world in worlds(board, presence=presence)]
    here = explored[0]
    varied = {stamp for each in explored for stamp in each.free.labels}
    return Orders(
        named(here.free.labels, board), here.free.count(), here.outcomes, tree.solves,
        tuple(_world(each, varied, here.names) for each in explored),
    )  # fmt: skip


# --- Outcomes ---


class _Explored(msgspec.Struct, frozen=True):
    gone: str  # the absent object, or ""
    names: Mapping[int, str]  # timestamp -> name
    known: Poset  # the fixed part of the order
    free: Poset  # the timestamps whose order is open
    outcomes: tuple[Outcome, ...]


class _Tree:
    def __init__(self, rules: Edition, plain: Edition, readings: Readings, limit: int) -> None:
        self._rules, self._plain, self._readings, self._limit = rules, plain, readings, limit
        self.solves = 0

    def explored(self, gone: str, board: Board, vary: Vary) -> _Explored:
        stamps = bearers(board)
        if gone and not isinstance(vary, str):
            vary = [name for name in vary if name in stamps.values()]
        known = possible(board, vary)
        leaves: dict[tuple[OlderThan, ...], object] = {}
        acting: set[int] = set()
        for leaf in explore(board, self._rules, self._readings, known):
            self.solves += 1
            if self.solves > self._limit:
                runs = counted(self._limit, "solver run")
                raise TooManyOrdersError(f"more than {runs} needed; vary fewer timestamps")
            leaves[leaf.asked] = signature(leaf.result)
            acting.update(_acting(leaf.result, stamps))
        free = [stamp for stamp in stamps if stamp in acting and not _is_fixed(stamp, acting, known)]
        among = known.restricted(free)
        return _Explored(gone, stamps, known, among, tuple(self._outcomes(board, leaves, among)))

    def _outcomes(self, board: Board, leaves: Mapping[tuple[OlderThan, ...], object], known: Poset) -> list[Outcome]:
        groups: dict[object, list[frozenset[OlderThan]]] = {}
        for asked, key in joined_siblings(leaves).items():
            groups.setdefault(key, []).append(frozenset(asked))
        names = bearers(board)
        found: list[Outcome] = []
        for key, mine in groups.items():
            others = [case for other, cases in groups.items() if other != key for case in cases]
            posets = [known.extended(case) for case in mine]
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
    # An effect can outlive its card, so the names are those of the original board.
    called = {stamp: names.get(stamp, own) for stamp, own in found.names.items()}
    other = {own: called[stamp] for stamp, own in found.names.items()}
    labels = [stamp for stamp in called if stamp in varied]
    fixed = [(called[a], called[b]) for a in labels for b in labels if a != b and found.known.is_older(a, b)]
    outcomes = tuple(
        msgspec.structs.replace(each, cases=tuple(tuple((other[a], other[b]) for a, b in case) for case in each.cases))
        for each in found.outcomes
    )
    return World(found.gone, tuple(called[label] for label in labels), tuple(fixed), outcomes)


def _is_present(poset: Poset) -> bool:
    checkpoint("candidate")
    return all(poset.is_older(old, young) is not False for old, young in combinations(poset.labels, 2))


def _acting(result: Result, stamps: Mapping[int, str]) -> Iterator[int]:
    # The timestamps of all abilities with effects, and of the effects that applied.
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
