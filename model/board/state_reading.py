"""The conversion of a state to the start of a board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from functools import partial
from itertools import islice
from typing import Any, Final

import msgspec

from ..cards.card import Card
from ..data.admission import faults, repaired, validate
from ..data.record import Path, abbreviated
from ..effects.copiable import Copiable
from ..effects.designations import DESIGNATIONS, ENTERED_WITH
from ..effects.language import Operation
from ..effects.node import Node
from ..effects.operations.abilities import Gain
from ..effects.operations.copying import BecomeCopy, TakeValues, TurnedDown
from ..effects.operations.stickers import AddNameWord, SetStickerPT
from ..errors import BoardDataError, StateError
from ..events.base import in_zone, wrong_types
from ..events.changes import EXCLUSIVE, FLIPPED, TURNED_OVER
from ..events.concepts import NONTRADITIONAL, nontraditional
from ..events.fields import PAID
from ..objects.gameobject import Base, CopyRecord, Counter, GameObject, recorded
from ..objects.recorded_facts import FLAGS, PLAYER_FACTS
from ..objects.stickers import Sticker
from ..rules.counter_kinds import is_keyword_counter, misspelt_counter
from ..rules.edition import Edition
from ..support.limits import check
from ..support.names import did_you_mean
from .given import NAMELESS, BoardState, Problems, StateEffect, StateObject, attempt, read_all
from .start import BEFORE, Start, apart
from .state_effects import EffectReader
from .state_names import Names
from .state_places import misplaced
from .state_values import ValueReader, components_of, melded, merging

_FAULTS: Final = 1_000  # invalid numbers and strings that an error lists
DERIVED: Final = frozenset(
    {"adventure", "attached", "enchanted", "equipped", "fortified", "merged", "paired", "stickered"}
)
"""Facts that follow from the object or from what is attached to it."""
_HELD: Final = frozenset({"token", "face-down", "planar"})
_OTHER: Final = frozenset(
    {"transformed", FLIPPED, TURNED_OVER, "attacks_nothing", "disguise", "cloak", "manifest", "prototype"}
)
_NOTHING: Final[Mapping[str, Any]] = {}
_STICKERS: Final[Mapping[type[Any], Any]] = {AddNameWord: "name", Gain: "ability", SetStickerPT: "size"}


def read_start(
    data: Any, cards: Mapping[str, Card], players: Sequence[str], edition: Edition,
    abilities: Mapping[str, Any] | None = None,
) -> Start:  # fmt: skip
    """Return the start that a state describes.

    Args:
        data: the state as JSON data.
        cards: the board's own cards, by lowercase name.
        players: the players' names, if the state does not contain them.
        edition: the edition of the rules.
        abilities: trees by key, in addition to those of the state, as in a vector.

    Raises:
        StateError: entries are not valid, or need what the edition does not have; the error lists all of them.
        LimitError: the state exceeds the limits.
    """
    problems: Problems = [(error.path, str(error)) for error in islice(faults(data, ("state",)), _FAULTS)]
    problems.reverse()
    if problems:
        data = repaired(data)
    if abilities and isinstance(data, Mapping):
        validate(abilities, ("abilities",))
        data = {**data, "abilities": {**abilities, **data.get("abilities", {})}}
    if isinstance(data, Mapping):
        for key in ("objects", "effects", "players"):
            if isinstance(data.get(key), (list, tuple)):
                check("players" if key == "players" else "objects", len(data[key]), ("state", key))
    given = read_all(BoardState, data, ("state",), problems)
    if given is None:
        raise _state_error(problems, data)
    start = _Reading(given, cards, players, problems, deepcopy(dict(data))).start()
    problems += start.lacking(edition)
    if problems:
        raise _state_error(problems, data)
    return start


def _state_error(problems: Problems, data: Any) -> StateError:
    keys: dict[int, list[str]] = {}  # of each table by its identity

    def in_data(path: Path) -> Path:
        # A list can also be given as a table or as a single value.
        found: list[str | int] = []
        there: Any = data
        for at in path:
            if not isinstance(there, (Mapping, list, tuple)):
                break
            part = at
            if isinstance(at, int) and isinstance(there, Mapping):
                known = keys.setdefault(id(there), [*there])
                part = known[at] if at < len(known) else at
            found.append(part)
            inside: Any = there
            try:
                there = inside[part]
            except LookupError:  # what is missing
                there = _NOTHING
        return tuple(found)

    return StateError(list(dict.fromkeys((("state", *in_data(path[1:])), says) for path, says in problems)))


class _Reading:
    def __init__(
        self, given: BoardState, cards: Mapping[str, Card], players: Sequence[str], problems: Problems,
        data: Mapping[str, Any],
    ) -> None:  # fmt: skip
        self.given = given
        self.problems = problems
        self.data = data
        unread = frozenset(each["id"] for each in _tables(data.get("objects")) if isinstance(each.get("id"), str))
        self.names = Names(given, players, problems, unread)
        self.say = self.names.say
        self.players = self.names.players
        self.numbers = self.names.numbers
        self.values = ValueReader(cards, dict(given.abilities), problems)
        self.objects = [(each, ("state", "objects", n)) for n, each in enumerate(given.objects) if each is not None]
        self.effects = [(each, ("state", "effects", n)) for n, each in enumerate(given.effects) if each is not None]
        self.changed = {each.source for each, _ in self.effects if each.is_carried}
        self.merged = {each.source for each, _ in self.effects if each.origin == "merge"}
        self.zones = {each.id: each.zone for each, _ in self.objects}
        self.entered_with: dict[int, tuple[Operation, ...]] = {}

    def start(self) -> Start:
        given, data = self.given, self.data
        self.active = self.names.player(given.active_player, ("state", "active_player")) or 0
        self._check_timestamps()
        self.copied = dict(self._copied())
        reader = EffectReader(self.names, self.copied)
        effects = [reader.effect(each, path) for each, path in self.effects]
        objects = [self._object(each, path) for each, path in self.objects]
        told = dict(self._told())
        read = [each for each in objects if each is not None]
        resolved = [each for each in effects if each is not None]
        if self.problems:
            return Start(self.players, data, self.active, tuple(read), tuple(resolved), {}, {}, {}, {})
        made = self._paired({found.number: found for found in self._ordered(read)})
        copies = self._with_effects(made, reader)
        self._check_copied(made)
        rings = {n: each.ring_timestamp for n, each in enumerate(given.players) if each.ring_timestamp is not None}
        made, resolved, rings = apart(made, resolved, rings)
        copied = {name: values for name, values in self.copied.items() if "#" in name}  # the others are in the effects
        return Start(
            self.players, data, self.active,
            tuple(made[number] for number in sorted(made)),
            tuple(sorted(resolved, key=lambda each: each.stamp)),
            copies, copied, told, self.entered_with, rings,
            tuple((name, text) for name, texts in given.unsupported for text in texts),
        )  # fmt: skip

    def _copied(self) -> Iterator[tuple[str, Copiable]]:
        for name, given in self.given.copied:
            values = given if isinstance(given, Copiable) else self.values.printed(given, ("state", "copied", name))
            if values is not None:
                yield name, values

    def _told(self) -> Iterator[tuple[tuple[int, str], int]]:
        there: dict[tuple[str, str | None], int] = {}
        for each, _ in self.objects:
            owner = each.owner or each.controller or self.players[0]
            there[each.zone, owner] = there.get((each.zone, owner), 0) + 1
        exclusive: set[str] = set()
        for number, player in enumerate(self.given.players):
            for fact, value in player.facts:
                path = ("state", "players", number, "facts", fact)
                if value < 0 and fact != "life":
                    self.say(path, f"only life can be negative, not `{fact}` (107.1b)")
                other, rule = EXCLUSIVE.get(fact, ("", ""))
                if value and other in exclusive:
                    self.say(path, f"`{other}` is also recorded, but only one of them can be true ({rule})")
                exclusive |= {fact} if value and other else set()
                if fact not in PLAYER_FACTS and (hint := did_you_mean(fact, PLAYER_FACTS)):
                    self.say(path, f"unknown fact `{fact}`{hint}")
                if value != there.get((fact, player.name)):  # otherwise the objects are counted
                    yield (number, fact), value

    # --- Timestamps ---

    def _check_timestamps(self) -> None:
        # 613.7: either every permanent has a timestamp, or none has one.
        permanents = [each for each, _ in self.objects if each.zone == "battlefield"]
        if any(each.timestamp is not None for each in permanents):
            for each, path in self.objects:
                missing = each.timestamp is None and not self.names.has_failed(path, "timestamp")
                if each.zone == "battlefield" and missing:
                    self.say(path, "`timestamp` is missing, but other permanents have one (613.7)")
        for each, path in self.objects:
            first = each.first_timestamp
            if each.timestamp is not None and first is not None and first > each.timestamp:
                self.say((*path, "first_timestamp"), f"must not be later than `timestamp`, {each.timestamp}")

    def _ordered(self, objects: list[GameObject]) -> list[GameObject]:
        # Objects with the same timestamp, or without one, entered in an unspecified order (613.7m).
        groups: dict[tuple[int | None, str], list[str]] = {}
        given = {each.id: each for each, _ in self.objects}
        for found in objects:
            groups.setdefault((given[found.id].timestamp, found.base.zone), []).append(found.id)
        ties = [tuple(group) for group in groups.values() if len(group) > 1]
        tied = {id: group for group in ties for id in group}  # a group can be large, so its objects share the tuple
        return [
            msgspec.structs.replace(found, unordered=tied[found.id])
            if found.id in tied and found.base.zone == "battlefield" else found
            for found in objects
        ]  # fmt: skip

    def _paired(self, made: dict[int, GameObject]) -> dict[int, GameObject]:
        # 702.95b: both creatures are paired, even if only one says so.
        partners = {n: other for n, found in made.items() for link, other in found.links if link == "paired_with"}
        for one, other in partners.items():
            if partners.get(other, one) != one:
                path = next(path for each, path in self.objects if each.id == made[one].id)
                called = (made[each].id for each in (one, other, other, partners[other]))
                self.say(
                    (*path, "links", "paired_with"), "`{}` is paired with `{}`, but `{}` with `{}`".format(*called)
                )
            elif other not in partners:
                links = tuple(sorted((*made[other].links, ("paired_with", one))))
                made[other] = msgspec.structs.replace(made[other], links=links)
        return made

    # --- Objects ---

    def _object(self, each: StateObject, path: Path) -> GameObject | None:
        before = len(self.problems)
        controller = self.names.player(each.controller, (*path, "controller"))
        owner = self.names.player(each.owner, (*path, "owner"))
        if each.zone in ("battlefield", "stack"):
            controller = controller if controller is not None else owner or 0
        owner = owner if owner is not None else controller or 0
        facts = self._facts(each, path)
        card, values, face = None, None, 0
        if not self.names.has_failed(path, "card", "values") or each.card is not None or each.values is not None:
            card, values, face = self.values.of_object(each, path, facts)
            if card is not None and values is not None:
                copies = each.copy is not None or each.id in self.changed
                self.problems += [
                    ((*path, *at), says) for at, says in misplaced(each, card, None if copies else values)
                ]
        host, player = self._host(each, path)
        links = self._links(each, path)
        self._check_choices(each, path)
        counters = recorded(self._counters(each, path))
        components = self.values.components(each, path)
        if components and values is not None and each.card is not None and card not in components:
            values = melded(values, components)
        if len(self.problems) > before or card is None or values is None or each.id == NAMELESS:
            return None
        if each.values is None:  # the face says it
            facts = tuple(fact for fact in facts if fact != "transformed" and not (fact == FLIPPED and face))
        stamp = self._stamp(each)
        designated = tuple((fact, stamp) for fact in DESIGNATIONS if fact in facts)
        planar = "planar" in each.facts
        kind = nontraditional(card) if controller is None and each.zone == "command" else None
        if kind is not None and (NONTRADITIONAL[kind].beginning or "face-down" not in each.facts):
            planar = NONTRADITIONAL[kind].planar  # 311.5, 312.4
            controller = self.active if planar else owner
        found = GameObject(
            id=each.id, number=self.numbers[each.id], card=card,
            base=Base(values, each.zone, owner, controller, card.token or "token" in each.facts),  # type: ignore[arg-type]
            stamp=stamp, attached_to=host, attached_player=player, counters=counters, facts=facts,
            links=tuple(sorted(links)), face_down="face-down" in each.facts, face=face, choices=each.choices,
            entered=BEFORE, x=each.x, numbers=tuple(sorted(each.numbers)), designated=designated,
            first_stamp=each.first_timestamp, components=components, planar=planar,
        )  # fmt: skip
        if card in components and each.id not in self.merged:
            later = int(each.copy is not None)  # merging is newer than what the object copied as it entered
            found = msgspec.structs.replace(found, merge_stamp=stamp + later, **merging(found))
        return found

    def _links(self, each: StateObject, path: Path) -> tuple[tuple[str, int], ...]:
        links = tuple(
            (link, number)
            for link, names in each.links
            for place, name in enumerate(names)
            if (number := self.names.id(name, (*path, "links", link, place))) is not None
        )
        for link in (link for link, number in links if number == self.numbers.get(each.id)):
            self.say((*path, "links", link), f"`{link}` of `{each.id}` cannot be the object itself")
        return links

    def _check_choices(self, each: StateObject, path: Path) -> None:
        if each.x is not None and each.x < 0:
            self.say((*path, "x"), f"must be at least 0, not `{each.x}` (107.1b)")
        for name, number in each.numbers:
            if number < 0 or (name == "attacks_player" and number >= len(self.players)):
                most = f" and less than {len(self.players)}" if name == "attacks_player" else ""
                self.say((*path, "numbers", name), f"must be at least 0{most}, not `{number}` (107.1b)")
        for key, says in wrong_types(each.choices, self._is_on_a_card):
            self.say((*path, "choices", key), says)
        for player_name in each.choices.player:
            self.names.player(player_name, (*path, "choices", "player"))

    def _stamp(self, each: StateObject) -> int:
        return self.numbers[each.id] + 1 if each.timestamp is None else each.timestamp

    def _facts(self, each: StateObject, path: Path) -> tuple[str, ...]:
        found: set[str] = set()
        for place, fact in enumerate(each.facts):
            if fact in DERIVED or fact in _HELD:
                continue
            if fact in FLAGS or fact in _OTHER or fact in PAID or fact.partition(":")[0] in ("unlocked", "told"):
                found.add(fact)
            else:
                known = (*FLAGS, *_OTHER, *_HELD)
                self.say((*path, "facts", place), f"unknown fact `{fact}`{did_you_mean(fact, known)}")
        return tuple(sorted(found))

    def _host(self, each: StateObject, path: Path) -> tuple[int | None, int | None]:
        host, player = each.attached_to, each.attached_player
        if host is not None and host not in self.numbers and host in self.players:
            host, player = None, host
        number = self.names.id(host, (*path, "attached_to"))
        if host == each.id:
            self.say((*path, "attached_to"), f"`{host}` cannot be attached to itself (301.5c, 303.4d)")
        zone = self.zones.get(host or "", "battlefield")
        if zone not in ("battlefield", "graveyard"):
            self.say((*path, "attached_to"), f"no object can be attached to `{host}` {in_zone(zone)} (701.3a)")
        return number, self.names.player(player, (*path, "attached_player"))

    def _counters(self, each: StateObject, path: Path) -> Iterator[Counter]:
        kinds: set[str] = set()
        for place, counter in enumerate(each.counters):
            here = (*path, "counters", place)
            if counter.count < 0:
                self.say(here, f"the number of counters must be at least 0, not `{counter.count}`")
            if counter.kind in kinds:
                self.say(here, f"`{counter.kind}` is listed twice")
            kinds.add(counter.kind)
            hint = attempt(self.problems, here, partial(misspelt_counter, counter.kind, here))
            if hint is not None:
                self.say(here, f"unknown kind of counter `{abbreviated(counter.kind)}`{hint}")
            if is_keyword_counter(counter.kind):
                self.names.limit("counters", counter.count, here)
            if counter.count >= 0:
                stamp = self._stamp(each) if counter.timestamp is None else counter.timestamp
                yield Counter(counter.kind, counter.count, stamp)

    def _is_on_a_card(self, subtype: str) -> bool:
        # A card can have a subtype that no rule lists.
        given = (each.values.subtypes for each, _ in self.objects if each.values is not None)
        return any(subtype in words for words in (*given, *self.values.subtypes()))

    # --- Effects ---

    def _with_effects(self, made: dict[int, GameObject], reader: EffectReader) -> dict[int, Copiable]:
        # Facts of objects that a state has as effects: copies, merging, face-down values, stickers, designations.
        copies: dict[int, Copiable] = {}
        for each, path in self.objects:
            if each.copy is not None:
                values = self.values.printed(each.copy, (*path, "copy"))
                if values is not None:
                    self._copy(made, copies, self.numbers[each.id], TakeValues(values))
        for effect, path in self.effects:
            if not effect.is_carried or effect.origin in ("counters", "choice"):  # these come from their objects
                continue
            number = None if effect.source is None else self.names.id(effect.source, (*path, "source"))
            operations = [operation for clause in reader.clauses(effect, path) for operation in clause.flat()]
            if effect.source is None:
                self.say(path, f"an effect with the origin `{effect.origin}` needs `source`, the id of its object")
            if number is None or not operations:
                continue
            self._carry(effect, operations, made, copies, number, path)
        return copies

    def _check_copied(self, made: Mapping[int, GameObject]) -> None:
        # 707.2c
        for each, path in self.objects:
            found = made[self.numbers[each.id]]
            if found.base.zone != "battlefield" or found.attached_to is None:
                continue
            for place, ability in enumerate(found.base.values.abilities, start=1):
                name = f"{found.id}#{place}"
                operations = [operation for clause in ability.clauses() for operation in clause.flat()]
                if name not in self.copied and any(isinstance(operation, BecomeCopy) for operation in operations):
                    self.say(path, f"the values that `{name}` copied are missing: write them in `copied` (707.2c)")

    def _copy(
        self, made: dict[int, GameObject], copies: dict[int, Copiable], number: int, taken: TakeValues
    ) -> None:  # fmt: skip
        copies[number] = taken.values
        record = CopyRecord(made[number].id, BEFORE, taken.exceptions)
        made[number] = msgspec.structs.replace(made[number], copy=record)

    def _carry(
        self, effect: StateEffect, operations: list[Any], made: dict[int, GameObject], copies: dict[int, Copiable],
        number: int, path: Path,
    ) -> None:  # fmt: skip
        found, stamp = made[number], effect.timestamp
        changes: dict[str, Any] = {}
        match effect.origin, operations:
            case "copy", [TakeValues() as taken]:
                self._copy(made, copies, number, taken)
            case "merge", [TakeValues(values=values)]:
                changes = {"merge_stamp": stamp, **components_of(found, values)}
            case "face down", [TurnedDown() as down]:
                changes = {"face_down": True, "listed": down.values}
            case "sticker", [operation] if type(operation) in _STICKERS:
                changes = {"stickers": (*found.stickers, _sticker(operation, stamp))}
            case "mark", _ if effect.name.endswith(ENTERED_WITH) and all(type(each) is Gain for each in operations):
                self.entered_with[number] = tuple(operations)
            case "mark", _:
                fact = next((name for name, each in DESIGNATIONS.items() if effect.name.endswith(each.suffix)), None)
                if fact is None:
                    self.say((*path, "name"), "must end with the name of a designation, such as `<suspected>`")
                else:
                    rest = tuple(each for each in found.designated if each[0] != fact)
                    changes = {"designated": (*rest, (fact, stamp)), "facts": tuple(sorted({*found.facts, fact}))}
            case _:
                self.say((*path, "clauses"), f"an effect with the origin `{effect.origin}` has other operations")
        if changes:
            made[number] = msgspec.structs.replace(made[number], **changes)


def _tables(items: Any) -> Iterator[Mapping[str, Any]]:
    for each in items if isinstance(items, (list, tuple)) else ():
        if isinstance(each, Mapping):
            yield each


def _sticker(operation: Node, stamp: int) -> Sticker:
    match operation:
        case AddNameWord():
            return Sticker("name", stamp, operation.words, operation.before)
        case Gain():
            return Sticker("ability", stamp, abilities=operation.abilities)
        case SetStickerPT():
            return Sticker("size", stamp, power=operation.power, toughness=operation.toughness)
    raise BoardDataError(f"no sticker has the operation `{type(operation).__name__}`")
