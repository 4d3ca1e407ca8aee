"""Objects on the board and resolved effects, before any layer applies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from ..cards.card import Card
from ..effects.copiable import Copiable
from ..effects.language import Ability, Clause, Operation
from ..effects.node import Node
from ..effects.view import Choices, Context, Zone
from ..support.guesses import Guessed
from ..support.records import Hashed, Leaf
from .stickers import Sticker


class Base(Hashed, frozen=True, cache_hash=True):
    """Values that several objects can share.

    Attributes:
        values: printed values of the face that is up, before layer 1 (613.1).
        controller: number of the player under whose control the object entered, or None in a zone whose objects do not
            have controllers (108.4).
        owner: number of the owner.
    """

    values: Copiable
    zone: Zone
    owner: int
    controller: int | None = None
    token: bool = False


class Counter(Leaf, frozen=True):
    """The counters of one kind on an object, and the timestamp that they share (613.7c).

    There can be 0 of a kind whose number is the loyalty or the defense (306.5c, 310.4c).
    """

    kind: str
    count: int
    stamp: int


def printed_counters(values: Copiable) -> dict[str, int]:
    """Return the printed numbers of loyalty and defense counters with which an object enters (306.5b, 310.4b)."""
    return {"loyalty": values.loyalty or 0, "defense": values.defense or 0}


def recorded(counters: Iterable[Counter]) -> tuple[Counter, ...]:
    """Return the counters without the kinds of which there are 0, except loyalty and defense (306.5c, 310.4c)."""
    return tuple(counter for counter in counters if counter.count or counter.kind in ("loyalty", "defense"))


class CopyRecord(Leaf, frozen=True):
    """A record that an object entered as a copy (707.5).

    Attributes:
        of: id of the copied object.
        event: index of the event in which the object entered; the copied values are those just before the event.
        exceptions: operations that are part of the copiable values (707.9).
    """

    of: str
    event: int
    exceptions: tuple[Operation, ...] = ()


class GameObject(Guessed, Leaf, frozen=True):
    """An object on the board (109.1).

    Attributes:
        id: the object's name on the board (400.7).
        number: the object's bit in every mask, which is never reused.
        card: the card or token.
        base: the values before any layer.
        stamp: the timestamp (613.7d-613.7h).
        attached_to: number of the object to which this one is attached.
        attached_player: number of the player to whom the object is attached.
        counters: the counters by kind, in the order in which the kinds were first put on the object.
        facts: sorted names of true facts, such as "tapped", "attacking" and "monstrous".
        links: linked objects, such as ("exiled_with", number) or ("paired_with", number).
        face_down: whether the object is face down (708).
        listed: the face-down values that an event lists (708.2a), or None for the default values in the rules.
        face: index of the face that is up.
        choices: the choices made for the object.
        copy: a record that the object entered as a copy, or None.
        merged: printed values of the components of a merged permanent, topmost first (730.2); empty for other objects.
            `base.values` contains the values of the topmost component and the abilities of all components.
        components: the cards of a merged permanent, topmost first, or of a melded one.
        host: index in `components` of the permanent with which the others merged.
        merge_stamp: timestamp of the copiable effect of merging (730.2a).
        unordered: ids of objects that entered together with this one in an unspecified order; its own id can be among
            them.
        entered: index of the event in which the object came into existence.
        x: the value of X when the object was cast or entered.
        numbers: facts that are numbers, such as ("level", 2).
        tapped_unspecified: whether the event in which the permanent entered did not specify `tapped` (614.12).
        stickers: the stickers in timestamp order (123).
        designated: designations that have effects and their timestamps, such as ("suspected", 12).
        first_stamp: the first timestamp, or None if `stamp` is the first.
        became: number of the permanent that this spell became (400.7a).
        was: number of the permanent that this card was before it left the battlefield (400.7).
        planar: whether the active player controls the object (311.5, 312.4).
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
    was: int | None = None
    first_stamp: int | None = None
    designated: tuple[tuple[str, int], ...] = ()

    @property
    def original(self) -> str | None:
        """The id of what it copied as it entered, or None; a board can begin with a copy of an unknown object."""
        return None if self.copy is None or self.copy.of == self.id else self.copy.of

    def unprinted(self) -> Iterator[Node]:
        """Yield what can give the object abilities besides its base.

        These are the exceptions of a copy, the values that an effect lists, and the abilities on stickers.
        """
        if self.copy is not None:
            yield from self.copy.exceptions
        if self.listed is not None and self.listed.abilities:
            yield self.listed
        for sticker in self.stickers:
            yield from sticker.abilities

    def on_other_faces(self) -> Iterator[Ability]:
        """Yield the abilities on the faces of the object's card that are not up."""
        return (
            ability for place, face in enumerate(self.card.faces) if place != self.face for ability in face.abilities
        )

    def unlocked_doors(self) -> list[str]:
        """Return the names of the unlocked doors of a Room (709.5)."""
        return [fact.removeprefix("unlocked:") for fact in self.facts if fact.startswith("unlocked:")]


class ResolvedEffect(Leaf, frozen=True):
    """A continuous effect of a resolved spell or ability (611.2).

    Attributes:
        name: the name in the timeline.
        stamp: the timestamp (613.7b).
        clauses: the clauses; their scopes and amounts are locked in when the event is played (611.2c-d).
        context: the source, "you", the targets, X and the choices on resolution.
        event: index of the event that created the effect; scopes and variables are determined before the event,
            or after it if a permanent entered with the effect.
        source_name: the display name of the source.
        lingers: 1-based position of the static ability that created the effect, if the effect continues after its
            source has left and is not locked in to a set of objects; 0 for other effects.
        over: indices of the clauses whose duration has ended (611.2a); the clauses are kept for explanations.
        ended: whether all clauses have ended.
        ability: 1-based position of the resolved ability among the abilities of its source; 0 for other effects.
        listed: face-down values listed in the text; an event must give them to an object (708.2a).
        delayed: the delayed triggered abilities that it created and that have not ended (603.7).
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
    delayed: tuple[Ability, ...] = ()


def counter_name(id: str, kind: str) -> str:
    """Return the name of a counter effect, such as ``ogre+1/+1`` or ``ogre+flying``."""
    return f"{id}{kind}" if kind[:1] in "+-" else f"{id}+{kind}"


def restamped(found: GameObject, stamps: Mapping[int, int]) -> GameObject:
    """Return an object with timestamps replaced as `stamps` specifies."""
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
    """Return a mapping from number to object with timestamps replaced as `stamps` specifies."""
    return {number: restamped(found, stamps) for number, found in objects.items()} if stamps else objects
