"""The dependency graph of a step, as a networkx graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import networkx as nx

from mtglayers.model.support.display import Shown

if TYPE_CHECKING:
    from .steps import Step


class DependencyGraph(nx.DiGraph, Shown):  # type: ignore[type-arg]
    """A graph of dependencies with an edge u -> v if u depends on v.

    The nodes are the names of effects, oldest first. Each edge has the attributes `reasons` (text, existence,
    scope, result) and `witness` (the ids of the objects that the effect would treat differently, or the id of the
    source of the effect if the effect would cease to exist).

    Attributes:
        step: the step whose effect was chosen from the graph, or None for a graph derived from another graph.
    """

    def __init__(self, data: Any = None, step: Step | None = None, **attributes: Any) -> None:
        super().__init__(data, **attributes)
        self.step = step

    def __repr__(self) -> str:
        return f"<dependency graph: {len(self)} effects, {self.number_of_edges()} dependencies>"
