"""Drawings of dependency graphs and of the changes to objects."""

from __future__ import annotations

from .canvas import Drawing
from .graph import draw_graph
from .texts import dot, mermaid
from .theme import Theme
from .walk import draw_walk

__all__ = ["Drawing", "Theme", "dot", "draw_graph", "draw_walk", "mermaid"]
