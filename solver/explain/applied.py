"""What an application did to which objects, told afterwards: "made Taiga a Swamp"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mtglayers.model.effects.view import Column, Mask

from ..engine.state import numbers
from ..wording import joined
from .causes import Family, kinds, sides, split
from .names import Names

if TYPE_CHECKING:
    from ..engine.trace import Step

FEW = 2
"""More different deeds than that are not told one by one."""


def deeds(step: Step, changed: Mapping[Column, Mask], names: Names) -> str:
    """Return what a step did, as far as it shows in some of the columns that it changed.

    Args:
        step: the step.
        changed: column -> the objects for which it is told.
        names: what objects are called.
    """
    whole = 0
    for mask in changed.values():
        whole |= mask
    objects = step.before.world.objects
    groups: dict[tuple[Family, str, str], list[str]] = {}
    for number in sorted(numbers(whole), key=lambda number: (objects[number].stamp, number)):
        about = [column for column, mask in changed.items() if mask >> number & 1]
        for side in sides(about, number, step.before, step.after, names):
            groups.setdefault(side, []).append(objects[number].id)
    said = [
        deed(family, before, after, names.objects(ids), many=len(ids) > 1)
        for (family, before, after), ids in groups.items()
    ]
    return joined([*said[:FEW], "more of that kind"] if len(said) > FEW + 1 else said)


def deed(family: Family, before: str, after: str, about: str, *, many: bool = False) -> str:
    """Return a change about one or several objects as what somebody did: "made Taiga a Swamp"."""
    going, coming = split(before), split(after)
    match family:
        case "controller":
            return f"gave control of {about} to {after or 'nobody'}"
        case "type":
            return f"made {about} {_made(going, coming, many=many)}"
        case "colour":
            return f"made {about} {after}" if after else f"made {about} no longer {before}"
        case "ability":
            return f"gave {about} {after}" if after else f"took {before} from {about}"
        case "name" | "mana cost":
            return f"changed the {family} of {about} to {after or 'none'}"
        case "mana value":
            return f"changed the mana value of {about} to {after or 0}"
        case "size":
            return f"gave {about} {joined(coming)}" if coming else f"took {joined(going)} from {about}"
        case _:
            return f"changed {about}"


def _made(going: Sequence[str], coming: Sequence[str], *, many: bool) -> str:
    if not coming:
        return f"no longer {kinds(going, many=many)}"
    return kinds(coming, many=many) + (f" rather than {kinds(going, many=many)}" if going else "")


__all__ = ["deed", "deeds"]
