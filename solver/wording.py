"""Functions that phrase operations, abilities and values for sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from mtglayers.model.data.numbers import ORDINALS, ordinal
from mtglayers.model.effects.ability import TextAbility, UnsupportedAbility
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability, Operation
from mtglayers.model.effects.phrase import Wording
from mtglayers.model.effects.shortening import without_digests
from mtglayers.model.rules.vocabulary import COLOR_NAMES, capital, color_words, joined


def sentence(words: str) -> str:
    """Return `words` as a sentence, with a capital letter and a period."""
    return capital(words) if words.endswith((".", ".”")) else f"{capital(words)}."


def article(word: str) -> str:
    """Return the article, "a" or "an", for a word or number."""
    if word[:1].isdecimal():
        return "an" if word[0] == "8" or re.match(r"1[18](?!\d)", word) else "a"
    return "an" if word[:1].lower() in "aeiou" else "a"


def possessive(name: str) -> str:
    """Return the possessive of a name.

    >>> possessive("Ann"), possessive("Nicol Bolas"), possessive("Grizzly Bears")
    ('Ann’s', 'Nicol Bolas’s', 'Grizzly Bears’')
    """
    plural = name.endswith("s") and name[-2:-1] not in ("a", "i", "o", "u", "s", "")
    return f"{name}’" if plural else f"{name}’s"


def counted(number: int, noun: str) -> str:
    """Return a number with a noun, such as "1 order", "6,000 orders" or "2 dependencies"."""
    plural = f"{noun[:-1]}ies" if noun.endswith("cy") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else plural}"


def number_word(number: int) -> str:
    """Return a number as a word up to ten, such as "two", and in digits from 11."""
    words = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    return words[number] if 0 <= number < len(words) else str(number)


def times(number: int) -> str:
    """Return how often something happens, as words that follow a phrase: "", " twice", " three times"."""
    return "" if number == 1 else " twice" if number == 2 else f" {number_word(number)} times"


# --- Abilities and operations ---


@lru_cache(maxsize=8192)
def ability_text(ability: Ability, name: str = "") -> str:
    """Return the text of an ability as it would be printed on a card with the given name."""
    if isinstance(ability, UnsupportedAbility):
        return with_name(ability.text, name) or f"({ability.line}, which is not understood)"
    if isinstance(ability, TextAbility):
        name = ability.granter or name  # 201.5a
        if is_unsaid(ability):
            return f"({article(ability.form)} {ability.form} ability)"
        return with_name(ability.text, name) if ability.text else _resolving(ability, name)
    from mtglayers.model.oracle.printing.sentences import english  # loaded only when it is needed

    try:
        return _with_costs(english(ability, name), ability)
    except (ValueError, LookupError):  # a manually built tree may have no wording
        clauses = ability.clauses()
        return f"({'; '.join(operation_words(each) for clause in clauses for each in clause.flat())})"


@lru_cache(maxsize=8192)
def is_unsaid(ability: Ability) -> bool:
    """Return whether neither the text of an ability nor its effects are known."""
    return isinstance(ability, TextAbility) and not ability.text and not _resolving(ability, "~")


def _resolving(ability: TextAbility, name: str) -> str:
    # The text of an ability as its effects are worded; "" if no effect has a wording.
    from mtglayers.model.oracle.printing.sentences import english

    if ability.line or ability.resolution is None or not ability.resolution.clauses:
        return ""
    try:
        text = english(ability, name)
    except (ValueError, LookupError):
        return ""
    text = _with_costs(text, ability)
    return text if ability.cost or ability.form in ("spell", "entering", "rule") else f"… {text}"


def _with_costs(text: str, ability: Ability) -> str:
    # Abilities that the ability gives and of which no text is known are described: "gains an activated ability ({2})".
    if '"(a' not in text:
        return text
    for node in ability.walk():
        if isinstance(node, TextAbility) and node is not ability and is_unsaid(node):
            described = f"{article(node.form)} {node.form} ability"
            words = f"{described} ({node.cost})" if node.cost else described
            text = text.replace(f'"({described})."', f"{words}.", 1).replace(f'"({described})"', words, 1)
    return text


def with_name(text: str, name: str) -> str:
    """Return rules text in which the name replaces `~`."""
    return text.replace("~", name) if name else text


def ability_words(ability: Ability, name: str = "") -> str:
    """Return a keyword ability in lowercase, or another ability as quoted text."""
    text = without_digests(ability_text(ability, name))
    if isinstance(ability, Keyword):
        return text[:1].lower() + text[1:].rstrip(".")
    return text if text.startswith("(") else f"“{text}”"


def operation_words(
    operation: Operation, players: Sequence[str] = (), ability: Callable[[Ability], str] = ability_words
) -> str:
    """Return an operation as a predicate, such as "gains flying"; `ability` words the abilities in it."""
    return without_digests(operation.describe(Wording(ability, players)))


__all__ = [
    "COLOR_NAMES", "ORDINALS", "ability_text", "ability_words", "article", "capital", "color_words", "counted",
    "is_unsaid", "joined", "number_word", "operation_words", "ordinal", "sentence", "times", "with_name",
]  # fmt: skip
