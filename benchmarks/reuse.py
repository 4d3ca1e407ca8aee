"""Measure what an earlier result saves, by kind of event, and print the table; ``--write`` puts it into the README.

Run from the checkout: ``python benchmarks/reuse.py``. Each event happens to a board that was solved before it; timed is
the solve after it, from scratch and with the result from before it, without what the event itself costs.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import families
from families import BEAR, CREATURES_YOU_CONTROL, card, static
from readme import run

from mtglayers.model.board.board import Board
from mtglayers.model.effects.amounts.base import Number
from mtglayers.model.effects.operations.power_toughness import ModifyPT
from mtglayers.solver.result.result import Result
from mtglayers.solver.solve import solve

FOREST = card("Green Land", ("Land",), subtypes=("Forest",), supertypes=("Basic",), cost="")
LORD = card("Captain", ("Creature",), static(CREATURES_YOU_CONTROL, ModifyPT(Number(1), Number(1))), size="2")

EVENTS: dict[str, Callable[[Board], object]] = {
    "life": lambda board: board.player(board.players[0], life=7),
    "tap": lambda board: board.marks(_first(board), tapped=True),
    "turn": lambda board: board.turn(board.players[-1]),
    "charge counter": lambda board: board.counters(_first(board), put={"charge": 1}),
    "+1/+1 counter": lambda board: board.counters(_first(board), put={"+1/+1": 1}),
    "creature enters": lambda board: board.enters(BEAR),
    "land enters": lambda board: board.enters(FOREST),
    "lord enters": lambda board: board.enters(LORD),
    "creature leaves": lambda board: board.leaves(_first(board)),
    "spell resolves": lambda board: board.resolves(
        {"text": "Target creature gets +3/+3 until end of turn."}, as_="growth", targets=[_first(board)]
    ),
    "pop": lambda board: board.pop(),
}
"""The events, as named in the table."""


def _first(board: Board) -> str:
    """Return the oldest creature, or else the oldest object."""
    creatures = [found.id for found in board.objects.values() if "Creature" in found.base.values.types]
    return next(iter(creatures or board.objects))


def commander() -> Board:
    """Return a game of four: sixty permanents with about twenty-five effects, cards of the catalogue."""
    board = Board(players=("Ana", "Ben", "Cora", "Dan"))
    for player, names in _DECKS.items():
        for name in names:
            board.enters(name, controller=player)
    for aura, host in (("Rancor", "llanowar-elves"), ("Control Magic", "serra-angel"),
                       ("Imprisoned in the Moon", "shivan-dragon")):  # fmt: skip
        board.enters(aura, controller="Dan", attached_to=host)
    board.attaches("bonesplitter", to="goblin-king")
    board.counters("tarmogoyf", put={"+1/+1": 2})
    board.counters("elvish-mystic", put={"+1/+1": 1})
    board.enters("Grizzly Bears", controller="Ben", zone="graveyard")
    board.resolves({"text": "Target creature gains flying until end of turn."}, as_="jump", targets=["grizzly-bears"])
    return board


_DECKS = {
    "Ana": ("Goblin King", "Goblin Chieftain", "Purphoros, God of the Forge", "Fervor", "Bonesplitter", "Blood Moon",
            "Shivan Dragon", "Sol Ring", "Arcane Signet", "Raging Goblin", "Command Tower", *["Mountain"] * 4),
    "Ben": ("Elvish Archdruid", "Elvish Champion", "Llanowar Elves", "Elvish Mystic", "Nylea, God of the Hunt",
            "Gaea's Anthem", "Yavimaya, Cradle of Growth", "Sylvan Library", "Grizzly Bears", "Craw Wurm",
            *["Forest"] * 4),
    "Cora": ("Elesh Norn, Grand Cenobite", "Glorious Anthem", "Akroma's Memorial", "Serra Angel",
             "Heliod, God of the Sun", "Intangible Virtue", "Propaganda", "Smothering Tithe", "Swiftfoot Boots",
             *["Plains"] * 5),
    "Dan": ("Urborg, Tomb of Yawgmoth", "Nightmare", "Bad Moon", "Tarmogoyf", "Erebos, God of the Dead", "Spellbook",
            "Rhystic Study", "Sphere of Resistance", *["Swamp"] * 6),
}  # fmt: skip

BOARDS: dict[str, Callable[[], Board]] = {
    "lords 40": lambda: families.lords(40),
    "anthems 40": lambda: families.anthems(40),
    "type changers 8": lambda: families.type_changers(8),
    "loop 8": lambda: families.loop(8),
    "ashaya 13": lambda: families.ashaya(13),
    "tokens 1,000": lambda: families.tokens(1_000),
    "a game of four": commander,
}


TURNS = 6
"""How often the two ways take turns, since other programs slow down some of the turns."""


class Measured(NamedTuple):
    """One event on one board: steps of the solve after it, those taken over, and times in milliseconds."""

    steps: int
    reused: int
    fresh: float
    again: float


def measured(make: Callable[[], Board], happens: Callable[[Board], object], times: int = 30) -> Measured:
    """Return the best time of the solve after an event, without and with the earlier result; each has several turns."""
    board = make()
    before = solve(board, last=solve(board))
    fresh = again = float("inf")
    for _ in range(TURNS):
        took, one = _timed(board, happens, None, times)
        fresh = min(fresh, took)
        took, other = _timed(board, happens, before, times)
        again = min(again, took)
        assert one == other
    return Measured(other.statistics.steps, other.statistics.reused, fresh, again)


def _timed(
    board: Board, happens: Callable[[Board], object], last: Result | None, times: int
) -> tuple[float, Result]:  # fmt: skip
    took = []
    for _ in range(times):
        then = board.copy()
        happens(then)
        start = time.process_time()
        result = solve(then, last=last)
        took.append(time.process_time() - start)
    return min(took) * 1000, result


def rows() -> list[str]:
    """Return the lines of the table."""
    lines = ["| board | event | steps | taken over | from scratch, ms | with the last result, ms | times as fast |"]
    lines.append("|---" * 7 + "|")
    for name, make in BOARDS.items():
        for event, happens in EVENTS.items():
            found = measured(make, happens)
            share = f"{100 * found.reused / found.steps:.0f}%" if found.steps else "-"
            lines.append(
                f"| {name} | {event} | {found.steps} | {share} | {found.fresh:.2f} | {found.again:.2f} "
                f"| {found.fresh / found.again:.1f} |"
            )
    return lines


if __name__ == "__main__":
    run("reuse", __doc__, rows)
