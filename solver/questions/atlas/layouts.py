"""Boards on which one of two or three cards could depend on another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, islice, product
from typing import Any, Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.cards.card import Card, Face
from mtglayers.model.cards.scryfall import read_card
from mtglayers.model.cards.search import find
from mtglayers.model.effects.view import Zone
from mtglayers.model.errors import LayersError
from mtglayers.model.rules.edition import Edition
from mtglayers.model.rules.vocabulary import families

from ...result.unsupported import choices_asked
from ...solve import solve
from ...wording import article
from ..dependence.layouts import (
    OBJECT,
    PLAYERS,
    Choice,
    Word,
    as_keys,
    default_choices,
    host_types,
    id_of,
    in_zone,
    is_of,
    is_opposed,
    is_spell,
    link_exiled,
    linking,
    objects_to_name,
    words_to_choose,
)
from ..dependence.plain_objects import Plain, Universe, Words, universe_of, words_of
from ..dependence.ways import Way, home_of
from .columns import CardZones, zones_of_card
from .shapes import AS_IT_IS, Shape, shapes_for
from .situations import NOWHERE, Situation, add_many, situation_for

LAYOUTS: Final = 48
"""Maximum number of boards with all plain objects that are tried for a pair."""

_TWO: Final = 6
"""Maximum number of plain lands, and of plain creatures, with two subtypes."""

_EACH: Final = 8
"""Maximum number of plain objects of a type to which a card is attached on boards without other plain objects."""


CardChoices = tuple[tuple[str, tuple[Word, ...]], ...]
"""Pairs (kind of choice, the chosen words) for one card."""

Chosen = tuple[CardChoices, ...]
"""The choices made for each of the cards."""


class Profile(msgspec.Struct, frozen=True):
    """What is known about a card by itself.

    Attributes:
        name: its name.
        words: the words by which its effects distinguish objects.
        chosen: the choices that it asks for, with default words.
        hosts: the card types of the objects to which it can be attached; "Player" for players. Empty if it is not an
            Equipment or Fortification.
        situation: the events that make conditions of its effects true; no event can be left out.
        face: the number of the face that is up, or of the unlocked door.
        zone: the zone of the card.
        opposed: whether it can be attached only to objects that its controller does not control.
    """

    name: str
    words: Words
    chosen: CardChoices
    hosts: tuple[str, ...]
    situation: Situation = NOWHERE
    face: int = 0
    zone: Zone = "battlefield"
    opposed: bool = False


def sides_of(name: str, edition: Edition) -> tuple[Profile, ...]:
    """Return what is known about each face of a permanent that has static abilities, or about its front face."""
    card = find(name)
    faces = [place for place, face in enumerate(card.faces) if place == 0 or not is_spell(face)]
    there = [face for face in faces if any(ability.clauses() for ability in card.faces[face].abilities)] or [0]
    found = (profile_of(name, edition, face) for face in there)
    return tuple(profile for profile in found if profile is not None)


def sides_together(names: Sequence[str], edition: Edition) -> Iterator[tuple[Profile, ...]]:
    """Yield what is known about each of two cards: first on the battlefield, and then in other zones that matter."""
    here = [sides_of(name, edition) for name in names]
    yield from product(*here)
    away: list[tuple[Profile, ...]] = []
    for name, other, sides in zip(names, names[::-1], here, strict=True):
        zones = [zone for zone in other_zones(name, other, edition) if sides and zone != sides[0].zone]
        away.append(tuple(chain.from_iterable(_away(sides[0], zone, edition) for zone in zones)))
    if any(away):
        every = (sides + more for sides, more in zip(here, away, strict=True))
        yield from (each for each in product(*every) if any(profile.zone != "battlefield" for profile in each))


def other_zones(name: str, other: str, edition: Edition) -> tuple[Zone, ...]:
    """Return the zones other than the battlefield in which a card can have an effect that matters to another card."""
    return _zones(name, edition).beside(_zones(other, edition))


@lru_cache(maxsize=16384)
def _zones(name: str, edition: Edition) -> CardZones:
    return zones_of_card(find(name), edition)


@lru_cache(maxsize=16384)
def _away(side: Profile, zone: Zone, edition: Edition) -> tuple[Profile, ...]:
    # In the situation that its conditions need, and among many permanents, which amounts can count.
    away = msgspec.structs.replace(side, zone=zone, hosts=(), chosen=(), face=0)
    needed = _needed_situation(away, find(side.name), edition)
    situations = dict.fromkeys((needed, msgspec.structs.replace(needed, many=True)))
    return tuple(msgspec.structs.replace(away, situation=situation) for situation in situations)


@lru_cache(maxsize=16384)
def profile_of(name: str, edition: Edition, face: int = 0) -> Profile | None:
    """Return what is known about a card by itself, or None if it cannot be there by itself."""
    try:
        chosen = default_choices(solve(_alone(name, edition, {}, face)))
        board = _alone(name, edition, chosen, face)
    except LayersError:
        return None
    up = board.object("one").card.faces[face]
    words = words_of(solve(board))
    hosts = tuple(host_types(up))
    picks = {OBJECT: ()} if any(OBJECT in choices_asked(ability) for ability in up.abilities) else {}
    asked = tuple(sorted((chosen | picks).items()))
    zone = board.object("one").base.zone
    profile = Profile(name, words, asked, hosts, face=face, zone=zone, opposed=is_opposed(up))
    return msgspec.structs.replace(profile, situation=_needed_situation(profile, board.object("one").card, edition))


def _needed_situation(profile: Profile, card: Card, edition: Edition) -> Situation:
    # The situation with the fewest events in which the most effects of the card exist.
    whole = situation_for(card)
    if whole == NOWHERE:
        return NOWHERE

    def count(situation: Situation) -> int:
        here = msgspec.structs.replace(profile, situation=situation)
        for layout in layouts([here, here], alone=True):
            board = msgspec.structs.replace(layout, order=layout.order[:1]).board(edition)
            if board is not None:
                steps = solve(board).steps
                return len({(step.layer, step.effect) for step in steps if is_of(step.effect, layout.order[0])})
        return 0

    best, most = NOWHERE, count(NOWHERE)
    for tried in (whole.without("turn"), whole):
        if (number := count(tried)) > most:
            best, most = tried, number
    for field in Situation.__struct_fields__:
        fewer = best.without(field)
        if fewer != best and count(fewer) >= most:
            best = fewer
    return best


@lru_cache(maxsize=16384)
def _linking(names: tuple[str, ...]) -> int | None:
    return linking([find(name) for name in names])


class Layout(msgspec.Struct, frozen=True):
    """A board with two or three cards and plain objects.

    Attributes:
        cards: the names of the cards.
        plains: pairs (plain object, controller), in the order in which they enter, before the cards.
        controllers: the controllers of the cards.
        order: the order in which the cards enter.
        hosts: for each of the cards, the id of the object or the player that it is attached to, or "".
        chosen: for each of the cards, the choices made as it enters.
        situations: for each of the cards, the events after all have entered.
        faces: for each of the cards, the number of the face that is up, or of the unlocked door.
        starts: for each of the cards, the plain object that it is attached to until its host has entered, or "".
        zones: for each of the cards, its zone.
        shape: what makes the first card fit the objects that the second one's effects name.
    """

    cards: tuple[str, ...]
    plains: tuple[tuple[Plain, str], ...]
    controllers: tuple[str, ...]
    order: tuple[int, ...]
    hosts: tuple[str, ...]
    chosen: Chosen
    situations: tuple[Situation, ...]
    faces: tuple[int, ...]
    starts: tuple[str, ...] = ()
    zones: tuple[Zone, ...] = ()
    shape: Shape = AS_IT_IS

    def with_plains(self, places: Sequence[int]) -> Layout | None:
        """Return the layout with only the plain objects at the given places, or None if a card needs another."""
        names = {f"plain-{place}": f"plain-{new}" for new, place in enumerate(places)}
        if any(id.startswith("plain-") and id not in names for id in (*self.hosts, *self.starts, *self.picked)):
            return None
        hosts, starts = (tuple(names.get(host, host) for host in each) for each in (self.hosts, self.starts))
        chosen = tuple(tuple((k, tuple(names.get(str(w), w) for w in ws)) for k, ws in each) for each in self.chosen)
        plains = tuple(self.plains[place] for place in places)
        return msgspec.structs.replace(self, plains=plains, hosts=hosts, starts=starts, chosen=chosen)

    @property
    def picked(self) -> tuple[str, ...]:
        """The ids of the chosen objects."""
        return tuple(str(id) for each in self.chosen for kind, words in each for id in words if kind == OBJECT)

    def calm(self) -> Layout:
        """Return the layout without the events after the cards have entered."""
        return msgspec.structs.replace(self, situations=(NOWHERE,) * len(self.cards))

    def board(self, edition: Edition) -> Board | None:
        """Return the board, or None if the rules do not allow it."""
        plains = tuple((msgspec.json.encode(plain), player) for plain, player in self.plains)
        many = next((each.only_many() for each in self.situations if each.many), None)
        board = _with_plains(plains, many, edition).copy()
        names = [find(name).faces[face].name for name, face in zip(self.cards, self.faces, strict=True)]
        try:
            for card in self.order:
                way = Way(self._zone(card), face=self.faces[card])
                one = find(self.cards[card])
                keys: dict[str, Any] = {"chosen": as_keys(dict(self.chosen[card]), names)}
                if way.zone == "battlefield":
                    keys |= self._keys(card, one.faces[way.face])
                way.enters(board, self.cards[card], one, id_of(card), self.controllers[card], **keys)
                if card == 0 and way.zone == "battlefield":
                    self.shape.happens(board, id_of(card))
            for card in self.order:
                if self.starts and self.starts[card]:
                    board.attaches(id_of(card), to=self.hosts[card])
                self.situations[card].happens(board, id_of(card))
            self._exile(board)
        except LayersError:
            return None
        return board

    def _keys(self, card: int, face: Face) -> dict[str, Any]:
        found = self.shape.keys() if card == 0 else {}
        if self.hosts[card]:
            found["attached_to"] = (self.starts[card] if self.starts else "") or self.hosts[card]
            if face.has("Bestow"):
                found["cast"] = "bestow"
        loyalty = face.copiable().loyalty
        return found | ({"counters": {"loyalty": loyalty}} if loyalty else {})  # 306.5b

    def _zone(self, card: int) -> Zone:
        return self.zones[card] if self.zones else "battlefield"

    def _exile(self, board: Board) -> None:
        source = _linking(self.cards)
        if source is not None and self._zone(source) == "battlefield":
            exiled = (card for card in self.order if self._zone(card) == "exile")
            link_exiled(board, source, (plain.zone for plain, _ in self.plains), exiled)

    def words(self) -> str:
        """Return a description of what is on the board in addition to the cards on the battlefield."""
        away, shape, events = self._parts()
        return "; ".join(dict.fromkeys((*away, *shape, *(plain.words for plain, _ in self.plains), *events)))

    def beside(self) -> tuple[str, ...]:
        """Return descriptions of what is on the board in addition to the cards and the plain objects."""
        return tuple(dict.fromkeys(chain.from_iterable(self._parts())))

    def _parts(self) -> tuple[list[str], list[str], list[str]]:
        away = [in_zone(name, self._zone(card)) for card, name in enumerate(self.cards)]
        shape = [self.shape.words(self.cards[0])]
        events = (each.words(name) for name, each in zip(self.cards, self.situations, strict=True))
        return list(filter(None, away)), list(filter(None, shape)), list(chain.from_iterable(events))


@lru_cache(maxsize=256)
def _with_plains(plains: tuple[tuple[bytes, str], ...], many: Situation | None, edition: Edition) -> Board:
    board = Board(PLAYERS, edition=edition)
    for place, (plain, player) in enumerate(plains):
        object, card = _plain(plain)
        object.enters(board, player, f"plain-{place}", card)
    if many is not None:
        add_many(board, many)
    return board


@lru_cache(maxsize=4096)
def _plain(data: bytes) -> tuple[Plain, Card]:
    plain = msgspec.json.decode(data, type=Plain)
    return plain, read_card(plain.card)


def layouts(cards: Sequence[Profile], *, alone: bool = False, rings: bool = False) -> Iterator[Layout]:
    """Yield boards with two or three cards and plain objects that their effects can distinguish.

    The boards differ in the order and the controllers of the cards, in the objects to which they are attached, and in
    the choices made for them. The first boards have no plain objects except those to which cards are attached. The
    other boards, at most `LAYOUTS`, have all.

    Args:
        cards: the cards, of which the first may depend on the second.
        alone: whether the others can only change the first card's own ability, so that plain objects do not matter.
        rings: whether to try boards on which each card is attached to the next one, and the last to the first.
    """
    words = Words(frozenset())
    for card in cards:
        words |= card.words
    tried = universe_of(words)
    kinds = (*tried.objects, *_with_two_types(tried))
    whose = PLAYERS if words.reads_controllers or any(card.opposed for card in cards) else PLAYERS[:1]
    plains = tuple((plain, player) for plain in kinds for player in whose)
    choices = _choices(cards, tried, () if alone else plains)
    first = _ways(cards, plains, choices if alone else choices[:1], whose, 1 if alone or len(cards) > 2 else _EACH)
    yield from _small(first)
    if rings:
        yield from _small(_rings(cards, plains, choices[0]))
    if not alone:
        yield from islice(_ways(cards, plains, choices, whose), LAYOUTS)
        for layout in _ways(cards, plains, choices[:1], whose[:1]):
            if not any(map(_is_card, layout.hosts)):
                yield msgspec.structs.replace(layout, order=layout.order[::-1])
                return


def shaped(cards: Sequence[Profile]) -> Iterator[Layout]:
    """Yield boards on which something makes the first of two cards fit the second one's effects, without plain objects.

    An effect in an earlier layer, a counter or being a token makes an effect that removes the abilities only of lands,
    of creatures with counters and so on remove those of every card.
    """
    one, other = cards
    if one.zone == other.zone == "battlefield":
        card = find(one.name)
        types = card.faces[one.face].types
        for shape in shapes_for(find(other.name), other.words, other.hosts, types, card):
            for layout in layouts(cards, alone=True):
                if layout.hosts[1] in ("", id_of(0)):
                    yield msgspec.structs.replace(layout, shape=shape)


def _with_two_types(tried: Universe) -> Iterator[Plain]:
    # Lands and creatures with two of the subtypes that effects read, at most `_TWO` of each.
    subtypes = dict(tried.words).get("subtypes", ())
    for family, kind in (("land", "Land"), ("creature", "Creature")):
        words = [word for word in subtypes if family in families(word)]
        for first, second in islice(combinations(words, 2), _TWO):
            data: dict[str, Any] = {"name": f"Plain {first} {second} {kind}", "type_line": f"{kind} — {first} {second}"}
            if kind == "Creature":
                data |= {"power": "1", "toughness": "1", "mana_cost": "{1}"}
            lead = "nonbasic " if kind == "Land" else ""
            noun = f"{lead}{first} {second} {kind.lower()}"
            yield Plain(f"{article(noun)} {noun}", data)


def _ways(
    cards: Sequence[Profile], plains: tuple[tuple[Plain, str], ...], choices: Sequence[Chosen], whose: Sequence[str],
    each: int = 1,
) -> Iterator[Layout]:  # fmt: skip
    # The cards enter in the given order, except that a card enters after the card to which it is attached.
    names, faces = tuple(card.name for card in cards), tuple(card.face for card in cards)
    situations = _together(cards)
    zones: tuple[Zone, ...] = tuple(card.zone for card in cards)
    there = [place for place, card in enumerate(cards) if card.zone == "battlefield"]
    possible = [_hosts(card, place, there, plains, each) for place, card in enumerate(cards)]
    for chosen, players in product(choices, product(whose, repeat=len(cards) - 1)):
        controllers = (PLAYERS[0], *players)
        for hosts in product(*possible):
            order = _entering(hosts)
            if order is not None and not any(map(_picks_of_another, chosen, controllers)):
                yield Layout(names, plains, controllers, order, hosts, chosen, situations, faces, (), zones)


def _picks_of_another(chosen: CardChoices, controller: str) -> bool:
    return controller != PLAYERS[0] and bool(dict(chosen).get(OBJECT))


def _rings(
    cards: Sequence[Profile], plains: tuple[tuple[Plain, str], ...], chosen: Chosen
) -> Iterator[Layout]:  # fmt: skip
    # Each card is attached to the next one; the first one is attached to a plain object until the last has entered.
    number = len(cards)
    names, faces = tuple(card.name for card in cards), tuple(card.face for card in cards)
    hosts = tuple(id_of((place + 1) % number) for place in range(number))
    if all(
        id_of((place + 1) % number) in _hosts(card, place, range(number), plains, 1) for place, card in enumerate(cards)
    ):
        first = [host for host in _hosts(cards[-1], number - 1, range(number), plains, 1) if host.startswith("plain-")]
        order, before = tuple(reversed(range(number))), ("",) * (number - 1)
        for start, players in product(first, product(PLAYERS, repeat=number - 1)):
            controllers = (PLAYERS[0], *players)
            yield Layout(names, plains, controllers, order, hosts, chosen, _together(cards), faces, (*before, start))


def _together(cards: Sequence[Profile]) -> tuple[Situation, ...]:
    found = [cards[0].situation]
    for card in cards[1:]:
        found[0], theirs = found[0].beside(card.situation)
        found.append(theirs)
    return tuple(found)


def _entering(hosts: Sequence[str]) -> tuple[int, ...] | None:
    # The order in which cards enter, or None if two of them are attached to each other.
    found: list[int] = []
    while len(found) < len(hosts):
        there = {id_of(card) for card in found}
        ready = [n for n, host in enumerate(hosts) if n not in found and (not _is_card(host) or host in there)]
        if not ready:
            return None
        found.append(ready[0])
    return tuple(found)


def _is_creature(plain: Plain) -> bool:
    return plain.zone == "battlefield" and "Creature" in plain.card["type_line"]


def _is_card(host: str) -> bool:
    return host in (id_of(0), id_of(1), id_of(2))


def _hosts(
    card: Profile, place: int, there: Iterable[int], plains: Sequence[tuple[Plain, str]], each: int
) -> list[str]:
    # The other cards, and the first plain objects of each type that fits.
    if not card.hosts:
        return [""]
    if card.hosts == ("Player",):
        return list(PLAYERS)
    found = [id_of(other) for other in there if other != place]
    here = [
        (f"plain-{n}", plain.card["type_line"]) for n, (plain, _) in enumerate(plains) if plain.zone == "battlefield"
    ]
    for word in card.hosts:
        fits = [id for id, types in here if word and word in types]
        found += fits[:each] if word else [""]
    return list(dict.fromkeys(found))


def _small(found: Iterable[Layout]) -> Iterator[Layout]:
    # Each board with only the plain objects to which cards are attached.
    seen: set[bytes] = set()
    for layout in found:
        small = layout.with_plains(
            [place for place in range(len(layout.plains)) if f"plain-{place}" in (*layout.hosts, *layout.starts)]
        )
        key = msgspec.json.encode(small)
        if small is not None and key not in seen:
            seen.add(key)
            yield small


def _choices(cards: Sequence[Profile], tried: Universe, plains: Sequence[tuple[Plain, str]]) -> list[Chosen]:
    # The default words, and then for each card every single word that an effect reads. What is chosen is a creature of
    # the first player, which every ability allows.
    able = [f"plain-{n}" for n, (plain, player) in enumerate(plains) if player == PLAYERS[0] and _is_creature(plain)]
    read, read_cards = dict(tried.words), [find(card.name) for card in cards]
    faces = (each.faces[card.face] for each, card in zip(read_cards, cards, strict=True))
    named = objects_to_name(faces, (plain.card for plain, _ in plains))
    words = [
        {kind: able if kind == OBJECT else words_to_choose(kind, read, named, each) for kind, _ in card.chosen}
        for each, card in zip(read_cards, cards, strict=True)
    ]
    default = tuple(
        tuple((kind, first or tuple(words[place][kind][: kind != OBJECT])) for kind, first in card.chosen)
        for place, card in enumerate(cards)
    )
    found: list[Chosen] = [default]
    for place, each in enumerate(default):
        for kind, first in each:
            for word in words[place][kind]:
                if word not in first:
                    chosen = tuple((k, (word, *w[1:]) if k == kind else w) for k, w in each)
                    found.append((*default[:place], chosen, *default[place + 1 :]))
    return found


def _alone(name: str, edition: Edition, chosen: Choice, face: int) -> Board:
    board = Board(PLAYERS, edition=edition)
    card = find(name)
    keys = as_keys(chosen, [card.faces[face].name])
    Way(home_of(card), face=face).enters(board, name, card, "one", PLAYERS[0], chosen=keys)
    return board
