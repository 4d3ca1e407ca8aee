"""Boards on which one of two cards could depend on the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice, product
from typing import Any, Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.cards.card import Card, Face
from mtglayers.model.cards.scryfall import read_card
from mtglayers.model.cards.search import find
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.errors import LayersError
from mtglayers.model.rules.edition import Edition
from mtglayers.model.rules.vocabulary import BASIC_LAND_TYPES, COLOR_NAMES, families

from ...solve import solve
from ...wording import article
from ..dependence.layouts import PLAYERS, Choice, as_keys, default_choices, id_of, is_of
from ..dependence.plain_objects import Plain, Universe, Words, universe_of, words_of
from .situations import NOWHERE, Situation, situation_for

LAYOUTS: Final = 48
"""Maximum number of boards with all plain objects that are tried for a pair."""

_TWO: Final = 6
"""Maximum number of plain lands, and of plain creatures, with two subtypes."""

_EACH: Final = 8
"""Maximum number of plain objects of a type to which a card is attached on boards without other plain objects."""

_HOSTS: Final = ("Creature", "Land", "Artifact", "Enchantment", "Planeswalker")
_FAMILIES: Final = {"creature_type": "creature", "basic_land_type": "land", "land_type": "land"}


CardChoices = tuple[tuple[str, tuple[str, ...]], ...]
"""Pairs (kind of choice, the chosen words) for one card."""

Chosen = tuple[CardChoices, CardChoices]
"""The choices made for each of the two cards."""


class Profile(msgspec.Struct, frozen=True):
    """What is known about a card by itself.

    Attributes:
        name: its name.
        words: the words by which its effects distinguish objects.
        chosen: the choices that it asks for, with default words.
        hosts: the card types of the objects to which it can be attached; "Player" for players. Empty if it is not an
            Equipment or Fortification.
        situation: the events that make conditions of its effects true; no event can be left out.
    """

    name: str
    words: Words
    chosen: CardChoices
    hosts: tuple[str, ...]
    situation: Situation = NOWHERE


@lru_cache(maxsize=16384)
def profile_of(name: str, edition: Edition) -> Profile | None:
    """Return what is known about a card by itself, or None if it cannot be on the battlefield by itself."""
    try:
        chosen = default_choices(solve(_alone(name, edition, {})))
        board = _alone(name, edition, chosen)
    except LayersError:
        return None
    face = board.object("one").card.faces[0]
    words = words_of(solve(board))
    hosts = tuple(_host_types(face))
    profile = Profile(board.object("one").card.name, words, tuple(sorted(chosen.items())), hosts)
    return msgspec.structs.replace(profile, situation=_needed_situation(profile, board.object("one").card, edition))


def _needed_situation(profile: Profile, card: Card, edition: Edition) -> Situation:
    # The situation with the fewest events in which the most effects of the card exist.
    whole = situation_for(card)
    if whole == NOWHERE:
        return NOWHERE

    def count(situation: Situation) -> int:
        here = msgspec.structs.replace(profile, situation=situation)
        for layout in layouts(here, here, alone=True):
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


def _host_types(face: Face) -> Iterator[str]:
    # 301.5, 301.6, 303.4a: an enchant ability that names no card type allows every type.
    if "Equipment" in face.subtypes:
        if "Creature" in face.types:  # 702.151: an effect can reach it as a creature
            yield ""
        yield "Creature"
    if "Fortification" in face.subtypes:
        yield "Land"
    if "Aura" in face.subtypes:
        enchants = [ability for ability in face.abilities if isinstance(ability, Keyword) and ability.name == "Enchant"]
        words = {word for ability in enchants for word in f"{ability.parameter} {ability.subtype}".lower().split()}
        if words & {"player", "opponent"}:
            yield "Player"
        else:
            named = [word for word in _HOSTS if word.lower() in words]
            yield from named or _HOSTS


class Layout(msgspec.Struct, frozen=True):
    """A board with two cards and plain objects.

    Attributes:
        cards: the names of the two cards.
        plains: pairs (plain object, controller), in the order in which they enter, before the cards.
        controllers: the controllers of the two cards.
        order: the order in which the two cards enter.
        hosts: for each of the two cards, the id of the object or the player that it is attached to, or "".
        chosen: for each of the two cards, the choices made as it enters.
        situations: for each of the two cards, the events after both have entered.
    """

    cards: tuple[str, str]
    plains: tuple[tuple[Plain, str], ...]
    controllers: tuple[str, str]
    order: tuple[int, ...]
    hosts: tuple[str, str] = ("", "")
    chosen: Chosen = ((), ())
    situations: tuple[Situation, Situation] = (NOWHERE, NOWHERE)

    def with_plains(self, places: Sequence[int]) -> Layout | None:
        """Return the layout with only the plain objects at the given places, or None if a card needs another."""
        names = {f"plain-{place}": f"plain-{new}" for new, place in enumerate(places)}
        if any(host.startswith("plain-") and host not in names for host in self.hosts):
            return None
        one, other = (names.get(host, host) for host in self.hosts)
        return msgspec.structs.replace(
            self, plains=tuple(self.plains[place] for place in places), hosts=(one, other)
        )  # fmt: skip

    def board(self, edition: Edition) -> Board | None:
        """Return the board, or None if the rules do not allow it."""
        plains = tuple((msgspec.json.encode(plain.card), player) for plain, player in self.plains)
        board = _with_plains(plains, edition).copy()
        try:
            for card in self.order:
                keys: dict[str, Any] = {"chosen": as_keys(dict(self.chosen[card]))}
                if self.hosts[card]:
                    keys["attached_to"] = self.hosts[card]
                loyalty = find(self.cards[card]).faces[0].copiable().loyalty
                if loyalty:  # 306.5b
                    keys["counters"] = {"loyalty": loyalty}
                board.enters(self.cards[card], as_=id_of(card), controller=self.controllers[card], **keys)
            for card in self.order:
                self.situations[card].happens(board, id_of(card))
        except LayersError:
            return None
        return board

    def words(self) -> str:
        """Return a description of what is on the board in addition to the two cards."""
        plains = (plain.words for plain, _ in self.plains)
        events = (words for card in (0, 1) for words in self.situations[card].words(self.cards[card]))
        return "; ".join(dict.fromkeys((*plains, *events)))


@lru_cache(maxsize=64)
def _with_plains(plains: tuple[tuple[bytes, str], ...], edition: Edition) -> Board:
    board = Board(PLAYERS, edition=edition)
    for place, (plain, player) in enumerate(plains):
        board.enters(_card(plain), as_=f"plain-{place}", controller=player)
    return board


@lru_cache(maxsize=4096)
def _card(data: bytes) -> Card:
    return read_card(msgspec.json.decode(data))


def layouts(one: Profile, other: Profile, *, alone: bool = False) -> Iterator[Layout]:
    """Yield boards with two cards and plain objects that their effects can distinguish.

    The boards differ in the order and the controllers of the two cards, in the objects to which they are attached, and
    in the choices made for them. The first boards have no plain objects except those to which cards are attached. The
    other boards, at most `LAYOUTS`, have all.

    Args:
        one: the card that may depend on the other.
        other: the other card.
        alone: whether the other card can only change the first card's own ability, so that plain objects do not matter.
    """
    tried = universe_of(one.words | other.words)
    kinds = (*tried.objects, *_with_two_types(tried))
    whose = PLAYERS if any(family == "controller" for family, _ in one.words.read | other.words.read) else PLAYERS[:1]
    plains = tuple((plain, player) for plain in kinds for player in whose)
    choices = _choices(one, other, tried)
    first = _ways(one, other, plains, choices if alone else choices[:1], whose, 1 if alone else _EACH)
    yield from _small(first)
    if not alone:
        yield from islice(_ways(one, other, plains, choices, whose), LAYOUTS)
        for layout in _ways(one, other, plains, choices[:1], whose[:1]):
            if not any(map(_is_card, layout.hosts)):
                yield msgspec.structs.replace(layout, order=layout.order[::-1])
                return


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
    one: Profile, other: Profile, plains: tuple[tuple[Plain, str], ...], choices: Sequence[Chosen],
    whose: Sequence[str], each: int = 1,
) -> Iterator[Layout]:  # fmt: skip
    # The first card enters first unless it is attached to the other one.
    mine, theirs = one.situation, other.situation
    if mine.many and theirs.many:
        theirs = theirs.without("many")
    if mine.turn != theirs.turn:
        theirs = msgspec.structs.replace(theirs, turn=False)
    situations = mine, theirs
    for chosen, player in product(choices, whose):
        for hosts in product(_hosts(one, 0, plains, each), _hosts(other, 1, plains, each)):
            if not all(map(_is_card, hosts)):
                order = (1, 0) if _is_card(hosts[0]) else (0, 1)
                yield Layout((one.name, other.name), plains, (PLAYERS[0], player), order, hosts, chosen, situations)


def _is_card(host: str) -> bool:
    return host in (id_of(0), id_of(1))


def _hosts(card: Profile, place: int, plains: Sequence[tuple[Plain, str]], each: int) -> list[str]:
    # The other card, and the first plain objects of each type that fits.
    if not card.hosts:
        return [""]
    if card.hosts == ("Player",):
        return list(PLAYERS)
    found = [id_of(1 - place)]
    for word in card.hosts:
        fits = [f"plain-{n}" for n, (plain, _) in enumerate(plains) if word and word in plain.card["type_line"]]
        found += fits[:each] if word else [""]
    return list(dict.fromkeys(found))


def _small(found: Iterable[Layout]) -> Iterator[Layout]:
    # Each board with only the plain objects to which cards are attached.
    seen: set[bytes] = set()
    for layout in found:
        small = layout.with_plains([place for place in range(len(layout.plains)) if f"plain-{place}" in layout.hosts])
        key = msgspec.json.encode(small)
        if small is not None and key not in seen:
            seen.add(key)
            yield small


def _choices(one: Profile, other: Profile, tried: Universe) -> list[Chosen]:
    # The default words, and then for each card every single word that the other card's effects read.
    read = dict(tried.words)
    found: list[Chosen] = [(one.chosen, other.chosen)]
    for card, profile in enumerate((one, other)):
        for kind, words in profile.chosen:
            for word in _words(kind, read):
                if word not in words:
                    chosen = tuple((k, (word, *w[1:]) if k == kind else w) for k, w in profile.chosen)
                    found.append((chosen, other.chosen) if card == 0 else (one.chosen, chosen))
    return found


def _words(kind: str, read: dict[str, tuple[str, ...]]) -> list[str]:
    if kind == "color":
        return [color for color, name in COLOR_NAMES.items() if name in read.get("colours", ())]
    if kind == "card_type":
        return list(read.get("types", ()))
    family = _FAMILIES.get(kind)
    words = [word for word in read.get("subtypes", ()) if family in families(word)]
    return [word for word in words if kind != "basic_land_type" or word in BASIC_LAND_TYPES]


def _alone(name: str, edition: Edition, chosen: Choice) -> Board:
    board = Board(PLAYERS, edition=edition)
    board.enters(find(name).name, as_="one", chosen=as_keys(chosen))
    return board
