"""What a layer asked of the board, recorded while it runs, so that a later solve can compare the answers."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final

from mtglayers.model.effects.view import ANY, Choices, Context, Held, Mask

from ..engine.effect import Effect
from ..engine.state import Columns, Observer, Snapshot, State, markers
from .apart import Apart

Question = tuple[Hashable, ...]
"""What can be asked of a board: a column, a fact that stands still, something about one object or player.

A column is (family, value), or (family, ANY) for the whole family; ("order of", family) for the order in which its
values stand. Of what stands still: ("still", family, value or ANY), ("id", id), ("everything",), ("entering",),
("active player",), ("told", player, fact), ("copied", effect). Of one object, by number: "controller of",
"abilities of", "owner of", "attached to", "attached player", "choices of", "unordered".
"""

NEVER: Final[Question] = ("never",)
"""Asked by what cannot be compared: it is always answered differently."""


class Notes(Observer):
    """What one layer is based on.

    Attributes:
        layer: its name.
        asked: where questions are noted just now: `general`, or those of one effect.
        general: what was asked for no effect in particular.
        of: effect -> what was asked to know what it would do, and as it was tried or applied.
        touched: effect -> the objects to which it did something as it was tried or applied.
        held: the effects of abilities that were gathered in it, by ability and number of the object, in that order.
        started: the static effects that had started before it and have a part in it.
        met: the effects that took part, by name.
    """

    def __init__(self, layer: str, started: tuple[Effect, ...]) -> None:
        self.layer = layer
        self.asked: set[Question] = set()
        self.general = self.asked
        self.of: dict[str, set[Question]] = {}
        self.touched: dict[str, Mask] = {}
        self.held: dict[tuple[Held, int], Effect] = {}
        self.started = started
        self.met: dict[str, Effect] = {}

    def asks_for(self, effect: Effect) -> None:
        asked = self.of.get(effect.name)
        if asked is None:
            asked = self.of[effect.name] = set()
        self.asked = asked

    def touches(self, effect: Effect, objects: Mask) -> None:
        self.asks_for(effect)
        self.touched[effect.name] = self.touched.get(effect.name, 0) | objects

    def meets(self, effect: Effect) -> None:
        if self.met.setdefault(effect.name, effect) is not effect:
            self.gives_up()

    def gathers(self, held: Held, number: int, effect: Effect) -> None:
        self.held[held, number] = effect

    def gives_up(self) -> None:
        self.general.add(NEVER)

    def again(self) -> Notes:
        """Return a copy of these notes, for asking some effects again."""
        twin = Notes(self.layer, self.started)
        twin.general = twin.asked = self.general
        twin.of, twin.touched, twin.held, twin.met = dict(self.of), self.touched, self.held, self.met
        twin.__dict__["apart"] = self.apart
        return twin

    def ask_again(self, effect: Effect, *, besides: bool = False) -> None:
        """Note from now on what is asked for an effect: in place of what was, or besides it."""
        self.asked = self.of[effect.name] = set(self.of.get(effect.name, ())) if besides else set()

    @cached_property
    def about(self) -> Mapping[str, frozenset[Question]]:
        """Effect -> what was asked for it, and its declared reads.

        Available once the layer is over.
        """
        parts = {name: effect.plan.parts[self.layer] for name, effect in self.met.items()}
        return {name: part.reads.union(part.consults, self.of.get(name, ())) for name, part in parts.items()}

    @cached_property
    def apart(self) -> Apart:
        """Which effects stand apart from the others; once the layer is over."""
        return Apart(self.layer, self.met)

    @cached_property
    def all(self) -> frozenset[Question]:
        """All that was asked, once the layer is over."""
        return frozenset(self.general).union(*self.about.values())


class Noting(State):
    """A state that records what is asked of it, and so do the states drafted from it."""

    __slots__ = ("notes", "observer")

    def __init__(self, families: dict[str, Columns], world: Snapshot, notes: Notes) -> None:
        super().__init__(families, world)
        self.notes = self.observer = notes

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
        self.notes.general.add(NEVER if self.world.objects[number].unordered else ("unordered", number))
        return super().unordered(number)

    def draft(self) -> Noting:
        copy = Noting(dict(self.families), self.world, self.notes)
        copy._owned = set()
        return copy

    def plain(self) -> State:
        return self.on(self.world)


__all__ = ["NEVER", "Notes", "Noting", "Question"]
