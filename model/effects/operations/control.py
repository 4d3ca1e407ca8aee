"""The operations of layer 2: who controls an object (613.1b)."""

from __future__ import annotations

from typing import ClassVar

from ..language import Kind, Operation, Selector
from ..phrase import Wording
from ..players import ControllerOf, Holder
from ..view import ANY, Column, Context, Draft, Mask, View, Who, columns, players


class ExchangeControl(Operation, frozen=True):
    """ "Exchange control of ...": an object comes to whoever controls another one (701.12b).

    Attributes:
        other: the object whose controller gets this one.
        shown: whether this is the half of the exchange that prints.
    """

    kind: ClassVar[Kind] = "control"
    other: Selector
    shown: bool = True

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        other = self.other.select(view, context)
        new = [player for player, having in view.column("controller").items() if having & other]
        # 701.12b: nothing happens unless both are there and their controllers differ.
        if not new or view.having("controller", new[0]) & scope:
            return ()
        return ((GainControl(player=new[0]), scope),)

    def reads(self) -> frozenset[Column]:
        return self.other.reads() | columns(("controller", ANY))

    def writes(self) -> frozenset[Column]:
        return columns(("controller", ANY))


class OwnersControl(Operation, frozen=True):
    """ "Each player gains control of all creatures they own" (Homeward Path): each object comes to its owner."""

    kind: ClassVar[Kind] = "control"

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        owners = sorted(view.still_values("owner").items())
        return tuple((GainControl(player=owner), scope & having) for owner, having in owners if scope & having)

    def writes(self) -> frozenset[Column]:
        return columns(("controller", ANY))


class GainControl(Operation, frozen=True):
    """Change of controller (613.1b): "you control enchanted creature"."""

    kind: ClassVar[Kind] = "control"
    who: Who | ControllerOf | Holder = "you"
    player: int | None = None  # evaluated
    word: str = ""  # "you control", "gain control of"

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        if self.player is not None:
            return ((self, scope),)
        new = players(view, context, self.who)
        if self.who == "an opponent" and len(new) > 1:  # which of them is for the event to say
            new = context.target_players
        return tuple((GainControl(self.who, player), scope) for player in new[:1])

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        # 108.4: only permanents and spells have a controller.
        draft.assign("controller", self.player, mask & ~_elsewhere(draft))

    def reads(self) -> frozenset[Column]:
        return columns(("controller", ANY)).union(*(child.reads() for child in self._whose()))

    def _whose(self) -> tuple[ControllerOf | Holder, ...]:
        return () if isinstance(self.who, str) else (self.who,)

    def writes(self) -> frozenset[Column]:
        return columns(("controller", ANY))

    def describe(self, wording: Wording) -> str:
        if self.player is None or self.player >= len(wording.players):
            return "gives control"
        return f"gives control to {wording.players[self.player]}"


def _elsewhere(view: View) -> Mask:
    return view.everything & ~(view.still("zone", "battlefield") | view.still("zone", "stack"))
