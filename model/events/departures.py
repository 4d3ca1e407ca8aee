"""Events in which objects leave, merge, phase out or phase in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

import msgspec

from ..cards.card import Card
from ..cards.faces import values_of
from ..data.record import abbreviated
from ..effects.ability import Static
from ..effects.copiable import Copiable
from ..effects.view import Choices, Context, Zone
from ..objects.gameobject import Base, GameObject, ResolvedEffect
from ..objects.stickers import restamped
from ..objects.tables import Tables
from ..objects.timestamps import apnap
from ..rules.counter_kinds import misspelt_counter
from .base import Event, in_zone, zone_name
from .concepts import MERGING, NONTRADITIONAL, admit_concept, nontraditional
from .fields import Chosen, Direction, Place, Text, Texts, ToZone
from .shown import shown_values

BLANK: Final = frozenset({"command", "exile"})
"""Zones in which a face-down card has no characteristics (315.5b, 406.3a)."""

HIDDEN: Final = frozenset({"hand", "library"})
"""Hidden zones (400.2)."""


class Leaves(Event, frozen=True, kw_only=True):
    """Objects change zones, and their cards become new objects with the ids ``<id>@<zone>`` (400.7).

    Tokens, copies and emblems cease to exist (111.7). A plane, phenomenon or scheme that is turned face down
    also leaves and becomes a new object in the command zone. Stickers remain on cards in public zones (123.5).
    """

    STAMPS: ClassVar[bool] = True

    leaves: Texts
    to: ToZone = "graveyard"
    chosen: Chosen = Choices()

    def apply(self, tables: Tables, index: int) -> tuple[str, ...]:
        if self.to in ("battlefield", "stack"):
            raise self.refuse(f"`leaves` cannot put objects into {zone_name(self.to)}; use `moves`")
        leaving = [tables.named(name) for name in self.leaves]
        for place, old in enumerate(leaving):
            if old in leaving[:place]:
                raise self.refuse(f"`{old.id}` appears twice")
            if old.base.zone == "command":
                self._check_command(old)
            if old.base.zone == self.to != "command":
                raise self.refuse(f"`{old.id}` is already {in_zone(self.to)}")
        owners = [old.base.owner for old in leaving]
        made: list[str] = []
        if tables.edition.apnap:
            leaving = apnap(leaving, owners, tables.counts["active"], len(tables.players))
        for old in leaving:
            cards = depart(tables, tables.objects[old.number], index)
            keeper = keeps_stickers(self, old, cards, self.to, self.chosen)
            made.extend(send_components(tables, index, old, cards, self.to, keeper))
        tables.put("stamped", "group", tuple(tables.ids[name] for name in made))
        return tuple(made)

    def _check_command(self, old: GameObject) -> None:
        kind = nontraditional(old.card)
        if kind is None:
            if self.to == "command":
                raise self.refuse(f"`{old.id}` is already in the command zone")
            return
        rules = NONTRADITIONAL[kind]
        if self.to != "command":
            away = '; to turn it face down, use `leaves` with `to = "command"`' if rules.hides else ""
            raise self.refuse(f"`{old.id}` is a {kind} card, which stays in the command zone ({rules.stays}){away}")
        if old.face_down:
            raise self.refuse(f"`{old.id}` is already face down in the command zone")
        if not rules.hides:
            raise self.refuse(f"`{old.id}` is a {kind} card, which cannot be turned face down ({rules.stays})")


class Merges(Event, frozen=True, kw_only=True):
    """A card or spell merges with a permanent, which remains the same object (730.2)."""

    merges: Text
    with_: Text
    on: Place
    chosen: Chosen = Choices()

    def apply(self, tables: Tables, index: int) -> tuple[str, ...]:
        admit_concept(self, tables, MERGING)
        guest, host = tables.named(self.merges), self.permanent(tables, self.with_)
        if guest.number == host.number:
            raise self.refuse(f"`{guest.id}` cannot merge with itself")
        if guest.base.zone == "battlefield" or guest.card.emblem:
            what = "an emblem" if guest.card.emblem else "a permanent"
            raise self.refuse(f"`{guest.id}` is {what}; only a card or spell can merge with a permanent (730.2)")
        if (kind := nontraditional(guest.card)) is not None:
            rule = NONTRADITIONAL[kind].stays
            raise self.refuse(f"`{guest.id}` is a {kind} card, which stays in the command zone ({rule})")
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
            stickers=(*host.stickers, *restamped(guest.stickers, tables.next_stamp)),  # 123.5b, 613.7k
            face_down=guest.face_down if top else host.face_down,
            listed=None if top else host.listed,
            choices=host.choices.replaced(self.chosen),
        )
        return (host.id,)


class Phases(Event, frozen=True, kw_only=True):
    """A permanent and its attachments phase out or in; they keep their timestamps (702.26)."""

    phases: Text
    direction: Direction
    chosen: Chosen = Choices()

    def apply(self, tables: Tables, index: int) -> tuple[str, ...]:
        number = tables.ids.get(self.phases, tables.aliases.get(self.phases))
        along = None if number is None else tables.phased.get(number)
        if self.direction == "out":
            if number is not None and along is not None and along != number:
                return (self.phases,)  # 702.26h: it is already phased out indirectly
            if number is not None and along is not None:
                raise self.refuse(f"`{self.phases}` is already phased out (702.26b)")
            found = self.permanent(tables, self.phases)
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
        tables.remove_from_combat((number,))  # 506.4
        tables.phase(number, along)
        for other in attached:  # 702.26g
            if tables.is_present(other):
                self._out(tables, other, along)
        return (tables.objects[number].id,)


def depart(tables: Tables, old: GameObject, index: int) -> tuple[Card, ...]:
    """Remove an object from the board, and return its cards, topmost first.

    A token or emblem has no cards.
    """
    if old.base.zone == "battlefield":
        linger(tables, old, index)
    tables.remove(old.number)
    cards: tuple[Card, ...] = () if old.base.token or old.card.emblem else (old.card,)
    if old.components:
        # 111.7, 712.21, 730.3: the components separate; a token among them ceases to exist.
        cards = tuple(
            card for place, card in enumerate(old.components)
            if not card.token and not (old.base.token and place == old.host)
        )  # fmt: skip
    recount(tables, old.base.owner, old.base.zone, -len(cards))
    return cards


def recount(tables: Tables, player: int, zone: Zone, more: int) -> None:
    """Change the number of a player's cards in a zone, if it was recorded."""
    known = tables.told.get((player, zone))
    if known is not None and more:
        tables.put("told", (player, zone), max(known + more, 0))


