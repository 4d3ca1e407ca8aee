"""The board methods that play events."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Literal, Unpack

from ..cards.card import Card
from ..data.admission import validate
from ..data.record import WrongTypeError
from ..effects.view import Zone
from ..errors import IllegalEventError
from ..events.arrivals import ArrivalKeys, Enters, EntersKeys, Moves
from ..events.base import Event
from ..events.changes import Attaches, Chooses, Counters, Detaches, Flips, Marks, Player, Transforms, Turns
from ..events.command_zone import Reveals, Stickers
from ..events.departures import Leaves, Merges, Phases
from ..events.melding import Melds
from ..events.resolution import Resolves, ResolvesKeys
from ..events.turns import Ends, Order, Turn
from ..support.signatures import one_unnamed, spelled_out

CardLike = str | Card | Mapping[str, Any]
"""A card's name, a card, or a card definition with Scryfall's field names."""

Chosen = Mapping[str, Any]


@one_unnamed
class EventMethods:
    """The board methods that play events.

    Each kind of event has one method, whose keyword arguments are the keys of the event.
    """

    @abstractmethod
    def push(self, event: Event) -> tuple[str, ...]:
        """Play an event and return the names of new objects and effects."""

    @spelled_out(EntersKeys)
    def enters(self, card: CardLike | Sequence[CardLike] | AbstractSet[CardLike], **keys: Unpack[EntersKeys]) -> Any:
        """Make a card enter and return its id.

        For a list, a set or a `count`, return all ids. The cards in a list enter together, with timestamps in the order
        of the list (613.7m); the cards in a set enter together in an unspecified order.

        Args:
            card: a card's name, a token's name or description, a card, or several of these.
            controller: the controller; by default, the first player.
            tapped: whether it enters tapped; if it is not given, the effects on the board decide (614.12).
            face_down: whether it enters face down.
            transformed: whether it enters with its back face up.
            attached_to: the id of an object, or a player.
            copy_of: the id of the object that it enters as a copy of (707.5).
            except_: rules text of the exceptions to the copy, in place of the card's own (707.9).
            counters: the number of counters of each kind, such as ``{"+1/+1": 2}``.
            chosen: the choices made as it enters, such as ``{"color": "R"}``.
            x: the value of X.
            cast: whether it was cast, or the keyword of the cost that was paid, such as "bestow".
            with_effect: rules text of the resolving effect that puts it onto the battlefield (611.2e).
            as_: its id, or a list of ids; by default, the name in kebab case.
            owner: the owner; by default, the controller.
            zone: another zone than the battlefield.
            count: the number of such objects.
            token: whether it is a token copy of the card.
            unordered: whether the cards in a list enter together in an unspecified order, as those in a set do.
        """
        if isinstance(card, AbstractSet):
            keys["unordered"] = True
        # Sorted, so that the order of a set does not affect the board.
        cards = sorted(card, key=_name_of) if isinstance(card, AbstractSet) else card
        made = self._play(Enters, enters=cards, **keys)
        alone = isinstance(card, (str, Card, Mapping)) and keys.get("count") is None
        return made[0] if alone else made

    def leaves(
        self, id: str | Sequence[str], *, to: Zone | None = None, chosen: Chosen | None = None
    ) -> tuple[str, ...]:
        """Make objects leave, and return the ids of the new objects (400.7)."""
        return self._play(Leaves, leaves=id, to=to, chosen=chosen)

    @spelled_out(ArrivalKeys)
    def moves(self, id: str, *, to: Zone, as_: str, **keys: Unpack[ArrivalKeys]) -> str:
        """Make a card change zones and return the id of the new object (400.7).

        The other arguments are those of `enters`.
        """
        return self._play(Moves, moves=id, to=to, as_=as_, **keys)[0]

    def attaches(self, id: str, *, to: str, chosen: Chosen | None = None) -> None:
        """Attach an object to another object or to a player (701.3)."""
        self._play(Attaches, attaches=id, to=to, chosen=chosen)

    def detaches(self, id: str, *, chosen: Chosen | None = None) -> None:
        """Unattach an object (701.3d)."""
        self._play(Detaches, detaches=id, chosen=chosen)

    @spelled_out(ResolvesKeys)
    def resolves(self, what: str | Mapping[str, Any], **keys: Unpack[ResolvesKeys]) -> str:
        """Make a spell, rules text or an ability resolve; return the name of its effect (611.2).

        Args:
            what: a card's name, ``{"text": ...}``, or ``{"ability_of": id}`` with "index" or "text".
            as_: the name of the effect; required for an ability.
            controller: the player that "you" means.
            targets: ids and players, in order.
            x: the value of X.
            chosen: the choices made on resolution, such as a color.
            mode: the chosen modes, numbered from 1.
            told: the conditions about earlier game events that are true, worded as in the rules text; an empty list
                means that none of them is true.
            overload: whether the spell's overload cost was paid, so that it affects each object that it could target
                (702.96).
            cleave: whether the spell's cleave cost was paid, so that it lacks the words in square brackets (702.148).
            awaken: whether the spell's awaken cost was paid, so that a land, its last target, becomes a creature
                (702.113).
        """
        return self._play(Resolves, resolves=what, **keys)[0]

    def counters(
        self, id: str, *, put: Mapping[str, int] | None = None, remove: Mapping[str, int] | None = None,
        chosen: Chosen | None = None,
    ) -> None:  # fmt: skip
        """Put counters on an object or player, or remove them (122)."""
        self._play(Counters, counters=id, put=put, remove=remove, chosen=chosen)

    def transforms(self, id: str, *, chosen: Chosen | None = None) -> None:
        """Transform a double-faced permanent (701.27)."""
        self._play(Transforms, transforms=id, chosen=chosen)

    def flips(self, id: str, *, chosen: Chosen | None = None) -> None:
        """Flip a flip card (710)."""
        self._play(Flips, flips=id, chosen=chosen)

    def turns(
        self, id: str, *, face: Literal["up", "down"], chosen: Chosen | None = None,
        with_effect: str | Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        """Turn a permanent face up or face down (708).

        `with_effect` is the text that lists the characteristics of the face-down permanent (708.2a).
        """
        self._play(Turns, turns=id, face=face, chosen=chosen, with_effect=with_effect)

    def merges(self, id: str, *, with_: str, on: Literal["top", "bottom"], chosen: Chosen | None = None) -> str:
        """Merge a card or spell with a permanent and return the permanent's id (730.2)."""
        return self._play(Merges, merges=id, with_=with_, on=on, chosen=chosen)[0]

    @spelled_out(ArrivalKeys)
    def melds(
        self, cards: Sequence[str], *, into: str, as_: str | None = None, **keys: Unpack[ArrivalKeys]
    ) -> str:  # fmt: skip
        """Meld two cards into the permanent with the given card name, and return its id (701.42).

        The other arguments are those of `enters`.
        """
        return self._play(Melds, melds=cards, into=into, as_=as_, **keys)[0]

    def phases(self, id: str, *, direction: Literal["out", "in"], chosen: Chosen | None = None) -> None:
        """Phase a permanent out or in (702.26)."""
        self._play(Phases, phases=id, direction=direction, chosen=chosen)

    def marks(self, id: str, *, chosen: Chosen | None = None, **facts: Any) -> None:
        """Record facts about an object: ``board.marks("angel", tapped=True)``; see `recorded_facts.FACTS`."""
        self._play(Marks, marks=id, set=facts, chosen=chosen)

    def chooses(self, id: str, **chosen: Any) -> None:
        """Make a choice for an object: ``board.chooses("omen", color="R")``."""
        self._play(Chooses, chooses=id, chosen=chosen)

    def reveals(
        self, card: str, *, as_: str | None = None, controller: str | None = None, chosen: Chosen | None = None
    ) -> str:
        """Turn a plane, phenomenon, scheme, vanguard or conspiracy face up and return its id (613.7h-613.7j).

        Args:
            card: the card's name, or the id of a face-down object in the command zone.
            as_: the id of the object.
            controller: the controller; by default, the active player for a plane or phenomenon, and the first player
                for other cards.
            chosen: the choices for the object.
        """
        return self._play(Reveals, reveals=card, as_=as_, controller=controller, chosen=chosen)[0]

    def stickers(self, id: str, *, put: Mapping[str, Any], chosen: Chosen | None = None) -> None:
        """Put stickers on an object (123): ``board.stickers("cub", put={"name": "Dark", "ability": "Flying"})``."""
        self._play(Stickers, stickers=id, put=put, chosen=chosen)

    def player(self, name: str, **facts: int) -> None:
        """Record facts about a player: ``board.player("Ana", hand=3)``; see `recorded_facts.PLAYER_FACTS`."""
        self._play(Player, player=name, set=facts)

    def turn(self, player: str) -> None:
        """Begin a player's turn."""
        self._play(Turn, turn=player)

    def order(self, ids: Sequence[str]) -> None:
        """Choose an order for the objects that got timestamps in the previous event (613.7m)."""
        self._play(Order, order=ids)

    def ends(self, what: str) -> None:
        """End the turn ("turn"), the combat phase ("combat") or the effect with the given name."""
        self._play(Ends, ends=what)

    def _play(self, event: type[Event], **keys: Any) -> tuple[str, ...]:
        data = {name.rstrip("_"): value for name, value in keys.items() if value is not None}
        try:
            validate(data)
            read = event.read(data)
        except WrongTypeError as error:
            raise IllegalEventError(data, str(error)) from None
        return self.push(read)


def _name_of(card: CardLike) -> str:
    if isinstance(card, str):
        return card
    return card.name if isinstance(card, Card) else str(card.get("name", ""))
