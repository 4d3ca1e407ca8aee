"""The characteristics listed for a face-down permanent, in English (708.2)."""

from __future__ import annotations

from ...effects.amounts.base import Number
from ...effects.copiable import Copiable
from ...effects.language import Clause
from ...effects.operations.becomes import Becomes
from ...effects.selectors import Target


def listing(values: Copiable) -> Clause:
    """Return a clause that lists these values."""
    size = [None if number is None else Number(number) for number in (values.power, values.toughness)]
    is_ = Becomes(
        values.supertypes, values.colors or None, values.subtypes, values.types, power=size[0], toughness=size[1],
        abilities=values.abilities, name=values.name,
    )  # fmt: skip
    return Clause(Target(word="it"), (is_,))


__all__ = ["listing"]
