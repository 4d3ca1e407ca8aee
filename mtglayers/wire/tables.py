"""Who depends on whom before a step, as JSON: the pairs of effects, and the dependency graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET, UnsetType

from mtglayers.solver.explain.causes import Family

from .base import FORMAT, Data, Names, data_of
from .steps import EdgeData, Reason, Why

if TYPE_CHECKING:
    from mtglayers.solver.explain.choices import ChoiceReason
    from mtglayers.solver.explain.dependencies import Dependency
    from mtglayers.solver.explain.pair_table import PairTable
    from mtglayers.solver.result.steps import Step


def choice_of(reason: ChoiceReason) -> dict[str, Any]:
    """Return the fields that say why it was an effect's turn."""
    return {"why": reason.why, "rule_of_turn": reason.rule, "because": reason.because}


class CauseData(Data, frozen=True, kw_only=True):
    """One thing that the trial application changed and that makes a dependency show.

    Attributes:
        object: id of the object that it changed about; "" for a number that is of no single object.
        family: what about it.
        before, after: what goes and what comes, in words; "" for nothing.
        words: the change as a clause.
    """

    object: str
    family: Family
    before: str
    after: str
    words: str


class ShowsData(Data, frozen=True, kw_only=True):
    """How a dependency shows.

    Attributes:
        reasons: all that hold, in the order text, existence, scope, result.
        witness: ids of the objects, or names of the abilities, where it shows.
        gone: what the effect would lack if it ceased to exist; else "".
        causes: what the trial changed, as few changes as will do.
    """

    reasons: tuple[Reason, ...]
    witness: Names
    gone: str
    causes: tuple[CauseData, ...]


class PairData(Data, frozen=True, kw_only=True):
    """One effect and another before a step.

    Attributes:
        effect, on: names of the two.
        depends: whether the first depends on the second.
        words: that it does and why, or that it does not, as a sentence.
        shows: the place, from 0, in the table's `shows`; null where it does not depend.
    """

    effect: str
    on: str
    depends: bool
    words: str
    shows: int | None


class TableData(Data, frozen=True, kw_only=True):
    """Who depends on whom before a step, and the choice.

    Attributes:
        layer, step: which step.
        title: what the layer is about.
        rule: the number of the rule that says what a dependency is.
        effects: names of the effects that had not applied, oldest first.
        called: what sentences call them, in the same order.
        pairs: those that depend, and of few effects the others, too.
        shows: how they depend; many show the same way.
        independent: how many pairs do not depend.
        loops: the dependency loops.
        chosen: the effect that applied next.
        why, rule_of_turn, because: why it was its turn.
    """

    layer: str
    step: int
    title: str
    rule: str
    effects: Names
    called: Names
    pairs: tuple[PairData, ...]
    shows: tuple[ShowsData, ...]
    independent: int
    loops: tuple[Names, ...]
    chosen: str
    why: Why
    rule_of_turn: str
    because: str

    @classmethod
    def of(cls, table: PairTable) -> TableData:
        pairs = table.listed()
        ways = {_way(pair.dependency): pair.dependency for pair in pairs if pair.dependency is not None}
        places = {way: place for place, way in enumerate(ways)}
        return data_of(
            cls, table,
            pairs=[
                data_of(
                    PairData, pair, depends=pair.dependency is not None,
                    shows=None if pair.dependency is None else places[_way(pair.dependency)],
                )
                for pair in pairs
            ],
            shows=list(ways.values()), **choice_of(table.reason),
        )  # fmt: skip


def _way(found: Dependency) -> tuple[object, ...]:
    return found.reasons, found.witness, found.gone, found.causes


class NodeData(Data, frozen=True, kw_only=True):
    """An effect in the dependency graph before a step.

    Attributes:
        effect, called: its name, and what a sentence calls it.
        timestamp: what it is ordered by (613.7).
        waits: whether it had to wait, though it is older than the one that applied.
    """

    effect: str
    called: str
    timestamp: int
    waits: bool


class GraphData(Data, frozen=True, kw_only=True):
    """The dependency graph before a step.

    Attributes:
        format: the number of this shape.
        layer, step: which step.
        nodes: the effects that had not applied, oldest first.
        edges: the dependencies.
        loops: the dependency loops, each as its members.
        chosen: the effect that applied next.
        why, rule_of_turn, because: why it was its turn.
        title: of the board, where it is at hand.
    """

    format: int
    layer: str
    step: int
    nodes: tuple[NodeData, ...]
    edges: tuple[EdgeData, ...]
    loops: tuple[Names, ...]
    chosen: str
    why: Why
    rule_of_turn: str
    because: str
    title: str | UnsetType = UNSET

    @classmethod
    def of(cls, step: Step) -> GraphData:
        names = step.result.names
        return cls(
            format=FORMAT, layer=step.layer, step=step.number,
            nodes=tuple(
                NodeData(
                    effect=name, called=names.effect(name, step.layer), timestamp=step.candidate(name).key[0],
                    waits=name in step.choice.waiting,
                )
                for name in step.graph.nodes
            ),
            edges=EdgeData.before(step), loops=tuple(step.loops), chosen=step.effect,
            **choice_of(step.result.explainer.reason(step)),
        )  # fmt: skip


__all__ = ["CauseData", "GraphData", "NodeData", "PairData", "ShowsData", "TableData", "choice_of"]
