"""Spelled-out boards, whose cards are given as trees instead of English text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.cards.card import Card, Face
from mtglayers.model.cards.catalogue.shipped import shipped, shipped_card
from mtglayers.model.cards.rules_text import resolution_of
from mtglayers.model.cards.search import find_card
from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.language import Operation
from mtglayers.model.effects.node import Node, to_data
from mtglayers.model.events.arrivals import Enters
from mtglayers.model.events.base import Event
from mtglayers.model.events.command_zone import Reveals
from mtglayers.model.events.melding import Melds
from mtglayers.model.events.resolution import Resolves, Source
from mtglayers.model.support.names import fold

AnyNode = TypeVar("AnyNode", bound=Node)


def spelled(board: Board) -> dict[str, Any]:
    """Return a board's data in which trees replace the text of cards.

    An effect that is given as text becomes the effect of an instant with the corresponding tree. If an event
    names an ability as its source, the ability is identified by its position.

    Raises:
        LayersError: a line is not understood; this cannot happen for a board that was played.
    """
    return _Spelling(board).data()


class _Spelling:
    def __init__(self, board: Board) -> None:
        self.board = board
        self.own = board.own_cards
        self.cards: dict[str, Card] = {}
        self._given = dict(zip((fold(card.name) for card in board.cards), board.to_data()["cards"], strict=True))

    def data(self) -> dict[str, Any]:
        twin = self.board.under(self.board.edition, ())
        timeline = []
        for event in self.board.events:
            if isinstance(event, Reveals) and event.reveals not in twin.objects:  # a card, not a face-down object
                self._named(event.reveals)
            made = twin.push(event)
            timeline.append(self._event(event, made, twin).to_data())
        cards = sorted(self.cards.values(), key=lambda card: fold(card.name))
        return {
            "players": list(self.board.players),
            "edition": self.board.edition.since.isoformat(),
            "cards": [to_data(card) for card in cards],
            "timeline": timeline,
        }

    def _event(self, event: Event, made: tuple[str, ...], board: Board) -> Event:
        # `board` is the board after the event.
        match event:
            case Enters():
                named = tuple(self._card(e) if isinstance(e, Card) else self._named(e) for e in event.enters)
                return msgspec.structs.replace(event, enters=named)
            case Resolves(resolves=str(name)) | Melds(into=name):
                self._named(name)
            case Resolves(resolves=Source(ability_of="") as source):
                return msgspec.structs.replace(event, resolves=self._effect(source.text, made[0]), as_=made[0])
            case Resolves(resolves=Source(index=0) as source) if place := board.effects[made[0]].ability:
                return msgspec.structs.replace(event, resolves=Source(ability_of=source.ability_of, index=place))
            case _:
                pass
        return event

    def _named(self, name: str) -> str:
        card = find_card(name, self.own)
        self.cards.setdefault(fold(card.name), self._card(card))
        return name

    def _card(self, card: Card) -> Card:
        given = self._given.get(fold(card.name))
        textual = isinstance(given, Mapping) and "kind" not in given and self.own.get(fold(card.name)) == card
        return flat(shipped_card(given) if textual and given is not None else shipped(card))

    def _effect(self, text: str, name: str) -> str:
        found = flat(msgspec.structs.replace(resolution_of(text), text=""))
        called = f"Effect {name}"
        spell = TextAbility("spell", "", found, 1)
        self.cards[fold(called)] = Card(called, (Face(called, types=("Instant",), abilities=(spell,)),))
        return called


def flat(node: AnyNode) -> AnyNode:
    """Return a tree whose operations each apply in one layer (613.6).

    An operation that applies in several layers is split into one operation for each layer.

    >>> from mtglayers.model.effects.operations.becomes import Becomes
    >>> from mtglayers.model.effects.language import Clause
    >>> from mtglayers.model.effects.selectors import Itself
    >>> flat(Clause(Itself(), (Becomes(subtypes=("Elf",), colors=("G",)),))).operations
    (SetSubtypes(subtypes=('Elf',), chosen='', which=0, artifact=False), SetColors(colors=('G',), chosen=False))
    """
    return _flat(node.rewrite(_flat))


def _flat(node: AnyNode) -> AnyNode:
    fresh = {}
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if isinstance(value, tuple) and any(isinstance(item, Operation) for item in value):
            found = tuple(part for item in value for part in _parts(item))
            if found != value:
                fresh[name] = found
    return msgspec.structs.replace(node, **fresh) if fresh else node


def _parts(item: Any) -> Iterator[Any]:
    # 601.2f: an operation without parts in a layer stays unchanged.
    parts = item.primitives() if isinstance(item, Operation) else ()
    if not parts or parts == (item,):
        yield item
    else:
        for part in parts:
            yield from _parts(part)
