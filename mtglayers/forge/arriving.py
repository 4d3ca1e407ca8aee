"""Functions that apply modifiers to listed cards, and order the cards as they enter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final

from mtglayers.model.cards.card import Card
from mtglayers.model.cards.faces import TWO_SIDED, can_be_bestowed, is_room
from mtglayers.model.data.record import abbreviated
from mtglayers.model.effects.choices import choice_of_type
from mtglayers.model.rules.vocabulary import color_of
from mtglayers.model.support.names import did_you_mean, fold

from .cards import is_attachment, is_suspendable, may_be_a_copy, named_cards
from .lines import Entry, Source, player_named
from .state import NotCarried
from .words import MELDED

FACTS: Final[Mapping[str, str]] = MappingProxyType({
    "SummonSick": "summoning_sick", "Renowned": "renowned", "Solved": "solved", "Saddled": "saddled",
    "Suspected": "suspected", "Monstrous": "monstrous", "IsRingBearer": "ring_bearer", "IsCommander": "commander",
    "Foretold": "foretold",
})  # fmt: skip
"""Modifier -> the fact that the modifier records."""

ANYWHERE: Final = frozenset({
    "Id", "IsCommander", "Counters", "FaceDown", "Foretold", "ExiledWith", "IsToken", "Owner", "NamedCard",
    "ChosenColor", "ChosenType", "ChosenType2", "ChosenCards", "Imprinting",
})  # fmt: skip
"""Modifiers that are allowed for a card outside the battlefield."""

CLOAKED: Final = "It's a 2/2 creature with ward {2}."
"""The face-down values of a cloaked permanent (701.58a)."""

MAX_HINTS: Final = 100
"""Maximum number of unknown words for which similar words are suggested."""

_HARMLESS: Final[Mapping[str, str]] = MappingProxyType({
    "Set": "no effect depends on the printing",
    "Art": "no effect depends on the printing",
    "NoETBTrigs": "triggered abilities are not simulated",
    "OnAdventure": "it affects only how the card is cast",
    "ForetoldThisTurn": "it affects only how the card is cast",
})  # fmt: skip

_LOST: Final[Mapping[str, str]] = MappingProxyType({
    "Ability": "abilities in Forge’s own language are not read",
    "ExecuteScript": "Forge’s scripts are not run",
    "RememberedCards": "the data that Forge remembers has no meaning in the rules",
})  # fmt: skip


class Arriving:
    """A listed card with its modifiers, before it enters the board.

    Attributes:
        entry: the card as it is listed in the file.
        card: the card, or None for a token that `data` defines.
        data: the content of the `enters` event that puts the card on the board.
        facts: the facts that a later `marks` event sets.
        forge_id: the `Id:` of the card, or None if it has none.
        host: the `Id:` of the object that the card is attached to, if any.
        attacked: the `Id:` of the object that the card attacks, if any.
        exiled_with: the `Id:` of the object that exiled the card, if any.
        imprinted: the `Id:`s of the cards imprinted on the card.
        chosen_cards: the `Id:`s of the cards chosen for the card.
        merged: the names of the cards below the card in a merged permanent.
        flipped: whether the card is flipped.
        phased: whether the card is phased out.
        place: the position of the card among all listed cards.
    """

    def __init__(
        self, source: Source, entry: Entry, card: Card | None, players: tuple[str, ...], lost: list[NotCarried]
    ) -> None:
        self.entry = entry
        self.card = card
        self.data: dict[str, Any] = {}
        self.facts: dict[str, Any] = {}
        self.forge_id: int | None = None
        self.host: int | None = None
        self.attacked: int | None = None
        self.exiled_with: int | None = None
        self.imprinted: tuple[int, ...] = ()
        self.chosen_cards: tuple[int, ...] = ()
        self.merged: tuple[str, ...] = ()
        self.flipped = False
        self.phased = False
        self.place = 0
        self._chosen: dict[str, Any] = {}
        self._source = source
        self._players = players
        self._lost = lost
        self._on_battlefield = entry.line.what == "battlefield"
        if self._on_battlefield:
            self.data["tapped"] = False  # 614.12: Forge records this, so the board does not determine it
        for name, value in self._modifiers():
            self._modify(name, value)
        if self._chosen:
            self.data["chosen"] = self._chosen
        if card is not None:
            self._look_at(card)

    def note(self, what: str, why: str, matters: bool = True) -> None:
        """Record a property of the card that is not carried over."""
        self._lost.append(NotCarried(what, why, self.entry.where, self.entry.line.number, matters))

    # --- Modifiers ----------------------------------------------------------------------------------------------

    def _modifiers(self) -> list[tuple[str, str]]:
        # If modifiers share a name, Forge uses the last of them. Forge reads `ChosenType2` after `ChosenType`.
        last = {name: place for place, (name, _) in enumerate(self.entry.modifiers)}
        kept: list[tuple[str, str]] = []
        for place, (name, value) in enumerate(self.entry.modifiers):
            if name == "UnlockedRoom" or last[name] == place:
                kept.append((name, value))
            else:
                self.note(f"`{_written(name, value)}`", f"a later `{name}` replaces it")
        return sorted(kept, key=lambda modifier: modifier[0] == "ChosenType2")

    def _modify(self, name: str, value: str) -> None:
        written = f"`{_written(name, value)}`"
        if name in _HARMLESS:
            self.note(written, _HARMLESS[name], matters=False)
        elif name in _LOST:
            self.note(written, _LOST[name])
        elif not self._on_battlefield and name not in ANYWHERE and name in (*FACTS, *self.HANDLERS):
            self.note(written, "it applies only to permanents", matters=False)
        elif name in FACTS:
            self.facts[FACTS[name]] = True
            if name == "Foretold":
                self.data["face_down"] = True
        elif name in self.HANDLERS:
            self.HANDLERS[name](self, value, written)
        else:
            hint = did_you_mean(name[:60], MODIFIERS, 0.7) if len(self._lost) <= MAX_HINTS else ""
            self.note(written, f"unknown modifier{hint}")

    def _id(self, value: str, written: str) -> None:
        self.forge_id = self._number(value)

    def _tapped(self, value: str, written: str) -> None:
        self.data["tapped"] = True

    def _token(self, value: str, written: str) -> None:
        if self.card is not None and not self.card.token:
            self.data["token"] = True

    def _owner(self, value: str, written: str) -> None:
        player = self._player(value, written)
        if player is not None:
            self.data["owner"] = player

    def _face_down(self, value: str, written: str) -> None:
        self.data["face_down"] = True
        if value == "Cloaked" and self._on_battlefield:
            self.data["with_effect"] = CLOAKED  # 701.58a
        elif value == "Manifested":
            self.note(written, "the cost to turn it face up is not recorded", matters=False)
        elif value:
            self.note(written, "unknown kind of face-down status")

    def _transformed(self, value: str, written: str) -> None:
        if self.card is None or self.card.layout not in TWO_SIDED or len(self.card.faces) < 2:
            self.note(written, "the card is not double-faced (712)")
        else:
            self.data["transformed"] = True

    def _flipped(self, value: str, written: str) -> None:
        self.flipped = True

    def _meld(self, value: str, written: str) -> None:
        if self.card is None or fold(self.card.name) not in MELDED:
            self.note(written, "the card is not in a known meld pair (712.4)")
        else:
            self.note(written, "it enters as the melded permanent that includes this card", False)

    def _counters(self, value: str, written: str) -> None:
        if found := self._source.counters(value, self.entry.line):
            self.data["counters"] = found

    def _attached(self, value: str, written: str) -> None:
        self.host = self._number(value)

    def _enchanting(self, value: str, written: str) -> None:
        player = self._player(value, written)
        if player is not None:
            self.data["attached_to"] = player

    def _damage(self, value: str, written: str) -> None:
        if self._number(value):
            self.facts["damaged_this_turn"] = True
            self.note(written, "the amount of damage is not carried over", matters=False)

    def _color(self, value: str, written: str) -> None:
        colors = [color_of(word) for word in self._source.parts(value, ",", self.entry.line)]
        if None in colors:
            self.note(written, "not a list of colors")
        else:
            self._chosen["color"] = colors

    def _type(self, value: str, written: str) -> None:
        found = choice_of_type(value)
        if not found:
            self.note(written, "not a type")
        for key, word in found.items():
            self._chosen.setdefault(key, []).append(word)

    def _second_type(self, value: str, written: str) -> None:
        if any(key.endswith("_type") for key in self._chosen):
            self._type(value, written)
        else:
            self.note(written, "the first chosen type is missing")

    def _named(self, value: str, written: str) -> None:
        self._chosen["card_name"] = named_cards(value) or [value]

    def _cards(self, value: str, written: str) -> None:
        self.chosen_cards = self._numbers(value)

    def _imprinting(self, value: str, written: str) -> None:
        self.imprinted = self._numbers(value)

    def _exiled_with(self, value: str, written: str) -> None:
        self.exiled_with = self._number(value)

    def _attacking(self, value: str, written: str) -> None:
        self.facts["attacking"] = True
        if value:
            self.attacked = self._number(value)

    def _merged(self, value: str, written: str) -> None:
        self.merged = tuple(name.replace("^", ",") for name in self._source.parts(value, ",", self.entry.line))

    def _level(self, value: str, written: str) -> None:
        self.facts["level"] = self._number(value)

    def _unlocked(self, value: str, written: str) -> None:
        doors = {"leftsplit": 0, "rightsplit": 1}
        if self.card is None or not is_room(self.card) or value.lower() not in doors:
            self.note(written, "it is not a door of a Room (709.5)")
        else:
            self.facts.setdefault("unlocked", []).append(self.card.faces[doors[value.lower()]].name)

    def _phased(self, value: str, written: str) -> None:
        self.phased = True

    def _look_at(self, card: Card) -> None:
        if self.entry.line.what == "exile" and self.data.get("counters", {}).get("time") and is_suspendable(card):
            self.facts["suspended"] = True  # 702.62b
        if not self._on_battlefield:
            return
        attached = self.host is not None or "attached_to" in self.data
        if attached and not is_attachment(card):
            if can_be_bestowed(card):
                self.facts["bestow"] = True  # 702.103b
            else:
                self.host = None
                self.data.pop("attached_to", None)
                self.note("the object it is attached to", "the card is not an Aura, Equipment or Fortification")
        if may_be_a_copy(card):
            self.note("the object it copies", "Forge game states do not record it (707.5)")

    # --- Values -------------------------------------------------------------------------------------------------

    def _number(self, text: str) -> int:
        return self._source.number(text, self.entry.line)

    def _numbers(self, text: str) -> tuple[int, ...]:
        return tuple(self._number(part) for part in self._source.parts(text, ",", self.entry.line))

    def _player(self, text: str, written: str) -> str | None:
        number = player_named(text, len(self._players))
        if number is None:
            self.note(written, "unknown player")
            return None
        return self._players[number]

    HANDLERS: ClassVar[Mapping[str, Callable[[Arriving, str, str], None]]] = MappingProxyType({
        "Id": _id,
        "Tapped": _tapped,
        "IsToken": _token,
        "Owner": _owner,
        "FaceDown": _face_down,
        "Transformed": _transformed,
        "Modal": _transformed,
        "Flipped": _flipped,
        "Meld": _meld,
        "Counters": _counters,
        "AttachedTo": _attached,
        "Attaching": _attached,
        "EnchantingPlayer": _enchanting,
        "Damage": _damage,
        "ChosenColor": _color,
        "ChosenType": _type,
        "ChosenType2": _second_type,
        "NamedCard": _named,
        "ChosenCards": _cards,
        "Imprinting": _imprinting,
        "ExiledWith": _exiled_with,
        "Attacking": _attacking,
        "MergedCards": _merged,
        "ClassLevel": _level,
        "UnlockedRoom": _unlocked,
        "PhasedOut": _phased,
    })  # fmt: skip


MODIFIERS: Final = (*FACTS, *_HARMLESS, *_LOST, *Arriving.HANDLERS)
"""All known modifiers."""


Many = tuple[Arriving, int]
"""A card, and the number of identical cards that are listed."""


def in_order(arriving: Sequence[Many]) -> list[Many]:
    """Return cards in timestamp order.

    Each player's cards keep the order of the list. An Aura is attached as it enters (303.4), so if another player
    controls the Aura's host, that player's permanents up to the host come before the Aura. This order is
    impossible if the host follows the Aura in the same player's list, or if two players each have an Aura whose
    host follows the other player's Aura. In these cases, the order of the list decides.
    """
    found: list[Many] = []
    by_player: dict[int, list[Many]] = {}
    place_of: dict[int, tuple[int, int]] = {}
    following: dict[int, int] = {}
    for many in arriving:
        line, id = many[0].entry.line, many[0].forge_id
        if line.what == "battlefield":
            listed = by_player.setdefault(line.player or 0, [])
            if id is not None:
                place_of.setdefault(id, (line.player or 0, len(listed)))
            listed.append(many)

    def enter(player: int, last: int, waiting: frozenset[int]) -> None:
        while (place := following.get(player, 0)) <= last:
            many = by_player[player][place]
            host = place_of.get(many[0].host) if many[0].host is not None else None
            if host is not None and host[0] not in {player, *waiting}:
                enter(*host, waiting | {player})
            following[player] = place + 1
            found.append(many)

    for player, listed in by_player.items():
        enter(player, len(listed) - 1, frozenset())
    return found + [many for many in arriving if many[0].entry.line.what != "battlefield"]


def _written(name: str, value: str) -> str:
    return abbreviated(f"{name}:{value}" if value else name)
