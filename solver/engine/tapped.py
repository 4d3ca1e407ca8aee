"""The tapped objects of a board, which are found when they are first asked for (110.5, 614.12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from mtglayers.model.effects.view import Mask

Lines = tuple[tuple[int, str], ...]
"""A pair (object number, text) for each line that might have made an object enter tapped."""


class Tapped(Mapping[bool, Mask]):
    """The tapped objects of a board, as a column of facts ``{True: mask}``.

    Whether an object entered tapped can depend on everything that was on the battlefield then, and few effects ask.
    """

    def __init__(self, recorded: Mask, find: Callable[[], tuple[Mask, Lines]]) -> None:
        """Prepare the question.

        Args:
            recorded: the objects that are tapped because of events.
            find: a function that returns the objects that entered tapped although no event specifies it, and the
                lines that leave this open; it is called only once.
        """
        self._recorded = recorded
        self._find: Callable[[], tuple[Mask, Lines]] | None = find
        self._found: tuple[Mask, Lines] = 0, ()

    @property
    def is_read(self) -> bool:
        """Whether the column was read, so that something may depend on it."""
        return self._find is None

    def read(self) -> tuple[Mask, Lines]:
        """Return the tapped objects, and the lines that leave open whether others are tapped."""
        if self._find is not None:
            entered, unsure = self._find()
            self._found = self._recorded | entered, unsure
            self._find = None  # what it needed can be forgotten
        return self._found

    def unsure(self) -> Lines:
        """Return the lines that leave open whether objects are tapped."""
        return self.read()[1]

    def __getitem__(self, value: bool) -> Mask:
        mask, _ = self.read()
        if value is not True or not mask:
            raise KeyError(value)
        return mask

    def __iter__(self) -> Iterator[bool]:
        return iter((True,) if self.read()[0] else ())

    def __len__(self) -> int:
        return 1 if self.read()[0] else 0
