"""The names that sentences use for objects and effects."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from mtglayers.model.objects.gameobject import counter_name
from mtglayers.model.support.names import kebab

from ..wording import joined

if TYPE_CHECKING:
    from mtglayers.model.objects.gameobject import GameObject

    from ..result.result import Result

MANY: Final = 8
"""Maximum number of objects that a sentence lists by name."""

# The suffixes of effects that belong to an object and do not come from an ability.
_CARRIED = frozenset({
    "merge", "choice", "face down", "name sticker", "ability sticker", "size sticker", "suspected", "Ring-bearer",
})  # fmt: skip


class Names:
    """The names that sentences use for the objects and effects in a result.

    The name of an object is that of its card or, if several objects share that name, its id in backticks.
    """

    def __init__(self, result: Result) -> None:
        objects = result.trace.start.world.objects.values()
        self._result = result
        self._objects = {found.id: found for found in objects}
        self._counters = {
            counter_name(found.id, counter.kind): (found.id, counter.kind)
            for found in objects
            for counter in found.counters
        }
        self._shared = {name for name, count in Counter(map(printed_name, objects)).items() if count > 1}
        self._several: dict[str, set[str]] = {}

    def object(self, id: str) -> str:
        """Return the name of an object; the name of a token begins with "the"."""
        found = self._objects.get(id)
        name = "" if found is None else printed_name(found)
        if found is None or not name or name in self._shared:
            return f"`{id}`"
        return f"the {name}" if found.base.token else name

    def printed(self, id: str) -> str:
        """Return the printed name of an object."""
        return printed_name(self._objects[id]) if id in self._objects else ""

    def objects(self, ids: Sequence[str], nobody: str = "nothing") -> str:
        """Return the names of objects as a phrase that shortens long lists."""
        if len(ids) > MANY:
            return f"{', '.join(map(self.object, ids[: MANY - 1]))} and {len(ids) - MANY + 1} more"
        return joined(map(self.object, ids)) or nobody

    def effect(self, name: str, layer: str) -> str:
        """Return a name for an effect: its object's and, if the object has several abilities, the ability's."""
        if name in self._counters:
            id, kind = self._counters[name]
            return f"{self.object(id)} ({kind} counters)"
        if name in self._objects:
            return f"{self.object(name)} (copy)"
        granted = re.fullmatch(r"(.+?)<(.+)>(?:#\d+)?", name)
        if granted and granted[1] in self._objects:
            what = granted[2] if granted[2] in _CARRIED else ""
            if what == "merge":
                found = self._objects[granted[1]]
                others = [card.name for place, card in enumerate(found.components) if place != found.host]
                what = f"merged with {joined(others)}"
            return f"{self.object(granted[1])} ({what or 'ability from ' + self.effect(granted[2], layer)})"
        id, mark, place = name.rpartition("#")
        if mark and id in self._objects:
            return f"{self.object(id)} (ability {place})" if id in self._crowded(layer) else self.object(id)
        spell = self._result.sources.spoken.get(name, "")
        return spell if spell and kebab(spell) == name else f"`{name}`"

    def effects(self, names: Iterable[str], layer: str) -> str:
        """Return the names of effects as a phrase."""
        return joined(self.effect(name, layer) for name in names)

    def _crowded(self, layer: str) -> set[str]:
        # The objects with more than one printed ability that acts in `layer`.
        if layer not in self._several:
            places: dict[str, set[str]] = {}
            for found in self._result.layers:
                if found.name == layer:
                    for name in {name for step in found.steps for name in (*step.pending, step.effect)}:
                        id, _, place = name.rpartition("#")
                        places.setdefault(id, set()).add(place)
            self._several[layer] = {id for id, found in places.items() if len(found) > 1}
        return self._several[layer]


def printed_name(found: GameObject) -> str:
    """Return the printed name of the face that is up on an object's card."""
    faces = found.card.faces
    return faces[found.face].name if found.face < len(faces) else found.card.name
