"""Trial applications and answers that are kept while the board changes (613.8c)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Generic, TypeVar

from mtglayers.model.effects.view import ANY, EVERYTHING, Held, Mask
from mtglayers.model.support.records import Record

from .footprint import Reason
from .state import Changes, Columns, State

E = TypeVar("E")
D = TypeVar("D")


class Edge(Record, frozen=True):
    """A dependency of one effect on another.

    Attributes:
        effect: the name of the dependent effect.
        on: the name of the effect that it depends on.
        reasons: the reasons for the dependency, in the order text, existence, scope, result.
        witness: the mask of the objects for which the scope or the operations of the effect would differ.
    """

    effect: str
    on: str
    reasons: tuple[Reason, ...]
    witness: Mask


class Outcome:
    """The changes that some operations make, which are the same in every state in which their objects are the same.

    Attributes:
        does: the operations and the objects to which they apply.
        changes: the changes.
        touched: the objects on which the changes depend.
    """

    __slots__ = ("_anonymous", "_before", "_later", "changes", "does", "touched")

    def __init__(self, does: object, before: State, later: State, touched: Mask, anonymous: bool) -> None:
        self._anonymous = anonymous  # whether nothing that it writes names the effect
        self.does = does
        self.changes: Changes = later.changes()
        self.touched = touched
        self._before = before
        self._later = later

    def on(self, state: State) -> State:
        """Return the state after the changes to `state`, in which the objects are the same."""
        if self._before is not state:
            self._before, self._later = state, state.flipped(self.changes)
        return self._later

    def changes_to(self, state: State) -> Changes:
        """Return the changes that led to a state, which are known if it is the state after the trial."""
        return self.changes if state is self._later else state.changes()

    def in_full(self, state: State) -> State | None:
        """Return the state after the effect applies to `state`, if that is known."""
        return self._later if self._anonymous and self._before is state else None


class Observed(State):
    """A state that records the objects whose controllers are read.

    Attributes:
        controllers_read: these objects, or `EVERYTHING`.
    """

    __slots__ = ("controllers_read",)

    def __init__(self, state: State) -> None:
        super().__init__(state.families, state.world)
        self.controllers_read: Mask = 0

    def having(self, family: str, value: Hashable) -> Mask:
        if family == "controller":
            self.controllers_read = EVERYTHING
        return super().having(family, value)

    def column(self, family: str) -> Columns:
        if family == "controller":
            self.controllers_read = EVERYTHING
        return super().column(family)

    def controller(self, number: int) -> int | None:
        self.controllers_read |= 1 << number
        return super().controller(number)


def changed_text(changes: Changes) -> Mapping[object, Mask]:
    """Return the objects whose text changes, for each part of it: the name, the types, each line of rules text."""
    found: dict[object, Mask] = {}
    for (family, value), mask in changes.items():
        if isinstance(value, Held):
            if value.origin == "copiable":
                found[value.place] = found.get(value.place, 0) | mask
        elif value == ANY and family != "ability":
            found[family] = mask
    return found


class Questions(Generic[E, D]):
    """What is known about the effects on which one effect may depend.

    Attributes:
        open: the effects for which this has not been determined in the current state, by name.
        found: the dependencies, by the name of the other effect.
    """

    __slots__ = ("_asked", "found", "open")

    def __init__(self) -> None:
        self.open: dict[str, E] = {}
        self.found: dict[str, D] = {}
        self._asked: dict[str, E] = {}

    def answer(self, name: str, on: E, dependency: D | None) -> None:
        """Record the dependency on the effect `on`, or that there is none."""
        self._asked[name] = on
        if dependency is not None:
            self.found[name] = dependency

    def reopen(self, name: str) -> None:
        """Forget the answer for the named effect."""
        on = self._asked.pop(name, None)
        if on is not None:
            self.found.pop(name, None)
            self.open[name] = on

    def drop(self, name: str) -> None:
        """Forget the named effect, which is no longer in the group."""
        for known in (self.open, self._asked, self.found):
            if name in known:
                del known[name]
