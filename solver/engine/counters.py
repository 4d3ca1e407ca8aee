"""The operations that counters apply to objects (122.1)."""

from __future__ import annotations

from functools import lru_cache

from mtglayers.model.effects.amounts.base import Number
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Operation
from mtglayers.model.effects.operations.abilities import Gain
from mtglayers.model.effects.operations.power_toughness import ModifyPT
from mtglayers.model.objects.gameobject import Counter
from mtglayers.model.rules.counter_kinds import is_keyword_counter
from mtglayers.model.rules.edition import Edition
from mtglayers.model.rules.vocabulary import pt_counter


def counter_operation(counter: Counter, edition: Edition) -> Operation | None:
    """Return the operation of the given kind of counter, or None (122.1a, 122.1b)."""
    return _operation(counter.kind, counter.count, edition)


@lru_cache(maxsize=4096)
def _operation(kind: str, count: int, edition: Edition) -> Operation | None:
    size = pt_counter(kind)
    if size is not None:
        return ModifyPT(Number(size[0] * count), Number(size[1] * count))
    if not edition.knows("keyword counters") or not is_keyword_counter(kind):
        return None
    # 113.2c: each counter gives an instance of the ability
    return Gain((Keyword(kind.capitalize()),) * count, unbarred=not edition.cant_have_counters)
