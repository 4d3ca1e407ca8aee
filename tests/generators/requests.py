"""Random conversations with a server: JSON-RPC lines that are correct, almost correct, or hostile."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from typing import Any, NamedTuple

from mtglayers import Board
from mtglayers.model.rules.edition import TEXTS
from mtglayers.server.methods import METHODS
from mtglayers.solver.readings import READINGS
from mtglayers.wire.results import SECTIONS

from ..fuzz.inputs import Draw, mutated_bytes, mutated_data, mutated_text, odd_value
from ..support.paths import ROOT

PUZZLES = ROOT / "puzzles"
WEIGHTS = {
    "board.new": 3, "board.push": 10, "board.pop": 5, "board.snapshot": 3, "board.drop": 2, "solve": 6, "explain": 2,
}  # fmt: skip
"""Method -> its weight; the default is 1."""
FORGE = (
    "humanbattlefield=Blood Moon;Rancor|AttachedTo:1;Hill Giant|Id:1|Tapped|Counters:P1P1=2\nailife=17\n",
    "[state]\np1battlefield=T:g_1_1_saproling;t:Elf,P:1,T:1,Color:G,Types:Creature-Elf,Keywords:\np0hand=Opt;Shock\n",
)
NOTATION = (
    "Ann: Tarmogoyf with two +1/+1 counters\nBen: Darksteel Mutation -> Tarmogoyf",
    "2x Grizzly Bears; Giant Growth -> Grizzly Bears\nend of turn",
)
LAYERS = ("1a", "1b", "2", "3", "4", "5", "6", "7a", "7b", "7c", "7d", "613.10", "613.11", "7", "4a")
WORDS = (
    *METHODS, "$/cancelRequest", "jsonrpc", "2.0", "id", "method", "params", "board", "event", "events", "count",
    "data", "edition", "readings", "until", "order", "without", "include", "objects", "object", "register", "width",
    "vary", "presence", "limit", "puzzle", "players", "cards", "timeline", "enters", "leaves", "resolves", "attaches",
    "to", "as", "controller", "counters", "put", "marks", "set", "expect", "text", "chosen", "copy_of", "zone", "all",
    "b1", "b2", "b3", "b99", "Ana", "Ben", "Blood Moon", "Humility", "Opalescence", "Lim-Dûl's Vault", "Jötun Grunt",
    "Mountain", "2006-07-01",
)  # fmt: skip
FIRST = 3
"""The number of boards at the beginning of a conversation."""


class Known(NamedTuple):
    """A board at the beginning, the objects on it, and its puzzle."""

    data: dict[str, Any]
    ids: tuple[str, ...]
    puzzle: dict[str, Any]
    text: str


@cache
def boards() -> tuple[Known, ...]:
    """Return small boards from the puzzles."""
    found = []
    for path in sorted(PUZZLES.glob("*.toml"))[::3]:
        text = path.read_text(encoding="utf-8")
        puzzle = json.loads(json.dumps(tomllib.loads(text), default=str))
        timeline = [event for event in puzzle["timeline"] if not {"expect", "refused"} & set(event)]
        data = {key: puzzle[key] for key in ("players", "edition", "cards") if key in puzzle}
        data["timeline"] = timeline
        if len(text) < 4000 and len(timeline) <= 12 and "count" not in text:
            found.append(Known(data, tuple(Board.from_data(data).objects), puzzle, text))
    return tuple(found)


@cache
def names() -> tuple[str, ...]:
    """Return the ids of objects and the names of their effects on all boards."""
    ids = sorted({id for known in boards() for id in known.ids})
    return tuple(ids) + tuple(f"{id}#1" for id in ids)


def conversation(draw: Draw, lines: int) -> list[bytes]:
    """Return lines of requests, which begin with some boards."""
    known = [draw.choice(boards()) for _ in range(FIRST)]
    said = [line_of(request(f"begin-{place}", "board.new", each.data)) for place, each in enumerate(known)]
    said.extend(drawn_line(draw, known, number) for number in range(lines - FIRST))
    return said


def mutated_conversation(draw: Draw, lines: int) -> list[bytes]:
    """Return lines of requests, most of which are mutated."""
    said = conversation(draw, lines)
    texts = [line.decode() for line in said]
    for place in range(FIRST if draw.random() < 0.8 else 0, lines):
        if draw.random() < 0.2:
            continue
        line = said[place]
        if draw.random() < 0.7:
            line = mutated_text(draw, texts[place], texts).encode("utf-8", "surrogatepass")
        if draw.random() < 0.3:
            line = mutated_bytes(draw, line)
        said[place] = line.replace(b"\n", b"\r") if draw.random() < 0.5 else line
    return said


def request(id: Any, method: str, params: Any = None) -> dict[str, Any]:
    """Return a request as data."""
    return {"jsonrpc": "2.0", "id": id, "method": method, **({} if params is None else {"params": params})}


def line_of(message: Any) -> bytes:
    """Return a message as a line without a line break."""
    try:
        return json.dumps(message, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return json.dumps(message).encode()
    except RecursionError:
        return b"[" * 5000 + b"]" * 5000


def drawn_line(draw: Draw, known: list[Known], number: int) -> bytes:
    """Return any line."""
    message: Any
    match draw.randrange(20):
        case 0:
            message = {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": draw.randrange(number + 2)}}
        case 1:
            message = [
                drawn_request(draw, known, f"{number}-{place}") for place in range(draw.choice((0, 1, 2, 3, 30)))
            ]
        case 2:
            message = drawn_request(draw, known, number)
            del message["id"]
        case 3:
            message = drawn_request(draw, known, odd_value(draw, WORDS))
        case 4 | 5:
            message = mutated_data(draw, drawn_request(draw, known, number), WORDS)
        case _:
            message = drawn_request(draw, known, number)
    return line_of(message)


def drawn_request(draw: Draw, known: list[Known], id: Any) -> dict[str, Any]:
    """Return a request with correct or incorrect parameters."""
    method = draw.choices(tuple(METHODS), [WEIGHTS.get(name, 1) for name in METHODS])[0]
    params: Any = right_params(draw, method, known)
    if draw.random() < 0.45:
        params = mutated_data(draw, params, WORDS)
    if draw.random() < 0.03:
        method = mutated_text(draw, method, tuple(METHODS))
    return request(id, method, params)


def right_params(draw: Draw, method: str, known: list[Known]) -> dict[str, Any]:
    """Return parameters for a method and boards that probably exist."""
    place = draw.randrange(FIRST)
    board, of = f"b{place + 1}" if draw.random() < 0.9 else draw.choice(WORDS), known[place]
    match method:
        case "initialize":
            return draw.choice(({}, {"client": "fuzz"}))
        case "board.new":
            return draw.choice(boards()).data
        case "board.push" if draw.random() < 0.7:
            return {"board": board, "event": event(draw, of)}
        case "board.push":
            return {"board": board, "events": [event(draw, of) for _ in range(draw.randrange(4))]}
        case "board.pop":
            return draw.choice(({"board": board}, {"board": board, "count": draw.randrange(4)}))
        case "board.snapshot":
            return draw.choice(({"board": board}, {"board": board, "data": draw.random() < 0.5}))
        case "board.drop":
            return {"board": board}
        case "check" | "puzzle.read":
            puzzle = draw.choice(boards())
            text = puzzle.text if draw.random() < 0.5 else mutated_text(draw, puzzle.text, [of.text])
            return {"puzzle": draw.choice((puzzle.puzzle, text))}
        case "cards.search":
            text = draw.choice(WORDS)
            return {"text": text[: draw.randrange(len(text) + 1)], "limit": draw.choice((1, 20, 200))}
        case "forge.read":
            text = draw.choice(FORGE)
            return {"text": text if draw.random() < 0.5 else mutated_text(draw, text, FORGE), "leave_out": True}
        case "cards.read":
            text = mutated_text(draw, of.text, WORDS)[:200]
            return {"card": {"name": "Elder", "type_line": "Artifact", "oracle_text": text}}
        case "cards.dependencies":
            card = {"card": draw.choice(("Blood Moon", "Humility", draw.choice(WORDS)))}
            return draw.choice((card, {**card, "other": "Life and Limb"}, {**card, "limit": draw.randrange(3)}))
        case "notation.read":
            text = draw.choice(NOTATION)
            return {"text": text if draw.random() < 0.5 else mutated_text(draw, text, NOTATION)}
        case "forge.write" | "notation.write" | "state.write" | "editions" | "verdict":
            return {"board": board}
        case "puzzle.write" | "report":
            return {"board": board, "title": draw.choice(WORDS)}
        case "compare":
            return {"one": asked(draw, board, of), "other": asked(draw, board, of)}
        case "draw":
            further = ({}, {"layer": draw.choice(LAYERS), "step": 1}, {"object": draw.choice(of.ids or ("Ana",))})
            return {**asked(draw, board, of), **draw.choice(further)}
        case "orders":
            return {**asked(draw, board, of), "limit": draw.choice((1, 10, 30))}
        case "whatif":
            key = draw.choice(("without", "leaves"))
            return {**asked(draw, board, of), key: [draw.choice(of.ids or ("a",))], "events": [event(draw, of)]}
        case "explain":
            further = {"object": draw.choice(of.ids or ("Ana",)), "register": draw.choice(("ruling", "learner"))}
            return {**asked(draw, board, of), **further}
        case "solve":
            return solve_params(draw, board, of)
        case _:
            raise AssertionError(f"what parameters does {method} take?")


def solve_params(draw: Draw, board: str, of: Known) -> dict[str, Any]:
    """Return parameters for `solve`."""
    params = asked(draw, board, of)
    if draw.random() < 0.2:
        params["until"] = draw.choice(LAYERS)
    if draw.random() < 0.2:
        params["order"] = draw.sample(names(), 3) if draw.random() < 0.3 else list(reversed(of.ids))
    if draw.random() < 0.2:
        params["without"] = [f"{draw.choice(of.ids or ('a',))}#1"]
    if draw.random() < 0.5:
        params["include"] = draw.choice((["all"], [], draw.sample(sorted(SECTIONS), 2)))
    if draw.random() < 0.2:
        params["objects"] = [draw.choice(of.ids or ("a",))]
    if draw.random() < 0.2:
        params["since"] = draw.choice(("", "", "v1", "v2", "v3"))
    return params


def asked(draw: Draw, board: str, of: Known) -> dict[str, Any]:
    """Return the parameters that identify a board and its rules."""
    params: dict[str, Any] = {"board": of.data if draw.random() < 0.2 else board}
    if draw.random() < 0.2:
        params["edition"] = draw.choice([text.since.isoformat() for text in TEXTS] + [text.key for text in TEXTS])
    if draw.random() < 0.2:
        params["readings"] = draw.choice((draw.choice(list(READINGS)), draw.sample(list(READINGS), 2)))
    return params


def event(draw: Draw, of: Known) -> dict[str, Any]:
    """Return an event from a board, or an event that affects an object."""
    if of.ids and draw.random() < 0.3:
        id = draw.choice(of.ids)
        return draw.choice((
            {"leaves": id}, {"marks": id, "set": {"tapped": True}}, {"counters": id, "put": {"+1/+1": 1}},
            {"attaches": id, "to": draw.choice(of.ids)}, {"moves": id, "to": "hand", "as": f"{id}-again"},
            {"enters": "Saproling", "as": id}, {"enters": "Saproling", "count": draw.choice((2, 250, 10**9))},
        ))  # fmt: skip
    found: dict[str, Any] = draw.choice((of if draw.random() < 0.5 else draw.choice(boards())).data["timeline"] or [{}])
    return found


__all__ = ["FIRST", "boards", "conversation", "line_of", "mutated_conversation", "request"]
