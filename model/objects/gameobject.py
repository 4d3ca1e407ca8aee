"""Objects on the board and resolved effects: what the timeline has led to, before any layer applies."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ..cards.card import Card
from ..effects.copiable import Copiable
from ..effects.language import Clause, Operation
from ..effects.view import Choices, Context, Zone
from .stickers import Sticker


class Base(msgspec.Struct, frozen=True, cache_hash=True):
    """What many objects can share: the values layers start from, and where they are.

    Attributes:
        values: printed values of the face that is up, as layer 1 finds them (613.1).
        controller: number of the player under whose control it entered; None off battlefield and stack (108.4).
        owner: number of the player who owns it.
    """

    values: Copiable
    zone: Zone
    owner: int
    controller: int | None = None
    token: bool = False


class Counter(msgspec.Struct, frozen=True):
    """Counters of one kind on an object: how many, and the timestamp they share (613.7c)."""

    kind: str
    count: int
    stamp: int


class CopyRecord(msgspec.Struct, frozen=True):
    """ "Enters as a copy": which object, as it was just before which event, with which exceptions (707.5).

    Attributes:
        of: id of the object copied.
        event: index of the event with which this object entered; the copied values are those
            that `of` had on the board of the events before it.
        exceptions: operations that are part of the copiable values (707.9).
    """

    of: str
    event: int
    exceptions: tuple[Operation, ...] = ()


class GameObject(msgspec.Struct, frozen=True):
    """An object (109.1).

    Attributes:
        id: its name in this board, stable while it stays the same object (400.7).
        number: its bit in every mask; never used again for another object.
        card: what it is a card or token of.
        base: the values layers start from.
        stamp: its timestamp (613.7d-613.7h).
        attached_to: number of the object it is attached to.
        attached_player: number of the player it is attached to.
        counters: by kind, in the order in which they were first put.
        facts: names of the facts that are true of it: tapped, attacking, monstrous, ...; sorted.
        links: other objects it is linked with: ("exiled_with", number), ("paired_with", number).
        face_down: whether it is face down (708).
        listed: its face-down values, if an event lists them (708.2a); else the rules define them.
        face: index of the face that is up.
        choices: what was chosen for it.
        copy: how it entered as a copy, if it did.
        merged: printed values of the components, topmost first, if it is a merged permanent (730.2);
            else (). `base.values` then has the topmost one's, with the abilities of all.
        components: the cards merged, topmost first.
        host: place among them of the permanent that the others merged with.
        merge_stamp: timestamp of the copiable effect of merging (730.2a).
        unordered: ids that entered with it in an unspecified order.
        entered: index of the event with which it became this object.
        x: the value of X it was cast or entered with.
        numbers: facts that are numbers: ("level", 2).
        tapped_unspecified: whether it entered the battlefield without `tapped` being specified (614.12).
        stickers: by timestamp (123).
        designated: the facts among its own that are effects, with their timestamps: ("suspected", 12).
        first_stamp: its timestamp before it got another; None where it still has the first.
        became: number of the permanent that this spell became as it resolved (400.7a).
        planar: whether its controller is the active player, whoever that is (311.5, 312.4).
    """

    id: str
    number: int
    card: Card
    base: Base
    stamp: int
    attached_to: int | None = None
    attached_player: int | None = None
    counters: tuple[Counter, ...] = ()
    facts: tuple[str, ...] = ()
    links: tuple[tuple[str, int], ...] = ()
    face_down: bool = False
    listed: Copiable | None = None
    face: int = 0
    choices: Choices = Choices()
    copy: CopyRecord | None = None
    merged: tuple[Copiable, ...] = ()
    components: tuple[Card, ...] = ()
    host: int = 0
    merge_stamp: int = 0
    unordered: tuple[str, ...] = ()
    entered: int = 0
    x: int | None = None
    numbers: tuple[tuple[str, int], ...] = ()
    tapped_unspecified: bool = False
    stickers: tuple[Sticker, ...] = ()
    planar: bool = False
    became: int | None = None
    first_stamp: int | None = None
    designated: tuple[tuple[str, int], ...] = ()


class ResolvedEffect(msgspec.Struct, frozen=True):
    """A continuous effect of a spell or ability that resolved (611.2).

    Attributes:
        name: its name in the timeline.
        stamp: its timestamp (613.7b).
        clauses: what it does; scopes and amounts are fixed by the solver on the board of its event (611.2c-d).
        context: source, "you", targets, X and choices as they were on resolution.
        event: index of the event that created it: scopes and variables are those of the board of the
            events before it (for a permanent that entered with it: just after entering).
        source_name: what it came from, for people.
        lingers: for a static ability's effect that goes on after its source has left, the ability's place; such an
            effect is not fixed on objects. 0 for all others.
        over: places of the clauses whose duration has ended (611.2a); they are kept for explanations.
        ended: whether all of it has ended.
        ability: place of the ability that made it among those of its source; 0 where no ability did, or none of those.
        listed: face-down values that its text lists; an event must give them (708.2a).
    """

    name: str
    stamp: int
    clauses: tuple[Clause, ...]
    context: Context
    event: int
    source_name: str = ""
    lingers: int = 0
    over: tuple[int, ...] = ()
    ended: bool = False
    ability: int = 0
    listed: tuple[Copiable, ...] = ()


def counter_name(id: str, kind: str) -> str:
    """Return the name of the effect of counters: ``ogre+1/+1``, ``ogre+flying``."""
    return f"{id}{kind}" if kind[:1] in "+-" else f"{id}+{kind}"


def restamped(found: GameObject, stamps: Mapping[int, int]) -> GameObject:
    """Return an object with other timestamps."""
    if not stamps:
        return found

    def new(stamp: int) -> int:
        return stamps.get(stamp, stamp)

    return msgspec.structs.replace(
        found,
        stamp=new(found.stamp),
        merge_stamp=new(found.merge_stamp) if found.merged else found.merge_stamp,
        counters=tuple(msgspec.structs.replace(counter, stamp=new(counter.stamp)) for counter in found.counters),
        stickers=tuple(msgspec.structs.replace(sticker, stamp=new(sticker.stamp)) for sticker in found.stickers),
        designated=tuple((fact, new(stamp)) for fact, stamp in found.designated),
        unordered=(),
    )


def all_restamped(objects: Mapping[int, GameObject], stamps: Mapping[int, int]) -> Mapping[int, GameObject]:
    """Return objects with other timestamps, by number."""
    return {number: restamped(found, stamps) for number, found in objects.items()} if stamps else objects
