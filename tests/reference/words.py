"""Search and replacement of color words and subtypes in rules text (612)."""

from __future__ import annotations

from typing import Any

import msgspec

from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.amounts.counting import Devotion, Symbols
from mtglayers.model.effects.conditions import CommonColor
from mtglayers.model.effects.filters.characteristics import OfColor, OfSubtype, With
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.operations.becomes import Becomes
from mtglayers.model.effects.operations.colors import AddColors, SetColors
from mtglayers.model.effects.operations.players_and_rules import RuleText
from mtglayers.model.effects.operations.types import AddSubtypes, LoseSubtypes, SetSubtypes
from mtglayers.model.rules.vocabulary import COLOR_NAMES

# 612.2: the places where color words and subtypes are used as such
WORDS: dict[type[Node], tuple[str, ...]] = {
    OfColor: ("color",),
    OfSubtype: ("subtype",),
    With: ("subtype",),
    CommonColor: ("color",),
    Symbols: ("color",),
    SetColors: ("colors",),
    AddColors: ("colors",),
    AddSubtypes: ("subtypes",),
    SetSubtypes: ("subtypes",),
    LoseSubtypes: ("subtypes",),
    Becomes: ("colors", "subtypes"),
    Keyword: ("color", "subtype"),
    Devotion: ("colors",),
    TextAbility: ("colors", "subtypes"),  # of a text that is not included
}


def reworded(tree: Any, old: str, new: str) -> Any:
    """Return a text after replacing a word where it is used as a color or subtype."""
    if isinstance(tree, tuple):
        return tuple(reworded(part, old, new) for part in tree)
    if not isinstance(tree, Node):
        return tree
    if isinstance(tree, TextAbility | RuleText) and (old in tree.text or COLOR_NAMES.get(old, old) in tree.text):
        raise NotImplementedError("words inside a kept text")
    fields = {}
    for name in tree.__struct_fields__:
        part = getattr(tree, name)
        if name in WORDS.get(type(tree), ()):
            part = tuple(new if word == old else word for word in part) if isinstance(part, tuple) else part
            fields[name] = new if part == old else part
        else:
            fields[name] = reworded(part, old, new)
    return msgspec.structs.replace(tree, **fields)
