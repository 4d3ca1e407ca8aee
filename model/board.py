"""The board: a timeline of events, and where it has led; it computes no layer."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from types import MappingProxyType
from typing import Any, Literal, Self

from .admit import admit, player_names
from .card import Card
from .display import Shown
from .edition import Edition
from .edition import edition as edition_of
from .errors import IllegalEventError
from .event import Event, read_event
from .event_change import Attaches, Chooses, Counters, Detaches, Flips, Marks, Player, Transforms, Turns
from .event_effect import Ends, Order, Resolves, Turn
from .event_enter import Enters, Moves
from .event_kinds import card_of
from .event_leave import Leaves, Merges, Phases
from .event_show import Reveals, Stickers
from .facts import STARTING_LIFE
from .gameobject import Base, GameObject, ResolvedEffect
from .limits import check
from .naming import did_you_mean
from .node import to_data
from .objects import Objects
from .preview import preview
from .record import LIST, TEXT, Misfit, listed, table
from .tables import Tables
from .texts import own_cards
from .view import Zone
from .watch import tick

CardLike = str | Card | Mapping[str, Any]
"""A card's name, a card, or a card definition with Scryfall's field names."""

Chosen = Mapping[str, Any]
_LIFE = ("life", "starting_life")


class Board(Shown):
    """A timeline of events and where it has led.

    ``push`` plays an event, ``pop`` takes the last one back, and there is a method for each verb. An event
    that is refused leaves the board exactly as it was.

    Attributes:
        players: names in turn order.
        edition: the rules in force.
        cards: the board's own cards, which take precedence over the catalogue.
        settled: notes that a solver keeps for each event, by index; `pop` drops those of the popped event.
    """

    def __init__(
        self,
        players: Iterable[str] = ("A", "B"),
        edition: str | Edition | None = None,
        cards: Iterable[Card | Mapping[str, Any]] = (),
    ) -> None:
        """Set up an empty board.

        Raises:
            UnknownEditionError: no such edition.
            BoardDataError: no players, a name twice, or a card definition that cannot be read.
            LimitError: more players or cards than the limits allow.
        """
        names = player_names(players)
        self._given = tuple(cards)
        check("cards", len(self._given))
        own = tuple(card_of(data, ("cards", place)) for place, data in enumerate(self._given))
        self._tables = Tables(names, edition_of(edition), own_cards(own))
        self._events: list[Event] = []
        self._marks: list[int] = []
        self.cards = own
        self.settled: dict[int, Any] = {}

    # --- The timeline ---------------------------------------------------------------------------------------

    @property
    def events(self) -> tuple[Event, ...]:
        """The events so far, oldest first."""
        return tuple(self._events)

    def push(self, event: Event) -> tuple[str, ...]:
        """Play an event and return the names of what it made: ids of objects, or an effect's name.

        Raises:
            IllegalEventError: the rules or the board do not allow it.
            UnknownObjectError: it speaks of an object that is not there.
            UnknownCardError: it speaks of a card that nobody knows.
            UnsupportedTextError: it speaks of a text that the reader does not understand.
            LimitError: there would be more than the limits allow.
        """
        tick("event")
        check("events", len(self._events) + 1)
        mark = len(self._tables.journal)
        try:
            made = event.apply(self._tables, len(self._events))
            if not event.STAMPS:
                self._tables.put(self._tables.stamped, "group", ())
        except BaseException:
            self._tables.journal.undo(mark)
            raise
        self._events.append(event)
        self._marks.append(mark)
        return made

    def pop(self) -> Event:
        """Take the last event back and return it; the board is as it was before.

        Raises:
            IndexError: nothing has happened yet.
        """
        if not self._events:
            raise IndexError("pop from a board on which nothing has happened")
        tick("event")
        event = self._events.pop()
        self._tables.journal.undo(self._marks.pop())
        self.settled.pop(len(self._events), None)
        return event

    def copy(self) -> Self:
        """Return an independent board with the same timeline."""
        twin = copy.copy(self)
        vars(twin).update(
            _tables=self._tables.copy(),
            _events=list(self._events),
            _marks=list(self._marks),
            settled=dict(self.settled),
        )
        return twin

    def under(self, edition: str | Edition, events: Iterable[Event] | None = None) -> Self:
        """Return a board on which the same timeline, or `events`, was played under another edition.

        Raises:
            UnknownEditionError: no such edition.
            IllegalEventError: those rules do not know something that an event tells.
        """
        twin = type(self)(self.players, edition, self._given)
        for event in self._events if events is None else events:
            twin.push(event)
        return twin

    def __repr__(self) -> str:
        players = ", ".join(self.players)
        return f"<Board of {players}: {len(self._events)} events, {len(self.objects)} objects>"

    # --- Where it has led -----------------------------------------------------------------------------------

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in turn order."""
        return self._tables.players

    @property
    def edition(self) -> Edition:
        """The rules in force."""
        return self._tables.edition

    @property
    def active_player(self) -> int:
        """The number of the player whose turn it is."""
        return self._tables.counts["active"]

    @property
    def objects(self) -> Objects:
        """The objects that are there, phased-out ones excepted, by id, in order of number."""
        return Objects(self._tables)

    def object(self, id: str) -> GameObject:
        """Return the object of that id.

        Raises:
            UnknownObjectError: none is there; with the ids that resemble it.
        """
        return self._tables.named(id)

    def last_known(self, id: str) -> GameObject:
        """Return the object of that id as it is, or as it last was if it has left (113.7a).

        Raises:
            UnknownObjectError: there never was one.
        """
        return self._tables.last_known(id)

    def by_number(self, number: int) -> GameObject:
        """Return the object of that number, as it is or as it last was."""
        return self._tables.objects[number]

    def is_present(self, number: int) -> bool:
        """Return whether object `number` is there: not gone, and not phased out."""
        return self._tables.is_present(number)

    @property
    def everything(self) -> int:
        """The mask of the objects that are there."""
        return self._tables.counts["everything"]

    @property
    def effects(self) -> Mapping[str, ResolvedEffect]:
        """The resolved effects by name, oldest first, those that are over included."""
        return MappingProxyType(self._tables.effects)

    @property
    def bases(self) -> Mapping[Base, int]:
        """The mask of the objects that share each base; 0 where such objects were once."""
        return MappingProxyType(self._tables.bases)

    @property
    def still(self) -> Mapping[str, Mapping[Any, int]]:
        """The masks of facts that no layer changes: family -> value -> objects, 0 where such were once.

        Families: "zone", "owner", "token", "attached", "enchanted", "equipped", "fortified" (by printed
        subtypes of what is attached), "face-down", "merged", "paired", "stickered", "planar", every fact of
        `facts.FLAGS` by its name, "unlocked:<door>", "level" and the links of `facts.LINKS` (value: a number),
        "counter" (value: its kind) and "counter <kind>" (value: how many).
        """
        return MappingProxyType(self._tables.still)

    def cards_in(self, zone: Zone, owner: int) -> tuple[GameObject, ...]:
        """Return a player's cards in a zone, the last to come at the end: the top of a graveyard (404.2)."""
        return tuple(f for f in self._tables.present() if f.base.zone == zone and f.base.owner == owner)

    def told(self) -> Mapping[tuple[int, str], int]:
        """Return (player, fact) -> number as the timeline told it; life totals start at 20 (103.4)."""
        start = {(player, fact): STARTING_LIFE for player in range(len(self.players)) for fact in _LIFE}
        return {**start, **self._tables.told}

    def numbered(self) -> dict[int, GameObject]:
        """Return the objects that are there by number, in order: a copy, and quick."""
        return self._tables.numbered()

    @property
    def phased_out(self) -> tuple[GameObject, ...]:
        """The objects that are phased out, in order of number (702.26)."""
        tables = self._tables
        return tuple(
            tables.objects[number] for number, along in sorted(tables.phased.items())
            if along is not None and not tables.gone.get(number)
        )  # fmt: skip

    @property
    def rings(self) -> Mapping[int, int]:
        """Player -> timestamp of the emblem that they got as the Ring first tempted them (701.54c)."""
        return MappingProxyType(self._tables.rings)

    def copies(self) -> tuple[GameObject, ...]:
        """Return the objects that entered as copies, in order of number (707.5)."""
        tables = self._tables
        return tuple(tables.objects[number] for number in tables.copies if tables.is_present(number))

    def player_number(self, name: str) -> int:
        """Return the number of the player of that name.

        Raises:
            LookupError: there is none.
        """
        number = self._tables.player(name)
        if number is None:
            raise LookupError(f"no player `{name}`{did_you_mean(name, self.players)}")
        return number

    def player_fact(self, player: int, fact: str) -> int:
        """Return a number about a player: told, else counted from the cards, else 0 (life: 20)."""
        told = self._tables.told.get((player, fact))
        if told is not None:
            return told
        if fact in ("hand", "library", "graveyard", "exile"):
            zones, owners = self._tables.still.get("zone", {}), self._tables.still.get("owner", {})
            return (zones.get(fact, 0) & owners.get(player, 0)).bit_count()
        return STARTING_LIFE if fact in _LIFE else 0

    # --- Events ---------------------------------------------------------------------------------------------

    def enters(
        self,
        card: CardLike | Sequence[CardLike] | AbstractSet[CardLike],
        *,
        as_: str | Sequence[str] | None = None,
        controller: str | None = None,
        owner: str | None = None,
        zone: Zone | None = None,
        count: int | None = None,
        tapped: bool | None = None,
        face_down: bool | None = None,
        transformed: bool | None = None,
        attached_to: str | None = None,
        copy_of: str | None = None,
        except_: str | None = None,
        token: bool | None = None,
        counters: Mapping[str, int] | None = None,
        chosen: Chosen | None = None,
        x: int | None = None,
        cast: bool | str | None = None,
        with_effect: str | Mapping[str, str] | None = None,
    ) -> Any:
        """Let a card be there, and return its id; for a list, a set or a `count`, their ids.

        A list enters together, with timestamps in that order (613.7m); a set in an order nobody gave.
        """
        unordered = isinstance(card, AbstractSet)
        # Sorted by name: no order of a set reaches the board.
        cards = sorted(card, key=_name_of) if isinstance(card, AbstractSet) else card
        made = self._tell(
            Enters, enters=cards, as_=as_, controller=controller, owner=owner, zone=zone, count=count,
            tapped=tapped, face_down=face_down, transformed=transformed, attached_to=attached_to,
            copy_of=copy_of, except_=except_, token=token, counters=counters, chosen=chosen, x=x, cast=cast,
            with_effect=with_effect, unordered=unordered or None,
        )  # fmt: skip
        alone = isinstance(card, (str, Card, Mapping)) and count is None
        return made[0] if alone else made

    def preview(self, card: CardLike | Sequence[CardLike] | AbstractSet[CardLike], **keys: Any) -> Any:
        """Return a copy of the board with a card as `enters` tells it, as 614.12 looks at it (`preview.preview`)."""
        return preview(self, card, keys)

    def leaves(
        self, id: str | Sequence[str], *, to: Zone | None = None, chosen: Chosen | None = None
    ) -> tuple[str, ...]:
        """Let objects leave, and return the ids of the new objects that their cards are (400.7)."""
        return self._tell(Leaves, leaves=id, to=to, chosen=chosen)

    def moves(
        self,
        id: str,
        *,
        to: Zone,
        as_: str,
        controller: str | None = None,
        tapped: bool | None = None,
        face_down: bool | None = None,
        transformed: bool | None = None,
        attached_to: str | None = None,
        copy_of: str | None = None,
        except_: str | None = None,
        counters: Mapping[str, int] | None = None,
        chosen: Chosen | None = None,
        x: int | None = None,
        cast: bool | str | None = None,
        with_effect: str | Mapping[str, str] | None = None,
    ) -> str:
        """Let a card change zones, and return the id of the new object (400.7)."""
        return self._tell(
            Moves, moves=id, to=to, as_=as_, controller=controller, tapped=tapped, face_down=face_down,
            transformed=transformed, attached_to=attached_to, copy_of=copy_of, except_=except_,
            counters=counters, chosen=chosen, x=x, cast=cast, with_effect=with_effect,
        )[0]  # fmt: skip

    def attaches(self, id: str, *, to: str) -> None:
        """Attach an object to another or to a player (701.3)."""
        self._tell(Attaches, attaches=id, to=to)

    def detaches(self, id: str) -> None:
        """Let an object be attached to nothing (701.3d)."""
        self._tell(Detaches, detaches=id)

    def resolves(
        self,
        what: str | Mapping[str, Any],
        *,
        as_: str | None = None,
        controller: str | None = None,
        targets: str | Sequence[str] | None = None,
        x: int | None = None,
        chosen: Chosen | None = None,
        mode: int | Sequence[int] | None = None, told: str | Sequence[str] | None = None,
    ) -> str:  # fmt: skip
        """Let a spell, a text or an ability resolve, and return its effect's name (611.2).

        Args:
            what: a card's name, ``{"text": ...}``, or ``{"ability_of": id}`` with "index" or "text".
            as_: how the effect is called; required for an ability's.
            controller: the player that "you" means.
            targets: ids and players, in order.
            x: the value of X.
            chosen: what was chosen.
            mode: the modes chosen, from 1.
            told: what is true of the course of the game, in the words of the text; an empty list for nothing.
        """
        return self._tell(
            Resolves, resolves=what, as_=as_, controller=controller, targets=targets, x=x, chosen=chosen,
            mode=mode, told=told,
        )[0]  # fmt: skip

    def counters(
        self, id: str, *, put: Mapping[str, int] | None = None, remove: Mapping[str, int] | None = None
    ) -> None:  # fmt: skip
        """Put counters on an object or player, or remove some (122)."""
        self._tell(Counters, counters=id, put=put, remove=remove)

    def transforms(self, id: str, *, chosen: Chosen | None = None) -> None:
        """Turn the other face of a double-faced permanent up (701.27)."""
        self._tell(Transforms, transforms=id, chosen=chosen)

    def flips(self, id: str, *, chosen: Chosen | None = None) -> None:
        """Flip a flip card (710)."""
        self._tell(Flips, flips=id, chosen=chosen)

    def turns(self, id: str, *, face: Literal["up", "down"], chosen: Chosen | None = None) -> None:
        """Turn a permanent face up or face down (708)."""
        self._tell(Turns, turns=id, face=face, chosen=chosen)

    def merges(self, id: str, *, with_: str, on: Literal["top", "bottom"], chosen: Chosen | None = None) -> str:
        """Merge a card or spell with a permanent, and return the permanent's id (730.2)."""
        return self._tell(Merges, merges=id, with_=with_, on=on, chosen=chosen)[0]

    def phases(self, id: str, *, direction: Literal["out", "in"]) -> None:
        """Phase a permanent out or in (702.26)."""
        self._tell(Phases, phases=id, direction=direction)

    def marks(self, id: str, *, chosen: Chosen | None = None, **facts: Any) -> None:
        """Tell facts of an object: ``board.marks("angel", tapped=True)``; `facts.FACTS` lists them."""
        self._tell(Marks, marks=id, set=facts, chosen=chosen)

    def chooses(self, id: str, **chosen: Any) -> None:
        """Choose something for an object: ``board.chooses("omen", color="R")``."""
        self._tell(Chooses, chooses=id, chosen=chosen)

    def reveals(
        self, card: str, *, as_: str | None = None, controller: str | None = None, chosen: Chosen | None = None
    ) -> str:
        """Turn a plane, phenomenon, scheme, vanguard or conspiracy face up, and return its id (613.7h-613.7j).

        Args:
            card: the card's name, or the id of a face-down object in the command zone.
            as_: how the object is called.
            controller: who controls it; by default the first player, and of a plane or phenomenon the active player.
            chosen: what was chosen for it.
        """
        return self._tell(Reveals, reveals=card, as_=as_, controller=controller, chosen=chosen)[0]

    def stickers(self, id: str, *, put: Mapping[str, Any], chosen: Chosen | None = None) -> None:
        """Put stickers on an object (123): ``board.stickers("cub", put={"name": "Dark", "ability": "Flying"})``."""
        self._tell(Stickers, stickers=id, put=put, chosen=chosen)

    def player(self, name: str, **facts: int) -> None:
        """Tell counts of a player: ``board.player("Ana", hand=3)``; `facts.PLAYER_FACTS` lists them."""
        self._tell(Player, player=name, set=facts)

    def turn(self, player: str) -> None:
        """Let it be a player's turn."""
        self._tell(Turn, turn=player)

    def order(self, ids: Sequence[str]) -> None:
        """Settle the order of what the event just before stamped together (613.7m)."""
        self._tell(Order, order=ids)

    def ends(self, what: str) -> None:
        """Let the "turn", "combat" or an effect be over."""
        self._tell(Ends, ends=what)

    def _tell(self, event: type[Event], **keys: Any) -> tuple[str, ...]:
        data = {name.rstrip("_"): value for name, value in keys.items() if value is not None}
        try:
            admit(data)
            read = event.read(data)
        except Misfit as error:
            raise IllegalEventError(data, str(error)) from None
        return self.push(read)

    # --- Data -----------------------------------------------------------------------------------------------

    def to_data(self) -> dict[str, Any]:
        """Return the board as JSON data in the shape of a puzzle: players, edition, cards, timeline."""
        return {
            "players": list(self.players),
            "edition": self.edition.since.isoformat(),  # a key would mean its last text
            "cards": [to_data(given) if isinstance(given, Card) else dict(given) for given in self._given],
            "timeline": [event.to_data() for event in self._events],
        }

    @classmethod
    def from_data(cls, data: Any) -> Self:
        """Return the board that `to_data` made `data` from.

        Raises:
            BoardDataError: data of another shape.
            IllegalEventError: an event that is not allowed.
            LimitError: it goes beyond the limits (`limits.Limits`).
        """
        admit(data)
        fields = table(data, (), ("players", "edition", "cards", "timeline"))
        players = LIST.read(fields.get("players", ("A", "B")), ("players",))
        edition = fields.get("edition")
        if edition is not None:
            edition = TEXT.read(edition, ("edition",))
        board = cls(players, edition, listed(fields, "cards"))
        timeline = listed(fields, "timeline")
        check("events", len(timeline), ("timeline",))
        for place, event in enumerate(timeline):
            board.push(read_event(event, ("timeline", place)))
        return board


def _name_of(card: CardLike) -> str:
    if isinstance(card, str):
        return card
    return card.name if isinstance(card, Card) else str(card.get("name", ""))
