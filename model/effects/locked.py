"""Operations whose objects and numbers are fixed (611.2d)."""

from __future__ import annotations

from .amounts.base import Number
from .language import Amount, Operation, Selector
from .operations.copying import BecomeCopy
from .players import ControllerOf, Foremost, Holder


def is_constant(operation: Operation) -> bool:
    """Return whether an operation reads nothing from the board.

    Amounts inside granted abilities do not count, because they are not locked in (613.6, Svogthos).
    """
    if isinstance(operation, BecomeCopy):
        return False
    return not any(
        isinstance(child, Selector | ControllerOf | Holder | Foremost)
        or (isinstance(child, Amount) and not isinstance(child, Number))
        for child in operation.children()
    )
