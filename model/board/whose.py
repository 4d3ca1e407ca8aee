"""Whose the objects are that an Aura, spell or ability can be attached to or target (115.1, 702.5a)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal

from ..cards.card import Card
from ..effects.ability import TextAbility
from ..effects.filters.whereabouts import ControlledBy
from ..effects.keywords import Keyword
from ..effects.language import Ability, Clause, Filter, Operation
from ..effects.operations.control import GainControl
from ..effects.selectors import Attached, Target
from ..support.records import Record

Whose = Literal["yours", "another's", ""]
"""Who must control an object: the player of a spell or Aura, another player, or "" for any player."""

_OTHERS: Final = ("an opponent", "opponents")


class Source(Record, frozen=True):
    """What targets objects or is attached to one: an Aura, a spell, or an ability of an object.

    Attributes:
        name: the name of its card.
        abilities: the abilities of the card, or only the one that resolves.
        targeting: those of them that can have targets.
        controller: the player who controls it, or None if that is the player of the line.
    """

    name: str
    abilities: Sequence[Ability]
    targeting: Sequence[TextAbility]
    controller: str | None = None

    @classmethod
    def of_card(cls, card: Card) -> Source:
        """Return an Aura, a spell or another card with its front face."""
        front = card.faces[0]
        spells = [each for each in front.abilities if isinstance(each, TextAbility) and each.form == "spell"]
        return cls(front.name, front.abilities, spells)

    @classmethod
    def of_ability(cls, name: str, ability: Ability, controller: str | None) -> Source:
        """Return an ability of an object whose card has the given name."""
        return cls(name, (ability,), [ability] if isinstance(ability, TextAbility) else [], controller)


class _Place(Record, frozen=True):
    whose: Whose
    many: bool = False  # whether it is a place for several targets


def whose_host(source: Source, modes: Sequence[int], earlier: Sequence[Whose]) -> Whose:
    """Return who must control what an Aura enchants, or the next target of a spell or ability.

    Args:
        source: the Aura, spell or ability; for other cards, the result is "".
        modes: the numbers of the modes that are chosen, if they are known.
        earlier: who controls the targets that are already named; "" for a player.
    """
    from ..cards.target_groups import enchanted  # imported here, because most lines name no target

    for keyword in source.abilities:
        if isinstance(keyword, Keyword) and keyword.name == "Enchant" and (group := enchanted(keyword)) is not None:
            return _whose(group.filters)
    ways: list[Whose | None] = [_next(places, earlier) for places in _possible(source, modes)]
    for whose in ways:
        if whose is not None:
            return whose if all(other in (whose, None) for other in ways) else ""
    return ""


def takes_control(source: Source) -> bool:
    """Return whether the player who controls a source takes control of what it enchants, or of all of its targets."""
    nodes = [node for ability in source.abilities for node in ability.walk()]
    clauses = [node for node in nodes if isinstance(node, Clause)]
    taken = [each.selector for each in clauses if any(_is_yours(operation) for operation in each.operations)]
    targets = {node.index for node in nodes if isinstance(node, Target)}
    return any(isinstance(each, Attached) or (isinstance(each, Target) and targets == {each.index}) for each in taken)


def _is_yours(operation: Operation) -> bool:
    return isinstance(operation, GainControl) and operation.who == "you"


def _possible(source: Source, modes: Sequence[int]) -> Iterator[list[_Place]]:
    # The places for targets with the given modes, or with each mode if they are not known.
    parts = [_parts(ability, source.name) for ability in source.targeting]
    most = max(map(len, parts), default=0)
    for chosen in [tuple(modes)] if modes or most < 2 else [(mode,) for mode in range(1, most)]:
        yield [place for each in parts for part in (0, *chosen) if part < len(each) for place in each[part]]


def _parts(ability: TextAbility, name: str) -> list[list[_Place]]:
    # The places outside modes, then those in each mode.
    from ..cards.target_groups import target_places_of  # as above

    if in_text := target_places_of(ability, name):
        return [[_Place(_whose(place.filters), place.many) for place in part] for part in in_text]
    found = ability.resolution
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
