"""What a layer asked of the board: noted while it runs, so that a later solve can tell whether it asks the same."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any, Final

from mtglayers.model.view import ANY, Choices, Context, Held, Mask

from .effects import Effect
from .facts import Columns, Facts, Still, markers

Question = tuple[Hashable, ...]
"""What can be asked of a board: a column, a fact that stands still, something about one object or player.

A column is (family, value), or (family, ANY) for the whole family; ("order of", family) for the order in which its
values stand. Of what stands still: ("still", family, value or ANY), ("id", id), ("everything",), ("entering",),
("active player",), ("told", player, fact), ("copied", effect). Of one object, by number: "controller of",
"abilities of", "owner of", "attached to", "attached player", "choices of", "unordered".
"""

NEVER: Final[Question] = ("never",)
"""Asked by what cannot be compared: it is always answered differently."""


class Notes:
    """What one layer rested on.

    Attributes:
        asked: what it asked of the board, before it or at any moment of it.
        held: the effects of abilities that were gathered in it, by ability and number of the object, in that order.
        started: the static effects that had started before it and have a part in it.
        met: the effects that took part, by name.
    """

    __slots__ = ("asked", "held", "met", "started")

    def __init__(self, started: tuple[Effect, ...]) -> None:
        self.asked: set[Question] = set()
        self.held: dict[tuple[Held, int], Effect] = {}
        self.started = started
        self.met: dict[str, Effect] = {}


class Noting(Facts):
    """A state that notes what is asked of it, and so do the states drafted from it."""

    __slots__ = ("notes",)

    def __init__(self, families: dict[str, Columns], world: Still, notes: Notes) -> None:
        super().__init__(families, world)
        self.notes = notes

    def having(self, family: str, value: Hashable) -> Mask:
        column, asked = self.families[family], self.notes.asked
        asked.add((family, value))
        mask = column.get(value, 0)
        if family == "subtype" and isinstance(value, str):
            for marker in markers(value):
                asked.add((family, marker))
                mask |= column.get(marker, 0)
        return mask

    def column(self, family: str) -> Columns:
        self.notes.asked |= {(family, ANY), ("order of", family)}
        return self.families[family]

    def still(self, family: str, value: Hashable) -> Mask:
        if family == "id":
            self.notes.asked.add(("id", value))
        elif family == "top of graveyard":
            self.notes.asked |= {("still", "zone", "graveyard"), ("still", "owner", value)}
        else:
            self.notes.asked.add(("still", family, value))
        return super().still(family, value)

    def still_values(self, family: str) -> Mapping[Any, Mask]:
        self.notes.asked.add(("still", family, ANY))
        return super().still_values(family)

    @property
    def everything(self) -> Mask:
        self.notes.asked.add(("everything",))
        return self.world.everything

    @property
    def entering(self) -> Mask:
        self.notes.asked.add(("entering",))
        return self.world.entering

    @property
    def active_player(self) -> int:
        self.notes.asked.add(("active player",))
        return self.world.active_player

    def controller(self, number: int) -> int | None:
        self.notes.asked.add(("controller of", number))
        return super().controller(number)

    def owner(self, number: int) -> int | None:
        self.notes.asked.add(("owner of", number))
        return super().owner(number)

    def attached_to(self, number: int) -> Mask:
        self.notes.asked.add(("attached to", number))
        return super().attached_to(number)

    def attached_player(self, number: int) -> int | None:
        self.notes.asked.add(("attached player", number))
        return super().attached_player(number)

    def choices(self, context: Context) -> Choices:
        if context.choices == Choices() and context.source is not None:
            self.notes.asked.add(("choices of", context.source))
        return super().choices(context)

    def player_fact(self, player: int, fact: str) -> int:
        self.notes.asked.add(("told", player, fact))
        return super().player_fact(player, fact)

    def fixed_copy(self, effect: str) -> Any:
        self.notes.asked.add(("copied", effect))
        return super().fixed_copy(effect)

    def abilities(self, number: int) -> Iterator[Held]:
        self.notes.asked |= {("abilities of", number), ("order of", "ability")}
        return super().abilities(number)

    def unordered(self, number: int) -> frozenset[int]:
        self.notes.asked.add(NEVER if self.world.objects[number].unordered else ("unordered", number))
        return super().unordered(number)

    def draft(self) -> Noting:
        copy = Noting(dict(self.families), self.world, self.notes)
        copy._owned = set()
        return copy


def plain(facts: Facts) -> Facts:
    """Return a state that notes nothing: the same values, and the same changes."""
    return facts.on(facts.world) if isinstance(facts, Noting) else facts


__all__ = ["NEVER", "Notes", "Noting", "Question", "plain"]
