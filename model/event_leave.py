"""Objects go: to another zone, into a merged permanent, or out of phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from .ability import Static
from .card import Card
from .copying import Copiable
from .event import Event, zone_name
from .event_kinds import Chosen, Direction, Place, Text, Texts, ToZone, chosen_over
from .faces import values_of
from .gameobject import Base, GameObject, ResolvedEffect
from .tables import Tables
from .timestamp import apnap
from .view import Choices, Context, Zone


class Leaves(Event, frozen=True, kw_only=True):
    """Objects leave; their cards are new objects in their owners' zone, called ``<id>@<zone>`` (400.7).

    Tokens, copies and emblems cease to exist (111.7).
    """

    VERB: ClassVar[str] = "leaves"
    STAMPS: ClassVar[bool] = True

    leaves: Texts
    to: ToZone = "graveyard"

    def apply(self, tables: Tables, index: int) -> tuple[str, ...]:
        if self.to in ("battlefield", "stack"):
            raise self.refuse(f"nothing leaves to the {self.to}; say that it moves")
        leaving = [tables.named(name) for name in self.leaves]
        for place, old in enumerate(leaving):
            if old in leaving[:place]:
                raise self.refuse(f"`{old.id}` is named twice")
            if old.base.zone == self.to:
                raise self.refuse(f"`{old.id}` is already in {zone_name(self.to)}")
        owners = [old.base.owner for old in leaving]
        made: list[str] = []
        for old in apnap(leaving, owners, tables.counts["active"], len(tables.players)):
            cards = depart(tables, tables.objects[old.number], index)
            made.extend(send_components(tables, index, old, cards, self.to))
        tables.put(tables.stamped, "group", tuple(tables.ids[name] for name in made))
        return tuple(made)


class Merges(Event, frozen=True, kw_only=True):
    """A card or spell merges with a permanent, which stays the same object (730.2)."""

    VERB: ClassVar[str] = "merges"

    merges: Text
    with_: Text
    on: Place
    chosen: Chosen = Choices()

    def apply(self, tables: Tables, index: int) -> tuple[str, ...]:
        guest, host = tables.named(self.merges), tables.named(self.with_)
        if guest.number == host.number:
            raise self.refuse(f"`{guest.id}` cannot merge with itself")
        if host.base.zone != "battlefield":
            raise self.refuse(
                f"`{host.id}` is in {zone_name(host.base.zone)}; only a permanent can be merged with (730.2)"
            )
        if guest.base.zone == "battlefield":
            raise self.refuse(f"`{guest.id}` is a permanent already; a card or spell merges (730.2)")
        if guest.card.emblem:
            raise self.refuse(f"`{guest.id}` is an emblem; a card or spell merges (730.2)")
        top = self.on == "top"
        old_values = host.merged or (host.base.values,)
        old_cards = host.components or (host.card,)
        new_values = guest.base.values
        merged = (new_values, *old_values) if top else (*old_values, new_values)
        cards = (guest.card, *old_cards) if top else (*old_cards, guest.card)
        tables.remove(guest.number)
        tables.change(
            host.number,
            base=msgspec.structs.replace(host.base, values=merged_values(merged)),
            merged=merged,
            components=cards,
            host=host.host + top,
            merge_stamp=tables.next_stamp(),
            face_down=guest.face_down if top else host.face_down,
            choices=chosen_over(host.choices, self.chosen),
        )
        return (host.id,)


class Phases(Event, frozen=True, kw_only=True):
    """A permanent phases out or in with what is attached to it; it keeps its timestamp (702.26)."""

    VERB: ClassVar[str] = "phases"

    phases: Text
    direction: Direction
    chosen: Chosen = Choices()

    def apply(self, tables: Tables, index: int) -> tuple[str, ...]:
        number = tables.ids.get(self.phases)
        along = None if number is None else tables.phased.get(number)
        if self.direction == "out":
            if number is not None and along is not None and along != number:
                return (self.phases,)  # 702.26h: it phased out with what it is attached to
            if number is not None and along is not None:
                raise self.refuse(f"`{self.phases}` is phased out already (702.26b)")
            found = tables.named(self.phases)
            if found.base.zone != "battlefield":
                raise self.refuse(f"`{found.id}` is in {zone_name(found.base.zone)}; permanents phase (702.26a)")
            return self._out(tables, found.number, found.number)
        if number is None or along is None:
            found = tables.named(self.phases)
            raise self.refuse(f"`{found.id}` is not phased out (702.26c)")
        if along != number:
            host = tables.objects[along].id
            raise self.refuse(f"`{self.phases}` phased out with `{host}` and phases in with it (702.26g)")
        back = [other for other, with_ in tables.phased.items() if with_ == number]
        for other in sorted(back, key=lambda other: (other != number, other)):
            tables.phase(other, None)
        tables.choose(number, self.chosen)
        return (self.phases,)

    def _out(self, tables: Tables, number: int, along: int) -> tuple[str, ...]:
        attached = tables.attachments.get(number, ())
        tables.phase(number, along)
        for other in attached:  # 702.26g
            if tables.is_present(other):
                self._out(tables, other, along)
        return (tables.objects[number].id,)


def depart(tables: Tables, old: GameObject, index: int) -> tuple[Card, ...]:
    """Take an object off the board and return its cards, topmost first; none for a token or emblem."""
    if old.base.zone == "battlefield":
        linger(tables, old, index)
    tables.remove(old.number)
    if old.merged:
        # 111.7, 730.3: the components go their own ways; a token among them ceases to exist.
        return tuple(
            card for place, card in enumerate(old.components)
            if not card.token and not (old.base.token and place == old.host)
        )  # fmt: skip
    return () if old.base.token or old.card.emblem else (old.card,)


def linger(tables: Tables, old: GameObject, index: int) -> None:
    """Let effects that say so go on after their source has left ("this effect continues until end of turn")."""
    for place, ability in enumerate(old.base.values.abilities, start=1):
        if isinstance(ability, Static) and ability.lingers:
            name = tables.free(f"{old.id}#{place}")
            clauses = tuple(msgspec.structs.replace(clause, duration=ability.lingers) for clause in ability.parts)
            context = Context(effect=name, source=old.number, you=tables.whose(old), choices=old.choices)
            effect = ResolvedEffect(name, old.stamp, clauses, context, index, old.card.name, lingers=place)
            tables.put(tables.effects, name, effect)


def send_components(tables: Tables, index: int, old: GameObject, cards: Sequence[Card], zone: Zone) -> tuple[str, ...]:
    """Put cards that were object `old` in a zone, as new objects named after it, and return their ids."""
    kept = tuple(fact for fact in old.facts if fact == "commander")
    made: list[str] = []
    for card in cards:
        base = Base(values_of(card, zone), zone, old.base.owner)
        name = tables.free(f"{old.id.partition('@')[0]}@{zone}")
        fresh = GameObject(
            name, tables.take("object", 1), card, base, tables.take("stamp", 1), facts=kept, entered=index
        )
        tables.add([fresh])
        made.append(name)
    return tuple(made)


def merged_values(components: Sequence[Copiable]) -> Copiable:
    """Return the topmost component's values with the abilities of all (702.140e, 730.2a)."""
    abilities = tuple(ability for component in components for ability in component.abilities)
    return msgspec.structs.replace(components[0], abilities=abilities)
