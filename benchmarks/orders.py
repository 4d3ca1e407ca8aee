"""Count the walks that all orders of n effects take against n!, and print the table; ``--write`` puts it in the README.

Run from the checkout: ``python benchmarks/orders.py``.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from families import BEAR, CREATURES_YOU_CONTROL, LAND_TYPES, anthems, card, loop, static, type_changers
from readme import run

from mtglayers.model.board.board import Board
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.operations.abilities import Gain, Lose
from mtglayers.model.effects.operations.becomes import Becomes
from mtglayers.solver.questions.orders.orders import orders
from mtglayers.solver.questions.orders.partial_order import TooManyOrdersError

SIZES = (4, 6, 8, 10, 12, 14, 16, 20)
LARGEST = {"loop": 16, "chain": 15}  # there are no more land types
WORDS = ("Flying", "Haste", "Trample", "Vigilance", "Reach", "Menace", "Deathtouch", "Lifelink", "Defender", "Shroud")


def lands(n: int) -> Board:
    """Return n effects in layer 4, each reading what the one before it writes."""
    return type_changers(min(n, len(LAND_TYPES) - 1))


def pairs(n: int) -> Board:
    """Return n effects in pairs, one giving a keyword and one taking it: n/2 independent questions."""
    board = Board()
    board.enters(BEAR)
    for place in range(n // 2):
        word = (Keyword(WORDS[place]),)
        board.enters(card(f"Giver {place}", ("Enchantment",), static(CREATURES_YOU_CONTROL, Gain(word))))
        board.enters(card(f"Taker {place}", ("Enchantment",), static(CREATURES_YOU_CONTROL, Lose(word))))
    return board


def one_pair(n: int) -> Board:
    """Return n effects, of which two interact."""
    board = pairs(2)
    for place in range(n - 2):
        word = (Keyword(WORDS[1 + place % 9]),)
        board.enters(card(f"Other {place}", ("Enchantment",), static(CREATURES_YOU_CONTROL, Gain(word))))
    return board


def colours(n: int) -> Board:
    """Return n effects that all set the color of the same creature; the youngest decides."""
    board = Board()
    board.enters(BEAR)
    for place in range(n):
        color = Becomes(colors=("WUBRG"[place % 5],))
        board.enters(card(f"Painter {place}", ("Enchantment",), static(CREATURES_YOU_CONTROL, color)))
    return board


FAMILIES: dict[str, Callable[[int], Board]] = {
    "anthems": anthems, "one pair": one_pair, "pairs": pairs, "chain": lands, "loop": loop, "colours": colours,
}  # fmt: skip


def rows() -> list[str]:
    """Return the lines of the table."""
    lines = ["| family | n | n! | walks | outcomes | seconds |", "|---|---:|---:|---:|---:|---:|"]
    for name, make in FAMILIES.items():
        for size in dict.fromkeys(min(n, LARGEST.get(name, n)) for n in SIZES):
            start = time.process_time()
            try:
                found = orders(make(size), limit=1_500)
            except TooManyOrdersError:
                lines.append(f"| {name} | {size} | {math.factorial(size):.1e} | more than 1,500 | | |")
                break
            took = time.process_time() - start
            lines.append(
                f"| {name} | {size} | {math.factorial(size):.1e} | {found.solves:,} | {len(found):,} | {took:.2f} |"
            )
    return lines


if __name__ == "__main__":
    run("orders", __doc__, rows)
