"""Functions that print keyword abilities individually or in lists (702)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ...effects.keywords import Keyword
from ...effects.language import Ability
from ...rules.vocabulary import COLOR_NAMES, COLORS, capital, plural
from ...support.patterns import lazy_pattern
from ..words import FROM_QUALITY

COST_IN_WORDS: Final = lazy_pattern(r"—[^{]")
"""The parameter in "ward—Pay 3 life", which most cards print within quotation marks."""


def keyword_text(keyword: Keyword) -> str:
    """Return the text of a keyword, without a period.

    >>> keyword_text(Keyword("Landwalk", subtype="Mountain")), keyword_text(Keyword("Equip", "{2}"))
    ('Mountainwalk', 'Equip {2}')
    """
    return f"{keyword.label} — {_unlabeled(keyword)}" if keyword.label else _unlabeled(keyword)


def _unlabeled(keyword: Keyword) -> str:
    name, parameter = keyword.name, keyword.parameter
    if name == "Landwalk":
        if parameter.endswith("walk"):
            return capital(parameter)
        if parameter.startswith("of "):
            return f"Landwalk {parameter}"
        if parameter.endswith(" of the chosen type"):
            return f"{capital(parameter.partition(' ')[0])} landwalk of the chosen type"
        text = f"{parameter} {(keyword.subtype or 'land')}walk".strip()
        if parameter:
            return capital(text).replace(keyword.subtype, keyword.subtype.lower() or keyword.subtype)
        return capital(text)
    if name in FROM_QUALITY and (keyword.color or keyword.subtype):
        return f"{name} from {COLOR_NAMES.get(keyword.color) or plural(keyword.subtype)}"
    if name == "Enchant" and keyword.subtype:
        return f"Enchant {keyword.subtype}"
    if parameter.startswith("|"):
        return parameter[1:]
    if not parameter:
        return name
    return name + ("" if re.match(r"—(?! )", parameter) else " ") + parameter


def ability_phrases(abilities: Sequence[Ability], style: str = "") -> list[tuple[str, bool]]:
    """Return the items in a list of abilities, and whether each item is quoted.

    Several protection abilities form one item.

    Args:
        abilities: the abilities.
        style: the phrase to print for five colors ("each color" or "all colors"), "quoted" to quote every keyword, or
            "unquoted" to quote no keyword.
    """
    from .sentences import english

    found: list[tuple[str, bool]] = []
    run: list[str] = []

    def close() -> None:
        if run:
            colors = [COLOR_NAMES[color] for color in COLORS]
            head, qualities = run[0].split(" from ")[0], [item.split(" from ", 1)[1] for item in run]
            if style and qualities[-5:] == colors:
                qualities[-5:] = [style]
            text = f"{head} " + join([f"from {quality}" for quality in qualities])
            found.append((text, False))
            run.clear()

    if style == "quoted" and len(abilities) > 1 and all(isinstance(ability, Keyword) for ability in abilities):
        texts = [keyword_text(ability) for ability in abilities if isinstance(ability, Keyword)]
        return [(", ".join([texts[0], *map(str.lower, texts[1:])]), True)]  # "Cascade, cascade"
    for ability in abilities:
        if isinstance(ability, Keyword):
            text = keyword_text(ability)
            text = text.lower() if ability.name == "Landwalk" else text[:1].lower() + text[1:]
            if style.startswith("quoted"):
                found.append((text if style == "quoted low" else keyword_text(ability), True))
                continue
            if " from " in text and ability.name in FROM_QUALITY:
                if run and run[0].split(" from ")[0] != text.split(" from ")[0]:
                    close()
                run.append(text)
                continue
            close()
            if style != "unquoted" and COST_IN_WORDS.match(ability.parameter):
                found.append((keyword_text(ability), True))
                continue
            found.append((text, "~" in text))  # with "enchant creature put onto the battlefield with ~"
        else:
            close()
            found.append((english(ability), True))
    close()
    return found


def listed(abilities: Sequence[Ability], style: str = "") -> list[str]:
    """Return the items in a list of abilities, adding quotation marks to quoted items."""
    found = ((text.replace('"', "'") if quoted else text, quoted) for text, quoted in ability_phrases(abilities, style))
    return [f'"{text}"' if quoted else text for text, quoted in found]


def join(items: Sequence[str], word: str = "and") -> str:
    """Join items as "a", "a and b", or "a, b, and c"."""
    if len(items) < 2:
        return "".join(items)
    if len(items) == 2:
        return f"{items[0]} {word} {items[1]}"
    return ", ".join(items[:-1]) + f", {word} {items[-1]}"
