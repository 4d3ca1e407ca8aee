"""Comparison of results with individual expectations of a puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from mtglayers.model.cards.rules_text import ability_texts, plain
from mtglayers.model.effects.ability import TextAbility, digest
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability
from mtglayers.model.puzzles.expectation import NONE
from mtglayers.model.rules.vocabulary import EVERY_MARKERS, families

NUMBERS: Final = ("power", "toughness", "base_power", "base_toughness", "loyalty", "defense")
SETS: Final = ("colors", "types", "subtypes", "supertypes")
ABILITY_KEYS: Final = ("has", "lacks", "abilities", "ability_counts")

FAMILIES: Final = {
    "colors": ("color",), "types": ("type",), "subtypes": ("subtype",), "supertypes": ("supertype",),
    "has": ("ability",), "lacks": ("ability",), "abilities": ("ability",), "ability_counts": ("ability",),
    "power": ("power", "type"), "toughness": ("toughness", "type"), "base_power": ("power",),
    "base_toughness": ("toughness",),
}  # fmt: skip
"""The families of characteristics that each kind of expectation concerns."""

Outcome = tuple[str, str, bool]
"""Descriptions of the expected value and the actual value, and whether the values agree."""


def compared(found: Any, key: str, value: Any, plain_number: bool = False) -> Outcome:
    """Compare one expectation with an object or player."""
    default = _numerically if plain_number else _plainly
    return _CHECKS.get(key, default)(found, key, value)


def specified(wanted: Any) -> Iterator[tuple[str, Any]]:
    """Yield the (key, value) pairs of an expectation, except `exists`."""
    for key in wanted.__struct_fields__:
        value = getattr(wanted, key)
        if key != "exists" and value is not None and (value != () or key in ("abilities", *SETS)):
            yield key, value


def family_of(key: str) -> tuple[str, ...]:
    """Return the families of characteristics that an expectation concerns."""
    return FAMILIES.get(key.removesuffix("_include").removesuffix("_exclude"), (key,))


def one(value: Any) -> str:
    """Return a description of one value."""
    if value is None:
        return NONE
    return str(value).lower() if isinstance(value, bool) else str(value)


def words(values: Iterable[str]) -> str:
    """Return the values as a list separated by commas, or "nothing"."""
    return ", ".join(values) or "nothing"


def _plainly(found: Any, key: str, value: Any) -> Outcome:
    got = getattr(found, key)
    return one(value), one(got), got == value


def _numerically(found: Any, key: str, value: Any) -> Outcome:
    got = getattr(found, key)
    return one(value), one(got), (NONE if got is None else got) == value


def _exactly(found: Any, key: str, value: Sequence[str]) -> Outcome:
    got = getattr(found, key)
    return words(value), words(got), _reduced(value) == _reduced(got)


def _including(found: Any, key: str, value: Sequence[str]) -> Outcome:
    got = getattr(found, key.removesuffix("_include"))
    return f"at least {words(value)}", words(got), all(_holds(got, word) for word in value)


def _excluding(found: Any, key: str, value: Sequence[str]) -> Outcome:
    got = getattr(found, key.removesuffix("_exclude"))
    return f"none of {words(value)}", words(got), not any(_holds(got, word) for word in value)


def _having(found: Any, _: str, value: Sequence[str]) -> Outcome:
    missing = [text for text in value if not _has(found, text)]
    return words(missing or value), _shown(found), not missing


def _lacking(found: Any, _: str, value: Sequence[str]) -> Outcome:
    there = [text for text in value if _has(found, text)]
    return f"not {words(there or value)}", _shown(found), not there


def _listing(found: Any, _: str, value: Sequence[str]) -> Outcome:
    # An ability whose wording is unknown matches any remaining line.
    left = list(value)
    unread = 0
    met = len(value) == len(found.abilities)
    for ability in found.abilities:
        fitting = next((text for text in left if fits(ability, text, _name(found))), None)
        if fitting is not None:
            left.remove(fitting)
        else:
            unread += 1
            met = met and not ability_texts(ability, _name(found))
    return words(value) if value else "no abilities", _shown(found), met and unread == len(left)


def _counting(found: Any, _: str, value: Sequence[tuple[str, int]]) -> Outcome:
    got = [(text, sum(fits(ability, text, _name(found)) for ability in found.abilities)) for text, _ in value]
    wrong = [f"{count} x {text}" for (text, count), pair in zip(value, got, strict=True) if pair[1] != count]
    says = [f"{count} x {text}" for text, count in got]
    return ", ".join(wrong) or "these", ", ".join(says), not wrong


_CHECKS: dict[str, Callable[[Any, str, Any], Outcome]] = {
    **dict.fromkeys(NUMBERS, _numerically),
    "attached_to": _numerically,
    **dict.fromkeys(SETS, _exactly),
    **{f"{key}_include": _including for key in SETS},
    **{f"{key}_exclude": _excluding for key in SETS},
    "has": _having, "lacks": _lacking, "abilities": _listing, "ability_counts": _counting,
}  # fmt: skip


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
    if isinstance(ability, TextAbility) and not ability.text and ability.number:
        from mtglayers.model.oracle.recognition.normalise import normalise

        return ability.number == digest(normalise(text, name))  # granted by a card in the catalog
    return any(plain(line, name) == wanted for line in ability_texts(ability, name))


def _has(found: Any, text: str) -> bool:
    if any(fits(ability, text, _name(found)) for ability in found.abilities):
        return True
    parts = text.rstrip(".").split(", ")  # a list of keywords on one line
    return len(parts) > 1 and all(any(fits(a, part, _name(found)) for a in found.abilities) for part in parts)


def _name(found: Any) -> str:
    return getattr(found, "name", "")


def _shown(found: Any) -> str:
    texts = [" / ".join(ability_texts(ability, _name(found))) or "an ability" for ability in found.abilities]
    return words(texts) if texts else "no abilities"


def _holds(words: Iterable[str], word: str) -> bool:
    return any(word == one or one in {EVERY_MARKERS.get(family) for family in families(word)} for one in words)


def _reduced(words: Iterable[str]) -> Counter[str]:
    # Leave out types that a marker such as "every creature type" includes.
    markers = set(words) & set(EVERY_MARKERS.values())
    return Counter({
        word: 1 for word in words
        if word in markers or not any(EVERY_MARKERS.get(family) in markers for family in families(word))
    })  # fmt: skip
