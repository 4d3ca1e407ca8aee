"""The components of a dependency graph, found with as few trials as possible (613.8b)."""

from __future__ import annotations

from collections.abc import Iterator

from .dependency import PendingGraph


class Explored:
    """The part of a dependency graph that has been explored.

    Whether one effect depends on another is not determined if they are known to be in the same loop.

    Attributes:
        loops_of: the component of each explored effect, by name.
    """

    def __init__(self, layer: PendingGraph, size: int) -> None:
        """Create the explored part, which is empty; `size` is the number of existing effects."""
        self.loops_of: dict[str, list[str]] = {}
        self._layer = layer
        self._size = size
        self._waiting: set[str] = set()  # the effects that depend on an effect in another component
        self._path: list[str] = []
        self._starts: list[int] = []  # where each component on the path starts
        self._places: dict[str, int] = {}

    def is_ready(self, name: str) -> bool:
        """Return whether an explored effect depends only on effects in its own component."""
        return name not in self._waiting

    def explore(self, start: str) -> None:
        """Explore all effects that can be reached from the named effect."""
        # Gabow's algorithm; the path can be longer than Python's stack.
        running = [self._entered(start)]
        while running:
            name, needed = running[-1]
            if self._starts[-1] == 0 and len(self._path) == self._size:  # all effects are in one loop
                self._close(0)
                self._starts.clear()
                return
            on = next(needed, None)
            if on is None:
                running.pop()
                if self._starts[-1] == self._places[name]:
                    self._close(self._starts.pop())
                    if running:
                        self._waiting.add(running[-1][0])
            elif on in self.loops_of:
                self._waiting.add(name)
            elif on in self._places:
                while self._starts[-1] > self._places[on]:
                    self._starts.pop()
            else:
                running.append(self._entered(on))

    def _entered(self, name: str) -> tuple[str, Iterator[str]]:
        self._places[name] = len(self._path)
        self._starts.append(len(self._path))
        self._path.append(name)
        return name, self._layer.needed(self._layer.effects[name], self)

    def __contains__(self, name: object) -> bool:
        # Whether an effect is in the component at the end of the path.
        place = self._places.get(name, -1)  # type: ignore[call-overload]
        return place >= self._starts[-1] and name not in self.loops_of

    def _close(self, start: int) -> None:
        members = self._path[start:]
        del self._path[start:]
        for member in members:
            self.loops_of[member] = members
            del self._places[member]
