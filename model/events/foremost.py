"""The player with the most life and the like, whom an event names if the board does not say (603.4)."""

from __future__ import annotations

from collections.abc import Sequence

from ..effects.amounts.counting import PlayerCount
from ..effects.players import Foremost
from ..objects.tables import Tables


def foremost(tables: Tables, who: Foremost) -> tuple[int, ...] | None:
    """Return the players with the greatest or least number.

    The result is None if the number of a player is not recorded, and () if it is a number of objects on the board.
    """
    if not isinstance(who.amount, PlayerCount):
        return ()
    told = {player: tables.told.get((player, who.amount.what)) for player in range(len(tables.players))}
    known = {player: number for player, number in told.items() if number is not None}
    return who.among(known) if len(known) == len(told) else None


def wrong_player(
    tables: Tables, who: Foremost, named: Sequence[int], called: str, *, tie_is_settled: bool
) -> str:  # fmt: skip
    """Return why the players that an event names cannot be the one that a text describes, or "".

    Args:
        tables: the board.
        who: the description.
        named: the players that the event names.
        called: the name of the spell or ability.
        tie_is_settled: whether the text says who it is if players are tied; otherwise, nobody is (603.4).
    """
    found = foremost(tables, who)
    if not named and (found is None or (tie_is_settled and len(found) > 1)):
        return f"`{called}` needs a player in `targets` (115.1)"
    if named and found and (not {*named} <= {*found} or (len(found) > 1 and not tie_is_settled)):
        return f"`{tables.players[named[0]]}` is not the player whom `{called}` describes (603.4)"
    return ""
