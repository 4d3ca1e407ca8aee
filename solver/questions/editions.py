"""The outcomes of a board under every edition, and the rule changes that cause the differences."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from itertools import combinations
from string import ascii_lowercase
from types import MappingProxyType
from typing import Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.errors import LayersError
from mtglayers.model.rules.edition import TEXTS, Edition
from mtglayers.model.support.signatures import keywords_checked

from ..readings import Readings
from ..result.result import Result
from ..solve import solve
from .compare import ObjectDifference, PlayerDifference, object_differences, player_changes

NUMBERED: Final = MappingProxyType({
    "cda_dependency": "dependency", "cda_conditional": "cda criteria", "cda_types": "cda criteria",
    "cda_abilities": "cda criteria", "cda_from_text": "cda criteria", "cda_self_granted": "cda criteria",
    "cda_wholly": "cda", "independent_first": "order", "same_set": "started", "granted_later": "static stamp",
    "keeps_order": "static stamp", "apnap": "simultaneous", "own_static_first": "resolved stamp",
    "land_types_take_added": "land types", "exceptions_suppress": "copiable values", "reevaluates": "again",
    "stamped": "timestamp", "costs": "costs",
})  # fmt: skip
"""Field of `Edition` -> the subject of its rule in `Edition.rules`."""

_ASIDE: Final = frozenset({"key", "since", "until", "note", "rules", "known"})
_MOST = 3


class RuleChange(msgspec.Struct, frozen=True):
    """A change to the rules between two editions.

    Attributes:
        field: the field of `Edition` that changed.
        before, after: the number of the rule in each edition, or "" if the edition does not have the rule.
    """

    field: str
    before: str
    after: str


class Era(msgspec.Struct, frozen=True):
    """Consecutive editions under which a board has the same outcome or the same error.

    Attributes:
        first, last: the first and the last of the editions.
        result: the result under the first edition; None if the board is not possible under it.
        refused: the reason why the board is not possible, or "" if it is possible.
        objects, players: the differences from the preceding era, if both eras have a result.
        clauses: the minimal sets of rule changes, each of which is sufficient to cause these differences.
    """

    first: Edition
    last: Edition
    result: Result | None
    refused: str = ""
    objects: tuple[ObjectDifference, ...] = ()
    players: tuple[PlayerDifference, ...] = ()
    clauses: tuple[tuple[RuleChange, ...], ...] = ()


@keywords_checked
def eras(board: Board, editions: Iterable[Edition] = TEXTS, readings: Readings | None = None) -> tuple[Era, ...]:
    """Return a board's outcomes under several editions, oldest first.

    Args:
        board: the board, which is not changed; its timeline is replayed under each edition.
        editions: the editions; by default, all.
        readings: as in `solve`.
    """
    found: list[Era] = []
    before: Edition | None = None
    for text in editions:
        try:
            result = solve(board, edition=text, readings=readings)
        except LayersError as error:
            era = Era(text, text, None, str(error).replace(text.name, text.key))
            why = found[-1].refused.replace(found[-1].first.key, text.key) if found else ""
            same = why == era.refused
        else:
            last = found[-1].result if found else None
            changes = _difference(last, result) if last is not None else ((), ())
            same = last is not None and not any(changes)
            clauses: tuple[tuple[RuleChange, ...], ...] = ()
            if last is not None and before is not None and not same:
                enough = partial(_is_same, board, last, result, readings)
                clauses = tuple(sufficient_changes(before, text, enough))
            era = Era(text, text, result, "", *changes, clauses)
        if same:
            found[-1] = msgspec.structs.replace(found[-1], last=text)
        else:
            found.append(era)
        before = text
    return tuple(found)


def _difference(one: Result, other: Result) -> tuple[tuple[ObjectDifference, ...], tuple[PlayerDifference, ...]]:
    players = tuple(
        PlayerDifference(name, "", changes)
        for name in one.players
        if name in other.players and (changes := player_changes(one.players[name], other.players[name]))
    )
    return tuple(object_differences(one, other)), players


def _is_same(board: Board, old: Result, new: Result, readings: Readings | None, mixed: Edition) -> bool:
    result = solve(board, edition=mixed, readings=readings)
    return any(_difference(old, result)) and not any(_difference(new, result))


def sufficient_changes(
    before: Edition,
    text: Edition,
    enough: Callable[[Edition], bool],
    matters: Callable[[str], bool] | None = None,
) -> list[tuple[RuleChange, ...]]:
    """Return the minimal sets of rule changes between two editions that are sufficient for a difference.

    If no small set is sufficient, return the set of all changes.

    Args:
        before: the older edition.
        text: the newer edition.
        enough: whether a mixture of the two editions makes the difference; it can raise `LayersError`.
        matters: whether a field of `Edition` can make a difference; by default, every field can.
    """
    changed = [
        field for field in Edition.__struct_fields__
        if field not in _ASIDE and getattr(before, field) != getattr(text, field)
        if matters is None or matters(field)
    ]  # fmt: skip
    for size in range(1, min(_MOST, len(changed)) + 1):
        found = []
        for fields in combinations(changed, size):
            mixed = _mixed(before, text, fields)
            try:
                if enough(mixed):
                    found.append(tuple(_clause(field, before, text) for field in fields))
            except (LayersError, LookupError):  # the mixed edition has no layer for some operation
                continue
        if found:
            return found
    return [tuple(_clause(field, before, text) for field in changed)] if changed else []


@lru_cache(maxsize=1024)
def _mixed(before: Edition, text: Edition, fields: tuple[str, ...]) -> Edition:
    return msgspec.structs.replace(before, **{field: getattr(text, field) for field in fields})


def _clause(field: str, before: Edition, text: Edition) -> RuleChange:
    if field in ("layers", "after", "types_wholly"):
        layers = [each.after if field == "after" else each.layers for each in (before, text)]
        numbers = [_common(layer.rule for layer in each) for each in layers]
        return RuleChange(field, *numbers)
    what = NUMBERED.get(field, "")
    return RuleChange(field, dict(before.rules).get(what, ""), dict(text.rules).get(what, ""))


def _common(rules: Iterable[str]) -> str:
    """Return the prefix that rule numbers share, such as "613" for 613.1a and 613.4b."""
    found = list(dict.fromkeys(rules))
    if len(found) == 1:
        return found[0]
    first, *others = dict.fromkeys(rule.rstrip(ascii_lowercase) for rule in found)
    return first.partition(".")[0] if others else first
