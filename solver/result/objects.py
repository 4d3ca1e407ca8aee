"""The characteristics of the objects of a result, by id."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Mapping, Sequence, ValuesView
from functools import cached_property
from operator import attrgetter

from mtglayers.model.effects.view import Held
from mtglayers.model.errors import UnknownObjectError
from mtglayers.model.objects.gameobject import GameObject
from mtglayers.model.support.guesses import Guessed
from mtglayers.model.support.names import kebab, nearest

from ..engine.trace import Trace
from .characteristics import Characteristics, characteristics, held_by
from .together import Together, by_id, read_together
from .type_lines import TypeLines


class Objects(Guessed, Mapping[str, Characteristics]):
    """The characteristics of the objects, accessible by id and sorted by timestamp.

    A few objects are read one by one. All others are read together, since objects that have equal values, such as
    tokens, then cost next to nothing.

    Attributes:
        type_lines: the order of the subtypes on the type lines.
    """

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._known: dict[str, Characteristics] = {}
        self.type_lines = TypeLines(trace)

    def __getitem__(self, id: str) -> Characteristics:
        if id not in self._known:
            if id not in self._numbers:
                raise UnknownObjectError(str(id), nearest(str(id), self._numbers))
            if self._are_read or len(self._known) ** 2 > len(self):  # so many cost about as much as all together
                self._known = self._all
            else:
                self._known[id] = characteristics(self._trace, self._numbers[id], self.type_lines)
        return self._known[id]

    def _meant(self, name: str) -> str:
        id = kebab(name.replace("_", " "))
        return f'; use `result["{id}"]`' if "_trace" in vars(self) and id in self._numbers else ""

    def __contains__(self, id: object) -> bool:
        return id in self._numbers

    def __iter__(self) -> Iterator[str]:
        return iter(self._all) if self._are_read else iter([found.id for found in self._sorted()])

    def __len__(self) -> int:
        return len(self._trace.state.world.objects)

    def values(self) -> ValuesView[Characteristics]:
        """Return the characteristics of all objects, sorted by timestamp."""
        return self._all.values()

    def items(self) -> ItemsView[str, Characteristics]:
        """Return pairs (id, characteristics) of all objects, sorted by timestamp."""
        return self._all.items()

    def like(self, id: str) -> str:
        """Return the id that represents all objects with the same characteristics as the given object."""
        return self._together.like[self._numbers[id]].id

    def held(self, id: str) -> Sequence[Held]:
        """Return the abilities of an object, sorted by `ability_order`."""
        if self._are_read:
            return self._together.abilities[self.like(id)]
        return held_by(self._trace.state, self._numbers[id])

    @property
    def _are_read(self) -> bool:
        return "_together" in vars(self)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {o.id: number for number, o in self._trace.state.world.objects.items()}

    def _sorted(self) -> list[GameObject]:
        return sorted(self._trace.state.world.objects.values(), key=attrgetter("stamp"))  # they are ordered by number

    @cached_property
    def _all(self) -> dict[str, Characteristics]:
        return by_id(self._sorted(), self._together.like)

    @cached_property
    def _together(self) -> Together:
        return read_together(self._trace.state, self._trace.after_setting(), self._trace.start, self.type_lines)
