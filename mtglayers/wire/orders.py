"""Orders, decisive objects, flips, queries and witness boards as JSON."""

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
"""The names of an older and of a younger one."""


class OutcomeData(Data, frozen=True, kw_only=True):
    """One way in which a board comes out in some orders of the timestamps.

    Attributes:
        orders: how many orders lead to it.
        present: whether the board's own does.
        cases: each a list of [older, younger]: it comes about where all pairs of some case hold.
        order: an order that leads to it, oldest first.
        objects: id -> the object in one sentence, of those that do not come out the same everywhere.
    """

    orders: int
    present: bool
    cases: tuple[tuple[Older, ...], ...]
    order: Names
    objects: dict[str, str]

    @classmethod
    def of(cls, outcome: Outcome, turning: Iterable[str]) -> OutcomeData:
        """Return one way in which a board comes out; `turning`: the objects that do not come out the same."""
        return data_of(cls, outcome, objects={id: outcome.result.explainer.summary(id) for id in turning})


class CaseData(Data, frozen=True, kw_only=True):
    """One way to say when something comes about; it holds where all of this does.

    Attributes:
        pairs: lists of [older, younger].
        there: ids of objects that must be there.
        gone: id of the object that must be absent, or null.
    """

    pairs: tuple[Older, ...]
    there: Names
    gone: str | None


class FateData(Data, frozen=True, kw_only=True):
    """One thing that can become of an object or a player.

    Attributes:
        words: the object in one sentence.
        sentence: the same with the condition.
        orders: how many orders lead to it.
        present: whether the board's own does.
        outcomes: numbers of the outcomes that have it, from 1.
        cases: when it comes about.
    """

    words: str
    sentence: str
    orders: int
    present: bool
    outcomes: tuple[int, ...]
    cases: tuple[CaseData, ...]

    @classmethod
    def of(cls, outcome: ObjectOutcomes, name_of: NameOf) -> FateData:
        """Return one thing that can become of an object or a player; `name_of`: what a sentence calls an object."""
        cases = [data_of(CaseData, case, gone=case.gone or None) for case in outcome.cases]
        return data_of(cls, outcome, sentence=outcome_words(outcome, name_of), cases=cases)


class OrdersData(Data, frozen=True, kw_only=True):
    """All orders of the timestamps of a board.

    Attributes:
        format: the number of this shape.
        edition: its name.
        readings: names of the readings that are not the default.
        varied: names of what may be older or younger than something.
        deciding: those of them whose order matters.
        total: the number of orders.
        solves: walks through the layers that it took.
        outcomes: the ways in which the board comes out.
        gone: ids of the permanents whose absence was looked at; empty if that was not asked.
        objects: id -> what can become of the object.
        players: name -> what can become of the player.
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
        """Return all orders.

        Args:
            found: the orders.
            objects: ids of the objects to include, without players; default: all, and the players.
        """
        here = found.outcomes[0].result
        turning = [id for id in objects or here if len(found.of(id)) > 1]
        return data_of(
            cls, found, format=FORMAT, edition=here.edition.name, readings=here.readings.names(),
            outcomes=[OutcomeData.of(outcome, turning) for outcome in found],
            gone=[world.gone for world in found.worlds if world.gone],
            objects={id: [FateData.of(outcome, found.name_of) for outcome in found.of(id)] for id in objects or here},
            players={} if objects else {
                name: [FateData.of(each, found.name_of) for each in found.of_player(name)] for name in here.players
            },
        )  # fmt: skip


# --- What decides, what flips -------------------------------------------------------------------------------


class RemovalData(Data, frozen=True, kw_only=True):
    """A smallest set of things without which an object is something else.

    Attributes:
        names: the things.
        also: what leaves with them.
        becomes: what the object is then, in one sentence.
        changes: in which respects that differs.
    """

    names: Names
    also: Names
    becomes: str
    changes: tuple[ChangeData, ...]


class DecisiveData(Data, frozen=True, kw_only=True):
    """What an object depends on.

    Attributes:
        format: the number of this shape.
        object: the object's id.
        what: the characteristic asked for, or null for all of them.
        now: what the object is, in one sentence.
        kind: whether objects were taken away, or single effects.
        sets: the smallest sets, the least first.
        candidates: how many things there were to take away.
        size: the largest size of which all sets were tried.
        complete: whether that is as far as was asked for.
        solves: how many boards were solved.
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
    """A plain object that would make an object something else if it came.

    Attributes:
        plain: the plain object, in words.
        controller: whose it is.
        becomes: what the object is then, in one sentence.
        changes: in which respects that differs.
    """

    plain: str
    controller: str
    becomes: str
    changes: tuple[ChangeData, ...]


