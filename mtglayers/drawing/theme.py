"""The light and dark colors of drawings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Theme = Literal["auto", "light", "dark"]
Color = Literal["paper", "box", "chosen", "loop", "ink", "dim", "line", "text", "existence", "scope", "result"]

LIGHT: Mapping[Color, str] = {
    "paper": "#ffffff", "box": "#f6f8fa", "chosen": "#fff4cc", "loop": "#f3eefc", "ink": "#1b1f24", "dim": "#57606a",
    "line": "#8c959f", "text": "#6f3bbd", "existence": "#b3261e", "scope": "#0b5cad", "result": "#1a6e3a",
}  # fmt: skip
DARK: Mapping[Color, str] = {
    "paper": "#14181d", "box": "#22282f", "chosen": "#4a3d0c", "loop": "#241f33", "ink": "#f0f3f6", "dim": "#a9b4c0",
    "line": "#737d89", "text": "#c9a6ff", "existence": "#ff9b90", "scope": "#7cbcff", "result": "#6fd391",
}  # fmt: skip
