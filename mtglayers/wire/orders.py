"""JSON types for orders, decisive objects, flips, queries and witness boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal

from mtglayers.solver.questions.orders.wording import outcome_words

from .base import FORMAT, Data, Names, data_of
from .boards import BoardData
from .steps import ChangeData, Reason, Value, changes_of

if TYPE_CHECKING:
    from mtglayers.solver.questions.dependence.plain_objects import Universe
    from mtglayers.solver.questions.dependence.witness import Witness, Witnesses
    from mtglayers.solver.questions.find.find import Found, Solution
    from mtglayers.solver.questions.flips import Flips
    from mtglayers.solver.questions.orders.orders import Orders
    from mtglayers.solver.questions.orders.outcomes import ObjectOutcomes, Outcome
    from mtglayers.solver.questions.orders.wording import NameOf
    from mtglayers.solver.questions.whatif import Decisive

Older = tuple[str, str]
"""The names of an older and a younger timestamp."""


class OutcomeData(Data, frozen=True, kw_only=True):
    """A result of a board for certain orders of its timestamps.

    Attributes:
        orders: number of orders that produce this result.
        present: whether the board's own order produces this result.
        cases: lists of pairs [older, younger]. The result occurs if the timestamps are in this order for every
            pair of at least one list.
        order: an order that produces this result, oldest first.
        objects: id -> the object in one sentence, for objects that differ between the results.
    """

    orders: int
    present: bool
    cases: tuple[tuple[Older, ...], ...]
    order: Names
    objects: dict[str, str]

    @classmethod
    def of(cls, outcome: Outcome, turning: Iterable[str]) -> OutcomeData:
        """Convert a result; `turning` contains the ids of the objects that differ."""
        return data_of(cls, outcome, objects={id: outcome.result.explainer.summary(id) for id in turning})


class CaseData(Data, frozen=True, kw_only=True):
    """A sufficient condition for a result of an object or a player.

    Attributes:
        pairs: pairs [older, younger] of timestamps that must be in this order.
        there: ids of the objects that must exist.
        gone: id of the object that must be absent, or null.
    """

    pairs: tuple[Older, ...]
    there: Names
    gone: str | None


class FateData(Data, frozen=True, kw_only=True):
    """A result for an object or a player under certain timestamp orders.

    Attributes:
        words: the object or player in one sentence.
        sentence: the result and its conditions as a sentence.
        orders: number of orders that produce this result.
        present: whether the board's own order produces this result.
        outcomes: numbers of the outcomes that include this result, from 1.
        cases: the conditions, at least one of which must hold.
    """

    words: str
    sentence: str
    orders: int
    present: bool
    outcomes: tuple[int, ...]
    cases: tuple[CaseData, ...]

    @classmethod
    def of(cls, outcome: ObjectOutcomes, name_of: NameOf) -> FateData:
        """Convert a result; `name_of` returns an object's name for sentences."""
        cases = [data_of(CaseData, case, gone=case.gone or None) for case in outcome.cases]
        return data_of(cls, outcome, sentence=outcome_words(outcome, name_of), cases=cases)


class OrdersData(Data, frozen=True, kw_only=True):
    """The results of a board for all orders of its timestamps.

    Attributes:
        edition: the name of the edition.
        readings: names of the readings, except default readings.
        varied: names of the objects, effects and counters whose timestamps vary.
        deciding: the names in `varied` whose order changes the result.
        total: number of orders.
        solves: number of solves.
        outcomes: the results of the board.
        gone: ids of the permanents whose absence was tested.
        objects: id -> the results for the object.
        players: name -> the results for the player.
    """

    format: int
    edition: str
    readings: Names
    varied: Names
    deciding: Names
    total: int
    solves: int
    outcomes: tuple[OutcomeData, ...]
    gone: Names
    objects: dict[str, tuple[FateData, ...]]
    players: dict[str, tuple[FateData, ...]]

    @classmethod
    def of(cls, found: Orders, objects: Sequence[str] = ()) -> OrdersData:
        """Convert all orders; `answers.orders_data` describes the arguments."""
        here = found.outcomes[0].result
        players = [name for name in objects or here.players if name in here.players]
        ids = [id for id in objects or here if id not in here.players]
        turning = [id for id in ids if len(found.of(id)) > 1]
        return data_of(
            cls, found, format=FORMAT, edition=here.edition.name, readings=here.readings.names(),
            outcomes=[OutcomeData.of(outcome, turning) for outcome in found],
            gone=[world.gone for world in found.worlds if world.gone],
            objects={id: [FateData.of(outcome, found.name_of) for outcome in found.of(id)] for id in ids},
            players={name: [FateData.of(each, found.name_of) for each in found.of_player(name)] for name in players},
        )  # fmt: skip


