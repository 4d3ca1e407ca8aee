"""The printed values of a card, given its zone and the face that is up (709-712, 715, 718)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from ..effects.ability import TextAbility
from ..effects.copiable import Copiable
from ..effects.view import Zone
from ..rules.vocabulary import mana_value
from ..support.names import fold, kebab
from .card import Card, Face, sorted_colors

TWO_SIDED = frozenset({"transform", "modal_dfc", "double_faced_token", "reversible_card", "meld"})
"""Layouts with two sides (712.1)."""

TRANSFORMING = frozenset({"transform", "double_faced_token"})
"""Layouts of nonmodal double-faced cards, whose permanents can transform (701.27a, 712.2)."""

SPLIT = frozenset({"split", "aftermath", "fuse", "room"})
"""Layouts of cards whose halves form one object in every zone except the stack (709.4)."""

_ALTERNATIVE = frozenset({"adventure", "omen", "prepare"})  # only a spell can have the second face (715.4, 720.3)


def is_room(card: Card) -> bool:
    """Return whether a card is a Room, whose doors are unlocked separately (709.5)."""
    return len(card.faces) > 1 and all("Room" in face.subtypes for face in card.faces)


def is_door(card: Card, name: str) -> bool:
    """Return whether a name is that of one half of a Room."""
    return is_room(card) and any(fold(name) == fold(face.name) for face in card.faces)


def is_double_faced(card: Card) -> bool:
    """Return whether a card has two sides (712.1)."""
    return card.layout == "meld" or (card.layout in TWO_SIDED and len(card.faces) > 1)


def is_transforming(card: Card) -> bool:
    """Return whether a card is nonmodal and double-faced, or modal with an ability that transforms it (701.27)."""
    if card.layout != "modal_dfc":
        return card.layout in TRANSFORMING and len(card.faces) > 1
    abilities = [each for face in card.faces for each in face.abilities if isinstance(each, TextAbility)]
    return any("faces" in changes for ability in abilities for changes in ability.board_changes)


def can_transform(card: Card) -> bool:
    """Return whether a card can transform, because its second side can be a permanent (701.27c-d)."""
    return is_transforming(card) and not any({"Instant", "Sorcery"} & set(face.types) for face in card.faces[1:])


def face_named(card: Card, name: str) -> int:
    """Return the index of the face with the given name, or 0 if the name is the card's full name."""
    folded = fold(name)
    return next((place for place, face in enumerate(card.faces) if fold(face.name) == folded), 0)


def can_be_bestowed(card: Card) -> bool:
    """Return whether a card has bestow, so that it can only be attached if it was bestowed (702.103a)."""
    return card.faces[0].has("Bestow")


def beginning_with(card: Card, name: str) -> Card:
    """Return a card with the face that a name means as its first one, as in "Chop Down" for Giant Killer (715.3)."""
    if not (place := face_named(card, name)):
        return card
    return msgspec.structs.replace(card, faces=(card.faces[place], *card.faces[:place], *card.faces[place + 1 :]))


def halves_cast(card: Card, name: str) -> tuple[Face, ...]:
    """Return the faces whose text a spell with the given name has.

    A split card is cast as one half (709.3), which its full name does not identify: the result is empty unless the
    card has fuse, so that the full name means both halves (702.102).
    """
    if card.layout not in SPLIT or len(card.faces) < 2 or fold(name) != fold(card.name) or is_room(card):
        return (card.faces[face_named(card, name)],)
    return card.faces if all(face.has("Fuse") for face in card.faces) else ()


def face_in(card: Card, face: int, zone: Zone) -> int:
    """Return the index of the face that a card uses in a zone, given the chosen `face`."""
    if zone == "stack" or (zone == "battlefield" and card.layout not in _ALTERNATIVE):
        return face
    return 0  # 712.8a, 715.4


def values_of(
    card: Card,
    zone: Zone,
    face: int = 0,
    unlocked: Iterable[str] = (),
    cast: Collection[str] = (),
    x: int | None = None,
) -> Copiable:
    """Return the values of a card before layer 1 applies (613.1).

    Args:
        card: the card or token.
        zone: the card's zone; on the stack, a split card has the values of only one half (709.4).
        face: the index of the face that is up, or of the half that was cast.
        unlocked: names of the unlocked doors of a Room on the battlefield.
        cast: how the spell, or the spell that became this permanent, was cast, such as "prototype" or "fuse".
        x: the value of X in a mana cost on the stack (202.3e).
    """
    if is_room(card) and zone == "battlefield":
        return _room(card, set(unlocked))
    if card.layout in SPLIT and len(card.faces) > 1 and (zone != "stack" or "fuse" in cast):  # 702.102b
        return _combined(card.faces, card.name)
    shown = card.faces[face]
    if card.layout == "flip" and face and zone == "battlefield":
        return _flipped(card)
    if "prototype" in cast and zone in ("battlefield", "stack"):
        return shown.prototyped()
    values = shown.copiable()
    if face and card.layout in ("transform", "double_faced_token", "meld"):
        # 202.3b: the back face of a nonmodal double-faced card has the mana value of its front face.
        values = msgspec.structs.replace(values, mana_value=next(iter(card.faces)).copiable().mana_value)
    if zone == "stack" and x:
        values = msgspec.structs.replace(values, mana_value=mana_value(shown.mana_cost, x))
    return values


def _combined(faces: Iterable[Face], name: str) -> Copiable:
    parts = [face.copiable() for face in faces]
    return Copiable(
        name=name,
        mana_cost="".join(part.mana_cost for part in parts),
        mana_value=sum(part.mana_value or 0 for part in parts),
        colors=sorted_colors(tuple(color for part in parts for color in part.colors)),
        types=_union(part.types for part in parts),
        supertypes=_union(part.supertypes for part in parts),
        subtypes=_union(part.subtypes for part in parts),
        abilities=tuple(ability for part in parts for ability in part.abilities),
    )


def _room(card: Card, unlocked: set[str]) -> Copiable:
    # 709.5: a locked half has no name, mana cost or rules text; both halves share the type line.
    open_halves = [face for face in card.faces if face.name in unlocked]
    if open_halves:
        return _combined(open_halves, " // ".join(face.name for face in open_halves))
    shared = card.faces[0]
    return Copiable(mana_value=0, types=shared.types, supertypes=shared.supertypes, subtypes=shared.subtypes)


def _flipped(card: Card) -> Copiable:
    # 710.1c: the flipped card keeps its color and mana cost.
    front, back = card.faces[0].copiable(), card.faces[1].copiable()
    return msgspec.structs.replace(back, mana_cost=front.mana_cost, mana_value=front.mana_value, colors=front.colors)


def _union(groups: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for group in groups for word in group))


def id_names(card: Card) -> tuple[str, ...]:
    """Return the ids that can identify a card, beginning with the usual id.

    A card with two faces also has an id for its front face.
    """
    return ids_of(card.name, [face.name for face in card.faces], card.layout)


def ids_of(name: str, faces: Sequence[str], layout: str) -> tuple[str, ...]:
    """Return the result of `id_names` for a card with the given name, face names and layout."""
    if len(faces) < 2:
        return (kebab(name),)
    names = kebab(faces[0]), kebab(name)
    return tuple(dict.fromkeys(names[::-1] if layout in SPLIT else names))


def spell_id(name: str, ids: tuple[str, ...]) -> str:
    """Return the default name of a spell's effect, which is the id of its card or half."""
    return ids[0] if kebab(name) in ids else kebab(name)
