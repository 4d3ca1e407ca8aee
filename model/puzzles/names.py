"""Checks that a puzzle uses only the names that it defines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from ..board.references import find_player, fits_name
from ..cards.card import Card
from ..cards.faces import id_names, ids_of, spell_id
from ..cards.search import find
from ..data.record import Path, WrongTypeError
from ..errors import LayersError, UnknownCardError
from ..events.arrivals import Arrival, Enters, Moves
from ..events.base import Event
from ..events.changes import Attaches, Chooses, Counters, Detaches, Flips, Marks, Player, Transforms, Turns
from ..events.command_zone import Reveals, Stickers
from ..events.departures import Leaves, Merges, Phases
from ..events.left_open import LEFT_OPEN
from ..events.melding import Melds
from ..events.resolution import Resolves, Source
from ..events.turns import Ends, Order, Turn
from ..objects.recorded_facts import LINKS
from ..support.limits import check, limits
from ..support.names import did_you_mean, fold, free_name, kebab
from ..support.progress import checkpoint
from .entry import Entry
from .expectation import Expectation


def check_names(players: Sequence[str], cards: Sequence[Mapping[str, Any]], timeline: Sequence[Entry]) -> None:
    """Check that every object, effect and player that a timeline mentions exists at that point.

    Raises:
        WrongTypeError: a name is unknown; the error includes its path and the most similar known name.
    """
    names = _Names(players, cards)
    for place, entry in enumerate(timeline):
        if entry.event is None:
            continue
        if not entry.refused:
            names.check(entry.event, ("timeline", place))
            names.add(entry.event)
    # An expectation can mention later objects, which must not exist yet.
    for place, entry in enumerate(timeline):
        if entry.expect is not None:
            names.check_expectation(entry.expect, ("timeline", place, "expect"))


# Maximum length of an effect's name, as a multiple of the maximum length of names.
_EFFECT_NAME: Final = 4


class _Names:
    def __init__(self, players: Sequence[str], cards: Sequence[Mapping[str, Any]]) -> None:
        self.players = tuple(players)
        self.known: dict[str, None] = {}
        self.aliases: dict[str, str] = {}  # other name -> id
        self.called: set[str] = set()  # case-folded names of cards
        self.parts: dict[str, int] = {}  # id of a merged permanent -> its number of cards
        self.suffixes: dict[str, int] = {}
        self.made = 0
        self.cards: dict[str, tuple[str, ...]] = {}
        for card in cards:
            faces = [face["name"] for face in card.get("faces" if "kind" in card else "card_faces", ())]
            ids = ids_of(card["name"], faces, card.get("layout", ""))
            self.cards |= dict.fromkeys(map(fold, (card["name"], *faces)), ids)

    # --- Names that an event defines ------------------------------------------------------------------------

    def add(self, event: Event) -> None:
        """Add the names of the objects and effects that an event creates."""
        match event:
            case Enters():
                self._add_entering(event)
            case Moves():
                for name in event.as_:
                    self.known[name] = None
                self._add_cards(event.moves, event.to, 1)
                self._add_effect(event, event.as_[0] if event.as_ else "")
            case Leaves():
                for name in event.leaves:
                    self._add_cards(name, event.to)
            case Melds():
                name = self._add_object(event.as_[0] if event.as_ else None, self._ids_of(event.into))
                self.parts[name] = 2
                self._add_effect(event, name)
            case Merges():
                host = self.aliases.get(event.with_, event.with_)
                self.parts[host] = self.parts.get(host, 1) + 1
            case Resolves():
                default = "effect"
                if isinstance(event.resolves, str):
                    default = spell_id(event.resolves, self._ids_of(event.resolves))
                self.known[event.as_ or free_name(default, self.known)] = None
            case Reveals() if not self._is_known(event.reveals):
                self._add_object(event.as_, self._ids_of(event.reveals))
            case _:
                pass

    def _add_cards(self, name: str, zone: str, named: int = 0) -> None:
        # 730.3: the cards of a merged permanent separate; a moving object has a given name for the first of them.
        id = self.aliases.get(name, name)
        for _ in range(self.parts.pop(id, 1) - named):
            self.known[free_name(f"{id.partition('@')[0]}@{zone}", self.known)] = None

    def _add_entering(self, event: Enters) -> None:
        named = list(event.as_)
        first = ""
        for card in event.enters:
            ids = self._ids_of(card)
            self.called.add(fold(card if isinstance(card, str) else card.name))
            wanted = named.pop(0) if named else event.as_[0] if len(event.as_) == 1 else None
            self.made += event.count
            check("objects", self.made)
            for _ in range(max(1, event.count)):
                checkpoint("object")
                name = self._add_object(wanted, ids)
                first = first or name
        self._add_effect(event, first)

    def _add_object(self, wanted: str | None, ids: tuple[str, ...]) -> str:
        name = self._free(wanted or ids[0])
        self.known[name] = None
        if wanted is None:
            self.aliases |= dict.fromkeys((other + name.removeprefix(ids[0]) for other in ids[1:]), name)
        return name

    def _free(self, base: str) -> str:
        if base not in self.known:
            return base
        suffix = self.suffixes.get(base, 2)
        while f"{base}-{suffix}" in self.known:
            suffix += 1
        self.suffixes[base] = suffix
        return f"{base}-{suffix}"

    def _add_effect(self, event: Arrival, first: str) -> None:
        if event.with_effect is not None and not _lists(event):
            self.known[event.with_effect.as_ or free_name(f"{first}-effect", self.known)] = None

    def _ids_of(self, card: str | Card) -> tuple[str, ...]:
        if isinstance(card, Card):
            return id_names(card)
        if fold(card) in self.cards:
            return self.cards[fold(card)]
        try:
            return id_names(find(card))
        except UnknownCardError:  # reported when the puzzle is played
            return (kebab(card),)

    # --- Names that an event mentions -----------------------------------------------------------------------

    def check(self, event: Event, path: Path) -> None:
        """Raise a WrongTypeError if an event mentions a name that no earlier event defines."""
        match event:
            case Leaves(leaves=ids) | Order(order=ids) | Melds(melds=ids):
                self._objects(ids, (*path, event.VERB))
            case Resolves():
                if isinstance(event.resolves, Source) and event.resolves.ability_of:
                    self._objects((event.resolves.ability_of,), (*path, "resolves", "ability_of"))
                self._objects(event.targets, (*path, "targets"), (*self.players, LEFT_OPEN))
                self._players(event.controller, (*path, "controller"))
            case Counters():
                self._objects((event.counters,), (*path, "counters"), self.players)
            case Reveals():
                self._players(event.controller, (*path, "controller"))
            case Player() | Turn():
                self._players(getattr(event, event.VERB), (*path, event.VERB))
            case Ends():
                if not self._is_effect(event.ends):
                    self._objects((event.ends,), (*path, "ends"), ("turn", "combat"))
            case (
                Moves() | Attaches() | Detaches() | Merges() | Phases() | Transforms() | Flips() | Turns()
                | Marks() | Chooses() | Stickers()
            ):  # fmt: skip
                self._objects((getattr(event, event.VERB),), (*path, event.VERB))
            case _:
                pass
        if isinstance(event, Arrival):
            self._arrival(event, path)
        if isinstance(event, Attaches):
            self._objects((event.to,), (*path, "to"), self.players)
        if isinstance(event, Merges):
            self._objects((event.with_,), (*path, "with"))
        if isinstance(event, Marks):
            for name, value in event.set:
                if name in LINKS and value is not False:
                    self._objects((value,), (*path, "set", name), self.players if name == "attacks" else ())
        chosen = getattr(event, "chosen", None)
        if chosen is not None:
            self._objects(chosen.object, (*path, "chosen", "object"))
            for player in chosen.player:
                self._players(player, (*path, "chosen", "player"))

    def _arrival(self, event: Arrival, path: Path) -> None:
        self._players(event.controller, (*path, "controller"))
        if isinstance(event, Enters):
            self._players(event.owner, (*path, "owner"))
        if event.attached_to is not None:
            self._objects((event.attached_to,), (*path, "attached_to"), self.players)
        if event.copy_of is not None:
            self._objects((event.copy_of,), (*path, "copy_of"))

    def _objects(self, ids: Iterable[str], path: Path, others: Sequence[str] = ()) -> None:
        for name in ids:
            if not self._is_known(name) and name not in others and not self._is_called(name, others):
                hint = did_you_mean(name, (*self.known, *others))
                raise WrongTypeError(f"nothing is called `{name}` at this point{hint}", path)

    def _is_called(self, name: str, players: Sequence[str]) -> bool:
        wanted = fold(name.strip())
        return find_player(players, name) is not None or any(fits_name(each, wanted) for each in self.called)

    def _players(self, name: str | None, path: Path, *, exact: bool = False) -> None:
        if name is not None and (name not in self.players if exact else find_player(self.players, name) is None):
            hint = did_you_mean(name, self.players) or f"; the players are {', '.join(self.players)}"
            raise WrongTypeError(f"no player is called `{name}`{hint}", path)

    def _is_known(self, name: str) -> bool:
        return name in self.known or name in self.aliases

    # --- Names that an expectation mentions -----------------------------------------------------------------

    def check_expectation(self, expect: Expectation, path: Path) -> None:
        """Raise a WrongTypeError if an expectation mentions a name that the timeline never defines."""
        for name, wanted in expect.objects:
            if not self._is_known(name) and wanted.exists is not False:
                hint = did_you_mean(name, self.known)
                raise WrongTypeError(f"nothing is called `{name}` in this puzzle{hint}", (*path, "objects", name))
            if wanted.controller is not None:
                self._players(wanted.controller, (*path, "objects", name, "controller"), exact=True)
        for player, _ in expect.players:
            self._players(player, (*path, "players", player), exact=True)
        for place, name in expect.effects().items():
            if not self._is_effect(name):
                hint = did_you_mean(re.split(r"[#<+]", name)[0], self.known)
                raise WrongTypeError(f"no effect can be called `{name}` in this puzzle{hint}", (*path, *place))
        for reading, nested in expect.readings:
            self.check_expectation(nested, (*path, "readings", reading))

    def _is_effect(self, name: str) -> bool:
        # id, id#n, id<granter>, id+1/+1, id-1/-1 and so on begin with a known id.
        checkpoint("candidate")
        if len(name) > _EFFECT_NAME * limits().name:
            return False
        for end in range(len(name), 0, -1):
            if self._is_known(name[:end]):
                rest = name[end:]
                return not rest or not (rest[0].isalnum() or (rest[0] == "-" and rest[1:2].isalpha()))
        return False


def _lists(event: Arrival) -> bool:
    # 708.2a
    try:
        return event.listed() is not None
    except LayersError:  # reported when the puzzle is played
        return False
