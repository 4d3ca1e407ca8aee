"""The values of the objects of a state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final

import msgspec

from ..cards.card import Card, Face, printed_number, sorted_colors
from ..cards.faces import TWO_SIDED, face_in, face_named, values_of
from ..cards.scryfall import read_abilities
from ..cards.search import find_card
from ..data.record import Path
from ..effects.copiable import Copiable
from ..effects.language import Ability
from ..errors import UnknownCardError
from ..events.base import in_zone
from ..events.changes import FLIPPED
from ..events.departures import BLANK, merged_values
from ..objects.gameobject import GameObject
from ..rules.vocabulary import CARD_TYPES, SUPERTYPES, admit_mana_cost, mana_value, parse_mana_cost
from ..support.names import did_you_mean
from .given import PrintedValues, Problems, StateObject, attempt

_HINTED: Final = 20  # unknown cards for which similar names are searched


class ValueReader:
    """Reads the values of objects, and notes every problem."""

    def __init__(self, cards: Mapping[str, Card], abilities: Mapping[str, Ability], problems: Problems) -> None:
        self.cards = cards
        self.abilities = abilities
        self.problems = problems
        self._unknown = 0

    def say(self, path: Path, message: str) -> None:
        """Note a problem."""
        self.problems.append((path, message))

    def of_object(
        self, each: StateObject, path: Path, facts: tuple[str, ...]
    ) -> tuple[Card | None, Copiable | None, int]:  # fmt: skip
        """Return an object's card, its values before layer 1 and the index of its face, or note what is wrong."""
        if (each.card is None) is (each.values is None):
            self.say(path, "`card` or `values` is missing" if each.card is None else "leave out `card` or `values`")
            return None, None, 0
        if each.values is not None:
            found = self.printed(each.values, (*path, "values"))
            return (None, None, 0) if found is None else (card_of_values(found), found, 0)
        card = each.card
        if isinstance(card, str):
            name = card
            card = attempt(self.problems, (*path, "card"), lambda: self._find(name))
        if not isinstance(card, Card):
            return None, None, 0
        face = self._face(each, card, path, facts)
        if "face-down" in each.facts and each.zone in BLANK:
            return card, Copiable(), face
        doors = [fact.removeprefix("unlocked:") for fact in facts if fact.startswith("unlocked:")]
        return card, values_of(card, each.zone, face, doors, facts, each.x), face  # type: ignore[arg-type]

    def _face(self, each: StateObject, card: Card, path: Path, facts: tuple[str, ...]) -> int:
        face = face_named(card, each.face or (each.card if isinstance(each.card, str) else card.name))
        if each.face is not None and all(each.face.casefold() != one.name.casefold() for one in card.faces):
            self.say((*path, "face"), f"`{card.name}` has no face `{each.face}`")
        turned = next((fact for fact in ("transformed", FLIPPED) if fact in facts), "")
        if turned == FLIPPED and card.layout != "flip":  # a copy of a flip card (710.4)
            turned = ""
        if turned == "transformed" and (card.layout not in TWO_SIDED or len(card.faces) < 2):
            self.say((*path, "facts"), f"`{card.name}` is not double-faced, so it cannot be transformed (712)")
            return 0
        if turned and each.face is not None and face == 0:
            self.say((*path, "face"), f"`{each.face}` is the front face, but `facts` has `{turned}`")
        face = 1 if turned else face
        shown = face_in(card, face, each.zone)  # type: ignore[arg-type]
        if shown != face and (turned or each.face is not None):
            what = (
                f"`{card.faces[face].name}` cannot be the face that is up {in_zone(each.zone)} (710.2, 712.8a, 715.4)"
            )
            self.say((*path, "facts" if turned else "face"), what)
        return shown

    def subtypes(self) -> Iterator[tuple[str, ...]]:
        """Yield the subtypes of the faces of the board's own cards."""
        for card in self.cards.values():
            yield from (face.subtypes for face in card.faces)

    def _find(self, name: str) -> Card:
        try:
            return find_card(name, self.cards)
        except UnknownCardError:
            self._unknown += 1
            if self._unknown > _HINTED:
                raise UnknownCardError(name) from None
            raise

    def components(self, each: StateObject, path: Path) -> tuple[Card, ...]:
        """Return the cards of a merged or melded permanent, or note that a card is unknown."""
        found = []
        for place, given in enumerate(each.components):
            find = partial(self._find, str(given))
            card = given if isinstance(given, Card) else attempt(self.problems, (*path, "components", place), find)
            if card is not None:
                found.append(card)
        return tuple(found)

    def printed(self, given: PrintedValues, path: Path) -> Copiable | None:
        """Return printed values, or None and note what is wrong."""
        before = len(self.problems)
        sizes = {}
        for key in ("power", "toughness", "loyalty", "defense"):
            value = getattr(given, key)
            read = partial(printed_number, str(value))
            sizes[key] = None if value is None else attempt(self.problems, (*path, key), read)
        attempt(self.problems, (*path, "mana_cost"), lambda: admit_mana_cost(given.mana_cost))
        types = tuple(self._word(word, CARD_TYPES, (*path, "types", n)) for n, word in enumerate(given.types))
        above = tuple(
            self._word(word, SUPERTYPES, (*path, "supertypes", n)) for n, word in enumerate(given.supertypes)
        )  # fmt: skip
        abilities = [
            ability
            for place, one in enumerate(given.abilities)
            for ability in self._ability(one, given, types, (*path, "abilities", place))
        ]
        for place, word in enumerate(given.keywords):
            abilities += self._ability(word, given, types, (*path, "keywords", place))
        if len(self.problems) > before:
            return None
        cost = parse_mana_cost(given.mana_cost).colors
        return Copiable(
            name=given.name, mana_cost=given.mana_cost, mana_value=given.mana_value,
            colors=cost if given.colors is None else sorted_colors(given.colors),
            types=types, supertypes=above, subtypes=given.subtypes, abilities=tuple(abilities), **sizes,
        )  # fmt: skip

    def _word(self, word: str, known: Any, path: Path) -> str:
        if word in known:
            return word
        meant = next((each for each in known if each.casefold() == word.casefold()), None)
        if meant is None:
            self.say(path, f"unknown word `{word}`{did_you_mean(word, known)}")
        return meant or word

    def _ability(self, given: Any, values: PrintedValues, types: tuple[str, ...], path: Path) -> tuple[Ability, ...]:
        if isinstance(given, Ability):
            return (given,)
        if given in self.abilities:
            return (self.abilities[given],)
        found = attempt(self.problems, path, lambda: read_abilities(given, values.name, types))
        return found or ()


