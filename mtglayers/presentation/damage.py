"""What to write on a board for damage that a resolved text deals, which no board counts (120.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from mtglayers.model.cards.search import find_card
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.errors import UnknownCardError
from mtglayers.solver.wording import joined

if TYPE_CHECKING:
    from mtglayers.model.objects.gameobject import ResolvedEffect
    from mtglayers.solver.result.characteristics import Characteristics
    from mtglayers.solver.result.result import Result

_COUNTERS: Final = (("Planeswalker", "loyalty"), ("Battle", "defense"))
"""The types of permanents that lose counters because of damage, each with the counters (306.8, 310.6)."""

_AS_COUNTERS: Final = {"Wither", "Infect"}
"""The keywords of sources whose damage to creatures is dealt as -1/-1 counters (702.80a, 702.90c)."""


def damage_words(result: Result, id: str, targets: Sequence[str], most: int) -> str:
    """Return what to write for damage that an effect deals, which of several objects it is dealt to being unknown.

    Args:
        result: the result.
        id: the name of the effect.
        targets: the ids of its targets on the battlefield; without them, every creature can be dealt damage.
        most: the maximum number of objects that are named.
    """
    effect = result.sources.resolved.get(id)
    damaged = [found for found in map(result.__getitem__, targets or result.objects) if _takes_damage(found, targets)]
    names = dict.fromkeys(result.explainer.names.printed(each.id) for each in damaged)
    if not names or len(names) > most:
        return "for each creature that dies, write `NAME dies`"
    lines: dict[str, None] = {}
    dying: dict[str, None] = {}
    spared: dict[str, None] = {}
    for found in damaged:
        name = result.explainer.names.printed(found.id)
        lines |= dict.fromkeys(f"`remove N {kind} counters from {name}`" for kind in _lost(found))
        if "Creature" in found.types and _withers(result, effect, [each for each in damaged if each is not found]):
            lines[f"`N -1/-1 counters on {name}`"] = None
        elif "Creature" in found.types:
            (spared if is_indestructible(found) else dying)[name] = None
    return "; ".join(_parts([*lines], [*dying], [*spared]))


def _parts(lines: Sequence[str], dying: Sequence[str], spared: Sequence[str]) -> Iterator[str]:
    if lines:
        yield f"write {joined(lines, 'or')}"
    if dying:
        yield f"if {joined(dying, 'or')} dies, write {joined([f'`{name} dies`' for name in dying], 'or')}"
    if spared:
        yield not_destroyed(spared)


def not_destroyed(names: Sequence[str]) -> str:
    """Return the words for objects that are indestructible (702.12b)."""
    return f"{joined(names)} {'is' if len(names) == 1 else 'are'} indestructible and not destroyed (702.12b)"


def is_indestructible(found: Characteristics) -> bool:
    """Return whether an object has indestructible."""
    return _has(found, {"Indestructible"})


def _takes_damage(found: Characteristics, targets: Sequence[str]) -> bool:
    return found.zone == "battlefield" and ("Creature" in found.types or (bool(targets) and bool(_lost(found))))


def _lost(found: Characteristics) -> list[str]:
    return [kind for type, kind in _COUNTERS if type in found.types]


def _withers(result: Result, effect: ResolvedEffect | None, others: Sequence[Characteristics]) -> bool:
    # Of several targets, another one can deal the damage, as in "target creature fights another target creature".
    if effect is None:
        return False
    source, objects = effect.context.source, result.trace.start.world.objects
    if len(effect.context.targets) > 1:
        return any(_has(each, _AS_COUNTERS) for each in others)
    if source is not None:
        return source in objects and _has(result[objects[source].id], _AS_COUNTERS)
    try:
        faces = find_card(effect.source_name, {}).faces
    except UnknownCardError:
        return False
    return any(face.has(keyword) for face in faces for keyword in _AS_COUNTERS)


def _has(found: Characteristics, keywords: set[str]) -> bool:
    return any(isinstance(each, Keyword) and each.name in keywords for each in found.abilities)
