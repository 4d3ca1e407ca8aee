"""Whose the objects are that an Aura or spell can be attached to or target (115.1, 702.5a)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from ..cards.card import Card
from ..cards.target_groups import enchanted, target_places_of
from ..effects.ability import TextAbility
from ..effects.filters.whereabouts import ControlledBy
from ..effects.keywords import Keyword
from ..effects.language import Clause, Filter, Operation
from ..effects.operations.control import GainControl
from ..effects.selectors import Attached, Target

Whose = Literal["yours", "another's", ""]
"""Who must control an object: the player of a spell or Aura, another player, or "" for any player."""

_OTHERS: Final = ("an opponent", "opponents")


class _Place(NamedTuple):
    whose: Whose
    many: bool = False  # whether it is a place for several targets


def whose_host(card: Card, modes: Sequence[int], earlier: Sequence[Whose]) -> Whose:
    """Return who must control what an Aura enchants, or the next target of a spell.

    Args:
        card: the Aura or spell; for other cards, the result is "".
        modes: the numbers of the modes that are chosen, if they are known.
        earlier: who controls the targets that are already named; "" for a player.
    """
    front = card.faces[0]
    for keyword in front.abilities:
        if isinstance(keyword, Keyword) and keyword.name == "Enchant" and (group := enchanted(keyword)) is not None:
            return _whose(group.filters)
    spells = [each for each in front.abilities if isinstance(each, TextAbility) and each.form == "spell"]
    ways: list[Whose | None] = [_next(places, earlier) for places in _possible(spells, front.name, modes)]
    for whose in ways:
        if whose is not None:
            return whose if all(other in (whose, None) for other in ways) else ""
    return ""


def takes_control(card: Card) -> bool:
    """Return whether the player who controls a card takes control of what it enchants, or of all of its targets."""
    nodes = [node for ability in card.faces[0].abilities for node in ability.walk()]
    clauses = [node for node in nodes if isinstance(node, Clause)]
    taken = [each.selector for each in clauses if any(_is_yours(operation) for operation in each.operations)]
    targets = {node.index for node in nodes if isinstance(node, Target)}
    return any(isinstance(each, Attached) or (isinstance(each, Target) and targets == {each.index}) for each in taken)


def _is_yours(operation: Operation) -> bool:
    return isinstance(operation, GainControl) and operation.who == "you"


def _possible(spells: Sequence[TextAbility], name: str, modes: Sequence[int]) -> Iterator[list[_Place]]:
    # The places for targets with the given modes, or with each mode if they are not known.
    parts = [_parts(spell, name) for spell in spells]
    most = max(map(len, parts), default=0)
    for chosen in [tuple(modes)] if modes or most < 2 else [(mode,) for mode in range(1, most)]:
        yield [place for each in parts for part in (0, *chosen) if part < len(each) for place in each[part]]


def _parts(spell: TextAbility, name: str) -> list[list[_Place]]:
    # The places outside modes, then those in each mode.
    if in_text := target_places_of(spell, name):
        return [[_Place(_whose(place.filters), place.many) for place in part] for part in in_text]
    found = spell.resolution
    return [] if found is None else [list(_compiled(part)) for part in (found.clauses, *found.modes)]


def _compiled(clauses: Iterable[Clause]) -> Iterator[_Place]:
    nodes = (node for clause in clauses for node in clause.walk())
    targets = {node.index: node for node in nodes if isinstance(node, Target) and node.group is not None}
    for _, target in sorted(targets.items()):
        assert target.group is not None
        yield _Place(_whose(target.group.filters), target.many)


def _next(places: Sequence[_Place], earlier: Sequence[Whose]) -> Whose | None:
    # Who must control the next target after those named earlier; None if they leave no place.
    left = list(places)
    for one in earlier:
        taken = next((place for place in left if place.whose in ("", one)), None)
        if taken is not None and not taken.many:
            left.remove(taken)
    if not left:
        return None
    return "" if left[0].many and len({place.whose for place in left}) > 1 else left[0].whose


def _whose(filters: Iterable[Filter]) -> Whose:
    for filter in filters:
        if isinstance(filter, ControlledBy) and filter.who in ("you", *_OTHERS):
            return "yours" if (filter.who == "you") != filter.negated else "another's"
    return ""
