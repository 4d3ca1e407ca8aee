"""Where the objects of a state cannot be, or not as the state says."""

from __future__ import annotations

from collections.abc import Iterator

from ..cards.card import Card
from ..cards.faces import is_room
from ..data.record import Path
from ..effects.copiable import Copiable
from ..effects.designations import DESIGNATIONS
from ..events.base import in_zone, zone_name
from ..events.concepts import NONTRADITIONAL, nontraditional
from ..rules.vocabulary import NEVER_PERMANENT
from ..support.names import did_you_mean
from .given import StateObject

Problem = tuple[Path, str]
"""A path inside an object, and what is wrong there."""


def misplaced(each: StateObject, card: Card, values: Copiable | None) -> Iterator[Problem]:
    """Yield what an object cannot be in its zone. Events that said so would be refused.

    Args:
        each: the object.
        card: its card.
        values: its values before layer 1, or None if it can have copied others.
    """
    zone, down = each.zone, "face-down" in each.facts
    if values is not None:
        yield from _doors(each, card)
        if zone == "battlefield" and not down and (types := NEVER_PERMANENT & {*values.types}):
            yield (), f"`{each.id}` is not a permanent card: its type is {min(types)}"
    if card.emblem and zone != "command":
        yield ("zone",), f"`{each.id}` is an emblem, so it is in the command zone (114.4)"
    if (card.token or "token" in each.facts) and zone != "battlefield":
        yield ("zone",), f"`{each.id}` is a token, so it cannot be {in_zone(zone)} (111.8)"
    if down and (problem := _hidden(each, card)):
        yield ("facts",), problem
    if each.values is None:
        if "prototype" in each.facts and card.faces[0].prototype is None:
            yield ("facts",), f"`{card.name}` has no prototype (702.160a)"
        if "fuse" in each.facts and not any(face.has("Fuse") for face in card.faces):
            yield ("facts",), f"`{card.name}` has no fuse (702.102a)"
    if zone != "battlefield":
        yield from _not_permanent(each)


def _doors(each: StateObject, card: Card) -> Iterator[Problem]:
    doors = [face.name for face in card.faces] if is_room(card) else []
    for place, fact in enumerate(each.facts):
        kind, _, door = fact.partition(":")
        if kind == "unlocked" and door not in doors:
            what = "is not a Room, so it has no doors (709.5)" if not doors else f"has no door `{door}`"
            yield ("facts", place), f"`{each.id}` {what}{did_you_mean(door, doors)}"


def _hidden(each: StateObject, card: Card) -> str:
    if each.zone in ("graveyard", "hand", "library"):
        return f"`face-down` does not apply to cards {in_zone(each.zone)} (110.5d)"
    if each.zone != "command" or each.values is not None:  # such values do not say what the card is
        return ""
    kind = nontraditional(card)
    if kind is None:
        return f"`{card.name}` cannot be face down in the command zone"
    if NONTRADITIONAL[kind].beginning and not card.faces[0].has("Hidden agenda", "Double agenda"):
        return f"`{card.name}` has no hidden agenda, so it is face up in the command zone (313.4, 315.2)"
    return ""


def _not_permanent(each: StateObject) -> Iterator[Problem]:
    for key in ("attached_to", "attached_player"):
        if getattr(each, key) is not None:
            yield (key,), f"`{each.id}` is {in_zone(each.zone)}, not on the battlefield (701.3a)"
    for fact in DESIGNATIONS:
        if fact in each.facts:
            yield ("facts",), f"`{fact}` requires the battlefield, not {zone_name(each.zone)}"
    if "tapped" in each.facts:
        yield ("facts",), f"`tapped` does not apply to cards {in_zone(each.zone)} (110.5d)"
