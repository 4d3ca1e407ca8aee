"""The operations of layer 7, which set, modify and switch power and toughness (613.1g, 613.4)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar, Final

from ...data.admission import digits
from ...support.limits import check
from ..amounts.arithmetic import Defined, Times
from ..amounts.base import Number
from ..language import Amount, Kind, Operation
from ..phrase import Wording
from ..view import ANY, Columns, Context, Draft, Mask, View, columns, numbered

POWER_TOUGHNESS: Final = columns(("power", ANY), ("toughness", ANY))


class ModifyOne(Operation, frozen=True):
    """Makes the change that `Choices.option` selects, as in "gets +1/-1 or -1/+1"."""

    kind: ClassVar[Kind] = "modify"
    WRITES: ClassVar[Columns] = POWER_TOUGHNESS
    powers: tuple[Amount, ...]
    toughnesses: tuple[Amount, ...]
    word: str = "gets"

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        return tuple(
            done
            for place in view.choices(context).option[:1]
            if 0 < place <= len(self.powers)
            for done in ModifyPT(self.powers[place - 1], self.toughnesses[place - 1]).evaluate(view, context, scope)
        )


class SetPT(Operation, frozen=True):
    """Sets base power, toughness or both (613.4b), or defines them for a characteristic-defining ability (613.4a)."""

    kind: ClassVar[Kind] = "set"
    WRITES: ClassVar[Columns] = POWER_TOUGHNESS
    power: Amount | None = None
    toughness: Amount | None = None
    word: str = "has base"  # the wording on the card

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        if isinstance(self.power, Number) and isinstance(self.toughness, Number):
            return ((_setting(self.power.number, self.toughness.number), scope),)
        powers = _numbers(self.power, view, context, scope)
        same = self.toughness == self.power
        toughnesses = powers if same else _numbers(self.toughness, view, context, scope)
        return tuple([(_setting(power, toughness), mask) for power, toughness, mask in _pairs(powers, toughnesses)])

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        if isinstance(self.power, Number):
            draft.assign("power", self.power.number, mask)
        if isinstance(self.toughness, Number):
            draft.assign("toughness", self.toughness.number, mask)

    def defines(self) -> bool:
        return True

    def describe(self, wording: Wording) -> str:
        if self.power is None:
            return f"sets toughness to {_figure(self.toughness)}"
        if self.toughness is None:
            return f"sets power to {_figure(self.power)}"
        return f"sets power and toughness to {_figure(self.power)}/{_figure(self.toughness)}"


class ModifyPT(Operation, frozen=True):
    """Modifies power, toughness or both, as in "gets +1/+1" (613.4c)."""

    kind: ClassVar[Kind] = "modify"
    WRITES: ClassVar[Columns] = POWER_TOUGHNESS
    power: Amount
    toughness: Amount
    word: str = "gets"  # "gets an additional"

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        if isinstance(self.power, Number) and isinstance(self.toughness, Number):
            return ((_modifying(self.power.number, self.toughness.number), scope),)
        powers = _changes(self.power, view, context, scope)
        same = self.toughness == self.power
        toughnesses = powers if same else _changes(self.toughness, view, context, scope)
        return tuple([
            (_modifying(power or 0, toughness or 0), mask)
            for power, toughness, mask in _pairs(powers, toughnesses)
        ])  # fmt: skip

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        for family, amount in (("power", self.power), ("toughness", self.toughness)):
            if isinstance(amount, Number) and amount.number:
                draft.change(family, mask, amount.number.__add__)

    def describe(self, wording: Wording) -> str:
        return f"gives {_signed(self.power, self.toughness)}/{_signed(self.toughness, self.power)}"


class SwitchPT(Operation, frozen=True):
    """Switches power and toughness (613.4d)."""

    kind: ClassVar[Kind] = "switch"
    WRITES: ClassVar[Columns] = POWER_TOUGHNESS

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        powers = [(n, having & mask) for n, having in draft.column("power").items() if having & mask]
        toughnesses = [(n, having & mask) for n, having in draft.column("toughness").items() if having & mask]
        draft.clear("power", mask)
        draft.clear("toughness", mask)
        for number, having in toughnesses:
            draft.put("power", number, having)
        for number, having in powers:
            draft.put("toughness", number, having)

    def describe(self, wording: Wording) -> str:
        return "switches power and toughness"


def _signed(amount: Amount, other: Amount) -> str:
    # Zero has the sign of the other number, as on cards: "-2/-0".
    if not isinstance(amount, Number):
        return "+X"
    return "-0" if not amount.number and isinstance(other, Number) and other.number < 0 else f"{amount.number:+d}"


def _figure(amount: Amount | None) -> str:
    return str(amount.number) if isinstance(amount, Number) else "X"


def _numbers(
    amount: Amount | None, view: View, context: Context, scope: Mask
) -> Mapping[int, Mask] | Mapping[None, Mask]:
    return {None: scope} if amount is None else amount.values(view, context, scope)


def _changes(amount: Amount, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
    # 107.1b: the X of "+X/+X" is at least 0; doubling has no X, so the result can be negative.
    if isinstance(amount, Times):
        inner = _changes(amount.amount, view, context, scope)
        return numbered((amount.factor * number, having) for number, having in inner.items())
    values = amount.values(view, context, scope)
    if not isinstance(amount, Defined) or min(values, default=0) >= 0:
        return values
    return numbered((max(0, number), having) for number, having in values.items())


def _pairs(
    powers: Mapping[int, Mask] | Mapping[None, Mask], toughnesses: Mapping[int, Mask] | Mapping[None, Mask]
) -> list[tuple[int | None, int | None, Mask]]:
    # Pairs of power and toughness, in ascending order, with their objects; the same mapping means equal numbers.
    if powers is toughnesses:
        return [(number, number, mask) for number, mask in sorted(powers.items())]
    found = [(p, t, these & those) for p, these in powers.items() for t, those in toughnesses.items() if these & those]
    found.sort(key=lambda pair: (pair[0] or 0, pair[1] or 0))
    return found


@lru_cache(maxsize=1024)
def _setting(power: int | None, toughness: int | None) -> SetPT:
    return SetPT(
        None if power is None else _number(power),
        None if toughness is None else _number(toughness),
    )


@lru_cache(maxsize=1024)
def _modifying(power: int, toughness: int) -> ModifyPT:
    return ModifyPT(_number(power), _number(toughness))


def _number(value: int) -> Number:
    if value.bit_length() > _USUAL:
        check("computed", digits(value))
    return Number(value)


_USUAL: Final = 64