class UniverseData(Data, frozen=True, kw_only=True):
    """The plain objects that were tried.

    Attributes:
        objects: in words.
        words: family -> the words that they were built from.
    """

    objects: Names
    words: dict[str, Names]

    @classmethod
    def of(cls, universe: Universe) -> UniverseData:
        return cls(objects=tuple(each.words for each in universe.objects), words=dict(universe.words))


class FlipsData(Data, frozen=True, kw_only=True):
    """Which plain object, if it came, would change an object.

    Attributes:
        format: the number of this shape.
        object: the object's id.
        now: what it is, in one sentence.
        flips: the plain objects that would.
        universe: those that were tried.
        controllers: whose they were.
        solves: how many boards were solved.
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
    """One way to have the outcome that a query looks for.

    Attributes:
        values: unknown -> value.
        cases: lists of [older, younger]: the outcome comes out where all pairs of some case hold.
        order: an order in which it does, oldest first.
        words: the same in words.
        ordered: whether a timeline has that order.
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
    """Assignments with an event that is refused.

    Attributes:
        number: how many.
        why: in the first such case, or null.
    """

    number: int
    why: str | None


class FoundData(Data, frozen=True, kw_only=True):
    """The result of a query.

    Attributes:
        format: the number of this shape.
        title: of the query.
        complete: whether there are no more solutions of the kind that was asked for.
        bounded: whether the bound on boards came before the end.
        tried: how many assignments were looked at.
        total: how many there are at most.
        solves: how many boards were solved.
        solutions: what was found.
        fixed: unknown -> value: what nothing reads.
        clash: where there is no solution: what cannot hold together.
        clash_minimal: whether none of it can be spared.
        refused: assignments that cannot be.
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
    """A plain object of a witness board.

    Attributes:
        words: what it is.
        controller: whose.
    """

    words: str
    controller: str


class WitnessData(Data, frozen=True, kw_only=True):
    """A smallest board on which an effect of one card depends on one of another for a reason.

    Attributes:
        effect, on: names of the two cards.
        reason: the reason.
        objects: the plain objects that it takes.
        layer, step: where it shows.
        words: how the one depends on the other there, as a sentence.
        loop: whether each of the two waits for the other there.
        chosen: card -> what was chosen for it.
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
    """A line that is not understood, and so ignored.

    Attributes:
        card: the card.
        text: the line.
    """

    card: str
    text: str


class ChosenData(Data, frozen=True, kw_only=True):
    """What was chosen for a card on one board or another.

    Attributes:
        card: the card.
        kind: the kind of choice.
        what: what was chosen.
    """

    card: str
    kind: str
    what: Names


class TriedData(Data, frozen=True, kw_only=True):
    """Where witness boards were looked for.

    Attributes:
        objects: the plain objects that were tried, in words.
        words: family -> the words that they were built from.
        controllers: whose they were.
        most: the largest number of them with which every board was tried.
        boards: how many boards were looked at.
        refused: how many more there were that the rules do not allow.
        bounded: whether the bound on boards was reached.
        unread: what is not understood.
        chosen: what was chosen.
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


class WitnessesData(Data, frozen=True, kw_only=True):
    """What was found of dependencies between two cards, and where it was looked for.

    Attributes:
        format: the number of this shape.
        cards: names of the two cards.
        edition: its name.
        witnesses: the boards.
        tried: where they were looked for.
    """

    format: int
    cards: tuple[str, str]
    edition: str
    witnesses: tuple[WitnessData, ...]
    tried: TriedData

    @classmethod
    def of(cls, found: Witnesses) -> WitnessesData:
        return cls(
            format=FORMAT, cards=found.cards, edition=found.edition.name,
            witnesses=tuple(map(WitnessData.of, found.found)), tried=TriedData.of(found),
        )  # fmt: skip


__all__ = [
    "CaseData", "ChosenData", "DecisiveData", "FateData", "FlipData", "FlipsData", "FoundData", "OrdersData",
    "OutcomeData", "PlainData", "RefusedData", "RemovalData", "SolutionData", "TriedData", "UniverseData", "UnreadData",
    "WitnessData", "WitnessesData",
]  # fmt: skip
