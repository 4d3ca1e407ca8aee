"""The board: a timeline of events and the state before any layer applies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from types import MappingProxyType
from typing import Any, Self, Unpack

from ..cards.card import Card
from ..cards.search import own_cards
from ..data.admission import player_names, validate
from ..effects.node import Node
from ..effects.view import Zone
from ..errors import NotationError, UnknownObjectError
from ..events.arrivals import EntersKeys
from ..events.base import Event, read_event
from ..events.fields import card_of
from ..objects.gameobject import Base, GameObject, ResolvedEffect
from ..objects.recorded_facts import LIFE, STARTING_LIFE, life_totals
from ..objects.tables import PresentObjects, Tables
from ..rules.edition import Edition
from ..rules.edition import edition as edition_of
from ..support.display import Shown
from ..support.limits import check
from ..support.names import did_you_mean, kebab
from ..support.progress import checkpoint
from ..support.signatures import keywords_checked, spelled_out
from .lines import edition_named, split_lines
from .methods import CardLike, EventMethods
from .named_players import players_named
from .notation import read_notation
from .playing import play
from .preview import Entering
from .references import find_object, is_name
from .saved import Saved
from .start import Start


class Board(EventMethods, Saved, Shown):
    """A timeline of events and the state that results from them.

    ``push`` plays an event and ``pop`` undoes the last event. Each kind of event also has its own method, such as
    ``enters``. An event that raises an error leaves the board unchanged.

    Attributes:
        players: the players' names in turn order.
        edition: the edition of the rules.
        cards: the board's own cards, which take precedence over the catalogue.
        start: the state from which the timeline begins, or None for an empty board.
        settled: the values that a solver stored, keyed by event index; copies share those of events that they have in
            common.
    """

    def __init__(
        self,
        players: Iterable[str] = ("A", "B"),
        edition: str | Edition | None = None,
        cards: Iterable[Card | Mapping[str, Any]] = (),
        start: Start | None = None,
    ) -> None:
        """Create a board that is empty, or that begins with `start`.

        Raises:
            UnknownEditionError: the edition does not exist.
            BoardDataError: there are no players, a name is repeated, or a card definition is invalid.
            LimitError: there are more players or cards than the limits allow.
            StateError: the edition does not have what `start` contains.
        """
        names = player_names(players)
        self._given = tuple(cards)
        check("cards", len(self._given))
        for place, data in enumerate(self._given):
            validate(data, ("cards", place))
        own = tuple(card_of(data, ("cards", place)) for place, data in enumerate(self._given))
        self._tables = Tables(names, edition_of(edition), own_cards(own))
        self._events: list[Event] = []
        self._marks: list[int] = []
        self._shared = False  # whether a copy shares these lists
        self._event_tuple: tuple[Event, ...] | None = ()
        self.cards = own
        self.settled: dict[int, Any] = {}
        self.start = start
        if start is not None:
            start.put_on(self._tables)

    def _meant(self, name: str) -> str:
        id = kebab(name.replace("_", " "))
        return f'; use `board["{id}"]`' if "_tables" in vars(self) and id in self.objects else ""

    @classmethod
    @keywords_checked
    def of(
        cls, *lines: str | Iterable[str], players: Iterable[str] = (), edition: str | Edition | None = None,
        cards: Iterable[Card | Mapping[str, Any]] = (),
    ) -> Self:  # fmt: skip
        """Return the board that lines of notation describe (docs/notation.md).

        Each string can have several lines. Without `players`, the lines name the players.

        Raises:
            NotationError: a line is not understood.

        >>> list(Board.of("Ann: Tarmogoyf with two +1/+1 counters", "Ben: Darksteel Mutation -> Tarmogoyf"))
        ['tarmogoyf', 'darksteel-mutation']
        """
        given = tuple(cards)
        own = cls(cards=given).own_cards
        split = split_lines((line for each in lines for line in ((each,) if isinstance(each, str) else each)), own)
        names = tuple(players) or players_named(split, own)
        board = cls(names, edition or edition_named(split), given)
        read_notation(board, split)
        return board

    def to_lines(self) -> list[str]:
        """Return the board as lines of notation, which `of` reads back with the same cards.

        Raises:
            NotationError: no line describes one of the events, or the players; the message names it.

        >>> Board.of("Darksteel Mutation -> Grizzly Bears").to_lines()
        ['Grizzly Bears', 'Darksteel Mutation -> Grizzly Bears']
        """
        from .as_lines import written  # imported here, because few boards are written as lines

        if self.start is not None:
            raise NotationError("no line of notation says that a board begins with a state")
        return written(type(self)(self.players, self.edition, self._given), self._events)

    # --- The timeline ---------------------------------------------------------------------------------------

    @property
    def own_cards(self) -> Mapping[str, Card]:
        """The board's own cards, by case-folded name."""
        return self._tables.cards

    @property
    def events(self) -> tuple[Event, ...]:
        """The events so far, oldest first."""
        if self._event_tuple is None:
            self._event_tuple = tuple(self._events)
        return self._event_tuple

    timeline = events

    def __contains__(self, id: object) -> bool:
        return id in self.objects or (isinstance(id, str) and is_name(self._tables.present(), id))

    def __iter__(self) -> Iterator[str]:
        return iter(self.objects)

    def __len__(self) -> int:
        return len(self.objects)

    def __bool__(self) -> bool:
        return True

    def push(self, event: Event | Mapping[str, Any]) -> tuple[str, ...]:
        """Play an event and return the ids of new objects, or the name of a new effect.

        A name stands for an id if only one present object has it; the timeline records the id.

        >>> Board().push({"enters": "Grizzly Bears"})
        ('grizzly-bears',)

        Args:
            event: the event, or its data as in a puzzle (puzzles/FORMAT.md).

        Raises:
            IllegalEventError: the rules or the board do not allow the event.
            UnknownObjectError: the event names an object that does not exist.
            UnknownCardError: the event names an unknown card.
            UnsupportedTextError: the event contains rules text that is not understood.
            LimitError: the event exceeds the limits.
            WrongTypeError: the argument is neither an event nor the data of one.
        """
        if not isinstance(event, Event):
            event = read_event(event)
        checkpoint("event")
        check("events", len(self._events) + 1)
        mark = len(self._tables.journal)
        event, made = play(event, self._tables, len(self._events))
        self._own_timeline()
        self.settled[len(self._events)] = {}
        self._events.append(event)
        self._marks.append(mark)
        return made

    def pop(self) -> Event:
        """Undo the last event and return it.

        Raises:
            IndexError: the timeline is empty.
        """
        if not self._events:
            raise IndexError("pop from an empty timeline")
        event = self._events[-1]
        self.rewind(len(self._events) - 1)
        return event

    def rewind(self, events: int) -> None:
        """Undo events until only the first `events` events remain.

        Raises:
            IndexError: the timeline has fewer than `events` events.
        """
        if not 0 <= events <= len(self._events):
            raise IndexError(f"the timeline has {len(self._events)} events, not {events}")
        checkpoint("event")
        if events == len(self._events):
            return
        self._own_timeline()
        self._tables.undo(self._marks[events])
        del self._events[events:], self._marks[events:]
        for index in [index for index in self.settled if index >= events]:
            del self.settled[index]

    def _own_timeline(self) -> None:
        if self._shared:
            self._events, self._marks, self._shared = list(self._events), list(self._marks), False
        self._event_tuple = None

    def copy(self) -> Self:
        """Return an independent board with the same timeline.

        The two boards share each table until one of them changes it.
        """
        self._shared = True
        twin = object.__new__(type(self))
        vars(twin).update(vars(self), _tables=self._tables.copy(), settled=dict(self.settled))
        return twin

    __copy__ = copy

    def unsettled(self) -> Self:
        """Return an independent board with the same timeline, for which a solver has stored no values."""
        twin = self.copy()
        twin.settled = {event: {} for event in range(len(self._events))}
        return twin

    def snapshot(self) -> Snapshot:
        """Return an immutable snapshot from which boards can be created.

        >>> board = Board()
        >>> before = board.snapshot()
        >>> forest = board.enters("Forest")
        >>> board == before.board(), board.pop() is not None, board == before.board()
        (False, True, True)
        """
        return Snapshot(self.copy())

    def __eq__(self, other: object) -> bool:
        """Return whether both boards have the same players, edition, cards and events."""
        if not isinstance(other, Board):
            return NotImplemented
        same = (self.edition, self.events, self.start) == (other.edition, other.events, other.start)
        return same and self._written() == other._written()

    __hash__ = None  # type: ignore[assignment]

    def under(self, edition: str | Edition, events: Iterable[Event] | None = None) -> Self:
        """Return a board with the same timeline under the given edition.

        If `events` are given, the new board plays them instead of the timeline.

        Raises:
            UnknownEditionError: the edition does not exist.
            IllegalEventError: the edition does not allow an event.
            StateError: the edition does not have what the state at the beginning contains.
        """
        rules = edition_of(edition)
        if events is None and self.edition.plays_as(rules):
            twin = self.unsettled()
            twin._tables.edition = rules  # noqa: SLF001 (its own)
            return twin
        twin = type(self)(self.players, rules, self._given, self.start)
        for event in self._events if events is None else events:
            twin.push(event)
        return twin

    def __repr__(self) -> str:
        players = ", ".join(self.players)
        return f"<Board of {players}: {len(self._events)} events, {len(self.objects)} objects>"

    # --- State ----------------------------------------------------------------------------------------------

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in turn order."""
        return self._tables.players

    @property
    def edition(self) -> Edition:
        """The edition of the rules."""
        return self._tables.edition

    @property
    def active_player(self) -> int:
        """The number of the player whose turn it is."""
        return self._tables.counts["active"]

    @property
    def turn_began(self) -> int | None:
        """The index of the event that began the current turn, or None if the timeline does not record turns."""
        counts = self._tables.counts
        return None if counts["turn"] < 0 else counts["began"]

    @property
    def objects(self) -> PresentObjects:
        """The objects that have neither left nor phased out, keyed by id and ordered by number."""
        return PresentObjects(self._tables)

    def object(self, id: str) -> GameObject:
        """Return the present object with the given id.

        Raises:
            UnknownObjectError: there is no such object; the error suggests similar ids.
        """
        return self._tables.named(id)

    def find(self, name: str) -> GameObject:
        """Return the present object with the given id, or the only object with the given name.

        Raises:
            UnknownObjectError: there is no such object, or several objects have the name; the error suggests ids.

        >>> Board.of("Blood Moon", "Urborg, Tomb of Yawgmoth").find("Urborg").id
        'urborg-tomb-of-yawgmoth'
        """
        try:
            return self.object(name)
        except UnknownObjectError:
            if self._tables.is_taken(name):  # it has left
                raise
            return find_object(self._tables.present(), name)

    __getitem__ = find

    def last_known(self, id: str) -> GameObject:
        """Return the object with the given id, or its last known state if it has left (113.7a).

        Raises:
            UnknownObjectError: no object with the id has ever existed.
        """
        return self._tables.last_known(id)

    def by_number(self, number: int) -> GameObject:
        """Return the object with the given number, or its last known state if it has left."""
        return self._tables.objects[number]

    def known(self) -> tuple[GameObject, ...]:
        """Return all objects, those that have left in their last known state."""
        return tuple(self._tables.objects.values())

    def is_present(self, number: int) -> bool:
        """Return whether an object has neither left nor phased out."""
        return self._tables.is_present(number)

    @property
    def weight(self) -> int:
        """The total number of events and objects, including objects that have left."""
        return len(self._events) + len(self._tables.objects)

    @property
    def everything(self) -> int:
        """A bit mask of all present objects."""
        return self._tables.counts["everything"]

    @property
    def effects(self) -> Mapping[str, ResolvedEffect]:
        """The resolved effects by name, oldest first, including effects that have ended."""
        return MappingProxyType(self._tables.effects)

    @property
    def bases(self) -> Mapping[Base, int]:
        """Masks of the objects that share a base, keyed by base; a mask is 0 if all of its objects have left."""
        return MappingProxyType(self._tables.bases)

    @property
    def unprinted(self) -> AbstractSet[Node]:
        """What has given objects abilities besides their bases, such as the exception of a copy (707.9)."""
        return self._tables.unprinted.keys()

    @property
    def still(self) -> Mapping[str, Mapping[Any, int]]:
        """Masks of objects for facts that no layer changes, keyed by family of facts and then by value.

        Families: "zone", "owner", "token", "attached", "enchanted", "equipped", "fortified" (by the printed subtypes of
        attached objects), "face-down", "merged", "paired", "stickered", "planar", each fact in `recorded_facts.FLAGS`,
        "unlocked:<door>", "doors" (value: the number of unlocked doors), "level", "attacks_this_turn", the links in
        `recorded_facts.LINKS` (value: a number), "counter" (value: the kind), "counter <kind>" (value: the number),
        "name stickers" (value: the words) and "ability stickers" (value: the abilities).
        """
        return MappingProxyType(self._tables.still)

    def cards_in(self, zone: Zone, owner: int) -> tuple[GameObject, ...]:
        """Return a player's cards in a zone, newest last; in a graveyard, that is the top card (404.2)."""
        return tuple(f for f in self._tables.present() if f.base.zone == zone and f.base.owner == owner)

    def told(self) -> Mapping[tuple[int, str], int]:
        """Return a mapping from (player, fact) to the recorded number; life totals start at 20 (103.4)."""
        return {**life_totals(len(self.players)), **self._tables.told}

    def numbered(self) -> dict[int, GameObject]:
        """Return a new dict of the present objects, keyed and ordered by number."""
        return self._tables.numbered()

    @property
    def phased_out(self) -> tuple[GameObject, ...]:
        """The phased-out objects, ordered by number (702.26)."""
        tables = self._tables
        out = (number for number, along in sorted(tables.phased.items()) if along is not None)
        return tuple(tables.objects[number] for number in out if not tables.gone.get(number))

    @property
    def rings(self) -> Mapping[int, int]:
        """The timestamp of each player's Ring emblem, keyed by player (701.54c)."""
        return MappingProxyType(self._tables.rings)

    def copies(self) -> tuple[GameObject, ...]:
        """Return the present objects that entered as copies (707.5), ordered by number."""
        tables = self._tables
        return tuple(tables.objects[number] for number in tables.copies if tables.is_present(number))

    def player_number(self, name: str) -> int:
        """Return the number of the player with the given name.

        Raises:
            LookupError: there is no such player.
        """
        if (number := self._tables.player(name)) is None:
            raise LookupError(f"no player `{name}`{did_you_mean(name, self.players)}")
        return number

    def player_fact(self, player: int, fact: str) -> int:
        """Return the value of the given fact about a player.

        If no value is recorded, the number of cards in a hand, library, graveyard or exile is counted, a life total is
        20, and any other value is 0.
        """
        if (recorded := self._tables.told.get((player, fact))) is not None:
            return recorded
        if fact in ("hand", "library", "graveyard", "exile"):
            zones, owners = self._tables.still.get("zone", {}), self._tables.still.get("owner", {})
            return (zones.get(fact, 0) & owners.get(player, 0)).bit_count()
        return STARTING_LIFE if fact in LIFE else 0

    @spelled_out(EntersKeys)
    def preview(self, card: CardLike | Sequence[CardLike] | AbstractSet[CardLike], **keys: Unpack[EntersKeys]) -> Any:
        """Return a copy of the board that previews a card as it enters.

        For a list of cards, return one copy for each card. The preview includes the effects that already exist and the
        card's own effects on itself (614.12). It does not include other cards that enter at the same time. The copy is
        for queries only; playing another event ends the preview.

        >>> board = Board()
        >>> list(board.preview("Blood Moon").objects)
        ['blood-moon']
        >>> [list(each.objects) for each in board.preview(["Island", "Swamp"])], len(board.objects)
        ([['island'], ['swamp']], 0)
        """
        twin = self.copy()
        made = twin.enters(card, **keys)
        event = twin.pop()
        if isinstance(made, str):
            return self.entering(event, made)
        return tuple(self.entering(event, id) for id in made)

    def entering(self, event: Event, id: str) -> Self:
        """Return a copy of the board that previews an object as it enters in the given event (614.12)."""
        twin = self.copy()
        twin.push(event if isinstance(event, Entering) else Entering(event=event, id=id))
        return twin


class Snapshot:
    """An immutable snapshot of a board; snapshots with equal timelines are equal."""

    __slots__ = ("_board",)

    def __init__(self, board: Board) -> None:
        self._board = board

    def board(self) -> Board:
        """Return a new board with the timeline of this snapshot."""
        return self._board.copy()

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the timeline, oldest first."""
        return self._board.events

    def __eq__(self, other: object) -> bool:
        return self._board == other._board if isinstance(other, Snapshot) else NotImplemented

    def __hash__(self) -> int:
        return hash((self._board.players, self._board.events))

    def __repr__(self) -> str:
        return f"<Snapshot of {repr(self._board)[1:-1]}>"
