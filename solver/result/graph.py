"""The dependency graph of a step, as networkx has it, and the step it belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import networkx as nx

from mtglayers.model.support.display import Shown

if TYPE_CHECKING:
    from .steps import Step


class DependencyGraph(nx.DiGraph, Shown):  # type: ignore[type-arg]
    """Which effects depended on which before a step: u -> v means that u depends on v.

    Nodes are names of effects, oldest first. Edges carry `reasons` (text, existence, scope, result) and `witness`
    (ids of the objects where it shows; for an effect that would cease to exist, its source).

    Attributes:
        step: the step whose effect was chosen from it; None for a graph made from it.
    """

    def __init__(self, data: Any = None, step: Step | None = None, **attributes: Any) -> None:
        """Make a graph as networkx does, and keep the step."""
        super().__init__(data, **attributes)
        self.step = step

    def __repr__(self) -> str:
        return f"<dependency graph: {len(self)} effects, {self.number_of_edges()} dependencies>"
