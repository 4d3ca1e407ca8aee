"""Examples of parameters for the server's methods, which the OpenAPI document includes.

To send an example to a server, replace its board id with the id of an existing board.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

_BOARD: Final = "0123456789abcdef0123456789abcdef"
_TIMELINE: Final = [
    {"enters": "Blood Moon"},
    {"enters": "Life and Limb"},
    {"enters": "Saproling", "controller": "Ben"},
    {"enters": "Overgrown Tomb", "controller": "Ben"},
]  # fmt: skip
_STATE: Final = {
    "players": ["Ana", {"name": "Ben", "facts": {"life": 12}}],
    "objects": [
        {"id": "c17", "card": "Grizzly Bears", "controller": "Ben", "timestamp": 12, "counters": {"+1/+1": 1}},
        {"id": "c18", "card": "Rancor", "controller": "Ana", "timestamp": 14, "attached_to": "c17", "facts": ["cast"]},
    ],
    "effects": [
        {"name": "e4", "timestamp": 31, "text": "Target creature gets +3/+3 until end of turn.", "targets": ["c17"]}
    ],
}  # fmt: skip
_SPELLED_OUT: Final = {"players": ["Ana", "Ben"], "timeline": _TIMELINE}

EXAMPLES: Final[Mapping[str, Mapping[str, Mapping[str, Any]]]] = MappingProxyType({
    "initialize": {"named": {"client": "my engine"}},
    "board.new": {"empty": {"players": ["Ana", "Ben"]}, "played": _SPELLED_OUT, "state": {"state": _STATE}},
    "board.push": {
        "one": {"board": _BOARD, "event": {"enters": "Humility"}},
        "several": {"board": _BOARD, "events": [{"enters": "Opalescence"}, {"enters": "Humility", "tapped": True}]},
    },
    "board.pop": {"last": {"board": _BOARD}, "two": {"board": _BOARD, "count": 2}},
    "board.snapshot": {"told": {"board": _BOARD, "data": True}},
    "board.drop": {"freed": {"board": _BOARD}},
    "solve": {
        "kept": {"board": _BOARD},
        "state": {"board": {"state": _STATE}, "include": ["objects"]},
        "sent": {"board": _SPELLED_OUT, "include": ["all"]},
        "dated": {"board": _SPELLED_OUT, "edition": "2006-07-01", "objects": ["saproling"]},
    },
    "explain": {"sent": {"board": _SPELLED_OUT, "object": "saproling"}},
    "orders": {"sent": {"board": _SPELLED_OUT, "objects": ["saproling"]}},
    "whatif": {
        "without": {"board": _SPELLED_OUT, "without": ["blood-moon"]},
        "leaves": {"board": _SPELLED_OUT, "leaves": ["blood-moon"], "events": [{"enters": "Taiga"}]},
    },
    "verdict": {"sent": {"board": _SPELLED_OUT}, "dated": {"board": _SPELLED_OUT, "edition": "2006-07-01"}},
    "editions": {"sent": {"board": _SPELLED_OUT}},
    "compare": {"dated": {"one": {"board": _SPELLED_OUT}, "other": {"board": _SPELLED_OUT, "edition": "2006-07-01"}}},
    "draw": {
        "dependencies": {"board": _SPELLED_OUT, "layer": "4", "step": 1},
        "object": {"board": _SPELLED_OUT, "object": "saproling", "theme": "dark"},
    },
    "check": {
        "sent": {
            "puzzle": {
                "title": "Blood Moon", "players": ["Ana", "Ben"],
                "timeline": [*_TIMELINE, {"expect": {"objects": {"overgrown-tomb": {"subtypes": ["Mountain"]}}}}],
            }
        }
    },
    "puzzle.read": {"sent": {"puzzle": 'title = "A Mountain"\n[[timeline]]\nenters = "Mountain"\n'}},
    "puzzle.write": {"sent": {"board": _SPELLED_OUT, "title": "Blood Moon"}},
    "report": {"sent": {"board": _SPELLED_OUT, "title": "Blood Moon"}},
    "cards.search": {"name": {"text": "tomb of y"}, "token": {"text": "1/1 soldier", "limit": 5}},
    "cards.read": {"own": {"card": {
        "name": "Elder", "type_line": "Creature — Elf", "power": "1", "toughness": "1",
        "oracle_text": "Other Elves you control get +1/+1.",
    }}},
    "cards.dependencies": {"one": {"card": "Blood Moon"}, "two": {"card": "Blood Moon", "other": "Life and Limb"}},
    "notation.read": {"two": {"text": "Ann: Tarmogoyf\nBen: Darksteel Mutation -> Tarmogoyf"}},
    "notation.write": {"sent": {"board": _SPELLED_OUT}},
    "state.write": {"sent": {"board": _SPELLED_OUT}},
    "forge.read": {"dumped": {"text": "humanbattlefield=Blood Moon;Overgrown Tomb|Tapped\nailife=17\n"}},
    "forge.write": {"sent": {"board": _SPELLED_OUT, "title": "Blood Moon"}},
})  # fmt: skip
"""Method name -> example name -> parameters."""
