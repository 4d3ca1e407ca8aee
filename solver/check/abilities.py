"""Functions that compare abilities with the text that puzzles expect."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from mtglayers.model.cards.rules_text import ability_texts, plain, signature, signature_of
from mtglayers.model.effects.ability import TextAbility, UnsupportedAbility
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability
from mtglayers.model.errors import LayersError

_FORMS: Final = frozenset({"mana", "activated", "triggered", "entering", "loyalty"})
# Trees from older catalogues number abilities by position; larger numbers are digests of texts.
_PLACES: Final = 1_000


def fits(ability: Ability, text: str, name: str = "") -> bool:
    """Return whether a string is the rules text or keyword of an ability.

    Args:
        ability: the ability.
        text: the string from the puzzle; case, reminder text and a final period are ignored.
        name: the name of the object that has the ability.
    """
    wanted = plain(text, name)
    if isinstance(ability, Keyword) and ability.name.casefold() == wanted:
        return True
    if not _is_mute(ability):
        texts = ability_texts(ability, name)
        if any(plain(line, name) == wanted for line in texts) or _read(text, name) == (ability,):
            return True
        return "…" in "".join(texts) and _shipped(text, name) == (ability,)
    return isinstance(ability, TextAbility) and signature(text, ability.granter or name) == signature_of(ability)


def may_fit(ability: Ability, text: str, name: str = "") -> bool:
    """Return whether a string could be the text of an ability whose text is unknown.

    Such an ability is not understood, or comes from a file without text. It is not a keyword.
    """
    if not _is_mute(ability) or (isinstance(ability, TextAbility) and ability.number > _PLACES):
        return False
    if is_keyword(text):
        return False
    form = ability.form if isinstance(ability, TextAbility) else ""
    return form not in _FORMS or any(isinstance(each, TextAbility) and each.form == form for each in _read(text, name))


def paired(
    abilities: Sequence[Ability], texts: Sequence[str], name: str, fit: Callable[[Ability, str, str], bool]
) -> bool:
    """Return whether each ability can be paired with a different text so that all pairs fit."""
    mates: dict[int, int] = {}  # place of a text -> place of its ability

    def pair(place: int, tried: set[int]) -> bool:
        for other, text in enumerate(texts):
            if other not in tried and fit(abilities[place], text, name):
                tried.add(other)
                if other not in mates or pair(mates[other], tried):
                    mates[other] = place
                    return True
        return False

    return len(abilities) == len(texts) and all(pair(place, set()) for place in range(len(abilities)))


def described(ability: Ability, name: str) -> str:
    """Return the text of an ability, or a description of an ability whose text is not known."""
    if texts := ability_texts(ability, name):
        return " / ".join(texts)
    if isinstance(ability, TextAbility | UnsupportedAbility) and ability.line:
        return f"an ability without text ({ability.line})"
    form = ability.form if isinstance(ability, TextAbility) and ability.form in ("activated", "triggered") else ""
    return {"": "an ability", "activated": "an activated ability"}.get(form, f"a {form} ability") + " without text"


def is_keyword(text: str) -> bool:
    """Return whether a string consists of keywords."""
    found = _read(text, "")
    return bool(found) and all(isinstance(each, Keyword) for each in found)


def unknown_quality(text: str) -> str:
    """Return the quality in "protection from" or "hexproof from" that no card can name, or ""."""
    from mtglayers.model.oracle.grammar.keywords import keyword_pattern

    for each in _read(text, ""):
        if isinstance(each, Keyword) and each.parameter.startswith("from "):
            quality = each.parameter.removeprefix("from ")
            is_name = quality.istitle() and " " not in quality  # a known subtype is not a parameter
            if is_name or not keyword_pattern().fullmatch(f"{each.name.lower()} {each.parameter}"):
                return quality
    return ""


def _is_mute(ability: Ability) -> bool:
    return isinstance(ability, TextAbility | UnsupportedAbility) and not ability.text


@lru_cache(maxsize=1024)
def _read(text: str, name: str) -> tuple[Ability, ...]:
    from mtglayers.model.cards.scryfall import read_abilities

    try:
        return read_abilities(text, name)
    except LayersError:
        return ()


@lru_cache(maxsize=1024)
def _shipped(text: str, name: str) -> tuple[Ability, ...]:
    # The catalogue shortens long phrases, so that text is comparable only after the same change.
    from mtglayers.model.cards.catalogue.shipped import shipped_abilities

    return shipped_abilities(_read(text, name), text, name)
