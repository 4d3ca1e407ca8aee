"""The board at the moment of an event, for checks of whether the event is legal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.effects.amounts.base import X
from mtglayers.model.effects.amounts.players import RecordedNumber
from mtglayers.model.effects.filters.characteristics import OfColor, OfSubtype, OfSupertype, OfType
from mtglayers.model.effects.filters.combinators import Each, Either, Non
from mtglayers.model.effects.filters.status import Marked, Restriction
from mtglayers.model.effects.filters.whereabouts import CastFrom, ControlledBy, ExiledWith, Permanent
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability, Clause
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.operations.players_and_rules import PlayerGains
from mtglayers.model.effects.selectors import Group
from mtglayers.model.effects.view import Context
from mtglayers.model.objects.gameobject import GameObject, ResolvedEffect

from ..engine.state import State, initial
from ..history.last_known import with_last_known
from ..history.resolved import PastBoards
from ..history.written import begins_changed, changes_values, families_written

Problem = tuple[str, str, str]
"""The object that is not legal, the reason and the number of the rule."""

# Restrictions that concern the course of the game, which the timeline need not record.
_COURSE: Final = (CastFrom, ExiledWith, Marked, Restriction)
# Filters by values that a printed card has, and the families of the values.
_OF_VALUES: Final = (OfType, OfSubtype, OfSupertype, OfColor, Permanent, ControlledBy, Either, Each, Non)
_VALUES: Final = ("type", "subtype", "supertype", "color", "controller")


class Printed:
    """The printed values of the objects on the board, for values that have never changed."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._steady = not (begins_changed(board) or any(map(changes_values, board.events)))

    @cached_property
    def _state(self) -> State:
        return initial(self._board)

    @cached_property
    def _changed(self) -> frozenset[str]:
        return families_written(self._board)

    @cached_property
    def gives_to_players(self) -> bool:
        """Whether an effect can give abilities to players."""
        return any(isinstance(node, PlayerGains) for root in self._roots() for node in root.walk())

    @cached_property
    def rules_targets(self) -> bool:
        """Whether an ability or a resolved effect can say what can be a target (101.2)."""
        from mtglayers.model.cards.targeting_rules import says_target_rule, targeting_clauses

        nodes = (node for root in self._roots() for node in root.walk())
        return any(
            (isinstance(node, Ability) and targeting_clauses(node))
            or (isinstance(node, Clause) and says_target_rule(node))
            for node in nodes
        )

    @cached_property
    def rules_attachments(self) -> bool:
        """Whether an ability can say what can be attached (301.5, 303.4)."""
        from mtglayers.model.cards.targeting_rules import attaching_clauses

        nodes = (node for base in self._board.bases for root in base.values.abilities for node in root.walk())
        return any(isinstance(node, Ability) and attaching_clauses(node) for node in nodes)

    def _roots(self) -> Iterator[Node]:
        for base in self._board.bases:
            yield from base.values.abilities
        for effect in self._board.effects.values():
            yield from effect.clauses

    def state(self, number: int, *families: str) -> State | None:
        """Return the printed values if an object's values in the given families never changed."""
        if not self._steady or not self._board.is_present(number) or self._changed.intersection(families):
            return None
        return self._state


class Moment:
    """The board just before and just after an event."""

    def __init__(self, past: PastBoards, index: int, effect: ResolvedEffect | None, printed: Printed) -> None:
        self.past = past
        self.index = index
        self.effect = effect
        self.printed = printed
        self.board = past.board

    @property
    def before(self) -> State:
        """The board before the event, after all layers."""
        return self.past.state(self.index)

    def state(self, number: int, *families: str) -> State:
        """Return a state that has the values of an object before the event."""
        return self.printed.state(number, *families) or self.before

    def number(self, name: str) -> int:
        """Return the number of an object that exists before the event."""
        return self.past.before(self.index).object(name).number

    def is_in(self, number: int, group: Group, context: Context) -> bool:
        """Return whether an object is in a group, as far as the board can tell."""
        course = _COURSE if context.x is not None else (*_COURSE, RecordedNumber, X)
        filters = tuple(f for f in group.filters if not any(isinstance(node, course) for node in f.walk()))
        plain = all(isinstance(node, _OF_VALUES) for filter in filters for node in filter.walk())
        state = self.state(number, *_VALUES) if plain else self._with_source(context)
        try:
            return bool(msgspec.structs.replace(group, filters=filters).select(state, context) >> number & 1)
        except NotImplementedError:  # the group refers to an object for which an amount is evaluated
            return True

    def _with_source(self, context: Context) -> State:
        # 113.7a: the last known information about a source that has left
        if context.source is None or context.source in self.before.world.objects:
            return self.before
        return with_last_known(self.before, context, self.index, None, self.past)

    def has(self, number: int, family: str, value: str) -> bool:
        """Return whether an object has a value before the event."""
        return bool(self.state(number, family).having(family, value) >> number & 1)

    def is_creature(self, found: GameObject) -> bool:
        """Return whether an object is a creature on the battlefield before the event."""
        there = found.base.zone == "battlefield" and self.past.before(self.index).is_present(found.number)
        return there and self.has(found.number, "type", "Creature")

    def abilities(self, number: int) -> tuple[Ability, ...]:
        """Return the abilities of an object before the event."""
        return tuple(held.ability for held in self.state(number, "ability").abilities(number))

    def keywords(self, number: int) -> tuple[Keyword, ...]:
        """Return the keywords of an object before the event."""
        return tuple(ability for ability in self.abilities(number) if isinstance(ability, Keyword))

    def controller(self, number: int) -> int | None:
        """Return the controller of an object before the event."""
        return self.state(number, "controller").controller(number)

    def arrived(self) -> list[GameObject]:
        """Return the objects that entered in the event."""
        after = self.past.before(self.index + 1)
        return [found for found in after.objects.values() if found.entered == self.index]
