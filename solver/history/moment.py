"""The board at the moment of an event, for checks of whether the event is legal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.designations import DESIGNATIONS
from mtglayers.model.effects.filters.characteristics import OfColor, OfSubtype, OfSupertype, OfType
from mtglayers.model.effects.filters.combinators import Each, Either, Non
from mtglayers.model.effects.filters.status import Marked, Restriction
from mtglayers.model.effects.filters.whereabouts import CastFrom, ControlledBy, ExiledWith, Permanent
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability, Operation
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.selectors import Group
from mtglayers.model.effects.view import Context
from mtglayers.model.events.arrivals import Arrival
from mtglayers.model.events.base import Event
from mtglayers.model.events.changes import Counters, Flips, Marks, Transforms, Turns
from mtglayers.model.events.command_zone import Stickers
from mtglayers.model.events.departures import Merges, Phases
from mtglayers.model.objects.gameobject import GameObject, ResolvedEffect
from mtglayers.model.rules.vocabulary import COLOR_NAMES

from ..engine.state import State, initial
from .resolved import PastBoards

Problem = tuple[str, str, str]
"""The object that is not legal, the reason and the number of the rule."""

Qualities = dict[str, tuple[str, ...]]
"""The colors, types and subtypes of an object, by family."""

# Restrictions that concern the course of the game, which the timeline need not record.
_COURSE: Final = (CastFrom, ExiledWith, Marked, Restriction)
# Filters by values that a printed card has, and the families of the values.
_OF_VALUES: Final = (OfType, OfSubtype, OfSupertype, OfColor, Permanent, ControlledBy, Either, Each, Non)
_VALUES: Final = ("type", "subtype", "supertype", "color", "controller")
_CHANGES: Final = (Transforms, Flips, Turns, Merges, Phases, Stickers)


class Printed:
    """The printed values of the objects on the board, for values that have never changed."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._steady = not any(map(_changes_values, board.events))

    @cached_property
    def _state(self) -> State:
        return initial(self._board)

    @cached_property
    def _changed(self) -> frozenset[str]:
        # The families that an effect could have changed at any time.
        events = self._board.events
        nodes: list[Node] = [clause for effect in self._board.effects.values() for clause in effect.clauses]
        for ability in (ability for base in self._board.bases for ability in base.values.abilities):
            nodes += ability.clauses()
            if isinstance(ability, TextAbility) and ability.form == "entering" and ability.resolution is not None:
                nodes += (clause for mode in ability.resolution.modes for clause in mode)  # 614.12c
        marked = {fact for event in events if isinstance(event, Marks) for fact, _ in event.set}
        for fact, designation in DESIGNATIONS.items():
            nodes += designation.operations if fact in marked else ()
        written = {family for node in nodes for operation in _operations(node) for family, _ in operation.writes()}
        arrived = (kind for event in events if isinstance(event, Arrival) for kind, _ in event.counters)
        put = (*arrived, *(kind for event in events if isinstance(event, Counters) for kind, _ in event.put))
        return frozenset(written | ({"ability"} if any(kind[:1].isalpha() for kind in put) else set()))

    def state(self, number: int, *families: str) -> State | None:
        """Return the printed values if an object's values in the given families never changed."""
        if not self._steady or not self._board.is_present(number) or self._changed.intersection(families):
            return None
        return self._state


def _changes_values(event: Event) -> bool:
    # Whether an object's printed or copiable values can differ before and after an event, or from those of its card.
    if isinstance(event, Arrival):
        return event.face_down or event.copy_of is not None
    doors = isinstance(event, Marks) and any(fact == "unlocked" for fact, _ in event.set)  # 709.5
    return doors or isinstance(event, _CHANGES)


def _operations(node: Node) -> Iterator[Operation]:
    # also those of granted abilities
    if isinstance(node, Operation):
        yield node
    for child in (*node.children(), *(node.clauses() if isinstance(node, Ability) else ())):
        yield from _operations(child)


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
        filters = tuple(f for f in group.filters if not any(isinstance(node, _COURSE) for node in f.walk()))
        plain = all(isinstance(node, _OF_VALUES) for filter in filters for node in filter.walk())
        state = self.state(number, *_VALUES) if plain else self.before
        try:
            return bool(msgspec.structs.replace(group, filters=filters).select(state, context) >> number & 1)
        except NotImplementedError:  # the group refers to an object for which an amount is evaluated
            return True

    def has(self, number: int, family: str, value: str) -> bool:
        """Return whether an object has a value before the event."""
        return bool(self.state(number, family).having(family, value) >> number & 1)

    def is_creature(self, found: GameObject) -> bool:
        """Return whether an object is a creature on the battlefield before the event."""
        there = found.base.zone == "battlefield" and self.past.before(self.index).is_present(found.number)
        return there and self.has(found.number, "type", "Creature")

    def keywords(self, number: int) -> tuple[Keyword, ...]:
        """Return the keywords of an object before the event."""
        held = self.state(number, "ability").abilities(number)
        return tuple(each.ability for each in held if isinstance(each.ability, Keyword))

    def controller(self, number: int) -> int | None:
        """Return the controller of an object before the event."""
        return self.state(number, "controller").controller(number)

    def qualities(self, number: int) -> Qualities:
        """Return the colors, types and subtypes of an object before the event."""
        state = self.state(number, *_VALUES)
        return {
            family: tuple(value for value, mask in state.column(family).items() if mask >> number & 1)
            for family in ("color", "type", "subtype")
        }

    def arrived(self) -> list[GameObject]:
        """Return the objects that entered in the event."""
        after = self.past.before(self.index + 1)
        return [found for found in after.objects.values() if found.entered == self.index]


def protects(keyword: Keyword, source: Qualities) -> bool:
    """Return whether protection applies to a source; qualities such as names are not compared (702.16a)."""
    if not source:
        return False
    if keyword.color or keyword.subtype:
        return keyword.color in source["color"] or keyword.subtype in source["subtype"]
    word = keyword.parameter.removeprefix("from ").rstrip(".")
    colors = len(source["color"])
    counted = {
        "everything": True, "each color": colors > 0, "all colors": colors > 0, "monocolored": colors == 1,
        "multicolored": colors > 1, "colorless": colors == 0,
    }  # fmt: skip
    return counted.get(word, False) or any(word == f"{type.lower()}s" for type in source["type"])


def protection(keyword: Keyword) -> str:
    """Return the words for a protection ability, such as "protection from red"."""
    quality = keyword.parameter or f"from {COLOR_NAMES.get(keyword.color) or keyword.subtype}"
    return f"protection {quality}"
