"""Writes the puzzles that the page opens with one tap: ``python tools/famous.py``."""

import json
import sys
from pathlib import Path

from mtglayers.server.methods import call
from mtglayers.server.session import Session

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "mtglayers" / "web" / "static" / "puzzles.js"
NAMES = (
    "blood-moon-life-and-limb",
    "blood-moon-then-urborg",
    "urborg-then-blood-moon",
    "humility-then-opalescence",
    "opalescence-then-humility",
    "dryad-arbor-under-blood-moon",
    "ashaya-under-blood-moon",
    "harbinger-of-the-seas-and-magus-of-the-moon",
    "conversion-blood-moon-taiga",
    "spreading-seas-and-urborg",
    "march-of-the-machines-mycosynth-lattice",
    "conspiracy-opalescence-enchanted-evening",
    "kormus-bell-urborg-quicksilver-fountain",
    "ashaya-kormus-bell-urborg",
    "yavimaya-and-life-and-limb",
    "three-loop",
    "five-conversions",
    "goblin-king-under-humility",
    "darksteel-mutation-on-dryad-arbor",
    "kenriths-transformation-on-ashaya",
    "animate-artifact",
    "starfield-of-nyx",
    "tarmogoyf",
    "painters-servant-and-celestial-dawn",
)
"""The puzzles, in the order in which the page lists them."""


def famous():
    """Return the module: each puzzle as the method `puzzle.read` reads it."""
    found = []
    for name in NAMES:
        read = call(Session(), "puzzle.read", {"puzzle": (ROOT / "puzzles" / (name + ".toml")).read_text("utf-8")})
        board = {"players": read.board.players, "timeline": read.board.timeline}
        if read.board.cards:
            board["cards"] = read.board.cards
        if read.readings:
            board["readings"] = read.readings
        found.append({
            "title": read.title, "notes": read.notes.strip(), "board": board, "stops": read.stops,
            "objects": read.objects,
        })  # fmt: skip
    lines = ",\n".join("  " + json.dumps(each, ensure_ascii=False) for each in found)
    return (
        "// Famous boards with their stories, written by tools/famous.py from puzzles/.\n\n"
        "/** @type {{title: string, notes: string, board: any, stops: number[], objects: string[]}[]} */\n"
        "export const PUZZLES = [\n" + lines + ",\n];\n"
    )


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(TARGET.read_text("utf-8") != famous())
    TARGET.write_text(famous(), "utf-8")
