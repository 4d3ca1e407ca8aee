"""What ships of a card does what its text does: the same boards, the same refusals, with no sentence there."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.cards.card import Card
from mtglayers.model.cards.catalogue.pack import Packed, line_of, packed
from mtglayers.model.cards.catalogue.shipped import shipped_card
from mtglayers.model.cards.rules_text import resolution_of_ability
from mtglayers.model.cards.scryfall import read_card
from mtglayers.model.cards.sources import Source
from mtglayers.model.effects.ability import TextAbility, UnsupportedAbility
from mtglayers.model.effects.language import Ability
from mtglayers.model.effects.operations.players_and_rules import RuleText
from mtglayers.model.effects.shortening import LONGEST
from mtglayers.model.errors import LayersError, UnsupportedTextError
from mtglayers.solver.solve import solve

from ..support.paths import ROOT

BULK = ROOT.parent / "shared" / "cards" / "oracle-cards.json"
SAMPLE = 200

OTHERS: tuple[dict[str, Any], ...] = (
    {"name": "Elder Elf", "type_line": "Legendary Creature — Elf Warrior", "mana_cost": "{G}", "power": "1",
     "toughness": "3", "oracle_text": "Flying\n{T}: Add {G}.\nWhen this creature dies, draw a card."},
    {"name": "Grey Golem", "type_line": "Artifact Creature — Golem", "mana_cost": "{3}", "power": "3",
     "toughness": "3"},
    {"name": "Wood", "type_line": "Land — Forest"},
    {"name": "Odd Charm", "type_line": "Enchantment", "mana_cost": "{1}{W}{B}"},
)  # fmt: skip


def sample(count: int) -> list[dict[str, Any]]:
    """Return so many cards, drawn with a fixed seed."""
    if not BULK.exists():
        pytest.skip(f"{BULK} is not there")
    cards = list(Source(BULK).cards())
    drawn = cards if count >= len(cards) else random.Random(613).sample(cards, count)
    return [card for card in drawn if readable(card)]


def readable(card: dict[str, Any]) -> bool:
    try:
        return all(face.copiable() for face in read_card(card).faces)
    except (ValueError, KeyError):
        return False


def test_boards_are_the_same() -> None:
    """A card in play, read from its text and as it ships: every object comes out the same."""
    assert list(differing_boards(sample(SAMPLE))) == []


def test_resolutions_are_the_same() -> None:
    """What resolves does the same; what is not understood refuses in both, and names its line."""
    assert list(differing_resolutions(sample(SAMPLE))) == []


def test_cards_survive_the_data() -> None:
    """Written and read again, a card is the same value."""
    cards = {card.name: card for card in map(shipped_card, sample(SAMPLE))}
    pack = Packed(packed(map(line_of, cards.values())))
    assert {name: pack.card(name) for name in cards} == cards


def differing_boards(cards: list[dict[str, Any]]) -> Iterator[tuple[str, Any, Any]]:
    for data in cards:
        one, other = outcome(read_card(data)), outcome(shipped_card(data))
        if one != other:
            yield data["name"], one, other


def outcome(card: Card) -> Any:
    """Return the board after a card came to others: characteristics, layers, and how many lines are not understood."""
    board = Board(players=["Ana", "Ben"], cards=[*OTHERS, card])
    permanent = not {"Instant", "Sorcery"} & set(card.faces[0].types) and not card.emblem
    try:
        for place, other in enumerate(OTHERS):
            board.enters(other["name"], controller="Ana" if place % 2 else "Ben")
        zone = "battlefield" if permanent else "graveyard"
        if {"Plane", "Phenomenon", "Scheme", "Vanguard", "Conspiracy", "Dungeon"} & set(card.faces[0].types):
            zone = "command"
        board.enters(card.name, controller="Ana", zone=zone)
        result = solve(board)
    except LayersError as error:
        return type(error).__mro__[-3].__name__
    found = [
        (
            value.name, value.colors, value.supertypes, value.types, value.subtypes, value.power, value.toughness,
            value.controller, value.tapped, len(value.abilities), value.mana_value,
        )
        for value in (result[id] for id in board.objects)
    ]  # fmt: skip
    steps = [(layer.name, len(layer.order)) for layer in result.layers]
    return (
        found,
        steps,
        len(result.unsupported),
        {name: player.max_hand_size for name, player in result.players.items()},
    )


def differing_resolutions(cards: list[dict[str, Any]]) -> Iterator[tuple[str, Any, Any]]:
    for data in cards:
        for face, ships in zip(read_card(data).faces, shipped_card(data).faces, strict=True):
            for ability, short in zip(face.abilities, ships.abilities, strict=True):
                if isinstance(ability, TextAbility | UnsupportedAbility) and getattr(ability, "form", "") not in (
                    "rule",
                    "mana",
                ):
                    one, other = resolved(ability, face.name), resolved(short, face.name)
                    if one != other:
                        yield data["name"], one, other


def resolved(ability: Ability, name: str) -> Any:
    """Return what an ability does as it resolves, without the abilities that it grants and the texts in it."""
    try:
        found = resolution_of_ability(ability, name)
    except UnsupportedTextError:
        return "refused"
    assert found is not None
    bare = found.rewrite(lambda node: TextAbility(node.form) if isinstance(node, TextAbility) else textless(node))
    return msgspec.structs.replace(
        bare, text="", clauses=tuple(c for c in bare.clauses if not isinstance(c.operations[0], RuleText))
    )


def textless(node: Any) -> Any:
    """Return a node without the words that only say how its text reads."""
    if isinstance(node, UnsupportedAbility):
        return UnsupportedAbility("")
    told = {field: str(getattr(node, field)) for field in ("text", "word", "parameter") if hasattr(node, field)}
    long = {field: "" for field, text in told.items() if "…" in text or len(text.replace("—", " — ").split()) > LONGEST}
    return msgspec.structs.replace(node, **long) if long else node
