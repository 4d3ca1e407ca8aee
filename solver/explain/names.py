"""What objects and effects are called in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from mtglayers.model.objects.gameobject import counter_name
from mtglayers.model.support.names import kebab

from ..wording import joined

if TYPE_CHECKING:
    from mtglayers.model.objects.gameobject import GameObject

    from ..result.result import Result

MANY: Final = 8
"""Maximum number of objects listed one by one in a sentence."""

# What effects are called that an object carries without having an ability for them.
_CARRIED = (
    "merge",
    "choice",
    "face down",
    "name sticker",
    "ability sticker",
    "size sticker",
    "suspected",
    "Ring-bearer",
)


class Names:
    """What the objects and effects of a solve are called in sentences.

    A card is called by its name where that is clear, and by its id, in backticks, where two objects share it.
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
        times: dict[str, int] = {}
        for found in objects:
            times[printed_name(found)] = times.get(printed_name(found), 0) + 1
        self._shared = {name for name, count in times.items() if count > 1}
        self._several: dict[str, set[str]] = {}

    def object(self, id: str) -> str:
        """Return what an object is called: its card's name, "the" before that of a token, or its id."""
        found = self._objects.get(id)
        name = "" if found is None else printed_name(found)
        if found is None or not name or name in self._shared:
            return f"`{id}`"
        return f"the {name}" if found.base.token else name

    def printed(self, id: str) -> str:
        """Return the name on an object's card."""
        return printed_name(self._objects[id]) if id in self._objects else ""

    def objects(self, ids: Sequence[str], nobody: str = "nothing") -> str:
        """Return what several objects are called; a long list is shortened.

        It then says how many were left out.
        """
        if len(ids) > MANY:
            return f"{', '.join(map(self.object, ids[: MANY - 1]))} and {len(ids) - MANY + 1} more"
        return joined(map(self.object, ids)) or nobody

    def effect(self, name: str, layer: str) -> str:
        """Return what an effect is called in `layer`: by its object, and by more where that has several there."""
        if name in self._counters:
            id, kind = self._counters[name]
            return f"{self.object(id)} ({kind} counters)"
        if name in self._objects:
            return f"{self.object(name)} (copy)"
        granted = re.fullmatch(r"(.+?)<(.+)>(?:#\d+)?", name)
        if granted and granted[1] in self._objects:
            what = granted[2] if granted[2] in _CARRIED else ""
            if what == "merge":
                what = f"merged with {joined(_others(self._objects[granted[1]]))}"
            return f"{self.object(granted[1])} ({what or 'ability from ' + self.effect(granted[2], layer)})"
        id, mark, place = name.rpartition("#")
        if mark and id in self._objects:
            return f"{self.object(id)} (ability {place})" if id in self._crowded(layer) else self.object(id)
        spell = self._result.sources.spoken.get(name, "")
        return spell if spell and kebab(spell) == name else f"`{name}`"

    def effects(self, names: Iterable[str], layer: str) -> str:
        """Return what several effects are called."""
        return joined(self.effect(name, layer) for name in names)

    def _crowded(self, layer: str) -> set[str]:
        """Return the objects of which more than one printed ability acts in `layer`."""
        if layer not in self._several:
            places: dict[str, set[str]] = {}
            for found in self._result.layers:
                if found.name == layer:
                    for name in {name for step in found.steps for name in (*step.pending, step.effect)}:
                        id, _, place = name.rpartition("#")
                        places.setdefault(id, set()).add(place)
            self._several[layer] = {id for id, found in places.items() if len(found) > 1}
        return self._several[layer]


def _others(found: GameObject) -> list[str]:
    # Merged cards, topmost first.
    return [card.name for place, card in enumerate(found.components) if place != found.host]


def printed_name(found: GameObject) -> str:
    """Return the name on the face of an object's card that is up."""
    faces = found.card.faces
    return faces[found.face].name if found.face < len(faces) else found.card.name
