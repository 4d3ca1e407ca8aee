"""The names and timestamp keys of effects (613.7)."""

from __future__ import annotations

from mtglayers.model.effects.view import Context, Held
from mtglayers.model.objects.gameobject import GameObject
from mtglayers.model.rules.edition import Edition

from .effect import Effect, Key


def static_name(id: str, held: Held) -> str:
    """Return the name of the effect of an object's ability, as ``id#n`` or ``id<granting effect>``."""
    if held.origin == "granted":
        return f"{id}<{held.granter}>" + (f"#{held.place}" if held.place > 1 else "")
    return f"{id}#{held.place}"


def static_key(stamp: int, first_stamp: int | None, held: Held, edition: Edition) -> Key:
    """Return the timestamp key of a static ability's effect (613.7a), given the timestamps of its object.

    The timestamp is the later of the timestamps of the object and the granting effect. Even if the object has
    since received a new timestamp, granted abilities come after its own abilities. If two abilities are granted at
    once, the ability of the older object comes first (B13).
    """
    if not held.stamp:
        return (stamp, -1, 0, held.place)
    if edition.keeps_order and held.stamp[0] == stamp and first_stamp is not None:
        return (stamp, -1, stamp, held.place)  # granted by the object itself: never newer than its own
    when = max(stamp, held.stamp[0]) if edition.granted_later else stamp
    return (when, held.stamp[0], stamp, held.place)


def static_context(source: GameObject, held: Held, edition: Edition) -> Context:
    """Return the context of the effect of an object's ability, with the effect's name and timestamp key."""
    key = static_key(source.stamp, source.first_stamp, held, edition)
    return Context(effect=static_name(source.id, held), source=source.number, stamp=key)


def resolved_key(stamp: int) -> Key:
    """Return the timestamp key of a resolved effect (613.7b).

    If an object has the same timestamp as the resolved effect, the object's effects count as older (613.7n; in
    earlier rules, B13).
    """
    return (stamp, stamp)


def kept_place(source: GameObject, held: Held, edition: Edition) -> int:
    """Return a number that orders an object's abilities with the same timestamp, or 0.

    Since 2021-02-15, an ability that was granted later remains newer when its object gets a new timestamp (613.7a).
    No rule orders abilities with the same number (B13).
    """
    first = source.first_stamp
    later = first is not None and held.stamp and first < held.stamp[0] < source.stamp
    return held.stamp[0] if edition.keeps_order and later else 0


def kept_before(one: Effect, other: Effect, source: GameObject) -> bool:
    """Return whether a rule makes one of an object's abilities older despite tied timestamps (613.7a)."""
    if one.held is None or other.held is None or not one.source == other.source == source.number:
        return False
    edition = one.plan.edition
    tied = one.key[0] == other.key[0] == source.stamp
    return tied and kept_place(source, one.held, edition) < kept_place(source, other.held, edition)


def backwards(key: Key, source: GameObject, held: Held, edition: Edition) -> Key:
    """Return a timestamp key that breaks ties in the opposite order, unless a rule breaks them (B13)."""
    when, granted, stamp, place = key
    if source.stamp != when:  # the ability is as old as the effect that granted it
        return (when, -2, -stamp, -place)
    return (when, 0, kept_place(source, held, edition), -granted, -stamp, -place)
