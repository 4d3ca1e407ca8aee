"""Events that reveal cards in the command zone and put stickers on objects."""

from __future__ import annotations

from typing import Annotated

from ..cards.card import Card
from ..cards.faces import id_names, values_of
from ..cards.search import find_card
from ..data.record import Record, of_record
from ..effects.ability import UnsupportedAbility
from ..effects.language import Ability
from ..effects.view import Choices
from ..errors import UnsupportedTextError
from ..objects.gameobject import Base, GameObject
from ..objects.stickers import Sticker
from ..objects.tables import Tables
from .arrivals import fresh_name
from .base import Event, in_zone
from .changes import turn_up
from .concepts import NONTRADITIONAL, STICKERS, admit_concept, nontraditional
from .departures import HIDDEN
from .fields import Chosen, MaybeNumber, MaybeText, Text


class Reveals(Event, frozen=True, kw_only=True):
    """A plane, phenomenon, scheme, vanguard or conspiracy is turned face up in the command zone (311 to 315).

    The event names a card or a face-down object in the command zone, which remains the same object when it is turned
    face up. Planes, phenomena and schemes get their timestamps from this event (613.7h). Vanguards and conspiracies get
    their timestamps at the beginning of the game (613.7i, 613.7j).
    """

    reveals: Text
    as_: MaybeText = None
    controller: MaybeText = None
    chosen: Chosen = Choices()

    def apply(self, tables: Tables, index: int) -> tuple[str, ...]:
        controller = None if self.controller is None else self.player_number(tables, self.controller)
        number = tables.ids.get(self.reveals, tables.aliases.get(self.reveals))
        if number is not None and tables.is_present(number):
            found = tables.objects[number]
            self._turn(tables, found, controller)
        else:
            found = self._come(tables, index, controller)
        tables.choose(found.number, self.chosen)
        return (found.id,)

    def _turn(self, tables: Tables, found: GameObject, controller: int | None) -> None:
        if found.base.zone != "command":
            raise self.refuse(f"`{found.id}` is not in the command zone")
        if self.as_ is not None:
            raise self.refuse(f"`{found.id}` remains the same object, so `as` does not apply")
        turn_up(self, tables, found, controller)

    def _come(self, tables: Tables, index: int, controller: int | None) -> GameObject:
        card = find_card(self.reveals, tables.cards)
        kind = nontraditional(card)
        if kind is None:
            raise self.refuse(f"`{card.name}` is not a plane, phenomenon, scheme, vanguard or conspiracy card")
        rules = NONTRADITIONAL[kind]
        admit_concept(self, tables, rules.concept)
        planar = rules.planar and controller is None
        if controller is None:
            controller = tables.counts["active"] if planar else 0
        self._check_others(tables, card, kind, controller)
        name = fresh_name(self, tables, self.as_, id_names(card)[0], {})
        # 613.7d: if turning a card face up gives no timestamp, the timestamp is from the beginning of the game.
        early = rules.beginning or not tables.edition.stamps(rules.moment)
        stamp = tables.first_stamp(controller) if early else tables.next_stamp()
        base = Base(values_of(card, "command"), "command", controller, controller)
        found = GameObject(name, tables.take("object", 1), card, base, stamp, entered=index, planar=planar)
        tables.add([found])
        tables.name([found], id_names(card))
        return found

    def _check_others(self, tables: Tables, card: Card, kind: str, owner: int) -> None:
        for other in tables.present():
            if other.base.zone == "command" and other.card.name == card.name:
                if not other.face_down and NONTRADITIONAL[kind].planar:
                    raise self.refuse(f"`{card.name}` is already face up as `{other.id}`")
                if other.face_down and other.base.owner == owner:
                    raise self.refuse(f"`{card.name}` is face down as `{other.id}`; reveal it with this id")


class Put(Record, frozen=True, kw_only=True):
    """The contents of stickers: words, ability text, or power and toughness."""

    name: MaybeText = None
    ability: MaybeText = None
    power: MaybeNumber = None
    toughness: MaybeNumber = None


class Stickers(Event, frozen=True, kw_only=True):
    """Stickers are put on an object, each with a new timestamp (123.3, 613.7k).

    `chosen.number` is the number of words in the object's name before a name sticker. The default is 0 (123.6b).
    """

    stickers: Text
    put: Annotated[Put, of_record(Put)]
    chosen: Chosen = Choices()

    def apply(self, tables: Tables, index: int) -> None:
        admit_concept(self, tables, STICKERS)
        found = tables.named(self.stickers)
        if found.base.zone in HIDDEN:
            raise self.refuse(f"no sticker can be put on `{found.id}` {in_zone(found.base.zone)} (123.5)")
        if found.card.emblem:
            raise self.refuse(f"`{found.id}` is an emblem, which stickers do not modify (123.6 to 123.8)")
        fresh = self._stickers(tables, found)
        if not fresh:
            raise self.refuse("`put` lists no stickers")
        tables.change(found.number, stickers=(*found.stickers, *fresh))

    def _stickers(self, tables: Tables, found: GameObject) -> list[Sticker]:
        put = self.put
        fresh: list[Sticker] = []
        if put.name is not None:
            words = " ".join(put.name.split())
            if not words or not words.isprintable():
                raise self.refuse(f"`{put.name}` is not valid for a name sticker (123.6)")
            if " // " in found.base.values.name and not found.face_down:
                raise self.refuse(f"`{found.id}` has two names, and the rules do not specify which one changes (123.6)")
            before = (self.chosen.number or (0,))[0]
            fresh.append(Sticker("name", tables.next_stamp(), words=words, before=before))
        elif self.chosen.number:
            raise self.refuse("`chosen.number` applies only to a name sticker (123.6b)")
        if put.ability is not None:
            fresh.append(Sticker("ability", tables.next_stamp(), abilities=_abilities(put.ability)))
        self.admit_number("put.power", put.power, "a power")
        self.admit_number("put.toughness", put.toughness, "a toughness")
        if put.power is not None and put.toughness is not None:
            fresh.append(Sticker("size", tables.next_stamp(), power=put.power, toughness=put.toughness))
        elif put.power is not None or put.toughness is not None:
            raise self.refuse("a power and toughness sticker needs both `power` and `toughness` (123.8)")
        return fresh


def _abilities(text: str) -> tuple[Ability, ...]:
    from ..oracle.reading.lines import read_line

    found = tuple(ability for line in text.splitlines() for ability in read_line(line))
    for ability in found:
        if isinstance(ability, UnsupportedAbility):
            raise UnsupportedTextError(ability.text, (ability.stopped_at, len(ability.text)))
    if not found:
        raise UnsupportedTextError(text, (0, len(text)))
    return found