def linger(tables: Tables, old: GameObject, index: int) -> None:
    """Preserve effects that continue after their source has left, as in "this effect continues until ..."."""
    for place, ability in enumerate(shown_values(tables, old).abilities, start=1):  # 707.2
        if isinstance(ability, Static) and ability.lingers:
            name = tables.free(f"{old.id}#{place}")
            clauses = tuple(msgspec.structs.replace(clause, duration=ability.lingers) for clause in ability.parts)
            context = Context(effect=name, source=old.number, you=tables.whose(old), choices=old.choices)
            effect = ResolvedEffect(name, old.stamp, clauses, context, index, old.card.name, lingers=place)
            tables.put("effects", name, effect)


def keeps_stickers(event: Event, old: GameObject, cards: Sequence[Card], zone: Zone, chosen: Choices) -> int | None:
    """Return the index of the card that keeps a leaving object's stickers, or None (123.5)."""
    if not old.stickers or not cards or zone in HIDDEN:
        return None
    if len(cards) == 1:
        return 0
    # 123.5c: the owner of a merged permanent chooses the object that keeps all stickers.
    wanted = {name.casefold() for name in chosen.card_name}
    for place, card in enumerate(cards):
        if wanted & {card.name.casefold(), *(face.name.casefold() for face in card.faces)}:
            return place
    names = " or ".join(f"`{card.name}`" for card in cards)
    raise event.refuse(f"`chosen.card_name` must name the card that keeps the stickers of `{old.id}`: {names} (123.5c)")


def send_components(
    tables: Tables, index: int, old: GameObject, cards: Sequence[Card], zone: Zone, keeper: int | None = None
) -> tuple[str, ...]:
    """Put the cards of object `old` into a zone as new objects, and return the ids of these objects.

    The card at index `keeper` keeps the stickers. If a card was already in the command zone and is put there again, it
    is face down.
    """
    kept = tuple(fact for fact in old.facts if fact == "commander")
    down = old.base.zone == zone == "command"
    made: list[str] = []
    for place, card in enumerate(cards):
        base = Base(Copiable() if down else values_of(card, zone), zone, old.base.owner)
        name = tables.free(f"{old.id.partition('@')[0]}@{zone}")
        number, stamp = tables.take("object", 1), tables.next_stamp()
        stickers = restamped(old.stickers, tables.next_stamp) if place == keeper else ()  # 613.7k
        fresh = GameObject(
            name, number, card, base, stamp, facts=kept, entered=index, face_down=down, stickers=stickers,
            was=old.number if old.base.zone == "battlefield" else None,
        )  # fmt: skip
        tables.add([fresh])
        made.append(name)
    recount(tables, old.base.owner, zone, len(cards))
    return tuple(made)


def merged_values(components: Sequence[Copiable]) -> Copiable:
    """Return the values of the topmost component, including the abilities of all components (702.140e, 730.2a)."""
    abilities = tuple(ability for component in components for ability in component.abilities)
    return msgspec.structs.replace(components[0], abilities=abilities)


def admit_counters(event: Event, counts: Iterable[tuple[str, int]], least: int = 0) -> None:
    """Reject misspelled kinds of counters, and numbers of counters below `least`."""
    for kind, count in counts:
        event.admit_number(kind, count, "the number of counters", least=least)
        hint = misspelt_counter(kind)
        if hint is not None:
            raise event.refuse(f"unknown kind of counter `{abbreviated(kind)}`{hint}")
