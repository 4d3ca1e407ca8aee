"""Copies of flip cards, of Rooms and of double-faced permanents (707.3, 707.8a, 709.5, 710)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.cards.card import Card
from mtglayers.model.cards.faces import can_transform, is_room
from mtglayers.model.cards.faces import values_of as values_of_face
from mtglayers.model.effects.copiable import Copiable
from mtglayers.model.effects.language import Clause
from mtglayers.model.effects.operations.copying import TakeValues
from mtglayers.model.effects.selectors import Fixed
from mtglayers.model.events.changes import TURNED_OVER, flipped
from mtglayers.model.objects.gameobject import GameObject

from .earlier import earlier


def unflipped(values: Copiable, board: Board) -> Copiable:
    """Return copied values with the unflipped half of a flip card.

    Status is not copied (110.5).
    """
    for front, back in _flip_cards(board):
        if _shows(values, back):
            return _turned(values, back, front)
    return values


def as_flipped(values: Copiable, board: Board) -> Copiable:
    """Return copied values with the flipped half of a flip card (707.3, 710.1)."""
    for front, back in _flip_cards(board):
        if _shows(values, front):
            return _turned(values, front, back)
    return values


def by_status(clause: Clause, board: Board) -> Iterator[Clause]:
    """Yield a clause or, if necessary, separate clauses for flipped and other objects."""
    if not isinstance(clause.selector, Fixed) or not any(isinstance(op, TakeValues) for op in clause.operations):
        yield clause
        return
    down = tuple(number for number in clause.selector.numbers if flipped(board.by_number(number)))
    if not down:
        yield clause
        return
    rest = tuple(number for number in clause.selector.numbers if number not in down)
    if rest:
        yield msgspec.structs.replace(clause, selector=Fixed((), rest))
    operations = tuple(
        msgspec.structs.replace(op, values=as_flipped(op.values, board)) if isinstance(op, TakeValues) else op
        for op in clause.operations
    )
    yield msgspec.structs.replace(clause, selector=Fixed((), down), operations=operations)


def two_sided(token: GameObject, values: Copiable, original: GameObject, board: Board) -> Copiable:
    """Return the copiable values of a token that copied a double-faced permanent (707.8a).

    Args:
        token: the token.
        values: the values that the token copied.
        original: the permanent that the token copied, as it was at that time.
        board: the board.
    """
    sides = _sides(original, board)
    if sides is None:
        return values
    card, face = sides
    up, other = (values_of_face(card, "battlefield", side) for side in (face, 1 - face))
    if not _shows(values, up):
        return values
    if TURNED_OVER in token.facts:
        return msgspec.structs.replace(_turned(values, up, other), mana_value=other.mana_value)
    return msgspec.structs.replace(values, mana_value=up.mana_value)  # 202.3b: the mana value of the front face


def with_doors(object: GameObject, values: Copiable, original: GameObject, board: Board) -> Copiable:
    """Return the copiable values of a copy of a Room (709.5).

    Both halves are copied, but not which doors are unlocked.

    Args:
        object: the copy.
        values: the values that it copied.
        original: the permanent that it copied, as it was at that time.
        board: the board.
    """
    card = _room_card(original, board)
    if card is None:
        return values
    zone = original.base.zone
    shown = values_of_face(card, zone, original.face, original.unlocked_doors())
    return _turned(values, shown, values_of_face(card, "battlefield", 0, object.unlocked_doors()))


def _room_card(found: GameObject, board: Board) -> Card | None:
    if found.copy is not None:
        if found.original is None:
            return found.card if is_room(found.card) else None  # of a token, which has the card that it copied
        return _room_card(earlier(board, found.copy.event).last_known(found.original), board)
    there = found.base.zone in ("battlefield", "stack")
    return found.card if is_room(found.card) and there and not found.face_down else None


def _sides(found: GameObject, board: Board) -> tuple[Card, int] | None:
    # The double-faced card of an object, and the face that is up.
    if found.base.token and found.copy is not None:
        if found.original is None:
            sides = (found.card, 0) if can_transform(found.card) else None
        else:
            sides = _sides(earlier(board, found.copy.event).last_known(found.original), board)
        if sides is None:
            return None
        card, face = sides
        return card, 1 - face if TURNED_OVER in found.facts else face
    if found.base.zone != "battlefield" or found.face_down or not can_transform(found.card):
        return None
    return found.card, found.face


def _flip_cards(board: Board) -> Iterable[tuple[Copiable, Copiable]]:
    # 710.1
    cards = {found.card.name: found.card for found in board.known()}
    for card in cards.values():
        if card.layout == "flip" and len(card.faces) > 1:
            front, back = (values_of_face(card, "battlefield", side) for side in (0, 1))
            yield front, back


def _shows(values: Copiable, half: Copiable) -> bool:
    # Compare names or, since exceptions can change the name, abilities.
    return values.name == half.name or (bool(half.abilities) and set(half.abilities) <= set(values.abilities))


def _turned(values: Copiable, half: Copiable, other: Copiable) -> Copiable:
    # Replace the values of one half with those of the other; values set by exceptions stay (707.9).
    changes: dict[str, object] = {}
    for field in values.__struct_fields__:
        now, was, new = (getattr(each, field) for each in (values, half, other))
        if isinstance(was, tuple):
            if set(was) <= set(now):
                changes[field] = (*new, *(word for word in now if word not in was and word not in new))
        elif now == was:
            changes[field] = new
    return msgspec.structs.replace(values, **changes)
