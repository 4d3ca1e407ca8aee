"""A check that text with no counterpart in the trees does not mention layers."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from mtglayers.model.effects.ability import Resolution, TextAbility
from mtglayers.model.effects.language import Ability
from mtglayers.model.effects.node import Node
from mtglayers.model.errors import UnsupportedTextError
from mtglayers.model.oracle.reading.lines import read_line
from mtglayers.model.oracle.reading.prefixes import split_effect
from mtglayers.model.oracle.reading.resolving import read_resolution, resolution_of
from mtglayers.model.oracle.recognition.normalise import sentences

from .layer_words import spoken_of, unquoted
from .lines import ReadLine
from .roundtrip import kept


def passed_over(line: ReadLine) -> Iterator[tuple[str, str]]:
    """Yield pairs (layer, sentence) for layers mentioned in text with no counterpart in the trees.

    Such text consists of words that are missing when the trees are converted back to text, and of sentences whose
    deletion does not change the trees.
    """
    if line.abilities and line.kind == "keyword" and line.text.startswith(("Companion", "Casualty")):
        return  # 702.139a: a condition on the deck; 702.153a: the copy is another spell
    yield from spoken_of(kept(line))
    if line.status != "compiled":
        return
    if idle := {unquoted(sentence) for sentence in idle_sentences(line)}:
        yield from (found for found in spoken_of(line.text) if found[1] in idle)


def idle_sentences(line: ReadLine) -> Iterator[str]:
    """Yield each sentence whose deletion does not change the trees."""
    head, effect = split_effect(line.text) if line.resolution is not None else ("", line.text)
    found = sentences(effect)
    if len(found) < 2 or "\n" in effect:
        return
    whole = trees(line.text, line)
    for place, sentence in enumerate(found):
        rest = " ".join((*found[:place], *found[place + 1 :]))
        start = line.text[: len(line.text) - len(effect)] if head else ""
        if trees(start + rest, line) == whole:
            yield sentence


def trees(text: str, line: ReadLine) -> tuple[object, ...] | None:
    """Return the trees for the given text, or None if the text is not understood."""
    if line.resolution is not None:
        try:
            resolution = read_resolution(text, line.face)
        except UnsupportedTextError:
            return None
        return (_without_text(resolution),)
    types = ("Instant",) if line.spell else ()
    return tuple(_meaning(ability, line.face) for ability in read_line(text, line.face, types))


def _meaning(ability: Ability, name: str) -> object:
    if not isinstance(ability, TextAbility) or ability.form in ("rule", "mana", "entering"):
        return _without_text(ability)
    try:  # the ability of a level of a Class
        return _without_text(ability), _without_text(resolution_of(ability, name))
    except UnsupportedTextError:
        return _without_text(ability)


def _without_text(node: Node) -> object:
    match node:
        case Resolution(clauses, modes, delayed=delayed):
            return (*clauses, *modes, *delayed)
        case TextAbility():
            return msgspec.structs.replace(node, text="")
        case _:
            return node