# --- Decisive objects and flips -----------------------------------------------------------------------------


class RemovalData(Data, frozen=True, kw_only=True):
    """A minimal set of objects or effects whose removal changes an object.

    Attributes:
        names: the members of the set.
        also: objects that leave together with the members.
        becomes: the changed object, in one sentence.
        changes: the changes to the object.
    """

    names: Names
    also: Names
    becomes: str
    changes: tuple[ChangeData, ...]


class DecisiveData(Data, frozen=True, kw_only=True):
    """The objects or effects that an object depends on.

    Attributes:
        object: the object's id.
        what: the requested characteristic, or null for all characteristics.
        now: the object in one sentence.
        kind: whether objects or effects were removed.
        sets: the minimal sets whose removal changes the object, smaller sets first.
        candidates: number of objects or effects that can be removed.
        size: the largest size for which all sets were tried.
        complete: whether all sets of the requested size were tried.
        solves: number of boards that were solved.
    """

    format: int
    object: str
    what: str | None
    now: str
    kind: Literal["objects", "effects"]
    sets: tuple[RemovalData, ...]
    candidates: int
    size: int
    complete: bool
    solves: int

    @classmethod
    def of(cls, found: Decisive) -> DecisiveData:
        sets = [data_of(RemovalData, each, changes=changes_of(each.changes)) for each in found.sets]
        return data_of(cls, found, format=FORMAT, what=found.what or None, sets=sets)


class FlipData(Data, frozen=True, kw_only=True):
    """A plain object that would change an object if it entered.

    Attributes:
        plain: a description of the plain object.
        controller: the controller of the plain object.
        becomes: the changed object, in one sentence.
        changes: the changes to the object.
    """

    plain: str
    controller: str
    becomes: str
    changes: tuple[ChangeData, ...]


class UniverseData(Data, frozen=True, kw_only=True):
    """The plain objects that were tried.

    Attributes:
        objects: descriptions of the plain objects.
        words: kind of value, such as "color" -> the values of this kind from which the plain objects are built.
    """

    objects: Names
    words: dict[str, Names]

    @classmethod
    def of(cls, universe: Universe) -> UniverseData:
        return cls(objects=tuple(each.words for each in universe.objects), words=dict(universe.words))


class FlipsData(Data, frozen=True, kw_only=True):
    """The plain objects that would change an object if they entered.

    Attributes:
        object: the object's id.
        now: the object in one sentence.
        flips: the plain objects that would change the object.
        universe: the plain objects that were tried.
        controllers: the controllers that were tried.
        solves: number of boards that were solved.
    """

    format: int
    object: str
    now: str
    flips: tuple[FlipData, ...]
    universe: UniverseData
    controllers: Names
    solves: int

    @classmethod
    def of(cls, found: Flips) -> FlipsData:
        flips = [data_of(FlipData, each, changes=changes_of(each.changes)) for each in found.flips]
        return data_of(cls, found, format=FORMAT, flips=flips, universe=UniverseData.of(found.universe))


# --- Queries and witness boards -----------------------------------------------------------------------------


class SolutionData(Data, frozen=True, kw_only=True):
    """A solution to a query.

    Attributes:
        values: unknown -> value.
        cases: lists of pairs [older, younger]. The solution is valid if the timestamps are in this order for every
            pair of at least one list.
        order: an order for which the solution is valid, oldest first.
        words: a description of the solution.
        ordered: whether a timeline with this order exists.
    """

    values: dict[str, Value]
    cases: tuple[tuple[Older, ...], ...]
    order: Names
    words: str
    ordered: bool

    @classmethod
    def of(cls, found: Solution) -> SolutionData:
        return data_of(cls, found, values=dict(found.values), words=found.words())


class RefusedData(Data, frozen=True, kw_only=True):
    """The assignments that cause an event to be refused.

    Attributes:
        number: number of assignments.
        why: the reason why the first assignment is refused, or null.
    """

    number: int
    why: str | None


class FoundData(Data, frozen=True, kw_only=True):
    """The result of a query.

    Attributes:
        title: the title of the query.
        complete: whether all requested solutions were found.
        bounded: whether the limit on boards was reached.
        tried: number of assignments that were tried.
        total: maximum number of assignments.
        solves: number of boards that were solved.
        solutions: the solutions.
        fixed: unknown -> value, for unknowns that do not influence the result.
        clash: constraints that contradict each other, if there is no solution.
        clash_minimal: whether all of these constraints are needed for the contradiction.
        refused: assignments that the rules do not allow.
    """

    format: int
    title: str
    complete: bool
    bounded: bool
    tried: int
    total: int
    solves: int
    solutions: tuple[SolutionData, ...]
    fixed: dict[str, Value]
    clash: Names
    clash_minimal: bool
    refused: RefusedData

    @classmethod
    def of(cls, found: Found) -> FoundData:
        return data_of(
            cls, found, format=FORMAT, title=found.query.title,
            solutions=[SolutionData.of(each) for each in found.solutions], fixed=dict(found.fixed),
            refused=RefusedData(number=found.refused[0], why=found.refused[1] or None),
        )  # fmt: skip


