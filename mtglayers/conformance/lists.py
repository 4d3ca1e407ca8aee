"""The closed lists that an engine needs in addition to the trees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from mtglayers.model.effects.language import Filter, Operation
from mtglayers.model.effects.node import Node, tag_of
from mtglayers.model.effects.registry import MODULES, is_base
from mtglayers.model.rules.vocabulary import BASIC_LAND_TYPES, CARD_TYPE_FAMILY, COLOR_NAMES, EVERY_MARKERS, SUBTYPES

LISTS: Final = "lists.json"

_LOADED: Final = MODULES  # defines every kind


def lists_data() -> dict[str, Any]:
    """Return the lists.

    The keys are `subtypes` (family -> words), `families` (card type -> family of its subtypes), `every` (family -> the
    word that stands for all of it), `colors` (letter -> word), `basic_land_types` (word -> the mana of its ability,
    305.6), `operations` (kind of tree -> kind of operation, which the edition places in a layer) and `zoned` (filters
    that name zones: a group without any means permanents, 109.2).
    """
    return {
        "subtypes": {family: list(words) for family, words in SUBTYPES.items()},
        "families": dict(CARD_TYPE_FAMILY),
        "every": dict(EVERY_MARKERS),
        "colors": dict(COLOR_NAMES),
        "basic_land_types": dict(BASIC_LAND_TYPES),
        "operations": {tag_of(kind): kind.kind for kind in kinds_of(Operation)},
        "zoned": [tag_of(kind) for kind in kinds_of(Filter) if kind.zoned],
    }


def kinds_of(base: type[Any]) -> Iterator[type[Any]]:
    """Yield the kinds of tree of a category, by name, without abstract bases."""
    for _, kind in sorted(Node.KINDS.items()):
        if issubclass(kind, base) and not is_base(kind):
            yield kind
