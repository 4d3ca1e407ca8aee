"""JSON types for the dependencies before a step, as pairs or as a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET, UnsetType

from mtglayers.solver.explain.causes import Cause

from .base import FORMAT, Data, Names, data_of
from .steps import EdgeData, Reason, Why

if TYPE_CHECKING:
    from mtglayers.solver.explain.choices import ChoiceReason
    from mtglayers.solver.explain.dependencies import Dependency
    from mtglayers.solver.explain.pair_table import PairTable
    from mtglayers.solver.result.steps import Step


def choice_of(reason: ChoiceReason) -> dict[str, Any]:
    """Return the fields that state the reason why an effect applied next."""
    return {"why": reason.why, "rule_of_turn": reason.rule, "because": reason.because}


class ShowsData(Data, frozen=True, kw_only=True):
    """The reasons for a dependency.

    Attributes:
        witness: ids of the objects, or names of the abilities, that demonstrate the dependency.
        gone: "ability" if the effect would lose its ability, "condition" if its condition would fail, or "" if
            neither is the case.
        causes: a minimal set of changes in the trial application that causes the dependency.
    """

    reasons: tuple[Reason, ...]
    witness: Names
    gone: str
    causes: tuple[Cause, ...]


class PairData(Data, frozen=True, kw_only=True):
    """The relation between two effects before a step.

    Attributes:
        effect: the name of the first effect.
        on: the name of the second effect.
        depends: whether the first effect depends on the second.
        words: a sentence about the dependency or independence, with the reason.
        shows: the index of the reasons in the table's `shows`, from 0; null if the first effect does not depend on
            the second.
    """

    effect: str
    on: str
    depends: bool
    words: str
    shows: int | None


class TableData(Data, frozen=True, kw_only=True):
    """The dependencies before a step, and the effect that applied next.

    Attributes:
        rule: the number of the rule that defines dependencies.
        effects: names of the effects that had not yet applied, oldest first.
        called: the names that sentences use for these effects.
        pairs: the pairs with a dependency; if there are few effects, also the pairs without one.
        shows: the reasons for the dependencies; several pairs can refer to the same reasons.
        independent: number of independent pairs.
        loops: the members of each dependency loop.
        chosen: the effect that applied next.
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
        waits: whether the effect had to wait, although it is older than the effect that applied.
    """

    effect: str
    called: str
    timestamp: int
    waits: bool


class GraphData(Data, frozen=True, kw_only=True):
    """The dependency graph before a step.

    Attributes:
        nodes: the effects that had not yet applied, oldest first.
        edges: the dependencies.
        loops: the members of each dependency loop.
        chosen: the effect that applied next.
        title: the title of the board, if it has one.
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
                for name in step.candidates
            ),
            edges=EdgeData.before(step), loops=tuple(step.loops), chosen=step.effect,
            **choice_of(step.result.explainer.reason(step)),
        )  # fmt: skip


__all__ = ["GraphData", "NodeData", "PairData", "ShowsData", "TableData", "choice_of"]
