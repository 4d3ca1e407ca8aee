"""Situations in which the conditions of a card's effects hold, such as the opponent's turn or many permanents."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.cards.card import Card
from mtglayers.model.cards.scryfall import read_card
from mtglayers.model.effects.amounts.counting import CountersOn
from mtglayers.model.effects.conditions import AtLevel, GameFact, TurnOf
from mtglayers.model.effects.filters.status import WORN, Status, WithCounter
from mtglayers.model.effects.language import Ability, Term
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.view import ANY
from mtglayers.model.objects.recorded_facts import FLAGS
from mtglayers.model.rules.vocabulary import families

from ...wording import joined
from ..dependence.layouts import PLAYERS

_COUNTERS: Final = 20
"""Number of counters of each kind that a condition mentions."""

_OWN: Final = {"life": 41, "hand": 7, "speed": 4, "citys_blessing": 1, "monarch": 1, "experience": 5, "life_gained": 5}
_THEIRS: Final = {"life": 3, "hand": 0, "poison": 3, "life_lost": 5}
_BASICS: Final = ("Plains", "Island", "Swamp", "Mountain", "Forest")
_TYPES: Final = ("Artifact", "Creature", "Enchantment", "Planeswalker")
_DEAD: Final = (*_TYPES, "Instant", "Sorcery", "Land")
_TYPED: Final = {"creature": "Creature", "land": "Land", "artifact": "Artifact", "enchantment": "Enchantment"}
_NO_KINDS: Final = frozenset({*_BASICS, "Aura"})
_KINDS: Final = 4
_MOST: Final = 10
_DEVOTED: Final = "{W}{W}{U}{U}{B}{B}{R}{R}{G}{G}"


class Situation(msgspec.Struct, frozen=True):
    """Events after the cards have entered.

    Attributes:
        turn: whether it is the turn of the second player.
        marks: the facts that are recorded about the card.
        told: the wordings of the facts about the course of the game that are true.
        counters: the kinds of counters that are put on the card.
        level: the level of the card, or 0.
        worn: the subtypes of the plain permanents that are attached to the card: Aura, Equipment.
        many: whether there are many plain permanents, lands and cards in graveyards, and high numbers for players.
        kinds: the subtypes of further plain permanents and cards in graveyards, if there are many.
        number: the number of plain permanents of each type and subtype, if there are many.
    """

    turn: bool = False
    marks: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    counters: tuple[str, ...] = ()
    level: int = 0
    worn: tuple[str, ...] = ()
    many: bool = False
    kinds: tuple[str, ...] = ()
    number: int = 3

    def without(self, field: str) -> Situation:
        """Return the situation with the default value of a field."""
        return msgspec.structs.replace(self, **{field: getattr(Situation(), field)})

    def only_many(self) -> Situation:
        """Return the situation with no other events than many permanents."""
        return Situation(many=self.many, kinds=self.kinds, number=self.number)

    def beside(self, other: Situation) -> tuple[Situation, Situation]:
        """Return this situation and another one so that both can be on one board."""
        mine, theirs = self, other
        if mine.many and theirs.many:
            kinds, number = tuple(sorted({*mine.kinds, *theirs.kinds})), max(mine.number, theirs.number)
            mine, theirs = msgspec.structs.replace(mine, kinds=kinds, number=number), theirs.without("many")
        if mine.turn != theirs.turn:
            theirs = msgspec.structs.replace(theirs, turn=False)
        return mine, theirs

    def happens(self, board: Board, id: str) -> None:
        """Record the events on a board that `add_many` has prepared, if there are many permanents.

        Raises:
            LayersError: the rules do not allow one of them.
        """
        if self.turn:
            board.turn(PLAYERS[1])
        facts: dict[str, Any] = dict.fromkeys(self.marks, True)
        if self.told:
            facts["told"] = list(self.told)
        if self.level:
            facts["level"] = self.level
        if facts:
            board.marks(id, **facts)
        if self.counters:
            board.counters(id, put=dict.fromkeys(self.counters, _COUNTERS))
        for place, word in enumerate(self.worn):
            board.enters(_worn(word), as_=f"{id}-worn-{place}", attached_to=id)

    def words(self, name: str) -> Iterator[str]:
        """Yield descriptions of the events for the card with the given name."""
        if self.turn:
            yield f"{PLAYERS[1]}'s turn"
        for mark in self.marks:
            yield f"{name}: {mark.replace('_', ' ')}"
        for told in self.told:
            yield f"{name}: {told}"
        for counter in self.counters:
            yield f"{name}: {counter} counters"
        if self.level:
            yield f"{name}: level {self.level}"
        for word in self.worn:
            yield f"{name}: an attached {word}"
        if self.many:
            among = f", among them {joined(self.kinds)}" if self.kinds else ""
            yield f"many permanents and cards in graveyards{among}"


NOWHERE: Final = Situation()
"""No events."""


def situation_for(card: Card) -> Situation:
    """Return a situation in which as many conditions as possible can hold that the text of a card mentions."""
    nodes = [node for face in card.faces for ability in face.abilities for node in _asked(ability)]
    statuses = [node.word for node in nodes if isinstance(node, Status)]
    levels = [node.level for node in nodes if isinstance(node, AtLevel)]
    counters = {node.counter or "charge" for node in nodes if isinstance(node, WithCounter | CountersOn)}
    numbers = [value for node in nodes for value in map(node.__getattribute__, node.__struct_fields__)]
    read = {str(value) for node in nodes if isinstance(node, Term) for _, value in node.reads() if value != ANY}
    return Situation(
        turn=any(isinstance(node, TurnOf) for node in nodes),
        marks=tuple(dict.fromkeys(word for word in statuses if word in FLAGS)),
        told=tuple(dict.fromkeys(node.text for node in nodes if isinstance(node, GameFact))),
        counters=tuple(sorted({*counters, *(["level"] if levels else [])})),
        level=max(levels, default=0),
        worn=tuple(dict.fromkeys(WORN[word] for word in statuses if word in ("enchanted", "equipped"))),
        many=any(True for _ in nodes),
        kinds=tuple(sorted(word for word in read - _NO_KINDS if not _TYPED.keys().isdisjoint(families(word))))[:_KINDS],
        number=max(3, *(value for value in numbers if type(value) is int and value <= _MOST), 0),
    )


def _asked(ability: Ability) -> Iterator[Node]:
    # The nodes of all conditions of static abilities, and of the abilities that they give.
    for each in dict.fromkeys((ability, *(node for node in ability.walk() if isinstance(node, Ability)))):
        for condition in (each.when(), *(clause.condition for clause in each.clauses())):
            if condition is not None:
                yield from condition.walk()


def add_many(board: Board, situation: Situation) -> None:
    """Add many plain permanents, lands and cards in graveyards to a board, and high numbers for players."""
    most = situation.number
    for word in _TYPES:
        for number in range(1, most + 1):
            board.enters(_plain(f"Legendary {word}" if number == 1 else word, number))
    for word in _BASICS:
        board.enters(word, count=2)
    board.enters(_plain("Creature", 1), controller=PLAYERS[1])
    for number in (1, 2):
        for word in _DEAD:
            board.enters(_plain(word, number), zone="graveyard")
    for word in situation.kinds:
        card = _plain(f"{_TYPED[families(word)[0]]} — {word}", 1)
        board.enters(card, count=most)
        board.enters(card, zone="graveyard")
    board.player(PLAYERS[0], **_OWN)
    board.player(PLAYERS[1], **_THEIRS)


@lru_cache(maxsize=256)
def _plain(type_line: str, number: int) -> Card:
    data: dict[str, Any] = {"name": f"Other {type_line.replace(' —', '')} {number}", "type_line": type_line}
    if "Creature" in type_line:
        data |= {"power": str(3 * number), "toughness": "4"}
    if "Land" not in type_line:
        data["mana_cost"] = _DEVOTED if number == 1 else "{2}"
    return read_card(data)


@lru_cache(maxsize=8)
def _worn(word: str) -> Card:
    data = {"name": f"Plain {word}", "mana_cost": "{1}"}
    if word == "Aura":
        return read_card(data | {"type_line": "Enchantment — Aura", "oracle_text": "Enchant permanent"})
    return read_card(data | {"type_line": "Artifact — Equipment", "oracle_text": "Equip {1}"})
