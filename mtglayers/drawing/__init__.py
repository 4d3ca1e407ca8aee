"""Drawings of what a result tells: the dependency graph of a step, the walk of an object through the layers."""

from __future__ import annotations

from .canvas import Drawing, Theme
from .graph import draw_graph
from .texts import dot, mermaid
from .walk import draw_walk

__all__ = ["Drawing", "Theme", "dot", "draw_graph", "draw_walk", "mermaid"]
