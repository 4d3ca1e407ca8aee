"""Events that change objects: attachment, counters, faces, facts and choices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Final

import msgspec

from ..cards.faces import can_transform, is_double_faced, is_room, is_transforming, values_of
from ..cards.rules_text import own_exceptions, turns_up_as_copy
from ..effects.copiable import Copiable
from ..effects.designations import DESIGNATIONS
from ..effects.operations.copying import FACE_DOWN
from ..effects.view import Choices
from ..objects.gameobject import Base, CopyRecord, Counter, GameObject, printed_counters, recorded
from ..objects.recorded_facts import LINKS, NUMBERS
from ..objects.stickers import restamped
from ..objects.tables import Tables
from ..support.names import did_you_mean
from .arrivals import host_of, listed_of
from .base import Event, in_zone
from .concepts import DOUBLE_FACED, NONTRADITIONAL, admit_concept, known_counters, nontraditional
from .departures import BLANK, admit_counters, merged_values
from .fact_fields import Facts, PlayerFacts
from .fields import Chosen, Counts, Facing, MaybeSpoken, Text
from .shown import copied_in_turn

FLIPPED: Final = "flipped"
"""The fact that marks a flipped permanent whose card is not a flip card (710)."""
TURNED_OVER: Final = "turned over"
"""The fact that marks a token copy of a double-faced permanent whose other face is up (707.8a)."""


class Attaches(Event, frozen=True, kw_only=True):
    """An object becomes attached and, unless nothing changed (701.3b), gets a new timestamp (613.7e)."""

    STAMPS: ClassVar[bool] = True

    attaches: Text
    to: Text
    chosen: Chosen = Choices()

    def apply(self, tables: Tables, index: int) -> None:
        found = self.permanent(tables, self.attaches)
        host, player = host_of(self, tables, self.to)
        if host == found.number:
            raise self.refuse(f"`{found.id}` cannot be attached to itself (301.5c, 303.4d)")
        tables.put("stamped", "group", ())
        if (host, player) == (found.attached_to, found.attached_player):
            return
        tables.change(found.number, attached_to=host, attached_player=player, unordered=(), **new_stamp(tables, found))
        tables.choose(found.number, self.chosen)
        tables.put("stamped", "group", (found.number,))


class Detaches(Event, frozen=True, kw_only=True):
    """An object becomes unattached (701.3d)."""

    detaches: Text
    chosen: Chosen = Choices()

    def apply(self, tables: Tables, index: int) -> None:
        found = tables.named(self.detaches)
        if found.attached_to is None and found.attached_player is None:
            raise self.refuse(f"`{found.id}` is not attached to anything")
        tables.release(found.number)
        tables.choose(found.number, self.chosen)


class Counters(Event, frozen=True, kw_only=True):
    """Counters are put on or removed from an object or player.

    New counters give all counters of the same kind on the object a new timestamp (613.7c). In editions before
    2020-04-17, counters have no timestamps and do not grant keywords.
    """

    counters: Text
    put: Counts = ()
    remove: Counts = ()
    chosen: Chosen = Choices()

    def apply(self, tables: Tables, index: int) -> None:
        if not self.put and not self.remove:
            raise self.refuse("`put` or `remove` must list counters")
        admit_counters(self, (*self.put, *self.remove), least=1)
        player = tables.player(self.counters)
        if player is not None and not tables.is_taken(self.counters):
            self._on_player(tables, player)
        else:
            found = tables.named(self.counters)
            self._on_object(tables, found)
            tables.choose(found.number, self.chosen)

    def _on_player(self, tables: Tables, player: int) -> None:
        for kind, count in (*self.put, *((kind, -count) for kind, count in self.remove)):
            now = tables.told.get((player, kind), 0) + count
            if now < 0:
                has = f"`{self.counters}` has {now - count} {kind} counters"
                raise self.refuse(f"{has}, so {-count} cannot be removed")
            tables.put("told", (player, kind), now)

    def _on_object(self, tables: Tables, found: GameObject) -> None:
        counters = {counter.kind: counter for counter in found.counters}
        entered = printed_counters(found.base.values)
        for kind, _ in (*self.put, *self.remove):
            if kind not in counters and found.base.zone == "battlefield" and (count := entered.get(kind)):
                counters[kind] = Counter(kind, count, found.stamp)  # 306.5b, 310.4b
        for kind, count in self.put:
            old = counters.get(kind)
            # Before 613.7c, counters had no timestamps, so the first counter's `stamp` remains.
            stamp = old.stamp if old and not tables.edition.stamps("counter") else tables.next_stamp()
            counters[kind] = Counter(kind, count + (old.count if old else 0), stamp)
            known_counters(self, tables, [(kind, counters[kind].count)], "put")
        for kind, count in self.remove:
            old = counters.get(kind)
            if old is None or old.count < count:
                there = old.count if old else 0
                hint = "" if old else did_you_mean(kind, counters)
                raise self.refuse(f"`{found.id}` has {there} {kind} counters, so {count} cannot be removed{hint}")
            counters[kind] = Counter(kind, old.count - count, old.stamp)
        tables.change(found.number, counters=recorded(counters.values()))


class Transforms(Event, frozen=True, kw_only=True):
    """A double-faced permanent transforms and gets a new timestamp (701.27, 613.7g)."""

    transforms: Text
    chosen: Chosen = Choices()

    def apply(self, tables: Tables, index: int) -> None:
        admit_concept(self, tables, *DOUBLE_FACED)
        found = self.permanent(tables, self.transforms)
        token = found.base.token and found.copy is not None
        if token and found.original is None:
            raise self.refuse(f"the board began with the copy `{found.id}`, so its other face is not known")
        card = _original(tables, found).card
        if not is_transforming(card):
            what = "modal" if card.layout == "modal_dfc" else "not double-faced"
            what = "a meld card" if card.layout == "meld" else what
            raise self.refuse(f"`{found.id}` is {what}, so it cannot transform (701.27c)")
        if found.face_down:
            raise self.refuse(f"`{found.id}` is face down, so it cannot transform (701.27g)")
        if not can_transform(card):
            name = card.faces[1].name
            raise self.refuse(f"`{found.id}` cannot transform into `{name}`, which is not a permanent (701.27d)")
        fresh = new_stamp(tables, found) if tables.edition.stamps("transform") else {}
        if token:  # 707.8a: the token has the faces of the copied object
            facts = tuple(sorted({TURNED_OVER} ^ set(found.facts)))
            tables.change(found.number, facts=facts, choices=found.choices.replaced(self.chosen), **fresh)
            return
        show(tables, found, face=1 - found.face, choices=found.choices.replaced(self.chosen), **fresh)


class Flips(Event, frozen=True, kw_only=True):
    """A permanent flips; it cannot flip back and gets no new timestamp (710.4)."""

    flips: Text
    chosen: Chosen = Choices()

    def apply(self, tables: Tables, index: int) -> None:
        found = self.permanent(tables, self.flips)
        if flipped(found):
            raise self.refuse(f"`{found.id}` is already flipped and cannot flip back (710.4)")
        choices = found.choices.replaced(self.chosen)
        if found.card.layout == "flip":
            show(tables, found, face=1, choices=choices)
            return
        if not any(each.card.layout == "flip" for each in _copied_by(tables, found)):
            raise self.refuse(f"`{found.id}` is neither a flip card nor a copy of a flip card (710)")
        tables.change(found.number, facts=tuple(sorted({FLIPPED, *found.facts})), choices=choices)


class Turns(Event, frozen=True, kw_only=True):
    """A permanent is turned face up or face down and gets a new timestamp (613.7f).

    A card in exile can also be turned, but it does not get a new timestamp. A card in the command zone can be turned
    face up (613.7h, 613.7j).
    """

    turns: Text
    face: Facing
    chosen: Chosen = Choices()
    with_effect: MaybeSpoken = None

    def apply(self, tables: Tables, index: int) -> None:
        found = tables.named(self.turns)
        down = self.face == "down"
        if self.with_effect is not None and (not down or found.base.zone != "battlefield"):
            raise self.refuse("`with_effect` applies only to a permanent that is turned face down (708.2a)")
        if found.base.zone == "command":
            self._in_command(tables, found)
            return
        if found.base.zone not in ("battlefield", "exile"):
            raise self.refuse(f"`{found.id}` is {in_zone(found.base.zone)} and cannot be turned face {self.face}")
        if found.face_down is down:
            raise self.refuse(f"`{found.id}` is already face {self.face} (708.2b)")
        if not down and {"Instant", "Sorcery"} & set(found.base.values.types):
            raise self.refuse(f"`{found.id}` is an instant or sorcery card, so it stays face down (701.40g)")
        if down and found.base.zone == "battlefield" and not found.base.token and is_double_faced(found.card):
            raise self.refuse(f"`{found.id}` is double-faced, so it cannot be turned face down (712.16)")
        choices = found.choices.replaced(self.chosen)
        if found.base.zone == "exile":
            show(tables, found, face_down=down, choices=choices)
            return
        listed = self.listed(found.card.name) if down else None  # 708.8: only for face-down permanents
        fresh = new_stamp(tables, found) if tables.edition.stamps("face") else {}
        tables.change(found.number, face_down=down, listed=listed, choices=choices, **fresh)
        if not down and self.chosen.object and turns_up_as_copy(found.base.values):
            original = tables.named(self.chosen.object[0])
            record = CopyRecord(original.id, index, own_exceptions(found.base.values))
            tables.change(found.number, copy=record)
            tables.put("copies", found.number, True)

    def listed(self, name: str = "") -> Copiable:
        """Return the face-down values that `with_effect` lists, by default those of a 2/2 creature (708.2a)."""
        if self.with_effect is None:
            return FACE_DOWN
        found = listed_of(self, self.with_effect, name)
        if found is None:
            raise self.refuse(
                f"`{self.with_effect.text}` does not list face-down characteristics (708.2a);"
                " add an effect with a later `resolves`"
            )
        return found

    def _in_command(self, tables: Tables, found: GameObject) -> None:
        if self.face == "up":
            turn_up(self, tables, found)
            tables.choose(found.number, self.chosen)
            return
        kind = nontraditional(found.card)
        if kind is None or not NONTRADITIONAL[kind].hides:
            what = "an emblem" if found.card.emblem else f"a {kind} card" if kind else "not a permanent"
            raise self.refuse(f"`{found.id}` is {what} and cannot be turned face down")
        raise self.refuse(
            f"`{found.id}` becomes a new object if it is turned face down ({NONTRADITIONAL[kind].hides});"
            ' use `leaves` with `to = "command"`'
        )


def flipped(found: GameObject) -> bool:
    """Return whether a permanent is flipped; copying does not change this status (110.5, 710.4)."""
    return FLIPPED in found.facts or (found.card.layout == "flip" and found.face == 1)


def _original(tables: Tables, found: GameObject) -> GameObject:
    # 707.8a
    originals = (one for one in copied_in_turn(tables, found) if not one.base.token or one.original is None)
    return next(originals, found)


def _copied_by(tables: Tables, found: GameObject) -> Iterator[GameObject]:
    # The object can be copied directly or through other copies.
    left, seen = [found], {found.number}
    while left:
        one = left.pop()
        ids = [] if one.copy is None else [one.copy.of]
        for effect in tables.effects.values():
            if one.number in (effect.context.source, *effect.context.targets) and not effect.ended:
                ids += effect.context.choices.object
                ids += [tables.objects[number].id for number in effect.context.targets]
        for other in map(tables.last_known, filter(tables.ids.__contains__, ids)):  # a state lacks what has left
            if other.number not in seen:
                seen.add(other.number)
                left.append(other)
                yield other


# --- Facts --------------------------------------------------------------------------------------------------


_ENDS_WITH: Final = {"attacking": ("attacks",), "blocking": ("blocking_which",)}


class Marks(Event, frozen=True, kw_only=True):
    """Facts about an object are recorded; `recorded_facts.FACTS` lists the possible facts."""

    marks: Text
    set: Facts
    chosen: Chosen = Choices()

    def apply(self, tables: Tables, index: int) -> None:
        found = tables.named(self.marks)
        if any(name == "paired_with" for name, _ in self.set):
            tables.part(found.number)
            found = tables.objects[found.number]
        facts, links, numbers = dict.fromkeys(found.facts), dict(found.links), dict(found.numbers)
        changes: dict[str, Any] = {}
        for name, value in self.set:
            if name == "tapped" and value and found.base.zone != "battlefield":
                raise self.refuse(f"`tapped` does not apply to cards {in_zone(found.base.zone)} (110.5d)")
            if name == "unlocked":
                facts = dict.fromkeys(fact for fact in facts if not fact.startswith("unlocked:"))
                facts |= dict.fromkeys(f"unlocked:{door}" for door in self._doors(tables, found, value))
            elif name == "told":
                facts = dict.fromkeys(fact for fact in facts if not fact.startswith("told:"))
                facts |= dict.fromkeys(f"told:{words.removesuffix('.')}" for words in value)
            elif name in LINKS and isinstance(value, bool):  # `false`
                links.pop(name, None)
                numbers.pop(f"{name}_player", None)
            elif name == "attacks":
                self._attack(tables, found, value, links, numbers)
                facts["attacking"] = None
            elif name in LINKS:
                links[name] = self._linked(tables, found, name, value)
                if name == "blocking_which":
                    facts["blocking"] = None
            elif name in NUMBERS:
                self.admit_number(name, value, "this number")
                numbers[name] = value
            elif value:
                facts[name] = None
            else:
                facts.pop(name, None)
                for link in _ENDS_WITH.get(name, ()):  # 506.4
                    links.pop(link, None)
                    numbers.pop(f"{link}_player", None)
            if name == "tapped":
                changes["tapped_unspecified"] = False
            if name in DESIGNATIONS:
                changes["designated"] = self._designate(
                    tables, changes.get("designated", found.designated), name, value
                )
        tables.change(
            found.number,
            facts=tuple(sorted(facts)),
            links=tuple(sorted(links.items())),
            numbers=tuple(sorted(numbers.items())),
            choices=found.choices.replaced(self.chosen),
            **changes,
        )
        if any(name == "unlocked" for name, _ in self.set):
            show(tables, tables.objects[found.number])

    def _designate(
        self, tables: Tables, before: tuple[tuple[str, int], ...], name: str, value: bool
    ) -> tuple[tuple[str, int], ...]:
        # 701.60d: an existing designation keeps its timestamp.
        stamps = dict(before)
        if value:
            admit_concept(self, tables, DESIGNATIONS[name].concept)
            self.permanent(tables, self.marks)  # 701.60b
            stamps[name] = stamps.get(name) or tables.next_stamp()
        else:
            stamps.pop(name, None)
        return tuple(sorted(stamps.items()))

    def _attack(
        self, tables: Tables, found: GameObject, value: str, links: dict[str, int], numbers: dict[str, int]
    ) -> None:
        # 508.1b
        links.pop("attacks", None)
        numbers.pop("attacks_player", None)
        player = tables.player(value)
        if player is not None and not tables.is_taken(value):
            numbers["attacks_player"] = player
        else:
            links["attacks"] = self._linked(tables, found, "attacks", value)

    def _linked(self, tables: Tables, found: GameObject, name: str, value: str) -> int:
        other = tables.last_known(value) if name != "paired_with" else tables.named(value)
        if other.number == found.number:
            raise self.refuse(f"`{name}` of `{found.id}` cannot be the object itself")
        if name == "paired_with":  # 702.95b: both are paired
            tables.part(other.number)
            links = dict(tables.objects[other.number].links) | {"paired_with": found.number}
            tables.change(other.number, links=tuple(sorted(links.items())))
        return other.number

    def _doors(self, tables: Tables, found: GameObject, doors: tuple[str, ...]) -> list[str]:
        room = next((one for one in copied_in_turn(tables, found) if is_room(one.card)), None)
        if room is None:
            raise self.refuse(f"`{found.id}` is not a Room, so it has no doors (709.5)")
        halves = {face.name.casefold(): face.name for face in room.card.faces}
        for door in doors:
            if door.casefold() not in halves:
                raise self.refuse(f"`{found.id}` has no door `{door}`{did_you_mean(door, halves.values())}")
        return [halves[door.casefold()] for door in doors]


class Chooses(Event, frozen=True, kw_only=True):
    """A choice is made for an object and replaces earlier choices of the same kind."""

    chooses: Text
    chosen: Chosen

    def apply(self, tables: Tables, index: int) -> None:
        tables.choose(tables.named(self.chooses).number, self.chosen)


# --- Players ------------------------------------------------------------------------------------------------


class Player(Event, frozen=True, kw_only=True):
    """Facts about a player, such as life, are recorded; `recorded_facts.PLAYER_FACTS` lists the possible facts."""

    player: Text
    set: PlayerFacts

    def apply(self, tables: Tables, index: int) -> None:
        player = self.player_number(tables, self.player)
        for name, value in self.set:
            if value < 0 and name != "life":
                raise self.refuse(f"`{name}` = `{value}`: only life can be negative (107.1b)")
            tables.put("told", (player, name), value)
            if value:
                self._end_others(tables, player, name)
            if name == "ring" and value and player not in tables.rings:
                tables.put("rings", player, tables.next_stamp())

    def _end_others(self, tables: Tables, player: int, name: str) -> None:
        # One player at a time is the monarch or has the initiative (725.3, 726.3); it is day or night (731.1).
        ended, _ = EXCLUSIVE.get(name, ("", ""))
        for other in range(len(tables.players)):
            if ended and (other != player or ended != name) and tables.told.get((other, ended)):
                tables.put("told", (other, ended), 0)


EXCLUSIVE: Final = {
    "monarch": ("monarch", "725.3"), "initiative": ("initiative", "726.3"),
    "day": ("night", "731.1"), "night": ("day", "731.1"),
}  # fmt: skip
"""A fact about a player -> the fact that it ends, for other players too, and the rule."""


def new_stamp(tables: Tables, found: GameObject) -> dict[str, Any]:
    """Return a mapping from field to value that gives an object and its stickers new timestamps (613.7k)."""
    return {"stamp": tables.next_stamp(), "stickers": restamped(found.stickers, tables.next_stamp)}


def turn_up(event: Event, tables: Tables, found: GameObject, controller: int | None = None) -> None:
    """Turn a card in the command zone face up.

    By default, the active player controls a plane or phenomenon, and the owner controls any other card.
    """
    kind = nontraditional(found.card)
    if kind is None or not found.face_down:
        raise event.refuse(f"`{found.id}` is already face up")
    rules = NONTRADITIONAL[kind]
    planar = rules.planar and controller is None
    if controller is None:
        controller = tables.counts["active"] if planar else found.base.owner
    if not rules.planar and controller != found.base.owner:
        owner = tables.players[found.base.owner]
        raise event.refuse(f"`{found.id}` is a {kind} card, so its owner {owner} controls it (313.5, 314.5, 315.6)")
    fresh = new_stamp(tables, found) if tables.edition.stamps(rules.moment) else {}  # 613.7h, 613.7j
    base = msgspec.structs.replace(found.base, controller=controller)
    show(tables, msgspec.structs.replace(found, base=base), face_down=False, planar=planar, **fresh)


def show(tables: Tables, found: GameObject, **changes: Any) -> None:
    """Change the fields of an object, and update its base values to those of the face that is then up."""
    new = msgspec.structs.replace(found, **changes)
    values = values_of(new.card, new.base.zone, new.face, new.unlocked_doors(), new.facts, new.x)
    if new.face_down and new.base.zone in BLANK:
        values = Copiable()
    if new.merged:
        parts = (*new.merged[: new.host], values, *new.merged[new.host + 1 :])
        changes["merged"], values = parts, merged_values(parts)
    base = Base(values, new.base.zone, new.base.owner, new.base.controller, new.base.token)
    tables.change(found.number, **changes, base=base)