class PlainData(Data, frozen=True, kw_only=True):
    """A plain object on a witness board.

    Attributes:
        words: a description of the plain object.
        controller: the controller of the plain object.
    """

    words: str
    controller: str


class WitnessData(Data, frozen=True, kw_only=True):
    """A minimal board on which one card's effect depends on another card's effect.

    Attributes:
        effect: the name of the card whose effect depends on the other effect.
        on: the name of the other card.
        reason: the reason for the dependency.
        objects: the plain objects on the board.
        layer: the layer in which the dependency appears.
        step: the number of the step; the dependency exists just before it.
        words: the dependency as a sentence.
        loop: whether the two effects depend on each other.
        chosen: card -> the choice made for the card.
        board: the board.
    """

    effect: str
    on: str
    reason: Reason
    objects: tuple[PlainData, ...]
    layer: str
    step: int
    words: str
    loop: bool
    chosen: dict[str, str]
    board: BoardData

    @classmethod
    def of(cls, found: Witness) -> WitnessData:
        return data_of(
            cls, found, objects=[PlainData(words=words, controller=player) for words, player in found.objects],
            chosen=dict(found.chosen), board=BoardData.of(found.board),
        )  # fmt: skip


class UnreadData(Data, frozen=True, kw_only=True):
    """A line that is ignored because it is not understood.

    Attributes:
        card: the card.
        text: the line.
    """

    card: str
    text: str


class ChosenData(Data, frozen=True, kw_only=True):
    """The choices made for a card on the tried boards.

    Attributes:
        card: the card.
        kind: the kind of choice.
        what: the chosen values.
    """

    card: str
    kind: str
    what: Names


class TriedData(Data, frozen=True, kw_only=True):
    """The extent of a search for witness boards.

    Attributes:
        objects: descriptions of the plain objects that were tried.
        words: kind of value, such as "color" -> the values of this kind from which the plain objects are built.
        controllers: the controllers that were tried.
        most: the largest number of plain objects for which every possible board was tried.
        boards: number of boards that were tried.
        refused: number of further boards that the rules do not allow.
        bounded: whether the limit on boards was reached.
        unread: lines that are not understood.
        chosen: the choices made for the cards.
    """

    objects: Names
    words: dict[str, Names]
    controllers: Names
    most: int
    boards: int
    refused: int
    bounded: bool
    unread: tuple[UnreadData, ...]
    chosen: tuple[ChosenData, ...]

    @classmethod
    def of(cls, found: Witnesses) -> TriedData:
        universe = UniverseData.of(found.universe)
        return data_of(
            cls, found, objects=universe.objects, words=universe.words,
            unread=[UnreadData(card=card, text=text) for card, text in found.unread],
            chosen=[ChosenData(card=card, kind=kind, what=what) for card, kind, what in found.chosen],
        )  # fmt: skip


class PossibleData(Data, frozen=True, kw_only=True):
    """A dependency that no board that was tried shows.

    Attributes:
        effect: name of the card that would depend on the other.
        on: name of the other card.
        layers: the layers in which another board may have the dependency; if there are none, no board has it.
    """

    effect: str
    on: str
    layers: tuple[str, ...]


class WitnessesData(Data, frozen=True, kw_only=True):
    """The minimal boards on which one card depends on another.

    Attributes:
        cards: names of the two cards.
        edition: the name of the edition.
        witnesses: the boards.
        possible: what other boards may show of the dependencies that have no witness.
        tried: the extent of the search.
    """

    format: int
    cards: tuple[str, str]
    edition: str
    witnesses: tuple[WitnessData, ...]
    possible: tuple[PossibleData, ...]
    tried: TriedData

    @classmethod
    def of(cls, found: Witnesses) -> WitnessesData:
        return cls(
            format=FORMAT, cards=found.cards, edition=found.edition.name,
            witnesses=tuple(map(WitnessData.of, found.found)),
            possible=tuple(PossibleData(effect=effect, on=on, layers=layers) for effect, on, layers in found.possible),
            tried=TriedData.of(found),
        )  # fmt: skip


__all__ = [
    "CaseData", "ChosenData", "DecisiveData", "FateData", "FlipData", "FlipsData", "FoundData", "OrdersData",
    "OutcomeData", "PlainData", "PossibleData", "RefusedData", "RemovalData", "SolutionData", "TriedData",
    "UniverseData", "UnreadData", "WitnessData", "WitnessesData",
]  # fmt: skip
