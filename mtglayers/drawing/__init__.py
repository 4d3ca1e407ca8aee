"""Drawings of dependency graphs and of objects on their way through the layers."""

from __future__ import annotations

from .canvas import Drawing, Theme
from .graph import draw_graph
from .texts import dot, mermaid
from .walk import draw_walk

__all__ = ["Drawing", "Theme", "dot", "draw_graph", "draw_walk", "mermaid"]
