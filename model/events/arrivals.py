"""Events in which objects enter from outside the board or from another zone (400.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final

import msgspec

from ..cards.card import Card
from ..cards.faces import TWO_SIDED, face_in, face_named, id_names, is_room, values_of
from ..cards.rules_text import exceptions_of, exchanging_place, listed_in, own_exceptions, resolution_of
from ..cards.search import find_card
from ..data.record import NUMBER
from ..effects.copiable import Copiable
from ..effects.language import Clause, Operation
from ..effects.selectors import Fixed
from ..effects.view import Choices, Context, Zone
from ..errors import NotListedError
from ..objects.gameobject import Base, CopyRecord, Counter, GameObject, ResolvedEffect, recorded
from ..objects.stickers import Sticker, restamped
from ..objects.tables import Tables
from ..rules.vocabulary import NEVER_PERMANENT
from ..support.limits import check
from ..support.progress import checkpoint
from ..support.signatures import Keys
from .base import Event, in_zone, zone_name
from .concepts import DOUBLE_FACED, NONTRADITIONAL, admit_concept, known_counters, nontraditional
from .departures import BLANK, admit_counters, depart, keeps_stickers, recount, send_components
from .fields import (
    Cards,
    Cast,
    Chosen,
    Counts,
    Flag,
    MaybeFlag,
    MaybeNumber,
    MaybeSpoken,
    MaybeText,
    MaybeZone,
    Spoken,
    Text,
    Texts,
    ToZone,
)

_ON_ITS_CARD: Final = {"bestow": "702.103a", "fuse": "702.102a", "impending": "702.176a", "prototype": "702.160a"}
"""Keywords for ways to cast a spell that change its characteristics, and that no effect grants -> rule."""

# Keyword of a cost -> the fact that becomes true if the cost was paid.
_PAID: Final = {"kicker": "kicked", "multikicker": "kicked", "bargain": "bargained"}


class ArrivalKeys(Keys, total=False):
    """Keyword arguments for the keys of `Arrival`; None means that the key is omitted."""

    controller: str | None
    tapped: bool | None
    face_down: bool | None
    transformed: bool | None
    attached_to: str | None
    copy_of: str | None
    except_: str | None
    counters: Mapping[str, int] | None
    chosen: Mapping[str, Any] | None
    x: int | None
    cast: bool | str | None
    with_effect: str | Mapping[str, str] | None


class EntersKeys(ArrivalKeys, total=False):
    """Keyword arguments for the keys of `Enters`; None means that the key is omitted."""

    as_: str | Sequence[str] | None
    owner: str | None
    zone: Zone | None
    count: int | None
    token: bool | None
    unordered: bool | None


class Arrival(Event, frozen=True, kw_only=True):
    """Base class of `Enters` and `Moves`, with the keys that both use."""

    as_: Texts = ()
    controller: MaybeText = None
    tapped: MaybeFlag = None
    face_down: Flag = False
    transformed: Flag = False
    attached_to: MaybeText = None
    copy_of: MaybeText = None
    except_: MaybeText = None
    counters: Counts = ()
    chosen: Chosen = Choices()
    x: MaybeNumber = None
    cast: Cast = ""
    with_effect: MaybeSpoken = None

    def arrive(self, tables: Tables, index: int, arriving: Sequence[Arriving]) -> tuple[str, ...]:
        """Put objects on the board with timestamps in the given order, and return their ids."""
        first = arriving[0]
        if self.face_down and first.zone in ("graveyard", "hand", "library"):
            raise self.refuse(f"`face_down` does not apply to cards {in_zone(first.zone)} (110.5d)")
        admit_counters(self, self.counters)
        known_counters(self, tables, self.counters, "counters")
        if first.zone != "battlefield":
            for key in ("tapped", "attached_to", "with_effect"):
                if getattr(self, key) is not None:
                    raise self.refuse(f"`{key}` requires the battlefield, not {zone_name(first.zone)}")
        place = exchanging_place(first.base.values) if self.chosen.object and first.zone == "battlefield" else 0
        if place:
            raise self.refuse(
                f"the exchange that `{first.card.name}` causes is a separate event; use `resolves` with `ability_of`, "
                f"`index` {place} and the same `chosen`"
            )
        listed = self.listed(first.card.name)
        host, player = self._host(tables)
        copy = self._copy(tables, index, first)
        total = sum(len(one.names) for one in arriving)
        number = tables.take("object", total)
        stamp = tables.take("stamp", total)
        stickers = restamped(first.stickers, tables.next_stamp)  # 613.7k
        counter_stamp = tables.take("stamp", total * len(self.counters)) if self.counters else 0
        ids: list[str] = []
        for one in arriving:
            facts = self._facts(one) if copy is None else tuple(sorted({*self._facts(one), *_door_of(tables, copy)}))
            fresh: list[GameObject] = []
            for name in one.names:
                checkpoint("object")
                beginning = one.zone == "command" and self.face_down and _from_the_beginning(one.card)
                counters: tuple[Counter, ...] = ()
                if self.counters:
                    counters = recorded(
                        Counter(kind, count, counter_stamp + place)
                        for place, (kind, count) in enumerate(self.counters)
                    )  # fmt: skip
                    counter_stamp += len(self.counters)
                fresh.append(GameObject(
                    id=name, number=number, card=one.card, base=one.base,
                    stamp=tables.first_stamp(one.base.owner) if beginning else stamp, attached_to=host,
                    attached_player=player, counters=counters, facts=facts, face_down=self.face_down, listed=listed,
                    face=one.face, choices=one.choices, copy=copy, entered=index, x=one.x,
                    unordered=tuple(other for other in one.unordered if other != name),
                    tapped_unspecified=self.tapped is None and one.zone == "battlefield", stickers=stickers,
                ))  # fmt: skip
                number, stamp = number + 1, stamp + 1
                ids.append(name)
            tables.add(fresh)
            tables.name(fresh, id_names(one.card))
        tables.put("stamped", "group", tuple(tables.ids[name] for name in ids))
        if self.with_effect is not None and listed is None:
            self._begin(tables, index, tuple(ids), first)
        return tuple(ids)

    def listed(self, name: str = "") -> Copiable | None:
        """Return the face-down values that `with_effect` lists (708.2a), or None if there are none.

        Raises:
            IllegalEventError: the text does not list face-down values.
            UnsupportedTextError: the text is not understood.
        """
        return listed_of(self, self.with_effect, name) if self.with_effect is not None and self.face_down else None

    def base(
        self,
        tables: Tables,
        card: Card,
        face: int,
        zone: Zone,
        owner: int,
        controller: int,
        token: bool = False,
    ) -> Base:
        """Return the values of an entering card before layer 1 applies."""
        if zone == "battlefield" and not self.face_down:
            wrong = [word for word in card.faces[face].types if word in NEVER_PERMANENT]
            if wrong:
                raise self.refuse(f"`{card.name}` is not a permanent card: its type is {wrong[0]}")
        if self.cast in _ON_ITS_CARD and not _has_keyword(card, self.cast):
            raise self.refuse(f"`{card.name}` has no {self.cast} ({_ON_ITS_CARD[self.cast]})")
        values = values_of(card, zone, face, self._doors(card, face), (self.cast,), self.x)
        if self.face_down and zone in BLANK:
            values = Copiable()
        controlled = zone in ("battlefield", "stack") or (zone == "command" and _from_the_beginning(card))
        return Base(values, zone, owner, controller if controlled else None, token)

    def side(self, tables: Tables, card: Card, name: str) -> int:
        """Return the index of the face that is up."""
        face = 1 if self.transformed else face_named(card, name)
        if face and card.layout in TWO_SIDED:
            admit_concept(self, tables, *DOUBLE_FACED)
        if not self.transformed:
            return face
        if card.layout not in TWO_SIDED or len(card.faces) < 2:
            raise self.refuse(f"`{card.name}` is not double-faced, so it cannot enter transformed (712)")
        return 1

    def _doors(self, card: Card, face: int) -> tuple[str, ...]:
        # 709.5d: the door of the half that was cast is unlocked.
        return (card.faces[face].name,) if self.cast and is_room(card) else ()

    def _facts(self, one: Arriving) -> tuple[str, ...]:
        facts = set(one.facts)
        if self.tapped:
            facts.add("tapped")
        if self.cast:
            facts |= {"cast", _PAID.get(self.cast, self.cast)}
        if one.zone == "battlefield" and self.attached_to is None:
            facts.discard("bestow")  # 702.103e
        facts.update(f"unlocked:{door}" for door in self._doors(one.card, one.face) if one.zone == "battlefield")
        return tuple(sorted(facts))

    def _host(self, tables: Tables) -> tuple[int | None, int | None]:
        if self.attached_to is None:
            return None, None
        return host_of(self, tables, self.attached_to)

    def _copy(self, tables: Tables, index: int, one: Arriving) -> CopyRecord | None:
        if self.copy_of is None:
            if self.except_ is not None:
                raise self.refuse("`except` needs `copy_of`")
            return None
        copied = (tables.last_known if one.base.token else tables.named)(self.copy_of)  # 608.2h: "a copy of it"
        if copied.base.zone in ("hand", "library"):
            raise self.refuse(f"`{self.copy_of}` cannot be copied {in_zone(copied.base.zone)}")
        exceptions: tuple[Operation, ...] = ()
        if self.except_ is not None:
            exceptions = exceptions_of(self.except_)
        elif not one.base.token:
            exceptions = own_exceptions(one.base.values)
        return CopyRecord(copied.id, index, exceptions)

    def _begin(self, tables: Tables, index: int, ids: tuple[str, ...], one: Arriving) -> None:
        # 611.2e: the effect exists as the object enters; 613.7n: the object's own effects have earlier timestamps.
        spoken = self.with_effect
        if spoken is None:
            return
        numbers = tuple(tables.ids[name] for name in ids)
        clauses = tuple(
            Clause(Fixed(ids, numbers), part.operations, part.condition, part.duration, part.until)
            for part in resolution_of(spoken.text, one.card.name).clauses
        )
        name = spoken.as_ or tables.free(f"{ids[0]}-effect")
        if tables.is_taken(name):
            raise self.refuse(f"the name `{name}` is already in use")
        self.admit_name(name)
        stamp = tables.objects[numbers[0]].stamp
        if tables.edition.own_static_first:
            stamp = tables.next_stamp()
        context = Context(name, None, tables.whose(tables.objects[numbers[0]]), numbers, stamp=(stamp,))
        tables.put("effects", name, ResolvedEffect(name, stamp, clauses, context, index, spoken.text))


class Arriving(msgspec.Struct):
    """A card or token that enters, and its values before layer 1 applies."""

    card: Card
    base: Base
    face: int
    names: Sequence[str]
    choices: Choices
    x: int | None
    facts: tuple[str, ...] = ()
    unordered: tuple[str, ...] = ()
    stickers: tuple[Sticker, ...] = ()

    @property
    def zone(self) -> Zone:
        return self.base.zone


class Enters(Arrival, frozen=True, kw_only=True):
    """Cards or tokens enter with timestamps in the listed order (613.7d, 613.7m).

    If `unordered` is true, they enter together in an unspecified order.
    """

    STAMPS: ClassVar[bool] = True

    enters: Cards
    owner: MaybeText = None
    zone: MaybeZone = None
    count: Annotated[int, NUMBER] = 1
    token: Flag = False
    unordered: Flag = False

    def apply(self, tables: Tables, index: int) -> tuple[str, ...]:
        if self.count < 1:
            raise self.refuse(f"`count` must be at least 1, not `{self.count}`")
        if not self.enters:
            raise self.refuse("`enters` lists no cards")
        check("count", self.count * len(self.enters), ("enters" if self.count == 1 else "count",))
        arriving: list[Arriving] = []
        for kind, count in self.counters:
            self.admit_number(kind, count, "the number of counters")
        taken: dict[str, None] = {}
        named = list(self.as_)
        for entry in self.enters:
            card = find_card(entry, tables.cards) if isinstance(entry, str) else entry
            zone: Zone = self.zone or ("command" if card.emblem else "battlefield")
            face = face_in(card, self.side(tables, card, entry if isinstance(entry, str) else card.name), zone)
            base = self._base(tables, card, face, zone)
            names = self._names(tables, card, named, taken)
            arriving.append(Arriving(card, base, face, names, self.chosen, self.x))
        if self.unordered and len(taken) > 1:
            for one in arriving:
                one.unordered = tuple(taken)
        return self.arrive(tables, index, arriving)

    def _base(self, tables: Tables, card: Card, face: int, zone: Zone) -> Base:
        token = card.token or self.token
        if card.emblem and zone != "command":
            raise self.refuse(f"`{card.name}` is an emblem, so it is in the command zone (114.4)")
        self._check_command(tables, card, zone)
        if token and zone != "battlefield":
            raise self.refuse(f"`{card.name}` is a token, so it cannot enter {zone_name(zone)} (111.8)")
        controller = 0 if self.controller is None else self.player_number(tables, self.controller)
        owner = controller if self.owner is None else self.player_number(tables, self.owner)
        return self.base(tables, card, face, zone, owner, owner if zone == "command" else controller, token)

    def _check_command(self, tables: Tables, card: Card, zone: Zone) -> None:
        # 311 to 315
        kind = nontraditional(card)
        if kind is None:
            if zone == "command" and self.face_down:
                raise self.refuse(f"`{card.name}` cannot be face down in the command zone")
            return
        admit_concept(self, tables, NONTRADITIONAL[kind].concept)
        if zone != "command":
            return
        if not self.face_down:
            raise self.refuse(f"`{card.name}` is a {kind} card; use `reveals`")
        # 315.2, 702.106a-b: such conspiracies are put into the command zone face down
        if NONTRADITIONAL[kind].beginning and not card.faces[0].has("Hidden agenda", "Double agenda"):
            raise self.refuse(
                f"`{card.name}` has no hidden agenda, so it is face up in the command zone (313.4, 315.2)"
            )

    def _names(self, tables: Tables, card: Card, named: list[str], taken: dict[str, None]) -> list[str]:
        wanted = named.pop(0) if named else None
        if wanted is None and self.as_ and len(self.as_) == 1:
            wanted = self.as_[0]
        base = id_names(card)[0]
        return [fresh_name(self, tables, wanted, base, taken) for _ in range(self.count)]


class Moves(Arrival, frozen=True, kw_only=True):
    """A card changes zones and becomes a new object with a new name (400.7)."""

    STAMPS: ClassVar[bool] = True

    moves: Text
    to: ToZone

    def apply(self, tables: Tables, index: int) -> tuple[str, ...]:
        old = tables.named(self.moves)
        if len(self.as_) != 1:
            raise self.refuse("`as` is required: a card that moves becomes a new object (400.7)")
        if old.base.zone == self.to:
            raise self.refuse(f"`{old.id}` is already {in_zone(self.to)}")
        if old.base.token or old.card.emblem:
            what = "an emblem" if old.card.emblem else "a token"
            raise self.refuse(f"`{old.id}` is {what} and cannot move; use `leaves` (111.8, 114.5)")
        kind = nontraditional(old.card)
        if kind is not None and old.base.zone == "command":
            rule = NONTRADITIONAL[kind].stays
            raise self.refuse(f"`{old.id}` is a {kind} card, which stays in the command zone ({rule})")
        cards = depart(tables, old, index)
        kept = tuple(fact for fact in old.facts if fact == "commander")
        event: Arrival = self
        face = face_in(cards[0], self.side(tables, cards[0], cards[0].name), self.to)
        keeper = keeps_stickers(self, old, cards, self.to, self.chosen)
        stickers = old.stickers if keeper == 0 else ()
        x, choices = self.x, self.chosen
        if old.base.zone == "stack" and self.to == "battlefield":
            event, kept = self._carried(old, kept)
            face, x, choices = old.face, event.x, old.choices.replaced(self.chosen)
        controller = tables.whose(old) if old.base.zone == "stack" else old.base.owner
        if self.controller is not None:
            controller = self.player_number(tables, self.controller)
        base = event.base(tables, cards[0], face, self.to, old.base.owner, controller)
        name = fresh_name(self, tables, self.as_[0], "", {})
        made = event.arrive(tables, index, [Arriving(cards[0], base, face, [name], choices, x, kept, (), stickers)])
        recount(tables, old.base.owner, self.to, 1)
        send_components(tables, index, old, cards[1:], self.to, keeper - 1 if keeper else None)
        if old.base.zone == "stack" and self.to == "battlefield":  # 400.7a: effects that changed the spell continue
            spell = msgspec.structs.replace(tables.objects[old.number], became=tables.ids[made[0]])
            tables.put("objects", old.number, spell)
        if old.base.zone == "battlefield":
            tables.change(tables.ids[made[0]], was=old.number)
        return made

    def _carried(self, old: GameObject, kept: tuple[str, ...]) -> tuple[Arrival, tuple[str, ...]]:
        # 400.7d: abilities of the permanent can refer to the casting of the spell.
        facts = tuple(fact for fact in old.facts if fact != "tapped")
        cast = self.cast or (
            "prototype" if "prototype" in facts else "cast"
        )  # 112.1: a card on the stack is being cast
        face_down = self.face_down or old.face_down  # 708.4
        event = msgspec.structs.replace(self, cast=cast, face_down=face_down, x=old.x if self.x is None else self.x)
        return event, tuple(dict.fromkeys((*kept, *facts)))


def _has_keyword(card: Card, name: str) -> bool:
    if name == "prototype":
        return card.faces[0].prototype is not None
    return any(face.has(name.capitalize()) for face in card.faces)


def listed_of(event: Event, spoken: Spoken, name: str) -> Copiable | None:
    """Return the face-down values that the text lists, or None if the text has a different effect (708.2a)."""
    try:
        found = listed_in(spoken.text, name)
    except NotListedError as error:
        raise event.refuse(f"`{spoken.text}` does not list face-down characteristics (708.2a): {error}") from error
    if found is not None and spoken.as_:
        raise event.refuse(f"`{spoken.as_}` cannot name an effect; the text only lists face-down values (708.2)")
    return found


def fresh_name(event: Event, tables: Tables, wanted: str | None, base: str, taken: dict[str, None]) -> str:
    """Return the id for a new object: `wanted`, or an unused id made from `base`.

    Raises:
        IllegalEventError: `wanted` is already in use or not valid.
    """
    checkpoint("object")
    name = base if wanted is None else wanted
    if wanted is not None:
        check("name", len(wanted), ("as",))
        if not wanted.strip() or not wanted.isprintable():
            raise event.refuse(f"`{wanted}` is not a valid name for an object; use printable characters in `as`")
        event.admit_name(wanted)
        if tables.player(wanted) is not None:
            raise event.refuse(f"`{wanted}` is the name of a player; choose a different name with `as`")
        if wanted not in taken and tables.is_in_use(wanted):
            raise event.refuse(f"the name `{wanted}` is already in use; choose a different name with `as`")
    if wanted is None or wanted in taken:
        name = tables.free(name, taken)
    taken[name] = None
    return name


def _door_of(tables: Tables, copy: CopyRecord) -> set[str]:
    # 709.5d: a copy of a Room spell enters with the door of its half unlocked.
    spell = tables.last_known(copy.of)
    there = spell.base.zone == "stack" and is_room(spell.card)
    return {f"unlocked:{spell.card.faces[spell.face].name}"} if there else set()


def _from_the_beginning(card: Card) -> bool:
    # 313.5, 315.2
    kind = nontraditional(card)
    return kind is not None and NONTRADITIONAL[kind].beginning


def host_of(event: Event, tables: Tables, name: str) -> tuple[int | None, int | None]:
    """Return the number of the object or player to which an object becomes attached."""
    number = tables.ids.get(name)
    player = tables.player(name)
    if player is not None and (number is None or not tables.is_present(number)):
        return None, player
    host = tables.named(name)
    if host.base.zone not in ("battlefield", "graveyard"):
        raise event.refuse(f"no object can be attached to `{name}` {in_zone(host.base.zone)} (701.3a)")
    return host.number, None
