"""The printed abilities that a line of notation names, as in "Oko's +1" and "crew Smuggler's Copter"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ..cards.card import Card
from ..data.numbers import ORDINALS, ordinal
from ..effects.ability import TextAbility
from ..effects.choices import choice_needed, option_words
from ..effects.conditions import GameFact
from ..effects.keywords import Keyword
from ..effects.language import Ability, Clause
from ..effects.operations.types import AddTypes, SetTypes
from ..effects.selectors import ChosenObject, Itself
from ..rules.vocabulary import KEYWORDS
from ..support.patterns import lazy_pattern

_FORMS: Final = ("activated", "loyalty", "triggered")
COST: Final = r"\[?(?:[+−–-](?:\d+|X)|0)\]?"
"""A loyalty cost such as "+1" or "[-2]"."""
_RESOLVING: Final = [(name.lower(), entry.ability) for name, entry in KEYWORDS.items() if entry.resolves]
ACTIVATED: Final = "|".join(name for name, kind in _RESOLVING if kind == "activated")
"""A keyword of an activated ability that creates a continuous effect, such as "crew"."""
_LABELS: Final = (  # 207.2c: ability words, which say which of the abilities is meant only to people
    "alliance", "battalion", "bloodrush", "celebration", "channel", "constellation", "corrupted", "coven", "eerie",
    "eminence", "enrage", "flurry", "grandeur", "heroic", "inspired", "landfall", "magecraft", "morbid", "pack tactics",
    "paradox", "raid", "rally", "renew", "revolt", "survival", "valiant", "trigger",
)  # fmt: skip
_WORDS: Final = (*ORDINALS, "last", COST, *_FORMS, *_LABELS, *(name for name, _ in _RESOLVING))
ABILITY: Final = rf"(?:{'|'.join(_WORDS)})"
"""The words for an ability of an object."""
_DASH: Final = lazy_pattern("[–-]")


def abilities_named(abilities: Iterable[Ability], words: str) -> list[int]:
    """Return the 1-based places of the abilities that match `ABILITY`, such as "second", "last", "+1" or "crew".

    "ability" and ability words such as "landfall" match all that are activated or triggered, and "animated" of several
    activated abilities those that make their source a creature.

    >>> from mtglayers import find_card
    >>> oko, copter = (find_card(name).faces[0].abilities for name in ("Oko, Thief of Crowns", "Smuggler's Copter"))
    >>> abilities_named(oko, "second"), abilities_named(oko, "[-5]"), abilities_named(oko, "loyalty")
    ([2], [3], [1, 2, 3])
    >>> abilities_named(copter, "crew"), abilities_named(copter, "+1")
    ([3], [])
    """
    named, abilities = words.lower(), list(abilities)
    if named == "last":
        return [len(abilities)] if abilities else []
    named = {"trigger": "triggered", **dict.fromkeys(_LABELS[:-1], "ability")}.get(named, named)
    if named in ORDINALS:
        return [ORDINALS.index(named) + 1]
    if named == "animated":
        found = [(place, ability) for place, ability in enumerate(abilities, start=1) if _fits(ability, "activated")]
        animating = [(place, ability) for place, ability in found if _animates(ability)]
        return [place for place, _ in animating or found]
    return [place for place, ability in enumerate(abilities, start=1) if _fits(ability, named)]


def acting(abilities: Sequence[Ability], places: Iterable[int]) -> list[int]:
    """Return those of the given 1-based places of which the abilities create continuous effects as they resolve."""
    return [place for place in places if isinstance(abilities[place - 1], Keyword) or _clauses(abilities[place - 1])]


def aiming(abilities: Sequence[Ability], places: Iterable[int]) -> list[int]:
    """Return those of the given 1-based places of which the abilities have targets."""
    from ..cards.target_counts import limit_in  # imported here, because most lines name no target

    found = ((place, abilities[place - 1]) for place in places)
    return [place for place, each in found if isinstance(each, TextAbility) and limit_in(each).number]


def is_aimed_keyword(ability: Ability) -> bool:
    """Return whether an ability is a keyword with a target, such as equip (702.6a)."""
    return isinstance(ability, Keyword) and bool(KEYWORDS[ability.name].target)


def _clauses(ability: Ability) -> tuple[Clause, ...]:
    resolution = ability.resolution if isinstance(ability, TextAbility) else None
    return () if resolution is None else resolution.clauses


def _animates(ability: Ability) -> bool:
    own = (
        operation for clause in _clauses(ability) if isinstance(clause.selector, Itself) for operation in clause.flat()
    )
    return any(isinstance(operation, AddTypes | SetTypes) and "Creature" in operation.types for operation in own)


def ability_called(abilities: Sequence[Ability], place: int) -> str:
    """Return the words for the ability at a 1-based place, without "ability": a keyword, a loyalty cost or an ordinal.

    >>> from mtglayers import find_card
    >>> oko, copter = (find_card(name).faces[0].abilities for name in ("Oko, Thief of Crowns", "Smuggler's Copter"))
    >>> ability_called(oko, 2), ability_called(copter, 2), ability_called(copter, 3)
    ('+1', 'second', 'crew')
    """
    match abilities[place - 1]:
        case Keyword(name=name):
            words = name.lower()
        case TextAbility(form="loyalty") as ability:
            words = _cost(ability)
        case _:
            words = ""
    return words if words and abilities_named(abilities, words) == [place] else ordinal(place)


def _fits(ability: Ability, named: str) -> bool:
    match ability:
        case Keyword(name=name):
            return named in (name.lower(), KEYWORDS[name].ability)
        case TextAbility(form="loyalty"):
            return named in ("loyalty", "ability") or _same_cost(named, _cost(ability))
        case TextAbility(form=form):
            return form in _FORMS and named in (form, "ability")
        case _:
            return False


def _same_cost(one: str, other: str) -> bool:
    return _DASH.sub("−", one.strip("[]")).upper() == _DASH.sub("−", other).upper()


def _cost(ability: TextAbility) -> str:
    if not ability.text:
        return ability.cost
    from ..oracle.reading.prefixes import cost_of  # the reader is loaded only where there is text

    return cost_of(ability)


def printed_abilities(card: Card) -> list[Ability]:
    """Return the abilities of all faces of a card."""
    return [ability for face in card.faces for ability in face.abilities]


def kinds_asked(abilities: Sequence[Ability]) -> set[str]:
    """Return the kinds of choices to which abilities refer."""
    return {kind for ability in abilities for node in ability.walk() if (kind := choice_needed(node))}


def countering(ability: Ability) -> list[str] | None:
    """Return the conditions that hold if a text counters an ability of "that permanent"; None for other texts."""
    if not isinstance(ability, TextAbility) or not ability.target_places:
        return None
    nodes = list(ability.walk())
    places = [place for part in ability.target_places for place in part]
    aims = all(place.abilities and not place.filters for place in places)
    if not aims or not any(isinstance(node, ChosenObject) and node.word == "that permanent" for node in nodes):
        return None
    return [node.text for node in nodes if isinstance(node, GameFact) and node.text.endswith("countered this way")]


def asks_unread(ability: Ability) -> bool:
    """Return whether an ability could ask for a choice on which no characteristic depends."""
    return isinstance(ability, TextAbility) and ability.form == "entering" and not (ability.text or ability.enters_with)


def chooses_object(ability: Ability) -> bool:
    """Return whether an ability says "the chosen creature", or "choose a creature", which "that creature" means."""
    return any(
        isinstance(node, ChosenObject) and (node.group is not None or node.word.startswith("the chosen"))
        for node in ability.walk()
    )


def options_of(abilities: Sequence[Ability]) -> dict[str, int]:
    """Return the words for the alternatives that abilities offer, such as "odd", with their positions, from 1."""
    return {
        word: place for ability in abilities for node in ability.walk() for word, place in option_words(node).items()
    }
