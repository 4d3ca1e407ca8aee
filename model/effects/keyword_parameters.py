"""X and choices in the parameters of granted keywords."""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec

from ..rules.vocabulary import COLORS, plural
from ..support.patterns import lazy_pattern
from .language import Ability
from .view import Choices

_X: Final = lazy_pattern(r"(?<![A-Za-z])X(?![A-Za-z])")


def says_x(ability: Ability) -> bool:
    """Return whether a keyword ability, such as "ward {X}" or "annihilator X", contains X."""
    return bool(_X.search(getattr(ability, "parameter", "")))


def counts_x(ability: Ability) -> bool:
    """Return whether the number in a keyword is the spell's X (107.3a)."""
    return getattr(ability, "parameter", "") == "X"


def with_x(ability: Ability, number: int) -> Ability:
    """Return a keyword with X replaced by a number; a negative number counts as 0 (107.1b)."""
    if not says_x(ability):
        return ability
    parameter = _X.sub(str(max(number, 0)), getattr(ability, "parameter", ""))
    return msgspec.structs.replace(ability, parameter=parameter)


# Parameter -> the choices to which it refers.
_COLORS: Final = {
    "from the color of your choice": slice(None), "from the chosen color": slice(None),
    "from that color": slice(None), "from the color of its controller's choice": slice(None),
    "from the last chosen color": slice(-1, None), "from each other color": slice(None),
    "from each color with the most votes or tied for most votes": slice(None),
    "from each color that's not in your commander's color identity": slice(None),
    **{f"from each of that {noun}'s colors": slice(None) for noun in ("creature", "permanent", "spell", "card")},
}  # fmt: skip
_LAND: Final = {"of the chosen type": "", "snow of the chosen type": "snow"}
"""Parameter of landwalk that depends on a choice -> the parameter that results."""
# Parameter -> the kind of choice to which it refers, and the parameter that results.
_WORDS: Final[dict[str, tuple[str, str]]] = {
    "from the chosen card type": ("card_type", "from {plural}"),
    "from creatures of the chosen type": ("creature_type", "from {word} creatures"),
    "from the card type of your choice": ("card_type", "from {plural}"),
    "from the chosen player": ("player", "from {word}"),
    "from that player": ("player", "from {word}"),
    "from the chosen card name": ("card_name", "from the name {word}"),
    "from each mana value other than the chosen number": ("number", "from each mana value other than {word}"),
    "from each mana value of the chosen quality": ("option", "from {parity} mana values"),
}  # fmt: skip


def of_choice(ability: Ability) -> str:
    """Return the keyword's parameter if it depends on a choice ("from the chosen color"), or ""."""
    parameter: str = _full(getattr(ability, "parameter", ""))
    return parameter if parameter in _COLORS or parameter in _LAND or parameter in _WORDS else ""


def _full(parameter: str) -> str:
    # the catalogue shortens long ones (`shortened`)
    return _in_full().get(parameter.rpartition(" ")[2], parameter) if "…" in parameter else parameter


@cache
def _in_full() -> dict[str, str]:
    from .ability import digest_word  # imports this module

    return {digest_word(parameter): parameter for parameter in (*_COLORS, *_WORDS)}


def choice_of(ability: Ability) -> str:
    """Return the choice (a field of `Choices`) on which protection, hexproof or landwalk depends, or ""."""
    parameter = of_choice(ability)
    if parameter in _LAND:
        return "land_type"
    return "color" if parameter in _COLORS else _WORDS[parameter][0] if parameter in _WORDS else ""


def chosen(ability: Ability, choices: Choices) -> list[Ability]:
    """Return one version of the keyword for each choice, such as a color or land type."""
    parameter = _full(getattr(ability, "parameter", ""))
    if parameter in _WORDS:
        kind, worded = _WORDS[parameter]
        return [
            msgspec.structs.replace(ability, parameter=_worded(worded, choice)) for choice in getattr(choices, kind)
        ]
    if parameter in _LAND:
        types = (*choices.land_type, *choices.basic_land_type)
        return [msgspec.structs.replace(ability, parameter=_LAND[parameter], subtype=type) for type in types]
    colors = choices.color[_COLORS[parameter]]
    if parameter == "from each other color":  # other than the chosen color
        colors = tuple(color for color in COLORS if colors and color not in colors)
    return [msgspec.structs.replace(ability, parameter="", color=color) for color in colors]


def _worded(words: str, choice: str | int) -> str:
    # "choose odd or even": option 1 is odd
    return words.format(word=choice, plural=plural(str(choice)).lower(), parity="odd" if choice == 1 else "even")
