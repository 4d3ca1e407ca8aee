"""Random small queries and brute-force answers, which solve a board for every value and every order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations, product
from random import Random
from typing import Any

from mtglayers import Board, LayersError, solve
from mtglayers.model.puzzles.expectation import Expectation
from mtglayers.model.puzzles.query import Query, Unknown, read_query
from mtglayers.solver.check.check import failures
from mtglayers.solver.engine.timestamps import bearers
from mtglayers.solver.questions.find.find import Found
from mtglayers.solver.questions.orders.explore import possible

from ..support.boards import BEAR, FOREST, HUMILITY, LIMB, MOON, SAPROLING, TOMB, card

CARDS = (
    MOON, LIMB, HUMILITY, SAPROLING, BEAR, TOMB, FOREST,
    card("Frog", "Enchantment", "All creatures are blue."),
    card("Chalk", "Enchantment", "All creatures are white."),
    card("Anthem", "Enchantment", "Creatures you control get +1/+1."),
    card("Crusade", "Enchantment", "White creatures get +1/+1."),
    card("Dye", "Enchantment", "As this enchantment enters, choose a color.\nAll creatures are the chosen color."),
    card("Lens", "Enchantment", "As this enchantment enters, choose a color."),
    card("Opalescence", "Enchantment", "Each other non-Aura enchantment is a creature in addition to its other types "
         "and has base power and base toughness each equal to its mana value.", cost="{2}{W}{W}"),
)  # fmt: skip
ASKED = ("colors", "types", "subtypes", "power", "toughness", "controller")

Told = tuple[frozenset[tuple[str, str]], tuple[str, ...]]
"""A way to reach the outcome: pairs (unknown, value) for the events, and names in order."""


def random_query(random: Random) -> Query | None:
    """Return a query with a few unknowns, or None if none were drawn."""
    drawn = random.sample(CARDS, random.randint(3, 4))
    timeline: list[dict[str, Any]] = []
    for place, each in enumerate(drawn):
        event: dict[str, Any] = {"enters": each["name"], "as": f"thing-{place}"}
        if random.random() < 0.35:
            event["maybe"] = True
        if random.random() < 0.25:
            event["controller"] = "?"
        if "choose a color" in each["oracle_text"]:
            event["chosen"] = {"color": {"any": random.sample("WUBRG", 2)}}
        timeline.append(event)
    if random.random() < 0.3:
        timeline[-1]["enters"] = {"any": [drawn[-1]["name"], random.choice(CARDS[:6])["name"]]}
    names = [event["as"] for event in timeline]
    order: Any = random.choice(["?", [], random.sample(names, 2)])
    data = {
        "title": "random", "players": ["Ana", "Ben"], "cards": list(CARDS), "timeline": timeline, "order": order,
        "constraints": list(_constraints(random, timeline)),
        "expect": {"objects": {names[0]: {random.choice(ASKED[:2]): []}}},
    }  # fmt: skip
    wanted = _wanted(random, read_query(data))
    return None if wanted is None else read_query({**data, "expect": wanted})


def _constraints(random: Random, timeline: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    names = [event["as"] for event in timeline]
    open_players = [f"{event['as']}.controller" for event in timeline if "controller" in event]
    if random.random() < 0.3:
        yield {random.choice(["at_most", "at_least", "exactly"]): random.randint(1, 2), "of": random.sample(names, 2)}
    if random.random() < 0.3:
        one, other = random.sample(names, 2)
        yield {"older": one, "than": other}
    if random.random() < 0.2:
        one, other = random.sample(names, 2)
        yield {"if": one, "then": other}
    if len(open_players) > 1 and random.random() < 0.5:
        yield {random.choice(["same", "different"]): open_players[:2]}


def _wanted(random: Random, query: Query) -> dict[str, Any] | None:
    """Return an outcome that occurs on at least one board of a query."""
    values = {unknown.name: random.choice(unknown.values) for unknown in query.unknowns}
    board = played(query, values)
    if board is None or not board.objects:
        return None
    result = solve(board)
    id = random.choice(list(result))
    keys = random.sample(ASKED, random.randint(1, 2))
    told = {key: getattr(result[id], key) for key in keys}
    told = {key: "none" if value is None else list(value) if isinstance(value, tuple) else value
            for key, value in told.items()}  # fmt: skip
    wanted: dict[str, Any] = {"objects": {id: told}}
    if random.random() < 0.2:
        layer = random.choice(["4", "5", "7b"])
        wanted["order"] = {layer: list(result.layer(layer).order)}
    return wanted


def played(query: Query, values: Mapping[str, Any]) -> Board | None:
    """Return the board with the given values, or None if it is impossible."""
    board = query.puzzle.board()
    for place, entry in enumerate(query.puzzle.timeline):
        mine = [unknown for unknown in query.unknowns if unknown.entry == place]
        assert entry.event is not None
        if any(values[unknown.name] is False for unknown in mine if not unknown.path):
            continue
        data = entry.event.to_data()
        for unknown in mine:
            if unknown.path == ("chosen", "color"):
                data["chosen"] = {"color": values[unknown.name]}
            elif unknown.path:
                data[unknown.path[0]] = values[unknown.name]
        try:
            board.enters(data.pop("enters"), as_=data.pop("as"), **data)
        except LayersError:
            return None
    return board


def by_force(query: Query) -> set[Told]:
    """Return every way to reach the outcome of a query."""
    found: set[Told] = set()
    for values in product(*(unknown.values for unknown in query.unknowns)):
        told = dict(zip((unknown.name for unknown in query.unknowns), values, strict=True))
        board = played(query, told)
        if board is not None and _admitted(query, told, board):
            happening = _happening(query, told)
            found.update((happening, order) for order in _orders(query, board) if _is_so(query, board, order))
    return found


def told_by(found: Found) -> set[Told]:
    """Return the same for the answer of `find`."""
    query = found.query
    fixed = dict(found.fixed)
    told: set[Told] = set()
    for values in product(*(unknown.values for unknown in query.unknowns)):
        given = dict(zip((unknown.name for unknown in query.unknowns), values, strict=True))
        happening = dict(_happening(query, given))
        for solution in found.solutions:
            searched = {name: value for name, value in happening.items() if name not in fixed}
            if {name: repr(value) for name, value in solution.values} == searched:
                board = played(query, given)
                assert board is not None
                for order in _orders(query, board):
                    if query.order != () and not any(_has(case, order) for case in solution.cases):
                        continue
                    told.add((frozenset(happening.items()), order))
    return told


def _happening(query: Query, values: Mapping[str, Any]) -> frozenset[tuple[str, str]]:
    gone = {unknown.entry for unknown in query.unknowns if not unknown.path and values[unknown.name] is False}
    return frozenset(
        (unknown.name, repr(values[unknown.name]))
        for unknown in query.unknowns
        if not unknown.path or unknown.entry not in gone
    )


def _has(case: tuple[tuple[str, str], ...], order: tuple[str, ...]) -> bool:
    return all(order.index(older) < order.index(younger) for older, younger in case)


def _orders(query: Query, board: Board) -> Iterator[tuple[str, ...]]:
    names = bearers(board)
    if query.order == ():
        yield tuple(names.values())
        return
    there = set(names.values())
    known = possible(board, "all" if query.order is None else [name for name in query.order if name in there])
    for order in permutations(names):
        if not any(known.is_older(b, a) for n, a in enumerate(order) for b in order[n + 1 :]):
            told = tuple(names[stamp] for stamp in order)
            if _is_right(query, told):
                yield told


def _is_right(query: Query, order: tuple[str, ...]) -> bool:
    pairs = [each.names for each in query.constraints if each.verb == "older"]
    return all(order.index(a) < order.index(b) for a, b in pairs if a in order and b in order)


def _admitted(query: Query, values: Mapping[str, Any], board: Board) -> bool:
    gone = {name for u in query.unknowns if not u.path and values[u.name] is False for name in query.names[u.entry]}
    for each in query.constraints:
        present = [name not in gone for name in each.names]
        if each.verb == "at_most" and sum(present) > each.count:
            return False
        if each.verb == "at_least" and sum(present) < each.count:
            return False
        if each.verb == "exactly" and sum(present) != each.count:
            return False
        if each.verb == "if" and present[0] and not present[1]:
            return False
        if each.verb in ("same", "different"):
            there = [values[name] for name in each.names if _maker(query, name) not in gone]
            if each.verb == "same" and len(set(there)) > 1:
                return False
            if each.verb == "different" and len(set(there)) < len(there):
                return False
        if each.verb == "older" and query.order == () and not _is_right(query, tuple(bearers(board).values())):
            return False
    return True


def _maker(query: Query, name: str) -> str:
    unknown: Unknown = next(each for each in query.unknowns if each.name == name)
    return query.names[unknown.entry][0]


def _is_so(query: Query, board: Board, order: tuple[str, ...]) -> bool:
    def solver(asked: Board, readings: Any = None) -> Any:
        return solve(asked, readings=readings, order=order)

    expect: Expectation = query.expect
    return not failures(board, expect, solver)
