"""Functions that compare results with individual expectations of a puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Any, Final

from mtglayers.model.effects.language import Ability
from mtglayers.model.puzzles.expectation import NONE
from mtglayers.model.rules.vocabulary import CARD_TYPES, EVERY_MARKERS, KEYWORDS, SUBTYPES, SUPERTYPES, families
from mtglayers.model.support.names import MISSPELT, did_you_mean

from .abilities import described, fits, is_keyword, may_fit, paired, unknown_quality

SETS: Final = ("colors", "types", "subtypes", "supertypes")
ABILITY_KEYS: Final = ("has", "lacks", "abilities", "ability_counts")

FAMILIES: Final = {
    "colors": ("color",), "types": ("type",), "subtypes": ("subtype",), "supertypes": ("supertype",),
    "has": ("ability",), "lacks": ("ability",), "abilities": ("ability",), "ability_counts": ("ability",),
    "power": ("power", "type"), "toughness": ("toughness", "type"), "base_power": ("power",),
    "base_toughness": ("toughness",),
}  # fmt: skip
"""Key of an expectation -> the families of characteristics that the key concerns."""

Outcome = tuple[str, str, bool | None]
"""Descriptions of the expected and the actual value, and whether they agree (None: unknown)."""


def compared(found: Any, key: str, value: Any, subtypes: Container[str] = ()) -> Outcome:
    """Compare one expected value with the value of an object or player.

    `subtypes` contains the subtypes that the cards of the board have.
    """
    if key == "subtypes_exclude" and (wrong := next((word for word in value if not _is_subtype(word, subtypes)), "")):
        # The test for its absence could not fail.
        hint = did_you_mean(wrong, (each for family in SUBTYPES.values() for each in family), MISSPELT)
        return f"none of {words(value)}", f"`{wrong}`, which is not a subtype{hint}", None
    return _CHECKS.get(key, _plainly)(found, key, value)


def specified(wanted: Any) -> Iterator[tuple[str, Any]]:
    """Yield the (key, value) pairs of an expectation, except `exists`."""
    for key in wanted.__struct_fields__:
        value = getattr(wanted, key)
        if key != "exists" and value is not None and (value != () or key in ("abilities", *SETS)):
            yield key, value


def family_of(key: str) -> tuple[str, ...]:
    """Return the families of characteristics that an expectation's key concerns."""
    return FAMILIES.get(key.removesuffix("_include").removesuffix("_exclude"), (key,))


def one(value: Any) -> str:
    """Return a description of one value."""
    if value is None:
        return NONE
    return str(value).lower() if isinstance(value, bool) else str(value)


def words(values: Iterable[str]) -> str:
    """Return the values separated by commas, or "nothing" if there are none."""
    return ", ".join(values) or "nothing"


def _plainly(found: Any, key: str, value: Any) -> Outcome:
    got = getattr(found, key)
    return one(value), one(got), (NONE if got is None else got) == value


def _exactly(found: Any, key: str, value: Sequence[str]) -> Outcome:
    got = getattr(found, key)
    return words(value), words(got), _reduced(value) == _reduced(got)


def _including(found: Any, key: str, value: Sequence[str]) -> Outcome:
    got = getattr(found, key.removesuffix("_include"))
    return f"at least {words(value)}", words(got), all(_holds(got, word) for word in value)


def _excluding(found: Any, key: str, value: Sequence[str]) -> Outcome:
    key = key.removesuffix("_exclude")
    got = getattr(found, key)
    for word in value:
        if reason := _never(key, word):
            return f"none of {words(value)}", reason, None
    return f"none of {words(value)}", words(got), not any(_holds(got, word) for word in value)


def _having(found: Any, _: str, value: Sequence[str]) -> Outcome:
    held = {text: _held(found, text) for text in value}
    missing = [text for text, there in held.items() if there is False]
    unknown = [text for text, there in held.items() if there is None]
    return words(missing or unknown or value), _shown(found), False if missing else None if unknown else True