def card_of_values(values: Copiable) -> Card:
    """Return a card that has only one face, with the given values."""

    def size(number: int | None) -> str | None:
        return None if number is None else str(number)

    face = Face(
        values.name, values.mana_cost, values.supertypes, values.types, values.subtypes, values.colors,
        size(values.power), size(values.toughness), size(values.loyalty), size(values.defense), values.abilities,
    )  # fmt: skip
    return Card(values.name, (face,))


def melded(values: Copiable, components: Iterable[Card]) -> Copiable:
    """Return the values of a melded permanent, which has the mana values of its cards (202.3c)."""
    total = sum(mana_value(each.faces[0].mana_cost) for each in components)
    return msgspec.structs.replace(values, mana_value=total)


def merging(found: GameObject) -> dict[str, Any]:
    """Return the fields for the components of a merged permanent with the values of its cards (730.2a)."""
    host, each = _components(found)
    base = msgspec.structs.replace(found.base, values=merged_values(each))
    return {"base": base, "merged": tuple(each), "host": host}


def _components(found: GameObject) -> tuple[int, list[Copiable]]:
    # The place of the object's card, and the values of each card.
    cards = found.components
    host = cards.index(found.card) if found.card in cards else 0
    each = [values_of(other, "battlefield") for other in cards]
    each[host : host + 1] = [found.base.values]
    return host, each


def components_of(found: GameObject, values: Copiable) -> dict[str, Any]:
    """Return the fields for the components of a merged permanent with the given values (730.2).

    If the values are not those of its cards, the permanent counts as one component.
    """
    host, each = _components(found)
    cards = found.components
    if found.copy is not None and found.base.token:  # what the token copied replaces its component
        values = merged_values(each)
    elif merged_values(each) != values:
        each = [values, *(Copiable() for _ in cards[1:])]
    base = msgspec.structs.replace(found.base, values=values)
    return {"base": base, "merged": tuple(each), "host": host}
