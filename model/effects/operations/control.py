"""The operations of layer 2, which change control (613.1b)."""

from __future__ import annotations

from typing import ClassVar

from ..language import Kind, Operation, Selector
from ..phrase import Wording
from ..players import ControllerOf, Foremost, Holder
from ..view import CONTROLLERS, Columns, Context, Draft, Mask, View, Who, players


class ExchangeControl(Operation, frozen=True):
    """Gives control of an object to another object's controller, as in "exchange control of ..." (701.12b).

    Attributes:
        other: the other object.
        shown: whether this half of the exchange is printed.
    """

    kind: ClassVar[Kind] = "control"
    READS: ClassVar[Columns] = CONTROLLERS
    WRITES: ClassVar[Columns] = CONTROLLERS
    other: Selector
    shown: bool = True

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        other = self.other.select(view, context)
        new = [player for player, having in view.column("controller").items() if having & other]
        # 701.12b: nothing happens unless both objects exist and their controllers differ.
        if not new or view.having("controller", new[0]) & scope:
            return ()
        return ((GainControl(player=new[0]), scope),)


class ExchangeBetween(Operation, frozen=True):
    """Exchanges control of objects of two target players, as in "those players exchange control of ..." (701.12b)."""

    kind: ClassVar[Kind] = "control"
    FACTS: ClassVar[frozenset[str]] = frozenset({"targets"})
    READS: ClassVar[Columns] = CONTROLLERS
    WRITES: ClassVar[Columns] = CONTROLLERS
    word: str = "those players exchange control of"

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        if len(context.target_players) != 2:
            return ()
        one, other = context.target_players
        first, second = (view.having("controller", player) & scope for player in (one, other))
        # 701.12b: nothing happens unless the whole exchange can be made.
        if not first or first.bit_count() != second.bit_count() or (first | second) != scope:
            return ()
        return ((GainControl(player=other), first), (GainControl(player=one), second))


class OwnersControl(Operation, frozen=True):
    """Gives control of each object to its owner, as in "gains control of all creatures they own" (Homeward Path).

    Attributes:
        yours: whether only objects that you control are affected.
        word: the words before the object, as in "its owner gains control of".
    """

    kind: ClassVar[Kind] = "control"
    WRITES: ClassVar[Columns] = CONTROLLERS
    yours: bool = False
    word: str = ""

    def reads(self) -> Columns:
        return CONTROLLERS if self.yours else frozenset()

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        if self.yours:
            you = view.you(context)
            scope &= 0 if you is None else view.having("controller", you)
        owners = sorted(view.still_values("owner").items())
        return tuple((GainControl(player=owner), scope & having) for owner, having in owners if scope & having)


class GainControl(Operation, frozen=True):
    """Changes the controller (613.1b), as in "you control enchanted creature"."""

    kind: ClassVar[Kind] = "control"
    READS: ClassVar[Columns] = CONTROLLERS
    WRITES: ClassVar[Columns] = CONTROLLERS
    who: Who | ControllerOf | Holder | Foremost = "you"
    player: int | None = None  # set by evaluation
    word: str = ""  # "you control", "gain control of"

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        if self.player is not None:
            return ((self, scope),)
        new = players(view, context, self.who)
        if self.who == "an opponent" and len(new) > 1:  # the event names one opponent, behind other targets
            new = tuple(player for player in reversed(context.target_players) if player in new)
        return tuple((GainControl(player=player), scope) for player in new[:1])

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        # 108.4: only permanents and spells have a controller.
        here = draft.still("zone", "battlefield") | draft.still("zone", "stack")
        draft.assign("controller", self.player, mask & here)

    def describe(self, wording: Wording) -> str:
        if self.player is None or self.player >= len(wording.players):
            return "gives control"
        return f"gives control to {wording.players[self.player]}"