def _lacking(found: Any, _: str, value: Sequence[str]) -> Outcome:
    for text in value:
        if reason := _no_ability(text):
            return f"not {text}", reason, None
    held = {text: _held(found, text) for text in value}
    there = [text for text, there in held.items() if there]
    unknown = [text for text, there in held.items() if there is None]
    return f"not {words(there or unknown or value)}", _shown(found), False if there else None if unknown else True


def _listing(found: Any, _: str, value: Sequence[str]) -> Outcome:
    met: bool | None = paired(found.abilities, value, _name(found), fits)
    if not met and paired(found.abilities, value, _name(found), lambda *each: fits(*each) or may_fit(*each)):
        met = None
    return words(value) if value else "no abilities", _shown(found), met


def _counting(found: Any, _: str, value: Sequence[tuple[str, int]]) -> Outcome:
    name = _name(found)
    wrong, unknown, says = [], [], []
    for text, count in value:
        if not count and (reason := _no_ability(text)):
            return f"0 x {text}", reason, None
        got = sum(fits(ability, text, name) for ability in found.abilities)
        more = sum(may_fit(ability, text, name) for ability in found.abilities)
        says.append(f"{got} x {text}")
        if not got <= count <= got + more:
            wrong.append(f"{count} x {text}")
        elif more:
            unknown.append(f"{count} x {text}")
    met = False if wrong else None if unknown else True
    return ", ".join(wrong or unknown) or "these", _shown(found) if met is None else ", ".join(says), met


_CHECKS: dict[str, Callable[[Any, str, Any], Outcome]] = {
    **dict.fromkeys(SETS, _exactly),
    **{f"{key}_include": _including for key in SETS},
    **{f"{key}_exclude": _excluding for key in SETS},
    "has": _having, "lacks": _lacking, "abilities": _listing, "ability_counts": _counting,
}  # fmt: skip


def _held(found: Any, text: str) -> bool | None:
    # None if it cannot be told
    parts = text.rstrip(".").split(", ")  # a list of keywords on one line
    if _has(found, text, fits) or (len(parts) > 1 and all(_has(found, part, fits) for part in parts)):
        return True
    return None if _has(found, text, may_fit) else False


def _has(found: Any, text: str, fit: Callable[[Ability, str, str], bool]) -> bool:
    return any(fit(ability, text, _name(found)) for ability in found.abilities)


def _name(found: Any) -> str:
    return getattr(found, "name", "")


def _shown(found: Any) -> str:
    texts = [described(ability, _name(found)) for ability in found.abilities]
    return words(texts) if texts else "no abilities"


def _no_ability(text: str) -> str:
    # The reason why text cannot be that of an ability, or ""; the test for its absence could not fail.
    if not text.strip(" ."):
        return "an empty text"
    if quality := unknown_quality(text):
        return f"no known quality `{quality}`"
    word = text.replace(" ", "").isalpha() and not is_keyword(text)
    hint = did_you_mean(text, KEYWORDS, MISSPELT) if word else ""
    return f"no keyword `{text}`{hint}" if hint or (word and " " not in text) else ""


def _never(key: str, word: str) -> str:
    # The reason why no object can have a word, or ""; the test for its absence could not fail.
    known = {"types": CARD_TYPES, "supertypes": SUPERTYPES}.get(key, ())
    if known and word not in known:
        what = "card type" if key == "types" else "supertype"
        return f"`{word}`, which is not a {what}{did_you_mean(word, known)}"
    return ""


def _is_subtype(word: str, others: Container[str]) -> bool:
    return bool(families(word)) or word in EVERY_MARKERS.values() or word in others


def _holds(words: Iterable[str], word: str) -> bool:
    return any(word == one or one in {EVERY_MARKERS.get(family) for family in families(word)} for one in words)


def _reduced(words: Iterable[str]) -> Counter[str]:
    # Leave out types that a marker such as "every creature type" includes.
    markers = set(words) & set(EVERY_MARKERS.values())
    return Counter({
        word: 1 for word in words
        if word in markers or not any(EVERY_MARKERS.get(family) in markers for family in families(word))
    })  # fmt: skip
